/* zhanguo_turn.c: the turns of phase 2: choose a card, then place it at a region or lay it on the court pile for a court
 * action (R5, R6, R8). The actions are in zhanguo_court.c, zhanguo_build.c and zhanguo_move.c; the abilities they set
 * off, in zhanguo_abilities.c. */
#include "games/zhanguo/zhanguo_scene.h"

/* --- turns in order (R5.1) --------------------------------------------------------------------------------
 * R23.2, G37: by the discs on the Reward track instead of clockwise. */
static int turn_seat(const struct zhanguo *s, unsigned turn) {
    unsigned i = turn % s->head.seats;
    return s->head.option[ZG_OPT_ORDER] == ZG_ORDER_TRACK ? s->order[i]
                                                          : (int)((s->order[0] + i) % s->head.seats);
}
static bool actions_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_actions *l = casata_locals(zg_actions, f);
    struct zhanguo *s = state;
    (void)data, (void)sink;
    if (l->turns == ZG_HAND * s->head.seats) { /* R4.2: all cards are played */
        casata_pop(s);
        return true;
    }
    s->head.turn++;
    casata_push(s, ZG_PH_TURN, (unsigned)turn_seat(s, l->turns++));
    return true;
}
static bool actions_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_actions *l = casata_locals(zg_actions, f);
    const struct zhanguo *s = state;
    (void)data;
    return l->turns >= 1 && l->turns <= ZG_HAND * s->head.seats && f != casata_top_of(s) &&
           casata_above(f)->phase == ZG_PH_TURN && casata_above(f)->seat == turn_seat(s, l->turns - 1u);
}
const struct casata_phase zg_phase_actions = {
    .name = "actions",
    .locals = CASATA_LOCAL_NAMES(ZG_ACTIONS_LOCALS),
    .parents = CASATA_ON(ZG_PH_GAME),
    .step = actions_step,
    .valid = actions_valid,
};

/* --- free shifts (R10.6, G6, G47) --------------------------------------------------------------------------
 * With every decision of one's own turn, in any order. Officials only go down, so they end. Shifts commute with each
 * other and with anything that does not count officials, so a search shifts as early as it can: before the card, in the
 * order of the places (official * 5 + region), or directly after the step that made it possible. */
int zg_list_shifts(const struct zhanguo_data *d, const struct zhanguo_player *p, casata_action *out) {
    unsigned cap = zg_constant(d, ZG_K_WORKERS_CAP), may = 0; /* bit official * 5 + region */
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (zg_officials_below(p, r) >= cap) continue;
        may |= (unsigned)(p->up[r][0] > 0) << r | (unsigned)(p->up[r][1] > 0) << (r + 5) |
               (unsigned)(p->up[r][2] > 0) << (r + 10);
    }
    for (; may; may &= may - 1) {
        unsigned i = (unsigned)__builtin_ctz(may);
        out[n++] = casata_act(ZG_A_SHIFT, i / ZG_REGION_COUNT, i % ZG_REGION_COUNT, 0);
    }
    return n;
}
int zg_and_shifts(const void *data, const struct zhanguo *s, int seat, casata_action *out, int n) {
    return zg_turn_of(s) ? n + zg_list_shifts(data, &s->p[seat], out + n) : n;
}
static struct zg_turn *open_turn(struct zhanguo *s) {
    return zg_turn_of(s) ? casata_locals(zg_turn, &s->head.frame[2]) : NULL;
}
unsigned zg_fresh(const struct zhanguo *s) {
    const struct zg_turn *turn = zg_turn_of(s);
    const struct zg_move *move = casata_locals(zg_move, casata_top_of(s));
    return turn ? turn->fresh | (unsigned)turn->fresh_high << 8
                : move->fresh | (unsigned)move->fresh_high << 8;
}
void zg_mark_fresh(struct zhanguo *s, unsigned places) {
    struct zg_turn *turn = open_turn(s);
    if (!turn && casata_top(s)->phase != ZG_PH_MOVE) return; /* a reward that moves nobody */
    struct zg_move *move = casata_locals(zg_move, casata_top(s));
    uint8_t *low = turn ? &turn->fresh : &move->fresh, *high = turn ? &turn->fresh_high : &move->fresh_high;
    *low = (uint8_t)(*low | places);
    *high = (uint8_t)(*high | places >> 8);
}
static void shift(struct zhanguo *s, int seat, unsigned colour, unsigned region, struct casata_sink *sink) {
    s->p[seat].up[region][colour]--;
    s->p[seat].down[region][colour]++;
    casata_emit(sink, "event.shift", 3, casata_seat(seat), casata_word(&zg_officials, colour),
                casata_word(&zg_regions, region));
}
bool zg_take_shift(struct zhanguo *s, int seat, casata_action a, struct casata_sink *sink) {
    struct zg_turn *turn = open_turn(s);
    bool is_shift = casata_kind(a) == ZG_A_SHIFT;
    unsigned i = is_shift ? zg_shift_index(a) : ZG_SHIFTS;
    if (turn && turn->shift < i) turn->shift = (uint8_t)i;
    if (!is_shift) return false;
    zg_mark_fresh(s, 1u << i); /* it can be moved on */
    shift(s, seat, casata_a(a), casata_b(a), sink);
    return true;
}
bool zg_can_decide(const void *data, const void *state, const struct casata_frame *f) {
    casata_action out[CASATA_MAX_CHOICES];
    return zhanguo_rules.phases[f->phase]->legal(data, state, f, f->seat, out) > 0 &&
           casata_kind(out[0]) != ZG_A_SHIFT;
}
bool zg_redundant_shift(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action a) {
    const struct zg_turn *turn = zg_turn_of(state);
    (void)data, (void)f, (void)seat;
    return turn && casata_kind(a) == ZG_A_SHIFT && zg_shift_index(a) < turn->shift &&
           !(zg_fresh(state) >> zg_shift_index(a) & 1);
}

/* --- a turn (R5.4) ----------------------------------------------------------------------------------------
 * First the card; afterwards the tasks (R20.2). */
static int list_cards(const struct zhanguo_player *p, unsigned except, casata_action *out) {
    int n = 0;
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++)
        if (p->hand[i] != except) out[n++] = casata_act(ZG_A_PLAY, p->hand[i], 0, 0);
    return n;
}
static int turn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = list_cards(&s->p[seat], 0, out);
    (void)f;
    return zg_and_shifts(data, s, seat, out, n);
}
static void turn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_begin(zg_card, s, ZG_PH_CARD, (unsigned)seat)->card = (uint8_t)casata_a(a);
}
static bool turn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_turn *l = casata_locals(zg_turn, f);
    struct zhanguo *s = state;
    if (!l->played) return false;
    int seat = f->seat;
    casata_pop(s);
    zg_claim_tasks(data, s, seat, sink);
    return true;
}
static bool turn_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_turn *l = casata_locals(zg_turn, f);
    const struct zhanguo *s = state;
    (void)data;
    if (l->played > 1 || l->shift > ZG_SHIFTS || l->fresh_high >> 7) return false;
    if (f == casata_top_of(s)) return !l->played;
    return l->played == (casata_above(f)->phase != ZG_PH_CARD) && casata_above(f)->seat == f->seat;
}
static struct casata_msg turn_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct zhanguo *s = build->state;
    (void)f;
    return casata_message("prompt.turn", 2, casata_seat(seat), casata_number(s->round));
}
/* The cards that could fire with a court action, by the card's number (R15.1) and the unrest now. */
static void light_court(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                        unsigned card, unsigned court) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned cards = zg_firing(d, &s->p[seat], court, zg_relation(d, s, card, court));
    zg_light_cards(build, c, seat, cards, ZG_REGION_COUNT, 0);
}
static void describe_play(const struct casata_scene_builder *build, int seat, struct casata_choice *c,
                          const char *text, const char *rule) {
    zg_describe_hand_card(build, c, seat, text, rule);
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++)
        if (zg_need_court(build->data, build->state, seat, court) == ZG_FINE)
            light_court(build, c, seat, casata_a(c->action), court);
}
static void turn_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f;
    if (!zg_describe_shift(build, c, seat)) describe_play(build, seat, c, "act.play_of", "R5.1");
}
const struct casata_phase zg_phase_turn = {
    .name = "turn",
    .locals = CASATA_LOCAL_NAMES(ZG_TURN_LOCALS),
    .order = CASATA_ORDER(zg_turn, shift) | CASATA_ORDER(zg_turn, fresh) | CASATA_ORDER(zg_turn, fresh_high),
    .parents = CASATA_ON(ZG_PH_ACTIONS),
    .legal = turn_legal,
    .redundant = zg_redundant_shift,
    .apply = turn_apply,
    .step = turn_step,
    .valid = turn_valid,
    .prompt = turn_prompt,
    .describe = turn_describe,
    .explain = zg_explain_shifts,
};

/* --- the use of the card (R5.2, R5.3, R8.2) ----------------------------------------------------------------
 * The card is still in the hand and not shown yet (G51), so another one may be taken instead, more often than anybody
 * will need. R5.5, G3: Recruit or Move is always possible. */
enum { CHANGES = 15 };
static int card_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zg_card *l = casata_locals(zg_card, f);
    const struct zhanguo *s = state;
    int n = l->changes < CHANGES ? list_cards(&s->p[seat], l->card, out) : 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_need_unify(data, state, seat, r) == ZG_FINE) out[n++] = casata_act(ZG_A_UNIFY, r, 0, 0);
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++)
        if (zg_need_court(data, state, seat, court) == ZG_FINE)
            out[n++] = casata_act(ZG_A_COURT, court, 0, 0);
    return zg_and_shifts(data, s, seat, out, n);
}
/* Another card could have been played at once. */
static bool card_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    if (casata_kind(a) == ZG_A_PLAY) return zg_turn_of(state)->shift == ZG_SHIFTS;
    return zg_redundant_shift(data, state, f, seat, a);
}
/* R6: the card lies there for good (R6.1) and fires nothing (R6.6). */
static void unify(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned card, unsigned region,
                  struct casata_sink *sink) {
    struct zhanguo_player *p = &s->p[seat];
    unsigned n = zg_cards_in(p, region), i = n;
    for (; i > 0 && p->tableau[region][i - 1] > card; i--) p->tableau[region][i] = p->tableau[region][i - 1];
    p->tableau[region][i] = (uint8_t)card;
    casata_emit(sink, "event.unify", 3, casata_seat(seat), casata_number((int)card),
                casata_word(&zg_regions, region));
    zg_take_markers(d, s, seat, zg_colour_of(card), zg_constant(d, ZG_K_UM_1 + n), sink); /* R6.2 */
    zg_raise(s, seat, region, zg_constant(d, ZG_K_UNREST_1 + n), sink);                   /* R6.4 */
}
static void begin_court(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned court) {
    static const uint8_t phase[ZG_COURT_COUNT] = {[ZG_DO_WALL] = ZG_PH_WALL,
                                                  [ZG_DO_PALACE] = ZG_PH_PALACE,
                                                  [ZG_DO_HIRE] = ZG_PH_HIRE,
                                                  [ZG_DO_RECRUIT] = ZG_PH_RECRUIT};
    switch (court) {
    case ZG_DO_MOVE: zg_begin_move(s, seat, zg_constant(d, ZG_K_MOVE_MAX), false); break; /* R10.1, G4 */
    case ZG_DO_GOVERNOR:
        casata_begin(zg_install, s, ZG_PH_INSTALL, (unsigned)seat)->regions = ZG_ALL_REGIONS;
        break;
    default: casata_push(s, phase[court], (unsigned)seat);
    }
}
static void card_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zg_card *l = casata_locals(zg_card, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned card = l->card, court = casata_a(a);
    if (zg_take_shift(s, seat, a, sink)) return;
    if (casata_kind(a) == ZG_A_PLAY) {
        l->card = (uint8_t)casata_a(a);
        l->changes++;
        return;
    }
    casata_pop(s);
    casata_locals(zg_turn, casata_top(s))->played = 1;
    zg_play_from_hand(s, seat, card);
    if (casata_kind(a) == ZG_A_UNIFY) {
        unify(d, s, seat, card, casata_a(a), sink);
        return;
    }
    bool relation = zg_relation(d, s, card, court);
    casata_emit(sink, "event.court", 3, casata_seat(seat), casata_number((int)card),
                casata_word(&zg_court, court));
    s->court = (uint8_t)card; /* R8.1; G1: the pile is never cleared */
    zg_begin_abilities(d, s, seat, court, relation);
    begin_court(d, s, seat, court);
}
static bool card_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_card *l = casata_locals(zg_card, f);
    const struct zhanguo *s = state;
    (void)data;
    return l->card && l->card <= ZG_CARDS && l->changes <= CHANGES &&
           memchr(s->p[f->seat].hand, l->card, ZG_MAX_HAND) != NULL;
}
static struct casata_msg card_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct zhanguo *s = build->state;
    unsigned card = casata_locals(zg_card, f)->card;
    struct casata_arg who = casata_seat(seat), number = casata_number((int)card);
    if (build->viewer != seat) return casata_message("prompt.card_hidden", 1, who);
    if (!s->court) return casata_message("prompt.card_first", 2, who, number);
    return casata_message(card > s->court ? "prompt.card_higher" : "prompt.card_lower", 3, who, number,
                          casata_number(s->court));
}
/* R6: markers, points for those that are missing, unrest. */
static void describe_unify(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           unsigned card, unsigned r) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned n = zg_cards_in(&s->p[seat], r), want = zg_constant(d, ZG_K_UM_1 + n);
    unsigned left = zg_um1_left(d, s, zg_colour_of(card)), got = want < left ? want : left;
    zg_at_slot(build, c, ZG_F_CARD, seat, r * ZG_REGION_CARDS + n, "R6.1");
    casata_add_cost(c, zg_unrest(zg_constant(d, ZG_K_UNREST_1 + n)));
    casata_add_gain(c, zg_unit(ZG_U_IVORY + zg_colour_of(card), got));
    casata_add_gain(c, zg_unit(ZG_U_VP, (want - got) * zg_constant(d, ZG_K_VP_MISSING_UM)));
}
static void describe_court(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           unsigned card, unsigned court) {
    static const char *const rule[ZG_COURT_COUNT] = {
        [ZG_DO_WALL] = "R14.1", [ZG_DO_PALACE] = "R13.1", [ZG_DO_HIRE] = "R12.1",
        [ZG_DO_MOVE] = "R10.1", [ZG_DO_RECRUIT] = "R9.1", [ZG_DO_GOVERNOR] = "R11.1",
    };
    zg_at_slot(build, c, ZG_F_ACTION, -1, court, rule[court]);
    light_court(build, c, seat, card, court);
}
static void card_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned card = casata_locals(zg_card, f)->card;
    if (zg_describe_shift(build, c, seat)) return;
    if (casata_kind(c->action) == ZG_A_PLAY) {
        describe_play(build, seat, c, "act.change_of", "R5.4");
        return;
    }
    c->piece = zg_card_at(build, casata_slot_at(build, ZG_F_HAND, seat, 0), card);
    if (casata_kind(c->action) == ZG_A_UNIFY)
        describe_unify(build, c, seat, card, casata_a(c->action));
    else
        describe_court(build, c, seat, card, casata_a(c->action));
}
/* What the card can do comes first, then other cards. */
static unsigned card_rank(const struct casata_frame *f, casata_action a) {
    (void)f;
    return casata_kind(a) == ZG_A_PLAY ? 1 : casata_kind(a) == ZG_A_SHIFT ? 2 : 0;
}
static void card_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned place = zg_cards_in(&s->p[seat], r) % ZG_REGION_CARDS; /* of a full region the first */
        zg_block(build, zg_need_unify(d, s, seat, r),
                 casata_slot_at(build, ZG_F_CARD, seat, r * ZG_REGION_CARDS + place),
                 casata_message("act.unify", 1, zg_region(r)), "R6.5");
    }
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++)
        zg_block(build, zg_need_court(d, s, seat, court), casata_slot_at(build, ZG_F_ACTION, -1, court),
                 casata_message("act.court", 1, casata_word(&zg_court, court)), "R5.3");
    for (unsigned i = 0; i < ZG_CARD_ITEMS; i++)
        casata_add_vain(build, casata_slot_at(build, ZG_F_CARD, seat, i),
                        ZG_FLAT(s->p[seat].tableau)[i] ? "vain.card_there" : "vain.card_next", "R6.1");
    zg_explain_shifts(build, f, seat);
}
static const struct casata_vain card_vain[] = {
    {ZG_F_HAND, "vain.card_chosen", "R5.4"},
    {0},
};
const struct casata_phase zg_phase_card = {
    .name = "card",
    .vain = card_vain,
    .locals = CASATA_LOCAL_NAMES(ZG_CARD_LOCALS),
    .parents = CASATA_ON(ZG_PH_TURN),
    .legal = card_legal,
    .redundant = card_redundant,
    .apply = card_apply,
    .valid = card_valid,
    .prompt = card_prompt,
    .describe = card_describe,
    .rank = card_rank,
    .explain = card_explain,
};
