/* postgres_link.c: one connection to PostgreSQL (postgres_int.h). */
#define _GNU_SOURCE
#include "store/postgres_int.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SILENCE_MS = 6000,   /* a database silent for this long is taken for lost */
    FIRST_DELAY_MS = 50, /* before reconnecting, doubled each time */
    LAST_DELAY_MS = 1000,
    END_MS = 5000, /* how long a lost connection's process may take to end */
};

/* --- connecting ------------------------------------------------------------------------------------------------- */

/* Notices of the database: an end that it announces is seen by the connection that ends. */
static void ignore(void *arg, const char *text) {
    (void)arg;
    (void)text;
}

/* Settings in the URI come last and win. */
PGconn *link_connect(const char *where, const char *name, char err[STORE_ERROR]) {
    const char *key[] = {"connect_timeout",  "target_session_attrs",
                         "application_name", "client_encoding",
                         "keepalives_idle",  "keepalives_interval",
                         "keepalives_count", "tcp_user_timeout",
                         "dbname",           NULL};
    const char *value[] = {"3", "read-write", name, "UTF8", "5", "2", "3", "8000", where, NULL};
    PGconn *c = PQconnectdbParams(key, value, 1);
    if (!c) {
        snprintf(err, STORE_ERROR, "out of memory");
        return NULL;
    }
    PQsetNoticeProcessor(c, ignore, NULL);
    if (PQstatus(c) == CONNECTION_OK && PQserverVersion(c) >= 150000) return c;
    if (PQstatus(c) == CONNECTION_OK)
        snprintf(err, STORE_ERROR, "the database is PostgreSQL %d; 15 or newer is needed",
                 PQserverVersion(c) / 10000);
    else
        snprintf(err, STORE_ERROR, "%.*s", (int)strcspn(PQerrorMessage(c), "\n"), PQerrorMessage(c));
    PQfinish(c);
    return NULL;
}

/* The last result of the statements sent; NULL: it did not come in time. A hanging database keeps its connections. */
static PGresult *await(PGconn *c, int ms) {
    int64_t until = rows_now_ms() + ms;
    for (PGresult *last = NULL, *next;; last = next) {
        while (PQisBusy(c)) {
            struct pollfd fd = {PQsocket(c), POLLIN, 0};
            int64_t left = until - rows_now_ms();
            if (left > 0 && poll(&fd, 1, (int)left) > 0 && PQconsumeInput(c) == 1) continue;
            PQclear(last);
            return NULL;
        }
        if (!(next = PQgetResult(c))) return last;
        PQclear(last);
    }
}

static bool is_done(PGresult *r) {
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

bool link_run(PGconn *c, const char *sql) {
    return PQsendQuery(c, sql) == 1 && is_done(await(c, SILENCE_MS));
}

/* The last connection's server process may be slow, stopped or cut off, and execute its statements later. It must be
 * gone before anybody checks their outcome. */
static bool end_old_process(struct link *l) {
    static const char sql[] = "SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity"
                              " WHERE pid=$1 AND backend_start=$2::timestamptz";
    char pid[16], wait[16];
    const char *value[] = {pid, l->since, wait};
    if (!l->may_be_alive) return true;
    snprintf(pid, sizeof pid, "%d", l->pid);
    snprintf(wait, sizeof wait, "%d", END_MS);
    PGresult *r = PQsendQueryParams(l->c, sql, 3, NULL, value, NULL, NULL, 0) == 1
                      ? await(l->c, END_MS + SILENCE_MS)
                      : NULL;
    bool ok =
        PQresultStatus(r) == PGRES_TUPLES_OK && (PQntuples(r) == 0 || strcmp(PQgetvalue(r, 0, 0), "t") == 0);
    PQclear(r);
    l->may_be_alive = l->may_be_alive && !ok;
    return ok;
}

static bool note_process(struct link *l) {
    static const char sql[] = "SELECT backend_start FROM pg_stat_activity WHERE pid=pg_backend_pid()";
    PGresult *r = PQsendQuery(l->c, sql) == 1 ? await(l->c, SILENCE_MS) : NULL;
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;
    if (ok) snprintf(l->since, sizeof l->since, "%s", PQgetvalue(r, 0, 0));
    l->pid = PQbackendPID(l->c);
    PQclear(r);
    return ok;
}

/* Generic plans: with others the planner may choose to read all changes of all tables. A server that stops in the
 * middle of a transaction does not block others for long. Whatever the database's default, an acknowledged change is
 * on its disk. */
static bool prepare(struct link *l) {
    static const char set[] = "SET plan_cache_mode=force_generic_plan; SET lock_timeout='2s';"
                              "SET idle_in_transaction_session_timeout='3s';"
                              "SELECT set_config('synchronous_commit', 'on', false)"
                              " WHERE current_setting('synchronous_commit')='off';"
                              "SET datestyle='ISO'; SET timezone='UTC'";
    bool ok = link_run(l->c, set) && end_old_process(l) && note_process(l);
    for (int i = 0; ok && i < l->n_sql; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        ok = PQsendPrepare(l->c, name, l->sql[i], 0, NULL) == 1 && is_done(await(l->c, SILENCE_MS));
    }
    if (!ok) postgres_note_error(l->all, PQerrorMessage(l->c));
    return ok && PQsetnonblocking(l->c, 1) == 0 && PQenterPipelineMode(l->c) == 1;
}

void link_drop(struct link *l) {
    if (l->c) PQfinish(l->c);
    l->c = NULL;
}

static void wait_until(struct link *l, int64_t ms) {
    int64_t now = rows_now_ms(), latest = l->all->latest;
    if (ms > latest) ms = latest;
    if (ms <= now) ms = now + 10; /* repeated calls must not keep a processor busy */
    nanosleep(&(struct timespec){(ms - now) / 1000, (ms - now) % 1000 * 1000000}, NULL);
}

/* A connection may have ended while idle: anything sent on it would be lost for certain. */
static bool is_alive(struct link *l) {
    for (;;) {
        if (!l->c || PQstatus(l->c) != CONNECTION_OK) return false;
        struct pollfd fd = {PQsocket(l->c), POLLIN, 0};
        if (poll(&fd, 1, 0) < 1) return true;
        if (PQconsumeInput(l->c) != 1) return false;
    }
}

bool link_ready(struct link *l) {
    char err[STORE_ERROR];
    int64_t since = rows_now_ms();
    if (is_alive(l)) return true;
    link_drop(l);
    if (l->delay) wait_until(l, l->try_at);
    l->c = link_connect(l->all->where, l->name, err);
    if (!l->c) postgres_note_error(l->all, err);
    if (l->c && prepare(l)) {
        l->delay = 0;
        if (l->was_ready) l->all->reconnects++;
        l->was_ready = true;
        return true;
    }
    link_drop(l);
    postgres_note_away(l->all, since);
    l->delay = l->delay == 0 ? FIRST_DELAY_MS : l->delay < LAST_DELAY_MS / 2 ? 2 * l->delay : LAST_DELAY_MS;
    l->try_at = rows_now_ms() + l->delay;
    return false;
}

/* --- rounds ------------------------------------------------------------------------------------------------------- */

/* The first failure of a round counts. */
static void fail(struct link *l, enum link_failure failure, const char *text) {
    if (l->failure != LINK_FINE) return;
    l->failure = failure;
    postgres_note_error(l->all, text);
}

static void break_off(struct link *l) {
    fail(l, LINK_BROKEN, PQerrorMessage(l->c));
    l->failure = LINK_BROKEN;
}

void link_begin(struct link *l) {
    l->failure = LINK_FINE;
    l->in_round = true;
    l->state[0] = 0;
    l->began = rows_now_ms();
    l->until = l->began + SILENCE_MS;
    if (l->writes) l->all->asked_since = l->began;
}

/* Writes as much as the socket takes and reads pending input, so that neither side waits for the other. */
static bool pump(struct link *l, bool wait) {
    int rest = PQflush(l->c);
    if (rest < 0) return false;
    if (!rest && !wait) return true;
    struct pollfd fd = {PQsocket(l->c), (short)(POLLIN | (rest ? POLLOUT : 0)), 0};
    int64_t left = l->until - rows_now_ms();
    if (left <= 0 || poll(&fd, 1, (int)left) == 0) {
        fail(l, LINK_BROKEN, "the database does not answer");
        return false;
    }
    return !(fd.revents & (POLLIN | POLLERR | POLLHUP)) || PQconsumeInput(l->c) == 1;
}

void link_send_arrays(struct link *l, int statement, const struct array *a, int n) {
    const char *value[MAX_PARAMS];
    int size[MAX_PARAMS], binary[MAX_PARAMS];
    char name[16];
    if (l->failure == LINK_BROKEN) return;
    for (int i = 0; i < n; i++) {
        value[i] = (const char *)a[i].bytes;
        size[i] = (int)a[i].n;
        binary[i] = 1;
    }
    snprintf(name, sizeof name, "s%d", statement);
    if (PQsendQueryPrepared(l->c, name, n, value, size, binary, 1) != 1 || !pump(l, false)) break_off(l);
}

void link_values(const struct params *params, struct link_values *v) {
    v->n = params ? params->n : 0;
    for (int i = 0; i < v->n; i++) {
        const struct param *p = &params->p[i];
        v->value[i] = p->kind == PARAM_NULL ? NULL : p->kind == PARAM_INT ? v->number[i] : p->bytes;
        v->size[i] = (int)p->size;
        v->binary[i] = p->kind == PARAM_BYTES || p->kind == PARAM_TEXT;
        if (p->kind == PARAM_INT) snprintf(v->number[i], sizeof v->number[i], "%lld", (long long)p->number);
    }
}

void link_send(struct link *l, int statement, const struct params *params) {
    struct link_values v;
    char name[16];
    if (l->failure == LINK_BROKEN) return;
    link_values(params, &v);
    snprintf(name, sizeof name, "s%d", statement);
    if (PQsendQueryPrepared(l->c, name, v.n, v.value, v.size, v.binary, 1) != 1 || !pump(l, false))
        break_off(l);
}

void link_sync(struct link *l) {
    if (l->failure != LINK_BROKEN && PQpipelineSync(l->c) != 1) break_off(l);
}

static PGresult *next(struct link *l) {
    while (PQisBusy(l->c))
        if (!pump(l, true)) {
            break_off(l);
            return NULL;
        }
    return PQgetResult(l->c);
}

/* A refusal by its SQLSTATE: class 08, 57 and some others mean that the connection is useless. */
static enum link_failure failure_of(const char *state) {
    static const char *const later[] = {"40001", "40P01", "55P03", "57014"};
    static const char *const broken[] = {"08", "57P", "25006", "25P03", "53300"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (strcmp(state, later[i]) == 0) return LINK_LATER;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strncmp(state, broken[i], strlen(broken[i])) == 0) return LINK_BROKEN;
    return *state ? LINK_REFUSED : LINK_BROKEN;
}

static void note_refusal(struct link *l, const PGresult *r) {
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    if (l->failure != LINK_FINE) return;
    snprintf(l->state, sizeof l->state, "%s", state ? state : "");
    fail(l, failure_of(l->state), PQresultErrorMessage(r));
}

PGresult *link_result(struct link *l) {
    if (l->failure == LINK_BROKEN) return NULL;
    PGresult *r = next(l);
    if (!r) {
        break_off(l);
        return NULL;
    }
    PQclear(next(l)); /* the end of this statement */
    ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return r;
    if (status == PGRES_FATAL_ERROR) note_refusal(l, r);
    PQclear(r);
    return NULL;
}

void link_skip(struct link *l) { PQclear(link_result(l)); }

/* A transaction that failed is still open. */
static void roll_back(struct link *l) {
    if (PQtransactionStatus(l->c) == PQTRANS_IDLE) return;
    bool ok =
        PQsendQueryParams(l->c, "ROLLBACK", 0, NULL, NULL, NULL, NULL, 1) == 1 && PQpipelineSync(l->c) == 1;
    for (PGresult *r; ok && (r = next(l)); PQclear(r)) continue;
    PGresult *sync = ok ? next(l) : NULL;
    if (!sync || PQresultStatus(sync) != PGRES_PIPELINE_SYNC) break_off(l);
    PQclear(sync);
}

enum link_failure link_end(struct link *l) {
    if (!l->in_round) return l->failure; /* it has already ended with a failure */
    l->in_round = false;
    PGresult *r = l->failure == LINK_BROKEN ? NULL : next(l);
    if (l->failure != LINK_BROKEN && PQresultStatus(r) != PGRES_PIPELINE_SYNC) break_off(l);
    PQclear(r);
    if (l->failure != LINK_FINE && l->failure != LINK_BROKEN) roll_back(l);
    if (l->failure == LINK_BROKEN) {
        l->may_be_alive = l->writes;
        link_drop(l);
        postgres_note_away(l->all, l->began);
    }
    if (l->writes) l->all->asked_since = 0;
    return l->failure;
}

/* --- rows ----------------------------------------------------------------------------------------------------------- */

/* Numbers come in binary, 2, 4 or 8 bytes. */
static int64_t column_number(const struct row *r, int column) {
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(r->result, r->at, column);
    int n = PQgetlength(r->result, r->at, column);
    uint64_t number = n > 0 && bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < n && i < 8; i++) number = number << 8 | bytes[i];
    return (int64_t)number;
}
static const void *column_bytes(const struct row *r, int column, size_t *n) {
    *n = (size_t)PQgetlength(r->result, r->at, column);
    return PQgetvalue(r->result, r->at, column);
}
static bool column_is_null(const struct row *r, int column) { return PQgetisnull(r->result, r->at, column); }
static const char *column_name(const struct row *r, int column) { return PQfname(r->result, column); }

struct row link_row(PGresult *r, int at, struct damage *damage) {
    return (struct row){.number = column_number,
                        .bytes = column_bytes,
                        .is_null = column_is_null,
                        .name = column_name,
                        .result = r,
                        .at = at,
                        .damage = damage};
}
