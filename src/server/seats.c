/* seats.c: who sits where: sitting down, names, bots for people and back, leaving for good (docs/protocol.md). Knows
 * no game. */
#include "casata/rules.h"
#include "server/plain.h"
#include "server/server_int.h"

#include <stdio.h>
#include <string.h>

/* --- sitting down -------------------------------------------------------------------------------------------- */

int seats_of_code(const struct room *r, const char *text, const char **code) {
    struct store_key key;
    secret_hash(text, &key);
    bool any = secret_equal(&key, &r->row.any);
    *code = any ? "taken" : "bad_code";
    for (int i = 0; i < r->row.seats; i++) {
        if (!any && !secret_equal(&key, &r->row.seat[i].invite)) continue;
        if (r->row.seat[i].kind == STORE_OPEN) return i;
        *code = "taken";
    }
    return -1;
}

void seats_sit(struct room *r, struct client *c, struct message *msg) {
    const char *text = message_text(msg, "code"), *given = message_text(msg, "name"), *wrong;
    char name[STORE_NAME], token[SECRET_TOKEN_TEXT];
    if (!text || !given || !plain_text(given, name, sizeof name)) {
        say_error(c, msg->id, r, "bad_request", "sit needs code and name (texts)");
        return;
    }
    int i = seats_of_code(r, text, &wrong);
    if (i < 0 && news_behind(r, c, msg)) return; /* it may have been issued by another server */
    if (i < 0) {
        say_error(c, msg->id, r, wrong,
                  wrong[0] == 't' ? "the seat is taken" : "the code opens no seat here");
        return;
    }
    hands_note_seat(r, c);
    struct store_seat *seat = &r->row.seat[i];
    seat->kind = STORE_HUMAN; /* the invitation stays, so that it says "taken" from now on */
    snprintf(seat->name, sizeof seat->name, "%s", name);
    secret_token(token, &seat->token);
    room_begin_absence(r, i);
    struct casata_writer w = say_begin(r->server, "seated", r);
    casata_w_key_int(&w, "seat", i);
    casata_w_key_str(&w, "token", token);
    struct pending p = {.who = c, .msg = msg, .tell = TELL_TABLE, .reply = say_end_text(&w, msg->id)};
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &p);
}

/* --- changes of seats -------------------------------------------------------------------------------------------- */

static void commit_seats(struct room *r, struct client *c, struct message *msg, unsigned tell) {
    struct store_change change = {.table = &r->row, .cut = -1};
    struct pending p = {.who = c, .msg = msg, .tell = tell, .carrier = TELL_TABLE};
    room_commit(r, &change, -1, &p);
}

/* Another player at a seat: an open question was put to those there before. */
static void commit_player(struct room *r, struct client *c, struct message *msg) {
    commit_seats(r, c, msg, play_end_question(r) ? TELL_TABLE | TELL_STATE : TELL_TABLE);
}

void seats_rename(struct room *r, struct client *c, struct message *msg) {
    const char *given = message_text(msg, "name");
    char name[STORE_NAME];
    if (!given || !plain_text(given, name, sizeof name)) {
        say_error(c, msg->id, r, "bad_request", "rename needs name (a text)");
        return;
    }
    struct store_seat *seat = &r->row.seat[room_watcher(r, c)->seat];
    if (seat->resigned) {
        say_error(c, msg->id, r, "not_allowed", "you have resigned this seat");
        return;
    }
    snprintf(seat->name, sizeof seat->name, "%s", name);
    commit_seats(r, c, msg, TELL_TABLE);
}

/* NULL, or the error code if the person at `own` may not hand `seat` to a bot. */
static const char *why_no_bot(const struct room *r, int own, int seat) {
    const struct store_seat *target = &r->row.seat[seat];
    if (r->row.seat[own].kind != STORE_HUMAN) return "not_allowed";
    if (target->kind == STORE_BOT) return "taken";
    if (seat == own) return NULL;
    if (target->kind == STORE_OPEN) return own == r->row.host ? NULL : "not_allowed";
    return room_long_away(r, seat) ? NULL : "not_away";
}

void seats_to_bot(struct room *r, struct client *c, struct message *msg) {
    int64_t seat;
    int level = message_level(msg, msg->root);
    if (!message_int(msg, "seat", 0, r->row.seats - 1, &seat) || level < 0) {
        say_error(c, msg->id, r, "bad_request", "to_bot needs seat (a number) and level (of a bot)");
        return;
    }
    const char *wrong = why_no_bot(r, room_watcher(r, c)->seat, (int)seat);
    if (wrong) {
        say_error(c, msg->id, r, wrong, "this seat cannot be handed to a bot by you now");
        return;
    }
    struct store_seat *target = &r->row.seat[seat];
    target->kind = STORE_BOT;
    snprintf(target->level, sizeof target->level, "%s", casata_level_words.word[level]);
    commit_player(r, c, msg);
}

void seats_to_human(struct room *r, struct client *c, struct message *msg) {
    struct store_seat *seat = &r->row.seat[room_watcher(r, c)->seat];
    if (seat->kind != STORE_BOT || seat->resigned) {
        say_error(c, msg->id, r, "not_allowed",
                  seat->resigned ? "you have resigned this seat" : "the seat is already yours");
        return;
    }
    seat->kind = STORE_HUMAN;
    seat->level[0] = 0;
    commit_player(r, c, msg);
}

/* --- leaving for good -------------------------------------------------------------------------------------------- */

/* Has any seat decided? Before that nobody loses a game by leaving. */
static bool has_begun(const struct room *r) {
    for (int i = 0; i < r->match.n_log; i++)
        if (r->match.log[i].seat != CASATA_CHANCE) return true;
    return r->row.first > 0;
}

/* Somebody who stays invites from now on. */
static void pass_on_host(struct room *r) {
    for (int i = 0; i < r->row.seats; i++)
        if (r->row.seat[i].kind == STORE_HUMAN && room_owned(r, i)) {
            r->row.host = i;
            return;
        }
}

/* The seat is free again, for anyone with its invitation. */
static void leave_open(struct room *r, int i) {
    static const struct store_key none;
    struct store_seat *seat = &r->row.seat[i];
    seat->kind = STORE_OPEN;
    seat->level[0] = seat->name[0] = 0;
    seat->token = none;
}

/* The seat is lost: a bot plays on unless the game is over with it. It is not taken back. */
static void give_up(struct room *r, int i) {
    static const struct store_key none;
    struct store_seat *seat = &r->row.seat[i];
    seat->resigned = 1 + room_ply(r);
    seat->invite = none;
    r->row.settled = room_ply(r);
    room_set_resigned(r);
    if (casata_match_to_act(&r->match) >= 0) {
        seat->kind = STORE_BOT;
        snprintf(seat->level, sizeof seat->level, "%s", casata_level_words.word[1]);
    }
    if (i == r->row.host) pass_on_host(r);
}

void seats_resign(struct room *r, struct client *c, struct message *msg) {
    int i = room_watcher(r, c)->seat;
    struct store_seat *seat = &r->row.seat[i];
    if (casata_match_to_act(&r->match) < 0) {
        say_error(c, msg->id, r, "over", "the game is over");
        return;
    }
    if (seat->resigned) {
        say_error(c, msg->id, r, "not_allowed", "you have already resigned this seat");
        return;
    }
    struct pending p = {.who = c, .msg = msg, .tell = TELL_TABLE | TELL_STATE, .carrier = TELL_TABLE};
    play_end_question(r);
    devices_end_link(seat);
    hands_close_seat(seat);
    seat->reinvite = 0;
    if (has_begun(r) || i == r->row.host)
        give_up(r, i);
    else
        leave_open(r, i);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &p);
}
