/* ai.h: opponents. A bot gets a state redacted for its seat and never the truth; what it does not know it
 * draws anew with casata_resample. */
#ifndef CASATA_AI_H
#define CASATA_AI_H

#include "casata/game.h"

/* ORDER level: weakest first. */
#define CASATA_LEVELS(X)                                               \
    X(CASATA_PAGGIO, "paggio")     /* random among sensible options */ \
    X(CASATA_SCUDIERO, "scudiero") /* greedy on the evaluation at the end of its own turn, chance averaged \
                                    */
enum casata_level { CASATA_LEVELS(CASATA_ENUM) CASATA_LEVEL_COUNT };
extern const struct casata_words casata_level_words;

struct casata_advice_line {
    casata_action action;
    int32_t value; /* expected result for the seat against the mean of the others, in 1/100 points */
};
struct casata_advice {
    int n; /* all legal actions, best first */
    struct casata_advice_line line[CASATA_MAX_CHOICES];
    uint64_t nodes; /* states looked at */
};
/* Judges every legal action of `seat` by the game's evaluation at the end of its turn: its own further decisions at
 * their best, chance averaged, what is hidden drawn anew a few times. `state` must be redacted for the seat. nodes:
 * about how many states may be looked at in all; each option is followed to the end of the turn at least once
 * whatever the number. About 1 microsecond a node. n is 0 if the seat has nothing to decide. Allocates nothing,
 * needs some 160 KB of stack, and depends on nothing but the arguments. */
void casata_advise(const struct casata_game *g, const void *state, int seat, uint32_t nodes,
                   struct casata_rng *rng, struct casata_advice *advice);
/* The decision of a bot of this level, one of the legal actions; `state` as above. Equal arguments, rng included,
 * give equal decisions. 0 if the seat has nothing to decide. */
casata_action casata_bot(const struct casata_game *g, const void *state, int seat, enum casata_level level,
                         struct casata_rng *rng);

#endif
