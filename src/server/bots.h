/* bots.h: threads on which bots think. A bot gets a copy of the state redacted for its seat, and nothing else.
 * Knows no table: what a job is for is a tag of the caller. */
#ifndef CASATA_SERVER_BOTS_H
#define CASATA_SERVER_BOTS_H

#include "casata/ai.h"
#include "store/store.h"

struct bots;
struct bot_tag {
    struct store_id table;
    int ply;
    uint32_t undos;
    int seat;
};

/* wake is called on a thread of the pool when an answer is there. NULL: threads cannot be started. */
struct bots *bots_open(int threads, void (*wake)(void *arg), void *arg);
/* Forgets what was asked for; what is being thought ends within one portion, some milliseconds. */
void bots_close(struct bots *b);
/* `state` is the truth; the bot's copy of it is redacted here. */
void bots_think(struct bots *b, const struct bot_tag *tag, const struct casata_game *g, const void *state,
                enum casata_level level, uint64_t seed);
/* Gives the decisions that are there. */
typedef void bots_decided(void *arg, const struct bot_tag *tag, casata_action a);
void bots_deliver(struct bots *b, bots_decided *decided, void *arg);

#endif
