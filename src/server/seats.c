/* seats.c: who sits where: new tables, sitting down, watching, bots for people, rematch, chat
 * (docs/protocol.md). Knows no game. */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/plain.h"
#include "server/server_int.h"
#include "server/talk.h"
#include "server/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a new table -------------------------------------------------------------------------------------------- */

/* A new table as it is asked for. */
struct order {
    struct casata_game game;
    struct store_table table;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    int me;
    char token[SECRET_TOKEN_TEXT];
    struct codes codes;
    uint8_t owner[16]; /* of the room */
};

static int level_index(const json_t *seat) {
    const char *level = talk_string(seat, "level");
    return level ? casata_word_find(&casata_level_words, level, strlen(level)) : -1;
}

/* NULL, or what is wrong. */
static const char *read_seat(struct order *o, const json_t *v, int i) {
    struct store_seat *seat = &o->table.seat[i];
    const char *kind = talk_string(v, "kind"), *name = talk_string(v, "name");
    if (!kind) return "seats: a seat has a kind";
    if (strcmp(kind, "open") == 0) {
        secret_code(o->codes.seat[i], &seat->invite);
    } else if (strcmp(kind, "bot") == 0) {
        if (level_index(v) < 0) return "seats: a bot has one of the known levels";
        seat->kind = STORE_BOT;
        snprintf(seat->level, sizeof seat->level, "%s", casata_level_words.word[level_index(v)]);
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

static const char *read_options(struct order *o, const json_t *options) {
    const struct casata_rules *rules = o->game.rules;
    const char *key;
    json_t *v;
    size_t known = 0, used = 0;
    if (options && !json_is_object(options)) return "options: an object is needed";
    for (int i = 0; i < rules->n_options; i++) {
        const char *text = talk_string(options, rules->options[i].id);
        int value = text ? casata_word_find(rules->options[i].values, text, strlen(text)) : 0;
        if (value < 0) return "options: a value that the game does not know";
        known += text != NULL;
        o->option[i] = (uint8_t)value;
        used += (size_t)snprintf(o->table.options + used, STORE_OPTIONS - used, "%s%s=%s", i ? " " : "",
                                 rules->options[i].id, rules->options[i].values->word[value]);
        if (used >= STORE_OPTIONS) return "options: too many";
    }
    json_object_foreach((json_t *)options, key,
                        v) if (known-- == 0) return "options: the game has no such option";
    return NULL;
}

static const char *read_order(struct order *o, const json_t *msg) {
    const json_t *seats = json_object_get(msg, "seats");
    struct store_table *t = &o->table;
    size_t n = json_array_size(seats);
    if (!json_is_array(seats) || n < o->game.rules->min_seats || n > o->game.rules->max_seats)
        return "seats: the game is not for that number of seats";
    secret_id(&t->id);
    snprintf(t->game, sizeof t->game, "%s", o->game.rules->id);
    t->rules_version = o->game.rules->rules_version;
    t->edition = o->game.edition;
    t->seats = (int)n;
    t->created = clock_date();
    t->takeback_seat = -1;
    for (int i = 0; i < t->seats; i++) {
        const char *wrong = read_seat(o, json_array_get(seats, (size_t)i), i);
        if (wrong) return wrong;
    }
    t->host = o->me;
    secret_code(o->codes.any, &t->any);
    return read_options(o, json_object_get(msg, "options"));
}

/* Makes the room of a new table and stores it. NULL, or what is wrong. */
static const char *open_table(struct server *s, const struct order *o, struct pending *p) {
    struct casata_match match;
    const char *wrong = casata_match_new(&match, &o->game, o->table.seats, o->option, 0);
    if (wrong) return wrong;
    struct room *r = room_new(s, &o->table.id);
    r->match = match;
    r->row = o->table;
    r->fresh = true;
    r->phase = ROOM_READY;
    memcpy(r->owner, o->owner, sizeof r->owner);
    for (int i = 0; i < r->row.seats; i++) room_begin_absence(r, i);
    play_begin(r);
    struct store_change change = {.create = true, .table = &r->row, .cut = -1};
    room_commit(r, &change, 0, p);
    return NULL;
}

static char *created_reply(struct server *s, const struct order *o, const json_t *id) {
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

void seats_create(struct client *c, const json_t *msg) {
    struct order o = {.me = -1};
    json_t *id = json_object_get(msg, "id");
    const char *game = talk_string(msg, "game");
    struct address *a = net_address(c->conn);
    if (!game || !casata_find(game, &o.game)) {
        say_error(c, id, NULL, game ? "unknown_game" : "bad_request", "game: there is no such game");
        return;
    }
    const char *wrong = read_order(&o, msg);
    if (wrong) {
        say_error(c, id, NULL, "bad_request", wrong);
        return;
    }
    int per_hour = c->server->config.address_tables, burst = per_hour / 6 > 1 ? per_hour / 6 : 1;
    if (a && !address_take(a, ADDRESS_TABLES, clock_now(), per_hour, burst)) {
        say_error(c, id, NULL, "rate", "too many new tables from your address; try again later");
        return;
    }
    if (a) memcpy(o.owner, a->key, sizeof o.owner);
    struct pending p = {.who = c, .id = id, .reply = created_reply(c->server, &o, id)};
    wrong = open_table(c->server, &o, &p);
    if (wrong) say_error(c, id, NULL, "bad_request", wrong);
    if (wrong) free(p.reply);
}

/* --- sitting down -------------------------------------------------------------------------------------------- */

/* The seat that a code opens; -1: none, and *code says why. */
static int seat_of_code(const struct room *r, const char *text, const char **code) {
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

void seats_sit(struct room *r, struct client *c, const json_t *msg) {
    json_t *id = json_object_get(msg, "id");
    const char *text = talk_string(msg, "code"), *given = talk_string(msg, "name"), *wrong;
    char name[STORE_NAME], token[SECRET_TOKEN_TEXT];
    if (!text || !given || !plain_text(given, name, sizeof name)) {
        say_error(c, id, r, "bad_request", "sit needs code and name (texts)");
        return;
    }
    int i = seat_of_code(r, text, &wrong);
    if (i < 0) {
        say_error(c, id, r, wrong, wrong[0] == 't' ? "the seat is taken" : "the code opens no seat here");
        return;
    }
    struct store_seat *seat = &r->row.seat[i];
    seat->kind = STORE_HUMAN; /* the invitation stays, so that it says "taken" from now on */
    snprintf(seat->name, sizeof seat->name, "%s", name);
    secret_token(token, &seat->token);
    room_begin_absence(r, i);
    struct casata_writer w = say_begin(r->server, "seated", r);
    casata_w_key_int(&w, "seat", i);
    casata_w_key_str(&w, "token", token);
    struct pending p = {.who = c, .id = id, .tell = TELL_TABLE, .reply = say_end_text(&w, id)};
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &p);
}

/* --- watching ------------------------------------------------------------------------------------------------- */

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

void seats_watch(struct room *r, struct client *c, const json_t *msg) {
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

void seats_leave(struct room *r, struct client *c, const json_t *msg) {
    struct casata_writer w = say_begin(r->server, "left", r);
    say_end(c, &w, json_object_get(msg, "id"));
    room_unwatch(r, c);
    say_presence(r);
}

void seats_at(struct room *r, struct client *c, const json_t *msg) {
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
    const json_t *id = json_object_get(msg, "id");
    int64_t ply;
    if (!talk_int(msg, "ply", r->row.first, room_ply(r), &ply)) {
        say_error(c, id, r, "bad_request", "at needs a ply of the log");
        return;
    }
    casata_match_state_at(&r->match, (int)ply - r->row.first, state, NULL);
    struct casata_writer w = say_begin(r->server, "at", r);
    casata_w_key_int(&w, "ply", ply);
    view_position(&w, &r->match.game, state, say_viewer(room_watcher(r, c)));
    say_end(c, &w, id);
}

/* Whoever reads the record knows everything, so that it is noted before it is sent. */
static void open_record(struct room *r, struct client *c, const json_t *id, struct casata_writer *w) {
    r->row.record_open = true;
    struct store_change change = {.table = &r->row, .cut = -1};
    struct pending p = {.who = c, .id = (json_t *)id, .reply = say_end_text(w, id)};
    if (play_end_question(r)) p.tell = TELL_STATE;
    room_commit(r, &change, -1, &p);
}

/* The match file: the whole truth, so only of what is over. */
void seats_record(struct room *r, struct client *c, const json_t *msg) {
    const json_t *id = json_object_get(msg, "id");
    struct casata_match m = r->match;
    if (casata_match_to_act(&m) >= 0) {
        say_error(c, id, r, "not_over", "the record is open when the game is over");
        return;
    }
    for (int i = 0; i < m.seats; i++) {
        const struct store_seat *seat = &r->row.seat[i];
        bool bot = seat->kind == STORE_BOT;
        m.seat[i] = (struct casata_seat_info){.kind = bot ? CASATA_BOT : CASATA_HUMAN};
        if (bot) m.seat[i].level = play_level(seat);
        snprintf(m.seat[i].name, sizeof m.seat[i].name, "%s", seat->name);
    }
    char *file = casata_match_save(&m);
    if (!file) {
        say_error(c, id, r, "store", "out of memory");
        return;
    }
    struct casata_writer w = say_begin(r->server, "record", r);
    casata_w_key(&w, "match");
    casata_w_json(&w, file, strlen(file));
    free(file);
    if (m.game.rules->redact && !r->row.record_open)
        open_record(r, c, id, &w);
    else
        say_end(c, &w, id);
}

/* --- changes of seats -------------------------------------------------------------------------------------------- */

static void commit_seats(struct room *r, struct client *c, const json_t *msg, unsigned tell) {
    struct store_change change = {.table = &r->row, .cut = -1};
    struct pending p = {.who = c, .id = json_object_get(msg, "id"), .tell = tell, .carrier = TELL_TABLE};
    room_commit(r, &change, -1, &p);
}

/* Another player at a seat: a question was put to those who were there before. */
static void commit_player(struct room *r, struct client *c, const json_t *msg) {
    commit_seats(r, c, msg, play_end_question(r) ? TELL_TABLE | TELL_STATE : TELL_TABLE);
}

void seats_rename(struct room *r, struct client *c, const json_t *msg) {
    const char *given = talk_string(msg, "name");
    char name[STORE_NAME];
    if (!given || !plain_text(given, name, sizeof name)) {
        say_error(c, json_object_get(msg, "id"), r, "bad_request", "rename needs name (a text)");
        return;
    }
    snprintf(r->row.seat[room_watcher(r, c)->seat].name, sizeof name, "%s", name);
    commit_seats(r, c, msg, TELL_TABLE);
}

/* NULL, or the code of why `seat` may not be handed to a bot by the person at `own`. */
static const char *why_no_bot(const struct room *r, int own, int seat) {
    const struct store_seat *target = &r->row.seat[seat];
    if (r->row.seat[own].kind != STORE_HUMAN) return "not_allowed";
    if (target->kind == STORE_BOT) return "taken";
    if (seat == own) return NULL;
    if (target->kind == STORE_OPEN) return own == r->row.host ? NULL : "not_allowed";
    return room_long_away(r, seat) ? NULL : "not_away";
}

void seats_to_bot(struct room *r, struct client *c, const json_t *msg) {
    const json_t *id = json_object_get(msg, "id");
    int64_t seat;
    if (!talk_int(msg, "seat", 0, r->row.seats - 1, &seat) || level_index(msg) < 0) {
        say_error(c, id, r, "bad_request", "to_bot needs seat (a number) and level (of a bot)");
        return;
    }
    const char *wrong = why_no_bot(r, room_watcher(r, c)->seat, (int)seat);
    if (wrong) {
        say_error(c, id, r, wrong, "this seat cannot be handed to a bot by you now");
        return;
    }
    struct store_seat *target = &r->row.seat[seat];
    target->kind = STORE_BOT;
    snprintf(target->level, sizeof target->level, "%s", casata_level_words.word[level_index(msg)]);
    commit_player(r, c, msg);
}

void seats_to_human(struct room *r, struct client *c, const json_t *msg) {
    struct store_seat *seat = &r->row.seat[room_watcher(r, c)->seat];
    if (seat->kind != STORE_BOT) {
        say_error(c, json_object_get(msg, "id"), r, "not_allowed", "the seat is yours already");
        return;
    }
    seat->kind = STORE_HUMAN;
    seat->level[0] = 0;
    commit_player(r, c, msg);
}

/* --- rematch -------------------------------------------------------------------------------------------------------- */

/* The same table without what happened at it. */
static void next_table(const struct store_table *t, struct store_table *next) {
    *next = (struct store_table){
        .rules_version = t->rules_version,
        .edition = t->edition,
        .seats = t->seats,
        .host = t->host,
        .any = t->any,
        .created = clock_date(),
        .takeback_seat = -1,
    };
    secret_id(&next->id);
    memcpy(next->game, t->game, sizeof next->game);
    memcpy(next->options, t->options, sizeof next->options);
    memcpy(next->seat, t->seat, sizeof next->seat);
    for (int i = 0; i < t->seats; i++) next->seat[i].reinvite = 0;
}

void seats_rematch(struct room *r, struct client *c, const json_t *msg) {
    json_t *id = json_object_get(msg, "id");
    if (!secret_id_none(&r->row.rematch)) {
        say_table(r, room_watcher(r, c), id);
        return;
    }
    if (casata_match_to_act(&r->match) >= 0) {
        say_error(c, id, r, "not_over", "the game is not over");
        return;
    }
    struct order o = {.game = r->match.game};
    memcpy(o.option, r->match.option, sizeof o.option);
    memcpy(o.owner, r->owner, sizeof o.owner);
    next_table(&r->row, &o.table);
    r->phase = ROOM_SAVING; /* busy until the new table is stored */
    r->pending = (struct pending){.who = c, .id = json_incref(id), .tell = TELL_TABLE};
    client_keep(c);
    struct pending p = {.origin = r->id};
    if (open_table(r->server, &o, &p)) { /* only for want of memory: it was a table before */
        r->phase = ROOM_READY;
        say_error(c, id, r, "store", "out of memory");
    }
}

/* --- chat ------------------------------------------------------------------------------------------------------------- */

static bool add_chat(struct room *r, const struct store_chat *chat) {
    if (r->n_chat == STORE_CHATS) {
        memmove(r->chat, r->chat + 1, (STORE_CHATS - 1) * sizeof *r->chat);
        r->n_chat--;
    }
    struct store_chat *more = realloc(r->chat, (size_t)(r->n_chat + 1) * sizeof *more);
    if (!more) return false;
    r->chat = more;
    r->chat[r->n_chat++] = *chat;
    return true;
}

/* Counted for the seat, the table and the address, however many connections they have. */
static bool may_chat(struct room *r, struct client *c, int seat) {
    struct address *a = net_address(c->conn);
    int64_t now = clock_now();
    return bucket_take(&r->seat_chats[seat], now, CHATS_PER_MINUTE * 60, CHATS_BURST) &&
           bucket_take(&r->chats, now, CHATS_PER_TABLE * 60, CHATS_TABLE_BURST) &&
           (!a || address_take(a, ADDRESS_CHATS, now, CHATS_PER_TABLE * 60, CHATS_TABLE_BURST));
}

void seats_chat(struct room *r, struct client *c, const json_t *msg) {
    const json_t *id = json_object_get(msg, "id");
    const char *text = talk_string(msg, "text");
    struct store_chat chat = {.n = r->n_chat ? r->chat[r->n_chat - 1].n + 1 : 0,
                              .seat = room_watcher(r, c)->seat,
                              .time = clock_date()};
    if (!text || plain_count(text) > CHAT_CHARS || !plain_text(text, chat.text, sizeof chat.text)) {
        say_error(c, id, r, "bad_request", "chat needs text of 1 to 500 characters");
        return;
    }
    if (!may_chat(r, c, chat.seat)) {
        say_error(c, id, r, "rate", "too many chat messages; wait a moment");
        return;
    }
    memcpy(chat.name, r->row.seat[chat.seat].name, sizeof chat.name);
    if (!add_chat(r, &chat)) {
        say_error(c, id, r, "store", "out of memory");
        return;
    }
    struct store_change change = {.cut = -1, .chat = &chat};
    struct pending p = {.who = c, .id = (json_t *)id, .tell = TELL_CHAT};
    room_commit(r, &change, -1, &p);
}

/* --- the tables of some tokens ------------------------------------------------------------------------------------------ */

struct search {
    struct client *client;
    json_t *id;
};

static void write_found(struct casata_writer *w, const struct store_found *f) {
    char name[SECRET_ID_TEXT];
    secret_id_text(&f->table.id, name);
    casata_w_open(w, '{');
    casata_w_key_str(w, "table", name);
    casata_w_key_int(w, "seat", f->seat);
    casata_w_key_str(w, "game", f->table.game);
    say_seats(w, &f->table);
    casata_w_key_int(w, "ply", f->ply);
    casata_w_key(w, "to_act");
    casata_w_open(w, '[');
    for (int i = 0; i < f->table.seats; i++)
        if (f->to_act >> i & 1) casata_w_int(w, i);
    casata_w_close(w, ']');
    casata_w_key_bool(w, "over", f->to_act == 0 && f->ply > 0);
    casata_w_key_int(w, "time", f->time);
    casata_w_close(w, '}');
}

static void found(void *arg, enum store_status status, const struct store_found *list, int n) {
    struct search *s = arg;
    if (status == STORE_OK) {
        struct casata_writer w = say_begin(s->client->server, "tables", NULL);
        casata_w_key(&w, "tables");
        casata_w_open(&w, '[');
        for (int i = 0; i < n; i++) write_found(&w, &list[i]);
        casata_w_close(&w, ']');
        uint64_t before = net_sent(s->client->server->net);
        say_end(s->client, &w, s->id);
        talk_charge(s->client, before);
    } else {
        say_error(s->client, s->id, NULL, "store", "the tables cannot be read");
    }
    s->client->n_waiting -= TABLES_WAITING;
    client_drop(s->client);
    json_decref(s->id);
    free(s);
}

void seats_tables(struct client *c, const json_t *msg) {
    const json_t *tokens = json_object_get(msg, "tokens"), *id = json_object_get(msg, "id");
    struct store_key key[MAX_TOKENS];
    size_t n = json_array_size(tokens);
    bool ok = json_is_array(tokens) && n <= MAX_TOKENS;
    for (size_t i = 0; ok && i < n; i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        if (token)
            secret_hash(token, &key[i]);
        else
            ok = false;
    }
    if (c->n_waiting > MAX_WAITING - TABLES_WAITING) {
        say_error(c, id, NULL, "rate", "too many messages wait for an answer");
        return;
    }
    struct search *s = ok ? malloc(sizeof *s) : NULL;
    if (!s) {
        say_error(c, id, NULL, "bad_request", "tables needs tokens: a list of at most 64 texts");
        return;
    }
    *s = (struct search){c, json_incref((json_t *)id)};
    client_keep(c);
    c->n_waiting += TABLES_WAITING;
    store_find(c->server->store, key, (int)n, found, s);
}
