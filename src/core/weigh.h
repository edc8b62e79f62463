/* weigh.h: the value of a position as a sum of amounts times worths. In the header, so that each game's figures are
 * constants in it: bots spend much of their time here. */
#ifndef CASATA_WEIGH_H
#define CASATA_WEIGH_H

#include <stdint.h>

/* The worth of an amount depends on how much of the game is left: it is given at knots `step` apart and interpolated
 * linearly in between. The amounts form sums, which hints show to people. */
struct casata_weights {
    const int16_t *worth; /* [knots][amounts], of 1/unit of an amount */
    const uint8_t *first; /* the first amount of each sum, and at the end the number of amounts */
    int knots, amounts, sums, step, unit;
};

/* Sets all sums but sum[0], which is the caller's, and returns their total. Each is rounded separately; the remainder
 * goes to sum[1], so that the total is rounded only once. */
static inline int32_t casata_weigh(const struct casata_weights *w, const int16_t *amount, unsigned left,
                                   int32_t *sum) {
    unsigned step = (unsigned)w->step, knot = left / step, part = left % step;
    if (knot + 1 >= (unsigned)w->knots) knot = (unsigned)w->knots - 2, part = step;
    const int16_t *low = w->worth + knot * (unsigned)w->amounts, *high = low + w->amounts;
    int64_t all = 0;
    int32_t rest = 0;
    for (int k = 1; k < w->sums; k++) {
        int64_t one = 0;
        for (int i = w->first[k]; i < w->first[k + 1]; i++)
            one += (int64_t)amount[i] * (low[i] * (int)(step - part) + high[i] * (int)part);
        all += one;
        sum[k] = (int32_t)(one / (w->unit * w->step));
        rest += sum[k];
    }
    int32_t value = (int32_t)(all / (w->unit * w->step));
    sum[1] += value - rest;
    return sum[0] + value;
}

#endif
