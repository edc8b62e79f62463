/* postgres_sql.c: a PostgreSQL database for maintenance (sql.h). Servers may be at work on it. */
#include "store/postgres_int.h"
#include "store/sql.h"

#include <stdio.h>
#include <string.h>

static bool fail(PGconn *c, char err[STORE_ERROR]) {
    const char *text = PQerrorMessage(c);
    snprintf(err, STORE_ERROR, "%.*s", (int)strcspn(text, "\n"), text);
    return false;
}

static void close_link(void *db) { PQfinish(db); }

static bool run(void *db, const char *text, const struct params *params, sql_row *each, void *arg,
                char err[STORE_ERROR]) {
    struct link_values v;
    struct damage damage = {0};
    link_values(params, &v);
    PGresult *r = PQexecParams(db, text, v.n, NULL, v.value, v.size, v.binary, 1);
    ExecStatusType status = PQresultStatus(r);
    bool ok = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || fail(db, err);
    for (int i = 0; ok && each && i < PQntuples(r); i++) {
        struct row row = link_row(r, i, &damage);
        each(arg, &row);
    }
    PQclear(r);
    return ok;
}

/* Whether this is a Casata database at all; it is not made one by mistake. */
static bool has_tables(PGconn *c, char err[STORE_ERROR]) {
    PGresult *r = PQexec(c, "SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL");
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;
    PQclear(r);
    if (!ok) snprintf(err, STORE_ERROR, "the database has no tables of Casata");
    return ok;
}

/* Two programs reshaping the same tables would remove each other's rows. Waits for one that is ending: the database
 * notices the end of its connection a moment later. */
static bool is_only_one(PGconn *c, char err[STORE_ERROR]) {
    PGresult *r = PQexec(c, "SELECT pg_advisory_lock(1128354625, 2)");
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    if (!ok) snprintf(err, STORE_ERROR, "another \"casata store\" works on this database");
    return ok;
}

static void *open_link(const char *where, enum sql_mode mode, char err[STORE_ERROR]) {
    PGconn *c = link_connect(where, "casata store", err);
    bool ok = c && (mode == SQL_CREATE || has_tables(c, err)) && postgres_prepare_schema(c, err) &&
              run(c, "SET lock_timeout='10s'", NULL, NULL, NULL, err) &&
              (mode == SQL_LOOK || is_only_one(c, err));
    if (ok) return c;
    if (c) PQfinish(c);
    return NULL;
}

/* --- many rows ------------------------------------------------------------------------------------------------------ */

static bool begin_copy(PGconn *c, const struct sql_table *t) {
    char text[400];
    int n = snprintf(text, sizeof text, "COPY %s(", t->name);
    for (int i = 0; i < t->n; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", i ? "," : "", t->column[i].name);
    snprintf(text + n, sizeof text - (size_t)n, ") FROM STDIN (FORMAT binary)");
    PGresult *r = PQexec(c, text);
    bool ok = PQresultStatus(r) == PGRES_COPY_IN;
    PQclear(r);
    return ok;
}

/* The signature, no flags and no extension; after the rows a count of -1. */
static bool insert(void *db, const struct sql_table *t, const struct sql_bytes *rows, char err[STORE_ERROR]) {
    static const char head[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0";
    if (!begin_copy(db, t)) return fail(db, err);
    bool ok = PQputCopyData(db, head, sizeof head) == 1;
    for (size_t at = 0; ok && at < rows->n;) {
        size_t left = rows->n - at, piece = left < 1 << 20 ? left : 1 << 20;
        ok = PQputCopyData(db, (const char *)rows->bytes + at, (int)piece) == 1;
        at += piece;
    }
    ok = ok && PQputCopyData(db, "\377\377", 2) == 1 && PQputCopyEnd(db, NULL) == 1;
    if (!ok) return fail(db, err);
    PGresult *r = PQgetResult(db);
    if (PQresultStatus(r) != PGRES_COMMAND_OK) ok = fail(db, err);
    PQclear(r);
    while ((r = PQgetResult(db))) PQclear(r);
    return ok;
}

const struct sql_kind sql_postgres = {
    .open = open_link,
    .close = close_link,
    .run = run,
    .insert = insert,
    .begin_look = "BEGIN ISOLATION LEVEL REPEATABLE READ",
    .begin_change = "BEGIN",
    .hold_changes = "LOCK TABLE change IN SHARE ROW EXCLUSIVE MODE",
};
