/* server_failover_test.c: what people at several servers receive while the database, the network to it, its disk or a
 * server fails. */
#define _GNU_SOURCE
#include "server/nodes.h"
#include "server/relay.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static struct person a, b;
static struct person *const both[] = {&a, &b};

static void end(int n) {
    nodes_stop(n);
    person_close(&a);
    person_close(&b);
}

static bool start_two(const char *const *extra) {
    return nodes_start(2, extra) && nodes_two(&a, &b, two_people) && CHECK_INT(kit_play(both, 2, 6), 6);
}

static void play_on(void) {
    CHECK_INT(kit_play(both, 2, 6), 6);
    nodes_same_view(&a, &b);
}

static bool healthy(int n) {
    bool ok = true;
    for (int i = 0; i < n; i++) ok = CHECK(kit_reach_health(&node[i], "ok\n")) && ok;
    return ok;
}

/* The processes of the database behind the servers' connections of that name; -1: there are no more. */
static pid_t process_of(const char *connection, int which) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT pid FROM pg_stat_activity WHERE datname=current_database() AND application_name='%s'"
             " ORDER BY pid OFFSET %d",
             connection, which);
    return (pid_t)kit_sql(node[0].db, sql);
}

/* --- the database ------------------------------------------------------------------------------------------------------ */

/* One of its processes dies, and all of it starts again by itself: the move only takes longer. */
static void test_process_dies(void) {
    if (!start_two(NULL)) return;
    for (int i = 0; i < 2; i++) {
        struct person *p = person_to_move(&a, &b);
        pid_t pid = process_of("casata writer", 0);
        if (!CHECK(pid > 0) || kill(pid, SIGKILL) != 0 || !person_begin_move(p)) break;
        CHECK_STR(person_end_move(p), "state");
        CHECK(pg_wait(&nodes_pg));
        play_on();
    }
    end(2);
}

/* It hangs: no connection ends, nothing is answered. Servers say that it is away; no move is reported as failed
 * which may yet be made. */
static void test_database_hangs(void) {
    static const char *const extra[] = {"--store-wait", "2", NULL};
    if (!start_two(extra)) return;
    struct person *p = person_to_move(&a, &b);
    int ply = p->ply;
    pg_signal_all(&nodes_pg, SIGSTOP);
    int64_t start = kit_ms();
    person_begin_move(p);
    CHECK(kit_reach_health(&node[0], "away"));
    CHECK(kit_reach_health(&node[1], "away"));
    printf("away %lld ms after the database began to hang\n", (long long)(kit_ms() - start));
    while (kit_ms() < start + 8000) usleep(10000); /* longer than a server waits for an answer */
    pg_signal_all(&nodes_pg, SIGCONT);
    start = kit_ms();
    healthy(2);
    printf("healthy %lld ms after it went on\n", (long long)(kit_ms() - start));
    CHECK_STR(person_end_move(p), "state");
    CHECK_INT(p->ply > ply, true);
    CHECK_INT(kit_sql(node[0].db, "SELECT count(*)-max(n)-1 FROM change"), 0);
    play_on();
    end(2);
}

/* Only the connections that carry reads or news hang: moves go on, and a table that has to be read is read over others. */
static void test_connections_hang(void) {
    static const char *const name[] = {"casata reader", "casata notifier", "casata listener"};
    struct person other;
    if (!start_two(NULL)) return;
    CHECK(person_open(&other, &node[0], &nodes_game, 5));
    for (int i = 0; i < 3; i++) {
        pid_t pid[] = {process_of(name[i], 0), process_of(name[i], 1)};
        CHECK(person_create(&other, "signorie", two_people));
        CHECK(pid[0] > 0 && pid[1] > 0 && kill(pid[0], SIGSTOP) == 0 && kill(pid[1], SIGSTOP) == 0);
        play_on();
        CHECK_STR(person_try(&b, "{'t':'watch','table':'%s'}", other.table), "state");
        CHECK(pid[0] > 0 && pid[1] > 0 && kill(pid[0], SIGCONT) == 0 && kill(pid[1], SIGCONT) == 0);
    }
    end(2);
    person_close(&other);
}

/* --- a standby takes over ----------------------------------------------------------------------------------------------- */

static long long sql_at(const struct pg *p, const char *text) {
    char where[200];
    snprintf(where, sizeof where, "postgres://casata@/postgres?host=%s", p->dir);
    return pg_sql(where, text);
}

static bool wait_for(const struct pg *p, const char *question) {
    int64_t until = kit_ms() + KIT_MS;
    while (sql_at(p, question) != 1 && kit_ms() < until) usleep(20000);
    return kit_ms() < until;
}

/* Two databases, the second following the first, and two servers that know both. */
static bool start_pair(struct pg *primary, struct pg *standby, bool synchronous) {
    char where[300];
    if (!CHECK(pg_start(primary, false)) || !CHECK(pg_start_standby(standby, primary))) return false;
    if (synchronous) {
        sql_at(primary, "ALTER SYSTEM SET synchronous_standby_names='*'");
        sql_at(primary, "SELECT pg_reload_conf()");
        if (!CHECK(wait_for(primary, "SELECT count(*) FROM pg_stat_replication WHERE sync_state='sync'")))
            return false;
    }
    snprintf(where, sizeof where, "%s", pg_either(primary, standby, pg_database(primary)));
    return nodes_start_at(where, 2, NULL) && nodes_two(&a, &b, two_people) &&
           CHECK_INT(kit_play(both, 2, 10), 10);
}

/* Nothing that was acknowledged is lost, and the move that was on its way is made. */
static void test_failover(void) {
    struct pg primary, standby;
    if (start_pair(&primary, &standby, true)) {
        struct person *p = person_to_move(&a, &b);
        int ply = p->ply;
        pg_stop(&primary, SIGQUIT);
        person_begin_move(p);
        CHECK(pg_promote(&standby));
        CHECK_STR(person_end_move(p), "state");
        CHECK(p->ply > ply);
        play_on();
        healthy(2);
        CHECK_INT(kit_sql(node[0].db, "SELECT count(*)-max(n)-1 FROM change"), 0);
    }
    end(2);
    pg_remove(&primary);
    pg_remove(&standby);
}

/* A standby that had not received the last moments: the table has gone back, its people see how it is and play on. */
static void test_failover_behind(void) {
    struct pg primary, standby;
    if (start_pair(&primary, &standby, false)) {
        int ply = a.ply;
        CHECK(wait_for(&primary, "SELECT count(*) FROM pg_stat_replication"
                                 " WHERE replay_lsn=pg_current_wal_lsn()"));
        sql_at(&standby, "ALTER SYSTEM SET primary_conninfo=''");
        sql_at(&standby, "SELECT pg_reload_conf()");
        CHECK(wait_for(&standby, "SELECT 1-count(*) FROM pg_stat_wal_receiver"));
        CHECK_INT(kit_play(both, 2, 6), 6);
        CHECK(a.ply > ply);
        pg_stop(&primary, SIGQUIT);
        CHECK(pg_promote(&standby));
        for (int i = 0; i < 2; i++) {
            int64_t until = kit_ms() + KIT_MS;
            while (both[i]->ply != ply && kit_ms() < until) person_listen(both[i], 50);
            CHECK_INT(both[i]->ply, ply);
        }
        CHECK_STR(a.hash, b.hash);
        play_on();
        CHECK_INT(kit_sql(node[0].db, "SELECT count(*)-max(n)-1 FROM change"), 0);
    }
    end(2);
    pg_remove(&primary);
    pg_remove(&standby);
}

/* --- the network --------------------------------------------------------------------------------------------------------- */

/* The first server reaches its database through a relay, the second directly. */
static struct relay *start_relayed(const char *const *extra) {
    char where[200], through[200];
    struct relay *r = relay_start(nodes_pg.dir);
    if (!r) return NULL;
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    relay_address(r, where, through, sizeof through);
    bool ok = CHECK(kit_start_at(&node[0], kit_program("casata"), through, extra)) &&
              CHECK(kit_start_at(&node[1], kit_program("casata"), where, extra)) &&
              nodes_two(&a, &b, two_people) && CHECK_INT(kit_play(both, 2, 6), 6);
    if (ok) return r;
    relay_stop(r);
    return NULL;
}

/* A server without its database says so; the one who sits there moves to the other and goes on, and later finds the same
 * table at the first. */
static void cut_off(enum relay_mode mode) {
    static const char *const extra[] = {"--store-wait", "2", NULL};
    struct person moved;
    struct relay *r = start_relayed(extra);
    if (!r) return;
    relay_set(r, mode);
    CHECK(kit_reach_health(&node[0], "away"));
    CHECK(kit_reach_health(&node[1], "ok\n"));
    if (CHECK(person_move(&moved, &node[1], &a))) {
        struct person *const there[] = {&moved, &b};
        CHECK_INT(kit_play(there, 2, 6), 6);
    }
    relay_set(r, RELAY_PASS);
    healthy(2);
    CHECK(person_reach(&a, moved.ply)); /* by itself */
    nodes_same_view(&a, &b);
    play_on();
    end(2);
    person_close(&moved);
    relay_stop(r);
}

static void test_network_cut(void) { cut_off(RELAY_CUT); }
static void test_network_stalls(void) { cut_off(RELAY_STALL); }

/* A new connection is made and then nothing is answered: it is given up, and another one is made. */
static void test_network_deaf(void) {
    struct relay *r = start_relayed(NULL);
    if (!r) return;
    relay_set(r, RELAY_CUT);
    usleep(100000);
    relay_set(r, RELAY_DEAF);
    for (int64_t until = kit_ms() + KIT_MS; relay_mode(r) != RELAY_PASS && kit_ms() < until;) usleep(10000);
    CHECK_INT(relay_mode(r), RELAY_PASS);
    play_on();
    healthy(2);
    end(2);
    relay_stop(r);
}

/* The connection breaks during COMMIT, before or after it arrived: the move is made once, and acknowledged. */
static void test_unknown_outcome(void) {
    struct relay *r = start_relayed(NULL);
    if (!r) return;
    for (int i = 0; i < 6; i++) {
        while (person_to_move(&a, &b) != &a) /* whose server has the bad network */
            if (!CHECK_STR(person_play(&b), "state") || !CHECK(person_reach(&a, b.ply))) break;
        int ply = a.ply;
        relay_set(r, i % 2 ? RELAY_LOSE_REQUEST : RELAY_LOSE_ANSWER);
        if (!person_begin_move(&a)) break;
        CHECK_STR(person_end_move(&a), "state");
        CHECK_INT(relay_mode(r), RELAY_PASS);
        CHECK(a.ply > ply);
        nodes_same_view(&a, &b);
    }
    CHECK_INT(kit_sql(node[1].db, "SELECT count(*)-max(n)-1 FROM change"), 0);
    play_on();
    end(2);
    relay_stop(r);
}

/* A seat that was taken at one server a moment ago is known at the other. */
static void sit_and_go(void) {
    struct person host, guest, gone;
    CHECK(person_open(&host, &node[0], &nodes_game, 1) && person_open(&guest, &node[1], &nodes_game, 2));
    CHECK(person_create(&host, "signorie", two_people) && person_watch(&host));
    CHECK(person_sit(&guest, host.table, host.any, "Bela"));
    CHECK(person_move(&gone, &node[0], &guest));
    person_close(&host);
    person_close(&guest);
    person_close(&gone);
}

/* Two servers on a database whose NOTIFY does not arrive. */
static bool start_deaf(void) {
    char where[200], sql[200], name[40] = "";
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    sscanf(where, "postgres://casata@/%39[^?]", name);
    pg_sql(where, "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''");
    snprintf(sql, sizeof sql, "ALTER DATABASE %s SET search_path=public, pg_catalog", name);
    pg_sql(where, sql);
    return nodes_start_at(where, 2, NULL) && nodes_two(&a, &b, two_people);
}

/* Another's move comes late. The best of some moves is judged, because the machine may be busy. */
static void test_notify_swallowed(void) {
    int64_t best = INT64_MAX, worst = 0;
    if (!start_deaf()) return;
    for (int i = 0; i < 4; i++) sit_and_go();
    for (int i = 0; i < 4; i++) {
        struct person *p = person_to_move(&a, &b), *other = p == &a ? &b : &a;
        CHECK_STR(person_play(p), "state");
        int64_t start = kit_ms();
        CHECK(person_reach(other, p->ply));
        int64_t took = kit_ms() - start;
        best = took < best ? took : best;
        worst = took > worst ? took : worst;
    }
    printf("without NOTIFY a move was seen elsewhere after %lld to %lld ms\n", (long long)best,
           (long long)worst);
    CHECK(best <= 2500);
    end(2);
}

/* A device loses its seat at a server that has not heard of it, and whatever it asks for there is refused: a decision, and
 * an undo, after which the server reads the whole table. */
static void test_lost_seat_unheard(void) {
    struct person phone;
    char text[CASATA_ACTION_TEXT];
    if (!start_deaf()) return;
    CHECK(person_move(&phone, &node[1], &a));
    for (int i = 0; i < 4; i++) {
        while (!(a.to_act & 1) || (i % 2 && a.undo >= a.ply))
            if (!CHECK_STR(person_play(person_to_move(&a, &b)), "state") || !CHECK(person_reach(&a, b.ply)) ||
                !CHECK(person_reach(&b, a.ply)))
                break;
        if (!CHECK(person_choose(&a, text))) break;
        json_t *msg = person_ask(&phone, "{'t':'seat_alone','table':'%s'}", a.table);
        snprintf(phone.token, sizeof phone.token, "%s", text_of(msg, "token"));
        json_decref(msg);
        if (i % 2)
            CHECK_STR(person_try(&a, "{'t':'undo','table':'%s','ply':%d}", a.table, a.undo), "not_seated");
        else
            CHECK_STR(person_try(&a, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", a.table, a.ply, text),
                      "not_seated");
        person_close(&a);
        if (!CHECK(person_move(&a, &node[0], &phone))) break;
    }
    end(2);
    person_close(&phone);
}

/* --- the disk -------------------------------------------------------------------------------------------------------------- */

/* Fills the disk of the changes: a small file system where that can be mounted, else an error that says the same. */
struct full_disk {
    char dir[120], filler[140];
    bool mounted;
};

static void mount_small(struct full_disk *d) {
    char sql[300];
    struct stat data;
    snprintf(d->dir, sizeof d->dir, "%s/data", nodes_pg.dir);
    bool known = stat(d->dir, &data) == 0;
    snprintf(d->dir, sizeof d->dir, "%s/small", nodes_pg.dir);
    snprintf(d->filler, sizeof d->filler, "%s/filler", d->dir);
    d->mounted = known && mkdir(d->dir, 0700) == 0 && mount("tmpfs", d->dir, "tmpfs", 0, "size=1m") == 0;
    if (!d->mounted) return;
    CHECK(chown(d->dir, data.st_uid, data.st_gid) == 0);
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", d->dir);
    kit_sql(node[0].db, sql);
    kit_sql(node[0].db, "ALTER TABLE change SET TABLESPACE small");
}

static void fill(struct full_disk *d) {
    static const char zeroes[4096];
    if (!d->mounted) {
        kit_sql(node[0].db, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE"
                            " EXCEPTION 'no space left' USING ERRCODE='53100'; END $$");
        kit_sql(node[0].db, "CREATE TRIGGER full_disk BEFORE INSERT ON change EXECUTE FUNCTION full_disk()");
        return;
    }
    int fd = open(d->filler, O_CREAT | O_WRONLY, 0600);
    while (fd >= 0 && write(fd, zeroes, sizeof zeroes) > 0) continue;
    if (fd >= 0) close(fd);
}

static void make_room(struct full_disk *d) {
    if (d->mounted)
        CHECK(unlink(d->filler) == 0);
    else
        kit_sql(node[0].db, "DROP TRIGGER full_disk ON change");
}

static void unmount_small(struct full_disk *d, const char *where) {
    if (!d->mounted) return;
    pg_sql(where, "ALTER TABLE change SET TABLESPACE pg_default");
    pg_sql(where, "DROP TABLESPACE small");
    CHECK(umount(d->dir) == 0);
}

/* The move has not happened, and its player learns so; the next one is made when there is room again. */
static void test_full_disk(void) {
    struct full_disk d = {0};
    char where[200];
    const char *kind = "state";
    if (!start_two(NULL)) return;
    snprintf(where, sizeof where, "%s", node[0].db);
    mount_small(&d);
    fill(&d);
    struct person *p = person_to_move(&a, &b);
    for (int i = 0; i < 400 && strcmp(kind, "state") == 0; i++) { /* the last page has room for some */
        p = person_to_move(&a, &b);
        kind = person_play(p);
        nodes_same_view(&a, &b);
    }
    CHECK_STR(kind, "store");
    int ply = p->ply;
    make_room(&d);
    CHECK(person_hears(p, "state", "\"ply\"")); /* how it is, after the error */
    CHECK_INT(p->ply, ply);
    play_on();
    healthy(2);
    end(2);
    unmount_small(&d, where);
}

/* --- servers ----------------------------------------------------------------------------------------------------------------- */

/* Killed right after a move was acknowledged, before the others could hear of it: whoever moves to another server finds it
 * there. */
static void test_killed_after_move(void) {
    if (!nodes_start(NODES, NULL) || !nodes_two(&a, &b, two_people)) return;
    CHECK_INT(kit_play(both, 2, 6), 6);
    while (person_to_move(&a, &b) != &a)
        if (!CHECK_STR(person_play(&b), "state") || !CHECK(person_reach(&a, b.ply))) break;
    /* The second server will not hear: its listener stands still. */
    kit_sql(node[0].db, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE"
                        " datname=current_database() AND application_name='casata notifier'");
    CHECK_STR(person_play(&a), "state");
    int ply = a.ply;
    char hash[sizeof a.hash];
    memcpy(hash, a.hash, sizeof hash);
    kit_stop(&node[0], SIGKILL);
    struct person moved;
    if (CHECK(person_move(&moved, &node[1], &a))) {
        CHECK_INT(moved.ply, ply);
        CHECK_STR(moved.hash, hash);
        struct person *const there[] = {&moved, &b};
        CHECK_INT(kit_play(there, 2, 6), 6);
    }
    end(NODES);
    person_close(&moved);
}

/* A server stands still for a while, its connections too. The others go on, and it catches up afterwards. */
static void test_server_stands_still(void) {
    struct person moved;
    if (!start_two(NULL)) return;
    kill(node[0].process.pid, SIGSTOP);
    if (CHECK(person_move(&moved, &node[1], &a))) {
        struct person *const there[] = {&moved, &b};
        int64_t until = kit_ms() + 4000; /* longer than a transaction may stand open */
        CHECK_INT(kit_play(there, 2, 12), 12);
        while (kit_ms() < until) usleep(10000);
        CHECK_INT(kit_play(there, 2, 6), 6);
    }
    kill(node[0].process.pid, SIGCONT);
    CHECK(person_reach(&a, moved.ply));
    nodes_same_view(&a, &b);
    healthy(2);
    play_on();
    end(2);
    person_close(&moved);
}

static void set_clock(const char *name, int seconds) {
    FILE *f = fopen(name, "w");
    if (!CHECK(f != NULL)) return;
    fprintf(f, "%d", seconds);
    fclose(f);
}

/* The clock of a server's machine is wrong: it says so, and what is played there is never dated before what was. */
static void test_wrong_clock(void) {
    static const int wrong[] = {3600, -3600, 5};
    char where[200], name[100];
    snprintf(where, sizeof where, "%s", pg_database(&nodes_pg));
    snprintf(name, sizeof name, "/tmp/casata-clock-%d", (int)getpid());
    set_clock(name, 0);
    setenv("CASATA_TEST_CLOCK", name, 1);
    setenv("LD_PRELOAD", kit_program("wrong_clock.so"), 1);
    bool ok = CHECK(kit_start_at(&node[0], kit_program("casata"), where, NULL));
    unsetenv("LD_PRELOAD");
    unsetenv("CASATA_TEST_CLOCK");
    if (!ok || !CHECK(kit_start_at(&node[1], kit_program("casata"), where, NULL))) return;
    ok = nodes_two(&a, &b, two_people);
    for (size_t i = 0; ok && i < sizeof wrong / sizeof *wrong; i++) {
        healthy(2);
        set_clock(name, wrong[i]);
        CHECK(kit_reach_health(&node[0], "wait"));
        play_on();
        set_clock(name, 0);
    }
    healthy(2);
    CHECK_INT(kit_sql(where, "SELECT count(*) FROM change a JOIN change b ON b.id=a.id AND b.n=a.n+1 WHERE"
                             " b.time<a.time"),
              0);
    end(2);
    unlink(name);
}

/* A bug writes an entry that leads elsewhere: every server refuses it, informs the players there, and goes on with the rest. */
static void test_illegal_entry(void) {
    struct person other;
    char line[300];
    bool told = false;
    if (!start_two(NULL)) return;
    CHECK(person_open(&other, &node[0], &nodes_game, 5) && person_create(&other, "signorie", two_people));
    char sql[500];
    snprintf(sql, sizeof sql,
             "INSERT INTO change SELECT id, n+1, 5, time, -1, ply+1, to_act, 0, set_byte(entry, 0,"
             " (get_byte(entry, 0)+1)%%256) FROM change WHERE n=(SELECT max(n) FROM change)");
    kit_sql(node[0].db, sql);
    for (int i = 0; i < 2; i++) {
        json_t *msg = person_hear(both[i], "unavailable", KIT_MS);
        if (CHECK(msg != NULL)) {
            CHECK_STR(text_of(msg, "code"), "damaged");
            CHECK(json_is_false(json_object_get(msg, "retry")));
        }
        json_decref(msg);
    }
    CHECK_STR(person_try(&a, "{'t':'watch','table':'%s','token':'%s'}", a.table, a.token), "damaged");
    CHECK(person_watch(&other));
    FILE *f = fopen(node[1].log, "r");
    while (f && fgets(line, sizeof line, f)) told = told || strstr(line, "cannot be played");
    if (f) fclose(f);
    CHECK(told); /* the operator */
    end(2);
    person_close(&other);
}

static const struct test tests[] = {
    {"a process of the database dies", test_process_dies},
    {"the database hangs", test_database_hangs},
    {"connections hang", test_connections_hang},
    {"a standby takes over", test_failover},
    {"a standby that was behind takes over", test_failover_behind},
    {"the network is cut", test_network_cut},
    {"the network stalls", test_network_stalls},
    {"a new connection is deaf", test_network_deaf},
    {"nobody knows whether it was stored", test_unknown_outcome},
    {"NOTIFY does not arrive", test_notify_swallowed},
    {"a seat is lost unknown to its server", test_lost_seat_unheard},
    {"the disk is full", test_full_disk},
    {"killed after a move", test_killed_after_move},
    {"a server stands still", test_server_stands_still},
    {"a clock is wrong", test_wrong_clock},
    {"an illegal entry", test_illegal_entry},
};

int main(int argc, char **argv) { return nodes_main(argc, argv, tests, sizeof tests / sizeof *tests); }
