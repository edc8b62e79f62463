/* room.c: tables in memory: found, loaded from the store, changed through it, forgotten when nobody is there
 * (server_int.h). Knows no message of the protocol. */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/server_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = sizeof((struct server *)0)->rooms / sizeof(struct room *) };

static void proceed(struct room *r);
static store_loaded_done loaded;

static void *must(void *p) {
    if (p) return p;
    fputs("casata: out of memory\n", stderr);
    abort(); /* what was acknowledged is in the store */
}

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
    r->used = r->watched = clock_now();
    r->next = *chain;
    *chain = r;
    s->n_rooms++;
    return r;
}

static void free_match(struct room *r) {
    casata_match_free(&r->match);
    free(r->mark);
    free(r->chat);
    free(r->prior);
    r->mark = NULL;
    r->chat = NULL;
    r->prior = NULL;
    r->n_chat = r->cap_mark = 0;
}

static void free_pending(struct pending *p) {
    if (p->who) client_drop(p->who);
    json_decref(p->id);
    free(p->reply);
    *p = (struct pending){0};
}

static struct waiting *next_waiting(struct room *r) {
    struct waiting *w = r->first;
    if (w && !(r->first = w->next)) r->last = &r->first;
    return w;
}

static void free_waiting(struct waiting *w) {
    if (w->client) w->client->n_waiting--;
    if (w->client) client_drop(w->client);
    json_decref(w->msg);
    free(w);
}

static void free_room(struct room *r) {
    struct room **at = chain_of(r->server, &r->id);
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    r->server->n_rooms--;
    while (r->n_watcher > 0) room_unwatch(r, r->watcher[0].client);
    for (struct waiting *w; (w = next_waiting(r));) free_waiting(w);
    free_pending(&r->pending);
    free_match(r);
    free(r->watcher);
    free(r);
}

/* --- watching ----------------------------------------------------------------------------------------------- */

struct watcher *room_watcher(struct room *r, const struct client *c) {
    for (int i = 0; i < r->n_watcher; i++)
        if (r->watcher[i].client == c) return &r->watcher[i];
    return NULL;
}

int room_watching(const struct room *r, int seat) {
    int n = 0;
    for (int i = 0; i < r->n_watcher; i++) n += r->watcher[i].seat == seat;
    return n;
}

bool room_online(const struct room *r, int seat) { return room_watching(r, seat) > 0; }

bool room_owned(const struct room *r, int seat) {
    static const struct store_key none;
    return memcmp(&r->row.seat[seat].token, &none, sizeof none) != 0;
}

void room_begin_absence(struct room *r, int seat) {
    r->absence[seat] = (struct absence){clock_now(), clock_date()};
}

bool room_long_away(const struct room *r, int seat) {
    int64_t gone = clock_now() - r->absence[seat].since;
    return !room_online(r, seat) && gone >= (int64_t)r->server->config.away_s * 1000;
}

int64_t room_away_date(const struct room *r, int seat) {
    return room_owned(r, seat) && !room_online(r, seat) ? r->absence[seat].date : 0;
}

void room_watch(struct room *r, struct client *c, int seat) {
    assert(c->n_watch < MAX_WATCHES);
    r->watcher = must(realloc(r->watcher, (size_t)(r->n_watcher + 1) * sizeof *r->watcher));
    r->watcher[r->n_watcher++] = (struct watcher){c, seat};
    c->watch[c->n_watch++] = r;
}

void room_unwatch(struct room *r, struct client *c) {
    struct watcher *w = room_watcher(r, c);
    if (!w) return;
    int seat = w->seat, i = 0;
    *w = r->watcher[--r->n_watcher];
    while (c->watch[i] != r) i++;
    c->watch[i] = c->watch[--c->n_watch];
    if (seat >= 0 && !room_online(r, seat)) room_begin_absence(r, seat);
    r->used = r->watched = clock_now();
}

void room_wait(struct room *r, struct waiting *w) {
    w->next = NULL;
    *r->last = w;
    r->last = &w->next;
}

/* --- from the store ----------------------------------------------------------------------------------------- */

void room_mark(struct room *r) {
    int n = r->match.n_log;
    if (n > r->cap_mark) {
        r->cap_mark = n < 128 ? 128 : 2 * n;
        r->mark = must(realloc(r->mark, (size_t)r->cap_mark * sizeof *r->mark));
    }
    r->mark[n - 1] = (struct mark){clock_date(), (uint8_t)casata_to_act(&r->match.game, r->match.state)};
}

static void restore_people(struct room *r, const struct store_loaded *l) {
    /* Nobody watched over the seats while the table was not here. */
    for (int i = 0; i < r->row.seats; i++) room_begin_absence(r, i);
    r->n_chat = l->n_chat;
    r->chat = l->n_chat ? must(malloc((size_t)l->n_chat * sizeof *r->chat)) : NULL;
    if (l->n_chat) memcpy(r->chat, l->chat, (size_t)l->n_chat * sizeof *r->chat);
}

/* Nobody can be served at this table; it is forgotten, so that a later request reads it again. */
static void give_up(struct room *r, const char *code, const char *message) {
    for (int i = 0; i < r->n_watcher; i++) say_unavailable(r, r->watcher[i].client, code, false);
    for (struct waiting *w; (w = next_waiting(r));) {
        if (w->client) say_error(w->client, json_object_get(w->msg, "id"), r, code, message);
        free_waiting(w);
    }
    free_room(r);
}

/* --- a table that the store cannot read now ------------------------------------------------------------------- */

/* Forgets what waits for this client, or (NULL) for clients that are gone. */
static void drop_waiting(struct room *r, const struct client *c) {
    struct waiting *all = r->first;
    r->first = NULL;
    r->last = &r->first;
    for (struct waiting *w = all, *next; w; w = next) {
        next = w->next;
        if (c ? w->client == c : w->client && !w->client->conn)
            free_waiting(w);
        else
            room_wait(r, w);
    }
}

static void refuse_unread(struct room *r, const struct waiting *w) {
    if (!w->client) return; /* the bot is asked again when the table is there */
    const json_t *id = json_object_get(w->msg, "id");
    if (strcmp(json_string_value(json_object_get(w->msg, "t")), "leave_table") != 0) {
        say_error(w->client, id, r, "unavailable", "the table cannot be read now; the server tries again");
        return;
    }
    struct casata_writer left = say_begin(r->server, "left", r);
    say_end(w->client, &left, id);
    drop_waiting(r, w->client);
    room_unwatch(r, w->client);
}

static bool wants_to_watch(const struct waiting *w) {
    return w->client && strcmp(json_string_value(json_object_get(w->msg, "t")), "watch") == 0;
}

void room_unread(struct room *r) {
    struct waiting *all = r->first;
    r->first = NULL;
    r->last = &r->first;
    for (struct waiting *w = all, *next; w; w = next) {
        next = w->next;
        if (!wants_to_watch(w)) {
            refuse_unread(r, w);
            free_waiting(w);
            continue;
        }
        if (!w->told) say_unavailable(r, w->client, "store", true);
        w->told = true;
        room_wait(r, w);
    }
}

/* The store failed. Whoever watches or wants to is told once and stays; the table is read again after a rest. */
static void rest_unread(struct room *r, const char *why) {
    if (!r->unread) {
        fprintf(stderr, "casata serve: table %s cannot be read: %s\n", r->name, why);
        for (int i = 0; i < r->n_watcher; i++) say_unavailable(r, r->watcher[i].client, "store", true);
    }
    r->unread = true;
    r->phase = ROOM_UNREAD;
    r->retry_at = clock_now() + STORE_REST_MS;
    room_unread(r);
    if (!r->n_watcher && !r->first) free_room(r);
}

static void read_again(struct room *r) {
    drop_waiting(r, NULL);
    if (!r->n_watcher && !r->first) {
        free_room(r);
        return;
    }
    r->phase = ROOM_LOADING;
    store_load(r->server->store, &r->id, loaded, r);
}

/* Watchers of a table that had to be read again get what is true; all of it if they were told that it was gone. */
static void say_truth(struct room *r) {
    for (int i = 0; i < r->n_watcher; i++) {
        const struct watcher *w = &r->watcher[i];
        if (r->unread) {
            say_table(r, w, NULL);
            if (r->n_chat) say_chat(r, w, 0, NULL);
            say_log(r, w, r->row.first);
            say_presence_to(r, w);
        }
        say_state(r, w, NULL);
    }
    r->unread = false;
}

static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct room *r = arg;
    bool changed = false;
    if (status == STORE_NONE) {
        give_up(r, "no_table", "there is no such table");
        return;
    }
    if (status == STORE_FAILED) {
        rest_unread(r, why);
        return;
    }
    const char *wrong = status == STORE_DAMAGED ? why : restore_table(r, l, &changed);
    if (wrong) {
        fprintf(stderr, "casata serve: table %s cannot be played: %s\n", r->name, wrong);
        give_up(r, changed ? "old_rules" : "damaged",
                changed ? wrong : "the table is damaged; the server's messages say how");
        return;
    }
    restore_people(r, l);
    r->phase = ROOM_READY;
    say_truth(r);
    if (changed) {
        struct store_change change = {.table = &r->row, .cut = -1, .start = l->snapshot};
        room_commit(r, &change, -1, &(struct pending){.upgrade = true});
        return;
    }
    proceed(r);
}

struct room *room_get(struct server *s, const struct store_id *id) {
    struct room *r = room_find(s, id);
    if (r) return r;
    r = room_new(s, id);
    r->phase = ROOM_LOADING;
    store_load(s->store, id, loaded, r);
    return r;
}

/* --- changes ------------------------------------------------------------------------------------------------- */

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
        proceed(r);
    }
    free_pending(&p);
}

static void not_stored(struct room *r, const char *why) {
    struct pending p = r->pending;
    bool move = p.tell != 0 || p.reply;
    r->pending = (struct pending){0};
    fprintf(stderr, "casata serve: table %s: a change could not be stored: %s\n", r->name, why);
    say_error(p.who, p.id, r, "store", "the change could not be stored and has not happened");
    if (!secret_id_none(&p.origin)) end_rematch(r->server, &p.origin, NULL);
    bool forget = p.forget, upgrade = p.upgrade;
    free_pending(&p);
    if (r->fresh) {
        give_up(r, "store", "the table could not be stored");
    } else if (upgrade) {
        free_match(r);
        rest_unread(r, why);
    } else if (move) { /* back to what is true */
        free_match(r);
        r->phase = ROOM_LOADING;
        r->rest_until = clock_now() + STORE_REST_MS;
        store_load(r->server->store, &r->id, loaded, r);
    } else { /* a snapshot: only wanted when rules change */
        r->saved_ply = room_ply(r);
        r->phase = ROOM_READY;
        if (forget && !r->n_watcher && !r->first)
            free_room(r);
        else
            proceed(r);
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
    free_pending(&p);
    if (forget)
        free_room(r);
    else
        proceed(r);
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

/* What waited, as long as the table is free; then bots. */
static void proceed(struct room *r) {
    struct waiting *w;
    while (r->phase == ROOM_READY && (w = next_waiting(r))) {
        if (w->client)
            talk_to_room(r, w->client, w->msg);
        else
            play_bot(r, &w->tag, w->action);
        free_waiting(w);
    }
    if (r->phase == ROOM_READY) play_wake_bots(r);
}

/* --- forgetting ------------------------------------------------------------------------------------------------ */

/* Stores the position as JSON: the only thing of a match that later rules can read. False: it is there. */
static bool save_snapshot(struct room *r, bool forget) {
    if (r->saved_ply == room_ply(r)) return false;
    const char *text = restore_snapshot(r);
    if (!text) return false;
    r->saved_ply = room_ply(r);
    struct store_change change = {.cut = -1, .snapshot = text, .snapshot_ply = room_ply(r)};
    room_commit(r, &change, -1, &(struct pending){.forget = forget});
    return true;
}

static void tick_ready(struct room *r, int64_t now) {
    if (r->rest_until && now >= r->rest_until) {
        r->rest_until = 0;
        play_wake_bots(r);
    }
    bool idle = !r->n_watcher && !r->first && !r->thinking && !r->rest_until;
    if (idle && now - r->used >= (int64_t)r->server->config.idle_s * 1000 && !save_snapshot(r, true))
        free_room(r);
}

static void tick_room(struct room *r, int64_t now) {
    if (r->phase == ROOM_UNREAD && now >= r->retry_at)
        read_again(r);
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
        while (s->rooms[i]) free_room(s->rooms[i]);
    free(s->entry);
}
