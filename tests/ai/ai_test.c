/* ai_test.c: games of bots for tests. Knows no game but by its id. */
#include "casata/rules.h"
#include "ai_test.h"

#include <time.h>

int ai_to_act(const struct casata_game *g, const void *state) {
    return casata_first_seat(casata_to_act(g, state));
}

struct casata_game ai_signorie(void) {
    struct casata_game g;
    if (!casata_find("signorie", &g)) abort();
    return g;
}

struct casata_game ai_hiding_game(void) {
    const struct casata_rules *shortest = NULL;
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        if (r->redact && (!shortest || r->max_decisions < shortest->max_decisions)) shortest = r;
    }
    if (!shortest) abort();
    return casata_edition(shortest, shortest->data);
}

casata_action ai_decide(const struct casata_game *g, const void *view, int seat, int level, uint64_t seed) {
    static _Alignas(16) unsigned char memory[CASATA_MIND_USUAL];
    bool steady = level == AI_STEADY;
    struct casata_skill skill =
        steady ? casata_skill_of(CASATA_SCUDIERO, NULL) : casata_skill_of((enum casata_level)level, g->rules);
    if (skill.think > AI_THINK) skill.think = AI_THINK;
    return casata_decide(casata_mind_on(memory, sizeof memory), g, view, seat, &skill, seed);
}

static casata_action decide(const struct casata_game *g, const void *state, int seat, int player,
                            struct casata_rng *rng, struct ai_result *result) {
    CASATA_STATE_BUFFER(view);
    if (player == AI_RANDOM) {
        casata_action out[CASATA_MAX_CHOICES];
        return out[casata_rng_below(rng, (uint32_t)casata_legal(g, state, seat, out))];
    }
    casata_view(g, state, seat, view);
    clock_t start = clock();
    casata_action a = ai_decide(g, view, seat, player, casata_rng_next(rng));
    int32_t us = (int32_t)((double)(clock() - start) * 1e6 / CLOCKS_PER_SEC);
    if (us > result->longest_us) result->longest_us = us;
    return a;
}

struct ai_result ai_play(const struct casata_game *g, int seats, const int *player, uint64_t seed,
                         void (*watch)(const struct casata_game *g, const void *state)) {
    CASATA_STATE_BUFFER(state);
    struct ai_result result = {.path = seed};
    struct casata_rng chance, mind; /* apart, so that the dice do not depend on how long a bot thinks */
    casata_rng_seed(&chance, seed);
    casata_rng_seed(&mind, ~seed);
    CHECK_INT(casata_init(g, state, seats, NULL), CASATA_OK);
    for (int seat, n = 0; (seat = ai_to_act(g, state)) >= 0; n++) {
        casata_action a;
        if (watch) watch(g, state);
        if (seat == CASATA_CHANCE)
            a = casata_sample(g, state, &chance);
        else
            a = decide(g, state, seat, player[seat], &mind, &result);
        if (!CHECK_INT(casata_play(g, state, seat, a, NULL), CASATA_OK) ||
            !CHECK(n <= g->rules->max_decisions))
            break;
        result.path = casata_hash_bytes(&a, sizeof a, result.path);
    }
    if (watch) watch(g, state);
    for (int i = 0; i < seats; i++) result.score[i] = casata_score(g, state, i, false);
    g->rules->ranks(g->data, state, result.rank);
    return result;
}

int ai_duel(const struct casata_game *g, int first, int second, int games, int32_t *longest_us) {
    static const char *const name[] = {"paggio", "scudiero", "cavaliere", "conte", "duca", "random"};
    int wins = 0;
    int64_t sum[2] = {0, 0};
    int32_t longest = 0;
    for (int i = 0; i < games; i++) {
        int player[2] = {i % 2 ? second : first, i % 2 ? first : second};
        struct ai_result r = ai_play(g, 2, player, 100u + (unsigned)i / 2, NULL);
        wins += r.rank[i % 2] == 1;
        sum[0] += r.score[i % 2];
        sum[1] += r.score[1 - i % 2];
        if (r.longest_us > longest) longest = r.longest_us;
    }
    printf("%s: %s against %s: %d of %d games, %.1f to %.1f points, longest decision %.1f ms\n", g->rules->id,
           name[first], name[second], wins, games, (double)sum[0] / games, (double)sum[1] / games,
           longest / 1000.0);
    if (longest_us) *longest_us = longest;
    return wins * 100 / games;
}

int ai_feature(const struct casata_game *g, const char *name) {
    for (int i = 0; i < g->rules->bots->n_features; i++)
        if (strcmp(g->rules->bots->feature_name(i), name) == 0) return i;
    test_fail(__FILE__, __LINE__, name);
    return 0;
}
