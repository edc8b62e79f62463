/* virtu_moves.c: Maneuver and Intrigue: soldiers and agents on the move (R8.12 to R8.19, R9). */
#include "games/virtu/virtu.h"

static bool pays_above(const struct virtu *s, const struct casata_frame *f) {
    return f + 1 < &s->head.frame[s->head.depth] && f[1].phase == VT_PH_PAY;
}
static int list_stop(const struct virtu_data *d, const struct virtu *s, int seat, bool fresh,
                     casata_action *out) {
    int n = 0;
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    if (fresh && vt_may_indulge(d, s, seat)) out[n++] = casata_act(VT_A_INDULGE, 0, 0, 0);
    return n;
}

/* --- Maneuver (R8.12, R8.13, R8.14, R8.15, R8.16, G48) --------------------------------------------------------------------------
 * One soldier, one road or one crossing at a time. Locals: city from which a soldier started last and, + 1, where
 * it stands; the move being paid (from + 1, to + 1); whether anything moved. The next soldier starts from the same
 * city or one behind it in the list, or it is the one that just moved: so nothing is lost and little comes twice. */
static uint32_t starts(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                       int seat) {
    uint32_t set = 0;
    for (uint32_t left = vt_friendly(d, s, seat); left; left &= left - 1)
        if (s->soldiers[vt_lowest(left)][seat]) set |= left & -left;
    return set & (~(vt_bit(f->a) - 1) | (f->b ? vt_bit(f->b - 1u) : 0));
}
static int maneuver_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = list_stop(d, s, seat, !f->e, out);
    uint32_t from = starts(d, s, f, seat);
    if (!from) return n;
    unsigned cavalry = s->pool[VT_CAVALRY] + vt_total(d, s, seat, 1u << VT_CAVALRY, 0);
    unsigned ships = s->pool[VT_SHIP] + vt_total(d, s, seat, 1u << VT_SHIP, VT_WITH_OTTOMAN);
    if (cavalry)
        for (uint32_t left = from; left; left &= left - 1)
            for (uint32_t to = s->road[vt_lowest(left)]; to; to &= to - 1)
                out[n++] = casata_act(VT_A_ROAD, vt_lowest(left), vt_lowest(to), 0);
    if (!ships) return n;
    uint32_t ports = vt_ports(d, s->board);
    for (uint32_t left = from & ports; left; left &= left - 1)
        for (uint32_t to = ports & ~(left & -left); to; to &= to - 1) {
            unsigned seas = vt_seas_crossed(d, vt_lowest(left), vt_lowest(to));
            if (seas && seas <= ships) out[n++] = casata_act(VT_A_SEA, vt_lowest(left), vt_lowest(to), 0);
        }
    return n;
}
static void maneuver_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned from = casata_a(a), to = casata_b(a);
    struct vt_cost cost = {.need = {1}, .with = VT_WITH_OTTOMAN};
    switch (casata_kind(a)) {
    case VT_A_STOP: casata_pop(s); return;
    case VT_A_INDULGE:
        vt_indulge(s, seat, sink);
        vt_gain_florins(s, seat, d->indulgences[0].gain_F);
        return;
    case VT_A_ROAD: cost.set[0] = 1u << VT_CAVALRY; break;
    default: cost.set[0] = 1u << VT_SHIP; cost.need[0] = (uint8_t)vt_seas_crossed(d, from, to);
    }
    f->c = (uint8_t)(from + 1);
    f->d = (uint8_t)(to + 1);
    vt_begin_pay(s, seat, cost);
}
static bool maneuver_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!f->c) return false;
    unsigned from = f->c - 1u, to = f->d - 1u;
    if (from != f->b - 1u || !f->b) f->a = (uint8_t)(from > f->a ? from : f->a); /* another soldier starts */
    s->soldiers[from][f->seat]--;
    s->soldiers[to][f->seat]++;
    casata_emit(sink, "event.march", 3, casata_seat(f->seat), casata_word(&vt_cities, from),
                casata_word(&vt_cities, to));
    f->b = (uint8_t)(to + 1);
    f->c = f->d = 0;
    f->e = 1;
    return true;
}
static bool maneuver_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a >= VT_CITY_COUNT || f->b > VT_CITY_COUNT || f->c > VT_CITY_COUNT || f->d > VT_CITY_COUNT ||
        f->e > 1)
        return false;
    if (!f->c != !f->d || (f->c != 0) != pays_above(s, f) || (f->b && !f->e) ||
        s->p[f->seat].marker >= VT_CHAMBER_COUNT)
        return false;
    if (!f->c) return true;
    unsigned from = f->c - 1u, to = f->d - 1u;
    if (!(s->board >> to & 1) || !(vt_friendly(data, s, f->seat) >> from & 1) || !s->soldiers[from][f->seat])
        return false;
    return f[1].a == 1u << VT_CAVALRY
               ? s->road[from] >> to & 1
               : f[1].a == 1u << VT_SHIP && from != to && vt_seas_crossed(data, from, to) >= f[1].b;
}
const struct casata_phase vt_phase_maneuver = {.name = "maneuver",
                                               .locals = "start last from to moved",
                                               .parents = 1u << VT_PH_SPRING,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = maneuver_legal,
                                               .apply = maneuver_apply,
                                               .step = maneuver_step,
                                               .valid = maneuver_valid};

/* --- where agents stand (R8.17, R8.18, G39) ------------------------------------------------------------------- */
static uint8_t *agent_at(struct virtu *s, unsigned place) {
    if (place < VT_P_CHAMBER) return &s->agent[place];
    if (place < VT_P_ALLIANCE)
        return &s->p[(place - VT_P_CHAMBER) / VT_CHAMBER_COUNT]
                    .agent[(place - VT_P_CHAMBER) % VT_CHAMBER_COUNT];
    return &s->ally_agent[place - VT_P_ALLIANCE];
}
/* Places with agents of others (own false), or with his own. */
static uint64_t agents_of(const struct virtu *s, int seat, bool own) {
    uint64_t set = 0;
    unsigned me = (unsigned)seat + 1;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++)
        if (s->agent[i] && (s->agent[i] == me) == own) set |= UINT64_C(1) << i;
    for (unsigned k = 0; k < s->head.seats; k++)
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
            if (s->p[k].agent[i] && (s->p[k].agent[i] == me) == own)
                set |= UINT64_C(1) << (VT_P_CHAMBER + k * VT_CHAMBER_COUNT + i);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (s->ally_agent[i] && (s->ally_agent[i] == me) == own) set |= UINT64_C(1) << (VT_P_ALLIANCE + i);
    return set;
}
/* R8.5, G14: whoever has The Prince keeps new agents of others out. */
static bool keeps_out(const struct virtu *s, int owner, int seat) {
    return owner >= 0 && owner != seat && vt_has(&s->p[owner], VT_B_PRINCE);
}
static bool palace_full(const struct virtu *s, int owner, int seat, unsigned from) /* R9.8, R16.1 */ {
    if (s->head.option[VT_OPT_ONE_AGENT] == VT_OFF || owner == seat) return false;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        if (s->p[owner].agent[i] && s->p[owner].agent[i] != owner + 1 &&
            VT_P_CHAMBER + (unsigned)owner * VT_CHAMBER_COUNT + i != from)
            return true;
    return false;
}
static uint64_t places_for(const struct virtu *s, int seat, unsigned from) {
    uint64_t set = 0;
    for (uint32_t left = s->board; left; left &= left - 1) {
        unsigned city = vt_lowest(left);
        int owner = s->owner[city] < VT_MAJOR_OWNER ? s->owner[city] - 1 : -1;
        if (!s->agent[city] && !keeps_out(s, owner, seat)) set |= UINT64_C(1) << city;
    }
    for (int k = 0; k < s->head.seats; k++) {
        if (keeps_out(s, k, seat) || palace_full(s, k, seat, from)) continue;
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
            if (!s->p[k].agent[i]) set |= UINT64_C(1) << (VT_P_CHAMBER + (unsigned)k * VT_CHAMBER_COUNT + i);
    }
    for (unsigned i = vt_two(s) ? 1 : 0; i < VT_ALLIANCE_COUNT; i++) /* R20.4: no France for two */
        if (!s->ally_agent[i] && !keeps_out(s, s->ally[i] - 1, seat))
            set |= UINT64_C(1) << (VT_P_ALLIANCE + i);
    return set;
}

/* --- Intrigue (R8.17 to R8.19, R9.2, R9.6, G53) ------------------------------------------------------------------
 * Removals first, by place; then placing and moving, by destination: all that can be reached is reached so. Locals:
 * last removal + 1; last destination + 1; what is being paid (1 removal, 2 agent) and its place; whether begun. */
static bool must_remove(const struct virtu *s, const struct casata_frame *f, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return !f->e && p->agent[p->marker] && p->agent[p->marker] != seat + 1;
}
static int intrigue_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = list_stop(d, s, seat, !f->e, out);
    if (!s->pool[VT_MASK] && !vt_total(d, s, seat, 1u << VT_MASK, 0)) return n;
    if (must_remove(s, f, seat)) {
        out[n++] = casata_act(VT_A_REMOVE,
                              VT_P_CHAMBER + (unsigned)seat * VT_CHAMBER_COUNT + s->p[seat].marker, 0, 0);
        return n;
    }
    for (uint64_t left = f->b ? 0 : agents_of(s, seat, false) >> f->a << f->a; left; left &= left - 1)
        out[n++] = casata_act(VT_A_REMOVE, (unsigned)__builtin_ctzll(left), 0, 0);
    if (!(places_for(s, seat, VT_P_RESERVE) >> f->b)) return n;
    uint64_t own = agents_of(s, seat, true);
    for (uint64_t left = own; left; left &= left - 1)
        out[n++] = casata_act(VT_A_AGENT, (unsigned)__builtin_ctzll(left), 0, 0);
    if (s->p[seat].agents > vt_count64(own)) out[n++] = casata_act(VT_A_AGENT, VT_P_RESERVE, 0, 0);
    return n;
}
static void intrigue_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_STOP) {
        casata_pop(s);
        return;
    }
    if (casata_kind(a) == VT_A_INDULGE) {
        vt_indulge(s, seat, sink);
        vt_gain_florins(s, seat, d->indulgences[0].gain_F);
        return;
    }
    f->c = casata_kind(a) == VT_A_REMOVE ? 1 : 2;
    f->d = (uint8_t)casata_a(a);
    vt_begin_pay(s, seat, (struct vt_cost){.set = {1u << VT_MASK}, .need = {1}});
}
static bool intrigue_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!f->c) return false;
    unsigned what = f->c, place = f->d;
    bool forced = must_remove(s, f, f->seat);
    f->c = f->d = 0;
    f->e = 1;
    if (what == 1) { /* R8.19 */
        uint8_t *agent = agent_at(s, place);
        casata_emit(sink, "event.remove", 3, casata_seat(f->seat), casata_seat(*agent - 1),
                    casata_word(&vt_places, place));
        *agent = 0;
        if (!forced) f->a = (uint8_t)(place + 1);
        return true;
    }
    struct casata_frame *to = casata_push(s, VT_PH_TO, f->seat);
    to->a = (uint8_t)place;
    to->b = f->b;
    return true;
}
static bool intrigue_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    if (f->a > VT_P_RESERVE || f->b > VT_P_RESERVE || f->c > 2 || f->d > VT_P_RESERVE || f->e > 1)
        return false;
    if ((f->c != 0) != pays_above(s, f) || s->p[f->seat].marker >= VT_CHAMBER_COUNT) return false;
    if (f->c == 1) return agents_of(s, f->seat, false) >> f->d & 1;
    if (f->c == 2)
        return (f->d == VT_P_RESERVE ? vt_reserve(s, f->seat) > 0
                                     : agents_of(s, f->seat, true) >> f->d & 1) &&
               places_for(s, f->seat, VT_P_RESERVE) >> f->b;
    return !f->d;
}
const struct casata_phase vt_phase_intrigue = {.name = "intrigue",
                                               .locals = "removed placed paying place begun",
                                               .parents = 1u << VT_PH_SPRING,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = intrigue_legal,
                                               .apply = intrigue_apply,
                                               .step = intrigue_step,
                                               .valid = intrigue_valid};

/* Locals: where the agent comes from; places before this one were used already. */
static int to_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                    casata_action *out) {
    const struct virtu *s = state;
    int n = 0;
    (void)data;
    for (uint64_t left = places_for(s, seat, f->a) >> f->b << f->b; left; left &= left - 1)
        out[n++] = casata_act(VT_A_TO, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static void to_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                     struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned from = f->a, to = casata_a(a);
    (void)data;
    casata_pop(s);
    casata_top(s)->b = (uint8_t)(to + 1);
    if (from != VT_P_RESERVE) *agent_at(s, from) = 0;
    *agent_at(s, to) = (uint8_t)(seat + 1);
    casata_emit(sink, "event.agent_to", 2, casata_seat(seat), casata_word(&vt_places, to));
}
static bool to_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    if (f->a > VT_P_RESERVE || f->b > VT_P_RESERVE || f->c || f->d || f->e || f[-1].b != f->b ||
        f[-1].seat != f->seat)
        return false;
    if (f->a == VT_P_RESERVE ? !vt_reserve(s, f->seat) : !(agents_of(s, f->seat, true) >> f->a & 1))
        return false;
    return places_for(s, f->seat, f->a) >> f->b;
}
const struct casata_phase vt_phase_to = {.name = "to",
                                         .locals = "from after",
                                         .parents = 1u << VT_PH_INTRIGUE,
                                         .flags = CASATA_AUTO_SINGLE,
                                         .legal = to_legal,
                                         .apply = to_apply,
                                         .valid = to_valid};
