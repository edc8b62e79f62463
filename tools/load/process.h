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

/* Starts a server (argv ends with NULL; it must listen on a free port) and waits until it says where it
 * listens. Its standard error goes to the file `log` (NULL: stays). */
bool process_start(struct process *p, char *const argv[], const char *log);
/* Sends a signal and waits: the exit status, 128 + signal if one ended it, -1 if it did not end in a minute. */
int process_end(struct process *p, int signal);
/* Runs a program to its end, at most a minute; what it writes to both outputs goes to text. Status as above. */
int process_run(char *const argv[], char *text, size_t cap);
long process_memory(pid_t pid);    /* most resident memory so far, KiB; -1: unknown */
double process_seconds(pid_t pid); /* of all its threads on a core */
/* The same of its threads of that name; "": of its first thread, which has the program's name. */
double process_thread_seconds(pid_t pid, const char *name);

/* Seconds that the first thread of this process has been on a core, and that it was ready but had to wait for one; 0
 * where the system does not count them. */
struct waiting {
    double ran, waited;
};
struct waiting process_waiting(void);

#endif
