/* rng.c: xoshiro256** seeded by splitmix64, and the 64-bit hash of bytes. Knows no game. */
#include "casata/game.h"

#include <string.h>

static uint64_t mix64(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void casata_rng_seed(struct casata_rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) rng->s[i] = mix64(seed += UINT64_C(0x9e3779b97f4a7c15));
}

/* Two lanes keep the multiplier busy; bytes are read little-endian, as on every platform we build for. */
uint64_t casata_hash_bytes(const void *bytes, size_t n, uint64_t seed) {
    const unsigned char *p = bytes;
    uint64_t a = seed ^ UINT64_C(0x2545f4914f6cdd1d), b = (uint64_t)n * UINT64_C(0x9e3779b97f4a7c15), x, y;
    for (; n >= 16; n -= 16, p += 16) {
        memcpy(&x, p, 8);
        memcpy(&y, p + 8, 8);
        a = (a ^ x) * UINT64_C(0xff51afd7ed558ccd);
        b = (b ^ y) * UINT64_C(0xc4ceb9fe1a85ec53);
        a ^= a >> 32;
        b ^= b >> 29;
    }
    if (n) {
        unsigned char tail[16] = {0};
        memcpy(tail, p, n);
        memcpy(&x, tail, 8);
        memcpy(&y, tail + 8, 8);
        a = (a ^ x) * UINT64_C(0xff51afd7ed558ccd);
        b = (b ^ y) * UINT64_C(0xc4ceb9fe1a85ec53);
    }
    return mix64(a ^ mix64(b));
}
