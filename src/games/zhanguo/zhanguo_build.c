/* zhanguo_build.c: palaces and walls (R13, R14), paid with workers or as rewards (R19.5, R19.6). */
#include "games/zhanguo/zhanguo_scene.h"

/* --- palaces shown ------------------------------------------------------------------------------------------- */
/* Place of the next palace of a region in its family; the last one if all are taken. */
static unsigned palace_space(const struct casata_scene_builder *build, unsigned r) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned first = 0, taken = zg_palaces_in(s, r), most = zg_palace_spaces(d, s, r);
    for (unsigned i = 0; i < r; i++) first += zg_palace_spaces(d, s, i);
    return first + (taken < most ? taken : most - 1);
}
static void describe_palace(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                            const char *rule) {
    const struct zhanguo *s = build->state;
    zg_at_slot(build, c, ZG_F_PALACE, -1, palace_space(build, casata_a(c->action)), rule);
    casata_add_gain(
        c, zg_unit(ZG_U_VP, zg_tableau_size(&s->p[seat]) * zg_constant(build->data, ZG_K_PALACE_VP)));
}
static void block_palaces(struct casata_scene_builder *build, int seat, bool gift) {
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        zg_block(build, zg_need_palace(build->data, build->state, seat, r, gift),
                 casata_slot_at(build, ZG_F_PALACE, -1, palace_space(build, r)),
                 casata_message("act.palace_any", 1, zg_region(r)), "R13.1");
    for (unsigned r = 0, slot = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned i = 0; i < zg_palace_spaces(build->data, build->state, r); i++)
            casata_add_vain(build, casata_slot_at(build, ZG_F_PALACE, -1, slot++),
                            i < zg_palaces_in(build->state, r) ? "vain.palace_taken" : "vain.palace_next",
                            "R13.3");
}

/* --- Build 1 Palace (R13) ------------------------------------------------------------------------------------ */
/* R13.4, G10 */
static bool seal_left(const struct zhanguo *s) { return !s->um3[0] || !s->um3[1] || !s->um3[2]; }
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
    return zg_and_shifts(data, state, seat, out, n);
}
static void palace_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    uint8_t *workers = s->p[seat].workers;
    unsigned r = casata_a(a), other = casata_b(a);
    (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    workers[r] = (uint8_t)(workers[r] - zg_constant(d, ZG_K_PALACE_HERE)); /* R13.2 */
    workers[other] = (uint8_t)(workers[other] - zg_constant(d, ZG_K_PALACE_OTHER));
    casata_emit(sink, "event.pay_palace", 5, casata_seat(seat),
                zg_unit(ZG_U_WORKER, zg_constant(d, ZG_K_PALACE_HERE)), zg_region(r),
                zg_unit(ZG_U_WORKER, zg_constant(d, ZG_K_PALACE_OTHER)), zg_region(other));
    zg_build_palace(d, s, seat, r, sink);
    if (seal_left(s)) casata_push(s, ZG_PH_SEAL, (unsigned)seat);
}
static void palace_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    const struct zhanguo_data *d = build->data;
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    describe_palace(build, c, seat, "R13.2");
    casata_add_cost(
        c, zg_unit(ZG_U_WORKER, zg_constant(d, ZG_K_PALACE_HERE) + zg_constant(d, ZG_K_PALACE_OTHER)));
    casata_add_gain(c, zg_unit(ZG_U_MARKER3, seal_left(build->state)));
}
static void palace_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    block_palaces(build, seat, false);
    zg_explain_shifts(build, f, seat);
}
const struct casata_phase zg_phase_palace = {
    .name = "palace",
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .legal = palace_legal,
    .redundant = zg_redundant_shift,
    .apply = palace_apply,
    .valid = zg_can_decide,
    .ask = "prompt.palace",
    .describe = palace_describe,
    .explain = palace_explain,
};

/* --- one of the markers of value 3 that lie on the main board (R13.4, G10) -------------------------------------- */
static int seal_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned colour = 0; colour < ZG_COLOUR_COUNT; colour++)
        if (!s->um3[colour]) out[n++] = casata_act(ZG_A_SEAL, colour, 0, 0);
    return zg_and_shifts(data, state, seat, out, n);
}
static void seal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    s->um3[casata_a(a)] = (uint8_t)(seat + 1);
    casata_emit(sink, "event.seal", 2, casata_seat(seat), casata_word(&zg_colours, casata_a(a)));
}
static void seal_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    zg_describe_marker(build, c, ZG_P_MARKER3, "R13.4");
    casata_add_gain(c, zg_unit(ZG_U_MARKER3, 1));
}
static const struct casata_vain seal_vain[] = {
    {ZG_F_SUPPLY, "vain.seal_gone", "R13.4"},
    {0},
};
const struct casata_phase zg_phase_seal = {
    .name = "seal",
    .vain = seal_vain,
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .forced = zg_only_way,
    .legal = seal_legal,
    .redundant = zg_redundant_shift,
    .apply = seal_apply,
    .valid = zg_can_decide,
    .ask = "prompt.seal",
    .describe = seal_describe,
};

/* --- a palace without workers and without a marker of value 3 (R19.6, R19.7, G11) ------------------------------- */
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
static void erect_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    describe_palace(build, c, seat, "R19.6");
}
static void erect_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    block_palaces(build, seat, true);
}
const struct casata_phase zg_phase_erect = {
    .name = "erect",
    .parents = CASATA_ON(ZG_PH_REWARDS),
    .forced = zg_only_way,
    .legal = erect_legal,
    .apply = erect_apply,
    .ask = "prompt.erect",
    .describe = erect_describe,
    .explain = erect_explain,
};

/* --- Build 1 Wall (R14) -------------------------------------------------------------------------------------- */
#define ZG_WORKERS_LOCALS(X) X(section) X(lines)
CASATA_LOCALS(zg_workers, ZG_WORKERS_LOCALS);
static int list_walls(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned kind,
                      bool gift, casata_action *out) {
    int n = 0;
    for (unsigned open = zg_open_walls(d, s, seat, gift); open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open);
        out[n++] = casata_act(kind, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES + 1, 0);
    }
    return n;
}
/* Names the wall's score as things stand: the reason for building it. */
static void describe_wall(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                          const char *text, const char *rule) {
    const struct zhanguo *s = build->state;
    unsigned section = casata_a(c->action), space = casata_b(c->action) - 1;
    unsigned criterion = s->wall_tile[section] - 1u;
    int worth = zg_wall_worth(build->data, &s->p[seat], criterion, space);
    zg_at_slot(build, c, ZG_F_WALL, -1, section * ZG_WALL_SPACES + space, rule);
    c->text = casata_message(text, 4, casata_word(&zg_sections, section), casata_number((int)space + 1),
                             casata_word(&zg_criteria, criterion), casata_count(&zg_units, ZG_U_VP, worth));
}
static void block_walls(struct casata_scene_builder *build, int seat, bool gift) {
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++) {
        unsigned section = i / ZG_WALL_SPACES, space = i % ZG_WALL_SPACES;
        zg_block(
            build, zg_need_wall(build->data, build->state, seat, section, space, gift),
            casata_slot_at(build, ZG_F_WALL, -1, i),
            casata_message("act.wall", 2, casata_word(&zg_sections, section), casata_number((int)space + 1)),
            "R14.3");
    }
}
static int wall_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    (void)f;
    return zg_and_shifts(data, state, seat, out, list_walls(data, state, seat, ZG_A_WALL, false, out));
}
static void wall_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    (void)data, (void)f;
    if (zg_take_shift(state, seat, a, sink)) return;
    casata_pop(state);
    struct zg_workers *l = casata_begin(zg_workers, state, ZG_PH_WORKERS, (unsigned)seat);
    l->section = (uint8_t)casata_a(a);
    l->lines = (uint8_t)casata_b(a);
}
static void wall_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct zhanguo_data *d = build->data;
    unsigned at = casata_a(c->action) * ZG_WALL_SPACES + casata_b(c->action) - 1;
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    describe_wall(build, c, seat, "act.wall_of", "R14.1");
    casata_add_cost(c, zg_unit(ZG_U_WORKER, d->wall_spaces[at].workers));
}
static void wall_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    block_walls(build, seat, false);
    zg_explain_shifts(build, f, seat);
}
const struct casata_phase zg_phase_wall = {
    .name = "wall",
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .legal = wall_legal,
    .redundant = zg_redundant_shift,
    .apply = wall_apply,
    .valid = zg_can_decide,
    .ask = "prompt.wall",
    .describe = wall_describe,
    .explain = wall_explain,
};

/* --- as many workers as the space has lines, all from different regions (R14.2) --------------------------------- */
static int workers_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct zg_workers *l = casata_locals(zg_workers, f);
    static const uint8_t first[] = {0, 0, 5, 15, ZG_REGION_SET_COUNT}; /* ORDER region set: by size */
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned with = 0, lines = d->wall_spaces[l->section * ZG_WALL_SPACES + l->lines - 1].workers;
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) with |= (unsigned)(s->p[seat].workers[r] > 0) << r;
    for (unsigned i = first[lines]; i < first[lines + 1]; i++)
        if (!(zg_region_set(i) & ~with)) out[n++] = casata_act(ZG_A_WORKERS, i, 0, 0);
    return zg_and_shifts(data, state, seat, out, n);
}
static void workers_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zg_workers *l = casata_locals(zg_workers, f);
    struct zhanguo *s = state;
    unsigned section = l->section, space = l->lines - 1u, regions = zg_region_set(casata_a(a));
    (void)data;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) s->p[seat].workers[r] -= regions >> r & 1;
    casata_emit(sink, "event.pay_wall", 3, casata_seat(seat),
                zg_unit(ZG_U_WORKER, (unsigned)__builtin_popcount(regions)),
                casata_word(&zg_region_sets, casata_a(a)));
    zg_build_wall(s, seat, section, space, sink);
}
static bool workers_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_workers *l = casata_locals(zg_workers, f);
    return l->section < ZG_SECTION_COUNT && l->lines >= 1 && l->lines <= ZG_WALL_SPACES &&
           zg_need_wall(data, state, f->seat, l->section, l->lines - 1u, false) == ZG_FINE;
}
static struct casata_msg workers_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    const struct zg_workers *l = casata_locals(zg_workers, f);
    (void)build;
    return casata_message("prompt.workers", 3, casata_seat(seat), casata_word(&zg_sections, l->section),
                          casata_number(l->lines));
}
static void workers_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    unsigned regions = zg_region_set(casata_a(c->action));
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    c->rule = "R14.2";
    casata_add_cost(c, zg_unit(ZG_U_WORKER, (unsigned)__builtin_popcount(regions)));
}
const struct casata_phase zg_phase_workers = {
    .name = "workers",
    .locals = CASATA_LOCAL_NAMES(ZG_WORKERS_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_workers, section, zg_sections)},
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .legal = workers_legal,
    .redundant = zg_redundant_shift,
    .apply = workers_apply,
    .valid = workers_valid,
    .prompt = workers_prompt,
    .describe = workers_describe,
    .explain = zg_explain_shifts,
};

/* --- any free space in a section without an own wall, for no workers (R19.5, G13) ------------------------------- */
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
static void raise_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    describe_wall(build, c, seat, "act.raise_of", "R19.5");
}
static void raise_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    block_walls(build, seat, true);
}
const struct casata_phase zg_phase_raise = {
    .name = "raise",
    .parents = CASATA_ON(ZG_PH_REWARDS),
    .forced = zg_only_way,
    .legal = raise_legal,
    .apply = raise_apply,
    .ask = "prompt.raise",
    .describe = raise_describe,
    .explain = raise_explain,
};
