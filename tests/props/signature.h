/* signature.h: one number over many seeded games. If it stays, the rules did not change; if two builds agree,
 * they play the same game. Also the common measure of speed. */
#ifndef TESTS_SIGNATURE_H
#define TESTS_SIGNATURE_H

#include "casata/rules.h"

/* Hash over `games` seeded random games of every registered game, for each seat count and
 * combination of options: every legal list, every action and the state after it. */
uint64_t signature(uint32_t games);
/* Plays `games` random games of the first registered game, seat counts in turn;
 * returns the number of decisions, chance included. */
uint32_t speed_run(uint32_t games, uint32_t seed);

#endif
