/* zhanguo.h: state, phases and actions of ZhanGuo; private to the game and its tests. */
#ifndef ZHANGUO_H
#define ZHANGUO_H

#include "casata/rules.h"
#include "games/zhanguo/zhanguo_data.h"

#include <assert.h>
#include <string.h>

enum {
    ZG_MAX_SEATS = 4,
    ZG_HAND = 6,     /* cards drawn in a round */
    ZG_MAX_HAND = 9, /* with three of each deck (R23.1) */
    ZG_SPOTS = 30,   /* places of officials on an own board: area * 15 + region * 3 + colour */
    ZG_DOWN = 15,    /* first spot of the workers areas */
    ZG_LAYERS = 5,   /* a deck: its first cards, then those set aside in rounds 1 to 4, in this order */
    ZG_BACK = ZG_CARDS + 1, /* a card of another hand, seen face down: + colour * 5 + layer */
    ZG_SOME_CARD = 255,     /* a card that is chosen but not shown */
    ZG_ALL_REGIONS = (1 << ZG_REGION_COUNT) - 1
};

/* Parts of the score. The first six are counted as they are gained (R3.4), the others at the end (R21). */
#define ZG_PARTS(X)                 \
    X(ZG_VP_START, "start")         \
    X(ZG_VP_MARKERS, "markers")     \
    X(ZG_VP_SQUARES, "squares")     \
    X(ZG_VP_PALACES, "palaces")     \
    X(ZG_VP_CARDS, "cards")         \
    X(ZG_VP_BOARD, "board")         \
    X(ZG_VP_GOVERNORS, "governors") \
    X(ZG_VP_MAJORITIES, "majorities") X(ZG_VP_TASKS, "tasks") X(ZG_VP_WALLS, "walls")
enum { ZG_PARTS(CASATA_ENUM) ZG_PART_COUNT, ZG_STORED_PARTS = ZG_VP_GOVERNORS };

/* Countable things: counters, costs and gains. Officials and markers follow the order of their colours. */
#define ZG_UNITS(X)          \
    X(ZG_U_VP, "vp")         \
    X(ZG_U_IVORY, "ivory")   \
    X(ZG_U_ORANGE, "orange") \
    X(ZG_U_BROWN, "brown")   \
    X(ZG_U_RED, "red")       \
    X(ZG_U_GREY, "grey")     \
    X(ZG_U_WHITE, "white")   \
    X(ZG_U_WORKER, "worker") \
    X(ZG_U_UNREST, "unrest") \
    X(ZG_U_POINT, "point")   \
    X(ZG_U_CARD, "card")     \
    X(ZG_U_GOVERNOR, "governor") X(ZG_U_PALACE, "palace") X(ZG_U_WALL, "wall") X(ZG_U_MARKER3, "marker3")
enum { ZG_UNITS(CASATA_ENUM) };

/* Kinds of pieces: a card and its back show their colour, in the order of the colours. */
#define ZG_KINDS(X)                \
    X(ZG_P_CARD, "ivory_card")     \
    X(ZG_P_CARD_2, "orange_card")  \
    X(ZG_P_CARD_3, "brown_card")   \
    X(ZG_P_BACK, "ivory_back")     \
    X(ZG_P_BACK_2, "orange_back")  \
    X(ZG_P_BACK_3, "brown_back")   \
    X(ZG_P_OFFICIAL, "official")   \
    X(ZG_P_WORKER, "worker")       \
    X(ZG_P_CUBE, "cube")           \
    X(ZG_P_GOVERNOR, "governor")   \
    X(ZG_P_PALACE, "palace")       \
    X(ZG_P_WALL, "wall")           \
    X(ZG_P_DISC, "disc")           \
    X(ZG_P_MARKER, "marker")       \
    X(ZG_P_MARKER3, "marker3")     \
    X(ZG_P_WALL_TILE, "wall_tile") \
    X(ZG_P_TASK_TILE, "task_tile") X(ZG_P_ROUND, "round") X(ZG_P_BOARD, "board")
enum { ZG_KINDS(CASATA_ENUM) ZG_KIND_COUNT };

#define ZG_STAGES(X)           \
    X(ZG_STAGE_SETUP, "setup") \
    X(ZG_STAGE_DRAW, "draw") X(ZG_STAGE_PLAY, "play") X(ZG_STAGE_REWARDS, "rewards")
enum { ZG_STAGES(CASATA_ENUM) ZG_STAGE_COUNT };

/* Public knowledge about a card: its layer in the deck (it may be in a hand by now), or played. */
#define ZG_CARD_STATES(X) \
    X(, "fresh")          \
    X(, "aside1") X(, "aside2") X(, "aside3") X(, "aside4") X(, "played")
enum { ZG_CARD_PLAYED = ZG_LAYERS };

/* R23: the variants */
#define ZG_BOARD_OPTION(X)          \
    X(ZG_BOARDS_A, "side_a")        \
    X(ZG_BOARDS_B, "side_b")        \
    X(ZG_BOARDS_AUCTION, "auction") \
    X(ZG_BOARDS_AGREED, "agreed") X(ZG_BOARDS_DRAWN, "drawn") X(ZG_BOARDS_BY_SEAT, "by_seat")
enum { ZG_BOARD_OPTION(CASATA_ENUM) };
#define ZG_DRAW_OPTION(X) X(ZG_DRAW_TWO, "two") X(ZG_DRAW_THREE, "three")
enum { ZG_DRAW_OPTION(CASATA_ENUM) };
#define ZG_ORDER_OPTION(X) X(ZG_ORDER_CLOCKWISE, "clockwise") X(ZG_ORDER_TRACK, "track")
enum { ZG_ORDER_OPTION(CASATA_ENUM) };
#define ZG_UNREST_OPTION(X) X(ZG_UNREST_ONCE, "once") X(ZG_UNREST_PER_WORKER, "per_worker")
enum { ZG_UNREST_OPTION(CASATA_ENUM) };
enum { ZG_OPT_BOARDS, ZG_OPT_DRAW, ZG_OPT_ORDER, ZG_OPT_UNREST, ZG_OPTION_COUNT };

/* ORDER phase: the parts of the game, the decisions of players and chance events */
/* clang-format off */
#define ZG_PHASES(X) \
    X(ZG_PH_GAME, zg_phase_game) X(ZG_PH_ORDER, zg_phase_order) X(ZG_PH_WALL_TILES, zg_phase_wall_tiles) \
    X(ZG_PH_TASKS, zg_phase_tasks) X(ZG_PH_DISCARD, zg_phase_discard) X(ZG_PH_BOARDS, zg_phase_boards) \
    X(ZG_PH_AUCTION, zg_phase_auction) X(ZG_PH_BOARD, zg_phase_board) X(ZG_PH_DEAL, zg_phase_deal) \
    X(ZG_PH_ASIDE, zg_phase_aside) X(ZG_PH_ACTIONS, zg_phase_actions) X(ZG_PH_TURN, zg_phase_turn) \
    X(ZG_PH_CARD, zg_phase_card) X(ZG_PH_RECRUIT, zg_phase_recruit) X(ZG_PH_HIRE, zg_phase_hire) \
    X(ZG_PH_INSTALL, zg_phase_install) X(ZG_PH_PALACE, zg_phase_palace) X(ZG_PH_WALL, zg_phase_wall) \
    X(ZG_PH_WORKERS, zg_phase_workers) X(ZG_PH_SEAL, zg_phase_seal) \
    X(ZG_PH_ABILITIES, zg_phase_abilities) X(ZG_PH_MARKER, zg_phase_marker) X(ZG_PH_CALM, zg_phase_calm) \
    X(ZG_PH_CARRY, zg_phase_carry) X(ZG_PH_TRANSFER, zg_phase_transfer) \
    X(ZG_PH_OFFICIAL, zg_phase_official) X(ZG_PH_MOVE, zg_phase_move) X(ZG_PH_REWARDS, zg_phase_rewards) \
    X(ZG_PH_REWARD, zg_phase_reward) X(ZG_PH_ERECT, zg_phase_erect) X(ZG_PH_RAISE, zg_phase_raise) \
    X(ZG_PH_AGREE, zg_phase_agree) X(ZG_PH_LOT, zg_phase_lot)
/* clang-format on */
enum { ZG_PHASES(CASATA_ENUM) ZG_PHASE_COUNT };

/* ORDER kind: within a decision the smaller kind is listed first */
enum {
    ZG_A_ORDER = 1, /* first, second, third seat; the fourth follows */
    ZG_A_TILE,      /* criterion of the next wall tile */
    ZG_A_TASKS,     /* tile of the upper, of the lower section */
    ZG_A_DISCARD,   /* one board, or two in ascending order */
    ZG_A_DEAL,      /* seat, card */
    ZG_A_PASS,
    ZG_A_BID,   /* points */
    ZG_A_BOARD, /* board */
    ZG_A_ASIDE, /* card */
    ZG_A_DONE,
    ZG_A_STOP,
    ZG_A_DECLINE,
    ZG_A_PLAY,     /* card */
    ZG_A_UNIFY,    /* region */
    ZG_A_COURT,    /* court action */
    ZG_A_RECRUIT,  /* official, region */
    ZG_A_HIRE,     /* region */
    ZG_A_INSTALL,  /* region, where the governor stands */
    ZG_A_PALACE,   /* region, region of the third worker */
    ZG_A_WALL,     /* section, lines */
    ZG_A_WORKERS,  /* set of regions */
    ZG_A_SEAL,     /* colour of the marker of value 3 */
    ZG_A_USE,      /* card */
    ZG_A_ABILITY,  /* side-B effect */
    ZG_A_MARKER,   /* colour */
    ZG_A_CALM,     /* region */
    ZG_A_CARRY,    /* from, to */
    ZG_A_TRANSFER, /* from, to, where the governor stood */
    ZG_A_OFFICIAL, /* official, region */
    ZG_A_MOVE,     /* official, from, to: in the governors areas */
    ZG_A_WALK,     /* official, from, to: in the workers areas */
    ZG_A_CLIMB,    /* official, region */
    ZG_A_ACCEPT,
    ZG_A_ERECT, /* region */
    ZG_A_RAISE, /* section, lines */
    ZG_A_SHIFT, /* official, region: last, since it is always there and seldom wanted */
    ZG_A_COUNT
};

/* Free shifts: official * 5 + region. */
enum { ZG_SHIFTS = 15 };
enum { ZG_STEPS = 8 }; /* of positions before version 4 of the rules */

struct zhanguo_player {
    uint16_t vp[ZG_STORED_PARTS];   /* victory points by source */
    uint8_t hand[ZG_MAX_HAND];      /* cards 1..120 ascending, then 0; ZG_BACK + where hidden */
    uint8_t aside[ZG_COLOUR_COUNT]; /* R23.1: card of the hand that will be set aside, 0: none yet */
    uint8_t tableau[ZG_REGION_COUNT][ZG_REGION_CARDS]; /* cards ascending, then 0 */
    uint8_t up[ZG_REGION_COUNT][ZG_OFFICIAL_COUNT];    /* officials in the governors areas */
    uint8_t down[ZG_REGION_COUNT][ZG_OFFICIAL_COUNT];  /* in the workers areas, at most two in each (R10.3) */
    uint8_t workers[ZG_REGION_COUNT];
    uint8_t level[ZG_REGION_COUNT]; /* unrest, 0..4 */
    uint8_t um1[ZG_COLOUR_COUNT];
    uint8_t palaces[ZG_REGION_COUNT]; /* on the main board */
    uint8_t beside[ZG_REGION_COUNT];  /* governors next to the bonus squares */
    uint8_t board;                    /* board + 1, 0: none yet */
    uint8_t unused;
};
struct zhanguo {
    struct casata_head head;
    struct zhanguo_player p[ZG_MAX_SEATS];
    uint8_t round; /* 1..5, 0 during set-up */
    uint8_t stage;
    uint8_t court;                  /* card on top of the court pile, 0: the Court is empty */
    uint8_t boards_out;             /* bit set of the boards that are not used (R23.5) */
    uint8_t order[ZG_MAX_SEATS];    /* seats by their discs on the Reward track, from the top */
    uint8_t taken[ZG_ASPECT_COUNT]; /* seat + 1 that took the reward of this round, 0: nobody */
    uint8_t um3[ZG_COLOUR_COUNT];   /* seat + 1 that has it, 0: it lies on the main board */
    uint8_t card[ZG_CARDS];         /* public: layer of the deck it came from, or ZG_CARD_PLAYED */
    uint8_t square[ZG_REGION_COUNT][ZG_SQUARES];       /* seat + 1 of the governor, 0: empty */
    uint8_t wall[ZG_SECTION_COUNT][ZG_WALL_SPACES];    /* seat + 1, 0: empty */
    uint8_t wall_tile[ZG_SECTION_COUNT];               /* criterion + 1, 0: none yet */
    uint8_t task_tile[ZG_TASK_PLACE_COUNT];            /* tile + 1, 0: none yet */
    uint8_t disc[ZG_TASK_PLACE_COUNT][ZG_TASK_SPACES]; /* seat + 1, filled from the left */
    uint8_t step[ZG_STEPS]; /* 0; in positions before version 4 the order of a movement, not needed */
    uint8_t onward;
};
enum { ZG_MAX_VP = 10000 }; /* of a part, in positions from outside; far above any game */
_Static_assert(sizeof(struct zhanguo) <= 1024, "the state is copied at every step of a search");

extern const struct casata_balance_sheet zg_balance;
extern const struct casata_coach_row zg_coach[];
extern const struct casata_words zg_parts, zg_units, zg_kinds, zg_stages, zg_card_states, zg_board_option,
    zg_draw_option, zg_order_option, zg_unrest_option, zg_reasons, zg_faces, zg_places;

/* A table as one row of bytes. */
#define ZG_FLAT(table) ((const uint8_t *)(table))

/* --- where things are ------------------------------------------------------------------------------------ */
static inline unsigned zg_supply_of(const struct zhanguo_data *d, const struct zhanguo *s,
                                    unsigned component) {
    return s->head.seats == 2   ? d->supplies[component].n_2p
           : s->head.seats == 3 ? d->supplies[component].n_3p
                                : d->supplies[component].n_4p;
}
static inline unsigned zg_constant(const struct zhanguo_data *d, unsigned key) {
    return d->constants[key].value;
}
static inline unsigned zg_colour_of(unsigned card) { return (card - 1) / ZG_CARDS_OF_COLOUR; }
static inline unsigned zg_side(const struct zhanguo *s) {
    return s->head.option[ZG_OPT_BOARDS] != ZG_BOARDS_A;
}
static inline bool zg_auction(const struct zhanguo *s) { /* R23.5 */
    unsigned boards = s->head.option[ZG_OPT_BOARDS];
    return boards == ZG_BOARDS_AUCTION || boards == ZG_BOARDS_AGREED;
}
static inline bool zg_per_worker(const struct zhanguo *s) { /* R23.3 */
    return s->head.option[ZG_OPT_UNREST] == ZG_UNREST_PER_WORKER;
}
/* Row of unrest_tracks.csv for a region of a player's board. */
static inline unsigned zg_track(const struct zhanguo *s, const struct zhanguo_player *p, unsigned region) {
    return ((p->board - 1u) * 2 + zg_side(s)) * ZG_REGION_COUNT + region;
}
static inline unsigned zg_max_level(const struct zhanguo_data *d, const struct zhanguo *s,
                                    const struct zhanguo_player *p, unsigned region) {
    return d->unrest_tracks[zg_track(s, p, region)].max_level; /* R7.2 */
}
/* The officials as one list of ZG_SPOTS counts. */
static inline uint8_t *zg_spots(struct zhanguo_player *p) {
    return (uint8_t *)p + offsetof(struct zhanguo_player, up);
}
static inline const uint8_t *zg_spots_of(const struct zhanguo_player *p) {
    return (const uint8_t *)p + offsetof(struct zhanguo_player, up);
}
_Static_assert(offsetof(struct zhanguo_player, down) == offsetof(struct zhanguo_player, up) + ZG_DOWN,
               "spots");
static inline unsigned zg_officials_below(const struct zhanguo_player *p, unsigned region) {
    return (unsigned)p->down[region][0] + p->down[region][1] + p->down[region][2];
}
static inline unsigned zg_officials_above(const struct zhanguo_player *p, unsigned region) {
    return (unsigned)p->up[region][0] + p->up[region][1] + p->up[region][2];
}
static inline unsigned zg_cards_in(const struct zhanguo_player *p, unsigned region) {
    return (p->tableau[region][0] != 0) + (p->tableau[region][1] != 0) +
           (unsigned)(p->tableau[region][2] != 0);
}
static inline unsigned zg_hand_size(const struct zhanguo_player *p) {
    unsigned n = 0;
    while (n < ZG_MAX_HAND && p->hand[n]) n++;
    return n;
}
unsigned zg_near(const struct zhanguo_data *d, unsigned region); /* bit set of adjacent regions, R10.7 */
unsigned zg_officials_left(const struct zhanguo_data *d, const struct zhanguo *s,
                           const struct zhanguo_player *p, unsigned colour); /* in the personal supply */
bool zg_has_officials(const struct zhanguo_player *p);                       /* on the own board */
unsigned zg_um1_left(const struct zhanguo_data *d, const struct zhanguo *s,
                     unsigned colour); /* general supply */
unsigned zg_governors_in(const struct zhanguo *s, int seat, unsigned region);
unsigned zg_governors_placed(const struct zhanguo *s, int seat);
unsigned zg_palaces_in(const struct zhanguo *s, unsigned region); /* of all players */
unsigned zg_palace_spaces(const struct zhanguo_data *d, const struct zhanguo *s, unsigned region);
unsigned zg_palaces_placed(const struct zhanguo *s, int seat);
unsigned zg_walls_placed(const struct zhanguo *s, int seat);
bool zg_has_wall(const struct zhanguo *s, int seat, unsigned section);
unsigned zg_tableau_size(const struct zhanguo_player *p);
unsigned zg_tableau_colour(const struct zhanguo_player *p, unsigned colour);
unsigned zg_strength(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                     unsigned colour);                                 /* R18.2 */
void zg_tie_order(const struct zhanguo *s, uint8_t out[ZG_MAX_SEATS]); /* R18.6 */
bool zg_relation(const struct zhanguo_data *d, const struct zhanguo *s, unsigned card,
                 unsigned court);                                       /* R15.1 b */
unsigned zg_reward_regions(const struct zhanguo_data *d, unsigned row); /* bit set */
unsigned zg_region_set(unsigned index);                                 /* bit set of ORDER region set */

/* --- preconditions of actions ----------------------------------------------------------------------------
 * 0, or the reason it cannot be carried out in full (R5.3). The only place where legality is decided; the
 * scene explains blocked options from the same answers. */
#define ZG_REASONS(X)                        \
    X(ZG_FINE, "none")                       \
    X(ZG_REGION_FULL, "region_full")         \
    X(ZG_UNREST_HIGH, "unrest_high")         \
    X(ZG_NO_SUPPLY, "no_official_left")      \
    X(ZG_NOBODY, "nobody_on_board")          \
    X(ZG_NO_TRIO, "no_trio")                 \
    X(ZG_NO_GOVERNOR, "no_governor")         \
    X(ZG_NOBODY_HERE, "nobody_here")         \
    X(ZG_NO_PALACE, "no_palace")             \
    X(ZG_NO_PALACE_SPACE, "no_palace_space") \
    X(ZG_PALACE_BLOCK, "palace_block")       \
    X(ZG_NO_WORKERS, "no_workers")           \
    X(ZG_NO_OTHER_WORKER, "no_other_worker") \
    X(ZG_NO_WALL, "no_wall")                 \
    X(ZG_WALL_TAKEN, "wall_taken")           \
    X(ZG_WALL_OWN, "wall_own")               \
    X(ZG_NO_WALL_WORKERS, "no_wall_workers") \
    X(ZG_NO_TWO, "no_two_officials")         \
    X(ZG_BLOCKED, "ability_blocked")         \
    X(ZG_AREA_FULL, "area_full")             \
    X(ZG_OTHER_ACTION, "other_action")       \
    X(ZG_NO_UNREST, "no_unrest")             \
    X(ZG_NO_WORKER, "no_worker")             \
    X(ZG_NOBODY_GOVERNS, "nobody_governs")   \
    X(ZG_NO_SUCH_CARD, "no_such_card")       \
    X(ZG_OTHER_REGION, "other_region")       \
    X(ZG_SQUARE_TAKEN, "square_taken")       \
    X(ZG_SQUARE_ALIKE, "square_alike")
enum { ZG_REASONS(CASATA_ENUM) };

unsigned zg_need_unify(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region);
unsigned zg_need_recruit(const struct zhanguo_data *d, const struct zhanguo *s, int seat);
unsigned zg_need_move(const struct zhanguo *s, int seat);
/* With `more` officials shifted down first. */
unsigned zg_need_hire(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                      unsigned more);
unsigned zg_need_install(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                         bool gift);
unsigned zg_need_palace(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                        bool gift);
unsigned zg_need_wall(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned section,
                      unsigned space, bool gift);
/* Bit set of the spaces (section * 3 + lines - 1) where zg_need_wall finds nothing missing. */
unsigned zg_open_walls(const struct zhanguo_data *d, const struct zhanguo *s, int seat, bool gift);
/* R12.3, R23.3, G24: the rise of the level when n workers are hired. */
unsigned zg_hire_unrest(const struct zhanguo_data *d, const struct zhanguo *s, unsigned n);
/* 1: the circle of side B hires one worker more than n; 0: it does not. */
unsigned zg_extra_worker(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                         unsigned n);
/* Any way to carry the court action out; otherwise the reason of the first place that has a better one. */
unsigned zg_need_court(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned court);
unsigned zg_need_reward(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned row);
/* The strongest seat for a reward among those that have not passed (a bit set), -1: nobody left. */
int zg_next_to_decide(const struct zhanguo_data *d, const struct zhanguo *s, unsigned aspect,
                      unsigned passed);

struct zg_abilities;

/* --- effects ---------------------------------------------------------------------------------------------- */
void zg_gain_vp(struct zhanguo *s, int seat, unsigned part, unsigned n, struct casata_sink *sink);
void zg_gain_workers(struct zhanguo *s, int seat, unsigned region, unsigned n, struct casata_sink *sink);
void zg_place_official(struct zhanguo *s, int seat, unsigned colour, unsigned region, unsigned n,
                       struct casata_sink *sink);
void zg_raise(struct zhanguo *s, int seat, unsigned region, unsigned n, struct casata_sink *sink);
void zg_pacify(struct zhanguo *s, int seat, unsigned region, struct casata_sink *sink); /* no unrest at all */
void zg_lower(struct zhanguo *s, int seat, unsigned region, struct casata_sink *sink);
void zg_take_markers(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned colour, unsigned n,
                     struct casata_sink *sink);
void zg_build_palace(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned region,
                     struct casata_sink *sink);
void zg_pay_reward(struct zhanguo *s, int seat, unsigned aspect); /* markers go, the disc moves */
void zg_build_wall(struct zhanguo *s, int seat, unsigned section, unsigned space, struct casata_sink *sink);
void zg_claim_tasks(const struct zhanguo_data *d, struct zhanguo *s, int seat, struct casata_sink *sink);
/* For `forced`: the only way to carry out the decision, at no cost; reports it. */
bool zg_only_way(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                 struct casata_sink *sink);
/* For `valid` of decisions with shifts: is there anything else to decide? */
bool zg_can_decide(const void *data, const void *state, const struct casata_frame *f);
/* Places of a task tile where the seat has nothing; *lacking: their regions or areas. */
int zg_task_missing(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned tile,
                    unsigned *lacking);
void zg_begin_move(struct zhanguo *s, int seat, unsigned points, bool may_stop);
void zg_begin_marker(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned part,
                     struct casata_sink *sink);
/* R10.6: free shifts, ascending. */
int zg_list_shifts(const struct zhanguo_data *d, const struct zhanguo_player *p, casata_action *out);
static inline unsigned zg_shift_index(casata_action a) { return casata_a(a) * ZG_REGION_COUNT + casata_b(a); }
/* G47: the free shifts after the n options of a decision in one's own turn; none in phase 3. */
int zg_and_shifts(const void *data, const struct zhanguo *s, int seat, casata_action *out, int n);
/* Called first by every decision in a turn: carries out a shift, or records for searches that all shifts could have
 * come before this decision. False: not a shift. */
bool zg_take_shift(struct zhanguo *s, int seat, casata_action a, struct casata_sink *sink);
/* For `redundant`: the shift could as well have been made earlier in this turn. */
bool zg_redundant_shift(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action a);
/* Places (bit official * 5 + region) where something became possible in this turn or reward: an official came, room was
 * made, or officials were counted. */
unsigned zg_fresh(const struct zhanguo *s);
void zg_mark_fresh(struct zhanguo *s, unsigned places);
static inline unsigned zg_all_colours(unsigned region) { return 0x421u << region; }
/* R15, R17: begins once the card is on the court pile; the court action itself goes on top of it. */
void zg_begin_abilities(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned court,
                        bool relation);
/* The additional worker of the circle is no longer an ability; in older positions it waits here. */
void zg_close_extra(struct zg_abilities *l, const struct zhanguo_data *d, const struct zhanguo *s, int seat);
/* Tableau cards (bit region * 3 + place) that the court action would fire with this relation. */
unsigned zg_firing(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned court,
                   bool relation);
void zg_begin_discard(struct zhanguo *s); /* R23.5 */
void zg_give_board(struct zhanguo *s, int seat, unsigned board, struct casata_sink *sink);
/* The next seat of a bit set, clockwise after `seat`. */
int zg_next_of(const struct zhanguo *s, unsigned mask, int seat);
/* Bits 0..39: the cards of a colour in the top layer of their deck, which is *layer. */
uint64_t zg_top_of_deck(const struct zhanguo *s, unsigned colour, unsigned *layer);
unsigned zg_deck_size(const struct zhanguo *s, unsigned colour);
unsigned zg_cards_drawn(const struct zhanguo_data *d,
                        const struct zhanguo *s); /* of each deck in this round */
void zg_play_from_hand(struct zhanguo *s, int seat, unsigned card);

/* --- locals of phases shared by several files -------------------------------------------------------------------- */
#define ZG_WALL_TILES_LOCALS(X) X(section)
CASATA_LOCALS(zg_wall_tiles, ZG_WALL_TILES_LOCALS);
#define ZG_TASKS_LOCALS(X) X(kind)
CASATA_LOCALS(zg_tasks, ZG_TASKS_LOCALS);
/* The bid so far, 0 before the opening; bit set of the seats still in; 1 + seat; who opens the next auction. */
#define ZG_AUCTION_LOCALS(X) X(bid) X(in) X(leader) X(opener)
CASATA_LOCALS(zg_auction, ZG_AUCTION_LOCALS);
#define ZG_DEAL_LOCALS(X) X(players) X(cards) /* players who are done; cards drawn by the frame's seat */
CASATA_LOCALS(zg_deal, ZG_DEAL_LOCALS);
#define ZG_ACTIONS_LOCALS(X) X(turns) /* begun in this round */
CASATA_LOCALS(zg_actions, ZG_ACTIONS_LOCALS);
/* 1: the card is played. For searches: shifts below this one can be skipped, except in fresh places. */
#define ZG_TURN_LOCALS(X) X(played) X(shift) X(fresh) X(fresh_high)
CASATA_LOCALS(zg_turn, ZG_TURN_LOCALS);
#define ZG_REWARD_LOCALS(X) X(aspect)
CASATA_LOCALS(zg_reward, ZG_REWARD_LOCALS);
#define ZG_CARD_LOCALS(X) X(card) X(changes) /* ZG_SOME_CARD for those who may not see it; how often it was */
CASATA_LOCALS(zg_card, ZG_CARD_LOCALS);      /* taken back for another (G51) */
#define ZG_INSTALL_LOCALS(X) X(gift) X(regions) /* 1: the governor of a reward (R19.4); bit set */
CASATA_LOCALS(zg_install, ZG_INSTALL_LOCALS);
#define ZG_OFFICIAL_LOCALS(X) X(regions) X(optional) /* bit set; 1: may be declined */
CASATA_LOCALS(zg_official, ZG_OFFICIAL_LOCALS);
#define ZG_CALM_LOCALS(X) X(worker) /* 1: a worker comes with it */
CASATA_LOCALS(zg_calm, ZG_CALM_LOCALS);
#define ZG_REWARDS_LOCALS(X) X(aspect) X(passed) X(accepted) /* bit set of seats; 1 + seat, 0: nobody yet */
CASATA_LOCALS(zg_rewards, ZG_REWARDS_LOCALS);

/* Abilities that a court action (`action`) set off and that are still open: cards of the tableau, bit region * 3 +
 * place, in `cards` and `cards_high`; parts of side B in `side`. `hired`: 1 + region of Hire Workers, 0: none yet. */
#define ZG_ABILITIES_LOCALS(X) X(action) X(cards) X(cards_high) X(side) X(hired)
CASATA_LOCALS(zg_abilities, ZG_ABILITIES_LOCALS);
enum { ZG_CARD_ITEMS = ZG_REGION_COUNT * ZG_REGION_CARDS, ZG_SIDE_ITEMS = 3 };
static inline unsigned zg_open_cards(const struct zg_abilities *l) {
    return l->cards | (unsigned)l->cards_high << 8;
}
static inline unsigned zg_open_items(const struct zg_abilities *l) { /* cards, then parts of side B */
    return zg_open_cards(l) | (unsigned)l->side << ZG_CARD_ITEMS;
}

/* A movement: points left, plus ZG_MAY_STOP where the rest may be forgone; `passing`: 1 + region * 3 + colour of an
 * official passing through a full workers area, 0: none. For searches: `top`, the greatest code of a step, and in phase
 * 3, where there is no turn, the fresh places. */
#define ZG_MOVE_LOCALS(X) X(points) X(passing) X(top) X(fresh) X(fresh_high)
CASATA_LOCALS(zg_move, ZG_MOVE_LOCALS);
enum { ZG_MAY_STOP = 16 };
static inline unsigned zg_points_left(const struct zg_move *l) { return l->points % ZG_MAY_STOP; }
static inline bool zg_may_stop(const struct zg_move *l) { return l->points & ZG_MAY_STOP; }
static inline unsigned zg_passing_region(const struct zg_move *l) {
    return (l->passing - 1u) / ZG_OFFICIAL_COUNT;
}
static inline unsigned zg_passing_official(const struct zg_move *l) {
    return (l->passing - 1u) % ZG_OFFICIAL_COUNT;
}

/* The turn in progress, NULL: none. */
static inline const struct zg_turn *zg_turn_of(const struct zhanguo *s) {
    const struct casata_frame *f = &s->head.frame[2];
    return f->phase == ZG_PH_TURN && s->head.depth > 2 ? casata_locals(zg_turn, f) : NULL;
}

/* The frame on top of the game's own: the part of the set-up or of the round. There is none at depth 1 or 0. */
static inline const struct casata_frame *zg_part_frame(const struct zhanguo *s) { return &s->head.frame[1]; }

/* --- phases, one row each ----------------------------------------------------------------------------------- */
extern const struct casata_rules zhanguo_rules;
ZG_PHASES(CASATA_PHASE_DECLARE)

/* --- the other parts of the rules table ---------------------------------------------------------------------- */
void zg_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part);
void zg_report_end(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink);
void zg_ranks(const void *data, const void *state, uint8_t *rank);
/* The final score of a region for its governors, with n more of the seat's. */
unsigned zg_governor_points(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                            unsigned more);
unsigned zg_criterion_count(const struct zhanguo_player *p, unsigned criterion);
int zg_wall_value(const struct zhanguo_data *d, unsigned criterion, unsigned space); /* R22.1 */
/* The score of a wall on this space of the tile as things stand. */
int zg_wall_worth(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned criterion,
                  unsigned space);
void zg_redact(const void *data, void *state, int viewer);
void zg_resample(const void *data, void *state, int viewer, struct casata_rng *rng);
const char *zg_check(const void *data, const void *state);
void zg_derive(const void *data, void *state);
void zg_scene(struct casata_scene_builder *build);
enum { ZG_FEATURES = 106 };
void zg_features(const void *data, const void *state, int seat, int16_t *out);
const char *zg_feature_name(int i);
extern const struct casata_fields zg_fields[];
enum { ZG_FIELD_GROUPS = 2 };

#endif
