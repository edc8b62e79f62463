/* fuzz_json.c: bytes as JSON. A text that is accepted, written again value by value, is accepted again, is the same
 * when it is written once more, and every member is found by its key. */
#include "casata/writer.h"
#include "casata/json.h"
#include "casata/utf8.h"
#include "fuzz/fuzz.h"

#include <string.h>

enum { TEXT_MAX = 1 << 16 };
static char first[8 * TEXT_MAX], second[8 * TEXT_MAX], plain[TEXT_MAX];

static size_t resolve(struct casata_json text) {
    size_t n = casata_json_text(text, plain, sizeof plain);
    fuzz_require(n == strlen(plain) && casata_utf8_fit(plain, n) == n, "not a text", plain);
    fuzz_require(casata_json_is(text, plain, n), "a text is not itself", plain);
    return n;
}

static void write_again(struct casata_json v, struct casata_writer *w);

static void write_members(struct casata_json v, char open, char close, struct casata_writer *w) {
    int n = 0;
    casata_w_open(w, open);
    for (struct casata_json_walk walk = casata_json_members(v); casata_json_next(&walk); n++) {
        if (open == '{') {
            resolve(walk.key);
            fuzz_require(casata_json_get(v, plain).at == walk.element.at, "another member", plain);
            casata_w_key(w, plain);
        } else if (n < 100) {
            fuzz_require(casata_json_at(v, n).at == walk.element.at, "another element", NULL);
        }
        write_again(walk.element, w);
    }
    fuzz_require(n == casata_json_count(v), "another number of members", NULL);
    casata_w_close(w, close);
}

static void write_again(struct casata_json v, struct casata_writer *w) {
    switch (casata_json_type(v)) {
    case CASATA_JSON_OBJECT: write_members(v, '{', '}', w); break;
    case CASATA_JSON_LIST: write_members(v, '[', ']', w); break;
    case CASATA_JSON_TEXT: casata_w_strn(w, plain, resolve(v)); break;
    case CASATA_JSON_WHOLE: casata_w_int(w, casata_json_whole(v)); break;
    default: casata_w_json(w, v.at, casata_json_size(v));
    }
}

static void write_text(const char *text, size_t n, char *out) {
    struct casata_writer w = casata_writer_on(out, sizeof first);
    struct casata_json v;
    struct casata_json_error error;
    fuzz_require(casata_json_read(text, n, &v, &error), "not JSON any more", text);
    write_again(v, &w);
    fuzz_require(casata_writer_ok(&w), "does not fit", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct casata_json v;
    struct casata_json_error error = {0};
    if (n > TEXT_MAX) return 0;
    char *exact = malloc(n ? n : 1); /* so that the sanitizer sees one byte too far */
    if (!exact) return 0;
    if (n) memcpy(exact, bytes, n);
    if (casata_json_read(exact, n, &v, &error)) {
        write_text(exact, n, first);
        write_text(first, strlen(first), second);
        fuzz_require(strcmp(first, second) == 0, "it changes", first);
    } else {
        fuzz_require(error.what && error.at <= n && error.line > 0, "refused without a word", NULL);
    }
    free(exact);
    return 0;
}
