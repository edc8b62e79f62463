/* test_advise.c: advice against a plain search of the whole turn, over the example game and Signorie. */
#include "casata/rules.h"
#include "ai_test.h"
#include "example/example.h"

enum { PLAIN_LIMIT = 4000, PLENTY = 400 * PLAIN_LIMIT };

/* The same judgement without a budget: every option, every outcome. */
struct plain {
    const struct casata_game *g;
    int seat;
    unsigned turn;
    int nodes;
};
static double plain_value(struct plain *x, const void *state) {
    const struct casata_head *h = state;
    CASATA_STATE_BUFFER(child);
    int seat = ai_to_act(x->g, state);
    if (++x->nodes > PLAIN_LIMIT) return 0;
    if (h->turn != x->turn || (seat != x->seat && seat != CASATA_CHANCE)) {
        int32_t value[CASATA_MAX_SEATS];
        double others = 0;
        casata_eval(x->g, state, value);
        for (int i = 0; i < h->seats; i++) others += i == x->seat ? 0 : value[i];
        return value[x->seat] - others / (h->seats - 1);
    }
    if (seat == CASATA_CHANCE) {
        struct casata_outcome out[CASATA_MAX_CHOICES];
        double sum = 0, weights = 0;
        for (int i = casata_outcomes(x->g, state, out); i-- > 0; weights += out[i].weight) {
            memcpy(child, state, x->g->rules->state_size);
            casata_apply(x->g, child, CASATA_CHANCE, out[i].action, NULL);
            sum += out[i].weight * plain_value(x, child);
        }
        return sum / weights;
    }
    casata_action out[CASATA_MAX_CHOICES];
    double best = -1e9;
    for (int i = casata_legal(x->g, state, seat, out); i-- > 0;) {
        memcpy(child, state, x->g->rules->state_size);
        casata_apply(x->g, child, seat, out[i], NULL);
        double value = plain_value(x, child);
        if (value > best) best = value;
    }
    return best;
}

/* Advice with plenty of nodes must agree wherever the plain search ends in time. */
static int compared;
static void compare(const struct casata_game *g, const void *state) {
    static struct casata_advice advice;
    CASATA_STATE_BUFFER(child);
    struct casata_rng rng;
    int seat = ai_to_act(g, state);
    struct plain x = {g, seat, ((const struct casata_head *)state)->turn, 0};
    if (seat < 0 || seat == CASATA_CHANCE) return;
    casata_rng_seed(&rng, 3);
    casata_advise(g, NULL, state, seat, PLENTY, &rng, &advice);
    for (int i = 0; i < advice.n; i++) {
        memcpy(child, state, g->rules->state_size);
        casata_apply(g, child, seat, advice.line[i].action, NULL);
        x.nodes = 0;
        double value = plain_value(&x, child);
        if (x.nodes > PLAIN_LIMIT) continue;
        CHECK(advice.line[i].value - value > -4 && advice.line[i].value - value < 4); /* rounding of means */
        compared++;
    }
}

static void test_signorie_whole_turn(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = ai_signorie();
    compared = 0;
    for (int seats = 2; seats <= (AI_TIMED ? 4 : 2); seats++) ai_play(&g, seats, anything, 5, compare);
    CHECK(compared > 300);
}

/* In the example game all that the evaluation counts is open, so the worlds drawn do not change a prize's value. */
static void compare_prizes(const struct casata_game *g, const void *state) {
    const struct fiera *s = state;
    if (s->head.depth && (s->head.frame[s->head.depth - 1].phase == FIERA_PH_PRIZE ||
                          s->head.frame[s->head.depth - 1].phase == FIERA_PH_GIFT))
        compare(g, state);
}
static void test_example_whole_turn(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = example_game();
    compared = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) ai_play(&g, 3, anything, seed, compare_prizes);
    CHECK(compared > 100);
}

/* --- shape and budget ------------------------------------------------------------------------------------------ */
static void check_shape(const struct casata_game *g, const void *state) {
    static const uint32_t budgets[] = {0, 1, 100, 3000};
    static struct casata_advice advice;
    casata_action out[CASATA_MAX_CHOICES];
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE || ((const struct casata_head *)state)->turn % 5) return;
    int n = casata_legal(g, state, seat, out);
    for (unsigned b = 0; b < sizeof budgets / sizeof *budgets; b++) {
        struct casata_rng rng;
        casata_rng_seed(&rng, 11);
        casata_advise(g, NULL, state, seat, budgets[b], &rng, &advice);
        CHECK_INT(advice.n, n);
        CHECK(advice.nodes >= (unsigned)n && advice.nodes < 2 * budgets[b] + 600u * (unsigned)n);
        for (int i = 0; i < n; i++) {
            bool found = false;
            for (int j = 0; j < n; j++) found |= advice.line[j].action == out[i];
            CHECK(found);
            CHECK(i == 0 || advice.line[i - 1].value >= advice.line[i].value);
        }
    }
}

static void test_shape(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = ai_signorie();
    for (int seats = 2; seats <= 4; seats++) ai_play(&g, seats, anything, (uint64_t)seats, check_shape);
}

/* Nothing to judge: another's turn, chance, the end. */
static void test_nobody_to_act(void) {
    static struct casata_advice advice;
    struct casata_game g = ai_signorie();
    CASATA_STATE_BUFFER(state);
    struct casata_rng rng;
    casata_rng_seed(&rng, 1);
    casata_init(&g, state, 2, NULL);
    casata_advise(&g, NULL, state, 0, 100, &rng, &advice);
    CHECK_INT(advice.n, 0);
    CHECK_INT(ai_decide(&g, state, 0, CASATA_SCUDIERO, 1), 0);
}

static const struct test tests[] = {
    {"Signorie: advice is the best of the whole turn", test_signorie_whole_turn},
    {"example: advice is the best of the whole turn", test_example_whole_turn},
    {"advice lists every option, best first, within its budget", test_shape},
    {"no advice where nobody has to decide", test_nobody_to_act},
};
TEST_SUITE(advise, tests);
