/* server_rows_test.c: rows that this program has not written. A real database is made by playing; then, again and again,
 * columns of random rows get random and extreme values, and the server is started with that. It must live, the one table
 * that nobody touched must go on, and every other table must answer something. */
#define _GNU_SOURCE
#include "server/kit.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TABLES = 12, /* the last one is never touched */
    VICTIMS = TABLES - 1,
    ROUNDS = 60,
    SLOW_ROUNDS = 20, /* with a sanitizer */
    MAX_DATABASE = 1 << 22,
};
static const char *const game_ids[] = {"signorie", "zhanguo", "legacy", "virtu"};

struct seat { /* what is needed to come back */
    struct casata_game game;
    char table[24], token[48];
};
static struct kit kit;
static struct casata_rng rng;
static struct seat seats[TABLES];
static char database[MAX_DATABASE];
static size_t n_database;
static long edits, played, refused;

static uint32_t below(uint32_t n) { return casata_rng_below(&rng, n); }

/* --- the database before ------------------------------------------------------------------------------------------ */

/* A person against a bot, some moves, a message; at times an open question at a table of two people. */
static bool make_table(int i) {
    struct person a, b;
    struct seat *s = &seats[i];
    const char *id = game_ids[i % 4];
    bool people = i % 3 == 0;
    bool ok = CHECK(casata_find(id, &s->game)) && CHECK(person_open(&a, &kit, &s->game, (uint64_t)i)) &&
              CHECK(person_open(&b, &kit, &s->game, (uint64_t)i + 100)) &&
              CHECK(person_create(&a, id,
                                  people ? "[{'kind':'me','name':'Anna'},{'kind':'open'}]"
                                         : "[{'kind':'me','name':'Anna'},{'kind':'bot','level':'paggio'}]"));
    if (ok && people) ok = CHECK(person_sit(&b, a.table, a.any, "B\xc3\xa9la")) && CHECK(person_watch(&b));
    ok = ok && CHECK(person_watch(&a));
    struct person *at[] = {&a, &b};
    if (ok && people)
        ok = CHECK_INT(kit_play(at, 2, 8), 8);
    else
        for (int k = 0; ok && k < 8 && !a.over; k++) {
            while (ok && !(a.to_act & 1u) && !a.over) ok = CHECK(person_reach(&a, a.ply + 1));
            ok = ok && CHECK_STR(person_play(&a), "state");
        }
    ok = ok && CHECK_STR(person_try(&a, "{'t':'chat','table':'%s','text':'hello'}", a.table), "chat");
    if (ok && people)
        CHECK_STR(person_try(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, a.ply - 1), "state");
    memcpy(s->table, a.table, sizeof s->table);
    memcpy(s->token, a.token, sizeof s->token);
    person_close(&a);
    person_close(&b);
    return ok;
}

static bool keep_database(void) {
    int fd = open(kit.db, O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, database, sizeof database);
    close(fd);
    n_database = n > 0 ? (size_t)n : 0;
    return n > 0 && n_database < sizeof database;
}

static bool bring_database_back(void) {
    char path[240];
    snprintf(path, sizeof path, "%s-wal", kit.db);
    unlink(path);
    snprintf(path, sizeof path, "%s-shm", kit.db);
    unlink(path);
    int fd = open(kit.db, O_WRONLY | O_TRUNC);
    bool ok = fd >= 0 && write(fd, database, n_database) == (ssize_t)n_database;
    close(fd);
    return ok;
}

/* --- edits ---------------------------------------------------------------------------------------------------------- */

/* One with names and types of its columns as they are in the database, so that new ones are edited too. */
static const char *const names[] = {"tables", "seats", "change", "chat", "positions"};

static void random_number(char *out, size_t cap) {
    static const char *const extreme[] = {"-9223372036854775808",
                                          "9223372036854775807",
                                          "-1",
                                          "0",
                                          "1",
                                          "2",
                                          "3",
                                          "5",
                                          "6",
                                          "7",
                                          "8",
                                          "31",
                                          "32",
                                          "64",
                                          "99",
                                          "127",
                                          "128",
                                          "255",
                                          "256",
                                          "65536",
                                          "2147483647",
                                          "2147483648",
                                          "4294967295",
                                          "4294967296",
                                          "9007199254740993"};
    if (below(4))
        snprintf(out, cap, "%s", extreme[below(sizeof extreme / sizeof *extreme)]);
    else
        snprintf(out, cap, "%lld", (long long)casata_rng_next(&rng));
}

static void random_text(char *out, size_t cap, const char *column) {
    static const char *const odd[] = {
        "''",
        "'x'",
        "CAST(x'ff41' AS TEXT)",
        "CAST(x'c3' AS TEXT)",
        "CAST(x'eda080' AS TEXT)",
        "CAST(x'4100ff' AS TEXT)",
        "CAST(x'0a1b5b' AS TEXT)",
        "hex(zeroblob(7))",
        "hex(zeroblob(20))",
        "hex(zeroblob(200))",
        "hex(zeroblob(1500))",
        "hex(zeroblob(1000000))",
        "CAST(zeroblob(1900) AS TEXT)",
        "replace(hex(zeroblob(950)), '0', char(1))",
        "'duca'",
        "'zhanguo'",
        "'legacy'",
        "'boards=in_order'",
        "'{}'",
        "'null'",
        "'\"'",
    };
    uint32_t i = below(sizeof odd / sizeof *odd + 2);
    if (i < sizeof odd / sizeof *odd)
        snprintf(out, cap, "%s", odd[i]);
    else if (i == sizeof odd / sizeof *odd) /* a digit changed: mostly well-formed, and wrong */
        snprintf(out, cap, "replace(%s, '%u', '%u')", column, below(10), below(100));
    else
        snprintf(out, cap, "substr(%s, 1, length(%s) * %u / 100)", column, column, below(100));
}

static void random_blob(char *out, size_t cap) {
    static const char *const odd[] = {"NULL",           "x''",
                                      "zeroblob(16)",   "zeroblob(32)",
                                      "randomblob(16)", "randomblob(32)",
                                      "randomblob(31)", "zeroblob(100000)"};
    snprintf(out, cap, "%s", odd[below(sizeof odd / sizeof *odd)]);
}

/* Name and type of a random column. */
static void pick_column(sqlite3 *db, const char *table, char *column, char *type, size_t cap) {
    char sql[200];
    sqlite3_stmt *st;
    int n = 0;
    snprintf(sql, sizeof sql, "SELECT name, type FROM pragma_table_info('%s')", table);
    if (!CHECK(sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK)) return;
    while (sqlite3_step(st) == SQLITE_ROW)
        if (below((uint32_t)++n) == 0) { /* each with the same chance */
            snprintf(column, cap, "%s", (const char *)sqlite3_column_text(st, 0));
            snprintf(type, cap, "%s", (const char *)sqlite3_column_text(st, 1));
        }
    sqlite3_finalize(st);
}

/* The n-th table of the database; ids are random, so their order is. */
static void edit(sqlite3 *db, const char *id) {
    char column[40] = "", type[40] = "", value[200], sql[700];
    const char *table = names[below(5)];
    pick_column(db, table, column, type, sizeof column);
    if (strcmp(type, "INTEGER") == 0)
        random_number(value, sizeof value);
    else if (strcmp(type, "TEXT") == 0)
        random_text(value, sizeof value, column);
    else
        random_blob(value, sizeof value);
    bool whole = below(8) == 0; /* in all rows of the table, or in one */
    char where[200];
    snprintf(where, sizeof where, "id=x'%s'", id);
    if (!whole) {
        const char *key = strcmp(table, "tables") == 0   ? "id"
                          : strcmp(table, "seats") == 0  ? "seat"
                          : strcmp(table, "change") == 0 ? "n"
                          : strcmp(table, "chat") == 0   ? "n"
                                                         : "kind";
        snprintf(where, sizeof where, "id=x'%s' AND %s=(SELECT %s FROM %s WHERE id=x'%s' LIMIT 1 OFFSET %u)",
                 id, key, key, table, id, below(strcmp(table, "change") == 0 ? 20 : 2));
    }
    if (below(12) == 0)
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s", table, where);
    else
        snprintf(sql, sizeof sql, "UPDATE OR IGNORE %s SET %s=%s WHERE %s", table, column, value, where);
    sqlite3_exec(db, sql, NULL, NULL, NULL); /* what the schema refuses does not happen */
    edits += sqlite3_changes(db) > 0;
    if (test_verbose) printf("  %s\n", sql);
}

/* A table's id as hexadecimal digits, out of its text. */
static void hex_of(const char *text, char hex[33]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint32_t bits = 0;
    int have = 0, n = 0;
    for (; *text && n < 32; text++) {
        bits = bits << 6 | (uint32_t)(strchr(digits, *text) - digits);
        have += 6;
        for (; have >= 4 && n < 32; have -= 4) hex[n++] = "0123456789abcdef"[bits >> (have - 4) & 15];
    }
    hex[n] = 0;
}

static bool edit_all(void) {
    sqlite3 *db;
    if (!CHECK(sqlite3_open(kit.db, &db) == SQLITE_OK)) return false;
    for (int i = 0; i < VICTIMS; i++) {
        char hex[33];
        hex_of(seats[i].table, hex);
        for (uint32_t k = 1 + (below(3) == 0); k > 0; k--) edit(db, hex);
    }
    sqlite3_close(db);
    return true;
}

/* --- looking -------------------------------------------------------------------------------------------------------- */

static bool sit_again(struct person *p, const struct seat *s) {
    if (!CHECK(person_open(p, &kit, &s->game, casata_rng_next(&rng)))) return false;
    memcpy(p->table, s->table, sizeof p->table);
    memcpy(p->token, s->token, sizeof p->token);
    p->seat = 0;
    return true;
}

/* Watches, and does what can be done; whatever the answers are, there must be some. */
static bool use_table(const struct seat *s) {
    struct person p;
    if (!sit_again(&p, s)) return false;
    bool watched = person_watch(&p);
    played += watched;
    refused += !watched;
    if (!watched) watched = strcmp(person_try(&p, "{'t':'watch','table':'%s'}", p.table), "state") == 0;
    bool ok = CHECK(*person_try(&p, "{'t':'tables','tokens':['%s']}", s->token) != 0);
    if (ok && watched) {
        ok = CHECK(*person_try(&p, "{'t':'at','table':'%s','ply':%d}", p.table, p.ply) != 0) &&
             CHECK(*person_try(&p, "{'t':'chat','table':'%s','text':'still here'}", p.table) != 0);
        if (p.to_act & 1u) person_play(&p);
        ok = ok && CHECK(*person_try(&p, "{'t':'record','table':'%s'}", p.table) != 0);
    }
    person_close(&p);
    return ok;
}

static bool untouched_goes_on(void) {
    struct person p;
    if (!sit_again(&p, &seats[VICTIMS])) return false;
    bool ok = CHECK(person_watch(&p)) &&
              CHECK_STR(person_try(&p, "{'t':'chat','table':'%s','text':'fine'}", p.table), "chat");
    if (ok && p.to_act & 1u) ok = CHECK_STR(person_play(&p), "state");
    person_close(&p);
    return ok;
}

static bool one_round(void) {
    if (!CHECK(bring_database_back()) || !edit_all()) return false;
    if (!CHECK(kit_restart(&kit, kit_program("casata"), NULL))) return false;
    bool ok = true;
    for (int i = 0; ok && i < VICTIMS; i++) ok = use_table(&seats[i]);
    ok = ok && untouched_goes_on();
    return CHECK_INT(kit_stop(&kit, SIGTERM), 0) && ok;
}

/* --- one column at a time, by name ----------------------------------------------------------------------------------- */

static void test_named(void) {
    static const char *const edits_of[] = {
        "UPDATE seats SET kind=99",
        "UPDATE seats SET kind=-1",
        "UPDATE seats SET level='archduke' WHERE kind=2",
        "UPDATE seats SET name=CAST(x'ff' AS TEXT)",
        "DELETE FROM seats WHERE seat=1",
        "UPDATE tables SET seats=7",
        "UPDATE tables SET host=4000000000",
        "UPDATE tables SET undos=-1",
        "UPDATE tables SET created=-9223372036854775808",
        "UPDATE tables SET first=-5",
        "UPDATE tables SET takeback_seat=5",
        "UPDATE tables SET takeback_yes=-1",
        "UPDATE tables SET takeback_seat=0, takeback_question=0",
        "UPDATE tables SET settled=1000",
        "UPDATE tables SET hints=2",
        "UPDATE tables SET away=-1",
        "UPDATE seats SET resigned=100000 WHERE seat=0",
        "UPDATE seats SET link=x'00' WHERE seat=0",
        "UPDATE seats SET hand=x'00' WHERE seat=0",
        "UPDATE seats SET hand_time=-1 WHERE seat=0",
        "UPDATE tables SET options='unknown=1'",
        "UPDATE tables SET rules_version=4294967297",
        "UPDATE change SET entry=CAST(substr(entry, 1, 20)||x'c8'||substr(entry, 22) AS BLOB)"
        " WHERE entry<>x''", /* a seat */
        "UPDATE change SET entry=CAST(substr(entry, 1, 16)||x'ffffffff'||substr(entry, 21) AS BLOB)"
        " WHERE entry<>x''",
        "UPDATE change SET entry=CAST(substr(entry, 1, 8)||x'80'||substr(entry, 10) AS BLOB)"
        " WHERE entry<>x''", /* a time */
        "UPDATE change SET entry=CAST(substr(entry, 1, 21) AS BLOB) WHERE entry<>x''",
        "UPDATE change SET time=-9223372036854775808",
        "UPDATE change SET to_act=255",
        "UPDATE change SET ply=ply+1 WHERE n=2",
        "UPDATE change SET cut=2147483648",
        "UPDATE change SET n=n+1 WHERE n=(SELECT max(n) FROM change c WHERE c.id=change.id)",
        "DELETE FROM change",
        "UPDATE positions SET n=-1",
        "UPDATE change SET entry=CAST(x'00'||substr(entry, 2) AS BLOB) WHERE entry<>x''",
        "UPDATE change SET entry=CAST(substr(entry, 1, length(entry) - 1)||x'00' AS BLOB)" /* nobody is to act */
        " WHERE n=(SELECT max(n) FROM change c WHERE c.id=change.id AND c.entry<>x'')",
        "UPDATE chat SET n=2147483647",
        "UPDATE chat SET seat=9",
        "UPDATE chat SET text=replace(hex(zeroblob(950)), '0', char(1))",
    };
    for (size_t i = 0; i < sizeof edits_of / sizeof *edits_of; i++) {
        struct person p;
        if (!CHECK(bring_database_back())) return;
        kit_sql(kit.db, edits_of[i]);
        if (!CHECK(kit_restart(&kit, kit_program("casata"), NULL))) return;
        if (sit_again(&p, &seats[1]) &&
            !CHECK_STR(person_try(&p, "{'t':'watch','table':'%s'}", p.table), "damaged"))
            test_fail(__FILE__, __LINE__, edits_of[i]);
        CHECK_STR(
            person_try(&p, "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}]}"),
            "created"); /* the server lives */
        person_close(&p);
        CHECK_INT(kit_stop(&kit, SIGTERM), 0);
    }
}

/* Chat whose numbers are far below: what is said next has a number of that kind, and the table goes on. */
static void test_low_chat(void) {
    struct person p;
    if (!CHECK(bring_database_back())) return;
    kit_sql(kit.db, "UPDATE chat SET n=n-1386342756367601720");
    if (!CHECK(kit_restart(&kit, kit_program("casata"), NULL))) return;
    if (sit_again(&p, &seats[1]) && CHECK(person_watch(&p)))
        for (int i = 0; i < 2; i++)
            CHECK_STR(person_try(&p, "{'t':'chat','table':'%s','text':'still here'}", p.table), "chat");
    person_close(&p);
    CHECK_INT(kit_stop(&kit, SIGTERM), 0);
}

int main(int argc, char **argv) {
    kit_options(argc, argv);
    casata_rng_seed(&rng, 11);
    test_begin("a database");
    bool ok = CHECK(kit_start(&kit, kit_program("casata"), NULL));
    for (int i = 0; ok && i < TABLES; i++) ok = make_table(i);
    ok = CHECK_INT(kit_stop(&kit, SIGTERM), 0) && ok && CHECK(keep_database());
    test_end();
    if (ok) {
        test_begin("one wrong column");
        test_named();
        test_end();
        test_begin("chat with numbers far below");
        test_low_chat();
        test_end();
    }
    for (int i = 0, rounds = kit_is_slow() ? SLOW_ROUNDS : ROUNDS; ok && i < rounds; i++) {
        test_begin("random edits");
        ok = one_round();
        test_end();
    }
    printf("%ld edits: %ld tables played on, %ld refused\n", edits, played, refused);
    if (test_failed())
        printf("folder: %s\n", kit.dir);
    else
        kit_remove(&kit);
    return test_report();
}
