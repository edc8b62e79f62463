/* virtu_war.c: Spring, part 2: which sieges are fought, in which order, and retreat (R10). A fight itself is in
 * virtu_fight.c. */
#include "games/virtu/virtu_scene.h"

/* Cities before which soldiers of a seat stand and have not been beaten; in front of a city that has become friendly
 * they are inside (G18). */
uint32_t vt_sieges_of(const struct virtu_data *d, const struct virtu *s, int seat) {
    return vt_stationed(s, seat) & ~vt_friendly(d, s, seat) & ~s->p[seat].routed;
}

/* --- the phase: all sieges in turn order, then all retreats (R10.1, R10.10, R10.14, G24) ------------------------
 * place: in the turn order. fought: 1: this seat had a siege. ships: owed for its retreat, paid together at its end
 * (G22, G62). */
#define VT_WAR_LOCALS(X) X(place) X(retreats) X(fought) X(ships)
CASATA_LOCALS(vt_war, VT_WAR_LOCALS);
/* One soldier retreats at a time, in any way. last_way, last_city: kind and city of the last way by rank (order). */
#define VT_RETREAT_LOCALS(X) X(city) X(last_way) X(last_city)
CASATA_LOCALS(vt_retreat, VT_RETREAT_LOCALS);
static struct vt_cost retreat_cost(unsigned ships) {
    return (struct vt_cost){.set = {1u << VT_SHIP}, .need = {(uint8_t)ships}, .with = VT_WITH_OTTOMAN};
}
static void end_of_spring(struct virtu *s) {
    for (int i = 0; i < s->head.seats; i++) s->p[i].tokens = 0;
    casata_pop(s);
}
static bool war_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_war *l = casata_locals(vt_war, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    for (; !l->retreats && l->place < s->head.seats; l->place++, l->fought = 0) {
        int seat = s->order[l->place];
        if (vt_sieges_of(d, s, seat)) {
            l->fought = 1;
            casata_push(s, VT_PH_SIEGES, (unsigned)seat);
            return true;
        }
        if (l->fought) s->p[seat].tokens = 0;
    }
    if (!l->retreats) l->retreats = 1, l->place = 0;
    for (; l->place < s->head.seats; l->place++) {
        int seat = s->order[l->place];
        if (s->p[seat].routed) {
            casata_begin(vt_retreat, s, VT_PH_RETREAT, (unsigned)seat)->city =
                (uint8_t)vt_lowest(s->p[seat].routed);
            return true;
        }
        if (l->ships) {
            unsigned ships = l->ships;
            l->ships = 0;
            vt_begin_pay(s, seat, retreat_cost(ships), sink);
            return true;
        }
    }
    end_of_spring(s);
    return true;
}
/* Seats that have had their turn have no siege left, and during the retreats nobody has; those that have retreated
 * have no beaten soldiers left. */
static bool war_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_war *l = casata_locals(vt_war, f);
    const struct virtu *s = state;
    if (s->season != VT_SIEGES || l->place >= s->head.seats || l->retreats > 1 || l->fought > 1) return false;
    if (l->ships &&
        (!l->retreats || vt_total(data, s, s->order[l->place], VT_SHIP, VT_WITH_OTTOMAN) < l->ships))
        return false;
    for (int i = 0; i < s->head.seats; i++) {
        if ((l->retreats || i < l->place) && vt_sieges_of(data, s, s->order[i])) return false;
        if (l->retreats && i < l->place && s->p[s->order[i]].routed) return false;
    }
    const struct casata_frame *above = vt_above(s, f);
    if (!above) return false;
    if (above->phase == VT_PH_CROWDED) return true;
    bool retreats = above->phase == VT_PH_RETREAT || above->phase == VT_PH_PAY;
    return above->seat == s->order[l->place] && retreats == l->retreats;
}
const struct casata_phase vt_phase_war = {
    .name = "war",
    .locals = CASATA_LOCAL_NAMES(VT_WAR_LOCALS),
    .parents = CASATA_ON(VT_PH_GAME),
    .step = war_step,
    .valid = war_valid,
};

/* --- which siege comes next (R10.1) ------------------------------------------------------------------------------ */
static int sieges_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    int n = 0;
    (void)f;
    for (uint32_t left = vt_sieges_of(data, state, seat); left; left &= left - 1)
        out[n++] = casata_act(VT_A_SIEGE, vt_lowest(left), 0, 0);
    return n;
}
static void sieges_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data, (void)f;
    s->head.turn++;
    casata_pop(s);
    casata_begin(vt_siege, s, VT_PH_SIEGE, (unsigned)seat)->city = (uint8_t)casata_a(a);
    casata_emit(sink, "event.siege", 2, casata_seat(seat), casata_word(&vt_cities, casata_a(a)));
}
static bool sieges_valid(const void *data, const void *state, const struct casata_frame *f) {
    return vt_sieges_of(data, state, f->seat);
}
/* Another seat before the same city, the lowest; -1: none. */
static int some_rival(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city) {
    for (int k = 0; k < s->head.seats; k++)
        if (k != seat && vt_sieges_of(d, s, k) >> city & 1) return k;
    return -1;
}
struct casata_msg vt_siege_msg(const struct casata_scene_builder *build, enum vt_siege_way way, int seat,
                               unsigned from, unsigned city, unsigned arriving) {
    static const char *const plain[] = {"act.road_siege", "act.sea_siege", "act.siege_of"},
                             *const bonus[] = {"act.road_siege_bonus", "act.sea_siege_bonus",
                                               "act.siege_of_bonus"},
                             *const battle[] = {"act.road_battle", "act.sea_battle", "act.siege_battle"};
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    int defender = vt_defender(s, city), rival = some_rival(d, s, seat, city);
    unsigned mine = vt_war_reach(d, s, seat, false);
    unsigned theirs = defender < 0 ? 0 : vt_war_reach(d, s, defender, false);
    unsigned attack = arriving + (s->p[seat].routed >> city & 1 ? 0u : s->soldiers[seat][city]);
    unsigned defence = vt_defence(d, s, seat, city);
    struct casata_arg start = casata_word(&vt_cities, from), where = casata_word(&vt_cities, city);
    if (rival >= 0)
        return casata_message(battle[way], 5, start, where, casata_number((int)attack),
                              casata_number(s->soldiers[rival][city]), casata_seat(rival));
    if (mine || theirs)
        return casata_message(bonus[way], 6, start, where, casata_number((int)attack),
                              casata_number((int)defence), casata_number((int)mine),
                              casata_number((int)theirs));
    return casata_message(plain[way], 5, start, where, casata_number((int)attack),
                          casata_number((int)defence),
                          casata_word(&vt_verdicts, attack > defence ? VT_ENOUGH : VT_SHORT));
}
static void sieges_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    unsigned city = casata_a(c->action);
    (void)f;
    c->slot = (int16_t)vt_city_slot(build, city);
    c->text = vt_siege_msg(build, VT_THERE, seat, city, city, 0);
    c->rule = "R10.1";
}
static const struct casata_vain sieges_vain[] = {
    {VT_F_CITY, "vain.siege_city", "R10.1"},
    {0},
};
const struct casata_phase vt_phase_sieges = {
    .name = "sieges",
    .vain = sieges_vain,
    .parents = CASATA_ON(VT_PH_WAR),
    .forced = casata_unasked, /* R10.1, G18: the only siege, which must be fought */
    .legal = sieges_legal,
    .apply = sieges_apply,
    .valid = sieges_valid,
    .ask = "prompt.sieges",
    .prompt = vt_prompt,
    .describe = sieges_describe,
};

/* --- one siege: battles with rivals first, then the city (R10.11, R10.12, G18, G23) ------------------------------- */
int vt_next_rival(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city) {
    for (int i = 0; i < s->head.seats; i++) {
        int other = s->order[i];
        if (other != seat && vt_sieges_of(d, s, other) >> city & 1) return other;
    }
    return -1;
}
static bool siege_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_siege *l = casata_locals(vt_siege, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    (void)sink;
    int rival = vt_next_rival(d, s, f->seat, l->city);
    if (rival >= 0)
        vt_begin_fight(s, f->seat, true, rival);
    else if (l->won_battle && !l->goes_on)
        return false;
    else
        vt_begin_fight(s, f->seat, false, vt_defender(s, l->city));
    return true;
}
static int siege_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(VT_A_BESIEGE, 0, 0, 0);
    out[1] = casata_act(VT_A_GIVE_UP, 0, 0, 0);
    return 2;
}
static void siege_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_siege *l = casata_locals(vt_siege, f);
    struct virtu *s = state;
    (void)data;
    if (casata_kind(a) == VT_A_BESIEGE) {
        l->goes_on = 1;
        return;
    }
    s->p[seat].routed |= vt_bit(l->city);
    casata_emit(sink, "event.give_up", 2, casata_seat(seat), casata_word(&vt_cities, l->city));
    casata_pop(s);
}
static bool siege_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_siege *l = casata_locals(vt_siege, f);
    const struct virtu *s = state;
    if (l->city >= VT_CITY_COUNT || l->won_battle > 1 || l->goes_on > l->won_battle ||
        l->declared > VT_SOURCE_COUNT || l->leonardo > 1 || !(vt_sieges_of(data, s, f->seat) >> l->city & 1))
        return false;
    return f != casata_top_of(s) ||
           (l->won_battle && !l->goes_on && vt_next_rival(data, s, f->seat, l->city) < 0);
}
static struct casata_msg siege_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    (void)build;
    return casata_message("prompt.siege", 2, casata_seat(seat),
                          casata_word(&vt_cities, casata_locals(vt_siege, f)->city));
}
const struct casata_phase vt_phase_siege = {
    .name = "siege",
    .locals = CASATA_LOCAL_NAMES(VT_SIEGE_LOCALS),
    .words = {CASATA_LOCAL_WORD(vt_siege, city, vt_cities)},
    .parents = CASATA_ON(VT_PH_WAR),
    .legal = siege_legal,
    .order = CASATA_ORDER(vt_siege, declared), /* of the fights that lie on it */
    .apply = siege_apply,
    .step = siege_step,
    .valid = siege_valid,
    .prompt = siege_prompt,
};

/* --- retreat (R10.10, G22) --------------------------------------------------------------------------------------- */
static int retreat_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct vt_war *below = casata_locals(vt_war, casata_below(f));
    const struct vt_retreat *l = casata_locals(vt_retreat, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    uint32_t home = vt_friendly(d, s, seat), by_road = vt_roads(d, s, l->city) & home;
    int n = 0;
    for (uint32_t left = by_road; left; left &= left - 1)
        out[n++] = casata_act(VT_A_RETREAT, vt_lowest(left), 0, 0);
    uint32_t ports = d->facts.reach[VT_SEA_COUNT - 1][l->city] & home & ~by_road;
    if (ports) {
        unsigned ships = vt_total(d, s, seat, VT_SHIP, VT_WITH_OTTOMAN) - below->ships;
        for (uint32_t left = ports; left; left &= left - 1)
            if (vt_crossing(d, l->city, vt_lowest(left)) <= ships)
                out[n++] = casata_act(VT_A_SAIL, vt_lowest(left), 0, 0);
    }
    out[n++] = casata_act(VT_A_DISBAND, l->city, 0, 0);
    return n;
}
static bool retreat_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action a) {
    const struct vt_retreat *l = casata_locals(vt_retreat, f);
    (void)data, (void)state, (void)seat;
    return casata_kind(a) < l->last_way || (casata_kind(a) == l->last_way && casata_a(a) < l->last_city);
}
/* R10.10: a soldier that has nowhere to go is lost in any case. */
static bool retreat_forced(const void *data, const void *state, const struct casata_frame *f,
                           casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    if (casata_kind(only) != VT_A_DISBAND) return false;
    casata_emit(sink, "event.no_retreat", 2, casata_seat(f->seat),
                casata_word(&vt_cities, casata_locals(vt_retreat, f)->city));
    return true;
}
static void retreat_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct vt_war *below = casata_locals(vt_war, casata_below(f));
    struct vt_retreat *l = casata_locals(vt_retreat, f);
    struct virtu *s = state;
    unsigned from = l->city, to = casata_a(a);
    if (!retreat_redundant(data, s, f, seat, a))
        l->last_way = (uint8_t)casata_kind(a), l->last_city = (uint8_t)to;
    if (casata_kind(a) == VT_A_SAIL) below->ships = (uint8_t)(below->ships + vt_crossing(data, from, to));
    vt_lose_soldiers(s, seat, from, 1);
    if (casata_kind(a) == VT_A_DISBAND)
        casata_emit(sink, "event.disband", 2, casata_seat(seat), casata_word(&vt_cities, from));
    else {
        s->soldiers[seat][to]++;
        casata_emit(sink, "event.retreat", 3, casata_seat(seat), casata_word(&vt_cities, from),
                    casata_word(&vt_cities, to));
    }
    if (!(s->p[seat].routed >> from & 1)) casata_pop(s);
}
static bool retreat_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_retreat *l = casata_locals(vt_retreat, f);
    const struct virtu *s = state;
    (void)data;
    if (l->city >= VT_CITY_COUNT || !(s->p[f->seat].routed >> l->city & 1)) return false;
    if (l->last_way && (l->last_way < VT_A_RETREAT || l->last_way > VT_A_DISBAND)) return false;
    return l->last_city < VT_CITY_COUNT && (l->last_way || !l->last_city);
}
static struct casata_msg retreat_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    (void)build;
    return casata_message("prompt.retreat", 2, casata_seat(seat),
                          casata_word(&vt_cities, casata_locals(vt_retreat, f)->city));
}
static void retreat_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    unsigned from = casata_locals(vt_retreat, f)->city, city = casata_a(c->action);
    (void)seat;
    c->slot = (int16_t)vt_city_slot(build, city);
    if (casata_kind(c->action) == VT_A_SAIL)
        casata_add_cost(c, vt_amount(VT_U_SHIP, vt_crossing(build->data, from, city)));
    c->rule = "R10.10";
}
/* R10.10: cities that take nobody in, are too far, or need missing ships. */
static void retreat_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    unsigned from = casata_locals(vt_retreat, f)->city;
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    uint32_t home = vt_friendly(d, s, seat), by_sea = d->facts.reach[VT_SEA_COUNT - 1][from];
    for (uint32_t left = vt_board(d, s) & ~vt_bit(from); left; left &= left - 1) {
        unsigned city = vt_lowest(left);
        if (vt_is_touched(build, vt_city_slot(build, city))) continue;
        vt_block(build, vt_city_slot(build, city),
                 casata_message("act.soldiers_of", 1, casata_word(&vt_cities, city)),
                 !(home & vt_bit(city))  ? VT_NO_REFUGE
                 : by_sea & vt_bit(city) ? VT_NO_SHIPS
                                         : VT_NOT_LINKED,
                 "R10.10");
    }
}
static const struct casata_vain retreat_vain[] = {
    {VT_F_CITY, "vain.retreat_city", "R10.10"},
    {0},
};
const struct casata_phase vt_phase_retreat = {
    .name = "retreat",
    .vain = retreat_vain,
    .locals = CASATA_LOCAL_NAMES(VT_RETREAT_LOCALS),
    .words = {CASATA_LOCAL_WORD(vt_retreat, city, vt_cities)},
    .parents = CASATA_ON(VT_PH_WAR),
    .forced = retreat_forced,
    .legal = retreat_legal,
    .redundant = retreat_redundant,
    .order = CASATA_ORDER(vt_retreat, last_way) | CASATA_ORDER(vt_retreat, last_city),
    .apply = retreat_apply,
    .valid = retreat_valid,
    .prompt = retreat_prompt,
    .describe = retreat_describe,
    .explain = retreat_explain,
};
