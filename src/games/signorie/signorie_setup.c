/* signorie_setup.c: set-up and preparation: all chance events (R2, R4, R18), and the choice of boards. */
#include "games/signorie/signorie_scene.h"

/* --- permutations: boards and starting order ---------------------------------------------------------------
 * Outcomes are the arrangements of k of n things, ascending; with four, the last follows from the others. */
static int permutations(unsigned kind, unsigned n, unsigned k, struct casata_outcome *out) {
    int count = 0;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            for (unsigned c = 0; c < (k > 2 ? n : 1); c++) {
                if (a == b || (k > 2 && (c == a || c == b))) continue;
                out[count++] = (struct casata_outcome){casata_act(kind, a, b, k > 2 ? c : CASATA_ABSENT), 1};
            }
    return count;
}

static casata_action sample_permutation(unsigned kind, unsigned n, unsigned k, struct casata_rng *rng) {
    uint8_t x[4] = {0, 1, 2, 3};
    for (unsigned i = 0; i < 3; i++) {
        unsigned j = i + casata_rng_below(rng, n > i ? n - i : 1);
        uint8_t t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
    return casata_act(kind, x[0], x[1], k < 3 ? CASATA_ABSENT : x[2]);
}

static void read_permutation(casata_action a, unsigned k, uint8_t x[4]) {
    x[0] = (uint8_t)casata_a(a);
    x[1] = (uint8_t)casata_b(a);
    x[2] = (uint8_t)(k > 2 ? casata_c(a) : 0);
    x[3] = (uint8_t)(k > 3 ? 6 - x[0] - x[1] - x[2] : 0);
}

/* G47: the boards at random. With fewer than four players some stay in the box (G29). */
static int boards_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return permutations(SIG_A_BOARDS, SIG_BOARD_COUNT, s->head.seats, out);
}
static casata_action boards_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return sample_permutation(SIG_A_BOARDS, SIG_BOARD_COUNT, s->head.seats, rng);
}
static void boards_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct signorie *s = state;
    uint8_t x[4];
    (void)data, (void)f, (void)seat;
    read_permutation(a, s->head.seats, x);
    casata_pop(s);
    for (int i = 0; i < s->head.seats; i++) {
        s->p[i].board = x[i];
        casata_emit(sink, "event.board", 2, casata_seat(i), casata_word(&sig_boards, x[i]));
    }
}
const struct casata_phase sig_phase_boards = {
    .name = "boards",
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = boards_outcomes,
    .sample = boards_sample,
    .apply = boards_apply,
};

/* R2.4 starting order; with it the extra Florins (R2.5, G31) and the initiative pile (R2.6). */
static int order_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return permutations(SIG_A_ORDER, s->head.seats, s->head.seats, out);
}
static casata_action order_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return sample_permutation(SIG_A_ORDER, s->head.seats, s->head.seats, rng);
}
static void order_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    int n = s->head.seats;
    (void)f, (void)seat;
    casata_pop(s);
    read_permutation(a, (unsigned)n, s->order);
    for (int i = 0; i < n; i++) {
        struct signorie_player *p = &s->p[s->order[i]];
        s->pile[n - 1 - i] = s->order[i]; /* R2.6: first player's disc on top */
        p->florins = (uint16_t)(p->florins + sig_setup_of(d, s, (unsigned)(SIG_EXTRA_1ST + i)));
        casata_emit(sink, "event.place", 2, casata_seat(s->order[i]), casata_word(&sig_places, (unsigned)i));
    }
}
const struct casata_phase sig_phase_order = {
    .name = "order",
    .parents = CASATA_ON(SIG_PH_GAME) | CASATA_ON(SIG_PH_CHOOSE),
    .outcomes = order_outcomes,
    .sample = order_sample,
    .apply = order_apply,
};

/* G47: the boards chosen by the players, in the turn order. `next`: the chooser's place in it. Players who have not
 * chosen yet hold one of the remaining boards. */
#define SIG_CHOOSE_LOCALS(X) X(next)
CASATA_LOCALS(sig_choose, SIG_CHOOSE_LOCALS);
static bool choose_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct sig_choose *l = casata_locals(sig_choose, f);
    struct signorie *s = state;
    (void)data, (void)sink;
    if (l->next == s->head.seats) {
        casata_pop(s);
        return true;
    }
    f->seat = s->order[l->next];
    return false;
}
static int choose_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct sig_choose *l = casata_locals(sig_choose, f);
    const struct signorie *s = state;
    unsigned taken = 0;
    int n = 0;
    (void)data, (void)seat;
    for (int i = 0; i < l->next; i++) taken |= 1u << s->p[s->order[i]].board;
    for (unsigned board = 0; board < SIG_BOARD_COUNT; board++)
        if (!(taken >> board & 1)) out[n++] = casata_act(SIG_A_BOARD, board, 0, 0);
    return n;
}
static void choose_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct sig_choose *l = casata_locals(sig_choose, f);
    struct signorie *s = state;
    uint8_t board = (uint8_t)casata_a(a);
    (void)data;
    for (int i = 0; i < s->head.seats; i++)
        if (s->p[i].board == board) s->p[i].board = s->p[seat].board;
    s->p[seat].board = board;
    l->next++;
    casata_emit(sink, "event.board", 2, casata_seat(seat), casata_word(&sig_boards, board));
}
static bool choose_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_choose *l = casata_locals(sig_choose, f);
    const struct signorie *s = state;
    bool drawn = casata_top_of(state) == f;
    (void)data;
    return s->head.option[SIG_OPT_BOARDS] == SIG_BOARDS_CHOSEN &&
           (drawn ? l->next < s->head.seats && f->seat == s->order[l->next] : l->next == 0);
}
static void choose_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)build, (void)f, (void)seat;
    c->rule = "G47";
}
const struct casata_phase sig_phase_choose = {
    .name = "choose",
    .locals = CASATA_LOCAL_NAMES(SIG_CHOOSE_LOCALS),
    .parents = CASATA_ON(SIG_PH_GAME),
    .forced = casata_unasked, /* the last board */
    .legal = choose_legal,
    .apply = choose_apply,
    .step = choose_step,
    .valid = choose_valid,
    .ask = "prompt.choose",
    .describe = choose_describe,
};

/* R2.9, G32: cities that are not used in this game. */
static unsigned cities_removed(const struct signorie_data *d, const struct signorie *s) {
    return SIG_CITY_COUNT - sig_setup_of(d, s, SIG_CITIES_IN_PLAY);
}
static int cities_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct signorie *s = state;
    bool two = cities_removed(data, s) == 2;
    int n = 0;
    (void)f;
    for (unsigned a = 0; a < SIG_CITY_COUNT; a++) {
        if (!two) out[n++] = (struct casata_outcome){casata_act(SIG_A_REMOVE, a, CASATA_ABSENT, 0), 1};
        for (unsigned b = a + 1; two && b < SIG_CITY_COUNT; b++)
            out[n++] = (struct casata_outcome){casata_act(SIG_A_REMOVE, a, b, 0), 1};
    }
    return n;
}
static casata_action cities_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    return out[casata_rng_below(rng, (uint32_t)cities_outcomes(data, state, f, out))].action;
}
static void cities_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct signorie *s = state;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        if (city != casata_a(a) && city != casata_b(a)) continue;
        s->cities = (uint8_t)(s->cities & ~(1u << city));
        casata_emit(sink, "event.city_out", 1, casata_word(&sig_cities, city));
    }
}
const struct casata_phase sig_phase_cities = {
    .name = "cities",
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = cities_outcomes,
    .sample = cities_sample,
    .apply = cities_apply,
};

/* R2.7: five bonus tiles for rounds 1 to 5, two victory point tiles for rounds 6 and 7; drawn one by one. */
static unsigned rewards_left(const struct signorie_data *d, const struct signorie *s, unsigned round) {
    unsigned left = 0;
    for (unsigned t = 0; t < SIG_REWARD_COUNT; t++)
        if (d->reward_tiles[t].kind == d->round_rewards[round].tile_kind) left |= 1u << t;
    for (unsigned r = 0; r < round; r++) left &= ~(1u << (s->reward[r] - 1));
    return left;
}
static int reward_tiles_outcomes(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_outcome *out) {
    const struct sig_reward_tiles *l = casata_locals(sig_reward_tiles, f);
    unsigned left = rewards_left(data, state, l->round);
    int n = 0;
    for (unsigned t = 0; t < SIG_REWARD_COUNT; t++)
        if (left >> t & 1) out[n++] = (struct casata_outcome){casata_act(SIG_A_DRAW, t, 0, 0), 1};
    return n;
}
static casata_action reward_tiles_sample(const void *data, const void *state, const struct casata_frame *f,
                                         struct casata_rng *rng) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    return out[casata_rng_below(rng, (uint32_t)reward_tiles_outcomes(data, state, f, out))].action;
}
static void reward_tiles_apply(const void *data, void *state, struct casata_frame *f, int seat,
                               casata_action a, struct casata_sink *sink) {
    struct sig_reward_tiles *l = casata_locals(sig_reward_tiles, f);
    struct signorie *s = state;
    (void)data, (void)seat;
    s->reward[l->round++] = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.reward_tile", 2, casata_word(&sig_rewards, casata_a(a)),
                casata_number(l->round));
    if (l->round == SIG_ROUND_COUNT) casata_pop(s);
}
static bool reward_tiles_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_reward_tiles *l = casata_locals(sig_reward_tiles, f);
    (void)data, (void)state;
    return l->round < SIG_ROUND_COUNT;
}
const struct casata_phase sig_phase_reward_tiles = {
    .name = "reward_tiles",
    .locals = CASATA_LOCAL_NAMES(SIG_REWARD_TILES_LOCALS),
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = reward_tiles_outcomes,
    .sample = reward_tiles_sample,
    .apply = reward_tiles_apply,
    .valid = reward_tiles_valid,
};

/* R4.1: every empty marriage and mission space of a city in play gets a tile, in the order of G26.
 *
 * Nobody knows the removed tiles (R2.8, G27) nor the face-down ones (R11.6, R17.2), so none of them is in the
 * state: `unseen` counts all tiles whose front was never shown. Of each house the same number k was removed,
 * so a house with u unseen tiles has u - k of them in the stack and face down, each of these is equally
 * likely to be the next one, and within the house each unseen tile is. */
static unsigned unseen_of(const struct signorie *s, unsigned house) {
    uint64_t x = sig_eight(s->unseen[house]); /* eight counters of at most 9: their sum fits a byte */
    return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}
#define SIG_REVEAL_LOCALS(X) X(space)
CASATA_LOCALS(sig_reveal, SIG_REVEAL_LOCALS);
static bool reveal_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct sig_reveal *l = casata_locals(sig_reveal, f);
    struct signorie *s = state;
    (void)data, (void)sink;
    while (l->space < 2 * SIG_CITY_COUNT &&
           (!(s->cities >> l->space / 2 & 1) || s->tile_house[l->space / 2][l->space % 2]))
        l->space++;
    if (l->space < 2 * SIG_CITY_COUNT && s->stack > 0) return false;
    casata_pop(s);
    return true;
}
static int reveal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct signorie *s = state;
    unsigned removed = sig_setup_of(data, s, SIG_TILES_REMOVED);
    int n = 0;
    (void)f;
    for (unsigned house = 0; house < SIG_HOUSE_COUNT; house++) {
        unsigned unseen = unseen_of(s, house);
        if (unseen <= removed) continue;
        for (unsigned vp = 1; vp <= SIG_MAX_TILE_VP; vp++) /* 2520 is divisible by 1..9 */
            if (s->unseen[house][vp - 1])
                out[n++] =
                    (struct casata_outcome){casata_act(SIG_A_REVEAL, house, vp, 0),
                                            (unseen - removed) * s->unseen[house][vp - 1] * (2520 / unseen)};
    }
    return n;
}
static casata_action reveal_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    const struct signorie *s = state;
    unsigned removed = sig_setup_of(data, s, SIG_TILES_REMOVED), unseen[SIG_HOUSE_COUNT], all = 0, house = 0,
             vp = 0;
    (void)f;
    for (unsigned h = 0; h < SIG_HOUSE_COUNT; h++) all += (unseen[h] = unseen_of(s, h)) - removed;
    unsigned i = casata_rng_below(rng, all);
    while (i >= unseen[house] - removed) i -= unseen[house++] - removed;
    i = casata_rng_below(rng, unseen[house]);
    while (i >= s->unseen[house][vp]) i -= s->unseen[house][vp++];
    return casata_act(SIG_A_REVEAL, house, vp + 1, 0);
}
static void reveal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct sig_reveal *l = casata_locals(sig_reveal, f);
    struct signorie *s = state;
    unsigned city = l->space / 2, space = l->space % 2;
    (void)data, (void)seat;
    s->stack--;
    s->unseen[casata_a(a)][casata_b(a) - 1]--;
    s->tile_house[city][space] = (uint8_t)(casata_a(a) + 1);
    s->tile_vp[city][space] = (uint8_t)casata_b(a);
    casata_emit(sink, "event.reveal", 4, casata_word(&sig_houses, casata_a(a)),
                casata_number((int)casata_b(a)), casata_word(&sig_cities, city),
                casata_word(&sig_city_tiles, space));
}
static bool reveal_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_reveal *l = casata_locals(sig_reveal, f);
    const struct signorie *s = state;
    (void)data;
    return l->space < 2 * SIG_CITY_COUNT && s->stack > 0 && s->cities >> l->space / 2 & 1 &&
           !s->tile_house[l->space / 2][l->space % 2];
}
const struct casata_phase sig_phase_reveal = {
    .name = "reveal",
    .locals = CASATA_LOCAL_NAMES(SIG_REVEAL_LOCALS),
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = reveal_outcomes,
    .sample = reveal_sample,
    .apply = reveal_apply,
    .step = reveal_step,
    .valid = reveal_valid,
};

/* R4.2 with the dice of R2.3: one outcome for each colour, the dice in ascending order. */
static int roll_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct sig_roll *l = casata_locals(sig_roll, f);
    static const uint8_t factorial[5] = {1, 1, 2, 6, 24};
    unsigned dice = sig_setup_of(data, state, SIG_DICE_PER_COLOUR), v[4];
    int n = 0;
    for (v[0] = 1; v[0] <= 6; v[0]++)
        for (v[1] = v[0]; v[1] <= 6; v[1]++)
            for (v[2] = dice > 2 ? v[1] : 0; v[2] <= (dice > 2 ? 6 : 0); v[2]++)
                for (v[3] = dice > 3 ? v[2] : 0; v[3] <= (dice > 3 ? 6 : 0); v[3]++) {
                    uint8_t alike[7] = {0};
                    uint32_t weight = factorial[dice];
                    for (unsigned i = 0; i < dice; i++) alike[v[i]]++;
                    for (int i = 1; i <= 6; i++) weight /= factorial[alike[i]];
                    out[n++] = (struct casata_outcome){
                        casata_act(SIG_A_ROLL, l->colour, v[0] << 4 | v[1], v[2] << 4 | v[3]), weight};
                }
    return n;
}
static casata_action roll_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct sig_roll *l = casata_locals(sig_roll, f);
    unsigned dice = sig_setup_of(data, state, SIG_DICE_PER_COLOUR), v[4] = {0};
    uint32_t r = casata_rng_below(rng, 6 * 6 * 6 * 6);
    for (unsigned i = 0; i < dice; i++, r /= 6) {
        unsigned x = r % 6 + 1, j = i;
        for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
        v[j] = x;
    }
    return casata_act(SIG_A_ROLL, l->colour, v[0] << 4 | v[1], v[2] << 4 | v[3]);
}
static void roll_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct sig_roll *l = casata_locals(sig_roll, f);
    static const char *const id[5] = {0, 0, "event.roll_2", "event.roll_3", "event.roll_4"};
    struct signorie *s = state;
    unsigned v[4] = {casata_b(a) >> 4, casata_b(a) & 15, casata_c(a) >> 4, casata_c(a) & 15};
    int dice = 0;
    (void)data, (void)seat;
    for (; dice < 4 && v[dice]; dice++) s->area[l->colour][v[dice] - 1]++;
    casata_emit(sink, id[dice], dice + 1, casata_word(&sig_colours, l->colour), casata_number((int)v[0]),
                casata_number((int)v[1]), casata_number((int)v[2]), casata_number((int)v[3]));
    if (++l->colour == SIG_COLOUR_COUNT) casata_pop(s);
}
static bool colour_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_roll *l = casata_locals(sig_roll, f);
    (void)data, (void)state;
    return l->colour < SIG_COLOUR_COUNT;
}
const struct casata_phase sig_phase_roll = {
    .name = "roll",
    .locals = CASATA_LOCAL_NAMES(SIG_ROLL_LOCALS),
    .words = {CASATA_LOCAL_WORD(sig_roll, colour, sig_colours)},
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = roll_outcomes,
    .sample = roll_sample,
    .apply = roll_apply,
    .valid = colour_valid,
};

/* R4.3: the ten task tiles again in every round, two at a time: upper and lower space of a colour. */
static unsigned tasks_left(const struct signorie *s, unsigned colour) {
    unsigned left = (1u << SIG_TASK_COUNT) - 1;
    for (unsigned i = 0; i < colour * 2; i++) left &= ~(1u << (s->task[i] - 1));
    return left;
}
static int deal_outcomes(const void *data, const void *state, const struct casata_frame *f,
                         struct casata_outcome *out) {
    const struct sig_deal *l = casata_locals(sig_deal, f);
    unsigned left = tasks_left(state, l->colour);
    int n = 0;
    (void)data;
    for (unsigned a = 0; a < SIG_TASK_COUNT; a++)
        for (unsigned b = 0; b < SIG_TASK_COUNT; b++)
            if (a != b && left >> a & left >> b & 1)
                out[n++] = (struct casata_outcome){casata_act(SIG_A_DEAL, l->colour, a, b), 1};
    return n;
}
static casata_action deal_sample(const void *data, const void *state, const struct casata_frame *f,
                                 struct casata_rng *rng) {
    const struct sig_deal *l = casata_locals(sig_deal, f);
    unsigned left = tasks_left(state, l->colour), n = 0;
    uint8_t tile[SIG_TASK_COUNT];
    (void)data;
    for (; left; left &= left - 1) tile[n++] = (uint8_t)__builtin_ctz(left);
    uint32_t r = casata_rng_below(rng, n * (n - 1)), a = r / (n - 1), b = r % (n - 1);
    return casata_act(SIG_A_DEAL, l->colour, tile[a], tile[b < a ? b : b + 1]);
}
static void deal_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct sig_deal *l = casata_locals(sig_deal, f);
    struct signorie *s = state;
    (void)data, (void)seat;
    s->task[l->colour * 2] = (uint8_t)(casata_b(a) + 1);
    s->task[l->colour * 2 + 1] = (uint8_t)(casata_c(a) + 1);
    casata_emit(sink, "event.deal", 3, casata_word(&sig_colours, l->colour),
                casata_word(&sig_tasks, casata_b(a)), casata_word(&sig_tasks, casata_c(a)));
    if (++l->colour == SIG_COLOUR_COUNT) casata_pop(s);
}
const struct casata_phase sig_phase_deal = {
    .name = "deal",
    .locals = CASATA_LOCAL_NAMES(SIG_DEAL_LOCALS),
    .words = {CASATA_LOCAL_WORD(sig_deal, colour, sig_colours)},
    .parents = CASATA_ON(SIG_PH_GAME),
    .outcomes = deal_outcomes,
    .sample = deal_sample,
    .apply = deal_apply,
    .valid = colour_valid,
};
