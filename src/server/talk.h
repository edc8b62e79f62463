/* talk.h: reading the fields of a message. */
#ifndef CASATA_SERVER_TALK_H
#define CASATA_SERVER_TALK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

const char *talk_string(const json_t *msg, const char *key); /* NULL: missing or no text */
/* False: missing, no whole number or out of range. */
bool talk_int(const json_t *msg, const char *key, int64_t min, int64_t max, int64_t *out);
/* The `level` of a bot, as in casata_level_words; -1: missing or unknown. */
int talk_level(const json_t *msg);

#endif
