/* signorie_eval.c: the value of a position to each seat, as a sum of named terms. Decides nothing and must not
 * know who asks.
 *
 * Expected final result = points that are certain + for each term its amount * the worth of a unit with that number
 * of rounds left. Terms are listed once, with their worth at each number of rounds left; in between, the worth is
 * interpolated linearly by the actions left in the round. */
#include "games/signorie/signorie_eval.h"

/* ORDER knot: worth of a unit in 1/100 points with 0, 1, ... 7 rounds left to act in */
#define K0(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k0,
#define K1(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k1,
#define K2(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k2,
#define K3(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k3,
#define K4(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k4,
#define K5(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k5,
#define K6(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k6,
#define K7(id, name, k0, k1, k2, k3, k4, k5, k6, k7) k7,
static const int16_t worth[SIG_KNOTS][SIG_TERM_COUNT] = {{SIG_TERMS(K0)}, {SIG_TERMS(K1)}, {SIG_TERMS(K2)},
                                                         {SIG_TERMS(K3)}, {SIG_TERMS(K4)}, {SIG_TERMS(K5)},
                                                         {SIG_TERMS(K6)}, {SIG_TERMS(K7)}};
#define SUM_WORD(id, word, first)  word,
#define SUM_FIRST(id, word, first) first,
static const char *const sum_word[SIG_SUM_COUNT] = {SIG_SUMS(SUM_WORD)};
const struct casata_words sig_eval_terms = {"term", SIG_SUM_COUNT, sum_word};
static const uint8_t sum_first[SIG_SUM_COUNT + 1] = {SIG_SUMS(SUM_FIRST) SIG_TERM_COUNT};

/* --- common to all seats ------------------------------------------------------------------------------- */
struct common {
    unsigned rounds_left; /* after this one */
    unsigned max_dice;
    uint8_t lowest[SIG_COLOUR_COUNT]; /* lowest die of each area, 7 = none */
    uint8_t city[SIG_CITY_COUNT];     /* lowest value of an empty pawn space, 0 = closed */
    uint8_t pawns[SIG_MAX_SEATS][2];  /* in cities: men, women */
    uint8_t cities[SIG_MAX_SEATS][2]; /* bit set of the cities they are in */
    uint8_t place[SIG_MAX_SEATS];     /* in the turn order that comes next, 0 = first */
    uint8_t due[SIG_MAX_SEATS];       /* 1: earned the reward of this round and has yet to get it */
};

static void count_pawns(const struct signorie_data *d, const struct signorie *s, struct common *c) {
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        c->city[city] = (uint8_t)sig_city_value(d, s, city);
        for (unsigned i = 0, n = sig_city_pawns(s, city); i < n; i++) {
            unsigned owner = (s->city[city][i] - 1u) / 2, gender = (s->city[city][i] - 1u) % 2;
            c->pawns[owner][gender]++;
            c->cities[owner][gender] |= (uint8_t)(1u << city);
        }
    }
}

static uint8_t discs_above(const uint8_t height[SIG_MAX_SEATS], int seats, int seat) {
    unsigned above = 0;
    for (int i = 0; i < seats; i++) above += height[i] > height[seat];
    return (uint8_t)above;
}

/* In the action phase the discs as they lie; otherwise the order is set already. */
static void find_places(const struct signorie *s, struct common *c) {
    for (int i = 0; i < s->head.seats; i++)
        c->place[s->stage == SIG_STAGE_ACTIONS ? s->pile[i] : s->order[i]] = (uint8_t)i;
    if (s->stage != SIG_STAGE_ACTIONS) return;
    uint8_t height[SIG_MAX_SEATS];
    for (int i = 0; i < s->head.seats; i++) height[i] = (uint8_t)(s->p[i].initiative * 8 + c->place[i]);
    for (int i = 0; i < s->head.seats; i++) c->place[i] = discs_above(height, s->head.seats, i);
}

static void look_around(const struct signorie_data *d, const struct signorie *s, struct common *c) {
    unsigned rounds = sig_setup_of(d, s, SIG_ROUNDS);
    memset(c, 0, sizeof *c);
    c->rounds_left = s->round ? rounds - s->round : rounds - 1;
    c->max_dice = sig_setup_of(d, s, SIG_MAX_DICE);
    count_pawns(d, s, c);
    find_places(s, c);
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        c->lowest[colour] = 1;
        while (c->lowest[colour] < 7 && !s->area[colour][c->lowest[colour] - 1]) c->lowest[colour]++;
    }
    const struct casata_frame *f = &s->head.frame[1];
    if (s->head.depth > 1 && f->phase == SIG_PH_REWARDS)
        for (unsigned i = casata_locals(sig_rewards, f)->next; i < s->head.seats; i++)
            c->due[s->order[i]] = casata_locals(sig_rewards, f)->eligible >> s->order[i] & 1;
}

/* --- the terms of a seat -------------------------------------------------------------------------------------
 * Amounts are in 1/16 of a unit. */
enum { UNIT = 16, MAX_FLORINS = 60 };

/* The part of n between two bounds. */
static int16_t span(int n, int from, int to) {
    return (int16_t)(UNIT * (n <= from ? 0 : n >= to ? to - from : n - from));
}

static unsigned actions_left(const struct signorie *s, const struct common *c, int seat) {
    if (s->stage == SIG_STAGE_REWARDS) return 0;
    unsigned dice = sig_dice_on_board(&s->p[seat]);
    return s->p[seat].passed || dice >= c->max_dice ? 0 : c->max_dice - dice;
}

/* Chance in 1/16 to earn the reward of this round, by the actions left and by how far the threshold lies above the
 * least dice sum that these actions can bring: from SLACK_MIN up. Measured in games of bots; a shortfall is made up by
 * passing early or raising the threshold. */
enum { SLACK_MIN = -4, SLACKS = 16, CHANCE_BEFORE = 12 /* before the dice are rolled */ };
static int chance_of_reward(const struct signorie_data *d, const struct signorie *s, const struct common *c,
                            int seat, unsigned actions) {
    static const uint8_t chance[SIG_COLOUR_COUNT][SLACKS] = {
        {0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16},
        {1, 3, 4, 8, 13, 14, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16},
        {4, 5, 5, 6, 9, 11, 13, 14, 15, 15, 15, 15, 16, 16, 16, 16},
        {5, 6, 5, 6, 8, 9, 10, 11, 12, 13, 14, 14, 15, 15, 15, 15},
        {6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 12, 12, 13, 13, 14},
    };
    if (s->stage == SIG_STAGE_REWARDS) return c->due[seat] ? UNIT : 0;
    if (s->stage != SIG_STAGE_ACTIONS) return CHANCE_BEFORE;
    const struct signorie_player *p = &s->p[seat];
    int slack = (int)sig_threshold(d, s, seat) - (int)sig_dice_sum(p);
    uint8_t count[8] = {0};
    for (int colour = 0; colour < SIG_COLOUR_COUNT; colour++)
        count[p->dice[colour] ? 0 : c->lowest[colour]]++;
    unsigned left = actions;
    for (int value = 1; value < 7 && left > 0; value++)
        for (unsigned n = count[value]; n > 0 && left > 0; n--, left--) slack -= value;
    if (slack < SLACK_MIN) return 0;
    slack -= SLACK_MIN;
    return chance[actions < SIG_COLOUR_COUNT ? actions : SIG_COLOUR_COUNT - 1]
                 [slack < SLACKS ? slack : SLACKS - 1];
}

static int vp_of_tile(const struct signorie_data *d, const struct signorie *s, const struct common *c,
                      int seat, unsigned tile) {
    unsigned amount = d->reward_tiles[tile].amount, gender = d->reward_tiles[tile].target & 1;
    switch (d->reward_tiles[tile].effect) {
    case SIG_RE_VP_PER_HELPER: return (int)amount * __builtin_popcount(s->p[seat].helpers);
    case SIG_RE_VP_PER_CITY: return (int)amount * __builtin_popcount(c->cities[seat][gender]);
    case SIG_RE_VP_PER_PAWN: return (int)amount * c->pawns[seat][gender];
    default: return 0;
    }
}

static void add_rewards(const struct signorie_data *d, const struct signorie *s, const struct common *c,
                        int seat, unsigned actions, int16_t *amount) {
    const struct signorie_player *p = &s->p[seat];
    unsigned round = s->round ? s->round - 1u : 0;
    for (unsigned r = round + 1; r < SIG_ROUND_COUNT; r++)
        if (s->reward[r])
            amount[SIG_TERM_VP_AHEAD] =
                (int16_t)(amount[SIG_TERM_VP_AHEAD] + UNIT * vp_of_tile(d, s, c, seat, s->reward[r] - 1u));
    if (!s->reward[round] || !s->round) return;
    int chance = chance_of_reward(d, s, c, seat, actions);
    unsigned tile = s->reward[round] - 1u;
    if (d->round_rewards[round].tile_kind == SIG_RK_BONUS) {
        int wedding = p->brides < SIG_PORTRAIT_COUNT - 1 ? d->portraits[p->brides + 1].wedding_vp : 0;
        amount[SIG_TERM_VP_NOW] = (int16_t)(chance * wedding);
        amount[SIG_TERM_REWARD] = (int16_t)chance;
        if (tile < SIG_REWARD_KINDS_OF_BONUS) amount[SIG_TERM_REWARD_TILE + tile] = (int16_t)chance;
        return;
    }
    amount[SIG_TERM_VP_NOW] = (int16_t)(chance * vp_of_tile(d, s, c, seat, tile));
    if (p->florins >= d->round_rewards[round].buy_vp_cost)
        amount[SIG_TERM_VP_NOW] =
            (int16_t)(amount[SIG_TERM_VP_NOW] + chance * d->round_rewards[round].buy_vp_gain);
}

/* The plan: sure points of full rows; amounts of rows that lack tiles. need: houses that still fit, by row. */
static int add_rows(const struct signorie_data *d, const struct signorie_player *p, int16_t *amount,
                    uint8_t need[SIG_ROW_COUNT]) {
    int sure = 0;
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) {
        int tiles = p->down[row], sum = p->down[row] * d->alliance_tiles[0].vp_back;
        unsigned open = 0;
        for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) {
            sum += p->shield[i];
            tiles += p->shield[i] != 0;
            open |= (unsigned)(p->shield[i] == 0) << sig_house_at(d, p->board, i);
        }
        need[row] = (uint8_t)open;
        if (tiles >= 3) sure += sum;
        unsigned term = (row == SIG_ROW_MARRIAGE ? SIG_TERM_WED_ROW_1 : SIG_TERM_ROW_1) +
                        2u * (unsigned)(tiles > 3 ? 2 : tiles - 1);
        if (tiles == 0) continue;
        amount[term] = (int16_t)(amount[term] + UNIT);
        amount[term + 1] = (int16_t)(amount[term + 1] + UNIT * (tiles < 3 ? sum : __builtin_popcount(open)));
    }
    return sure;
}

/* Men on the careers: sure half of their points; by space, and the best three by the rest of their points. */
static int add_careers(const struct signorie_data *d, const struct signorie_player *p, int16_t *amount,
                       uint8_t rank[SIG_CAREER_COUNT]) {
    int sure = 0, men = 0;
    for (int t = 0; t < SIG_CAREER_COUNT; t++) rank[t] = 0;
    for (int x = SIG_CAREER_SPACES - 1; x >= 0; x--)
        for (int t = 0; t < SIG_CAREER_COUNT; t++) {
            int n = p->track[t][x], at = t * SIG_CAREER_SPACES + x, vp = d->career_tracks[at].vp;
            if (n == 0) continue;
            if (!rank[t]) rank[t] = d->career_tracks[at].rank;
            sure += n * (vp / 2);
            amount[SIG_TERM_MAN_AT + x] = (int16_t)(amount[SIG_TERM_MAN_AT + x] + UNIT * n);
            for (int i = 0; i < n && men < 3; i++)
                amount[SIG_TERM_ENVOY + men++] = (int16_t)(UNIT * (vp - vp / 2));
        }
    return sure;
}

/* The immediate offers of the cities. */
static void add_cities(const struct signorie *s, const struct common *c, const struct signorie_player *p,
                       const uint8_t rank[SIG_CAREER_COUNT], const uint8_t need[SIG_ROW_COUNT],
                       int16_t *amount) {
    int mission = 0, marriage = 0, missions = 0, marriages = 0;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = c->city[city];
        if (!value) continue;
        unsigned house = s->tile_house[city][SIG_FOR_MISSION];
        int vp = s->tile_vp[city][SIG_FOR_MISSION];
        for (unsigned t = 0; t < SIG_CAREER_COUNT; t++)
            if (rank[t] >= value) {
                missions = 1;
                if (house && need[t] >> (house - 1) & 1 && vp > mission) mission = vp;
            }
        if (!p->reserve[SIG_WOMAN] || p->florins < value) continue;
        marriages = 1;
        house = s->tile_house[city][SIG_FOR_MARRIAGE];
        vp = s->tile_vp[city][SIG_FOR_MARRIAGE];
        if (house && need[SIG_ROW_MARRIAGE] >> (house - 1) & 1 && vp > marriage) marriage = vp;
    }
    amount[SIG_TERM_MISSION_OPEN] = (int16_t)(UNIT * missions);
    amount[SIG_TERM_MISSION_TILE] = (int16_t)(UNIT * mission);
    amount[SIG_TERM_MARRIAGE_OPEN] = (int16_t)(UNIT * marriages);
    amount[SIG_TERM_MARRIAGE_TILE] = (int16_t)(UNIT * marriage);
}

/* Helpers by the number of times that their column can still be used. */
static void add_helpers(const struct signorie *s, const struct common *c, int seat, unsigned actions,
                        int16_t *amount) {
    const struct signorie_player *p = &s->p[seat];
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        int now = actions > 0 && !p->dice[colour];
        int16_t uses = (int16_t)(UNIT * ((int)c->rounds_left + now));
        amount[SIG_TERM_COLUMN + colour] =
            (int16_t)(UNIT * (s->stage == SIG_STAGE_REWARDS ? c->rounds_left > 0 : now));
        for (unsigned i = 0; i < 3; i++)
            if (p->helpers >> (colour * 3 + i) & 1) amount[SIG_TERM_HELPER + colour * 3 + i] = uses;
    }
    amount[SIG_TERM_HELPER_MEN] = (int16_t)(amount[SIG_TERM_HELPER + SIG_HG3] * c->pawns[seat][SIG_MAN]);
}

static void add_people(const struct signorie_player *p, int16_t *amount) {
    static const uint8_t florins[] = {0, 3, 6, 10, MAX_FLORINS}, pawns[] = {0, 1, 3, 6, 12};
    for (int i = 0; i < 4; i++) {
        amount[SIG_TERM_FLORINS + i] = span(p->florins, florins[i], florins[i + 1]);
        amount[SIG_TERM_MEN + i] = span(p->reserve[SIG_MAN], pawns[i], pawns[i + 1]);
        amount[SIG_TERM_WOMEN + i] = span(p->reserve[SIG_WOMAN], pawns[i], pawns[i + 1]);
    }
    amount[SIG_TERM_BRIDES] = (int16_t)(UNIT * p->brides);
}

/* The value of unfinished steps in the middle of a turn, so that its parts can be compared. */
static void add_pending(const struct signorie *s, int seat, int16_t *amount) {
    for (int i = 2; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        if (f->seat != seat) continue;
        switch (f->phase) {
        case SIG_PH_MAIN:
        case SIG_PH_ANY_TASK:
        case SIG_PH_BONUS_DIE: amount[SIG_TERM_DUE_ACTION] += UNIT; break;
        case SIG_PH_POINTS:
            amount[SIG_TERM_DUE_POINT] = (int16_t)(UNIT * casata_locals(sig_points, f)->left);
            break;
        case SIG_PH_MISSION: amount[SIG_TERM_DUE_MISSION] = UNIT; break;
        case SIG_PH_MARRIAGE: amount[SIG_TERM_DUE_MARRIAGE] = UNIT; break;
        case SIG_PH_OFFSPRING:
            amount[SIG_TERM_DUE_PAWN] = (int16_t)(UNIT * casata_locals(sig_offspring, f)->dice);
            break;
        case SIG_PH_PAWN:
            amount[SIG_TERM_DUE_PAWN] = (int16_t)(UNIT * casata_locals(sig_pawn, f)->left);
            break;
        case SIG_PH_ROW: amount[SIG_TERM_DUE_TILE] = UNIT; break;
        case SIG_PH_FREE_HELPER: amount[SIG_TERM_DUE_HELPER] = UNIT; break;
        case SIG_PH_HELPERS:
            for (unsigned i = casata_locals(sig_helpers, f)->next; i < 3; i++) {
                unsigned h = casata_locals(sig_helpers, f)->colour * 3u + i;
                if (s->p[seat].helpers >> h & 1)
                    amount[SIG_TERM_HELPER + h] = (int16_t)(amount[SIG_TERM_HELPER + h] + UNIT);
            }
            break;
        }
    }
}

/* Fills in a seat's amounts and certain points; returns the quarters of rounds left to act in. */
static unsigned gather(const struct signorie_data *d, const struct signorie *s, const struct common *c,
                       int seat, int16_t amount[SIG_TERM_COUNT], int32_t sure[SIG_SUM_COUNT]) {
    const struct signorie_player *p = &s->p[seat];
    uint8_t rank[SIG_CAREER_COUNT], need[SIG_ROW_COUNT];
    unsigned actions = actions_left(s, c, seat);
    memset(amount, 0, SIG_TERM_COUNT * sizeof *amount);
    memset(sure, 0, SIG_SUM_COUNT * sizeof *sure);
    for (int i = 0; i < SIG_PART_COUNT; i++) sure[SIG_SUM_POINTS] += p->vp[i];
    sure[SIG_SUM_CAREERS] = add_careers(d, p, amount, rank);
    sure[SIG_SUM_ROWS] = add_rows(d, p, amount, need);
    if (s->stage != SIG_STAGE_REWARDS || c->rounds_left > 0)
        sure[SIG_SUM_INITIATIVE] = d->initiative_track[p->initiative].vp;
    amount[SIG_TERM_BASE] = UNIT;
    amount[SIG_TERM_PLACE] = (int16_t)(UNIT * c->place[seat]);
    amount[SIG_TERM_INITIATIVE] = (int16_t)(UNIT * p->initiative);
    add_people(p, amount);
    add_cities(s, c, p, rank, need, amount);
    add_helpers(s, c, seat, actions, amount);
    add_rewards(d, s, c, seat, actions, amount);
    if (s->head.depth > 2) add_pending(s, seat, amount);
    return 4 * c->rounds_left + 4 * actions / c->max_dice;
}

static int32_t weigh(const int16_t *amount, unsigned knot, int32_t part) {
    int32_t low = 0, high = 0;
    for (int i = 0; i < SIG_TERM_COUNT; i++) {
        low += amount[i] * worth[knot][i];
        high += amount[i] * worth[knot + 1][i];
    }
    return (low / UNIT * (4 - part) + high / UNIT * part) / 4;
}

/* The same by sums. Each is rounded separately; the remainder goes to the actions to come. */
static void weigh_sums(const int16_t *amount, unsigned knot, int32_t part, const int32_t *sure, int32_t value,
                       int32_t *term) {
    for (int k = 0; k < SIG_SUM_COUNT; k++) {
        int32_t sum = 0;
        for (int i = sum_first[k]; i < sum_first[k + 1]; i++)
            sum += amount[i] * (worth[knot][i] * (4 - part) + worth[knot + 1][i] * part);
        term[k] = 100 * sure[k] + sum / (4 * UNIT);
        value -= term[k];
    }
    term[SIG_SUM_ACTIONS] += value;
}

void sig_eval(const void *data, const void *state, unsigned seats, int32_t *value,
              int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    int16_t amount[SIG_TERM_COUNT];
    int32_t sure[SIG_SUM_COUNT];
    struct common c;
    if (s->head.depth > 0) look_around(d, s, &c);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        value[seat] = 0;
        if (s->head.depth == 0) {
            for (int i = 0; i < SIG_PART_COUNT; i++) value[seat] += 100 * s->p[seat].vp[i];
            if (term) memset(term[seat], 0, sizeof term[seat]), term[seat][SIG_SUM_POINTS] = value[seat];
            continue;
        }
        unsigned time = gather(d, s, &c, seat, amount, sure);
        unsigned knot = time / 4 < SIG_KNOTS - 1 ? time / 4 : SIG_KNOTS - 2;
        for (int i = 0; i < SIG_SUM_COUNT; i++) value[seat] += 100 * sure[i];
        value[seat] += weigh(amount, knot, (int32_t)(time - 4 * knot));
        if (term) weigh_sums(amount, knot, (int32_t)(time - 4 * knot), sure, value[seat], term[seat]);
    }
}
