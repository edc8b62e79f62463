/* legacy_tree.c: the family trees: units, couples, counts, and lookups for actions (R2, R14.1). Decides
 * nothing and asks nobody. */
#include "games/legacy/legacy.h"

unsigned leg_trait_of(unsigned card) {
    return card >= LEG_CARD_TRAIT && card < LEG_CARD_HEAD ? card - LEG_CARD_TRAIT : LEG_TRAIT_COUNT;
}

/* R28: of persons who are alike in card, possessions and children only the first is offered: the choice
 * makes no difference to the rest of the game. */
static unsigned kind_of(const struct legacy *s, unsigned node) {
    return s->card[node] | (unsigned)s->flags[node] << 8 | (unsigned)s->kids[node] << 16 |
           (s->ranked[node] ? 1u << 24 : 0) | (s->works[node] ? 1u << 25 : 0);
}
bool leg_is_repeated(const struct legacy *s, unsigned node) {
    if (s->spouse[node]) return false;
    unsigned kind = kind_of(s, node);
    struct leg_set before = leg_mine(s, s->owner[node], node < s->minors ? s->adults : s->minors, (int)node);
    for (int i; (i = leg_set_next(&before)) >= 0;)
        if (!s->spouse[i] && kind_of(s, (unsigned)i) == kind) return true;
    return false;
}

static unsigned less_of(const struct legacy_data *d, unsigned card) /* R25.5: WEDDING_LESS */ {
    unsigned trait = leg_trait_of(card);
    return trait < LEG_TRAIT_COUNT && d->children[trait].eff == LEG_E_WEDDING_LESS ? d->children[trait].n : 0;
}

/* R8 step 2, R9 step 2: G24 the reduction counts for both, G43 never below 0, dowries stay as they are. */
int leg_wedding_cost(const struct legacy_data *d, const struct legacy *s, unsigned friend, unsigned node) {
    int cost = -leg_signed(d->friends[friend].gold);
    if (cost <= 0) return cost;
    if (leg_testament(s) &&
        leg_sex(d, s, node) == d->friends[friend].sex) { /* G51 e: in place of her spouse */
        if (!s->mate[node]) return cost;
        node = s->mate[node] - 1u;
    }
    int less = (int)less_of(d, s->card[node]);
    return cost > less ? cost - less : 0;
}

static unsigned assets_of(const struct legacy *s, unsigned node) {
    _Static_assert(LEG_MANSION == 2 << LEG_ASSET_MANSION && LEG_VENTURE == 2 << LEG_ASSET_VENTURE,
                   "ORDER asset");
    return (unsigned)(s->flags[node] & (LEG_MANSION | LEG_VENTURE)) >> 1 |
           (s->ranked[node] != 0) << LEG_ASSET_TITLE |
           (unsigned)(s->works[node] != 0) << LEG_ASSET_PHILANTHROPY;
}

/* Raises the highest affordable wedding cost for friends of a sex. */
static void add_match(int16_t most[2], unsigned sex, int gold) {
    if (gold > most[sex]) most[sex] = (int16_t)gold;
}
static void look_at_relatives(const struct legacy_data *d, const struct legacy *s, struct leg_look *look) {
    for (unsigned i = 3; i < s->nodes; i++) { /* R27.7: not yourself and your parents */
        unsigned has = assets_of(s, i), mate = s->mate[i], sex = leg_sex(d, s, i), less = 0; /* R25.5 */
        if (mate) {
            has |= assets_of(s, mate - 1);
            less = less_of(d, s->card[mate - 1]);
            look->room = 3; /* R27.11: no limit */
        } else
            add_match(look->most[0], 1 - sex, (int)(s->p[0].gold + less_of(d, s->card[i])));
        if (s->card[i] < LEG_CARD_FRIEND)
            add_match(look->most[0], sex, (int)(s->p[0].gold + less)); /* can be replaced (R27.8) */
        look->lacks |= (uint8_t)(~has & 15);
    }
}

struct leg_look leg_look(const struct legacy_data *d, const struct legacy *s, int seat) {
    struct leg_look look = {{{LEG_NOBODY, LEG_NOBODY}, {LEG_NOBODY, LEG_NOBODY}}, 0, 0};
    unsigned most = leg_constant(d, LEG_K_MOST_CHILDREN), gold = s->p[seat].gold;
    if (leg_testament(s)) {
        look_at_relatives(d, s, &look);
        return look;
    }
    struct leg_set adults = leg_adults(s, seat), minors = leg_minors(s, seat);
    for (int n; (n = leg_set_next(&adults)) >= 0;) {
        unsigned i = (unsigned)n;
        look.lacks |= (uint8_t)(~assets_of(s, i) & 15);
        if (!s->spouse[i]) /* R8 step 1: widowed blood members too (R10.8); a dead one has a spouse left */
            add_match(look.most[0], 1 - leg_sex_of_blood(s, i), (int)(gold + less_of(d, s->card[i])));
        else if (leg_is_couple(s, i) && s->kids[i] < most && most - s->kids[i] > look.room)
            look.room = (uint8_t)(most - s->kids[i]);
    }
    for (int i; (i = leg_set_next(&minors)) >= 0;)
        if (!s->spouse[i])
            add_match(look.most[1], 1 - leg_sex_of_blood(s, (unsigned)i),
                      (int)(gold + less_of(d, s->card[i])));
    return look;
}

/* R2.5, R18.6: family friends of a profession, and the missions kept as such (G15, G17). */
unsigned leg_prof_members(const struct legacy_data *d, const struct legacy *s, int seat, unsigned prof) {
    unsigned n = s->p[seat].prof[prof];
    for (unsigned left = s->done[seat]; left; left &= left - 1) {
        unsigned m = (unsigned)__builtin_ctz(left);
        n += d->missions[m].eff == LEG_E_TREAT_AS && d->missions[m].arg == LEG_NATION_COUNT + prof;
    }
    return n;
}

unsigned leg_nations_of(const struct legacy_player *p) {
    unsigned n = 0;
    for (int i = 0; i < LEG_NATION_COUNT; i++) n += p->nation[i] != 0;
    return n;
}

/* R2.5, G16: every friend in the tree counts, arranged or married. */
void leg_count_friend(const struct legacy_data *d, struct legacy *s, int seat, unsigned friend, int by) {
    struct legacy_player *p = &s->p[seat];
    p->prof[d->friends[friend].profession] = (uint8_t)(p->prof[d->friends[friend].profession] + by);
    p->nation[d->friends[friend].nationality] = (uint8_t)(p->nation[d->friends[friend].nationality] + by);
}

unsigned leg_owned(const struct legacy *s, int seat, unsigned asset) {
    unsigned n = 0;
    struct leg_set all = s->mine[seat];
    for (int i; (i = leg_set_next(&all)) >= 0;) n += assets_of(s, (unsigned)i) >> asset & 1;
    return n;
}

unsigned leg_possessions(const struct legacy *s, int seat) {
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    unsigned n = 0;
    struct leg_set all = s->mine[seat];
    for (int i; (i = leg_set_next(&all)) >= 0;) n += bits[assets_of(s, (unsigned)i)];
    return n;
}

/* BIGCOUPLES: units of the current generation with at least 3 children; G51: any couple but the parents. */
unsigned leg_big_couples(const struct legacy_data *d, const struct legacy *s, int seat) {
    unsigned n = 0, most = leg_constant(d, LEG_K_MOST_CHILDREN);
    if (leg_testament(s)) {
        for (unsigned i = 3; i < s->nodes; i++)
            if (s->mate[i] > i + 1 && s->kids[i] >= most) n++;
        return n;
    }
    struct leg_set adults = leg_adults(s, seat);
    for (int i; (i = leg_set_next(&adults)) >= 0;) n += s->kids[i] >= most;
    return n;
}

unsigned leg_add_node(struct legacy *s, int seat, unsigned card, unsigned row, unsigned parent) {
    unsigned i = s->nodes++;
    assert(i < LEG_NODES);
    s->card[i] = (uint8_t)card;
    s->row[i] = (uint8_t)row;
    s->owner[i] = (uint8_t)seat;
    leg_set_flip(&s->mine[seat], i);
    s->parent[i] = (uint8_t)parent;
    return i;
}

/* R14.1, G40: married or not, widowed too; children and the dead are no units. */
unsigned leg_need_unit(const struct legacy *s, int seat, unsigned asset, unsigned node) {
    unsigned has = assets_of(s, node);
    if (leg_testament(s)) { /* R27.12, G51: one of each kind for a member and the spouse */
        if (node < 3) return LEG_YOURSELF;
        if (!s->card[node]) return LEG_NO_UNIT;
        if (s->mate[node]) has |= assets_of(s, s->mate[node] - 1u);
        if (has >> asset & 1) return LEG_HAS_ONE;
        return s->mate[node] && s->mate[node] - 1u < node ? LEG_BY_MATE : LEG_FINE;
    }
    if (!leg_is_unit(s, seat, node)) return LEG_OTHER_GENERATION;
    return has >> asset & 1 ? LEG_HAS_ONE : LEG_FINE;
}

/* R11, R15, R2.4: a living couple with room for the draws; R27.9, R27.11: any but the parents, no limit. */
unsigned leg_need_couple(const struct legacy_data *d, const struct legacy *s, int seat, unsigned node,
                         unsigned draws) {
    if (leg_testament(s)) {
        if (node < 3) return LEG_YOURSELF;
        if (!s->mate[node]) return LEG_SINGLE;
        return s->mate[node] > node + 1 ? LEG_FINE : LEG_BY_MATE;
    }
    if (!leg_is_unit(s, seat, node)) return LEG_OTHER_GENERATION;
    if (!leg_is_couple(s, node)) return LEG_SINGLE;
    return s->kids[node] + draws <= leg_constant(d, LEG_K_MOST_CHILDREN) ? LEG_FINE : LEG_NO_ROOM;
}

unsigned leg_seats_living(const struct legacy *s) {
    unsigned n = 0;
    for (int i = 0; i < s->head.seats; i++) n += leg_seat_lives(s, i);
    return n;
}
int leg_next_living(const struct legacy *s, int seat) /* G45: the card skips seats out */ {
    for (int i = 0; i < s->head.seats; i++) {
        seat = seat + 1 == s->head.seats ? 0 : seat + 1;
        if (leg_seat_lives(s, seat)) break;
    }
    return seat;
}
