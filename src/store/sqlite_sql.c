/* sqlite_sql.c: a SQLite file for maintenance (sql.h). */
#include "store/sql.h"
#include "store/sqlite_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_PATIENCE_MS = 5000 };

struct file {
    struct sqlite *locked; /* the backend's database, closed to others; NULL: the file is only read */
    sqlite3 *db;
};

static void close_file(void *db) {
    struct file *f = db;
    if (f->locked)
        store_sqlite.close(f->locked);
    else
        sqlite3_close(f->db);
    free(f);
}

static bool open_to_look(struct file *f, const char *path, char err[STORE_ERROR]) {
    int rc = sqlite3_open_v2(path, &f->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc == SQLITE_OK) sqlite3_busy_timeout(f->db, LOOK_PATIENCE_MS);
    const char *wrong = rc == SQLITE_OK ? sqlite_check_schema(f->db) : "";
    if (!wrong) return true;
    snprintf(err, STORE_ERROR, "the database %.80s cannot be used: %.100s", path,
             *wrong ? wrong : sqlite3_errmsg(f->db));
    return false;
}

static void *open_file(const char *path, enum sql_mode mode, char err[STORE_ERROR]) {
    if (mode != SQL_CREATE && access(path, F_OK) != 0) {
        snprintf(err, STORE_ERROR, "there is no database %.200s", path);
        return NULL;
    }
    struct file *f = rows_must(calloc(1, sizeof *f));
    if (mode == SQL_LOOK) {
        if (open_to_look(f, path, err)) return f;
    } else if ((f->locked = store_sqlite.open(path, NULL, err)) != NULL) {
        f->db = f->locked->db;
        store_sqlite.patience(f->locked, LOOK_PATIENCE_MS);
        return f;
    }
    close_file(f);
    return NULL;
}

static bool fail(struct file *f, char err[STORE_ERROR]) {
    snprintf(err, STORE_ERROR, "%s", sqlite3_errmsg(f->db));
    return false;
}

/* Parameters are written as $1 in statements for both databases. */
static sqlite3_stmt *prepare(struct file *f, const char *text) {
    char sql[2000];
    sqlite3_stmt *st = NULL;
    size_t n = strlen(text);
    if (n >= sizeof sql) return NULL;
    for (size_t i = 0; i <= n; i++) sql[i] = text[i] == '$' ? '?' : text[i];
    return sqlite3_prepare_v2(f->db, sql, -1, &st, NULL) == SQLITE_OK ? st : NULL;
}

static bool run(void *db, const char *text, const struct params *p, sql_row *each, void *arg,
                char err[STORE_ERROR]) {
    struct file *f = db;
    struct damage damage = {0};
    sqlite3_stmt *st = prepare(f, text);
    int rc = SQLITE_ERROR;
    if (st && p) sqlite_bind_params(st, p);
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct row row = sqlite_row_of(st, &damage);
        if (each) each(arg, &row);
    }
    bool ok = rc == SQLITE_DONE || fail(f, err);
    sqlite3_finalize(st);
    return ok;
}

static void insert_text(const struct sql_table *t, char out[400]) {
    int n = snprintf(out, 400, "INSERT INTO %s(", t->name);
    for (int i = 0; i < t->n; i++)
        n += snprintf(out + n, (size_t)(400 - n), "%s%s", i ? "," : "", t->column[i].name);
    n += snprintf(out + n, (size_t)(400 - n), ") VALUES(");
    for (int i = 0; i < t->n; i++) n += snprintf(out + n, (size_t)(400 - n), "%s$%d", i ? "," : "", i + 1);
    snprintf(out + n, (size_t)(400 - n), ")");
}

static bool insert(void *db, const struct sql_table *t, const struct sql_bytes *rows, char err[STORE_ERROR]) {
    struct file *f = db;
    char text[400];
    insert_text(t, text);
    sqlite3_stmt *st = prepare(f, text);
    bool ok = st || fail(f, err);
    const uint8_t *at = rows->bytes;
    for (int i = 0; ok && i < rows->rows; i++) {
        struct params p;
        at = sql_bytes_params(at, t, &p);
        sqlite_bind_params(st, &p);
        ok = sqlite3_step(st) == SQLITE_DONE || fail(f, err);
        sqlite3_reset(st);
        sqlite3_clear_bindings(st);
    }
    sqlite3_finalize(st);
    return ok;
}

const struct sql_kind sql_sqlite = {
    .open = open_file,
    .close = close_file,
    .run = run,
    .insert = insert,
    .begin_look = "BEGIN",
    .begin_change = "BEGIN IMMEDIATE",
    .shrink = "VACUUM",
};
