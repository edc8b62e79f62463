/* sqlite.c: the store in one SQLite file (backend.h). Knows no server; no other file knows SQL.
 *
 * WAL keeps readers (a backup of the running server) and the one writer apart. synchronous=FULL waits for the
 * disk at every commit: WAL with NORMAL would survive a crash of the program but could lose the last
 * transactions with the power, and a move that was acknowledged must not be lost. The wait is shared by all
 * changes of a group commit. The log is taken over into the database only every 8000 pages (32 MB): that waits
 * for the disk more than once, and few large waits delay fewer moves than many small ones.
 *
 * A commit counts only if the database still has its name afterwards: what goes into a file that was removed or
 * replaced meanwhile is lost with the process. Rows are not trusted: a number, text or list of seats that this program
 * would not have written makes its table STORE_DAMAGED. */
#define _GNU_SOURCE
#include "store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x43415341, /* "CASA" in the file's header */
    OPEN_PATIENCE_MS = 5000,
};

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
    /* Questions get numbers. An open one keeps standing, but those who agreed did not say to what. The record of
     * a game that was over may have been read. */
    "ALTER TABLE tables ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN takeback_question INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN record_open INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN reinvite INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET questions=1, takeback_question=1, takeback_yes=0 WHERE takeback_seat>=0;"
    "UPDATE tables SET record_open=1 WHERE"
    " (SELECT to_act FROM log WHERE log.id=tables.id ORDER BY ply DESC LIMIT 1)=0;",
};
enum { SCHEMA_VERSION = sizeof migration / sizeof *migration };

/* ORDER table columns */
#define TABLE_COLUMNS                                                                               \
    "t.id, t.game, t.rules_version, t.edition, t.options, t.seats, t.host, t.any_code, t.rematch, " \
    "t.created, t.undos, t.first, t.takeback_seat, t.takeback_ply, t.takeback_yes, t.questions, "   \
    "t.takeback_question, t.record_open, t.settled"
enum { N_TABLE_COLUMNS = 19 };

/* Writes a page whatever is in it: an UPDATE that changes nothing would not. The number is used for nothing else. */
#define SMALL_WRITE "PRAGMA user_version=0"

#define STATEMENTS(X)                                                                                      \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE")                                                                      \
    X(BEGIN_READ, "BEGIN")                                                                                 \
    X(PROBE, SMALL_WRITE)                                                                                  \
    X(COMMIT, "COMMIT")                                                                                    \
    X(ROLLBACK, "ROLLBACK")                                                                                \
    X(INSERT_TABLE, "INSERT INTO tables VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")                    \
    X(UPDATE_TABLE, "UPDATE tables SET game=?2, rules_version=?3, edition=?4, options=?5, seats=?6,"       \
                    " host=?7, any_code=?8, rematch=?9, created=?10, undos=?11, first=?12,"                \
                    " takeback_seat=?13, takeback_ply=?14, takeback_yes=?15, questions=?16,"               \
                    " takeback_question=?17, record_open=?18, settled=?19 WHERE id=?1")                    \
    X(PUT_SEAT, "INSERT OR REPLACE INTO seats VALUES(?,?,?,?,?,?,?,?)")                                    \
    X(CUT, "DELETE FROM log WHERE id=? AND ply>=?")                                                        \
    X(CUT_SNAPSHOT, "DELETE FROM positions WHERE id=? AND kind='snapshot' AND ply>?")                      \
    X(APPEND, "INSERT INTO log VALUES(?,?,?,?,?,?,?)")                                                     \
    X(PUT_CHAT, "INSERT INTO chat VALUES(?,?,?,?,?,?)")                                                    \
    X(CUT_CHAT, "DELETE FROM chat WHERE id=? AND n<=?")                                                    \
    X(PUT_POSITION, "INSERT OR REPLACE INTO positions VALUES(?,?,?,?)")                                    \
    X(GET_TABLE, "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.id=?")                                    \
    X(GET_SEATS, "SELECT seat, kind, level, name, token, invite, reinvite FROM seats WHERE id=?"           \
                 " ORDER BY seat")                                                                         \
    X(GET_LOG, "SELECT ply, seat, action, hash, to_act, time FROM log WHERE id=? AND ply>=? ORDER BY ply") \
    X(GET_CHAT, "SELECT n, seat, name, text, time FROM chat WHERE id=? ORDER BY n DESC LIMIT ?")           \
    X(GET_POSITION, "SELECT text, ply FROM positions WHERE id=? AND kind=?")                               \
    X(FIND, "SELECT " TABLE_COLUMNS ", s.seat FROM seats s JOIN tables t ON t.id=s.id WHERE s.token=?"     \
            " ORDER BY t.created DESC LIMIT ?")                                                            \
    X(LAST, "SELECT ply, to_act, time FROM log WHERE id=? ORDER BY ply DESC LIMIT 1")                      \
    X(SCAN, "SELECT t.id, ifnull((SELECT max(ply) + 1 FROM log WHERE id=t.id), t.first),"                  \
            " ifnull((SELECT ply FROM positions WHERE id=t.id AND kind='snapshot'), -1)"                   \
            " FROM tables t WHERE t.id>? AND length(t.id)=16 ORDER BY t.id LIMIT ?")

#define STATEMENT_ENUM(name, sql) name,
#define STATEMENT_SQL(name, sql)  sql,
enum statement { STATEMENTS(STATEMENT_ENUM) N_STATEMENTS };
static const char *const statement_sql[] = {STATEMENTS(STATEMENT_SQL)};

/* A file that must keep its name. */
struct place {
    char name[PATH_MAX];
    dev_t dev;
    ino_t ino;
};
enum { PLACES = 3 }; /* the database, its WAL and the index of that */

struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *statement[N_STATEMENTS];
    int lock; /* descriptor of a file that says: this database has a server */
    int file; /* and one of the database itself, which carries the same lock whatever its name */
    struct place place[PLACES];
    int64_t until;          /* ms: waits for locks end then, ... */
    _Atomic int64_t latest; /* ... and then at the latest */
    bool damaged;           /* a row of what is being read makes no sense; error says which */
    const char *trouble;    /* word for the last failure */
    char error[STORE_ERROR];
};

/* --- failures ------------------------------------------------------------------------------------------------ */

/* What the system said when the WAL, or else the database, could not be read or written. */
static int last_errno(sqlite3 *db) {
    sqlite3_file *wal = NULL;
    int number = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
    if (wal && wal->pMethods) wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &number);
    if (!number) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

static const char *trouble_of_io(sqlite3 *db) {
    switch (last_errno(db)) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return "full";
    case EROFS: return "read-only";
    default: return "failed";
    }
}

static const char *trouble_of(sqlite3 *db) {
    switch (sqlite3_errcode(db)) {
    case SQLITE_IOERR: return trouble_of_io(db);
    case SQLITE_FULL: return "full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "locked";
    case SQLITE_READONLY: return "read-only";
    case SQLITE_CONSTRAINT: return NULL;
    default: return "failed";
    }
}

static void note_error(struct sqlite *q) {
    snprintf(q->error, sizeof q->error, "%s", sqlite3_errmsg(q->db));
    q->trouble = trouble_of(q->db);
}

__attribute__((format(printf, 2, 3))) static void note_damage(struct sqlite *q, const char *format, ...) {
    va_list ap;
    if (q->damaged) return; /* the first says most */
    q->damaged = true;
    va_start(ap, format);
    vsnprintf(q->error, sizeof q->error, format, ap);
    va_end(ap);
}

/* --- locks of other programs ------------------------------------------------------------------------------------ */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* SQLite asks whether to try a lock again. */
static int on_busy(void *arg, int tries) {
    const struct sqlite *q = arg;
    int64_t now = now_ms();
    if (now >= q->until || now >= q->latest) return 0;
    nanosleep(&(struct timespec){0, tries < 10 ? 1000000 : 20000000}, NULL);
    return 1;
}

static void patience_sqlite(void *db, int ms) { ((struct sqlite *)db)->until = now_ms() + ms; }
static void hurry_sqlite(void *db, int ms) { ((struct sqlite *)db)->latest = now_ms() + ms; }

/* --- the database in its place ------------------------------------------------------------------------------------ */

static bool note_places(struct sqlite *q, const char *path) {
    const char *real = sqlite3_db_filename(q->db, "main");
    snprintf(q->place[0].name, PATH_MAX, "%s", path);
    snprintf(q->place[1].name, PATH_MAX, "%s-wal", real);
    snprintf(q->place[2].name, PATH_MAX, "%s-shm", real);
    for (int i = 0; i < PLACES; i++) {
        struct stat st;
        if (stat(q->place[i].name, &st) != 0) return false;
        q->place[i].dev = st.st_dev;
        q->place[i].ino = st.st_ino;
    }
    struct stat locked;
    return fstat(q->file, &locked) == 0 && locked.st_ino == q->place[0].ino &&
           locked.st_dev == q->place[0].dev;
}

static bool is_in_place(struct sqlite *q) {
    for (int i = 0; i < PLACES; i++) {
        const struct place *p = &q->place[i];
        struct stat st;
        bool there = stat(p->name, &st) == 0;
        if (there && st.st_ino == p->ino && st.st_dev == p->dev) continue;
        snprintf(q->error, sizeof q->error, "%.200s was %s while it was in use", p->name,
                 there ? "replaced" : "moved or removed");
        q->trouble = "gone";
        return false;
    }
    return true;
}

/* --- statements ---------------------------------------------------------------------------------------------- */

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

/* --- columns, not trusted -------------------------------------------------------------------------------------- */

/* Dates in ms, and whatever else JSON must carry exactly. */
static const int64_t longest = INT64_C(1) << 53;

static int64_t get_int(struct sqlite *q, sqlite3_stmt *st, int at, int64_t min, int64_t max) {
    int64_t n = sqlite3_column_int64(st, at);
    if (n >= min && n <= max) return n;
    note_damage(q, "%s is %lld", sqlite3_column_name(st, at), (long long)n);
    return min;
}

/* NULL leaves zeroes. */
static void get_blob(struct sqlite *q, sqlite3_stmt *st, int at, uint8_t *out, size_t n) {
    const void *blob = sqlite3_column_blob(st, at);
    size_t size = (size_t)sqlite3_column_bytes(st, at);
    memset(out, 0, n);
    if (blob && size == n)
        memcpy(out, blob, n);
    else if (sqlite3_column_type(st, at) != SQLITE_NULL)
        note_damage(q, "%s has %zu bytes", sqlite3_column_name(st, at), size);
}

/* Length of the character of UTF-8 at p, of which `left` bytes are there; 0: there is none. Control characters do not
 * count: no name or message that this program keeps has them. */
static size_t char_size(const unsigned char *p, size_t left) {
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    if (n > left || (p[0] >= 0x80 && p[0] < 0xc2) || p[0] > 0xf4) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (p[i] & 0x3fu);
    }
    return c < least[n] || c == 0x7f || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff ? 0 : n;
}

static void get_text(struct sqlite *q, sqlite3_stmt *st, int at, char *out, size_t cap) {
    const unsigned char *text = sqlite3_column_text(st, at);
    size_t n = (size_t)sqlite3_column_bytes(st, at), i = 0;
    out[0] = 0;
    if (n >= cap) {
        note_damage(q, "%s has %zu bytes", sqlite3_column_name(st, at), n);
        return;
    }
    for (size_t size; i < n && (size = char_size(text + i, n - i)) > 0;) i += size;
    if (i < n) note_damage(q, "%s is not plain text", sqlite3_column_name(st, at));
    if (text) memcpy(out, text, n);
    out[n] = 0;
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
    sqlite3_bind_int64(st, 16, t->questions);
    sqlite3_bind_int64(st, 17, t->takeback_question);
    sqlite3_bind_int(st, 18, t->record_open);
    sqlite3_bind_int(st, 19, t->settled);
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
        sqlite3_bind_int64(st, 8, seat->reinvite);
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
    if (!finish(q, PUT_CHAT)) return false;
    bind_id(q->statement[CUT_CHAT], 1, &c->id);
    sqlite3_bind_int(q->statement[CUT_CHAT], 2, c->chat->n - STORE_CHATS_KEPT);
    return finish(q, CUT_CHAT);
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

static void get_table(struct sqlite *q, sqlite3_stmt *st, struct store_table *t) {
    /* ORDER table columns */
    get_blob(q, st, 0, t->id.b, sizeof t->id.b);
    get_text(q, st, 1, t->game, sizeof t->game);
    t->rules_version = (int)get_int(q, st, 2, 0, INT_MAX);
    t->edition = (uint64_t)sqlite3_column_int64(st, 3);
    get_text(q, st, 4, t->options, sizeof t->options);
    t->seats = (int)get_int(q, st, 5, 1, STORE_SEATS);
    t->host = (int)get_int(q, st, 6, -1, t->seats - 1);
    get_blob(q, st, 7, t->any.b, sizeof t->any.b);
    get_blob(q, st, 8, t->rematch.b, sizeof t->rematch.b);
    t->created = get_int(q, st, 9, 0, longest);
    t->undos = (uint32_t)get_int(q, st, 10, 0, UINT32_MAX);
    t->first = (int)get_int(q, st, 11, 0, STORE_PLIES);
    t->takeback_seat = (int)get_int(q, st, 12, -1, t->seats - 1);
    t->takeback_ply = (int)get_int(q, st, 13, 0, STORE_PLIES);
    t->takeback_yes = (unsigned)get_int(q, st, 14, 0, (1 << t->seats) - 1);
    t->questions = (uint32_t)get_int(q, st, 15, 0, UINT32_MAX);
    t->takeback_question = (uint32_t)get_int(q, st, 16, 0, t->questions);
    t->record_open = get_int(q, st, 17, 0, 1);
    t->settled = (int)get_int(q, st, 18, 0, STORE_PLIES);
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
    int n = 0;
    bind_id(st, 1, &t->id);
    while (row(q, st, &failed)) {
        int i = (int)get_int(q, st, 0, 0, t->seats - 1);
        struct store_seat *seat = &t->seat[i];
        n++;
        seat->kind = (enum store_kind)get_int(q, st, 1, STORE_OPEN, STORE_BOT);
        get_text(q, st, 2, seat->level, sizeof seat->level);
        get_text(q, st, 3, seat->name, sizeof seat->name);
        get_blob(q, st, 4, seat->token.b, sizeof seat->token.b);
        get_blob(q, st, 5, seat->invite.b, sizeof seat->invite.b);
        seat->reinvite = (uint32_t)get_int(q, st, 6, 0, t->questions);
    }
    if (!failed && n != t->seats) note_damage(q, "%d of %d seats are there", n, t->seats);
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
        if (sqlite3_column_int64(st, 0) != l->table.first + l->n)
            note_damage(q, "the log has a gap at ply %d", l->table.first + l->n);
        if (q->damaged) continue;
        l->entry = grow(l->entry, l->n, sizeof *l->entry);
        l->entry[l->n++] = (struct store_entry){
            .seat = (uint8_t)get_int(q, st, 1, 0, UINT8_MAX),
            .action = (uint32_t)get_int(q, st, 2, 0, UINT32_MAX),
            .hash = (uint64_t)sqlite3_column_int64(st, 3),
            .to_act = (uint8_t)get_int(q, st, 4, 0, UINT8_MAX),
            .time = get_int(q, st, 5, 0, longest),
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
        c->n = (int)get_int(q, st, 0, 0, STORE_PLIES);
        c->seat = (int)get_int(q, st, 1, 0, l->table.seats - 1);
        get_text(q, st, 2, c->name, sizeof c->name);
        get_text(q, st, 3, c->text, sizeof c->text);
        c->time = get_int(q, st, 4, 0, longest);
    }
    for (int i = 0, k = l->n_chat - 1; i < k; i++, k--) { /* oldest first */
        struct store_chat c = l->chat[i];
        l->chat[i] = l->chat[k];
        l->chat[k] = c;
    }
    return !failed;
}

/* The text is read by a strict reader later; here it must only be of a sensible size. */
static bool load_position(struct sqlite *q, const struct store_id *id, const char *kind, char **text,
                          int *ply) {
    sqlite3_stmt *st = q->statement[GET_POSITION];
    bool failed = false;
    bind_id(st, 1, id);
    bind_text(st, 2, kind);
    while (row(q, st, &failed)) {
        const unsigned char *found = sqlite3_column_text(st, 0);
        if (sqlite3_column_bytes(st, 0) > STORE_POSITION) {
            note_damage(q, "the %s has %d bytes", kind, sqlite3_column_bytes(st, 0));
            continue;
        }
        free(*text);
        *text = found ? strdup((const char *)found) : NULL;
        *ply = (int)get_int(q, st, 1, 0, STORE_PLIES);
    }
    return !failed;
}

static bool load_parts(struct sqlite *q, struct store_loaded *l) {
    const struct store_id *id = &l->table.id;
    int start_ply = l->table.first;
    bool ok = load_seats(q, &l->table) && load_log(q, l) && load_chat(q, l) &&
              load_position(q, id, "start", &l->start, &start_ply) &&
              load_position(q, id, "snapshot", &l->snapshot, &l->snapshot_ply);
    if (ok && (start_ply != l->table.first || (l->table.first > 0 && !l->start)))
        note_damage(q, "the position at ply %d, with which the log begins, is missing", l->table.first);
    return ok;
}

static enum store_status load_sqlite(void *db, const struct store_id *id, struct store_loaded *l) {
    struct sqlite *q = db;
    sqlite3_stmt *st = q->statement[GET_TABLE];
    bool failed = false, found = false;
    q->damaged = false;
    bind_id(st, 1, id);
    while (row(q, st, &failed)) {
        get_table(q, st, &l->table);
        found = true;
    }
    if (failed) return STORE_FAILED;
    if (!found) return STORE_NONE;
    if (!load_parts(q, l)) return STORE_FAILED;
    return q->damaged ? STORE_DAMAGED : STORE_OK;
}

static bool find_last(struct sqlite *q, struct store_found *f) {
    sqlite3_stmt *st = q->statement[LAST];
    bool failed = false;
    f->ply = f->table.first;
    f->time = f->table.created;
    bind_id(st, 1, &f->table.id);
    while (row(q, st, &failed)) {
        f->ply = (int)get_int(q, st, 0, 0, STORE_PLIES) + 1;
        f->to_act = (uint8_t)get_int(q, st, 1, 0, UINT8_MAX);
        f->time = get_int(q, st, 2, 0, longest);
    }
    return !failed;
}

static int latest_first(const void *a, const void *b) {
    const struct store_found *x = a, *y = b;
    return (x->time < y->time) - (x->time > y->time);
}

/* The tables of one token, without those that are damaged. */
static bool find_token(struct sqlite *q, const struct store_key *token, struct store_found *found, int *n) {
    sqlite3_stmt *st = q->statement[FIND];
    bool failed = false;
    bind_key(st, 1, token);
    sqlite3_bind_int(st, 2, STORE_MAX_FOUND - *n);
    while (row(q, st, &failed)) {
        struct store_found *f = &found[*n];
        *f = (struct store_found){0};
        q->damaged = false;
        get_table(q, st, &f->table);
        f->seat = (int)get_int(q, st, N_TABLE_COLUMNS, 0, f->table.seats - 1);
        *n += !q->damaged;
    }
    return !failed;
}

static enum store_status find_sqlite(void *db, const struct store_key *token, int n_token,
                                     struct store_found *found, int *n) {
    struct sqlite *q = db;
    int rows = 0;
    for (int i = 0; i < n_token; i++)
        if (!find_token(q, &token[i], found, &rows)) return STORE_FAILED;
    *n = 0;
    for (int i = 0; i < rows; i++) {
        q->damaged = false;
        if (!load_seats(q, &found[i].table) || !find_last(q, &found[i])) return STORE_FAILED;
        if (!q->damaged) found[(*n)++] = found[i];
    }
    qsort(found, (size_t)*n, sizeof *found, latest_first);
    return STORE_OK;
}

static enum store_status scan_sqlite(void *db, const struct store_id *after, struct store_scanned *scanned,
                                     int *n) {
    struct sqlite *q = db;
    sqlite3_stmt *st = q->statement[SCAN];
    bool failed = false;
    *n = 0;
    sqlite3_bind_blob(st, 1, after->b, sizeof after->b, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, STORE_SCAN);
    while (row(q, st, &failed)) {
        struct store_scanned *s = &scanned[(*n)++];
        get_blob(q, st, 0, s->id.b, sizeof s->id.b);
        s->ply = (int)get_int(q, st, 1, 0, STORE_PLIES);
        s->snapshot_ply = (int)get_int(q, st, 2, -1, STORE_PLIES);
    }
    return failed ? STORE_FAILED : STORE_OK;
}

/* --- opening --------------------------------------------------------------------------------------------------- */

static bool begin_sqlite(void *db, bool to_write) {
    return is_in_place(db) && finish(db, to_write ? BEGIN_WRITE : BEGIN_READ);
}
static bool commit_sqlite(void *db) { return finish(db, COMMIT) && is_in_place(db); }
static bool probe_sqlite(void *db) { return finish(db, PROBE); }
static void rollback_sqlite(void *db) {
    struct sqlite *q = db;
    if (sqlite3_get_autocommit(q->db)) return; /* SQLite has rolled back by itself */
    sqlite3_step(q->statement[ROLLBACK]);
    sqlite3_reset(q->statement[ROLLBACK]);
}
static const char *error_sqlite(void *db) { return ((struct sqlite *)db)->error; }
static const char *trouble_sqlite(void *db) { return ((struct sqlite *)db)->trouble; }

static void close_sqlite(void *db) {
    struct sqlite *q = db;
    for (int i = 0; i < N_STATEMENTS; i++) sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->db);
    if (q->file >= 0) close(q->file); /* not before: SQLite's locks would go with it */
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

static bool run_sql(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Brings the schema from `version` to the current one, a transaction for each step. */
static bool migrate(sqlite3 *db, int version) {
    char sql[160];
    for (; version < SCHEMA_VERSION; version++) {
        snprintf(sql, sizeof sql, "DELETE FROM schema_version; INSERT INTO schema_version VALUES(%d); COMMIT",
                 version + 1);
        if (!run_sql(db, "BEGIN IMMEDIATE") || !run_sql(db, migration[version]) || !run_sql(db, sql))
            return false;
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

static bool take_lock(int file, const char *path, char err[STORE_ERROR]) {
    if (file < 0)
        snprintf(err, STORE_ERROR, "the database %.100s cannot be written: %s", path, strerror(errno));
    else if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return true;
    else
        snprintf(err, STORE_ERROR, "the database %.100s is in use by another server", path);
    return false;
}

enum { LOCK_NAME = PATH_MAX + 8 };
static const char *lock_name(const char *path, char name[LOCK_NAME]) {
    char real[PATH_MAX];
    snprintf(name, LOCK_NAME, "%s.lock", realpath(path, real) ? real : path);
    return name;
}

static void remove_lock_file(const char *path) {
    char name[LOCK_NAME];
    unlink(lock_name(path, name));
}

/* One database has one server. Both the lock file beside it and the database itself are locked: the second holds
 * whatever name the database is opened by and whoever removes the first; the first keeps a second store of the same
 * process from opening (and closing) the database, which would end SQLite's locks on it. flock() and SQLite's own locks
 * know nothing of each other, so that backups go on. */
static bool take_locks(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    char name[LOCK_NAME];
    q->lock = open(lock_name(path, name), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (!take_lock(q->lock, path, err)) return false;
    q->file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    return take_lock(q->file, path, err);
}

static bool open_database(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    int rc =
        sqlite3_open_v2(path, &q->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    const char *wrong = rc == SQLITE_OK ? NULL : "";
    if (!wrong && sqlite3_db_readonly(q->db, "main") == 1) wrong = "it is read-only";
    if (!wrong) {
        patience_sqlite(q, OPEN_PATIENCE_MS);
        sqlite3_busy_handler(q->db, on_busy, q);
        wrong = prepare_schema(q->db);
    }
    for (int i = 0; !wrong && i < N_STATEMENTS; i++)
        if (sqlite3_prepare_v3(q->db, statement_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &q->statement[i],
                               NULL) != SQLITE_OK)
            wrong = "";
    if (!wrong && !note_places(q, path)) wrong = "its files changed while it was opened";
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
    q->lock = q->file = -1;
    q->latest = INT64_MAX;
    if (take_locks(q, path, err)) {
        if (open_database(q, path, err)) return q;
        remove_lock_file(path); /* it is not beside a database of ours */
    }
    close_sqlite(q);
    return NULL;
}

const struct store_backend store_sqlite = {
    .open = open_sqlite,
    .close = close_sqlite,
    .patience = patience_sqlite,
    .hurry = hurry_sqlite,
    .begin = begin_sqlite,
    .commit = commit_sqlite,
    .rollback = rollback_sqlite,
    .change = change_sqlite,
    .probe = probe_sqlite,
    .load = load_sqlite,
    .find = find_sqlite,
    .scan = scan_sqlite,
    .error = error_sqlite,
    .trouble = trouble_sqlite,
};
