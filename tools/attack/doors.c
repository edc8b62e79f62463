/* doors.c: attacks that keep others out or fill the memory: slow headers, idle connections, slow readers
 * (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"
#include "server/net.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { VISITORS_NET = 9, HEADERS_NET = 2, IDLE_NET = 3, SLOW_NET = 4, GIVE_UP_MS = 30000 };

static struct kit kit;

/* --- headers ---------------------------------------------------------------------------------------------------------- */

enum { HEADERS_ADDRESSES = 3, HEADERS_EACH = 96, HEADERS_ALL = HEADERS_ADDRESSES * HEADERS_EACH, VISITS = 2 };
static int slow_fd[HEADERS_ALL];

static void begin_request(int i) {
    static const char begin[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    slow_fd[i] =
        ws_tcp_from(address_of(HEADERS_NET, 1 + i % HEADERS_ADDRESSES), "127.0.0.1", kit.process.port);
    if (slow_fd[i] >= 0) send(slow_fd[i], begin, sizeof begin - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static bool is_closed(int fd) {
    char byte;
    ssize_t got = recv(fd, &byte, 1, MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

static long begin_headers(void) {
    long open = 0;
    for (int i = 0; i < HEADERS_ALL; i++) {
        begin_request(i);
        open += slow_fd[i] >= 0;
    }
    return open;
}

/* One more header a second; reopens connections that the server closes. */
static void send_headers_slowly(void) {
    for (int turn = 0;; turn++, pause_ms(50))
        for (int i = 0; i < HEADERS_ALL; i++) {
            if (slow_fd[i] >= 0 && is_closed(slow_fd[i])) {
                close(slow_fd[i]);
                slow_fd[i] = -1;
            }
            if (slow_fd[i] < 0)
                begin_request(i);
            else if (turn % 20 == 0)
                send(slow_fd[i], "X: y\r\n", 6, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
}

static void figure_visit(const char *what, double ms) {
    if (ms < 0)
        figure_text("not within 30 s", "%s", what);
    else
        figure(ms, "%s_ms", what);
}

static bool make_page(char *folder) {
    char path[100];
    strcpy(folder, "/tmp/casata-web-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/index.html", folder);
    FILE *f = fopen(path, "w");
    if (!f) return false;
    fputs("<!doctype html><title>Casata</title>", f);
    fclose(f);
    return true;
}

static void remove_page(const char *folder) {
    char path[100];
    snprintf(path, sizeof path, "%s/index.html", folder);
    unlink(path);
    rmdir(folder);
}

void attack_headers(void) {
    struct gang gang;
    char folder[40], what[40];
    if (!make_page(folder)) return;
    target_start(&kit, (const char *const[]){"--web", folder, NULL});
    figure_visit("before_page", visit_page(&kit, address_of(VISITORS_NET, 1), GIVE_UP_MS));
    figure_visit("before_table", visit_table(&kit, address_of(VISITORS_NET, 1), GIVE_UP_MS));
    figure((double)gang_start(&gang, begin_headers, send_headers_slowly), "connections");
    pause_ms(2000);
    for (int i = 1; i <= VISITS; i++) {
        snprintf(what, sizeof what, "page_%d", i);
        figure_visit(what, visit_page(&kit, address_of(VISITORS_NET, 1), GIVE_UP_MS));
        snprintf(what, sizeof what, "table_%d", i);
        figure_visit(what, visit_table(&kit, address_of(VISITORS_NET, 1), GIVE_UP_MS));
    }
    gang_end(&gang);
    target_end(&kit);
    remove_page(folder);
}

/* --- idle ---------------------------------------------------------------------------------------------------------------- */

enum { IDLE_ALL = 4228, IDLE_EACH = 90, IDLE_WS_EACH = 60, IDLE_WS = 4000, CPU_S = 5 };

/* A connection, without waiting for it to be accepted. */
static int connect_at_once(int i) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)kit.process.port)};
    struct sockaddr_in own = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    to.sin_addr.s_addr = htonl(0x7f000001);
    own.sin_addr.s_addr = htonl(0x7f000000 + (IDLE_NET << 8) + 1 + (uint32_t)i / IDLE_EACH);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&own, sizeof own) == 0 &&
        (connect(fd, (struct sockaddr *)&to, sizeof to) == 0 || errno == EINPROGRESS))
        return fd;
    if (fd >= 0) close(fd);
    return -1;
}

static void figure_idle(const char *what, int open) {
    char name[40];
    figure(open, "%s_connections", what);
    figure(target_cpu(&kit, CPU_S), "%s_cpu_percent", what);
    snprintf(name, sizeof name, "%s_newcomer_table", what);
    figure_visit(name, visit_table(&kit, address_of(VISITORS_NET, 1), GIVE_UP_MS));
    figure((double)process_memory(kit.process.pid) / 1024, "%s_memory_mb", what);
}

static void idle_tcp(int *fd) {
    int open = 0;
    target_start(&kit, NULL);
    for (int i = 0; i < IDLE_ALL; i++) {
        open += (fd[i] = connect_at_once(i)) >= 0;
        if (i % 50 == 49) pause_ms(5);
    }
    figure_idle("tcp", open);
    for (int i = 0; i < IDLE_ALL; i++)
        if (fd[i] >= 0) close(fd[i]);
    target_end(&kit);
}

/* As many WebSockets as the server accepts, then silent connections. */
static void idle_websockets(int *fd) {
    struct ws *ws = calloc(IDLE_WS, sizeof *ws);
    int open = 0, n_ws = 0;
    target_start(&kit, NULL);
    for (; ws && n_ws < IDLE_WS; n_ws++)
        if (!ws_open_from(&ws[n_ws], address_of(IDLE_NET, 1 + n_ws / IDLE_WS_EACH), "127.0.0.1",
                          kit.process.port, ""))
            break;
    for (int i = 0; i < IDLE_ALL - n_ws; i++) open += (fd[i] = connect_at_once(i * 3)) >= 0;
    figure(n_ws, "websockets_opened");
    figure_idle("websockets", n_ws + open);
    for (int i = 0; i < IDLE_ALL - n_ws; i++)
        if (fd[i] >= 0) close(fd[i]);
    for (int i = 0; ws && i < n_ws; i++) ws_end(&ws[i]);
    free(ws);
    target_end(&kit);
}

void attack_idle(void) {
    int *fd = calloc(IDLE_ALL, sizeof *fd);
    if (!fd) return;
    idle_tcp(fd);
    idle_websockets(fd);
    free(fd);
}

/* --- slow ------------------------------------------------------------------------------------------------------------------ */

enum {
    SLOW_TABLES = 12,
    SLOW_CLIENTS = 720,      /* 60 spectators per table */
    SLOW_EACH = 20,          /* per address */
    SLOW_BYTES = 800 * 1024, /* each requests about this much, twice: the first fills the system's buffers, */
    SLOW_PAUSE_MS = 1000,    /* the second is queued in the server, just below its limit per client */
    SLOW_S = 120,            /* at most, ... */
    SLOW_HOLD_S = 5,         /* ... and this long after the last one connected */
    LOG_S = 40,              /* the tables are played to their end first, at most this long */
    DOCUMENTED_MB = 12,      /* docs/operations.md: a server without tables, ... */
    DOCUMENTED_TABLE_KB = 20, /* ... each table, ... */
    DOCUMENTED_CONN_KB = 1,   /* ... and each connection */
};

/* Tables with long logs: of quick bots, and played for a while. */
static void play_long_tables(char table[SLOW_TABLES][24]) {
    struct person p[SLOW_TABLES];
    double end = now_ms() + 1000 * LOG_S;
    for (int i = 0; i < SLOW_TABLES; i++) {
        person_open_from(&p[i], &kit, NULL, 1, address_of(SLOW_NET, 200 + i / 6));
        person_create(&p[i], "signorie", seats_of_bots("", 4, "paggio"));
        person_watch(&p[i]);
        memcpy(table[i], p[i].table, sizeof table[i]);
    }
    for (int i = 0; i < SLOW_TABLES; i++) {
        while (!p[i].over && now_ms() < end && !p[i].ws.close_code) person_listen(&p[i], 50);
        person_close(&p[i]);
    }
}

/* Bytes of the response to `watch`. */
static size_t size_of_watch(const char *table) {
    struct person p;
    size_t size = 0, n;
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    if (person_open(&p, &kit, NULL, 1) && ws_send(&p.ws, text, strlen(text)))
        for (const char *got; (got = ws_wait(&p.ws, &n, KIT_MS));) {
            size += n;
            if (strncmp(got, "{\"t\":\"state\"", 12) == 0) break;
        }
    person_close(&p);
    return size;
}

struct slow {
    struct ws ws;
    double opened; /* ms */
    bool twice;    /* the second request is sent */
};

static void ask_for_much(struct slow *c, const char *table, size_t watches) {
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    for (size_t n = 0; n < watches; n++) ws_send(&c->ws, text, strlen(text));
}

static bool open_slow(struct slow *c, int i) {
    int small = 4096;
    *c = (struct slow){.opened = now_ms()};
    if (!ws_open_from(&c->ws, address_of(SLOW_NET, 1 + i / SLOW_EACH), "127.0.0.1", kit.process.port, "")) {
        ws_end(&c->ws);
        return false;
    }
    setsockopt(c->ws.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    return true;
}

static bool is_gone(const struct ws *ws) {
    struct pollfd p = {ws->fd, 0, 0};
    return ws->fd < 0 || (poll(&p, 1, 0) == 1 && p.revents & (POLLHUP | POLLERR));
}

/* Opens all, and reopens dropped ones; true: all have sent all requests. */
static bool visit_all(struct slow *client, char table[SLOW_TABLES][24], size_t watches, long *opened,
                      long *refused) {
    bool all = true;
    for (int i = 0; i < SLOW_CLIENTS; i++) {
        struct slow *c = &client[i];
        if (is_gone(&c->ws)) {
            ws_end(&c->ws);
            bool ok = open_slow(c, i);
            *opened += ok;
            *refused += !ok;
            if (ok) ask_for_much(c, table[i % SLOW_TABLES], watches);
        } else if (!c->twice && now_ms() - c->opened > SLOW_PAUSE_MS) {
            ask_for_much(c, table[i % SLOW_TABLES], watches);
            c->twice = true;
        }
        all = all && c->twice;
    }
    return all;
}

static void read_nothing(struct slow *client, char table[SLOW_TABLES][24], size_t watches) {
    long opened = 0, refused = 0;
    double end = now_ms() + 1000 * SLOW_S;
    for (bool all = false; now_ms() < end && target_lives(&kit); pause_ms(100)) {
        if (!visit_all(client, table, watches, &opened, &refused) || all) continue;
        all = true;
        if (now_ms() + 1000 * SLOW_HOLD_S < end) end = now_ms() + 1000 * SLOW_HOLD_S;
    }
    figure((double)opened, "opened");
    figure((double)refused, "refused");
}

void attack_slow(void) {
    struct slow *client = calloc(SLOW_CLIENTS, sizeof *client);
    char table[SLOW_TABLES][24];
    if (!client) return;
    for (int i = 0; i < SLOW_CLIENTS; i++) client[i].ws.fd = -1;
    target_start(&kit, NULL);
    play_long_tables(table);
    size_t size = size_of_watch(table[0]);
    figure((double)size / 1024, "answer_kb");
    figure((double)process_memory(kit.process.pid) / 1024, "before_mb");
    read_nothing(client, table, size ? SLOW_BYTES / size : 1);
    figure((double)process_memory(kit.process.pid) / 1024, "peak_mb");
    double others_kb = SLOW_TABLES * DOCUMENTED_TABLE_KB + SLOW_CLIENTS * DOCUMENTED_CONN_KB;
    figure(DOCUMENTED_MB + NET_QUEUES_MAX / 1048576.0 + others_kb / 1024.0, "documented_mb");
    for (int i = 0; i < SLOW_CLIENTS; i++) ws_end(&client[i].ws);
    free(client);
    target_end(&kit);
}
