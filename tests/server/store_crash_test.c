/* store_crash_test.c: several stores race for the tables of one PostgreSQL while its processes are killed, it is stopped at
 * once, and connections hang or are cut. No acknowledged change may be missing or replaced, no table may have a gap, and
 * nothing that was refused may be there.
 *
 *   --kills N   how often something is broken (default 9; 100 for a long run) */
#define _GNU_SOURCE
#include "casata/game.h"
#include "server/kit.h"
#include "server/pg.h"
#include "store/store.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STORES = 3, TABLES = 40, STEP_MS = 400 };

/* The known outcome of a requested change. */
struct outcome {
    struct outcome *next;
    int table;
    struct store_version version;
    enum store_status status;
};

struct racer;
struct seat { /* a store's picture of one table */
    struct racer *racer;
    int table;
    struct store_version version, asked;
    int ply;
    bool busy;
};
struct racer {
    struct store *store;
    int fd[2];
    struct seat seat[TABLES];
    int busy;
};

static struct pg pg;
static char where[200];
static struct racer racer[STORES];
static struct casata_rng rng;
static struct outcome *outcomes;
static long stored, conflicts, failures;
static bool ended;

static struct store_id id_of(int table) { return (struct store_id){{(uint8_t)table, 1, 2, 3}}; }

static void woken(void *arg) {
    struct racer *r = arg;
    if (write(r->fd[1], "x", 1) != 1) test_fail(__FILE__, __LINE__, "pipe");
}

static void note(int table, struct store_version version, enum store_status status) {
    struct outcome *o = malloc(sizeof *o);
    if (!o) abort();
    *o = (struct outcome){outcomes, table, version, status};
    outcomes = o;
    stored += status == STORE_OK;
    conflicts += status == STORE_CONFLICT;
    failures += status == STORE_FAILED;
}

static void end_request(struct seat *s) {
    s->busy = false;
    s->racer->busy--;
}

static void caught_up(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct seat *s = arg;
    (void)why;
    end_request(s);
    if (status == STORE_OK) {
        s->version = l->version;
        s->ply = l->from + l->n;
    } else if (status != STORE_FAILED) {
        test_fail(__FILE__, __LINE__, "the tail of a table that is known is not there");
    }
}

static void ask_tail(struct seat *s) {
    struct store_id id = id_of(s->table);
    s->busy = true;
    s->racer->busy++;
    store_tail(s->racer->store, &id, s->version, -1, caught_up, s);
}

static void written(void *arg, enum store_status status, const char *why) {
    struct seat *s = arg;
    (void)why;
    end_request(s);
    note(s->table, s->asked, status);
    if (status == STORE_OK) {
        s->version = s->asked;
        s->ply++;
    } else if (!ended) {
        ask_tail(s);
    }
}

static void ask_change(struct seat *s) {
    struct store_entry entry = {.hash = casata_rng_next(&rng), .time = 1, .action = 7, .to_act = 1};
    s->asked = (struct store_version){s->version.n + 1, casata_rng_next(&rng)};
    struct store_change c = {.id = id_of(s->table),
                             .version = s->asked,
                             .prev = s->version.by,
                             .cut = -1,
                             .time = s->asked.n,
                             .ply = s->ply + 1,
                             .to_act = 1,
                             .n_entry = 1,
                             .entry = &entry};
    s->busy = true;
    s->racer->busy++;
    store_write(s->racer->store, &c, written, s);
}

static bool open_racer(struct racer *r) {
    char err[STORE_ERROR];
    struct store_config config = {.where = where, .wait_ms = 3000, .hooks.wake = woken, .arg = r};
    if (!CHECK(pipe(r->fd) == 0)) return false;
    r->store = store_open(&config, err);
    if (!r->store) test_fail(__FILE__, __LINE__, err);
    for (int t = 0; t < TABLES; t++) r->seat[t] = (struct seat){.racer = r, .table = t, .version = {0, 1}};
    return r->store != NULL;
}

static void created(void *arg, enum store_status status, const char *why) {
    (void)why;
    CHECK_INT(status, STORE_OK);
    ((struct racer *)arg)->busy--;
}

static void create_tables(struct racer *r) {
    for (int t = 0; t < TABLES; t++) {
        struct store_table table = {.id = id_of(t), .game = "signorie", .seats = 1, .takeback_seat = -1};
        struct store_change c = {.id = table.id, .version = {0, 1}, .table = &table, .cut = -1};
        r->busy++;
        store_write(r->store, &c, created, r);
    }
}

static void listen_all(int ms) {
    struct pollfd fd[STORES];
    char byte[256];
    for (int i = 0; i < STORES; i++) fd[i] = (struct pollfd){racer[i].fd[0], POLLIN, 0};
    if (poll(fd, STORES, ms) < 1) return;
    for (int i = 0; i < STORES; i++)
        if (fd[i].revents && read(fd[i].fd, byte, sizeof byte) > 0) store_deliver(racer[i].store);
}

/* Everybody asks for changes of all tables, one at a time of each. */
static void race(int ms) {
    int64_t end = kit_ms() + ms;
    while (kit_ms() < end) {
        for (int i = 0; i < STORES; i++)
            for (int t = 0; t < TABLES; t++)
                if (!racer[i].seat[t].busy && casata_rng_below(&rng, 8) == 0) ask_change(&racer[i].seat[t]);
        listen_all(2);
    }
}

static bool settle(void) {
    int64_t end = kit_ms() + 2 * KIT_MS;
    bool busy = true;
    while (busy && kit_ms() < end) {
        listen_all(50);
        busy = false;
        for (int i = 0; i < STORES; i++) busy = busy || racer[i].busy > 0;
    }
    return CHECK(!busy);
}

/* --- trouble ------------------------------------------------------------------------------------------------------- */

static pid_t a_process(void) {
    char sql[200];
    snprintf(
        sql, sizeof sql,
        "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'casata %%' ORDER BY random() LIMIT 1");
    return (pid_t)pg_sql(where, sql);
}

static void make_trouble(int kind) {
    if (!pg_wait(&pg)) return; /* it may still recover from the last time */
    pid_t pid = kind == 1 || kind == 3 ? a_process() : 0;
    switch (kind) {
    case 0: /* all connections are cut */
        pg_sql(where, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE"
                      " application_name LIKE 'casata %'");
        break;
    case 1: /* the database recovers from the death of a process */
        if (pid > 0) kill(pid, SIGKILL);
        break;
    case 2: /* as if the machine had failed */
        pg_stop(&pg, SIGQUIT);
        race(100);
        pg_restart(&pg);
        break;
    default: /* a process stands still for longer than anybody waits */
        if (pid > 0) kill(pid, SIGSTOP);
        race(7000);
        if (pid > 0) kill(pid, SIGCONT);
    }
}

/* --- what is there ---------------------------------------------------------------------------------------------------- */

static void check_outcomes(void) {
    char sql[300];
    long missing = 0, unwanted = 0;
    sql[0] = 0;
    pg_sql(where, "CREATE TABLE outcome(id uuid, n int, by bigint, status int)");
    FILE *f = NULL;
    size_t size = 0;
    char *text = NULL;
    int rows = 0;
    for (const struct outcome *o = outcomes; o; o = o->next) {
        if (!f && (f = open_memstream(&text, &size))) fputs("INSERT INTO outcome VALUES", f);
        if (!f) abort();
        fprintf(f, "%s('%02x010203-0000-0000-0000-000000000000',%u,%lld,%d)", rows++ ? "," : "",
                (unsigned)o->table, o->version.n, (long long)o->version.by, (int)o->status);
        if (rows < 2000 && o->next) continue;
        fclose(f);
        pg_sql(where, text);
        free(text);
        f = NULL;
        rows = 0;
    }
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM outcome o WHERE status=%d AND NOT EXISTS (SELECT 1 FROM change c WHERE"
             " c.id=o.id AND c.n=o.n AND c.by=o.by)",
             STORE_OK);
    missing = (long)pg_sql(where, sql);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM outcome o WHERE status<>%d AND EXISTS (SELECT 1 FROM change c WHERE"
             " c.id=o.id AND c.n=o.n AND c.by=o.by)",
             STORE_OK);
    unwanted = (long)pg_sql(where, sql);
    CHECK_INT(missing, 0);
    CHECK_INT(unwanted, 0);
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM (SELECT id FROM change GROUP BY id"
                            " HAVING count(*)<>max(n)+1 OR max(ply)<>max(n)) x"),
              0);
    CHECK_INT(pg_sql(where, "SELECT count(*) FROM change"), stored + TABLES);
}

int main(int argc, char **argv) {
    int kills = 9;
    kit_options(argc, argv);
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--kills") == 0) kills = atoi(argv[i + 1]);
    casata_rng_seed(&rng, 23);
    test_begin("the stores");
    bool ok = CHECK(pg_start(&pg, true));
    if (ok) snprintf(where, sizeof where, "%s", pg_database(&pg));
    for (int i = 0; ok && i < STORES; i++) ok = open_racer(&racer[i]);
    if (ok) create_tables(&racer[0]);
    ok = ok && settle();
    test_end();
    for (int i = 0; ok && i < kills; i++) {
        test_begin("nothing acknowledged is lost");
        race(STEP_MS);
        make_trouble(i % 12 == 11 ? 3 : i % 3);
        race(STEP_MS);
        test_end();
    }
    test_begin("after all that");
    race(STEP_MS);
    ended = true;
    if (ok && settle()) check_outcomes();
    CHECK(stored > kills);
    test_end();
    printf("%ld changes stored, %ld conflicts, %ld refused, %d times something broke\n", stored, conflicts,
           failures, kills);
    for (int i = 0; i < STORES; i++)
        if (racer[i].store) store_close(racer[i].store);
    pg_remove(&pg);
    return test_report();
}
