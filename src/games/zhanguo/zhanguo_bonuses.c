/* zhanguo_bonuses.c: decisions brought by cards and side B: a marker, less unrest, a worker or a governor moved (R16,
 * R17). Those shared with other actions are with those actions. */
#include "games/zhanguo/zhanguo_scene.h"

/* --- a chosen marker (R16.1, R17.3, G22) --------------------------------------------------------------------- */
void zg_begin_marker(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned part,
                     struct casata_sink *sink) {
    if (zg_um1_left(d, s, 0) || zg_um1_left(d, s, 1) || zg_um1_left(d, s, 2))
        casata_push(s, ZG_PH_MARKER, (unsigned)seat);
    else
        zg_gain_vp(s, seat, part, zg_constant(d, ZG_K_VP_MISSING_UM), sink);
}
static int marker_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned colour = 0; colour < ZG_COLOUR_COUNT; colour++)
        if (zg_um1_left(data, state, colour)) out[n++] = casata_act(ZG_A_MARKER, colour, 0, 0);
    return zg_and_shifts(data, state, seat, out, n);
}
static void marker_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    (void)f;
    if (zg_take_shift(state, seat, a, sink)) return;
    casata_pop(state);
    zg_take_markers(data, state, seat, casata_a(a), 1, sink);
}
void zg_describe_marker(const struct casata_scene_builder *build, struct casata_choice *c, unsigned kind,
                        const char *rule) {
    zg_at_slot(build, c, ZG_F_SUPPLY, -1, casata_a(c->action), rule);
    c->piece = casata_piece_at(build, c->slot, kind, CASATA_ANY, CASATA_ANY, CASATA_ANY);
}
static void marker_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    zg_describe_marker(build, c, ZG_P_MARKER, "R16.1");
    casata_add_gain(c, zg_unit(ZG_U_IVORY + casata_a(c->action), 1));
}
static const struct casata_vain marker_vain[] = {
    {ZG_F_SUPPLY, "vain.marker_gone", "R16.1"},
    {0},
};
const struct casata_phase zg_phase_marker = {
    .name = "marker",
    .vain = marker_vain,
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .forced = zg_only_way,
    .legal = marker_legal,
    .redundant = zg_redundant_shift,
    .apply = marker_apply,
    .valid = zg_can_decide,
    .ask = "prompt.marker",
    .describe = marker_describe,
    .explain = zg_explain_shifts,
};

/* --- unrest lowered in a chosen region (R16.6, R17.4) ----------------------------------------------------------- */
static int calm_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (s->p[seat].level[r]) out[n++] = casata_act(ZG_A_CALM, r, 0, 0);
    return zg_and_shifts(data, state, seat, out, n);
}
static void calm_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    bool worker = casata_locals(zg_calm, f)->worker;
    (void)data;
    if (zg_take_shift(state, seat, a, sink)) return;
    casata_pop(state);
    zg_lower(state, seat, casata_a(a), sink);
    if (worker) zg_gain_workers(state, seat, casata_a(a), 1, sink);
}
static bool calm_valid(const void *data, const void *state, const struct casata_frame *f) {
    return casata_locals(zg_calm, f)->worker <= 1 && zg_can_decide(data, state, f);
}
static struct casata_msg calm_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    (void)build;
    return casata_message(casata_locals(zg_calm, f)->worker ? "prompt.calm_worker" : "prompt.calm", 1,
                          casata_seat(seat));
}
/* Names the level: between two abilities of a turn it is not where the board last showed it. */
static void calm_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct zhanguo *s = build->state;
    if (zg_describe_shift(build, c, seat)) return;
    unsigned r = casata_a(c->action), level = s->p[seat].level[r];
    zg_at_slot(build, c, ZG_F_UNREST, seat, zg_unrest_space(build, seat, r, level), "R16.6");
    c->text = casata_message("act.calm_of", 3, zg_region(r), casata_number((int)level),
                             casata_number((int)level - 1));
    casata_add_gain(c, zg_unit(ZG_U_WORKER, casata_locals(zg_calm, f)->worker));
}
static const struct casata_vain calm_vain[] = {
    {ZG_F_UNREST, "vain.calm_none", "R7.1"},
    {0},
};
const struct casata_phase zg_phase_calm = {
    .name = "calm",
    .vain = calm_vain,
    .locals = CASATA_LOCAL_NAMES(ZG_CALM_LOCALS),
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .forced = zg_only_way,
    .legal = calm_legal,
    .redundant = zg_redundant_shift,
    .apply = calm_apply,
    .valid = calm_valid,
    .prompt = calm_prompt,
    .describe = calm_describe,
    .explain = zg_explain_shifts,
};

/* --- a worker to an adjacent region (R16.8, R17.3) ------------------------------------------------------------- */
static int carry_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned to = s->p[seat].workers[r] ? zg_near(data, r) : 0; to; to &= to - 1)
            out[n++] = casata_act(ZG_A_CARRY, r, (unsigned)__builtin_ctz(to), 0);
    return zg_and_shifts(data, state, seat, out, n);
}
static void carry_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    s->p[seat].workers[casata_a(a)]--;
    s->p[seat].workers[casata_b(a)]++;
    casata_emit(sink, "event.carry", 3, casata_seat(seat), casata_word(&zg_regions, casata_a(a)),
                casata_word(&zg_regions, casata_b(a)));
}
static void carry_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    int from = casata_slot_at(build, ZG_F_DOWN, seat, casata_a(c->action));
    zg_at_slot(build, c, ZG_F_DOWN, seat, casata_b(c->action), "R16.8");
    c->piece = casata_piece_at(build, from, ZG_P_WORKER, CASATA_ANY, CASATA_ANY, CASATA_ANY);
}
static const struct casata_vain carry_vain[] = {
    {ZG_F_DOWN, "vain.carry_worker", "R15.1"},
    {0},
};
const struct casata_phase zg_phase_carry = {
    .name = "carry",
    .vain = carry_vain,
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .forced = zg_only_way,
    .legal = carry_legal,
    .redundant = zg_redundant_shift,
    .apply = carry_apply,
    .valid = zg_can_decide,
    .ask = "prompt.carry",
    .describe = carry_describe,
};

/* --- a governor to an adjacent region (R17.5, G30, G41) -------------------------------------------------------- */
static unsigned stands_in(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region) {
    unsigned stands = s->p[seat].beside[region] ? 1u << ZG_BESIDE : 0;
    for (unsigned i = 0; i < ZG_SQUARES; i++)
        if (s->square[region][i] == seat + 1)
            stands |= 2u << d->governor_squares[region * ZG_SQUARES + i].bonus;
    return stands;
}
static int transfer_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned stands = stands_in(data, state, seat, r);
        for (unsigned to = stands ? zg_near(data, r) : 0; to; to &= to - 1)
            for (unsigned left = stands; left; left &= left - 1)
                out[n++] =
                    casata_act(ZG_A_TRANSFER, r, (unsigned)__builtin_ctz(to), (unsigned)__builtin_ctz(left));
    }
    return zg_and_shifts(data, state, seat, out, n);
}
/* A square of this kind with a governor of the seat: the first; -1 for ZG_BESIDE. */
static int own_square(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                      unsigned stand) {
    for (unsigned i = 0; i < ZG_SQUARES; i++)
        if (s->square[region][i] == seat + 1 &&
            d->governor_squares[region * ZG_SQUARES + i].bonus + 1u == stand)
            return (int)i;
    return -1;
}
static void transfer_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct zhanguo *s = state;
    unsigned from = casata_a(a), to = casata_b(a);
    (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    int square = own_square(data, s, seat, from, casata_c(a));
    casata_pop(s);
    if (square < 0)
        s->p[seat].beside[from]--;
    else
        s->square[from][square] = 0; /* G30: empty again */
    s->p[seat].beside[to]++;
    casata_emit(sink, "event.transfer", 3, casata_seat(seat), casata_word(&zg_regions, from),
                casata_word(&zg_regions, to));
}
static void transfer_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    if (zg_describe_shift(build, c, seat)) return;
    unsigned from = casata_a(c->action);
    int square = own_square(build->data, build->state, seat, from, casata_c(c->action));
    int slot = square < 0 ? casata_slot_at(build, ZG_F_BESIDE, -1, from)
                          : casata_slot_at(build, ZG_F_SQUARE, -1, from * ZG_SQUARES + (unsigned)square);
    (void)f;
    zg_at_slot(build, c, ZG_F_BESIDE, -1, casata_b(c->action), "R17.5");
    c->piece = casata_piece_at(build, slot, ZG_P_GOVERNOR, seat, CASATA_ANY, CASATA_ANY);
}
const struct casata_phase zg_phase_transfer = {
    .name = "transfer",
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .forced = zg_only_way,
    .legal = transfer_legal,
    .redundant = zg_redundant_shift,
    .apply = transfer_apply,
    .valid = zg_can_decide,
    .ask = "prompt.transfer",
    .describe = transfer_describe,
};
