/* clock.h: the two clocks of the server, in one place so that a test may hold them. */
#ifndef CASATA_SERVER_CLOCK_H
#define CASATA_SERVER_CLOCK_H

#include <stdint.h>

int64_t clock_now(void);  /* ms, never goes back: for time-outs and rates */
int64_t clock_us(void);   /* the same in microseconds: for measuring */
int64_t clock_date(void); /* ms since 1970: for people */

#endif
