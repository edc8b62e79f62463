/* virtu_eval.c: a first judgement of a position in 1/100 points, and named numbers for learning. Whole numbers only;
 * it must not know who asks. */
#include "games/virtu/virtu.h"

/* What a symbol is worth to whoever can use it, in 1/100 points, ORDER symbol. */
static const uint8_t symbol_worth[VT_SYMBOL_COUNT] = {10, 20, 18, 12, 14, 14, 12, 8};
enum {
    FLORIN = 12, /* in the treasury, up to ENOUGH of them */
    ENOUGH = 12,
    SOLDIER = 35,
    READY_AGENT = 25,
    PLACED_AGENT = 45,
    CITY_TO_COME = 60, /* each city is a step to more of everything */
    PATRON_TO_COME = 45,
    BONUS = 120,
    SPACE = 40,
    INDULGENCE = 70, /* beyond its point: it blocks a chamber */
    UPGRADED = 25,   /* a card that works in a chamber is never exhausted */
};

/* R4.5: the best kind counts in full, the others by half. */
static int worth(const uint8_t *symbol) {
    int best = 0, sum = 0;
    for (int i = 0; i < VT_SYMBOL_COUNT; i++) {
        int n = symbol[i] * symbol_worth[i];
        if (n > best) best = n;
        sum += n;
    }
    return best + (sum - best) / 2;
}
static int cards_worth(const struct virtu_data *d, const struct virtu_player *p) {
    int sum = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i]) {
            int n = worth(vt_card(d, p->courtier[i] - 1u)->symbol);
            sum += p->courtier_used >> i & 1 ? n : n + n / 2;
        }
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        if (p->chamber[i]) sum += worth(vt_card(d, p->chamber[i] - 1u)->symbol) + UPGRADED;
        if (p->upgrade[i]) sum += worth(vt_card(d, p->upgrade[i] - 1u)->symbol) + UPGRADED;
    }
    return sum;
}
static int tiles_worth(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    int sum = 0;
    for (uint32_t left = vt_friendly(d, s, seat); left; left &= left - 1) {
        int n = worth(vt_city_symbols(d, s, vt_lowest(left)));
        sum += s->spent & left & -left ? n / 2 : n;
    }
    for (uint32_t left = p->tiles; left; left &= left - 1) {
        int n = worth(vt_tile_symbols(d, p, vt_lowest(left)));
        sum += p->tiles_used & left & -left ? n / 2 : n;
    }
    return sum + (2 * p->cathedrals - p->cathedrals_used) * worth(d->cathedrals[0].symbol) / 2;
}
/* What the position promises beyond the points that it is worth now. */
static int promise(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    int placed = (int)vt_agents_placed(s, seat);
    int n = FLORIN * (p->florins < ENOUGH ? p->florins : ENOUGH) +
            (p->florins > ENOUGH ? p->florins - ENOUGH : 0);
    n += SOLDIER * (int)vt_soldiers_of(s, seat) + READY_AGENT * (p->agents - placed) + PLACED_AGENT * placed;
    n += CITY_TO_COME * (int)vt_count(p->cities) + PATRON_TO_COME * p->patronage +
         BONUS * (int)vt_count(p->bonuses);
    n += SPACE * (int)vt_extra_spaces(d, s, seat) - INDULGENCE * (int)vt_count(p->indulgences);
    return n + cards_worth(d, p) + tiles_worth(d, s, seat);
}

static const char *const term_text[] = {"points", "promise"};
const struct casata_words vt_terms = {"term", 2, term_text};
void vt_eval(const void *data, const void *state, unsigned seats, int32_t *value,
             int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct virtu *s = state;
    int32_t part[VT_PART_COUNT];
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        vt_parts_of(data, s, seat, true, part);
        value[seat] = 0;
        for (int i = 0; i < VT_PART_COUNT; i++) value[seat] += 100 * part[i];
        if (term) memset(term[seat], 0, sizeof term[seat]), term[seat][0] = value[seat];
        int more = s->head.depth && !s->ending ? promise(data, s, seat) : 0;
        value[seat] += more;
        if (term) term[seat][1] = more;
    }
}

/* --- features ---------------------------------------------------------------------------------------------------- */
/* clang-format off */
#define THINGS(X, who) \
    X(who "points") X(who "florins") X(who "cities") X(who "soldiers") \
    X(who "agents") X(who "patronage") X(who "crosses") X(who "crowns") \
    X(who "cards worth") X(who "tiles worth") X(who "indulgences") X(who "trophies")
/* clang-format on */
#define NAME(text) text,
static const char *const names[VT_FEATURES] = {"year", "season", "ending", "seats",
                                               THINGS(NAME, "") THINGS(NAME, "next ") THINGS(NAME, "second ")
                                                   THINGS(NAME, "third ") THINGS(NAME, "fourth ")};
enum { COMMON = 4, EACH = 12 };
_Static_assert(COMMON + EACH * VT_MAX_SEATS == VT_FEATURES, "names of the features");

static void describe(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *out) {
    const struct virtu_player *p = &s->p[seat];
    int32_t part[VT_PART_COUNT], points = 0;
    vt_parts_of(d, s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    const int n[EACH] = {points,
                         p->florins,
                         (int)vt_count(p->cities),
                         (int)vt_soldiers_of(s, seat),
                         p->agents,
                         p->patronage,
                         (int)vt_crosses(d, s, seat),
                         (int)vt_crowns(d, s, seat),
                         cards_worth(d, p),
                         tiles_worth(d, s, seat),
                         (int)vt_count(p->indulgences),
                         (int)vt_count(p->trophies)};
    for (int i = 0; i < EACH; i++) out[i] = (int16_t)n[i];
}
void vt_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct virtu *s = state;
    int n = s->head.seats, place = 0;
    memset(out, 0, VT_FEATURES * sizeof *out);
    out[0] = s->year, out[1] = s->season, out[2] = s->ending, out[3] = (int16_t)n;
    while (s->order[place] != seat) place++;
    for (int i = 0; i < n; i++) describe(data, s, s->order[(place + i) % n], out + COMMON + i * EACH);
}
const char *vt_feature_name(int i) { return names[i]; }
