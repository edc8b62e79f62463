/* zhanguo_setup.c: set-up and the drawing of cards: everything that chance decides (R24.2), and which board a
 * player gets. */
#include "games/zhanguo/zhanguo_scene.h"

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
const struct casata_phase zg_phase_order = {
    .name = "order",
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = order_outcomes,
    .sample = order_sample,
    .apply = order_apply,
};

/* --- wall tiles -------------------------------------------------------------------------------------------
 * R2.9, G20, G21: each section gets one of the tiles left, either face up. */
static unsigned tiles_laid(const struct zhanguo_data *d, const struct zhanguo *s, unsigned n) {
    unsigned laid = 0;
    for (unsigned i = 0; i < n; i++) laid |= 1u << d->wall_tiles[s->wall_tile[i] - 1].tile;
    return laid;
}
static int wall_tiles_outcomes(const void *data, const void *state, const struct casata_frame *f,
                               struct casata_outcome *out) {
    const struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    const struct zhanguo_data *d = data;
    unsigned laid = tiles_laid(d, state, l->section);
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
    struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->wall_tile[l->section] = (uint8_t)(casata_a(a) + 1);
    casata_emit(sink, "event.wall_tile", 2, casata_word(&zg_sections, l->section),
                casata_word(&zg_criteria, casata_a(a)));
    if (++l->section == ZG_SECTION_COUNT) casata_pop(s);
}
static bool wall_tiles_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_wall_tiles *l = casata_locals(zg_wall_tiles, f);
    (void)data, (void)state;
    return l->section < ZG_SECTION_COUNT;
}
const struct casata_phase zg_phase_wall_tiles = {
    .name = "wall_tiles",
    .locals = CASATA_LOCAL_NAMES(ZG_WALL_TILES_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = wall_tiles_outcomes,
    .sample = wall_tiles_sample,
    .apply = wall_tiles_apply,
    .valid = wall_tiles_valid,
};

/* --- tasks ------------------------------------------------------------------------------------------------
 * R2.10: two of the four tiles of each kind, one for each section. */
static int tasks_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    unsigned first = l->kind * ZG_TASKS_OF_KIND;
    int n = 0;
    (void)data, (void)state;
    for (unsigned a = first; a < first + ZG_TASKS_OF_KIND; a++)
        for (unsigned b = first; b < first + ZG_TASKS_OF_KIND; b++)
            if (a != b) out[n++] = (struct casata_outcome){casata_act(ZG_A_TASKS, a, b, 0), 1};
    return n;
}
static casata_action tasks_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    unsigned a = casata_rng_below(rng, ZG_TASKS_OF_KIND), b = casata_rng_below(rng, ZG_TASKS_OF_KIND - 1);
    unsigned first = l->kind * ZG_TASKS_OF_KIND;
    (void)data, (void)state;
    return casata_act(ZG_A_TASKS, first + a, first + b + (b >= a), 0);
}
static void tasks_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zg_tasks *l = casata_locals(zg_tasks, f);
    struct zhanguo *s = state;
    (void)data, (void)seat;
    s->task_tile[l->kind] = (uint8_t)(casata_a(a) + 1);
    s->task_tile[ZG_TASK_KIND_COUNT + l->kind] = (uint8_t)(casata_b(a) + 1);
    casata_emit(sink, "event.tasks", 2, casata_word(&zg_tasks, casata_a(a)),
                casata_word(&zg_tasks, casata_b(a)));
    if (++l->kind == ZG_TASK_KIND_COUNT) casata_pop(s);
}
static bool tasks_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_tasks *l = casata_locals(zg_tasks, f);
    (void)data, (void)state;
    return l->kind < ZG_TASK_KIND_COUNT;
}
const struct casata_phase zg_phase_tasks = {
    .name = "tasks",
    .locals = CASATA_LOCAL_NAMES(ZG_TASKS_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = tasks_outcomes,
    .sample = tasks_sample,
    .apply = tasks_apply,
    .valid = tasks_valid,
};

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
const struct casata_phase zg_phase_discard = {
    .name = "discard",
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = discard_outcomes,
    .sample = discard_sample,
    .apply = discard_apply,
    .valid = discard_valid,
};

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

/* --- a player takes one of the boards left ------------------------------------------------------------------ */
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
static void board_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    const struct zhanguo_data *d = stage->data;
    unsigned board = casata_a(c->action);
    (void)f, (void)seat;
    zg_at_slot(stage, c, ZG_F_OFFER, -1, board, "R17.1");
    c->piece = casata_piece_at(stage, c->slot, ZG_P_BOARD, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    c->text = casata_message("act.board_of", 2, casata_word(&zg_boards, board),
                             casata_word(&zg_abilities, d->player_boards[ZG_BOARD_COUNT + board].ability));
}
const struct casata_phase zg_phase_board = {
    .name = "board",
    .parents = CASATA_ON(ZG_PH_BOARDS) | CASATA_ON(ZG_PH_AUCTION),
    .forced = casata_unasked,
    .legal = board_legal,
    .apply = board_apply,
    .valid = board_valid,
    .ask = "prompt.board",
    .describe = board_describe,
};

/* --- one board after the other ------------------------------------------------------------------------------
 * R2.11, R23.4, G38: all four boards are on offer; the last player of the turn order, clockwise from the first
 * player (G37), chooses first. */
static int boards_seat(const struct zhanguo *s, unsigned chosen) {
    return (int)((s->order[0] + s->head.seats - 1u - chosen) % s->head.seats);
}
#define ZG_BOARDS_LOCALS(X) X(chosen) /* how many have been asked */
CASATA_LOCALS(zg_boards, ZG_BOARDS_LOCALS);
static bool boards_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_boards *l = casata_locals(zg_boards, f);
    struct zhanguo *s = state;
    (void)data, (void)sink;
    if (l->chosen == s->head.seats)
        casata_pop(s);
    else
        casata_push(s, ZG_PH_BOARD, (unsigned)boards_seat(s, l->chosen++));
    return true;
}
static bool boards_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_boards *l = casata_locals(zg_boards, f);
    const struct zhanguo *s = state;
    unsigned without = 0;
    (void)data;
    if (l->chosen == 0 || l->chosen > s->head.seats || f == casata_top_of(s)) return false;
    for (unsigned i = l->chosen - 1u; i < s->head.seats; i++) without |= 1u << boards_seat(s, i);
    return casata_above(f)->seat == boards_seat(s, l->chosen - 1u) && without == without_board(s);
}
const struct casata_phase zg_phase_boards = {
    .name = "boards",
    .locals = CASATA_LOCAL_NAMES(ZG_BOARDS_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .step = boards_step,
    .valid = boards_valid,
};

/* --- auctions one after the other (R23.5, G39) --------------------------------------------------------------
 * The frame's seat is the one to bid. */
static void auction_pay(struct zhanguo *s, int seat, unsigned bid, struct casata_sink *sink) {
    s->p[seat].vp[ZG_VP_START] = (uint16_t)(s->p[seat].vp[ZG_VP_START] - bid);
    casata_emit(sink, "event.won_auction", 2, casata_seat(seat), casata_count(&zg_units, ZG_U_VP, (int)bid));
}
static bool auction_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_auction *l = casata_locals(zg_auction, f);
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
    if (l->in == 0) {
        l->in = (uint8_t)without;
        f->seat = l->opener;
    }
    if (l->in & (l->in - 1)) return false;
    int winner = l->leader - 1;
    auction_pay(s, winner, l->bid, sink);
    l->opener = (uint8_t)zg_next_of(s, without & ~(1u << winner), winner);
    l->bid = l->in = l->leader = 0;
    f->seat = (uint8_t)winner;
    casata_push(s, ZG_PH_BOARD, (unsigned)winner);
    return true;
}
static int auction_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct zg_auction *l = casata_locals(zg_auction, f);
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int n = 0;
    unsigned least = l->bid ? l->bid + 1u : zg_constant(d, ZG_K_AUCTION_MIN);
    if (l->bid) out[n++] = casata_act(ZG_A_PASS, 0, 0, 0); /* the opening bidder may not pass */
    for (unsigned bid = least; bid <= s->p[seat].vp[ZG_VP_START]; bid++)
        out[n++] = casata_act(ZG_A_BID, bid, 0, 0);
    return n;
}
static void auction_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zg_auction *l = casata_locals(zg_auction, f);
    struct zhanguo *s = state;
    (void)data;
    s->head.turn++;
    if (casata_kind(a) == ZG_A_PASS) {
        casata_emit(sink, "event.pass", 1, casata_seat(seat));
        l->in = (uint8_t)(l->in & ~(1u << seat));
    } else {
        l->bid = (uint8_t)casata_a(a);
        l->leader = (uint8_t)(seat + 1);
        casata_emit(sink, "event.bid", 2, casata_seat(seat), casata_count(&zg_units, ZG_U_VP, l->bid));
    }
    f->seat = (uint8_t)zg_next_of(s, l->in, seat);
}
static bool auction_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_auction *l = casata_locals(zg_auction, f);
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned without = without_board(s), start = zg_constant(d, ZG_K_AUCTION_VP);
    bool chooses = f != casata_top_of(s); /* the winner chooses a board */
    for (int i = 0; i < s->head.seats; i++)
        if (without >> i & 1 && s->p[i].vp[ZG_VP_START] != start && !(chooses && casata_above(f)->seat == i))
            return false;
    if (l->opener >= s->head.seats) return false;
    if (chooses)
        return l->bid == 0 && l->in == 0 && l->leader == 0 && casata_above(f)->seat == f->seat &&
               (without == 1u << f->seat || (without >> l->opener & 1 && l->opener != f->seat));
    if (!(l->in & (l->in - 1)) || l->in & ~without || !(l->in >> f->seat & 1)) return false;
    if (l->bid == 0) return l->leader == 0 && l->in == without && f->seat == l->opener;
    return l->leader && l->leader <= s->head.seats && l->leader - 1 != f->seat &&
           l->in >> (l->leader - 1) & 1 && l->bid <= start && l->bid >= zg_constant(d, ZG_K_AUCTION_MIN);
}
static struct casata_msg auction_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                        int seat) {
    unsigned bid = casata_locals(zg_auction, f)->bid;
    (void)stage;
    return bid ? casata_message("prompt.auction", 2, casata_seat(seat), zg_unit(ZG_U_VP, bid))
               : casata_message("prompt.auction_open", 1, casata_seat(seat));
}
static void auction_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)stage, (void)f, (void)seat;
    if (casata_kind(c->action) == ZG_A_BID) casata_add_cost(c, zg_unit(ZG_U_VP, casata_a(c->action)));
    c->rule = casata_kind(c->action) == ZG_A_BID ? "R23.5" : "G7";
}
const struct casata_phase zg_phase_auction = {
    .name = "auction",
    .locals = CASATA_LOCAL_NAMES(ZG_AUCTION_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .forced = casata_unasked,
    .legal = auction_legal,
    .apply = auction_apply,
    .step = auction_step,
    .valid = auction_valid,
    .prompt = auction_prompt,
    .describe = auction_describe,
};
