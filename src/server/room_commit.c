/* room_commit.c: changes of a table: sent to the store, told when they are stored, taken back when they cannot be
 * (server_int.h). */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/room_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void room_mark(struct room *r) {
    int n = r->match.n_log;
    if (n > r->cap_mark) {
        r->cap_mark = n < 128 ? 128 : 2 * n;
        r->mark = must(realloc(r->mark, (size_t)r->cap_mark * sizeof *r->mark));
    }
    r->mark[n - 1] = (struct mark){clock_date(), (uint8_t)casata_to_act(&r->match.game, r->match.state)};
}

static void tell(struct room *r, const struct pending *p) {
    unsigned carrier = p->carrier             ? p->carrier
                       : p->tell & TELL_STATE ? TELL_STATE
                       : p->tell & TELL_CHAT  ? TELL_CHAT
                                              : TELL_TABLE;
    if (p->reply && p->who) say_text(p->who, p->reply);
    for (int i = 0; i < r->n_watcher; i++) {
        const struct watcher *w = &r->watcher[i];
        const json_t *id = w->client == p->who && !p->reply ? p->id : NULL;
        if (p->tell & TELL_TABLE) say_table(r, w, carrier == TELL_TABLE ? id : NULL);
        if (p->tell & TELL_CHAT) say_chat(r, w, r->n_chat - 1, carrier == TELL_CHAT ? id : NULL);
        if (p->tell & TELL_LOG) say_log(r, w, p->from);
        if (p->tell & TELL_STATE) say_state(r, w, carrier == TELL_STATE ? id : NULL);
    }
}

/* Windows of seats that are no longer theirs look on, as far as there is room for spectators. */
static void evict(struct room *r, unsigned seats) {
    for (int i = r->n_watcher - 1; i >= 0; i--) {
        struct watcher *w = &r->watcher[i];
        if (w->seat < 0 || !(seats >> w->seat & 1)) continue;
        if (room_watching(r, -1) < MAX_SPECTATORS)
            w->seat = -1;
        else {
            say_error(w->client, NULL, r, "too_many",
                      "the seat is not yours any more, and spectators crowd the table");
            room_unwatch(r, w->client);
        }
    }
}

/* The table before a rematch, which has been kept busy, learns of the new one, or that there is none. */
static void end_rematch(struct server *s, const struct store_id *origin, const struct store_id *next) {
    struct room *r = room_find(s, origin);
    if (!r) return;
    struct pending p = r->pending;
    r->pending = (struct pending){0};
    r->phase = ROOM_READY;
    if (next) {
        struct store_change change = {.table = &r->row, .cut = -1};
        r->row.rematch = *next;
        room_commit(r, &change, -1, &p);
    } else {
        say_error(p.who, p.id, r, "store", "the new table could not be stored");
        room_proceed(r);
    }
    room_free_pending(&p);
}

static void not_stored(struct room *r, const char *why) {
    struct pending p = r->pending;
    bool move = p.tell != 0 || p.reply;
    r->pending = (struct pending){0};
    fprintf(stderr, "casata serve: table %s: a change could not be stored: %s\n", r->name, why);
    say_error(p.who, p.id, r, "store", "the change could not be stored and has not happened");
    if (!secret_id_none(&p.origin)) end_rematch(r->server, &p.origin, NULL);
    bool forget = p.forget, upgrade = p.upgrade;
    room_free_pending(&p);
    if (r->fresh) {
        room_give_up(r, "store", "the table could not be stored");
    } else if (upgrade) {
        room_free_match(r);
        room_rest_unread(r, why);
    } else if (move) { /* back to what is true */
        room_free_match(r);
        r->rest_until = clock_now() + STORE_REST_MS;
        room_load(r);
    } else { /* a snapshot: only wanted when rules change */
        r->saved_ply = room_ply(r);
        r->phase = ROOM_READY;
        if (forget && !r->n_watcher && !r->first)
            room_free(r);
        else
            room_proceed(r);
    }
}

static void stored(void *arg, enum store_status status, const char *why) {
    struct room *r = arg;
    if (status != STORE_OK) {
        not_stored(r, why);
        return;
    }
    struct pending p = r->pending;
    r->pending = (struct pending){0};
    r->phase = ROOM_READY;
    r->fresh = false;
    uint64_t before = net_sent(r->server->net);
    evict(r, p.evict);
    tell(r, &p);
    if (p.evict) say_presence(r);
    if (p.who) talk_charge(p.who, before);
    if (!secret_id_none(&p.origin)) end_rematch(r->server, &p.origin, &r->id);
    bool forget = p.forget && !r->n_watcher && !r->first;
    room_free_pending(&p);
    if (forget)
        room_free(r);
    else
        room_proceed(r);
}

/* The entries of the log from ply `from` on. */
static int entries_from(struct room *r, int from) {
    struct server *s = r->server;
    int at = from - r->row.first, n = r->match.n_log - at;
    if (n > s->cap_entry) {
        s->cap_entry = 2 * n;
        s->entry = must(realloc(s->entry, (size_t)s->cap_entry * sizeof *s->entry));
    }
    for (int i = 0; i < n; i++) {
        const struct casata_entry *e = &r->match.log[at + i];
        s->entry[i] = (struct store_entry){
            .hash = e->hash,
            .time = r->mark[at + i].time,
            .action = e->action,
            .seat = e->seat,
            .to_act = r->mark[at + i].to_act,
        };
    }
    return n;
}

void room_commit(struct room *r, struct store_change *change, int from, const struct pending *pending) {
    assert(r->phase != ROOM_SAVING);
    change->id = r->id;
    if (from >= 0) {
        change->from = from;
        change->n = entries_from(r, from);
        change->entry = r->server->entry;
    }
    r->pending = *pending;
    if (r->pending.who) client_keep(r->pending.who);
    json_incref(r->pending.id);
    r->phase = ROOM_SAVING;
    r->used = clock_now();
    store_write(r->server->store, change, stored, r);
}
