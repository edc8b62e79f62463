/* zhanguo_eval.c: the value of a position to each seat, as a sum of named terms. Decides nothing and must not know
 * who asks.
 *
 * Expected final result = points made + for each term its amount * the worth of a unit with that number of cards left
 * to play. The advice of the rulebook (R26.1, R26.2, R26.3, R26.4) is in the weights: a tableau pays by the actions
 * left to fire it, high and low numbers are worth more than middling ones, as are pieces that bring a task nearer. */
#include "games/zhanguo/zhanguo_eval.h"

#include "core/weigh.h"

/* ORDER knot */
#define K0(id, name, k0, k1, k2, k3, k4, k5) k0,
#define K1(id, name, k0, k1, k2, k3, k4, k5) k1,
#define K2(id, name, k0, k1, k2, k3, k4, k5) k2,
#define K3(id, name, k0, k1, k2, k3, k4, k5) k3,
#define K4(id, name, k0, k1, k2, k3, k4, k5) k4,
#define K5(id, name, k0, k1, k2, k3, k4, k5) k5,
static const int16_t worth[ZG_KNOTS][ZG_TERM_COUNT] = {{ZG_TERMS(K0)}, {ZG_TERMS(K1)}, {ZG_TERMS(K2)},
                                                       {ZG_TERMS(K3)}, {ZG_TERMS(K4)}, {ZG_TERMS(K5)}};

#define SUM_WORD(id, word, first)  word,
#define SUM_FIRST(id, word, first) first,
static const char *const sum_word[ZG_SUM_COUNT] = {ZG_SUMS(SUM_WORD)};
const struct casata_words zg_eval_terms = {"term", ZG_SUM_COUNT, sum_word};
static const uint8_t sum_first[ZG_SUM_COUNT + 1] = {ZG_SUMS(SUM_FIRST) ZG_TERM_COUNT};

enum { UNIT = 16, STEP = 6 /* cards between two knots */ };
/* ORDER sum: points, and the cards to come */
static const struct casata_weights weights = {worth[0],     sum_first, ZG_KNOTS, ZG_TERM_COUNT,
                                              ZG_SUM_COUNT, STEP,      UNIT};

/* --- the terms of a seat ------------------------------------------------------------------------------------------ */
static unsigned hand_left(const struct zhanguo *s, int seat) {
    unsigned hand = zg_hand_size(&s->p[seat]);
    return s->stage == ZG_STAGE_DRAW || hand > ZG_HAND ? ZG_HAND : hand;
}
static unsigned cards_left(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    unsigned rounds = zg_constant(d, ZG_K_ROUNDS);
    return s->round == 0 ? rounds * ZG_HAND : (rounds - s->round) * ZG_HAND + hand_left(s, seat);
}

/* How often a card of each court action fires in the next ten plays, and the worth of a bonus, in 1/100 points. */
static unsigned fire_value(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned card) {
    static const uint8_t rate[ZG_COURT_COUNT] = {/* ORDER court */ 9, 6, 13, 0, 11, 9};
    static const uint16_t value[ZG_BONUS_COUNT] = {
        /* ORDER bonus */ 110, 90, 200, 300, 160, 0, 0, 0, 110, 100, 50, 110, 110, 110};
    unsigned bonus = d->cards[card - 1].bonus, v = value[bonus];
    if (bonus >= ZG_B_VPC_I && bonus <= ZG_B_VPC_B) v = 60 + 80 * zg_tableau_colour(p, bonus - ZG_B_VPC_I);
    return v * rate[d->cards[card - 1].trigger] / 10;
}

/* Tableau: value of the firings to come, in 1/100 points for each card left, then by the worth of ZG_T_FIRE. */
static void add_tableau(const struct zhanguo_data *d, const struct zhanguo *s, const struct zhanguo_player *p,
                        unsigned left, int16_t *amount) {
    unsigned sum = 0, n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned max = zg_max_level(d, s, p, r), here = 0;
        for (int i = 0; i < ZG_REGION_CARDS && p->tableau[r][i]; i++)
            here += fire_value(d, p, p->tableau[r][i]), n++;
        sum += p->level[r] >= max ? here * 5 / 8 : here;
    }
    amount[ZG_T_FIRE] = (int16_t)(UNIT * sum * left / 1000); /* a card fires about once in ten plays */
    amount[ZG_T_TABLEAU] = (int16_t)(UNIT * n);
}

static void add_people(const struct zhanguo_data *d, const struct zhanguo *s, const struct zhanguo_player *p,
                       int seat, int16_t *amount) {
    int officials = 0, workers = 0, spread = 0, trio = 0, pairs = 0, ready = 0;
    bool governor_left = zg_governors_placed(s, seat) < zg_supply_of(d, s, ZG_S_GOVERNOR);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        int colours = (p->up[r][0] > 0) + (p->up[r][1] > 0) + (p->up[r][2] > 0);
        officials += (int)(zg_officials_above(p, r) + zg_officials_below(p, r));
        workers += p->workers[r] < 3 ? p->workers[r] : 3;
        spread += p->workers[r] > 0;
        trio += colours == 3;
        pairs += colours == 2;
        ready |= zg_need_palace(d, s, seat, r, false) == ZG_FINE;
    }
    amount[ZG_T_OFFICIAL] = (int16_t)(UNIT * (officials < 10 ? officials : 10));
    amount[ZG_T_WORKER] = (int16_t)(UNIT * (workers < 8 ? workers : 8));
    amount[ZG_T_WORKER_SPREAD] = (int16_t)(UNIT * spread);
    amount[ZG_T_TRIO] = (int16_t)(governor_left ? UNIT * (trio < 2 ? trio : 2) : 0);
    amount[ZG_T_PAIR] = (int16_t)(governor_left ? UNIT * (pairs < 2 ? pairs : 2) : 0);
    if (ready) amount[ZG_T_PALACE_READY] = (int16_t)(UNIT * (3 + (int)zg_tableau_size(p)));
}

static void add_unrest(const struct zhanguo_data *d, const struct zhanguo *s, const struct zhanguo_player *p,
                       int16_t *amount) {
    int unrest = 0, no_palace = 0, no_fire = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned row = zg_track(s, p, r);
        unrest += p->level[r];
        no_palace += p->level[r] >= d->unrest_tracks[row].palace_block_from;
        no_fire += p->level[r] >= d->unrest_tracks[row].ability_block_from;
    }
    amount[ZG_T_UNREST] = (int16_t)(UNIT * unrest);
    amount[ZG_T_NO_PALACE] = (int16_t)(UNIT * no_palace);
    amount[ZG_T_NO_FIRE] = (int16_t)(UNIT * no_fire);
}

/* --- tasks ---------------------------------------------------------------------------------------------------------- */
struct section {
    int sum, discs; /* points under the own discs, and how many */
};
static struct section section_of(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                                 unsigned section) {
    struct section own = {0, 0};
    for (unsigned i = section * 12; i < section * 12 + 12; i++)
        if (ZG_FLAT(s->disc)[i] == seat + 1) own.sum += d->task_spaces[i].vp, own.discs++;
    return own;
}
/* The gain from the next disc on the task; 0: it cannot get one. */
static int disc_gain(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned place,
                     struct section own) {
    unsigned i = 0;
    while (i < ZG_TASK_SPACES && s->disc[place][i] && s->disc[place][i] != seat + 1) i++;
    if (i == ZG_TASK_SPACES || s->disc[place][i] || !s->task_tile[place]) return 0;
    return (own.sum + d->task_spaces[place * ZG_TASK_SPACES + i].vp) * (own.discs + 1) - own.sum * own.discs;
}
/* Unfulfilled tasks: the gain from the next disc, by the share of its places already filled. */
static void add_tasks(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned left,
                      int16_t *amount) {
    int near = 0;
    unsigned lacking;
    for (unsigned section = 0; section < ZG_TASK_SECTION_COUNT; section++) {
        struct section own = section_of(d, s, seat, section);
        for (unsigned kind = 0; kind < ZG_TASK_KIND_COUNT; kind++) {
            unsigned place = section * ZG_TASK_KIND_COUNT + kind;
            int gain = disc_gain(d, s, seat, place, own);
            if (!gain) continue;
            int missing = zg_task_missing(d, s, seat, s->task_tile[place] - 1u, &lacking);
            int all = d->task_tiles[s->task_tile[place] - 1u].n_symbols, have = all - missing;
            if (missing * 4 <= (int)left + 3) near += UNIT * gain * have * have / (all * all);
        }
    }
    amount[ZG_T_TASK_NEAR] = (int16_t)near;
}
/* The gain of one more piece in each region, or wall in each area, by the tasks that it fulfils. */
static void task_gains(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned kind,
                       int gain[ZG_REGION_COUNT]) {
    unsigned lacking;
    for (unsigned section = 0; section < ZG_TASK_SECTION_COUNT; section++) {
        unsigned place = section * ZG_TASK_KIND_COUNT + kind;
        if (!s->task_tile[place] || zg_task_missing(d, s, seat, s->task_tile[place] - 1u, &lacking) != 1)
            continue;
        gain[__builtin_ctz(lacking)] += disc_gain(d, s, seat, place, section_of(d, s, seat, section));
    }
}

/* --- markers and rewards -------------------------------------------------------------------------------------------- */
/* The most that a governor, a palace or a wall as a reward scores by the end; gain: by tasks. */
static int most_of_governor(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned row,
                            const int gain[ZG_REGION_COUNT]) {
    int most = 0;
    for (unsigned r = 0, regions = zg_reward_regions(d, row); r < ZG_REGION_COUNT; r++) {
        if (!(regions >> r & 1)) continue;
        int points =
            gain[r] + (int)zg_governor_points(d, s, seat, r, 1) - (int)zg_governor_points(d, s, seat, r, 0);
        for (unsigned i = r * ZG_SQUARES; i < (r + 1) * ZG_SQUARES; i++)
            if (!ZG_FLAT(s->square)[i] && d->governor_squares[i].bonus == ZG_GB_VP) {
                points += d->governor_bonuses[ZG_GB_VP].amount;
                break;
            }
        if (points > most) most = points;
    }
    return most;
}
static int most_of_palace(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                          const int gain[ZG_REGION_COUNT]) {
    int most = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (gain[r] > most && zg_need_palace(d, s, seat, r, true) == ZG_FINE) most = gain[r];
    return most + (int)(zg_tableau_size(&s->p[seat]) * zg_constant(d, ZG_K_PALACE_VP));
}
static int most_of_wall(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                        const int gain[ZG_REGION_COUNT]) {
    int most = 0;
    for (unsigned section = 0; section < ZG_SECTION_COUNT; section++) {
        unsigned tile = s->wall_tile[section] - 1u;
        if (zg_has_wall(s, seat, section)) continue;
        for (unsigned i = ZG_WALL_SPACES; i-- > 0;) { /* more lines, more points */
            if (s->wall[section][i]) continue;
            int points = gain[section / 2] + zg_wall_worth(d, &s->p[seat], tile, i);
            if (points > most) most = points;
            break;
        }
    }
    return most;
}
/* Points that a reward of the last round brings; 0 if it cannot be carried out. */
static int reward_gain(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned row) {
    int gain[ZG_REGION_COUNT] = {0};
    if (zg_need_reward(d, s, seat, row) != ZG_FINE) return 0;
    switch (d->rewards[row].type) {
    case ZG_RW_GOVERNOR:
        task_gains(d, s, seat, ZG_TK_GOVERNOR, gain);
        return most_of_governor(d, s, seat, row, gain);
    case ZG_RW_PALACE: task_gains(d, s, seat, ZG_TK_PALACE, gain); return most_of_palace(d, s, seat, gain);
    case ZG_RW_WALL: task_gains(d, s, seat, ZG_TK_WALL, gain); return most_of_wall(d, s, seat, gain);
    default: return 0;
    }
}

/* The first reward of the round not offered yet, or being offered; ZG_ASPECT_COUNT: none. */
static unsigned first_due(const struct zhanguo *s) {
    const struct zg_rewards *rewards = casata_locals(zg_rewards, zg_part_frame(s));
    if (!s->round) return ZG_ASPECT_COUNT;
    if (s->stage != ZG_STAGE_REWARDS) return 0;
    return s->head.depth > 1 ? rewards->aspect + (rewards->accepted != 0) : ZG_ASPECT_COUNT;
}

/* The last round as things stand: nothing follows its rewards, so their gains can be counted. */
struct outlook {
    bool last;                                   /* it is the last round; otherwise the rest is unset */
    struct zhanguo after;                        /* with the markers given for each reward */
    int16_t gain[ZG_MAX_SEATS][ZG_ASPECT_COUNT]; /* points that a reward brings; -1: not counted yet */
};
static int gain_of(const struct zhanguo_data *d, struct outlook *o, int seat, unsigned aspect) {
    int16_t *gain = &o->gain[seat][aspect];
    if (*gain < 0)
        *gain = (int16_t)reward_gain(d, &o->after, seat, (o->after.round - 1u) * ZG_ASPECT_COUNT + aspect);
    return *gain;
}
/* A reward goes to the strongest to whom it brings more than the majority that the markers would be worth (R18.3 to R18.5,
 * R21.2). */
static void look_out(const struct zhanguo_data *d, const struct zhanguo *s, struct outlook *o) {
    const struct zg_rewards *rewards = casata_locals(zg_rewards, zg_part_frame(s));
    o->last = s->round == zg_constant(d, ZG_K_ROUNDS);
    if (!o->last) return;
    memcpy(&o->after, s, sizeof o->after);
    memset(o->gain, -1, sizeof o->gain);
    for (unsigned c = first_due(s); c < ZG_ASPECT_COUNT; c++) {
        unsigned passed = s->stage == ZG_STAGE_REWARDS && c == rewards->aspect ? rewards->passed : 0;
        for (int seat; (seat = zg_next_to_decide(d, &o->after, c, passed)) >= 0; passed |= 1u << seat)
            if (gain_of(d, o, seat, c) > (int)zg_constant(d, ZG_K_UM_WRITING + c)) {
                zg_pay_reward(&o->after, seat, c);
                break;
            }
    }
}

/* Has the seat accepted a reward whose points are still to come? */
static bool is_carrying_out(const struct zhanguo *s, int seat) {
    const struct casata_frame *part = zg_part_frame(s), *reward = casata_above(part);
    return s->stage == ZG_STAGE_REWARDS && casata_locals(zg_rewards, part)->accepted == seat + 1 &&
           s->head.depth > 2 && reward->phase != ZG_PH_OFFICIAL && reward->phase != ZG_PH_MOVE;
}

/* Markers, and the reward of the round for the leader: more certain the fewer cards are left in the round. */
static void add_markers(const struct zhanguo_data *d, const struct zhanguo *s, struct outlook *o, int seat,
                        int16_t *amount) {
    static const uint8_t value[ZG_REWARD_TYPE_COUNT] = {/* ORDER reward */ 2,
                                                        3,
                                                        3,
                                                        4,
                                                        11,
                                                        9,
                                                        9};
    int markers = 0, sight = 0;
    unsigned first = first_due(s);
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        unsigned own = zg_strength(d, s, seat, c), most = 0;
        markers += (int)(own < 7 ? own : 7);
        if (own == 0 || c < first) continue;
        for (int i = 0; i < s->head.seats; i++) {
            unsigned n = i == seat ? 0 : zg_strength(d, s, i, c);
            if (n > most) most = n;
        }
        int sure = UNIT - (int)hand_left(s, seat); /* 10 to 16 */
        int lead = own > most ? 4 : own == most ? 3 : own + 2 >= most ? 1 : 0;
        if (o->last && s->stage == ZG_STAGE_REWARDS) lead = o->after.taken[c] == seat + 1 ? 4 : 0;
        if (lead == 0) continue;
        unsigned type = d->rewards[(s->round - 1u) * ZG_ASPECT_COUNT + c].type;
        sight += (o->last ? gain_of(d, o, seat, c) : value[type]) * lead * sure / 4;
    }
    if (o->last && is_carrying_out(s, seat))
        sight += UNIT * gain_of(d, o, seat, casata_locals(zg_rewards, zg_part_frame(s))->aspect);
    amount[ZG_T_MARKER] = (int16_t)(UNIT * markers);
    amount[ZG_T_REWARD] = (int16_t)sight;
}

/* Walls: the tile's value now, drawn towards its usual value at the end. */
static int expected_walls(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned left) {
    static const uint8_t usual[ZG_CRITERION_COUNT] = {
        /* ORDER criterion */ 3, 3, 4, 2, 3, 2, 3, 3, 3, 3, 5, 3};
    int points = 0;
    for (unsigned section = 0; section < ZG_SECTION_COUNT; section++)
        for (unsigned i = 0; i < ZG_WALL_SPACES; i++) {
            if (s->wall[section][i] != seat + 1) continue;
            unsigned c = s->wall_tile[section] - 1u;
            int value = zg_wall_value(d, c, i);
            int now = (int)zg_criterion_count(&s->p[seat], c), then = usual[c];
            int count = (now * (45 - (int)left) + then * (int)left) * UNIT / 45;
            points += d->wall_tiles[c].mode == ZG_LESS ? UNIT * value - count : value * count;
        }
    return points;
}

static void add_hand(const struct zhanguo_player *p, int16_t *amount) {
    int high = 0, low = 0;
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        if (p->hand[i] >= ZG_BACK) continue;
        high += p->hand[i] > 80 ? p->hand[i] - 80 : 0;
        low += p->hand[i] <= 40 ? 41 - p->hand[i] : 0;
    }
    amount[ZG_T_HAND_HIGH] = (int16_t)(UNIT * high / 40);
    amount[ZG_T_HAND_LOW] = (int16_t)(UNIT * low / 40);
}

/* The value of unfinished steps in the middle of a turn, so that its parts can be compared. */
static void add_pending(const struct zhanguo *s, int seat, int16_t *amount) {
    for (int i = 2; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        if (f->seat != seat) continue;
        if (f->phase == ZG_PH_ABILITIES)
            amount[ZG_T_DUE_ABILITY] =
                (int16_t)(UNIT * __builtin_popcount(zg_open_items(casata_locals(zg_abilities, f))));
        else if (f->phase == ZG_PH_MOVE)
            amount[ZG_T_DUE_POINT] = (int16_t)(UNIT * (int)zg_points_left(casata_locals(zg_move, f)));
        else if (f->phase > ZG_PH_CARD && f->phase != ZG_PH_REWARD)
            amount[ZG_T_DUE_ACTION] = (int16_t)(amount[ZG_T_DUE_ACTION] + UNIT);
    }
}

static int terms_of(const struct zhanguo_data *d, const struct zhanguo *s, struct outlook *o, int seat,
                    int16_t amount[ZG_TERM_COUNT], unsigned *left) {
    const struct zhanguo_player *p = &s->p[seat];
    int32_t part[ZG_PART_COUNT];
    int sure = 0, governors = 0;
    memset(amount, 0, ZG_TERM_COUNT * sizeof *amount);
    *left = cards_left(d, s, seat);
    zg_parts_of(d, o->last ? &o->after : s, seat, true, part);
    for (int i = 0; i < ZG_STORED_PARTS; i++) sure += part[i];
    amount[ZG_T_BASE] = UNIT;
    if (!p->board) return sure;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) governors += (int)zg_governors_in(s, seat, r);
    amount[ZG_T_GOVERNOR_VP] = (int16_t)(UNIT * part[ZG_VP_GOVERNORS]);
    amount[ZG_T_GOVERNOR] = (int16_t)(UNIT * governors);
    amount[ZG_T_MARKER_VP] = (int16_t)(UNIT * part[ZG_VP_MAJORITIES]);
    amount[ZG_T_TASK_VP] = (int16_t)(UNIT * part[ZG_VP_TASKS]);
    amount[ZG_T_WALL_VP] = (int16_t)expected_walls(d, s, seat, *left);
    amount[ZG_T_WALL] = (int16_t)(UNIT * (int)zg_walls_placed(s, seat));
    add_tableau(d, s, p, *left, amount);
    add_people(d, s, p, seat, amount);
    add_unrest(d, s, p, amount);
    add_markers(d, s, o, seat, amount);
    add_tasks(d, s, seat, *left, amount);
    add_hand(p, amount);
    for (int i = 0; i < s->head.seats; i++)
        if (s->order[i] == seat) amount[ZG_T_PLACE] = (int16_t)(UNIT * i);
    add_pending(s, seat, amount);
    return sure;
}

int zg_terms(const struct zhanguo_data *d, const struct zhanguo *s, int seat, int16_t amount[ZG_TERM_COUNT],
             unsigned *left) {
    struct outlook o;
    look_out(d, s, &o);
    return terms_of(d, s, &o, seat, amount, left);
}

static int32_t weigh(const struct zhanguo_data *d, const struct zhanguo *s, struct outlook *o, int seat,
                     int32_t *sum) {
    int16_t amount[ZG_TERM_COUNT];
    unsigned left;
    sum[ZG_SUM_POINTS] = 100 * terms_of(d, s, o, seat, amount, &left);
    return casata_weigh(&weights, amount, left, sum);
}

void zg_eval(const void *data, const void *state, unsigned seats, int32_t *value,
             int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct zhanguo *s = state;
    int32_t part[ZG_PART_COUNT], unasked[CASATA_MAX_TERMS];
    struct outlook o;
    if (s->head.depth > 0) look_out(data, s, &o);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        if (s->head.depth > 0) {
            value[seat] = weigh(data, s, &o, seat, term ? term[seat] : unasked);
            continue;
        }
        zg_parts_of(data, s, seat, true, part);
        value[seat] = 0;
        for (int i = 0; i < ZG_PART_COUNT; i++) value[seat] += 100 * part[i];
        if (term) memset(term[seat], 0, sizeof term[seat]), term[seat][ZG_SUM_POINTS] = value[seat];
    }
}
