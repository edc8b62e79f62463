/* legacy_check.c: the state described field by field, and the invariants of every state. Survives any bytes. */
#include "games/legacy/legacy.h"

/* --- fields for position JSON ------------------------------------------------------------------------------------ */
static const char *const patron_text[] = {"none", LEG_PATRONS(CASATA_WORD)};
static const char *const friend_text[] = {"none", LEG_FRIENDS(CASATA_WORD)};
static const char *const title_text[] = {"none", LEG_TITLES(CASATA_WORD)};
static const char *const phil_text[] = {"none", LEG_PHILANTHROPIES(CASATA_WORD)};
static const char *const head_text[] = {"none",
                                        "white_patriarch",
                                        "white_matriarch",
                                        "black_patriarch",
                                        "black_matriarch",
                                        "brown_patriarch",
                                        "brown_matriarch",
                                        "pink_patriarch",
                                        "pink_matriarch"};
#define MODS(X) X(, "friends_plus") X(, "loan_plus") X(, "mansion_less") X(, "midwife_less") X(, "phil_less")
static const char *const mod_text[] = {MODS(CASATA_WORD)};
#define SEXES(X) X(, "sons") X(, "daughters")
static const char *const back_text[] = {SEXES(CASATA_WORD)};
static const struct casata_words patrons = {"patron", LEG_PATRON_COUNT + 1, patron_text};
static const struct casata_words friends = {"friend", LEG_FRIEND_COUNT + 1, friend_text};
static const struct casata_words titles = {"title", LEG_TITLE_COUNT + 1, title_text};
static const struct casata_words phils = {"philanthropy", LEG_PHIL_COUNT + 1, phil_text};
static const struct casata_words heads = {"head", LEG_HEAD_SIDES + 1, head_text};
static const struct casata_words mods = {"mod", LEG_MOD_COUNT, mod_text};
static const struct casata_words backs = {"back", 2, back_text};

static const char *const space_text[] = {"title", "midwife", "mansion", "venture", "mission", "philanthropy"};
static const char *const pawn_text[] = {"free",    "own_0",   "own_1",   "own_2",  "own_3",
                                        "extra_0", "extra_1", "extra_2", "extra_3"};
/* ORDER flags of a person */
static const char *const flag_text[] = {"arranged", "dead",        "mansion",     "venture",
                                        "growing",  "father_side", "mother_side", "ancestor"};
static const struct casata_words flag_words = {"flag", 8, flag_text};
/* ORDER viewer * 4 + holder: the viewer knows that the card is in that hand, or in one of those hands */
static const char *const known_text[] = {"all:0", "0:1", "0:2",   "0:3", "1:0", "all:1", "1:2", "1:3",
                                         "2:0",   "2:1", "all:2", "2:3", "3:0", "3:1",   "3:2", "all:3"};
static const struct casata_words known_words = {"known", LEG_MAX_SEATS *LEG_MAX_SEATS, known_text};
static const struct casata_words spaces = {"space", LEG_SPACES, space_text};
static const struct casata_words pawn_texts = {"pawn", 1 + 2 * LEG_MAX_SEATS, pawn_text};

#define P(member) offsetof(struct legacy_player, member)
#define S(member) offsetof(struct legacy, member)
#define ALL(list) \
    { &list, NULL }
#define ONE \
    {0, 0}, { NULL, NULL }
static const struct casata_field player_fields[] = {
    {"honour", P(honour), 2 + CASATA_SIGNED, {LEG_PART_COUNT, 0}, ALL(leg_parts), NULL},
    {"income", P(income), 2 + CASATA_SIGNED, ONE, NULL},
    {"prestige", P(prestige), 2 + CASATA_SIGNED, ONE, NULL},
    {"gold", P(gold), 2, ONE, NULL},
    {"patron", P(patron), 1, ONE, &patrons},
    {"head", P(head), 1, ONE, &heads},
    {"held", P(held), 1, ONE, NULL},
    {"held_old", P(held_old), 1, ONE, NULL},
    {"own", P(own), 1, ONE, NULL},
    {"extra", P(extra), 1, {LEG_PAWN_COUNT, 0}, ALL(leg_pawns), NULL},
    {"passed", P(passed), 1, ONE, NULL},
    {"out", P(out), 1, ONE, NULL},
    {"complication", P(complication), 1, ONE, NULL},
    {"under", P(under), 1, ONE, NULL},
    {"born", P(born), 1, ONE, NULL},
    {"mods", P(mod), 1, {LEG_MOD_COUNT, 0}, ALL(mods), NULL},
    {"deck_choice", P(deck_choice), 1, ONE, NULL},
    {"cond_mods", P(cond_mod), 1, {LEG_COND_MODS, 0}, {NULL, NULL}, &friends},
};
static const struct casata_field table_fields[] = {
    {"gen", S(gen), 1, ONE, NULL},
    {"round", S(round), 1, ONE, NULL},
    {"first", S(first), 1, ONE, NULL},
    {"spaces", S(space), 1, {LEG_SPACES, 0}, ALL(spaces), &pawn_texts},
    {"friends", S(at), 1, {LEG_FRIEND_COUNT, 0}, ALL(leg_friends), &leg_wheres},
    {"known", S(known), 2 + CASATA_SET, {LEG_FRIEND_COUNT, 0}, ALL(leg_friends), &known_words},
    {"stale", S(stale), LEG_PLACES / 8 + CASATA_SET, ONE, &leg_friends},
    {"declined", S(declined), 2 + CASATA_SET, ONE, &leg_missions},
    {"pool", S(pool), 1, {LEG_PAWN_COUNT, 0}, ALL(leg_pawns), NULL},
    {"mansions", S(mansions), 1, ONE, NULL},
    {"ventures", S(ventures), 1, ONE, NULL},
    {"missions", S(mission), 1, {LEG_MISSION_COUNT, 0}, ALL(leg_missions), &leg_mission_wheres},
    {"mission_hidden", S(mission_hidden), 1, ONE, NULL},
    {"titles", S(title), 1, {LEG_TITLE_COUNT, 0}, ALL(leg_titles), &leg_grant_wheres},
    {"philanthropy", S(phil), 1, {LEG_PHIL_COUNT, 0}, ALL(leg_philanthropies), &leg_grant_wheres},
    {"hints", S(hint), 1, {LEG_HINT_COUNT, 0}, ALL(leg_hints), &leg_hint_wheres},
    {"children", S(children), 1, {LEG_TRAIT_COUNT, 0}, ALL(leg_traits), NULL},
    {"mixed", S(mixed), 1, {LEG_TRAIT_COUNT, 0}, ALL(leg_traits), NULL},
    {"dropped", S(dropped), 1, {LEG_TRAIT_COUNT, 0}, ALL(leg_traits), NULL},
    {"reserve", S(back), 1, {2, 0}, ALL(backs), NULL},
    {"persons", S(nodes), 1, ONE, NULL},
    {"card", S(card), 1, {LEG_NODES, 0}, {NULL, NULL}, &leg_cards},
    {"spouse", S(spouse), 1, {LEG_NODES, 0}, {NULL, NULL}, &friends},
    {"mate", S(mate), 1, {LEG_NODES, 0}, {NULL, NULL}, NULL},
    {"parent", S(parent), 1, {LEG_NODES, 0}, {NULL, NULL}, NULL},
    {"row", S(row), 1, {LEG_NODES, 0}, {NULL, NULL}, NULL},
    {"owner", S(owner), 1, {LEG_NODES, 0}, {NULL, NULL}, NULL},
    {"flags", S(flags), 1 + CASATA_SET, {LEG_NODES, 0}, {NULL, NULL}, &flag_words},
    {"title", S(ranked), 1, {LEG_NODES, 0}, {NULL, NULL}, &titles},
    {"works", S(works), 1, {LEG_NODES, 0}, {NULL, NULL}, &phils},
};
const struct casata_fields leg_fields[LEG_FIELD_GROUPS] = {
    {"players", S(p), sizeof(struct legacy_player), sizeof player_fields / sizeof *player_fields,
     player_fields},
    {NULL, 0, 0, sizeof table_fields / sizeof *table_fields, table_fields},
};

/* --- derived fields -------------------------------------------------------------------------------------------------- */
void leg_derive_sets(struct legacy *s) {
    unsigned nodes = s->nodes < LEG_NODES ? s->nodes : LEG_NODES;
    memset(&s->adults, 0, sizeof *s - offsetof(struct legacy, adults));
    for (unsigned i = 0; i < nodes && !leg_testament(s); i++) {
        s->adults = (uint8_t)(s->adults + (s->row[i] < s->gen));
        s->minors = (uint8_t)(s->minors + (s->row[i] <= s->gen));
    }
    for (unsigned i = 0; i < nodes; i++)
        if (s->owner[i] < LEG_MAX_SEATS) leg_set_flip(&s->mine[s->owner[i]], i);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) {
        unsigned at = s->mission[m];
        if (at >= LEG_M_DONE && at < LEG_MISSION_WHERE_COUNT)
            s->done[at - LEG_M_DONE] = (uint16_t)(s->done[at - LEG_M_DONE] | 1u << m);
        else if (at >= LEG_M_HELD && at < LEG_M_DONE)
            s->held[at - LEG_M_HELD] = (uint16_t)(s->held[at - LEG_M_HELD] | 1u << m);
    }
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] < LEG_WHERE_COUNT) leg_set_flip(leg_set_of(s, s->at[i]), i);
}
void leg_derive(const void *data, void *state) {
    struct legacy *s = state;
    unsigned nodes = s->nodes < LEG_NODES ? s->nodes : LEG_NODES;
    leg_derive_sets(s);
    s->deck_left = s->display_n = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        s->deck_left = (uint8_t)(s->deck_left + (s->at[i] == LEG_DECK));
        s->display_n = (uint8_t)(s->display_n + (s->at[i] == LEG_DISPLAY));
    }
    for (int i = 0; i < LEG_MAX_SEATS; i++) {
        memset(s->p[i].prof, 0, sizeof s->p[i].prof);
        memset(s->p[i].nation, 0, sizeof s->p[i].nation);
    }
    memset(s->kids, 0, sizeof s->kids);
    for (unsigned i = 0; i < nodes; i++) {
        unsigned card =
            s->card[i] >= LEG_CARD_FRIEND ? s->card[i] - (unsigned)LEG_CARD_FRIEND : s->spouse[i] - 1u;
        if (card < LEG_FRIEND_COUNT && s->owner[i] < LEG_MAX_SEATS)
            leg_count_friend(data, s, s->owner[i], card, 1);
        if (s->parent[i] && s->parent[i] <= nodes)
            s->kids[s->parent[i] - 1] = (uint8_t)(s->kids[s->parent[i] - 1] + 1);
    }
}

/* --- invariants ---------------------------------------------------------------------------------------------------- */
static bool in_range(int n) { return n >= -LEG_MAX_FIGURE && n <= LEG_MAX_FIGURE; }

static bool is_taken(unsigned patron, unsigned other) { return patron && patron == other; }
/* R3.7, R3.8, R27.1: every family has a patron and a head of its own, Testament none. */
static const char *check_family(const struct legacy *s, int seat) {
    const struct legacy_player *p = &s->p[seat];
    bool testament = leg_testament(s);
    if (p->patron > LEG_PATRON_COUNT || p->head > LEG_HEAD_SIDES) return "unknown patron or head";
    if (s->gen && testament != !p->patron) return "patron";
    if (s->gen && testament != !p->head) return "head of family";
    if (testament && (p->patron || p->head || p->under || p->complication || p->born))
        return "Testament has none";
    for (int i = 0; i < seat; i++) {
        if (is_taken(p->patron, s->p[i].patron)) return "a patron twice";
        if (is_taken((p->head + 1u) / 2, (s->p[i].head + 1u) / 2)) return "a head twice";
    }
    return NULL;
}
static const char *check_flags(const struct legacy_data *d, const struct legacy *s, int seat) {
    const struct legacy_player *p = &s->p[seat];
    if (p->held_old) return "redacted state";
    if (p->own > leg_constant(d, LEG_K_OWN_PAWNS) || p->passed > 1 || p->complication > 1 ||
        p->deck_choice > 1)
        return "player's flags";
    if (p->passed && p->own) return "passed with an own pawn"; /* R7.1 d */
    if (p->out > LEG_GENERATIONS || p->out > s->gen || (p->out && (p->own || p->held)))
        return "family died out";
    return p->under > 60 || p->born > 78 ? "counts of a player" : NULL;
}
static bool is_cond_mod(const struct legacy_data *d, unsigned friend) {
    return friend < LEG_FRIEND_COUNT && d->friends[friend].eff == LEG_E_GEN_MOD &&
           d->friends[friend].cond != LEG_EMPTY;
}
static const char *check_player(const struct legacy_data *d, const struct legacy *s, int seat) {
    const struct legacy_player *p = &s->p[seat];
    const char *broken;
    for (int i = 0; i < LEG_PART_COUNT; i++)
        if (i == LEG_H_EXTINCT ? p->honour[i] && !p->out : !in_range(p->honour[i]))
            return "honour out of range";
    if (!in_range(p->income) || !in_range(p->prestige) || p->gold > LEG_MAX_FIGURE)
        return "figures out of range";
    if ((broken = check_family(s, seat)) || (broken = check_flags(d, s, seat))) return broken;
    bool empty = false;
    for (int i = 0; i < LEG_COND_MODS; i++) {
        unsigned friend = p->cond_mod[i];
        if (friend && (empty || !is_cond_mod(d, friend - 1))) return "conditional effects";
        empty |= !friend;
    }
    return NULL;
}

/* R2.8, R13: each card in one place, the counts right, and all knowledge true. */
static const char *check_friends(const struct legacy *s) {
    unsigned n[LEG_WHERE_COUNT] = {0};
    for (unsigned i = 0; i < LEG_PLACES; i++) {
        unsigned at = s->at[i];
        if (at >= LEG_WHERE_COUNT || at == LEG_HIDDEN || (i >= LEG_FRIEND_COUNT && at))
            return "place of a friend";
        if (at >= (unsigned)LEG_HAND + s->head.seats) return "hand of an absent player";
        if (i >= LEG_FRIEND_COUNT) {
            if (leg_is_stale(s, i)) return "bytes not in use";
            continue;
        }
        n[at]++;
        if (at == LEG_DECK && leg_is_stale(s, i)) return "deck"; /* R13.7 */
        unsigned known = s->known[i];
        if (at < LEG_HAND && known) return "knowledge of a card that is in no hand";
        for (unsigned viewer = 0; viewer < LEG_MAX_SEATS && known; viewer++) {
            unsigned row = known >> viewer * 4 & 15u & ~(1u << viewer), holder = 1u << (at - LEG_HAND);
            if (viewer == at - LEG_HAND ? row != 0 : row && !(row & holder)) return "false knowledge";
        }
        unsigned open = 0;
        for (unsigned k = 0; k < LEG_MAX_SEATS; k++) open |= (known >> k * 5 & 1u) << k;
        if (open && !(open >> (at - LEG_HAND) & 1)) return "false knowledge";
    }
    for (int i = 0; i < s->head.seats; i++)
        if (n[LEG_HAND + i] != s->p[i].held) return "cards in a hand";
    return NULL;
}

/* Ranges of all persons first: a person is judged together with others. */
static const char *check_person(const struct legacy *s, unsigned i) {
    if (i >= s->nodes)
        return s->card[i] | s->spouse[i] | s->mate[i] | s->parent[i] | s->row[i] | s->owner[i] | s->flags[i] |
                       s->ranked[i] | s->works[i] | s->kids[i]
                   ? "bytes not in use"
                   : NULL;
    if (s->owner[i] >= s->head.seats) return "person of an absent player";
    if (s->card[i] >= LEG_CARD_COUNT || s->spouse[i] > LEG_FRIEND_COUNT || s->mate[i] > s->nodes ||
        s->parent[i] > s->nodes || s->ranked[i] > LEG_TITLE_COUNT || s->works[i] > LEG_PHIL_COUNT)
        return "person";
    if (!s->card[i]) return "person without card";
    return leg_trait_of(s->card[i]) == LEG_C_COMPLICATION ? "complication in a tree" : NULL;
}
static const char *check_relative(const struct legacy_data *d, const struct legacy *s, unsigned i) {
    unsigned mate = s->mate[i], parent = s->parent[i];
    if (s->spouse[i] || s->flags[i] & (LEG_ARRANGED | LEG_DEAD | LEG_PENDING)) return "relative";
    if (mate && (mate == i + 1 || s->mate[mate - 1] != i + 1 || leg_sex(d, s, i) == leg_sex(d, s, mate - 1u)))
        return "couple";
    if (i == 0 && (s->nodes < 3 || s->card[1] != LEG_CARD_FRIEND + LEG_F_LAURENT ||
                   s->card[2] != LEG_CARD_FRIEND + LEG_F_ANGELIQUE || s->mate[1] != 3))
        return "parents";
    if (parent && (!s->card[parent - 1] || s->row[parent - 1] != s->row[i] + 1)) return "parent";
    return s->row[i] && s->row[i] < 2 * LEG_LEVEL_SELF ? NULL : "level";
}
/* The place of a person in a family tree. */
static const char *check_place(const struct legacy *s, unsigned i) {
    unsigned owner = s->owner[i], parent = s->parent[i], head = s->p[owner].head;
    if (s->mate[i] || s->flags[i] & (LEG_PAT | LEG_MAT | LEG_ANCESTOR) || s->card[i] >= LEG_CARD_FRIEND)
        return "person of Testament";
    if (i && s->row[i] < s->row[i - 1]) return "order of persons";
    bool is_head = s->card[i] >= LEG_CARD_HEAD;
    if (is_head != (s->row[i] == 1) || is_head != !parent) return "head of a tree";
    if (is_head && (!head || (head - 1) % 2 != (unsigned)s->card[i] - LEG_CARD_HEAD)) return "side";
    if (s->row[i] > LEG_GENERATIONS + 1 || s->row[i] > s->gen + 1) return "generation of a person";
    if (parent && (parent > i || s->owner[parent - 1] != owner || s->row[parent - 1] + 1 != s->row[i]))
        return "parent"; /* R2.1 */
    return NULL;
}
/* The possessions and dues of the couple. */
static const char *check_unit(const struct legacy_data *d, const struct legacy *s, unsigned i) {
    bool arranged = s->flags[i] & LEG_ARRANGED, child = s->row[i] > s->gen;
    bool mother = s->spouse[i] && s->card[i] < LEG_CARD_HEAD && leg_sex(d, s, i) == LEG_SEX_WOMAN;
    if (s->spouse[i] && d->friends[s->spouse[i] - 1].sex == leg_sex(d, s, i))
        return "couple of one sex"; /* R8 */
    if (arranged && (!s->spouse[i] || s->row[i] < s->gen)) return "arrangement";
    if (child && ((s->spouse[i] != 0) != arranged || s->kids[i])) return "child that is married"; /* R9 */
    if (child && (s->ranked[i] || s->works[i] || s->flags[i] & ~LEG_ARRANGED)) return "child that owns";
    if (s->flags[i] & LEG_DEAD && !mother) return "dead person"; /* R10.5 */
    if (s->flags[i] & LEG_PENDING &&
        (s->row[i] != s->gen || s->round + 1 != d->generations[s->gen - 1].first_round))
        return "growing up"; /* R5.4: before the first round */
    return NULL;
}
static const char *check_node(const struct legacy_data *d, const struct legacy *s, unsigned i) {
    unsigned out = s->p[s->owner[i]].out;
    const char *broken;
    if (out && s->row[i] > out) return "tree of a family that died out"; /* R21.3 */
    if (leg_testament(s)) return check_relative(d, s, i);
    if ((broken = check_place(s, i))) return broken;
    return check_unit(d, s, i);
}

/* R1.3: cards that are in the trees or on their way there; there must be as many of them as were printed. */
struct used {
    unsigned trait[LEG_TRAIT_COUNT], heads;
    unsigned title[LEG_TITLE_COUNT], phil[LEG_PHIL_COUNT], mansions, ventures;
    uint8_t friend[LEG_FRIEND_COUNT];
};
static void count_person(const struct legacy *s, unsigned i, struct used *used) {
    unsigned trait = leg_trait_of(s->card[i]);
    if (trait < LEG_TRAIT_COUNT && !(s->flags[i] & LEG_DEAD)) used->trait[trait]++;
    used->heads += s->card[i] == LEG_CARD_HEAD || s->card[i] == LEG_CARD_HEAD + 1;
    if (s->ranked[i]) used->title[s->ranked[i] - 1]++;
    if (s->works[i]) used->phil[s->works[i] - 1]++;
    used->mansions += (s->flags[i] & LEG_MANSION) != 0;
    used->ventures += (s->flags[i] & LEG_VENTURE) != 0;
}
/* The cards that wait for a unit to go to. */
static void count_loose(const struct legacy *s, struct used *used) {
    for (int i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        const struct leg_unit *l = casata_locals(leg_unit, f);
        if (f->phase != LEG_PH_UNIT) continue;
        used->mansions += l->asset == LEG_ASSET_MANSION;
        used->ventures += l->asset == LEG_ASSET_VENTURE;
        if (!l->card || l->card > LEG_TITLE_COUNT) continue;
        if (l->asset == LEG_ASSET_TITLE) used->title[l->card - 1]++;
        if (l->asset == LEG_ASSET_PHILANTHROPY) used->phil[l->card - 1]++;
    }
}
static const char *check_tree_friends(const struct legacy *s, struct used *used) {
    for (unsigned i = 0; i < s->nodes; i++) {
        unsigned friend = LEG_FRIEND_COUNT;
        if (s->spouse[i]) friend = s->spouse[i] - 1u;
        if (s->card[i] >= LEG_CARD_FRIEND) friend = s->card[i] - LEG_CARD_FRIEND;
        if (friend == LEG_FRIEND_COUNT) continue;
        if (used->friend[friend]++ || s->at[friend] != LEG_TREE) return "friend in a tree";
    }
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if ((s->at[i] == LEG_TREE) != used->friend[i]) return "friend in a tree";
    return NULL;
}
static const char *check_families(const struct legacy *s, struct used *used) {
    bool testament = leg_testament(s);
    for (int i = 0; i < s->head.seats; i++) {
        unsigned born = 0;
        for (unsigned k = s->minors; s->gen && k < s->nodes; k++) born += s->owner[k] == i;
        if (!testament && s->head.depth && s->p[i].born != born)
            return "children of this generation"; /* R21.2 */
        used->trait[LEG_C_COMPLICATION] += s->p[i].complication;
    }
    return s->gen && !testament && used->heads != s->head.seats ? "heads of families" : NULL;
}
/* Child cards that a birth in progress holds: one or two. */
static unsigned cards_in_birth(const struct legacy *s) {
    unsigned held = 0;
    for (int i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        held += f->phase == LEG_PH_BIRTHS && casata_locals(leg_births, f)->first;
        held += f->phase == LEG_PH_PICK ? 2 : f->phase == LEG_PH_COMPLICATION;
    }
    return held;
}
/* A Testament begun under version 1 of the rules has plain sons and daughters instead of all others. */
static bool may_stand_for_others(const struct legacy *s, unsigned trait) {
    return leg_testament(s) && (trait == LEG_C_SON || trait == LEG_C_DAUGHTER);
}
static const char *check_child_cards(const struct legacy_data *d, const struct legacy *s,
                                     const struct used *used) {
    unsigned all = 0, found = 0, mixed[3] = {0}, printed[3] = {0}, have[3] = {0};
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++) {
        unsigned kind = d->children[t].kind, count = d->children[t].count;
        unsigned n = used->trait[t] + s->children[t] + s->mixed[t] + s->dropped[t];
        if (kind == LEG_KIND_COMPLICATION && leg_testament(s)) count = 0; /* R27.1 */
        if (n > count && !may_stand_for_others(s, t)) return "child cards";
        all += count;
        found += n;
        printed[kind] += count;
        have[kind] += n;
        mixed[kind] += s->mixed[t];
    }
    for (unsigned kind = 0; kind < 3; kind++)
        if (have[kind] > printed[kind]) return "child cards";
    if (found + cards_in_birth(s) != all) return "child cards";
    return s->back[0] > mixed[0] || s->back[1] > mixed[1] ? "reserve" : NULL;
}
static const char *check_assets(const struct legacy_data *d, const struct legacy *s,
                                const struct used *used) {
    const unsigned row = leg_setup_row(s);
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        if (s->title[i] >= LEG_GRANT_WHERE_COUNT || s->phil[i] >= LEG_GRANT_WHERE_COUNT) return "title cards";
        if (used->title[i] != (s->title[i] == LEG_G_OWNED)) return "title cards";
        if (used->phil[i] != (s->phil[i] == LEG_G_OWNED)) return "title cards";
    }
    if (used->mansions + s->mansions != d->setup[row].mansions) return "mansions";
    return used->ventures + s->ventures != d->setup[row].ventures ? "ventures" : NULL;
}
static const char *check_tree(const struct legacy_data *d, const struct legacy *s) {
    struct used used = {0};
    const char *broken;
    if (s->nodes > LEG_NODES) return "persons";
    for (unsigned i = 0; i < LEG_NODES; i++)
        if ((broken = check_person(s, i))) return broken;
    for (unsigned i = 0; i < s->nodes; i++)
        if ((broken = check_node(d, s, i))) return broken;
    for (unsigned i = 0; i < s->nodes; i++) count_person(s, i, &used);
    count_loose(s, &used);
    if ((broken = check_tree_friends(s, &used)) || (broken = check_families(s, &used))) return broken;
    if ((broken = check_child_cards(d, s, &used))) return broken;
    return check_assets(d, s, &used);
}

static const char *check_missions(const struct legacy *s) {
    unsigned deck = 0;
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) {
        unsigned at = s->mission[m];
        if (at >= LEG_MISSION_WHERE_COUNT) return "place of a mission";
        if (at >= LEG_M_HELD && (at - LEG_M_HELD) % LEG_MAX_SEATS >= s->head.seats)
            return "place of a mission";
        deck += at == LEG_M_DECK;
    }
    if (s->mission_hidden > deck) return "missions under patrons";
    return s->declined >> LEG_MISSION_COUNT ? "missions put off" : NULL;
}
static const char *check_hints(const struct legacy_data *d, const struct legacy *s) {
    unsigned hints = 0;
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++) {
        if (s->hint[i] >= LEG_HINT_WHERE_COUNT || (s->hint[i] && !leg_testament(s))) return "hints";
        hints += s->hint[i] != LEG_HINT_UNSEEN;
        if (s->hint[i] && d->hints[i].gen > s->gen) return "hints";
    }
    return hints > leg_constant(d, LEG_K_HINTS_DRAWN) * (unsigned)s->gen ? "hints" : NULL;
}
static const char *check_pawns(const struct legacy_data *d, const struct legacy *s) {
    for (unsigned i = 0; i < LEG_SPACES; i++)
        if (s->space[i] > 2 * LEG_MAX_SEATS || leg_pawn_owner(s, i) >= s->head.seats)
            return "spaces of the main board";
    for (int c = 0; c < LEG_PAWN_COUNT; c++) { /* R1.4, R1.6 */
        unsigned n = s->pool[c];
        for (unsigned i = 0; i < LEG_SPACES; i++)
            n += leg_pawn_is_extra(s, i) && leg_colour_of(LEG_DO_TITLE + i) == (unsigned)c;
        for (int i = 0; i < s->head.seats; i++) n += s->p[i].extra[c];
        if (n != d->pawns[c].count) return "extra pawns";
    }
    bool playing =
        s->head.depth > 1 && s->head.frame[1].phase == LEG_PH_ROUND; /* G45: then the card moved on */
    return s->first < s->head.seats && (!playing || leg_seat_lives(s, s->first)) ? NULL : "first player";
}

const char *leg_check(const void *data, const void *state) {
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    const char *broken;
    if (s->gen > LEG_GENERATIONS || s->round > 9 || (s->gen == 0 && s->round)) return "generation and round";
    if (s->gen && (s->round > d->generations[s->gen - 1].last_round ||
                   s->round + 1 < d->generations[s->gen - 1].first_round))
        return "generation and round"; /* R4.1 */
    struct legacy again = *s;
    leg_derive(d, &again);
    if (memcmp(&again, s, sizeof again) != 0) return "what follows from the rest";
    for (int seat = 0; seat < LEG_MAX_SEATS; seat++) {
        static const struct legacy_player absent;
        if (seat >= s->head.seats) {
            if (memcmp(&s->p[seat], &absent, sizeof absent) != 0) return "an absent player has something";
        } else if ((broken = check_player(d, s, seat)))
            return broken;
    }
    if ((broken = check_friends(s)) || (broken = check_missions(s))) return broken;
    if ((broken = check_hints(d, s)) || (broken = check_pawns(d, s))) return broken;
    return check_tree(d, s);
}
