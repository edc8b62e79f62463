/* legacy_actions.c: Loan, New Acquaintances, Title, Philanthropy, Mansion, Venture, Mission (R12 to R19). */
#include "games/legacy/legacy.h"

static void push_unit(struct legacy *s, int seat, unsigned asset, unsigned card) {
    struct casata_frame *f = casata_push(s, LEG_PH_UNIT, (unsigned)seat);
    f->a = (uint8_t)asset;
    f->b = (uint8_t)card;
}

/* The pawn lies; the price of the space is paid and its action begins. What lies higher on the stack comes
 * first: the discards of the price (R7.3, G42), then the gains, then the place for the card. */
void leg_start_action(const struct legacy_data *d, struct legacy *s, int seat, unsigned action,
                      struct casata_sink *sink) {
    leg_gold(s, seat, -(int)leg_gold_cost(d, s, seat, action, d->actions[action].cost_gold), sink);
    leg_prestige(s, seat, -(int)d->actions[action].cost_prestige, sink); /* R17 */
    switch (action) {
    case LEG_DO_OFFSPRING: casata_push(s, LEG_PH_COUPLE, (unsigned)seat); break;
    case LEG_DO_LOAN:
    case LEG_DO_FRIENDS: casata_push(s, LEG_PH_LEVEL, (unsigned)seat)->a = (uint8_t)action; break;
    case LEG_DO_TITLE:
    case LEG_DO_PHILANTHROPY:
        casata_push(s, LEG_PH_GRANT, (unsigned)seat)->a = action == LEG_DO_PHILANTHROPY;
        break;
    case LEG_DO_MIDWIFE: casata_push(s, LEG_PH_COUPLE, (unsigned)seat)->a = 1; break; /* R15 */
    case LEG_DO_MANSION:                                                              /* R16 */
        s->mansions--;
        push_unit(s, seat, LEG_ASSET_MANSION, 0);
        leg_prestige(s, seat, d->mansions[0].gain_prestige, sink);
        break;
    case LEG_DO_VENTURE: /* R17 */
        s->ventures--;
        push_unit(s, seat, LEG_ASSET_VENTURE, 0);
        leg_income(s, seat, d->ventures[0].gain_income, sink);
        break;
    default: leg_begin_mission(d, s, seat, sink); /* R18.1 */
    }
    leg_begin_discard(s, seat, d->actions[action].cost_cards);
}

/* --- levels of Loan (R12, G1) and New Acquaintances (R13.1). Locals: action, 1 = may be skipped ----------------- */
static unsigned first_level(unsigned action) {
    return action == LEG_DO_LOAN ? LEG_LEVEL_LOAN : LEG_LEVEL_FRIENDS;
}
unsigned leg_need_level(const struct legacy_data *d, const struct legacy *s, int seat, unsigned level) {
    if (d->levels[level].gold > s->p[seat].gold) return LEG_NO_GOLD;
    return d->levels[level].cards > s->p[seat].held ? LEG_NO_CARDS : LEG_FINE;
}
static int level_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = 0;
    for (unsigned i = 0; i < 3; i++)
        if (leg_need_level(data, state, seat, first_level(f->a) + i) == LEG_FINE)
            out[n++] = casata_act(LEG_A_LEVEL, f->a, i + 1, 0);
    if (f->b) out[n++] = casata_act(LEG_A_SKIP, 0, 0, 0);
    return n;
}
static void level_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    (void)f;
    casata_pop(s);
    if (casata_kind(a) == LEG_A_SKIP) return;
    unsigned level = first_level(casata_a(a)) + casata_b(a) - 1;
    leg_honour(s, seat, LEG_H_COSTS, -(int)d->levels[level].honour, sink);
    leg_gold(s, seat, -(int)d->levels[level].gold, sink);
    if (casata_a(a) == LEG_DO_LOAN)
        leg_gold(s, seat, (int)(d->levels[level].gain + leg_mod(d, s, seat, LEG_X_LOAN_PLUS)), sink);
    else /* R13.5: the additional cards belong to the same TAKE */
        leg_begin_take(s, seat, d->levels[level].gain + leg_mod(d, s, seat, LEG_X_FRIENDS_PLUS));
    leg_begin_discard(s, seat, d->levels[level].cards);
}
static bool level_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return (f->a == LEG_DO_LOAN || f->a == LEG_DO_FRIENDS) && f->b <= 1;
}
const struct casata_phase leg_phase_level = {.name = "level",
                                             .locals = "action optional",
                                             .parents = LEG_ON(LEG_PH_TURN) | LEG_ON(LEG_PH_WEDDING),
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = level_legal,
                                             .apply = level_apply,
                                             .valid = level_valid};

/* --- Title (R14) and Philanthropy (R19). Local: 1 = philanthropy ------------------------------------------------- */
static int grant_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = 0;
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++)
        if (leg_need_grant(data, state, seat, !f->a, i) == LEG_FINE)
            out[n++] = casata_act(f->a ? LEG_A_PHIL : LEG_A_TITLE, i, 0, 0);
    return n;
}
static void grant_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    bool title = casata_kind(a) == LEG_A_TITLE;
    unsigned card = casata_a(a);
    const struct legacy_grant *g = title ? &d->titles[card] : &d->philanthropy[card];
    (void)f;
    casata_pop(s);
    *(title ? &s->title[card] : &s->phil[card]) = LEG_G_OWNED; /* R14.2: not replaced */
    casata_emit(sink, title ? "event.title" : "event.philanthropy", 2, casata_seat(seat),
                casata_word(title ? &leg_titles : &leg_philanthropies, card));
    leg_gold(s, seat,
             -(int)leg_gold_cost(d, s, seat, title ? LEG_DO_TITLE : LEG_DO_PHILANTHROPY, g->cost_gold), sink);
    leg_income(s, seat, g->gain_income - g->cost_income, sink); /* G44 */
    leg_prestige(s, seat, g->gain_prestige, sink);
    leg_honour(s, seat, LEG_H_WORKS, g->gain_honour, sink);
    push_unit(s, seat, title ? LEG_ASSET_TITLE : LEG_ASSET_PHILANTHROPY, card + 1);
    leg_begin_take(s, seat, g->gain_take);
    leg_begin_discard(s, seat, g->cost_cards);
}
static bool grant_valid(const void *data, const void *state, const struct casata_frame *f) {
    casata_action out[CASATA_MAX_CHOICES];
    struct leg_look look = leg_look(data, state, f->seat);
    return f->a <= 1 && look.lacks >> (f->a ? LEG_ASSET_PHILANTHROPY : LEG_ASSET_TITLE) & 1 &&
           grant_legal(data, state, f, f->seat, out) > 0;
}
const struct casata_phase leg_phase_grant = {.name = "grant",
                                             .locals = "philanthropy",
                                             .parents = LEG_ON(LEG_PH_TURN),
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = grant_legal,
                                             .apply = grant_apply,
                                             .valid = grant_valid};

/* The unit that gets the card (R14 step 3, R14.1). Locals: asset, card + 1 (title, philanthropy) ------------------ */
static int unit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct legacy *s = state;
    int n = 0;
    bool testament = leg_testament(s);
    struct leg_set set = testament ? s->mine[seat] : leg_adults(s, seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (leg_need_unit(data, s, seat, f->a, (unsigned)i) == LEG_FINE &&
            (testament || !leg_is_repeated(s, (unsigned)i)))
            out[n++] = casata_act(LEG_A_UNIT, (unsigned)i, 0, 0);
    return n;
}
static void unit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned node = casata_a(a);
    (void)data;
    switch (f->a) {
    case LEG_ASSET_TITLE: s->ranked[node] = f->b; break;
    case LEG_ASSET_PHILANTHROPY: s->works[node] = f->b; break;
    case LEG_ASSET_MANSION: s->flags[node] |= LEG_MANSION; break;
    default: s->flags[node] |= LEG_VENTURE;
    }
    casata_emit(sink, "event.unit", 3, casata_seat(seat), casata_word(&leg_assets, f->a),
                casata_word(&leg_cards, s->card[node]));
    casata_pop(s);
}
static bool unit_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    bool title = f->a == LEG_ASSET_TITLE, phil = f->a == LEG_ASSET_PHILANTHROPY;
    if (f->a >= LEG_ASSET_COUNT || f->b > LEG_TITLE_COUNT || (title || phil) != (f->b > 0)) return false;
    if (f->b && (title ? s->title : s->phil)[f->b - 1] != LEG_G_OWNED) return false;
    return unit_legal(data, state, f, f->seat, out) > 0;
}
const struct casata_phase leg_phase_unit = {.name = "unit",
                                            .locals = "asset card",
                                            .parents = LEG_ON(LEG_PH_TURN),
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = unit_legal,
                                            .apply = unit_apply,
                                            .valid = unit_valid};

/* --- missions (R18) ------------------------------------------------------------------------------------------------ */
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
/* R18.7: what is left of the old deck lies under patrons, every card of it. */
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
/* R18.3, G14, G57: face down and unseen; with no card left it is a counter all the same. */
void leg_add_under(const struct legacy_data *d, struct legacy *s, int seat, struct casata_sink *sink) {
    (void)d;
    if (shuffle_missions(s)) s->mission_hidden++;
    s->p[seat].under++;
    casata_emit(sink, "event.under", 1, casata_seat(seat));
}
void leg_begin_mission(const struct legacy_data *d, struct legacy *s, int seat, struct casata_sink *sink) {
    if (s->gen == LEG_GENERATIONS)
        leg_add_under(d, s, seat, sink);
    else
        casata_push(s, LEG_PH_MISSIONS, (unsigned)seat)->a = (uint8_t)leg_constant(d, LEG_K_MISSION_DRAWS);
}

/* R18.2: the cards drawn, which the player holds from then on. Locals: left, first + 1, second + 1 ------------------------------------------------------- */
static void keep_mission(int seat, unsigned mission, struct casata_sink *sink) {
    casata_emit(sink, "event.mission", 2, casata_seat(seat), casata_word(&leg_missions, mission));
}
static bool missions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data;
    if (f->a && shuffle_missions(s)) return false;
    unsigned first = f->b, second = f->c, seat = f->seat;
    casata_pop(s);
    if (!second) { /* G14: what there is */
        if (first) keep_mission((int)seat, first - 1, sink);
        return true;
    }
    struct casata_frame *choice = casata_push(s, LEG_PH_MISSION, seat);
    choice->a = (uint8_t)((first < second ? first : second) - 1);
    choice->b = (uint8_t)((first < second ? second : first) - 1);
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
    struct legacy *s = state;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    leg_move_mission(s, casata_a(a), LEG_M_HELD + f->seat);
    casata_emit(sink, "event.mission_drawn", 2, casata_seat(f->seat),
                casata_word(&leg_missions, casata_a(a)));
    *(f->b ? &f->c : &f->b) = (uint8_t)(casata_a(a) + 1);
    f->a--;
}
static bool missions_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    bool top = f == casata_top((void *)(uintptr_t)state);
    (void)data;
    if (f->a < 1 || f->a > 2 || f->c || f->b > LEG_MISSION_COUNT || (f->b == 0) != (f->a == 2)) return false;
    if (f->b && s->mission[f->b - 1] != LEG_M_HELD + f->seat) return false;
    return s->gen < LEG_GENERATIONS && (top ? missions_in_deck(s) > 0 : leg_missions_left(s) > 0);
}
const struct casata_phase leg_phase_missions = {.name = "missions",
                                                .locals = "left first second",
                                                .parents = LEG_ON(LEG_PH_TURN),
                                                .outcomes = missions_outcomes,
                                                .sample = missions_sample,
                                                .apply = missions_apply,
                                                .step = missions_step,
                                                .valid = missions_valid};

/* Which of two missions. Locals: the two, ascending ----------------------------------------------------------------- */
static int mission_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(LEG_A_CHOICE, f->a, 0, 0);
    out[1] = casata_act(LEG_A_CHOICE, f->b, 0, 0);
    return 2;
}
static void mission_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned other = f->a == casata_a(a) ? f->b : f->a;
    (void)data;
    casata_pop(s);
    leg_move_mission(s, other, LEG_M_DISCARD);
    keep_mission(seat, casata_a(a), sink);
}
static bool mission_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    return f->a < f->b && f->b < LEG_MISSION_COUNT && s->mission[f->a] == LEG_M_HELD + f->seat &&
           s->mission[f->b] == LEG_M_HELD + f->seat;
}
const struct casata_phase leg_phase_mission = {.name = "mission",
                                               .locals = "one other",
                                               .parents = LEG_ON(LEG_PH_TURN),
                                               .legal = mission_legal,
                                               .apply = mission_apply,
                                               .valid = mission_valid};

/* R18.5: what a need counts; it is checked, not paid (G13). G51: Testament counts its own tree. */
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
/* Share of all that a mission needs, in sixteenths; for the evaluation. */
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
    bool top = f == casata_top((void *)(uintptr_t)state);
    return leg_in_turn(s) && (!top || (leg_completable(data, s, f->seat) & ~(unsigned)s->declined) != 0);
}
const struct casata_phase leg_phase_offer = {.name = "offer",
                                             .parents = LEG_ON(LEG_PH_TURN) | LEG_ON(LEG_PH_WEDDING) |
                                                        LEG_ON(LEG_PH_BIRTHS),
                                             .legal = offer_legal,
                                             .apply = offer_apply,
                                             .step = offer_step,
                                             .valid = offer_valid};
