/* signature.c: one number over many seeded games (signature.h). Runs natively and in WebAssembly; no I/O. */
#include "casata/rules.h"
#include "props/signature.h"

#include "props/props.h"

#include <string.h>

static uint64_t play_hashed(const struct casata_game *g, int seats, const uint8_t *option, uint64_t seed,
                            uint64_t hash) {
    CASATA_STATE_BUFFER(state);
    casata_action legal[CASATA_MAX_CHOICES];
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    if (casata_init(g, state, seats, option) != CASATA_OK) return 0;
    hash ^= casata_hash(g, state);
    unsigned to_act;
    for (int ply = 0; (to_act = casata_to_act(g, state)) != 0 && ply < g->rules->max_decisions; ply++) {
        int seat = casata_first_seat(to_act);
        casata_action a;
        if (seat == CASATA_CHANCE) {
            a = casata_sample(g, state, &rng);
        } else {
            int n = casata_legal(g, state, seat, legal);
            hash = casata_hash_bytes(legal, (size_t)n * sizeof *legal, hash);
            a = legal[casata_rng_below(&rng, (uint32_t)n)];
        }
        casata_apply(g, state, seat, a, NULL);
        const uint64_t step[2] = {a, casata_hash(g, state)};
        hash = casata_hash_bytes(step, sizeof step, hash);
    }
    for (int seat = 0; seat < seats; seat++) {
        const int64_t score = casata_score(g, state, seat, false);
        hash = casata_hash_bytes(&score, sizeof score, hash);
    }
    return hash;
}

static uint64_t hash_rules(const struct casata_rules *rules, uint32_t games) {
    struct casata_game g = casata_edition(rules, rules->data);
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    uint64_t hash = g.edition;
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++)
        for (int k = 0; props_options(rules, seats, k, option); k++)
            for (uint32_t i = 0; i < games; i++) hash = play_hashed(&g, seats, option, i, hash);
    return hash;
}

uint64_t signature(uint32_t games) {
    uint64_t hash = 0;
    for (int i = 0; casata_all_rules[i]; i++) {
        const uint64_t pair[2] = {hash, hash_rules(casata_all_rules[i], games)};
        hash = casata_hash_bytes(pair, sizeof pair, 0);
    }
    return hash;
}

uint32_t speed_run(uint32_t games, uint32_t seed) {
    const struct casata_rules *rules = casata_all_rules[0];
    struct casata_game g = casata_edition(rules, rules->data);
    struct casata_playout count = {0};
    struct casata_rng rng;
    CASATA_STATE_BUFFER(state);
    casata_rng_seed(&rng, seed);
    for (uint32_t i = 0; i < games; i++) {
        int seats = rules->min_seats + (int)(i % (unsigned)(rules->max_seats - rules->min_seats + 1));
        casata_init(&g, state, seats, NULL);
        casata_playout(&g, state, &rng, rules->max_decisions, &count);
    }
    return count.decisions + count.chances;
}
