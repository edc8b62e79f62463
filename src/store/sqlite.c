/* sqlite.c: the store in one SQLite file (backend.h). Knows no server; no other file knows SQL.
 *
 * WAL keeps readers (a backup of the running server) and the one writer apart. synchronous=FULL waits for the
 * disk at every commit: WAL with NORMAL would survive a crash of the program but could lose the last
 * transactions with the power, and a move that was acknowledged must not be lost. The wait is shared by all
 * changes of a group commit. */
#include "store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

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
};
enum { SCHEMA_VERSION = sizeof migration / sizeof *migration };

/* ORDER table columns */
#define TABLE_COLUMNS                                                                                      \
    "t.id, t.game, t.rules_version, t.edition, t.options, t.seats, t.host, t.any_code, t.rematch, "        \
    "t.created, t.undos, t.first, t.takeback_seat, t.takeback_ply, t.takeback_yes"
enum { N_TABLE_COLUMNS = 15 };

#define STATEMENTS(X)                                                                                        \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                              \
    X(COMMIT, "COMMIT")                                                                                      \
    X(ROLLBACK, "ROLLBACK")                                                                                  \
    X(INSERT_TABLE, "INSERT INTO tables VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")                              \
    X(UPDATE_TABLE, "UPDATE tables SET game=?2, rules_version=?3, edition=?4, options=?5, seats=?6,"         \
                    " host=?7, any_code=?8, rematch=?9, created=?10, undos=?11, first=?12,"                  \
                    " takeback_seat=?13, takeback_ply=?14, takeback_yes=?15 WHERE id=?1")                    \
    X(PUT_SEAT, "INSERT OR REPLACE INTO seats VALUES(?,?,?,?,?,?,?)")                                        \
    X(CUT, "DELETE FROM log WHERE id=? AND ply>=?")                                                          \
    X(CUT_SNAPSHOT, "DELETE FROM positions WHERE id=? AND kind='snapshot' AND ply>?")                        \
    X(APPEND, "INSERT INTO log VALUES(?,?,?,?,?,?,?)")                                                       \
    X(PUT_CHAT, "INSERT INTO chat VALUES(?,?,?,?,?,?)")                                                      \
    X(PUT_POSITION, "INSERT OR REPLACE INTO positions VALUES(?,?,?,?)")                                      \
    X(GET_TABLE, "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.id=?")                                      \
    X(GET_SEATS, "SELECT seat, kind, level, name, token, invite FROM seats WHERE id=? ORDER BY seat")        \
    X(GET_LOG, "SELECT ply, seat, action, hash, to_act, time FROM log WHERE id=? AND ply>=? ORDER BY ply")   \
    X(GET_CHAT, "SELECT n, seat, name, text, time FROM chat WHERE id=? ORDER BY n DESC LIMIT ?")             \
    X(GET_POSITION, "SELECT text, ply FROM positions WHERE id=? AND kind=?")                                 \
    X(FIND, "SELECT " TABLE_COLUMNS ", s.seat FROM seats s JOIN tables t ON t.id=s.id WHERE s.token=?"       \
            " ORDER BY t.created DESC LIMIT ?")                                                              \
    X(LAST, "SELECT ply, to_act, time FROM log WHERE id=? ORDER BY ply DESC LIMIT 1")

#define STATEMENT_ENUM(name, sql) name,
#define STATEMENT_SQL(name, sql)  sql,
enum statement { STATEMENTS(STATEMENT_ENUM) N_STATEMENTS };
static const char *const statement_sql[] = {STATEMENTS(STATEMENT_SQL)};

struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *statement[N_STATEMENTS];
    int lock; /* a file that says: this database has a server */
    char error[STORE_ERROR];
};

/* --- statements ---------------------------------------------------------------------------------------------- */

static void note_error(struct sqlite *q) {
    snprintf(q->error, sizeof q->error, "%s", sqlite3_errmsg(q->db));
}

/* Ends a statement that gives no rows. */
static bool finish(struct sqlite *q, enum statement which) {
    sqlite3_stmt *st = q->statement[which];
    bool ok = sqlite3_step(st) == SQLITE_DONE;
    if (!ok) note_error(q);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return ok;
}

static void bind_id(sqlite3_stmt *st, int at, const struct store_id *id) {
    static const struct store_id none;
    if (memcmp(id, &none, sizeof none) != 0) sqlite3_bind_blob(st, at, id->b, sizeof id->b, SQLITE_STATIC);
}

static void bind_key(sqlite3_stmt *st, int at, const struct store_key *key) {
    static const struct store_key none;
    if (memcmp(key, &none, sizeof none) != 0) sqlite3_bind_blob(st, at, key->b, sizeof key->b, SQLITE_STATIC);
}

static void bind_text(sqlite3_stmt *st, int at, const char *text) {
    sqlite3_bind_text(st, at, text, -1, SQLITE_STATIC);
}

/* NULL and blobs of another size leave zeroes. */
static void get_blob(sqlite3_stmt *st, int at, uint8_t *out, size_t n) {
    memset(out, 0, n);
    const void *blob = sqlite3_column_blob(st, at);
    if (blob && (size_t)sqlite3_column_bytes(st, at) == n) memcpy(out, blob, n);
}

static void get_text(sqlite3_stmt *st, int at, char *out, size_t cap) {
    const unsigned char *text = sqlite3_column_text(st, at);
    snprintf(out, cap, "%s", text ? (const char *)text : "");
}

/* --- changes ------------------------------------------------------------------------------------------------- */

static bool put_table(struct sqlite *q, const struct store_table *t, bool create) {
    enum statement which = create ? INSERT_TABLE : UPDATE_TABLE;
    sqlite3_stmt *st = q->statement[which];
    /* ORDER table columns */
    bind_id(st, 1, &t->id);
    bind_text(st, 2, t->game);
    sqlite3_bind_int(st, 3, t->rules_version);
    sqlite3_bind_int64(st, 4, (int64_t)t->edition);
    bind_text(st, 5, t->options);
    sqlite3_bind_int(st, 6, t->seats);
    sqlite3_bind_int(st, 7, t->host);
    bind_key(st, 8, &t->any);
    bind_id(st, 9, &t->rematch);
    sqlite3_bind_int64(st, 10, t->created);
    sqlite3_bind_int64(st, 11, t->undos);
    sqlite3_bind_int(st, 12, t->first);
    sqlite3_bind_int(st, 13, t->takeback_seat);
    sqlite3_bind_int(st, 14, t->takeback_ply);
    sqlite3_bind_int64(st, 15, t->takeback_yes);
    return finish(q, which);
}

static bool put_seats(struct sqlite *q, const struct store_table *t) {
    sqlite3_stmt *st = q->statement[PUT_SEAT];
    for (int i = 0; i < t->seats; i++) {
        const struct store_seat *seat = &t->seat[i];
        bind_id(st, 1, &t->id);
        sqlite3_bind_int(st, 2, i);
        sqlite3_bind_int(st, 3, seat->kind);
        bind_text(st, 4, seat->level);
        bind_text(st, 5, seat->name);
        bind_key(st, 6, &seat->token);
        bind_key(st, 7, &seat->invite);
        if (!finish(q, PUT_SEAT)) return false;
    }
    return true;
}

/* A snapshot of what is cut away must not be taken for one of what follows instead. */
static bool cut_log(struct sqlite *q, const struct store_change *c) {
    static const enum statement both[] = {CUT, CUT_SNAPSHOT};
    for (int i = 0; i < 2; i++) {
        bind_id(q->statement[both[i]], 1, &c->id);
        sqlite3_bind_int(q->statement[both[i]], 2, c->cut);
        if (!finish(q, both[i])) return false;
    }
    return true;
}

static bool append_log(struct sqlite *q, const struct store_change *c) {
    sqlite3_stmt *st = q->statement[APPEND];
    for (int i = 0; i < c->n; i++) {
        const struct store_entry *e = &c->entry[i];
        bind_id(st, 1, &c->id);
        sqlite3_bind_int(st, 2, c->from + i);
        sqlite3_bind_int(st, 3, e->seat);
        sqlite3_bind_int64(st, 4, e->action);
        sqlite3_bind_int64(st, 5, (int64_t)e->hash);
        sqlite3_bind_int(st, 6, e->to_act);
        sqlite3_bind_int64(st, 7, e->time);
        if (!finish(q, APPEND)) return false;
    }
    return true;
}

static bool put_chat(struct sqlite *q, const struct store_change *c) {
    sqlite3_stmt *st = q->statement[PUT_CHAT];
    bind_id(st, 1, &c->id);
    sqlite3_bind_int(st, 2, c->chat->n);
    sqlite3_bind_int(st, 3, c->chat->seat);
    bind_text(st, 4, c->chat->name);
    bind_text(st, 5, c->chat->text);
    sqlite3_bind_int64(st, 6, c->chat->time);
    return finish(q, PUT_CHAT);
}

static bool put_position(struct sqlite *q, const struct store_id *id, const char *kind, int ply,
                         const char *text) {
    sqlite3_stmt *st = q->statement[PUT_POSITION];
    bind_id(st, 1, id);
    bind_text(st, 2, kind);
    sqlite3_bind_int(st, 3, ply);
    bind_text(st, 4, text);
    return finish(q, PUT_POSITION);
}

static bool change_sqlite(void *db, const struct store_change *c) {
    struct sqlite *q = db;
    if (c->table && !(put_table(q, c->table, c->create) && put_seats(q, c->table))) return false;
    if (c->cut >= 0 && !cut_log(q, c)) return false;
    if (c->n > 0 && !append_log(q, c)) return false;
    if (c->chat && !put_chat(q, c)) return false;
    if (c->start && !put_position(q, &c->id, "start", c->table ? c->table->first : 0, c->start)) return false;
    return !c->snapshot || put_position(q, &c->id, "snapshot", c->snapshot_ply, c->snapshot);
}

/* --- reading -------------------------------------------------------------------------------------------------- */

static void get_table(sqlite3_stmt *st, struct store_table *t) {
    /* ORDER table columns */
    get_blob(st, 0, t->id.b, sizeof t->id.b);
    get_text(st, 1, t->game, sizeof t->game);
    t->rules_version = sqlite3_column_int(st, 2);
    t->edition = (uint64_t)sqlite3_column_int64(st, 3);
    get_text(st, 4, t->options, sizeof t->options);
    t->seats = sqlite3_column_int(st, 5);
    t->host = sqlite3_column_int(st, 6);
    get_blob(st, 7, t->any.b, sizeof t->any.b);
    get_blob(st, 8, t->rematch.b, sizeof t->rematch.b);
    t->created = sqlite3_column_int64(st, 9);
    t->undos = (uint32_t)sqlite3_column_int64(st, 10);
    t->first = sqlite3_column_int(st, 11);
    t->takeback_seat = sqlite3_column_int(st, 12);
    t->takeback_ply = sqlite3_column_int(st, 13);
    t->takeback_yes = (unsigned)sqlite3_column_int(st, 14);
}

/* Steps through the rows of a statement; the caller's loop body handles one. */
static bool row(struct sqlite *q, sqlite3_stmt *st, bool *failed) {
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) return true;
    if (rc != SQLITE_DONE) {
        note_error(q);
        *failed = true;
    }
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return false;
}

static bool load_seats(struct sqlite *q, struct store_table *t) {
    sqlite3_stmt *st = q->statement[GET_SEATS];
    bool failed = false;
    bind_id(st, 1, &t->id);
    while (row(q, st, &failed)) {
        int i = sqlite3_column_int(st, 0);
        if (i < 0 || i >= STORE_SEATS) continue;
        struct store_seat *seat = &t->seat[i];
        seat->kind = (enum store_kind)sqlite3_column_int(st, 1);
        get_text(st, 2, seat->level, sizeof seat->level);
        get_text(st, 3, seat->name, sizeof seat->name);
        get_blob(st, 4, seat->token.b, sizeof seat->token.b);
        get_blob(st, 5, seat->invite.b, sizeof seat->invite.b);
    }
    return !failed;
}

/* Room for one more element of a list that grows by doubling. */
static void *grow(void *list, int n, size_t size) {
    if (n & (n - 1) || (n > 0 && n < 64)) return list;
    void *more = realloc(list, (size_t)(n ? 2 * n : 64) * size);
    if (more) return more;
    fputs("casata: out of memory\n", stderr);
    abort();
}

static bool load_log(struct sqlite *q, struct store_loaded *l) {
    sqlite3_stmt *st = q->statement[GET_LOG];
    bool failed = false;
    bind_id(st, 1, &l->table.id);
    sqlite3_bind_int(st, 2, l->table.first);
    while (row(q, st, &failed)) {
        if (sqlite3_column_int(st, 0) != l->table.first + l->n) {
            snprintf(q->error, sizeof q->error, "the log of a table has a gap at ply %d", l->table.first + l->n);
            failed = true;
            continue;
        }
        l->entry = grow(l->entry, l->n, sizeof *l->entry);
        l->entry[l->n++] = (struct store_entry){
            .seat = (uint8_t)sqlite3_column_int(st, 1),
            .action = (uint32_t)sqlite3_column_int64(st, 2),
            .hash = (uint64_t)sqlite3_column_int64(st, 3),
            .to_act = (uint8_t)sqlite3_column_int(st, 4),
            .time = sqlite3_column_int64(st, 5),
        };
    }
    return !failed;
}

static bool load_chat(struct sqlite *q, struct store_loaded *l) {
    sqlite3_stmt *st = q->statement[GET_CHAT];
    bool failed = false;
    bind_id(st, 1, &l->table.id);
    sqlite3_bind_int(st, 2, STORE_CHATS);
    while (row(q, st, &failed)) {
        l->chat = grow(l->chat, l->n_chat, sizeof *l->chat);
        struct store_chat *c = &l->chat[l->n_chat++];
        c->n = sqlite3_column_int(st, 0);
        c->seat = sqlite3_column_int(st, 1);
        get_text(st, 2, c->name, sizeof c->name);
        get_text(st, 3, c->text, sizeof c->text);
        c->time = sqlite3_column_int64(st, 4);
    }
    for (int i = 0, k = l->n_chat - 1; i < k; i++, k--) { /* oldest first */
        struct store_chat c = l->chat[i];
        l->chat[i] = l->chat[k];
        l->chat[k] = c;
    }
    return !failed;
}

static bool load_position(struct sqlite *q, const struct store_id *id, const char *kind, char **text, int *ply) {
    sqlite3_stmt *st = q->statement[GET_POSITION];
    bool failed = false;
    bind_id(st, 1, id);
    bind_text(st, 2, kind);
    while (row(q, st, &failed)) {
        const unsigned char *found = sqlite3_column_text(st, 0);
        free(*text);
        *text = found ? strdup((const char *)found) : NULL;
        *ply = sqlite3_column_int(st, 1);
    }
    return !failed;
}

static enum store_status load_sqlite(void *db, const struct store_id *id, struct store_loaded *l) {
    struct sqlite *q = db;
    sqlite3_stmt *st = q->statement[GET_TABLE];
    bool failed = false, found = false;
    int start_ply;
    bind_id(st, 1, id);
    while (row(q, st, &failed)) {
        get_table(st, &l->table);
        found = true;
    }
    if (failed) return STORE_FAILED;
    if (!found) return STORE_NONE;
    if (l->table.seats < 1 || l->table.seats > STORE_SEATS) {
        snprintf(q->error, sizeof q->error, "a table has %d seats", l->table.seats);
        return STORE_FAILED;
    }
    return load_seats(q, &l->table) && load_log(q, l) && load_chat(q, l) &&
                   load_position(q, id, "start", &l->start, &start_ply) &&
                   load_position(q, id, "snapshot", &l->snapshot, &l->snapshot_ply)
               ? STORE_OK
               : STORE_FAILED;
}

static bool find_last(struct sqlite *q, struct store_found *f) {
    sqlite3_stmt *st = q->statement[LAST];
    bool failed = false;
    f->ply = f->table.first;
    f->time = f->table.created;
    bind_id(st, 1, &f->table.id);
    while (row(q, st, &failed)) {
        f->ply = sqlite3_column_int(st, 0) + 1;
        f->to_act = (uint8_t)sqlite3_column_int(st, 1);
        f->time = sqlite3_column_int64(st, 2);
    }
    return !failed;
}

static int latest_first(const void *a, const void *b) {
    const struct store_found *x = a, *y = b;
    return (x->time < y->time) - (x->time > y->time);
}

static enum store_status find_sqlite(void *db, const struct store_key *token, int n_token,
                                     struct store_found *found, int *n) {
    struct sqlite *q = db;
    sqlite3_stmt *st = q->statement[FIND];
    bool failed = false;
    *n = 0;
    for (int i = 0; i < n_token; i++) {
        bind_key(st, 1, &token[i]);
        sqlite3_bind_int(st, 2, STORE_MAX_FOUND - *n);
        while (row(q, st, &failed)) {
            struct store_found *f = &found[(*n)++];
            *f = (struct store_found){0};
            get_table(st, &f->table);
            f->seat = sqlite3_column_int(st, N_TABLE_COLUMNS);
        }
    }
    for (int i = 0; i < *n && !failed; i++) failed = !load_seats(q, &found[i].table) || !find_last(q, &found[i]);
    qsort(found, (size_t)*n, sizeof *found, latest_first);
    return failed ? STORE_FAILED : STORE_OK;
}

/* --- opening --------------------------------------------------------------------------------------------------- */

static bool begin_sqlite(void *db) { return finish(db, BEGIN); }
static bool commit_sqlite(void *db) { return finish(db, COMMIT); }
static void rollback_sqlite(void *db) {
    struct sqlite *q = db;
    if (sqlite3_get_autocommit(q->db)) return; /* SQLite has rolled back by itself */
    sqlite3_step(q->statement[ROLLBACK]);
    sqlite3_reset(q->statement[ROLLBACK]);
}
static const char *error_sqlite(void *db) { return ((struct sqlite *)db)->error; }

static void close_sqlite(void *db) {
    struct sqlite *q = db;
    for (int i = 0; i < N_STATEMENTS; i++) sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->db);
    if (q->lock >= 0) close(q->lock);
    free(q);
}

static bool number(sqlite3 *db, const char *sql, int *out) {
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK) return false;
    bool ok = sqlite3_step(st) == SQLITE_ROW;
    if (ok) *out = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return ok;
}

static bool run_sql(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK; }

/* Brings the schema from `version` to the current one, a transaction for each step. */
static bool migrate(sqlite3 *db, int version) {
    char sql[160];
    for (; version < SCHEMA_VERSION; version++) {
        snprintf(sql, sizeof sql, "DELETE FROM schema_version; INSERT INTO schema_version VALUES(%d); COMMIT",
                 version + 1);
        if (!run_sql(db, "BEGIN IMMEDIATE") || !run_sql(db, migration[version]) || !run_sql(db, sql)) return false;
    }
    return true;
}

/* NULL, or what is wrong with the database; sqlite3_errmsg says more if it is "". */
static const char *prepare_schema(sqlite3 *db) {
    char sql[120];
    int objects, application, version = 0;
    if (!number(db, "SELECT count(*) FROM sqlite_schema", &objects) ||
        !number(db, "PRAGMA application_id", &application))
        return "";
    if (objects > 0 && application != APPLICATION_ID) return "it is a database of another program";
    if (!run_sql(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864"))
        return "";
    snprintf(sql, sizeof sql,
             "PRAGMA application_id=%d; CREATE TABLE IF NOT EXISTS schema_version(version INTEGER NOT NULL) STRICT",
             APPLICATION_ID);
    if (!run_sql(db, sql)) return "";
    number(db, "SELECT version FROM schema_version", &version);
    if (version > SCHEMA_VERSION) return "it was made by a newer version of the program";
    if (!migrate(db, version)) return "";
    /* The first write at the start, not at somebody's first move. */
    return run_sql(db, "BEGIN IMMEDIATE; UPDATE schema_version SET version=version; COMMIT") ? NULL : "";
}

static bool take_lock(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    char name[4096];
    snprintf(name, sizeof name, "%s.lock", path);
    q->lock = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (q->lock < 0) {
        snprintf(err, STORE_ERROR, "the database %.100s cannot be written: %s", path, strerror(errno));
        return false;
    }
    if (flock(q->lock, LOCK_EX | LOCK_NB) == 0) return true;
    snprintf(err, STORE_ERROR, "the database %.100s is in use by another server", path);
    return false;
}

static bool open_database(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    int rc = sqlite3_open_v2(path, &q->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    const char *wrong = rc == SQLITE_OK ? NULL : "";
    if (!wrong && sqlite3_db_readonly(q->db, "main") == 1) wrong = "it is read-only";
    if (!wrong) {
        sqlite3_busy_timeout(q->db, 5000);
        wrong = prepare_schema(q->db);
    }
    for (int i = 0; !wrong && i < N_STATEMENTS; i++)
        if (sqlite3_prepare_v3(q->db, statement_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &q->statement[i], NULL) !=
            SQLITE_OK)
            wrong = "";
    if (!wrong) return true;
    snprintf(err, STORE_ERROR, "the database %.80s cannot be used: %.100s", path,
             *wrong ? wrong : sqlite3_errmsg(q->db));
    return false;
}

static void *open_sqlite(const char *path, char err[STORE_ERROR]) {
    struct sqlite *q = calloc(1, sizeof *q);
    if (!q) {
        snprintf(err, STORE_ERROR, "out of memory");
        return NULL;
    }
    q->lock = -1;
    if (take_lock(q, path, err) && open_database(q, path, err)) return q;
    close_sqlite(q);
    return NULL;
}

const struct store_backend store_sqlite = {
    .open = open_sqlite,
    .close = close_sqlite,
    .begin = begin_sqlite,
    .commit = commit_sqlite,
    .rollback = rollback_sqlite,
    .change = change_sqlite,
    .load = load_sqlite,
    .find = find_sqlite,
    .error = error_sqlite,
};
