/* virtu_pay.c: sources of symbols and florins, and the payment of a cost (R4, R7.5, R12.5, G10, G41). */
#include "games/virtu/virtu_scene.h"

/* R13.5: held by the seat, not used, and no enemy agent on it (G44). */
bool vt_alliance_ready(const struct virtu *s, int seat, unsigned alliance) {
    if (s->ally[alliance] != seat + 1 || s->ally_used[alliance]) return false;
    return !s->ally_agent[alliance] || s->ally_agent[alliance] == seat + 1;
}

/* --- sources ------------------------------------------------------------------------------------------------------- */
/* R4.3: available courtiers and tiles; of the alliances and the indulgence those that may help here. */
static uint64_t usable(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with) {
    const struct virtu_player *p = &s->p[seat];
    uint64_t set = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) set |= (uint64_t)(p->courtier[i] != 0) << i;
    set &= ~(uint64_t)p->courtier_used;
    set |= (uint64_t)(vt_friendly(d, s, seat) & ~s->spent) << VT_S_CITY;
    set |= (uint64_t)(p->tiles & ~p->tiles_used) << VT_S_TILE;
    if (p->cathedrals > p->cathedrals_used) set |= UINT64_C(1) << (VT_S_TILE + VT_T_CATHEDRAL);
    if (!with) return set;
    if (with & VT_WITH_EMPIRE && vt_alliance_ready(s, seat, VT_EMPIRE))
        set |= UINT64_C(1) << (VT_S_ALLIANCE + VT_EMPIRE);
    if (with & VT_WITH_OTTOMAN && vt_alliance_ready(s, seat, VT_OTTOMAN))
        set |= UINT64_C(1) << (VT_S_ALLIANCE + VT_OTTOMAN);
    if (with & VT_WITH_INDULGENCE && vt_may_indulge(d, s, seat)) set |= UINT64_C(1) << VT_S_INDULGENCE;
    return set;
}
static unsigned copies_of(const struct virtu_player *p, unsigned source) /* cathedrals are alike */ {
    return source == VT_S_TILE + VT_T_CATHEDRAL ? p->cathedrals - (unsigned)p->cathedrals_used : 1;
}
static uint64_t word_of(const struct virtu_data *d, const struct virtu *s, int seat, unsigned source) {
    if (source < VT_S_CITY) return vt_word(vt_card(d, s->p[seat].courtier[source] - 1u)->symbol);
    if (source < VT_S_TILE) return vt_word(vt_city_symbols(d, s, source - VT_S_CITY));
    if (source < VT_S_ALLIANCE) return vt_word(vt_tile_symbols(d, &s->p[seat], source - VT_S_TILE));
    if (source == VT_S_INDULGENCE) return (uint64_t)d->indulgences[0].gain_C << 8 * VT_CROWN;
    const unsigned alliance = source - VT_S_ALLIANCE;
    return (uint64_t)d->alliances[alliance].bonus_n << 8 * d->alliances[alliance].bonus;
}
/* The symbols of all usable sources, in no special order. */
static unsigned list_tiles(const struct virtu_data *d, const struct virtu *s, int seat, uint64_t *word) {
    const struct virtu_player *p = &s->p[seat];
    unsigned n = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i] && !(p->courtier_used >> i & 1))
            word[n++] = vt_word(vt_card(d, p->courtier[i] - 1u)->symbol);
    for (uint32_t left = vt_friendly(d, s, seat) & ~s->spent; left; left &= left - 1)
        word[n++] = vt_word(vt_city_symbols(d, s, vt_lowest(left)));
    for (uint32_t left = p->tiles & (uint32_t)~p->tiles_used; left; left &= left - 1)
        word[n++] = vt_word(vt_tile_symbols(d, p, vt_lowest(left)));
    for (unsigned i = p->cathedrals_used; i < p->cathedrals; i++)
        word[n++] = vt_word(vt_tile_symbols(d, p, VT_T_CATHEDRAL));
    return n;
}
static unsigned list_words(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with,
                           uint64_t *word) {
    unsigned n = list_tiles(d, s, seat, word);
    if (with & VT_WITH_EMPIRE && vt_alliance_ready(s, seat, VT_EMPIRE))
        word[n++] = word_of(d, s, seat, VT_S_ALLIANCE + VT_EMPIRE);
    if (with & VT_WITH_OTTOMAN && vt_alliance_ready(s, seat, VT_OTTOMAN))
        word[n++] = word_of(d, s, seat, VT_S_ALLIANCE + VT_OTTOMAN);
    if (with & VT_WITH_INDULGENCE && vt_may_indulge(d, s, seat))
        word[n++] = word_of(d, s, seat, VT_S_INDULGENCE);
    return n;
}
void vt_count_ready(const struct virtu_data *d, struct virtu *s, int seat) {
    uint64_t words[VT_MAX_WORDS], sum = 0;
    unsigned n = list_tiles(d, s, seat, words);
    for (unsigned i = 0; i < n; i++) sum += words[i];
    memcpy(s->p[seat].ready, &sum, sizeof sum);
}

/* R4.5: all symbols of one kind; of a set the better kind, since any surplus is lost. */
static unsigned best_of(uint64_t word, unsigned set) {
    if (!set) return 0;
    unsigned best = vt_lane(word, vt_lowest(set));
    for (set &= set - 1; set; set &= set - 1) {
        unsigned n = vt_lane(word, vt_lowest(set));
        if (n > best) best = n;
    }
    return best;
}
/* The first symbol of the set of which there are n, as best_of found. */
static unsigned symbol_of(uint64_t word, unsigned set, unsigned n) {
    while (set & (set - 1) && vt_lane(word, vt_lowest(set)) != n) set &= set - 1;
    return vt_lowest(set);
}
unsigned vt_gives(const struct virtu_data *d, const struct virtu *s, int seat, unsigned source,
                  unsigned set) {
    return best_of(word_of(d, s, seat, source), set);
}

unsigned vt_total(const struct virtu_data *d, const struct virtu *s, int seat, unsigned symbol,
                  unsigned with) {
    unsigned n = s->pool[symbol] + s->p[seat].ready[symbol];
    if (with & VT_WITH_EMPIRE && symbol == VT_CROSS && vt_alliance_ready(s, seat, VT_EMPIRE))
        n += d->alliances[VT_EMPIRE].bonus_n;
    if (with & VT_WITH_OTTOMAN && symbol == VT_SHIP && vt_alliance_ready(s, seat, VT_OTTOMAN))
        n += d->alliances[VT_OTTOMAN].bonus_n;
    return n;
}
unsigned vt_purse(const struct virtu *s, int seat) {
    return s->p[seat].florins + s->p[seat].ready[VT_FLORIN];
}

/* Two copies of a dignitary on one edge are alike: only the first is offered. */
static uint64_t without_twins(const struct virtu_player *p, uint64_t set) {
    for (unsigned i = 1; i < VT_SPACE_COUNT; i++)
        for (unsigned k = vt_edge(i) * VT_EDGE_SPACES; k < i; k++)
            if (set >> i & 1 && set >> k & 1 && p->courtier[i] == p->courtier[k]) set &= ~(UINT64_C(1) << i);
    return set;
}
uint64_t vt_offered(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with) {
    return without_twins(&s->p[seat], usable(d, s, seat, with));
}
uint64_t vt_offered_with(const struct virtu_data *d, const struct virtu *s, int seat, unsigned with,
                         unsigned symbol) {
    uint64_t set = 0;
    for (uint64_t left = vt_offered(d, s, seat, with); left; left &= left - 1)
        if (vt_lane(word_of(d, s, seat, (unsigned)__builtin_ctzll(left)), symbol)) set |= left & -left;
    return set;
}

/* --- can a cost be covered, each source serving for one kind only? --------------------------------------------------- */
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
    uint64_t words[VT_MAX_WORDS];
    unsigned n = list_words(d, s, seat, shape->with, words);
    for (unsigned i = 0; i < n; i++)
        add_lanes(fund, best_of(words[i], shape->set[0]), best_of(words[i], shape->set[1]),
                  shape->florins ? vt_lane(words[i], VT_FLORIN) : 0);
}
bool vt_can_pay(const struct virtu_data *d, const struct virtu *s, int seat, struct vt_cost cost) {
    struct vt_fund fund;
    vt_gather(d, s, seat, &cost, &fund);
    return vt_covers(&fund, cost.need[0], cost.need[1], cost.florins);
}

/* --- using sources ---------------------------------------------------------------------------------------------------- */
void vt_gain_florins(struct virtu *s, int seat, unsigned n) {
    unsigned sum = s->p[seat].florins + n;
    s->p[seat].florins = (uint16_t)(sum < VT_MAX_FLORINS ? sum : VT_MAX_FLORINS);
}

/* R7.4: into the chamber with the marker. */
static void indulge(struct virtu *s, int seat, struct casata_arg gain, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    p->indulged = 1;
    p->indulgences |= (uint8_t)(1u << p->marker);
    casata_emit(sink, "event.indulgence", 2, casata_seat(seat), gain);
}
void vt_use_source(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                   struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    if (source < VT_S_CITY) {
        vt_less(p, vt_card(d, p->courtier[source] - 1u)->symbol);
        p->courtier_used |= (uint8_t)(1u << source);
    } else if (source < VT_S_TILE) {
        vt_less(p, vt_city_symbols(d, s, source - VT_S_CITY));
        s->spent |= vt_bit(source - VT_S_CITY);
    } else if (source < VT_S_ALLIANCE) {
        vt_less(p, vt_tile_symbols(d, p, source - VT_S_TILE));
        if (source == VT_S_TILE + VT_T_CATHEDRAL)
            p->cathedrals_used++;
        else
            p->tiles_used |= (uint8_t)(1u << (source - VT_S_TILE));
    } else if (source < VT_S_INDULGENCE)
        s->ally_used[source - VT_S_ALLIANCE] = 1;
    else if (source == VT_S_INDULGENCE)
        indulge(s, seat, casata_count(&vt_units, VT_U_CROWN, d->indulgences[0].gain_C), sink);
}
struct casata_arg vt_source_arg(const struct virtu *s, int seat, unsigned source) {
    if (source < VT_S_CITY && s->p[seat].courtier[source])
        return casata_word(&vt_cards, s->p[seat].courtier[source] - 1u);
    return casata_word(&vt_sources, source);
}

/* R4.2: all florin symbols of the card or tile. */
void vt_collect(const struct virtu_data *d, struct virtu *s, int seat, unsigned source,
                struct casata_sink *sink) {
    unsigned n = vt_gives(d, s, seat, source, 1u << VT_FLORIN);
    vt_use_source(d, s, seat, source, sink);
    vt_gain_florins(s, seat, n);
    casata_emit(sink, "event.collect", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                casata_count(&vt_units, VT_U_FLORIN, (int)n));
}

void vt_clear_pool(struct virtu *s) { memset(s->pool, 0, sizeof s->pool); }

/* --- the payment (R4.6) --------------------------------------------------------------------------------------------------
 * Sources are used in any order until it is complete (G62). Searches use them by falling number, then by rising place.
 * Florins are collected first and leave the treasury all at once.
 * A cost of several kinds is paid kind by kind: crowns, crosses, florins. No option is lost by that, and nothing is learned
 * from it: a source serves for one kind (R4.5), so the decision is which sources serve for which kind, every such
 * division that pays is reached whichever kind comes first (G62), and all of it is open (G33). */
static void push_pay(struct virtu *s, int seat, unsigned set, unsigned need, unsigned with,
                     struct casata_sink *sink) {
    for (unsigned left = set; left && need; left &= left - 1) { /* R4.4: symbols of the chamber first */
        uint8_t *pool = &s->pool[vt_lowest(left)];
        unsigned n = *pool < need ? *pool : need;
        *pool = (uint8_t)(*pool - n);
        need -= n;
        if (n)
            casata_emit(sink, "event.spend", 2, casata_seat(seat),
                        vt_amount(VT_U_FLORIN + vt_lowest(left), n));
    }
    if (!need) return;
    struct vt_pay *l = casata_begin(vt_pay, s, VT_PH_PAY, (unsigned)seat);
    l->symbols = (uint8_t)set;
    l->missing = (uint8_t)need;
    l->with = (uint8_t)with;
}
static bool pays_florins(const struct vt_pay *l) { return l->symbols == 1u << VT_FLORIN; }
/* The payment that comes after this one; NULL: none. */
static const struct vt_pay *next_payment(const struct casata_frame *f) {
    const struct casata_frame *below = casata_below(f);
    return below->phase == VT_PH_PAY ? casata_locals(vt_pay, below) : NULL;
}

/* Florins leave the treasury as soon as there are enough of them. */
static bool pay_from_treasury(struct virtu *s, const struct casata_frame *f, struct casata_sink *sink) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    struct virtu_player *p = &s->p[f->seat];
    if (!pays_florins(l) || p->florins < l->missing) return false;
    p->florins = (uint16_t)(p->florins - l->missing);
    casata_emit(sink, "event.pay", 2, casata_seat(f->seat), casata_count(&vt_units, VT_U_FLORIN, l->missing));
    casata_pop(s);
    return true;
}
void vt_begin_pay(struct virtu *s, int seat, struct vt_cost cost, struct casata_sink *sink) {
    if (cost.florins) {
        push_pay(s, seat, 1u << VT_FLORIN, cost.florins, 0, sink);
        if (casata_top(s)->phase == VT_PH_PAY) pay_from_treasury(s, casata_top(s), sink);
    }
    if (cost.need[1]) push_pay(s, seat, cost.set[1], cost.need[1], cost.with, sink);
    if (cost.need[0]) push_pay(s, seat, cost.set[0], cost.need[0], cost.with, sink);
}

struct offer {
    uint8_t source, place, times, lane[3]; /* gives: for the payment now, for the next one, florins */
};
/* Where a source stands in the canonical order: identical cards together, at the first of them. */
static unsigned place_of(const struct virtu_player *p, uint64_t set, unsigned source) {
    if (source >= VT_SPACE_COUNT) return source;
    for (unsigned i = vt_edge(source) * VT_EDGE_SPACES; i < source; i++)
        if (set >> i & 1 && p->courtier[i] == p->courtier[source]) return i;
    return source;
}
/* Can the rest be paid if offer i is used now? */
static bool goes_on(const struct offer *offer, int n, int i, int missing, int second, int florins) {
    struct vt_fund fund;
    missing -= offer[i].lane[0];
    if (missing <= 0 && second <= 0 && florins <= 0) return true;
    memset(&fund, 0, sizeof fund);
    for (int k = 0; k < n; k++)
        for (unsigned times = offer[k].times - (k == i); times--;)
            add_lanes(&fund, offer[k].lane[0], offer[k].lane[1], offer[k].lane[2]);
    return vt_covers(&fund, missing, second, florins);
}
static int pay_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    struct offer offer[VT_SOURCE_COUNT];
    int n_offers = 0, n = 0, second = 0, florins = 0, missing = l->missing;
    unsigned set2 = 0;
    if (pays_florins(l)) missing -= p->florins;
    const struct vt_pay *next;
    for (const struct casata_frame *at = f; (next = next_payment(at)) != NULL; at = casata_below(at)) {
        if (pays_florins(next))
            florins = next->missing - p->florins;
        else
            set2 = next->symbols, second = next->missing;
    }
    uint64_t all = usable(d, s, seat, l->with);
    for (uint64_t left = all; left; left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left);
        uint64_t word = word_of(d, s, seat, source);
        struct offer *o = &offer[n_offers];
        o->source = (uint8_t)source;
        o->place = (uint8_t)place_of(p, all, source);
        o->times = (uint8_t)copies_of(p, source);
        o->lane[0] = (uint8_t)best_of(word, l->symbols);
        o->lane[1] = (uint8_t)(second > 0 ? best_of(word, set2) : 0);
        o->lane[2] = (uint8_t)(florins > 0 ? vt_lane(word, VT_FLORIN) : 0);
        n_offers += o->lane[0] || o->lane[1] || o->lane[2];
    }
    for (int i = 0; i < n_offers; i++) {
        const struct offer *o = &offer[i];
        if (!o->lane[0] || o->place != o->source) continue; /* of identical ones only the first */
        if (goes_on(offer, n_offers, i, missing, second, florins))
            out[n++] = casata_act(VT_A_PAY, o->source, 0, 0);
    }
    return n;
}
void vt_remember_source(uint8_t *least, uint8_t *last, unsigned n, unsigned source) {
    if (!*least || n < *least)
        *least = (uint8_t)n, *last = (uint8_t)(source + 1);
    else if (n == *least && source >= *last)
        *last = (uint8_t)(source + 1);
}
bool vt_is_out_of_order(unsigned least, unsigned last, unsigned missing, unsigned n, unsigned source) {
    if (!last) return false;
    return n == least ? source + 1 < last : n > least && n - least < missing;
}
static bool pay_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action a) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    const struct virtu *s = state;
    unsigned missing = l->missing - (pays_florins(l) ? s->p[seat].florins : 0u);
    return vt_is_out_of_order(l->last_number, l->last_source, missing,
                              vt_gives(data, s, seat, casata_a(a), l->symbols), casata_a(a));
}
/* The purchases were decided before; an indulgence is always asked for (R7.3). */
static bool pay_forced(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                       struct casata_sink *sink) {
    (void)data, (void)state, (void)f, (void)sink;
    return casata_a(only) != VT_S_INDULGENCE;
}
static void pay_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    struct vt_pay *l = casata_locals(vt_pay, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned source = casata_a(a);
    uint64_t word = word_of(d, s, seat, source);
    unsigned n = best_of(word, l->symbols);
    vt_remember_source(&l->last_number, &l->last_source, n, source);
    if (pays_florins(l)) {
        vt_collect(d, s, seat, source, sink);
        return;
    }
    vt_use_source(d, s, seat, source, sink);
    casata_emit(sink, "event.use", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                casata_count(&vt_units, VT_U_FLORIN + symbol_of(word, l->symbols, n), (int)n));
    if (n < l->missing)
        l->missing = (uint8_t)(l->missing - n);
    else
        casata_pop(s); /* R4.1: any surplus is lost */
}
/* The next source, if all that could pay are needed anyway, so that there is nothing to choose; VT_SOURCE_COUNT: somebody
 * has to. An indulgence is always asked for. */
static unsigned needed_source(const struct virtu_data *d, const struct virtu *s, const struct vt_pay *l,
                              int seat) {
    unsigned sum = 0, least = 255, first = VT_SOURCE_COUNT, missing = l->missing;
    if (pays_florins(l)) missing -= s->p[seat].florins;
    for (uint64_t left = usable(d, s, seat, l->with); left; left &= left - 1) {
        unsigned source = (unsigned)__builtin_ctzll(left);
        unsigned n = best_of(word_of(d, s, seat, source), l->symbols);
        if (!n) continue;
        if (source == VT_S_INDULGENCE) return VT_SOURCE_COUNT;
        sum += n * copies_of(&s->p[seat], source);
        if (n < least) least = n;
        if (first == VT_SOURCE_COUNT) first = source;
    }
    return sum >= missing && sum - least < missing ? first : VT_SOURCE_COUNT;
}
static bool pay_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    if (pay_from_treasury(state, f, sink)) return true;
    unsigned source = needed_source(data, state, l, f->seat);
    if (source == VT_SOURCE_COUNT) return false;
    pay_apply(data, state, f, f->seat, casata_act(VT_A_PAY, source, 0, 0), sink);
    return true;
}
static bool pay_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    (void)data, (void)state;
    if (!l->symbols || l->symbols & 1u << VT_WAR || l->symbols & 1u << VT_ARROW || !l->missing ||
        l->last_source > VT_SOURCE_COUNT || (l->last_source && !l->last_number) || l->with > 7)
        return false;
    const struct vt_pay *next = next_payment(f);
    if (pays_florins(l)) return !next && l->with == 0;
    if (l->symbols & 1u << VT_FLORIN) return false;
    if (!next || pays_florins(next)) return true;
    const struct vt_pay *last = next_payment(casata_below(f));
    return next->with == l->with && !(next->symbols & l->symbols) && (!last || pays_florins(last));
}
static struct casata_msg pay_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                    int seat) {
    const struct vt_pay *l = casata_locals(vt_pay, f);
    const struct virtu *s = build->state;
    unsigned there = pays_florins(l) ? s->p[seat].florins : 0u;
    return casata_message("prompt.pay", 2, casata_seat(seat),
                          vt_amount(vt_unit_of(l->symbols), l->missing - there));
}
static void pay_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                         struct casata_choice *c) {
    vt_describe_pay(build, c, seat, casata_locals(vt_pay, f)->symbols);
}
static void pay_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    vt_explain_courtiers(build, seat, casata_locals(vt_pay, f)->symbols);
}
static const char *const with_text[] = {"indulgence", "empire", "ottoman"}; /* ORDER VT_WITH_... */
static const struct casata_words with_words = {"with", 3, with_text};
static const struct casata_vain pay_vain[] = {
    {VT_F_COURTIER, "vain.pays_not", "R4.1"},
    {VT_F_ZONE, "vain.pays_not", "R4.1"},
    {VT_F_AREA, "vain.pays_not", "R4.1"},
    {0},
};
const struct casata_phase vt_phase_pay = {
    .name = "pay",
    .vain = pay_vain,
    .locals = CASATA_LOCAL_NAMES(VT_PAY_LOCALS),
    .words = {CASATA_LOCAL_SET(vt_pay, symbols, vt_symbols), CASATA_LOCAL_SET(vt_pay, with, with_words)},
    .parents = CASATA_ON(VT_PH_PAY) | CASATA_ON(VT_PH_SPRING) | CASATA_ON(VT_PH_MOVE) |
               CASATA_ON(VT_PH_ABSOLVE) | CASATA_ON(VT_PH_CHAMBER) | CASATA_ON(VT_PH_PATRONAGE) |
               CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_INFLUENCE) | CASATA_ON(VT_PH_WAR) |
               CASATA_ON(VT_PH_DECLARE) | CASATA_ON(VT_PH_WINTER) | CASATA_ON(VT_PH_BUY) |
               CASATA_ON(VT_PH_ALLY),
    .forced = pay_forced,
    .legal = pay_legal,
    .redundant = pay_redundant,
    .order = CASATA_ORDER(vt_pay, last_number) | CASATA_ORDER(vt_pay, last_source),
    .apply = pay_apply,
    .step = pay_step,
    .valid = pay_valid,
    .prompt = pay_prompt,
    .describe = pay_describe,
    .explain = pay_explain,
};

/* --- indulgences (R7, G12) ------------------------------------------------------------------------------------------------ */
/* R7.1, R7.2, R18.1: once a Year, not on top of another, as long as there are cards. */
bool vt_may_indulge(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    if (p->indulged || p->marker >= VT_CHAMBER_COUNT || p->indulgences >> p->marker & 1) return false;
    uint32_t taken = 0;
    for (int i = 0; i < VT_MAX_SEATS; i++) taken = taken << VT_CHAMBER_COUNT | s->p[i].indulgences;
    return vt_count(taken) < d->components[VT_N_INDULGENCES].count;
}
void vt_take_florins(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    indulge(s, seat, casata_count(&vt_units, VT_U_FLORIN, d->indulgences[0].gain_F), sink);
    vt_gain_florins(s, seat, d->indulgences[0].gain_F);
}
int vt_list_indulge(const struct virtu_data *d, const struct virtu *s, int seat, casata_action *out) {
    if (!vt_may_indulge(d, s, seat)) return 0;
    out[0] = casata_act(VT_A_INDULGE, 0, 0, 0);
    return 1;
}
bool vt_stopped(const struct virtu_data *d, struct virtu *s, int seat, casata_action a,
                struct casata_sink *sink) {
    if (casata_kind(a) == VT_A_STOP)
        casata_pop(s);
    else if (casata_kind(a) == VT_A_INDULGE)
        vt_take_florins(d, s, seat, sink);
    else
        return false;
    return true;
}
int vt_list_stop(const struct virtu_data *d, const struct virtu *s, int seat, casata_action *out) {
    out[0] = casata_act(VT_A_STOP, 0, 0, 0);
    return 1 + vt_list_indulge(d, s, seat, out + 1);
}

/* --- automatic ends ----------------------------------------------------------------------------------------------- */
bool vt_stop_action(const struct casata_frame *f, casata_action only, bool vain, struct casata_sink *sink) {
    if (casata_kind(only) != VT_A_STOP) return false;
    if (vain)
        casata_emit(sink, "event.vain", 2, casata_seat(f->seat),
                    casata_word(&vt_actions, vt_action_of(f->phase)));
    return true;
}
bool vt_forced_vain(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink) {
    (void)data, (void)state;
    return vt_stop_action(f, only, true, sink);
}
bool vt_forced_stop(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink) {
    (void)data, (void)state;
    return vt_stop_action(f, only, false, sink);
}
