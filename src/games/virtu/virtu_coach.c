/* virtu_coach.c: the coach's advice before a decision of Virtù (docs/coach.md). Decides nothing. */
#include "games/virtu/virtu.h"

/* --- the pending decision and its outcome -------------------------------------------------------------------------- */
struct asked {
    const struct virtu_data *d;
    const struct virtu *s;
    const struct virtu_player *p;
    int seat;
    unsigned kind, a, b; /* of the action */
};
static struct asked ask(const struct casata_coached *c) {
    const struct virtu *s = c->state;
    return (struct asked){c->data,
                          s,
                          &s->p[c->seat],
                          c->seat,
                          casata_kind(c->action),
                          casata_a(c->action),
                          casata_b(c->action)};
}
/* After an action of Spring or Winter, when nothing is hidden. */
static void play(const struct casata_coached *c, casata_action a, struct virtu *then) {
    const struct casata_game g = {.rules = &virtu_rules, .data = c->data};
    memcpy(then, c->state, sizeof *then);
    casata_apply(&g, then, c->seat, a, NULL);
}
static int list(const struct casata_coached *c, const struct virtu *then, casata_action *legal) {
    const struct casata_game g = {.rules = &virtu_rules, .data = c->data};
    return casata_legal(&g, then, c->seat, legal);
}
/* Is there anything left to do in the same turn but to stop? */
static bool leads_on(const struct casata_coached *c, casata_action a) {
    const struct virtu *s = c->state;
    struct virtu then;
    casata_action legal[CASATA_MAX_CHOICES];
    play(c, a, &then);
    if (then.head.turn != s->head.turn) return false;
    for (int i = list(c, &then, legal) - 1; i >= 0; i--)
        if (casata_kind(legal[i]) != VT_A_STOP && casata_kind(legal[i]) != VT_A_INDULGE) return true;
    return false;
}
static struct casata_arg number(unsigned n) { return casata_number((int)n); }
static struct casata_arg city(unsigned i) { return casata_word(&vt_cities, i); }
static struct casata_arg florins(unsigned n) { return casata_count(&vt_units, VT_U_FLORIN, (int)n); }

/* --- ways to lose the game -------------------------------------------------------------------------------------------- */
static int projected(const struct asked *q, const struct virtu *s, int seat) {
    int32_t part[CASATA_MAX_PARTS] = {0};
    int sum = 0;
    vt_parts_of(q->d, s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) sum += part[i];
    return sum;
}
static bool ends_game(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct virtu then = *q.s;
    if ((q.kind != VT_A_ADVANCE && q.kind != VT_A_ANNEX) || vt_is_end(q.d, q.s)) return false;
    if (q.kind == VT_A_ADVANCE)
        then.p[q.seat].patronage++;
    else {
        for (int i = 0; i < then.head.seats; i++) then.p[i].cities &= ~vt_bit(q.a);
        then.p[q.seat].cities |= vt_bit(q.a);
        then.owner[q.a] = (uint8_t)(1 + q.seat);
    }
    if (!vt_is_end(q.d, &then)) return false;
    int mine = projected(&q, &then, q.seat), best = mine, rival = -1;
    for (int i = 0; i < then.head.seats; i++)
        if (i != q.seat && projected(&q, &then, i) > best) best = projected(&q, &then, i), rival = i;
    return rival >= 0 &&
           casata_note_say(note, 3, casata_seat(rival), casata_number(best), casata_number(mine));
}
static bool takes_indulgence(const struct asked *q) {
    return q->kind == VT_A_INDULGE || (q->kind == VT_A_PAY && q->a == VT_S_INDULGENCE);
}
static unsigned other_source(const struct casata_coached *c) {
    for (int i = 0; i < c->n_legal; i++)
        if (casata_kind(c->legal[i]) == VT_A_PAY && casata_a(c->legal[i]) != VT_S_INDULGENCE)
            return casata_a(c->legal[i]);
    return VT_SOURCE_COUNT;
}
static bool indulgence(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!takes_indulgence(&q)) return false;
    unsigned other = q.kind == VT_A_PAY ? other_source(c) : VT_SOURCE_COUNT;
    if (other < VT_SOURCE_COUNT) {
        note->better = casata_act(VT_A_PAY, other, 0, 0);
        return casata_note_as(note, "coach.indulgence_other", 1, vt_source_arg(q.s, q.seat, other));
    }
    if (vt_crosses(q.d, q.s, q.seat) || q.p->marker >= VT_CHAMBER_COUNT)
        return false; /* it can be absolved */
    return casata_note_say(note, 2,
                           casata_word(&vt_actions, vt_chamber_action(q.d, q.s, q.seat, q.p->marker)),
                           number(q.p->marker + 1u));
}
/* A purchase, a city or a step that only the crown of an indulgence completes. */
static bool indulgence_needed(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct virtu then;
    casata_action legal[CASATA_MAX_CHOICES];
    if (q.kind != VT_A_ANNEX && q.kind != VT_A_ADVANCE && q.kind != VT_A_ALLY) return false;
    play(c, c->action, &then);
    if (list(c, &then, legal) != 1 || legal[0] != casata_act(VT_A_PAY, VT_S_INDULGENCE, 0, 0)) return false;
    return casata_top_of(&then)->phase == VT_PH_PAY && casata_note_say(note, 0);
}

/* --- the chamber and the marker ----------------------------------------------------------------------------------------- */
static bool wrong_kind(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != VT_A_USE || leads_on(c, c->action)) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++)
        if (casata_kind(c->legal[i]) == VT_A_USE && leads_on(c, c->legal[i])) note->better = c->legal[i];
    if (!note->better) return false;
    unsigned role = casata_a(note->better), symbol = casata_b(note->better);
    unsigned card = (role == VT_AS_ACTION ? q.p->chamber : q.p->upgrade)[q.p->marker] - 1u;
    return casata_note_say(note, 3,
                           casata_word(&vt_actions, vt_chamber_action(q.d, q.s, q.seat, q.p->marker)),
                           casata_word(&vt_cards, card),
                           casata_count(&vt_units, VT_U_FLORIN + symbol, (int)casata_c(note->better)));
}
/* Could something be done in the next chamber? */
static bool next_leads_on(const struct casata_coached *c) {
    const casata_action stop = casata_act(VT_A_STOP, 0, 0, 0);
    struct virtu then;
    casata_action legal[CASATA_MAX_CHOICES];
    bool may_stop = false;
    play(c, casata_act(VT_A_STEP, 0, 0, 0), &then);
    for (int i = list(c, &then, legal) - 1; i >= 0; i--) may_stop |= legal[i] == stop;
    if (!may_stop) return false; /* or the game is over, and has no frame */
    struct casata_coached next = *c;
    next.state = &then;
    next.f = casata_top_of(&then);
    return leads_on(&next, stop);
}
static bool idle_stop(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    note->better = casata_act(VT_A_STEP, 0, 0, 0);
    if (q.kind != VT_A_STOP || !casata_coach_offers(c, note->better) || leads_on(c, c->action)) return false;
    if (!next_leads_on(c)) return false;
    unsigned next = (q.p->marker + 1u) % VT_CHAMBER_COUNT;
    return casata_note_say(note, 2,
                           casata_word(&vt_actions, vt_chamber_action(q.d, q.s, q.seat, q.p->marker)),
                           casata_word(&vt_actions, vt_chamber_action(q.d, q.s, q.seat, next)));
}
static bool arrow_money(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != VT_A_STEP && q.kind != VT_A_STEP_FLORINS && q.kind != VT_A_STEP_ARROW) return false;
    note->better = casata_coach_first(c, VT_A_COLLECT);
    if (!note->better) return false;
    unsigned card = q.p->courtier[casata_a(note->better)] - 1u;
    return casata_note_say(note, 2, casata_word(&vt_cards, card), florins(vt_card(q.d, card)->F));
}
static bool govern_florins(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    note->better = casata_coach_first(c, VT_A_COLLECT);
    if (q.kind != VT_A_STOP || !note->better || !vt_govern_turns_more(q.d, q.s, q.seat)) return false;
    return casata_note_say(note, 1, vt_source_arg(q.s, q.seat, casata_a(note->better)));
}
static unsigned chambers_of(const struct asked *q, const struct virtu *s, unsigned action) {
    unsigned n = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) n += vt_chamber_action(q->d, s, q->seat, i) == action;
    return n;
}
static bool covers_govern(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct virtu then = *q.s;
    if (q.kind != VT_A_ROOM && q.kind != VT_A_ENTER) return false;
    unsigned card = q.kind == VT_A_ROOM ? q.a : q.p->courtier[q.a] - 1u;
    if (q.p->chamber[q.b]) return false;
    then.p[q.seat].chamber[q.b] = (uint8_t)(card + 1);
    return chambers_of(&q, q.s, VT_GOVERN) && !chambers_of(&q, &then, VT_GOVERN) && casata_note_say(note, 0);
}

/* Does the seat need only one step or one city more to end the game? */
static bool can_end(const struct asked *q, uint32_t neutral, int seat) {
    struct virtu then = *q->s;
    then.p[seat].cities |= neutral & -neutral; /* any city more */
    if (!vt_two(q->s)) then.p[seat].patronage++;
    return vt_is_end(q->d, &then);
}
/* Once a Year: a rival can end the game and the seat cannot, or any player can take the last neutral cities. */
enum { LAST_CITIES = 2 };
static bool end_near(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    uint32_t neutral = vt_board(q.d, q.s);
    for (unsigned i = 0; i < VT_CITY_COUNT; i++)
        if (q.s->owner[i]) neutral &= ~vt_bit(i);
    if (q.kind != VT_A_STOP || q.s->ending || vt_is_end(q.d, q.s)) return false;
    for (int i = 0; i < q.s->head.seats && !can_end(&q, neutral, q.seat); i++)
        if (i != q.seat && can_end(&q, neutral, i)) return casata_note_say(note, 1, casata_seat(i));
    return vt_count(neutral) <= LAST_CITIES && casata_note_as(note, "coach.end_near_cities", 0);
}

/* --- soldiers --------------------------------------------------------------------------------------------------------------- */
static casata_action march_to(const struct casata_coached *c, unsigned at) {
    for (int i = 0; i < c->n_legal; i++) {
        bool march = casata_kind(c->legal[i]) == VT_A_ROAD || casata_kind(c->legal[i]) == VT_A_SEA;
        if (march && casata_b(c->legal[i]) == at) return c->legal[i];
    }
    return 0;
}
/* Too few soldiers, or as many as the bonuses of the defender make too few while more could come. */
static bool weak_siege(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != VT_A_STOP || c->n_legal < 2) return false;
    unsigned reach = vt_war_reach(q.d, q.s, q.seat, false);
    for (uint32_t left = vt_sieges_of(q.d, q.s, q.seat); left; left &= left - 1) {
        unsigned at = vt_lowest(left), n = q.s->soldiers[q.seat][at],
                 defence = vt_defence(q.d, q.s, q.seat, at);
        if (vt_next_rival(q.d, q.s, q.seat, at) >= 0) continue; /* a battle comes first */
        if (n + reach <= defence)
            return casata_note_say(note, 3, number(n + reach), number(defence), city(at));
        int defender = vt_defender(q.s, at);
        unsigned more = defender < 0 ? 0 : vt_war_reach(q.d, q.s, defender, false);
        if (n + reach > defence + more || !march_to(c, at)) continue;
        note->better = march_to(c, at);
        return casata_note_as(note, "coach.weak_siege_bonus", 3, casata_seat(defender), number(more),
                              city(at));
    }
    return false;
}
static bool no_pay(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct virtu then;
    bool spends = q.kind == VT_A_STEP_FLORINS || q.kind == VT_A_ADVANCE || q.kind == VT_A_DECLARE ||
                  (q.kind == VT_A_USE && q.b == VT_WAR);
    if (q.s->season != VT_SPRING || !spends || vt_is_end(q.d, q.s)) return false;
    unsigned due = vt_pay_due(q.d, vt_soldiers_of(q.s, q.seat));
    if (!due || vt_purse(q.s, q.seat) < due) return false;
    play(c, c->action, &then);
    if (vt_purse(&then, q.seat) >= due) return false;
    return casata_note_say(note, 2, florins(due), florins(vt_purse(&then, q.seat)));
}
/* The soldier sent home last saved nothing; one more would. */
static bool idle_disband(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned n = vt_soldiers_of(q.s, q.seat);
    if (q.kind != VT_A_PAYDAY || !casata_locals(vt_payday, c->f)->last_city || q.s->ending) return false;
    return vt_pay_due(q.d, n + 1) == vt_pay_due(q.d, n) && casata_note_say(note, 2, number(n), number(n + 1));
}
/* Whose Spring is yet to come. */
static bool is_still_to_act(const struct virtu *s, int seat, int rival) {
    int me = casata_place_in(s->order, seat);
    return casata_place_in(s->order, rival) > me;
}
static bool open_home(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if ((q.kind != VT_A_ROAD && q.kind != VT_A_SEA) || !(q.p->cities >> q.a & 1) ||
        q.s->soldiers[q.seat][q.a] != 1)
        return false;
    struct virtu then = *q.s;
    then.soldiers[q.seat][q.a]--;
    then.soldiers[q.seat][q.b]++;
    for (int rival = 0; rival < q.s->head.seats; rival++) {
        if (rival == q.seat || !is_still_to_act(q.s, q.seat, rival)) continue;
        unsigned n = vt_soldiers_in(q.s, rival, vt_roads(q.d, q.s, q.a) & vt_friendly(q.d, q.s, rival));
        unsigned defence = vt_defence(q.d, &then, rival, q.a);
        if (n > defence &&
            chambers_of(&(struct asked){q.d, q.s, &q.s->p[rival], rival, 0, 0, 0}, q.s, VT_MANEUVER))
            return casata_note_say(note, 4, city(q.a), casata_seat(rival), number(n), number(defence + 1));
    }
    return false;
}
/* --- paying and buying --------------------------------------------------------------------------------------------------------- */
static bool big_coin(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    const struct vt_pay *l = casata_locals(vt_pay, c->f);
    if (q.kind != VT_A_PAY || l->symbols & 1u << VT_FLORIN) return false;
    unsigned gives = vt_gives(q.d, q.s, q.seat, q.a, l->symbols), best = gives;
    if (gives <= l->missing) return false;
    for (int i = 0; i < c->n_legal; i++) {
        unsigned source = casata_a(c->legal[i]);
        if (casata_kind(c->legal[i]) != VT_A_PAY || source >= VT_S_ALLIANCE) continue;
        unsigned n = vt_gives(q.d, q.s, q.seat, source, l->symbols);
        if (n < l->missing || n >= best) continue;
        if (q.a < VT_SPACE_COUNT && source >= VT_SPACE_COUNT) continue; /* courtiers come back sooner */
        if (vt_gives(q.d, q.s, q.seat, source, 1u << VT_FLORIN) >= 2) continue;
        best = n;
        note->better = c->legal[i];
    }
    if (!note->better) return false;
    return casata_note_say(note, 3, number(gives), number(l->missing),
                           vt_source_arg(q.s, q.seat, casata_a(note->better)));
}
static bool full_court(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    const uint32_t people = vt_bit(VT_DIGNITARY_COUNT) - 1;
    const uint32_t titles = vt_bit(VT_DIGNITARY_COUNT + VT_T_DOGE) | vt_bit(VT_DIGNITARY_COUNT + VT_T_DUKE);
    if (q.kind != VT_A_BUY || q.a >= VT_DIGNITARY_COUNT || q.s->basket & titles) return false;
    for (int i = 0; i < VT_SPACE_COUNT; i++) /* a dignitary could go instead */
        if (q.p->courtier[i] > VT_K_ADVISOR) return false;
    return vt_room_at_court(q.d, q.s, q.seat) <= vt_count(q.s->basket & people) && casata_note_say(note, 0);
}
/* Points of a purchase at the end. */
static unsigned points_of(const struct asked *q, unsigned item) {
    if (item < VT_I_TITLE) return q->d->dignitaries[item].pp;
    if (item == VT_I_GUILD) return q->d->guilds[0].pp;
    if (item == VT_I_CATHEDRAL) return q->d->cathedrals[0].pp;
    return q->d->titles[vt_title_row(q->p, item - VT_I_TITLE)].pp;
}
/* Points of the best purchase that this Winter still offers from here on, however the soldiers are paid. */
static unsigned best_purchase(const struct casata_coached *c, const struct virtu *s, unsigned *item) {
    const struct casata_game g = {.rules = &virtu_rules, .data = c->data};
    struct asked q = ask(c);
    casata_action legal[CASATA_MAX_CHOICES];
    unsigned best = 0;
    if (casata_to_act(&g, s) != 1u << c->seat) return 0;
    unsigned phase = casata_top_of(s)->phase;
    int n = list(c, s, legal);
    for (int i = 0; i < n; i++) {
        casata_action a = legal[i];
        bool goes_on = (phase == VT_PH_PAYDAY && casata_kind(a) == VT_A_PAYDAY) ||
                       (phase == VT_PH_PAY && casata_a(a) != VT_S_INDULGENCE) ||
                       (phase == VT_PH_REORG && casata_kind(a) == VT_A_STOP);
        struct virtu then = *s;
        unsigned points = 0, which = casata_a(a);
        if (phase == VT_PH_BUY && casata_kind(a) == VT_A_BUY) points = points_of(&q, which);
        if (goes_on) casata_apply(&g, &then, c->seat, a, NULL);
        if (goes_on) points = best_purchase(c, &then, &which);
        if (points <= best) continue;
        best = points;
        *item = which;
    }
    return best;
}
/* A purchase that the pay of the soldiers makes impossible. */
static bool last_pay(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    struct virtu then = *q.s;
    unsigned paid = 0, saved = 0;
    note->better = casata_coach_first(c, VT_A_DISBAND);
    if (!note->better || !vt_pay_due(q.d, vt_soldiers_of(q.s, q.seat))) return false;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) then.soldiers[q.seat][i] = 0;
    unsigned best = best_purchase(c, &then, &saved);
    if (best <= best_purchase(c, q.s, &paid)) return false;
    return casata_note_as(note, "coach.last_winter_pay", 2, casata_word(&vt_items, saved), number(best));
}
static bool last_winter(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.s->ending && q.kind == VT_A_PAYDAY) return last_pay(c, note);
    if (!q.s->ending || q.kind != VT_A_STOP) return false;
    note->better = casata_coach_first(c, VT_A_ALLY);
    if (note->better)
        return casata_note_as(note, "coach.last_winter_ally", 1,
                              casata_word(&vt_alliances, casata_a(note->better)));
    unsigned best = 0;
    for (int i = 0; i < c->n_legal; i++) {
        if (casata_kind(c->legal[i]) != VT_A_BUY || points_of(&q, casata_a(c->legal[i])) <= best) continue;
        best = points_of(&q, casata_a(c->legal[i]));
        note->better = c->legal[i];
    }
    return best && casata_note_say(note, 2, casata_word(&vt_items, casata_a(note->better)), number(best));
}

#define MOVE CASATA_ON(VT_PH_MOVE)
#define BUY  CASATA_ON(VT_PH_BUY)
#define ALLY CASATA_ON(VT_PH_ALLY)
#define ACTIONS                                                                       \
    (CASATA_ON(VT_PH_GOVERN) | CASATA_ON(VT_PH_PATRONAGE) | CASATA_ON(VT_PH_TRADE) |  \
     CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_MANEUVER) | CASATA_ON(VT_PH_INTRIGUE) | \
     CASATA_ON(VT_PH_INFLUENCE) | CASATA_ON(VT_PH_CHAMBER) | CASATA_ON(VT_PH_PAY) |   \
     CASATA_ON(VT_PH_PAYDAY) | CASATA_ON(VT_PH_RECRUIT) | BUY | ALLY)
const struct casata_coach_row vt_coach[] = {
    {"coach.ends_game", CASATA_STOP, CASATA_EVERY_TIME, CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_PATRONAGE),
     "R14.1", ends_game, 30, false},
    {"coach.indulgence", CASATA_TIP, CASATA_ONCE_A_ROUND, ACTIONS, "R7.1", indulgence, 50, false},
    {"coach.indulgence_needed", CASATA_STOP, CASATA_EVERY_TIME,
     CASATA_ON(VT_PH_ANNEX) | CASATA_ON(VT_PH_PATRONAGE) | ALLY, "R7.3", indulgence_needed, 50, false},
    {"coach.wrong_kind", CASATA_TIP, CASATA_EVERY_TIME, CASATA_ON(VT_PH_CHAMBER), "R4.5", wrong_kind, 30,
     false},
    {"coach.weak_siege", CASATA_TIP, CASATA_EVERY_TIME, CASATA_ON(VT_PH_MANEUVER), "R10.3", weak_siege, 30,
     false},
    {"coach.no_pay", CASATA_TIP, CASATA_ONCE_A_ROUND, ACTIONS | MOVE | CASATA_ON(VT_PH_DECLARE), "R12.1",
     no_pay, 60, false},
    {"coach.open_home", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(VT_PH_MANEUVER), "R10.3", open_home, 50,
     false},
    {"coach.idle_stop", CASATA_TIP, CASATA_ONCE_A_ROUND, MOVE, "R6.1", idle_stop, 30, false},
    {"coach.arrow_money", CASATA_TIP, CASATA_EVERY_TIME, MOVE, "R3.6", arrow_money, 50, false},
    {"coach.govern_florins", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(VT_PH_GOVERN), "R8.1", govern_florins,
     30, false},
    {"coach.covers_govern", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(VT_PH_HOUSE) | CASATA_ON(VT_PH_REORG),
     "R3.2", covers_govern, 30, false},
    {"coach.idle_disband", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(VT_PH_PAYDAY), "R12.1", idle_disband,
     30, false},
    {"coach.full_court", CASATA_TIP, CASATA_ONCE_A_ROUND, BUY, "R12.6", full_court, 50, false},
    {"coach.big_coin", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(VT_PH_PAY), "R4.1", big_coin, 70, false},
    {"coach.last_winter", CASATA_TIP, CASATA_ONCE_A_ROUND, BUY | ALLY | CASATA_ON(VT_PH_PAYDAY), "R14.2",
     last_winter, 30, false},
    {"coach.end_near", CASATA_TIP, CASATA_ONCE_A_ROUND, MOVE, "R14.1", end_near, 300, false},
    {0},
};
