/* room.c: tables in memory: found, made, their queues, forgotten when nobody is there (server_int.h). Knows no
 * message of the protocol. */
#include "server/clock.h"
#include "server/room_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = sizeof((struct server *)0)->rooms / sizeof(struct room *) };

int room_ply(const struct room *r) { return r->row.first + r->match.n_log; }

/* --- finding ----------------------------------------------------------------------------------------------- */

static struct room **chain_of(struct server *s, const struct store_id *id) {
    uint64_t bits; /* ids are random */
    memcpy(&bits, id->b, sizeof bits);
    return &s->rooms[bits % CHAINS];
}

struct room *room_find(struct server *s, const struct store_id *id) {
    struct room *r = *chain_of(s, id);
    while (r && memcmp(&r->id, id, sizeof *id) != 0) r = r->next;
    return r;
}

struct room *room_new(struct server *s, const struct store_id *id) {
    struct room *r = must(calloc(1, sizeof *r)), **chain = chain_of(s, id);
    r->server = s;
    r->id = *id;
    secret_id_text(id, r->name);
    r->last = &r->first;
    r->saved_ply = -1;
    r->heard_chat = -1;
    r->used = r->watched = clock_now();
    r->next = *chain;
    *chain = r;
    s->n_rooms++;
    return r;
}

void room_free_match(struct room *r) {
    casata_match_free(&r->match);
    free(r->mark);
    free(r->chat);
    free(r->prior);
    r->mark = NULL;
    r->chat = NULL;
    r->prior = NULL;
    r->n_chat = r->cap_mark = 0;
}

void room_free_pending(struct pending *p) {
    if (p->who) client_drop(p->who);
    message_drop(p->msg);
    free(p->reply);
    free(p->say);
    *p = (struct pending){0};
}

struct waiting *room_next_waiting(struct room *r) {
    struct waiting *w = r->first;
    if (w && !(r->first = w->next)) r->last = &r->first;
    return w;
}

void room_free_waiting(struct waiting *w) {
    if (w->client) {
        w->client->n_waiting--;
        w->client->waiting_bytes -= w->bytes;
        w->client->server->waiting_bytes -= w->bytes;
        client_drop(w->client);
    }
    message_drop(w->msg);
    free(w);
}

void room_free(struct room *r) {
    struct room **at = chain_of(r->server, &r->id);
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    r->server->n_rooms--;
    while (r->n_watcher > 0) room_unwatch(r, r->watcher[0].client);
    if (r->server->shared) store_unwatch(r->server->store, &r->id);
    for (struct waiting *w; (w = room_next_waiting(r));) room_free_waiting(w);
    room_free_pending(&r->pending);
    room_free_pending(&r->lost);
    room_free_match(r);
    free(r->watcher);
    free(r->elsewhere);
    free(r);
}

/* --- waiting ------------------------------------------------------------------------------------------------- */

void room_wait(struct room *r, struct waiting *w) {
    w->next = NULL;
    *r->last = w;
    r->last = &w->next;
}

/* Handles waiting messages while the table is free, then bots. */
void room_proceed(struct room *r) {
    struct waiting *w;
    if (r->presence_due) say_presence(r);
    while (r->phase == ROOM_READY && (w = room_next_waiting(r))) {
        r->tries = w->tries;
        if (w->client)
            talk_to_room(r, w->client, w->msg);
        else
            play_bot(r, &w->tag, w->action);
        r->tries = 0;
        room_free_waiting(w);
    }
    if (r->phase == ROOM_READY) play_wake_bots(r);
}

/* --- forgetting ------------------------------------------------------------------------------------------------ */

/* Stores the position as JSON: the only part of a match that later rules can read. False: already there. */
static bool save_snapshot(struct room *r, bool forget) {
    if (r->saved_ply == room_ply(r)) return false;
    const char *text = restore_snapshot(r);
    if (!text) return false;
    r->saved_ply = room_ply(r);
    room_commit_snapshot(r, text, &(struct pending){.forget = forget});
    return true;
}

static void tick_ready(struct room *r, int64_t now) {
    if (r->rest_until && now >= r->rest_until) {
        r->rest_until = 0;
        play_wake_bots(r);
    }
    bool idle = !r->n_watcher && !r->first && !r->thinking && !r->rest_until;
    if (idle && now - r->used >= (int64_t)r->server->config.idle_s * 1000 && !save_snapshot(r, true))
        room_free(r);
}

static void tick_room(struct room *r, int64_t now) {
    news_tick_room(r, now);
    if (r->phase == ROOM_UNREAD && now >= r->retry_at)
        room_read_again(r);
    else if (r->phase == ROOM_READY)
        tick_ready(r, now);
}

void room_tick(struct server *s) {
    int64_t now = clock_now();
    for (int i = 0; i < (int)CHAINS; i++)
        for (struct room *r = s->rooms[i], *next; r; r = next) {
            next = r->next;
            tick_room(r, now);
        }
}

bool room_save_all(struct server *s) {
    for (int i = 0; i < (int)CHAINS; i++)
        for (struct room *r = s->rooms[i]; r; r = r->next)
            if (r->phase == ROOM_READY) save_snapshot(r, false);
    return store_pending(s->store) == 0;
}

void room_free_all(struct server *s) {
    for (int i = 0; i < (int)CHAINS; i++)
        while (s->rooms[i]) room_free(s->rooms[i]);
    free(s->entry);
}
