/* plain.c: cleans typed text (plain.h). Knows no protocol. */
#include "server/plain.h"

#include <stdint.h>
#include <string.h>

/* Reads one character of valid UTF-8; returns its length. */
static size_t read_char(const unsigned char *p, uint32_t *c) {
    if (p[0] < 0x80) return *c = p[0], 1;
    if (p[0] < 0xe0) return *c = (p[0] & 31u) << 6 | (p[1] & 63u), 2;
    if (p[0] < 0xf0) return *c = (p[0] & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u), 3;
    return *c = (p[0] & 7u) << 18 | (p[1] & 63u) << 12 | (p[2] & 63u) << 6 | (p[3] & 63u), 4;
}

static bool is_blank(uint32_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

/* Controls, direction marks, invisible characters, and code points that are no characters. */
static bool is_unwanted(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           (c >= 0xfff0 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe || (c >= 0xe0000 && c <= 0xe0fff);
}

bool plain_text(const char *in, char *out, size_t cap) {
    size_t n = 0;
    bool blank = false; /* one is due before the next character */
    for (const unsigned char *p = (const unsigned char *)in; *p;) {
        uint32_t c;
        const unsigned char *at = p;
        size_t size = read_char(p, &c);
        p += size;
        if (is_blank(c)) {
            blank = n > 0;
            continue;
        }
        if (is_unwanted(c)) continue;
        if (n + blank + size >= cap) break;
        if (blank) out[n++] = ' ';
        blank = false;
        memcpy(out + n, at, size);
        n += size;
    }
    out[n] = 0;
    return n > 0;
}

size_t plain_count(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}
