/* virtu_palace.c: palaces: courtier spaces, chambers, placing and discarding of cards (R3). The house cards at the
 * start are in virtu_house.c, reorganising in virtu_reorganise.c. */
#include "games/virtu/virtu_scene.h"

static unsigned extra_of_cities(const struct virtu_data *d, const struct virtu *s, unsigned n) {
    if (vt_two(s)) return d->city_track_2p[n < VT_CITY_TRACK_2P ? n : VT_CITY_TRACK_2P - 1].extra_courtier;
    return d->city_track[n < VT_CITY_TRACK ? n : VT_CITY_TRACK - 1].extra_courtier;
}

/* R3.3, R3.4: each source opens one lighter space, at most three. */
unsigned vt_extra_spaces(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned n = extra_of_cities(d, s, vt_count(p->cities));
    for (uint32_t left = p->tiles & ((1u << VT_TITLE_COUNT) - 1); left; left &= left - 1)
        n += d->titles[vt_title_row(p, vt_lowest(left))].courtier_slots;
    for (uint32_t left = p->bonuses; left; left &= left - 1)
        n += d->patronage_bonuses[vt_lowest(left)].courtier_slots;
    for (unsigned m = 0; vt_two(s) && m < VT_MAJOR_COUNT; m++) n += s->friend_of[m] == seat + 1; /* R20.8 */
    return n < 3 ? n : 3;
}

static unsigned cards_on(const struct virtu_player *p, unsigned edge) {
    const uint8_t *card = &p->courtier[edge * VT_EDGE_SPACES];
    return (card[0] != 0) + (card[1] != 0) + (card[2] != 0);
}
/* G57: the spaces of an edge are alike; cards lie on dark ones first, so this many lighter ones are in use. */
static unsigned lighter_in_use(const struct virtu_data *d, unsigned left, unsigned right) {
    const uint8_t *dark = d->facts.dark;
    return (left > dark[VT_LEFT] ? left - dark[VT_LEFT] : 0) +
           (right > dark[VT_RIGHT] ? right - dark[VT_RIGHT] : 0);
}

bool vt_has_room(const struct virtu_data *d, const struct virtu_player *p, unsigned edge, unsigned gone,
                 unsigned extra) {
    unsigned n[VT_NO_EDGE + 1] = {cards_on(p, VT_LEFT), cards_on(p, VT_RIGHT), 1};
    n[gone]--;
    if (++n[edge] > VT_EDGE_SPACES) return false;
    return n[edge] <= d->facts.dark[edge] || lighter_in_use(d, n[VT_LEFT], n[VT_RIGHT]) <= extra;
}
bool vt_is_crowded(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned lighter = lighter_in_use(d, cards_on(p, VT_LEFT), cards_on(p, VT_RIGHT));
    return lighter && lighter > vt_extra_spaces(d, s, seat);
}

unsigned vt_room_at_court(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned spaces = d->facts.dark[VT_LEFT] + d->facts.dark[VT_RIGHT] + vt_extra_spaces(d, s, seat);
    unsigned cards = cards_on(&s->p[seat], VT_LEFT) + cards_on(&s->p[seat], VT_RIGHT);
    return spaces > cards ? spaces - cards : 0;
}

bool vt_is_twin(const struct virtu_player *p, unsigned space) {
    for (unsigned i = vt_edge(space) * VT_EDGE_SPACES; i < space; i++)
        if (p->courtier[i] == p->courtier[space] &&
            !((p->courtier_used >> i ^ p->courtier_used >> space) & 1))
            return true;
    return false;
}

unsigned vt_put_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned card, unsigned edge,
                         bool used) {
    unsigned space = edge * VT_EDGE_SPACES;
    while (p->courtier[space]) space++;
    assert(vt_edge(space) == edge);
    p->courtier[space] = (uint8_t)(card + 1);
    if (used)
        p->courtier_used |= (uint8_t)(1u << space);
    else
        vt_more(p, vt_card(d, card)->symbol);
    return space;
}

unsigned vt_lift_courtier(const struct virtu_data *d, struct virtu_player *p, unsigned space) {
    unsigned card = p->courtier[space] - 1u;
    if (!(p->courtier_used >> space & 1)) vt_less(p, vt_card(d, card)->symbol);
    p->courtier[space] = 0;
    p->courtier_used &= (uint8_t) ~(1u << space);
    return card;
}

unsigned vt_owned(const struct virtu_player *p, unsigned card) {
    unsigned n = 0;
    for (int i = 0; i < VT_SPACE_COUNT; i++) n += p->courtier[i] == card + 1;
    for (int i = 0; i < VT_CHAMBER_COUNT; i++) n += (p->chamber[i] == card + 1) + (p->upgrade[i] == card + 1);
    return n;
}

static bool is_dignitary(unsigned card) { return card >= VT_K_ADVISOR && card < VT_K_MACHIAVELLI; }
/* R3.10, G8: a dignitary goes back to the supply, any other card leaves the game; G9: its florins are collected. */
static unsigned florins_of(const struct virtu_data *d, const struct virtu_player *p, unsigned space) {
    return p->courtier_used >> space & 1 ? 0 : vt_card(d, p->courtier[space] - 1u)->F;
}
void vt_discard(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    if (florins_of(d, p, space)) vt_collect(d, s, seat, space, sink);
    unsigned card = vt_lift_courtier(d, p, space);
    if (is_dignitary(card)) s->supply[card - VT_K_ADVISOR]++;
    casata_emit(sink, is_dignitary(card) ? "event.discard" : "event.discard_for_good", 2, casata_seat(seat),
                casata_word(&vt_cards, card));
}

/* R3.1, R6.6: of the action card, or printed; R20.6, G50: Patronage is Influence for two. */
unsigned vt_chamber_action(const struct virtu_data *d, const struct virtu *s, int seat, unsigned chamber) {
    const struct virtu_player *p = &s->p[seat];
    unsigned action = p->chamber[chamber]
                          ? vt_card(d, p->chamber[chamber] - 1u)->action
                          : d->palaces[vt_palace_row(s, p) * VT_CHAMBER_COUNT + chamber].action;
    return vt_two(s) && action == VT_PATRONAGE ? VT_INFLUENCE : action;
}

/* --- courtiers on the move, as seen --------------------------------------------------------------------------------- */
/* Where the same card lies a second time its place distinguishes the two. */
static struct casata_msg courtier_text(const struct virtu *s, int seat, unsigned space, bool shift) {
    const uint8_t *courtier = s->p[seat].courtier;
    struct casata_arg card = casata_word(&vt_cards, courtier[space] - 1u);
    unsigned alike = 0;
    for (unsigned k = 0; k < VT_SPACE_COUNT; k++) alike += courtier[k] == courtier[space];
    if (!shift && !is_dignitary(card.index))
        return casata_message("act.discard_for_good", 1, card); /* unique */
    if (alike == 1) return casata_message(shift ? "act.shift_card" : "act.discard_card", 1, card);
    return casata_message(shift ? "act.shift_card_at" : "act.discard_card_at", 2, card,
                          casata_word(&vt_spaces, space));
}
void vt_describe_courtier(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct virtu *s = build->state;
    unsigned space = casata_a(c->action), card = s->p[seat].courtier[space] - 1u;
    int slot = casata_slot_at(build, VT_F_COURTIER, seat, space);
    bool shift = casata_kind(c->action) == VT_A_SHIFT;
    vt_touch_card(build, c, slot, card, shift ? vt_free_space(build, seat, !vt_edge(space)) : slot);
    c->text = courtier_text(s, seat, space, shift);
    if (!shift) casata_add_gain(c, vt_amount(VT_U_FLORIN, florins_of(build->data, &s->p[seat], space)));
    c->rule = shift ? "R12.2" : "R3.10";
}

void vt_explain_spaces(struct casata_scene_builder *build, int seat, const char *card, const char *open) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    unsigned extra = vt_extra_spaces(d, s, seat);
    bool lighter = lighter_in_use(d, cards_on(p, VT_LEFT), cards_on(p, VT_RIGHT)) < extra;
    for (unsigned space = 0; space < VT_SPACE_COUNT; space++) {
        unsigned edge = vt_edge(space);
        bool touched = vt_is_touched(build, vt_free_space(build, seat, edge));
        casata_add_vain(build, casata_slot_at(build, VT_F_COURTIER, seat, space),
                        p->courtier[space]                                          ? card
                        : space % VT_EDGE_SPACES >= d->facts.dark[edge] && !lighter ? "vain.space_closed"
                        : touched                                                   ? "vain.space_alike"
                                                                                    : open,
                        "R3.3");
    }
}

/* --- a card that must be placed (R8.6, R12.6, R20.8, G8, G15, G49) ------------------------------------------------- */
static bool discard_helps(const struct virtu_data *d, const struct virtu *s, int seat, unsigned space,
                          unsigned extra) {
    const struct virtu_player *p = &s->p[seat];
    for (unsigned edge = 0; edge < 2; edge++)
        if (!vt_has_room(d, p, edge, VT_NO_EDGE, extra) && vt_has_room(d, p, edge, vt_edge(space), extra))
            return true;
    return false;
}
static int place_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct vt_place *l = casata_locals(vt_place, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    unsigned extra = vt_extra_spaces(d, s, seat);
    int n = 0;
    for (unsigned space = 0; space < VT_SPACE_COUNT; space++)
        if (s->p[seat].courtier[space] && !vt_is_twin(&s->p[seat], space) &&
            discard_helps(d, s, seat, space, extra))
            out[n++] = casata_act(VT_A_DISCARD, space, 0, 0);
    for (unsigned edge = 0; edge < 2; edge++)
        if (vt_has_room(d, &s->p[seat], edge, VT_NO_EDGE, extra))
            out[n++] = casata_act(VT_A_PLACE, edge, 0, 0);
    if (l->may_forgo) out[n++] = casata_act(VT_A_FORGO, 0, 0, 0);
    return n;
}
static void place_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_place *l = casata_locals(vt_place, f);
    struct virtu *s = state;
    unsigned card = l->card;
    struct vt_winter *winter = s->season == VT_WINTER ? casata_locals(vt_winter, &s->head.frame[1]) : NULL;
    if (casata_kind(a) == VT_A_DISCARD) {
        vt_discard(data, s, seat, casata_a(a), sink);
        if (winter) winter->new_cards &= (uint8_t) ~(1u << casata_a(a));
        return;
    }
    casata_pop(s);
    if (casata_kind(a) == VT_A_FORGO) {
        casata_emit(sink, "event.forgo", 2, casata_seat(seat), casata_word(&vt_cards, card));
        return;
    }
    unsigned space = vt_put_courtier(data, &s->p[seat], card, casata_a(a), winter);
    if (winter) winter->new_cards |= (uint8_t)(1u << space); /* R12.5, G64: bought, it pays for nothing yet */
    casata_emit(sink, "event.place", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_word(&vt_edges, casata_a(a)));
}
static bool place_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_place *l = casata_locals(vt_place, f);
    const struct virtu *s = state;
    (void)data;
    if (l->card >= VT_CARD_COUNT || l->may_forgo > 1) return false;
    return casata_below(f)->phase == VT_PH_BUY
               ? l->card >= VT_K_ADVISOR && l->card < VT_K_MACHIAVELLI && !l->may_forgo
           : vt_two(s) ? l->card >= VT_K_PIERO && l->card <= VT_K_GANDIA && l->may_forgo
                       : l->card == VT_K_MACHIAVELLI && !l->may_forgo;
}
static struct casata_msg place_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    return casata_message(vt_room_at_court(build->data, build->state, seat) ? "prompt.place"
                                                                            : "prompt.place_full",
                          2, casata_seat(seat), casata_word(&vt_cards, casata_locals(vt_place, f)->card));
}
static void place_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) == VT_A_DISCARD) vt_describe_courtier(build, c, seat);
    if (casata_kind(c->action) != VT_A_PLACE) return;
    c->slot = (int16_t)vt_free_space(build, seat, casata_a(c->action));
    c->rule = "R12.6";
}
static void place_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    vt_explain_twins(build, seat);
    vt_explain_spaces(build, seat,
                      vt_room_at_court(build->data, build->state, seat) ? "vain.space_taken"
                                                                        : "vain.place_stays",
                      "vain.space_alike");
}
const struct casata_phase vt_phase_place = {
    .name = "place",
    .locals = CASATA_LOCAL_NAMES(VT_PLACE_LOCALS),
    .words = {CASATA_LOCAL_WORD(vt_place, card, vt_cards)},
    .parents = CASATA_ON(VT_PH_BUY) | CASATA_ON(VT_PH_SPRING) | CASATA_ON(VT_PH_PLACE),
    .legal = place_legal,
    .apply = place_apply,
    .valid = place_valid,
    .prompt = place_prompt,
    .describe = place_describe,
    .rank = vt_rank,
    .explain = place_explain,
};

/* --- too many cards on lighter spaces (R3.5, G6): move one to a free dark space of the other edge or discard it --- */
static int crowded_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu_player *p = &((const struct virtu *)state)->p[seat];
    int n = 0;
    (void)f;
    for (int kind = VT_A_SHIFT; kind <= VT_A_DISCARD; kind++)
        for (unsigned space = 0; space < VT_SPACE_COUNT; space++) {
            unsigned edge = vt_edge(space);
            if (!p->courtier[space] || vt_is_twin(p, space) || cards_on(p, edge) <= d->facts.dark[edge])
                continue;
            if (kind == VT_A_SHIFT && cards_on(p, !edge) >= d->facts.dark[!edge]) continue;
            out[n++] = casata_act((unsigned)kind, space, 0, 0);
        }
    return n;
}
unsigned vt_shift_courtier(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                           struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    bool used = p->courtier_used >> space & 1; /* it keeps its face */
    unsigned card = vt_lift_courtier(d, p, space), edge = !vt_edge(space);
    unsigned to = vt_put_courtier(d, p, card, edge, used);
    casata_emit(sink, "event.shift", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_word(&vt_edges, edge));
    return to;
}
static void crowded_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu *s = state;
    (void)f;
    if (casata_kind(a) == VT_A_SHIFT)
        vt_shift_courtier(data, s, seat, casata_a(a), sink);
    else
        vt_discard(data, s, seat, casata_a(a), sink);
    if (!vt_is_crowded(data, s, seat)) casata_pop(s);
}
static bool crowded_valid(const void *data, const void *state, const struct casata_frame *f) {
    return vt_is_crowded(data, state, f->seat);
}
static void crowded_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f;
    vt_describe_courtier(build, c, seat);
}
const struct casata_phase vt_phase_crowded = {
    .name = "crowded",
    .parents = CASATA_ON(VT_PH_WAR),
    .legal = crowded_legal,
    .apply = crowded_apply,
    .valid = crowded_valid,
    .ask = "prompt.crowded",
    .prompt = vt_prompt,
    .describe = crowded_describe,
    .explain = place_explain,
};
