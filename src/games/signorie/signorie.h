/* signorie.h: state, phases and actions of Signorie; private to the game and its tests. */
#ifndef SIGNORIE_H
#define SIGNORIE_H

#include "casata/rules.h"
#include "casata/scene.h"
#include "games/signorie/signorie_data.h"

#include <assert.h>
#include <string.h>

enum { SIG_MAX_SEATS = 4, SIG_MAX_DOWRY = 4 /* R8.5 b */, SIG_VP_PER_DOWRY_FLORIN = 2 /* R8.5 c */ };

/* Sources of victory points: the parts of the score. */
/* clang-format off */
#define SIG_PARTS(X)                                                                                       \
    X(SIG_VP_START, "start") X(SIG_VP_INITIATIVE, "initiative") X(SIG_VP_MISSIONS, "missions")             \
    X(SIG_VP_DOWRIES, "dowries") X(SIG_VP_HELPERS, "helpers") X(SIG_VP_WEDDINGS, "weddings")               \
    X(SIG_VP_REWARDS, "rewards") X(SIG_VP_BOUGHT, "bought") X(SIG_VP_TRAINED, "trained_men")               \
    X(SIG_VP_POLITICS, "politics_row") X(SIG_VP_CHURCH, "church_row") X(SIG_VP_MILITARY, "military_row")   \
    X(SIG_VP_MARRIAGE, "marriage_row")
/* clang-format on */
enum { SIG_PARTS(CASATA_ENUM) SIG_PART_COUNT };

/* Countable things: counters, costs and gains. */
/* clang-format off */
#define SIG_UNITS(X)                                                                                       \
    X(SIG_U_FLORIN, "florin") X(SIG_U_VP, "vp") X(SIG_U_MAN, "man") X(SIG_U_WOMAN, "woman")                \
    X(SIG_U_POINT, "point") X(SIG_U_TILE, "tile") X(SIG_U_HELPER, "helper") X(SIG_U_DIE, "die")            \
    X(SIG_U_MAN_SUPPLY, "man_supply") X(SIG_U_WOMAN_SUPPLY, "woman_supply") X(SIG_U_SUM, "dice_sum")       \
    X(SIG_U_THRESHOLD, "threshold") X(SIG_U_INITIATIVE, "initiative") X(SIG_U_RAISE, "raise")
/* clang-format on */
enum { SIG_UNITS(CASATA_ENUM) };

/* clang-format off */
#define SIG_KINDS(X)                                                                                       \
    X(SIG_K_MAN, "man") X(SIG_K_WOMAN, "woman") X(SIG_K_DISC, "disc") X(SIG_K_DIE, "die")                  \
    X(SIG_K_HELPER, "helper") X(SIG_K_BRIDE, "bride") X(SIG_K_TILE, "tile")                                \
    X(SIG_K_TILE_DOWN, "tile_down") X(SIG_K_TASK, "task") X(SIG_K_REWARD, "reward")                        \
    X(SIG_K_CLOSED, "closed")
/* clang-format on */
enum { SIG_KINDS(CASATA_ENUM) };

/* clang-format off */
#define SIG_CITY_TILES(X)                                                                                  \
    X(SIG_FOR_MARRIAGE, "marriage") X(SIG_FOR_MISSION, "mission")
/* clang-format on */
enum { SIG_CITY_TILES(CASATA_ENUM) };

/* clang-format off */
#define SIG_STAGES(X)                                                                                      \
    X(SIG_STAGE_SETUP, "setup") X(SIG_STAGE_PREPARATION, "preparation") X(SIG_STAGE_ACTIONS, "actions")    \
    X(SIG_STAGE_REWARDS, "rewards")
/* clang-format on */
enum { SIG_STAGES(CASATA_ENUM) SIG_STAGE_COUNT };

/* G47: who plays which board */
/* clang-format off */
#define SIG_BOARD_OPTION(X)                                                                                \
    X(SIG_BOARDS_RANDOM, "random") X(SIG_BOARDS_IN_ORDER, "in_order") X(SIG_BOARDS_CHOSEN, "chosen")
/* clang-format on */
enum { SIG_BOARD_OPTION(CASATA_ENUM) };
enum { SIG_OPT_BOARDS };

/* ORDER phase: the decisions of R20 and chance events */
/* clang-format off */
#define SIG_PHASES(X) \
    X(SIG_PH_GAME, sig_phase_game) X(SIG_PH_BOARDS, sig_phase_boards) X(SIG_PH_ORDER, sig_phase_order) \
    X(SIG_PH_CITIES, sig_phase_cities) X(SIG_PH_REWARD_TILES, sig_phase_reward_tiles) \
    X(SIG_PH_REVEAL, sig_phase_reveal) X(SIG_PH_ROLL, sig_phase_roll) X(SIG_PH_DEAL, sig_phase_deal) \
    X(SIG_PH_ACTIONS, sig_phase_actions) X(SIG_PH_TURN, sig_phase_turn) X(SIG_PH_MAIN, sig_phase_main) \
    X(SIG_PH_POINTS, sig_phase_points) X(SIG_PH_MISSION, sig_phase_mission) \
    X(SIG_PH_MARRIAGE, sig_phase_marriage) X(SIG_PH_OFFSPRING, sig_phase_offspring) \
    X(SIG_PH_ROW, sig_phase_row) X(SIG_PH_PAWN, sig_phase_pawn) X(SIG_PH_HELPERS, sig_phase_helpers) \
    X(SIG_PH_ANY_TASK, sig_phase_any_task) X(SIG_PH_REWARDS, sig_phase_rewards) \
    X(SIG_PH_REWARD, sig_phase_reward) X(SIG_PH_BONUS_DIE, sig_phase_bonus_die) \
    X(SIG_PH_FREE_HELPER, sig_phase_free_helper) X(SIG_PH_BUY, sig_phase_buy) \
    X(SIG_PH_CHOOSE, sig_phase_choose)
/* clang-format on */
enum { SIG_PHASES(CASATA_ENUM) SIG_PHASE_COUNT };

/* ORDER kind: within a decision the smaller kind is listed first */
enum {
    SIG_A_BOARDS = 1, /* board of seat 0, 1, 2; the fourth follows */
    SIG_A_ORDER,      /* first, second, third seat; the fourth follows */
    SIG_A_REMOVE,     /* one city, or two in ascending order */
    SIG_A_DRAW,       /* reward tile */
    SIG_A_REVEAL,     /* house, points */
    SIG_A_ROLL,       /* colour, dice in ascending order */
    SIG_A_DEAL,       /* colour, upper tile, lower tile */
    SIG_A_BIRTHS,     /* women, men */
    SIG_A_PASS,
    SIG_A_TAKE, /* colour, value */
    SIG_A_SIGNORIA,
    SIG_A_TASK, /* upper or lower, number of pawns */
    SIG_A_HIRE, /* helper space */
    SIG_A_STOP,
    SIG_A_STEP,  /* track, space it leaves (0 = reserve; initiative: the space of the disc) */
    SIG_A_SEND,  /* career, space, city */
    SIG_A_MARRY, /* city, dowry */
    SIG_A_ROW,   /* plan row */
    SIG_A_GAIN,  /* gender */
    SIG_A_SKIP,
    SIG_A_USE,      /* helper */
    SIG_A_ANY_TASK, /* task space */
    SIG_A_COINS,
    SIG_A_CLAIM,
    SIG_A_DECLINE,
    SIG_A_BUY,
    SIG_A_BOARD, /* board */
    SIG_A_COUNT
};

struct signorie_player {
    uint16_t vp[SIG_PART_COUNT];    /* victory points by source */
    uint16_t florins;               /* R1.6: unlimited; at most SIG_MAX_FLORINS in a game */
    uint16_t helpers;               /* bit h: a helper stands on helper space h */
    uint8_t board;                  /* ORDER plan */
    uint8_t reserve[2];             /* men, women at hand */
    uint8_t supply[2];              /* men, women in the general supply */
    uint8_t threshold[2];           /* men, women in the threshold area */
    uint8_t brides;                 /* 0..4, R14.5 */
    uint8_t passed;                 /* 0..1, in this round */
    uint8_t initiative;             /* space of the disc */
    uint8_t dice[SIG_COLOUR_COUNT]; /* value on each action space, 0 = empty */
    uint8_t track[SIG_CAREER_COUNT][SIG_CAREER_SPACES]; /* men on spaces 1..8 */
    uint8_t shield[SIG_PLAN_SLOTS]; /* points of the face-up tile on each shield, 0 = free; the shield shows
                                       its house */
    uint8_t down[SIG_ROW_COUNT];    /* face-down tiles */
    uint8_t unused;
};
/* The main board (R1.1) and the players' boards. */
struct signorie {
    struct casata_head head;
    struct signorie_player p[SIG_MAX_SEATS];
    uint8_t round; /* 1..7, 0 during set-up */
    uint8_t stage;
    uint8_t order[SIG_MAX_SEATS]; /* seats in turn order */
    uint8_t pile[SIG_MAX_SEATS];  /* seats by the height of their discs in a pile: of two on one space the
                                     later is on top */
    uint8_t cities;               /* bit set of the cities in play */
    uint8_t stack;                /* alliance tiles in the stack */
    uint8_t helper_supply;
    uint8_t unused;
    uint8_t city[SIG_CITY_COUNT]
                [SIG_CITY_SPACES]; /* 0 = empty, else 1 + seat * 2 + gender; filled from the lowest value */
    uint8_t tile_house[SIG_CITY_COUNT][2]; /* for marriage, for mission: 0 = none, else house + 1 */
    uint8_t tile_vp[SIG_CITY_COUNT][2];
    uint8_t area[SIG_COLOUR_COUNT][6];  /* dice by value 1..6 in the dice areas */
    uint8_t task[SIG_TASK_SPACE_COUNT]; /* tile + 1, 0 = none */
    uint8_t reward[SIG_ROUND_COUNT];    /* tile + 1, 0 = none */
    uint8_t unused2;
    uint8_t unseen[SIG_HOUSE_COUNT][SIG_MAX_TILE_VP]; /* tiles nobody has seen the front of, by points 1..8 */
};
enum { SIG_MAX_FLORINS = 10000, SIG_MAX_VP = 10000 };
_Static_assert(sizeof(struct signorie) <= 1024, "the state is copied at every step of a search");

extern const struct casata_balance_sheet sig_balance;
extern const struct casata_coach_row sig_coach[];
extern const struct casata_words sig_parts, sig_units, sig_kinds, sig_city_tiles, sig_stages,
    sig_board_option, sig_places, sig_careers;

/* --- where things are ---------------------------------------------------------------------------------- */
static const uint8_t sig_row_start[SIG_ROW_COUNT + 1] = {0, 4, 8, 12, SIG_PLAN_SLOTS};

static inline unsigned sig_setup_of(const struct signorie_data *d, const struct signorie *s, unsigned key) {
    return s->head.seats == 2   ? d->setup[key].players_2
           : s->head.seats == 3 ? d->setup[key].players_3
                                : d->setup[key].players_4;
}
static inline unsigned sig_house_at(const struct signorie_data *d, unsigned board, unsigned slot) {
    return d->plan_rows[board * SIG_PLAN_SLOTS + slot].house;
}
/* The eight counters of a track or the eight spaces of a city as one word, space 1 in the lowest byte: the code below
 * handles all eight at once (SWAR, SIMD within a register). */
static inline uint64_t sig_eight(const uint8_t bytes[8]) {
    uint64_t x;
    memcpy(&x, bytes, 8);
    return x;
}
/* The dice of an area in the same way, value 1 in the lowest byte. */
static inline uint64_t sig_six(const uint8_t bytes[6]) {
    uint64_t x = 0;
    memcpy(&x, bytes, 6);
    return x;
}
/* Pawns in a city: they fill its spaces from the first on (R8.4 b). */
static inline unsigned sig_city_pawns(const struct signorie *s, unsigned city) {
    uint64_t x = sig_eight(s->city[city]);
    return x ? (unsigned)(71 - __builtin_clzll(x)) / 8 : 0;
}
/* Lowest value of an empty pawn space of a city in play, 0 = none (R8.4 a, R8.5 a, G14). */
static inline unsigned sig_city_value(const struct signorie_data *d, const struct signorie *s,
                                      unsigned city) {
    unsigned n = sig_city_pawns(s, city);
    return n < SIG_CITY_SPACES && s->cities >> city & 1 ? d->city_spaces[city * SIG_CITY_SPACES + n].value
                                                        : 0;
}
static inline unsigned sig_dice_on_board(const struct signorie_player *p) {
    unsigned n = 0;
    for (int i = 0; i < SIG_COLOUR_COUNT; i++) n += p->dice[i] != 0;
    return n;
}
static inline unsigned sig_max_threshold_pawns(const struct signorie_data *d,
                                               const struct signorie *s) /* G18 */ {
    return (sig_setup_of(d, s, SIG_MAX_THRESHOLD) - sig_setup_of(d, s, SIG_BASE_THRESHOLD)) /
           d->task_tiles[SIG_T_THRESHOLD].per_pawn;
}
/* Men of a track who can go on: not those on its top space, whose byte is shifted out (R9.3). */
static inline bool sig_below_top(const struct signorie_data *d, const uint8_t track[SIG_CAREER_SPACES]) {
    return sig_eight(track) << (SIG_CAREER_SPACES + 1 - d->derived[SIG_TOP_CAREER]) * 8 != 0;
}
/* Florins for a helper on this space by a die on this action space: printed on one of them (G42). */
static inline unsigned sig_hire_price(const struct signorie_data *d, unsigned colour, unsigned helper) {
    unsigned printed = d->helper_spaces[helper].hire_cost;
    return printed == UINT8_MAX ? d->action_columns[colour].hire_cost : printed;
}
unsigned sig_threshold(const struct signorie_data *d, const struct signorie *s, int seat);
unsigned sig_dice_sum(const struct signorie_player *p);
unsigned sig_pawns_in_cities(const struct signorie *s, int seat, unsigned gender);
unsigned sig_cities_with(const struct signorie *s, int seat, unsigned gender);
/* Slot of the shield on which a face-up tile of this house would go in a row, -1: it does not fit (R11.4). */
int sig_fit(const struct signorie_data *d, const struct signorie_player *p, unsigned row, unsigned house);

/* --- preconditions of effects ----------------------------------------------------------------------------
 * Florins the player needs to carry out an effect, or SIG_NEVER + the reason why not (G2). The
 * only place where legality is decided; the scene explains blocked options from the same answers. */
enum { SIG_NEVER = 0x4000 }; /* above SIG_MAX_FLORINS: money never buys the impossible */
/* clang-format off */
#define SIG_REASONS(X)                                                                                     \
    X(SIG_NO_MEN, "no_men") X(SIG_NO_WOMEN, "no_women") X(SIG_NO_STEP, "no_step")                          \
    X(SIG_AT_TOP, "at_top") X(SIG_NO_TILE, "no_tile") X(SIG_CAP, "threshold_cap")                          \
    X(SIG_NO_CITY, "no_city") X(SIG_CITY_FULL, "city_full") X(SIG_CITY_OUT, "city_out") X(SIG_NO_ENVOY, "no_envoy") \
    X(SIG_NO_RANK, "no_rank") X(SIG_NO_SPACE, "no_helper_space") X(SIG_NO_HELPER, "no_helper")             \
    X(SIG_TWO_PAWNS, "two_pawns") X(SIG_NO_PAWN, "no_pawn_in_supply") X(SIG_USED, "colour_used")           \
    X(SIG_NO_DIE, "no_die") X(SIG_OTHER_TRACK, "other_track") X(SIG_NO_FLORINS, "no_florins")
/* clang-format on */
enum { SIG_REASONS(CASATA_ENUM) };
extern const struct casata_words sig_reasons;

unsigned sig_need_marriage(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned women_spent);
unsigned sig_need_mission(const struct signorie_data *d, const struct signorie *s, int seat);
unsigned sig_need_points(const struct signorie_data *d, const struct signorie *s, int seat, unsigned tracks,
                         unsigned men_spent);
unsigned sig_need_tile(const struct signorie *s);
unsigned sig_need_signoria(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned colour);
unsigned sig_need_hire(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour);
unsigned sig_need_hire_at(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour,
                          unsigned helper);
unsigned sig_need_task(const struct signorie_data *d, const struct signorie *s, int seat, unsigned space,
                       unsigned n);
unsigned sig_need_column(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour);
unsigned sig_need_helper(const struct signorie_data *d, const struct signorie *s, int seat, unsigned helper);
unsigned sig_need_any_task(const struct signorie_data *d, const struct signorie *s, int seat, unsigned space);
unsigned sig_need_reward(const struct signorie_data *d, const struct signorie *s, int seat);
static inline unsigned
sig_track_bits(unsigned track) /* tracks on which points may be spent, as a bit set */ {
    return track == SIG_CAREERS ? 0xe : 1u << track;
}

/* --- effects ------------------------------------------------------------------------------------------- */
void sig_gain_vp(struct signorie *s, int seat, unsigned part, unsigned n, struct casata_sink *sink);
void sig_gain_florins(struct signorie *s, int seat, unsigned n, struct casata_sink *sink);
void sig_pay(struct signorie *s, int seat, unsigned n, struct casata_sink *sink);
void sig_gain_pawns(struct signorie *s, int seat, unsigned gender, unsigned n, struct casata_sink *sink);
void sig_raise_initiative(const struct signorie_data *d, struct signorie *s, int seat,
                          struct casata_sink *sink);
void sig_add_face_down(struct signorie *s, int seat, unsigned row, struct casata_sink *sink);
void sig_begin_points(struct signorie *s, int seat, unsigned n, unsigned tracks);
void sig_begin_offspring(struct signorie *s, int seat, unsigned dice);
void sig_begin_action(struct signorie *s, int seat, unsigned colour, unsigned value);
void sig_begin_task(const struct signorie_data *d, struct signorie *s, int seat, unsigned space, unsigned n,
                    struct casata_sink *sink);
unsigned sig_placement_cost(const struct signorie_data *d, unsigned colour,
                            unsigned value); /* R5.3, step 3 */
void sig_begin_reward(const struct signorie_data *d, struct signorie *s, int seat, struct casata_sink *sink);
/* End of the round's actions: R14.1 to R14.3; returns the seats that earn the reward. */
unsigned sig_settle_round(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink);
void sig_final_scoring(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink);

/* --- locals of phases shared by several files --------------------------------------------------------- */
#define SIG_MAIN_LOCALS(X) X(colour)
CASATA_LOCALS(sig_main, SIG_MAIN_LOCALS);
#define SIG_HELPERS_LOCALS(X) X(colour) X(value) X(next)
CASATA_LOCALS(sig_helpers, SIG_HELPERS_LOCALS);
#define SIG_POINTS_LOCALS(X) X(left) X(tracks) X(track) X(space) X(spent)
CASATA_LOCALS(sig_points, SIG_POINTS_LOCALS);
#define SIG_VISIT_LOCALS(X) X(face_down) /* 1: with a face-down tile instead of the city's (R12.3) */
CASATA_LOCALS(sig_visit, SIG_VISIT_LOCALS);
#define SIG_OFFSPRING_LOCALS(X) X(dice)
CASATA_LOCALS(sig_offspring, SIG_OFFSPRING_LOCALS);
#define SIG_PAWN_LOCALS(X) X(left)
CASATA_LOCALS(sig_pawn, SIG_PAWN_LOCALS);
#define SIG_REWARDS_LOCALS(X) X(next) X(eligible)
CASATA_LOCALS(sig_rewards, SIG_REWARDS_LOCALS);
#define SIG_ROLL_LOCALS(X) X(colour)
CASATA_LOCALS(sig_roll, SIG_ROLL_LOCALS);
#define SIG_REWARD_TILES_LOCALS(X) X(round)
CASATA_LOCALS(sig_reward_tiles, SIG_REWARD_TILES_LOCALS);
#define SIG_DEAL_LOCALS(X) X(colour)
CASATA_LOCALS(sig_deal, SIG_DEAL_LOCALS);

extern const struct casata_rules signorie_rules;

/* --- phases, one row each ------------------------------------------------------------------------------ */
SIG_PHASES(CASATA_PHASE_DECLARE)

/* --- the other parts of the rules table ---------------------------------------------------------------- */
void sig_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part);
void sig_ranks(const void *data, const void *state, uint8_t *rank);
const char *sig_check(const void *data, const void *state);
void sig_scene(struct casata_scene_builder *build);
enum { SIG_FEATURES = 160 };
void sig_features(const void *data, const void *state, int seat, int16_t *out);
const char *sig_feature_name(int i);
/* ORDER family: the kinds of slots of the scene, first the common board, then those of every player */
enum {
    SIG_F_ORDER,
    SIG_F_PASSED,
    SIG_F_INITIATIVE,
    SIG_F_TRACK,
    SIG_F_CITY,
    SIG_F_CITY_TILE,
    SIG_F_AREA,
    SIG_F_TASK,
    SIG_F_REWARD,
    SIG_F_STACK,
    SIG_F_HELPER_SUPPLY,
    SIG_F_THRESHOLD,
    SIG_F_DIE,
    SIG_F_ACTION,
    SIG_F_HIRE,
    SIG_F_HELPER,
    SIG_F_PORTRAIT,
    SIG_F_ROW,
    SIG_F_DOWN,
    SIG_F_RESERVE,
    SIG_F_SUPPLY,
    SIG_FAMILY_COUNT
};
extern const struct casata_family sig_families[SIG_FAMILY_COUNT];
extern const struct casata_fields sig_fields[];
enum { SIG_FIELD_GROUPS = 2 };

#endif
