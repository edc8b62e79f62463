/* utf8.c: characters of UTF-8 (utf8.h). Knows no game. */
#include "casata/utf8.h"

#include <stdbool.h>

size_t casata_utf8_size(const char *p, size_t left) {
    const unsigned char *u = (const unsigned char *)p;
    if (left == 0) return 0;
    size_t n = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
    if (n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    if (n < 3) return n;
    bool overlong = (u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xf0 && u[1] < 0x90);
    bool surrogate = u[0] == 0xed && u[1] > 0x9f, beyond = u[0] == 0xf4 && u[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : n;
}

size_t casata_utf8_fit(const char *text, size_t max) {
    size_t at = 0;
    for (size_t n; text[at] && (n = casata_utf8_size(text + at, max - at)) > 0;) at += n;
    return at;
}

size_t casata_utf8_put(uint32_t c, char out[4]) {
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(lead[n] | c);
    return n;
}
