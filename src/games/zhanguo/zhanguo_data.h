/* zhanguo_data.h: the figures of ZhanGuo as the rules read them. One member for each table in data/zhanguo,
 * one field for each column that the rules use; field names are column names. */
#ifndef ZHANGUO_DATA_H
#define ZHANGUO_DATA_H

#include "games/zhanguo/zhanguo_words.h"

enum {
    ZG_CARDS = 120, /* numbers 1..120 are rows 0..119; 40 of each colour in a row */
    ZG_CARDS_OF_COLOUR = 40,
    ZG_ROUND_COUNT = 5,
    ZG_REGION_CARDS = 3,
    ZG_SQUARES = 3,     /* bonus squares of a region */
    ZG_WALL_SPACES = 3, /* of a section: 1, 2, 3 lines */
    ZG_PALACE_SPACES = 4,
    ZG_PAIRS = 10, /* of regions */
    ZG_ABILITY_ROWS = 8,
    ZG_MAX_LEVEL = 4
};
struct zhanguo_data {
    struct {
        uint8_t adjacent, border;
    } adjacency[ZG_PAIRS];
    struct {
        uint8_t ability, trigger, effect_code;
    } board_abilities[ZG_ABILITY_ROWS];
    struct {
        uint8_t kind, amount;
    } bonuses[ZG_BONUS_COUNT];
    struct {
        uint8_t trigger, compare, bonus;
    } cards[ZG_CARDS];
    struct {
        uint8_t value;
    } constants[ZG_CONSTANT_COUNT];
    struct {
        uint8_t compare, triggers_cards;
    } court_actions[ZG_COURT_COUNT];
    struct {
        uint8_t amount;
    } governor_bonuses[ZG_SQUARE_BONUS_COUNT];
    struct {
        uint8_t bonus;
    } governor_squares[ZG_REGION_COUNT * ZG_SQUARES];
    struct {
        uint8_t min_players;
    } palace_spaces[ZG_REGION_COUNT * ZG_PALACE_SPACES];
    struct {
        uint8_t init_red, init_grey, init_white, init_region, ability;
    } player_boards[2 * ZG_BOARD_COUNT]; /* side * 4 + board */
    struct {
        uint8_t palace_spaces_2p, palace_spaces_3p, palace_spaces_4p, governor_squares,
            workers_area_official_cap, cards_cap;
    } regions[ZG_REGION_COUNT];
    struct {
        uint8_t type, amount, region_1, region_2, region_3, region_4, region_5;
    } rewards[ZG_ROUND_COUNT * ZG_ASPECT_COUNT];
    struct {
        uint8_t n_2p, n_3p, n_4p;
    } supplies[ZG_COMPONENT_COUNT];
    struct {
        uint8_t vp;
    } task_spaces[ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES];
    struct {
        union {
            struct {
                uint8_t region_1, region_2, region_3, region_4, region_5;
            };
            uint8_t region[ZG_REGION_COUNT];
        };
        union {
            struct {
                uint8_t area_T, area_G, area_C;
            };
            uint8_t area[ZG_AREA_COUNT]; /* one shown twice needs both of its sections */
        };
        uint8_t n_symbols;
    } task_tiles[ZG_TASK_COUNT];
    struct {
        uint8_t max_level, palace_block_from, ability_block_from;
    } unrest_tracks[ZG_BOARD_COUNT * 2 * ZG_REGION_COUNT]; /* board, side, region */
    struct {
        uint8_t workers;
    } wall_spaces[ZG_SECTION_COUNT * ZG_WALL_SPACES];
    struct {
        uint8_t tile, face, vp_1line, vp_2lines, vp_3lines, mode;
    } wall_tiles[ZG_CRITERION_COUNT];
};
extern const struct zhanguo_data zhanguo_builtin; /* generated from data/zhanguo */
extern const struct casata_older zhanguo_older[]; /* from data/zhanguo/editions */
extern const struct casata_schema zhanguo_schema;

#endif
