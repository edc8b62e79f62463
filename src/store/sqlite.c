/* sqlite.c: the store in one SQLite file (backend.h): opening, locks, transactions. Only sqlite*.c know SQLite.
 *
 * WAL keeps readers (a backup of the running server) and the one writer apart. synchronous=FULL waits for the
 * disk at every commit: WAL with NORMAL would survive a crash of the program but could lose the last
 * transactions at a power failure, and an acknowledged move must not be lost. The wait is shared by all
 * changes of a group commit. The WAL is checkpointed only every 8000 pages (32 MB): that waits
 * for the disk more than once, and few large waits delay fewer moves than many small ones.
 *
 * A commit counts only if the database still has its name afterwards: writes to a file that was removed or
 * replaced are lost with the process. */
#define _GNU_SOURCE
#include "store/sqlite_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { OPEN_PATIENCE_MS = 5000 };

#define STATEMENT_SQL(name, sql) sql,
static const char *const statement_sql[] = {STATEMENTS(STATEMENT_SQL)};

/* --- failures ------------------------------------------------------------------------------------------------ */

/* The system's error when the WAL, or else the database, could not be read or written. */
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

void sqlite_note_error(struct sqlite *q) {
    snprintf(q->error, sizeof q->error, "%s", sqlite3_errmsg(q->db));
    q->failure = trouble_of(q->db);
}

/* --- locks of other programs ------------------------------------------------------------------------------------ */

/* SQLite asks whether to retry a lock. */
static int on_busy(void *arg, int tries) {
    const struct sqlite *q = arg;
    int64_t now = rows_now_ms();
    if (now >= q->until || now >= q->latest) return 0;
    nanosleep(&(struct timespec){0, tries < 10 ? 1000000 : 20000000}, NULL);
    return 1;
}

static void patience_sqlite(void *db, int ms) { ((struct sqlite *)db)->until = rows_now_ms() + ms; }
static void hurry_sqlite(void *db, int ms) { ((struct sqlite *)db)->latest = rows_now_ms() + ms; }

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
        q->failure = "gone";
        return false;
    }
    return true;
}

/* --- statements ---------------------------------------------------------------------------------------------- */

void sqlite_bind_params(sqlite3_stmt *st, const struct params *params) {
    for (int i = 0; i < params->n; i++) {
        const struct param *p = &params->p[i];
        switch (p->kind) {
        case PARAM_NULL: break; /* an unbound parameter is NULL */
        case PARAM_INT: sqlite3_bind_int64(st, i + 1, p->number); break;
        case PARAM_TEXT: sqlite3_bind_text(st, i + 1, p->bytes, (int)p->size, SQLITE_STATIC); break;
        case PARAM_BYTES: sqlite3_bind_blob(st, i + 1, p->bytes, (int)p->size, SQLITE_STATIC); break;
        }
    }
}

void sqlite_bind(struct sqlite *q, enum statement which, const struct params *params) {
    sqlite_bind_params(q->statement[which], params);
}

static void end_statement(sqlite3_stmt *st) {
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
}

bool sqlite_finish(struct sqlite *q, enum statement which) {
    bool ok = sqlite3_step(q->statement[which]) == SQLITE_DONE;
    if (!ok) sqlite_note_error(q);
    end_statement(q->statement[which]);
    return ok;
}

static int64_t column_number(const struct row *r, int column) {
    return sqlite3_column_int64(r->result, column);
}
static const void *column_bytes(const struct row *r, int column, size_t *n) {
    const void *bytes = sqlite3_column_blob(r->result, column);
    *n = (size_t)sqlite3_column_bytes(r->result, column);
    return bytes;
}
static bool column_is_null(const struct row *r, int column) {
    return sqlite3_column_type(r->result, column) == SQLITE_NULL;
}
static const char *column_name(const struct row *r, int column) {
    return sqlite3_column_name(r->result, column);
}

struct row sqlite_row_of(sqlite3_stmt *st, struct damage *damage) {
    return (struct row){.number = column_number,
                        .bytes = column_bytes,
                        .is_null = column_is_null,
                        .name = column_name,
                        .result = st,
                        .damage = damage};
}

bool sqlite_row(struct sqlite *q, enum statement which, struct row *row, bool *failed) {
    sqlite3_stmt *st = q->statement[which];
    int rc = sqlite3_step(st);
    *row = sqlite_row_of(st, &q->damage);
    if (rc == SQLITE_ROW) return true;
    if (rc != SQLITE_DONE) {
        sqlite_note_error(q);
        *failed = true;
    }
    end_statement(st);
    return false;
}

/* --- transactions ---------------------------------------------------------------------------------------------- */

bool sqlite_begin(struct sqlite *q, bool to_write) {
    return is_in_place(q) && sqlite_finish(q, to_write ? BEGIN_WRITE : BEGIN_READ);
}

bool sqlite_commit(struct sqlite *q) { return sqlite_finish(q, COMMIT) && is_in_place(q); }

void sqlite_rollback(struct sqlite *q) {
    if (sqlite3_get_autocommit(q->db)) return; /* SQLite has rolled back by itself */
    sqlite3_step(q->statement[ROLLBACK]);
    sqlite3_reset(q->statement[ROLLBACK]);
}

static void probe_sqlite(void *db) {
    struct sqlite *q = db;
    bool ok = sqlite_begin(q, true) && sqlite_finish(q, PROBE) && sqlite_commit(q);
    q->trouble = ok ? NULL : q->failure;
    if (!ok) sqlite_rollback(q);
}

static const char *trouble_sqlite(void *db) { return ((struct sqlite *)db)->trouble; }

/* --- opening --------------------------------------------------------------------------------------------------- */

static void close_sqlite(void *db) {
    struct sqlite *q = db;
    for (int i = 0; i < N_STATEMENTS; i++) sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->db);
    if (q->file >= 0) close(q->file); /* not before: SQLite's locks would go with it */
    if (q->lock >= 0) close(q->lock);
    free(q);
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

/* One database has one server. Both the lock file next to it and the database itself are locked: the second works
 * under any name of the database and if the first is removed; the first keeps a second store of the same process from
 * opening (and closing) the database, which would end SQLite's locks on it. flock() and SQLite's own locks are
 * independent, so that backups go on. */
static bool take_locks(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    char name[LOCK_NAME];
    q->lock = open(lock_name(path, name), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (!take_lock(q->lock, path, err)) return false;
    q->file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    return take_lock(q->file, path, err);
}

/* Parameters are written as $1 in the statements of both databases; SQLite's own numbered ones are ?1. */
static bool prepare(struct sqlite *q, enum statement which) {
    char sql[1000];
    size_t n = strlen(statement_sql[which]);
    if (n >= sizeof sql) return false;
    for (size_t i = 0; i <= n; i++) sql[i] = statement_sql[which][i] == '$' ? '?' : statement_sql[which][i];
    return sqlite3_prepare_v3(q->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q->statement[which], NULL) ==
           SQLITE_OK;
}

static bool open_database(struct sqlite *q, const char *path, char err[STORE_ERROR]) {
    int rc =
        sqlite3_open_v2(path, &q->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    const char *wrong = rc == SQLITE_OK ? NULL : "";
    if (!wrong && sqlite3_db_readonly(q->db, "main") == 1) wrong = "it is read-only";
    if (!wrong) {
        patience_sqlite(q, OPEN_PATIENCE_MS);
        sqlite3_busy_handler(q->db, on_busy, q);
        wrong = sqlite_prepare_schema(q->db);
    }
    for (int i = 0; !wrong && i < N_STATEMENTS; i++)
        if (!prepare(q, (enum statement)i)) wrong = "";
    if (!wrong && !note_places(q, path)) wrong = "its files changed while it was opened";
    if (!wrong) return true;
    snprintf(err, STORE_ERROR, "the database %.80s cannot be used: %.100s", path,
             *wrong ? wrong : sqlite3_errmsg(q->db));
    return false;
}

static void *open_sqlite(const char *path, const struct store_feed *feed, char err[STORE_ERROR]) {
    struct sqlite *q = calloc(1, sizeof *q);
    (void)feed; /* nobody else writes */
    if (!q) {
        snprintf(err, STORE_ERROR, "out of memory");
        return NULL;
    }
    q->lock = q->file = -1;
    q->latest = INT64_MAX;
    if (take_locks(q, path, err)) {
        if (open_database(q, path, err)) return q;
        remove_lock_file(path); /* it is not next to a database of ours */
    }
    close_sqlite(q);
    return NULL;
}

const struct store_backend store_sqlite = {
    .open = open_sqlite,
    .close = close_sqlite,
    .patience = patience_sqlite,
    .hurry = hurry_sqlite,
    .write = sqlite_write,
    .read = sqlite_read,
    .probe = probe_sqlite,
    .schema = sqlite_schema_version,
    .trouble = trouble_sqlite,
};
