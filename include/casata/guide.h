/* guide.h: how to play a game, on one page: sections of texts, pictures cut from real positions, the legend of all signs
 * (docs/guide.md). A guide is read as a course is (casata/lesson.h) and may be followed by the file of the game's lessons,
 * whose bases and description it then shares. Worked examples have the same form. Knows no game and no front end. */
#ifndef CASATA_GUIDE_H
#define CASATA_GUIDE_H

#include "casata/lesson.h"
#include "casata/writer.h"

/* The built-in file data/<game>/guide.txt; NULL: none (always in WebAssembly, where the host hands it over). */
const char *casata_guide_file(const char *game, size_t *n);
/* The built-in guide and lessons of a game, as one; NULL: there are neither, or err has the error. */
struct casata_course *casata_guide_load(const char *game, char err[200]);

/* Writes the members "sections", "pictures" and "legend" of an object (docs/protocol.md). */
bool casata_guide_write(const struct casata_course *c, const struct casata_game *g, int lang,
                        struct casata_writer *w, char fault[200]);
/* Puts the match m, zeroed or in use, into the position of a picture. */
bool casata_guide_picture(const struct casata_course *c, const struct casata_game *g, const char *picture,
                          struct casata_match *m, char fault[200]);

/* Writes the member "examples": name and rules of each. */
void casata_guide_examples(const struct casata_course *c, struct casata_writer *w);
/* Puts the match m at the end of an example; its log begins with the first decision of the example's subject. */
bool casata_guide_example(const struct casata_course *c, const struct casata_game *g, const char *example,
                          struct casata_match *m, char fault[200]);

/* Checks positions, names, texts and figures of everything but lessons; r as for casata_course_check. */
void casata_guide_check(const struct casata_course *c, const struct casata_game *g,
                        struct casata_lesson_report *r);

#endif
