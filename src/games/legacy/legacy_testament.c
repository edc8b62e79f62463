/* legacy_testament.c: the solo game that grows upwards: relatives, hints, kinship (R27, G51). */
#include "games/legacy/legacy.h"

enum { SELF, FATHER, MOTHER, FIRST_GRANDPARENT, GRANDPARENTS = 4 };

static bool is_known(const struct legacy *s, unsigned node) /* R27.4 */ {
    return s->card[node] >= LEG_CARD_FRIEND;
}
static unsigned friend_of(const struct legacy *s, unsigned node) { return s->card[node] - LEG_CARD_FRIEND; }

/* The parents of a person; returns how many there are in the tree. */
static int parents_of(const struct legacy *s, unsigned node, unsigned out[2]) {
    if (!s->parent[node]) return 0;
    out[0] = s->parent[node] - 1u;
    if (!s->mate[out[0]]) return 1;
    out[1] = s->mate[out[0]] - 1u;
    return 2;
}

static void marry(struct legacy *s, unsigned a, unsigned b) {
    s->mate[a] = (uint8_t)(b + 1);
    s->mate[b] = (uint8_t)(a + 1);
}

/* --- R27.8 step 6: a son and a daughter above a person without parents ---------------------------------------------
 * G51 k: they are drawn like children of a wanted sex; with none left the place stays empty. */
#define LEG_PARENTS_LOCALS(X) \
    X(person) X(kind) X(father) /* the next card, a son first; father: person + 1, 0: none */
CASATA_LOCALS(leg_parents, LEG_PARENTS_LOCALS);
void leg_begin_parents(struct legacy *s, unsigned node) {
    if (s->parent[node]) return; /* G51 d */
    casata_begin(leg_parents, s, LEG_PH_PARENTS, 0)->person = (uint8_t)node;
}
static unsigned wish_of(const struct leg_parents *l) {
    return l->kind == LEG_KIND_SON ? LEG_WANT_SON : LEG_WANT_DAUGHTER;
}
static bool parents_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_parents *l = casata_locals(leg_parents, f);
    struct legacy *s = state;
    (void)data, (void)sink;
    for (; l->kind < 2; l->kind++)
        if (leg_can_draw_child(s, wish_of(l), false)) return false;
    casata_pop(s);
    return true;
}
static int parents_outcomes(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_outcome *out) {
    (void)data;
    return leg_list_children(state, wish_of(casata_locals(leg_parents, f)), out);
}
static casata_action parents_sample(const void *data, const void *state, const struct casata_frame *f,
                                    struct casata_rng *rng) {
    (void)data;
    return leg_sample_child(state, wish_of(casata_locals(leg_parents, f)), rng);
}
/* The side of the tree; grandparents and their parents are ancestors (G51 l). */
static unsigned side_above(const struct legacy *s, unsigned node) {
    if (node == FATHER) return LEG_ANCESTOR | LEG_PAT;
    return node == MOTHER ? LEG_ANCESTOR | LEG_MAT : s->flags[node] & (LEG_PAT | LEG_MAT | LEG_ANCESTOR);
}
static void parents_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct leg_parents *l = casata_locals(leg_parents, f);
    struct legacy *s = state;
    (void)data, (void)seat;
    if (sink) sink->revealed = true;
    unsigned node = leg_add_node(s, 0, LEG_CARD_TRAIT + leg_draw_child(s, a), s->row[l->person] + 1u, 0);
    s->flags[node] = (uint8_t)side_above(s, l->person);
    casata_emit(sink, "event.parent", 2, casata_word(&leg_cards, s->card[node]),
                casata_word(&leg_cards, s->card[l->person]));
    if (l->father)
        marry(s, l->father - 1u, node);
    else {
        s->parent[l->person] = (uint8_t)(node + 1);
        s->kids[node] = 1;
    }
    if (l->kind++ == LEG_KIND_SON) l->father = (uint8_t)(node + 1);
}
static bool parents_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_parents *l = casata_locals(leg_parents, f);
    const struct legacy *s = state;
    (void)data;
    if (!leg_testament(s) || l->kind > LEG_KIND_DAUGHTER || !l->person || l->person >= s->nodes) return false;
    if (s->parent[l->person] != l->father || (l->father && s->mate[l->father - 1])) return false;
    if (l->father && l->kind != LEG_KIND_DAUGHTER) return false;
    return f != casata_top_of(state) || leg_child_cards(s, l->kind) > 0;
}
const struct casata_phase leg_phase_parents = {
    .name = "parents",
    .locals = CASATA_LOCAL_NAMES(LEG_PARENTS_LOCALS),
    .parents = CASATA_ON(LEG_PH_SIDE) | CASATA_ON(LEG_PH_PARENTS) | CASATA_ON(LEG_PH_WEDDING) |
               CASATA_ON(LEG_PH_BIRTHS),
    .outcomes = parents_outcomes,
    .sample = parents_sample,
    .apply = parents_apply,
    .step = parents_step,
    .valid = parents_valid,
};

/* R27.2, R27.3 */
void leg_start_testament(const struct legacy_data *d, struct legacy *s, unsigned self) {
    const unsigned start[3] = {self, LEG_F_LAURENT, LEG_F_ANGELIQUE};
    for (unsigned i = 0; i < 3; i++) {
        leg_add_node(s, 0, LEG_CARD_FRIEND + start[i], LEG_LEVEL_SELF + (i > 0), 0);
        leg_move(s, start[i], LEG_TREE);
        leg_count_friend(d, s, 0, start[i], 1); /* G51 c */
    }
    marry(s, FATHER, MOTHER);
    s->parent[SELF] = FATHER + 1;
    s->kids[FATHER] = 1;
    leg_begin_parents(s, MOTHER); /* after those of the father */
    leg_begin_parents(s, FATHER);
}

/* R27.10: Loan and New Acquaintances stay as they are. R27.8 step 1: next to a member without spouse, or in place of a child card of the same sex. */
unsigned leg_need_person(const struct legacy_data *d, const struct legacy *s, unsigned kind, unsigned friend,
                         unsigned node) {
    bool same = leg_sex(d, s, node) == d->friends[friend].sex;
    if (kind == LEG_A_BESIDE ? s->mate[node] || same : is_known(s, node) || !same) return LEG_NO_MATCH;
    return leg_wedding_cost(d, s, friend, node) <= (int)s->p[0].gold ? LEG_FINE : LEG_NO_GOLD;
}
/* Returns whether a couple of two known members arose (R27.8 step 7, G51 i). */
bool leg_place_relative(struct legacy *s, casata_action a, unsigned friend) {
    unsigned node = casata_a(a);
    if (casata_kind(a) == LEG_A_BESIDE) {
        unsigned i = leg_add_node(s, 0, LEG_CARD_FRIEND + friend, s->row[node], 0);
        s->flags[i] = (uint8_t)(s->flags[node] & (LEG_PAT | LEG_MAT | LEG_ANCESTOR)); /* G51 l */
        marry(s, node, i);
        return is_known(s, node);
    }
    s->dropped[leg_trait_of(s->card[node])]++;
    s->card[node] = (uint8_t)(LEG_CARD_FRIEND + friend);
    return s->mate[node] && is_known(s, s->mate[node] - 1u);
}

/* --- hints (R27.13) ----------------------------------------------------------------------------------------------- */
static bool is_grandparent(unsigned node) {
    return node >= FIRST_GRANDPARENT && node < FIRST_GRANDPARENT + GRANDPARENTS;
}
static bool is_great_grandparent(const struct legacy *s, unsigned node) {
    for (unsigned g = FIRST_GRANDPARENT; g < FIRST_GRANDPARENT + GRANDPARENTS; g++) {
        unsigned p[2];
        for (int i = parents_of(s, g, p); i-- > 0;)
            if (p[i] == node) return true;
    }
    return false;
}
static bool is_related(const struct legacy *s, unsigned node, unsigned rel, unsigned side) {
    if (node <= MOTHER) return false;
    if (side == LEG_SIDE_PAT && !(s->flags[node] & LEG_PAT)) return false;
    if (side == LEG_SIDE_MAT && !(s->flags[node] & LEG_MAT)) return false;
    switch (rel) {
    case LEG_REL_GP: return is_grandparent(node);
    case LEG_REL_GGP: return is_great_grandparent(s, node);
    case LEG_REL_ANC: return s->flags[node] & LEG_ANCESTOR;
    case LEG_REL_UA: return s->parent[node] && is_grandparent(s->parent[node] - 1u);
    default: return true;
    }
}
static bool owns(const struct legacy *s, unsigned node, unsigned asset) {
    switch (asset) {
    case LEG_ASSET_TITLE: return s->ranked[node];
    case LEG_ASSET_MANSION: return s->flags[node] & LEG_MANSION;
    case LEG_ASSET_VENTURE: return s->flags[node] & LEG_VENTURE;
    default: return s->works[node];
    }
}
/* Profession and nationality are those of friend cards. */
static bool needs_known(const struct legacy_data *d, unsigned hint) {
    return d->hints[hint].prof1 != LEG_EMPTY || d->hints[hint].nat1 != LEG_EMPTY || d->hints[hint].foreign;
}
static bool fits_hint(const struct legacy_data *d, const struct legacy *s, unsigned hint, unsigned node) {
    unsigned prof1 = d->hints[hint].prof1, nat1 = d->hints[hint].nat1, asset = d->hints[hint].asset;
    if (d->hints[hint].sex != LEG_EMPTY && leg_sex(d, s, node) != d->hints[hint].sex) return false;
    if (asset != LEG_EMPTY && !owns(s, node, asset) && !(s->mate[node] && owns(s, s->mate[node] - 1u, asset)))
        return false; /* G51 h */
    if (!needs_known(d, hint)) return is_related(s, node, d->hints[hint].rel, d->hints[hint].side);
    unsigned prof = d->friends[friend_of(s, node)].profession,
             nat = d->friends[friend_of(s, node)].nationality;
    if (prof1 != LEG_EMPTY && prof != prof1 && prof != d->hints[hint].prof2) return false;
    if (nat1 != LEG_EMPTY && nat != nat1 && nat != d->hints[hint].nat2 && nat != d->hints[hint].nat3)
        return false;
    if (d->hints[hint].foreign && nat == LEG_N_FRENCH) return false;
    return is_related(s, node, d->hints[hint].rel, d->hints[hint].side);
}
static bool is_couple_of(const struct legacy_data *d, const struct legacy *s, unsigned hint, unsigned node) {
    unsigned mate = s->mate[node] - 1u, prof = d->hints[hint].child_prof;
    if (d->hints[hint].kind == LEG_HK_COUPLE_KNOWN) return is_known(s, node) && is_known(s, mate);
    if (s->kids[node] < d->hints[hint].n) return false; /* your parent is one of them */
    for (unsigned i = 0; i < s->nodes && prof != LEG_EMPTY; i++)
        if (s->parent[i] == node + 1 && is_known(s, i) && d->friends[friend_of(s, i)].profession == prof)
            return true;
    return prof == LEG_EMPTY;
}
/* Shares the nationality with a known parent. */
static bool has_lineage(const struct legacy_data *d, const struct legacy *s, unsigned node) {
    unsigned p[2], nat = d->friends[friend_of(s, node)].nationality;
    for (int i = parents_of(s, node, p); i-- > 0;)
        if (is_known(s, p[i]) && d->friends[friend_of(s, p[i])].nationality == nat) return true;
    return false;
}
/* The relatives whom a friend card shows. */
static struct leg_set known_kin(const struct legacy *s) {
    struct leg_set set = {{0, 0}};
    for (unsigned i = FIRST_GRANDPARENT; i < s->nodes; i++)
        set.w[i / 64] |= (uint64_t)is_known(s, i) << i % 64;
    return set;
}
static bool is_couple_hint(const struct legacy_data *d, const struct legacy *s, unsigned hint) {
    for (unsigned i = FIRST_GRANDPARENT; i < s->nodes; i++)
        if (s->mate[i] > i + 1 && is_couple_of(d, s, hint, i) &&
            is_related(s, i, d->hints[hint].rel, d->hints[hint].side))
            return true;
    return false;
}
static bool hint_holds(const struct legacy_data *d, const struct legacy *s, unsigned hint,
                       struct leg_set known) {
    unsigned n = 0, nations = 0, kind = d->hints[hint].kind;
    if (kind == LEG_HK_COUPLE || kind == LEG_HK_COUPLE_KNOWN) return is_couple_hint(d, s, hint);
    if (kind == LEG_HK_NATIONS) {
        for (int i; (i = leg_set_next(&known)) >= 0;)
            nations |= 1u << d->friends[friend_of(s, (unsigned)i)].nationality;
        return (unsigned)__builtin_popcount(nations) >= d->hints[hint].n;
    }
    struct leg_set set = needs_known(d, hint) ? known : leg_mine(s, 0, FIRST_GRANDPARENT, s->nodes);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        n += fits_hint(d, s, hint, (unsigned)i) && (kind != LEG_HK_LINEAGE || has_lineage(d, s, (unsigned)i));
    return n >= d->hints[hint].n;
}
/* --- how close a hint is, for the evaluation: sixteenths, 0 where no place is left for it -------------------------- */
static bool card_fits(const struct legacy_data *d, unsigned hint, unsigned friend) {
    unsigned prof = d->friends[friend].profession, nat = d->friends[friend].nationality;
    if (d->hints[hint].prof1 != LEG_EMPTY && prof != d->hints[hint].prof1 && prof != d->hints[hint].prof2)
        return false;
    if (d->hints[hint].nat1 != LEG_EMPTY && nat != d->hints[hint].nat1 && nat != d->hints[hint].nat2 &&
        nat != d->hints[hint].nat3)
        return false;
    return !d->hints[hint].foreign || nat != LEG_N_FRENCH;
}
/* May places of this relation still come? Grandparents are there from the start, their parents come with their cards. */
static bool may_come(const struct legacy *s, unsigned rel, unsigned side) {
    if (rel != LEG_REL_GP && rel != LEG_REL_GGP) return true;
    for (unsigned i = FIRST_GRANDPARENT; i < FIRST_GRANDPARENT + GRANDPARENTS; i++)
        if (rel == LEG_REL_GGP && !s->parent[i] && is_related(s, i, LEG_REL_GP, side)) return true;
    return false;
}
/* Somebody is sought: is there an unknown relative to be found, and a card of the hand that would be the one? */
static unsigned person_near(const struct legacy_data *d, const struct legacy *s, unsigned hint) {
    unsigned rel = d->hints[hint].rel, places[2] = {0, 0}, wanted = d->hints[hint].sex;
    for (unsigned i = FIRST_GRANDPARENT; i < s->nodes; i++)
        if (!is_known(s, i) && is_related(s, i, rel, d->hints[hint].side)) places[leg_sex(d, s, i)] = 1;
    for (unsigned sex = 0; sex < 2; sex++)
        if (wanted != LEG_EMPTY && sex != wanted) places[sex] = 0;
    if (!needs_known(d, hint)) return d->hints[hint].asset == LEG_EMPTY || places[0] + places[1] ? 9 : 5;
    if (!places[0] && !places[1]) return may_come(s, rel, d->hints[hint].side) ? 4 : 0;
    struct leg_set hand = s->hand[0], display = s->display;
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        if (places[d->friends[i].sex] && card_fits(d, hint, (unsigned)i)) return 12;
    for (int i; (i = leg_set_next(&display)) >= 0;)
        if (places[d->friends[i].sex] && card_fits(d, hint, (unsigned)i)) return 10;
    return 8;
}
/* A child of a profession: 5 = it is there, 3 = an unknown one and a card of the hand could be it, 1 = an unknown one. */
static unsigned child_near(const struct legacy_data *d, const struct legacy *s, unsigned node,
                           unsigned prof) {
    unsigned near = 0, sexes = 0;
    for (unsigned i = FIRST_GRANDPARENT; i < s->nodes; i++) {
        if (s->parent[i] != node + 1) continue;
        if (!is_known(s, i)) sexes |= 1u << leg_sex(d, s, i);
        if (is_known(s, i) && d->friends[friend_of(s, i)].profession == prof) return 5;
    }
    if (sexes) near = 1;
    struct leg_set hand = s->hand[0];
    for (int i; (i = leg_set_next(&hand)) >= 0;)
        if (sexes >> d->friends[i].sex & 1 && d->friends[i].profession == prof) near = 3;
    return near;
}
static unsigned couple_near(const struct legacy_data *d, const struct legacy *s, unsigned hint) {
    unsigned best = may_come(s, d->hints[hint].rel, d->hints[hint].side) ? 2 : 1,
             prof = d->hints[hint].child_prof;
    for (unsigned i = FIRST_GRANDPARENT; i < s->nodes; i++) {
        if (s->mate[i] <= i + 1 || !is_related(s, i, d->hints[hint].rel, d->hints[hint].side)) continue;
        unsigned n = d->hints[hint].n ? d->hints[hint].n : 1, kids = s->kids[i] < n ? s->kids[i] : n, near;
        if (d->hints[hint].kind == LEG_HK_COUPLE_KNOWN)
            near = 4 + 4u * is_known(s, i) + 4u * is_known(s, s->mate[i] - 1u);
        else
            near = prof == LEG_EMPTY ? kids * 12 / n : 2 + kids * 6 / n + child_near(d, s, i, prof);
        if (near > best) best = near;
    }
    return best;
}
unsigned leg_hint_near(const struct legacy_data *d, const struct legacy *s, unsigned hint) {
    struct leg_set known = known_kin(s);
    unsigned n = 0, nations = 0, need = d->hints[hint].n ? d->hints[hint].n : 1u;
    switch (d->hints[hint].kind) {
    case LEG_HK_COUPLE:
    case LEG_HK_COUPLE_KNOWN: return couple_near(d, s, hint);
    case LEG_HK_PERSON: return person_near(d, s, hint);
    case LEG_HK_NATIONS:
        for (int i; (i = leg_set_next(&known)) >= 0;)
            nations |= 1u << d->friends[friend_of(s, (unsigned)i)].nationality;
        n = (unsigned)__builtin_popcount(nations);
        break;
    default:
        for (int i; (i = leg_set_next(&known)) >= 0;)
            n += fits_hint(d, s, hint, (unsigned)i) && has_lineage(d, s, (unsigned)i);
    }
    return n >= need ? 14 : 2 + n * 12 / need;
}

static void test_hint(const struct legacy_data *d, struct legacy *s, unsigned hint, struct leg_set known,
                      struct casata_sink *sink) {
    if (s->hint[hint] != LEG_HINT_OPEN || !hint_holds(d, s, hint, known)) return;
    s->hint[hint] = LEG_HINT_DONE;
    casata_emit(sink, "event.hint_done", 1, casata_word(&leg_hints, hint));
    leg_prestige(s, 0, 1, sink);
}
void leg_test_hint(const struct legacy_data *d, struct legacy *s, unsigned hint, struct casata_sink *sink) {
    test_hint(d, s, hint, known_kin(s), sink);
}
/* The tree only grows and known relatives stay known, so a hint that holds after some step of a turn holds at
 * its end. */
void leg_test_hints(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    struct leg_set known = known_kin(s);
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++) test_hint(d, s, i, known, sink);
}

/* R27.15 */
int leg_kinship(const struct legacy_data *d, const struct legacy *s) {
    int points = 0;
    for (unsigned i = 0; i < s->nodes; i++) {
        if (!is_known(s, i)) continue;
        unsigned p[2], nat = d->friends[friend_of(s, i)].nationality,
                       prof = d->friends[friend_of(s, i)].profession;
        unsigned known = 0, craftsmen = 0, aristocrats = 0, same = 0;
        for (int k = parents_of(s, i, p); k-- > 0;) {
            if (!is_known(s, p[k])) continue;
            known++;
            same += d->friends[friend_of(s, p[k])].nationality == nat;
            craftsmen += d->friends[friend_of(s, p[k])].profession == LEG_PR_CRAFTSMAN;
            aristocrats += d->friends[friend_of(s, p[k])].profession == LEG_PR_ARISTOCRAT;
        }
        if (nat != LEG_N_FRENCH) points += same ? 1 : known == 2 ? -1 : 0;
        points += prof == LEG_PR_ARISTOCRAT && craftsmen;
        points -= prof == LEG_PR_CRAFTSMAN && aristocrats;
    }
    return points;
}
