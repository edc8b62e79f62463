/* zhanguo_setup.c: set-up and the drawing of cards: everything that chance decides (R24.2), and which board a
 * player gets. */
#include "games/zhanguo/zhanguo.h"

/* --- starting order ---------------------------------------------------------------------------------------
 * R2.6, R2.7, G40: the discs on the Reward track from the top; the first player's is the top one. Three
 * operands say it all, the fourth seat follows. */
static int order_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct zhanguo *s = state;
    unsigned n = s->head.seats;
    int count = 0;
    (void)data, (void)f;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            for (unsigned c = 0; c < (n > 2 ? n : 1); c++) {
                if (a == b || (n > 2 && (c == a || c == b))) continue;
                out[count++] =
                    (struct casata_outcome){casata_act(ZG_A_ORDER, a, b, n > 2 ? c : CASATA_ABSENT), 1};
            }
    return count;
}
static casata_action order_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct zhanguo *s = state;
    unsigned n = s->head.seats;
    uint8_t x[ZG_MAX_SEATS] = {0, 1, 2, 3};
    (void)data, (void)f;
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i + casata_rng_below(rng, n - i);
        uint8_t t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
    return casata_act(ZG_A_ORDER, x[0], x[1], n > 2 ? x[2] : CASATA_ABSENT);
}
static void order_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    unsigned n = s->head.seats;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    s->order[0] = (uint8_t)casata_a(a);
    s->order[1] = (uint8_t)casata_b(a);
    s->order[2] = (uint8_t)(n > 2 ? casata_c(a) : 0);
    s->order[3] = (uint8_t)(n > 3 ? 6 - s->order[0] - s->order[1] - s->order[2] : 0);
    for (unsigned i = 0; i < n; i++)
        casata_emit(sink, "event.place", 2, casata_seat(s->order[i]), casata_word(&zg_places, i));
}
const struct casata_phase zg_phase_order = {.name = "order",
                                            .parents = 1u << ZG_PH_GAME,
                                            .outcomes = order_outcomes,
                                            .sample = order_sample,
                                            .apply = order_apply};

/* --- wall tiles -------------------------------------------------------------------------------------------
 * R2.9, G20, G21: each section gets one of the tiles left, either face up. Local: the section. */
static unsigned tiles_laid(const struct zhanguo_data *d, const struct zhanguo *s, unsigned n) {
    unsigned laid = 0;
    for (unsigned i = 0; i < n; i++) laid |= 1u << d->wall_tiles[s->wall_tile[i] - 1].tile;
    return laid;
}
static int wall_tiles_outcomes(const void *data, const void *state, const struct casata_frame *f,
                               struct casata_outcome *out) {
    const struct zhanguo_data *d = data;
    unsigned laid = tiles_laid(d, state, f->a);
    int n = 0;
    for (unsigned i = 0; i < ZG_CRITERION_COUNT; i++)
        if (!(laid >> d->wall_tiles[i].tile & 1))
            out[n++] = (struct casata_outcome){casata_act(ZG_A_TILE, i, 0, 0), 1};
    return n;
}
static casata_action wall_tiles_sample(const void *data, const void *state, const struct casata_frame *f,
                                       struct casata_rng *rng) {
    struct casata_outcome out[ZG_CRITERION_COUNT];
    return out[casata_rng_below(rng, (uint32_t)wall_tiles_outcomes(data, state, f, out))].action;
}
static void wall_tiles_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                             struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->wall_tile[f->a] = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.wall_tile", 2, casata_word(&zg_sections, f->a),
                casata_word(&zg_criteria, casata_a(a)));
    if (++f->a == ZG_SECTION_COUNT) casata_pop(s);
}
static bool wall_tiles_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a < ZG_SECTION_COUNT;
}
const struct casata_phase zg_phase_wall_tiles = {.name = "wall_tiles",
                                                 .locals = "section",
                                                 .parents = 1u << ZG_PH_GAME,
                                                 .outcomes = wall_tiles_outcomes,
                                                 .sample = wall_tiles_sample,
                                                 .apply = wall_tiles_apply,
                                                 .valid = wall_tiles_valid};

/* --- tasks ------------------------------------------------------------------------------------------------
 * R2.10: two of the four tiles of each kind, one for each section. Local: the kind. */
static int tasks_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    unsigned first = f->a * ZG_TASKS_OF_KIND;
    int n = 0;
    (void)data, (void)state;
    for (unsigned a = first; a < first + ZG_TASKS_OF_KIND; a++)
        for (unsigned b = first; b < first + ZG_TASKS_OF_KIND; b++)
            if (a != b) out[n++] = (struct casata_outcome){casata_act(ZG_A_TASKS, a, b, 0), 1};
    return n;
}
static casata_action tasks_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    unsigned a = casata_rng_below(rng, ZG_TASKS_OF_KIND), b = casata_rng_below(rng, ZG_TASKS_OF_KIND - 1);
    unsigned first = f->a * ZG_TASKS_OF_KIND;
    (void)data, (void)state;
    return casata_act(ZG_A_TASKS, first + a, first + b + (b >= a), 0);
}
static void tasks_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->task_tile[f->a] = (uint8_t)(casata_a(a) + 1);
    s->task_tile[ZG_TASK_KIND_COUNT + f->a] = (uint8_t)(casata_b(a) + 1);
    casata_emit(sink, "event.tasks", 2, casata_word(&zg_tasks, casata_a(a)),
                casata_word(&zg_tasks, casata_b(a)));
    if (++f->a == ZG_TASK_KIND_COUNT) casata_pop(s);
}
static bool tasks_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a < ZG_TASK_KIND_COUNT;
}
const struct casata_phase zg_phase_tasks = {.name = "tasks",
                                            .locals = "kind",
                                            .parents = 1u << ZG_PH_GAME,
                                            .outcomes = tasks_outcomes,
                                            .sample = tasks_sample,
                                            .apply = tasks_apply,
                                            .valid = tasks_valid};

/* --- boards -----------------------------------------------------------------------------------------------
 * R23.5, G39: with the auction as many boards as players, the others leave the game at random. */
static int discard_outcomes(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_outcome *out) {
    const struct zhanguo *s = state;
    bool two = s->head.seats == 2;
    int n = 0;
    (void)data, (void)f;
    for (unsigned a = 0; a < ZG_BOARD_COUNT; a++) {
        if (!two) out[n++] = (struct casata_outcome){casata_act(ZG_A_DISCARD, a, CASATA_ABSENT, 0), 1};
        for (unsigned b = a + 1; two && b < ZG_BOARD_COUNT; b++)
            out[n++] = (struct casata_outcome){casata_act(ZG_A_DISCARD, a, b, 0), 1};
    }
    return n;
}
static casata_action discard_sample(const void *data, const void *state, const struct casata_frame *f,
                                    struct casata_rng *rng) {
    struct casata_outcome out[6];
    return out[casata_rng_below(rng, (uint32_t)discard_outcomes(data, state, f, out))].action;
}
static void discard_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    s->boards_out = (uint8_t)(1u << casata_a(a) | (casata_b(a) != CASATA_ABSENT ? 1u << casata_b(a) : 0));
    for (unsigned i = 0; i < ZG_BOARD_COUNT; i++)
        if (s->boards_out >> i & 1) casata_emit(sink, "event.board_out", 1, casata_word(&zg_boards, i));
}
static bool discard_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data, (void)f;
    return s->head.seats < ZG_MAX_SEATS;
}
const struct casata_phase zg_phase_discard = {.name = "discard",
                                              .parents = 1u << ZG_PH_GAME,
                                              .outcomes = discard_outcomes,
                                              .sample = discard_sample,
                                              .apply = discard_apply,
                                              .valid = discard_valid};

static unsigned boards_gone(const struct zhanguo *s) {
    unsigned gone = s->boards_out;
    for (int i = 0; i < s->head.seats; i++) gone |= s->p[i].board ? 1u << (s->p[i].board - 1) : 0;
    return gone;
}
static unsigned without_board(const struct zhanguo *s) {
    unsigned mask = 0;
    for (int i = 0; i < s->head.seats; i++) mask |= (unsigned)!s->p[i].board << i;
    return mask;
}

/* A player takes one of the boards left. */
static int board_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    unsigned gone = boards_gone(state);
    int n = 0;
    (void)data, (void)f, (void)seat;
    for (unsigned i = 0; i < ZG_BOARD_COUNT; i++)
        if (!(gone >> i & 1)) out[n++] = casata_act(ZG_A_BOARD, i, 0, 0);
    return n;
}
static void board_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    casata_pop(s);
    s->head.turn++;
    s->p[seat].board = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.board", 2, casata_seat(seat), casata_word(&zg_boards, casata_a(a)));
}
static bool board_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return !s->p[f->seat].board;
}
const struct casata_phase zg_phase_board = {.name = "board",
                                            .parents = 1u << ZG_PH_BOARDS | 1u << ZG_PH_AUCTION,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = board_legal,
                                            .apply = board_apply,
                                            .valid = board_valid};

/* R2.11, R23.4, G38: all four boards are on offer; the last player of the turn order, clockwise from the first
 * player (G37), chooses first. Local: how many have chosen. */
static int boards_seat(const struct zhanguo *s, unsigned chosen) {
    return (int)((s->order[0] + s->head.seats - 1u - chosen) % s->head.seats);
}
static bool boards_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)sink;
    if (f->a == s->head.seats)
        casata_pop(s);
    else
        casata_push(s, ZG_PH_BOARD, (unsigned)boards_seat(s, f->a++));
    return true;
}
static bool boards_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    unsigned without = 0;
    (void)data;
    if (f->a == 0 || f->a > s->head.seats || f == casata_top((void *)(uintptr_t)s)) return false;
    for (unsigned i = f->a - 1u; i < s->head.seats; i++) without |= 1u << boards_seat(s, i);
    return f[1].seat == boards_seat(s, f->a - 1u) && without == without_board(s);
}
const struct casata_phase zg_phase_boards = {.name = "boards",
                                             .locals = "chosen",
                                             .parents = 1u << ZG_PH_GAME,
                                             .step = boards_step,
                                             .valid = boards_valid};

/* R23.5, G39: auctions one after the other. Locals: a bid so far (0: the opening), b seats still in, c leader
 * + 1, d who opens the next one. The frame's seat is the one to bid. */
static void auction_pay(struct zhanguo *s, int seat, unsigned bid, struct casata_sink *sink) {
    s->p[seat].vp[ZG_VP_START] = (uint16_t)(s->p[seat].vp[ZG_VP_START] - bid);
    casata_emit(sink, "event.won_auction", 2, casata_seat(seat), casata_count(&zg_units, ZG_U_VP, (int)bid));
}
static bool auction_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned without = without_board(s);
    if (without == 0) {
        casata_pop(s);
        return true;
    }
    if (!(without & (without - 1))) { /* the last player pays the least bid for the last board */
        int seat = __builtin_ctz(without);
        *f = (struct casata_frame){.phase = ZG_PH_AUCTION, .seat = (uint8_t)seat};
        auction_pay(s, seat, zg_constant(d, ZG_K_AUCTION_MIN), sink);
        casata_push(s, ZG_PH_BOARD, (unsigned)seat);
        return true;
    }
    if (f->b == 0) {
        f->b = (uint8_t)without;
        f->seat = f->d;
    }
    if (f->b & (f->b - 1)) return false;
    int winner = f->c - 1;
    auction_pay(s, winner, f->a, sink);
    f->d = (uint8_t)zg_next_of(s, without & ~(1u << winner), winner);
    f->a = f->b = f->c = 0;
    f->seat = (uint8_t)winner;
    casata_push(s, ZG_PH_BOARD, (unsigned)winner);
    return true;
}
static int auction_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int n = 0;
    unsigned least = f->a ? f->a + 1u : zg_constant(d, ZG_K_AUCTION_MIN);
    if (f->a) out[n++] = casata_act(ZG_A_PASS, 0, 0, 0); /* the opening bidder may not pass */
    for (unsigned bid = least; bid <= s->p[seat].vp[ZG_VP_START]; bid++)
        out[n++] = casata_act(ZG_A_BID, bid, 0, 0);
    return n;
}
static void auction_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data;
    s->head.turn++;
    if (casata_kind(a) == ZG_A_PASS) {
        casata_emit(sink, "event.pass", 1, casata_seat(seat));
        f->b = (uint8_t)(f->b & ~(1u << seat));
    } else {
        f->a = (uint8_t)casata_a(a);
        f->c = (uint8_t)(seat + 1);
        casata_emit(sink, "event.bid", 2, casata_seat(seat), casata_count(&zg_units, ZG_U_VP, f->a));
    }
    f->seat = (uint8_t)zg_next_of(s, f->b, seat);
}
static bool auction_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned without = without_board(s), start = zg_constant(d, ZG_K_AUCTION_VP);
    for (int i = 0; i < s->head.seats; i++)
        if (without >> i & 1 && s->p[i].vp[ZG_VP_START] != start &&
            !(f[1].phase == ZG_PH_BOARD && f[1].seat == i))
            return false;
    if (f->d >= s->head.seats || f->e) return false;
    if (f != casata_top((void *)(uintptr_t)s)) /* the winner chooses */
        return f->a == 0 && f->b == 0 && f->c == 0 && f[1].seat == f->seat &&
               (without == 1u << f->seat || (without >> f->d & 1 && f->d != f->seat));
    if (!(f->b & (f->b - 1)) || f->b & ~without || !(f->b >> f->seat & 1)) return false;
    if (f->a == 0) return f->c == 0 && f->b == without && f->seat == f->d;
    return f->c && f->c <= s->head.seats && f->c - 1 != f->seat && f->b >> (f->c - 1) & 1 && f->a <= start &&
           f->a >= zg_constant(d, ZG_K_AUCTION_MIN);
}
const struct casata_phase zg_phase_auction = {.name = "auction",
                                              .locals = "bid in leader opener",
                                              .parents = 1u << ZG_PH_GAME,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = auction_legal,
                                              .apply = auction_apply,
                                              .step = auction_step,
                                              .valid = auction_valid};
