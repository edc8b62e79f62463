/* fiera_words.c: the texts of the closed vocabularies. Knows no rules and no figures. */
#include "games/fiera/fiera_words.h"

CASATA_WORDS(fiera_wares, "ware", FIERA_WARES);
CASATA_WORDS(fiera_hands, "hand", FIERA_HANDS);
CASATA_WORDS(fiera_dice, "die", FIERA_DICE);
CASATA_WORDS(fiera_parts, "part", FIERA_PARTS);
CASATA_WORDS(fiera_units, "unit", FIERA_UNITS);
CASATA_WORDS(fiera_kinds, "kind", FIERA_KINDS);
CASATA_WORDS(fiera_terms, "term", FIERA_TERMS);
