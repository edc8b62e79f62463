/* plain.h: makes typed text fit to be kept and shown as plain text. */
#ifndef CASATA_SERVER_PLAIN_H
#define CASATA_SERVER_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Copies UTF-8 text without control characters and characters that reorder or hide others; blanks at the ends go,
 * others become one ordinary blank. Cuts between characters to fit. False: nothing is left. `in` must be valid UTF-8.
 * */
bool plain_text(const char *in, char *out, size_t cap);
size_t plain_count(const char *text); /* characters */

#endif
