/* server_store_test.c: what is kept: through restarts, idle times, full disks, new rules and backups of a live
 * database. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct casata_game game;

/* --- looking into the database ----------------------------------------------------------------------------------- */

static bool file_contains(const char *path, const char *text) {
    FILE *f = fopen(path, "rb");
    char *bytes = malloc(1 << 24);
    size_t n = f && bytes ? fread(bytes, 1, 1 << 24, f) : 0;
    bool found = n > 0 && memmem(bytes, n, text, strlen(text));
    if (f) fclose(f);
    free(bytes);
    return found;
}

/* --- restart ------------------------------------------------------------------------------------------------------ */

static void test_restart(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 15), 15);
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'see you tomorrow'}", a.table), "chat");
    CHECK_STR(person_try(&b, "{'t':'rename','table':'%s','name':'Béla'}", a.table), "table");
    CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s','ply':5}", a.table), "state");
    int ply = a.ply;
    char hash[20];
    memcpy(hash, a.hash, sizeof hash);
    for (int round = 0; round < 2; round++) { /* an orderly end, and none */
        CHECK_INT(kit_stop(&k, round ? SIGKILL : SIGTERM), round ? 128 + SIGKILL : 0);
        CHECK(kit_restart(&k, kit_program("casata"), NULL));
        CHECK(person_come_back(&a, &k) && person_come_back(&b, &k));
        CHECK_INT(a.ply, ply);
        CHECK_STR(a.hash, hash);
        CHECK_STR(b.hash, hash);
    }
    person_say(&a, "{'t':'watch','table':'%s','token':'%s'}", a.table, a.token);
    json_t *table = person_hear(&a, "table", KIT_MS), *chat = person_hear(&a, "chat", KIT_MS),
           *state = person_hear(&a, "state", KIT_MS);
    CHECK_STR(text_of(json_array_get(json_object_get(table, "seats"), 1), "name"), "Béla");
    CHECK_STR(text_of(json_array_get(json_object_get(chat, "entries"), 0), "text"), "see you tomorrow");
    CHECK_INT(int_of(json_object_get(state, "takeback"), "ply"), 5);
    json_decref(table);
    json_decref(chat);
    json_decref(state);
    CHECK_STR(person_try(&b, "{'t':'answer','table':'%s','question':%d,'yes':true}", b.table, b.question),
              "state"); /* undone for good */
    int undone = b.ply;
    kit_stop(&k, SIGKILL);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(person_come_back(&a, &k) && person_come_back(&b, &k));
    CHECK_INT(a.ply, undone);
    CHECK_INT(a.undos, 1);
    CHECK_STR(a.hash, b.hash);
    CHECK_INT(kit_play(at, 2, 5), 5);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Only hashes of secrets are kept. */
static void test_secrets(void) {
    struct kit k;
    struct person a, b;
    char wal[240];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    snprintf(wal, sizeof wal, "%s-wal", k.db);
    CHECK(file_contains(wal, "Anna"));
    CHECK(!file_contains(wal, a.token) && !file_contains(wal, b.token) && !file_contains(wal, a.any));
    CHECK(!file_contains(wal, text_of(json_array_get(a.invites, 0), "code")));
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    CHECK(file_contains(k.db, "Anna") && !file_contains(k.db, a.token) && !file_contains(k.db, a.any));
    kit_part(&a, &b);
    kit_remove(&k);
}

/* A table that nobody watches leaves the memory, and comes back when somebody does. */
static void test_idle(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    static const char *const options[] = {"--idle", "0", NULL};
    if (!CHECK(kit_start(&k, kit_program("casata"), options)) || !kit_two(&k, &game, &a, &b)) return;
    for (int i = 0; i < 3; i++) {
        CHECK_INT(kit_play(at, 2, 4), 4);
        char hash[20];
        memcpy(hash, a.hash, sizeof hash);
        CHECK_STR(person_try(&a, "{'t':'leave_table','table':'%s'}", a.table), "left");
        CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", a.table), "left");
        int64_t end = kit_ms() + KIT_MS;
        long long saved = -1;
        while (saved != a.ply && kit_ms() < end) { /* the snapshot is written when it leaves */
            usleep(20000);
            saved = kit_sql(k.db, "SELECT ply FROM positions WHERE kind='snapshot'");
        }
        CHECK_INT(saved, a.ply);
        CHECK(person_watch(&a) && person_watch(&b));
        CHECK_STR(a.hash, hash);
    }
    kit_part(&a, &b);
    kit_end(&k);
}

/* --- a full disk --------------------------------------------------------------------------------------------------- */

static void test_full_disk(void) {
    struct kit k;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    char action[CASATA_ACTION_TEXT], hash[20];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK(person_open(&c, &k, &game, 3));
    CHECK_INT(kit_play(at, 2, 8), 8);
    int ply = a.ply;
    memcpy(hash, a.hash, sizeof hash);
    kit_limit_files(&k, kit_file_size(&k, "-wal")); /* the log of the database may not grow any more */
    struct person *m = a.to_act & 1 ? &a : &b, *o = m == &a ? &b : &a;
    for (int i = 0; i < 3; i++) {
        CHECK(person_choose(m, action));
        CHECK_STR(person_try(m, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", a.table, ply, action),
                  "store");
        json_t *state = person_hear(m, "state", KIT_MS); /* the true one follows */
        CHECK_INT(int_of(state, "ply"), ply);
        CHECK_STR(text_of(state, "hash"), hash);
        json_decref(state);
    }
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'x'}", a.table), "store");
    CHECK_STR(person_try(&a, "{'t':'rename','table':'%s','name':'X'}", a.table), "store");
    CHECK_STR(person_try(&c, "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}]}"),
              "store");
    CHECK_STR(person_try(&c, "{'t':'watch','table':'%s'}", a.table), "state"); /* reading goes on */
    CHECK_STR(person_try(o, "{'t':'at','table':'%s','ply':3}", a.table), "at");
    person_listen(o, 50);
    CHECK_INT(o->ply, ply);
    kit_limit_files(&k, KIT_UNLIMITED);
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_STR(a.hash, hash);
    CHECK_INT(kit_play(at, 2, 6), 6);
    memcpy(hash, a.hash, sizeof hash);
    kit_stop(&k, SIGKILL);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(person_come_back(&a, &k));
    CHECK_STR(a.hash, hash);
    kit_part(&a, &b);
    person_close(&c);
    kit_end(&k);
}

/* Bots rest while nothing can be stored, and go on afterwards. */
static void test_full_disk_bots(void) {
    struct kit k;
    struct person p;
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !CHECK(person_open(&p, &k, &game, 1))) return;
    CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'}]"));
    CHECK(person_watch(&p));
    while (!(p.to_act & 1))
        if (!CHECK(person_reach(&p, p.ply + 1))) break;
    kit_limit_files(&k, kit_file_size(&k, "-wal"));
    CHECK_STR(person_try(&p, "{'t':'to_bot','table':'%s','seat':0,'level':'paggio'}", p.table), "store");
    kit_limit_files(&k, KIT_UNLIMITED);
    CHECK_STR(person_try(&p, "{'t':'to_bot','table':'%s','seat':0,'level':'paggio'}", p.table), "table");
    CHECK(person_reach(&p, p.ply + 20));
    kit_limit_files(&k, kit_file_size(&k, "-wal")); /* in the middle of their play */
    usleep(100000);
    kit_limit_files(&k, KIT_UNLIMITED);
    int64_t end = kit_ms() + 60000;
    while (!p.over && kit_ms() < end)
        if (!CHECK(person_reach(&p, p.ply + 1))) break;
    CHECK(p.over);
    person_close(&p);
    kit_end(&k);
}

/* --- other rules, damage, backup ----------------------------------------------------------------------------------------- */

static void test_new_rules(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char hash[20];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 12), 12);
    memcpy(hash, a.hash, sizeof hash);
    int ply = a.ply;
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_sql(k.db,
            "UPDATE tables SET rules_version=rules_version-1"); /* as if this program were a newer one */
    for (int i = 0; i < 2; i++) {
        CHECK(kit_restart(&k, kit_program("casata"), NULL));
        CHECK(person_come_back(&a, &k) && person_come_back(&b, &k));
        CHECK_INT(a.ply, ply);
        CHECK_STR(a.hash, hash);
        person_say(&a, "{'t':'watch','table':'%s','token':'%s'}", a.table, a.token);
        json_t *table = person_hear(&a, "table", KIT_MS), *log = person_hear(&a, "log", KIT_MS);
        int first = int_of(table, "first");
        CHECK(i ? first > 0 && first < ply : first == ply);
        CHECK_INT(int_of(log, "from"), first);
        CHECK_STR(person_try(&a, "{'t':'at','table':'%s','ply':%d}", a.table, first - 1), "bad_request");
        CHECK_STR(person_try(&a, "{'t':'at','table':'%s','ply':%d}", a.table, first), "at");
        json_decref(table);
        json_decref(log);
        CHECK_INT(kit_play(at, 2, 6), 6);
        memcpy(hash, a.hash, sizeof hash);
        ply = a.ply;
        kit_stop(&k, SIGKILL);
    }
    /* Without a snapshot of the last position there is no way on. */
    kit_sql(k.db, "UPDATE tables SET rules_version=rules_version-1");
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(!person_come_back(&a, &k));
    CHECK_STR(person_try(&a, "{'t':'watch','table':'%s'}", a.table), "old_rules");
    kit_part(&a, &b);
    kit_end(&k);
}

static void test_damage(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char *argv[] = {(char *)kit_program("casata"), "serve", "--port", "0", "--db", NULL, "--no-web", NULL},
         text[2000];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 6), 6);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_sql(k.db, "CREATE TABLE kept AS SELECT * FROM change");
    kit_sql(k.db, "UPDATE change SET entry=CAST(x'00'||substr(entry, 2) AS BLOB) WHERE n=5");
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    person_close(&a);
    CHECK(person_open(&a, &k, &game, 1));
    char table[24];
    memcpy(table, b.table, sizeof table);
    CHECK_STR(person_try(&a, "{'t':'watch','table':'%s'}", table), "damaged");
    CHECK(person_create(&a, "signorie",
                        "[{'kind':'me','name':'A'},{'kind':'open'}]")); /* others are not hurt */
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_sql(k.db, "REPLACE INTO change SELECT * FROM kept");
    kit_sql(k.db, "DELETE FROM change WHERE n=3");
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    person_close(&a);
    CHECK(person_open(&a, &k, &game, 1));
    CHECK_STR(person_try(&a, "{'t':'watch','table':'%s'}", table), "damaged");
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    argv[5] = k.db;
    kit_sql(k.db, "UPDATE schema_version SET version=99");
    CHECK_INT(process_run(argv, text, sizeof text), 1);
    CHECK_PART("newer version", text);
    kit_sql(k.db, "UPDATE schema_version SET version=1");
    kit_sql(k.db, "PRAGMA application_id=7");
    CHECK_INT(process_run(argv, text, sizeof text), 1);
    CHECK_PART("another program", text);
    kit_part(&a, &b);
    kit_remove(&k);
}

/* A copy made while people play is a whole database. */
static void test_live_backup(void) {
    struct kit k, copy;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char text[300];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 10), 10);
    int ply = a.ply;
    copy = k;
    copy.process = (struct process){0};
    snprintf(copy.db, sizeof copy.db, "%s/copy.db", k.dir);
    snprintf(text, sizeof text, "VACUUM INTO '%s'", copy.db);
    kit_sql(k.db, text);
    CHECK_INT(kit_play(at, 2, 10), 10);
    CHECK(kit_restart(&copy, kit_program("casata"), NULL)); /* alongside the other */
    struct person c = {.seat = -1};
    CHECK(person_open(&c, &copy, &game, 1));
    memcpy(c.table, a.table, sizeof c.table);
    memcpy(c.token, a.token, sizeof c.token);
    CHECK(person_watch(&c));
    CHECK_INT(c.ply, ply);
    json_t *at_ply = person_ask(&b, "{'t':'at','table':'%s','ply':%d}", b.table, ply);
    CHECK_STR(c.hash, text_of(at_ply, "hash"));
    json_decref(at_ply);
    kit_part(&a, &b);
    person_close(&c);
    CHECK_INT(kit_stop(&copy, SIGTERM), 0);
    kit_end(&k);
}

static const struct test tests[] = {
    {"restart", test_restart},
    {"only hashes of secrets are kept", test_secrets},
    {"idle tables leave and come back", test_idle},
    {"a full disk", test_full_disk},
    {"a full disk and bots", test_full_disk_bots},
    {"new rules", test_new_rules},
    {"damage", test_damage},
    {"a backup of a live database", test_live_backup},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    casata_find("signorie", &game);
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
