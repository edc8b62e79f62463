/* server_upgrade_test.c: servers on one PostgreSQL replaced by others, one by one, with the same rules and with other ones.
 * rigged_server has a game more than casata, so that their rules differ. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct pg pg;
static struct casata_game game;
static char where[200];

static bool start(struct kit *k, const char *program) {
    return CHECK(kit_start_at(k, kit_program(program), where, NULL));
}

/* The second signal does not wait for a proxy. */
static void stop(struct kit *k) {
    kill(k->process.pid, SIGTERM);
    usleep(50000);
    CHECK_INT(kit_stop(k, SIGTERM), 0);
}

static bool log_says(const struct kit *k, const char *text) {
    char line[600];
    bool found = false;
    FILE *f = fopen(k->log, "r");
    while (f && !found && fgets(line, sizeof line, f)) found = strstr(line, text) != NULL;
    if (f) fclose(f);
    return found;
}

/* The same table at another server, as it was; then the game goes on. */
static void go_on_at(const struct kit *k, struct person *a, struct person *b) {
    struct person *at[] = {a, b};
    int ply = a->ply > b->ply ? a->ply : b->ply;
    if (!CHECK(person_come_back(a, k)) || !CHECK(person_come_back(b, k))) return;
    CHECK_INT(a->ply, ply);
    CHECK_INT(kit_play(at, 2, 10), 10);
}

static void test_same_rules(void) {
    struct kit old, new;
    struct person a, b;
    struct person *at[] = {&a, &b};
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    if (!start(&old, "casata") || !CHECK(kit_two(&old, &game, &a, &b)) || !start(&new, "casata")) return;
    CHECK(kit_reach_health(&new, "ok\n"));
    CHECK(kit_reach_health(&old, "ok\n"));
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM node WHERE state='ok'"), 2);
    CHECK_INT(kit_play(at, 2, 10), 10);
    kill(old.process.pid, SIGTERM);
    CHECK(kit_reach_health(&old, "stopping"));
    CHECK_INT(kit_play(at, 2, 4), 4); /* nobody is cut off before the proxy has turned away */
    CHECK_INT(kit_stop(&old, 0), 0);
    go_on_at(&new, &a, &b);
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM node"), 1);
    kit_part(&a, &b);
    stop(&new);
    kit_remove(&old);
    kit_remove(&new);
}

static int try_to_connect(const struct kit *k) {
    struct ws ws;
    bool open = ws_open(&ws, "127.0.0.1", k->process.port, "");
    int status = ws.status;
    ws_end(&ws);
    return open ? 0 : status;
}

static void test_other_rules(void) {
    struct kit old, new;
    struct person a, b;
    struct person *at[] = {&a, &b};
    char text[400];
    char *snapshot[] = {NULL, "store", "snapshot", where, NULL};
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    if (!start(&old, "casata") || !CHECK(kit_two(&old, &game, &a, &b)) || !start(&new, "rigged_server"))
        return;
    CHECK(kit_reach_health(&new, "wait"));
    CHECK_INT(try_to_connect(&new), 503);
    CHECK(kit_reach_health(&old, "ok\n")); /* whoever was first stays */
    CHECK_INT(kit_play(at, 2, 10), 10);
    snapshot[0] = (char *)kit_program("casata");
    CHECK_INT(process_run(snapshot, text, sizeof text), 0);
    stop(&old);
    pg_sql(where, "UPDATE tables SET rules_version=rules_version-1"); /* as if the new ones were newer */
    CHECK(kit_reach_health(&new, "ok\n"));
    CHECK(log_says(&new, "servers with other rules are at work"));
    CHECK(log_says(&new, "this one begins"));
    go_on_at(&new, &a, &b);
    CHECK(pg_sql(where, "SELECT first FROM tables") > 0); /* carried over from its last position */
    if (CHECK(kit_restart(&old, kit_program("casata"), NULL))) {
        CHECK(kit_reach_health(&old, "wait"));
        CHECK_INT(kit_stop(&new, SIGKILL), 128 + SIGKILL);
        pg_sql(where, "UPDATE node SET beat=beat-interval '1 minute' WHERE state='ok'");
        CHECK(kit_reach_health(&old, "ok\n"));
        stop(&old);
    }
    kit_part(&a, &b);
    kit_remove(&old);
    kit_remove(&new);
}

/* A server that was silent for so long that others with other rules have begun must not go on. */
static void test_left_out(void) {
    struct kit old, new;
    int status = 0;
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    if (!start(&old, "casata")) return;
    kill(old.process.pid, SIGSTOP);
    waitpid(old.process.pid, &status, WUNTRACED);
    pg_sql(where, "UPDATE node SET beat=beat-interval '1 minute'");
    if (start(&new, "rigged_server")) {
        CHECK(kit_reach_health(&new, "ok\n"));
        kill(old.process.pid, SIGCONT);
        CHECK_INT(kit_stop(&old, 0), 0);
        CHECK(log_says(&old, "servers with other rules have begun"));
        CHECK(kit_reach_health(&new, "ok\n"));
        stop(&new);
        kit_remove(&new);
    }
    kit_remove(&old);
}

static const struct test tests[] = {
    {"the same rules", test_same_rules},
    {"other rules", test_other_rules},
    {"left out", test_left_out},
};

int main(int argc, char **argv) {
    return pg_main(argc, argv, tests, sizeof tests / sizeof *tests, &pg, &game);
}
