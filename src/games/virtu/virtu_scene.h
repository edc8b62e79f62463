/* virtu_scene.h: shared by the two halves of the scene: what lies there, and what may be done. */
#ifndef VIRTU_SCENE_H
#define VIRTU_SCENE_H

#include "core/stage.h"
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
    VT_F_POWER,
    VT_F_CHAMBER,
    VT_F_COURTIER,
    VT_F_ZONE,
    VT_F_AREA,
    VT_FAMILY_COUNT
};
extern const struct casata_family vt_families[VT_FAMILY_COUNT];

struct vt_builder {
    struct casata_stage stage;
    const struct virtu_data *d;
    const struct virtu *s;
};
static inline int vt_slot(const struct vt_builder *b, unsigned family, int seat, unsigned offset) {
    return casata_slot_at(&b->stage, family, seat, offset);
}
bool vt_on_map(const struct vt_builder *b, unsigned city);
int vt_city_slot(const struct vt_builder *b, unsigned city);
/* What a tile of a zone shows: tiles that differ from game to game have words of their own. */
struct casata_arg vt_city_face(const struct virtu_data *d, const struct virtu *s, unsigned city);
struct casata_arg vt_tile_face(const struct virtu *s, int seat, unsigned tile);
/* Prompt, choices with cost and gain, and what is not possible and why. */
void vt_scene_choices(struct vt_builder *b, int viewer);

#endif
