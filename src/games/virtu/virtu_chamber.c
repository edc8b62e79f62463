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
/* roles: bit set of those whose card still has to choose its gift; chosen: 1: something was done. */
#define VT_CHAMBER_LOCALS(X) X(roles) X(chosen)
CASATA_LOCALS(vt_chamber, VT_CHAMBER_LOCALS);
enum { BOTH_ROLES = 1 << VT_AS_ACTION | 1 << VT_AS_UPGRADE };

static void to_pool(struct virtu *s, unsigned symbol, unsigned n) {
    unsigned sum = s->pool[symbol] + n;
    s->pool[symbol] = (uint8_t)(sum < VT_MAX_POOL ? sum : VT_MAX_POOL);
}
static const uint8_t action_phase[] = {VT_PH_GOVERN,   VT_PH_PATRONAGE, VT_PH_TRADE,    VT_PH_ANNEX,
                                       VT_PH_MANEUVER, VT_PH_INTRIGUE,  VT_PH_INFLUENCE}; /* ORDER action */
static unsigned phase_of_action(unsigned action) { return action_phase[action]; }
unsigned vt_action_of(unsigned phase) {
    unsigned action = 0;
    while (action < sizeof action_phase && action_phase[action] != phase) action++;
    return action;
}
/* War tokens cost florins now (R8.16): an indulgence can help to take them. */
static bool florins_help(const struct virtu_data *d, const struct virtu_player *p, unsigned action) {
    return action == VT_MANEUVER && ((p->chamber[p->marker] && card_in(d, p, VT_AS_ACTION)->W) ||
                                     (p->upgrade[p->marker] && card_in(d, p, VT_AS_UPGRADE)->W));
}
/* R4.4: a card of the chamber gives its symbols to the action; unneeded ones are lost (R4.1). */
static void card_gives(const struct virtu_data *d, struct virtu *s, int seat, unsigned role, unsigned symbol,
                       struct casata_sink *sink) {
    const struct virtu_player *p = &s->p[seat];
    unsigned card = (role == VT_AS_ACTION ? p->chamber : p->upgrade)[p->marker] - 1u;
    unsigned n = vt_card(d, card)->symbol[symbol];
    to_pool(s, symbol, n);
    casata_emit(sink, "event.gives", 3, casata_seat(seat), casata_word(&vt_cards, card),
                vt_amount(VT_U_FLORIN + symbol, n));
}
static void print_gives(const struct virtu_data *d, struct virtu *s, int seat, unsigned action,
                        struct casata_sink *sink) /* R3.2 */ {
    unsigned row = vt_palace_row(s, &s->p[seat]) * VT_CHAMBER_COUNT + s->p[seat].marker;
    unsigned symbol = d->palaces[row].symbol, n = d->palaces[row].symbol_count;
    if (symbol >= VT_SYMBOL_COUNT) return;
    to_pool(s, symbol, n);
    casata_emit(sink, "event.print_gives", 3, casata_seat(seat), casata_word(&vt_actions, action),
                vt_amount(VT_U_FLORIN + symbol, n));
}
void vt_begin_action(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned action = vt_chamber_action(d, s, seat, p->marker), ask = 0;
    assert(action < VT_NO_ACTION);
    casata_push(s, phase_of_action(action), (unsigned)seat);
    if (!p->chamber[p->marker]) print_gives(d, s, seat, action, sink);
    for (unsigned role = 0; role < 2; role++) {
        unsigned found = useful(d, s, seat, action, role);
        if (!found) continue;
        if (found & (found - 1) || found == 1u << VT_WAR)
            ask |= 1u << role;
        else
            card_gives(d, s, seat, role, vt_lowest(found), sink);
    }
    if (action == VT_PATRONAGE && vt_has(p, VT_B_MICHELANGELO)) { /* R8.5, G40 */
        to_pool(s, VT_CROWN, 1);
        casata_emit(sink, "event.gives", 3, casata_seat(seat), casata_word(&vt_bonuses, VT_B_MICHELANGELO),
                    vt_amount(VT_U_FLORIN + VT_CROWN, 1));
    }
    if (!ask) return;
    casata_begin(vt_chamber, s, VT_PH_CHAMBER, (unsigned)seat)->roles = (uint8_t)ask;
}

/* --- the cards choose (R4.5, R8.16) ------------------------------------------------------------------------------
 * In any order. A war token costs florins, which the other card may give first, or which are paid otherwise: then the order
 * matters. */
static unsigned uses_of(const struct virtu_data *d, const struct virtu *s, int seat, unsigned role) {
    return useful(d, s, seat, vt_chamber_action(d, s, seat, s->p[seat].marker), role);
}
static bool all_may_decline(const struct virtu_data *d, const struct virtu *s, const struct vt_chamber *l,
                            int seat) {
    for (unsigned role = 0; role < 2; role++)
        if (l->roles >> role & 1 && uses_of(d, s, seat, role) != 1u << VT_WAR) return false;
    return true;
}
static int list_uses(const struct virtu_data *d, const struct virtu *s, int seat, unsigned role,
                     casata_action *out) {
    const struct virtu_card *card = card_in(d, &s->p[seat], role);
    unsigned found = uses_of(d, s, seat, role), purse = vt_purse(s, seat) + s->pool[VT_FLORIN];
    int n = 0;
    for (unsigned left = found & ~(1u << VT_WAR); left; left &= left - 1)
        out[n++] = casata_act(VT_A_USE, role, vt_lowest(left), card->symbol[vt_lowest(left)]);
    for (unsigned k = 1; found >> VT_WAR & 1 && k <= card->W && k * card->war_cost <= purse; k++) /* R8.16 */
        out[n++] = casata_act(VT_A_USE, role, VT_WAR, k);
    return n;
}
static int chamber_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct vt_chamber *l = casata_locals(vt_chamber, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = 0;
    if (all_may_decline(d, s, l, seat)) out[n++] = casata_act(VT_A_STOP, 0, 0, 0); /* no token */
    if (florins_help(d, &s->p[seat], vt_chamber_action(d, s, seat, s->p[seat].marker)))
        n += vt_list_indulge(d, s, seat, out + n);
    for (unsigned role = 0; role < 2; role++)
        if (l->roles >> role & 1) n += list_uses(d, s, seat, role, out + n);
    return n;
}
/* Without tokens the order of the two cards does not matter. */
static bool chamber_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action a) {
    const struct vt_chamber *l = casata_locals(vt_chamber, f);
    const struct virtu *s = state;
    if (casata_kind(a) != VT_A_USE || l->roles != BOTH_ROLES || casata_a(a) == VT_AS_ACTION) return false;
    return vt_chamber_action(data, s, seat, s->p[seat].marker) != VT_MANEUVER;
}
static void take_tokens(const struct virtu_data *d, struct virtu *s, int seat, unsigned role, unsigned n,
                        struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned card = (role == VT_AS_ACTION ? p->chamber : p->upgrade)[p->marker] - 1u;
    p->tokens = (uint8_t)(p->tokens + n);
    casata_emit(sink, "event.tokens", 3, casata_seat(seat), casata_count(&vt_units, VT_U_TOKEN, (int)n),
                casata_word(&vt_cards, card));
    vt_begin_pay(s, seat, (struct vt_cost){.florins = (uint8_t)(n * vt_card(d, card)->war_cost)}, sink);
}
static void chamber_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct vt_chamber *l = casata_locals(vt_chamber, f);
    unsigned role = casata_a(a);
    l->chosen = 1;
    switch (casata_kind(a)) {
    case VT_A_INDULGE: vt_take_florins(data, state, seat, sink); return;
    case VT_A_STOP: l->roles = 0; return;
    default: l->roles &= (uint8_t) ~(1u << role);
    }
    if (casata_b(a) == VT_WAR)
        take_tokens(data, state, seat, role, casata_c(a), sink);
    else
        card_gives(data, state, seat, role, casata_b(a), sink);
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
/* Would nothing be left to do in the action once a card gives this, though it could be done with another symbol? */
static bool spoils_action(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          casata_action a) {
    const struct vt_chamber *l = casata_locals(vt_chamber, f);
    if (l->roles & (l->roles - 1)) return false; /* the other card may still help */
    return !vt_leads_on(build, seat, a);
}
static void chamber_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    unsigned role = casata_a(c->action), symbol = casata_b(c->action), n = casata_c(c->action);
    if (casata_kind(c->action) != VT_A_USE) {
        vt_describe_usual(build, c, seat);
        return;
    }
    unsigned card = (role == VT_AS_ACTION ? p->chamber : p->upgrade)[p->marker] - 1u;
    struct casata_arg what = vt_amount(VT_U_FLORIN + symbol, n), who = casata_word(&vt_cards, card),
                      as = casata_word(&vt_roles, role);
    bool twin =
        p->chamber[p->marker] == p->upgrade[p->marker]; /* action card and upgrade are the same card */
    const char *id = twin                                       ? "act.use_twin"
                     : spoils_action(build, f, seat, c->action) ? "act.use_vain"
                     : symbol == VT_WAR                         ? "act.use_war"
                                                                : "act.use_of";
    vt_touch_card(build, c, casata_slot_at(build, VT_F_CHAMBER, seat, p->marker), card,
                  casata_slot_at(build, VT_F_CHAMBER, seat, p->marker));
    if (symbol == VT_WAR) {
        casata_add_cost(c, vt_amount(VT_U_FLORIN, n * vt_card(build->data, card)->war_cost));
        casata_add_gain(c, vt_amount(VT_U_TOKEN, n));
        c->text = casata_message(id, 3, who, vt_amount(VT_U_TOKEN, n), as);
        c->rule = "R8.16";
        return;
    }
    casata_add_gain(c, what);
    c->text = casata_message(id, 3, who, what, as);
    c->rule = "R4.5";
}
static const struct casata_vain chamber_vain[] = {
    {VT_F_CHAMBER, "vain.chamber_now", "R6.1"},
    {0},
};
const struct casata_phase vt_phase_chamber = {
    .name = "chamber",
    .vain = chamber_vain,
    .locals = CASATA_LOCAL_NAMES(VT_CHAMBER_LOCALS),
    .words = {CASATA_LOCAL_SET(vt_chamber, roles, vt_roles)},
    .parents = CASATA_ON(VT_PH_GOVERN) | CASATA_ON(VT_PH_PATRONAGE) | CASATA_ON(VT_PH_TRADE) |
               CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_MANEUVER) | CASATA_ON(VT_PH_INTRIGUE) |
               CASATA_ON(VT_PH_INFLUENCE),
    .forced = casata_unasked, /* one kind of symbols is left to choose from, or no token can be paid */
    .legal = chamber_legal,
    .redundant = chamber_redundant,
    .apply = chamber_apply,
    .step = chamber_step,
    .valid = chamber_valid,
    .ask = "prompt.chamber",
    .prompt = vt_prompt,
    .describe = chamber_describe,
    .rank = vt_rank,
};
