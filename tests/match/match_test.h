/* match_test.h: matches of the example game for the tests of the match layer. */
#ifndef TESTS_MATCH_TEST_H
#define TESTS_MATCH_TEST_H

#include "casata/match.h"
#include "casata/rules.h"
#include "harness.h"
#include "example/example.h"

#include <stdio.h>
#include <stdlib.h>

/* A match of three seats with chance drawn until a seat has to decide. */
static inline void new_match(struct casata_match *m, uint64_t seed) {
    struct casata_game g = example_game();
    CHECK(casata_match_new(m, &g, 3, NULL, seed) == NULL);
    casata_match_chance(m, NULL);
}

/* One random decision. */
static inline void play_any(struct casata_match *m) {
    casata_action out[CASATA_MAX_CHOICES];
    int seat = casata_match_to_act(m);
    int n = casata_legal(&m->game, m->state, seat, out);
    if (CHECK(n > 0))
        CHECK(casata_match_play(m, seat, out[casata_rng_below(&m->rng, (uint32_t)n)], NULL) == NULL);
}

static inline void play_to_end(struct casata_match *m) {
    while (casata_match_to_act(m) >= 0) play_any(m);
}

/* The text with the first `old` replaced; malloc'ed. */
static inline char *replaced(const char *text, const char *old, const char *new) {
    const char *at = strstr(text, old);
    if (!at) {
        test_fail(__FILE__, __LINE__, old);
        return strdup(text);
    }
    char *out = malloc(strlen(text) + strlen(new) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return out;
}

#endif
