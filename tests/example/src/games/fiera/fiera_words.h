/* fiera_words.h: the closed vocabularies of Fiera, each an enum and its text. The words stand in the tables, the text form
 * of actions and position JSON; with "fiera.<list>." in front they are message ids. */
#ifndef FIERA_WORDS_H
#define FIERA_WORDS_H

#include "casata/rules.h"

/* The formatter would break the lists of words. */
/* clang-format off */
/* R1.1: from the cheapest to the dearest. */
#define FIERA_WARES(X)                                                                                     \
    X(FIERA_STRAW, "straw") X(FIERA_SALT, "salt") X(FIERA_OIL, "oil") X(FIERA_WOOL, "wool")                \
    X(FIERA_WINE, "wine") X(FIERA_HONEY, "honey") X(FIERA_LINEN, "linen") X(FIERA_GLASS, "glass")          \
    X(FIERA_SPICE, "spice") X(FIERA_SILK, "silk") X(FIERA_SILVER, "silver") X(FIERA_PEARL, "pearl")
enum { FIERA_WARES(CASATA_ENUM) FIERA_WARE_COUNT };

/* R2.1, R2.2: the options. */
#define FIERA_HANDS(X) X(FIERA_HAND_THREE, "three") X(FIERA_HAND_TWO, "two")
enum { FIERA_HANDS(CASATA_ENUM) FIERA_HAND_COUNT };
#define FIERA_DICE(X) X(FIERA_RED, "red") X(FIERA_BLUE, "blue")
enum { FIERA_DICE(CASATA_ENUM) FIERA_DIE_COUNT };

#define FIERA_PARTS(X) X(FIERA_WON, "won") X(FIERA_COINS, "coins") X(FIERA_GIFTS, "gifts")
enum { FIERA_PARTS(CASATA_ENUM) FIERA_PART_COUNT };
#define FIERA_UNITS(X) X(FIERA_UNIT_COIN, "coin") X(FIERA_UNIT_WARE, "ware") X(FIERA_UNIT_POINT, "point")
enum { FIERA_UNITS(CASATA_ENUM) FIERA_UNIT_COUNT };
#define FIERA_KINDS(X) X(FIERA_KIND_WARE, "ware") X(FIERA_KIND_BACK, "back")
enum { FIERA_KINDS(CASATA_ENUM) FIERA_KIND_COUNT };
#define FIERA_TERMS(X) X(FIERA_TERM_POINTS, "points") X(FIERA_TERM_SPARE, "spare")
enum { FIERA_TERMS(CASATA_ENUM) FIERA_TERM_COUNT };
/* clang-format on */

extern const struct casata_words fiera_wares, fiera_hands, fiera_dice, fiera_parts, fiera_units, fiera_kinds,
    fiera_terms;

#endif
