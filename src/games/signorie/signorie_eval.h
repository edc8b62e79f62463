/* signorie_eval.h: the terms of the evaluation of Signorie, for the evaluation, its explanation and its tuning. */
#ifndef SIGNORIE_EVAL_H
#define SIGNORIE_EVAL_H

#include "games/signorie/signorie.h"

/* Term, name, then what a unit is worth in 1/100 points with 0, 1, ... 7 rounds left to act in (ORDER knot). What is
 * sure (points made, full rows, half of the men on careers, the disc) is not listed: it counts in full. */
enum { SIG_KNOTS = 8, SIG_REWARD_KINDS_OF_BONUS = 9 /* ORDER reward: the bonus tiles come first */ };
#define SIG_TERMS(X) \
    /* what the actions to come bring to anybody, turn order, disc */                                       \
    X(SIG_TERM_BASE, "base", 0, 2820, 4732, 6095, 7542, 11467, 17223, 14816)                                \
    X(SIG_TERM_PLACE, "place in the turn order", 0, -165, -43, -57, -27, -19, -51, -171)                    \
    X(SIG_TERM_INITIATIVE, "initiative space", 0, -115, -92, -103, -43, -66, -44, 33)                       \
    /* men on careers by space, and the better half of the points of the best three */                      \
    X(SIG_TERM_MAN_AT, "man on space 1", 0, 133, 197, 218, 236, 400, 461, 598)                              \
    X(SIG_TERM_MAN_AT_2, "man on space 2", 0, 161, 221, 277, 394, 435, 466, 590)                            \
    X(SIG_TERM_MAN_AT_3, "man on space 3", 0, 198, 267, 384, 565, 515, 563, 570)                            \
    X(SIG_TERM_MAN_AT_4, "man on space 4", 0, 3, 50, 134, 354, 353, 316, 286)                               \
    X(SIG_TERM_MAN_AT_5, "man on space 5", 0, -36, -71, 77, 238, 255, 73, 122)                              \
    X(SIG_TERM_MAN_AT_6, "man on space 6", 0, -218, -205, -55, 146, 54, 140, 78)                            \
    X(SIG_TERM_MAN_AT_7, "man on space 7", 0, -213, -244, -148, -40, 59, 88, 211)                           \
    X(SIG_TERM_MAN_AT_8, "man on space 8", 0, -251, -338, -259, -125, -58, 10, 60)                          \
    X(SIG_TERM_ENVOY, "best envoy", 0, 16, 145, 132, 130, 114, 55, 96)                                      \
    X(SIG_TERM_ENVOY_2, "second envoy", 0, 105, 142, 157, 117, 73, 6, 109)                                  \
    X(SIG_TERM_ENVOY_3, "third envoy", 0, 52, 125, 100, 76, 20, -44, 125)                                   \
    /* what cities offer at once */                                                                         \
    X(SIG_TERM_MISSION_OPEN, "mission open", 0, 509, 270, 401, 267, 1, -232, -315)                          \
    X(SIG_TERM_MISSION_TILE, "mission tile", 0, 55, 13, 3, -28, 7, 57, 70)                                  \
    X(SIG_TERM_MARRIAGE_OPEN, "marriage open", 0, 218, 46, 49, -201, -251, -334, -314)                      \
    X(SIG_TERM_MARRIAGE_TILE, "marriage tile", 0, 69, 15, 4, 64, 60, 54, -2)                                \
    /* 1 to 3, to 6, to 10, beyond */                                                                       \
    X(SIG_TERM_FLORINS, "first florins", 0, 74, 135, 113, 143, 158, 158, 559)                               \
    X(SIG_TERM_FLORINS_2, "next florins", 0, -98, 52, 99, 84, 148, 193, 364)                                \
    X(SIG_TERM_FLORINS_3, "more florins", 0, 92, 101, 69, 106, 114, 183, 256)                               \
    X(SIG_TERM_FLORINS_4, "spare florins", 0, 23, 40, 40, 78, 70, 100, 142)                                 \
    /* reserve: the first, to 3, to 6, beyond */                                                            \
    X(SIG_TERM_MEN, "first men", 0, 302, 388, 609, 509, 553, 401, 563)                                      \
    X(SIG_TERM_MEN_2, "next men", 0, 102, 153, 253, 207, 234, 355, 516)                                     \
    X(SIG_TERM_MEN_3, "more men", 0, 116, 101, -20, 11, 8, 184, 694)                                        \
    X(SIG_TERM_MEN_4, "spare men", 0, -109, -95, -78, -54, -28, 0, 4)                                       \
    X(SIG_TERM_WOMEN, "first women", 0, 88, 62, 134, 83, 133, -16, -84)                                     \
    X(SIG_TERM_WOMEN_2, "next women", 0, 124, 160, 154, 86, 141, 282, 770)                                  \
    X(SIG_TERM_WOMEN_3, "more women", 0, 76, 101, 58, 75, 75, 65, 71)                                       \
    X(SIG_TERM_WOMEN_4, "spare women", 0, 2, -19, 30, -74, -25, -4, 9)                                      \
    /* helpers for each time that their column can still be used (ORDER helper) */                          \
    X(SIG_TERM_HELPER, "helper HY1", 0, -93, -41, 63, 155, 258, 227, 389)                                   \
    X(SIG_TERM_HELPER_HY2, "helper HY2", 0, 275, 232, 206, 203, 193, 155, 281)                              \
    X(SIG_TERM_HELPER_HY3, "helper HY3", 0, 136, 190, 232, 267, 239, 205, 354)                              \
    X(SIG_TERM_HELPER_HR1, "helper HR1", 0, 151, 169, 110, 88, 21, -5, 2)                                   \
    X(SIG_TERM_HELPER_HR2, "helper HR2", 0, 214, 145, 61, 0, 49, 100, 113)                                  \
    X(SIG_TERM_HELPER_HR3, "helper HR3", 0, 88, 78, 75, 66, 69, 99, 193)                                    \
    X(SIG_TERM_HELPER_HP1, "helper HP1", 0, 60, 80, 85, 65, 91, 40, 108)                                    \
    X(SIG_TERM_HELPER_HP2, "helper HP2", 0, 87, 118, 132, 126, 102, 62, -3)                                 \
    X(SIG_TERM_HELPER_HP3, "helper HP3", 0, 12, 109, 135, 221, 168, 119, 157)                               \
    X(SIG_TERM_HELPER_HG1, "helper HG1", 0, -73, 28, 172, 212, 326, 193, 270)                               \
    X(SIG_TERM_HELPER_HG2, "helper HG2", 0, 45, 54, 222, 353, 236, 184, 176)                                \
    X(SIG_TERM_HELPER_HG3, "helper HG3", 0, 232, 265, 252, 227, 57, 62, 57)                                 \
    X(SIG_TERM_HELPER_HT1, "helper HT1", 0, -385, -303, 131, 266, 247, 158, 204)                            \
    X(SIG_TERM_HELPER_HT2, "helper HT2", 0, 171, 221, 304, 188, 82, 58, 47)                                 \
    X(SIG_TERM_HELPER_HT3, "helper HT3", 0, 279, 162, 123, 88, 126, 41, 64)                                 \
    X(SIG_TERM_HELPER_MEN, "helper HG3 by men", 0, 75, 50, 25, -3, 19, 31, 38)                              \
    /* columns still free in this round */                                                                  \
    X(SIG_TERM_COLUMN, "yellow column free", 0, -227, -231, -261, -246, -283, -104, 314)                    \
    X(SIG_TERM_COLUMN_2, "red column free", 0, -328, -92, -114, -66, -83, -127, 830)                        \
    X(SIG_TERM_COLUMN_3, "purple column free", 0, -307, -257, -226, -225, -391, -328, 84)                   \
    X(SIG_TERM_COLUMN_4, "grey column free", 0, -10, -29, -248, -329, -395, -232, -152)                     \
    X(SIG_TERM_COLUMN_5, "turquoise column free", 0, 299, -65, -246, 0, 166, 31, -14)                       \
    /* brides, and the reward of this round by the chance to earn it */                                     \
    X(SIG_TERM_BRIDES, "brides", 0, 10, 176, 334, 683, 924, 829, 827)                                       \
    X(SIG_TERM_REWARD, "reward", 0, 511, 515, 211, 463, 750, 702, 1728)                                     \
    /* what its tile adds (ORDER reward) */                                                                 \
    X(SIG_TERM_REWARD_TILE, "reward mission", 0, 86, 81, -22, 12, 113, 45, 152)                             \
    X(SIG_TERM_REWARD_TILE_2, "reward marriage", 0, 130, 131, 31, -55, -146, -31, 292)                      \
    X(SIG_TERM_REWARD_TILE_3, "reward two_men", 0, 116, 88, 81, 123, 46, 128, 299)                          \
    X(SIG_TERM_REWARD_TILE_4, "reward two_women", 0, 7, 8, -98, -110, -9, 118, 298)                         \
    X(SIG_TERM_REWARD_TILE_5, "reward career_points", 0, 355, 412, 359, 367, 300, 175, 200)                 \
    X(SIG_TERM_REWARD_TILE_6, "reward initiative_points", 0, -6, -41, -40, -34, 90, 107, 197)               \
    X(SIG_TERM_REWARD_TILE_7, "reward secret_alliance", 0, 18, 13, -119, -173, 20, 114, 292)                \
    X(SIG_TERM_REWARD_TILE_8, "reward free_helper", 0, 228, 205, 450, 745, 836, 820, 980)                   \
    X(SIG_TERM_REWARD_TILE_9, "reward bonus_die", 0, 624, 665, 619, 638, 552, 274, 69)                      \
    /* points of reward tiles: of this round, of later ones */                                              \
    X(SIG_TERM_VP_NOW, "reward points", 100, 100, 100, 100, 100, 100, 100, 100)                             \
    X(SIG_TERM_VP_AHEAD, "reward points ahead", 100, 84, 87, 85, 96, 114, 153, 467)                         \
    /* rows with 1, 2, 3 or more tiles: how many, and their points or free shields */                       \
    X(SIG_TERM_ROW_1, "career row of one", 0, 16, 63, 127, 180, 45, 76, 32)                                 \
    X(SIG_TERM_ROW_1_VP, "career row of one points", 0, 5, 8, 53, 53, 11, -116, -127)                       \
    X(SIG_TERM_ROW_2, "career row of two", 0, 87, 118, 216, 315, 245, 156, 122)                             \
    X(SIG_TERM_ROW_2_VP, "career row of two points", 0, 29, 63, 77, 46, -69, -42, -11)                      \
    X(SIG_TERM_ROW_3, "career row of three", 0, -45, -52, 36, -1, -100, -51, -35)                           \
    X(SIG_TERM_ROW_3_FREE, "career row free shields", 0, 38, 46, 54, 47, -190, -93, -52)                    \
    X(SIG_TERM_WED_ROW_1, "marriage row of one", 0, -34, -139, -271, -375, -383, -435, -328)                \
    X(SIG_TERM_WED_ROW_1_VP, "marriage row of one points", 0, 14, 82, 112, 35, 4, -235, -143)               \
    X(SIG_TERM_WED_ROW_2, "marriage row of two", 0, -209, -262, -230, -115, -1, 3, -1)                      \
    X(SIG_TERM_WED_ROW_2_VP, "marriage row of two points", 0, 92, 108, 40, -29, -50, -77, -43)              \
    X(SIG_TERM_WED_ROW_3, "marriage row of three", 0, -100, -429, -575, -544, -457, -385, -311)             \
    X(SIG_TERM_WED_ROW_3_FREE, "marriage row free shields", 0, 20, -8, -133, -177, -200, -287, -219)        \
    /* parts of the turn under way */                                                                       \
    X(SIG_TERM_DUE_ACTION, "due action", 400, 400, 400, 400, 400, 400, 400, 400)                            \
    X(SIG_TERM_DUE_POINT, "due point", 90, 90, 90, 90, 90, 90, 90, 90)                                      \
    X(SIG_TERM_DUE_MISSION, "due mission", 500, 500, 500, 500, 500, 500, 500, 500)                          \
    X(SIG_TERM_DUE_MARRIAGE, "due marriage", 500, 500, 500, 500, 500, 500, 500, 500)                        \
    X(SIG_TERM_DUE_PAWN, "due pawn", 180, 180, 180, 180, 180, 180, 180, 180)                                \
    X(SIG_TERM_DUE_TILE, "due tile", 250, 250, 250, 250, 250, 250, 250, 250)                                \
    X(SIG_TERM_DUE_HELPER, "due helper", 500, 500, 500, 500, 500, 500, 500, 500)
#define SIG_TERM_ID(id, name, k0, k1, k2, k3, k4, k5, k6, k7) id,
enum { SIG_TERMS(SIG_TERM_ID) SIG_TERM_COUNT };

const char *sig_term_name(int term);
/* Amounts of a seat in 1/16 units; *time: quarters of rounds left to act in. Returns the points that are sure. */
int sig_terms(const void *data, const void *state, int seat, int16_t amount[SIG_TERM_COUNT], unsigned *time);

#endif
