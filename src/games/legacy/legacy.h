/* legacy.h: state, phases and actions of Legacy; private to the game and its tests. */
#ifndef LEGACY_H
#define LEGACY_H

#include "casata/rules.h"
#include "casata/scene.h"
#include "games/legacy/legacy_data.h"

#include <assert.h>
#include <string.h>

/* The trees are one pool of persons for all players. Every person is a child card, of which there are 78 (R1.3), or
 *   2 to 4 players, standard solo: one of 4 heads, or a lost blood mother whose card went back to the child cards:
 *   each player loses at most one mother a generation (R10.6), so 78 + 4 + 12;
 *   Testament: a friend card: 3 at the start (R27.2), one for each of 18 own pawns and for each friend that is placed
 *   without a pawn (R27.8): 78 + 3 + 18 and 3 of those. The tables may have more of them (legacy_schema.c). */
enum {
    LEG_MAX_SEATS = 4,
    LEG_CHILD_CARDS = 78,
    LEG_TREE_OTHERS = LEG_CHILD_CARDS + 3 + 18,
    LEG_NODES = 112,
    LEG_PLACES = 80 /* friends, rounded up to whole words */
};
_Static_assert(LEG_CHILD_CARDS + LEG_MAX_SEATS + 3 * LEG_MAX_SEATS <= LEG_NODES,
               "a tree of the game with heads");

/* Sources of Honour: the parts of the score. */
#define LEG_PARTS(X)              \
    X(LEG_H_PRESTIGE, "prestige") \
    X(LEG_H_CHILDREN, "children") \
    X(LEG_H_WORKS, "works")       \
    X(LEG_H_EFFECTS, "effects")   \
    X(LEG_H_MISSIONS, "missions") \
    X(LEG_H_COSTS, "costs")       \
    X(LEG_H_RIVALS, "rivals")     \
    X(LEG_H_PATRON, "patron")     \
    X(LEG_H_GOALS, "goals")       \
    X(LEG_H_KINSHIP, "kinship")   \
    X(LEG_H_HINTS, "hints")       \
    X(LEG_H_EXTINCT, "extinct") /* 0; version 1 of the rules took the points of a family that died out here */
enum { LEG_PARTS(CASATA_ENUM) LEG_PART_COUNT };

/* Countable things: counters, costs and gains. */
#define LEG_UNITS(X)               \
    X(LEG_U_HONOUR, "honour")      \
    X(LEG_U_PRESTIGE, "prestige")  \
    X(LEG_U_INCOME, "income")      \
    X(LEG_U_GOLD, "gold")          \
    X(LEG_U_CARD, "card")          \
    X(LEG_U_PAWN, "pawn")          \
    X(LEG_U_CHILD, "child")        \
    X(LEG_U_UNDER, "under_patron") \
    X(LEG_U_HINT, "hint_open")
enum { LEG_UNITS(CASATA_ENUM) LEG_UNIT_COUNT };

#define LEG_KINDS(X)                      \
    X(LEG_K_FRIEND, "friend")             \
    X(LEG_K_BACK, "friend_back")          \
    X(LEG_K_PERSON, "person")             \
    X(LEG_K_CHILD, "child")               \
    X(LEG_K_ARRANGED, "arranged")         \
    X(LEG_K_DEAD, "dead")                 \
    X(LEG_K_TITLE, "title")               \
    X(LEG_K_PHIL, "philanthropy")         \
    X(LEG_K_MANSION, "mansion")           \
    X(LEG_K_VENTURE, "venture")           \
    X(LEG_K_OWN, "own_pawn")              \
    X(LEG_K_EXTRA, "extra_pawn")          \
    X(LEG_K_CLOSED, "closed")             \
    X(LEG_K_MISSION, "mission")           \
    X(LEG_K_DONE, "mission_done")         \
    X(LEG_K_UNDER, "mission_under")       \
    X(LEG_K_PATRON, "patron")             \
    X(LEG_K_PATRON_DOWN, "patron_down")   \
    X(LEG_K_CHILDREN, "child_cards")      \
    X(LEG_K_COMPLICATION, "complication") \
    X(LEG_K_HINT, "hint")                 \
    X(LEG_K_HINT_DONE, "hint_done")       \
    X(LEG_K_FIRST, "first_player")        \
    X(LEG_K_ROUND, "round_marker")        \
    X(LEG_K_DISCARDS, "friend_discards")  \
    X(LEG_K_MISSIONS, "mission_cards")
enum { LEG_KINDS(CASATA_ENUM) };

/* Where a friend card is. */
#define LEG_WHERES(X)         \
    X(LEG_OUT, "out")         \
    X(LEG_DECK, "deck")       \
    X(LEG_DISCARD, "discard") \
    X(LEG_DISPLAY, "display") \
    X(LEG_TREE, "tree")       \
    X(LEG_HIDDEN, "hidden")   \
    X(LEG_HAND, "hand_0")     \
    X(LEG_HAND_1, "hand_1")   \
    X(LEG_HAND_2, "hand_2")   \
    X(LEG_HAND_3, "hand_3")
enum { LEG_WHERES(CASATA_ENUM) LEG_WHERE_COUNT };

/* Where a mission card is. */
#define LEG_MISSION_WHERES(X)   \
    X(LEG_M_OUT, "out")         \
    X(LEG_M_DECK, "deck")       \
    X(LEG_M_DISCARD, "discard") \
    X(LEG_M_UNDER, "under")     \
    X(LEG_M_HELD, "held_0")     \
    X(LEG_M_HELD_1, "held_1")   \
    X(LEG_M_HELD_2, "held_2")   \
    X(LEG_M_HELD_3, "held_3")   \
    X(LEG_M_DONE, "done_0")     \
    X(LEG_M_DONE_1, "done_1")   \
    X(LEG_M_DONE_2, "done_2")   \
    X(LEG_M_DONE_3, "done_3")
enum { LEG_MISSION_WHERES(CASATA_ENUM) LEG_MISSION_WHERE_COUNT };

/* Where a title or philanthropy card is. */
#define LEG_GRANT_WHERES(X) \
    X(LEG_G_ASIDE, "aside") X(LEG_G_OPEN, "open") X(LEG_G_OWNED, "owned") X(LEG_G_GONE, "gone")
enum { LEG_GRANT_WHERES(CASATA_ENUM) LEG_GRANT_WHERE_COUNT };
#define LEG_HINT_WHERES(X) X(LEG_HINT_UNSEEN, "unseen") X(LEG_HINT_OPEN, "open") X(LEG_HINT_DONE, "done")
enum { LEG_HINT_WHERES(CASATA_ENUM) LEG_HINT_WHERE_COUNT };

/* A person of the tree: nobody, a child card by trait, a head of family, or (Testament) a friend. */
enum {
    LEG_CARD_TRAIT = 1,
    LEG_CARD_HEAD = LEG_CARD_TRAIT + LEG_TRAIT_COUNT,
    LEG_CARD_FRIEND = LEG_CARD_HEAD + 2,
    LEG_CARD_COUNT = LEG_CARD_FRIEND + LEG_FRIEND_COUNT
};
enum {                   /* flags of a person */
       LEG_ARRANGED = 1, /* the spouse lies upside down (R9) */
       LEG_DEAD = 2,     /* the blood member was lost (R10.5) */
       LEG_MANSION = 4,
       LEG_VENTURE = 8,
       LEG_PENDING = 16, /* a growing-up effect is due (R5.4) */
       LEG_PAT = 32,
       LEG_MAT = 64,       /* Testament: side of the tree (G51) */
       LEG_ANCESTOR = 128, /* Testament: direct ancestor from the grandparents up */
};
enum { LEG_LEVEL_SELF = 40 }; /* Testament: gen of yourself; parents one more, children one less */

/* G11, R26, R27: the game of a single player; ignored with more players */
#define LEG_SOLO_OPTION(X) X(LEG_SOLO_STANDARD, "standard") X(LEG_SOLO_TESTAMENT, "testament")
enum { LEG_SOLO_OPTION(CASATA_ENUM) };
/* R3.8, G75: how the heads of family, and the colours with them, come to the players; Testament has none */
#define LEG_HEADS_OPTION(X) \
    X(LEG_HEADS_DRAWN, "drawn") X(LEG_HEADS_BY_SEAT, "by_seat") X(LEG_HEADS_CHOSEN, "chosen")
enum { LEG_HEADS_OPTION(CASATA_ENUM) };
enum { LEG_OPT_SOLO, LEG_OPT_HEADS, LEG_OPTION_COUNT };

/* ORDER phase */
/* clang-format off */
#define LEG_PHASES(X) \
    X(LEG_PH_GAME, leg_phase_game) X(LEG_PH_PATRONS, leg_phase_patrons) \
    X(LEG_PH_HEADS, leg_phase_heads) X(LEG_PH_SIDE, leg_phase_side) X(LEG_PH_DEAL, leg_phase_deal) \
    X(LEG_PH_MULLIGAN, leg_phase_mulligan) X(LEG_PH_FIRST, leg_phase_first) \
    X(LEG_PH_HINTS, leg_phase_hints) X(LEG_PH_PAWNS, leg_phase_pawns) X(LEG_PH_GROW, leg_phase_grow) \
    X(LEG_PH_ROUND, leg_phase_round) X(LEG_PH_TURN, leg_phase_turn) \
    X(LEG_PH_TARGET, leg_phase_target) X(LEG_PH_WEDDING, leg_phase_wedding) \
    X(LEG_PH_TAKE, leg_phase_take) X(LEG_PH_DISCARD, leg_phase_discard) \
    X(LEG_PH_LEVEL, leg_phase_level) X(LEG_PH_COUPLE, leg_phase_couple) \
    X(LEG_PH_BIRTHS, leg_phase_births) X(LEG_PH_CHILD, leg_phase_child) \
    X(LEG_PH_PICK, leg_phase_pick) X(LEG_PH_COMPLICATION, leg_phase_complication) \
    X(LEG_PH_GRANT, leg_phase_grant) X(LEG_PH_UNIT, leg_phase_unit) \
    X(LEG_PH_MISSIONS, leg_phase_missions) X(LEG_PH_MISSION, leg_phase_mission) \
    X(LEG_PH_OFFER, leg_phase_offer) X(LEG_PH_OTHERS, leg_phase_others) X(LEG_PH_BUY, leg_phase_buy) \
    X(LEG_PH_SWAP, leg_phase_swap) X(LEG_PH_PARENTS, leg_phase_parents) \
    X(LEG_PH_HEAD, leg_phase_head)
/* clang-format on */
enum { LEG_PHASES(CASATA_ENUM) LEG_PHASE_COUNT };

/* ORDER kind: within a decision the smaller kind is listed first */
enum {
    LEG_A_PATRON = 1, /* patron dealt to the seat of the frame */
    LEG_A_HEAD,       /* colour of the head dealt */
    LEG_A_SIDE,       /* patriarch or matriarch; Testament: Patrick or Nathalie */
    LEG_A_DRAW,       /* friend */
    LEG_A_KEEP,
    LEG_A_MULLIGAN,
    LEG_A_FIRST, /* seat */
    LEG_A_HINT,
    LEG_A_RECEIVE, /* pawn colour */
    LEG_A_GROW,    /* trait */
    LEG_A_WED,     /* person */
    LEG_A_PASS,
    LEG_A_DO,       /* action, pawn */
    LEG_A_FRIEND,   /* friend, marry or arrange: with an own pawn */
    LEG_A_FREE,     /* the same without a pawn */
    LEG_A_COMPLETE, /* mission */
    LEG_A_LATER,
    LEG_A_MARRY,   /* person */
    LEG_A_ARRANGE, /* person */
    LEG_A_BESIDE,  /* person (Testament) */
    LEG_A_REPLACE, /* person (Testament) */
    LEG_A_TAKE,    /* friend of the display */
    LEG_A_DECK,
    LEG_A_DISCARD, /* friend of the hand */
    LEG_A_STOP,
    LEG_A_LEVEL, /* action, level */
    LEG_A_SKIP,
    LEG_A_COUPLE, /* person, wish */
    LEG_A_CHILD,  /* trait drawn */
    LEG_A_CHOOSE, /* trait kept */
    LEG_A_LOSE_CHILD,
    LEG_A_LOSE_MOTHER,
    LEG_A_TITLE,   /* title */
    LEG_A_PHIL,    /* philanthropy card */
    LEG_A_UNIT,    /* person */
    LEG_A_MISSION, /* mission drawn */
    LEG_A_CHOICE,  /* mission kept */
    LEG_A_RANDOM,  /* friend */
    LEG_A_BUY,
    LEG_A_ALL, /* the whole display */
    LEG_A_COUNT
};

enum { LEG_UNUSED = 6 }; /* makes the sets begin at a multiple of 8 bytes */
enum { LEG_MOD_COUNT = LEG_X_PHIL_LESS - LEG_X_FRIENDS_PLUS + 1, LEG_COND_MODS = 4, LEG_SPACES = 6 };

/* A set of friend cards, or of persons. */
struct leg_set {
    uint64_t w[2];
};

struct legacy_player {
    int16_t honour[LEG_PART_COUNT]; /* Honour by source; R2.7: no bounds, +-LEG_MAX_FIGURE is never met */
    int16_t income, prestige;
    uint16_t gold;                 /* R2.9, G8: unlimited */
    uint8_t patron;                /* patron + 1; 0 = none, or not known to the viewer */
    uint8_t head;                  /* row of heads.csv + 1; 0 = none */
    uint8_t held;                  /* cards in hand */
    uint8_t held_old;              /* in a redacted state: hidden cards of the hand that are not from the deck
                                         as last shuffled; 0 in the truth */
    uint8_t own;                   /* own pawns at hand, 0..2 */
    uint8_t extra[LEG_PAWN_COUNT]; /* extra pawns at hand */
    uint8_t passed;                /* 0..1, in this round */
    uint8_t out;                   /* generation in which the family died out, 0 = it lives (R21.3) */
    uint8_t complication;          /* 0..1, kept in this generation (R10.6) */
    uint8_t under;                 /* mission cards under the patron */
    uint8_t born;                  /* children born in this generation */
    uint8_t mod[LEG_MOD_COUNT];    /* "this generation" effects by kind (R25.2) */
    uint8_t deck_choice;           /* 0..1: GEN_DECKCHOICE works */
    uint8_t cond_mod[LEG_COND_MODS]; /* friend + 1 whose conditional GEN_MOD works; 0 = none, filled from 0 */
    uint8_t prof[LEG_PROF_COUNT];    /* family friends by profession */
    uint8_t nation[LEG_NATION_COUNT]; /* and by nationality */
};
struct legacy {
    struct casata_head head;
    struct legacy_player p[LEG_MAX_SEATS];
    /* Knowledge of the cards of hands: bit viewer * 4 + holder. A card is in one of the hands whose bits are set in the
     * viewer's row; bit holder * 5 is for spectators. */
    uint16_t known[LEG_FRIEND_COUNT];
    uint16_t declined;             /* missions that the player put off in this turn */
    uint8_t at[LEG_PLACES];        /* where each friend is */
    uint8_t stale[LEG_PLACES / 8]; /* bit set: not in the deck when it was last reshuffled */
    uint8_t deck_left;             /* cards in the friend deck */
    uint8_t display_n;
    uint8_t gen;                  /* 1..3; 0 during set-up */
    uint8_t round;                /* 1..9; 0 during set-up */
    uint8_t first;                /* seat with the first-player card */
    uint8_t space[LEG_SPACES];    /* pawn on each main-board space, Title first: 0 = none, 1 + seat = an own
                                         one, 1 + LEG_MAX_SEATS + seat = an extra one of the space's colour */
    uint8_t pool[LEG_PAWN_COUNT]; /* extra pawns in the pool */
    uint8_t mansions, ventures;   /* cards left */
    uint8_t mission_hidden;       /* cards marked "deck" that really lie under patrons, unseen */
    uint8_t mission[LEG_MISSION_COUNT];
    uint8_t title[LEG_TITLE_COUNT];
    uint8_t phil[LEG_PHIL_COUNT];
    uint8_t hint[LEG_HINT_COUNT];
    /* Child cards by trait: surely in the deck; in the deck or the reserve; discarded. Nobody has seen the
     * reserve (R23.2): of the sons and daughters in `mixed` as many as `back` says are in it. */
    uint8_t children[LEG_TRAIT_COUNT], mixed[LEG_TRAIT_COUNT], dropped[LEG_TRAIT_COUNT], back[2];
    uint8_t nodes; /* persons in the pool; 2 to 4 players, standard solo: in the order of their rows */
    /* R2.3: a unit is a person with everything belonging to the couple. */
    uint8_t card[LEG_NODES];   /* LEG_CARD_ */
    uint8_t spouse[LEG_NODES]; /* friend + 1 */
    uint8_t mate[LEG_NODES];   /* Testament: person + 1 */
    uint8_t parent[LEG_NODES]; /* person + 1; Testament: the lower-numbered one, the other is the mate */
    uint8_t row[LEG_NODES];    /* generation 1..4; Testament: level */
    uint8_t owner[LEG_NODES];
    uint8_t flags[LEG_NODES];
    uint8_t ranked[LEG_NODES]; /* title + 1 */
    uint8_t works[LEG_NODES];  /* philanthropy card + 1 */
    uint8_t kids[LEG_NODES];   /* children */
    /* Derived from the rest, because every decision asks for it: leg_derive() makes it, leg_check() compares it. */
    uint8_t adults, minors; /* first person of the current row, of the row below; Testament: 0 */
    uint8_t unused[LEG_UNUSED];
    uint16_t held[LEG_MAX_SEATS], done[LEG_MAX_SEATS]; /* bit sets of missions */
    struct leg_set hand[LEG_MAX_SEATS], display;
    struct leg_set mine[LEG_MAX_SEATS]; /* persons of each player */
};
_Static_assert(LEG_NODES <= 128, "persons fit into a set");
enum { LEG_MAX_FIGURE = 2000 };
_Static_assert(sizeof(struct legacy) <= 2048, "the state is copied at every step of a search");

extern const struct casata_balance_sheet leg_balance;
extern const struct casata_coach_row leg_coach[];
extern const struct casata_words leg_parts, leg_units, leg_kinds, leg_wheres, leg_mission_wheres,
    leg_grant_wheres, leg_hint_wheres, leg_cards, leg_solo_option, leg_heads_option, leg_reasons,
    leg_pawn_choice, leg_wishes;
enum { LEG_ANY, LEG_WANT_SON, LEG_WANT_DAUGHTER };

/* --- modes ----------------------------------------------------------------------------------------------- */
static inline bool leg_testament(const struct legacy *s) {
    return s->head.seats == 1 && s->head.option[LEG_OPT_SOLO] == LEG_SOLO_TESTAMENT;
}
static inline bool leg_std_solo(const struct legacy *s) {
    return s->head.seats == 1 && s->head.option[LEG_OPT_SOLO] == LEG_SOLO_STANDARD;
}
static inline unsigned leg_setup_row(const struct legacy *s) {
    return s->head.seats > 1 ? s->head.seats - 2u : 3u + s->head.option[LEG_OPT_SOLO];
}
/* In the action phase, not while a generation begins (R5) or ends. */
static inline bool leg_in_turn(const struct legacy *s) {
    return s->head.depth > 2 && s->head.frame[1].phase == LEG_PH_ROUND;
}
static inline unsigned leg_constant(const struct legacy_data *d, unsigned key) { return d->constants[key].n; }

/* --- the main board (R7.2) ------------------------------------------------------------------------------- */
static inline int leg_pawn_owner(const struct legacy *s, unsigned space) /* -1: it is free */ {
    return s->space[space] ? (s->space[space] - 1) % LEG_MAX_SEATS : -1;
}
static inline bool leg_pawn_is_extra(const struct legacy *s, unsigned space) {
    return s->space[space] > LEG_MAX_SEATS;
}

/* --- sets of friends ------------------------------------------------------------------------------------- */
/* Friends whose place is `where`: eight places are compared at once. */
static inline struct leg_set leg_at(const struct legacy *s, unsigned where) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t same = ones * where;
    struct leg_set set = {{0, 0}};
    for (unsigned i = 0; i < LEG_PLACES / 8; i++) {
        uint64_t x;
        memcpy(&x, s->at + i * 8, 8);
        x ^= same;
        x = ~(x + ones * 127) >> 7 & ones; /* places are below 128: no carry */
        set.w[i / 8] |= (x * UINT64_C(0x0102040810204080) >> 56) << i % 8 * 8;
    }
    return set;
}
static inline unsigned leg_set_count(const struct leg_set *set) {
    return (unsigned)(__builtin_popcountll(set->w[0]) + __builtin_popcountll(set->w[1]));
}
/* Takes the lowest member out; -1: empty. */
static inline int leg_set_next(struct leg_set *set) {
    for (int i = 0; i < 2; i++)
        if (set->w[i]) {
            int bit = __builtin_ctzll(set->w[i]);
            set->w[i] &= set->w[i] - 1;
            return i * 64 + bit;
        }
    return -1;
}
/* The i-th member, i below the count. */
static inline unsigned leg_set_nth(struct leg_set set, unsigned i) {
    unsigned low = (unsigned)__builtin_popcountll(set.w[0]), word = i >= low;
    uint64_t x = set.w[word];
    for (i -= word ? low : 0; i > 0; i--) x &= x - 1;
    return word * 64 + (unsigned)__builtin_ctzll(x);
}
/* The set of which a place is a member list: a hand or the display; NULL: none is kept. */
static inline struct leg_set *leg_set_of(struct legacy *s, unsigned where) {
    return where >= LEG_HAND ? &s->hand[where - LEG_HAND] : where == LEG_DISPLAY ? &s->display : NULL;
}
static inline void leg_set_flip(struct leg_set *set, unsigned friend) {
    if (set) set->w[friend / 64] ^= UINT64_C(1) << friend % 64;
}
static inline bool leg_is_stale(const struct legacy *s, unsigned friend) {
    return s->stale[friend / 8] >> friend % 8 & 1;
}

/* Testament: a relative's side of the tree (G51 l). */
static inline unsigned leg_side_of(const struct legacy *s, unsigned node) {
    return s->flags[node] & LEG_MAT ? LEG_SIDE_MAT : LEG_SIDE_PAT;
}

/* R2.2: adults are the units of the current row, the row below are children. G3, G19, G21, R1.8: card faces
 * are in the tables. */
/* --- the tree --------------------------------------------------------------------------------------------- */
static inline bool leg_is_woman_card(const struct legacy_data *d, unsigned card) {
    if (card >= LEG_CARD_FRIEND) return d->friends[card - LEG_CARD_FRIEND].sex == LEG_SEX_WOMAN;
    if (card >= LEG_CARD_HEAD) return card - LEG_CARD_HEAD == LEG_MATRIARCH;
    return card - LEG_CARD_TRAIT >= LEG_C_DAUGHTER;
}
static inline unsigned leg_sex(const struct legacy_data *d, const struct legacy *s, unsigned node) {
    return leg_is_woman_card(d, s->card[node]) ? LEG_SEX_WOMAN : LEG_SEX_MAN;
}
/* The same for a person who is no friend card: a daughter or the matriarch. */
static inline unsigned leg_sex_of_blood(const struct legacy *s, unsigned node) {
    const unsigned women = ((1u << LEG_CARD_HEAD) - (1u << (LEG_CARD_TRAIT + LEG_C_DAUGHTER))) |
                           1u << (LEG_CARD_HEAD + LEG_MATRIARCH);
    return women >> s->card[node] & 1 ? LEG_SEX_WOMAN : LEG_SEX_MAN;
}
/* The persons of a player from one to before another: adults..minors are the units, minors..nodes their children. */
static inline uint64_t leg_below(int n) {
    return n <= 0 ? 0 : n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}
static inline struct leg_set leg_mine(const struct legacy *s, int seat, int from, int to) {
    const struct leg_set *all = &s->mine[seat];
    return (struct leg_set){{all->w[0] & (leg_below(to) ^ leg_below(from)),
                             all->w[1] & (leg_below(to - 64) ^ leg_below(from - 64))}};
}
static inline struct leg_set leg_adults(const struct legacy *s, int seat) {
    return leg_mine(s, seat, s->adults, s->minors);
}
static inline struct leg_set leg_minors(const struct legacy *s, int seat) {
    return leg_mine(s, seat, s->minors, s->nodes);
}
/* R2.6: an adult unit of the current generation. */
static inline bool leg_is_unit(const struct legacy *s, int seat, unsigned node) {
    return node >= s->adults && node < s->minors && s->owner[node] == seat;
}
static inline bool leg_is_child(const struct legacy *s, int seat, unsigned node) {
    return node >= s->minors && node < s->nodes && s->owner[node] == seat;
}
static inline bool leg_is_couple(const struct legacy *s, unsigned node) /* R2.4 */ {
    return s->spouse[node] && !(s->flags[node] & (LEG_ARRANGED | LEG_DEAD));
}
unsigned leg_trait_of(unsigned card); /* trait, LEG_TRAIT_COUNT for other cards */
/* First of the nodes that are alike in everything that can matter later: offered instead of all of them. */
bool leg_is_repeated(const struct legacy *s, unsigned node);
unsigned leg_owned(const struct legacy *s, int seat, unsigned asset);
unsigned leg_possessions(const struct legacy *s, int seat); /* of all kinds */
unsigned leg_prof_members(const struct legacy_data *d, const struct legacy *s, int seat, unsigned prof);
unsigned leg_nations_of(const struct legacy_player *p);
unsigned leg_big_couples(const struct legacy_data *d, const struct legacy *s, int seat);
unsigned leg_add_node(struct legacy *s, int seat, unsigned card, unsigned row, unsigned parent);
void leg_count_friend(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend, int by);
/* Wedding cost (positive) or dowry (negative) of a friend for a person (R8, R9, G24). */
int leg_wedding_cost(const struct legacy_data *d, const struct legacy *s, unsigned friend, unsigned node);

/* --- preconditions of actions ------------------------------------------------------------------------------
 * 0, or the reason it cannot be chosen (R7.3, G41). The only place where legality is decided. */
#define LEG_REASONS(X)                          \
    X(LEG_FINE, "fine")                         \
    X(LEG_NO_PAWN, "no_pawn")                   \
    X(LEG_TAKEN, "occupied")                    \
    X(LEG_SHUT, "closed")                       \
    X(LEG_NO_GOLD, "no_gold")                   \
    X(LEG_NO_CARDS, "no_cards")                 \
    X(LEG_NO_MATCH, "no_match")                 \
    X(LEG_NO_COUPLE, "no_couple")               \
    X(LEG_NO_UNIT, "no_unit")                   \
    X(LEG_NONE_LEFT, "none_left")               \
    X(LEG_NOT_NOW, "not_now")                   \
    X(LEG_NO_SPOUSE, "no_spouse")               \
    X(LEG_NO_CONDITION, "no_condition")         \
    /* of one person of the tree */             \
    X(LEG_OTHER_GENERATION, "other_generation") \
    X(LEG_NO_CHILD, "no_child")                 \
    X(LEG_HAS_SPOUSE, "has_spouse")             \
    X(LEG_WIDOWED, "widowed")                   \
    X(LEG_SAME_SEX, "same_sex")                 \
    X(LEG_SINGLE, "single")                     \
    X(LEG_NO_ROOM, "no_room")                   \
    X(LEG_HAS_ONE, "has_one")                   \
    X(LEG_YOURSELF, "yourself")                 \
    X(LEG_BY_MATE, "by_mate")                   \
    X(LEG_GROWS_FIRST, "grows_first")           \
    X(LEG_NOT_GROWING, "not_growing")           \
    X(LEG_TWIN, "twin")
enum { LEG_REASONS(CASATA_ENUM) LEG_REASON_COUNT };
enum { LEG_NOBODY = INT16_MIN };
/* All units of a player at a glance: the tree data for the needs of all actions. */
struct leg_look {
    /* By action (marry, arrange) and sex of the friend: the highest wedding cost that can be paid for somebody of the
     * other sex in the tree, reductions included. Testament: marry only. */
    int16_t most[2][2];
    uint8_t room;  /* most children that one couple may still have (R10.1) */
    uint8_t lacks; /* bit set of the assets that some unit lacks */
};
struct leg_look leg_look(const struct legacy_data *d, const struct legacy *s, int seat);
unsigned leg_need_action(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                         const struct leg_look *look);
unsigned leg_need_space(const struct legacy_data *d, const struct legacy *s, unsigned action);
/* A friend with whom somebody of the tree can be married. */
static inline unsigned leg_need_friend(const struct legacy_data *d, unsigned action, unsigned friend,
                                       const struct leg_look *look) {
    int most = look->most[action == LEG_DO_ARRANGE][d->friends[friend].sex];
    if (-leg_signed(d->friends[friend].gold) <= most) return LEG_FINE;
    return most == LEG_NOBODY ? LEG_NO_MATCH : LEG_NO_GOLD;
}
unsigned leg_need_wedding(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                          const struct leg_look *look);
/* "This generation" effects of one kind (R25.2); with a condition: as of this moment (G64). */
unsigned leg_cond_mods(const struct legacy_data *d, const struct legacy *s, int seat, unsigned what);
static inline unsigned leg_mod(const struct legacy_data *d, const struct legacy *s, int seat, unsigned what) {
    unsigned n = s->p[seat].mod[what - LEG_X_FRIENDS_PLUS];
    return s->p[seat].cond_mod[0] ? n + leg_cond_mods(d, s, seat, what) : n;
}
unsigned leg_need_grant(const struct legacy_data *d, const struct legacy *s, int seat, bool title,
                        unsigned card);
unsigned leg_need_couple(const struct legacy_data *d, const struct legacy *s, int seat, unsigned node,
                         unsigned draws);
unsigned leg_need_unit(const struct legacy *s, int seat, unsigned asset, unsigned node);
unsigned leg_completable_of(const struct legacy_data *d, const struct legacy *s, int seat);
static inline unsigned leg_completable(const struct legacy_data *d, const struct legacy *s,
                                       int seat) /* bit set of missions */ {
    return s->held[seat] ? leg_completable_of(d, s, seat) : 0; /* usually none is held */
}
/* How much a GAIN_PER counts; the friend is in the family or will be. */
unsigned leg_counter(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend,
                     bool in_family);
bool leg_condition(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend,
                   bool in_family);
unsigned leg_gold_cost(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                       unsigned printed);
/* R1.5: the extra pawn that fits a space of the main board (legacy_schema.c compares the tables). */
static inline unsigned leg_colour_of(unsigned action) {
    static const uint8_t colour[LEG_SPACES] = {/* ORDER action, from Title on */
                                               LEG_PW_YELLOW, LEG_PW_BLUE, LEG_PW_GREEN,
                                               LEG_PW_ORANGE, LEG_PW_RED,  LEG_PW_YELLOW};
    return colour[action - LEG_DO_TITLE];
}
/* R1.2: an action of the player board has its own name in Testament. */
static inline bool leg_is_quest(const struct legacy *s, unsigned action) {
    return leg_testament(s) && action < LEG_DO_TITLE;
}
static inline struct casata_arg leg_action_name(const struct legacy *s, unsigned action) {
    if (!leg_is_quest(s, action)) return casata_word(&leg_actions, action);
    return casata_word(&leg_quests, action > LEG_DO_MARRY ? action - 1 : 0); /* R9: one space for both */
}
unsigned leg_missions_left(const struct legacy *s); /* that can be drawn, reshuffle included */
unsigned leg_need_person(const struct legacy_data *d, const struct legacy *s, unsigned kind, unsigned friend,
                         unsigned node); /* Testament: LEG_A_BESIDE or LEG_A_REPLACE (R27.8) */

/* --- effects ----------------------------------------------------------------------------------------------- */
void leg_honour(struct legacy *s, int seat, unsigned part, int n, struct casata_sink *sink);
void leg_prestige(struct legacy *s, int seat, int n, struct casata_sink *sink);
void leg_income(struct legacy *s, int seat, int n, struct casata_sink *sink);
void leg_gold(struct legacy *s, int seat, int n, struct casata_sink *sink);
void leg_move(struct legacy *s, unsigned friend, unsigned where);
void leg_move_mission(struct legacy *s, unsigned mission, unsigned where);
/* Computes the derived fields of a state: the sets of cards and persons; all of them, where nothing is hidden. */
void leg_derive_sets(struct legacy *s);
void leg_derive(const void *data, void *state);
void leg_show(struct legacy *s, int seat, unsigned friend);
void leg_discard(struct legacy *s, int seat, unsigned friend, struct casata_sink *sink);
void leg_begin_deal(struct legacy *s, int seat, unsigned n);
void leg_begin_display(const struct legacy_data *d, struct legacy *s, unsigned seat); /* a new layout */
void leg_begin_take(struct legacy *s, int seat, unsigned n);
void leg_begin_take_sex(struct legacy *s, int seat, unsigned n, unsigned sex);
void leg_begin_swap(struct legacy *s, int seat);
void leg_begin_discard(struct legacy *s, int seat, unsigned n);
void leg_begin_births(struct legacy *s, int seat, unsigned node, unsigned draws, unsigned wish);
/* arranged: agreed on before (R9); in Testament: a couple of two known members arose. */
void leg_begin_wedding(struct legacy *s, int seat, unsigned node, bool arranged);
void leg_begin_mission(const struct legacy_data *d, struct legacy *s, int seat, struct casata_sink *sink);
void leg_add_under(struct legacy *s, int seat, struct casata_sink *sink);
void leg_begin_others(struct legacy *s, int seat, unsigned what, unsigned n, struct casata_sink *sink);
/* Pushes the offer to complete missions if there is something new to offer; true: pushed (G13). */
bool leg_offer(const struct legacy_data *d, struct legacy *s, int seat);
void leg_gain(struct legacy *s, int seat, unsigned what, unsigned n, unsigned part, struct casata_sink *sink);
void leg_friend_effect(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend,
                       struct casata_sink *sink);
void leg_complete(const struct legacy_data *d, struct legacy *s, int seat, unsigned mission,
                  struct casata_sink *sink);
void leg_start_action(const struct legacy_data *d, struct legacy *s, int seat, unsigned action,
                      struct casata_sink *sink);
/* How close an open hint is, in sixteenths; for the evaluation. */
unsigned leg_hint_near(const struct legacy_data *d, const struct legacy *s, unsigned hint);
void leg_test_hint(const struct legacy_data *d, struct legacy *s, unsigned hint, struct casata_sink *sink);
void leg_test_hints(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink);
int leg_kinship(const struct legacy_data *d, const struct legacy *s); /* R27.15 without the hints */
void leg_start_testament(const struct legacy_data *d, struct legacy *s, unsigned self);
bool leg_place_relative(struct legacy *s, casata_action a, unsigned friend);
void leg_begin_parents(struct legacy *s, unsigned node);
void leg_deal_head(struct legacy *s, unsigned seat, unsigned colour, struct casata_sink *sink);
/* Drawing a child card with a wish (R10.3): is there one, after shuffling if need be; the possible cards; the draw. */
bool leg_can_draw_child(struct legacy *s, unsigned wish, bool complications);
int leg_list_children(const struct legacy *s, unsigned wish, struct casata_outcome *out);
casata_action leg_sample_child(const struct legacy *s, unsigned wish, struct casata_rng *rng);
unsigned leg_draw_child(struct legacy *s, casata_action a);      /* returns its trait */
unsigned leg_child_cards(const struct legacy *s, unsigned kind); /* really in the child deck, by kind */
void leg_final_scoring(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink);
int leg_goal_points(const struct legacy_data *d, const struct legacy *s, int seat, unsigned goal);
unsigned leg_goal_progress(const struct legacy_data *d, const struct legacy *s, int seat, unsigned goal);
unsigned leg_mission_progress(const struct legacy_data *d, const struct legacy *s, int seat,
                              unsigned mission);
void leg_patron_points(const struct legacy_data *d, const struct legacy *s, int seat, int *main, int *minor);
int32_t leg_honour_of(const struct legacy_player *p); /* without LEG_H_EXTINCT */
static inline bool leg_seat_lives(const struct legacy *s, int seat) { return !s->p[seat].out; }
unsigned leg_seats_living(const struct legacy *s);
int leg_next_living(const struct legacy *s, int seat);

/* --- locals of phases shared by several files --------------------------------------------------------- */
#define LEG_ROUND_LOCALS(X) X(next) /* seat */
CASATA_LOCALS(leg_round, LEG_ROUND_LOCALS);
#define LEG_HINTS_LOCALS(X) X(left)
CASATA_LOCALS(leg_hints, LEG_HINTS_LOCALS);
#define LEG_PAWNS_LOCALS(X) X(gone) X(left) /* bit set of colours; players */
CASATA_LOCALS(leg_pawns, LEG_PAWNS_LOCALS);
#define LEG_TARGET_LOCALS(X) X(action) X(friend) /* marry or arrange */
CASATA_LOCALS(leg_target, LEG_TARGET_LOCALS);
/* sex: of the cards that may be taken + 1, 0: either; begun: the display was chosen (G28); from: the ranking of picks,
 * read by `redundant` only (legacy_friends.c) */
#define LEG_TAKE_LOCALS(X) X(left) X(sex) X(begun) X(stage) X(from)
CASATA_LOCALS(leg_take, LEG_TAKE_LOCALS);
#define LEG_DISCARD_LOCALS(X) X(left) X(from) /* as above */
CASATA_LOCALS(leg_discard, LEG_DISCARD_LOCALS);
#define LEG_LEVEL_LOCALS(X) X(action) X(optional)
CASATA_LOCALS(leg_level, LEG_LEVEL_LOCALS);
#define LEG_COUPLE_LOCALS(X) X(midwife) X(optional)
CASATA_LOCALS(leg_couple, LEG_COUPLE_LOCALS);
/* person: whose children, the blood member; left: draws; first: trait + 1 of the first card where two are drawn, 0:
 * none; born: 1 = a child was just born */
#define LEG_BIRTHS_LOCALS(X) X(person) X(left) X(wish) X(first) X(born)
CASATA_LOCALS(leg_births, LEG_BIRTHS_LOCALS);
#define LEG_PICK_LOCALS(X) X(one) X(other) /* traits, ascending */
CASATA_LOCALS(leg_pick, LEG_PICK_LOCALS);
#define LEG_UNIT_LOCALS(X) X(asset) X(card) /* title or philanthropy card + 1, 0: a mansion or venture */
CASATA_LOCALS(leg_unit, LEG_UNIT_LOCALS);
#define LEG_MISSIONS_LOCALS(X) X(left) X(first) X(second) /* cards drawn so far + 1, 0: none */
CASATA_LOCALS(leg_missions, LEG_MISSIONS_LOCALS);
#define LEG_MISSION_LOCALS(X) X(one) X(other) /* missions, ascending */
CASATA_LOCALS(leg_mission, LEG_MISSION_LOCALS);

/* --- phases, one row each ---------------------------------------------------------------------------------- */
extern const struct casata_rules legacy_rules;
LEG_PHASES(CASATA_PHASE_DECLARE)

/* --- the other parts of the rules table -------------------------------------------------------------------- */
void leg_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part);
void leg_ranks(const void *data, const void *state, uint8_t *rank);
bool leg_out(const void *data, const void *state, int seat, bool projected);
void leg_redact(const void *data, void *state, int viewer);
void leg_resample(const void *data, void *state, int viewer, struct casata_rng *rng);
const char *leg_check(const void *data, const void *state);
void leg_scene(struct casata_scene_builder *build);
extern const struct casata_words leg_terms;
void leg_eval(const void *data, const void *state, unsigned seats, int32_t *value,
              int32_t (*term)[CASATA_MAX_TERMS]);
enum { LEG_FEATURES = 349 };
void leg_features(const void *data, const void *state, int seat, int16_t *out);
const char *leg_feature_name(int i);
/* ORDER family: the kinds of slots of the scene */
enum {
    LEG_FAM_ROUND,
    LEG_FAM_SPACE,
    LEG_FAM_TITLE,
    LEG_FAM_PHIL,
    LEG_FAM_DISPLAY,
    LEG_FAM_DRAWN,
    LEG_FAM_POOL,
    LEG_FAM_HINT,
    LEG_FAM_MARKET,
    LEG_FAM_DECK,
    LEG_FAM_BOARD,
    LEG_FAM_PAWNS,
    LEG_FAM_MISSION,
    LEG_FAM_PATRON,
    LEG_FAM_HAND,
    LEG_FAM_TREE,
    LEG_FAMILY_COUNT
};
extern const struct casata_family leg_families[LEG_FAMILY_COUNT];
extern const struct casata_fields leg_fields[];
enum { LEG_FIELD_GROUPS = 2 };

#endif
