/* check_coach.h: how often the coach speaks, and whether it speaks in time (docs/coach.md). */
#ifndef CASATA_CHECK_COACH_H
#define CASATA_CHECK_COACH_H

#include <stdint.h>

/* Over `games` random games and as many of strong play, of one game (id NULL: of all). The status of the command; prints
 * "N passed, N failed" at the end. */
int check_coach(const char *command, const char *id, const char *data, int64_t games, int64_t seats,
                int64_t seed);

#endif
