/* watch.c: connections that open a table and leave it (docs/protocol.md). Knows no game. */
#include "server/server_int.h"

/* -1: a spectator; -2: the token opens no seat. */
static int seat_of_token(const struct room *r, const struct message *msg) {
    struct casata_json token = casata_json_get(msg->root, "token");
    struct store_key key;
    if (!token.at || casata_json_type(token) == CASATA_JSON_NULL) return -1;
    const char *text = message_text_of(msg, token);
    if (!text) return -2;
    secret_hash(text, &key);
    for (int i = 0; i < r->row.seats; i++)
        if (secret_equal(&key, &r->row.seat[i].token)) return i;
    return -2;
}

/* Where the client's log must be continued from. */
static int log_from(const struct room *r, const struct message *msg) {
    int64_t since, undos = 0;
    if (!message_int(msg, "since", r->row.first, room_ply(r), &since)) return r->row.first;
    message_int(msg, "undos", 0, UINT32_MAX, &undos);
    return undos == r->row.undos ? (int)since : r->row.first;
}

/* The client has news from another server that this one has not heard yet. */
static bool knows_more(const struct room *r, const struct message *msg) {
    int64_t since = 0, undos = 0;
    message_int(msg, "since", 0, INT32_MAX, &since);
    message_int(msg, "undos", 0, UINT32_MAX, &undos);
    return since > room_ply(r) || undos > r->row.undos;
}

/* The error code if somebody may not watch like this; NULL: they may. */
static const char *why_not(const struct room *r, const struct client *c, int seat, int hand) {
    if (seat == -2) return "bad_token";
    if (hand != HAND_NONE && (seat >= 0 || hands_had_seat(r, c))) return "not_allowed";
    return hand == HAND_UNKNOWN ? "bad_code" : NULL;
}

void watch_table(struct room *r, struct client *c, struct message *msg) {
    int seat = seat_of_token(r, msg), hand = hands_of_code(r, msg);
    bool unknown = seat == -2 || hand == HAND_UNKNOWN;
    if (unknown && news_behind(r, c, msg)) return; /* it may have been issued by another server */
    const char *wrong = why_not(r, c, seat, hand);
    if (wrong) {
        say_error(c, msg->id, r, wrong, "token or hand open nothing for you at this table");
        return;
    }
    if (knows_more(r, msg) && news_behind(r, c, msg)) return;
    const struct watcher *before = room_watcher(r, c);
    bool again = before != NULL;
    int viewer = again ? say_viewer(r, before) : -1;
    bool crowded = room_watching(r, seat) >= (seat < 0 ? MAX_SPECTATORS : MAX_WINDOWS);
    if (!again && (c->n_watch == MAX_WATCHES || crowded)) {
        say_error(c, msg->id, r, "too_many",
                  "too many tables for one connection, or connections at this table");
        return;
    }
    if (again) room_unwatch(r, c);
    room_watch(r, c, seat);
    struct watcher *w = room_watcher(r, c);
    hands_show(r, w, hand);
    if (seat >= 0) hands_note_seat(r, c);
    bool other = again && viewer != say_viewer(r, w); /* its log is another viewer's */
    say_table(r, w, NULL);
    if (r->n_chat) say_chat(r, w, 0, NULL);
    say_log(r, w, other ? r->row.first : log_from(r, msg));
    say_presence(r);
    say_state(r, w, msg->id);
    play_wake_bots(r);
}

void watch_leave(struct room *r, struct client *c, struct message *msg) {
    struct casata_writer w = say_begin(r->server, "left", r);
    say_end(c, &w, msg->id);
    room_unwatch(r, c);
    say_presence(r);
}
