/* json.h: JSON read in place, without a tree: a value is its position in a text proved to be
 * JSON. No allocation; also in WebAssembly.
 *
 *   struct casata_json file;
 *   struct casata_json_error error;
 *   if (!casata_json_read(text, n, &file, &error)) ...         error.line, error.column, error.what
 *   struct casata_json name = casata_json_get(file, "name");   NOTHING if there is none
 *   casata_json_text(name, buf, sizeof buf);
 *
 * The functions after casata_json_read trust the proof: they never meet a text that is not JSON. */
#ifndef CASATA_JSON_H
#define CASATA_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct casata_writer;

enum casata_json_type {
    CASATA_JSON_NOTHING, /* there is no such value */
    CASATA_JSON_OBJECT,
    CASATA_JSON_LIST,
    CASATA_JSON_TEXT,
    CASATA_JSON_WHOLE,    /* a whole number */
    CASATA_JSON_FRACTION, /* any other number */
    CASATA_JSON_TRUTH,    /* true or false */
    CASATA_JSON_NULL,
};
struct casata_json {
    const char *at; /* first character; NULL: there is no such value */
};
/* The members of an object or list, one after the other. */
struct casata_json_walk {
    const char *at;             /* where the next member begins */
    struct casata_json key;     /* of the member, in an object */
    struct casata_json element; /* its value */
};
struct casata_json_error {
    size_t at;        /* offset in the text */
    int line, column; /* from 1 */
    const char *what; /* "a key is there twice" */
    bool plain;       /* it is JSON, but neither an object nor a list */
};
enum {
    CASATA_JSON_DEPTH = 16,  /* objects and lists within each other */
    CASATA_JSON_KEYS = 1024, /* keys of an object and of all objects around it */
};

/* Proves that the whole text is one object or list. Also refused: a duplicate key in an object, a text with
 * U+0000, with half a surrogate pair or with bytes that are not UTF-8, a whole number that does not fit into 64 bits,
 * and more depth or keys than above. */
bool casata_json_read(const char *text, size_t n, struct casata_json *value, struct casata_json_error *error);
enum casata_json_type casata_json_type(struct casata_json value);
const char *casata_json_type_name(struct casata_json value); /* "an object" */
size_t casata_json_size(struct casata_json value);           /* bytes as it is written */

/* A value that is neither object nor list has no members. */
struct casata_json_walk casata_json_members(struct casata_json value);
bool casata_json_next(struct casata_json_walk *walk); /* false: that was the last one */
int casata_json_count(struct casata_json value);
struct casata_json casata_json_get(struct casata_json object, const char *key);
struct casata_json casata_json_at(struct casata_json list, int index);

/* A text with its escapes resolved, as UTF-8. Returns the bytes of the whole text; out is terminated and cut at
 * cap - 1 bytes or before, between characters. Any other value: 0 and an empty out. */
size_t casata_json_text(struct casata_json value, char *out, size_t cap);
/* Is it this text? */
bool casata_json_is(struct casata_json value, const char *text, size_t n);
int64_t casata_json_whole(struct casata_json value); /* anything but a whole number: 0 */
bool casata_json_true(struct casata_json value);

/* Writes a value verbatim, without the blanks between its parts. */
void casata_json_write(struct casata_json value, struct casata_writer *w);

#endif
