/* virtu_palace.c: palaces: courtier spaces, chambers, placing and discarding of cards (R2.10, R3, R12.2). */
#include "games/virtu/virtu.h"

static unsigned extra_of_cities(const struct virtu_data *d, const struct virtu *s, unsigned n) {
    if (vt_two(s)) return d->city_track_2p[n < VT_CITY_TRACK_2P ? n : VT_CITY_TRACK_2P - 1].extra_courtier;
    return d->city_track[n < VT_CITY_TRACK ? n : VT_CITY_TRACK - 1].extra_courtier;
}

/* R3.3, R3.4: each source opens one lighter space, at most three. */
unsigned vt_extra_spaces(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned n = extra_of_cities(d, s, vt_count(p->cities));
    for (uint32_t left = p->tiles & ((1u << VT_TITLE_COUNT) - 1); left; left &= left - 1)
        n += d->titles[vt_title_row(p, vt_lowest(left))].courtier_slots;
    for (uint32_t left = p->bonuses; left; left &= left - 1)
        n += d->patronage_bonuses[vt_lowest(left)].courtier_slots;
    for (unsigned m = 0; vt_two(s) && m < VT_MAJOR_COUNT; m++) n += s->friend_of[m] == seat + 1; /* R20.8 */
    return n < 3 ? n : 3;
}

static unsigned cards_on(const struct virtu_player *p, unsigned edge) {
    const uint8_t *card = &p->courtier[edge * VT_EDGE_SPACES];
    return (card[0] != 0) + (card[1] != 0) + (card[2] != 0);
}
/* G57: the spaces of an edge are alike; cards lie on dark ones first, so this many lighter ones are in use. */
static unsigned lighter_in_use(const struct virtu_data *d, unsigned left, unsigned right) {
    const uint8_t *dark = d->facts.dark;
    return (left > dark[VT_LEFT] ? left - dark[VT_LEFT] : 0) +
           (right > dark[VT_RIGHT] ? right - dark[VT_RIGHT] : 0);
}

/* Is there room on an edge once a card of the edge `gone` (2: none) has left? */
static bool has_room(const struct virtu_data *d, const struct virtu_player *p, unsigned edge, unsigned gone,
                     unsigned extra) {
    unsigned n[3] = {cards_on(p, VT_LEFT), cards_on(p, VT_RIGHT), 1};
    n[gone]--;
    if (++n[edge] > VT_EDGE_SPACES) return false;
    return n[edge] <= d->facts.dark[edge] || lighter_in_use(d, n[VT_LEFT], n[VT_RIGHT]) <= extra;
}
bool vt_edge_room(const struct virtu_data *d, const struct virtu *s, int seat, unsigned edge,
                  unsigned extra) {
    return has_room(d, &s->p[seat], edge, 2, extra);
}

bool vt_is_crowded(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned lighter = lighter_in_use(d, cards_on(p, VT_LEFT), cards_on(p, VT_RIGHT));
    return lighter && lighter > vt_extra_spaces(d, s, seat);
}

bool vt_is_twin(const struct virtu_player *p, unsigned space) {
    for (unsigned i = vt_edge(space) * VT_EDGE_SPACES; i < space; i++)
        if (p->courtier[i] == p->courtier[space] &&
            !((p->courtier_used >> i ^ p->courtier_used >> space) & 1))
            return true;
    return false;
}

unsigned vt_put_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned card, unsigned edge,
                         bool used) {
    unsigned space = edge * VT_EDGE_SPACES;
    while (p->courtier[space]) space++;
    assert(vt_edge(space) == edge);
    p->courtier[space] = (uint8_t)(card + 1);
    if (used)
        p->courtier_used |= (uint8_t)(1u << space);
    else
        vt_more(p, vt_card(d, card)->symbol);
    return space;
}

static unsigned lift_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned space) {
    unsigned card = p->courtier[space] - 1u;
    if (!(p->courtier_used >> space & 1)) vt_less(p, vt_card(d, card)->symbol);
    p->courtier[space] = 0;
    p->courtier_used &= (uint8_t) ~(1u << space);
    return card;
}

unsigned vt_owned(const struct virtu_player *p, unsigned card) {
    unsigned n = 0;
    for (int i = 0; i < VT_SPACE_COUNT; i++) n += p->courtier[i] == card + 1;
    for (int i = 0; i < VT_CHAMBER_COUNT; i++) n += (p->chamber[i] == card + 1) + (p->upgrade[i] == card + 1);
    return n;
}

/* R3.10, G8: a dignitary goes back to the supply, any other card leaves the game; G9: its florins are collected. */
void vt_discard(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned florins = p->courtier_used >> space & 1 ? 0 : vt_card(d, p->courtier[space] - 1u)->F;
    if (florins) vt_collect(d, s, seat, space, sink);
    unsigned card = lift_courtier(d, p, space);
    if (card >= VT_K_ADVISOR && card < VT_K_MACHIAVELLI) s->supply[card - VT_K_ADVISOR]++;
    casata_emit(sink, "event.discard", 2, casata_seat(seat), casata_word(&vt_cards, card));
}

/* R7.7, R9.6, R12.4: the chamber with the marker, an indulgence or an enemy agent. */
bool vt_chamber_locked(const struct virtu *s, int seat, unsigned chamber) {
    const struct virtu_player *p = &s->p[seat];
    return p->marker == chamber || p->indulgences >> chamber & 1 ||
           (p->agent[chamber] && p->agent[chamber] != seat + 1);
}

/* R3.1, R6.6: of the action card, or printed; R20.6, G50: Patronage is Influence for two. */
unsigned vt_chamber_action(const struct virtu_data *d, const struct virtu *s, int seat, unsigned chamber) {
    const struct virtu_player *p = &s->p[seat];
    unsigned action = p->chamber[chamber]
                          ? vt_card(d, p->chamber[chamber] - 1u)->action
                          : d->palaces[vt_palace_row(s, p) * VT_CHAMBER_COUNT + chamber].action;
    return vt_two(s) && action == VT_PATRONAGE ? VT_INFLUENCE : action;
}

/* --- the house cards at the start (R2.10, G4, R20.2) -------------------------------------------------------
 * Without order: action cards first, then upgrades, then courtiers, each group by rising card. */
static uint32_t house_cards_of(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned power = s->p[seat].power;
    uint32_t cards = 0;
    if (!vt_two(s)) return UINT32_C(7) << power * 3;
    for (unsigned i = 0; i < VT_HOUSE_2P_COUNT; i++)
        if (d->house_cards_2p[i].owner == power) cards |= vt_bit(VT_K_CHARLES + i);
    return cards;
}
static uint32_t cards_in(const uint8_t *card, unsigned n) {
    uint32_t cards = 0;
    for (unsigned i = 0; i < n; i++)
        if (card[i] && card[i] <= 32) cards |= vt_bit(card[i] - 1u);
    return cards;
}
uint32_t vt_house_left(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return house_cards_of(d, s, seat) &
           ~(cards_in(p->chamber, VT_CHAMBER_COUNT) | cards_in(p->upgrade, VT_CHAMBER_COUNT) |
             cards_in(p->courtier, VT_SPACE_COUNT));
}
static int list_rooms(const struct virtu_data *d, const struct virtu_player *p, uint32_t left,
                      casata_action *out) {
    int n = 0;
    for (; left; left &= left - 1) {
        unsigned card = vt_lowest(left);
        if (vt_card(d, card)->action == VT_NO_ACTION) continue; /* R3.8 */
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
            if (!p->chamber[i]) out[n++] = casata_act(VT_A_ROOM, card, i, 0);
    }
    return n;
}
static int house_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    uint32_t rooms = cards_in(p->chamber, VT_CHAMBER_COUNT), under = cards_in(p->upgrade, VT_CHAMBER_COUNT),
             court = cards_in(p->courtier, VT_SPACE_COUNT);
    uint32_t left = house_cards_of(d, s, seat) & ~(rooms | under | court);
    uint32_t above_room = rooms ? ~(UINT32_MAX >> __builtin_clz(rooms)) : UINT32_MAX;
    uint32_t above_under = under ? ~(UINT32_MAX >> __builtin_clz(under)) : UINT32_MAX;
    int n = 0;
    (void)f;
    if (!under && !court) n += list_rooms(d, p, left & above_room, out);
    for (uint32_t rest = court ? 0 : left & above_under; rest; rest &= rest - 1)
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
            if (p->chamber[i] && !p->upgrade[i]) out[n++] = casata_act(VT_A_UNDER, vt_lowest(rest), i, 0);
    unsigned open = d->facts.dark[VT_LEFT] + d->facts.dark[VT_RIGHT] - vt_count(court);
    if (left && vt_count(left) <= open)
        for (unsigned edge = 0; edge < 2; edge++)
            if (vt_edge_room(d, s, seat, edge, 0))
                out[n++] = casata_act(VT_A_COURT, vt_lowest(left), edge, 0);
    return n;
}
static void house_place(const struct virtu_data *d, struct virtu_player *p, casata_action a) {
    unsigned card = casata_a(a), where = casata_b(a);
    if (casata_kind(a) == VT_A_ROOM)
        p->chamber[where] = (uint8_t)(card + 1);
    else if (casata_kind(a) == VT_A_UNDER)
        p->upgrade[where] = (uint8_t)(card + 1);
    else
        vt_put_courtier(d, p, card, where, false);
}
static bool house_done(const struct virtu_data *d, const struct virtu *s, int seat) {
    return !vt_house_left(d, s, seat);
}
static bool is_secret(const struct virtu *s) { /* G4; R20.2: two players place in turn */
    return !vt_two(s) && s->head.option[VT_OPT_PLACEMENT] == VT_PLACE_HIDDEN;
}
/* Local a: how many have placed, where one places after the other. */
static void house_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    house_place(data, &s->p[seat], a);
    casata_emit_to(sink, is_secret(s) ? 1u << seat : CASATA_EVERYBODY, "event.house_card", 2,
                   casata_seat(seat), casata_word(&vt_cards, casata_a(a)));
    if (!house_done(data, s, seat)) return;
    if (is_secret(s)) {
        f->mask &= (uint8_t) ~(1u << seat);
        casata_emit(sink, "event.house_done", 1, casata_seat(seat));
        if (f->mask) return;
        if (sink) sink->revealed = true;
        casata_pop(s);
        return;
    }
    casata_emit(sink, "event.house_done", 1, casata_seat(seat));
    if (++f->a < s->head.seats)
        f->seat = s->order[f->a];
    else
        casata_pop(s);
}
static bool house_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (s->season != VT_SETUP || f->b || f->c || f->d || f->e) return false;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (is_secret(s) && house_done(data, s, seat) == (f->mask >> seat & 1)) return false;
    if (is_secret(s)) return f->mask != 0 && f->a == 0;
    if (f->mask || f->a >= s->head.seats || f->seat != s->order[f->a]) return false;
    for (int i = 0; i < s->head.seats; i++)
        if (house_done(data, s, s->order[i]) != (i < f->a)) return false;
    return true;
}
const struct casata_phase vt_phase_house = {.name = "house",
                                            .locals = "placed",
                                            .parents = 1u << VT_PH_GAME,
                                            .flags = CASATA_SEVERAL,
                                            .legal = house_legal,
                                            .apply = house_apply,
                                            .valid = house_valid};

/* R17.2, G4: until all have placed, the others' cards are hidden. */
static struct casata_frame *secret_frame(struct virtu *s) {
    if (s->head.depth == 0 || casata_top(s)->phase != VT_PH_HOUSE || !is_secret(s)) return NULL;
    return casata_top(s);
}
static void clear_palace(const struct virtu_data *d, struct virtu *s, int seat) {
    struct virtu_player *p = &s->p[seat];
    memset(p->chamber, 0, sizeof p->chamber);
    memset(p->upgrade, 0, sizeof p->upgrade);
    memset(p->courtier, 0, sizeof p->courtier);
    vt_count_ready(d, s, seat);
}
void vt_redact(const void *data, void *state, int viewer) {
    struct virtu *s = state;
    if (!secret_frame(s)) return;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != viewer) clear_palace(data, s, seat);
}
void vt_resample(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct virtu *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    const struct casata_frame *f = secret_frame(s);
    if (!f) return;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (seat == viewer) continue;
        clear_palace(data, s, seat);
        while (!(f->mask >> seat & 1) && !house_done(data, s, seat)) {
            int n = house_legal(data, s, f, seat, out);
            house_place(data, &s->p[seat], out[casata_rng_below(rng, (uint32_t)n)]);
        }
    }
}

/* --- a card that must be placed (R8.6, R12.6, R20.8, G8, G15, G49). Locals: card; whether it may be forgone --- */
static bool discard_helps(const struct virtu_data *d, const struct virtu *s, int seat, unsigned space,
                          unsigned extra) {
    const struct virtu_player *p = &s->p[seat];
    for (unsigned edge = 0; edge < 2; edge++)
        if (!has_room(d, p, edge, 2, extra) && has_room(d, p, edge, vt_edge(space), extra)) return true;
    return false;
}
static int place_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    unsigned extra = vt_extra_spaces(d, s, seat);
    int n = 0;
    for (unsigned space = 0; space < VT_SPACE_COUNT; space++)
        if (s->p[seat].courtier[space] && !vt_is_twin(&s->p[seat], space) &&
            discard_helps(d, s, seat, space, extra))
            out[n++] = casata_act(VT_A_DISCARD, space, 0, 0);
    for (unsigned edge = 0; edge < 2; edge++)
        if (vt_edge_room(d, s, seat, edge, extra)) out[n++] = casata_act(VT_A_PLACE, edge, 0, 0);
    if (f->b) out[n++] = casata_act(VT_A_FORGO, 0, 0, 0);
    return n;
}
static void place_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned card = f->a;
    if (casata_kind(a) == VT_A_DISCARD) {
        vt_discard(data, s, seat, casata_a(a), sink);
        return;
    }
    casata_pop(s);
    if (casata_kind(a) == VT_A_FORGO) {
        casata_emit(sink, "event.forgo", 2, casata_seat(seat), casata_word(&vt_cards, card));
        return;
    }
    vt_put_courtier(data, &s->p[seat], card, casata_a(a), false);
    casata_emit(sink, "event.place", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_word(&vt_edges, casata_a(a)));
}
static bool place_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    if (f->a >= VT_CARD_COUNT || f->b > 1 || f->c || f->d || f->e) return false;
    return f[-1].phase == VT_PH_BUY ? f->a >= VT_K_ADVISOR && f->a < VT_K_MACHIAVELLI && !f->b
           : vt_two(s)              ? f->a >= VT_K_PIERO && f->a <= VT_K_GANDIA && f->b
                                    : f->a == VT_K_MACHIAVELLI && !f->b;
}
const struct casata_phase vt_phase_place = {.name = "place",
                                            .locals = "card may_forgo",
                                            .parents =
                                                1u << VT_PH_BUY | 1u << VT_PH_SPRING | 1u << VT_PH_PLACE,
                                            .legal = place_legal,
                                            .apply = place_apply,
                                            .valid = place_valid};

/* --- too many cards on lighter spaces (R3.5, G6): move one to a free dark space of the other edge or discard it --- */
static int crowded_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu_player *p = &((const struct virtu *)state)->p[seat];
    int n = 0;
    (void)f;
    for (int kind = VT_A_SHIFT; kind <= VT_A_DISCARD; kind++)
        for (unsigned space = 0; space < VT_SPACE_COUNT; space++) {
            unsigned edge = vt_edge(space);
            if (!p->courtier[space] || vt_is_twin(p, space) || cards_on(p, edge) <= d->facts.dark[edge])
                continue;
            if (kind == VT_A_SHIFT && cards_on(p, !edge) >= d->facts.dark[!edge]) continue;
            out[n++] = casata_act((unsigned)kind, space, 0, 0);
        }
    return n;
}
static unsigned shift_courtier(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                               struct casata_sink *sink) /* where to */ {
    struct virtu_player *p = &s->p[seat];
    bool used = p->courtier_used >> space & 1; /* it keeps its face */
    unsigned card = lift_courtier(d, p, space), edge = !vt_edge(space);
    unsigned to = vt_put_courtier(d, p, card, edge, used);
    casata_emit(sink, "event.shift", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_word(&vt_edges, edge));
    return to;
}
static void crowded_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu *s = state;
    (void)f;
    if (casata_kind(a) == VT_A_SHIFT)
        shift_courtier(data, s, seat, casata_a(a), sink);
    else
        vt_discard(data, s, seat, casata_a(a), sink);
    if (!vt_is_crowded(data, s, seat)) casata_pop(s);
}
static bool crowded_valid(const void *data, const void *state, const struct casata_frame *f) {
    return !f->a && !f->b && !f->c && !f->d && !f->e && vt_is_crowded(data, state, f->seat);
}
const struct casata_phase vt_phase_crowded = {.name = "crowded",
                                              .parents = 1u << VT_PH_WAR,
                                              .legal = crowded_legal,
                                              .apply = crowded_apply,
                                              .valid = crowded_valid};

/* --- reorganising in Winter (R12.2, R12.3, G7, G27) ----------------------------------------------------------------
 * Local a: spaces whose card came from the other edge in this Winter. Such a card stays, and what leaves a chamber lies
 * exhausted (R12.3): so a card moves to the other edge, into a chamber and out of it once at most, and no position comes
 * again. */
static int list_leaving(const struct virtu_data *d, const struct virtu *s, int seat, unsigned extra,
                        casata_action *out) {
    const struct virtu_player *p = &s->p[seat];
    if (!(p->chamber[0] | p->chamber[1] | p->chamber[2] | p->chamber[3] | p->chamber[4])) return 0;
    bool room[2] = {vt_edge_room(d, s, seat, VT_LEFT, extra), vt_edge_room(d, s, seat, VT_RIGHT, extra)};
    int n = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT && (room[0] || room[1]); i++) {
        if (!p->chamber[i] || vt_chamber_locked(s, seat, i)) continue;
        bool alone = p->upgrade[i] && vt_card(d, p->upgrade[i] - 1u)->action == VT_NO_ACTION;
        for (unsigned edge = 0; edge < 2 && !alone; edge++)
            if (room[edge]) out[n++] = casata_act(VT_A_LEAVE, i, VT_AS_ACTION, edge);
        for (unsigned edge = 0; edge < 2 && p->upgrade[i]; edge++)
            if (room[edge]) out[n++] = casata_act(VT_A_LEAVE, i, VT_AS_UPGRADE, edge);
    }
    return n;
}
/* Chambers that may be entered, as bit sets: without card, with an action card alone. */
static void open_chambers(const struct virtu *s, int seat, unsigned *empty, unsigned *upgradable) {
    const struct virtu_player *p = &s->p[seat];
    *empty = *upgradable = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        if (vt_chamber_locked(s, seat, i)) continue;
        if (!p->chamber[i])
            *empty |= 1u << i;
        else if (!p->upgrade[i])
            *upgradable |= 1u << i;
    }
}
static int reorg_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    unsigned extra = vt_extra_spaces(d, s, seat), there = 0, empty, upgradable;
    int n = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) /* alike cards once; only one of them may have moved */
        if (p->courtier[i] && (f->a || !vt_is_twin(p, i))) there |= 1u << i;
    unsigned movable = there & (unsigned)~p->courtier_used & (unsigned)~f->a;
    bool across[2] = {movable & 7 && has_room(d, p, VT_RIGHT, VT_LEFT, extra),
                      movable >> 3 && has_room(d, p, VT_LEFT, VT_RIGHT, extra)};
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    for (unsigned left = movable; left; left &= left - 1)
        if (across[vt_edge(vt_lowest(left))]) out[n++] = casata_act(VT_A_SHIFT, vt_lowest(left), 0, 0);
    for (unsigned left = there; left; left &= left - 1)
        out[n++] = casata_act(VT_A_DISCARD, vt_lowest(left), 0, 0);
    open_chambers(s, seat, &empty, &upgradable);
    for (unsigned left = movable; left; left &= left - 1) {
        bool acts = vt_card(d, p->courtier[vt_lowest(left)] - 1u)->action != VT_NO_ACTION;
        for (unsigned to = upgradable | (acts ? empty : 0); to; to &= to - 1)
            out[n++] = casata_act(VT_A_ENTER, vt_lowest(left), vt_lowest(to), 0);
    }
    return n + list_leaving(d, s, seat, extra, out + n);
}
static void enter_chamber(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                          unsigned chamber, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned card = lift_courtier(d, p, space);
    bool under = p->chamber[chamber] != 0;
    (under ? p->upgrade : p->chamber)[chamber] = (uint8_t)(card + 1); /* G7: always under the card there */
    casata_emit(sink, "event.enter", 4, casata_seat(seat), casata_word(&vt_cards, card),
                casata_number((int)chamber + 1), casata_word(&vt_roles, under));
}
static void leave_chamber(const struct virtu_data *d, struct virtu *s, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned chamber = casata_a(a), card;
    if (casata_b(a) == VT_AS_UPGRADE) {
        card = p->upgrade[chamber] - 1u;
    } else { /* G7: an upgrade with an action takes its place */
        card = p->chamber[chamber] - 1u;
        p->chamber[chamber] = p->upgrade[chamber];
    }
    p->upgrade[chamber] = 0;
    vt_put_courtier(d, p, card, casata_c(a), true);
    casata_emit(sink, "event.leave", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_number((int)chamber + 1));
}
static void reorg_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned space = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_STOP: casata_pop(s); return;
    case VT_A_SHIFT:
        f->a |= (uint8_t)(1u << shift_courtier(data, s, seat, space,
                                               sink)); /* from an edge that it leaves unmarked */
        break;
    case VT_A_DISCARD:
        vt_discard(data, s, seat, space, sink);
        f->a &= (uint8_t) ~(1u << space);
        break;
    case VT_A_ENTER: enter_chamber(data, s, seat, space, casata_b(a), sink); break;
    default: leave_chamber(data, s, seat, a, sink);
    }
}
static bool reorg_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu_player *p = &((const struct virtu *)state)->p[f->seat];
    (void)data;
    for (int i = 0; i < VT_SPACE_COUNT; i++)
        if (f->a >> i & 1 && !p->courtier[i]) return false;
    return f->a >> VT_SPACE_COUNT == 0 && !f->b && !f->c && !f->d && !f->e;
}
const struct casata_phase vt_phase_reorg = {.name = "reorganise",
                                            .locals = "moved",
                                            .parents = 1u << VT_PH_WINTER,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = reorg_legal,
                                            .apply = reorg_apply,
                                            .valid = reorg_valid};
