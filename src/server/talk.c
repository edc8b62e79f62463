/* talk.c: what clients say: limits, JSON, and which handler takes it (docs/protocol.md). */
#include "server/talk.h"
#include "server/clock.h"
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
    {"create", FOR_NOBODY, NULL, seats_create},
    {"tables", FOR_NOBODY, NULL, seats_tables},
    {"sit", FOR_TABLE, seats_sit, NULL},
    {"watch", FOR_TABLE, seats_watch, NULL},
    {"leave_table", FOR_WATCHER, seats_leave, NULL},
    {"at", FOR_WATCHER, seats_at, NULL},
    {"record", FOR_WATCHER, seats_record, NULL},
    {"invites", FOR_SEAT, seats_invites, NULL},
    {"act", FOR_SEAT, play_act, NULL},
    {"undo", FOR_SEAT, play_undo, NULL},
    {"takeback", FOR_SEAT, play_takeback, NULL},
    {"answer", FOR_SEAT, play_answer, NULL},
    {"chat", FOR_SEAT, seats_chat, NULL},
    {"rename", FOR_SEAT, seats_rename, NULL},
    {"to_bot", FOR_SEAT, seats_to_bot, NULL},
    {"to_human", FOR_SEAT, seats_to_human, NULL},
    {"rematch", FOR_SEAT, seats_rematch, NULL},
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

/* --- messages ------------------------------------------------------------------------------------------------- */

/* False: too much; who goes on is disconnected. */
static bool within_limits(struct client *c) {
    const struct server_config *config = &c->server->config;
    struct address *a = net_address(c->conn);
    int64_t now = clock_now();
    if (bucket_take(&c->messages, now, (int64_t)config->rate * 3600, 2 * (int64_t)config->rate) &&
        (!a || bucket_take(&a->messages, now, (int64_t)config->address_rate * 3600,
                           2 * (int64_t)config->address_rate)))
        return true;
    if (++c->excess > MAX_EXCESS)
        net_close(c->conn, NET_POLICY, "too many messages");
    else
        say_error(c, NULL, NULL, "rate", "too many messages");
    return false;
}

static const struct message *find_message(const char *type) {
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (strcmp(messages[i].type, type) == 0) return &messages[i];
    return NULL;
}

void talk_to_room(struct room *r, struct client *c, json_t *msg) {
    const struct message *m = find_message(talk_string(msg, "t"));
    const struct watcher *w = room_watcher(r, c);
    const json_t *id = json_object_get(msg, "id");
    if (!c->conn) return; /* gone while the message waited */
    r->used = clock_now();
    if (m->whose >= FOR_WATCHER && !w)
        say_error(c, id, r, "not_watching", "watch the table first");
    else if (m->whose == FOR_SEAT && w->seat < 0)
        say_error(c, id, r, "not_seated", "you have no seat here");
    else
        m->room(r, c, msg);
}

static void address_room(struct client *c, json_t *msg) {
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
    struct waiting *w = calloc(1, sizeof *w);
    if (!w) {
        say_error(c, id, r, "store", "out of memory");
        return;
    }
    w->client = c;
    client_keep(c);
    w->msg = json_incref(msg);
    room_wait(r, w);
    if (r->phase == ROOM_UNREAD) room_unread(r);
}

static bool id_is_short(const json_t *id) {
    return !id || json_dumpb(id, NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY) <= MAX_ID;
}

static void take(struct client *c, json_t *msg) {
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
            address_room(c, msg);
    }
}

void talk_message(void *server, struct net_conn *conn, const char *text, size_t n) {
    const struct server *s = server;
    struct client *c = net_user(conn);
    if (!c || s->stopping || !within_limits(c)) return;
    json_t *msg = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(msg))
        take(c, msg);
    else
        say_error(c, NULL, NULL, "bad_json", "a message is one JSON object");
    json_decref(msg);
}
