/* report.h: a match looked back on: how it went, what decisions cost, what chance gave. Knows no game by name. */
#ifndef CASATA_CLI_REPORT_H
#define CASATA_CLI_REPORT_H

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
    casata_action played, better;
    int32_t cost; /* of margin, 1/100 points */
};
struct report_draw { /* an outcome of chance */
    int ply;
    casata_action action;
    int32_t luck[CASATA_MAX_SEATS]; /* 1/100 points */
};
struct report {
    const struct casata_match *match;
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

#endif
