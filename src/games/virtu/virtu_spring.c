/* virtu_spring.c: Spring, part 1: the action marker and indulgences met on the way (R5, R6). */
#include "games/virtu/virtu_scene.h"

/* --- turn order (R5.1, R5.2) ------------------------------------------------------------------------------- */
#define VT_SPRING_LOCALS(X) X(next) /* place in the turn order */
CASATA_LOCALS(vt_spring, VT_SPRING_LOCALS);
static void tell_unused(const struct virtu *s, int seat, struct casata_sink *sink) {
    for (unsigned symbol = 0; symbol < VT_SYMBOL_COUNT; symbol++)
        if (s->pool[symbol])
            casata_emit(sink, "event.unused", 2, casata_seat(seat),
                        vt_amount(VT_U_FLORIN + symbol, s->pool[symbol]));
}
static bool spring_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_spring *l = casata_locals(vt_spring, f);
    struct virtu *s = state;
    (void)data;
    if (l->next) tell_unused(s, s->order[l->next - 1], sink);
    vt_clear_pool(s); /* R4.1: unused symbols are lost */
    if (l->next == s->head.seats) {
        casata_pop(s);
        return true;
    }
    s->head.turn++;
    casata_push(s, VT_PH_MOVE, s->order[l->next++]);
    return true;
}
static bool spring_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_spring *l = casata_locals(vt_spring, f);
    const struct virtu *s = state;
    (void)data;
    const struct casata_frame *above = vt_above(s, f);
    return s->season == VT_SPRING && l->next > 0 && l->next <= s->head.seats && above &&
           above->seat == s->order[l->next - 1];
}
const struct casata_phase vt_phase_spring = {
    .name = "spring",
    .locals = CASATA_LOCAL_NAMES(VT_SPRING_LOCALS),
    .parents = CASATA_ON(VT_PH_GAME),
    .step = spring_step,
    .valid = spring_valid,
};

/* --- the marker (R6.1, R6.2, R6.3, R6.4, G11) --------------------------------------------------------------------
 * Free steps come first, since courtiers refreshed on the way may help to pay for more. steps: taken; florin_step:
 * see below; arrows: symbols left of the tile used last; last_arrow: that tile + 1; collected: the last courtier space + 1
 * whose florins were collected since the last step (order). */
#define VT_MOVE_LOCALS(X) X(steps) X(florin_step) X(arrows) X(last_arrow) X(collected)
CASATA_LOCALS(vt_move, VT_MOVE_LOCALS);
enum { FREE_STEPS = 2, STEP_FLORINS = 2 };
enum { NOT_BOUGHT, BEING_PAID, BOUGHT }; /* the florin step */

/* R3.6: the edge whose arrow the step from a chamber passes, or VT_NO_EDGE. */
static unsigned edge_passed(const struct virtu_data *d, const struct virtu *s, const struct virtu_player *p,
                            unsigned from) {
    unsigned row = vt_palace_row(s, p) * 2;
    if (d->palace_arrows[row].from_position == from) return VT_RIGHT;
    return d->palace_arrows[row + 1].from_position == from ? VT_LEFT : VT_NO_EDGE;
}
/* Florins of courtiers that the next step would refresh: only then is collecting them offered by itself (G9, G61). */
static int list_courtier_florins(const struct virtu_data *d, const struct virtu *s, int seat,
                                 casata_action *out) {
    const struct virtu_player *p = &s->p[seat];
    unsigned edge = p->ready[VT_FLORIN] ? edge_passed(d, s, p, p->marker) : VT_NO_EDGE;
    int n = 0;
    for (unsigned i = edge * VT_EDGE_SPACES; edge != VT_NO_EDGE && i < (edge + 1) * VT_EDGE_SPACES; i++)
        if (p->courtier[i] && !(p->courtier_used >> i & 1) && vt_card(d, p->courtier[i] - 1u)->F &&
            !vt_is_twin(p, i))
            out[n++] = casata_act(VT_A_COLLECT, i, 0, 0);
    return n;
}
/* R6.3: the ways to a further step. */
static int list_more_steps(const struct virtu_data *d, const struct virtu *s, const struct vt_move *l,
                           int seat, casata_action *out) {
    int n = 0;
    if (l->florin_step == NOT_BOUGHT && vt_purse(s, seat) >= STEP_FLORINS)
        out[n++] = casata_act(VT_A_STEP_FLORINS, 0, 0, 0);
    if (!s->p[seat].ready[VT_ARROW]) return n;
    for (uint64_t left = vt_offered_with(d, s, seat, 0, VT_ARROW); left; left &= left - 1)
        out[n++] = casata_act(VT_A_STEP_ARROW, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
/* Courtiers by rising place. With arrows the order matters: all of a tile, or the rest of them is lost. */
static bool move_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    (void)data, (void)state, (void)seat;
    return casata_kind(a) == VT_A_COLLECT && casata_a(a) + 1 < casata_locals(vt_move, f)->collected;
}
static int move_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct vt_move *l = casata_locals(vt_move, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = 0;
    if (p->marker == VT_NO_CHAMBER) { /* R6.1 */
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) out[n++] = casata_act(VT_A_MARKER, i, 0, 0);
        return n;
    }
    if (l->steps < FREE_STEPS || l->arrows) {
        n = list_courtier_florins(d, s, seat, out);
        out[n++] = casata_act(VT_A_STEP, 0, 0, 0);
    } else {
        casata_action more[VT_SOURCE_COUNT];
        int k = list_more_steps(d, s, l, seat, more);
        if (k) n = list_courtier_florins(d, s, seat, out);
        memcpy(out + n, more, (size_t)k * sizeof *more);
        n += k;
    }
    if (l->steps) out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    return n;
}
/* R3.6, R6.4: one chamber on; passing an arrow turns the courtiers of its edge. */
static void step_on(const struct virtu_data *d, struct virtu *s, struct vt_move *l, int seat,
                    struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned edge = edge_passed(d, s, p, p->marker);
    p->marker = (uint8_t)((p->marker + 1) % VT_CHAMBER_COUNT);
    l->steps = (uint8_t)(l->steps < 255 ? l->steps + 1 : 255);
    l->collected = 0;
    if (edge != VT_NO_EDGE) {
        for (unsigned used = p->courtier_used & 7u << edge * VT_EDGE_SPACES; used; used &= used - 1)
            vt_more(p, vt_card(d, p->courtier[vt_lowest(used)] - 1u)->symbol);
        p->courtier_used &= (uint8_t) ~(7u << edge * VT_EDGE_SPACES);
        casata_emit(sink, "event.refresh", 2, casata_seat(seat), casata_word(&vt_edges, edge));
    }
    if (p->indulgences >> p->marker & 1) casata_push(s, VT_PH_ABSOLVE, (unsigned)seat); /* R6.5 */
}
/* R7.6, R9.6: an indulgence or an enemy agent in the chamber prevents its action. */
static bool is_indulged(const struct virtu_player *p) { return p->indulgences >> p->marker & 1; }
static int agent_in_the_way(const struct virtu_data *d, const struct virtu *s, int seat,
                            unsigned chamber) /* seat, -1: none */ {
    unsigned agent = s->p[seat].agent[chamber];
    bool blocks = agent && agent != seat + 1u && vt_chamber_action(d, s, seat, chamber) != VT_INTRIGUE;
    return blocks ? (int)agent - 1 : -1;
}
/* R6.6, R6.7, R4.8, G35, G52: the action, unless something lies in the way; it may come to nothing. */
static void stop_here(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    const struct virtu_player *p = &s->p[seat];
    int agent = agent_in_the_way(d, s, seat, p->marker);
    casata_emit(sink, "event.action", 2, casata_seat(seat),
                casata_word(&vt_actions, vt_chamber_action(d, s, seat, p->marker)));
    if (is_indulged(p))
        casata_emit(sink, "event.blocked_indulgence", 1, casata_seat(seat));
    else if (agent >= 0)
        casata_emit(sink, "event.blocked_agent", 2, casata_seat(seat), casata_seat(agent));
    else
        vt_begin_action(d, s, seat, sink);
}
static void move_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct vt_move *l = casata_locals(vt_move, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    switch (casata_kind(a)) {
    case VT_A_MARKER:
        s->p[seat].marker = (uint8_t)casata_a(a);
        casata_pop(s);
        stop_here(d, s, seat, sink);
        break;
    case VT_A_COLLECT:
        vt_collect(d, s, seat, casata_a(a), sink);
        if (casata_a(a) >= l->collected) l->collected = (uint8_t)(casata_a(a) + 1);
        break;
    case VT_A_STEP:
        if (l->steps >= FREE_STEPS) l->arrows--;
        step_on(d, s, l, seat, sink);
        break;
    case VT_A_STEP_FLORINS: /* R6.3: once in a Spring */
        l->florin_step = BEING_PAID;
        vt_begin_pay(s, seat, (struct vt_cost){.florins = STEP_FLORINS}, sink);
        break;
    case VT_A_STEP_ARROW:
        l->arrows = (uint8_t)(vt_gives(d, s, seat, casata_a(a), 1u << VT_ARROW) - 1);
        l->last_arrow = (uint8_t)(casata_a(a) + 1);
        casata_emit(sink, "event.use", 3, casata_seat(seat), vt_source_arg(s, seat, casata_a(a)),
                    casata_count(&vt_units, VT_U_ARROW, l->arrows + 1));
        vt_use_source(d, s, seat, casata_a(a), sink);
        step_on(d, s, l, seat, sink);
        break;
    default: casata_pop(s); stop_here(d, s, seat, sink);
    }
}
static bool move_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_move *l = casata_locals(vt_move, f);
    if (l->florin_step != BEING_PAID) return false;
    l->florin_step = BOUGHT;
    step_on(data, state, l, f->seat, sink);
    return true;
}
static bool move_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_move *l = casata_locals(vt_move, f);
    const struct virtu *s = state;
    (void)data;
    if (l->florin_step > BOUGHT || l->arrows > 8 || l->last_arrow > VT_S_ALLIANCE ||
        l->collected > VT_SPACE_COUNT)
        return false;
    if ((l->florin_step == BEING_PAID) != vt_pays_above(s, f)) return false;
    if (s->p[f->seat].marker == VT_NO_CHAMBER)
        return !l->steps && !l->florin_step && !l->arrows && !l->last_arrow && !l->collected;
    return l->steps >= FREE_STEPS || (!l->florin_step && !l->arrows && !l->last_arrow);
}
static struct casata_msg move_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct virtu *s = build->state;
    struct casata_msg prompt = vt_prompt(build, f, seat);
    if (s->p[seat].marker == VT_NO_CHAMBER) prompt.id = "prompt.begin";
    return prompt;
}
static void describe_step(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    unsigned next = (p->marker + 1u) % VT_CHAMBER_COUNT, edge = edge_passed(build->data, s, p, p->marker);
    bool paid = casata_kind(c->action) == VT_A_STEP_FLORINS;
    if (paid) casata_add_cost(c, vt_amount(VT_U_FLORIN, STEP_FLORINS));
    c->slot = (int16_t)casata_slot_at(build, VT_F_CHAMBER, seat, next);
    c->text = edge != VT_NO_EDGE
                  ? casata_message(paid ? "act.step_florins_past" : "act.step_past", 2,
                                   vt_chamber_arg(build, seat, next), casata_word(&vt_edges, edge))
                  : casata_message(paid ? "act.step_florins_to" : "act.step_to", 1,
                                   vt_chamber_arg(build, seat, next));
    c->rule = "R6.2";
}
/* R6.7: reports anything that keeps the action from being done. */
static struct casata_msg stop_msg(const struct casata_scene_builder *build, int seat) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    struct casata_arg action = vt_chamber_arg(build, seat, p->marker);
    int agent = agent_in_the_way(build->data, s, seat, p->marker);
    if (is_indulged(p)) return casata_message("act.stop_indulgence", 1, action);
    if (agent >= 0) return casata_message("act.stop_agent", 2, action, casata_seat(agent));
    return casata_message(vt_stop_leads_on(build, seat) ? "act.stop_at" : "act.stop_idle", 1, action);
}
/* In the first Spring nobody has an indulgence yet (R7.1). */
static struct casata_msg marker_msg(const struct casata_scene_builder *build, int seat, unsigned chamber) {
    struct casata_arg number = casata_number((int)chamber + 1), action = vt_chamber_arg(build, seat, chamber);
    int agent = agent_in_the_way(build->data, build->state, seat, chamber);
    if (agent >= 0) return casata_message("act.marker_agent", 3, number, action, casata_seat(agent));
    return casata_message("act.marker_in", 2, number, action);
}
static void move_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct virtu *s = build->state;
    unsigned operand = casata_a(c->action);
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_MARKER:
        c->slot = (int16_t)casata_slot_at(build, VT_F_CHAMBER, seat, operand);
        c->text = marker_msg(build, seat, operand);
        c->rule = "R6.1";
        break;
    case VT_A_STEP:
    case VT_A_STEP_FLORINS: describe_step(build, c, seat); break;
    case VT_A_STEP_ARROW:
        vt_touch_source(build, c, seat, operand);
        c->rule = "R6.3";
        break;
    case VT_A_STOP:
        c->slot = (int16_t)casata_slot_at(build, VT_F_CHAMBER, seat, s->p[seat].marker);
        c->text = stop_msg(build, seat);
        c->rule = "R6.6";
        break;
    default: vt_describe_usual(build, c, seat);
    }
}
static unsigned move_rank(const struct casata_frame *f, casata_action a) {
    switch (casata_kind(a)) {
    case VT_A_STOP: return 1; /* before the steps that cost something */
    case VT_A_STEP_FLORINS:
    case VT_A_STEP_ARROW: return 2;
    default: return vt_rank(f, a);
    }
}
/* The first step, which cannot be declined, or the end when no other can be paid for. */
static bool move_forced(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                        struct casata_sink *sink) {
    (void)data, (void)state;
    if (casata_kind(only) == VT_A_STOP) casata_emit(sink, "event.no_step", 1, casata_seat(f->seat));
    return true;
}
static void move_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    unsigned marker = ((const struct virtu *)build->state)->p[seat].marker;
    (void)f;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        casata_add_vain(build, casata_slot_at(build, VT_F_CHAMBER, seat, i),
                        i == marker                            ? "vain.marker_here"
                        : i == (marker + 1) % VT_CHAMBER_COUNT ? "vain.marker_dear"
                                                               : "vain.marker_far",
                        "R6.1");
}
static const struct casata_vain move_vain[] = {
    {VT_F_COURTIER, "vain.marker_pay", "R6.2"},
    {VT_F_ZONE, "vain.marker_pay", "R6.2"},
    {0},
};
const struct casata_phase vt_phase_move = {
    .name = "move",
    .vain = move_vain,
    .locals = CASATA_LOCAL_NAMES(VT_MOVE_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = move_forced,
    .legal = move_legal,
    .redundant = move_redundant,
    .order = CASATA_ORDER(vt_move, collected),
    .apply = move_apply,
    .step = move_step,
    .valid = move_valid,
    .ask = "prompt.move",
    .prompt = move_prompt,
    .describe = move_describe,
    .explain = move_explain,
    .rank = move_rank,
};

/* --- removing an indulgence (R6.5, R7.5) ---------------------------------------------------------------------- */
static unsigned absolve_need(const struct virtu_data *d, unsigned symbol) {
    return symbol == VT_CROSS ? d->indulgences[0].remove_X : d->indulgences[0].remove_C;
}
#define VT_ABSOLVE_LOCALS(X) X(paying)
CASATA_LOCALS(vt_absolve, VT_ABSOLVE_LOCALS);
static int absolve_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    int n = 0;
    (void)f;
    out[n++] = casata_act(VT_A_KEEP, 0, 0, 0);
    for (unsigned symbol = VT_CROWN; symbol <= VT_CROSS; symbol++)
        if (vt_total(data, state, seat, symbol, VT_WITH_EMPIRE) >= absolve_need(data, symbol))
            out[n++] = casata_act(VT_A_ABSOLVE, symbol, 0, 0);
    return n;
}
static bool absolve_forced(const void *data, const void *state, const struct casata_frame *f,
                           casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    if (casata_kind(only) != VT_A_KEEP) return false;
    casata_emit(sink, "event.kept", 1, casata_seat(f->seat)); /* nothing can pay for it */
    return true;
}
static void absolve_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct vt_absolve *l = casata_locals(vt_absolve, f);
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_KEEP) {
        casata_pop(s);
        return;
    }
    l->paying = 1;
    vt_begin_pay(s, seat,
                 (struct vt_cost){.set = {(uint8_t)(1u << casata_a(a))},
                                  .need = {(uint8_t)absolve_need(data, casata_a(a))},
                                  .with = VT_WITH_EMPIRE},
                 sink);
}
static bool absolve_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_absolve *l = casata_locals(vt_absolve, f);
    struct virtu *s = state;
    (void)data;
    if (!l->paying) return false;
    struct virtu_player *p = &s->p[f->seat];
    p->indulgences &= (uint8_t) ~(1u << p->marker);
    vt_clear_pool(s);
    casata_emit(sink, "event.absolved", 1, casata_seat(f->seat));
    casata_pop(s);
    return true;
}
static bool absolve_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_absolve *l = casata_locals(vt_absolve, f);
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    (void)data;
    bool paying = f != casata_top_of(s);
    return l->paying == paying && casata_below(f)->seat == f->seat && p->marker < VT_CHAMBER_COUNT &&
           is_indulged(p);
}
static void absolve_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    unsigned symbol = casata_a(c->action);
    (void)f, (void)seat;
    if (casata_kind(c->action) != VT_A_ABSOLVE) return;
    casata_add_cost(c, vt_amount(VT_U_FLORIN + symbol, absolve_need(build->data, symbol)));
    c->rule = "R7.5";
}
const struct casata_phase vt_phase_absolve = {
    .name = "absolve",
    .locals = CASATA_LOCAL_NAMES(VT_ABSOLVE_LOCALS),
    .parents = CASATA_ON(VT_PH_MOVE),
    .forced = absolve_forced,
    .legal = absolve_legal,
    .apply = absolve_apply,
    .step = absolve_step,
    .valid = absolve_valid,
    .ask = "prompt.absolve",
    .prompt = vt_prompt,
    .describe = absolve_describe,
    .rank = vt_rank,
};
