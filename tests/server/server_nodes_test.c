/* server_nodes_test.c: several real servers on one PostgreSQL: people of one table at different servers, servers that die,
 * and a database that goes away. What a person receives is what counts. */
#define _GNU_SOURCE
#include "server/nodes.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- playing ------------------------------------------------------------------------------------------------------ */

static void test_play(void) {
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    if (!nodes_start(NODES, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK(person_open(&c, &node[2], &nodes_game, 3));
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c)); /* looks on at the third */
    CHECK_INT(kit_play(at, 2, 60), 60);
    nodes_same_view(&a, &b);
    CHECK(person_reach(&c, a.ply));
    CHECK_INT(c.ply, a.ply);
    nodes_stop(NODES);
    person_close(&a);
    person_close(&b);
    person_close(&c);
}

/* Every kind of change reaches the other server. */
static void test_messages(void) {
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!nodes_start(2, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK_INT(kit_play(at, 2, 10), 10);
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'hello there'}", a.table), "chat");
    CHECK(person_hears(&b, "chat", "hello there"));
    CHECK_STR(person_try(&b, "{'t':'chat','table':'%s','text':'and back'}", a.table), "chat");
    CHECK(person_hears(&a, "chat", "and back"));
    CHECK_STR(person_try(&b, "{'t':'rename','table':'%s','name':'Béla'}", a.table), "table");
    CHECK(person_hears(&a, "table", "Béla"));
    nodes_same_view(&a, &b);
    CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, a.ply - 2), "state");
    int64_t end = kit_ms() + KIT_MS;
    while (b.question != a.question && kit_ms() < end) person_listen(&b, 50);
    CHECK_INT(b.question, a.question);
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", b.table, b.question),
              "state");
    CHECK_INT(b.undos, 1);
    while (a.undos != 1 && kit_ms() < end) person_listen(&a, 50);
    CHECK_INT(a.undos, 1);
    CHECK_STR(a.hash, b.hash);
    CHECK_INT(kit_play(at, 2, 10), 10);
    nodes_same_view(&a, &b);
    nodes_stop(2);
    person_close(&a);
    person_close(&b);
}

/* Says something that the other, at another server, hears before the next; 1: it was not refused. */
static int says(struct person *p, struct person *other) {
    static int number;
    char text[20];
    snprintf(text, sizeof text, "word %d.", ++number);
    if (strcmp(person_try(p, "{'t':'chat','table':'%s','text':'%s'}", p->table, text), "chat") != 0) return 0;
    CHECK(person_hears(other, "chat", text));
    return 1;
}

/* Chat at one server counts at the other: of a seat that sits at both, and of a table for five. */
static void test_chat_limits(void) {
    enum { SEATS = 5, TIMES = 5 };
    static const char seats[] =
        "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'open'},{'kind':'open'},{'kind':'open'}]";
    struct casata_game five;
    struct person a, b, p[SEATS];
    int of_seat = 0, of_table = 0;
    if (!CHECK(casata_find("virtu", &five)) || !nodes_start(2, NULL)) return;
    CHECK(person_open(&a, &node[0], &nodes_game, 1) && person_create(&a, "signorie", two_people));
    CHECK(person_watch(&a) && person_move(&b, &node[1], &a));
    int64_t begin = kit_ms();
    for (int n = 0; n < TIMES; n++) of_seat += says(&a, &b) + says(&b, &a);
    CHECK(of_seat >= 5 && of_seat <= 5 + (kit_ms() - begin) / 3000 + 1);
    for (int i = 0; i < SEATS; i++) {
        CHECK(person_open(&p[i], &node[i % 2], &five, 1));
        CHECK(i ? person_sit(&p[i], p[0].table, p[0].any, "B") : person_create(&p[i], "virtu", seats));
        CHECK(person_watch(&p[i]));
    }
    begin = kit_ms();
    for (int n = 0; n < TIMES; n++)
        for (int i = 0; i < SEATS; i++) of_table += says(&p[i], &p[i % 2 ? 0 : 1]);
    CHECK(of_table >= 20 && of_table <= 20 + (kit_ms() - begin) / 1000 + 1);
    nodes_stop(2);
    person_close(&a);
    person_close(&b);
    for (int i = 0; i < SEATS; i++) person_close(&p[i]);
}

/* Waits until a person at a table sees the hand of the first seat as open (1) or closed (0). */
static bool hears_hand(struct person *p, bool open) {
    return person_hears(p, "table", open ? "\"hand\": {\"open\": true" : "\"hand\": {\"open\": false");
}

/* A link to watch with a hand is good at every server at once, and its end reaches who watches elsewhere. */
static void test_hand(void) {
    static const char watch[] = "{'t':'watch','table':'%s','hand':'%s'}";
    struct casata_game signorie = nodes_game;
    struct person a, b, c, d;
    struct person *at[] = {&a, &b};
    char code[24];
    if (!CHECK(casata_find("legacy", &nodes_game)) || !nodes_start(NODES, NULL)) return;
    CHECK(person_open(&a, &node[0], &nodes_game, 1) && person_open(&b, &node[1], &nodes_game, 2));
    CHECK(person_create(&a, "legacy", two_people) && person_sit(&b, a.table, a.any, "Bela"));
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK(person_open(&c, &node[2], &nodes_game, 3) && person_open(&d, &node[2], &nodes_game, 4));
    memcpy(c.table, a.table, sizeof c.table);
    memcpy(d.table, a.table, sizeof d.table);
    CHECK(person_watch(&c) && person_watch(&d));
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK(person_reach(&a, b.ply));
    json_t *msg = person_ask(&a, "{'t':'hand_link','table':'%s'}", a.table);
    snprintf(code, sizeof code, "%s", text_of(msg, "code"));
    json_decref(msg);
    CHECK_STR(person_try(&c, watch, c.table, code), "state");
    nodes_same_view(&a, &c);
    CHECK(hears_hand(&b, true));
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK(person_reach(&a, b.ply));
    nodes_same_view(&a, &c);
    CHECK(person_reach(&d, a.ply));
    CHECK(strcmp(c.hash, d.hash) != 0);
    /* Who is the owner's server does not matter: it dies, and the link goes on. */
    kit_stop(&node[0], SIGKILL);
    person_close(&a);
    CHECK(person_move(&a, &node[1], &a));
    CHECK_STR(person_try(&c, watch, c.table, code), "state");
    nodes_same_view(&a, &c);
    CHECK_STR(person_try(&a, "{'t':'hand_close','table':'%s'}", a.table), "table");
    CHECK(hears_hand(&c, false));
    json_decref(person_hear(&c, "log", KIT_MS));
    json_decref(person_hear(&c, "state", KIT_MS));
    CHECK_STR(c.hash, d.hash);
    CHECK_STR(person_try(&c, watch, c.table, code), "bad_code");
    nodes_stop(NODES);
    person_close(&a);
    person_close(&b);
    person_close(&c);
    person_close(&d);
    nodes_game = signorie;
}

/* A seat's link is good at every server at once, and once; its end reaches the device that sits elsewhere, and so does
 * giving up. */
static void test_seat_links(void) {
    static const char take[] = "{'t':'seat_take','table':'%s','code':'%s'}";
    struct person a, b, phone;
    struct person *at[] = {&phone, &b};
    char code[24];
    if (!nodes_start(NODES, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK(person_open(&phone, &node[2], &nodes_game, 3));
    json_t *msg = person_ask(&a, "{'t':'seat_link','table':'%s','token':'%s'}", a.table, a.token);
    snprintf(code, sizeof code, "%s", text_of(msg, "code"));
    json_decref(msg);
    msg = person_ask(&phone, take, a.table, code);
    CHECK_STR(text_of(msg, "token"), a.token);
    json_decref(msg);
    CHECK_STR(person_try(&b, take, a.table, code), "bad_code");
    person_close(&phone);
    CHECK(person_move(&phone, &node[2], &a));
    CHECK_INT(kit_play(at, 2, 10), 10);
    CHECK(person_reach(&a, phone.ply));
    msg = person_ask(&phone, "{'t':'seat_alone','table':'%s'}", phone.table);
    snprintf(phone.token, sizeof phone.token, "%s", text_of(msg, "token"));
    json_decref(msg);
    CHECK(person_hears(&a, "table", "\"you\": -1"));
    CHECK_STR(person_try(&a, "{'t':'resign','table':'%s'}", a.table), "not_seated");
    CHECK(!person_watch(&a)); /* nor with its old token */
    person_close(&a);
    CHECK(person_move(&a, &node[1], &phone));
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK_STR(person_try(&b, "{'t':'resign','table':'%s'}", b.table), "table");
    CHECK(person_hears(&phone, "state", "\"over\": true"));
    CHECK(person_hears(&a, "state", "\"over\": true"));
    nodes_stop(NODES);
    person_close(&a);
    person_close(&b);
    person_close(&phone);
}

/* A server that has just read the table learns since when an owner has been away. */
static void learn_absence(struct person *a) {
    struct person c;
    char date[60];
    json_t *msg = person_ask(a, "{'t':'watch','table':'%s','token':'%s'}", a->table, a->token);
    json_decref(msg);
    const char *away = a->transcript ? strstr(a->transcript, "\"away\":[0,") : NULL;
    if (!CHECK(away != NULL)) return;
    snprintf(date, sizeof date, "\"away\": [0, %.13s]", away + 10);
    CHECK(person_open(&c, &node[2], &nodes_game, 7));
    memcpy(c.table, a->table, sizeof c.table);
    CHECK(person_watch(&c));
    CHECK(person_hears(&c, "presence", date));
    person_close(&c);
}

/* Whoever is at the table elsewhere is online, and away after leaving. */
static void test_presence(void) {
    struct person a, b;
    if (!nodes_start(NODES, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK(person_hears(&a, "presence", "\"online\": [true, true]"));
    a.keep = true;
    person_close(&b);
    CHECK(person_hears(&a, "presence", "\"online\": [true, false]"));
    learn_absence(&a);
    CHECK(person_open(&b, &node[1], &nodes_game, 5));
    memcpy(b.table, a.table, sizeof b.table);
    CHECK(person_watch(&b)); /* as a spectator */
    CHECK(person_hears(&a, "presence", "\"watchers\": 1"));
    kit_stop(&node[1], SIGKILL); /* nobody says good-bye */
    CHECK(person_hears(&a, "presence", "\"watchers\": 0"));
    nodes_stop(NODES);
    person_close(&a);
    person_close(&b);
}

/* --- at the same moment ----------------------------------------------------------------------------------------------- */

/* One person at two servers decides at both: one of them hears that the table has moved on. */
static void test_conflict(void) {
    struct person a, a2, b;
    int stale = 0, made = 0;
    if (!nodes_start(2, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK(person_move(&a2, &node[1], &a));
    for (int i = 0; i < 40; i++) {
        struct person *m = &a, *m2 = &a2;
        char text[CASATA_ACTION_TEXT];
        int64_t end = kit_ms() + KIT_MS;
        while (!(a.to_act & 1) && !a.over && kit_ms() < end) { /* Bela's turn */
            if (b.to_act & 2) person_play(&b);
            person_listen(&a, 20);
            person_listen(&b, 20);
        }
        if (a.over || !CHECK(person_reach(&a2, a.ply)) || !CHECK(person_choose(&a, text))) break;
        int ply = a.ply;
        person_say(m, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':'x'}", a.table, ply, text);
        person_say(m2, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':'x'}", a.table, ply, text);
        for (int k = 0; k < 2; k++) {
            struct person *p = k ? m2 : m;
            for (bool answered = false; !answered;) {
                json_t *msg = person_hear(p, NULL, KIT_MS);
                if (!CHECK(msg != NULL)) return;
                answered = json_object_get(msg, "id") != NULL;
                bool refused = answered && strcmp(text_of(msg, "t"), "error") == 0;
                if (refused) CHECK_STR(text_of(msg, "code"), "stale");
                stale += refused;
                made += answered && !refused;
                json_decref(msg);
            }
        }
        CHECK_INT(made, i + 1);
        CHECK_INT(stale, i + 1);
        CHECK(person_reach(&a, ply + 1) && person_reach(&a2, ply + 1) && person_reach(&b, ply + 1));
        CHECK_STR(a.hash, a2.hash);
    }
    nodes_stop(2);
    person_close(&a);
    person_close(&a2);
    person_close(&b);
}

/* --- servers die ------------------------------------------------------------------------------------------------------- */

static void test_node_dies(void) {
    struct person a, b, c;
    if (!nodes_start(NODES, NULL)) return;
    if (!nodes_two(&a, &b, two_people_and_bot)) return;
    struct person *at[] = {&a, &b};
    for (int i = 0; i < 20; i++) {
        kit_play(at, 2, 1);
        person_listen(&a, 10);
        person_listen(&b, 10);
    }
    int ply = a.ply;
    char table[24];
    memcpy(table, a.table, sizeof table);
    kit_stop(&node[0], SIGKILL);
    CHECK(person_move(&c, &node[2], &a));
    CHECK(c.ply >= ply);
    struct person *left[] = {&c, &b};
    int64_t end = kit_ms() + 2 * KIT_MS;
    int made = 0;
    while (made < 20 && !b.over && kit_ms() < end) { /* the bot goes on, whoever asked it */
        made += kit_play(left, 2, 1);
        person_listen(&c, 20);
        person_listen(&b, 20);
    }
    CHECK(made >= 20 || b.over);
    nodes_stop(NODES);
    person_close(&a);
    person_close(&b);
    person_close(&c);
}

static int rescued(int port) {
    const char *at = strstr(kit_get(port, "localhost", "/metrics"), "\ncasata_bot_rescued_total ");
    return at ? atoi(at + 26) : 0;
}

/* A table that nobody watches, whose server dies while a bot has to decide: another one goes on with it. It looks for
 * changes that are 5 s old, then for those of 30 s: the first look must find it. */
static void test_bot_rescued(void) {
    struct person a;
    char where[200], port[10];
    const char *const metrics[] = {"--metrics", port, NULL};
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    snprintf(port, sizeof port, "%d", kit_free_port());
    if (!CHECK(kit_start_at(&node[0], kit_program("casata"), where, NULL)) ||
        !CHECK(kit_start_at(&node[1], kit_program("casata"), where, metrics)))
        return;
    CHECK(person_open(&a, &node[0], &nodes_game, 1));
    CHECK(person_create(
        &a, "signorie",
        "[{'kind':'bot','level':'duca'},{'kind':'bot','level':'duca'},{'kind':'me','name':'A'}]"));
    CHECK(person_watch(&a));
    while (a.to_act >> 2 & 1)
        if (!CHECK_STR(person_play(&a), "state")) break;
    kit_stop(&node[0], SIGKILL); /* a bot has to decide, and nobody looks */
    long long n = kit_sql(node[1].db, "SELECT max(n) FROM change");
    int64_t start = kit_ms();
    while (!rescued(atoi(port)) && kit_ms() < start + KIT_MS) usleep(50000);
    int64_t took = kit_ms() - start;
    CHECK(took < 25000);
    while (kit_sql(node[1].db, "SELECT max(n) FROM change") == n && kit_ms() < start + 2 * KIT_MS)
        usleep(100000);
    CHECK(kit_sql(node[1].db, "SELECT max(n) FROM change") > n);
    printf("the bot was found after %lld ms and went on after %lld ms\n", (long long)took,
           (long long)(kit_ms() - start));
    nodes_stop(2);
    person_close(&a);
}

/* A server whose bots have too much to think gets help from one that has nothing to do. */
static void test_bots_helped(void) {
    static const char *const one[] = {"--threads", "1", NULL};
    struct person p[12];
    char where[200];
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    if (!CHECK(kit_start_at(&node[0], kit_program("casata"), where, one)) ||
        !CHECK(kit_start_at(&node[1], kit_program("casata"), where, NULL)))
        return;
    for (int i = 0; i < 12; i++) {
        CHECK(person_open(&p[i], &node[0], &nodes_game, (uint64_t)i));
        CHECK(person_create(&p[i], "signorie",
                            "[{'kind':'bot','level':'duca'},{'kind':'bot','level':'duca'},{'kind':'me',"
                            "'name':'A'}]"));
        CHECK(person_watch(&p[i]));
    }
    double thought = 0;
    for (int64_t end = kit_ms() + KIT_MS; thought < 0.05 && kit_ms() < end;) {
        for (int i = 0; i < 12; i++) {
            person_listen(&p[i], 5);
            if (p[i].to_act >> 2 & 1) person_play(&p[i]);
        }
        thought = process_thread_seconds(node[1].process.pid, "bot");
    }
    CHECK(thought >= 0.05);
    nodes_stop(2);
    for (int i = 0; i < 12; i++) person_close(&p[i]);
}

/* --- the database goes away --------------------------------------------------------------------------------------------- */

static void test_database_restarts(void) {
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!nodes_start(2, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK_INT(kit_play(at, 2, 10), 10);
    for (int i = 0; i < 3; i++) {
        pg_stop(&nodes_pg, i == 0 ? SIGINT : SIGQUIT);
        char text[CASATA_ACTION_TEXT];
        struct person *m = a.to_act & 1 ? &a : &b;
        int ply = a.ply;
        CHECK(person_choose(m, text));
        person_say(m, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':'x'}", m->table, ply, text);
        usleep(200000);
        CHECK(pg_restart(&nodes_pg));
        CHECK(person_reach(&a, ply + 1) && person_reach(&b, ply + 1)); /* only later than usual */
        CHECK_INT(kit_play(at, 2, 6), 6);
        nodes_same_view(&a, &b);
    }
    nodes_stop(2);
    person_close(&a);
    person_close(&b);
}

static void test_database_away(void) {
    static const char *const extra[] = {"--store-wait", "2", NULL};
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!nodes_start(2, extra) || !nodes_two(&a, &b, two_people)) return;
    CHECK_INT(kit_play(at, 2, 10), 10);
    nodes_same_view(&a, &b);
    pg_stop(&nodes_pg, SIGQUIT);
    char text[CASATA_ACTION_TEXT];
    struct person *m = a.to_act & 1 ? &a : &b;
    int ply = m->ply;
    CHECK(person_choose(m, text));
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", m->table, ply, text), "store");
    CHECK(kit_reach_health(&node[0], "away"));
    CHECK(kit_reach_health(&node[1], "away"));
    CHECK(pg_restart(&nodes_pg));
    int64_t start = kit_ms();
    CHECK(kit_reach_health(&node[0], "ok\n"));
    CHECK(kit_reach_health(&node[1], "ok\n"));
    printf("healthy %lld ms after the database was back\n", (long long)(kit_ms() - start));
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_INT(a.ply, ply);
    CHECK_INT(kit_play(at, 2, 6), 6);
    nodes_same_view(&a, &b);
    nodes_stop(2);
    person_close(&a);
    person_close(&b);
}

/* A clean stop: the proxy is informed first. */
static void test_stopping(void) {
    if (!nodes_start(1, NULL)) return;
    CHECK(kit_reach_health(&node[0], "ok\n"));
    kill(node[0].process.pid, SIGTERM);
    CHECK(kit_reach_health(&node[0], "stopping"));
    CHECK_INT(kit_stop(&node[0], 0), 0);
    kit_remove(&node[0]);
}

static const struct test tests[] = {
    {"seats of a table at different servers", test_play},
    {"every message", test_messages},
    {"chat limits", test_chat_limits},
    {"a hand to watch with", test_hand},
    {"a seat on another device", test_seat_links},
    {"who is there", test_presence},
    {"the same moment", test_conflict},
    {"a server dies", test_node_dies},
    {"a bot whose server died", test_bot_rescued},
    {"bots get help", test_bots_helped},
    {"the database starts again", test_database_restarts},
    {"the database is away", test_database_away},
    {"an orderly end", test_stopping},
};

int main(int argc, char **argv) { return nodes_main(argc, argv, tests, sizeof tests / sizeof *tests); }
