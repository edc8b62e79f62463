/* talk.c: messages from clients: limits, JSON, and which handler takes them (docs/protocol.md). */
#include "server/clock.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

enum { FOR_NOBODY, FOR_TABLE, FOR_WATCHER, FOR_SEAT }; /* who a message needs to come from */
static const struct message_type {
    const char *name;
    int whose;
    talk_handler *room;
    void (*plain)(struct client *c, struct message *msg);
} types[] = {
    {"create", FOR_NOBODY, NULL, create_table},
    {"tables", FOR_NOBODY, NULL, lobby_tables},
    {"sit", FOR_TABLE, seats_sit, NULL},
    {"watch", FOR_TABLE, watch_table, NULL},
    {"leave_table", FOR_WATCHER, watch_leave, NULL},
    {"at", FOR_WATCHER, history_at, NULL},
    {"record", FOR_WATCHER, history_record, NULL},
    {"invites", FOR_SEAT, invites_renew, NULL},
    {"invitation", FOR_TABLE, invites_show, NULL},
    {"seat_take", FOR_TABLE, devices_take, NULL},
    {"seat_link", FOR_SEAT, devices_link, NULL},
    {"seat_alone", FOR_SEAT, devices_alone, NULL},
    {"hand_link", FOR_SEAT, hands_link, NULL},
    {"hand_close", FOR_SEAT, hands_close, NULL},
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
    {"resign", FOR_SEAT, seats_resign, NULL},
    {"rematch", FOR_SEAT, create_rematch, NULL},
};

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
        say_presence(r);
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

/* The message is not parsed for this: saving that is the point of the limits. */
static void refuse_unread(struct client *c, const char *text, size_t n) {
    char id[MAX_ID + 1];
    bool has_id = message_unread_id(text, n, id, sizeof id);
    say_error(c, has_id ? id : NULL, NULL, "rate", "too many messages");
}

/* False: too much; a client that persists is disconnected. */
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

static const struct message_type *find_type(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return &types[i];
    return NULL;
}

/* Did earlier answers cost more than the allowance? */
static bool owes(const struct client *c) {
    int64_t rate = c->server->config.rate;
    return bucket_owes(&c->messages, clock_now(), rate * 3600, 2 * rate);
}

/* Thoughts at a table count for those who play there; for a spectator only if nobody has. */
static void note_owner(struct room *r, const struct client *c, int seat) {
    static const uint8_t nobody[sizeof r->owner];
    const struct address *a = net_address(c->conn);
    if (a && (seat >= 0 || memcmp(r->owner, nobody, sizeof nobody) == 0))
        memcpy(r->owner, a->key, sizeof r->owner);
}

void talk_to_room(struct room *r, struct client *c, struct message *msg) {
    const struct message_type *type = find_type(msg->type);
    const struct watcher *w = room_watcher(r, c);
    if (!c->conn) return; /* gone while the message waited */
    r->used = clock_now();
    note_owner(r, c, w ? w->seat : -1);
    if (owes(c))
        say_error(c, msg->id, r, "rate", "too much was asked for");
    else if (type->whose >= FOR_WATCHER && !w)
        say_error(c, msg->id, r, "not_watching", "watch the table first");
    else if (type->whose == FOR_SEAT && w->seat < 0)
        say_error(c, msg->id, r, "not_seated", "you have no seat here");
    else {
        uint64_t before = net_sent(c->server->net);
        type->room(r, c, msg);
        talk_charge(c, before);
    }
}

static bool may_wait(const struct client *c, size_t bytes) {
    return c->n_waiting < MAX_WAITING && c->waiting_bytes + bytes <= WAITING_BYTES &&
           c->server->waiting_bytes + bytes <= WAITING_ALL;
}

static void address_room(struct client *c, struct message *msg) {
    const char *text = message_text(msg, "table");
    struct store_id table;
    if (!text || !secret_id_parse(text, &table)) {
        say_error(c, msg->id, NULL, text ? "no_table" : "bad_request",
                  text ? "there is no such table" : "table (a text) is missing");
        return;
    }
    struct room *r = room_get(c->server, &table);
    if (r->phase == ROOM_READY) {
        talk_to_room(r, c, msg);
        return;
    }
    if (!may_wait(c, msg->bytes)) {
        say_error(c, msg->id, r, "rate", "too many messages wait for an answer");
        return;
    }
    struct waiting *w = calloc(1, sizeof *w);
    if (!w) {
        say_error(c, msg->id, r, "store", "out of memory");
        return;
    }
    w->client = c;
    w->bytes = msg->bytes;
    c->n_waiting++;
    c->waiting_bytes += w->bytes;
    c->server->waiting_bytes += w->bytes;
    client_keep(c);
    w->msg = message_keep(msg);
    room_wait(r, w);
    if (r->phase == ROOM_UNREAD) room_unread(r);
}

static void take(struct client *c, struct message *msg) {
    if (msg->id && strlen(msg->id) > MAX_ID)
        say_error(c, NULL, NULL, "bad_request", "id is too long");
    else if (!msg->type)
        say_error(c, msg->id, NULL, "bad_request", "t (a text) is missing");
    else if (strcmp(msg->type, "ping") == 0) {
        struct casata_writer w = say_begin(c->server, "pong", NULL);
        say_end(c, &w, msg->id);
    } else {
        const struct message_type *type = find_type(msg->type);
        if (!type)
            say_error(c, msg->id, NULL, "unknown_type", "there is no such message");
        else if (type->plain)
            type->plain(c, msg);
        else
            address_room(c, msg);
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
    struct message *msg = message_read(text, n);
    if (msg)
        take(c, msg);
    else
        say_error(c, NULL, NULL, "bad_json", "a message is one JSON object");
    message_drop(msg);
}
