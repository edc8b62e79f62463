/* legacy_eval.h: the terms of the evaluation of Legacy, for the evaluation, its explanation and its tuning. */
#ifndef LEGACY_EVAL_H
#define LEGACY_EVAL_H

#include "games/legacy/legacy.h"

/* Term, name, then the worth of a unit in 1/100 Honour with 0, 4, 8, 12, 16, 20 own pawns left to place in the game
 * (ORDER knot; straight lines between them; a round has 2, generation III begins with 8 left, II with 14). Certain
 * gains (Honour made, children born) are not listed: they count in full. */
enum { LEG_KNOTS = 6 };
#define LEG_WORTHS(X)                                                      \
    X(LEG_W_BASE, "base", 0, 593, 1304, 2215, 3033, 3617)                  \
    X(LEG_W_OWN, "own pawns", 60, 69, 31, 65, 101, 184)                    \
    X(LEG_W_PRESTIGE, "prestige at the ends", 100, 90, 108, 98, 115, 110)  \
    X(LEG_W_INCOME, "income to come", 0, 8, 21, 30, 50, 60)                \
    X(LEG_W_GOLD, "gold", 0, 0, 45, 42, 95, 110)                           \
    X(LEG_W_GOLD_MORE, "much gold", 0, -4, 10, 11, 24, 24)                 \
    X(LEG_W_CARD, "cards", 0, 43, 48, 93, 124, 145)                        \
    X(LEG_W_CARD_MORE, "many cards", 0, 7, 14, 26, 23, 18)                 \
    X(LEG_W_MATCH, "friends who can marry", 0, 68, 75, 113, 151, 152)      \
    X(LEG_W_EXTRA, "extra pawns", 0, 112, 152, 164, 175, 167)              \
    X(LEG_W_EFFECT, "effects of the generation", 0, 39, 39, 42, 55, 59)    \
    X(LEG_W_SINGLE, "unmarried", 0, 68, 139, 143, 129, 89)                 \
    X(LEG_W_COUPLE, "couples with room", 0, 55, -20, 20, -30, 0)           \
    X(LEG_W_HEIR, "heirs", 0, 0, 105, 146, 149, 162)                       \
    X(LEG_W_PROMISED, "arranged marriages", 0, 0, 94, 249, 301, 299)       \
    X(LEG_W_PROMISED_PRESTIGE, "prestige to come", 0, 0, 90, 81, 101, 93)  \
    X(LEG_W_PROMISED_INCOME, "income of arrangements", 0, 0, 0, 0, 28, 30) \
    X(LEG_W_MISSION, "missions in sight", 0, 57, 102, 87, 81, 80)          \
    X(LEG_W_MISSION_HELD, "missions", 0, 14, 52, 56, 52, 50)               \
    X(LEG_W_PATRON_MAIN, "main goal", 100, 103, 49, 27, 31, 47)            \
    X(LEG_W_PATRON_MINOR, "minor goals", 100, 85, 61, 80, 70, 60)          \
    X(LEG_W_UNDER, "missions under the patron", 0, 53, 91, 130, 150, 150)  \
    X(LEG_W_POSSESSION, "possessions", 0, 0, 21, 10, 39, 11)               \
    X(LEG_W_NATION, "nations and professions", 0, -10, 43, 31, 60, 20)     \
    X(LEG_W_RISK, "no heir yet", -9000, -9000, -9000, -9000, -9000, -9000) \
    X(LEG_W_HINT, "hints", -100, -800, -1200, -1200, -1200, -1200)         \
    X(LEG_W_HINT_NEAR, "hints in sight", 0, 800, 1100, 1100, 1100, 1100)   \
    X(LEG_W_KINSHIP, "kinship", 100, 100, 100, 100, 100, 100)              \
    X(LEG_W_KNOWN, "known relatives", 0, 10, 20, 20, 20, 20)
#define LEG_WORTH_ID(id, name, k0, k1, k2, k3, k4, k5) id,
enum { LEG_WORTHS(LEG_WORTH_ID) LEG_WORTH_COUNT };
/* Shown to players: sums of the terms above, each from the named one up to the next sum (ORDER worth). Certain
 * gains count as Honour. */
#define LEG_TERMS(X)                                         \
    X(LEG_TERM_HONOUR, "honour", LEG_W_BASE)                 \
    X(LEG_TERM_TURNS, "turns", LEG_W_BASE)                   \
    X(LEG_TERM_PRESTIGE, "prestige", LEG_W_PRESTIGE)         \
    X(LEG_TERM_INCOME, "income", LEG_W_INCOME)               \
    X(LEG_TERM_GOLD, "gold", LEG_W_GOLD)                     \
    X(LEG_TERM_HAND, "hand", LEG_W_CARD)                     \
    X(LEG_TERM_PAWNS, "pawns", LEG_W_EXTRA)                  \
    X(LEG_TERM_FAMILY, "family", LEG_W_SINGLE)               \
    X(LEG_TERM_ARRANGED, "arranged", LEG_W_PROMISED)         \
    X(LEG_TERM_MISSIONS, "missions", LEG_W_MISSION)          \
    X(LEG_TERM_PATRON, "patron", LEG_W_PATRON_MAIN)          \
    X(LEG_TERM_POSSESSIONS, "possessions", LEG_W_POSSESSION) \
    X(LEG_TERM_RISK, "risk", LEG_W_RISK)                     \
    X(LEG_TERM_HINTS, "hints", LEG_W_HINT)                   \
    X(LEG_TERM_KINSHIP, "kinship", LEG_W_KINSHIP)
#define LEG_TERM_ID(id, word, first) id,
enum { LEG_TERMS(LEG_TERM_ID) LEG_TERM_COUNT };

/* Amounts of a seat in 1/16 units; *left: own pawns left to place. Returns the certain Honour. */
int leg_amounts(const struct legacy_data *d, const struct legacy *s, int seat,
                int16_t amount[LEG_WORTH_COUNT], unsigned *left);

#endif
