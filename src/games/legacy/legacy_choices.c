/* legacy_choices.c: what is asked, what each choice costs and brings, what is not possible and why. Decides nothing:
 * it asks the same needs as the rules. */
#include "games/legacy/legacy_scene.h"
#include "games/games.h"

static const char *const prompt_id[LEG_PHASE_COUNT] = {
#define PROMPT(id, word) "prompt." word,
    LEG_PHASES(PROMPT)};
/* What the person to act is asked; {1}: the friend it is about, or how many cards are left to choose. */
static void set_question(struct leg_builder *b, const struct casata_frame *f) {
    bool testament = leg_testament(b->s);
    const char *id = prompt_id[f->phase];
    struct casata_arg about = casata_number(f->a);
    if (f->phase == LEG_PH_SIDE && testament) id = "prompt.self";
    if (f->phase == LEG_PH_TARGET) {
        about = casata_word(&leg_friends, f->b);
        if (testament) id = "prompt.relative";
    }
    if (f->a > 1 && f->phase == LEG_PH_TAKE) id = "prompt.take_more"; /* a set is chosen in ascending order */
    if (f->a > 1 && f->phase == LEG_PH_DISCARD) id = "prompt.discard_more";
    bool more = f->phase == LEG_PH_TARGET || f->phase == LEG_PH_TAKE || f->phase == LEG_PH_DISCARD;
    b->stage.scene->prompt = casata_message(id, more ? 2 : 1, casata_seat(b->stage.scene->seat), about);
}
static unsigned open_hints(const struct legacy *s) {
    unsigned n = 0;
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++) n += s->hint[i] && s->hint[i] != LEG_HINT_DONE;
    return n;
}
static void set_prompt(struct leg_builder *b) {
    struct casata_scene *scene = b->stage.scene;
    if (scene->seat < 0)
        scene->prompt = casata_message(!leg_testament(b->s) ? "prompt.over"
                                       : open_hints(b->s)   ? "prompt.unsolved"
                                                            : "prompt.solved",
                                       0);
    else if (scene->seat == CASATA_CHANCE)
        scene->prompt = casata_message("prompt.chance", 0);
    else
        set_question(b, casata_top_of(b->s));
}
static int16_t piece_of(const struct leg_builder *b, unsigned id) {
    for (int i = 0; i < b->stage.scene->n_pieces; i++)
        if (b->stage.scene->piece[i].id == id) return (int16_t)i;
    return -1;
}
static void cost(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) casata_add_cost(c, casata_count(&leg_units, unit, n));
}
static void gain(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) casata_add_gain(c, casata_count(&leg_units, unit, n));
}
/* What a plain effect brings; LEG_EMPTY: nothing. */
static void add_effect(const struct legacy *s, int bill[LEG_UNIT_COUNT], unsigned what, unsigned n) {
    switch (what) {
    case LEG_X_HONOUR: bill[LEG_U_HONOUR] += (int)n; return;
    case LEG_X_GOLD: bill[LEG_U_GOLD] += (int)n; return;
    case LEG_X_INCOME: bill[LEG_U_INCOME] += (int)n; return;
    case LEG_X_PRESTIGE: bill[LEG_U_PRESTIGE] += (int)n; return;
    case LEG_X_TAKE:
    case LEG_X_DRAW: bill[LEG_U_CARD] += (int)n; return;
    default: break;
    }
    if (what >= LEG_X_PAWN_YELLOW && what < LEG_X_PAWN_YELLOW + LEG_PAWN_COUNT &&
        s->pool[what - LEG_X_PAWN_YELLOW])
        bill[LEG_U_PAWN] += (int)n; /* R1.6 */
}
/* Costs and gains that a wedding settles at once. */
static void present(struct casata_choice *c, const int bill[LEG_UNIT_COUNT]) {
    for (unsigned unit = 0; unit < LEG_UNIT_COUNT; unit++) {
        cost(c, unit, -bill[unit]);
        gain(c, unit, bill[unit]);
    }
}
static void describe_friend(struct leg_builder *b, struct casata_choice *c, int seat, unsigned friend,
                            unsigned action) {
    const struct legacy_data *d = b->d;
    bool no_pawn = casata_kind(c->action) == LEG_A_FREE;
    int bill[LEG_UNIT_COUNT] = {0};
    c->piece = piece_of(b, LEG_ID_FRIEND + friend);
    c->slot = (int16_t)leg_slot_of_action(b, action, seat);
    c->rule = action == LEG_DO_MARRY ? "R8" : "R9";
    if (leg_is_quest(b->s, action))
        c->text = casata_message(no_pawn ? "act.quest_free" : "act.quest_friend", 2,
                                 casata_word(&leg_friends, friend), leg_action_name(b->s, action));
    bill[LEG_U_GOLD] = leg_signed(d->friends[friend].gold);
    if (action == LEG_DO_MARRY) { /* R9 step 3: nothing else is settled by an arrangement */
        bill[LEG_U_PRESTIGE] = leg_signed(d->friends[friend].prestige);
        bill[LEG_U_INCOME] = d->friends[friend].income;
        bill[LEG_U_CARD] = d->friends[friend].cards;
        if (d->friends[friend].eff == LEG_E_GAIN && d->friends[friend].cond != LEG_IF_HAND_GE &&
            leg_condition(d, b->s, seat, friend, false)) {
            add_effect(b->s, bill, d->friends[friend].a, d->friends[friend].n);
            add_effect(b->s, bill, d->friends[friend].b, d->friends[friend].m);
        }
    }
    present(c, bill);
}
static void describe_grant(struct leg_builder *b, struct casata_choice *c, int seat, bool title,
                           unsigned card) {
    const struct legacy_grant *g = title ? &b->d->titles[card] : &b->d->philanthropy[card];
    c->piece = piece_of(b, (title ? LEG_ID_TITLE : LEG_ID_PHIL) + card);
    cost(c, LEG_U_GOLD,
         (int)leg_gold_cost(b->d, b->s, seat, title ? LEG_DO_TITLE : LEG_DO_PHILANTHROPY, g->cost_gold));
    cost(c, LEG_U_CARD, g->cost_cards);
    cost(c, LEG_U_INCOME, g->cost_income);
    gain(c, LEG_U_PRESTIGE, g->gain_prestige);
    gain(c, LEG_U_INCOME, g->gain_income);
    gain(c, LEG_U_HONOUR, g->gain_honour);
    gain(c, LEG_U_CARD, g->gain_take);
    c->rule = title ? "R14" : "R19";
}
/* {0} and {1}: who; {2}: the spouse. Children need a number to be told apart, heads of family and friends do not. */
struct person_text {
    const char *pair, *alone; /* with the number */
    const char *named_pair, *named;
};
static const struct person_text of_marriage = {NULL, "act.marry_to", NULL, "act.marry_named"},
                                of_arrangement = {NULL, "act.arrange_to", NULL, NULL},
                                of_wedding = {"act.wed_of", NULL, NULL, NULL},
                                of_spouse = {NULL, "act.beside_of", NULL, "act.beside_named"},
                                of_place = {"act.replace_of", "act.replace_one", NULL, NULL},
                                of_unit = {"act.unit_of", "act.unit_one", "act.unit_named_of",
                                           "act.unit_named"},
                                of_child = {"act.couple_any", NULL, "act.couple_any_named", NULL},
                                of_wish = {"act.couple_wish", NULL, "act.couple_wish_named", NULL};
static void describe_person(struct leg_builder *b, struct casata_choice *c, const struct person_text *text,
                            unsigned node) {
    const struct legacy *s = b->s;
    bool named = s->card[node] >= LEG_CARD_HEAD;
    c->slot = b->node[node];
    if (s->flags[node] & LEG_DEAD && text->named) { /* the widower alone is left of the couple (R2.3) */
        c->text = casata_message(text->named, 2, casata_word(&leg_friends, s->spouse[node] - 1u),
                                 casata_number((int)node));
        return;
    }
    unsigned spouse = s->spouse[node] ? LEG_CARD_FRIEND + s->spouse[node] - 1u
                      : s->mate[node] ? s->card[s->mate[node] - 1]
                                      : 0;
    const char *id = spouse ? named ? text->named_pair : text->pair : named ? text->named : text->alone;
    c->text = casata_message(id, 3, casata_word(&leg_cards, s->card[node]), casata_number((int)node),
                             casata_word(&leg_cards, spouse));
    if (!spouse) c->text.n = 2;
}
/* With whom the friend of the top frame is married: the price depends on her or him (G24). */
static void describe_target(struct leg_builder *b, struct casata_choice *c, const struct person_text *text,
                            unsigned node) {
    int price = leg_wedding_cost(b->d, b->s, casata_top_of(b->s)->b, node);
    describe_person(b, c, text, node);
    cost(c, LEG_U_GOLD, price);
    gain(c, LEG_U_GOLD, -price);
}
static void describe_couple(struct leg_builder *b, struct casata_choice *c, unsigned node, unsigned wish) {
    describe_person(b, c, wish == LEG_ANY ? &of_child : &of_wish, node);
    c->text.arg[c->text.n++] = casata_word(&leg_wishes, wish);
    cost(c, LEG_U_HONOUR, wish == LEG_ANY ? 0 : b->d->levels[LEG_LEVEL_OFFSPRING + 1].honour);
    c->rule = "R11";
}
/* Who would be lost: the woman of the couple that the births below the top frame are for. */
static void describe_mother(const struct leg_builder *b, struct casata_choice *c) {
    const struct legacy *s = b->s;
    unsigned node = casata_top_of(s)[-1].a;
    bool blood = leg_sex(b->d, s, node) == LEG_SEX_WOMAN;
    c->text = casata_message(
        "act.lose_mother_of", 1,
        casata_word(&leg_cards, blood ? s->card[node] : LEG_CARD_FRIEND + s->spouse[node] - 1u));
    c->rule = "R10.5";
}
static void describe_level(const struct leg_builder *b, struct casata_choice *c, int seat, unsigned action,
                           unsigned level) {
    bool loan = action == LEG_DO_LOAN;
    unsigned row = (loan ? LEG_LEVEL_LOAN : LEG_LEVEL_FRIENDS) + level - 1;
    unsigned more = leg_mod(b->d, b->s, seat, loan ? LEG_X_LOAN_PLUS : LEG_X_FRIENDS_PLUS);
    cost(c, LEG_U_HONOUR, b->d->levels[row].honour);
    cost(c, LEG_U_CARD, b->d->levels[row].cards);
    cost(c, LEG_U_GOLD, b->d->levels[row].gold);
    gain(c, loan ? LEG_U_GOLD : LEG_U_CARD, (int)(b->d->levels[row].gain + more));
    if (leg_is_quest(b->s, action))
        c->text =
            casata_message("act.quest_level", 2, leg_action_name(b->s, action), casata_number((int)level));
    c->rule = loan ? "R12" : "R13.1";
}
static void describe_side(const struct leg_builder *b, struct casata_choice *c, int seat, unsigned side) {
    const struct legacy_data *d = b->d;
    if (leg_testament(b->s)) {
        bool patrick = side == LEG_PATRIARCH;
        c->text = casata_message("act.self", 1,
                                 casata_word(&leg_friends, patrick ? LEG_F_PATRICK : LEG_F_NATHALIE));
        gain(c, LEG_U_INCOME, (int)leg_constant(d, patrick ? LEG_K_PATRICK_INCOME : LEG_K_NATHALIE_INCOME));
        gain(c, LEG_U_GOLD, (int)leg_constant(d, patrick ? LEG_K_PATRICK_GOLD : LEG_K_NATHALIE_GOLD));
        gain(c, LEG_U_CARD, (int)leg_constant(d, patrick ? LEG_K_PATRICK_CARDS : LEG_K_NATHALIE_CARDS));
        c->rule = "R27.5";
        return;
    }
    unsigned row = (b->s->p[seat].head - 1u) / 2 * 2 + side;
    gain(c, LEG_U_INCOME, d->heads[row].income);
    gain(c, LEG_U_GOLD, d->heads[row].gold);
    gain(c, LEG_U_CARD, d->heads[row].hand);
    gain(c, LEG_U_PAWN, 1);
    c->text = casata_message("act.side_pawn", 2, casata_word(&leg_sides, side),
                             casata_word(&leg_pawns, d->heads[row].pawn));
    c->rule = "R3.10";
}
static void describe_action(struct leg_builder *b, struct casata_choice *c, int seat, unsigned action) {
    const struct legacy_data *d = b->d;
    c->slot = (int16_t)leg_slot_of_action(b, action, seat);
    if (leg_is_quest(b->s, action))
        c->text = casata_message("act.do", 2, leg_action_name(b->s, action),
                                 casata_word(&leg_pawn_choice, casata_b(c->action)));
    cost(c, LEG_U_GOLD, (int)leg_gold_cost(d, b->s, seat, action, d->actions[action].cost_gold));
    cost(c, LEG_U_CARD, d->actions[action].cost_cards);
    cost(c, LEG_U_PRESTIGE, d->actions[action].cost_prestige);
    if (action == LEG_DO_MANSION) gain(c, LEG_U_PRESTIGE, d->mansions[0].gain_prestige);
    if (action == LEG_DO_MIDWIFE) gain(c, LEG_U_CHILD, (int)leg_constant(d, LEG_K_MIDWIFE_DRAWS));
    if (action == LEG_DO_VENTURE) gain(c, LEG_U_INCOME, d->ventures[0].gain_income);
    c->rule = "R7.1";
}
/* BUY: what the friend of the top frame sells. */
static void describe_purchase(const struct leg_builder *b, struct casata_choice *c) {
    unsigned friend = casata_top_of(b->s)->b;
    int bill[LEG_UNIT_COUNT] = {[LEG_U_GOLD] = -b->d->friends[friend].m};
    add_effect(b->s, bill, b->d->friends[friend].a, b->d->friends[friend].n);
    present(c, bill);
    c->rule = "R25.1";
}
static void describe(struct leg_builder *b, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    unsigned x = casata_a(a);
    switch (casata_kind(a)) {
    case LEG_A_SIDE: describe_side(b, c, seat, x); break;
    case LEG_A_DO: describe_action(b, c, seat, x); break;
    case LEG_A_FRIEND:
    case LEG_A_FREE: describe_friend(b, c, seat, x, casata_b(a)); break;
    case LEG_A_COMPLETE:
        c->piece = piece_of(b, LEG_ID_MISSION + x);
        gain(c, LEG_U_HONOUR, b->d->missions[x].honour);
        c->rule = "R18.5";
        break;
    case LEG_A_MARRY: describe_target(b, c, &of_marriage, x), c->rule = "R8"; break;
    case LEG_A_ARRANGE: describe_target(b, c, &of_arrangement, x), c->rule = "R9"; break;
    case LEG_A_BESIDE: describe_target(b, c, &of_spouse, x), c->rule = "R27.8"; break;
    case LEG_A_REPLACE: describe_target(b, c, &of_place, x), c->rule = "R27.8"; break;
    case LEG_A_WED: describe_person(b, c, &of_wedding, x), c->rule = "R5.4"; break;
    case LEG_A_UNIT: describe_person(b, c, &of_unit, x), c->rule = "R14.1"; break;
    case LEG_A_COUPLE: describe_couple(b, c, x, casata_b(a)); break;
    case LEG_A_TAKE:
    case LEG_A_DISCARD: c->piece = piece_of(b, LEG_ID_FRIEND + x), c->rule = "R13.2"; break;
    case LEG_A_CHOOSE:
        c->piece = casata_piece_at(&b->stage, leg_slot(b, LEG_FAM_DRAWN, -1, 0),
                                   x == LEG_C_COMPLICATION ? LEG_K_COMPLICATION : LEG_K_PERSON, -1,
                                   x == LEG_C_COMPLICATION ? CASATA_ANY : (int)x, CASATA_ANY);
        c->rule = "R10.4";
        break;
    case LEG_A_LOSE_MOTHER: describe_mother(b, c); break;
    case LEG_A_LOSE_CHILD: c->rule = "R10.5"; break;
    case LEG_A_LEVEL: describe_level(b, c, seat, x, casata_b(a)); break;
    case LEG_A_BUY: describe_purchase(b, c); break;
    case LEG_A_TITLE: describe_grant(b, c, seat, true, x); break;
    case LEG_A_PHIL: describe_grant(b, c, seat, false, x); break;
    case LEG_A_CHOICE:
        c->piece = piece_of(b, LEG_ID_MISSION + x);
        gain(c, LEG_U_HONOUR, b->d->missions[x].honour);
        c->rule = "R18.2";
        break;
    default: break;
    }
}

/* --- what is not possible, and why --------------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    LEG_REASONS(REASON_ID)};
static void list_blocked(struct leg_builder *b, int seat) {
    const struct legacy *s = b->s;
    struct leg_look look = leg_look(b->d, s, seat);
    for (unsigned action = 0; action < LEG_ACTION_COUNT; action++) {
        bool pawn = s->p[seat].own || (action >= LEG_DO_TITLE && s->p[seat].extra[leg_colour_of(action)]);
        unsigned need = leg_need_action(b->d, s, seat, action, &look);
        if (need == LEG_FINE && !pawn) need = LEG_NO_PAWN;
        if (need == LEG_FINE || (leg_testament(s) && action == LEG_DO_ARRANGE)) continue;
        casata_add_blocked(&b->stage, leg_slot_of_action(b, action, seat),
                           casata_message("act.do_any", 1, leg_action_name(s, action)),
                           casata_message(reason_id[need], 0), "R7.3");
    }
}

static bool is_refusal(casata_action a) {
    unsigned kind = casata_kind(a);
    return kind == LEG_A_PASS || kind == LEG_A_LATER || kind == LEG_A_STOP || kind == LEG_A_SKIP;
}
void leg_describe(struct leg_builder *b, int viewer) {
    struct casata_scene *scene = b->stage.scene;
    casata_action legal[CASATA_MAX_CHOICES];
    set_prompt(b);
    if (scene->seat < 0 || viewer != scene->seat) return;
    const struct casata_frame *f = casata_top_of(b->s);
    int n = legacy_rules.phases[f->phase]->legal(b->d, b->s, f, viewer, legal);
    for (int last = 0; last < 2; last++) /* what does nothing stands at the end */
        for (int i = 0; i < n; i++) {
            if (is_refusal(legal[i]) != last) continue;
            struct casata_choice *c = &scene->choice[scene->n_choices++];
            *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
            describe(b, c, viewer);
        }
    if (f->phase == LEG_PH_TURN) list_blocked(b, viewer);
}
