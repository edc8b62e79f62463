/* store.c: the store's thread: requests in, transactions, answers out (store.h). Knows no database: that is
 * the backend's. */
#define _GNU_SOURCE
#include "store/backend.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PATIENCE_MS = 5000,       /* a batch waits so long for a lock of another program */
    PROBE_PATIENCE_MS = 1000, /* and a probe so long */
    PROBE_IDLE_MS = 5000,     /* between probes while nothing is written */
    PROBE_TROUBLE_MS = 1000,  /* and while writing fails */
};
enum job_kind { JOB_WRITE, JOB_LOAD, JOB_FIND, JOB_SCAN };
struct job {
    struct job *next;
    enum job_kind kind;
    enum store_status status;
    char why[STORE_ERROR];
    void *arg;
    union {
        store_done *write;
        store_loaded_done *load;
        store_found_done *find;
        store_scanned_done *scan;
    } done;
    union {
        struct {
            struct store_change change;
            void *copies[6];
        } write;
        struct {
            struct store_id id;
            struct store_loaded loaded;
        } load;
        struct {
            struct store_key *token;
            int n_token, n;
            struct store_found *found;
        } find;
        struct {
            struct store_id after;
            struct store_scanned scanned[STORE_SCAN];
            int n;
        } scan;
    } u;
};
struct queue {
    struct job *first, **last;
};

struct store {
    const struct store_backend *backend;
    void *db;
    void (*wake)(void *arg);
    void *arg;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    _Atomic(const char *) trouble; /* store_trouble */
    int64_t written;               /* ms: the last write or probe; of the store's thread */
    /* under the lock */
    struct queue to_do, done;
    bool closing;
    /* of the caller's thread */
    int pending;
};

static void push(struct queue *q, struct job *j) {
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
}

static struct job *take_all(struct queue *q) {
    struct job *all = q->first;
    q->first = NULL;
    q->last = &q->first;
    return all;
}

static struct timespec monotonic(int64_t ms_from_now) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + ms_from_now % 1000 * 1000000;
    return (struct timespec){t.tv_sec + ms_from_now / 1000 + ns / 1000000000, ns % 1000000000};
}

static int64_t now_ms(void) {
    struct timespec t = monotonic(0);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the store's thread ----------------------------------------------------------------------------------- */

/* Forgets what an earlier try has found. */
static void clear_result(struct job *j) {
    if (j->kind == JOB_LOAD) {
        struct store_loaded *l = &j->u.load.loaded;
        free(l->entry);
        free(l->chat);
        free(l->start);
        free(l->snapshot);
        *l = (struct store_loaded){0};
    } else if (j->kind == JOB_FIND) {
        j->u.find.n = 0;
    }
}

static bool carry_out(struct store *s, struct job *j) {
    clear_result(j);
    switch (j->kind) {
    case JOB_WRITE:
        j->status = s->backend->change(s->db, &j->u.write.change) ? STORE_OK : STORE_FAILED;
        break;
    case JOB_LOAD: j->status = s->backend->load(s->db, &j->u.load.id, &j->u.load.loaded); break;
    case JOB_FIND:
        j->status =
            s->backend->find(s->db, j->u.find.token, j->u.find.n_token, j->u.find.found, &j->u.find.n);
        break;
    case JOB_SCAN:
        j->status = s->backend->scan(s->db, &j->u.scan.after, j->u.scan.scanned, &j->u.scan.n);
        break;
    }
    if (j->status == STORE_DAMAGED) snprintf(j->why, sizeof j->why, "%s", s->backend->error(s->db));
    return j->status != STORE_FAILED;
}

/* What a transaction that should have written something says about the store. */
static void note_write(struct store *s, bool ok) {
    s->trouble = ok ? NULL : s->backend->trouble(s->db);
    s->written = now_ms();
}

static bool has_write(const struct job *first, const struct job *end) {
    while (first != end && first->kind != JOB_WRITE) first = first->next;
    return first != end;
}

/* Jobs from `first` until `end` as one transaction. */
static bool transact(struct store *s, struct job *first, const struct job *end) {
    bool to_write = has_write(first, end), ok = false;
    if (s->backend->begin(s->db, to_write)) {
        struct job *j = first;
        while (j != end && carry_out(s, j)) j = j->next;
        ok = j == end && s->backend->commit(s->db);
    }
    if (to_write) note_write(s, ok);
    if (ok) return true;
    snprintf(first->why, sizeof first->why, "%s", s->backend->error(s->db));
    s->backend->rollback(s->db);
    return false;
}

/* All at once; if that fails each for itself, so that one cannot spoil the others. They share the patience: where all
 * had to wait for a lock in vain, none waits again. */
static void run_batch(struct store *s, struct job *first) {
    s->backend->patience(s->db, PATIENCE_MS);
    if (transact(s, first, NULL)) return;
    for (struct job *j = first; j; j = j->next)
        if (!transact(s, j, j->next)) j->status = STORE_FAILED;
}

/* Does writing work? Asked while nobody writes, so that trouble is known before somebody's move meets it. */
static void probe(struct store *s) {
    s->backend->patience(s->db, PROBE_PATIENCE_MS);
    bool ok = s->backend->begin(s->db, true) && s->backend->probe(s->db) && s->backend->commit(s->db);
    note_write(s, ok);
    if (!ok) s->backend->rollback(s->db);
}

/* Waits for something to do. False: it is time for a probe. */
static bool wait_for_job(struct store *s) {
    int64_t left = s->written + (s->trouble ? PROBE_TROUBLE_MS : PROBE_IDLE_MS) - now_ms();
    struct timespec until = monotonic(left > 0 ? left : 0);
    int timeout = 0;
    while (!s->to_do.first && !s->closing && !timeout)
        timeout = pthread_cond_timedwait(&s->asked, &s->lock, &until);
    return s->to_do.first || s->closing;
}

static void *run(void *arg) {
    struct store *s = arg;
    pthread_setname_np(pthread_self(), "store");
    for (;;) {
        pthread_mutex_lock(&s->lock);
        bool asked = wait_for_job(s);
        struct job *batch = take_all(&s->to_do);
        pthread_mutex_unlock(&s->lock);
        if (!asked) {
            probe(s);
            continue;
        }
        if (!batch) return NULL; /* closing, and all is done */
        run_batch(s, batch);
        pthread_mutex_lock(&s->lock);
        for (struct job *j = batch, *next; j; j = next) {
            next = j->next;
            push(&s->done, j);
        }
        pthread_mutex_unlock(&s->lock);
        s->wake(s->arg);
    }
}

/* --- the caller's thread ----------------------------------------------------------------------------------- */

static void *must(void *p) {
    if (p) return p;
    fputs("casata: out of memory\n", stderr);
    abort(); /* nothing acknowledged is lost: that is on the disk */
}

static void *copy(const void *bytes, size_t n) {
    return bytes && n ? memcpy(must(malloc(n)), bytes, n) : NULL;
}

static struct job *new_job(enum job_kind kind, void *arg) {
    struct job *j = must(calloc(1, sizeof *j));
    j->kind = kind;
    j->arg = arg;
    return j;
}

static void ask(struct store *s, struct job *j) {
    s->pending++;
    pthread_mutex_lock(&s->lock);
    push(&s->to_do, j);
    pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->lock);
}

void store_write(struct store *s, const struct store_change *change, store_done *done, void *arg) {
    struct job *j = new_job(JOB_WRITE, arg);
    struct store_change *c = &j->u.write.change;
    void **keep = j->u.write.copies;
    *c = *change;
    c->table = keep[0] = copy(c->table, sizeof *c->table);
    c->entry = keep[1] = copy(c->entry, (size_t)c->n * sizeof *c->entry);
    c->chat = keep[2] = copy(c->chat, sizeof *c->chat);
    c->start = keep[3] = c->start ? copy(c->start, strlen(c->start) + 1) : NULL;
    c->snapshot = keep[4] = c->snapshot ? copy(c->snapshot, strlen(c->snapshot) + 1) : NULL;
    j->done.write = done;
    ask(s, j);
}

void store_load(struct store *s, const struct store_id *id, store_loaded_done *done, void *arg) {
    struct job *j = new_job(JOB_LOAD, arg);
    j->u.load.id = *id;
    j->done.load = done;
    ask(s, j);
}

void store_find(struct store *s, const struct store_key *token, int n, store_found_done *done, void *arg) {
    struct job *j = new_job(JOB_FIND, arg);
    j->u.find.token = copy(token, (size_t)n * sizeof *token);
    j->u.find.n_token = n;
    j->u.find.found = must(calloc(STORE_MAX_FOUND, sizeof *j->u.find.found));
    j->done.find = done;
    ask(s, j);
}

void store_scan(struct store *s, const struct store_id *after, store_scanned_done *done, void *arg) {
    struct job *j = new_job(JOB_SCAN, arg);
    if (after) j->u.scan.after = *after;
    j->done.scan = done;
    ask(s, j);
}

static void free_job(struct job *j) {
    clear_result(j);
    if (j->kind == JOB_WRITE)
        for (size_t i = 0; i < sizeof j->u.write.copies / sizeof *j->u.write.copies; i++)
            free(j->u.write.copies[i]);
    if (j->kind == JOB_FIND) {
        free(j->u.find.token);
        free(j->u.find.found);
    }
    free(j);
}

static void answer(const struct job *j) {
    switch (j->kind) {
    case JOB_WRITE: j->done.write(j->arg, j->status, j->why); break;
    case JOB_LOAD: j->done.load(j->arg, j->status, j->why, &j->u.load.loaded); break;
    case JOB_FIND: j->done.find(j->arg, j->status, j->u.find.found, j->u.find.n); break;
    case JOB_SCAN: j->done.scan(j->arg, j->status, j->u.scan.scanned, j->u.scan.n); break;
    }
}

void store_deliver(struct store *s) {
    pthread_mutex_lock(&s->lock);
    struct job *done = take_all(&s->done);
    pthread_mutex_unlock(&s->lock);
    for (struct job *next; done; done = next) {
        next = done->next;
        s->pending--;
        answer(done);
        free_job(done);
    }
}

int store_pending(const struct store *s) { return s->pending; }

const char *store_trouble(const struct store *s) { return s->trouble; }

void store_hurry(struct store *s, int ms) { s->backend->hurry(s->db, ms); }

/* Times to wait for are counted by the clock that never jumps. */
static void start_waiting(struct store *s) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&s->asked, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&s->lock, NULL);
    s->written = now_ms();
}

struct store *store_open(const char *path, void (*wake)(void *arg), void *arg, char err[STORE_ERROR]) {
    struct store *s = must(calloc(1, sizeof *s));
    s->backend = &store_sqlite;
    s->wake = wake;
    s->arg = arg;
    take_all(&s->to_do);
    take_all(&s->done);
    s->db = s->backend->open(path, err);
    if (!s->db) {
        free(s);
        return NULL;
    }
    start_waiting(s);
    if (pthread_create(&s->thread, NULL, run, s) != 0) {
        snprintf(err, STORE_ERROR, "a thread cannot be started");
        s->backend->close(s->db);
        free(s);
        return NULL;
    }
    return s;
}

void store_close(struct store *s) {
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    s->backend->close(s->db);
    for (struct job *j = take_all(&s->done), *next; j; j = next) {
        next = j->next;
        free_job(j);
    }
    pthread_cond_destroy(&s->asked);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
