/* virtu_actions.c: Patronage, Trade, Annex (R8.3 to R8.11). */
#include "games/virtu/virtu_scene.h"

enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS, FLORINS_PER_SHIP = 2 };

/* --- Patronage (R8.3, R8.4, G13) --------------------------------------------------------------------------------- */
static struct vt_cost patronage_cost(const struct virtu_data *d, const struct virtu_player *p) {
    unsigned space = p->patronage + 1u;
    return (struct vt_cost){.set = {CROWN_OR_CROSS},
                            .need = {d->patronage_track[space].cost_CX},
                            .florins = d->patronage_track[space].cost_F,
                            .with = VT_WITH_EMPIRE | VT_WITH_INDULGENCE};
}
#define VT_PATRONAGE_LOCALS(X) X(paying)
CASATA_LOCALS(vt_patronage, VT_PATRONAGE_LOCALS);
static int patronage_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = vt_list_stop(data, s, seat, out);
    (void)f;
    if (p->patronage < VT_PATRONAGE_SPACES - 1 && vt_can_pay(data, s, seat, patronage_cost(data, p)))
        out[n++] = casata_act(VT_A_ADVANCE, 0, 0, 0);
    return n;
}
static void patronage_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct vt_patronage *l = casata_locals(vt_patronage, f);
    struct virtu *s = state;
    if (vt_stopped(data, s, seat, a, sink)) return;
    l->paying = 1;
    vt_begin_pay(s, seat, patronage_cost(data, &s->p[seat]), sink);
}
/* R8.4: of the bonuses left, those of a type not taken yet. */
static unsigned bonuses_for(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned left = (1u << VT_BONUS_COUNT) - 1;
    for (int i = 0; i < s->head.seats; i++) left &= ~(unsigned)s->p[i].bonuses;
    for (unsigned have = s->p[seat].bonuses; have; have &= have - 1)
        for (unsigned i = 0; i < VT_BONUS_COUNT; i++)
            if (d->patronage_bonuses[i].type == d->patronage_bonuses[vt_lowest(have)].type)
                left &= ~(1u << i);
    return left;
}
static bool patronage_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_patronage *l = casata_locals(vt_patronage, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    int seat = f->seat;
    struct virtu_player *p = &s->p[seat];
    if (!l->paying) return false;
    casata_pop(s);
    p->patronage++;
    casata_emit(sink, "event.patronage", 2, casata_seat(seat), casata_number(p->patronage));
    if (d->patronage_track[p->patronage].bonus && bonuses_for(d, s, seat))
        casata_push(s, VT_PH_BONUS, (unsigned)seat);
    return true;
}
static bool patronage_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_patronage *l = casata_locals(vt_patronage, f);
    const struct virtu *s = state;
    (void)data;
    return l->paying == vt_pays_above(s, f) && !vt_two(s) && s->p[f->seat].marker < VT_CHAMBER_COUNT &&
           (!l->paying || s->p[f->seat].patronage < VT_PATRONAGE_SPACES - 1);
}
static struct casata_msg patronage_prompt(const struct casata_scene_builder *build,
                                          const struct casata_frame *f, int seat) {
    return vt_or_vain(build, vt_prompt(build, f, seat), "prompt.patronage_vain");
}
static void patronage_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                               int seat, struct casata_choice *c) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    (void)f;
    if (casata_kind(c->action) != VT_A_ADVANCE) {
        vt_describe_usual(build, c, seat);
        return;
    }
    struct vt_cost cost = patronage_cost(build->data, p);
    const struct virtu_data *d = build->data;
    unsigned now = d->patronage_track[p->patronage].pp, then = d->patronage_track[p->patronage + 1u].pp;
    vt_add_costs(c, cost);
    vt_warn_of_indulgence(build, c, seat, cost);
    if (then > now) casata_add_gain(c, vt_amount(VT_U_POINT, then - now));
    if (d->patronage_track[p->patronage + 1u].bonus && bonuses_for(d, s, seat))
        casata_add_gain(c, vt_amount(VT_U_BONUS, 1));
    c->slot = (int16_t)casata_slot_at(build, VT_F_PATRONAGE, -1, p->patronage + 1u);
    c->rule = "R8.3";
}
static const struct casata_vain patronage_vain[] = {
    {VT_F_PATRONAGE, "vain.patronage_space", "R8.3"},
    {0},
};
const struct casata_phase vt_phase_patronage = {
    .name = "patronage",
    .vain = patronage_vain,
    .locals = CASATA_LOCAL_NAMES(VT_PATRONAGE_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = vt_forced_vain,
    .legal = patronage_legal,
    .apply = patronage_apply,
    .step = patronage_step,
    .valid = patronage_valid,
    .ask = "prompt.patronage",
    .prompt = patronage_prompt,
    .describe = patronage_describe,
    .rank = vt_rank,
};

/* --- the bonus of a space (R8.4, R8.5, R8.6) --------------------------------------------------------------------- */
static int bonus_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned left = bonuses_for(data, state, seat); left; left &= left - 1)
        out[n++] = casata_act(VT_A_BONUS, vt_lowest(left), 0, 0);
    return n;
}
/* R8.5, R8.6, G14, G15: the immediate effects. */
static void bonus_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned bonus = casata_a(a);
    (void)f;
    casata_pop(s);
    s->p[seat].bonuses |= (uint16_t)(1u << bonus);
    casata_emit(sink, "event.bonus", 2, casata_seat(seat), casata_word(&vt_bonuses, bonus));
    if (bonus == VT_B_CANNONS) vt_gain_tile(d, &s->p[seat], VT_T_CANNONS);
    if (d->patronage_bonuses[bonus].agent) vt_gain_agent(d, s, seat, sink);
    if (bonus == VT_B_MACHIAVELLI)
        casata_begin(vt_place, s, VT_PH_PLACE, (unsigned)seat)->card = VT_K_MACHIAVELLI;
}
static bool bonus_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    return bonuses_for(data, s, f->seat) &&
           ((const struct virtu_data *)data)->patronage_track[p->patronage].bonus;
}
static void bonus_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f, (void)seat;
    c->slot = (int16_t)casata_slot_at(build, VT_F_BONUSES, -1, 0);
    c->piece = vt_piece_with_face(build, c->slot, casata_word(&vt_bonuses, casata_a(c->action)));
    c->text = casata_message("act.bonus_of", 2, casata_word(&vt_bonuses, casata_a(c->action)),
                             casata_word(&vt_bonus_uses, casata_a(c->action)));
    c->rule = "R8.4";
}
const struct casata_phase vt_phase_bonus = {
    .name = "bonus",
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = casata_unasked,
    .legal = bonus_legal,
    .apply = bonus_apply,
    .valid = bonus_valid,
    .ask = "prompt.bonus",
    .prompt = vt_prompt,
    .describe = bonus_describe,
};

/* --- Trade (R8.7) ------------------------------------------------------------------------------------------------ */
/* last_source: + 1 (order); sold: 1: ships were sold. */
#define VT_TRADE_LOCALS(X) X(last_source) X(sold)
CASATA_LOCALS(vt_trade, VT_TRADE_LOCALS);
static int trade_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu *s = state;
    int n = vt_list_stop(data, s, seat, out);
    (void)f;
    if (!vt_total(data, s, seat, VT_SHIP, VT_WITH_OTTOMAN)) return n;
    for (uint64_t left = vt_offered_with(data, s, seat, VT_WITH_OTTOMAN, VT_SHIP); left; left &= left - 1)
        out[n++] = casata_act(VT_A_PAY, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static bool trade_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                            casata_action a) {
    const struct vt_trade *l = casata_locals(vt_trade, f);
    (void)data, (void)state, (void)seat;
    return casata_kind(a) == VT_A_INDULGE ? l->last_source
                                          : casata_kind(a) == VT_A_PAY && casata_a(a) + 1 < l->last_source;
}
static bool trade_forced(const void *data, const void *state, const struct casata_frame *f,
                         casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    return vt_stop_action(f, only, !casata_locals(vt_trade, f)->sold, sink);
}
static void sell(struct virtu *s, int seat, unsigned ships, struct casata_sink *sink) {
    vt_gain_florins(s, seat, ships * FLORINS_PER_SHIP);
    casata_emit(sink, "event.trade", 2, casata_seat(seat),
                casata_count(&vt_units, VT_U_FLORIN, (int)(ships * FLORINS_PER_SHIP)));
}
static void trade_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_trade *l = casata_locals(vt_trade, f);
    struct virtu *s = state;
    if (vt_stopped(data, s, seat, a, sink)) return;
    unsigned source = casata_a(a), ships = vt_gives(data, s, seat, source, 1u << VT_SHIP);
    vt_use_source(data, s, seat, source, sink);
    if (source >= l->last_source) l->last_source = (uint8_t)(source + 1);
    l->sold = 1;
    casata_emit(sink, "event.use", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                casata_count(&vt_units, VT_U_SHIP, (int)ships));
    sell(s, seat, ships, sink);
}
static bool trade_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!s->pool[VT_SHIP]) return false;
    sell(s, f->seat, s->pool[VT_SHIP], sink); /* the ships of the chamber */
    casata_locals(vt_trade, f)->sold = 1;
    s->pool[VT_SHIP] = 0;
    return true;
}
static bool trade_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_trade *l = casata_locals(vt_trade, f);
    const struct virtu *s = state;
    (void)data;
    return l->last_source <= VT_S_INDULGENCE && l->sold <= 1 && s->p[f->seat].marker < VT_CHAMBER_COUNT &&
           !s->pool[VT_SHIP];
}
static struct casata_msg trade_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    return vt_or_vain(build, vt_prompt(build, f, seat), "prompt.trade_vain");
}
static void trade_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) != VT_A_PAY) {
        vt_describe_usual(build, c, seat);
        return;
    }
    unsigned source = casata_a(c->action),
             ships = vt_gives(build->data, build->state, seat, source, 1u << VT_SHIP);
    vt_touch_source(build, c, seat, source);
    c->text = casata_message("act.pay", 1, vt_source_arg(build->state, seat, source));
    casata_add_cost(c, vt_amount(VT_U_SHIP, ships));
    casata_add_gain(c, vt_amount(VT_U_FLORIN, ships * FLORINS_PER_SHIP));
    c->rule = "R8.7";
}
const struct casata_phase vt_phase_trade = {
    .name = "trade",
    .locals = CASATA_LOCAL_NAMES(VT_TRADE_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = trade_forced,
    .legal = trade_legal,
    .redundant = trade_redundant,
    .order = CASATA_ORDER(vt_trade, last_source),
    .apply = trade_apply,
    .step = trade_step,
    .valid = trade_valid,
    .ask = "prompt.trade",
    .prompt = trade_prompt,
    .describe = trade_describe,
    .rank = vt_rank,
};

/* --- Annex (R8.8 to R8.11, G16, G54) ----------------------------------------------------------------------------- */
/* cost is written only if the answer is VT_CAN. */
static unsigned why_not_annex(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city,
                              struct vt_cost *cost) {
    uint32_t own = vt_friendly(d, s, seat);
    unsigned ships = 0;
    if (!(vt_board(d, s) >> city & 1)) return VT_NOT_IN_PLAY;
    if (s->owner[city]) return VT_NOT_NEUTRAL;
    if (d->cities[city].pirate) return VT_PIRATES; /* R8.10 */
    if (!(vt_roads(d, s, city) & own)) {
        ships = vt_nearest_port(d, own, city); /* R8.9 */
        if (!ships) return VT_NOT_LINKED;
    }
    *cost = (struct vt_cost){.set = {1 << VT_CROWN, 1 << VT_SHIP},
                             .need = {(uint8_t)(vt_modified_value(d, s, seat, city) + 1), (uint8_t)ships},
                             .with = VT_WITH_INDULGENCE | VT_WITH_OTTOMAN};
    return VT_CAN;
}
#define VT_ANNEX_LOCALS(X) X(city) /* being paid, + 1 */
CASATA_LOCALS(vt_annex, VT_ANNEX_LOCALS);
static int annex_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    static const struct vt_cost shape = {.set = {1 << VT_CROWN, 1 << VT_SHIP},
                                         .with = VT_WITH_INDULGENCE | VT_WITH_OTTOMAN};
    struct vt_cost cost;
    struct vt_fund fund;
    int n = vt_list_stop(d, s, seat, out);
    (void)f;
    vt_gather(d, s, seat, &shape, &fund);
    if (!vt_covers(&fund, 1, 0, 0)) return n;
    for (uint32_t left = vt_board(d, s); left; left &= left - 1) {
        unsigned city = vt_lowest(left);
        if (s->owner[city] || why_not_annex(d, s, seat, city, &cost) != VT_CAN) continue;
        if (vt_covers(&fund, cost.need[0], cost.need[1], 0)) out[n++] = casata_act(VT_A_ANNEX, city, 0, 0);
    }
    return n;
}
static void annex_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_annex *l = casata_locals(vt_annex, f);
    struct virtu *s = state;
    if (vt_stopped(data, s, seat, a, sink)) return;
    struct vt_cost cost = {0};
    why_not_annex(data, s, seat, casata_a(a), &cost);
    l->city = (uint8_t)(casata_a(a) + 1);
    vt_begin_pay(s, seat, cost, sink);
}
static bool annex_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_annex *l = casata_locals(vt_annex, f);
    struct virtu *s = state;
    unsigned city = l->city - 1u;
    int seat = f->seat;
    if (!l->city) return false;
    casata_pop(s);
    casata_emit(sink, "event.annex", 2, casata_seat(seat), casata_word(&vt_cities, city));
    vt_take_city(data, s, seat, city, false, sink);
    return true;
}
static bool annex_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_annex *l = casata_locals(vt_annex, f);
    const struct virtu *s = state;
    struct vt_cost cost;
    if (l->city > VT_CITY_COUNT || (l->city != 0) != vt_pays_above(s, f)) return false;
    if (s->p[f->seat].marker >= VT_CHAMBER_COUNT) return false;
    return !l->city || why_not_annex(data, s, f->seat, l->city - 1u, &cost) == VT_CAN;
}
static struct casata_msg annex_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    return vt_or_vain(build, vt_prompt(build, f, seat), "prompt.annex_vain");
}
static void annex_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    unsigned city = casata_a(c->action);
    struct vt_cost cost = {0};
    (void)f;
    if (casata_kind(c->action) != VT_A_ANNEX) {
        vt_describe_usual(build, c, seat);
        return;
    }
    c->slot = (int16_t)vt_city_slot(build, city);
    why_not_annex(build->data, build->state, seat, city, &cost);
    vt_add_costs(c, cost);
    casata_add_gain(c, vt_amount(VT_U_CITY, 1));
    vt_warn_of_indulgence(build, c, seat, cost);
    c->rule = "R8.8";
}
static void annex_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    struct vt_cost cost;
    (void)f;
    for (unsigned city = 0; city < VT_CITY_COUNT; city++) {
        if (s->owner[city] == seat + 1 || !(vt_board(d, s) >> city & 1) ||
            vt_is_listed(build, VT_A_ANNEX, city))
            continue;
        vt_block(build, vt_city_slot(build, city),
                 casata_message("act.annex", 1, casata_word(&vt_cities, city)),
                 why_not_annex(d, s, seat, city, &cost), "R8.8");
    }
}
static const struct casata_vain annex_vain[] = {
    {VT_F_CITY, "vain.annex_own", "R8.8"}, /* the others on the map are listed or blocked */
    {0},
};
const struct casata_phase vt_phase_annex = {
    .name = "annex",
    .vain = annex_vain,
    .locals = CASATA_LOCAL_NAMES(VT_ANNEX_LOCALS),
    .words = {CASATA_LOCAL_OR_NONE(vt_annex, city, vt_cities)},
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = vt_forced_vain,
    .legal = annex_legal,
    .apply = annex_apply,
    .step = annex_step,
    .valid = annex_valid,
    .ask = "prompt.annex",
    .prompt = annex_prompt,
    .describe = annex_describe,
    .rank = vt_rank,
    .explain = annex_explain,
};
