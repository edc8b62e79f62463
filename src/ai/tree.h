/* tree.h: the search tree of a mind (tree.c tells how it grows). */
#ifndef CASATA_AI_TREE_H
#define CASATA_AI_TREE_H

#include "ai/ai_int.h"

enum {
    WIDE = 24,   /* chance with more outcomes than that: they are not told apart */
    DEPTH = 160, /* decisions on a way */
    CHANCE_NODE = CASATA_CHANCE,
};

/* Index 0 is none. */
struct edge {
    casata_action action;
    float prior; /* how promising at first sight; the edges of a node add up to about 1 */
    float first; /* what it looked worth at first sight, 1/100 points */
    float sum;   /* of what it brought to the seat that decides */
    uint32_t visits;
    uint32_t child; /* node */
    uint32_t next;  /* edge, ascending by action */
};
struct node {
    uint32_t edges; /* first */
    uint8_t seat;   /* who decides; CHANCE_NODE */
    bool wide;      /* chance: all outcomes lead on alike, by one edge with action 0 */
};
struct step {
    uint32_t edge;
    uint8_t seat;
};
struct tree {
    struct casata_game game;
    struct casata_skill skill;
    struct casata_rng rng;
    const struct casata_net *net;
    casata_action forced; /* the first decision of a way; 0: as it is chosen */
    int seat;
    uint32_t root, walks, looks;
    uint32_t end_looks;           /* what the judgement at the end of a way takes, in looks */
    uint32_t kept;                /* of the walks, those that were made for decisions before */
    float base[CASATA_MAX_SEATS]; /* what each seat was ahead at the beginning: utilities count from it */
    uint32_t n_nodes, cap_nodes, n_edges, cap_edges;
    struct node *node;
    struct edge *edge;
    int n_options; /* of the decision that is asked for, ascending, with what the ways through each came to */
    casata_action option[CASATA_MAX_CHOICES];
    uint32_t ways[CASATA_MAX_CHOICES];
    float margin[CASATA_MAX_CHOICES]; /* sum, 1/100 points */
    struct step path[DEPTH];
    int depth;
    ai_state view;
};

struct tree *tree_on(void *memory, size_t bytes);
/* Goes on to the next decision of the seat: what is below `decided` is kept if the state is what it led to. */
void tree_follow(struct tree *t, const struct casata_game *g, const void *state, int seat,
                 casata_action decided);
/* Begins to grow for a decision, from what was kept or from nothing. */
void tree_begin(struct tree *t, const struct casata_game *g, const struct casata_net *net, const void *state,
                int seat, const struct casata_skill *skill,
                uint64_t seed); /* net: NULL: the evaluation by hand */
/* Gives the options of the decision what a look at the whole turn made of them, instead of their first sight. */
void tree_prime(struct tree *t, const struct casata_advice *advice);
void tree_walk(struct tree *t);            /* one way into the future */
uint32_t tree_walks(const struct tree *t); /* ways that began at this decision, kept ones included */
uint32_t tree_looks(const struct tree *t); /* how much was looked at for this decision */
/* Would looking on, up to so many looks in all, hardly change what is best? Looks only from time to time, after the same
 * ways whatever the portions. */
bool tree_is_clear(const struct tree *t, uint32_t goal);
void tree_advice(const struct tree *t, struct casata_advice *advice);
/* First sight of an action: the evaluation of the seat after it, in 1/100 points. */
float tree_sight(struct tree *t, const void *state, int seat, casata_action a);
/* hint.c: the first options of the advice with their reasons; returns how many. */
int tree_hints(struct tree *t, const struct casata_advice *advice, struct casata_hint hint[CASATA_HINTS]);
/* hint.c: reasons for the action of a hint: what it brings by the end of the turn that another one does not;
 * none where it pays only later. */
void tree_reasons(struct tree *t, casata_action than, struct casata_hint *hint);
/* Looks at an option until so many ways went through it. */
void tree_try(struct tree *t, casata_action a, uint32_t ways);
int32_t tree_margin(const struct tree *t, casata_action a); /* mean over the ways through an option */
void tree_merge(struct tree *t, const struct tree *other);

#endif
