/* report.h: a match looked back on: how it went, what decisions cost, what chance gave. Knows no game by name. */
#ifndef CASATA_LAB_REPORT_H
#define CASATA_LAB_REPORT_H

#include "casata/match.h"

#include <stdio.h>

struct report_point {                 /* at the end of a turn */
    int ply;                          /* entries of the log before it */
    int32_t win[CASATA_MAX_SEATS];    /* chance to win, 1/10000 */
    int32_t margin[CASATA_MAX_SEATS]; /* against the others, 1/100 points */
};
struct report_decision {
    int ply;
    int seat;
    casata_action played;
    struct casata_verdict verdict;
};
struct report_draw { /* an outcome of chance */
    int ply;
    casata_action action;
    int32_t luck[CASATA_MAX_SEATS]; /* 1/100 points */
};
struct report {
    const struct casata_match *match;
    uint32_t think; /* microseconds for a decision */
    bool over;
    int n_points, n_decisions, n_draws;
    struct report_point *point;
    struct report_decision *decision; /* those with a choice, in the order of the log */
    struct report_draw *draw;
    int64_t cost[CASATA_MAX_SEATS], luck[CASATA_MAX_SEATS]; /* sums */
    int choices[CASATA_MAX_SEATS],
        best[CASATA_MAX_SEATS]; /* decisions with a choice; those that were the best */
};

/* Looks back on the whole match, thinking about each decision for so many microseconds; false: out of memory. */
bool report_make(struct report *r, const struct casata_match *m, uint32_t think);
void report_free(struct report *r);
/* Indices of the decisions that cost most, most first; returns how many, at most `most`. */
int report_costliest(const struct report *r, int *index, int most);
/* Indices of the outcomes that moved most for anybody, most first. */
int report_luckiest(const struct report *r, int *index, int most);

void report_text(FILE *out, const struct report *r, int lang);
void report_json(FILE *out, const struct report *r, int lang);
void report_svg(FILE *out, const struct report *r, int lang);

/* --- what the three share (report_words.c) --- */
enum { REPORT_TEXT = 1000, REPORT_SHOWN = 6 /* decisions and draws for people */ };
void report_title(const struct report *r, int lang, char out[REPORT_TEXT]);
/* Name of a seat, its letter if it has none. */
void report_seat(const struct report *r, int seat, char out[40]);
/* An action as its seat read it, at the position where it was due. */
void report_action(const struct report *r, int ply, int seat, casata_action a, int lang,
                   char out[REPORT_TEXT]);
/* Whole lines about a costly decision and about an outcome of chance. */
void report_costly(const struct report *r, const struct report_decision *d, int lang, char out[REPORT_TEXT]);
void report_lucky(const struct report *r, const struct report_draw *d, int lang, char out[REPORT_TEXT]);
/* What the curve shows: the chance to win, in percent; of a single seat the points that it can expect. */
double report_height(const struct report *r, int point, int seat);
const char *report_curve(const struct report *r, int lang); /* its title */
/* The figures of a seat: points, chance to win, best decisions, points given away, luck. */
enum { REPORT_FIGURES = 5 };
void report_figures(const struct report *r, int seat, int lang, char figure[REPORT_FIGURES][40]);
const char *report_figure_name(int figure, int lang);

#endif
