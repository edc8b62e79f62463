/* legacy_scene.c: things on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/legacy/legacy_scene.h"

#define SPACES(X) X(, "title") X(, "midwife") X(, "mansion") X(, "venture") X(, "mission") X(, "philanthropy")
CASATA_WORDS(leg_spaces, "space", SPACES);
#define MARKET(X) X(, "mansion") X(, "venture")
CASATA_WORDS(leg_market, "market", MARKET);
enum { DECK_FRIENDS, DECK_DISCARDS, DECK_CHILDREN, DECK_MISSIONS }; /* ORDER deck */
#define DECKS(X) X(, "friends") X(, "discards") X(, "children") X(, "missions")
CASATA_WORDS(leg_decks, "deck", DECKS);
/* The relation of a relative of Testament to the person they are attached to. */
enum { IS_PARENT, IS_SPOUSE, IS_CHILD }; /* ORDER relation */
#define RELATIONS(X) X(, "parent") X(, "spouse") X(, "child")
CASATA_WORDS(leg_relations, "relation", RELATIONS);

const struct casata_family leg_families[LEG_FAMILY_COUNT] = {
    /* ORDER family */
    [LEG_FAM_ROUND] = {"round", CASATA_TRACK, NULL, "R4.1"},
    [LEG_FAM_SPACE] = {"space", CASATA_ROW, &leg_spaces, "R7.2"},
    [LEG_FAM_TITLE] = {"title", CASATA_ROW, NULL, "R14"},
    [LEG_FAM_PHIL] = {"philanthropy", CASATA_ROW, NULL, "R19"},
    [LEG_FAM_DISPLAY] = {"display", CASATA_ROW, NULL, "R13.3"},
    [LEG_FAM_DRAWN] = {"drawn", CASATA_ROW, NULL, "R18.2"},
    [LEG_FAM_POOL] = {"pool", CASATA_ROW, NULL, "R1.6"},
    [LEG_FAM_HINT] = {"hint", CASATA_ROW, NULL, "R27.13"},
    [LEG_FAM_MARKET] = {"market", CASATA_ROW, &leg_market, "R16"},
    [LEG_FAM_DECK] = {"deck", CASATA_STACK, &leg_decks, "R13.7"},
    [LEG_FAM_BOARD] = {"board", CASATA_FIXED, NULL, "R7.2"},
    [LEG_FAM_PAWNS] = {"pawns", CASATA_ROW, NULL, "R7.1"},
    [LEG_FAM_MISSION] = {"mission", CASATA_ROW, NULL, "R18.5"},
    [LEG_FAM_PATRON] = {"patron", CASATA_ROW, NULL, "R22.1"},
    [LEG_FAM_HAND] = {"hand", CASATA_FAN, NULL, "R23.1"},
    [LEG_FAM_TREE] = {"tree", CASATA_TREE, NULL, "R2.1"},
};

/* --- slots --------------------------------------------------------------------------------------------------- */
static const uint8_t board_action[] = {LEG_DO_MARRY, LEG_DO_OFFSPRING, LEG_DO_LOAN, LEG_DO_FRIENDS};

int leg_slot_of_action(const struct casata_scene_builder *build, unsigned action, int seat) {
    if (action >= LEG_DO_TITLE) return casata_slot_at(build, LEG_FAM_SPACE, -1, action - LEG_DO_TITLE);
    return casata_slot_at(build, LEG_FAM_BOARD, seat,
                          action > LEG_DO_MARRY ? action - 1 : 0); /* R9: one space for both */
}

int leg_slot_of_deck(const struct casata_scene_builder *build) {
    return casata_slot_at(build, LEG_FAM_DECK, -1, DECK_FRIENDS);
}

/* The person by whom somebody is attached to the tree: a parent, or in Testament the child or spouse that was there
 * first; -1: none. It calls itself for a mate with a lower number only, so at most LEG_NODES deep; a tree of n persons
 * takes O(n^2) such calls, each O(n) in Testament: n is at most LEG_NODES. */
static int above(const struct legacy *s, unsigned i, unsigned *relation) {
    *relation = IS_CHILD;
    if (s->parent[i] && s->parent[i] - 1u < i) return s->parent[i] - 1;
    *relation = IS_PARENT;
    for (unsigned child = 0; child < i && leg_testament(s); child++)
        if (s->parent[child] == i + 1) return (int)child;
    if (!s->mate[i] || s->mate[i] - 1u > i) return -1;
    int mate = s->mate[i] - 1, over = above(s, (unsigned)mate, relation);
    if (over >= 0 && *relation == IS_PARENT) return over;
    *relation = IS_SPOUSE;
    return mate;
}
static void add_branch(struct casata_scene_builder *build, int seat, unsigned node) {
    const struct legacy *s = build->state;
    unsigned relation;
    int over = above(s, node, &relation);
    build->mark[node] = (int16_t)build->scene->n_slots;
    struct casata_slot *slot = casata_add_slot(build, LEG_FAM_TREE, seat, 0, (int)node, -1);
    if (over >= 0) {
        slot->above = (uint16_t)(build->mark[over] + 1);
        if (leg_testament(s)) {
            slot->print = casata_word(&leg_relations, relation);
            slot->also = casata_word(&leg_tree_sides, leg_side_of(s, node));
        }
    }
    for (unsigned i = node + 1; i < s->nodes; i++)
        if (above(s, i, &relation) == (int)node) add_branch(build, seat, i);
}
static void add_slots(struct casata_scene_builder *build) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    unsigned relation;
    bool testament = leg_testament(s);
    for (int i = 1; i <= d->generations[LEG_GENERATIONS - 1].last_round; i++)
        casata_add_slot(build, LEG_FAM_ROUND, -1, 0, i, i);
    for (unsigned family = LEG_FAM_SPACE; family <= LEG_FAM_DECK; family++)
        if (family != LEG_FAM_HINT || testament) casata_add_rows(build, family, -1);
    for (int seat = 0; seat < s->head.seats; seat++) {
        for (unsigned i = 0; i < sizeof board_action; i++)
            casata_add_slot(build, LEG_FAM_BOARD, seat, 0, (int)i + 1, -1)->print =
                leg_action_name(s, board_action[i]);
        for (unsigned family = LEG_FAM_PAWNS; family <= LEG_FAM_HAND; family++)
            if (family != LEG_FAM_PATRON || !testament) casata_add_rows(build, family, seat);
        for (unsigned i = 0; i < s->nodes; i++)
            if (s->owner[i] == seat && above(s, i, &relation) < 0) add_branch(build, seat, i);
    }
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
static void add_card(struct casata_scene_builder *build, unsigned kind, int seat, int slot, unsigned id,
                     struct casata_arg face) {
    struct casata_piece *piece = casata_add_piece(build, kind, seat, slot);
    piece->id = (uint16_t)id;
    piece->face = face;
}
static void add_friend(struct casata_scene_builder *build, unsigned kind, int seat, int slot,
                       unsigned friend) {
    add_card(build, kind, seat, slot, LEG_ID_FRIEND + friend, casata_word(&leg_friends, friend));
}
static void add_mission(struct casata_scene_builder *build, unsigned kind, int seat, int slot, unsigned m) {
    add_card(build, kind, seat, slot, LEG_ID_MISSION + m, casata_word(&leg_missions, m));
}
/* R7.2: the pawns on the spaces and whose they are; R26.3: spaces closed by the display. */
static void add_spaces(struct casata_scene_builder *build) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    for (unsigned i = 0; i < LEG_SPACES; i++) {
        int slot = casata_slot_at(build, LEG_FAM_SPACE, -1, i), seat = leg_pawn_owner(s, i);
        if (leg_pawn_is_extra(s, i))
            casata_add_faced(build, LEG_K_EXTRA, seat, slot,
                             casata_word(&leg_pawns, leg_colour_of(LEG_DO_TITLE + i)), 1);
        else if (seat >= 0)
            casata_add_piece(build, LEG_K_OWN, seat, slot);
        else if (leg_need_space(d, s, LEG_DO_TITLE + i) == LEG_SHUT)
            casata_add_piece(build, LEG_K_CLOSED, -1, slot);
    }
}
static void add_decks(struct casata_scene_builder *build) {
    const struct legacy *s = build->state;
    unsigned discards = 0, children = 0, missions = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) discards += s->at[i] == LEG_DISCARD;
    for (unsigned kind = 0; kind < 3; kind++) children += leg_child_cards(s, kind);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) missions += s->mission[m] == LEG_M_DECK;
    casata_add_pile(build, LEG_K_BACK, -1, casata_slot_at(build, LEG_FAM_DECK, -1, DECK_FRIENDS),
                    s->deck_left);
    casata_add_pile(build, LEG_K_DISCARDS, -1, casata_slot_at(build, LEG_FAM_DECK, -1, DECK_DISCARDS),
                    discards);
    casata_add_pile(build, LEG_K_CHILDREN, -1, casata_slot_at(build, LEG_FAM_DECK, -1, DECK_CHILDREN),
                    children);
    casata_add_pile(build, LEG_K_MISSIONS, -1, casata_slot_at(build, LEG_FAM_DECK, -1, DECK_MISSIONS),
                    missions - s->mission_hidden);
}
/* Cards that were drawn and wait for a decision: missions (R18.2), children (G35), a complication (R10.5). */
static unsigned drawn_missions(const struct legacy *s) {
    unsigned set = 0;
    for (int i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        if (f->phase == LEG_PH_MISSIONS) {
            const struct leg_missions *l = casata_locals(leg_missions, f);
            set |= (l->first ? 1u << (l->first - 1) : 0) | (l->second ? 1u << (l->second - 1) : 0);
        } else if (f->phase == LEG_PH_MISSION) {
            const struct leg_mission *l = casata_locals(leg_mission, f);
            set |= 1u << l->one | 1u << l->other;
        }
    }
    return set;
}
/* Each kind of person has its own list, whose words carry pictures and texts. */
static struct casata_arg person_face(unsigned card) {
    if (card >= LEG_CARD_FRIEND) return casata_word(&leg_friends, card - LEG_CARD_FRIEND);
    if (card >= LEG_CARD_HEAD) return casata_word(&leg_sides, card - LEG_CARD_HEAD);
    return casata_word(&leg_traits, card - LEG_CARD_TRAIT);
}
static void add_drawn_child(struct casata_scene_builder *build, unsigned trait) {
    int slot = casata_slot_at(build, LEG_FAM_DRAWN, -1, 0);
    if (trait == LEG_C_COMPLICATION)
        casata_add_piece(build, LEG_K_COMPLICATION, -1, slot);
    else
        casata_add_faced(build, LEG_K_PERSON, -1, slot, person_face(LEG_CARD_TRAIT + trait), 1);
}
static void add_drawn_children(struct casata_scene_builder *build, const struct casata_frame *f) {
    if (f->phase == LEG_PH_BIRTHS && casata_locals(leg_births, f)->first)
        add_drawn_child(build, casata_locals(leg_births, f)->first - 1u);
    if (f->phase == LEG_PH_COMPLICATION) add_drawn_child(build, LEG_C_COMPLICATION);
    if (f->phase != LEG_PH_PICK) return;
    const struct leg_pick *l = casata_locals(leg_pick, f);
    add_drawn_child(build, l->one);
    add_drawn_child(build, l->other);
}
static void add_drawn(struct casata_scene_builder *build) {
    const struct legacy *s = build->state;
    unsigned missions = drawn_missions(s);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        if (missions >> m & 1)
            add_mission(build, LEG_K_MISSION, -1, casata_slot_at(build, LEG_FAM_DRAWN, -1, 0), m);
    for (int i = 0; i < s->head.depth; i++) add_drawn_children(build, &s->head.frame[i]);
}
static void add_common_pieces(struct casata_scene_builder *build) {
    const struct legacy *s = build->state;
    if (s->round)
        casata_add_piece(build, LEG_K_ROUND, -1, casata_slot_at(build, LEG_FAM_ROUND, -1, s->round - 1u));
    add_spaces(build);
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        if (s->title[i] == LEG_G_OPEN)
            add_card(build, LEG_K_TITLE, -1, casata_slot_at(build, LEG_FAM_TITLE, -1, 0), LEG_ID_TITLE + i,
                     casata_word(&leg_titles, i));
        if (s->phil[i] == LEG_G_OPEN)
            add_card(build, LEG_K_PHIL, -1, casata_slot_at(build, LEG_FAM_PHIL, -1, 0), LEG_ID_PHIL + i,
                     casata_word(&leg_philanthropies, i));
    }
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] == LEG_DISPLAY)
            add_friend(build, LEG_K_FRIEND, -1, casata_slot_at(build, LEG_FAM_DISPLAY, -1, 0), i);
    add_drawn(build);
    casata_add_pile(build, LEG_K_MANSION, -1, casata_slot_at(build, LEG_FAM_MARKET, -1, 0), s->mansions);
    casata_add_pile(build, LEG_K_VENTURE, -1, casata_slot_at(build, LEG_FAM_MARKET, -1, 1), s->ventures);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        casata_add_faced(build, LEG_K_EXTRA, -1, casata_slot_at(build, LEG_FAM_POOL, -1, 0),
                         casata_word(&leg_pawns, i), s->pool[i]);
    add_decks(build);
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
        if (s->hint[i])
            add_card(build, s->hint[i] == LEG_HINT_DONE ? LEG_K_HINT_DONE : LEG_K_HINT, -1,
                     casata_slot_at(build, LEG_FAM_HINT, -1, 0), LEG_ID_HINT + i, casata_word(&leg_hints, i));
}
static void add_person(struct casata_scene_builder *build, int seat, unsigned i) {
    const struct legacy *s = build->state;
    int slot = build->mark[i];
    bool child = !leg_testament(s) && i >= s->minors; /* R2.2: until the next generation */
    unsigned card = s->card[i], kind = s->flags[i] & LEG_DEAD ? LEG_K_DEAD
                                       : child                ? LEG_K_CHILD
                                                              : LEG_K_PERSON;
    unsigned id = card >= LEG_CARD_FRIEND ? LEG_ID_FRIEND + card - LEG_CARD_FRIEND : LEG_ID_PERSON + i;
    add_card(build, kind, seat, slot, id, person_face(card));
    if (s->spouse[i])
        add_friend(build, s->flags[i] & LEG_ARRANGED ? LEG_K_ARRANGED : LEG_K_FRIEND, seat, slot,
                   s->spouse[i] - 1u);
    if (s->ranked[i])
        add_card(build, LEG_K_TITLE, seat, slot, LEG_ID_TITLE + s->ranked[i] - 1u,
                 casata_word(&leg_titles, s->ranked[i] - 1u));
    if (s->works[i])
        add_card(build, LEG_K_PHIL, seat, slot, LEG_ID_PHIL + s->works[i] - 1u,
                 casata_word(&leg_philanthropies, s->works[i] - 1u));
    if (s->flags[i] & LEG_MANSION)
        casata_add_piece(build, LEG_K_MANSION, seat, slot)->id = (uint16_t)(LEG_ID_MANSION + i);
    if (s->flags[i] & LEG_VENTURE)
        casata_add_piece(build, LEG_K_VENTURE, seat, slot)->id = (uint16_t)(LEG_ID_VENTURE + i);
}
/* R23.1: a hand; cards that are not known are backs. */
static void add_hand(struct casata_scene_builder *build, int seat) {
    const struct legacy *s = build->state;
    int slot = casata_slot_at(build, LEG_FAM_HAND, seat, 0);
    unsigned seen = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        if (s->at[i] != LEG_HAND + (unsigned)seat) continue;
        add_friend(build, LEG_K_FRIEND, seat, slot, i);
        seen++;
    }
    casata_add_pile(build, LEG_K_BACK, seat, slot, s->p[seat].held - seen);
}
static void add_missions(struct casata_scene_builder *build, int seat) {
    const struct legacy *s = build->state;
    unsigned drawn = drawn_missions(s);
    int slot = casata_slot_at(build, LEG_FAM_MISSION, seat, 0);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) {
        bool held = s->mission[m] == LEG_M_HELD + (unsigned)seat && !(drawn >> m & 1);
        bool done = s->mission[m] == LEG_M_DONE + (unsigned)seat;
        if (held || done) add_mission(build, done ? LEG_K_DONE : LEG_K_MISSION, seat, slot, m);
    }
}
static void add_player_pieces(struct casata_scene_builder *build, int seat) {
    const struct legacy *s = build->state;
    const struct legacy_player *p = &s->p[seat];
    int pawns = casata_slot_at(build, LEG_FAM_PAWNS, seat, 0),
        patron = casata_slot_at(build, LEG_FAM_PATRON, seat, 0);
    if (s->first == seat && s->head.seats > 1 && s->gen) casata_add_piece(build, LEG_K_FIRST, seat, pawns);
    casata_add_pile(build, LEG_K_OWN, seat, pawns, p->own);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        casata_add_faced(build, LEG_K_EXTRA, seat, pawns, casata_word(&leg_pawns, i), p->extra[i]);
    casata_add_pile(build, LEG_K_COMPLICATION, seat, pawns, p->complication);
    add_hand(build, seat);
    add_missions(build, seat);
    if (patron >= 0) {
        if (p->patron)
            add_card(build, LEG_K_PATRON, seat, patron, LEG_ID_PATRON + p->patron - 1u,
                     casata_word(&leg_patrons, p->patron - 1u));
        else
            casata_add_piece(build, LEG_K_PATRON_DOWN, seat, patron);
        casata_add_pile(build, LEG_K_UNDER, seat, patron, p->under);
    }
    for (unsigned i = 0; i < s->nodes; i++)
        if (s->owner[i] == seat) add_person(build, seat, i);
}
static void add_counters(struct casata_scene_builder *build, int seat) {
    const struct legacy *s = build->state;
    const struct legacy_player *p = &s->p[seat];
    casata_add_counter(build, seat, LEG_U_HONOUR, leg_honour_of(p));
    casata_add_counter(build, seat, LEG_U_PRESTIGE, p->prestige);
    casata_add_counter(build, seat, LEG_U_INCOME, p->income);
    casata_add_counter(build, seat, LEG_U_GOLD, p->gold);
    casata_add_counter(build, seat, LEG_U_CARD, p->held);
    if (!leg_testament(s)) casata_add_counter(build, seat, LEG_U_CHILD, p->born);
}

/* R27.16 */
static bool is_solved(const struct legacy *s) {
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
        if (s->hint[i] == LEG_HINT_OPEN) return false;
    return true;
}
static const char *end_prompt(const struct legacy *s) {
    if (leg_testament(s)) return is_solved(s) ? "prompt.solved" : "prompt.unsolved";
    if (leg_seats_living(s)) return NULL;
    return s->head.seats > 1 ? "prompt.nobody_wins" : "prompt.lost";
}
void leg_scene(struct casata_scene_builder *build) {
    const struct legacy *s = build->state;
    add_slots(build);
    add_common_pieces(build);
    for (int seat = 0; seat < s->head.seats; seat++) {
        add_player_pieces(build, seat);
        add_counters(build, seat);
        if (s->p[seat].head) /* R3.8 */
            casata_set_colour(build, seat, casata_word(&leg_colours, (s->p[seat].head - 1u) / 2));
    }
    const char *end = s->head.depth ? NULL : end_prompt(s);
    if (end) build->scene->prompt = casata_message(end, 0);
}

/* --- how options are shown ------------------------------------------------------------------------------------ */
int16_t leg_piece_of(const struct casata_scene_builder *build, unsigned id) {
    for (int i = 0; i < build->scene->n_pieces; i++)
        if (build->scene->piece[i].id == id) return (int16_t)i;
    return -1;
}
void leg_bill_effect(struct leg_bill *bill, const struct legacy *s, unsigned what, unsigned n) {
    switch (what) {
    case LEG_X_HONOUR: bill->n[LEG_U_HONOUR] += (int)n; return;
    case LEG_X_GOLD: bill->later += (int)n; return;
    case LEG_X_INCOME: bill->n[LEG_U_INCOME] += (int)n; return;
    case LEG_X_PRESTIGE: bill->n[LEG_U_PRESTIGE] += (int)n; return;
    case LEG_X_TAKE:
    case LEG_X_DRAW: bill->n[LEG_U_CARD] += (int)n; return;
    default: break;
    }
    if (what >= LEG_X_PAWN_YELLOW && what < LEG_X_PAWN_YELLOW + LEG_PAWN_COUNT &&
        s->pool[what - LEG_X_PAWN_YELLOW])
        bill->n[LEG_U_PAWN] += (int)n; /* R1.6 */
}
void leg_present_bill(struct casata_choice *c, const struct leg_bill *bill) {
    for (unsigned unit = 0; unit < LEG_UNIT_COUNT; unit++) {
        int now = bill->n[unit], later = unit == LEG_U_GOLD ? bill->later : 0;
        leg_add_cost(c, unit, -now);
        leg_add_gain(c, unit, now > 0 ? now + later : later);
    }
}
static unsigned births_of(const struct legacy_data *d, unsigned friend) {
    return d->friends[friend].eff == LEG_E_BIRTH_TWO ? 2 : 1;
}
struct leg_yield leg_yield_of(const struct legacy_data *d, unsigned friend) {
    bool cards = d->friends[friend].cards,
         at_once = d->friends[friend].when == LEG_W_JOIN || d->friends[friend].when == LEG_W_GEN;
    return (struct leg_yield){
        casata_count(&leg_units, cards ? LEG_U_CARD : LEG_U_INCOME,
                     cards ? d->friends[friend].cards : d->friends[friend].income),
        casata_count(&leg_units, LEG_U_PRESTIGE, leg_signed(d->friends[friend].prestige)),
        casata_count(&leg_units, LEG_U_CHILD, (int)births_of(d, friend)),
        at_once && d->friends[friend].eff != LEG_E_BIRTH_TWO};
}
/* The condition of a friend who joins the family now; one of the hand is tested after the cards of step 3 (G22, G29). */
static bool will_hold(const struct legacy_data *d, const struct legacy *s, int seat, unsigned friend) {
    bool in_hand = s->at[friend] == LEG_HAND + seat;
    if (d->friends[friend].cond != LEG_IF_HAND_GE)
        return leg_condition(d, s, seat, friend, s->at[friend] == LEG_TREE);
    return s->p[seat].held - in_hand + d->friends[friend].cards >= d->friends[friend].cond_n;
}
static int paid_by_others(const struct legacy *s, int seat, int each) /* G63 */ {
    int sum = 0;
    for (int k = 0; k < s->head.seats; k++)
        if (k != seat && leg_seat_lives(s, k)) sum += s->p[k].gold < each ? s->p[k].gold : each;
    return sum;
}
/* R8 step 5, as far as it is certain. */
static void bill_friend(struct leg_bill *bill, const struct casata_scene_builder *build, int seat,
                        unsigned friend) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    unsigned a = d->friends[friend].a, n = d->friends[friend].n, b = d->friends[friend].b,
             m = d->friends[friend].m;
    if (!will_hold(d, s, seat, friend)) return;
    switch (d->friends[friend].eff) {
    case LEG_E_GAIN:
        leg_bill_effect(bill, s, a, n);
        leg_bill_effect(bill, s, b, m);
        return;
    case LEG_E_GAIN_PER:
        leg_bill_effect(bill, s, a, n * leg_counter(d, s, seat, friend, s->at[friend] == LEG_TREE));
        return;
    case LEG_E_OTHERS:
        leg_bill_effect(bill, s, b, m);
        if (a == LEG_X_PAY_GOLD) bill->later += paid_by_others(s, seat, (int)n);
        return;
    case LEG_E_DISPLAY_RESET: bill->n[LEG_U_CARD] += (int)n; return;
    default: return;
    }
}
void leg_bill_wedded(struct leg_bill *bill, const struct casata_scene_builder *build, unsigned card) {
    const struct legacy_data *d = build->data;
    unsigned trait = leg_trait_of(card);
    if (trait == LEG_TRAIT_COUNT || d->children[trait].when != LEG_W_WEDDED) return;
    leg_bill_effect(bill, build->state, d->children[trait].a, d->children[trait].n);
}
/* R8 steps 3 to 6, as far as it is certain. */
void leg_bill_wedding(struct leg_bill *bill, const struct casata_scene_builder *build, int seat,
                      unsigned friend, unsigned kids) {
    const struct legacy_data *d = build->data;
    unsigned draws = births_of(d, friend), most = leg_constant(d, LEG_K_MOST_CHILDREN),
             room = kids < most ? most - kids : 0;
    bill->n[LEG_U_PRESTIGE] += leg_signed(d->friends[friend].prestige);
    bill->n[LEG_U_INCOME] += d->friends[friend].income;
    bill->n[LEG_U_CARD] += d->friends[friend].cards;
    bill->n[LEG_U_CHILD] += (int)(draws < room ? draws : room);
    bill_friend(bill, build, seat, friend);
}
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    LEG_REASONS(REASON_ID)};
struct casata_msg leg_reason(unsigned reason) {
    return casata_message(reason_id[reason], 0);
}
void leg_add_blocked(struct casata_scene_builder *build, unsigned id, struct casata_msg text, unsigned reason,
                     const char *rule) {
    struct casata_scene *scene = build->scene;
    int piece = leg_piece_of(build, id), n = scene->n_blocked;
    if (piece < 0) return;
    casata_add_blocked(build, scene->piece[piece].slot, text, leg_reason(reason), rule);
    if (scene->n_blocked > n) scene->blocked[n].piece = (int16_t)piece;
}
void leg_block_person(struct casata_scene_builder *build, unsigned node, struct casata_msg text,
                      unsigned need, bool twin, const char *rule) {
    if (need == LEG_FINE && twin) need = LEG_TWIN;
    if (need != LEG_FINE) casata_add_blocked(build, build->mark[node], text, leg_reason(need), rule);
}
/* Heads of family, yourself and your parents come first and have names: the others are numbered from 1. */
static int number_in_family(const struct legacy *s, unsigned node) {
    if (leg_testament(s)) return (int)node - 2;
    struct leg_set before = leg_mine(s, s->owner[node], 0, (int)node);
    return (int)leg_set_count(&before);
}
void leg_describe_person(const struct casata_scene_builder *build, struct casata_choice *c,
                         const struct leg_person_text *text, unsigned node) {
    const struct legacy *s = build->state;
    bool named = s->card[node] >= LEG_CARD_HEAD;
    c->slot = build->mark[node];
    if (s->flags[node] & LEG_DEAD && text->named) { /* only the widower is left of the couple (R2.3) */
        c->text = casata_message(text->named, 2, casata_word(&leg_friends, s->spouse[node] - 1u),
                                 casata_number(number_in_family(s, node)));
        return;
    }
    unsigned spouse = s->spouse[node] ? LEG_CARD_FRIEND + s->spouse[node] - 1u
                      : s->mate[node] ? s->card[s->mate[node] - 1]
                                      : 0;
    const char *id = spouse ? named ? text->named_pair : text->pair : named ? text->named : text->alone;
    c->text = casata_message(id, 3, casata_word(&leg_cards, s->card[node]),
                             casata_number(number_in_family(s, node)), casata_word(&leg_cards, spouse));
    if (!spouse) c->text.n = 2;
}
void leg_describe_card(const struct casata_scene_builder *build, struct casata_choice *c) {
    c->piece = leg_piece_of(build, LEG_ID_FRIEND + casata_a(c->action));
    c->rule = "R13.2";
}
