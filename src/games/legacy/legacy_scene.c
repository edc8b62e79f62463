/* legacy_scene.c: what lies on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/legacy/legacy_scene.h"
#include "games/games.h"

#define SPACES(X) X(, "title") X(, "midwife") X(, "mansion") X(, "venture") X(, "mission") X(, "philanthropy")
CASATA_WORDS(leg_spaces, "space", SPACES);
#define MARKET(X) X(, "mansion") X(, "venture")
CASATA_WORDS(leg_market, "market", MARKET);
enum { DECK_FRIENDS, DECK_DISCARDS, DECK_CHILDREN, DECK_MISSIONS }; /* ORDER deck */
#define DECKS(X) X(, "friends") X(, "discards") X(, "children") X(, "missions")
CASATA_WORDS(leg_decks, "deck", DECKS);
/* How a relative of Testament belongs to the one he or she hangs on. */
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

int leg_slot_of_action(const struct leg_builder *b, unsigned action, int seat) {
    if (action >= LEG_DO_TITLE) return leg_slot(b, LEG_FAM_SPACE, -1, action - LEG_DO_TITLE);
    return leg_slot(b, LEG_FAM_BOARD, seat,
                    action > LEG_DO_MARRY ? action - 1 : 0); /* R9: one space for both */
}

/* The person by whom somebody hangs on the tree: a parent, or in Testament the child or spouse that was there
 * first; -1: none. */
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
static void add_branch(struct leg_builder *b, int seat, unsigned node) {
    const struct legacy *s = b->s;
    unsigned relation;
    int over = above(s, node, &relation);
    b->node[node] = (int16_t)b->stage.scene->n_slots;
    struct casata_slot *slot = casata_add_slot(&b->stage, LEG_FAM_TREE, seat, 0, (int)node, -1);
    if (over >= 0) {
        slot->above = (uint16_t)(b->node[over] + 1);
        if (leg_testament(s)) slot->print = casata_word(&leg_relations, relation);
    }
    for (unsigned i = node + 1; i < s->nodes; i++)
        if (above(s, i, &relation) == (int)node) add_branch(b, seat, i);
}
static void add_slots(struct leg_builder *b) {
    const struct legacy *s = b->s;
    unsigned relation;
    bool testament = leg_testament(s);
    for (int i = 1; i <= b->d->generations[LEG_GENERATIONS - 1].last_round; i++)
        casata_add_slot(&b->stage, LEG_FAM_ROUND, -1, 0, i, i);
    for (unsigned family = LEG_FAM_SPACE; family <= LEG_FAM_DECK; family++)
        if (family != LEG_FAM_HINT || testament) casata_add_rows(&b->stage, family, -1);
    for (int seat = 0; seat < s->head.seats; seat++) {
        for (unsigned i = 0; i < sizeof board_action; i++)
            casata_add_slot(&b->stage, LEG_FAM_BOARD, seat, 0, (int)i + 1, -1)->print =
                leg_action_name(s, board_action[i]);
        for (unsigned family = LEG_FAM_PAWNS; family <= LEG_FAM_HAND; family++)
            if (family != LEG_FAM_PATRON || !testament) casata_add_rows(&b->stage, family, seat);
        for (unsigned i = 0; i < s->nodes; i++)
            if (s->owner[i] == seat && above(s, i, &relation) < 0) add_branch(b, seat, i);
    }
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
static void add_card(struct leg_builder *b, unsigned kind, int seat, int slot, unsigned id,
                     struct casata_arg face) {
    struct casata_piece *piece = casata_add_piece(&b->stage, kind, seat, slot);
    piece->id = (uint16_t)id;
    piece->face = face;
}
static void add_friend(struct leg_builder *b, unsigned kind, int seat, int slot, unsigned friend) {
    add_card(b, kind, seat, slot, LEG_ID_FRIEND + friend, casata_word(&leg_friends, friend));
}
static void add_mission(struct leg_builder *b, unsigned kind, int seat, int slot, unsigned m) {
    add_card(b, kind, seat, slot, LEG_ID_MISSION + m, casata_word(&leg_missions, m));
}
/* R7.2: the pawns on the spaces and whose they are; R26.3: spaces closed by the display. */
static void add_spaces(struct leg_builder *b) {
    for (unsigned i = 0; i < LEG_SPACES; i++) {
        int slot = leg_slot(b, LEG_FAM_SPACE, -1, i), seat = leg_pawn_owner(b->s, i);
        if (leg_pawn_is_extra(b->s, i))
            casata_add_faced(&b->stage, LEG_K_EXTRA, seat, slot,
                             casata_word(&leg_pawns, leg_colour_of(LEG_DO_TITLE + i)), 1);
        else if (seat >= 0)
            casata_add_piece(&b->stage, LEG_K_OWN, seat, slot);
        else if (leg_need_space(b->d, b->s, LEG_DO_TITLE + i) == LEG_SHUT)
            casata_add_piece(&b->stage, LEG_K_CLOSED, -1, slot);
    }
}
static void add_decks(struct leg_builder *b) {
    const struct legacy *s = b->s;
    unsigned discards = 0, children = 0, missions = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) discards += s->at[i] == LEG_DISCARD;
    for (unsigned kind = 0; kind < 3; kind++) children += leg_child_cards(s, kind);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) missions += s->mission[m] == LEG_M_DECK;
    casata_add_pile(&b->stage, LEG_K_BACK, -1, leg_slot(b, LEG_FAM_DECK, -1, DECK_FRIENDS), s->deck_left);
    casata_add_pile(&b->stage, LEG_K_DISCARDS, -1, leg_slot(b, LEG_FAM_DECK, -1, DECK_DISCARDS), discards);
    casata_add_pile(&b->stage, LEG_K_CHILDREN, -1, leg_slot(b, LEG_FAM_DECK, -1, DECK_CHILDREN), children);
    casata_add_pile(&b->stage, LEG_K_MISSIONS, -1, leg_slot(b, LEG_FAM_DECK, -1, DECK_MISSIONS),
                    missions - s->mission_hidden);
}
/* Cards that were drawn and wait for a decision: missions (R18.2), children (G35), a complication (R10.5). */
static unsigned drawn_missions(const struct legacy *s) {
    unsigned set = 0;
    for (int i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        if (f->phase == LEG_PH_MISSIONS) set |= (f->b ? 1u << (f->b - 1) : 0) | (f->c ? 1u << (f->c - 1) : 0);
        if (f->phase == LEG_PH_MISSION) set |= 1u << f->a | 1u << f->b;
    }
    return set;
}
/* Each kind of person has a list of his or her own, whose words carry pictures and texts. */
static struct casata_arg person_face(unsigned card) {
    if (card >= LEG_CARD_FRIEND) return casata_word(&leg_friends, card - LEG_CARD_FRIEND);
    if (card >= LEG_CARD_HEAD) return casata_word(&leg_sides, card - LEG_CARD_HEAD);
    return casata_word(&leg_traits, card - LEG_CARD_TRAIT);
}
static void add_drawn_child(struct leg_builder *b, unsigned trait) {
    int slot = leg_slot(b, LEG_FAM_DRAWN, -1, 0);
    if (trait == LEG_C_COMPLICATION)
        casata_add_piece(&b->stage, LEG_K_COMPLICATION, -1, slot);
    else
        casata_add_faced(&b->stage, LEG_K_PERSON, -1, slot, person_face(LEG_CARD_TRAIT + trait), 1);
}
static void add_drawn(struct leg_builder *b) {
    const struct legacy *s = b->s;
    unsigned missions = drawn_missions(s);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++)
        if (missions >> m & 1) add_mission(b, LEG_K_MISSION, -1, leg_slot(b, LEG_FAM_DRAWN, -1, 0), m);
    for (int i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        if (f->phase == LEG_PH_BIRTHS && f->d) add_drawn_child(b, f->d - 1u);
        if (f->phase == LEG_PH_COMPLICATION) add_drawn_child(b, LEG_C_COMPLICATION);
        if (f->phase != LEG_PH_PICK) continue;
        add_drawn_child(b, f->a);
        add_drawn_child(b, f->b);
    }
}
static void add_common_pieces(struct leg_builder *b) {
    const struct legacy *s = b->s;
    if (s->round) casata_add_piece(&b->stage, LEG_K_ROUND, -1, leg_slot(b, LEG_FAM_ROUND, -1, s->round - 1u));
    add_spaces(b);
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        if (s->title[i] == LEG_G_OPEN)
            add_card(b, LEG_K_TITLE, -1, leg_slot(b, LEG_FAM_TITLE, -1, 0), LEG_ID_TITLE + i,
                     casata_word(&leg_titles, i));
        if (s->phil[i] == LEG_G_OPEN)
            add_card(b, LEG_K_PHIL, -1, leg_slot(b, LEG_FAM_PHIL, -1, 0), LEG_ID_PHIL + i,
                     casata_word(&leg_philanthropies, i));
    }
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] == LEG_DISPLAY) add_friend(b, LEG_K_FRIEND, -1, leg_slot(b, LEG_FAM_DISPLAY, -1, 0), i);
    add_drawn(b);
    casata_add_pile(&b->stage, LEG_K_MANSION, -1, leg_slot(b, LEG_FAM_MARKET, -1, 0), s->mansions);
    casata_add_pile(&b->stage, LEG_K_VENTURE, -1, leg_slot(b, LEG_FAM_MARKET, -1, 1), s->ventures);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        casata_add_faced(&b->stage, LEG_K_EXTRA, -1, leg_slot(b, LEG_FAM_POOL, -1, 0),
                         casata_word(&leg_pawns, i), s->pool[i]);
    add_decks(b);
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
        if (s->hint[i])
            add_card(b, s->hint[i] == LEG_HINT_DONE ? LEG_K_HINT_DONE : LEG_K_HINT, -1,
                     leg_slot(b, LEG_FAM_HINT, -1, 0), LEG_ID_HINT + i, casata_word(&leg_hints, i));
}
static void add_person(struct leg_builder *b, int seat, unsigned i) {
    const struct legacy *s = b->s;
    int slot = b->node[i];
    bool child = !leg_testament(s) && i >= s->minors; /* R2.2: until the next generation */
    unsigned card = s->card[i], kind = s->flags[i] & LEG_DEAD ? LEG_K_DEAD
                                       : child                ? LEG_K_CHILD
                                                              : LEG_K_PERSON;
    unsigned id = card >= LEG_CARD_FRIEND ? LEG_ID_FRIEND + card - LEG_CARD_FRIEND : LEG_ID_PERSON + i;
    add_card(b, kind, seat, slot, id, person_face(card));
    if (s->spouse[i])
        add_friend(b, s->flags[i] & LEG_ARRANGED ? LEG_K_ARRANGED : LEG_K_FRIEND, seat, slot,
                   s->spouse[i] - 1u);
    if (s->ranked[i])
        add_card(b, LEG_K_TITLE, seat, slot, LEG_ID_TITLE + s->ranked[i] - 1u,
                 casata_word(&leg_titles, s->ranked[i] - 1u));
    if (s->works[i])
        add_card(b, LEG_K_PHIL, seat, slot, LEG_ID_PHIL + s->works[i] - 1u,
                 casata_word(&leg_philanthropies, s->works[i] - 1u));
    if (s->flags[i] & LEG_MANSION)
        casata_add_piece(&b->stage, LEG_K_MANSION, seat, slot)->id = (uint16_t)(LEG_ID_MANSION + i);
    if (s->flags[i] & LEG_VENTURE)
        casata_add_piece(&b->stage, LEG_K_VENTURE, seat, slot)->id = (uint16_t)(LEG_ID_VENTURE + i);
}
/* R23.1: a hand; cards that are not known are backs. */
static void add_hand(struct leg_builder *b, int seat) {
    int slot = leg_slot(b, LEG_FAM_HAND, seat, 0);
    unsigned seen = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        if (b->s->at[i] != LEG_HAND + (unsigned)seat) continue;
        add_friend(b, LEG_K_FRIEND, seat, slot, i);
        seen++;
    }
    casata_add_pile(&b->stage, LEG_K_BACK, seat, slot, b->s->p[seat].held - seen);
}
static void add_missions(struct leg_builder *b, int seat) {
    const struct legacy *s = b->s;
    unsigned drawn = drawn_missions(s);
    int slot = leg_slot(b, LEG_FAM_MISSION, seat, 0);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) {
        bool held = s->mission[m] == LEG_M_HELD + (unsigned)seat && !(drawn >> m & 1);
        bool done = s->mission[m] == LEG_M_DONE + (unsigned)seat;
        if (held || done) add_mission(b, done ? LEG_K_DONE : LEG_K_MISSION, seat, slot, m);
    }
}
static void add_player_pieces(struct leg_builder *b, int seat) {
    const struct legacy *s = b->s;
    const struct legacy_player *p = &s->p[seat];
    int pawns = leg_slot(b, LEG_FAM_PAWNS, seat, 0), patron = leg_slot(b, LEG_FAM_PATRON, seat, 0);
    if (s->first == seat && s->head.seats > 1 && s->gen)
        casata_add_piece(&b->stage, LEG_K_FIRST, seat, pawns);
    casata_add_pile(&b->stage, LEG_K_OWN, seat, pawns, p->own);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        casata_add_faced(&b->stage, LEG_K_EXTRA, seat, pawns, casata_word(&leg_pawns, i), p->extra[i]);
    casata_add_pile(&b->stage, LEG_K_COMPLICATION, seat, pawns, p->complication);
    add_hand(b, seat);
    add_missions(b, seat);
    if (patron >= 0) {
        if (p->patron)
            add_card(b, LEG_K_PATRON, seat, patron, LEG_ID_PATRON + p->patron - 1u,
                     casata_word(&leg_patrons, p->patron - 1u));
        else
            casata_add_piece(&b->stage, LEG_K_PATRON_DOWN, seat, patron);
        casata_add_pile(&b->stage, LEG_K_UNDER, seat, patron, p->under);
    }
    for (unsigned i = 0; i < s->nodes; i++)
        if (s->owner[i] == seat) add_person(b, seat, i);
}
static void add_counters(struct leg_builder *b, int seat) {
    const struct legacy_player *p = &b->s->p[seat];
    /* What a family that died out had reached; only the result puts it below all others (G72). */
    casata_add_counter(&b->stage, seat, LEG_U_HONOUR, leg_honour_of(p) - p->honour[LEG_H_EXTINCT]);
    casata_add_counter(&b->stage, seat, LEG_U_PRESTIGE, p->prestige);
    casata_add_counter(&b->stage, seat, LEG_U_INCOME, p->income);
    casata_add_counter(&b->stage, seat, LEG_U_GOLD, p->gold);
    casata_add_counter(&b->stage, seat, LEG_U_CARD, p->held);
    if (!leg_testament(b->s)) casata_add_counter(&b->stage, seat, LEG_U_CHILD, p->born);
}

void leg_scene(const void *data, const void *state, int viewer, struct casata_scene *scene) {
    struct leg_builder b = {.d = data, .s = state};
    casata_stage_begin(&b.stage, &legacy_rules, scene);
    memset(b.node, -1, sizeof b.node);
    add_slots(&b);
    add_common_pieces(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) {
        add_player_pieces(&b, seat);
        add_counters(&b, seat);
    }
    leg_describe(&b, viewer);
}
