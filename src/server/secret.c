/* secret.c: ids, tokens and chance from libsodium (secret.h). Knows no table. */
#include "server/secret.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

bool secret_start(void) { return sodium_init() >= 0; }

void secret_bytes(void *out, size_t n) { randombytes_buf(out, n); }

uint64_t secret_below(uint64_t n) {
    uint64_t x,
        limit = UINT64_MAX - UINT64_MAX % n; /* a whole number of n's: the rest would favour the low */
    do secret_bytes(&x, sizeof x);
    while (x >= limit);
    return x % n;
}

void secret_id(struct store_id *id) {
    enum { HYPHEN = 62 }; /* in base64; a command would take an id that begins with it for an option */
    do secret_bytes(id->b, sizeof id->b);
    while (id->b[0] >> 2 == HYPHEN);
}

void secret_id_text(const struct store_id *id, char text[SECRET_ID_TEXT]) {
    sodium_bin2base64(text, SECRET_ID_TEXT, id->b, sizeof id->b, BASE64);
}

bool secret_id_parse(const char *text, struct store_id *id) {
    size_t n;
    return strlen(text) == SECRET_ID_TEXT - 1 &&
           sodium_base642bin(id->b, sizeof id->b, text, SECRET_ID_TEXT - 1, NULL, &n, NULL, BASE64) == 0 &&
           n == sizeof id->b;
}

bool secret_id_none(const struct store_id *id) { return sodium_is_zero(id->b, sizeof id->b); }

void secret_code(char text[SECRET_CODE_TEXT], struct store_key *hash) {
    uint8_t bytes[16];
    secret_bytes(bytes, sizeof bytes);
    sodium_bin2base64(text, SECRET_CODE_TEXT, bytes, sizeof bytes, BASE64);
    secret_hash(text, hash);
}

void secret_token(char text[SECRET_TOKEN_TEXT], struct store_key *hash) {
    uint8_t bytes[32];
    secret_bytes(bytes, sizeof bytes);
    sodium_bin2base64(text, SECRET_TOKEN_TEXT, bytes, sizeof bytes, BASE64);
    secret_hash(text, hash);
}

/* A plain hash is enough: the input has at least 128 random bits. */
void secret_hash(const char *text, struct store_key *hash) {
    crypto_generichash(hash->b, sizeof hash->b, (const unsigned char *)text, strlen(text), NULL, 0);
}

void secret_hash_under(const char *text, const struct store_key *owner, struct store_key *hash) {
    crypto_generichash(hash->b, sizeof hash->b, (const unsigned char *)text, strlen(text), owner->b,
                       sizeof owner->b);
}

void secret_code_under(char text[SECRET_CODE_TEXT], const struct store_key *owner, struct store_key *hash) {
    secret_code(text, hash);
    secret_hash_under(text, owner, hash);
}

/* Each code seals only one token, so its hash under a key of its own is as good as any cipher. */
static void mix(uint8_t bytes[32], const char *code) {
    static const unsigned char key[] = "casata: seat link";
    uint8_t pad[32];
    crypto_generichash(pad, sizeof pad, (const unsigned char *)code, strlen(code), key, sizeof key - 1);
    for (size_t i = 0; i < sizeof pad; i++) bytes[i] ^= pad[i];
}

bool secret_close(const char *token, const char *code, struct store_key *closed) {
    size_t n;
    if (strlen(token) != SECRET_TOKEN_TEXT - 1 ||
        sodium_base642bin(closed->b, sizeof closed->b, token, SECRET_TOKEN_TEXT - 1, NULL, &n, NULL,
                          BASE64) ||
        n != sizeof closed->b)
        return false;
    mix(closed->b, code);
    return true;
}

void secret_open(const struct store_key *closed, const char *code, char token[SECRET_TOKEN_TEXT]) {
    struct store_key open = *closed;
    mix(open.b, code);
    sodium_bin2base64(token, SECRET_TOKEN_TEXT, open.b, sizeof open.b, BASE64);
}

bool secret_equal(const struct store_key *a, const struct store_key *b) {
    return sodium_memcmp(a->b, b->b, sizeof a->b) == 0 && !sodium_is_zero(a->b, sizeof a->b);
}

casata_action secret_chance(const struct casata_game *g, const void *state) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    uint64_t sum = 0;
    int n = casata_outcomes(g, state, out);
    assert(n > 0);
    for (int i = 0; i < n; i++) sum += out[i].weight;
    uint64_t at = secret_below(sum);
    int i = 0;
    while (at >= out[i].weight) at -= out[i++].weight;
    return out[i].action;
}
