/* report_print.c: a look back on a match as text, JSON and SVG (report.h). Knows no game by name. */
#include "cli/report.h"

#include "casata/lang.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5, CURVE = 16, TEXT = 400 };

static void seat_text(const struct report *r, int seat, char out[40]) {
    const char *name = r->match->seat[seat].name;
    if (name[0])
        snprintf(out, 40, "%s", name);
    else
        snprintf(out, 40, "%c", 'A' + seat);
}

/* An action as its seat read it, at the position where it was due. */
static void action_text(const struct report *r, int ply, int seat, casata_action a, int lang,
                        char out[TEXT]) {
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
    const struct casata_match *m = r->match;
    struct casata_scene *scene = seat == CASATA_CHANCE ? NULL : calloc(1, sizeof *scene);
    struct casata_msg msg = casata_action_msg(m->game.rules, a);
    const char *name[CASATA_MAX_SEATS] = {0};
    for (int i = 0; i < m->seats; i++) name[i] = m->seat[i].name[0] ? m->seat[i].name : NULL;
    if (scene) {
        casata_match_state_at(m, ply, state, NULL);
        casata_scene_build(&m->game, state, seat, scene);
        for (int i = 0; i < scene->n_choices; i++)
            if (scene->choice[i].action == a) msg = scene->choice[i].text;
    }
    casata_say(lang, m->game.rules, &msg, name, out, TEXT);
    free(scene);
}

static void say(FILE *out, int lang, const char *id, int n, const struct casata_text *arg) {
    char text[1500];
    casata_ui_say(lang, id, n, arg, text, sizeof text);
    fprintf(out, "%s\n", text);
}
#define SAY(out, lang, id, ...)                                                                         \
    say(out, lang, id, (int)(sizeof((struct casata_text[]){__VA_ARGS__}) / sizeof(struct casata_text)), \
        (struct casata_text[]){__VA_ARGS__})

static const char *points(char out[24], int64_t hundredths) {
    snprintf(out, 24, "%+.1f", (double)hundredths / 100);
    return out;
}

/* --- text ---------------------------------------------------------------------------------------------------------- */
static void text_seats(FILE *out, const struct report *r, int lang) {
    const struct report_point *last = &r->point[r->n_points - 1];
    fprintf(out, "%s\n", casata_ui(lang, "ui.report.seats"));
    for (int s = 0; s < r->match->seats; s++) {
        char name[40], score[16], win[16], cost[24], luck[24], best[24];
        seat_text(r, s, name);
        snprintf(score, sizeof score, "%d", (int)casata_score(&r->match->game, r->match->state, s, true));
        snprintf(win, sizeof win, "%.0f%%", last->win[s] / 100.0);
        snprintf(best, sizeof best, "%d/%d", r->best[s], r->choices[s]);
        points(cost, -r->cost[s]);
        points(luck, r->luck[s]);
        SAY(out, lang, "ui.report.seat_line", {name, 0}, {score, 0}, {win, 0}, {best, 0}, {cost, 0},
            {luck, 0});
    }
}

static void text_curve(FILE *out, const struct report *r, int lang) {
    fprintf(out, "\n%s\n%8s", casata_ui(lang, "ui.report.curve"), "");
    for (int s = 0; s < r->match->seats; s++) {
        char name[40];
        seat_text(r, s, name);
        fprintf(out, " %12.12s", name);
    }
    fputc('\n', out);
    int lines = r->n_points < CURVE ? r->n_points : CURVE; /* spread over the match, the end included */
    for (int k = 0; k < lines; k++) {
        const struct report_point *p = &r->point[lines > 1 ? k * (r->n_points - 1) / (lines - 1) : 0];
        fprintf(out, "%8d", p->ply);
        for (int s = 0; s < r->match->seats; s++)
            fprintf(out, " %5.0f%% %+6.1f", p->win[s] / 100.0, p->margin[s] / 100.0);
        fputc('\n', out);
    }
}

void report_text(FILE *out, const struct report *r, int lang) {
    int index[SHOWN];
    text_seats(out, r, lang);
    text_curve(out, r, lang);
    fprintf(out, "\n%s\n", casata_ui(lang, "ui.report.costly"));
    for (int i = 0, n = report_costliest(r, index, SHOWN); i < n; i++) {
        const struct report_decision *d = &r->decision[index[i]];
        char name[40], played[TEXT], better[TEXT], cost[24];
        seat_text(r, d->seat, name);
        action_text(r, d->ply, d->seat, d->played, lang, played);
        action_text(r, d->ply, d->seat, d->better, lang, better);
        points(cost, -d->cost);
        SAY(out, lang, "ui.report.costly_line", {NULL, d->ply + 1}, {name, 0}, {cost, 0}, {played, 0},
            {better, 0});
    }
    fprintf(out, "\n%s\n", casata_ui(lang, "ui.report.lucky"));
    for (int i = 0, n = report_luckiest(r, index, SHOWN); i < n; i++) {
        const struct report_draw *d = &r->draw[index[i]];
        char drawn[TEXT], all[400];
        size_t used = 0;
        action_text(r, d->ply, CASATA_CHANCE, d->action, lang, drawn);
        for (int s = 0; s < r->match->seats && used < sizeof all; s++) {
            char name[40], luck[24];
            seat_text(r, s, name);
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s %s", s ? ", " : "", name,
                                     points(luck, d->luck[s]));
        }
        SAY(out, lang, "ui.report.lucky_line", {NULL, d->ply + 1}, {drawn, 0}, {all, 0});
    }
}

/* --- JSON ---------------------------------------------------------------------------------------------------------- */
static void put_text(FILE *out, const char *key, const char *text) {
    char quoted[3 * TEXT];
    struct casata_writer w = casata_writer_on(quoted, sizeof quoted);
    casata_w_str(&w, text);
    fprintf(out, "\"%s\":%s", key, quoted);
}

static void put_list(FILE *out, const char *key, const int32_t *value, int n, double unit) {
    fprintf(out, "\"%s\":[", key);
    for (int i = 0; i < n; i++) fprintf(out, "%s%.4g", i ? "," : "", value[i] / unit);
    fputc(']', out);
}

static void put_action(FILE *out, const struct report *r, int ply, int seat, const char *key, casata_action a,
                       int lang) {
    char text[TEXT], form[CASATA_ACTION_TEXT], name[24];
    action_text(r, ply, seat, a, lang, text);
    casata_action_text(r->match->game.rules, a, form);
    put_text(out, key, form);
    fputc(',', out);
    snprintf(name, sizeof name, "%s_text", key);
    put_text(out, name, text);
}

static void put_decision(FILE *out, const struct report *r, const struct report_decision *d, int lang) {
    fprintf(out, "{\"entry\":%d,\"seat\":%d,\"cost\":%.2f,", d->ply + 1, d->seat, d->cost / 100.0);
    put_action(out, r, d->ply, d->seat, "action", d->played, lang);
    fputc(',', out);
    put_action(out, r, d->ply, d->seat, "better", d->better, lang);
    fputc('}', out);
}

void report_json(FILE *out, const struct report *r, int lang) {
    enum { MANY = 20 };
    const struct casata_match *m = r->match;
    int index[MANY];
    fprintf(out, "{\"game\":\"%s\",\"seats\":[", m->game.rules->id);
    for (int s = 0; s < m->seats; s++) {
        char name[40];
        seat_text(r, s, name);
        fputs(s ? ",{" : "{", out);
        put_text(out, "name", name);
        fprintf(out, ",\"score\":%d,\"decisions\":%d,\"best\":%d,\"cost\":%.2f,\"luck\":%.2f}",
                (int)casata_score(&m->game, m->state, s, true), r->choices[s], r->best[s],
                (double)r->cost[s] / 100, (double)r->luck[s] / 100);
    }
    fputs("],\"curve\":[", out);
    for (int i = 0; i < r->n_points; i++) {
        fprintf(out, "%s{\"entries\":%d,", i ? "," : "", r->point[i].ply);
        put_list(out, "win", r->point[i].win, m->seats, 10000);
        fputc(',', out);
        put_list(out, "margin", r->point[i].margin, m->seats, 100);
        fputc('}', out);
    }
    fputs("],\"costliest\":[", out);
    for (int i = 0, n = report_costliest(r, index, MANY); i < n; i++) {
        if (i) fputc(',', out);
        put_decision(out, r, &r->decision[index[i]], lang);
    }
    fputs("],\"luck\":[", out);
    for (int i = 0, n = report_luckiest(r, index, MANY); i < n; i++) {
        const struct report_draw *d = &r->draw[index[i]];
        fprintf(out, "%s{\"entry\":%d,", i ? "," : "", d->ply + 1);
        put_action(out, r, d->ply, CASATA_CHANCE, "action", d->action, lang);
        fputc(',', out);
        put_list(out, "luck", d->luck, m->seats, 100);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

/* --- SVG: chances to win over the match ------------------------------------------------------------------------------ */
enum { LEFT = 60, TOP = 50, WIDTH = 760, HEIGHT = 300 };
static const char *const hue[CASATA_MAX_SEATS] = {"#2b6cb0", "#c05621", "#2f855a",
                                                  "#97266d", "#975a16", "#4a5568"};

static void svg_text(FILE *out, double x, double y, const char *more, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, more);
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            fputs(*text == '<' ? "&lt;" : "&amp;", out);
        else
            fputc(*text, out);
    fputs("</text>\n", out);
}

static double x_of(const struct report *r, int ply) {
    return LEFT + (double)WIDTH * ply / (r->match->n_log ? r->match->n_log : 1);
}

static void svg_costly(FILE *out, const struct report *r, int lang) {
    int index[SHOWN], n = report_costliest(r, index, SHOWN);
    svg_text(out, LEFT, TOP + HEIGHT + 60, "", casata_ui(lang, "ui.report.costly"));
    for (int i = 0; i < n; i++) {
        const struct report_decision *d = &r->decision[index[i]];
        char name[40], played[TEXT], better[TEXT], line[3 * TEXT], cost[24];
        seat_text(r, d->seat, name);
        action_text(r, d->ply, d->seat, d->played, lang, played);
        action_text(r, d->ply, d->seat, d->better, lang, better);
        casata_ui_say(
            lang, "ui.report.costly_line", 5,
            (struct casata_text[]){
                {NULL, d->ply + 1}, {name, 0}, {points(cost, -d->cost), 0}, {played, 0}, {better, 0}},
            line, sizeof line);
        svg_text(out, LEFT, TOP + HEIGHT + 84 + 20 * i, "", line);
        fprintf(out, "<path d=\"M%.1f %dv%d\" stroke=\"%s\" stroke-dasharray=\"2 3\"/>\n", x_of(r, d->ply),
                TOP, HEIGHT, hue[d->seat]);
    }
}

void report_svg(FILE *out, const struct report *r, int lang) {
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"%d\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        TOP + HEIGHT + 100 + 20 * SHOWN);
    svg_text(out, LEFT, 28, "font-size=\"16\"", r->match->game.rules->name);
    for (int p = 0; p <= 4; p++) {
        char text[16];
        double y = TOP + HEIGHT * (1 - p / 4.0);
        snprintf(text, sizeof text, "%d%%", 25 * p);
        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH);
        svg_text(out, LEFT - 8, y + 4, "text-anchor=\"end\"", text);
    }
    for (int s = 0; s < r->match->seats; s++) {
        char name[40], more[64];
        seat_text(r, s, name);
        fprintf(out, "<path fill=\"none\" stroke-width=\"2\" stroke=\"%s\" d=\"", hue[s]);
        for (int i = 0; i < r->n_points; i++)
            fprintf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(r, r->point[i].ply),
                    TOP + HEIGHT * (1 - r->point[i].win[s] / 10000.0));
        fputs("\"/>\n", out);
        snprintf(more, sizeof more, "fill=\"%s\"", hue[s]);
        svg_text(out, LEFT + 130 * s, TOP + HEIGHT + 28, more, name);
    }
    svg_costly(out, r, lang);
    fputs("</svg>\n", out);
}
