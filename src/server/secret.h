/* secret.h: everything that must be unguessable: ids, tokens, codes and chance, from the system's cryptographic
 * source. Secrets are known here only by their hash. */
#ifndef CASATA_SERVER_SECRET_H
#define CASATA_SERVER_SECRET_H

#include "casata/game.h"
#include "store/store.h"

enum {
    SECRET_ID_TEXT = 23,    /* 128 bits as letters, digits, '-' and '_', and the 0 */
    SECRET_CODE_TEXT = 23,  /* 128 bits */
    SECRET_TOKEN_TEXT = 44, /* 256 bits */
};

bool secret_start(void); /* call this first; false: there is no source */
void secret_bytes(void *out, size_t n);
uint64_t secret_below(uint64_t n); /* 0..n-1, exactly uniform; n > 0 */

void secret_id(struct store_id *id);
void secret_id_text(const struct store_id *id, char text[SECRET_ID_TEXT]);
bool secret_id_parse(const char *text, struct store_id *id);
bool secret_id_none(const struct store_id *id);

void secret_code(char text[SECRET_CODE_TEXT], struct store_key *hash);
void secret_token(char text[SECRET_TOKEN_TEXT], struct store_key *hash);
void secret_hash(const char *text, struct store_key *hash);
/* A code that is valid only with its owner's key, and its hash under that key. */
void secret_code_under(char text[SECRET_CODE_TEXT], const struct store_key *owner, struct store_key *hash);
void secret_hash_under(const char *text, const struct store_key *owner, struct store_key *hash);
/* A token that only the code opens, and back; false: not a token. */
bool secret_close(const char *token, const char *code, struct store_key *closed);
void secret_open(const struct store_key *closed, const char *code, char token[SECRET_TOKEN_TEXT]);
/* In constant time; no secret equals none. */
bool secret_equal(const struct store_key *a, const struct store_key *b);

/* A due decision of chance, drawn exactly by the weights. */
casata_action secret_chance(const struct casata_game *g, const void *state);

#endif
