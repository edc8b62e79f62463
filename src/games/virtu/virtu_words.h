/* virtu_words.h: the closed vocabularies of Virtù, each an enum and its text. The words appear in the tables, the
 * text form of actions and position JSON; prefixed with "virtu.<list>." they are message ids. */
#ifndef VIRTU_WORDS_H
#define VIRTU_WORDS_H

#include "casata/rules.h"

/* clang-format off */
#define VT_POWERS(X) X(VT_MILAN, "milan") X(VT_FLORENCE, "florence") X(VT_NAPLES, "naples") X(VT_VENICE, "venice") X(VT_ROME, "rome")
/* Of their pieces (ORDER power; powers.csv). */
#define VT_COLOURS(X) X(, "blue") X(, "red") X(, "yellow") X(, "green") X(, "white")

#define VT_CITIES(X) \
    X(VT_C_NICE, "Nice") X(VT_C_TURIN, "Turin") X(VT_C_MILAN, "Milan") X(VT_C_GENOA, "Genoa") X(VT_C_PARMA, "Parma") \
    X(VT_C_MANTUA, "Mantua") X(VT_C_VERONA, "Verona") X(VT_C_VENICE, "Venice") X(VT_C_FERRARA, "Ferrara") \
    X(VT_C_BOLOGNA, "Bologna") X(VT_C_RAVENNA, "Ravenna") X(VT_C_FLORENCE, "Florence") X(VT_C_PISA, "Pisa") \
    X(VT_C_SIENA, "Siena") X(VT_C_ANCONA, "Ancona") X(VT_C_SPOLETO, "Spoleto") X(VT_C_PERUGIA, "Perugia") \
    X(VT_C_CIVITAVECCHIA, "Civitavecchia") X(VT_C_ROME, "Rome") X(VT_C_TERRACINA, "Terracina") \
    X(VT_C_NAPLES, "Naples") X(VT_C_BENEVENTO, "Benevento") X(VT_C_BARI, "Bari") X(VT_C_TRIESTE, "Trieste") \
    X(VT_C_REGGIO, "Reggio") X(VT_C_PALERMO, "Palermo") X(VT_C_AJACCIO, "Ajaccio") X(VT_C_CAGLIARI, "Cagliari") \
    X(VT_C_TUNIS, "Tunis") X(VT_C_RAGUSA, "Ragusa")

/* ORDER city tile: the cities, Rome twice, with arms first (R1.1) */
#define VT_CITY_TILES(X) \
    X(, "T_NIC") X(, "T_TUR") X(, "T_MIL") X(, "T_GEN") X(, "T_PAR") X(, "T_MAN") X(, "T_VER") X(, "T_VEN") \
    X(, "T_FER") X(, "T_BOL") X(, "T_RAV") X(, "T_FLO") X(, "T_PIS") X(, "T_SIE") X(, "T_ANC") X(, "T_SPO") \
    X(, "T_PER") X(, "T_CIV") X(, "T_ROM_A") X(, "T_ROM_N") X(, "T_TER") X(, "T_NAP") X(, "T_BEN") X(, "T_BAR") \
    X(, "T_TRI") X(, "T_REG") X(, "T_PAL") X(, "T_AJA") X(, "T_CAG") X(, "T_TUN") X(, "T_RAG")

/* the outcome of a siege without bonuses */
#define VT_VERDICTS(X) X(VT_SHORT, "short") X(VT_ENOUGH, "enough")

#define VT_SEAS(X) X(VT_LIG, "LIG") X(VT_TYR, "TYR") X(VT_AFR, "AFR") X(VT_ION, "ION") X(VT_ADR, "ADR")

/* ORDER symbol: the lanes of a card's or tile's symbols (R4.7) */
#define VT_SYMBOLS(X) \
    X(VT_FLORIN, "florin") X(VT_CROWN, "crown") X(VT_CROSS, "cross") X(VT_CAVALRY, "cavalry") X(VT_SHIP, "ship") \
    X(VT_MASK, "mask") X(VT_WAR, "war") X(VT_ARROW, "arrow")

#define VT_ACTIONS(X) \
    X(VT_GOVERN, "govern") X(VT_PATRONAGE, "patronage") X(VT_TRADE, "trade") X(VT_ANNEX, "annex") \
    X(VT_MANEUVER, "maneuver") X(VT_INTRIGUE, "intrigue") X(VT_INFLUENCE, "influence") X(VT_NO_ACTION, "none")

/* ORDER card: three house cards of each power, those of the two-player game, the dignitaries, Machiavelli */
#define VT_HOUSE_CARDS(X) \
    X(VT_K_LUDOVICO, "Ludovico_Sforza") X(VT_K_GALEAZZO, "Galeazzo_Sforza") X(VT_K_ASCANIO, "Ascanio_Sforza") \
    X(VT_K_LORENZO, "Lorenzo_de_Medici") X(VT_K_GIULIANO, "Giuliano_de_Medici") X(VT_K_SASSETTI, "Francesco_Sassetti") \
    X(VT_K_FERDINAND, "Ferdinand_II_of_Naples") X(VT_K_ALFONSO, "Alfonso_Duke_of_Calabria") \
    X(VT_K_FEDERICO, "Federico_III_da_Montefeltro") X(VT_K_BARBARIGO, "Agostino_Barbarigo") \
    X(VT_K_PITIGLIANO, "Niccolo_di_Pitigliano") X(VT_K_GRIMANI, "Antonio_Grimani") X(VT_K_ALEXANDER, "Alexander_VI") \
    X(VT_K_CESARE, "Cesare_Borgia") X(VT_K_LUCREZIA, "Lucrezia_Borgia")
#define VT_HOUSE_CARDS_2P(X) \
    X(VT_K_CHARLES, "Charles_VIII") X(VT_K_TREMOILLE, "Louis_II_de_La_Tremoille") X(VT_K_BRICONNET, "Guillaume_Briconnet") \
    X(VT_K_COMMYNES, "Philippe_de_Commynes") X(VT_K_ARAGON, "Ferdinand_II_of_Aragon") \
    X(VT_K_CORDOBA, "Gonzalo_Fernandez_de_Cordoba") X(VT_K_PONTANO, "Giovanni_Pontano") X(VT_K_PIERO, "Piero_de_Medici") \
    X(VT_K_SAVONAROLA, "Girolamo_Savonarola") X(VT_K_TREVISAN, "Melchiorre_Trevisan") X(VT_K_GONZAGA, "Francesco_II_Gonzaga") \
    X(VT_K_CARVAJAL, "Bernardino_Lopez_de_Carvajal") X(VT_K_GANDIA, "Giovanni_Borgia_Duke_of_Gandia")
#define VT_DIGNITARIES(X) \
    X(VT_K_ADVISOR, "Advisor") X(VT_K_CHIEF, "Chief") X(VT_K_ASSASSIN, "Assassin") X(VT_K_AMBASSADOR, "Ambassador") \
    X(VT_K_MERCHANT, "Merchant") X(VT_K_STANDARD, "Standard_bearer") X(VT_K_CARDINAL, "Cardinal") X(VT_K_POPE, "Pope") \
    X(VT_K_CONDOTTIERE, "Condottiere") X(VT_K_ADMIRAL, "Admiral") X(VT_K_BANKER, "Banker") X(VT_K_HUMANIST, "Humanist")
#define VT_CARDS(X) VT_HOUSE_CARDS(X) VT_HOUSE_CARDS_2P(X) VT_DIGNITARIES(X) X(VT_K_MACHIAVELLI, "Niccolo_Machiavelli")

/* ORDER bonus */
#define VT_BONUSES(X) \
    X(VT_B_LEONARDO, "leonardo") X(VT_B_COPERNICUS, "copernicus") X(VT_B_MICHELANGELO, "michelangelo") \
    X(VT_B_COLUMBUS, "columbus") X(VT_B_MACHIAVELLI, "machiavelli") X(VT_B_STAR_FORT, "star_fort") \
    X(VT_B_PRINCE, "the_prince") X(VT_B_DUOMO, "cathedral_of_milan") X(VT_B_SISTINE, "sistine_chapel") X(VT_B_CANNONS, "cannons")
#define VT_BONUS_TYPES(X) X(VT_ARTIST, "artist") X(VT_WORK, "work")
#define VT_BONUS_EFFECTS(X) \
    X(, "WAR_PER_SIEGE") X(, "COURTIER_SLOT") X(, "FREE_CROWN_PATRONAGE") X(, "PRESTIGE") X(, "RESOURCES") \
    X(, "DEFENCE_2") X(, "SLOT_AGENT_IMMUNITY") X(, "FINAL_CROSS_1") X(, "FINAL_CROSS_2") X(, "WAR_TILE")

/* ORDER tile: tiles of a zone that are not city tiles; the first four are the titles */
#define VT_TITLES(X) X(VT_T_DOGE, "doge") X(VT_T_DUKE, "duke") X(VT_T_REPUBLIC, "republic") X(VT_T_MONARCHY, "monarchy")
#define VT_TILES(X) VT_TITLES(X) X(VT_T_GUILD, "guild") X(VT_T_CANNONS, "cannons") X(VT_T_SPECIAL, "special") X(VT_T_CATHEDRAL, "cathedral")

/* faces of tiles that have a different one in another game: Rome without arms, the kings' tiles */
#define VT_FACES(X) X(VT_FACE_ROME, "Rome") X(VT_FACE_FRANCE, "France") X(VT_FACE_ARAGON, "Aragon")

#define VT_ALLIANCES(X) X(VT_FRANCE, "france") X(VT_OTTOMAN, "ottoman") X(VT_EMPIRE, "empire")
/* gains from alliances: the words of the alliances, with texts of their own */
#define VT_EDGES(X) X(VT_LEFT, "left") X(VT_RIGHT, "right")
#define VT_SPACES(X) X(VT_L1, "L1") X(, "L2") X(, "L3") X(VT_R1, "R1") X(, "R2") X(, "R3")
#define VT_MAJORS(X) X(VT_M_FLORENCE, "florence") X(VT_M_VENICE, "venice") X(VT_M_ROME, "rome")
#define VT_ROLES(X) X(VT_AS_ACTION, "action_card") X(VT_AS_UPGRADE, "upgrade")

/* ORDER source: things that can be used to pay (R4.3, R4.6): courtier spaces, city tiles, other tiles, alliances and
 * things next to the palace */
#define VT_SOURCES(X) VT_SPACES(X) VT_CITIES(X) VT_TILES(X) VT_ALLIANCES(X) \
    X(, "indulgence") X(, "leonardo") X(, "token")

/* ORDER item: for sale in Winter (R12.5) */
#define VT_ITEMS(X) VT_DIGNITARIES(X) VT_TITLES(X) X(, "guild") X(, "cathedral")

/* ORDER place: where agents stand (R8.17): cities, chambers of seats 0..4, alliances, the reserve */
#define VT_PLACES(X) VT_CITIES(X) \
    X(, "p0.0") X(, "p0.1") X(, "p0.2") X(, "p0.3") X(, "p0.4") X(, "p1.0") X(, "p1.1") X(, "p1.2") X(, "p1.3") X(, "p1.4") \
    X(, "p2.0") X(, "p2.1") X(, "p2.2") X(, "p2.3") X(, "p2.4") X(, "p3.0") X(, "p3.1") X(, "p3.2") X(, "p3.3") X(, "p3.4") \
    X(, "p4.0") X(, "p4.1") X(, "p4.2") X(, "p4.3") X(, "p4.4") VT_ALLIANCES(X) X(, "reserve")

#define VT_COMPONENTS(X) \
    X(, "city_tiles") X(, "title_tiles") X(, "guild_tiles") X(, "cathedral_tiles") X(, "two_player_tiles") X(, "palaces") \
    X(, "dignitary_cards") X(, "house_cards_3_5_players") X(, "house_cards_2_players") X(, "indulgence_cards") \
    X(, "patronage_bonus_cards") X(, "patronage_bonus_tiles") X(, "control_markers_per_colour") \
    X(, "forbidden_city_tokens") X(, "war_bonus_+1_tokens") X(, "soldiers_blue") X(, "soldiers_each_other_colour") \
    X(, "agents_per_colour") X(, "cathedral_markers") X(, "action_markers") \
    X(, "florin_tokens_of_1") X(, "florin_tokens_of_5") X(, "player_aids") X(, "start_florins_per_player")
/* clang-format on */

enum { VT_POWERS(CASATA_ENUM) VT_POWER_COUNT };
enum { VT_CITIES(CASATA_ENUM) VT_CITY_COUNT };
enum { VT_VERDICTS(CASATA_ENUM) };
enum { VT_SEAS(CASATA_ENUM) VT_SEA_COUNT };
enum { VT_SYMBOLS(CASATA_ENUM) VT_SYMBOL_COUNT };
enum { VT_ACTIONS(CASATA_ENUM) VT_ACTION_COUNT };
enum { VT_CARDS(CASATA_ENUM) VT_CARD_COUNT };
enum { VT_BONUSES(CASATA_ENUM) VT_BONUS_COUNT };
enum { VT_BONUS_TYPES(CASATA_ENUM) };
enum { VT_TILES(CASATA_ENUM) VT_TILE_COUNT };
enum { VT_FACES(CASATA_ENUM) };
enum { VT_ALLIANCES(CASATA_ENUM) VT_ALLIANCE_COUNT };
enum { VT_EDGES(CASATA_ENUM) };
enum { VT_MAJORS(CASATA_ENUM) VT_MAJOR_COUNT };
enum { VT_ROLES(CASATA_ENUM) };
enum {
    VT_HOUSE_COUNT = VT_K_CHARLES,
    VT_HOUSE_2P_COUNT = VT_K_ADVISOR - VT_K_CHARLES,
    VT_DIGNITARY_COUNT = VT_K_MACHIAVELLI - VT_K_ADVISOR,
    VT_SPACE_COUNT = 6,
    VT_EDGE_SPACES = 3,
    VT_CHAMBER_COUNT = 5,
    VT_TITLE_COUNT = 4,
    VT_CITY_TILE_COUNT = VT_CITY_COUNT + 1,
    /* sources */
    VT_S_CITY = VT_SPACE_COUNT,
    VT_S_TILE = VT_S_CITY + VT_CITY_COUNT,
    VT_S_ALLIANCE = VT_S_TILE + VT_TILE_COUNT,
    VT_S_INDULGENCE = VT_S_ALLIANCE + VT_ALLIANCE_COUNT,
    VT_S_LEONARDO,
    VT_S_TOKEN,
    VT_SOURCE_COUNT,
    VT_MAX_CATHEDRALS = 5,
    VT_MAX_WORDS = VT_SOURCE_COUNT + VT_MAX_CATHEDRALS, /* each cathedral by itself */
    /* items */
    VT_I_TITLE = VT_DIGNITARY_COUNT,
    VT_I_GUILD = VT_I_TITLE + VT_TITLE_COUNT,
    VT_I_CATHEDRAL,
    VT_ITEM_COUNT,
    /* places */
    VT_P_CHAMBER = VT_CITY_COUNT,
    VT_P_ALLIANCE = VT_P_CHAMBER + 5 * VT_CHAMBER_COUNT,
    VT_P_RESERVE = VT_P_ALLIANCE + VT_ALLIANCE_COUNT,
    /* rows of components.csv that the rules use */
    VT_COMPONENT_COUNT = 24,
    VT_N_INDULGENCES = 9,
    VT_N_AGENTS = 17,
    VT_N_CATHEDRALS = 18,
    VT_N_START_FLORINS = 23,
};

extern const struct casata_words vt_powers, vt_colours, vt_cities, vt_city_tiles, vt_seas, vt_symbols,
    vt_actions, vt_cards, vt_bonuses, vt_bonus_uses, vt_bonus_types, vt_bonus_effects, vt_tiles, vt_faces,
    vt_alliances, vt_boons, vt_edges, vt_spaces, vt_majors, vt_roles, vt_sources, vt_items, vt_places,
    vt_components, vt_verdicts;

#endif
