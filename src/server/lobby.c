/* lobby.c: the list of a person's tables: those that some tokens open (docs/protocol.md). */
#include "server/must.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct client *client;
    char *id; /* NULL: none */
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
    free(s->id);
    free(s);
}

/* The keys of the tokens; returns how many, or -1: malformed. */
static int read_tokens(const struct message *msg, struct store_key key[MAX_TOKENS]) {
    struct casata_json tokens = casata_json_get(msg->root, "tokens");
    int n = 0;
    if (casata_json_type(tokens) != CASATA_JSON_LIST) return -1;
    for (struct casata_json_walk walk = casata_json_members(tokens); casata_json_next(&walk); n++) {
        const char *token = message_text_of(msg, walk.element);
        if (!token || n == MAX_TOKENS) return -1;
        secret_hash(token, &key[n]);
    }
    return n;
}

void lobby_tables(struct client *c, struct message *msg) {
    struct store_key key[MAX_TOKENS];
    int n = read_tokens(msg, key);
    if (c->n_waiting > MAX_WAITING - TABLES_WAITING) {
        say_error(c, msg->id, NULL, "rate", "too many messages wait for an answer");
        return;
    }
    if (n < 0) {
        say_error(c, msg->id, NULL, "bad_request", "tables needs tokens: a list of at most 64 texts");
        return;
    }
    struct search *s = must(malloc(sizeof *s));
    *s = (struct search){c, msg->id ? must(strdup(msg->id)) : NULL};
    client_keep(c);
    c->n_waiting += TABLES_WAITING;
    store_find(c->server->store, key, n, found, s);
}
