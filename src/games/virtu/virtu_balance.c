/* virtu_balance.c: the factors fairness is measured by: powers, starting places, things to take. */
#include "games/virtu/virtu.h"

static unsigned round_of(const void *state) { return ((const struct virtu *)state)->year; }
static int place_of(const void *state, int seat) {
    return casata_place_in(((const struct virtu *)state)->order, seat);
}
static int power_of(const void *data, const void *state, int seat) {
    (void)data;
    return ((const struct virtu *)state)->p[seat].power;
}
static const struct casata_trait traits[] = {{&vt_powers, power_of}, {0}};

static const struct casata_thing things[] = {
    {.verb = "room"},
    {.verb = "under"},
    {.verb = "court"},
    {.verb = "use", .operand = 1},
    {.verb = "bonus"},
    {.verb = "annex"},
    {.verb = "siege"},
    {.verb = "buy"},
    {.verb = "cathedral"},
    {.verb = "recruit"},
    {.verb = "ally"},
    {.verb = "influence"},
    {0},
};

const struct casata_balance_sheet vt_balance = {round_of, place_of, traits, things};
