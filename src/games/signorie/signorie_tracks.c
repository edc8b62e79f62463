/* signorie_tracks.c: points spent on the initiative track and the careers (R8.3, R9, R10). */
#include "games/signorie/signorie.h"

void sig_begin_points(struct signorie *s, int seat, unsigned n, unsigned tracks) {
    struct casata_frame *f = casata_push(s, SIG_PH_POINTS, (unsigned)seat);
    f->a = (uint8_t)n;
    f->b = (uint8_t)tracks;
}

/* One point, one step. Locals: a points left, b tracks allowed, c track and d space of the last step, e 1
 * once a point was spent.
 *
 * What points do depends only on how many steps leave each space, not on their order: the steps of one effect
 * go through the tracks in ORDER track, and upwards within a career. So each split is offered once, and as
 * men who step first only add to those who can step later, none is lost. */
static int points_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct signorie *s = state;
    const struct signorie_player *p = &s->p[seat];
    int n = 0;
    (void)data;
    if (f->e) out[n++] = casata_act(SIG_A_STOP, 0, 0, 0); /* G3, G4: at least one, the rest may be lost */
    if (f->c == SIG_INITIATIVE && f->b & 1 && p->initiative < SIG_INITIATIVE_SPACES - 1) /* R10.1 */
        out[n++] = casata_act(SIG_A_STEP, SIG_INITIATIVE, p->initiative, 0);
    for (unsigned t = f->c ? f->c : SIG_POLITICS; t <= SIG_MILITARY; t++) {
        unsigned from = t == f->c ? f->d : 0;
        if (!(f->b >> t & 1)) continue;
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
    struct signorie *s = state;
    if (casata_kind(a) == SIG_A_STOP) {
        casata_pop(s);
        return;
    }
    f->a--;
    f->c = (uint8_t)casata_a(a);
    f->d = (uint8_t)(f->c == SIG_INITIATIVE ? 0 : casata_b(a));
    f->e = 1;
    if (f->c == SIG_INITIATIVE)
        sig_raise_initiative(s, seat, sink);
    else
        step_career(data, s, seat, f->c, f->d, sink);
}

/* A step that the canonical order still allows. */
static bool can_step(const struct signorie_player *p, const struct casata_frame *f) {
    if (f->c == SIG_INITIATIVE && f->b & 1 && p->initiative < SIG_INITIATIVE_SPACES - 1) return true;
    for (unsigned t = f->c ? f->c : SIG_POLITICS; t <= SIG_MILITARY; t++) {
        unsigned from = t == f->c ? f->d : 0;
        if (!(f->b >> t & 1)) continue;
        if (from == 0 && p->reserve[SIG_MAN]) return true;
        if (sig_eight(p->track[t - 1]) << 8 >> 8 * (from ? from : 1)) return true; /* a man on from..7 */
    }
    return false;
}

/* The end of the points; and a first point that can only go one way is spent without asking. */
static bool points_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct signorie *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    if (f->a == 0 || !can_step(&s->p[f->seat], f)) {
        casata_pop(s);
        return true;
    }
    if (f->e || points_legal(data, s, f, f->seat, out) > 1) return false;
    points_apply(data, s, f, f->seat, out[0], sink);
    return true;
}
static bool points_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a >= 1 && f->a <= 15 && f->b && f->b < 16 && f->c <= SIG_MILITARY && f->d < SIG_CAREER_SPACES &&
           f->e <= 1;
}
const struct casata_phase sig_phase_points = {.name = "points",
                                              .locals = "left tracks track space spent",
                                              .parents = 1u << SIG_PH_HELPERS | 1u << SIG_PH_REWARDS,
                                              .legal = points_legal,
                                              .apply = points_apply,
                                              .step = points_step,
                                              .valid = points_valid};
