/* virtu_pay.c: what can be turned into symbols and florins, and the payment of a cost (R4, R7.5, R12.5, G10, G41). */
#include "games/virtu/virtu.h"

/* R13.5: his, not used, and no enemy agent on it (G44). */
bool vt_alliance_ready(const struct virtu *s, int seat, unsigned alliance) {
    if (s->ally[alliance] != seat + 1 || s->ally_used[alliance]) return false;
    return !s->ally_agent[alliance] || s->ally_agent[alliance] == seat + 1;
}

/* R4.3: available courtiers, tiles and alliance bonuses. */
uint64_t vt_sources_now(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    uint64_t set = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) set |= (uint64_t)(p->courtier[i] != 0) << i;
    set &= ~(uint64_t)p->courtier_used;
    set |= (uint64_t)(vt_friendly(d, s, seat) & ~s->spent) << VT_S_CITY;
    set |= (uint64_t)(p->tiles & ~p->tiles_used) << VT_S_TILE;
    if (p->cathedrals > p->cathedrals_used) set |= UINT64_C(1) << (VT_S_TILE + VT_T_CATHEDRAL);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        set |= (uint64_t)vt_alliance_ready(s, seat, i) << (VT_S_ALLIANCE + i);
    return set;
}

/* Those that may pay in this place. */
static uint64_t usable(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with) {
    uint64_t set = vt_sources_now(d, s, seat);
    if (!(with & VT_WITH_EMPIRE)) set &= ~(UINT64_C(1) << (VT_S_ALLIANCE + VT_EMPIRE));
    if (!(with & VT_WITH_OTTOMAN)) set &= ~(UINT64_C(1) << (VT_S_ALLIANCE + VT_OTTOMAN));
    if (with & VT_WITH_INDULGENCE && vt_may_indulge(d, s, seat)) set |= UINT64_C(1) << VT_S_INDULGENCE;
    return set;
}

static const uint8_t *symbols_of(const struct virtu_data *d, const struct virtu *s, int seat,
                                 unsigned source) {
    if (source < VT_S_CITY) return vt_card(d, s->p[seat].courtier[source] - 1u)->symbol;
    if (source < VT_S_TILE) return vt_city_symbols(d, s, source - VT_S_CITY);
    return vt_tile_symbols(d, &s->p[seat], source - VT_S_TILE);
}

/* R4.5: all symbols of one kind; of a set the better kind, since what is left over is lost. */
unsigned vt_amount(const uint8_t *symbol, unsigned set) {
    unsigned best = 0;
    for (; set; set &= set - 1) {
        unsigned n = symbol[vt_lowest(set)];
        if (n > best) best = n;
    }
    return best;
}
unsigned vt_gives(const struct virtu_data *d, const struct virtu *s, int seat, unsigned source,
                  unsigned set) {
    if (source < VT_S_ALLIANCE) return vt_amount(symbols_of(d, s, seat, source), set);
    if (source == VT_S_INDULGENCE) return set >> VT_CROWN & 1 ? d->indulgences[0].gain_C : 0u;
    const unsigned alliance = source - VT_S_ALLIANCE;
    return alliance != VT_FRANCE && set >> d->alliances[alliance].bonus & 1 ? d->alliances[alliance].bonus_n
                                                                            : 0u;
}

unsigned vt_total(const struct virtu_data *d, const struct virtu *s, int seat, unsigned set, unsigned with) {
    unsigned n = 0;
    for (uint64_t left = usable(d, s, seat, with); left; left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left), times = 1;
        if (source == VT_S_TILE + VT_T_CATHEDRAL) times = s->p[seat].cathedrals - s->p[seat].cathedrals_used;
        n += times * vt_gives(d, s, seat, source, set);
    }
    return n;
}

unsigned vt_purse(const struct virtu_data *d, const struct virtu *s, int seat) {
    return s->p[seat].florins + vt_total(d, s, seat, 1u << VT_FLORIN, 0);
}

/* --- can a cost be covered, each source serving for one kind only? ------------------------------------------ */
static void add_lanes(struct vt_fund *fund, unsigned first, unsigned second, unsigned florins) {
    unsigned kinds = (first != 0) + (second != 0) + (florins != 0);
    if (kinds == 0) return;
    fund->total[0] += first, fund->total[1] += second, fund->total[2] += florins;
    if (kinds == 1 || fund->n == sizeof fund->lane / sizeof *fund->lane) {
        fund->pure[0] += first;
        fund->pure[1] += first ? 0 : second;
        fund->pure[2] += first || second ? 0 : florins;
        return;
    }
    uint8_t *lane = fund->lane[fund->n++];
    lane[0] = (uint8_t)first, lane[1] = (uint8_t)second, lane[2] = (uint8_t)florins;
}
static bool spread(const struct vt_fund *fund, unsigned from, int need[3]) {
    if (need[0] <= 0 && need[1] <= 0 && need[2] <= 0) return true;
    int most[3] = {0, 0, 0};
    for (unsigned i = from; i < fund->n; i++)
        for (int k = 0; k < 3; k++) most[k] += fund->lane[i][k];
    for (int k = 0; k < 3; k++)
        if (need[k] > most[k]) return false;
    for (int k = 0; k < 3; k++) {
        if (need[k] <= 0 || !fund->lane[from][k]) continue;
        int rest[3] = {need[0], need[1], need[2]};
        rest[k] -= fund->lane[from][k];
        if (spread(fund, from + 1, rest)) return true;
    }
    return spread(fund, from + 1, need);
}
bool vt_covers(const struct vt_fund *fund, int first, int second, int florins) {
    if (first > (int)fund->total[0] || second > (int)fund->total[1] || florins > (int)fund->total[2])
        return false;
    int need[3] = {first - (int)fund->pure[0], second - (int)fund->pure[1], florins - (int)fund->pure[2]};
    return spread(fund, 0, need);
}

static unsigned pooled(const struct virtu *s, unsigned set) {
    unsigned n = 0;
    for (; set; set &= set - 1) n += s->pool[vt_lowest(set)];
    return n;
}

void vt_gather(const struct virtu_data *d, const struct virtu *s, int seat, const struct vt_cost *shape,
               struct vt_fund *fund) {
    const struct virtu_player *p = &s->p[seat];
    fund->n = 0;
    fund->pure[0] = pooled(s, shape->set[0]);
    fund->pure[1] = pooled(s, shape->set[1]);
    fund->pure[2] = p->florins + s->pool[VT_FLORIN];
    memcpy(fund->total, fund->pure, sizeof fund->total);
    for (uint64_t left = usable(d, s, seat, shape->with); left; left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left), times = 1;
        if (source == VT_S_TILE + VT_T_CATHEDRAL) times = p->cathedrals - p->cathedrals_used;
        unsigned first = vt_gives(d, s, seat, source, shape->set[0]),
                 second = vt_gives(d, s, seat, source, shape->set[1]);
        unsigned florins = shape->florins ? vt_gives(d, s, seat, source, 1u << VT_FLORIN) : 0;
        while (times--) add_lanes(fund, first, second, florins);
    }
}

bool vt_can_pay(const struct virtu_data *d, const struct virtu *s, int seat, struct vt_cost cost) {
    struct vt_fund fund;
    vt_gather(d, s, seat, &cost, &fund);
    return vt_covers(&fund, cost.need[0], cost.need[1], cost.florins);
}

/* --- using sources -------------------------------------------------------------------------------------------- */
void vt_gain_florins(struct virtu *s, int seat, unsigned n) {
    unsigned sum = s->p[seat].florins + n;
    s->p[seat].florins = (uint16_t)(sum < VT_MAX_FLORINS ? sum : VT_MAX_FLORINS);
}

void vt_use_source(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                   struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    (void)d;
    if (source < VT_S_CITY)
        p->courtier_used |= (uint8_t)(1u << source);
    else if (source < VT_S_TILE)
        s->spent |= vt_bit(source - VT_S_CITY);
    else if (source == VT_S_TILE + VT_T_CATHEDRAL)
        p->cathedrals_used++;
    else if (source < VT_S_ALLIANCE)
        p->tiles_used |= (uint8_t)(1u << (source - VT_S_TILE));
    else if (source < VT_S_INDULGENCE)
        s->ally_used[source - VT_S_ALLIANCE] = 1;
    else if (source == VT_S_INDULGENCE)
        vt_indulge(s, seat, sink);
}

/* R4.2: all florin symbols of the card or tile. */
void vt_collect(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                struct casata_sink *sink) {
    unsigned n = vt_gives(d, s, seat, source, 1u << VT_FLORIN);
    vt_use_source(d, s, seat, source, sink);
    vt_gain_florins(s, seat, n);
    casata_emit(sink, "event.collect", 3, casata_seat(seat), casata_word(&vt_sources, source),
                casata_count(&vt_units, VT_U_FLORIN, (int)n));
}

/* Two copies of a dignitary on one edge are alike: only the first is offered. */
static uint64_t without_twins(const struct virtu *s, int seat, uint64_t set) {
    const struct virtu_player *p = &s->p[seat];
    for (unsigned i = 1; i < VT_SPACE_COUNT; i++)
        for (unsigned k = vt_edge(i) * VT_EDGE_SPACES; k < i; k++)
            if (set >> i & 1 && set >> k & 1 && p->courtier[i] == p->courtier[k]) set &= ~(UINT64_C(1) << i);
    return set;
}
uint64_t vt_offered(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with) {
    return without_twins(s, seat, usable(d, s, seat, with));
}

int vt_list_collect(const struct virtu_data *d, const struct virtu *s, int seat, unsigned from,
                    casata_action *out) {
    int n = 0;
    for (uint64_t left = vt_offered(d, s, seat, 0) >> from << from; left; left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left);
        if (vt_gives(d, s, seat, source, 1u << VT_FLORIN)) out[n++] = casata_act(VT_A_COLLECT, source, 0, 0);
    }
    return n;
}

void vt_clear_pool(struct virtu *s) { memset(s->pool, 0, sizeof s->pool); }

/* --- the payment (R4.6) -----------------------------------------------------------------------------------------
 * Locals: symbols that count, how many are missing, number and source used last, what may help. Sources are used
 * by falling number, then by rising place: each set of sources is offered once, and never one that could be left
 * out. For florins: how many must be in the treasury; they leave it when they are together. */
static void push_pay(struct virtu *s, int seat, unsigned set, unsigned need, unsigned with) {
    for (unsigned left = set; left && need; left &= left - 1) { /* R4.4: symbols of the chamber first */
        uint8_t *pool = &s->pool[vt_lowest(left)];
        unsigned n = *pool < need ? *pool : need;
        *pool = (uint8_t)(*pool - n);
        need -= n;
    }
    if (!need) return;
    struct casata_frame *f = casata_push(s, VT_PH_PAY, (unsigned)seat);
    f->a = (uint8_t)set, f->b = (uint8_t)need, f->e = (uint8_t)with;
}
void vt_begin_pay(struct virtu *s, int seat, struct vt_cost cost) {
    push_pay(s, seat, 1u << VT_FLORIN, cost.florins, 0);
    push_pay(s, seat, cost.set[1], cost.need[1], cost.with);
    push_pay(s, seat, cost.set[0], cost.need[0], cost.with);
}

static bool pays_florins(const struct casata_frame *f) { return f->a == 1u << VT_FLORIN; }

static bool pay_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!pays_florins(f)) return false;
    struct virtu_player *p = &s->p[f->seat];
    if (p->florins < f->b) return false;
    p->florins = (uint16_t)(p->florins - f->b);
    casata_emit(sink, "event.pay", 2, casata_seat(f->seat), casata_count(&vt_units, VT_U_FLORIN, f->b));
    casata_pop(s);
    return true;
}

struct offer {
    uint8_t source, times, lane[3]; /* what is paid now, what is paid next, florins */
};
/* Is `later` used after `now` in the canonical order? */
static bool comes_after(const struct offer *later, unsigned amount, unsigned source) {
    return later->lane[0] < amount || (later->lane[0] == amount && later->source > source);
}
static int pay_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    struct offer offer[VT_SOURCE_COUNT];
    int n_offers = 0, n = 0, second = 0, florins = 0, missing = f->b;
    unsigned set2 = 0, bound = f->c ? f->c : 255;
    if (pays_florins(f)) missing -= s->p[seat].florins;
    for (const struct casata_frame *below = f - 1; below->phase == VT_PH_PAY; below--) {
        if (pays_florins(below))
            florins = below->b - s->p[seat].florins;
        else
            set2 = below->a, second = below->b;
    }
    uint64_t offered = vt_offered(d, s, seat, f->e);
    for (uint64_t left = usable(d, s, seat, f->e); left; left &= left - 1) {
        struct offer *o = &offer[n_offers];
        unsigned source = (unsigned)__builtin_ctzll(left);
        o->source = (uint8_t)source;
        o->times = (uint8_t)(source == VT_S_TILE + VT_T_CATHEDRAL
                                 ? s->p[seat].cathedrals - s->p[seat].cathedrals_used
                                 : 1);
        o->lane[0] = (uint8_t)vt_gives(d, s, seat, source, f->a);
        o->lane[1] = (uint8_t)(second > 0 ? vt_gives(d, s, seat, source, set2) : 0);
        o->lane[2] = (uint8_t)(florins > 0 ? vt_gives(d, s, seat, source, 1u << VT_FLORIN) : 0);
        n_offers += o->lane[0] || o->lane[1] || o->lane[2];
    }
    for (int i = 0; i < n_offers; i++) {
        const struct offer *o = &offer[i];
        bool again = o->source + 1u == f->d && o->times; /* the next of several alike tiles */
        if (!o->lane[0] || !(offered >> o->source & 1)) continue;
        if (!(o->lane[0] < bound || (o->lane[0] == bound && (o->source >= f->d || again)))) continue;
        struct vt_fund fund = {.n = 0};
        for (int k = 0; k < n_offers; k++) {
            const struct offer *r = &offer[k];
            unsigned times = r->times - (k == i);
            bool after = k == i || comes_after(r, o->lane[0], o->source);
            while (times--) add_lanes(&fund, after ? r->lane[0] : 0, r->lane[1], r->lane[2]);
        }
        if (vt_covers(&fund, missing - o->lane[0], second, florins))
            out[n++] = casata_act(VT_A_PAY, o->source, 0, 0);
    }
    return n;
}
static void pay_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned source = casata_a(a), n = vt_gives(d, s, seat, source, f->a);
    f->c = (uint8_t)n;
    f->d = (uint8_t)(source + 1);
    if (pays_florins(f)) {
        vt_collect(d, s, seat, source, sink);
        return;
    }
    vt_use_source(d, s, seat, source, sink);
    casata_emit(sink, "event.use", 3, casata_seat(seat), casata_word(&vt_sources, source),
                casata_count(&vt_units, VT_U_FLORIN + vt_lowest(f->a), (int)n));
    if (n < f->b) {
        f->b = (uint8_t)(f->b - n);
        return;
    }
    s->pool[vt_lowest(f->a)] =
        (uint8_t)(s->pool[vt_lowest(f->a)] + n - f->b); /* lost at the end of the action (R4.1) */
    casata_pop(s);
}
static bool pay_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    if (!f->a || f->a & 1u << VT_WAR || f->a & 1u << VT_ARROW || !f->b || f->d > VT_SOURCE_COUNT || f->e > 7)
        return false;
    if (pays_florins(f)) return f[-1].phase != VT_PH_PAY && f->e == 0;
    if (f->a & 1u << VT_FLORIN) return false;
    return f[-1].phase != VT_PH_PAY || pays_florins(&f[-1]) ||
           (f[-1].e == f->e && !(f[-1].a & f->a) && f[-2].phase != VT_PH_PAY) ||
           (f[-1].e == f->e && !(f[-1].a & f->a) && pays_florins(&f[-2]));
}
const struct casata_phase vt_phase_pay = {
    .name = "pay",
    .locals = "symbols missing last_number last_source with",
    .parents = 1u << VT_PH_PAY | 1u << VT_PH_MOVE | 1u << VT_PH_ABSOLVE | 1u << VT_PH_CHAMBER |
               1u << VT_PH_PATRONAGE | 1u << VT_PH_ANNEX | 1u << VT_PH_MANEUVER | 1u << VT_PH_INTRIGUE |
               1u << VT_PH_INFLUENCE | 1u << VT_PH_DECLARE | 1u << VT_PH_RETREAT | 1u << VT_PH_PAYDAY |
               1u << VT_PH_BUY | 1u << VT_PH_RECRUIT | 1u << VT_PH_ALLY,
    .flags = CASATA_AUTO_SINGLE,
    .legal = pay_legal,
    .apply = pay_apply,
    .step = pay_step,
    .valid = pay_valid};

/* --- indulgences (R7, G12) ------------------------------------------------------------------------------------- */
/* R7.1, R7.2, R18.1: once a Year, not on top of another, as long as there are cards. */
bool vt_may_indulge(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    if (p->indulged || p->marker >= VT_CHAMBER_COUNT || p->indulgences >> p->marker & 1) return false;
    unsigned taken = 0;
    for (int i = 0; i < s->head.seats; i++) taken += vt_count(s->p[i].indulgences);
    return taken < d->components[VT_N_INDULGENCES].count;
}
/* R7.4: into the chamber with the marker. */
void vt_indulge(struct virtu *s, int seat, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    p->indulged = 1;
    p->indulgences |= (uint8_t)(1u << p->marker);
    casata_emit(sink, "event.indulgence", 1, casata_seat(seat));
}
