/* virtu_winter.c: Winter: pay, recruits, alliances (R12, R13). Reorganising is in virtu_reorganise.c, buying in
 * virtu_market.c. */
#include "games/virtu/virtu_scene.h"

/* --- one player after the other, all steps each (R5.3, R12) -------------------------------------------------------- */
static const uint8_t winter_step_phase[] = {VT_PH_PAYDAY, VT_PH_REORG, VT_PH_BUY, VT_PH_RECRUIT, VT_PH_ALLY};
enum { WINTER_STEPS = sizeof winter_step_phase };
#define VT_RECRUIT_LOCALS(X) X(last) X(owed) /* the last city + 1 (order); florins */
CASATA_LOCALS(vt_recruit, VT_RECRUIT_LOCALS);

/* Steps in which nothing can be done: everything has a price (virtu_schema.c). */
static bool is_idle(const struct virtu_data *d, const struct virtu *s, int seat, unsigned phase) {
    const struct virtu_player *p = &s->p[seat];
    if (phase == VT_PH_PAYDAY) return !vt_stationed(s, seat) && !vt_may_indulge(d, s, seat);
    if (phase == VT_PH_REORG) {
        uint64_t cards[2]; /* all cards of the palace */
        _Static_assert(offsetof(struct virtu_player, courtier) + VT_SPACE_COUNT ==
                           offsetof(struct virtu_player, chamber) + sizeof cards,
                       "chambers, upgrades and courtiers side by side");
        memcpy(cards, (const unsigned char *)p + offsetof(struct virtu_player, chamber), sizeof cards);
        return !(cards[0] | cards[1]);
    }
    if (phase == VT_PH_RECRUIT) return !vt_purse(s, seat) && !vt_may_indulge(d, s, seat);
    if (p->ready[VT_CROWN] || p->ready[VT_CROSS] || vt_may_indulge(d, s, seat)) return false;
    return phase == VT_PH_ALLY ? !p->ready[VT_SHIP] && !p->ready[VT_CAVALRY]
                               : !vt_purse(s, seat) && !vt_alliance_ready(s, seat, VT_EMPIRE);
}
/* The turn of a seat is over: its purchases become available (R12.6, G64). */
static void end_turn(const struct virtu_data *d, struct virtu *s, struct vt_winter *l) {
    struct virtu_player *p = &s->p[s->order[l->place]];
    for (unsigned left = l->new_cards; left; left &= left - 1)
        vt_more(p, vt_card(d, p->courtier[vt_lowest(left)] - 1u)->symbol);
    for (unsigned left = l->new_tiles; left; left &= left - 1)
        vt_more(p, vt_tile_symbols(d, p, vt_lowest(left)));
    p->courtier_used &= (uint8_t)~l->new_cards;
    p->tiles_used &= (uint8_t)~l->new_tiles;
    *l = (struct vt_winter){.place = (uint8_t)(l->place + 1)};
}
/* Florins taken for an indulgence before would have been spent instead of those that must be collected: then it matters
 * when they are taken. */
void vt_leave_step(struct virtu *s, unsigned florins) {
    const struct casata_frame *f = casata_top(s);
    casata_locals(vt_winter, &s->head.frame[1])->asked = s->p[f->seat].florins >= florins;
}
static void leave_and_pay(struct virtu *s, int seat, unsigned florins, struct casata_sink *sink) {
    vt_leave_step(s, florins);
    casata_pop(s);
    vt_begin_pay(s, seat, (struct vt_cost){.florins = (uint8_t)florins}, sink);
}
bool vt_indulge_asked(const struct casata_frame *f) {
    return casata_locals(vt_winter, casata_below(f))->asked;
}
/* No choice but to go on in this and each later step? Then the rest of the turn passes unasked. */
static bool is_empty_from(const struct virtu_data *d, const struct virtu *s, int seat, unsigned first) {
    static const struct casata_phase *const step[] = {&vt_phase_payday, &vt_phase_reorg, &vt_phase_buy,
                                                      &vt_phase_recruit, &vt_phase_ally};
    _Static_assert(sizeof step / sizeof *step == WINTER_STEPS, "the phases of winter_step_phase");
    casata_action legal[CASATA_MAX_CHOICES];
    for (unsigned i = first; i < WINTER_STEPS; i++) {
        struct virtu begun = *s;
        const struct casata_frame *f = casata_push(&begun, winter_step_phase[i], (unsigned)seat);
        if (!is_idle(d, s, seat, winter_step_phase[i]) &&
            (step[i]->legal(d, &begun, f, seat, legal) > 1 || !step[i]->forced(d, &begun, f, legal[0], NULL)))
            return false;
    }
    return true;
}
/* Says that the step that has just begun is passed over; the last one speaks for all passed over just before it, and an
 * empty turn was told at its beginning. Nobody without soldiers expects a payday. */
static void tell_passing(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *winter,
                         int seat, struct casata_sink *sink) {
    static const char *const event[WINTER_STEPS] = {NULL, "event.no_reorganise", "event.no_buy",
                                                    "event.no_recruit", "event.no_more"};
    unsigned next = casata_locals(vt_winter, winter)->step;
    if (!sink || !event[next - 1] || is_empty_from(d, s, seat, 0)) return;
    if (next == WINTER_STEPS || !is_empty_from(d, s, seat, next))
        casata_emit(sink, event[next - 1], 1, casata_seat(seat));
}
bool vt_forced_step(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink) {
    const struct virtu *s = state;
    if (casata_kind(only) != VT_A_STOP) return false;
    bool begun = s->basket || (f->phase == VT_PH_RECRUIT && casata_locals(vt_recruit, f)->owed);
    if (!begun) tell_passing(data, s, casata_below(f), f->seat, sink);
    return true;
}
static bool winter_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_winter *l = casata_locals(vt_winter, f);
    struct virtu *s = state;
    vt_clear_pool(s);
    for (;;) {
        if (l->step == WINTER_STEPS) end_turn(data, s, l);
        if (l->place == s->head.seats) {
            casata_pop(s);
            return true;
        }
        unsigned seat = s->order[l->place];
        if (l->step == 0) {
            s->head.turn++;
            if (sink && is_empty_from(data, s, (int)seat, 0))
                casata_emit(sink, "event.empty_turn", 1, casata_seat((int)seat));
        }
        unsigned phase = winter_step_phase[l->step++];
        if (is_idle(data, s, (int)seat, phase)) {
            tell_passing(data, s, f, (int)seat, sink);
            continue;
        }
        casata_push(s, phase, seat);
        return true;
    }
}
static bool winter_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_winter *l = casata_locals(vt_winter, f);
    const struct virtu *s = state;
    const struct casata_frame *above = vt_above(s, f);
    (void)data;
    if (s->season != VT_WINTER || l->place >= s->head.seats || l->step == 0 || l->step > WINTER_STEPS ||
        l->asked > 1)
        return false;
    const struct virtu_player *p = &s->p[s->order[l->place]];
    if (l->new_cards & ~p->courtier_used || l->new_tiles & ~p->tiles_used) return false;
    if (!above || above->seat != s->order[l->place]) return false;
    unsigned phase = winter_step_phase[l->step - 1];
    if (above->phase == phase) return true;
    /* soldiers are paid for when the step is over */
    return above->phase == VT_PH_PAY && (phase == VT_PH_PAYDAY || phase == VT_PH_RECRUIT);
}
const struct casata_phase vt_phase_winter = {
    .name = "winter",
    .locals = CASATA_LOCAL_NAMES(VT_WINTER_LOCALS),
    .words = {CASATA_LOCAL_SET(vt_winter, new_cards, vt_spaces),
              CASATA_LOCAL_SET(vt_winter, new_tiles, vt_tiles)},
    .parents = CASATA_ON(VT_PH_GAME),
    .order = CASATA_ORDER(vt_winter, asked), /* of the steps that lie on it */
    .step = winter_step,
    .valid = winter_valid,
};

/* --- pay (R12.1, R20.13, G26) ---------------------------------------------------------------------------------------- */
unsigned vt_pay_due(const struct virtu_data *d, unsigned soldiers) {
    for (int i = 0; i < VT_PAY_ROWS; i++)
        if (soldiers >= d->soldier_pay[i].min_soldiers && soldiers <= d->soldier_pay[i].max_soldiers)
            return d->soldier_pay[i].florins;
    return 0;
}
/* Soldiers that cannot be paid for. */
static unsigned unpaid(const struct virtu_data *d, const struct virtu *s, int seat, unsigned purse) {
    unsigned n = vt_soldiers_of(s, seat), keep = n;
    while (vt_pay_due(d, keep) > purse) keep--;
    return n - keep;
}
static int payday_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = vt_list_indulge(d, s, seat, out); /* R12.13 */
    (void)f;
    for (uint32_t cities = vt_stationed(s, seat); cities; cities &= cities - 1)
        out[n++] = casata_act(VT_A_DISBAND, vt_lowest(cities), 0, 0);
    if (!unpaid(d, s, seat, vt_purse(s, seat))) out[n++] = casata_act(VT_A_PAYDAY, 0, 0, 0);
    return n;
}
static bool payday_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                             casata_action a) {
    const struct vt_payday *l = casata_locals(vt_payday, f);
    (void)data, (void)state, (void)seat;
    return casata_kind(a) == VT_A_INDULGE ? l->last_city
                                          : casata_kind(a) == VT_A_DISBAND && casata_a(a) + 1 < l->last_city;
}
static bool payday_forced(const void *data, const void *state, const struct casata_frame *f,
                          casata_action only, struct casata_sink *sink) {
    (void)data, (void)sink;
    return casata_kind(only) == VT_A_PAYDAY && !vt_soldiers_of(state, f->seat);
}
static void payday_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct vt_payday *l = casata_locals(vt_payday, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned city = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_INDULGE: vt_take_florins(d, s, seat, sink); break;
    case VT_A_DISBAND:
        s->soldiers[seat][city]--;
        if (city >= l->last_city) l->last_city = (uint8_t)(city + 1);
        casata_emit(sink, "event.disband", 2, casata_seat(seat), casata_word(&vt_cities, city));
        break;
    default: leave_and_pay(s, seat, vt_pay_due(d, vt_soldiers_of(s, seat)), sink);
    }
}
static bool payday_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_payday *l = casata_locals(vt_payday, f);
    (void)data, (void)state;
    return l->last_city <= VT_CITY_COUNT;
}
static struct casata_msg payday_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    const struct virtu *s = build->state;
    struct casata_msg prompt = vt_prompt(build, f, seat);
    unsigned soldiers = vt_soldiers_of(s, seat), due = vt_pay_due(build->data, soldiers),
             purse = vt_purse(s, seat);
    if (!soldiers) prompt.id = "prompt.payday_none";
    if (due <= purse) return prompt;
    return casata_message("prompt.payday_short", 4, casata_seat(seat), vt_amount(VT_U_FLORIN, due),
                          vt_amount(VT_U_FLORIN, purse),
                          vt_amount(VT_U_SOLDIER, unpaid(build->data, s, seat, purse)));
}
static void payday_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_PAYDAY: {
        unsigned soldiers = vt_soldiers_of(build->state, seat);
        casata_add_cost(c, vt_amount(VT_U_FLORIN, vt_pay_due(build->data, soldiers)));
        if (!soldiers) c->text = casata_message("act.go_on", 0);
        c->rule = "R12.1";
        break;
    }
    case VT_A_DISBAND:
        c->slot = (int16_t)vt_city_slot(build, casata_a(c->action));
        c->rule = "R12.1";
        break;
    default: vt_describe_usual(build, c, seat);
    }
}
static const struct casata_vain payday_vain[] = {
    {VT_F_CITY, "vain.payday_city", "R12.1"},
    {0},
};
const struct casata_phase vt_phase_payday = {
    .name = "payday",
    .vain = payday_vain,
    .locals = CASATA_LOCAL_NAMES(VT_PAYDAY_LOCALS),
    .parents = CASATA_ON(VT_PH_WINTER),
    .forced = payday_forced,
    .legal = payday_legal,
    .redundant = payday_redundant,
    .order = CASATA_ORDER(vt_payday, last_city),
    .apply = payday_apply,
    .valid = payday_valid,
    .ask = "prompt.payday",
    .prompt = payday_prompt,
    .describe = payday_describe,
    .rank = vt_rank,
};

/* --- recruits (R12.11, G36, G56) ------------------------------------------------------------------------------------------
 * In any order (G63); they are paid for together (G62). */
enum { RECRUIT_AT_HOME = 1, RECRUIT_ELSEWHERE = 3 };

static unsigned recruit_price(const struct virtu_data *d, const struct virtu_player *p, unsigned city) {
    return city == d->powers[p->power].capital || city == d->powers[p->power].home2 ? RECRUIT_AT_HOME
                                                                                    : RECRUIT_ELSEWHERE;
}
static int recruit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct vt_recruit *l = casata_locals(vt_recruit, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = 0;
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    uint32_t cities = p->cities;
    if (!cities || vt_soldiers_of(s, seat) >= vt_max_soldiers(d, s, seat)) return n;
    n += vt_list_indulge(d, s, seat, out + n); /* R12.13 */
    unsigned purse = vt_purse(s, seat);
    for (; cities; cities &= cities - 1)
        if (l->owed + recruit_price(d, p, vt_lowest(cities)) <= purse)
            out[n++] = casata_act(VT_A_RECRUIT, vt_lowest(cities), 0, 0);
    return n;
}
static bool recruit_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action a) {
    const struct vt_recruit *l = casata_locals(vt_recruit, f);
    (void)data, (void)state, (void)seat;
    if (casata_kind(a) == VT_A_INDULGE) return l->last || vt_indulge_asked(f);
    return casata_kind(a) == VT_A_RECRUIT && casata_a(a) + 1 < l->last;
}
static void recruit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct vt_recruit *l = casata_locals(vt_recruit, f);
    struct virtu *s = state;
    unsigned city = casata_a(a), owed = l->owed;
    if (casata_kind(a) == VT_A_STOP) {
        leave_and_pay(s, seat, owed, sink);
        return;
    }
    if (casata_kind(a) == VT_A_INDULGE) {
        vt_take_florins(data, s, seat, sink);
        return;
    }
    if (city >= l->last) l->last = (uint8_t)(city + 1);
    l->owed = (uint8_t)(owed + recruit_price(data, &s->p[seat], city));
    s->soldiers[seat][city]++;
    casata_emit(sink, "event.recruit", 2, casata_seat(seat), casata_word(&vt_cities, city));
}
static bool recruit_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_recruit *l = casata_locals(vt_recruit, f);
    (void)data;
    return l->last <= VT_CITY_COUNT && l->owed <= vt_purse(state, f->seat);
}
static void recruit_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    const struct virtu *s = build->state;
    unsigned city = casata_a(c->action);
    (void)f;
    if (casata_kind(c->action) != VT_A_RECRUIT) {
        vt_describe_usual(build, c, seat);
        return;
    }
    c->slot = (int16_t)vt_city_slot(build, city);
    casata_add_cost(c, vt_amount(VT_U_FLORIN, recruit_price(build->data, &s->p[seat], city)));
    casata_add_gain(c, vt_amount(VT_U_SOLDIER, 1));
    c->rule = "R12.11";
}
static void recruit_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu *s = build->state;
    bool left = vt_soldiers_of(s, seat) < vt_max_soldiers(build->data, s, seat);
    (void)f;
    for (unsigned city = 0; city < VT_CITY_COUNT; city++)
        casata_add_vain(build, vt_city_slot(build, city),
                        !(vt_board(build->data, s) & vt_bit(city)) ? "reason.not_in_play"
                        : !(s->p[seat].cities & vt_bit(city))      ? "vain.recruit_city"
                        : left                                     ? "reason.too_dear"
                                                                   : "vain.recruit_all",
                        "R12.11");
}
const struct casata_phase vt_phase_recruit = {
    .name = "recruit",
    .locals = CASATA_LOCAL_NAMES(VT_RECRUIT_LOCALS),
    .parents = CASATA_ON(VT_PH_WINTER),
    .forced = vt_forced_step,
    .legal = recruit_legal,
    .redundant = recruit_redundant,
    .order = CASATA_ORDER(vt_recruit, last),
    .apply = recruit_apply,
    .valid = recruit_valid,
    .ask = "prompt.recruit",
    .prompt = vt_prompt,
    .describe = recruit_describe,
    .rank = vt_rank,
    .explain = recruit_explain,
};

/* --- alliances (R12.12, R13, G42, G43) ------------------------------------------------------------------------------- */
static unsigned why_not_ally(const struct virtu *s, int seat, unsigned alliance) {
    if (vt_two(s) && alliance == VT_FRANCE) return VT_NOT_IN_PLAY; /* R20.4 */
    if (s->ally[alliance] == seat + 1) return VT_OWN_ALLIANCE;
    return !s->ally[alliance] || s->ally_agent[alliance] == seat + 1 ? VT_CAN
                                                                     : VT_AGENT_MISSING; /* R13.3, R9.7 */
}
/* R13.2: crowns and one other symbol; with an own agent there one symbol less. */
static struct vt_cost ally_cost(const struct virtu_data *d, unsigned alliance, unsigned discount) {
    unsigned second = d->alliances[alliance].cost_X   ? VT_CROSS
                      : d->alliances[alliance].cost_S ? VT_SHIP
                                                      : VT_CAVALRY;
    unsigned n =
        d->alliances[alliance].cost_X + d->alliances[alliance].cost_S + d->alliances[alliance].cost_H;
    unsigned crowns = d->alliances[alliance].cost_C;
    if (discount == VT_CROWN && crowns) crowns--;
    if (discount == second && n) n--;
    return (struct vt_cost){.set = {1 << VT_CROWN, (uint8_t)(1u << second)},
                            .need = {(uint8_t)crowns, (uint8_t)n},
                            .with = VT_WITH_INDULGENCE};
}
static bool could_pay(const struct virtu_data *d, const struct virtu *s, int seat, struct vt_cost cost) {
    const uint8_t *ready = s->p[seat].ready; /* as far as each symbol by itself goes */
    if (ready[vt_lowest(cost.set[1])] < cost.need[1] ||
        ready[VT_CROWN] + d->indulgences[0].gain_C < cost.need[0])
        return false;
    return vt_can_pay(d, s, seat, cost);
}
#define VT_ALLY_LOCALS(X) X(paying) /* for which alliance + 1 */
CASATA_LOCALS(vt_ally, VT_ALLY_LOCALS);
static int ally_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = vt_list_stop(d, s, seat, out), others = n; /* R12.13 */
    (void)f;
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++) {
        if (why_not_ally(s, seat, i) != VT_CAN) continue;
        struct vt_cost full = ally_cost(d, i, VT_SYMBOL_COUNT), cost;
        if (s->ally[i] || s->ally_agent[i] != seat + 1) { /* R13.2, R13.3 */
            if (could_pay(d, s, seat, full)) out[n++] = casata_act(VT_A_ALLY, i, VT_SYMBOL_COUNT, 0);
            continue;
        }
        for (unsigned symbol = VT_CROWN; symbol < VT_SYMBOL_COUNT;
             symbol++) { /* one symbol less, freely chosen */
            cost = ally_cost(d, i, symbol);
            if (cost.need[0] + cost.need[1] < full.need[0] + full.need[1] && could_pay(d, s, seat, cost))
                out[n++] = casata_act(VT_A_ALLY, i, symbol, 0);
        }
    }
    return n > others ? n : 1; /* G61 */
}
static bool ally_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    (void)data, (void)state, (void)seat;
    return casata_kind(a) == VT_A_INDULGE && vt_indulge_asked(f);
}
static void ally_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct vt_ally *l = casata_locals(vt_ally, f);
    struct virtu *s = state;
    if (vt_stopped(data, s, seat, a, sink)) return;
    l->paying = (uint8_t)(casata_a(a) + 1);
    vt_begin_pay(s, seat, ally_cost(data, casata_a(a), casata_b(a)), sink);
}
/* R13.1, R13.3, R13.4: one in a Winter; the agent stays. */
static bool ally_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_ally *l = casata_locals(vt_ally, f);
    struct virtu *s = state;
    (void)data;
    if (!l->paying) return false;
    unsigned alliance = l->paying - 1u;
    casata_emit(sink, s->ally[alliance] ? "event.take_over" : "event.ally", 2, casata_seat(f->seat),
                casata_word(&vt_alliances, alliance));
    s->ally[alliance] = (uint8_t)(f->seat + 1);
    s->ally_used[alliance] = 0;
    casata_pop(s);
    return true;
}
static bool ally_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_ally *l = casata_locals(vt_ally, f);
    const struct virtu *s = state;
    (void)data;
    if (l->paying > VT_ALLIANCE_COUNT || (l->paying != 0) != vt_pays_above(s, f)) return false;
    return !l->paying || why_not_ally(s, f->seat, l->paying - 1u) == VT_CAN;
}
static void ally_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned alliance = casata_a(c->action), discount = casata_b(c->action);
    (void)f;
    if (casata_kind(c->action) != VT_A_ALLY) {
        vt_describe_usual(build, c, seat);
        return;
    }
    c->slot = (int16_t)casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * alliance);
    if (discount == VT_SYMBOL_COUNT)
        c->text = casata_message("act.ally_any", 1, casata_word(&vt_alliances, alliance));
    struct vt_cost cost = ally_cost(build->data, alliance, discount);
    vt_add_costs(c, cost);
    casata_add_gain(c, vt_amount(VT_U_POINT, 1)); /* R15.6 */
    vt_warn_of_indulgence(build, c, seat, cost);
    c->rule = "R13.2";
}
static void ally_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (!vt_is_listed(build, VT_A_ALLY, i))
            vt_block(build, casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * i),
                     casata_message("act.ally_any", 1, casata_word(&vt_alliances, i)),
                     why_not_ally(build->state, seat, i), "R13.2");
}
static const struct casata_vain ally_vain[] = {
    {VT_F_ALLIANCE, "vain.alliance_used", "R13.5"},
    {0},
};
const struct casata_phase vt_phase_ally = {
    .name = "ally",
    .vain = ally_vain,
    .locals = CASATA_LOCAL_NAMES(VT_ALLY_LOCALS),
    .words = {CASATA_LOCAL_OR_NONE(vt_ally, paying, vt_alliances)},
    .parents = CASATA_ON(VT_PH_WINTER),
    .forced = vt_forced_step,
    .legal = ally_legal,
    .redundant = ally_redundant,
    .apply = ally_apply,
    .step = ally_step,
    .valid = ally_valid,
    .ask = "prompt.ally",
    .prompt = vt_prompt,
    .describe = ally_describe,
    .rank = vt_rank,
    .explain = ally_explain,
};
