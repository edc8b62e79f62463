/* virtu_words.c: the texts of the closed vocabularies. Knows no rules and no figures. */
#include "games/virtu/virtu_words.h"

CASATA_WORDS(vt_powers, "power", VT_POWERS);
CASATA_WORDS(vt_colours, "colour", VT_COLOURS);
CASATA_WORDS(vt_cities, "city", VT_CITIES);
CASATA_WORDS(vt_city_tiles, "city_tile", VT_CITY_TILES);
CASATA_WORDS(vt_seas, "sea", VT_SEAS);
CASATA_WORDS(vt_symbols, "symbol", VT_SYMBOLS);
CASATA_WORDS(vt_actions, "action", VT_ACTIONS);
CASATA_WORDS(vt_cards, "card", VT_CARDS);
CASATA_WORDS(vt_bonuses, "bonus", VT_BONUSES);
CASATA_WORDS(vt_bonus_types, "bonus_type", VT_BONUS_TYPES);
CASATA_WORDS(vt_bonus_effects, "bonus_effect", VT_BONUS_EFFECTS);
CASATA_WORDS(vt_tiles, "tile", VT_TILES);
CASATA_WORDS(vt_faces, "face", VT_FACES);
CASATA_WORDS(vt_alliances, "alliance", VT_ALLIANCES);
CASATA_WORDS(vt_boons, "boon", VT_ALLIANCES);
CASATA_WORDS(vt_bonus_uses, "text.bonus", VT_BONUSES);
CASATA_WORDS(vt_edges, "edge", VT_EDGES);
CASATA_WORDS(vt_spaces, "space", VT_SPACES);
CASATA_WORDS(vt_majors, "major", VT_MAJORS);
CASATA_WORDS(vt_roles, "role", VT_ROLES);
CASATA_WORDS(vt_sources, "source", VT_SOURCES);
CASATA_WORDS(vt_items, "item", VT_ITEMS);
CASATA_WORDS(vt_places, "place", VT_PLACES);
CASATA_WORDS(vt_components, "component", VT_COMPONENTS);
CASATA_WORDS(vt_verdicts, "verdict", VT_VERDICTS);
