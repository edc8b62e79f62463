/* virtu_data.h: the figures of Virtù as the rules read them. One member for each table in data/virtu, one field
 * for each column that the rules use; field names are column names. */
#ifndef VIRTU_DATA_H
#define VIRTU_DATA_H

#include "games/virtu/virtu_words.h"

/* Symbols of a card or tile, ORDER symbol. */
#define VT_SYMBOL_FIELDS                    \
    union {                                 \
        struct {                            \
            uint8_t F, C, X, H, S, M, W, A; \
        };                                  \
        uint8_t symbol[VT_SYMBOL_COUNT];    \
    }
/* The part that all cards share; the rows of dignitaries and bonuses begin with it. */
struct virtu_card {
    VT_SYMBOL_FIELDS;
    uint8_t action, war_cost, agent, pp;
};
struct virtu_price {
    uint8_t cost_F, cost_C, cost_X;
};
enum {
    VT_PATRONAGE_SPACES = 6,
    VT_CITY_TRACK = 9,
    VT_CITY_TRACK_2P = 10,
    VT_INFLUENCE_SPACES = 7,
    VT_ROADS = 43,
    VT_SEA_LINKS = 5,
    VT_PALACE_ROWS = 35,
    VT_ARROW_ROWS = 14,
    VT_TITLE_ROWS = 14,
    VT_REWARD_ROWS = 14,
    VT_PAY_ROWS = 4,
};
/* Derived from the tables (virtu_schema.c). */
struct virtu_facts {
    uint32_t road[4]
                 [VT_CITY_COUNT]; /* with 2, 3, 4, 5 players: cities linked by road (R1.8, R2.2, R2.3, G2) */
    uint32_t board[4];            /* cities that exist */
    uint32_t ports;
    uint32_t reach[VT_SEA_COUNT][VT_CITY_COUNT];     /* other ports within 1, 2 ... seas (R8.13) */
    uint8_t seas[VT_CITY_COUNT][VT_CITY_COUNT];      /* seas crossed; 0: no way */
    struct virtu_card card[VT_CARD_COUNT];           /* of all four tables */
    uint8_t city[2][VT_CITY_COUNT][VT_SYMBOL_COUNT]; /* symbols of the city tiles; [1]: Rome with its arms */
    uint8_t tile[VT_POWER_COUNT][VT_TILE_COUNT][VT_SYMBOL_COUNT];
    struct virtu_price price[VT_POWER_COUNT][VT_ITEM_COUNT];
    uint8_t dark[2]; /* courtier spaces of each edge that are open at the start */
};
struct virtu_data {
    struct {
        uint8_t capital, home2, start_agents, max_agents, max_soldiers, control_markers;
        union {
            struct {
                uint8_t in_2p, in_3p, in_4p, in_5p;
            };
            uint8_t in[4]; /* the same by 2 to 5 players */
        };
    } powers[VT_POWER_COUNT];
    struct {
        uint8_t value;
        union {
            struct {
                uint8_t LIG, TYR, AFR, ION, ADR;
            };
            uint8_t sea[VT_SEA_COUNT]; /* ORDER sea */
        };
        uint8_t port, pirate, star3, side34, side25, home;
    } cities[VT_CITY_COUNT];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t arms, p2, p3, p4, p5;
    } city_tiles[VT_CITY_TILE_COUNT];
    struct {
        uint8_t city_a, city_b, side34, side25;
    } roads[VT_ROADS];
    struct {
        uint8_t sea_a, sea_b;
    } sea_adjacency[VT_SEA_LINKS];
    struct {
        uint8_t action, symbol, symbol_count;
    } palaces[VT_PALACE_ROWS]; /* power * 5 + position; then Milan and Naples for two */
    struct {
        uint8_t from_position, to_position;
    } palace_arrows[VT_ARROW_ROWS]; /* power * 2 + (right, left); then Milan and Naples for two */
    struct {
        uint8_t open_at_start;
    } courtier_spaces[VT_SPACE_COUNT];
    struct virtu_card house_cards[VT_HOUSE_COUNT];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t action, war_cost, agent, pp;
        uint8_t owner;
    } house_cards_2p[VT_HOUSE_2P_COUNT];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t action, war_cost, agent, pp;
        uint8_t copies, cost_F, cost_C, cost_X, limit1;
    } dignitaries[VT_DIGNITARY_COUNT];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t owner_power, cost_F, cost_C, cost_X, courtier_slots, limit1, pp, excludes;
    } titles[VT_TITLE_ROWS]; /* Doge of each power, Duke of each power, Republic twice, Monarchy twice */
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t cost_F, cost_C, cost_X, limit1, pp;
    } guilds[5];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t cost_F, cost_C, cost_X, min_city_value, pp;
    } cathedrals[5];
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t action, war_cost, agent, pp;
        uint8_t type, courtier_slots, final_crosses, war_plus;
    } patronage_bonuses[VT_BONUS_COUNT];
    struct {
        uint8_t cost_F, cost_CX, pp, bonus, end;
    } patronage_track[VT_PATRONAGE_SPACES];
    struct {
        uint8_t pp, extra_courtier, end;
    } city_track[VT_CITY_TRACK];
    struct {
        uint8_t pp, extra_courtier, end;
    } city_track_2p[VT_CITY_TRACK_2P];
    struct {
        uint8_t cost_C, cost_X, cost_S, cost_H, bonus, bonus_n, pp;
    } alliances[VT_ALLIANCE_COUNT];
    struct {
        uint8_t gain_C, gain_F, remove_X, remove_C, penalty;
    } indulgences[10];
    struct {
        uint8_t pp;
    } religious_rewards[VT_REWARD_ROWS]; /* 3, 4, 5, then 2 players, by rank */
    struct {
        uint8_t min_soldiers, max_soldiers, florins;
    } soldier_pay[VT_PAY_ROWS];
    struct {
        uint8_t board_side, cities_on_board, forbidden_cities, neutral_cities, city_tiles_boxed, rome_tile;
    } setup[4]; /* 2, 3, 4, 5 players */
    struct {
        uint8_t soldiers_capital, soldiers_home2, max_soldiers, agents, florins;
    } setup_2p[2]; /* France (Milan), Naples */
    struct {
        VT_SYMBOL_FIELDS;
        uint8_t owner;
    } special_tiles_2p[2];
    struct {
        uint8_t capital, dependency, start_space, garrison_capital, garrison_dependency;
    } major_cities_2p[VT_MAJOR_COUNT];
    struct {
        uint8_t france_enters, cost_CX_france, cost_F_france, naples_enters, cost_CX_naples, cost_F_naples;
    } influence_track_2p[VT_INFLUENCE_SPACES]; /* -3 (France) to +3 (Naples) */
    struct {
        uint8_t count, hard_limit;
    } components[VT_COMPONENT_COUNT];
    union {
        struct virtu_facts facts;
        uint8_t facts_bytes[sizeof(struct virtu_facts)];
    };
};
_Static_assert(sizeof(struct virtu_facts) % 4 == 0, "no padding");
extern const struct virtu_data virtu_builtin;   /* generated from data/virtu */
extern const struct casata_older virtu_older[]; /* from data/virtu/editions */
extern const struct casata_schema virtu_schema;

#endif
