/* legacy_eval.h: the terms of the evaluation of Legacy, for the evaluation, its explanation and its tuning. */
#ifndef LEGACY_EVAL_H
#define LEGACY_EVAL_H

#include "games/legacy/legacy.h"

/* Term, name, then what a unit is worth in 1/100 Honour with 0, 4, 8, 12, 16, 20 own pawns left to place in the game
 * (ORDER knot; straight lines between them; a round has 2, generation III begins with 8 left, II with 14). What is sure
 * (Honour made, children born) is not listed: it counts in full. */
enum { LEG_KNOTS = 6 };
#define LEG_WORTHS(X)                                                        \
    X(LEG_W_BASE, "base", 0, 600, 1300, 2200, 3000, 3600)                    \
    X(LEG_W_OWN, "own pawns", 60, 100, 130, 140, 140, 140)                   \
    X(LEG_W_PRESTIGE, "prestige at the ends", 100, 100, 100, 100, 100, 100)  \
    X(LEG_W_INCOME, "income to come", 0, 25, 32, 34, 34, 34)                 \
    X(LEG_W_GOLD, "gold", 0, 35, 40, 42, 42, 42)                             \
    X(LEG_W_GOLD_MORE, "much gold", 0, 15, 22, 24, 24, 24)                   \
    X(LEG_W_CARD, "cards", 0, 45, 55, 60, 60, 60)                            \
    X(LEG_W_CARD_MORE, "many cards", 0, 12, 15, 16, 16, 16)                  \
    X(LEG_W_MATCH, "friends who can marry", 0, 60, 80, 90, 90, 90)           \
    X(LEG_W_EXTRA, "extra pawns", 0, 140, 160, 150, 150, 150)                \
    X(LEG_W_EFFECT, "effects of the generation", 0, 50, 60, 60, 60, 60)      \
    X(LEG_W_SINGLE, "unmarried", 0, 60, 90, 80, 60, 60)                      \
    X(LEG_W_COUPLE, "couples with room", 0, 80, 100, 80, 60, 60)             \
    X(LEG_W_HEIR, "heirs", 0, 0, 60, 160, 180, 180)                          \
    X(LEG_W_PROMISED, "arranged marriages", 0, 0, 100, 280, 300, 300)        \
    X(LEG_W_PROMISED_PRESTIGE, "prestige to come", 0, 0, 95, 95, 95, 95)     \
    X(LEG_W_PROMISED_INCOME, "income of arrangements", 0, 0, 32, 32, 32, 32) \
    X(LEG_W_MISSION, "missions in sight", 0, 70, 80, 80, 80, 80)             \
    X(LEG_W_MISSION_HELD, "missions", 0, 20, 40, 50, 50, 50)                 \
    X(LEG_W_PATRON_MAIN, "main goal", 100, 95, 85, 70, 60, 50)               \
    X(LEG_W_PATRON_MINOR, "minor goals", 100, 95, 90, 80, 70, 60)            \
    X(LEG_W_UNDER, "missions under the patron", 0, 60, 100, 130, 150, 150)   \
    X(LEG_W_POSSESSION, "possessions", 0, 10, 15, 15, 10, 10)                \
    X(LEG_W_NATION, "nations and professions", 0, 15, 20, 20, 20, 20)        \
    X(LEG_W_RISK, "no heir yet", -9000, -9000, -9000, -9000, -9000, -9000)   \
    X(LEG_W_HINT, "hints", -100, -120, -140, -150, -160, -160)               \
    X(LEG_W_KINSHIP, "kinship", 100, 100, 100, 100, 100, 100)                \
    X(LEG_W_KNOWN, "known relatives", 0, 10, 20, 20, 20, 20)
#define LEG_WORTH_ID(id, name, k0, k1, k2, k3, k4, k5) id,
enum { LEG_WORTHS(LEG_WORTH_ID) LEG_WORTH_COUNT };
/* What a player is told: sums of the terms above, each from the named one up to the next sum (ORDER worth). What is sure
 * counts to the Honour. */
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

const char *leg_worth_name(int worth);
/* Amounts of a seat in 1/16 units; *left: own pawns left to place. Returns the Honour that is sure. */
int leg_amounts(const struct legacy_data *d, const struct legacy *s, int seat,
                int16_t amount[LEG_WORTH_COUNT], unsigned *left);

#endif
