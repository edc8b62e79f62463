/* server_leave_test.c: people who leave for good, bring their seat to another device, look at an invitation, and tables
 * with manners of their own: what that means for them and for the others, and what nobody can do to anybody by it. */
#include "casata/match.h"
#include "casata/rules.h"
#include "server/kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const patient[] = {"--away", "3600", NULL};
static const char *const hasty[] = {"--away", "1", NULL};
static struct casata_game signorie, legacy;

static const char resign[] = "{'t':'resign','table':'%s'}";

static bool restart(struct kit *k, const char *const *options) {
    return CHECK_INT(kit_stop(k, SIGTERM), 0) && CHECK(kit_restart(k, kit_program("casata"), options));
}

static const json_t *seat_of(const json_t *table, int seat) {
    return json_array_get(json_object_get(table, "seats"), (size_t)seat);
}

static const json_t *nth(const json_t *msg, const char *key, int i) {
    return json_array_get(json_object_get(msg, key), (size_t)i);
}

/* The table as the person sees it now. */
static json_t *table_now(struct person *p) {
    person_say(p, p->token[0] ? "{'t':'watch','table':'%s','token':'%s'}" : "{'t':'watch','table':'%s'%s}",
               p->table, p->token);
    json_t *table = person_hear(p, "table", KIT_MS);
    json_decref(person_hear(p, "state", KIT_MS));
    return table;
}

static json_t *state_now(struct person *p) {
    return person_ask(p, "{'t':'watch','table':'%s','token':'%s'}", p->table, p->token);
}

/* A table of signorie for three people; all watch. */
static bool three(struct kit *k, struct person *a, struct person *b, struct person *c) {
    return CHECK(person_open(a, k, &signorie, 1) && person_open(b, k, &signorie, 2) &&
                 person_open(c, k, &signorie, 3)) &&
           CHECK(person_create(a, "signorie",
                               "[{'kind':'me','name':'Anna'},{'kind':'open'},{'kind':'open'}]")) &&
           CHECK(person_sit(b, a->table, a->any, "Bela") && person_sit(c, a->table, a->any, "Cili")) &&
           CHECK(person_watch(a) && person_watch(b) && person_watch(c));
}

/* --- two seats ------------------------------------------------------------------------------------------------------- */

static void check_record(struct person *p) {
    struct casata_match m;
    char err[200] = "";
    json_t *record = person_ask(p, "{'t':'record','table':'%s'}", p->table);
    char *text = json_dumps(json_object_get(record, "match"), JSON_PRESERVE_ORDER);
    if (CHECK(casata_match_load(&m, text, strlen(text), NULL, err))) {
        uint8_t rank[CASATA_MAX_SEATS];
        casata_match_ranks(&m, rank);
        CHECK_INT(m.seat[0].resigned, 0);
        CHECK_INT(m.seat[1].resigned, m.n_log + 1);
        CHECK_INT(rank[0], 1);
        CHECK_INT(rank[1], 2);
        CHECK_INT(casata_match_to_act(&m), -1);
        casata_match_free(&m);
    }
    free(text);
    json_decref(record);
}

/* The game is over, and nobody takes that back, alone or with the other. */
static void check_given_up(struct person *a, struct person *b) {
    json_t *state = state_now(a);
    CHECK(json_is_true(json_object_get(state, "over")));
    CHECK_INT(json_array_size(json_object_get(state, "to_act")), 0);
    CHECK_INT(json_integer_value(nth(state, "ranks", 0)), 1);
    CHECK_INT(json_integer_value(nth(state, "ranks", 1)), 2);
    CHECK_INT(int_of(state, "undo"), int_of(state, "ply"));
    json_decref(state);
    for (int i = 0; i < 2; i++) {
        struct person *p = i ? b : a;
        CHECK_STR(person_try(p, "{'t':'act','table':'%s','ply':%d,'action':'pass'}", p->table, p->ply),
                  "over");
        CHECK_STR(person_try(p, "{'t':'takeback','table':'%s','ply':%d}", p->table, p->ply - 1),
                  "nothing_to_undo");
        CHECK_STR(person_try(p, "{'t':'undo','table':'%s','ply':%d}", p->table, p->ply - 1),
                  "nothing_to_undo");
        CHECK_STR(person_try(p, resign, p->table), "over");
    }
}

static void test_two(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &legacy, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 7), 7);
    CHECK_STR(person_try(&b, "{'t':'resign','table':'%s','seat':0}", b.table),
              "table"); /* their own, whatever they say */
    CHECK(person_watch(&b));
    json_t *table = table_now(&a);
    CHECK(json_is_true(json_object_get(table, "over")));
    CHECK_INT(int_of(seat_of(table, 1), "resigned"), a.ply);
    CHECK(!json_object_get(seat_of(table, 0), "resigned"));
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "human");
    json_decref(table);
    check_given_up(&a, &b);
    check_record(&a);
    /* An earlier position is as it was then. */
    json_t *then = person_ask(&a, "{'t':'at','table':'%s','ply':%d}", a.table, a.ply - 1);
    CHECK(json_is_false(json_object_get(then, "over")));
    json_decref(then);
    /* On the list of tables it is finished, and so it is after a restart. */
    json_t *list = person_ask(&a, "{'t':'tables','tokens':['%s']}", a.token);
    CHECK(json_is_true(json_object_get(nth(list, "tables", 0), "over")));
    json_decref(list);
    CHECK(restart(&k, patient) && person_come_back(&a, &k) && person_come_back(&b, &k));
    check_given_up(&a, &b);
    check_record(&b);
    /* The next game is another one. */
    json_t *msg = person_ask(&b, "{'t':'rematch','table':'%s'}", b.table);
    snprintf(b.table, sizeof b.table, "%s", text_of(msg, "rematch"));
    snprintf(a.table, sizeof a.table, "%s", b.table);
    json_decref(msg);
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_INT(kit_play(at, 2, 4), 4);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Against a bot as well; and in a game that has ended by its rules there is nothing to give up. */
static void test_finished(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &signorie, &a, &b)) return;
    kit_play(at, 2, 5000);
    CHECK(a.over);
    CHECK_STR(person_try(&a, resign, a.table), "over");
    CHECK_STR(person_try(&b, resign, b.table), "over");
    CHECK(person_create(&a, "signorie", "[{'kind':'bot','level':'paggio'},{'kind':'me','name':'Anna'}]"));
    CHECK(person_watch(&a));
    CHECK_STR(person_try(&a, resign, a.table), "table");
    json_t *state = state_now(&a);
    CHECK(json_is_true(json_object_get(state, "over")));
    CHECK_INT(json_integer_value(nth(state, "ranks", 0)), 1);
    json_decref(state);
    kit_part(&a, &b);
    kit_end(&k);
}

/* --- three seats ------------------------------------------------------------------------------------------------------- */

static void check_left(struct person *gone) {
    CHECK(person_watch(gone)); /* the token still shows the table */
    CHECK_STR(person_try(gone, resign, gone->table), "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'to_human','table':'%s'}", gone->table), "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'rename','table':'%s','name':'X'}", gone->table), "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'act','table':'%s','ply':%d,'action':'pass'}", gone->table, gone->ply),
              "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'takeback','table':'%s','ply':%d}", gone->table, gone->ply - 1),
              "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'seat_link','table':'%s','token':'%s'}", gone->table, gone->token),
              "not_allowed");
    CHECK_STR(person_try(gone, "{'t':'seat_alone','table':'%s'}", gone->table), "not_allowed");
}

static void test_three(void) {
    struct kit k;
    struct person a, b, c;
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !three(&k, &a, &b, &c)) return;
    struct person *all[] = {&a, &b, &c}, *rest[] = {&b, &c};
    CHECK_INT(kit_play(all, 3, 9), 9);
    int ply = a.ply;
    CHECK_STR(person_try(&a, resign, a.table), "table");
    json_t *table = table_now(&b);
    CHECK_STR(text_of(seat_of(table, 0), "kind"), "bot");
    CHECK_STR(text_of(seat_of(table, 0), "name"), "Anna");
    CHECK_INT(int_of(seat_of(table, 0), "resigned"), ply);
    CHECK(!json_object_get(seat_of(table, 0), "owned"));
    CHECK_INT(int_of(table, "host"), 1); /* somebody who stays */
    CHECK(json_is_false(json_object_get(table, "over")));
    json_decref(table);
    check_left(&a);
    CHECK_STR(person_try(&b, "{'t':'reinvite','table':'%s','seat':0}", b.table), "not_allowed");
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':2}", a.table), "not_allowed");
    /* Earlier decisions are not taken back, and a player who has left is not asked about later ones. */
    CHECK_STR(person_try(&b, "{'t':'takeback','table':'%s','ply':%d}", b.table, ply - 1), "nothing_to_undo");
    CHECK(kit_play(rest, 2, 6) == 6);
    CHECK(restart(&k, patient) && person_come_back(&a, &k) && person_come_back(&b, &k) &&
          person_come_back(&c, &k));
    check_left(&a);
    for (int i = 0; i < 1000 && !b.over; i++) kit_play(rest, 2, 10);
    json_t *state = state_now(&b);
    CHECK(json_is_true(json_object_get(state, "over")));
    CHECK_INT(json_integer_value(nth(state, "ranks", 0)), 3);
    json_decref(state);
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* The last one who stays has won, and of two who left the first comes last. */
static void test_two_of_three(void) {
    struct kit k;
    struct person a, b, c, s;
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !three(&k, &a, &b, &c)) return;
    struct person *all[] = {&a, &b, &c};
    CHECK_INT(kit_play(all, 3, 3), 3);
    CHECK(person_open(&s, &k, &signorie, 4));
    snprintf(s.table, sizeof s.table, "%s", a.table);
    CHECK_STR(person_try(&s, resign, s.table), "not_watching");
    CHECK(person_watch(&s));
    CHECK_STR(person_try(&s, resign, s.table), "not_seated");
    CHECK_STR(person_try(&b, resign, b.table), "table");
    CHECK_STR(person_try(&c, "{'t':'to_bot','table':'%s','seat':2,'level':'paggio'}", c.table), "table");
    CHECK_STR(person_try(&c, resign, c.table), "table"); /* though a bot plays there for her */
    json_t *state = state_now(&a);
    CHECK(json_is_true(json_object_get(state, "over")));
    CHECK_INT(json_integer_value(nth(state, "ranks", 0)), 1);
    CHECK(json_integer_value(nth(state, "ranks", 1)) >= json_integer_value(nth(state, "ranks", 2)));
    json_decref(state);
    kit_part(&a, &b);
    kit_part(&c, &s);
    kit_end(&k);
}

/* Before anybody has decided whoever leaves loses nothing, and the same link opens the seat to another. */
static void test_before_the_beginning(void) {
    struct kit k;
    struct person a, b, c;
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK(person_open(&a, &k, &signorie, 1) && person_open(&b, &k, &signorie, 2) &&
          person_open(&c, &k, &signorie, 3));
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'Anna'},{'kind':'open'}]"));
    snprintf(code, sizeof code, "%s", text_of(json_array_get(a.invites, 0), "code"));
    CHECK(person_sit(&b, a.table, code, "Bela") && person_watch(&a) && person_watch(&b));
    CHECK_STR(person_try(&b, resign, b.table), "table");
    json_t *table = table_now(&a);
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "open");
    CHECK_STR(text_of(seat_of(table, 1), "name"), "");
    json_decref(table);
    CHECK_STR(person_try(&b, "{'t':'watch','table':'%s','token':'%s'}", b.table, b.token), "bad_token");
    CHECK_STR(person_try(&b, "{'t':'chat','table':'%s','text':'hey'}", b.table), "not_seated");
    CHECK(person_sit(&c, a.table, code, "Cili"));
    CHECK_INT(c.seat, 1);
    /* The host would leave the others without anybody to invite: that is giving up. */
    CHECK_STR(person_try(&a, resign, a.table), "table");
    CHECK(person_watch(&c));
    CHECK(c.over);
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* --- another device ------------------------------------------------------------------------------------------------------ */

/* A code that brings the seat to another device. */
static void link_of(struct person *p, char code[24]) {
    json_t *msg = person_ask(p, "{'t':'seat_link','table':'%s','token':'%s'}", p->table, p->token);
    CHECK_STR(text_of(msg, "t"), "seat_link");
    snprintf(code, 24, "%s", text_of(msg, "code"));
    CHECK_INT(strlen(code), 22);
    json_decref(msg);
}

static const char take[] = "{'t':'seat_take','table':'%s','code':'%s'}";

static void test_another_device(void) {
    struct kit k;
    struct person a, b, phone, thief;
    struct person *at[] = {&phone, &b};
    char code[24], older[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &signorie, &a, &b)) return;
    CHECK(person_open(&phone, &k, &signorie, 7) && person_open(&thief, &k, &signorie, 8));
    link_of(&a, older);
    link_of(&a, code); /* a new one ends the one before */
    json_t *table = table_now(&b);
    CHECK(!json_object_get(seat_of(table, 0), "link")); /* only the seat itself knows of it */
    json_decref(table);
    table = table_now(&a);
    CHECK(json_object_get(seat_of(table, 0), "link") != NULL);
    json_decref(table);
    CHECK_STR(person_try(&thief, take, a.table, older), "bad_code");
    CHECK_STR(person_try(&thief, take, a.table, "AAAAAAAAAAAAAAAAAAAAAA"), "bad_code");
    CHECK_STR(person_try(&thief, "{'t':'seat_take','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(&thief, "{'t':'sit','table':'%s','code':'%s','name':'T'}", a.table, code),
              "bad_code");
    json_t *msg = person_ask(&phone, take, a.table, code);
    CHECK_STR(text_of(msg, "t"), "seated");
    CHECK_INT(int_of(msg, "seat"), 0);
    CHECK_STR(text_of(msg, "token"), a.token);
    snprintf(phone.table, sizeof phone.table, "%s", a.table);
    snprintf(phone.token, sizeof phone.token, "%s", text_of(msg, "token"));
    phone.seat = 0;
    json_decref(msg);
    CHECK_STR(person_try(&thief, take, a.table, code), "bad_code"); /* it was good once */
    CHECK(person_watch(&phone));
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK(person_reach(&a, phone.ply)); /* both devices are at the table */
    /* Not with another's token, nor as a spectator. */
    CHECK_STR(person_try(&b, "{'t':'seat_link','table':'%s','token':'%s'}", b.table, a.token), "bad_token");
    CHECK_STR(person_try(&b, "{'t':'seat_link','table':'%s'}", b.table), "bad_request");
    snprintf(thief.table, sizeof thief.table, "%s", a.table);
    CHECK(person_watch(&thief));
    CHECK_STR(person_try(&thief, "{'t':'seat_link','table':'%s','token':'%s'}", a.table, a.token),
              "not_seated");
    /* Only this one from now on. */
    link_of(&a, code);
    msg = person_ask(&a, "{'t':'seat_alone','table':'%s'}", a.table);
    CHECK_STR(text_of(msg, "t"), "seated");
    CHECK(strcmp(text_of(msg, "token"), a.token) != 0);
    snprintf(a.token, sizeof a.token, "%s", text_of(msg, "token"));
    json_decref(msg);
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'me'}", a.table), "chat");
    CHECK_STR(person_try(&phone, "{'t':'chat','table':'%s','text':'me'}", a.table), "not_seated");
    CHECK_STR(person_try(&phone, "{'t':'watch','table':'%s','token':'%s'}", a.table, phone.token),
              "bad_token");
    CHECK_STR(person_try(&phone, take, a.table, code), "bad_code");
    CHECK(restart(&k, patient) && person_come_back(&a, &k));
    kit_part(&a, &b);
    kit_part(&phone, &thief);
    kit_end(&k);
}

/* The seat has another owner: a link of the old one opens nothing. */
static void test_link_after_reinvite(void) {
    struct kit k;
    struct person a, b, c, d;
    char link[24], code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &signorie, &a, &b)) return;
    CHECK(person_open(&c, &k, &signorie, 3) && person_open(&d, &k, &signorie, 4));
    link_of(&b, link);
    json_t *msg = person_ask(&a, "{'t':'reinvite','table':'%s','seat':1}", a.table);
    snprintf(code, sizeof code, "%s", text_of(nth(msg, "invites", 0), "code"));
    int question = int_of(msg, "question");
    json_decref(msg);
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", b.table, question),
              "table");
    CHECK_STR(person_try(&d, take, a.table, link), "bad_code");
    CHECK(person_sit(&c, a.table, code, "Cili"));
    CHECK_STR(person_try(&d, take, a.table, link), "bad_code");
    CHECK(person_watch(&c));
    link_of(&c, link);
    CHECK_STR(person_try(&d, take, a.table, link), "seated");
    kit_part(&a, &b);
    kit_part(&c, &d);
    kit_end(&k);
}

static void set_date(const char *file, long long ms) {
    FILE *f = fopen(file, "w");
    if (!CHECK(f != NULL)) return;
    fprintf(f, "%lld", ms);
    fclose(f);
}

static void test_old_link(void) {
    struct kit k;
    struct person a, b, c;
    char date[] = "/tmp/casata-date-XXXXXX", code[24];
    long long now = 1700000000000, minute = 60000;
    close(mkstemp(date));
    set_date(date, now);
    setenv("CASATA_TEST_DATE", date, 1);
    if (CHECK(kit_start(&k, kit_program("rigged_server"), patient)) && kit_two(&k, &signorie, &a, &b)) {
        CHECK(person_open(&c, &k, &signorie, 3));
        link_of(&a, code);
        set_date(date, now + 11 * minute);
        CHECK_STR(person_try(&c, take, a.table, code), "bad_code");
        link_of(&a, code);
        set_date(date, now + 20 * minute);
        CHECK_STR(person_try(&c, take, a.table, code), "seated");
        kit_part(&a, &b);
        person_close(&c);
        kit_end(&k);
    }
    unsetenv("CASATA_TEST_DATE");
    unlink(date);
}

/* --- invitations, manners of a table ---------------------------------------------------------------------------------------- */

static bool create_with(struct person *p, const char *seats, const char *more) {
    json_t *msg = person_ask(p, "{'t':'create','game':'signorie','seats':%s,%s}", seats, more);
    bool ok = strcmp(text_of(msg, "t"), "created") == 0;
    snprintf(p->table, sizeof p->table, "%s", text_of(msg, "table"));
    snprintf(p->token, sizeof p->token, "%s", text_of(msg, "token"));
    snprintf(p->any, sizeof p->any, "%s", text_of(msg, "any"));
    p->seat = int_of(msg, "seat");
    json_decref(msg);
    return ok;
}

static void test_invitation(void) {
    static const char seats[] =
        "[{\"kind\":\"bot\",\"level\":\"conte\"},{\"kind\":\"me\",\"name\":\"Anna\"},{\"kind\":\"open\"}]";
    struct kit k;
    struct person a, b, c;
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK(person_open(&a, &k, &signorie, 1) && person_open(&b, &k, &signorie, 2) &&
          person_open(&c, &k, &signorie, 3));
    CHECK(create_with(&a, seats, "\"hints\":true,\"away\":259200"));
    json_t *msg = person_ask(&b, "{'t':'invitation','table':'%s','code':'%s'}", a.table, a.any);
    CHECK_STR(text_of(msg, "t"), "invitation");
    CHECK_STR(text_of(msg, "game"), "signorie");
    CHECK_INT(int_of(msg, "seat"), 2);
    CHECK_INT(int_of(msg, "host"), 1);
    CHECK_INT(int_of(msg, "away"), 259200);
    CHECK(json_is_true(json_object_get(msg, "hints")));
    CHECK_STR(text_of(seat_of(msg, 1), "name"), "Anna");
    CHECK_STR(text_of(seat_of(msg, 0), "level"), "conte");
    CHECK_STR(text_of(seat_of(msg, 2), "kind"), "open");
    json_decref(msg);
    CHECK_STR(person_try(&c, "{'t':'invitation','table':'%s','code':'%s'}", a.table, "nonsense"), "bad_code");
    CHECK_STR(person_try(&c, "{'t':'invitation','table':'%s'}", a.table), "bad_request");
    CHECK(person_sit(&b, a.table, a.any, "Bela"));
    CHECK_STR(person_try(&c, "{'t':'invitation','table':'%s','code':'%s'}", a.table, a.any), "taken");
    json_t *table = table_now(&b);
    CHECK_INT(int_of(table, "away"), 259200);
    CHECK(json_is_true(json_object_get(table, "hints")));
    json_decref(table);
    /* Without a word hints are off, and the time is the server's, which is the least. */
    CHECK(create_with(&a, seats, "\"away\":5"));
    table = table_now(&a);
    CHECK_INT(int_of(table, "away"), 3600);
    CHECK(json_is_false(json_object_get(table, "hints")));
    json_decref(table);
    CHECK(!create_with(&a, seats, "\"away\":-1"));
    CHECK(!create_with(&a, seats, "\"away\":1e99"));
    CHECK(!create_with(&a, seats, "\"hints\":1"));
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* The server stops, the days go by, and it starts again: so Anna is back, and Bela is not. */
static void pass_days(struct kit *k, struct person *a, const char *date, long long until) {
    CHECK_INT(kit_stop(k, SIGTERM), 0);
    set_date(date, until);
    CHECK(kit_restart(k, kit_program("rigged_server"), hasty) && person_come_back(a, k));
    usleep(1200000);
}

/* At a slow table nobody loses a seat while others think, however long, nobody before the time of the table, and nobody
 * because the clock jumps. */
static void test_slow_table(void) {
    static const char seats[] = "[{\"kind\":\"me\",\"name\":\"Anna\"},{\"kind\":\"open\"}]";
    static const char hand_over[] = "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}";
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char date[] = "/tmp/casata-date-XXXXXX";
    long long now = 1700000000000, day = 86400000;
    close(mkstemp(date));
    set_date(date, now);
    setenv("CASATA_TEST_DATE", date, 1);
    if (CHECK(kit_start(&k, kit_program("rigged_server"), hasty)) &&
        CHECK(person_open(&a, &k, &signorie, 1) && person_open(&b, &k, &signorie, 2)) &&
        CHECK(create_with(&a, seats, "\"away\":259200") && person_sit(&b, a.table, a.any, "Bela")) &&
        CHECK(person_watch(&a) && person_watch(&b))) {
        while (!(a.to_act & 1) || a.over)
            if (!CHECK_INT(kit_play(at, 2, 1), 1)) break; /* Anna has to decide */
        pass_days(&k, &a, date, now + 30 * day);
        CHECK_STR(person_try(&a, hand_over, a.table), "not_away"); /* nobody waits for Bela */
        CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':1}", a.table), "invites");
        CHECK(person_come_back(&b, &k)); /* whose seat it still is */
        while (!(b.to_act >> 1 & 1) && !b.over)
            if (!CHECK_INT(kit_play(at, 2, 1), 1)) break; /* now Bela has to */
        pass_days(&k, &a, date, now + 32 * day);
        CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
        set_date(date, now + 40 * day); /* the clock jumps; nobody has been away for that */
        CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
        pass_days(&k, &a, date, now + 34 * day);
        CHECK_STR(person_try(&a, hand_over, a.table), "table");
        kit_part(&a, &b);
        kit_end(&k);
    }
    unsetenv("CASATA_TEST_DATE");
    unlink(date);
}

/* --- databases --------------------------------------------------------------------------------------------------------------- */

/* A table of a program that knew nothing of all this goes on. */
static void test_older_schema(void) {
    static const char *const older[] = {
        "ALTER TABLE tables DROP COLUMN away",      "ALTER TABLE tables DROP COLUMN hints",
        "ALTER TABLE seats DROP COLUMN resigned",   "ALTER TABLE seats DROP COLUMN link",
        "ALTER TABLE seats DROP COLUMN link_token", "ALTER TABLE seats DROP COLUMN link_until",
        "ALTER TABLE seats DROP COLUMN hand",       "ALTER TABLE seats DROP COLUMN hand_time",
        "UPDATE schema_version SET version=3"};
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two(&k, &signorie, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    int now = (int)kit_sql(k.db, "SELECT version FROM schema_version");
    for (size_t i = 0; i < sizeof older / sizeof *older; i++) kit_sql(k.db, older[i]);
    CHECK(kit_restart(&k, kit_program("casata"), patient) && person_come_back(&a, &k) &&
          person_come_back(&b, &k));
    CHECK_INT(kit_sql(k.db, "SELECT version FROM schema_version"), now);
    json_t *table = table_now(&a);
    CHECK(!json_object_get(seat_of(table, 0), "resigned"));
    CHECK(json_is_false(json_object_get(table, "hints")));
    json_decref(table);
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK_STR(person_try(&b, resign, b.table), "table");
    kit_part(&a, &b);
    kit_end(&k);
}

static const struct test tests[] = {
    {"giving up at a table for two", test_two},
    {"there is nothing to give up in a finished game", test_finished},
    {"giving up at a table for three", test_three},
    {"two of three give up", test_two_of_three},
    {"leaving before the beginning", test_before_the_beginning},
    {"a seat on another device", test_another_device},
    {"a link after the seat was given away", test_link_after_reinvite},
    {"an old link", test_old_link},
    {"what an invitation says", test_invitation},
    {"absence at a slow table", test_slow_table},
    {"a database of an older schema", test_older_schema},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    if (!casata_find("signorie", &signorie) || !casata_find("legacy", &legacy)) return 1;
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
