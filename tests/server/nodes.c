/* nodes.c: several servers on one PostgreSQL, and people at them (nodes.h). */
#define _GNU_SOURCE
#include "server/nodes.h"
#include "casata/rules.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct pg nodes_pg;
struct kit node[NODES];
struct casata_game nodes_game;
const char two_people[] = "[{'kind':'me','name':'Anna'},{'kind':'open'}]";
const char two_people_and_bot[] =
    "[{'kind':'me','name':'Anna'},{'kind':'open'},{'kind':'bot','level':'paggio'}]";

/* --- servers -------------------------------------------------------------------------------------------------------- */

bool nodes_start_at(const char *where, int n, const char *const *extra) {
    for (int i = 0; i < n; i++)
        if (!CHECK(kit_start_at(&node[i], kit_program("casata"), where, extra))) return false;
    return true;
}

bool nodes_start(int n, const char *const *extra) {
    char where[200];
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    return nodes_start_at(where, n, extra);
}

/* Twice: no proxy has to turn away first. */
void nodes_stop(int n) {
    for (int i = 0; i < n; i++)
        if (node[i].process.pid > 0) kill(node[i].process.pid, SIGTERM);
    for (int i = 0; i < n; i++) {
        if (node[i].process.pid > 0) CHECK_INT(kit_stop(&node[i], SIGTERM), 0);
        kit_remove(&node[i]);
    }
}

/* --- people ----------------------------------------------------------------------------------------------------------- */

bool nodes_two(struct person *a, struct person *b, const char *seats) {
    return CHECK(person_open(a, &node[0], &nodes_game, 1)) &&
           CHECK(person_open(b, &node[1], &nodes_game, 2)) && CHECK(person_create(a, "signorie", seats)) &&
           CHECK(person_sit(b, a->table, a->any, "Bela")) && CHECK(person_watch(a)) && CHECK(person_watch(b));
}

bool person_move(struct person *p, const struct kit *k, const struct person *as) {
    struct person old = *as;
    if (!person_open(p, k, &nodes_game, 9)) return false;
    memcpy(p->table, old.table, sizeof p->table);
    memcpy(p->token, old.token, sizeof p->token);
    memcpy(p->any, old.any, sizeof p->any);
    p->seat = old.seat;
    return strcmp(person_try(p, "{'t':'watch','table':'%s','token':'%s','since':%d,'undos':%d}", p->table,
                             p->token, old.ply, old.undos),
                  "state") == 0;
}

bool nodes_same_view(struct person *a, struct person *b) {
    int ply = a->ply > b->ply ? a->ply : b->ply;
    return CHECK(person_reach(a, ply)) && CHECK(person_reach(b, ply)) && CHECK_STR(a->hash, b->hash);
}

bool person_hears(struct person *p, const char *type, const char *text) {
    int64_t end = kit_ms() + KIT_MS;
    while (kit_ms() < end) {
        json_t *msg = person_hear(p, type, KIT_MS);
        if (!msg) return false;
        char *dump = json_dumps(msg, 0);
        bool found = strstr(dump, text) != NULL;
        free(dump);
        json_decref(msg);
        if (found) return true;
    }
    return false;
}

bool person_begin_move(struct person *p) {
    char text[CASATA_ACTION_TEXT];
    if (!CHECK(person_choose(p, text))) return false;
    person_say(p, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':'move'}", p->table, p->ply, text);
    return true;
}

const char *person_end_move(struct person *p) {
    static char kind[40];
    int64_t end = kit_ms() + KIT_MS;
    kind[0] = 0;
    while (!kind[0] && kit_ms() < end) {
        json_t *msg = person_hear(p, NULL, KIT_MS);
        if (!msg) break;
        bool error = strcmp(text_of(msg, "t"), "error") == 0;
        if (json_object_get(msg, "id")) snprintf(kind, sizeof kind, "%s", text_of(msg, error ? "code" : "t"));
        json_decref(msg);
    }
    return kind;
}

struct person *person_to_move(struct person *a, struct person *b) {
    return a->to_act >> a->seat & 1 ? a : b;
}

/* --- the program ---------------------------------------------------------------------------------------------------------- */

enum { WORKERS = 4 };

static bool is_wanted(const struct test *test) {
    return !kit_filter() || strstr(test->name, kit_filter()) != NULL;
}

static void run_one(const struct test *test) {
    int64_t start = kit_ms();
    test_begin(test->name);
    test->run();
    test_end();
    if (test_verbose) printf("  %s: %lld ms\n", test->name, (long long)(kit_ms() - start));
}

/* Every N-th test, with its own database. */
static int work(const struct test *test, size_t n, size_t first, _Atomic int count[2]) {
    bool ok = CHECK(pg_start(&nodes_pg, false));
    for (size_t i = first; ok && i < n; i += WORKERS)
        if (is_wanted(&test[i])) run_one(&test[i]);
    pg_remove(&nodes_pg);
    count[0] += test_passed();
    count[1] += test_failed() + !ok;
    return 0;
}

/* These tests wait for most of their time, so that some run at once; none knows of another. */
int nodes_main(int argc, char **argv, const struct test *test, size_t n) {
    pid_t worker[WORKERS];
    _Atomic int *count =
        mmap(NULL, 2 * sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    kit_options(argc, argv);
    if (!pg_has_libpq() || count == MAP_FAILED || !casata_find("signorie", &nodes_game)) return 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < WORKERS; i++) {
        pid_t parent = getpid();
        worker[i] = fork();
        if (worker[i] != 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return getppid() == parent ? work(test, n, i, count) : 1;
    }
    for (size_t i = 0; i < WORKERS; i++) {
        int status = 1;
        if (worker[i] < 0 || waitpid(worker[i], &status, 0) < 0 || status != 0) count[1]++;
    }
    int passed = count[0], failed = count[1];
    printf("%d passed, %d failed\n", passed, failed);
    return passed > 0 && failed == 0 ? 0 : 1;
}
