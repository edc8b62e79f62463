/* clock.c: the clocks of the server (clock.h). */
#include "server/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_now(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t clock_date(void) { return read_clock(CLOCK_REALTIME); }
