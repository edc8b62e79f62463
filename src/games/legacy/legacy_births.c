/* legacy_births.c: couples, child cards, complications (R10, R11, R15). */
#include "games/legacy/legacy_scene.h"

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

/* --- the couple of Offspring, Midwife and free Offspring (R11, R15) --------------------------------------------- */
static unsigned draws_of(const struct legacy_data *d, const struct casata_frame *f) {
    return casata_locals(leg_couple, f)->midwife ? leg_constant(d, LEG_K_MIDWIFE_DRAWS) : 1;
}
static int couple_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct leg_couple *l = casata_locals(leg_couple, f);
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    unsigned draws = draws_of(d, f), wishes = l->midwife ? 1 : 3;
    int n = 0;
    if (l->optional) out[n++] = casata_act(LEG_A_SKIP, 0, 0, 0); /* G61 */
    struct leg_set set = leg_testament(s) ? s->mine[seat] : leg_adults(s, seat);
    for (int i; (i = leg_set_next(&set)) >= 0;)
        if (leg_need_couple(d, s, seat, (unsigned)i, draws) == LEG_FINE)
            for (unsigned wish = 0; wish < wishes; wish++)
                out[n++] = casata_act(LEG_A_COUPLE, (unsigned)i, wish, 0);
    return n;
}
static void couple_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct leg_couple *l = casata_locals(leg_couple, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    bool midwife = l->midwife;
    unsigned draws = draws_of(d, f);
    casata_pop(s);
    if (casata_kind(a) == LEG_A_SKIP) return;
    unsigned level = casata_b(a) ? LEG_LEVEL_OFFSPRING + 1 : LEG_LEVEL_OFFSPRING; /* R11 step 2 */
    if (!midwife) leg_honour(s, seat, LEG_H_COSTS, -(int)d->levels[level].honour, sink);
    leg_begin_births(s, seat, casata_a(a), draws, casata_b(a));
}
static bool couple_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_couple *l = casata_locals(leg_couple, f);
    const struct legacy *s = state;
    if (l->midwife > 1 || l->optional > 1 || (l->midwife && l->optional)) return false;
    for (unsigned i = 0; i < s->nodes; i++)
        if (leg_need_couple(data, s, f->seat, i, draws_of(data, f)) == LEG_FINE) return true;
    return false;
}
static struct casata_msg couple_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                       int seat) {
    (void)build;
    return casata_message(casata_locals(leg_couple, f)->midwife ? "prompt.midwife" : "prompt.couple", 1,
                          casata_seat(seat));
}
static void couple_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    static const struct leg_person_text any = {.pair = "act.couple_any",
                                               .named_pair = "act.couple_any_named"},
                                        wished = {.pair = "act.couple_wish",
                                                  .named_pair = "act.couple_wish_named"};
    const struct legacy_data *d = build->data;
    unsigned wish = casata_b(c->action);
    (void)seat;
    if (casata_kind(c->action) == LEG_A_SKIP) return;
    leg_describe_person(build, c, wish == LEG_ANY ? &any : &wished, casata_a(c->action));
    c->text.arg[c->text.n++] = casata_word(&leg_wishes, wish);
    leg_add_cost(c, LEG_U_HONOUR, wish == LEG_ANY ? 0 : d->levels[LEG_LEVEL_OFFSPRING + 1].honour);
    leg_add_gain(c, LEG_U_CHILD, (int)draws_of(d, f));
    c->rule = "R11";
}
static void couple_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct legacy *s = build->state;
    bool midwife = casata_locals(leg_couple, f)->midwife;
    struct casata_msg text =
        casata_message("act.do_any", 1, leg_action_name(s, midwife ? LEG_DO_MIDWIFE : LEG_DO_OFFSPRING));
    struct leg_set mine = s->mine[seat];
    for (int i; (i = leg_set_next(&mine)) >= 0;)
        leg_block_person(build, (unsigned)i, text,
                         leg_need_couple(build->data, s, seat, (unsigned)i, draws_of(build->data, f)), false,
                         "R10.1");
}
const struct casata_phase leg_phase_couple = {
    .name = "couple",
    .locals = CASATA_LOCAL_NAMES(LEG_COUPLE_LOCALS),
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING),
    .legal = couple_legal,
    .apply = couple_apply,
    .valid = couple_valid,
    .prompt = couple_prompt,
    .describe = couple_describe,
    .explain = couple_explain,
};

/* --- the draws (R10.2) ----------------------------------------------------------------------------------------- */
void leg_begin_births(struct legacy *s, int seat, unsigned node, unsigned draws, unsigned wish) {
    if (!draws) return;
    struct leg_births *l = casata_begin(leg_births, s, LEG_PH_BIRTHS, (unsigned)seat);
    l->person = (uint8_t)node;
    l->left = (uint8_t)draws;
    l->wish = (uint8_t)wish;
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
static bool is_affected(const struct legacy_data *d, const struct legacy *s, int seat,
                        const struct leg_births *l) {
    return !s->p[seat].complication && !couple_has(d, s, l->person, LEG_E_NO_COMPLICATION);
}

static void add_child(const struct legacy_data *d, struct legacy *s, int seat, struct leg_births *l,
                      unsigned trait, struct casata_sink *sink) {
    unsigned parent = l->person;
    bool testament = leg_testament(s);
    unsigned child =
        leg_add_node(s, seat, LEG_CARD_TRAIT + trait, s->row[parent] + (testament ? -1u : 1u), parent + 1);
    s->flags[child] = (uint8_t)(s->flags[parent] & (LEG_PAT | LEG_MAT)); /* G51: its side of the tree */
    s->kids[parent]++;
    if (!testament) s->p[seat].born++;
    casata_emit(sink, "event.born", 2, casata_seat(seat), casata_word(&leg_traits, trait));
    l->left--;
    l->born = 1;
    if (d->children[trait].eff != LEG_E_BIRTH_AGAIN || testament) return; /* G51 e */
    l->left++;         /* R10.4, G37: once more, whatever the limit */
    l->wish = LEG_ANY; /* G38 */
}
/* `f` is the frame of the births, on top of the stack. */
static void resolve(const struct legacy_data *d, struct legacy *s, struct casata_frame *f, unsigned trait,
                    struct casata_sink *sink) {
    if (d->children[trait].kind != LEG_KIND_COMPLICATION) {
        add_child(d, s, f->seat, casata_locals(leg_births, f), trait, sink);
        return;
    }
    casata_emit(sink, "event.complication", 1, casata_seat(f->seat));
    casata_push(s, LEG_PH_COMPLICATION, f->seat);
}
/* A card that qualifies (R10.3). G35: with BIRTH_PICK a second one is drawn and one of the two kept. */
static void take_result(const struct legacy_data *d, struct legacy *s, struct casata_frame *f, unsigned trait,
                        struct casata_sink *sink) {
    struct leg_births *l = casata_locals(leg_births, f);
    if (!couple_has(d, s, l->person, LEG_E_BIRTH_PICK)) {
        resolve(d, s, f, trait, sink);
        return;
    }
    if (!l->first) {
        l->first = (uint8_t)(trait + 1);
        return;
    }
    unsigned first = l->first - 1u;
    l->first = 0;
    if (first == trait) {
        s->dropped[trait]++;
        resolve(d, s, f, trait, sink);
        return;
    }
    struct leg_pick *pick = casata_begin(leg_pick, s, LEG_PH_PICK, f->seat);
    pick->one = (uint8_t)(first < trait ? first : trait);
    pick->other = (uint8_t)(first < trait ? trait : first);
}
static bool births_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_births *l = casata_locals(leg_births, f);
    (void)sink;
    if (!l->left) {
        casata_pop(state);
        return true;
    }
    bool born = l->born;
    l->born = 0;
    if (born && leg_in_turn(state) && leg_offer(data, state, f->seat)) return true; /* G13, G68 */
    casata_push(state, LEG_PH_CHILD, f->seat);
    return true;
}
static bool births_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_births *l = casata_locals(leg_births, f);
    const struct legacy *s = state;
    (void)data;
    if (l->person >= s->nodes || s->owner[l->person] != f->seat || l->left < 1 || l->left > 9 ||
        l->wish > 2 || l->first > LEG_TRAIT_COUNT || l->born)
        return false;
    if (s->head.depth < 2 || f == casata_top_of(state)) return false;
    if (leg_testament(s)) return l->person >= 3 && s->mate[l->person];
    bool couple =
        leg_is_couple(s, l->person) || s->p[f->seat].complication; /* the mother may be lost already */
    return s->row[l->person] == s->gen && couple && (casata_above(f)->phase != LEG_PH_PICK || !l->first);
}
const struct casata_phase leg_phase_births = {
    .name = "births",
    .locals = CASATA_LOCAL_NAMES(LEG_BIRTHS_LOCALS),
    .parents = CASATA_ON(LEG_PH_TURN) | CASATA_ON(LEG_PH_WEDDING),
    .step = births_step,
    .valid = births_valid,
};

/* --- drawing (R10.3, R10.9) -------------------------------------------------------------------------------------
 * The births below say for whom and with which wish.
 * Set-aside cards go back unseen (G67), so only the order of the others matters: the next of them is drawn. */
static const struct leg_births *births_below(const struct casata_frame *f) {
    return casata_locals(leg_births, casata_below(f));
}
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
bool leg_can_draw_child(struct legacy *s, unsigned wish, bool complications) {
    while (!candidates(s, wish))
        if (!refill(s, wish, complications)) return false;
    return true;
}
static bool child_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    struct casata_frame *births = casata_below(f);
    struct leg_births *l = casata_locals(leg_births, births);
    bool affected = is_affected(d, s, births->seat, l);
    while (!leg_can_draw_child(s, l->wish, affected)) {
        if (l->wish != LEG_ANY) { /* G39 */
            l->wish = LEG_ANY;
            continue;
        }
        casata_pop(s); /* nothing left: the draw fails; of two cards the first is kept */
        if (l->first) {
            unsigned trait = l->first - 1u;
            l->first = 0;
            resolve(d, s, births, trait, sink);
        } else
            l->left = 0;
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
int leg_list_children(const struct legacy *s, unsigned wish, struct casata_outcome *out) {
    uint32_t weight[2][LEG_TRAIT_COUNT];
    int n = 0;
    weigh(s, wish, weight);
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++)
        for (unsigned pile = 0; pile < 2; pile++)
            if (weight[pile][t])
                out[n++] = (struct casata_outcome){casata_act(LEG_A_CHILD, t, pile, 0), weight[pile][t]};
    return n;
}
/* The same weights: first the sex or a complication, then one of those that are in the deck for certain, or of those
 * that may be in it, each with the same chance. */
casata_action leg_sample_child(const struct legacy *s, unsigned wish, struct casata_rng *rng) {
    unsigned n[3], kind = 0, x;
    for (unsigned k = 0; k < 3; k++) n[k] = wanted(wish, k) ? leg_child_cards(s, k) : 0;
    for (x = casata_rng_below(rng, n[0] + n[1] + n[2]); x >= n[kind]; kind++) x -= n[kind];
    unsigned sure = sum_kind(s->children, kind), pile = x < sure, t = first_of_kind[kind];
    const uint8_t *cards = pile ? s->children : s->mixed;
    if (!pile) x = casata_rng_below(rng, sum_kind(s->mixed, kind));
    for (; x >= cards[t]; t++) x -= cards[t];
    return casata_act(LEG_A_CHILD, t, pile, 0);
}
unsigned leg_draw_child(struct legacy *s, casata_action a) {
    (casata_b(a) ? s->children : s->mixed)[casata_a(a)]--;
    return casata_a(a);
}
static int child_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    (void)data;
    return leg_list_children(state, births_below(f)->wish, out);
}
static casata_action child_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    (void)data;
    return leg_sample_child(state, births_below(f)->wish, rng);
}
static void child_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    struct casata_frame *births = casata_below(f);
    unsigned trait = leg_draw_child(s, a);
    (void)seat;
    if (sink) sink->revealed = true;
    if (d->children[trait].kind == LEG_KIND_COMPLICATION &&
        !is_affected(d, s, births->seat, births_below(f))) {
        s->dropped[trait]++; /* R10.3: discarded, and drawing goes on */
        casata_emit(sink, "event.no_complication", 1, casata_seat(births->seat));
        return;
    }
    casata_pop(s);
    take_result(d, s, births, trait, sink);
}
static bool child_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data;
    return candidates(state, births_below(f)->wish) > 0;
}
const struct casata_phase leg_phase_child = {
    .name = "child",
    .parents = CASATA_ON(LEG_PH_BIRTHS),
    .outcomes = child_outcomes,
    .sample = child_sample,
    .apply = child_apply,
    .step = child_step,
    .valid = child_valid,
};

/* --- G35: which of two child cards ----------------------------------------------------------------------------- */
static int pick_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct leg_pick *l = casata_locals(leg_pick, f);
    (void)data, (void)state, (void)seat;
    out[0] = casata_act(LEG_A_CHOOSE, l->one, 0, 0);
    out[1] = casata_act(LEG_A_CHOOSE, l->other, 0, 0);
    return 2;
}
static void pick_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct leg_pick *l = casata_locals(leg_pick, f);
    struct legacy *s = state;
    unsigned kept = casata_a(a), other = l->one == kept ? l->other : l->one;
    s->dropped[other]++; /* G34: a complication chosen away is discarded, not kept */
    casata_emit(sink, "event.picked", 3, casata_seat(seat), casata_word(&leg_traits, kept),
                casata_word(&leg_traits, other));
    casata_pop(s);
    resolve(data, s, casata_top(s), kept, sink);
}
static bool pick_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct leg_pick *l = casata_locals(leg_pick, f);
    (void)data, (void)state;
    return l->one < l->other && l->other < LEG_TRAIT_COUNT;
}
static void pick_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned trait = casata_a(c->action);
    bool complication = trait == LEG_C_COMPLICATION;
    (void)f, (void)seat;
    c->piece = casata_piece_at(build, casata_slot_at(build, LEG_FAM_DRAWN, -1, 0),
                               complication ? LEG_K_COMPLICATION : LEG_K_PERSON, -1,
                               complication ? CASATA_ANY : (int)trait, CASATA_ANY);
    c->rule = "R10.4";
}
const struct casata_phase leg_phase_pick = {
    .name = "pick",
    .locals = CASATA_LOCAL_NAMES(LEG_PICK_LOCALS),
    .words = {CASATA_LOCAL_WORD(leg_pick, one, leg_traits), CASATA_LOCAL_WORD(leg_pick, other, leg_traits)},
    .parents = CASATA_ON(LEG_PH_BIRTHS),
    .legal = pick_legal,
    .apply = pick_apply,
    .valid = pick_valid,
    .ask = "prompt.pick",
    .describe = pick_describe,
};

/* --- R10.5: lose the child or the mother ------------------------------------------------------------------------ */
static bool mother_is_head(const struct legacy *s, unsigned node) {
    return s->card[node] == LEG_CARD_HEAD + LEG_MATRIARCH;
}
static int complication_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action *out) {
    int n = 0;
    (void)data, (void)seat;
    out[n++] = casata_act(LEG_A_LOSE_CHILD, 0, 0, 0);
    if (!mother_is_head(state, births_below(f)->person)) out[n++] = casata_act(LEG_A_LOSE_MOTHER, 0, 0, 0);
    return n;
}
/* R10.7, G31, G59: nothing is revoked; the widower keeps the unit's possessions. */
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
    unsigned node = births_below(f)->person;
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
    return !s->p[f->seat].complication && !leg_testament(s) && leg_is_couple(s, births_below(f)->person) &&
           !births_below(f)->first;
}
/* Who would be lost: the woman of the couple. */
static void complication_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                                  int seat, struct casata_choice *c) {
    const struct legacy_data *d = build->data;
    const struct legacy *s = build->state;
    unsigned node = births_below(f)->person;
    bool blood = leg_sex(d, s, node) == LEG_SEX_WOMAN;
    (void)seat;
    c->rule = "R10.5";
    if (casata_kind(c->action) == LEG_A_LOSE_CHILD) return;
    c->text = casata_message(
        "act.lose_mother_of", 1,
        casata_word(&leg_cards, blood ? s->card[node] : LEG_CARD_FRIEND + s->spouse[node] - 1u));
}
static struct casata_msg complication_prompt(const struct casata_scene_builder *build,
                                             const struct casata_frame *f, int seat) {
    bool head = mother_is_head(build->state, births_below(f)->person);
    return casata_message(head ? "prompt.complication_head" : "prompt.complication", 1, casata_seat(seat));
}
const struct casata_phase leg_phase_complication = {
    .name = "complication",
    .parents = CASATA_ON(LEG_PH_BIRTHS),
    .legal = complication_legal,
    .apply = complication_apply,
    .valid = complication_valid,
    .prompt = complication_prompt,
    .describe = complication_describe,
};
