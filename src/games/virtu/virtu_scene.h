/* virtu_scene.h: shared by the two halves of the scene: what lies there, and what may be done. */
#ifndef VIRTU_SCENE_H
#define VIRTU_SCENE_H

#include "games/virtu/virtu.h"

/* ORDER family: the kinds of slots, first the common board, then those of every player */
enum {
    VT_F_CITY,
    VT_F_ORDER,
    VT_F_CITY_TRACK,
    VT_F_PATRONAGE,
    VT_F_ALLIANCE,
    VT_F_INFLUENCE,
    VT_F_BONUSES,
    VT_F_MARKET,
    VT_F_CHAMBER,
    VT_F_COURTIER,
    VT_F_ZONE,
    VT_F_AREA,
    VT_FAMILY_COUNT
};
extern const struct casata_family vt_families[VT_FAMILY_COUNT];

struct vt_builder {
    const struct virtu_data *d;
    const struct virtu *s;
    struct casata_scene *scene;
    int16_t first[VT_FAMILY_COUNT]
                 [VT_MAX_SEATS + 1]; /* first slot of a family on the board of seat - 1; [0]: common */
    uint8_t alike[VT_KIND_TOKEN + 1][VT_MAX_SEATS + 1];
};
/* Index of a slot: `offset` counts the slots of the family on that board (seat -1: the common one); -1: none. */
int vt_slot(const struct vt_builder *b, unsigned family, int seat, unsigned offset);
/* Prompt, choices with cost and gain, and what is not possible and why. */
void vt_scene_choices(struct vt_builder *b, int viewer);

#endif
