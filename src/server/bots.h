/* bots.h: threads on which bots think. A bot gets a copy of the state redacted for its seat, and nothing else.
 * Knows no table: what a thought is for is a tag of the caller.
 *
 * Thoughts wait in three lanes with threads of their own: short and long ones of tables that a person plays and
 * somebody watches, and those of all other tables in the background, on threads that run only when nobody else
 * wants the processor. Within a lane those who have had least time go first: first by owner (who runs many
 * tables shares one turn among them), then by table in their order. One owner never has all threads of a lane
 * but the last.
 *
 * All functions are for one thread, the caller's. Nothing here makes it wait: threads of low priority hold no
 * lock that it takes. */
#ifndef CASATA_SERVER_BOTS_H
#define CASATA_SERVER_BOTS_H

#include "casata/ai.h"
#include "store/histogram.h"
#include "store/store.h"

struct bots;
struct bot_tag {
    struct store_id table;
    int ply;
    uint32_t undos;
    int seat;
};
struct bot_order {
    struct bot_tag tag;
    uint8_t owner[16];
    bool background;
    enum casata_level level;
    uint64_t seed;
};

/* wake is called on a thread of the pool when an answer is there; it must not block. NULL: threads cannot be
 * started. */
struct bots *bots_open(int threads, void (*wake)(void *arg), void *arg);
/* Drops the thoughts in progress; takes a few milliseconds. */
void bots_close(struct bots *b);
/* `state` is the truth; the bot's copy of it is redacted here. A table has one thought at a time. */
void bots_think(struct bots *b, const struct bot_order *order, const struct casata_game *g,
                const void *state);
/* The thought of a table is no longer wanted: it ends, and is not delivered. */
void bots_forget(struct bots *b, const struct store_id *table);
/* Somebody waits for the thought of a table now: it leaves the background. One that has begun there starts again. */
void bots_hurry(struct bots *b, const struct store_id *table);
/* Gives the decisions that are there. */
typedef void bots_decided(void *arg, const struct bot_tag *tag, casata_action a);
void bots_deliver(struct bots *b, bots_decided *decided, void *arg);

/* More than two thoughts wait for each processor; or none does, and a processor has nothing to think. */
bool bots_busy(const struct bots *b);
bool bots_idle(const struct bots *b);

/* Figures for the operator. */
struct bots_stats {
    int waiting, thinking;
    struct histogram seconds[CASATA_LEVEL_COUNT]; /* us of a thought */
};
void bots_get_stats(const struct bots *b, struct bots_stats *out);

#endif
