/* snapshot.c: a state as bytes after a header that identifies it. Rejects anything it cannot trust.
 *
 *   0 "CASATA1\n"   8 game id, 0-padded (12)   20 rules version (u16)   22 state size (u16)
 *  24 edition (u64)   32 checksum of header and state (u64)   40 the state
 */
#include "casata/rules.h"

#include <string.h>

static const char magic[] = "CASATA1\n"; /* 8 bytes; its 0 is not part of it */

static uint64_t checksum(const uint8_t *bytes, size_t n) {
    return casata_hash_bytes(bytes + CASATA_SNAPSHOT_HEADER, n - CASATA_SNAPSHOT_HEADER,
                             casata_hash_bytes(bytes, 32, 1));
}

static void write_header(const struct casata_game *g, uint8_t *out) {
    memset(out, 0, CASATA_SNAPSHOT_HEADER);
    memcpy(out, magic, 8);
    memcpy(out + 8, g->rules->id, strlen(g->rules->id));
    memcpy(out + 20, &g->rules->rules_version, 2);
    memcpy(out + 22, &g->rules->state_size, 2);
    memcpy(out + 24, &g->edition, 8);
}

size_t casata_snapshot_write(const struct casata_game *g, const void *state, uint8_t *out) {
    size_t n = (size_t)CASATA_SNAPSHOT_HEADER + g->rules->state_size;
    write_header(g, out);
    memcpy(out + CASATA_SNAPSHOT_HEADER, state, g->rules->state_size);
    uint64_t sum = checksum(out, n);
    memcpy(out + 32, &sum, 8);
    return n;
}

uint64_t casata_snapshot_edition(const uint8_t *bytes, size_t n) {
    uint64_t edition = 0;
    if (n >= CASATA_SNAPSHOT_HEADER) memcpy(&edition, bytes + 24, 8);
    return edition;
}

/* Is this a whole snapshot of this game? */
static const char *check_header(const struct casata_game *g, const uint8_t *bytes, size_t n) {
    uint8_t expected[CASATA_SNAPSHOT_HEADER];
    write_header(g, expected);
    if (n < CASATA_SNAPSHOT_HEADER) return "the snapshot is cut off";
    if (memcmp(bytes, magic, 8) != 0) return "not a snapshot";
    if (memcmp(bytes + 8, expected + 8, 12) != 0) return "a snapshot of another game";
    if (memcmp(bytes + 20, expected + 20, 4) != 0) return "a snapshot of another version of the rules";
    if (memcmp(bytes + 24, expected + 24, 8) != 0) return "a snapshot of another edition of the figures";
    if (n != (size_t)CASATA_SNAPSHOT_HEADER + g->rules->state_size) return "the snapshot has a wrong length";
    uint64_t sum = checksum(bytes, n);
    return memcmp(bytes + 32, &sum, 8) == 0 ? NULL : "the snapshot is damaged";
}

static const char *read_checked(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state,
                                const char *(*check)(const struct casata_game *g, const void *state)) {
    CASATA_STATE_BUFFER(copy);
    const char *wrong = check_header(g, bytes, n);
    if (wrong) return wrong;
    memcpy(copy, bytes + CASATA_SNAPSHOT_HEADER, g->rules->state_size);
    wrong = check(g, copy);
    if (!wrong) memcpy(state, copy, g->rules->state_size);
    return wrong;
}

const char *casata_snapshot_read(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state) {
    return read_checked(g, bytes, n, state, casata_check);
}

const char *casata_snapshot_view(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state) {
    return read_checked(g, bytes, n, state, casata_check_view);
}
