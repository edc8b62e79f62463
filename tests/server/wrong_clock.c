/* wrong_clock.c: the clock of a machine that goes wrong and is set again. Loaded into a server with LD_PRELOAD; the file
 * named by CASATA_TEST_CLOCK says by how many seconds the date is wrong. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *t) {
    const char *name = getenv("CASATA_TEST_CLOCK");
    long wrong = 0, status = syscall(SYS_clock_gettime, clock, t);
    FILE *f = clock == CLOCK_REALTIME && name ? fopen(name, "r") : NULL;
    if (f && fscanf(f, "%ld", &wrong) != 1) wrong = 0;
    if (f) fclose(f);
    if (status == 0) t->tv_sec += wrong;
    return (int)status;
}
