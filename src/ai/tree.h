/* tree.h: the search tree of a mind: information-set MCTS (tree.c). */
#ifndef CASATA_AI_TREE_H
#define CASATA_AI_TREE_H

#include "ai/ai_int.h"

enum {
    MANY_OUTCOMES = 24, /* with more outcomes, chance gets one edge for all */
    MAX_DEPTH = 160,    /* decisions on a path */
    CHANCE_NODE = CASATA_CHANCE,
};

/* Index 0 is none. */
struct edge {
    casata_action action;
    float prior;        /* those of a node add up to about 1 */
    float static_value; /* the evaluation right after it, 1/100 points */
    float sum;          /* of the utilities for the seat that decides */
    uint32_t visits;
    uint32_t child; /* node */
    uint32_t next;  /* edge, ascending by action */
};
struct node {
    uint32_t edges; /* first */
    uint8_t seat;   /* who decides; CHANCE_NODE */
    bool wide;      /* chance with MANY_OUTCOMES: one edge with action 0 stands for all */
};
struct tree_step {
    uint32_t edge;
    uint8_t seat;
};
struct tree {
    struct casata_game game;
    struct casata_skill skill;
    struct casata_rng rng;
    const struct casata_net *net;
    casata_action forced; /* the first decision of a path; 0: as selected */
    int seat;
    uint32_t root, iterations, evals;
    uint32_t leaf_evals;          /* cost of judging a leaf, in evaluations of one seat */
    uint32_t kept;                /* iterations kept from earlier decisions */
    float base[CASATA_MAX_SEATS]; /* margin of each seat at the root: utilities are relative to it */
    uint32_t n_nodes, cap_nodes, n_edges, cap_edges;
    struct node *node;
    struct edge *edge;
    int n_options; /* of the root decision, ascending, with the statistics of each */
    casata_action option[CASATA_MAX_CHOICES];
    uint32_t root_visits[CASATA_MAX_CHOICES];
    float root_margin[CASATA_MAX_CHOICES]; /* sum, 1/100 points */
    struct tree_step path[MAX_DEPTH];
    int depth;
    ai_state view;
};

struct tree *tree_on(void *memory, size_t bytes);
/* Moves on to the next decision of the seat: the subtree of `decided` is kept if the state follows from it. */
void tree_follow(struct tree *t, const struct casata_game *g, const void *state, int seat,
                 casata_action decided);
/* Begins the search for a decision, with the kept subtree or an empty tree. */
void tree_begin(struct tree *t, const struct casata_game *g, const struct casata_net *net, const void *state,
                int seat, const struct casata_skill *skill,
                uint64_t seed); /* net NULL: the hand-written evaluation */
/* Takes the values of the options from an advice on the whole turn instead of their static values. */
void tree_prime(struct tree *t, const struct casata_advice *advice);
void tree_iterate(struct tree *t);              /* selects a path, expands, judges the leaf, backs up */
uint32_t tree_iterations(const struct tree *t); /* through the root, kept ones included */
uint32_t tree_evals(const struct tree *t);      /* cost of this decision so far */
/* Early stop: would searching on, up to `goal` evaluations, hardly change the best option? Tested at fixed iterations, so
 * that portions make no difference. */
bool tree_is_clear(const struct tree *t, uint32_t goal);
void tree_advice(const struct tree *t, struct casata_advice *advice);
/* Static value of an action: the evaluation of the seat right after it, in 1/100 points. */
float tree_static_eval(struct tree *t, const void *state, int seat, casata_action a);
/* hint.c: the first options of the advice with their reasons; returns how many. */
int tree_hints(struct tree *t, const struct casata_advice *advice, struct casata_hint hint[CASATA_HINTS]);
/* hint.c: reasons for the action of a hint: its gains over another one by the end of the turn; none if it pays only
 * later. */
void tree_reasons(struct tree *t, casata_action than, struct casata_hint *hint);
/* Searches until an option has this many visits. */
void tree_try(struct tree *t, casata_action a, uint32_t visits);
int32_t tree_margin(const struct tree *t, casata_action a); /* mean over the visits of an option */
/* The visited options with their visits and mean margins; what another tree has of them is added. */
void tree_tally(const struct tree *t, struct casata_advice *tally);
void tree_add(struct tree *t, const struct casata_advice *tally);

#endif
