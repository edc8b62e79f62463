/* sqlite_write.c: changes, chat and snapshots into a SQLite database (sqlite_int.h). */
#include "store/sqlite_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static bool put_table(struct sqlite *q, const struct store_table *t, bool create) {
    struct params p = {0};
    params_table(&p, t);
    sqlite_bind(q, create ? INSERT_TABLE : UPDATE_TABLE, &p);
    if (!sqlite_finish(q, create ? INSERT_TABLE : UPDATE_TABLE)) return false;
    for (int i = 0; i < t->seats; i++) {
        p.n = 0;
        params_seat(&p, t, i);
        sqlite_bind(q, PUT_SEAT, &p);
        if (!sqlite_finish(q, PUT_SEAT)) return false;
    }
    return true;
}

static bool put_position(struct sqlite *q, const struct store_id *id, const char *kind, int ply, uint32_t n,
                         const char *text) {
    struct params p = {0};
    params_position(&p, id, kind, ply, n, text);
    sqlite_bind(q, PUT_POSITION, &p);
    return sqlite_finish(q, PUT_POSITION);
}

/* `by` of the change with that number; false: there is none. */
static bool whose(struct sqlite *q, const struct store_id *id, uint32_t n, uint64_t *by, bool *failed) {
    struct params p = {0};
    struct row row;
    bool found = false;
    params_id(&p, id);
    params_int(&p, n);
    sqlite_bind(q, WHOSE, &p);
    for (; sqlite_row(q, WHOSE, &row, failed); found = true) *by = (uint64_t)row.number(&row, 0);
    return found;
}

/* Two statements: one that reads the table that it writes would make a copy first. */
static bool has_predecessor(struct sqlite *q, const struct store_change *c, bool *failed) {
    uint64_t by;
    return c->version.n == 0 || (whose(q, &c->id, c->version.n - 1, &by, failed) && by == c->prev);
}

/* Is the change that has the number this one? An earlier try may have stored it, whose commit was not acknowledged. */
static bool is_own(struct sqlite *q, const struct store_change *c, bool *failed) {
    uint64_t by;
    return whose(q, &c->id, c->version.n, &by, failed) && by == c->version.by;
}

/* Its row in the list of changes, if the number is free; sqlite3_changes() shows it. */
static bool append(struct sqlite *q, const struct store_change *c) {
    struct params p = {0};
    uint8_t few[8 * PACKED_ENTRY], *packed = few;
    size_t size = (size_t)c->n_entry * PACKED_ENTRY;
    if (size > sizeof few) packed = rows_must(malloc(size));
    entry_pack(c->entry, c->n_entry, packed);
    params_id(&p, &c->id);
    params_int(&p, c->version.n);
    params_int(&p, (int64_t)c->version.by);
    params_int(&p, c->time);
    params_int(&p, c->cut);
    params_int(&p, c->ply);
    params_int(&p, c->to_act);
    params_int(&p, change_flags(c));
    params_bytes(&p, packed, size);
    sqlite_bind(q, APPEND, &p);
    bool ok = sqlite_finish(q, APPEND);
    if (packed != few) free(packed);
    return ok;
}

static enum store_status put_change(struct sqlite *q, const struct store_change *c) {
    bool create = c->version.n == 0, failed = false;
    assert(!create || c->table);
    bool fits = has_predecessor(q, c, &failed);
    if (failed || (fits && !append(q, c))) return STORE_FAILED;
    if (!fits || sqlite3_changes(q->db) == 0) {
        bool own = is_own(q, c, &failed);
        return failed ? STORE_FAILED : own ? STORE_OK : STORE_CONFLICT;
    }
    if (c->table && !put_table(q, c->table, create)) return STORE_FAILED;
    if (c->start && !put_position(q, &c->id, "start", c->table->first, c->version.n, c->start))
        return STORE_FAILED;
    return c->also ? put_change(q, c->also) : STORE_OK;
}

static enum store_status put_chat(struct sqlite *q, struct store_job *j) {
    struct params p = {0};
    struct row row;
    bool failed = false;
    params_chat(&p, &j->u.chat.id, j->u.chat.by, j->u.chat.chat);
    sqlite_bind(q, PUT_CHAT, &p);
    while (sqlite_row(q, PUT_CHAT, &row, &failed)) j->u.chat.chat->n = (int)row.number(&row, 0);
    if (failed) return STORE_FAILED;
    p.n = 0;
    params_id(&p, &j->u.chat.id);
    params_int(&p, j->u.chat.chat->n - STORE_CHATS_KEPT);
    sqlite_bind(q, CUT_CHAT, &p);
    return sqlite_finish(q, CUT_CHAT) ? STORE_OK : STORE_FAILED;
}

static enum store_status put_snapshot(struct sqlite *q, const struct store_job *j) {
    bool ok = put_position(q, &j->u.snapshot.id, "snapshot", j->u.snapshot.ply, j->u.snapshot.n,
                           j->u.snapshot.text);
    return ok ? STORE_OK : STORE_FAILED;
}

static bool carry_out(struct sqlite *q, struct store_job *j) {
    j->status = j->kind == JOB_CHANGE ? put_change(q, &j->u.write.change)
                : j->kind == JOB_CHAT ? put_chat(q, j)
                                      : put_snapshot(q, j);
    return j->status != STORE_FAILED;
}

/* Jobs from `first` until `end` as one transaction. */
static bool transact(struct sqlite *q, struct store_job *first, const struct store_job *end) {
    bool ok = false;
    if (sqlite_begin(q, true)) {
        struct store_job *j = first;
        while (j != end && carry_out(q, j)) j = j->next;
        ok = j == end && sqlite_commit(q);
    }
    q->trouble = ok ? NULL : q->failure;
    for (struct store_job *j = first; ok && j != end; j = j->next) j->why[0] = 0;
    if (ok) return true;
    snprintf(first->why, sizeof first->why, "%s", q->error);
    sqlite_rollback(q);
    return false;
}

/* All at once; if that fails, one by one, so that one cannot spoil the others. They share the patience: where all had
 * to wait for a lock in vain, none waits again. */
void sqlite_write(void *db, struct store_job *first) {
    struct sqlite *q = db;
    bool ok = transact(q, first, NULL);
    for (struct store_job *j = first; j; j = j->next) {
        if (!ok && !transact(q, j, j->next)) j->status = STORE_FAILED;
        j->state = JOB_DECIDED;
    }
}
