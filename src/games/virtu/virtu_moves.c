/* virtu_moves.c: Maneuver and Intrigue: soldiers and agents on the move (R8.12 to R8.19, R9). */
#include "games/virtu/virtu.h"

/* --- Maneuver (R8.12, R8.13, R8.14, R8.15, R8.16, G48) ---------------------------------------------------------------
 * One soldier, one road or one crossing at a time; all is paid at the end in one payment (G62). Locals: city from which
 * a soldier started last; + 1, where it stands; cavalry and ships owed; whether anything was done. A soldier goes its
 * whole way before another starts, and they start by the order of the cities (G63): nothing is lost, and next to nothing comes twice. */
static struct vt_cost maneuver_cost(const struct casata_frame *f) {
    return (struct vt_cost){
        .set = {1u << VT_CAVALRY, 1u << VT_SHIP}, .need = {f->c, f->d}, .with = VT_WITH_OTTOMAN};
}
uint32_t vt_march_starts(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                         int seat) {
    uint32_t last = f->b ? vt_bit(f->b - 1u) : 0;
    return vt_friendly(d, s, seat) & vt_stationed(s, seat) & ((~(vt_bit(f->a) - 1) & ~s->marched) | last);
}
static int maneuver_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    struct vt_cost owed = maneuver_cost(f);
    struct vt_fund fund;
    int n = vt_list_stop(d, s, seat, !f->e, out);
    uint32_t from = vt_march_starts(d, s, f, seat);
    if (!from) return n;
    vt_gather(d, s, seat, &owed, &fund);
    if (vt_covers(&fund, f->c + 1, f->d, 0))
        for (uint32_t left = from; left; left &= left - 1)
            for (uint32_t to = vt_roads(d, s, vt_lowest(left)); to; to &= to - 1)
                out[n++] = casata_act(VT_A_ROAD, vt_lowest(left), vt_lowest(to), 0);
    unsigned seas = 0;
    while (seas < VT_SEA_COUNT && vt_covers(&fund, f->c, f->d + (int)seas + 1, 0)) seas++;
    if (!seas) return n;
    for (uint32_t left = from & d->facts.ports; left; left &= left - 1)
        for (uint32_t to = d->facts.reach[seas - 1][vt_lowest(left)] & vt_board(d, s); to; to &= to - 1)
            out[n++] = casata_act(VT_A_SEA, vt_lowest(left), vt_lowest(to), 0);
    return n;
}
static void march(const struct virtu_data *d, struct virtu *s, struct casata_frame *f, unsigned from,
                  unsigned to, struct casata_sink *sink) {
    uint8_t *soldiers = s->soldiers[f->seat];
    if (from + 1 != f->b) f->a = (uint8_t)from; /* another soldier starts */
    if (!--soldiers[from]) s->marched &= ~vt_bit(from);
    if (!soldiers[to]++ && vt_friendly(d, s, f->seat) >> to & 1) s->marched |= vt_bit(to);
    f->b = (uint8_t)(to + 1);
    casata_emit(sink, "event.march", 3, casata_seat(f->seat), casata_word(&vt_cities, from),
                casata_word(&vt_cities, to));
}
static void maneuver_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct virtu *s = state;
    struct vt_cost owed = maneuver_cost(f);
    unsigned from = casata_a(a), to = casata_b(a);
    switch (casata_kind(a)) {
    case VT_A_STOP:
        s->marched = 0;
        casata_pop(s);
        vt_begin_pay(data, s, seat, owed, sink);
        return;
    case VT_A_INDULGE:
        vt_take_florins(data, s, seat, sink);
        f->e = 1;
        return;
    case VT_A_ROAD: f->c++; break;
    default: f->d = (uint8_t)(f->d + vt_crossing(data, from, to));
    }
    f->e = 1;
    march(data, s, f, from, to, sink);
}
static bool maneuver_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a >= VT_CITY_COUNT || f->b > VT_CITY_COUNT || f->e > 1 || s->p[f->seat].marker >= VT_CHAMBER_COUNT)
        return false;
    if (f->b && (!f->e || !s->soldiers[f->seat][f->b - 1])) return false;
    if (s->marched & ~(vt_friendly(data, s, f->seat) & vt_stationed(s, f->seat))) return false;
    return vt_can_pay(data, s, f->seat, maneuver_cost(f));
}
const struct casata_phase vt_phase_maneuver = {.name = "maneuver",
                                               .locals = "start last cavalry ships begun",
                                               .parents = 1u << VT_PH_SPRING,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = maneuver_legal,
                                               .apply = maneuver_apply,
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
    unsigned me = (unsigned)seat + 1;
    uint64_t set = 0;
    for (uint32_t left = vt_some(VT_BYTES(s, agent)); left; left &= left - 1)
        if ((s->agent[vt_lowest(left)] == me) == own) set |= left & -left;
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
static uint64_t places_for(const struct virtu_data *d, const struct virtu *s, int seat, unsigned from) {
    uint64_t set = vt_board(d, s) & ~vt_some(VT_BYTES(s, agent));
    for (int k = 0; k < s->head.seats; k++)
        if (keeps_out(s, k, seat)) set &= ~(uint64_t)s->p[k].cities;
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

/* What happens to an agent at a place: the first id for cities and alliances, the second one for chambers. */
static void tell_agent(const struct virtu_data *d, const struct virtu *s, const char *const id[2], int seat,
                       int owner, unsigned place, struct casata_sink *sink) {
    if (place < VT_P_CHAMBER || place >= VT_P_ALLIANCE) {
        casata_emit(sink, id[0], 3, casata_seat(seat), casata_seat(owner), casata_word(&vt_places, place));
        return;
    }
    int palace = (int)((place - VT_P_CHAMBER) / VT_CHAMBER_COUNT);
    unsigned chamber = (place - VT_P_CHAMBER) % VT_CHAMBER_COUNT;
    casata_emit(sink, id[1], 5, casata_seat(seat), casata_seat(owner), casata_number((int)chamber + 1),
                casata_seat(palace), casata_word(&vt_actions, vt_chamber_action(d, s, palace, chamber)));
}
static const char *const told_remove[] = {"event.remove", "event.remove_chamber"},
                         *const told_from[] = {"event.agent_from", "event.agent_from_chamber"},
                         *const told_to[] = {"event.agent_to", "event.agent_to_chamber"};

/* --- Intrigue (R8.17 to R8.19, R9.2, R9.6, G53) ----------------------------------------------------------------------
 * Removals first, by place; then placing and moving, by destination: all that can be reached is reached so. All masks are
 * paid at the end (G62). Locals: last removal + 1; last destination + 1; masks owed; whether anything was done. */
static bool must_remove(const struct virtu *s, const struct casata_frame *f, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return !f->c && p->agent[p->marker] && p->agent[p->marker] != seat + 1;
}
static int intrigue_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = vt_list_stop(d, s, seat, !f->d, out);
    if (vt_total(d, s, seat, VT_MASK, 0) <= f->c) return n;
    if (must_remove(s, f, seat)) {
        out[n++] = casata_act(VT_A_REMOVE,
                              VT_P_CHAMBER + (unsigned)seat * VT_CHAMBER_COUNT + s->p[seat].marker, 0, 0);
        return n;
    }
    for (uint64_t left = f->b ? 0 : agents_of(s, seat, false) >> f->a << f->a; left; left &= left - 1)
        out[n++] = casata_act(VT_A_REMOVE, (unsigned)__builtin_ctzll(left), 0, 0);
    if (!(places_for(d, s, seat, VT_P_RESERVE) >> f->b)) return n;
    uint64_t own = agents_of(s, seat, true);
    for (uint64_t left = own; left; left &= left - 1)
        out[n++] = casata_act(VT_A_AGENT, (unsigned)__builtin_ctzll(left), 0, 0);
    if (s->p[seat].agents > vt_count64(own)) out[n++] = casata_act(VT_A_AGENT, VT_P_RESERVE, 0, 0);
    return n;
}
static void intrigue_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned place = casata_a(a), owed = f->c;
    switch (casata_kind(a)) {
    case VT_A_STOP:
        casata_pop(s);
        vt_begin_pay(data, s, seat, (struct vt_cost){.set = {1u << VT_MASK}, .need = {(uint8_t)owed}}, sink);
        return;
    case VT_A_INDULGE: vt_take_florins(data, s, seat, sink); break;
    case VT_A_REMOVE: { /* R8.19 */
        uint8_t *agent = agent_at(s, place);
        tell_agent(data, s, told_remove, seat, *agent - 1, place, sink);
        if (!must_remove(s, f, seat)) f->a = (uint8_t)(place + 1);
        *agent = 0;
        f->c++;
        break;
    }
    default: {
        f->c++;
        struct casata_frame *to = casata_push(s, VT_PH_TO, (unsigned)seat);
        to->a = (uint8_t)place;
        to->b = f->b;
    }
    }
    f->d = 1;
}
static bool intrigue_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    return f->a <= VT_P_RESERVE && f->b <= VT_P_RESERVE && f->d <= 1 && f->d >= (f->c != 0) && !f->e &&
           s->p[f->seat].marker < VT_CHAMBER_COUNT && vt_total(data, s, f->seat, VT_MASK, 0) >= f->c;
}
const struct casata_phase vt_phase_intrigue = {.name = "intrigue",
                                               .locals = "removed placed masks begun",
                                               .parents = 1u << VT_PH_SPRING,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = intrigue_legal,
                                               .apply = intrigue_apply,
                                               .valid = intrigue_valid};

/* Locals: where the agent comes from; places before this one were used already. */
static int to_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                    casata_action *out) {
    int n = 0;
    for (uint64_t left = places_for(data, state, seat, f->a) >> f->b << f->b; left; left &= left - 1)
        out[n++] = casata_act(VT_A_TO, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static void to_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                     struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned from = f->a, to = casata_a(a);
    casata_pop(s);
    casata_top(s)->b = (uint8_t)(to + 1);
    if (from != VT_P_RESERVE) {
        *agent_at(s, from) = 0;
        tell_agent(data, s, told_from, seat, seat, from, sink);
    }
    *agent_at(s, to) = (uint8_t)(seat + 1);
    tell_agent(data, s, told_to, seat, seat, to, sink);
}
static bool to_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a > VT_P_RESERVE || f->b > VT_P_RESERVE || f->c || f->d || f->e || f[-1].b != f->b || !f[-1].c ||
        f[-1].seat != f->seat)
        return false;
    if (f->a == VT_P_RESERVE ? !vt_reserve(s, f->seat) : !(agents_of(s, f->seat, true) >> f->a & 1))
        return false;
    return places_for(data, s, f->seat, f->a) >> f->b;
}
const struct casata_phase vt_phase_to = {.name = "to",
                                         .locals = "from after",
                                         .parents = 1u << VT_PH_INTRIGUE,
                                         .flags = CASATA_AUTO_SINGLE,
                                         .legal = to_legal,
                                         .apply = to_apply,
                                         .valid = to_valid};
