/* columns.h: text in terminal columns: widths, wrapping, and blocks of lines that can be set side by side.
 * Colour escapes have no width; every other code point has width one (the translations use no wide ones).
 * Knows no game. */
#ifndef CASATA_COLUMNS_H
#define CASATA_COLUMNS_H

#include <stdbool.h>
#include <stdio.h>

int columns_width(const char *text);
/* Writes text broken at blanks so that no line is wider than width (longer words are cut), continuation
 * lines indented. `used` columns of the first line are already taken. Ends with a newline. */
void columns_wrap(FILE *out, const char *text, int width, int used, int indent);
/* Writes text padded with blanks to width. */
void columns_pad(FILE *out, const char *text, int width);

/* A text buffer written through a FILE. */
struct sheet {
    FILE *f;
    char *text;
    size_t size;
};
void sheet_open(struct sheet *s);
char *sheet_close(struct sheet *s); /* malloc'ed */

struct block {
    char **line; /* malloc'ed */
    int n, width;
};
void block_add(struct block *b, char *line); /* takes the malloc'ed line */
void block_free(struct block *b);
/* Adds text wrapped to width, later lines indented. */
void block_add_wrapped(struct block *b, const char *text, int width, int indent);
/* Sets n blocks in shelves, left to right in order, as many side by side as fit into width; empties them.
 * Empty blocks are left out. */
void block_shelve(struct block *out, struct block *in, int n, int width, int gap);
void block_print(FILE *out, const struct block *b);

#endif
