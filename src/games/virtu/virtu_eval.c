/* virtu_eval.c: the value of a position to each seat, as a sum of named terms. Whole numbers only; decides nothing and
 * must not know who asks.
 *
 * Expected final result = points that the position is worth now + for each term its amount * the worth of a unit with
 * that number of steps left to the end. */
#include "games/virtu/virtu_eval.h"

#include "core/weigh.h"

/* ORDER knot */
#define K0(id, k0, k1, k2, k3) k0,
#define K1(id, k0, k1, k2, k3) k1,
#define K2(id, k0, k1, k2, k3) k2,
#define K3(id, k0, k1, k2, k3) k3,
static const int16_t worth[VT_KNOTS][VT_EVAL_COUNT] = {
    {VT_EVAL_TERMS(K0)}, {VT_EVAL_TERMS(K1)}, {VT_EVAL_TERMS(K2)}, {VT_EVAL_TERMS(K3)}};
#define SUM_FIRST(id, word, first) first,
static const uint8_t sum_first[VT_SUM_COUNT + 1] = {VT_EVAL_SUMS(SUM_FIRST) VT_EVAL_COUNT};
#define SUM_WORD(id, word, first) word,
static const char *const sum_word[] = {VT_EVAL_SUMS(SUM_WORD)};
const struct casata_words vt_terms = {"term", VT_SUM_COUNT, sum_word};

/* Towards the end of a long game less is to come, but it is not over until somebody ends it (G58). */
enum { STEP = 8, MOST_STEPS = 24, LONG_GAME = 22, LONG_GAME_STEPS = 8, OVERDUE_STEPS = 2 };
enum { LAST_GOVERN = 8 }; /* cards in chambers that the only Govern is worth */

/* --- how long the game will go on --------------------------------------------------------------------------------- */
/* Longer than any planned play: the leader should end it now and not build on. */
static bool is_overdue(const struct virtu *s) { return !vt_two(s) && s->year > LONG_GAME; }
unsigned vt_steps_left(const struct virtu *s) {
    int cities = 0, patronage = 0, closed = 0;
    int goal = vt_two(s) ? VT_CITY_TRACK_2P - 1 : VT_CITY_TRACK - 1;
    if (s->ending || !s->head.depth) return 0;
    for (int i = 0; i < s->head.seats; i++) {
        int n = (int)vt_count(s->p[i].cities);
        if (n > cities) cities = n;
        if (s->p[i].patronage > patronage) patronage = s->p[i].patronage;
    }
    for (int m = 0; vt_two(s) && m < VT_MAJOR_COUNT; m++) closed += s->influence[m] == VT_TRACK_CLOSED;
    int by_cities = 4 * (goal - cities),
        by_track = vt_two(s) ? 8 * (VT_MAJOR_COUNT - closed) : 5 * (5 - patronage);
    int by_year = vt_two(s) ? 2 * (VT_LAST_YEAR_2P - s->year) : LONG_GAME - s->year + 2;
    if (!vt_two(s) && by_year < LONG_GAME_STEPS) by_year = LONG_GAME_STEPS;
    if (!vt_two(s) && s->head.option[VT_OPT_YEARS]) by_year = 2 * ((int)vt_last_year(s) - s->year);
    if (is_overdue(s)) by_year = OVERDUE_STEPS;
    int left = by_cities < by_track ? by_cities : by_track;
    if (by_year < left) left = by_year;
    return left < 1 ? 1 : left > MOST_STEPS ? MOST_STEPS : (unsigned)left;
}

/* --- the amounts of a seat ---------------------------------------------------------------------------------------- */
static void add_cities(const struct virtu *s, int seat, int16_t *amount) {
    unsigned n = vt_count(s->p[seat].cities), most = 0;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned theirs = vt_count(s->p[i].cities);
        if (i != seat && theirs > most) most = theirs;
    }
    amount[VT_E_CITY] = (int16_t)n;
    amount[VT_E_MOST_CITIES] = n >= most;
}
/* In quarters: how sure an attack is of its city, by soldiers and what both sides could add. */
static int chance_of(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city) {
    int defender = vt_defender(s, city);
    unsigned attack = s->soldiers[seat][city], defence = vt_defence(d, s, seat, city);
    unsigned more = vt_war_reach(d, s, seat, false),
             theirs = defender >= 0 ? vt_war_reach(d, s, defender, false) : 0;
    if (attack > defence + theirs) return 4;
    if (attack + more > defence + theirs) return defender >= 0 ? 3 : 4;
    return attack + more > defence ? 1 : 0;
}
static void add_sieges(const struct virtu_data *d, const struct virtu *s, int16_t (*amount)[VT_EVAL_COUNT]) {
    if (s->season != VT_SPRING && s->season != VT_SIEGES) return;
    for (int seat = 0; seat < s->head.seats; seat++)
        for (uint32_t left = vt_sieges_of(d, s, seat); left; left &= left - 1) {
            unsigned city = vt_lowest(left);
            int sure = chance_of(d, s, seat, city), defender = vt_defender(s, city);
            amount[seat][VT_E_SIEGE] = (int16_t)(amount[seat][VT_E_SIEGE] + sure);
            if (defender < 0) continue;
            if (!(s->p[seat].trophies >> s->p[defender].power & 1))
                amount[seat][VT_E_PRIZE] = (int16_t)(amount[seat][VT_E_PRIZE] + sure);
            amount[defender][VT_E_DANGER] = (int16_t)(amount[defender][VT_E_DANGER] + sure);
        }
}
/* G64: symbols that become available when the turn of the Winter ends. */
static uint64_t bought_now(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    const struct vt_winter *winter = vt_winter_of(s);
    uint64_t sum = 0;
    if (!winter || s->order[winter->place] != seat) return 0;
    for (unsigned left = winter->new_cards; left; left &= left - 1)
        sum += vt_word(vt_card(d, p->courtier[vt_lowest(left)] - 1u)->symbol);
    for (unsigned left = winter->new_tiles; left; left &= left - 1)
        sum += vt_word(vt_tile_symbols(d, p, vt_lowest(left)));
    return sum;
}
static void add_symbols(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    const struct virtu_player *p = &s->p[seat];
    uint64_t all = vt_word(p->ready);
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier_used >> i & 1) all += vt_word(vt_card(d, p->courtier[i] - 1u)->symbol);
    for (uint32_t left = vt_friendly(d, s, seat) & s->spent; left; left &= left - 1)
        all += vt_word(vt_city_symbols(d, s, vt_lowest(left)));
    for (uint32_t left = p->tiles_used; left; left &= left - 1)
        all += vt_word(vt_tile_symbols(d, p, vt_lowest(left)));
    all += p->cathedrals_used * vt_word(vt_tile_symbols(d, p, VT_T_CATHEDRAL));
    for (unsigned i = 0; i < VT_SYMBOL_COUNT; i++) amount[VT_E_ANY_FLORIN + i] = (int16_t)vt_lane(all, i);
    uint64_t ready = vt_word(p->ready) + (s->season == VT_WINTER ? bought_now(d, s, seat) : 0);
    amount[VT_E_READY_FLORIN] = (int16_t)vt_lane(ready, VT_FLORIN);
    amount[VT_E_READY_SYMBOL] = (int16_t)(vt_lane(ready, VT_CROWN) + vt_lane(ready, VT_CROSS));
    amount[VT_E_READY_MOVE] =
        (int16_t)(vt_lane(ready, VT_CAVALRY) + vt_lane(ready, VT_SHIP) + vt_lane(ready, VT_MASK));
}
/* The gifts of a chamber's cards to its own action, year by year; whether a good chamber is near. */
static void add_chambers(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    const struct virtu_player *p = &s->p[seat];
    int cards = 0, rooms = 0, symbol = 0, move = 0, blocked = 0, near = 0, govern = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) cards += p->courtier[i] != 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        unsigned action = vt_chamber_action(d, s, seat, i),
                 ahead = (i + VT_CHAMBER_COUNT - p->marker) % VT_CHAMBER_COUNT;
        bool shut = p->indulgences >> i & 1 || (p->agent[i] && p->agent[i] != seat + 1);
        bool good = action == VT_ANNEX || action == VT_PATRONAGE || action == VT_INFLUENCE;
        blocked += p->agent[i] && p->agent[i] != seat + 1;
        govern += action == VT_GOVERN;
        if (good && !shut && p->marker != VT_NO_CHAMBER && (ahead == 1 || ahead == 2)) near++;
        for (unsigned role = 0; role < 2; role++) {
            unsigned card = role ? p->upgrade[i] : p->chamber[i];
            if (!card) continue;
            const struct virtu_card *c = vt_card(d, card - 1);
            cards++, rooms++;
            if (action == VT_GOVERN || good)
                symbol += c->C > c->X && (action == VT_ANNEX || c->C) ? c->C : c->X;
            if (action == VT_MANEUVER) move += c->H > c->S ? c->H : c->S;
            if (action == VT_INTRIGUE) move += c->M;
            if (action == VT_TRADE) move += c->S;
        }
    }
    /* R8.1: where no chamber governs, tiles that were used are lost. */
    if (!govern && !vt_two(s)) rooms -= LAST_GOVERN;
    amount[VT_E_CARD] = (int16_t)cards;
    amount[VT_E_CHAMBER] = (int16_t)rooms;
    amount[VT_E_ROOM_SYMBOL] = (int16_t)symbol;
    amount[VT_E_ROOM_MOVE] = (int16_t)move;
    amount[VT_E_NEAR] = (int16_t)near;
    amount[VT_E_HARASSED] = (int16_t)blocked;
    int shut = (int)vt_count(p->indulgences);
    amount[VT_E_INDULGENCE] = (int16_t)(shut * (shut + 1) / 2); /* each leaves fewer chambers to go to */
}
static void add_people(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    const struct virtu_player *p = &s->p[seat];
    int placed = (int)vt_agents_placed(s, seat), guarded = 0;
    for (uint32_t left = p->cities & vt_stationed(s, seat); left; left &= left - 1)
        guarded += d->cities[vt_lowest(left)].value;
    amount[VT_E_SOLDIER] = (int16_t)vt_soldiers_of(s, seat);
    amount[VT_E_GARRISON] = (int16_t)guarded;
    amount[VT_E_AGENT] = (int16_t)(p->agents - placed);
    amount[VT_E_PLACED] = (int16_t)placed;
}
/* Two players: spaces gained on the open tracks, and whether the enemy stands before the capital. */
static void add_two(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    bool france = s->p[seat].power == VT_MILAN;
    int spaces = 0;
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++)
        if (s->influence[m] != VT_TRACK_CLOSED) spaces += france ? 3 - s->influence[m] : s->influence[m] - 3;
    amount[VT_E_INFLUENCE] = (int16_t)spaces;
    unsigned capital = d->powers[s->p[!seat].power].capital;
    amount[VT_E_CAPITAL] = s->p[seat].cities >> capital & 1;
}
static int points_of(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    int32_t part[VT_PART_COUNT];
    int points = 0;
    vt_parts_of(d, s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    amount[VT_E_MOST_PATRONAGE] = (int16_t)part[VT_PP_MOST_PATRONAGE];
    amount[VT_E_RELIGION] = (int16_t)part[VT_PP_RELIGION];
    return points;
}
/* Means of paying for the last points keep their worth when little else has any. */
static void count_what_pays(int16_t *amount) {
    static const uint8_t pays[] = {VT_E_FLORIN, VT_E_READY_FLORIN, VT_E_READY_SYMBOL};
    for (size_t i = 0; i < sizeof pays; i++)
        amount[pays[i]] = (int16_t)(amount[pays[i]] * STEP / OVERDUE_STEPS);
}
static int amounts_of(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *amount) {
    const struct virtu_player *p = &s->p[seat];
    int points = points_of(d, s, seat, amount), holds = 0;
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++) holds += s->ally[i] == seat + 1;
    amount[VT_E_BASE] = 1;
    add_cities(s, seat, amount);
    amount[VT_E_PATRONAGE] = p->patronage;
    amount[VT_E_BONUS] = (int16_t)vt_count(p->bonuses);
    amount[VT_E_FLORIN] = (int16_t)(p->florins < 12 ? p->florins : p->florins < 36 ? 9 + p->florins / 4 : 18);
    amount[VT_E_SPACE] = (int16_t)vt_extra_spaces(d, s, seat);
    amount[VT_E_ALLIANCE] = (int16_t)holds;
    add_symbols(d, s, seat, amount);
    add_chambers(d, s, seat, amount);
    add_people(d, s, seat, amount);
    if (vt_two(s)) add_two(d, s, seat, amount);
    if (is_overdue(s)) count_what_pays(amount);
    return points;
}

void vt_amounts(const struct virtu_data *d, const struct virtu *s, int16_t amount[][VT_EVAL_COUNT],
                int *points) {
    memset(amount, 0, s->head.seats * sizeof *amount);
    if (s->head.depth) add_sieges(d, s, amount);
    for (int seat = 0; seat < s->head.seats; seat++) {
        points[seat] = amounts_of(d, s, seat, amount[seat]);
        if (!s->head.depth) memset(amount[seat], 0, sizeof *amount); /* at the end only points count */
    }
}

/* --- the sum -------------------------------------------------------------------------------------------------------- */
/* ORDER sum: points, and the Years to come */
static const struct casata_weights weights = {worth[0],     sum_first, VT_KNOTS, VT_EVAL_COUNT,
                                              VT_SUM_COUNT, STEP,      1};

void vt_eval(const void *data, const void *state, unsigned seats, int32_t *value,
             int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct virtu *s = state;
    int16_t amount[VT_MAX_SEATS][VT_EVAL_COUNT];
    int32_t unasked[CASATA_MAX_TERMS];
    int points[VT_MAX_SEATS];
    unsigned left = vt_steps_left(s);
    vt_amounts(data, s, amount, points);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        int32_t *sum = term ? term[seat] : unasked;
        if (term) memset(sum, 0, sizeof term[seat]);
        sum[VT_SUM_POINTS] = 100 * points[seat];
        value[seat] = casata_weigh(&weights, amount[seat], left, sum);
    }
}
