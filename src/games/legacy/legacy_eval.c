/* legacy_eval.c: the value of a position to each seat, as a sum of named terms. Integers only; decides nothing and must
 * not know who asks.
 *
 * Expected final result = certain Honour + for each term its amount * the worth of a unit with that number of own pawns
 * left to place in the game. */
#include "games/legacy/legacy_eval.h"

#include "core/weigh.h"

/* ORDER knot */
#define K0(id, name, k0, k1, k2, k3, k4, k5) k0,
#define K1(id, name, k0, k1, k2, k3, k4, k5) k1,
#define K2(id, name, k0, k1, k2, k3, k4, k5) k2,
#define K3(id, name, k0, k1, k2, k3, k4, k5) k3,
#define K4(id, name, k0, k1, k2, k3, k4, k5) k4,
#define K5(id, name, k0, k1, k2, k3, k4, k5) k5,
static const int16_t worth[LEG_KNOTS][LEG_WORTH_COUNT] = {{LEG_WORTHS(K0)}, {LEG_WORTHS(K1)},
                                                          {LEG_WORTHS(K2)}, {LEG_WORTHS(K3)},
                                                          {LEG_WORTHS(K4)}, {LEG_WORTHS(K5)}};

#define TERM_WORD(id, word, first)  word,
#define TERM_FIRST(id, word, first) first,
static const char *const term_word[LEG_TERM_COUNT] = {LEG_TERMS(TERM_WORD)};
const struct casata_words leg_terms = {"term", LEG_TERM_COUNT, term_word};
static const uint8_t term_first[LEG_TERM_COUNT + 1] = {LEG_TERMS(TERM_FIRST) LEG_WORTH_COUNT};

enum { UNIT = 16, STEP = 4 /* pawns between two knots */, FEW_CARDS = 6, LITTLE_GOLD = 8, LOST = -1000 };

/* ORDER term: honour, and the turns to come */
static const struct casata_weights weights = {worth[0],       term_first, LEG_KNOTS, LEG_WORTH_COUNT,
                                              LEG_TERM_COUNT, STEP,       UNIT};

/* R2.7: tracks have no end, amounts have. */
static int within(int n) { return n < -99 ? -99 : n > 99 ? 99 : n; }

/* --- the terms of a seat ------------------------------------------------------------------------------------------ */
static unsigned rounds_left(const struct legacy_data *d, const struct legacy *s) {
    unsigned last = d->generations[LEG_GENERATIONS - 1].last_round;
    return s->round ? last - s->round : last;
}
/* Own pawns that can still be placed in this generation. */
static unsigned pawns_of_generation(const struct legacy_data *d, const struct legacy *s, int seat) {
    unsigned gen = s->gen ? s->gen - 1u : 0, own = leg_constant(d, LEG_K_OWN_PAWNS);
    return s->p[seat].own + own * (d->generations[gen].last_round - s->round);
}

/* R21.3: in 1/16 of a loss, by the pawns left for a first child and their chances. */
static int risk_of(const struct legacy_data *d, const struct legacy *s, int seat, const struct leg_look *look,
                   bool match) {
    static const uint8_t by_pawns[] = {160, 56, 20, 9, 5, 3};
    unsigned pawns = pawns_of_generation(d, s, seat);
    if (s->p[seat].born || !s->gen) return 0;
    int risk = by_pawns[pawns < sizeof by_pawns ? pawns : sizeof by_pawns - 1];
    return look->room ? (risk + 3) / 4 : match ? (risk + 1) / 2 : risk;
}

/* A hand: cards, and how many of them could marry at once. */
static int count_matches(const struct legacy_data *d, const struct legacy *s, int seat,
                         const struct leg_look *look) {
    struct leg_set hand = s->hand[seat];
    int n = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        n += leg_need_friend(d, LEG_DO_MARRY, (unsigned)i, look) == LEG_FINE;
    return n;
}

static void add_tree(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *amount) {
    struct leg_set adults = leg_adults(s, seat), minors = leg_minors(s, seat);
    unsigned most = leg_constant(d, LEG_K_MOST_CHILDREN), ends = LEG_GENERATIONS - s->gen;
    unsigned rounds = s->gen && s->gen < LEG_GENERATIONS ? d->generations[LEG_GENERATIONS - 1].last_round -
                                                               d->generations[s->gen].first_round
                                                         : 0;
    int single = 0, room = 0, heirs = 0, promised = 0, prestige = 0, income = 0;
    for (int i; (i = leg_set_next(&adults)) >= 0;) {
        if (!s->spouse[i])
            single++;
        else if (leg_is_couple(s, (unsigned)i) && s->kids[i] < most)
            room += most - s->kids[i] > 1 ? 2 : 1;
    }
    for (int i; (i = leg_set_next(&minors)) >= 0;) {
        heirs++;
        if (!s->spouse[i]) continue;
        promised++;
        prestige += leg_signed(d->friends[s->spouse[i] - 1].prestige);
        income += d->friends[s->spouse[i] - 1].income;
    }
    amount[LEG_W_SINGLE] = (int16_t)(UNIT * (single < 5 ? single : 5));
    amount[LEG_W_COUPLE] = (int16_t)(UNIT * (room < 6 ? room : 6));
    if (s->gen == LEG_GENERATIONS) return; /* R9.3 */
    amount[LEG_W_HEIR] = (int16_t)(UNIT * (heirs < 8 ? heirs : 8));
    amount[LEG_W_PROMISED] = (int16_t)(UNIT * promised);
    amount[LEG_W_PROMISED_PRESTIGE] = (int16_t)(UNIT * prestige * (int)ends);
    amount[LEG_W_PROMISED_INCOME] = (int16_t)(UNIT * income * (int)rounds);
}

static void add_missions(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *amount) {
    int sight = 0, held = 0;
    for (unsigned left = s->held[seat]; left; left &= left - 1) {
        unsigned m = (unsigned)__builtin_ctz(left), part = leg_mission_progress(d, s, seat, m);
        sight += (int)(d->missions[m].honour * part * part / UNIT);
        held++;
    }
    amount[LEG_W_MISSION] = (int16_t)sight;
    amount[LEG_W_MISSION_HELD] = (int16_t)(UNIT * held);
}

/* The patron: the main goal by the share reached, the unlocked minor goals, and their number. */
static void add_patron(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *amount) {
    int main, minor;
    unsigned under = s->p[seat].under;
    if (!s->p[seat].patron) return;
    leg_patron_points(d, s, seat, &main, &minor);
    unsigned goal = (s->p[seat].patron - 1u) * LEG_GOALS_EACH, part = leg_goal_progress(d, s, seat, goal);
    amount[LEG_W_PATRON_MAIN] = (int16_t)(d->patron_goals[goal].points * part * part / UNIT);
    amount[LEG_W_PATRON_MINOR] = (int16_t)(UNIT * minor);
    amount[LEG_W_UNDER] = (int16_t)(UNIT * (under < 3 ? under : 3));
}

static void add_testament(const struct legacy_data *d, const struct legacy *s, int16_t *amount) {
    int open = 0, known = 0, near = 0;
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++) {
        if (s->hint[i] != LEG_HINT_OPEN) continue;
        open++;
        near += (int)leg_hint_near(d, s, i);
    }
    for (unsigned i = 3; i < s->nodes; i++) known += s->card[i] >= LEG_CARD_FRIEND;
    amount[LEG_W_HINT] = (int16_t)(UNIT * open);
    amount[LEG_W_HINT_NEAR] = (int16_t)near;
    amount[LEG_W_KINSHIP] = (int16_t)(UNIT * leg_kinship(d, s));
    amount[LEG_W_KNOWN] = (int16_t)(UNIT * known);
}

int leg_amounts(const struct legacy_data *d, const struct legacy *s, int seat,
                int16_t amount[LEG_WORTH_COUNT], unsigned *left) {
    const struct legacy_player *p = &s->p[seat];
    unsigned rounds = rounds_left(d, s), extra = 0, effects = p->deck_choice, nations = 0;
    memset(amount, 0, LEG_WORTH_COUNT * sizeof *amount);
    *left = p->own + leg_constant(d, LEG_K_OWN_PAWNS) * rounds;
    if (p->out) return LOST * (LEG_GENERATIONS + 1 - p->out); /* G72: whatever it had reached */
    if (s->head.depth == 0) return leg_honour_of(p);
    struct leg_look look = leg_look(d, s, seat);
    int matches = count_matches(d, s, seat, &look), gold = p->gold;
    for (int i = 0; i < LEG_PAWN_COUNT; i++) extra += p->extra[i];
    for (int i = 0; i < LEG_MOD_COUNT; i++) effects += p->mod[i];
    nations = leg_nations_of(p);
    for (unsigned i = 0; i < LEG_PR_NONE; i++) nations += p->prof[i] != 0;
    amount[LEG_W_BASE] = UNIT;
    amount[LEG_W_OWN] = (int16_t)(UNIT * p->own);
    amount[LEG_W_PRESTIGE] =
        (int16_t)(UNIT * within(p->prestige) * (LEG_GENERATIONS + 1 - (s->gen ? s->gen : 1)));
    amount[LEG_W_INCOME] = (int16_t)(UNIT * within(p->income) * (int)rounds);
    amount[LEG_W_GOLD] = (int16_t)(UNIT * (gold < LITTLE_GOLD ? gold : LITTLE_GOLD));
    amount[LEG_W_GOLD_MORE] = (int16_t)(UNIT * (gold < LITTLE_GOLD ? 0
                                                : gold < 60        ? gold - LITTLE_GOLD
                                                                   : 52));
    amount[LEG_W_CARD] = (int16_t)(UNIT * (p->held < FEW_CARDS ? p->held : FEW_CARDS));
    amount[LEG_W_CARD_MORE] = (int16_t)(UNIT * (p->held < FEW_CARDS ? 0 : p->held - FEW_CARDS));
    amount[LEG_W_MATCH] = (int16_t)(UNIT * (matches < 3 ? matches : 3));
    amount[LEG_W_EXTRA] = (int16_t)(UNIT * extra);
    amount[LEG_W_EFFECT] = (int16_t)(UNIT * effects);
    amount[LEG_W_POSSESSION] = (int16_t)(UNIT * leg_possessions(s, seat));
    amount[LEG_W_NATION] = (int16_t)(UNIT * nations);
    add_missions(d, s, seat, amount);
    if (leg_testament(s)) {
        add_testament(d, s, amount);
        return leg_honour_of(p);
    }
    add_tree(d, s, seat, amount);
    add_patron(d, s, seat, amount);
    amount[LEG_W_RISK] = (int16_t)risk_of(d, s, seat, &look, matches > 0);
    return leg_honour_of(p) + p->born;
}

void leg_eval(const void *data, const void *state, unsigned seats, int32_t *value,
              int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct legacy *s = state;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        int16_t amount[LEG_WORTH_COUNT];
        int32_t t[LEG_TERM_COUNT];
        unsigned left;
        t[LEG_TERM_HONOUR] = 100 * leg_amounts(data, s, seat, amount, &left);
        value[seat] = casata_weigh(&weights, amount, left, t);
        if (term) memcpy(term[seat], t, sizeof t);
    }
}
