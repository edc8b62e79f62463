/* legacy_friends.c: friend cards: the deck, the display, hands, discards (R13, R2.8). */
#include "games/legacy/legacy_scene.h"

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

/* --- cards from the deck (R13.6 DRAW; R3.5, R13.3 layouts) --------------------------------------------- */
#define LEG_DEAL_LOCALS(X) X(left) X(display) /* 1: to the display, 0: to the hand */
CASATA_LOCALS(leg_deal, LEG_DEAL_LOCALS);
static bool deal_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_deal *l = casata_locals(leg_deal, f);
    struct legacy *s = state;
    (void)data;
    if (l->left && (s->deck_left || shuffle_discards(s, sink)))
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
static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct legacy *s = state;
    (void)data, (void)f;
    for (int i = 0; i < 8; i++) { /* mostly a quarter or more of the cards is in the deck */
        unsigned friend = casata_rng_below(rng, LEG_FRIEND_COUNT);
        if (s->at[friend] == LEG_DECK) return casata_act(LEG_A_DRAW, friend, 0, 0);
    }
    return casata_act(LEG_A_DRAW, leg_set_nth(leg_at(s, LEG_DECK), casata_rng_below(rng, s->deck_left)), 0,
                      0);
}
static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_deal *l = casata_locals(leg_deal, f);
    struct legacy *s = state;
    unsigned friend = casata_a(a);
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    leg_move(s, friend, l->display ? LEG_DISPLAY : LEG_HAND + f->seat);
    if (l->display)
        casata_emit(sink, "event.laid_out", 1, casata_word(&leg_friends, friend));
    else { /* R23.1, G65: drawn cards are seen by their owner only */
        casata_emit_to(sink, 1u << f->seat, "event.drew", 2, casata_seat(f->seat),
                       casata_word(&leg_friends, friend));
        casata_emit_to(sink, all_but(f->seat), "event.drew_one", 1, casata_seat(f->seat));
    }
    if (!s->deck_left) shuffle_discards(s, sink); /* R13.7: at once */
    if (--l->left == 0) casata_pop(s);
}
static bool deal_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_deal *l = casata_locals(leg_deal, f);
    (void)data, (void)state;
    return l->left >= 1 && l->left <= LEG_FRIEND_COUNT && l->display <= 1;
}
const struct casata_phase leg_phase_deal = {
    .name = "deal",
    .locals = CASATA_LOCAL_NAMES(LEG_DEAL_LOCALS),
    .parents = CASATA_ON(LEG_PH_GAME) | CASATA_ON(LEG_PH_SIDE) | CASATA_ON(LEG_PH_GROW) |
               CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) | CASATA_ON(LEG_PH_TAKE) |
               CASATA_ON(LEG_PH_OTHERS) | CASATA_ON(LEG_PH_UNIT) | CASATA_ON(LEG_PH_OFFER),
    .outcomes = deal_outcomes,
    .sample = deal_sample,
    .apply = deal_apply,
    .step = deal_step,
    .valid = deal_valid,
};

void leg_begin_deal(struct legacy *s, int seat, unsigned n) {
    if (n) casata_begin(leg_deal, s, LEG_PH_DEAL, (unsigned)seat)->left = (uint8_t)n;
}
void leg_begin_display(const struct legacy_data *d, struct legacy *s, unsigned seat) /* R13.3 */ {
    struct leg_deal *l = casata_begin(leg_deal, s, LEG_PH_DEAL, seat);
    l->left = (uint8_t)leg_constant(d, LEG_K_DISPLAY);
    l->display = 1;
}

/* --- TAKE n (R13.2 to R13.5) -----------------------------------------------------------------------------------
 * The cards of one layout are picked in ascending order, so that each set is offered once. */
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
                               const struct leg_take *l) {
    struct leg_set display = s->display, set = {{0, 0}};
    if (!l->sex) return display;
    for (int i; (i = leg_set_next(&display)) >= 0;)
        if (d->friends[i].sex == l->sex - 1u) set.w[i / 64] |= UINT64_C(1) << i % 64;
    return set;
}
static bool may_use_deck(const struct legacy *s, const struct leg_take *l, int seat) /* G28 */ {
    return s->p[seat].deck_choice && !l->sex && !l->begun;
}
static bool is_any_left(const struct legacy *s) {
    bool any = s->deck_left > 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT && !any; i++) any = s->at[i] == LEG_DISCARD;
    return any;
}
/* What happens before the next pick; true: the stack changed. */
static bool prepare_pick(const struct legacy_data *d, struct legacy *s, int seat, struct leg_take *l,
                         struct casata_sink *sink) {
    struct leg_set set = takeable(d, s, l);
    unsigned n = l->sex ? leg_set_count(&set) : s->display_n;
    if (n == 0) {
        l->from = 0;
        if (l->sex || !is_any_left(s)) /* G26: no new layout; G27 */
            l->left = 0;
        else
            leg_begin_display(d, s, (unsigned)seat);
        return true;
    }
    bool last_too = n == s->display_n && l->left + 1u >= n; /* R13.4: the single card would come along */
    if (may_use_deck(s, l, seat) || (l->left < n && !last_too)) return false;
    for (int i; (i = leg_set_next(&set)) >= 0;) take_card(s, seat, (unsigned)i, sink); /* nothing to choose */
    l->left = (uint8_t)(l->left > n ? l->left - n : 0);
    l->begun = 1;
    l->from = 0;
    return true;
}
static bool take_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_take *l = casata_locals(leg_take, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    switch (l->stage) {
    case TAKE_PICK:
        if (l->left) return prepare_pick(d, s, f->seat, l, sink);
        l->stage = TAKE_LAST;
        return true;
    case TAKE_LAST: /* R13.4: never leave a single card */
        if (s->display_n == 1) {
            struct leg_set display = s->display;
            take_card(s, f->seat, (unsigned)leg_set_next(&display), sink);
        }
        l->stage = TAKE_REFILL;
        return true;
    case TAKE_REFILL:
        l->stage = TAKE_DONE;
        if (s->display_n == 0) leg_begin_display(d, s, f->seat);
        return true;
    default: casata_pop(s); return true;
    }
}
static int take_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct leg_take *l = casata_locals(leg_take, f);
    const struct legacy *s = state;
    struct leg_set set = takeable(data, s, l);
    int n = 0, all = l->sex ? (int)leg_set_count(&set) : s->display_n, left = l->left < all ? l->left : all;
    if (!l->sex && left + 1 >= all) left = all; /* R13.4: all of them come along */
    for (int i, before = 0; (i = leg_set_next(&set)) >= 0; before++)
        if (i >= l->from && all - before >= left) out[n++] = casata_act(LEG_A_TAKE, (unsigned)i, 0, 0);
    if (may_use_deck(s, l, seat)) out[n++] = casata_act(LEG_A_DECK, 0, 0, 0);
    return n;
}
static void take_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_take *l = casata_locals(leg_take, f);
    struct legacy *s = state;
    (void)data;
    if (casata_kind(a) == LEG_A_DECK) { /* all or nothing, no single-card check */
        unsigned n = l->left;
        casata_emit(sink, "event.from_deck", 2, casata_seat(seat),
                    casata_count(&leg_units, LEG_U_CARD, (int)n));
        casata_pop(s);
        leg_begin_deal(s, seat, n);
        return;
    }
    take_card(s, seat, casata_a(a), sink);
    l->left--;
    l->begun = 1;
    l->from = (uint8_t)(casata_a(a) + 1);
}
static bool take_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_take *l = casata_locals(leg_take, f);
    casata_action out[CASATA_MAX_CHOICES];
    if (l->sex > 2 || l->begun > 1 || l->stage > TAKE_DONE || l->left > LEG_FRIEND_COUNT ||
        l->from > LEG_FRIEND_COUNT)
        return false;
    if (f != casata_top_of(state))
        return !l->from || l->stage != TAKE_PICK; /* new cards are laid out before the next pick */
    return l->stage == TAKE_PICK && l->left && take_legal(data, state, f, f->seat, out) > 0;
}
static struct casata_msg take_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                     int seat) {
    unsigned left = casata_locals(leg_take, f)->left;
    (void)stage;
    return casata_message(left > 1 ? "prompt.take_more" : "prompt.take", 2, casata_seat(seat),
                          casata_number((int)left));
}
static void take_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f, (void)seat;
    if (casata_kind(c->action) == LEG_A_TAKE) leg_describe_card(stage, c);
}
const struct casata_phase leg_phase_take = {
    .name = "take",
    .locals = CASATA_LOCAL_NAMES(LEG_TAKE_LOCALS),
    .parents = CASATA_ON(LEG_PH_GROW) | CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) |
               CASATA_ON(LEG_PH_UNIT) | CASATA_ON(LEG_PH_OFFER),
    .forced = casata_unasked,
    .legal = take_legal,
    .apply = take_apply,
    .step = take_step,
    .valid = take_valid,
    .prompt = take_prompt,
    .describe = take_describe,
};

void leg_begin_take(struct legacy *s, int seat, unsigned n) {
    if (n) casata_begin(leg_take, s, LEG_PH_TAKE, (unsigned)seat)->left = (uint8_t)n;
}

/* --- discards as a cost (G42) ----------------------------------------------------------------------------------
 * One by one in ascending order, so that each set is offered once. */
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
    const struct leg_discard *l = casata_locals(leg_discard, f);
    (void)data;
    return list_hand_from(state, seat, l->from, l->left, out);
}
void leg_discard(struct legacy *s, int seat, unsigned friend, struct casata_sink *sink) {
    leg_move(s, friend, LEG_DISCARD);
    casata_emit(sink, "event.discarded", 2, casata_seat(seat), casata_word(&leg_friends, friend));
}
static void discard_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct leg_discard *l = casata_locals(leg_discard, f);
    struct legacy *s = state;
    (void)data;
    leg_discard(s, seat, casata_a(a), sink);
    l->from = (uint8_t)(casata_a(a) + 1);
    if (--l->left == 0) casata_pop(s);
}
static bool discard_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_discard *l = casata_locals(leg_discard, f);
    struct legacy *s = state;
    (void)data;
    struct leg_set hand = hand_from(s, f->seat, l->from);
    if (l->left < (l->from ? leg_set_count(&hand) : s->p[f->seat].held)) return false;
    for (int i; (i = leg_set_next(&hand)) >= 0;) leg_discard(s, f->seat, (unsigned)i, sink); /* no choice */
    casata_pop(s);
    return true;
}
static bool discard_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_discard *l = casata_locals(leg_discard, f);
    casata_action out[CASATA_MAX_CHOICES];
    (void)data;
    return l->left && l->left <= LEG_FRIEND_COUNT && l->from < LEG_FRIEND_COUNT &&
           list_hand_from(state, f->seat, l->from, l->left, out) > 0;
}
static struct casata_msg discard_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                        int seat) {
    unsigned left = casata_locals(leg_discard, f)->left;
    (void)stage;
    return casata_message(left > 1 ? "prompt.discard_more" : "prompt.discard", 2, casata_seat(seat),
                          casata_number((int)left));
}
static void discard_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f, (void)seat;
    leg_describe_card(stage, c);
}
const struct casata_phase leg_phase_discard = {
    .name = "discard",
    .locals = CASATA_LOCAL_NAMES(LEG_DISCARD_LOCALS),
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) | CASATA_ON(LEG_PH_UNIT) |
               CASATA_ON(LEG_PH_COUPLE) | CASATA_ON(LEG_PH_TAKE) | CASATA_ON(LEG_PH_MISSIONS),
    .legal = discard_legal,
    .apply = discard_apply,
    .step = discard_step,
    .valid = discard_valid,
    .prompt = discard_prompt,
    .describe = discard_describe,
};

void leg_begin_discard(struct legacy *s, int seat, unsigned n) {
    if (n) casata_begin(leg_discard, s, LEG_PH_DISCARD, (unsigned)seat)->left = (uint8_t)n;
}

/* --- HAND_SWAP (G20, G61): any number, in ascending order, then as many from the deck ---------------------------- */
#define LEG_SWAP_LOCALS(X) X(discarded) X(from) /* the lowest card that may be discarded next */
CASATA_LOCALS(leg_swap, LEG_SWAP_LOCALS);
static int swap_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct leg_swap *l = casata_locals(leg_swap, f);
    int n = l->from < LEG_FRIEND_COUNT ? list_hand_from(state, seat, l->from, 1, out) : 0;
    (void)data;
    out[n++] = casata_act(LEG_A_STOP, 0, 0, 0);
    return n;
}
static void swap_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_swap *l = casata_locals(leg_swap, f);
    struct legacy *s = state;
    (void)data;
    if (casata_kind(a) == LEG_A_STOP) {
        unsigned n = l->discarded;
        casata_pop(s);
        leg_begin_deal(s, seat, n);
        return;
    }
    leg_discard(s, seat, casata_a(a), sink);
    l->discarded++;
    l->from = (uint8_t)(casata_a(a) + 1);
}
static bool swap_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_swap *l = casata_locals(leg_swap, f);
    (void)data, (void)state;
    return l->discarded <= l->from && l->from <= LEG_FRIEND_COUNT;
}
static void swap_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f, (void)seat;
    if (casata_kind(c->action) == LEG_A_DISCARD) leg_describe_card(stage, c);
}
const struct casata_phase leg_phase_swap = {
    .name = "swap",
    .locals = CASATA_LOCAL_NAMES(LEG_SWAP_LOCALS),
    .parents = CASATA_ON(LEG_PH_WEDDING),
    .forced = casata_unasked,
    .legal = swap_legal,
    .apply = swap_apply,
    .valid = swap_valid,
    .ask = "prompt.swap",
    .describe = swap_describe,
};
