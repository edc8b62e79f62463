/* watch.c: connections that open a table and leave it (docs/protocol.md). Knows no game. */
#include "server/server_int.h"
#include "server/talk.h"

/* -1: a spectator; -2: the token opens no seat. */
static int seat_of_token(const struct room *r, const char *token) {
    struct store_key key;
    if (!token) return -1;
    secret_hash(token, &key);
    for (int i = 0; i < r->row.seats; i++)
        if (secret_equal(&key, &r->row.seat[i].token)) return i;
    return -2;
}

/* From where the client's log has to be completed. */
static int log_from(const struct room *r, const json_t *msg) {
    int64_t since, undos = 0;
    if (!talk_int(msg, "since", r->row.first, room_ply(r), &since)) return r->row.first;
    talk_int(msg, "undos", 0, UINT32_MAX, &undos);
    return undos == r->row.undos ? (int)since : r->row.first;
}

void watch_table(struct room *r, struct client *c, const json_t *msg) {
    const json_t *id = json_object_get(msg, "id"), *token = json_object_get(msg, "token");
    int seat = seat_of_token(r, json_string_value(token));
    if (seat == -2 || (token && !json_is_string(token) && !json_is_null(token))) {
        say_error(c, id, r, "bad_token", "the token opens no seat at this table");
        return;
    }
    bool again = room_watcher(r, c) != NULL;
    bool crowded = room_watching(r, seat) >= (seat < 0 ? MAX_SPECTATORS : MAX_WINDOWS);
    if (!again && (c->n_watch == MAX_WATCHES || crowded)) {
        say_error(c, id, r, "too_many", "too many tables for one connection, or connections at this table");
        return;
    }
    if (again) room_unwatch(r, c);
    room_watch(r, c, seat);
    const struct watcher *w = room_watcher(r, c);
    say_table(r, w, NULL);
    if (r->n_chat) say_chat(r, w, 0, NULL);
    say_log(r, w, log_from(r, msg));
    say_presence(r);
    say_state(r, w, id);
    play_wake_bots(r);
}

void watch_leave(struct room *r, struct client *c, const json_t *msg) {
    struct casata_writer w = say_begin(r->server, "left", r);
    say_end(c, &w, json_object_get(msg, "id"));
    room_unwatch(r, c);
    say_presence(r);
}
