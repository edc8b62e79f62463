/* fiera_balance.c: what fairness is measured by: nothing but the wares that are offered sets players apart. */
#include "games/fiera/fiera.h"

static unsigned round_of(const void *state) { return ((const struct fiera *)state)->day; }
/* R5.2: all offer at the same time, so the place is the seat. */
static int place_of(const void *state, int seat) {
    (void)state;
    return seat;
}

static const struct casata_thing things[] = {{.verb = "offer"}, {.verb = "give"}, {0}};

const struct casata_balance_sheet fiera_balance = {round_of, place_of, NULL, things};
