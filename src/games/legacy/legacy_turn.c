/* legacy_turn.c: the action phase: turns, pawns, passing, the needs of each action (R7). */
#include "games/legacy/legacy_scene.h"

static bool is_family_friend(const struct legacy *s, int seat, unsigned friend) /* R2.5 */ {
    for (unsigned i = 0; i < s->nodes; i++)
        if (s->owner[i] == seat && (s->spouse[i] == friend + 1 || s->card[i] == LEG_CARD_FRIEND + friend))
            return true;
    return false;
}
unsigned leg_cond_mods(const struct legacy_data *d, const struct legacy *s, int seat, unsigned what) {
    const struct legacy_player *p = &s->p[seat];
    unsigned n = 0;
    for (int i = 0; i < LEG_COND_MODS && p->cond_mod[i]; i++) {
        unsigned friend = p->cond_mod[i] - 1u;
        if (d->friends[friend].a == what &&
            leg_condition(d, s, seat, friend, is_family_friend(s, seat, friend)))
            n += d->friends[friend].n;
    }
    return n;
}
/* G43, R25.5: reductions add up, never below 0. */
unsigned leg_gold_cost(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                       unsigned printed) {
    unsigned less = 0;
    if (action == LEG_DO_MANSION) less = leg_mod(d, s, seat, LEG_X_MANSION_LESS);
    if (action == LEG_DO_MIDWIFE) less = leg_mod(d, s, seat, LEG_X_MIDWIFE_LESS);
    if (action == LEG_DO_PHILANTHROPY) less = leg_mod(d, s, seat, LEG_X_PHIL_LESS);
    return printed > less ? printed - less : 0;
}

/* --- needs --------------------------------------------------------------------------------------------------- */
/* R26.3, G4, G50: in the standard solo game the spaces of whose profession a friend lies open; a bit set. */
static unsigned shut_spaces(const struct legacy_data *d, const struct legacy *s) {
    struct leg_set display = s->display;
    unsigned open = 0, shut = 0;
    if (!leg_std_solo(s)) return 0;
    for (int i; (i = leg_set_next(&display)) >= 0;) open |= 1u << d->friends[i].profession;
    for (unsigned i = 0; i < LEG_SPACES; i++)
        shut |= (open >> d->pawns[leg_colour_of(LEG_DO_TITLE + i)].profession & 1) << i;
    return shut;
}
/* R7.2: free in this round. */
unsigned leg_need_space(const struct legacy_data *d, const struct legacy *s, unsigned action) {
    if (action < LEG_DO_TITLE) return LEG_FINE;
    if (s->space[action - LEG_DO_TITLE]) return LEG_TAKEN;
    return shut_spaces(d, s) >> (action - LEG_DO_TITLE) & 1 ? LEG_SHUT : LEG_FINE;
}

unsigned leg_need_grant(const struct legacy_data *d, const struct legacy *s, int seat, bool title,
                        unsigned card) {
    const struct legacy_grant *g = title ? &d->titles[card] : &d->philanthropy[card];
    if ((title ? s->title[card] : s->phil[card]) != LEG_G_OPEN) return LEG_NONE_LEFT;
    if (g->cost_cards > s->p[seat].held) return LEG_NO_CARDS;
    unsigned gold = leg_gold_cost(d, s, seat, title ? LEG_DO_TITLE : LEG_DO_PHILANTHROPY, g->cost_gold);
    return gold <= s->p[seat].gold ? LEG_FINE : LEG_NO_GOLD; /* G44: Income may go below 0 */
}
static unsigned need_grants(const struct legacy_data *d, const struct legacy *s, int seat, bool title) {
    unsigned reason = LEG_NONE_LEFT;
    for (unsigned i = s->gen * 3u - 3; i < s->gen * 3u;
         i++) { /* three a generation: the form of the tables */
        unsigned need = leg_need_grant(d, s, seat, title, i);
        if (need == LEG_FINE) return LEG_FINE;
        if (need != LEG_NONE_LEFT) reason = need;
    }
    return reason;
}
_Static_assert(LEG_TITLE_COUNT == (int)LEG_PHIL_COUNT, "need_grants runs over both");

unsigned leg_missions_left(const struct legacy *s) {
    unsigned n = 0;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        n += s->mission[m] == LEG_M_DECK || s->mission[m] == LEG_M_DISCARD;
    return n - s->mission_hidden;
}

/* Price of a space with a fixed price. */
static inline unsigned need_price(const struct legacy_data *d, const struct legacy *s, int seat,
                                  unsigned action) {
    if (leg_gold_cost(d, s, seat, action, d->actions[action].cost_gold) > s->p[seat].gold) return LEG_NO_GOLD;
    return d->actions[action].cost_cards > s->p[seat].held ? LEG_NO_CARDS : LEG_FINE;
}
/* The needs of the actions of the free spaces. */
static inline unsigned need_grant_space(const struct legacy_data *d, const struct legacy *s, int seat,
                                        const struct leg_look *look, bool title) {
    if (!(look->lacks >> (title ? LEG_ASSET_TITLE : LEG_ASSET_PHILANTHROPY) & 1)) return LEG_NO_UNIT;
    return need_grants(d, s, seat, title);
}
static inline unsigned need_midwife(const struct legacy_data *d, const struct legacy *s, int seat,
                                    const struct leg_look *look) {
    if (look->room < leg_constant(d, LEG_K_MIDWIFE_DRAWS)) return LEG_NO_COUPLE;
    return need_price(d, s, seat, LEG_DO_MIDWIFE);
}
static inline unsigned need_mansion(const struct legacy_data *d, const struct legacy *s, int seat,
                                    const struct leg_look *look) {
    if (!s->mansions) return LEG_NONE_LEFT;
    if (!(look->lacks >> LEG_ASSET_MANSION & 1)) return LEG_NO_UNIT;
    return need_price(d, s, seat, LEG_DO_MANSION);
}
static inline unsigned need_venture(const struct legacy_data *d, const struct legacy *s, int seat,
                                    const struct leg_look *look) {
    if (!s->ventures) return LEG_NONE_LEFT;
    if (!(look->lacks >> LEG_ASSET_VENTURE & 1)) return LEG_NO_UNIT;
    return need_price(d, s, seat, LEG_DO_VENTURE);
}
/* G14, G51: in III it is only a counter; Testament has no patron. */
static inline unsigned need_mission(const struct legacy_data *d, const struct legacy *s, int seat) {
    unsigned need = need_price(d, s, seat, LEG_DO_MISSION);
    if (s->gen == LEG_GENERATIONS) return leg_testament(s) ? LEG_NOT_NOW : need;
    return need == LEG_FINE && leg_missions_left(s) == 0 ? LEG_NONE_LEFT : need;
}
unsigned leg_need_action(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                         const struct leg_look *look) {
    unsigned need = leg_need_space(d, s, action);
    if (need != LEG_FINE) return need;
    switch (action) {
    case LEG_DO_MARRY: return leg_need_wedding(d, s, seat, action, look);
    case LEG_DO_ARRANGE: /* R27.12: not in Testament */
        return leg_testament(s) ? LEG_NOT_NOW : leg_need_wedding(d, s, seat, action, look);
    case LEG_DO_OFFSPRING: return look->room ? LEG_FINE : LEG_NO_COUPLE;
    case LEG_DO_TITLE: return need_grant_space(d, s, seat, look, true);
    case LEG_DO_MIDWIFE: return need_midwife(d, s, seat, look);
    case LEG_DO_MANSION: return need_mansion(d, s, seat, look);
    case LEG_DO_VENTURE: return need_venture(d, s, seat, look);
    case LEG_DO_MISSION: return need_mission(d, s, seat);
    case LEG_DO_PHILANTHROPY: return need_grant_space(d, s, seat, look, false);
    default: return LEG_FINE; /* R7.7: Loan and New Acquaintances have a free level */
    }
}
/* The same at once: those of `spaces` (a bit set, from Title on) that are open. */
static unsigned open_spaces(const struct legacy_data *d, const struct legacy *s, int seat,
                            const struct leg_look *look, unsigned spaces) {
    unsigned open = 0;
    for (unsigned i = 0; i < LEG_SPACES; i++) spaces &= ~((unsigned)(s->space[i] != 0) << i);
    if (!spaces) return 0;
    spaces &= ~shut_spaces(d, s);
#define SPACE(action, need)                    \
    if (spaces >> (action - LEG_DO_TITLE) & 1) \
    open |= (unsigned)((need) == LEG_FINE) << (action - LEG_DO_TITLE)
    SPACE(LEG_DO_TITLE, need_grant_space(d, s, seat, look, true));
    SPACE(LEG_DO_MIDWIFE, need_midwife(d, s, seat, look));
    SPACE(LEG_DO_MANSION, need_mansion(d, s, seat, look));
    SPACE(LEG_DO_VENTURE, need_venture(d, s, seat, look));
    SPACE(LEG_DO_MISSION, need_mission(d, s, seat));
    SPACE(LEG_DO_PHILANTHROPY, need_grant_space(d, s, seat, look, false));
    return open;
}
/* R7.1 b, G54: the spaces for which a player has extra pawns. */
static unsigned extra_spaces(const struct legacy_player *p) {
    unsigned set = 0;
    for (unsigned i = 0; i < LEG_SPACES; i++)
        set |= (unsigned)(p->extra[leg_colour_of(LEG_DO_TITLE + i)] != 0) << i;
    return set;
}

/* --- a turn (R7.1) ------------------------------------------------------------------------------------------------
 * After the action missions are offered a last time. `tree`: the action may have changed the tree. */
enum { TURN_DECIDE, TURN_ACTED, TURN_LEAVE };
#define LEG_TURN_LOCALS(X) X(stage) X(tree)
CASATA_LOCALS(leg_turn, LEG_TURN_LOCALS);
/* Marriage and Arranged marriage name the friend at once: a card chosen from a hidden hand is revealed. R7.1 c,
 * G11, G60: some friends need no pawn. */
static int list_free(const struct legacy_data *d, const struct legacy *s, int seat,
                     const struct leg_look *look, casata_action *out) {
    struct leg_set hand = s->hand[seat];
    int n = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        if (d->friends[i].eff != LEG_E_FREE_MARRY || !leg_condition(d, s, seat, (unsigned)i, false)) continue;
        for (unsigned action = LEG_DO_MARRY; action <= LEG_DO_ARRANGE; action++)
            if (leg_need_friend(d, action, (unsigned)i, look) == LEG_FINE)
                out[n++] = casata_act(LEG_A_FREE, (unsigned)i, action, 0);
    }
    return n;
}
static int list_friends(const struct legacy_data *d, const struct legacy *s, int seat,
                        const struct leg_look *look, casata_action *out) {
    struct leg_set hand = s->hand[seat];
    unsigned is_free = 0;
    int n = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        out[n] = casata_act(LEG_A_FRIEND, (unsigned)i, LEG_DO_MARRY, 0);
        n += leg_need_friend(d, LEG_DO_MARRY, (unsigned)i, look) == LEG_FINE;
        out[n] = casata_act(LEG_A_FRIEND, (unsigned)i, LEG_DO_ARRANGE, 0);
        n += leg_need_friend(d, LEG_DO_ARRANGE, (unsigned)i, look) == LEG_FINE;
        is_free |= d->friends[i].eff == LEG_E_FREE_MARRY;
    }
    return is_free ? n + list_free(d, s, seat, look, out + n) : n;
}
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    const struct legacy_player *p = &s->p[seat];
    struct leg_look look = leg_look(d, s, seat);
    unsigned extra = extra_spaces(p), own = p->own ? (1u << LEG_SPACES) - 1 : 0;
    int n = 0;
    (void)f;
    if (!own)
        out[n++] = casata_act(LEG_A_PASS, 0, 0, 0); /* R7.1 d, R7.4 */
    else {
        if (look.room) out[n++] = casata_act(LEG_A_DO, LEG_DO_OFFSPRING, 0, 0);
        out[n++] = casata_act(LEG_A_DO, LEG_DO_LOAN, 0, 0);
        out[n++] = casata_act(LEG_A_DO, LEG_DO_FRIENDS, 0, 0);
    }
    for (unsigned open = open_spaces(d, s, seat, &look, own | extra); open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open);
        out[n] = casata_act(LEG_A_DO, LEG_DO_TITLE + i, 0, 0);
        n += own >> i & 1;
        out[n] = casata_act(LEG_A_DO, LEG_DO_TITLE + i, 1, 0);
        n += extra >> i & 1;
    }
    n += own ? list_friends(d, s, seat, &look, out + n) : list_free(d, s, seat, &look, out + n);
    for (unsigned missions = leg_completable(d, s, seat); missions; missions &= missions - 1) /* R7.6 */
        out[n++] = casata_act(LEG_A_COMPLETE, (unsigned)__builtin_ctz(missions), 0, 0);
    return n;
}
/* R7.3: the pawn is placed, then the action is carried out. */
static void place_pawn(struct legacy *s, int seat, unsigned action, bool extra, struct casata_sink *sink) {
    struct legacy_player *p = &s->p[seat];
    if (extra)
        p->extra[leg_colour_of(action)]--;
    else
        p->own--;
    if (action >= LEG_DO_TITLE)
        s->space[action - LEG_DO_TITLE] = (uint8_t)(1 + seat + (extra ? LEG_MAX_SEATS : 0));
    casata_emit(sink,
                leg_is_quest(s, action) ? "event.quest"
                : extra                 ? "event.do_extra"
                                        : "event.do",
                2, casata_seat(seat), leg_action_name(s, action));
}
static void play_friend(struct legacy *s, int seat, casata_action a, struct casata_sink *sink) {
    unsigned friend = casata_a(a), action = casata_b(a);
    if (casata_kind(a) == LEG_A_FRIEND) place_pawn(s, seat, action, false, sink);
    leg_show(s, seat, friend);
    casata_emit(sink, "event.plays", 2, casata_seat(seat), casata_word(&leg_friends, friend));
    struct leg_target *target = casata_begin(leg_target, s, LEG_PH_TARGET, (unsigned)seat);
    target->action = (uint8_t)action;
    target->friend = (uint8_t) friend;
}
static void pass(struct legacy *s, int seat, const char *event, struct casata_sink *sink) {
    s->p[seat].passed = 1; /* G10 */
    casata_emit(sink, event, 1, casata_seat(seat));
    casata_pop(s);
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_turn *l = casata_locals(leg_turn, f);
    struct legacy *s = state;
    unsigned action = casata_a(a);
    switch (casata_kind(a)) {
    case LEG_A_PASS: pass(s, seat, "event.pass", sink); return;
    case LEG_A_COMPLETE: leg_complete(data, s, seat, casata_a(a), sink); return;
    case LEG_A_FRIEND:
    case LEG_A_FREE:
        l->stage = TURN_ACTED;
        l->tree = 1;
        play_friend(s, seat, a, sink);
        return;
    default:
        l->stage = TURN_ACTED;
        l->tree = action != LEG_DO_LOAN && action != LEG_DO_FRIENDS && action != LEG_DO_MISSION;
        place_pawn(s, seat, action, casata_b(a), sink);
        leg_start_action(data, s, seat, action, sink);
    }
}
/* Has a player without own pawns anything to do but pass? */
static bool can_act(const struct legacy_data *d, const struct legacy *s, int seat) {
    unsigned extra = extra_spaces(&s->p[seat]), is_free = 0;
    struct leg_set hand = s->hand[seat];
    if (leg_completable(d, s, seat)) return true;
    for (int i; (i = leg_set_next(&hand)) >= 0;) is_free |= d->friends[i].eff == LEG_E_FREE_MARRY;
    if (!extra && !is_free) return false;
    casata_action out[2 * LEG_FRIEND_COUNT];
    struct leg_look look = leg_look(d, s, seat);
    return open_spaces(d, s, seat, &look, extra) || list_free(d, s, seat, &look, out);
}
static bool turn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_turn *l = casata_locals(leg_turn, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    if (l->stage == TURN_DECIDE) {
        if (s->p[f->seat].own) return false;
        if (can_act(d, s, f->seat)) return false; /* G12: players who can only pass do */
        if (sink)
            sink->revealed =
                true; /* G70: it shows that the player holds no friend who marries without a pawn */
        pass(s, f->seat, "event.pass_forced", sink);
        return true;
    }
    s->declined = 0;
    if (l->tree && leg_testament(s)) leg_test_hints(d, s, sink);
    l->tree = 0;
    bool last = l->stage == TURN_LEAVE;
    l->stage = TURN_LEAVE;
    if (last || !leg_offer(d, s, f->seat)) casata_pop(s);
    return true;
}
/* Before the action, only the gains of a completed mission lie on a turn (leg_complete). */
static bool is_benefit(unsigned phase) {
    return phase == LEG_PH_OTHERS || phase == LEG_PH_DEAL || phase == LEG_PH_TAKE;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_turn *l = casata_locals(leg_turn, f);
    const struct legacy *s = state;
    (void)data;
    if (l->stage > TURN_LEAVE || l->tree > (l->stage == TURN_ACTED)) return false;
    if (s->p[f->seat].passed || !leg_seat_lives(s, f->seat)) return false;
    if (f == casata_top_of(state)) return l->stage == TURN_DECIDE;
    return l->stage != TURN_DECIDE || is_benefit(casata_above(f)->phase);
}
static void describe_action(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct legacy *s = build->state;
    const struct legacy_data *d = build->data;
    unsigned action = casata_a(c->action);
    c->slot = (int16_t)leg_slot_of_action(build, action, seat);
    if (leg_is_quest(s, action))
        c->text = casata_message("act.do", 2, leg_action_name(s, action),
                                 casata_word(&leg_pawn_choice, casata_b(c->action)));
    leg_add_cost(c, LEG_U_GOLD, (int)leg_gold_cost(d, s, seat, action, d->actions[action].cost_gold));
    leg_add_cost(c, LEG_U_CARD, d->actions[action].cost_cards);
    leg_add_cost(c, LEG_U_PRESTIGE, d->actions[action].cost_prestige);
    if (action == LEG_DO_MANSION) leg_add_gain(c, LEG_U_PRESTIGE, d->mansions[0].gain_prestige);
    if (action == LEG_DO_MIDWIFE) leg_add_gain(c, LEG_U_CHILD, (int)leg_constant(d, LEG_K_MIDWIFE_DRAWS));
    if (action == LEG_DO_VENTURE) leg_add_gain(c, LEG_U_INCOME, d->ventures[0].gain_income);
    c->rule = "R7.1";
}
/* The lowest price for marrying a friend to somebody: reductions depend on the spouse (G24). Positive: paid. */
static int lowest_price(const struct legacy_data *d, const struct legacy *s, int seat, unsigned action,
                        unsigned friend) {
    struct leg_set set = leg_testament(s)         ? leg_mine(s, seat, 3, s->nodes)
                         : action == LEG_DO_MARRY ? leg_adults(s, seat)
                                                  : leg_minors(s, seat);
    int lowest = -leg_signed(d->friends[friend].gold);
    for (int i; (i = leg_set_next(&set)) >= 0;) {
        int price = leg_wedding_cost(d, s, friend, (unsigned)i);
        bool fits = leg_testament(s)
                        ? leg_need_person(d, s, LEG_A_BESIDE, friend, (unsigned)i) == LEG_FINE ||
                              leg_need_person(d, s, LEG_A_REPLACE, friend, (unsigned)i) == LEG_FINE
                        : !s->spouse[i] && leg_sex(d, s, (unsigned)i) != d->friends[friend].sex;
        if (fits && price < lowest) lowest = price;
    }
    return lowest;
}
/* R9 step 3: an arrangement settles only the gold; the gains of the wedding are in the words. */
static struct casata_msg arrange_text(const struct casata_scene_builder *build, unsigned kind,
                                      unsigned friend) {
    const struct legacy *s = build->state;
    struct casata_arg name = casata_word(&leg_friends, friend), action = leg_action_name(s, LEG_DO_ARRANGE);
    bool without = kind == LEG_A_FREE;
    if (s->gen == LEG_GENERATIONS) /* R9.3 */
        return casata_message(without ? "act.free_promise" : "act.friend_promise", 2, name, action);
    struct leg_yield yield = leg_yield_of(build->data, friend);
    static const char *const id[2][2] = {{"act.friend_arrange", "act.friend_arrange_effect"},
                                         {"act.free_arrange", "act.free_arrange_effect"}};
    return casata_message(id[without][yield.effect], 5, name, action, yield.income, yield.prestige,
                          yield.children);
}
static void describe_friend(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct legacy *s = build->state;
    const struct legacy_data *d = build->data;
    unsigned friend = casata_a(c->action), action = casata_b(c->action), kind = casata_kind(c->action);
    struct leg_bill bill = {.n = {[LEG_U_GOLD] = -lowest_price(d, s, seat, action, friend)}};
    c->piece = leg_piece_of(build, LEG_ID_FRIEND + friend);
    c->slot = (int16_t)leg_slot_of_action(build, action, seat);
    c->rule = action == LEG_DO_MARRY ? "R8" : "R9";
    if (leg_is_quest(s, action))
        c->text = casata_message(kind == LEG_A_FREE ? "act.quest_free" : "act.quest_friend", 2,
                                 casata_word(&leg_friends, friend), leg_action_name(s, action));
    else if (action == LEG_DO_ARRANGE)
        c->text = arrange_text(build, kind, friend);
    /* R27.8: whether a child comes depends on the place */
    if (action == LEG_DO_MARRY) leg_bill_wedding(&bill, build, seat, friend, leg_testament(s) ? 99 : 0);
    leg_present_bill(c, &bill);
}
static void turn_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f;
    switch (casata_kind(c->action)) {
    case LEG_A_DO: describe_action(build, c, seat); break;
    case LEG_A_FRIEND:
    case LEG_A_FREE: describe_friend(build, c, seat); break;
    case LEG_A_COMPLETE: leg_describe_completion(build, c); break;
    default: break;
    }
}
/* Why a friend in the hand cannot be played; LEG_FINE: they can. */
static unsigned need_played(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend,
                            const struct leg_look *look) {
    unsigned marry = leg_need_friend(d, LEG_DO_MARRY, friend, look),
             arrange = leg_need_friend(d, LEG_DO_ARRANGE, friend, look);
    bool is_free = d->friends[friend].eff == LEG_E_FREE_MARRY;
    if (marry != LEG_FINE && arrange != LEG_FINE)
        return marry == LEG_NO_GOLD || arrange == LEG_NO_GOLD ? LEG_NO_GOLD : LEG_NO_SPOUSE;
    if (s->p[seat].own) return LEG_FINE;
    if (!is_free) return LEG_NO_PAWN;
    return leg_condition(d, s, seat, friend, false) ? LEG_FINE : LEG_NO_CONDITION;
}
static void explain_hand(struct casata_scene_builder *build, int seat, const struct leg_look *look) {
    const struct legacy *s = build->state;
    struct leg_set hand = s->hand[seat];
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        unsigned need = need_played(build->data, s, seat, (unsigned)i, look);
        if (need != LEG_FINE)
            leg_add_blocked(build, LEG_ID_FRIEND + (unsigned)i,
                            casata_message("act.play", 1, casata_word(&leg_friends, (unsigned)i)), need,
                            "R8");
    }
}
static void turn_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    struct leg_look look = leg_look(d, s, seat);
    (void)f;
    for (unsigned action = 0; action < LEG_ACTION_COUNT; action++) {
        bool pawn = s->p[seat].own || (action >= LEG_DO_TITLE && s->p[seat].extra[leg_colour_of(action)]);
        unsigned need = leg_need_action(d, s, seat, action, &look);
        if (need == LEG_FINE && !pawn) need = LEG_NO_PAWN;
        if (need == LEG_FINE || (leg_testament(s) && action == LEG_DO_ARRANGE)) continue;
        casata_add_blocked(build, leg_slot_of_action(build, action, seat),
                           casata_message("act.do_any", 1, leg_action_name(s, action)), leg_reason(need),
                           "R7.3");
    }
    explain_hand(build, seat, &look);
}
const struct casata_phase leg_phase_turn = {
    .name = "turn",
    .locals = CASATA_LOCAL_NAMES(LEG_TURN_LOCALS),
    .parents = CASATA_ON(LEG_PH_ROUND),
    .legal = turn_legal,
    .apply = turn_apply,
    .step = turn_step,
    .valid = turn_valid,
    .ask = "prompt.turn",
    .describe = turn_describe,
    .explain = turn_explain,
};

/* --- turn order (R7.1, R6.2) ---------------------------------------------------------------------------------- */
static bool round_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_round *l = casata_locals(leg_round, f);
    struct legacy *s = state;
    (void)data, (void)sink;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned seat = l->next;
        l->next = (uint8_t)(l->next + 1 == s->head.seats ? 0 : l->next + 1);
        if (s->p[seat].passed || !leg_seat_lives(s, (int)seat)) continue;
        s->head.turn++;
        casata_push(s, LEG_PH_TURN, seat);
        return true;
    }
    casata_pop(s);
    return true;
}
static bool round_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_round *l = casata_locals(leg_round, f);
    const struct legacy *s = state;
    (void)data;
    return l->next < s->head.seats && s->round > 0;
}
const struct casata_phase leg_phase_round = {
    .name = "round",
    .locals = CASATA_LOCAL_NAMES(LEG_ROUND_LOCALS),
    .parents = CASATA_ON(LEG_PH_GAME),
    .step = round_step,
    .valid = round_valid,
};
