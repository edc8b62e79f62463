/* signorie_reward.c: phase 3: initiative scoring, new order, rewards (R14, R15). */
#include "games/signorie/signorie_scene.h"

/* --- R14.1 to R14.3, R10.3 ----------------------------------------------------------------------------- */
/* R10.3, R14.1 */
static void score_initiative(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink) {
    for (int i = 0; i < s->head.seats; i++) {
        int seat = s->order[i];
        sig_gain_vp(s, seat, SIG_VP_INITIATIVE, d->initiative_track[s->p[seat].initiative].vp, sink);
    }
}

/* R14.2: highest disc first, of two on one space the upper one. Then back to the bottom, first player on top.
 */
static void set_new_order(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink) {
    int n = s->head.seats, placed = 0;
    for (int space = d->derived[SIG_TOP_INITIATIVE]; space >= 0; space--)
        for (int i = n - 1; i >= 0; i--)
            if (s->p[s->pile[i]].initiative == space) s->order[placed++] = s->pile[i];
    for (int i = 0; i < n; i++) {
        s->pile[n - 1 - i] = s->order[i];
        s->p[i].initiative = (uint8_t)sig_setup_of(d, s, SIG_START_INITIATIVE);
        casata_emit(sink, "event.place", 2, casata_seat(s->order[i]), casata_word(&sig_places, (unsigned)i));
    }
}

unsigned sig_settle_round(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink) {
    unsigned eligible = 0;
    score_initiative(d, s, sink);
    set_new_order(d, s, sink);
    for (int i = 0; i < s->head.seats; i++) { /* R14.3, G21: all at once, before the first reward */
        int seat = s->order[i];
        unsigned sum = sig_dice_sum(&s->p[seat]), threshold = sig_threshold(d, s, seat);
        if (sum <= threshold) eligible |= 1u << seat;
        casata_emit(sink, sum <= threshold ? "event.eligible" : "event.not_eligible", 3, casata_seat(seat),
                    casata_number((int)sum), casata_number((int)threshold));
    }
    if (d->reward_tiles[s->reward[s->round - 1] - 1].effect ==
        SIG_RE_DIE) /* R15.8: dice leave the boards first */
        for (int i = 0; i < s->head.seats; i++) memset(s->p[i].dice, 0, sizeof s->p[i].dice);
    return eligible;
}

/* --- the phase: one player after the other (R14.4). Locals: a place in the order, b eligible seats ----- */
/* R14.5, G54: topmost portrait without a bride; the third and fourth son score. G23: before the choice. */
static void wed(const struct signorie_data *d, struct signorie *s, int seat, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (p->brides == SIG_PORTRAIT_COUNT - 1) return;
    p->brides++;
    casata_emit(sink, "event.wedding", 2, casata_seat(seat), casata_word(&sig_portraits, p->brides));
    sig_gain_vp(s, seat, SIG_VP_WEDDINGS, d->portraits[p->brides].wedding_vp, sink);
}

static bool rewards_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct sig_rewards *l = casata_locals(sig_rewards, f);
    const struct signorie_data *d = data;
    struct signorie *s = state;
    unsigned round = s->round - 1u, seat;
    do {
        if (l->next == s->head.seats) {
            casata_pop(s);
            return true;
        }
        seat = s->order[l->next++];
    } while (!(l->eligible >> seat & 1));
    s->head.turn++;
    if (d->round_rewards[round].wedding) wed(d, s, (int)seat, sink);
    sig_gain_florins(s, (int)seat, d->round_rewards[round].extra_florins, sink);
    if (d->round_rewards[round].tile_kind == SIG_RK_BONUS) {
        casata_push(s, SIG_PH_REWARD, seat);
        return true;
    }
    sig_begin_reward(d, s, (int)seat, sink); /* R14.6, G25: first the tile's points, then the purchase */
    if (d->round_rewards[round].buy_vp_cost && s->p[seat].florins >= d->round_rewards[round].buy_vp_cost)
        casata_push(s, SIG_PH_BUY, seat);
    return true;
}
/* R15.8: with the bonus die, players yet to act have no dice on their boards. */
static bool boards_clear(const struct signorie_data *d, const struct signorie *s, unsigned from) {
    if (d->reward_tiles[s->reward[s->round - 1] - 1].effect != SIG_RE_DIE) return true;
    for (unsigned i = from; i < s->head.seats; i++)
        if (sig_dice_on_board(&s->p[s->order[i]])) return false;
    return true;
}
static bool rewards_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_rewards *l = casata_locals(sig_rewards, f);
    const struct signorie *s = state;
    return l->next >= 1 && l->next <= s->head.seats && !(l->eligible >> s->head.seats) &&
           s->stage == SIG_STAGE_REWARDS && s->reward[s->round - 1] && boards_clear(data, s, l->next);
}
const struct casata_phase sig_phase_rewards = {
    .name = "rewards",
    .locals = CASATA_LOCAL_NAMES(SIG_REWARDS_LOCALS),
    .words = {CASATA_LOCAL_SET(sig_rewards, eligible, casata_seat_words)},
    .parents = CASATA_ON(SIG_PH_GAME),
    .step = rewards_step,
    .valid = rewards_valid,
};

/* --- Q10: the tile or 3 Florins (R14.4, G24, G55) ------------------------------------------------------ */
unsigned sig_need_reward(const struct signorie_data *d, const struct signorie *s, int seat) {
    unsigned tile = s->reward[s->round - 1] - 1u, least = SIG_NEVER + SIG_NO_DIE;
    const struct signorie_player *p = &s->p[seat];
    switch (d->reward_tiles[tile].effect) {
    case SIG_RE_MISSION: return sig_need_mission(d, s, seat);
    case SIG_RE_MARRIAGE: return sig_need_marriage(d, s, seat, 0);
    case SIG_RE_PAWNS: return p->supply[d->reward_tiles[tile].target] ? 0 : SIG_NEVER + SIG_NO_PAWN;
    case SIG_RE_TRACK:
        return sig_need_points(d, s, seat, d->reward_tiles[tile].target == SIG_TARGET_CAREERS ? 0xe : 1, 0);
    case SIG_RE_TILE: return sig_need_tile(s);
    case SIG_RE_HELPER:
        if (p->helpers == (1u << SIG_HELPER_COUNT) - 1) return SIG_NEVER + SIG_NO_SPACE;
        return s->helper_supply ? 0 : SIG_NEVER + SIG_NO_HELPER;
    case SIG_RE_DIE:
        for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++)
            for (unsigned value = 0; value < 6; value++)
                if (s->area[colour][value]) {
                    unsigned need = sig_need_column(d, s, seat, colour);
                    if (need < least) least = need;
                    break;
                }
        return least;
    default: return 0;
    }
}
static int reward_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct signorie *s = state;
    int n = 0;
    (void)f;
    out[n++] = casata_act(SIG_A_COINS, 0, 0, 0);
    if (sig_need_reward(data, s, seat) <= s->p[seat].florins) out[n++] = casata_act(SIG_A_CLAIM, 0, 0, 0);
    return n;
}
static void reward_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    (void)f;
    casata_pop(s);
    if (casata_kind(a) == SIG_A_CLAIM) {
        sig_begin_reward(d, s, seat, sink);
        return;
    }
    casata_emit(sink, "event.coins", 1, casata_seat(seat));
    sig_gain_florins(s, seat, d->round_rewards[s->round - 1].alternative_florins, sink);
}
/* Only the Florins remain if the tile could do nothing (G24). */
static bool reward_forced(const void *data, const void *state, const struct casata_frame *f,
                          casata_action only, struct casata_sink *sink) {
    const struct signorie *s = state;
    (void)data, (void)only;
    casata_emit(sink, "event.no_reward", 2, casata_seat(f->seat),
                casata_word(&sig_rewards, s->reward[s->round - 1] - 1u));
    return true;
}
static bool reward_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    return d->round_rewards[s->round - 1].tile_kind == SIG_RK_BONUS &&
           (d->reward_tiles[s->reward[s->round - 1] - 1].effect != SIG_RE_DIE ||
            sig_dice_on_board(&s->p[f->seat]) == 0);
}
static struct casata_msg reward_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    const struct signorie *s = build->state;
    (void)f;
    return casata_message("prompt.reward", 2, casata_seat(seat),
                          casata_word(&sig_rewards, s->reward[s->round - 1] - 1u));
}
/* The gain from the tile, as far as it is known in advance. */
static void gain_reward(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                        unsigned tile) {
    const struct signorie_data *d = build->data;
    const struct signorie_player *p = &((const struct signorie *)build->state)->p[seat];
    unsigned amount = d->reward_tiles[tile].amount, target = d->reward_tiles[tile].target;
    switch (d->reward_tiles[tile].effect) {
    case SIG_RE_PAWNS:
        casata_add_gain(c, sig_pawns(target, amount < p->supply[target] ? amount : p->supply[target]));
        break;
    case SIG_RE_TRACK:
        casata_add_gain(c, target == SIG_TARGET_CAREERS
                               ? sig_points(amount)
                               : casata_count(&sig_units, SIG_U_INITIATIVE, (int)amount));
        break;
    case SIG_RE_TILE: casata_add_gain(c, sig_tiles(amount)); break;
    case SIG_RE_HELPER: casata_add_gain(c, casata_count(&sig_units, SIG_U_HELPER, (int)amount)); break;
    default: break;
    }
}
static void reward_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned round = s->round - 1u;
    (void)f;
    if (casata_kind(c->action) == SIG_A_CLAIM) {
        c->slot = (int16_t)casata_slot_at(build, SIG_F_REWARD, -1, round);
        c->text = casata_message("act.claim_of", 1, casata_word(&sig_rewards, s->reward[round] - 1u));
        gain_reward(build, c, seat, s->reward[round] - 1u);
    } else
        casata_add_gain(c, sig_florins(d->round_rewards[round].alternative_florins));
    c->rule = "R14.4";
}
static const struct casata_vain reward_vain[] = {
    {SIG_F_REWARD, "vain.reward_round", "R14.4"},
    {0},
};
const struct casata_phase sig_phase_reward = {
    .name = "reward",
    .vain = reward_vain,
    .parents = CASATA_ON(SIG_PH_REWARDS),
    .forced = reward_forced,
    .legal = reward_legal,
    .apply = reward_apply,
    .valid = reward_valid,
    .prompt = reward_prompt,
    .describe = reward_describe,
};

void sig_begin_reward(const struct signorie_data *d, struct signorie *s, int seat, struct casata_sink *sink) {
    unsigned tile = s->reward[s->round - 1] - 1u, amount = d->reward_tiles[tile].amount;
    unsigned target = d->reward_tiles[tile].target, u = (unsigned)seat;
    casata_emit(sink, "event.claim", 2, casata_seat(seat), casata_word(&sig_rewards, tile));
    switch (d->reward_tiles[tile].effect) {
    case SIG_RE_MISSION: casata_push(s, SIG_PH_MISSION, u); break;           /* R15.1 */
    case SIG_RE_MARRIAGE: casata_push(s, SIG_PH_MARRIAGE, u); break;         /* R15.2 */
    case SIG_RE_PAWNS: sig_gain_pawns(s, seat, target, amount, sink); break; /* R15.3 */
    case SIG_RE_TRACK:
        sig_begin_points(s, seat, amount, target == SIG_TARGET_CAREERS ? 0xe : 1);
        break;                                                        /* R15.4, R15.5, G48 */
    case SIG_RE_TILE: casata_push(s, SIG_PH_ROW, u); break;           /* R15.6 */
    case SIG_RE_HELPER: casata_push(s, SIG_PH_FREE_HELPER, u); break; /* R15.7 */
    case SIG_RE_DIE: casata_push(s, SIG_PH_BONUS_DIE, u); break;      /* R15.8 */
    case SIG_RE_VP_PER_HELPER:                                        /* R15.9 */
        sig_gain_vp(s, seat, SIG_VP_REWARDS, amount * (unsigned)__builtin_popcount(s->p[seat].helpers), sink);
        break;
    case SIG_RE_VP_PER_CITY:
        sig_gain_vp(s, seat, SIG_VP_REWARDS, amount * sig_cities_with(s, seat, target), sink);
        break; /* R15.10 */
    case SIG_RE_VP_PER_PAWN:
        sig_gain_vp(s, seat, SIG_VP_REWARDS, amount * sig_pawns_in_cities(s, seat, target), sink);
        break; /* R15.11 */
    }
}

/* --- Q12: exactly 5 Florins for 5 points, once (R14.6, G25) -------------------------------------------- */
static int buy_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(SIG_A_DECLINE, 0, 0, 0);
    out[1] = casata_act(SIG_A_BUY, 0, 0, 0);
    return 2;
}
static void buy_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    (void)f;
    casata_pop(s);
    if (casata_kind(a) == SIG_A_DECLINE) return;
    sig_pay(s, seat, d->round_rewards[s->round - 1].buy_vp_cost, sink);
    sig_gain_vp(s, seat, SIG_VP_BOUGHT, d->round_rewards[s->round - 1].buy_vp_gain, sink);
}
static bool buy_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    unsigned cost = d->round_rewards[s->round - 1].buy_vp_cost;
    return cost && s->p[f->seat].florins >= cost;
}
static void buy_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                         struct casata_choice *c) {
    const struct signorie_data *d = build->data;
    unsigned round = ((const struct signorie *)build->state)->round - 1u;
    (void)f, (void)seat;
    if (casata_kind(c->action) != SIG_A_BUY) return;
    casata_add_cost(c, sig_florins(d->round_rewards[round].buy_vp_cost));
    casata_add_gain(c, sig_vp(d->round_rewards[round].buy_vp_gain));
    c->rule = "R14.6";
}
const struct casata_phase sig_phase_buy = {
    .name = "buy",
    .parents = CASATA_ON(SIG_PH_REWARDS),
    .legal = buy_legal,
    .apply = buy_apply,
    .valid = buy_valid,
    .ask = "prompt.buy",
    .describe = buy_describe,
};
