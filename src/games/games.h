/* games.h: the rules tables, one line for each game. */
#ifndef CASATA_GAMES_H
#define CASATA_GAMES_H

#include "casata/game.h"

extern const struct casata_rules signorie_rules;
extern const struct casata_rules zhanguo_rules;
extern const struct casata_rules legacy_rules;
extern const struct casata_rules virtu_rules;

#endif
