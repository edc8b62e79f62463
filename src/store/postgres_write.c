/* postgres_write.c: changes, chat and snapshots into a PostgreSQL database (postgres_int.h).
 *
 * A batch is one transaction. All its changes are one statement, sorted by table, so that servers writing the same
 * tables cannot deadlock. Each is stored only if its predecessor is the one it names; changes that do not come back
 * have lost. A batch with nothing else in it takes one round trip.
 *
 * A connection that breaks during COMMIT leaves the outcome unknown. The process at the other end is ended (link_ready),
 * then the database shows whose the changes are. */
#define _GNU_SOURCE
#include "store/postgres_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WRITES(X)                                                                                           \
    X(BEGIN_WRITE, "BEGIN")                                                                                 \
    X(COMMIT_WRITE, "COMMIT")                                                                               \
    X(APPEND, "WITH v AS (SELECT * FROM unnest($1::uuid[], $2::int4[], $3::int8[], $4::int8[], $5::int4[]," \
              " $6::int4[], $7::int2[], $8::int2[], $9::bytea[], $10::int8[])"                              \
              " AS v(id, n, by, time, cut, ply, to_act, flags, entry, prev))"                               \
              " INSERT INTO change SELECT id, n, by, time, cut, ply, to_act, flags, entry FROM v"           \
              " WHERE n=0 OR (SELECT p.by FROM change p WHERE p.id=v.id AND p.n=v.n-1)=v.prev"              \
              " ORDER BY id ON CONFLICT DO NOTHING RETURNING id")                                           \
    X(WHOSE, SQL_WHOSE)                                                                                     \
    X(INSERT_TABLE, SQL_INSERT_TABLE)                                                                       \
    X(UPDATE_TABLE, SQL_UPDATE_TABLE)                                                                       \
    X(PUT_SEAT, SQL_PUT_SEAT)                                                                               \
    X(PUT_POSITION, SQL_PUT_POSITION)                                                                       \
    X(PUT_CHAT, "INSERT INTO chat(id, n, seat, name, text, time, by)"                                       \
                " VALUES($1, coalesce((SELECT max(n)+1 FROM chat WHERE id=$1), 0), $2,$3,$4,$5,$6)"         \
                " ON CONFLICT DO NOTHING RETURNING n")                                                      \
    X(CUT_CHAT, "DELETE FROM chat WHERE id=$1 AND n<=(SELECT max(n) FROM chat WHERE id=$1)-$2")             \
    X(FIND_CHAT, "SELECT n FROM chat WHERE id=$1 AND by=$2")                                                \
    X(PROBE, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8,"                                 \
             " pg_logical_emit_message(true, 'casata', '')")

#define WRITE_ENUM(name, sql) name,
#define WRITE_SQL(name, sql)  sql,
enum { WRITES(WRITE_ENUM) N_WRITES };
const char *const postgres_write_sql[] = {WRITES(WRITE_SQL)};
const int postgres_n_write_sql = N_WRITES;

/* Jobs of one transaction: the changes, sorted by table, then the others. */
struct batch {
    struct store_job *job[STORE_BATCH];
    int n, changes;
    bool won[STORE_BATCH];
    bool rest; /* more to do than appending changes */
};

/* --- changes ------------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 10 };

static void add_change(struct array a[COLUMNS], const struct store_change *c) {
    uint8_t *packed = rows_must(malloc((size_t)c->n_entry * PACKED_ENTRY + 1));
    entry_pack(c->entry, c->n_entry, packed);
    array_bytes(&a[0], c->id.b, sizeof c->id.b);
    array_int(&a[1], c->version.n, 4);
    array_int(&a[2], (int64_t)c->version.by, 8);
    array_int(&a[3], c->time, 8);
    array_int(&a[4], c->cut, 4);
    array_int(&a[5], c->ply, 4);
    array_int(&a[6], c->to_act, 2);
    array_int(&a[7], change_flags(c), 2);
    array_bytes(&a[8], packed, (size_t)c->n_entry * PACKED_ENTRY);
    array_int(&a[9], (int64_t)c->prev, 8);
    free(packed);
}

static void begin_changes(struct array a[COLUMNS], int n) {
    static const int oid[COLUMNS] = {OID_UUID, OID_INT4, OID_INT8, OID_INT8,  OID_INT4,
                                     OID_INT4, OID_INT2, OID_INT2, OID_BYTEA, OID_INT8};
    for (int i = 0; i < COLUMNS; i++) array_begin(&a[i], oid[i], n);
}

static void send_changes(struct link *l, struct array a[COLUMNS]) {
    link_send_arrays(l, APPEND, a, COLUMNS);
    for (int i = 0; i < COLUMNS; i++) free(a[i].bytes);
}

static void append_changes(struct link *l, const struct batch *b) {
    struct array a[COLUMNS] = {0};
    begin_changes(a, b->changes);
    for (int i = 0; i < b->changes; i++) add_change(a, &b->job[i]->u.write.change);
    send_changes(l, a);
}

/* The changes that were stored come back in the order of the batch. */
static void take_winners(struct link *l, struct batch *b) {
    PGresult *r = link_result(l);
    for (int at = 0, i = 0; r && at < PQntuples(r); at++) {
        const void *id = PQgetvalue(r, at, 0);
        while (i < b->changes && memcmp(b->job[i]->u.write.change.id.b, id, 16) != 0) i++;
        if (i < b->changes) b->won[i++] = true;
    }
    PQclear(r);
}

/* --- the rest of a batch: statements, and their number of results ------------------------------------------------------ */

static int send_position(struct link *l, const struct store_id *id, const char *kind, int ply, uint32_t n,
                         const char *text) {
    struct params p = {0};
    params_position(&p, id, kind, ply, n, text);
    link_send(l, PUT_POSITION, &p);
    return 1;
}

static int send_table(struct link *l, const struct store_table *t, bool create) {
    struct params p = {0};
    params_table(&p, t);
    link_send(l, create ? INSERT_TABLE : UPDATE_TABLE, &p);
    for (int i = 0; i < t->seats; i++) {
        p.n = 0;
        params_seat(&p, t, i);
        link_send(l, PUT_SEAT, &p);
    }
    return 1 + t->seats;
}

static int send_rest_of_change(struct link *l, const struct store_change *c) {
    int n = 0;
    assert(c->version.n > 0 || c->table);
    if (c->table) n += send_table(l, c->table, c->version.n == 0);
    if (c->start) n += send_position(l, &c->id, "start", c->table->first, c->version.n, c->start);
    if (!c->also) return n;
    struct array a[COLUMNS] = {0};
    begin_changes(a, 1);
    add_change(a, c->also);
    send_changes(l, a);
    return n + 1 + send_rest_of_change(l, c->also);
}

static int send_chat(struct link *l, const struct store_job *j) {
    struct params p = {0};
    params_chat(&p, &j->u.chat.id, j->u.chat.by, j->u.chat.chat);
    link_send(l, PUT_CHAT, &p);
    p.n = 1;
    params_int(&p, STORE_CHATS_KEPT);
    link_send(l, CUT_CHAT, &p);
    return 2;
}

static int send_rest(struct link *l, const struct batch *b, int i) {
    const struct store_job *j = b->job[i];
    if (j->kind == JOB_CHAT) return send_chat(l, j);
    if (j->kind == JOB_CHANGE) return b->won[i] ? send_rest_of_change(l, &j->u.write.change) : 0;
    return send_position(l, &j->u.snapshot.id, "snapshot", j->u.snapshot.ply, j->u.snapshot.n,
                         j->u.snapshot.text);
}

/* The number that a message got; none: another server has just taken it, and the message is retried. */
static void take_chat(struct link *l, struct batch *b, int i) {
    PGresult *r = link_result(l);
    b->won[i] = r && PQntuples(r) > 0;
    if (b->won[i]) {
        struct row row = link_row(r, 0, NULL);
        b->job[i]->u.chat.chat->n = (int)row.number(&row, 0);
    }
    PQclear(r);
    link_skip(l);
}

static void take_rest(struct link *l, struct batch *b, int i, int results) {
    if (b->job[i]->kind == JOB_CHAT) {
        take_chat(l, b, i);
        return;
    }
    if (b->job[i]->kind == JOB_SNAPSHOT) b->won[i] = true;
    while (results-- > 0) link_skip(l);
}

/* --- a batch ---------------------------------------------------------------------------------------------------------------- */

static bool has_rest(const struct store_job *j) {
    const struct store_change *c = &j->u.write.change;
    return j->kind != JOB_CHANGE || c->table || c->start || c->also;
}

static int by_table(const void *a, const void *b) {
    const struct store_job *x = *(struct store_job *const *)a, *y = *(struct store_job *const *)b;
    if ((x->kind != JOB_CHANGE) != (y->kind != JOB_CHANGE)) return x->kind != JOB_CHANGE ? 1 : -1;
    int order = x->kind == JOB_CHANGE
                    ? memcmp(&x->u.write.change.id, &y->u.write.change.id, sizeof(struct store_id))
                    : 0;
    return order ? order : x->number < y->number ? -1 : 1;
}

static void set_all(struct batch *b, enum store_job_state state) {
    for (int i = 0; i < b->n; i++) b->job[i]->state = state;
}

/* From here until the answer to COMMIT the outcome is unknown. */
static void send_commit(struct link *l, struct batch *b) {
    link_send(l, COMMIT_WRITE, NULL);
    link_sync(l);
    set_all(b, JOB_UNKNOWN);
}

static enum link_failure begin_batch(struct link *l, struct batch *b) {
    link_begin(l);
    link_send(l, BEGIN_WRITE, NULL);
    if (b->changes) append_changes(l, b);
    if (b->rest)
        link_sync(l);
    else
        send_commit(l, b);
    link_skip(l);
    if (b->changes) take_winners(l, b);
    if (!b->rest) link_skip(l);
    return link_end(l);
}

static enum link_failure end_batch(struct link *l, struct batch *b) {
    int results[STORE_BATCH];
    link_begin(l);
    for (int i = 0; i < b->n; i++) results[i] = send_rest(l, b, i);
    send_commit(l, b);
    for (int i = 0; i < b->n; i++) take_rest(l, b, i, results[i]);
    link_skip(l);
    return link_end(l);
}

/* One transaction. After any failure but a broken connection nothing of it is stored. */
static enum link_failure transact(struct link *l, struct batch *b) {
    memset(b->won, 0, sizeof b->won);
    enum link_failure failure = begin_batch(l, b);
    if (failure == LINK_FINE && b->rest) failure = end_batch(l, b);
    if (failure == LINK_REFUSED || failure == LINK_LATER) set_all(b, JOB_OPEN);
    return failure;
}

static void decide(struct store_job *j, enum store_status status) {
    j->state = JOB_DECIDED;
    j->status = status;
}

/* For changes that have lost or whose fate is unknown: whose is the change with that number? An earlier try may have
 * stored it. `open`: those not stored are open again; otherwise they have lost. The small write in the same
 * transaction is acknowledged only when everything before it is as safe as it has to be, on standbys too. */
static bool ask_whose(struct link *l, struct store_job *const *job, int n, bool open) {
    link_begin(l);
    if (open) link_send(l, PROBE, NULL);
    for (int i = 0; i < n; i++) {
        bool chat = job[i]->kind == JOB_CHAT;
        const struct store_id *id = chat ? &job[i]->u.chat.id : &job[i]->u.write.change.id;
        struct params p = {0};
        params_bytes(&p, id->b, sizeof id->b);
        params_int(&p, chat ? (int64_t)job[i]->u.chat.by : job[i]->u.write.change.version.n);
        link_send(l, chat ? FIND_CHAT : WHOSE, &p);
    }
    link_sync(l);
    int64_t found[STORE_BATCH];
    bool there[STORE_BATCH];
    if (open) link_skip(l);
    for (int i = 0; i < n; i++) {
        PGresult *r = link_result(l);
        struct row row = link_row(r, 0, NULL);
        there[i] = r && PQntuples(r) > 0;
        found[i] = there[i] ? row.number(&row, 0) : 0;
        PQclear(r);
    }
    if (link_end(l) != LINK_FINE) return false;
    for (int i = 0; i < n; i++) {
        bool chat = job[i]->kind == JOB_CHAT;
        bool own = there[i] && (chat || (uint64_t)found[i] == job[i]->u.write.change.version.by);
        if (own && chat) job[i]->u.chat.chat->n = (int)found[i];
        if (own || !open)
            decide(job[i], own ? STORE_OK : STORE_CONFLICT);
        else
            job[i]->state = JOB_OPEN;
    }
    return true;
}

/* --- news -------------------------------------------------------------------------------------------------------------------- */

static void tell_change(struct feed *f, const struct store_change *c) {
    struct store_news news = {.kind = STORE_NEWS_CHANGE,
                              .id = c->id,
                              .version = c->version,
                              .time = c->time,
                              .to_act = c->to_act,
                              .bot = c->bot,
                              .whole = !c->table && c->n_entry <= STORE_NEWS_ENTRIES,
                              .cut = c->cut,
                              .ply = c->ply,
                              .n_entry = c->n_entry};
    if (news.whole && c->n_entry) memcpy(news.entry, c->entry, (size_t)c->n_entry * sizeof *c->entry);
    feed_tell(f, &news);
}

static void tell(struct feed *f, const struct store_job *j) {
    if (j->kind == JOB_CHANGE) tell_change(f, &j->u.write.change);
    if (j->kind == JOB_CHAT)
        feed_tell(
            f, &(struct store_news){.kind = STORE_NEWS_CHAT, .id = j->u.chat.id, .chat = j->u.chat.chat->n});
}

/* --- jobs ---------------------------------------------------------------------------------------------------------------------- */

static void end_transaction(struct postgres *q, struct batch *b) {
    struct store_job *lost[STORE_BATCH];
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        struct store_job *j = b->job[i];
        if (b->won[i]) {
            decide(j, STORE_OK);
            tell(q->feed, j);
        } else if (j->kind == JOB_CHANGE) {
            lost[n++] = j;
        } else {
            j->state = JOB_OPEN; /* a chat message whose number another server took */
        }
    }
    for (int i = 0; i < n; i++) lost[i]->state = JOB_OPEN;
    if (n) ask_whose(&q->writer, lost, n, false);
}

static const char *trouble_of(const char *state) {
    if (strcmp(state, "53100") == 0) return "full";
    if (strncmp(state, "53", 2) == 0 || strncmp(state, "58", 2) == 0 || strncmp(state, "XX", 2) == 0)
        return "failed";
    return NULL; /* a request was wrong */
}

static enum link_failure try_batch(struct postgres *q, struct batch *b) {
    enum link_failure failure = transact(&q->writer, b);
    if (failure == LINK_FINE) {
        end_transaction(q, b);
        q->trouble = NULL;
        q->away_since = 0;
    } else if (failure == LINK_REFUSED) {
        q->trouble = trouble_of(q->writer.state);
    }
    return failure;
}

/* One by one, so that one cannot spoil the others. */
static void try_each(struct postgres *q, struct batch *b) {
    for (int i = 0; i < b->n; i++) {
        struct store_job *j = b->job[i];
        struct batch one = {.job = {j}, .n = 1, .changes = j->kind == JOB_CHANGE, .rest = has_rest(j)};
        enum link_failure failure = try_batch(q, &one);
        if (failure == LINK_BROKEN) return;
        if (failure != LINK_REFUSED) continue;
        decide(j, STORE_FAILED);
        pthread_mutex_lock(&q->lock);
        snprintf(j->why, sizeof j->why, "%s", q->error);
        pthread_mutex_unlock(&q->lock);
    }
}

/* Finds out the fate of jobs whose COMMIT got no answer; a snapshot is simply stored again. */
static bool resolve(struct postgres *q, struct store_job *first) {
    struct store_job *job[STORE_BATCH];
    int n = 0;
    for (struct store_job *j = first; j && n < STORE_BATCH; j = j->next) {
        if (j->state != JOB_UNKNOWN) continue;
        if (j->kind == JOB_SNAPSHOT)
            j->state = JOB_OPEN;
        else
            job[n++] = j;
    }
    if (n && !ask_whose(&q->writer, job, n, true)) return false;
    for (int i = 0; i < n; i++)
        if (job[i]->state == JOB_DECIDED) {
            q->unknown_stored++;
            tell(q->feed, job[i]);
        } else {
            q->unknown_lost++;
        }
    return n < STORE_BATCH;
}

/* A table's changes follow each other, each in its own transaction: only the first of each table stays. */
static void keep_first(struct batch *b) {
    int kept = 0;
    for (int i = 0; i < b->changes; i++) {
        const struct store_job *last = kept ? b->job[kept - 1] : NULL;
        if (last &&
            memcmp(&last->u.write.change.id, &b->job[i]->u.write.change.id, sizeof(struct store_id)) == 0)
            continue;
        b->job[kept++] = b->job[i];
    }
    memmove(b->job + kept, b->job + b->changes, (size_t)(b->n - b->changes) * sizeof *b->job);
    b->n -= b->changes - kept;
    b->changes = kept;
}

static void collect(struct batch *b, struct store_job *first) {
    for (struct store_job *j = first; j && b->n < STORE_BATCH; j = j->next) {
        if (j->state != JOB_OPEN) continue;
        b->job[b->n++] = j;
        b->changes += j->kind == JOB_CHANGE;
    }
    qsort(b->job, (size_t)b->n, sizeof *b->job, by_table);
    keep_first(b);
    for (int i = 0; i < b->n; i++) b->rest = b->rest || has_rest(b->job[i]);
}

void postgres_write(void *db, struct store_job *first) {
    struct postgres *q = db;
    struct batch b = {0};
    if (!link_ready(&q->writer) || !resolve(q, first)) return;
    collect(&b, first);
    if (b.n && try_batch(q, &b) == LINK_REFUSED) try_each(q, &b);
}

static int64_t date_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void postgres_probe(void *db) {
    struct postgres *q = db;
    struct link *l = &q->writer;
    if (!link_ready(l)) return;
    int64_t before = date_ms(), there = 0;
    link_begin(l);
    link_send(l, PROBE, NULL);
    link_sync(l);
    PGresult *r = link_result(l);
    if (r) {
        struct row row = link_row(r, 0, NULL);
        there = row.number(&row, 0);
    }
    PQclear(r);
    enum link_failure failure = link_end(l);
    if (failure == LINK_REFUSED) q->trouble = trouble_of(l->state);
    if (failure != LINK_FINE) return;
    int64_t after = date_ms(); /* its clock was read in between */
    q->skew = there < before ? there - before : there > after ? there - after : 0;
    q->trouble = NULL;
    q->away_since = 0;
}
