/* verify.h: the invariants of every position of every game. Knows no game. */
#ifndef CASATA_VERIFY_H
#define CASATA_VERIFY_H

#include "casata/game.h"

struct verifier;                     /* scratch memory; one per thread */
struct verifier *verifier_new(void); /* NULL: out of memory */
void verifier_free(struct verifier *v);

/* NULL, or the broken property (valid until the next call): the invariants of the game; somebody to act unless it
 * is over; legal actions and outcomes there, ascending, unique and within bounds. deep: also the text form of
 * every action, position JSON and snapshot round trips to equal bytes, the same legal actions from a
 * seat's view, and a scene that offers exactly them. */
const char *verify_position(struct verifier *v, const struct casata_game *g, const void *state, bool deep);
/* The same for a finished game: ranks and scores agree. */
const char *verify_result(struct verifier *v, const struct casata_game *g, const void *state);

#endif
