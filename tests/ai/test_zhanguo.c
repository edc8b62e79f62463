/* test_zhanguo.c: what the evaluation of ZhanGuo knows of the rewards of the last round, which nothing follows, and what
 * no bot may leave. */
#include "casata/rules.h"
#include "ai_test.h"
#include "games/zhanguo/zhanguo_eval.h"

union position {
    uint64_t align;
    struct zhanguo s;
};
static union position last; /* where the first reward of the last round is offered */
static bool seen;
static int player[CASATA_MAX_SEATS]; /* how a game gets there says nothing here, so that pages play it */

static struct zg_rewards *rewards_of(struct zhanguo *s) {
    return casata_locals(zg_rewards, &s->head.frame[1]);
}
static void note_last(const struct casata_game *g, const void *state) {
    const struct zhanguo *s = state;
    if (seen || s->round != zg_constant(g->data, ZG_K_ROUNDS) || s->stage != ZG_STAGE_REWARDS) return;
    memcpy(&last, s, sizeof *s);
    seen = rewards_of(&last.s)->aspect == 0;
    for (int i = 0; i < CASATA_MAX_SEATS; i++) player[i] = AI_STEADY;
}
static struct ai_result play(const struct casata_game *g, int seats, uint64_t seed) {
    seen = false;
    for (int i = 0; i < CASATA_MAX_SEATS; i++) player[i] = CASATA_PAGGIO;
    return ai_play(g, seats, player, seed, note_last);
}

/* R18, R19, R21.2: no card is left, so little is left to chance: the rewards and what their markers no longer score are
 * in the estimate. */
static void test_foretells_end(void) {
    struct casata_game g;
    int32_t value[CASATA_MAX_SEATS];
    int64_t off = 0, sum = 0;
    int n = 0;
    casata_find("zhanguo", &g);
    for (int seats = 2; seats <= 4; seats++)
        for (uint64_t seed = 1; seed <= (AI_SLOW > 1 ? 1 : 8); seed++) {
            struct ai_result r = play(&g, seats, seed);
            if (!seen) continue;
            casata_eval(&g, &last, value);
            for (int seat = 0; seat < seats; seat++, n++) {
                off += labs((long)value[seat] - 100L * r.score[seat]);
                sum += value[seat] - 100L * r.score[seat];
            }
        }
    CHECK(n > 0);
    if (n == 0) return;
    printf("zhanguo: with no card left the evaluation is off by %.1f points, %+.1f on average\n",
           (double)off / 100 / n, (double)sum / 100 / n);
    CHECK(off < 500L * n);
    CHECK(llabs(sum) < 300L * n);
}

/* A table of two in the last round, all cards played, the first reward (writing: a palace) next. */
static struct casata_game begin(void) {
    struct casata_game g;
    casata_find("zhanguo", &g);
    seen = false;
    for (uint64_t seed = 1; seed < 20 && !seen; seed++) play(&g, 2, seed);
    CHECK(seen);
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) { /* nobody has markers */
        last.s.p[0].um1[c] = last.s.p[1].um1[c] = 0;
        last.s.um3[c] = 0;
    }
    for (int seat = 0; seat < 2; seat++) {
        memset(last.s.p[seat].palaces, 0, sizeof last.s.p[seat].palaces);
        memset(last.s.p[seat].level, 0, sizeof last.s.p[seat].level);
    }
    last.s.head.depth = 2; /* nobody is asked yet */
    *rewards_of(&last.s) = (struct zg_rewards){0};
    return g;
}
static int sum_of(const struct casata_game *g, int seat, int sum) {
    int32_t term[CASATA_MAX_SEATS][CASATA_MAX_TERMS];
    casata_terms(g, &last, term);
    return term[seat][sum];
}

/* R18.3 to R18.5: the strongest who can takes the reward, gives the markers for it and leaves the majority to the next. */
static void test_strongest_takes(void) {
    struct casata_game g = begin();
    struct zhanguo *s = &last.s;
    int cards = (int)zg_tableau_size(&s->p[0]), majority = (int)zg_constant(g.data, ZG_K_UM_WRITING);
    CHECK(cards * (int)zg_constant(g.data, ZG_K_PALACE_VP) > majority); /* it is worth taking */
    CHECK_INT(sum_of(&g, 0, ZG_SUM_REWARDS), 0);
    CHECK_INT(sum_of(&g, 0, ZG_SUM_MARKERS), 0);
    s->p[0].um1[0] = 3;
    s->p[1].um1[0] = 1;
    CHECK(sum_of(&g, 0, ZG_SUM_REWARDS) >= 100 * cards * (int)zg_constant(g.data, ZG_K_PALACE_VP));
    CHECK_INT(sum_of(&g, 0, ZG_SUM_MARKERS), 0);
    CHECK_INT(sum_of(&g, 1, ZG_SUM_REWARDS), 0);
    CHECK_INT(sum_of(&g, 1, ZG_SUM_MARKERS), 100 * majority);
    rewards_of(s)->passed = 1; /* seat 0 */
    CHECK_INT(sum_of(&g, 0, ZG_SUM_REWARDS), 0);
    CHECK_INT(sum_of(&g, 0, ZG_SUM_MARKERS), 100 * majority);
    CHECK(sum_of(&g, 1, ZG_SUM_REWARDS) > 0);
    rewards_of(s)->passed = 0;
    s->p[0].palaces[0] = (uint8_t)zg_supply_of(g.data, s, ZG_S_PALACE); /* R18.4: not possible */
    CHECK_INT(sum_of(&g, 0, ZG_SUM_REWARDS), 0);
    CHECK_INT(sum_of(&g, 0, ZG_SUM_MARKERS), 100 * majority);
    CHECK(sum_of(&g, 1, ZG_SUM_REWARDS) > 0);
}

/* A reward that brings less than the majority is left lying. */
static void test_poor_reward(void) {
    struct casata_game g = begin();
    struct zhanguo *s = &last.s;
    memset(s->p[0].tableau, 0, sizeof s->p[0].tableau);
    memset(s->disc, 1, sizeof s->disc); /* no task is open any more */
    s->p[0].um1[0] = 3;
    CHECK_INT(sum_of(&g, 0, ZG_SUM_REWARDS), 0);
    CHECK_INT(sum_of(&g, 0, ZG_SUM_MARKERS), 100 * (int)zg_constant(g.data, ZG_K_UM_WRITING));
}

/* A piece that fulfils a task brings the points of the disc too (R20, R21.3). */
static void test_task_by_reward(void) {
    struct casata_game g = begin();
    const struct zhanguo_data *d = g.data;
    struct zhanguo *s = &last.s;
    unsigned place = ZG_TK_PALACE, tile = s->task_tile[place] - 1u;
    const uint8_t *need = (const uint8_t *)&d->task_tiles[tile];
    unsigned lacking = 0;
    memset(s->disc, 2, sizeof s->disc); /* one task is open, the others are full of the other seat's discs */
    memset(s->disc[place], 0, sizeof s->disc[place]);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (need[r]) s->p[0].palaces[lacking = r] = 1;
    s->p[0].um1[0] = 3;
    int without = sum_of(&g, 0, ZG_SUM_REWARDS);
    s->p[0].palaces[lacking] = 0; /* all it needs but one */
    CHECK_INT(sum_of(&g, 0, ZG_SUM_REWARDS) - without, 100 * d->task_spaces[place * ZG_TASK_SPACES].vp);
}

/* G27: points of a card are for the taking, whatever else is still open. */
static bool offers_points(const struct casata_game *g, const struct zhanguo *s, const casata_action *a,
                          int n) {
    const struct zhanguo_data *d = g->data;
    if (casata_top_of(s)->phase != ZG_PH_ABILITIES) return false;
    for (int i = 0; i < n; i++) {
        unsigned bonus = casata_kind(a[i]) == ZG_A_USE ? d->cards[casata_a(a[i]) - 1].bonus : ZG_B_UM1;
        if (bonus == ZG_B_VP2 || bonus == ZG_B_VP3) return true;
    }
    return false;
}
static void test_takes_points(void) {
    struct casata_game g;
    union position state;
    int n_offers = 0;
    casata_find("zhanguo", &g);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct casata_rng rng;
        casata_rng_seed(&rng, seed);
        casata_init(&g, &state.s, 3, NULL);
        for (unsigned to_act; (to_act = casata_to_act(&g, &state)) != 0;) {
            casata_action a[CASATA_MAX_CHOICES], better;
            int seat = __builtin_ctz(to_act), n = 0;
            if (seat != CASATA_CHANCE) n = casata_legal(&g, &state, seat, a);
            if (offers_points(&g, &state.s, a, n)) {
                CHECK(casata_blunder_check(&g, &state, seat, casata_act(ZG_A_DONE, 0, 0, 0), &better) !=
                      CASATA_BLUNDER_COUNT);
                n_offers++;
            }
            casata_apply(&g, &state, seat,
                         n ? a[casata_rng_below(&rng, (uint32_t)n)] : casata_sample(&g, &state, &rng), NULL);
        }
    }
    CHECK(n_offers > 10);
}

static const struct test tests[] = {
    {"zhanguo: with no card left the result is foretold", test_foretells_end},
    {"zhanguo: the strongest takes the last reward", test_strongest_takes},
    {"zhanguo: a poor last reward is left", test_poor_reward},
    {"zhanguo: a task fulfilled by the last reward", test_task_by_reward},
    {"zhanguo: points of cards are never left", test_takes_points},
};
TEST_SUITE(zhanguo, tests);
