/* review.h: a match in retrospect: its course, the cost of decisions, luck. It thinks in portions, like a
 * mind, and depends on the match and the thinking time but not on the machine. Knows no game by name. */
#ifndef CASATA_REVIEW_H
#define CASATA_REVIEW_H

#include "casata/match.h"

struct casata_review_point {          /* at the beginning of a turn, and at the end */
    int ply;                          /* entries of the log before it */
    int32_t win[CASATA_MAX_SEATS];    /* chance to win, 1/10000 */
    int32_t margin[CASATA_MAX_SEATS]; /* against the others, 1/100 points */
};
struct casata_review_decision {
    int ply;
    int seat;
    casata_action played;
    struct casata_verdict verdict;
};
struct casata_review_draw { /* an outcome of chance */
    int ply;
    casata_action action;
    int32_t luck[CASATA_MAX_SEATS]; /* 1/100 points */
};
struct casata_review {
    const struct casata_match *match;
    uint32_t think; /* microseconds for a decision */
    bool over;
    int n_points, n_decisions, n_draws;
    struct casata_review_point *point;
    struct casata_review_decision *decision; /* those with a choice, in the order of the log */
    struct casata_review_draw *draw;
    int64_t cost[CASATA_MAX_SEATS], luck[CASATA_MAX_SEATS]; /* sums */
    int choices[CASATA_MAX_SEATS], best[CASATA_MAX_SEATS]; /* decisions with a choice; best ones among them */
    int ply;                                               /* entries reviewed */
    struct casata_review_work *work;
};

/* Begins: each decision gets the given microseconds of thought, by this mind and net (NULL: the hand-written
 * evaluation), which nobody else uses during the call. The match must not change. false: out of memory. */
bool casata_review_open(struct casata_review *r, const struct casata_match *m, uint32_t think,
                        struct casata_mind *mind, const struct casata_net *net);
/* Goes on, at most n paths into the future or one entry of the log. false: that was all. */
bool casata_review_run(struct casata_review *r, uint32_t paths);
void casata_review_free(struct casata_review *r);
/* Indices of the decisions that cost most, most first; returns how many, at most `most`. */
int casata_review_costliest(const struct casata_review *r, int *index, int most);
/* Indices of the outcomes with the most luck for any seat, most first. */
int casata_review_luckiest(const struct casata_review *r, int *index, int most);
/* Choices in the words of the scene, outcomes of chance in the words of the log. */
struct casata_scene;
struct casata_msg casata_review_msg(const struct casata_review *r, int ply, int seat, casata_action a,
                                    struct casata_scene *scene);

#endif
