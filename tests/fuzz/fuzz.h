/* fuzz.h: what the fuzz targets share: which games there are, and the end of a run that found a fault. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "casata/rules.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* The registered games in turn. */
static inline struct casata_game fuzz_game(unsigned pick) {
    unsigned n = 0;
    while (casata_all_rules[n]) n++;
    const struct casata_rules *rules = casata_all_rules[pick % n];
    return casata_edition(rules, rules->data);
}

static inline void fuzz_require(bool holds, const char *what, const char *detail) {
    if (holds) return;
    fprintf(stderr, "%s: %s\n", what, detail ? detail : "");
    abort();
}

static inline void fuzz_check(const struct casata_game *g, const void *state) {
    const char *broken = casata_check(g, state);
    fuzz_require(!broken, "broken invariant", broken);
}

#endif
