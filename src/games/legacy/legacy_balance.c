/* legacy_balance.c: the factors fairness is measured by: heads, patrons, starting places, things to take. */
#include "games/legacy/legacy.h"

static unsigned round_of(const void *state) { return ((const struct legacy *)state)->round; }
static int place_of(const void *state, int seat) {
    const struct legacy *s = state;
    return (seat + s->head.seats - s->first) % s->head.seats;
}
/* ORDER of heads.csv: two sides of each colour; Testament has none. */
static int colour_of(const void *data, const void *state, int seat) {
    int head = ((const struct legacy *)state)->p[seat].head;
    (void)data;
    return head ? (head - 1) / 2 : -1;
}
static int side_of(const void *data, const void *state, int seat) {
    int head = ((const struct legacy *)state)->p[seat].head;
    (void)data;
    return head ? (head - 1) % 2 : -1;
}
static int patron_of(const void *data, const void *state, int seat) {
    (void)data;
    return ((const struct legacy *)state)->p[seat].patron - 1;
}
static const struct casata_trait traits[] = {
    {&leg_colours, colour_of}, {&leg_sides, side_of}, {&leg_patrons, patron_of}, {0}};

static const struct casata_thing things[] = {
    {.verb = "do"},       {.verb = "take"},  {.verb = "friend"},       {.verb = "free"}, {.verb = "mission"},
    {.verb = "complete"}, {.verb = "title"}, {.verb = "philanthropy"}, {.verb = "hint"}, {0},
};

const struct casata_balance_sheet leg_balance = {round_of, place_of, traits, things};
