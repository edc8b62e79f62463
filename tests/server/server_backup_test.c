/* server_backup_test.c: backups of a PostgreSQL that servers use, made and restored as docs/operations.md says: afterwards
 * every table is there as it was and goes on. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 3 };

static struct pg pg;
static struct casata_game game;
static struct kit kit;
static struct person anna[TABLES], bela[TABLES];

static bool play_some(void) {
    bool ok = true;
    for (int i = 0; i < TABLES && ok; i++) {
        struct person *at[] = {&anna[i], &bela[i]};
        ok = CHECK(kit_two(&kit, &game, &anna[i], &bela[i])) && CHECK_INT(kit_play(at, 2, 8 + i), 8 + i) &&
             CHECK(person_reach(&anna[i], bela[i].ply));
    }
    return ok;
}

static bool run_shell(const char *text) {
    bool ok = system(text) == 0;
    if (!ok) test_fail(__FILE__, __LINE__, text);
    return ok;
}

/* A person at the restored table, who stays at the other one too. */
static bool visit(struct person *p, const struct kit *k, const struct person *as) {
    if (!person_open(p, k, &game, 9)) return false;
    memcpy(p->table, as->table, sizeof p->table);
    memcpy(p->token, as->token, sizeof p->token);
    p->seat = as->seat;
    return person_watch(p);
}

/* The tables are as they were when the backup was made, and go on. */
static void check_restored(const char *where, const int ply[TABLES]) {
    struct kit there;
    char text[1000], wanted[60];
    char *check[] = {(char *)kit_program("casata"), "store", "check", (char *)where, NULL};
    CHECK_INT(process_run(check, text, sizeof text), 0);
    snprintf(wanted, sizeof wanted, "%d tables, 0 cannot be played", TABLES);
    CHECK_PART(wanted, text);
    if (!CHECK(kit_start_at(&there, kit_program("casata"), where, NULL))) return;
    for (int i = 0; i < TABLES; i++) {
        struct person a, b, *at[] = {&a, &b};
        if (!CHECK(visit(&a, &there, &anna[i])) || !CHECK(visit(&b, &there, &bela[i]))) continue;
        CHECK_INT(a.ply, ply[i]);
        CHECK_INT(kit_play(at, 2, 3), 3);
        kit_part(&a, &b);
    }
    kill(there.process.pid, SIGTERM);
    usleep(50000);
    CHECK_INT(kit_stop(&there, SIGTERM), 0);
    kit_remove(&there);
}

static void begin(int ply[TABLES]) {
    if (!CHECK(kit_start_at(&kit, kit_program("casata"), pg_database(&pg), NULL)) || !play_some()) return;
    for (int i = 0; i < TABLES; i++) ply[i] = anna[i].ply;
}

/* Changes after the backup are not in it. */
static void play_on(void) {
    for (int i = 0; i < TABLES; i++) {
        struct person *at[] = {&anna[i], &bela[i]};
        kit_play(at, 2, 2);
    }
}

static void end(void) {
    for (int i = 0; i < TABLES; i++) kit_part(&anna[i], &bela[i]);
    if (kit.process.pid > 0) kill(kit.process.pid, SIGTERM);
    usleep(50000);
    CHECK_INT(kit_stop(&kit, SIGTERM), 0);
    kit_remove(&kit);
}

static void test_dump(void) {
    int ply[TABLES] = {0};
    char command[900], where[200];
    begin(ply);
    snprintf(command, sizeof command,
             "%s/pg_dump -Fc --no-owner --no-unlogged-table-data -f %s/casata.dump '%s'", pg.bin, kit.dir,
             kit.db);
    CHECK(run_shell(command));
    play_on();
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    snprintf(command, sizeof command, "%s/pg_restore --no-owner --exit-on-error -d '%s' %s/casata.dump",
             pg.bin, where, kit.dir);
    if (CHECK(run_shell(command))) check_restored(where, ply);
    end();
}

/* A copy of the whole cluster, started by itself. */
static void test_base_backup(void) {
    int ply[TABLES] = {0};
    char command[900], where[200];
    struct pg copy = pg;
    begin(ply);
    snprintf(copy.dir, sizeof copy.dir, "/tmp/casata-pg-XXXXXX");
    copy.pid = 0;
    if (!CHECK(mkdtemp(copy.dir))) return;
    snprintf(command, sizeof command,
             "%s/pg_basebackup -h %s -U casata -D %s/data -X stream --checkpoint=fast && chown -R $(stat -c "
             "%%u:%%g %s) %s",
             pg.bin, pg.dir, copy.dir, pg.dir, copy.dir);
    if (CHECK(run_shell(command))) {
        play_on();
        if (CHECK(pg_restart(&copy))) {
            const char *name = strchr(kit.db + strlen("postgres://"), '/') + 1;
            snprintf(where, sizeof where, "postgres://casata@/%.*s?host=%s", (int)strcspn(name, "?"), name,
                     copy.dir);
            check_restored(where, ply);
        }
    }
    pg_remove(&copy);
    end();
}

static const struct test tests[] = {{"pg_dump", test_dump}, {"pg_basebackup", test_base_backup}};

int main(int argc, char **argv) {
    return pg_main(argc, argv, tests, sizeof tests / sizeof *tests, &pg, &game);
}
