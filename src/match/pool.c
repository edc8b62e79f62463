/* pool.c: a thread pool: several minds search one decision (match.h). Knows no game and no level. */
#include "casata/match.h"
#include "casata/rules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PORTION = 256 };

struct casata_pool {
    int n;
    struct casata_mind *mind[]; /* each at the start of its memory block */
};

struct casata_pool *casata_pool_open(int threads) {
    int n = threads < 1 ? 1 : threads > CASATA_POOL_MAX ? CASATA_POOL_MAX : threads;
    struct casata_pool *t = malloc(sizeof *t + (size_t)n * sizeof *t->mind);
    if (!t) return NULL;
    for (t->n = 0; t->n < n; t->n++) {
        void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
        if (!memory) break;
        t->mind[t->n] = casata_mind_on(memory, CASATA_MIND_USUAL);
    }
    if (t->n > 0) return t; /* fewer minds are better than none */
    free(t);
    return NULL;
}

void casata_pool_close(struct casata_pool *t) {
    for (int i = 0; t && i < t->n; i++) free(t->mind[i]);
    free(t);
}

static void *think(void *arg) {
    while (casata_mind_run(arg, PORTION)) continue;
    return NULL;
}

bool casata_pool_think(struct casata_pool *t, const struct casata_game *g, const void *state, int seat,
                       const struct casata_skill *skill, uint64_t seed) {
    struct casata_skill part = *skill;
    struct casata_advice tally;
    pthread_t thread[CASATA_POOL_MAX];
    int started = 0;
    /* Separate trees are worth less than a shared one: two split the work, further ones only add to it. */
    if (t->n > 1) part.think = (part.think + 1) / 2;
    for (int i = 0; i < t->n; i++)
        if (!casata_mind_begin(t->mind[i], g, state, seat, &part, seed + (uint64_t)i)) return false;
    while (skill->think && started + 1 < t->n &&
           pthread_create(&thread[started], NULL, think, t->mind[started + 1]) == 0)
        started++;
    think(t->mind[0]);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        casata_mind_tally(t->mind[i + 1], &tally);
        casata_mind_add(t->mind[0], &tally);
    }
    return true;
}

casata_action casata_pool_best(struct casata_pool *t) {
    casata_action a = casata_mind_best(t->mind[0]);
    for (int i = 1; i < t->n; i++) casata_mind_play(t->mind[i], a);
    return a;
}

struct casata_mind *casata_pool_mind(struct casata_pool *t) {
    return t->mind[0];
}

/* --- the pool of a match ------------------------------------------------------------------------------- */

casata_action casata_match_bot(struct casata_match *m, int seat, enum casata_level level) {
    CASATA_STATE_BUFFER(view);
    memcpy(view, m->state, m->game.rules->state_size);
    casata_redact(&m->game, view, seat);
    struct casata_pool *pool = casata_match_pool(m);
    struct casata_skill skill = casata_skill_of(level, m->game.rules);
    uint64_t seed = casata_rng_next(&m->rng);
    return pool && casata_pool_think(pool, &m->game, view, seat, &skill, seed) ? casata_pool_best(pool) : 0;
}

struct casata_pool *casata_match_pool(struct casata_match *m) {
    if (!m->pool) m->pool = casata_pool_open(m->threads);
    m->close_pool = casata_pool_close;
    return m->pool;
}
