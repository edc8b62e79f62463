/* signorie_tracks.c: points spent on the initiative track and the careers (R8.3, R9, R10). */
#include "games/signorie/signorie_scene.h"

/* --- Q3: one point, one step (R8.3) ---------------------------------------------------------------------
 * What points do depends only on how many steps leave each space, not on their order: the steps of one effect
 * go through the tracks in ORDER track, and upwards within a career. So each split is offered once, and as
 * men who step first only add to those who can step later, none is lost. `track` and `space` are those of the last
 * step, `spent` is 1 once a point was. */
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
    int n = 0;
    (void)data;
    if (l->spent) out[n++] = casata_act(SIG_A_STOP, 0, 0, 0); /* G3, G4: at least one, the rest may be lost */
    if (l->track == SIG_INITIATIVE && l->tracks & 1 && p->initiative < SIG_INITIATIVE_SPACES - 1) /* R10.1 */
        out[n++] = casata_act(SIG_A_STEP, SIG_INITIATIVE, p->initiative, 0);
    for (unsigned t = l->track ? l->track : SIG_POLITICS; t <= SIG_MILITARY; t++) {
        unsigned from = t == l->track ? l->space : 0;
        if (!(l->tracks >> t & 1)) continue;
        if (from == 0 && p->reserve[SIG_MAN]) out[n++] = casata_act(SIG_A_STEP, t, 0, 0); /* R9.2 */
        for (unsigned x = from ? from : 1; x < SIG_CAREER_SPACES; x++) /* R9.3: not from the top space */
            if (p->track[t - 1][x - 1]) out[n++] = casata_act(SIG_A_STEP, t, x, 0);
    }
    return n;
}

static void step_career(const struct signorie_data *d, struct signorie *s, int seat, unsigned t,
                        unsigned from, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (from == 0)
        p->reserve[SIG_MAN]--; /* G37: only men */
    else
        p->track[t - 1][from - 1]--;
    p->track[t - 1][from]++;
    casata_emit(sink, "event.step", 3, casata_seat(seat), casata_word(&sig_tracks, t),
                casata_number((int)from + 1));
    unsigned at = (t - 1) * SIG_CAREER_SPACES + from, bonus = d->career_tracks[at].bonus;
    if (bonus == SIG_BONUS_FLORINS)
        sig_gain_florins(s, seat, d->career_tracks[at].bonus_amount, sink); /* R9.4, G5 */
    if (bonus == SIG_BONUS_INITIATIVE)                                      /* R9.5, G5 */
        for (unsigned i = d->career_tracks[at].bonus_amount; i > 0; i--) sig_raise_initiative(s, seat, sink);
}

static void points_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct sig_points *l = casata_locals(sig_points, f);
    struct signorie *s = state;
    if (casata_kind(a) == SIG_A_STOP) {
        casata_pop(s);
        return;
    }
    l->left--;
    l->track = (uint8_t)casata_a(a);
    l->space = (uint8_t)(l->track == SIG_INITIATIVE ? 0 : casata_b(a));
    l->spent = 1;
    if (l->track == SIG_INITIATIVE)
        sig_raise_initiative(s, seat, sink);
    else
        step_career(data, s, seat, l->track, l->space, sink);
}

/* A step that the canonical order still allows. */
static bool can_step(const struct signorie_player *p, const struct sig_points *l) {
    if (l->track == SIG_INITIATIVE && l->tracks & 1 && p->initiative < SIG_INITIATIVE_SPACES - 1) return true;
    for (unsigned t = l->track ? l->track : SIG_POLITICS; t <= SIG_MILITARY; t++) {
        unsigned from = t == l->track ? l->space : 0;
        if (!(l->tracks >> t & 1)) continue;
        if (from == 0 && p->reserve[SIG_MAN]) return true;
        if (sig_eight(p->track[t - 1]) << 8 >> 8 * (from ? from : 1)) return true; /* a man on from..7 */
    }
    return false;
}

/* The end of the points; and a first point that can only go one way is spent without asking. */
static bool points_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct sig_points *l = casata_locals(sig_points, f);
    struct signorie *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    if (l->left == 0 || !can_step(&s->p[f->seat], l)) {
        casata_pop(s);
        return true;
    }
    if (l->spent || points_legal(data, s, f, f->seat, out) > 1) return false;
    points_apply(data, s, f, f->seat, out[0], sink);
    return true;
}
/* Points that would be lost by this step, because the canonical order leaves none behind it. */
static unsigned points_lost(const struct casata_stage *stage, int seat, casata_action a) {
    struct signorie after = *(const struct signorie *)stage->state;
    struct casata_frame *f = casata_top(&after);
    const struct sig_points *l = casata_locals(sig_points, f);
    points_apply(stage->data, &after, f, seat, a, NULL);
    return can_step(&after.p[seat], l) ? 0 : l->left;
}
static struct casata_msg points_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                       int seat) {
    (void)stage;
    return casata_message("prompt.points", 2, casata_seat(seat),
                          sig_points(casata_locals(sig_points, f)->left));
}
static void describe_step(const struct casata_stage *stage, struct casata_choice *c, int seat, unsigned track,
                          unsigned from) {
    const struct signorie_data *d = stage->data;
    if (track == SIG_INITIATIVE) {
        c->slot = (int16_t)casata_slot_at(stage, SIG_F_INITIATIVE, -1, from + 1);
        c->piece = casata_piece_at(stage, casata_slot_at(stage, SIG_F_INITIATIVE, -1, from), SIG_K_DISC, seat,
                                   CASATA_ANY, CASATA_ANY);
        c->text = casata_message("act.raise", 1, casata_number((int)from + 1));
        c->rule = "R10.1";
        return;
    }
    unsigned at = (track - 1) * SIG_CAREER_SPACES + from;
    c->slot = (int16_t)casata_slot_at(stage, SIG_F_TRACK, -1, at);
    c->piece = casata_piece_at(stage,
                               from ? casata_slot_at(stage, SIG_F_TRACK, -1, at - 1)
                                    : casata_slot_at(stage, SIG_F_RESERVE, seat, 0),
                               SIG_K_MAN, seat, CASATA_ANY, CASATA_ANY);
    c->text =
        from ? casata_message("act.advance", 2, casata_word(&sig_tracks, track), casata_number((int)from + 1))
             : casata_message("act.enter", 1, casata_word(&sig_tracks, track));
    if (d->career_tracks[at].bonus == SIG_BONUS_FLORINS)
        casata_add_gain(c, sig_florins(d->career_tracks[at].bonus_amount));
    if (d->career_tracks[at].bonus == SIG_BONUS_INITIATIVE)
        casata_add_gain(c, sig_points(d->career_tracks[at].bonus_amount));
    c->rule = "R9.2";
}
static void points_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) != SIG_A_STEP) return;
    describe_step(stage, c, seat, casata_a(c->action), casata_b(c->action));
    casata_add_cost(c, sig_points(points_lost(stage, seat, c->action)));
}
/* Steps that a person may look for in vain, since points are spent in a fixed order. */
static void points_explain(struct casata_stage *stage, const struct casata_frame *f, int seat) {
    struct signorie restarted = *(const struct signorie *)stage->state;
    struct casata_frame *first = casata_top(&restarted);
    casata_action now[CASATA_MAX_CHOICES], all[CASATA_MAX_CHOICES];
    int n_now = points_legal(stage->data, stage->state, f, seat, now), n;
    casata_locals(sig_points, first)->track = casata_locals(sig_points, first)->space = 0;
    n = points_legal(stage->data, &restarted, first, seat, all);
    for (int i = 0, j = 0; i < n; i++) { /* both lists ascend */
        struct casata_choice c = {.slot = -1, .piece = -1};
        while (j < n_now && now[j] < all[i]) j++;
        if (j < n_now && now[j] == all[i]) continue;
        describe_step(stage, &c, seat, casata_a(all[i]), casata_b(all[i]));
        sig_block(stage, seat, SIG_NEVER + SIG_IN_ORDER, 0, c.slot, c.text, "R8.3");
    }
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
    .parents = CASATA_ON(SIG_PH_HELPERS) | CASATA_ON(SIG_PH_REWARDS),
    .legal = points_legal,
    .apply = points_apply,
    .step = points_step,
    .valid = points_valid,
    .prompt = points_prompt,
    .describe = points_describe,
    .explain = points_explain,
};
