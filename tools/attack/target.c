/* target.c: the attacked server, visitors during the attack, and gangs (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GANG_S = 300 }; /* then a gang exits by itself */

double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + (double)t.tv_nsec / 1e6;
}

void pause_ms(double ms) {
    long us = (long)(1000 * ms);
    nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
}

/* --- the server ------------------------------------------------------------------------------------------------------ */

void target_start(struct kit *k, const char *const *extra) {
    if (kit_start(k, kit_program("casata"), extra)) return;
    fprintf(stderr, "attack: the server %s does not start\n", kit_program("casata"));
    exit(1);
}

void target_end(struct kit *k) { kit_remove(k); }

bool target_lives(const struct kit *k) {
    siginfo_t info = {0};
    return k->process.pid > 0 &&
           waitid(P_PID, (id_t)k->process.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

int target_stop(struct kit *k, int signal, struct person *there, double *ms) {
    double start = now_ms();
    kill(k->process.pid, signal);
    if (there) {
        while (!there->ws.close_code && now_ms() - start < KIT_MS) person_listen(there, 100);
        person_close(there);
    }
    int status = kit_stop(k, 0);
    *ms = now_ms() - start;
    return status;
}

double target_cpu(const struct kit *k, double seconds) {
    double before = process_seconds(k->process.pid), start = now_ms();
    pause_ms(1000 * seconds);
    return 1e5 * (process_seconds(k->process.pid) - before) / (now_ms() - start);
}

/* One request; the start of the response, "" if none came in time. */
static const char *http_get(const struct kit *k, const char *from, const char *path, int ms) {
    static char answer[4096];
    char request[200];
    double end = now_ms() + ms;
    size_t n = 0;
    answer[0] = 0;
    int fd = ws_tcp_from(from, "127.0.0.1", k->process.port);
    if (fd < 0) return answer;
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
             path);
    send(fd, request, strlen(request), MSG_NOSIGNAL);
    for (double left; n < sizeof answer - 1 && (left = end - now_ms()) > 0;) {
        struct pollfd p = {fd, POLLIN, 0};
        if (poll(&p, 1, (int)left) != 1) break;
        ssize_t got = recv(fd, answer + n, sizeof answer - 1 - n, 0);
        if (got <= 0) break;
        n += (size_t)got;
        answer[n] = 0;
    }
    close(fd);
    return answer;
}

const char *target_health(const struct kit *k, const char *from, int ms) {
    const char *answer = http_get(k, from, "/health", ms);
    if (!*answer) return "no answer";
    return strstr(answer, "HTTP/1.1 200") ? "ok" : "failing";
}

/* --- visitors --------------------------------------------------------------------------------------------------------- */

const char *address_of(int net, int n) {
    static char text[32];
    snprintf(text, sizeof text, "127.0.%d.%d", net, n);
    return text;
}

const char *seats_of_bots(const char *first, int n, const char *level) {
    static char text[400];
    snprintf(text, sizeof text, "[%s", first);
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s{'kind':'bot','level':'%s'}", i || *first ? "," : "",
                 level);
    }
    strcat(text, "]");
    return text;
}

double visit_page(const struct kit *k, const char *from, int ms) {
    double start = now_ms();
    for (double left; (left = start + ms - now_ms()) > 0; pause_ms(100))
        if (strstr(http_get(k, from, "/", (int)left), "HTTP/1.1 200")) return now_ms() - start;
    return -1;
}

double visit_table(const struct kit *k, const char *from, int ms) {
    struct person p;
    double start = now_ms();
    bool there = false;
    while (!there && now_ms() - start < ms) {
        there = person_open_from(&p, k, &attack_game, 1, from) &&
                person_create(&p, "signorie", "[{'kind':'me','name':'V'},{'kind':'open'}]") &&
                person_watch(&p);
        person_close(&p);
        if (!there) pause_ms(100);
    }
    return there ? now_ms() - start : -1;
}

/* --- gangs -------------------------------------------------------------------------------------------------------------- */

long gang_start(struct gang *g, long (*prepare)(void), void (*go_on)(void)) {
    int report[2];
    long number = -1;
    if (pipe2(report, O_CLOEXEC) != 0) return -1;
    g->pid = fork();
    if (g->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(GANG_S);
        number = prepare();
        if (write(report[1], &number, sizeof number) == sizeof number) go_on();
        _exit(0);
    }
    close(report[1]);
    if (read(report[0], &number, sizeof number) != sizeof number) number = -1;
    close(report[0]);
    return number;
}

void gang_end(struct gang *g) {
    if (g->pid <= 0) return;
    kill(g->pid, SIGKILL);
    waitpid(g->pid, NULL, 0);
    g->pid = 0;
}
