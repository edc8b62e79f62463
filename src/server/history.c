/* history.c: a table's past: an earlier position, and the record of a finished match (docs/protocol.md). Knows no
 * game. */
#include "casata/rules.h"
#include "server/server_int.h"
#include "server/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void history_at(struct room *r, struct client *c, struct message *msg) {
    CASATA_STATE_BUFFER(state);
    int64_t ply;
    if (!message_int(msg, "ply", r->row.first, room_ply(r), &ply)) {
        say_error(c, msg->id, r, "bad_request", "at needs a ply of the log");
        return;
    }
    casata_match_state_at(&r->match, (int)ply - r->row.first, state, NULL);
    int resigned[CASATA_MAX_SEATS];
    for (int i = 0; i < r->row.seats; i++)
        resigned[i] = r->row.seat[i].resigned <= ply + 1 ? r->row.seat[i].resigned : 0;
    struct casata_writer w = say_begin(r->server, "at", r);
    casata_w_key_int(&w, "ply", ply);
    view_position(&w, &r->match.game, state, resigned, say_viewer(r, room_watcher(r, c)));
    say_end(c, &w, msg->id);
}

/* A reader of the record knows everything, so this is stored before it is sent. */
static void open_record(struct room *r, struct client *c, struct message *msg, struct casata_writer *w) {
    r->row.record_open = true;
    struct store_change change = {.table = &r->row, .cut = -1};
    struct pending p = {.who = c, .msg = msg, .reply = say_end_text(w, msg->id)};
    if (play_end_question(r)) p.tell = TELL_STATE;
    room_commit(r, &change, -1, &p);
}

/* The match file: the whole truth, so only of a finished match. */
void history_record(struct room *r, struct client *c, struct message *msg) {
    struct casata_match m = r->match;
    if (casata_match_to_act(&m) >= 0) {
        say_error(c, msg->id, r, "not_over", "the record is open when the game is over");
        return;
    }
    for (int i = 0; i < m.seats; i++) {
        const struct store_seat *seat = &r->row.seat[i];
        bool bot = seat->kind == STORE_BOT;
        m.seat[i].kind = bot ? CASATA_BOT : CASATA_HUMAN;
        if (bot) m.seat[i].level = play_level(seat);
        snprintf(m.seat[i].name, sizeof m.seat[i].name, "%s", seat->name);
    }
    char *file = casata_match_save(&m);
    if (!file) {
        say_error(c, msg->id, r, "store", "out of memory");
        return;
    }
    struct casata_writer w = say_begin(r->server, "record", r);
    casata_w_key(&w, "match");
    casata_w_json(&w, file, strlen(file));
    free(file);
    if (m.game.rules->redact && !r->row.record_open)
        open_record(r, c, msg, &w);
    else
        say_end(c, &w, msg->id);
}
