/* bots.h: threads on which bots think. A bot gets a copy of the state redacted for its seat, and nothing else.
 * Knows no table: the caller's tag identifies a thought.
 *
 * Thoughts wait in three lanes with their own threads: short and long ones of tables that a person plays and
 * somebody watches, and those of all other tables in the background, on threads that run only when the
 * processor is idle. Within a lane the owner with the least time so far goes first (the tables of one owner
 * share its turn, in order). One owner never has all threads of a lane but the last.
 *
 * All functions are for one thread, the caller's, and never block it: low-priority threads hold no lock that
 * it takes. */
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

/* wake is called on a pool thread when an answer is ready; it must not block. NULL: threads cannot be started. */
struct bots *bots_open(int threads, void (*wake)(void *arg), void *arg);
/* Drops the thoughts in progress; takes a few milliseconds. */
void bots_close(struct bots *b);
/* `state` is the truth; the bot's copy of it is redacted here. A table has one thought at a time. */
void bots_think(struct bots *b, const struct bot_order *order, const struct casata_game *g,
                const void *state);
/* Cancels the thought of a table: it ends and is not delivered. */
void bots_forget(struct bots *b, const struct store_id *table);
/* Somebody now waits for the thought of a table: it leaves the background, starting over if it had begun there. */
void bots_hurry(struct bots *b, const struct store_id *table);
/* Delivers the decisions made so far. */
typedef void bots_decided(void *arg, const struct bot_tag *tag, casata_action a);
void bots_deliver(struct bots *b, bots_decided *decided, void *arg);

/* busy: more than two thoughts wait per processor; idle: none waits, and a processor is free. */
bool bots_busy(const struct bots *b);
bool bots_idle(const struct bots *b);

/* Figures for the operator. */
struct bots_stats {
    int waiting, thinking;
    struct histogram seconds[CASATA_LEVEL_COUNT]; /* us of a thought */
};
void bots_get_stats(const struct bots *b, struct bots_stats *out);

#endif
