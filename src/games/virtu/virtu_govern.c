/* virtu_govern.c: Govern: crowns and crosses turn exhausted tiles and ready alliances (R8.1, R8.2). */
#include "games/virtu/virtu_scene.h"

enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS, TILES_PER_SYMBOL = 2 };

/* --- payment (R8.1, R8.2, G13, G45, G51) -------------------------------------------------------------------------
 * Sources in any order as in a payment, until everything can be turned. last_number, last_source: the
 * smallest amount, and of those the last source + 1 (order); collected: the last tile + 1 whose florins were collected
 * (order). */
#define VT_GOVERN_LOCALS(X) X(unused) X(last_number) X(last_source) X(collected)
CASATA_LOCALS(vt_govern, VT_GOVERN_LOCALS);
/* symbols: left to spend; half: tiles that the symbol spent last still turns; last: the last tile turned + 1;
 * last_alliance: the last one made ready + 1 (both: order). */
#define VT_TURN_LOCALS(X) X(symbols) X(half) X(last) X(last_alliance)
CASATA_LOCALS(vt_turn, VT_TURN_LOCALS);

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
/* How many more symbols turn everything. */
static unsigned symbols_for_all(const struct virtu_data *d, const struct virtu *s, const struct vt_turn *l,
                                int seat) {
    unsigned tiles = vt_count64(turnable(d, s, seat)) + turnable_cathedrals(s, seat),
             more = tiles > l->half ? tiles - l->half : 0;
    return (more + TILES_PER_SYMBOL - 1) / TILES_PER_SYMBOL + vt_count(revivable(s, seat));
}
bool vt_govern_turns_more(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned tiles = vt_count64(turnable(d, s, seat)) + turnable_cathedrals(s, seat);
    unsigned symbols = s->pool[VT_CROWN] + s->pool[VT_CROSS], alliances = vt_count(revivable(s, seat));
    return symbols > alliances && (symbols - alliances) * TILES_PER_SYMBOL > tiles;
}
static unsigned credits(const struct virtu *s) { return s->pool[VT_CROWN] + s->pool[VT_CROSS]; }

/* X27: florins of tiles, if anything can be turned at all. */
static int list_tile_florins(const struct virtu_data *d, const struct virtu *s, int seat,
                             casata_action *out) {
    int n = 0;
    const uint8_t *ready = s->p[seat].ready;
    if (!ready[VT_FLORIN]) return 0;
    if (!credits(s) && !ready[VT_CROWN] && !ready[VT_CROSS] && !vt_may_indulge(d, s, seat) &&
        !vt_alliance_ready(s, seat, VT_EMPIRE))
        return 0;
    for (uint64_t left = vt_offered_with(d, s, seat, 0, VT_FLORIN) >> VT_S_CITY << VT_S_CITY; left;
         left &= left - 1)
        out[n++] = casata_act(VT_A_COLLECT, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static int govern_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    (void)f;
    int n = list_tile_florins(d, s, seat, out);
    n += vt_list_stop(d, s, seat, out + n);
    for (uint64_t left = credits(s) < govern_useful(d, s, seat)
                             ? vt_offered(d, s, seat, VT_WITH_EMPIRE | VT_WITH_INDULGENCE)
                             : 0;
         left; left &= left - 1)
        if (vt_gives(d, s, seat, (unsigned)__builtin_ctzll(left), CROWN_OR_CROSS))
            out[n++] = casata_act(VT_A_PAY, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static bool govern_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                             casata_action a) {
    const struct vt_govern *l = casata_locals(vt_govern, f);
    unsigned source = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_COLLECT: return l->last_source || source + 1 < l->collected;
    case VT_A_INDULGE: return l->last_source || l->collected;
    case VT_A_PAY:
        return vt_is_out_of_order(l->last_number, l->last_source,
                                  govern_useful(data, state, seat) - credits(state),
                                  vt_gives(data, state, seat, source, CROWN_OR_CROSS), source);
    default: return false;
    }
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
    struct vt_govern *l = casata_locals(vt_govern, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned source = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_COLLECT:
        vt_collect(d, s, seat, source, sink);
        if (source >= l->collected) l->collected = (uint8_t)(source + 1);
        break;
    case VT_A_INDULGE: vt_take_florins(d, s, seat, sink); break;
    case VT_A_PAY: {
        unsigned k = vt_gives(d, s, seat, source, CROWN_OR_CROSS);
        vt_use_source(d, s, seat, source, sink);
        mark_paid(s, source);
        s->pool[VT_CROWN] = (uint8_t)(s->pool[VT_CROWN] + k);
        vt_remember_source(&l->last_number, &l->last_source, k, source);
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
        casata_pop(s);
        casata_begin(vt_turn, s, VT_PH_TURN, (unsigned)seat)->symbols = (uint8_t)n;
    }
    }
}
static bool govern_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_govern *l = casata_locals(vt_govern, f);
    const struct virtu *s = state;
    (void)data;
    return !l->unused && l->last_number <= 9 && l->last_source <= VT_SOURCE_COUNT &&
           l->collected <= VT_S_ALLIANCE && s->p[f->seat].marker < VT_CHAMBER_COUNT;
}
/* Goes on to the tiles by itself if nothing else can be done; in vain if there is nothing to pay with or to turn. */
static bool govern_forced(const void *data, const void *state, const struct casata_frame *f,
                          casata_action only, struct casata_sink *sink) {
    return vt_stop_action(f, only, !credits(state) || !govern_useful(data, state, f->seat), sink);
}
static struct casata_msg govern_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    unsigned have = credits(build->state);
    struct casata_msg prompt =
        casata_message("prompt.govern", 2, casata_seat(seat), vt_amount(VT_U_SYMBOL, have));
    (void)f;
    if (!govern_useful(build->data, build->state, seat))
        prompt.id = "prompt.govern_idle";
    else
        prompt = vt_or_vain(build, prompt, have ? "prompt.govern_ready" : "prompt.govern_vain");
    return prompt;
}
static void govern_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    unsigned source = casata_a(c->action);
    if (casata_kind(c->action) != VT_A_PAY) {
        vt_describe_usual(build, c, seat);
        return;
    }
    vt_describe_pay(build, c, seat, CROWN_OR_CROSS);
    if (source >= VT_S_CITY && source < VT_S_INDULGENCE) c->text.id = "act.pay_govern"; /* R8.2, G51 */
}
static void govern_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    if (credits(build->state) < govern_useful(build->data, build->state, seat))
        vt_explain_courtiers(build, seat, CROWN_OR_CROSS);
}
static const struct casata_vain govern_vain[] = {
    {VT_F_COURTIER, "vain.pays_not", "R8.1"},
    {VT_F_ZONE, "vain.pays_not", "R8.1"},
    {VT_F_AREA, "vain.pays_not", "R8.1"},
    {0},
};
const struct casata_phase vt_phase_govern = {
    .name = "govern",
    .vain = govern_vain,
    .locals = CASATA_LOCAL_NAMES(VT_GOVERN_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = govern_forced,
    .legal = govern_legal,
    .redundant = govern_redundant,
    .order = CASATA_ORDER(vt_govern, last_number) | CASATA_ORDER(vt_govern, last_source) |
             CASATA_ORDER(vt_govern, collected),
    .apply = govern_apply,
    .valid = govern_valid,
    .prompt = govern_prompt,
    .describe = govern_describe,
    .explain = govern_explain,
    .rank = vt_rank,
};

/* --- turning, in any order --------------------------------------------------------------------------------------- */
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    const struct virtu *s = state;
    bool any = l->symbols || l->half;
    uint64_t tiles = any ? turnable(data, s, seat) : 0;
    unsigned alliances = l->symbols ? revivable(s, seat) : 0;
    int n = 0;
    if (any && turnable_cathedrals(s, seat)) tiles |= UINT64_C(1) << (VT_S_TILE + VT_T_CATHEDRAL);
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    for (uint64_t left = tiles; left; left &= left - 1)
        out[n++] = casata_act(VT_A_TURN, (unsigned)__builtin_ctzll(left), 0, 0);
    for (unsigned left = alliances; left; left &= left - 1)
        out[n++] = casata_act(VT_A_REVIVE, vt_lowest(left), 0, 0);
    if (n > 2 && symbols_for_all(data, s, l, seat) <= l->symbols)
        out[n++] = casata_act(VT_A_TURN_ALL, 0, 0, 0);
    return n;
}
static bool turn_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    (void)data, (void)state, (void)seat;
    switch (casata_kind(a)) {
    case VT_A_TURN: return casata_a(a) + 1 < l->last; /* cathedrals are alike: one place for all */
    case VT_A_REVIVE: return l->last || casata_a(a) + 1 < l->last_alliance;
    default: return false;
    }
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
/* R4.1: only what is left is unused. */
static void end_turning(struct virtu *s, unsigned left) {
    vt_clear_pool(s);
    s->pool[VT_CROWN] = (uint8_t)left;
    end_govern(s);
}
static void turn_all(const struct virtu_data *d, struct virtu *s, const struct vt_turn *l, int seat,
                     struct casata_sink *sink) {
    unsigned left = l->symbols - symbols_for_all(d, s, l, seat);
    for (unsigned left = revivable(s, seat); left; left &= left - 1) revive(s, seat, vt_lowest(left), sink);
    for (uint64_t left = turnable(d, s, seat); left; left &= left - 1)
        turn_tile(d, s, seat, (unsigned)__builtin_ctzll(left), sink);
    for (unsigned n = turnable_cathedrals(s, seat); n; n--)
        turn_tile(d, s, seat, VT_S_TILE + VT_T_CATHEDRAL, sink);
    end_turning(s, left);
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct vt_turn *l = casata_locals(vt_turn, f);
    struct virtu *s = state;
    unsigned source = casata_a(a);
    if (casata_kind(a) == VT_A_STOP) {
        end_turning(s, l->symbols);
        return;
    }
    if (casata_kind(a) == VT_A_TURN_ALL) {
        turn_all(data, s, l, seat, sink);
        return;
    }
    if (casata_kind(a) == VT_A_REVIVE) {
        revive(s, seat, source, sink);
        l->symbols--;
        if (source >= l->last_alliance) l->last_alliance = (uint8_t)(source + 1);
        return;
    }
    if (l->half)
        l->half = 0;
    else
        l->symbols--, l->half = TILES_PER_SYMBOL - 1;
    if (source >= l->last) l->last = (uint8_t)(source + 1);
    turn_tile(data, s, seat, source, sink);
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    const struct virtu *s = state;
    (void)data;
    return s->p[f->seat].marker < VT_CHAMBER_COUNT && l->symbols <= VT_MAX_POOL &&
           l->half < TILES_PER_SYMBOL && l->last <= VT_S_ALLIANCE && l->last_alliance <= VT_ALLIANCE_COUNT;
}
static struct casata_msg turn_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    (void)build;
    return casata_message(l->half ? "prompt.turn_half" : "prompt.turn", 2, casata_seat(seat),
                          vt_amount(VT_U_SYMBOL, l->symbols));
}
static void turn_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned operand = casata_a(c->action);
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_TURN_ALL: c->slot = (int16_t)casata_slot_at(build, VT_F_ZONE, seat, 0); break;
    case VT_A_TURN: vt_touch_source(build, c, seat, operand); break;
    case VT_A_REVIVE: c->slot = (int16_t)casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * operand); break;
    default: return;
    }
    c->rule = "R8.1";
}
static unsigned turn_rank(const struct casata_frame *f, casata_action a) {
    return casata_kind(a) == VT_A_TURN_ALL ? 0 : vt_rank(f, a) + 1;
}
const struct casata_phase vt_phase_turn = {
    .name = "turn",
    .locals = CASATA_LOCAL_NAMES(VT_TURN_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = vt_forced_stop,
    .legal = turn_legal,
    .redundant = turn_redundant,
    .order = CASATA_ORDER(vt_turn, last) | CASATA_ORDER(vt_turn, last_alliance),
    .apply = turn_apply,
    .valid = turn_valid,
    .prompt = turn_prompt,
    .describe = turn_describe,
    .rank = turn_rank,
};
