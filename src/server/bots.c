/* bots.c: a small pool of threads for bots (bots.h). */
#define _GNU_SOURCE
#include "server/bots.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thought {
    struct thought *next;
    struct bot_tag tag;
    struct casata_game game;
    enum casata_level level;
    uint64_t seed;
    casata_action action;
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
};
struct bots {
    void (*wake)(void *arg);
    void *arg;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct thought *to_do, **last; /* under the lock, as what follows */
    struct thought *done;
    atomic_bool closing; /* also looked at between the portions of a thought */
    int n;
    pthread_t thread[];
};

static _Noreturn void give_up(void) {
    fputs("casata: out of memory\n", stderr);
    abort();
}

/* Decides like casata_decide(), unless the end comes first: then nobody wants the answer. */
static casata_action decide(struct bots *b, struct casata_mind *mind, const struct thought *t) {
    enum { PORTION = 64 };
    struct casata_skill skill = casata_skill_of(t->level);
    if (!casata_mind_begin(mind, &t->game, t->state, t->tag.seat, &skill, t->seed)) return 0;
    while (!b->closing && casata_mind_run(mind, PORTION)) continue;
    return casata_mind_best(mind);
}

static void *think(void *arg) {
    struct bots *b = arg;
    pthread_setname_np(pthread_self(), "bot");
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    if (!memory) give_up();
    struct casata_mind *mind = casata_mind_on(memory, CASATA_MIND_USUAL);
    for (;;) {
        pthread_mutex_lock(&b->lock);
        while (!b->to_do && !b->closing) pthread_cond_wait(&b->asked, &b->lock);
        struct thought *t = b->closing ? NULL : b->to_do;
        if (t && !(b->to_do = t->next)) b->last = &b->to_do;
        pthread_mutex_unlock(&b->lock);
        if (!t) break;
        t->action = decide(b, mind, t);
        pthread_mutex_lock(&b->lock);
        t->next = b->done;
        b->done = t;
        pthread_mutex_unlock(&b->lock);
        b->wake(b->arg);
    }
    free(memory);
    return NULL;
}

struct bots *bots_open(int threads, void (*wake)(void *arg), void *arg) {
    struct bots *b = calloc(1, sizeof *b + (size_t)threads * sizeof *b->thread);
    if (!b) return NULL;
    b->wake = wake;
    b->arg = arg;
    b->last = &b->to_do;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->asked, NULL);
    while (b->n < threads && pthread_create(&b->thread[b->n], NULL, think, b) == 0) b->n++;
    if (b->n == threads) return b;
    bots_close(b);
    return NULL;
}

static void free_list(struct thought *t) {
    for (struct thought *next; t; t = next) {
        next = t->next;
        free(t);
    }
}

void bots_close(struct bots *b) {
    pthread_mutex_lock(&b->lock);
    b->closing = true;
    pthread_cond_broadcast(&b->asked);
    pthread_mutex_unlock(&b->lock);
    for (int i = 0; i < b->n; i++) pthread_join(b->thread[i], NULL);
    free_list(b->to_do);
    free_list(b->done);
    pthread_cond_destroy(&b->asked);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void bots_think(struct bots *b, const struct bot_tag *tag, const struct casata_game *g, const void *state,
                enum casata_level level, uint64_t seed) {
    struct thought *t = malloc(sizeof *t);
    if (!t) give_up();
    *t = (struct thought){.tag = *tag, .game = *g, .level = level, .seed = seed};
    memcpy(t->state, state, g->rules->state_size);
    casata_redact(g, t->state, tag->seat);
    pthread_mutex_lock(&b->lock);
    *b->last = t;
    b->last = &t->next;
    pthread_cond_signal(&b->asked);
    pthread_mutex_unlock(&b->lock);
}

void bots_deliver(struct bots *b, bots_decided *decided, void *arg) {
    pthread_mutex_lock(&b->lock);
    struct thought *t = b->done;
    b->done = NULL;
    pthread_mutex_unlock(&b->lock);
    for (struct thought *next; t; t = next) {
        next = t->next;
        decided(arg, &t->tag, t->action);
        free(t);
    }
}
