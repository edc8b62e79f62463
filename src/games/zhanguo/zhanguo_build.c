/* zhanguo_build.c: palaces and walls (R13, R14), paid with workers or as rewards (R19.5, R19.6). */
#include "games/zhanguo/zhanguo.h"

/* --- Build 1 Palace (R13) ------------------------------------------------------------------------------------ */
static int palace_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (zg_need_palace(d, s, seat, r, false) != ZG_FINE) continue;
        for (unsigned other = 0; other < ZG_REGION_COUNT; other++)
            if (other != r && s->p[seat].workers[other] >= zg_constant(d, ZG_K_PALACE_OTHER))
                out[n++] = casata_act(ZG_A_PALACE, r, other, 0);
    }
    return n;
}
static void palace_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    uint8_t *workers = s->p[seat].workers;
    unsigned r = casata_a(a), other = casata_b(a);
    (void)f;
    casata_pop(s);
    workers[r] = (uint8_t)(workers[r] - zg_constant(d, ZG_K_PALACE_HERE)); /* R13.2 */
    workers[other] = (uint8_t)(workers[other] - zg_constant(d, ZG_K_PALACE_OTHER));
    zg_build_palace(d, s, seat, r, sink);
    if (!s->um3[0] || !s->um3[1] || !s->um3[2]) casata_push(s, ZG_PH_SEAL, (unsigned)seat); /* R13.4 */
}
const struct casata_phase zg_phase_palace = {.name = "palace",
                                             .parents = 1u << ZG_PH_ABILITIES,
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = palace_legal,
                                             .apply = palace_apply};

/* R13.4, G10: one of the markers of value 3 that lie on the main board. */
static int seal_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)data, (void)f, (void)seat;
    for (unsigned colour = 0; colour < ZG_COLOUR_COUNT; colour++)
        if (!s->um3[colour]) out[n++] = casata_act(ZG_A_SEAL, colour, 0, 0);
    return n;
}
static void seal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    casata_pop(s);
    s->um3[casata_a(a)] = (uint8_t)(seat + 1);
    casata_emit(sink, "event.seal", 2, casata_seat(seat), casata_word(&zg_colours, casata_a(a)));
}
const struct casata_phase zg_phase_seal = {.name = "seal",
                                           .parents = 1u << ZG_PH_ABILITIES,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = seal_legal,
                                           .apply = seal_apply};

/* R19.6, R19.7, G11: a palace without workers and without a marker of value 3. */
static int erect_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_need_palace(data, state, seat, r, true) == ZG_FINE) out[n++] = casata_act(ZG_A_ERECT, r, 0, 0);
    return n;
}
static void erect_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    (void)f;
    casata_pop(state);
    zg_build_palace(data, state, seat, casata_a(a), sink);
}
const struct casata_phase zg_phase_erect = {.name = "erect",
                                            .parents = 1u << ZG_PH_REWARDS,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = erect_legal,
                                            .apply = erect_apply};

/* --- Build 1 Wall (R14) -------------------------------------------------------------------------------------- */
static int list_walls(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned kind,
                      bool gift, casata_action *out) {
    int n = 0;
    for (unsigned open = zg_open_walls(d, s, seat, gift); open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open);
        out[n++] = casata_act(kind, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES + 1, 0);
    }
    return n;
}
static int wall_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    (void)f;
    return list_walls(data, state, seat, ZG_A_WALL, false, out);
}
static void wall_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    (void)data, (void)f, (void)sink;
    casata_pop(state);
    f = casata_push(state, ZG_PH_WORKERS, (unsigned)seat);
    f->a = (uint8_t)casata_a(a);
    f->b = (uint8_t)casata_b(a);
}
const struct casata_phase zg_phase_wall = {.name = "wall",
                                           .parents = 1u << ZG_PH_ABILITIES,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = wall_legal,
                                           .apply = wall_apply};

/* R14.2: as many workers as the space has lines, all from different regions. Locals: section, lines. */
static int workers_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    static const uint8_t first[] = {0, 0, 5, 15, ZG_REGION_SET_COUNT}; /* ORDER region set: by size */
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned with = 0, lines = d->wall_spaces[f->a * ZG_WALL_SPACES + f->b - 1].workers;
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) with |= (unsigned)(s->p[seat].workers[r] > 0) << r;
    for (unsigned i = first[lines]; i < first[lines + 1]; i++)
        if (!(zg_region_set(i) & ~with)) out[n++] = casata_act(ZG_A_WORKERS, i, 0, 0);
    return n;
}
static void workers_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zhanguo *s = state;
    unsigned section = f->a, space = f->b - 1u, regions = zg_region_set(casata_a(a));
    (void)data;
    casata_pop(s);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) s->p[seat].workers[r] -= regions >> r & 1;
    zg_build_wall(s, seat, section, space, sink);
}
static bool workers_valid(const void *data, const void *state, const struct casata_frame *f) {
    return f->a < ZG_SECTION_COUNT && f->b >= 1 && f->b <= ZG_WALL_SPACES &&
           zg_need_wall(data, state, f->seat, f->a, f->b - 1u, false) == ZG_FINE;
}
const struct casata_phase zg_phase_workers = {.name = "workers",
                                              .locals = "section lines",
                                              .parents = 1u << ZG_PH_ABILITIES,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = workers_legal,
                                              .apply = workers_apply,
                                              .valid = workers_valid};

/* R19.5, G13: any free space in a section without an own wall, for no workers. */
static int raise_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    (void)f;
    return list_walls(data, state, seat, ZG_A_RAISE, true, out);
}
static void raise_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    zg_build_wall(state, seat, casata_a(a), casata_b(a) - 1, sink);
}
const struct casata_phase zg_phase_raise = {.name = "raise",
                                            .parents = 1u << ZG_PH_REWARDS,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = raise_legal,
                                            .apply = raise_apply};
