/* room_watch.c: who watches a table in memory, and since when the owner of a seat is away (server_int.h). */
#include "server/clock.h"
#include "server/room_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

bool room_online(const struct room *r, int seat) {
    return room_watching(r, seat) > 0 || news_seats_elsewhere(r) >> seat & 1;
}

bool room_owned(const struct room *r, int seat) {
    static const struct store_key none;
    return !r->row.seat[seat].resigned && memcmp(&r->row.seat[seat].token, &none, sizeof none) != 0;
}

void room_set_resigned(struct room *r) {
    for (int i = 0; i < r->row.seats; i++) {
        int at = r->row.seat[i].resigned, first = r->row.first; /* under older rules: before the log */
        r->match.seat[i].resigned = !at ? 0 : at > first ? at - first : 1;
    }
}

void room_begin_absence(struct room *r, int seat) {
    r->absence[seat] = (struct absence){clock_now(), clock_date()};
    r->absence_guessed &= ~(1u << seat);
}

int room_away_s(const struct room *r) {
    int least = r->server->config.away_s;
    return r->row.away > least ? r->row.away : least;
}

/* The date, without jumps forward since the server started. */
static int64_t steady_date(const struct server *s) {
    int64_t date = clock_date(), steady = s->began_date + (clock_now() - s->began_now);
    return date < steady ? date : steady;
}

/* At a slow table a seat counts as left only if it has had to decide all that time: nobody watches such a table all
 * along, and a player who is not needed is not missed. */
static bool keeps_waiting(const struct room *r, int seat) {
    int n = r->match.n_log;
    int64_t since = n ? r->mark[n - 1].time : r->time;
    return casata_match_deciders(&r->match) >> seat & 1 &&
           steady_date(r->server) - since >= (int64_t)r->row.away * 1000;
}

bool room_long_away(const struct room *r, int seat) {
    int least = r->server->config.away_s;
    int64_t gone = clock_now() - r->absence[seat].since;
    if (room_online(r, seat) || gone < (int64_t)least * 1000) return false;
    return r->row.away <= least || keeps_waiting(r, seat);
}

int64_t room_away_date(const struct room *r, int seat) {
    return room_owned(r, seat) && !room_online(r, seat) ? r->absence[seat].date : 0;
}

void room_watch(struct room *r, struct client *c, int seat) {
    assert(c->n_watch < MAX_WATCHES);
    r->watcher = must(realloc(r->watcher, (size_t)(r->n_watcher + 1) * sizeof *r->watcher));
    struct watcher w = {.client = c, .seat = seat, .hand = HAND_NONE};
    if (seat >= 0) w.key = r->row.seat[seat].token;
    r->watcher[r->n_watcher++] = w;
    c->watch[c->n_watch++] = r;
    news_presence(r, false);
}

void room_unwatch(struct room *r, struct client *c) {
    struct watcher *w = room_watcher(r, c);
    if (!w) return;
    int seat = w->seat, i = 0;
    *w = r->watcher[--r->n_watcher];
    while (c->watch[i] != r) i++;
    c->watch[i] = c->watch[--c->n_watch];
    if (seat >= 0 && !room_online(r, seat)) room_begin_absence(r, seat);
    news_presence(r, false);
    r->used = r->watched = clock_now();
}
