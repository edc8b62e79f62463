/* props_native.h: what tests of every game share besides the engine: properties of positions as JSON and of bots, and where
 * their files are. */
#ifndef TESTS_PROPS_NATIVE_H
#define TESTS_PROPS_NATIVE_H

#include "casata/game.h"

/* For props_config.more. */
const char *props_native(const struct casata_game *g, const void *state, struct casata_rng *rng,
                         char detail[200]);

/* Where the files of a game are, DIR/<game>; those of the example game are in its own tree, below the parent of DIR:
 * tests/golden and tests/example/tests/golden. */
void props_folder(const char *dir, const char *game, char out[512]);

#endif
