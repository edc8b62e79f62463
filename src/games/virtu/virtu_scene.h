/* virtu_scene.h: how decisions are shown: places, bills, words and orders that several phases use. */
#ifndef VIRTU_SCENE_H
#define VIRTU_SCENE_H

#include "core/scene_build.h"
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

/* --- prompts --------------------------------------------------------------------------------------------- */
/* The message `ask` of the phase, with the seat and the Year. */
struct casata_msg vt_prompt(const struct casata_scene_builder *build, const struct casata_frame *f, int seat);
/* The prompt of an action, or `vain` if nothing can be done in it: better said at once than searched for. */
struct casata_msg vt_or_vain(const struct casata_scene_builder *build, struct casata_msg prompt,
                             const char *vain);

/* --- bills ----------------------------------------------------------------------------------------------- */
static inline struct casata_arg vt_amount(unsigned unit, unsigned n) {
    return casata_count(&vt_units, unit, (int)n);
}
static inline unsigned vt_unit_of(unsigned set) /* of symbols; crown or cross: either symbol */ {
    return set & (set - 1) ? VT_U_SYMBOL : VT_U_FLORIN + vt_lowest(set);
}
void vt_add_costs(struct casata_choice *c, struct vt_cost cost);
/* R7.3: says so if the cost can only be paid with the crown of an indulgence. */
void vt_warn_of_indulgence(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           struct vt_cost cost);
static inline void vt_add_burden(struct casata_choice *c) /* an indulgence: unwanted, taken on (R15.7) */ {
    casata_add_cost(c, casata_count(&vt_units, VT_U_INDULGENCE, -1));
}
/* Once this is done, can the action that is in progress still bring anything? */
bool vt_leads_on(const struct casata_scene_builder *build, int seat, casata_action a);
/* Can anything be done once the marker stops here? */
bool vt_stop_leads_on(const struct casata_scene_builder *build, int seat);

/* --- touch targets --------------------------------------------------------------------------------------- */
int vt_city_slot(const struct casata_scene_builder *build, unsigned city);
int16_t vt_piece_with_face(const struct casata_scene_builder *build, int slot, struct casata_arg face);
int vt_free_space(const struct casata_scene_builder *build, int seat,
                  unsigned edge); /* for the next card there */
/* A card that goes from one slot to another. */
void vt_touch_card(const struct casata_scene_builder *build, struct casata_choice *c, int from, unsigned card,
                   int to);
void vt_touch_source(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                     unsigned source);
struct casata_arg vt_chamber_arg(const struct casata_scene_builder *build, int seat,
                                 unsigned chamber); /* the name of its action */

/* --- options that several phases offer ------------------------------------------------------------------- */
/* The side options of actions and steps of the Winter: to collect florins (R4.2), to take florins for an indulgence
 * (R7.3), to stop. */
void vt_describe_usual(const struct casata_scene_builder *build, struct casata_choice *c, int seat);
/* R4.3: a source pays with the better of these symbols. */
void vt_describe_pay(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                     unsigned symbols);
void vt_describe_courtier(const struct casata_scene_builder *build, struct casata_choice *c,
                          int seat); /* to the other edge, or discarded */
/* R8.15: the prospects of a siege: soldiers there and on the way, and how much war bonuses could add. */
enum vt_siege_way { VT_BY_ROAD, VT_BY_SEA, VT_THERE };
struct casata_msg vt_siege_msg(const struct casata_scene_builder *build, enum vt_siege_way way, int seat,
                               unsigned from, unsigned city, unsigned arriving);

/* --- order of the options --------------------------------------------------------------------------------
 * Usual wishes come first, losses later, the option that ends the decision last. */
enum { VT_RANK_BESIDES = 1 << 12, VT_RANK_LOSS = 2 << 12, VT_RANK_END = 3 << 12 };
unsigned vt_rank(const struct casata_frame *f, casata_action a);

/* --- blocked options ------------------------------------------------------------------------------------- */
bool vt_is_touched(const struct casata_scene_builder *build, int slot); /* some option lies there */
bool vt_is_listed(const struct casata_scene_builder *build, unsigned kind,
                  unsigned operand); /* as a choice */
/* Courtiers that cannot be used where these symbols count, and why. */
void vt_explain_courtiers(struct casata_scene_builder *build, int seat, unsigned symbols);
/* Courtiers represented by an identical one, where courtiers can be discarded. */
void vt_explain_twins(struct casata_scene_builder *build, int seat);
/* The spaces of courtiers without an option: with a card; empty, while the edge has room. Message ids. */
void vt_explain_spaces(struct casata_scene_builder *build, int seat, const char *card, const char *open);
/* reason: of VT_REASONS; VT_CAN: only the price is in the way. */
void vt_block(struct casata_scene_builder *build, int slot, struct casata_msg text, unsigned reason,
              const char *rule);

#endif
