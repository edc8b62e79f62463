/* metrics.h: figures of a running server for its operator, as text for Prometheus. Never a name, an address or the id of
 * a table. All on the network thread. */
#ifndef CASATA_SERVER_METRICS_H
#define CASATA_SERVER_METRICS_H

#include "casata/ai.h"
#include "store/histogram.h"

#include <stddef.h>

enum { METRICS_GAMES = 32, METRICS_CODES = 40 };
struct metrics {
    uint64_t moves[METRICS_GAMES]; /* by game, in order */
    uint64_t bot_moves[CASATA_LEVEL_COUNT];
    struct histogram move;      /* us: from a person's decision to its report */
    struct histogram room_load; /* us */
    struct histogram feed;      /* us: from a change at another server until played here */
    uint64_t feed_gaps;         /* news that did not follow the latest here */
    uint64_t rescued;           /* bots asked on behalf of dead servers */
    struct {
        const char *code; /* of an error to a client */
        uint64_t n;
    } refused[METRICS_CODES];
};
struct server;
/* Codes are words that live for ever. */
void metrics_refuse(struct metrics *m, const char *code);
/* A decision was reported: in which game, of which level (-1: a person, and how long it took). */
void metrics_move(struct metrics *m, const char *game, int level, int64_t us);
/* All figures, to be freed; NULL: out of memory. */
char *metrics_text(struct server *s, size_t *n);

#endif
