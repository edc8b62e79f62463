/* legacy_scene.c: what lies on the table: slots, pieces, counters, choices. Draws nothing and decides nothing. */
#include "games/legacy/legacy.h"
#include "games/games.h"

const struct casata_family leg_families[LEG_FAMILY_COUNT] = {
    /* ORDER family */
    [LEG_FAM_SPACE] = {"space", CASATA_ROW, &leg_spaces, "R7.2"},
    [LEG_FAM_TITLE] = {"title", CASATA_ROW, NULL, "R14"},
    [LEG_FAM_PHIL] = {"philanthropy", CASATA_ROW, NULL, "R19"},
    [LEG_FAM_DISPLAY] = {"display", CASATA_ROW, NULL, "R13.3"},
    [LEG_FAM_MARKET] = {"market", CASATA_ROW, NULL, "R16"},
    [LEG_FAM_POOL] = {"pool", CASATA_ROW, NULL, "R1.6"},
    [LEG_FAM_DECKS] = {"decks", CASATA_ROW, NULL, "R13.7"},
    [LEG_FAM_HINT] = {"hint", CASATA_ROW, NULL, "R27.13"},
    [LEG_FAM_PAWNS] = {"pawns", CASATA_ROW, NULL, "R7.1"},
    [LEG_FAM_HAND] = {"hand", CASATA_FAN, NULL, "R23.1"},
    [LEG_FAM_MISSION] = {"mission", CASATA_ROW, NULL, "R18.5"},
    [LEG_FAM_PATRON] = {"patron", CASATA_ROW, NULL, "R22.1"},
    [LEG_FAM_TREE] = {"tree", CASATA_TREE, NULL, "R2.1"},
};

struct builder {
    const struct legacy_data *d;
    const struct legacy *s;
    struct casata_scene *scene;
    int16_t first[LEG_FAMILY_COUNT][LEG_MAX_SEATS + 1];
    int16_t node[LEG_NODES]; /* slot of each person, -1: none */
    uint16_t loose;          /* number for pieces that cannot be told apart */
};

/* --- slots --------------------------------------------------------------------------------------------------- */
static struct casata_slot *add_slot(struct builder *b, unsigned family, int seat, unsigned row, int col) {
    struct casata_slot *slot = &b->scene->slot[b->scene->n_slots];
    assert(b->scene->n_slots < CASATA_MAX_SLOTS);
    *slot = (struct casata_slot){.family = (uint8_t)family,
                                 .row = (uint8_t)row,
                                 .col = (int8_t)col,
                                 .seat = (int8_t)seat,
                                 .value = -1};
    int16_t *first = &b->first[family][seat + 1];
    if (*first < 0) *first = (int16_t)b->scene->n_slots;
    b->scene->n_slots++;
    return slot;
}
static int slot_of(const struct builder *b, unsigned family, int seat) { return b->first[family][seat + 1]; }

/* The person by whom somebody hangs on the tree: a parent, or in Testament the child or spouse that was there
 * first; -1: none. */
static int above(const struct legacy *s, unsigned i) {
    if (s->parent[i] && s->parent[i] - 1u < i) return s->parent[i] - 1;
    for (unsigned child = 0; child < i && leg_testament(s); child++)
        if (s->parent[child] == i + 1) return (int)child;
    if (s->mate[i] && s->mate[i] - 1u < i) {
        int mate = s->mate[i] - 1, over = above(s, (unsigned)mate);
        return over >= 0 && s->parent[over] == mate + 1 ? over : mate;
    }
    return -1;
}
static void add_branch(struct builder *b, int seat, unsigned node) {
    const struct legacy *s = b->s;
    int over = above(s, node);
    b->node[node] = (int16_t)b->scene->n_slots;
    add_slot(b, LEG_FAM_TREE, seat, 0, (int)node)->above = (uint16_t)(over < 0 ? 0 : b->node[over] + 1);
    for (unsigned i = node + 1; i < s->nodes; i++)
        if (s->card[i] && above(s, i) == (int)node) add_branch(b, seat, i);
}
static void add_slots(struct builder *b) {
    const struct legacy *s = b->s;
    for (unsigned i = 0; i < LEG_SPACES; i++) add_slot(b, LEG_FAM_SPACE, -1, i, -1);
    for (unsigned family = LEG_FAM_TITLE; family <= LEG_FAM_DECKS; family++) add_slot(b, family, -1, 0, -1);
    if (leg_testament(s)) add_slot(b, LEG_FAM_HINT, -1, 0, -1);
    for (int seat = 0; seat < s->head.seats; seat++) {
        for (unsigned family = LEG_FAM_PAWNS; family <= LEG_FAM_PATRON; family++)
            if (family != LEG_FAM_PATRON || !leg_testament(s)) add_slot(b, family, seat, 0, -1);
        for (unsigned i = 0; i < s->nodes; i++)
            if (s->owner[i] == seat && s->card[i] && above(s, i) < 0) add_branch(b, seat, i);
    }
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
enum {
    ID_FRIEND = 0,
    ID_PERSON = 100,
    ID_TITLE = 220,
    ID_PHIL = 230,
    ID_MISSION = 240,
    ID_HINT = 260,
    ID_PATRON = 280,
    ID_MANSION = 300,
    ID_VENTURE = 420,
    ID_LOOSE = 600
};
static struct casata_piece *add_piece(struct builder *b, unsigned kind, int seat, int slot, unsigned id) {
    struct casata_piece *piece = &b->scene->piece[b->scene->n_pieces++];
    assert(b->scene->n_pieces <= CASATA_MAX_PIECES);
    *piece = (struct casata_piece){.id = (uint16_t)(id == ID_LOOSE ? (unsigned)ID_LOOSE + b->loose++ : id),
                                   .slot = (uint16_t)slot,
                                   .seat = (int8_t)seat,
                                   .index = (uint8_t)kind,
                                   .value = -1,
                                   .count = 1};
    return piece;
}
static void add_pile(struct builder *b, unsigned kind, int seat, int slot, unsigned n) {
    if (n) add_piece(b, kind, seat, slot, ID_LOOSE)->count = (int16_t)n;
}
static void add_common_pieces(struct builder *b) {
    const struct legacy *s = b->s;
    for (unsigned i = 0; i < LEG_SPACES; i++) {
        int slot = slot_of(b, LEG_FAM_SPACE, -1) + (int)i;
        if (s->occupied >> i & 1)
            add_piece(b, LEG_K_OWN, -1, slot, ID_LOOSE);
        else if (leg_need_space(b->d, s, LEG_DO_TITLE + i) == LEG_SHUT)
            add_piece(b, LEG_K_CLOSED, -1, slot, ID_LOOSE);
    }
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        if (s->title[i] == LEG_G_OPEN)
            add_piece(b, LEG_K_TITLE, -1, slot_of(b, LEG_FAM_TITLE, -1), ID_TITLE + i)->face =
                casata_word(&leg_titles, i);
        if (s->phil[i] == LEG_G_OPEN)
            add_piece(b, LEG_K_PHIL, -1, slot_of(b, LEG_FAM_PHIL, -1), ID_PHIL + i)->face =
                casata_word(&leg_philanthropies, i);
    }
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] == LEG_DISPLAY)
            add_piece(b, LEG_K_FRIEND, -1, slot_of(b, LEG_FAM_DISPLAY, -1), ID_FRIEND + i)->face =
                casata_word(&leg_friends, i);
    add_pile(b, LEG_K_MANSION, -1, slot_of(b, LEG_FAM_MARKET, -1), s->mansions);
    add_pile(b, LEG_K_VENTURE, -1, slot_of(b, LEG_FAM_MARKET, -1), s->ventures);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        if (s->pool[i]) {
            struct casata_piece *piece =
                add_piece(b, LEG_K_EXTRA, -1, slot_of(b, LEG_FAM_POOL, -1), ID_LOOSE);
            piece->face = casata_word(&leg_pawns, i);
            piece->count = s->pool[i];
        }
    unsigned children = 0;
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++) children += s->children[t] + s->mixed[t];
    add_pile(b, LEG_K_BACK, -1, slot_of(b, LEG_FAM_DECKS, -1), s->deck_left);
    add_pile(b, LEG_K_CHILDREN, -1, slot_of(b, LEG_FAM_DECKS, -1), children - s->back[0] - s->back[1]);
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++)
        if (s->hint[i])
            add_piece(b, s->hint[i] == LEG_HINT_DONE ? LEG_K_HINT_DONE : LEG_K_HINT, -1,
                      slot_of(b, LEG_FAM_HINT, -1), ID_HINT + i)
                ->face = casata_word(&leg_hints, i);
}
static void add_person(struct builder *b, int seat, unsigned i) {
    const struct legacy *s = b->s;
    int slot = b->node[i];
    unsigned card = s->card[i], kind = s->flags[i] & LEG_DEAD ? LEG_K_DEAD : LEG_K_PERSON;
    bool friend = card >= LEG_CARD_FRIEND;
    add_piece(b, kind, seat, slot, friend ? ID_FRIEND + card - LEG_CARD_FRIEND : ID_PERSON + i)->face =
        casata_word(&leg_cards, card);
    if (s->spouse[i])
        add_piece(b, s->flags[i] & LEG_ARRANGED ? LEG_K_ARRANGED : LEG_K_FRIEND, seat, slot,
                  ID_FRIEND + s->spouse[i] - 1u)
            ->face = casata_word(&leg_friends, s->spouse[i] - 1u);
    if (s->ranked[i])
        add_piece(b, LEG_K_TITLE, seat, slot, ID_TITLE + s->ranked[i] - 1u)->face =
            casata_word(&leg_titles, s->ranked[i] - 1u);
    if (s->works[i])
        add_piece(b, LEG_K_PHIL, seat, slot, ID_PHIL + s->works[i] - 1u)->face =
            casata_word(&leg_philanthropies, s->works[i] - 1u);
    if (s->flags[i] & LEG_MANSION) add_piece(b, LEG_K_MANSION, seat, slot, ID_MANSION + i);
    if (s->flags[i] & LEG_VENTURE) add_piece(b, LEG_K_VENTURE, seat, slot, ID_VENTURE + i);
}
static void add_player_pieces(struct builder *b, int seat) {
    const struct legacy *s = b->s;
    const struct legacy_player *p = &s->p[seat];
    int pawns = slot_of(b, LEG_FAM_PAWNS, seat), hand = slot_of(b, LEG_FAM_HAND, seat);
    unsigned seen = 0;
    if (s->first == seat && s->head.seats > 1 && s->gen) add_piece(b, LEG_K_FIRST, seat, pawns, ID_LOOSE);
    add_pile(b, LEG_K_OWN, seat, pawns, p->own);
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++)
        if (p->extra[i]) {
            struct casata_piece *piece = add_piece(b, LEG_K_EXTRA, seat, pawns, ID_LOOSE);
            piece->face = casata_word(&leg_pawns, i);
            piece->count = p->extra[i];
        }
    add_pile(b, LEG_K_COMPLICATION, seat, pawns, p->complication);
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] == LEG_HAND + (unsigned)seat) {
            add_piece(b, LEG_K_FRIEND, seat, hand, ID_FRIEND + i)->face = casata_word(&leg_friends, i);
            seen++;
        }
    add_pile(b, LEG_K_BACK, seat, hand, p->held - seen);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) {
        bool held = s->mission[m] == LEG_M_HELD + (unsigned)seat,
             done = s->mission[m] == LEG_M_DONE + (unsigned)seat;
        if (held || done)
            add_piece(b, done ? LEG_K_DONE : LEG_K_MISSION, seat, slot_of(b, LEG_FAM_MISSION, seat),
                      ID_MISSION + m)
                ->face = casata_word(&leg_missions, m);
    }
    if (!leg_testament(s)) {
        int slot = slot_of(b, LEG_FAM_PATRON, seat);
        if (p->patron)
            add_piece(b, LEG_K_PATRON, seat, slot, ID_PATRON + p->patron)->face =
                casata_word(&leg_patrons, p->patron - 1u);
        else
            add_piece(b, LEG_K_PATRON_DOWN, seat, slot, ID_LOOSE);
        add_pile(b, LEG_K_UNDER, seat, slot, p->under);
    }
    for (unsigned i = 0; i < s->nodes; i++)
        if (s->owner[i] == seat && s->card[i]) add_person(b, seat, i);
}
static void add_counters(struct builder *b, int seat) {
    const struct legacy_player *p = &b->s->p[seat];
    int32_t honour = 0;
    for (int i = 0; i < LEG_PART_COUNT; i++) honour += p->honour[i];
    const struct {
        uint8_t unit;
        int32_t n;
    } counter[] = {{LEG_U_HONOUR, honour}, {LEG_U_PRESTIGE, p->prestige}, {LEG_U_INCOME, p->income},
                   {LEG_U_GOLD, p->gold},  {LEG_U_CARD, p->held},         {LEG_U_CHILD, p->born}};
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        b->scene->counter[b->scene->n_counters++] =
            (struct casata_counter){(uint8_t)seat, counter[i].unit, counter[i].n};
}

/* --- prompt and choices ----------------------------------------------------------------------------------------- */
static struct casata_msg message(const char *id, int n, struct casata_arg a, struct casata_arg b) {
    struct casata_msg m = {.id = id, .n = (uint8_t)n};
    m.arg[0] = a;
    m.arg[1] = b;
    return m;
}
#define MSG0(id)       message(id, 0, casata_number(0), casata_number(0))
#define MSG1(id, a)    message(id, 1, a, casata_number(0))
#define MSG2(id, a, b) message(id, 2, a, b)
static const char *const prompt_id[LEG_PHASE_COUNT] = {
#define PROMPT(id, word) "prompt." word,
    LEG_PHASES(PROMPT)};
static void set_prompt(struct builder *b) {
    struct casata_scene *scene = b->scene;
    if (scene->seat < 0)
        scene->prompt = MSG0("prompt.over");
    else if (scene->seat == CASATA_CHANCE)
        scene->prompt = MSG0("prompt.chance");
    else {
        const struct casata_frame *f = casata_top((void *)(uintptr_t)b->s);
        bool self = f->phase == LEG_PH_SIDE && leg_testament(b->s);
        scene->prompt = MSG1(self ? "prompt.self" : prompt_id[f->phase], casata_seat(scene->seat));
    }
}
static int16_t piece_of(const struct builder *b, unsigned id) {
    for (int i = 0; i < b->scene->n_pieces; i++)
        if (b->scene->piece[i].id == id) return (int16_t)i;
    return -1;
}
static void cost(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) c->cost[c->n_cost++] = casata_count(&leg_units, unit, n);
}
static void gain(struct casata_choice *c, unsigned unit, int n) {
    if (n > 0) c->gain[c->n_gain++] = casata_count(&leg_units, unit, n);
}
static void describe_friend(struct builder *b, struct casata_choice *c, unsigned friend) {
    const struct legacy_data *d = b->d;
    int gold = leg_signed(d->friends[friend].gold), prestige = leg_signed(d->friends[friend].prestige);
    c->piece = piece_of(b, ID_FRIEND + friend);
    cost(c, LEG_U_GOLD, -gold);
    cost(c, LEG_U_PRESTIGE, -prestige);
    gain(c, LEG_U_GOLD, gold);
    gain(c, LEG_U_INCOME, d->friends[friend].income);
    gain(c, LEG_U_CARD, d->friends[friend].cards);
    gain(c, LEG_U_PRESTIGE, prestige);
}
static void describe_grant(struct builder *b, struct casata_choice *c, int seat, bool title, unsigned card) {
    const struct legacy_grant *g = title ? &b->d->titles[card] : &b->d->philanthropy[card];
    c->piece = piece_of(b, (title ? ID_TITLE : ID_PHIL) + card);
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
static void describe_person(struct builder *b, struct casata_choice *c, const char *id, unsigned node) {
    c->slot = b->node[node];
    c->text = MSG2(id, casata_word(&leg_cards, b->s->card[node]), casata_number((int)node));
    if (b->s->spouse[node] || b->s->mate[node]) {
        unsigned spouse =
            b->s->spouse[node] ? LEG_CARD_FRIEND + b->s->spouse[node] - 1u : b->s->card[b->s->mate[node] - 1];
        c->text.arg[c->text.n++] = casata_word(&leg_cards, spouse);
    } else
        c->text.arg[c->text.n++] = casata_word(&leg_cards, 0);
}
static void describe_level(const struct builder *b, struct casata_choice *c, unsigned action,
                           unsigned level) {
    unsigned row = (action == LEG_DO_LOAN ? LEG_LEVEL_LOAN : LEG_LEVEL_FRIENDS) + level - 1;
    cost(c, LEG_U_HONOUR, b->d->levels[row].honour);
    cost(c, LEG_U_CARD, b->d->levels[row].cards);
    cost(c, LEG_U_GOLD, b->d->levels[row].gold);
    gain(c, action == LEG_DO_LOAN ? LEG_U_GOLD : LEG_U_CARD, b->d->levels[row].gain);
    c->rule = action == LEG_DO_LOAN ? "R12" : "R13.1";
}
static void describe(struct builder *b, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    unsigned x = casata_a(a);
    switch (casata_kind(a)) {
    case LEG_A_SIDE:
        if (leg_testament(b->s)) c->text = MSG1("act.self", casata_word(&leg_sides, x));
        break;
    case LEG_A_DO:
        if (x >= LEG_DO_TITLE) c->slot = (int16_t)(slot_of(b, LEG_FAM_SPACE, -1) + (int)(x - LEG_DO_TITLE));
        cost(c, LEG_U_GOLD, (int)leg_gold_cost(b->d, b->s, seat, x, b->d->actions[x].cost_gold));
        cost(c, LEG_U_CARD, b->d->actions[x].cost_cards);
        cost(c, LEG_U_PRESTIGE, b->d->actions[x].cost_prestige);
        if (x == LEG_DO_MANSION) gain(c, LEG_U_PRESTIGE, b->d->mansions[0].gain_prestige);
        if (x == LEG_DO_VENTURE) gain(c, LEG_U_INCOME, b->d->ventures[0].gain_income);
        c->rule = "R7.1";
        break;
    case LEG_A_FRIEND:
    case LEG_A_FREE: describe_friend(b, c, x), c->rule = casata_b(a) == LEG_DO_MARRY ? "R8" : "R9"; break;
    case LEG_A_COMPLETE:
        c->piece = piece_of(b, ID_MISSION + x);
        gain(c, LEG_U_HONOUR, b->d->missions[x].honour);
        c->rule = "R18.5";
        break;
    case LEG_A_MARRY: describe_person(b, c, "act.marry_to", x), c->rule = "R8"; break;
    case LEG_A_ARRANGE: describe_person(b, c, "act.arrange_to", x), c->rule = "R9"; break;
    case LEG_A_BESIDE: describe_person(b, c, "act.beside_of", x), c->rule = "R27.8"; break;
    case LEG_A_REPLACE: describe_person(b, c, "act.replace_of", x), c->rule = "R27.8"; break;
    case LEG_A_WED: describe_person(b, c, "act.wed_of", x), c->rule = "R5.4"; break;
    case LEG_A_UNIT: describe_person(b, c, "act.unit_of", x), c->rule = "R14.1"; break;
    case LEG_A_COUPLE:
        describe_person(b, c, casata_b(a) == LEG_ANY ? "act.couple_any" : "act.couple_wish", x);
        c->text.arg[c->text.n++] = casata_word(&leg_wishes, casata_b(a));
        cost(c, LEG_U_HONOUR, casata_b(a) ? b->d->levels[LEG_LEVEL_OFFSPRING + 1].honour : 0);
        c->rule = "R11";
        break;
    case LEG_A_TAKE:
    case LEG_A_DISCARD: c->piece = piece_of(b, ID_FRIEND + x), c->rule = "R13.2"; break;
    case LEG_A_LEVEL: describe_level(b, c, x, casata_b(a)); break;
    case LEG_A_TITLE: describe_grant(b, c, seat, true, x); break;
    case LEG_A_PHIL: describe_grant(b, c, seat, false, x); break;
    case LEG_A_CHOICE: c->piece = piece_of(b, ID_MISSION + x), c->rule = "R18.2"; break;
    default: break;
    }
}

/* --- what is not possible, and why --------------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    LEG_REASONS(REASON_ID)};
static void list_blocked(struct builder *b, int seat) {
    const struct legacy *s = b->s;
    struct leg_look look = leg_look(b->d, s, seat);
    for (unsigned action = 0; action < LEG_ACTION_COUNT; action++) {
        int colour = action >= LEG_DO_TITLE ? leg_colour_of(b->d, action) : -1;
        bool pawn = s->p[seat].own || (colour >= 0 && s->p[seat].extra[colour]);
        unsigned need = leg_need_action(b->d, s, seat, action, &look);
        if (need == LEG_FINE && !pawn) need = LEG_NO_PAWN;
        if (need == LEG_FINE || (leg_testament(s) && action == LEG_DO_ARRANGE)) continue;
        int slot = action >= LEG_DO_TITLE ? slot_of(b, LEG_FAM_SPACE, -1) + (int)(action - LEG_DO_TITLE) : -1;
        b->scene->blocked[b->scene->n_blocked++] =
            (struct casata_blocked){.slot = (int16_t)slot,
                                    .piece = -1,
                                    .text = MSG1("act.do_any", casata_word(&leg_actions, action)),
                                    .reason = MSG0(reason_id[need]),
                                    .rule = "R7.3"};
    }
}

void leg_scene(const void *data, const void *state, int viewer, struct casata_scene *scene) {
    struct builder b = {.d = data, .s = state, .scene = scene};
    memset(b.first, -1, sizeof b.first);
    memset(b.node, -1, sizeof b.node);
    add_slots(&b);
    add_common_pieces(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) {
        add_player_pieces(&b, seat);
        add_counters(&b, seat);
    }
    set_prompt(&b);
    if (scene->seat < 0 || viewer != scene->seat) return;
    casata_action legal[CASATA_MAX_CHOICES];
    const struct casata_frame *f = casata_top((void *)(uintptr_t)state);
    int n = legacy_rules.phases[f->phase]->legal(data, state, f, viewer, legal);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &scene->choice[scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        describe(&b, c, viewer);
    }
    if (f->phase == LEG_PH_TURN) list_blocked(&b, viewer);
}
