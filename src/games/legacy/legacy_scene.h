/* legacy_scene.h: how decisions are shown: words, bills and persons that several phases use. */
#ifndef LEGACY_SCENE_H
#define LEGACY_SCENE_H

#include "core/scene_build.h"
#include "games/legacy/legacy.h"

extern const struct casata_words leg_spaces, leg_market, leg_decks, leg_relations;

/* Pieces that can be distinguished: ranges of ids, one after the other.
 *
 *     friends | persons | their mansions | their ventures | titles | philanthropy | missions | hints | patrons
 *      place  |    0 to LEG_NODES - 1 each                | the number of the card each                          */
enum {
    LEG_ID_FRIEND = CASATA_FREE_ID,
    LEG_ID_PERSON = LEG_ID_FRIEND + LEG_PLACES,
    LEG_ID_MANSION = LEG_ID_PERSON + LEG_NODES,
    LEG_ID_VENTURE = LEG_ID_MANSION + LEG_NODES,
    LEG_ID_TITLE = LEG_ID_VENTURE + LEG_NODES,
    LEG_ID_PHIL = LEG_ID_TITLE + LEG_TITLE_COUNT,
    LEG_ID_MISSION = LEG_ID_PHIL + LEG_PHIL_COUNT,
    LEG_ID_HINT = LEG_ID_MISSION + LEG_MISSION_COUNT,
    LEG_ID_PATRON = LEG_ID_HINT + LEG_HINT_COUNT
};
/* Slot of an action: a space of the main board, or of the seat's own board. */
int leg_slot_of_action(const struct casata_scene_builder *build, unsigned action, int seat);
int leg_slot_of_deck(const struct casata_scene_builder *build); /* of the friends */
/* The piece with one of these ids; -1: it is not in sight. */
int16_t leg_piece_of(const struct casata_scene_builder *build, unsigned id);

/* --- costs and gains ----------------------------------------------------------------------------------- */
static inline void leg_add_cost(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) casata_add_cost(c, casata_count(&leg_units, unit, n));
}
static inline void leg_add_gain(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) casata_add_gain(c, casata_count(&leg_units, unit, n));
}
/* A bill adds up gains (positive) and payments (negative) of each unit. */
struct leg_bill {
    int n[LEG_UNIT_COUNT];
    int later; /* gold that an effect brings when the price has been paid */
};
/* Adds the gain of a plain effect; LEG_EMPTY: nothing. */
void leg_bill_effect(struct leg_bill *bill, const struct legacy *s, unsigned what, unsigned n);
void leg_present_bill(struct casata_choice *c, const struct leg_bill *bill);

/* --- options that touch a person ------------------------------------------------------------------------
 * Message ids by who it is: {0} and {1} are the card and the number of the person in the family, {2} the spouse. Children
 * need the number to be distinguished, heads of family and friends ("named") do not. NULL: does not occur. */
struct leg_person_text {
    const char *pair, *alone;
    const char *named_pair, *named;
};
void leg_describe_person(const struct casata_scene_builder *build, struct casata_choice *c,
                         const struct leg_person_text *text, unsigned node);
/* A friend card of the display or of a hand. */
void leg_describe_card(const struct casata_scene_builder *build, struct casata_choice *c);
/* How many cards TAKE n really brings (R13.4), as far as the open cards decide it. */
unsigned leg_take_total(const struct legacy_data *d, const struct legacy *s, int seat, unsigned n);
/* Completing a mission (R18.5): in a turn or between its steps. */
void leg_describe_completion(const struct casata_scene_builder *build, struct casata_choice *c);

/* The gain from a friend's card at the wedding, for the words of an arrangement. */
struct leg_yield {
    struct casata_arg income, prestige, children; /* Income, or cards of the display */
    bool effect;                                  /* the card also describes an effect */
};
struct leg_yield leg_yield_of(const struct legacy_data *d, unsigned friend);
/* The gain from a wedding besides the price: figures, effect and children; `kids`: how many the couple has already. */
void leg_bill_wedding(struct leg_bill *bill, const struct casata_scene_builder *build, int seat,
                      unsigned friend, unsigned kids);
/* The gain of this card from its own wedding (G25); nothing for cards other than sons and daughters. */
void leg_bill_wedded(struct leg_bill *bill, const struct casata_scene_builder *build, unsigned card);
struct casata_msg leg_reason(unsigned reason);
/* A friend card of the hand or a card of the board that cannot be chosen, and why. */
void leg_add_blocked(struct casata_scene_builder *build, unsigned id, struct casata_msg text, unsigned reason,
                     const char *rule);
/* A person of the tree who cannot be chosen, and why; LEG_FINE: who can be, unless somebody alike is offered (`twin`). */
void leg_block_person(struct casata_scene_builder *build, unsigned node, struct casata_msg text,
                      unsigned need, bool twin, const char *rule);

#endif
