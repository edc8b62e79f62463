/* hands.c: spectators who watch with the hand of a seat (docs/protocol.md): the owner gives out a link and revokes
 * it, and everybody at the table sees that it exists. The seat's row stores the link's hash under the seat's token,
 * so that it ends with the owner. Never for a connection that had a seat at the table. Knows no game. */
#include "server/clock.h"
#include "server/server_int.h"

#include <string.h>

static const struct store_key no_key;

static bool same_key(const struct store_key *a, const struct store_key *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* --- the link ------------------------------------------------------------------------------------------------ */

bool hands_open(const struct store_seat *seat) { return !seat->resigned && !same_key(&seat->hand, &no_key); }

void hands_close_seat(struct store_seat *seat) {
    if (same_key(&seat->hand, &no_key)) return;
    seat->hand = no_key;
    seat->hand_time = clock_date();
}

void hands_link(struct room *r, struct client *c, struct message *msg) {
    struct store_seat *seat = &r->row.seat[room_watcher(r, c)->seat];
    char code[SECRET_CODE_TEXT];
    if (seat->resigned) {
        say_error(c, msg->id, r, "not_allowed", "the seat is not yours any more");
        return;
    }
    seat->hand_time = clock_date();
    secret_code_under(code, &seat->token, &seat->hand);
    struct casata_writer w = say_begin(r->server, "hand_link", r);
    casata_w_key_str(&w, "code", code);
    casata_w_key_int(&w, "time", seat->hand_time);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(
        r, &change, -1,
        &(struct pending){.who = c, .msg = msg, .tell = TELL_TABLE, .reply = say_end_text(&w, msg->id)});
}

void hands_close(struct room *r, struct client *c, struct message *msg) {
    const struct watcher *w = room_watcher(r, c);
    struct store_seat *seat = &r->row.seat[w->seat];
    if (!hands_open(seat)) {
        say_table(r, w, msg->id);
        return;
    }
    hands_close_seat(seat);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &(struct pending){.who = c, .msg = msg, .tell = TELL_TABLE});
}

/* --- who watches with it --------------------------------------------------------------------------------------- */

int hands_of_code(const struct room *r, const struct message *msg) {
    struct casata_json code = casata_json_get(msg->root, "hand");
    if (!code.at || casata_json_type(code) == CASATA_JSON_NULL) return HAND_NONE;
    const char *text = message_text_of(msg, code);
    for (int i = 0; text && i < r->row.seats; i++) {
        const struct store_seat *seat = &r->row.seat[i];
        struct store_key key;
        secret_hash_under(text, &seat->token, &key);
        if (hands_open(seat) && secret_equal(&key, &seat->hand)) return i;
    }
    return HAND_UNKNOWN;
}

void hands_show(struct room *r, struct watcher *w, int seat) {
    w->hand = seat;
    if (seat >= 0) w->key = r->row.seat[seat].hand;
}

int hands_shown(const struct room *r, const struct watcher *w) {
    if (w->seat >= 0 || w->hand < 0) return HAND_NONE;
    const struct store_seat *seat = &r->row.seat[w->hand];
    return hands_open(seat) && same_key(&w->key, &seat->hand) ? w->hand : HAND_NONE;
}

bool hands_end(struct room *r, struct watcher *w) {
    if (w->hand < 0) return false;
    hands_show(r, w, HAND_NONE);
    say_table(r, w, NULL);
    say_log(r, w, r->row.first);
    say_state(r, w, NULL);
    return true;
}

/* --- who may not ------------------------------------------------------------------------------------------------ */

void hands_note_seat(struct room *r, struct client *c) {
    struct watcher *w = room_watcher(r, c);
    if (w) hands_end(r, w);
    if (hands_had_seat(r, c)) return;
    c->sat[c->n_sat++ % MAX_WATCHES] = r->id;
}

bool hands_had_seat(const struct room *r, const struct client *c) {
    for (unsigned i = 0; i < c->n_sat && i < MAX_WATCHES; i++)
        if (memcmp(&c->sat[i], &r->id, sizeof r->id) == 0) return true;
    return false;
}
