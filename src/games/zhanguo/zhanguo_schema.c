/* zhanguo_schema.c: the format of the tables in data/zhanguo and how they must agree with each other.
 * Knows the figures, not how the rules use them. */
#define SCHEMA_DATA struct zhanguo_data
#include "core/schema.h"
#include "games/zhanguo/zhanguo_data.h"

#include <string.h>

/* --- the tables -------------------------------------------------------------------------------------- */

static const uint8_t pair_a[ZG_PAIRS] = {1, 1, 1, 1, 2, 2, 2, 3, 3, 4};
static const uint8_t pair_b[ZG_PAIRS] = {2, 3, 4, 5, 3, 4, 5, 4, 5, 5};
static const struct casata_column adjacency[] = {
    INDEX("a", 0, 1, ZG_PAIRS, pair_a),
    INDEX("b", 0, 1, ZG_PAIRS, pair_b),
    INT(adjacency, adjacent, 0, 1),
    WORD(adjacency, border, zg_borders),
};
static const uint8_t ability_of[ZG_ABILITY_ROWS] = {ZG_AB_CIRCLE, ZG_AB_CIRCLE,   ZG_AB_SQUARE, ZG_AB_SQUARE,
                                                    ZG_AB_SQUARE, ZG_AB_TRIANGLE, ZG_AB_STAR,   ZG_AB_STAR};
static const uint8_t ability_part[ZG_ABILITY_ROWS] = {1, 2, 1, 2, 3, 1, 1, 2};
static const uint8_t ability_effect[ZG_ABILITY_ROWS] = {ZG_AE_EXTRA, ZG_AE_MOV1, ZG_AE_MVW,  ZG_AE_UM1,
                                                        ZG_AE_UM1,   ZG_AE_CALM, ZG_AE_MOV2, ZG_AE_TRANSFER};
static const struct casata_column board_abilities[] = {
    FIXED(board_abilities, ability, zg_abilities, ability_of),
    INDEX("part", 0, 1, ZG_ABILITY_ROWS, ability_part),
    WORD(board_abilities, trigger, zg_court),
    FIXED(board_abilities, effect_code, zg_ability_effects, ability_effect),
    TEXT("effect"),
    TEXT("optional"),
};
static const uint8_t bonus_kind[ZG_BONUS_COUNT] = {
    ZG_BK_MARKER,  ZG_BK_MOVE,   ZG_BK_VP,     ZG_BK_VP,    ZG_BK_WORKER,   ZG_BK_VP_CARD,  ZG_BK_VP_CARD,
    ZG_BK_VP_CARD, ZG_BK_UNREST, ZG_BK_UNREST, ZG_BK_CARRY, ZG_BK_OFFICIAL, ZG_BK_OFFICIAL, ZG_BK_OFFICIAL};
static const struct casata_column bonuses[] = {
    KEY("code", zg_bonuses, 0, 0, 0, NULL),
    FIXED(bonuses, kind, zg_bonus_kinds, bonus_kind),
    INT(bonuses, amount, 1, 9),
    TEXT("param"),
    TEXT("player_choice"),
    TEXT("effect"),
};
static const struct casata_column cards[] = {
    INDEX("id", 1, 0, 0, NULL),
    KEY("aspect", zg_aspects, 0, ZG_CARDS_OF_COLOUR, 0, NULL),
    KEY("colour", zg_colours, 0, ZG_CARDS_OF_COLOUR, 0, NULL),
    WORD(cards, trigger, zg_court),
    WORD(cards, compare, zg_compares),
    WORD(cards, bonus, zg_bonuses),
};
static const struct casata_column constants[] = {
    KEY("key", zg_constants, 0, 0, 0, NULL),
    INT(constants, value, 0, 200),
};
static const struct casata_column court_actions[] = {
    KEY("code", zg_court, 0, 0, 0, NULL),     TEXT("name"),   WORD(court_actions, compare, zg_compares),
    INT(court_actions, triggers_cards, 0, 1), TEXT("target"),
};
static const struct casata_column governor_bonuses[] = {
    KEY("code", zg_square_bonuses, 0, 0, 0, NULL),
    INT(governor_bonuses, amount, 1, 9),
    TEXT("player_choice"),
    TEXT("effect"),
};
static const struct casata_column governor_squares[] = {
    INDEX("region", 1, ZG_SQUARES, 0, NULL),
    INDEX("slot", 1, 1, ZG_SQUARES, NULL),
    WORD(governor_squares, bonus, zg_square_bonuses),
};
static const struct casata_column palace_spaces[] = {
    INDEX("region", 1, ZG_PALACE_SPACES, 0, NULL),
    INDEX("slot", 1, 1, ZG_PALACE_SPACES, NULL),
    INT(palace_spaces, min_players, 2, 4),
};
static const struct casata_column player_boards[] = {
    KEY("board", zg_boards, 0, 1, ZG_BOARD_COUNT, NULL),
    KEY("side", zg_sides, 0, ZG_BOARD_COUNT, 0, NULL),
    INT(player_boards, init_red, 0, 3),
    INT(player_boards, init_grey, 0, 3),
    INT(player_boards, init_white, 0, 3),
    INT(player_boards, init_region, 1, ZG_REGION_COUNT),
    WORD(player_boards, ability, zg_abilities),
};
static const struct casata_column regions[] = {
    INDEX("region", 1, 0, 0, NULL),
    INT(regions, palace_spaces_2p, 0, ZG_PALACE_SPACES),
    INT(regions, palace_spaces_3p, 0, ZG_PALACE_SPACES),
    INT(regions, palace_spaces_4p, 0, ZG_PALACE_SPACES),
    INT(regions, governor_squares, ZG_SQUARES, ZG_SQUARES),
    INT(regions, workers_area_official_cap, 1, 4),
    INT(regions, cards_cap, ZG_REGION_CARDS, ZG_REGION_CARDS),
    NUMBER("map_x", 1, 5),
    NUMBER("map_y", 1, 2),
};
static const struct casata_column reward_types[] = {
    KEY("code", zg_reward_types, 0, 0, 0, NULL),
    TEXT("player_choice"),
    TEXT("must_be_possible"),
    TEXT("effect"),
};
static const struct casata_column rewards[] = {
    INDEX("round", 1, ZG_ASPECT_COUNT, 0, NULL),
    KEY("aspect", zg_aspects, 0, 1, ZG_ASPECT_COUNT, NULL),
    WORD(rewards, type, zg_reward_types),
    INT(rewards, amount, 1, 3),
    INT(rewards, region_1, 0, 1),
    INT(rewards, region_2, 0, 1),
    INT(rewards, region_3, 0, 1),
    INT(rewards, region_4, 0, 1),
    INT(rewards, region_5, 0, 1),
};
static const struct casata_column supplies[] = {
    KEY("component", zg_components, 0, 0, 0, NULL),
    TEXT("owner"),
    INT(supplies, n_2p, 1, 60),
    INT(supplies, n_3p, 1, 60),
    INT(supplies, n_4p, 1, 60),
    TEXT("limited"),
    TEXT("when_exhausted"),
};
static const struct casata_column task_spaces[] = {
    KEY("section", zg_task_sections, 0, ZG_TASK_KIND_COUNT *ZG_TASK_SPACES, 0, NULL),
    KEY("kind", zg_task_kinds, 0, ZG_TASK_SPACES, ZG_TASK_KIND_COUNT, NULL),
    INDEX("position", 1, 1, ZG_TASK_SPACES, NULL),
    INT(task_spaces, vp, 0, 9),
};
static const struct casata_column task_tiles[] = {
    KEY("id", zg_tasks, 0, 0, 0, NULL), KEY("kind", zg_task_kinds, 0, ZG_TASKS_OF_KIND, 0, NULL),
    INT(task_tiles, region_1, 0, 1),    INT(task_tiles, region_2, 0, 1),
    INT(task_tiles, region_3, 0, 1),    INT(task_tiles, region_4, 0, 1),
    INT(task_tiles, region_5, 0, 1),    INT(task_tiles, area_T, 0, 2),
    INT(task_tiles, area_G, 0, 2),      INT(task_tiles, area_C, 0, 2),
    INT(task_tiles, n_symbols, 2, 4),
};
static const struct casata_column unrest_tracks[] = {
    KEY("board", zg_boards, 0, 2 * ZG_REGION_COUNT, 0, NULL),
    KEY("side", zg_sides, 0, ZG_REGION_COUNT, 2, NULL),
    INDEX("region", 1, 1, ZG_REGION_COUNT, NULL),
    INT(unrest_tracks, max_level, 1, ZG_MAX_LEVEL),
    INT(unrest_tracks, palace_block_from, 1, ZG_MAX_LEVEL),
    INT(unrest_tracks, ability_block_from, 1, ZG_MAX_LEVEL),
};
static const struct casata_column variants[] = {
    KEY("code", zg_variants, 0, 0, 0, NULL),
    TEXT("name"),
    TEXT("changes"),
};
static const struct casata_column wall_areas[] = {
    KEY("area", zg_areas, 0, 0, 0, NULL),
    TEXT("colour"),
    NUMBER("sections", 2, 2),
};
static const struct casata_column wall_spaces[] = {
    KEY("section", zg_sections, 0, ZG_WALL_SPACES, 0, NULL),
    KEY("area", zg_areas, 0, 2 * ZG_WALL_SPACES, 0, NULL),
    INDEX("index", 1, ZG_WALL_SPACES, 2, NULL),
    INDEX("lines", 1, 1, ZG_WALL_SPACES, NULL),
    INT(wall_spaces, workers, 1, 3),
};
static const struct casata_column wall_tiles[] = {
    KEY("criterion", zg_criteria, 0, 0, 0, NULL),
    INT(wall_tiles, tile, 1, ZG_SECTION_COUNT),
    INT(wall_tiles, face, 1, 2),
    INT(wall_tiles, vp_1line, 0, 30),
    INT(wall_tiles, vp_2lines, 0, 30),
    INT(wall_tiles, vp_3lines, 0, 30),
    WORD(wall_tiles, mode, zg_modes),
    TEXT("counts"),
};

static const struct casata_csv_table tables[] = {
    TABLE(adjacency),
    TABLE(board_abilities),
    TABLE(bonuses),
    TABLE(cards),
    TABLE(constants),
    TABLE(court_actions),
    TABLE(governor_bonuses),
    TABLE(governor_squares),
    TABLE(palace_spaces),
    TABLE(player_boards),
    TABLE(regions),
    TABLE(rewards),
    TABLE(supplies),
    TABLE(task_spaces),
    TABLE(task_tiles),
    TABLE(unrest_tracks),
    TABLE(wall_spaces),
    TABLE(wall_tiles),
    LABELS(reward_types, ZG_REWARD_TYPE_COUNT),
    LABELS(variants, ZG_VARIANT_COUNT),
    LABELS(wall_areas, ZG_AREA_COUNT),
};

/* --- consistency between the tables ------------------------------------------------------------------- */
/* The rules are built on these; the others are figures that an edition may correct. */
static const char *check_constants(const struct zhanguo_data *d) {
    static const struct {
        uint8_t key, low, high;
        const char *mistake;
    } bound[] = {
        {ZG_K_PLAYERS_MIN, 2, 2, "constants.csv: players_min must be 2"},
        {ZG_K_PLAYERS_MAX, 4, 4, "constants.csv: players_max must be 4"},
        {ZG_K_ROUNDS, ZG_ROUND_COUNT, ZG_ROUND_COUNT, "constants.csv: rounds must be 5"},
        {ZG_K_DRAW, 2, 2, "constants.csv: draw_per_deck must be 2"},
        {ZG_K_HAND, 6, 6, "constants.csv: hand_size must be draw_per_deck from each of three decks"},
        {ZG_K_CARDS_REGION, 3, 3, "constants.csv: max_cards_per_region must be 3"},
        {ZG_K_UNREST_1, 0, 4, "constants.csv: unrest_for_1st_card is more than 4"},
        {ZG_K_UNREST_2, 0, 4, "constants.csv: unrest_for_2nd_card is more than 4"},
        {ZG_K_UNREST_3, 0, 4, "constants.csv: unrest_for_3rd_card is more than 4"},
        {ZG_K_UM_1, 0, 9, "constants.csv: um_for_1st_card is more than 9"},
        {ZG_K_UM_2, 0, 9, "constants.csv: um_for_2nd_card is more than 9"},
        {ZG_K_UM_3, 0, 9, "constants.csv: um_for_3rd_card is more than 9"},
        {ZG_K_VP_MISSING_UM, 0, 9, "constants.csv: vp_per_missing_um is more than 9"},
        {ZG_K_MOVE_MIN, 1, 1, "constants.csv: move_action_points_min must be 1"},
        {ZG_K_MOVE_MAX, 1, 9, "constants.csv: move_action_points_max must be 1 to 9"},
        {ZG_K_WORKERS_CAP, 1, 4, "constants.csv: workers_area_official_cap must be 1 to 4"},
        {ZG_K_HIRE_UNREST, 0, 4, "constants.csv: hire_unrest is more than 4"},
        {ZG_K_PALACE_HERE, 1, 9, "constants.csv: palace_workers_same_region must be 1 to 9"},
        {ZG_K_PALACE_OTHER, 1, 9, "constants.csv: palace_workers_other_region must be 1 to 9"},
        {ZG_K_PALACE_VP, 0, 9, "constants.csv: palace_vp_per_tableau_card is more than 9"},
        {ZG_K_WALLS_SECTION, 1, 1, "constants.csv: walls_per_player_per_section must be 1"},
        {ZG_K_UM_HIGH, 1, 9, "constants.csv: um_high_value must be 1 to 9"},
        {ZG_K_START_VP, 0, 0, "constants.csv: start_vp must be 0"},
        {ZG_K_AUCTION_VP, 1, 100, "constants.csv: auction_start_vp must be 1 to 100"},
        {ZG_K_AUCTION_MIN, 1, 1, "constants.csv: auction_min_bid must be 1"},
        {ZG_K_TRACK_SPACES, 4, 4, "constants.csv: reward_track_spaces must be 4"},
        {ZG_K_DRAW3_ROUNDS, 0, 4, "constants.csv: variant_draw3_rounds must be at most 4"},
        {ZG_K_DRAW3_DRAW, 3, 3, "constants.csv: variant_draw3_draw must be 3"},
        {ZG_K_DRAW3_KEEP, 2, 2, "constants.csv: variant_draw3_keep must be 2"},
        {ZG_K_UNREST_WORKER, 0, 2, "constants.csv: variant_unrest_per_worker is more than 2"},
    };
    for (size_t i = 0; i < LEN(bound); i++) {
        unsigned n = d->constants[bound[i].key].value;
        if (n < bound[i].low || n > bound[i].high) return bound[i].mistake;
    }
    return NULL;
}

static int supply_of(const struct zhanguo_data *d, int component, int seats) {
    return seats == 2   ? d->supplies[component].n_2p
           : seats == 3 ? d->supplies[component].n_3p
                        : d->supplies[component].n_4p;
}

static const char *check_supplies(const struct zhanguo_data *d) {
    for (int seats = 2; seats <= 4; seats++) {
        for (int i = ZG_S_CARD_I; i <= ZG_S_CARD_B; i++)
            if (supply_of(d, i, seats) != ZG_CARDS_OF_COLOUR)
                return "supplies.csv: a deck must have the 40 cards of cards.csv";
        for (int i = ZG_S_UM3_I; i <= ZG_S_UM3_B; i++)
            if (supply_of(d, i, seats) != 1)
                return "supplies.csv: there is one marker of value 3 in each colour";
        for (int i = ZG_S_OFF_R; i <= ZG_S_OFF_W; i++)
            if (supply_of(d, i, seats) < 3 || supply_of(d, i, seats) > 15)
                return "supplies.csv: officials of a colour must be 3 to 15";
        if (supply_of(d, ZG_S_GOVERNOR, seats) > 15 || supply_of(d, ZG_S_PALACE, seats) > 15)
            return "supplies.csv: governors and palaces of a player must be at most 15";
        if (supply_of(d, ZG_S_WALL, seats) > ZG_SECTION_COUNT)
            return "supplies.csv: walls of a player must be at most one for each section";
        if (supply_of(d, ZG_S_CUBE, seats) < ZG_REGION_COUNT)
            return "supplies.csv: a player needs an unrest cube for each region";
        if (supply_of(d, ZG_S_DISC, seats) < 2 + ZG_TASK_PLACE_COUNT)
            return "supplies.csv: a player needs a disc for each task and two more";
        if (supply_of(d, ZG_S_WALL_TILE, seats) != ZG_SECTION_COUNT ||
            supply_of(d, ZG_S_TASK_TILE, seats) != ZG_TASK_COUNT ||
            supply_of(d, ZG_S_BOARD, seats) != ZG_BOARD_COUNT)
            return "supplies.csv: wall tiles, task tiles and player boards must be those of their tables";
    }
    return NULL;
}

/* R15.1: a card's comparison follows from its court action. */
static const char *check_cards(const struct zhanguo_data *d) {
    for (int i = 0; i < ZG_COURT_COUNT; i++) {
        bool none = d->court_actions[i].compare == ZG_NEITHER;
        if (none == d->court_actions[i].triggers_cards)
            return "court_actions.csv: compare must be none exactly where triggers_cards is 0";
        if (none != (i == ZG_DO_MOVE)) return "court_actions.csv: only move triggers no cards";
    }
    for (int i = 0; i < ZG_CARDS; i++) {
        if (!d->court_actions[d->cards[i].trigger].triggers_cards)
            return "cards.csv: trigger must be a court action that triggers cards";
        if (d->cards[i].compare != d->court_actions[d->cards[i].trigger].compare)
            return "cards.csv: compare must be that of the trigger in court_actions.csv";
    }
    return NULL;
}

static const char *check_bonuses(const struct zhanguo_data *d) {
    for (int i = 0; i < ZG_BONUS_COUNT; i++) {
        if (d->bonuses[i].kind != bonus_kind[i]) return "bonuses.csv: kind must be that of the code";
        bool counted = d->bonuses[i].kind == ZG_BK_VP || d->bonuses[i].kind == ZG_BK_MOVE;
        if (!counted && d->bonuses[i].amount != 1)
            return "bonuses.csv: amount must be 1 except for points and movement points";
    }
    if (d->governor_bonuses[ZG_GB_OFF].amount != 1) return "governor_bonuses.csv: amount of GB_OFF must be 1";
    return NULL;
}

/* R10.7; an official can go everywhere, so that Move Officials is never stuck (G3). */
static const char *check_map(const struct zhanguo_data *d) {
    unsigned reached = 1;
    for (int i = 0; i < ZG_PAIRS; i++)
        if (d->adjacency[i].adjacent != (d->adjacency[i].border == ZG_BORDER_SOLID))
            return "adjacency.csv: adjacent must be 1 exactly where the border is solid";
    for (int round = 0; round < ZG_REGION_COUNT; round++)
        for (int i = 0; i < ZG_PAIRS; i++)
            if (d->adjacency[i].adjacent && (reached >> (pair_a[i] - 1) | reached >> (pair_b[i] - 1)) & 1)
                reached |= 1u << (pair_a[i] - 1) | 1u << (pair_b[i] - 1);
    return reached == (1u << ZG_REGION_COUNT) - 1 ? NULL : "adjacency.csv: some region cannot be reached";
}

static const char *check_regions(const struct zhanguo_data *d) {
    for (int r = 0; r < ZG_REGION_COUNT; r++) {
        int in_play[5] = {0};
        for (int i = 0; i < ZG_PALACE_SPACES; i++)
            for (int seats = d->palace_spaces[r * ZG_PALACE_SPACES + i].min_players; seats <= 4; seats++)
                in_play[seats]++;
        if (d->regions[r].palace_spaces_2p != in_play[2] || d->regions[r].palace_spaces_3p != in_play[3] ||
            d->regions[r].palace_spaces_4p != in_play[4])
            return "regions.csv: palace spaces differ from min_players in palace_spaces.csv";
        if (d->regions[r].workers_area_official_cap != d->constants[ZG_K_WORKERS_CAP].value)
            return "regions.csv: workers_area_official_cap differs from constants.csv";
    }
    return NULL;
}

static const char *check_boards(const struct zhanguo_data *d) {
    for (int i = 0; i < 2 * ZG_BOARD_COUNT; i++) {
        if (d->player_boards[i].init_red + d->player_boards[i].init_grey + d->player_boards[i].init_white !=
            3)
            return "player_boards.csv: three officials are placed at the start";
        bool side_a = i < ZG_BOARD_COUNT;
        if (side_a != (d->player_boards[i].ability == ZG_AB_NONE))
            return "player_boards.csv: ability must be none on side A and only there";
        for (int j = 0; j < i; j++)
            if (!side_a && d->player_boards[i].ability == d->player_boards[j].ability)
                return "player_boards.csv: two boards with the same ability";
        if (side_a && i > 0 &&
            memcmp(&d->player_boards[i], &d->player_boards[0], sizeof d->player_boards[0]) != 0)
            return "player_boards.csv: side A must be the same on all boards";
    }
    for (int i = 0; i < ZG_BOARD_COUNT * 2 * ZG_REGION_COUNT; i++) {
        if (d->unrest_tracks[i].ability_block_from != d->unrest_tracks[i].max_level)
            return "unrest_tracks.csv: ability_block_from must be max_level";
        if (d->unrest_tracks[i].palace_block_from > d->unrest_tracks[i].max_level)
            return "unrest_tracks.csv: palace_block_from is more than max_level";
        int side_a = i % (2 * ZG_REGION_COUNT);
        if (side_a < ZG_REGION_COUNT &&
            memcmp(&d->unrest_tracks[i], &d->unrest_tracks[side_a], sizeof d->unrest_tracks[0]) != 0)
            return "unrest_tracks.csv: side A must be the same on all boards";
    }
    for (int i = 0; i < ZG_ABILITY_ROWS; i++) {
        if (d->board_abilities[i].ability != ability_of[i] ||
            d->board_abilities[i].effect_code != ability_effect[i])
            return "board_abilities.csv: ability and effect_code must be those of the row";
        bool circle = ability_of[i] == ZG_AB_CIRCLE;
        if (circle && d->board_abilities[i].trigger != ZG_DO_HIRE)
            return "board_abilities.csv: the circle needs the region of Hire Workers";
    }
    return NULL;
}

static const char *check_tiles(const struct zhanguo_data *d) {
    int faces[ZG_SECTION_COUNT + 1][3] = {{0}};
    for (int i = 0; i < ZG_CRITERION_COUNT; i++) {
        if (faces[d->wall_tiles[i].tile][d->wall_tiles[i].face]++)
            return "wall_tiles.csv: a face of a tile twice";
        if ((d->wall_tiles[i].mode == ZG_LESS) != (i == ZG_C_MINUS))
            return "wall_tiles.csv: mode must be minus for MINUS and only there";
    }
    for (int i = 0; i < ZG_TASK_COUNT; i++) {
        int regions_shown = 0, areas_shown = 0;
        for (int k = 0; k < ZG_REGION_COUNT; k++) regions_shown += d->task_tiles[i].region[k];
        for (int k = 0; k < ZG_AREA_COUNT; k++) areas_shown += d->task_tiles[i].area[k];
        if ((i < ZG_TASKS_OF_KIND ? regions_shown : areas_shown) != 0)
            return "task_tiles.csv: wall tasks show areas, the others regions";
        if (regions_shown + areas_shown != d->task_tiles[i].n_symbols)
            return "task_tiles.csv: n_symbols must be the number of symbols";
    }
    for (int i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++)
        if (d->wall_spaces[i].workers != i % ZG_WALL_SPACES + 1)
            return "wall_spaces.csv: workers must be the number of lines";
    return NULL;
}

static const char *check_rewards(const struct zhanguo_data *d) {
    for (int i = 0; i < ZG_ROUND_COUNT * ZG_ASPECT_COUNT; i++) {
        int n = d->rewards[i].region_1 + d->rewards[i].region_2 + d->rewards[i].region_3 +
                d->rewards[i].region_4 + d->rewards[i].region_5;
        int type = d->rewards[i].type;
        bool one =
            type == ZG_RW_OFF_ANY || type == ZG_RW_OFF_RED || type == ZG_RW_OFF_GREY || type == ZG_RW_WORKERS;
        if (one && n != 1) return "rewards.csv: officials and workers need exactly one region";
        if (type == ZG_RW_GOVERNOR && (n == 0 || n == 4))
            return "rewards.csv: a governor needs one, two, three or all regions";
        if ((type == ZG_RW_WALL || type == ZG_RW_PALACE) && n != 0)
            return "rewards.csv: a wall or palace may go anywhere";
        bool single = type == ZG_RW_OFF_ANY || type == ZG_RW_GOVERNOR || !one;
        if (single && d->rewards[i].amount != 1)
            return "rewards.csv: amount must be 1 except for two officials and workers";
    }
    return NULL;
}

static const char *check(const void *data) {
    static const char *(*const checks[])(const struct zhanguo_data *) = {
        check_constants, check_supplies, check_cards, check_bonuses, check_map,
        check_regions,   check_boards,   check_tiles, check_rewards,
    };
    for (size_t i = 0; i < LEN(checks); i++) {
        const char *mistake = checks[i](data);
        if (mistake) return mistake;
    }
    return NULL;
}

const struct casata_schema zhanguo_schema = {
    .id = "zhanguo",
    .data_type = "struct zhanguo_data",
    .header = "games/zhanguo/zhanguo_data.h",
    .n_tables = LEN(tables),
    .data_size = sizeof(struct zhanguo_data),
    .table = tables,
    .check = check,
};
