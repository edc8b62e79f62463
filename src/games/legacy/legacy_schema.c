/* legacy_schema.c: the format of the tables in data/legacy and how they must agree with each other.
 * Knows the figures, not how the rules use them. */
#define SCHEMA_DATA struct legacy_data
#include "core/schema.h"
#include "games/legacy/legacy.h"

/* --- the tables -------------------------------------------------------------------------------------- */

static const struct casata_column friends[] = {
    KEY("name", leg_friends, 0, 0, 0, NULL),
    WORD(friends, sex, leg_sexes),
    WORD(friends, nationality, leg_nations),
    WORD(friends, profession, leg_profs),
    INT(friends, gold, -15, 15),
    INT(friends, income, 0, 9),
    INT(friends, cards, 0, 5),
    INT(friends, prestige, -9, 9),
    WORD_OR_NONE(friends, when, leg_whens),
    WORD(friends, eff, leg_effects),
    WORD_OR_NONE(friends, a, leg_whats),
    INT(friends, n, 0, 9),
    WORD_OR_NONE(friends, b, leg_whats),
    INT(friends, m, 0, 9),
    INT(friends, limit, 0, 9),
    WORD_OR_NONE(friends, cond, leg_conds),
    WORD_OR_NONE(friends, cond_arg, leg_attributes),
    INT(friends, cond_n, 0, 20),
    INT(friends, std_solo, 0, 1),
    INT(friends, testament, 0, 1),
    TEXT("role"),
};
static const uint8_t child_kind[LEG_TRAIT_COUNT] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2};
static const struct casata_column children[] = {
    KEY("trait", leg_traits, 0, 0, 0, NULL),
    FIXED(children, kind, leg_child_kinds, child_kind),
    INT(children, count, 1, 60),
    WORD_OR_NONE(children, when, leg_whens),
    WORD(children, eff, leg_effects),
    WORD_OR_NONE(children, a, leg_whats),
    INT(children, n, 0, 9),
};
static const uint8_t by_three[9] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
#define GRANT(table, list)                                                                                 \
    {                                                                                                      \
        KEY("name", list, 0, 0, 0, NULL),                                                                  \
            {"gen", CASATA_COL_INDEX, 1, AT(table, gen), 0, 0, NULL, 1, LEN(by_three), by_three},          \
            INT(table, cost_gold, 0, 15), INT(table, cost_cards, 0, 9), INT(table, cost_income, 0, 9),     \
            INT(table, gain_prestige, 0, 9), INT(table, gain_income, 0, 9), INT(table, gain_honour, 0, 9), \
            INT(table, gain_take, 0, 9),                                                                   \
    }
static const struct casata_column titles[] = GRANT(titles, leg_titles);
static const struct casata_column philanthropy[] = GRANT(philanthropy, leg_philanthropies);
static const uint8_t two_sides[2] = {0, 1};
static const struct casata_column heads[] = {
    KEY("colour", leg_colours, 0, 2, 0, NULL),
    KEY("side", leg_sides, 0, 1, 2, NULL),
    FIXED(heads, sex, leg_sexes, two_sides),
    INT(heads, income, 0, 15),
    INT(heads, gold, 0, 30),
    INT(heads, hand, 1, 9),
    WORD(heads, pawn, leg_pawns),
};
#define NEED(i)                                                                                 \
    WORD_OR_NONE(missions, need##i, leg_needs), WORD_OR_NONE(missions, arg##i, leg_attributes), \
        INT(missions, n##i, 0, 20)
static const struct casata_column missions[] = {
    KEY("name", leg_missions, 0, 0, 0, NULL),
    INT(missions, honour, 0, 20),
    NEED(1),
    NEED(2),
    NEED(3),
    WORD(missions, eff, leg_effects),
    WORD_OR_NONE(missions, a, leg_whats),
    INT(missions, n, 0, 9),
    WORD_OR_NONE(missions, arg, leg_attributes),
    INT(missions, std_solo, 0, 1),
    INT(missions, testament, 0, 1),
};
static const struct casata_column patrons[] = {
    KEY("name", leg_patrons, 0, 0, 0, NULL),
    TEXT("role"),
};
static const uint8_t tier[LEG_GOALS_EACH] = {0, 1, 1, 1};
static const struct casata_column patron_goals[] = {
    KEY("patron", leg_patrons, 0, LEG_GOALS_EACH, 0, NULL),
    KEY("tier", leg_tiers, 0, 1, LEG_GOALS_EACH, tier),
    WORD(patron_goals, kind, leg_goals),
    WORD_OR_NONE(patron_goals, arg, leg_attributes),
    WORD(patron_goals, rate, leg_rates),
    INT(patron_goals, per, 1, 99),
    INT(patron_goals, points, 1, 20),
};
static const struct casata_column mansions[] = {
    TEXT("name"),
    INT(mansions, cost_gold, 0, 15),
    INT(mansions, cost_cards, 0, 9),
    INT(mansions, gain_prestige, 0, 9),
};
static const struct casata_column ventures[] = {
    TEXT("name"),
    INT(ventures, cost_prestige, 0, 9),
    INT(ventures, cost_cards, 0, 9),
    INT(ventures, gain_income, 0, 9),
};
static const uint8_t by_five[15] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3};
static const struct casata_column hints[] = {
    KEY("id", leg_hints, 0, 0, 0, NULL),
    {"gen", CASATA_COL_INDEX, 1, AT(hints, gen), 0, 0, NULL, 1, LEN(by_five), by_five},
    WORD(hints, kind, leg_hint_kinds),
    WORD(hints, rel, leg_rels),
    WORD(hints, side, leg_tree_sides),
    WORD_OR_NONE(hints, sex, leg_sexes),
    WORD_OR_NONE(hints, prof1, leg_profs),
    WORD_OR_NONE(hints, prof2, leg_profs),
    WORD_OR_NONE(hints, nat1, leg_nations),
    WORD_OR_NONE(hints, nat2, leg_nations),
    WORD_OR_NONE(hints, nat3, leg_nations),
    INT(hints, foreign, 0, 1),
    WORD_OR_NONE(hints, asset, leg_assets),
    INT(hints, n, 1, 20),
    WORD_OR_NONE(hints, child_prof, leg_profs),
};
static const struct casata_column gold[] = {TEXT("value"), TEXT("cards")};
static const struct casata_column pawns[] = {
    KEY("colour", leg_pawns, 0, 0, 0, NULL), INT(pawns, count, 1, 9),
    WORD(pawns, action1, leg_actions),       WORD_OR_NONE(pawns, action2, leg_actions),
    WORD(pawns, profession, leg_profs),
};
static const uint8_t board[LEG_ACTION_COUNT] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
static const struct casata_column actions[] = {
    KEY("action", leg_actions, 0, 0, 0, NULL),
    FIXED(actions, board, leg_boards, board),
    INT(actions, cost_gold, 0, 15),
    INT(actions, cost_cards, 0, 9),
    INT(actions, cost_prestige, 0, 9),
    TEXT("rule"),
};
static const uint8_t level_action[LEG_LEVEL_COUNT] = {2, 2, 3, 3, 3, 4, 4, 4};
static const uint8_t level_number[LEG_LEVEL_COUNT] = {1, 2, 1, 2, 3, 1, 2, 3};
static const struct casata_column levels[] = {
    KEY("action", leg_actions, 0, 1, LEG_LEVEL_COUNT, level_action),
    INDEX("level", 0, 1, LEG_LEVEL_COUNT, level_number),
    INT(levels, honour, 0, 9),
    INT(levels, cards, 0, 9),
    INT(levels, gold, 0, 15),
    INT(levels, gain, 0, 9),
};
static const uint8_t setup_mode[LEG_SETUP_COUNT] = {0, 0, 0, 1, 2};
static const uint8_t setup_players[LEG_SETUP_COUNT] = {2, 3, 4, 1, 1};
static const struct casata_column setup[] = {
    KEY("mode", leg_modes, 0, 1, LEG_SETUP_COUNT, setup_mode),
    INDEX("players", 0, 1, LEG_SETUP_COUNT, setup_players),
    INT(setup, mansions, 0, LEG_MANSION_COUNT),
    INT(setup, ventures, 0, LEG_VENTURE_COUNT),
    INT(setup, friends, 1, LEG_FRIEND_COUNT),
    INT(setup, missions, 0, LEG_MISSION_COUNT),
    INT(setup, complications, 0, 60),
    INT(setup, patron, 0, 1),
    INT(setup, head, 0, 1),
};
static const struct casata_column generations[] = {
    INDEX("gen", 1, 0, 0, NULL),
    INT(generations, rounds, 1, 9),
    INT(generations, first_round, 1, 20),
    INT(generations, last_round, 1, 20),
};
static const struct casata_column constants[] = {
    KEY("key", leg_constants, 0, 0, 0, NULL),
    INT(constants, n, 0, 60),
};

static const struct casata_csv_table tables[] = {
    TABLE(friends),
    TABLE(children),
    TABLE(titles),
    TABLE(philanthropy),
    TABLE(heads),
    TABLE(missions),
    LABELS(patrons, LEG_PATRON_COUNT),
    TABLE(patron_goals),
    TABLE(mansions),
    TABLE(ventures),
    TABLE(hints),
    LABELS(gold, 3),
    TABLE(pawns),
    TABLE(actions),
    TABLE(levels),
    TABLE(setup),
    TABLE(generations),
    TABLE(constants),
};

/* --- consistency between the tables -------------------------------------------------------------------- */
static bool is_gain(unsigned what) { return what <= LEG_X_PAWN_BLUE; }
static bool is_mod(unsigned what) { return what >= LEG_X_FRIENDS_PLUS && what <= LEG_X_PHIL_LESS; }

static bool gains(unsigned what, unsigned n) { return is_gain(what) && n; }
static bool may_gain(unsigned what, unsigned n) { return what == LEG_EMPTY || gains(what, n); }
static bool is_counter(unsigned what) { return what == LEG_X_NATIONS || what == LEG_X_OTHER_PROF; }
static bool is_hostile(unsigned what) { return what >= LEG_X_LOSE_HONOUR && what <= LEG_X_EACH_DRAW; }

/* The operands that an effect kind takes (R25.6). Drawing, taking and the like ask for decisions, so a card
 * gives each of them at most once. */
static bool effect_fits(unsigned eff, unsigned a, unsigned n, unsigned b, unsigned m, unsigned limit) {
    switch (eff) {
    case LEG_E_GAIN: return gains(a, n) && may_gain(b, m);
    case LEG_E_GAIN_PER: return gains(a, n) && is_counter(b) && limit;
    case LEG_E_GEN_MOD: return is_mod(a) && n;
    case LEG_E_FREE_ACTION: return a >= LEG_X_DO_LOAN && a <= LEG_X_DO_OFFSPRING;
    case LEG_E_DISPLAY_RESET:
    case LEG_E_PATRON_MISSION:
    case LEG_E_WEDDING_LESS: return n > 0;
    case LEG_E_OTHERS: return is_hostile(a) && n && may_gain(b, m);
    case LEG_E_BUY: return gains(a, n) && a != LEG_X_TAKE && a != LEG_X_DRAW && b == LEG_X_GOLD && m && limit;
    case LEG_E_TAKE_SEX: return (a == LEG_X_WOMAN || a == LEG_X_MAN) && n;
    default: return true;
    }
}

static const char *check_friend(const struct legacy_data *d, int i) {
    unsigned eff = d->friends[i].eff, cond = d->friends[i].cond, arg = d->friends[i].cond_arg;
    if (!effect_fits(eff, d->friends[i].a, d->friends[i].n, d->friends[i].b, d->friends[i].m,
                     d->friends[i].limit) ||
        eff == LEG_E_BIRTH_AGAIN || eff == LEG_E_COMPLICATION || eff == LEG_E_TAKE_SEX ||
        eff == LEG_E_WEDDING_LESS || eff == LEG_E_TREAT_AS)
        return "friends.csv: the operands do not fit the effect";
    if (d->friends[i].income && d->friends[i].cards)
        return "friends.csv: a friend gives income or cards, not both";
    if (cond == LEG_IF_OTHER_NAT && arg >= LEG_NATION_COUNT)
        return "friends.csv: cond_arg of other_nat must be a nationality";
    bool profession = arg >= LEG_NATION_COUNT && arg < LEG_ATTRIBUTE_COUNT;
    if ((cond == LEG_IF_OTHER_PROF || (eff == LEG_E_GAIN_PER && d->friends[i].b == LEG_X_OTHER_PROF)) &&
        !profession)
        return "friends.csv: cond_arg of other_prof must be a profession";
    if ((cond != LEG_EMPTY) != (d->friends[i].cond_n > 0))
        return "friends.csv: cond_n must be given exactly with cond";
    return NULL;
}
static const char *check_start_cards(const struct legacy_data *d) {
    if (d->friends[LEG_F_PATRICK].testament || d->friends[LEG_F_NATHALIE].testament ||
        d->friends[LEG_F_LAURENT].testament || d->friends[LEG_F_ANGELIQUE].testament)
        return "friends.csv: the start cards of Testament are not in its deck";
    if (d->friends[LEG_F_PATRICK].sex != LEG_SEX_MAN || d->friends[LEG_F_LAURENT].sex != LEG_SEX_MAN ||
        d->friends[LEG_F_NATHALIE].sex != LEG_SEX_WOMAN || d->friends[LEG_F_ANGELIQUE].sex != LEG_SEX_WOMAN)
        return "friends.csv: sex of the start cards of Testament";
    return NULL;
}
static const char *check_friends(const struct legacy_data *d) {
    int std_solo = 0, testament = 0, conditional = 0, pawnless = 0;
    for (int i = 0; i < LEG_FRIEND_COUNT; i++) {
        const char *mistake = check_friend(d, i);
        if (mistake) return mistake;
        conditional += d->friends[i].eff == LEG_E_GEN_MOD && d->friends[i].cond != LEG_EMPTY;
        pawnless += d->friends[i].eff == LEG_E_FREE_MARRY && d->friends[i].testament;
        std_solo += d->friends[i].std_solo;
        testament += d->friends[i].testament;
    }
    if (pawnless > LEG_NODES - LEG_TREE_OTHERS) /* bounds the tree */
        return "friends.csv: too many friends of Testament that marry without a pawn";
    if (conditional > LEG_COND_MODS) return "friends.csv: more than 4 conditional GEN_MOD";
    if (std_solo != d->setup[3].friends || testament != d->setup[4].friends)
        return "friends.csv: std_solo and testament must mark as many friends as setup.csv says";
    return check_start_cards(d);
}

static const char *check_children(const struct legacy_data *d) {
    int n[3] = {0};
    for (int i = 0; i < LEG_TRAIT_COUNT; i++) {
        n[d->children[i].kind] += d->children[i].count;
        unsigned eff = d->children[i].eff, when = d->children[i].when;
        if (!effect_fits(eff, d->children[i].a, d->children[i].n, LEG_EMPTY, 0, 0))
            return "children.csv: the operands do not fit the effect";
        bool grown = eff == LEG_E_GAIN || eff == LEG_E_TAKE_SEX || eff == LEG_E_GEN_MOD;
        bool fits = when == LEG_EMPTY ? eff == LEG_E_NONE
                    : when == LEG_W_BIRTH
                        ? eff == (d->children[i].kind == LEG_KIND_COMPLICATION ? LEG_E_COMPLICATION
                                                                               : LEG_E_BIRTH_AGAIN)
                    : when == LEG_W_ADULT  ? grown
                    : when == LEG_W_WEDDED ? eff == LEG_E_GAIN
                                           : when == LEG_W_STATIC && eff == LEG_E_WEDDING_LESS;
        if (!fits) return "children.csv: when does not fit the effect";
    }
    if (n[0] + n[1] > LEG_CHILD_CARDS)
        return "children.csv: more than 78 sons and daughters"; /* bounds the tree */
    if (n[LEG_KIND_COMPLICATION] != d->setup[0].complications)
        return "children.csv: complications must be those of setup.csv";
    if (n[0] < d->constants[LEG_K_RESERVE_SONS].n + 6 || n[1] < d->constants[LEG_K_RESERVE_DAUGHTERS].n + 6)
        return "constants.csv: the reserve leaves too few children";
    return NULL;
}

static const char *check_missions(const struct legacy_data *d) {
    int std_solo = 0, testament = 0;
    for (int i = 0; i < LEG_MISSION_COUNT; i++) {
        unsigned eff = d->missions[i].eff;
        if (!effect_fits(eff, d->missions[i].a, d->missions[i].n, LEG_EMPTY, 0, 0) ||
            !(eff == LEG_E_NONE || eff == LEG_E_GAIN || eff == LEG_E_GEN_MOD || eff == LEG_E_OTHERS ||
              eff == LEG_E_TREAT_AS))
            return "missions.csv: the operands do not fit the effect";
        if (eff == LEG_E_TREAT_AS &&
            (d->missions[i].arg < LEG_NATION_COUNT || d->missions[i].arg == LEG_EMPTY))
            return "missions.csv: arg of TREAT_AS must be a profession";
        if (d->missions[i].need1 == LEG_EMPTY) return "missions.csv: a mission needs something";
        std_solo += d->missions[i].std_solo;
        testament += d->missions[i].testament;
    }
    if (std_solo != d->setup[3].missions || testament != d->setup[4].missions)
        return "missions.csv: std_solo and testament must mark as many missions as setup.csv says";
    return NULL;
}

static const char *check_market(const struct legacy_data *d) {
    for (int i = 1; i < LEG_MANSION_COUNT; i++)
        if (d->mansions[i].cost_gold != d->mansions[0].cost_gold ||
            d->mansions[i].cost_cards != d->mansions[0].cost_cards ||
            d->mansions[i].gain_prestige != d->mansions[0].gain_prestige)
            return "mansions.csv: all mansions must be alike";
    for (int i = 1; i < LEG_VENTURE_COUNT; i++)
        if (d->ventures[i].cost_prestige != d->ventures[0].cost_prestige ||
            d->ventures[i].cost_cards != d->ventures[0].cost_cards ||
            d->ventures[i].gain_income != d->ventures[0].gain_income)
            return "ventures.csv: all ventures must be alike";
    if (d->mansions[0].cost_gold != d->actions[LEG_DO_MANSION].cost_gold ||
        d->mansions[0].cost_cards != d->actions[LEG_DO_MANSION].cost_cards ||
        d->ventures[0].cost_prestige != d->actions[LEG_DO_VENTURE].cost_prestige ||
        d->ventures[0].cost_cards != d->actions[LEG_DO_VENTURE].cost_cards)
        return "actions.csv: cost of mansion and venture must be those of their cards";
    return NULL;
}

static const char *check_course(const struct legacy_data *d) {
    for (unsigned action = LEG_DO_TITLE; action < LEG_ACTION_COUNT; action++) { /* R1.5 */
        unsigned colour = leg_colour_of(action);
        if (d->pawns[colour].action1 != action && d->pawns[colour].action2 != action)
            return "pawns.csv: each colour is for the space that the rules give it";
    }
    for (int i = 0, round = 1; i < LEG_GENERATIONS; i++) {
        if (d->generations[i].first_round != round ||
            d->generations[i].last_round != round + d->generations[i].rounds - 1)
            return "generations.csv: rounds must follow each other";
        round += d->generations[i].rounds;
    }
    if (d->generations[LEG_GENERATIONS - 1].last_round != 9) return "generations.csv: there are 9 rounds";
    return NULL;
}

static const char *check_limits(const struct legacy_data *d) {
    const uint8_t free_level[] = {LEG_LEVEL_OFFSPRING, LEG_LEVEL_LOAN, LEG_LEVEL_FRIENDS};
    for (size_t i = 0; i < LEN(free_level); i++)
        if (d->levels[free_level[i]].honour || d->levels[free_level[i]].cards ||
            d->levels[free_level[i]].gold)
            return "levels.csv: the first level must be free";
    const uint8_t limits[][3] = {{LEG_K_OWN_PAWNS, 1, 2},     {LEG_K_DISPLAY, 2, 5},
                                 {LEG_K_MOST_CHILDREN, 3, 3}, {LEG_K_MIDWIFE_DRAWS, 2, 2},
                                 {LEG_K_MISSION_DRAWS, 2, 2}, {LEG_K_HINTS_DRAWN, 1, 5}};
    for (size_t i = 0; i < LEN(limits); i++)
        if (d->constants[limits[i][0]].n < limits[i][1] || d->constants[limits[i][0]].n > limits[i][2])
            return "constants.csv: a constant that the rules cannot play with";
    return NULL;
}

static const char *check(const void *data) {
    static const char *(*const checks[])(const struct legacy_data *) = {
        check_friends, check_children, check_missions, check_market, check_course, check_limits};
    const char *mistake = NULL;
    for (size_t i = 0; i < LEN(checks) && !mistake; i++) mistake = checks[i](data);
    return mistake;
}

const struct casata_schema legacy_schema = {
    .id = "legacy",
    .data_type = "struct legacy_data",
    .header = "games/legacy/legacy_data.h",
    .n_tables = LEN(tables),
    .data_size = sizeof(struct legacy_data),
    .table = tables,
    .check = check,
};
