/* signorie_tracks.c: points spent on the initiative track and the careers (R8.3, R9, R10). */
#include "games/signorie/signorie_scene.h"

/* --- Q3: points, step by step (R8.3) --------------------------------------------------------------------
 * Points are split freely between tracks and men, in any order. The result depends only on how many steps leave
 * each space, so searches take the steps through the tracks in ORDER track, and upwards within a career: `track`
 * and `space` are the highest step in that ranking, `spent` is 1 once a point was. */
void sig_begin_points(struct signorie *s, int seat, unsigned n, unsigned tracks) {
    struct sig_points *l = casata_locals(sig_points, casata_push(s, SIG_PH_POINTS, (unsigned)seat));
    l->left = (uint8_t)n;
    l->tracks = (uint8_t)tracks;
}

static int points_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct sig_points *l = casata_locals(sig_points, f);
    const struct signorie *s = state;
    const struct signorie_player *p = &s->p[seat];
    const struct signorie_data *d = data;
    int n = 0;
    if (l->spent) out[n++] = casata_act(SIG_A_STOP, 0, 0, 0); /* G3, G4: at least one, the rest may be lost */
    if (l->tracks & 1 && p->initiative < d->derived[SIG_TOP_INITIATIVE]) /* R10.1 */
        out[n++] = casata_act(SIG_A_STEP, SIG_INITIATIVE, p->initiative, 0);
    for (unsigned t = SIG_POLITICS; t <= SIG_MILITARY; t++) {
        if (!(l->tracks >> t & 1)) continue;
        for (unsigned x = 0; x < d->derived[SIG_TOP_CAREER]; x++) /* R9.2; R9.3: not from the top space */
            if (x ? p->track[t - 1][x - 1] : p->reserve[SIG_MAN]) out[n++] = casata_act(SIG_A_STEP, t, x, 0);
    }
    return n;
}

/* Where a step stands in the ranking. */
static unsigned rank_of(unsigned track, unsigned space) {
    return track == SIG_INITIATIVE ? 0 : track * SIG_CAREER_SPACES + space;
}
static bool points_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                             casata_action a) {
    const struct sig_points *l = casata_locals(sig_points, f);
    (void)data, (void)state, (void)seat;
    if (casata_kind(a) == SIG_A_STOP) return false;
    return rank_of(casata_a(a), casata_b(a)) < rank_of(l->track, l->space);
}

static void step_career(const struct signorie_data *d, struct signorie *s, int seat, unsigned t,
                        unsigned from, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (from == 0)
        p->reserve[SIG_MAN]--; /* G37: only men */
    else
        p->track[t - 1][from - 1]--;
    p->track[t - 1][from]++;
    unsigned at = (t - 1) * SIG_CAREER_SPACES + from, bonus = d->career_tracks[at].bonus;
    casata_emit(sink, "event.step", 3, casata_seat(seat), casata_word(&sig_tracks, t),
                casata_number(d->career_tracks[at].vp)); /* spaces go by the points that the board shows */
    if (bonus == SIG_BONUS_FLORINS)
        sig_gain_florins(s, seat, d->career_tracks[at].bonus_amount, sink); /* R9.4, G5 */
    if (bonus == SIG_BONUS_INITIATIVE)                                      /* R9.5, G5 */
        for (unsigned i = d->career_tracks[at].bonus_amount; i > 0; i--)
            sig_raise_initiative(d, s, seat, sink);
}

static void points_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct sig_points *l = casata_locals(sig_points, f);
    struct signorie *s = state;
    if (casata_kind(a) == SIG_A_STOP) {
        casata_emit(sink, "event.unspent", 2, casata_seat(seat), casata_number(l->left));
        casata_pop(s);
        return;
    }
    unsigned track = casata_a(a), space = casata_b(a);
    l->left--;
    l->spent = 1;
    if (rank_of(track, space) > rank_of(l->track, l->space)) {
        l->track = (uint8_t)track;
        l->space = (uint8_t)space;
    }
    if (track == SIG_INITIATIVE)
        sig_raise_initiative(data, s, seat, sink);
    else
        step_career(data, s, seat, track, space, sink);
}

static bool can_step(const struct signorie_data *d, const struct signorie_player *p,
                     const struct sig_points *l) {
    if (l->tracks & 1 && p->initiative < d->derived[SIG_TOP_INITIATIVE]) return true;
    for (unsigned t = SIG_POLITICS; t <= SIG_MILITARY; t++) {
        if (!(l->tracks >> t & 1)) continue;
        if (p->reserve[SIG_MAN] || sig_below_top(d, p->track[t - 1])) return true;
    }
    return false;
}

/* The end of the points: all are spent, or no step is possible. */
static bool points_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct sig_points *l = casata_locals(sig_points, f);
    struct signorie *s = state;
    if (l->left > 0 && can_step(data, &s->p[f->seat], l)) return false;
    if (l->left > 0) casata_emit(sink, "event.no_step", 2, casata_seat(f->seat), casata_number(l->left));
    casata_pop(s);
    return true;
}
/* The first point must be spent (G4); with only one way to go nobody is asked. */
static bool points_forced(const void *data, const void *state, const struct casata_frame *f,
                          casata_action only, struct casata_sink *sink) {
    (void)data, (void)state, (void)only;
    casata_emit(sink, "event.only_step", 1, casata_seat(f->seat));
    return true;
}
static struct casata_msg points_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    (void)build;
    return casata_message("prompt.points", 2, casata_seat(seat),
                          sig_points(casata_locals(sig_points, f)->left));
}
/* The bonus of the space that a man enters (R9.4, R9.5); on the top space the disc does not rise (G6). */
static void gain_bonus(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                       unsigned at) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned amount = d->career_tracks[at].bonus_amount;
    bool top = s->p[seat].initiative == d->derived[SIG_TOP_INITIATIVE];
    if (d->career_tracks[at].bonus == SIG_BONUS_FLORINS) casata_add_gain(c, sig_florins(amount));
    if (d->career_tracks[at].bonus == SIG_BONUS_INITIATIVE && !top)
        casata_add_gain(c, casata_count(&sig_units, SIG_U_INITIATIVE, (int)amount));
}
/* Spaces go by the points that the board shows there, as in the log. */
static void describe_step(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                          unsigned track, unsigned from) {
    const struct signorie_data *d = build->data;
    if (track == SIG_INITIATIVE) {
        c->slot = (int16_t)casata_slot_at(build, SIG_F_INITIATIVE, -1, from + 1);
        c->piece = casata_piece_at(build, casata_slot_at(build, SIG_F_INITIATIVE, -1, from), SIG_K_DISC, seat,
                                   CASATA_ANY, CASATA_ANY);
        c->text = casata_message("act.raise", 1, casata_number(d->initiative_track[from + 1].vp));
        c->rule = "R10.1";
        return;
    }
    unsigned at = (track - 1) * SIG_CAREER_SPACES + from;
    c->slot = (int16_t)sig_track_slot(build, track - 1, from);
    c->piece = casata_piece_at(build,
                               from ? sig_track_slot(build, track - 1, from - 1)
                                    : casata_slot_at(build, SIG_F_RESERVE, seat, 0),
                               SIG_K_MAN, seat, CASATA_ANY, CASATA_ANY);
    c->text = casata_message(from ? "act.advance" : "act.enter", 2, casata_word(&sig_tracks, track),
                             casata_number(d->career_tracks[at].vp));
    gain_bonus(build, c, seat, at);
    c->rule = from ? "R9.3" : "R9.2";
}
static void points_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    if (casata_kind(c->action) == SIG_A_STEP)
        describe_step(build, c, seat, casata_a(c->action), casata_b(c->action));
    else { /* G4: unspent points are lost */
        casata_add_cost(c, sig_points(casata_locals(sig_points, f)->left));
        c->rule = "R8.3";
    }
}
/* Which man: two of them may reach the same space, for different numbers of points. */
static struct casata_msg run_text(const struct signorie_data *d, const struct casata_msg *step,
                                  unsigned track, unsigned from) {
    if (!from) return casata_message("act.enter_to", 2, step->arg[0], step->arg[1]);
    unsigned vp = d->career_tracks[(track - 1) * SIG_CAREER_SPACES + from - 1].vp;
    return casata_message("act.advance_to", 3, step->arg[0], step->arg[1], casata_number((int)vp));
}
/* The man or the disc on `from` goes up n spaces at once: touched on the last of them. */
static void add_run(struct casata_scene_builder *build, int seat, unsigned track, unsigned from, unsigned n) {
    casata_action step[CASATA_MAX_RUN_STEPS];
    struct casata_choice first = {0}, last = {0};
    for (unsigned i = 0; i < n; i++) step[i] = casata_act(SIG_A_STEP, track, from + i, 0);
    struct casata_choice *c = casata_add_run(build, step, n);
    if (!c) return;
    describe_step(build, &first, seat, track, from);
    describe_step(build, &last, seat, track, from + n - 1);
    c->slot = last.slot;
    c->piece = first.piece;
    c->rule = last.rule;
    c->text = track == SIG_INITIATIVE ? last.text : run_text(build->data, &last.text, track, from);
    casata_add_cost(c, sig_points(n));
    for (unsigned i = 0; i < n && track != SIG_INITIATIVE; i++)
        gain_bonus(build, c, seat, (track - 1) * SIG_CAREER_SPACES + from + i);
}
static void points_runs(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct sig_points *l = casata_locals(sig_points, f);
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    casata_action legal[CASATA_MAX_CHOICES];
    int n = points_legal(build->data, s, f, seat, legal);
    for (int i = 0; i < n; i++) {
        if (casata_kind(legal[i]) != SIG_A_STEP) continue;
        unsigned track = casata_a(legal[i]), from = casata_b(legal[i]);
        unsigned top = d->derived[track == SIG_INITIATIVE ? SIG_TOP_INITIATIVE : SIG_TOP_CAREER];
        for (unsigned steps = 2; steps <= l->left && from + steps <= top; steps++)
            add_run(build, seat, track, from, steps);
    }
}
static void block_step(struct casata_scene_builder *build, int seat, unsigned track, unsigned reason,
                       int slot) {
    sig_block(build, seat, SIG_NEVER + reason, 0, slot,
              casata_message("act.advance_any", 1, casata_word(&sig_tracks, track)), "R8.3");
}
/* Tracks that these points are not for, and pawns that cannot go on. */
static void points_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct sig_points *l = casata_locals(sig_points, f);
    const struct signorie_player *p = &((const struct signorie *)build->state)->p[seat];
    const struct signorie_data *d = build->data;
    unsigned top = d->derived[SIG_TOP_CAREER];
    int disc = casata_slot_at(build, SIG_F_INITIATIVE, -1, p->initiative);
    if (!(l->tracks & 1))
        block_step(build, seat, SIG_INITIATIVE, SIG_OTHER_TRACK, disc);
    else if (p->initiative == d->derived[SIG_TOP_INITIATIVE])
        block_step(build, seat, SIG_INITIATIVE, SIG_AT_TOP, disc);
    for (unsigned t = SIG_POLITICS; t <= SIG_MILITARY; t++) {
        for (unsigned x = 0; x < top; x++) {
            if (!p->track[t - 1][x]) continue;
            int slot = sig_track_slot(build, t - 1, x);
            if (!(l->tracks >> t & 1))
                block_step(build, seat, t, SIG_OTHER_TRACK, slot);
            else if (x == top - 1)
                block_step(build, seat, t, SIG_AT_TOP, slot);
        }
        if (l->tracks >> t & 1 && !p->reserve[SIG_MAN])
            block_step(build, seat, t, SIG_NO_MEN, sig_track_slot(build, t - 1, 0));
    }
    for (unsigned x = 0; x <= d->derived[SIG_TOP_INITIATIVE]; x++)
        casata_add_vain(build, casata_slot_at(build, SIG_F_INITIATIVE, -1, x),
                        !(l->tracks & 1)     ? "vain.points_other"
                        : x <= p->initiative ? "vain.points_past"
                                             : "vain.points_far",
                        "R10.1");
    for (unsigned i = 0; i < SIG_CAREER_COUNT * top; i++)
        casata_add_vain(build, sig_track_slot(build, i / top, i % top),
                        l->tracks >> (i / top + 1) & 1 ? "vain.points_no_man" : "vain.points_other", "R9.2");
}
static bool points_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_points *l = casata_locals(sig_points, f);
    (void)data, (void)state;
    return l->left >= 1 && l->left <= 15 && l->tracks && l->tracks < 16 && l->track <= SIG_MILITARY &&
           l->space < SIG_CAREER_SPACES && l->spent <= 1;
}
const struct casata_phase sig_phase_points = {
    .name = "points",
    .locals = CASATA_LOCAL_NAMES(SIG_POINTS_LOCALS),
    .words = {CASATA_LOCAL_SET(sig_points, tracks, sig_tracks)},
    .parents = CASATA_ON(SIG_PH_HELPERS) | CASATA_ON(SIG_PH_REWARDS),
    .forced = points_forced,
    .legal = points_legal,
    .redundant = points_redundant,
    .order = CASATA_ORDER(sig_points, track) | CASATA_ORDER(sig_points, space),
    .apply = points_apply,
    .step = points_step,
    .valid = points_valid,
    .prompt = points_prompt,
    .describe = points_describe,
    .runs = points_runs,
    .explain = points_explain,
};
