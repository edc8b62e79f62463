/* fuzz_position.c: bytes as position JSON; the first byte picks the game. The second byte asks to take the others as
 * changes (offset, character) to the text of a position in the middle of a game: then it is nearly right. What is
 * accepted must be playable to its end. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static char text[1 << 16];

static size_t changed_position(const struct casata_game *g, const uint8_t *bytes, size_t n) {
    CASATA_STATE_BUFFER(state) = {0};
    struct casata_rng rng;
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_rng_seed(&rng, n);
    casata_init(g, state, g->rules->min_seats, NULL);
    casata_playout(g, state, &rng, n ? bytes[0] * 2u : 0, NULL);
    casata_position_json(g, state, &w);
    fuzz_require(casata_writer_ok(&w), "a position does not fit", g->rules->id);
    for (size_t i = 1; i + 3 <= n; i += 3) text[(bytes[i] << 8 | bytes[i + 1]) % w.len] = (char)bytes[i + 2];
    return w.len;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    CASATA_STATE_BUFFER(state) = {0};
    char err[200] = "";
    struct casata_rng rng;
    if (n < 2 || n > sizeof text) return 0;
    struct casata_game g = fuzz_game(bytes[0]);
    bool changes = bytes[1] & 1;
    n = changes ? changed_position(&g, bytes + 2, n - 2) : n - 2;
    char *exact = malloc(n ? n : 1); /* so that the sanitizer sees one byte too far */
    if (!exact) return 0;
    memcpy(exact, changes ? text : (const char *)bytes + 2, n);
    bool ok = casata_position_read(&g, exact, n, state, err);
    free(exact);
    fuzz_require(ok || err[0], "refused without a word", g.rules->id);
    if (!ok) return 0;
    fuzz_check(&g, state);
    casata_rng_seed(&rng, n);
    fuzz_require(casata_playout(&g, state, &rng, g.rules->max_decisions, NULL), "does not end", g.rules->id);
    return 0;
}
