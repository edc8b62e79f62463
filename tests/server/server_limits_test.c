/* server_limits_test.c: limits that hold against people who try: over many connections and addresses, with slow
 * and silent ones, with frames that are no messages, with small questions that have large answers, with chat,
 * and with bots that think for others. */
#define _GNU_SOURCE
#include "server/kit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct casata_game game;

/* A server with its own limits and these options. */
static bool start(struct kit *k, const char *const *options) {
    kit_own_limits = true;
    bool ok = kit_start(k, kit_program("casata"), options);
    kit_own_limits = false;
    return CHECK(ok);
}
#define START(k, ...) start(k, (const char *const[]){__VA_ARGS__, NULL})

static void stop(struct kit *k) {
    kit_stop(k, SIGKILL);
    kit_remove(k);
}

/* "127.0.0.<i>" */
static const char *address(int i) {
    static char text[4][20];
    static int turn;
    char *out = text[turn++ & 3];
    snprintf(out, sizeof text[0], "127.0.0.%d", i);
    return out;
}

/* The status of GET /health from an address; 0: no answer in time. */
static int health(const struct kit *k, const char *from) {
    static const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    char answer[200] = "";
    int fd = ws_tcp_from(from, "127.0.0.1", k->process.port);
    if (fd < 0) return 0;
    send(fd, request, strlen(request), MSG_NOSIGNAL);
    struct pollfd p = {fd, POLLIN, 0};
    ssize_t n = poll(&p, 1, 5000) == 1 ? recv(fd, answer, sizeof answer - 1, 0) : 0;
    close(fd);
    return n > 12 ? atoi(answer + 9) : 0;
}

/* Does a visitor from this address get in: a page, and a WebSocket that answers? */
static bool gets_in(const struct kit *k, const char *from) {
    struct person p;
    bool ok = health(k, from) == 200 && person_open_from(&p, k, &game, 1, from);
    if (!ok) return false;
    ok = strcmp(person_try(&p, "{'t':'ping'}"), "pong") == 0;
    person_close(&p);
    return ok;
}

/* Share of a processor that the server's first thread takes for a while. */
static double busy(const struct kit *k, int ms) {
    double before = process_thread_seconds(k->process.pid, "");
    int64_t begin = kit_ms();
    usleep((unsigned)ms * 1000);
    return 1000 * (process_thread_seconds(k->process.pid, "") - before) / (double)(kit_ms() - begin);
}

/* --- chat ------------------------------------------------------------------------------------------------------- */

static const char *chat(struct person *p) {
    return person_try(p, "{'t':'chat','table':'%s','text':'hello'}", p->table);
}

/* Another connection of the same seat. */
static void open_window(struct person *p, const struct kit *k, const struct person *of) {
    CHECK(person_open(p, k, &game, 1));
    strcpy(p->table, of->table);
    strcpy(p->token, of->token);
    CHECK(person_watch(p));
}

/* One seat with eight windows, and one that comes again and again. */
static void test_chat_of_a_seat(void) {
    enum { WINDOWS = 8, TIMES = 6 };
    struct kit k;
    struct person p[WINDOWS];
    int stored = 0;
    if (!START(&k, "--rate", "1000", "--address-rate", "1000")) return;
    CHECK(person_open(&p[0], &k, &game, 1));
    CHECK(person_create(&p[0], "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]"));
    CHECK(person_watch(&p[0]));
    for (int i = 1; i < WINDOWS; i++) open_window(&p[i], &k, &p[0]);
    int64_t begin = kit_ms();
    for (int n = 0; n < TIMES; n++)
        for (int i = 0; i < WINDOWS; i++) stored += strcmp(chat(&p[i]), "chat") == 0;
    for (int n = 0; n < TIMES; n++) {
        person_close(&p[7]);
        open_window(&p[7], &k, &p[0]);
        stored += strcmp(chat(&p[7]), "chat") == 0;
    }
    int64_t allowed = 5 + (kit_ms() - begin) / 3000 + 1;
    CHECK(stored >= 5 && stored <= allowed);
    for (int i = 0; i < WINDOWS; i++) person_close(&p[i]);
    stop(&k);
}

/* All seats of a table, each from an address of its own: together they say less than each of them may. */
static void test_chat_of_a_table(void) {
    enum { SEATS = 5, TIMES = 5 };
    static const char seats[] =
        "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'open'},{'kind':'open'},{'kind':'open'}]";
    struct casata_game five;
    struct kit k;
    struct person p[SEATS];
    int stored = 0;
    if (!CHECK(casata_find("virtu", &five)) || !START(&k, "--rate", "1000")) return;
    for (int i = 0; i < SEATS; i++) {
        CHECK(person_open_from(&p[i], &k, &five, 1, address(2 + i)));
        CHECK(i ? person_sit(&p[i], p[0].table, p[0].any, "B") : person_create(&p[i], "virtu", seats));
        CHECK(person_watch(&p[i]));
    }
    int64_t begin = kit_ms();
    for (int n = 0; n < TIMES; n++)
        for (int i = 0; i < SEATS; i++) stored += strcmp(chat(&p[i]), "chat") == 0;
    CHECK(stored >= 20 && stored <= 20 + (kit_ms() - begin) / 1000 + 1);
    for (int i = 0; i < SEATS; i++) person_close(&p[i]);
    stop(&k);
}

/* One address that plays all seats of many tables. */
static void test_chat_of_an_address(void) {
    enum { TABLES = 8, TIMES = 5 };
    struct kit k;
    struct person p[TABLES], other;
    int stored = 0;
    if (!START(&k, "--rate", "1000", "--address-rate", "1000")) return;
    int64_t begin = kit_ms();
    for (int i = 0; i < TABLES; i++) {
        CHECK(person_open_from(&p[i], &k, &game, 1, address(2)));
        CHECK(person_create(&p[i], "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]"));
        CHECK(person_watch(&p[i]));
        for (int n = 0; n < TIMES; n++) stored += strcmp(chat(&p[i]), "chat") == 0;
    }
    CHECK(stored >= 20 && stored <= 20 + (kit_ms() - begin) / 1000 + 1);
    CHECK(person_open_from(&other, &k, &game, 1, address(3)));
    CHECK(person_create(&other, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]") &&
          person_watch(&other));
    CHECK_STR(chat(&other), "chat"); /* another one is not concerned */
    for (int i = 0; i < TABLES; i++) person_close(&p[i]);
    person_close(&other);
    stop(&k);
}

static int number_in(const struct kit *k, const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *st = NULL;
    int n = -1;
    if (sqlite3_open(k->db, &db) == SQLITE_OK && sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}

/* A table with a long past keeps the last messages only. */
static void test_old_chat(void) {
    struct kit k;
    struct person p, q;
    if (!START(&k, "--rate", "1000")) return;
    CHECK(person_open(&p, &k, &game, 1));
    CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]") && person_watch(&p));
    CHECK_STR(chat(&p), "chat");
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    number_in(&k, "WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM i WHERE x<5000) "
                  "INSERT INTO chat SELECT c.id, i.x, 0, 'A', 'old', 1, 1 FROM chat c, i WHERE c.n=0");
    CHECK_INT(number_in(&k, "SELECT count(*) FROM chat"), 5001);
    CHECK(kit_restart(&k, kit_program("casata"), NULL));
    open_window(&q, &k, &p);
    CHECK_STR(chat(&q), "chat");
    CHECK_INT(number_in(&k, "SELECT count(*) FROM chat"), 300);
    CHECK_INT(number_in(&k, "SELECT max(n) FROM chat"), 5001);
    person_close(&p);
    person_close(&q);
    stop(&k);
}

/* --- connections -------------------------------------------------------------------------------------------------- */

/* Opens n connections from one address that begin a request and never end it. */
static int hold_open(const struct kit *k, int *fd, int n, const char *from, const char *begin) {
    int open = 0;
    for (int i = 0; i < n; i++) {
        fd[open] = ws_tcp_from(from, "127.0.0.1", k->process.port);
        if (fd[open] < 0) continue;
        send(fd[open], begin, strlen(begin), MSG_NOSIGNAL);
        open++;
    }
    return open;
}

static void close_all(const int *fd, int n) {
    for (int i = 0; i < n; i++) close(fd[i]);
}

/* Three addresses, then forty, with headers that never end. */
static void test_slow_headers(void) {
    enum { EACH = 64, MANY = 40 };
    static int fd[(3 + MANY) * EACH];
    struct kit k;
    if (!START(&k, "--sockets", "200")) return;
    int n = 0;
    for (int i = 0; i < 3; i++) n += hold_open(&k, fd + n, EACH, address(2 + i), "GET / HT");
    CHECK(gets_in(&k, address(100)));
    CHECK(gets_in(&k, address(2))); /* even one of them, when it behaves */
    for (int i = 0; i < MANY; i++) n += hold_open(&k, fd + n, EACH, address(10 + i), "GET / HT");
    CHECK(gets_in(&k, address(101)));
    close_all(fd, n);
    CHECK(gets_in(&k, address(102)));
    stop(&k);
}

/* Connections that ask for nothing at all, many more than there may be; and ones that were answered once. */
static void test_idle_connections(void) {
    enum { ADDRESSES = 24, EACH = 40 };
    static int fd[2 * ADDRESSES * EACH];
    struct kit k;
    if (!START(&k, "--sockets", "200")) return;
    int n = 0;
    for (int i = 0; i < ADDRESSES; i++) n += hold_open(&k, fd + n, EACH, address(2 + i), "");
    CHECK(gets_in(&k, address(100)));
    CHECK(busy(&k, 1500) < 0.5); /* and it does not go round and round */
    for (int i = 0; i < ADDRESSES; i++)
        n += hold_open(&k, fd + n, EACH, address(40 + i), "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(gets_in(&k, address(101)));
    CHECK(busy(&k, 1500) < 0.5);
    close_all(fd, n);
    stop(&k);
}

/* A household's browsers have as many connections as one address may: what is kept for later gives way, not a request that has
 * just begun. */
static void test_young_request(void) {
    enum { KEPT = 31, MORE = 2 };
    static const char whole[] = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    int kept[KEPT + MORE], young, n;
    char answer[16] = "";
    struct kit k;
    if (!START(&k, "--sockets", "200")) return;
    n = hold_open(&k, kept, KEPT, address(2), whole);
    CHECK_INT(n, KEPT);
    for (int i = 0; i < n; i++) CHECK(recv(kept[i], answer, 12, MSG_WAITALL) == 12); /* answered, and kept */
    CHECK_INT(hold_open(&k, &young, 1, address(2), "GET /health HT"), 1);
    n += hold_open(&k, kept + n, MORE, address(2), whole);
    for (int i = KEPT; i < n; i++) CHECK(recv(kept[i], answer, 12, MSG_WAITALL) == 12);
    send(young, whole + 14, sizeof whole - 15, MSG_NOSIGNAL);
    CHECK(recv(young, answer, 12, MSG_WAITALL) == 12);
    CHECK_STR(answer, "HTTP/1.1 200");
    close(young);
    close_all(kept, n);
    stop(&k);
}

/* No descriptor is left: the server waits, and goes on when there is one again. */
static void test_no_descriptors(void) {
    enum { MORE = 60 };
    int fd[MORE];
    char path[40];
    struct kit k;
    struct rlimit limit, low;
    if (!START(&k, "--sockets", "200")) return;
    CHECK(gets_in(&k, address(2)));
    CHECK(prlimit(k.process.pid, RLIMIT_NOFILE, NULL, &limit) == 0);
    snprintf(path, sizeof path, "/proc/%d/fd", (int)k.process.pid);
    struct stat s;
    int open = stat(path, &s) == 0 && s.st_size > 0 ? (int)s.st_size : 20;
    low = (struct rlimit){(rlim_t)open + 4, limit.rlim_max};
    CHECK(prlimit(k.process.pid, RLIMIT_NOFILE, &low, NULL) == 0);
    int n = hold_open(&k, fd, MORE, address(2), "GET / HT");
    CHECK(busy(&k, 1500) < 0.5);
    CHECK(gets_in(&k, address(100))); /* one of those gives way */
    close_all(fd, n);
    CHECK(prlimit(k.process.pid, RLIMIT_NOFILE, &limit, NULL) == 0);
    CHECK(gets_in(&k, address(101)));
    stop(&k);
}

/* All places are taken: who only holds one gives way to a newcomer, who plays does not. */
static void test_full_server(void) {
    enum { PLACES = 20 };
    struct kit k;
    struct ws ws[PLACES];
    struct person p[PLACES], late;
    char sockets[8];
    snprintf(sockets, sizeof sockets, "%d", PLACES);
    if (!START(&k, "--sockets", sockets)) return;
    for (int i = 0; i < PLACES; i++)
        CHECK(ws_open_from(&ws[i], address(2 + i / 10), "127.0.0.1", k.process.port, ""));
    CHECK(gets_in(&k, address(100)));
    for (int i = 0; i < PLACES; i++) ws_end(&ws[i]);
    usleep(300000);
    for (int i = 0; i < PLACES; i++) {
        CHECK(person_open_from(&p[i], &k, &game, 1, address(2 + i / 10)));
        CHECK(person_create(&p[i], "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]"));
        CHECK(person_watch(&p[i]));
    }
    CHECK(!person_open_from(&late, &k, &game, 1, address(101)));
    CHECK_INT(late.ws.status, 503);
    ws_end(&late.ws);
    for (int i = 0; i < PLACES; i++) {
        CHECK_STR(person_try(&p[i], "{'t':'ping'}"), "pong");
        person_close(&p[i]);
    }
    stop(&k);
}

/* --- frames and answers ------------------------------------------------------------------------------------------- */

static int close_code(struct ws *ws) {
    size_t n;
    while (ws_wait(ws, &n, 20000)) continue;
    int code = ws->close_code;
    ws_end(ws);
    return code;
}

/* Frames that a browser never sends in numbers count as messages. */
static void test_frames(void) {
    static const struct {
        int first, next;
        size_t n;
    } kinds[] = {{WS_FINAL | WS_PING, WS_FINAL | WS_PING, 0},
                 {WS_FINAL | WS_PING, WS_FINAL | WS_PING, 100},
                 {WS_FINAL | WS_PONG, WS_FINAL | WS_PONG, 0},
                 {WS_TEXT, 0, 0},
                 {WS_TEXT, 0, 1}};
    char bytes[100] = {0};
    struct kit k;
    struct ws ws;
    if (!START(&k, "--rate", "30")) return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!CHECK(ws_open(&ws, "127.0.0.1", k.process.port, ""))) break;
        bool open = true;
        fcntl(ws.fd, F_SETFL, O_NONBLOCK);
        for (int f = 0; f < 3000 && open; f++) {
            open = ws_frame(&ws, f ? kinds[i].next : kinds[i].first, bytes, kinds[i].n);
            if (f % 50 == 49) ws_read(&ws);
        }
        CHECK_INT(close_code(&ws), 1008);
    }
    if (CHECK(ws_open(&ws, "127.0.0.1", k.process.port, ""))) { /* a few are welcome */
        for (int f = 0; f < 10; f++) CHECK(ws_frame(&ws, WS_FINAL | WS_PING, "x", 1));
        ws_send(&ws, "{\"t\":\"ping\"}", 12);
        size_t n;
        const char *text = ws_wait(&ws, &n, 20000);
        CHECK(text && strstr(text, "pong"));
        ws_end(&ws);
    }
    CHECK(gets_in(&k, address(2)));
    stop(&k);
}

/* Plays a game of two to its end, so that its log is long. */
static void play_long_game(const struct kit *k, struct person *a) {
    struct person b, *both[2] = {a, &b};
    CHECK(person_open(a, k, &game, 1) && person_open(&b, k, &game, 2));
    CHECK(person_create(a, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]"));
    CHECK(person_sit(&b, a->table, a->any, "B") && person_watch(a) && person_watch(&b));
    kit_play(both, 2, 10000);
    CHECK(a->over);
    person_close(&b);
}

/* Small questions with large answers: every 16 KiB of an answer cost as much as a message. */
static void test_large_answers(void) {
    enum { TIMES = 10, RATE = 5, PIECE = 16 * 1024 };
    struct kit k;
    struct person p, q;
    static const char *const options[] = {"--rate", "5", NULL};
    int answered = 0, refused = 0;
    size_t bytes = 0, each = 0;
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL))) return;
    play_long_game(&k, &p);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    CHECK(kit_restart(&k, kit_program("casata"), options));
    if (CHECK(person_open(&q, &k, &game, 3))) {
        int64_t begin = kit_ms();
        for (int i = 0; i < TIMES; i++) person_say(&q, "{'t':'watch','table':'%s','id':%d}", p.table, i + 1);
        while (answered + refused < TIMES && kit_ms() - begin < KIT_MS) {
            size_t n;
            const char *text = ws_wait(&q.ws, &n, KIT_MS);
            if (!text) break;
            bytes += n;
            answered += strncmp(text, "{\"t\":\"state\"", 12) == 0;
            refused += strstr(text, "\"code\":\"rate\"") != NULL;
            if (answered == 1 && !each) each = bytes;
        }
        size_t allowed = PIECE * (2 * RATE + RATE * (size_t)(kit_ms() - begin + 999) / 1000);
        if (test_verbose) printf("%d answers of %zu bytes\n", answered, each);
        CHECK_INT(answered + refused, TIMES);
        CHECK(each > PIECE && answered > 0 && bytes <= allowed + each);
        person_close(&q);
    }
    person_close(&p);
    stop(&k);
}

/* A file of 300 kB three times, where 160 kB a second are allowed and 320 at once. */
static void test_files_are_paced(void) {
    char dir[] = "/tmp/casata-limits-XXXXXX", path[60], command[80];
    static char body[300000], answer[65536];
    static const char request[] = "GET /big.txt HTTP/1.1\r\nHost: x\r\n\r\n";
    struct kit k;
    if (!CHECK(mkdtemp(dir) != NULL)) return;
    memset(body, 'x', sizeof body);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, i ? "big.txt" : "index.html");
        FILE *f = fopen(path, "w");
        CHECK(f && fwrite(body, 1, sizeof body, f) == sizeof body);
        if (f) fclose(f);
    }
    if (START(&k, "--web", dir, "--address-rate", "10")) {
        int fd = ws_tcp_from(address(2), "127.0.0.1", k.process.port);
        int64_t begin = kit_ms(), end = begin + KIT_MS;
        size_t got = 0;
        for (int i = 0; i < 3; i++) send(fd, request, strlen(request), MSG_NOSIGNAL);
        while (got < 3 * sizeof body && kit_ms() < end) {
            ssize_t n = recv(fd, answer, sizeof answer, 0);
            if (n <= 0) break;
            got += (size_t)n;
        }
        CHECK(got > 3 * sizeof body - 1000);
        CHECK(kit_ms() - begin > 2000);
        CHECK_INT(health(&k, address(3)), 200); /* others need not wait */
        close(fd);
        stop(&k);
    }
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    CHECK_INT(system(command), 0);
}

/* Very many clients that read nothing of what they ask for: they are dropped, not those who read, and the memory
 * stays within its bound. */
static void test_slow_readers(void) {
    enum { TABLES = 9, EACH = 60, ROUNDS = 200, BOUND_KB = 256 * 1024, OTHER_KB = 64 * 1024 };
    static struct ws ws[TABLES * EACH];
    static const char *const options[] = {"--sockets", "2000", NULL};
    struct kit k;
    struct person p, reader;
    char text[TABLES][100];
    int size[TABLES], small = 4096;
    if (!CHECK(kit_start(&k, kit_program("casata"), options))) return;
    for (int t = 0; t < TABLES; t++) {
        play_long_game(&k, &p);
        size[t] = snprintf(text[t], sizeof text[t], "{\"t\":\"watch\",\"table\":\"%s\"}", p.table);
        person_close(&p);
    }
    CHECK(person_open(&reader, &k, &game, 1));
    strcpy(reader.table, p.table);
    for (int i = 0; i < TABLES * EACH; i++) {
        CHECK(ws_open_from(&ws[i], address(2 + i / EACH), "127.0.0.1", k.process.port, ""));
        setsockopt(ws[i].fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        fcntl(ws[i].fd, F_SETFL, O_NONBLOCK);
    }
    bool open = true;
    for (int round = 0; round < ROUNDS && open; round++) {
        open = false;
        for (int i = 0; i < TABLES * EACH; i++)
            open |= ws_send(&ws[i], text[i / EACH], (size_t)size[i / EACH]);
        if (!CHECK(person_watch(&reader))) break;
    }
    CHECK(kit_is_slow() || process_memory(k.process.pid) < BOUND_KB + OTHER_KB);
    if (test_verbose) printf("at most %ld MB\n", process_memory(k.process.pid) / 1024);
    person_close(&reader);
    for (int i = 0; i < TABLES * EACH; i++) ws_end(&ws[i]);
    stop(&k);
}

/* --- bots --------------------------------------------------------------------------------------------------------- */

static const char three_dukes[] =
    "[{'kind':'bot','level':'duca'},{'kind':'bot','level':'duca'},{'kind':'bot','level':'duca'}]";

static int log_length(const struct kit *k) {
    return number_in(k, "SELECT sum(length(entry))/22 FROM change");
}

static void open_bot_tables(const struct kit *k, const char *from, int n, struct person *p) {
    CHECK(person_open_from(p, k, &game, 1, from));
    for (int i = 0; i < n; i++) CHECK(person_create(p, "signorie", three_dukes));
}

static int decisions(const struct kit *k) {
    return number_in(k, "SELECT count(*) FROM change WHERE n>0 AND entry<>x''");
}

/* A person plays against a bot of this level: how many decisions of other tables came at most while an answer was due.
 * Times would say more of the machine than of the server. */
static int most_overtaking(const struct kit *k, const char *from, const char *level, int answers) {
    struct person p;
    char seats[100];
    int most = 0;
    snprintf(seats, sizeof seats, "[{'kind':'me','name':'A'},{'kind':'bot','level':'%s'}]", level);
    CHECK(person_open_from(&p, k, &game, 5, from));
    CHECK(person_create(&p, "signorie", seats) && person_watch(&p));
    while (answers > 0 && !p.over) {
        if (p.to_act >> p.seat & 1) {
            if (!CHECK_STR(person_play(&p), "state")) break;
            continue;
        }
        int before = decisions(k);
        if (!CHECK(person_reach(&p, p.ply + 1))) break;
        int others = decisions(k) - before - 1;
        if (others > most) most = others;
        answers--;
    }
    person_close(&p);
    return most;
}

/* A person's bot answers soon whatever other bots think about; and those go on too. */
static void test_short_thoughts_first(void) {
    enum { TABLES = 16 };
    struct kit k;
    struct person a, b;
    if (!START(&k, "--address-tables", "10000", "--threads", "2")) return;
    open_bot_tables(&k, address(2), TABLES, &a);
    open_bot_tables(&k, address(3), TABLES, &b);
    int others = most_overtaking(&k, address(100), "paggio", 20);
    if (test_verbose) printf("%d others\n", others);
    CHECK(others < TABLES);
    int before = log_length(&k);
    int64_t end = kit_ms() + 900000; /* idle priority: where others work, it may take long */
    while (log_length(&k) < before + 3 && kit_ms() < end) usleep(100000);
    CHECK(log_length(&k) >= before + 3);
    person_close(&a);
    person_close(&b);
    stop(&k);
}

/* One person with many tables does not make another wait: their dukes are not all asked first. */
static void test_people_share(void) {
    enum { TABLES = 30 };
    struct kit k;
    struct person p[TABLES];
    int tables = kit_is_slow() ? 3 : TABLES; /* a sanitizer looks for other things */
    if (!START(&k, "--address-tables", "10000", "--threads", "2")) return;
    for (int i = 0; i < tables; i++) { /* at each a duke has to think now */
        CHECK(person_open_from(&p[i], &k, &game, 1, address(2)));
        CHECK(person_create(
            &p[i], "signorie",
            "[{'kind':'bot','level':'duca'},{'kind':'me','name':'A'},{'kind':'bot','level':'duca'}]"));
        CHECK(person_watch(&p[i]));
    }
    int others = most_overtaking(&k, address(100), "conte", kit_is_slow() ? 2 : 8);
    if (test_verbose) printf("%d others\n", others);
    CHECK(kit_is_slow() || others < tables / 2);
    for (int i = 0; i < tables; i++) person_close(&p[i]);
    stop(&k);
}

/* Bots that nobody watches stop after a while, and go on for whoever looks. */
static void test_bots_alone(void) {
    struct kit k;
    struct person p;
    int before = -1, now = 0;
    if (!START(&k, "--alone", "1")) return;
    open_bot_tables(&k, address(2), 1, &p);
    for (int i = 0; i < 30 && before != now; i++) { /* no decision takes two seconds */
        before = now;
        usleep(kit_is_slow() ? 12000000 : 2500000);
        now = log_length(&k);
    }
    CHECK_INT(now, before);
    CHECK(person_watch(&p) && !p.over);
    CHECK(person_reach(&p, p.ply + 2));
    CHECK(log_length(&k) > now);
    person_close(&p);
    stop(&k);
}

/* Messages for a table that cannot be read wait for it; many large ones do not fill the memory. */
static void test_waiting(void) {
    enum { CLIENTS = 20, EACH = 64, LARGE = 16000, MORE_KB = 64 * 1024 };
    static struct ws ws[CLIENTS];
    static char text[LARGE + 100];
    struct kit k;
    struct person p;
    char away[240];
    size_t n;
    if (!START(&k, "--rate", "1000", "--address-rate", "100000")) return;
    CHECK(person_open(&p, &k, &game, 1));
    snprintf(away, sizeof away, "%s.away", k.db);
    CHECK(rename(k.db, away) == 0);
    int size = snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"x\":[{}");
    while (size < LARGE) size += snprintf(text + size, sizeof text - (size_t)size, ",{}");
    size += snprintf(text + size, sizeof text - (size_t)size, "]}");
    long before = process_memory(k.process.pid);
    for (int i = 0; i < CLIENTS; i++) {
        CHECK(ws_open_from(&ws[i], address(2), "127.0.0.1", k.process.port, ""));
        for (int m = 0; m < EACH; m++) ws_send(&ws[i], text, (size_t)size);
        CHECK_PART("\"rate\"", ws_wait(&ws[i], &n, KIT_MS));
    }
    person_say(&p, "{'t':'watch','table':'AAAAAAAAAAAAAAAAAAAAAA'}"); /* others wait as before */
    json_t *msg = person_hear(&p, "unavailable", KIT_MS);
    CHECK(msg != NULL);
    json_decref(msg);
    CHECK(kit_is_slow() || process_memory(k.process.pid) < before + MORE_KB);
    if (test_verbose) printf("%ld KB more\n", process_memory(k.process.pid) - before);
    for (int i = 0; i < CLIENTS; i++) ws_end(&ws[i]);
    person_close(&p);
    stop(&k);
}

static const struct test tests[] = {
    {"chat of a seat", test_chat_of_a_seat},
    {"chat of a table", test_chat_of_a_table},
    {"chat of an address", test_chat_of_an_address},
    {"old chat", test_old_chat},
    {"slow headers", test_slow_headers},
    {"idle connections", test_idle_connections},
    {"a young request", test_young_request},
    {"no descriptors", test_no_descriptors},
    {"a full server", test_full_server},
    {"frames", test_frames},
    {"large answers", test_large_answers},
    {"files are paced", test_files_are_paced},
    {"slow readers", test_slow_readers},
    {"messages that wait", test_waiting},
    {"short thoughts first", test_short_thoughts_first},
    {"people share", test_people_share},
    {"bots alone", test_bots_alone},
};

int main(int argc, char **argv) {
    struct rlimit files;
    kit_options(argc, argv);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (!casata_find("signorie", &game)) return 1;
    kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
