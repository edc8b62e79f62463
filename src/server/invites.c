/* invites.c: invitations to the seats of a table: renewed, withdrawn, and for a seat whose owner lost it
 * (docs/protocol.md). Only the host invites; anyone invited may look at the invitation. Knows no game.
 *
 * The code for a taken seat is sent at once and opens the seat when its owner agrees, or has been away for the
 * table's time. Then the seat is open and its old token ends. */
#include "server/server_int.h"

#include <string.h>

static const struct store_key no_key;

void invites_write(struct casata_writer *w, const struct codes *codes) {
    casata_w_key(w, "invites");
    casata_w_open(w, '[');
    for (int i = 0; i < STORE_SEATS; i++) {
        if (!codes->seat[i][0]) continue;
        casata_w_open(w, '{');
        casata_w_key_int(w, "seat", i);
        casata_w_key_str(w, "code", codes->seat[i]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    if (!codes->any[0]) return;
    casata_w_key_str(w, "any", codes->any);
}

static bool is_host(struct room *r, struct client *c, const struct message *msg) {
    if (room_watcher(r, c)->seat == r->row.host) return true;
    say_error(c, msg->id, r, "not_allowed", "only the host invites");
    return false;
}

/* Stores the table and sends the codes to the host. question: to be answered first, 0: none. */
static void commit_codes(struct room *r, struct client *c, struct message *msg, const struct codes *codes,
                         uint32_t question, struct pending *p) {
    struct casata_writer w = say_begin(r->server, "invites", r);
    invites_write(&w, codes);
    if (question) {
        casata_w_key_int(&w, "question", question);
    }
    p->who = c;
    p->msg = msg;
    p->reply = say_end_text(&w, msg->id);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, p);
}

void invites_renew(struct room *r, struct client *c, struct message *msg) {
    struct codes codes = {0};
    if (!is_host(r, c, msg)) return;
    for (int i = 0; i < r->row.seats; i++)
        if (r->row.seat[i].kind == STORE_OPEN) secret_code(codes.seat[i], &r->row.seat[i].invite);
    secret_code(codes.any, &r->row.any);
    commit_codes(r, c, msg, &codes, 0, &(struct pending){0});
}

void invites_withdraw(struct room *r, struct client *c, struct message *msg) {
    if (!is_host(r, c, msg)) return;
    for (int i = 0; i < r->row.seats; i++) {
        struct store_seat *seat = &r->row.seat[i];
        if (seat->kind != STORE_OPEN && !seat->reinvite) continue; /* used: it keeps saying "taken" */
        seat->invite = no_key;
        seat->reinvite = 0;
    }
    r->row.any = no_key;
    commit_codes(r, c, msg, &(struct codes){0}, 0, &(struct pending){.tell = TELL_TABLE});
}

/* The owner gives up the seat: it is open to anyone with its code. */
static void free_seat(struct room *r, int seat, struct pending *p) {
    struct store_seat *s = &r->row.seat[seat];
    s->kind = STORE_OPEN;
    s->level[0] = 0;
    s->token = no_key;
    s->reinvite = 0;
    devices_end_link(s);
    hands_close_seat(s);
    play_end_question(r); /* one of those asked is gone */
    p->tell = TELL_TABLE | TELL_STATE;
    p->carrier = TELL_TABLE;
}

void invites_reinvite(struct room *r, struct client *c, struct message *msg) {
    struct codes codes = {0};
    struct pending p = {.tell = TELL_TABLE};
    int64_t i;
    if (!message_int(msg, "seat", 0, r->row.seats - 1, &i)) {
        say_error(c, msg->id, r, "bad_request", "reinvite needs seat (a number)");
        return;
    }
    if (!is_host(r, c, msg)) return;
    struct store_seat *seat = &r->row.seat[i];
    if (i == r->row.host || seat->resigned || (seat->kind == STORE_BOT && !room_owned(r, (int)i))) {
        say_error(c, msg->id, r, "not_allowed", "there is nobody to be invited to this seat");
        return;
    }
    secret_code(codes.seat[i], &seat->invite);
    r->row.any = no_key; /* invitations to any seat did not include this one */
    if (seat->kind != STORE_OPEN && !room_long_away(r, (int)i)) {
        seat->reinvite = ++r->row.questions;
    } else if (seat->kind != STORE_OPEN) {
        free_seat(r, (int)i, &p);
        r->row.settled = room_ply(r); /* the owner's decisions are not undone without them */
    }
    commit_codes(r, c, msg, &codes, seat->reinvite, &p);
}

bool invites_answer(struct room *r, struct client *c, struct message *msg, uint32_t question, bool yes) {
    int own = room_watcher(r, c)->seat, i = 0;
    while (i < r->row.seats && r->row.seat[i].reinvite != question) i++;
    bool owner = i == own, withdraws = own == r->row.host && !yes;
    if (i == r->row.seats || !(owner || withdraws)) return false;
    struct pending p = {.who = c, .msg = msg, .tell = TELL_TABLE};
    r->row.seat[i].reinvite = 0;
    if (yes)
        free_seat(r, i, &p);
    else
        r->row.seat[i].invite = no_key;
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &p);
    return true;
}

/* --- the invitation itself ------------------------------------------------------------------------------------------- */

/* Information for somebody who may sit down: the game, the host, the players, the rules of the table. */
void invites_show(struct room *r, struct client *c, struct message *msg) {
    const char *text = message_text(msg, "code"), *wrong = "bad_request";
    int seat = text ? seats_of_code(r, text, &wrong) : -1;
    if (text && seat < 0 && news_behind(r, c, msg)) return; /* it may have been issued by another server */
    if (seat < 0) {
        say_error(c, msg->id, r, wrong,
                  text ? "the code opens no seat here" : "invitation needs code (a text)");
        return;
    }
    struct casata_writer w = say_begin(r->server, "invitation", r);
    casata_w_key_str(&w, "game", r->row.game);
    casata_match_options_json(&r->match, &w);
    say_seats(&w, &r->row);
    casata_w_key_int(&w, "seat", seat);
    casata_w_key_int(&w, "host", r->row.host);
    casata_w_key_int(&w, "away", room_away_s(r));
    casata_w_key_bool(&w, "hints", r->row.hints);
    casata_w_key_bool(&w, "over", casata_match_to_act(&r->match) < 0);
    say_end(c, &w, msg->id);
}
