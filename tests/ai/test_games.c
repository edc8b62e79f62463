/* test_games.c: the evaluation of the games that hide cards, and the bots that play by it. */
#include "casata/rules.h"
#include "ai_test.h"

static const struct subject {
    const char *id;
    int min_seats, max_seats;
    int32_t lowest, highest; /* of the evaluation; a family of Legacy that died out has -3000 points */
} subjects[] = {{"zhanguo", 2, 4, -5000, 45000}, {"legacy", 1, 4, -450000, 25000}};
static const struct subject *subject; /* that is being tested */

static struct casata_game begin(const struct subject *one) {
    struct casata_game g;
    subject = one;
    if (!casata_find(one->id, &g)) abort();
    return g;
}
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* --- every position of random games ----------------------------------------------------------------------------- */
static int positions;

static void check_position(const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    const int n = g->rules->bots->n_features;
    uint64_t before = casata_hash(g, state);
    int32_t value[CASATA_MAX_SEATS];
    for (int i = 0; i < CASATA_MAX_SEATS; i++) value[i] = INT32_MIN;
    casata_eval(g, state, value);
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        if (seat >= h->seats) {
            CHECK_INT(value[seat], INT32_MIN); /* nothing is written for absent seats */
            continue;
        }
        if (h->depth == 0 && !casata_out(g, state, seat, false))
            CHECK_INT(value[seat], 100 * casata_score(g, state, seat, false));
        CHECK(value[seat] > subject->lowest && value[seat] < subject->highest);
        int16_t feature[CASATA_MAX_FEATURES + 1], again[CASATA_MAX_FEATURES];
        memset(feature, 0x55, sizeof feature);
        memset(again, 0xaa, sizeof again);
        g->rules->bots->features(g->data, state, seat, feature);
        g->rules->bots->features(g->data, state, seat, again);
        CHECK(memcmp(feature, again, (size_t)n * sizeof *again) == 0); /* all written, nothing else read */
        CHECK_INT(feature[n], 0x5555);
    }
    CHECK_HEX(casata_hash(g, state), before);
    positions++;
}

static void test_every_position(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    for (const struct subject *one = subjects; one < subjects + SUBJECTS; one++) {
        struct casata_game g = begin(one);
        positions = 0;
        for (int seats = one->min_seats; seats <= one->max_seats; seats++)
            for (uint64_t seed = 1; seed <= 24 / AI_SLOW; seed++)
                ai_play(&g, seats, anything, seed, check_position);
        CHECK(positions > 500);
    }
}

/* --- strength --------------------------------------------------------------------------------------------------- */
static int duel(const struct subject *one, int first, int second, int games) {
    struct casata_game g = begin(one);
    return ai_duel(&g, first, second, games, NULL);
}

static void test_paggio_beats_random(void) {
    for (const struct subject *one = subjects; one < subjects + SUBJECTS; one++)
        CHECK(duel(one, CASATA_PAGGIO, AI_RANDOM, 12 / AI_SLOW) >= 80);
}
static void test_scudiero_beats_paggio(void) {
    for (const struct subject *one = subjects; one < subjects + SUBJECTS; one++) {
        int share = duel(one, CASATA_SCUDIERO, CASATA_PAGGIO, AI_SLOW > 1 ? 2 : 24);
        if (AI_SLOW == 1) CHECK(share >= 60 && share <= 92); /* two games say nothing */
    }
}

/* --- what a bot may know ---------------------------------------------------------------------------------------- */
static int different_truths;

/* Two truths that a seat cannot tell apart: its bot decides alike. */
static void check_hidden(const struct casata_game *g, const void *state) {
    uint64_t view[2][CASATA_MAX_STATE / 8];
    struct casata_rng draw;
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE || ((const struct casata_head *)state)->turn % 7) return;
    memcpy(view[0], state, g->rules->state_size);
    memcpy(view[1], state, g->rules->state_size);
    casata_rng_seed(&draw, 9);
    casata_resample(g, view[1], seat, &draw);
    different_truths += memcmp(view[0], view[1], g->rules->state_size) != 0;
    casata_action choice[2];
    for (int i = 0; i < 2; i++) {
        casata_redact(g, view[i], seat);
        choice[i] = ai_decide(g, view[i], seat, CASATA_PAGGIO, 3);
    }
    CHECK_HEX(choice[0], choice[1]);
}

static void test_hidden_cards(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    for (const struct subject *one = subjects; one < subjects + SUBJECTS; one++) {
        struct casata_game g = begin(one);
        different_truths = 0;
        for (uint64_t seed = 1; seed <= 12 / AI_SLOW + 1; seed++)
            ai_play(&g, 3, anything, seed, check_hidden);
        CHECK(different_truths > 10 / AI_SLOW);
    }
}

static const struct test tests[] = {
    {"games: every position", test_every_position},
    {"games: paggio beats random", test_paggio_beats_random},
    {"games: scudiero beats paggio", test_scudiero_beats_paggio},
    {"games: bots know no hidden card", test_hidden_cards},
};
TEST_SUITE(games, tests);
