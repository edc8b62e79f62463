/* rules_text.h: the numbered rules documents (docs/rules/<game>.md), linked into the program by
 * cmake/lang.cmake. Knows no game. */
#ifndef CASATA_RULES_TEXT_H
#define CASATA_RULES_TEXT_H

#include <stddef.h>

struct rules_text {
    const char *id;            /* of the game; NULL ends the list */
    const unsigned char *text; /* 0-terminated */
};
extern const struct rules_text rules_texts[];

/* The paragraph of rule `rule` ("R8.4", "G12") of a game; NULL: no such rule. Not 0-terminated: *n bytes. */
const char *rules_text_find(const char *game, const char *rule, size_t *n);

#endif
