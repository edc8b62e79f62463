/* virtu_choices.c: the prompt, what each legal action costs and brings, and why others are not possible. Legality
 * itself comes from the phases and the vt_why_not functions. */
#include "games/games.h"
#include "games/virtu/virtu_scene.h"

static struct casata_arg units(unsigned unit, unsigned n) { return casata_count(&vt_units, unit, (int)n); }
static unsigned unit_of(unsigned set) /* crown or cross: either symbol */ {
    return set & (set - 1) ? VT_U_SYMBOL : VT_U_FLORIN + vt_lowest(set);
}
static void costs(struct casata_choice *c, struct vt_cost x) {
    for (int i = 0; i < 2; i++)
        if (x.need[i]) casata_add_cost(c, units(unit_of(x.set[i]), x.need[i]));
    casata_add_cost(c, units(VT_U_FLORIN, x.florins));
}

/* R7.3: what can be paid only with the crown of an indulgence says so. */
static void warn_of_indulgence(const struct vt_builder *b, struct casata_choice *c, int seat,
                               struct vt_cost x) {
    if (!(x.with & VT_WITH_INDULGENCE)) return;
    x.with &= (uint8_t)~VT_WITH_INDULGENCE;
    if (!vt_can_pay(b->d, b->s, seat, x)) casata_add_gain(c, units(VT_U_INDULGENCE, 1));
}

/* --- prompt ---------------------------------------------------------------------------------------------------- */
static const char *const prompt_id[VT_PHASE_COUNT] = {
#define PROMPT_ID(id, word) [id] = "prompt." word,
    VT_PHASES(PROMPT_ID)};

/* Cards that find a place without a discard. */
static unsigned room_at_court(const struct vt_builder *b, int seat) {
    unsigned spaces =
        b->d->facts.dark[VT_LEFT] + b->d->facts.dark[VT_RIGHT] + vt_extra_spaces(b->d, b->s, seat);
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) spaces -= b->s->p[seat].courtier[i] && spaces;
    return spaces;
}
/* R12.5, R12.6: what the basket costs, and for how many cards there is room. */
static void prompt_buy(struct vt_builder *b, const struct casata_frame *f) {
    struct vt_cost sum = vt_basket_cost(b->d, b->s, f->seat);
    unsigned cards = vt_count(b->s->basket & (vt_bit(VT_I_TITLE) - 1)), room = room_at_court(b, f->seat);
    struct casata_arg left = casata_number(room > cards ? (int)(room - cards) : 0);
    struct casata_arg who = casata_seat(f->seat);
    struct casata_msg *prompt = &b->stage.scene->prompt;
    if (!b->s->basket)
        *prompt = casata_message("prompt.buy", 2, who, left);
    else if (!sum.need[1])
        *prompt = casata_message("prompt.buy_more", 4, who, left, units(VT_U_CROWN, sum.need[0]),
                                 units(VT_U_FLORIN, sum.florins));
    else
        *prompt = casata_message("prompt.buy_more_cross", 5, who, left, units(VT_U_CROWN, sum.need[0]),
                                 units(VT_U_FLORIN, sum.florins), units(VT_U_CROSS, sum.need[1]));
}
/* What can still be paid with in the action. A card gives one kind only, so both kinds of a Maneuver are limits. */
static void prompt_at_hand(struct vt_builder *b, const struct casata_frame *f) {
    const struct virtu *s = b->s;
    int seat = f->seat;
    struct casata_arg who = casata_seat(seat);
    struct casata_msg *prompt = &b->stage.scene->prompt;
    if (f->phase == VT_PH_GOVERN)
        *prompt = casata_message(prompt_id[f->phase], 2, who,
                                 units(VT_U_SYMBOL, s->pool[VT_CROWN] + s->pool[VT_CROSS]));
    else if (f->phase == VT_PH_INTRIGUE)
        *prompt = casata_message(prompt_id[f->phase], 2, who,
                                 units(VT_U_MASK, vt_total(b->d, s, seat, VT_MASK, 0) - f->c));
    else
        *prompt = casata_message(prompt_id[f->phase], 3, who,
                                 units(VT_U_CAVALRY, vt_total(b->d, s, seat, VT_CAVALRY, 0) - f->c),
                                 units(VT_U_SHIP, vt_total(b->d, s, seat, VT_SHIP, VT_WITH_OTTOMAN) - f->d));
}
static void set_prompt(struct vt_builder *b) {
    const struct virtu *s = b->s;
    struct casata_scene *scene = b->stage.scene;
    if (scene->seat < 0) {
        scene->prompt = casata_message("prompt.over", 0);
        return;
    }
    if (scene->seat == CASATA_CHANCE) {
        scene->prompt = casata_message("prompt.chance", 0);
        return;
    }
    const struct casata_frame *f = casata_top_of(s);
    struct casata_arg who = casata_seat(scene->seat);
    scene->prompt = casata_message(prompt_id[f->phase], 2, who, casata_number(s->year));
    if (f->phase == VT_PH_HOUSE && vt_two(s)) scene->prompt.id = "prompt.house_two";
    if (f->phase == VT_PH_MOVE && s->p[f->seat].marker == VT_NO_CHAMBER)
        scene->prompt = casata_message("prompt.begin", 2, who, casata_number(s->year));
    if (f->phase == VT_PH_PAYDAY && !vt_soldiers_of(s, f->seat))
        scene->prompt = casata_message("prompt.payday_none", 2, who, casata_number(s->year));
    if (f->phase == VT_PH_BUY) prompt_buy(b, f);
    if (f->phase == VT_PH_GOVERN || f->phase == VT_PH_MANEUVER || f->phase == VT_PH_INTRIGUE)
        prompt_at_hand(b, f);
    if (f->phase == VT_PH_PAY) { /* florins leave the treasury when they are together */
        unsigned there = f->a == 1u << VT_FLORIN ? s->p[f->seat].florins : 0u;
        scene->prompt = casata_message("prompt.pay", 2, who, units(unit_of(f->a), f->b - there));
    }
    if (f->phase == VT_PH_TURN)
        scene->prompt =
            casata_message(f->b ? "prompt.turn_half" : "prompt.turn", 2, who, units(VT_U_SYMBOL, f->a));
    if (f->phase == VT_PH_PLACE)
        scene->prompt = casata_message(room_at_court(b, f->seat) ? "prompt.place" : "prompt.place_full", 2,
                                       who, casata_word(&vt_cards, f->a));
    if (f->phase == VT_PH_RETREAT)
        scene->prompt = casata_message("prompt.retreat", 2, who, casata_word(&vt_cities, f->a));
    if (f->phase == VT_PH_SIEGE)
        scene->prompt = casata_message("prompt.siege", 2, who, casata_word(&vt_cities, f->a));
    if (f->phase == VT_PH_DECLARE) { /* what the fight would come to now, and at most */
        int attacker = f[-1].seat, other = f->e - 1;
        unsigned city = f[-1].a, attack = s->soldiers[attacker][city] + f->a;
        unsigned defence = f->d ? s->soldiers[other][city] : vt_defence(b->d, s, attacker, city);
        scene->prompt =
            casata_message(f->d ? "prompt.battle" : "prompt.declare", 6, who, casata_word(&vt_cities, city),
                           casata_number((int)attack), casata_number((int)(defence + (f->e ? f->b : 0u))),
                           casata_number((int)vt_war_reach(b->d, s, f, attacker)),
                           casata_number(other < 0 ? 0 : (int)vt_war_reach(b->d, s, f, other)));
    }
}

/* An action that nothing can be done with: said at once, before somebody searches for it. */
static void tell_vain(struct vt_builder *b, unsigned phase) {
    static const char *const vain[VT_PHASE_COUNT] = {
        [VT_PH_GOVERN] = "prompt.govern_vain",      [VT_PH_PATRONAGE] = "prompt.patronage_vain",
        [VT_PH_TRADE] = "prompt.trade_vain",        [VT_PH_ANNEX] = "prompt.annex_vain",
        [VT_PH_MANEUVER] = "prompt.maneuver_vain",  [VT_PH_INTRIGUE] = "prompt.intrigue_vain",
        [VT_PH_INFLUENCE] = "prompt.influence_vain"};
    if (!vain[phase]) return;
    for (int i = 0; i < b->stage.scene->n_choices; i++) {
        unsigned kind = casata_kind(b->stage.scene->choice[i].action);
        if (kind != VT_A_STOP && kind != VT_A_INDULGE && kind != VT_A_COLLECT) return;
    }
    b->stage.scene->prompt.id = vain[phase];
}

/* --- choices --------------------------------------------------------------------------------------------------- */
static int16_t piece_with_face(const struct vt_builder *b, int slot, struct casata_arg face) {
    for (int i = 0; i < b->stage.scene->n_pieces; i++) {
        const struct casata_piece *p = &b->stage.scene->piece[i];
        if (p->slot == slot && p->face.words == face.words && p->face.index == face.index) return (int16_t)i;
    }
    return -1;
}
static int16_t card_in(const struct vt_builder *b, int slot, unsigned card) {
    return piece_with_face(b, slot, casata_word(&vt_cards, card));
}
/* The space that the next card on an edge gets. */
static int free_space(const struct vt_builder *b, int seat, unsigned edge) {
    unsigned i = edge * VT_EDGE_SPACES, last = i + VT_EDGE_SPACES - 1;
    while (i < last && b->s->p[seat].courtier[i]) i++;
    return vt_slot(b, VT_F_COURTIER, seat, i);
}
static void touch_source(const struct vt_builder *b, struct casata_choice *c, int seat, unsigned source) {
    int zone = vt_slot(b, VT_F_ZONE, seat, 0);
    c->slot = (int16_t)zone;
    if (source < VT_S_CITY) {
        c->slot = (int16_t)vt_slot(b, VT_F_COURTIER, seat, source);
        c->piece = card_in(b, c->slot, b->s->p[seat].courtier[source] - 1u);
    } else if (source < VT_S_TILE)
        c->piece = piece_with_face(b, zone, vt_city_face(b->d, b->s, source - VT_S_CITY));
    else if (source < VT_S_ALLIANCE)
        c->piece = piece_with_face(b, zone, vt_tile_face(b->s, seat, source - VT_S_TILE));
    else if (source < VT_S_INDULGENCE) {
        unsigned alliance = source - VT_S_ALLIANCE;
        c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * alliance + b->s->ally_used[alliance]);
    } else
        c->slot = (int16_t)vt_slot(b, VT_F_AREA, seat, 0);
}
/* A place where an agent stands or may go; with one there, it is the agent that is touched. */
static void touch_place(const struct vt_builder *b, struct casata_choice *c, unsigned place,
                        const char *in_city, const char *in_chamber) {
    unsigned alliance = place - VT_P_ALLIANCE;
    if (place < VT_P_CHAMBER) {
        c->slot = (int16_t)vt_city_slot(b, place);
        c->text = casata_message(in_city, 1, casata_word(&vt_places, place));
    } else if (place < VT_P_ALLIANCE) {
        unsigned k = place - VT_P_CHAMBER, seat = k / VT_CHAMBER_COUNT, chamber = k % VT_CHAMBER_COUNT;
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, (int)seat, chamber);
        c->text = casata_message(in_chamber, 3, casata_number((int)chamber + 1), casata_seat((int)seat),
                                 casata_word(&vt_actions, vt_chamber_action(b->d, b->s, (int)seat, chamber)));
    } else {
        if (place < VT_P_RESERVE) c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * alliance);
        c->text = place < VT_P_RESERVE ? casata_message(in_city, 1, casata_word(&vt_places, place))
                                       : casata_message("act.agent_reserve", 0);
    }
    if (c->slot < 0) return;
    c->piece = casata_piece_at(&b->stage, c->slot, VT_KIND_AGENT, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    if (c->piece >= 0 || place < VT_P_ALLIANCE) return;
    int right = c->slot + 1; /* R13.7 */
    c->piece = casata_piece_at(&b->stage, right, VT_KIND_AGENT, CASATA_ANY, CASATA_ANY, CASATA_ANY);
    if (c->piece >= 0) c->slot = (int16_t)right;
}
/* R10.11: somebody else who besieges the city already; -1: nobody. */
static int rival_before(const struct vt_builder *b, int seat, unsigned city) {
    for (int k = 0; k < b->s->head.seats; k++)
        if (k != seat && b->s->soldiers[k][city] && !(b->s->p[k].routed >> city & 1) &&
            !(vt_friendly(b->d, b->s, k) >> city & 1))
            return k;
    return -1;
}
enum { SIEGE_PLAIN, SIEGE_BONUS, SIEGE_BATTLE, SIEGE_TEXTS };
static const char *const by_road[SIEGE_TEXTS] = {"act.road_siege", "act.road_siege_bonus", "act.road_battle"},
                         *const by_sea[SIEGE_TEXTS] = {"act.sea_siege", "act.sea_siege_bonus",
                                                       "act.sea_battle"},
                         *const there[SIEGE_TEXTS] = {"act.siege_of", "act.siege_of_bonus",
                                                      "act.siege_battle"};
/* R8.15: what a siege would come to, soldiers on the way counted, and how much bonuses could add. */
static struct casata_msg siege_msg(const struct vt_builder *b, const char *const *id, int seat, unsigned from,
                                   unsigned city, unsigned more) {
    int defender = vt_defender(b->d, b->s, city), rival = rival_before(b, seat, city);
    unsigned mine = vt_war_reach(b->d, b->s, NULL, seat);
    unsigned theirs = defender < 0 ? 0 : vt_war_reach(b->d, b->s, NULL, defender);
    unsigned attack = more + (b->s->p[seat].routed >> city & 1 ? 0u : b->s->soldiers[seat][city]);
    unsigned defence = vt_defence(b->d, b->s, seat, city);
    struct casata_arg start = casata_word(&vt_cities, from), where = casata_word(&vt_cities, city);
    if (rival >= 0)
        return casata_message(id[SIEGE_BATTLE], 5, start, where, casata_number((int)attack),
                              casata_number(b->s->soldiers[rival][city]), casata_seat(rival));
    if (mine || theirs)
        return casata_message(id[SIEGE_BONUS], 6, start, where, casata_number((int)attack),
                              casata_number((int)defence), casata_number((int)mine),
                              casata_number((int)theirs));
    return casata_message(id[SIEGE_PLAIN], 5, start, where, casata_number((int)attack),
                          casata_number((int)defence),
                          casata_word(&vt_verdicts, attack > defence ? VT_ENOUGH : VT_SHORT));
}
/* The first city whose soldiers could march now and no more once one from `from` has started; -1: none (G63). */
static int first_stranded(const struct vt_builder *b, int seat, unsigned from) {
    const struct casata_frame *f = casata_top_of(b->s);
    if (from + 1 == f->b) return -1;
    uint32_t left = vt_march_starts(b->d, b->s, f, seat) & (vt_bit(from) - 1);
    return left ? (int)vt_lowest(left) : -1;
}
static void describe_march(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    unsigned from = casata_a(a), to = casata_b(a);
    bool road = casata_kind(a) == VT_A_ROAD;
    c->slot = (int16_t)vt_city_slot(b, to);
    c->piece =
        casata_piece_at(&b->stage, vt_city_slot(b, from), VT_KIND_SOLDIER, seat, CASATA_ANY, CASATA_ANY);
    casata_add_cost(c, road ? units(VT_U_CAVALRY, 1) : units(VT_U_SHIP, vt_crossing(b->d, from, to)));
    c->rule = road ? "R8.12" : "R8.13";
    if (!(vt_friendly(b->d, b->s, seat) >> to & 1))
        c->text = siege_msg(b, road ? by_road : by_sea, seat, from, to, 1);
    else if (first_stranded(b, seat, from) >= 0) /* G63: who has not gone by then stays */
        c->text = casata_message(road ? "act.road_leaves" : "act.sea_leaves", 3,
                                 casata_word(&vt_cities, from), casata_word(&vt_cities, to),
                                 casata_word(&vt_cities, (unsigned)first_stranded(b, seat, from)));
}
static void describe_source(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct casata_frame *f = casata_top_of(b->s);
    unsigned source = casata_a(a);
    touch_source(b, c, seat, source);
    if (casata_kind(a) == VT_A_COLLECT) {
        c->text = casata_message("act.collect", 1, vt_source_arg(b->s, seat, source));
        casata_add_gain(c, units(VT_U_FLORIN, vt_gives(b->d, b->s, seat, source, 1u << VT_FLORIN)));
        c->rule = "R4.2";
    } else if (casata_kind(a) == VT_A_TURN) {
        c->rule = "R8.1";
    } else if (casata_kind(a) == VT_A_STEP_ARROW) {
        c->rule = "R6.3";
    } else if (casata_kind(a) == VT_A_DECLARE) {
        c->text = casata_message("act.declare", 2, vt_source_arg(b->s, seat, source),
                                 casata_number((int)casata_b(a)));
        c->rule = "R10.4";
    } else {
        unsigned set = f->phase == VT_PH_PAY     ? f->a
                       : f->phase == VT_PH_TRADE ? 1u << VT_SHIP
                                                 : 1u << VT_CROWN | 1u << VT_CROSS;
        c->text = casata_message("act.pay", 1, vt_source_arg(b->s, seat, source));
        casata_add_gain(c, units(unit_of(set), vt_gives(b->d, b->s, seat, source, set)));
        c->rule = "R4.3";
    }
}
static struct casata_arg chamber_arg(const struct vt_builder *b, int seat, unsigned chamber) {
    return casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, chamber));
}
/* A card goes somewhere: the card is touched, then the place. */
static void touch_card(const struct vt_builder *b, struct casata_choice *c, int from, unsigned card, int to) {
    c->piece = card_in(b, from, card);
    c->slot = (int16_t)to;
}
static void describe_winter_move(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct virtu_player *p = &b->s->p[seat];
    bool leaves = casata_kind(a) == VT_A_LEAVE;
    unsigned chamber = leaves ? casata_a(a) : casata_b(a);
    int room = vt_slot(b, VT_F_CHAMBER, seat, chamber);
    c->rule = "R12.2";
    if (leaves) {
        unsigned card = (casata_b(a) == VT_AS_ACTION ? p->chamber : p->upgrade)[chamber] - 1u;
        touch_card(b, c, room, card, free_space(b, seat, casata_c(a)));
        c->text = casata_message("act.leave_card", 3, casata_word(&vt_cards, card),
                                 casata_number((int)chamber + 1), casata_word(&vt_edges, casata_c(a)));
        return;
    }
    unsigned space = casata_a(a), card = p->courtier[space] - 1u;
    touch_card(b, c, vt_slot(b, VT_F_COURTIER, seat, space), card, room);
    c->text = casata_message(p->chamber[chamber] ? "act.enter_under" : "act.enter_card", 3,
                             casata_word(&vt_cards, card), casata_number((int)chamber + 1),
                             chamber_arg(b, seat, chamber));
}
static void describe_courtier(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    unsigned space = casata_a(a), card = b->s->p[seat].courtier[space] - 1u;
    int slot = vt_slot(b, VT_F_COURTIER, seat, space);
    bool shift = casata_kind(a) == VT_A_SHIFT;
    touch_card(b, c, slot, card, shift ? free_space(b, seat, !vt_edge(space)) : slot);
    c->text = casata_message(shift ? "act.shift_card" : "act.discard_card", 1, casata_word(&vt_cards, card));
    c->rule = shift ? "R12.2" : "R3.10";
}
static void describe_house(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    int area = vt_slot(b, VT_F_AREA, seat, 0);
    unsigned card = casata_a(a), where = casata_b(a);
    c->rule = "R2.10";
    if (casata_kind(a) == VT_A_COURT) {
        touch_card(b, c, area, card, free_space(b, seat, where));
        return;
    }
    touch_card(b, c, area, card, vt_slot(b, VT_F_CHAMBER, seat, where));
    c->text = casata_message(casata_kind(a) == VT_A_ROOM ? "act.room_in" : "act.under_in", 3,
                             casata_word(&vt_cards, card), casata_number((int)where + 1),
                             chamber_arg(b, seat, where));
}
static void describe_palace(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    switch (casata_kind(a)) {
    case VT_A_SHIFT:
    case VT_A_DISCARD: describe_courtier(b, c, seat, a); break;
    case VT_A_ENTER:
    case VT_A_LEAVE: describe_winter_move(b, c, seat, a); break;
    case VT_A_PLACE:
        c->slot = (int16_t)free_space(b, seat, casata_a(a));
        c->rule = "R12.6";
        break;
    case VT_A_MARKER:
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, casata_a(a));
        c->text = casata_message("act.marker_in", 2, casata_number((int)casata_a(a) + 1),
                                 chamber_arg(b, seat, casata_a(a)));
        c->rule = "R6.1";
        break;
    default: describe_house(b, c, seat, a);
    }
}
static void describe_city(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    struct vt_cost x = {0};
    unsigned city = casata_a(a);
    c->slot = (int16_t)vt_city_slot(b, city);
    switch (casata_kind(a)) {
    case VT_A_ANNEX:
        vt_why_not_annex(b->d, b->s, seat, city, &x);
        costs(c, x);
        casata_add_gain(c, units(VT_U_CITY, 1));
        warn_of_indulgence(b, c, seat, x);
        c->rule = "R8.8";
        break;
    case VT_A_RECRUIT:
        casata_add_cost(c, units(VT_U_FLORIN, vt_recruit_price(b->d, &b->s->p[seat], city)));
        casata_add_gain(c, units(VT_U_SOLDIER, 1));
        c->rule = "R12.11";
        break;
    case VT_A_SAIL:
        casata_add_cost(c, units(VT_U_SHIP, vt_crossing(b->d, casata_top_of(b->s)->a, city))),
            c->rule = "R10.10";
        break;
    case VT_A_SIEGE:
        c->text = siege_msg(b, there, seat, city, city, 0);
        c->rule = "R10.1";
        break;
    case VT_A_CATHEDRAL: c->rule = "R12.9"; break;
    default: c->rule = "R10.10";
    }
}
/* R6.7: with what lies in the way of the action. */
static struct casata_msg stop_msg(const struct vt_builder *b, int seat) {
    const struct virtu_player *p = &b->s->p[seat];
    unsigned agent = p->agent[p->marker], action = vt_chamber_action(b->d, b->s, seat, p->marker);
    struct casata_arg what = chamber_arg(b, seat, p->marker);
    if (p->indulgences >> p->marker & 1) return casata_message("act.stop_indulgence", 1, what);
    if (agent && agent != seat + 1u && action != VT_INTRIGUE)
        return casata_message("act.stop_agent", 2, what, casata_seat((int)agent - 1));
    return casata_message("act.stop_at", 1, what);
}
static void describe_turn(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct virtu_player *p = &b->s->p[seat];
    switch (casata_kind(a)) {
    case VT_A_STEP_FLORINS: casata_add_cost(c, units(VT_U_FLORIN, 2)); /* fall through */
    case VT_A_STEP: {
        unsigned next = (p->marker + 1u) % VT_CHAMBER_COUNT;
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, next);
        unsigned edge = vt_edge_passed(b->d, b->s, p, p->marker);
        bool paid = casata_kind(a) == VT_A_STEP_FLORINS;
        c->text = edge < 2 ? casata_message(paid ? "act.step_florins_past" : "act.step_past", 2,
                                            chamber_arg(b, seat, next), casata_word(&vt_edges, edge))
                           : casata_message(paid ? "act.step_florins_to" : "act.step_to", 1,
                                            chamber_arg(b, seat, next));
        c->rule = "R6.2";
        break;
    }
    case VT_A_PASS: /* the place of the fight */
        c->slot = (int16_t)vt_city_slot(b, casata_top_of(b->s)[-1].a);
        c->rule = "R10.5";
        break;
    case VT_A_STOP:
        if (casata_top_of(b->s)->phase != VT_PH_MOVE) {
            if (b->s->season == VT_WINTER)
                c->text = casata_message(b->s->basket ? "act.pay_basket" : "act.go_on", 0);
            break;
        }
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, p->marker);
        c->text = stop_msg(b, seat);
        c->rule = "R6.6";
        break;
    case VT_A_ABSOLVE:
        casata_add_cost(c, units(VT_U_FLORIN + casata_a(a), casata_a(a) == VT_CROSS
                                                                ? b->d->indulgences[0].remove_X
                                                                : b->d->indulgences[0].remove_C));
        c->rule = "R7.5";
        break;
    case VT_A_INDULGE:
        casata_add_gain(c, units(VT_U_FLORIN, b->d->indulgences[0].gain_F)), c->rule = "R7.3";
        break;
    case VT_A_USE: casata_add_gain(c, units(VT_U_FLORIN + casata_b(a), casata_c(a))), c->rule = "R4.5"; break;
    case VT_A_ADVANCE: {
        unsigned space = p->patronage + 1u;
        casata_add_cost(c, units(VT_U_SYMBOL, b->d->patronage_track[space].cost_CX));
        casata_add_cost(c, units(VT_U_FLORIN, b->d->patronage_track[space].cost_F));
        warn_of_indulgence(b, c, seat, vt_patronage_cost(b->d, p));
        c->slot = (int16_t)vt_slot(b, VT_F_PATRONAGE, -1, space);
        c->rule = "R8.3";
        break;
    }
    case VT_A_BONUS:
        c->slot = (int16_t)vt_slot(b, VT_F_BONUSES, -1, 0);
        c->piece = piece_with_face(b, c->slot, casata_word(&vt_bonuses, casata_a(a)));
        c->rule = "R8.4";
        break;
    case VT_A_PAYDAY: {
        unsigned soldiers = vt_soldiers_of(b->s, seat);
        casata_add_cost(c, units(VT_U_FLORIN, vt_pay_due(b->d, soldiers)));
        if (!soldiers) c->text = casata_message("act.go_on", 0);
        c->rule = "R12.1";
        break;
    }
    default: break;
    }
}
/* What a purchase brings beside the symbols printed on it. */
static void add_lasting_gains(const struct vt_builder *b, struct casata_choice *c, int seat, unsigned item) {
    const struct virtu_data *d = b->d;
    const struct virtu_player *p = &b->s->p[seat];
    if (item < VT_I_TITLE) {
        if (p->agents < d->powers[p->power].max_agents)
            casata_add_gain(c, units(VT_U_AGENT, d->dignitaries[item].agent));
        casata_add_gain(c, units(VT_U_POINT, d->dignitaries[item].pp));
        return;
    }
    if (item == VT_I_CATHEDRAL) casata_add_gain(c, units(VT_U_POINT, d->cathedrals[0].pp));
    if (item >= VT_I_GUILD) return;
    unsigned row = vt_title_row(p, item - VT_I_TITLE);
    casata_add_gain(c, units(VT_U_SPACE, d->titles[row].courtier_slots));
    casata_add_gain(c, units(VT_U_POINT, d->titles[row].pp));
}
static void describe_deal(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    if (casata_kind(a) == VT_A_BUY) {
        struct virtu_price price = vt_price(b->d, &b->s->p[seat], casata_a(a));
        casata_add_cost(c, units(VT_U_CROWN, price.cost_C));
        casata_add_cost(c, units(VT_U_CROSS, price.cost_X));
        casata_add_cost(c, units(VT_U_FLORIN, price.cost_F));
        add_lasting_gains(b, c, seat, casata_a(a));
        struct vt_cost sum = vt_basket_cost(b->d, b->s, seat);
        sum.need[0] = (uint8_t)(sum.need[0] + price.cost_C);
        sum.need[1] = (uint8_t)(sum.need[1] + price.cost_X);
        sum.florins = (uint8_t)(sum.florins + price.cost_F);
        warn_of_indulgence(b, c, seat, sum);
        c->slot = (int16_t)vt_slot(b, VT_F_MARKET, -1, casata_a(a));
        c->piece = casata_piece_at(&b->stage, c->slot, casata_a(a) < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE,
                                   CASATA_ANY, CASATA_ANY, CASATA_ANY);
        c->rule = "R12.5";
        return;
    }
    unsigned alliance = casata_a(a);
    c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * alliance);
    c->rule = casata_kind(a) == VT_A_ALLY ? "R13.2" : "R8.1";
    if (casata_kind(a) != VT_A_ALLY) return;
    if (casata_b(a) == VT_SYMBOL_COUNT)
        c->text = casata_message("act.ally_any", 1, casata_word(&vt_alliances, alliance));
    struct vt_cost cost = vt_ally_cost(b->d, alliance, casata_b(a));
    costs(c, cost);
    casata_add_gain(c, units(VT_U_POINT, 1)); /* R15.6 */
    warn_of_indulgence(b, c, seat, cost);
}
static void describe(struct vt_builder *b, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    switch (casata_kind(a)) {
    case VT_A_COLLECT:
    case VT_A_STEP_ARROW:
    case VT_A_PAY:
    case VT_A_TURN:
    case VT_A_DECLARE: describe_source(b, c, seat, a); break;
    case VT_A_ROAD:
    case VT_A_SEA: describe_march(b, c, seat, a); break;
    case VT_A_REMOVE:
        touch_place(b, c, casata_a(a), "act.remove", "act.remove_chamber"), c->rule = "R8.17";
        break;
    case VT_A_AGENT:
        touch_place(b, c, casata_a(a), "act.agent", "act.agent_chamber"), c->rule = "R8.17";
        break;
    case VT_A_TO: touch_place(b, c, casata_a(a), "act.to", "act.to_chamber"), c->rule = "R8.17"; break;
    case VT_A_ROOM:
    case VT_A_UNDER:
    case VT_A_COURT:
    case VT_A_MARKER:
    case VT_A_SHIFT:
    case VT_A_DISCARD:
    case VT_A_ENTER:
    case VT_A_LEAVE:
    case VT_A_PLACE: describe_palace(b, c, seat, a); break;
    case VT_A_ANNEX:
    case VT_A_SIEGE:
    case VT_A_RETREAT:
    case VT_A_SAIL:
    case VT_A_DISBAND:
    case VT_A_CATHEDRAL:
    case VT_A_RECRUIT: describe_city(b, c, seat, a); break;
    case VT_A_BUY:
    case VT_A_REVIVE:
    case VT_A_ALLY: describe_deal(b, c, seat, a); break;
    case VT_A_INFLUENCE:
        c->slot = (int16_t)vt_slot(b, VT_F_INFLUENCE, -1,
                                   casata_a(a) * VT_INFLUENCE_SPACES + b->s->influence[casata_a(a)]);
        costs(c, vt_influence_cost(b->d, b->s, seat, casata_a(a), casata_b(a)));
        c->rule = "R20.7";
        break;
    default: describe_turn(b, c, seat, a);
    }
}

/* --- what is not possible, and why ------------------------------------------------------------------------------ */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    VT_REASONS(REASON_ID)};

static bool is_listed(const struct vt_builder *b, casata_action a) {
    for (int i = 0; i < b->stage.scene->n_choices; i++)
        if (b->stage.scene->choice[i].action >> 16 == a >> 16) return true;
    return false;
}
static void block(struct vt_builder *b, int slot, struct casata_msg text, unsigned reason, const char *rule) {
    casata_add_blocked(&b->stage, slot, text,
                       casata_message(reason_id[reason == VT_CAN ? VT_TOO_DEAR : reason], 0), rule);
}
/* Cities whose turn in the order of the list is over (G63). */
static void block_cities(struct vt_builder *b, uint32_t cities, const char *what, const char *rule) {
    for (; cities; cities &= cities - 1) {
        unsigned city = vt_lowest(cities);
        block(b, vt_city_slot(b, city), casata_message(what, 1, casata_word(&vt_cities, city)),
              VT_OUT_OF_ORDER, rule);
    }
}
static void list_blocked(struct vt_builder *b, int seat) {
    const struct casata_frame *f = casata_top_of(b->s);
    struct vt_cost x;
    switch (f->phase) {
    case VT_PH_ANNEX:
        for (unsigned i = 0; i < VT_CITY_COUNT; i++) {
            if (b->s->owner[i] == seat + 1 || !(vt_board(b->d, b->s) >> i & 1) ||
                is_listed(b, casata_act(VT_A_ANNEX, i, 0, 0)))
                continue;
            block(b, vt_city_slot(b, i), casata_message("act.annex", 1, casata_word(&vt_cities, i)),
                  vt_why_not_annex(b->d, b->s, seat, i, &x), "R8.8");
        }
        break;
    case VT_PH_BUY:
        for (unsigned i = 0; i < VT_ITEM_COUNT; i++) {
            if (b->s->basket >> i & 1 || is_listed(b, casata_act(VT_A_BUY, i, 0, 0))) continue;
            unsigned why = vt_why_not_buy(b->d, b->s, seat, i);
            block(b, vt_slot(b, VT_F_MARKET, -1, i), casata_message("act.buy", 1, casata_word(&vt_items, i)),
                  why == VT_CAN && vt_buy_rank(i) < f->a ? VT_OUT_OF_ORDER : why, "R12.5");
        }
        break;
    case VT_PH_MANEUVER: /* G63 */
        block_cities(b,
                     vt_friendly(b->d, b->s, seat) & vt_stationed(b->s, seat) &
                         ~vt_march_starts(b->d, b->s, f, seat),
                     "act.march_from", "R8.14");
        break;
    case VT_PH_RECRUIT:
        block_cities(b, b->s->p[seat].cities & (vt_bit(f->a) - 1), "act.recruit", "R12.11");
        break;
    case VT_PH_ALLY:
        for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
            if (!is_listed(b, casata_act(VT_A_ALLY, i, 0, 0)))
                block(b, vt_slot(b, VT_F_ALLIANCE, -1, 2 * i),
                      casata_message("act.ally_any", 1, casata_word(&vt_alliances, i)),
                      vt_why_not_ally(b->d, b->s, seat, i), "R13.2");
        break;
    default: break;
    }
}

/* --- in which order ---------------------------------------------------------------------------------------------
 * What one usually wants comes first, what gives something away later, what ends the decision last; things that are
 * chosen one after the other stand in the order in which they can be chosen (G63). */
static unsigned rank_of(unsigned phase, casata_action a) {
    enum { BESIDES = 1 << 12, LOSSES = 2 << 12, END = 3 << 12 };
    static const uint16_t rank[VT_A_COUNT] = {
        [VT_A_STEP_FLORINS] = 2, [VT_A_STEP_ARROW] = 2,    [VT_A_TURN] = 1,
        [VT_A_SHIFT] = 1,        [VT_A_COLLECT] = BESIDES, [VT_A_INDULGE] = BESIDES + 1,
        [VT_A_DISBAND] = LOSSES, [VT_A_DISCARD] = LOSSES,  [VT_A_KEEP] = END,
        [VT_A_PASS] = END,       [VT_A_GIVE_UP] = END,     [VT_A_FORGO] = END};
    unsigned kind = casata_kind(a);
    switch (kind) {
    case VT_A_STOP: /* steps that cost something come after it, and discards, which are seldom wanted */
        return phase == VT_PH_MOVE ? 1 : phase == VT_PH_REORG ? BESIDES : END;
    case VT_A_BUY: return vt_buy_rank(casata_a(a));
    case VT_A_ROAD:
    case VT_A_SEA: return casata_a(a); /* soldiers by the city where they stand */
    case VT_A_AGENT: return casata_a(a) == VT_P_RESERVE ? 1 : 2;
    default: return rank[kind];
    }
}
static void sort_by_rank(unsigned phase, casata_action *list, int n) {
    for (int i = 1; i < n; i++) {
        casata_action a = list[i];
        int at = i;
        for (; at > 0 && rank_of(phase, list[at - 1]) > rank_of(phase, a); at--) list[at] = list[at - 1];
        list[at] = a;
    }
}

void vt_scene_choices(struct vt_builder *b, int viewer) {
    casata_action legal[CASATA_MAX_CHOICES];
    set_prompt(b);
    if (b->stage.scene->seat < 0 || viewer != b->stage.scene->seat) return;
    const struct casata_frame *f = casata_top_of(b->s);
    int n = virtu_rules.phases[f->phase]->legal(b->d, b->s, f, viewer, legal);
    sort_by_rank(f->phase, legal, n);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &b->stage.scene->choice[b->stage.scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        describe(b, c, viewer);
    }
    tell_vain(b, f->phase);
    list_blocked(b, viewer);
}
