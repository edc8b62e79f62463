/* histogram.h: distribution of durations or sizes. For one thread, or under a lock. */
#ifndef CASATA_STORE_HISTOGRAM_H
#define CASATA_STORE_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BOUNDS = 14 };
struct histogram {
    uint64_t count[HISTOGRAM_BOUNDS + 1]; /* up to each bound; the last: beyond all */
    uint64_t sum;
};
/* Microseconds, and numbers of things. */
static const int64_t histogram_us[HISTOGRAM_BOUNDS] = {
    500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000};
static const int64_t histogram_number[HISTOGRAM_BOUNDS] = {1,  2,   3,   5,   10,  20,   30,
                                                           50, 100, 200, 300, 500, 1000, 2000};

static inline void histogram_add(struct histogram *h, const int64_t bound[HISTOGRAM_BOUNDS], int64_t value) {
    int i = 0;
    while (i < HISTOGRAM_BOUNDS && value > bound[i]) i++;
    h->count[i]++;
    h->sum += value > 0 ? (uint64_t)value : 0;
}

#endif
