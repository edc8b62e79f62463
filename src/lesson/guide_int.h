/* guide_int.h: internal to the guides. */
#ifndef CASATA_GUIDE_INT_H
#define CASATA_GUIDE_INT_H

#include "lesson/lesson_int.h"

/* A block with its position, if it has one. */
struct guide_place {
    struct casata_lesson l;
    struct casata_match match;
    const struct lesson_block *block;
    bool there; /* it has a position */
};
/* Sets up the position, in m or (NULL) in a match of its own; false: p->l.fault. To be left in any case. */
bool guide_place(struct guide_place *p, const struct casata_course *c, const struct casata_game *g,
                 const struct lesson_block *b, struct casata_match *m);
void guide_leave(struct guide_place *p);

const struct lesson_block *guide_block(const struct lesson_blocks *b, const char *name);
/* Does a line with this first word have a text? */
bool guide_is_text(const char *word);
/* Message "guide.<section>.<name>" or "guide.picture.<picture>.<name>". */
void guide_message(const struct lesson_block *b, bool picture, const char *name, char out[160]);
/* The text of the message with its arguments; 0: p->l.fault. */
size_t guide_say(struct guide_place *p, int lang, const char *id, const char *args, char *out, size_t cap);

#endif
