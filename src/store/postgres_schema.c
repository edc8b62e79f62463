/* postgres_schema.c: the schema of a PostgreSQL database and its history (postgres_int.h). */
#include "store/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step for each version of the schema, never changed once released; the last one is the current one. A step only
 * adds: programs of the version before may still run, up to `oldest`. */
static const struct step {
    int oldest; /* programs of this version of the schema may run on it */
    const char *sql;
} migration[] = {
    {1, "CREATE TABLE tables(id uuid PRIMARY KEY, game text NOT NULL, rules_version int NOT NULL,"
        " edition bigint NOT NULL, options text NOT NULL, seats smallint NOT NULL, host smallint NOT NULL,"
        " any_code bytea, rematch uuid, created bigint NOT NULL, undos bigint NOT NULL, first int NOT NULL,"
        " takeback_seat smallint NOT NULL, takeback_ply int NOT NULL, takeback_yes smallint NOT NULL,"
        " questions bigint NOT NULL, takeback_question bigint NOT NULL, record_open smallint NOT NULL,"
        " settled int NOT NULL);"
        "CREATE TABLE seats(id uuid NOT NULL, seat smallint NOT NULL, kind smallint NOT NULL, level text NOT "
        "NULL,"
        " name text NOT NULL, token bytea, invite bytea, reinvite bigint NOT NULL, PRIMARY KEY(id, seat));"
        "CREATE INDEX seats_token ON seats(token) WHERE token IS NOT NULL;"
        "CREATE TABLE change(id uuid NOT NULL, n int NOT NULL, by bigint NOT NULL, time bigint NOT NULL,"
        " cut int NOT NULL, ply int NOT NULL, to_act smallint NOT NULL, flags smallint NOT NULL,"
        " entry bytea NOT NULL, PRIMARY KEY(id, n))"
        " WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);"
        "CREATE INDEX change_bot ON change(time) WHERE flags & 1 = 1;"
        "CREATE TABLE chat(id uuid NOT NULL, n int NOT NULL, seat smallint NOT NULL, name text NOT NULL,"
        " text text NOT NULL, time bigint NOT NULL, by bigint NOT NULL, PRIMARY KEY(id, n));"
        "CREATE TABLE positions(id uuid NOT NULL, kind text NOT NULL, ply int NOT NULL, n int NOT NULL,"
        " text text NOT NULL, PRIMARY KEY(id, kind));"
        "CREATE TABLE packed(id uuid PRIMARY KEY, n int NOT NULL, by bigint NOT NULL, ply int NOT NULL,"
        " entry bytea NOT NULL);"
        "CREATE UNLOGGED TABLE node(id int PRIMARY KEY, program text NOT NULL, rules text NOT NULL,"
        " state text NOT NULL, beat timestamptz NOT NULL);"
        "CREATE UNLOGGED TABLE presence(id uuid NOT NULL, seat smallint NOT NULL, node int NOT NULL,"
        " sockets smallint NOT NULL, PRIMARY KEY(id, seat, node));"
        "CREATE UNLOGGED TABLE seen(id uuid NOT NULL, seat smallint NOT NULL, at bigint NOT NULL,"
        " PRIMARY KEY(id, seat));"
        "CREATE UNLOGGED TABLE bucket(key bytea PRIMARY KEY, due bigint NOT NULL);"},
    {1, "ALTER TABLE tables ADD COLUMN away int NOT NULL DEFAULT 0, ADD COLUMN hints smallint NOT NULL "
        "DEFAULT 0;"
        "ALTER TABLE seats ADD COLUMN resigned int NOT NULL DEFAULT 0, ADD COLUMN link bytea,"
        " ADD COLUMN link_token bytea, ADD COLUMN link_until bigint NOT NULL DEFAULT 0;"},
    {1, "ALTER TABLE seats ADD COLUMN hand bytea, ADD COLUMN hand_time bigint NOT NULL DEFAULT 0;"},
};
enum { SCHEMA_VERSION = sizeof migration / sizeof *migration };

int postgres_schema_version(void) { return SCHEMA_VERSION; }

static bool run_sql(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    bool ok = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    return ok;
}

/* The numbers of schema_version; version 0: there is none yet. */
static bool read_version(PGconn *c, int *version, int *oldest) {
    PGresult *r = PQexec(c, "SELECT version, oldest FROM schema_version");
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;
    *version = ok && PQntuples(r) > 0 ? atoi(PQgetvalue(r, 0, 0)) : 0;
    *oldest = ok && PQntuples(r) > 0 ? atoi(PQgetvalue(r, 0, 1)) : 0;
    PQclear(r);
    return ok;
}

static bool migrate(PGconn *c, int version) {
    char sql[160];
    for (; version < SCHEMA_VERSION; version++) {
        snprintf(sql, sizeof sql, "DELETE FROM schema_version; INSERT INTO schema_version VALUES(%d, %d)",
                 version + 1, migration[version].oldest);
        if (!run_sql(c, "BEGIN") || !run_sql(c, migration[version].sql) || !run_sql(c, sql) ||
            !run_sql(c, "COMMIT"))
            return false;
    }
    return true;
}

/* Servers that start at the same time wait for each other here. */
static bool prepare(PGconn *c, bool *newer) {
    int version, oldest;
    if (!run_sql(c, "SET client_min_messages=warning; SELECT pg_advisory_lock(1128354625, 0)") ||
        !run_sql(c, "CREATE TABLE IF NOT EXISTS schema_version(version int NOT NULL, oldest int NOT NULL)") ||
        !read_version(c, &version, &oldest))
        return false;
    *newer = oldest > SCHEMA_VERSION;
    return !*newer && migrate(c, version) && run_sql(c, "SELECT pg_advisory_unlock(1128354625, 0)");
}

bool postgres_prepare_schema(PGconn *c, char err[STORE_ERROR]) {
    bool newer = false;
    if (prepare(c, &newer)) return true;
    if (newer)
        snprintf(err, STORE_ERROR, "the database was made by a newer version of the program");
    else
        snprintf(err, STORE_ERROR, "the database cannot be used: %.*s", (int)strcspn(PQerrorMessage(c), "\n"),
                 PQerrorMessage(c));
    return false;
}
