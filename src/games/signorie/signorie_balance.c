/* signorie_balance.c: the factors fairness is measured by: boards, starting places, things to take. */
#include "games/signorie/signorie.h"

static unsigned round_of(const void *state) { return ((const struct signorie *)state)->round; }
static int place_of(const void *state, int seat) {
    return casata_place_in(((const struct signorie *)state)->order, seat);
}
static int board_of(const void *data, const void *state, int seat) {
    (void)data;
    return ((const struct signorie *)state)->p[seat].board;
}
static const struct casata_trait traits[] = {{&sig_boards, board_of}, {0}};

/* R14: the tile of the round. */
static int reward_of(const void *data, const void *state, casata_action a) {
    const struct signorie *s = state;
    (void)data, (void)a;
    return s->reward[s->round - 1] - 1;
}
/* R7: the tile in this row of the column that the die belongs to. */
static int task_of(const void *data, const void *state, casata_action a) {
    const struct signorie *s = state;
    (void)data;
    return s->task[casata_locals(sig_main, casata_top_of(s))->colour * 2u + casata_a(a)] - 1;
}
static const struct casata_thing things[] = {
    {.verb = "take"},
    {.verb = "task", .words = &sig_tasks, .of = task_of},
    {.verb = "hire"},
    {.verb = "use"},
    {.verb = "step"},
    {.verb = "send", .operand = 2},
    {.verb = "marry"},
    {.verb = "row"},
    {.verb = "claim", .words = &sig_rewards, .of = reward_of},
    {0},
};

const struct casata_balance_sheet sig_balance = {round_of, place_of, traits, things};
