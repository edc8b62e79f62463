/* room_commit.c: changes of a table: sent to the store, announced when stored, rolled back when they cannot be
 * (server_int.h). */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/room_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void room_mark(struct room *r) {
    int n = r->match.n_log;
    if (n > r->cap_mark) {
        r->cap_mark = n < 128 ? 128 : 2 * n;
        r->mark = must(realloc(r->mark, (size_t)r->cap_mark * sizeof *r->mark));
    }
    r->mark[n - 1] = (struct mark){clock_date(), (uint8_t)casata_to_act(&r->match.game, r->match.state)};
}

void room_add_chat(struct room *r, const struct store_chat *chat) {
    if (r->n_chat == STORE_CHATS) {
        memmove(r->chat, r->chat + 1, (STORE_CHATS - 1) * sizeof *r->chat);
        r->n_chat--;
    }
    r->chat = must(realloc(r->chat, (size_t)(r->n_chat + 1) * sizeof *r->chat));
    r->chat[r->n_chat++] = *chat;
}

bool room_evict(struct room *r) {
    bool any = false;
    for (int i = r->n_watcher - 1; i >= 0; i--) {
        struct watcher *w = &r->watcher[i];
        if (w->seat < 0 || memcmp(&w->key, &r->row.seat[w->seat].token, sizeof w->key) == 0) continue;
        any = true;
        if (room_watching(r, -1) < MAX_SPECTATORS)
            w->seat = -1;
        else {
            say_error(w->client, NULL, r, "too_many",
                      "the seat is no longer yours, and the table is full of spectators");
            room_unwatch(r, w->client);
        }
    }
    return any;
}

void room_tell(struct room *r, const struct pending *p) {
    unsigned carrier = p->carrier             ? p->carrier
                       : p->tell & TELL_STATE ? TELL_STATE
                       : p->tell & TELL_CHAT  ? TELL_CHAT
                                              : TELL_TABLE;
    struct watcher *own = p->stays ? room_watcher(r, p->who) : NULL;
    if (own && own->seat >= 0) own->key = r->row.seat[own->seat].token;
    bool evicted = room_evict(r);
    for (int i = 0; i < r->n_watcher; i++)
        if (hands_shown(r, &r->watcher[i]) < 0) hands_end(r, &r->watcher[i]);
    if (p->reply && p->who) say_text(p->who, p->reply);
    for (int i = 0; i < r->n_watcher; i++) {
        const struct watcher *w = &r->watcher[i];
        const char *id = p->msg && w->client == p->who && !p->reply ? p->msg->id : NULL;
        if (p->tell & TELL_TABLE) say_table(r, w, carrier == TELL_TABLE ? id : NULL);
        if (p->tell & TELL_CHAT) say_chat(r, w, r->n_chat - 1, carrier == TELL_CHAT ? id : NULL);
        if (p->tell & TELL_LOG) say_log(r, w, p->from);
        if (p->tell & TELL_STATE) say_state(r, w, carrier == TELL_STATE ? id : NULL);
    }
    if (evicted) say_presence(r);
}

/* A new table that could not be stored with its rematch. */
static void drop_next(struct server *s, const struct store_id *next) {
    struct room *r = secret_id_none(next) ? NULL : room_find(s, next);
    if (r) room_free(r);
}

/* A new table that was stored with the change of another. */
static void begin_next(struct server *s, const struct store_id *next) {
    struct room *r = secret_id_none(next) ? NULL : room_find(s, next);
    if (!r) return;
    r->version = r->saving;
    r->phase = ROOM_READY;
    r->fresh = false;
    news_known(r);
    room_proceed(r);
}

static void not_stored(struct room *r, const char *why) {
    struct pending p = r->pending;
    bool say = p.say, move = (p.tell != 0 || p.reply) && !say;
    r->pending = (struct pending){0};
    log_line(LOG_FAIL, "not_stored", r->name, "table %s: a change could not be stored: %s", r->name, why);
    if (p.msg) say_error(p.who, p.msg->id, r, "store", "the change could not be stored and has not happened");
    drop_next(r->server, &p.next);
    bool forget = p.forget, upgrade = p.upgrade;
    room_free_pending(&p);
    if (r->fresh) {
        room_give_up(r, "store", "the table could not be stored");
    } else if (upgrade) {
        room_free_match(r);
        room_rest_unread(r, why);
    } else if (move) { /* back to the stored state */
        r->rest_until = clock_now() + STORE_REST_MS;
        room_load(r, r->server->shared); /* another server may have changed it since */
    } else { /* a chat message, or a snapshot, which is only wanted when rules change */
        if (!say) r->saved_ply = room_ply(r);
        r->phase = ROOM_READY;
        if (forget && !r->n_watcher && !r->first)
            room_free(r);
        else if (!news_catch_up(r))
            room_proceed(r);
    }
}

static void count_decision(struct room *r, const struct pending *p) {
    const struct store_seat *seat = &r->row.seat[p->decider - 1];
    int level = seat->kind == STORE_BOT ? (int)play_level(seat) : -1;
    metrics_move(&r->server->metrics, r->row.game, level, clock_us() - p->began);
}

static void stored(void *arg, enum store_status status, const char *why) {
    struct room *r = arg;
    if (status == STORE_CONFLICT && !r->fresh) { /* a new table has nothing to catch up with */
        drop_next(r->server, &r->pending.next);
        news_conflict(r);
        return;
    }
    if (status != STORE_OK) {
        not_stored(r, why);
        return;
    }
    struct pending p = r->pending;
    r->pending = (struct pending){0};
    r->phase = ROOM_READY;
    r->fresh = false;
    r->rest_until = 0;
    r->version = r->saving;
    if (p.say) room_add_chat(r, p.say);
    news_known(r);
    uint64_t before = net_sent(r->server->net);
    room_tell(r, &p);
    if (p.decider) count_decision(r, &p);
    if (p.who) talk_charge(p.who, before);
    begin_next(r->server, &p.next);
    bool forget = p.forget && !r->n_watcher && !r->first;
    room_free_pending(&p);
    if (forget)
        room_free(r);
    else if (!news_catch_up(r))
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

/* The rest of a change, with the entries of the log from ply `from` on (-1: none). */
static void fill_change(struct room *r, struct store_change *change, int from) {
    int64_t now = clock_date();
    if (now > r->time) r->time = now;
    secret_bytes(&r->saving.by, sizeof r->saving.by);
    r->saving.n = r->fresh ? 0 : r->version.n + 1;
    change->id = r->id;
    change->version = r->saving;
    change->prev = r->version.by;
    change->time = r->time;
    change->ply = room_ply(r);
    change->to_act = (uint8_t)casata_match_deciders(&r->match);
    change->bot = play_bot_is_next(r);
    if (from < 0) return;
    change->n_entry = entries_from(r, from);
    change->entry = r->server->entry;
}

/* The table is busy until the store has answered. */
static void begin_saving(struct room *r, const struct pending *pending) {
    assert(r->phase != ROOM_SAVING);
    r->pending = *pending;
    if (r->pending.who) client_keep(r->pending.who);
    message_keep(r->pending.msg);
    r->phase = ROOM_SAVING;
    r->used = clock_now();
    r->saving = r->version;
    r->cutting = false;
    r->pending.tries = r->tries;
}

void room_commit(struct room *r, struct store_change *change, int from, const struct pending *pending) {
    begin_saving(r, pending);
    r->cutting = change->cut >= 0;
    fill_change(r, change, from);
    store_write(r->server->store, change, stored, r);
}

void room_commit_rematch(struct room *r, struct room *next, const struct pending *pending) {
    struct store_change change = {.table = &r->row, .cut = -1}, also = {.table = &next->row, .cut = -1};
    begin_saving(r, pending);
    begin_saving(next, &(struct pending){0});
    r->pending.next = r->row.rematch = next->id;
    fill_change(r, &change, -1);
    fill_change(next, &also, 0);
    change.also = &also;
    store_write(r->server->store, &change, stored, r);
}

static void said(void *arg, enum store_status status, const char *why, int n) {
    struct room *r = arg;
    r->pending.say->n = n;
    stored(r, status, why);
}

void room_say(struct room *r, const struct store_chat *chat, const struct pending *pending) {
    begin_saving(r, pending);
    r->pending.say = must(malloc(sizeof *chat));
    *r->pending.say = *chat;
    store_chat(r->server->store, &r->id, chat, said, r);
}

void room_commit_snapshot(struct room *r, const char *text, const struct pending *pending) {
    begin_saving(r, pending);
    store_snapshot(r->server->store, &r->id, r->version.n, room_ply(r), text, stored, r);
}
