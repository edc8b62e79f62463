/* server_hands_test.c: spectators who watch with the hand of a seat: exactly what the seat sees, only as long as its owner
 * wants, with everybody at the table knowing it, and never for somebody who sits there. */
#include "casata/rules.h"
#include "server/kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const patient[] = {"--away", "3600", NULL};
static const char *const hasty[] = {"--away", "1", NULL};
static struct casata_game legacy;

static const char close_hand[] = "{'t':'hand_close','table':'%s'}";
static const char watch_hand[] = "{'t':'watch','table':'%s','hand':'%s'}";
static const char watch_plain[] = "{'t':'watch','table':'%s'}";

static bool restart(struct kit *k, const char *const *options) {
    return CHECK_INT(kit_stop(k, SIGTERM), 0) && CHECK(kit_restart(k, kit_program("casata"), options));
}

static const json_t *seat_of(const json_t *table, int seat) {
    return json_array_get(json_object_get(table, "seats"), (size_t)seat);
}

/* 1: that seat's hand is open in the table message, 0: it was closed again, -1: it never was open. */
static int open_in(const json_t *table, int seat) {
    const json_t *hand = json_object_get(seat_of(table, seat), "hand");
    if (!hand) return -1;
    CHECK(json_integer_value(json_object_get(hand, "time")) > 1600000000000);
    return json_is_true(json_object_get(hand, "open"));
}

/* The next table message that the person gets; the caller releases it. */
static json_t *told(struct person *p) { return person_hear(p, "table", KIT_MS); }

static int told_open(struct person *p, int seat) {
    json_t *table = told(p);
    int open = open_in(table, seat);
    json_decref(table);
    return open;
}

static void link_of(struct person *p, char code[24]) {
    json_t *msg = person_ask(p, "{'t':'hand_link','table':'%s'}", p->table);
    CHECK_STR(text_of(msg, "t"), "hand_link");
    snprintf(code, 24, "%s", text_of(msg, "code"));
    CHECK_INT(strlen(code), 22);
    json_decref(msg);
}

static bool guest_at(struct person *p, const struct kit *k, const char *table, uint64_t seed) {
    bool ok = person_open(p, k, &legacy, seed);
    snprintf(p->table, sizeof p->table, "%s", table);
    p->seat = -1;
    return CHECK(ok);
}

/* Everything that a `watch` brings about the match, as one text: the log and the state without its id. */
static char *all_of(struct person *p, const char *with) {
    char *log = NULL, *text;
    json_t *all = json_array(), *msg;
    person_say(p, "{'t':'watch','table':'%s'%s}", p->table, with);
    do {
        msg = person_hear(p, NULL, KIT_MS);
        if (!CHECK(msg != NULL)) break;
        const char *type = text_of(msg, "t");
        if (strcmp(type, "log") == 0) json_array_append(all, json_object_get(msg, "entries"));
        bool state = strcmp(type, "state") == 0;
        for (int i = 0; state && i < 4; i++) {
            static const char *const key[] = {"ply", "to_act", "snapshot", "hash"};
            json_array_append(all, json_object_get(msg, key[i]));
        }
        json_decref(msg);
        if (state) break;
    } while (true);
    text = log = json_dumps(all, 0);
    json_decref(all);
    return text;
}

static bool sees_as(struct person *p, const char *with, struct person *other, const char *as) {
    char *a = all_of(p, with), *b = all_of(other, as);
    bool same = strcmp(a, b) == 0;
    free(a);
    free(b);
    return same;
}

static const char *token_of(const struct person *p) {
    static char text[80];
    snprintf(text, sizeof text, ",\"token\":\"%s\"", p->token);
    return text;
}

static const char *hand_of(const char *code) {
    static char text[80];
    snprintf(text, sizeof text, ",\"hand\":\"%s\"", code);
    return text;
}

/* --- the course of it ------------------------------------------------------------------------------------------ */

static void test_watch(void) {
    struct kit k;
    struct person a, b, guest, plain;
    struct person *at[] = {&a, &b};
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &legacy, &a, &b)) return;
    if (!guest_at(&guest, &k, a.table, 5) || !guest_at(&plain, &k, a.table, 6)) return;
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK(person_watch(&plain));
    person_listen(&b, 20);
    link_of(&a, code);
    CHECK_INT(told_open(&b, 0), 1); /* everybody knows, ... */
    CHECK_INT(told_open(&plain, 0), 1);
    json_t *msg = person_ask(&guest, watch_hand, a.table, code);
    CHECK_STR(text_of(msg, "t"), "state");
    json_decref(msg);
    person_say(&guest, watch_hand, a.table, code);
    json_t *table = told(&guest);
    CHECK_INT(int_of(table, "you"), -1);
    CHECK_INT(int_of(table, "hand"), 0);
    CHECK(!json_object_get(seat_of(table, 0), "link") && !json_object_get(seat_of(table, 0), "mine"));
    json_decref(table);
    json_decref(person_hear(&guest, "state", KIT_MS));
    CHECK(sees_as(&guest, hand_of(code), &a, token_of(&a))); /* ... and the guest what Anna sees, */
    CHECK(!sees_as(&plain, "", &a, token_of(&a)));
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK(person_reach(&guest, a.ply) && person_reach(&a, b.ply));
    CHECK_STR(guest.hash, a.hash); /* as it happens and in earlier positions, ... */
    msg = person_ask(&guest, "{'t':'at','table':'%s','ply':5}", a.table);
    json_t *same = person_ask(&a, "{'t':'at','table':'%s','ply':5}", a.table);
    CHECK_STR(text_of(msg, "snapshot"), text_of(same, "snapshot"));
    json_decref(msg);
    json_decref(same);
    static const char *const forbidden[] = {"{'t':'act','table':'%s','ply':0,'action':'pass'}",
                                            "{'t':'chat','table':'%s','text':'psst'}",
                                            "{'t':'takeback','table':'%s','ply':1}",
                                            "{'t':'resign','table':'%s'}",
                                            "{'t':'hand_link','table':'%s'}",
                                            "{'t':'hand_close','table':'%s'}",
                                            "{'t':'seat_alone','table':'%s'}"};
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) /* ... but does nothing there. */
        CHECK_STR(person_try(&guest, forbidden[i], a.table), "not_seated");
    /* It counts as a spectator. */
    json_decref(person_ask(&a, "{'t':'watch','table':'%s','token':'%s'}", a.table, a.token));
    person_say(&plain, watch_plain, a.table);
    msg = person_hear(&plain, "presence", KIT_MS);
    CHECK_INT(int_of(msg, "watchers"), 2);
    json_decref(msg);
    kit_part(&a, &b);
    kit_part(&guest, &plain);
    kit_end(&k);
}

static void check_plain_now(struct person *guest, struct person *plain, const char *code) {
    json_t *table = told(guest);
    CHECK(!json_object_get(table, "hand"));
    json_decref(table);
    json_t *log = person_hear(guest, "log", KIT_MS);
    CHECK_INT(int_of(log, "from"), 0); /* all of it, so that nothing hidden stays */
    json_decref(log);
    json_decref(person_hear(guest, "state", KIT_MS));
    CHECK(person_watch(plain));
    CHECK_STR(guest->hash, plain->hash);
    CHECK_STR(person_try(guest, watch_hand, guest->table, code), "bad_code");
    CHECK(sees_as(guest, "", plain, ""));
}

static void test_close(void) {
    struct kit k;
    struct person a, b, guest, plain;
    struct person *at[] = {&a, &b};
    char code[24], older[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &legacy, &a, &b)) return;
    if (!guest_at(&guest, &k, a.table, 5) || !guest_at(&plain, &k, a.table, 6)) return;
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK_STR(person_try(&a, close_hand, a.table), "table"); /* there is nothing to close */
    link_of(&a, older);
    CHECK_STR(person_try(&guest, watch_hand, a.table, older), "state");
    link_of(&a, code); /* a new link ends the one before, ... */
    check_plain_now(&guest, &plain, older);
    CHECK_STR(person_try(&guest, watch_hand, a.table, code), "state");
    CHECK_STR(guest.hash, a.hash);
    person_listen(&b, 20);
    CHECK_STR(person_try(&a, close_hand, a.table), "table");
    check_plain_now(&guest, &plain, code);
    CHECK_INT(told_open(&b, 0), 0);
    /* ... and a link is no code for anything else. */
    link_of(&a, code);
    CHECK_STR(person_try(&guest, "{'t':'sit','table':'%s','code':'%s','name':'G'}", a.table, code),
              "bad_code");
    CHECK_STR(person_try(&guest, "{'t':'seat_take','table':'%s','code':'%s'}", a.table, code), "bad_code");
    CHECK_STR(person_try(&guest, "{'t':'watch','table':'%s','token':'%s'}", a.table, code), "bad_token");
    CHECK_STR(person_try(&guest, watch_hand, a.table, b.token), "bad_code");
    CHECK_STR(person_try(&guest, "{'t':'watch','table':'%s','hand':5}", a.table), "bad_code");
    CHECK_STR(person_try(&guest, "{'t':'watch','table':'%s','hand':null}", a.table), "state");
    CHECK_STR(guest.hash, plain.hash);
    kit_part(&a, &b);
    kit_part(&guest, &plain);
    kit_end(&k);
}

/* Both players may open theirs, and each guest sees one. */
static void test_two_hands(void) {
    struct kit k;
    struct person a, b, g, h;
    struct person *at[] = {&a, &b};
    char mine[24], yours[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &legacy, &a, &b)) return;
    if (!guest_at(&g, &k, a.table, 5) || !guest_at(&h, &k, a.table, 6)) return;
    CHECK_INT(kit_play(at, 2, 8), 8);
    link_of(&a, mine);
    link_of(&b, yours);
    CHECK_STR(person_try(&g, watch_hand, a.table, mine), "state");
    CHECK_STR(person_try(&h, watch_hand, a.table, yours), "state");
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_STR(g.hash, a.hash);
    CHECK_STR(h.hash, b.hash);
    CHECK(strcmp(g.hash, h.hash) != 0);
    /* From one hand to the other, with what is known of the log: it is another's, and comes whole. */
    person_say(&g, "{'t':'watch','table':'%s','hand':'%s','since':%d}", a.table, yours, g.ply);
    json_t *log = person_hear(&g, "log", KIT_MS);
    CHECK_INT(int_of(log, "from"), 0);
    json_decref(log);
    json_decref(person_hear(&g, "state", KIT_MS));
    CHECK_STR(g.hash, b.hash);
    CHECK_STR(person_try(&a, close_hand, a.table), "table");
    person_listen(&g, 50);
    CHECK_STR(g.hash, b.hash); /* that was not the one */
    kit_part(&a, &b);
    kit_part(&g, &h);
    kit_end(&k);
}

/* --- who sits there ---------------------------------------------------------------------------------------------- */

static void test_not_for_players(void) {
    struct kit k;
    struct person a, b, c, plain;
    char code[24], link[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK(person_open(&a, &k, &legacy, 1) && person_open(&b, &k, &legacy, 2));
    CHECK(person_create(&a, "legacy", "[{'kind':'me','name':'Anna'},{'kind':'open'},{'kind':'open'}]"));
    if (!guest_at(&c, &k, a.table, 3) || !guest_at(&plain, &k, a.table, 4)) return;
    CHECK(person_watch(&a) && person_sit(&b, a.table, a.any, "Bela"));
    link_of(&a, code);
    CHECK_STR(person_try(&b, watch_hand, a.table, code), "not_allowed"); /* it has only sat down */
    CHECK(person_watch(&b));
    CHECK_STR(person_try(&b, watch_hand, a.table, code), "not_allowed");
    CHECK_STR(person_try(&c, "{'t':'watch','table':'%s','token':'%s','hand':'%s'}", a.table, b.token, code),
              "not_allowed");
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", a.table), "left");
    CHECK_STR(person_try(&b, watch_hand, a.table, code), "not_allowed");
    CHECK_STR(person_try(&a, watch_hand, a.table, code), "not_allowed"); /* her own, who needs none */
    /* A guest who sits down loses the hand before having the seat. */
    CHECK_STR(person_try(&c, watch_hand, a.table, code), "state");
    person_say(&c, "{'t':'sit','table':'%s','code':'%s','name':'Cili'}", a.table, a.any);
    json_t *msg = person_hear(&c, NULL, KIT_MS);
    CHECK_STR(text_of(msg, "t"), "table");
    CHECK(!json_object_get(msg, "hand"));
    json_decref(msg);
    json_decref(person_hear(&c, "log", KIT_MS));
    json_decref(person_hear(&c, "state", KIT_MS));
    CHECK(person_watch(&plain));
    CHECK_STR(c.hash, plain.hash);
    msg = person_hear(&c, "seated", KIT_MS);
    snprintf(c.token, sizeof c.token, "%s", text_of(msg, "token"));
    json_decref(msg);
    CHECK_STR(person_try(&c, watch_hand, a.table, code), "not_allowed");
    /* The same where the seat comes from another device. */
    struct person d;
    if (!guest_at(&d, &k, a.table, 7)) return;
    CHECK_STR(person_try(&d, watch_hand, a.table, code), "state");
    msg = person_ask(&b, "{'t':'watch','table':'%s','token':'%s'}", a.table, b.token);
    json_decref(msg);
    msg = person_ask(&b, "{'t':'seat_link','table':'%s','token':'%s'}", a.table, b.token);
    snprintf(link, sizeof link, "%s", text_of(msg, "code"));
    json_decref(msg);
    CHECK_STR(person_try(&d, "{'t':'seat_take','table':'%s','code':'%s'}", a.table, link), "seated");
    CHECK_STR(d.hash, plain.hash);
    CHECK_STR(person_try(&d, watch_hand, a.table, code), "not_allowed");
    kit_part(&a, &b);
    kit_part(&c, &d);
    person_close(&plain);
    kit_end(&k);
}

/* --- what ends it -------------------------------------------------------------------------------------------------- */

/* A new table of two with Anna's hand open to a guest. */
static bool opened(const struct kit *k, struct person *a, struct person *b, struct person *guest,
                   char code[24]) {
    struct person *at[] = {a, b};
    if (!kit_two(k, &legacy, a, b) || !guest_at(guest, k, a->table, 5)) return false;
    CHECK_INT(kit_play(at, 2, 5), 5);
    link_of(b, code);
    return CHECK_STR(person_try(guest, watch_hand, a->table, code), "state");
}

static void check_ended(struct person *a, struct person *guest, const char *code) {
    char hash[20];
    snprintf(hash, sizeof hash, "%s", guest->hash);
    CHECK_STR(person_try(guest, watch_hand, a->table, code), "bad_code");
    CHECK_STR(person_try(guest, watch_plain, a->table), "state");
    CHECK_STR(hash, guest->hash);
    CHECK_STR(person_try(a, "{'t':'ping'}"), "pong"); /* what came before is of before */
    person_say(a, "{'t':'watch','table':'%s','token':'%s'}", a->table, a->token);
    CHECK_INT(told_open(a, 1), 0);
}

/* The guest is a spectator without having asked for anything. */
static void hears_the_end(struct person *guest) {
    for (;;) {
        json_t *table = told(guest);
        if (!CHECK(table != NULL)) return;
        bool shown = json_object_get(table, "hand") != NULL;
        json_decref(table);
        if (shown) continue;
        json_decref(person_hear(guest, "state", KIT_MS));
        return;
    }
}

static void test_alone_and_resign(void) {
    struct kit k;
    struct person a, b, guest;
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    if (opened(&k, &a, &b, &guest, code)) {
        json_t *msg = person_ask(&b, "{'t':'seat_alone','table':'%s'}", b.table);
        snprintf(b.token, sizeof b.token, "%s", text_of(msg, "token"));
        json_decref(msg);
        hears_the_end(&guest);
        check_ended(&a, &guest, code);
        link_of(&b, code); /* and again */
        CHECK_STR(person_try(&guest, watch_hand, b.table, code), "state");
        CHECK_STR(person_try(&b, "{'t':'resign','table':'%s'}", b.table), "table");
        hears_the_end(&guest);
        check_ended(&a, &guest, code);
        CHECK_STR(person_try(&b, "{'t':'hand_link','table':'%s'}", b.table), "not_allowed");
        kit_part(&a, &b);
        person_close(&guest);
    }
    kit_end(&k);
}

static void test_changed_hands(void) {
    struct kit k;
    struct person a, b, c, guest;
    char code[24], seat[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    if (opened(&k, &a, &b, &guest, code)) {
        json_t *msg = person_ask(&a, "{'t':'reinvite','table':'%s','seat':1}", a.table);
        snprintf(seat, sizeof seat, "%s",
                 text_of(json_array_get(json_object_get(msg, "invites"), 0), "code"));
        int question = int_of(msg, "question");
        json_decref(msg);
        CHECK_STR(person_try(&guest, watch_hand, b.table, code), "state"); /* not yet */
        CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", b.table, question),
                  "table");
        hears_the_end(&guest);
        check_ended(&a, &guest, code);
        CHECK(person_open(&c, &k, &legacy, 9) && person_sit(&c, a.table, seat, "Cili"));
        CHECK_STR(person_try(&guest, watch_hand, b.table, code), "bad_code");
        kit_part(&a, &b);
        kit_part(&c, &guest);
    }
    kit_end(&k);
}

/* A bot that plays for an absent owner changes nothing: the seat is still theirs. */
static void test_bot_for_owner(void) {
    struct kit k;
    struct person a, b, guest;
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty))) return;
    if (opened(&k, &a, &b, &guest, code)) {
        CHECK_STR(person_try(&b, "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}", b.table), "table");
        CHECK_STR(person_try(&guest, watch_hand, b.table, code), "state");
        kit_part(&a, &b);
        person_close(&guest);
    }
    kit_end(&k);
}

/* The end of the game changes nothing, a restart neither; the next game is another one. */
static void test_end_and_restart(void) {
    struct kit k;
    struct person a, b, guest;
    struct person *at[] = {&a, &b};
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    if (opened(&k, &a, &b, &guest, code)) {
        CHECK(restart(&k, patient) && person_come_back(&a, &k) && person_come_back(&b, &k));
        person_close(&guest);
        if (!guest_at(&guest, &k, a.table, 6)) return;
        CHECK_STR(person_try(&guest, watch_hand, a.table, code), "state");
        CHECK_STR(guest.hash, b.hash);
        CHECK_STR(person_try(&b, watch_hand, a.table, code), "not_allowed");
        for (int i = 0; i < 400 && !a.over; i++) {
            kit_play(at, 2, 20);
            person_listen(&guest, 0);
        }
        CHECK(a.over && person_reach(&guest, a.ply) && person_reach(&b, a.ply));
        CHECK_STR(guest.hash, b.hash);
        CHECK_STR(person_try(&guest, watch_hand, a.table, code), "state");
        json_t *msg = person_ask(&b, "{'t':'rematch','table':'%s'}", b.table);
        snprintf(guest.table, sizeof guest.table, "%s", text_of(msg, "rematch"));
        json_decref(msg);
        CHECK_STR(person_try(&guest, watch_hand, guest.table, code), "bad_code");
        person_say(&guest, watch_plain, guest.table);
        json_t *table = told(&guest);
        while (table && strcmp(text_of(table, "table"), guest.table) != 0) {
            json_decref(table);
            table = told(&guest);
        }
        CHECK_INT(open_in(table, 1), -1);
        json_decref(table);
        kit_part(&a, &b);
        person_close(&guest);
    }
    kit_end(&k);
}

/* Guests fill the places of spectators, no more. */
static void test_limit(void) {
    enum { SPECTATORS = 64 };
    static struct person many[SPECTATORS];
    struct kit k;
    struct person a, b, guest, plain;
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    if (opened(&k, &a, &b, &guest, code)) {
        for (int i = 0; i < SPECTATORS - 1; i++) {
            if (!guest_at(&many[i], &k, a.table, (uint64_t)(20 + i))) return;
            CHECK_STR(person_try(&many[i], watch_hand, a.table, code), "state");
        }
        if (!guest_at(&plain, &k, a.table, 99)) return;
        CHECK_STR(person_try(&plain, watch_hand, a.table, code), "too_many");
        CHECK_STR(person_try(&plain, watch_plain, a.table), "too_many");
        CHECK_STR(person_try(&guest, watch_plain, a.table), "state"); /* its own place */
        CHECK_STR(person_try(&guest, watch_hand, a.table, code), "state");
        for (int i = 0; i < SPECTATORS - 1; i++) person_close(&many[i]);
        kit_part(&a, &b);
        kit_part(&guest, &plain);
    }
    kit_end(&k);
}

static const struct test tests[] = {
    {"a guest sees what the seat sees and may do nothing", test_watch},
    {"closed, a guest is a plain spectator", test_close},
    {"two hands", test_two_hands},
    {"not for somebody who sits there", test_not_for_players},
    {"the seat on one device alone, and given up", test_alone_and_resign},
    {"the seat has another owner", test_changed_hands},
    {"a bot for the owner", test_bot_for_owner},
    {"the end of the game, and a restart", test_end_and_restart},
    {"guests are spectators for the limits", test_limit},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    if (!casata_find("legacy", &legacy)) return 1;
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
