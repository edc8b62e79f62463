/* zhanguo_scene.h: the places of the scene, and the display of decisions shared by several phases. */
#ifndef ZHANGUO_SCENE_H
#define ZHANGUO_SCENE_H

#include "core/scene_build.h"
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

/* --- words ------------------------------------------------------------------------------------------------- */
static inline struct casata_arg zg_unit(unsigned unit, unsigned n) {
    return casata_count(&zg_units, unit, (int)n);
}
/* Unrest is a burden: a negative cost. */
static inline struct casata_arg zg_unrest(unsigned n) {
    return casata_count(&zg_units, ZG_U_UNREST, -(int)n);
}
static inline struct casata_arg zg_region(unsigned region) { return casata_word(&zg_regions, region); }
/* The face of a card: its court action and its bonus. */
static inline struct casata_arg zg_face(const struct zhanguo_data *d, unsigned card) {
    return casata_word(&zg_faces, d->cards[card - 1].trigger * ZG_BONUS_COUNT + d->cards[card - 1].bonus);
}
/* Where a reward may go as a word; words NULL: it names no region, or all. */
struct casata_arg zg_reward_place(const struct zhanguo_data *d, unsigned row);

/* --- options ----------------------------------------------------------------------------------------------- */
static inline void zg_at_slot(const struct casata_scene_builder *build, struct casata_choice *c,
                              unsigned family, int seat, unsigned offset, const char *rule) {
    c->slot = (int16_t)casata_slot_at(build, family, seat, offset);
    c->rule = rule;
}
static inline int16_t zg_card_at(const struct casata_scene_builder *build, int slot, unsigned card) {
    return casata_piece_at(build, slot, ZG_P_CARD + zg_colour_of(card), CASATA_ANY, CASATA_ANY, (int)card);
}
/* The space of an unrest track at this level, from 1 on: its offset in ZG_F_UNREST. */
static inline unsigned zg_unrest_space(const struct casata_scene_builder *build, int seat, unsigned region,
                                       unsigned level) {
    return (unsigned)build->mark[seat * ZG_REGION_COUNT + (int)region] + level - 1u;
}
/* A card of the hand; text: a message with its number and face. */
void zg_describe_hand_card(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           const char *text, const char *rule);
/* A marker of the colour that the action names; kind: ZG_P_MARKER or ZG_P_MARKER3. */
void zg_describe_marker(const struct casata_scene_builder *build, struct casata_choice *c, unsigned kind,
                        const char *rule);
/* A shift, move, walk or climb: an official goes from one place of the own board to another. */
void zg_describe_step(const struct casata_scene_builder *build, struct casata_choice *c, int seat);
bool zg_describe_shift(const struct casata_scene_builder *build, struct casata_choice *c,
                       int seat); /* if it is one */
/* Lights the tableau cards of a set (bit region * 3 + place) that unrest does not block (R15.2). `level` is the one
 * that the region `changed` will have by then, where workers are hired or a governor is installed (G24);
 * ZG_REGION_COUNT: none. */
void zg_light_cards(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                    unsigned cards, unsigned changed, unsigned level);
/* The same for the cards that wait in the abilities below a court action; none below a reward. */
void zg_light_waiting(const struct casata_scene_builder *build, const struct casata_frame *f,
                      struct casata_choice *c, int seat, unsigned changed, unsigned level);

/* --- blocked options, and why ------------------------------------------------------------------------------ */
/* need: an answer of the zg_need functions; adds nothing for ZG_FINE. */
void zg_block(struct casata_scene_builder *build, unsigned need, int slot, struct casata_msg text,
              const char *rule);
void zg_block_shifts(struct casata_scene_builder *build, int seat);
/* The same, and why in the other workers areas nothing can be done: for phases in which they only serve shifts. */
void zg_explain_shifts(struct casata_scene_builder *build, const struct casata_frame *f, int seat);

#endif
