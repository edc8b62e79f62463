/* fiera_day.c: the course of the fair and of a day: deal, roll, offers (R2 to R5). The prize is in fiera_prize.c. */
#include "games/fiera/fiera.h"

/* --- the fair: deals, then roll, offers and prize, day by day (R3) ------------------------------------------------ */
enum { PART_ROLL, PART_OFFERS, PART_PRIZE };

/* R5.3, R5.4: opens the offers; the dearest ware wins them all. Returns its seat. */
static int settle(const struct fiera_data *d, struct fiera *s, struct casata_sink *sink) {
    int winner = 0, sum = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        unsigned ware = s->p[seat].offer - 1u;
        casata_emit(sink, "event.open", 2, casata_seat(seat), casata_word(&fiera_wares, ware));
        if (s->p[seat].offer > s->p[winner].offer) winner = seat;
        sum += d->wares[ware].value;
        s->spent |= (uint16_t)(1u << ware);
    }
    for (int seat = 0; seat < s->head.seats; seat++) s->p[seat].offer = 0;
    if (sink) sink->revealed = true;
    s->p[winner].won += (uint8_t)sum;
    s->p[winner].days++;
    s->day++;
    casata_emit(sink, "event.win", 2, casata_seat(winner), casata_count(&fiera_units, FIERA_UNIT_POINT, sum));
    return winner;
}

static bool fair_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct fiera_fair *l = casata_locals(fiera_fair, f);
    struct fiera *s = state;
    const int days = fiera_days(data, s);
    s->head.turn++;
    if (l->dealt < s->head.seats) { /* R2.1 */
        casata_begin(fiera_deal, s, FIERA_PH_DEAL, l->dealt++)->left = (uint8_t)days;
    } else if (l->part == PART_ROLL && s->day == days) { /* R7.1 */
        casata_pop(s);
    } else if (l->part == PART_ROLL) { /* R3.1 */
        l->part = PART_OFFERS;
        casata_emit(sink, "event.day", 1, casata_number(s->day + 1));
        casata_push(s, FIERA_PH_ROLL, 0);
    } else if (l->part == PART_OFFERS) {
        l->part = PART_PRIZE;
        casata_push(s, FIERA_PH_OFFER, 0)->mask = (uint8_t)((1u << s->head.seats) - 1);
    } else {
        l->part = PART_ROLL;
        casata_push(s, FIERA_PH_PRIZE, (unsigned)settle(data, s, sink));
    }
    return true;
}

/* The wares on the fair show how far the day is. */
static bool fair_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct fiera_fair *l = casata_locals(fiera_fair, f);
    const struct fiera *s = state;
    const int days = fiera_days(data, s);
    if (l->dealt > s->head.seats || f->seat || l->part > PART_PRIZE) return false;
    if (s->head.depth < 2) return true; /* the core finds that nobody has to decide */
    const struct casata_frame *above = casata_above(f);
    if (above->phase == FIERA_PH_DEAL)
        return l->part == PART_ROLL && s->day == 0 && above->seat + 1 == l->dealt &&
               casata_locals(fiera_deal, above)->left <= days;
    if (l->dealt < s->head.seats) return false;
    if (above->phase == FIERA_PH_PRIZE) return l->part == PART_ROLL && s->day >= 1;
    return l->part == (above->phase == FIERA_PH_OFFER ? PART_PRIZE : PART_OFFERS) && s->day < days;
}
const struct casata_phase fiera_phase_fair = {
    .name = "fair",
    .locals = CASATA_LOCAL_NAMES(FIERA_FAIR_LOCALS),
    .parents = CASATA_BOTTOM,
    .step = fair_step,
    .valid = fair_valid,
};

/* --- deal: chance draws a ware from the set that is left (R2.1, R6.3) ---------------------------------------------- */
static int deal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct fiera *s = state;
    int n = 0;
    (void)data;
    for (unsigned ware = 0; ware < FIERA_WARE_COUNT; ware++)
        if (s->deck >> ware & 1)
            out[n++] = (struct casata_outcome){casata_act(FIERA_A_DEAL, f->seat, ware, 0), 1};
    return n;
}

static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    struct casata_outcome out[FIERA_WARE_COUNT];
    int n = deal_outcomes(data, state, f, out);
    return out[casata_rng_below(rng, (uint32_t)n)].action;
}

/* G1: only the player who is dealt a ware learns which one it is. */
static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct fiera *s = state;
    const unsigned ware = casata_b(a), owner = f->seat;
    (void)data;
    (void)seat;
    s->deck &= (uint16_t) ~(1u << ware);
    s->p[owner].hand |= (uint16_t)(1u << ware);
    s->p[owner].held++;
    casata_emit_to(sink, 1u << owner, "event.dealt", 2, casata_seat((int)owner),
                   casata_word(&fiera_wares, ware));
    casata_emit_to(sink, CASATA_EVERYBODY & ~(1u << owner), "event.deal", 1, casata_seat((int)owner));
    if (sink) sink->revealed = true;
    if (--casata_locals(fiera_deal, f)->left == 0) casata_pop(s);
}

static bool deal_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct fiera *s = state;
    const int left = casata_locals(fiera_deal, f)->left;
    (void)data;
    return left >= 1 && left <= fiera_count(s->deck);
}
const struct casata_phase fiera_phase_deal = {
    .name = "deal",
    .locals = CASATA_LOCAL_NAMES(FIERA_DEAL_LOCALS),
    .parents = CASATA_ON(FIERA_PH_FAIR) | CASATA_ON(FIERA_PH_PRIZE),
    .outcomes = deal_outcomes,
    .sample = deal_sample,
    .apply = deal_apply,
    .valid = deal_valid,
};

/* --- roll: two dice of three faces, the lower first (R4) ------------------------------------------------------------ */
static unsigned face(const struct fiera_data *d, const struct fiera *s, unsigned i) {
    const uint8_t faces[FIERA_FACES] = {d->dice[s->head.option[FIERA_OPTION_DICE]].face_1,
                                        d->dice[s->head.option[FIERA_OPTION_DICE]].face_2,
                                        d->dice[s->head.option[FIERA_OPTION_DICE]].face_3};
    return faces[i];
}

static casata_action roll_of(const struct fiera_data *d, const struct fiera *s, unsigned low, unsigned high) {
    return casata_act(FIERA_A_ROLL, s->head.option[FIERA_OPTION_DICE],
                      face(d, s, low) << 4 | face(d, s, high), 0);
}

static int roll_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    int n = 0;
    (void)f;
    for (unsigned low = 0; low < FIERA_FACES; low++)
        for (unsigned high = low; high < FIERA_FACES; high++)
            out[n++] = (struct casata_outcome){roll_of(data, state, low, high), low == high ? 1 : 2};
    return n;
}

static casata_action roll_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    unsigned x = casata_rng_below(rng, FIERA_FACES), y = casata_rng_below(rng, FIERA_FACES);
    (void)f;
    return x < y ? roll_of(data, state, x, y) : roll_of(data, state, y, x);
}

static void roll_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct fiera *s = state;
    (void)data;
    (void)f;
    (void)seat;
    s->purse = (uint8_t)((casata_b(a) >> 4) + (casata_b(a) & 15)); /* R4.1 */
    casata_emit(sink, "event.purse", 1, casata_count(&fiera_units, FIERA_UNIT_COIN, s->purse));
    casata_pop(s);
}
const struct casata_phase fiera_phase_roll = {
    .name = "roll",
    .parents = CASATA_ON(FIERA_PH_FAIR),
    .outcomes = roll_outcomes,
    .sample = roll_sample,
    .apply = roll_apply,
};

/* --- offer: every player lays out one ware, face down, all at the same time (R5) ------------------------------------ */
static int offer_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct fiera *s = state;
    int n = 0;
    (void)data;
    (void)f;
    for (unsigned ware = 0; ware < FIERA_WARE_COUNT; ware++)
        if (s->p[seat].hand >> ware & 1) out[n++] = casata_act(FIERA_A_OFFER, ware, 0, 0);
    return n;
}

static void offer_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct fiera *s = state;
    (void)data;
    s->p[seat].hand &= (uint16_t) ~(1u << casata_a(a));
    s->p[seat].held--;
    s->p[seat].offer = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.offer", 1, casata_seat(seat)); /* R5.2: which ware stays hidden */
    f->mask &= (uint8_t) ~(1u << seat);
    if (!f->mask) casata_pop(s);
}

static bool offer_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct fiera *s = state;
    (void)data;
    return f->mask && !f->seat && s->purse;
}

/* A person touches the ware in hand. */
static void offer_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    int hand = casata_slot_at(build, FIERA_FAMILY_HAND, seat, 0);
    (void)f;
    c->slot = (int16_t)hand;
    c->piece =
        casata_piece_at(build, hand, FIERA_KIND_WARE, CASATA_ANY, (int)casata_a(c->action), CASATA_ANY);
    c->rule = "R5.1";
}
const struct casata_phase fiera_phase_offer = {
    .name = "offer",
    .parents = CASATA_ON(FIERA_PH_FAIR),
    .flags = CASATA_SEVERAL,
    .legal = offer_legal,
    .apply = offer_apply,
    .valid = offer_valid,
    .ask = "prompt.offer",
    .describe = offer_describe,
};
