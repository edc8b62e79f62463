/* legacy_coach.c: the coach's advice before a decision of Legacy (docs/coach.md). Decides nothing. */
#include "games/legacy/legacy_scene.h"

/* --- the pending decision and the means at hand ------------------------------------------------------------- */
struct asked {
    const struct legacy_data *d;
    const struct legacy *s;
    const struct legacy_player *p;
    int seat;
    unsigned kind, what; /* of the action: enum of legacy.h, first operand */
};
static struct asked ask(const struct casata_coached *c) {
    const struct legacy *s = c->state;
    return (struct asked){c->data, s, &s->p[c->seat], c->seat, casata_kind(c->action), casata_a(c->action)};
}
static bool is_last_round(const struct asked *q) {
    return q->s->gen && q->s->round == q->d->generations[q->s->gen - 1].last_round;
}
static bool is_last_of_game(const struct asked *q) {
    return q->s->gen == LEG_GENERATIONS && is_last_round(q);
}
/* No child yet, and the last round: without one the family dies out (R21.3). */
static bool is_in_danger(const struct asked *q) {
    return !leg_testament(q->s) && is_last_round(q) && !q->p->born;
}
static bool uses_own(const struct casata_coached *c) {
    return casata_kind(c->action) == LEG_A_FRIEND ||
           (casata_kind(c->action) == LEG_A_DO && !casata_b(c->action));
}
/* Of turns: does the action bring a child, complications apart? */
static bool brings_child(casata_action a) {
    if (casata_kind(a) == LEG_A_DO) return casata_a(a) == LEG_DO_OFFSPRING || casata_a(a) == LEG_DO_MIDWIFE;
    return (casata_kind(a) == LEG_A_FRIEND || casata_kind(a) == LEG_A_FREE) && casata_b(a) == LEG_DO_MARRY;
}
static casata_action first_child(const struct casata_coached *c, bool own) {
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        bool free_pawn = casata_kind(a) == LEG_A_FREE || (casata_kind(a) == LEG_A_DO && casata_b(a));
        if (brings_child(a) && (own || free_pawn)) return a;
    }
    return 0;
}
static casata_action first_wedding(const struct casata_coached *c, unsigned kind, unsigned action) {
    for (int i = 0; i < c->n_legal; i++)
        if (casata_kind(c->legal[i]) == kind && casata_b(c->legal[i]) == action) return c->legal[i];
    return 0;
}
static casata_action first_extra(const struct casata_coached *c) {
    for (int i = 0; i < c->n_legal; i++)
        if (casata_kind(c->legal[i]) == LEG_A_DO && casata_b(c->legal[i])) return c->legal[i];
    return 0;
}
static bool is_arranging(casata_action a) {
    return (casata_kind(a) == LEG_A_FRIEND || casata_kind(a) == LEG_A_FREE) && casata_b(a) == LEG_DO_ARRANGE;
}

enum { LOAN_LEVELS = 3 };

/* --- a child in every generation (R21.3) ---------------------------------------------------------------------- */
static bool no_child(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!is_in_danger(&q)) return false;
    bool last_pawn = uses_own(c) && q.p->own == 1 && !brings_child(c->action);
    if (q.kind != LEG_A_PASS && !last_pawn) return false;
    note->better = first_child(c, true);
    if (!note->better) return false; /* too late, or no partner: no_partner has said so */
    if (q.kind == LEG_A_PASS) return casata_note_say(note, 0);
    if (first_wedding(c, LEG_A_FREE, LEG_DO_MARRY)) return false; /* it is still possible without the pawn */
    if (casata_coach_offers(c, casata_act(LEG_A_DO, LEG_DO_MIDWIFE, 1, 0))) note->kind = CASATA_TIP;
    return casata_note_say(note, 0);
}
/* Is there a card of this action that can be paid and brings friends? */
static bool brings_cards(const struct asked *q, bool title) {
    for (unsigned i = q->s->gen * 3u - 3; i < q->s->gen * 3u; i++) {
        const struct legacy_grant *g = title ? &q->d->titles[i] : &q->d->philanthropy[i];
        if (g->gain_take && leg_need_grant(q->d, q->s, q->seat, title, i) == LEG_FINE) return true;
    }
    return false;
}
/* Gold that the cheapest wedding with somebody of the hand lacks; 0: nobody of the hand fits anybody. */
static int lacking_gold(const struct asked *q) {
    struct leg_look look = leg_look(q->d, q->s, q->seat);
    struct leg_set hand = q->s->hand[q->seat];
    int least = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        int most = look.most[0][q->d->friends[i].sex], lacks = -leg_signed(q->d->friends[i].gold) - most;
        if (most != LEG_NOBODY && lacks > 0 && (!least || lacks < least)) least = lacks;
    }
    return least;
}
static int loan_of(const struct asked *q, unsigned level) {
    return q->d->levels[LEG_LEVEL_LOAN + level - 1].gain + (int)leg_mod(q->d, q->s, q->seat, LEG_X_LOAN_PLUS);
}
/* Somebody of the hand fits, and a loan pays the wedding. */
static bool is_short_of_gold(const struct asked *q) {
    int lacks = lacking_gold(q);
    return lacks && lacks <= loan_of(q, LOAN_LEVELS);
}
static bool seeks_partner(const struct asked *q) {
    if (q->kind != LEG_A_DO) return false;
    if (is_short_of_gold(q)) return q->what == LEG_DO_LOAN;
    if (q->what == LEG_DO_FRIENDS) return true;
    if (q->what == LEG_DO_TITLE) return brings_cards(q, true);
    return q->what == LEG_DO_PHILANTHROPY && brings_cards(q, false);
}
/* Of Titles and Philanthropy cards: one that brings no friends, where another would. */
static bool idle_card(const struct casata_coached *c, const struct asked *q, struct casata_note *note) {
    struct leg_look look = leg_look(q->d, q->s, q->seat);
    const struct legacy_grant *of = q->kind == LEG_A_TITLE ? q->d->titles : q->d->philanthropy;
    if (!q->p->own || look.room || of[q->what].gain_take) return false;
    if (leg_need_wedding(q->d, q->s, q->seat, LEG_DO_MARRY, &look) == LEG_FINE) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++)
        if (of[casata_a(c->legal[i])].gain_take) note->better = c->legal[i];
    return note->better && casata_note_as(note, "coach.no_partner_card", 0);
}
static bool no_partner(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!is_in_danger(&q)) return false;
    if (c->f->phase == LEG_PH_GRANT) return idle_card(c, &q, note);
    if (q.p->own != 2 || !uses_own(c) || first_child(c, true) || seeks_partner(&q)) return false;
    bool gold = is_short_of_gold(&q);
    note->better = casata_act(LEG_A_DO, gold ? LEG_DO_LOAN : LEG_DO_FRIENDS, 0, 0);
    return gold ? casata_note_as(note, "coach.no_gold", 0) : casata_note_say(note, 0);
}
/* The same a round earlier. */
static bool partner_soon(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || q.p->born || !q.s->gen || !uses_own(c)) return false;
    if (q.s->round + 1 != q.d->generations[q.s->gen - 1].last_round) return false;
    if (first_child(c, true) || seeks_partner(&q)) return false;
    note->better = casata_act(LEG_A_DO, is_short_of_gold(&q) ? LEG_DO_LOAN : LEG_DO_FRIENDS, 0, 0);
    return casata_note_say(note, 0);
}
/* The price takes every card, and with them everybody who could marry. */
static bool whole_hand(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct leg_look look = leg_look(q.d, q.s, q.seat);
    unsigned cards = 0;
    if (q.kind == LEG_A_DO) cards = q.d->actions[q.what].cost_cards;
    if (q.kind == LEG_A_TITLE && !q.d->titles[q.what].gain_take) cards = q.d->titles[q.what].cost_cards;
    if (q.kind == LEG_A_PHIL && !q.d->philanthropy[q.what].gain_take)
        cards = q.d->philanthropy[q.what].cost_cards;
    bool soon = q.s->gen && q.s->round + 1 >= q.d->generations[q.s->gen - 1].last_round;
    if (leg_testament(q.s) || !soon || q.p->born || look.room || !cards || cards < q.p->held) return false;
    return leg_need_wedding(q.d, q.s, q.seat, LEG_DO_MARRY, &look) == LEG_FINE && casata_note_say(note, 0);
}
/* Too small a loan for the wedding that it is for. */
static bool small_loan(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != LEG_A_LEVEL || q.what != LEG_DO_LOAN || !is_in_danger(&q) || !q.p->own) return false;
    struct leg_look look = leg_look(q.d, q.s, q.seat);
    int lacks = lacking_gold(&q);
    if (look.room || leg_need_wedding(q.d, q.s, q.seat, LEG_DO_MARRY, &look) == LEG_FINE) return false;
    for (unsigned level = casata_b(c->action) + 1;
         lacks > loan_of(&q, casata_b(c->action)) && level <= LOAN_LEVELS; level++) {
        note->better = casata_act(LEG_A_LEVEL, LEG_DO_LOAN, level, 0);
        if (loan_of(&q, level) >= lacks && casata_coach_offers(c, note->better))
            return casata_note_say(note, 1, casata_number((int)level));
    }
    return false;
}
static bool second_pawn(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!is_in_danger(&q) || q.p->own != 2 || !uses_own(c)) return false;
    if (brings_child(c->action) || q.p->complication)
        return false; /* with the card any birth succeeds (R10.6) */
    note->better = first_child(c, true);
    return note->better && casata_note_say(note, 0);
}

/* --- a hard birth (R10.5) --------------------------------------------------------------------------------------- */
/* Somebody in hand who marries without a pawn, or a blue pawn with work: a child is still to be had. */
static bool has_another_way(const struct asked *q) {
    struct leg_look look = leg_look(q->d, q->s, q->seat);
    struct leg_set hand = q->s->hand[q->seat];
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        if (q->d->friends[i].eff == LEG_E_FREE_MARRY &&
            leg_condition(q->d, q->s, q->seat, (unsigned)i, false) &&
            leg_need_friend(q->d, LEG_DO_MARRY, (unsigned)i, &look) == LEG_FINE)
            return true;
    return q->p->extra[LEG_PW_BLUE] &&
           leg_need_action(q->d, q->s, q->seat, LEG_DO_MIDWIFE, &look) == LEG_FINE;
}
static bool is_last_hope(const struct asked *q) {
    return is_in_danger(q) && !q->p->own && !has_another_way(q);
}
static bool lost_child(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    note->better = casata_coach_first(c, LEG_A_LOSE_MOTHER);
    return q.kind == LEG_A_LOSE_CHILD && note->better && is_last_hope(&q) && casata_note_say(note, 0);
}

/* The mother is a daughter of the family: her husband, a friend, cannot marry again. Only couples of this generation have
 * children. */
static bool own_blood(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned node = casata_locals(leg_births, casata_below(c->f))->person;
    if (q.kind != LEG_A_LOSE_MOTHER || leg_sex(q.d, q.s, node) != LEG_SEX_WOMAN) return false;
    if (is_last_round(&q)) return false;
    if (q.s->kids[node] + 1u >= leg_constant(q.d, LEG_K_MOST_CHILDREN)) return false;
    note->better = casata_act(LEG_A_LOSE_CHILD, 0, 0, 0);
    return casata_note_say(note, 0);
}

/* --- pawns ------------------------------------------------------------------------------------------------------- */
static bool arrange_now(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || !is_last_round(&q) || q.s->gen == LEG_GENERATIONS || q.p->own != 1)
        return false;
    if (!uses_own(c) || is_arranging(c->action) || is_in_danger(&q)) return false;
    bool small = q.what == LEG_DO_LOAN || q.what == LEG_DO_FRIENDS || q.what == LEG_DO_MISSION;
    if (q.kind != LEG_A_DO || !small) return false; /* buildings and births may be worth more */
    note->better = first_wedding(c, LEG_A_FRIEND, LEG_DO_ARRANGE);
    return note->better && casata_note_say(note, 0);
}
static bool coloured_pawn(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != LEG_A_DO || casata_b(c->action)) return false;
    note->better = casata_act(LEG_A_DO, q.what, 1, 0);
    if (!casata_coach_offers(c, note->better)) return false;
    unsigned colour = leg_colour_of(q.what); /* the other yellow space gives the pawn work, too */
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        if (casata_kind(a) == LEG_A_DO && casata_b(a) && casata_a(a) != q.what &&
            leg_colour_of(casata_a(a)) == colour)
            return false;
    }
    return casata_note_say(note, 0);
}

/* --- points still to be had --------------------------------------------------------------------------------------- */
/* Points of the patron and of the missions that could be completed, as far as the seat knows. */
static int worth(const struct asked *q, const struct legacy *s) {
    int main, minor, sum = 0;
    leg_patron_points(q->d, s, q->seat, &main, &minor);
    for (unsigned set = leg_completable(q->d, s, q->seat); set; set &= set - 1)
        sum += q->d->missions[__builtin_ctz(set)].honour;
    return main + minor + sum;
}
static bool venture_scores(const struct asked *q) {
    struct legacy s = *q->s;
    struct leg_set units = leg_adults(&s, q->seat);
    for (int i; (i = leg_set_next(&units)) >= 0;)
        if (leg_need_unit(&s, q->seat, LEG_ASSET_VENTURE, (unsigned)i) == LEG_FINE) {
            s.flags[i] |= LEG_VENTURE;
            break;
        }
    s.p[q->seat].income = (int16_t)(s.p[q->seat].income + q->d->ventures[0].gain_income);
    return worth(q, &s) > worth(q, q->s);
}
static bool mission_scores(const struct asked *q) {
    struct legacy s = *q->s;
    s.p[q->seat].under++;
    return worth(q, &s) > worth(q, q->s);
}
static bool gold_scores(const struct asked *q) {
    struct legacy s = *q->s;
    s.p[q->seat].gold = (uint16_t)(s.p[q->seat].gold + q->d->levels[LEG_LEVEL_LOAN + 2].gain);
    return worth(q, &s) > worth(q, q->s);
}
/* Is a coloured pawn worth its use now? A venture costs more than it brings too often to mention it. */
static bool is_useful(const struct asked *q, casata_action a) {
    if (casata_a(a) == LEG_DO_VENTURE) return false;
    return casata_a(a) != LEG_DO_MISSION || !is_last_of_game(q) || mission_scores(q);
}
static bool unused_pawn(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || q.kind != LEG_A_PASS || !is_last_round(&q)) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++) {
        casata_action a = c->legal[i];
        if (casata_kind(a) == LEG_A_DO && casata_b(a) && is_useful(&q, a)) note->better = a;
    }
    return note->better && casata_note_say(note, 0);
}
static bool free_wedding(const struct casata_coached *c, struct casata_note *note) {
    note->better = casata_act(LEG_A_FREE, casata_a(c->action), casata_b(c->action), 0);
    return casata_kind(c->action) == LEG_A_FRIEND && casata_coach_offers(c, note->better) &&
           casata_note_say(note, 0);
}
/* Does a promise of generation III count for a goal of the patron or for a mission? */
static bool promise_scores(const struct asked *q) {
    struct legacy s = *q->s;
    struct leg_set minors = leg_minors(&s, q->seat);
    unsigned sex = q->d->friends[q->what].sex, first = (unsigned)(q->p->patron - 1) * LEG_GOALS_EACH;
    int child = -1;
    for (int i; child < 0 && (i = leg_set_next(&minors)) >= 0;)
        if (!s.spouse[i] && leg_sex_of_blood(&s, (unsigned)i) != sex) child = i;
    if (child < 0) return false;
    s.spouse[child] = (uint8_t)(q->what + 1);
    s.flags[child] |= LEG_ARRANGED;
    leg_move(&s, q->what, LEG_TREE);
    leg_count_friend(q->d, &s, q->seat, q->what, 1);
    for (unsigned i = 0; q->p->patron && i < LEG_GOALS_EACH; i++) {
        if (leg_goal_points(q->d, &s, q->seat, first + i) > leg_goal_points(q->d, q->s, q->seat, first + i))
            return true;
        if (!i && leg_goal_progress(q->d, &s, q->seat, first) > leg_goal_progress(q->d, q->s, q->seat, first))
            return true;
    }
    for (unsigned held = q->s->held[q->seat]; held; held &= held - 1) {
        unsigned m = (unsigned)__builtin_ctz(held);
        if (leg_mission_progress(q->d, &s, q->seat, m) > leg_mission_progress(q->d, q->s, q->seat, m))
            return true;
    }
    return false;
}
static bool late_promise(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.s->gen != LEG_GENERATIONS || leg_testament(q.s) || !is_arranging(c->action)) return false;
    if (leg_signed(q.d->friends[q.what].gold) > 0) return false; /* a dowry */
    return !promise_scores(&q) && casata_note_say(note, 0);
}
static bool late_money(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || !is_last_of_game(&q) || q.kind != LEG_A_DO) return false;
    if (q.what == LEG_DO_VENTURE) return !venture_scores(&q) && casata_note_say(note, 0);
    if (q.what != LEG_DO_LOAN || q.p->own != 1 || first_extra(c) || casata_coach_first(c, LEG_A_FREE))
        return false;
    return !gold_scores(&q) && casata_note_say(note, 0);
}

/* --- cards --------------------------------------------------------------------------------------------------------- */
static bool same_cards(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned level = casata_b(c->action), more = leg_mod(q.d, q.s, q.seat, LEG_X_FRIENDS_PLUS);
    if (q.kind != LEG_A_LEVEL || q.what != LEG_DO_FRIENDS || level < 2 || q.p->deck_choice) return false;
    const struct legacy_data *d = q.d;
    unsigned all = d->levels[LEG_LEVEL_FRIENDS + level - 1].gain + more,
             fewer = d->levels[LEG_LEVEL_FRIENDS + level - 2].gain + more;
    if (leg_take_total(d, q.s, q.seat, fewer) != leg_take_total(d, q.s, q.seat, all))
        return false; /* R13.4 */
    note->better = casata_act(LEG_A_LEVEL, LEG_DO_FRIENDS, level - 1, 0);
    return casata_note_say(note, 1, casata_number((int)level - 1));
}
/* Could this friend marry the person, or be promised to them, with the gold at hand? */
static bool suits(const struct asked *q, unsigned friend, unsigned node) {
    return leg_sex_of_blood(q->s, node) != q->d->friends[friend].sex &&
           leg_wedding_cost(q->d, q->s, friend, node) <= (int)q->p->gold;
}
/* Is there somebody without a partner for whom this friend is the only match in hand? */
static bool is_only_partner(const struct asked *q, unsigned friend) {
    struct leg_set people = leg_adults(q->s, q->seat);
    for (int i; (i = leg_set_next(&people)) >= 0;) {
        if (q->s->spouse[i] || !suits(q, friend, (unsigned)i)) continue;
        struct leg_set hand = q->s->hand[q->seat];
        bool another = false;
        for (int k; (k = leg_set_next(&hand)) >= 0;)
            another |= k != (int)friend && suits(q, (unsigned)k, (unsigned)i);
        if (!another) return true;
    }
    return false;
}
static casata_action spare_card(const struct casata_coached *c, const struct asked *q) {
    for (int i = 0; i < c->n_legal; i++)
        if (casata_kind(c->legal[i]) == LEG_A_DISCARD && !is_only_partner(q, casata_a(c->legal[i])))
            return c->legal[i];
    return 0;
}
static bool only_partner(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || q.p->born || (is_last_round(&q) && !q.p->own)) return false;
    if (!is_only_partner(&q, q.what)) return false;
    note->better = spare_card(c, &q);
    return note->better && casata_note_say(note, 0);
}
/* The last hope of a child in this generation; a round earlier a tip. */
static bool last_partner(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    bool soon = q.s->gen && q.s->round + 1 == q.d->generations[q.s->gen - 1].last_round && !q.p->born;
    if (leg_testament(q.s) || leg_look(q.d, q.s, q.seat).room) return false;
    if (!soon && !(is_in_danger(&q) && q.p->own)) return false;
    if (soon) note->kind = CASATA_TIP;
    struct leg_set hand = q.s->hand[q.seat], adults = leg_adults(q.s, q.seat);
    bool fits = false;
    for (int i; (i = leg_set_next(&adults)) >= 0;) {
        if (q.s->spouse[i]) continue;
        struct leg_set others = hand;
        fits |= suits(&q, q.what, (unsigned)i);
        for (int k; (k = leg_set_next(&others)) >= 0;)
            if (k != (int)q.what && suits(&q, (unsigned)k, (unsigned)i)) return false;
    }
    note->better = spare_card(c, &q);
    return fits && casata_note_say(note, 0);
}
static bool last_mission(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (leg_testament(q.s) || q.kind != LEG_A_LATER || !is_last_of_game(&q) || q.p->own) return false;
    struct leg_look look = leg_look(q.d, q.s, q.seat);
    for (unsigned action = LEG_DO_TITLE; action < LEG_ACTION_COUNT; action++)
        if (q.p->extra[leg_colour_of(action)] && leg_need_action(q.d, q.s, q.seat, action, &look) == LEG_FINE)
            return false;
    if (has_another_way(&q)) return false;
    note->better = casata_coach_first(c, LEG_A_COMPLETE);
    return note->better && casata_note_say(note, 0);
}
/* R3.11: can nobody of the hand marry the head of the family? */
static bool weak_hand(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct leg_set hand = q.s->hand[q.seat];
    if (leg_testament(q.s) || q.kind != LEG_A_KEEP) return false;
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        for (unsigned node = 0; node < q.s->nodes; node++)
            if (q.s->owner[node] == q.seat && suits(&q, (unsigned)i, node)) return false;
    note->better = casata_coach_first(c, LEG_A_MULLIGAN);
    return casata_note_say(note, 0);
}

#define TURN         CASATA_ON(LEG_PH_TURN)
#define COMPLICATION CASATA_ON(LEG_PH_COMPLICATION)
const struct casata_coach_row leg_coach[] = {
    {"coach.no_child", CASATA_STOP, CASATA_EVERY_TIME, TURN, "R21.3", no_child, 30, true},
    {"coach.no_partner", CASATA_STOP, CASATA_EVERY_TIME, TURN | CASATA_ON(LEG_PH_GRANT), "R21.3", no_partner,
     30, true},
    {"coach.small_loan", CASATA_STOP, CASATA_EVERY_TIME, CASATA_ON(LEG_PH_LEVEL), "R21.3", small_loan, 30,
     true},
    {"coach.last_partner", CASATA_STOP, CASATA_EVERY_TIME, CASATA_ON(LEG_PH_DISCARD), "R21.3", last_partner,
     30, true},
    {"coach.whole_hand", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN | CASATA_ON(LEG_PH_GRANT), "R21.3", whole_hand,
     30, true},
    {"coach.partner_soon", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R21.3", partner_soon, 30, true},
    {"coach.second_pawn", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R21.3", second_pawn, 30, true},
    {"coach.lost_child", CASATA_STOP, CASATA_EVERY_TIME, COMPLICATION, "R21.3", lost_child, 30, true},
    {"coach.own_blood", CASATA_TIP, CASATA_ONCE_A_ROUND, COMPLICATION, "R10.7", own_blood, 30, false},
    {"coach.arrange_now", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R9", arrange_now, 30, false},
    {"coach.coloured_pawn", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R7.1", coloured_pawn, 30, false},
    {"coach.unused_pawn", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R7.1", unused_pawn, 30, false},
    {"coach.free_wedding", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R7.1", free_wedding, 30, false},
    {"coach.late_promise", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R9.3", late_promise, 30, false},
    {"coach.late_money", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R21", late_money, 30, false},
    {"coach.same_cards", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(LEG_PH_LEVEL), "R13.4", same_cards, 30,
     false},
    {"coach.only_partner", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(LEG_PH_DISCARD), "R8", only_partner, 30,
     false},
    {"coach.last_mission", CASATA_STOP, CASATA_EVERY_TIME, CASATA_ON(LEG_PH_OFFER), "R18.5", last_mission, 30,
     false},
    {"coach.weak_hand", CASATA_STOP, CASATA_EVERY_TIME, CASATA_ON(LEG_PH_MULLIGAN), "R3.11", weak_hand, 30,
     false},
    {0},
};
