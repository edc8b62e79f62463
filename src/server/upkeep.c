/* upkeep.c: all tables of a database, one by one (upkeep.h). Knows no network. */
#include "server/upkeep.h"
#include "server/server_int.h"

#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One request to the store at a time. */
struct walk {
    struct upkeep *u;
    struct store *store;
    sem_t answers;
    bool answered;
    const char *failed; /* NULL: nothing has */
    struct store_scanned list[STORE_SCAN];
    int n;
    const char *snapshot; /* that the last table lacks, NULL: none, ... */
    struct store_id id;   /* ... of which table, ... */
    uint32_t change;      /* ... after which change */
    int ply;
};

static void wake(void *arg) { sem_post(&((struct walk *)arg)->answers); }

static void await(struct walk *w) {
    while (!w->answered) {
        while (sem_wait(&w->answers) != 0) continue;
        store_deliver(w->store);
    }
    w->answered = false;
}

static void scanned(void *arg, enum store_status status, const struct store_scanned *list, int n) {
    struct walk *w = arg;
    w->answered = true;
    if (status == STORE_FAILED) w->failed = "the tables cannot be read";
    w->n = n;
    memcpy(w->list, list, sizeof w->list);
}

static void stored(void *arg, enum store_status status, const char *why) {
    struct walk *w = arg;
    (void)why;
    w->answered = true;
    if (status != STORE_OK) w->failed = "a snapshot cannot be stored";
}

static void tell_bad(struct walk *w, const struct store_id *id, const char *why) {
    char name[SECRET_ID_TEXT];
    secret_id_text(id, name);
    w->u->bad++;
    w->u->unplayable(name, why);
}

static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct walk *w = arg;
    w->answered = true;
    w->snapshot = NULL;
    if (status == STORE_OK) why = restore_lacking(l, &w->snapshot, &w->ply);
    w->id = l->table.id;
    w->change = l->version.n;
    if (status == STORE_FAILED)
        w->failed = "a table cannot be read";
    else if (status == STORE_DAMAGED || (status == STORE_OK && why))
        tell_bad(w, &l->table.id, why);
}

static void look_at(struct walk *w, const struct store_id *id) {
    w->u->tables++;
    store_load(w->store, id, loaded, w);
    await(w);
    if (w->failed || !w->snapshot) return;
    w->u->lacking++;
    if (!w->u->repair) return;
    store_snapshot(w->store, &w->id, w->change, w->ply, w->snapshot, stored, w);
    await(w);
}

static void walk_all(struct walk *w) {
    struct store_id last = {{0}};
    do {
        store_scan(w->store, &last, scanned, w);
        await(w);
        for (int i = 0; i < w->n && !w->failed; i++) look_at(w, &w->list[i].id);
        if (w->n > 0) last = w->list[w->n - 1].id;
    } while (w->n > 0 && !w->failed);
}

bool upkeep_run(struct upkeep *u, const char *db, char err[UPKEEP_ERROR]) {
    struct walk w = {.u = u};
    u->tables = u->lacking = u->bad = 0;
    if (store_is_file(db) && access(db, F_OK) != 0) {
        snprintf(err, UPKEEP_ERROR, "there is no database %.200s", db);
        return false;
    }
    sem_init(&w.answers, 0, 0);
    struct store_config config = {.where = db, .hooks.wake = wake, .arg = &w};
    w.store = store_open(&config, err);
    if (w.store) {
        walk_all(&w);
        store_close(w.store);
        if (w.failed) snprintf(err, UPKEEP_ERROR, "%s", w.failed);
    }
    sem_destroy(&w.answers);
    return w.store && !w.failed;
}
