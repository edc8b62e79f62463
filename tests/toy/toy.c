/* toy.c: rules of the toy game (toy.h). Like any game it must not know who calls it. */
#include "casata/rules.h"
#include "toy/toy.h"

#include <string.h>

CASATA_WORDS(toy_parts, "part", TOY_PARTS);
#define TOY_UNITS(X) X(TOY_UNIT_COIN, "coin") X(TOY_UNIT_CARD, "card")
enum { TOY_UNITS(CASATA_ENUM) TOY_UNIT_COUNT };
CASATA_WORDS(toy_units, "unit", TOY_UNITS);
static const char *const term_word[] = {"points"};
static const struct casata_words toy_terms = {"term", 1, term_word};
#define TOY_DICE(X) X(TOY_RED, "red") X(TOY_BLUE, "blue")
CASATA_WORDS(toy_dice, "die", TOY_DICE);
#define TOY_HANDS(X) X(TOY_HAND_THREE, "three") X(TOY_HAND_TWO, "two")
CASATA_WORDS(toy_hands, "hand", TOY_HANDS);

static const struct toy_data builtin = {{3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};

static int count_bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

/* Rounds of the game, which is the number of cards dealt to each seat. */
static int rounds_of(const struct toy_data *d, const struct toy_state *s) {
    return d->hand[s->head.option[TOY_OPTION_HAND]];
}

int toy_deck_size(const struct toy_state *s) {
    int n = count_bits(s->deck) + count_bits(s->hidden);
    for (int seat = 0; seat < s->head.seats; seat++) {
        n -= s->seat[seat].held - count_bits(s->seat[seat].hand);
        n -= s->seat[seat].bid == TOY_FACE_DOWN;
    }
    return n;
}

static void init_toy(const void *data, void *state) {
    struct toy_state *s = state;
    (void)data;
    s->deck = (1u << TOY_CARDS) - 1;
    casata_push(s, TOY_ROUND, 0);
}

/* --- round: deals, then dice, bids and prize over and over --------------------------------------------- */

/* Opens the bids: the highest takes all. */
static int settle(const struct toy_data *d, struct toy_state *s, struct casata_sink *sink) {
    int winner = 0, best = -1, sum = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        int card = s->seat[seat].bid - 1;
        casata_emit(sink, "event.bid", 2, casata_seat(seat), casata_number(d->value[card]));
        if (card > best) best = card, winner = seat;
        sum += d->value[card];
        s->spent |= (uint16_t)(1u << card);
        s->seat[seat].bid = 0;
    }
    if (sink) sink->revealed = true;
    s->seat[winner].won += (uint8_t)sum;
    s->round++;
    return winner;
}

static bool step_round(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct toy_round *l = casata_locals(toy_round, f);
    struct toy_state *s = state;
    const int rounds = rounds_of(data, s);
    s->head.turn++;
    if (l->dealt < s->head.seats) {
        casata_locals(toy_deal, casata_push(s, TOY_DEAL, l->dealt))->left = (uint8_t)rounds;
        l->dealt++;
    } else if (l->part == 0 && s->round == rounds) {
        casata_pop(s);
    } else if (l->part == 0) {
        l->part = 1;
        casata_push(s, TOY_ROLL, 0);
    } else if (l->part == 1) {
        l->part = 2;
        casata_push(s, TOY_BID, 0)->mask = (uint8_t)((1u << s->head.seats) - 1);
    } else {
        l->part = 0;
        casata_push(s, TOY_PRIZE, (unsigned)settle(data, s, sink));
    }
    return true;
}

/* What lies on the round tells how far it is. */
static bool valid_round(const void *data, const void *state, const struct casata_frame *f) {
    const struct toy_round *l = casata_locals(toy_round, f);
    const struct toy_state *s = state;
    const struct casata_frame *child = f + 1;
    const int rounds = rounds_of(data, s);
    if (l->dealt > s->head.seats || f->mask || f->seat || l->part > 2) return false;
    if (s->head.depth < 2) return true; /* the core finds that nobody has to decide */
    if (child->phase == TOY_DEAL)
        return l->part == 0 && s->round == 0 && child->seat + 1 == l->dealt &&
               casata_locals(toy_deal, child)->left <= rounds;
    if (l->dealt < s->head.seats) return false;
    if (child->phase == TOY_PRIZE) return l->part == 0 && s->round >= 1;
    return l->part == (child->phase == TOY_BID ? 2 : 1) && s->round < rounds;
}

/* --- deal: chance draws a card from the set that is left ----------------------------------------------- */

static int deal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct toy_state *s = state;
    int n = 0;
    (void)data;
    for (unsigned card = 0; card < TOY_CARDS; card++)
        if (s->deck >> card & 1)
            out[n++] = (struct casata_outcome){casata_act(TOY_DO_DEAL, f->seat, card, 0), 1};
    return n;
}

static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    struct casata_outcome out[TOY_CARDS];
    int n = deal_outcomes(data, state, f, out);
    return out[casata_rng_below(rng, (uint32_t)n)].action;
}

static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct toy_state *s = state;
    (void)data;
    (void)seat;
    s->deck &= (uint16_t) ~(1u << casata_b(a));
    s->seat[f->seat].hand |= (uint16_t)(1u << casata_b(a));
    s->seat[f->seat].held++;
    casata_emit(sink, "event.deal", 1, casata_seat(f->seat));
    if (sink) sink->revealed = true;
    if (--casata_locals(toy_deal, f)->left == 0) casata_pop(s);
}

static bool deal_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct toy_state *s = state;
    (void)data;
    unsigned left = casata_locals(toy_deal, f)->left;
    return left >= 1 && left <= 3 && count_bits(s->deck) >= (int)left && !f->mask;
}

/* --- roll: two dice of three faces, the lower first ---------------------------------------------------- */

static int roll_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct toy_state *s = state;
    int n = 0;
    (void)data;
    (void)f;
    for (unsigned low = 1; low <= 3; low++)
        for (unsigned high = low; high <= 3; high++)
            out[n++] = (struct casata_outcome){
                casata_act(TOY_DO_ROLL, s->head.option[TOY_OPTION_DICE], low << 4 | high, 0),
                low == high ? 1 : 2};
    return n;
}

static casata_action roll_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct toy_state *s = state;
    unsigned x = 1 + casata_rng_below(rng, 3), y = 1 + casata_rng_below(rng, 3);
    (void)data;
    (void)f;
    return casata_act(TOY_DO_ROLL, s->head.option[TOY_OPTION_DICE], x < y ? x << 4 | y : y << 4 | x, 0);
}

static void roll_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct toy_state *s = state;
    (void)data;
    (void)f;
    (void)seat;
    s->stake = (uint8_t)((casata_b(a) >> 4) + (casata_b(a) & 15));
    casata_emit(sink, "event.stake", 1, casata_number(s->stake));
    casata_pop(s);
}

/* --- bid: every seat once, face down ------------------------------------------------------------------- */

static int bid_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    const struct toy_state *s = state;
    int n = 0;
    (void)data;
    (void)f;
    for (unsigned card = 0; card < TOY_CARDS; card++)
        if (s->seat[seat].hand >> card & 1) out[n++] = casata_act(TOY_DO_BID, card, 0, 0);
    return n;
}

static void bid_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    struct toy_state *s = state;
    (void)data;
    s->seat[seat].hand &= (uint16_t) ~(1u << casata_a(a));
    s->seat[seat].held--;
    s->seat[seat].bid = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.ready", 1, casata_seat(seat));
    f->mask &= (uint8_t) ~(1u << seat);
    if (!f->mask) casata_pop(s);
}

static bool bid_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data;
    (void)state;
    return f->mask && !f->seat;
}

/* --- prize --------------------------------------------------------------------------------------------- */

static int prize_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct toy_state *s = state;
    int n = 0;
    (void)data;
    (void)f;
    out[n++] = casata_act(TOY_DO_TAKE, s->stake, 0, 0);
    if (toy_deck_size(s) > 0) out[n++] = casata_act(TOY_DO_DRAW, 0, 0, 0);
    for (unsigned coins = 1; coins <= s->seat[seat].coins; coins++)
        out[n++] = casata_act(TOY_DO_GIVE, coins, 0, 0);
    return n;
}

static void prize_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct toy_state *s = state;
    (void)data;
    casata_locals(toy_prize, f)->paid = 1;
    if (casata_kind(a) == TOY_DO_TAKE) {
        s->seat[seat].coins += s->stake;
        casata_emit(sink, "event.take", 2, casata_seat(seat),
                    casata_count(&toy_units, TOY_UNIT_COIN, s->stake));
    } else if (casata_kind(a) == TOY_DO_DRAW) {
        casata_locals(toy_deal, casata_push(s, TOY_DEAL, (unsigned)seat))->left = 1;
    } else {
        casata_locals(toy_target, casata_push(s, TOY_TARGET, (unsigned)seat))->coins = (uint8_t)casata_a(a);
    }
}

/* The prize lies below the draw or the gift it leads to, and goes after it. */
static bool prize_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)data;
    (void)sink;
    if (!casata_locals(toy_prize, f)->paid) return false;
    casata_pop(state);
    return true;
}

static bool prize_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct toy_state *s = state;
    const bool on_top = f == &s->head.frame[s->head.depth - 1];
    (void)data;
    return s->stake >= 2 && s->stake <= 6 && casata_locals(toy_prize, f)->paid == !on_top && !f->mask;
}

static int target_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct toy_state *s = state;
    int n = 0;
    (void)data;
    (void)f;
    for (int to = 0; to < s->head.seats; to++)
        if (to != seat) out[n++] = casata_act(TOY_DO_TO, (unsigned)to, 0, 0);
    return n;
}

static void target_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct toy_state *s = state;
    const uint8_t coins = casata_locals(toy_target, f)->coins;
    (void)data;
    s->seat[seat].coins -= coins;
    s->seat[seat].gifts += (uint8_t)(2 * coins);
    s->seat[casata_a(a)].coins += coins;
    casata_emit(sink, "event.give", 3, casata_seat(seat), casata_seat((int)casata_a(a)),
                casata_count(&toy_units, TOY_UNIT_COIN, coins));
    casata_pop(s);
}

static bool target_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct toy_state *s = state;
    (void)data;
    unsigned coins = casata_locals(toy_target, f)->coins;
    return coins >= 1 && coins <= s->seat[f->seat].coins && s->head.seats > 2 && !f->mask;
}

static const struct casata_phase phase[TOY_PHASE_COUNT] = {
    [TOY_ROUND] = {.name = "round",
                   .locals = CASATA_LOCAL_NAMES(TOY_ROUND_LOCALS),
                   .parents = CASATA_BOTTOM,
                   .step = step_round,
                   .valid = valid_round},
    [TOY_DEAL] = {.name = "deal",
                  .locals = CASATA_LOCAL_NAMES(TOY_DEAL_LOCALS),
                  .parents = CASATA_ON(TOY_ROUND) | CASATA_ON(TOY_PRIZE),
                  .outcomes = deal_outcomes,
                  .sample = deal_sample,
                  .apply = deal_apply,
                  .valid = deal_valid},
    [TOY_ROLL] = {.name = "roll",
                  .parents = CASATA_ON(TOY_ROUND),
                  .outcomes = roll_outcomes,
                  .sample = roll_sample,
                  .apply = roll_apply},
    [TOY_BID] = {.name = "bid",
                 .parents = CASATA_ON(TOY_ROUND),
                 .flags = CASATA_SEVERAL,
                 .legal = bid_legal,
                 .apply = bid_apply,
                 .valid = bid_valid,
                 .describe = toy_describe_bid},
    [TOY_PRIZE] = {.name = "prize",
                   .locals = CASATA_LOCAL_NAMES(TOY_PRIZE_LOCALS),
                   .parents = CASATA_ON(TOY_ROUND),
                   .legal = prize_legal,
                   .apply = prize_apply,
                   .step = prize_step,
                   .valid = prize_valid},
    [TOY_TARGET] = {.name = "target",
                    .locals = CASATA_LOCAL_NAMES(TOY_TARGET_LOCALS),
                    .parents = CASATA_ON(TOY_PRIZE),
                    .forced = casata_unasked,
                    .legal = target_legal,
                    .apply = target_apply,
                    .valid = target_valid},
};
static const struct casata_phase *const phases[TOY_PHASE_COUNT] = {
    &phase[TOY_ROUND], &phase[TOY_DEAL],  &phase[TOY_ROLL],
    &phase[TOY_BID],   &phase[TOY_PRIZE], &phase[TOY_TARGET],
};

/* --- hidden information -------------------------------------------------------------------------------- */

static void redact_toy(const void *data, void *state, int viewer) {
    struct toy_state *s = state;
    (void)data;
    s->hidden |= s->deck;
    s->deck = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct toy_seat *p = &s->seat[seat];
        if (seat == viewer) continue;
        s->hidden |= p->hand;
        p->hand = 0;
        if (p->bid == 0 || p->bid == TOY_FACE_DOWN) continue;
        s->hidden |= (uint16_t)(1u << (p->bid - 1));
        p->bid = TOY_FACE_DOWN;
    }
}

/* Takes a random card out of a set. */
static unsigned draw(uint16_t *set, struct casata_rng *rng) {
    unsigned skip = casata_rng_below(rng, (uint32_t)count_bits(*set)), card = 0;
    for (;; card++)
        if (*set >> card & 1 && skip-- == 0) break;
    *set &= (uint16_t) ~(1u << card);
    return card;
}

static void resample_toy(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct toy_state *s = state;
    redact_toy(data, s, viewer);
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct toy_seat *p = &s->seat[seat];
        if (p->bid == TOY_FACE_DOWN) p->bid = (uint8_t)(1 + draw(&s->hidden, rng));
        while (count_bits(p->hand) < p->held) p->hand |= (uint16_t)(1u << draw(&s->hidden, rng));
    }
    s->deck = s->hidden;
    s->hidden = 0;
}

/* --- result and invariants ----------------------------------------------------------------------------- */
static void parts_toy(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct toy_state *s = state;
    (void)data;
    (void)projected;
    part[TOY_WON] = s->seat[seat].won;
    part[TOY_COINS] = s->seat[seat].coins;
    part[TOY_GIFTS] = s->seat[seat].gifts;
}

static int points(const struct toy_seat *p) { return p->won + p->coins + p->gifts; }

static void ranks_toy(const void *data, const void *state, uint8_t *rank) {
    const struct toy_state *s = state;
    (void)data;
    for (int seat = 0; seat < s->head.seats; seat++) {
        rank[seat] = 1;
        for (int other = 0; other < s->head.seats; other++)
            rank[seat] += points(&s->seat[other]) > points(&s->seat[seat]);
    }
}

static const char *check_toy(const void *data, const void *state) {
    const struct toy_state *s = state;
    const struct toy_data *d = data;
    const struct casata_frame *top = s->head.depth ? &s->head.frame[s->head.depth - 1] : NULL;
    unsigned seen = s->deck | s->spent, total = 0, value = 0, coins = 0, gifts = 0;
    int cards = count_bits(s->deck) + count_bits(s->spent);
    if (s->hidden) return "hidden cards";
    for (int seat = 0; seat < TOY_SEATS; seat++) {
        const struct toy_seat *p = &s->seat[seat];
        static const struct toy_seat absent;
        if (seat >= s->head.seats && memcmp(p, &absent, sizeof absent) != 0) return "absent seat";
        if (p->unused) return "unused byte";
        if (p->held != count_bits(p->hand)) return "cards held";
        bool has_bid = top && seat < s->head.seats && top->phase == TOY_BID && !(top->mask >> seat & 1);
        if (p->bid > TOY_CARDS || (p->bid != 0) != has_bid) return "bids";
        seen |= p->hand | (p->bid ? 1u << (p->bid - 1) : 0);
        cards += p->held + (p->bid != 0);
        total += p->won;
        coins += p->coins;
        gifts += p->gifts;
    }
    if (seen != (1u << TOY_CARDS) - 1 || cards != TOY_CARDS) return "every card once";
    for (int card = 0; card < TOY_CARDS; card++) value += s->spent >> card & 1 ? d->value[card] : 0;
    if (value != total) return "cards won";
    /* Every prize paid so far was at most 6 coins, or a gift of all the coins there are. */
    bool open = s->head.depth > 1 && s->head.frame[1].phase == TOY_PRIZE &&
                (!casata_locals(toy_prize, &s->head.frame[1])->paid || top->phase == TOY_TARGET);
    unsigned paid = s->round - (open && s->round ? 1u : 0u);
    if (coins > 6 * paid || gifts > 2 * 6 * TOY_ROUNDS * paid) return "coins and gifts";
    if (s->round > rounds_of(d, s) || s->stake == 1 || s->stake > 6) return "round and stake";
    if (s->head.depth == 0) return s->round == rounds_of(d, s) ? NULL : "rounds played";
    int due[TOY_SEATS] = {0}, deck = count_bits(s->deck); /* cards still to be dealt */
    for (int seat = casata_locals(toy_round, &s->head.frame[0])->dealt; seat < s->head.seats; seat++)
        due[seat] = rounds_of(d, s);
    if (top->phase == TOY_DEAL) due[top->seat] += casata_locals(toy_deal, top)->left;
    for (int seat = 0; seat < s->head.seats; seat++) {
        deck -= due[seat];
        int left = rounds_of(d, s) - s->round; /* a card for every round to come */
        if (s->seat[seat].held + (s->seat[seat].bid != 0) + due[seat] < left)
            return "cards for the rounds to come";
    }
    return deck < 0 ? "cards for the deal" : NULL;
}

enum { TOY_FEATURES = 4 };
static void features_toy(const void *data, const void *state, int seat, int16_t *out) {
    const struct toy_state *s = state;
    (void)data;
    out[0] = s->round;
    out[1] = s->seat[seat].held;
    out[2] = s->seat[seat].coins;
    out[3] = s->seat[seat].won;
}

static const char *feature_toy(int i) {
    static const char *const name[TOY_FEATURES] = {"round", "held", "coins", "won"};
    return name[i];
}

static void eval_toy(const void *data, const void *state, unsigned seats, int32_t *value,
                     int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct toy_state *s = state;
    (void)data;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        value[seat] = 100 * points(&s->seat[seat]);
        if (term) term[seat][0] = value[seat];
    }
}

/* --- tables -------------------------------------------------------------------------------------------- */
#define NUMBER \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(words) \
    { CASATA_OPERAND_WORD, &words }
#define DIGITS \
    { CASATA_OPERAND_DIGITS, NULL }
#define NONE \
    { CASATA_OPERAND_NONE, NULL }
static const struct casata_action_form forms[TOY_FORM_COUNT] = {
    {NULL, NULL, {NONE, NONE, NONE}},
    {"deal", "act.deal", {NUMBER, NUMBER, NONE}},
    {"roll", "act.roll", {WORD(toy_dice), DIGITS, NONE}},
    {"bid", "act.bid", {NUMBER, NONE, NONE}},
    {"take", "act.take", {NUMBER, NONE, NONE}},
    {"draw", "act.draw", {NONE, NONE, NONE}},
    {"give", "act.give", {NUMBER, NONE, NONE}},
    {"to", "act.to", {NUMBER, NONE, NONE}},
};

#define AT(member)      offsetof(struct toy_state, member)
#define SEAT_AT(member) offsetof(struct toy_seat, member)
static const struct casata_field state_fields[] = {
    {"deck", AT(deck), 2, {0, 0}, {NULL, NULL}, NULL},
    {"hidden", AT(hidden), 2, {0, 0}, {NULL, NULL}, NULL},
    {"spent", AT(spent), 2, {0, 0}, {NULL, NULL}, NULL},
    {"round", AT(round), 1, {0, 0}, {NULL, NULL}, NULL},
    {"stake", AT(stake), 1, {0, 0}, {NULL, NULL}, NULL},
};
static const struct casata_field seat_fields[] = {
    {"hand", SEAT_AT(hand), 2, {0, 0}, {NULL, NULL}, NULL},
    {"bid", SEAT_AT(bid), 1, {0, 0}, {NULL, NULL}, NULL},
    {"held", SEAT_AT(held), 1, {0, 0}, {NULL, NULL}, NULL},
    {"coins", SEAT_AT(coins), 1, {0, 0}, {NULL, NULL}, NULL},
    {"gifts", SEAT_AT(gifts), 1, {0, 0}, {NULL, NULL}, NULL},
    {"won", SEAT_AT(won), 1, {0, 0}, {NULL, NULL}, NULL},
};
#define COUNT(list) (sizeof(list) / sizeof *(list))
static const struct casata_fields fields[] = {
    {NULL, 0, 0, COUNT(state_fields), state_fields},
    {"players", AT(seat), sizeof(struct toy_seat), COUNT(seat_fields), seat_fields},
};
static const struct casata_game_option options[TOY_OPTION_COUNT] = {{"hand", &toy_hands, 0, 0},
                                                                    {"dice", &toy_dice, 0, 0}};

_Static_assert(sizeof(struct toy_state) == 108 + 8 + TOY_SEATS * sizeof(struct toy_seat), "no padding");

static const struct casata_bot_sheet bots = {
    .look_ns = 100,
    .margin = 300,
    .slip = 300,
    .n_features = TOY_FEATURES,
    .terms = &toy_terms,
    .features = features_toy,
    .feature_name = feature_toy,
    .eval = eval_toy,
};

const struct casata_rules toy_rules = {
    .id = "toy",
    .name = "Toy",
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = TOY_SEATS,
    .state_size = sizeof(struct toy_state),
    .data_size = sizeof builtin,
    .max_decisions = 30, /* 9 deals, then 3 rounds of a roll, 3 bids, a prize, a target, a draw at most */
    .n_options = TOY_OPTION_COUNT,
    .n_phases = TOY_PHASE_COUNT,
    .n_forms = TOY_FORM_COUNT,
    .n_fields = COUNT(fields),
    .n_parts = TOY_PART_COUNT,
    .n_families = TOY_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = fields,
    .families = toy_families,
    .parts = &toy_parts,
    .kinds = &toy_kinds,
    .units = &toy_units,
    .bots = &bots,
    .data = &builtin,
    .init = init_toy,
    .parts_of = parts_toy,
    .ranks = ranks_toy,
    .redact = redact_toy,
    .resample = resample_toy,
    .check = check_toy,
    .scene = toy_scene,
};
