/* virtu_chamber.c: an action begins: its printed symbol, and the cards of the chamber (R3.2, R4.4, R4.5, R8.16). */
#include "games/virtu/virtu_scene.h"

/* --- which symbols help (R4.7, G10) ------------------------------------------------------------------------------ */
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
/* --- the beginning of an action -------------------------------------------------------------------------------- */
/* roles: bit set of those whose card still has to choose what it gives; chosen: 1: one has. */
#define VT_CHAMBER_LOCALS(X) X(roles) X(chosen)
CASATA_LOCALS(vt_chamber, VT_CHAMBER_LOCALS);
enum { BOTH_ROLES = 1 << VT_AS_ACTION | 1 << VT_AS_UPGRADE };

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
void vt_begin_action(const struct virtu_data *d, struct virtu *s, int seat) {
    struct virtu_player *p = &s->p[seat];
    unsigned action = vt_chamber_action(d, s, seat, p->marker), ask = 0;
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
    if (florins_help(d, p, action)) /* an indulgence is offered before the tokens, not before the march */
        casata_locals(vt_maneuver, casata_top(s))->begun = 1;
    casata_begin(vt_chamber, s, VT_PH_CHAMBER, (unsigned)seat)->roles = (uint8_t)ask;
}

/* --- the cards choose (R4.5, R8.16) ------------------------------------------------------------------------------ */
/* A card with florins, which can pay for war tokens, chooses first. */
static unsigned next_role(const struct virtu_data *d, const struct virtu *s, const struct vt_chamber *l,
                          int seat) {
    if (l->roles != BOTH_ROLES) return l->roles == 1u << VT_AS_UPGRADE ? VT_AS_UPGRADE : VT_AS_ACTION;
    unsigned action = vt_chamber_action(d, s, seat, s->p[seat].marker);
    return action == VT_MANEUVER && useful(d, s, seat, action, VT_AS_UPGRADE) >> VT_FLORIN & 1 ? VT_AS_UPGRADE
                                                                                               : VT_AS_ACTION;
}
static int chamber_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct vt_chamber *l = casata_locals(vt_chamber, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    unsigned role = next_role(d, s, l, seat), action = vt_chamber_action(d, s, seat, p->marker);
    unsigned found = useful(d, s, seat, action, role);
    const struct virtu_card *card = card_in(d, p, role);
    int n = 0;
    if (found == 1u << VT_WAR) out[n++] = casata_act(VT_A_STOP, 0, 0, 0); /* no token */
    if (!l->chosen && florins_help(d, p, action) && vt_may_indulge(d, s, seat))
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
    struct vt_chamber *l = casata_locals(vt_chamber, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_INDULGE) {
        vt_take_florins(d, s, seat, sink);
        return;
    }
    unsigned role = next_role(d, s, l, seat), cost = 0;
    l->roles &= (uint8_t) ~(1u << role);
    l->chosen = 1;
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
    struct vt_chamber *l = casata_locals(vt_chamber, f);
    (void)data, (void)sink;
    if (l->roles) return false;
    casata_pop(state);
    return true;
}
/* An indulgence taken in this very action lies in the chamber already. */
static bool chamber_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_chamber *l = casata_locals(vt_chamber, f);
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    if (l->roles > BOTH_ROLES || l->chosen > 1 || p->marker >= VT_CHAMBER_COUNT ||
        casata_below(f)->seat != f->seat)
        return false;
    unsigned action = vt_chamber_action(data, s, f->seat, p->marker);
    if (action >= VT_NO_ACTION || casata_below(f)->phase != phase_of_action(action)) return false;
    if (!l->roles) return f != casata_top_of(s);
    for (unsigned role = 0; role < 2; role++)
        if (l->roles >> role & 1 && !useful(data, s, f->seat, action, role)) return false;
    return true;
}
static void chamber_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) != VT_A_USE) {
        vt_describe_usual(stage, c, seat);
        return;
    }
    casata_add_gain(c, vt_amount(VT_U_FLORIN + casata_b(c->action), casata_c(c->action)));
    c->rule = "R4.5";
}
const struct casata_phase vt_phase_chamber = {
    .name = "chamber",
    .locals = CASATA_LOCAL_NAMES(VT_CHAMBER_LOCALS),
    .parents = CASATA_ON(VT_PH_GOVERN) | CASATA_ON(VT_PH_PATRONAGE) | CASATA_ON(VT_PH_TRADE) |
               CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_MANEUVER) | CASATA_ON(VT_PH_INTRIGUE) |
               CASATA_ON(VT_PH_INFLUENCE),
    .forced = casata_unasked,
    .legal = chamber_legal,
    .apply = chamber_apply,
    .step = chamber_step,
    .valid = chamber_valid,
    .ask = "prompt.chamber",
    .prompt = vt_prompt,
    .describe = chamber_describe,
    .rank = vt_rank,
};
