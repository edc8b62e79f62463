/* virtu_moves.c: Maneuver and Intrigue: soldiers and agents on the move (R8.12 to R8.19, R9). */
#include "games/virtu/virtu_scene.h"

/* --- Maneuver (R8.12, R8.13, R8.14, R8.15, R8.16, G48) ---------------------------------------------------------------
 * One soldier, one road or one crossing at a time, in any order; everything is paid at the end in one payment (G62). */
static struct vt_cost maneuver_cost(const struct vt_maneuver *l) {
    return (struct vt_cost){
        .set = {1u << VT_CAVALRY, 1u << VT_SHIP}, .need = {l->cavalry, l->ships}, .with = VT_WITH_OTTOMAN};
}
static int maneuver_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    struct vt_cost owed = maneuver_cost(l);
    struct vt_fund fund;
    int n = vt_list_stop(d, s, seat, out);
    uint32_t from = vt_friendly(d, s, seat) & vt_stationed(s, seat); /* R8.15: a siege holds its soldiers */
    if (!from) return n;
    vt_gather(d, s, seat, &owed, &fund);
    if (vt_covers(&fund, l->cavalry + 1, l->ships, 0))
        for (uint32_t left = from; left; left &= left - 1)
            for (uint32_t to = vt_roads(d, s, vt_lowest(left)); to; to &= to - 1)
                out[n++] = casata_act(VT_A_ROAD, vt_lowest(left), vt_lowest(to), 0);
    unsigned seas = 0;
    while (seas < VT_SEA_COUNT && vt_covers(&fund, l->cavalry, l->ships + (int)seas + 1, 0)) seas++;
    if (!seas) return n;
    for (uint32_t left = from & d->facts.ports; left; left &= left - 1)
        for (uint32_t to = d->facts.reach[seas - 1][vt_lowest(left)] & vt_board(d, s); to; to &= to - 1)
            out[n++] = casata_act(VT_A_SEA, vt_lowest(left), vt_lowest(to), 0);
    return n;
}
/* Where a move stands among those from one city; roads first. */
static unsigned march_rank(casata_action a) {
    return casata_b(a) + (casata_kind(a) == VT_A_SEA ? VT_CITY_COUNT : 0) + 1;
}
/* By the city that is left: a soldier who has not just come there could have set out before. */
static bool maneuver_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                               casata_action a) {
    const struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    const struct virtu *s = state;
    (void)data, (void)seat;
    if (casata_kind(a) == VT_A_INDULGE) return l->begun;
    if (casata_kind(a) == VT_A_STOP || !l->last || s->marched >> casata_a(a) & 1) return false;
    return casata_a(a) < l->start || (casata_a(a) == l->start && march_rank(a) < l->last);
}
static void remember_march(struct vt_maneuver *l, casata_action a) {
    bool later = !l->last || casata_a(a) > l->start || (casata_a(a) == l->start && march_rank(a) > l->last);
    if (later) l->start = (uint8_t)casata_a(a), l->last = (uint8_t)march_rank(a);
}
static void march(const struct virtu_data *d, struct virtu *s, int seat, unsigned from, unsigned to,
                  struct casata_sink *sink) {
    s->soldiers[seat][from]--;
    s->soldiers[seat][to]++;
    if (vt_friendly(d, s, seat) >> to & 1) s->marched |= vt_bit(to);
    casata_emit(sink, "event.march", 3, casata_seat(seat), casata_word(&vt_cities, from),
                casata_word(&vt_cities, to));
}
static bool maneuver_forced(const void *data, const void *state, const struct casata_frame *f,
                            casata_action only, struct casata_sink *sink) {
    const struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    (void)data, (void)state;
    return vt_stop_action(f, only, !l->cavalry && !l->ships, sink);
}
static void maneuver_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    struct virtu *s = state;
    struct vt_cost owed = maneuver_cost(l);
    unsigned from = casata_a(a), to = casata_b(a);
    switch (casata_kind(a)) {
    case VT_A_STOP:
        s->marched = 0;
        casata_pop(s);
        vt_begin_pay(s, seat, owed, sink);
        return;
    case VT_A_INDULGE:
        vt_take_florins(data, s, seat, sink);
        l->begun = 1;
        return;
    case VT_A_ROAD: l->cavalry++; break;
    default: l->ships = (uint8_t)(l->ships + vt_crossing(data, from, to));
    }
    l->begun = 1;
    remember_march(l, a);
    march(data, s, seat, from, to, sink);
}
static bool maneuver_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    const struct virtu *s = state;
    if (l->start >= VT_CITY_COUNT || l->last > 2 * VT_CITY_COUNT || l->begun > 1 ||
        s->p[f->seat].marker >= VT_CHAMBER_COUNT || s->marched & ~vt_friendly(data, s, f->seat))
        return false;
    return vt_can_pay(data, s, f->seat, maneuver_cost(l));
}
/* A card gives one kind only, so the cavalry and ships at hand are limits, not a sum. */
static struct casata_msg maneuver_prompt(const struct casata_scene_builder *build,
                                         const struct casata_frame *f, int seat) {
    const struct vt_maneuver *l = casata_locals(vt_maneuver, f);
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    unsigned cavalry = vt_total(d, s, seat, VT_CAVALRY, 0) - l->cavalry;
    unsigned ships = vt_total(d, s, seat, VT_SHIP, VT_WITH_OTTOMAN) - l->ships;
    return vt_or_vain(build,
                      casata_message("prompt.maneuver", 3, casata_seat(seat),
                                     vt_amount(VT_U_CAVALRY, cavalry), vt_amount(VT_U_SHIP, ships)),
                      "prompt.maneuver_vain");
}
static void describe_march(const struct casata_scene_builder *build, int seat, struct casata_choice *c) {
    const struct virtu_data *d = build->data;
    unsigned from = casata_a(c->action), to = casata_b(c->action);
    bool road = casata_kind(c->action) == VT_A_ROAD;
    c->slot = (int16_t)vt_city_slot(build, to);
    c->piece =
        casata_piece_at(build, vt_city_slot(build, from), VT_KIND_SOLDIER, seat, CASATA_ANY, CASATA_ANY);
    casata_add_cost(c, road ? vt_amount(VT_U_CAVALRY, 1) : vt_amount(VT_U_SHIP, vt_crossing(d, from, to)));
    c->rule = road ? "R8.12" : "R8.13";
    if (!(vt_friendly(d, build->state, seat) >> to & 1))
        c->text = vt_siege_msg(build, road ? VT_BY_ROAD : VT_BY_SEA, seat, from, to, 1);
}
static void maneuver_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    unsigned kind = casata_kind(c->action);
    (void)f;
    if (kind == VT_A_ROAD || kind == VT_A_SEA)
        describe_march(build, seat, c);
    else
        vt_describe_usual(build, c, seat);
}
static unsigned maneuver_rank(const struct casata_frame *f, casata_action a) /* by the city they leave */ {
    unsigned kind = casata_kind(a);
    return kind == VT_A_ROAD || kind == VT_A_SEA ? casata_a(a) : vt_rank(f, a);
}
/* Cities without a soldier that none can reach. */
static void maneuver_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu *s = build->state;
    (void)f;
    for (uint32_t left = vt_board(build->data, s); left; left &= left - 1) {
        unsigned city = vt_lowest(left);
        int slot = vt_city_slot(build, city);
        if (!s->soldiers[seat][city] && !vt_is_touched(build, slot))
            vt_block(build, slot, casata_message("act.soldiers_of", 1, casata_word(&vt_cities, city)),
                     VT_NO_SOLDIER, "R8.12");
    }
}
static const struct casata_vain maneuver_vain[] = {
    {VT_F_CITY, "vain.maneuver_city", "R8.12"},
    {0},
};
const struct casata_phase vt_phase_maneuver = {
    .name = "maneuver",
    .vain = maneuver_vain,
    .locals = CASATA_LOCAL_NAMES(VT_MANEUVER_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = maneuver_forced,
    .legal = maneuver_legal,
    .redundant = maneuver_redundant,
    .order =
        CASATA_ORDER(vt_maneuver, start) | CASATA_ORDER(vt_maneuver, last) | CASATA_ORDER(vt_maneuver, begun),
    .apply = maneuver_apply,
    .valid = maneuver_valid,
    .prompt = maneuver_prompt,
    .describe = maneuver_describe,
    .rank = maneuver_rank,
    .explain = maneuver_explain,
};

/* --- where agents stand (R8.17, R8.18, G39) ------------------------------------------------------------------- */
static uint8_t *agent_at(struct virtu *s, unsigned place) {
    if (place < VT_P_CHAMBER) return &s->agent[place];
    if (place < VT_P_ALLIANCE)
        return &s->p[(place - VT_P_CHAMBER) / VT_CHAMBER_COUNT]
                    .agent[(place - VT_P_CHAMBER) % VT_CHAMBER_COUNT];
    return &s->ally_agent[place - VT_P_ALLIANCE];
}
/* Places with agents of the seat (own), or of the others. */
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
/* R8.5, G14: the owner of The Prince keeps new agents of others out. */
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

/* Reports the fate of an agent: the first id is for cities and alliances, the second for chambers. */
static void emit_agent(const struct virtu_data *d, const struct virtu *s, const char *const id[2], int seat,
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
static const char *const on_remove[] = {"event.remove", "event.remove_chamber"},
                         *const on_from[] = {"event.agent_from", "event.agent_from_chamber"},
                         *const on_to[] = {"event.agent_to", "event.agent_to_chamber"};

static int slot_of_place(const struct casata_scene_builder *build, unsigned place) {
    if (place < VT_P_CHAMBER) return vt_city_slot(build, place);
    if (place >= VT_P_ALLIANCE) return casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * (place - VT_P_ALLIANCE));
    unsigned k = place - VT_P_CHAMBER;
    return casata_slot_at(build, VT_F_CHAMBER, (int)(k / VT_CHAMBER_COUNT), k % VT_CHAMBER_COUNT);
}
/* A place where an agent stands or may go; an agent there is itself the touch target. */
static void describe_place(const struct casata_scene_builder *build, struct casata_choice *c,
                           const char *in_city, const char *in_chamber) {
    unsigned place = casata_a(c->action);
    c->rule = "R8.17";
    if (place == VT_P_RESERVE) {
        c->text = casata_message("act.agent_reserve", 0);
        return;
    }
    c->slot = (int16_t)slot_of_place(build, place);
    if (place < VT_P_CHAMBER || place >= VT_P_ALLIANCE) {
        c->text = casata_message(in_city, 1, casata_word(&vt_places, place));
    } else {
        unsigned k = place - VT_P_CHAMBER, seat = k / VT_CHAMBER_COUNT, chamber = k % VT_CHAMBER_COUNT;
        c->text = casata_message(in_chamber, 3, casata_number((int)chamber + 1), casata_seat((int)seat),
                                 vt_chamber_arg(build, (int)seat, chamber));
    }
    c->piece = casata_piece_at(build, c->slot, VT_KIND_AGENT, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    if (c->piece >= 0 || place < VT_P_ALLIANCE) return;
    int right = c->slot + 1; /* R13.7: the alliance is used, or the agent is an enemy's */
    c->piece = casata_piece_at(build, right, VT_KIND_AGENT, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    if (c->piece >= 0) c->slot = (int16_t)right;
}

static void block_place(struct casata_scene_builder *build, unsigned place, unsigned reason,
                        const char *rule) {
    struct casata_choice c = {.action = casata_act(VT_A_TO, place, 0, 0)};
    describe_place(build, &c, "act.to", "act.to_chamber");
    vt_block(build, slot_of_place(build, place), c.text, reason, rule);
}
/* R8.17, R8.5, R9.8, R16.1, R20.4: why no agent can go there; VT_CAN: it can, or that player does not exist. */
static unsigned why_not_place(const struct virtu_data *d, const struct virtu *s, int seat, unsigned from,
                              unsigned place) {
    int owner = -1, palace = -1;
    unsigned agent = 0;
    if (places_for(d, s, seat, from) >> place & 1) return VT_CAN;
    if (place < VT_P_CHAMBER) {
        if (!(vt_board(d, s) & vt_bit(place))) return VT_NOT_IN_PLAY;
        agent = s->agent[place];
        for (int k = 0; k < s->head.seats; k++)
            if (s->p[k].cities & vt_bit(place)) owner = k;
    } else if (place < VT_P_ALLIANCE) {
        owner = palace = (int)((place - VT_P_CHAMBER) / VT_CHAMBER_COUNT);
        if (palace >= s->head.seats) return VT_CAN;
        agent = s->p[palace].agent[(place - VT_P_CHAMBER) % VT_CHAMBER_COUNT];
    } else {
        if (vt_two(s) && place == VT_P_ALLIANCE) return VT_NOT_IN_PLAY;
        agent = s->ally_agent[place - VT_P_ALLIANCE];
        owner = s->ally[place - VT_P_ALLIANCE] - 1;
    }
    if (agent) return VT_AGENT_THERE;
    if (keeps_out(s, owner, seat)) return VT_KEPT_OUT;
    return palace >= 0 ? VT_PALACE_FULL : VT_CAN;
}

/* --- Intrigue (R8.17 to R8.19, R9.2, R9.6, G53) ----------------------------------------------------------------------
 * In any order; all masks are paid at the end (G62). masks: owed. removed: the last place + 1 from which an agent was removed;
 * placed: the last + 1 where one was placed from the reserve, MOVED if one has moved; begun: 1: anything was done (all
 * order). */
#define VT_INTRIGUE_LOCALS(X) X(removed) X(placed) X(masks) X(begun)
CASATA_LOCALS(vt_intrigue, VT_INTRIGUE_LOCALS);
enum { MOVED = 255 };
/* Where the agent comes from; `after`: the order of the places so far. */
#define VT_TO_LOCALS(X) X(from) X(after)
CASATA_LOCALS(vt_to, VT_TO_LOCALS);

/* R9.6: an enemy agent in the chamber itself goes first. */
static bool must_remove(const struct virtu *s, const struct vt_intrigue *l, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return !l->masks && p->agent[p->marker] && p->agent[p->marker] != seat + 1;
}
static int intrigue_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct vt_intrigue *l = casata_locals(vt_intrigue, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = vt_list_stop(d, s, seat, out);
    if (vt_total(d, s, seat, VT_MASK, 0) <= l->masks) return n;
    if (must_remove(s, l, seat)) {
        out[n++] = casata_act(VT_A_REMOVE,
                              VT_P_CHAMBER + (unsigned)seat * VT_CHAMBER_COUNT + s->p[seat].marker, 0, 0);
        return n;
    }
    for (uint64_t left = agents_of(s, seat, false); left; left &= left - 1)
        out[n++] = casata_act(VT_A_REMOVE, (unsigned)__builtin_ctzll(left), 0, 0);
    if (!places_for(d, s, seat, VT_P_RESERVE)) return n;
    uint64_t own = agents_of(s, seat, true);
    for (uint64_t left = own; left; left &= left - 1)
        out[n++] = casata_act(VT_A_AGENT, (unsigned)__builtin_ctzll(left), 0, 0);
    if (s->p[seat].agents > vt_count64(own)) out[n++] = casata_act(VT_A_AGENT, VT_P_RESERVE, 0, 0);
    return n;
}
/* Removing an agent only makes room, so it might as well come first. */
static bool intrigue_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                               casata_action a) {
    const struct vt_intrigue *l = casata_locals(vt_intrigue, f);
    (void)data, (void)state, (void)seat;
    if (casata_kind(a) == VT_A_INDULGE) return l->begun;
    return casata_kind(a) == VT_A_REMOVE && (l->placed || casata_a(a) + 1 < l->removed);
}
static bool intrigue_forced(const void *data, const void *state, const struct casata_frame *f,
                            casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    return vt_stop_action(f, only, !casata_locals(vt_intrigue, f)->masks, sink);
}
static void intrigue_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct vt_intrigue *l = casata_locals(vt_intrigue, f);
    struct virtu *s = state;
    unsigned place = casata_a(a), owed = l->masks;
    switch (casata_kind(a)) {
    case VT_A_STOP:
        casata_pop(s);
        vt_begin_pay(s, seat, (struct vt_cost){.set = {1u << VT_MASK}, .need = {(uint8_t)owed}}, sink);
        return;
    case VT_A_INDULGE: vt_take_florins(data, s, seat, sink); break;
    case VT_A_REMOVE: { /* R8.19 */
        uint8_t *agent = agent_at(s, place);
        emit_agent(data, s, on_remove, seat, *agent - 1, place, sink);
        if (!must_remove(s, l, seat) && place >= l->removed) l->removed = (uint8_t)(place + 1);
        *agent = 0;
        l->masks++;
        break;
    }
    default: {
        l->masks++;
        struct vt_to *to = casata_begin(vt_to, s, VT_PH_TO, (unsigned)seat);
        to->from = (uint8_t)place;
        to->after = l->placed;
    }
    }
    l->begun = 1;
}
static bool intrigue_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_intrigue *l = casata_locals(vt_intrigue, f);
    const struct virtu *s = state;
    return l->removed <= VT_P_RESERVE && (l->placed <= VT_P_RESERVE || l->placed == MOVED) && l->begun <= 1 &&
           s->p[f->seat].marker < VT_CHAMBER_COUNT && vt_total(data, s, f->seat, VT_MASK, 0) >= l->masks;
}
static struct casata_msg intrigue_prompt(const struct casata_scene_builder *build,
                                         const struct casata_frame *f, int seat) {
    unsigned left =
        vt_total(build->data, build->state, seat, VT_MASK, 0) - casata_locals(vt_intrigue, f)->masks;
    return vt_or_vain(build,
                      casata_message("prompt.intrigue", 2, casata_seat(seat), vt_amount(VT_U_MASK, left)),
                      "prompt.intrigue_vain");
}
static void intrigue_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_REMOVE: describe_place(build, c, "act.remove", "act.remove_chamber"); break;
    case VT_A_AGENT: describe_place(build, c, "act.agent", "act.agent_chamber"); break;
    default: vt_describe_usual(build, c, seat); return;
    }
    casata_add_cost(c, vt_amount(VT_U_MASK, 1));
}
static unsigned intrigue_rank(const struct casata_frame *f, casata_action a) {
    if (casata_kind(a) == VT_A_AGENT) return casata_a(a) == VT_P_RESERVE ? 1 : 2;
    return vt_rank(f, a);
}
/* R9.6: until the enemy agent in the marker's chamber is removed, no other can be. */
static void intrigue_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu *s = build->state;
    if (!must_remove(s, casata_locals(vt_intrigue, f), seat)) return;
    unsigned here = VT_P_CHAMBER + (unsigned)seat * VT_CHAMBER_COUNT + s->p[seat].marker;
    for (uint64_t left = agents_of(s, seat, false) | agents_of(s, seat, true); left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        if (place != here) block_place(build, place, VT_REMOVE_FIRST, "R9.6");
    }
}
static const struct casata_vain intrigue_vain[] = {
    {VT_F_CITY, "vain.intrigue_place", "R8.17"},
    {VT_F_ALLIANCE, "vain.intrigue_place", "R8.17"},
    {VT_F_CHAMBER, "vain.intrigue_place", "R8.17"},
    {0},
};
const struct casata_phase vt_phase_intrigue = {
    .name = "intrigue",
    .vain = intrigue_vain,
    .locals = CASATA_LOCAL_NAMES(VT_INTRIGUE_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = intrigue_forced,
    .legal = intrigue_legal,
    .redundant = intrigue_redundant,
    .order = CASATA_ORDER(vt_intrigue, removed) | CASATA_ORDER(vt_intrigue, placed) |
             CASATA_ORDER(vt_intrigue, begun),
    .apply = intrigue_apply,
    .valid = intrigue_valid,
    .prompt = intrigue_prompt,
    .describe = intrigue_describe,
    .rank = intrigue_rank,
    .explain = intrigue_explain,
};

/* Where an agent goes (R8.17). */
static int to_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                    casata_action *out) {
    const struct vt_to *l = casata_locals(vt_to, f);
    int n = 0;
    for (uint64_t left = places_for(data, state, seat, l->from); left; left &= left - 1)
        out[n++] = casata_act(VT_A_TO, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
/* Agents of the reserve are alike and do not hinder each other; one that moves leaves a place that another may take. */
static bool to_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action a) {
    const struct vt_to *l = casata_locals(vt_to, f);
    (void)data, (void)state, (void)seat;
    return l->from == VT_P_RESERVE && l->after != MOVED && casata_a(a) + 1 < l->after;
}
static void to_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                     struct casata_sink *sink) {
    struct vt_to *l = casata_locals(vt_to, f);
    struct virtu *s = state;
    unsigned from = l->from, to = casata_a(a);
    casata_pop(s);
    struct vt_intrigue *below = casata_locals(vt_intrigue, casata_top(s));
    unsigned rank = from == VT_P_RESERVE ? to + 1 : MOVED;
    if (rank > below->placed) below->placed = (uint8_t)rank;
    if (from != VT_P_RESERVE) {
        *agent_at(s, from) = 0;
        emit_agent(data, s, on_from, seat, seat, from, sink);
    }
    *agent_at(s, to) = (uint8_t)(seat + 1);
    emit_agent(data, s, on_to, seat, seat, to, sink);
}
static bool to_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_intrigue *below = casata_locals(vt_intrigue, casata_below(f));
    const struct vt_to *l = casata_locals(vt_to, f);
    const struct virtu *s = state;
    if (l->from > VT_P_RESERVE || !below->masks || casata_below(f)->seat != f->seat) return false;
    if (l->from == VT_P_RESERVE ? !vt_reserve(s, f->seat) : !(agents_of(s, f->seat, true) >> l->from & 1))
        return false;
    return places_for(data, s, f->seat, l->from);
}
static void to_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                        struct casata_choice *c) {
    (void)f, (void)seat;
    describe_place(build, c, "act.to", "act.to_chamber");
}
static void to_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    unsigned from = casata_locals(vt_to, f)->from;
    for (unsigned place = 0; place < VT_P_RESERVE; place++) {
        unsigned reason = why_not_place(build->data, build->state, seat, from, place);
        if (reason != VT_CAN) block_place(build, place, reason, reason == VT_KEPT_OUT ? "R8.5" : "R8.17");
    }
}
static const struct casata_vain to_vain[] = {
    {VT_F_CITY, "vain.agent_to", "R8.17"},
    {VT_F_ALLIANCE, "vain.alliance_used", "R13.5"},
    {VT_F_CHAMBER, "vain.agent_to", "R8.17"},
    {0},
};
const struct casata_phase vt_phase_to = {
    .name = "to",
    .vain = to_vain,
    .locals = CASATA_LOCAL_NAMES(VT_TO_LOCALS),
    .words = {CASATA_LOCAL_WORD(vt_to, from, vt_places)},
    .parents = CASATA_ON(VT_PH_INTRIGUE),
    .legal = to_legal,
    .redundant = to_redundant,
    .order = CASATA_ORDER(vt_to, after),
    .apply = to_apply,
    .valid = to_valid,
    .ask = "prompt.to",
    .prompt = vt_prompt,
    .describe = to_describe,
    .explain = to_explain,
};
