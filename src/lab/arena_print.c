/* arena_print.c: the result of an arena as text, JSON, CSV and SVG (arena.h). Knows no game. */
#include "lab/arena.h"

#include "casata/rules.h"
#include "casata/writer.h"

#include <math.h>
#include <string.h>

/* --- text -------------------------------------------------------------------------------------------------- */
static void print_times(FILE *out, const struct arena_output *o) {
    fprintf(out, "\n%-24s %29s   %29s\n%-24s %9s %9s %9s   %9s %9s %9s\n", "processor time, ms", "a decision",
            "a turn", "", "half", "95%", "longest", "half", "95%", "longest");
    for (int b = 0; b < o->arena->n_bots; b++) {
        const struct arena_clock *c = &o->clock[b];
        fprintf(out, "%-24s %9.2f %9.2f %9.1f   %9.2f %9.2f %9.1f\n", o->arena->bot[b].name,
                arena_time(&c->decision, 0.5), arena_time(&c->decision, 0.95), c->decision.longest,
                arena_time(&c->turn, 0.5), arena_time(&c->turn, 0.95), c->turn.longest);
    }
}

static void print_blunders(FILE *out, const struct arena_output *o) {
    if (!o->arena->blunders) return;
    fputs("\nblunders:", out);
    for (int b = 0; b < o->arena->n_bots; b++)
        fprintf(out, "%s %s %llu", b ? "," : "", o->arena->bot[b].name,
                (unsigned long long)o->result->bot[b].blunders);
    fputs(" times\n", out);
    for (uint64_t g = 0, shown = 0; g < o->result->games && shown < 10; g++)
        if (o->game[g].case_of[0])
            fprintf(out, "  game %llu, %s\n", (unsigned long long)g, o->game[g].case_of), shown++;
}

void arena_text(FILE *out, const struct arena_output *o) {
    const struct arena *a = o->arena;
    const struct arena_result *r = o->result;
    fprintf(out, "%s, %d seats, %llu games, seed %llu", a->game.rules->id, a->seats,
            (unsigned long long)r->games, (unsigned long long)a->seed);
    if (a->ms > 0) fprintf(out, ", %.0f ms for a decision (not reproducible)", a->ms);
    fprintf(out, "\n\n%-24s %6s %6s %15s %6s %8s %15s %7s %5s", "bot", "fair", "wins", "95%", "Elo", "",
            "95%", "score", "+-");
    for (int s = 0; s < a->seats; s++) fprintf(out, "  seat %d", s);
    fputc('\n', out);
    for (int b = 0; b < a->n_bots; b++) {
        const struct arena_line *l = &r->bot[b];
        fprintf(out, "%-24s %5.1f%% %5.1f%% %6.1f%% -%5.1f%% %6.0f %8s %6.0f -%6.0f %8.1f %5.1f",
                a->bot[b].name, 100 * l->fair, 100 * l->all.share, 100 * l->all.low, 100 * l->all.high,
                l->elo.mean, "", l->elo.low, l->elo.high, l->mean, l->deviation);
        for (int s = 0; s < a->seats; s++) fprintf(out, " %6.1f%%", 100 * l->seat[s].share);
        fputc('\n', out);
    }
    fprintf(out, "\n%-24s %6s %6s %6s %6s %6s %6s %6s %7s %15s\n", "scores", "lowest", "25%", "50%", "75%",
            "most", "rank", "winner", "ahead", "95%");
    for (int b = 0; b < a->n_bots; b++) {
        const struct arena_line *l = &r->bot[b];
        fprintf(out, "%-24s %6d %6d %6d %6d %6d %6.2f %6.1f", a->bot[b].name, (int)l->lowest,
                (int)l->quartile[0], (int)l->quartile[1], (int)l->quartile[2], (int)l->highest, l->rank,
                l->winner_mean);
        if (l->leads) fprintf(out, " %+7.1f %+6.1f - %+6.1f", l->lead.mean, l->lead.low, l->lead.high);
        fputc('\n', out);
    }
    fprintf(out, "winners score %.1f on average\n", r->winner_mean);
    print_times(out, o);
    print_blunders(out, o);
    if (a->n_bots > 1) {
        static const char *const verdict[] = {"not decided", "yes", "no"};
        fprintf(out, "\nDoes %s win %.1f%% rather than %.1f%%? %s (log likelihood ratio %+.2f of %.2f)%s\n",
                a->bot[0].name, 100 * arena_target(a, 0), 100 * r->bot[0].fair, verdict[o->verdict], r->llr,
                arena_bound, o->stopping && o->verdict != ARENA_OPEN ? "; stopped there" : "");
    }
    fprintf(out, "%.1f s\n", o->seconds);
}

/* --- JSON -------------------------------------------------------------------------------------------------- */
static void put(FILE *out, const char *key, double value) { fprintf(out, ",\"%s\":%.6g", key, value); }

static void put_name(FILE *out, const char *name) {
    char text[600];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_w_str(&w, name);
    fputs(text, out);
}

static void put_share(FILE *out, const struct arena_share *s) {
    fprintf(out, "{\"games\":%.0f", s->games);
    put(out, "wins", s->wins);
    put(out, "share", s->share);
    put(out, "low", s->low);
    put(out, "high", s->high);
    fputc('}', out);
}

static void put_mean(FILE *out, const char *key, const struct arena_mean *m) {
    fprintf(out, ",\"%s\":{\"mean\":%.6g,\"low\":%.6g,\"high\":%.6g}", key, m->mean, m->low, m->high);
}

static void put_times(FILE *out, const char *key, const struct arena_times *t) {
    fprintf(out, ",\"%s\":{\"p50\":%.4g,\"p95\":%.4g,\"max\":%.4g}", key, arena_time(t, 0.5),
            arena_time(t, 0.95), t->longest);
}

static void put_bot(FILE *out, const struct arena_output *o, int b) {
    const struct arena_line *l = &o->result->bot[b];
    fputs("{\"bot\":", out);
    put_name(out, o->arena->bot[b].name);
    fprintf(out, ",\"seats\":%d", o->arena->bot[b].seats);
    put(out, "fair", l->fair);
    fputs(",\"wins\":", out);
    put_share(out, &l->all);
    fputs(",\"by_seat\":[", out);
    for (int s = 0; s < o->arena->seats; s++) {
        if (s) fputc(',', out);
        put_share(out, &l->seat[s]);
    }
    fputc(']', out);
    put_mean(out, "elo", &l->elo);
    fprintf(out,
            ",\"score\":{\"mean\":%.6g,\"deviation\":%.6g,\"winner\":%.6g,\"min\":%d,\"q1\":%d,\"median\":%d,"
            "\"q3\":%d,\"max\":%d}",
            l->mean, l->deviation, l->winner_mean, (int)l->lowest, (int)l->quartile[0], (int)l->quartile[1],
            (int)l->quartile[2], (int)l->highest);
    put(out, "rank", l->rank);
    if (l->leads) put_mean(out, "lead", &l->lead);
    put_times(out, "decision_ms", &o->clock[b].decision);
    put_times(out, "turn_ms", &o->clock[b].turn);
    if (o->arena->blunders) fprintf(out, ",\"blunders\":%llu", (unsigned long long)l->blunders);
    fputc('}', out);
}

static void put_games(FILE *out, const struct arena_output *o) {
    fputs("],\"results\":[", out);
    for (uint64_t g = 0; g < o->result->games; g++) {
        const struct arena_game *game = &o->game[g];
        fprintf(out, "%s{\"bots\":[", g ? "," : "");
        for (int s = 0; s < o->arena->seats; s++) fprintf(out, "%s%d", s ? "," : "", game->bot[s]);
        fputs("],\"scores\":[", out);
        for (int s = 0; s < o->arena->seats; s++) fprintf(out, "%s%d", s ? "," : "", (int)game->score[s]);
        fputs("],\"ranks\":[", out);
        for (int s = 0; s < o->arena->seats; s++) fprintf(out, "%s%d", s ? "," : "", game->rank[s]);
        fprintf(out, "],\"decisions\":%u,\"path\":\"%016llx\"", game->decisions,
                (unsigned long long)game->path);
        if (game->case_of[0]) {
            fputs(",\"blunders\":", out);
            put_name(out, game->case_of);
        }
        fputc('}', out);
    }
}

void arena_json(FILE *out, const struct arena_output *o) {
    static const char *const verdict[] = {"open", "better", "not_better"};
    const struct arena *a = o->arena;
    fprintf(out, "{\"game\":\"%s\",\"seats\":%d,\"games\":%llu,\"seed\":%llu,\"ms\":%.6g", a->game.rules->id,
            a->seats, (unsigned long long)o->result->games, (unsigned long long)a->seed, a->ms);
    put(out, "winner_score", o->result->winner_mean);
    fprintf(out, ",\"test\":{\"verdict\":\"%s\",\"llr\":%.6g,\"bound\":%.6g,\"target\":%.6g,\"stopping\":%s}",
            verdict[o->verdict], o->result->llr, arena_bound, arena_target(a, 0),
            o->stopping ? "true" : "false");
    fputs(",\"bots\":[", out);
    for (int b = 0; b < a->n_bots; b++) {
        if (b) fputc(',', out);
        put_bot(out, o, b);
    }
    put_games(out, o);
    fputs("]}\n", out);
}

/* --- CSV: a line for each seat of each game ----------------------------------------------------------------- */
void arena_csv(FILE *out, const struct arena_output *o) {
    fputs("game,seat,bot,score,rank,decisions\n", out);
    for (uint64_t g = 0; g < o->result->games; g++)
        for (int s = 0; s < o->arena->seats; s++)
            fprintf(out, "%llu,%d,%s,%d,%d,%u\n", (unsigned long long)g, s,
                    o->arena->bot[(int)o->game[g].bot[s]].name, (int)o->game[g].score[s], o->game[g].rank[s],
                    o->game[g].decisions);
}

/* --- SVG: shares of wins as bars with their intervals, below them the scores --------------------------------- */
enum { LEFT = 170, WIDTH = 460, ROW = 34, TOP = 64, BINS = 40 };
static const char *const hue[ARENA_MAX_BOTS] = {"#2b6cb0", "#c05621", "#2f855a",
                                                "#97266d", "#975a16", "#4a5568"};

static void svg_scores(FILE *out, const struct arena_output *o, int b, int y, double low, double high) {
    int count[BINS] = {0}, most = 1;
    for (uint64_t g = 0; g < o->result->games; g++)
        for (int s = 0; s < o->arena->seats; s++) {
            if (o->game[g].bot[s] != b) continue;
            int bin = (int)((o->game[g].score[s] - low) * BINS / (high - low + 1));
            if (++count[bin] > most) most = count[bin];
        }
    for (int i = 0; i < BINS; i++) {
        double h = 26.0 * count[i] / most;
        fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                LEFT + (double)WIDTH * i / BINS, y + 28 - h, (double)WIDTH / BINS - 1, h, hue[b]);
    }
    fprintf(out,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n<text x=\"%d\" y=\"%d\">%.1f</text>\n",
            LEFT - 10, y + 22, o->arena->bot[b].name, LEFT + WIDTH + 10, y + 22, o->result->bot[b].mean);
}

void arena_svg(FILE *out, const struct arena_output *o) {
    const struct arena *a = o->arena;
    const struct arena_result *r = o->result;
    int n = a->n_bots, second = TOP + n * ROW + 50;
    double low = 1e9, high = -1e9;
    for (int b = 0; b < n; b++) low = fmin(low, r->bot[b].lowest), high = fmax(high, r->bot[b].highest);
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"%d\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
        "<text x=\"20\" y=\"26\" font-size=\"16\">%s, %d seats, %llu games, seed %llu</text>\n"
        "<text x=\"20\" y=\"50\">share of wins with 95%% interval; line: fair share</text>\n",
        second + n * ROW + 40, a->game.rules->name, a->seats, (unsigned long long)r->games,
        (unsigned long long)a->seed);
    for (int b = 0; b < n; b++) {
        const struct arena_line *l = &r->bot[b];
        int y = TOP + b * ROW;
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 10, y + 18,
                a->bot[b].name);
        fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>\n", LEFT, y + 4,
                WIDTH * l->all.share, hue[b]);
        fprintf(out, "<path d=\"M%.1f %dH%.1f\" stroke=\"black\" stroke-width=\"2\"/>\n",
                LEFT + WIDTH * l->all.low, y + 14, LEFT + WIDTH * l->all.high);
        fprintf(out, "<path d=\"M%.1f %dv26\" stroke=\"#888\" stroke-dasharray=\"3 2\"/>\n",
                LEFT + WIDTH * l->fair, y + 1);
        fprintf(out, "<text x=\"%d\" y=\"%d\">%.1f%%</text>\n", LEFT + WIDTH + 10, y + 18,
                100 * l->all.share);
    }
    fprintf(out, "<text x=\"20\" y=\"%d\">scores from %.0f to %.0f, mean</text>\n", second - 12, low, high);
    for (int b = 0; b < n; b++) svg_scores(out, o, b, second + b * ROW, low, high);
    fputs("</svg>\n", out);
}
