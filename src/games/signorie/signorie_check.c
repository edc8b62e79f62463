/* signorie_check.c: the state described field by field, and the invariants of every state. Survives any
 * bytes. */
#include "games/signorie/signorie.h"

/* --- fields for position JSON -------------------------------------------------------------------------- */
#define NONE_AND(LIST) \
    { "none", LIST(CASATA_WORD) }
static const char *const tile_house_text[] = NONE_AND(SIG_HOUSES);
static const char *const task_text[] = NONE_AND(SIG_TASKS);
static const char *const reward_text[] = NONE_AND(SIG_REWARDS);
static const char *const occupant_text[] = {"none",  "0 man",   "0 woman", "1 man",  "1 woman",
                                            "2 man", "2 woman", "3 man",   "3 woman"};
static const struct casata_words tile_houses = {"house", SIG_HOUSE_COUNT + 1, tile_house_text};
static const struct casata_words tasks = {"task", SIG_TASK_COUNT + 1, task_text};
static const struct casata_words rewards = {"reward", SIG_REWARD_COUNT + 1, reward_text};
static const struct casata_words occupants = {"occupant", 9, occupant_text};

#define P(member) offsetof(struct signorie_player, member)
#define S(member) offsetof(struct signorie, member)
#define ALL(list) \
    { &list, NULL }
static const struct casata_field player_fields[] = {
    {"points", P(vp), 2, {SIG_PART_COUNT, 0}, ALL(sig_parts), NULL},
    {"florins", P(florins), 2, {0, 0}, {NULL, NULL}, NULL},
    {"helpers", P(helpers), 2 + CASATA_SET, {0, 0}, {NULL, NULL}, &sig_helpers},
    {"board", P(board), 1, {0, 0}, {NULL, NULL}, &sig_boards},
    {"reserve", P(reserve), 1, {2, 0}, ALL(sig_genders), NULL},
    {"supply", P(supply), 1, {2, 0}, ALL(sig_genders), NULL},
    {"threshold", P(threshold), 1, {2, 0}, ALL(sig_genders), NULL},
    {"brides", P(brides), 1, {0, 0}, {NULL, NULL}, NULL},
    {"passed", P(passed), 1, {0, 0}, {NULL, NULL}, NULL},
    {"initiative", P(initiative), 1, {0, 0}, {NULL, NULL}, NULL},
    {"dice", P(dice), 1, {SIG_COLOUR_COUNT, 0}, ALL(sig_colours), NULL},
    {"tracks", P(track), 1, {SIG_CAREER_COUNT, SIG_CAREER_SPACES}, {&sig_careers, NULL}, NULL},
    {"shields", P(shield), 1, {SIG_PLAN_SLOTS, 0}, {NULL, NULL}, NULL},
    {"face_down", P(down), 1, {SIG_ROW_COUNT, 0}, ALL(sig_rows), NULL},
};
static const struct casata_field table_fields[] = {
    {"round", S(round), 1, {0, 0}, {NULL, NULL}, NULL},
    {"stage", S(stage), 1, {0, 0}, {NULL, NULL}, &sig_stages},
    {"order", S(order), 1, {SIG_MAX_SEATS, 0}, {NULL, NULL}, NULL},
    {"pile", S(pile), 1, {SIG_MAX_SEATS, 0}, {NULL, NULL}, NULL},
    {"cities_in_play", S(cities), 1 + CASATA_SET, {0, 0}, {NULL, NULL}, &sig_cities},
    {"stack", S(stack), 1, {0, 0}, {NULL, NULL}, NULL},
    {"helper_supply", S(helper_supply), 1, {0, 0}, {NULL, NULL}, NULL},
    {"cities", S(city), 1, {SIG_CITY_COUNT, SIG_CITY_SPACES}, ALL(sig_cities), &occupants},
    {"tile_house", S(tile_house), 1, {SIG_CITY_COUNT, 2}, {&sig_cities, &sig_city_tiles}, &tile_houses},
    {"tile_points", S(tile_vp), 1, {SIG_CITY_COUNT, 2}, {&sig_cities, &sig_city_tiles}, NULL},
    {"dice_areas", S(area), 1, {SIG_COLOUR_COUNT, 6}, ALL(sig_colours), NULL},
    {"tasks", S(task), 1, {SIG_TASK_SPACE_COUNT, 0}, ALL(sig_task_spaces), &tasks},
    {"rewards", S(reward), 1, {SIG_ROUND_COUNT, 0}, {NULL, NULL}, &rewards},
    {"unseen", S(unseen), 1, {SIG_HOUSE_COUNT, SIG_MAX_TILE_VP}, ALL(sig_houses), NULL},
};
const struct casata_fields sig_fields[SIG_FIELD_GROUPS] = {
    {"players", S(p), sizeof(struct signorie_player), sizeof player_fields / sizeof *player_fields,
     player_fields},
    {NULL, 0, 0, sizeof table_fields / sizeof *table_fields, table_fields},
};

/* --- invariants ---------------------------------------------------------------------------------------- */
static unsigned sum_of(const uint8_t *n, size_t count) {
    unsigned sum = 0;
    for (size_t i = 0; i < count; i++) sum += n[i];
    return sum;
}

/* The first n entries are 0..n-1 in some order, the others 0. */
static bool is_permutation(const uint8_t *x, unsigned n) {
    unsigned seen = 0;
    for (unsigned i = 0; i < SIG_MAX_SEATS; i++) {
        if (i < n ? x[i] >= n : x[i] != 0) return false;
        if (i < n) seen |= 1u << x[i];
    }
    return seen == (1u << n) - 1;
}

static const char *check_player(const struct signorie_data *d, const struct signorie *s, int seat) {
    const struct signorie_player *p = &s->p[seat];
    for (int i = 0; i < SIG_PART_COUNT; i++)
        if (p->vp[i] > SIG_MAX_VP) return "victory points out of range";
    if (p->florins > SIG_MAX_FLORINS) return "florins out of range";
    if (p->board >= SIG_BOARD_COUNT) return "unknown board";
    for (int i = 0; i < seat; i++)
        if (s->p[i].board == p->board) return "two players on one board";
    if (p->helpers >> SIG_HELPER_COUNT) return "unknown helper space";
    if (p->brides >= SIG_PORTRAIT_COUNT) return "too many brides"; /* R14.5 */
    if (p->passed > 1) return "passed is 0 or 1";
    if (p->initiative > d->derived[SIG_TOP_INITIATIVE]) return "initiative disc off the track";
    for (unsigned i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++)
        if (p->track[i / SIG_CAREER_SPACES][i % SIG_CAREER_SPACES] && !d->career_tracks[i].rank)
            return "man off the track";
    for (int i = 0; i < SIG_COLOUR_COUNT; i++)
        if (p->dice[i] > 6) return "value of a die";
    if (sig_dice_on_board(p) > sig_setup_of(d, s, SIG_MAX_DICE)) return "too many dice on a board"; /* R5.2 */
    unsigned men = p->reserve[SIG_MAN] + p->supply[SIG_MAN] + p->threshold[SIG_MAN] +
                   sum_of(p->track[0], SIG_CAREER_COUNT * SIG_CAREER_SPACES) +
                   sig_pawns_in_cities(s, seat, SIG_MAN);
    unsigned women = p->reserve[SIG_WOMAN] + p->supply[SIG_WOMAN] + p->threshold[SIG_WOMAN] +
                     sig_pawns_in_cities(s, seat, SIG_WOMAN);
    if (men != d->components[SIG_C_MAN].count_per_player_colour) return "number of men"; /* R1.4 */
    if (women != d->components[SIG_C_WOMAN].count_per_player_colour) return "number of women";
    unsigned pawns = p->threshold[SIG_MAN] + p->threshold[SIG_WOMAN];
    if (pawns > sig_max_threshold_pawns(d, s)) return "pawns in the threshold area"; /* G18 */
    if (pawns && s->stage < SIG_STAGE_ACTIONS) return "threshold pawns before the actions";
    return p->unused ? "bytes not in use" : NULL;
}

static const char *check_cities(const struct signorie_data *d, const struct signorie *s) {
    if (s->cities >> SIG_CITY_COUNT) return "unknown city";
    unsigned in_play = (unsigned)__builtin_popcount(s->cities),
             expected = sig_setup_of(d, s, SIG_CITIES_IN_PLAY);
    if (in_play != expected && (s->round || in_play != SIG_CITY_COUNT))
        return "number of cities in play"; /* R2.9 */
    for (int city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned n = sig_city_pawns(s, (unsigned)city);
        for (unsigned i = 0; i < SIG_CITY_SPACES; i++) {
            if (s->city[city][i] > 2 * s->head.seats) return "pawn of an absent player";
            if ((s->city[city][i] != 0) != (i < n))
                return "city not filled from the lowest value"; /* R8.4 b */
        }
        for (int i = 0; i < 2; i++)
            if (s->tile_house[city][i] > SIG_HOUSE_COUNT || s->tile_vp[city][i] > SIG_MAX_TILE_VP ||
                !s->tile_house[city][i] != !s->tile_vp[city][i])
                return "tile in a city";
        if (!(s->cities >> city & 1) && (n || s->tile_house[city][0] || s->tile_house[city][1]))
            return "something in a city out of play";
    }
    return NULL;
}

/* R1.4, R2.8: every tile is unseen or face up somewhere; the stack holds those neither shown nor laid
 * down. */
static const char *check_tiles(const struct signorie_data *d, const struct signorie *s) {
    uint8_t printed[SIG_HOUSE_COUNT][SIG_MAX_TILE_VP] = {{0}}, found[SIG_HOUSE_COUNT][SIG_MAX_TILE_VP];
    unsigned up = 0, down = 0, removed = sig_setup_of(d, s, SIG_TILES_REMOVED);
    for (int i = 0; i < SIG_TILES; i++)
        printed[d->alliance_tiles[i].house][d->alliance_tiles[i].vp_front - 1]++;
    memcpy(found, s->unseen, sizeof found);
    for (int city = 0; city < SIG_CITY_COUNT; city++)
        for (int i = 0; i < 2; i++)
            if (s->tile_house[city][i]) found[s->tile_house[city][i] - 1][s->tile_vp[city][i] - 1]++, up++;
    for (int seat = 0; seat < s->head.seats; seat++) {
        down += sum_of(s->p[seat].down, SIG_ROW_COUNT);
        for (unsigned i = 0; i < SIG_PLAN_SLOTS; i++) {
            unsigned vp = s->p[seat].shield[i];
            if (vp > SIG_MAX_TILE_VP) return "points of a tile";
            if (vp) found[sig_house_at(d, s->p[seat].board, i)][vp - 1]++, up++;
        }
    }
    if (memcmp(printed, found, sizeof found) != 0) return "alliance tiles";
    for (int house = 0; house < SIG_HOUSE_COUNT; house++)
        if (sum_of(s->unseen[house], SIG_MAX_TILE_VP) < removed) return "tiles removed of a house"; /* R2.8 */
    return s->stack + up + down == sig_setup_of(d, s, SIG_TILES_IN_STACK) ? NULL
                                                                          : "number of tiles in the stack";
}

/* Are the dice of a colour rolled in this round (R4.2)? */
static bool is_rolled(const struct signorie *s, int colour) {
    if (s->stage != SIG_STAGE_PREPARATION) return s->stage != SIG_STAGE_SETUP;
    if (s->head.depth == 0) return false;
    const struct casata_frame *top = casata_top_of(s);
    return top->phase == SIG_PH_DEAL ||
           (top->phase == SIG_PH_ROLL && colour < casata_locals(sig_roll, top)->colour);
}

/* R2.3: once rolled, there are as many dice of each colour as players; the bonus die (R15.8) removes those on
 * the boards. */
static const char *check_dice(const struct signorie_data *d, const struct signorie *s) {
    for (int colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        unsigned n = 0, all = is_rolled(s, colour) ? sig_setup_of(d, s, SIG_DICE_PER_COLOUR) : 0;
        for (int i = 0; i < 6; i++) n += s->area[colour][i];
        for (int seat = 0; seat < s->head.seats; seat++) n += s->p[seat].dice[colour] != 0;
        if (n > all || (s->stage != SIG_STAGE_REWARDS && n != all)) return "number of dice";
    }
    return NULL;
}

/* The tile words of tasks and rewards: known, no duplicates, complete when in use. */
static const char *check_drawn(const struct signorie_data *d, const struct signorie *s) {
    unsigned tasks_seen = 0, rewards_seen = 0;
    bool drawing_rewards = s->head.depth && casata_top_of(s)->phase == SIG_PH_REWARD_TILES;
    unsigned dealing = 0;
    for (int i = 0; i < s->head.depth; i++)
        if (s->head.frame[i].phase == SIG_PH_DEAL)
            dealing = casata_locals(sig_deal, &s->head.frame[i])->colour;
    for (unsigned i = 0; i < SIG_TASK_SPACE_COUNT; i++) {
        bool due = s->stage >= SIG_STAGE_ACTIONS || i / 2 < dealing;
        if (s->task[i] > SIG_TASK_COUNT || !s->task[i] == due) return "task tiles";
        if (s->task[i] && tasks_seen >> s->task[i] & 1) return "a task tile twice";
        tasks_seen |= s->task[i] ? 1u << s->task[i] : 0;
    }
    unsigned drawn = drawing_rewards ? casata_locals(sig_reward_tiles, casata_top_of(s))->round
                     : s->round      ? SIG_ROUND_COUNT
                                     : 0;
    for (unsigned i = 0; i < SIG_ROUND_COUNT; i++) {
        bool due = i < drawn && i + 1 >= s->round + (s->head.depth == 0 ? 1u : 0u);
        if (s->reward[i] > SIG_REWARD_COUNT || !s->reward[i] == due) return "reward tiles";
        if (!s->reward[i]) continue;
        if (d->reward_tiles[s->reward[i] - 1].kind != d->round_rewards[i].tile_kind)
            return "reward tile of another kind";
        if (rewards_seen >> s->reward[i] & 1) return "a reward tile twice";
        rewards_seen |= 1u << s->reward[i];
    }
    return NULL;
}

const char *sig_check(const void *data, const void *state) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    const char *broken;
    unsigned helpers = s->helper_supply;
    if (s->stage >= SIG_STAGE_COUNT || (s->stage == SIG_STAGE_SETUP) != (s->round == 0))
        return "stage and round";
    if (s->round > SIG_ROUND_COUNT || (s->head.depth == 0 && s->round != SIG_ROUND_COUNT)) return "round";
    if (s->unused || s->unused2) return "bytes not in use";
    if (!is_permutation(s->order, s->head.seats)) return "turn order";
    if (!is_permutation(s->pile, s->head.seats)) return "initiative pile";
    for (int seat = 0; seat < SIG_MAX_SEATS; seat++) {
        if (seat >= s->head.seats) {
            static const struct signorie_player absent;
            if (memcmp(&s->p[seat], &absent, sizeof absent) != 0)
                return "an absent player has something"; /* G29 */
            continue;
        }
        if ((broken = check_player(d, s, seat)) != NULL) return broken;
        helpers += (unsigned)__builtin_popcount(s->p[seat].helpers);
    }
    if (helpers != d->components[SIG_C_HELPER].count_total) return "number of helpers"; /* G28 */
    if ((broken = check_cities(d, s)) || (broken = check_tiles(d, s)) || (broken = check_dice(d, s)))
        return broken;
    return check_drawn(d, s);
}
