/* server_seats_test.c: nobody is played out of a seat or a game: absence, taking back without those who are away,
 * what was hidden at the end, answers to questions that were replaced, invitations to seats that are taken. */
#include "casata/rules.h"
#include "server/kit.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* An absence that a slow machine cannot cause, and one that everybody soon reaches. */
static const char *const patient[] = {"--away", "3600", NULL};
static const char *const hasty[] = {"--away", "1", NULL};
static struct casata_game signorie, legacy, zhanguo;

/* --- people -------------------------------------------------------------------------------------------------- */

static bool restart(struct kit *k, const char *const *options, struct person *a, struct person *b) {
    return CHECK_INT(kit_stop(k, SIGTERM), 0) && CHECK(kit_restart(k, kit_program("casata"), options)) &&
           CHECK(person_come_back(a, k)) && (!b || CHECK(person_come_back(b, k)));
}

/* Asks until the other has been away long enough; the last answer. */
static const char *when_away(struct person *p, const char *request) {
    int64_t limit = kit_ms() + KIT_MS;
    const char *got = "not_away";
    while (strcmp(got, "not_away") == 0 && kit_ms() < limit) {
        got = person_try(p, request, p->table);
        usleep(20000);
    }
    return got;
}

static const char hand_over[] = "{'t':'to_bot','table':'%s','seat':1,'level':'paggio'}";

static const json_t *seat_of(const json_t *table, int seat) {
    return json_array_get(json_object_get(table, "seats"), (size_t)seat);
}

/* The table as the person sees it now. */
static json_t *table_now(struct person *p) {
    person_say(p, "{'t':'watch','table':'%s','token':'%s'}", p->table, p->token);
    json_t *table = person_hear(p, "table", KIT_MS);
    json_decref(person_hear(p, "state", KIT_MS));
    return table;
}

static const char *answer(struct person *p, int question, bool yes) {
    return person_try(p, "{'t':'answer','table':'%s','question':%d,'yes':%s}", p->table, question,
                      yes ? "true" : "false");
}

static const char *take_back(struct person *p, int ply) {
    return person_try(p, "{'t':'takeback','table':'%s','ply':%d}", p->table, ply);
}

/* --- absence ------------------------------------------------------------------------------------------------- */

static void test_just_seated(void) {
    struct kit k;
    struct person a, b;
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &signorie, &a, &b))
        return;
    CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
    json_t *table = table_now(&a);
    int64_t away = json_integer_value(json_object_get(seat_of(table, 1), "away"));
    CHECK(away > INT64_C(1600000000000)); /* a date of today, not of 1970 */
    CHECK_INT(json_integer_value(json_object_get(seat_of(table, 0), "away")), 0);
    json_decref(table);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Absence counts from when the seat was taken, not from when the table was made. */
static void test_seated_late(void) {
    struct kit k;
    struct person a, b;
    struct timespec now;
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK(person_open(&a, &k, &signorie, 1) && person_open(&b, &k, &signorie, 2));
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'Anna'},{'kind':'open'}]"));
    usleep(20000);
    clock_gettime(CLOCK_REALTIME, &now);
    CHECK(person_sit(&b, a.table, a.any, "Bela"));
    json_t *table = table_now(&a);
    int64_t away = json_integer_value(json_object_get(seat_of(table, 1), "away"));
    CHECK(away >= (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    json_decref(table);
    kit_part(&a, &b);
    kit_end(&k);
}

static void test_rematch_is_not_absence(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &signorie, &a, &b))
        return;
    CHECK(person_watch(&b));
    kit_play(at, 2, 5000);
    json_t *msg = person_ask(&a, "{'t':'rematch','table':'%s'}", a.table);
    snprintf(a.table, sizeof a.table, "%s", text_of(msg, "rematch"));
    json_decref(msg);
    CHECK(person_watch(&a)); /* Bela has not seen that there is another table */
    CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
    CHECK(restart(&k, patient, &a, NULL));
    CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
    kit_part(&a, &b);
    kit_end(&k);
}

/* A person who is really away can be replaced, and keeps the seat. */
static void test_really_away(void) {
    struct kit k;
    struct person a, b;
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &signorie, &a, &b)) return;
    CHECK_STR(when_away(&a, hand_over), "table");
    json_t *table = table_now(&a);
    CHECK(json_is_true(json_object_get(seat_of(table, 1), "owned")));
    json_decref(table);
    CHECK(person_watch(&b));
    CHECK_STR(person_try(&b, "{'t':'to_human','table':'%s'}", b.table), "table");
    usleep(1100000);
    CHECK_STR(person_try(&a, hand_over, a.table), "not_away"); /* they are here */
    person_close(&b);
    CHECK_STR(when_away(&a, hand_over), "table");
    kit_part(&a, &b);
    kit_end(&k);
}

static void set_date(const char *file, long long ms) {
    FILE *f = fopen(file, "w");
    if (!CHECK(f != NULL)) return;
    fprintf(f, "%lld", ms);
    fclose(f);
}

/* The clock on the wall jumps by a day; what was seen of an absence stays what it was. */
static void test_clock_jumps(void) {
    struct kit k;
    struct person a, b;
    char date[] = "/tmp/casata-date-XXXXXX";
    long long now = 1700000000000, day = 86400000;
    close(mkstemp(date));
    set_date(date, now);
    setenv("CASATA_TEST_DATE", date, 1);
    for (int back = 0; back < 2; back++) {
        if (!CHECK(kit_start(&k, kit_program("rigged_server"), back ? hasty : patient)) ||
            !kit_two_seated(&k, &signorie, &a, &b))
            break;
        CHECK(person_watch(&b));
        CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", b.table), "left");
        set_date(date, back ? now - day : now + day);
        if (back) /* the absence goes on */
            CHECK_STR(when_away(&a, hand_over), "table");
        else
            CHECK_STR(person_try(&a, hand_over, a.table), "not_away");
        kit_part(&a, &b);
        kit_end(&k);
    }
    unsetenv("CASATA_TEST_DATE");
    unlink(date);
}

/* --- taking back without those who are away ---------------------------------------------------------------------- */

static bool waits_for(struct person *p, int seat) {
    json_t *msg = person_ask(p, "{'t':'watch','table':'%s','token':'%s'}", p->table, p->token);
    const json_t *waiting = json_object_get(json_object_get(msg, "takeback"), "waiting");
    bool alone =
        json_array_size(waiting) == 1 && json_integer_value(json_array_get(waiting, 0)) == (json_int_t)seat;
    json_decref(msg);
    return alone;
}

/* One leaves and is replaced by a bot: the other cannot go back past what was decided in that seat. */
static void test_takeback_past_the_absent(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &signorie, &a, &b)) return;
    CHECK(person_watch(&b));
    CHECK_INT(kit_play(at, 2, 12), 12);
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", b.table), "left");
    CHECK_STR(when_away(&a, hand_over), "table");
    struct person *alone[] = {&a};
    CHECK_INT(kit_play(alone, 1, 3), 3);
    while (!(a.to_act >> a.seat & 1)) /* the bot rests when she has to decide */
        if (!CHECK(person_reach(&a, a.ply + 1))) break;
    int ply = a.ply;
    CHECK_STR(take_back(&a, 3), "state");
    CHECK_INT(a.ply, ply);
    CHECK_INT(a.undos, 0);
    CHECK(waits_for(&a, 1));
    CHECK_STR(answer(&a, a.question, true), "no_question");
    CHECK(person_watch(&b)); /* a bot plays the seat, but the owner answers */
    CHECK_STR(answer(&b, b.question, false), "state");
    CHECK_STR(take_back(&a, 3), "state");
    CHECK_STR(answer(&b, a.question, true), "state");
    CHECK_INT(b.undos, 1);
    CHECK(b.ply < ply);
    kit_part(&a, &b);
    kit_end(&k);
}

/* The same for one decision after which nothing has become known. */
static void test_takeback_of_one_decision(void) {
    struct kit k;
    struct person a, b;
    int asked = 0;
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &signorie, &a, &b)) return;
    CHECK_STR(when_away(&a, hand_over), "table");
    while (asked < 8 && !a.over) {
        bool theirs = false;
        for (; !(a.to_act >> a.seat & 1) && !a.over; theirs = true)
            if (!CHECK(person_reach(&a, a.ply + 1))) return;
        int ply = a.ply;
        if (theirs && !a.over) {
            CHECK_STR(take_back(&a, ply - 1), "state");
            CHECK_INT(a.ply, ply);
            CHECK(waits_for(&a, 1));
            CHECK_STR(answer(&a, a.question, false), "state");
            asked++;
        }
        if (!a.over && !CHECK_STR(person_play(&a), "state")) break;
    }
    CHECK(asked > 0);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Chance is not drawn again without the owner either, even if the seat has decided nothing since. */
static void test_chance_is_not_drawn_again(void) {
    struct kit k;
    struct person a, b;
    struct person *alone[] = {&a};
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &legacy, &a, &b)) return;
    CHECK_STR(when_away(&a, hand_over), "table");
    bool found = false;
    int before = 0;
    for (int i = 0; !found && i < 400 && !a.over;
         i++) { /* until chance follows a move of hers, and she again */
        while (!(a.to_act >> a.seat & 1) && !a.over)
            if (!CHECK(person_reach(&a, a.ply + 1))) break;
        before = a.ply;
        if (!CHECK_INT(kit_play(alone, 1, 1), 1)) break;
        found = a.ply > before + 1 && a.to_act >> a.seat & 1 && a.undo == a.ply;
    }
    int ply = a.ply;
    CHECK(found);
    CHECK_STR(take_back(&a, before), "state");
    CHECK_INT(a.ply, ply);
    CHECK_INT(a.undos, 0);
    CHECK(waits_for(&a, 1));
    kit_part(&a, &b);
    kit_end(&k);
}

/* --- what was hidden ------------------------------------------------------------------------------------------------- */

/* The other is away; a bot plays the seat to the end, the record shows its cards, and now back to before. */
static void test_hidden_cards_of_the_absent(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b}, *alone[] = {&a};
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &legacy, &a, &b)) return;
    CHECK(person_watch(&b));
    CHECK_INT(kit_play(at, 2, 6), 6);
    int left = a.ply;
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", b.table), "left");
    CHECK_STR(when_away(&a, hand_over), "table");
    for (int i = 0; i < 1000 && !a.over; i++) kit_play(alone, 1, 10);
    CHECK(a.over);
    CHECK_STR(take_back(&a, a.ply - 1), "not_allowed"); /* the end itself has shown the patrons */
    CHECK_STR(person_try(&a, "{'t':'record','table':'%s'}", a.table), "record");
    CHECK_STR(take_back(&a, left), "not_allowed");
    CHECK_STR(take_back(&a, a.ply - 1), "not_allowed");
    CHECK(restart(&k, hasty, &a, NULL));
    CHECK_STR(take_back(&a, left), "not_allowed");
    CHECK_STR(take_back(&a, a.ply - 1), "not_allowed");
    CHECK_INT(a.undos, 0);
    kit_part(&a, &b);
    kit_end(&k);
}

/* An end that shows nothing is taken back by consent until somebody has read the record, a spectator too. */
static void test_record_ends_it(void) {
    struct kit k;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &zhanguo, &a, &b))
        return;
    CHECK(person_watch(&b) && person_open(&c, &k, &zhanguo, 3));
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c));
    for (int round = 0; round < 2; round++) {
        kit_play(at, 2, 5000);
        CHECK(a.over && person_reach(&b, a.ply));
        if (!CHECK_STR(take_back(&a, a.ply - 1), "state")) break;
        if (round == 0) {
            CHECK_STR(answer(&b, a.question, true), "state");
            CHECK(!b.over);
            CHECK(person_watch(&a));
        }
    }
    int question = a.question;
    CHECK_STR(person_try(&c, "{'t':'record','table':'%s'}", c.table), "record");
    CHECK_STR(answer(&b, question, true), "no_question"); /* it ended with that */
    CHECK_STR(take_back(&a, a.ply - 1), "not_allowed");
    CHECK_INT(kit_stop(&k, SIGKILL), 128 + SIGKILL);
    CHECK(kit_restart(&k, kit_program("casata"), patient) && person_come_back(&a, &k));
    CHECK_STR(take_back(&a, a.ply - 1), "not_allowed");
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* --- questions --------------------------------------------------------------------------------------------------------- */

/* A yes is meant for the question that was read. */
static void test_question_replaced(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &signorie, &a, &b))
        return;
    CHECK(person_watch(&b));
    CHECK_INT(kit_play(at, 2, 12), 12);
    int ply = a.ply;
    CHECK_STR(take_back(&a, ply - 1), "state");
    int harmless = a.question;
    CHECK_STR(take_back(&a, 3), "state");
    CHECK_STR(answer(&b, harmless, true), "no_question");
    CHECK(person_watch(&b));
    CHECK_INT(b.ply, ply);
    CHECK(b.question > harmless);
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','yes':true}", b.table), "bad_request");
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':'1','yes':true}", b.table),
              "bad_request");
    CHECK_STR(answer(&b, b.question + 1, true), "no_question");
    int asked = b.question;
    CHECK(restart(&k, patient, &a, &b));
    CHECK_INT(b.question, asked);
    CHECK_STR(answer(&b, asked, false), "state");
    CHECK_STR(take_back(&a, ply - 1), "state");
    CHECK(a.question > asked); /* no number comes twice */
    CHECK_STR(answer(&b, asked, true), "no_question");
    CHECK_STR(answer(&b, a.question, true), "state");
    CHECK_INT(b.undos, 1);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Who plays a seat has changed: what was asked before was asked of others. */
static void test_question_and_seats(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &signorie, &a, &b))
        return;
    CHECK(person_watch(&b));
    CHECK_INT(kit_play(at, 2, 12), 12);
    CHECK_STR(take_back(&a, 3), "state");
    CHECK_STR(person_try(&b, hand_over, b.table), "table");
    CHECK(person_watch(&a));
    CHECK_INT(a.question, 0);
    kit_part(&a, &b);
    kit_end(&k);
}

/* --- invitations ------------------------------------------------------------------------------------------------------- */

/* A code from a message of the server. */
static void code_of(const json_t *msg, int seat, char code[24]) {
    size_t i;
    json_t *invite;
    code[0] = 0;
    json_array_foreach(json_object_get(msg, "invites"), i, invite) if (int_of(invite, "seat") == seat)
        snprintf(code, 24, "%s", text_of(invite, "code"));
}

/* The host asks for a code for a seat; the number of the question to its owner, -1: none. */
static int reinvite(struct person *host, int seat, char code[24]) {
    json_t *msg = person_ask(host, "{'t':'reinvite','table':'%s','seat':%d}", host->table, seat);
    CHECK_STR(text_of(msg, "t"), "invites");
    CHECK(!json_object_get(msg, "any"));
    code_of(msg, seat, code);
    int question = int_of(msg, "question");
    json_decref(msg);
    return question;
}

static const char *try_to_sit(struct person *p, const char *table, const char *code) {
    return person_try(p, "{'t':'sit','table':'%s','code':'%s','name':'Cili'}", table, code);
}

static void test_open_seats(void) {
    struct kit k;
    struct person a, c;
    char first[24], second[24], renewed[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK(person_open(&a, &k, &signorie, 1) && person_open(&c, &k, &signorie, 3));
    CHECK(person_create(&a, "signorie",
                        "[{'kind':'me','name':'Anna'},{'kind':'open'},{'kind':'open'},{'kind':'bot','level':"
                        "'paggio'}]"));
    CHECK(person_watch(&a));
    snprintf(first, sizeof first, "%s", text_of(json_array_get(a.invites, 0), "code"));
    snprintf(second, sizeof second, "%s", text_of(json_array_get(a.invites, 1), "code"));
    /* One of them is renewed: the other stays, and the one for any seat does not open this one. */
    CHECK_INT(reinvite(&a, 1, renewed), -1);
    CHECK_STR(try_to_sit(&c, a.table, first), "bad_code");
    CHECK_STR(try_to_sit(&c, a.table, a.any), "bad_code");
    CHECK(person_sit(&c, a.table, renewed, "Cili"));
    CHECK_INT(c.seat, 1);
    /* All of them withdrawn. */
    json_t *msg = person_ask(&a, "{'t':'withdraw_invites','table':'%s'}", a.table);
    CHECK_STR(text_of(msg, "t"), "invites");
    CHECK_INT(json_array_size(json_object_get(msg, "invites")), 0);
    json_decref(msg);
    CHECK_STR(try_to_sit(&c, a.table, second), "bad_code");
    CHECK_STR(try_to_sit(&c, a.table, renewed), "taken");
    msg = person_ask(&a, "{'t':'invites','table':'%s'}", a.table);
    code_of(msg, 2, second);
    CHECK_STR(try_to_sit(&c, a.table, second), "seated");
    json_decref(msg);
    /* Errors. */
    CHECK(person_watch(&c));
    CHECK_STR(person_try(&c, "{'t':'reinvite','table':'%s','seat':2}", a.table), "not_allowed");
    CHECK_STR(person_try(&c, "{'t':'withdraw_invites','table':'%s'}", a.table), "not_allowed");
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':0}", a.table), "not_allowed");
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':3}", a.table), "not_allowed"); /* a bot */
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':4}", a.table), "bad_request");
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s'}", a.table), "bad_request");
    kit_part(&a, &c);
    kit_end(&k);
}

/* The owner is there: nothing happens without their consent. */
static void test_reinvite_by_consent(void) {
    struct kit k;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    char code[24], other[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), patient)) || !kit_two_seated(&k, &legacy, &a, &b)) return;
    CHECK(person_watch(&b) && person_open(&c, &k, &legacy, 3));
    CHECK_INT(kit_play(at, 2, 6), 6);
    int question = reinvite(&a, 1, code);
    CHECK(question > 0);
    json_t *table = table_now(&b);
    CHECK_INT(int_of(seat_of(table, 1), "reinvite"), question);
    json_decref(table);
    CHECK_STR(try_to_sit(&c, a.table, code), "taken");
    CHECK_STR(answer(&a, question, true), "no_question"); /* only the owner may say yes */
    CHECK_STR(answer(&b, question + 1, true), "no_question");
    CHECK_STR(answer(&b, question, false), "table");
    CHECK_STR(try_to_sit(&c, a.table, code), "bad_code");
    /* Withdrawn, in both ways. */
    question = reinvite(&a, 1, code);
    CHECK_STR(answer(&a, question, false), "table");
    CHECK_STR(answer(&b, question, true), "no_question");
    question = reinvite(&a, 1, code);
    CHECK_STR(person_try(&a, "{'t':'withdraw_invites','table':'%s'}", a.table), "invites");
    CHECK_STR(answer(&b, question, true), "no_question");
    /* Asked twice, a restart between: the number says which. */
    int before = reinvite(&a, 1, other);
    question = reinvite(&a, 1, code);
    CHECK(restart(&k, patient, &a, &b));
    person_close(&c);
    CHECK(person_open(&c, &k, &legacy, 3));
    CHECK_STR(answer(&b, before, true), "no_question");
    table = person_ask(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", b.table, question);
    CHECK_STR(text_of(table, "t"), "table");
    CHECK_INT(int_of(table, "you"), -1);
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "open");
    json_decref(table);
    /* The old windows only watch, and the old token opens nothing any more. */
    CHECK_STR(person_try(&b, "{'t':'chat','table':'%s','text':'x'}", b.table), "not_seated");
    CHECK_STR(person_try(&b, "{'t':'watch','table':'%s','token':'%s'}", b.table, b.token), "bad_token");
    CHECK_STR(try_to_sit(&c, a.table, other), "bad_code");
    CHECK(person_sit(&c, a.table, code, "Cili") && person_watch(&c));
    CHECK_INT(c.seat, 1);
    struct person *now[] = {&a, &c};
    CHECK_INT(kit_play(now, 2, 6), 6);
    CHECK_STR(take_back(&a, 3), "state"); /* the seat went to her with all that was decided in it */
    CHECK_STR(answer(&c, a.question, true), "state");
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* The owner is away: the seat is free at once, and its decisions stay. */
static void test_reinvite_of_the_absent(void) {
    struct kit k;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    char code[24];
    if (!CHECK(kit_start(&k, kit_program("casata"), hasty)) || !kit_two_seated(&k, &signorie, &a, &b)) return;
    CHECK(person_watch(&b) && person_open(&c, &k, &signorie, 3));
    CHECK_INT(kit_play(at, 2, 8), 8);
    CHECK(reinvite(&a, 1, code) > 0);
    person_close(&b);
    int64_t limit = kit_ms() + KIT_MS;
    while (reinvite(&a, 1, code) > 0 && kit_ms() < limit) usleep(20000);
    int ply = a.ply;
    json_t *table = table_now(&a);
    CHECK_STR(text_of(seat_of(table, 1), "kind"), "open");
    CHECK_STR(text_of(seat_of(table, 1), "name"), "Bela");
    CHECK(!json_object_get(seat_of(table, 1), "reinvite"));
    json_decref(table);
    CHECK_STR(take_back(&a, ply - 1), "nothing_to_undo");
    CHECK_STR(person_try(&a, hand_over, a.table), "table"); /* nor when nobody is left to be asked */
    CHECK_STR(take_back(&a, ply - 1), "nothing_to_undo");
    CHECK_STR(person_try(&a, "{'t':'reinvite','table':'%s','seat':1}", a.table), "not_allowed");
    CHECK_STR(try_to_sit(&c, a.table, code), "taken");
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* --- limits ------------------------------------------------------------------------------------------------------------ */

static void test_rate_has_the_id(void) {
    static const char *const narrow[] = {"--rate", "5", NULL};
    struct kit k;
    struct person p;
    size_t n;
    int answered = 0, refused = 0;
    if (!CHECK(kit_start(&k, kit_program("casata"), narrow)) || !CHECK(person_open(&p, &k, &signorie, 1)))
        return;
    for (int i = 0; i < 40; i++) person_say(&p, "{'t':'ping','text':'\\\",\\'id\\':99','id':{'n':%d}}", i);
    for (int i = 0; i < 40; i++) {
        const char *text = ws_wait(&p.ws, &n, KIT_MS);
        if (!CHECK(text != NULL)) break;
        json_t *msg = json_loadb(text, n, 0, NULL);
        answered += int_of(json_object_get(msg, "id"), "n") == i;
        refused += strcmp(text_of(msg, "code"), "rate") == 0;
        json_decref(msg);
    }
    CHECK_INT(answered, 40);
    CHECK(refused > 0);
    person_close(&p);
    kit_end(&k);
}

/* --- a database of the time before questions had numbers -------------------------------------------------------------- */

static void run_file(const char *db, const char *file) {
    char *text = calloc(1, 1 << 20), *wrong = NULL;
    FILE *f = fopen(file, "r");
    sqlite3 *q;
    CHECK(f && fread(text, 1, (1 << 20) - 1, f) > 0);
    CHECK_INT(sqlite3_open(db, &q), SQLITE_OK);
    CHECK_INT(sqlite3_exec(q, text, NULL, NULL, &wrong), SQLITE_OK);
    if (wrong) printf("%s\n", wrong);
    sqlite3_close(q);
    if (f) fclose(f);
    free(text);
}

static int number_in(const char *db, const char *text) {
    sqlite3 *q;
    sqlite3_stmt *st = NULL;
    int number = -1;
    CHECK_INT(sqlite3_open(db, &q), SQLITE_OK);
    if (CHECK_INT(sqlite3_prepare_v2(q, text, -1, &st, NULL), SQLITE_OK) && sqlite3_step(st) == SQLITE_ROW)
        number = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(q);
    return number;
}

static bool open_seat(struct person *p, const struct kit *k, const struct casata_game *g, const char *table,
                      const char *token, int seat) {
    bool ok = person_open(p, k, g, 4);
    snprintf(p->table, sizeof p->table, "%s", table);
    snprintf(p->token, sizeof p->token, "%s", token);
    p->seat = seat;
    return ok && person_watch(p);
}

enum { SCHEMA = 5 };

static void test_first_schema(void) {
    static const char running[] = "cBND9K84t1bMlIXLoROLhA", finished[] = "AJbGJCtneHHfXJ9WXARJsw";
    static const char anna[] = "r_94T4418h7GbvWDQKHNABHFbWKQlN-eAlT2Vx3qZAU",
                      bela[] = "5F_vVfbyRyi7IiTwTvNhujLd2PdiAfU4ZJ3F2kvidJo",
                      cili[] = "cYJ9EJ8LJHRFKtElVn3dJ7bawkJufxKy1VZRF7deXxE";
    struct kit k;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), patient))) return;
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    unlink(k.db);
    run_file(k.db, TESTS_DIR "/server/schema_1.sql");
    CHECK_INT(number_in(k.db, "SELECT version FROM schema_version"), 1);
    if (!CHECK(kit_restart(&k, kit_program("casata"), patient)) ||
        !CHECK(open_seat(&a, &k, &signorie, running, anna, 0)) ||
        !CHECK(open_seat(&b, &k, &signorie, running, bela, 1)))
        return;
    json_t *table = table_now(&a);
    if (int_of(table, "first") == 0) { /* the rules are still those of then: the question stands */
        CHECK_INT(a.question, 1);
        CHECK_STR(answer(&b, 1, true), "state");
        CHECK_INT(b.undos, 1);
        CHECK(person_watch(&a));
    }
    json_decref(table);
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK_STR(take_back(&a, a.ply - 1), "state");
    CHECK_STR(answer(&b, a.question, true), "state");
    /* The record of a game that was over then may have been read. */
    CHECK(open_seat(&c, &k, &legacy, finished, cili, 0));
    CHECK(c.over);
    kit_part(&a, &b);
    person_close(&c);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    CHECK_INT(number_in(k.db, "SELECT version FROM schema_version"), SCHEMA);
    CHECK_INT(number_in(k.db, "SELECT record_open FROM tables WHERE game='legacy'"), 1);
    CHECK_INT(number_in(k.db, "SELECT record_open FROM tables WHERE game='signorie'"), 0);
    kit_remove(&k);
}

/* A stored database of a schema since the second: a running table of Signorie between Anna and Bela, and a finished one of
 * Legacy, whose first seat looks at it. */
struct old_database {
    const char *file, *running, *finished;
    const char *anna, *bela, *first; /* tokens */
    const char *hash;
    int version, ply, undos, question, chats; /* of the running table, chats: of all */
    int over_ply;                             /* of the finished one */
};

static bool start_on(struct kit *k, const struct old_database *o) {
    char path[200];
    if (!CHECK(kit_start(k, kit_program("casata"), patient))) return false;
    CHECK_INT(kit_stop(k, SIGTERM), 0);
    unlink(k->db);
    snprintf(path, sizeof path, TESTS_DIR "/server/%s", o->file);
    run_file(k->db, path);
    CHECK_INT(number_in(k->db, "SELECT version FROM schema_version"), o->version);
    return CHECK(kit_restart(k, kit_program("casata"), patient));
}

/* The log, what was taken back, chat, the question and the snapshots are all there; the game goes on. */
static void check_old(const struct kit *k, const struct old_database *o) {
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    if (!CHECK(open_seat(&a, k, &signorie, o->running, o->anna, 0)) ||
        !CHECK(open_seat(&b, k, &signorie, o->running, o->bela, 1)))
        return;
    CHECK_INT(a.ply, o->ply);
    json_t *table = table_now(&a);
    if (int_of(table, "first") == 0) { /* the rules are still those of then */
        CHECK_STR(a.hash, o->hash);
        CHECK_INT(a.undos, o->undos);
        CHECK_INT(a.question, o->question);
        struct person *asked = a.to_act & 1 ? &b : &a;
        CHECK_STR(answer(asked, o->question, true), "state");
        CHECK_INT(asked->undos, o->undos + 1);
        CHECK(person_watch(&a) && person_watch(&b));
    }
    json_decref(table);
    CHECK_INT(number_in(k->db, "SELECT count(*) FROM chat"), o->chats);
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'and on'}", a.table), "chat");
    CHECK_INT(number_in(k->db, "SELECT max(n) FROM chat"), 2);
    CHECK_INT(kit_play(at, 2, 4), 4);
    CHECK(open_seat(&c, k, &legacy, o->finished, o->first, 0));
    CHECK(c.over);
    CHECK_INT(c.ply, o->over_ply);
    kit_part(&a, &b);
    person_close(&c);
}

static void end_old(struct kit *k) {
    CHECK_INT(kit_stop(k, SIGTERM), 0);
    CHECK_INT(number_in(k->db, "SELECT version FROM schema_version"), SCHEMA);
    kit_remove(k);
}

/* Changes without numbers. */
static void test_second_schema(void) {
    static const struct old_database o = {.file = "schema_2.sql",
                                          .running = "KkWlSJCVvEk_cS1ecLsojQ",
                                          .finished = "piyL-NvFvTrScsDC1aN5YQ",
                                          .anna = "nRnQ-3F2Dr6ZX3EbVGMB7yzhinB_ICHItNEwMs40s50",
                                          .bela = "BjWRqXxaQ7PsXe1_oxXb39pNFb0DheI7KR0kJbNO7kA",
                                          .first = "QvhlJ4jh_HQpvafetSSbfMQzzAt1JmvbBoC1Nlogi30",
                                          .hash = "3d68f7c0c4533b18",
                                          .version = 2,
                                          .ply = 51,
                                          .undos = 1,
                                          .question = 2,
                                          .chats = 3,
                                          .over_ply = 196};
    struct kit k;
    if (!start_on(&k, &o)) return;
    check_old(&k, &o);
    end_old(&k);
}

/* Numbered changes, and a packed table. */
static void test_third_schema(void) {
    static const struct old_database o = {.file = "schema_3.sql",
                                          .running = "g45xc1IXrPBMaQu2tR49sQ",
                                          .finished = "ZIiah5P2jvyjvJhk7c61-Q",
                                          .anna = "K2x6l8PakMdEws9e_OXKRyoQnC3TRRzD26ke08FwDes",
                                          .bela = "DpkPn3lGnVanG0YhwRfLEPFjzOhgawE3R-DAdL2MEV4",
                                          .first = "itilxQdctLvphFjpu9fQrXcmklwdDmWw3Righd--V2g",
                                          .hash = "17935eb49cede09d",
                                          .version = 3,
                                          .ply = 84,
                                          .undos = 1,
                                          .question = 2,
                                          .chats = 2,
                                          .over_ply = 223};
    struct kit k;
    if (!start_on(&k, &o)) return;
    check_old(&k, &o);
    end_old(&k);
}

/* Also a link to a seat, which is made good for longer here, and a table that ended when a seat resigned. */
static void test_fourth_schema(void) {
    static const struct old_database o = {.file = "schema_4.sql",
                                          .running = "AbpV6HnkbTVYglL3Wd6K3A",
                                          .finished = "08VzbNK9gkjgq4GEw6-hqw",
                                          .anna = "epk0BOnEW199YzFv1GklF5h3_bQXrUbPhyd0qwhYleY",
                                          .bela = "NXtfpnuKbMzkq2evibqtadHZx1Xh2Od6McPdPX8Ej5s",
                                          .first = "xzeLLlNIN7qLpS0cLFuI9fmXFUXxQOHsNklkxwQ2fD4",
                                          .hash = "9156d8a4e54e0d1d",
                                          .version = 4,
                                          .ply = 73,
                                          .undos = 1,
                                          .question = 2,
                                          .chats = 2,
                                          .over_ply = 128};
    static const char resigned[] = "ynoclWQ6XvQ9VjKtwk1Mtw",
                      stayed[] = "atkM0tz7O3XZ1n57qR2m-R8664kht0bY5CHDDgx1zSM";
    struct kit k;
    struct person p;
    if (!start_on(&k, &o)) return;
    CHECK(open_seat(&p, &k, &signorie, resigned, stayed, 0));
    CHECK(p.over);
    CHECK_INT(p.ply, 34);
    json_t *table = table_now(&p);
    CHECK_INT(int_of(json_array_get(json_object_get(table, "seats"), 1), "resigned"), 34);
    json_decref(table);
    kit_sql(k.db, "UPDATE seats SET link_until=9000000000000 WHERE link_until>0");
    table = person_ask(&p, "{'t':'seat_take','table':'%s','code':'6xcdtAMlWmf6wvcCe4dIDw'}", o.running);
    CHECK_STR(text_of(table, "token"), o.anna);
    json_decref(table);
    person_close(&p);
    check_old(&k, &o);
    end_old(&k);
}

static const struct test tests[] = {
    {"a seat just taken is not long absent", test_just_seated},
    {"absence begins with the seat", test_seated_late},
    {"nor is one of a rematch", test_rematch_is_not_absence},
    {"who is really away can be replaced", test_really_away},
    {"the clock on the wall jumps", test_clock_jumps},
    {"back past what an absent player decided", test_takeback_past_the_absent},
    {"nor one decision of theirs", test_takeback_of_one_decision},
    {"chance is not drawn again without the absent", test_chance_is_not_drawn_again},
    {"the hidden cards of an absent player", test_hidden_cards_of_the_absent},
    {"who has read the record does not play on from before", test_record_ends_it},
    {"an answer names its question", test_question_replaced},
    {"a question ends when a seat changes hands", test_question_and_seats},
    {"invitations to open seats", test_open_seats},
    {"an invitation to a taken seat, by consent", test_reinvite_by_consent},
    {"an invitation to the seat of somebody absent", test_reinvite_of_the_absent},
    {"a rate error has the id of its request", test_rate_has_the_id},
    {"a database of the first schema", test_first_schema},
    {"a database of the second schema", test_second_schema},
    {"a database of the third schema", test_third_schema},
    {"a database of the fourth schema", test_fourth_schema},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    if (!casata_find("signorie", &signorie) || !casata_find("legacy", &legacy) ||
        !casata_find("zhanguo", &zhanguo))
        return 1;
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
