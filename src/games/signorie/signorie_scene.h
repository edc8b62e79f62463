/* signorie_scene.h: how decisions are shown: words that several phases use. */
#ifndef SIGNORIE_SCENE_H
#define SIGNORIE_SCENE_H

#include "core/scene_build.h"
#include "games/signorie/signorie.h"

static inline struct casata_arg sig_florins(unsigned n) {
    return casata_count(&sig_units, SIG_U_FLORIN, (int)n);
}
static inline struct casata_arg sig_pawns(unsigned gender, unsigned n) {
    return casata_count(&sig_units, gender == SIG_MAN ? SIG_U_MAN : SIG_U_WOMAN, (int)n);
}
static inline struct casata_arg sig_points(unsigned n) {
    return casata_count(&sig_units, SIG_U_POINT, (int)n);
}
static inline struct casata_arg sig_vp(unsigned n) { return casata_count(&sig_units, SIG_U_VP, (int)n); }
static inline struct casata_arg sig_tiles(unsigned n) { return casata_count(&sig_units, SIG_U_TILE, (int)n); }

/* A helper with its effect, from the figures in use: id, or id_track with the track of its points. */
struct casata_msg sig_helper_text(const struct casata_scene_builder *build, const char *id,
                                  const char *id_track, unsigned helper);
void sig_describe_task(const struct casata_scene_builder *build, struct casata_choice *c, unsigned space,
                       unsigned n);
void sig_block_task(struct casata_scene_builder *build, int seat, unsigned space, unsigned need);

/* Slot of a space of a career track, both from 0. */
int sig_track_slot(const struct casata_scene_builder *build, unsigned career, unsigned space);

/* Says why something cannot be done; adds nothing if it can. need: Florins, or SIG_NEVER + the reason; before: Florins
 * that have to be paid first. */
void sig_block(struct casata_scene_builder *build, int seat, unsigned need, unsigned before, int slot,
               struct casata_msg text, const char *rule);

#endif
