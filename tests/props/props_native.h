/* props_native.h: properties that need more than the engine: positions as JSON, and bots. For props_config.more. */
#ifndef TESTS_PROPS_NATIVE_H
#define TESTS_PROPS_NATIVE_H

#include "casata/game.h"

const char *props_native(const struct casata_game *g, const void *state, struct casata_rng *rng,
                         char detail[200]);

#endif
