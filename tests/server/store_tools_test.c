/* store_tools_test.c: `casata store copy`, `list`, `pack` and `delete` on databases that real servers have filled, of both
 * kinds, and while servers run. */
#define _GNU_SOURCE
#include "casata/json.h"
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct pg pg;
static bool on_postgres;
static struct casata_game game;
static char output[1 << 16];

/* Runs `casata store ...` (arguments end with NULL); its status. */
static int tool(const char *action, const char *db, ...) {
    char *argv[16] = {(char *)kit_program("casata"), "store", (char *)action, (char *)db};
    va_list ap;
    va_start(ap, db);
    for (int n = db ? 4 : 3; (argv[n] = va_arg(ap, char *)); n++) continue;
    va_end(ap);
    return process_run(argv, output, sizeof output);
}

static bool start(struct kit *k) {
    return CHECK(kit_start_at(k, kit_program("casata"), on_postgres ? pg_database(&pg) : NULL, NULL));
}

/* On PostgreSQL the second signal does not wait for a proxy. */
static int stop(struct kit *k) {
    if (strncmp(k->db, "postgres", 8) == 0) {
        kill(k->process.pid, SIGTERM);
        usleep(50000);
    }
    return kit_stop(k, SIGTERM);
}

/* A table in play with chat, an undo and a name with accents; one that waits for somebody; one that is over. */
struct club {
    struct kit kit;
    struct person a, b, waiting, c, d;
};

static bool fill(struct club *f) {
    struct person *at[] = {&f->a, &f->b}, *over[] = {&f->c, &f->d};
    if (!CHECK(kit_two(&f->kit, &game, &f->a, &f->b)) || !CHECK(kit_two(&f->kit, &game, &f->c, &f->d)))
        return false;
    CHECK_INT(kit_play(at, 2, 12), 12);
    CHECK_STR(person_try(&f->a, "{'t':'chat','table':'%s','text':'zażółć'}", f->a.table), "chat");
    CHECK_STR(person_try(&f->a, "{'t':'rename','table':'%s','name':'Żółw'}", f->a.table), "table");
    CHECK_STR(person_try(&f->a, "{'t':'takeback','table':'%s','ply':%d}", f->a.table, f->a.ply - 2), "state");
    CHECK_STR(
        person_try(&f->b, "{'t':'answer','table':'%s','question':%d,'yes':true}", f->a.table, f->a.question),
        "state");
    for (int i = 0; f->a.undos == 0 && i < 1000; i++) person_listen(&f->a, 50);
    kit_play(over, 2, 5000);
    CHECK(f->c.over || f->d.over);
    CHECK(person_open(&f->waiting, &f->kit, &game, 5));
    return CHECK(person_create(&f->waiting, game.rules->id, "[{'kind':'me','name':'Anna'},{'kind':'open'}]"));
}

static void leave(struct club *f) {
    kit_part(&f->a, &f->b);
    kit_part(&f->c, &f->d);
    person_close(&f->waiting);
}

/* The table is as the person last saw it. */
static void check_table(struct person *p, const struct kit *k) {
    char hash[20];
    int ply = p->ply;
    memcpy(hash, p->hash, sizeof hash);
    if (!CHECK(person_come_back(p, k))) return;
    CHECK_INT(p->ply, ply);
    CHECK_STR(p->hash, hash);
    person_close(p);
}

/* --- copying ---------------------------------------------------------------------------------------------------------- */

static const char *const row_kinds[] = {"tables", "seats", "change", "chat", "positions", "packed"};

/* Rows of one SQLite file that another one does not have. */
static long long rows_missing(const char *from, const char *in, const char *kind) {
    char text[600];
    long long n = -1;
    char *argv[] = {"/usr/bin/env", "sqlite3", (char *)from, text, NULL};
    snprintf(text, sizeof text,
             "ATTACH '%s' AS o; SELECT count(*) FROM (SELECT * FROM main.%s EXCEPT SELECT * FROM o.%s)", in,
             kind, kind);
    if (process_run(argv, output, sizeof output) == 0) n = atoll(output);
    return n;
}

/* From SQLite to PostgreSQL, where a server goes on, and back. */
static void test_copy(void) {
    struct club f;
    struct kit there;
    char where[200], back[200];
    on_postgres = false;
    if (!start(&f.kit) || !fill(&f)) return;
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    snprintf(back, sizeof back, "%s/back.db", f.kit.dir);
    CHECK_INT(tool("copy", f.kit.db, where, NULL), 1);
    CHECK_PART("in use by another server", output);
    leave(&f);
    CHECK_INT(stop(&f.kit), 0);
    CHECK_INT(tool("pack", f.kit.db, "--days", "0", NULL), 0);
    CHECK_INT(tool("copy", f.kit.db, where, NULL), 0);
    CHECK_PART("3 tables copied and compared, ", output);
    CHECK_INT(tool("copy", f.kit.db, where, NULL), 1);
    CHECK_PART("it has tables already", output);
    CHECK_INT(tool("check", where, NULL), 0);
    CHECK_PART("3 tables, 0 cannot be played", output);
    CHECK_INT(tool("copy", where, back, NULL), 0);
    for (size_t i = 0; i < sizeof row_kinds / sizeof *row_kinds; i++) {
        CHECK_INT(rows_missing(f.kit.db, back, row_kinds[i]), 0);
        CHECK_INT(rows_missing(back, f.kit.db, row_kinds[i]), 0);
    }
    if (CHECK(kit_start_at(&there, kit_program("casata"), where, NULL))) {
        check_table(&f.a, &there);
        check_table(&f.c, &there);
        CHECK_INT(stop(&there), 0);
        kit_remove(&there);
    }
    kit_remove(&f.kit);
}

/* A failed copy leaves the new database empty. */
static void test_copy_damage(void) {
    struct club f;
    char where[200], none[200];
    on_postgres = false;
    if (!start(&f.kit) || !fill(&f)) return;
    leave(&f);
    CHECK_INT(stop(&f.kit), 0);
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    snprintf(none, sizeof none, "%s/none.db", f.kit.dir);
    kit_sql(f.kit.db, "UPDATE seats SET kind=100000 WHERE seat=1");
    CHECK_INT(tool("copy", f.kit.db, where, NULL), 1);
    CHECK_PART("a row of seats has no valid kind", output);
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM tables"), 0);
    CHECK_INT(tool("copy", none, where, NULL), 1);
    CHECK_PART("there is no database", output);
    CHECK_INT(tool("copy", pg_database(&pg), none, NULL), 1);
    CHECK_PART("no tables of Casata", output);
    CHECK(access(none, F_OK) != 0);
    CHECK_INT(tool("copy", f.kit.db, NULL), 2);
    kit_remove(&f.kit);
}

/* --- listing -------------------------------------------------------------------------------------------------------- */

static int count_lines(void) {
    int n = 0;
    for (const char *at = output; (at = strchr(at, '\n')); at++) n++;
    return n;
}

/* Each line is an object with what a table has. */
static void check_json_lines(int wanted) {
    int n = 0;
    for (char *line = strtok(output, "\n"); line; line = strtok(NULL, "\n"), n++) {
        struct casata_json value;
        struct casata_json_error error;
        char id[40];
        if (!CHECK(casata_json_read(line, strlen(line), &value, &error))) continue;
        CHECK_INT(casata_json_text(casata_json_get(value, "table"), id, sizeof id), 22);
        CHECK(casata_json_is(casata_json_get(value, "game"), game.rules->id, strlen(game.rules->id)));
        CHECK_INT(casata_json_whole(casata_json_get(value, "seats")), 2);
        CHECK(casata_json_whole(casata_json_get(value, "changed")) > 0);
    }
    CHECK_INT(n, wanted);
}

/* Next to the running server. */
static void test_list(void) {
    struct club f;
    if (!start(&f.kit) || !fill(&f)) return;
    CHECK_INT(tool("list", f.kit.db, NULL), 0);
    CHECK_PART("3 tables: 1 waiting, 1 playing, 1 over", output);
    CHECK_PART(f.a.table, output);
    CHECK_INT(count_lines(), 5);
    CHECK_INT(tool("list", f.kit.db, "--state", "waiting", NULL), 0);
    CHECK_PART(f.waiting.table, output);
    CHECK_PART("1 tables: 1 waiting", output);
    CHECK_INT(tool("list", f.kit.db, "--state", "waiting", "--state", "over", "--json", NULL), 0);
    check_json_lines(2);
    CHECK_INT(tool("list", f.kit.db, "--game", "chess", "--json", NULL), 0);
    CHECK_STR(output, "");
    CHECK_INT(tool("list", f.kit.db, "--older", "1", NULL), 0);
    CHECK_PART("0 tables", output);
    CHECK_INT(tool("list", f.kit.db, "--newer", "1", "--json", NULL), 0);
    check_json_lines(3);
    CHECK_INT(tool("list", f.kit.db, "--state", "lost", NULL), 2);
    CHECK_INT(tool("list", NULL, NULL), 2);
    leave(&f);
    CHECK_INT(stop(&f.kit), 0);
    kit_remove(&f.kit);
}

/* --- packing ---------------------------------------------------------------------------------------------------------- */

static void test_pack(void) {
    struct club f;
    if (!start(&f.kit) || !fill(&f)) return;
    if (!on_postgres) { /* its file must have no server */
        CHECK_INT(tool("pack", f.kit.db, NULL), 1);
        CHECK_PART("in use by another server", output);
        CHECK_INT(stop(&f.kit), 0);
    }
    CHECK_INT(tool("pack", f.kit.db, NULL), 0);
    CHECK_STR(output, "0 tables packed\n"); /* it has ended just now */
    CHECK_INT(tool("pack", f.kit.db, "--days", "0", NULL), 0);
    CHECK_STR(output, "1 tables packed\n");
    CHECK_INT(kit_sql(f.kit.db, "SELECT count(*) FROM packed"), 1);
    CHECK_INT(kit_sql(f.kit.db, "SELECT count(*) FROM change WHERE id IN (SELECT id FROM packed)"), 1);
    CHECK_INT(tool("pack", f.kit.db, "--days", "0", NULL), 0);
    CHECK_STR(output, "0 tables packed\n");
    if (on_postgres) { /* the server goes on with what it has in memory */
        CHECK_STR(person_try(&f.c, "{'t':'rename','table':'%s','name':'Cili'}", f.c.table), "table");
        CHECK_INT(stop(&f.kit), 0);
    }
    leave(&f);
    CHECK_INT(tool("check", f.kit.db, NULL), 0);
    CHECK_PART("3 tables, 0 cannot be played", output);
    if (CHECK(kit_restart(&f.kit, kit_program("casata"), NULL))) {
        check_table(&f.a, &f.kit);
        check_table(&f.c, &f.kit);
        if (CHECK(person_come_back(&f.d, &f.kit))) {
            CHECK_STR(person_try(&f.d, "{'t':'rename','table':'%s','name':'Dani'}", f.d.table), "table");
            person_close(&f.d);
        }
        stop(&f.kit);
    }
    CHECK_INT(tool("pack", f.kit.db, "--days", "0", NULL), 0);
    CHECK_STR(output, "1 tables packed\n"); /* again, with what came since */
    CHECK_INT(tool("check", f.kit.db, NULL), 0);
    CHECK_PART("3 tables, 0 cannot be played", output);
    kit_remove(&f.kit);
}

/* --- deleting ---------------------------------------------------------------------------------------------------------- */

static long long rows_of_all_kinds(const char *db) {
    return kit_sql(
        db, "SELECT (SELECT count(*) FROM tables)+(SELECT count(*) FROM seats)+(SELECT count(*) FROM change)"
            "+(SELECT count(*) FROM chat)+(SELECT count(*) FROM positions)+(SELECT count(*) FROM packed)");
}

static void test_delete(void) {
    struct club f;
    if (!start(&f.kit) || !fill(&f)) return;
    leave(&f);
    CHECK_INT(stop(&f.kit), 0);
    CHECK_INT(tool("delete", f.kit.db, NULL), 2);
    CHECK_PART("delete which tables?", output);
    CHECK_INT(tool("delete", f.kit.db, "--older", "0", NULL), 2); /* nobody can be asked */
    CHECK_PART("nothing is deleted", output);
    CHECK_PART("3 tables: 1 waiting, 1 playing, 1 over", output);
    CHECK_INT(tool("delete", f.kit.db, "nonsense", "--yes", NULL), 2);
    CHECK_INT(kit_sql(f.kit.db, "SELECT count(*) FROM tables"), 3);
    CHECK_INT(tool("delete", f.kit.db, f.c.table, "--state", "playing", "--yes", NULL), 0);
    CHECK_PART("0 tables", output); /* all have to be met */
    CHECK_INT(tool("delete", f.kit.db, f.c.table, "--yes", NULL), 0);
    CHECK_PART("1 tables deleted", output);
    CHECK_INT(tool("check", f.kit.db, NULL), 0);
    CHECK_PART("2 tables, 0 cannot be played", output);
    CHECK_INT(tool("delete", f.kit.db, "--game", game.rules->id, "--yes", NULL), 0);
    CHECK_PART("2 tables deleted", output);
    CHECK_INT(rows_of_all_kinds(f.kit.db), 0);
    kit_remove(&f.kit);
}

/* Somebody sits at the table that is deleted. */
static void test_delete_live(void) {
    struct club f;
    on_postgres = true;
    if (!start(&f.kit) || !fill(&f)) return;
    CHECK_INT(tool("delete", f.kit.db, "--state", "playing", "--yes", NULL), 0);
    CHECK_PART("1 tables deleted", output);
    CHECK_STR(person_try(&f.a, "{'t':'rename','table':'%s','name':'Anna'}", f.a.table), "no_table");
    json_t *told = person_hear(&f.b, "unavailable", KIT_MS);
    CHECK(told != NULL);
    json_decref(told);
    CHECK_STR(person_try(&f.b, "{'t':'watch','table':'%s'}", f.a.table), "no_table");
    CHECK_STR(person_try(&f.c, "{'t':'chat','table':'%s','text':'still here'}", f.c.table), "chat");
    CHECK(kit_reach_health(&f.kit, "ok\n"));
    leave(&f);
    CHECK_INT(stop(&f.kit), 0);
    CHECK_INT(tool("delete", f.kit.db, "--older", "0", "--yes", NULL), 0);
    CHECK_INT(rows_of_all_kinds(f.kit.db), 0); /* nothing of the first one either */
    kit_remove(&f.kit);
}

/* Another `casata store` is waited for if it ends soon. */
static void test_one_after_the_other(void) {
    struct kit k;
    on_postgres = true;
    if (!start(&k)) return;
    CHECK_INT(stop(&k), 0);
    pid_t other = fork();
    if (other == 0) {
        pg_sql(k.db, "SELECT pg_advisory_lock(1128354625, 2), pg_sleep(1)");
        _exit(0);
    }
    int64_t end = kit_ms() + KIT_MS;
    while (pg_sql(k.db, "SELECT count(*) FROM pg_locks WHERE locktype='advisory' AND objid=2") != 1 &&
           kit_ms() < end)
        usleep(10000);
    CHECK_INT(tool("pack", k.db, NULL), 0);
    CHECK_STR(output, "0 tables packed\n");
    CHECK(waitpid(other, NULL, 0) == other);
    kit_remove(&k);
}

/* --- */

static const struct test both[] = {
    {"list", test_list},
    {"pack", test_pack},
    {"delete", test_delete},
};
static const struct test between[] = {
    {"copy and back", test_copy},
    {"copies that are refused", test_copy_damage},
    {"delete where somebody plays", test_delete_live},
    {"one after the other", test_one_after_the_other},
};

static void run_both(const char *on) {
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s: %s", on, both[i].name);
        if (kit_filter() && !strstr(name, kit_filter())) continue;
        test_begin(name);
        both[i].run();
        test_end();
    }
}

int main(int argc, char **argv) {
    kit_options(argc, argv);
    if (!CHECK(casata_find("legacy", &game))) return test_report();
    run_both("sqlite");
    if (pg_start(&pg, false)) {
        on_postgres = true;
        run_both("postgres");
        kit_run(between, sizeof between / sizeof *between);
    }
    pg_remove(&pg);
    return test_report();
}
