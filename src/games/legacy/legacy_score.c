/* legacy_score.c: end of a generation, patrons, result (R21, R22). */
#include "games/legacy/legacy.h"

/* Generation-IV arrangements with friends for whom `test` holds (G48). */
static unsigned arranged(const struct legacy_data *d, const struct legacy *s, int seat, unsigned prof) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->nodes; i++) {
        if (s->owner[i] != seat || s->row[i] != LEG_GENERATIONS + 1 || !(s->flags[i] & LEG_ARRANGED))
            continue;
        unsigned friend = s->spouse[i] - 1u;
        n += prof == LEG_EMPTY ? d->friends[friend].nationality != LEG_N_FRENCH
                               : d->friends[friend].profession == prof;
    }
    return n;
}

/* The persons of a generation with at least n children. */
static unsigned persons(const struct legacy *s, int seat, unsigned row, unsigned children) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->nodes; i++)
        n += s->owner[i] == seat && s->row[i] == row && s->kids[i] >= children;
    return n;
}
/* Professions of which there are at least n. */
static unsigned professions(const struct legacy_data *d, const struct legacy *s, int seat, unsigned each) {
    unsigned n = 0;
    for (unsigned prof = 0; prof < LEG_PR_NONE; prof++) n += leg_prof_members(d, s, seat, prof) >= each;
    return n;
}
static int quantity(const struct legacy_data *d, const struct legacy *s, int seat, unsigned goal) {
    const struct legacy_player *p = &s->p[seat];
    unsigned arg = d->patron_goals[goal].arg, n;
    switch (d->patron_goals[goal].kind) {
    case LEG_GOAL_INCOME: return p->income > 0 ? p->income : 0; /* G49 */
    case LEG_GOAL_PRESTIGE: return p->prestige > 0 ? p->prestige : 0;
    case LEG_GOAL_GOLD: return p->gold;
    case LEG_GOAL_HAND: return p->held;
    case LEG_GOAL_CHILDREN: return (int)persons(s, seat, LEG_GENERATIONS + 1, 0);
    case LEG_GOAL_NATIONS: return (int)leg_nations_of(p);
    case LEG_GOAL_PROFS: return (int)professions(d, s, seat, 1);
    case LEG_GOAL_PROFS2: return (int)professions(d, s, seat, 2);
    case LEG_GOAL_ASSETS: return (int)leg_possessions(s, seat);
    case LEG_GOAL_TITLES: return (int)leg_owned(s, seat, LEG_ASSET_TITLE);
    case LEG_GOAL_MANSIONS: return (int)leg_owned(s, seat, LEG_ASSET_MANSION);
    case LEG_GOAL_VENTURES: return (int)leg_owned(s, seat, LEG_ASSET_VENTURE);
    case LEG_GOAL_PHIL: return (int)leg_owned(s, seat, LEG_ASSET_PHILANTHROPY);
    case LEG_GOAL_MISSIONS: return __builtin_popcount(s->done[seat]);
    case LEG_GOAL_BIGCOUPLES:
        return (int)persons(s, seat, LEG_GENERATIONS, leg_constant(d, LEG_K_MOST_CHILDREN));
    case LEG_GOAL_ARRANGED_PROF: /* R18.6: a kept mission may always be assigned here */
        n = leg_prof_members(d, s, seat, arg - LEG_NATION_COUNT) - p->prof[arg - LEG_NATION_COUNT];
        return (int)(n + arranged(d, s, seat, arg - LEG_NATION_COUNT));
    default: return (int)arranged(d, s, seat, LEG_EMPTY);
    }
}
int leg_goal_points(const struct legacy_data *d, const struct legacy *s, int seat, unsigned goal) {
    int n = quantity(d, s, seat, goal), per = d->patron_goals[goal].per,
        points = d->patron_goals[goal].points;
    if (d->patron_goals[goal].rate == LEG_AT_LEAST) return n >= per ? points : 0;
    return n / per * points; /* G49: rounded down */
}
/* Share of a goal with a threshold that is reached, in sixteenths. */
unsigned leg_goal_progress(const struct legacy_data *d, const struct legacy *s, int seat, unsigned goal) {
    unsigned n = (unsigned)quantity(d, s, seat, goal), per = d->patron_goals[goal].per;
    return n >= per ? 16 : n * 16 / per;
}
/* R22.1, R22.2, R18.4, G47: the main goal, and for each card under the patron the best minor goal left. */
void leg_patron_points(const struct legacy_data *d, const struct legacy *s, int seat, int *main, int *minor) {
    *main = *minor = 0;
    if (!s->p[seat].patron) return;
    unsigned first = (s->p[seat].patron - 1u) * LEG_GOALS_EACH, used = 0;
    *main = leg_goal_points(d, s, seat, first);
    for (unsigned n = s->p[seat].under; n > 0; n--) {
        int best = 0;
        unsigned which = 0;
        for (unsigned i = 1; i < LEG_GOALS_EACH; i++) {
            int points = used >> i & 1 ? 0 : leg_goal_points(d, s, seat, first + i);
            if (points > best) best = points, which = i;
        }
        if (!best) break;
        used |= 1u << which;
        *minor += best;
    }
}

void leg_final_scoring(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    if (leg_testament(s)) { /* R27.15, R27.16 */
        leg_honour(s, 0, LEG_H_KINSHIP, leg_kinship(d, s), sink);
        int open = 0;
        for (unsigned i = 0; i < LEG_HINT_COUNT; i++) open += s->hint[i] == LEG_HINT_OPEN;
        leg_honour(s, 0, LEG_H_HINTS, -open, sink);
        casata_emit(sink, open ? "event.testament_lost" : "event.testament_won", 1, casata_seat(0));
        return;
    }
    for (int i = 0; i < s->head.seats; i++) {
        int main, minor;
        if (!leg_seat_lives(s, i)) continue;
        leg_patron_points(d, s, i, &main, &minor);
        casata_emit(sink, "event.patron_shown", 2, casata_seat(i),
                    casata_word(&leg_patrons, s->p[i].patron - 1u));
        leg_honour(s, i, LEG_H_PATRON, main, sink);
        leg_honour(s, i, LEG_H_GOALS, minor, sink);
    }
    if (sink) sink->revealed = true;
}

/* Projected: as if the generation and the game ended now; an unknown patron gives nothing. A family that died
 * out still shows its results (G72). */
void leg_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    const struct legacy_player *p = &s->p[seat];
    for (int i = 0; i < LEG_PART_COUNT; i++) part[i] = i == LEG_H_EXTINCT ? 0 : p->honour[i];
    if (!projected || s->head.depth == 0 || p->out || s->gen == 0) return;
    part[LEG_H_PRESTIGE] += p->prestige;
    if (leg_testament(s)) {
        part[LEG_H_KINSHIP] += leg_kinship(d, s);
        for (unsigned i = 0; i < LEG_HINT_COUNT; i++) part[LEG_H_HINTS] -= s->hint[i] == LEG_HINT_OPEN;
        return;
    }
    int main, minor;
    leg_patron_points(d, s, seat, &main, &minor);
    part[LEG_H_CHILDREN] += p->born;
    part[LEG_H_PATRON] += main;
    part[LEG_H_GOALS] += minor;
}

int32_t leg_honour_of(const struct legacy_player *p) {
    int32_t n = 0;
    for (int i = 0; i < LEG_H_EXTINCT; i++) n += p->honour[i];
    return n;
}

/* R21.3, G72: the generation in which a family died out, or would if the generation ended now; 0: it lives. */
static unsigned end_of(const struct legacy *s, int seat) {
    const struct legacy_player *p = &s->p[seat];
    bool playing = s->head.depth && s->gen && !leg_testament(s);
    return p->out ? p->out : playing && !p->born ? s->gen : 0u;
}
bool leg_out(const void *data, const void *state, int seat, bool projected) {
    const struct legacy *s = state;
    (void)data;
    return projected ? end_of(s, seat) != 0 : s->p[seat].out != 0;
}
/* The points that rank a family, if the game ended now. */
struct standing {
    unsigned lived; /* generations; more than all: to the end */
    int32_t honour;
    unsigned cards;
    int prestige;
};
static struct standing standing_of(const struct legacy_data *d, const struct legacy *s, int seat) {
    int32_t part[LEG_PART_COUNT] = {0};
    struct standing x = {.lived = end_of(s, seat)};
    if (x.lived) return x; /* G72: nothing else counts */
    x.lived = LEG_GENERATIONS + 1;
    leg_parts_of(d, s, seat, true, part);
    for (int i = 0; i < LEG_PART_COUNT; i++) x.honour += part[i];
    x.cards = s->p[seat].held;
    x.prestige = s->p[seat].prestige;
    return x;
}
/* R22.3: Honour, then cards in hand, then Prestige. */
static bool is_better(const struct standing *a, const struct standing *b) {
    if (a->lived != b->lived) return a->lived > b->lived;
    if (a->honour != b->honour) return a->honour > b->honour;
    if (a->cards != b->cards) return a->cards > b->cards;
    return a->prestige > b->prestige;
}
/* G45: if no family lives, nobody wins: nobody has rank 1. */
void leg_ranks(const void *data, const void *state, uint8_t *rank) {
    const struct legacy *s = state;
    struct standing x[LEG_MAX_SEATS];
    bool anybody = false;
    for (int i = 0; i < s->head.seats; i++) {
        x[i] = standing_of(data, s, i);
        anybody |= x[i].lived > LEG_GENERATIONS;
    }
    for (int i = 0; i < s->head.seats; i++) {
        rank[i] = anybody ? 1 : 2;
        for (int k = 0; k < s->head.seats; k++) rank[i] = (uint8_t)(rank[i] + is_better(&x[k], &x[i]));
    }
}
