/* create.c: new tables: on request, and rematches (docs/protocol.md). Knows no game. */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/plain.h"
#include "server/server_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A new table as requested. */
struct order {
    struct casata_game game;
    struct store_table table;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    int me;
    char token[SECRET_TOKEN_TEXT];
    struct codes codes;
    uint8_t owner[16]; /* of the room */
};

/* NULL, or the error. */
static const char *read_seat(struct order *o, const struct message *msg, struct casata_json v, int i) {
    struct store_seat *seat = &o->table.seat[i];
    const char *kind = message_text_of(msg, casata_json_get(v, "kind"));
    const char *name = message_text_of(msg, casata_json_get(v, "name"));
    int level = message_level(msg, v);
    if (!kind) return "seats: a seat has a kind";
    if (strcmp(kind, "open") == 0) {
        secret_code(o->codes.seat[i], &seat->invite);
    } else if (strcmp(kind, "bot") == 0) {
        if (level < 0) return "seats: a bot has one of the known levels";
        seat->kind = STORE_BOT;
        snprintf(seat->level, sizeof seat->level, "%s", casata_level_words.word[level]);
    } else if (strcmp(kind, "me") == 0) {
        if (o->me >= 0) return "seats: only one seat is yours";
        if (!name || !plain_text(name, seat->name, sizeof seat->name)) return "seats: your seat has a name";
        o->me = i;
        seat->kind = STORE_HUMAN;
        secret_token(o->token, &seat->token);
    } else {
        return "seats: the kind of a seat is me, open or bot";
    }
    return NULL;
}

static const char *read_options(struct order *o, const struct message *msg) {
    const struct casata_rules *rules = o->game.rules;
    struct casata_json options = casata_json_get(msg->root, "options");
    int known = 0;
    size_t used = 0;
    if (options.at && casata_json_type(options) != CASATA_JSON_OBJECT) return "options: an object is needed";
    for (int i = 0; i < rules->n_options; i++) {
        const char *text = message_text_of(msg, casata_json_get(options, rules->options[i].id));
        int value = text ? casata_word_find(rules->options[i].values, text, strlen(text)) : 0;
        if (value < 0) return "options: a value that the game does not know";
        known += text != NULL;
        o->option[i] = (uint8_t)value;
        used += (size_t)snprintf(o->table.options + used, STORE_OPTIONS - used, "%s%s=%s", i ? " " : "",
                                 rules->options[i].id, rules->options[i].values->word[value]);
        if (used >= STORE_OPTIONS) return "options: too many";
    }
    return casata_json_count(options) > known ? "options: the game has no such option" : NULL;
}

/* How people treat each other at the table. */
static const char *read_manners(struct store_table *t, const struct message *msg) {
    int64_t away = 0;
    if (casata_json_get(msg->root, "away").at && !message_int(msg, "away", 0, STORE_AWAY, &away))
        return "away: a number of seconds, at most a year";
    if (casata_json_get(msg->root, "hints").at && !message_truth(msg, "hints", &t->hints))
        return "hints: true or false";
    t->away = (int)away;
    return NULL;
}

static const char *read_order(struct order *o, const struct message *msg) {
    struct casata_json seats = casata_json_get(msg->root, "seats");
    struct store_table *t = &o->table;
    int n = casata_json_count(seats);
    if (casata_json_type(seats) != CASATA_JSON_LIST || n < o->game.rules->min_seats ||
        n > o->game.rules->max_seats)
        return "seats: the game is not for that number of seats";
    secret_id(&t->id);
    snprintf(t->game, sizeof t->game, "%s", o->game.rules->id);
    t->rules_version = o->game.rules->rules_version;
    t->edition = o->game.edition;
    t->seats = n;
    t->created = clock_date();
    t->takeback_seat = -1;
    for (int i = 0; i < t->seats; i++) {
        const char *wrong = read_seat(o, msg, casata_json_at(seats, i), i);
        if (wrong) return wrong;
    }
    t->host = o->me;
    const char *wrong = read_manners(t, msg);
    if (wrong) return wrong;
    secret_code(o->codes.any, &t->any);
    return read_options(o, msg);
}

/* Makes the room of a new table, which is not stored yet. NULL, or the error. */
static const char *make_room(struct server *s, const struct order *o, struct room **out) {
    struct casata_match match;
    const char *wrong = casata_match_new(&match, &o->game, o->table.seats, o->option, 0);
    if (wrong) return wrong;
    struct room *r = *out = room_new(s, &o->table.id);
    r->match = match;
    r->row = o->table;
    r->fresh = true;
    r->phase = ROOM_READY;
    memcpy(r->owner, o->owner, sizeof r->owner);
    for (int i = 0; i < r->row.seats; i++) room_begin_absence(r, i);
    play_begin(r);
    return NULL;
}

static char *created_reply(struct server *s, const struct order *o, const char *id) {
    struct casata_writer w = say_begin(s, "created", NULL);
    char name[SECRET_ID_TEXT];
    secret_id_text(&o->table.id, name);
    casata_w_key_str(&w, "table", name);
    casata_w_key_int(&w, "seat", o->me);
    if (o->me >= 0) {
        casata_w_key_str(&w, "token", o->token);
    }
    invites_write(&w, &o->codes);
    return say_end_text(&w, id);
}

void create_table(struct client *c, struct message *msg) {
    struct order o = {.me = -1};
    const char *game = message_text(msg, "game");
    struct address *a = net_address(c->conn);
    if (!game || !casata_find(game, &o.game)) {
        say_error(c, msg->id, NULL, game ? "unknown_game" : "bad_request", "game: there is no such game");
        return;
    }
    const char *wrong = read_order(&o, msg);
    if (wrong) {
        say_error(c, msg->id, NULL, "bad_request", wrong);
        return;
    }
    int per_hour = c->server->config.address_tables, burst = per_hour / 6 > 1 ? per_hour / 6 : 1;
    if (a && !address_take(a, ADDRESS_TABLES, clock_now(), per_hour, burst)) {
        say_error(c, msg->id, NULL, "rate", "too many new tables from your address; try again later");
        return;
    }
    if (a) memcpy(o.owner, a->key, sizeof o.owner);
    struct pending p = {.who = c, .msg = msg, .reply = created_reply(c->server, &o, msg->id)};
    struct room *r;
    wrong = make_room(c->server, &o, &r);
    if (wrong) {
        say_error(c, msg->id, NULL, "bad_request", wrong);
        free(p.reply);
        return;
    }
    if (o.me >= 0) hands_note_seat(r, c);
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, 0, &p);
}

/* --- rematch -------------------------------------------------------------------------------------------------------- */

/* The same table without its history. */
static void next_table(const struct store_table *t, struct store_table *next) {
    *next = (struct store_table){
        .rules_version = t->rules_version,
        .edition = t->edition,
        .seats = t->seats,
        .host = t->host,
        .any = t->any,
        .created = clock_date(),
        .takeback_seat = -1,
        .away = t->away,
        .hints = t->hints,
    };
    secret_id(&next->id);
    memcpy(next->game, t->game, sizeof next->game);
    memcpy(next->options, t->options, sizeof next->options);
    memcpy(next->seat, t->seat, sizeof next->seat);
    for (int i = 0; i < t->seats; i++) {
        next->seat[i].reinvite = 0;
        next->seat[i].resigned = 0;
        devices_end_link(&next->seat[i]);
        next->seat[i].hand = (struct store_key){0};
        next->seat[i].hand_time = 0;
    }
}

void create_rematch(struct room *r, struct client *c, struct message *msg) {
    if (!secret_id_none(&r->row.rematch)) {
        say_table(r, room_watcher(r, c), msg->id);
        return;
    }
    if (casata_match_to_act(&r->match) >= 0) {
        say_error(c, msg->id, r, "not_over", "the game is not over");
        return;
    }
    struct order o = {.game = r->match.game};
    memcpy(o.option, r->match.option, sizeof o.option);
    memcpy(o.owner, r->owner, sizeof o.owner);
    next_table(&r->row, &o.table);
    struct room *next;
    if (make_room(r->server, &o, &next)) { /* only if out of memory: it was a table before */
        say_error(c, msg->id, r, "store", "out of memory");
        return;
    }
    room_commit_rematch(r, next, &(struct pending){.who = c, .msg = msg, .tell = TELL_TABLE});
}
