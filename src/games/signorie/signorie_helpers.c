/* signorie_helpers.c: tasks, and the helpers of a column (R7, R12, R13). */
#include "games/signorie/signorie_scene.h"

/* --- tasks (R7, R13) ----------------------------------------------------------------------------------- */
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
        casata_begin(sig_pawn, s, SIG_PH_PAWN, (unsigned)seat)->left = (uint8_t)amount;
        break;                                                                    /* R13.5, G17 */
    case SIG_TE_MARRIAGE: casata_push(s, SIG_PH_MARRIAGE, (unsigned)seat); break; /* R13.7 */
    case SIG_TE_MISSION: casata_push(s, SIG_PH_MISSION, (unsigned)seat); break;   /* R13.8 */
    case SIG_TE_THRESHOLD:                                                        /* R13.6 */
        casata_emit(sink, "event.threshold", 2, casata_seat(seat),
                    casata_number((int)sig_threshold(d, s, seat)));
        break;
    }
}

void sig_describe_task(const struct casata_scene_builder *build, struct casata_choice *c, unsigned space,
                       unsigned n) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned tile = s->task[space] - 1u, gender = d->task_spaces[space].pawn_gender;
    unsigned amount = d->task_tiles[tile].per_pawn * n;
    c->slot = (int16_t)casata_slot_at(build, SIG_F_TASK, -1, space);
    c->text = casata_message("act.task_of", 2, casata_word(&sig_tasks, tile), sig_pawns(gender, n));
    casata_add_cost(c, sig_pawns(gender, n));
    switch (d->task_tiles[tile].effect) {
    case SIG_TE_TRACK: casata_add_gain(c, sig_points(amount)); break;
    case SIG_TE_FLORINS: casata_add_gain(c, sig_florins(amount)); break;
    case SIG_TE_TILE: casata_add_gain(c, sig_tiles(amount)); break;
    case SIG_TE_THRESHOLD: casata_add_gain(c, casata_count(&sig_units, SIG_U_RAISE, (int)amount)); break;
    default: break;
    }
    c->rule = "R7.3";
}
void sig_block_task(struct casata_scene_builder *build, int seat, unsigned space, unsigned need) {
    const struct signorie *s = build->state;
    sig_block(build, seat, need, 0, casata_slot_at(build, SIG_F_TASK, -1, space),
              casata_message("act.task_any", 1, casata_word(&sig_tasks, s->task[space] - 1u)), "R7.2");
}

/* --- Q9: any task for one pawn (R12.3, G20) ------------------------------------------------------------ */
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
static void any_task_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    (void)f, (void)seat;
    sig_describe_task(build, c, casata_a(c->action), 1);
}
static void any_task_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    for (unsigned space = 0; space < SIG_TASK_SPACE_COUNT; space++)
        sig_block_task(build, seat, space, sig_need_any_task(build->data, build->state, seat, space));
}
const struct casata_phase sig_phase_any_task = {
    .name = "any_task",
    .parents = CASATA_ON(SIG_PH_HELPERS),
    .legal = any_task_legal,
    .apply = any_task_apply,
    .ask = "prompt.any_task",
    .describe = any_task_describe,
    .explain = any_task_explain,
};

/* --- Q8: helpers of the column from top to bottom (R12.1, R12.2, G8) --------------------------------------- */
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
    struct sig_helpers *l = casata_locals(sig_helpers, f);
    struct signorie *s = state;
    for (; l->next < 3; l->next++) {
        unsigned helper = l->colour * 3u + l->next;
        if (!(s->p[f->seat].helpers >> helper & 1)) continue;
        if (sig_need_helper(data, s, f->seat, helper) <= s->p[f->seat].florins) return false;
        casata_emit(sink, "event.helper_idle", 2, casata_seat(f->seat), casata_word(&sig_helpers, helper));
    }
    casata_pop(s);
    return true;
}
static int helpers_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct sig_helpers *l = casata_locals(sig_helpers, f);
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(SIG_A_SKIP, 0, 0, 0);
    out[1] = casata_act(SIG_A_USE, l->colour * 3u + l->next, 0, 0);
    return 2;
}
static void helpers_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct sig_helpers *l = casata_locals(sig_helpers, f);
    const struct signorie_data *d = data;
    struct signorie *s = state;
    l->next++;
    if (casata_kind(a) == SIG_A_SKIP) return;
    unsigned helper = casata_a(a), amount = d->helper_spaces[helper].amount,
             track = d->helper_spaces[helper].track;
    casata_emit(sink, "event.use", 2, casata_seat(seat), casata_word(&sig_helpers, helper));
    switch (d->helper_spaces[helper].effect) { /* R12.3 */
    case SIG_H_FLORINS: sig_gain_florins(s, seat, amount, sink); break;
    case SIG_H_VP: sig_gain_vp(s, seat, SIG_VP_HELPERS, amount, sink); break;
    case SIG_H_TRACK_DIE: sig_begin_points(s, seat, l->value, sig_track_bits(track)); break;
    case SIG_H_TRACK_POINTS: sig_begin_points(s, seat, amount, sig_track_bits(track)); break;
    case SIG_H_MARRIAGE: casata_begin(sig_visit, s, SIG_PH_MARRIAGE, (unsigned)seat)->face_down = 1; break;
    case SIG_H_MISSION: casata_begin(sig_visit, s, SIG_PH_MISSION, (unsigned)seat)->face_down = 1; break;
    case SIG_H_TILE: casata_push(s, SIG_PH_ROW, (unsigned)seat); break;
    case SIG_H_OFFSPRING: sig_begin_offspring(s, seat, amount); break;
    case SIG_H_PAWN: casata_begin(sig_pawn, s, SIG_PH_PAWN, (unsigned)seat)->left = (uint8_t)amount; break;
    case SIG_H_VP_PER_MAN: /* G44 */
        sig_gain_vp(s, seat, SIG_VP_HELPERS, amount * sig_pawns_in_cities(s, seat, SIG_MAN), sink);
        break;
    case SIG_H_ANY_TASK: casata_push(s, SIG_PH_ANY_TASK, (unsigned)seat); break;
    }
}
static bool helpers_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_helpers *l = casata_locals(sig_helpers, f);
    const struct signorie *s = state;
    if (l->colour >= SIG_COLOUR_COUNT || l->value != s->p[f->seat].dice[l->colour] || l->value == 0 ||
        l->next > 3)
        return false;
    if (f != casata_top_of(state)) return true;
    return l->next < 3 && s->p[f->seat].helpers >> (l->colour * 3 + l->next) & 1 &&
           sig_need_helper(data, s, f->seat, l->colour * 3u + l->next) <= s->p[f->seat].florins;
}
/* A helper with its effect, from the figures in use: id, or id_track with the track of its points. */
struct casata_msg sig_helper_text(const struct casata_scene_builder *build, const char *id,
                                  const char *id_track, unsigned helper) {
    const struct signorie_data *d = build->data;
    unsigned track = d->helper_spaces[helper].track;
    bool tracked = track < sig_tracks.n;
    struct casata_msg m = casata_message(tracked ? id_track : id, 2, casata_word(&sig_helpers, helper),
                                         casata_word(&sig_helper_effects, d->helper_spaces[helper].effect));
    if (tracked) m.arg[m.n++] = casata_word(&sig_tracks, track);
    return m;
}
static struct casata_msg helpers_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    const struct sig_helpers *l = casata_locals(sig_helpers, f);
    (void)build;
    return casata_message("prompt.helpers", 2, casata_seat(seat),
                          casata_word(&sig_helpers, l->colour * 3u + l->next));
}
static void helpers_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    if (casata_kind(c->action) != SIG_A_USE) return;
    unsigned helper = casata_a(c->action), amount = d->helper_spaces[helper].amount;
    c->slot = (int16_t)casata_slot_at(build, SIG_F_HELPER, seat, helper);
    c->text = sig_helper_text(build, "act.use_of", "act.use_track", helper);
    switch (d->helper_spaces[helper].effect) {
    case SIG_H_FLORINS: casata_add_gain(c, sig_florins(amount)); break;
    case SIG_H_VP: casata_add_gain(c, sig_vp(amount)); break;
    case SIG_H_TRACK_DIE: casata_add_gain(c, sig_points(casata_locals(sig_helpers, f)->value)); break;
    case SIG_H_TRACK_POINTS: casata_add_gain(c, sig_points(amount)); break;
    case SIG_H_TILE: casata_add_gain(c, sig_tiles(amount)); break;
    case SIG_H_OFFSPRING: casata_add_gain(c, casata_count(&sig_units, SIG_U_DIE, (int)amount)); break;
    case SIG_H_VP_PER_MAN: casata_add_gain(c, sig_vp(amount * sig_pawns_in_cities(s, seat, SIG_MAN))); break;
    default: break;
    }
    c->rule = "R12.3";
}
static void helpers_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct sig_helpers *l = casata_locals(sig_helpers, f);
    const struct signorie *s = build->state;
    for (unsigned helper = 0; helper < SIG_HELPER_COUNT; helper++)
        casata_add_vain(build, casata_slot_at(build, SIG_F_HELPER, seat, helper),
                        !(s->p[seat].helpers >> helper & 1) ? "vain.helper_none"
                        : helper / 3 != l->colour           ? "vain.helper_column"
                        : helper < l->colour * 3u + l->next ? "vain.helper_past"
                                                            : "vain.helper_later",
                        "R12.1");
}
const struct casata_phase sig_phase_helpers = {
    .name = "helpers",
    .locals = CASATA_LOCAL_NAMES(SIG_HELPERS_LOCALS),
    .words = {CASATA_LOCAL_WORD(sig_helpers, colour, sig_colours)},
    .parents = CASATA_ON(SIG_PH_ACTIONS) | CASATA_ON(SIG_PH_REWARDS),
    .legal = helpers_legal,
    .apply = helpers_apply,
    .step = helpers_step,
    .valid = helpers_valid,
    .prompt = helpers_prompt,
    .describe = helpers_describe,
    .explain = helpers_explain,
};
