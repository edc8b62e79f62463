/* train_play.h: the games that a training learns from. Knows no game. */
#ifndef CASATA_LAB_TRAIN_PLAY_H
#define CASATA_LAB_TRAIN_PLAY_H

#include "casata/match.h"
#include "lab/train.h"

enum { TRAIN_POSITIONS = 1200 /* most of a game */ };

extern const struct casata_skill train_player; /* who plays them, but for time and noise */

/* Plays a game of bots against themselves, some decisions at random; net NULL: the hand-written evaluation. `m` is to be freed
 * by the caller, unless the result is false: out of memory. */
bool train_play(const struct casata_game *g, int seats, const struct casata_net *net,
                const struct casata_skill *skill, uint64_t seed, struct casata_mind *mind,
                struct casata_match *m);
/* Reads the positions at the ends of turns, as a search judges them, into `game`, which has room for TRAIN_POSITIONS. */
void train_read(const struct trainer *t, const struct casata_match *m, struct train_game *game);

#endif
