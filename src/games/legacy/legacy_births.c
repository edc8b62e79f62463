/* legacy_births.c: couples, child cards, complications (R10, R11, R15). */
#include "games/legacy/legacy.h"

static const uint8_t first_of_kind[4] = {LEG_C_SON, LEG_C_DAUGHTER, LEG_C_COMPLICATION, LEG_TRAIT_COUNT};
_Static_assert(LEG_C_DAUGHTER == 5 && LEG_C_COMPLICATION == 10 && LEG_TRAIT_COUNT == 11,
               "ORDER trait: sum_kind()");

static unsigned sum_kind(const uint8_t *cards, unsigned kind) {
    if (kind == LEG_KIND_COMPLICATION) return cards[LEG_C_COMPLICATION];
    cards += first_of_kind[kind];
    return (unsigned)cards[0] + cards[1] + cards[2] + cards[3] + cards[4];
}
unsigned leg_child_cards(const struct legacy *s, unsigned kind) {
    return sum_kind(s->children, kind) + sum_kind(s->mixed, kind) - (kind < 2 ? s->back[kind] : 0u);
}

/* --- the couple of Offspring, Midwife and free Offspring (R11, R15). Locals: 1 = midwife, 1 = may be skipped --- */
static int couple_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    unsigned draws = f->a ? leg_constant(d, LEG_K_MIDWIFE_DRAWS) : 1, wishes = f->a ? 1 : 3;
    int n = 0;
    if (f->b) out[n++] = casata_act(LEG_A_SKIP, 0, 0, 0); /* G61 */
    struct leg_set set = leg_testament(s) ? s->mine[seat] : leg_adults(s, seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (leg_need_couple(d, s, seat, (unsigned)i, draws) == LEG_FINE)
            for (unsigned wish = 0; wish < wishes; wish++)
                out[n++] = casata_act(LEG_A_COUPLE, (unsigned)i, wish, 0);
    return n;
}
static void couple_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    bool midwife = f->a;
    casata_pop(s);
    if (casata_kind(a) == LEG_A_SKIP) return;
    unsigned level = casata_b(a) ? LEG_LEVEL_OFFSPRING + 1 : LEG_LEVEL_OFFSPRING; /* R11 step 2 */
    if (!midwife) leg_honour(s, seat, LEG_H_COSTS, -(int)d->levels[level].honour, sink);
    leg_begin_births(s, seat, casata_a(a), midwife ? leg_constant(d, LEG_K_MIDWIFE_DRAWS) : 1, casata_b(a));
}
static bool couple_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    if (f->a > 1 || f->b > 1 || (f->a && f->b)) return false;
    for (unsigned i = 0; i < s->nodes; i++)
        if (leg_need_couple(data, s, f->seat, i, f->a ? leg_constant(data, LEG_K_MIDWIFE_DRAWS) : 1) ==
            LEG_FINE)
            return true;
    return false;
}
const struct casata_phase leg_phase_couple = {.name = "couple",
                                              .locals = "midwife optional",
                                              .parents = LEG_ON(LEG_PH_TURN) | LEG_ON(LEG_PH_WEDDING),
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = couple_legal,
                                              .apply = couple_apply,
                                              .valid = couple_valid};

/* --- the draws (R10.2). Locals: person, draws left, wish, first card of two + 1, 1 = a child was just born ------ */
void leg_begin_births(struct legacy *s, int seat, unsigned node, unsigned draws, unsigned wish) {
    if (!draws) return;
    struct casata_frame *f = casata_push(s, LEG_PH_BIRTHS, (unsigned)seat);
    f->a = (uint8_t)node;
    f->b = (uint8_t)draws;
    f->c = (uint8_t)wish;
}

/* A STATIC effect of the couple: it ends with the card (R10.7). */
static bool couple_has(const struct legacy_data *d, const struct legacy *s, unsigned node, unsigned eff) {
    if (s->spouse[node] && d->friends[s->spouse[node] - 1].eff == eff) return true;
    if (s->card[node] >= LEG_CARD_FRIEND && d->friends[s->card[node] - LEG_CARD_FRIEND].eff == eff)
        return true;
    unsigned mate = s->mate[node];
    return mate && s->card[mate - 1] >= LEG_CARD_FRIEND &&
           d->friends[s->card[mate - 1] - LEG_CARD_FRIEND].eff == eff;
}
/* R10.6: one a generation; NO_COMPLICATION. */
static bool is_affected(const struct legacy_data *d, const struct legacy *s,
                        const struct casata_frame *births) {
    return !s->p[births->seat].complication && !couple_has(d, s, births->a, LEG_E_NO_COMPLICATION);
}

static void add_child(const struct legacy_data *d, struct legacy *s, struct casata_frame *f, unsigned trait,
                      struct casata_sink *sink) {
    unsigned parent = f->a;
    bool testament = leg_testament(s);
    unsigned child =
        leg_add_node(s, f->seat, LEG_CARD_TRAIT + trait, s->row[parent] + (testament ? -1u : 1u), parent + 1);
    s->flags[child] = (uint8_t)(s->flags[parent] & (LEG_PAT | LEG_MAT)); /* G51: the side it hangs on */
    s->kids[parent]++;
    if (!testament) s->p[f->seat].born++;
    casata_emit(sink, "event.born", 2, casata_seat(f->seat), casata_word(&leg_traits, trait));
    f->b--;
    f->e = 1;
    if (d->children[trait].eff != LEG_E_BIRTH_AGAIN || testament) return;
    f->b++;         /* R10.4, G37: once more, whatever the limit */
    f->c = LEG_ANY; /* G38 */
}
static void resolve(const struct legacy_data *d, struct legacy *s, struct casata_frame *f, unsigned trait,
                    struct casata_sink *sink) {
    if (d->children[trait].kind != LEG_KIND_COMPLICATION) {
        add_child(d, s, f, trait, sink);
        return;
    }
    casata_emit(sink, "event.complication", 1, casata_seat(f->seat));
    casata_push(s, LEG_PH_COMPLICATION, f->seat);
}
/* A card that qualifies (R10.3). G35: with BIRTH_PICK a second one is drawn and one of the two kept. */
static void take_result(const struct legacy_data *d, struct legacy *s, struct casata_frame *f, unsigned trait,
                        struct casata_sink *sink) {
    if (!couple_has(d, s, f->a, LEG_E_BIRTH_PICK)) {
        resolve(d, s, f, trait, sink);
        return;
    }
    if (!f->d) {
        f->d = (uint8_t)(trait + 1);
        return;
    }
    unsigned first = f->d - 1u;
    f->d = 0;
    if (first == trait) {
        s->dropped[trait]++;
        resolve(d, s, f, trait, sink);
        return;
    }
    struct casata_frame *pick = casata_push(s, LEG_PH_PICK, f->seat);
    pick->a = (uint8_t)(first < trait ? first : trait);
    pick->b = (uint8_t)(first < trait ? trait : first);
}
static bool births_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)sink;
    if (!f->b) {
        casata_pop(state);
        return true;
    }
    bool born = f->e;
    f->e = 0;
    if (born && leg_in_turn(state) && leg_offer(data, state, f->seat)) return true; /* G13, G68 */
    casata_push(state, LEG_PH_CHILD, f->seat);
    return true;
}
static bool births_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    if (f->a >= s->nodes || s->owner[f->a] != f->seat || f->b < 1 || f->b > 9 || f->c > 2 ||
        f->d > LEG_TRAIT_COUNT || f->e)
        return false;
    if (s->head.depth < 2 || f == casata_top((void *)(uintptr_t)state)) return false;
    if (leg_testament(s)) return f->a >= 3 && s->mate[f->a];
    bool couple = leg_is_couple(s, f->a) || s->p[f->seat].complication; /* the mother may be lost already */
    return s->row[f->a] == s->gen && couple && (f[1].phase != LEG_PH_PICK || !f->d);
}
const struct casata_phase leg_phase_births = {.name = "births",
                                              .locals = "person left wish first born",
                                              .parents = LEG_ON(LEG_PH_TURN) | LEG_ON(LEG_PH_WEDDING),
                                              .step = births_step,
                                              .valid = births_valid};

/* --- drawing (R10.3, R10.9). The births frame below says for whom and with which wish.
 * Set-aside cards go back unseen (G67), so only the order of the others matters: the next of them is drawn. */
static bool wanted(unsigned wish, unsigned kind) {
    return kind == LEG_KIND_COMPLICATION || wish == LEG_ANY || wish == kind + 1;
}
static unsigned candidates(const struct legacy *s, unsigned wish) {
    return leg_child_cards(s, LEG_KIND_COMPLICATION) +
           (wanted(wish, LEG_KIND_SON) ? leg_child_cards(s, LEG_KIND_SON) : 0) +
           (wanted(wish, LEG_KIND_DAUGHTER) ? leg_child_cards(s, LEG_KIND_DAUGHTER) : 0);
}
static void use_reserve(struct legacy *s) {
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++) {
        s->children[t] = (uint8_t)(s->children[t] + s->mixed[t]);
        s->mixed[t] = 0;
    }
    s->back[0] = s->back[1] = 0;
}
static void use_discards(struct legacy *s) {
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++) {
        s->children[t] = (uint8_t)(s->children[t] + s->dropped[t]);
        s->dropped[t] = 0;
    }
}
/* R10.9, G7: the reserve in generation III, else the discards, then the reserve. G69: a discard pile without a
 * card that the draw could keep stays where it is. */
static bool refill(struct legacy *s, unsigned wish, bool affected) {
    unsigned useful = affected ? s->dropped[LEG_C_COMPLICATION] : 0;
    for (unsigned kind = 0; kind < 2; kind++)
        if (wanted(wish, kind)) useful += sum_kind(s->dropped, kind);
    bool reserve = s->back[0] + s->back[1] > 0;
    if (reserve && (s->gen == LEG_GENERATIONS || !useful)) {
        use_reserve(s);
        return true;
    }
    if (useful) use_discards(s);
    return useful > 0;
}
static bool child_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    struct casata_frame *births = f - 1;
    bool affected = is_affected(d, s, births);
    while (!candidates(s, births->c)) {
        if (refill(s, births->c, affected)) continue;
        if (births->c != LEG_ANY) { /* G39 */
            births->c = LEG_ANY;
            continue;
        }
        casata_pop(s); /* nothing left: the draw fails; of two cards the first is kept */
        if (births->d) {
            unsigned trait = births->d - 1u;
            births->d = 0;
            resolve(d, s, births, trait, sink);
        } else
            births->b = 0;
        return true;
    }
    return false;
}
/* Weights: a card of `mixed` is in the deck with the chance of its sex, the others for certain. */
static unsigned weigh(const struct legacy *s, unsigned wish, uint32_t weight[2][LEG_TRAIT_COUNT]) {
    unsigned all = 0, mixed[2] = {sum_kind(s->mixed, 0), sum_kind(s->mixed, 1)};
    unsigned scale[2] = {mixed[0] ? mixed[0] : 1, mixed[1] ? mixed[1] : 1};
    for (unsigned kind = 0; kind < 3; kind++) {
        bool on = wanted(wish, kind);
        uint32_t whole = scale[0] * scale[1], part = whole;
        if (kind < 2) part = (mixed[kind] - s->back[kind]) * scale[1 - kind];
        for (unsigned t = first_of_kind[kind]; t < first_of_kind[kind + 1]; t++) {
            weight[0][t] = on ? s->mixed[t] * part : 0;
            weight[1][t] = on ? s->children[t] * whole : 0;
            all += weight[0][t] + weight[1][t];
        }
    }
    return all;
}
static int child_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    uint32_t weight[2][LEG_TRAIT_COUNT];
    int n = 0;
    (void)data;
    weigh(state, f[-1].c, weight);
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++)
        for (unsigned pile = 0; pile < 2; pile++)
            if (weight[pile][t])
                out[n++] = (struct casata_outcome){casata_act(LEG_A_CHILD, t, pile, 0), weight[pile][t]};
    return n;
}
/* The same weights: first the sex or a complication, then one of those that are in the deck for certain, or of those
 * that may be in it, each with the same chance. */
static casata_action child_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    const struct legacy *s = state;
    unsigned n[3], wish = f[-1].c, kind = 0, x;
    (void)data;
    for (unsigned k = 0; k < 3; k++) n[k] = wanted(wish, k) ? leg_child_cards(s, k) : 0;
    for (x = casata_rng_below(rng, n[0] + n[1] + n[2]); x >= n[kind]; kind++) x -= n[kind];
    unsigned sure = sum_kind(s->children, kind), pile = x < sure, t = first_of_kind[kind];
    const uint8_t *cards = pile ? s->children : s->mixed;
    if (!pile) x = casata_rng_below(rng, sum_kind(s->mixed, kind));
    for (; x >= cards[t]; t++) x -= cards[t];
    return casata_act(LEG_A_CHILD, t, pile, 0);
}
static void child_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    struct casata_frame *births = f - 1;
    unsigned trait = casata_a(a);
    (void)seat;
    if (sink) sink->revealed = true;
    if (casata_b(a))
        s->children[trait]--;
    else
        s->mixed[trait]--;
    if (d->children[trait].kind == LEG_KIND_COMPLICATION && !is_affected(d, s, births)) {
        s->dropped[trait]++; /* R10.3: discarded, and drawing goes on */
        casata_emit(sink, "event.no_complication", 1, casata_seat(births->seat));
        return;
    }
    casata_pop(s);
    take_result(d, s, births, trait, sink);
}
static bool child_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data;
    return candidates(state, f[-1].c) > 0;
}
const struct casata_phase leg_phase_child = {.name = "child",
                                             .parents = LEG_ON(LEG_PH_BIRTHS),
                                             .outcomes = child_outcomes,
                                             .sample = child_sample,
                                             .apply = child_apply,
                                             .step = child_step,
                                             .valid = child_valid};

/* --- G35: which of two child cards. Locals: the two traits, ascending ------------------------------------------ */
static int pick_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(LEG_A_CHOOSE, f->a, 0, 0);
    out[1] = casata_act(LEG_A_CHOOSE, f->b, 0, 0);
    return 2;
}
static void pick_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned kept = casata_a(a), other = f->a == kept ? f->b : f->a;
    s->dropped[other]++; /* G34: a complication chosen away is discarded, not kept */
    casata_emit(sink, "event.picked", 3, casata_seat(seat), casata_word(&leg_traits, kept),
                casata_word(&leg_traits, other));
    casata_pop(s);
    resolve(data, s, casata_top(s), kept, sink);
}
static bool pick_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a < f->b && f->b < LEG_TRAIT_COUNT;
}
const struct casata_phase leg_phase_pick = {.name = "pick",
                                            .locals = "one other",
                                            .parents = LEG_ON(LEG_PH_BIRTHS),
                                            .legal = pick_legal,
                                            .apply = pick_apply,
                                            .valid = pick_valid};

/* --- R10.5: lose the child or the mother ------------------------------------------------------------------------ */
static bool mother_is_head(const struct legacy *s, unsigned node) {
    return s->card[node] == LEG_CARD_HEAD + LEG_MATRIARCH;
}
static int complication_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action *out) {
    int n = 0;
    (void)data, (void)seat;
    out[n++] = casata_act(LEG_A_LOSE_CHILD, 0, 0, 0);
    if (!mother_is_head(state, f[-1].a)) out[n++] = casata_act(LEG_A_LOSE_MOTHER, 0, 0, 0);
    return n;
}
/* R10.7, G31, G59: nothing is taken back; the widower keeps what the unit has. */
static void lose_mother(const struct legacy_data *d, struct legacy *s, int seat, unsigned node,
                        struct casata_sink *sink) {
    if (leg_sex(d, s, node) == LEG_SEX_WOMAN) {
        s->flags[node] |= LEG_DEAD;
        s->dropped[leg_trait_of(s->card[node])]++;
        casata_emit(sink, "event.lost_blood_mother", 2, casata_seat(seat),
                    casata_word(&leg_traits, leg_trait_of(s->card[node])));
        return;
    }
    unsigned friend = s->spouse[node] - 1u;
    s->spouse[node] = 0;
    leg_move(s, friend, LEG_DISCARD);
    leg_count_friend(d, s, seat, friend, -1);
    casata_emit(sink, "event.lost_mother", 2, casata_seat(seat), casata_word(&leg_friends, friend));
}
static void complication_apply(const void *data, void *state, struct casata_frame *f, int seat,
                               casata_action a, struct casata_sink *sink) {
    struct legacy *s = state;
    unsigned node = f[-1].a;
    s->p[seat].complication = 1; /* R10.6: kept, whatever the choice */
    casata_pop(s);
    if (casata_kind(a) == LEG_A_LOSE_CHILD) {
        casata_emit(sink, "event.lost_child", 1, casata_seat(seat));
        casata_pop(s); /* G33: everything of the action or wedding ends */
        return;
    }
    lose_mother(data, s, seat, node, sink); /* G32: the draws go on for the father */
}
static bool complication_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct legacy *s = state;
    (void)data;
    return !s->p[f->seat].complication && !leg_testament(s) && leg_is_couple(s, f[-1].a) && !f[-1].d;
}
const struct casata_phase leg_phase_complication = {.name = "complication",
                                                    .parents = LEG_ON(LEG_PH_BIRTHS),
                                                    .flags = CASATA_AUTO_SINGLE,
                                                    .legal = complication_legal,
                                                    .apply = complication_apply,
                                                    .valid = complication_valid};
