/* test_mind.c: minds: equal decisions from equal arguments, portions, memory, several of them. */
#include "casata/rules.h"
#include "ai/ai_int.h"
#include "ai_test.h"

static _Alignas(16) unsigned char memory[2][CASATA_MIND_USUAL];
static const struct casata_skill quick = {
    .think = 700, .explore = 70, .temper = 10, .squash = 100, .spread = 10};

static const struct casata_skill slower = {
    .think = 3000, .explore = 70, .temper = 10, .squash = 100, .spread = 10};

/* --- texts ------------------------------------------------------------------------------------------------------ */
static void test_skill_texts(void) {
    static const char *const wrong[] = {"",
                                        "king",
                                        "duca*",
                                        "duca*0",
                                        "duca/",
                                        "duca/x=",
                                        "duca/x=3",
                                        "duca/think",
                                        "duca think",
                                        "duca/think=x",
                                        "duca*4x",
                                        "duca*999999",
                                        "duca*9999", /* longer than the numbers of a skill reach */
                                        "duca/squash=0",
                                        "duca/think=99999999999"};
    const struct casata_game g = ai_signorie();
    struct casata_skill skill, duca = casata_skill_of(CASATA_DUCA, g.rules);
    for (int level = 0; level < CASATA_LEVEL_COUNT; level++) {
        struct casata_skill own = casata_skill_of((enum casata_level)level, g.rules);
        CHECK(casata_skill_parse(casata_level_words.word[level], g.rules, &skill) == NULL);
        CHECK(casata_mind_size(&skill) == CASATA_MIND_USUAL);
        CHECK(memcmp(&skill, &own, sizeof own) == 0);
        CHECK_INT(own.noise, g.rules->bots->noise[level]);
        CHECK_INT(casata_skill_of((enum casata_level)level, NULL).noise, 0);
    }
    CHECK(casata_skill_parse("duca*4/noise=250", g.rules, &skill) == NULL);
    CHECK(casata_mind_size(&skill) == 4 * (size_t)CASATA_MIND_USUAL);
    CHECK_INT(skill.think, 4 * duca.think);
    CHECK_INT(skill.noise, 250);
    CHECK_INT(skill.explore, duca.explore);
    CHECK(casata_skill_parse("duca*1000", g.rules, &skill) == NULL);
    CHECK_INT(skill.think, 1000 * duca.think);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(casata_skill_parse(wrong[i], g.rules, &skill) != NULL);
}

/* --- portions, and the same mind through a turn -------------------------------------------------------------------- */
struct pair {
    struct casata_mind *mind[2];
    struct casata_skill skill;
    uint64_t seed;
};
static struct pair pair;
static int decisions;

/* Two minds follow the same game, one in portions of one way, the other in large ones. */
static void compare_portions(const struct casata_game *g, const void *state) {
    CASATA_STATE_BUFFER(view);
    casata_action out[CASATA_MAX_CHOICES], decided[2];
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE || ((const struct casata_head *)state)->turn % 4) return;
    casata_view(g, state, seat, view);
    pair.seed++;
    for (int i = 0; i < 2; i++) {
        CHECK(casata_mind_begin(pair.mind[i], g, view, seat, &pair.skill, pair.seed));
        while (casata_mind_run(pair.mind[i], i ? 50 : 1)) {
        }
        decided[i] = casata_mind_best(pair.mind[i]);
        CHECK_HEX(casata_mind_best(pair.mind[i]), decided[i]); /* asking again changes nothing */
    }
    CHECK_HEX(decided[0], decided[1]);
    bool legal = false;
    for (int i = casata_legal(g, state, seat, out); i-- > 0;) legal |= out[i] == decided[0];
    CHECK(legal);
    decisions++;
}

static void follow_games(const struct casata_game *g, int seats, size_t bytes) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM, AI_RANDOM};
    pair = (struct pair){.skill = quick};
    for (int i = 0; i < 2; i++) pair.mind[i] = casata_mind_on(memory[i], bytes);
    for (uint64_t seed = 1; seed <= 6 / AI_SLOW + 1; seed++)
        ai_play(g, seats, anything, seed, compare_portions);
}

static void test_portions(void) {
    decisions = 0;
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        follow_games(&g, g.rules->max_seats < 4 ? g.rules->max_seats : 4, CASATA_MIND_USUAL);
    }
    CHECK(decisions > 100);
}

/* The least that a decision takes: every option is followed once to the end of the turn. */
static uint64_t least_evals(const struct casata_game *g, const void *view, int seat) {
    static struct casata_advice advice;
    struct casata_rng rng;
    casata_rng_seed(&rng, 1);
    casata_advise(g, casata_net_find(g->rules, ((const struct casata_head *)view)->seats), view, seat, 1,
                  &rng, &advice);
    return advice.nodes * AI_NODE_EVALS;
}

/* The budget of a turn: its evaluations, and for each decision a little and twice the least that it takes. */
struct turn {
    int seat;
    unsigned number;
    uint64_t evals, most;
};
static void check_turn(struct turn *turn, const struct casata_game *g, const void *view, int seat,
                       const struct casata_mind *mind) {
    enum { LEAST = 24, WAY = 300 };
    static struct casata_advice advice;
    unsigned number = ((const struct casata_head *)view)->turn;
    uint64_t all = (uint64_t)slower.think * 1000 / g->rules->bots->eval_ns;
    if (seat != turn->seat || number != turn->number)
        *turn = (struct turn){.seat = seat, .number = number, .most = 2 * all};
    casata_mind_advice(mind, &advice);
    if (advice.nodes == 0) return;
    turn->evals += advice.nodes;
    turn->most += all / LEAST + WAY + 2 * least_evals(g, view, seat);
    CHECK(turn->evals <= turn->most);
}

/* A bot that plays whole games by itself follows its own decisions, so that trees are kept from one to the next. */
static void test_own_games(void) {
    uint64_t path[2];
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        for (int again = 0; again < 2; again++) {
            CASATA_STATE_BUFFER(state);
            CASATA_STATE_BUFFER(view);
            struct casata_rng rng;
            struct turn turn = {.seat = -1};
            struct casata_mind *mind = casata_mind_on(memory[0], sizeof memory[0]);
            casata_rng_seed(&rng, 8);
            path[again] = 0;
            casata_init(&g, state, g.rules->min_seats < 2 ? 2 : g.rules->min_seats, NULL);
            for (int seat; (seat = ai_to_act(&g, state)) >= 0;) {
                casata_action a;
                if (seat == CASATA_CHANCE)
                    a = casata_sample(&g, state, &rng);
                else {
                    casata_view(&g, state, seat, view);
                    a = casata_decide(mind, &g, view, seat, &slower, 77);
                    check_turn(&turn, &g, view, seat, mind);
                }
                path[again] = casata_hash_bytes(&a, sizeof a, path[again]);
                if (!CHECK_INT(casata_play(&g, state, seat, a, NULL), CASATA_OK)) return;
            }
        }
        CHECK_HEX(path[0], path[1]);
    }
}

/* The first decision of Signorie; returns whose it is. */
static int first_decision(struct casata_game *g, void *state, int seats, uint64_t seed) {
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    *g = ai_signorie();
    casata_init(g, state, seats, NULL);
    while (ai_to_act(g, state) == CASATA_CHANCE)
        casata_apply(g, state, CASATA_CHANCE, casata_sample(g, state, &rng), NULL);
    return ai_to_act(g, state);
}

/* --- first sight --------------------------------------------------------------------------------------------------- */
/* Before its first way a mind has followed every option once, to where it was judged: with two seats by the net, whose
 * time is counted, with more by the hand-written evaluation. */
static void test_first_sight(void) {
    static struct casata_advice learned, by_hand;
    struct casata_game g;
    CASATA_STATE_BUFFER(state);
    struct casata_mind *mind = casata_mind_on(memory[0], sizeof memory[0]);
    for (int seats = 2; seats <= 3; seats++) {
        int seat = first_decision(&g, state, seats, 6);
        struct casata_skill skill = quick;
        skill.think = 1;
        CHECK(casata_mind_begin(mind, &g, state, seat, &skill, 1));
        casata_mind_advice(mind, &learned);
        skill.hand = 1;
        CHECK(casata_mind_begin(mind, &g, state, seat, &skill, 1));
        casata_mind_advice(mind, &by_hand);
        CHECK(by_hand.nodes >= 2 * (unsigned)by_hand.n);
        if (seats == 2)
            CHECK(learned.nodes > by_hand.nodes + 10 * (unsigned)by_hand.n);
        else
            CHECK_INT(learned.nodes, by_hand.nodes);
    }
}

/* --- little memory ------------------------------------------------------------------------------------------------- */
static void test_little_memory(void) {
    struct casata_game g;
    CASATA_STATE_BUFFER(state);
    int seat = first_decision(&g, state, 3, 4);
    decisions = 0;
    follow_games(&g, 2, CASATA_MIND_MIN);
    struct casata_skill long_one = quick;
    long_one.think = 200000 / AI_SLOW;
    CHECK(casata_decide(casata_mind_on(memory[0], CASATA_MIND_MIN), &g, state, seat, &long_one, 3) != 0);
}

/* --- several minds -------------------------------------------------------------------------------------------------- */
static void test_merge(void) {
    static struct casata_advice one, two, both, tally;
    struct casata_game g;
    struct casata_mind *mind[2];
    CASATA_STATE_BUFFER(state);
    int seat = first_decision(&g, state, 2, 6);
    for (int i = 0; i < 2; i++) {
        mind[i] = casata_mind_on(memory[i], sizeof memory[i]);
        casata_decide(mind[i], &g, state, seat, &quick, (uint64_t)i + 1);
    }
    casata_mind_advice(mind[0], &one);
    casata_mind_advice(mind[1], &two);
    casata_mind_tally(mind[1], &tally);
    CHECK_INT(tally.nodes, two.nodes);
    casata_mind_add(mind[0], &tally);
    casata_mind_advice(mind[0], &both);
    CHECK_INT(both.n, one.n);
    uint64_t visits = 0;
    for (int i = 0; i < both.n; i++) {
        uint32_t sum = 0;
        visits += both.line[i].visits;
        for (int k = 0; k < one.n; k++) {
            sum += one.line[k].action == both.line[i].action ? one.line[k].visits : 0;
            sum += two.line[k].action == both.line[i].action ? two.line[k].visits : 0;
        }
        CHECK_INT(both.line[i].visits, sum);
        CHECK(i == 0 || both.line[i - 1].visits >= both.line[i].visits);
    }
    CHECK(visits > 20);
}

/* A value of an added tally counts by its visits. */
static void test_added_value(void) {
    static struct casata_advice own, tally, both;
    struct casata_game g;
    CASATA_STATE_BUFFER(state);
    int seat = first_decision(&g, state, 2, 6);
    struct casata_mind *m = casata_mind_on(memory[0], sizeof memory[0]);
    casata_decide(m, &g, state, seat, &quick, 1);
    casata_mind_tally(m, &own);
    tally.n = 1;
    tally.line[0] = own.line[own.n - 1];
    tally.line[0].visits *= 3;
    tally.line[0].value += 4000;
    casata_mind_add(m, &tally);
    casata_mind_tally(m, &both);
    CHECK_INT(both.n, own.n);
    CHECK_INT(both.line[own.n - 1].visits, own.line[own.n - 1].visits * 4);
    int32_t gain = both.line[own.n - 1].value - own.line[own.n - 1].value;
    CHECK(gain >= 2990 && gain <= 3010);
}

/* What others think spares a mind as much of its own thinking, but at most half. */
static void test_others(void) {
    static struct casata_advice alone, halved, some;
    struct casata_game g;
    CASATA_STATE_BUFFER(state);
    int seat = first_decision(&g, state, 2, 6);
    struct casata_skill long_one = quick;
    long_one.think = 200000 / AI_SLOW;
    long_one.explore = 10000, long_one.spread = 100; /* all options alike: no early end */
    struct casata_mind *m = casata_mind_on(memory[0], sizeof memory[0]);
    casata_mind_begin(m, &g, state, seat, &long_one, 1);
    CHECK(casata_mind_part(m) < 50);
    while (casata_mind_run(m, 64)) continue;
    CHECK_INT(casata_mind_part(m), 100);
    casata_mind_advice(m, &alone);
    for (int i = 0; i < 2; i++) {
        struct casata_advice *a = i ? &some : &halved;
        m = casata_mind_on(memory[0], sizeof memory[0]);
        casata_mind_begin(m, &g, state, seat, &long_one, 1);
        casata_mind_others(m, i ? alone.nodes / 4 : 1000000000);
        while (casata_mind_run(m, 64)) continue;
        CHECK_INT(casata_mind_part(m), 100);
        casata_mind_advice(m, a);
    }
    uint64_t path = alone.nodes / 50; /* what the last one may cost */
    CHECK(halved.nodes + path > alone.nodes / 2 && halved.nodes < alone.nodes / 2 + path);
    CHECK(some.nodes + path > alone.nodes / 4 * 3 && some.nodes < alone.nodes / 4 * 3 + path);
}

static const struct test tests[] = {
    {"levels and their numbers as text", test_skill_texts},
    {"a decision does not depend on the portions of thought", test_portions},
    {"whole games of a searching bot, the same again, each turn within its time", test_own_games},
    {"with two seats the net weighs options at first sight, in its time", test_first_sight},
    {"a mind with little memory goes on", test_little_memory},
    {"two minds are added up", test_merge},
    {"an added value counts by its visits", test_added_value},
    {"others spare a mind at most half of its thinking", test_others},
};
TEST_SUITE(mind, tests);
