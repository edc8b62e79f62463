/* zhanguo_rewards.c: phase 3, the unification rewards (R18, R19). */
#include "games/zhanguo/zhanguo_scene.h"

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
        unsigned strength = zg_strength(d, s, order[i], aspect); /* G15: read again for each aspect */
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

/* --- one aspect after the other: writing, currency, law (R18.1) ----------------------------------------------
 * The accepting seat is carrying out the reward. */
static bool rewards_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_rewards *l = casata_locals(zg_rewards, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    if (l->accepted) zg_claim_tasks(d, s, l->accepted - 1, sink); /* R20.2 */
    int seat = l->accepted ? -1 : zg_next_to_decide(d, s, l->aspect, l->passed);
    l->accepted = 0;
    if (seat < 0) { /* R18.2, R18.5: taken, or nobody takes it */
        l->passed = 0;
        s->head.turn++;
        if (++l->aspect < ZG_ASPECT_COUNT) return true;
        casata_pop(s);
        order_discs(s, sink);
        return true;
    }
    if (zg_need_reward(d, s, seat, reward_row(s, l->aspect)) != ZG_FINE) { /* R18.4, G14: must pass */
        l->passed = (uint8_t)(l->passed | 1u << seat);
        casata_emit(sink, "event.reward_not", 2, casata_seat(seat), casata_word(&zg_aspects, l->aspect));
        return true;
    }
    casata_begin(zg_reward, s, ZG_PH_REWARD, (unsigned)seat)->aspect = l->aspect;
    return true;
}
static bool rewards_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_rewards *l = casata_locals(zg_rewards, f);
    const struct zhanguo *s = state;
    if (l->aspect >= ZG_ASPECT_COUNT || l->passed >> s->head.seats || l->accepted > s->head.seats)
        return false;
    if (f == casata_top_of(s)) return false;
    const struct casata_frame *above = casata_above(f);
    for (unsigned i = 0; i < ZG_ASPECT_COUNT; i++) /* no reward is taken before its turn */
        if (s->taken[i] && i >= l->aspect + (l->accepted ? 1u : 0u)) return false;
    if (l->accepted)
        return above->phase != ZG_PH_REWARD && above->seat == l->accepted - 1 &&
               s->taken[l->aspect] == l->accepted;
    return above->phase == ZG_PH_REWARD && casata_locals(zg_reward, above)->aspect == l->aspect &&
           above->seat == zg_next_to_decide(data, s, l->aspect, l->passed);
}
const struct casata_phase zg_phase_rewards = {
    .name = "rewards",
    .locals = CASATA_LOCAL_NAMES(ZG_REWARDS_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_rewards, aspect, zg_aspects),
              CASATA_LOCAL_SET(zg_rewards, passed, casata_seat_words)},
    .parents = CASATA_ON(ZG_PH_GAME),
    .step = rewards_step,
    .valid = rewards_valid,
};

/* --- take the reward or pass (R18.4, R18.5) ------------------------------------------------------------------- */
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
    case ZG_RW_OFF_ANY:
        casata_begin(zg_official, s, ZG_PH_OFFICIAL, u)->regions = (uint8_t)regions;
        break;                                                                           /* R19.1 */
    case ZG_RW_OFF_RED: zg_place_official(s, seat, ZG_RED, region, amount, sink); break; /* R19.2 */
    case ZG_RW_OFF_GREY: zg_place_official(s, seat, ZG_GREY, region, amount, sink); break;
    case ZG_RW_WORKERS: zg_gain_workers(s, seat, region, amount, sink); break; /* R19.3 */
    case ZG_RW_GOVERNOR: {                                                     /* R19.4, R19.7 */
        struct zg_install *l = casata_begin(zg_install, s, ZG_PH_INSTALL, u);
        l->gift = 1;
        l->regions = (uint8_t)regions;
        break;
    }
    case ZG_RW_WALL: casata_push(s, ZG_PH_RAISE, u); break; /* R19.5 */
    default: casata_push(s, ZG_PH_ERECT, u);                /* R19.6 */
    }
}
/* All markers of the aspect, including the one of value 3, if any. */
static void report_payment(const struct zhanguo *s, int seat, unsigned aspect, struct casata_sink *sink) {
    struct casata_arg who = casata_seat(seat), ones = zg_unit(ZG_U_IVORY + aspect, s->p[seat].um1[aspect]),
                      three = zg_unit(ZG_U_MARKER3, 1);
    if (s->um3[aspect] != seat + 1)
        casata_emit(sink, "event.pay_markers", 2, who, ones);
    else if (s->p[seat].um1[aspect])
        casata_emit(sink, "event.pay_both", 3, who, ones, three);
    else
        casata_emit(sink, "event.pay_markers", 2, who, three);
}
static void reward_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned aspect = casata_locals(zg_reward, f)->aspect;
    struct zg_rewards *rewards = casata_locals(zg_rewards, casata_below(f));
    casata_pop(s);
    if (casata_kind(a) == ZG_A_PASS) { /* R18.5 */
        rewards->passed = (uint8_t)(rewards->passed | 1u << seat);
        casata_emit(sink, "event.reward_pass", 2, casata_seat(seat), casata_word(&zg_aspects, aspect));
        return;
    }
    rewards->accepted = (uint8_t)(seat + 1);
    casata_emit(sink, "event.reward", 3, casata_seat(seat), casata_word(&zg_aspects, aspect),
                casata_word(&zg_reward_types, d->rewards[reward_row(s, aspect)].type));
    report_payment(s, seat, aspect, sink);
    zg_pay_reward(s, seat, aspect);
    take_reward(d, s, seat, reward_row(s, aspect), sink);
}
static bool reward_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_reward *l = casata_locals(zg_reward, f);
    const struct zhanguo *s = state;
    return l->aspect < ZG_ASPECT_COUNT && s->round && s->round <= ZG_ROUND_COUNT &&
           zg_need_reward(data, s, f->seat, reward_row(s, l->aspect)) == ZG_FINE;
}
/* Who decides if the seat passes: the next one who can carry the reward out; -1: nobody. */
static int after_seat(const struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned aspect = casata_locals(zg_reward, f)->aspect;
    unsigned passed = casata_locals(zg_rewards, casata_below(f))->passed | 1u << seat;
    int next = zg_next_to_decide(d, s, aspect, passed);
    while (next >= 0 && zg_need_reward(d, s, next, reward_row(s, aspect)) != ZG_FINE)
        next = zg_next_to_decide(d, s, aspect, passed |= 1u << next);
    return next;
}
static struct casata_msg reward_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    const struct zhanguo_data *d = build->data;
    unsigned aspect = casata_locals(zg_reward, f)->aspect, row = reward_row(build->state, aspect);
    struct casata_arg name = casata_word(&zg_aspects, aspect),
                      what = casata_word(&zg_reward_types, d->rewards[row].type),
                      where = zg_reward_place(d, row), who = casata_seat(seat),
                      value = casata_number((int)zg_strength(d, build->state, seat, aspect)),
                      next = casata_seat(after_seat(build, f, seat));
    bool last = after_seat(build, f, seat) < 0;
    if (where.words)
        return last ? casata_message("prompt.reward_at_last", 5, who, name, what, where, value)
                    : casata_message("prompt.reward_at", 6, who, name, what, where, value, next);
    return last ? casata_message("prompt.reward_last", 4, who, name, what, value)
                : casata_message("prompt.reward", 5, who, name, what, value, next);
}
/* The reward itself is in the prompt; here are the countable gains. */
static void describe_accept(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                            unsigned aspect) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    unsigned row = reward_row(s, aspect), amount = d->rewards[row].amount;
    zg_at_slot(build, c, ZG_F_REWARD, -1, aspect * ZG_ROUND_COUNT + s->round - 1u, "R18.4");
    casata_add_cost(c, zg_unit(ZG_U_IVORY + aspect, p->um1[aspect]));
    casata_add_cost(c, zg_unit(ZG_U_MARKER3, s->um3[aspect] == seat + 1));
    switch (d->rewards[row].type) {
    case ZG_RW_OFF_RED: casata_add_gain(c, zg_unit(ZG_U_RED, amount)); break;
    case ZG_RW_OFF_GREY: casata_add_gain(c, zg_unit(ZG_U_GREY, amount)); break;
    case ZG_RW_WORKERS: casata_add_gain(c, zg_unit(ZG_U_WORKER, amount)); break;
    case ZG_RW_PALACE:
        casata_add_gain(c, zg_unit(ZG_U_VP, zg_tableau_size(p) * zg_constant(d, ZG_K_PALACE_VP)));
        break;
    default: break; /* chosen afterwards */
    }
}
static void reward_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    if (casata_kind(c->action) == ZG_A_ACCEPT)
        describe_accept(build, c, seat, casata_locals(zg_reward, f)->aspect);
    else
        c->rule = "R18.5";
}
static const struct casata_vain reward_vain[] = {
    {ZG_F_REWARD, "vain.reward_space", "R18.4"},
    {0},
};
const struct casata_phase zg_phase_reward = {
    .name = "reward",
    .vain = reward_vain,
    .locals = CASATA_LOCAL_NAMES(ZG_REWARD_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_reward, aspect, zg_aspects)},
    .parents = CASATA_ON(ZG_PH_REWARDS),
    .legal = reward_legal,
    .apply = reward_apply,
    .valid = reward_valid,
    .prompt = reward_prompt,
    .describe = reward_describe,
};
