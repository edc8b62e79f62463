/* train_school.h: training round by round: its games and the net it writes. Knows no game. */
#ifndef CASATA_LAB_TRAIN_SCHOOL_H
#define CASATA_LAB_TRAIN_SCHOOL_H

#include "lab/train.h"

enum {
    SCHOOL_ROUND = 32,                /* games with the same net */
    SCHOOL_SCALED = 2 * SCHOOL_ROUND, /* games before the first net: they set the scale of its inputs */
    SCHOOL_KEPT = 25 * SCHOOL_ROUND,  /* games in the ring */
};

struct school {
    struct trainer t;
    struct train_game next[SCHOOL_ROUND]; /* room for the longest games */
    struct train_game game[SCHOOL_KEPT];  /* a ring, cut to size */
    uint32_t played;                      /* games put into the ring so far */
    char path[3][4096];                   /* net, training, curve */
    double first_rate;                    /* initial learning rate */
};

extern const char school_no_memory[];

/* Allocates the games and derives the paths from that of the net; NULL, or the error. */
const char *school_open(struct school *s, const char *out);
void school_close(struct school *s);
/* Loads the training saved next to the net; NULL, or the error. */
const char *school_resume(struct school *s);
/* Puts a game of an earlier round into the ring; false: out of memory. */
bool school_remember(struct school *s, const struct train_game *game);
/* Learns from the round of games in `next` and writes the net, the training and the curve. `goal`: total games.
 * NULL, or the error. */
const char *school_learn(struct school *s, uint64_t goal, double seconds);

#endif
