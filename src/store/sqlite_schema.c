/* sqlite_schema.c: the schema of a SQLite database and its history (sqlite_int.h). */
#include "store/sqlite_int.h"

#include <stdio.h>

enum { APPLICATION_ID = 0x43415341 }; /* "CASA" in the file's header */

/* One step for each version of the schema, never changed once released; the last one is the current one. */
static const char *const migration[] = {
    "CREATE TABLE tables(id BLOB PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL,"
    " edition INTEGER NOT NULL, options TEXT NOT NULL, seats INTEGER NOT NULL, host INTEGER NOT NULL,"
    " any_code BLOB, rematch BLOB, created INTEGER NOT NULL, undos INTEGER NOT NULL, first INTEGER NOT NULL,"
    " takeback_seat INTEGER NOT NULL, takeback_ply INTEGER NOT NULL, takeback_yes INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE seats(id BLOB NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL, level TEXT NOT NULL,"
    " name TEXT NOT NULL, token BLOB, invite BLOB, PRIMARY KEY(id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_token ON seats(token) WHERE token IS NOT NULL;"
    "CREATE TABLE log(id BLOB NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL,"
    " hash INTEGER NOT NULL, to_act INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(id, ply)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat(id BLOB NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,"
    " text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(id, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE positions(id BLOB NOT NULL, kind TEXT NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY(id, kind)) STRICT, WITHOUT ROWID;",
    /* Questions get numbers. An open one stands, but its agreements do not say to what. The record of a finished game
     * may have been read. */
    "ALTER TABLE tables ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN takeback_question INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN record_open INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN reinvite INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET questions=1, takeback_question=1, takeback_yes=0 WHERE takeback_seat>=0;"
    "UPDATE tables SET record_open=1 WHERE"
    " (SELECT to_act FROM log WHERE log.id=tables.id ORDER BY ply DESC LIMIT 1)=0;",
    /* Changes get numbers: one creates the table, then each entry of the log so far is one. An entry whose place or
     * columns make no sense becomes a change that makes none, so that its table stays damaged. */
    "CREATE TABLE change(id BLOB NOT NULL, n INTEGER NOT NULL, by INTEGER NOT NULL, time INTEGER NOT NULL,"
    " cut INTEGER NOT NULL, ply INTEGER NOT NULL, to_act INTEGER NOT NULL, flags INTEGER NOT NULL,"
    " entry BLOB NOT NULL, PRIMARY KEY(id, n)) STRICT, WITHOUT ROWID;"
    "INSERT INTO change SELECT id, 0, random(), created, -1, 0, 0, 2, x'' FROM tables;"
    "INSERT OR IGNORE INTO change SELECT id, p+1, random(), time, -1, p+1, to_act, 0,"
    " pack_entry(hash, time, action, seat, to_act) FROM"
    " (SELECT *, CASE WHEN ply BETWEEN 0 AND 16777214 THEN ply ELSE 16777215 END AS p FROM log);"
    "DROP TABLE log;"
    "ALTER TABLE chat ADD COLUMN by INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE positions ADD COLUMN n INTEGER NOT NULL DEFAULT 0;"
    "UPDATE positions SET n=ply;"
    "CREATE TABLE packed(id BLOB PRIMARY KEY, n INTEGER NOT NULL, by INTEGER NOT NULL, ply INTEGER NOT NULL,"
    " entry BLOB NOT NULL) STRICT, WITHOUT ROWID;",
    /* Seats can give up and be brought to another device; tables have a time for absence, and a rule for hints. */
    "ALTER TABLE tables ADD COLUMN away INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN resigned INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN link BLOB;"
    "ALTER TABLE seats ADD COLUMN link_token BLOB;"
    "ALTER TABLE seats ADD COLUMN link_until INTEGER NOT NULL DEFAULT 0;",
    /* Seats can show their hand to spectators. */
    ("ALTER TABLE seats ADD COLUMN hand BLOB;"
     "ALTER TABLE seats ADD COLUMN hand_time INTEGER NOT NULL DEFAULT 0;"),
};
enum { SCHEMA_VERSION = sizeof migration / sizeof *migration };

int sqlite_schema_version(void) { return SCHEMA_VERSION; }

static bool number(sqlite3 *db, const char *sql, int *out) {
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK) return false;
    bool ok = sqlite3_step(st) == SQLITE_ROW;
    if (ok) *out = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return ok;
}

static bool run_sql(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* pack_entry(hash, time, action, seat, to_act): an entry as a change has it; nothing if it makes no sense. */
static void pack_entry(sqlite3_context *context, int n, sqlite3_value **value) {
    int64_t action = sqlite3_value_int64(value[2]), seat = sqlite3_value_int64(value[3]),
            to_act = sqlite3_value_int64(value[4]);
    struct store_entry e = {
        .hash = (uint64_t)sqlite3_value_int64(value[0]),
        .time = sqlite3_value_int64(value[1]),
        .action = (uint32_t)action,
        .seat = (uint8_t)seat,
        .to_act = (uint8_t)to_act,
    };
    uint8_t packed[PACKED_ENTRY];
    bool sane = e.action == action && e.seat == seat && e.to_act == to_act;
    (void)n;
    entry_pack(&e, 1, packed);
    sqlite3_result_blob(context, packed, sane ? PACKED_ENTRY : 0, SQLITE_TRANSIENT);
}

/* Brings the schema from `version` to the current one, a transaction for each step. */
static bool migrate(sqlite3 *db, int version) {
    char sql[160];
    if (version < SCHEMA_VERSION &&
        sqlite3_create_function(db, "pack_entry", 5, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, pack_entry,
                                NULL, NULL) != SQLITE_OK)
        return false;
    for (; version < SCHEMA_VERSION; version++) {
        snprintf(sql, sizeof sql, "DELETE FROM schema_version; INSERT INTO schema_version VALUES(%d); COMMIT",
                 version + 1);
        if (!run_sql(db, "BEGIN IMMEDIATE") || !run_sql(db, migration[version]) || !run_sql(db, sql))
            return false;
    }
    return true;
}

const char *sqlite_check_schema(sqlite3 *db) {
    int application, version = 0;
    if (!number(db, "PRAGMA application_id", &application)) return "";
    if (application != APPLICATION_ID) return "it is not a database of Casata";
    if (!number(db, "SELECT version FROM schema_version", &version)) return "";
    if (version > SCHEMA_VERSION) return "it was made by a newer version of the program";
    return version < SCHEMA_VERSION ? "it was made by an older version; \"casata store check\" updates it"
                                    : NULL;
}

const char *sqlite_prepare_schema(sqlite3 *db) {
    char sql[120];
    int objects, application, version = 0;
    if (!number(db, "SELECT count(*) FROM sqlite_schema", &objects) ||
        !number(db, "PRAGMA application_id", &application))
        return "";
    if (objects > 0 && application != APPLICATION_ID) return "it is a database of another program";
    if (!run_sql(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864;"
                     "PRAGMA wal_autocheckpoint=8000"))
        return "";
    snprintf(sql, sizeof sql,
             "PRAGMA application_id=%d; CREATE TABLE IF NOT EXISTS schema_version(version INTEGER NOT NULL) "
             "STRICT",
             APPLICATION_ID);
    if (!run_sql(db, sql)) return "";
    number(db, "SELECT version FROM schema_version", &version);
    if (version > SCHEMA_VERSION) return "it was made by a newer version of the program";
    if (!migrate(db, version)) return "";
    /* The first write at the start, not at somebody's first move. */
    return run_sql(db, "BEGIN IMMEDIATE; " SMALL_WRITE "; COMMIT") ? NULL : "";
}
