/* fiera.h: the state of Fiera and what its files share. docs/rules/fiera.md has the rules. */
#ifndef FIERA_H
#define FIERA_H

#include "core/scene_build.h"
#include "games/fiera/fiera_data.h"

enum { FIERA_MAX_SEATS = 3, FIERA_FACE_DOWN = 255 };

/* ORDER phase */
#define FIERA_PHASES(X)                  \
    X(FIERA_PH_FAIR, fiera_phase_fair)   \
    X(FIERA_PH_DEAL, fiera_phase_deal)   \
    X(FIERA_PH_ROLL, fiera_phase_roll)   \
    X(FIERA_PH_OFFER, fiera_phase_offer) \
    X(FIERA_PH_PRIZE, fiera_phase_prize) \
    X(FIERA_PH_GIFT, fiera_phase_gift)
enum { FIERA_PHASES(CASATA_ENUM) FIERA_PHASE_COUNT };
FIERA_PHASES(CASATA_PHASE_DECLARE)

/* ORDER kind of action */
enum {
    FIERA_A_DEAL = 1, /* seat, ware */
    FIERA_A_ROLL,     /* die, the two faces as digits, the lower first */
    FIERA_A_OFFER,    /* ware */
    FIERA_A_TAKE,
    FIERA_A_DRAW,
    FIERA_A_GIVE, /* coins */
    FIERA_A_TO,   /* seat */
    FIERA_A_COUNT
};
enum { FIERA_OPTION_HAND, FIERA_OPTION_DICE, FIERA_OPTION_COUNT };

struct fiera_player {
    uint16_t hand; /* bit set of the wares that the holder of the state knows of */
    uint8_t offer; /* 1 + ware while offers are made, FIERA_FACE_DOWN if it is not known; 0: none */
    uint8_t held;  /* wares in hand, 0..6 */
    uint8_t coins; /* 0..54 */
    uint8_t won;   /* values of the wares won, 0..240 */
    uint8_t gifts; /* points for coins given, 0..216 */
    uint8_t days;  /* days won, 0..3; R7.2 */
};
struct fiera {
    struct casata_head head;
    uint16_t deck;   /* bit set: the deck is a set, its order does not exist */
    uint16_t hidden; /* wares whose place the viewer does not know; 0 in the whole state */
    uint16_t spent;  /* wares that were won: they are out of the game */
    uint8_t day;     /* days played, 0..3 */
    uint8_t purse;   /* coins of the day, 0 before the first roll */
    struct fiera_player p[FIERA_MAX_SEATS];
};
_Static_assert(sizeof(struct fiera) == sizeof(struct casata_head) + 8 + FIERA_MAX_SEATS * 8, "no padding");

/* Locals that more than one file reads. */
#define FIERA_FAIR_LOCALS(X) X(dealt) X(part)
CASATA_LOCALS(fiera_fair, FIERA_FAIR_LOCALS);
#define FIERA_DEAL_LOCALS(X) X(left)
CASATA_LOCALS(fiera_deal, FIERA_DEAL_LOCALS);
#define FIERA_PRIZE_LOCALS(X) X(paid)
CASATA_LOCALS(fiera_prize, FIERA_PRIZE_LOCALS);

static inline int fiera_count(unsigned set) { return __builtin_popcount(set); }
/* Days of the game, which is the number of wares dealt to each player. */
static inline int fiera_days(const struct fiera_data *d, const struct fiera *s) {
    return d->hands[s->head.option[FIERA_OPTION_HAND]].wares;
}
static inline int fiera_points(const struct fiera_player *p) { return p->won + p->coins + p->gifts; }
int fiera_deck_size(const struct fiera *s); /* also where the deck is hidden */

/* ORDER family */
enum {
    FIERA_FAMILY_HAND,
    FIERA_FAMILY_OFFER,
    FIERA_FAMILY_DECK,
    FIERA_FAMILY_SPENT,
    FIERA_FAMILY_PURSE,
    FIERA_FAMILY_COUNT
};
enum { FIERA_FIELD_GROUPS = 2 };
extern const struct casata_family fiera_families[FIERA_FAMILY_COUNT];
extern const struct casata_fields fiera_fields[FIERA_FIELD_GROUPS];
extern const struct casata_bot_sheet fiera_bots;
extern const struct casata_balance_sheet fiera_balance;
extern const struct casata_coach_row fiera_coach[];
extern const struct casata_rules fiera_rules;

const char *fiera_check(const void *data, const void *state);
void fiera_redact(const void *data, void *state, int viewer);
void fiera_resample(const void *data, void *state, int viewer, struct casata_rng *rng);
void fiera_scene(struct casata_scene_builder *build);

#endif
