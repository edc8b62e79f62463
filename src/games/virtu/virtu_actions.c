/* virtu_actions.c: Govern, Patronage, Trade, Annex (R8.1 to R8.11). */
#include "games/virtu/virtu.h"

enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS, TILES_PER_SYMBOL = 2, FLORINS_PER_SHIP = 2 };

/* --- Govern: what pays (R8.1, R8.2, G13, G45, G51) -------------------------------------------------------------
 * Locals: symbols paid; number and source used last; tile collected last. Sources by falling number as in a
 * payment, and no more than can be used. */
static uint64_t turnable(const struct virtu_data *d, const struct virtu *s,
                         int seat) /* sources without cathedrals */ {
    const struct virtu_player *p = &s->p[seat];
    return (uint64_t)(vt_friendly(d, s, seat) & s->spent & ~s->paid_cities) << VT_S_CITY |
           (uint64_t)(p->tiles_used & ~s->paid_tiles) << VT_S_TILE;
}
static unsigned turnable_cathedrals(const struct virtu *s, int seat) {
    return s->p[seat].cathedrals_used - s->paid_cathedrals;
}
static unsigned revivable(const struct virtu *s, int seat) /* bit set of alliances */ {
    unsigned set = 0;
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (s->ally[i] == seat + 1 && s->ally_used[i] && !(s->paid_alliances >> i & 1) &&
            (!s->ally_agent[i] || s->ally_agent[i] == seat + 1))
            set |= 1u << i;
    return set;
}
static unsigned govern_useful(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned tiles = vt_count64(turnable(d, s, seat)) + turnable_cathedrals(s, seat);
    return (tiles + TILES_PER_SYMBOL - 1) / TILES_PER_SYMBOL + vt_count(revivable(s, seat));
}
static unsigned credits(const struct virtu *s) { return s->pool[VT_CROWN] + s->pool[VT_CROSS]; }

/* X27: florins of tiles, as the first thing and if anything can be turned at all. */
static int list_tile_florins(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                             int seat, casata_action *out) {
    int n = 0;
    const uint8_t *ready = s->p[seat].ready;
    unsigned from = f->d > VT_S_CITY ? f->d : VT_S_CITY;
    if (f->b || !ready[VT_FLORIN]) return 0;
    if (!credits(s) && !ready[VT_CROWN] && !ready[VT_CROSS] && !vt_may_indulge(d, s, seat) &&
        !vt_alliance_ready(s, seat, VT_EMPIRE))
        return 0;
    for (uint64_t left = vt_offered_with(d, s, seat, 0, VT_FLORIN) >> from << from; left; left &= left - 1)
        out[n++] = casata_act(VT_A_COLLECT, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static int govern_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = list_tile_florins(d, s, f, seat, out);
    n += vt_list_stop(d, s, seat, !f->b && !f->d, out + n);
    if (credits(s) >= govern_useful(d, s, seat)) return n;
    unsigned bound = f->b ? f->b : 255;
    for (uint64_t left = vt_offered(d, s, seat, VT_WITH_EMPIRE | VT_WITH_INDULGENCE); left;
         left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left), k = vt_gives(d, s, seat, source, CROWN_OR_CROSS);
        bool again = source == VT_S_TILE + VT_T_CATHEDRAL && source + 1 == f->c;
        if (k && (k < bound || (k == bound && (source >= f->c || again))))
            out[n++] = casata_act(VT_A_PAY, source, 0, 0);
    }
    return n;
}
static void mark_paid(struct virtu *s, unsigned source) /* R8.2, G51 */ {
    if (source >= VT_S_CITY && source < VT_S_TILE)
        s->paid_cities |= vt_bit(source - VT_S_CITY);
    else if (source == VT_S_TILE + VT_T_CATHEDRAL)
        s->paid_cathedrals++;
    else if (source >= VT_S_TILE && source < VT_S_ALLIANCE)
        s->paid_tiles |= (uint8_t)(1u << (source - VT_S_TILE));
    else if (source >= VT_S_ALLIANCE && source < VT_S_INDULGENCE)
        s->paid_alliances |= (uint8_t)(1u << (source - VT_S_ALLIANCE));
}
static void end_govern(struct virtu *s) {
    s->paid_cities = 0;
    s->paid_tiles = s->paid_cathedrals = s->paid_alliances = 0;
    casata_pop(s);
}
static void govern_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned source = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_COLLECT:
        vt_collect(d, s, seat, source, sink);
        f->d = (uint8_t)(source + 1);
        break;
    case VT_A_INDULGE: vt_take_florins(d, s, seat, sink); break;
    case VT_A_PAY: {
        unsigned k = vt_gives(d, s, seat, source, CROWN_OR_CROSS);
        vt_use_source(d, s, seat, source, sink);
        mark_paid(s, source);
        s->pool[VT_CROWN] = (uint8_t)(s->pool[VT_CROWN] + k);
        f->b = (uint8_t)k;
        f->c = (uint8_t)(source + 1);
        casata_emit(sink, "event.use", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                    casata_count(&vt_units, VT_U_SYMBOL, (int)k));
        break;
    }
    default: {
        unsigned n = credits(s);
        if (!n || !govern_useful(d, s, seat)) {
            end_govern(s);
            return;
        }
        *f = (struct casata_frame){.phase = VT_PH_TURN, .seat = (uint8_t)seat, .a = (uint8_t)n};
    }
    }
}
static bool govern_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return !f->a && f->b <= 9 && f->c <= VT_SOURCE_COUNT && f->d <= VT_S_ALLIANCE && !f->e &&
           s->p[f->seat].marker < VT_CHAMBER_COUNT;
}
const struct casata_phase vt_phase_govern = {.name = "govern",
                                             .locals = "unused last_number last_source collected",
                                             .parents = 1u << VT_PH_SPRING,
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = govern_legal,
                                             .apply = govern_apply,
                                             .valid = govern_valid};

/* --- Govern: what is turned --------------------------------------------------------------------------------------
 * Alliances first, then tiles, each by rising place. Locals: symbols left; one more tile of the last symbol; tile turned
 * last + 1; alliance made ready last + 1. */
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct virtu *s = state;
    uint64_t tiles = f->a || f->b ? turnable(data, s, seat) : 0;
    unsigned cathedral = VT_S_TILE + VT_T_CATHEDRAL;
    int n = 0;
    if (f->a || f->b)
        if (turnable_cathedrals(s, seat)) tiles |= UINT64_C(1) << cathedral;
    tiles = f->c ? tiles >> (f->c - 1u) << (f->c - 1u)
                 : tiles; /* one tile is turned once; cathedrals are alike */
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    for (; tiles; tiles &= tiles - 1)
        out[n++] = casata_act(VT_A_TURN, (unsigned)__builtin_ctzll(tiles), 0, 0);
    for (unsigned left = f->a && !f->c ? revivable(s, seat) >> f->d << f->d : 0; left; left &= left - 1)
        out[n++] = casata_act(VT_A_REVIVE, vt_lowest(left), 0, 0);
    return n;
}
static void turn_tile(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                      struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    vt_more(p, source < VT_S_TILE ? vt_city_symbols(d, s, source - VT_S_CITY)
                                  : vt_tile_symbols(d, p, source - VT_S_TILE));
    if (source == VT_S_TILE + VT_T_CATHEDRAL)
        p->cathedrals_used--;
    else if (source >= VT_S_TILE)
        p->tiles_used &= (uint8_t) ~(1u << (source - VT_S_TILE));
    else
        s->spent &= ~vt_bit(source - VT_S_CITY);
    casata_emit(sink, "event.turn", 2, casata_seat(seat), casata_word(&vt_sources, source));
}
static void revive(struct virtu *s, int seat, unsigned alliance, struct casata_sink *sink) {
    s->ally_used[alliance] = 0;
    casata_emit(sink, "event.revive", 2, casata_seat(seat), casata_word(&vt_alliances, alliance));
}
/* If the symbols are enough for everything, everything is turned: nobody could want less. */
static bool turn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    int seat = f->seat;
    if (f->b || f->c || f->d || f->a < govern_useful(data, s, seat)) return false;
    for (unsigned left = revivable(s, seat); left; left &= left - 1) revive(s, seat, vt_lowest(left), sink);
    for (uint64_t left = turnable(data, s, seat); left; left &= left - 1)
        turn_tile(data, s, seat, (unsigned)__builtin_ctzll(left), sink);
    for (unsigned n = turnable_cathedrals(s, seat); n; n--)
        turn_tile(data, s, seat, VT_S_TILE + VT_T_CATHEDRAL, sink);
    end_govern(s);
    return true;
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned source = casata_a(a);
    if (casata_kind(a) == VT_A_STOP) {
        end_govern(s);
        return;
    }
    if (casata_kind(a) == VT_A_REVIVE) {
        revive(s, seat, source, sink);
        f->a--;
        f->d = (uint8_t)(source + 1);
        return;
    }
    if (f->b)
        f->b = 0;
    else
        f->a--, f->b = TILES_PER_SYMBOL - 1;
    f->c = (uint8_t)(source + 1);
    turn_tile(data, s, seat, source, sink);
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return s->p[f->seat].marker < VT_CHAMBER_COUNT && f->a <= VT_MAX_POOL && f->b < TILES_PER_SYMBOL &&
           f->c <= VT_S_ALLIANCE && f->d <= VT_ALLIANCE_COUNT && !f->e;
}
const struct casata_phase vt_phase_turn = {.name = "turn",
                                           .locals = "symbols half last last_alliance",
                                           .parents = 1u << VT_PH_SPRING,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = turn_legal,
                                           .apply = turn_apply,
                                           .step = turn_step,
                                           .valid = turn_valid};

/* --- Patronage (R8.3, R8.4, G13). Local a: it is being paid ------------------------------------------------------ */
struct vt_cost vt_patronage_cost(const struct virtu_data *d, const struct virtu_player *p) {
    unsigned space = p->patronage + 1u;
    return (struct vt_cost){.set = {CROWN_OR_CROSS},
                            .need = {d->patronage_track[space].cost_CX},
                            .florins = d->patronage_track[space].cost_F,
                            .with = VT_WITH_EMPIRE | VT_WITH_INDULGENCE};
}
static int patronage_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = vt_list_stop(data, s, seat, true, out);
    (void)f;
    if (p->patronage < VT_PATRONAGE_SPACES - 1 && vt_can_pay(data, s, seat, vt_patronage_cost(data, p)))
        out[n++] = casata_act(VT_A_ADVANCE, 0, 0, 0);
    return n;
}
static void patronage_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_STOP)
        casata_pop(s);
    else if (casata_kind(a) == VT_A_INDULGE)
        vt_take_florins(data, s, seat, sink);
    else {
        f->a = 1;
        vt_begin_pay(data, s, seat, vt_patronage_cost(data, &s->p[seat]), sink);
    }
}
/* R8.4: of the bonuses left, one of a type he has not taken yet. */
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
    const struct virtu_data *d = data;
    struct virtu *s = state;
    int seat = f->seat;
    struct virtu_player *p = &s->p[seat];
    if (!f->a) return false;
    casata_pop(s);
    p->patronage++;
    casata_emit(sink, "event.patronage", 2, casata_seat(seat), casata_number(p->patronage));
    if (d->patronage_track[p->patronage].bonus && bonuses_for(d, s, seat))
        casata_push(s, VT_PH_BONUS, (unsigned)seat);
    return true;
}
static bool patronage_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return f->a == vt_pays_above(s, f) && !f->b && !f->c && !f->d && !f->e && !vt_two(s) &&
           s->p[f->seat].marker < VT_CHAMBER_COUNT &&
           (!f->a || s->p[f->seat].patronage < VT_PATRONAGE_SPACES - 1);
}
const struct casata_phase vt_phase_patronage = {.name = "patronage",
                                                .locals = "paying",
                                                .parents = 1u << VT_PH_SPRING,
                                                .flags = CASATA_AUTO_SINGLE,
                                                .legal = patronage_legal,
                                                .apply = patronage_apply,
                                                .step = patronage_step,
                                                .valid = patronage_valid};

static int bonus_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned left = bonuses_for(data, state, seat); left; left &= left - 1)
        out[n++] = casata_act(VT_A_BONUS, vt_lowest(left), 0, 0);
    return n;
}
/* R8.5, R8.6, G14, G15: what has an effect at once. */
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
    if (bonus == VT_B_MACHIAVELLI) casata_push(s, VT_PH_PLACE, (unsigned)seat)->a = VT_K_MACHIAVELLI;
}
static bool bonus_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[f->seat];
    return !f->a && !f->b && !f->c && !f->d && !f->e && bonuses_for(data, s, f->seat) &&
           ((const struct virtu_data *)data)->patronage_track[p->patronage].bonus;
}
const struct casata_phase vt_phase_bonus = {.name = "bonus",
                                            .parents = 1u << VT_PH_SPRING,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = bonus_legal,
                                            .apply = bonus_apply,
                                            .valid = bonus_valid};

/* --- Trade (R8.7). Local a: source used last -------------------------------------------------------------------- */
static int trade_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu *s = state;
    int n = vt_list_stop(data, s, seat, !f->a, out);
    if (!vt_total(data, s, seat, VT_SHIP, VT_WITH_OTTOMAN)) return n;
    for (uint64_t left = vt_offered_with(data, s, seat, VT_WITH_OTTOMAN, VT_SHIP) >> f->a << f->a; left;
         left &= left - 1)
        out[n++] = casata_act(VT_A_PAY, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static void sell(struct virtu *s, int seat, unsigned ships, struct casata_sink *sink) {
    vt_gain_florins(s, seat, ships * FLORINS_PER_SHIP);
    casata_emit(sink, "event.trade", 2, casata_seat(seat),
                casata_count(&vt_units, VT_U_FLORIN, (int)(ships * FLORINS_PER_SHIP)));
}
static void trade_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_STOP)
        casata_pop(s);
    else if (casata_kind(a) == VT_A_INDULGE)
        vt_take_florins(data, s, seat, sink);
    else {
        unsigned source = casata_a(a), ships = vt_gives(data, s, seat, source, 1u << VT_SHIP);
        vt_use_source(data, s, seat, source, sink);
        f->a = (uint8_t)(source + 1);
        sell(s, seat, ships, sink);
    }
}
static bool trade_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!s->pool[VT_SHIP]) return false;
    sell(s, f->seat, s->pool[VT_SHIP], sink); /* the ships of the chamber */
    s->pool[VT_SHIP] = 0;
    return true;
}
static bool trade_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return f->a <= VT_S_INDULGENCE && !f->b && !f->c && !f->d && !f->e &&
           s->p[f->seat].marker < VT_CHAMBER_COUNT && !s->pool[VT_SHIP];
}
const struct casata_phase vt_phase_trade = {.name = "trade",
                                            .locals = "last_source",
                                            .parents = 1u << VT_PH_SPRING,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = trade_legal,
                                            .apply = trade_apply,
                                            .step = trade_step,
                                            .valid = trade_valid};

/* --- Annex (R8.8 to R8.11, G16, G54). Local a: city being paid, + 1 ---------------------------------------------- */
unsigned vt_why_not_annex(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city,
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
static int annex_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    static const struct vt_cost shape = {.set = {1 << VT_CROWN, 1 << VT_SHIP},
                                         .with = VT_WITH_INDULGENCE | VT_WITH_OTTOMAN};
    struct vt_cost cost;
    struct vt_fund fund;
    int n = vt_list_stop(d, s, seat, true, out);
    (void)f;
    vt_gather(d, s, seat, &shape, &fund);
    if (!vt_covers(&fund, 1, 0, 0)) return n;
    for (uint32_t left = vt_board(d, s); left; left &= left - 1) {
        unsigned city = vt_lowest(left);
        if (s->owner[city] || vt_why_not_annex(d, s, seat, city, &cost) != VT_CAN) continue;
        if (vt_covers(&fund, cost.need[0], cost.need[1], 0)) out[n++] = casata_act(VT_A_ANNEX, city, 0, 0);
    }
    return n;
}
static void annex_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_STOP)
        casata_pop(s);
    else if (casata_kind(a) == VT_A_INDULGE)
        vt_take_florins(data, s, seat, sink);
    else {
        struct vt_cost cost = {0};
        vt_why_not_annex(data, s, seat, casata_a(a), &cost);
        f->a = (uint8_t)(casata_a(a) + 1);
        vt_begin_pay(data, s, seat, cost, sink);
    }
}
static bool annex_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned city = f->a - 1u;
    int seat = f->seat;
    if (!f->a) return false;
    casata_pop(s);
    casata_emit(sink, "event.annex", 2, casata_seat(seat), casata_word(&vt_cities, city));
    vt_take_city(data, s, seat, city, false, sink);
    return true;
}
static bool annex_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    struct vt_cost cost;
    if (f->b || f->c || f->d || f->e || f->a > VT_CITY_COUNT || (f->a != 0) != vt_pays_above(s, f))
        return false;
    if (s->p[f->seat].marker >= VT_CHAMBER_COUNT) return false;
    return !f->a || vt_why_not_annex(data, s, f->seat, f->a - 1u, &cost) == VT_CAN;
}
const struct casata_phase vt_phase_annex = {.name = "annex",
                                            .locals = "city",
                                            .parents = 1u << VT_PH_SPRING,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = annex_legal,
                                            .apply = annex_apply,
                                            .step = annex_step,
                                            .valid = annex_valid};
