/* signorie_scene.h: shared by the two halves of the scene: what lies there, and what may be done. */
#ifndef SIGNORIE_SCENE_H
#define SIGNORIE_SCENE_H

#include "core/stage.h"
#include "games/signorie/signorie.h"

struct sig_builder {
    struct casata_stage stage;
    const struct signorie_data *d;
    const struct signorie *s;
};
static inline int sig_slot(const struct sig_builder *b, unsigned family, int seat, unsigned offset) {
    return casata_slot_at(&b->stage, family, seat, offset);
}
/* What the order in which points are spent costs (signorie_tracks.c). */
unsigned sig_points_lost(const struct signorie_data *d, const struct signorie *s, int seat, casata_action a);
int sig_points_passed(const struct signorie_data *d, const struct signorie *s, int seat, casata_action *out);
/* Prompt, choices with cost and gain, and what is not possible and why. */
void sig_scene_choices(struct sig_builder *b, int viewer);

#endif
