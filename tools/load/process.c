/* process.c: starting, ending and measuring a server (process.h). */
#include "load/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

static pid_t spawn(char *const argv[], int out, int err) {
    pid_t pid = fork();
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* leaves nothing running */
    dup2(out, STDOUT_FILENO);
    if (err >= 0) dup2(err, STDERR_FILENO);
    execv(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

/* The port in "… http://127.0.0.1:8080/"; 0: none. */
static int read_port(int fd) {
    char line[300] = "";
    size_t n = 0;
    struct pollfd p = {fd, POLLIN, 0};
    while (n < sizeof line - 1 && !strchr(line, '\n')) {
        if (poll(&p, 1, PATIENCE_MS) != 1) break;
        ssize_t got = read(fd, line + n, sizeof line - 1 - n);
        if (got <= 0) break;
        n += (size_t)got;
        line[n] = 0;
    }
    const char *colon = strrchr(line, ':');
    return colon && strstr(line, "http://") ? atoi(colon + 1) : 0;
}

bool process_start(struct process *p, char *const argv[], const char *log) {
    int out[2], err = log ? open(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600) : -1;
    *p = (struct process){0};
    if (pipe(out) != 0) return false;
    fcntl(out[0], F_SETFD, FD_CLOEXEC);
    p->pid = spawn(argv, out[1], err);
    close(out[1]);
    if (err >= 0) close(err);
    if (p->pid > 0) p->port = read_port(out[0]);
    close(out[0]); /* the server prints nothing more there */
    if (p->port > 0) return true;
    if (p->pid > 0) process_end(p, SIGKILL);
    return false;
}

static int wait_for(pid_t pid) {
    int status;
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        pid_t got = waitpid(pid, &status, WNOHANG);
        if (got == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (got < 0 && errno != EINTR) return -1;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return -1;
}

int process_end(struct process *p, int signal) {
    if (p->pid <= 0) return -1;
    kill(p->pid, signal);
    int status = wait_for(p->pid);
    *p = (struct process){0};
    return status;
}

int process_run(char *const argv[], char *text, size_t cap) {
    int out[2];
    size_t n = 0;
    text[0] = 0;
    if (pipe(out) != 0) return -1;
    fcntl(out[0], F_SETFD, FD_CLOEXEC);
    pid_t pid = spawn(argv, out[1], out[1]);
    close(out[1]);
    struct pollfd p = {out[0], POLLIN, 0};
    while (n < cap - 1 && poll(&p, 1, PATIENCE_MS) == 1) {
        ssize_t got = read(out[0], text + n, cap - 1 - n);
        if (got <= 0) break;
        n += (size_t)got;
        text[n] = 0;
    }
    close(out[0]);
    return pid > 0 ? wait_for(pid) : -1;
}

long process_memory(pid_t pid) {
    char path[64], line[200];
    long kib = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0) kib = atol(line + 6);
    if (f) fclose(f);
    return kib;
}

/* Processor seconds from a stat file of /proc; the name of the process or thread goes to `name`. */
static double stat_seconds(const char *path, char name[64]) {
    char text[600] = "";
    unsigned long user = 0, system = 0;
    name[0] = 0;
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    const char *got = fgets(text, sizeof text, f), *begin = strchr(text, '('), *end = strrchr(text, ')');
    fclose(f);
    if (!got || !begin || !end) return 0;
    sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    snprintf(name, 64, "%.*s", (int)(end - begin - 1), begin + 1);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double process_seconds(pid_t pid) {
    char path[64], name[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    return stat_seconds(path, name);
}

struct waiting process_waiting(void) {
    unsigned long long ran_ns = 0, waited_ns = 0;
    FILE *f = fopen("/proc/self/schedstat", "r");
    if (f && fscanf(f, "%llu %llu", &ran_ns, &waited_ns) != 2) ran_ns = waited_ns = 0;
    if (f) fclose(f);
    return (struct waiting){(double)ran_ns / 1e9, (double)waited_ns / 1e9};
}

double process_thread_seconds(pid_t pid, const char *name) {
    char path[400], found[64];
    double sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)pid, e->d_name);
        double seconds = stat_seconds(path, found);
        if (*name ? strcmp(found, name) == 0 : atoi(e->d_name) == (int)pid) sum += seconds;
    }
    if (dir) closedir(dir);
    return sum;
}
