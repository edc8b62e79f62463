/* zhanguo_setup.c: set-up: chance events before the first round (R24.2). The boards of the players are in
 * zhanguo_boards.c. */
#include "games/zhanguo/zhanguo_scene.h"

/* --- starting order ---------------------------------------------------------------------------------------
 * R2.6, R2.7, G40: the discs on the Reward track from the top; the first player's is the top one. Three
 * operands say it all, the fourth seat follows. */
static int order_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct zhanguo *s = state;
    unsigned n = s->head.seats;
    int count = 0;
    (void)data, (void)f;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            for (unsigned c = 0; c < (n > 2 ? n : 1); c++) {
                if (a == b || (n > 2 && (c == a || c == b))) continue;
                out[count++] =
                    (struct casata_outcome){casata_act(ZG_A_ORDER, a, b, n > 2 ? c : CASATA_ABSENT), 1};
            }
    return count;
}
static casata_action order_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct zhanguo *s = state;
    unsigned n = s->head.seats;
    uint8_t x[ZG_MAX_SEATS] = {0, 1, 2, 3};
    (void)data, (void)f;
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i + casata_rng_below(rng, n - i);
        uint8_t t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
    return casata_act(ZG_A_ORDER, x[0], x[1], n > 2 ? x[2] : CASATA_ABSENT);
}
static void order_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    unsigned n = s->head.seats;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    s->order[0] = (uint8_t)casata_a(a);
    s->order[1] = (uint8_t)casata_b(a);
    s->order[2] = (uint8_t)(n > 2 ? casata_c(a) : 0);
    s->order[3] = (uint8_t)(n > 3 ? 6 - s->order[0] - s->order[1] - s->order[2] : 0);
    for (unsigned i = 0; i < n; i++)
        casata_emit(sink, "event.place", 2, casata_seat(s->order[i]), casata_word(&zg_places, i));
}
const struct casata_phase zg_phase_order = {
    .name = "order",
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = order_outcomes,
    .sample = order_sample,
    .apply = order_apply,
};

/* --- wall tiles -------------------------------------------------------------------------------------------
 * R2.9, G20, G21: each section gets one of the tiles left, either face up. */
static unsigned tiles_laid(const struct zhanguo_data *d, const struct zhanguo *s, unsigned n) {
    unsigned laid = 0;
    for (unsigned i = 0; i < n; i++) laid |= 1u << d->wall_tiles[s->wall_tile[i] - 1].tile;
    return laid;
}
static int wall_tiles_outcomes(const void *data, const void *state, const struct casata_frame *f,
                               struct casata_outcome *out) {
    const struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    const struct zhanguo_data *d = data;
    unsigned laid = tiles_laid(d, state, l->section);
    int n = 0;
    for (unsigned i = 0; i < ZG_CRITERION_COUNT; i++)
        if (!(laid >> d->wall_tiles[i].tile & 1))
            out[n++] = (struct casata_outcome){casata_act(ZG_A_TILE, i, 0, 0), 1};
    return n;
}
static casata_action wall_tiles_sample(const void *data, const void *state, const struct casata_frame *f,
                                       struct casata_rng *rng) {
    struct casata_outcome out[ZG_CRITERION_COUNT];
    return out[casata_rng_below(rng, (uint32_t)wall_tiles_outcomes(data, state, f, out))].action;
}
static void wall_tiles_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                             struct casata_sink *sink) {
    struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->wall_tile[l->section] = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.wall_tile", 2, casata_word(&zg_sections, l->section),
                casata_word(&zg_criteria, casata_a(a)));
    if (++l->section == ZG_SECTION_COUNT) casata_pop(s);
}
static bool wall_tiles_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    (void)data, (void)state;
    return l->section < ZG_SECTION_COUNT;
}
const struct casata_phase zg_phase_wall_tiles = {
    .name = "wall_tiles",
    .locals = CASATA_LOCAL_NAMES(ZG_WALL_TILES_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_wall_tiles, section, zg_sections)},
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = wall_tiles_outcomes,
    .sample = wall_tiles_sample,
    .apply = wall_tiles_apply,
    .valid = wall_tiles_valid,
};

/* --- tasks ------------------------------------------------------------------------------------------------
 * R2.10: two of the four tiles of each kind, one for each section. */
static int tasks_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    unsigned first = l->kind * ZG_TASKS_OF_KIND;
    int n = 0;
    (void)data, (void)state;
    for (unsigned a = first; a < first + ZG_TASKS_OF_KIND; a++)
        for (unsigned b = first; b < first + ZG_TASKS_OF_KIND; b++)
            if (a != b) out[n++] = (struct casata_outcome){casata_act(ZG_A_TASKS, a, b, 0), 1};
    return n;
}
static casata_action tasks_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    unsigned a = casata_rng_below(rng, ZG_TASKS_OF_KIND), b = casata_rng_below(rng, ZG_TASKS_OF_KIND - 1);
    unsigned first = l->kind * ZG_TASKS_OF_KIND;
    (void)data, (void)state;
    return casata_act(ZG_A_TASKS, first + a, first + b + (b >= a), 0);
}
static void tasks_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zg_tasks *l = casata_locals(zg_tasks, f);
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->task_tile[l->kind] = (uint8_t)(casata_a(a) + 1);
    s->task_tile[ZG_TASK_KIND_COUNT + l->kind] = (uint8_t)(casata_b(a) + 1);
    casata_emit(sink, "event.tasks", 2, casata_word(&zg_tasks, casata_a(a)),
                casata_word(&zg_tasks, casata_b(a)));
    if (++l->kind == ZG_TASK_KIND_COUNT) casata_pop(s);
}
static bool tasks_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    (void)data, (void)state;
    return l->kind < ZG_TASK_KIND_COUNT;
}
const struct casata_phase zg_phase_tasks = {
    .name = "tasks",
    .locals = CASATA_LOCAL_NAMES(ZG_TASKS_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_tasks, kind, zg_task_kinds)},
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = tasks_outcomes,
    .sample = tasks_sample,
    .apply = tasks_apply,
    .valid = tasks_valid,
};
