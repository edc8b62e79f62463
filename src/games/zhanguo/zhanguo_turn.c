/* zhanguo_turn.c: the turns of phase 2: choose a card, place it at a region or lay it on the court pile and carry
 * out a court action (R5 to R14). What the action sets off is in zhanguo_abilities.c. */
#include "games/zhanguo/zhanguo.h"

/* --- turns in order (R5.1) --------------------------------------------------------------------------------
 * Local: turns begun. R23.2, G37: by the discs on the Reward track instead of clockwise. */
static int turn_seat(const struct zhanguo *s, unsigned turn) {
    unsigned i = turn % s->head.seats;
    return s->head.option[ZG_OPT_ORDER] == ZG_ORDER_TRACK ? s->order[i]
                                                          : (int)((s->order[0] + i) % s->head.seats);
}
static bool actions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)sink;
    if (f->a == ZG_HAND * s->head.seats) { /* R4.2: all cards are played */
        casata_pop(s);
        return true;
    }
    s->head.turn++;
    casata_push(s, ZG_PH_TURN, (unsigned)turn_seat(s, f->a++));
    return true;
}
static bool actions_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return f->a >= 1 && f->a <= ZG_HAND * s->head.seats && f != casata_top((void *)(uintptr_t)s) &&
           f[1].phase == ZG_PH_TURN && f[1].seat == turn_seat(s, f->a - 1u);
}
const struct casata_phase zg_phase_actions = {.name = "actions",
                                              .locals = "turns",
                                              .parents = 1u << ZG_PH_GAME,
                                              .step = actions_step,
                                              .valid = actions_valid};

/* --- free shifts (R10.6, G6, G47) --------------------------------------------------------------------------
 * In a run of shifts the places only go up (official * 5 + region): they commute, so each set of shifts is
 * offered once. Officials go down only, so runs end. */
int zg_list_shifts(const struct zhanguo_data *d, const struct zhanguo *s, const struct zhanguo_player *p,
                   unsigned from, casata_action *out) {
    unsigned cap = zg_constant(d, ZG_K_WORKERS_CAP), may = 0; /* bit official * 5 + region */
    int n = 0;
    (void)s;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (zg_officials_below(p, r) >= cap) continue;
        may |= (unsigned)(p->up[r][0] > 0) << r | (unsigned)(p->up[r][1] > 0) << (r + 5) |
               (unsigned)(p->up[r][2] > 0) << (r + 10);
    }
    for (may = may >> from << from; may; may &= may - 1) {
        unsigned i = (unsigned)__builtin_ctz(may);
        out[n++] = casata_act(ZG_A_SHIFT, i / ZG_REGION_COUNT, i % ZG_REGION_COUNT, 0);
    }
    return n;
}
void zg_shift(struct zhanguo *s, int seat, unsigned colour, unsigned region, struct casata_sink *sink) {
    s->p[seat].up[region][colour]--;
    s->p[seat].down[region][colour]++;
    casata_emit(sink, "event.shift", 3, casata_seat(seat), casata_word(&zg_officials, colour),
                casata_word(&zg_regions, region));
}

/* --- a turn (R5.4) ----------------------------------------------------------------------------------------
 * First the card; afterwards the tasks (R20.2). Locals: a 1 once the card is played, b the next shift. */
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[seat];
    int n = 0;
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) out[n++] = casata_act(ZG_A_PLAY, p->hand[i], 0, 0);
    return n + zg_list_shifts(data, s, p, f->b, out + n);
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data;
    if (casata_kind(a) == ZG_A_SHIFT) {
        f->b = (uint8_t)zg_shift_index(a);
        zg_shift(s, seat, casata_a(a), casata_b(a), sink);
        return;
    }
    f->b = 0;
    casata_push(s, ZG_PH_CARD, (unsigned)seat)->a = (uint8_t)casata_a(a);
}
static bool turn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zhanguo *s = state;
    if (!f->a) return false;
    int seat = f->seat;
    casata_pop(s);
    zg_claim_tasks(data, s, seat, sink);
    return true;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    bool on_top = f == casata_top((void *)(uintptr_t)s);
    (void)data;
    if (f->a > 1 || f->b >= ZG_OFFICIAL_COUNT * ZG_REGION_COUNT) return false;
    return on_top ? !f->a : !f->b && f->a == (f[1].phase != ZG_PH_CARD) && f[1].seat == f->seat;
}
const struct casata_phase zg_phase_turn = {.name = "turn",
                                           .locals = "played shift",
                                           .parents = 1u << ZG_PH_ACTIONS,
                                           .legal = turn_legal,
                                           .apply = turn_apply,
                                           .step = turn_step,
                                           .valid = turn_valid};

/* --- the use of the card (R5.2, R5.3, R8.2) ----------------------------------------------------------------
 * Local: the card, still in the hand and not shown yet (G51). R5.5, G3: Recruit or Move is always possible. */
static int card_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_need_unify(data, state, seat, r) == ZG_FINE) out[n++] = casata_act(ZG_A_UNIFY, r, 0, 0);
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++)
        if (zg_need_court(data, state, seat, court) == ZG_FINE)
            out[n++] = casata_act(ZG_A_COURT, court, 0, 0);
    return n;
}
/* R6: the card lies there for good (R6.1) and fires nothing (R6.6). */
static void unify(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned card, unsigned region,
                  struct casata_sink *sink) {
    struct zhanguo_player *p = &s->p[seat];
    unsigned n = zg_cards_in(p, region), i = n;
    for (; i > 0 && p->tableau[region][i - 1] > card; i--) p->tableau[region][i] = p->tableau[region][i - 1];
    p->tableau[region][i] = (uint8_t)card;
    casata_emit(sink, "event.unify", 3, casata_seat(seat), casata_number((int)card),
                casata_word(&zg_regions, region));
    zg_take_markers(d, s, seat, zg_colour_of(card), zg_constant(d, ZG_K_UM_1 + n), sink); /* R6.2 */
    unsigned rise = zg_constant(d, ZG_K_UNREST_1 + n);                                    /* R6.4, R7.4 */
    p->level[region] = (uint8_t)(p->level[region] + rise);
    if (rise)
        casata_emit(sink, "event.unrest", 3, casata_seat(seat), casata_word(&zg_regions, region),
                    casata_number(p->level[region]));
}
static void begin_court(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned court) {
    static const uint8_t phase[ZG_COURT_COUNT] = {
        [ZG_DO_WALL] = ZG_PH_WALL,       [ZG_DO_PALACE] = ZG_PH_PALACE,    [ZG_DO_HIRE] = ZG_PH_HIRE,
        [ZG_DO_RECRUIT] = ZG_PH_RECRUIT, [ZG_DO_GOVERNOR] = ZG_PH_INSTALL, [ZG_DO_MOVE] = ZG_PH_MOVE};
    if (court == ZG_DO_MOVE) {
        zg_begin_move(s, seat, zg_constant(d, ZG_K_MOVE_MAX), false); /* R10.1, G4 */
        return;
    }
    struct casata_frame *f = casata_push(s, phase[court], (unsigned)seat);
    if (court == ZG_DO_GOVERNOR) f->b = (1u << ZG_REGION_COUNT) - 1;
}
static void card_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned card = f->a, court = casata_a(a);
    casata_pop(s);
    casata_top(s)->a = 1;
    zg_play_from_hand(s, seat, card);
    if (casata_kind(a) == ZG_A_UNIFY) {
        unify(d, s, seat, card, casata_a(a), sink);
        return;
    }
    bool relation = zg_relation(d, s, card, court);
    casata_emit(sink, "event.court", 3, casata_seat(seat), casata_number((int)card),
                casata_word(&zg_court, court));
    s->court = (uint8_t)card; /* R8.1; G1: the pile is never cleared */
    zg_begin_abilities(d, s, seat, court, relation);
    begin_court(d, s, seat, court);
}
static bool card_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return f->a && f->a <= ZG_CARDS && memchr(s->p[f->seat].hand, f->a, ZG_MAX_HAND) != NULL;
}
const struct casata_phase zg_phase_card = {.name = "card",
                                           .locals = "card",
                                           .parents = 1u << ZG_PH_TURN,
                                           .legal = card_legal,
                                           .apply = card_apply,
                                           .valid = card_valid};

/* --- Recruit 1 Official (R9) -------------------------------------------------------------------------------- */
static int list_officials(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned kind,
                          unsigned regions, casata_action *out) {
    int n = 0;
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
        if (!zg_officials_left(d, s, &s->p[seat], colour)) continue; /* R9.3, G8 */
        for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
            if (regions >> r & 1) out[n++] = casata_act(kind, colour, r, 0);
    }
    return n;
}
static int recruit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)f;
    return list_officials(data, state, seat, ZG_A_RECRUIT, (1u << ZG_REGION_COUNT) - 1, out);
}
static void recruit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    zg_place_official(state, seat, casata_a(a), casata_b(a), 1, sink); /* R9.1 */
}
const struct casata_phase zg_phase_recruit = {
    .name = "recruit", .parents = 1u << ZG_PH_ABILITIES, .legal = recruit_legal, .apply = recruit_apply};

/* An official as a bonus (R11.6, G7, G8) or reward (R19.1). Locals: a regions, b 1 if it may be declined. */
static int official_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    int n = 0;
    if (f->b) out[n++] = casata_act(ZG_A_DECLINE, 0, 0, 0);
    return n + list_officials(data, state, seat, ZG_A_OFFICIAL, f->a, out + n);
}
static void official_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    if (casata_kind(a) == ZG_A_OFFICIAL) zg_place_official(state, seat, casata_a(a), casata_b(a), 1, sink);
}
static bool official_valid(const void *data, const void *state, const struct casata_frame *f) {
    return f->a && f->a >> ZG_REGION_COUNT == 0 && f->b <= 1 &&
           zg_need_recruit(data, state, f->seat) == ZG_FINE;
}
const struct casata_phase zg_phase_official = {.name = "official",
                                               .locals = "regions optional",
                                               .parents = 1u << ZG_PH_ABILITIES | 1u << ZG_PH_REWARDS,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = official_legal,
                                               .apply = official_apply,
                                               .valid = official_valid};

/* --- Hire Workers (R12) --------------------------------------------------------------------------------------
 * Local: the next shift. Shifts that would make hiring there impossible (G32) are not offered. */
static int hire_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_need_hire(data, s, seat, r, 0) == ZG_FINE) out[n++] = casata_act(ZG_A_HIRE, r, 0, 0);
    int first = n, shifts = zg_list_shifts(data, s, &s->p[seat], f->a, out + n);
    for (int i = first; i < first + shifts; i++)
        if (zg_need_hire(data, s, seat, casata_b(out[i]), 1) == ZG_FINE) out[n++] = out[i];
    return n;
}
static void hire_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    unsigned r = casata_a(a);
    if (casata_kind(a) == ZG_A_SHIFT) {
        f->a = (uint8_t)zg_shift_index(a);
        zg_shift(s, seat, casata_a(a), casata_b(a), sink);
        return;
    }
    casata_pop(s);
    casata_top(s)->e = (uint8_t)(r + 1);
    unsigned n = zg_officials_below(p, r); /* R12.1, R12.2: all of them count and stay (R12.4) */
    unsigned rise = s->head.option[ZG_OPT_UNREST] == ZG_UNREST_PER_WORKER /* R12.3, R23.3, G24 */
                        ? n * zg_constant(d, ZG_K_UNREST_WORKER)
                        : zg_constant(d, ZG_K_HIRE_UNREST);
    zg_gain_workers(s, seat, r, n, sink);
    p->level[r] = (uint8_t)(p->level[r] + rise);
    casata_emit(sink, "event.unrest", 3, casata_seat(seat), casata_word(&zg_regions, r),
                casata_number(p->level[r]));
}
static bool hire_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a < ZG_OFFICIAL_COUNT * ZG_REGION_COUNT;
}
const struct casata_phase zg_phase_hire = {.name = "hire",
                                           .locals = "shift",
                                           .parents = 1u << ZG_PH_ABILITIES,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = hire_legal,
                                           .apply = hire_apply,
                                           .valid = hire_valid};

/* --- Install 1 Governor (R11) --------------------------------------------------------------------------------
 * Locals: a 1 for the governor of a reward (R19.4), b regions. */
static bool square_offered(const struct zhanguo_data *d, const struct zhanguo *s, unsigned region,
                           unsigned i) {
    if (s->square[region][i]) return false;
    for (unsigned j = 0; j < i; j++) /* of squares alike only the first */
        if (!s->square[region][j] && d->governor_squares[region * ZG_SQUARES + j].bonus ==
                                         d->governor_squares[region * ZG_SQUARES + i].bonus)
            return false;
    return true;
}
static int install_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (!(f->b >> r & 1) || zg_need_install(d, s, seat, r, f->a) != ZG_FINE) continue;
        unsigned stands = 0; /* R11.2, G7: an empty square must be taken */
        for (unsigned i = 0; i < ZG_SQUARES; i++)
            if (square_offered(d, s, r, i)) stands |= 2u << d->governor_squares[r * ZG_SQUARES + i].bonus;
        if (!stands) stands = 1u << ZG_BESIDE;
        for (; stands; stands &= stands - 1)
            out[n++] = casata_act(ZG_A_INSTALL, r, (unsigned)__builtin_ctz(stands), 0);
    }
    return n;
}
/* Puts a governor on the first empty square of this kind, or beside them (R11.3). */
static void place_governor(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned region,
                           unsigned stand) {
    if (stand == ZG_BESIDE) {
        s->p[seat].beside[region]++;
        return;
    }
    for (unsigned i = 0; i < ZG_SQUARES; i++)
        if (!s->square[region][i] && d->governor_squares[region * ZG_SQUARES + i].bonus + 1u == stand) {
            s->square[region][i] = (uint8_t)(seat + 1);
            return;
        }
}
/* R11.6, G7, G8 */
static void square_bonus(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned stand,
                         struct casata_sink *sink) {
    if (stand == ZG_BESIDE) return;
    unsigned bonus = stand - 1, amount = d->governor_bonuses[bonus].amount;
    if (bonus == ZG_GB_VP) zg_gain_vp(s, seat, ZG_VP_SQUARES, amount, sink);
    if (bonus == ZG_GB_MOV && zg_need_move(s, seat) == ZG_FINE) zg_begin_move(s, seat, amount, true);
    if (bonus == ZG_GB_OFF && zg_need_recruit(d, s, seat) == ZG_FINE) {
        struct casata_frame *f = casata_push(s, ZG_PH_OFFICIAL, (unsigned)seat);
        f->a = (1u << ZG_REGION_COUNT) - 1;
        f->b = 1;
    }
}
static void install_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    unsigned r = casata_a(a), stand = casata_b(a);
    bool gift = f->a;
    casata_pop(s);
    for (int colour = 0; colour < ZG_OFFICIAL_COUNT && !gift; colour++) p->up[r][colour]--; /* R11.1 */
    place_governor(d, s, seat, r, stand);
    casata_emit(sink, "event.governor", 3, casata_seat(seat), casata_word(&zg_regions, r),
                casata_word(&zg_stands, stand));
    if (p->level[r]) /* R11.5; G9: the order of bonus and reset makes no difference */
        casata_emit(sink, "event.unrest", 3, casata_seat(seat), casata_word(&zg_regions, r),
                    casata_number(0));
    p->level[r] = 0;
    square_bonus(d, s, seat, stand, sink);
}
static bool install_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    (void)data;
    return f->a == (s->head.frame[1].phase == ZG_PH_REWARDS) && f->b && f->b >> ZG_REGION_COUNT == 0;
}
const struct casata_phase zg_phase_install = {.name = "install",
                                              .locals = "free regions",
                                              .parents = 1u << ZG_PH_ABILITIES | 1u << ZG_PH_REWARDS,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = install_legal,
                                              .apply = install_apply,
                                              .valid = install_valid};
