/* server_nodes_crash_test.c: people play at three servers while servers and processes of their database are killed or stand
 * still at random. Whoever loses a server goes on at another one. No decision that was acknowledged may be missing, no
 * table may have a gap or two histories, and the servers are healthy soon after the database is back.
 *
 *   --kills N   how often something is broken (default 10; 100 for a long run, with longer pauses) */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/nodes.h"
#include "server/secret.h"
#include "store/store.h"

#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 8, MAX_TABLES = 4000, THINK_MS = 30, HANG_MS = 7000, LONG_HANG_MS = 20000, BACK_MS = 5000 };

/* A decision that was acknowledged. */
struct made {
    char table[24];
    int ply, seat;
    char action[CASATA_ACTION_TEXT];
};
struct player {
    struct person p;
    int at; /* number of their server, -1: none */
    bool watches, waits;
    int64_t sent, think;
    struct made move; /* that waits for its answer */
};

static struct player player[2 * TABLES];
static bool stopped[NODES]; /* by SIGSTOP */
static struct made *made;
static int n_made, cap_made;
static char table[MAX_TABLES][24];
static int n_tables;
static struct casata_rng rng;
static char where[200];
static int64_t longest_wait, longest_back;
static int late, refused, moved;

/* --- people ----------------------------------------------------------------------------------------------------------- */

static bool is_up(int i) { return node[i].process.pid > 0 && !stopped[i]; }

static int any_server(void) {
    for (;;) {
        int i = (int)casata_rng_below(&rng, NODES);
        if (is_up(i)) return i;
    }
}

static void note_made(struct player *y) {
    if (n_made == cap_made)
        made = realloc(made, (size_t)(cap_made = cap_made ? 2 * cap_made : 4096) * sizeof *made);
    if (!made) abort();
    made[n_made++] = y->move;
    int64_t took = kit_ms() - y->sent;
    if (took > longest_wait) longest_wait = took;
}

static void take(struct player *y, const json_t *msg) {
    bool error = strcmp(text_of(msg, "t"), "error") == 0;
    const char *id = text_of(msg, "id");
    if (strcmp(id, "watch") == 0 && !error) y->watches = true;
    if (strcmp(id, "move") != 0 || !y->waits) return;
    y->waits = false;
    y->think = kit_ms() + casata_rng_below(&rng, 2 * THINK_MS);
    if (!error) note_made(y);
    refused += error && strcmp(text_of(msg, "code"), "store") == 0;
}

/* The server is lost, or the proxy turned away from it: on to another one, with what is known. */
static void go_elsewhere(struct player *y) {
    struct person old = y->p;
    ws_end(&y->p.ws);
    y->watches = y->waits = false;
    y->at = any_server();
    moved++;
    if (!ws_open(&y->p.ws, "127.0.0.1", node[y->at].process.port, "")) {
        y->at = -1;
        return;
    }
    person_say(&y->p, "{'t':'watch','table':'%s','token':'%s','since':%d,'undos':%d,'id':'watch'}", old.table,
               old.token, old.ply, old.undos);
}

static void decide(struct player *y) {
    struct person *p = &y->p;
    if (!y->watches || y->waits || kit_ms() < y->think || !person_choose(p, y->move.action)) return;
    memcpy(y->move.table, p->table, sizeof y->move.table);
    y->move.ply = p->ply;
    y->move.seat = p->seat;
    y->waits = true;
    y->sent = kit_ms();
    person_say(p, "{'t':'act','table':'%s','ply':%d,'action':'%s','id':'move'}", p->table, p->ply,
               y->move.action);
}

static void live(struct player *y) {
    if (y->at < 0 || !is_up(y->at) || y->p.ws.close_code) {
        go_elsewhere(y);
        return;
    }
    for (json_t *msg; (msg = person_hear(&y->p, NULL, 0)); json_decref(msg)) take(y, msg);
    decide(y);
}

static void play(int ms) {
    int64_t until = kit_ms() + ms;
    do {
        struct pollfd fd[2 * TABLES];
        for (int i = 0; i < 2 * TABLES; i++) {
            live(&player[i]);
            fd[i] = (struct pollfd){player[i].p.ws.fd, POLLIN, 0};
        }
        poll(fd, 2 * TABLES, 5);
    } while (kit_ms() < until);
}

/* A new table for two, at two servers; every second one with a bot. */
static bool new_table(int i) {
    struct player *a = &player[2 * i], *b = &player[2 * i + 1];
    person_close(&a->p);
    person_close(&b->p);
    *a = *b = (struct player){.watches = true};
    a->at = any_server();
    b->at = any_server();
    if (!CHECK(person_open(&a->p, &node[a->at], &nodes_game, casata_rng_next(&rng))) ||
        !CHECK(person_open(&b->p, &node[b->at], &nodes_game, casata_rng_next(&rng))) ||
        !CHECK(person_create(&a->p, "signorie", i % 2 ? two_people_and_bot : two_people)) ||
        !CHECK(person_sit(&b->p, a->p.table, a->p.any, "Bela")) || !CHECK(n_tables < MAX_TABLES))
        return false;
    memcpy(table[n_tables++], a->p.table, sizeof table[0]);
    return CHECK(person_watch(&a->p)) && CHECK(person_watch(&b->p));
}

static bool renew_tables(void) {
    for (int i = 0; i < TABLES; i++)
        if ((player[2 * i].p.over || player[2 * i + 1].p.over) && !new_table(i)) return false;
    return true;
}

/* --- trouble ---------------------------------------------------------------------------------------------------------- */

static bool all_healthy(void) {
    int status = 0;
    for (int i = 0; i < NODES; i++)
        if (is_up(i) && (strcmp(kit_health(&node[i], &status), "ok\n") != 0 || status != 200)) return false;
    return true;
}

static void wait_until_healthy(bool measured) {
    int64_t start = kit_ms();
    while (!all_healthy() && kit_ms() < start + KIT_MS) play(20);
    int64_t took = kit_ms() - start;
    CHECK(took < KIT_MS);
    if (!measured) return;
    late += took > BACK_MS;
    if (took > longest_back) longest_back = took;
}

static void kill_server(void) {
    int i = any_server();
    kit_stop(&node[i], SIGKILL);
    play((int)casata_rng_below(&rng, 1000));
    CHECK(kit_restart(&node[i], kit_program("casata"), NULL));
}

static void kill_process(void) {
    pid_t pid = (pid_t)pg_sql(where, "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'casata %'"
                                     " ORDER BY random() LIMIT 1");
    if (!CHECK(pid > 0)) return;
    kill(pid, SIGKILL);
    play(100);
    CHECK(pg_wait(&nodes_pg));
}

static void stop_database(void) {
    pg_stop(&nodes_pg, SIGQUIT);
    play((int)casata_rng_below(&rng, 2000));
    CHECK(pg_restart(&nodes_pg));
}

static void hang_database(int ms) {
    pg_signal_all(&nodes_pg, SIGSTOP);
    play(ms);
    pg_signal_all(&nodes_pg, SIGCONT);
}

static void hang_server(int ms) {
    int i = any_server();
    kill(node[i].process.pid, SIGSTOP);
    stopped[i] = true;
    play(ms);
    kill(node[i].process.pid, SIGCONT);
    stopped[i] = false;
}

/* Of ten: five servers, two processes of the database, two times all of it, and something that stands still. */
static void make_trouble(int i, bool is_long) {
    static const char kind[] = "nQnpnQnpnh";
    int hang = is_long ? LONG_HANG_MS : HANG_MS;
    switch (kind[i % 10]) {
    case 'n': kill_server(); break;
    case 'p': kill_process(); break;
    case 'Q': stop_database(); break;
    default:
        if (i / 10 % 3 == 0)
            hang_database(hang);
        else
            hang_server(hang);
    }
    wait_until_healthy(kind[i % 10] != 'n');
}

/* --- what is there ------------------------------------------------------------------------------------------------------- */

static bool settle(void) {
    int64_t until = kit_ms() + 2 * KIT_MS;
    for (bool busy = true; busy;) {
        busy = false;
        play(20);
        for (int i = 0; i < 2 * TABLES; i++) {
            player[i].think = INT64_MAX; /* nobody begins anything any more */
            busy = busy || player[i].waits || !player[i].watches;
        }
        if (kit_ms() > until) return CHECK(!busy);
    }
    return true;
}

struct loading {
    sem_t answers;
    struct store *store;
    bool done;
    const char *table;
};

static void woken(void *arg) { sem_post(&((struct loading *)arg)->answers); }

/* Every decision that was acknowledged at this table is where it was made. */
static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct loading *g = arg;
    int missing = 0;
    (void)why;
    g->done = true;
    if (!CHECK_INT(status, STORE_OK)) return;
    for (int i = 0; i < n_made; i++) {
        if (strcmp(made[i].table, g->table) != 0) continue;
        const struct store_entry *e = made[i].ply < l->n ? &l->entry[made[i].ply] : NULL;
        missing += !e || e->seat != made[i].seat ||
                   e->action != casata_action_parse(nodes_game.rules, made[i].action);
    }
    CHECK_INT(missing, 0);
    for (int i = 0; i < 2 * TABLES; i++)
        if (strcmp(player[i].p.table, g->table) == 0 && player[i].p.over) CHECK_INT(player[i].p.ply, l->n);
}

static void check_tables(void) {
    char err[STORE_ERROR];
    struct loading g = {0};
    sem_init(&g.answers, 0, 0);
    struct store_config config = {.where = where, .hooks.wake = woken, .arg = &g};
    if (!CHECK((g.store = store_open(&config, err)) != NULL)) return;
    for (int i = 0; i < n_tables; i++) {
        struct store_id id;
        CHECK(secret_id_parse(table[i], &id));
        g.table = table[i];
        store_load(g.store, &id, loaded, &g);
        for (g.done = false; !g.done; store_deliver(g.store)) sem_wait(&g.answers);
    }
    store_close(g.store);
    sem_destroy(&g.answers);
}

static void check_all(void) {
    char text[2000];
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM (SELECT id FROM change GROUP BY id HAVING"
                            " count(*)<>max(n)+1 OR count(DISTINCT by)<>count(*)) x"),
              0);
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM change a JOIN change b ON b.id=a.id AND b.n=a.n+1"
                            " WHERE b.time<a.time"),
              0);
    check_tables();
    char *const argv[] = {(char *)kit_program("casata"), "store", "check", where, NULL};
    if (!CHECK_INT(process_run(argv, text, sizeof text), 0)) printf("%s\n", text);
    for (int i = 0; i < TABLES; i++) nodes_same_view(&player[2 * i].p, &player[2 * i + 1].p);
}

int main(int argc, char **argv) {
    int kills = 10;
    kit_options(argc, argv);
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--kills") == 0) kills = atoi(argv[i + 1]);
    casata_rng_seed(&rng, (uint64_t)kit_ms());
    for (int i = 0; i < 2 * TABLES; i++) player[i].p.ws.fd = -1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_begin("the servers");
    bool ok = casata_find("signorie", &nodes_game) && CHECK(pg_start(&nodes_pg, true));
    if (ok) snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    ok = ok && nodes_start_at(where, NODES, NULL);
    for (int i = 0; ok && i < TABLES; i++) ok = new_table(i);
    test_end();
    for (int i = 0; ok && i < kills && test_failed() == 0; i++) {
        test_begin("nothing acknowledged is lost");
        play(300 + (int)casata_rng_below(&rng, 300));
        make_trouble(i, kills >= 100);
        ok = renew_tables();
        test_end();
    }
    test_begin("after all that");
    if (ok) play(1000);
    if (ok && settle()) check_all();
    CHECK(n_made > kills);
    test_end();
    printf("%d decisions acknowledged at %d tables, %d refused; something broke %d times; people changed "
           "servers %d"
           " times; longest wait %lld ms; healthy at most %lld ms after the database was back (%d times over "
           "%d)\n",
           n_made, n_tables, refused, kills, moved, (long long)longest_wait, (long long)longest_back, late,
           BACK_MS);
    for (int i = 0; i < 2 * TABLES; i++) person_close(&player[i].p);
    nodes_stop(NODES);
    pg_remove(&nodes_pg);
    free(made);
    return test_report();
}
