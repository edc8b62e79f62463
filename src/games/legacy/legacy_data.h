/* legacy_data.h: the figures of Legacy as the rules read them. One member for each table in data/legacy, one
 * field for each column that the rules use; field names are column names. 255 stands for an empty word. */
#ifndef LEGACY_DATA_H
#define LEGACY_DATA_H

#include "games/legacy/legacy_words.h"

enum {
    LEG_EMPTY = 255, /* a word that is not given */
    LEG_HEAD_SIDES = 2 * LEG_COLOUR_COUNT,
    LEG_MANSION_COUNT = 7,
    LEG_VENTURE_COUNT = 7,
    LEG_GOALS_EACH = 4, /* goals of a patron: the main one and three minor ones */
    LEG_SETUP_COUNT = 5,
    LEG_GENERATIONS = 3,
    LEG_LEVEL_COUNT = 8,
    LEG_LEVEL_OFFSPRING = 0, /* first rows of the actions in levels.csv */
    LEG_LEVEL_LOAN = 2,
    LEG_LEVEL_FRIENDS = 5,
};
struct legacy_data {
    struct {
        uint8_t sex, nationality, profession, gold, income, cards, prestige, when, eff, a, n, b, m, limit,
            cond, cond_arg, cond_n, std_solo, testament;
    } friends[LEG_FRIEND_COUNT]; /* gold and prestige are signed: leg_signed() */
    struct {
        uint8_t kind, count, when, eff, a, n;
    } children[LEG_TRAIT_COUNT];
    struct legacy_grant {
        uint8_t gen, cost_gold, cost_cards, cost_income, gain_prestige, gain_income, gain_honour, gain_take;
    } titles[LEG_TITLE_COUNT];
    struct legacy_grant philanthropy[LEG_PHIL_COUNT];
    struct {
        uint8_t sex, income, gold, hand, pawn;
    } heads[LEG_HEAD_SIDES]; /* colour * 2 + side */
    struct {
        uint8_t honour, need1, arg1, n1, need2, arg2, n2, need3, arg3, n3, eff, a, n, arg, std_solo,
            testament;
    } missions[LEG_MISSION_COUNT];
    struct {
        uint8_t kind, arg, rate, per, points;
    } patron_goals[LEG_PATRON_COUNT * LEG_GOALS_EACH];
    struct {
        uint8_t cost_gold, cost_cards, gain_prestige;
    } mansions[LEG_MANSION_COUNT];
    struct {
        uint8_t cost_prestige, cost_cards, gain_income;
    } ventures[LEG_VENTURE_COUNT];
    struct {
        uint8_t gen, kind, rel, side, sex, prof1, prof2, nat1, nat2, nat3, foreign, asset, n, child_prof;
    } hints[LEG_HINT_COUNT];
    struct {
        uint8_t count, action1, action2, profession;
    } pawns[LEG_PAWN_COUNT];
    struct {
        uint8_t board, cost_gold, cost_cards, cost_prestige;
    } actions[LEG_ACTION_COUNT];
    struct {
        uint8_t honour, cards, gold, gain;
    } levels[LEG_LEVEL_COUNT];
    struct {
        uint8_t mansions, ventures, friends, missions, complications, patron, head;
    } setup[LEG_SETUP_COUNT];
    struct {
        uint8_t rounds, first_round, last_round;
    } generations[LEG_GENERATIONS];
    struct {
        uint8_t n;
    } constants[LEG_CONSTANT_COUNT];
};
static inline int leg_signed(uint8_t x) { return (int8_t)x; }

extern const struct legacy_data legacy_builtin;  /* generated from data/legacy */
extern const struct casata_older legacy_older[]; /* from data/legacy/editions */
extern const struct casata_schema legacy_schema;

#endif
