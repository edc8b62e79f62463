/* utf8.h: characters of UTF-8. No allocation; also in WebAssembly. */
#ifndef CASATA_UTF8_H
#define CASATA_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at p, where `left` bytes may be read; 0: none. Overlong forms, surrogates and numbers beyond
 * U+10FFFF are no characters. */
size_t casata_utf8_size(const char *p, size_t left);
/* Bytes of the whole characters at the beginning of a text, max at most. */
size_t casata_utf8_fit(const char *text, size_t max);
/* Writes a character that can be written; returns its bytes. */
size_t casata_utf8_put(uint32_t c, char out[4]);

#endif
