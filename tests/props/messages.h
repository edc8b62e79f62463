/* messages.h: everything that a game says, collected from random games. */
#ifndef PROPS_MESSAGES_H
#define PROPS_MESSAGES_H

#include <stdint.h>

#include "casata/game.h"

/* Hears messages: events, prompts, choices, reasons, notes of the coach; and single words and counts, such as costs and
 * what is printed on a piece. A listener is the beginning of the listener's own struct. */
struct listener {
    void (*message)(struct listener *l, const struct casata_rules *rules, const struct casata_msg *msg);
    void (*word)(struct listener *l, const struct casata_rules *rules, const struct casata_arg *arg);
};

/* Plays a random game; option as in casata_init. Returns the number of decisions. */
int messages_of_game(const struct casata_game *g, int seats, const uint8_t *option, uint64_t seed,
                     struct listener *l);
/* Messages independent of the course of a game: titles, explanations, parts of the score, options. */
void messages_of_rules(const struct casata_rules *rules, struct listener *l);

#endif
