/* train.h: training a network: floating-point weights, Adam steps, and its quantized form. Knows no
 * game. */
#ifndef CASATA_LAB_TRAIN_H
#define CASATA_LAB_TRAIN_H

#include "ai/net.h"

#include <stdio.h>

/* Positions of one game, each at the end of a turn, as every seat sees it. */
struct train_game {
    int n;                                                 /* positions */
    int16_t *in;                                           /* [n][seats][inputs] */
    int32_t *margin;                                       /* [n][seats] by the evaluation, 1/100 points */
    float result[CASATA_MAX_SEATS], won[CASATA_MAX_SEATS]; /* final margin in 1/100 points; part of the win */
};
struct train_error { /* of predictions, summed over positions and seats */
    double positions, win, margin,
        hand; /* cross entropy; distance of the margin, of the evaluation's margin */
};

struct trainer {
    struct casata_game game;
    int seats, inputs, hidden, n_weights;
    uint64_t seed;
    uint32_t games; /* trained on */
    uint32_t steps; /* of Adam */
    float rate, lambda;
    float spread;                              /* deviation of the final margin, 1/100 points */
    bool scaled;                               /* mean and deviation are known */
    float *mean, *deviation;                   /* [inputs] */
    float *weight, *gradient, *first, *second; /* [n_weights]: hidden, bias, out, direct, out_bias, gain */
};

bool trainer_open(struct trainer *t, const struct casata_game *g, int seats, int hidden, uint64_t seed);
void trainer_close(struct trainer *t);
/* Starts from the weights of a net for the same game and seats, with as many hidden units as the trainer. */
void trainer_from(struct trainer *t, const struct casata_net *net);
/* Sets the scale of the inputs from played games; required before learning. */
void trainer_scale(struct trainer *t, const struct train_game *game, int n);
/* The net's error on a game it was not trained on. */
void trainer_test(const struct trainer *t, const struct train_game *game, struct train_error *e);
/* Adds a game (TD(lambda)) to the gradient; positions are counted in *n. */
void trainer_learn(struct trainer *t, const struct train_game *game, int *n);
void trainer_step(struct trainer *t, int positions);
/* The quantized net: malloc'ed, *size bytes; NULL: out of memory. */
void *trainer_net(const struct trainer *t, size_t *size);
/* Everything needed to resume later. */
bool trainer_save(const struct trainer *t, FILE *out);
const char *trainer_load(struct trainer *t, FILE *in); /* into an open trainer; NULL, or an error message */

#endif
