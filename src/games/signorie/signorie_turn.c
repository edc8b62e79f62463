/* signorie_turn.c: phase 2: turns, the die, the main action, helpers, tasks (R5, R6, R7, R12, R13). */
#include "games/signorie/signorie.h"

/* --- what a column offers (R5.4, G2)
 * ------------------------------------------------------------------------- */
unsigned sig_need_signoria(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned colour) {
    switch (d->action_columns[colour].signoria_action) { /* R8.1 */
    case SIG_DO_MARRIAGE: return sig_need_marriage(d, s, seat, 0);
    case SIG_DO_MISSION: return sig_need_mission(d, s, seat);
    case SIG_DO_TRACKS: return sig_need_points(d, s, seat, 0xf, 0);
    default: return 0; /* Florins, offspring: always */
    }
}

/* R6.1, R6.4, G28, G41, G42: the price belongs to the action space used. */
unsigned sig_need_hire(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour) {
    unsigned into = d->action_columns[colour].hire_into_colour; /* R6.2 */
    if ((s->p[seat].helpers >> into * 3 & 7) == 7) return SIG_NEVER + SIG_NO_SPACE;
    return s->helper_supply ? d->action_columns[colour].hire_cost : SIG_NEVER + SIG_NO_HELPER;
}

/* Effect of a task tile after n pawns of a gender were spent on it. */
static unsigned need_task_effect(const struct signorie_data *d, const struct signorie *s, int seat,
                                 unsigned tile, unsigned gender, unsigned n) {
    const struct signorie_player *p = &s->p[seat];
    switch (d->task_tiles[tile].effect) {
    case SIG_TE_TRACK:
        return sig_need_points(d, s, seat, sig_track_bits(d->task_tiles[tile].track),
                               gender == SIG_MAN ? n : 0);
    case SIG_TE_TILE: return sig_need_tile(s);
    case SIG_TE_THRESHOLD:
        if (s->stage != SIG_STAGE_ACTIONS) return SIG_NEVER + SIG_TOO_LATE; /* G19 */
        return p->threshold[SIG_MAN] + p->threshold[SIG_WOMAN] + n <= sig_max_threshold_pawns(d, s)
                   ? 0
                   : SIG_NEVER + SIG_CAP; /* G18 */
    case SIG_TE_MARRIAGE: return sig_need_marriage(d, s, seat, gender == SIG_WOMAN ? n : 0);
    case SIG_TE_MISSION: return sig_need_mission(d, s, seat);
    default: return 0; /* Florins, exchange: always (G17) */
    }
}

/* R7.2, R7.3, G16: n pawns of the space's gender from the reserve. */
unsigned sig_need_task(const struct signorie_data *d, const struct signorie *s, int seat, unsigned space,
                       unsigned n) {
    unsigned gender = d->task_spaces[space].pawn_gender;
    if (s->p[seat].reserve[gender] < n) return SIG_NEVER + (gender == SIG_MAN ? SIG_NO_MEN : SIG_NO_WOMEN);
    return need_task_effect(d, s, seat, s->task[space] - 1u, gender, n);
}

/* G20: one pawn, any space; tiles that need two are excluded. */
unsigned sig_need_any_task(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned space) {
    if (!d->task_tiles[s->task[space] - 1].usable_by_any_task_helper) return SIG_NEVER + SIG_TWO_PAWNS;
    return sig_need_task(d, s, seat, space, 1);
}

/* Least Florins with which some main action of the column can be carried out. */
unsigned sig_need_column(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour) {
    unsigned least = sig_need_signoria(d, s, seat, colour), need;
    for (unsigned row = 0; row < 2 && least > 0; row++) {
        need = sig_need_task(d, s, seat, colour * 2 + row,
                             d->task_tiles[s->task[colour * 2 + row] - 1].min_pawns);
        if (need < least) least = need;
    }
    if (least > 0 && (need = sig_need_hire(d, s, seat, colour)) < least) least = need;
    return least;
}

/* --- the phase: turn order, passing (R5.1, R5.2, G38)
 * -------------------------------------------------------- Local a: whose place in the turn order is next. */
static bool actions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct signorie *s = state;
    (void)sink;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned seat = s->order[f->a];
        f->a = (uint8_t)(f->a + 1 == s->head.seats ? 0 : f->a + 1);
        if (s->p[seat].passed) continue;
        if (sig_dice_on_board(&s->p[seat]) >= sig_setup_of(data, s, SIG_MAX_DICE)) {
            s->p[seat].passed = 1; /* R5.2, G34 */
            continue;
        }
        s->head.turn++;
        casata_push(s, SIG_PH_TURN, seat);
        return true;
    }
    casata_pop(s);
    return true;
}
static bool actions_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    (void)data;
    return f->a < s->head.seats && s->stage == SIG_STAGE_ACTIONS;
}
const struct casata_phase sig_phase_actions = {.name = "actions",
                                               .locals = "next",
                                               .parents = 1u << SIG_PH_GAME,
                                               .step = actions_step,
                                               .valid = actions_valid};

/* --- Q1: pass or take a die (R5.3 1-3, R5.4, R5.7, R5.8, G49)
 * --------------------------------------------------- */
unsigned sig_placement_cost(const struct signorie_data *d, unsigned colour, unsigned value) {
    unsigned space = d->action_columns[colour].space_value;
    return value < space ? space - value : 0; /* R5.3, step 3 */
}
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    const struct signorie_player *p = &s->p[seat];
    int n = 0;
    (void)f;
    out[n++] = casata_act(SIG_A_PASS, 0, 0, 0);
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        if (p->dice[colour]) continue; /* R5.3, step 2 */
        unsigned need = sig_need_column(d, s, seat, colour);
        if (need > p->florins) continue;
        unsigned spare = p->florins - need, space = d->action_columns[colour].space_value;
        unsigned least = space > spare ? space - spare : 1; /* value whose placement can be paid */
        if (least > 6) continue;
        for (uint64_t dice = sig_six(s->area[colour]) >> (least - 1) * 8 << (least - 1) * 8; dice;) {
            unsigned value = (unsigned)__builtin_ctzll(dice) / 8;
            dice &= ~(UINT64_C(255) << value * 8);
            out[n++] = casata_act(SIG_A_TAKE, colour, value + 1, 0);
        }
    }
    return n;
}
static void take_die(struct signorie *s, int seat, unsigned colour, unsigned value,
                     struct casata_sink *sink) {
    s->area[colour][value - 1]--;
    s->p[seat].dice[colour] = (uint8_t)value;
    casata_emit(sink, "event.take", 3, casata_seat(seat), casata_word(&sig_colours, colour),
                casata_number((int)value));
}
void sig_begin_action(struct signorie *s, int seat, unsigned colour, unsigned value) {
    struct casata_frame *f =
        casata_push(s, SIG_PH_HELPERS, (unsigned)seat); /* R5.3, step 5: after the main action */
    f->a = (uint8_t)colour;
    f->b = (uint8_t)value;
    casata_push(s, SIG_PH_MAIN, (unsigned)seat)->a = (uint8_t)colour; /* R5.5: never the helpers alone */
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct signorie *s = state;
    (void)f;
    casata_pop(s);
    if (casata_kind(a) == SIG_A_PASS) {
        s->p[seat].passed = 1;
        casata_emit(sink, "event.pass", 1, casata_seat(seat));
        return;
    }
    take_die(s, seat, casata_a(a), casata_b(a), sink);
    sig_pay(s, seat, sig_placement_cost(data, casata_a(a), casata_b(a)), sink);
    sig_begin_action(s, seat, casata_a(a), casata_b(a));
}
/* Whoever can only pass does so without being asked. Looks for one die that can be taken: of the dice of a
 * colour the highest is the cheapest. */
static bool turn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    const struct signorie_player *p = &s->p[f->seat];
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        unsigned value = 6;
        if (p->dice[colour]) continue;
        while (value > 0 && !s->area[colour][value - 1]) value--;
        if (value &&
            sig_need_column(d, s, f->seat, colour) + sig_placement_cost(d, colour, value) <= p->florins)
            return false;
    }
    turn_apply(data, state, f, f->seat, casata_act(SIG_A_PASS, 0, 0, 0), sink);
    return true;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    return !s->p[f->seat].passed && sig_dice_on_board(&s->p[f->seat]) < sig_setup_of(data, s, SIG_MAX_DICE);
}
const struct casata_phase sig_phase_turn = {.name = "turn",
                                            .parents = 1u << SIG_PH_ACTIONS,
                                            .legal = turn_legal,
                                            .apply = turn_apply,
                                            .step = turn_step,
                                            .valid = turn_valid};

/* R15.8, G1, G22: any die left on the main board, free of placement cost. */
static int bonus_die_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct signorie *s = state;
    int n = 0;
    (void)f;
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        if (sig_need_column(data, s, seat, colour) > s->p[seat].florins) continue;
        for (unsigned value = 1; value <= 6; value++)
            if (s->area[colour][value - 1]) out[n++] = casata_act(SIG_A_TAKE, colour, value, 0);
    }
    return n;
}
static void bonus_die_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct signorie *s = state;
    (void)data, (void)f;
    casata_pop(s);
    take_die(s, seat, casata_a(a), casata_b(a), sink);
    sig_begin_action(s, seat, casata_a(a), casata_b(a));
}
static bool bonus_die_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    (void)data;
    return sig_dice_on_board(&s->p[f->seat]) == 0;
}
const struct casata_phase sig_phase_bonus_die = {.name = "bonus_die",
                                                 .parents = 1u << SIG_PH_REWARDS,
                                                 .flags = CASATA_AUTO_SINGLE,
                                                 .legal = bonus_die_legal,
                                                 .apply = bonus_die_apply,
                                                 .valid = bonus_die_valid};

/* --- Q2: the main action (R5.3, step 4). Local a: colour
 * ------------------------------------------------------- */
static int list_free_helpers(const struct signorie_player *p, unsigned from, unsigned to,
                             casata_action *out) {
    int n = 0;
    for (unsigned h = from; h < to; h++)
        if (!(p->helpers >> h & 1)) out[n++] = casata_act(SIG_A_HIRE, h, 0, 0);
    return n;
}
static int main_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    unsigned florins = s->p[seat].florins, into = d->action_columns[f->a].hire_into_colour;
    int n = 0;
    if (sig_need_signoria(d, s, seat, f->a) <= florins) out[n++] = casata_act(SIG_A_SIGNORIA, 0, 0, 0);
    for (unsigned row = 0; row < 2; row++) {
        unsigned space = f->a * 2u + row, tile = s->task[space] - 1u;
        for (unsigned k = d->task_tiles[tile].min_pawns; k <= d->task_tiles[tile].max_pawns; k++) /* R7.3 */
            if (sig_need_task(d, s, seat, space, k) <= florins) out[n++] = casata_act(SIG_A_TASK, row, k, 0);
    }
    if (sig_need_hire(d, s, seat, f->a) <= florins)
        n += list_free_helpers(&s->p[seat], into * 3, into * 3 + 3, out + n);
    return n;
}
static void begin_signoria(const struct signorie_data *d, struct signorie *s, int seat, unsigned colour,
                           struct casata_sink *sink) {
    unsigned amount = d->action_columns[colour].signoria_amount;
    switch (d->action_columns[colour].signoria_action) {
    case SIG_DO_FLORINS: sig_gain_florins(s, seat, amount, sink); break;                /* R8.2 */
    case SIG_DO_MARRIAGE: casata_push(s, SIG_PH_MARRIAGE, (unsigned)seat); break;       /* R8.5 */
    case SIG_DO_OFFSPRING: sig_begin_offspring(s, seat, 1u + s->p[seat].brides); break; /* R8.7 */
    case SIG_DO_MISSION: casata_push(s, SIG_PH_MISSION, (unsigned)seat); break;         /* R8.4 */
    case SIG_DO_TRACKS: sig_begin_points(s, seat, amount, 0xf); break;                  /* R8.3, G3 */
    }
}
/* R6.1, R6.3: no effect at once; the helper stays to the end. */
static void place_helper(struct signorie *s, int seat, unsigned helper, struct casata_sink *sink) {
    s->helper_supply--;
    s->p[seat].helpers = (uint16_t)(s->p[seat].helpers | 1u << helper);
    casata_emit(sink, "event.hire", 2, casata_seat(seat), casata_word(&sig_helpers, helper));
}
static void main_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    unsigned colour = f->a;
    casata_pop(s);
    switch (casata_kind(a)) {
    case SIG_A_SIGNORIA:
        casata_emit(sink, "event.signoria", 2, casata_seat(seat),
                    casata_word(&sig_signoria, d->action_columns[colour].signoria_action));
        begin_signoria(d, s, seat, colour, sink);
        break;
    case SIG_A_TASK: sig_begin_task(d, s, seat, colour * 2 + casata_a(a), casata_b(a), sink); break;
    default:
        place_helper(s, seat, casata_a(a), sink);
        sig_pay(s, seat, d->action_columns[colour].hire_cost, sink);
    }
}
static bool main_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    (void)data;
    return f->a < SIG_COLOUR_COUNT && s->p[f->seat].dice[f->a];
}
const struct casata_phase sig_phase_main = {.name = "main_action",
                                            .locals = "colour",
                                            .parents = 1u << SIG_PH_HELPERS,
                                            .legal = main_legal,
                                            .apply = main_apply,
                                            .valid = main_valid};

/* --- Q11: the free helper of a reward (R15.7)
 * -------------------------------------------------------------------- */
static int free_helper_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                             casata_action *out) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return s->helper_supply ? list_free_helpers(&s->p[seat], 0, SIG_HELPER_COUNT, out) : 0;
}
static void free_helper_apply(const void *data, void *state, struct casata_frame *f, int seat,
                              casata_action a, struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    place_helper(state, seat, casata_a(a), sink);
}
const struct casata_phase sig_phase_free_helper = {.name = "free_helper",
                                                   .parents = 1u << SIG_PH_REWARDS,
                                                   .flags = CASATA_AUTO_SINGLE,
                                                   .legal = free_helper_legal,
                                                   .apply = free_helper_apply};

/* --- tasks (R7, R13)
 * ----------------------------------------------------------------------------------------------- */
void sig_begin_task(const struct signorie_data *d, struct signorie *s, int seat, unsigned space, unsigned n,
                    struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    unsigned tile = s->task[space] - 1u,
             gender = d->task_spaces[space].pawn_gender; /* R7.1: the tile stays (G15) */
    unsigned amount = d->task_tiles[tile].per_pawn * n, effect = d->task_tiles[tile].effect;
    uint8_t *to = effect == SIG_TE_THRESHOLD ? &p->threshold[gender] : &p->supply[gender]; /* R7.4 */
    p->reserve[gender] = (uint8_t)(p->reserve[gender] - n);
    *to = (uint8_t)(*to + n);
    casata_emit(sink, "event.task", 3, casata_seat(seat), casata_word(&sig_tasks, tile),
                casata_count(&sig_units, gender == SIG_MAN ? SIG_U_MAN : SIG_U_WOMAN, (int)n));
    switch (effect) { /* R7.5 */
    case SIG_TE_TRACK:
        sig_begin_points(s, seat, amount, sig_track_bits(d->task_tiles[tile].track));
        break;                                                           /* R13.1, R13.2 */
    case SIG_TE_TILE: casata_push(s, SIG_PH_ROW, (unsigned)seat); break; /* R13.3 */
    case SIG_TE_FLORINS: sig_gain_florins(s, seat, amount, sink); break; /* R13.4 */
    case SIG_TE_PAWN:
        casata_push(s, SIG_PH_PAWN, (unsigned)seat)->a = (uint8_t)amount;
        break;                                                                    /* R13.5, G17 */
    case SIG_TE_MARRIAGE: casata_push(s, SIG_PH_MARRIAGE, (unsigned)seat); break; /* R13.7 */
    case SIG_TE_MISSION: casata_push(s, SIG_PH_MISSION, (unsigned)seat); break;   /* R13.8 */
    case SIG_TE_THRESHOLD:                                                        /* R13.6 */
        casata_emit(sink, "event.threshold", 2, casata_seat(seat),
                    casata_number((int)sig_threshold(d, s, seat)));
        break;
    }
}

/* --- Q9: any task for one pawn (R12.3, G20)
 * -------------------------------------------------------------------------- */
static int any_task_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct signorie *s = state;
    int n = 0;
    (void)f;
    for (unsigned space = 0; space < SIG_TASK_SPACE_COUNT; space++)
        if (sig_need_any_task(data, s, seat, space) <= s->p[seat].florins)
            out[n++] = casata_act(SIG_A_ANY_TASK, space, 0, 0);
    return n;
}
static void any_task_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    (void)f;
    casata_pop(state);
    sig_begin_task(data, state, seat, casata_a(a), 1, sink);
}
const struct casata_phase sig_phase_any_task = {.name = "any_task",
                                                .parents = 1u << SIG_PH_HELPERS,
                                                .flags = CASATA_AUTO_SINGLE,
                                                .legal = any_task_legal,
                                                .apply = any_task_apply};

/* --- Q8: helpers of the column from top to bottom (R12.1, R12.2, G8)
 * -------------------------------------------------- Locals: a colour, b value of the die, c the next
 * position. */
unsigned sig_need_helper(const struct signorie_data *d, const struct signorie *s, int seat, unsigned helper) {
    unsigned least = SIG_NEVER + SIG_NO_MEN;
    switch (d->helper_spaces[helper].effect) { /* R12.4, G9 */
    case SIG_H_TRACK_DIE:
    case SIG_H_TRACK_POINTS:
        return sig_need_points(d, s, seat, sig_track_bits(d->helper_spaces[helper].track), 0);
    case SIG_H_MARRIAGE: return sig_need_marriage(d, s, seat, 0);
    case SIG_H_MISSION: return sig_need_mission(d, s, seat);
    case SIG_H_TILE: return sig_need_tile(s);
    case SIG_H_PAWN:
        return s->p[seat].supply[SIG_MAN] || s->p[seat].supply[SIG_WOMAN] ? 0 : SIG_NEVER + SIG_NO_PAWN;
    case SIG_H_ANY_TASK:
        for (unsigned space = 0; space < SIG_TASK_SPACE_COUNT && least > 0; space++) {
            unsigned need = sig_need_any_task(d, s, seat, space);
            if (need < least) least = need;
        }
        return least;
    default: return 0; /* Florins, points, offspring die: always */
    }
}
static bool helpers_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct signorie *s = state;
    (void)sink;
    for (; f->c < 3; f->c++) {
        unsigned helper = f->a * 3u + f->c;
        if (s->p[f->seat].helpers >> helper & 1 &&
            sig_need_helper(data, s, f->seat, helper) <= s->p[f->seat].florins)
            return false;
    }
    casata_pop(s);
    return true;
}
static int helpers_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(SIG_A_SKIP, 0, 0, 0);
    out[1] = casata_act(SIG_A_USE, f->a * 3u + f->c, 0, 0);
    return 2;
}
static void helpers_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    f->c++;
    if (casata_kind(a) == SIG_A_SKIP) return;
    unsigned helper = casata_a(a), amount = d->helper_spaces[helper].amount,
             track = d->helper_spaces[helper].track;
    casata_emit(sink, "event.use", 2, casata_seat(seat), casata_word(&sig_helpers, helper));
    switch (d->helper_spaces[helper].effect) { /* R12.3 */
    case SIG_H_FLORINS: sig_gain_florins(s, seat, amount, sink); break;
    case SIG_H_VP: sig_gain_vp(s, seat, SIG_VP_HELPERS, amount, sink); break;
    case SIG_H_TRACK_DIE: sig_begin_points(s, seat, f->b, sig_track_bits(track)); break;
    case SIG_H_TRACK_POINTS: sig_begin_points(s, seat, amount, sig_track_bits(track)); break;
    case SIG_H_MARRIAGE: casata_push(s, SIG_PH_MARRIAGE, (unsigned)seat)->a = 1; break;
    case SIG_H_MISSION: casata_push(s, SIG_PH_MISSION, (unsigned)seat)->a = 1; break;
    case SIG_H_TILE: casata_push(s, SIG_PH_ROW, (unsigned)seat); break;
    case SIG_H_OFFSPRING: sig_begin_offspring(s, seat, amount); break;
    case SIG_H_PAWN: casata_push(s, SIG_PH_PAWN, (unsigned)seat)->a = (uint8_t)amount; break;
    case SIG_H_VP_PER_MAN: /* G44 */
        sig_gain_vp(s, seat, SIG_VP_HELPERS, amount * sig_pawns_in_cities(s, seat, SIG_MAN), sink);
        break;
    case SIG_H_ANY_TASK: casata_push(s, SIG_PH_ANY_TASK, (unsigned)seat); break;
    }
}
static bool helpers_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    if (f->a >= SIG_COLOUR_COUNT || f->b != s->p[f->seat].dice[f->a] || f->b == 0 || f->c > 3) return false;
    if (f != casata_top((void *)(uintptr_t)state)) return true;
    return f->c < 3 && s->p[f->seat].helpers >> (f->a * 3 + f->c) & 1 &&
           sig_need_helper(data, s, f->seat, f->a * 3u + f->c) <= s->p[f->seat].florins;
}
const struct casata_phase sig_phase_helpers = {.name = "helpers",
                                               .locals = "colour value next",
                                               .parents = 1u << SIG_PH_ACTIONS | 1u << SIG_PH_REWARDS,
                                               .legal = helpers_legal,
                                               .apply = helpers_apply,
                                               .step = helpers_step,
                                               .valid = helpers_valid};
