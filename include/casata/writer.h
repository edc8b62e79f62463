/* writer.h: JSON and text into a fixed buffer. No allocation; also in WebAssembly.
 * Output that does not fit is counted but not written: after the call len > cap is the size needed. */
#ifndef CASATA_WRITER_H
#define CASATA_WRITER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct casata_writer {
    char *buf;
    size_t cap; /* bytes of buf; the text is always 0-terminated if cap > 0 */
    size_t len; /* bytes of the whole text, without the 0 */
    bool comma; /* a comma is due before the next value */
};
static inline struct casata_writer casata_writer_on(char *buf, size_t cap) {
    if (cap) buf[0] = 0;
    return (struct casata_writer){buf, cap, 0, false};
}
static inline bool casata_writer_ok(const struct casata_writer *w) { return w->len < w->cap; }

void casata_w_raw(struct casata_writer *w, const char *text, size_t n);
void casata_w_text(struct casata_writer *w, const char *text); /* verbatim */
void casata_w_dec(struct casata_writer *w, int64_t n);         /* decimal digits */
void casata_w_open(struct casata_writer *w, char bracket);     /* '{' or '[' */
void casata_w_close(struct casata_writer *w, char bracket);    /* '}' or ']' */
void casata_w_key(struct casata_writer *w, const char *key);
void casata_w_int(struct casata_writer *w, int64_t n);
void casata_w_bool(struct casata_writer *w, bool b);
void casata_w_str(struct casata_writer *w, const char *text); /* quoted and escaped */
void casata_w_strn(struct casata_writer *w, const char *text, size_t n);
void casata_w_hex64(struct casata_writer *w, uint64_t n);                /* "0123456789abcdef", quoted */
void casata_w_json(struct casata_writer *w, const char *json, size_t n); /* a ready JSON value */
/* A member of an object: its key and its value. */
void casata_w_key_int(struct casata_writer *w, const char *key, int64_t n);
void casata_w_key_bool(struct casata_writer *w, const char *key, bool b);
void casata_w_key_str(struct casata_writer *w, const char *key, const char *text);
void casata_w_key_hex64(struct casata_writer *w, const char *key, uint64_t n);

/* A sentence by a printf pattern, limited to %% %d %lld %zu %016llx %s and %.20s; cut where out is full.
 * Whatever the arguments, it is UTF-8 without control characters: any other byte becomes a question mark. */
__attribute__((format(__printf__, 3, 4))) void casata_print(char *out, size_t cap, const char *pattern, ...);
void casata_vprint(char *out, size_t cap, const char *pattern, va_list args);

#endif
