/* balance_print.c: the balance of a game as text, JSON, CSV and SVG (balance.h). Knows no game. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "lab/balance.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Does a new group start at this line? */
static bool begins(const struct balance_result *r, int i) {
    const struct balance_line *l = &r->line[i], *before = l - 1;
    return i == 0 || strcmp(l->group, before->group) != 0 || !l->verb != !before->verb ||
           (l->verb && strcmp(l->verb, before->verb) != 0);
}

/* --- text --------------------------------------------------------------------------------------------------- */
static void text_seats(FILE *out, const struct balance_output *o, const struct balance_line *l) {
    fprintf(out, "%-24s %7.0f %6.1f%% %6.1f%% -%6.1f%% %8.1f %6.1f - %6.1f %+7.1f%s\n", l->value,
            l->wins.games, 100 * l->wins.share, 100 * l->wins.low, 100 * l->wins.high, l->points.mean,
            l->points.low, l->points.high, l->ahead.mean, balance_unfair(l, o->result->fair) ? "  !" : "");
}

static void text_thing(FILE *out, const struct balance_line *l) {
    const char *odd = balance_odd(l);
    fprintf(out, "%-24s %7.0f %7.0f %5.1f%% %6.1f%% -%6.1f%% %8" PRIu64, l->value, l->taken.games,
            l->taken.wins, 100 * l->taken.share, 100 * l->taken.low, 100 * l->taken.high, l->times);
    if (l->compared)
        fprintf(out, " %+7.1f %+6.1f - %+6.1f", l->worth.mean, l->worth.low, l->worth.high);
    else if (odd)
        fprintf(out, "%24s", "");
    fprintf(out, "%s%s\n", odd ? "  " : "", odd ? odd : "");
}

static void text_course(FILE *out, const char *name, const struct balance_course *c) {
    fprintf(out, "%-24s %7" PRIu64 " %7.1f %4d - %3d %8.1f %6d %6d %6d %8.1f %8.1f %6.1f%% -%6.1f%%\n", name,
            c->games, c->rounds.mean, (int)c->fewest_rounds, (int)c->most_rounds, c->winner.mean,
            (int)c->quartile[0], (int)c->quartile[1], (int)c->quartile[2], c->lead.mean, c->points.mean,
            100 * c->half.low, 100 * c->half.high);
}

/* Calls f for every value that a drawn option had, and for all games. */
static void each_course(const struct balance_output *o, FILE *out,
                        void (*f)(FILE *, const char *, const struct balance_course *)) {
    const struct arena *a = o->balance->arena;
    f(out, "all", &o->result->course);
    for (int i = 0; i < a->game.rules->n_options; i++)
        for (int v = 0; a->any >> i & 1 && v < casata_option_values(&a->game.rules->options[i], a->seats);
             v++) {
            const struct casata_game_option *option = &a->game.rules->options[i];
            struct balance_course c;
            char name[64];
            if (!balance_course_of(o->balance, i, v, &c) || !c.games) continue;
            snprintf(name, sizeof name, "%s=%s", option->id, option->values->word[v]);
            f(out, name, &c);
        }
}

void balance_text(FILE *out, const struct balance_output *o) {
    const struct arena *a = o->balance->arena;
    const struct balance_result *r = o->result;
    fprintf(out, "%s, %d seats, %" PRIu64 " games of %s, seed %" PRIu64 ", edition %016" PRIx64 "\n",
            a->game.rules->id, a->seats, o->balance->games, a->bot[0].name, a->seed, a->game.edition);
    fprintf(out, "a fair share of wins is %.1f%%\n", 100 * r->fair);
    for (int i = 0; i < r->n; i++) {
        const struct balance_line *l = &r->line[i];
        if (begins(r, i) && l->verb) {
            char kind[64];
            snprintf(kind, sizeof kind, "%s%s%s", l->verb, l->group[0] ? ": " : "", l->group);
            fprintf(out, "\n%-24s %7s %7s %6s %16s %8s %7s %15s\n", kind, "could", "took", "", "95%", "times",
                    "worth", "95%");
        } else if (begins(r, i))
            fprintf(out, "\n%-24s %7s %7s %16s %8s %15s %7s\n", l->group, "seats", "wins", "95%", "points",
                    "95%", "ahead");
        if (l->verb)
            text_thing(out, l);
        else
            text_seats(out, o, l);
    }
    fprintf(out, "\n%-24s %7s %7s %10s %8s %6s %6s %6s %8s %8s %17s\n", "course", "games", "rounds", "",
            "winner", "25%", "50%", "75%", "lead", "points", "half-time leader");
    each_course(o, out, text_course);
    fprintf(out, "%.1f s\n", o->seconds);
}

/* --- JSON --------------------------------------------------------------------------------------------------- */
static void put_share(FILE *out, const char *key, const struct arena_share *s) {
    fprintf(out, ",\"%s\":{\"of\":%.0f,\"n\":%.6g,\"share\":%.6g,\"low\":%.6g,\"high\":%.6g}", key, s->games,
            s->wins, s->share, s->low, s->high);
}
static void put_mean(FILE *out, const char *key, const struct arena_mean *m) {
    fprintf(out, ",\"%s\":{\"mean\":%.6g,\"low\":%.6g,\"high\":%.6g}", key, m->mean, m->low, m->high);
}
static void put_text(FILE *out, const char *text) {
    char quoted[600];
    struct casata_writer w = casata_writer_on(quoted, sizeof quoted);
    casata_w_str(&w, text);
    fputs(quoted, out);
}

static void json_line(FILE *out, const struct balance_output *o, const struct balance_line *l) {
    fprintf(out, "{\"group\":\"%s\",\"value\":\"%s\"", l->group, l->value);
    if (l->verb) fprintf(out, ",\"verb\":\"%s\"", l->verb);
    put_share(out, "wins", &l->wins);
    put_mean(out, "points", &l->points);
    put_mean(out, "ahead", &l->ahead);
    if (l->verb) {
        put_share(out, "taken", &l->taken);
        fprintf(out, ",\"times\":%" PRIu64, l->times);
        if (l->compared) put_mean(out, "worth", &l->worth);
        if (balance_odd(l)) fprintf(out, ",\"odd\":\"%s\"", balance_odd(l));
    } else
        fprintf(out, ",\"unfair\":%s", balance_unfair(l, o->result->fair) ? "true" : "false");
    fputc('}', out);
}

static void json_course(FILE *out, const char *name, const struct balance_course *c) {
    fprintf(out, "%s{\"of\":\"%s\",\"games\":%" PRIu64, strcmp(name, "all") ? "," : "", name, c->games);
    put_mean(out, "rounds", &c->rounds);
    fprintf(out, ",\"fewest_rounds\":%d,\"most_rounds\":%d", (int)c->fewest_rounds, (int)c->most_rounds);
    put_mean(out, "winner", &c->winner);
    fprintf(out, ",\"winner_quartiles\":[%d,%d,%d]", (int)c->quartile[0], (int)c->quartile[1],
            (int)c->quartile[2]);
    put_mean(out, "lead", &c->lead);
    put_mean(out, "points", &c->points);
    put_share(out, "half_time_leader", &c->half);
    fputc('}', out);
}

void balance_json(FILE *out, const struct balance_output *o) {
    const struct arena *a = o->balance->arena;
    const struct balance_result *r = o->result;
    fprintf(out,
            "{\"game\":\"%s\",\"edition\":\"%016" PRIx64 "\",\"seats\":%d,\"games\":%" PRIu64
            ",\"seed\":%" PRIu64 ",\"bot\":",
            a->game.rules->id, a->game.edition, a->seats, o->balance->games, a->seed);
    put_text(out, a->bot[0].name);
    fprintf(out, ",\"fair\":%.6g,\"seats_by\":[", r->fair);
    for (int i = 0; i < r->n && !r->line[i].verb; i++) {
        if (i) fputs(",\n", out);
        json_line(out, o, &r->line[i]);
    }
    fputs("],\n\"things\":[", out);
    for (int i = 0, first = 1; i < r->n; i++) {
        if (!r->line[i].verb) continue;
        if (!first) fputs(",\n", out);
        first = 0;
        json_line(out, o, &r->line[i]);
    }
    fputs("],\n\"course\":[", out);
    each_course(o, out, json_course);
    fputs("]}\n", out);
}

/* --- CSV: a line for each value and each thing ----------------------------------------------------------------- */
void balance_csv(FILE *out, const struct balance_output *o) {
    fputs(
        "group,value,verb,seats,wins,wins_low,wins_high,fair,points,points_low,points_high,ahead,could,took,"
        "taken,taken_low,taken_high,times,worth,worth_low,worth_high\n",
        out);
    for (int i = 0; i < o->result->n; i++) {
        const struct balance_line *l = &o->result->line[i];
        fprintf(out, "%s,%s,%s,%.0f,%.4f,%.4f,%.4f,%.4f,%.3f,%.3f,%.3f,%.3f", l->group, l->value,
                l->verb ? l->verb : "", l->wins.games, l->wins.share, l->wins.low, l->wins.high,
                o->result->fair, l->points.mean, l->points.low, l->points.high, l->ahead.mean);
        if (l->verb)
            fprintf(out, ",%.0f,%.0f,%.4f,%.4f,%.4f,%" PRIu64, l->taken.games, l->taken.wins, l->taken.share,
                    l->taken.low, l->taken.high, l->times);
        else
            fputs(",,,,,,", out);
        if (l->compared)
            fprintf(out, ",%.3f,%.3f,%.3f\n", l->worth.mean, l->worth.low, l->worth.high);
        else
            fputs(",,,\n", out);
    }
}

/* --- SVG: shares of wins with their intervals, by group; below them the scores of the winners -------------------- */
enum { LEFT = 200, WIDTH = 440, ROW = 24, GAP = 26, TOP = 64, TALL = 60, BINS = 44 };

static void svg_share(FILE *out, const struct balance_output *o, const struct balance_line *l, int y,
                      double scale) {
    double fair = o->result->fair;
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 10, y + 16, l->value);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" fill=\"%s\"/>\n", LEFT, y + 3,
            scale * l->wins.share, balance_unfair(l, fair) ? "#c05621" : "#2b6cb0");
    fprintf(out, "<path d=\"M%.1f %dH%.1f\" stroke=\"black\" stroke-width=\"2\"/>\n",
            LEFT + scale * l->wins.low, y + 11, LEFT + scale * l->wins.high);
    fprintf(out, "<path d=\"M%.1f %dv22\" stroke=\"#888\" stroke-dasharray=\"3 2\"/>\n", LEFT + scale * fair,
            y);
    fprintf(out, "<text x=\"%d\" y=\"%d\">%.1f%%</text>\n", LEFT + WIDTH + 10, y + 16, 100 * l->wins.share);
}

static void svg_winners(FILE *out, const struct balance *b, int y) {
    int count[BINS] = {0}, most = 1;
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (uint64_t i = 0; i < b->games; i++) {
        if (b->game[i].winner < low) low = b->game[i].winner;
        if (b->game[i].winner > high) high = b->game[i].winner;
    }
    for (uint64_t i = 0; i < b->games; i++) {
        int bin = (int)((double)(b->game[i].winner - low) * BINS / ((double)high - low + 1));
        if (++count[bin] > most) most = count[bin];
    }
    fprintf(out, "<text x=\"20\" y=\"%d\">scores of winners, %d to %d</text>\n", y, (int)low, (int)high);
    for (int i = 0; i < BINS; i++) {
        double h = (double)TALL * count[i] / most;
        fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#2f855a\"/>\n",
                LEFT + (double)WIDTH * i / BINS, y + TALL + 8 - h, (double)WIDTH / BINS - 1, h);
    }
}

void balance_svg(FILE *out, const struct balance_output *o) {
    const struct arena *a = o->balance->arena;
    const struct balance_result *r = o->result;
    int shares = 0, groups = 0, y = TOP;
    double most = 2 * r->fair;
    for (; shares < r->n && !r->line[shares].verb; shares++) {
        groups += begins(r, shares);
        most = fmax(most, r->line[shares].wins.high);
    }
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"%d\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
        "<text x=\"20\" y=\"26\" font-size=\"16\">%s, %d seats, %" PRIu64 " games, seed %" PRIu64 "</text>\n"
        "<text x=\"20\" y=\"48\">share of wins with 95%% interval; line: fair share</text>\n",
        TOP + shares * ROW + groups * GAP + TALL + 50, a->game.rules->name, a->seats, o->balance->games,
        a->seed);
    for (int i = 0; i < shares; i++, y += ROW) {
        if (begins(r, i)) {
            fprintf(out, "<text x=\"20\" y=\"%d\" font-weight=\"bold\">%s</text>\n", y + 20,
                    r->line[i].group);
            y += GAP;
        }
        svg_share(out, o, &r->line[i], y, WIDTH / most);
    }
    svg_winners(out, o->balance, y + 24);
    fputs("</svg>\n", out);
}
