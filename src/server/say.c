/* say.c: the messages to clients (docs/protocol.md). Their view of a match comes from view.c alone. */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/server_int.h"
#include "server/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int say_viewer(const struct room *r, const struct watcher *w) {
    int seat = w->seat < 0 ? hands_shown(r, w) : w->seat;
    return seat < 0 ? CASATA_SPECTATOR : seat;
}

struct casata_writer say_begin(struct server *s, const char *type, const struct room *r) {
    struct casata_writer w = casata_writer_on(s->scratch, sizeof s->scratch);
    casata_w_open(&w, '{');
    casata_w_key_str(&w, "t", type);
    if (r) {
        casata_w_key_str(&w, "table", r->name);
    }
    return w;
}

static void end(struct casata_writer *w, const char *id) {
    if (id) {
        casata_w_key(w, "id");
        casata_w_json(w, id, strlen(id));
    }
    casata_w_close(w, '}');
    assert(casata_writer_ok(w));
}

void say_end(struct client *c, struct casata_writer *w, const char *id) {
    end(w, id);
    if (c->conn && casata_writer_ok(w)) net_send(c->conn, w->buf, w->len);
}

char *say_end_text(struct casata_writer *w, const char *id) {
    end(w, id);
    return casata_writer_ok(w) ? strdup(w->buf) : NULL;
}

void say_text(struct client *c, const char *text) {
    if (c->conn) net_send(c->conn, text, strlen(text));
}

void say_error(struct client *c, const char *id, const struct room *r, const char *code,
               const char *message) {
    if (!c || !c->conn) return;
    metrics_refuse(&c->server->metrics, code);
    struct casata_writer w = say_begin(c->server, "error", r);
    casata_w_key_str(&w, "code", code);
    casata_w_key_str(&w, "message", message);
    say_end(c, &w, id);
}

void say_unavailable(struct room *r, struct client *c, const char *code, bool retry) {
    struct casata_writer w = say_begin(r->server, "unavailable", r);
    casata_w_key_str(&w, "code", code);
    casata_w_key_bool(&w, "retry", retry);
    say_end(c, &w, NULL);
}

/* --- table ------------------------------------------------------------------------------------------------- */

static const char *const kind_word[] = {"open", "human", "bot"}; /* ORDER store_kind */

static void write_seat(struct casata_writer *w, const struct store_seat *seat) {
    casata_w_key_str(w, "kind", kind_word[seat->kind]);
    casata_w_key_str(w, "name", seat->name);
    if (seat->kind == STORE_BOT) {
        casata_w_key_str(w, "level", seat->level);
    }
    if (seat->resigned) {
        casata_w_key_int(w, "resigned", seat->resigned - 1);
    }
}

void say_seats(struct casata_writer *w, const struct store_table *t) {
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    for (int i = 0; i < t->seats; i++) {
        casata_w_open(w, '{');
        write_seat(w, &t->seat[i]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

static void write_hand(struct casata_writer *w, const struct store_seat *seat) {
    casata_w_key(w, "hand");
    casata_w_open(w, '{');
    casata_w_key_bool(w, "open", hands_open(seat));
    casata_w_key_int(w, "time", seat->hand_time);
    casata_w_close(w, '}');
}

static void write_live_seats(struct casata_writer *w, const struct room *r, const struct watcher *to) {
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    for (int i = 0; i < r->row.seats; i++) {
        const struct store_seat *seat = &r->row.seat[i];
        casata_w_open(w, '{');
        write_seat(w, seat);
        casata_w_key_bool(w, "online", room_online(r, i));
        casata_w_key_int(w, "away", room_away_date(r, i));
        if (seat->kind == STORE_BOT && room_owned(r, i)) {
            casata_w_key(w, to->seat == i ? "mine" : "owned");
            casata_w_bool(w, true);
        }
        if (seat->reinvite) {
            casata_w_key_int(w, "reinvite", seat->reinvite);
        }
        if (to->seat == i && seat->link_until) {
            casata_w_key_int(w, "link", seat->link_until);
        }
        if (seat->hand_time) {
            write_hand(w, seat);
        }
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

void say_table(struct room *r, const struct watcher *to, const char *id) {
    struct casata_writer w = say_begin(r->server, "table", r);
    char next[SECRET_ID_TEXT];
    casata_w_key_str(&w, "game", r->row.game);
    casata_w_key_int(&w, "rules_version", r->row.rules_version);
    casata_w_key_hex64(&w, "edition", r->row.edition);
    casata_match_options_json(&r->match, &w);
    write_live_seats(&w, r, to);
    casata_w_key_int(&w, "you", to->seat);
    if (hands_shown(r, to) >= 0) {
        casata_w_key_int(&w, "hand", to->hand);
    }
    casata_w_key_int(&w, "host", r->row.host);
    casata_w_key_int(&w, "first", r->row.first);
    casata_w_key_int(&w, "away", room_away_s(r));
    casata_w_key_bool(&w, "hints", r->row.hints);
    casata_w_key_bool(&w, "over", casata_match_to_act(&r->match) < 0);
    if (!secret_id_none(&r->row.rematch)) {
        secret_id_text(&r->row.rematch, next);
        casata_w_key_str(&w, "rematch", next);
    }
    say_end(to->client, &w, id);
}

static void write_presence(struct casata_writer *w, const struct room *r) {
    casata_w_key(w, "online");
    casata_w_open(w, '[');
    for (int i = 0; i < r->row.seats; i++) casata_w_bool(w, room_online(r, i));
    casata_w_close(w, ']');
    casata_w_key(w, "away");
    casata_w_open(w, '[');
    for (int i = 0; i < r->row.seats; i++) casata_w_int(w, room_away_date(r, i));
    casata_w_close(w, ']');
    casata_w_key_int(w, "watchers", room_watching(r, -1) + news_spectators_elsewhere(r));
}

void say_presence_to(struct room *r, const struct watcher *to) {
    struct casata_writer w = say_begin(r->server, "presence", r);
    write_presence(&w, r);
    say_end(to->client, &w, NULL);
}

void say_presence(struct room *r) {
    r->presence_due = r->phase != ROOM_READY; /* seats may change: room_proceed() sends it then */
    for (int i = 0; !r->presence_due && i < r->n_watcher; i++) say_presence_to(r, &r->watcher[i]);
}

/* --- the match --------------------------------------------------------------------------------------------- */

static void write_takeback(struct casata_writer *w, const struct room *r) {
    casata_w_key(w, "takeback");
    casata_w_open(w, '{');
    casata_w_key_int(w, "question", r->row.takeback_question);
    casata_w_key_int(w, "seat", r->row.takeback_seat);
    casata_w_key_int(w, "ply", r->row.takeback_ply);
    casata_w_key(w, "waiting");
    casata_w_open(w, '[');
    for (int i = 0; i < r->row.seats; i++)
        if (play_waiting(r) >> i & 1) casata_w_int(w, i);
    casata_w_close(w, ']');
    casata_w_close(w, '}');
}

void say_state(struct room *r, const struct watcher *to, const char *id) {
    struct casata_writer w = say_begin(r->server, "state", r);
    int ply = room_ply(r);
    casata_w_key_int(&w, "ply", ply);
    int resigned[CASATA_MAX_SEATS];
    casata_match_resigned(&r->match, resigned);
    view_position(&w, &r->match.game, r->match.state, resigned, say_viewer(r, to));
    casata_w_key_int(&w, "undo", to->seat < 0 ? ply : play_undo_limit(r, to->seat));
    casata_w_key_int(&w, "undos", r->row.undos);
    if (r->row.takeback_seat >= 0) write_takeback(&w, r);
    say_end(to->client, &w, id);
}

/* The whole state before entry `from` of the log. */
static void state_before(const struct room *r, int from, void *state) {
    if (r->prior && from == r->prior_ply)
        memcpy(state, r->prior, r->match.game.rules->state_size);
    else
        casata_match_state_at(&r->match, from - r->row.first, state, NULL);
}

void say_log(struct room *r, const struct watcher *to, int from) {
    CASATA_STATE_BUFFER(state);
    const struct casata_match *m = &r->match;
    int at = from - r->row.first;
    state_before(r, from, state);
    do {
        struct casata_writer w = say_begin(r->server, "log", r);
        casata_w_key_int(&w, "from", r->row.first + at);
        casata_w_key(&w, "entries");
        casata_w_open(&w, '[');
        for (; at < m->n_log && w.len < VIEW_LOG_BYTES; at++)
            view_entry(&w, &m->game, state, &m->log[at], r->row.first + at + 1, r->mark[at].time,
                       say_viewer(r, to));
        casata_w_close(&w, ']');
        say_end(to->client, &w, NULL);
    } while (at < m->n_log);
}

void say_chat(struct room *r, const struct watcher *to, int from, const char *id) {
    struct casata_writer w = say_begin(r->server, "chat", r);
    casata_w_key(&w, "entries");
    casata_w_open(&w, '[');
    for (int i = from; i < r->n_chat; i++) {
        const struct store_chat *chat = &r->chat[i];
        casata_w_open(&w, '{');
        casata_w_key_int(&w, "n", chat->n);
        casata_w_key_int(&w, "seat", chat->seat);
        casata_w_key_str(&w, "name", chat->name);
        casata_w_key_str(&w, "text", chat->text);
        casata_w_key_int(&w, "time", chat->time);
        casata_w_close(&w, '}');
    }
    casata_w_close(&w, ']');
    say_end(to->client, &w, id);
}
