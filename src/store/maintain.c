/* maintain.c: tables of a database listed, deleted and packed (maintain.h). */
#include "store/maintain.h"
#include "store/sql.h"
#include "store/statements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_AT_ONCE = 500,
    DELETE_AT_ONCE = 50, /* servers' changes wait that long */
};

struct maintain {
    struct sql sql;
};

struct maintain *maintain_open(const char *where, bool to_change, char err[STORE_ERROR]) {
    struct maintain *m = rows_must(calloc(1, sizeof *m));
    if (sql_open(&m->sql, where, to_change ? SQL_CHANGE : SQL_LOOK)) return m;
    snprintf(err, STORE_ERROR, "%s", m->sql.error);
    free(m);
    return NULL;
}

void maintain_close(struct maintain *m) {
    sql_close(&m->sql);
    free(m);
}

static bool fail(const struct maintain *m, char err[STORE_ERROR]) {
    snprintf(err, STORE_ERROR, "%s", m->sql.error);
    return false;
}

/* Ends a transaction; one that failed is rolled back. */
static bool end_transaction(struct maintain *m, bool ok) {
    if (ok) return sql_run(&m->sql, "COMMIT", NULL, NULL, NULL);
    struct sql q = m->sql; /* keeps the message of the failure */
    sql_run(&q, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* --- listing ---------------------------------------------------------------------------------------------------------- */

/* ORDER listed columns. Of a table without a log only the row is known. */
#define LISTED                                                                                   \
    "SELECT t.id, t.game, t.seats, t.created, coalesce(c.ply, 0), coalesce(c.to_act, 0),"        \
    " coalesce(c.time, t.created), (SELECT count(*) FROM seats s WHERE s.id=t.id AND s.kind=0)," \
    " (SELECT count(*) FROM seats s WHERE s.id=t.id AND s.kind=1),"                              \
    " (SELECT count(*) FROM seats s WHERE s.id=t.id AND s.kind=2),"                              \
    " (SELECT count(*) FROM change d WHERE d.id=t.id) FROM tables t"                             \
    " LEFT JOIN change c ON c.id=t.id AND c.n=(SELECT max(e.n) FROM change e WHERE e.id=t.id)"

struct listing {
    const struct maintain_filter *filter;
    struct maintain_table *list;
    int n;
    int rows;             /* of this piece */
    struct store_id last; /* of them */
};

static bool is_named(const struct maintain_filter *f, const struct store_id *id) {
    for (int i = 0; i < f->n_id; i++)
        if (memcmp(&f->id[i], id, sizeof *id) == 0) return true;
    return !f->id;
}

static bool is_wanted(const struct maintain_filter *f, const struct maintain_table *t) {
    if (f->game && strcmp(f->game, t->game) != 0) return false;
    if (f->states && !(f->states >> t->state & 1)) return false;
    if ((f->before && t->time >= f->before) || (f->after && t->time <= f->after)) return false;
    return is_named(f, &t->id);
}

/* Before the first decision nobody is to act if the log is too old to record it. */
static enum maintain_state state_of(int open, int ply, int to_act) {
    if (to_act == 0 && ply > 0) return MAINTAIN_OVER;
    return open ? MAINTAIN_WAITING : MAINTAIN_PLAYING;
}

static void take_listed(void *arg, const struct row *r) {
    struct listing *l = arg;
    struct maintain_table t = {0};
    size_t size = 0;
    /* ORDER listed columns */
    row_blob(r, 0, t.id.b, sizeof t.id.b);
    const char *game = r->bytes(r, 1, &size);
    if (game) snprintf(t.game, sizeof t.game, "%.*s", (int)size, game);
    t.seats = (int)r->number(r, 2);
    t.created = r->number(r, 3);
    t.ply = (int)r->number(r, 4);
    t.time = r->number(r, 6);
    t.state = state_of((int)r->number(r, 7), t.ply, (int)r->number(r, 5));
    t.people = (int)r->number(r, 8);
    t.bots = (int)r->number(r, 9);
    t.changes = r->number(r, 10);
    l->rows++;
    l->last = t.id;
    if (!is_wanted(l->filter, &t)) return;
    l->list = rows_grow(l->list, l->n, 1, sizeof *l->list);
    l->list[l->n++] = t;
}

static int latest_first(const void *a, const void *b) {
    const struct maintain_table *x = a, *y = b;
    return (x->time < y->time) - (x->time > y->time);
}

bool maintain_list(struct maintain *m, const struct maintain_filter *f, struct maintain_table **list, int *n,
                   char err[STORE_ERROR]) {
    struct listing l = {.filter = f};
    do {
        struct params p = {0};
        struct store_id after = l.last;
        params_bytes(&p, after.b, sizeof after.b);
        params_int(&p, LIST_AT_ONCE);
        l.rows = 0;
        if (!sql_run(&m->sql, LISTED " WHERE t.id>$1 ORDER BY t.id LIMIT $2", &p, take_listed, &l)) {
            free(l.list);
            return fail(m, err);
        }
    } while (l.rows == LIST_AT_ONCE);
    if (l.n > 1) qsort(l.list, (size_t)l.n, sizeof *l.list, latest_first);
    *list = l.list;
    *n = l.n;
    return true;
}

/* --- deleting --------------------------------------------------------------------------------------------------------- */

static bool run_for(struct maintain *m, const char *text, const struct store_id *id) {
    struct params p = {0};
    params_bytes(&p, id->b, sizeof id->b);
    return sql_run(&m->sql, text, &p, NULL, NULL);
}

static bool delete_one(struct maintain *m, const struct maintain_filter *f, const struct store_id *id,
                       int *done) {
    struct listing l = {.filter = f};
    struct params p = {0};
    params_bytes(&p, id->b, sizeof id->b);
    bool ok = sql_run(&m->sql, LISTED " WHERE t.id=$1", &p, take_listed, &l);
    free(l.list);
    if (!ok || l.n == 0) return ok;
    for (int i = 0; ok && i < SQL_TABLES; i++) {
        char text[80];
        snprintf(text, sizeof text, "DELETE FROM %s WHERE id=$1", sql_tables[i].name);
        ok = run_for(m, text, id);
    }
    *done += ok;
    return ok;
}

static bool delete_some(struct maintain *m, const struct maintain_filter *f,
                        const struct maintain_table *list, int n, int *done) {
    int before = *done;
    const char *hold = m->sql.kind->hold_changes;
    bool ok = sql_run(&m->sql, m->sql.kind->begin_change, NULL, NULL, NULL);
    if (!ok) return false;
    ok = !hold || sql_run(&m->sql, hold, NULL, NULL, NULL);
    for (int i = 0; ok && i < n; i++) ok = delete_one(m, f, &list[i].id, done);
    ok = end_transaction(m, ok);
    if (!ok) *done = before;
    return ok;
}

/* A server that still has a deleted table in memory may store chat for it, or its last position. */
static bool delete_orphans(struct maintain *m) {
    static const char *const text[] = {
        "DELETE FROM seats WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.id=seats.id)",
        "DELETE FROM chat WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.id=chat.id)",
        "DELETE FROM positions WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.id=positions.id)",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (!sql_run(&m->sql, text[i], NULL, NULL, NULL)) return false;
    return true;
}

bool maintain_delete(struct maintain *m, const struct maintain_filter *f, const struct maintain_table *list,
                     int n, maintain_progress *progress, int *done, char err[STORE_ERROR]) {
    *done = 0;
    for (int at = 0; at < n; at += DELETE_AT_ONCE) {
        if (!delete_some(m, f, list + at, n - at < DELETE_AT_ONCE ? n - at : DELETE_AT_ONCE, done))
            return fail(m, err);
        if (progress) progress("deleted", at, n);
    }
    if (progress) progress("deleted", n, n);
    return delete_orphans(m) || fail(m, err);
}

/* --- packing ----------------------------------------------------------------------------------------------------------- */

struct packing {
    struct log_reader log;
    struct store_loaded loaded;
    struct damage damage;
    bool had_snapshot;
};

/* A row whose damage is noted with the table. */
static struct row noted(struct packing *k, const struct row *r) {
    struct row row = *r;
    row.damage = &k->damage;
    return row;
}

static void take_table(void *arg, const struct row *r) {
    struct packing *k = arg;
    struct row row = noted(k, r);
    row_table(&row, &k->loaded.table);
}
static void take_position(void *arg, const struct row *r) {
    struct packing *k = arg;
    struct row row = noted(k, r);
    log_read_position(&k->log, &row);
}
static void take_packed(void *arg, const struct row *r) {
    struct packing *k = arg;
    struct row row = noted(k, r);
    log_read_packed(&k->log, &row);
}
static void take_change(void *arg, const struct row *r) {
    struct packing *k = arg;
    struct row row = noted(k, r);
    log_read_change(&k->log, &row);
}

/* The whole log, including the entries before `first`. */
static bool read_log(struct maintain *m, const struct store_id *id, struct packing *k) {
    struct params p = {0};
    params_bytes(&p, id->b, sizeof id->b);
    if (!sql_run(&m->sql, SQL_GET_TABLE, &p, take_table, k) ||
        !sql_run(&m->sql, SQL_GET_POSITIONS, &p, take_position, k) ||
        !sql_run(&m->sql, SQL_GET_PACKED, &p, take_packed, k))
        return false;
    k->had_snapshot = k->loaded.snapshot != NULL;
    params_int(&p, 0);
    return sql_run(&m->sql, SQL_GET_CHANGES, &p, take_change, k);
}

static bool put_packed(struct maintain *m, const struct store_id *id, const struct packing *k) {
    const struct store_loaded *l = &k->loaded;
    size_t size = (size_t)l->n * PACKED_ENTRY;
    uint8_t *bytes = rows_must(malloc(size + 1));
    struct params p = {0};
    entry_pack(l->entry, l->n, bytes);
    params_bytes(&p, id->b, sizeof id->b);
    params_int(&p, l->version.n);
    params_int(&p, (int64_t)l->version.by);
    params_int(&p, l->n);
    params_bytes(&p, bytes, size);
    bool ok = sql_run(&m->sql,
                      "INSERT INTO packed(id, n, by, ply, entry) VALUES($1,$2,$3,$4,$5) ON CONFLICT(id)"
                      " DO UPDATE SET n=excluded.n, by=excluded.by, ply=excluded.ply, entry=excluded.entry",
                      &p, NULL, NULL);
    free(bytes);
    p.n = 2;
    return ok && sql_run(&m->sql, "DELETE FROM change WHERE id=$1 AND n<$2", &p, NULL, NULL);
}

/* The packed row no longer shows that the log was cut below its snapshot: the snapshot goes. */
static bool pack_log(struct maintain *m, const struct store_id *id, int *done) {
    struct packing k = {0};
    k.log = log_reader_on(&k.loaded, &k.damage);
    bool ok = read_log(m, id, &k);
    const struct store_loaded *l = &k.loaded;
    bool whole = ok && k.log.any && !k.damage.found && l->from == 0 && l->n > 0 && l->version.n > 0;
    if (whole && k.had_snapshot && !l->snapshot)
        ok = run_for(m, "DELETE FROM positions WHERE id=$1 AND kind='snapshot'", id);
    if (whole && ok) ok = put_packed(m, id, &k);
    *done += whole && ok;
    free(l->entry);
    free(l->start);
    free(l->snapshot);
    return ok;
}

bool maintain_pack(struct maintain *m, const struct maintain_table *list, int n, maintain_progress *progress,
                   int *done, char err[STORE_ERROR]) {
    *done = 0;
    for (int i = 0; i < n; i++) {
        int before = *done;
        if (!sql_run(&m->sql, m->sql.kind->begin_look, NULL, NULL, NULL)) return fail(m, err);
        if (!end_transaction(m, pack_log(m, &list[i].id, done))) {
            *done = before;
            return fail(m, err);
        }
        if (progress) progress("packed", i + 1, n);
    }
    return true;
}

bool maintain_shrink(struct maintain *m, char err[STORE_ERROR]) {
    const char *shrink = m->sql.kind->shrink;
    return !shrink || sql_run(&m->sql, shrink, NULL, NULL, NULL) || fail(m, err);
}
