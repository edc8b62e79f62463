/* maintain_copy.c: copies all tables of a database to another (maintain.h). */
#include "store/maintain.h"
#include "store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 100 }; /* tables */

struct range { /* of ids: after the first, up to the last */
    struct store_id after, last;
    int n;
};

/* --- ids -------------------------------------------------------------------------------------------------------------- */

static void note_last(void *arg, const struct row *row) {
    struct range *r = arg;
    size_t size = 0;
    const void *id = row->bytes(row, 0, &size);
    if (size == sizeof r->last.b) memcpy(r->last.b, id, size);
    r->n++;
}

/* The next tables after the range; none: it is empty. */
static bool next_range(struct sql *q, struct range *r) {
    struct params p = {0};
    r->after = r->last;
    r->n = 0;
    params_bytes(&p, r->after.b, sizeof r->after.b);
    params_int(&p, AT_ONCE);
    return sql_run(q, "SELECT id FROM tables WHERE id>$1 ORDER BY id LIMIT $2", &p, note_last, r);
}

/* --- rows ------------------------------------------------------------------------------------------------------------- */

struct reading {
    const struct sql_table *table;
    struct sql_bytes rows;
    bool bad;
    char why[STORE_ERROR];
};

static void take_row(void *arg, const struct row *row) {
    struct reading *r = arg;
    if (!r->bad) r->bad = !sql_bytes_row(&r->rows, r->table, row, r->why);
}

/* All rows of one kind that belong to a range of tables. */
static bool read_rows(struct sql *q, const struct range *range, struct reading *r) {
    char text[700];
    struct params p = {0};
    r->rows.n = 0;
    r->rows.rows = 0;
    int n = snprintf(text, sizeof text, "SELECT ");
    for (int i = 0; i < r->table->n; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", i ? "," : "", r->table->column[i].name);
    snprintf(text + n, sizeof text - (size_t)n, " FROM %s WHERE id>$1 AND id<=$2 ORDER BY %s", r->table->name,
             r->table->order);
    params_bytes(&p, range->after.b, sizeof range->after.b);
    params_bytes(&p, range->last.b, sizeof range->last.b);
    if (!sql_run(q, text, &p, take_row, r)) return false;
    if (r->bad) snprintf(q->error, sizeof q->error, "%s", r->why);
    return !r->bad;
}

/* --- the copy ---------------------------------------------------------------------------------------------------------- */

struct copy {
    struct sql from, to;
    maintain_progress *progress;
    struct maintain_copied *out;
    int64_t total;
    struct reading read[2]; /* of each database */
    char *err;
};

static bool fail(struct copy *c, const char *what, const char *why) {
    snprintf(c->err, STORE_ERROR, "%.100s: %.200s", what, why);
    return false;
}
static bool fail_from(struct copy *c) { return fail(c, "the database to copy", c->from.error); }
static bool fail_to(struct copy *c) { return fail(c, "the new database", c->to.error); }

static void tell(const struct copy *c, const char *what) {
    if (c->progress) c->progress(what, c->out->tables, c->total);
}

static bool copy_range(struct copy *c, const struct range *range) {
    for (int i = 0; i < SQL_TABLES; i++) {
        c->read[0].table = &sql_tables[i];
        if (!read_rows(&c->from, range, &c->read[0])) return fail_from(c);
        if (c->read[0].rows.rows == 0) continue;
        if (!c->to.kind->insert(c->to.db, &sql_tables[i], &c->read[0].rows, c->to.error)) return fail_to(c);
        c->out->rows += c->read[0].rows.rows;
    }
    return true;
}

static bool compare_range(struct copy *c, const struct range *range) {
    for (int i = 0; i < SQL_TABLES; i++) {
        const struct sql_bytes *a = &c->read[0].rows, *b = &c->read[1].rows;
        c->read[0].table = c->read[1].table = &sql_tables[i];
        if (!read_rows(&c->from, range, &c->read[0])) return fail_from(c);
        if (!read_rows(&c->to, range, &c->read[1])) return fail_to(c);
        if (a->n != b->n || (a->n && memcmp(a->bytes, b->bytes, a->n) != 0))
            return fail(c, "the copy is not the same", sql_tables[i].name);
        c->out->rows += a->rows;
    }
    return true;
}

static bool walk(struct copy *c, const char *what, bool (*each)(struct copy *c, const struct range *range)) {
    struct range range = {.n = 0};
    *c->out = (struct maintain_copied){0};
    while (next_range(&c->from, &range)) {
        if (range.n == 0) return true;
        if (!each(c, &range)) return false;
        c->out->tables += range.n;
        tell(c, what);
    }
    return fail_from(c);
}

static bool is_empty(struct copy *c) {
    for (int i = 0; i < SQL_TABLES; i++) {
        char text[80];
        int64_t n;
        snprintf(text, sizeof text, "SELECT 1 FROM %s LIMIT 1", sql_tables[i].name);
        if (!sql_number(&c->to, text, NULL, &n, 0)) return fail_to(c);
        if (n)
            return fail(c, "the new database", "it has tables already, and only an empty one is copied to");
    }
    return true;
}

/* Nobody else's tables may come between. */
static bool count_is_equal(struct copy *c) {
    for (int i = 0; i < SQL_TABLES; i++) {
        char text[80];
        int64_t a, b;
        snprintf(text, sizeof text, "SELECT count(*) FROM %s", sql_tables[i].name);
        if (!sql_number(&c->from, text, NULL, &a, 0)) return fail_from(c);
        if (!sql_number(&c->to, text, NULL, &b, 0)) return fail_to(c);
        if (a != b) return fail(c, "the copy has another number of rows", sql_tables[i].name);
    }
    return true;
}

static bool run(struct copy *c) {
    if (!sql_run(&c->from, c->from.kind->begin_look, NULL, NULL, NULL) ||
        !sql_number(&c->from, "SELECT count(*) FROM tables", NULL, &c->total, 0))
        return fail_from(c);
    if (!sql_run(&c->to, c->to.kind->begin_change, NULL, NULL, NULL)) return fail_to(c);
    if (!is_empty(c) || !walk(c, "copied", copy_range)) return false;
    if (!sql_run(&c->to, "COMMIT", NULL, NULL, NULL)) return fail_to(c);
    return walk(c, "compared", compare_range) && count_is_equal(c);
}

bool maintain_copy(const char *from, const char *to, maintain_progress *progress, struct maintain_copied *out,
                   char err[STORE_ERROR]) {
    struct copy c = {.progress = progress, .out = out, .err = err};
    bool ok = sql_open(&c.from, from, SQL_CHANGE) || fail_from(&c);
    ok = ok && (sql_open(&c.to, to, SQL_CREATE) || fail_to(&c));
    ok = ok && run(&c);
    sql_close(&c.to);
    sql_close(&c.from);
    free(c.read[0].rows.bytes);
    free(c.read[1].rows.bytes);
    return ok;
}
