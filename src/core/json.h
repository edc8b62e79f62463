/* json.h: JSON read in place, without a tree: a value is the place where it stands in a text that was proved to be
 * JSON. No allocation; also in WebAssembly. Texts are compared as they are written: one with escapes is no word. */
#ifndef CASATA_CORE_JSON_H
#define CASATA_CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The value that the whole text is; false: *wrong is where it is not JSON. The text must be followed by a 0. */
bool casata_json_read(const char *text, size_t n, struct casata_json *value, size_t *wrong);
enum casata_json_type casata_json_type(struct casata_json value);
const char *casata_json_type_name(struct casata_json value); /* "an object" */

struct casata_json_walk casata_json_members(struct casata_json value);
bool casata_json_next(struct casata_json_walk *walk); /* false: that was the last one */
int casata_json_count(struct casata_json value);
/* A text without its quotes; its length is *n. */
const char *casata_json_text(struct casata_json value, size_t *n);
bool casata_json_is(struct casata_json value, const char *text, size_t n);
int64_t
casata_json_whole(struct casata_json value); /* INT64_MAX if it is larger, INT64_MIN if it is smaller */

#endif
