/* virtu_schema.c: the format of the tables in data/virtu and how they must agree with each other. Knows the figures,
 * not how the rules use them. */
#define SCHEMA_DATA struct virtu_data
#include "core/schema.h"
#include "games/virtu/virtu_data.h"

#include <string.h>

/* --- the tables -------------------------------------------------------------------------------------- */

#define SYMBOLS(table)                                                                                       \
    INT(table, F, 0, 9), INT(table, C, 0, 9), INT(table, X, 0, 9), INT(table, H, 0, 9), INT(table, S, 0, 9), \
        INT(table, M, 0, 9), INT(table, W, 0, 9), INT(table, A, 0, 9)
#define PRICE(table) INT(table, cost_F, 0, 15), INT(table, cost_C, 0, 9), INT(table, cost_X, 0, 9)

static const struct casata_column powers[] = {
    KEY("power", vt_powers, 0, 0, 0, NULL),
    TEXT("colour"),
    TEXT("city"),
    TEXT("house"),
    WORD(powers, capital, vt_cities),
    WORD(powers, home2, vt_cities),
    INT(powers, start_agents, 0, 5),
    INT(powers, max_agents, 1, 5),
    INT(powers, max_soldiers, 2, 8),
    INT(powers, control_markers, 10, 30),
    FLAG(powers, in_2p),
    FLAG(powers, in_3p),
    FLAG(powers, in_4p),
    FLAG(powers, in_5p),
};
static const struct casata_column cities[] = {
    KEY("city", vt_cities, 0, 0, 0, NULL),
    TEXT("name_pl"),
    INT(cities, value, 1, 4),
    FLAG(cities, LIG),
    FLAG(cities, TYR),
    FLAG(cities, AFR),
    FLAG(cities, ION),
    FLAG(cities, ADR),
    FLAG(cities, port),
    FLAG(cities, pirate),
    FLAG(cities, star3),
    FLAG(cities, side34),
    FLAG(cities, side25),
    WORD_OR_NONE(cities, home, vt_powers),
    TEXT("x"),
    TEXT("y"),
};
static const uint8_t tile_city[VT_CITY_TILE_COUNT] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                      11, 12, 13, 14, 15, 16, 17, 18, 18, 19, 20,
                                                      21, 22, 23, 24, 25, 26, 27, 28, 29};
static const struct casata_column city_tiles[] = {
    KEY("tile", vt_city_tiles, 0, 0, 0, NULL),
    KEY("city", vt_cities, 0, 1, VT_CITY_TILE_COUNT, tile_city),
    WORD_OR_NONE(city_tiles, arms, vt_powers),
    SYMBOLS(city_tiles),
    FLAG(city_tiles, p2),
    FLAG(city_tiles, p3),
    FLAG(city_tiles, p4),
    FLAG(city_tiles, p5),
};
static const struct casata_column roads[] = {WORD(roads, city_a, vt_cities), WORD(roads, city_b, vt_cities),
                                             FLAG(roads, side34), FLAG(roads, side25)};
static const struct casata_column seas[] = {KEY("sea", vt_seas, 0, 0, 0, NULL), TEXT("name")};
static const struct casata_column sea_adjacency[] = {WORD(sea_adjacency, sea_a, vt_seas),
                                                     WORD(sea_adjacency, sea_b, vt_seas)};
/* ORDER palace: five powers, then Milan and Naples again for two players */
static const uint8_t palace_power[7] = {0, 1, 2, 3, 4, VT_MILAN, VT_NAPLES};
static const uint8_t palace_side[7] = {0, 0, 0, 0, 0, 1, 1};
static const uint8_t right_left[2] = {VT_RIGHT, VT_LEFT};
static const char *const side_text[] = {"3-5", "2"};
static const struct casata_words sides = {"side", 2, side_text};
static const struct casata_column palaces[] = {
    KEY("power", vt_powers, 0, 5, 7, palace_power),
    KEY("side", sides, 0, 5, 7, palace_side),
    INDEX("position", 0, 1, 5, NULL),
    WORD(palaces, action, vt_actions),
    WORD_OR_NONE(palaces, symbol, vt_symbols),
    INT(palaces, symbol_count, 0, 3),
};
static const struct casata_column palace_arrows[] = {
    KEY("power", vt_powers, 0, 2, 7, palace_power), KEY("side", sides, 0, 2, 7, palace_side),
    KEY("edge", vt_edges, 0, 1, 2, right_left),     INT(palace_arrows, from_position, 0, 4),
    INT(palace_arrows, to_position, 0, 4),
};
static const struct casata_column courtier_spaces[] = {
    KEY("space", vt_spaces, 0, 0, 0, NULL), KEY("edge", vt_edges, 0, 3, 0, NULL),
    INDEX("index", 1, 1, 3, NULL), FLAG(courtier_spaces, open_at_start)};
#define CARD(table) \
    WORD(table, action, vt_actions), SYMBOLS(table), INT(table, war_cost, 0, 3), FLAG(table, agent)
static const struct casata_column house_cards[] = {KEY("card", vt_cards, 0, 0, 0, NULL),
                                                   KEY("power", vt_powers, 0, 3, 0, NULL), TEXT("name"),
                                                   CARD(house_cards), INT(house_cards, pp, 0, 5)};
static const struct casata_column house_cards_2p[] = {KEY("card", vt_cards, VT_K_CHARLES, 0, 0, NULL),
                                                      WORD(house_cards_2p, owner, vt_powers), TEXT("name"),
                                                      CARD(house_cards_2p), INT(house_cards_2p, pp, 0, 5)};
static const struct casata_column dignitaries[] = {KEY("card", vt_cards, VT_K_ADVISOR, 0, 0, NULL),
                                                   TEXT("name"),
                                                   TEXT("name_pl"),
                                                   INT(dignitaries, copies, 1, 9),
                                                   PRICE(dignitaries),
                                                   CARD(dignitaries),
                                                   FLAG(dignitaries, limit1),
                                                   INT(dignitaries, pp, 0, 5)};
static const uint8_t title_kind[VT_TITLE_ROWS] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 3};
static const struct casata_column titles[] = {TEXT("tile"),
                                              KEY("kind", vt_tiles, 0, 1, VT_TITLE_ROWS, title_kind),
                                              TEXT("name"),
                                              WORD_OR_NONE(titles, owner_power, vt_powers),
                                              PRICE(titles),
                                              SYMBOLS(titles),
                                              INT(titles, courtier_slots, 0, 1),
                                              INT(titles, limit1, 1, 1),
                                              INT(titles, pp, 0, 5),
                                              WORD_OR_NONE(titles, excludes, vt_tiles)};
static const struct casata_column guilds[] = {
    INDEX("tile", 1, 0, 0, NULL), TEXT("name"),         PRICE(guilds), SYMBOLS(guilds),
    INT(guilds, limit1, 1, 1),    INT(guilds, pp, 0, 5)};
static const struct casata_column cathedrals[] = {INDEX("tile", 1, 0, 0, NULL),
                                                  TEXT("name"),
                                                  PRICE(cathedrals),
                                                  SYMBOLS(cathedrals),
                                                  INT(cathedrals, min_city_value, 1, 4),
                                                  INT(cathedrals, pp, 0, 5)};
static const struct casata_column patronage_bonuses[] = {KEY("bonus", vt_bonuses, 0, 0, 0, NULL),
                                                         TEXT("name"),
                                                         TEXT("name_pl"),
                                                         WORD(patronage_bonuses, type, vt_bonus_types),
                                                         TEXT("form"),
                                                         TEXT("place"),
                                                         KEY("effect", vt_bonus_effects, 0, 0, 0, NULL),
                                                         CARD(patronage_bonuses),
                                                         INT(patronage_bonuses, pp, 0, 5),
                                                         INT(patronage_bonuses, courtier_slots, 0, 1),
                                                         INT(patronage_bonuses, final_crosses, 0, 5),
                                                         INT(patronage_bonuses, war_plus, 0, 5)};
static const struct casata_column patronage_track[] = {
    INDEX("space", 0, 0, 0, NULL),  INT(patronage_track, cost_F, 0, 15), INT(patronage_track, cost_CX, 0, 9),
    INT(patronage_track, pp, 0, 9), FLAG(patronage_track, bonus),        FLAG(patronage_track, end)};
static const struct casata_column city_track[] = {INDEX("cities", 0, 0, 0, NULL), INT(city_track, pp, 0, 15),
                                                  FLAG(city_track, extra_courtier), FLAG(city_track, end)};
static const struct casata_column city_track_2p[] = {
    INDEX("cities", 0, 0, 0, NULL), INT(city_track_2p, pp, 0, 15), FLAG(city_track_2p, extra_courtier),
    FLAG(city_track_2p, end)};
static const uint8_t alliance_bonus[VT_ALLIANCE_COUNT] = {VT_WAR, VT_SHIP, VT_CROSS};
static const struct casata_column alliances[] = {KEY("alliance", vt_alliances, 0, 0, 0, NULL),
                                                 TEXT("name"),
                                                 TEXT("name_pl"),
                                                 INT(alliances, cost_C, 0, 5),
                                                 INT(alliances, cost_X, 0, 5),
                                                 INT(alliances, cost_S, 0, 5),
                                                 INT(alliances, cost_H, 0, 5),
                                                 FIXED(alliances, bonus, vt_symbols, alliance_bonus),
                                                 INT(alliances, bonus_n, 1, 5),
                                                 INT(alliances, pp, 0, 5)};
static const struct casata_column indulgences[] = {
    INDEX("card", 1, 0, 0, NULL),     INT(indulgences, gain_C, 1, 1),   INT(indulgences, gain_F, 1, 9),
    INT(indulgences, remove_X, 1, 3), INT(indulgences, remove_C, 1, 5), INT(indulgences, penalty, 0, 5)};
static const uint8_t reward_players[VT_REWARD_ROWS] = {3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 2, 2};
static const uint8_t reward_rank[VT_REWARD_ROWS] = {1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 2};
static const struct casata_column religious_rewards[] = {
    INDEX("players", 0, 1, VT_REWARD_ROWS, reward_players), INDEX("rank", 0, 1, VT_REWARD_ROWS, reward_rank),
    INT(religious_rewards, pp, 0, 15)};
static const struct casata_column soldier_pay[] = {INT(soldier_pay, min_soldiers, 1, 8),
                                                   INT(soldier_pay, max_soldiers, 1, 8),
                                                   INT(soldier_pay, florins, 0, 9)};
static const struct casata_column setup[] = {
    INDEX("players", 2, 0, 0, NULL),      INT(setup, board_side, 25, 34),
    INT(setup, cities_on_board, 1, 30),   INT(setup, forbidden_cities, 0, 30),
    INT(setup, neutral_cities, 0, 30),    INT(setup, city_tiles_boxed, 0, 31),
    WORD(setup, rome_tile, vt_city_tiles)};
static const uint8_t two_powers[2] = {VT_MILAN, VT_NAPLES};
static const struct casata_column setup_2p[] = {KEY("power", vt_powers, 0, 1, 2, two_powers),
                                                TEXT("side_name"),
                                                INT(setup_2p, soldiers_capital, 0, 3),
                                                INT(setup_2p, soldiers_home2, 0, 3),
                                                INT(setup_2p, max_soldiers, 2, 8),
                                                INT(setup_2p, agents, 0, 5),
                                                INT(setup_2p, florins, 0, 9),
                                                INDEX("turn_order", 1, 0, 0, NULL)};
static const struct casata_column special_tiles_2p[] = {TEXT("tile"),
                                                        FIXED(special_tiles_2p, owner, vt_powers, two_powers),
                                                        TEXT("name"), SYMBOLS(special_tiles_2p)};
static const uint8_t major_powers[3] = {VT_FLORENCE, VT_VENICE, VT_ROME};
static const struct casata_column major_cities_2p[] = {
    KEY("power", vt_powers, 0, 1, 3, major_powers), WORD(major_cities_2p, capital, vt_cities),
    WORD(major_cities_2p, dependency, vt_cities),   INT(major_cities_2p, start_space, 1, 5),
    INT(major_cities_2p, garrison_capital, 0, 1),   INT(major_cities_2p, garrison_dependency, 0, 1)};
static const struct casata_column influence_track_2p[] = {INDEX("space", 0, 0, 0, NULL),
                                                          TEXT("meaning"),
                                                          FLAG(influence_track_2p, france_enters),
                                                          INT(influence_track_2p, cost_CX_france, 0, 9),
                                                          INT(influence_track_2p, cost_F_france, 0, 9),
                                                          FLAG(influence_track_2p, naples_enters),
                                                          INT(influence_track_2p, cost_CX_naples, 0, 9),
                                                          INT(influence_track_2p, cost_F_naples, 0, 9)};
static const struct casata_column components[] = {KEY("component", vt_components, 0, 0, 0, NULL),
                                                  INT(components, count, 0, 99),
                                                  FLAG(components, hard_limit)};

static const struct casata_csv_table tables[] = {
    TABLE(powers),
    TABLE(cities),
    TABLE(city_tiles),
    TABLE(roads),
    TABLE(sea_adjacency),
    TABLE(palaces),
    TABLE(palace_arrows),
    TABLE(courtier_spaces),
    TABLE(house_cards),
    TABLE(house_cards_2p),
    TABLE(dignitaries),
    TABLE(titles),
    TABLE(guilds),
    TABLE(cathedrals),
    TABLE(patronage_bonuses),
    TABLE(patronage_track),
    TABLE(city_track),
    TABLE(city_track_2p),
    TABLE(alliances),
    TABLE(indulgences),
    TABLE(religious_rewards),
    TABLE(soldier_pay),
    TABLE(setup),
    TABLE(setup_2p),
    TABLE(special_tiles_2p),
    TABLE(major_cities_2p),
    TABLE(influence_track_2p),
    TABLE(components),
    LABELS(seas, VT_SEA_COUNT),
};

/* --- consistency between the tables ------------------------------------------------------------------- */

static const char *check_map(const struct virtu_data *d) {
    for (int i = 0; i < VT_CITY_COUNT; i++) {
        bool sea =
            d->cities[i].LIG || d->cities[i].TYR || d->cities[i].AFR || d->cities[i].ION || d->cities[i].ADR;
        if (sea != d->cities[i].port) return "cities.csv: a port must lie on a sea, and only a port";
        if (d->cities[i].pirate && !sea) return "cities.csv: a pirate city must be a port";
    }
    for (int i = 0; i < VT_ROADS; i++)
        if (d->roads[i].city_a == d->roads[i].city_b) return "roads.csv: a road must link two cities";
    for (int i = 0; i < VT_POWER_COUNT; i++)
        if (d->cities[d->powers[i].capital].home != i || d->cities[d->powers[i].home2].home != i)
            return "powers.csv: capital and home2 must be the cities with this home in cities.csv";
    return NULL;
}

static const char *check_setup(const struct virtu_data *d) {
    for (int seats = 2; seats <= 5; seats++) {
        int side = d->setup[seats - 2].board_side, on_board = 0, forbidden = 0, powers_in = 0;
        if (side != 25 && side != 34) return "setup.csv: board_side must be 25 or 34";
        for (int i = 0; i < VT_CITY_COUNT; i++) {
            bool there = side == 25 ? d->cities[i].side25 : d->cities[i].side34;
            on_board += there;
            forbidden += there && seats == 3 && d->cities[i].star3;
        }
        for (int i = 0; i < VT_POWER_COUNT; i++) powers_in += d->powers[i].in[seats - 2];
        if (powers_in != seats) return "powers.csv: as many powers must be in play as there are players";
        if (on_board != d->setup[seats - 2].cities_on_board ||
            forbidden != d->setup[seats - 2].forbidden_cities)
            return "setup.csv: cities_on_board and forbidden_cities must be those of cities.csv";
        if (on_board - forbidden - 2 * seats - (seats == 2 ? 6 : 0) != d->setup[seats - 2].neutral_cities)
            return "setup.csv: neutral_cities must be the cities that nobody controls at the start";
    }
    return NULL;
}

#define SAME_ROWS(table, from, to)          \
    for (int i = (from) + 1; i < (to); i++) \
    same &= memcmp(&d->table[from], &d->table[i], sizeof d->table[i]) == 0

static const char *check_alike(const struct virtu_data *d) {
    bool same = true;
    SAME_ROWS(guilds, 0, 5);
    SAME_ROWS(cathedrals, 0, 5);
    SAME_ROWS(indulgences, 0, 10);
    SAME_ROWS(titles, 10, 12);
    SAME_ROWS(titles, 12, 14);
    if (!same)
        return "guilds.csv, cathedrals.csv, indulgences.csv, titles.csv: copies of a tile or card must be "
               "alike";
    for (int i = 0; i < VT_TITLE_ROWS; i++)
        if (d->titles[i].owner_power != (i < 10 ? i % 5 : NONE))
            return "titles.csv: owner_power must be the power of each Doge and Duke, and of nothing else";
    return NULL;
}

static bool costs(unsigned florins, unsigned crowns, unsigned crosses) {
    return florins + crowns + crosses > 0;
}

/* Nothing is free: players with nothing are not asked. */
static const char *check_prices(const struct virtu_data *d) {
    bool all = costs(d->guilds[0].cost_F, d->guilds[0].cost_C, d->guilds[0].cost_X) &&
               costs(d->cathedrals[0].cost_F, d->cathedrals[0].cost_C, d->cathedrals[0].cost_X);
    for (int i = 0; i < VT_DIGNITARY_COUNT; i++)
        all &= costs(d->dignitaries[i].cost_F, d->dignitaries[i].cost_C, d->dignitaries[i].cost_X);
    for (int i = 0; i < VT_TITLE_ROWS; i++)
        all &= costs(d->titles[i].cost_F, d->titles[i].cost_C, d->titles[i].cost_X);
    if (!all) return "dignitaries.csv, titles.csv, guilds.csv, cathedrals.csv: everything must have a price";
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (d->alliances[i].cost_C + d->alliances[i].cost_X + d->alliances[i].cost_S +
                d->alliances[i].cost_H <
            2)
            return "alliances.csv: an alliance must cost two symbols at least";
    return NULL;
}

static const char *check_tracks(const struct virtu_data *d) {
    for (int i = 0; i < VT_PATRONAGE_SPACES; i++)
        if (d->patronage_track[i].end != (i == VT_PATRONAGE_SPACES - 1))
            return "patronage_track.csv: the last space, and only this, must be the end";
    for (int i = 0; i < VT_PAY_ROWS; i++)
        if (d->soldier_pay[i].min_soldiers != 2 * i + 1 || d->soldier_pay[i].max_soldiers != 2 * i + 2)
            return "soldier_pay.csv: the brackets must be 1-2, 3-4, 5-6, 7-8";
    for (int i = 0; i < VT_ARROW_ROWS; i++)
        if (d->palace_arrows[i].to_position != (d->palace_arrows[i].from_position + 1) % 5)
            return "palace_arrows.csv: to_position must be the chamber after from_position";
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++)
        if ((d->alliances[i].cost_X != 0) + (d->alliances[i].cost_S != 0) + (d->alliances[i].cost_H != 0) > 1)
            return "alliances.csv: an alliance costs crowns and at most one other symbol";
    for (int i = 0; i < VT_INFLUENCE_SPACES; i++)
        if (d->influence_track_2p[i].france_enters != (i <= 4) ||
            d->influence_track_2p[i].naples_enters != (i >= 2))
            return "influence_track_2p.csv: France enters the spaces 0 to 4, Naples 2 to 6";
    return NULL;
}

/* Cards with florins and war in one chamber: which gives what would have to be asked in both orders (R8.16). */
static const char *check_cards(const struct virtu_data *d) {
    bool both = false;
    for (int i = 0; i < VT_HOUSE_COUNT; i++) both |= d->house_cards[i].F && d->house_cards[i].W;
    for (int i = 0; i < VT_HOUSE_2P_COUNT; i++) both |= d->house_cards_2p[i].F && d->house_cards_2p[i].W;
    for (int i = 0; i < VT_DIGNITARY_COUNT; i++) both |= d->dignitaries[i].F && d->dignitaries[i].W;
    if (both)
        return "house_cards.csv, house_cards_2p.csv, dignitaries.csv: no card may show florins and war "
               "symbols";
    for (int i = 0; i < VT_CITY_TILE_COUNT; i++)
        if (d->city_tiles[i].W) return "city_tiles.csv: only cards and Cannons show war symbols";
    return NULL;
}

static const char *check(const void *data) {
    const struct virtu_data *d = data;
    const char *broken = check_map(d);
    if (!broken) broken = check_cards(d);
    if (!broken) broken = check_setup(d);
    if (!broken) broken = check_alike(d);
    if (!broken) broken = check_prices(d);
    if (!broken) broken = check_tracks(d);
    if (broken) return broken;
    if (d->components[VT_N_INDULGENCES].count != 10)
        return "components.csv: indulgence_cards must be the cards in indulgences.csv";
    if (d->components[VT_N_CATHEDRALS].count != VT_MAX_CATHEDRALS)
        return "components.csv: cathedral_markers must be the tiles in cathedrals.csv";
    return d->components[VT_N_AGENTS].count > 5 ? "components.csv: agents_per_colour must be at most 5"
                                                : NULL;
}

/* --- derived data -------------------------------------------------------------------------------------- */

/* R1.8, R2.2, R2.3, G2: the roads of the side in use, between cities that exist. */
static void derive_board(struct virtu_data *d, unsigned seats) {
    bool side25 = d->setup[seats - 2].board_side == 25;
    uint32_t *road = d->facts.road[seats - 2], board = 0;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) {
        bool there = side25 ? d->cities[i].side25 : d->cities[i].side34;
        if (there && !(seats == 3 && d->cities[i].star3)) board |= UINT32_C(1) << i;
    }
    for (int i = 0; i < VT_ROADS; i++) {
        unsigned a = d->roads[i].city_a, b = d->roads[i].city_b;
        if (!(side25 ? d->roads[i].side25 : d->roads[i].side34) || !(board >> a & 1) || !(board >> b & 1))
            continue;
        road[a] |= UINT32_C(1) << b;
        road[b] |= UINT32_C(1) << a;
    }
    d->facts.board[seats - 2] = board;
}

static unsigned seas_of(const struct virtu_data *d, unsigned city) {
    unsigned seas = 0;
    for (int i = 0; i < VT_SEA_COUNT; i++) seas |= (unsigned)d->cities[city].sea[i] << i;
    return seas;
}
static unsigned widen(const struct virtu_data *d, unsigned seas) {
    unsigned wide = seas;
    for (int i = 0; i < VT_SEA_LINKS; i++) {
        unsigned a = 1u << d->sea_adjacency[i].sea_a, b = 1u << d->sea_adjacency[i].sea_b;
        if (seas & a) wide |= b;
        if (seas & b) wide |= a;
    }
    return wide;
}
/* R8.13, G17: zones on the shortest chain, both ends counted. */
static void derive_seas(struct virtu_data *d) {
    for (unsigned from = 0; from < VT_CITY_COUNT; from++) {
        unsigned seas = seas_of(d, from);
        if (seas) d->facts.ports |= UINT32_C(1) << from;
        for (unsigned n = 1; seas && n <= VT_SEA_COUNT; n++, seas = widen(d, seas))
            for (unsigned to = 0; to < VT_CITY_COUNT; to++) {
                if (to == from || !(seas & seas_of(d, to))) continue;
                d->facts.reach[n - 1][from] |= UINT32_C(1) << to;
                if (!d->facts.seas[from][to]) d->facts.seas[from][to] = (uint8_t)n;
            }
    }
}

static void derive_cards(struct virtu_data *d) {
    for (unsigned i = 0; i < VT_CARD_COUNT; i++) {
        const void *row = i < VT_HOUSE_COUNT     ? (const void *)&d->house_cards[i]
                          : i < VT_K_ADVISOR     ? (const void *)&d->house_cards_2p[i - VT_K_CHARLES]
                          : i < VT_K_MACHIAVELLI ? (const void *)&d->dignitaries[i - VT_K_ADVISOR]
                                                 : (const void *)&d->patronage_bonuses[VT_B_MACHIAVELLI];
        memcpy(&d->facts.card[i], row, sizeof d->facts.card[i]);
    }
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) /* R2.3, R2.4: Rome has two tiles, the one with arms first */
        for (unsigned arms = 0; arms < 2; arms++) {
            unsigned tile = i < VT_C_ROME ? i : i > VT_C_ROME ? i + 1 : arms ? VT_C_ROME : VT_C_ROME + 1;
            memcpy(d->facts.city[arms][i], d->city_tiles[tile].symbol, VT_SYMBOL_COUNT);
        }
}

static void derive_tiles(struct virtu_data *d) {
    for (unsigned power = 0; power < VT_POWER_COUNT; power++) {
        struct virtu_price *price = d->facts.price[power];
        for (unsigned i = 0; i < VT_TITLE_COUNT; i++) {
            unsigned row = i < VT_T_REPUBLIC ? i * 5 + power : i == VT_T_REPUBLIC ? 10 : 12;
            memcpy(d->facts.tile[power][i], d->titles[row].symbol, VT_SYMBOL_COUNT);
            price[VT_I_TITLE + i] =
                (struct virtu_price){d->titles[row].cost_F, d->titles[row].cost_C, d->titles[row].cost_X};
        }
        memcpy(d->facts.tile[power][VT_T_GUILD], d->guilds[0].symbol, VT_SYMBOL_COUNT);
        memcpy(d->facts.tile[power][VT_T_CANNONS], d->patronage_bonuses[VT_B_CANNONS].symbol,
               VT_SYMBOL_COUNT);
        memcpy(d->facts.tile[power][VT_T_SPECIAL], d->special_tiles_2p[power == VT_MILAN ? 0 : 1].symbol,
               VT_SYMBOL_COUNT);
        memcpy(d->facts.tile[power][VT_T_CATHEDRAL], d->cathedrals[0].symbol, VT_SYMBOL_COUNT);
        for (unsigned i = 0; i < VT_DIGNITARY_COUNT; i++)
            price[i] = (struct virtu_price){d->dignitaries[i].cost_F, d->dignitaries[i].cost_C,
                                            d->dignitaries[i].cost_X};
        price[VT_I_GUILD] =
            (struct virtu_price){d->guilds[0].cost_F, d->guilds[0].cost_C, d->guilds[0].cost_X};
        price[VT_I_CATHEDRAL] =
            (struct virtu_price){d->cathedrals[0].cost_F, d->cathedrals[0].cost_C, d->cathedrals[0].cost_X};
    }
}

static void derive(void *data) {
    struct virtu_data *d = data;
    memset(&d->facts, 0, sizeof d->facts);
    for (unsigned seats = 2; seats <= 5; seats++) derive_board(d, seats);
    derive_seas(d);
    derive_cards(d);
    derive_tiles(d);
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (d->courtier_spaces[i].open_at_start) d->facts.dark[i / VT_EDGE_SPACES]++;
}

const struct casata_schema virtu_schema = {
    .id = "virtu",
    .data_type = "struct virtu_data",
    .header = "games/virtu/virtu_data.h",
    .n_tables = LEN(tables),
    .data_size = sizeof(struct virtu_data),
    .table = tables,
    .check = check,
    .derive = derive,
    .derived = "facts_bytes",
    .derived_offset = offsetof(struct virtu_data, facts_bytes),
    .derived_size = sizeof(struct virtu_facts),
};
