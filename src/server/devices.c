/* devices.c: a seat on another device (docs/protocol.md): a link that works once, for some minutes, and its end on
 * all devices but one. All devices of a seat share one token, which the server knows only by its hash: the device
 * that asks for a link sends it, and it is stored sealed by the link's code. Knows no game. */
#include "server/clock.h"
#include "server/server_int.h"

enum { LINK_MS = 10 * 60 * 1000 };

void devices_end_link(struct store_seat *seat) {
    static const struct store_key none;
    seat->link = seat->link_token = none;
    seat->link_until = 0;
}

void devices_link(struct room *r, struct client *c, struct message *msg) {
    struct store_seat *seat = &r->row.seat[room_watcher(r, c)->seat];
    const char *token = message_text(msg, "token");
    struct store_key key, link, closed;
    char code[SECRET_CODE_TEXT];
    if (!token) {
        say_error(c, msg->id, r, "bad_request", "seat_link needs token (a text)");
        return;
    }
    secret_hash(token, &key);
    secret_code(code, &link);
    if (seat->resigned || !secret_equal(&key, &seat->token) || !secret_close(token, code, &closed)) {
        say_error(c, msg->id, r, seat->resigned ? "not_allowed" : "bad_token", "the seat is not yours");
        return;
    }
    seat->link = link;
    seat->link_token = closed;
    seat->link_until = clock_date() + LINK_MS;
    struct casata_writer w = say_begin(r->server, "seat_link", r);
    casata_w_key_str(&w, "code", code);
    casata_w_key_int(&w, "until", seat->link_until);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(
        r, &change, -1,
        &(struct pending){.who = c, .msg = msg, .tell = TELL_TABLE, .reply = say_end_text(&w, msg->id)});
}

static void say_seated(struct room *r, int seat, const char *token, struct pending *p) {
    struct casata_writer w = say_begin(r->server, "seated", r);
    casata_w_key_int(&w, "seat", seat);
    casata_w_key_str(&w, "token", token);
    p->reply = say_end_text(&w, p->msg->id);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, p);
}

/* The seat that the link opens, with its token; -1: none. */
static int seat_of_link(const struct room *r, const char *code, char token[SECRET_TOKEN_TEXT]) {
    struct store_key key;
    secret_hash(code, &key);
    for (int i = 0; i < r->row.seats; i++) {
        const struct store_seat *seat = &r->row.seat[i];
        struct store_key owner;
        if (!secret_equal(&key, &seat->link) || clock_date() > seat->link_until) continue;
        secret_open(&seat->link_token, code, token);
        secret_hash(token, &owner);
        if (secret_equal(&owner, &seat->token)) return i; /* it has not changed hands since */
    }
    return -1;
}

void devices_take(struct room *r, struct client *c, struct message *msg) {
    const char *code = message_text(msg, "code");
    char token[SECRET_TOKEN_TEXT];
    int seat = code ? seat_of_link(r, code, token) : -1;
    if (code && seat < 0 && news_behind(r, c, msg)) return; /* it may have been issued by another server */
    if (seat < 0) {
        say_error(c, msg->id, r, code ? "bad_code" : "bad_request",
                  code ? "the link has been used or is too old" : "seat_take needs code (a text)");
        return;
    }
    hands_note_seat(r, c);
    devices_end_link(&r->row.seat[seat]);
    struct pending p = {.who = c, .msg = msg, .tell = TELL_TABLE};
    say_seated(r, seat, token, &p);
}

void devices_alone(struct room *r, struct client *c, struct message *msg) {
    int seat = room_watcher(r, c)->seat;
    char token[SECRET_TOKEN_TEXT];
    if (r->row.seat[seat].resigned) {
        say_error(c, msg->id, r, "not_allowed", "the seat is no longer yours");
        return;
    }
    secret_token(token, &r->row.seat[seat].token);
    devices_end_link(&r->row.seat[seat]);
    hands_close_seat(&r->row.seat[seat]);
    struct pending p = {.who = c, .msg = msg, .tell = TELL_TABLE, .stays = true};
    say_seated(r, seat, token, &p);
}
