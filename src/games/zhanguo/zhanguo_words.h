/* zhanguo_words.h: the closed vocabularies of ZhanGuo, each an enum and its text. The words appear in the
 * tables, the text form of actions and position JSON; prefixed with "zhanguo.<list>." they are message ids. */
#ifndef ZHANGUO_WORDS_H
#define ZHANGUO_WORDS_H

#include "casata/rules.h"

/* ORDER aspect: the colour with the same number is that of the aspect (R1.3) */
#define ZG_ASPECTS(X) X(ZG_WRITING, "writing") X(ZG_CURRENCY, "currency") X(ZG_LAW, "law")
enum { ZG_ASPECTS(CASATA_ENUM) ZG_ASPECT_COUNT };
#define ZG_COLOURS(X) X(ZG_IVORY, "ivory") X(ZG_ORANGE, "orange") X(ZG_BROWN, "brown")
enum { ZG_COLOURS(CASATA_ENUM) ZG_COLOUR_COUNT };

/* ORDER official (R1.6) */
#define ZG_OFFICIALS(X) X(ZG_RED, "red") X(ZG_GREY, "grey") X(ZG_WHITE, "white")
enum { ZG_OFFICIALS(CASATA_ENUM) ZG_OFFICIAL_COUNT };

#define ZG_REGIONS(X) X(ZG_R1, "1") X(ZG_R2, "2") X(ZG_R3, "3") X(ZG_R4, "4") X(ZG_R5, "5")
enum { ZG_REGIONS(CASATA_ENUM) ZG_REGION_COUNT };

/* Sets of one, two or three regions, by size and then by their numbers */
#define ZG_REGION_SETS(X) \
    X(, "1")              \
    X(, "2")              \
    X(, "3")              \
    X(, "4")              \
    X(, "5")              \
    X(, "12")             \
    X(, "13")             \
    X(, "14")             \
    X(, "15")             \
    X(, "23")             \
    X(, "24")             \
    X(, "25")             \
    X(, "34")             \
    X(, "35")             \
    X(, "45")             \
    X(, "123")            \
    X(, "124") X(, "125") X(, "134") X(, "135") X(, "145") X(, "234") X(, "235") X(, "245") X(, "345")
enum { ZG_REGION_SET_COUNT = 25 };

/* ORDER court: the court actions (R8.1) */
#define ZG_COURT(X)           \
    X(ZG_DO_WALL, "wall")     \
    X(ZG_DO_PALACE, "palace") \
    X(ZG_DO_HIRE, "hire") X(ZG_DO_MOVE, "move") X(ZG_DO_RECRUIT, "recruit") X(ZG_DO_GOVERNOR, "governor")
enum { ZG_COURT(CASATA_ENUM) ZG_COURT_COUNT };

#define ZG_COMPARES(X) X(ZG_HIGHER, "higher") X(ZG_LOWER, "lower") X(ZG_NEITHER, "none")
enum { ZG_COMPARES(CASATA_ENUM) };

/* ORDER bonus: the bonuses of cards (R16) */
#define ZG_BONUSES(X)            \
    X(ZG_B_UM1, "UM1")           \
    X(ZG_B_MOV2, "MOV2")         \
    X(ZG_B_VP2, "VP2")           \
    X(ZG_B_VP3, "VP3")           \
    X(ZG_B_WRK, "WRK")           \
    X(ZG_B_VPC_I, "VPC_I")       \
    X(ZG_B_VPC_O, "VPC_O")       \
    X(ZG_B_VPC_B, "VPC_B")       \
    X(ZG_B_UNR_ANY, "UNR_ANY")   \
    X(ZG_B_UNR_HERE, "UNR_HERE") \
    X(ZG_B_MVW, "MVW") X(ZG_B_OFF_R, "OFF_R") X(ZG_B_OFF_G, "OFF_G") X(ZG_B_OFF_W, "OFF_W")
enum { ZG_BONUSES(CASATA_ENUM) ZG_BONUS_COUNT };

#define ZG_BONUS_KINDS(X)                       \
    X(ZG_BK_MARKER, "unification_marker")       \
    X(ZG_BK_MOVE, "movement_points")            \
    X(ZG_BK_VP, "victory_points")               \
    X(ZG_BK_WORKER, "worker")                   \
    X(ZG_BK_VP_CARD, "victory_points_per_card") \
    X(ZG_BK_UNREST, "unrest_minus") X(ZG_BK_CARRY, "move_worker") X(ZG_BK_OFFICIAL, "official")
enum { ZG_BONUS_KINDS(CASATA_ENUM) };

/* ORDER square: where a governor stands; from 1 on the bonus squares (R11.6) */
#define ZG_SQUARE_BONUSES(X) X(ZG_GB_MOV, "GB_MOV4") X(ZG_GB_OFF, "GB_OFF") X(ZG_GB_VP, "GB_VP4")
enum { ZG_SQUARE_BONUSES(CASATA_ENUM) ZG_SQUARE_BONUS_COUNT };
#define ZG_STANDS(X) X(ZG_BESIDE, "beside") ZG_SQUARE_BONUSES(X)
enum { ZG_BESIDE };

#define ZG_AREAS(X) X(ZG_AREA_T, "T") X(ZG_AREA_G, "G") X(ZG_AREA_C, "C")
enum { ZG_AREAS(CASATA_ENUM) ZG_AREA_COUNT };
/* section = area * 2 + index */
#define ZG_SECTIONS(X) \
    X(ZG_T1, "T1") X(ZG_T2, "T2") X(ZG_G1, "G1") X(ZG_G2, "G2") X(ZG_C1, "C1") X(ZG_C2, "C2")
enum { ZG_SECTIONS(CASATA_ENUM) ZG_SECTION_COUNT };

/* ORDER criterion: the faces of the wall tiles (R22.3) */
#define ZG_CRITERIA(X)       \
    X(ZG_C_EMPTY, "EMPTY")   \
    X(ZG_C_SETS, "SETS")     \
    X(ZG_C_OFFGE, "OFFGE")   \
    X(ZG_C_CARDS3, "CARDS3") \
    X(ZG_C_GREY, "GREY")     \
    X(ZG_C_SAME2, "SAME2")   \
    X(ZG_C_RED, "RED")       \
    X(ZG_C_ORANGE, "ORANGE") \
    X(ZG_C_WHITE, "WHITE") X(ZG_C_BROWN, "BROWN") X(ZG_C_MINUS, "MINUS") X(ZG_C_IVORY, "IVORY")
enum { ZG_CRITERIA(CASATA_ENUM) ZG_CRITERION_COUNT };
#define ZG_MODES(X) X(ZG_TIMES, "times") X(ZG_LESS, "minus")
enum { ZG_MODES(CASATA_ENUM) };

#define ZG_TASK_KINDS(X) X(ZG_TK_WALL, "wall") X(ZG_TK_PALACE, "palace") X(ZG_TK_GOVERNOR, "governor")
enum { ZG_TASK_KINDS(CASATA_ENUM) ZG_TASK_KIND_COUNT };
#define ZG_TASKS(X) \
    X(, "TW1")      \
    X(, "TW2")      \
    X(, "TW3")      \
    X(, "TW4") X(, "TP1") X(, "TP2") X(, "TP3") X(, "TP4") X(, "TG1") X(, "TG2") X(, "TG3") X(, "TG4")
enum { ZG_TASK_COUNT = 12, ZG_TASKS_OF_KIND = 4 };
#define ZG_TASK_SECTIONS(X) X(ZG_UPPER, "upper") X(ZG_LOWER_SECTION, "lower")
enum { ZG_TASK_SECTIONS(CASATA_ENUM) ZG_TASK_SECTION_COUNT };
/* place of a task = section * 3 + kind */
#define ZG_TASK_PLACES(X) \
    X(, "upper.wall")     \
    X(, "upper.palace") X(, "upper.governor") X(, "lower.wall") X(, "lower.palace") X(, "lower.governor")
enum { ZG_TASK_PLACE_COUNT = 6, ZG_TASK_SPACES = 4 };

#define ZG_BOARDS(X)       \
    X(ZG_CIRCLE, "circle") \
    X(ZG_SQUARE, "square") X(ZG_TRIANGLE, "triangle") X(ZG_STAR, "star")
enum { ZG_BOARDS(CASATA_ENUM) ZG_BOARD_COUNT };
#define ZG_SIDES(X) X(ZG_SIDE_A, "A") X(ZG_SIDE_B, "B")
enum { ZG_SIDES(CASATA_ENUM) };

#define ZG_ABILITIES(X)         \
    X(ZG_AB_NONE, "none")       \
    X(ZG_AB_CIRCLE, "B_CIRCLE") \
    X(ZG_AB_SQUARE, "B_SQUARE") X(ZG_AB_TRIANGLE, "B_TRIANGLE") X(ZG_AB_STAR, "B_STAR")
enum { ZG_ABILITIES(CASATA_ENUM) };
/* ORDER side-B effect (R17) */
#define ZG_ABILITY_EFFECTS(X)      \
    X(ZG_AE_EXTRA, "EXTRA_WORKER") \
    X(ZG_AE_MOV1, "MOV1")          \
    X(ZG_AE_MVW, "MVW")            \
    X(ZG_AE_UM1, "UM1")            \
    X(ZG_AE_CALM, "UNREST_WORKER") X(ZG_AE_MOV2, "MOV2") X(ZG_AE_TRANSFER, "MOVE_GOVERNOR")
enum { ZG_ABILITY_EFFECTS(CASATA_ENUM) ZG_ABILITY_EFFECT_COUNT };

/* The ban of a space of an unrest track (R7.7, R7.8) */
#define ZG_UNREST_MARKS(X) X(ZG_MARK_PALACE, "no_palace") X(ZG_MARK_ABILITY, "no_ability")
enum { ZG_UNREST_MARKS(CASATA_ENUM) };

#define ZG_REWARD_TYPES(X)         \
    X(ZG_RW_OFF_ANY, "OFF_ANY")    \
    X(ZG_RW_OFF_RED, "OFF2_RED")   \
    X(ZG_RW_OFF_GREY, "OFF2_GREY") \
    X(ZG_RW_WORKERS, "WRK2") X(ZG_RW_GOVERNOR, "GOVERNOR") X(ZG_RW_WALL, "WALL") X(ZG_RW_PALACE, "PALACE")
enum { ZG_REWARD_TYPES(CASATA_ENUM) ZG_REWARD_TYPE_COUNT };

#define ZG_BORDERS(X) X(ZG_BORDER_SOLID, "solid") X(ZG_BORDER_WALL, "wall") X(ZG_BORDER_NONE, "none")
enum { ZG_BORDERS(CASATA_ENUM) };

/* ORDER constant: the rows of constants.csv */
#define ZG_CONSTANTS(X)                                        \
    X(ZG_K_PLAYERS_MIN, "players_min")                         \
    X(ZG_K_PLAYERS_MAX, "players_max")                         \
    X(ZG_K_ROUNDS, "rounds")                                   \
    X(ZG_K_DRAW, "draw_per_deck")                              \
    X(ZG_K_HAND, "hand_size")                                  \
    X(ZG_K_CARDS_REGION, "max_cards_per_region")               \
    X(ZG_K_UNREST_1, "unrest_for_1st_card")                    \
    X(ZG_K_UNREST_2, "unrest_for_2nd_card")                    \
    X(ZG_K_UNREST_3, "unrest_for_3rd_card")                    \
    X(ZG_K_UM_1, "um_for_1st_card")                            \
    X(ZG_K_UM_2, "um_for_2nd_card")                            \
    X(ZG_K_UM_3, "um_for_3rd_card")                            \
    X(ZG_K_VP_MISSING_UM, "vp_per_missing_um")                 \
    X(ZG_K_MOVE_MIN, "move_action_points_min")                 \
    X(ZG_K_MOVE_MAX, "move_action_points_max")                 \
    X(ZG_K_WORKERS_CAP, "workers_area_official_cap")           \
    X(ZG_K_HIRE_UNREST, "hire_unrest")                         \
    X(ZG_K_PALACE_HERE, "palace_workers_same_region")          \
    X(ZG_K_PALACE_OTHER, "palace_workers_other_region")        \
    X(ZG_K_PALACE_VP, "palace_vp_per_tableau_card")            \
    X(ZG_K_WALLS_SECTION, "walls_per_player_per_section")      \
    X(ZG_K_UM_HIGH, "um_high_value")                           \
    X(ZG_K_MAJORITY_BASE, "governor_majority_base_vp")         \
    X(ZG_K_MAJORITY_EACH, "governor_majority_per_governor_vp") \
    X(ZG_K_UM_WRITING, "um_majority_vp_writing")               \
    X(ZG_K_UM_CURRENCY, "um_majority_vp_currency")             \
    X(ZG_K_UM_LAW, "um_majority_vp_law")                       \
    X(ZG_K_START_VP, "start_vp")                               \
    X(ZG_K_AUCTION_VP, "auction_start_vp")                     \
    X(ZG_K_AUCTION_MIN, "auction_min_bid")                     \
    X(ZG_K_TRACK_SPACES, "reward_track_spaces")                \
    X(ZG_K_VP_TRACK, "vp_track_last_space")                    \
    X(ZG_K_DRAW3_ROUNDS, "variant_draw3_rounds")               \
    X(ZG_K_DRAW3_DRAW, "variant_draw3_draw")                   \
    X(ZG_K_DRAW3_KEEP, "variant_draw3_keep")                   \
    X(ZG_K_UNREST_WORKER, "variant_unrest_per_worker")
enum { ZG_CONSTANTS(CASATA_ENUM) ZG_CONSTANT_COUNT };

/* ORDER component: the rows of supplies.csv */
#define ZG_COMPONENTS(X)             \
    X(ZG_S_CARD_I, "card_writing")   \
    X(ZG_S_CARD_O, "card_currency")  \
    X(ZG_S_CARD_B, "card_law")       \
    X(ZG_S_WORKER, "worker")         \
    X(ZG_S_UM1_I, "marker_1_ivory")  \
    X(ZG_S_UM1_O, "marker_1_orange") \
    X(ZG_S_UM1_B, "marker_1_brown")  \
    X(ZG_S_UM3_I, "marker_3_ivory")  \
    X(ZG_S_UM3_O, "marker_3_orange") \
    X(ZG_S_UM3_B, "marker_3_brown")  \
    X(ZG_S_OFF_R, "official_red")    \
    X(ZG_S_OFF_G, "official_grey")   \
    X(ZG_S_OFF_W, "official_white")  \
    X(ZG_S_CUBE, "unrest_cube")      \
    X(ZG_S_GOVERNOR, "governor")     \
    X(ZG_S_PALACE, "palace")         \
    X(ZG_S_WALL, "wall")             \
    X(ZG_S_DISC, "disc")             \
    X(ZG_S_POINT_TILE, "point_tile") \
    X(ZG_S_WALL_TILE, "wall_tile")   \
    X(ZG_S_TASK_TILE, "task_tile")   \
    X(ZG_S_BOARD, "player_board")    \
    X(ZG_S_ROUND, "round_marker")
enum { ZG_COMPONENTS(CASATA_ENUM) ZG_COMPONENT_COUNT };

#define ZG_VARIANTS(X) X(, "V_DRAW3") X(, "V_ORDER") X(, "V_UNREST") X(, "V_SIDEB") X(, "V_AUCTION")
enum { ZG_VARIANT_COUNT = 5 };

extern const struct casata_words zg_aspects, zg_colours, zg_officials, zg_regions, zg_region_sets, zg_court,
    zg_compares, zg_bonuses, zg_bonus_kinds, zg_square_bonuses, zg_stands, zg_areas, zg_sections, zg_criteria,
    zg_modes, zg_task_kinds, zg_tasks, zg_task_sections, zg_task_places, zg_boards, zg_sides, zg_abilities,
    zg_ability_effects, zg_unrest_marks, zg_reward_types, zg_borders, zg_constants, zg_components,
    zg_variants;

#endif
