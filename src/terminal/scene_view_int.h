/* scene_view_int.h: shared by the files of scene_view. */
#ifndef CASATA_SCENE_VIEW_INT_H
#define CASATA_SCENE_VIEW_INT_H

#include "terminal/columns.h"
#include "terminal/scene_view.h"

enum {
    GAP = 3,    /* columns between blocks */
    SHORT = 256 /* bytes of a word on the board */
};

/* "<game>.<list>.<word>", short if there is a short form. */
void scene_board_word(const struct scene_view *v, const struct casata_words *words, unsigned index,
                      char out[SHORT]);
void scene_family_title(const struct scene_view *v, int family, char out[SHORT]);
/* The text printed on a slot; "": none. */
void scene_slot_print(const struct scene_view *v, const struct casata_slot *slot, char out[SHORT]);
/* Is there a choice for the slot, or for the piece? -1: ignored. */
bool scene_is_choice(const struct casata_scene *s, int slot, int piece);
/* The text printed on a slot and the pieces there; malloc'ed. */
char *scene_cell_text(const struct scene_view *v, const struct casata_scene *s, int slot, bool print_above);
/* Families from..to-1, which share their rows, as a grid; as a list where it would be wider than `width`. */
void scene_draw_rows(const struct scene_view *v, const struct casata_scene *s, int seat, int from, int to,
                     int width, struct block *out);

#endif
