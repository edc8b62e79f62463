/* zhanguo_eval.h: the terms of the evaluation of ZhanGuo, for the evaluation, its explanation and its tuning. */
#ifndef ZHANGUO_EVAL_H
#define ZHANGUO_EVAL_H

#include "games/zhanguo/zhanguo.h"

/* Term, name, then what a unit is worth in 1/100 points with 0, 6, 12, 18, 24, 30 cards of the own left to play
 * (ORDER knot; straight lines between them). What is sure (points made) is not listed: it counts in full. */
enum { ZG_KNOTS = 6 };
#define ZG_TERMS(X)                                                         \
    X(ZG_T_BASE, "base", 0, 2000, 4000, 6000, 8000, 10000)                  \
    X(ZG_T_GOVERNOR_VP, "governor majorities", 100, 85, 75, 70, 65, 60)     \
    X(ZG_T_GOVERNOR, "governors", 0, 60, 100, 130, 150, 150)                \
    X(ZG_T_MARKER_VP, "marker majorities", 100, 40, 20, 10, 0, 0)           \
    X(ZG_T_MARKER, "markers", 0, 40, 45, 50, 50, 50)                        \
    X(ZG_T_REWARD, "rewards in sight", 0, 60, 60, 60, 60, 60)               \
    X(ZG_T_TASK_VP, "tasks", 100, 105, 110, 115, 120, 120)                  \
    X(ZG_T_TASK_NEAR, "tasks in sight", 0, 45, 45, 40, 35, 30)              \
    X(ZG_T_WALL_VP, "walls", 100, 100, 100, 100, 100, 100)                  \
    X(ZG_T_WALL, "walls built", 0, 30, 60, 90, 120, 150)                    \
    X(ZG_T_FIRE, "firing cards", 0, 100, 100, 100, 100, 100)                \
    X(ZG_T_TABLEAU, "cards of the tableau", 0, 60, 110, 150, 180, 200)      \
    X(ZG_T_WORKER, "workers", 0, 90, 140, 150, 150, 150)                    \
    X(ZG_T_WORKER_SPREAD, "regions with workers", 0, 60, 60, 60, 60, 60)    \
    X(ZG_T_PALACE_READY, "palace in sight", 0, 55, 50, 45, 40, 40)          \
    X(ZG_T_OFFICIAL, "officials", 0, 30, 50, 60, 70, 70)                    \
    X(ZG_T_TRIO, "governor in sight", 0, 200, 220, 220, 220, 220)           \
    X(ZG_T_PAIR, "two colours together", 0, 40, 50, 50, 50, 50)             \
    X(ZG_T_UNREST, "unrest", 0, -40, -60, -70, -80, -80)                    \
    X(ZG_T_NO_PALACE, "regions without palace", 0, -40, -60, -60, -60, -60) \
    X(ZG_T_NO_FIRE, "blocked regions", 0, -60, -80, -90, -100, -100)        \
    X(ZG_T_HAND_HIGH, "high cards", 0, 20, 20, 20, 20, 20)                  \
    X(ZG_T_HAND_LOW, "low cards", 0, 20, 20, 20, 20, 20)                    \
    X(ZG_T_PLACE, "place on the track", 0, -20, -20, -20, -20, -20)         \
    X(ZG_T_DUE_ABILITY, "due abilities", 120, 120, 120, 120, 120, 120)      \
    X(ZG_T_DUE_POINT, "due movement points", 40, 40, 40, 40, 40, 40)        \
    X(ZG_T_DUE_ACTION, "due action", 300, 300, 300, 300, 300, 300)
#define ZG_TERM_ID(id, name, k0, k1, k2, k3, k4, k5) id,
enum { ZG_TERMS(ZG_TERM_ID) ZG_TERM_COUNT };

const char *zg_term_name(int term);
/* Amounts of a seat in 1/16 units; *left: its cards left to play. Returns the points that are sure. */
int zg_terms(const struct zhanguo_data *d, const struct zhanguo *s, int seat, int16_t amount[ZG_TERM_COUNT],
             unsigned *left);

#endif
