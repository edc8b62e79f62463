/* test_never.c: games of bots that search, with every decision held against what must never be done; and that games of
 * random decisions are caught. Also the command for many games. */
#include "ai_test.h"
#include "never.h"

#include <time.h>

static _Alignas(16) unsigned char memory[CASATA_MIND_USUAL];

struct watch {
    const struct casata_skill *skill; /* NULL: any legal action */
    uint64_t decisions;
    int count[NEVER_COUNT];
    bool loud;
};

static void note(struct watch *w, enum never what, const struct casata_game *g, uint64_t seed, int seat,
                 const char *text) {
    if (what == NEVER_COUNT) return;
    w->count[what]++;
    if (w->loud)
        printf("%s, game %llu, decision %llu, seat %d %s: %s\n", g->rules->id, (unsigned long long)seed,
               (unsigned long long)w->decisions, seat, never_words.word[what], text);
}

static casata_action decide(struct watch *w, const struct casata_game *g, const void *state, int seat,
                            struct casata_mind *mind, struct casata_rng *rng) {
    uint64_t view[CASATA_MAX_STATE / 8];
    casata_action option[CASATA_MAX_CHOICES];
    if (!w->skill) return option[casata_rng_below(rng, (uint32_t)casata_legal(g, state, seat, option))];
    memcpy(view, state, g->rules->state_size);
    casata_redact(g, view, seat);
    return casata_decide(mind, g, view, seat, w->skill, casata_rng_next(rng));
}

static void watch_game(struct watch *w, const struct casata_game *g, int seats, uint64_t seed) {
    uint64_t state[CASATA_MAX_STATE / 8];
    struct casata_rng chance, rng;
    char text[160];
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
        note(w, never_look(g, state, seat, a, text), g, seed, seat, text);
        if (!CHECK_INT(casata_play(g, state, seat, a, NULL), CASATA_OK)) return;
    }
    for (int seat = 0; seat < seats; seat++) note(w, never_end(g, state, seat, text), g, seed, seat, text);
}

static int fewest(const struct casata_game *g) { return g->rules->min_seats < 2 ? 2 : g->rules->min_seats; }

static void test_short_games(void) {
    struct casata_skill skill = casata_skill_of(CASATA_DUCA);
    struct watch w = {.skill = &skill, .loud = true};
    skill.think = 10000; /* with less it is no search any more, so slow builds play one game only */
    for (int i = 0; casata_all_rules[i] && (AI_SLOW == 1 || i == 0); i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        watch_game(&w, &g, fewest(&g), 1);
    }
    for (int i = 0; i < NEVER_COUNT; i++) CHECK_INT(w.count[i], 0);
    CHECK(w.decisions > 300 / AI_SLOW);
}

/* Each rule is broken by somebody who does not care. */
static void test_random_is_caught(void) {
    struct watch w = {.skill = NULL};
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        for (uint64_t seed = 1; seed <= 6; seed++) watch_game(&w, &g, fewest(&g), seed);
    }
    for (int i = 0; i < NEVER_COUNT; i++)
        if (w.count[i] == 0) test_fail(__FILE__, __LINE__, never_words.word[i]);
}

static const struct test tests[] = {
    {"never: bots that search do nothing that must never be done", test_short_games},
    {"never: random decisions are caught", test_random_is_caught},
};
TEST_SUITE(never, tests);

/* --- many games ----------------------------------------------------------------------------------------------------- */
static int usage(void) {
    fputs("usage: ai_test --never GAMES [--game ID] [--seats N] [--level BOT] [--seed S]\n", stderr);
    return 2;
}

static void watch_games(struct watch *w, const struct casata_game *g, int seats, uint64_t games,
                        uint64_t seed) {
    time_t start = time(NULL);
    for (uint64_t i = 0; i < games; i++) {
        watch_game(w, g, seats, seed + i);
        fprintf(stderr, "%s with %d: %llu of %llu games, %lld s\n", g->rules->id, seats,
                (unsigned long long)i + 1, (unsigned long long)games, (long long)(time(NULL) - start));
    }
    printf("%s with %d: %llu games, %llu decisions so far;", g->rules->id, seats, (unsigned long long)games,
           (unsigned long long)w->decisions);
    for (int i = 0; i < NEVER_COUNT; i++)
        printf(" %s: %d%s", never_words.word[i], w->count[i], i + 1 < NEVER_COUNT ? ";" : "\n");
}

int never_main(int argc, char **argv) {
    const char *id = NULL, *level = "duca";
    uint64_t games = 0, seed = 1;
    int seats = 0;
    struct casata_skill skill;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return usage();
        if (strcmp(argv[i], "--never") == 0)
            games = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--game") == 0)
            id = argv[i + 1];
        else if (strcmp(argv[i], "--seats") == 0)
            seats = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--level") == 0)
            level = argv[i + 1];
        else if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[i + 1], NULL, 10);
        else
            return usage();
    }
    if (games == 0 || casata_skill_parse(level, &skill)) return usage();
    struct watch w = {.skill = &skill, .loud = true};
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        int n = seats ? seats : fewest(&g);
        if (id && strcmp(id, g.rules->id) != 0) continue;
        if (n < g.rules->min_seats || n > g.rules->max_seats) continue;
        watch_games(&w, &g, n, games, seed);
    }
    int broken = 0;
    for (int i = 0; i < NEVER_COUNT; i++) broken += w.count[i];
    return broken || w.decisions == 0;
}
