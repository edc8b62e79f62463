/* test_editions.c: whatever edition the tables' checks let through, the rules can play: no dead end, no
 * broken invariant. Editions are the built-in one with figures changed at random. Knows the schema, no rule.
 */
#include "casata/rules.h"
#include "core/csv.h"
#include "games/signorie/signorie_data.h"
#include "harness.h"

enum { EDITIONS = 40, CHANGES = 200, FRESH = 8 /* editions after which changes start over */ };

static union {
    uint64_t align;
    unsigned char bytes[CASATA_MAX_STATE];
} state;

static bool may_change(const struct casata_csv_table *t, const struct casata_column *c) {
    return t->member && c->size == 1 &&
           (c->type == CASATA_COL_INT || c->type == CASATA_COL_LATER || c->type == CASATA_COL_WORD);
}

/* Changes one figure within its column's range if the tables still agree. True: it did. */
static bool change(struct signorie_data *d, struct casata_rng *rng) {
    struct signorie_data other = *d;
    const struct casata_csv_table *t =
        &signorie_schema.table[casata_rng_below(rng, signorie_schema.n_tables)];
    const struct casata_column *c = &t->column[casata_rng_below(rng, t->n_columns)];
    if (!may_change(t, c)) return false;
    size_t row = casata_rng_below(rng, t->rows);
    int value = c->type == CASATA_COL_WORD
                    ? (int)casata_rng_below(rng, c->words->n)
                    : c->min + (int)casata_rng_below(rng, (uint32_t)(c->max - c->min + 1));
    ((unsigned char *)&other)[t->offset + row * t->row_size + c->offset] = (unsigned char)value;
    if (signorie_schema.check(&other) || memcmp(&other, d, sizeof other) == 0) return false;
    *d = other;
    return true;
}

/* Career tracks that end earlier: rows that the table does not have. */
static void shorten(struct signorie_data *d, unsigned spaces) {
    for (unsigned i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++)
        if (i % SIG_CAREER_SPACES >= spaces) memset(&d->career_tracks[i], 0, sizeof d->career_tracks[i]);
}

static casata_action choose(const struct casata_game *g, int *seat, struct casata_rng *rng) {
    casata_action legal[CASATA_MAX_CHOICES];
    unsigned who = casata_to_act(g, state.bytes);
    *seat = CASATA_CHANCE;
    if (who >> CASATA_CHANCE & 1) return casata_sample(g, state.bytes, rng);
    for (*seat = 0; !(who >> *seat & 1);) ++*seat;
    int n = casata_legal(g, state.bytes, *seat, legal);
    return n > 0 ? legal[casata_rng_below(rng, (uint32_t)n)] : 0;
}

/* Plays one random game; false after the first mistake. */
static bool play(const struct casata_game *g, int seats, struct casata_rng *rng) {
    if (!CHECK(casata_init(g, state.bytes, seats, NULL) == CASATA_OK)) return false;
    for (int n = 0; casata_to_act(g, state.bytes); n++) {
        int seat;
        casata_action a = choose(g, &seat, rng);
        if (!CHECK(a != 0) || !CHECK(n < g->rules->max_decisions)) return false;
        casata_apply(g, state.bytes, seat, a, NULL);
        const char *broken = g->rules->check(g->data, state.bytes);
        if (!CHECK_STR(broken ? broken : "", "")) return false;
    }
    return true;
}

static void test_random_editions(void) {
    static struct signorie_data d;
    struct casata_game built;
    struct casata_rng rng;
    casata_rng_seed(&rng, 1);
    if (!CHECK(casata_find("signorie", &built))) return;
    int changed = 0;
    for (int e = 0; e < EDITIONS; e++) {
        if (e % FRESH == 0) d = signorie_builtin;
        if (e % FRESH == 0) shorten(&d, SIG_CAREER_SPACES - (unsigned)e / FRESH % 3);
        for (int i = 0; i < CHANGES; i++) changed += change(&d, &rng);
        signorie_schema.derive(&d);
        struct casata_game g = casata_edition(built.rules, &d);
        if (!CHECK(g.edition != built.edition)) return;
        for (int seats = g.rules->min_seats; seats <= g.rules->max_seats; seats++)
            if (!play(&g, seats, &rng)) return;
    }
    CHECK(changed > EDITIONS); /* the checks leave room for corrections */
}

static const struct test tests[] = {{"random editions can be played", test_random_editions}};
TEST_SUITE(editions, tests);
