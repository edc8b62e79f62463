/* signorie_data.h: the figures of Signorie as the rules read them. One member for each table in
 * data/signorie, one field for each column that the rules use; field names are column names. */
#ifndef SIGNORIE_DATA_H
#define SIGNORIE_DATA_H

#include "games/signorie/signorie_words.h"

enum {
    SIG_CAREER_SPACES = 8,      /* at most: spaces 1..8 are rows 0..7 */
    SIG_INITIATIVE_SPACES = 16, /* at most: 0..15 */
    SIG_CITY_SPACES = 8,
    SIG_TILES = 54,
    SIG_MAX_TILE_VP = 8, /* vp_front 1..8 */
    SIG_PLAN_SLOTS = 18, /* per board: 4 + 4 + 4 + 6 */
    SIG_ROUND_COUNT = 7,
    SIG_DICE = SIG_COLOUR_COUNT + 1, /* rows of dice.csv: the colours, then white */
};
struct signorie_data {
    struct {
        uint8_t count_total, count_per_player_colour;
    } components[SIG_COMPONENT_COUNT];
    struct {
        uint8_t players_2, players_3, players_4;
    } setup[SIG_SETUP_COUNT];
    struct {
        uint8_t count_2p, count_3p, count_4p;
    } dice[SIG_DICE];
    struct {
        uint8_t space_value, signoria_action, signoria_amount, hire_into_colour, hire_cost;
    } action_columns[SIG_COLOUR_COUNT];
    struct {
        uint8_t colour, effect, amount, track, row_rule;
        uint8_t hire_cost;             /* printed there; 255: none, the action space has the price (G42) */
    } helper_spaces[SIG_HELPER_COUNT]; /* colour * 3 + position - 1 */
    struct {
        uint8_t married_at_start, wedding_vp;
    } portraits[SIG_PORTRAIT_COUNT];
    struct {
        uint8_t house;
    } plan_rows[SIG_BOARD_COUNT * SIG_PLAN_SLOTS];
    struct {
        uint8_t vp, rank, bonus, bonus_amount;
    } career_tracks[SIG_CAREER_COUNT * SIG_CAREER_SPACES]; /* R9.1; rank 0: the tracks have no such space */
    struct {
        uint8_t vp;
    } initiative_track[SIG_INITIATIVE_SPACES];
    struct {
        uint8_t value;
    } city_spaces[SIG_CITY_COUNT * SIG_CITY_SPACES]; /* ascending within a city */
    struct {
        uint8_t house, vp_front, vp_back;
    } alliance_tiles[SIG_TILES];
    struct {
        uint8_t pawn_gender;
    } task_spaces[SIG_TASK_SPACE_COUNT];
    struct {
        uint8_t min_pawns, max_pawns, effect, per_pawn, track, usable_by_any_task_helper;
    } task_tiles[SIG_TASK_COUNT];
    struct {
        uint8_t kind, effect, amount, target;
    } reward_tiles[SIG_REWARD_COUNT];
    struct {
        uint8_t tile_kind, alternative_florins, wedding, extra_florins, buy_vp_cost, buy_vp_gain;
    } round_rewards[SIG_ROUND_COUNT];
    uint8_t derived[3]; /* derived from the tables, for speed */
};
/* Highest space of the career tracks and of the initiative track; 1: some helper space has a price of its own. */
enum { SIG_TOP_CAREER, SIG_TOP_INITIATIVE, SIG_PRICES_PRINTED };
extern const struct signorie_data signorie_builtin; /* generated from data/signorie */
extern const struct casata_older signorie_older[];  /* from data/signorie/editions */
extern const struct casata_schema signorie_schema;

#endif
