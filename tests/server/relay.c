/* relay.c: a network that fails on demand (relay.h). Knows of PostgreSQL's protocol only how the server's statements are
 * named: the COMMIT of its writer is the statement s1. */
#define _GNU_SOURCE
#include "server/relay.h"
#include "harness.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PAIRS = 64, TURN_MS = 10 };
static const char commit[] = {0, 's', '1', 0}; /* in a message Bind: no portal, then the statement */

struct pair {
    int client, database; /* -1: none */
    bool writer;
    bool loses; /* the next answer */
};
struct relay {
    struct sockaddr_un to;
    int listener, port;
    pthread_t thread;
    _Atomic int mode;
    _Atomic bool ending;
    struct pair pair[PAIRS];
};

static void end_pair(struct pair *p) {
    if (p->client >= 0) close(p->client);
    if (p->database >= 0) close(p->database);
    p->client = p->database = -1;
}

static void accept_one(struct relay *r) {
    int client = accept(r->listener, NULL, NULL);
    if (client < 0) return;
    for (int i = 0; i < PAIRS; i++) {
        struct pair *p = &r->pair[i];
        if (p->client >= 0) continue;
        *p = (struct pair){.client = client, .database = socket(AF_UNIX, SOCK_STREAM, 0)};
        bool refused =
            r->mode == RELAY_CUT || connect(p->database, (struct sockaddr *)&r->to, sizeof r->to) != 0;
        if (refused) end_pair(p);
        return;
    }
    close(client);
}

/* Data from the database. Here and below: whether the connection goes on. */
static bool pass_answer(const struct pair *p) {
    char bytes[65536];
    ssize_t n = recv(p->database, bytes, sizeof bytes, 0);
    return n > 0 && !p->loses && send(p->client, bytes, (size_t)n, MSG_NOSIGNAL) == n;
}

/* Data from the client; it may contain the COMMIT to be disturbed. */
static bool pass_request(struct relay *r, struct pair *p) {
    char bytes[65536];
    ssize_t n = recv(p->client, bytes, sizeof bytes, 0);
    if (n <= 0) return false;
    if (memmem(bytes, (size_t)n, "casata writer", 13)) p->writer = true;
    if (r->mode == RELAY_DEAF && p->writer && memmem(bytes, (size_t)n, "plan_cache_mode", 15)) {
        r->mode = RELAY_PASS;
        return true;
    }
    bool loses = r->mode == RELAY_LOSE_ANSWER || r->mode == RELAY_LOSE_REQUEST;
    bool meant = loses && p->writer && memmem(bytes, (size_t)n, commit, sizeof commit);
    if (meant && r->mode == RELAY_LOSE_REQUEST) {
        r->mode = RELAY_PASS;
        return false;
    }
    if (meant) r->mode = RELAY_PASS;
    p->loses = p->loses || meant;
    return send(p->database, bytes, (size_t)n, MSG_NOSIGNAL) == n;
}

static void serve(struct relay *r, struct pair *p, short client, short database) {
    bool open = true;
    if (database) open = pass_answer(p);
    if (open && client) open = pass_request(r, p);
    if (!open) end_pair(p);
}

static void *run(void *arg) {
    struct relay *r = arg;
    while (!r->ending) {
        struct pollfd fd[1 + 2 * PAIRS];
        if (r->mode == RELAY_CUT)
            for (int i = 0; i < PAIRS; i++) end_pair(&r->pair[i]);
        bool stall = r->mode == RELAY_STALL;
        fd[0] = (struct pollfd){stall ? -1 : r->listener, POLLIN, 0};
        for (int i = 0; i < PAIRS; i++) {
            fd[1 + 2 * i] = (struct pollfd){stall ? -1 : r->pair[i].client, POLLIN, 0};
            fd[2 + 2 * i] = (struct pollfd){stall ? -1 : r->pair[i].database, POLLIN, 0};
        }
        if (poll(fd, 1 + 2 * PAIRS, TURN_MS) < 1) continue;
        for (int i = 0; i < PAIRS; i++)
            if (fd[1 + 2 * i].revents || fd[2 + 2 * i].revents)
                serve(r, &r->pair[i], fd[1 + 2 * i].revents, fd[2 + 2 * i].revents);
        if (fd[0].revents) accept_one(r);
    }
    return NULL;
}

static bool listen_somewhere(struct relay *r) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    r->listener = socket(AF_INET, SOCK_STREAM, 0);
    bool ok = r->listener >= 0 && bind(r->listener, (struct sockaddr *)&at, n) == 0 &&
              listen(r->listener, 64) == 0 && getsockname(r->listener, (struct sockaddr *)&at, &n) == 0;
    r->port = ntohs(at.sin_port);
    return ok;
}

struct relay *relay_start(const char *folder) {
    struct relay *r = calloc(1, sizeof *r);
    if (!r) abort();
    for (int i = 0; i < PAIRS; i++) r->pair[i] = (struct pair){.client = -1, .database = -1};
    r->to.sun_family = AF_UNIX;
    snprintf(r->to.sun_path, sizeof r->to.sun_path, "%s/.s.PGSQL.5432", folder);
    if (listen_somewhere(r) && pthread_create(&r->thread, NULL, run, r) == 0) return r;
    test_fail(__FILE__, __LINE__, "no relay");
    free(r);
    return NULL;
}

void relay_set(struct relay *r, enum relay_mode mode) { r->mode = (int)mode; }
enum relay_mode relay_mode(struct relay *r) { return (enum relay_mode)r->mode; }

void relay_address(const struct relay *r, const char *where, char *out, size_t n) {
    char database[40] = "";
    sscanf(where, "postgres://casata@/%39[^?]", database);
    snprintf(out, n, "postgres://casata@127.0.0.1:%d/%s?sslmode=disable&gssencmode=disable", r->port,
             database);
}

void relay_stop(struct relay *r) {
    r->ending = true;
    pthread_join(r->thread, NULL);
    for (int i = 0; i < PAIRS; i++) end_pair(&r->pair[i]);
    close(r->listener);
    free(r);
}
