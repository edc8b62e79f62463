/* legacy_missions.c: mission cards: drawn, kept, completed (R18). */
#include "games/legacy/legacy_scene.h"

/* --- where the cards are (R18) ---------------------------------------------------------------------------------- */
/* Moves a card and keeps the sets of those in front of the players. */
void leg_move_mission(struct legacy *s, unsigned m, unsigned where) {
    unsigned from = s->mission[m];
    assert(from < LEG_M_DONE); /* G15: a completed mission stays where it is */
    if (from >= LEG_M_HELD) s->held[from - LEG_M_HELD] = (uint16_t)(s->held[from - LEG_M_HELD] & ~(1u << m));
    if (where >= LEG_M_DONE)
        s->done[where - LEG_M_DONE] = (uint16_t)(s->done[where - LEG_M_DONE] | 1u << m);
    else if (where >= LEG_M_HELD)
        s->held[where - LEG_M_HELD] = (uint16_t)(s->held[where - LEG_M_HELD] | 1u << m);
    s->mission[m] = (uint8_t)where;
}
static unsigned missions_in_deck(const struct legacy *s) {
    unsigned n = 0;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) n += s->mission[m] == LEG_M_DECK;
    return n - s->mission_hidden;
}
/* R18.7: every remaining card of the old deck lies under a patron. */
static bool shuffle_missions(struct legacy *s) {
    if (missions_in_deck(s)) return true;
    bool any = false;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) any |= s->mission[m] == LEG_M_DISCARD;
    if (!any) return false;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        if (s->mission[m] == LEG_M_DECK)
            s->mission[m] = LEG_M_UNDER;
        else if (s->mission[m] == LEG_M_DISCARD)
            s->mission[m] = LEG_M_DECK;
    s->mission_hidden = 0;
    return true;
}
/* R18.3, G14, G57: face down and unseen; with no card left it still counts. */
void leg_add_under(struct legacy *s, int seat, struct casata_sink *sink) {
    if (shuffle_missions(s)) s->mission_hidden++;
    s->p[seat].under++;
    casata_emit(sink, "event.under", 1, casata_seat(seat));
}
void leg_begin_mission(const struct legacy_data *d, struct legacy *s, int seat, struct casata_sink *sink) {
    if (s->gen == LEG_GENERATIONS)
        leg_add_under(s, seat, sink);
    else
        casata_begin(leg_missions, s, LEG_PH_MISSIONS, (unsigned)seat)->left =
            (uint8_t)leg_constant(d, LEG_K_MISSION_DRAWS);
}

/* --- R18.2: the cards drawn, which the player holds from then on ----------------------------------------------- */
static void keep_mission(int seat, unsigned mission, struct casata_sink *sink) {
    casata_emit(sink, "event.mission", 2, casata_seat(seat), casata_word(&leg_missions, mission));
}
static bool missions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_missions *l = casata_locals(leg_missions, f);
    struct legacy *s = state;
    (void)data;
    if (l->left && shuffle_missions(s)) return false;
    unsigned first = l->first, second = l->second, seat = f->seat;
    casata_pop(s);
    if (!second) { /* G14: as many as there are */
        if (first) keep_mission((int)seat, first - 1, sink);
        return true;
    }
    struct leg_mission *choice = casata_begin(leg_mission, s, LEG_PH_MISSION, seat);
    choice->one = (uint8_t)((first < second ? first : second) - 1);
    choice->other = (uint8_t)((first < second ? second : first) - 1);
    return true;
}
static int missions_outcomes(const void *data, const void *state, const struct casata_frame *f,
                             struct casata_outcome *out) {
    const struct legacy *s = state;
    int n = 0;
    (void)data, (void)f;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        if (s->mission[m] == LEG_M_DECK)
            out[n++] = (struct casata_outcome){casata_act(LEG_A_MISSION, m, 0, 0), 1};
    return n;
}
static casata_action missions_sample(const void *data, const void *state, const struct casata_frame *f,
                                     struct casata_rng *rng) {
    const struct legacy *s = state;
    unsigned list[LEG_MISSION_COUNT], n = 0;
    (void)data, (void)f;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        if (s->mission[m] == LEG_M_DECK) list[n++] = m;
    return casata_act(LEG_A_MISSION, list[casata_rng_below(rng, n)], 0, 0);
}
static void missions_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct leg_missions *l = casata_locals(leg_missions, f);
    struct legacy *s = state;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    leg_move_mission(s, casata_a(a), LEG_M_HELD + f->seat);
    casata_emit(sink, "event.mission_drawn", 2, casata_seat(f->seat),
                casata_word(&leg_missions, casata_a(a)));
    *(l->first ? &l->second : &l->first) = (uint8_t)(casata_a(a) + 1);
    l->left--;
}
static bool missions_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_missions *l = casata_locals(leg_missions, f);
    const struct legacy *s = state;
    bool top = f == casata_top_of(state);
    (void)data;
    if (l->left < 1 || l->left > 2 || l->second || l->first > LEG_MISSION_COUNT ||
        (l->first == 0) != (l->left == 2))
        return false;
    if (l->first && s->mission[l->first - 1] != LEG_M_HELD + f->seat) return false;
    return s->gen < LEG_GENERATIONS && (top ? missions_in_deck(s) > 0 : leg_missions_left(s) > 0);
}
const struct casata_phase leg_phase_missions = {
    .name = "missions",
    .locals = CASATA_LOCAL_NAMES(LEG_MISSIONS_LOCALS),
    .words = {CASATA_LOCAL_OR_NONE(leg_missions, first, leg_missions),
              CASATA_LOCAL_OR_NONE(leg_missions, second, leg_missions)},
    .parents = CASATA_ON(LEG_PH_TURN),
    .outcomes = missions_outcomes,
    .sample = missions_sample,
    .apply = missions_apply,
    .step = missions_step,
    .valid = missions_valid,
};

/* --- which of two missions (R18.2) ----------------------------------------------------------------------------- */
static int mission_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct leg_mission *l = casata_locals(leg_mission, f);
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(LEG_A_CHOICE, l->one, 0, 0);
    out[1] = casata_act(LEG_A_CHOICE, l->other, 0, 0);
    return 2;
}
static void mission_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct leg_mission *l = casata_locals(leg_mission, f);
    struct legacy *s = state;
    unsigned other = l->one == casata_a(a) ? l->other : l->one;
    (void)data;
    casata_pop(s);
    leg_move_mission(s, other, LEG_M_DISCARD);
    keep_mission(seat, casata_a(a), sink);
}
static bool mission_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_mission *l = casata_locals(leg_mission, f);
    const struct legacy *s = state;
    (void)data;
    return l->one < l->other && l->other < LEG_MISSION_COUNT && s->mission[l->one] == LEG_M_HELD + f->seat &&
           s->mission[l->other] == LEG_M_HELD + f->seat;
}
static void describe_mission(const struct casata_scene_builder *build, struct casata_choice *c,
                             const char *rule) {
    const struct legacy_data *d = build->data;
    unsigned m = casata_a(c->action);
    c->piece = leg_piece_of(build, LEG_ID_MISSION + m);
    leg_add_gain(c, LEG_U_HONOUR, d->missions[m].honour);
    c->rule = rule;
}
static void mission_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f, (void)seat;
    describe_mission(build, c, "R18.2");
}
const struct casata_phase leg_phase_mission = {
    .name = "mission",
    .locals = CASATA_LOCAL_NAMES(LEG_MISSION_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_mission, one, leg_missions),
              CASATA_LOCAL_WORD(leg_mission, other, leg_missions)},
    .parents = CASATA_ON(LEG_PH_TURN),
    .legal = mission_legal,
    .apply = mission_apply,
    .valid = mission_valid,
    .ask = "prompt.mission",
    .describe = mission_describe,
};

/* --- completing (R18.5) --------------------------------------------------------------------------------------- */
/* The count for a need; it is checked, not paid (G13). G51: Testament counts its own tree. */
static int counted(const struct legacy_data *d, const struct legacy *s, int seat, unsigned need,
                   unsigned arg) {
    const struct legacy_player *p = &s->p[seat];
    switch (need) {
    case LEG_NEED_PROF: return (int)leg_prof_members(d, s, seat, arg - LEG_NATION_COUNT);
    case LEG_NEED_NAT: return p->nation[arg];
    case LEG_NEED_NATIONS: return (int)leg_nations_of(p);
    case LEG_NEED_NOPROF: return p->prof[LEG_PR_NONE];
    case LEG_NEED_TITLE: return (int)leg_owned(s, seat, LEG_ASSET_TITLE);
    case LEG_NEED_MANSION: return (int)leg_owned(s, seat, LEG_ASSET_MANSION);
    case LEG_NEED_VENTURE: return (int)leg_owned(s, seat, LEG_ASSET_VENTURE);
    case LEG_NEED_PHIL: return (int)leg_owned(s, seat, LEG_ASSET_PHILANTHROPY);
    case LEG_NEED_HAND: return p->held;
    case LEG_NEED_INCOME: return p->income;
    default: return (int)leg_big_couples(d, s, seat);
    }
}
static bool need_holds(const struct legacy_data *d, const struct legacy *s, int seat, unsigned need,
                       unsigned arg, unsigned n) {
    return need == LEG_EMPTY || counted(d, s, seat, need, arg) >= (int)n;
}
unsigned leg_completable_of(const struct legacy_data *d, const struct legacy *s, int seat) {
    unsigned set = 0;
    for (unsigned left = s->held[seat]; left; left &= left - 1) {
        unsigned m = (unsigned)__builtin_ctz(left);
        if (need_holds(d, s, seat, d->missions[m].need1, d->missions[m].arg1, d->missions[m].n1) &&
            need_holds(d, s, seat, d->missions[m].need2, d->missions[m].arg2, d->missions[m].n2) &&
            need_holds(d, s, seat, d->missions[m].need3, d->missions[m].arg3, d->missions[m].n3))
            set |= 1u << m;
    }
    return set;
}
/* Share of a mission's needs that is met, in sixteenths; for the evaluation. */
unsigned leg_mission_progress(const struct legacy_data *d, const struct legacy *s, int seat, unsigned m) {
    const uint8_t need[3][3] = {{d->missions[m].need1, d->missions[m].arg1, d->missions[m].n1},
                                {d->missions[m].need2, d->missions[m].arg2, d->missions[m].n2},
                                {d->missions[m].need3, d->missions[m].arg3, d->missions[m].n3}};
    int all = 0, have = 0;
    for (int i = 0; i < 3; i++) {
        if (need[i][0] == LEG_EMPTY) continue;
        int n = counted(d, s, seat, need[i][0], need[i][1]);
        all += need[i][2];
        have += n < 0 ? 0 : n < need[i][2] ? n : need[i][2];
    }
    return all ? (unsigned)(have * 16 / all) : 0;
}
/* R18.5, R18.6, G15: it stays with its owner, its Honour and benefit come once. */
void leg_complete(const struct legacy_data *d, struct legacy *s, int seat, unsigned m,
                  struct casata_sink *sink) {
    leg_move_mission(s, m, LEG_M_DONE + (unsigned)seat);
    casata_emit(sink, "event.completed", 2, casata_seat(seat), casata_word(&leg_missions, m));
    leg_honour(s, seat, LEG_H_MISSIONS, d->missions[m].honour, sink);
    switch (d->missions[m].eff) {
    case LEG_E_GAIN: leg_gain(s, seat, d->missions[m].a, d->missions[m].n, LEG_H_MISSIONS, sink); break;
    case LEG_E_GEN_MOD:
        s->p[seat].mod[d->missions[m].a - LEG_X_FRIENDS_PLUS] =
            (uint8_t)(s->p[seat].mod[d->missions[m].a - LEG_X_FRIENDS_PLUS] + d->missions[m].n);
        break;
    case LEG_E_OTHERS: leg_begin_others(s, seat, d->missions[m].a, d->missions[m].n, sink); break;
    default: break; /* TREAT_AS: leg_prof_members counts it */
    }
}

/* G13, G68: asked as soon as something can be completed between the steps, and again at the end of the turn. */
bool leg_offer(const struct legacy_data *d, struct legacy *s, int seat) {
    if (!(leg_completable(d, s, seat) & ~(unsigned)s->declined)) return false;
    casata_push(s, LEG_PH_OFFER, (unsigned)seat);
    return true;
}
static bool offer_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)sink;
    if (leg_completable(data, s, f->seat) & ~(unsigned)s->declined) return false;
    casata_pop(s);
    return true;
}
static int offer_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct legacy *s = state;
    unsigned set = leg_completable(data, s, seat) & ~(unsigned)s->declined;
    int n = 0;
    (void)f;
    for (unsigned m = 0; set >> m; m++)
        if (set >> m & 1) out[n++] = casata_act(LEG_A_COMPLETE, m, 0, 0);
    out[n++] = casata_act(LEG_A_LATER, 0, 0, 0);
    return n;
}
static void offer_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct legacy *s = state;
    (void)f;
    if (casata_kind(a) == LEG_A_COMPLETE) {
        leg_complete(data, s, seat, casata_a(a), sink);
        return;
    }
    s->declined = (uint16_t)(s->declined | leg_completable(data, s, seat));
    casata_pop(s);
}
static bool offer_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    bool top = f == casata_top_of(state);
    return leg_in_turn(s) && (!top || (leg_completable(data, s, f->seat) & ~(unsigned)s->declined) != 0);
}
void leg_describe_completion(const struct casata_scene_builder *build, struct casata_choice *c) {
    describe_mission(build, c, "R18.5");
}
static void offer_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f, (void)seat;
    if (casata_kind(c->action) == LEG_A_COMPLETE) leg_describe_completion(build, c);
}
const struct casata_phase leg_phase_offer = {
    .name = "offer",
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING) | CASATA_ON(LEG_PH_BIRTHS),
    .legal = offer_legal,
    .apply = offer_apply,
    .step = offer_step,
    .valid = offer_valid,
    .ask = "prompt.offer",
    .describe = offer_describe,
};
