/* check_coach.h: how often the coach speaks, and whether it warns in time (docs/coach.md). */
#ifndef CASATA_CHECK_COACH_H
#define CASATA_CHECK_COACH_H

#include <stdint.h>

/* Over `games` random games and as many strong ones, for one game (id NULL: all). Returns the exit status; prints
 * "N passed, N failed" at the end. */
int check_coach(const char *command, const char *id, const char *data, int64_t games, int64_t seats,
                int64_t seed);

#endif
