/* peek.h: the id of a message that is refused unread. */
#ifndef CASATA_SERVER_PEEK_H
#define CASATA_SERVER_PEEK_H

#include <stddef.h>

/* The value of the key "id" of the object that the text begins with: where it begins, and its size with the
 * blanks after it. NULL: there is none. One pass without memory of its own, so that a flood stays cheap; the
 * text may be anything, and so may the value. */
const char *peek_id(const char *text, size_t n, size_t *size);

#endif
