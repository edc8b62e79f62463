/* store.c: requests in, answers and news out (store.h): the part on the caller's thread. The store's threads are in
 * lanes.c. Knows no database. */
#define _GNU_SOURCE
#include "store/lanes.h"
#include "store/rows.h"
#include "store/watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct news {
    struct news *next;
    struct store_news news;
};

struct store {
    const struct store_backend *backend;
    struct store_hooks hooks;
    void *arg;
    struct lanes *lanes;
    struct watch watch;
    bool looking; /* a part of the watched tables is being looked up */
    int to_look;  /* this many are to be looked up without a pause */
    int64_t looked;
    int pending;
    uint64_t conflicts, failures, late; /* so far */
    /* under the lock: from other threads */
    pthread_mutex_t lock;
    struct news *first, **last;
    bool lost;
};

static bool is_postgres(const char *where) {
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

/* --- requests ---------------------------------------------------------------------------------------------------- */

static void *copy(const void *bytes, size_t n) {
    return bytes && n ? memcpy(rows_must(malloc(n)), bytes, n) : NULL;
}

static struct store_job *new_job(enum store_job_kind kind, void *arg) {
    struct store_job *j = rows_must(calloc(1, sizeof *j));
    j->kind = kind;
    j->arg = arg;
    return j;
}

static void ask(struct store *s, struct store_job *j) {
    s->pending++;
    lanes_ask(s->lanes, j);
}

/* Copies everything a change points to; four copies. */
static void copy_change(struct store_change *to, const struct store_change *from, void **keep) {
    *to = *from;
    to->table = keep[0] = copy(from->table, sizeof *from->table);
    to->entry = keep[1] = copy(from->entry, (size_t)from->n_entry * sizeof *from->entry);
    to->start = keep[2] = from->start ? copy(from->start, strlen(from->start) + 1) : NULL;
}

void store_write(struct store *s, const struct store_change *change, store_done *done, void *arg) {
    struct store_job *j = new_job(JOB_CHANGE, arg);
    struct store_change *c = &j->u.write.change;
    void **keep = j->u.write.copies;
    copy_change(c, change, keep);
    if (change->also) {
        struct store_change *also = keep[3] = copy(change->also, sizeof *also);
        copy_change(also, change->also, keep + 4);
        c->also = also;
    }
    j->done.write = done;
    ask(s, j);
}

void store_snapshot(struct store *s, const struct store_id *id, uint32_t n, int ply, const char *text,
                    store_done *done, void *arg) {
    struct store_job *j = new_job(JOB_SNAPSHOT, arg);
    j->u.snapshot.id = *id;
    j->u.snapshot.n = n;
    j->u.snapshot.ply = ply;
    j->u.snapshot.text = copy(text, strlen(text) + 1);
    j->done.write = done;
    ask(s, j);
}

/* It only has to differ from other messages of the same table. */
static uint64_t random_number(void) {
    uint64_t n = 0;
    while (getrandom(&n, sizeof n, 0) != sizeof n) continue;
    return n;
}

void store_chat(struct store *s, const struct store_id *id, const struct store_chat *chat,
                store_chat_done *done, void *arg) {
    struct store_job *j = new_job(JOB_CHAT, arg);
    j->u.chat.id = *id;
    j->u.chat.by = random_number();
    j->u.chat.chat = copy(chat, sizeof *chat);
    j->done.chat = done;
    ask(s, j);
}

void store_load(struct store *s, const struct store_id *id, store_loaded_done *done, void *arg) {
    struct store_job *j = new_job(JOB_LOAD, arg);
    j->u.load.id = *id;
    j->done.load = done;
    ask(s, j);
}

void store_tail(struct store *s, const struct store_id *id, struct store_version known, int chat,
                store_loaded_done *done, void *arg) {
    struct store_job *j = new_job(JOB_TAIL, arg);
    j->u.load.id = *id;
    j->u.load.known = known;
    j->u.load.chat = chat;
    j->done.load = done;
    ask(s, j);
}

void store_find(struct store *s, const struct store_key *token, int n, store_found_done *done, void *arg) {
    struct store_job *j = new_job(JOB_FIND, arg);
    j->u.find.token = copy(token, (size_t)n * sizeof *token);
    j->u.find.n_token = n;
    j->u.find.found = rows_must(calloc(STORE_MAX_FOUND, sizeof *j->u.find.found));
    j->done.find = done;
    ask(s, j);
}

void store_scan(struct store *s, const struct store_id *after, store_scanned_done *done, void *arg) {
    struct store_job *j = new_job(JOB_SCAN, arg);
    if (after) j->u.scan.after = *after;
    j->done.scan = done;
    ask(s, j);
}

void store_sweep(struct store *s, int64_t from, int64_t until, store_swept_done *done, void *arg) {
    struct store_job *j = new_job(JOB_SWEEP, arg);
    j->u.sweep.from = from;
    j->u.sweep.until = until;
    j->done.sweep = done;
    ask(s, j);
}

void store_beat(struct store *s, const struct store_node *node, store_beat_done *done, void *arg) {
    struct store_job *j = new_job(JOB_BEAT, arg);
    j->u.beat.node = *node;
    j->u.beat.node.program = j->u.beat.copies[0] = copy(node->program, strlen(node->program) + 1);
    j->u.beat.node.rules = j->u.beat.copies[1] = copy(node->rules, strlen(node->rules) + 1);
    j->done.beat = done;
    ask(s, j);
}

void store_tell(struct store *s, const struct store_news *news) {
    if (s->backend->tell) s->backend->tell(lanes_db(s->lanes), news);
}

int64_t store_clock_skew(const struct store *s) {
    return s->backend->skew ? s->backend->skew(lanes_db(s->lanes)) : 0;
}

/* --- watched tables ------------------------------------------------------------------------------------------------ */

/* All watched tables are looked up within this time. */
enum { LOOK_ROUND_MS = 2000, LOOKS = 10 };

void store_watch(struct store *s, const struct store_id *id, struct store_version known, int chat) {
    if (s->backend->shared) watch_put(&s->watch, &(struct store_known){*id, known, chat});
}

void store_unwatch(struct store *s, const struct store_id *id) { watch_remove(&s->watch, id); }

/* Looks up the next n tables. */
static void look(struct store *s, int n) {
    struct store_job *j = new_job(JOB_LOOK, NULL);
    j->u.look.known = rows_must(calloc((size_t)n, sizeof *j->u.look.known));
    j->u.look.was = rows_must(calloc((size_t)n, sizeof *j->u.look.was));
    j->u.look.n = watch_next(&s->watch, j->u.look.known, n);
    s->to_look = s->to_look > n ? s->to_look - n : 0;
    s->looking = true;
    s->looked = rows_now_ms();
    lanes_ask(s->lanes, j);
}

static void look_on(struct store *s) {
    if (s->to_look && s->watch.n && !s->looking) look(s, s->to_look < STORE_LOOK ? s->to_look : STORE_LOOK);
}

void store_tick(struct store *s) {
    if (!s->watch.n || s->looking || rows_now_ms() - s->looked < LOOK_ROUND_MS / LOOKS - 50) return;
    look_on(s);
    if (!s->looking) look(s, s->watch.n / LOOKS + 1);
}

static void tell_news(struct store *s, const struct store_news *n) {
    bool wanted = n->kind == STORE_NEWS_BOT || watch_find(&s->watch, &n->id);
    if (s->hooks.news && wanted) s->hooks.news(s->arg, n);
}

static bool is_same(struct store_version a, struct store_version b) { return a.n == b.n && a.by == b.by; }

/* The table differs from its known version. It may have gone back, if the database was replaced by an older one; but
 * not if its known version advanced only since the lookup. */
static bool is_news(const struct store_known *known, const struct store_known *is, struct store_version was) {
    if (is->version.n > known->version.n) return true;
    return is_same(known->version, was) && !is_same(known->version, is->version);
}

static void end_look(struct store *s, const struct store_job *j) {
    s->looking = false;
    if (j->status != STORE_OK) {
        s->to_look = s->watch.n; /* anything may have been missed */
        return;
    }
    for (int i = 0; i < j->u.look.n; i++) {
        const struct store_known *is = &j->u.look.known[i];
        const struct store_known *known = watch_find(&s->watch, &is->id);
        struct store_news news = {.id = is->id, .version = is->version, .chat = is->chat, .cut = -1};
        if (!known) continue;
        news.kind = is_news(known, is, j->u.look.was[i]) ? STORE_NEWS_CHANGE : STORE_NEWS_CHAT;
        if (news.kind != STORE_NEWS_CHANGE && is->chat <= known->chat) continue;
        s->late++;
        tell_news(s, &news);
    }
    look_on(s);
}

static void take_news(void *arg, const struct store_news *list, int n) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < n; i++) {
        struct news *news = rows_must(malloc(sizeof *news));
        *news = (struct news){NULL, list[i]};
        *s->last = news;
        s->last = &news->next;
    }
    pthread_mutex_unlock(&s->lock);
    s->hooks.wake(s->arg);
}

static void take_lost(void *arg) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    s->lost = true;
    pthread_mutex_unlock(&s->lock);
    s->hooks.wake(s->arg);
}

/* A message of another server may come late. */
static bool is_old(const struct store *s, const struct store_news *n) {
    const struct store_known *known = watch_find(&s->watch, &n->id);
    if (n->kind == STORE_NEWS_BOT) return false;
    if (!known) return true;
    if (n->kind == STORE_NEWS_PRESENCE) return false;
    return n->kind == STORE_NEWS_CHAT ? n->chat <= known->chat : n->version.n <= known->version.n;
}

static void deliver_news(struct store *s) {
    pthread_mutex_lock(&s->lock);
    struct news *all = s->first;
    bool lost = s->lost;
    s->first = NULL;
    s->last = &s->first;
    s->lost = false;
    pthread_mutex_unlock(&s->lock);
    if (lost) s->to_look = s->watch.n;
    look_on(s);
    for (struct news *next; all; all = next) {
        next = all->next;
        if (!is_old(s, &all->news)) tell_news(s, &all->news);
        free(all);
    }
}

/* --- answers ---------------------------------------------------------------------------------------------------------- */

static void answer(struct store *s, const struct store_job *j) {
    switch (j->kind) {
    case JOB_CHANGE:
    case JOB_SNAPSHOT: j->done.write(j->arg, j->status, j->why); break;
    case JOB_CHAT: j->done.chat(j->arg, j->status, j->why, j->u.chat.chat->n); break;
    case JOB_LOAD:
    case JOB_TAIL: j->done.load(j->arg, j->status, j->why, &j->u.load.loaded); break;
    case JOB_FIND: j->done.find(j->arg, j->status, j->u.find.found, j->u.find.n); break;
    case JOB_SCAN: j->done.scan(j->arg, j->status, j->u.scan.scanned, j->u.scan.n); break;
    case JOB_LOOK: end_look(s, j); break;
    case JOB_BEAT: j->done.beat(j->arg, j->status, j->u.beat.let_in); break;
    case JOB_SWEEP: j->done.sweep(j->arg, j->status, j->u.sweep.id, j->u.sweep.n); break;
    }
}

void store_deliver(struct store *s) {
    struct store_job *done = lanes_take(s->lanes);
    for (struct store_job *next; done; done = next) {
        next = done->next;
        s->pending -= done->kind != JOB_LOOK;
        s->conflicts += done->kind == JOB_CHANGE && done->status == STORE_CONFLICT;
        s->failures += done->status == STORE_FAILED;
        answer(s, done);
        lanes_free_job(done);
    }
    deliver_news(s);
}

void store_get_stats(struct store *s, struct store_stats *out) {
    *out = (struct store_stats){.schema = s->backend->schema(),
                                .queue = s->pending,
                                .conflicts = s->conflicts,
                                .failures = s->failures,
                                .late = s->late};
    lanes_stats(s->lanes, out);
    if (s->backend->stats) s->backend->stats(lanes_db(s->lanes), out);
}

int store_pending(const struct store *s) { return s->pending; }
const char *store_trouble(const struct store *s) { return lanes_trouble(s->lanes); }
void store_hurry(struct store *s, int ms) { lanes_hurry(s->lanes, ms); }
bool store_is_shared(const struct store *s) { return s->backend->shared; }
bool store_is_file(const char *where) { return !is_postgres(where); }

/* --- rows ------------------------------------------------------------------------------------------------------------- */

static bool same_key(const struct store_key *a, const struct store_key *b) {
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

static bool same_id(const struct store_id *a, const struct store_id *b) {
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

static bool same_seat(const struct store_seat *a, const struct store_seat *b) {
    return a->kind == b->kind && strcmp(a->level, b->level) == 0 && strcmp(a->name, b->name) == 0 &&
           same_key(&a->token, &b->token) && same_key(&a->invite, &b->invite) && a->reinvite == b->reinvite &&
           a->resigned == b->resigned && same_key(&a->link, &b->link) &&
           same_key(&a->link_token, &b->link_token) && a->link_until == b->link_until &&
           same_key(&a->hand, &b->hand) && a->hand_time == b->hand_time;
}

static bool same_question(const struct store_table *a, const struct store_table *b) {
    return a->takeback_seat == b->takeback_seat && a->takeback_ply == b->takeback_ply &&
           a->takeback_yes == b->takeback_yes && a->questions == b->questions &&
           a->takeback_question == b->takeback_question;
}

bool store_same_table(const struct store_table *a, const struct store_table *b) {
    for (int i = 0; i < a->seats && i < STORE_SEATS; i++)
        if (!same_seat(&a->seat[i], &b->seat[i])) return false;
    return same_id(&a->id, &b->id) && strcmp(a->game, b->game) == 0 && a->rules_version == b->rules_version &&
           a->edition == b->edition && strcmp(a->options, b->options) == 0 && a->seats == b->seats &&
           a->host == b->host && same_key(&a->any, &b->any) && same_id(&a->rematch, &b->rematch) &&
           a->created == b->created && a->undos == b->undos && a->first == b->first && same_question(a, b) &&
           a->record_open == b->record_open && a->settled == b->settled && a->away == b->away &&
           a->hints == b->hints;
}

/* --- opening ---------------------------------------------------------------------------------------------------------- */

static const struct store_backend *backend_of(const char *where, char err[STORE_ERROR]) {
    if (!is_postgres(where)) return &store_sqlite;
#ifdef CASATA_POSTGRES
    (void)err;
    return &store_postgres;
#else
    snprintf(err, STORE_ERROR, "%s", STORE_NO_POSTGRES);
    return NULL;
#endif
}

struct store *store_open(const struct store_config *config, char err[STORE_ERROR]) {
    const struct store_backend *backend = backend_of(config->where, err);
    if (!backend) return NULL;
    struct store *s = rows_must(calloc(1, sizeof *s));
    s->backend = backend;
    s->hooks = config->hooks;
    s->arg = config->arg;
    s->last = &s->first;
    pthread_mutex_init(&s->lock, NULL);
    struct lanes_config lanes = {
        .backend = backend,
        .where = config->where,
        .wait_ms = config->wait_ms ? config->wait_ms : STORE_WAIT_MS,
        .feed = {take_news, take_lost, s},
        .wake = config->hooks.wake,
        .arg = config->arg,
    };
    s->lanes = lanes_open(&lanes, err);
    if (s->lanes) return s;
    pthread_mutex_destroy(&s->lock);
    free(s);
    return NULL;
}

void store_close(struct store *s) {
    lanes_close(s->lanes);
    for (struct news *next; s->first; s->first = next) {
        next = s->first->next;
        free(s->first);
    }
    watch_free(&s->watch);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
