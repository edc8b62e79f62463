/* scene_view.h: a scene as text: the common board as small grids, a panel for each seat, the prompt and the
 * numbered choices. Knows slots, pieces and messages, no game.
 *
 * Besides the messages of the scene it uses, for a game:
 *   slot.<family>        title of a family of slots
 *   glyph.<kind>         how a piece is drawn; {s} letter of its owner, {v} its number, {f} its face
 *   lights               how pieces come into play with a choice, before a list of them
 *   short.<list>.<word>  short form of a word on the board; without it the word itself is printed */
#ifndef CASATA_SCENE_VIEW_H
#define CASATA_SCENE_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "casata/rules.h"
#include "casata/scene.h"

enum { SCENE_TEXT = 1024 }; /* bytes of one message, filled */

struct scene_view {
    FILE *out;
    const struct casata_rules *rules;
    const char *const *seat_name; /* CASATA_MAX_SEATS of them */
    int lang;
    int width;   /* columns of the terminal */
    bool colour; /* escapes may be used */
};

/* `seats`: bit set of the seats whose panels are printed; `common`: the common board too. */
void scene_view_board(const struct scene_view *v, const struct casata_scene *scene, unsigned seats,
                      bool common);
/* Is the piece a numbered card, drawn as its number and a short form of its words ("{v}:{f}")? If so, its
 * name, "brown card 106", and its drawing, "b106:hi→2". */
bool scene_view_numbered(const struct scene_view *v, const struct casata_piece *piece, char name[SCENE_TEXT],
                         char drawn[SCENE_TEXT]);
/* Prints how each kind of piece is drawn. */
void scene_view_legend(const struct scene_view *v);
/* The numbered choices, each with its cost, its gain and the pieces it brings into play. */
void scene_view_choices(const struct scene_view *v, const struct casata_scene *scene);
/* "−2 Florins, +3 points"; returns false and an empty text if neither is known. */
bool scene_view_price(const struct scene_view *v, const struct casata_choice *choice, char out[SCENE_TEXT]);
/* The pieces that come into play with a choice: "brown card 91, 106"; false: none. */
bool scene_view_lights(const struct scene_view *v, const struct casata_scene *scene,
                       const struct casata_choice *choice, char out[SCENE_TEXT]);
/* A message of the game, wrapped; later lines are indented. */
void scene_view_say(const struct scene_view *v, const struct casata_msg *msg, int indent);
/* The name of a seat in its colour: "A Scudiero". */
void scene_view_seat(const struct scene_view *v, int seat, char out[SCENE_TEXT]);
static inline char scene_view_letter(int seat) { return (char)('A' + seat); }

/* Escapes, "" without colour. */
const char *scene_view_bold(const struct scene_view *v);
const char *scene_view_dim(const struct scene_view *v);
const char *scene_view_plain(const struct scene_view *v);

#endif
