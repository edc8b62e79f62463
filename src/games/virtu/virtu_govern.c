/* virtu_govern.c: Govern: crowns and crosses turn exhausted tiles and ready alliances (R8.1, R8.2). */
#include "games/virtu/virtu_scene.h"

enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS, TILES_PER_SYMBOL = 2 };

/* --- what pays (R8.1, R8.2, G13, G45, G51) -----------------------------------------------------------------------
 * Sources by falling number as in a payment, and no more than can be used. last_number, last_source: amount and
 * source + 1 used last; collected: tile + 1 whose florins were collected last. */
#define VT_GOVERN_LOCALS(X) X(unused) X(last_number) X(last_source) X(collected)
CASATA_LOCALS(vt_govern, VT_GOVERN_LOCALS);
/* symbols: left to spend; half: tiles that the symbol spent last still turns; last: tile turned last + 1;
 * last_alliance: made ready last + 1. */
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
static unsigned credits(const struct virtu *s) { return s->pool[VT_CROWN] + s->pool[VT_CROSS]; }

/* X27: florins of tiles, as the first thing and if anything can be turned at all. */
static int list_tile_florins(const struct virtu_data *d, const struct virtu *s, const struct vt_govern *l,
                             int seat, casata_action *out) {
    int n = 0;
    const uint8_t *ready = s->p[seat].ready;
    unsigned from = l->collected > VT_S_CITY ? l->collected : VT_S_CITY;
    if (l->last_number || !ready[VT_FLORIN]) return 0;
    if (!credits(s) && !ready[VT_CROWN] && !ready[VT_CROSS] && !vt_may_indulge(d, s, seat) &&
        !vt_alliance_ready(s, seat, VT_EMPIRE))
        return 0;
    for (uint64_t left = vt_offered_with(d, s, seat, 0, VT_FLORIN) >> from << from; left; left &= left - 1)
        out[n++] = casata_act(VT_A_COLLECT, (unsigned)__builtin_ctzll(left), 0, 0);
    return n;
}
static int govern_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct vt_govern *l = casata_locals(vt_govern, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = list_tile_florins(d, s, l, seat, out);
    n += vt_list_stop(d, s, seat, !l->last_number && !l->collected, out + n);
    if (credits(s) >= govern_useful(d, s, seat)) return n;
    unsigned bound = l->last_number ? l->last_number : 255;
    for (uint64_t left = vt_offered(d, s, seat, VT_WITH_EMPIRE | VT_WITH_INDULGENCE); left;
         left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left), k = vt_gives(d, s, seat, source, CROWN_OR_CROSS);
        bool again = source == VT_S_TILE + VT_T_CATHEDRAL && source + 1 == l->last_source;
        if (k && (k < bound || (k == bound && (source >= l->last_source || again))))
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
    struct vt_govern *l = casata_locals(vt_govern, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned source = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_COLLECT:
        vt_collect(d, s, seat, source, sink);
        l->collected = (uint8_t)(source + 1);
        break;
    case VT_A_INDULGE: vt_take_florins(d, s, seat, sink); break;
    case VT_A_PAY: {
        unsigned k = vt_gives(d, s, seat, source, CROWN_OR_CROSS);
        vt_use_source(d, s, seat, source, sink);
        mark_paid(s, source);
        s->pool[VT_CROWN] = (uint8_t)(s->pool[VT_CROWN] + k);
        l->last_number = (uint8_t)k;
        l->last_source = (uint8_t)(source + 1);
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
static struct casata_msg govern_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                       int seat) {
    (void)f;
    return vt_or_vain(
        stage,
        casata_message("prompt.govern", 2, casata_seat(seat), vt_amount(VT_U_SYMBOL, credits(stage->state))),
        "prompt.govern_vain");
}
static void govern_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) == VT_A_PAY)
        vt_describe_pay(stage, c, seat, CROWN_OR_CROSS);
    else
        vt_describe_usual(stage, c, seat);
}
const struct casata_phase vt_phase_govern = {
    .name = "govern",
    .locals = CASATA_LOCAL_NAMES(VT_GOVERN_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = casata_unasked,
    .legal = govern_legal,
    .apply = govern_apply,
    .valid = govern_valid,
    .prompt = govern_prompt,
    .describe = govern_describe,
    .rank = vt_rank,
};

/* --- what is turned ----------------------------------------------------------------------------------------------
 * Alliances first, then tiles, each by rising place. */
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    const struct virtu *s = state;
    uint64_t tiles = l->symbols || l->half ? turnable(data, s, seat) : 0;
    unsigned cathedral = VT_S_TILE + VT_T_CATHEDRAL;
    int n = 0;
    if (l->symbols || l->half)
        if (turnable_cathedrals(s, seat)) tiles |= UINT64_C(1) << cathedral;
    if (l->last)
        tiles = tiles >> (l->last - 1u) << (l->last - 1u); /* cathedrals are alike: one place for all */
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    for (; tiles; tiles &= tiles - 1)
        out[n++] = casata_act(VT_A_TURN, (unsigned)__builtin_ctzll(tiles), 0, 0);
    for (unsigned left = l->symbols && !l->last ? revivable(s, seat) >> l->last_alliance << l->last_alliance
                                                : 0;
         left; left &= left - 1)
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
    struct vt_turn *l = casata_locals(vt_turn, f);
    struct virtu *s = state;
    int seat = f->seat;
    if (l->half || l->last || l->last_alliance || l->symbols < govern_useful(data, s, seat)) return false;
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
    struct vt_turn *l = casata_locals(vt_turn, f);
    struct virtu *s = state;
    unsigned source = casata_a(a);
    if (casata_kind(a) == VT_A_STOP) {
        end_govern(s);
        return;
    }
    if (casata_kind(a) == VT_A_REVIVE) {
        revive(s, seat, source, sink);
        l->symbols--;
        l->last_alliance = (uint8_t)(source + 1);
        return;
    }
    if (l->half)
        l->half = 0;
    else
        l->symbols--, l->half = TILES_PER_SYMBOL - 1;
    l->last = (uint8_t)(source + 1);
    turn_tile(data, s, seat, source, sink);
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    const struct virtu *s = state;
    (void)data;
    return s->p[f->seat].marker < VT_CHAMBER_COUNT && l->symbols <= VT_MAX_POOL &&
           l->half < TILES_PER_SYMBOL && l->last <= VT_S_ALLIANCE && l->last_alliance <= VT_ALLIANCE_COUNT;
}
static struct casata_msg turn_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                     int seat) {
    const struct vt_turn *l = casata_locals(vt_turn, f);
    (void)stage;
    return casata_message(l->half ? "prompt.turn_half" : "prompt.turn", 2, casata_seat(seat),
                          vt_amount(VT_U_SYMBOL, l->symbols));
}
static void turn_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned operand = casata_a(c->action);
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_TURN: vt_touch_source(stage, c, seat, operand); break;
    case VT_A_REVIVE: c->slot = (int16_t)casata_slot_at(stage, VT_F_ALLIANCE, -1, 2 * operand); break;
    default: return;
    }
    c->rule = "R8.1";
}
static unsigned turn_rank(const struct casata_frame *f, casata_action a) {
    return casata_kind(a) == VT_A_TURN ? 1 : vt_rank(f, a); /* alliances are chosen before tiles */
}
const struct casata_phase vt_phase_turn = {
    .name = "turn",
    .locals = CASATA_LOCAL_NAMES(VT_TURN_LOCALS),
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = casata_unasked,
    .legal = turn_legal,
    .apply = turn_apply,
    .step = turn_step,
    .valid = turn_valid,
    .prompt = turn_prompt,
    .describe = turn_describe,
    .rank = turn_rank,
};
