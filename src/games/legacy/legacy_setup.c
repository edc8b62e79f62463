/* legacy_setup.c: deals before the game and at the start of generations (R3, R5.1, R27.6). */
#include "games/legacy/legacy_scene.h"

/* --- R3.7: a patron for each player, known to its owner only ------------------------------------------------------ */
static unsigned patrons_left(const struct legacy *s) {
    unsigned left = (1u << LEG_PATRON_COUNT) - 1;
    for (int i = 0; i < s->head.seats; i++)
        if (s->p[i].patron) left &= ~(1u << (s->p[i].patron - 1));
    return left;
}
static int list_bits(unsigned kind, unsigned set, struct casata_outcome *out) {
    int n = 0;
    for (unsigned i = 0; set >> i; i++)
        if (set >> i & 1) out[n++] = (struct casata_outcome){casata_act(kind, i, 0, 0), 1};
    return n;
}
static casata_action sample_bits(unsigned kind, unsigned set, struct casata_rng *rng) {
    unsigned i = casata_rng_below(rng, (uint32_t)__builtin_popcount(set));
    for (; i > 0; i--) set &= set - 1;
    return casata_act(kind, (unsigned)__builtin_ctz(set), 0, 0);
}
static int patrons_outcomes(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_outcome *out) {
    (void)data, (void)f;
    return list_bits(LEG_A_PATRON, patrons_left(state), out);
}
static casata_action patrons_sample(const void *data, const void *state, const struct casata_frame *f,
                                    struct casata_rng *rng) {
    (void)data, (void)f;
    return sample_bits(LEG_A_PATRON, patrons_left(state), rng);
}
static void patrons_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned to = f->seat;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    casata_pop(s);
    s->p[to].patron = (uint8_t)(casata_a(a) + 1);
    casata_emit_to(sink, 1u << to, "event.patron", 2, casata_seat((int)to),
                   casata_word(&leg_patrons, casata_a(a)));
}
static bool patrons_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    return s->gen == 0 && !s->p[f->seat].patron && !leg_testament(s);
}
const struct casata_phase leg_phase_patrons = {
    .name = "patrons",
    .parents = CASATA_ON(LEG_PH_GAME),
    .outcomes = patrons_outcomes,
    .sample = patrons_sample,
    .apply = patrons_apply,
    .valid = patrons_valid,
};

/* --- R3.8: a head of family for each player; the colour comes with it ---------------------------------------------- */
static unsigned heads_left(const struct legacy *s) {
    unsigned left = (1u << LEG_COLOUR_COUNT) - 1;
    for (int i = 0; i < s->head.seats; i++)
        if (s->p[i].head) left &= ~(1u << (s->p[i].head - 1) / 2);
    return left;
}
static int heads_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    (void)data, (void)f;
    return list_bits(LEG_A_HEAD, heads_left(state), out);
}
static casata_action heads_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    (void)data, (void)f;
    return sample_bits(LEG_A_HEAD, heads_left(state), rng);
}
void leg_deal_head(struct legacy *s, unsigned seat, unsigned colour, struct casata_sink *sink) {
    s->p[seat].head = (uint8_t)(colour * 2 + 1);
    casata_emit(sink, "event.head", 2, casata_seat((int)seat), casata_word(&leg_colours, colour));
}
static void heads_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned to = f->seat;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    casata_pop(s);
    leg_deal_head(s, to, casata_a(a), sink);
}
static bool heads_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    return s->gen == 0 && !s->p[f->seat].head && !leg_testament(s);
}
const struct casata_phase leg_phase_heads = {
    .name = "heads",
    .parents = CASATA_ON(LEG_PH_GAME),
    .outcomes = heads_outcomes,
    .sample = heads_sample,
    .apply = heads_apply,
    .valid = heads_valid,
};

/* --- G75: a head of family chosen, in the order of the seats --------------------------------------------------------- */
static int head_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    unsigned left = heads_left(state);
    int n = 0;
    (void)data, (void)f, (void)seat;
    for (unsigned i = 0; left >> i; i++)
        if (left >> i & 1) out[n++] = casata_act(LEG_A_HEAD, i, 0, 0);
    return n;
}
static void head_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    leg_deal_head(state, (unsigned)seat, casata_a(a), sink);
}
static bool head_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    return heads_valid(data, state, f) && s->head.option[LEG_OPT_HEADS] == LEG_HEADS_CHOSEN;
}
static void head_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    unsigned colour = casata_a(c->action), row = colour * 2;
    (void)f, (void)seat;
    c->text = casata_message("act.head_figures", 5, casata_word(&leg_colours, colour),
                             casata_count(&leg_units, LEG_U_INCOME, d->heads[row].income),
                             casata_count(&leg_units, LEG_U_GOLD, d->heads[row].gold),
                             casata_count(&leg_units, LEG_U_INCOME, d->heads[row + 1].income),
                             casata_count(&leg_units, LEG_U_GOLD, d->heads[row + 1].gold));
    c->rule = "R3.8";
}
const struct casata_phase leg_phase_head = {
    .name = "head",
    .parents = CASATA_ON(LEG_PH_GAME),
    .forced = casata_unasked, /* the last family that is left; event.head names it */
    .legal = head_legal,
    .apply = head_apply,
    .valid = head_valid,
    .ask = "prompt.head",
    .describe = head_describe,
};

/* --- R3.9, R3.10, G55: side, then the starting hand, then the mulligan; R27.2, R27.5 ------------------------------- */
enum { SIDE_CHOOSE, SIDE_MULLIGAN, SIDE_DONE };
static unsigned hand_size(const struct legacy_data *d, const struct legacy *s, int seat) {
    if (!leg_testament(s)) return d->heads[s->p[seat].head - 1].hand;
    return leg_constant(d, s->card[0] == LEG_CARD_FRIEND + LEG_F_PATRICK ? LEG_K_PATRICK_CARDS
                                                                         : LEG_K_NATHALIE_CARDS);
}
#define LEG_SIDE_LOCALS(X) X(stage)
CASATA_LOCALS(leg_side, LEG_SIDE_LOCALS);
static bool side_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_side *l = casata_locals(leg_side, f);
    struct legacy *s = state;
    (void)data, (void)sink;
    if (l->stage == SIDE_CHOOSE) return false;
    if (l->stage++ == SIDE_MULLIGAN)
        casata_push(s, LEG_PH_MULLIGAN, f->seat);
    else
        casata_pop(s);
    return true;
}
static int side_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(LEG_A_SIDE, 0, 0, 0);
    out[1] = casata_act(LEG_A_SIDE, 1, 0, 0);
    return 2;
}
static void become(const struct legacy_data *d, struct legacy *s, int seat, bool patrick,
                   struct casata_sink *sink) /* R27.2, R27.5 */ {
    struct legacy_player *p = &s->p[seat];
    unsigned self = patrick ? LEG_F_PATRICK : LEG_F_NATHALIE;
    casata_emit(sink, "event.self", 2, casata_seat(seat), casata_word(&leg_friends, self));
    leg_start_testament(d, s, self);
    p->income = (int16_t)leg_constant(d, patrick ? LEG_K_PATRICK_INCOME : LEG_K_NATHALIE_INCOME);
    p->gold = (uint16_t)leg_constant(d, patrick ? LEG_K_PATRICK_GOLD : LEG_K_NATHALIE_GOLD);
}
static void found_family(const struct legacy_data *d, struct legacy *s, int seat, unsigned side,
                         struct casata_sink *sink) /* R3.9, R3.10 */ {
    struct legacy_player *p = &s->p[seat];
    p->head = (uint8_t)((p->head - 1) / 2 * 2 + side + 1);
    unsigned row = p->head - 1u;
    casata_emit(sink, "event.side", 2, casata_seat(seat), casata_word(&leg_sides, side));
    leg_add_node(s, seat, LEG_CARD_HEAD + side, 1, 0);
    p->income = d->heads[row].income;
    p->gold = d->heads[row].gold;
    p->extra[d->heads[row].pawn]++;
    s->pool[d->heads[row].pawn]--;
}
static void side_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned side = casata_a(a);
    casata_locals(leg_side, f)->stage = SIDE_MULLIGAN;
    if (leg_testament(s))
        become(data, s, seat, side == LEG_PATRIARCH, sink);
    else
        found_family(data, s, seat, side, sink);
    leg_begin_deal(s, seat, hand_size(data, s, seat));
}
static bool side_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_side *l = casata_locals(leg_side, f);
    const struct legacy *s = state;
    bool top = f == casata_top_of(state);
    (void)data;
    if (s->gen || l->stage > SIDE_DONE) return false;
    if (!leg_testament(s) && !s->p[f->seat].head) return false;
    unsigned mine = 0;
    for (unsigned i = 0; i < s->nodes; i++) mine += s->owner[i] == f->seat;
    if (top) return l->stage == SIDE_CHOOSE && !mine && (s->p[f->seat].head % 2 || leg_testament(s));
    return l->stage > SIDE_CHOOSE && mine;
}
static struct casata_msg side_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    (void)f;
    return casata_message(leg_testament(build->state) ? "prompt.self" : "prompt.side", 1, casata_seat(seat));
}
static void describe_self(const struct legacy_data *d, struct casata_choice *c, bool patrick) {
    c->text =
        casata_message("act.self", 1, casata_word(&leg_friends, patrick ? LEG_F_PATRICK : LEG_F_NATHALIE));
    leg_add_gain(c, LEG_U_INCOME,
                 (int)leg_constant(d, patrick ? LEG_K_PATRICK_INCOME : LEG_K_NATHALIE_INCOME));
    leg_add_gain(c, LEG_U_GOLD, (int)leg_constant(d, patrick ? LEG_K_PATRICK_GOLD : LEG_K_NATHALIE_GOLD));
    leg_add_gain(c, LEG_U_CARD, (int)leg_constant(d, patrick ? LEG_K_PATRICK_CARDS : LEG_K_NATHALIE_CARDS));
    c->rule = "R27.5";
}
static void side_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    unsigned side = casata_a(c->action);
    (void)f;
    if (leg_testament(s)) {
        describe_self(d, c, side == LEG_PATRIARCH);
        return;
    }
    unsigned row = (s->p[seat].head - 1u) / 2 * 2 + side;
    leg_add_gain(c, LEG_U_INCOME, d->heads[row].income);
    leg_add_gain(c, LEG_U_GOLD, d->heads[row].gold);
    leg_add_gain(c, LEG_U_CARD, d->heads[row].hand);
    leg_add_gain(c, LEG_U_PAWN, 1);
    c->text = casata_message("act.side_pawn", 2, casata_word(&leg_sides, side),
                             casata_word(&leg_pawns, d->heads[row].pawn));
    c->rule = "R3.10";
}
const struct casata_phase leg_phase_side = {
    .name = "side",
    .locals = CASATA_LOCAL_NAMES(LEG_SIDE_LOCALS),
    .parents = CASATA_ON(LEG_PH_GAME),
    .legal = side_legal,
    .apply = side_apply,
    .step = side_step,
    .valid = side_valid,
    .prompt = side_prompt,
    .describe = side_describe,
};

/* R3.11: once, the whole hand; the second one is kept. */
static int mulligan_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    out[0] = casata_act(LEG_A_KEEP, 0, 0, 0);
    out[1] = casata_act(LEG_A_MULLIGAN, 0, 0, 0);
    return 2;
}
static void mulligan_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct legacy *s = state;
    (void)f;
    casata_pop(s);
    casata_emit(sink, casata_kind(a) == LEG_A_KEEP ? "event.keep" : "event.mulligan", 1, casata_seat(seat));
    if (casata_kind(a) == LEG_A_KEEP) return;
    struct leg_set hand = s->hand[seat];
    for (int i; (i = leg_set_next(&hand)) >= 0;) leg_move(s, (unsigned)i, LEG_DECK);
    leg_begin_deal(s, seat, hand_size(data, s, seat));
}
static bool mulligan_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    return casata_locals(leg_side, casata_below(f))->stage == SIDE_DONE &&
           s->p[f->seat].held == hand_size(data, s, f->seat);
}
const struct casata_phase leg_phase_mulligan = {
    .name = "mulligan",
    .parents = CASATA_ON(LEG_PH_SIDE),
    .legal = mulligan_legal,
    .apply = mulligan_apply,
    .valid = mulligan_valid,
    .ask = "prompt.mulligan",
};

/* --- R3.13: the first player; G56: none alone ------------------------------------------------------------------------ */
static int first_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct legacy *s = state;
    (void)data, (void)f;
    return list_bits(LEG_A_FIRST, (1u << s->head.seats) - 1, out);
}
static casata_action first_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct legacy *s = state;
    (void)data, (void)f;
    return sample_bits(LEG_A_FIRST, (1u << s->head.seats) - 1, rng);
}
static void first_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data, (void)f, (void)seat;
    casata_pop(s);
    s->first = (uint8_t)casata_a(a);
    casata_emit(sink, "event.first", 1, casata_seat(s->first));
}
static bool first_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data, (void)f;
    return s->gen == 0 && s->head.seats > 1;
}
const struct casata_phase leg_phase_first = {
    .name = "first",
    .parents = CASATA_ON(LEG_PH_GAME),
    .outcomes = first_outcomes,
    .sample = first_sample,
    .apply = first_apply,
    .valid = first_valid,
};

/* --- R27.6: hints of the generation ------------------------------------------------------------------------------------- */
static unsigned hints_left(const struct legacy_data *d, const struct legacy *s) {
    unsigned set = 0;
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
        if (d->hints[i].gen == s->gen && s->hint[i] == LEG_HINT_UNSEEN) set |= 1u << i;
    return set;
}
static int hints_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    (void)f;
    return list_bits(LEG_A_HINT, hints_left(data, state), out);
}
static casata_action hints_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    (void)f;
    return sample_bits(LEG_A_HINT, hints_left(data, state), rng);
}
static void hints_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct leg_hints *l = casata_locals(leg_hints, f);
    struct legacy *s = state;
    (void)seat;
    if (sink) sink->revealed = true;
    s->hint[casata_a(a)] = LEG_HINT_OPEN;
    casata_emit(sink, "event.hint", 1, casata_word(&leg_hints, casata_a(a)));
    if (--l->left == 0) casata_pop(s);
    leg_test_hint(data, s, casata_a(a), sink); /* R27.13: also when it is drawn */
}
static bool hints_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_hints *l = casata_locals(leg_hints, f);
    const struct legacy *s = state;
    return leg_testament(s) && s->gen && l->left && l->left <= leg_constant(data, LEG_K_HINTS_DRAWN) &&
           __builtin_popcount(hints_left(data, s)) >= l->left;
}
const struct casata_phase leg_phase_hints = {
    .name = "hints",
    .locals = CASATA_LOCAL_NAMES(LEG_HINTS_LOCALS),
    .parents = CASATA_ON(LEG_PH_GAME),
    .outcomes = hints_outcomes,
    .sample = hints_sample,
    .apply = hints_apply,
    .valid = hints_valid,
};

/* --- R5.1, G52: one random extra pawn for each player, five different colours ------------------------------------------ */
static int pawns_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct leg_pawns *l = casata_locals(leg_pawns, f);
    (void)data, (void)state;
    return list_bits(LEG_A_RECEIVE, ~(unsigned)l->gone & ((1u << LEG_PAWN_COUNT) - 1), out);
}
static casata_action pawns_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct leg_pawns *l = casata_locals(leg_pawns, f);
    (void)data, (void)state;
    return sample_bits(LEG_A_RECEIVE, ~(unsigned)l->gone & ((1u << LEG_PAWN_COUNT) - 1), rng);
}
static void pawns_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct leg_pawns *l = casata_locals(leg_pawns, f);
    struct legacy *s = state;
    unsigned colour = casata_a(a);
    (void)data, (void)seat;
    s->pool[colour]--;
    s->p[f->seat].extra[colour]++;
    casata_emit(sink, "event.pawn", 2, casata_seat(f->seat), casata_word(&leg_pawns, colour));
    l->gone = (uint8_t)(l->gone | 1u << colour);
    f->seat = (uint8_t)leg_next_living(s, f->seat);
    if (--l->left == 0) casata_pop(s);
}
static bool pawns_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_pawns *l = casata_locals(leg_pawns, f);
    const struct legacy *s = state;
    (void)data;
    unsigned gone = (unsigned)__builtin_popcount(l->gone), living = leg_seats_living(s);
    if (l->gone >> LEG_PAWN_COUNT || !l->left || gone + l->left != living || s->gen < 2) return false;
    for (int i = 0; i < LEG_PAWN_COUNT; i++)
        if (!s->pool[i]) return false;
    return leg_seat_lives(s, f->seat);
}
const struct casata_phase leg_phase_pawns = {
    .name = "pawns",
    .locals = CASATA_LOCAL_NAMES(LEG_PAWNS_LOCALS),
    .words = {CASATA_LOCAL_SET(leg_pawns, gone, leg_pawns)},
    .parents = CASATA_ON(LEG_PH_GAME),
    .outcomes = pawns_outcomes,
    .sample = pawns_sample,
    .apply = pawns_apply,
    .valid = pawns_valid,
};

/* --- R5.4: growing up, first the effects, then the weddings, in an order of the player's choice (G5) ------------------- */
static bool grow_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct legacy *s = state;
    (void)data, (void)sink;
    struct leg_set set = leg_adults(s, f->seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (s->flags[i] & (LEG_PENDING | LEG_ARRANGED)) return false;
    casata_pop(s);
    return true;
}
/* Whose effects are still due, as bits. */
static unsigned pending_traits(const struct legacy *s, int seat) {
    unsigned traits = 0;
    struct leg_set adults = leg_adults(s, seat);
    for (int i; (i = leg_set_next(&adults)) >= 0;)
        if (s->flags[i] & LEG_PENDING) traits |= 1u << leg_trait_of(s->card[i]);
    return traits;
}
static int grow_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct legacy *s = state;
    unsigned traits = pending_traits(s, seat);
    int n = 0;
    (void)data, (void)f;
    struct leg_set adults = leg_adults(s, seat);
    for (unsigned t = 0; traits >> t; t++)
        if (traits >> t & 1) out[n++] = casata_act(LEG_A_GROW, t, 0, 0);
    for (int i; !traits && (i = leg_set_next(&adults)) >= 0;)
        if (s->flags[i] & LEG_ARRANGED) out[n++] = casata_act(LEG_A_WED, (unsigned)i, 0, 0);
    return n;
}
/* The first child of a trait whose effect is due: identical ones are interchangeable. */
static unsigned pending(const struct legacy *s, int seat, unsigned trait) {
    unsigned node = s->adults;
    while (
        !(leg_is_unit(s, seat, node) && s->flags[node] & LEG_PENDING && leg_trait_of(s->card[node]) == trait))
        node++;
    return node;
}
static void begin_arranged(struct legacy *s, int seat, unsigned node, struct casata_sink *sink) {
    s->flags[node] = (uint8_t)(s->flags[node] & ~LEG_ARRANGED);
    casata_emit(sink, "event.wedding", 3, casata_seat(seat), casata_word(&leg_friends, s->spouse[node] - 1u),
                casata_word(&leg_cards, s->card[node]));
    leg_begin_wedding(s, seat, node, true);
}
static void grow_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    (void)f;
    if (casata_kind(a) == LEG_A_WED) { /* R5.4 c, R25.1: nothing is paid now */
        begin_arranged(s, seat, casata_a(a), sink);
        return;
    }
    unsigned trait = casata_a(a), node = pending(s, seat, trait);
    s->flags[node] = (uint8_t)(s->flags[node] & ~LEG_PENDING);
    casata_emit(sink, "event.grown", 2, casata_seat(seat), casata_word(&leg_traits, trait));
    if (d->children[trait].eff == LEG_E_TAKE_SEX) { /* G26 */
        leg_begin_take_sex(s, seat, d->children[trait].n,
                           d->children[trait].a == LEG_X_WOMAN ? LEG_SEX_WOMAN : LEG_SEX_MAN);
        return;
    }
    leg_gain(s, seat, d->children[trait].a, d->children[trait].n, LEG_H_EFFECTS, sink);
}
static bool grow_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    if (s->gen < 2 || leg_testament(s) || !leg_seat_lives(s, f->seat)) return false;
    return f != casata_top_of(state) || grow_legal(data, s, f, f->seat, out) > 0;
}
static void grow_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    static const struct leg_person_text wedding = {.pair = "act.wed_of"};
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    struct leg_bill bill = {.later = 0};
    unsigned a = casata_a(c->action);
    (void)f;
    c->rule = "R5.4";
    if (casata_kind(c->action) == LEG_A_WED) { /* nothing is paid now */
        leg_describe_person(build, c, &wedding, a);
        leg_bill_wedding(&bill, build, seat, s->spouse[a] - 1u, s->kids[a]);
        leg_bill_wedded(&bill, build, s->card[a]);
        leg_present_bill(c, &bill);
        return;
    }
    c->slot = build->mark[pending(s, seat, a)];
    if (d->children[a].eff == LEG_E_TAKE_SEX)
        bill.n[LEG_U_CARD] = d->children[a].n;
    else
        leg_bill_effect(&bill, s, d->children[a].a, d->children[a].n);
    leg_present_bill(c, &bill);
}
static void grow_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct legacy *s = build->state;
    struct casata_msg text = casata_message("act.grow_any", 0);
    unsigned traits = pending_traits(s, seat);
    struct leg_set mine = s->mine[seat];
    (void)f;
    for (int i; (i = leg_set_next(&mine)) >= 0;) {
        unsigned node = (unsigned)i, flags = leg_is_unit(s, seat, node) ? s->flags[node] : 0;
        bool twin = flags & LEG_PENDING && pending(s, seat, leg_trait_of(s->card[node])) != node;
        unsigned need = LEG_NOT_GROWING;
        if (flags & LEG_PENDING || (flags & LEG_ARRANGED && !traits))
            need = LEG_FINE;
        else if (flags & LEG_ARRANGED)
            need = LEG_GROWS_FIRST;
        leg_block_person(build, node, text, need, twin, "R5.4");
    }
}
const struct casata_phase leg_phase_grow = {
    .name = "grow",
    .parents = CASATA_ON(LEG_PH_GAME),
    .legal = grow_legal,
    .apply = grow_apply,
    .step = grow_step,
    .valid = grow_valid,
    .ask = "prompt.grow",
    .describe = grow_describe,
    .explain = grow_explain,
};
