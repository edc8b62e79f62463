/* message.h: a client's message, parsed by the strict reader of casata/json.h, reference-counted; and access to its
 * fields. */
#ifndef CASATA_SERVER_MESSAGE_H
#define CASATA_SERVER_MESSAGE_H

#include "casata/json.h"

struct message {
    int refs;
    size_t bytes;            /* as received */
    struct casata_json root; /* an object */
    const char *type;        /* its "t"; NULL: missing or not text */
    const char *id;          /* its "id" as JSON without blanks, echoed in the reply; NULL: none */
    char *texts;             /* after the message; see message_text_of */
    char json[];             /* the message */
};

/* A message with one reference; NULL: not one JSON object. */
struct message *message_read(const char *json, size_t n);
/* The id of an unread message, as JSON without blanks. False: there is none, or it does not fit. */
bool message_unread_id(const char *json, size_t n, char *out, size_t cap);
/* One reference more, or one less. Both accept NULL. */
struct message *message_keep(struct message *m);
void message_drop(struct message *m);

/* A text as UTF-8, valid as long as the message; NULL: missing or not text. */
const char *message_text(const struct message *m, const char *key);
const char *message_text_of(const struct message *m, struct casata_json value); /* somewhere in the message */
/* False: missing, not an integer or out of range. */
bool message_int(const struct message *m, const char *key, int64_t min, int64_t max, int64_t *out);
/* False: neither true nor false. */
bool message_truth(const struct message *m, const char *key, bool *out);
/* The `level` of a bot in an object of the message, as in casata_level_words; -1: missing or unknown. */
int message_level(const struct message *m, struct casata_json object);

#endif
