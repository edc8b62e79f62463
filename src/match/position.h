/* position.h: position JSON that is already parsed, for the match layer itself. */
#ifndef CASATA_MATCH_POSITION_H
#define CASATA_MATCH_POSITION_H

#include "casata/game.h"

#include <jansson.h>

/* As casata_position_read (match.h). The state is written only on success. */
bool casata_position_from_json(const struct casata_game *g, const json_t *position, void *state,
                               char err[200]);

/* The word of an option's value list, or -1 with err set. */
int casata_option_from_json(const struct casata_game_option *option, const json_t *value, char err[200]);

#endif
