/* zhanguo_eval.h: the terms of the evaluation of ZhanGuo, for the evaluation, its explanation and its tuning. */
#ifndef ZHANGUO_EVAL_H
#define ZHANGUO_EVAL_H

#include "games/zhanguo/zhanguo.h"

/* Term, name, then the worth of a unit in 1/100 points with 0, 6, 12, 18, 24, 30 own cards left to play
 * (ORDER knot; straight lines between them). Points made are not listed: they count in full. */
enum { ZG_KNOTS = 6 };
#define ZG_TERMS(X)                                                           \
    X(ZG_T_BASE, "base", 0, 500, 3000, 7000, 10500, 14000)                    \
    X(ZG_T_GOVERNOR_VP, "governor majorities", 100, 95, 80, 70, 55, 40)       \
    X(ZG_T_GOVERNOR, "governors", 0, 160, 190, 220, 230, 220)                 \
    X(ZG_T_MARKER_VP, "marker majorities", 100, 20, 10, 10, 10, 10)           \
    X(ZG_T_MARKER, "markers", 0, 100, 70, 40, 30, 20)                         \
    X(ZG_T_REWARD, "rewards in sight", 100, 150, 170, 160, 170, 160)          \
    X(ZG_T_TASK_VP, "tasks", 100, 120, 130, 140, 150, 150)                    \
    X(ZG_T_TASK_NEAR, "tasks in sight", 0, 130, 160, 155, 140, 120)           \
    X(ZG_T_WALL_VP, "walls", 100, 98, 97, 80, 80, 80)                         \
    X(ZG_T_WALL, "walls built", 0, -20, -20, 30, 80, 120)                     \
    X(ZG_T_FIRE, "firing cards", 0, 60, 100, 105, 110, 90)                    \
    X(ZG_T_TABLEAU, "cards of the tableau", 0, 150, 140, 130, 165, 175)       \
    X(ZG_T_WORKER, "workers", 0, 190, 230, 280, 300, 280)                     \
    X(ZG_T_WORKER_SPREAD, "regions with workers", 0, 120, 130, 150, 150, 130) \
    X(ZG_T_PALACE_READY, "palace in sight", 0, 40, 50, 40, 40, 40)            \
    X(ZG_T_OFFICIAL, "officials", 0, 110, 190, 230, 240, 220)                 \
    X(ZG_T_TRIO, "governor in sight", 0, 200, 200, 180, 180, 180)             \
    X(ZG_T_PAIR, "two colours together", 0, 80, 110, 120, 120, 110)           \
    X(ZG_T_UNREST, "unrest", 0, -50, -80, -120, -135, -130)                   \
    X(ZG_T_NO_PALACE, "regions without palace", 0, -70, -100, -100, -95, -85) \
    X(ZG_T_NO_FIRE, "blocked regions", 0, -85, -110, -110, -110, -105)        \
    X(ZG_T_HAND_HIGH, "high cards", 0, 10, 10, 10, 10, 10)                    \
    X(ZG_T_HAND_LOW, "low cards", 0, 15, 15, 15, 15, 15)                      \
    X(ZG_T_PLACE, "place on the track", 0, -40, -40, -40, -40, -40)           \
    X(ZG_T_DUE_ABILITY, "due abilities", 120, 120, 120, 120, 120, 120)        \
    X(ZG_T_DUE_POINT, "due movement points", 40, 40, 40, 40, 40, 40)          \
    X(ZG_T_DUE_ACTION, "due action", 300, 300, 300, 300, 300, 300)
#define ZG_TERM_ID(id, name, k0, k1, k2, k3, k4, k5) id,
enum { ZG_TERMS(ZG_TERM_ID) ZG_TERM_COUNT };

/* Shown to players: sums of the terms above, each from the named one up to the next sum (ORDER term). Certain
 * gains count as points. */
#define ZG_SUMS(X)                                     \
    X(ZG_SUM_POINTS, "points", ZG_T_BASE)              \
    X(ZG_SUM_CARDS, "cards", ZG_T_BASE)                \
    X(ZG_SUM_GOVERNORS, "governors", ZG_T_GOVERNOR_VP) \
    X(ZG_SUM_MARKERS, "markers", ZG_T_MARKER_VP)       \
    X(ZG_SUM_REWARDS, "rewards", ZG_T_REWARD)          \
    X(ZG_SUM_TASKS, "tasks", ZG_T_TASK_VP)             \
    X(ZG_SUM_WALLS, "walls", ZG_T_WALL_VP)             \
    X(ZG_SUM_TABLEAU, "tableau", ZG_T_FIRE)            \
    X(ZG_SUM_WORKERS, "workers", ZG_T_WORKER)          \
    X(ZG_SUM_PALACES, "palaces", ZG_T_PALACE_READY)    \
    X(ZG_SUM_OFFICIALS, "officials", ZG_T_OFFICIAL)    \
    X(ZG_SUM_UNREST, "unrest", ZG_T_UNREST)            \
    X(ZG_SUM_HAND, "hand", ZG_T_HAND_HIGH)             \
    X(ZG_SUM_ORDER, "order", ZG_T_PLACE)               \
    X(ZG_SUM_DUE, "due", ZG_T_DUE_ABILITY)
#define ZG_SUM_ID(id, word, first) id,
enum { ZG_SUMS(ZG_SUM_ID) ZG_SUM_COUNT };
extern const struct casata_words zg_eval_terms;
/* Amounts of a seat in 1/16 units; *left: its cards left to play. Returns the certain points. */
int zg_terms(const struct zhanguo_data *d, const struct zhanguo *s, int seat, int16_t amount[ZG_TERM_COUNT],
             unsigned *left);
void zg_eval(const void *data, const void *state, unsigned seats, int32_t *value,
             int32_t (*term)[CASATA_MAX_TERMS]);

#endif
