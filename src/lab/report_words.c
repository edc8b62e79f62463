/* report_words.c: the texts of a review of a match, for every output format (report.h). Knows no game by
 * name. */
#include "lab/report.h"

#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"

#include <stdlib.h>
#include <string.h>

static void number(char out[40], int64_t hundredths, bool sign) {
    int64_t tenths = (llabs(hundredths) + 5) / 10;
    snprintf(out, 40, "%s%lld.%lld",
             hundredths < 0 && tenths ? "−"
             : sign                   ? "+"
                                      : "",
             (long long)tenths / 10, (long long)tenths % 10);
}

void report_title(const struct casata_review *r, int lang, char out[REPORT_TEXT]) {
    const struct casata_match *m = r->match;
    casata_ui_say(lang, r->over ? "ui.report.title" : "ui.report.title_running", 3,
                  (struct casata_text[]){{m->game.rules->name, 0}, {NULL, m->seats}, {NULL, m->n_log}}, out,
                  REPORT_TEXT);
}

void report_seat(const struct casata_review *r, int seat, char out[REPORT_NAME]) {
    const char *name = r->match->seat[seat].name;
    if (name[0])
        snprintf(out, REPORT_NAME, "%s", name);
    else
        snprintf(out, REPORT_NAME, "%c", 'A' + seat);
}

void report_action(const struct casata_review *r, int ply, int seat, casata_action a, int lang,
                   char out[REPORT_TEXT]) {
    const struct casata_match *m = r->match;
    struct casata_scene *scene = calloc(1, sizeof *scene);
    struct casata_msg msg =
        scene ? casata_review_msg(r, ply, seat, a, scene) : casata_action_msg(m->game.rules, a);
    const char *name[CASATA_MAX_SEATS] = {0};
    for (int i = 0; i < m->seats; i++) name[i] = m->seat[i].name[0] ? m->seat[i].name : NULL;
    casata_say(lang, m->game.rules, &msg, name, out, REPORT_TEXT);
    free(scene);
}

void report_costly(const struct casata_review *r, const struct casata_review_decision *d, int lang,
                   char out[REPORT_TEXT]) {
    char name[REPORT_NAME], cost[40], played[REPORT_TEXT], better[REPORT_TEXT], why[REPORT_TEXT];
    report_seat(r, d->seat, name);
    number(cost, -d->verdict.cost, true);
    static const char *const mark[CASATA_GRADE_COUNT] = {"", " ?", " ??"}; /* ORDER grade, as in chess */
    strncat(cost, mark[casata_grade(r->match->game.rules, d->verdict.cost)], sizeof cost - strlen(cost) - 1);
    report_action(r, d->ply, d->seat, d->played, lang, played);
    report_action(r, d->ply, d->seat, d->verdict.better.action, lang, better);
    size_t reasons = casata_hint_text(lang, r->match->game.rules, &d->verdict.better, why, sizeof why);
    casata_ui_say(
        lang, reasons ? "ui.report.costly_why" : "ui.report.costly_later", 6,
        (struct casata_text[]){{NULL, d->ply + 1}, {name, 0}, {cost, 0}, {played, 0}, {better, 0}, {why, 0}},
        out, REPORT_TEXT);
}

void report_lucky(const struct casata_review *r, const struct casata_review_draw *d, int lang,
                  char out[REPORT_TEXT]) {
    char drawn[REPORT_TEXT], all[CASATA_MAX_SEATS * 90];
    size_t used = 0;
    report_action(r, d->ply, CASATA_CHANCE, d->action, lang, drawn);
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME], luck[40];
        report_seat(r, s, name);
        number(luck, d->luck[s], true);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s %s", s ? ", " : "", name, luck);
    }
    casata_ui_say(lang, "ui.report.lucky_line", 3,
                  (struct casata_text[]){{NULL, d->ply + 1}, {drawn, 0}, {all, 0}}, out, REPORT_TEXT);
}

double report_height(const struct casata_review *r, int point, int seat) {
    const struct casata_review_point *p = &r->point[point];
    return (r->match->seats > 1 ? p->win : p->margin)[seat] / 100.0;
}

const char *report_curve(const struct casata_review *r, int lang) {
    return casata_ui(lang, r->match->seats > 1 ? "ui.report.curve" : "ui.report.curve_alone");
}

void report_figures(const struct casata_review *r, int seat, int lang, char figure[REPORT_FIGURES][40]) {
    const struct casata_match *m = r->match;
    if (m->seat[seat].resigned)
        snprintf(figure[0], 40, "%s", casata_ui(lang, "ui.report.resigned"));
    else if (casata_out(&m->game, m->state, seat, false))
        snprintf(figure[0], 40, "%s", casata_ui(lang, "ui.report.out"));
    else
        snprintf(figure[0], 40, "%d", (int)casata_score(&m->game, m->state, seat, true));
    if (m->seats > 1)
        snprintf(figure[1], 40, "%.0f%%", report_height(r, r->n_points - 1, seat));
    else
        snprintf(figure[1], 40, "–");
    snprintf(figure[2], 40, "%d / %d", r->best[seat], r->choices[seat]);
    number(figure[3], r->cost[seat], false);
    number(figure[4], r->luck[seat], true);
}

const char *report_figure_name(int figure, int lang) {
    static const char *const id[REPORT_FIGURES] = {"ui.report.points", "ui.report.win", "ui.report.best",
                                                   "ui.report.cost", "ui.report.luck"};
    return casata_ui(lang, id[figure]);
}
