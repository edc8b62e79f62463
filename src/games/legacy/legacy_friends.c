/* legacy_friends.c: friend cards: the deck, the display, hands, discards (R13, R2.8). */
#include "games/legacy/legacy_scene.h"

static unsigned all_but(int seat) { return CASATA_EVERYBODY & ~(1u << seat); }

/* Moves a card and updates the counts; knowledge of it in a hand is lost when it leaves. */
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

/* R13.7: the discard pile becomes the deck at once. Cards elsewhere are not in it, unseen cards of hands
 * included (G66: a discarded friend may come back). */
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
               CASATA_ON(LEG_PH_OTHERS) | CASATA_ON(LEG_PH_UNIT) | CASATA_ON(LEG_PH_OFFER) |
               CASATA_ON(LEG_PH_PARENTS),
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

/* --- sets of cards, picked one by one in any order (G73) ------------------------------------------------------
 * `from` is the memory of the ranking, card by card: cards below from - 1 rank lower than one that was picked; 0: no
 * ranking, 1: it begins. Picking in ascending order reaches every set, so a card below those picked is redundant,
 * and so is one with fewer cards above it than must still be picked. */
enum { RANK_BEGINS = 1 };
static void rank_pick(uint8_t *from, unsigned friend) {
    if (*from < friend + 2) *from = (uint8_t)(friend + 2);
}
static bool is_low_pick(unsigned from, unsigned friend) { return from && friend + 1 < from; }
static struct leg_set set_from(struct leg_set set, unsigned friend) {
    set.w[0] &= ~leg_below((int)friend);
    set.w[1] &= ~leg_below((int)friend - 64);
    return set;
}
static bool is_redundant_pick(unsigned from, unsigned friend, struct leg_set set, unsigned left) {
    if (!from || is_low_pick(from, friend)) return from != 0;
    struct leg_set above = set_from(set, friend);
    return leg_set_count(&above) < left;
}
static bool is_rank(unsigned from) { return from <= LEG_FRIEND_COUNT + 1; }

/* --- TAKE n (R13.2 to R13.5) ----------------------------------------------------------------------------------- */
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
/* R13.4: are all open cards taken, the last one because a single card would be left? `n`: those that may be taken. */
static bool takes_all(const struct legacy *s, const struct leg_take *l, unsigned n) {
    return l->left >= n || (n == s->display_n && l->left + 1u >= n);
}
static void take_all(struct legacy *s, int seat, struct leg_take *l, struct leg_set set, unsigned n,
                     struct casata_sink *sink) {
    casata_emit(sink, "event.take_all", 2, casata_seat(seat), casata_count(&leg_units, LEG_U_CARD, (int)n));
    for (int i; (i = leg_set_next(&set)) >= 0;) take_card(s, seat, (unsigned)i, sink);
    l->left = (uint8_t)(l->left > n ? l->left - n : 0);
    l->begun = 1;
}
/* Runs before the next pick; true: the stack changed. If there is nothing to choose, the cards are taken. */
static bool prepare_pick(const struct legacy_data *d, struct legacy *s, int seat, struct leg_take *l,
                         struct casata_sink *sink) {
    struct leg_set set = takeable(d, s, l);
    unsigned n = l->sex ? leg_set_count(&set) : s->display_n;
    if (n && (may_use_deck(s, l, seat) || !takes_all(s, l, n))) return false;
    l->from = RANK_BEGINS;
    if (n)
        take_all(s, seat, l, set, n, sink);
    else if (l->sex || !is_any_left(s)) /* G26: no new layout; G27 */
        l->left = 0;
    else
        leg_begin_display(d, s, (unsigned)seat);
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
            casata_emit(sink, "event.take_last", 1, casata_seat(f->seat));
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
/* G28: deck or display comes first; then, with no choice among the open cards, all of them are one option. */
static int take_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct leg_take *l = casata_locals(leg_take, f);
    const struct legacy *s = state;
    struct leg_set set = takeable(data, s, l);
    bool deck = may_use_deck(s, l, seat), all = deck && takes_all(s, l, s->display_n);
    int n = 0;
    for (int i; !all && (i = leg_set_next(&set)) >= 0;) out[n++] = casata_act(LEG_A_TAKE, (unsigned)i, 0, 0);
    if (deck) out[n++] = casata_act(LEG_A_DECK, 0, 0, 0);
    if (all) out[n++] = casata_act(LEG_A_ALL, 0, 0, 0);
    return n;
}
static bool take_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    const struct leg_take *l = casata_locals(leg_take, f);
    (void)seat;
    return casata_kind(a) == LEG_A_TAKE &&
           is_redundant_pick(l->from, casata_a(a), takeable(data, state, l), l->left);
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
    l->begun = 1;
    if (casata_kind(a) == LEG_A_ALL) return; /* the step takes them */
    take_card(s, seat, casata_a(a), sink);
    l->left--;
    rank_pick(&l->from, casata_a(a));
}
static bool take_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_take *l = casata_locals(leg_take, f);
    casata_action out[CASATA_MAX_CHOICES];
    if (l->sex > 2 || l->begun > 1 || l->stage > TAKE_DONE || l->left > LEG_FRIEND_COUNT || !is_rank(l->from))
        return false;
    if (f != casata_top_of(state)) return true;
    return l->stage == TAKE_PICK && l->left && take_legal(data, state, f, f->seat, out) > 0;
}
unsigned leg_take_total(const struct legacy_data *d, const struct legacy *s, int seat, unsigned n) {
    unsigned layout = leg_constant(d, LEG_K_DISPLAY), open = s->display_n ? s->display_n : layout;
    unsigned total = n;
    if (s->p[seat].deck_choice) return n; /* G28 */
    for (; n >= open; open = layout) n -= open;
    return total + (n && n + 1 == open);
}
static struct casata_msg take_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    unsigned left = casata_locals(leg_take, f)->left;
    (void)build;
    return casata_message(left > 1 ? "prompt.take_more" : "prompt.take", 2, casata_seat(seat),
                          casata_number((int)left));
}
static void take_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct legacy *s = build->state;
    const struct leg_take *l = casata_locals(leg_take, f);
    int n = casata_kind(c->action) == LEG_A_DECK ? l->left : s->display_n;
    (void)seat;
    if (casata_kind(c->action) == LEG_A_TAKE) {
        leg_describe_card(build, c);
        return;
    }
    c->slot = (int16_t)(casata_kind(c->action) == LEG_A_DECK ? leg_slot_of_deck(build)
                                                             : casata_slot_at(build, LEG_FAM_DISPLAY, -1, 0));
    c->text = casata_message(casata_kind(c->action) == LEG_A_DECK ? "act.deck_n" : "act.all_n", 1,
                             casata_count(&leg_units, LEG_U_CARD, n));
    leg_add_gain(c, LEG_U_CARD, n);
    c->rule = "R13.4";
}
static const struct casata_vain take_vain[] = {
    {LEG_FAM_DECK, "vain.take_deck", "R13.3"},
    {0},
};
const struct casata_phase leg_phase_take = {
    .name = "take",
    .vain = take_vain,
    .locals = CASATA_LOCAL_NAMES(LEG_TAKE_LOCALS),
    .parents = CASATA_ON(LEG_PH_GROW) | CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) |
               CASATA_ON(LEG_PH_UNIT) | CASATA_ON(LEG_PH_OFFER),
    .redundant = take_redundant,
    .order = CASATA_ORDER(leg_take, from),
    .legal = take_legal,
    .apply = take_apply,
    .step = take_step,
    .valid = take_valid,
    .prompt = take_prompt,
    .describe = take_describe,
};

void leg_begin_take(struct legacy *s, int seat, unsigned n) {
    if (!n) return;
    struct leg_take *l = casata_begin(leg_take, s, LEG_PH_TAKE, (unsigned)seat);
    l->left = (uint8_t)n;
    l->from = RANK_BEGINS;
}
/* G26: a card of one sex, from the open ones. */
void leg_begin_take_sex(struct legacy *s, int seat, unsigned n, unsigned sex) {
    leg_begin_take(s, seat, n);
    casata_locals(leg_take, casata_top(s))->sex = (uint8_t)(sex + 1);
}

/* --- discards as a cost (G42), asked card by card, the last one too (G73) ---------------------------------------- */
static int list_hand(const struct legacy *s, int seat, casata_action *out) {
    struct leg_set hand = s->hand[seat];
    int n = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;) out[n++] = casata_act(LEG_A_DISCARD, (unsigned)i, 0, 0);
    return n;
}
static int discard_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)data, (void)f;
    return list_hand(state, seat, out);
}
static bool discard_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action a) {
    const struct leg_discard *l = casata_locals(leg_discard, f);
    const struct legacy *s = state;
    (void)data;
    return is_redundant_pick(l->from, casata_a(a), s->hand[seat], l->left);
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
    rank_pick(&l->from, casata_a(a));
    if (--l->left == 0) casata_pop(s);
}
static bool discard_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_discard *l = casata_locals(leg_discard, f);
    const struct legacy *s = state;
    (void)data;
    return l->left && l->left <= s->p[f->seat].held && is_rank(l->from);
}
static struct casata_msg discard_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    unsigned left = casata_locals(leg_discard, f)->left;
    (void)build;
    return casata_message(left > 1 ? "prompt.discard_more" : "prompt.discard", 2, casata_seat(seat),
                          casata_number((int)left));
}
static void discard_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f, (void)seat;
    leg_describe_card(build, c);
}
const struct casata_phase leg_phase_discard = {
    .name = "discard",
    .locals = CASATA_LOCAL_NAMES(LEG_DISCARD_LOCALS),
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) | CASATA_ON(LEG_PH_UNIT) |
               CASATA_ON(LEG_PH_COUPLE) | CASATA_ON(LEG_PH_TAKE) | CASATA_ON(LEG_PH_MISSIONS),
    .redundant = discard_redundant,
    .order = CASATA_ORDER(leg_discard, from),
    .legal = discard_legal,
    .apply = discard_apply,
    .valid = discard_valid,
    .prompt = discard_prompt,
    .describe = discard_describe,
};

void leg_begin_discard(struct legacy *s, int seat, unsigned n) {
    if (!n) return;
    struct leg_discard *l = casata_begin(leg_discard, s, LEG_PH_DISCARD, (unsigned)seat);
    l->left = (uint8_t)n;
    l->from = RANK_BEGINS;
}

/* --- HAND_SWAP (G20, G61): any number in any order (G73), then as many from the deck ------------------------------- */
#define LEG_SWAP_LOCALS(X) X(discarded) X(from)
CASATA_LOCALS(leg_swap, LEG_SWAP_LOCALS);
void leg_begin_swap(struct legacy *s, int seat) {
    casata_begin(leg_swap, s, LEG_PH_SWAP, (unsigned)seat)->from = RANK_BEGINS;
}
static int swap_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    int n = list_hand(state, seat, out);
    (void)data, (void)f;
    out[n++] = casata_act(LEG_A_STOP, 0, 0, 0);
    return n;
}
static bool swap_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    (void)data, (void)state, (void)seat;
    return casata_kind(a) == LEG_A_DISCARD && is_low_pick(casata_locals(leg_swap, f)->from, casata_a(a));
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
    rank_pick(&l->from, casata_a(a));
}
static bool swap_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_swap *l = casata_locals(leg_swap, f);
    (void)data, (void)state;
    return l->discarded <= LEG_FRIEND_COUNT && is_rank(l->from);
}
static void swap_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    int n = casata_locals(leg_swap, f)->discarded;
    (void)seat;
    if (casata_kind(c->action) == LEG_A_DISCARD) {
        leg_describe_card(build, c);
        return;
    }
    c->text = casata_message("act.swap_done", 1, casata_count(&leg_units, LEG_U_CARD, n));
    leg_add_gain(c, LEG_U_CARD, n);
}
const struct casata_phase leg_phase_swap = {
    .name = "swap",
    .locals = CASATA_LOCAL_NAMES(LEG_SWAP_LOCALS),
    .parents = CASATA_ON(LEG_PH_WEDDING),
    .redundant = swap_redundant,
    .order = CASATA_ORDER(leg_swap, from),
    .legal = swap_legal,
    .apply = swap_apply,
    .valid = swap_valid,
    .ask = "prompt.swap",
    .describe = swap_describe,
};
