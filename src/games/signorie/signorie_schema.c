/* signorie_schema.c: the format of the tables in data/signorie and how they must agree with each other.
 * Knows the figures, not how the rules use them. */
#define SCHEMA_DATA struct signorie_data
#include "core/schema.h"
#include "games/signorie/signorie_data.h"

/* --- the tables ---------------------------------------------------------------------------------------- */

static const struct casata_column components[] = {
    KEY("component", sig_components, 0, 0, 0, NULL),
    INT(components, count_total, 0, 255),
    INT(components, count_per_player_colour, 0, 63),
    TEXT("note"),
};
static const struct casata_column setup[] = {
    KEY("key", sig_setup, 0, 0, 0, NULL),
    INT(setup, players_2, 0, 99),
    INT(setup, players_3, 0, 99),
    INT(setup, players_4, 0, 99),
    TEXT("note"),
};

static const char *const die_text[] = {SIG_COLOURS(CASATA_WORD) "white"};
static const struct casata_words dice_words = {"die", LEN(die_text), die_text};
static const char *const die_kind_text[] = {"action", "offspring"};
static const struct casata_words die_kinds = {"die_kind", LEN(die_kind_text), die_kind_text};
static const uint8_t die_column[SIG_DICE] = {1, 2, 3, 4, 5, 0};
static const struct casata_column dice[] = {
    KEY("die", dice_words, 0, 0, 0, NULL),
    KEY("kind", die_kinds, 0, SIG_COLOUR_COUNT, 0, NULL),
    INDEX("column", 0, 1, SIG_DICE, die_column),
    INT(dice, count_2p, 1, 5),
    INT(dice, count_3p, 1, 5),
    INT(dice, count_4p, 1, 5),
};
static const struct casata_column action_columns[] = {
    INDEX("column", 1, 0, 0, NULL),
    KEY("die_colour", sig_colours, 0, 0, 0, NULL),
    INT(action_columns, space_value, 0, 6),
    WORD(action_columns, signoria_action, sig_signoria),
    INT(action_columns, signoria_amount, 0, 15),
    WORD(action_columns, hire_into_colour, sig_colours),
    INT(action_columns, hire_cost, 0, 15),
};
static const struct casata_column helper_spaces[] = {
    KEY("id", sig_helpers, 0, 0, 0, NULL),
    INDEX("column", 1, 3, 0, NULL),
    {"colour", CASATA_COL_KEY, 1, AT(helper_spaces, colour), 0, 0, &sig_colours, 3, 0, NULL},
    INDEX("position", 1, 1, 3, NULL),
    WORD(helper_spaces, effect, sig_helper_effects),
    INT(helper_spaces, amount, 0, 15),
    WORD_OR_NONE(helper_spaces, track, sig_tracks),
    WORD_OR_NONE(helper_spaces, row_rule, sig_row_rules),
    LATER_INT(helper_spaces, hire_cost, 0, 15),
};
static const struct casata_column portraits[] = {
    INDEX("index", 0, 0, 0, NULL),
    KEY("who", sig_portraits, 0, 0, 0, NULL),
    INT(portraits, married_at_start, 0, 1),
    INT(portraits, wedding_vp, 0, 15),
};
static const struct casata_column houses[] = {
    INDEX("house", 0, 0, 0, NULL),
    KEY("name", sig_houses, 0, 0, 0, NULL),
    TEXT("ui_colour"),
};
static const uint8_t plan_row[SIG_PLAN_SLOTS] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
static const uint8_t plan_slot[SIG_PLAN_SLOTS] = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6};
static const struct casata_column plan_rows[] = {
    KEY("board", sig_boards, 0, SIG_PLAN_SLOTS, 0, NULL),
    KEY("row", sig_rows, 0, 1, SIG_PLAN_SLOTS, plan_row),
    INDEX("slot", 0, 1, SIG_PLAN_SLOTS, plan_slot),
    INT(plan_rows, house, 0, SIG_HOUSE_COUNT - 1),
    NAME("house_name", sig_houses),
};
static const struct casata_column career_tracks[] = {
    KEY("track", sig_tracks, SIG_POLITICS, SIG_CAREER_SPACES, 0, NULL),
    INDEX("space", 1, 1, SIG_CAREER_SPACES, NULL),
    INT(career_tracks, vp, 0, 30),
    INT(career_tracks, rank, 1, 6),
    WORD(career_tracks, bonus, sig_bonuses),
    INT(career_tracks, bonus_amount, 0, 15),
};
static const struct casata_column initiative_track[] = {
    INDEX("space", 0, 0, 0, NULL),
    INT(initiative_track, vp, 0, 30),
};
static const struct casata_column cities[] = {
    INDEX("city", 0, 0, 0, NULL),
    KEY("name", sig_cities, 0, 0, 0, NULL),
};
static const struct casata_column city_spaces[] = {
    INDEX("city", 0, SIG_CITY_SPACES, 0, NULL),
    INDEX("space", 0, 1, SIG_CITY_SPACES, NULL),
    INT(city_spaces, value, 1, 4),
};
static const struct casata_column alliance_tiles[] = {
    INDEX("id", 0, 0, 0, NULL),
    INT(alliance_tiles, house, 0, SIG_HOUSE_COUNT - 1),
    NAME("house_name", sig_houses),
    INT(alliance_tiles, vp_front, 1, SIG_MAX_TILE_VP),
    INT(alliance_tiles, vp_back, 0, SIG_MAX_TILE_VP),
};
static const struct casata_column task_spaces[] = {
    INDEX("space", 0, 0, 0, NULL),
    KEY("colour", sig_colours, 0, 2, 0, NULL),
    KEY("row", sig_task_rows, 0, 1, 2, NULL),
    WORD(task_spaces, pawn_gender, sig_genders),
};
static const uint8_t task_effect[SIG_TASK_COUNT] = {
    SIG_TE_TRACK,     SIG_TE_TRACK,    SIG_TE_TRACK,   SIG_TE_TRACK,   SIG_TE_TILE,
    SIG_TE_THRESHOLD, SIG_TE_MARRIAGE, SIG_TE_MISSION, SIG_TE_FLORINS, SIG_TE_PAWN};
static const uint8_t task_track[SIG_TASK_COUNT] = {
    SIG_POLITICS, SIG_CHURCH, SIG_MILITARY, SIG_INITIATIVE, NONE, NONE, NONE, NONE, NONE, NONE};
static const struct casata_column task_tiles[] = {
    INDEX("id", 0, 0, 0, NULL),
    TEXT("name"),
    INT(task_tiles, min_pawns, 1, 3),
    INT(task_tiles, max_pawns, 1, 3),
    FIXED(task_tiles, effect, sig_task_effects, task_effect),
    INT(task_tiles, per_pawn, 0, 5),
    WORD_OR_NONE(task_tiles, track, sig_tracks),
    INT(task_tiles, usable_by_any_task_helper, 0, 1),
};
static const uint8_t reward_kind[SIG_REWARD_COUNT] = {
    [SIG_RW_VP_HELPER] = SIG_RK_VP, SIG_RK_VP, SIG_RK_VP, SIG_RK_VP, SIG_RK_VP};
static const uint8_t reward_effect[SIG_REWARD_COUNT] = {
    SIG_RE_MISSION,     SIG_RE_MARRIAGE,    SIG_RE_PAWNS,       SIG_RE_PAWNS,      SIG_RE_TRACK,
    SIG_RE_TRACK,       SIG_RE_TILE,        SIG_RE_HELPER,      SIG_RE_DIE,        SIG_RE_VP_PER_HELPER,
    SIG_RE_VP_PER_CITY, SIG_RE_VP_PER_CITY, SIG_RE_VP_PER_PAWN, SIG_RE_VP_PER_PAWN};
static const uint8_t reward_target[SIG_REWARD_COUNT] = {NONE,
                                                        NONE,
                                                        SIG_TARGET_MAN,
                                                        SIG_TARGET_WOMAN,
                                                        SIG_TARGET_CAREERS,
                                                        SIG_TARGET_INITIATIVE,
                                                        SIG_TARGET_ANY_ROW,
                                                        SIG_TARGET_ANY_COLUMN,
                                                        NONE,
                                                        NONE,
                                                        SIG_TARGET_MAN,
                                                        SIG_TARGET_WOMAN,
                                                        SIG_TARGET_MAN,
                                                        SIG_TARGET_WOMAN};
static const struct casata_column reward_tiles[] = {
    INDEX("id", 0, 0, 0, NULL),
    FIXED(reward_tiles, kind, sig_reward_kinds, reward_kind),
    TEXT("name"),
    FIXED(reward_tiles, effect, sig_reward_effects, reward_effect),
    INT(reward_tiles, amount, 1, 15),
    WORD_OR_NONE(reward_tiles, target, sig_targets),
};
static const struct casata_column round_rewards[] = {
    INDEX("round", 1, 0, 0, NULL),
    WORD(round_rewards, tile_kind, sig_reward_kinds),
    INT(round_rewards, alternative_florins, 0, 15),
    INT(round_rewards, wedding, 0, 1),
    INT(round_rewards, extra_florins, 0, 15),
    INT(round_rewards, buy_vp_cost, 0, 15),
    INT(round_rewards, buy_vp_gain, 0, 15),
};

static const struct casata_csv_table tables[] = {
    TABLE(components),
    TABLE(setup),
    TABLE(dice),
    TABLE(action_columns),
    TABLE(helper_spaces),
    TABLE(portraits),
    TABLE(plan_rows),
    GROUPED(career_tracks, SIG_CAREER_SPACES, 4),
    GROUPED(initiative_track, SIG_INITIATIVE_SPACES, 4),
    TABLE(city_spaces),
    TABLE(alliance_tiles),
    TABLE(task_spaces),
    TABLE(task_tiles),
    TABLE(reward_tiles),
    TABLE(round_rewards),
    LABELS(houses, SIG_HOUSE_COUNT),
    LABELS(cities, SIG_CITY_COUNT),
};

/* --- consistency between the tables -------------------------------------------------------------------- */

enum { MIN_SEATS = 2, MAX_SEATS = 4 };

static int setup_of(const struct signorie_data *d, int key, int seats) {
    return seats == 2   ? d->setup[key].players_2
           : seats == 3 ? d->setup[key].players_3
                        : d->setup[key].players_4;
}

static int dice_of(const struct signorie_data *d, int die, int seats) {
    return seats == 2 ? d->dice[die].count_2p : seats == 3 ? d->dice[die].count_3p : d->dice[die].count_4p;
}

static int tiles_of(const struct signorie_data *d, int house) {
    int n = 0;
    for (int i = 0; i < SIG_TILES; i++) n += d->alliance_tiles[i].house == house;
    return n;
}

static int reward_tiles_of(const struct signorie_data *d, int kind) {
    int n = 0;
    for (int i = 0; i < SIG_REWARD_COUNT; i++) n += d->reward_tiles[i].kind == kind;
    return n;
}

static int rounds_of(const struct signorie_data *d, int kind) {
    int n = 0;
    for (int i = 0; i < SIG_ROUND_COUNT; i++) n += d->round_rewards[i].tile_kind == kind;
    return n;
}

static const char *check_box(const struct signorie_data *d) {
    int total[SIG_COMPONENT_COUNT], each[SIG_COMPONENT_COUNT];
    for (int i = 0; i < SIG_COMPONENT_COUNT; i++) {
        total[i] = d->components[i].count_total;
        each[i] = d->components[i].count_per_player_colour;
        if (each[i] && total[i] != each[i] * SIG_BOARD_COUNT)
            return "components.csv: count_total must be count_per_player_colour for each of the player "
                   "boards";
    }
    if (total[SIG_C_PLAYER_BOARD] != SIG_BOARD_COUNT || each[SIG_C_PLAYER_BOARD] != 1)
        return "components.csv: player_board must be one for each board of plan_rows.csv";
    if (!each[SIG_C_MAN] || !each[SIG_C_WOMAN])
        return "components.csv: every player colour needs men and women";
    if (total[SIG_C_REWARD] != SIG_REWARD_COUNT)
        return "components.csv: reward_tile must be the number of tiles in reward_tiles.csv";
    if (total[SIG_C_ALLIANCE] != SIG_TILES)
        return "components.csv: alliance_tile must be the number of tiles in alliance_tiles.csv";
    if (total[SIG_C_TASK] != SIG_TASK_COUNT)
        return "components.csv: task_tile must be the number of tiles in task_tiles.csv";
    if (total[SIG_C_BRIDE] < (SIG_PORTRAIT_COUNT - 1) * SIG_BOARD_COUNT)
        return "components.csv: bride must be enough for the sons of all player boards";
    if (total[SIG_C_HELPER] < SIG_HELPER_COUNT)
        return "components.csv: helper must be enough for one player board";
    if (total[SIG_C_HELPER] > SIG_HELPER_COUNT * SIG_BOARD_COUNT)
        return "components.csv: helper is more than all helper spaces together";
    return NULL;
}

static const char *check_dice(const struct signorie_data *d) {
    for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++) {
        int per_colour = setup_of(d, SIG_DICE_PER_COLOUR, seats);
        for (int c = 0; c < SIG_COLOUR_COUNT; c++)
            if (dice_of(d, c, seats) != per_colour)
                return "dice.csv: the count of an action die differs from action_dice_per_colour in "
                       "setup.csv";
        if (dice_of(d, SIG_COLOUR_COUNT, seats) != setup_of(d, SIG_OFFSPRING_DICE, seats))
            return "dice.csv: the count of the white die differs from offspring_dice in setup.csv";
        if (per_colour < seats || per_colour > 4)
            return "setup.csv: action_dice_per_colour must be at least the number of players and at most 4";
        if (per_colour * SIG_COLOUR_COUNT > d->components[SIG_C_ACTION_DIE].count_total)
            return "setup.csv: action_dice_per_colour uses more dice than action_die in components.csv";
        if (setup_of(d, SIG_OFFSPRING_DICE, seats) > d->components[SIG_C_OFFSPRING].count_total)
            return "setup.csv: offspring_dice is more than offspring_die in components.csv";
        if (setup_of(d, SIG_OFFSPRING_DICE, seats) != SIG_PORTRAIT_COUNT)
            return "setup.csv: offspring_dice must be one for each portrait in portraits.csv";
        int most = setup_of(d, SIG_MAX_DICE, seats);
        if (most < 1 || most >= SIG_COLOUR_COUNT)
            return "setup.csv: max_dice_per_round must be at least 1 and less than the number of colours";
    }
    return NULL;
}

static const char *check_players(const struct signorie_data *d) {
    for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++) {
        if (setup_of(d, SIG_CITIES_IN_PLAY, seats) + 2 < SIG_CITY_COUNT ||
            setup_of(d, SIG_CITIES_IN_PLAY, seats) > SIG_CITY_COUNT)
            return "setup.csv: cities_in_play must leave out at most 2 of the cities in cities.csv";
        if (setup_of(d, SIG_MEN_RESERVE, seats) + setup_of(d, SIG_MEN_SUPPLY, seats) !=
            d->components[SIG_C_MAN].count_per_player_colour)
            return "setup.csv: start_men_personal and start_men_general must add up to man_pawn in "
                   "components.csv";
        if (setup_of(d, SIG_WOMEN_RESERVE, seats) + setup_of(d, SIG_WOMEN_SUPPLY, seats) !=
            d->components[SIG_C_WOMAN].count_per_player_colour)
            return "setup.csv: start_women_personal and start_women_general must add up to woman_pawn in "
                   "components.csv";
        if (setup_of(d, SIG_START_FLORINS, seats) > 30) return "setup.csv: start_florins must be at most 30";
        for (int place = 0; place < MAX_SEATS; place++) {
            int extra = setup_of(d, SIG_EXTRA_1ST + place, seats);
            if (extra > 15) return "setup.csv: the extra florins must be at most 15";
            if (extra && place >= seats)
                return "setup.csv: extra florins for a player who does not take part";
        }
        if (setup_of(d, SIG_START_INITIATIVE, seats) != 0)
            return "setup.csv: start_initiative_space must be the bottom space, 0";
    }
    return NULL;
}

static const char *check_tiles(const struct signorie_data *d) {
    for (int h = 0; h < SIG_HOUSE_COUNT; h++)
        if (tiles_of(d, h) != SIG_TILES / SIG_HOUSE_COUNT)
            return "alliance_tiles.csv: column house must give each house the same number of tiles, 9";
    for (int i = 1; i < SIG_TILES; i++)
        if (d->alliance_tiles[i].vp_back != d->alliance_tiles[0].vp_back)
            return "alliance_tiles.csv: vp_back must be the same for all tiles: backs look alike";
    for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++) {
        int removed = setup_of(d, SIG_TILES_REMOVED, seats);
        if (removed >= SIG_TILES / SIG_HOUSE_COUNT)
            return "setup.csv: alliance_tiles_removed_per_house must leave tiles of each house";
        if (setup_of(d, SIG_TILES_IN_STACK, seats) != SIG_TILES - SIG_HOUSE_COUNT * removed)
            return "setup.csv: alliance_tiles_in_stack must be 54 less alliance_tiles_removed_per_house for "
                   "each "
                   "house";
        if (setup_of(d, SIG_TILES_IN_STACK, seats) < 2 * setup_of(d, SIG_CITIES_IN_PLAY, seats))
            return "setup.csv: alliance_tiles_in_stack must be enough for two tiles in each city";
    }
    return NULL;
}

/* R11.1 */
static const char *check_plan(const struct signorie_data *d) {
    for (int slot = 0; slot < SIG_BOARD_COUNT * SIG_PLAN_SLOTS; slot += SIG_PLAN_SLOTS) {
        for (int row = 0; row < SIG_ROW_COUNT; row++) {
            int shields[SIG_HOUSE_COUNT] = {0}, singles = 0, doubles = 0;
            for (int i = 0; i < SIG_PLAN_SLOTS; i++)
                if (plan_row[i] == row) shields[d->plan_rows[slot + i].house]++;
            for (int h = 0; h < SIG_HOUSE_COUNT; h++) {
                singles += shields[h] == 1;
                doubles += shields[h] == 2;
            }
            if (row == SIG_ROW_MARRIAGE && singles != SIG_HOUSE_COUNT)
                return "plan_rows.csv: column house must show each house once in a marriage row";
            if (row != SIG_ROW_MARRIAGE && (doubles != 1 || singles != 2))
                return "plan_rows.csv: column house must show two of one house and one each of two others in "
                       "a "
                       "career row";
        }
    }
    return NULL;
}

/* Highest spaces: rows that an edition leaves out stay 0. */
static int career_top(const struct signorie_data *d, int career) {
    int top = 0;
    while (top < SIG_CAREER_SPACES && d->career_tracks[career * SIG_CAREER_SPACES + top].rank) top++;
    return top;
}
static int initiative_top(const struct signorie_data *d) {
    int top = SIG_INITIATIVE_SPACES - 1;
    while (top > 0 && !d->initiative_track[top].vp) top--;
    return top;
}
static void derive(void *data) {
    struct signorie_data *d = data;
    d->derived[SIG_TOP_CAREER] = (uint8_t)career_top(d, 0);
    d->derived[SIG_TOP_INITIATIVE] = (uint8_t)initiative_top(d);
    d->derived[SIG_PRICES_PRINTED] = 0;
    for (int i = 0; i < SIG_HELPER_COUNT; i++)
        if (d->helper_spaces[i].hire_cost != NONE) d->derived[SIG_PRICES_PRINTED] = 1;
}

static const char *check_tracks(const struct signorie_data *d) {
    int highest_rank = 0;
    for (int career = 1; career < SIG_CAREER_COUNT; career++)
        if (career_top(d, career) != career_top(d, 0))
            return "career_tracks.csv: the three tracks must have the same number of spaces";
    for (int i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++) {
        if (i % SIG_CAREER_SPACES >= career_top(d, 0)) continue;
        bool bottom = i % SIG_CAREER_SPACES == 0;
        if (!bottom && d->career_tracks[i].vp < d->career_tracks[i - 1].vp)
            return "career_tracks.csv: vp must not fall from a space to the next";
        if (!bottom && d->career_tracks[i].rank < d->career_tracks[i - 1].rank)
            return "career_tracks.csv: rank must not fall from a space to the next";
        if ((d->career_tracks[i].bonus == SIG_BONUS_NONE) != (d->career_tracks[i].bonus_amount == 0))
            return "career_tracks.csv: bonus_amount must be 0 exactly where bonus is NONE";
        if (bottom && d->career_tracks[i].bonus != SIG_BONUS_NONE)
            return "career_tracks.csv: the first space must have no bonus";
        if (d->career_tracks[i].rank > highest_rank) highest_rank = d->career_tracks[i].rank;
    }
    if (initiative_top(d) < 1) return "initiative_track.csv: vp of the top space must be at least 1";
    for (int i = 1; i <= initiative_top(d); i++)
        if (d->initiative_track[i].vp < d->initiative_track[i - 1].vp)
            return "initiative_track.csv: vp must not fall from a space to the next";
    for (int i = 0; i < SIG_CITY_COUNT * SIG_CITY_SPACES; i++) {
        if (i % SIG_CITY_SPACES && d->city_spaces[i].value < d->city_spaces[i - 1].value)
            return "city_spaces.csv: value must not fall within a city";
        if (d->city_spaces[i].value > highest_rank)
            return "city_spaces.csv: value is above the highest rank of career_tracks.csv";
    }
    return NULL;
}

/* R6.2: which column hires into which is a figure; that each is hired into once is the form. */
static const char *check_columns(const struct signorie_data *d) {
    unsigned hired = 0, done = 0;
    for (int c = 0; c < SIG_COLOUR_COUNT; c++) {
        hired |= 1u << d->action_columns[c].hire_into_colour;
        done |= 1u << d->action_columns[c].signoria_action;
        if (d->action_columns[c].hire_into_colour == c)
            return "action_columns.csv: hire_into_colour must be another column";
        int action = d->action_columns[c].signoria_action, amount = d->action_columns[c].signoria_amount;
        if (action == SIG_DO_OFFSPRING && amount != 0)
            return "action_columns.csv: signoria_amount of OFFSPRING must be 0: the married men decide";
        if ((action == SIG_DO_MARRIAGE || action == SIG_DO_MISSION) && amount != 1)
            return "action_columns.csv: signoria_amount of MARRIAGE and MISSION must be 1";
        if ((action == SIG_DO_FLORINS || action == SIG_DO_TRACKS) && amount == 0)
            return "action_columns.csv: signoria_amount of FLORINS and TRACKS must be at least 1";
        /* G2: the column of FLORINS keeps a player who has not used it from being stuck */
        if (action == SIG_DO_FLORINS && d->action_columns[c].space_value > 1)
            return "action_columns.csv: space_value of the FLORINS column must be at most 1";
    }
    if (hired != (1u << SIG_COLOUR_COUNT) - 1)
        return "action_columns.csv: hire_into_colour must name each colour once";
    if (done != (1u << SIG_COLOUR_COUNT) - 1)
        return "action_columns.csv: signoria_action must name each action once";
    return NULL;
}

static const char *check_helpers(const struct signorie_data *d) {
    for (int i = 0; i < SIG_HELPER_COUNT; i++) {
        int effect = d->helper_spaces[i].effect, amount = d->helper_spaces[i].amount;
        int track = d->helper_spaces[i].track, row_rule = d->helper_spaces[i].row_rule;
        if (d->helper_spaces[i].colour != i / 3) return "helper_spaces.csv: colour must be that of the id";
        bool die = effect == SIG_H_TRACK_DIE, points = effect == SIG_H_TRACK_POINTS;
        if ((die || points) != (track != NONE))
            return "helper_spaces.csv: track must be given exactly for TRACK_DIE and TRACK_POINTS";
        if (die != (amount == 0)) return "helper_spaces.csv: amount must be 0 exactly for TRACK_DIE";
        int rule = effect == SIG_H_MARRIAGE  ? SIG_TO_MARRIAGE
                   : effect == SIG_H_MISSION ? SIG_TO_CAREER
                   : effect == SIG_H_TILE    ? SIG_TO_ANY
                                             : NONE;
        if (row_rule != rule)
            return "helper_spaces.csv: row_rule must be MARRIAGE for MARRIAGE_FACEDOWN, CAREER_OF_MAN for "
                   "MISSION_FACEDOWN, ANY for FACEDOWN_TILE and empty for the others";
        bool once =
            rule != NONE || effect == SIG_H_OFFSPRING || effect == SIG_H_PAWN || effect == SIG_H_ANY_TASK;
        if (once && amount != 1)
            return "helper_spaces.csv: amount must be 1 for tiles, marriages, missions, pawns and tasks";
    }
    return NULL;
}

static const char *check_portraits(const struct signorie_data *d) {
    for (int i = 0; i < SIG_PORTRAIT_COUNT; i++)
        if (d->portraits[i].married_at_start != (i == SIG_SIGNORE))
            return "portraits.csv: married_at_start must be 1 for the signore alone";
    if (d->portraits[SIG_SIGNORE].wedding_vp) return "portraits.csv: wedding_vp of the signore must be 0";
    return NULL;
}

static const char *check_tasks(const struct signorie_data *d) {
    for (int i = 0; i < SIG_TASK_SPACE_COUNT; i += 2)
        if (d->task_spaces[i].pawn_gender == d->task_spaces[i + 1].pawn_gender)
            return "task_spaces.csv: pawn_gender must differ between the two spaces of a colour";
    for (int i = 0; i < SIG_TASK_COUNT; i++) {
        int low = d->task_tiles[i].min_pawns, high = d->task_tiles[i].max_pawns,
            effect = d->task_tiles[i].effect;
        if (low > high) return "task_tiles.csv: min_pawns is more than max_pawns";
        if (low != high && low != 1) return "task_tiles.csv: min_pawns must be 1 or equal to max_pawns";
        if (effect != task_effect[i] || d->task_tiles[i].track != task_track[i])
            return "task_tiles.csv: effect and track must be those of the tile's name";
        bool act = effect == SIG_TE_MARRIAGE || effect == SIG_TE_MISSION;
        if (act != (d->task_tiles[i].per_pawn == 0))
            return "task_tiles.csv: per_pawn must be 0 exactly for MARRIAGE and MISSION";
        if (act && low != high) return "task_tiles.csv: MARRIAGE and MISSION need a fixed number of pawns";
        if (effect == SIG_TE_TILE && (high != 1 || d->task_tiles[i].per_pawn != 1))
            return "task_tiles.csv: FACEDOWN_TILE is one tile for one pawn";
        if (effect == SIG_TE_PAWN && d->task_tiles[i].per_pawn != 1)
            return "task_tiles.csv: PAWN_CHOICE is one pawn for one pawn";
        if (d->task_tiles[i].usable_by_any_task_helper != (low == 1))
            return "task_tiles.csv: usable_by_any_task_helper must be 1 exactly where one pawn is enough";
    }
    return NULL;
}

/* R13.6, G18: the threshold goes up in steps of the threshold tile and ends after 3 of them at most. */
static const char *check_threshold(const struct signorie_data *d) {
    int step = d->task_tiles[SIG_T_THRESHOLD].per_pawn, most = d->task_tiles[SIG_T_THRESHOLD].max_pawns;
    for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++) {
        int room = setup_of(d, SIG_MAX_THRESHOLD, seats) - setup_of(d, SIG_BASE_THRESHOLD, seats);
        if (room < 0 || room % step)
            return "setup.csv: max_threshold must be base_threshold and some steps of the threshold tile's "
                   "per_pawn";
        if (room / step > most)
            return "setup.csv: max_threshold needs more pawns than max_pawns of the threshold tile";
    }
    return NULL;
}

static const char *check_rewards(const struct signorie_data *d) {
    for (int i = 0; i < SIG_REWARD_COUNT; i++) {
        int effect = d->reward_tiles[i].effect;
        if (d->reward_tiles[i].kind != reward_kind[i] || effect != reward_effect[i] ||
            d->reward_tiles[i].target != reward_target[i])
            return "reward_tiles.csv: kind, effect and target must be those of the tile's name";
        bool once = effect == SIG_RE_MISSION || effect == SIG_RE_MARRIAGE || effect == SIG_RE_TILE ||
                    effect == SIG_RE_HELPER || effect == SIG_RE_DIE;
        if (once && d->reward_tiles[i].amount != 1)
            return "reward_tiles.csv: amount must be 1 for a mission, marriage, tile, helper or die";
    }
    return NULL;
}

static const char *check_rounds(const struct signorie_data *d) {
    for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++) {
        int bonus = setup_of(d, SIG_BONUS_TILES, seats), vp = setup_of(d, SIG_VP_TILES, seats);
        if (setup_of(d, SIG_ROUNDS, seats) != SIG_ROUND_COUNT)
            return "setup.csv: rounds must be the number of rows in round_rewards.csv";
        if (bonus != rounds_of(d, SIG_RK_BONUS) || vp != rounds_of(d, SIG_RK_VP))
            return "setup.csv: reward_bonus_tiles_used and reward_vp_tiles_used must be the rounds of that "
                   "tile_kind "
                   "in round_rewards.csv";
        if (bonus > reward_tiles_of(d, SIG_RK_BONUS) || vp > reward_tiles_of(d, SIG_RK_VP))
            return "setup.csv: more reward tiles used than reward_tiles.csv has of that kind";
    }
    for (int i = 0; i < SIG_ROUND_COUNT; i++) {
        bool vp = d->round_rewards[i].tile_kind == SIG_RK_VP;
        if (i && !vp && d->round_rewards[i - 1].tile_kind == SIG_RK_VP)
            return "round_rewards.csv: tile_kind must be bonus first and vp after it";
        if (vp && (d->round_rewards[i].alternative_florins || d->round_rewards[i].wedding ||
                   d->round_rewards[i].extra_florins))
            return "round_rewards.csv: a vp round has no alternative_florins, wedding or extra_florins";
        if (!vp && (d->round_rewards[i].buy_vp_cost || d->round_rewards[i].buy_vp_gain))
            return "round_rewards.csv: a bonus round has no buy_vp_cost and buy_vp_gain";
        if (!d->round_rewards[i].buy_vp_cost && d->round_rewards[i].buy_vp_gain)
            return "round_rewards.csv: buy_vp_gain without buy_vp_cost";
    }
    return NULL;
}

static const char *check(const void *data) {
    static const char *(*const checks[])(const struct signorie_data *) = {
        check_box,       check_dice,    check_players, check_tiles,     check_plan,
        check_tracks,    check_columns, check_helpers, check_portraits, check_tasks,
        check_threshold, check_rewards, check_rounds,
    };
    for (size_t i = 0; i < LEN(checks); i++) {
        const char *mistake = checks[i](data);
        if (mistake) return mistake;
    }
    return NULL;
}

const struct casata_schema signorie_schema = {
    .id = "signorie",
    .data_type = "struct signorie_data",
    .header = "games/signorie/signorie_data.h",
    .n_tables = LEN(tables),
    .data_size = sizeof(struct signorie_data),
    .table = tables,
    .check = check,
    .derive = derive,
    .derived = "derived",
    .derived_offset = offsetof(struct signorie_data, derived),
    .derived_size = sizeof(((struct signorie_data *)0)->derived),
};
