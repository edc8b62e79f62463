/* zhanguo_boards.c: who gets which board of side B: chosen in turn, drawn, or by auction, after some boards are put
 * away (R2.11, R23.4, R23.5). */
#include "games/zhanguo/zhanguo_scene.h"

/* --- boards put away by chance --------------------------------------------------------------------------------
 * R23.5, G39: with the auction as many boards as players, the others leave the game at random. */
enum { DISCARDS = 6 };
static int list_discards(const struct zhanguo *s, casata_action *out) {
    bool two = s->head.seats == 2;
    int n = 0;
    for (unsigned a = 0; a < ZG_BOARD_COUNT; a++) {
        if (!two) out[n++] = casata_act(ZG_A_DISCARD, a, CASATA_ABSENT, 0);
        for (unsigned b = a + 1; two && b < ZG_BOARD_COUNT; b++) out[n++] = casata_act(ZG_A_DISCARD, a, b, 0);
    }
    return n;
}
static int discard_outcomes(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_outcome *out) {
    casata_action a[DISCARDS];
    int n = list_discards(state, a);
    (void)data, (void)f;
    for (int i = 0; i < n; i++) out[i] = (struct casata_outcome){a[i], 1};
    return n;
}
static casata_action discard_sample(const void *data, const void *state, const struct casata_frame *f,
                                    struct casata_rng *rng) {
    casata_action out[DISCARDS];
    (void)data, (void)f;
    return out[casata_rng_below(rng, (uint32_t)list_discards(state, out))];
}
static unsigned boards_of(casata_action a) {
    return 1u << casata_a(a) | (casata_b(a) != CASATA_ABSENT ? 1u << casata_b(a) : 0);
}
static void put_away(struct zhanguo *s, unsigned boards, struct casata_sink *sink) {
    s->boards_out = (uint8_t)boards;
    for (unsigned i = 0; i < ZG_BOARD_COUNT; i++)
        if (boards >> i & 1) casata_emit(sink, "event.board_out", 1, casata_word(&zg_boards, i));
}
static void discard_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    put_away(s, boards_of(a), sink);
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

/* --- boards put away by agreement (R23.5, G39) ----------------------------------------------------------------
 * Clockwise from the first player each may propose once, or leave it to chance; boards all others accept are put away.
 * Without an agreement chance decides. `out`: boards proposed, 0: none; `asked`: seats that have had their turn to
 * propose; `agree`: seats that agree with the proposal. */
#define ZG_AGREE_LOCALS(X) X(out) X(asked) X(agree)
CASATA_LOCALS(zg_agree, ZG_AGREE_LOCALS);
static unsigned all_seats(const struct zhanguo *s) { return (1u << s->head.seats) - 1; }
void zg_begin_discard(struct zhanguo *s) {
    if (s->head.option[ZG_OPT_BOARDS] == ZG_BOARDS_AGREED)
        casata_begin(zg_agree, s, ZG_PH_AGREE, s->order[0])->asked = (uint8_t)(1u << s->order[0]);
    else
        casata_push(s, ZG_PH_DISCARD, 0);
}
static int agree_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    bool answers = casata_locals(zg_agree, f)->out;
    int n = answers ? 0 : list_discards(state, out);
    (void)data, (void)seat;
    out[n++] = casata_act(ZG_A_DECLINE, 0, 0, 0);
    if (answers) out[n++] = casata_act(ZG_A_ACCEPT, 0, 0, 0);
    return n;
}
static void report_agreement(int seat, casata_action a, bool answers, struct casata_sink *sink) {
    struct casata_arg who = casata_seat(seat);
    if (casata_kind(a) == ZG_A_ACCEPT)
        casata_emit(sink, "event.agree", 1, who);
    else if (casata_kind(a) == ZG_A_DECLINE)
        casata_emit(sink, answers ? "event.disagree" : "event.no_proposal", 1, who);
    else if (casata_b(a) == CASATA_ABSENT)
        casata_emit(sink, "event.propose", 2, who, casata_word(&zg_boards, casata_a(a)));
    else
        casata_emit(sink, "event.propose_two", 3, who, casata_word(&zg_boards, casata_a(a)),
                    casata_word(&zg_boards, casata_b(a)));
}
/* The next one to propose, or chance. */
static void ask_next(struct zhanguo *s, struct casata_frame *f) {
    struct zg_agree *l = casata_locals(zg_agree, f);
    unsigned left = all_seats(s) & ~(unsigned)l->asked;
    if (!left) {
        casata_pop(s);
        casata_push(s, ZG_PH_DISCARD, 0);
        return;
    }
    int seat = zg_next_of(s, left, s->order[0]);
    l->asked = (uint8_t)(l->asked | 1u << seat);
    l->out = l->agree = 0;
    f->seat = (uint8_t)seat;
}
static void agree_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zg_agree *l = casata_locals(zg_agree, f);
    struct zhanguo *s = state;
    (void)data;
    s->head.turn++;
    report_agreement(seat, a, l->out, sink);
    if (casata_kind(a) == ZG_A_DECLINE) {
        ask_next(s, f);
        return;
    }
    if (casata_kind(a) == ZG_A_DISCARD) l->out = (uint8_t)boards_of(a);
    l->agree = (uint8_t)(l->agree | 1u << seat);
    unsigned left = all_seats(s) & ~(unsigned)l->agree, out = l->out;
    if (left) {
        f->seat = (uint8_t)zg_next_of(s, left, seat);
        return;
    }
    casata_pop(s);
    put_away(s, out, sink);
}
static bool agree_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_agree *l = casata_locals(zg_agree, f);
    const struct zhanguo *s = state;
    unsigned out = (unsigned)__builtin_popcount(l->out);
    (void)data;
    if (s->head.option[ZG_OPT_BOARDS] != ZG_BOARDS_AGREED || s->head.seats >= ZG_MAX_SEATS) return false;
    if (l->out >> ZG_BOARD_COUNT || l->asked >> s->head.seats || l->agree >> s->head.seats) return false;
    if (!(l->asked >> s->order[0] & 1)) return false;
    if (!l->out) return !l->agree && l->asked >> f->seat & 1;
    return out == (unsigned)(ZG_BOARD_COUNT - s->head.seats) && l->agree && !(l->agree >> f->seat & 1);
}
static struct casata_msg agree_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    unsigned out = casata_locals(zg_agree, f)->out, rest = out & (out - 1);
    (void)build;
    if (!out) return casata_message("prompt.propose", 1, casata_seat(seat));
    struct casata_arg first = casata_word(&zg_boards, (unsigned)__builtin_ctz(out));
    if (!rest) return casata_message("prompt.agree", 2, casata_seat(seat), first);
    return casata_message("prompt.agree_two", 3, casata_seat(seat), first,
                          casata_word(&zg_boards, (unsigned)__builtin_ctz(rest)));
}
static void agree_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    bool answers = casata_locals(zg_agree, f)->out;
    (void)seat;
    c->rule = "R23.5";
    if (casata_kind(c->action) == ZG_A_ACCEPT) c->text = casata_message("act.agree", 0);
    if (casata_kind(c->action) == ZG_A_DECLINE)
        c->text = casata_message(answers ? "act.disagree" : "act.by_lot", 0);
    if (casata_kind(c->action) != ZG_A_DISCARD || casata_b(c->action) != CASATA_ABSENT) return;
    zg_at_slot(build, c, ZG_F_OFFER, -1, casata_a(c->action), "R23.5");
    c->piece = casata_piece_at(build, c->slot, ZG_P_BOARD, CASATA_ANY, CASATA_ANY, CASATA_ANY);
}
const struct casata_phase zg_phase_agree = {
    .name = "agree",
    .locals = CASATA_LOCAL_NAMES(ZG_AGREE_LOCALS),
    .words = {CASATA_LOCAL_SET(zg_agree, out, zg_boards),
              CASATA_LOCAL_SET(zg_agree, asked, casata_seat_words),
              CASATA_LOCAL_SET(zg_agree, agree, casata_seat_words)},
    .parents = CASATA_ON(ZG_PH_GAME),
    .legal = agree_legal,
    .apply = agree_apply,
    .valid = agree_valid,
    .prompt = agree_prompt,
    .describe = agree_describe,
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

void zg_give_board(struct zhanguo *s, int seat, unsigned board, struct casata_sink *sink) {
    s->p[seat].board = (uint8_t)(board + 1);
    casata_emit(sink, "event.board", 2, casata_seat(seat), casata_word(&zg_boards, board));
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
    zg_give_board(s, seat, casata_a(a), sink);
}
static bool board_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return !s->p[f->seat].board;
}
static void board_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    const struct zhanguo_data *d = build->data;
    unsigned board = casata_a(c->action);
    (void)f, (void)seat;
    zg_at_slot(build, c, ZG_F_OFFER, -1, board, "R17.1");
    c->piece = casata_piece_at(build, c->slot, ZG_P_BOARD, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    c->text = casata_message("act.board_of", 2, casata_word(&zg_boards, board),
                             casata_word(&zg_abilities, d->player_boards[ZG_BOARD_COUNT + board].ability));
}
const struct casata_phase zg_phase_board = {
    .name = "board",
    .parents = CASATA_ON(ZG_PH_BOARDS) | CASATA_ON(ZG_PH_AUCTION),
    .forced = zg_only_way,
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

/* --- boards drawn (G38) -------------------------------------------------------------------------------------
 * For the frame's seat and those after it, one of the boards left each. */
static int lot_outcomes(const void *data, const void *state, const struct casata_frame *f,
                        struct casata_outcome *out) {
    casata_action a[ZG_BOARD_COUNT];
    int n = board_legal(data, state, f, f->seat, a);
    for (int i = 0; i < n; i++) out[i] = (struct casata_outcome){a[i], 1};
    return n;
}
static casata_action lot_sample(const void *data, const void *state, const struct casata_frame *f,
                                struct casata_rng *rng) {
    casata_action out[ZG_BOARD_COUNT];
    return out[casata_rng_below(rng, (uint32_t)board_legal(data, state, f, f->seat, out))];
}
static void lot_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)seat;
    zg_give_board(s, f->seat, casata_a(a), sink);
    if (f->seat + 1 == s->head.seats)
        casata_pop(s);
    else
        f->seat++;
}
static bool lot_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return without_board(s) == (all_seats(s) & ~((1u << f->seat) - 1));
}
const struct casata_phase zg_phase_lot = {
    .name = "lot",
    .parents = CASATA_ON(ZG_PH_GAME),
    .outcomes = lot_outcomes,
    .sample = lot_sample,
    .apply = lot_apply,
    .valid = lot_valid,
};

/* --- auctions one after the other (R23.5, G39) --------------------------------------------------------------
 * The frame's seat bids. */
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
static struct casata_msg auction_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    unsigned bid = casata_locals(zg_auction, f)->bid;
    (void)build;
    return bid ? casata_message("prompt.auction", 2, casata_seat(seat), zg_unit(ZG_U_VP, bid))
               : casata_message("prompt.auction_open", 1, casata_seat(seat));
}
static void auction_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)build, (void)f, (void)seat;
    if (casata_kind(c->action) == ZG_A_BID) casata_add_cost(c, zg_unit(ZG_U_VP, casata_a(c->action)));
    c->rule = "R23.5";
}
/* Players who cannot bid more must pass. */
static bool auction_forced(const void *data, const void *state, const struct casata_frame *f,
                           casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    if (casata_kind(only) != ZG_A_PASS) return false;
    casata_emit(sink, "event.cannot_raise", 1, casata_seat(f->seat));
    return true;
}
const struct casata_phase zg_phase_auction = {
    .name = "auction",
    .locals = CASATA_LOCAL_NAMES(ZG_AUCTION_LOCALS),
    .words = {CASATA_LOCAL_SET(zg_auction, in, casata_seat_words)},
    .parents = CASATA_ON(ZG_PH_GAME),
    .forced = auction_forced,
    .legal = auction_legal,
    .apply = auction_apply,
    .step = auction_step,
    .valid = auction_valid,
    .prompt = auction_prompt,
    .describe = auction_describe,
};
