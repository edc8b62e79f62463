/* sqlite_read.c: tables from the rows of a SQLite database (sqlite_int.h). */
#include "store/sqlite_int.h"

#include <stdio.h>

static void bind_id(struct sqlite *q, enum statement which, const struct store_id *id) {
    struct params p = {0};
    params_id(&p, id);
    sqlite_bind(q, which, &p);
}

static bool load_seats(struct sqlite *q, struct store_table *t) {
    struct row row;
    bool failed = false;
    int n = 0;
    bind_id(q, GET_SEATS, &t->id);
    while (sqlite_row(q, GET_SEATS, &row, &failed)) row_seat(&row, t, &n);
    if (!failed) rows_check_seats(&q->damage, t, n);
    return !failed;
}

static void bind_changes(struct sqlite *q, const struct store_id *id, uint32_t from) {
    struct params p = {0};
    params_id(&p, id);
    params_int(&p, from);
    sqlite_bind(q, GET_CHANGES, &p);
}

static bool load_log(struct sqlite *q, struct store_loaded *l) {
    struct log_reader log = log_reader_on(l, &q->damage);
    struct row row;
    bool failed = false;
    bind_id(q, GET_POSITIONS, &l->table.id);
    while (sqlite_row(q, GET_POSITIONS, &row, &failed)) log_read_position(&log, &row);
    bind_id(q, GET_PACKED, &l->table.id);
    while (sqlite_row(q, GET_PACKED, &row, &failed)) log_read_packed(&log, &row);
    bind_changes(q, &l->table.id, 0);
    while (sqlite_row(q, GET_CHANGES, &row, &failed)) log_read_change(&log, &row);
    if (!failed) log_end(&log);
    return !failed;
}

/* False: it failed; *there: the change that the caller knows. */
static bool load_tail(struct sqlite *q, struct store_loaded *l, const struct store_version *known,
                      bool *there) {
    struct log_reader log = log_reader_on(l, &q->damage);
    struct row row;
    bool failed = false;
    bind_changes(q, &l->table.id, known->n);
    while (sqlite_row(q, GET_CHANGES, &row, &failed)) log_read_tail(&log, &row, known);
    *there = log.known_is_there;
    return !failed;
}

static bool load_chat(struct sqlite *q, struct store_loaded *l, int after) {
    struct params p = {0};
    struct row row;
    bool failed = false;
    params_id(&p, &l->table.id);
    params_int(&p, after);
    params_int(&p, STORE_CHATS);
    sqlite_bind(q, GET_CHAT, &p);
    while (sqlite_row(q, GET_CHAT, &row, &failed)) row_chat(&row, l);
    rows_oldest_first(l);
    return !failed;
}

static enum store_status load(struct sqlite *q, struct store_job *j) {
    struct store_loaded *l = &j->u.load.loaded;
    struct row row;
    bool failed = false, found = false, there = true;
    bind_id(q, GET_TABLE, &j->u.load.id);
    while (sqlite_row(q, GET_TABLE, &row, &failed)) {
        row_table(&row, &l->table);
        found = true;
    }
    if (failed) return STORE_FAILED;
    if (!found) return STORE_NONE;
    bool tail = j->kind == JOB_TAIL;
    if (!load_seats(q, &l->table) || !load_chat(q, l, tail ? j->u.load.chat : -1) ||
        !(tail ? load_tail(q, l, &j->u.load.known, &there) : load_log(q, l)))
        return STORE_FAILED;
    return q->damage.found ? STORE_DAMAGED : there ? STORE_OK : STORE_CONFLICT;
}

static bool find_last(struct sqlite *q, struct store_found *f) {
    struct row row;
    bool failed = false;
    f->ply = f->table.first;
    f->time = f->table.created;
    bind_id(q, LAST, &f->table.id);
    while (sqlite_row(q, LAST, &row, &failed)) row_last(&row, f);
    return !failed;
}

/* The tables of one token, without those that are damaged. */
static bool find_token(struct sqlite *q, const struct store_key *token, struct store_found *found, int *n) {
    struct params p = {0};
    struct row row;
    bool failed = false;
    params_key(&p, token);
    params_int(&p, STORE_MAX_FOUND - *n);
    sqlite_bind(q, FIND, &p);
    while (sqlite_row(q, FIND, &row, &failed)) {
        struct store_found *f = &found[*n];
        *f = (struct store_found){0};
        q->damage.found = false;
        row_table(&row, &f->table);
        f->seat = (int)row_int(&row, N_TABLE_COLUMNS, 0, f->table.seats - 1);
        *n += !q->damage.found;
    }
    return !failed;
}

static enum store_status find(struct sqlite *q, struct store_job *j) {
    struct store_found *found = j->u.find.found;
    int rows = 0, n = 0;
    for (int i = 0; i < j->u.find.n_token; i++)
        if (!find_token(q, &j->u.find.token[i], found, &rows)) return STORE_FAILED;
    for (int i = 0; i < rows; i++) {
        q->damage.found = false;
        if (!load_seats(q, &found[i].table) || !find_last(q, &found[i])) return STORE_FAILED;
        if (!q->damage.found) found[n++] = found[i];
    }
    rows_sort_found(found, n);
    j->u.find.n = n;
    return STORE_OK;
}

static enum store_status scan(struct sqlite *q, struct store_job *j) {
    struct params p = {0};
    struct row row;
    bool failed = false;
    params_bytes(&p, j->u.scan.after.b, sizeof j->u.scan.after.b);
    params_int(&p, STORE_SCAN);
    sqlite_bind(q, SCAN, &p);
    j->u.scan.n = 0;
    while (sqlite_row(q, SCAN, &row, &failed)) row_scanned(&row, &j->u.scan.scanned[j->u.scan.n++]);
    return failed ? STORE_FAILED : STORE_OK;
}

static enum store_status carry_out(struct sqlite *q, struct store_job *j) {
    q->damage.found = false;
    switch (j->kind) {
    case JOB_LOAD:
    case JOB_TAIL: return load(q, j);
    case JOB_FIND: return find(q, j);
    case JOB_SCAN: return scan(q, j);
    default: return STORE_OK; /* JOB_LOOK, JOB_SWEEP, JOB_BEAT: there is nobody else */
    }
}

void sqlite_read(void *db, struct store_job *first) {
    struct sqlite *q = db;
    for (struct store_job *j = first; j; j = j->next) {
        j->status = STORE_FAILED;
        if (sqlite_begin(q, false)) j->status = carry_out(q, j);
        const char *why = j->status == STORE_DAMAGED ? q->damage.text : q->error;
        if (j->status == STORE_FAILED || j->status == STORE_DAMAGED)
            snprintf(j->why, sizeof j->why, "%s", why);
        sqlite_rollback(q); /* nothing was changed */
        if (j->kind == JOB_LOOK) j->u.look.n = 0;
        if (j->kind == JOB_BEAT) j->u.beat.let_in = true;
        j->state = JOB_DECIDED;
    }
}
