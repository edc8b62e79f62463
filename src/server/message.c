/* message.c: a message of a client and its fields (message.h). Knows no type of message. */
#include "server/message.h"
#include "casata/ai.h"
#include "casata/writer.h"
#include "server/must.h"
#include "server/peek.h"

#include <string.h>

/* The place for the decoded text of a value: at the value's own offset in the message, so that values never overlap.
 * Without escapes and blanks none gets longer, and a 0 replaces its last quote, or the bracket or comma after it. */
static char *place_of(const struct message *m, struct casata_json value) {
    return m->texts + (value.at - m->json);
}

static const char *compact(const struct message *m, struct casata_json value) {
    if (!value.at) return NULL;
    char *out = place_of(m, value);
    struct casata_writer w = casata_writer_on(out, casata_json_size(value) + 1);
    casata_json_write(value, &w);
    return out;
}

struct message *message_read(const char *json, size_t n) {
    struct casata_json root;
    struct casata_json_error error;
    if (!casata_json_read(json, n, &root, &error) || casata_json_type(root) != CASATA_JSON_OBJECT)
        return NULL;
    struct message *m = must(malloc(sizeof *m + 2 * n));
    *m = (struct message){.refs = 1, .bytes = n, .texts = m->json + n};
    memcpy(m->json, json, n);
    m->root.at = m->json + (root.at - json);
    m->type = message_text(m, "t");
    m->id = compact(m, casata_json_get(m->root, "id"));
    return m;
}

bool message_unread_id(const char *json, size_t n, char *out, size_t cap) {
    size_t size;
    struct casata_json id = {peek_id(json, n, &size)};
    struct casata_json_error error;
    struct casata_writer w = casata_writer_on(out, cap);
    if (!id.at || size >= cap) return false;
    if (!casata_json_read(id.at, size, &id, &error) && !error.plain) return false;
    casata_json_write(id, &w);
    return true;
}

struct message *message_keep(struct message *m) {
    if (m) m->refs++;
    return m;
}

void message_drop(struct message *m) {
    if (m && --m->refs == 0) free(m);
}

const char *message_text_of(const struct message *m, struct casata_json value) {
    if (casata_json_type(value) != CASATA_JSON_TEXT) return NULL;
    char *out = place_of(m, value);
    casata_json_text(value, out, casata_json_size(value));
    return out;
}

const char *message_text(const struct message *m, const char *key) {
    return message_text_of(m, casata_json_get(m->root, key));
}

bool message_int(const struct message *m, const char *key, int64_t min, int64_t max, int64_t *out) {
    struct casata_json v = casata_json_get(m->root, key);
    int64_t n = casata_json_whole(v);
    if (casata_json_type(v) != CASATA_JSON_WHOLE || n < min || n > max) return false;
    *out = n;
    return true;
}

bool message_truth(const struct message *m, const char *key, bool *out) {
    struct casata_json v = casata_json_get(m->root, key);
    *out = casata_json_true(v);
    return casata_json_type(v) == CASATA_JSON_TRUTH;
}

int message_level(const struct message *m, struct casata_json object) {
    const char *level = message_text_of(m, casata_json_get(object, "level"));
    return level ? casata_word_find(&casata_level_words, level, strlen(level)) : -1;
}
