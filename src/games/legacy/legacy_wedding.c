/* legacy_wedding.c: marriages, arranged marriages and the effects of friends (R8, R9, R25). */
#include "games/legacy/legacy_scene.h"

/* --- figures of a player ----------------------------------------------------------------------------------- */
/* No game comes near the bound: it holds in positions from outside, too. */
static int16_t bounded(int n) {
    return (int16_t)(n > LEG_MAX_FIGURE ? LEG_MAX_FIGURE : n < -LEG_MAX_FIGURE ? -LEG_MAX_FIGURE : n);
}
void leg_honour(struct legacy *s, int seat, unsigned part, int n, struct casata_sink *sink) {
    if (!n) return;
    s->p[seat].honour[part] = bounded(s->p[seat].honour[part] + n);
    casata_emit(sink, n > 0 ? "event.honour" : "event.honour_lost", 3, casata_seat(seat),
                casata_count(&leg_units, LEG_U_HONOUR, n > 0 ? n : -n), casata_word(&leg_parts, part));
}
void leg_prestige(struct legacy *s, int seat, int n, struct casata_sink *sink) {
    if (!n) return;
    s->p[seat].prestige = bounded(s->p[seat].prestige + n);
    casata_emit(sink, n > 0 ? "event.prestige" : "event.prestige_lost", 2, casata_seat(seat),
                casata_count(&leg_units, LEG_U_PRESTIGE, n > 0 ? n : -n));
}
void leg_income(struct legacy *s, int seat, int n, struct casata_sink *sink) {
    if (!n) return;
    s->p[seat].income = bounded(s->p[seat].income + n);
    casata_emit(sink, n > 0 ? "event.income" : "event.income_lost", 2, casata_seat(seat),
                casata_count(&leg_units, LEG_U_INCOME, n > 0 ? n : -n));
}
void leg_gold(struct legacy *s, int seat, int n, struct casata_sink *sink) {
    if (!n) return;
    s->p[seat].gold = (uint16_t)bounded(s->p[seat].gold + n);
    casata_emit(sink, n > 0 ? "event.gold" : "event.paid", 2, casata_seat(seat),
                casata_count(&leg_units, LEG_U_GOLD, n > 0 ? n : -n));
}

/* GAIN of one thing. R1.6, G53: a pawn that is not in the pool is lost. */
void leg_gain(struct legacy *s, int seat, unsigned what, unsigned n, unsigned part,
              struct casata_sink *sink) {
    switch (what) {
    case LEG_X_HONOUR: leg_honour(s, seat, part, (int)n, sink); return;
    case LEG_X_GOLD: leg_gold(s, seat, (int)n, sink); return;
    case LEG_X_INCOME: leg_income(s, seat, (int)n, sink); return;
    case LEG_X_PRESTIGE: leg_prestige(s, seat, (int)n, sink); return;
    case LEG_X_TAKE: leg_begin_take(s, seat, n); return;
    case LEG_X_DRAW: leg_begin_deal(s, seat, n); return;
    default: break;
    }
    unsigned colour = what - LEG_X_PAWN_YELLOW; /* R7.5: at hand from the next turn on */
    for (; n > 0 && s->pool[colour]; n--) {
        s->pool[colour]--;
        s->p[seat].extra[colour]++;
        casata_emit(sink, "event.pawn", 2, casata_seat(seat), casata_word(&leg_pawns, colour));
    }
    if (n) casata_emit(sink, "event.no_pawn", 1, casata_word(&leg_pawns, colour));
}

/* --- conditions and effects of friends (R25) ------------------------------------------------------------------ */
/* R25.3, G18: "another" does not count the card itself, which is in the family from step 1 on (R8.1). */
bool leg_condition(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend,
                   bool in_family) {
    unsigned arg = d->friends[friend].cond_arg, n = d->friends[friend].cond_n, have;
    switch (d->friends[friend].cond) {
    case LEG_IF_OTHER_NAT:
        have = s->p[seat].nation[arg];
        if (in_family && d->friends[friend].nationality == arg) have--;
        return have >= n;
    case LEG_IF_OTHER_PROF:
        have = leg_prof_members(d, s, seat, arg - LEG_NATION_COUNT);
        if (in_family && d->friends[friend].profession == arg - LEG_NATION_COUNT) have--;
        return have >= n;
    case LEG_IF_HAND_GE: return s->p[seat].held >= n; /* G22, G29: after the cards of step 3 */
    default: return true;
    }
}

unsigned leg_counter(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend,
                     bool in_family) {
    const struct legacy_player *p = &s->p[seat];
    unsigned n;
    if (d->friends[friend].b == LEG_X_NATIONS)
        n = leg_nations_of(p) + (!in_family && !p->nation[d->friends[friend].nationality]);
    else {
        unsigned prof = d->friends[friend].cond_arg - LEG_NATION_COUNT;
        n = leg_prof_members(d, s, seat, prof) - (in_family && d->friends[friend].profession == prof);
    }
    return n < d->friends[friend].limit ? n : d->friends[friend].limit;
}

static void begin_free_action(const struct legacy_data *d, struct legacy *s, int seat, unsigned what) {
    if (what == LEG_X_DO_OFFSPRING) { /* G62: lost without a couple under the limit */
        if (leg_look(d, s, seat).room)
            casata_begin(leg_couple, s, LEG_PH_COUPLE, (unsigned)seat)->optional = 1;
        return;
    }
    struct leg_level *l = casata_begin(leg_level, s, LEG_PH_LEVEL, (unsigned)seat); /* R25.4 */
    l->action = what == LEG_X_DO_LOAN ? LEG_DO_LOAN : LEG_DO_FRIENDS;
    l->optional = what == LEG_X_DO_FRIENDS; /* G61: the loan is mandatory */
}

static void begin_mod(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend) {
    struct legacy_player *p = &s->p[seat];
    if (d->friends[friend].cond == LEG_EMPTY) {
        p->mod[d->friends[friend].a - LEG_X_FRIENDS_PLUS] =
            (uint8_t)(p->mod[d->friends[friend].a - LEG_X_FRIENDS_PLUS] + d->friends[friend].n);
        return;
    }
    for (int i = 0; i < LEG_COND_MODS; i++) /* G64: the condition is tested at each use */
        if (!p->cond_mod[i]) {
            p->cond_mod[i] = (uint8_t)(friend + 1);
            return;
        }
}

static void reset_display(struct legacy *s, int seat, unsigned n, struct casata_sink *sink) {
    struct leg_set display = s->display;
    for (int i; (i = leg_set_next(&display)) >= 0;) leg_move(s, (unsigned)i, LEG_DISCARD);
    casata_emit(sink, "event.reset", 1, casata_seat(seat));
    leg_begin_take(s, seat, n);
}

/* BUY: up to `limit` times. */
#define LEG_BUY_LOCALS(X) X(left) X(friend)
CASATA_LOCALS(leg_buy, LEG_BUY_LOCALS);
static void begin_buy(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend) {
    struct leg_buy *l = casata_begin(leg_buy, s, LEG_PH_BUY, (unsigned)seat);
    l->left = d->friends[friend].limit;
    l->friend = (uint8_t) friend;
}

/* R8 step 5, R25.1. The later of two gains lies below on the stack (G23). */
void leg_friend_effect(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend,
                       struct casata_sink *sink) {
    unsigned a = d->friends[friend].a, n = d->friends[friend].n, b = d->friends[friend].b,
             m = d->friends[friend].m, when = d->friends[friend].when;
    if (when != LEG_W_JOIN && when != LEG_W_GEN) return;
    if (when == LEG_W_JOIN && !leg_condition(d, s, seat, friend, true)) {
        casata_emit(sink, "event.no_effect", 2, casata_seat(seat), casata_word(&leg_friends, friend));
        return;
    }
    switch (d->friends[friend].eff) {
    case LEG_E_GAIN:
        if (b != LEG_EMPTY) leg_gain(s, seat, b, m, LEG_H_EFFECTS, sink);
        leg_gain(s, seat, a, n, LEG_H_EFFECTS, sink);
        break;
    case LEG_E_GAIN_PER:
        leg_gain(s, seat, a, n * leg_counter(d, s, seat, friend, true), LEG_H_EFFECTS, sink);
        break;
    case LEG_E_GEN_MOD: begin_mod(d, s, seat, friend); break;
    case LEG_E_GEN_DECKCHOICE: s->p[seat].deck_choice = 1; break;
    case LEG_E_FREE_ACTION: begin_free_action(d, s, seat, a); break;
    case LEG_E_DISPLAY_RESET: reset_display(s, seat, n, sink); break;
    case LEG_E_HAND_SWAP:
        if (s->p[seat].held) leg_begin_swap(s, seat);
        break;
    case LEG_E_PATRON_MISSION: /* G57 */
        for (; n > 0; n--) leg_add_under(s, seat, sink);
        break;
    case LEG_E_OTHERS:
        if (b != LEG_EMPTY) leg_gain(s, seat, b, m, LEG_H_EFFECTS, sink);
        leg_begin_others(s, seat, a, n, sink);
        break;
    case LEG_E_BUY: begin_buy(d, s, seat, friend); break;
    default: break; /* BIRTH_TWO: step 6 */
    }
}

/* --- BUY (G61): once more, or stop ------------------------------------------------------------------------------ */
static bool buy_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_buy *l = casata_locals(leg_buy, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    (void)sink;
    if (l->left && s->p[f->seat].gold >= d->friends[l->friend].m) return false;
    casata_pop(s);
    return true;
}
static int buy_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(LEG_A_STOP, 0, 0, 0);
    out[1] = casata_act(LEG_A_BUY, 0, 0, 0);
    return 2;
}
static void buy_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    struct leg_buy *l = casata_locals(leg_buy, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    unsigned friend = l->friend;
    if (casata_kind(a) == LEG_A_STOP) {
        casata_pop(s);
        return;
    }
    l->left--;
    leg_gold(s, seat, -(int)d->friends[friend].m, sink);
    leg_gain(s, seat, d->friends[friend].a, d->friends[friend].n, LEG_H_EFFECTS, sink);
}
static bool buy_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_buy *l = casata_locals(leg_buy, f);
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    return l->friend < LEG_FRIEND_COUNT && d->friends[l->friend].eff == LEG_E_BUY && l->left &&
           l->left <= d->friends[l->friend].limit && s->p[f->seat].gold >= d->friends[l->friend].m;
}
static void buy_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                         struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    unsigned friend = casata_locals(leg_buy, f)->friend;
    struct leg_bill bill = {.n = {[LEG_U_GOLD] = -d->friends[friend].m}};
    (void)seat;
    if (casata_kind(c->action) == LEG_A_STOP) return;
    leg_bill_effect(&bill, build->state, d->friends[friend].a, d->friends[friend].n);
    leg_present_bill(c, &bill);
    c->rule = "R25.1";
}
const struct casata_phase leg_phase_buy = {
    .name = "buy",
    .locals = CASATA_LOCAL_NAMES(LEG_BUY_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_buy, friend, leg_friends)},
    .parents = CASATA_ON(LEG_PH_WEDDING),
    .legal = buy_legal,
    .apply = buy_apply,
    .step = buy_step,
    .valid = buy_valid,
    .ask = "prompt.buy",
    .describe = buy_describe,
};

/* --- who marries whom (R8, R9 step 1) ----------------------------------------------------------------------------- */
static unsigned need_target(const struct legacy_data *d, const struct legacy *s, int seat,
                            const struct leg_target *l, unsigned node) {
    if (l->action == LEG_DO_MARRY && !leg_is_unit(s, seat, node)) return LEG_OTHER_GENERATION;
    if (l->action == LEG_DO_ARRANGE && !leg_is_child(s, seat, node)) return LEG_NO_CHILD;
    if (s->flags[node] & LEG_DEAD) return LEG_WIDOWED;
    if (s->spouse[node]) return LEG_HAS_SPOUSE; /* G58 */
    if (leg_sex(d, s, node) == d->friends[l->friend].sex) return LEG_SAME_SEX;
    return leg_wedding_cost(d, s, l->friend, node) <= (int)s->p[seat].gold ? LEG_FINE : LEG_NO_GOLD;
}

unsigned leg_need_wedding(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                          const struct leg_look *look) {
    struct leg_set hand = s->hand[seat];
    unsigned reason = LEG_NO_CARDS;
    if (!s->p[seat].held) return reason;
    reason = LEG_NO_MATCH;
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        unsigned need = leg_need_friend(d, action, (unsigned)i, look);
        if (need == LEG_FINE) return LEG_FINE;
        if (need == LEG_NO_GOLD) reason = need;
    }
    return reason;
}

static int target_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct leg_target *l = casata_locals(leg_target, f);
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    int n = 0;
    if (leg_testament(s)) {
        for (unsigned kind = LEG_A_BESIDE; kind <= LEG_A_REPLACE; kind++)
            for (unsigned i = 3; i < s->nodes; i++)
                if (leg_need_person(d, s, kind, l->friend, i) == LEG_FINE)
                    out[n++] = casata_act(kind, i, 0, 0);
        return n;
    }
    unsigned kind = l->action == LEG_DO_MARRY ? LEG_A_MARRY : LEG_A_ARRANGE;
    struct leg_set set = l->action == LEG_DO_MARRY ? leg_adults(s, seat) : leg_minors(s, seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (need_target(d, s, seat, l, (unsigned)i) == LEG_FINE && !leg_is_repeated(s, (unsigned)i))
            out[n++] = casata_act(kind, (unsigned)i, 0, 0);
    return n;
}
static void place_relative(struct legacy *s, int seat, casata_action a, unsigned friend, int cost,
                           struct casata_sink *sink) /* R27.8 */ {
    bool couple = leg_place_relative(s, a, friend);
    casata_emit(sink, "event.relative", 2, casata_seat(seat), casata_word(&leg_friends, friend));
    leg_gold(s, seat, -cost, sink); /* step 2 */
    leg_begin_wedding(s, seat, casata_kind(a) == LEG_A_BESIDE ? s->nodes - 1u : casata_a(a), couple);
}
static void target_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    unsigned friend = casata_locals(leg_target, f)->friend, node = casata_a(a);
    int cost = leg_wedding_cost(d, s, friend, node);
    casata_pop(s);
    leg_move(s, friend, LEG_TREE);
    leg_count_friend(d, s, seat, friend, 1); /* R8.1, R9.1: a family friend from now on */
    if (leg_testament(s)) {
        place_relative(s, seat, a, friend, cost, sink);
        return;
    }
    s->spouse[node] = (uint8_t)(friend + 1);
    bool marry = casata_kind(a) == LEG_A_MARRY;
    casata_emit(sink, marry ? "event.married" : "event.arranged", 3, casata_seat(seat),
                casata_word(&leg_friends, friend), casata_word(&leg_cards, s->card[node]));
    leg_gold(s, seat, -cost, sink); /* step 2: cost or dowry */
    if (marry) { /* R8.2: the blood member's assets are now the couple's: they stay in the unit */
        leg_begin_wedding(s, seat, node, false);
        return;
    }
    /* R9.3: those made in generation III are never carried out: no generation IV begins */
    s->flags[node] |= LEG_ARRANGED; /* R9 step 3: nothing else now; R9.2: for good */
}
static bool target_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_target *l = casata_locals(leg_target, f);
    const struct legacy *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    return l->action <= LEG_DO_ARRANGE && l->friend < LEG_FRIEND_COUNT &&
           s->at[l->friend] == LEG_HAND + f->seat && s->known[l->friend] &&
           target_legal(data, state, f, f->seat, out) > 0;
}
static struct casata_msg target_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    return casata_message(leg_testament(build->state) ? "prompt.relative" : "prompt.target", 2,
                          casata_seat(seat), casata_word(&leg_friends, casata_locals(leg_target, f)->friend));
}
/* The price depends on whom the friend marries (G24). */
/* Where a couple arises, its child comes with the wedding; Testament: of two known members (R27.8). */
static unsigned kids_after(const struct legacy *s, casata_action a) {
    enum { NO_ROOM = 99 };
    unsigned node = casata_a(a);
    if (!leg_testament(s)) return s->kids[node];
    unsigned partner = casata_kind(a) == LEG_A_BESIDE ? node + 1 : s->mate[node];
    return partner && s->card[partner - 1] >= LEG_CARD_FRIEND ? 0 : NO_ROOM;
}
/* The card of the family whose wedding it is; of a friend who takes a place it is the spouse's (G51 e); 0: nobody's. */
static unsigned marries(const struct legacy *s, casata_action a) {
    unsigned node = casata_a(a), mate = s->mate[node];
    if (casata_kind(a) != LEG_A_REPLACE) return s->card[node];
    return mate ? s->card[mate - 1] : 0;
}
static void target_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    static const struct {
        struct leg_person_text text;
        const char *rule;
    } by_kind[] = {/* ORDER kind, from LEG_A_MARRY on */
                   {{.alone = "act.marry_to", .named = "act.marry_named"}, "R8"},
                   {{.alone = "act.arrange_to"}, "R9"},
                   {{.alone = "act.beside_of", .named = "act.beside_named"}, "R27.8"},
                   {{.pair = "act.replace_of", .alone = "act.replace_one"}, "R27.8"}};
    static const struct leg_person_text promise = {.alone = "act.promise_to"},
                                        effect = {.alone = "act.arrange_effect"};
    const struct legacy *s = build->state;
    unsigned node = casata_a(c->action), kind = casata_kind(c->action),
             friend = casata_locals(leg_target, f)->friend;
    bool arrange = kind == LEG_A_ARRANGE;
    struct leg_yield yield = leg_yield_of(build->data, friend);
    struct leg_bill bill = {.n = {[LEG_U_GOLD] = -leg_wedding_cost(build->data, s, friend, node)}};
    leg_describe_person(build, c,
                        !arrange                    ? &by_kind[kind - LEG_A_MARRY].text
                        : s->gen == LEG_GENERATIONS ? &promise
                        : yield.effect              ? &effect
                                                    : &by_kind[kind - LEG_A_MARRY].text,
                        node);
    if (arrange) {
        c->text.arg[2] = yield.income;
        c->text.arg[3] = yield.prestige;
        c->text.arg[4] = yield.children;
        c->text.n = s->gen == LEG_GENERATIONS ? 2 : 5;
    } else {
        leg_bill_wedding(&bill, build, seat, friend, kids_after(s, c->action));
        leg_bill_wedded(&bill, build, marries(s, c->action));
        if (leg_testament(s)) {
            c->text.arg[3] = casata_word(&leg_tree_sides, leg_side_of(s, node));
            c->text.n = 4;
        }
    }
    leg_present_bill(c, &bill);
    c->rule = by_kind[kind - LEG_A_MARRY].rule;
}
/* Testament: next to somebody, or in the place of a child card. */
static unsigned need_place(const struct legacy_data *d, const struct legacy *s, unsigned friend,
                           unsigned node) {
    if (node < 3) return LEG_YOURSELF;
    unsigned beside = leg_need_person(d, s, LEG_A_BESIDE, friend, node),
             instead = leg_need_person(d, s, LEG_A_REPLACE, friend, node);
    if (beside == LEG_FINE || instead == LEG_FINE) return LEG_FINE;
    if (beside == LEG_NO_GOLD || instead == LEG_NO_GOLD) return LEG_NO_GOLD;
    return s->mate[node] ? LEG_HAS_SPOUSE : LEG_SAME_SEX;
}
static void target_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct leg_target *l = casata_locals(leg_target, f);
    const struct legacy *s = build->state;
    struct casata_msg play = casata_message("act.play", 1, casata_word(&leg_friends, l->friend));
    struct leg_set mine = s->mine[seat];
    for (int i; (i = leg_set_next(&mine)) >= 0;) {
        unsigned node = (unsigned)i;
        bool testament = leg_testament(s);
        unsigned need = testament ? need_place(build->data, s, l->friend, node)
                                  : need_target(build->data, s, seat, l, node);
        leg_block_person(build, node, play, need, !testament && leg_is_repeated(s, node), "R2.6");
    }
}
const struct casata_phase leg_phase_target = {
    .name = "target",
    .locals = CASATA_LOCAL_NAMES(LEG_TARGET_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_target, action, leg_actions),
              CASATA_LOCAL_WORD(leg_target, friend, leg_friends)},
    .parents = CASATA_ON(LEG_PH_TURN),
    .legal = target_legal,
    .apply = target_apply,
    .valid = target_valid,
    .prompt = target_prompt,
    .describe = target_describe,
    .explain = target_explain,
};

/* --- steps 3 to 6 (R8; R27.8 steps 3 to 7) -------------------------------------------------------------------------
 * G13: between the steps of one's own turn missions can be completed. */
enum { STEP_INCOME = 3, STEP_PRESTIGE, STEP_EFFECT, STEP_BIRTH, STEP_END };
#define LEG_WEDDING_LOCALS(X) X(person) X(step) X(arranged) X(friend)
CASATA_LOCALS(leg_wedding, LEG_WEDDING_LOCALS);
void leg_begin_wedding(struct legacy *s, int seat, unsigned node, bool arranged) {
    struct leg_wedding *l = casata_begin(leg_wedding, s, LEG_PH_WEDDING, (unsigned)seat);
    l->person = (uint8_t)node;
    l->step = STEP_INCOME;
    l->arranged = arranged;
    l->friend =
        leg_testament(s) ? (uint8_t)(s->card[node] - LEG_CARD_FRIEND) : (uint8_t)(s->spouse[node] - 1);
}
static void begin_children(const struct legacy_data *d, struct legacy *s, int seat,
                           const struct leg_wedding *l) {
    unsigned node = l->person, draws = d->friends[l->friend].eff == LEG_E_BIRTH_TWO ? 2 : 1;
    if (leg_testament(s)) {
        unsigned mate = s->mate[node] - 1u, anchor = mate < node ? mate : node;
        if (l->arranged) leg_begin_births(s, seat, anchor, draws, LEG_ANY); /* step 7 */
        leg_begin_parents(s, node);                                         /* step 6 comes first */
        return;
    }
    if (!leg_is_couple(s, node)) return; /* G62: a free Offspring may have cost the mother */
    unsigned most = leg_constant(d, LEG_K_MOST_CHILDREN),
             room = s->kids[node] < most ? most - s->kids[node] : 0;
    leg_begin_births(s, seat, node, draws < room ? draws : room, LEG_ANY); /* R10.2, G36 */
}
static void wedded_effect(const struct legacy_data *d, struct legacy *s, int seat, unsigned node,
                          struct casata_sink *sink) {
    if (leg_testament(s)) { /* G51 e: the friend marries their new spouse */
        if (!s->mate[node]) return;
        node = s->mate[node] - 1u;
    }
    unsigned trait = leg_trait_of(s->card[node]);
    if (trait == LEG_TRAIT_COUNT || d->children[trait].when != LEG_W_WEDDED) return;
    casata_emit(sink, "event.wedded", 2, casata_seat(seat), casata_word(&leg_traits, trait));
    leg_gain(s, seat, d->children[trait].a, d->children[trait].n, LEG_H_EFFECTS, sink); /* G25 */
}
static bool wedding_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_wedding *l = casata_locals(leg_wedding, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    int seat = f->seat;
    if (l->step <= STEP_BIRTH && leg_in_turn(s) && leg_offer(d, s, seat)) return true; /* G13: not in R5 */
    switch (l->step++) {
    case STEP_INCOME:
        leg_income(s, seat, d->friends[l->friend].income, sink);
        leg_begin_take(s, seat, d->friends[l->friend].cards);
        break;
    case STEP_PRESTIGE: leg_prestige(s, seat, leg_signed(d->friends[l->friend].prestige), sink); break;
    case STEP_EFFECT: leg_friend_effect(d, s, seat, l->friend, sink); break;
    case STEP_BIRTH: begin_children(d, s, seat, l); break;
    default: {
        unsigned node = l->person;
        casata_pop(s);
        wedded_effect(d, s, seat, node, sink);
    }
    }
    return true;
}
static bool wedding_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_wedding *l = casata_locals(leg_wedding, f);
    const struct legacy *s = state;
    (void)data;
    if (l->person >= s->nodes || s->owner[l->person] != f->seat || f == casata_top_of(state)) return false;
    if (l->step < STEP_INCOME || l->step > STEP_END || l->arranged > 1 || l->friend >= LEG_FRIEND_COUNT)
        return false;
    if (leg_testament(s))
        return l->person >= 3 && s->card[l->person] == LEG_CARD_FRIEND + l->friend &&
               (!l->arranged || s->mate[l->person]);
    return s->row[l->person] == s->gen &&
           (s->p[f->seat].complication || s->spouse[l->person] == l->friend + 1);
}
const struct casata_phase leg_phase_wedding = {
    .name = "wedding",
    .locals = CASATA_LOCAL_NAMES(LEG_WEDDING_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_wedding, friend, leg_friends)},
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_GROW),
    .step = wedding_step,
    .valid = wedding_valid,
};
