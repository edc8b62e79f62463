/* legacy_actions.c: Loan, New Acquaintances, Title, Philanthropy, Mansion, Venture (R12 to R17, R19). */
#include "games/legacy/legacy_scene.h"

static void begin_unit(struct legacy *s, int seat, unsigned asset, unsigned card) {
    struct leg_unit *l = casata_begin(leg_unit, s, LEG_PH_UNIT, (unsigned)seat);
    l->asset = (uint8_t)asset;
    l->card = (uint8_t)card;
}

#define LEG_GRANT_LOCALS(X) X(philanthropy) /* 0: title */
CASATA_LOCALS(leg_grant, LEG_GRANT_LOCALS);

/* The pawn is placed; the price of the space is paid and its action begins. Frames higher on the stack come
 * first: the discards of the price (R7.3, G42), then the gains, then the place for the card. */
void leg_start_action(const struct legacy_data *d, struct legacy *s, int seat, unsigned action,
                      struct casata_sink *sink) {
    leg_gold(s, seat, -(int)leg_gold_cost(d, s, seat, action, d->actions[action].cost_gold), sink);
    leg_prestige(s, seat, -(int)d->actions[action].cost_prestige, sink); /* R17 */
    switch (action) {
    case LEG_DO_OFFSPRING: casata_push(s, LEG_PH_COUPLE, (unsigned)seat); break;
    case LEG_DO_LOAN:
    case LEG_DO_FRIENDS:
        casata_begin(leg_level, s, LEG_PH_LEVEL, (unsigned)seat)->action = (uint8_t)action;
        break;
    case LEG_DO_TITLE:
    case LEG_DO_PHILANTHROPY:
        casata_begin(leg_grant, s, LEG_PH_GRANT, (unsigned)seat)->philanthropy =
            action == LEG_DO_PHILANTHROPY;
        break;
    case LEG_DO_MIDWIFE:
        casata_begin(leg_couple, s, LEG_PH_COUPLE, (unsigned)seat)->midwife = 1;
        break;           /* R15 */
    case LEG_DO_MANSION: /* R16 */
        s->mansions--;
        begin_unit(s, seat, LEG_ASSET_MANSION, 0);
        leg_prestige(s, seat, d->mansions[0].gain_prestige, sink);
        break;
    case LEG_DO_VENTURE: /* R17 */
        s->ventures--;
        begin_unit(s, seat, LEG_ASSET_VENTURE, 0);
        leg_income(s, seat, d->ventures[0].gain_income, sink);
        break;
    default: leg_begin_mission(d, s, seat, sink); /* R18.1 */
    }
    leg_begin_discard(s, seat, d->actions[action].cost_cards);
}

/* --- levels of Loan (R12, G1) and New Acquaintances (R13.1) -------------------------------------------------- */
static unsigned first_level(unsigned action) {
    return action == LEG_DO_LOAN ? LEG_LEVEL_LOAN : LEG_LEVEL_FRIENDS;
}
static unsigned need_level(const struct legacy_data *d, const struct legacy *s, int seat, unsigned level) {
    if (d->levels[level].gold > s->p[seat].gold) return LEG_NO_GOLD;
    return d->levels[level].cards > s->p[seat].held ? LEG_NO_CARDS : LEG_FINE;
}
static int level_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct leg_level *l = casata_locals(leg_level, f);
    int n = 0;
    for (unsigned i = 0; i < 3; i++)
        if (need_level(data, state, seat, first_level(l->action) + i) == LEG_FINE)
            out[n++] = casata_act(LEG_A_LEVEL, l->action, i + 1, 0);
    if (l->optional) out[n++] = casata_act(LEG_A_SKIP, 0, 0, 0);
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
    const struct leg_level *l = casata_locals(leg_level, f);
    (void)data, (void)state;
    return (l->action == LEG_DO_LOAN || l->action == LEG_DO_FRIENDS) && l->optional <= 1;
}
/* The level with its figures: gains, then costs. */
static struct casata_msg level_text(const struct legacy *s, unsigned action, unsigned level,
                                    const struct casata_choice *c) {
    static const char *const id[2][3] = {
        {"act.level_free", "act.level_for", "act.level_two"},
        {"act.quest_level_free", "act.quest_level_for", "act.quest_level_two"}};
    unsigned costs = c->n_cost < 2 ? c->n_cost : 2;
    struct casata_msg text = casata_message(id[leg_is_quest(s, action)][costs], 3, leg_action_name(s, action),
                                            casata_number((int)level), c->gain[0]);
    for (unsigned i = 0; i < costs; i++) text.arg[text.n++] = c->cost[i];
    return text;
}
static void level_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    unsigned action = casata_a(c->action), level = casata_b(c->action), row = first_level(action) + level - 1;
    bool loan = action == LEG_DO_LOAN;
    (void)f;
    if (casata_kind(c->action) == LEG_A_SKIP) return;
    unsigned gain = d->levels[row].gain + leg_mod(d, s, seat, loan ? LEG_X_LOAN_PLUS : LEG_X_FRIENDS_PLUS);
    leg_add_cost(c, LEG_U_HONOUR, d->levels[row].honour);
    leg_add_cost(c, LEG_U_CARD, d->levels[row].cards);
    leg_add_cost(c, LEG_U_GOLD, d->levels[row].gold);
    leg_add_gain(c, loan ? LEG_U_GOLD : LEG_U_CARD, (int)(loan ? gain : leg_take_total(d, s, seat, gain)));
    c->text = level_text(s, action, level, c);
    c->rule = loan ? "R12" : "R13.1";
}
const struct casata_phase leg_phase_level = {
    .name = "level",
    .locals = CASATA_LOCAL_NAMES(LEG_LEVEL_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_level, action, leg_actions)},
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING),
    .legal = level_legal,
    .apply = level_apply,
    .valid = level_valid,
    .ask = "prompt.level",
    .describe = level_describe,
};

/* --- Title (R14) and Philanthropy (R19) ---------------------------------------------------------------------- */
static int grant_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct leg_grant *l = casata_locals(leg_grant, f);
    int n = 0;
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++)
        if (leg_need_grant(data, state, seat, !l->philanthropy, i) == LEG_FINE)
            out[n++] = casata_act(l->philanthropy ? LEG_A_PHIL : LEG_A_TITLE, i, 0, 0);
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
    begin_unit(s, seat, title ? LEG_ASSET_TITLE : LEG_ASSET_PHILANTHROPY, card + 1);
    leg_begin_take(s, seat, g->gain_take);
    leg_begin_discard(s, seat, g->cost_cards);
}
static bool grant_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_grant *l = casata_locals(leg_grant, f);
    casata_action out[CASATA_MAX_CHOICES];
    struct leg_look look = leg_look(data, state, f->seat);
    return l->philanthropy <= 1 &&
           look.lacks >> (l->philanthropy ? LEG_ASSET_PHILANTHROPY : LEG_ASSET_TITLE) & 1 &&
           grant_legal(data, state, f, f->seat, out) > 0;
}
static void grant_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    bool title = casata_kind(c->action) == LEG_A_TITLE;
    unsigned card = casata_a(c->action);
    const struct legacy_grant *g = title ? &d->titles[card] : &d->philanthropy[card];
    (void)f;
    c->piece = leg_piece_of(build, (title ? LEG_ID_TITLE : LEG_ID_PHIL) + card);
    leg_add_cost(
        c, LEG_U_GOLD,
        (int)leg_gold_cost(d, build->state, seat, title ? LEG_DO_TITLE : LEG_DO_PHILANTHROPY, g->cost_gold));
    leg_add_cost(c, LEG_U_CARD, g->cost_cards);
    leg_add_cost(c, LEG_U_INCOME, g->cost_income);
    leg_add_gain(c, LEG_U_PRESTIGE, g->gain_prestige);
    leg_add_gain(c, LEG_U_INCOME, g->gain_income);
    leg_add_gain(c, LEG_U_HONOUR, g->gain_honour);
    leg_add_gain(c, LEG_U_CARD, g->gain_take);
    c->rule = title ? "R14" : "R19";
}
/* The open cards that cannot be paid for. */
static void grant_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    bool title = !casata_locals(leg_grant, f)->philanthropy;
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        unsigned need = leg_need_grant(build->data, build->state, seat, title, i);
        if (need != LEG_FINE && need != LEG_NONE_LEFT)
            leg_add_blocked(build, (title ? LEG_ID_TITLE : LEG_ID_PHIL) + i,
                            casata_message(title ? "act.title" : "act.philanthropy", 1,
                                           casata_word(title ? &leg_titles : &leg_philanthropies, i)),
                            need, title ? "R14" : "R19");
    }
}
const struct casata_phase leg_phase_grant = {
    .name = "grant",
    .locals = CASATA_LOCAL_NAMES(LEG_GRANT_LOCALS),
    .parents = CASATA_ON(LEG_PH_TURN),
    .legal = grant_legal,
    .apply = grant_apply,
    .valid = grant_valid,
    .ask = "prompt.grant",
    .describe = grant_describe,
    .explain = grant_explain,
};

/* --- the unit that gets the card (R14 step 3, R14.1) ---------------------------------------------------------- */
static int unit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct leg_unit *l = casata_locals(leg_unit, f);
    const struct legacy *s = state;
    int n = 0;
    bool testament = leg_testament(s);
    (void)data;
    struct leg_set set = testament ? s->mine[seat] : leg_adults(s, seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (leg_need_unit(s, seat, l->asset, (unsigned)i) == LEG_FINE &&
            (testament || !leg_is_repeated(s, (unsigned)i)))
            out[n++] = casata_act(LEG_A_UNIT, (unsigned)i, 0, 0);
    return n;
}
static void unit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_unit *l = casata_locals(leg_unit, f);
    struct legacy *s = state;
    unsigned node = casata_a(a);
    (void)data;
    switch (l->asset) {
    case LEG_ASSET_TITLE: s->ranked[node] = l->card; break;
    case LEG_ASSET_PHILANTHROPY: s->works[node] = l->card; break;
    case LEG_ASSET_MANSION: s->flags[node] |= LEG_MANSION; break;
    default: s->flags[node] |= LEG_VENTURE;
    }
    casata_emit(sink, "event.unit", 3, casata_seat(seat), casata_word(&leg_assets, l->asset),
                casata_word(&leg_cards, s->card[node]));
    casata_pop(s);
}
static bool unit_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_unit *l = casata_locals(leg_unit, f);
    const struct legacy *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    bool title = l->asset == LEG_ASSET_TITLE, phil = l->asset == LEG_ASSET_PHILANTHROPY;
    if (l->asset >= LEG_ASSET_COUNT || l->card > LEG_TITLE_COUNT || (title || phil) != (l->card > 0))
        return false;
    if (l->card && (title ? s->title : s->phil)[l->card - 1] != LEG_G_OWNED) return false;
    return unit_legal(data, state, f, f->seat, out) > 0;
}
static void unit_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    static const struct leg_person_text text = {"act.unit_of", "act.unit_one", "act.unit_named_of",
                                                "act.unit_named"};
    (void)f, (void)seat;
    leg_describe_person(build, c, &text, casata_a(c->action));
    c->rule = "R14.1";
}
static void unit_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    unsigned asset = casata_locals(leg_unit, f)->asset;
    const struct legacy *s = build->state;
    struct casata_msg text = casata_message("act.do_any", 1, casata_word(&leg_assets, asset));
    struct leg_set mine = s->mine[seat];
    for (int i; (i = leg_set_next(&mine)) >= 0;)
        leg_block_person(build, (unsigned)i, text, leg_need_unit(s, seat, asset, (unsigned)i),
                         !leg_testament(s) && leg_is_repeated(s, (unsigned)i), "R14.1");
}
const struct casata_phase leg_phase_unit = {
    .name = "unit",
    .locals = CASATA_LOCAL_NAMES(LEG_UNIT_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_unit, asset, leg_assets)},
    .parents = CASATA_ON(LEG_PH_TURN),
    .forced = casata_unasked, /* G74: it costs nothing, and event.unit names the place */
    .legal = unit_legal,
    .apply = unit_apply,
    .valid = unit_valid,
    .ask = "prompt.unit",
    .describe = unit_describe,
    .explain = unit_explain,
};
