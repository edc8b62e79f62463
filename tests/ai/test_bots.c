/* test_bots.c: strength, fairness and times of the levels. */
#include "casata/rules.h"
#include "ai/ai_int.h"
#include "ai_test.h"

static int duel(int first, int second, int games) {
    struct casata_game g = ai_signorie();
    int32_t longest;
    int share = ai_duel(&g, first, second, games, &longest);
    if (AI_TIMED) CHECK(longest < (first == CASATA_PAGGIO ? 50000 : 100000));
    return share;
}

static void test_paggio_beats_random(void) { CHECK(duel(CASATA_PAGGIO, AI_RANDOM, 24 / AI_SLOW) >= 90); }
/* The step between the first levels is clear, and small enough that the lower one wins too (docs/bots.md). */
static void test_scudiero_beats_paggio(void) {
    int share = duel(CASATA_SCUDIERO, CASATA_PAGGIO, 40 / AI_SLOW);
    if (AI_SLOW == 1) CHECK(share >= 60 && share <= 90); /* fewer games say nothing */
}

/* --- legal at every number of seats, and the same again ---------------------------------------------------------- */
static void test_legal_and_same(void) {
    static const int mixed[] = {CASATA_PAGGIO, AI_RANDOM, CASATA_SCUDIERO, CASATA_PAGGIO};
    struct casata_game g = ai_signorie();
    CHECK(ai_play(&g, 2, mixed, 42, NULL).path != ai_play(&g, 2, mixed, 43, NULL).path);
    for (int seats = 2; seats <= 4; seats++) {
        struct ai_result a = ai_play(&g, seats, mixed, 42, NULL), b = ai_play(&g, seats, mixed, 42, NULL);
        CHECK_HEX(a.path, b.path);
    }
}

/* --- a bot is not absurd ------------------------------------------------------------------------------------------ */
static int passes, turns;
static void count_passes(const struct casata_game *g, const void *state) {
    casata_action out[CASATA_MAX_CHOICES], pass = casata_action_parse(g->rules, "pass");
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE || casata_legal(g, state, seat, out) < 8 || out[0] != pass) return;
    CASATA_STATE_BUFFER(view);
    memcpy(view, state, g->rules->state_size);
    turns++;
    passes += ai_decide(g, view, seat, CASATA_PAGGIO, 5) == pass;
}
static void test_paggio_does_not_pass(void) {
    static const int pages[] = {CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO};
    struct casata_game g = ai_signorie();
    passes = turns = 0;
    for (uint64_t seed = 1; seed <= (AI_SLOW > 1 ? 1 : 6); seed++) ai_play(&g, 3, pages, seed, count_passes);
    CHECK(turns > 20);
    CHECK(passes * 50 < turns); /* where many dice can be taken */
}

/* A very noisy bot forgoes something only where a steady one would. */
static int refused;
static void check_refusal(const struct casata_game *g, const void *state) {
    CASATA_STATE_BUFFER(view);
    static _Alignas(16) unsigned char memory[CASATA_MIND_USUAL];
    casata_action option[CASATA_MAX_CHOICES], decided[2];
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE) return;
    casata_view(g, state, seat, view);
    bool may = false;
    for (int i = casata_legal(g, view, seat, option); i-- > 0;) may |= ai_is_refusal(g, view, option[i]);
    if (!may) return;
    for (int noisy = 0; noisy < 2; noisy++) {
        struct casata_skill skill = {.nodes = 300, .noise = noisy ? 3u * g->rules->bots->margin : 0};
        decided[noisy] = casata_decide(casata_mind_on(memory, sizeof memory), g, view, seat, &skill, 3);
    }
    if (!ai_is_refusal(g, view, decided[1])) return;
    CHECK_HEX(decided[1], decided[0]);
    refused++;
}
static void test_noise_takes_what_is_free(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    refused = 0;
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g;
        if (!CHECK(casata_find(casata_all_rules[i]->id, &g))) return;
        for (uint64_t seed = 1; seed <= (AI_SLOW > 1 ? 1 : 4); seed++)
            ai_play(&g, 2, anything, seed, check_refusal);
    }
    CHECK(refused > 10);
}

/* --- what a bot may know -------------------------------------------------------------------------------------------
 * Two truths that differ only in what a seat may not know look alike
 * to it; then its bot must decide alike, at every level. */
static int hidden_cases, different_truths;
static void check_hidden(const struct casata_game *g, const void *state) {
    unsigned to_act = casata_to_act(g, state);
    struct casata_rng draw;
    casata_rng_seed(&draw, 9);
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        CASATA_STATE_BUFFER(view) = {0};
        CASATA_STATE_BUFFER(other) = {0};
        if (!(to_act >> seat & 1)) continue;
        memcpy(other, state, g->rules->state_size);
        casata_resample(g, other, seat, &draw);
        different_truths += memcmp(other, state, g->rules->state_size) != 0;
        casata_view(g, state, seat, view);
        casata_redact(g, other, seat);
        for (int level = 0; level < CASATA_LEVEL_COUNT; level++) {
            casata_action x = ai_decide(g, view, seat, level, 1);
            CHECK_HEX(x, ai_decide(g, other, seat, level, 1));
            casata_action out[CASATA_MAX_CHOICES];
            bool legal = false;
            for (int i = casata_legal(g, state, seat, out); i-- > 0;) legal |= out[i] == x;
            CHECK(legal);
            hidden_cases++;
        }
    }
}
static void test_hidden(void) {
    static const int levels[CASATA_MAX_SEATS] = {CASATA_SCUDIERO, CASATA_PAGGIO, AI_RANDOM,
                                                 CASATA_SCUDIERO, CASATA_PAGGIO, AI_RANDOM};
    struct casata_game g = ai_hiding_game();
    hidden_cases = different_truths = 0;
    for (uint64_t seed = 1; seed <= 100 && hidden_cases <= 300; seed++)
        ai_play(&g, g.rules->max_seats, levels, seed, check_hidden);
    CHECK(hidden_cases > 100);
    CHECK(different_truths > 20);
}

static void test_words(void) {
    CHECK_INT(casata_level_words.n, CASATA_LEVEL_COUNT);
    CHECK_INT(casata_word_find(&casata_level_words, "scudiero", 8), CASATA_SCUDIERO);
    CHECK_INT(casata_word_find(&casata_level_words, "paggio", 6), CASATA_PAGGIO);
}

static const struct test tests[] = {
    {"levels have names", test_words},
    {"bots play legal games at all seats, the same with equal seeds", test_legal_and_same},
    {"paggio beats random play", test_paggio_beats_random},
    {"scudiero beats paggio", test_scudiero_beats_paggio},
    {"paggio does not pass with many dice to take", test_paggio_does_not_pass},
    {"noise takes what is free", test_noise_takes_what_is_free},
    {"bots decide alike where they cannot tell the truths apart", test_hidden},
};
TEST_SUITE(bots, tests);
