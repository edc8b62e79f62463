/* virtu_eval.h: the terms of the evaluation of Virtù, for the evaluation, its explanation and its tuning. */
#ifndef VIRTU_EVAL_H
#define VIRTU_EVAL_H

#include "games/virtu/virtu.h"

/* Term, then the worth of a unit in 1/100 points with 0, 8, 16, 24 steps left to the end (ORDER knot; straight
 * lines between them). The points that a position is worth now are not listed: they count in full. */
enum { VT_KNOTS = 4 };
/* clang-format off */
#define VT_EVAL_TERMS(X) \
    X(VT_E_BASE, 0, 200, 500, 800) \
    X(VT_E_CITY, 0, 60, 80, 60) \
    X(VT_E_MOST_CITIES, 0, -30, -50, -50) \
    X(VT_E_SIEGE, 30, 30, 30, 30) \
    X(VT_E_PRIZE, 40, 40, 40, 40) \
    X(VT_E_DANGER, -25, -25, -25, -25) \
    X(VT_E_SOLDIER, 0, 30, 40, 40) \
    X(VT_E_GARRISON, 0, 5, 5, 5) \
    X(VT_E_PATRONAGE, 0, 20, 45, 50) \
    X(VT_E_MOST_PATRONAGE, 0, -30, -50, -50) \
    X(VT_E_BONUS, 0, 60, 100, 120) \
    X(VT_E_FLORIN, 0, 8, 12, 14) \
    X(VT_E_CARD, 0, 10, 20, 20) \
    X(VT_E_CHAMBER, 0, 15, 30, 40) \
    X(VT_E_SPACE, 0, 20, 40, 50) \
    X(VT_E_ANY_FLORIN, 0, 5, 10, 12) \
    X(VT_E_ANY_CROWN, 0, 12, 20, 25) \
    X(VT_E_ANY_CROSS, 0, 15, 20, 20) \
    X(VT_E_ANY_CAVALRY, 0, 8, 12, 12) \
    X(VT_E_ANY_SHIP, 0, 8, 12, 12) \
    X(VT_E_ANY_MASK, 0, 8, 12, 14) \
    X(VT_E_ANY_WAR, 0, 8, 12, 12) \
    X(VT_E_ANY_ARROW, 0, 5, 8, 10) \
    X(VT_E_READY_FLORIN, 0, 4, 5, 5) \
    X(VT_E_READY_SYMBOL, 0, 8, 10, 10) \
    X(VT_E_READY_MOVE, 0, 4, 5, 5) \
    X(VT_E_ROOM_SYMBOL, 0, 15, 25, 30) \
    X(VT_E_ROOM_MOVE, 0, 8, 12, 12) \
    X(VT_E_NEAR, 0, 10, 10, 10) \
    X(VT_E_AGENT, 0, 15, 25, 25) \
    X(VT_E_PLACED, 0, 30, 45, 45) \
    X(VT_E_HARASSED, 0, -20, -30, -30) \
    X(VT_E_ALLIANCE, 0, 20, 40, 50) \
    X(VT_E_RELIGION, 0, -50, -80, -80) \
    X(VT_E_INDULGENCE, 0, -120, -150, -150) \
    X(VT_E_INFLUENCE, 0, 20, 30, 30) \
    X(VT_E_CAPITAL, 0, 0, 0, 0)
/* Shown to players: sums of the terms above, each from the named one up to the next sum (ORDER term). */
#define VT_EVAL_SUMS(X) \
    X(VT_SUM_POINTS, "points", VT_E_BASE) X(VT_SUM_YEARS, "years", VT_E_BASE) X(VT_SUM_CITIES, "cities", VT_E_CITY) \
    X(VT_SUM_SIEGES, "sieges", VT_E_SIEGE) X(VT_SUM_SOLDIERS, "soldiers", VT_E_SOLDIER) \
    X(VT_SUM_PATRONAGE, "patronage", VT_E_PATRONAGE) X(VT_SUM_BONUSES, "bonuses", VT_E_BONUS) \
    X(VT_SUM_FLORINS, "florins", VT_E_FLORIN) X(VT_SUM_PALACE, "palace", VT_E_CARD) \
    X(VT_SUM_SYMBOLS, "symbols", VT_E_ANY_FLORIN) X(VT_SUM_READY, "ready", VT_E_READY_FLORIN) \
    X(VT_SUM_CHAMBERS, "chambers", VT_E_ROOM_SYMBOL) X(VT_SUM_AGENTS, "agents", VT_E_AGENT) \
    X(VT_SUM_ALLIANCES, "alliances", VT_E_ALLIANCE) X(VT_SUM_RELIGION, "religion", VT_E_RELIGION) \
    X(VT_SUM_INDULGENCES, "indulgences", VT_E_INDULGENCE) X(VT_SUM_INFLUENCE, "influence", VT_E_INFLUENCE)
/* clang-format on */
#define VT_EVAL_ID(id, k0, k1, k2, k3) id,
enum { VT_EVAL_TERMS(VT_EVAL_ID) VT_EVAL_COUNT };
#define VT_SUM_ID(id, word, first) id,
enum { VT_EVAL_SUMS(VT_SUM_ID) VT_SUM_COUNT };

extern const struct casata_words vt_terms;
unsigned vt_steps_left(const struct virtu *s); /* to the end as it looks now: 0 to 24 */
/* The amounts of every seat, and the points that it has now. */
void vt_amounts(const struct virtu_data *d, const struct virtu *s, int16_t amount[][VT_EVAL_COUNT],
                int *points);
void vt_eval(const void *data, const void *state, unsigned seats, int32_t *value,
             int32_t (*term)[CASATA_MAX_TERMS]);

#endif
