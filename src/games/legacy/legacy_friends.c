/* legacy_friends.c: friend cards: the deck, the display, hands, discards (R13, R2.8). */
#include "games/legacy/legacy.h"

static unsigned all_but(int seat) { return CASATA_EVERYBODY & ~(1u << seat); }

/* Moves a card and keeps the counts; whoever knew it in a hand forgets when it leaves. */
void leg_move(struct legacy *s, unsigned friend, unsigned where) {
    unsigned from = s->at[friend];
    if (from == LEG_DECK) s->deck_left--;
    if (from == LEG_DISPLAY) s->display_n--;
    if (from >= LEG_HAND) s->p[from - LEG_HAND].held--;
    leg_set_flip(leg_set_of(s, from), friend);
    leg_set_flip(leg_set_of(s, where), friend);
    s->at[friend] = (uint8_t)where;
    s->known[friend] = 0;
    if (where == LEG_DECK) s->deck_left++;
    if (where == LEG_DISPLAY) s->display_n++;
    if (where >= LEG_HAND) s->p[where - LEG_HAND].held++;
}

/* R13.7: the discard pile becomes the deck at once. What lay elsewhere is not in it: a card of a hand that
 * nobody saw is one of those (G66: a discarded friend may come back). */
static bool shuffle_discards(struct legacy *s, struct casata_sink *sink) {
    unsigned n = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) n += s->at[i] == LEG_DISCARD;
    if (n == 0) return false; /* G27 */
    memset(s->stale, 0, sizeof s->stale);
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        if (s->at[i] == LEG_DISCARD)
            s->at[i] = LEG_DECK;
        else
            s->stale[i / 8] = (uint8_t)(s->stale[i / 8] | 1u << i % 8);
    }
    s->deck_left = (uint8_t)n;
    casata_emit(sink, "event.shuffle", 1, casata_number((int)n));
    return true;
}

/* --- cards from the deck (R13.6 DRAW; R3.5, R13.3 layouts). Locals: left, 1 = to the display ------------- */
static bool deal_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    if (f->a && (s->deck_left || shuffle_discards(s, sink)))
        return false; /* cards discarded since it was empty */
    casata_pop(s);    /* G27: the rest is dropped */
    return true;
}
static int deal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    struct leg_set deck = leg_at(state, LEG_DECK);
    int n = 0;
    (void)data, (void)f;
    for (int i; (i = leg_set_next(&deck)) >= 0;)
        out[n++] = (struct casata_outcome){casata_act(LEG_A_DRAW, (unsigned)i, 0, 0), 1};
    return n;
}
/* The i-th card of a place. */
static unsigned nth_of(struct leg_set set, unsigned i) {
    unsigned low = (unsigned)__builtin_popcountll(set.w[0]), word = i >= low;
    uint64_t x = set.w[word];
    for (i -= word ? low : 0; i > 0; i--) x &= x - 1;
    return word * 64 + (unsigned)__builtin_ctzll(x);
}
static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct legacy *s = state;
    (void)data, (void)f;
    for (int i = 0; i < 8; i++) { /* mostly a quarter or more of the cards is in the deck */
        unsigned friend = casata_rng_below(rng, LEG_FRIEND_COUNT);
        if (s->at[friend] == LEG_DECK) return casata_act(LEG_A_DRAW, friend, 0, 0);
    }
    return casata_act(LEG_A_DRAW, nth_of(leg_at(s, LEG_DECK), casata_rng_below(rng, s->deck_left)), 0, 0);
}
static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned friend = casata_a(a);
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    leg_move(s, friend, f->b ? LEG_DISPLAY : LEG_HAND + f->seat);
    if (f->b)
        casata_emit(sink, "event.laid_out", 1, casata_word(&leg_friends, friend));
    else { /* R23.1, G65: drawn cards are seen by their owner only */
        casata_emit_to(sink, 1u << f->seat, "event.drew", 2, casata_seat(f->seat),
                       casata_word(&leg_friends, friend));
        casata_emit_to(sink, all_but(f->seat), "event.drew_one", 1, casata_seat(f->seat));
    }
    if (!s->deck_left) shuffle_discards(s, sink); /* R13.7: at once */
    if (--f->a == 0) casata_pop(s);
}
static bool deal_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a >= 1 && f->a <= LEG_FRIEND_COUNT && f->b <= 1;
}
const struct casata_phase leg_phase_deal = {
    .name = "deal",
    .locals = "left display",
    .parents = LEG_ON(LEG_PH_GAME) | LEG_ON(LEG_PH_SIDE) | LEG_ON(LEG_PH_GROW) | LEG_ON(LEG_PH_TURN) |
               LEG_ON(LEG_PH_WEDDING) | LEG_ON(LEG_PH_TAKE) | LEG_ON(LEG_PH_OTHERS) | LEG_ON(LEG_PH_UNIT) |
               LEG_ON(LEG_PH_OFFER),
    .outcomes = deal_outcomes,
    .sample = deal_sample,
    .apply = deal_apply,
    .step = deal_step,
    .valid = deal_valid};

void leg_begin_deal(struct legacy *s, int seat, unsigned n) {
    if (n) casata_push(s, LEG_PH_DEAL, (unsigned)seat)->a = (uint8_t)n;
}

/* --- TAKE n (R13.2 to R13.5). Of one layout the cards are picked in ascending order, so that each set is offered
 * once. Locals: left; sex asked for + 1; 1 = from the display for certain; stage; lowest card that may follow ------ */
enum { TAKE_PICK, TAKE_LAST, TAKE_REFILL, TAKE_DONE };
/* A card of a hand that everybody sees from now on (G65, G71). */
void leg_show(struct legacy *s, int seat, unsigned friend) {
    s->known[friend] = 0;
    for (unsigned viewer = 0; viewer < LEG_MAX_SEATS; viewer++)
        s->known[friend] = (uint16_t)(s->known[friend] | 1u << (viewer * 4 + (unsigned)seat));
}
static void take_card(struct legacy *s, int seat, unsigned friend, struct casata_sink *sink) {
    leg_move(s, friend, LEG_HAND + (unsigned)seat);
    leg_show(s, seat, friend);
    casata_emit(sink, "event.took", 2, casata_seat(seat), casata_word(&leg_friends, friend));
}
/* Cards of the display that may be taken. */
static struct leg_set takeable(const struct legacy_data *d, const struct legacy *s,
                               const struct casata_frame *f) {
    struct leg_set display = s->display, set = {{0, 0}};
    if (!f->b) return display;
    for (int i; (i = leg_set_next(&display)) >= 0;)
        if (d->friends[i].sex == f->b - 1u) set.w[i / 64] |= UINT64_C(1) << i % 64;
    return set;
}
static void lay_out(const struct legacy_data *d, struct legacy *s, unsigned seat) /* R13.3 */ {
    struct casata_frame *deal = casata_push(s, LEG_PH_DEAL, seat);
    deal->a = (uint8_t)leg_constant(d, LEG_K_DISPLAY);
    deal->b = 1;
}
static bool may_use_deck(const struct legacy *s, const struct casata_frame *f, int seat) /* G28 */ {
    return s->p[seat].deck_choice && !f->b && !f->c;
}
static bool is_any_left(const struct legacy *s) {
    bool any = s->deck_left > 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT && !any; i++) any = s->at[i] == LEG_DISCARD;
    return any;
}
/* What happens before the next pick; true: the stack changed. */
static bool prepare_pick(const struct legacy_data *d, struct legacy *s, struct casata_frame *f,
                         struct casata_sink *sink) {
    struct leg_set set = takeable(d, s, f);
    unsigned n = f->b ? leg_set_count(&set) : s->display_n;
    if (n == 0) {
        f->e = 0;
        if (f->b || !is_any_left(s)) /* G26: no new layout; G27 */
            f->a = 0;
        else
            lay_out(d, s, f->seat);
        return true;
    }
    bool last_too = n == s->display_n && f->a + 1u >= n; /* R13.4: the single card would come along */
    if (may_use_deck(s, f, f->seat) || (f->a < n && !last_too)) return false;
    for (int i; (i = leg_set_next(&set)) >= 0;)
        take_card(s, f->seat, (unsigned)i, sink); /* nothing to choose */
    f->a = (uint8_t)(f->a > n ? f->a - n : 0);
    f->c = 1;
    f->e = 0;
    return true;
}
static bool take_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    switch (f->d) {
    case TAKE_PICK:
        if (f->a) return prepare_pick(d, s, f, sink);
        f->d = TAKE_LAST;
        return true;
    case TAKE_LAST: /* R13.4: never leave a single card */
        if (s->display_n == 1) {
            struct leg_set display = s->display;
            take_card(s, f->seat, (unsigned)leg_set_next(&display), sink);
        }
        f->d = TAKE_REFILL;
        return true;
    case TAKE_REFILL:
        f->d = TAKE_DONE;
        if (s->display_n == 0) lay_out(d, s, f->seat);
        return true;
    default: casata_pop(s); return true;
    }
}
static int take_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct legacy *s = state;
    struct leg_set set = takeable(data, s, f);
    int n = 0, all = f->b ? (int)leg_set_count(&set) : s->display_n, left = f->a < all ? f->a : all;
    if (!f->b && left + 1 >= all) left = all; /* R13.4: all of them come along */
    for (int i, before = 0; (i = leg_set_next(&set)) >= 0; before++)
        if (i >= f->e && all - before >= left) out[n++] = casata_act(LEG_A_TAKE, (unsigned)i, 0, 0);
    if (may_use_deck(s, f, seat)) out[n++] = casata_act(LEG_A_DECK, 0, 0, 0);
    return n;
}
static void take_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    if (casata_kind(a) == LEG_A_DECK) { /* all or nothing, no single-card check */
        unsigned n = f->a;
        casata_emit(sink, "event.from_deck", 2, casata_seat(seat),
                    casata_count(&leg_units, LEG_U_CARD, (int)n));
        casata_pop(s);
        leg_begin_deal(s, seat, n);
        return;
    }
    take_card(s, seat, casata_a(a), sink);
    f->a--;
    f->c = 1;
    f->e = (uint8_t)(casata_a(a) + 1);
}
static bool take_valid(const void *data, const void *state, const struct casata_frame *f) {
    casata_action out[CASATA_MAX_CHOICES];
    bool top = f == casata_top((void *)(uintptr_t)state);
    if (f->b > 2 || f->c > 1 || f->d > TAKE_DONE || f->a > LEG_FRIEND_COUNT || f->e > LEG_FRIEND_COUNT)
        return false;
    if (!top) return !f->e || f->d != TAKE_PICK; /* new cards are laid out before the next pick */
    return f->d == TAKE_PICK && f->a && take_legal(data, state, f, f->seat, out) > 0;
}
const struct casata_phase leg_phase_take = {.name = "take",
                                            .locals = "left sex begun stage from",
                                            .parents = LEG_ON(LEG_PH_GROW) | LEG_ON(LEG_PH_TURN) |
                                                       LEG_ON(LEG_PH_WEDDING) | LEG_ON(LEG_PH_UNIT) |
                                                       LEG_ON(LEG_PH_OFFER),
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = take_legal,
                                            .apply = take_apply,
                                            .step = take_step,
                                            .valid = take_valid};

void leg_begin_take(struct legacy *s, int seat, unsigned n) {
    if (n) casata_push(s, LEG_PH_TAKE, (unsigned)seat)->a = (uint8_t)n;
}

/* --- discards as a cost (G42): one by one in ascending order, so that each set is offered once.
 * Locals: left, lowest card that may follow ------------------------------------------------------------------ */
static struct leg_set hand_from(const struct legacy *s, int seat, unsigned from) {
    struct leg_set hand = s->hand[seat];
    if (from < 64)
        hand.w[0] &= ~UINT64_C(0) << from;
    else {
        hand.w[0] = 0;
        hand.w[1] &= ~UINT64_C(0) << (from - 64);
    }
    return hand;
}
static int list_hand_from(const struct legacy *s, int seat, unsigned from, unsigned left,
                          casata_action *out) {
    struct leg_set hand = hand_from(s, seat, from);
    int n = 0, all = from ? (int)leg_set_count(&hand) : s->p[seat].held;
    for (int i; n <= all - (int)left && (i = leg_set_next(&hand)) >= 0;)
        out[n++] = casata_act(LEG_A_DISCARD, (unsigned)i, 0, 0);
    return n;
}
static int discard_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)data;
    return list_hand_from(state, seat, f->b, f->a, out);
}
void leg_discard(struct legacy *s, int seat, unsigned friend, struct casata_sink *sink) {
    leg_move(s, friend, LEG_DISCARD);
    casata_emit(sink, "event.discarded", 2, casata_seat(seat), casata_word(&leg_friends, friend));
}
static void discard_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    leg_discard(s, seat, casata_a(a), sink);
    f->b = (uint8_t)(casata_a(a) + 1);
    if (--f->a == 0) casata_pop(s);
}
static bool discard_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    struct leg_set hand = hand_from(s, f->seat, f->b);
    if (f->a < (f->b ? leg_set_count(&hand) : s->p[f->seat].held)) return false;
    for (int i; (i = leg_set_next(&hand)) >= 0;) leg_discard(s, f->seat, (unsigned)i, sink); /* no choice */
    casata_pop(s);
    return true;
}
static bool discard_valid(const void *data, const void *state, const struct casata_frame *f) {
    casata_action out[CASATA_MAX_CHOICES];
    (void)data;
    return f->a && f->a <= LEG_FRIEND_COUNT && f->b < LEG_FRIEND_COUNT &&
           list_hand_from(state, f->seat, f->b, f->a, out) > 0;
}
const struct casata_phase leg_phase_discard = {.name = "discard",
                                               .locals = "left from",
                                               .parents = LEG_ON(LEG_PH_TURN) | LEG_ON(LEG_PH_WEDDING) |
                                                          LEG_ON(LEG_PH_UNIT) | LEG_ON(LEG_PH_COUPLE) |
                                                          LEG_ON(LEG_PH_TAKE) | LEG_ON(LEG_PH_MISSIONS),
                                               .legal = discard_legal,
                                               .apply = discard_apply,
                                               .step = discard_step,
                                               .valid = discard_valid};

void leg_begin_discard(struct legacy *s, int seat, unsigned n) {
    if (n) casata_push(s, LEG_PH_DISCARD, (unsigned)seat)->a = (uint8_t)n;
}

/* --- HAND_SWAP (G20, G61): any number, in ascending order, then as many from the deck.
 * Locals: discarded, lowest card that may follow ------------------------------------------------------------- */
static int swap_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    int n = f->b < LEG_FRIEND_COUNT ? list_hand_from(state, seat, f->b, 1, out) : 0;
    (void)data;
    out[n++] = casata_act(LEG_A_STOP, 0, 0, 0);
    return n;
}
static void swap_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    if (casata_kind(a) == LEG_A_STOP) {
        unsigned n = f->a;
        casata_pop(s);
        leg_begin_deal(s, seat, n);
        return;
    }
    leg_discard(s, seat, casata_a(a), sink);
    f->a++;
    f->b = (uint8_t)(casata_a(a) + 1);
}
static bool swap_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a <= f->b && f->b <= LEG_FRIEND_COUNT;
}
const struct casata_phase leg_phase_swap = {.name = "swap",
                                            .locals = "discarded from",
                                            .parents = LEG_ON(LEG_PH_WEDDING),
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = swap_legal,
                                            .apply = swap_apply,
                                            .valid = swap_valid};

/* --- cards taken at random (G63; OTHERS). Locals: next victim's distance, left of the present one, what, n ------
 * A card given away is known to giver and receiver. The others only know that each card which they knew in the
 * giver's hand is now in one of the two hands. */
static void give_card(struct legacy *s, unsigned from, unsigned to, unsigned friend) {
    uint16_t before = s->known[friend];
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        if (s->at[i] != LEG_HAND + from || i == friend) continue;
        for (unsigned viewer = 0; viewer < LEG_MAX_SEATS; viewer++) {
            bool third = viewer != from && viewer != to;
            if (third && s->known[i] >> (viewer * 4 + from) & 1)
                s->known[i] = (uint16_t)(s->known[i] | 1u << (viewer * 4 + to));
        }
        if (s->known[i] >> from * 5 & 1) s->known[i] = (uint16_t)(s->known[i] | 1u << to * 5);
    }
    leg_move(s, friend, LEG_HAND + to);
    for (unsigned viewer = 0; viewer < LEG_MAX_SEATS; viewer++) {
        unsigned row = before >> viewer * 4 & 15u & ~(1u << viewer);
        if (viewer == to) continue;
        if (viewer == from)
            row = 1u << to;
        else if (row)
            row |= 1u << to;
        s->known[friend] = (uint16_t)(s->known[friend] | row << viewer * 4);
    }
    unsigned open = 0; /* what spectators know */
    for (unsigned holder = 0; holder < LEG_MAX_SEATS; holder++) open |= before & 1u << holder * 5;
    if (open) s->known[friend] = (uint16_t)(s->known[friend] | open | 1u << to * 5);
}
static bool others_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data, (void)sink;
    while (f->a < s->head.seats) {
        unsigned victim = (f->seat + f->a) % s->head.seats;
        if (f->b && s->p[victim].held && f->c != LEG_X_EACH_DRAW) return false;
        f->b = 0;
        if (++f->a >= s->head.seats) break;
        victim = (f->seat + f->a) % s->head.seats;
        if (!leg_seat_lives(s, (int)victim)) continue;
        if (f->c == LEG_X_EACH_DRAW) {
            leg_begin_deal(s, (int)victim, f->d);
            return true;
        }
        f->b = f->d;
    }
    casata_pop(s);
    return true;
}
static int others_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct legacy *s = state;
    struct leg_set hand = s->hand[(f->seat + f->a) % s->head.seats];
    int n = 0;
    (void)data;
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        out[n++] = (struct casata_outcome){casata_act(LEG_A_RANDOM, (unsigned)i, 0, 0), 1};
    return n;
}
static casata_action others_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    const struct legacy *s = state;
    int victim = (f->seat + f->a) % s->head.seats;
    (void)data;
    return casata_act(LEG_A_RANDOM, nth_of(s->hand[victim], casata_rng_below(rng, s->p[victim].held)), 0, 0);
}
static void others_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct legacy *s = state;
    int victim = (f->seat + f->a) % s->head.seats;
    unsigned friend = casata_a(a), two = 1u << victim | 1u << f->seat;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    f->b--;
    if (f->c == LEG_X_DISCARD_RANDOM) {
        leg_discard(s, victim, friend, sink);
        return;
    }
    give_card(s, (unsigned)victim, f->seat, friend);
    casata_emit_to(sink, two, "event.gave", 3, casata_seat(victim), casata_seat(f->seat),
                   casata_word(&leg_friends, friend));
    casata_emit_to(sink, CASATA_EVERYBODY & ~two, "event.gave_one", 2, casata_seat(victim),
                   casata_seat(f->seat));
}
static bool others_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    bool top = f == casata_top((void *)(uintptr_t)state);
    (void)data;
    if (f->a > s->head.seats || f->b > f->d || f->d > 9 || f->c < LEG_X_DISCARD_RANDOM ||
        f->c > LEG_X_EACH_DRAW)
        return false;
    if (!top) return true;
    return f->a && f->a < s->head.seats && f->b && f->c != LEG_X_EACH_DRAW &&
           s->p[(f->seat + f->a) % s->head.seats].held && leg_seat_lives(s, (f->seat + f->a) % s->head.seats);
}
const struct casata_phase leg_phase_others = {.name = "others",
                                              .locals = "victim left what n",
                                              .parents = LEG_ON(LEG_PH_WEDDING) | LEG_ON(LEG_PH_TURN) |
                                                         LEG_ON(LEG_PH_TAKE) | LEG_ON(LEG_PH_DEAL) |
                                                         LEG_ON(LEG_PH_OFFER),
                                              .outcomes = others_outcomes,
                                              .sample = others_sample,
                                              .apply = others_apply,
                                              .step = others_step,
                                              .valid = others_valid};

/* R25.7, G63: every other player still in the game, clockwise; who has less gives what he has. */
void leg_begin_others(struct legacy *s, int seat, unsigned what, unsigned n, struct casata_sink *sink) {
    if (what >= LEG_X_DISCARD_RANDOM) {
        struct casata_frame *f = casata_push(s, LEG_PH_OTHERS, (unsigned)seat);
        f->c = (uint8_t)what;
        f->d = (uint8_t)n;
        return;
    }
    for (int i = 1; i < s->head.seats; i++) {
        int victim = (seat + i) % s->head.seats;
        if (!leg_seat_lives(s, victim)) continue;
        int gold = s->p[victim].gold < n ? s->p[victim].gold : (int)n;
        switch (what) {
        case LEG_X_LOSE_HONOUR: leg_honour(s, victim, LEG_H_RIVALS, -(int)n, sink); break;
        case LEG_X_LOSE_PRESTIGE: leg_prestige(s, victim, -(int)n, sink); break;
        default:
            leg_gold(s, victim, -gold, sink);
            if (what == LEG_X_PAY_GOLD) leg_gold(s, seat, gold, sink);
        }
    }
}
