/* room_load.c: loading tables from the store, and tables the store cannot read now (server_int.h). */
#include "server/clock.h"
#include "server/room_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void restore_people(struct room *r, const struct store_loaded *l) {
    /* Nobody tracked the seats while the table was not in memory. */
    for (int i = 0; i < r->row.seats; i++) room_begin_absence(r, i);
    r->absence_guessed = r->server->shared ? ~0u : 0;
    r->n_chat = l->n_chat;
    r->chat = l->n_chat ? must(malloc((size_t)l->n_chat * sizeof *r->chat)) : NULL;
    if (l->n_chat) memcpy(r->chat, l->chat, (size_t)l->n_chat * sizeof *r->chat);
}

/* Nobody can be served at this table; it is forgotten, so that a later request reads it again. */
void room_give_up(struct room *r, const char *code, const char *message) {
    if (r->lost.msg) say_error(r->lost.who, r->lost.msg->id, r, code, message);
    for (int i = 0; i < r->n_watcher; i++) say_unavailable(r, r->watcher[i].client, code, false);
    for (struct waiting *w; (w = room_next_waiting(r));) {
        if (w->client) say_error(w->client, w->msg->id, r, code, message);
        room_free_waiting(w);
    }
    room_free(r);
}

/* --- a table that the store cannot read now ------------------------------------------------------------------- */

/* Drops this client's waiting messages, or (NULL) those of clients that are gone. */
static void drop_waiting(struct room *r, const struct client *c) {
    struct waiting *all = r->first;
    r->first = NULL;
    r->last = &r->first;
    for (struct waiting *w = all, *next; w; w = next) {
        next = w->next;
        if (c ? w->client == c : w->client && !w->client->conn)
            room_free_waiting(w);
        else
            room_wait(r, w);
    }
}

static void refuse_unread(struct room *r, const struct waiting *w) {
    if (!w->client) return; /* the bot is asked again when the table is there */
    if (strcmp(w->msg->type, "leave_table") != 0) {
        say_error(w->client, w->msg->id, r, "unavailable",
                  "the table cannot be read now; the server tries again");
        return;
    }
    struct casata_writer left = say_begin(r->server, "left", r);
    say_end(w->client, &left, w->msg->id);
    drop_waiting(r, w->client);
    room_unwatch(r, w->client);
}

static bool wants_to_watch(const struct waiting *w) {
    return w->client && strcmp(w->msg->type, "watch") == 0;
}

void room_unread(struct room *r) {
    struct waiting *all = r->first;
    r->first = NULL;
    r->last = &r->first;
    for (struct waiting *w = all, *next; w; w = next) {
        next = w->next;
        if (!wants_to_watch(w)) {
            refuse_unread(r, w);
            room_free_waiting(w);
            continue;
        }
        if (!w->told) say_unavailable(r, w->client, "store", true);
        w->told = true;
        room_wait(r, w);
    }
}

/* The store failed. Present and would-be watchers get one message and stay; the table is reloaded after a rest. */
void room_rest_unread(struct room *r, const char *why) {
    if (!r->unread) {
        log_line(LOG_FAIL, "unread", r->name, "table %s cannot be read: %s", r->name, why);
        for (int i = 0; i < r->n_watcher; i++) say_unavailable(r, r->watcher[i].client, "store", true);
    }
    r->unread = true;
    r->phase = ROOM_UNREAD;
    r->retry_at = clock_now() + STORE_REST_MS;
    room_unread(r);
    if (!r->n_watcher && !r->first) room_free(r);
}

static store_loaded_done loaded;

void room_load(struct room *r, bool resend) {
    room_free_match(r);
    r->resend = r->resend || resend;
    r->heard = 0;
    r->heard_chat = -1;
    r->phase = ROOM_LOADING;
    r->loading = clock_us();
    store_load(r->server->store, &r->id, loaded, r);
}

void room_read_again(struct room *r) {
    drop_waiting(r, NULL);
    if (!r->n_watcher && !r->first) {
        room_free(r);
        return;
    }
    room_load(r, false);
}

/* Watchers of a reloaded table get its true state; all of it if they had heard that it was gone, or may show a state
 * that was never stored. */
static void say_truth(struct room *r) {
    bool evicted = room_evict(r);
    for (int i = 0; i < r->n_watcher; i++) {
        struct watcher *w = &r->watcher[i];
        if (hands_shown(r, w) < 0) hands_end(r, w);
        if (r->unread || r->resend || evicted) {
            say_table(r, w, NULL);
            if (r->n_chat) say_chat(r, w, 0, NULL);
            say_log(r, w, r->row.first);
            say_presence_to(r, w);
        }
        say_state(r, w, NULL);
    }
    r->unread = r->resend = false;
}

static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct room *r = arg;
    bool changed = false;
    histogram_add(&r->server->metrics.room_load, histogram_us, clock_us() - r->loading);
    if (status == STORE_NONE) {
        room_give_up(r, "no_table", "there is no such table");
        return;
    }
    if (status == STORE_FAILED) {
        room_rest_unread(r, why);
        return;
    }
    const char *wrong = status == STORE_DAMAGED ? why : restore_table(r, l, &changed);
    if (wrong) {
        log_line(LOG_FAIL, "unplayable", r->name, "table %s cannot be played: %s", r->name, wrong);
        room_give_up(r, changed ? "old_rules" : "damaged",
                     changed ? wrong : "the table is damaged; the server's messages say how");
        return;
    }
    restore_people(r, l);
    r->version = l->version;
    r->time = l->time;
    r->phase = ROOM_READY;
    news_loaded(r);
    say_truth(r);
    if (changed) {
        struct store_change change = {.table = &r->row, .cut = -1, .start = l->snapshot};
        room_commit(r, &change, -1, &(struct pending){.upgrade = true});
        return;
    }
    news_settle(r);
}

struct room *room_get(struct server *s, const struct store_id *id) {
    struct room *r = room_find(s, id);
    if (r) return r;
    r = room_new(s, id);
    room_load(r, false);
    return r;
}
