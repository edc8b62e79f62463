/* noise.c: measures how busy a machine is (noise.h). */
#define _GNU_SOURCE
#include "load/noise.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 200, PAUSE_US = 5000 };
/* 90th percentile of a round on a quiet machine whose disk flushes its cache. */
static const double quiet_ms = 6;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + (double)t.tv_nsec / 1e6;
}

/* Echoes every byte after a write has reached the disk. */
static void echo(int in, int out, const char *path) {
    char page[4096], byte;
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    memset(page, 'x', sizeof page);
    while (read(in, &byte, 1) == 1)
        if (pwrite(fd, page, sizeof page, 0) < 0 || fdatasync(fd) != 0 || write(out, &byte, 1) != 1) break;
    _exit(0);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double noise_of_machine(const char *folder) {
    int there[2], back[2];
    char path[200], byte = 0;
    double took[ROUNDS];
    int n = 0;
    snprintf(path, sizeof path, "%s/noise", folder);
    if (pipe2(there, O_CLOEXEC) != 0 || pipe2(back, O_CLOEXEC) != 0) return 1;
    pid_t pid = fork();
    if (pid == 0) {
        close(there[1]);
        echo(there[0], back[1], path);
    }
    close(there[0]);
    close(back[1]);
    for (; pid > 0 && n < ROUNDS; n++) {
        double start = now_ms();
        if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1) break;
        took[n] = now_ms() - start;
        nanosleep(&(struct timespec){0, PAUSE_US * 1000}, NULL);
    }
    close(there[1]);
    close(back[0]);
    if (pid > 0) waitpid(pid, NULL, 0);
    unlink(path);
    if (n < ROUNDS) return 1;
    qsort(took, ROUNDS, sizeof *took, ascending);
    double slow = took[ROUNDS * 9 / 10] / quiet_ms;
    return slow > 1 ? slow : 1;
}
