/* sql.c: the part of sql.h common to both kinds of databases. */
#include "store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ORDER table columns; statements.h has the same names, and the schemas of both databases. */
const struct sql_table sql_tables[SQL_TABLES] = {
    {"tables",
     "id",
     21,
     {{"id", SQL_ID},
      {"game", SQL_TEXT},
      {"rules_version", SQL_INT4},
      {"edition", SQL_INT8},
      {"options", SQL_TEXT},
      {"seats", SQL_INT2},
      {"host", SQL_INT2},
      {"any_code", SQL_BYTES},
      {"rematch", SQL_ID},
      {"created", SQL_INT8},
      {"undos", SQL_INT8},
      {"first", SQL_INT4},
      {"takeback_seat", SQL_INT2},
      {"takeback_ply", SQL_INT4},
      {"takeback_yes", SQL_INT2},
      {"questions", SQL_INT8},
      {"takeback_question", SQL_INT8},
      {"record_open", SQL_INT2},
      {"settled", SQL_INT4},
      {"away", SQL_INT4},
      {"hints", SQL_INT2}}},
    {"seats",
     "id, seat",
     14,
     {{"id", SQL_ID},
      {"seat", SQL_INT2},
      {"kind", SQL_INT2},
      {"level", SQL_TEXT},
      {"name", SQL_TEXT},
      {"token", SQL_BYTES},
      {"invite", SQL_BYTES},
      {"reinvite", SQL_INT8},
      {"resigned", SQL_INT4},
      {"link", SQL_BYTES},
      {"link_token", SQL_BYTES},
      {"link_until", SQL_INT8},
      {"hand", SQL_BYTES},
      {"hand_time", SQL_INT8}}},
    {"change",
     "id, n",
     9,
     {{"id", SQL_ID},
      {"n", SQL_INT4},
      {"by", SQL_INT8},
      {"time", SQL_INT8},
      {"cut", SQL_INT4},
      {"ply", SQL_INT4},
      {"to_act", SQL_INT2},
      {"flags", SQL_INT2},
      {"entry", SQL_BYTES}}},
    {"chat",
     "id, n",
     7,
     {{"id", SQL_ID},
      {"n", SQL_INT4},
      {"seat", SQL_INT2},
      {"name", SQL_TEXT},
      {"text", SQL_TEXT},
      {"time", SQL_INT8},
      {"by", SQL_INT8}}},
    {"positions",
     "id, kind",
     5,
     {{"id", SQL_ID}, {"kind", SQL_TEXT}, {"ply", SQL_INT4}, {"n", SQL_INT4}, {"text", SQL_TEXT}}},
    {"packed",
     "id",
     5,
     {{"id", SQL_ID}, {"n", SQL_INT4}, {"by", SQL_INT8}, {"ply", SQL_INT4}, {"entry", SQL_BYTES}}},
};

/* --- rows as bytes -------------------------------------------------------------------------------------------------- */

void sql_bytes_put(struct sql_bytes *b, const void *bytes, size_t n) {
    if (b->n + n > b->cap) {
        b->cap = 2 * (b->n + n);
        b->bytes = rows_must(realloc(b->bytes, b->cap));
    }
    if (n) memcpy(b->bytes + b->n, bytes, n);
    b->n += n;
}

void sql_bytes_int(struct sql_bytes *b, int64_t number, int width) {
    uint8_t bytes[8];
    for (int i = 0; i < width; i++) bytes[i] = (uint8_t)((uint64_t)number >> 8 * (width - 1 - i));
    sql_bytes_put(b, bytes, (size_t)width);
}

static int width_of(enum sql_type type) { return type == SQL_INT2 ? 2 : type == SQL_INT4 ? 4 : 8; }
static bool is_number(enum sql_type type) { return type >= SQL_INT2 && type <= SQL_INT8; }

/* Does the number fit into n bytes? */
static bool fits(int64_t number, int width) {
    int64_t most = width == 8 ? INT64_MAX : (INT64_C(1) << (8 * width - 1)) - 1;
    return number <= most && number >= -most - 1;
}

static bool put_value(struct sql_bytes *b, enum sql_type type, const struct row *r, int column) {
    size_t size = 0;
    if (r->is_null(r, column)) {
        sql_bytes_int(b, -1, 4);
        return true;
    }
    if (is_number(type)) {
        int64_t number = r->number(r, column);
        sql_bytes_int(b, width_of(type), 4);
        sql_bytes_int(b, number, width_of(type));
        return fits(number, width_of(type));
    }
    const void *bytes = r->bytes(r, column, &size);
    if (size > INT32_MAX || (type == SQL_ID && size != sizeof(struct store_id))) return false;
    sql_bytes_int(b, (int64_t)size, 4);
    sql_bytes_put(b, bytes, size);
    return true;
}

bool sql_bytes_row(struct sql_bytes *b, const struct sql_table *t, const struct row *r,
                   char why[STORE_ERROR]) {
    sql_bytes_int(b, t->n, 2);
    b->rows++;
    for (int i = 0; i < t->n; i++) {
        if (put_value(b, t->column[i].type, r, i)) continue;
        snprintf(why, STORE_ERROR, "a row of %s has no valid %s", t->name, t->column[i].name);
        return false;
    }
    return true;
}

static int64_t get(const uint8_t *at, int width) {
    uint64_t number = at[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < width; i++) number = number << 8 | at[i];
    return (int64_t)number;
}

const uint8_t *sql_bytes_params(const uint8_t *at, const struct sql_table *t, struct params *p) {
    at += 2;
    p->n = 0;
    for (int i = 0; i < t->n; i++) {
        int64_t size = get(at, 4);
        at += 4;
        if (size < 0)
            p->p[p->n++] = (struct param){.kind = PARAM_NULL};
        else if (is_number(t->column[i].type))
            params_int(p, get(at, (int)size));
        else
            params_bytes(p, at, (size_t)size);
        if (size >= 0 && t->column[i].type == SQL_TEXT) p->p[p->n - 1].kind = PARAM_TEXT;
        if (size > 0) at += size;
    }
    return at;
}

/* --- a database ---------------------------------------------------------------------------------------------------- */

bool sql_open(struct sql *q, const char *where, enum sql_mode mode) {
    *q = (struct sql){.kind = &sql_sqlite};
    if (!store_is_file(where)) {
#ifdef CASATA_POSTGRES
        q->kind = &sql_postgres;
#else
        snprintf(q->error, sizeof q->error, "%s", STORE_NO_POSTGRES);
        return false;
#endif
    }
    q->db = q->kind->open(where, mode, q->error);
    return q->db != NULL;
}

void sql_close(struct sql *q) {
    if (q->db) q->kind->close(q->db);
    q->db = NULL;
}

bool sql_run(struct sql *q, const char *text, const struct params *p, sql_row *each, void *arg) {
    return q->kind->run(q->db, text, p, each, arg, q->error);
}

struct first {
    int64_t number;
    bool any;
};
static void take_first(void *arg, const struct row *row) {
    struct first *f = arg;
    if (!f->any && !row->is_null(row, 0)) *f = (struct first){row->number(row, 0), true};
}

bool sql_number(struct sql *q, const char *text, const struct params *p, int64_t *number, int64_t otherwise) {
    struct first f = {.number = otherwise};
    bool ok = sql_run(q, text, p, take_first, &f);
    *number = f.number;
    return ok;
}
