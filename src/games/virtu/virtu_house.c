/* virtu_house.c: the house cards at the start, placed in secret or in turn (R2.10, G4, R17.2, R20.2). */
#include "games/virtu/virtu_scene.h"

/* --- which cards are left, and where they may go ---------------------------------------------------------------------
 * In any order (G63): an upgrade needs a card to lie under. The order is not stored: the others may not know it. */
static uint32_t house_cards_of(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned power = s->p[seat].power;
    uint32_t cards = 0;
    if (!vt_two(s)) return UINT32_C(7) << power * 3;
    for (unsigned i = 0; i < VT_HOUSE_2P_COUNT; i++)
        if (d->house_cards_2p[i].owner == power) cards |= vt_bit(VT_K_CHARLES + i);
    return cards;
}
static uint32_t cards_in(const uint8_t *card, unsigned n) {
    uint32_t cards = 0;
    for (unsigned i = 0; i < n; i++)
        if (card[i] && card[i] <= 32) cards |= vt_bit(card[i] - 1u);
    return cards;
}
uint32_t vt_house_left(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return house_cards_of(d, s, seat) &
           ~(cards_in(p->chamber, VT_CHAMBER_COUNT) | cards_in(p->upgrade, VT_CHAMBER_COUNT) |
             cards_in(p->courtier, VT_SPACE_COUNT));
}
/* Once this card is placed, do all the others find a place? Each card with an action can open a chamber, in which there is
 * room under it; a card without one must go under another or to court. */
struct room {
    unsigned court, under; /* open spaces, action cards without upgrade */
};
static bool others_fit(const struct virtu_data *d, uint32_t others, struct room room) {
    unsigned acting = 0, idle = 0;
    for (; others; others &= others - 1)
        *(vt_card(d, vt_lowest(others))->action == VT_NO_ACTION ? &idle : &acting) += 1;
    return idle <= room.court + room.under + acting;
}
static struct room room_for(const struct virtu_data *d, const struct virtu_player *p) {
    struct room room = {.court = d->facts.dark[VT_LEFT] + d->facts.dark[VT_RIGHT]};
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) room.court -= p->courtier[i] != 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) room.under += p->chamber[i] && !p->upgrade[i];
    return room;
}
#define VT_HOUSE_LOCALS(X) X(placed) /* how many seats have, where one places after the other */
CASATA_LOCALS(vt_house, VT_HOUSE_LOCALS);
static int house_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    const uint32_t cards = vt_house_left(d, s, seat);
    const struct room room = room_for(d, p);
    int n = 0;
    (void)f;
    for (uint32_t left = cards; left; left &= left - 1) /* R3.8 */
        for (unsigned i = 0; i < VT_CHAMBER_COUNT && vt_card(d, vt_lowest(left))->action != VT_NO_ACTION; i++)
            if (!p->chamber[i]) out[n++] = casata_act(VT_A_ROOM, vt_lowest(left), i, 0);
    for (uint32_t left = cards; left; left &= left - 1) {
        if (!room.under || !others_fit(d, cards & ~(left & -left), (struct room){room.court, room.under - 1}))
            continue;
        for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
            if (p->chamber[i] && !p->upgrade[i]) out[n++] = casata_act(VT_A_UNDER, vt_lowest(left), i, 0);
    }
    for (uint32_t left = cards; left; left &= left - 1) {
        if (!room.court || !others_fit(d, cards & ~(left & -left), (struct room){room.court - 1, room.under}))
            continue;
        for (unsigned edge = 0; edge < 2; edge++)
            if (vt_has_room(d, p, edge, VT_NO_EDGE, 0))
                out[n++] = casata_act(VT_A_COURT, vt_lowest(left), edge, 0);
    }
    return n;
}
/* G57: the cards of an edge are sorted by id, whatever their order of arrival. */
static void place_at_court(const struct virtu_data *d, struct virtu_player *p, unsigned card, unsigned edge) {
    unsigned at = vt_put_courtier(d, p, card, edge, false);
    for (; at > edge * VT_EDGE_SPACES && p->courtier[at - 1] > p->courtier[at]; at--) {
        uint8_t other = p->courtier[at - 1];
        p->courtier[at - 1] = p->courtier[at];
        p->courtier[at] = other;
    }
}
static void house_place(const struct virtu_data *d, struct virtu_player *p, casata_action a) {
    unsigned card = casata_a(a), where = casata_b(a);
    if (casata_kind(a) == VT_A_ROOM)
        p->chamber[where] = (uint8_t)(card + 1);
    else if (casata_kind(a) == VT_A_UNDER)
        p->upgrade[where] = (uint8_t)(card + 1);
    else
        place_at_court(d, p, card, where);
}
static bool house_done(const struct virtu_data *d, const struct virtu *s, int seat) {
    return !vt_house_left(d, s, seat);
}
static bool is_secret(const struct virtu *s) { /* G4; R20.2: two players place in turn */
    return !vt_two(s) && s->head.option[VT_OPT_PLACEMENT] == VT_PLACE_HIDDEN;
}
static void house_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_house *l = casata_locals(vt_house, f);
    struct virtu *s = state;
    house_place(data, &s->p[seat], a);
    casata_emit_to(sink, is_secret(s) ? 1u << seat : CASATA_EVERYBODY, "event.house_card", 2,
                   casata_seat(seat), casata_word(&vt_cards, casata_a(a)));
    if (!house_done(data, s, seat)) return;
    if (is_secret(s)) {
        f->mask &= (uint8_t) ~(1u << seat);
        casata_emit(sink, "event.house_done", 1, casata_seat(seat));
        if (f->mask) return;
        if (sink) sink->revealed = true;
        casata_pop(s);
        return;
    }
    casata_emit(sink, "event.house_done", 1, casata_seat(seat));
    if (++l->placed < s->head.seats)
        f->seat = s->order[l->placed];
    else
        casata_pop(s);
}
static bool house_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_house *l = casata_locals(vt_house, f);
    const struct virtu *s = state;
    if (s->season != VT_SETUP) return false;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (is_secret(s) && house_done(data, s, seat) == (f->mask >> seat & 1)) return false;
    if (is_secret(s)) return f->mask != 0 && l->placed == 0;
    if (f->mask || l->placed >= s->head.seats || f->seat != s->order[l->placed]) return false;
    for (int i = 0; i < s->head.seats; i++)
        if (house_done(data, s, s->order[i]) != (i < l->placed)) return false;
    return true;
}
static struct casata_msg house_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                      int seat) {
    struct casata_msg prompt = vt_prompt(build, f, seat);
    if (vt_two(build->state)) prompt.id = "prompt.house_two";
    return prompt;
}
static void house_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    int area = casata_slot_at(build, VT_F_AREA, seat, 0);
    unsigned kind = casata_kind(c->action), card = casata_a(c->action), where = casata_b(c->action);
    (void)f;
    c->rule = "R2.10";
    if (kind == VT_A_COURT) {
        vt_touch_card(build, c, area, card, vt_free_space(build, seat, where));
        return;
    }
    vt_touch_card(build, c, area, card, casata_slot_at(build, VT_F_CHAMBER, seat, where));
    c->text =
        casata_message(kind == VT_A_ROOM ? "act.room_in" : "act.under_in", 3, casata_word(&vt_cards, card),
                       casata_number((int)where + 1), vt_chamber_arg(build, seat, where));
}
static void house_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu_player *p = &((const struct virtu *)build->state)->p[seat];
    (void)f;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        casata_add_vain(build, casata_slot_at(build, VT_F_CHAMBER, seat, i),
                        p->upgrade[i]   ? "vain.chamber_full"
                        : p->chamber[i] ? "vain.house_kept"
                                        : "vain.chamber_opens",
                        "R3.8");
    vt_explain_spaces(build, seat, "vain.space_taken", "vain.house_kept");
}
const struct casata_phase vt_phase_house = {
    .name = "house",
    .locals = CASATA_LOCAL_NAMES(VT_HOUSE_LOCALS),
    .parents = CASATA_ON(VT_PH_GAME),
    .flags = CASATA_SEVERAL,
    .legal = house_legal,
    .apply = house_apply,
    .valid = house_valid,
    .ask = "prompt.house",
    .prompt = house_prompt,
    .describe = house_describe,
    .explain = house_explain,
};

/* --- hidden parts (R17.2, G4): the others' cards, until all have placed ------------------------------------------- */
static struct casata_frame *secret_frame(struct virtu *s) {
    if (s->head.depth == 0 || casata_top(s)->phase != VT_PH_HOUSE || !is_secret(s)) return NULL;
    return casata_top(s);
}
static void clear_palace(const struct virtu_data *d, struct virtu *s, int seat) {
    struct virtu_player *p = &s->p[seat];
    memset(p->chamber, 0, sizeof p->chamber);
    memset(p->upgrade, 0, sizeof p->upgrade);
    memset(p->courtier, 0, sizeof p->courtier);
    vt_count_ready(d, s, seat);
}
void vt_redact(const void *data, void *state, int viewer) {
    struct virtu *s = state;
    if (!secret_frame(s)) return;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != viewer) clear_palace(data, s, seat);
}
void vt_resample(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct virtu *s = state;
    casata_action out[CASATA_MAX_CHOICES];
    const struct casata_frame *f = secret_frame(s);
    if (!f) return;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (seat == viewer) continue;
        clear_palace(data, s, seat);
        while (!(f->mask >> seat & 1) && !house_done(data, s, seat)) {
            int n = house_legal(data, s, f, seat, out);
            house_place(data, &s->p[seat], out[casata_rng_below(rng, (uint32_t)n)]);
        }
    }
}
