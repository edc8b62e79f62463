/* fuzz_message.c: bytes as a message of a client. If accepted, it is an object for another reader too, and every field
 * is read as that reader reads it, in any order and twice. What a refused message is answered with is JSON. */
#define _GNU_SOURCE
#include "fuzz/fuzz.h"

#include "casata/ai.h"
#include "server/message.h"
#include "server/peek.h"

#include <jansson.h>
#include <string.h>

static void same_text(const char *read, const json_t *other) {
    const char *text = json_string_value(other);
    fuzz_require(!read == !text && (!text || strcmp(read, text) == 0), "another text", read);
}

static void check_field(const struct message *m, const char *key, const json_t *other) {
    int64_t n = 0;
    bool yes;
    same_text(message_text(m, key), other);
    bool whole = message_int(m, key, -INT64_MAX, INT64_MAX, &n);
    fuzz_require(whole == json_is_integer(other) && n == json_integer_value(other), "another number", key);
    fuzz_require(!message_int(m, key, n + 1, INT64_MAX, &n) || n == INT64_MAX, "a number out of range", key);
    fuzz_require(message_truth(m, key, &yes) == json_is_boolean(other) && yes == json_is_true(other),
                 "another truth", key);
}

static void check_id(const struct message *m, const json_t *other) {
    fuzz_require(!m->id == !other, "an id is lost", NULL);
    if (!other) return;
    json_t *id = json_loads(m->id, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    fuzz_require(id && json_equal(id, other), "another id", m->id);
    json_decref(id);
}

/* Texts in lists, as in the seats of a new table and in a list of tokens. */
static void check_list(const struct message *m, struct casata_json list, const json_t *other) {
    fuzz_require(!json_is_array(other) || casata_json_count(list) == (int)json_array_size(other), "a list",
                 NULL);
    for (int i = 0; i < (int)json_array_size(other) && i < 20; i++) {
        struct casata_json v = casata_json_at(list, i);
        const json_t *same = json_array_get(other, (size_t)i);
        same_text(message_text_of(m, v), same);
        same_text(message_text_of(m, casata_json_get(v, "kind")), json_object_get(same, "kind"));
        fuzz_require(message_level(m, v) < casata_level_words.n, "a level", NULL);
    }
}

static void check_message(struct message *m, json_t *other) {
    const char *key;
    json_t *value;
    fuzz_require(json_is_object(other), "only one reader accepts it", NULL);
    for (int round = 0; round < 2; round++) {
        same_text(m->type, json_object_get(other, "t"));
        check_id(m, json_object_get(other, "id"));
        json_object_foreach(other, key, value) {
            if (strcmp(key, "id") == 0) continue; /* its place is taken by what the reply carries */
            check_field(m, key, value);
            check_list(m, casata_json_get(m->root, key), value);
        }
    }
}

static void check_unread(const char *text, size_t n, const struct message *m) {
    char id[200];
    bool found = message_unread_id(text, n, id, sizeof id);
    json_t *other = found ? json_loads(id, JSON_DECODE_ANY, NULL) : NULL;
    fuzz_require(!found || other || strpbrk(id, "eE"), "an id that is not JSON",
                 id); /* 1e999 is none to jansson */
    bool plain = m && m->id && strlen(m->id) < sizeof id && memmem(text, n, "\"id\"", 4);
    fuzz_require(!(found && plain) || strcmp(id, m->id) == 0, "another id when it is not read", id);
    json_decref(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    json_error_t error;
    char *exact = malloc(n ? n : 1); /* so that the sanitizer sees one byte too far */
    if (!exact) return 0;
    if (n) memcpy(exact, bytes, n);
    struct message *m = message_read(exact, n);
    check_unread(exact, n, m);
    json_t *other = m ? json_loadb(exact, n, JSON_REJECT_DUPLICATES, &error) : NULL;
    memset(exact, 0, n); /* a message keeps nothing of where it came from */
    if (m && (other || json_error_code(&error) != json_error_numeric_overflow)) check_message(m, other);
    message_drop(message_keep(m));
    message_drop(m);
    json_decref(other);
    free(exact);
    return 0;
}
