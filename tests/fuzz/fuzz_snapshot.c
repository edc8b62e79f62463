/* fuzz_snapshot.c: bytes as a snapshot; the first byte picks the game. Damage is mostly stopped by the
 * checksum, so the second byte asks to repair the header first: then the state itself must be judged. What is
 * accepted must be playable to its end. */
#include "casata/rules.h"
#include "fuzz/fuzz.h"

#include <string.h>

static void play_on(const struct casata_game *g, void *state, uint64_t seed) {
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    fuzz_check(g, state);
    /* A position from outside may stand anywhere in the game, but no game is longer than the bound. */
    fuzz_require(casata_playout(g, state, &rng, g->rules->max_decisions, NULL), "does not end", g->rules->id);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    uint8_t repaired[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    CASATA_STATE_BUFFER(state) = {0};
    if (n < 2) return 0;
    struct casata_game g = fuzz_game(bytes[0]);
    bool repair = bytes[1] & 1;
    bytes += 2;
    n -= 2;
    if (repair) { /* the bytes are changes (offset, value) to a state in the middle of a game */
        struct casata_rng rng;
        casata_rng_seed(&rng, n);
        casata_init(&g, state,
                    g.rules->min_seats + (int)(n % (size_t)(g.rules->max_seats - g.rules->min_seats + 1)),
                    NULL);
        casata_playout(&g, state, &rng, n ? bytes[0] * 2u : 0, NULL);
        for (size_t i = 1; i + 3 <= n; i += 3)
            ((uint8_t *)state)[(bytes[i] << 8 | bytes[i + 1]) % g.rules->state_size] = bytes[i + 2];
        n = casata_snapshot_write(&g, state, repaired);
        bytes = repaired;
    }
    bool view = casata_snapshot_view(&g, bytes, n, state) == NULL;
    if (casata_snapshot_read(&g, bytes, n, state) != NULL) return 0;
    fuzz_require(view, "a state is no view", g.rules->id);
    play_on(&g, state, n);
    return 0;
}
