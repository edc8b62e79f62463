/* legacy_eval.c: a first judgement of a position, and numbers for learning. Integers only; knows no search. */
#include "games/legacy/legacy.h"

/* What a thing is worth in 1/100 Honour before the end. */
enum {
    GOLD = 30,
    CARD = 28, /* the first cards of a hand; more are worth less */
    SPARE_CARD = 8,
    MANY_CARDS = 7,
    INCOME = 28, /* for each round that still pays */
    PAWN = 90,
    COUPLE = 150, /* a couple that may still have children */
    SINGLE = 60,  /* somebody to marry */
    HELD_MISSION = 120,
    UNDER = 250,
    CHILDLESS = 4000 /* R21.3: a generation without a child loses the game */
};

static int32_t worth_of_tree(const struct legacy_data *d, const struct legacy *s, int seat) {
    int32_t worth = 0;
    unsigned most = leg_constant(d, LEG_K_MOST_CHILDREN);
    for (unsigned i = 0; i < s->nodes; i++) {
        if (!leg_is_unit(s, seat, i)) continue;
        if (leg_is_couple(s, i))
            worth += s->kids[i] < most ? COUPLE : 0;
        else if (!s->spouse[i])
            worth += SINGLE;
    }
    return worth;
}
static const char *const term_text[] = {LEG_TERMS(CASATA_WORD)};
const struct casata_words leg_terms = {"term", LEG_TERM_COUNT, term_text};

static void weigh(const struct legacy_data *d, const struct legacy *s, int seat, int32_t t[LEG_TERM_COUNT]) {
    const struct legacy_player *p = &s->p[seat];
    int32_t rounds = 9 - s->round, generations = LEG_GENERATIONS + 1 - (s->gen ? s->gen : 1), main = 0,
            minor = 0;
    memset(t, 0, LEG_TERM_COUNT * sizeof *t);
    t[LEG_TERM_HONOUR] = 100 * leg_honour_of(p);
    if (s->head.depth == 0 || p->out) return;
    t[LEG_TERM_PRESTIGE] = 100 * generations * p->prestige;
    t[LEG_TERM_INCOME] = INCOME * rounds * p->income;
    t[LEG_TERM_GOLD] = GOLD * p->gold;
    t[LEG_TERM_HAND] =
        p->held < MANY_CARDS ? CARD * p->held : CARD * MANY_CARDS + SPARE_CARD * (p->held - MANY_CARDS);
    for (int i = 0; i < LEG_PAWN_COUNT; i++) t[LEG_TERM_PAWNS] += PAWN * p->extra[i];
    for (unsigned left = s->held[seat]; left; left &= left - 1) t[LEG_TERM_MISSIONS] += HELD_MISSION;
    if (leg_testament(s)) {
        for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
            t[LEG_TERM_HINTS] -= 100 * (s->hint[i] == LEG_HINT_OPEN);
        t[LEG_TERM_FAMILY] = 100 * leg_kinship(d, s);
        return;
    }
    leg_patron_points(d, s, seat, &main, &minor);
    t[LEG_TERM_PATRON] = 100 * (main + minor) * (s->gen == LEG_GENERATIONS ? 2 : 1) / 2 +
                         UNDER * (p->under < 3 ? p->under : 3);
    t[LEG_TERM_CHILDREN] = 100 * p->born - (p->born || !s->gen ? 0 : CHILDLESS);
    t[LEG_TERM_FAMILY] = worth_of_tree(d, s, seat);
}
void leg_eval(const void *data, const void *state, unsigned seats, int32_t *value,
              int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct legacy *s = state;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        int32_t t[LEG_TERM_COUNT];
        weigh(data, s, seat, t);
        value[seat] = 0;
        for (int i = 0; i < LEG_TERM_COUNT; i++) value[seat] += t[i];
        if (term) memcpy(term[seat], t, sizeof t);
    }
}

/* --- features: the table, then each seat from the view of `seat` on clockwise ---------------------------------- */
#define TABLE(X) X(gen) X(round) X(mansions) X(ventures) X(deck_left) X(display_n) X(nodes)
#define SEAT(X) \
    X(income)   \
    X(prestige) X(gold) X(held) X(own) X(passed) X(out) X(complication) X(under) X(born) X(deck_choice)
enum { TABLE_FEATURES = 7, SEAT_FEATURES = 30 };
#define COMMA_NAME(field) "table." #field,
static const char *const table_name[] = {TABLE(COMMA_NAME)};
#define SEAT_NAMES(who)                                                                                     \
    {                                                                                                       \
        who "income", who "prestige", who "gold", who "held", who "own", who "passed", who "out",           \
            who "complication", who "under", who "born", who "deck_choice", who "honour", who "yellow",     \
            who "green", who "orange", who "red", who "blue", who "titles", who "mansions", who "ventures", \
            who "works", who "aristocrats", who "artists", who "craftsmen", who "diplomats",                \
            who "scientists", who "nations", who "units", who "couples", who "children"                     \
    }
static const char *const seat_name[LEG_MAX_SEATS][SEAT_FEATURES] = {
    SEAT_NAMES("me."), SEAT_NAMES("next."), SEAT_NAMES("second."), SEAT_NAMES("third.")};
_Static_assert(TABLE_FEATURES + LEG_MAX_SEATS * SEAT_FEATURES == LEG_FEATURES, "features");

static int16_t *write_seat(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    const struct legacy_player *p = &s->p[seat];
    int honour = 0, units = 0, couples = 0;
#define WRITE(field) *out++ = (int16_t)p->field;
    SEAT(WRITE)
    for (int i = 0; i < LEG_PART_COUNT; i++) honour += p->honour[i];
    *out++ = (int16_t)honour;
    for (int i = 0; i < LEG_PAWN_COUNT; i++) *out++ = p->extra[i];
    for (unsigned i = 0; i < LEG_ASSET_COUNT; i++) *out++ = (int16_t)leg_owned(s, seat, i);
    for (unsigned i = 0; i < LEG_PR_NONE; i++) *out++ = (int16_t)leg_prof_members(d, s, seat, i);
    *out++ = (int16_t)leg_nations_of(p);
    int16_t children = 0;
    for (unsigned i = 0; i < s->nodes; i++) {
        bool unit = leg_is_unit(s, seat, i);
        units += unit;
        couples += unit && leg_is_couple(s, i);
        children = (int16_t)(children + leg_is_child(s, seat, i));
    }
    *out++ = (int16_t)units;
    *out++ = (int16_t)couples;
    *out++ = children;
    return out;
}
void leg_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct legacy *s = state;
    int16_t *end = out + LEG_FEATURES;
#define WRITE_TABLE(field) *out++ = (int16_t)s->field;
    TABLE(WRITE_TABLE)
    for (int i = 0; i < s->head.seats; i++) out = write_seat(data, s, (seat + i) % s->head.seats, out);
    while (out < end) *out++ = 0;
}
const char *leg_feature_name(int i) {
    if (i < TABLE_FEATURES) return table_name[i];
    i -= TABLE_FEATURES;
    return seat_name[i / SEAT_FEATURES][i % SEAT_FEATURES];
}
