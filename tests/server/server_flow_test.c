/* server_flow_test.c: what people do at tables, message by message and error by error, against the real process
 * (docs/protocol.md). */
#include "casata/match.h"
#include "casata/rules.h"
#include "server/kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kit kit;
static struct casata_game game;
static const char no_table[] = "AAAAAAAAAAAAAAAAAAAAAA";

/* Two people at a new table, both watching. */
static bool two(struct person *a, struct person *b) {
    return CHECK(person_open(a, &kit, &game, 1)) && CHECK(person_open(b, &kit, &game, 2)) &&
           CHECK(person_create(a, "signorie", "[{'kind':'me','name':'Anna'},{'kind':'open'}]")) &&
           CHECK(person_sit(b, a->table, a->any, "Bela")) && CHECK(person_watch(a)) && CHECK(person_watch(b));
}

static void leave(struct person *a, struct person *b) {
    person_close(a);
    if (b) person_close(b);
}

static struct person *mover_of(struct person *a, struct person *b) {
    return a->to_act >> a->seat & 1 ? a : b;
}

/* One move by whoever has to; both know it afterwards. */
static bool move(struct person *a, struct person *b) {
    struct person *m = mover_of(a, b), *o = m == a ? b : a;
    return CHECK_STR(person_play(m), "state") && CHECK(person_reach(o, m->ply));
}

static const json_t *seat_of(const json_t *table, int seat) {
    return json_array_get(json_object_get(table, "seats"), (size_t)seat);
}

/* --- tables ------------------------------------------------------------------------------------------------- */

static void test_create(void) {
    struct person p;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    json_t *msg = person_ask(&p,
                             "{'t':'create','game':'signorie','options':{'boards':'%s'},'seats':["
                             "{'kind':'me','name':' An\\u0007na\\u202e  M '},{'kind':'open'},"
                             "{'kind':'bot','level':'paggio'},{'kind':'open'}]}",
                             game.rules->options[0].values->word[game.rules->options[0].values->n - 1]);
    CHECK_STR(text_of(msg, "t"), "created");
    CHECK_INT(strlen(text_of(msg, "table")), 22);
    CHECK_INT(strlen(text_of(msg, "token")), 43);
    CHECK_INT(strlen(text_of(msg, "any")), 22);
    CHECK_INT(int_of(msg, "seat"), 0);
    const json_t *invites = json_object_get(msg, "invites");
    CHECK_INT(json_array_size(invites), 2);
    CHECK_INT(int_of(json_array_get(invites, 1), "seat"), 3);
    CHECK(strcmp(text_of(json_array_get(invites, 0), "code"), text_of(json_array_get(invites, 1), "code")) !=
          0);
    person_say(&p, "{'t':'watch','table':'%s','token':'%s','id':{'x':[1]}}", text_of(msg, "table"),
               text_of(msg, "token"));
    json_t *table = person_hear(&p, "table", KIT_MS), *log = person_hear(&p, "log", KIT_MS),
           *state = person_hear(&p, "state", KIT_MS);
    CHECK_STR(text_of(table, "game"), "signorie");
    CHECK_STR(text_of(json_object_get(table, "options"), game.rules->options[0].id),
              game.rules->options[0].values->word[game.rules->options[0].values->n - 1]);
    CHECK_STR(text_of(seat_of(table, 0), "name"), "Anna M");
    CHECK_STR(text_of(seat_of(table, 0), "kind"), "human");
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "open");
    CHECK_STR(text_of(seat_of(table, 2), "level"), "paggio");
    CHECK(json_is_true(json_object_get(seat_of(table, 0), "online")));
    CHECK_INT(int_of(table, "you"), 0);
    CHECK_INT(int_of(table, "host"), 0);
    CHECK_INT(int_of(log, "from"), 0);
    CHECK_INT(json_array_size(json_object_get(log, "entries")), int_of(state, "ply"));
    CHECK_INT(json_array_size(json_object_get(json_object_get(state, "id"), "x")), 1);
    CHECK(int_of(state, "ply") > 0); /* chance was drawn */
    json_decref(table);
    json_decref(log);
    json_decref(state);
    json_decref(msg);
    leave(&p, NULL);
}

static void test_create_errors(void) {
    struct person p;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    static const char *const bad[] = {
        "{'t':'create','game':'signorie'}",
        "{'t':'create','game':'signorie','seats':{}}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},2,3,4,5,6,7]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},7]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'king'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'bot','level':'x'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'bot'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'me'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'me','name':'\\u0001 '}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'me','name':'A'},{'kind':'me','name':'B'}]}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}],'options':7}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}],'options':{'x':'y'}}",
        "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}],'options':{'boards':'y'}}",
        ("{'t':'create','game':'legacy','seats':[{'kind':'open'},{'kind':'open'}],"
         "'options':{'solo':'testament'}}"),
        "{'t':'create','seats':[{'kind':'open'},{'kind':'open'}]}",
        "{'t':'create','game':7,'seats':[{'kind':'open'},{'kind':'open'}]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strcmp(person_try(&p, bad[i], 0), "bad_request") != 0) test_fail(__FILE__, __LINE__, bad[i]);
    CHECK_STR(person_try(&p, "{'t':'create','game':'chess','seats':[]}"), "unknown_game");
    json_t *msg =
        person_ask(&p, "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}]}");
    CHECK_STR(text_of(msg, "t"), "created");
    CHECK_INT(int_of(msg, "seat"), -1);
    CHECK(!json_object_get(msg, "token"));
    json_decref(msg);
    leave(&p, NULL);
}

/* The reply has the id as it was sent, whatever it is. */
static void test_ids(void) {
    struct person p;
    static const char *const ids[] = {"7",    "-0.50e+3",         "9223372036854775807",  "null",
                                      "true", "\"\\u0141 \\\"\"", "[1,{\"x\":\" \"},[]]", "{}"};
    char said[100], want[100];
    size_t n;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(want, sizeof want, "{\"t\":\"pong\",\"id\":%s}", ids[i]);
        ws_send(&p.ws, said, (size_t)snprintf(said, sizeof said, "{\"id\" : %s , \"t\":\"ping\"}", ids[i]));
        const char *heard = ws_wait(&p.ws, &n, KIT_MS);
        if (CHECK(heard != NULL)) CHECK_STR(heard, want);
    }
    leave(&p, NULL);
}

static void test_frames(void) {
    struct person p;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    static const char *const bad[] = {"",
                                      "x",
                                      "[]",
                                      "7",
                                      "{\"t\":\"ping\"",
                                      "{\"t\":\"ping\",\"t\":\"ping\"}",
                                      "{\"t\":\"\\ud800\"}",
                                      "{\"t\":\"ping\",\"x\":9223372036854775808}",
                                      "{\"t\":\"ping\",\"x\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ws_send(&p.ws, bad[i], strlen(bad[i]));
        json_t *msg = person_hear(&p, "error", KIT_MS);
        if (strcmp(text_of(msg, "code"), "bad_json") != 0) test_fail(__FILE__, __LINE__, bad[i]);
        json_decref(msg);
    }
    CHECK_STR(person_try(&p, "{'x':1}"), "bad_request");
    CHECK_STR(person_try(&p, "{'t':1}"), "bad_request");
    CHECK_STR(person_try(&p, "{'t':'dance'}"), "unknown_type");
    CHECK_STR(person_try(&p, "{'t':'ping'}"), "pong");
    char text[400];
    snprintf(text, sizeof text, "{\"t\":\"ping\",\"id\":\"%0250d\"}", 1);
    ws_send(&p.ws, text, strlen(text));
    json_t *msg = person_hear(&p, "error", KIT_MS);
    CHECK_STR(text_of(msg, "code"), "bad_request");
    json_decref(msg);
    /* A message in three fragments. */
    ws_frame(&p.ws, WS_TEXT, "{\"t\":", 5);
    ws_frame(&p.ws, 0, "\"pi", 3);
    ws_frame(&p.ws, WS_FINAL, "ng\"}", 4);
    msg = person_hear(&p, "pong", KIT_MS);
    CHECK(msg != NULL);
    json_decref(msg);
    leave(&p, NULL);
}

static void test_table_errors(void) {
    struct person a, b, c;
    if (!two(&a, &b) || !CHECK(person_open(&c, &kit, &game, 3))) return;
    static const char *const types[] = {
        "leave_table", "at",     "invites", "act",      "undo",    "takeback", "answer",
        "chat",        "rename", "to_bot",  "to_human", "rematch", "reinvite", "withdraw_invites"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        CHECK_STR(person_try(&c, "{'t':'%s','table':'%s'}", types[i], a.table), "not_watching");
        CHECK_STR(person_try(&c, "{'t':'%s','table':'%s'}", types[i], no_table), "no_table");
        CHECK_STR(person_try(&c, "{'t':'%s','table':'short'}", types[i]), "no_table");
        CHECK_STR(person_try(&c, "{'t':'%s'}", types[i]), "bad_request");
        CHECK_STR(person_try(&c, "{'t':'%s','table':7}", types[i]), "bad_request");
    }
    CHECK_STR(person_try(&c, "{'t':'watch','table':'%s'}", no_table), "no_table");
    CHECK_STR(person_try(&c, "{'t':'sit','table':'%s','code':'x','name':'y'}", no_table), "no_table");
    CHECK_STR(person_try(&c, "{'t':'watch','table':'%s','token':'x'}", a.table), "bad_token");
    CHECK_STR(person_try(&c, "{'t':'watch','table':'%s','token':7}", a.table), "bad_token");
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c)); /* a spectator from here on */
    for (size_t i = 2; i < sizeof types / sizeof *types; i++)
        CHECK_STR(person_try(&c, "{'t':'%s','table':'%s'}", types[i], a.table), "not_seated");
    CHECK_STR(person_try(&c, "{'t':'at','table':'%s','ply':99999}", a.table), "bad_request");
    CHECK_STR(person_try(&c, "{'t':'at','table':'%s','ply':-1}", a.table), "bad_request");
    CHECK_STR(person_try(&c, "{'t':'leave_table','table':'%s'}", a.table), "left");
    CHECK_STR(person_try(&c, "{'t':'leave_table','table':'%s'}", a.table), "not_watching");
    leave(&a, &b);
    leave(&c, NULL);
}

/* --- seats ---------------------------------------------------------------------------------------------------- */

static void test_invites(void) {
    struct person a, b, c;
    if (!CHECK(person_open(&a, &kit, &game, 1) && person_open(&b, &kit, &game, 2) &&
               person_open(&c, &kit, &game, 3)))
        return;
    CHECK(person_create(&a, "signorie", "[{'kind':'open'},{'kind':'me','name':'Anna'},{'kind':'open'}]"));
    char first[24], second[24];
    snprintf(first, sizeof first, "%s", text_of(json_array_get(a.invites, 0), "code"));
    snprintf(second, sizeof second, "%s", text_of(json_array_get(a.invites, 1), "code"));
    CHECK(person_watch(&a));
    CHECK_STR(person_try(&b, "{'t':'sit','table':'%s','code':'%s','name':'  '}", a.table, second),
              "bad_request");
    CHECK_STR(person_try(&b, "{'t':'sit','table':'%s','name':'B'}", a.table), "bad_request");
    CHECK_STR(person_try(&b, "{'t':'sit','table':'%s','code':'%s','name':'B'}", a.table, no_table),
              "bad_code");
    CHECK_STR(person_try(&b, "{'t':'sit','table':'%s','code':'%s','name':'B'}", a.table, a.token),
              "bad_code");
    CHECK(person_sit(&b, a.table, second, "Bela <b>&\\\"'"));
    CHECK_INT(b.seat, 2);
    json_t *table = person_hear(&a, "table", KIT_MS);
    CHECK_STR(text_of(seat_of(table, 2), "name"), "Bela <b>&\"'");
    json_decref(table);
    CHECK_STR(person_try(&c, "{'t':'sit','table':'%s','code':'%s','name':'C'}", a.table, second), "taken");
    CHECK_STR(person_try(&b, "{'t':'invites','table':'%s'}", a.table), "not_watching");
    CHECK(person_watch(&b));
    CHECK_STR(person_try(&b, "{'t':'invites','table':'%s'}", a.table), "not_allowed");
    json_t *invites = person_ask(&a, "{'t':'invites','table':'%s'}", a.table);
    CHECK_INT(json_array_size(json_object_get(invites, "invites")), 1);
    CHECK_STR(person_try(&c, "{'t':'sit','table':'%s','code':'%s','name':'C'}", a.table, first), "bad_code");
    CHECK_STR(person_try(&c, "{'t':'sit','table':'%s','code':'%s','name':'C'}", a.table, a.any), "bad_code");
    CHECK(person_sit(&c, a.table, text_of(invites, "any"), "an_exceedingly_long_name_of_a_player"));
    CHECK_INT(c.seat, 0);
    table = person_hear(&a, "table", KIT_MS);
    CHECK_STR(text_of(seat_of(table, 0), "name"), "an_exceedingly_long_name_of_a_p");
    CHECK_STR(
        person_try(&c, "{'t':'sit','table':'%s','code':'%s','name':'C'}", a.table, text_of(invites, "any")),
        "taken");
    CHECK(strcmp(a.token, b.token) != 0 && strcmp(b.token, c.token) != 0);
    json_decref(table);
    json_decref(invites);
    leave(&a, &b);
    leave(&c, NULL);
}

static void test_presence(void) {
    struct person a, b, c;
    if (!two(&a, &b) || !CHECK(person_open(&c, &kit, &game, 3))) return;
    json_t *msg = person_hear(&a, "presence", KIT_MS);
    CHECK(json_is_true(json_array_get(json_object_get(msg, "online"), 1)));
    json_decref(msg);
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c));
    CHECK_INT(c.undo, c.ply);
    msg = person_hear(&a, "presence", KIT_MS);
    CHECK_INT(int_of(msg, "watchers"), 1);
    json_decref(msg);
    ws_end(&b.ws);
    msg = person_hear(&a, "presence", KIT_MS);
    CHECK(json_is_false(json_array_get(json_object_get(msg, "online"), 1)));
    CHECK(json_integer_value(json_array_get(json_object_get(msg, "away"), 1)) > INT64_C(1600000000000));
    json_decref(msg);
    leave(&a, &b);
    leave(&c, NULL);
}

static void test_bots_for_people(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':1}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':9,'level':'paggio'}", a.table),
              "bad_request");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':1,'level':'king'}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}", a.table), "not_away");
    CHECK_STR(person_try(&a, "{'t':'to_human','table':'%s'}", a.table), "not_allowed");
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", a.table), "left");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}", a.table), "not_away");
    int64_t end = kit_ms() + KIT_MS; /* --away 2 */
    const char *got = "not_away";
    while (strcmp(got, "not_away") == 0 && kit_ms() < end)
        got = person_try(&a, "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}", a.table);
    CHECK_STR(got, "table");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}", a.table), "taken");
    for (int i = 0; i < 6; i++) { /* the bot plays at once */
        while (!(a.to_act & 1) && !a.over)
            if (!CHECK(person_reach(&a, a.ply + 1))) break;
        CHECK_STR(person_play(&a), "state");
    }
    /* They come back: the seat is still theirs. */
    CHECK(person_watch(&b));
    CHECK_STR(person_try(&b, "{'t':'act','table':'%s','ply':%d,'action':'x'}", a.table, b.ply),
              "not_allowed");
    CHECK_STR(person_try(&b, "{'t':'undo','table':'%s','ply':0}", a.table), "not_allowed");
    json_t *table = person_ask(&b, "{'t':'to_human','table':'%s'}", a.table);
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "human");
    json_decref(table);
    /* The own seat, whenever one likes. */
    table = person_ask(&b, "{'t':'to_bot','table':'%s','seat':1,'level':'scudiero'}", a.table);
    CHECK_STR(text_of(seat_of(table, 1), "level"), "scudiero");
    CHECK(json_is_true(json_object_get(seat_of(table, 1), "mine")));
    json_decref(table);
    leave(&a, &b);
}

static void test_open_seat_to_bot(void) {
    struct person a, b;
    if (!CHECK(person_open(&a, &kit, &game, 1) && person_open(&b, &kit, &game, 1))) return;
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'open'}]"));
    CHECK(person_sit(&b, a.table, a.any, "B") && person_watch(&a) && person_watch(&b));
    CHECK_STR(person_try(&b, "{'t':'to_bot','table':'%s','seat':2,'level':'paggio'}", a.table),
              "not_allowed");
    CHECK_STR(person_try(&a, "{'t':'to_bot','table':'%s','seat':2,'level':'paggio'}", a.table), "table");
    CHECK_STR(person_try(&a, "{'t':'sit','table':'%s','code':'%s','name':'C'}", a.table, a.any), "taken");
    leave(&a, &b);
}

static void test_rename_and_chat(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    CHECK_STR(person_try(&a, "{'t':'rename','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'rename','table':'%s','name':'Łucja Ő'}", a.table), "table");
    json_t *msg = person_hear(&b, "table", KIT_MS);
    CHECK_STR(text_of(seat_of(msg, 0), "name"), "Łucja Ő");
    json_decref(msg);
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':' \\n '}", a.table), "bad_request");
    char text[502];
    memset(text, 'x', 501);
    text[501] = 0;
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'%s'}", a.table, text), "bad_request");
    text[500] = 0;
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'%s'}", a.table, text), "chat");
    person_say(&a, "{'t':'chat','table':'%s','text':'a 0 is no character: \\u0000'}", a.table);
    json_t *bad = person_hear(&a, "error", KIT_MS);
    CHECK_STR(text_of(bad, "code"), "bad_json");
    json_decref(bad);
    msg = person_hear(&b, "chat", KIT_MS);
    const json_t *entry = json_array_get(json_object_get(msg, "entries"), 0);
    CHECK_STR(text_of(entry, "text"), text);
    CHECK_STR(text_of(entry, "name"), "Łucja Ő");
    CHECK_INT(int_of(entry, "seat"), 0);
    CHECK_INT(int_of(entry, "n"), 0);
    json_decref(msg);
    const char *got = "";
    int n = 0;
    for (; n < 10; n++) {
        got = person_try(&a, "{'t':'chat','table':'%s','text':'<b>hi</b> %d'}", a.table, n);
        if (strcmp(got, "chat") != 0) break;
    }
    CHECK_STR(got, "rate");
    CHECK(n >= 2 && n <= 6);
    leave(&b, NULL); /* who comes later gets what was said */
    CHECK(person_open(&b, &kit, &game, 2));
    person_say(&b, "{'t':'watch','table':'%s'}", a.table);
    msg = person_hear(&b, "chat", KIT_MS);
    CHECK_INT(json_array_size(json_object_get(msg, "entries")), n + 1);
    CHECK_STR(text_of(json_array_get(json_object_get(msg, "entries"), 1), "text"), "<b>hi</b> 0");
    json_decref(msg);
    leave(&a, &b);
}

/* --- play --------------------------------------------------------------------------------------------------------- */

static void test_act(void) {
    struct person a, b;
    char text[CASATA_ACTION_TEXT];
    if (!two(&a, &b)) return;
    CHECK_INT(a.ply, b.ply);
    CHECK_STR(a.hash, b.hash); /* nothing is hidden in this game */
    struct person *m = mover_of(&a, &b), *o = m == &a ? &b : &a;
    CHECK(person_choose(m, text));
    CHECK_STR(person_try(m, "{'t':'act','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':'x','action':'%s'}", a.table, text),
              "bad_request");
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'fly'}", a.table, m->ply),
              "illegal_action");
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'draw mission'}", a.table, m->ply),
              "illegal_action"); /* chance's */
    CHECK_STR(person_try(o, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", a.table, m->ply, text),
              "not_your_turn");
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", a.table, m->ply - 1, text),
              "stale");
    json_t *msg = person_hear(m, "state", KIT_MS);
    CHECK(msg != NULL);
    json_decref(msg);
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'%s','hash':'0123456789abcdef'}",
                         a.table, m->ply, text),
              "stale");
    int before = m->ply;
    CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'%s','hash':'%s'}", a.table, m->ply,
                         text, m->hash),
              "state");
    CHECK(m->ply > before);
    msg = person_hear(o, "log", KIT_MS);
    const json_t *entry = json_array_get(json_object_get(msg, "entries"), 0);
    CHECK_INT(int_of(msg, "from"), before);
    CHECK_INT(int_of(entry, "ply"), before + 1);
    CHECK_INT(int_of(entry, "seat"), m->seat);
    CHECK(json_array_size(json_object_get(entry, "events")) > 0);
    json_decref(msg);
    CHECK(person_reach(o, m->ply));
    CHECK_STR(a.hash, b.hash);
    leave(&a, &b);
}

/* The log from `since` on has this many entries. */
static void check_log_since(struct person *p, int since, int undos, int from, int n) {
    person_say(p, "{'t':'watch','table':'%s','token':'%s','since':%d,'undos':%d}", p->table, p->token, since,
               undos);
    json_t *msg = person_hear(p, "log", KIT_MS);
    CHECK_INT(int_of(msg, "from"), from);
    CHECK_INT(json_array_size(json_object_get(msg, "entries")), n);
    json_decref(msg);
    msg = person_hear(p, "state", KIT_MS);
    json_decref(msg);
}

static void test_undo(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    /* Play until somebody may go back freely. */
    for (int i = 0; i < 60; i++) {
        if (!move(&a, &b)) break;
        if (a.undo < a.ply || b.undo < b.ply) break;
    }
    struct person *u = a.undo < a.ply ? &a : &b, *o = u == &a ? &b : &a;
    if (!CHECK(u->undo < u->ply)) return;
    int to = u->undo, from = u->ply;
    CHECK_STR(person_try(u, "{'t':'undo','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(u, "{'t':'undo','table':'%s','ply':%d}", a.table, to - 1), "nothing_to_undo");
    CHECK_STR(person_try(u, "{'t':'undo','table':'%s','ply':%d}", a.table, from), "nothing_to_undo");
    CHECK_STR(person_try(o, "{'t':'undo','table':'%s','ply':%d}", a.table, to), "nothing_to_undo");
    CHECK_STR(person_try(u, "{'t':'undo','table':'%s','ply':%d}", a.table, to), "state");
    CHECK_INT(u->ply, to);
    CHECK_INT(u->undos, 1);
    json_t *msg = person_hear(o, "state", KIT_MS);
    CHECK_INT(o->ply, to);
    CHECK_STR(a.hash, b.hash);
    json_decref(msg);
    CHECK(move(&a, &b));
    /* Who was away gets the whole log if something was taken back, else only the rest. */
    check_log_since(&a, to, 0, 0, a.ply);
    check_log_since(&a, to, 1, to, a.ply - to);
    check_log_since(&a, 99999, 1, 0, a.ply);
    leave(&a, &b);
}

static void test_takeback(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    for (int i = 0; i < 12; i++)
        if (!move(&a, &b)) return;
    int ply = a.ply;
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':1,'yes':true}", a.table), "no_question");
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':1}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','yes':true}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':0,'yes':true}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s'}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, ply), "nothing_to_undo");
    /* Refused. */
    json_t *msg = person_ask(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, ply - 6);
    const json_t *question = json_object_get(msg, "takeback");
    CHECK_INT(int_of(question, "question"), 1);
    CHECK_INT(int_of(question, "seat"), 0);
    CHECK_INT(int_of(question, "ply"), ply - 6);
    CHECK_INT(json_integer_value(json_array_get(json_object_get(question, "waiting"), 0)), 1);
    json_decref(msg);
    msg = person_hear(&b, "state", KIT_MS);
    CHECK(json_object_get(msg, "takeback") != NULL);
    json_decref(msg);
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':%d,'yes':true}", a.table, a.question),
              "no_question");
    msg = person_ask(&b, "{'t':'answer','table':'%s','question':%d,'yes':false}", a.table, a.question);
    CHECK(!json_object_get(msg, "takeback"));
    CHECK_INT(int_of(msg, "ply"), ply);
    json_decref(msg);
    /* Withdrawn. */
    CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, ply - 6), "state");
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':%d,'yes':false}", a.table, a.question),
              "state");
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", a.table, 2),
              "no_question");
    /* Ended by a move. */
    CHECK_STR(person_try(&b, "{'t':'takeback','table':'%s','ply':%d}", a.table, ply - 6), "state");
    person_listen(&a, 50);
    CHECK(move(&a, &b));
    CHECK_STR(person_try(&a, "{'t':'answer','table':'%s','question':%d,'yes':true}", a.table, 3),
              "no_question");
    /* Agreed: far beyond what could be undone freely. What chance decided there is drawn again. */
    CHECK_STR(person_try(&b, "{'t':'takeback','table':'%s','ply':%d}", a.table, 3), "state");
    person_listen(&a, 50);
    msg = person_ask(&a, "{'t':'answer','table':'%s','question':%d,'yes':true}", a.table, b.question);
    CHECK_STR(text_of(msg, "t"), "state");
    CHECK(a.ply >= 3 && a.ply < ply);
    CHECK(a.to_act != 0);
    CHECK_INT(a.undos, 1);
    json_decref(msg);
    person_listen(&b, 50);
    CHECK_INT(b.ply, a.ply);
    CHECK(move(&a, &b));
    leave(&a, &b);
}

/* With bots only, nobody has to be asked. */
static void test_takeback_alone(void) {
    struct person a;
    if (!CHECK(person_open(&a, &kit, &game, 5))) return;
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'}]"));
    CHECK(person_watch(&a));
    struct person *one[] = {&a};
    CHECK_INT(kit_play(one, 1, 10), 10);
    json_t *msg = person_ask(&a, "{'t':'takeback','table':'%s','ply':5}", a.table);
    CHECK_STR(text_of(msg, "t"), "state");
    CHECK(!json_object_get(msg, "takeback"));
    CHECK_INT(a.undos, 1);
    json_decref(msg);
    CHECK_INT(kit_play(one, 1, 5), 5);
    leave(&a, NULL);
}

static void test_at(void) {
    struct person a, b;
    char hash[20][40];
    int n = 0;
    if (!two(&a, &b)) return;
    int first = a.ply;
    for (; n < 20; n++) {
        snprintf(hash[n], sizeof hash[n], "%d %s", a.ply, a.hash);
        if (!move(&a, &b)) return;
    }
    for (int i = 0; i < n; i++) {
        json_t *msg = person_ask(&b, "{'t':'at','table':'%s','ply':%d}", a.table, atoi(hash[i]));
        CHECK_STR(text_of(msg, "t"), "at");
        CHECK_STR(text_of(msg, "hash"), strchr(hash[i], ' ') + 1);
        json_decref(msg);
    }
    CHECK(first > 0);
    leave(&a, &b);
}

/* Two people and two bots, a whole game; then once more. */
static void test_whole_game_and_rematch(void) {
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    if (!CHECK(person_open(&a, &kit, &game, 1) && person_open(&b, &kit, &game, 2) &&
               person_open(&c, &kit, &game, 3)))
        return;
    CHECK(person_create(&a, "signorie",
                        "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'},{'kind':'open'},"
                        "{'kind':'bot','level':'paggio'}]"));
    CHECK(person_sit(&b, a.table, a.any, "B") && person_watch(&a) && person_watch(&b));
    CHECK_STR(person_try(&a, "{'t':'rematch','table':'%s'}", a.table), "not_over");
    kit_play(at, 2, 5000);
    CHECK(a.over);
    CHECK(person_reach(&b, a.ply));
    CHECK_STR(person_try(&a, "{'t':'act','table':'%s','ply':%d,'action':'pass'}", a.table, a.ply), "over");
    json_t *msg = person_ask(&b, "{'t':'watch','table':'%s','token':'%s'}", b.table, b.token);
    CHECK_INT(json_array_size(json_object_get(msg, "scores")), 4);
    CHECK_INT(json_array_size(json_object_get(msg, "ranks")), 4);
    json_decref(msg);
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c)); /* a long log comes in several messages */
    CHECK(c.over);
    CHECK_STR(c.hash, a.hash);
    msg = person_ask(&b, "{'t':'rematch','table':'%s'}", a.table);
    char next[24];
    snprintf(next, sizeof next, "%s", text_of(msg, "rematch"));
    CHECK_INT(strlen(next), 22);
    json_decref(msg);
    msg = person_hear(&c, "table", KIT_MS);
    CHECK_STR(text_of(msg, "rematch"), next);
    json_decref(msg);
    msg = person_ask(&a, "{'t':'rematch','table':'%s'}", a.table);
    CHECK_STR(text_of(msg, "rematch"), next);
    json_decref(msg);
    memcpy(a.table, next, sizeof next);
    memcpy(b.table, next, sizeof next);
    CHECK(person_watch(&a) && person_watch(&b)); /* the same tokens */
    kit_play(at, 2, 10);
    CHECK(!a.over && a.ply > 0);
    leave(&a, &b);
    leave(&c, NULL);
}

/* The record of a table as a match that was proved by replaying. */
static bool read_record(struct person *p, struct casata_match *m) {
    char err[200] = "";
    json_t *msg = person_ask(p, "{'t':'record','table':'%s'}", p->table);
    char *file = json_dumps(json_object_get(msg, "match"), JSON_COMPACT);
    bool good = file && casata_match_load(m, file, strlen(file), NULL, err);
    if (!good) printf("%s\n", err);
    free(file);
    json_decref(msg);
    return good;
}

/* Hidden information is revealed at the end, to spectators too; after that nobody goes back alone. */
static void test_record(void) {
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    struct casata_game legacy;
    struct casata_match m;
    if (!CHECK(casata_find("legacy", &legacy) && person_open(&a, &kit, &legacy, 1) &&
               person_open(&b, &kit, &legacy, 2) && person_open(&c, &kit, &legacy, 3)))
        return;
    CHECK(person_create(&a, "legacy",
                        "[{'kind':'me','name':'A'},{'kind':'bot','level':'scudiero'},{'kind':'open'}]"));
    CHECK(person_sit(&b, a.table, a.any, "B") && person_watch(&a) && person_watch(&b));
    memcpy(c.table, a.table, sizeof c.table);
    CHECK_STR(person_try(&c, "{'t':'record','table':'%s'}", a.table), "not_watching");
    CHECK(person_watch(&c));
    for (int moves = 0; !a.over && moves < 200; moves++) {
        if (moves < 2) { /* later the bot may end the game between two questions */
            CHECK_STR(person_try(&a, "{'t':'record','table':'%s'}", a.table), "not_over");
            CHECK_STR(person_try(&c, "{'t':'record','table':'%s'}", a.table), "not_over");
        }
        kit_play(at, 2, 10);
    }
    CHECK(a.over && person_reach(&b, a.ply) && person_reach(&c, a.ply));
    for (int i = 0; i < 2; i++)
        CHECK_STR(person_try(at[i], "{'t':'undo','table':'%s','ply':%d}", a.table, a.ply - 1),
                  "nothing_to_undo");
    if (CHECK(read_record(&c, &m))) {
        CHECK_INT(m.n_log, a.ply);
        CHECK_INT(casata_match_to_act(&m), -1);
        CHECK_STR(m.seat[0].name, "A");
        CHECK_STR(m.seat[2].name, "B");
        CHECK(m.seat[0].kind == CASATA_HUMAN && m.seat[1].kind == CASATA_BOT);
        CHECK_INT(m.seat[1].level, CASATA_SCUDIERO);
        casata_match_free(&m);
    }
    leave(&a, &b);
    leave(&c, NULL);
}

static void test_long_log_in_parts(void) {
    struct person a, b, c;
    struct person *at[] = {&a, &b, &c};
    int entries = 0, parts = 0;
    if (!CHECK(person_open(&a, &kit, &game, 1) && person_open(&b, &kit, &game, 2) &&
               person_open(&c, &kit, &game, 3)))
        return;
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'open'}]"));
    CHECK(person_sit(&b, a.table, a.any, "B") && person_sit(&c, a.table, a.any, "C"));
    CHECK(person_watch(&a) && person_watch(&b) && person_watch(&c));
    kit_play(at, 3, 5000);
    CHECK(a.over);
    int ply = a.ply;
    person_listen(&a, 50);
    person_say(&a, "{'t':'watch','table':'%s','id':'end'}", a.table);
    for (json_t *msg; (msg = person_hear(&a, "log", 500)); parts++) {
        CHECK_INT(int_of(msg, "from"), entries);
        entries += (int)json_array_size(json_object_get(msg, "entries"));
        json_decref(msg);
    }
    CHECK_INT(entries, ply);
    CHECK(parts > 1); /* random games with three seats fill about 55 KB, a part 32 */
    leave(&a, &b);
    leave(&c, NULL);
}

/* A connection is lost in mid-game; nothing of the game is. */
static void test_reconnect(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    for (int i = 0; i < 5; i++) move(&a, &b);
    struct person *m = mover_of(&a, &b), *o = m == &a ? &b : &a;
    int known = o->ply;
    char table[24], token[48];
    memcpy(table, o->table, sizeof table);
    memcpy(token, o->token, sizeof token);
    int seat = o->seat;
    person_close(o); /* without a word */
    while (m->to_act >> m->seat & 1)
        if (!CHECK_STR(person_play(m), "state")) break;
    CHECK(person_open(o, &kit, &game, 7));
    memcpy(o->table, table, sizeof table);
    memcpy(o->token, token, sizeof token);
    o->seat = seat;
    check_log_since(o, known, 0, known, m->ply - known);
    CHECK_STR(o->hash, m->hash);
    CHECK(move(&a, &b));
    /* Two windows of the same person. */
    struct person again;
    CHECK(person_open(&again, &kit, &game, 8));
    memcpy(again.table, table, sizeof table);
    memcpy(again.token, token, sizeof token);
    again.seat = seat;
    CHECK(person_watch(&again));
    CHECK(move(&a, &b));
    CHECK(person_reach(&again, a.ply));
    leave(&a, &b);
    leave(&again, NULL);
}

static void test_tables(void) {
    struct person a, b;
    if (!two(&a, &b)) return;
    char first[24], first_token[48];
    memcpy(first, a.table, sizeof first);
    memcpy(first_token, a.token, sizeof first_token);
    CHECK(move(&a, &b));
    int ply = a.ply, mover = mover_of(&a, &b)->seat;
    CHECK(person_create(&a, "signorie", "[{'kind':'bot','level':'paggio'},{'kind':'me','name':'A'}]"));
    CHECK_STR(person_try(&b, "{'t':'tables'}"), "bad_request");
    CHECK_STR(person_try(&b, "{'t':'tables','tokens':[7]}"), "bad_request");
    json_t *msg = person_ask(&b, "{'t':'tables','tokens':['%s','nonsense','%s']}", first_token, a.token);
    const json_t *list = json_object_get(msg, "tables");
    CHECK_INT(json_array_size(list), 2);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *t = json_array_get(list, i);
        if (strcmp(text_of(t, "table"), first) != 0) continue;
        CHECK_INT(int_of(t, "seat"), 0);
        CHECK_STR(text_of(t, "game"), "signorie");
        CHECK_INT(int_of(t, "ply"), ply);
        CHECK_INT(json_integer_value(json_array_get(json_object_get(t, "to_act"), 0)), mover);
        CHECK_STR(text_of(json_array_get(json_object_get(t, "seats"), 1), "name"), "Bela");
        CHECK(json_is_false(json_object_get(t, "over")));
    }
    json_decref(msg);
    char many[65 * 8] = "";
    for (int i = 0; i < 65; i++) strcat(many, i ? ",\"x\"" : "\"x\"");
    CHECK_STR(person_try(&b, "{'t':'tables','tokens':[%s]}", many), "bad_request");
    leave(&a, &b);
}

static void test_too_many_watches(void) {
    struct person p;
    char id[20][24];
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    for (int i = 0; i < 17; i++) {
        CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]"));
        memcpy(id[i], p.table, sizeof id[i]);
    }
    for (int i = 0; i < 16; i++) CHECK_STR(person_try(&p, "{'t':'watch','table':'%s'}", id[i]), "state");
    CHECK_STR(person_try(&p, "{'t':'watch','table':'%s'}", id[16]), "too_many");
    CHECK_STR(person_try(&p, "{'t':'watch','table':'%s'}", id[3]), "state"); /* again is not one more */
    CHECK_STR(person_try(&p, "{'t':'leave_table','table':'%s'}", id[3]), "left");
    CHECK_STR(person_try(&p, "{'t':'watch','table':'%s'}", id[16]), "state");
    leave(&p, NULL);
}

/* Spectators may crowd a table, but not its players out of it. */
static void test_crowd(void) {
    static struct person crowd[65];
    struct person a, b;
    if (!two(&a, &b)) return;
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", b.table), "left");
    for (int i = 0; i < 65; i++) {
        CHECK(person_open(&crowd[i], &kit, &game, 1));
        memcpy(crowd[i].table, a.table, sizeof a.table);
        CHECK_STR(person_try(&crowd[i], "{'t':'watch','table':'%s'}", a.table),
                  i < 64 ? "state" : "too_many");
    }
    CHECK(person_watch(&b));
    CHECK(move(&a, &b));
    CHECK(person_reach(&crowd[0], a.ply));
    for (int i = 0; i < 65; i++) person_close(&crowd[i]);
    leave(&a, &b);
}

/* A table of bots plays by itself when somebody looks. */
static void test_bots_alone(void) {
    struct person p;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    CHECK(person_create(&p, "signorie", "[{'kind':'bot','level':'paggio'},{'kind':'bot','level':'paggio'}]"));
    CHECK(person_watch(&p));
    int64_t end = kit_ms() + 900000; /* idle priority: where others work, it may take long */
    while (!p.over && kit_ms() < end) person_reach(&p, p.ply + 1);
    CHECK(p.over);
    leave(&p, NULL);
}

static json_t *hear_id(struct person *p, int id) {
    size_t n;
    for (const char *text; (text = ws_wait(&p->ws, &n, KIT_MS));) {
        json_t *msg = json_loadb(text, n, 0, NULL);
        if (int_of(msg, "id") == id) return msg;
        json_decref(msg);
    }
    return NULL;
}

/* The next move is sent before the answer to the last: it is judged by what the table is then. */
static void test_messages_wait_their_turn(void) {
    struct person a, b;
    char text[CASATA_ACTION_TEXT];
    if (!two(&a, &b)) return;
    struct person *m = mover_of(&a, &b);
    CHECK(person_choose(m, text));
    int ply = m->ply;
    for (int i = 0; i < 5; i++)
        person_say(m, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':%d}", a.table, ply, text,
                   1000 + i);
    int states = 0, stale = 0;
    for (int i = 0; i < 5; i++) {
        json_t *msg = hear_id(m, 1000 + i);
        states += strcmp(text_of(msg, "t"), "state") == 0;
        stale += strcmp(text_of(msg, "code"), "stale") == 0;
        json_decref(msg);
    }
    CHECK_INT(states, 1);
    CHECK_INT(stale, 4);
    leave(&a, &b);
}

static const struct test tests[] = {
    {"create, watch", test_create},
    {"create: errors", test_create_errors},
    {"ids of requests", test_ids},
    {"frames that are no messages", test_frames},
    {"tables: errors", test_table_errors},
    {"invitations", test_invites},
    {"presence and spectators", test_presence},
    {"bots for people", test_bots_for_people},
    {"an open seat to a bot", test_open_seat_to_bot},
    {"rename and chat", test_rename_and_chat},
    {"act", test_act},
    {"undo", test_undo},
    {"takeback by consent", test_takeback},
    {"takeback alone", test_takeback_alone},
    {"earlier positions", test_at},
    {"a whole game and a rematch", test_whole_game_and_rematch},
    {"the record after the end", test_record},
    {"a long log comes in parts", test_long_log_in_parts},
    {"reconnect", test_reconnect},
    {"my tables", test_tables},
    {"too many tables", test_too_many_watches},
    {"a crowd", test_crowd},
    {"bots alone", test_bots_alone},
    {"messages wait their turn", test_messages_wait_their_turn},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    static const char *const options[] = {"--away", "2", NULL};
    test_begin("the server");
    bool up = CHECK(casata_find("signorie", &game)) && CHECK(kit_start(&kit, kit_program("casata"), options));
    test_end();
    if (up) kit_run(tests, sizeof tests / sizeof *tests);
    test_begin("the end of the server");
    CHECK_INT(kit_stop(&kit, SIGTERM), 0);
    test_end();
    if (test_failed())
        printf("log: %s\n", kit.log);
    else
        kit_remove(&kit);
    return test_report();
}
