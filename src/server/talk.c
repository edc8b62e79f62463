/* talk.c: what clients say: limits, JSON, and which handler takes it (docs/protocol.md). */
#include "server/talk.h"
#include "server/clock.h"
#include "server/peek.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

enum { FOR_NOBODY, FOR_TABLE, FOR_WATCHER, FOR_SEAT }; /* who a message needs to come from */
static const struct message {
    const char *type;
    int whose;
    talk_handler *room;
    void (*plain)(struct client *c, const json_t *msg);
} messages[] = {
    {"create", FOR_NOBODY, NULL, create_table},
    {"tables", FOR_NOBODY, NULL, lobby_tables},
    {"sit", FOR_TABLE, seats_sit, NULL},
    {"watch", FOR_TABLE, watch_table, NULL},
    {"leave_table", FOR_WATCHER, watch_leave, NULL},
    {"at", FOR_WATCHER, history_at, NULL},
    {"record", FOR_WATCHER, history_record, NULL},
    {"invites", FOR_SEAT, invites_renew, NULL},
    {"withdraw_invites", FOR_SEAT, invites_withdraw, NULL},
    {"reinvite", FOR_SEAT, invites_reinvite, NULL},
    {"act", FOR_SEAT, play_act, NULL},
    {"undo", FOR_SEAT, play_undo, NULL},
    {"takeback", FOR_SEAT, play_takeback, NULL},
    {"answer", FOR_SEAT, play_answer, NULL},
    {"chat", FOR_SEAT, chat_post, NULL},
    {"rename", FOR_SEAT, seats_rename, NULL},
    {"to_bot", FOR_SEAT, seats_to_bot, NULL},
    {"to_human", FOR_SEAT, seats_to_human, NULL},
    {"rematch", FOR_SEAT, create_rematch, NULL},
};

const char *talk_string(const json_t *msg, const char *key) {
    return json_string_value(json_object_get(msg, key));
}

bool talk_int(const json_t *msg, const char *key, int64_t min, int64_t max, int64_t *out) {
    const json_t *v = json_object_get(msg, key);
    if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max) return false;
    *out = json_integer_value(v);
    return true;
}

int talk_level(const json_t *msg) {
    const char *level = talk_string(msg, "level");
    return level ? casata_word_find(&casata_level_words, level, strlen(level)) : -1;
}

/* --- connections -------------------------------------------------------------------------------------------- */

void client_keep(struct client *c) { c->refs++; }

void client_drop(struct client *c) {
    if (--c->refs == 0) free(c);
}

void talk_opened(void *server, struct net_conn *conn) {
    struct client *c = calloc(1, sizeof *c);
    if (c)
        *c = (struct client){.server = server, .conn = conn, .refs = 1};
    else
        net_close(conn, NET_GOING_AWAY, "out of memory");
    net_set_user(conn, c);
}

void talk_closed(void *server, struct net_conn *conn) {
    struct client *c = net_user(conn);
    (void)server;
    if (!c) return;
    c->conn = NULL;
    while (c->n_watch > 0) {
        struct room *r = c->watch[0];
        room_unwatch(r, c);
        if (r->phase == ROOM_READY) say_presence(r);
    }
    client_drop(c);
}

enum net_use talk_use(void *server, struct net_conn *conn) {
    struct client *c = net_user(conn);
    (void)server;
    for (int i = 0; c && i < c->n_watch; i++)
        if (room_watcher(c->watch[i], c)->seat >= 0) return NET_USE_PLAYS;
    return c && c->n_watch ? NET_USE_WATCHES : NET_USE_NONE;
}

/* --- messages ------------------------------------------------------------------------------------------------- */

/* The message is not parsed for it: that is what the limits are there to save. */
static void refuse_unread(struct client *c, const char *text, size_t n) {
    size_t size;
    const char *value = peek_id(text, n, &size);
    json_t *id = value && size <= MAX_ID ? json_loadb(value, size, JSON_DECODE_ANY, NULL) : NULL;
    say_error(c, id, NULL, "rate", "too many messages");
    json_decref(id);
}

/* False: too much; who goes on is disconnected. */
static bool within_limits(struct client *c) {
    const struct server_config *config = &c->server->config;
    struct address *a = net_address(c->conn);
    int64_t now = clock_now(), rate = config->rate, address_rate = config->address_rate;
    if (bucket_take(&c->messages, now, rate * 3600, 2 * rate) &&
        (!a || address_take(a, ADDRESS_MESSAGES, now, address_rate * 3600, 2 * address_rate)))
        return true;
    if (++c->excess > MAX_EXCESS) net_close(c->conn, NET_POLICY, "too many messages");
    return false;
}

void talk_frame(void *server, struct net_conn *conn) {
    struct client *c = net_user(conn);
    (void)server;
    if (c) within_limits(c);
}

void talk_charge(struct client *c, uint64_t before) {
    const struct server_config *config = &c->server->config;
    int64_t n = (int64_t)(net_sent(c->server->net) - before) / ANSWER_BYTES, now = clock_now();
    if (n == 0 || !c->conn) return;
    bucket_charge(&c->messages, now, (int64_t)config->rate * 3600, n);
    struct address *a = net_address(c->conn);
    if (a) address_charge(a, ADDRESS_MESSAGES, now, (int64_t)config->address_rate * 3600, n);
}

static const struct message *find_message(const char *type) {
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (strcmp(messages[i].type, type) == 0) return &messages[i];
    return NULL;
}

/* Did the answers to what came before cost more than there was? */
static bool owes(const struct client *c) {
    int64_t rate = c->server->config.rate;
    return bucket_owes(&c->messages, clock_now(), rate * 3600, 2 * rate);
}

/* The thoughts at a table are for those who play there; a spectator changes that only where nobody did. */
static void note_owner(struct room *r, const struct client *c, int seat) {
    static const uint8_t nobody[sizeof r->owner];
    const struct address *a = net_address(c->conn);
    if (a && (seat >= 0 || memcmp(r->owner, nobody, sizeof nobody) == 0))
        memcpy(r->owner, a->key, sizeof r->owner);
}

void talk_to_room(struct room *r, struct client *c, json_t *msg) {
    const struct message *m = find_message(talk_string(msg, "t"));
    const struct watcher *w = room_watcher(r, c);
    const json_t *id = json_object_get(msg, "id");
    if (!c->conn) return; /* gone while the message waited */
    r->used = clock_now();
    note_owner(r, c, w ? w->seat : -1);
    if (owes(c))
        say_error(c, id, r, "rate", "too much was asked for");
    else if (m->whose >= FOR_WATCHER && !w)
        say_error(c, id, r, "not_watching", "watch the table first");
    else if (m->whose == FOR_SEAT && w->seat < 0)
        say_error(c, id, r, "not_seated", "you have no seat here");
    else {
        uint64_t before = net_sent(c->server->net);
        r->msg = msg;
        m->room(r, c, msg);
        r->msg = NULL;
        talk_charge(c, before);
    }
}

static bool may_wait(const struct client *c, size_t bytes) {
    return c->n_waiting < MAX_WAITING && c->waiting_bytes + bytes <= WAITING_BYTES &&
           c->server->waiting_bytes + bytes <= WAITING_ALL;
}

static void address_room(struct client *c, json_t *msg, size_t bytes) {
    const char *text = talk_string(msg, "table");
    const json_t *id = json_object_get(msg, "id");
    struct store_id table;
    if (!text || !secret_id_parse(text, &table)) {
        say_error(c, id, NULL, text ? "no_table" : "bad_request",
                  text ? "there is no such table" : "table (a text) is missing");
        return;
    }
    struct room *r = room_get(c->server, &table);
    if (r->phase == ROOM_READY) {
        talk_to_room(r, c, msg);
        return;
    }
    if (!may_wait(c, bytes)) {
        say_error(c, id, r, "rate", "too many messages wait for an answer");
        return;
    }
    struct waiting *w = calloc(1, sizeof *w);
    if (!w) {
        say_error(c, id, r, "store", "out of memory");
        return;
    }
    w->client = c;
    w->bytes = bytes;
    c->n_waiting++;
    c->waiting_bytes += bytes;
    c->server->waiting_bytes += bytes;
    client_keep(c);
    w->msg = json_incref(msg);
    room_wait(r, w);
    if (r->phase == ROOM_UNREAD) room_unread(r);
}

static bool id_is_short(const json_t *id) {
    return !id || json_dumpb(id, NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY) <= MAX_ID;
}

static void take(struct client *c, json_t *msg, size_t bytes) {
    const char *type = talk_string(msg, "t");
    const json_t *id = json_object_get(msg, "id");
    if (!id_is_short(id))
        say_error(c, NULL, NULL, "bad_request", "id is too long");
    else if (!type)
        say_error(c, id, NULL, "bad_request", "t (a text) is missing");
    else if (strcmp(type, "ping") == 0) {
        struct casata_writer w = say_begin(c->server, "pong", NULL);
        say_end(c, &w, id);
    } else {
        const struct message *m = find_message(type);
        if (!m)
            say_error(c, id, NULL, "unknown_type", "there is no such message");
        else if (m->plain)
            m->plain(c, msg);
        else
            address_room(c, msg, bytes);
    }
}

void talk_message(void *server, struct net_conn *conn, const char *text, size_t n) {
    const struct server *s = server;
    struct client *c = net_user(conn);
    if (!c || s->stopping) return;
    if (!within_limits(c)) {
        refuse_unread(c, text, n);
        return;
    }
    json_t *msg = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(msg))
        take(c, msg, n);
    else
        say_error(c, NULL, NULL, "bad_json", "a message is one JSON object");
    json_decref(msg);
}
