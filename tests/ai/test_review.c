/* test_review.c: looking back: what positions are worth, what chance gave, what decisions gave away. */
#include "casata/rules.h"
#include "ai_test.h"

static _Alignas(16) unsigned char memory[CASATA_MIND_USUAL];
static const struct casata_skill quick = {
    .think = 1500, .explore = 70, .temper = 200, .squash = 2000, .spread = 10, .win = 50};

static int chances, decisions, costs;

/* --- what a position is worth ------------------------------------------------------------------------------------- */
static void judge_it(const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    int32_t win[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS], sum = 0;
    uint8_t rank[CASATA_MAX_SEATS];
    casata_judge(g, NULL, state, win, margin);
    for (int i = 0; i < h->seats; i++) {
        CHECK(win[i] >= 0 && win[i] <= 10000);
        sum += win[i];
        for (int k = 0; k < h->seats; k++) CHECK(margin[i] <= margin[k] || win[i] >= win[k] || h->depth == 0);
    }
    CHECK(abs(sum - 10000) <= h->seats);
    if (h->depth > 0) return;
    g->rules->ranks(g->data, state, rank);
    for (int i = 0; i < h->seats; i++) CHECK((win[i] > 0) == (rank[i] == 1));
}

/* --- chance -------------------------------------------------------------------------------------------------------- */
/* Where all outcomes are looked at, luck is the change of value against what could be expected: two outcomes differ in
 * luck as they differ in value, and over all of them, by their weights, nothing is given or taken. */
static void weigh_luck(const struct casata_game *g, const void *state) {
    static struct casata_outcome out[CASATA_MAX_CHOICES];
    CASATA_STATE_BUFFER(child);
    int32_t luck[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS], win[CASATA_MAX_SEATS];
    int32_t base[CASATA_MAX_SEATS] = {0};
    int64_t sum[CASATA_MAX_SEATS] = {0}, weights = 0;
    int seats = ((const struct casata_head *)state)->seats;
    if (ai_to_act(g, state) != CASATA_CHANCE) return;
    int n = casata_outcomes(g, state, out);
    if (n > 40) return;
    for (int i = 0; i < n; i++) {
        struct casata_rng rng;
        casata_rng_seed(&rng, (uint64_t)i);
        casata_luck(g, NULL, state, out[i].action, &rng, luck);
        memcpy(child, state, g->rules->state_size);
        casata_apply(g, child, CASATA_CHANCE, out[i].action, NULL);
        casata_judge(g, NULL, child, win, margin);
        for (int s = 0; s < seats; s++) {
            if (i == 0) base[s] = margin[s] - luck[s];
            CHECK_INT(margin[s] - luck[s], base[s]);
            sum[s] += (int64_t)out[i].weight * luck[s];
        }
        weights += out[i].weight;
    }
    for (int s = 0; s < seats; s++) CHECK(llabs(sum[s]) <= weights); /* a hundredth, by rounding */
    chances++;
}

static void watch_both(const struct casata_game *g, const void *state) {
    judge_it(g, state);
    weigh_luck(g, state);
}

static void test_values(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    chances = 0;
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        ai_play(&g, g.rules->max_seats < 4 ? g.rules->max_seats : 4, anything, 5, watch_both);
    }
    CHECK(chances > 20);
}

/* --- decisions ------------------------------------------------------------------------------------------------------ */
static struct casata_mind *think(const struct casata_game *g, const void *state, int seat) {
    CASATA_STATE_BUFFER(view);
    struct casata_mind *mind = casata_mind_on(memory, sizeof memory);
    casata_view(g, state, seat, view);
    casata_mind_begin(mind, g, view, seat, &quick, 9);
    while (casata_mind_run(mind, 64)) continue;
    return mind;
}

enum { EVERY = 13 }; /* one decision in this many is judged */

/* The best costs nothing; no other one gains anything; the verdict is the same again, and names one of the options. */
static void judge_decision(const struct casata_game *g, const void *state) {
    static struct casata_advice advice;
    struct casata_verdict verdict, again;
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE || ++decisions % EVERY) return;
    casata_action best = casata_mind_best(think(g, state, seat));
    casata_mind_verdict(think(g, state, seat), best, &verdict);
    CHECK_INT(verdict.cost, 0);
    CHECK_HEX(verdict.better.action, best);
    casata_mind_advice(think(g, state, seat), &advice);
    casata_action worst = advice.line[advice.n - 1].action;
    casata_mind_verdict(think(g, state, seat), worst, &verdict);
    casata_mind_verdict(think(g, state, seat), worst, &again);
    CHECK_INT(verdict.cost, again.cost);
    CHECK_INT(verdict.better.n_reasons, again.better.n_reasons);
    CHECK(verdict.cost >= 0);
    CHECK_HEX(verdict.better.action, verdict.cost ? best : worst);
    for (int i = 0; i < verdict.better.n_reasons; i++) {
        CHECK(verdict.better.reason[i].term < g->rules->bots->terms->n);
        CHECK(i == 0 || abs(verdict.better.reason[i].value) <= abs(verdict.better.reason[i - 1].value));
    }
    costs += verdict.cost > 0;
}

static void test_verdicts(void) {
    static const int bots[] = {CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO, CASATA_PAGGIO};
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        decisions = costs = 0;
        for (uint64_t seed = 3; decisions / EVERY <= 5 && seed < 50; seed++) /* of a short game several */
            ai_play(&g, g.rules->min_seats < 2 ? 2 : g.rules->min_seats, bots, seed, judge_decision);
        CHECK(decisions / EVERY > 5);
        /* Where much is alike even the last one costs nothing now and then. */
        CHECK(costs > decisions / EVERY / 2);
    }
}

/* --- a blunder made on purpose ---------------------------------------------------------------------------------------- */
/* A game of a level that does not search, in which one decision is the one that looks worst: it costs more than any
 * other, and others cost something too. */
struct blunder {
    int at, n;
    int32_t cost, most;
};
static void play_on(const struct casata_game *g, void *state, struct blunder *b) {
    static struct casata_advice advice;
    struct casata_rng rng;
    casata_rng_seed(&rng, 12);
    casata_init(g, state, 2, NULL);
    for (int seat; (seat = ai_to_act(g, state)) >= 0 && b->n < b->at + 40;) {
        casata_action a;
        if (seat == CASATA_CHANCE)
            a = casata_sample(g, state, &rng);
        else {
            struct casata_verdict verdict;
            struct casata_mind *mind = think(g, state, seat);
            casata_mind_advice(mind, &advice);
            a = ai_decide(g, state, seat, CASATA_SCUDIERO, (uint64_t)b->n);
            casata_action worst = advice.line[advice.n - 1].action;
            bool blunders = b->cost == 0 && b->n >= b->at &&
                            advice.line[0].value - advice.line[advice.n - 1].value > 1500;
            if (blunders) a = worst;
            casata_mind_verdict(mind, a, &verdict);
            if (blunders)
                b->cost = verdict.cost;
            else if (verdict.cost > b->most)
                b->most = verdict.cost;
            b->n++;
        }
        casata_apply(g, state, seat, a, NULL);
    }
}

static void test_blunder(void) {
    CASATA_STATE_BUFFER(state);
    struct casata_game g = ai_signorie();
    struct blunder b = {.at = 10};
    play_on(&g, state, &b);
    CHECK(b.most > 0 && b.most < b.cost);
}

static const struct test tests[] = {
    {"chances add up, and luck is the change of value at chance", test_values},
    {"the best decision costs nothing, others name a better one", test_verdicts},
    {"a blunder made on purpose costs most", test_blunder},
};
TEST_SUITE(review, tests);
