/* fiera_prize.c: what the winner of a day may do: take the purse, draw a ware, or give coins away (R6). */
#include "games/fiera/fiera.h"

int fiera_deck_size(const struct fiera *s) {
    int n = fiera_count(s->deck) + fiera_count(s->hidden);
    for (int seat = 0; seat < s->head.seats; seat++) {
        n -= s->p[seat].held - fiera_count(s->p[seat].hand);
        n -= s->p[seat].offer == FIERA_FACE_DOWN;
    }
    return n;
}

#define GIFT_LOCALS(X) X(coins)
CASATA_LOCALS(fiera_gift, GIFT_LOCALS);

/* --- prize (R6.1) --------------------------------------------------------------------------------------------------- */
static int prize_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct fiera *s = state;
    int n = 0;
    (void)data;
    (void)f;
    out[n++] = casata_act(FIERA_A_TAKE, 0, 0, 0);
    if (fiera_deck_size(s) > 0) out[n++] = casata_act(FIERA_A_DRAW, 0, 0, 0); /* G2 */
    for (unsigned coins = 1; coins <= s->p[seat].coins; coins++)              /* R6.4 */
        out[n++] = casata_act(FIERA_A_GIVE, coins, 0, 0);
    return n;
}

static void prize_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct fiera *s = state;
    (void)data;
    casata_locals(fiera_prize, f)->paid = 1;
    if (casata_kind(a) == FIERA_A_TAKE) { /* R6.2 */
        s->p[seat].coins += s->purse;
        casata_emit(sink, "event.take", 2, casata_seat(seat),
                    casata_count(&fiera_units, FIERA_UNIT_COIN, s->purse));
    } else if (casata_kind(a) == FIERA_A_DRAW) { /* R6.3 */
        casata_begin(fiera_deal, s, FIERA_PH_DEAL, (unsigned)seat)->left = 1;
    } else {
        casata_begin(fiera_gift, s, FIERA_PH_GIFT, (unsigned)seat)->coins = (uint8_t)casata_a(a);
    }
}

/* The prize lies below the draw or the gift that it leads to, and goes after it. */
static bool prize_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)data;
    (void)sink;
    if (!casata_locals(fiera_prize, f)->paid) return false;
    casata_pop(state);
    return true;
}

static bool prize_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct fiera *s = state;
    (void)data;
    return s->purse && casata_locals(fiera_prize, f)->paid == (f != casata_top_of(s));
}

static void prize_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    const struct fiera *s = build->state;
    const int coins = (int)casata_a(c->action);
    (void)f;
    (void)seat;
    if (casata_kind(c->action) == FIERA_A_TAKE) {
        c->slot = (int16_t)casata_slot_at(build, FIERA_FAMILY_PURSE, -1, 0);
        c->rule = "R6.2";
        casata_add_gain(c, casata_count(&fiera_units, FIERA_UNIT_COIN, s->purse));
    } else if (casata_kind(c->action) == FIERA_A_DRAW) {
        c->slot = (int16_t)casata_slot_at(build, FIERA_FAMILY_DECK, -1, 0);
        c->rule = "R6.3";
        casata_add_gain(c, casata_count(&fiera_units, FIERA_UNIT_WARE, 1));
    } else {
        c->rule = "R6.4";
        casata_add_cost(c, casata_count(&fiera_units, FIERA_UNIT_COIN, coins));
        casata_add_gain(c, casata_count(&fiera_units, FIERA_UNIT_POINT, 2 * coins));
    }
}

static void prize_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct fiera *s = build->state;
    (void)f;
    if (fiera_deck_size(s) == 0)
        casata_add_blocked(build, casata_slot_at(build, FIERA_FAMILY_DECK, -1, 0),
                           casata_message("act.draw", 0), casata_message("reason.no_deck", 0), "R6.3");
    if (s->p[seat].coins == 0)
        casata_add_blocked(build, -1, casata_message("act.give_any", 0), casata_message("reason.no_coins", 0),
                           "R6.4");
}
const struct casata_phase fiera_phase_prize = {
    .name = "prize",
    .locals = CASATA_LOCAL_NAMES(FIERA_PRIZE_LOCALS),
    .parents = CASATA_ON(FIERA_PH_FAIR),
    .legal = prize_legal,
    .apply = prize_apply,
    .step = prize_step,
    .valid = prize_valid,
    .ask = "prompt.prize",
    .describe = prize_describe,
    .explain = prize_explain,
};

/* --- gift: who gets the coins (R6.4). With two players there is nothing to ask (G3). --------------------------------- */
static int gift_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct fiera *s = state;
    int n = 0;
    (void)data;
    (void)f;
    for (int to = 0; to < s->head.seats; to++)
        if (to != seat) out[n++] = casata_act(FIERA_A_TO, (unsigned)to, 0, 0);
    return n;
}

static void gift_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct fiera *s = state;
    const uint8_t coins = casata_locals(fiera_gift, f)->coins;
    (void)data;
    s->p[seat].coins -= coins;
    s->p[seat].gifts += (uint8_t)(2 * coins);
    s->p[casata_a(a)].coins += coins;
    casata_emit(sink, "event.give", 3, casata_seat(seat), casata_seat((int)casata_a(a)),
                casata_count(&fiera_units, FIERA_UNIT_COIN, coins));
    casata_pop(s);
}

static bool gift_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct fiera *s = state;
    const unsigned coins = casata_locals(fiera_gift, f)->coins;
    (void)data;
    return coins >= 1 && coins <= s->p[f->seat].coins && s->head.seats > 2;
}

static void gift_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)build;
    (void)f;
    (void)seat;
    c->text = casata_message("act.to", 1, casata_seat((int)casata_a(c->action)));
    c->rule = "R6.4";
}

static struct casata_msg gift_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    (void)build;
    return casata_message("prompt.gift", 2, casata_seat(seat),
                          casata_count(&fiera_units, FIERA_UNIT_COIN, casata_locals(fiera_gift, f)->coins));
}
const struct casata_phase fiera_phase_gift = {
    .name = "gift",
    .locals = CASATA_LOCAL_NAMES(GIFT_LOCALS),
    .parents = CASATA_ON(FIERA_PH_PRIZE),
    .forced = casata_unasked,
    .legal = gift_legal,
    .apply = gift_apply,
    .valid = gift_valid,
    .prompt = gift_prompt,
    .describe = gift_describe,
};
