/* signorie_turn.c: phase 2: turns, the die, the main action (R5, R6, R8). */
#include "games/signorie/signorie_scene.h"

/* --- the options of a column (R5.4, G2) ---------------------------------------------------------------- */
unsigned sig_need_signoria(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned colour) {
    switch (d->action_columns[colour].signoria_action) { /* R8.1 */
    case SIG_DO_MARRIAGE: return sig_need_marriage(d, s, seat, 0);
    case SIG_DO_MISSION: return sig_need_mission(d, s, seat);
    case SIG_DO_TRACKS: return sig_need_points(d, s, seat, 0xf, 0);
    default: return 0; /* Florins, offspring: always */
    }
}

/* R6.1, R6.4, G28, G41, G42 */
unsigned sig_need_hire_at(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour,
                          unsigned helper) {
    if (s->p[seat].helpers >> helper & 1) return SIG_NEVER + SIG_NO_SPACE;
    return s->helper_supply ? sig_hire_price(d, colour, helper) : SIG_NEVER + SIG_NO_HELPER;
}
/* The cheapest free helper space. */
unsigned sig_need_hire(const struct signorie_data *d, const struct signorie *s, int seat, unsigned colour) {
    unsigned first = d->action_columns[colour].hire_into_colour * 3u; /* R6.2 */
    unsigned least = SIG_NEVER + SIG_NO_SPACE;
    if ((s->p[seat].helpers >> first & 7) == 7) return least;
    if (!s->helper_supply) return SIG_NEVER + SIG_NO_HELPER;
    if (!d->derived[SIG_PRICES_PRINTED]) return d->action_columns[colour].hire_cost;
    for (unsigned helper = first; helper < first + 3; helper++) {
        unsigned need = sig_need_hire_at(d, s, seat, colour, helper);
        if (need < least) least = need;
    }
    return least;
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
        return p->threshold[SIG_MAN] + p->threshold[SIG_WOMAN] + n <= sig_max_threshold_pawns(d, s) /* G19 */
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

/* The fewest Florins that pay for some main action of the column. */
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

/* --- the phase: turn order, passing (R5.1, R5.2, G38) ------------------------------------------------------
 * `next`: place in the turn order. */
#define SIG_ACTIONS_LOCALS(X) X(next)
CASATA_LOCALS(sig_actions, SIG_ACTIONS_LOCALS);
static bool actions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct sig_actions *l = casata_locals(sig_actions, f);
    struct signorie *s = state;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned seat = s->order[l->next];
        l->next = (uint8_t)(l->next + 1 == s->head.seats ? 0 : l->next + 1);
        if (s->p[seat].passed) continue;
        if (sig_dice_on_board(&s->p[seat]) >= sig_setup_of(data, s, SIG_MAX_DICE)) {
            s->p[seat].passed = 1; /* R5.2, G34 */
            casata_emit(sink, "event.pass_full", 1, casata_seat((int)seat));
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
    const struct sig_actions *l = casata_locals(sig_actions, f);
    const struct signorie *s = state;
    (void)data;
    return l->next < s->head.seats && s->stage == SIG_STAGE_ACTIONS;
}
const struct casata_phase sig_phase_actions = {
    .name = "actions",
    .locals = CASATA_LOCAL_NAMES(SIG_ACTIONS_LOCALS),
    .parents = CASATA_ON(SIG_PH_GAME),
    .step = actions_step,
    .valid = actions_valid,
};

/* --- Q1: pass or take a die (R5.3 1-3, R5.4, R5.7, R5.8, G49) ------------------------------------------ */
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
    struct sig_helpers *l = casata_begin(sig_helpers, s, SIG_PH_HELPERS, (unsigned)seat); /* R5.3, step 5 */
    l->colour = (uint8_t)colour;
    l->value = (uint8_t)value;
    casata_begin(sig_main, s, SIG_PH_MAIN, (unsigned)seat)->colour =
        (uint8_t)colour; /* R5.5: never the helpers alone */
}
static void pass(struct signorie *s, int seat) {
    casata_pop(s);
    s->p[seat].passed = 1;
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct signorie *s = state;
    (void)f;
    if (casata_kind(a) == SIG_A_PASS) {
        casata_emit(sink, "event.pass", 1, casata_seat(seat));
        pass(s, seat);
        return;
    }
    casata_pop(s);
    take_die(s, seat, casata_a(a), casata_b(a), sink);
    sig_pay(s, seat, sig_placement_cost(data, casata_a(a), casata_b(a)), sink);
    sig_begin_action(s, seat, casata_a(a), casata_b(a));
}
/* Players who can only pass do so unasked. Looks for one die that can be taken: the highest of a colour is
 * the cheapest. */
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
    casata_emit(sink, "event.pass_forced", 1, casata_seat(f->seat));
    pass(s, f->seat);
    return true;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    return !s->p[f->seat].passed && sig_dice_on_board(&s->p[f->seat]) < sig_setup_of(data, s, SIG_MAX_DICE);
}
/* The sum of the dice against the threshold of the reward (R14.3), and whether the column's own action is ruled out. */
static struct casata_msg take_text(const struct casata_scene_builder *build, int seat, casata_action a) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned colour = casata_a(a), value = casata_b(a);
    unsigned need = sig_need_signoria(d, s, seat, colour) + sig_placement_cost(d, colour, value);
    return casata_message(need > s->p[seat].florins ? "act.take_without" : "act.take_sum", 5,
                          casata_word(&sig_colours, colour), casata_number((int)value),
                          casata_number((int)(sig_dice_sum(&s->p[seat]) + value)),
                          casata_number((int)sig_threshold(d, s, seat)),
                          casata_word(&sig_signoria, d->action_columns[colour].signoria_action));
}
static void describe_take(const struct casata_scene_builder *build, struct casata_choice *c, unsigned cost) {
    c->slot = (int16_t)casata_slot_at(build, SIG_F_AREA, -1, casata_a(c->action));
    c->piece = casata_piece_at(build, c->slot, SIG_K_DIE, -1, CASATA_ANY, (int)casata_b(c->action));
    casata_add_cost(c, sig_florins(cost));
    c->rule = "R5.3";
}
static struct casata_msg turn_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct signorie *s = build->state;
    (void)f;
    return casata_message("prompt.turn", 2, casata_seat(seat), casata_number(s->round));
}
static void turn_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    casata_action a = c->action;
    (void)f;
    if (casata_kind(a) == SIG_A_TAKE) {
        describe_take(build, c, sig_placement_cost(build->data, casata_a(a), casata_b(a)));
        c->text = take_text(build, seat, a);
    } else
        c->rule = "R5.8";
}
static void turn_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    (void)f;
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        struct casata_arg name = casata_word(&sig_colours, colour);
        int slot = casata_slot_at(build, SIG_F_AREA, -1, colour);
        if (s->p[seat].dice[colour]) {
            sig_block(build, seat, SIG_NEVER + SIG_USED, 0, slot, casata_message("act.take_any", 1, name),
                      "R5.3");
            continue;
        }
        unsigned need = sig_need_column(d, s, seat, colour);
        for (unsigned value = 1; value <= 6; value++)
            if (s->area[colour][value - 1])
                sig_block(build, seat, need, sig_placement_cost(d, colour, value), slot,
                          casata_message("act.take", 2, name, casata_number((int)value)), "R5.4");
    }
}
const struct casata_phase sig_phase_turn = {
    .name = "turn",
    .parents = CASATA_ON(SIG_PH_ACTIONS),
    .legal = turn_legal,
    .apply = turn_apply,
    .step = turn_step,
    .valid = turn_valid,
    .prompt = turn_prompt,
    .describe = turn_describe,
    .explain = turn_explain,
};

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
static void bonus_die_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                               int seat, struct casata_choice *c) {
    (void)f, (void)seat;
    describe_take(build, c, 0);
}
static bool bonus_die_forced(const void *data, const void *state, const struct casata_frame *f,
                             casata_action only, struct casata_sink *sink) {
    (void)data, (void)state, (void)only;
    casata_emit(sink, "event.only_die", 1, casata_seat(f->seat));
    return true;
}
static const struct casata_vain bonus_die_vain[] = {
    {SIG_F_AREA, "vain.bonus_die", "R15.8"},
    {0},
};
const struct casata_phase sig_phase_bonus_die = {
    .name = "bonus_die",
    .vain = bonus_die_vain,
    .parents = CASATA_ON(SIG_PH_REWARDS),
    .forced = bonus_die_forced,
    .legal = bonus_die_legal,
    .apply = bonus_die_apply,
    .valid = bonus_die_valid,
    .ask = "prompt.bonus_die",
    .describe = bonus_die_describe,
};

/* --- Q2: the main action (R5.3, step 4) ------------------------------------------------------------------ */
static int main_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct sig_main *l = casata_locals(sig_main, f);
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    unsigned florins = s->p[seat].florins, first = d->action_columns[l->colour].hire_into_colour * 3u;
    int n = 0;
    if (sig_need_signoria(d, s, seat, l->colour) <= florins) out[n++] = casata_act(SIG_A_SIGNORIA, 0, 0, 0);
    for (unsigned row = 0; row < 2; row++) {
        unsigned space = l->colour * 2u + row, tile = s->task[space] - 1u;
        for (unsigned k = d->task_tiles[tile].min_pawns; k <= d->task_tiles[tile].max_pawns; k++) /* R7.3 */
            if (sig_need_task(d, s, seat, space, k) <= florins) out[n++] = casata_act(SIG_A_TASK, row, k, 0);
    }
    for (unsigned helper = first; helper < first + 3; helper++)
        if (sig_need_hire_at(d, s, seat, l->colour, helper) <= florins)
            out[n++] = casata_act(SIG_A_HIRE, helper, 0, 0);
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
    struct sig_main *l = casata_locals(sig_main, f);
    const struct signorie_data *d = data;
    struct signorie *s = state;
    unsigned colour = l->colour;
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
        sig_pay(s, seat, sig_hire_price(d, colour, casata_a(a)), sink);
    }
}
static bool main_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_main *l = casata_locals(sig_main, f);
    const struct signorie *s = state;
    (void)data;
    return l->colour < SIG_COLOUR_COUNT && s->p[f->seat].dice[l->colour];
}
static void describe_signoria(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                              unsigned colour) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned action = d->action_columns[colour].signoria_action;
    unsigned amount = d->action_columns[colour].signoria_amount;
    c->slot = (int16_t)casata_slot_at(build, SIG_F_DIE, seat, colour);
    c->text = casata_message("act.signoria_of", 1, casata_word(&sig_signoria, action));
    if (action == SIG_DO_FLORINS) casata_add_gain(c, sig_florins(amount));
    if (action == SIG_DO_TRACKS) casata_add_gain(c, sig_points(amount));
    if (action == SIG_DO_OFFSPRING)
        casata_add_gain(c, casata_count(&sig_units, SIG_U_DIE, 1 + s->p[seat].brides));
    c->rule = "R8.1";
}
static void describe_hire(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                          const char *rule) {
    c->slot = (int16_t)casata_slot_at(build, SIG_F_HELPER, seat, casata_a(c->action));
    c->text = sig_helper_text(build, "act.hire_of", "act.hire_track", casata_a(c->action));
    c->rule = rule;
}
static struct casata_msg main_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    (void)build;
    return casata_message("prompt.main_action", 2, casata_seat(seat),
                          casata_word(&sig_colours, casata_locals(sig_main, f)->colour));
}
static void main_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct signorie_data *d = build->data;
    unsigned colour = casata_locals(sig_main, f)->colour;
    switch (casata_kind(c->action)) {
    case SIG_A_SIGNORIA: describe_signoria(build, c, seat, colour); break;
    case SIG_A_TASK:
        sig_describe_task(build, c, colour * 2 + casata_a(c->action), casata_b(c->action));
        break;
    default:
        describe_hire(build, c, seat, "R6.1");
        casata_add_cost(c, sig_florins(sig_hire_price(d, colour, casata_a(c->action))));
    }
}
static void main_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    unsigned colour = casata_locals(sig_main, f)->colour;
    const struct signorie *s = build->state;
    const struct signorie_data *d = build->data;
    sig_block(build, seat, sig_need_signoria(d, s, seat, colour), 0,
              casata_slot_at(build, SIG_F_DIE, seat, colour),
              casata_message("act.signoria_of", 1,
                             casata_word(&sig_signoria, d->action_columns[colour].signoria_action)),
              "R8.1");
    for (unsigned space = colour * 2; space < colour * 2 + 2; space++)
        sig_block_task(build, seat, space,
                       sig_need_task(d, s, seat, space, d->task_tiles[s->task[space] - 1].min_pawns));
    unsigned into = d->action_columns[colour].hire_into_colour;
    bool full = (s->p[seat].helpers >> into * 3 & 7) == 7;
    for (unsigned helper = into * 3; helper < into * 3 + 3; helper++)
        if (full || !(s->p[seat].helpers >> helper & 1))
            sig_block(build, seat, sig_need_hire_at(d, s, seat, colour, helper), 0,
                      casata_slot_at(build, SIG_F_HELPER, seat, helper),
                      casata_message("act.hire_any", 1, casata_word(&sig_colours, into)), "R6.4");
    for (unsigned helper = 0; helper < SIG_HELPER_COUNT; helper++)
        if (s->p[seat].helpers >> helper & 1)
            casata_add_vain(build, casata_slot_at(build, SIG_F_HELPER, seat, helper), "vain.helper_taken",
                            "R6.4");
}
static const struct casata_vain main_action_vain[] = {
    {SIG_F_TASK, "vain.task_column", "R7.1"},
    {SIG_F_DIE, "vain.die_placed", "R5.3"},
    {SIG_F_HELPER, "vain.hire_column", "R6.2"},
    {0},
};
const struct casata_phase sig_phase_main = {
    .name = "main_action",
    .vain = main_action_vain,
    .locals = CASATA_LOCAL_NAMES(SIG_MAIN_LOCALS),
    .words = {CASATA_LOCAL_WORD(sig_main, colour, sig_colours)},
    .parents = CASATA_ON(SIG_PH_HELPERS),
    .legal = main_legal,
    .apply = main_apply,
    .valid = main_valid,
    .prompt = main_prompt,
    .describe = main_describe,
    .explain = main_explain,
};

/* --- Q11: the free helper of a reward (R15.7) ---------------------------------------------------------- */
static int free_helper_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                             casata_action *out) {
    const struct signorie *s = state;
    int n = 0;
    (void)data, (void)f;
    for (unsigned helper = 0; s->helper_supply && helper < SIG_HELPER_COUNT; helper++)
        if (!(s->p[seat].helpers >> helper & 1)) out[n++] = casata_act(SIG_A_HIRE, helper, 0, 0);
    return n;
}
static void free_helper_apply(const void *data, void *state, struct casata_frame *f, int seat,
                              casata_action a, struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    place_helper(state, seat, casata_a(a), sink);
}
static void free_helper_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                                 int seat, struct casata_choice *c) {
    (void)f;
    describe_hire(build, c, seat, "R15.7");
}
static bool free_helper_forced(const void *data, const void *state, const struct casata_frame *f,
                               casata_action only, struct casata_sink *sink) {
    (void)data, (void)state, (void)only;
    casata_emit(sink, "event.only_space", 1, casata_seat(f->seat));
    return true;
}
static const struct casata_vain free_helper_vain[] = {
    {SIG_F_HELPER, "vain.helper_taken", "R6.4"},
    {0},
};
const struct casata_phase sig_phase_free_helper = {
    .name = "free_helper",
    .vain = free_helper_vain,
    .parents = CASATA_ON(SIG_PH_REWARDS),
    .forced = free_helper_forced,
    .legal = free_helper_legal,
    .apply = free_helper_apply,
    .ask = "prompt.free_helper",
    .describe = free_helper_describe,
};
