/* zhanguo_features.c: named numbers of a position from the view of a seat, for learning. Decides nothing. */
#include "games/zhanguo/zhanguo_eval.h"

/* Of the table, of the seat itself, and of the others: mean and best. */
#define TABLE_FEATURES(X) \
    X("seats")            \
    X("round")            \
    X("cards_left")       \
    X("court")            \
    X("deck_ivory")       \
    X("deck_orange") X("deck_brown") X("side_b") X("draw_three") X("order_by_track") X("unrest_per_worker")
#define SEAT_FEATURES(X) \
    X("points")          \
    X("projected")       \
    X("hand")            \
    X("hand_ivory")      \
    X("hand_orange")     \
    X("hand_brown")      \
    X("hand_sum")        \
    X("board")           \
    X("tableau")         \
    X("tableau_ivory")   \
    X("tableau_orange")  \
    X("tableau_brown")   \
    X("workers")         \
    X("unrest")          \
    X("officials_above") \
    X("officials_below") \
    X("governors")       \
    X("palaces")         \
    X("walls") X("tasks") X("strength_ivory") X("strength_orange") X("strength_brown") X("track_place")
#define NAME(name)  name,
#define COUNT(name) +1
enum {
    N_TABLE = 0 TABLE_FEATURES(COUNT),
    N_SEAT = 0 SEAT_FEATURES(COUNT),
    FIRST_REGIONS = N_TABLE + N_SEAT,
    N_REGION = 4, /* for each region */
    FIRST_TERMS = FIRST_REGIONS + N_REGION * ZG_REGION_COUNT,
    FIRST_OTHERS = FIRST_TERMS + ZG_TERM_COUNT,
    N_ALL = FIRST_OTHERS + N_SEAT
};
_Static_assert((int)N_ALL == (int)ZG_FEATURES, "features");

#define REGION_NAMES(r) "level_" r, "cards_" r, "workers_" r, "officials_" r
static const char *const name[ZG_FEATURES] = {TABLE_FEATURES(NAME) SEAT_FEATURES(NAME) REGION_NAMES("1"),
                                              REGION_NAMES("2"), REGION_NAMES("3"), REGION_NAMES("4"),
                                              REGION_NAMES("5")};
static const char *const best_name[N_SEAT] = {
#define BEST(name) "best_" name,
    SEAT_FEATURES(BEST)};
#define TERM_NAMES(id, text, k0, k1, k2, k3, k4, k5) "term " text,
static const char *const term_names[ZG_TERM_COUNT] = {ZG_TERMS(TERM_NAMES)};

const char *zg_feature_name(int i) {
    if (i < FIRST_TERMS) return name[i];
    if (i < FIRST_OTHERS) return term_names[i - FIRST_TERMS];
    return best_name[i - FIRST_OTHERS];
}

static int16_t fit(int32_t n) { return (int16_t)(n > INT16_MAX ? INT16_MAX : n < INT16_MIN ? INT16_MIN : n); }

/* ORDER seat feature. Cards of a hand unknown to the holder of the state count 0, its colours are public. */
static void seat_features(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                          int16_t out[N_SEAT]) {
    const struct zhanguo_player *p = &s->p[seat];
    int32_t part[ZG_PART_COUNT], points = 0, projected = 0;
    int hand[ZG_COLOUR_COUNT] = {0}, sum = 0, n = 0, above = 0, below = 0, workers = 0, unrest = 0, tasks = 0,
        place = 0;
    zg_parts_of(d, s, seat, true, part);
    for (int i = 0; i < ZG_PART_COUNT; i++) projected += part[i];
    for (int i = 0; i < ZG_STORED_PARTS; i++) points += part[i];
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        bool known = p->hand[i] < ZG_BACK;
        hand[known ? zg_colour_of(p->hand[i]) : (unsigned)(p->hand[i] - ZG_BACK) / ZG_LAYERS]++;
        sum += known ? p->hand[i] : 0;
    }
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        above += (int)zg_officials_above(p, r);
        below += (int)zg_officials_below(p, r);
        workers += p->workers[r];
        unrest += p->level[r];
    }
    for (int i = 0; i < ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES; i++) tasks += ZG_FLAT(s->disc)[i] == seat + 1;
    for (int i = 0; i < s->head.seats; i++)
        if (s->order[i] == seat) place = i;
    const int32_t all[N_SEAT] = {points,
                                 projected,
                                 (int32_t)zg_hand_size(p),
                                 hand[0],
                                 hand[1],
                                 hand[2],
                                 sum,
                                 p->board,
                                 (int32_t)zg_tableau_size(p),
                                 (int32_t)zg_tableau_colour(p, 0),
                                 (int32_t)zg_tableau_colour(p, 1),
                                 (int32_t)zg_tableau_colour(p, 2),
                                 workers,
                                 unrest,
                                 above,
                                 below,
                                 (int32_t)zg_governors_placed(s, seat),
                                 (int32_t)zg_palaces_placed(s, seat),
                                 (int32_t)zg_walls_placed(s, seat),
                                 tasks,
                                 (int32_t)zg_strength(d, s, seat, 0),
                                 (int32_t)zg_strength(d, s, seat, 1),
                                 (int32_t)zg_strength(d, s, seat, 2),
                                 place};
    for (; n < N_SEAT; n++) out[n] = fit(all[n]);
}

void zg_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int16_t other[N_SEAT], amount[ZG_TERM_COUNT];
    unsigned left;
    memset(out, 0, ZG_FEATURES * sizeof *out);
    zg_terms(d, s, seat, amount, &left);
    const int table[N_TABLE] = {s->head.seats,
                                s->round,
                                (int)left,
                                s->court,
                                (int)zg_deck_size(s, 0),
                                (int)zg_deck_size(s, 1),
                                (int)zg_deck_size(s, 2),
                                (int)zg_side(s),
                                s->head.option[ZG_OPT_DRAW],
                                s->head.option[ZG_OPT_ORDER],
                                s->head.option[ZG_OPT_UNREST]};
    for (int i = 0; i < N_TABLE; i++) out[i] = (int16_t)table[i];
    seat_features(d, s, seat, out + N_TABLE);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        int16_t *at = out + FIRST_REGIONS + N_REGION * r;
        at[0] = s->p[seat].level[r];
        at[1] = (int16_t)zg_cards_in(&s->p[seat], r);
        at[2] = s->p[seat].workers[r];
        at[3] = (int16_t)(zg_officials_above(&s->p[seat], r) + zg_officials_below(&s->p[seat], r));
    }
    memcpy(out + FIRST_TERMS, amount, sizeof amount);
    for (int i = 0; i < s->head.seats; i++) {
        if (i == seat) continue;
        seat_features(d, s, i, other);
        for (int k = 0; k < N_SEAT; k++)
            if (other[k] > out[FIRST_OTHERS + k]) out[FIRST_OTHERS + k] = other[k];
    }
}
