/* signorie_eval.h: the terms of the evaluation of Signorie, for the evaluation, its explanation and its tuning. */
#ifndef SIGNORIE_EVAL_H
#define SIGNORIE_EVAL_H

#include "games/signorie/signorie.h"

/* Term, name, then the worth of a unit in 1/100 points with 0, 1, ... 7 rounds left to act in (ORDER knot). Certain
 * points (made, full rows, half of the men on careers, the disc) are not listed: they count in full. */
enum { SIG_KNOTS = 8, SIG_REWARD_KINDS_OF_BONUS = 9 /* ORDER reward: the bonus tiles come first */ };
#define SIG_TERMS(X)                                                                                  \
    /* the actions to come, for any seat */                                                           \
    X(SIG_TERM_BASE, "base", 0, 2845, 5076, 6687, 8589, 12311, 18329, 16437)                          \
    /* columns still free in this round */                                                            \
    X(SIG_TERM_COLUMN, "yellow column free", 0, -229, -253, -305, -293, -291, -89, 314)               \
    X(SIG_TERM_COLUMN_2, "red column free", 0, -328, -79, -121, -76, -89, -138, 826)                  \
    X(SIG_TERM_COLUMN_3, "purple column free", 0, -304, -255, -272, -296, -427, -344, 115)            \
    X(SIG_TERM_COLUMN_4, "grey column free", 0, 75, 19, -264, -282, -377, -170, -52)                  \
    X(SIG_TERM_COLUMN_5, "turquoise column free", 0, 257, -65, -199, 16, 155, -22, 67)                \
    /* turn order, disc */                                                                            \
    X(SIG_TERM_PLACE, "place in the turn order", 0, -172, -38, -54, -19, -18, -43, -177)              \
    X(SIG_TERM_INITIATIVE, "initiative space", 0, -118, -90, -113, -58, -70, -39, 45)                 \
    /* men on careers by space, and the better half of the points of the best three */                \
    X(SIG_TERM_MAN_AT, "man on space 1", 0, 145, 204, 239, 187, 395, 424, 583)                        \
    X(SIG_TERM_MAN_AT_2, "man on space 2", 0, 166, 229, 246, 366, 434, 484, 602)                      \
    X(SIG_TERM_MAN_AT_3, "man on space 3", 0, 209, 267, 368, 537, 514, 596, 585)                      \
    X(SIG_TERM_MAN_AT_4, "man on space 4", 0, -8, 49, 108, 326, 292, 276, 315)                        \
    X(SIG_TERM_MAN_AT_5, "man on space 5", 0, -42, -70, 79, 224, 210, 103, 138)                       \
    X(SIG_TERM_MAN_AT_6, "man on space 6", 0, -224, -194, -69, 126, 0, 102, 44)                       \
    X(SIG_TERM_MAN_AT_7, "man on space 7", 0, -215, -231, -120, -64, 18, 28, 165)                     \
    X(SIG_TERM_MAN_AT_8, "man on space 8", 0, -245, -323, -245, -152, -107, -12, 39)                  \
    X(SIG_TERM_ENVOY, "best envoy", 0, 14, 146, 125, 137, 113, 56, 142)                               \
    X(SIG_TERM_ENVOY_2, "second envoy", 0, 108, 139, 150, 122, 88, 29, 179)                           \
    X(SIG_TERM_ENVOY_3, "third envoy", 0, 48, 124, 101, 75, 35, -7, 120)                              \
    /* immediate offers of cities */                                                                  \
    X(SIG_TERM_MISSION_OPEN, "mission open", 0, 513, 245, 410, 300, 67, -201, -294)                   \
    X(SIG_TERM_MISSION_TILE, "mission tile", 0, 55, 5, 4, -17, 22, 52, 25)                            \
    X(SIG_TERM_MARRIAGE_OPEN, "marriage open", 0, 249, 48, 4, -184, -194, -321, -320)                 \
    X(SIG_TERM_MARRIAGE_TILE, "marriage tile", 0, 64, 17, 18, 60, 49, 50, -1)                         \
    /* 1 to 3, to 6, to 10, beyond */                                                                 \
    X(SIG_TERM_FLORINS, "first florins", 0, 68, 127, 111, 138, 152, 151, 607)                         \
    X(SIG_TERM_FLORINS_2, "next florins", 0, -108, 52, 98, 95, 155, 203, 323)                         \
    X(SIG_TERM_FLORINS_3, "more florins", 0, 94, 96, 65, 96, 122, 172, 229)                           \
    X(SIG_TERM_FLORINS_4, "spare florins", 0, 25, 43, 33, 76, 71, 131, 209)                           \
    /* reserve: the first, to 3, to 6, beyond */                                                      \
    X(SIG_TERM_MEN, "first men", 0, 304, 379, 593, 511, 548, 473, 573)                                \
    X(SIG_TERM_MEN_2, "next men", 0, 113, 154, 255, 205, 220, 381, 510)                               \
    X(SIG_TERM_MEN_3, "more men", 0, 114, 95, 25, -10, -7, 166, 662)                                  \
    X(SIG_TERM_MEN_4, "spare men", 0, -102, -88, -74, -53, -31, -7, 4)                                \
    X(SIG_TERM_WOMEN, "first women", 0, 77, 56, 139, 103, 105, -54, -91)                              \
    X(SIG_TERM_WOMEN_2, "next women", 0, 118, 161, 157, 86, 146, 323, 892)                            \
    X(SIG_TERM_WOMEN_3, "more women", 0, 63, 97, 65, 79, 68, -8, 19)                                  \
    X(SIG_TERM_WOMEN_4, "spare women", 0, -12, -20, 61, -41, -21, -6, 6)                              \
    /* helpers for each time that their column can still be used (ORDER helper) */                    \
    X(SIG_TERM_HELPER, "helper HY1", 0, -97, -33, 102, 189, 304, 250, 360)                            \
    X(SIG_TERM_HELPER_HY2, "helper HY2", 0, 270, 231, 212, 201, 192, 138, 249)                        \
    X(SIG_TERM_HELPER_HY3, "helper HY3", 0, 126, 202, 249, 278, 242, 205, 315)                        \
    X(SIG_TERM_HELPER_HR1, "helper HR1", 0, 159, 176, 95, 66, -66, -35, -15)                          \
    X(SIG_TERM_HELPER_HR2, "helper HR2", 0, 216, 131, 81, 16, 49, 33, 62)                             \
    X(SIG_TERM_HELPER_HR3, "helper HR3", 0, 79, 72, 64, 36, 55, 79, 120)                              \
    X(SIG_TERM_HELPER_HP1, "helper HP1", 0, 62, 75, 88, 78, 93, 68, 121)                              \
    X(SIG_TERM_HELPER_HP2, "helper HP2", 0, 83, 116, 129, 123, 103, 67, 17)                           \
    X(SIG_TERM_HELPER_HP3, "helper HP3", 0, -16, 102, 167, 225, 160, 111, 149)                        \
    X(SIG_TERM_HELPER_HG1, "helper HG1", 0, -99, -22, 121, 184, 323, 194, 245)                        \
    X(SIG_TERM_HELPER_HG2, "helper HG2", 0, 50, 118, 288, 353, 236, 176, 179)                         \
    X(SIG_TERM_HELPER_HG3, "helper HG3", 0, 228, 275, 259, 218, 14, 43, 48)                           \
    X(SIG_TERM_HELPER_HT1, "helper HT1", 0, -368, -319, 69, 213, 235, 173, 164)                       \
    X(SIG_TERM_HELPER_HT2, "helper HT2", 0, 187, 232, 300, 179, 86, 68, 54)                           \
    X(SIG_TERM_HELPER_HT3, "helper HT3", 0, 293, 182, 130, 90, 102, 51, 66)                           \
    X(SIG_TERM_HELPER_MEN, "helper HG3 by men", 0, 68, 45, 25, -3, 60, 47, 46)                        \
    /* brides, and the reward of this round by the chance to earn it */                               \
    X(SIG_TERM_BRIDES, "brides", 0, 11, 165, 329, 682, 934, 827, 827)                                 \
    X(SIG_TERM_REWARD, "reward", 0, 508, 509, 166, 413, 687, 660, 1661)                               \
    /* added by its tile (ORDER reward) */                                                            \
    X(SIG_TERM_REWARD_TILE, "reward mission", 0, 80, 72, -42, 25, 107, 24, 166)                       \
    X(SIG_TERM_REWARD_TILE_2, "reward marriage", 0, 129, 128, 49, -39, -141, -29, 249)                \
    X(SIG_TERM_REWARD_TILE_3, "reward two_men", 0, 116, 97, 80, 87, 23, 110, 253)                     \
    X(SIG_TERM_REWARD_TILE_4, "reward two_women", 0, 2, -2, -94, -81, 6, 90, 247)                     \
    X(SIG_TERM_REWARD_TILE_5, "reward career_points", 0, 372, 427, 386, 384, 326, 183, 160)           \
    X(SIG_TERM_REWARD_TILE_6, "reward initiative_points", 0, -3, -26, -67, -28, 66, 83, 222)          \
    X(SIG_TERM_REWARD_TILE_7, "reward secret_alliance", 0, 17, 14, -98, -157, -21, 111, 269)          \
    X(SIG_TERM_REWARD_TILE_8, "reward free_helper", 0, 229, 216, 444, 706, 827, 848, 989)             \
    X(SIG_TERM_REWARD_TILE_9, "reward bonus_die", 0, 613, 630, 558, 565, 548, 288, 156)               \
    /* points of reward tiles: of this round, of later ones */                                        \
    X(SIG_TERM_VP_NOW, "reward points", 100, 100, 100, 100, 100, 100, 100, 100)                       \
    X(SIG_TERM_VP_AHEAD, "reward points ahead", 100, 87, 87, 87, 100, 123, 160, 532)                  \
    /* rows with 1, 2, 3 or more tiles: how many, and their points or free shields */                 \
    X(SIG_TERM_ROW_1, "career row of one", 0, 19, 65, 120, 173, 65, 117, 60)                          \
    X(SIG_TERM_ROW_1_VP, "career row of one points", 0, -1, 7, 56, 54, 13, -114, -129)                \
    X(SIG_TERM_ROW_2, "career row of two", 0, 91, 134, 211, 303, 213, 146, 122)                       \
    X(SIG_TERM_ROW_2_VP, "career row of two points", 0, 31, 70, 80, 48, -65, -61, -27)                \
    X(SIG_TERM_ROW_3, "career row of three", 0, -15, -45, 28, -15, -116, -64, -45)                    \
    X(SIG_TERM_ROW_3_FREE, "career row free shields", 0, 30, 53, 43, 32, -201, -109, -68)             \
    X(SIG_TERM_WED_ROW_1, "marriage row of one", 0, -56, -153, -280, -378, -402, -444, -371)          \
    X(SIG_TERM_WED_ROW_1_VP, "marriage row of one points", 0, 24, 83, 110, 12, -18, -192, -170)       \
    X(SIG_TERM_WED_ROW_2, "marriage row of two", 0, -229, -296, -245, -151, -52, -24, -13)            \
    X(SIG_TERM_WED_ROW_2_VP, "marriage row of two points", 0, 94, 108, 40, -49, -69, -88, -52)        \
    X(SIG_TERM_WED_ROW_3, "marriage row of three", 0, -91, -407, -573, -564, -479, -408, -336)        \
    X(SIG_TERM_WED_ROW_3_FREE, "marriage row free shields", 0, 21, -33, -197, -257, -258, -322, -248) \
    /* parts of the turn under way */                                                                 \
    X(SIG_TERM_DUE_ACTION, "due action", 400, 400, 400, 400, 400, 400, 400, 400)                      \
    X(SIG_TERM_DUE_POINT, "due point", 90, 90, 90, 90, 90, 90, 90, 90)                                \
    X(SIG_TERM_DUE_MISSION, "due mission", 500, 500, 500, 500, 500, 500, 500, 500)                    \
    X(SIG_TERM_DUE_MARRIAGE, "due marriage", 500, 500, 500, 500, 500, 500, 500, 500)                  \
    X(SIG_TERM_DUE_PAWN, "due pawn", 180, 180, 180, 180, 180, 180, 180, 180)                          \
    X(SIG_TERM_DUE_TILE, "due tile", 250, 250, 250, 250, 250, 250, 250, 250)                          \
    X(SIG_TERM_DUE_HELPER, "due helper", 500, 500, 500, 500, 500, 500, 500, 500)
#define SIG_TERM_ID(id, name, k0, k1, k2, k3, k4, k5, k6, k7) id,
enum { SIG_TERMS(SIG_TERM_ID) SIG_TERM_COUNT };

/* Shown to players: sums of the terms above, each from the named one up to the next sum, and the certain part
 * of the same thing (ORDER term). */
#define SIG_SUMS(X)                                          \
    X(SIG_SUM_POINTS, "points", SIG_TERM_BASE)               \
    X(SIG_SUM_ACTIONS, "actions", SIG_TERM_BASE)             \
    X(SIG_SUM_ORDER, "order", SIG_TERM_PLACE)                \
    X(SIG_SUM_INITIATIVE, "initiative", SIG_TERM_INITIATIVE) \
    X(SIG_SUM_CAREERS, "careers", SIG_TERM_MAN_AT)           \
    X(SIG_SUM_CITIES, "cities", SIG_TERM_MISSION_OPEN)       \
    X(SIG_SUM_FLORINS, "florins", SIG_TERM_FLORINS)          \
    X(SIG_SUM_MEN, "men", SIG_TERM_MEN)                      \
    X(SIG_SUM_WOMEN, "women", SIG_TERM_WOMEN)                \
    X(SIG_SUM_HELPERS, "helpers", SIG_TERM_HELPER)           \
    X(SIG_SUM_BRIDES, "brides", SIG_TERM_BRIDES)             \
    X(SIG_SUM_REWARD, "reward", SIG_TERM_REWARD)             \
    X(SIG_SUM_ROWS, "rows", SIG_TERM_ROW_1)                  \
    X(SIG_SUM_DUE, "due", SIG_TERM_DUE_ACTION)
#define SIG_SUM_ID(id, word, first) id,
enum { SIG_SUMS(SIG_SUM_ID) SIG_SUM_COUNT };
extern const struct casata_words sig_eval_terms;
void sig_eval(const void *data, const void *state, unsigned seats, int32_t *value,
              int32_t (*term)[CASATA_MAX_TERMS]);

#endif
