/* repair.c: after a crash. Tables leave memory with a snapshot in the store, from which later rules can continue;
 * those in memory when a server was killed have none, or an old one. After the start all tables are checked, a few at
 * a time, and these get theirs (server_int.h). */
#include "server/clock.h"
#include "server/server_int.h"

#include <stdio.h>

enum {
    AT_ONCE = 4,     /* tables are replayed on the network thread: a few milliseconds a tick */
    BUSY = 32,       /* others' requests pending at the store: it has better things to do */
    PAUSE_MS = 5000, /* after a failure of the store */
    MAX_TRIES = 10,  /* of the same tables */
};

static void answered(struct repair *p, enum store_status status) {
    p->asked--;
    if (status == STORE_FAILED) p->failed = true;
}

static void stored(void *arg, enum store_status status, const char *why) {
    struct server *s = arg;
    (void)why;
    answered(&s->repair, status);
    s->repair.stored += status == STORE_OK;
}

/* Tables in memory are skipped: their snapshot comes when they leave, and must not be older than the log. No other
 * table can have a change on its way to the store, or it would still be in memory. */
static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct server *s = arg;
    const char *snapshot;
    int ply;
    (void)why;
    answered(&s->repair, status);
    if (status == STORE_DAMAGED) s->repair.bad_here++;
    if (status != STORE_OK || room_find(s, &l->table.id)) return;
    if (restore_lacking(l, &snapshot, &ply)) s->repair.bad_here++;
    if (!snapshot) return;
    s->repair.asked++;
    store_snapshot(s->store, &l->table.id, l->version.n, ply, snapshot, stored, s);
}

static void report(const struct repair *p) {
    if (p->stored > 0)
        log_line(LOG_NOTE, "repaired", NULL,
                 "stored the snapshots of %d tables that were missing after a crash", p->stored);
    if (p->unplayable > 0)
        log_line(LOG_WARN, "repaired", NULL, "%d tables cannot be played; casata store check names them",
                 p->unplayable);
}

static void scanned(void *arg, enum store_status status, const struct store_scanned *list, int n) {
    struct server *s = arg;
    struct repair *p = &s->repair;
    answered(p, status);
    if (status != STORE_OK) return;
    p->done = n == 0;
    if (p->done) report(p);
    p->n = p->at = p->bad_here = 0;
    for (int i = 0; i < n; i++)
        if (list[i].snapshot_ply != list[i].ply) p->list[p->n++] = list[i].id;
    if (n > 0) p->next = list[n - 1].id;
}

/* Goes on after the tables of the list, or checks them again if the store failed. */
static void end_list(struct repair *p) {
    if (p->failed && ++p->tries < MAX_TRIES) {
        p->pause = clock_now() + PAUSE_MS;
    } else {
        p->last = p->next;
        p->unplayable += p->bad_here;
        p->tries = 0;
    }
    p->failed = false;
    p->n = p->at = 0;
}

void repair_tick(struct server *s) {
    struct repair *p = &s->repair;
    if (p->done || p->asked > 0 || clock_now() < p->pause || store_pending(s->store) > BUSY) return;
    for (int i = 0; i < AT_ONCE && p->at < p->n; p->at++) {
        if (room_find(s, &p->list[p->at])) continue;
        store_load(s->store, &p->list[p->at], loaded, s);
        p->asked++;
        i++;
    }
    if (p->asked > 0) return;
    end_list(p);
    if (clock_now() < p->pause) return;
    store_scan(s->store, &p->last, scanned, s);
    p->asked++;
}

void repair_end(const struct server *s) {
    if (!s->repair.done)
        log_line(LOG_WARN, "not_repaired", NULL,
                 "not every table has been checked since the start: before an upgrade run casata store "
                 "snapshot");
}
