/* virtu_spring.c: Spring, part 1: the action marker, indulgences met on the way, the cards of the chamber (R5, R6). */
#include "games/virtu/virtu.h"

/* --- turn order (R5.1, R5.2). Local a: whose place is next -------------------------------------------------- */
static bool spring_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data, (void)sink;
    vt_clear_pool(s); /* R4.1: what is not used is lost */
    if (f->a == s->head.seats) {
        casata_pop(s);
        return true;
    }
    s->head.turn++;
    casata_push(s, VT_PH_MOVE, s->order[f->a++]);
    return true;
}
static bool spring_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return s->season == VT_SPRING && f->a > 0 && f->a <= s->head.seats && !f->b && !f->c && !f->d && !f->e &&
           s->head.depth > 2 && f[1].seat == s->order[f->a - 1];
}
const struct casata_phase vt_phase_spring = {.name = "spring",
                                             .locals = "next",
                                             .parents = 1u << VT_PH_GAME,
                                             .step = spring_step,
                                             .valid = spring_valid};

/* --- the marker (R6.1, R6.2, R6.3, R6.4, G11) --------------------------------------------------------------------
 * Free steps come first, since what is refreshed on the way may help to pay for more. Locals: steps taken; the florin
 * step; arrow symbols left of the tile used last, that tile + 1; courtier whose florins were collected last + 1. */
enum { FREE_STEPS = 2, STEP_FLORINS = 2 };
enum { NOT_BOUGHT, BEING_PAID, BOUGHT };

/* R3.6: the edge whose arrow the step from a chamber passes; 2: none. */
unsigned vt_edge_passed(const struct virtu_data *d, const struct virtu *s, const struct virtu_player *p,
                        unsigned from) {
    unsigned row = vt_palace_row(s, p) * 2;
    if (d->palace_arrows[row].from_position == from) return VT_RIGHT;
    return d->palace_arrows[row + 1].from_position == from ? VT_LEFT : 2;
}
/* Florins of courtiers that the next step would refresh: only now are they worth a question of their own (G9, G61). */
static int list_courtier_florins(const struct virtu_data *d, const struct virtu *s,
                                 const struct casata_frame *f, int seat, casata_action *out) {
    const struct virtu_player *p = &s->p[seat];
    unsigned edge = p->ready[VT_FLORIN] ? vt_edge_passed(d, s, p, p->marker) : 2;
    int n = 0;
    for (unsigned i = edge * VT_EDGE_SPACES; edge < 2 && i < (edge + 1) * VT_EDGE_SPACES; i++)
        if (i >= f->e && p->courtier[i] && !(p->courtier_used >> i & 1) &&
            vt_card(d, p->courtier[i] - 1u)->F && !vt_is_twin(p, i))
            out[n++] = casata_act(VT_A_COLLECT, i, 0, 0);
    return n;
}
/* R6.3: the ways to a further step. Tiles by rising place; the florin step before those with arrows, unless courtiers
 * were just refreshed: so each set of payments is offered once. */
static int list_more_steps(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                           int seat, casata_action *out) {
    const struct virtu_player *p = &s->p[seat];
    int n = 0;
    bool fresh = f->a == FREE_STEPS ||
                 vt_edge_passed(d, s, p, (p->marker + VT_CHAMBER_COUNT - 1u) % VT_CHAMBER_COUNT) < 2;
    if (f->b == NOT_BOUGHT && fresh && vt_purse(s, seat) >= STEP_FLORINS)
        out[n++] = casata_act(VT_A_STEP_FLORINS, 0, 0, 0);
    if (!p->ready[VT_ARROW]) return n;
    for (uint64_t left = vt_offered_with(d, s, seat, 0, VT_ARROW) >> f->d << f->d; left; left &= left - 1)
        out[n++] = casata_act(VT_A_STEP_ARROW, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static int move_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = 0;
    if (p->marker == VT_NO_CHAMBER) { /* R6.1 */
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) out[n++] = casata_act(VT_A_MARKER, i, 0, 0);
        return n;
    }
    if (f->a < FREE_STEPS || f->c) {
        n = list_courtier_florins(d, s, f, seat, out);
        out[n++] = casata_act(VT_A_STEP, 0, 0, 0);
    } else {
        casata_action more[VT_SOURCE_COUNT];
        int k = list_more_steps(d, s, f, seat, more);
        if (k) n = list_courtier_florins(d, s, f, seat, out);
        memcpy(out + n, more, (size_t)k * sizeof *more);
        n += k;
    }
    if (f->a) out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    return n;
}
/* R3.6, R6.4: one chamber on; passing an arrow turns the courtiers of its edge. */
static void step_on(const struct virtu_data *d, struct virtu *s, struct casata_frame *f, int seat,
                    struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned edge = vt_edge_passed(d, s, p, p->marker);
    p->marker = (uint8_t)((p->marker + 1) % VT_CHAMBER_COUNT);
    f->a = (uint8_t)(f->a < 255 ? f->a + 1 : 255);
    f->e = 0;
    if (edge < 2) {
        for (unsigned used = p->courtier_used & 7u << edge * VT_EDGE_SPACES; used; used &= used - 1)
            vt_more(p, vt_card(d, p->courtier[vt_lowest(used)] - 1u)->symbol);
        p->courtier_used &= (uint8_t) ~(7u << edge * VT_EDGE_SPACES);
        casata_emit(sink, "event.refresh", 2, casata_seat(seat), casata_word(&vt_edges, edge));
    }
    if (p->indulgences >> p->marker & 1) casata_push(s, VT_PH_ABSOLVE, (unsigned)seat); /* R6.5 */
}
/* R6.6, R6.7, R4.8, G35, G52: the action, unless something lies in the way; it may come to nothing. */
static void stop_here(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned action = vt_chamber_action(d, s, seat, p->marker), agent = p->agent[p->marker];
    casata_emit(sink, "event.action", 2, casata_seat(seat), casata_word(&vt_actions, action));
    if (p->indulgences >> p->marker & 1) /* R7.6 */
        casata_emit(sink, "event.blocked_indulgence", 1, casata_seat(seat));
    else if (agent && agent != seat + 1u && action != VT_INTRIGUE) /* R9.6 */
        casata_emit(sink, "event.blocked_agent", 2, casata_seat(seat), casata_seat((int)agent - 1));
    else
        vt_begin_action(d, s, seat, sink);
}
static void move_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
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
        f->e = (uint8_t)(casata_a(a) + 1);
        break;
    case VT_A_STEP:
        if (f->a >= FREE_STEPS) f->c--;
        step_on(d, s, f, seat, sink);
        break;
    case VT_A_STEP_FLORINS: /* R6.3: once in a Spring */
        f->b = BEING_PAID;
        vt_begin_pay(d, s, seat, (struct vt_cost){.florins = STEP_FLORINS}, sink);
        break;
    case VT_A_STEP_ARROW:
        f->c = (uint8_t)(vt_gives(d, s, seat, casata_a(a), 1u << VT_ARROW) - 1);
        f->d = (uint8_t)(casata_a(a) + 1);
        vt_use_source(d, s, seat, casata_a(a), sink);
        step_on(d, s, f, seat, sink);
        break;
    default: casata_pop(s); stop_here(d, s, seat, sink);
    }
}
static bool move_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    if (f->b != BEING_PAID) return false;
    f->b = BOUGHT;
    step_on(data, state, f, f->seat, sink);
    return true;
}
static bool move_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    if (f->b > BOUGHT || f->c > 8 || f->d > VT_S_ALLIANCE || f->e > VT_SPACE_COUNT) return false;
    if ((f->b == BEING_PAID) != vt_pays_above(s, f)) return false;
    if (s->p[f->seat].marker == VT_NO_CHAMBER) return !f->a && !f->b && !f->c && !f->d && !f->e;
    return f->a >= FREE_STEPS || (!f->b && !f->c && !f->d);
}
const struct casata_phase vt_phase_move = {.name = "move",
                                           .locals = "steps florin_step arrows last_arrow collected",
                                           .parents = 1u << VT_PH_SPRING,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = move_legal,
                                           .apply = move_apply,
                                           .step = move_step,
                                           .valid = move_valid};

/* --- removing an indulgence (R6.5, R7.5). Local a: it is being paid ------------------------------------------- */
static unsigned absolve_need(const struct virtu_data *d, unsigned symbol) {
    return symbol == VT_CROSS ? d->indulgences[0].remove_X : d->indulgences[0].remove_C;
}
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
static void absolve_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_KEEP) {
        casata_pop(s);
        return;
    }
    f->a = 1;
    vt_begin_pay(data, s, seat,
                 (struct vt_cost){.set = {(uint8_t)(1u << casata_a(a))},
                                  .need = {(uint8_t)absolve_need(data, casata_a(a))},
                                  .with = VT_WITH_EMPIRE},
                 sink);
}
static bool absolve_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!f->a) return false;
    struct virtu_player *p = &s->p[f->seat];
    p->indulgences &= (uint8_t) ~(1u << p->marker);
    vt_clear_pool(s);
    casata_emit(sink, "event.absolved", 1, casata_seat(f->seat));
    casata_pop(s);
    return true;
}
static bool absolve_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    (void)data;
    bool paying = f != &s->head.frame[s->head.depth - 1];
    return f->a == paying && !f->b && !f->c && !f->d && !f->e && f[-1].seat == f->seat &&
           p->marker < VT_CHAMBER_COUNT && p->indulgences >> p->marker & 1;
}
const struct casata_phase vt_phase_absolve = {.name = "absolve",
                                              .locals = "paying",
                                              .parents = 1u << VT_PH_MOVE,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = absolve_legal,
                                              .apply = absolve_apply,
                                              .step = absolve_step,
                                              .valid = absolve_valid};

/* --- the cards of the chamber (R3.2, R4.4, R4.5, R8.16, G10) --------------------------------------------------- */
enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS };

/* R4.7: kinds that help an action, as sets of symbols that count the same. */
static unsigned kinds_of(unsigned action, unsigned set[3]) {
    switch (action) {
    case VT_GOVERN: set[0] = CROWN_OR_CROSS; return 1;
    case VT_PATRONAGE:
    case VT_INFLUENCE: set[0] = 1u << VT_FLORIN, set[1] = CROWN_OR_CROSS; return 2;
    case VT_TRADE: set[0] = 1u << VT_SHIP; return 1;
    case VT_ANNEX: set[0] = 1u << VT_CROWN, set[1] = 1u << VT_SHIP; return 2;
    case VT_MANEUVER: set[0] = 1u << VT_CAVALRY, set[1] = 1u << VT_SHIP, set[2] = 1u << VT_WAR; return 3;
    default: set[0] = 1u << VT_MASK; return 1;
    }
}
static unsigned best_symbol(const uint8_t *symbol, unsigned set) /* of those that count the same */ {
    unsigned best = vt_lowest(set);
    for (unsigned left = set; left; left &= left - 1)
        if (symbol[vt_lowest(left)] > symbol[best]) best = vt_lowest(left);
    return best;
}
/* Kinds that the card in a role could give, as a bit set of symbols. Florins help to take war tokens. */
static unsigned useful(const struct virtu_data *d, const struct virtu *s, int seat, unsigned action,
                       unsigned role) {
    const struct virtu_player *p = &s->p[seat];
    unsigned card = role == VT_AS_ACTION ? p->chamber[p->marker] : p->upgrade[p->marker];
    unsigned other = role == VT_AS_ACTION ? p->upgrade[p->marker] : p->chamber[p->marker];
    unsigned set[3], found = 0;
    if (!card) return 0;
    const uint8_t *symbol = vt_card(d, card - 1)->symbol;
    for (unsigned i = 0, n = kinds_of(action, set); i < n; i++)
        if (symbol[best_symbol(symbol, set[i])]) found |= 1u << best_symbol(symbol, set[i]);
    if (action == VT_MANEUVER && symbol[VT_FLORIN] && other && vt_card(d, other - 1)->W)
        found |= 1u << VT_FLORIN;
    return found;
}
static const struct virtu_card *card_in(const struct virtu_data *d, const struct virtu_player *p,
                                        unsigned role) {
    return vt_card(d, (role == VT_AS_ACTION ? p->chamber[p->marker] : p->upgrade[p->marker]) - 1u);
}
static void to_pool(struct virtu *s, unsigned symbol, unsigned n) {
    unsigned sum = s->pool[symbol] + n;
    s->pool[symbol] = (uint8_t)(sum < VT_MAX_POOL ? sum : VT_MAX_POOL);
}
static unsigned phase_of_action(unsigned action) {
    static const uint8_t phase[] = {VT_PH_GOVERN,   VT_PH_PATRONAGE, VT_PH_TRADE,    VT_PH_ANNEX,
                                    VT_PH_MANEUVER, VT_PH_INTRIGUE,  VT_PH_INFLUENCE}; /* ORDER action */
    return phase[action];
}
/* War tokens cost florins now (R8.16): an indulgence can help to take them. */
static bool florins_help(const struct virtu_data *d, const struct virtu_player *p, unsigned action) {
    return action == VT_MANEUVER && ((p->chamber[p->marker] && card_in(d, p, VT_AS_ACTION)->W) ||
                                     (p->upgrade[p->marker] && card_in(d, p, VT_AS_UPGRADE)->W));
}
void vt_begin_action(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned action = vt_chamber_action(d, s, seat, p->marker), ask = 0;
    (void)sink;
    assert(action < VT_NO_ACTION);
    casata_push(s, phase_of_action(action), (unsigned)seat);
    if (!p->chamber[p->marker]) { /* R3.2: printed symbol */
        unsigned row = vt_palace_row(s, p) * VT_CHAMBER_COUNT + p->marker;
        if (d->palaces[row].symbol < VT_SYMBOL_COUNT)
            to_pool(s, d->palaces[row].symbol, d->palaces[row].symbol_count);
    }
    for (unsigned role = 0; role < 2; role++) {
        unsigned found = useful(d, s, seat, action, role);
        if (!found) continue;
        if (found & (found - 1) || found == 1u << VT_WAR)
            ask |= 1u << role;
        else
            to_pool(s, vt_lowest(found), card_in(d, p, role)->symbol[vt_lowest(found)]);
    }
    if (action == VT_PATRONAGE && vt_has(p, VT_B_MICHELANGELO)) to_pool(s, VT_CROWN, 1); /* R8.5, G40 */
    if (!ask) return;
    if (florins_help(d, p, action))
        casata_top(s)->e = 1; /* an indulgence is offered before the tokens instead */
    casata_push(s, VT_PH_CHAMBER, (unsigned)seat)->a = (uint8_t)ask;
}

/* Locals: roles whose card still has to choose what it gives; whether one has chosen. The one with florins for war tokens
 * goes first. */
static unsigned next_role(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                          int seat) {
    if (f->a != 3) return f->a == 2 ? VT_AS_UPGRADE : VT_AS_ACTION;
    unsigned action = vt_chamber_action(d, s, seat, s->p[seat].marker);
    return action == VT_MANEUVER && useful(d, s, seat, action, VT_AS_UPGRADE) >> VT_FLORIN & 1 ? VT_AS_UPGRADE
                                                                                               : VT_AS_ACTION;
}
static int chamber_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    unsigned role = next_role(d, s, f, seat), action = vt_chamber_action(d, s, seat, p->marker);
    unsigned found = useful(d, s, seat, action, role);
    const struct virtu_card *card = card_in(d, p, role);
    int n = 0;
    if (found == 1u << VT_WAR) out[n++] = casata_act(VT_A_STOP, 0, 0, 0); /* no token */
    if (!f->b && florins_help(d, p, action) && vt_may_indulge(d, s, seat))
        out[n++] = casata_act(VT_A_INDULGE, 0, 0, 0);
    for (unsigned left = found & ~(1u << VT_WAR); left; left &= left - 1)
        out[n++] = casata_act(VT_A_USE, role, vt_lowest(left), card->symbol[vt_lowest(left)]);
    unsigned purse = vt_purse(s, seat) + s->pool[VT_FLORIN];
    for (unsigned k = 1; found >> VT_WAR & 1 && k <= card->W && k * card->war_cost <= purse; k++) /* R8.16 */
        out[n++] = casata_act(VT_A_USE, role, VT_WAR, k);
    return n;
}
static void chamber_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_INDULGE) {
        vt_take_florins(d, s, seat, sink);
        return;
    }
    unsigned role = next_role(d, s, f, seat), cost = 0;
    f->a &= (uint8_t) ~(1u << role);
    f->b = 1;
    if (casata_kind(a) == VT_A_USE && casata_b(a) == VT_WAR) {
        s->p[seat].tokens = (uint8_t)(s->p[seat].tokens + casata_c(a));
        cost = casata_c(a) * card_in(d, &s->p[seat], role)->war_cost;
        casata_emit(sink, "event.tokens", 2, casata_seat(seat),
                    casata_count(&vt_units, VT_U_TOKEN, (int)casata_c(a)));
    } else if (casata_kind(a) == VT_A_USE)
        to_pool(s, casata_b(a), casata_c(a));
    vt_begin_pay(d, s, seat, (struct vt_cost){.florins = (uint8_t)cost}, sink);
}
static bool chamber_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)data, (void)sink;
    if (f->a) return false;
    casata_pop(state);
    return true;
}
/* An indulgence taken in this very action lies in the chamber already. */
static bool chamber_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    if (f->a > 3 || f->b > 1 || f->c || f->d || f->e || p->marker >= VT_CHAMBER_COUNT ||
        f[-1].seat != f->seat)
        return false;
    unsigned action = vt_chamber_action(data, s, f->seat, p->marker);
    if (action >= VT_NO_ACTION || f[-1].phase != phase_of_action(action)) return false;
    if (!f->a) return f != &s->head.frame[s->head.depth - 1];
    for (unsigned role = 0; role < 2; role++)
        if (f->a >> role & 1 && !useful(data, s, f->seat, action, role)) return false;
    return true;
}
const struct casata_phase vt_phase_chamber = {
    .name = "chamber",
    .locals = "roles chosen",
    .parents = 1u << VT_PH_GOVERN | 1u << VT_PH_PATRONAGE | 1u << VT_PH_TRADE | 1u << VT_PH_ANNEX |
               1u << VT_PH_MANEUVER | 1u << VT_PH_INTRIGUE | 1u << VT_PH_INFLUENCE,
    .flags = CASATA_AUTO_SINGLE,
    .legal = chamber_legal,
    .apply = chamber_apply,
    .step = chamber_step,
    .valid = chamber_valid};
