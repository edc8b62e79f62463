/* print.c: sentences by patterns (writer.h). Knows no game. */
#include "casata/writer.h"
#include "casata/utf8.h"

#include <assert.h>
#include <string.h>

/* Untrusted text, at most max bytes of it. */
static void write_foreign(struct casata_writer *w, const char *text, size_t max) {
    const char *end = memchr(text, 0, max);
    size_t n = end ? (size_t)(end - text) : max;
    for (size_t i = 0, size; i < n; i += size ? size : 1) {
        size = casata_utf8_size(text + i, n - i);
        if (size == 0 && !end && casata_utf8_size(text + i, 4) > 0) return; /* the limit cuts a character */
        bool strange = size == 0 || (unsigned char)text[i] < ' ' || text[i] == 0x7f;
        casata_w_raw(w, strange ? "?" : text + i, strange ? 1 : size);
    }
}

static void write_hex16(struct casata_writer *w, uint64_t n) {
    for (int shift = 60; shift >= 0; shift -= 4) casata_w_raw(w, &"0123456789abcdef"[n >> shift & 15], 1);
}

static bool starts(const char **p, const char *with) {
    size_t n = strlen(with);
    if (strncmp(*p, with, n) != 0) return false;
    *p += n;
    return true;
}

/* The 20 of "%.20s". */
static size_t take_limit(const char **p) {
    size_t n = 0;
    if (!starts(p, ".")) return 4096;
    for (; **p >= '0' && **p <= '9'; (*p)++) n = 10 * n + (size_t)(**p - '0');
    return n;
}

void casata_vprint(char *out, size_t cap, const char *pattern, va_list args) {
    struct casata_writer w = casata_writer_on(out, cap);
    for (const char *p = pattern;;) {
        size_t plain = strcspn(p, "%");
        casata_w_raw(&w, p, plain);
        p += plain;
        if (!*p++) break;
        size_t limit = take_limit(&p);
        if (starts(&p, "s"))
            write_foreign(&w, va_arg(args, const char *), limit);
        else if (starts(&p, "d"))
            casata_w_dec(&w, va_arg(args, int));
        else if (starts(&p, "lld"))
            casata_w_dec(&w, va_arg(args, long long));
        else if (starts(&p, "zu"))
            casata_w_dec(&w, (int64_t)va_arg(args, size_t));
        else if (starts(&p, "016llx"))
            write_hex16(&w, va_arg(args, unsigned long long));
        else if (starts(&p, "%"))
            casata_w_raw(&w, "%", 1);
        else
            assert(!"a pattern that casata_print does not know");
    }
    if (cap) out[casata_utf8_fit(out, cap - 1)] = 0;
}

void casata_print(char *out, size_t cap, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    casata_vprint(out, cap, pattern, args);
    va_end(args);
}
