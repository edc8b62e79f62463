/* bots.c: lanes of threads for bots (bots.h). The caller's thread picks the next position to think about; the others
 * only think. Each has a slot for one thought, handed over by a semaphore and an atomic flag. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/bots.h"
#include "server/clock.h"
#include "server/must.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    SHORT_US = 50000,     /* thoughts up to this are short */
    SHORT_MIND = 4 << 20, /* bytes, enough for that */
    PORTION = 64,         /* ways between checks whether to go on: a few milliseconds */
    LONG_NICE = 4,        /* long thoughts yield to the network and the store */
    MEMORY_S = 60,        /* a thread idle for this long returns its memory */
    CHAINS = 1024,
};

enum lane_kind { LANE_SHORT, LANE_LONG, LANE_BACKGROUND, LANES };
struct thought {
    struct thought *next;       /* of its owner, in order */
    struct thought *next_table; /* in the chain of its table */
    struct bot_order order;
    struct casata_game game;
    struct owner *owner;
    struct worker *worker; /* NULL: it waits */
    enum lane_kind lane;
    bool forgotten;
    int64_t began; /* us */
    casata_action action;
    CASATA_STATE_BUFFER(state);
};
struct owner { /* in one lane, while it has thoughts there */
    struct owner *next;
    uint8_t key[16];
    struct thought *first, **last; /* waiting */
    int running;
    int64_t spent; /* us: its use of the lane, by the typical cost of its levels */
};
struct worker {
    struct bots *bots;
    pthread_t thread;
    enum lane_kind lane;
    size_t memory;
    sem_t asked;
    _Atomic(struct thought *) job; /* NULL at the end */
    atomic_bool stop, done;
    struct thought *current; /* from here on: the caller's thread only */
    struct store_id last;    /* its last table, whose thinking may be reusable */
};
struct lane {
    struct owner *owners; /* first come first */
    struct worker *worker;
    int n, most;   /* threads, and how many of them one owner may have */
    int64_t floor; /* a new owner starts here, so being away gains nothing */
};
struct bots {
    void (*wake)(void *arg);
    void *arg;
    atomic_int finished;
    struct lane lane[LANES];
    struct thought *chain[CHAINS]; /* by table */
    struct histogram seconds[CASATA_LEVEL_COUNT];
    int n;
    struct worker worker[];
};

/* --- thinking ------------------------------------------------------------------------------------------------- */

/* Background threads run when the processor is idle; where that is not available, at the lowest priority. */
static void choose_priority(enum lane_kind lane) {
    struct sched_param none = {0};
    id_t self = (id_t)gettid();
    if (lane == LANE_LONG) setpriority(PRIO_PROCESS, self, LONG_NICE);
    if (lane == LANE_BACKGROUND && sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        setpriority(PRIO_PROCESS, self, 19);
}

static void decide(struct worker *w, struct casata_mind *mind, struct thought *t) {
    struct casata_skill skill = casata_skill_of(t->order.level, t->game.rules);
    bool more = casata_mind_begin(mind, &t->game, t->state, t->order.tag.seat, &skill, t->order.seed);
    bool any = more;
    while (more && !atomic_load_explicit(&w->stop, memory_order_relaxed))
        more = casata_mind_run(mind, PORTION);
    t->action = any && !more ? casata_mind_best(mind) : 0;
}

/* Waits for a thought; NULL: shutting down. */
static struct thought *next_job(struct worker *w, void *memory, struct casata_mind **mind) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += MEMORY_S;
    while (sem_timedwait(&w->asked, &end) != 0) {
        if (errno != ETIMEDOUT) continue;
        madvise(memory, w->memory, MADV_DONTNEED);
        *mind = NULL;
        while (sem_wait(&w->asked) != 0) continue;
        break;
    }
    if (!*mind) *mind = casata_mind_on(memory, w->memory);
    return atomic_load(&w->job);
}

static void *work(void *arg) {
    struct worker *w = arg;
    void *memory =
        mmap(NULL, w->memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    must(memory == MAP_FAILED ? NULL : memory);
    struct casata_mind *mind = NULL;
    pthread_setname_np(pthread_self(), "bot");
    choose_priority(w->lane);
    for (struct thought *t; (t = next_job(w, memory, &mind));) {
        decide(w, mind, t);
        atomic_store(&w->done, true);
        atomic_fetch_add(&w->bots->finished, 1);
        w->bots->wake(w->bots->arg);
    }
    munmap(memory, w->memory);
    return NULL;
}

/* --- who is next ------------------------------------------------------------------------------------------------ */

static int64_t cost_of(enum casata_level level) {
    struct casata_skill skill = casata_skill_of(level, NULL);
    return skill.think ? skill.think : skill.nodes;
}

static struct owner *owner_of(struct lane *lane, const uint8_t key[16]) {
    struct owner **at = &lane->owners;
    while (*at && memcmp((*at)->key, key, 16) != 0) at = &(*at)->next;
    if (*at) return *at;
    struct owner *o = *at = must(calloc(1, sizeof *o));
    memcpy(o->key, key, 16);
    o->last = &o->first;
    o->spent = lane->floor;
    return o;
}

static void release_owner(struct lane *lane, struct owner *o) {
    if (o->first || o->running) return;
    struct owner **at = &lane->owners;
    while (*at != o) at = &(*at)->next;
    *at = o->next;
    free(o);
}

static struct owner *next_owner(const struct lane *lane) {
    struct owner *best = NULL;
    for (struct owner *o = lane->owners; o; o = o->next)
        if (o->first && o->running < lane->most && (!best || o->spent < best->spent)) best = o;
    return best;
}

/* An idle worker; preferably the one that knows the table. */
static struct worker *free_worker(const struct lane *lane, const struct store_id *table) {
    struct worker *found = NULL;
    for (int i = 0; i < lane->n; i++) {
        struct worker *w = &lane->worker[i];
        if (w->current) continue;
        if (memcmp(&w->last, table, sizeof *table) == 0) return w;
        if (!found) found = w;
    }
    return found;
}

static struct thought *take_first(struct owner *o) {
    struct thought *t = o->first;
    if (!(o->first = t->next)) o->last = &o->first;
    return t;
}

static void begin(struct lane *lane, struct owner *o, struct worker *w) {
    struct thought *t = take_first(o);
    lane->floor = o->spent;
    o->spent += cost_of(t->order.level);
    o->running++;
    t->worker = w;
    t->began = clock_us();
    w->current = t;
    w->last = t->order.tag.table;
    atomic_store(&w->stop, false);
    atomic_store(&w->done, false);
    atomic_store(&w->job, t);
    sem_post(&w->asked);
}

static void begin_all(struct lane *lane) {
    struct owner *o;
    struct worker *w;
    while ((o = next_owner(lane)) && (w = free_worker(lane, &o->first->order.tag.table))) begin(lane, o, w);
}

/* --- thoughts of tables ------------------------------------------------------------------------------------------ */

static struct thought **place_of(struct bots *b, const struct store_id *table) {
    uint64_t bits; /* ids are random */
    memcpy(&bits, table->b, sizeof bits);
    struct thought **at = &b->chain[bits % CHAINS];
    while (*at && memcmp(&(*at)->order.tag.table, table, sizeof *table) != 0) at = &(*at)->next_table;
    return at;
}

static enum lane_kind lane_of(const struct bot_order *o) {
    if (o->background) return LANE_BACKGROUND;
    return cost_of(o->level) <= SHORT_US ? LANE_SHORT : LANE_LONG;
}

static void enqueue(struct bots *b, struct thought *t) {
    t->lane = lane_of(&t->order);
    t->owner = owner_of(&b->lane[t->lane], t->order.owner);
    t->next = NULL;
    *t->owner->last = t;
    t->owner->last = &t->next;
    begin_all(&b->lane[t->lane]);
}

/* Removes a waiting thought from its queue. */
static void dequeue(struct bots *b, struct thought *t) {
    struct owner *o = t->owner;
    struct thought **at = &o->first;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    if (!*at) o->last = at;
    release_owner(&b->lane[t->lane], o);
}

static void add(struct bots *b, struct thought *t) {
    struct thought **at = place_of(b, &t->order.tag.table);
    t->next_table = *at;
    *at = t;
    enqueue(b, t);
}

void bots_think(struct bots *b, const struct bot_order *order, const struct casata_game *g,
                const void *state) {
    struct thought *t = must(calloc(1, sizeof *t));
    t->order = *order;
    t->game = *g;
    casata_view(g, state, order->tag.seat, t->state);
    add(b, t);
}

void bots_forget(struct bots *b, const struct store_id *table) {
    struct thought **at = place_of(b, table), *t = *at;
    if (!t) return;
    *at = t->next_table;
    if (t->worker) { /* it comes back soon */
        t->forgotten = true;
        atomic_store(&t->worker->stop, true);
        return;
    }
    dequeue(b, t);
    free(t);
}

void bots_hurry(struct bots *b, const struct store_id *table) {
    struct thought *slow = *place_of(b, table), *t;
    if (!slow || !slow->order.background) return;
    t = must(calloc(1, sizeof *t));
    t->order = slow->order;
    t->order.background = false;
    t->game = slow->game;
    memcpy(t->state, slow->state, sizeof t->state);
    bots_forget(b, table);
    add(b, t);
}

/* Takes a finished thought from its thread. */
static struct thought *collect(struct bots *b, struct worker *w) {
    struct thought *t = w->current;
    w->current = NULL;
    if (!t->forgotten) histogram_add(&b->seconds[t->order.level], histogram_us, clock_us() - t->began);
    t->owner->running--;
    release_owner(&b->lane[t->lane], t->owner);
    if (!t->forgotten) *place_of(b, &t->order.tag.table) = t->next_table;
    return t;
}

void bots_deliver(struct bots *b, bots_decided *decided, void *arg) {
    struct thought *done = NULL;
    if (atomic_exchange(&b->finished, 0) == 0) return;
    for (int i = 0; i < b->n; i++) {
        struct worker *w = &b->worker[i];
        if (!w->current || !atomic_load(&w->done)) continue;
        struct thought *t = collect(b, w);
        t->next = done;
        done = t;
    }
    for (int i = 0; i < LANES; i++) begin_all(&b->lane[i]);
    for (struct thought *next; done; done = next) {
        next = done->next;
        if (!done->forgotten) decided(arg, &done->order.tag, done->action);
        free(done);
    }
}

static int count_thinking(const struct bots *b) {
    int n = 0;
    for (int i = 0; i < b->n; i++) n += b->worker[i].current != NULL;
    return n;
}

/* Waiting thoughts, counted up to `most`. */
static int count_waiting(const struct bots *b, int most) {
    int n = 0;
    for (int i = 0; i < LANES; i++)
        for (const struct owner *o = b->lane[i].owners; o; o = o->next)
            for (const struct thought *t = o->first; t && n < most; t = t->next) n++;
    return n;
}

static int processors(const struct bots *b) { return b->lane[LANE_BACKGROUND].n; }

bool bots_busy(const struct bots *b) {
    int most = 2 * processors(b);
    return count_waiting(b, most + 1) > most;
}

bool bots_idle(const struct bots *b) { return count_waiting(b, 1) == 0 && count_thinking(b) < processors(b); }

void bots_get_stats(const struct bots *b, struct bots_stats *out) {
    *out = (struct bots_stats){.waiting = count_waiting(b, INT_MAX), .thinking = count_thinking(b)};
    memcpy(out->seconds, b->seconds, sizeof out->seconds);
}

/* --- startup and shutdown ----------------------------------------------------------------------------------------- */

static bool start(struct bots *b, enum lane_kind kind, int n, int most) {
    struct lane *lane = &b->lane[kind];
    *lane = (struct lane){.worker = &b->worker[b->n], .most = most};
    for (; lane->n < n; lane->n++, b->n++) {
        struct worker *w = &b->worker[b->n];
        w->bots = b;
        w->lane = kind;
        w->memory = kind == LANE_SHORT ? SHORT_MIND : CASATA_MIND_USUAL;
        sem_init(&w->asked, 0, 0);
        if (pthread_create(&w->thread, NULL, work, w) != 0) return false;
    }
    return true;
}

struct bots *bots_open(int threads, void (*wake)(void *arg), void *arg) {
    int half = threads > 1 ? threads / 2 : 1;
    struct bots *b = calloc(1, sizeof *b + (size_t)(5 * threads) * sizeof *b->worker);
    if (!b) return NULL;
    b->wake = wake;
    b->arg = arg;
    /* For people twice as many as processors: better two share one than one waits. */
    if (start(b, LANE_SHORT, 2 * threads, threads) && start(b, LANE_LONG, 2 * threads, threads) &&
        start(b, LANE_BACKGROUND, threads, half))
        return b;
    bots_close(b);
    return NULL;
}

void bots_close(struct bots *b) {
    for (int i = 0; i < b->n; i++) {
        atomic_store(&b->worker[i].stop, true);
        atomic_store(&b->worker[i].job, NULL);
        sem_post(&b->worker[i].asked);
    }
    for (int i = 0; i < b->n; i++) {
        pthread_join(b->worker[i].thread, NULL);
        sem_destroy(&b->worker[i].asked);
        free(b->worker[i].current);
    }
    for (int i = 0; i < LANES; i++)
        for (struct owner *o = b->lane[i].owners, *next; o; o = next) {
            next = o->next;
            while (o->first) free(take_first(o));
            free(o);
        }
    free(b);
}
