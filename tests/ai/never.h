/* never.h: what a bot that can play must never do, for each game. Looks at decisions, knows no bot. */
#ifndef TESTS_AI_NEVER_H
#define TESTS_AI_NEVER_H

#include "casata/ai.h"

/* ORDER never */
#define NEVERS(X)                                                                                  \
    X(NEVER_END, "ends the game with less than is certain")                                        \
    X(NEVER_PAY, "pays for what another option gives for less")                                    \
    X(NEVER_PASS, "passes where something that costs nothing is worth half of what decides games") \
    X(NEVER_RUIN, "ends in ruin")
enum never { NEVERS(CASATA_ENUM) NEVER_COUNT };
extern const struct casata_words never_words;

/* A decision of a seat, in the truth: what it breaks, NEVER_COUNT: nothing. text: "played, better". */
enum never never_look(const struct casata_game *g, const void *state, int seat, casata_action played,
                      char text[160]);
/* The end of a game. */
enum never never_end(const struct casata_game *g, const void *state, int seat, char text[160]);

/* `ai_test --never N [--game ID] [--seats N] [--level NAME] [--seed S]`: games of a level against itself, with all
 * decisions looked at. The exit status. */
int never_main(int argc, char **argv);

#endif
