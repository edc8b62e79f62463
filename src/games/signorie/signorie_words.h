/* signorie_words.h: the closed vocabularies of Signorie, each an enum and its text. The words appear in the
 * tables, the text form of actions and position JSON; prefixed with "signorie.<list>." they are message ids.
 */
#ifndef SIGNORIE_WORDS_H
#define SIGNORIE_WORDS_H

#include "casata/rules.h"

/* The formatter would break the lists of words. */
/* clang-format off */
#define SIG_COLOURS(X)                                                                                     \
    X(SIG_YELLOW, "yellow") X(SIG_RED, "red") X(SIG_PURPLE, "purple") X(SIG_GREY, "grey")                  \
    X(SIG_TURQUOISE, "turquoise")
enum { SIG_COLOURS(CASATA_ENUM) SIG_COLOUR_COUNT };

/* ORDER plan: the player boards, by player colour (R1.2) */
#define SIG_BOARDS(X)                                                                                      \
    X(SIG_BOARD_YELLOW, "yellow") X(SIG_BOARD_RED, "red") X(SIG_BOARD_BLUE, "blue")                        \
    X(SIG_BOARD_PURPLE, "purple")
enum { SIG_BOARDS(CASATA_ENUM) SIG_BOARD_COUNT };

/* ORDER track: the order in which points are spent; a career track t belongs to plan row t - 1 */
#define SIG_TRACKS(X)                                                                                      \
    X(SIG_INITIATIVE, "initiative") X(SIG_POLITICS, "politics") X(SIG_CHURCH, "church")                    \
    X(SIG_MILITARY, "military") X(SIG_CAREERS, "careers")
enum { SIG_TRACKS(CASATA_ENUM) };
enum { SIG_CAREER_COUNT = 3 };

#define SIG_ROWS(X)                                                                                        \
    X(SIG_ROW_POLITICS, "politics") X(SIG_ROW_CHURCH, "church") X(SIG_ROW_MILITARY, "military")            \
    X(SIG_ROW_MARRIAGE, "marriage")
enum { SIG_ROWS(CASATA_ENUM) SIG_ROW_COUNT };

#define SIG_HOUSES(X)                                                                                      \
    X(SIG_MEDICI, "Medici") X(SIG_SFORZA, "Sforza") X(SIG_ESTE, "Este") X(SIG_GONZAGA, "Gonzaga")          \
    X(SIG_MONTEFELTRO, "Montefeltro") X(SIG_ORSINI, "Orsini")
enum { SIG_HOUSES(CASATA_ENUM) SIG_HOUSE_COUNT };

#define SIG_CITIES(X)                                                                                      \
    X(SIG_MILANO, "Milano") X(SIG_VENEZIA, "Venezia") X(SIG_FIRENZE, "Firenze") X(SIG_ROMA, "Roma")        \
    X(SIG_NAPOLI, "Napoli")
enum { SIG_CITIES(CASATA_ENUM) SIG_CITY_COUNT };

#define SIG_GENDERS(X)                                                                                     \
    X(SIG_MAN, "man") X(SIG_WOMAN, "woman")
enum { SIG_GENDERS(CASATA_ENUM) };

#define SIG_SIGNORIA(X)                                                                                    \
    X(SIG_DO_FLORINS, "FLORINS") X(SIG_DO_MARRIAGE, "MARRIAGE") X(SIG_DO_OFFSPRING, "OFFSPRING")           \
    X(SIG_DO_MISSION, "MISSION") X(SIG_DO_TRACKS, "TRACKS")
enum { SIG_SIGNORIA(CASATA_ENUM) };

/* R1.3, G52: three helper spaces a column, from top to bottom: colour * 3 + position - 1 */
#define SIG_HELPERS(X)                                                                                     \
    X(SIG_HY1, "HY1") X(SIG_HY2, "HY2") X(SIG_HY3, "HY3") X(SIG_HR1, "HR1") X(SIG_HR2, "HR2")              \
    X(SIG_HR3, "HR3") X(SIG_HP1, "HP1") X(SIG_HP2, "HP2") X(SIG_HP3, "HP3") X(SIG_HG1, "HG1")              \
    X(SIG_HG2, "HG2") X(SIG_HG3, "HG3") X(SIG_HT1, "HT1") X(SIG_HT2, "HT2") X(SIG_HT3, "HT3")
enum { SIG_HELPERS(CASATA_ENUM) SIG_HELPER_COUNT };

#define SIG_HELPER_EFFECTS(X)                                                                              \
    X(SIG_H_FLORINS, "FLORINS") X(SIG_H_VP, "VP") X(SIG_H_TRACK_DIE, "TRACK_DIE")                          \
    X(SIG_H_TRACK_POINTS, "TRACK_POINTS") X(SIG_H_MARRIAGE, "MARRIAGE_FACEDOWN")                           \
    X(SIG_H_MISSION, "MISSION_FACEDOWN") X(SIG_H_TILE, "FACEDOWN_TILE")                                    \
    X(SIG_H_OFFSPRING, "OFFSPRING_DIE") X(SIG_H_PAWN, "PAWN_CHOICE")                                       \
    X(SIG_H_VP_PER_MAN, "VP_PER_MAN_IN_CITIES") X(SIG_H_ANY_TASK, "ANY_TASK_ONE_PAWN")
enum { SIG_HELPER_EFFECTS(CASATA_ENUM) };

#define SIG_ROW_RULES(X)                                                                                   \
    X(SIG_TO_MARRIAGE, "MARRIAGE") X(SIG_TO_CAREER, "CAREER_OF_MAN") X(SIG_TO_ANY, "ANY")
enum { SIG_ROW_RULES(CASATA_ENUM) };

/* ORDER task: the ten task tiles, named for the text forms */
#define SIG_TASKS(X)                                                                                       \
    X(SIG_T_POLITICS, "politics_training") X(SIG_T_CHURCH, "church_training")                              \
    X(SIG_T_MILITARY, "military_training") X(SIG_T_INITIATIVE, "initiative")                               \
    X(SIG_T_SECRET, "secret_alliance") X(SIG_T_THRESHOLD, "threshold") X(SIG_T_MARRIAGE, "marriage")       \
    X(SIG_T_MISSION, "mission") X(SIG_T_FLORINS, "florins") X(SIG_T_EXCHANGE, "exchange")
enum { SIG_TASKS(CASATA_ENUM) SIG_TASK_COUNT };

#define SIG_TASK_EFFECTS(X)                                                                                \
    X(SIG_TE_TRACK, "TRACK_POINTS") X(SIG_TE_TILE, "FACEDOWN_TILE") X(SIG_TE_THRESHOLD, "THRESHOLD")       \
    X(SIG_TE_MARRIAGE, "MARRIAGE") X(SIG_TE_MISSION, "MISSION") X(SIG_TE_FLORINS, "FLORINS")               \
    X(SIG_TE_PAWN, "PAWN_CHOICE")
enum { SIG_TASK_EFFECTS(CASATA_ENUM) };

#define SIG_TASK_ROWS(X)                                                                                   \
    X(SIG_UPPER, "upper") X(SIG_LOWER, "lower")
enum { SIG_TASK_ROWS(CASATA_ENUM) };

/* task spaces: colour * 2 + row */
#define SIG_TASK_SPACES(X)                                                                                 \
    X(SIG_TS_YU, "yellow.upper") X(SIG_TS_YL, "yellow.lower") X(SIG_TS_RU, "red.upper")                    \
    X(SIG_TS_RL, "red.lower") X(SIG_TS_PU, "purple.upper") X(SIG_TS_PL, "purple.lower")                    \
    X(SIG_TS_GU, "grey.upper") X(SIG_TS_GL, "grey.lower") X(SIG_TS_TU, "turquoise.upper")                  \
    X(SIG_TS_TL, "turquoise.lower")
enum { SIG_TASK_SPACES(CASATA_ENUM) SIG_TASK_SPACE_COUNT };

/* ORDER reward: the fourteen reward tiles */
#define SIG_REWARDS(X)                                                                                     \
    X(SIG_RW_MISSION, "mission") X(SIG_RW_MARRIAGE, "marriage") X(SIG_RW_MEN, "two_men")                   \
    X(SIG_RW_WOMEN, "two_women") X(SIG_RW_CAREERS, "career_points")                                        \
    X(SIG_RW_INITIATIVE, "initiative_points") X(SIG_RW_SECRET, "secret_alliance")                          \
    X(SIG_RW_HELPER, "free_helper") X(SIG_RW_DIE, "bonus_die") X(SIG_RW_VP_HELPER, "vp_per_helper")        \
    X(SIG_RW_VP_CITY_MEN, "vp_per_city_of_men") X(SIG_RW_VP_CITY_WOMEN, "vp_per_city_of_women")            \
    X(SIG_RW_VP_MEN, "vp_per_man") X(SIG_RW_VP_WOMEN, "vp_per_woman")
enum { SIG_REWARDS(CASATA_ENUM) SIG_REWARD_COUNT };

#define SIG_REWARD_KINDS(X)                                                                                \
    X(SIG_RK_BONUS, "bonus") X(SIG_RK_VP, "vp")
enum { SIG_REWARD_KINDS(CASATA_ENUM) };

#define SIG_REWARD_EFFECTS(X)                                                                              \
    X(SIG_RE_MISSION, "MISSION") X(SIG_RE_MARRIAGE, "MARRIAGE") X(SIG_RE_PAWNS, "PAWNS")                   \
    X(SIG_RE_TRACK, "TRACK_POINTS") X(SIG_RE_TILE, "FACEDOWN_TILE") X(SIG_RE_HELPER, "FREE_HELPER")        \
    X(SIG_RE_DIE, "BONUS_DIE") X(SIG_RE_VP_PER_HELPER, "VP_PER_HELPER")                                    \
    X(SIG_RE_VP_PER_CITY, "VP_PER_CITY") X(SIG_RE_VP_PER_PAWN, "VP_PER_PAWN_IN_CITIES")
enum { SIG_REWARD_EFFECTS(CASATA_ENUM) };

#define SIG_TARGETS(X)                                                                                     \
    X(SIG_TARGET_MAN, "man") X(SIG_TARGET_WOMAN, "woman") X(SIG_TARGET_CAREERS, "careers")                 \
    X(SIG_TARGET_INITIATIVE, "initiative") X(SIG_TARGET_ANY_ROW, "any_row")                                \
    X(SIG_TARGET_ANY_COLUMN, "any_column")
enum { SIG_TARGETS(CASATA_ENUM) };

#define SIG_RANKS(X)                                                                                       \
    X(SIG_RANK_1, "1") X(SIG_RANK_2, "2") X(SIG_RANK_3, "3") X(SIG_RANK_4, "4") X(SIG_RANK_5, "5")         \
    X(SIG_RANK_6, "6")
enum { SIG_RANKS(CASATA_ENUM) SIG_RANK_COUNT };

#define SIG_BONUSES(X)                                                                                     \
    X(SIG_BONUS_NONE, "NONE") X(SIG_BONUS_FLORINS, "FLORINS") X(SIG_BONUS_INITIATIVE, "INITIATIVE")
enum { SIG_BONUSES(CASATA_ENUM) };

#define SIG_PORTRAITS(X)                                                                                   \
    X(SIG_SIGNORE, "signore") X(SIG_SON_1, "son_1") X(SIG_SON_2, "son_2") X(SIG_SON_3, "son_3")            \
    X(SIG_SON_4, "son_4")
enum { SIG_PORTRAITS(CASATA_ENUM) SIG_PORTRAIT_COUNT };

/* ORDER setup: the rows of setup.csv */
#define SIG_SETUP(X)                                                                                       \
    X(SIG_DICE_PER_COLOUR, "action_dice_per_colour") X(SIG_OFFSPRING_DICE, "offspring_dice")               \
    X(SIG_CITIES_IN_PLAY, "cities_in_play") X(SIG_TILES_REMOVED, "alliance_tiles_removed_per_house")       \
    X(SIG_TILES_IN_STACK, "alliance_tiles_in_stack") X(SIG_BONUS_TILES, "reward_bonus_tiles_used")         \
    X(SIG_VP_TILES, "reward_vp_tiles_used") X(SIG_ROUNDS, "rounds")                                        \
    X(SIG_MAX_DICE, "max_dice_per_round") X(SIG_BASE_THRESHOLD, "base_threshold")                          \
    X(SIG_MAX_THRESHOLD, "max_threshold") X(SIG_START_FLORINS, "start_florins")                            \
    X(SIG_EXTRA_1ST, "extra_florins_1st") X(SIG_EXTRA_2ND, "extra_florins_2nd")                            \
    X(SIG_EXTRA_3RD, "extra_florins_3rd") X(SIG_EXTRA_4TH, "extra_florins_4th")                            \
    X(SIG_MEN_RESERVE, "start_men_personal") X(SIG_WOMEN_RESERVE, "start_women_personal")                  \
    X(SIG_MEN_SUPPLY, "start_men_general") X(SIG_WOMEN_SUPPLY, "start_women_general")                      \
    X(SIG_START_VP, "start_vp") X(SIG_START_INITIATIVE, "start_initiative_space")
enum { SIG_SETUP(CASATA_ENUM) SIG_SETUP_COUNT };

#define SIG_COMPONENTS(X)                                                                                  \
    X(SIG_C_MAIN_BOARD, "main_board") X(SIG_C_PLAYER_BOARD, "player_board") X(SIG_C_MAN, "man_pawn")       \
    X(SIG_C_WOMAN, "woman_pawn") X(SIG_C_DISC, "disc") X(SIG_C_BRIDE, "bride") X(SIG_C_HELPER, "helper")   \
    X(SIG_C_REWARD, "reward_tile") X(SIG_C_ALLIANCE, "alliance_tile")                                      \
    X(SIG_C_OFFSPRING, "offspring_die") X(SIG_C_ACTION_DIE, "action_die") X(SIG_C_TASK, "task_tile")       \
    X(SIG_C_FLORIN_1, "florin_1") X(SIG_C_FLORIN_5, "florin_5")
enum { SIG_COMPONENTS(CASATA_ENUM) SIG_COMPONENT_COUNT };

/* clang-format on */

extern const struct casata_words sig_colours, sig_boards, sig_tracks, sig_rows, sig_houses, sig_cities,
    sig_genders, sig_signoria, sig_helpers, sig_helper_effects, sig_row_rules, sig_tasks, sig_task_effects,
    sig_task_rows, sig_task_spaces, sig_rewards, sig_reward_kinds, sig_reward_effects, sig_targets,
    sig_rank_words, sig_bonuses, sig_portraits, sig_setup, sig_components;

#endif
