/* server_trouble_test.c: a store in trouble: full, locked, read-only, gone or replaced, shared with a second server, left
 * behind by a crash. The server must not acknowledge what is not kept, must say how it is, and must recover by itself. */
#define _GNU_SOURCE
#include "server/kit.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STOP_MS = 15000 }; /* what a stop may take at most, even with a locked database */
static struct casata_game game;

/* --- people and files ------------------------------------------------------------------------------------------ */

static struct person *mover(struct person *a, struct person *b) { return a->to_act & 1u ? a : b; }

static const char *beside(const struct kit *k, const char *ending) {
    static char path[2][240];
    static int turn;
    snprintf(path[turn ^= 1], sizeof path[0], "%s%s", k->db, ending);
    return path[turn];
}

static bool copy_file(const char *from, const char *to) {
    static char bytes[1 << 22];
    int in = open(from, O_RDONLY), out = open(to, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    ssize_t n = read(in, bytes, sizeof bytes);
    bool ok = n >= 0 && write(out, bytes, (size_t)n) == n;
    close(in);
    close(out);
    return ok;
}

/* Another program holds the database for itself until the connection is closed. */
static sqlite3 *hold(const struct kit *k) {
    sqlite3 *db = NULL;
    bool ok = sqlite3_open(k->db, &db) == SQLITE_OK && sqlite3_busy_timeout(db, 10000) == SQLITE_OK &&
              sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK;
    CHECK(ok);
    return db;
}

/* --- health ---------------------------------------------------------------------------------------------------- */

static void test_health_full(void) {
    struct kit k;
    struct person a, b;
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK(kit_reach_health(&k, "ok\n"));
    kit_limit_files(&k, kit_file_size(&k, "-wal"));
    CHECK_STR(person_play(mover(&a, &b)), "store");
    int status;
    CHECK_STR(kit_health(&k, &status), "full");
    CHECK_INT(status, 503);
    kit_limit_files(&k, KIT_UNLIMITED);
    CHECK(kit_reach_health(&k, "ok\n")); /* without anybody's move */
    kit_limit_files(&k, kit_file_size(&k, "-wal"));
    CHECK(kit_reach_health(&k, "full")); /* the same */
    kit_limit_files(&k, KIT_UNLIMITED);
    CHECK(kit_reach_health(&k, "ok\n"));
    CHECK_STR(person_play(mover(&a, &b)), "state");
    kit_part(&a, &b);
    kit_end(&k);
}

/* A lock of another program: writing fails, tables can still be read. */
static void test_health_locked(void) {
    static const char *const options[] = {"--idle", "0", NULL};
    struct kit k;
    struct person a, b;
    if (!CHECK(kit_start(&k, kit_program("casata"), options)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_STR(person_try(&a, "{'t':'leave_table','table':'%s'}", a.table), "left");
    CHECK_STR(person_try(&b, "{'t':'leave_table','table':'%s'}", a.table), "left");
    int64_t end = kit_ms() + KIT_MS;
    while (kit_sql(k.db, "SELECT count(*) FROM positions") < 1 && kit_ms() < end) usleep(20000);
    sqlite3 *lock = hold(&k);
    CHECK(kit_reach_health(&k, "locked"));
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_STR(person_play(mover(&a, &b)), "store");
    sqlite3_close(lock);
    CHECK(kit_reach_health(&k, "ok\n"));
    CHECK_STR(person_play(mover(&a, &b)), "state");
    kit_part(&a, &b);
    kit_end(&k);
}

/* Who leaves while a move is being stored has left for the others too, once it is. */
static void test_gone_while_storing(void) {
    struct kit k;
    struct person a, b;
    char text[CASATA_ACTION_TEXT];
    bool gone = false;
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    struct person *stays = mover(&a, &b), *leaves = stays == &a ? &b : &a;
    sqlite3 *lock = hold(&k);
    CHECK(person_choose(stays, text));
    person_say(stays, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", stays->table, stays->ply, text);
    usleep(200000);
    person_close(leaves);
    usleep(200000);
    sqlite3_close(lock);
    for (json_t *msg; !gone && (msg = person_hear(stays, "presence", KIT_MS)); json_decref(msg))
        gone = json_is_false(json_array_get(json_object_get(msg, "online"), (size_t)leaves->seat));
    CHECK(gone);
    person_close(stays);
    kit_end(&k);
}

/* Does the process have this library? */
static bool has_loaded(const struct kit *k, const char *library) {
    char path[64], line[4200];
    bool found = false;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)k->process.pid);
    FILE *f = fopen(path, "r");
    while (f && !found && fgets(line, sizeof line, f)) found = strstr(line, library) != NULL;
    if (f) fclose(f);
    return found;
}

static bool start_on_fragile_disk(struct kit *k, const char *flag) {
    setenv("CASATA_TEST_READ_ONLY", flag, 1);
    setenv("LD_PRELOAD", kit_program("read_only_disk.so"), 1);
    bool ok = CHECK(kit_start(k, kit_program("casata"), NULL));
    unsetenv("LD_PRELOAD");
    unsetenv("CASATA_TEST_READ_ONLY");
    return ok;
}

/* A file system that became read-only after an error and was repaired: read-only for root too. */
static void test_health_read_only(void) {
    struct kit k;
    struct person a, b;
    char flag[64];
    snprintf(flag, sizeof flag, "/tmp/casata-read-only-%d", (int)getpid());
    if (!start_on_fragile_disk(&k, flag)) return;
    if (has_loaded(&k, "read_only_disk.so") && kit_two(&k, &game, &a, &b)) {
        CHECK(kit_reach_health(&k, "ok\n"));
        close(open(flag, O_CREAT | O_WRONLY, 0600));
        CHECK_STR(person_play(mover(&a, &b)), "store");
        CHECK(kit_reach_health(&k, "read-only"));
        CHECK(unlink(flag) == 0);
        CHECK(kit_reach_health(&k, "ok\n"));
        CHECK_STR(person_play(mover(&a, &b)), "state");
        person_close(&a);
        person_close(&b);
    } else if (!test_failed()) {
        puts("not checked: a read-only file system; no library can be loaded into the server here");
    }
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_remove(&k);
}

/* --- a database that is no longer in its place ------------------------------------------------------------------- */

static void test_moved(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 5), 5);
    char away[240], hash[20];
    snprintf(away, sizeof away, "%s", beside(&k, ".away"));
    CHECK(rename(k.db, away) == 0);
    CHECK_STR(person_play(mover(&a, &b)), "store"); /* not acknowledged */
    CHECK(kit_reach_health(&k, "gone"));
    CHECK(rename(away, k.db) == 0); /* back: the server goes on with it */
    CHECK(kit_reach_health(&k, "ok\n"));
    CHECK(person_watch(&a) && person_watch(&b));
    CHECK_STR(a.hash, b.hash);
    CHECK_INT(kit_play(at, 2, 5), 5);
    memcpy(hash, a.hash, sizeof hash);
    kit_stop(&k, SIGKILL);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(person_come_back(&a, &k));
    CHECK_STR(a.hash, hash);
    kit_part(&a, &b);
    kit_end(&k);
}

/* Another file under its name, or one of the files next to it gone: refused until the server is started again. */
static void test_replaced(void) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        struct kit k;
        struct person a, b;
        char name[240], copy[240];
        if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
        snprintf(name, sizeof name, "%s", beside(&k, endings[i]));
        snprintf(copy, sizeof copy, "%s", beside(&k, ".copy"));
        CHECK(copy_file(name, copy));
        CHECK(i == 1 ? unlink(name) == 0 : rename(copy, name) == 0);
        CHECK_STR(person_play(mover(&a, &b)), "store");
        CHECK_STR(
            person_try(&a, "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}]}"),
            "store");
        CHECK(kit_reach_health(&k, "gone"));
        kit_part(&a, &b);
        kit_end(&k);
    }
}

/* --- watchers of a table that cannot be read -------------------------------------------------------------------- */

static bool hear_unavailable(struct person *p) {
    json_t *msg = person_hear(p, "unavailable", KIT_MS);
    bool ok = CHECK_STR(text_of(msg, "table"), p->table) && CHECK_STR(text_of(msg, "code"), "store") &&
              CHECK(json_is_true(json_object_get(msg, "retry")));
    json_decref(msg);
    return ok;
}

static void hear_all_again(struct person *p, const char *hash) {
    static const char *const types[] = {"table", "log", "presence", "state"};
    for (int i = 0; i < 4; i++) {
        json_t *msg = person_hear(p, types[i], KIT_MS);
        CHECK(msg != NULL);
        json_decref(msg);
    }
    CHECK_STR(p->hash, hash);
}

static void test_watchers(void) {
    struct kit k;
    struct person a, b, c, d;
    struct person *at[] = {&a, &b};
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK(person_open(&c, &k, &game, 3) && person_open(&d, &k, &game, 4));
    memcpy(c.table, a.table, sizeof c.table);
    memcpy(d.table, a.table, sizeof d.table);
    CHECK_INT(kit_play(at, 2, 5), 5);
    char away[240], hash[20];
    memcpy(hash, a.hash, sizeof hash);
    snprintf(away, sizeof away, "%s", beside(&k, ".away"));
    CHECK(rename(k.db, away) == 0);
    CHECK_STR(person_play(mover(&a, &b)), "store"); /* and what is true cannot be read either */
    CHECK(hear_unavailable(&a) && hear_unavailable(&b));
    person_say(&c, "{'t':'watch','table':'%s','id':77}", c.table); /* somebody new waits too */
    person_say(&d, "{'t':'watch','table':'%s','id':78}", d.table);
    CHECK(hear_unavailable(&c) && hear_unavailable(&d));
    CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'x'}", a.table), "unavailable");
    CHECK_STR(person_try(&d, "{'t':'leave_table','table':'%s'}", d.table), "left");
    CHECK(rename(away, k.db) == 0);
    hear_all_again(&a, hash); /* by itself */
    hear_all_again(&b, hash);
    json_t *state = person_hear(&c, "state", KIT_MS);
    CHECK_INT(int_of(state, "id"), 77);
    CHECK_STR(text_of(state, "hash"), hash);
    json_decref(state);
    CHECK_INT(kit_play(at, 2, 5), 5);
    CHECK(person_reach(&c, a.ply));
    person_listen(&d, 50);
    CHECK_INT(d.ply, 0);
    kit_part(&a, &b);
    person_close(&c);
    person_close(&d);
    kit_end(&k);
}

/* --- a stop with a locked database -------------------------------------------------------------------------------- */

static void test_stop_locked(void) {
    enum { TABLES = 8 };
    struct kit k;
    struct person a[TABLES], b[TABLES];
    char action[CASATA_ACTION_TEXT];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL))) return;
    for (int i = 0; i < TABLES; i++)
        if (!kit_two(&k, &game, &a[i], &b[i])) return;
    sqlite3 *lock = hold(&k);
    for (int i = 0; i < TABLES; i++) { /* half of them have a move on its way, all need a snapshot */
        struct person *m = mover(&a[i], &b[i]);
        if (i % 2 && CHECK(person_choose(m, action)))
            person_say(m, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", m->table, m->ply, action);
        usleep(20000);
    }
    int64_t begin = kit_ms();
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    CHECK(kit_ms() - begin < STOP_MS);
    sqlite3_close(lock);
    for (int i = 0; i < TABLES; i++) {
        person_close(&a[i]);
        person_close(&b[i]);
    }
    kit_remove(&k);
}

/* --- two servers -------------------------------------------------------------------------------------------------- */

static void refused(const char *db) {
    char *argv[] = {
        (char *)kit_program("casata"), "serve", "--port", "0", "--db", (char *)db, "--no-web", NULL};
    struct process second;
    char log[200], text[2000] = "";
    snprintf(log, sizeof log, "%s.second", db);
    if (!CHECK(!process_start(&second, argv, log))) process_end(&second, SIGKILL);
    FILE *f = fopen(log, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = 0;
        fclose(f);
    }
    CHECK_PART("in use by another server", text);
}

static void test_second_server(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char hash[20];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    refused(k.db);
    CHECK(unlink(beside(&k, ".lock")) == 0);
    refused(k.db);
    CHECK(symlink(k.db, beside(&k, ".symlink")) == 0);
    refused(beside(&k, ".symlink"));
    CHECK(link(k.db, beside(&k, ".hardlink")) == 0);
    refused(beside(&k, ".hardlink"));
    CHECK_INT(kit_play(at, 2, 5), 5); /* the first has lost nothing by that */
    memcpy(hash, a.hash, sizeof hash);
    kit_stop(&k, SIGKILL);
    unlink(beside(&k, ".hardlink"));
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(person_come_back(&a, &k));
    CHECK_STR(a.hash, hash);
    kit_part(&a, &b);
    kit_end(&k);
}

/* The same as `.backup` of sqlite3, while people play. */
static void test_backup(void) {
    struct kit k, other;
    struct person a, b, c;
    struct person *at[] = {&a, &b};
    sqlite3 *from = NULL, *to = NULL;
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 5), 5);
    int ply = a.ply;
    other = k;
    other.process = (struct process){0};
    snprintf(other.db, sizeof other.db, "%s", beside(&k, ".copy"));
    CHECK(sqlite3_open(k.db, &from) == SQLITE_OK && sqlite3_open(other.db, &to) == SQLITE_OK);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    CHECK(backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE &&
          sqlite3_backup_finish(backup) == SQLITE_OK);
    sqlite3_close(from);
    sqlite3_close(to);
    CHECK_INT(kit_play(at, 2, 5), 5);
    CHECK(kit_restart(&other, kit_program("casata"), NULL)); /* alongside the other */
    CHECK(person_open(&c, &other, &game, 3));
    memcpy(c.table, a.table, sizeof c.table);
    CHECK(person_watch(&c));
    CHECK_INT(c.ply, ply);
    kit_part(&a, &b);
    person_close(&c);
    CHECK_INT(kit_stop(&other, SIGTERM), 0);
    kit_end(&k);
}

/* --- after a crash ---------------------------------------------------------------------------------------------------- */

static const char lacking[] =
    "SELECT count(*) FROM tables t WHERE NOT EXISTS (SELECT 1 FROM positions p WHERE "
    "p.id=t.id AND kind='snapshot' AND ply=(SELECT ply FROM change WHERE id=t.id ORDER BY n DESC LIMIT 1))";

/* Two tables of people and one of bots, then the end without a word. */
static bool crash(struct kit *k, struct person *a, struct person *b) {
    struct person *at[] = {a, b};
    struct person c;
    if (!CHECK(kit_start(k, kit_program("casata"), NULL)) || !kit_two(k, &game, a, b)) return false;
    person_close(a);
    person_close(b);
    if (!kit_two(k, &game, a, b) || !CHECK_INT(kit_play(at, 2, 5), 5) || !CHECK(person_open(&c, k, &game, 3)))
        return false;
    CHECK(person_create(&c, "signorie", "[{'kind':'bot','level':'paggio'},{'kind':'bot','level':'duca'}]"));
    CHECK(person_watch(&c));
    person_close(&c);
    CHECK_INT(kit_stop(k, SIGKILL), 128 + SIGKILL);
    return CHECK_INT(kit_sql(k->db, lacking), 3);
}

/* A later program: other rules, no log that it could replay. */
static void goes_on(struct kit *k, struct person *a, struct person *b) {
    struct person *at[] = {a, b};
    char hash[20];
    memcpy(hash, a->hash, sizeof hash);
    kit_sql(k->db, "UPDATE tables SET rules_version=rules_version-1");
    CHECK(kit_restart(k, kit_program("casata"), NULL));
    CHECK(person_come_back(a, k) && person_come_back(b, k));
    CHECK_STR(a->hash, hash);
    CHECK_INT(kit_play(at, 2, 3), 3);
    CHECK_INT(kit_stop(k, SIGTERM), 0);
}

static void test_crash_repair(void) {
    struct kit k;
    struct person a, b;
    if (!crash(&k, &a, &b)) return;
    long long entries = kit_sql(k.db, "SELECT count(*) FROM change");
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    int64_t end = kit_ms() + KIT_MS;
    while (kit_sql(k.db, lacking) != 0 && kit_ms() < end) usleep(50000);
    CHECK_INT(kit_sql(k.db, lacking), 0);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    CHECK_INT(kit_sql(k.db, "SELECT count(*) FROM change"), entries); /* no bot was woken for that */
    goes_on(&k, &a, &b);
    kit_part(&a, &b);
    kit_remove(&k);
}

/* The first step under other rules must be stored before anything else: a log under a row of the old rules would be
 * lost. */
static void test_upgrade_full(void) {
    struct kit k;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char hash[20];
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !kit_two(&k, &game, &a, &b)) return;
    CHECK_INT(kit_play(at, 2, 5), 5);
    memcpy(hash, a.hash, sizeof hash);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_sql(k.db, "UPDATE tables SET rules_version=rules_version-1");
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    kit_limit_files(&k, 1);
    struct person old = a;
    CHECK(person_open(&a, &k, &game, 1));
    memcpy(a.table, old.table, sizeof a.table);
    memcpy(a.token, old.token, sizeof a.token);
    a.seat = old.seat;
    person_say(&a, "{'t':'watch','table':'%s','token':'%s','id':5}", a.table, a.token);
    CHECK(hear_unavailable(&a));
    kit_limit_files(&k, KIT_UNLIMITED);
    json_t *state = person_hear(&a, "state", KIT_MS);
    CHECK_INT(int_of(state, "id"), 5);
    CHECK_STR(a.hash, hash);
    json_decref(state);
    CHECK(person_come_back(&b, &k));
    CHECK_INT(kit_play(at, 2, 5), 5);
    memcpy(hash, a.hash, sizeof hash);
    kit_stop(&k, SIGKILL);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK(person_come_back(&a, &k));
    CHECK_STR(a.hash, hash);
    person_close(&old);
    kit_part(&a, &b);
    kit_end(&k);
}

static int store_command(const struct kit *k, const char *what, char *text, size_t cap) {
    char *argv[] = {(char *)kit_program("casata"), "store", (char *)what, (char *)k->db, NULL};
    return process_run(argv, text, cap);
}

static void test_store_command(void) {
    struct kit k, none = {.db = "/tmp/casata-there-is-no-such-database"};
    struct person a, b;
    char text[2000];
    if (!crash(&k, &a, &b)) return;
    CHECK_INT(store_command(&k, "check", text, sizeof text), 0);
    CHECK_PART("3 tables, 0 cannot be played\n3 without a snapshot", text);
    CHECK_INT(store_command(&k, "snapshot", text, sizeof text), 0);
    CHECK_PART("3 snapshots stored\n", text);
    CHECK_INT(kit_sql(k.db, lacking), 0);
    CHECK_INT(store_command(&k, "snapshot", text, sizeof text), 0);
    CHECK_PART("0 snapshots stored\n", text);
    goes_on(&k, &a, &b);
    kit_sql(k.db, "UPDATE seats SET kind=99 WHERE seat=1 AND name='Bela' AND id=(SELECT id FROM seats WHERE "
                  "name='Bela' LIMIT 1)");
    CHECK_INT(store_command(&k, "check", text, sizeof text), 1);
    CHECK_PART(": kind is 99\n", text);
    CHECK_PART("3 tables, 1 cannot be played\n", text);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    CHECK_INT(store_command(&k, "check", text, sizeof text), 1);
    CHECK_PART("in use by another server", text);
    CHECK_INT(store_command(&none, "check", text, sizeof text), 1);
    CHECK_PART("there is no database", text);
    CHECK(access(none.db, F_OK) != 0);
    CHECK_INT(store_command(&k, "mend", text, sizeof text), 2);
    CHECK_PART("check, snapshot", text);
    kit_part(&a, &b);
    kit_end(&k);
}

static const struct test tests[] = {
    {"health: full", test_health_full},
    {"health: locked", test_health_locked},
    {"health: read-only", test_health_read_only},
    {"moved away and back", test_moved},
    {"replaced", test_replaced},
    {"watchers wait", test_watchers},
    {"gone while a move is stored", test_gone_while_storing},
    {"a stop with a locked database", test_stop_locked},
    {"a second server", test_second_server},
    {"a backup of a live database", test_backup},
    {"snapshots after a crash", test_crash_repair},
    {"other rules and a full disk", test_upgrade_full},
    {"casata store", test_store_command},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    casata_find("signorie", &game);
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
