/* props.h: what must hold on every step of every game, checked over random games of any rules table. It knows
 * the rules interface only, so a new game is covered the moment it is registered. */
#ifndef TESTS_PROPS_H
#define TESTS_PROPS_H

#include "casata/rules.h"

/* The properties by name (a failure names one):
 *   check                          casata_check holds: components conserved, frames sound, no dead end
 *   to act                         chance alone, or seats at the table
 *   legal ascending                1..CASATA_MAX_CHOICES actions, ascending, unique, none 0
 *   action text                    every action is read back from its text form
 *   outcomes                       ascending, unique, none 0, weights > 0
 *   sample among outcomes          what is drawn is an outcome
 *   sample frequencies             it is drawn by its weight
 *   play refuses                   an action outside legal() is refused and changes nothing
 *   clone                          a copy gives the same state, wherever it lies in memory
 *   turn                           head.turn never goes back
 *   snapshot                       written and read back: the same bytes
 *   damage                         any bytes are judged unharmed; what passes can be played to its end
 *   score, ranks                   parts add up; a valid ranking, in the order of the points
 *   length                         no more decisions than max_decisions
 *   redact                         redacting twice is redacting once; who has to act stays
 *   a view can be read             casata_check_view holds of redact(s, p)
 *   legal from the redacted state  legal(redact(s, p), p) == legal(s, p)
 *   resample check                 a resampled state holds casata_check
 *   resample keeps the view        redact(resample(s, p), p) == redact(s, p)
 *   scene tells nothing hidden     scenes of s and of resample(s, p) are byte-identical for p
 *   events tell nothing hidden     what p cannot tell apart gives the same events
 *   any order                      of steps in any order: if a, b can be played, so can b, a, with the same bytes after; and
 *                                  no step ends them while another that was legal is still possible
 *   redundant                      without the redundant options the same positions are reached
 *   scene slots, scene pieces, scene choices, scene numbers, scene size
 * and what `more` adds. */
struct props_config {
    uint32_t heavy;   /* the costly properties on one step in this many; 1: on every step */
    uint32_t damages; /* states to damage on a heavy step; 0: none, for rules with a fault */
    /* Further properties of a position on the heavy steps: NULL, or the name of the broken one with a detail.
     * May itself be NULL. */
    const char *(*more)(const struct casata_game *g, const void *state, struct casata_rng *rng,
                        char detail[200]);
};
struct props_failure {
    const char *property;
    char detail[320]; /* where and what */
};
/* Plays one random game. False: `failure` names the first property that did not hold. */
bool props_game(const struct casata_game *g, int seats, const uint8_t *option, uint64_t seed,
                const struct props_config *config, struct props_failure *failure);

/* Sets the i-th combination of the option values for this number of seats; false: there are no more. The first is that of the defaults, and any
 * few that follow each other are a mixture. */
bool props_options(const struct casata_rules *rules, int seats, int i,
                   uint8_t option[CASATA_MAX_GAME_OPTIONS]);
int props_combinations(const struct casata_rules *rules, int seats); /* how many there are */
/* Plays that many games, each with the next combination of options; false after the first failure. */
bool props_games(const struct casata_game *g, int seats, int games, uint64_t seed,
                 const struct props_config *config, struct props_failure *failure);

/* Positions in which steps may be taken in any order, of all games so far. */
uint64_t props_order_positions(void);

#endif
