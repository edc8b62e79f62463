/* zhanguo_scene.h: shared by the two halves of the scene: what lies there, and what may be done. */
#ifndef ZHANGUO_SCENE_H
#define ZHANGUO_SCENE_H

#include "core/stage.h"
#include "games/zhanguo/zhanguo.h"

/* ORDER family: the kinds of slots of the scene, first the common board, then those of every player */
enum {
    ZG_F_ROUND,
    ZG_F_TRACK,
    ZG_F_REWARD,
    ZG_F_COURT,
    ZG_F_ACTION,
    ZG_F_DECK,
    ZG_F_SUPPLY,
    ZG_F_PALACE,
    ZG_F_SQUARE,
    ZG_F_BESIDE,
    ZG_F_WALL,
    ZG_F_WALL_TILE,
    ZG_F_TASK,
    ZG_F_TASK_TILE,
    ZG_F_OFFER,
    ZG_F_CARD,
    ZG_F_UP,
    ZG_F_DOWN,
    ZG_F_UNREST,
    ZG_F_HAND,
    ZG_F_MARKERS,
    ZG_F_BOARD,
    ZG_FAMILY_COUNT
};
extern const struct casata_family zg_families[ZG_FAMILY_COUNT];

struct zg_builder {
    struct casata_stage stage;
    const struct zhanguo_data *d;
    const struct zhanguo *s;
    uint8_t unrest[ZG_MAX_SEATS][ZG_REGION_COUNT]; /* place of a region's first space in its family */
};
static inline int zg_slot(const struct zg_builder *b, unsigned family, int seat, unsigned offset) {
    return casata_slot_at(&b->stage, family, seat, offset);
}
/* Where a reward may go as a word; words NULL: it names no region, or all. */
struct casata_arg zg_reward_place(const struct zhanguo_data *d, unsigned row);
/* Prompt, choices with cost and gain, and what is not possible and why. */
void zg_scene_choices(struct zg_builder *b, int viewer);

#endif
