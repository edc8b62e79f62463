/* test_rng.c: random numbers and hashes against known answers, so that no compiler or platform differs. */
#include "casata/game.h"
#include "harness.h"

/* The reference generator with the state 1, 2, 3, 4. */
static void reference(void) {
    static const uint64_t want[] = {11520u,
                                    0u,
                                    1509978240u,
                                    1215971899390074240u,
                                    1216172134540287360u,
                                    607988272756665600u,
                                    16172922978634559625u,
                                    8476171486693032832u,
                                    10595114339597558777u,
                                    2904607092377533576u};
    struct casata_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) CHECK_HEX(casata_rng_next(&rng), want[i]);
}

/* splitmix64 from seed 0: its published first outputs. */
static void seeding(void) {
    struct casata_rng rng;
    casata_rng_seed(&rng, 0);
    CHECK_HEX(rng.s[0], UINT64_C(0xe220a8397b1dcdaf));
    CHECK_HEX(rng.s[1], UINT64_C(0x6e789e6aa1b965f4));
    CHECK_HEX(rng.s[2], UINT64_C(0x06c45d188009454f));
    CHECK_HEX(rng.s[3], UINT64_C(0xf88bb8a8724c81ec));
}

static void below(void) {
    struct casata_rng rng;
    int seen[7] = {0};
    casata_rng_seed(&rng, 5);
    for (int i = 0; i < 70000; i++) {
        uint32_t x = casata_rng_below(&rng, 7);
        if (!CHECK(x < 7)) return;
        seen[x]++;
    }
    for (int i = 0; i < 7; i++) CHECK(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 100; i++) CHECK_INT(casata_rng_below(&rng, 1), 0);
}

static void hash_lengths(void) {
    unsigned char bytes[64] = {0};
    uint64_t seen[65];
    for (size_t n = 0; n <= 64; n++) { /* zeros of different lengths differ */
        seen[n] = casata_hash_bytes(bytes, n, 0);
        for (size_t k = 0; k < n; k++) CHECK(seen[k] != seen[n]);
    }
}

static void hash_bits(void) {
    unsigned char bytes[45] = {0};
    const uint64_t base = casata_hash_bytes(bytes, sizeof bytes, 0);
    for (unsigned bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        uint64_t change = casata_hash_bytes(bytes, sizeof bytes, 0) ^ base;
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        int flipped = 0;
        for (; change; change &= change - 1) flipped++;
        CHECK(flipped >= 12 && flipped <= 52);
    }
    CHECK(casata_hash_bytes(bytes, sizeof bytes, 1) != base);
}

static void hash_alignment(void) {
    unsigned char bytes[80];
    for (int at = 0; at < 16; at++) {
        for (int i = 0; i < 60; i++) bytes[at + i] = (unsigned char)(i * 7);
        CHECK_HEX(casata_hash_bytes(bytes + at, 60, 3), UINT64_C(0x5a34f5b73a889e1e));
    }
}

static const struct test tests[] = {
    {"rng: reference sequence", reference},     {"rng: seeding", seeding},
    {"rng: below is in range and even", below}, {"hash: length counts", hash_lengths},
    {"hash: every bit counts", hash_bits},      {"hash: known answer at any address", hash_alignment},
};
TEST_SUITE(rng, tests);
