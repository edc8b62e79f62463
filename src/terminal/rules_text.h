/* rules_text.h: the numbered rules documents (docs/rules/<game>.md, translations docs/rules/<lang>/<game>.md),
 * linked into the program by cmake/lang.cmake. Knows no game. */
#ifndef CASATA_RULES_TEXT_H
#define CASATA_RULES_TEXT_H

#include <stddef.h>

struct rules_text {
    const char *id;            /* of the game; NULL ends the list */
    const char *lang;          /* code: "en" */
    const unsigned char *text; /* 0-terminated */
};
extern const struct rules_text rules_texts[];

/* The paragraph of rule `rule` ("R8.4", "G12", "R8.4 c") of a game in the language `lang` (casata/lang.h), or in English
 * if the game's rules are not translated; NULL: no such rule. Not 0-terminated: *n bytes. */
const char *rules_text_find(int lang, const char *game, const char *rule, size_t *n);
/* A paragraph as prose for a terminal, malloc'ed: without Markdown marks and without the sources in
 * brackets; the cells of a table row follow each other. */
char *rules_text_plain(const char *text, size_t n);

#endif
