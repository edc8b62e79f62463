/* fiera_coach.c: what the coach says before a decision (docs/coach.md). */
#include "games/fiera/fiera.h"

/* R7.1: a ware that can never be offered is worth nothing. */
static bool late_draw(const struct casata_coached *c, struct casata_note *note) {
    const struct fiera *s = c->state;
    if (casata_kind(c->action) != FIERA_A_DRAW || s->day < fiera_days(c->data, s)) return false;
    note->better = casata_coach_first(c, FIERA_A_TAKE);
    return casata_note_say(note, 1, casata_number(s->purse));
}

const struct casata_coach_row fiera_coach[] = {
    {"coach.late_draw", CASATA_TIP, CASATA_ONCE_A_GAME, CASATA_ON(FIERA_PH_PRIZE), "R7.1", late_draw, 30,
     false},
    {0},
};
