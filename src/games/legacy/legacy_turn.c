/* legacy_turn.c: the action phase: turns, pawns, passing, what each action needs (R7). */
#include "games/legacy/legacy.h"

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
/* What the actions of the free spaces need. */
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

/* --- a turn (R7.1). Locals: 0 = to decide, 1 = the action is done, 2 = the last offer was made; 1 = the action may
 * have changed the tree ------------------- */
enum { TURN_DECIDE, TURN_ACTED, TURN_LEAVE };
/* Marriage and Arranged marriage name the friend at once: what is chosen from a hidden hand is laid open. R7.1 c,
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
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    switch (casata_kind(a)) {
    case LEG_A_PASS:
        s->p[seat].passed = 1; /* G10 */
        casata_emit(sink, "event.pass", 1, casata_seat(seat));
        casata_pop(s);
        return;
    case LEG_A_COMPLETE: leg_complete(data, s, seat, casata_a(a), sink); return;
    case LEG_A_FRIEND:
    case LEG_A_FREE: {
        f->a = TURN_ACTED;
        f->b = 1;
        if (casata_kind(a) == LEG_A_FRIEND) place_pawn(s, seat, casata_b(a), false, sink);
        leg_show(s, seat, casata_a(a));
        casata_emit(sink, "event.plays", 2, casata_seat(seat), casata_word(&leg_friends, casata_a(a)));
        struct casata_frame *target = casata_push(s, LEG_PH_TARGET, (unsigned)seat);
        target->a = (uint8_t)casata_b(a);
        target->b = (uint8_t)casata_a(a);
        return;
    }
    default:
        f->a = TURN_ACTED;
        f->b = casata_a(a) != LEG_DO_LOAN && casata_a(a) != LEG_DO_FRIENDS && casata_a(a) != LEG_DO_MISSION;
        place_pawn(s, seat, casata_a(a), casata_b(a), sink);
        leg_start_action(data, s, seat, casata_a(a), sink);
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
    const struct legacy_data *d = data;
    struct legacy *s = state;
    if (f->a == TURN_DECIDE) {
        if (s->p[f->seat].own) return false;
        if (can_act(d, s, f->seat)) return false; /* G12: who can only pass does so */
        if (sink)
            sink->revealed = true; /* G70: it tells that he holds no friend who marries without a pawn */
        turn_apply(d, s, f, f->seat, casata_act(LEG_A_PASS, 0, 0, 0), sink);
        return true;
    }
    s->declined = 0;
    if (f->b && leg_testament(s)) leg_test_hints(d, s, sink);
    f->b = 0;
    bool last = f->a == TURN_LEAVE;
    f->a = TURN_LEAVE;
    if (last || !leg_offer(d, s, f->seat)) casata_pop(s);
    return true;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    bool top = f == casata_top((void *)(uintptr_t)state);
    return f->a <= TURN_LEAVE && f->b <= (f->a == TURN_ACTED) && !s->p[f->seat].passed &&
           leg_seat_lives(s, f->seat) &&
           (top ? f->a == TURN_DECIDE
                : f->a != TURN_DECIDE || f[1].phase == LEG_PH_OTHERS || f[1].phase == LEG_PH_DEAL ||
                      f[1].phase == LEG_PH_TAKE);
}
const struct casata_phase leg_phase_turn = {.name = "turn",
                                            .locals = "stage tree",
                                            .parents = LEG_ON(LEG_PH_ROUND),
                                            .legal = turn_legal,
                                            .apply = turn_apply,
                                            .step = turn_step,
                                            .valid = turn_valid};

/* --- turn order (R7.1, R6.2). Local: the next seat --------------------------------------------------------------- */
static bool round_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data, (void)sink;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned seat = f->a;
        f->a = (uint8_t)(f->a + 1 == s->head.seats ? 0 : f->a + 1);
        if (s->p[seat].passed || !leg_seat_lives(s, (int)seat)) continue;
        s->head.turn++;
        casata_push(s, LEG_PH_TURN, seat);
        return true;
    }
    casata_pop(s);
    return true;
}
static bool round_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    return f->a < s->head.seats && s->round > 0;
}
const struct casata_phase leg_phase_round = {.name = "round",
                                             .locals = "next",
                                             .parents = LEG_ON(LEG_PH_GAME),
                                             .step = round_step,
                                             .valid = round_valid};
