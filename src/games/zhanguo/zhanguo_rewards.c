/* zhanguo_rewards.c: phase 3, the unification rewards (R18, R19). */
#include "games/zhanguo/zhanguo.h"

static unsigned reward_row(const struct zhanguo *s, unsigned aspect) {
    return (s->round - 1u) * ZG_ASPECT_COUNT + aspect;
}

/* R18.2, R18.3, G46 */
int zg_next_to_decide(const struct zhanguo_data *d, const struct zhanguo *s, unsigned aspect,
                      unsigned passed) {
    uint8_t order[ZG_MAX_SEATS];
    int best = -1;
    unsigned most = 0;
    zg_tie_order(s, order); /* R18.6: as the discs lie now */
    for (int i = 0; i < s->head.seats; i++) {
        unsigned strength = zg_strength(d, s, order[i], aspect); /* G15: read anew for each aspect */
        if (passed >> order[i] & 1 || strength <= most) continue;
        most = strength;
        best = order[i];
    }
    return best;
}

/* R18.4, G15: to the general supply and to the main board. */
void zg_pay_reward(struct zhanguo *s, int seat, unsigned aspect) {
    s->p[seat].um1[aspect] = 0;
    if (s->um3[aspect] == seat + 1) s->um3[aspect] = 0;
    s->taken[aspect] = (uint8_t)(seat + 1);
}

/* R18.8: the discs go back to the Reward track; in the last round too (G44). The top one is first player. */
static void order_discs(struct zhanguo *s, struct casata_sink *sink) {
    uint8_t order[ZG_MAX_SEATS];
    zg_tie_order(s, order);
    memcpy(s->order, order, sizeof s->order);
    memset(s->taken, 0, sizeof s->taken);
    if (s->round < ZG_ROUND_COUNT) casata_emit(sink, "event.first", 1, casata_seat(s->order[0]));
}

/* R18.1: writing, currency, law. Locals: a the aspect, b seats that passed, c 1 + seat that accepted and is
 * carrying the reward out. */
static bool rewards_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    if (f->c) zg_claim_tasks(d, s, f->c - 1, sink); /* R20.2 */
    int seat = f->c ? -1 : zg_next_to_decide(d, s, f->a, f->b);
    f->c = 0;
    if (seat < 0) { /* R18.2, R18.5: taken, or nobody takes it */
        f->b = 0;
        s->head.turn++;
        if (++f->a < ZG_ASPECT_COUNT) return true;
        casata_pop(s);
        order_discs(s, sink);
        return true;
    }
    if (zg_need_reward(d, s, seat, reward_row(s, f->a)) != ZG_FINE) { /* R18.4, G14: must pass */
        f->b = (uint8_t)(f->b | 1u << seat);
        casata_emit(sink, "event.reward_not", 2, casata_seat(seat), casata_word(&zg_aspects, f->a));
        return true;
    }
    casata_push(s, ZG_PH_REWARD, (unsigned)seat)->a = f->a;
    return true;
}
static bool rewards_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    if (f->a >= ZG_ASPECT_COUNT || f->b >> s->head.seats || f->c > s->head.seats) return false;
    if (f == casata_top((void *)(uintptr_t)s)) return false;
    for (unsigned i = 0; i < ZG_ASPECT_COUNT; i++) /* no reward is taken before its turn */
        if (s->taken[i] && i >= f->a + (f->c ? 1u : 0u)) return false;
    if (f->c) return f[1].phase != ZG_PH_REWARD && f[1].seat == f->c - 1 && s->taken[f->a] == f->c;
    return f[1].phase == ZG_PH_REWARD && f[1].a == f->a &&
           f[1].seat == zg_next_to_decide(data, s, f->a, f->b);
}
const struct casata_phase zg_phase_rewards = {.name = "rewards",
                                              .locals = "aspect passed accepted",
                                              .parents = 1u << ZG_PH_GAME,
                                              .step = rewards_step,
                                              .valid = rewards_valid};

static int reward_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(ZG_A_PASS, 0, 0, 0);
    out[1] = casata_act(ZG_A_ACCEPT, 0, 0, 0);
    return 2;
}
/* R19; G12: neither cards nor side B. */
static void take_reward(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned row,
                        struct casata_sink *sink) {
    unsigned regions = zg_reward_regions(d, row), u = (unsigned)seat, amount = d->rewards[row].amount;
    unsigned region = regions ? (unsigned)__builtin_ctz(regions) : 0;
    switch (d->rewards[row].type) {
    case ZG_RW_OFF_ANY: casata_push(s, ZG_PH_OFFICIAL, u)->a = (uint8_t)regions; break;  /* R19.1 */
    case ZG_RW_OFF_RED: zg_place_official(s, seat, ZG_RED, region, amount, sink); break; /* R19.2 */
    case ZG_RW_OFF_GREY: zg_place_official(s, seat, ZG_GREY, region, amount, sink); break;
    case ZG_RW_WORKERS: zg_gain_workers(s, seat, region, amount, sink); break; /* R19.3 */
    case ZG_RW_GOVERNOR: {                                                     /* R19.4, R19.7 */
        struct casata_frame *f = casata_push(s, ZG_PH_INSTALL, u);
        f->a = 1;
        f->b = (uint8_t)regions;
        break;
    }
    case ZG_RW_WALL: casata_push(s, ZG_PH_RAISE, u); break; /* R19.5 */
    default: casata_push(s, ZG_PH_ERECT, u);                /* R19.6 */
    }
}
static void reward_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned aspect = f->a;
    casata_pop(s);
    struct casata_frame *rewards = casata_top(s);
    if (casata_kind(a) == ZG_A_PASS) { /* R18.5 */
        rewards->b = (uint8_t)(rewards->b | 1u << seat);
        casata_emit(sink, "event.reward_pass", 2, casata_seat(seat), casata_word(&zg_aspects, aspect));
        return;
    }
    rewards->c = (uint8_t)(seat + 1);
    zg_pay_reward(s, seat, aspect);
    casata_emit(sink, "event.reward", 3, casata_seat(seat), casata_word(&zg_aspects, aspect),
                casata_word(&zg_reward_types, d->rewards[reward_row(s, aspect)].type));
    take_reward(d, s, seat, reward_row(s, aspect), sink);
}
static bool reward_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    return f->a < ZG_ASPECT_COUNT && s->round && s->round <= ZG_ROUND_COUNT &&
           zg_need_reward(data, s, f->seat, reward_row(s, f->a)) == ZG_FINE;
}
const struct casata_phase zg_phase_reward = {.name = "reward",
                                             .locals = "aspect",
                                             .parents = 1u << ZG_PH_REWARDS,
                                             .legal = reward_legal,
                                             .apply = reward_apply,
                                             .valid = reward_valid};
