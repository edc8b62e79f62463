/* virtu.h: state, phases and actions of Virtù; private to the game and its tests. */
#ifndef VIRTU_H
#define VIRTU_H

#include "casata/rules.h"
#include "games/virtu/virtu_data.h"

#include <assert.h>
#include <string.h>

enum {
    VT_MAX_SEATS = 5,
    VT_NO_CHAMBER = VT_CHAMBER_COUNT, /* the marker before the first Spring (R2.11, G5) */
    VT_LAST_YEAR = 64,                /* G58: no game is longer */
    VT_LAST_YEAR_2P = 12,             /* R20.14 e */
    VT_TRACK_CLOSED = VT_INFLUENCE_SPACES,
    VT_CONQUEST_POINTS = 100, /* G59 */
};

/* clang-format off */
/* Parts of the score (R15, R20.15). */
#define VT_PARTS(X) \
    X(VT_PP_CITIES, "cities") X(VT_PP_MOST_CITIES, "most_cities") X(VT_PP_PATRONAGE, "patronage") \
    X(VT_PP_MOST_PATRONAGE, "most_patronage") X(VT_PP_CARDS, "cards") X(VT_PP_TILES, "tiles") X(VT_PP_BONUSES, "bonuses") \
    X(VT_PP_RELIGION, "religion") X(VT_PP_TROPHIES, "trophies") X(VT_PP_ALLIANCES, "alliances") \
    X(VT_PP_MAJORS, "major_cities") X(VT_PP_INDULGENCES, "indulgences") X(VT_PP_CONQUEST, "conquest")
/* Countable things: counters, costs and gains. */
#define VT_UNITS(X) \
    X(VT_U_FLORIN, "florin") X(VT_U_CROWN, "crown") X(VT_U_CROSS, "cross") X(VT_U_CAVALRY, "cavalry") X(VT_U_SHIP, "ship") \
    X(VT_U_MASK, "mask") X(VT_U_WAR, "war") X(VT_U_ARROW, "arrow") X(VT_U_CITY, "city") X(VT_U_POINT, "point") \
    X(VT_U_AGENT, "agent") X(VT_U_SOLDIER, "soldier") X(VT_U_TOKEN, "token") X(VT_U_SPACE, "courtier_space") \
    X(VT_U_STRENGTH, "strength") X(VT_U_DEFENCE, "defence") X(VT_U_SYMBOL, "symbol") \
    X(VT_U_SOLDIER_LEFT, "soldier_left") X(VT_U_AGENT_LEFT, "agent_left") X(VT_U_INDULGENCE, "indulgence") \
    X(VT_U_BONUS, "patronage_bonus")
#define VT_KINDS(X) \
    X(VT_KIND_CONTROL, "control") X(VT_KIND_SOLDIER, "soldier") X(VT_KIND_ROUTED, "routed") X(VT_KIND_AGENT, "agent") \
    X(VT_KIND_CATHEDRAL, "cathedral") X(VT_KIND_GARRISON, "garrison") X(VT_KIND_CARD, "card") X(VT_KIND_CARD_USED, "card_used") \
    X(VT_KIND_TILE, "tile") X(VT_KIND_TILE_USED, "tile_used") X(VT_KIND_MARKER, "marker") X(VT_KIND_INDULGENCE, "indulgence") \
    X(VT_KIND_BONUS, "bonus") X(VT_KIND_TROPHY, "trophy") X(VT_KIND_FORBIDDEN, "forbidden") X(VT_KIND_INFLUENCE, "influence") \
    X(VT_KIND_TOKEN, "token") X(VT_KIND_SYMBOL, "symbol")
#define VT_SEASONS(X) X(VT_SETUP, "setup") X(VT_SPRING, "spring") X(VT_SIEGES, "sieges") X(VT_WINTER, "winter")
/* options; value 0 is the default */
#define VT_POWER_OPTION(X) X(VT_POWERS_RANDOM, "random") X(VT_POWERS_IN_ORDER, "in_order") X(VT_POWERS_CHOSEN, "chosen")
#define VT_PLACEMENT_OPTION(X) X(VT_PLACE_HIDDEN, "hidden") X(VT_PLACE_IN_TURN, "in_turn")
#define VT_SWITCH(X) X(VT_OFF, "off") X(VT_ON, "on")
#define VT_YEARS_OPTION(X) X(VT_YEARS_NONE, "none") X(VT_YEARS_20, "20") X(VT_YEARS_12, "12")

/* ORDER phase: the numbers appear in stored matches, so new phases go at the end */
#define VT_PHASES(X) \
    X(VT_PH_GAME, vt_phase_game) X(VT_PH_SPRING, vt_phase_spring) X(VT_PH_MOVE, vt_phase_move) \
    X(VT_PH_ABSOLVE, vt_phase_absolve) X(VT_PH_CHAMBER, vt_phase_chamber) X(VT_PH_GOVERN, vt_phase_govern) \
    X(VT_PH_TURN, vt_phase_turn) X(VT_PH_PATRONAGE, vt_phase_patronage) X(VT_PH_BONUS, vt_phase_bonus) \
    X(VT_PH_TRADE, vt_phase_trade) X(VT_PH_ANNEX, vt_phase_annex) X(VT_PH_MANEUVER, vt_phase_maneuver) \
    X(VT_PH_INTRIGUE, vt_phase_intrigue) X(VT_PH_INFLUENCE, vt_phase_influence) X(VT_PH_PAY, vt_phase_pay) \
    X(VT_PH_PLACE, vt_phase_place) X(VT_PH_WAR, vt_phase_war) X(VT_PH_SIEGES, vt_phase_sieges) \
    X(VT_PH_SIEGE, vt_phase_siege) X(VT_PH_DECLARE, vt_phase_declare) X(VT_PH_RETREAT, vt_phase_retreat) \
    X(VT_PH_WINTER, vt_phase_winter) X(VT_PH_PAYDAY, vt_phase_payday) X(VT_PH_REORG, vt_phase_reorg) \
    X(VT_PH_BUY, vt_phase_buy) X(VT_PH_RECRUIT, vt_phase_recruit) X(VT_PH_ALLY, vt_phase_ally) \
    X(VT_PH_POWERS, vt_phase_powers) X(VT_PH_FIRST, vt_phase_first) X(VT_PH_HOUSE, vt_phase_house) \
    X(VT_PH_TO, vt_phase_to) X(VT_PH_CROWDED, vt_phase_crowded) X(VT_PH_CATHEDRAL, vt_phase_cathedral) \
    X(VT_PH_CHOOSE, vt_phase_choose)
/* clang-format on */
enum { VT_PARTS(CASATA_ENUM) VT_PART_COUNT };
enum { VT_UNITS(CASATA_ENUM) };
enum { VT_KINDS(CASATA_ENUM) };
enum { VT_SEASONS(CASATA_ENUM) VT_SEASON_COUNT };
enum { VT_POWER_OPTION(CASATA_ENUM) };
enum { VT_PLACEMENT_OPTION(CASATA_ENUM) };
enum { VT_SWITCH(CASATA_ENUM) };
enum { VT_YEARS_OPTION(CASATA_ENUM) };
enum { VT_OPT_POWERS, VT_OPT_PLACEMENT, VT_OPT_ONE_AGENT, VT_OPT_YEARS, VT_OPT_ALTERNATE, VT_OPTION_COUNT };
enum { VT_PHASES(CASATA_ENUM) VT_PHASE_COUNT };

/* ORDER kind: within a decision the smaller kind is listed first */
enum {
    VT_A_POWER = 1, /* seat, power */
    VT_A_FIRST,     /* seat */
    VT_A_ROOM,      /* house card, chamber: as action card */
    VT_A_UNDER,     /* house card, chamber: as upgrade */
    VT_A_COURT,     /* house card, edge */
    VT_A_MARKER,    /* chamber */
    VT_A_COLLECT,   /* source: its florins go to the treasury */
    VT_A_STEP,
    VT_A_STEP_FLORINS,
    VT_A_STEP_ARROW, /* source */
    VT_A_STOP,
    VT_A_KEEP,    /* the indulgence */
    VT_A_ABSOLVE, /* symbol */
    VT_A_INDULGE, /* florins for an indulgence */
    VT_A_USE,     /* role, symbol, number: the gift of a card of the chamber */
    VT_A_PAY,     /* source */
    VT_A_TURN,    /* source */
    VT_A_REVIVE,  /* alliance */
    VT_A_ADVANCE,
    VT_A_BONUS,     /* bonus */
    VT_A_ANNEX,     /* city */
    VT_A_ROAD,      /* from, to */
    VT_A_SEA,       /* from, to */
    VT_A_REMOVE,    /* place */
    VT_A_AGENT,     /* place, or the reserve */
    VT_A_TO,        /* place */
    VT_A_INFLUENCE, /* Major City, spaces */
    VT_A_SIEGE,     /* city */
    VT_A_PASS,
    VT_A_DECLARE, /* source, strength */
    VT_A_BESIEGE,
    VT_A_GIVE_UP,
    VT_A_RETREAT, /* city */
    VT_A_SAIL,    /* city */
    VT_A_DISBAND, /* city */
    VT_A_PAYDAY,
    VT_A_SHIFT,   /* courtier space: to the other edge */
    VT_A_DISCARD, /* courtier space */
    VT_A_ENTER,   /* courtier space, chamber */
    VT_A_LEAVE,   /* chamber, role, edge */
    VT_A_PLACE,   /* edge */
    VT_A_FORGO,
    VT_A_BUY,       /* item */
    VT_A_CATHEDRAL, /* city */
    VT_A_RECRUIT,   /* city */
    VT_A_ALLY,      /* alliance, symbol not paid (VT_SYMBOL_COUNT: none) */
    VT_A_TURN_ALL,
    VT_A_CHOOSE, /* power */
    VT_A_COUNT
};

struct virtu_player {
    uint32_t cities;  /* bit set of controlled cities (follows from owner) */
    uint32_t routed;  /* cities before which beaten soldiers wait to retreat (R10.10) */
    uint16_t florins; /* R18.2: unlimited; at most VT_MAX_FLORINS */
    uint16_t bonuses; /* bit set of patronage bonuses taken */
    uint8_t power;
    uint8_t patronage;         /* space of the Patronage track */
    uint8_t agents;            /* agents earned, ready or placed: 0..5 */
    uint8_t marker;            /* chamber, VT_NO_CHAMBER before the first Spring */
    uint8_t tokens;            /* war tokens (+1) */
    uint8_t trophies;          /* bit set of powers */
    uint8_t indulged;          /* 0..1: took an indulgence in this Year */
    uint8_t indulgences;       /* bit set of chambers */
    uint8_t tiles, tiles_used; /* bit sets of tiles in the zone, without cathedrals; the exhausted ones */
    uint8_t cathedrals, cathedrals_used; /* how many, how many of them exhausted */
    uint8_t chamber[VT_CHAMBER_COUNT];   /* action card + 1, 0 = none (R3.7: the three roles of a card) */
    uint8_t upgrade[VT_CHAMBER_COUNT];   /* card + 1, 0 = none */
    uint8_t courtier[VT_SPACE_COUNT];    /* card + 1, 0 = none; left edge 0..2, right edge 3..5 (G57) */
    uint8_t courtier_used;               /* bit set of spaces whose card is exhausted */
    uint8_t agent[VT_CHAMBER_COUNT];     /* seat + 1 of the agent in each chamber, 0 = none */
    uint8_t ready[VT_SYMBOL_COUNT];      /* symbols of all available courtiers and tiles together (follows) */
    uint8_t unused[2];
};
struct virtu {
    struct casata_head head;
    struct virtu_player p[VT_MAX_SEATS];
    uint32_t spent;       /* city tiles that are exhausted */
    uint32_t cathedral;   /* cities with a cathedral */
    uint32_t garrison;    /* cities with a soldier of their Major City (R20.3) */
    uint32_t basket;      /* items chosen in the buying step */
    uint32_t paid_cities; /* city tiles that paid for the Govern in progress (R8.2) */
    uint32_t marched;     /* cities that soldiers entered in the Maneuver in progress */
    uint8_t paid_tiles, paid_cathedrals, paid_alliances;
    uint8_t year; /* 0 during set-up */
    uint8_t season;
    uint8_t ending;               /* 0..1: the Winter in progress is the last (R14.2) */
    uint8_t conqueror;            /* seat + 1: won at once (R20.14 a) */
    uint8_t order[VT_MAX_SEATS];  /* seats in turn order */
    uint8_t pile[VT_MAX_SEATS];   /* seats by the height of their City-track markers (G25: later is higher) */
    uint8_t owner[VT_CITY_COUNT]; /* 0 neutral, 1 + seat, VT_MAJOR_OWNER + Major City */
    uint8_t agent[VT_CITY_COUNT]; /* seat + 1, 0 = none */
    uint8_t soldiers[VT_MAX_SEATS][VT_CITY_COUNT]; /* in a friendly city, or in front of another */
    uint8_t ally[VT_ALLIANCE_COUNT];               /* seat + 1 of the holder, 0 = none */
    uint8_t ally_used[VT_ALLIANCE_COUNT];          /* 0..1: marker on the right space (R13.5) */
    uint8_t ally_agent[VT_ALLIANCE_COUNT];         /* seat + 1, 0 = none */
    uint8_t influence[VT_MAJOR_COUNT];             /* space 0..6, VT_TRACK_CLOSED */
    uint8_t friend_of[VT_MAJOR_COUNT];             /* seat + 1 of the allied player, 0 = none (R20.8) */
    uint8_t pool[VT_SYMBOL_COUNT];                 /* symbols at hand in the action in progress (R4.1) */
    uint8_t supply[VT_DIGNITARY_COUNT]; /* dignitaries for sale (follows: copies less those in palaces) */
    uint8_t unused[2];
};
#define VT_BYTES(s, member) ((const unsigned char *)(s) + offsetof(struct virtu, member)) /* for vt_some */
enum { VT_MAX_FLORINS = 10000, VT_MAJOR_OWNER = 6, VT_MAX_POOL = 99 };
_Static_assert(sizeof(struct virtu) <= 1024, "the state is copied at every step of a search");
_Static_assert(sizeof(struct virtu) % 4 == 0, "no padding");
_Static_assert(offsetof(struct virtu, soldiers) + VT_MAX_SEATS * VT_CITY_COUNT + 2 <= sizeof(struct virtu),
               "more of the state follows the soldiers");

extern const struct casata_balance_sheet vt_balance;
extern const struct casata_coach_row vt_coach[];
extern const struct casata_words vt_parts, vt_units, vt_kinds, vt_seasons, vt_power_option,
    vt_placement_option, vt_switch, vt_years_option;

/* --- where things are ----------------------------------------------------------------------------------- */
static inline uint32_t vt_bit(unsigned i) { return UINT32_C(1) << i; }
static inline unsigned vt_lowest(uint32_t set) { return (unsigned)__builtin_ctz(set); }
static inline unsigned vt_count(uint32_t x) /* without a call where the machine has no such instruction */ {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}
static inline unsigned vt_count64(uint64_t x) {
    return vt_count((uint32_t)x) + vt_count((uint32_t)(x >> 32));
}
/* Which of thirty bytes (one for each city) are not 0; none may be above 127. `bytes` lies inside the state, and more of
 * the state follows it. */
static inline uint32_t vt_some(const void *bytes) {
    uint64_t word[4];
    uint32_t set = 0;
    memcpy(word, bytes, sizeof word);
    word[3] &= UINT64_C(0xffffffffffff);
    for (int i = 0; i < 4; i++) {
        uint64_t some = (word[i] + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
        set |= (uint32_t)(some * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
    }
    return set;
}
static inline bool vt_two(const struct virtu *s) { return s->head.seats == 2; } /* the Italian Wars (R20) */
unsigned vt_last_year(const struct virtu *s);
bool vt_is_end(const struct virtu_data *d, const struct virtu *s);  /* R14.1: a last Winter comes */
unsigned vt_pay_due(const struct virtu_data *d, unsigned soldiers); /* R12.1 */
static inline bool vt_has(const struct virtu_player *p, unsigned bonus) { return p->bonuses >> bonus & 1; }
static inline const struct virtu_card *vt_card(const struct virtu_data *d, unsigned card) {
    return &d->facts.card[card];
}
/* R2.3, R2.4: Rome has two tiles. */
static inline const uint8_t *vt_city_symbols(const struct virtu_data *d, const struct virtu *s,
                                             unsigned city) {
    return d->facts.city[d->setup[s->head.seats - 2].rome_tile == VT_C_ROME][city];
}
static inline unsigned vt_title_row(const struct virtu_player *p, unsigned title) {
    return title < VT_T_REPUBLIC ? title * 5u + p->power : title == VT_T_REPUBLIC ? 10u : 12u;
}
static inline const uint8_t *vt_tile_symbols(const struct virtu_data *d, const struct virtu_player *p,
                                             unsigned tile) {
    return d->facts.tile[p->power][tile];
}
static inline unsigned vt_palace_row(const struct virtu *s, const struct virtu_player *p) /* ORDER palace */ {
    return !vt_two(s) ? p->power : p->power == VT_MILAN ? 5u : 6u;
}
static inline unsigned vt_edge(unsigned space) { return space / VT_EDGE_SPACES; }

/* The eight symbols of a card or tile as one number, a byte each: sums of them are sums of every symbol. */
static inline uint64_t vt_word(const uint8_t *symbol) {
    uint64_t word;
    memcpy(&word, symbol, sizeof word);
    return word;
}
static inline void vt_more(struct virtu_player *p, const uint8_t *symbol) /* they have become available */ {
    uint64_t sum = vt_word(p->ready) + vt_word(symbol);
    memcpy(p->ready, &sum, sizeof sum);
}
static inline void vt_less(struct virtu_player *p, const uint8_t *symbol) {
    uint64_t sum = vt_word(p->ready) - vt_word(symbol);
    memcpy(p->ready, &sum, sizeof sum);
}
static inline unsigned vt_lane(uint64_t word, unsigned symbol) { return word >> 8 * symbol & 255; }

/* --- the board (virtu_board.c) --------------------------------------------------------------------------- */
static inline uint32_t vt_board(const struct virtu_data *d, const struct virtu *s) {
    return d->facts.board[s->head.seats - 2];
}
static inline uint32_t vt_roads(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    return d->facts.road[s->head.seats - 2][city];
}
static inline unsigned vt_crossing(const struct virtu_data *d, unsigned from,
                                   unsigned to) /* R8.13; 0: no way */ {
    return d->facts.seas[from][to];
}
unsigned vt_nearest_port(const struct virtu_data *d, uint32_t ports, unsigned to); /* G54; 0: none */
uint32_t vt_allied(const struct virtu_data *d, const struct virtu *s,
                   int seat); /* R20.9: cities of allied Major Cities */
/* Cities that count as own for links, movement and retreat, controlled or allied; their tiles lie in the zone. */
static inline uint32_t vt_friendly(const struct virtu_data *d, const struct virtu *s, int seat) {
    bool friends = s->friend_of[0] | s->friend_of[1] | s->friend_of[2]; /* with two players only */
    return friends ? s->p[seat].cities | vt_allied(d, s, seat) : s->p[seat].cities;
}
int vt_major_of(const struct virtu_data *d, unsigned city); /* two players: Major City of a city, -1: none */
uint32_t vt_stationed(const struct virtu *s, int seat);     /* cities with soldiers of the seat */
unsigned vt_soldiers_of(const struct virtu *s, int seat);   /* on the board */
unsigned vt_soldiers_in(const struct virtu *s, int seat, uint32_t cities);
unsigned vt_max_soldiers(const struct virtu_data *d, const struct virtu *s, int seat);
unsigned vt_agents_placed(const struct virtu *s, int seat);
unsigned vt_reserve(const struct virtu *s, int seat); /* agents ready */
unsigned vt_modified_value(const struct virtu_data *d, const struct virtu *s, int seat,
                           unsigned city); /* R8.8 */
void vt_take_city(const struct virtu_data *d, struct virtu *s, int seat, unsigned city, bool used,
                  struct casata_sink *sink);
/* A tile leaves the zone; G9: if it is available, its florins are collected. */
void vt_lose_tile(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                  struct casata_sink *sink);
void vt_gain_agent(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink);
void vt_new_order(struct virtu *s);

/* --- the palace (virtu_palace.c, virtu_house.c) ------------------------------------------------------------------------- */
unsigned vt_extra_spaces(const struct virtu_data *d, const struct virtu *s, int seat); /* R3.4: 0..3 */
uint32_t vt_house_left(const struct virtu_data *d, const struct virtu *s,
                       int seat); /* R2.10: not placed yet */
/* Is there room on an edge, with `extra` lighter spaces open, once a card of the edge `gone` (VT_NO_EDGE: none) has
 * left? */
enum { VT_NO_EDGE = 2 };
bool vt_has_room(const struct virtu_data *d, const struct virtu_player *p, unsigned edge, unsigned gone,
                 unsigned extra);
unsigned vt_room_at_court(const struct virtu_data *d, const struct virtu *s,
                          int seat); /* for how many cards, without a discard */
bool vt_is_crowded(const struct virtu_data *d, const struct virtu *s, int seat);
bool vt_is_twin(const struct virtu_player *p, unsigned space); /* like a card before it on the same edge */
unsigned vt_put_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned card, unsigned edge,
                         bool used);
unsigned vt_lift_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned space); /* the card */
unsigned vt_shift_courtier(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                           struct casata_sink *sink); /* to the other edge: to which space */
void vt_discard(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                struct casata_sink *sink);
unsigned vt_chamber_action(const struct virtu_data *d, const struct virtu *s, int seat, unsigned chamber);
unsigned vt_owned(const struct virtu_player *p, unsigned card); /* copies in the palace */

static inline void vt_gain_tile(const struct virtu_data *d, struct virtu_player *p,
                                unsigned tile) /* available */ {
    p->tiles |= (uint8_t)(1u << tile);
    vt_more(p, vt_tile_symbols(d, p, tile));
}

/* --- payment (virtu_pay.c) -------------------------------------------------------------------------------
 * A payment is up to three frames of the phase "pay", one above the other; the top one is paid first. */
enum {
    VT_WITH_INDULGENCE = 1, /* the crown of an indulgence may be used (R7.3) */
    VT_WITH_EMPIRE = 2,     /* the cross of the Holy Roman Empire (R13.6) */
    VT_WITH_OTTOMAN = 4,    /* the ships of the Ottoman Empire */
};
struct vt_cost {
    uint8_t set[2], need[2]; /* bit set of symbols, and how many of them; need 0: nothing */
    uint8_t florins, with;
};
void vt_count_ready(const struct virtu_data *d, struct virtu *s, int seat); /* from scratch */
/* How many of one symbol are available: those of the chamber, of courtiers and tiles, and what `with` allows. */
unsigned vt_total(const struct virtu_data *d, const struct virtu *s, int seat, unsigned symbol,
                  unsigned with);
unsigned vt_purse(const struct virtu *s, int seat); /* treasury and collectable florins */
unsigned vt_gives(const struct virtu_data *d, const struct virtu *s, int seat, unsigned source, unsigned set);
/* Available sources; of identical ones only the first. */
uint64_t vt_offered(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with);
uint64_t vt_offered_with(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with,
                         unsigned symbol); /* only those that give it */
bool vt_can_pay(const struct virtu_data *d, const struct virtu *s, int seat, struct vt_cost cost);
/* Several costs of one shape: prepared once. */
struct vt_fund {
    uint8_t n, lane[40][3];
    unsigned pure[3], total[3]; /* of sources with one useful kind; of all, as if each gave all its kinds */
};
void vt_gather(const struct virtu_data *d, const struct virtu *s, int seat, const struct vt_cost *shape,
               struct vt_fund *fund);
bool vt_covers(const struct vt_fund *fund, int first, int second, int florins);
void vt_begin_pay(struct virtu *s, int seat, struct vt_cost cost, struct casata_sink *sink);
void vt_use_source(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                   struct casata_sink *sink);
/* Where sources pay in any order, the smallest amount that was paid and the last of those places + 1 are remembered. By
 * falling amount and rising place, would a source that gives n come before them? Not if without the smallest nothing would
 * be missing any more: then it is never reached that way. */
void vt_remember_source(uint8_t *least, uint8_t *last, unsigned n, unsigned source);
bool vt_is_out_of_order(unsigned least, unsigned last, unsigned missing, unsigned n, unsigned source);
void vt_collect(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                struct casata_sink *sink);
/* Would the crowns and crosses of this Govern turn more than is exhausted (R8.1)? */
bool vt_govern_turns_more(const struct virtu_data *d, const struct virtu *s, int seat);
struct casata_arg vt_source_arg(const struct virtu *s, int seat, unsigned source); /* a courtier by name */
void vt_clear_pool(struct virtu *s);
/* The frame above this one, begun by it; NULL: this is the top. */
static inline const struct casata_frame *vt_above(const struct virtu *s, const struct casata_frame *f) {
    return f == casata_top_of(s) ? NULL : f + 1;
}
static inline bool vt_pays_above(const struct virtu *s,
                                 const struct casata_frame *f) /* is f waiting for a payment? */ {
    const struct casata_frame *above = vt_above(s, f);
    return above && above->phase == VT_PH_PAY;
}
bool vt_alliance_ready(const struct virtu *s, int seat, unsigned alliance); /* R13.5 */

/* --- indulgences, actions, fights ------------------------------------------------------------------------ */
bool vt_may_indulge(const struct virtu_data *d, const struct virtu *s, int seat);
void vt_take_florins(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink);
/* "stop" and florins for an indulgence (R7.2). */
int vt_list_stop(const struct virtu_data *d, const struct virtu *s, int seat, casata_action *out);
/* Whether the action was one of these two; then it is done. */
bool vt_stopped(const struct virtu_data *d, struct virtu *s, int seat, casata_action a,
                struct casata_sink *sink);
int vt_list_indulge(const struct virtu_data *d, const struct virtu *s, int seat, casata_action *out);
/* For `forced`: an action or a step of the Winter in which nothing is left but to stop ends by itself. Most also say
 * so, if nothing was done in them. */
bool vt_stop_action(const struct casata_frame *f, casata_action only, bool vain, struct casata_sink *sink);
bool vt_forced_vain(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink);
bool vt_forced_stop(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink);
bool vt_forced_step(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink);
/* Steps of the Winter: could florins for an indulgence have been taken earlier in this turn? Records that the step
 * on top is left, for which that many florins are paid. */
bool vt_indulge_asked(const struct casata_frame *f);
void vt_leave_step(struct virtu *s, unsigned florins);
void vt_gain_florins(struct virtu *s, int seat, unsigned n);
unsigned vt_action_of(unsigned phase); /* the action whose phase this is */
void vt_begin_action(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink);
unsigned vt_defence(const struct virtu_data *d, const struct virtu *s, int attacker,
                    unsigned city);                    /* R10.3, no bonuses */
int vt_defender(const struct virtu *s, unsigned city); /* seat that defends, -1: none */
/* How much war bonuses can still add for a seat in a siege or battle, as far as it can pay for them (R10.4);
 * leonardo_used: already in this fight. */
unsigned vt_war_reach(const struct virtu_data *d, const struct virtu *s, int seat, bool leonardo_used);
uint32_t vt_sieges_of(const struct virtu_data *d, const struct virtu *s, int seat);
/* R10.11: another seat besieging the city, the first in turn order; -1: nobody. */
int vt_next_rival(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city);
/* Both sides declare war bonuses, then the siege, or the battle with a rival, is settled. against: -1: nobody. */
void vt_begin_fight(struct virtu *s, int seat, bool battle, int against);
void vt_lose_soldiers(struct virtu *s, int seat, unsigned city, unsigned n); /* R10.7: to the reserve */
/* Why a thing is unavailable; VT_CAN: available, if affordable. */
/* clang-format off */
#define VT_REASONS(X) \
    X(VT_CAN, "none") X(VT_NO_COPY, "no_copy") X(VT_ONLY_ONE, "only_one") X(VT_EXCLUDED, "excluded") \
    X(VT_NO_ROOM, "no_room") X(VT_NO_CATHEDRAL_CITY, "no_cathedral_city") X(VT_TOO_DEAR, "too_dear") X(VT_PIRATES, "pirates") \
    X(VT_NOT_LINKED, "not_linked") X(VT_NOT_NEUTRAL, "not_neutral") X(VT_AGENT_MISSING, "agent_missing") X(VT_OWN_ALLIANCE, "own_alliance") \
    X(VT_NOT_IN_PLAY, "not_in_play") X(VT_AGENT_THERE, "agent_there") X(VT_KEPT_OUT, "kept_out") X(VT_PALACE_FULL, "palace_full") \
    X(VT_REMOVE_FIRST, "remove_first") X(VT_MARKER_HERE, "marker_here") X(VT_INDULGED, "indulged") X(VT_ENEMY_HERE, "enemy_here") \
    X(VT_NO_SOLDIER, "no_soldier") X(VT_NO_REFUGE, "no_refuge") X(VT_NO_SHIPS, "no_ships") \
    X(VT_EXHAUSTED, "exhausted") X(VT_JUST_BOUGHT, "just_bought") X(VT_NO_SYMBOL, "no_symbol") X(VT_NO_WAR, "no_war") X(VT_TWIN, "twin")
/* clang-format on */
enum { VT_REASONS(CASATA_ENUM) };
extern const struct casata_words vt_reasons;
unsigned vt_copies_left(const struct virtu_data *d, const struct virtu *s, unsigned item);
unsigned vt_buy_rank(unsigned item); /* things are taken in this order */
void vt_major_falls(const struct virtu_data *d, struct virtu *s, unsigned city, int seat,
                    struct casata_sink *sink);
unsigned vt_crosses(const struct virtu_data *d, const struct virtu *s, int seat);
unsigned vt_crowns(const struct virtu_data *d, const struct virtu *s, int seat);

/* --- locals of phases shared by several files -------------------------------------------------------------- */
/* symbols: bit set of those that count; missing: how many of them (of florins: how many the treasury must hold);
 * last_number, last_source: the smallest amount that a source has paid, and of those the last place + 1 (order); with:
 * VT_WITH_... */
#define VT_PAY_LOCALS(X) X(symbols) X(missing) X(last_number) X(last_source) X(with)
CASATA_LOCALS(vt_pay, VT_PAY_LOCALS);
#define VT_PAYDAY_LOCALS(X) X(last_city) /* the last from which a soldier was sent away, + 1 (order) */
CASATA_LOCALS(vt_payday, VT_PAYDAY_LOCALS);
/* cavalry, ships: owed. start, last: the last move by rank (order); begun: 1: something was done (order). */
#define VT_MANEUVER_LOCALS(X) X(start) X(last) X(cavalry) X(ships) X(begun)
CASATA_LOCALS(vt_maneuver, VT_MANEUVER_LOCALS);
#define VT_PLACE_LOCALS(X) X(card) X(may_forgo)
CASATA_LOCALS(vt_place, VT_PLACE_LOCALS);
/* goes_on: 1: besieges the city after a battle; declared: the last war bonus + 1 against a neutral city (order); leonardo:
 * 1: the besieger has used this bonus here (R10.12, G23). */
#define VT_SIEGE_LOCALS(X) X(city) X(won_battle) X(goes_on) X(declared) X(leonardo)
CASATA_LOCALS(vt_siege, VT_SIEGE_LOCALS);
/* place: in the turn order; step: the next one; asked: 1: florins for an indulgence could be had in this turn (order);
 * new_cards, new_tiles: bit sets of courtier spaces and tiles bought in this turn, which pay for nothing yet (G64). */
#define VT_WINTER_LOCALS(X) X(place) X(step) X(asked) X(new_cards) X(new_tiles)
CASATA_LOCALS(vt_winter, VT_WINTER_LOCALS);
/* The Winter in progress; NULL: it is another season. */
static inline const struct vt_winter *vt_winter_of(const struct virtu *s) {
    const struct casata_frame *f = &s->head.frame[1];
    return s->head.depth > 1 && f->phase == VT_PH_WINTER ? casata_locals(vt_winter, f) : NULL;
}

/* --- phases, one row each --------------------------------------------------------------------------------- */
extern const struct casata_rules virtu_rules;
VT_PHASES(CASATA_PHASE_DECLARE)

/* --- the other parts of the rules table -------------------------------------------------------------------- */
void vt_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part);
void vt_ranks(const void *data, const void *state, uint8_t *rank);
const char *vt_check(const void *data, const void *state);
void vt_derive(const void *data, void *state);
void vt_redact(const void *data, void *state, int viewer);
void vt_resample(const void *data, void *state, int viewer, struct casata_rng *rng);
void vt_scene(struct casata_scene_builder *build);
enum { VT_FEATURES = 381 };
void vt_features(const void *data, const void *state, int seat, int16_t *out);
const char *vt_feature_name(int i);
extern const struct casata_fields vt_fields[];
enum { VT_FIELD_GROUPS = 2 };

#endif
