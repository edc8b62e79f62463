/* virtu_war.c: Spring, part 2: sieges, battles, retreat (R10). */
#include "games/virtu/virtu.h"

/* Cities before which soldiers of a seat stand and have not been beaten; in front of a city that has become friendly
 * they are inside (G18). */
uint32_t vt_sieges_of(const struct virtu_data *d, const struct virtu *s, int seat) {
    return vt_stationed(s, seat) & ~vt_friendly(d, s, seat) & ~s->p[seat].routed;
}

/* R10.3, R10.10, R20.10: who may use war bonuses for a city. */
int vt_defender(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    if (!s->owner[city]) return -1;
    if (s->owner[city] < VT_MAJOR_OWNER) return s->owner[city] - 1;
    (void)d;
    return s->friend_of[s->owner[city] - VT_MAJOR_OWNER] - 1;
}

static unsigned defending_soldiers(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    int defender = vt_defender(d, s, city);
    return (defender >= 0 ? s->soldiers[defender][city] : 0u) + (s->garrison >> city & 1);
}

/* R10.3, R9.4, R9.5; Star Fort is always on (R10.4, G19). */
unsigned vt_defence(const struct virtu_data *d, const struct virtu *s, int attacker, unsigned city) {
    unsigned n = d->cities[city].value;
    if (s->agent[city] == attacker + 1)
        n--;
    else if (!s->owner[city] && s->agent[city])
        n++;
    int owner = s->owner[city] && s->owner[city] < VT_MAJOR_OWNER ? s->owner[city] - 1 : -1;
    if (owner >= 0 && vt_has(&s->p[owner], VT_B_STAR_FORT))
        n += d->patronage_bonuses[VT_B_STAR_FORT].war_plus;
    return n + defending_soldiers(d, s, city);
}

/* --- the phase: all sieges in turn order, then all retreats (R10.1, R10.10, R10.14, G24) ------------------------
 * Locals: place in the turn order; whether it is about retreats; whether this seat had a siege; ships owed for its
 * retreat, paid together at its end (G22, G62). */
static struct vt_cost retreat_cost(unsigned ships) {
    return (struct vt_cost){.set = {1u << VT_SHIP}, .need = {(uint8_t)ships}, .with = VT_WITH_OTTOMAN};
}
static void end_of_spring(struct virtu *s) {
    for (int i = 0; i < s->head.seats; i++) s->p[i].tokens = 0;
    casata_pop(s);
}
static bool war_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    for (; !f->b && f->a < s->head.seats; f->a++, f->c = 0) {
        int seat = s->order[f->a];
        if (vt_sieges_of(d, s, seat)) {
            f->c = 1;
            casata_push(s, VT_PH_SIEGES, (unsigned)seat);
            return true;
        }
        if (f->c) s->p[seat].tokens = 0;
    }
    if (!f->b) f->b = 1, f->a = 0;
    for (; f->a < s->head.seats; f->a++) {
        int seat = s->order[f->a];
        if (s->p[seat].routed) {
            casata_push(s, VT_PH_RETREAT, (unsigned)seat)->a = (uint8_t)vt_lowest(s->p[seat].routed);
            return true;
        }
        if (f->d) {
            unsigned ships = f->d;
            f->d = 0;
            vt_begin_pay(d, s, seat, retreat_cost(ships), sink);
            return true;
        }
    }
    end_of_spring(s);
    return true;
}
/* Who is through has no siege left, and during the retreats nobody has; who has retreated waits no more. */
static bool war_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (s->season != VT_SIEGES || f->a >= s->head.seats || f->b > 1 || f->c > 1 || f->e) return false;
    if (f->d && (!f->b || vt_total(data, s, s->order[f->a], VT_SHIP, VT_WITH_OTTOMAN) < f->d)) return false;
    for (int i = 0; i < s->head.seats; i++) {
        if ((f->b || i < f->a) && vt_sieges_of(data, s, s->order[i])) return false;
        if (f->b && i < f->a && s->p[s->order[i]].routed) return false;
    }
    if (s->head.depth <= 2) return false;
    if (f[1].phase == VT_PH_CROWDED) return true;
    bool retreats = f[1].phase == VT_PH_RETREAT || f[1].phase == VT_PH_PAY;
    return f[1].seat == s->order[f->a] && retreats == f->b;
}
const struct casata_phase vt_phase_war = {.name = "war",
                                          .locals = "place retreats fought ships",
                                          .parents = 1u << VT_PH_GAME,
                                          .step = war_step,
                                          .valid = war_valid};

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
    casata_push(s, VT_PH_SIEGE, (unsigned)seat)->a = (uint8_t)casata_a(a);
    casata_emit(sink, "event.siege", 2, casata_seat(seat), casata_word(&vt_cities, casata_a(a)));
}
static bool sieges_valid(const void *data, const void *state, const struct casata_frame *f) {
    return !f->a && !f->b && !f->c && !f->d && !f->e && vt_sieges_of(data, state, f->seat);
}
const struct casata_phase vt_phase_sieges = {.name = "sieges",
                                             .parents = 1u << VT_PH_WAR,
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = sieges_legal,
                                             .apply = sieges_apply,
                                             .valid = sieges_valid};

/* --- one siege (R10.11, R10.12, G18, G23). Locals: city; whether a battle was won before; whether he goes on ------ */
static int next_rival(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city) {
    for (int i = 0; i < s->head.seats; i++) {
        int other = s->order[i];
        if (other != seat && s->soldiers[other][city] && !(s->p[other].routed >> city & 1) &&
            !(vt_friendly(d, s, other) >> city & 1))
            return other;
    }
    return -1;
}
static void begin_declare(struct virtu *s, int seat, bool battle, int opponent) {
    struct casata_frame *f = casata_push(s, VT_PH_DECLARE, (unsigned)seat);
    f->d = battle;
    f->e = (uint8_t)(opponent + 1);
}
static bool siege_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    (void)sink;
    int rival = next_rival(d, s, f->seat, f->a);
    if (rival >= 0)
        begin_declare(s, f->seat, true, rival);
    else if (f->b && !f->c)
        return false;
    else
        begin_declare(s, f->seat, false, vt_defender(d, s, f->a));
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
    struct virtu *s = state;
    (void)data;
    if (casata_kind(a) == VT_A_BESIEGE) {
        f->c = 1;
        return;
    }
    s->p[seat].routed |= vt_bit(f->a);
    casata_emit(sink, "event.give_up", 2, casata_seat(seat), casata_word(&vt_cities, f->a));
    casata_pop(s);
}
static bool siege_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a >= VT_CITY_COUNT || f->b > 1 || f->c > f->b || f->d || f->e ||
        !(vt_sieges_of(data, s, f->seat) >> f->a & 1))
        return false;
    bool top = f == &s->head.frame[s->head.depth - 1];
    return !top || (f->b && !f->c && next_rival(data, s, f->seat, f->a) < 0);
}
const struct casata_phase vt_phase_siege = {.name = "siege",
                                            .locals = "city won_battle goes_on",
                                            .parents = 1u << VT_PH_WAR,
                                            .legal = siege_legal,
                                            .apply = siege_apply,
                                            .step = siege_step,
                                            .valid = siege_valid};

/* --- results ---------------------------------------------------------------------------------------------------- */
static void lose_soldiers(struct virtu *s, int seat, unsigned city, unsigned n) /* R10.7: to the reserve */ {
    uint8_t *have = &s->soldiers[seat][city];
    *have = (uint8_t)(*have > n ? *have - n : 0);
    if (!*have) s->p[seat].routed &= ~vt_bit(city);
}
static void rout(struct virtu *s, int seat, unsigned city) {
    if (s->soldiers[seat][city]) s->p[seat].routed |= vt_bit(city);
}
static unsigned power_of_city(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    static const uint8_t major_power[VT_MAJOR_COUNT] = {VT_FLORENCE, VT_VENICE, VT_ROME};
    unsigned owner = s->owner[city];
    (void)d;
    return owner < VT_MAJOR_OWNER ? s->p[owner - 1].power : major_power[owner - VT_MAJOR_OWNER];
}
/* R10.6 to R10.9, G21, G47 */
static void settle_siege(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                         unsigned attack, unsigned defence, struct casata_sink *sink) {
    int defender = vt_defender(d, s, city);
    unsigned soldiers = defending_soldiers(d, s, city);
    bool won = attack > defence;
    casata_emit(sink, won ? "event.siege_won" : "event.siege_lost", 4, casata_seat(seat),
                casata_word(&vt_cities, city), casata_number((int)attack), casata_number((int)defence));
    if (!won) { /* R10.10 */
        lose_soldiers(s, seat, city, 1);
        rout(s, seat, city);
        return;
    }
    lose_soldiers(s, seat, city, (defence >= 3) + soldiers);
    if (defender >= 0) lose_soldiers(s, defender, city, 99);
    s->garrison &= ~vt_bit(city);
    if (s->owner[city]) { /* R10.9 */
        unsigned power = power_of_city(d, s, city);
        if (!(s->p[seat].trophies >> power & 1))
            casata_emit(sink, "event.trophy", 2, casata_seat(seat), casata_word(&vt_powers, power));
        s->p[seat].trophies |= (uint8_t)(1u << power);
    }
    vt_take_city(d, s, seat, city, true, sink);
}
/* R10.11 to R10.13 */
static void settle_battle(struct virtu *s, int seat, int rival, unsigned city, unsigned attack,
                          unsigned defence, struct casata_sink *sink) {
    unsigned mine = s->soldiers[seat][city], his = s->soldiers[rival][city];
    casata_emit(sink, "event.battle", 5, casata_seat(seat), casata_seat(rival), casata_word(&vt_cities, city),
                casata_number((int)attack), casata_number((int)defence));
    if (attack == defence) {
        lose_soldiers(s, seat, city, 1);
        lose_soldiers(s, rival, city, 1);
        rout(s, seat, city);
        rout(s, rival, city);
    } else if (attack > defence) {
        lose_soldiers(s, rival, city, his);
        lose_soldiers(s, seat, city, his);
    } else {
        lose_soldiers(s, seat, city, mine);
        lose_soldiers(s, rival, city, mine);
    }
    if (s->soldiers[seat][city] && !(s->p[seat].routed >> city & 1))
        casata_top(s)->b = 1; /* the siege goes on */
    else
        casata_pop(s);
}

/* --- war bonuses in turns (R10.4, R10.5, G19, G20, G55) -----------------------------------------------------------
 * Locals: strength added by the attacker, by the other side (against nobody: source used last + 1); passes in a row
 * and who used Leonardo; whether it is a battle; the other seat + 1. */
enum { PASSES = 3, LEONARDO = 4 };

static unsigned leonardo_bit(const struct casata_frame *f, int seat) {
    return seat == f[-1].seat ? LEONARDO : 2u * LEONARDO;
}

/* What a source adds and costs; 0: nothing. */
static unsigned war_of(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                       int seat, unsigned source, unsigned *cost) {
    const struct virtu_player *p = &s->p[seat];
    *cost = 0;
    if (source < VT_S_CITY) {
        if (!p->courtier[source] || p->courtier_used >> source & 1) return 0;
        const struct virtu_card *card = vt_card(d, p->courtier[source] - 1u);
        *cost = card->war_cost;
        return card->W;
    }
    if (source == VT_S_TILE + VT_T_CANNONS) {
        *cost = d->patronage_bonuses[VT_B_CANNONS].war_cost;
        return (p->tiles & ~p->tiles_used) >> VT_T_CANNONS & 1 ? d->patronage_bonuses[VT_B_CANNONS].war_plus
                                                               : 0u;
    }
    if (source == VT_S_ALLIANCE + VT_FRANCE)
        return vt_alliance_ready(s, seat, VT_FRANCE) ? d->alliances[VT_FRANCE].bonus_n : 0u;
    if (source == VT_S_LEONARDO) {
        *cost = d->patronage_bonuses[VT_B_LEONARDO].war_cost;
        return vt_has(p, VT_B_LEONARDO) && !(f && f->c & leonardo_bit(f, seat))
                   ? d->patronage_bonuses[VT_B_LEONARDO].war_plus
                   : 0u;
    }
    return source == VT_S_TOKEN && p->tokens ? 1 : 0;
}
static const uint8_t war_sources[] = {
    0, 1, 2, 3, 4, 5, VT_S_TILE + VT_T_CANNONS, VT_S_ALLIANCE + VT_FRANCE, VT_S_LEONARDO, VT_S_TOKEN};

unsigned vt_war_reach(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                      int seat) {
    unsigned purse = vt_purse(s, seat), sum = s->p[seat].tokens, dear = 0, cost;
    for (size_t i = 0; i < sizeof war_sources; i++) {
        unsigned strength = war_of(d, s, f, seat, war_sources[i], &cost);
        if (!strength || war_sources[i] == VT_S_TOKEN) continue;
        if (!cost)
            sum += strength;
        else if (war_sources[i] < VT_S_CITY || strength == 1) /* a florin for each */
            dear += strength;
        else if (cost <= purse)
            sum += strength, purse -= cost;
    }
    return sum + (dear < purse ? dear : purse);
}
static int declare_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const uint8_t *const source = war_sources;
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    unsigned first = f->e ? 0u : f->b, cost, purse = 0;
    bool counted = false;
    int n = 0;
    out[n++] = casata_act(VT_A_PASS, 0, 0, 0);
    for (size_t i = 0; i < sizeof war_sources; i++) {
        unsigned strength = war_of(d, s, f, seat, source[i], &cost);
        if (!strength || source[i] + (source[i] == VT_S_TOKEN ? 1u : 0u) < first) continue;
        if (cost && !counted) purse = vt_purse(s, seat), counted = true;
        unsigned own = source[i] < VT_S_CITY ? vt_card(d, s->p[seat].courtier[source[i]] - 1u)->F : 0;
        for (unsigned k = source[i] < VT_S_CITY ? 1 : strength; k <= strength; k++)
            if ((source[i] < VT_S_CITY ? k : 1) * cost <= purse - (cost ? own : 0))
                out[n++] = casata_act(VT_A_DECLARE, source[i], k, 0);
    }
    return n;
}
/* R10.2: soldiers and bonuses against R10.3. */
static void end_declare(const struct virtu_data *d, struct virtu *s, struct casata_frame *f,
                        struct casata_sink *sink) {
    int seat = f[-1].seat, other = f->e - 1;
    unsigned city = f[-1].a, attack = s->soldiers[seat][city] + f->a;
    bool battle = f->d;
    unsigned defence = battle ? s->soldiers[other][city] : vt_defence(d, s, seat, city);
    if (f->e) defence += f->b;
    casata_pop(s);
    if (battle) {
        settle_battle(s, seat, other, city, attack, defence, sink);
        return;
    }
    casata_pop(s);
    settle_siege(d, s, seat, city, attack, defence, sink);
}
static void declare_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    bool attacker = seat == (int)f[-1].seat;
    int next = !f->e ? seat : attacker ? f->e - 1 : (int)f[-1].seat;
    if (casata_kind(a) == VT_A_PASS) {
        f->c = (uint8_t)((f->c & ~PASSES) | ((f->c & PASSES) + 1));
        if (!f->e || (f->c & PASSES) == 2)
            end_declare(d, s, f, sink);
        else
            f->seat = (uint8_t)next;
        return;
    }
    unsigned source = casata_a(a), k = casata_b(a), cost;
    war_of(d, s, f, seat, source, &cost);
    if (source < VT_S_CITY) cost *= k;
    f->c &= (uint8_t)~PASSES;
    if (source == VT_S_LEONARDO)
        f->c |= (uint8_t)leonardo_bit(f, seat);
    else if (source == VT_S_TOKEN)
        s->p[seat].tokens--;
    else
        vt_use_source(d, s, seat, source, sink);
    if (attacker)
        f->a = (uint8_t)(f->a + k);
    else
        f->b = (uint8_t)(f->b + k);
    if (!f->e) f->b = (uint8_t)(source + 1);
    casata_emit(sink, "event.declare", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                casata_number((int)k));
    f->seat = (uint8_t)next;
    vt_begin_pay(d, s, seat, (struct vt_cost){.florins = (uint8_t)cost}, sink);
}
static bool declare_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a > 60 || f->b > 60 || f->c > 15 || (f->c & PASSES) > 1 || f->d > 1 || f->e > s->head.seats)
        return false;
    if (f->d != (next_rival(data, s, f[-1].seat, f[-1].a) >= 0)) return false;
    int other = f->d ? next_rival(data, s, f[-1].seat, f[-1].a) : vt_defender(data, s, f[-1].a);
    if (f->e != other + 1 || (!f->e && (f->c & PASSES || f->seat != f[-1].seat))) return false;
    return f->seat == f[-1].seat || f->seat + 1 == f->e;
}
const struct casata_phase vt_phase_declare = {.name = "declare",
                                              .locals = "attack defence passes battle against",
                                              .parents = 1u << VT_PH_SIEGE,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = declare_legal,
                                              .apply = declare_apply,
                                              .valid = declare_valid};

/* --- retreat (R10.10, G22) --------------------------------------------------------------------------------------------
 * One soldier at a time; they are alike, so the ways are taken in their order. Locals: city; last way (kind, city). */
static int retreat_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    uint32_t home = vt_friendly(d, s, seat), by_road = vt_roads(d, s, f->a) & home;
    uint32_t after = f->b ? ~(vt_bit(f->c) - 1) : UINT32_MAX;
    int n = 0;
    if (f->b <= VT_A_RETREAT)
        for (uint32_t left = f->b == VT_A_RETREAT ? by_road & after : by_road; left; left &= left - 1)
            out[n++] = casata_act(VT_A_RETREAT, vt_lowest(left), 0, 0);
    uint32_t ports = d->facts.reach[VT_SEA_COUNT - 1][f->a] & home & ~by_road;
    if (f->b <= VT_A_SAIL && ports) {
        unsigned ships = vt_total(d, s, seat, VT_SHIP, VT_WITH_OTTOMAN) - f[-1].d;
        for (uint32_t left = f->b == VT_A_SAIL ? ports & after : ports; left; left &= left - 1)
            if (vt_crossing(d, f->a, vt_lowest(left)) <= ships)
                out[n++] = casata_act(VT_A_SAIL, vt_lowest(left), 0, 0);
    }
    out[n++] = casata_act(VT_A_DISBAND, f->a, 0, 0);
    return n;
}
static void retreat_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned from = f->a, to = casata_a(a);
    f->b = (uint8_t)casata_kind(a);
    f->c = (uint8_t)to;
    if (casata_kind(a) == VT_A_SAIL) f[-1].d = (uint8_t)(f[-1].d + vt_crossing(data, from, to));
    lose_soldiers(s, seat, from, 1);
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
    const struct virtu *s = state;
    (void)data;
    if (f->a >= VT_CITY_COUNT || !(s->p[f->seat].routed >> f->a & 1) || f->d || f->e) return false;
    if (f->b && (f->b < VT_A_RETREAT || f->b > VT_A_DISBAND)) return false;
    return f->c < VT_CITY_COUNT && (f->b || !f->c);
}
const struct casata_phase vt_phase_retreat = {.name = "retreat",
                                              .locals = "city last_way last_city",
                                              .parents = 1u << VT_PH_WAR,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = retreat_legal,
                                              .apply = retreat_apply,
                                              .valid = retreat_valid};
