/* test_blunder.c: games of bots that search, with the blunder check on every decision; that games of
 * random decisions are caught; and that what only looks like a gift is none. */
#include "casata/rules.h"
#include "ai_test.h"
#include "example/example.h"

static _Alignas(16) unsigned char memory[CASATA_MIND_USUAL];

struct watch {
    const struct casata_skill *skill; /* NULL: any legal action */
    uint64_t decisions;
    int count[CASATA_BLUNDER_COUNT];
    bool loud;
};

static void note(struct watch *w, enum casata_blunder what, const struct casata_game *g, uint64_t seed,
                 int seat, casata_action better) {
    char text[CASATA_ACTION_TEXT] = "";
    if (what == CASATA_BLUNDER_COUNT) return;
    w->count[what]++;
    if (better) casata_action_text(g->rules, better, text);
    if (w->loud)
        printf("%s, game %llu, decision %llu, seat %d %s (better: %s)\n", g->rules->id,
               (unsigned long long)seed, (unsigned long long)w->decisions, seat,
               casata_blunder_words.word[what], text);
}

static casata_action decide(struct watch *w, const struct casata_game *g, const void *state, int seat,
                            struct casata_mind *mind, struct casata_rng *rng) {
    CASATA_STATE_BUFFER(view);
    casata_action option[CASATA_MAX_CHOICES];
    if (!w->skill) return option[casata_rng_below(rng, (uint32_t)casata_legal(g, state, seat, option))];
    casata_view(g, state, seat, view);
    return casata_decide(mind, g, view, seat, w->skill, casata_rng_next(rng));
}

static void watch_game(struct watch *w, const struct casata_game *g, int seats, uint64_t seed) {
    CASATA_STATE_BUFFER(state);
    struct casata_rng chance, rng;
    casata_action better = 0;
    struct casata_mind *mind = casata_mind_on(memory, sizeof memory);
    casata_rng_seed(&chance, seed);
    casata_rng_seed(&rng, ~seed);
    casata_init(g, state, seats, NULL);
    for (int seat; (seat = ai_to_act(g, state)) >= 0;) {
        if (seat == CASATA_CHANCE) {
            casata_apply(g, state, seat, casata_sample(g, state, &chance), NULL);
            continue;
        }
        casata_action a = decide(w, g, state, seat, mind, &rng);
        w->decisions++;
        note(w, casata_blunder_check(g, state, seat, a, &better), g, seed, seat, better);
        if (!CHECK_INT(casata_play(g, state, seat, a, NULL), CASATA_OK)) return;
    }
    for (int seat = 0; seat < seats; seat++) note(w, casata_blunder_at_end(g, state, seat), g, seed, seat, 0);
}

static int fewest(const struct casata_game *g) { return g->rules->min_seats < 2 ? 2 : g->rules->min_seats; }

static void test_short_games(void) {
    struct casata_skill skill = casata_skill_of(CASATA_DUCA, NULL);
    struct watch w = {.skill = &skill, .loud = true};
    skill.think = 10000; /* with less it is no search any more, so slow builds play one game only */
    for (int i = 0; casata_all_rules[i] && (AI_SLOW == 1 || i == 0); i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        watch_game(&w, &g, fewest(&g), 1);
    }
    for (int i = 0; i < CASATA_BLUNDER_COUNT; i++) CHECK_INT(w.count[i], 0);
    CHECK(w.decisions > 300 / AI_SLOW);
}

static bool all_caught(const struct watch *w) {
    int n = 0;
    for (int i = 0; i < CASATA_BLUNDER_COUNT; i++) n += w->count[i] > 0;
    return n == CASATA_BLUNDER_COUNT;
}

/* Each rule is broken by somebody who does not care. */
static void test_random_is_caught(void) {
    struct watch w = {.skill = NULL};
    for (uint64_t seed = 1; seed <= 6 && !all_caught(&w); seed++)
        for (int i = 0; casata_all_rules[i] && !all_caught(&w); i++) {
            struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
            watch_game(&w, &g, fewest(&g), seed);
        }
    for (int i = 0; i < CASATA_BLUNDER_COUNT; i++)
        if (w.count[i] == 0) test_fail(__FILE__, __LINE__, casata_blunder_words.word[i]);
}

/* --- what only looks like a gift ----------------------------------------------------------------------------------- */
/* Dreams of what wares in hand may bring. */
static void dream(const void *data, const void *state, unsigned seats, int32_t *value,
                  int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct fiera *s = state;
    fiera_rules.bots->eval(data, state, seats, value, term);
    for (int seat = 0; seat < s->head.seats && s->head.depth > 0; seat++)
        if (seats >> seat & 1) value[seat] += 5000 * s->p[seat].held;
}

/* How often random decisions pass up a gift in some games of the example game, if to take the prize called `refusal` is to
 * refuse one. */
static int passes(const char *refusal, const struct casata_bot_sheet *as) {
    struct casata_bot_sheet bots = *as;
    struct casata_rules rules = fiera_rules;
    struct casata_game g = casata_edition(&rules, fiera_rules.data);
    struct watch w = {.skill = NULL};
    bots.blunders.refusals = refusal;
    rules.bots = &bots;
    for (uint64_t seed = 1; seed <= 20; seed++) watch_game(&w, &g, 2, seed);
    return w.count[CASATA_BLUNDER_PASS];
}

static void test_gifts(void) {
    struct casata_bot_sheet bots = *fiera_rules.bots;
    bots.margin = 300;                /* so that a purse is much */
    CHECK(passes("draw", &bots) > 0); /* it lay there */
    bots.eval = dream;
    bots.margin = 4000;
    CHECK_INT(passes("take", &bots), 0); /* no ware brings 10 points, as those who play on see */
}

static const struct test tests[] = {
    {"blunder: a gift is one if games played on bear it out", test_gifts},
    {"blunder: bots that search make none", test_short_games},
    {"blunder: random decisions are caught", test_random_is_caught},
};
TEST_SUITE(blunder, tests);
