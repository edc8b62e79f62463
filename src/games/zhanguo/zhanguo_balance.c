/* zhanguo_balance.c: the factors fairness is measured by: boards, starting places, things to take. */
#include "games/zhanguo/zhanguo.h"

static unsigned round_of(const void *state) { return ((const struct zhanguo *)state)->round; }
static int place_of(const void *state, int seat) {
    return casata_place_in(((const struct zhanguo *)state)->order, seat);
}
static int board_of(const void *data, const void *state, int seat) {
    (void)data;
    return ((const struct zhanguo *)state)->p[seat].board - 1;
}
static const struct casata_trait traits[] = {{&zg_boards, board_of}, {0}};

/* The bonus of the card that would lie in a region (R7). */
static int bonus_of(const void *data, const void *state, casata_action a) {
    const struct zhanguo_data *d = data;
    (void)a;
    return d->cards[casata_locals(zg_card, casata_top_of(state))->card - 1].bonus;
}
/* R18.4; the auction accepts boards, not rewards. */
static int reward_of(const void *data, const void *state, casata_action a) {
    const struct casata_frame *f = casata_top_of(state);
    (void)data, (void)a;
    return f->phase == ZG_PH_REWARD ? casata_locals(zg_reward, f)->aspect : -1;
}
static const struct casata_thing things[] = {
    {.verb = "play"},
    {.verb = "unify"},
    {.verb = "unify", .words = &zg_bonuses, .of = bonus_of},
    {.verb = "court"},
    {.verb = "recruit"},
    {.verb = "install"},
    {.verb = "palace"},
    {.verb = "wall"},
    {.verb = "seal"},
    {.verb = "ability"},
    {.verb = "accept", .words = &zg_aspects, .of = reward_of},
    {0},
};

const struct casata_balance_sheet zg_balance = {round_of, place_of, traits, things};
