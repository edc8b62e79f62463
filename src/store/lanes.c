/* lanes.c: the threads of the store (lanes.h). Each takes the pending jobs and lets the backend decide them. Knows no
 * database. */
#define _GNU_SOURCE
#include "store/lanes.h"
#include "store/rows.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    PATIENCE_MS = 5000,       /* a batch waits this long for another program's lock */
    PROBE_PATIENCE_MS = 1000, /* and a probe this long */
    PROBE_IDLE_MS = 5000,     /* between probes while nothing is written */
    PROBE_SHARED_MS = 2000,   /* the same, for a remote database */
    PROBE_TROUBLE_MS = 1000,  /* and while writing fails */
    MAX_READS = 64,           /* reads of one turn */
};

struct queue {
    struct store_job *first, **last;
};
struct lane {
    struct lanes *all;
    const char *name;
    bool writes;
    pthread_t thread;
    bool running;
    pthread_cond_t asked;
    struct queue to_do; /* under the lock */
    int64_t written;    /* ms: the last write or probe */
};
struct lanes {
    struct lanes_config config;
    void *db;
    struct lane lane[2];
    int n;
    pthread_mutex_t lock;
    /* under the lock */
    struct queue done;
    uint64_t asked; /* jobs so far */
    bool closing;
    int64_t close_by; /* ms: nothing is tried again after that */
    struct histogram batch, changes;
};

static void empty(struct queue *q) {
    q->first = NULL;
    q->last = &q->first;
}

static void push(struct queue *q, struct store_job *j) {
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
}

/* The first jobs of a queue, as a list. */
static struct store_job *take(struct queue *q, int max) {
    struct store_job *all = q->first, *end = all;
    if (!all) return NULL;
    for (int i = 1; i < max && end->next; i++) end = end->next;
    q->first = end->next;
    if (!q->first) q->last = &q->first;
    end->next = NULL;
    return all;
}

/* Puts taken jobs back, ahead of the others. */
static void put_back(struct queue *q, struct queue *taken) {
    if (!taken->first) return;
    *taken->last = q->first;
    if (!q->first) q->last = taken->last;
    q->first = taken->first;
}

static bool is_write(const struct store_job *j) { return j->kind <= JOB_CHAT; }

/* --- a lane ------------------------------------------------------------------------------------------------------ */

static struct timespec monotonic(int64_t ms) { return (struct timespec){ms / 1000, ms % 1000 * 1000000}; }

/* Waits for something to do. False: it is time for a probe. */
static bool wait_for_job(struct lane *lane) {
    struct lanes *l = lane->all;
    const char *trouble = l->config.backend->trouble(l->db);
    int idle = l->config.backend->shared ? PROBE_SHARED_MS : PROBE_IDLE_MS;
    int64_t due = lane->written + (trouble ? PROBE_TROUBLE_MS : idle);
    struct timespec until = monotonic(due);
    int timeout = 0;
    while (!lane->to_do.first && !l->closing && !timeout)
        timeout = lane->writes ? pthread_cond_timedwait(&lane->asked, &l->lock, &until)
                               : pthread_cond_wait(&lane->asked, &l->lock);
    return lane->to_do.first || l->closing;
}

/* The result of an earlier try. */
static void clear_result(struct store_job *j) {
    if (j->kind != JOB_LOAD && j->kind != JOB_TAIL) return;
    struct store_loaded *l = &j->u.load.loaded;
    free(l->entry);
    free(l->chat);
    free(l->start);
    free(l->snapshot);
    *l = (struct store_loaded){0};
}

/* Untouched jobs may be given up; the backend has to resolve those with an unknown fate. */
static bool is_given_up(const struct lanes *l, const struct store_job *j, int64_t now) {
    return j->state == JOB_OPEN && (now - j->asked >= l->config.wait_ms || now >= l->close_by);
}

/* Decided jobs go to the caller, the others back into the queue for the next turn. */
static void hand_out(struct lanes *l, struct store_job *first, struct queue *queue) {
    int64_t now = rows_now_ms();
    struct queue kept;
    bool any = false;
    empty(&kept);
    pthread_mutex_lock(&l->lock);
    for (struct store_job *j = first, *next; j; j = next) {
        next = j->next;
        if (is_given_up(l, j, now)) {
            j->state = JOB_DECIDED;
            j->status = STORE_FAILED;
            snprintf(j->why, sizeof j->why, "the database cannot be reached");
        }
        bool decided = j->state == JOB_DECIDED;
        push(decided ? &l->done : &kept, j);
        any = any || decided;
    }
    pthread_mutex_unlock(&l->lock);
    put_back(queue, &kept);
    if (any) l->config.wake(l->config.arg);
}

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* One batch of writes. */
static void write_batch(struct lanes *l, struct store_job *all) {
    int64_t began = now_us();
    int n = 0;
    for (const struct store_job *j = all; j; j = j->next) n++;
    l->config.backend->write(l->db, all);
    pthread_mutex_lock(&l->lock);
    histogram_add(&l->batch, histogram_us, now_us() - began);
    histogram_add(&l->changes, histogram_number, n);
    pthread_mutex_unlock(&l->lock);
}

static void work(struct lane *lane, struct queue *writes, struct queue *reads) {
    struct lanes *l = lane->all;
    const struct store_backend *backend = l->config.backend;
    struct store_job *all = take(writes, STORE_BATCH);
    backend->patience(l->db, PATIENCE_MS);
    if (all) {
        write_batch(l, all);
        lane->written = rows_now_ms();
        hand_out(l, all, writes);
    }
    all = take(reads, MAX_READS);
    if (!all) return;
    for (struct store_job *j = all; j; j = j->next) clear_result(j);
    backend->read(l->db, all);
    hand_out(l, all, reads);
}

/* Takes over the pending jobs; false: it is time to end. */
static bool take_over(struct lane *lane, struct queue *writes, struct queue *reads, bool *asked) {
    struct lanes *l = lane->all;
    pthread_mutex_lock(&l->lock);
    *asked = writes->first || reads->first || wait_for_job(lane);
    for (struct store_job *j = take(&lane->to_do, STORE_BATCH), *next; j; j = next) {
        next = j->next;
        push(is_write(j) ? writes : reads, j);
    }
    bool end = l->closing && !writes->first && !reads->first;
    pthread_mutex_unlock(&l->lock);
    return !end;
}

/* The end, and the remaining jobs have been tried. */
static bool is_late(struct lanes *l) {
    pthread_mutex_lock(&l->lock);
    bool late = l->closing && rows_now_ms() >= l->close_by;
    pthread_mutex_unlock(&l->lock);
    return late;
}

static void drop(struct queue *q) {
    for (struct store_job *j = q->first, *next; j; j = next) {
        next = j->next;
        lanes_free_job(j);
    }
    empty(q);
}

static void *run(void *arg) {
    struct lane *lane = arg;
    struct lanes *l = lane->all;
    struct queue writes, reads;
    bool asked;
    empty(&writes);
    empty(&reads);
    pthread_setname_np(pthread_self(), lane->name);
    while (take_over(lane, &writes, &reads, &asked)) {
        if (asked) {
            work(lane, &writes, &reads);
            if ((writes.first || reads.first) && is_late(l)) break;
            continue;
        }
        l->config.backend->patience(l->db, PROBE_PATIENCE_MS);
        l->config.backend->probe(l->db);
        lane->written = rows_now_ms();
    }
    drop(&writes);
    drop(&reads);
    return NULL;
}

/* --- the caller's thread ------------------------------------------------------------------------------------------- */

void lanes_ask(struct lanes *l, struct store_job *j) {
    struct lane *lane = &l->lane[l->n > 1 && !is_write(j)];
    j->asked = rows_now_ms();
    pthread_mutex_lock(&l->lock);
    j->number = ++l->asked;
    push(&lane->to_do, j);
    pthread_cond_signal(&lane->asked);
    pthread_mutex_unlock(&l->lock);
}

struct store_job *lanes_take(struct lanes *l) {
    pthread_mutex_lock(&l->lock);
    struct store_job *all = l->done.first;
    empty(&l->done);
    pthread_mutex_unlock(&l->lock);
    return all;
}

void lanes_free_job(struct store_job *j) {
    clear_result(j);
    if (j->kind == JOB_CHANGE)
        for (size_t i = 0; i < sizeof j->u.write.copies / sizeof *j->u.write.copies; i++)
            free(j->u.write.copies[i]);
    if (j->kind == JOB_SNAPSHOT) free(j->u.snapshot.text);
    if (j->kind == JOB_CHAT) free(j->u.chat.chat);
    if (j->kind == JOB_FIND) {
        free(j->u.find.token);
        free(j->u.find.found);
    }
    if (j->kind == JOB_BEAT)
        for (int i = 0; i < 2; i++) free(j->u.beat.copies[i]);
    if (j->kind == JOB_LOOK) {
        free(j->u.look.known);
        free(j->u.look.was);
    }
    free(j);
}

void lanes_hurry(struct lanes *l, int ms) {
    pthread_mutex_lock(&l->lock);
    l->close_by = rows_now_ms() + ms;
    pthread_mutex_unlock(&l->lock);
    l->config.backend->hurry(l->db, ms);
}

void lanes_stats(struct lanes *l, struct store_stats *out) {
    pthread_mutex_lock(&l->lock);
    out->batch = l->batch;
    out->changes = l->changes;
    pthread_mutex_unlock(&l->lock);
}

const char *lanes_trouble(const struct lanes *l) { return l->config.backend->trouble(l->db); }

void *lanes_db(const struct lanes *l) { return l->db; }

/* Waits use the clock that never jumps. */
static bool start_lane(struct lanes *l, int i) {
    struct lane *lane = &l->lane[i];
    pthread_condattr_t attr;
    *lane = (struct lane){
        .all = l, .name = i ? "store reads" : "store", .writes = i == 0, .written = rows_now_ms()};
    empty(&lane->to_do);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&lane->asked, &attr);
    pthread_condattr_destroy(&attr);
    lane->running = pthread_create(&lane->thread, NULL, run, lane) == 0;
    return lane->running;
}

struct lanes *lanes_open(const struct lanes_config *config, char err[STORE_ERROR]) {
    struct lanes *l = rows_must(calloc(1, sizeof *l));
    l->config = *config;
    l->n = config->backend->reads_apart ? 2 : 1;
    l->close_by = INT64_MAX;
    empty(&l->done);
    pthread_mutex_init(&l->lock, NULL);
    l->db = config->backend->open(config->where, &config->feed, err);
    bool ok = l->db != NULL;
    for (int i = 0; ok && i < l->n; i++) {
        ok = start_lane(l, i);
        if (!ok) snprintf(err, STORE_ERROR, "a thread cannot be started");
    }
    if (ok) return l;
    lanes_close(l);
    return NULL;
}

void lanes_close(struct lanes *l) {
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    if (l->close_by > rows_now_ms() + l->config.wait_ms) l->close_by = rows_now_ms() + l->config.wait_ms;
    for (int i = 0; i < l->n; i++)
        if (l->lane[i].running) pthread_cond_signal(&l->lane[i].asked);
    pthread_mutex_unlock(&l->lock);
    for (int i = 0; i < l->n; i++) {
        struct lane *lane = &l->lane[i];
        if (!lane->running) continue;
        pthread_join(lane->thread, NULL);
        pthread_cond_destroy(&lane->asked);
        drop(&lane->to_do);
    }
    if (l->db) l->config.backend->close(l->db);
    drop(&l->done);
    pthread_mutex_destroy(&l->lock);
    free(l);
}
