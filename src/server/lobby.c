/* lobby.c: the list of a person's tables: those that some tokens open (docs/protocol.md). */
#include "server/server_int.h"
#include "server/talk.h"

#include <stdlib.h>

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

void lobby_tables(struct client *c, const json_t *msg) {
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
