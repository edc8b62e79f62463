/* train_play.h: self-play games for training. Knows no game. */
#ifndef CASATA_LAB_TRAIN_PLAY_H
#define CASATA_LAB_TRAIN_PLAY_H

#include "casata/match.h"
#include "lab/train.h"

enum { TRAIN_POSITIONS = 1200 /* most per game */ };

extern const struct casata_skill train_player; /* the player, but for time and noise */

/* Plays a game of self-play with some random decisions; net NULL: the hand-written evaluation. the caller
 * frees `m`, unless the result is false: out of memory. */
bool train_play(const struct casata_game *g, int seats, const struct casata_net *net,
                const struct casata_skill *skill, uint64_t seed, struct casata_mind *mind,
                struct casata_match *m);
/* Reads the positions at the ends of turns, as a search evaluates them, into `game` (room for TRAIN_POSITIONS). */
void train_read(const struct trainer *t, const struct casata_match *m, struct train_game *game);

#endif
