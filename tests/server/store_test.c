/* store_test.c: the store by itself, the same tests on every kind of database. */
#define _GNU_SOURCE
#include "server/kit.h"
#include "server/pg.h"
#include "store/store.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWERS = 4096 };

/* --- a store and what it answers --------------------------------------------------------------------------------- */

static struct pg pg;
static bool on_postgres; /* the database of the tests that run on both */

struct box { /* a store with its answers */
    struct store *store;
    char where[200];
    int fd[2];
    int asked, answered;
    enum store_status status[ANSWERS]; /* of each request */
    int chat_n;                        /* number of the last chat message */
    struct store_loaded loaded;        /* the last one; its entries: */
    struct store_entry entry[ANSWERS];
    char snapshot[100], last_chat[100];
    int first_chat;
    struct store_found found[10];
    int n_found;
    struct store_scanned scanned[STORE_SCAN];
    int n_scanned;
    struct store_news news[100];
    int n_news;
};
struct request {
    struct box *box;
    int number;
};

static void woken(void *arg) {
    struct box *b = arg;
    CHECK(write(b->fd[1], "x", 1) == 1);
}
static void heard(void *arg, const struct store_news *news) {
    struct box *b = arg;
    if (b->n_news < 100) b->news[b->n_news++] = *news;
}

static struct request *request(struct box *b) {
    struct request *r = malloc(sizeof *r);
    if (!r) abort();
    *r = (struct request){b, b->asked++ % ANSWERS};
    return r;
}
static void answer(void *arg, enum store_status status) {
    struct request *r = arg;
    r->box->status[r->number] = status;
    r->box->answered++;
    free(r);
}
static void written(void *arg, enum store_status status, const char *why) {
    CHECK((status != STORE_FAILED) == (why[0] == 0));
    answer(arg, status);
}
static void said(void *arg, enum store_status status, const char *why, int n) {
    (void)why;
    ((struct request *)arg)->box->chat_n = n;
    answer(arg, status);
}
static void loaded(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct box *b = ((struct request *)arg)->box;
    (void)why;
    b->loaded = *l;
    if (l->n) memcpy(b->entry, l->entry, (size_t)l->n * sizeof *l->entry);
    snprintf(b->snapshot, sizeof b->snapshot, "%s", l->snapshot ? l->snapshot : "");
    snprintf(b->last_chat, sizeof b->last_chat, "%.99s", l->n_chat ? l->chat[l->n_chat - 1].text : "");
    b->first_chat = l->n_chat ? l->chat[0].n : -1;
    answer(arg, status);
}
static void found(void *arg, enum store_status status, const struct store_found *list, int n) {
    struct box *b = ((struct request *)arg)->box;
    b->n_found = n;
    for (int i = 0; i < n && i < 10; i++) b->found[i] = list[i];
    for (int i = 1; i < n; i++) CHECK(list[i - 1].time >= list[i].time);
    answer(arg, status);
}
static void scanned(void *arg, enum store_status status, const struct store_scanned *list, int n) {
    struct box *b = ((struct request *)arg)->box;
    b->n_scanned = n;
    memcpy(b->scanned, list, (size_t)n * sizeof *list);
    answer(arg, status);
}

static bool open_box_at(struct box *b, const char *where, int wait_ms) {
    char err[STORE_ERROR] = "";
    memset(b, 0, sizeof *b);
    snprintf(b->where, sizeof b->where, "%s", where);
    struct store_config config = {.where = b->where, .wait_ms = wait_ms, .hooks = {woken, heard}, .arg = b};
    if (!CHECK(pipe(b->fd) == 0)) return false;
    b->store = store_open(&config, err);
    if (!b->store) test_fail(__FILE__, __LINE__, err);
    return b->store != NULL;
}

/* A new database. */
static bool open_box(struct box *b) {
    static char dir[] = "/tmp/casata-store-XXXXXX";
    char where[200];
    if (on_postgres) return open_box_at(b, pg_database(&pg), 0);
    snprintf(dir, sizeof dir, "/tmp/casata-store-XXXXXX");
    if (!CHECK(mkdtemp(dir))) return false;
    snprintf(where, sizeof where, "%s/s.db", dir);
    return open_box_at(b, where, 0);
}

/* The database stays. */
static void leave_box(struct box *b) {
    store_close(b->store);
    close(b->fd[0]);
    close(b->fd[1]);
}

static void close_box(struct box *b) {
    char command[300];
    leave_box(b);
    if (strncmp(b->where, "postgres", 8) == 0) return;
    snprintf(command, sizeof command, "rm -r \"$(dirname '%s')\"", b->where);
    CHECK_INT(system(command), 0);
}

static void listen_for(struct box *b, int ms) {
    char byte[64];
    struct pollfd p = {b->fd[0], POLLIN, 0};
    if (poll(&p, 1, ms) == 1 && read(b->fd[0], byte, sizeof byte) > 0) store_deliver(b->store);
}

/* Waits for all answers; the status of the last one. */
static enum store_status wait_all(struct box *b) {
    int64_t end = kit_ms() + KIT_MS;
    while (b->answered < b->asked && kit_ms() < end) listen_for(b, 100);
    CHECK_INT(b->answered, b->asked);
    CHECK_INT(store_pending(b->store), b->asked - b->answered);
    return b->status[(b->asked - 1) % ANSWERS];
}

static void ask_load(struct box *b, const struct store_id *id) {
    store_load(b->store, id, loaded, request(b));
}
static void ask_write(struct box *b, const struct store_change *c) {
    store_write(b->store, c, written, request(b));
}
static enum store_status load(struct box *b, const struct store_id *id) {
    ask_load(b, id);
    return wait_all(b);
}
static enum store_status put(struct box *b, const struct store_change *c) {
    ask_write(b, c);
    return wait_all(b);
}
static long long sql(const struct box *b, const char *text) {
    return strncmp(b->where, "postgres", 8) == 0 ? pg_sql(b->where, text) : kit_sql(b->where, text);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static struct store_table a_table(int number) {
    struct store_table t = {.id = {{(uint8_t)number, (uint8_t)(number >> 8), 7}},
                            .game = "signorie",
                            .options = "a=b",
                            .seats = 2,
                            .host = 1,
                            .takeback_seat = -1,
                            .edition = UINT64_C(0xffffffffffffffff),
                            .undos = UINT32_MAX,
                            .questions = UINT32_MAX,
                            .created = 5};
    t.seat[0] = (struct store_seat){.kind = STORE_HUMAN, .name = "Ünnep", .token = {{9}}};
    t.seat[1] = (struct store_seat){.kind = STORE_BOT, .level = "paggio"};
    return t;
}

static struct store_entry an_entry(int ply) {
    return (struct store_entry){.hash = UINT64_C(0xfedcba9876543210) + (uint64_t)ply,
                                .seat = 7,
                                .to_act = 1,
                                .action = UINT32_MAX - (uint32_t)ply,
                                .time = 100 + ply};
}

/* The present state of a table, as its players know it. */
struct game {
    struct store_table table;
    struct store_version version;
    int ply;
    struct store_entry entry[8]; /* of the next change */
};

static struct store_change create(struct game *g, int number, int entries) {
    *g = (struct game){.table = a_table(number), .version = {0, 1000 + (uint64_t)number}, .ply = entries};
    for (int i = 0; i < entries; i++) g->entry[i] = an_entry(i);
    return (struct store_change){.id = g->table.id,
                                 .version = g->version,
                                 .table = &g->table,
                                 .cut = -1,
                                 .time = 5,
                                 .ply = entries,
                                 .to_act = 1,
                                 .n_entry = entries,
                                 .entry = g->entry};
}

/* The next change: from ply `cut` on (-1: the end) this number of new entries. */
static struct store_change next(struct game *g, uint64_t by, int cut, int entries) {
    uint64_t prev = g->version.by;
    int from = cut < 0 ? g->ply : cut;
    g->version = (struct store_version){g->version.n + 1, by};
    g->ply = from + entries;
    for (int i = 0; i < entries; i++) {
        g->entry[i] = an_entry(from + i);
        g->entry[i].hash += by;
    }
    return (struct store_change){.id = g->table.id,
                                 .version = g->version,
                                 .prev = prev,
                                 .cut = cut,
                                 .time = 6 + g->version.n,
                                 .ply = g->ply,
                                 .to_act = 1,
                                 .n_entry = entries,
                                 .entry = g->entry};
}

static bool same_entry(const struct store_entry *a, const struct store_entry *b) {
    return a->hash == b->hash && a->time == b->time && a->action == b->action && a->seat == b->seat &&
           a->to_act == b->to_act;
}

/* --- what is written is read ---------------------------------------------------------------------------------------- */

static void test_round_trip(void) {
    struct box b;
    struct game g, h;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(store_same_table(&b.loaded.table, &g.table));
    CHECK_INT(b.loaded.version.n, 0);
    CHECK_HEX(b.loaded.version.by, g.version.by);
    CHECK_INT(b.loaded.n, 2);
    CHECK_INT(b.loaded.from, 0);
    for (int i = 0; i < 2; i++) CHECK(same_entry(&b.entry[i], &g.entry[i]));
    g.table.rematch.b[3] = 9;
    g.table.record_open = true;
    g.table.takeback_yes = 3;
    g.table.away = STORE_AWAY;
    g.table.hints = true;
    snprintf(g.table.seat[1].name, STORE_NAME, "Béla");
    g.table.seat[0].resigned = STORE_PLIES;
    g.table.seat[1].link.b[0] = g.table.seat[1].link_token.b[31] = 200;
    g.table.seat[1].link_until = INT64_C(1) << 50;
    g.table.seat[0].hand.b[7] = 77;
    g.table.seat[0].hand_time = INT64_C(1) << 49;
    c = next(&g, UINT64_C(0xfedcba9876543210), -1, 0);
    c.table = &g.table;
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 3, -1, 3);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(store_same_table(&b.loaded.table, &g.table));
    CHECK_INT(b.loaded.version.n, 2);
    CHECK_INT(b.loaded.n, 5);
    CHECK(same_entry(&b.entry[4], &g.entry[2]));
    CHECK_INT(load(&b, &(struct store_id){{3}}), STORE_NONE);
    c = create(&h, 2, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    store_find(b.store, &g.table.seat[0].token, 1, found, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.n_found, 2);
    CHECK_INT(b.found[0].ply, 5); /* the latest first */
    CHECK_INT(b.found[0].to_act, 1);
    CHECK_INT(b.found[0].seat, 0);
    CHECK(store_same_table(&b.found[0].table, &g.table));
    store_scan(b.store, NULL, scanned, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.n_scanned, 2);
    CHECK_INT(b.scanned[0].ply, 5);
    CHECK_INT(b.scanned[0].snapshot_ply, -1);
    store_scan(b.store, &b.scanned[0].id, scanned, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.n_scanned, 1);
    CHECK(!store_trouble(b.store));
    close_box(&b);
}

/* An undo is a change: what it cuts off is not read any more. */
static void test_undo(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 5);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 2, 3, 0);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 3);
    c = next(&g, 3, -1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 4, 1, 1); /* and one that goes on at once */
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 2);
    CHECK(same_entry(&b.entry[1], &g.entry[0]));
    CHECK_INT(b.loaded.version.n, 3);
    close_box(&b);
}

static enum store_status snapshot(struct box *b, const struct game *g, uint32_t n, int ply,
                                  const char *text) {
    store_snapshot(b->store, &g->table.id, n, ply, text, written, request(b));
    return wait_all(b);
}

/* A snapshot belongs to a change. One that comes late does not replace a newer one, and one of what was cut off is
 * none, even if the log is as long again. */
static void test_snapshots(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 5);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(snapshot(&b, &g, 0, 5, "{0}"), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_STR(b.snapshot, "{0}");
    c = next(&g, 2, -1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(snapshot(&b, &g, 1, 6, "{1}"), STORE_OK);
    CHECK_INT(snapshot(&b, &g, 0, 5, "{late}"), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_STR(b.snapshot, "{1}");
    CHECK_INT(b.loaded.snapshot_ply, 6);
    c = next(&g, 3, -1, 0); /* a name: the log is as it was */
    c.table = &g.table;
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_STR(b.snapshot, "{1}");
    c = next(&g, 4, 4, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 6);
    CHECK_STR(b.snapshot, "");
    store_scan(b.store, NULL, scanned, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.scanned[0].snapshot_ply, -1);
    CHECK_INT(snapshot(&b, &g, 3, 6, "{3}"), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_STR(b.snapshot, "{3}");
    close_box(&b);
}

/* New rules begin with a position of their own, and the log before it is not read. */
static void test_start(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 5);
    CHECK_INT(put(&b, &c), STORE_OK);
    g.table.first = 5;
    c = next(&g, 2, -1, 0);
    c.table = &g.table;
    c.start = "{start}";
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 3, -1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.from, 5);
    CHECK_INT(b.loaded.n, 2);
    CHECK(same_entry(&b.entry[0], &g.entry[0]));
    sql(&b, "DELETE FROM positions");
    CHECK_INT(load(&b, &g.table.id), STORE_DAMAGED);
    close_box(&b);
}

static void test_chat(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    for (int i = 0; i < 310; i++) {
        struct store_chat chat = {.seat = 1, .time = i, .name = "n"};
        snprintf(chat.text, sizeof chat.text, "message %d", i);
        store_chat(b.store, &g.table.id, &chat, said, request(&b));
    }
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.chat_n, 309);
    CHECK_INT(sql(&b, "SELECT count(*) FROM chat"), STORE_CHATS_KEPT);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n_chat, STORE_CHATS);
    CHECK_INT(b.first_chat, 210);
    CHECK_STR(b.last_chat, "message 309");
    close_box(&b);
}

/* --- order and conflicts ---------------------------------------------------------------------------------------------- */

/* Changes of one table that are asked for at once follow each other. */
static void test_order(void) {
    struct box b;
    struct game g[20];
    if (!open_box(&b)) return;
    for (int k = 0; k < 20; k++) {
        struct store_change c = create(&g[k], k, 1);
        ask_write(&b, &c);
    }
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < 20; k++) {
            struct store_change c = next(&g[k], (uint64_t)(i * 100 + k + 50), -1, 1);
            ask_write(&b, &c);
        }
    CHECK_INT(wait_all(&b), STORE_OK);
    for (int i = 0; i < b.asked; i++) CHECK_INT(b.status[i], STORE_OK);
    for (int k = 0; k < 20; k++) {
        CHECK_INT(load(&b, &g[k].table.id), STORE_OK);
        CHECK_INT(b.loaded.n, 21);
        CHECK_INT(b.loaded.version.n, 20);
    }
    close_box(&b);
}

static void test_conflicts(void) {
    struct box b;
    struct game g, other;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(put(&b, &c), STORE_OK); /* the very same: it is stored */
    other = g;
    c = next(&g, 7, -1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&other, 8, -1, 2); /* the number is taken */
    c.table = &other.table;
    other.table.undos = 1;
    CHECK_INT(put(&b, &c), STORE_CONFLICT);
    c = next(&other, 9, -1, 1); /* the predecessor is another one */
    CHECK_INT(put(&b, &c), STORE_CONFLICT);
    c = next(&other, 10, -1, 1); /* there is none */
    CHECK_INT(put(&b, &c), STORE_CONFLICT);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.version.n, 1);
    CHECK_HEX(b.loaded.version.by, 7);
    CHECK_INT(b.loaded.n, 3);
    CHECK(store_same_table(&b.loaded.table, &g.table)); /* nothing of the losers is there */
    CHECK(!store_trouble(b.store));
    close_box(&b);
}

/* A rematch: two tables, or none. */
static void test_also(void) {
    struct box b;
    struct game g, loser, fresh, second;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    loser = g;
    struct store_change also = create(&fresh, 2, 3);
    g.table.rematch = fresh.table.id;
    c = next(&g, 2, -1, 0);
    c.table = &g.table;
    c.also = &also;
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &fresh.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 3);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(memcmp(&b.loaded.table.rematch, &fresh.table.id, sizeof fresh.table.id) == 0);
    struct store_change third = create(&second, 3, 3);
    loser.table.rematch = second.table.id;
    c = next(&loser, 3, -1, 0);
    c.table = &loser.table;
    c.also = &third;
    CHECK_INT(put(&b, &c), STORE_CONFLICT);
    CHECK_INT(load(&b, &second.table.id), STORE_NONE);
    CHECK_INT(sql(&b, "SELECT count(*) FROM change"), 3);
    CHECK_INT(sql(&b, "SELECT count(*) FROM seats"), 4);
    close_box(&b);
}

/* One request that the database refuses does not spoil its neighbours. */
static void test_refused(void) {
    struct box b;
    struct game g[6];
    if (!open_box(&b)) return;
    struct store_change c = create(&g[0], 1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    sql(&b, "CREATE UNIQUE INDEX lonely ON tables(created) WHERE created=77");
    for (int i = 1; i < 6; i++) {
        c = create(&g[i], i + 1, 1);
        g[i].table.created = i == 2 || i == 4 ? 77 : i;
        ask_write(&b, &c);
    }
    wait_all(&b);
    static const enum store_status want[] = {STORE_OK, STORE_OK, STORE_OK, STORE_OK, STORE_FAILED, STORE_OK};
    for (int i = 0; i < 6; i++) CHECK_INT(b.status[i], want[i]);
    CHECK_INT(load(&b, &g[4].table.id), STORE_NONE);
    CHECK_INT(load(&b, &g[5].table.id), STORE_OK);
    CHECK_INT(sql(&b, "SELECT count(*) FROM change"), 5);
    CHECK(!store_trouble(b.store));
    close_box(&b);
}

static void test_tail(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 4);
    CHECK_INT(put(&b, &c), STORE_OK);
    struct store_version first = g.version;
    struct store_chat chat = {.seat = 1, .time = 9, .name = "n", .text = "hello"};
    store_chat(b.store, &g.table.id, &chat, said, request(&b));
    store_tail(b.store, &g.table.id, first, -1, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    store_tail(b.store, &g.table.id, first, -1, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.loaded.from, 4); /* nothing new but the chat */
    CHECK_INT(b.loaded.n, 0);
    CHECK_INT(b.loaded.n_chat, 1);
    CHECK_INT(b.loaded.version.n, 0);
    c = next(&g, 2, -1, 2);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 3, 3, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 4, -1, 1);
    g.table.undos = 1;
    c.table = &g.table;
    CHECK_INT(put(&b, &c), STORE_OK);
    store_tail(b.store, &g.table.id, first, 0, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.loaded.from, 3);
    CHECK_INT(b.loaded.n, 2);
    CHECK_INT(b.loaded.n_chat, 0);
    CHECK_INT(b.loaded.version.n, 3);
    CHECK_INT(b.loaded.table.undos, 1);
    CHECK(same_entry(&b.entry[1], &g.entry[0]));
    store_tail(b.store, &g.table.id, (struct store_version){1, 99}, -1, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_CONFLICT); /* that has never been there */
    store_tail(b.store, &g.table.id, (struct store_version){9, 4}, -1, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_CONFLICT);
    store_tail(b.store, &(struct store_id){{3}}, first, -1, loaded, request(&b));
    CHECK_INT(wait_all(&b), STORE_NONE);
    close_box(&b);
}

/* A finished table that was packed into one row, plus its last change. */
static void test_packed(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 4);
    CHECK_INT(put(&b, &c), STORE_OK);
    c = next(&g, 2, -1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    sql(&b, on_postgres ? "INSERT INTO packed SELECT a.id, c.n, c.by, c.ply, a.entry||c.entry FROM change a"
                          " JOIN change c ON c.id=a.id AND c.n=1 WHERE a.n=0"
                        : "INSERT INTO packed SELECT a.id, c.n, c.by, c.ply, CAST(a.entry||c.entry AS BLOB)"
                          " FROM change a JOIN change c ON c.id=a.id AND c.n=1 WHERE a.n=0");
    sql(&b, "DELETE FROM change WHERE n=0");
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 5);
    CHECK_INT(b.loaded.version.n, 1);
    CHECK(same_entry(&b.entry[4], &g.entry[0]));
    c = next(&g, 3, 3, 1); /* and it may go on */
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.n, 4);
    CHECK_INT(b.loaded.version.n, 2);
    close_box(&b);
}

static void test_damage(void) {
    static const char *const edit[] = {
        "DELETE FROM change WHERE n=1",
        "UPDATE change SET ply=ply+1 WHERE n=1",
        "UPDATE change SET cut=1 WHERE n=2",
        "UPDATE change SET time=-1 WHERE n=1",
        "UPDATE change SET to_act=99 WHERE n=1",
        "UPDATE change SET to_act=2 WHERE n=2",
        "DELETE FROM seats WHERE seat=1",
        "UPDATE seats SET kind=7",
        "UPDATE tables SET seats=7",
        "DELETE FROM change",
        "UPDATE change SET n=n+1 WHERE n=2",
        "UPDATE tables SET game='a game that has too long a name'",
        "UPDATE seats SET token=substr(token, 2)",
    };
    for (size_t i = 0; i < sizeof edit / sizeof *edit; i++) {
        struct box b;
        struct game g;
        if (!open_box(&b)) return;
        struct store_change c = create(&g, 1, 2);
        CHECK_INT(put(&b, &c), STORE_OK);
        c = next(&g, 2, -1, 1);
        CHECK_INT(put(&b, &c), STORE_OK);
        c = next(&g, 3, -1, 1);
        CHECK_INT(put(&b, &c), STORE_OK);
        sql(&b, edit[i]);
        if (!CHECK_INT(load(&b, &g.table.id), STORE_DAMAGED)) test_fail(__FILE__, __LINE__, edit[i]);
        close_box(&b);
    }
}

/* --- only on SQLite --------------------------------------------------------------------------------------------------- */

static void test_one_at_a_time(void) {
    struct box b;
    char err[STORE_ERROR];
    if (!open_box(&b)) return;
    struct store_config config = {.where = b.where, .hooks.wake = woken, .arg = &b};
    CHECK(!store_open(&config, err));
    CHECK_PART("in use", err);
    close_box(&b);
}

/* --- only on PostgreSQL -------------------------------------------------------------------------------------------------- */

/* look: tables are looked up meanwhile */
static bool wait_for_news(struct box *b, int n, bool look) {
    int64_t end = kit_ms() + KIT_MS;
    while (b->n_news < n && kit_ms() < end) {
        listen_for(b, 20);
        if (look) store_tick(b->store);
    }
    return b->n_news >= n;
}

/* One server is notified of another's writes. */
static void test_news(void) {
    struct box a, b;
    struct game g, other;
    if (!open_box(&a) || !open_box_at(&b, a.where, 0)) return;
    struct store_change c = create(&g, 1, 2);
    CHECK_INT(put(&a, &c), STORE_OK);
    c = create(&other, 2, 2);
    store_watch(b.store, &g.table.id, g.version, -1);
    CHECK_INT(put(&a, &c), STORE_OK); /* nobody watches this one */
    c = next(&g, 5, -1, 3);
    c.bot = true;
    CHECK_INT(put(&a, &c), STORE_OK);
    CHECK(wait_for_news(&b, 1, false));
    CHECK_INT(b.news[0].kind, STORE_NEWS_CHANGE);
    CHECK(memcmp(&b.news[0].id, &g.table.id, sizeof g.table.id) == 0);
    CHECK_INT(b.news[0].version.n, 1);
    CHECK_HEX(b.news[0].version.by, 5);
    CHECK(b.news[0].whole && b.news[0].bot);
    CHECK_INT(b.news[0].cut, -1);
    CHECK_INT(b.news[0].ply, 5);
    CHECK_INT(b.news[0].n_entry, 3);
    for (int i = 0; i < 3; i++) CHECK(same_entry(&b.news[0].entry[i], &g.entry[i]));
    store_watch(b.store, &g.table.id, g.version, -1);
    c = next(&g, 6, -1, 8); /* too much for a message */
    CHECK_INT(put(&a, &c), STORE_OK);
    CHECK(wait_for_news(&b, 2, false));
    CHECK(!b.news[1].whole);
    CHECK_INT(b.news[1].version.n, 2);
    store_watch(b.store, &g.table.id, g.version, -1);
    struct store_chat chat = {.seat = 1, .time = 9, .name = "n", .text = "hello"};
    store_chat(a.store, &g.table.id, &chat, said, request(&a));
    CHECK_INT(wait_all(&a), STORE_OK);
    CHECK(wait_for_news(&b, 3, false));
    CHECK_INT(b.news[2].kind, STORE_NEWS_CHAT);
    CHECK_INT(b.news[2].chat, 0);
    CHECK_INT(a.n_news, 0); /* nobody hears of himself */
    close_box(&a);
    close_box(&b);
}

/* NOTIFY is only a hint: what it misses is found within some seconds. */
static void test_missed_news(void) {
    struct box a, b;
    struct game g;
    if (!open_box(&a) || !open_box_at(&b, a.where, 0)) return;
    struct store_change c = create(&g, 1, 2);
    CHECK_INT(put(&a, &c), STORE_OK);
    store_watch(b.store, &g.table.id, g.version, -1);
    sql(&a, "INSERT INTO change SELECT id, 1, 77, 6, -1, 2, 1, 0, '' FROM change WHERE n=0");
    int64_t start = kit_ms();
    CHECK(wait_for_news(&b, 1, true));
    CHECK(kit_ms() - start < 5000);
    CHECK_INT(b.news[0].version.n, 1);
    CHECK_HEX(b.news[0].version.by, 77);
    CHECK(!b.news[0].whole);
    store_watch(b.store, &g.table.id, (struct store_version){1, 77}, -1);
    sql(&a, "INSERT INTO chat SELECT id, 0, 0, 'n', 'x', 1, 1 FROM tables");
    CHECK(wait_for_news(&b, 2, true));
    CHECK_INT(b.news[1].kind, STORE_NEWS_CHAT);
    store_watch(b.store, &g.table.id, (struct store_version){1, 77}, 0);
    sql(&a, "DELETE FROM change WHERE n=1"); /* another database, which lacks the last moments */
    CHECK(wait_for_news(&b, 3, true));
    CHECK_INT(b.news[2].version.n, 0);
    sql(&a, "DELETE FROM change");
    CHECK(wait_for_news(&b, 4, true));
    CHECK_INT(b.news[3].version.n, 0);
    CHECK_HEX(b.news[3].version.by, 0);
    store_watch(b.store, &g.table.id, (struct store_version){0, 0}, 0);
    /* The connection that listens breaks: whatever may have been missed is looked up, without a tick. */
    sql(&a, "INSERT INTO change SELECT id, 1, 78, 6, -1, 2, 1, 0, '' FROM tables");
    sql(&a,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname=current_database() AND"
        " application_name='casata listener'");
    CHECK(wait_for_news(&b, 5, false));
    CHECK_HEX(b.news[4].version.by, 78);
    close_box(&a);
    close_box(&b);
}

/* Two servers, one table: one of them wins each time, and the tail informs the other. */
static void test_two_servers(void) {
    struct box a, b;
    struct game g, h;
    int won[2] = {0};
    if (!open_box(&a) || !open_box_at(&b, a.where, 0)) return;
    struct store_change c = create(&g, 1, 1);
    CHECK_INT(put(&a, &c), STORE_OK);
    for (int i = 0; i < 50; i++) {
        h = g;
        struct store_change x = next(&g, (uint64_t)(2 * i + 10), -1, 1),
                            y = next(&h, (uint64_t)(2 * i + 11), -1, 2);
        ask_write(&a, &x);
        ask_write(&b, &y);
        wait_all(&a);
        wait_all(&b);
        bool a_won = a.status[a.asked - 1] == STORE_OK, b_won = b.status[b.asked - 1] == STORE_OK;
        if (!CHECK(a_won != b_won)) break;
        won[b_won]++;
        struct box *loser = a_won ? &b : &a;
        CHECK_INT(loser->status[loser->asked - 1], STORE_CONFLICT);
        struct store_version before = {g.version.n - 1, x.prev};
        if (b_won) g = h;
        store_tail(loser->store, &g.table.id, before, -1, loaded, request(loser));
        CHECK_INT(wait_all(loser), STORE_OK);
        CHECK_HEX(loser->loaded.version.by, g.version.by);
        CHECK_INT(loser->loaded.n, b_won ? 2 : 1);
    }
    CHECK_INT(won[0] + won[1], 50);
    CHECK_INT(load(&a, &g.table.id), STORE_OK);
    CHECK_INT(b.asked ? a.loaded.n : 0, g.ply);
    close_box(&a);
    close_box(&b);
}

/* Both servers' messages get numbers of their own. */
static void test_two_talk(void) {
    struct box a, b;
    struct game g;
    if (!open_box(&a) || !open_box_at(&b, a.where, 0)) return;
    struct store_change c = create(&g, 1, 1);
    CHECK_INT(put(&a, &c), STORE_OK);
    for (int i = 0; i < 100; i++) {
        struct store_chat chat = {.seat = 1, .time = i, .name = "n", .text = "x"};
        store_chat(a.store, &g.table.id, &chat, said, request(&a));
        store_chat(b.store, &g.table.id, &chat, said, request(&b));
        if (i % 10 == 9) wait_all(&a);
    }
    CHECK_INT(wait_all(&a), STORE_OK);
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(sql(&a, "SELECT count(*) FROM chat"), 200);
    CHECK_INT(sql(&a, "SELECT max(n) FROM chat"), 199);
    close_box(&a);
    close_box(&b);
}

/* While the database is away requests wait; after their time they have certainly not been stored. */
static void test_away(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    char where[200];
    snprintf(where, sizeof where, "%s", b.where);
    struct store_change c = create(&g, 1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    pg_stop(&pg, SIGINT);
    struct game before = g;
    c = next(&g, 5, -1, 1);
    ask_write(&b, &c);
    ask_load(&b, &g.table.id);
    usleep(300000);
    CHECK(pg_restart(&pg)); /* not for long: nothing is refused */
    CHECK_INT(wait_all(&b), STORE_OK);
    CHECK_INT(b.status[1], STORE_OK);
    close_box(&b);
    if (!open_box_at(&b, where, 1500)) return;
    pg_stop(&pg, SIGQUIT);
    before = g;
    c = next(&g, 6, -1, 1);
    ask_write(&b, &c);
    ask_load(&b, &g.table.id);
    wait_all(&b);
    CHECK_INT(b.status[0], STORE_FAILED);
    CHECK_INT(b.status[1], STORE_FAILED);
    int64_t end = kit_ms() + KIT_MS;
    while (!store_trouble(b.store) && kit_ms() < end) usleep(20000);
    CHECK_STR(store_trouble(b.store), "away");
    CHECK(pg_restart(&pg));
    while (store_trouble(b.store) && kit_ms() < end) usleep(20000);
    CHECK(!store_trouble(b.store));
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.version.n, before.version.n);
    CHECK_INT(put(&b, &c), STORE_OK);
    close_box(&b);
}

/* The process at the other end stands still in the middle of a batch. It is replaced, and what became of the batch is
 * found out. */
static void test_hang(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 1);
    CHECK_INT(put(&b, &c), STORE_OK);
    for (int i = 0; i < 3; i++) {
        pid_t pid = (pid_t)sql(&b, "SELECT pid FROM pg_stat_activity WHERE datname=current_database() AND"
                                   " application_name='casata writer'");
        if (!CHECK(pid > 0)) break;
        kill(pid, SIGSTOP);
        c = next(&g, (uint64_t)i + 5, -1, 1);
        ask_write(&b, &c);
        usleep(200000);
        if (i == 0) kill(pid, SIGCONT);
        if (i == 1) kill(pid, SIGKILL); /* the whole database starts again */
        int64_t end = kit_ms() + 4 * KIT_MS;
        while (b.answered < b.asked && kit_ms() < end) {
            listen_for(&b, 100);
            if (i == 2 && kit_ms() - end + 4 * KIT_MS > 9000) kill(pid, SIGCONT);
        }
        CHECK_INT(wait_all(&b), STORE_OK);
    }
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK_INT(b.loaded.version.n, 3);
    close_box(&b);
}

/* A server of the previous version runs alongside this one: its writes leave what it does not know unchanged. */
static void test_older_beside(void) {
    struct box b;
    struct game g;
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 2);
    g.table.hints = true;
    g.table.away = 77;
    g.table.seat[0].resigned = 2;
    g.table.seat[0].hand.b[0] = 5;
    g.table.seat[0].hand_time = 12345;
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(sql(&b, "SELECT oldest FROM schema_version"), 1);
    sql(&b, "INSERT INTO seats(id, seat, kind, level, name, token, invite, reinvite) SELECT id, seat, kind, "
            "level,"
            " 'Older', token, invite, reinvite FROM seats WHERE seat=0 ON CONFLICT(id, seat) DO UPDATE SET"
            " name=excluded.name");
    sql(&b, "UPDATE tables SET host=0");
    snprintf(g.table.seat[0].name, STORE_NAME, "Older");
    g.table.host = 0;
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(store_same_table(&b.loaded.table, &g.table));
    close_box(&b);
}

/* A database of the version before gets what is new, and keeps what it had. */
static void test_schema_before(void) {
    struct box b;
    struct game g;
    char where[200];
    if (!open_box(&b)) return;
    struct store_change c = create(&g, 1, 2);
    g.table.seat[1].link_until = 99;
    CHECK_INT(put(&b, &c), STORE_OK);
    snprintf(where, sizeof where, "%s", b.where);
    long long version = sql(&b, "SELECT version FROM schema_version");
    sql(&b, "ALTER TABLE seats DROP COLUMN hand");
    sql(&b, "ALTER TABLE seats DROP COLUMN hand_time");
    sql(&b, "UPDATE schema_version SET version=version-1");
    leave_box(&b);
    if (!open_box_at(&b, where, 0)) return;
    CHECK_INT(sql(&b, "SELECT version FROM schema_version"), version);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(store_same_table(&b.loaded.table, &g.table));
    g.table.seat[1].hand.b[31] = 1;
    g.table.seat[1].hand_time = 7;
    c = next(&g, 2, -1, 0);
    c.table = &g.table;
    CHECK_INT(put(&b, &c), STORE_OK);
    CHECK_INT(load(&b, &g.table.id), STORE_OK);
    CHECK(store_same_table(&b.loaded.table, &g.table));
    close_box(&b);
}

static void test_refuses(void) {
    char err[STORE_ERROR] = "", where[200];
    struct box b;
    if (!open_box(&b)) return;
    snprintf(where, sizeof where, "%s", b.where);
    sql(&b, "UPDATE schema_version SET version=99, oldest=1");
    close_box(&b);
    if (!open_box_at(&b, where, 0)) return; /* newer, but it takes programs of today */
    sql(&b, "UPDATE schema_version SET oldest=98");
    close_box(&b);
    struct store_config config = {.where = where, .hooks.wake = woken, .arg = &b};
    CHECK(!store_open(&config, err));
    CHECK_PART("newer version", err);
    config.where = "postgres://nobody@/nothing?host=/nonexistent";
    CHECK(!store_open(&config, err));
    CHECK_PART("/nonexistent", err);
}

static const struct test both[] = {
    {"what is written is read", test_round_trip},
    {"an undo is a change", test_undo},
    {"snapshots belong to changes", test_snapshots},
    {"new rules", test_start},
    {"chat", test_chat},
    {"changes in their order", test_order},
    {"conflicts", test_conflicts},
    {"two tables or none", test_also},
    {"a request that is refused", test_refused},
    {"the tail", test_tail},
    {"a packed table", test_packed},
    {"rows that make no sense", test_damage},
    {"a database of the schema before", test_schema_before},
};
static const struct test sqlite_only[] = {{"one at a time", test_one_at_a_time}};
static const struct test postgres_only[] = {
    {"news", test_news},
    {"news that were missed", test_missed_news},
    {"two servers, one table", test_two_servers},
    {"two servers talk", test_two_talk},
    {"the database is away", test_away},
    {"a process of the database hangs", test_hang},
    {"a server of the version before", test_older_beside},
    {"databases that are refused", test_refuses},
};

static void run_list(const struct test *tests, size_t n, const char *on) {
    for (size_t i = 0; i < n; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s: %s", on, tests[i].name);
        if (kit_filter() && !strstr(name, kit_filter())) continue;
        test_begin(name);
        tests[i].run();
        test_end();
    }
}

int main(int argc, char **argv) {
    kit_options(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    run_list(both, sizeof both / sizeof *both, "sqlite");
    run_list(sqlite_only, sizeof sqlite_only / sizeof *sqlite_only, "sqlite");
    on_postgres = true;
    if (pg_start(&pg, false)) {
        run_list(both, sizeof both / sizeof *both, "postgres");
        run_list(postgres_only, sizeof postgres_only / sizeof *postgres_only, "postgres");
    }
    pg_remove(&pg);
    return test_report();
}
