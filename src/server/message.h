/* message.h: a message of a client, read by the strict reader of casata/json.h and kept until its last holder lets go,
 * and the reading of its fields. */
#ifndef CASATA_SERVER_MESSAGE_H
#define CASATA_SERVER_MESSAGE_H

#include "casata/json.h"

struct message {
    int refs;
    size_t bytes;            /* as it came */
    struct casata_json root; /* an object */
    const char *type;        /* its "t"; NULL: missing or no text */
    const char *id;          /* its "id" as JSON without blanks, which the reply carries; NULL: none */
    char *texts;             /* after the message; see message_text_of */
    char json[];             /* the message */
};

/* A message with one holder; NULL: it is not one JSON object. */
struct message *message_read(const char *json, size_t n);
/* The id of a message that is not read, as JSON without blanks. False: there is none, or it has no room. */
bool message_unread_id(const char *json, size_t n, char *out, size_t cap);
/* One holder more, or one less. Both may be called without a message. */
struct message *message_keep(struct message *m);
void message_drop(struct message *m);

/* A text as UTF-8, which lives as long as the message; NULL: missing or no text. */
const char *message_text(const struct message *m, const char *key);
const char *message_text_of(const struct message *m, struct casata_json value); /* somewhere in the message */
/* False: missing, no whole number or out of range. */
bool message_int(const struct message *m, const char *key, int64_t min, int64_t max, int64_t *out);
/* False: neither true nor false. */
bool message_truth(const struct message *m, const char *key, bool *out);
/* The `level` of a bot in an object of the message, as in casata_level_words; -1: missing or unknown. */
int message_level(const struct message *m, struct casata_json object);

#endif
