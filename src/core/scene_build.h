/* scene_build.h: for games that set up a scene: slots, pieces, counters, bills and messages. Knows no game and decides
 * nothing; front ends do not need it. */
#ifndef CASATA_SCENE_BUILD_H
#define CASATA_SCENE_BUILD_H

#include "casata/rules.h"
#include "casata/scene.h"

enum { CASATA_MAX_FAMILIES = 32, CASATA_MAX_KINDS = 32, CASATA_MAX_MARKS = 128, CASATA_MAX_ALIKE = 128 };

struct casata_scene_builder {
    const struct casata_rules *rules;
    const void *data, *state; /* redacted for the viewer */
    int viewer;
    struct casata_scene *scene;
    /* first slot of a family on the board of seat - 1; [0]: the common one; -1: none */
    int16_t first[CASATA_MAX_FAMILIES][CASATA_MAX_SEATS + 1];
    int16_t mark[CASATA_MAX_MARKS]; /* slots that the game wants to find again; -1: none */
    uint8_t alike[CASATA_MAX_KINDS][CASATA_MAX_SEATS + 1]; /* pieces of a kind and owner so far */
};
/* An empty scene for a state redacted for the viewer. */
void casata_scene_begin(struct casata_scene_builder *build, const struct casata_game *g, const void *state,
                        int viewer, struct casata_scene *scene);

/* The slots of a family on one board are added one after the other. col, value -1: none. */
struct casata_slot *casata_add_slot(struct casata_scene_builder *build, unsigned family, int seat,
                                    unsigned row, int col, int value);
/* A family without rows and columns, or with one slot for each of its rows. */
void casata_add_rows(struct casata_scene_builder *build, unsigned family, int seat);
/* Index of a slot: `offset` counts the slots of the family on that board (seat -1: the common one); -1: the family has
 * none there. */
int casata_slot_at(const struct casata_scene_builder *build, unsigned family, int seat, unsigned offset);

/* One piece without face and number. Its id, made of kind, owner and a running number, is below CASATA_FREE_ID; a game
 * gives pieces that can be distinguished an id of its own from there on. */
enum { CASATA_FREE_ID = CASATA_MAX_KINDS * 8 * CASATA_MAX_ALIKE };
struct casata_piece *casata_add_piece(struct casata_scene_builder *build, unsigned kind, int seat, int slot);
/* Alike pieces shown as one; adds nothing if there is none. */
void casata_add_pile(struct casata_scene_builder *build, unsigned kind, int seat, int slot, unsigned count);
/* The same with a word on them. */
void casata_add_faced(struct casata_scene_builder *build, unsigned kind, int seat, int slot,
                      struct casata_arg face, unsigned count);
void casata_add_counter(struct casata_scene_builder *build, int seat, unsigned unit, int n);
/* The colour that the game gives to a seat; a front end may know it by its word. */
void casata_set_colour(struct casata_scene_builder *build, int seat, struct casata_arg colour);
/* First piece of a kind in a slot, with the owner, face and number given (CASATA_ANY: any); -1: none. */
enum { CASATA_ANY = -2 };
int16_t casata_piece_at(const struct casata_scene_builder *build, int slot, unsigned kind, int seat, int face,
                        int value);

/* Adds to the bill of a choice; no effect if the amount is 0. */
void casata_add_cost(struct casata_choice *choice, struct casata_arg amount);
void casata_add_gain(struct casata_choice *choice, struct casata_arg amount);
/* A piece that comes into play with a choice; no effect for -1, a duplicate, or if there are too many. */
void casata_add_light(struct casata_choice *choice, int piece);
/* A run of n steps, to be described like a choice; NULL if there are too many runs or it is too long. */
struct casata_choice *casata_add_run(struct casata_scene_builder *build, const casata_action *step,
                                     unsigned n);
void casata_add_blocked(struct casata_scene_builder *build, int slot, struct casata_msg text,
                        struct casata_msg reason, const char *rule);
/* Why a place carries no option; no effect if it does, if its reason is given already, or for -1. */
void casata_add_vain(struct casata_scene_builder *build, int slot, const char *reason, const char *rule);
struct casata_msg casata_message(const char *id, int n, ...); /* n arguments of struct casata_arg */

#endif
