/* legacy_others.c: effects of friends and missions on the other players (R25.7). */
#include "games/legacy/legacy.h"

/* --- cards taken at random (G63; OTHERS) -----------------------------------------------------------------------
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
    unsigned open = 0; /* known to spectators */
    for (unsigned holder = 0; holder < LEG_MAX_SEATS; holder++) open |= before & 1u << holder * 5;
    if (open) s->known[friend] = (uint16_t)(s->known[friend] | open | 1u << to * 5);
}
/* victim: seats after the player; left: cards that this victim still loses; n: cards of each victim */
#define LEG_OTHERS_LOCALS(X) X(victim) X(left) X(what) X(n)
CASATA_LOCALS(leg_others, LEG_OTHERS_LOCALS);
static bool others_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_others *l = casata_locals(leg_others, f);
    struct legacy *s = state;
    (void)data, (void)sink;
    while (l->victim < s->head.seats) {
        unsigned victim = (f->seat + l->victim) % s->head.seats;
        if (l->left && s->p[victim].held && l->what != LEG_X_EACH_DRAW) return false;
        l->left = 0;
        if (++l->victim >= s->head.seats) break;
        victim = (f->seat + l->victim) % s->head.seats;
        if (!leg_seat_lives(s, (int)victim)) continue;
        if (l->what == LEG_X_EACH_DRAW) {
            leg_begin_deal(s, (int)victim, l->n);
            return true;
        }
        l->left = l->n;
    }
    casata_pop(s);
    return true;
}
static int others_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct leg_others *l = casata_locals(leg_others, f);
    const struct legacy *s = state;
    struct leg_set hand = s->hand[(f->seat + l->victim) % s->head.seats];
    int n = 0;
    (void)data;
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        out[n++] = (struct casata_outcome){casata_act(LEG_A_RANDOM, (unsigned)i, 0, 0), 1};
    return n;
}
static casata_action others_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    const struct leg_others *l = casata_locals(leg_others, f);
    const struct legacy *s = state;
    int victim = (f->seat + l->victim) % s->head.seats;
    (void)data;
    return casata_act(LEG_A_RANDOM, leg_set_nth(s->hand[victim], casata_rng_below(rng, s->p[victim].held)), 0,
                      0);
}
static void others_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct leg_others *l = casata_locals(leg_others, f);
    struct legacy *s = state;
    int victim = (f->seat + l->victim) % s->head.seats;
    unsigned friend = casata_a(a), two = 1u << victim | 1u << f->seat;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    l->left--;
    if (l->what == LEG_X_DISCARD_RANDOM) {
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
    const struct leg_others *l = casata_locals(leg_others, f);
    const struct legacy *s = state;
    (void)data;
    if (l->victim > s->head.seats || l->left > l->n || l->n > 9 || l->what < LEG_X_DISCARD_RANDOM ||
        l->what > LEG_X_EACH_DRAW)
        return false;
    if (f != casata_top_of(state)) return true;
    int victim = (f->seat + l->victim) % s->head.seats;
    return l->victim && l->victim < s->head.seats && l->left && l->what != LEG_X_EACH_DRAW &&
           s->p[victim].held && leg_seat_lives(s, victim);
}
const struct casata_phase leg_phase_others = {
    .name = "others",
    .locals = CASATA_LOCAL_NAMES(LEG_OTHERS_LOCALS),
    .parents = CASATA_ON(LEG_PH_WEDDING) | CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_TAKE) |
               CASATA_ON(LEG_PH_DEAL) | CASATA_ON(LEG_PH_OFFER),
    .outcomes = others_outcomes,
    .sample = others_sample,
    .apply = others_apply,
    .step = others_step,
    .valid = others_valid,
};

/* R25.7, G63: every other player still in the game, clockwise; those with less give all they have. */
void leg_begin_others(struct legacy *s, int seat, unsigned what, unsigned n, struct casata_sink *sink) {
    if (what >= LEG_X_DISCARD_RANDOM) {
        struct leg_others *l = casata_begin(leg_others, s, LEG_PH_OTHERS, (unsigned)seat);
        l->what = (uint8_t)what;
        l->n = (uint8_t)n;
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
