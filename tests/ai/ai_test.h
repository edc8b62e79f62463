/* ai_test.h: what the tests of the opponents share: games of bots, and how many of them a build can afford. */
#ifndef TESTS_AI_TEST_H
#define TESTS_AI_TEST_H

#include "casata/ai.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

/* Slow builds play fewer games and are not held to times. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AI_SANITIZED
#endif
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define AI_SANITIZED
#endif
#if defined __OPTIMIZE__ && !defined AI_SANITIZED
enum { AI_SLOW = 1, AI_TIMED = 1 };
#else
enum { AI_SLOW = 12, AI_TIMED = 0 };
#endif

enum { AI_THINK = 2000 };              /* microseconds: no more for the levels that search */
enum {                                 /* players other than the levels */
       AI_RANDOM = CASATA_LEVEL_COUNT, /* any legal action */
       AI_STEADY,                      /* scudiero without slips: the evaluation at its word */
};

struct ai_result {
    int32_t score[CASATA_MAX_SEATS];
    uint8_t rank[CASATA_MAX_SEATS];
    uint64_t path;      /* hash over all decisions */
    int32_t longest_us; /* processor time of the longest decision of a bot */
};

/* Lowest seat that has to decide, CASATA_CHANCE, -1: over. */
int ai_to_act(const struct casata_game *g, const void *state);
struct casata_game ai_signorie(void);
/* The shortest game that hides something. */
struct casata_game ai_hiding_game(void);
/* Decision of a level from what its seat may see, by a mind that remembers nothing. */
casata_action ai_decide(const struct casata_game *g, const void *view, int seat, int level, uint64_t seed);
/* Plays a whole game; player: a level or one of the others for each seat. Every decision goes through casata_play. `watch`,
 * if any, sees every state before a decision. */
struct ai_result ai_play(const struct casata_game *g, int seats, const int *player, uint64_t seed,
                         void (*watch)(const struct casata_game *g, const void *state));
/* Share of games between two players that the first wins, in percent, with seats changed after each game. Prints the
 * result; longest: NULL, or where the longest decision goes. */
int ai_duel(const struct casata_game *g, int first, int second, int games, int32_t *longest_us);
/* Index of a feature; a failed check if there is none of that name. */
int ai_feature(const struct casata_game *g, const char *name);

#endif
