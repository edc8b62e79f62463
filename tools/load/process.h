/* process.h: a server as a child process, for the load tool and the tests. */
#ifndef CASATA_LOAD_PROCESS_H
#define CASATA_LOAD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t pid; /* 0: none */
    int port;
};

/* Starts a server (argv ends with NULL; it must listen on a free port) and waits until it prints its
 * port. Its standard error goes to the file `log` (NULL: inherited). */
bool process_start(struct process *p, char *const argv[], const char *log);
/* Sends a signal and waits: the exit status, 128 + signal if killed by one, -1 if it did not end in a minute. */
int process_end(struct process *p, int signal);
/* Runs a program to its end, at most a minute; text gets both of its outputs. Status as above. */
int process_run(char *const argv[], char *text, size_t cap);
long process_memory(pid_t pid);    /* most resident memory so far, KiB; -1: unknown */
double process_seconds(pid_t pid); /* processor time of all its threads */
/* The same for its threads of that name; "": for its first thread, which has the program's name. */
double process_thread_seconds(pid_t pid, const char *name);

/* Seconds that the first thread of this process ran, and that it was runnable but waited for a core; 0 if the
 * system does not count them. */
struct waiting {
    double ran, waited;
};
struct waiting process_waiting(void);

#endif
