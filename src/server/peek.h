/* peek.h: the id of a message that is refused unread. */
#ifndef CASATA_SERVER_PEEK_H
#define CASATA_SERVER_PEEK_H

#include <stddef.h>

/* The value of the key "id" in the object at the start of the text, and its size with the blanks after it. NULL:
 * none. One pass without allocation, so that a flood stays cheap; text and value may be anything. */
const char *peek_id(const char *text, size_t n, size_t *size);

#endif
