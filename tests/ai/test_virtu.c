/* test_virtu.c: the evaluation and the features of Virtù, and the bots that play by them. */
#include "casata/rules.h"
#include "ai_test.h"
#include "games/virtu/virtu_eval.h"

static struct casata_game virtu(void) {
    struct casata_game g;
    casata_find("virtu", &g);
    return g;
}

/* --- every position of random games ------------------------------------------------------------------------------- */
static int positions;

static void check_features(const struct casata_game *g, const void *state, int seat) {
    int16_t feature[VT_FEATURES + 1], again[VT_FEATURES];
    memset(feature, 0x55, sizeof feature);
    memset(again, 0xaa, sizeof again);
    g->rules->bots->features(g->data, state, seat, feature);
    g->rules->bots->features(g->data, state, seat, again);
    CHECK(memcmp(feature, again, sizeof again) == 0); /* all written, nothing else read */
    CHECK_INT(feature[VT_FEATURES], 0x5555);
}
static void check_position(const struct casata_game *g, const void *state) {
    const struct virtu *s = state;
    uint64_t before = casata_hash(g, state);
    int32_t value[CASATA_MAX_SEATS], term[CASATA_MAX_SEATS][CASATA_MAX_TERMS];
    casata_eval(g, state, value);
    casata_terms(g, state, term);
    for (int seat = 0; seat < s->head.seats; seat++) {
        int32_t sum = 0;
        for (int i = 0; i < VT_SUM_COUNT; i++) sum += term[seat][i];
        CHECK_INT(sum, value[seat]);
        if (s->head.depth == 0) CHECK_INT(value[seat], 100 * casata_score(g, state, seat, false));
        CHECK(value[seat] > -2000 && value[seat] < 14000); /* a conquest counts 100 points */
        check_features(g, state, seat);
    }
    CHECK_HEX(casata_hash(g, state), before);
    positions++;
}
static void test_every_position(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = virtu();
    positions = 0;
    for (int seats = 2; seats <= 5; seats++)
        for (uint64_t seed = 1; seed <= (AI_SLOW > 1 ? 1 : 12); seed++)
            ai_play(&g, seats, anything, seed, check_position);
    CHECK(positions > 1000);
}

/* --- features ------------------------------------------------------------------------------------------------------- */
/* The first state with four players in order: Milan, Florence, Naples, Venice. */
static void test_features(void) {
    static const struct {
        const char *name;
        int seat0, seat2;
    } want[] = {
        {"seats", 4, 4},
        {"year", 0, 0},
        {"cities", 2, 2},
        {"soldiers", 2, 2},
        {"agents ready", 2, 3},
        {"next agents ready", 2, 2},
        {"florins", 1, 1},
        {"control Milan", 1, 3},
        {"control Naples", 3, 1},
        {"control Rome", 0, 0},
        {"defence Florence", 5, 5},
        {"ready crowns", 3, 3},
        {"ready cavalry", 2, 0},
        {"steps to Trade", 9, 9},
        {"best Govern", 1, 1},
        {"best Annex", 0, 0},
        {"bonuses left", 10, 10},
        {"fourth cities", 0, 0},
    };
    struct casata_game g = virtu();
    CASATA_STATE_BUFFER(state);
    int16_t out[2][VT_FEATURES];
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {[VT_OPT_POWERS] = VT_POWERS_IN_ORDER};
    casata_init(&g, state, 4, option);
    casata_apply(&g, state, CASATA_CHANCE, casata_act(VT_A_FIRST, 0, 0, 0), NULL);
    vt_features(g.data, state, 0, out[0]);
    vt_features(g.data, state, 2, out[1]);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        int k = ai_feature(&g, want[i].name);
        if (out[0][k] != want[i].seat0 || out[1][k] != want[i].seat2)
            test_fail(__FILE__, __LINE__, want[i].name);
    }
    for (int i = 0; i < VT_FEATURES; i++)
        for (int k = 0; k < i; k++) CHECK(strcmp(vt_feature_name(i), vt_feature_name(k)) != 0);
}

/* --- what the evaluation sees ---------------------------------------------------------------------------------------- */
/* A siege that is sure is worth most of a city, to both sides. */
static void test_sieges_count(void) {
    struct casata_game g = virtu();
    union {
        uint64_t align;
        struct virtu s;
    } now;
    int32_t before[CASATA_MAX_SEATS], after[CASATA_MAX_SEATS];
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {[VT_OPT_POWERS] = VT_POWERS_IN_ORDER};
    casata_init(&g, &now, 4, option);
    now.s.season = VT_SPRING;
    now.s.soldiers[1][VT_C_PARMA] =
        4; /* against 1 and one soldier, and what a florin of Milan could add: nothing */
    now.s.soldiers[0][VT_C_PARMA] = 1;
    casata_eval(&g, &now, after);
    now.s.soldiers[1][VT_C_PARMA] = 1;
    casata_eval(&g, &now, before);
    CHECK(after[1] > before[1] + 100);
    CHECK(after[0] < before[0] - 50);
}

/* --- strength ------------------------------------------------------------------------------------------------------- */
static void test_scudiero_beats_random(void) {
    struct casata_game g = virtu();
    int games = AI_SLOW > 1 ? 1 : 6, wins = 0;
    int64_t sum[2] = {0, 0};
    for (int i = 0; i < games; i++) {
        int player[3] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
        player[i % 3] = CASATA_SCUDIERO;
        struct ai_result r = ai_play(&g, 3, player, 100u + (unsigned)i, NULL);
        wins += r.rank[i % 3] == 1;
        for (int k = 0; k < 3; k++) sum[k != i % 3] += r.score[k];
    }
    printf("virtu: scudiero against two random players: %d of %d games, %.1f to %.1f points\n", wins, games,
           (double)sum[0] / games, (double)sum[1] / games / 2);
    CHECK(wins * 100 >= 90 * games);
}
/* R15.9: about 15 points win among equals. */
static void test_winning_score(void) {
    static const int equals[] = {AI_STEADY, AI_STEADY, AI_STEADY, AI_STEADY};
    struct casata_game g = virtu();
    int games = AI_SLOW > 1 ? 1 : 3;
    int64_t sum = 0;
    for (int i = 0; i < games; i++) {
        struct ai_result r = ai_play(&g, 4, equals, 300u + (unsigned)i, NULL);
        int32_t best = 0;
        for (int k = 0; k < 4; k++) best = r.score[k] > best ? r.score[k] : best;
        sum += best;
    }
    printf("virtu: winners among four scudieri have %.1f points\n", (double)sum / games);
    CHECK(sum >= 10 * games && sum <= 24 * games);
}

/* G58: weak bots end their games too: they keep their people, their Govern and their chambers. */
static unsigned last_year;
static void note_year(const struct casata_game *g, const void *state) {
    (void)g;
    last_year = ((const struct virtu *)state)->year;
}
static void test_games_end(void) {
    static const int weak[] = {CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO};
    struct casata_game g = virtu();
    int games = AI_SLOW > 1 ? 1 : 6;
    printf("virtu: last Years of games of paggi:");
    for (int i = 0; i < games; i++) {
        ai_play(&g, 3 + i % 3, weak, 500u + (unsigned)i, note_year);
        printf(" %u", last_year);
        CHECK(last_year < VT_LAST_YEAR);
    }
    printf("\n");
}

static const struct test tests[] = {
    {"virtu: games of weak bots end", test_games_end},
    {"virtu: every position", test_every_position},
    {"virtu: features", test_features},
    {"virtu: sieges in the evaluation", test_sieges_count},
    {"virtu: scudiero beats random", test_scudiero_beats_random},
    {"virtu: winning score", test_winning_score},
};
TEST_SUITE(virtu, tests);
