/* postgres_read.c: tables from the rows of a PostgreSQL database (postgres_int.h). */
#include "store/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>

#define SILENCE "interval '10 s'" /* STORE_SILENT_MS */
#define READS(X)                                                                                             \
    X(BEGIN_READ, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")                                         \
    X(COMMIT_READ, "COMMIT")                                                                                 \
    X(GET_TABLE, SQL_GET_TABLE)                                                                              \
    X(GET_SEATS, SQL_GET_SEATS)                                                                              \
    X(GET_POSITIONS, SQL_GET_POSITIONS)                                                                      \
    X(GET_PACKED, SQL_GET_PACKED)                                                                            \
    X(GET_CHANGES, SQL_GET_CHANGES)                                                                          \
    X(GET_CHAT, SQL_GET_CHAT)                                                                                \
    X(FIND, SQL_FIND)                                                                                        \
    X(LAST, SQL_LAST)                                                                                        \
    X(SCAN, SQL_SCAN(""))                                                                                    \
    X(HOLD_SWEEP, "SELECT pg_try_advisory_lock(1128354625, 1) WHERE NOT EXISTS (SELECT 1 FROM pg_locks"      \
                  " WHERE locktype='advisory' AND classid=1128354625 AND objid=1 AND pid=pg_backend_pid())") \
    X(SWEEP, "SELECT c.id FROM change c WHERE c.flags & 1 = 1 AND c.time >= $1 AND c.time < $2"              \
             " AND NOT EXISTS (SELECT 1 FROM change d WHERE d.id=c.id AND d.n=c.n+1)"                        \
             " AND EXISTS (SELECT 1 FROM seats s WHERE s.id=c.id AND s.kind=1) LIMIT $3")                    \
    X(LOOK, "SELECT w.id, c.n, c.by, t.n, w.n, w.by"                                                         \
            " FROM unnest($1::uuid[], $2::int4[], $3::int8[], $4::int4[]) AS w(id, n, by, chat)"             \
            " CROSS JOIN LATERAL (SELECT coalesce(l.n, p.n, 0) AS n, coalesce(l.by, p.by, 0) AS by"          \
            " FROM (SELECT 1) AS one"                                                                        \
            " LEFT JOIN LATERAL (SELECT n, by FROM change WHERE id=w.id ORDER BY n DESC LIMIT 1) l ON true"  \
            " LEFT JOIN packed p ON p.id=w.id) c"                                                            \
            " CROSS JOIN LATERAL (SELECT coalesce(max(n), -1) AS n FROM chat WHERE id=w.id) t"               \
            " WHERE c.n<>w.n OR c.by<>w.by OR t.n<>w.chat")                                                  \
    X(BEGIN_BEAT, "BEGIN")                                                                                   \
    X(HOLD_NODES, "SELECT pg_advisory_xact_lock(1128354625, 3)")                                             \
    X(BEAT, "INSERT INTO node(id, program, rules, state, beat) SELECT $1::int, $2::text, $3::text,"          \
            " CASE WHEN EXISTS (SELECT 1 FROM node o WHERE o.id<>$1 AND o.rules<>$3 AND o.state<>'wait'"     \
            " AND o.beat>clock_timestamp()-" SILENCE ") THEN 'wait' ELSE $4::text END, clock_timestamp()"    \
            " ON CONFLICT(id) DO UPDATE SET state=CASE WHEN node.state<>'wait'"                              \
            " AND node.beat>clock_timestamp()-" SILENCE " THEN $4::text ELSE excluded.state END,"            \
            " beat=excluded.beat RETURNING (state<>'wait')::int")                                            \
    X(FORGET_NODES, "DELETE FROM node WHERE beat<clock_timestamp()-interval '1 hour' OR id=$1")

#define READ_ENUM(name, sql) name,
#define READ_SQL(name, sql)  sql,
enum { READS(READ_ENUM) N_READS };
const char *const postgres_read_sql[] = {READS(READ_SQL)};
const int postgres_n_read_sql = N_READS;

static void send_id(struct link *l, int statement, const struct store_id *id) {
    struct params p = {0};
    params_bytes(&p, id->b, sizeof id->b);
    link_send(l, statement, &p);
}

/* Goes through the rows of the next statement; the caller's loop body handles one. */
struct cursor {
    struct link *l;
    struct damage *damage;
    PGresult *result; /* NULL: between two statements */
    int at;
};
static bool next_row(struct cursor *c, struct row *row) {
    if (!c->result) {
        c->result = link_result(c->l);
        c->at = 0;
    }
    if (c->result && c->at < PQntuples(c->result)) {
        *row = link_row(c->result, c->at++, c->damage);
        return true;
    }
    PQclear(c->result);
    c->result = NULL;
    return false;
}

/* --- one table ------------------------------------------------------------------------------------------------------ */

static void send_load(struct link *l, const struct store_job *j) {
    const struct store_id *id = &j->u.load.id;
    bool tail = j->kind == JOB_TAIL;
    struct params p = {0};
    link_send(l, BEGIN_READ, NULL); /* all statements see the same moment */
    send_id(l, GET_TABLE, id);
    send_id(l, GET_SEATS, id);
    if (!tail) send_id(l, GET_POSITIONS, id);
    if (!tail) send_id(l, GET_PACKED, id);
    params_bytes(&p, id->b, sizeof id->b);
    params_int(&p, tail ? j->u.load.known.n : 0);
    link_send(l, GET_CHANGES, &p);
    p.n = 1;
    params_int(&p, tail ? j->u.load.chat : -1);
    params_int(&p, STORE_CHATS);
    link_send(l, GET_CHAT, &p);
    link_send(l, COMMIT_READ, NULL);
    link_sync(l);
}

static enum store_status take_load(struct link *l, struct damage *d, struct store_job *j) {
    struct store_loaded *to = &j->u.load.loaded;
    struct log_reader log = log_reader_on(to, d);
    struct cursor c = {.l = l, .damage = d};
    struct row row;
    bool tail = j->kind == JOB_TAIL, found = false;
    int seats = 0;
    to->table.seats = 1; /* rows are read before it is known whether the table is there */
    link_skip(l);
    for (; next_row(&c, &row); found = true) row_table(&row, &to->table);
    while (next_row(&c, &row)) row_seat(&row, &to->table, &seats);
    if (tail) {
        while (next_row(&c, &row)) log_read_tail(&log, &row, &j->u.load.known);
    } else {
        while (next_row(&c, &row)) log_read_position(&log, &row);
        while (next_row(&c, &row)) log_read_packed(&log, &row);
        while (next_row(&c, &row)) log_read_change(&log, &row);
    }
    while (next_row(&c, &row)) row_chat(&row, to);
    link_skip(l);
    rows_oldest_first(to);
    if (!found) return STORE_NONE;
    rows_check_seats(d, &to->table, seats);
    if (!tail) log_end(&log);
    return d->found ? STORE_DAMAGED : !tail || log.known_is_there ? STORE_OK : STORE_CONFLICT;
}

/* --- the tables of some tokens --------------------------------------------------------------------------------------- */

/* The tables of all tokens, without those that are damaged. */
static int take_found(struct link *l, struct damage *d, struct store_job *j) {
    struct cursor c = {.l = l, .damage = d};
    struct row row;
    int n = 0;
    for (int i = 0; i < j->u.find.n_token; i++)
        while (next_row(&c, &row)) {
            struct store_found f = {0};
            d->found = false;
            row_table(&row, &f.table);
            f.seat = (int)row_int(&row, N_TABLE_COLUMNS, 0, f.table.seats - 1);
            if (!d->found && n < STORE_MAX_FOUND) j->u.find.found[n++] = f;
        }
    return n;
}

/* Seats and last change of the tables that were found. */
static int complete_found(struct link *l, struct damage *d, struct store_found *found, int rows) {
    struct cursor c = {.l = l, .damage = d};
    struct row row;
    int n = 0;
    for (int i = 0; i < rows; i++) {
        struct store_found *f = &found[i];
        int seats = 0;
        d->found = false;
        f->ply = f->table.first;
        f->time = f->table.created;
        while (next_row(&c, &row)) row_seat(&row, &f->table, &seats);
        while (next_row(&c, &row)) row_last(&row, f);
        rows_check_seats(d, &f->table, seats);
        if (!d->found) found[n++] = *f;
    }
    return n;
}

static enum store_status find(struct link *l, struct damage *d, struct store_job *j) {
    struct store_found *found = j->u.find.found;
    for (int i = 0; i < j->u.find.n_token; i++) {
        struct params p = {0};
        params_bytes(&p, j->u.find.token[i].b, sizeof j->u.find.token[i].b);
        params_int(&p, STORE_MAX_FOUND);
        link_send(l, FIND, &p);
    }
    link_sync(l);
    int rows = take_found(l, d, j);
    if (link_end(l) != LINK_FINE) return STORE_FAILED;
    link_begin(l);
    for (int i = 0; i < rows; i++) {
        send_id(l, GET_SEATS, &found[i].table.id);
        send_id(l, LAST, &found[i].table.id);
    }
    link_sync(l);
    j->u.find.n = complete_found(l, d, found, rows);
    rows_sort_found(found, j->u.find.n);
    return STORE_OK;
}

/* --- many tables --------------------------------------------------------------------------------------------------------- */

static enum store_status scan(struct link *l, struct damage *d, struct store_job *j) {
    struct params p = {0};
    params_bytes(&p, j->u.scan.after.b, sizeof j->u.scan.after.b);
    params_int(&p, STORE_SCAN);
    link_send(l, SCAN, &p);
    link_sync(l);
    struct cursor c = {.l = l, .damage = d};
    struct row row;
    for (j->u.scan.n = 0; next_row(&c, &row); j->u.scan.n++)
        row_scanned(&row, &j->u.scan.scanned[j->u.scan.n]);
    return STORE_OK;
}

/* One server, the lock holder, sweeps for all. No row: this one has it already. */
static enum store_status sweep(struct link *l, struct damage *d, struct store_job *j) {
    struct cursor c = {.l = l, .damage = d};
    struct params p = {0};
    struct row row;
    bool holds = true;
    params_int(&p, j->u.sweep.from);
    params_int(&p, j->u.sweep.until);
    params_int(&p, STORE_SCAN);
    link_send(l, HOLD_SWEEP, NULL);
    link_send(l, SWEEP, &p);
    link_sync(l);
    while (next_row(&c, &row)) holds = row.number(&row, 0) != 0;
    for (j->u.sweep.n = 0; next_row(&c, &row); j->u.sweep.n++)
        row_blob(&row, 0, j->u.sweep.id[j->u.sweep.n].b, sizeof(struct store_id));
    if (!holds) j->u.sweep.n = 0;
    return STORE_OK;
}

static void send_look(struct link *l, const struct store_known *known, int n) {
    struct array a[4] = {0};
    static const int oid[] = {OID_UUID, OID_INT4, OID_INT8, OID_INT4};
    for (int i = 0; i < 4; i++) array_begin(&a[i], oid[i], n);
    for (int i = 0; i < n; i++) {
        array_bytes(&a[0], known[i].id.b, sizeof known[i].id.b);
        array_int(&a[1], known[i].version.n, 4);
        array_int(&a[2], (int64_t)known[i].version.by, 8);
        array_int(&a[3], known[i].chat, 4);
    }
    link_send_arrays(l, LOOK, a, 4);
    for (int i = 0; i < 4; i++) free(a[i].bytes);
    link_sync(l);
}

static enum store_status look(struct link *l, struct damage *d, struct store_job *j) {
    struct cursor c = {.l = l, .damage = d};
    struct row row;
    send_look(l, j->u.look.known, j->u.look.n);
    j->u.look.n = 0;
    while (next_row(&c, &row)) {
        struct store_known *is = &j->u.look.known[j->u.look.n];
        struct store_version *was = &j->u.look.was[j->u.look.n++];
        row_blob(&row, 0, is->id.b, sizeof is->id.b);
        is->version = (struct store_version){(uint32_t)row.number(&row, 1), (uint64_t)row.number(&row, 2)};
        is->chat = (int)row.number(&row, 3);
        *was = (struct store_version){(uint32_t)row.number(&row, 4), (uint64_t)row.number(&row, 5)};
    }
    return STORE_OK;
}

/* --- the servers -------------------------------------------------------------------------------------------------------- */

/* Serialized, so that two that differ cannot both be let in. */
static enum store_status beat(struct link *l, struct damage *d, struct store_job *j) {
    const struct store_node *node = &j->u.beat.node;
    struct cursor c = {.l = l, .damage = d};
    struct params p = {0};
    struct row row;
    params_int(&p, (int32_t)node->number);
    link_send(l, BEGIN_BEAT, NULL);
    link_send(l, HOLD_NODES, NULL);
    if (node->gone) {
        link_send(l, FORGET_NODES, &p);
    } else {
        params_text(&p, node->program);
        params_text(&p, node->rules);
        params_text(&p, node->stopping ? "stopping" : "ok");
        link_send(l, BEAT, &p);
    }
    link_send(l, COMMIT_READ, NULL);
    link_sync(l);
    link_skip(l);
    link_skip(l);
    while (next_row(&c, &row)) j->u.beat.let_in = row.number(&row, 0) != 0;
    link_skip(l);
    return STORE_OK;
}

/* --- jobs ------------------------------------------------------------------------------------------------------------------ */

static enum store_status carry_out(struct link *l, struct damage *d, struct store_job *j) {
    switch (j->kind) {
    case JOB_FIND: return find(l, d, j);
    case JOB_SCAN: return scan(l, d, j);
    case JOB_LOOK: return look(l, d, j);
    case JOB_SWEEP: return sweep(l, d, j);
    case JOB_BEAT: return beat(l, d, j);
    default: send_load(l, j); return take_load(l, d, j);
    }
}

/* A job hit by a lost connection stays open, and is given again; a list to look up is used up by then. */
static void read_one(struct postgres *q, struct store_job *j) {
    struct link *l = &q->reader;
    q->damage.found = false;
    link_begin(l);
    j->status = carry_out(l, &q->damage, j);
    enum link_failure failure = link_end(l);
    if (failure == LINK_FINE) {
        if (j->status == STORE_DAMAGED) snprintf(j->why, sizeof j->why, "%s", q->damage.text);
        j->state = JOB_DECIDED;
        return;
    }
    j->status = STORE_FAILED;
    if (failure == LINK_REFUSED || j->kind == JOB_LOOK) j->state = JOB_DECIDED;
    pthread_mutex_lock(&q->lock);
    snprintf(j->why, sizeof j->why, "%s", q->error);
    pthread_mutex_unlock(&q->lock);
}

void postgres_read(void *db, struct store_job *first) {
    struct postgres *q = db;
    for (struct store_job *j = first; j; j = j->next)
        if (j->state == JOB_OPEN) {
            if (!link_ready(&q->reader)) return;
            read_one(q, j);
        }
}
