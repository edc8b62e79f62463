/* zhanguo_cards.c: the decks, the drawing of hands, and how much of them a viewer may know (R2.2, R4, R23.1, R24).
 * Decks have no order: each next card is a chance event.
 *
 * state->card holds the public knowledge of each card: the layer of the deck that it came from, or that it was
 * played. Layer 0 is the deck of the set-up; cards set aside in round r are shown, shuffled and put under the
 * deck as layer r. A card that was not played is in a hand or, if it is in none, still in its deck. */
#include "games/zhanguo/zhanguo_scene.h"

/* Bits of the eight bytes of x that are zero. */
static unsigned zero_bytes(uint64_t x) {
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint64_t zero = ~(((x & low) + low) | x | low) >> 7; /* 1 in each zero byte */
    return (unsigned)(zero * UINT64_C(0x0102040810204080) >> 56);
}

/* Bits 0..39: cards of a colour with this mark. */
static uint64_t marked(const struct zhanguo *s, unsigned colour, unsigned mark) {
    uint64_t set = 0, pattern = mark * UINT64_C(0x0101010101010101);
    for (unsigned i = 0; i < ZG_CARDS_OF_COLOUR / 8; i++) {
        uint64_t x;
        memcpy(&x, &s->card[colour * ZG_CARDS_OF_COLOUR + i * 8], 8);
        set |= (uint64_t)zero_bytes(x ^ pattern) << i * 8;
    }
    return set;
}

/* Bits 0..39: cards of a colour in the hands of the seats that the holder of the state knows. */
static uint64_t held(const struct zhanguo *s, unsigned colour) {
    uint64_t set = 0;
    unsigned first = colour * ZG_CARDS_OF_COLOUR + 1;
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; i < ZG_MAX_HAND && s->p[seat].hand[i]; i++)
            if (s->p[seat].hand[i] - first < ZG_CARDS_OF_COLOUR)
                set |= UINT64_C(1) << (s->p[seat].hand[i] - first);
    return set;
}

uint64_t zg_top_of_deck(const struct zhanguo *s, unsigned colour, unsigned *layer) {
    uint64_t hands = held(s, colour), set = 0;
    for (*layer = 0; *layer < ZG_LAYERS; ++*layer)
        if ((set = marked(s, colour, *layer) & ~hands) != 0) break;
    return set;
}

/* Also where hands are hidden: a back is a card as well. */
unsigned zg_deck_size(const struct zhanguo *s, unsigned colour) {
    unsigned n = ZG_CARDS_OF_COLOUR - (unsigned)__builtin_popcountll(marked(s, colour, ZG_CARD_PLAYED));
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; i < ZG_MAX_HAND && s->p[seat].hand[i]; i++) {
            unsigned card = s->p[seat].hand[i];
            n -= (card < ZG_BACK ? zg_colour_of(card) : (card - ZG_BACK) / ZG_LAYERS) == colour;
        }
    return n;
}

static unsigned nth_bit(uint64_t set, unsigned n) {
    for (; n > 0; n--) set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

/* Hands are sets: they are kept ascending. */
static void add_to_hand(struct zhanguo_player *p, unsigned card) {
    unsigned i = zg_hand_size(p);
    for (; i > 0 && p->hand[i - 1] > card; i--) p->hand[i] = p->hand[i - 1];
    p->hand[i] = (uint8_t)card;
}
static void remove_from_hand(struct zhanguo_player *p, unsigned card) {
    unsigned i = 0;
    while (p->hand[i] != card) i++;
    for (; i + 1 < ZG_MAX_HAND; i++) p->hand[i] = p->hand[i + 1];
    p->hand[ZG_MAX_HAND - 1] = 0;
}
void zg_play_from_hand(struct zhanguo *s, int seat, unsigned card) {
    remove_from_hand(&s->p[seat], card);
    s->card[card - 1] = ZG_CARD_PLAYED;
}

/* R23.1: three cards of each deck, except in the last round. */
static bool draws_three(const struct zhanguo_data *d, const struct zhanguo *s) {
    return s->head.option[ZG_OPT_DRAW] == ZG_DRAW_THREE && s->round <= zg_constant(d, ZG_K_DRAW3_ROUNDS);
}
unsigned zg_cards_drawn(const struct zhanguo_data *d, const struct zhanguo *s) {
    return zg_constant(d, draws_three(d, s) ? ZG_K_DRAW3_DRAW : ZG_K_DRAW);
}

/* --- dealing ----------------------------------------------------------------------------------------------
 * R4.1: clockwise from the first player, each from the three decks in turn (G37, G48). The frame's seat draws. */
static unsigned deal_colour(const struct zhanguo_data *d, const struct zhanguo *s, const struct zg_deal *l) {
    return l->cards / zg_cards_drawn(d, s);
}
static int deal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct zhanguo *s = state;
    unsigned layer, colour = deal_colour(data, s, casata_locals(zg_deal, f));
    int n = 0;
    for (uint64_t set = zg_top_of_deck(s, colour, &layer); set; set &= set - 1) {
        unsigned card = colour * ZG_CARDS_OF_COLOUR + (unsigned)__builtin_ctzll(set) + 1;
        out[n++] = (struct casata_outcome){casata_act(ZG_A_DEAL, f->seat, card, 0), 1};
    }
    return n;
}
static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct zhanguo *s = state;
    unsigned layer, colour = deal_colour(data, s, casata_locals(zg_deal, f));
    uint64_t set = zg_top_of_deck(s, colour, &layer);
    unsigned bit = nth_bit(set, casata_rng_below(rng, (uint32_t)__builtin_popcountll(set)));
    return casata_act(ZG_A_DEAL, f->seat, colour * ZG_CARDS_OF_COLOUR + bit + 1, 0);
}
static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zg_deal *l = casata_locals(zg_deal, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned card = casata_b(a), all = zg_cards_drawn(d, s) * ZG_COLOUR_COUNT;
    (void)seat;
    add_to_hand(&s->p[f->seat], card);
    if (sink) sink->revealed = true;
    casata_emit_to(sink, 1u << f->seat, "event.deal", 3, casata_seat(f->seat), casata_number((int)card),
                   zg_face(d, card));
    if (++l->cards < all) return;
    /* The player has seen each card; the others see only the number. */
    casata_emit_to(sink, CASATA_EVERYBODY & ~(1u << f->seat), "event.draw", 2, casata_seat(f->seat),
                   casata_count(&zg_units, ZG_U_CARD, (int)all));
    l->cards = 0;
    f->seat = (uint8_t)((f->seat + 1) % s->head.seats);
    if (++l->players == s->head.seats) casata_pop(s); /* R4.3: everybody sees the backs, R24.1 */
}
static bool deal_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_deal *l = casata_locals(zg_deal, f);
    const struct zhanguo *s = state;
    return l->players < s->head.seats && f->seat == (s->order[0] + l->players) % s->head.seats &&
           l->cards < zg_cards_drawn(data, s) * ZG_COLOUR_COUNT;
}
const struct casata_phase zg_phase_deal = {
    .name = "deal",
    .locals = CASATA_LOCAL_NAMES(ZG_DEAL_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = deal_outcomes,
    .sample = deal_sample,
    .apply = deal_apply,
    .valid = deal_valid,
};

/* --- draw three, keep two (R23.1, G36) --------------------------------------------------------------------
 * All seats at once and unseen; each sets one card of each colour aside, in the order of the colours. */
static unsigned aside_colour(const struct zhanguo_player *p) {
    unsigned colour = 0;
    while (colour < ZG_COLOUR_COUNT && p->aside[colour]) colour++;
    return colour;
}
static int aside_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct zhanguo *s = state;
    unsigned colour = aside_colour(&s->p[seat]);
    int n = 0;
    (void)data, (void)f;
    for (int i = 0; i < ZG_MAX_HAND && s->p[seat].hand[i]; i++)
        if (zg_colour_of(s->p[seat].hand[i]) == colour)
            out[n++] = casata_act(ZG_A_ASIDE, s->p[seat].hand[i], 0, 0);
    return n;
}
/* Shown to all, shuffled, put under the decks. */
static void show_aside(struct zhanguo *s, struct casata_sink *sink) {
    if (sink) sink->revealed = true;
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int colour = 0; colour < ZG_COLOUR_COUNT; colour++) {
            unsigned card = s->p[seat].aside[colour];
            remove_from_hand(&s->p[seat], card);
            s->card[card - 1] = s->round;
            s->p[seat].aside[colour] = 0;
            casata_emit(sink, "event.aside", 2, casata_seat(seat), casata_number((int)card));
        }
}
static void aside_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    (void)data;
    p->aside[aside_colour(p)] = (uint8_t)casata_a(a);
    if (aside_colour(p) < ZG_COLOUR_COUNT) return;
    f->mask = (uint8_t)(f->mask & ~(1u << seat));
    if (f->mask) return;
    casata_pop(s);
    show_aside(s, sink);
}
static bool aside_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    if (!f->mask || f->seat || !draws_three(data, s)) return false;
    for (int seat = 0; seat < s->head.seats; seat++)
        if ((aside_colour(&s->p[seat]) < ZG_COLOUR_COUNT) != (f->mask >> seat & 1)) return false;
    return true;
}
void zg_describe_hand_card(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           const char *text, const char *rule) {
    unsigned card = casata_a(c->action);
    zg_at_slot(build, c, ZG_F_HAND, seat, 0, rule);
    c->piece = zg_card_at(build, c->slot, card);
    c->text = casata_message(text, 2, casata_number((int)card), zg_face(build->data, card));
}
static void aside_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    zg_describe_hand_card(build, c, seat, "act.aside_of", "R23.1");
}
const struct casata_phase zg_phase_aside = {
    .name = "aside",
    .parents = CASATA_ON(ZG_PH_GAME),
    .flags = CASATA_SEVERAL,
    .legal = aside_legal,
    .apply = aside_apply,
    .valid = aside_valid,
    .ask = "prompt.aside",
    .describe = aside_describe,
};

/* --- a viewer's knowledge (R24.1) --------------------------------------------------------------------------
 * Of the hands of others the backs: colour, and the layer the card was drawn from. */
static void turn_round(struct zhanguo *s, struct zhanguo_player *p) {
    uint8_t back[ZG_COLOUR_COUNT * ZG_LAYERS] = {0};
    unsigned n = 0;
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        unsigned card = p->hand[i];
        back[card < ZG_BACK ? zg_colour_of(card) * ZG_LAYERS + s->card[card - 1] : card - ZG_BACK]++;
    }
    for (unsigned i = 0; i < sizeof back; i++)
        for (; back[i] > 0; back[i]--) p->hand[n++] = (uint8_t)(ZG_BACK + i);
    for (int i = 0; i < ZG_COLOUR_COUNT; i++)
        if (p->aside[i]) p->aside[i] = ZG_SOME_CARD;
}
void zg_redact(const void *data, void *state, int viewer) {
    struct zhanguo *s = state;
    (void)data;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != viewer) turn_round(s, &s->p[seat]);
    for (int i = 0; i < s->head.depth; i++) { /* the card that somebody is about to play */
        struct casata_frame *f = &s->head.frame[i];
        if (f->phase == ZG_PH_CARD && f->seat != viewer) casata_locals(zg_card, f)->card = ZG_SOME_CARD;
    }
}

static unsigned card_of_colour(const struct zhanguo_player *p, unsigned colour, struct casata_rng *rng) {
    unsigned n = 0, choice[ZG_MAX_HAND];
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++)
        if (zg_colour_of(p->hand[i]) == colour) choice[n++] = p->hand[i];
    return choice[casata_rng_below(rng, n)];
}
/* Each back becomes one of the cards of its colour and layer whose place the viewer does not know. */
static void deal_backs(struct zhanguo *s, struct zhanguo_player *p, struct casata_rng *rng) {
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        if (p->hand[i] < ZG_BACK) continue;
        unsigned colour = (p->hand[i] - ZG_BACK) / ZG_LAYERS, layer = (p->hand[i] - ZG_BACK) % ZG_LAYERS;
        uint64_t set = marked(s, colour, layer) & ~held(s, colour);
        unsigned bit = nth_bit(set, casata_rng_below(rng, (uint32_t)__builtin_popcountll(set)));
        p->hand[i] = (uint8_t)(colour * ZG_CARDS_OF_COLOUR + bit + 1);
    }
    for (int i = 1; i < ZG_MAX_HAND && p->hand[i]; i++)
        for (int j = i; j > 0 && p->hand[j - 1] > p->hand[j]; j--) {
            uint8_t t = p->hand[j];
            p->hand[j] = p->hand[j - 1];
            p->hand[j - 1] = t;
        }
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++)
        if (p->aside[c]) p->aside[c] = (uint8_t)card_of_colour(p, c, rng);
}
void zg_resample(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct zhanguo *s = state;
    zg_redact(data, s, viewer);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != viewer) deal_backs(s, &s->p[seat], rng);
    for (int i = 0; i < s->head.depth; i++) {
        struct casata_frame *f = &s->head.frame[i];
        struct zg_card *l = casata_locals(zg_card, f);
        if (f->phase == ZG_PH_CARD && l->card == ZG_SOME_CARD)
            l->card = s->p[f->seat].hand[casata_rng_below(rng, zg_hand_size(&s->p[f->seat]))];
    }
}
