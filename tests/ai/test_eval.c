/* test_eval.c: the evaluation and the features of Signorie. */
#include "casata/rules.h"
#include "ai_test.h"
#include "games/signorie/signorie_eval.h"

/* --- every position of random games ------------------------------------------------------------------------- */
static int positions;

static void check_position(const struct casata_game *g, const void *state) {
    const struct signorie *s = state;
    uint64_t before = casata_hash(g, state);
    int32_t value[CASATA_MAX_SEATS];
    for (int i = 0; i < CASATA_MAX_SEATS; i++) value[i] = INT32_MIN;
    casata_eval(g, state, value);
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        if (seat >= s->head.seats) {
            CHECK_INT(value[seat], INT32_MIN); /* nothing is written for absent seats */
            continue;
        }
        int32_t now = 100 * casata_score(g, state, seat, false);
        if (s->head.depth == 0) CHECK_INT(value[seat], now);
        CHECK(value[seat] > -2000 && value[seat] < 45000);
        int16_t feature[SIG_FEATURES + 1], again[SIG_FEATURES];
        memset(feature, 0x55, sizeof feature);
        memset(again, 0xaa, sizeof again);
        g->rules->bots->features(g->data, state, seat, feature);
        g->rules->bots->features(g->data, state, seat, again);
        CHECK(memcmp(feature, again, sizeof again) == 0); /* all written, nothing else read */
        CHECK_INT(feature[SIG_FEATURES], 0x5555);
    }
    CHECK_HEX(casata_hash(g, state), before);
    positions++;
}

static void test_every_position(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = ai_signorie();
    positions = 0;
    for (int seats = 2; seats <= 4; seats++)
        for (uint64_t seed = 1; seed <= 60 / AI_SLOW; seed++)
            ai_play(&g, seats, anything, seed, check_position);
    CHECK(positions > 3000);
}

/* --- what the evaluation foretells --------------------------------------------------------------------------- */
enum { SEEN = 8 };
static int32_t foretold[SEEN][SIG_MAX_SEATS]; /* at the first turn of each round */

static void note_rounds(const struct casata_game *g, const void *state) {
    const struct signorie *s = state;
    if (s->stage == SIG_STAGE_ACTIONS && s->head.depth == 3 && foretold[s->round][0] == 0)
        casata_eval(g, state, foretold[s->round]);
}

static void test_foretells_result(void) {
    static const int greedy[] = {AI_STEADY, AI_STEADY, AI_STEADY, AI_STEADY};
    struct casata_game g = ai_signorie();
    int64_t error[SEEN] = {0}, sum = 0, n = 0;
    for (uint64_t seed = 1; seed <= (AI_TIMED ? 5 : 1); seed++) {
        memset(foretold, 0, sizeof foretold);
        struct ai_result r = ai_play(&g, 4, greedy, seed, note_rounds);
        for (int seat = 0; seat < 4; seat++, n++) {
            sum += r.score[seat];
            for (int round = 1; round < SEEN; round++)
                error[round] += foretold[round][seat] - 100 * r.score[seat];
        }
    }
    printf("scudiero at 4 seats scores %.1f; evaluation minus result by round:", (double)sum / (double)n);
    for (int round = 1; round < SEEN; round++) {
        printf(" %+.1f", (double)error[round] / 100 / (double)n);
        CHECK(llabs(error[round]) < 2000 * n); /* no round in which it is far off for all */
    }
    printf("\n");
    CHECK(sum > 220 * n);
}

/* --- features ------------------------------------------------------------------------------------------------- */

static void test_names(void) {
    struct casata_game g = ai_signorie();
    CHECK_INT(g.rules->bots->n_features, SIG_FEATURES);
    for (int i = 0; i < g.rules->bots->n_features; i++)
        CHECK(g.rules->bots->feature_name(i)[0] && ai_feature(&g, g.rules->bots->feature_name(i)) == i);
}

/* A seat sees of the others, in turn order after it, what they see of themselves. */
static void check_views(const struct casata_game *g, const void *state) {
    static const char *const rival[] = {"next", "second", "third"},
                             *const thing[] = {"points",        "florins",        "men",
                                               "women",         "brides",         "initiative",
                                               "place",         "actions left",   "dice room",
                                               "men in cities", "women in cities"};
    const struct signorie *s = state;
    int16_t mine[SIG_FEATURES], theirs[SIG_FEATURES];
    if (s->head.turn % 16) return;
    for (int i = 0; i < s->head.seats; i++) {
        g->rules->bots->features(g->data, state, s->order[i], mine);
        for (int k = 1; k < s->head.seats; k++) {
            g->rules->bots->features(g->data, state, s->order[(i + k) % s->head.seats], theirs);
            for (unsigned t = 0; t < sizeof thing / sizeof *thing; t++) {
                char name[64];
                snprintf(name, sizeof name, "%s %s", rival[k - 1], thing[t]);
                CHECK_INT(mine[ai_feature(g, name)], theirs[ai_feature(g, thing[t])]);
            }
        }
        for (int k = s->head.seats; k < SIG_MAX_SEATS; k++) { /* absent */
            char name[64];
            snprintf(name, sizeof name, "%s florins", rival[k - 1]);
            CHECK_INT(mine[ai_feature(g, name)], 0);
        }
    }
}

static void test_relative_seats(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = ai_signorie();
    for (int seats = 2; seats <= 4; seats++) ai_play(&g, seats, anything, 7, check_views);
}

static const struct test tests[] = {
    {"evaluation and features of every position", test_every_position},
    {"the evaluation foretells the result", test_foretells_result},
    {"names of features and terms are unique", test_names},
    {"features of the others are their own", test_relative_seats},
};
TEST_SUITE(eval, tests);
