/* virtu_reorganise.c: reorganising the palace in Winter (R12.2, R12.3, R12.4, G7, G27). */
#include "games/virtu/virtu_scene.h"

/* moved: bit set of spaces whose card came from the other edge in this Winter; it does not go back, but may enter a
 * chamber. A card that leaves a chamber lies exhausted (R12.3). So a card moves to the other edge, into a chamber and out
 * of it at most once, and no position is repeated. arrived: bit set of spaces to which a card came, from anywhere. */
#define VT_REORG_LOCALS(X) X(moved) X(arrived)
CASATA_LOCALS(vt_reorg, VT_REORG_LOCALS);

/* R7.7, R9.6, R12.4: the chamber with the marker, an indulgence or an enemy agent. */
static bool is_locked(const struct virtu *s, int seat, unsigned chamber) {
    const struct virtu_player *p = &s->p[seat];
    return p->marker == chamber || p->indulgences >> chamber & 1 ||
           (p->agent[chamber] && p->agent[chamber] != seat + 1);
}
static int list_leaving(const struct virtu_data *d, const struct virtu *s, int seat, unsigned extra,
                        casata_action *out) {
    const struct virtu_player *p = &s->p[seat];
    if (!(p->chamber[0] | p->chamber[1] | p->chamber[2] | p->chamber[3] | p->chamber[4])) return 0;
    bool room[2] = {vt_has_room(d, p, VT_LEFT, VT_NO_EDGE, extra),
                    vt_has_room(d, p, VT_RIGHT, VT_NO_EDGE, extra)};
    int n = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT && (room[0] || room[1]); i++) {
        if (!p->chamber[i] || is_locked(s, seat, i)) continue;
        bool alone = p->upgrade[i] && vt_card(d, p->upgrade[i] - 1u)->action == VT_NO_ACTION;
        for (unsigned edge = 0; edge < 2 && !alone; edge++)
            if (room[edge]) out[n++] = casata_act(VT_A_LEAVE, i, VT_AS_ACTION, edge);
        for (unsigned edge = 0; edge < 2 && p->upgrade[i]; edge++)
            if (room[edge]) out[n++] = casata_act(VT_A_LEAVE, i, VT_AS_UPGRADE, edge);
    }
    return n;
}
/* Chambers that may be entered, as bit sets: without card, with an action card alone. */
static void open_chambers(const struct virtu *s, int seat, unsigned *empty, unsigned *upgradable) {
    const struct virtu_player *p = &s->p[seat];
    *empty = *upgradable = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        if (is_locked(s, seat, i)) continue;
        if (!p->chamber[i])
            *empty |= 1u << i;
        else if (!p->upgrade[i])
            *upgradable |= 1u << i;
    }
}
static int reorg_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct vt_reorg *l = casata_locals(vt_reorg, f);
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    unsigned extra = vt_extra_spaces(d, s, seat), there = 0, empty, upgradable;
    int n;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) /* identical cards once; only one of them may have moved */
        if (p->courtier[i] && (l->moved || !vt_is_twin(p, i))) there |= 1u << i;
    unsigned movable = there & (unsigned)~p->courtier_used, shiftable = movable & (unsigned)~l->moved;
    bool across[2] = {shiftable & 7 && vt_has_room(d, p, VT_RIGHT, VT_LEFT, extra),
                      shiftable >> 3 && vt_has_room(d, p, VT_LEFT, VT_RIGHT, extra)};
    n = vt_list_stop(d, s, seat, out); /* R12.13 */
    const int others = n;
    for (unsigned left = shiftable; left; left &= left - 1)
        if (across[vt_edge(vt_lowest(left))]) out[n++] = casata_act(VT_A_SHIFT, vt_lowest(left), 0, 0);
    for (unsigned left = there; left; left &= left - 1)
        out[n++] = casata_act(VT_A_DISCARD, vt_lowest(left), 0, 0);
    open_chambers(s, seat, &empty, &upgradable);
    for (unsigned left = movable; left; left &= left - 1) {
        bool acts = vt_card(d, p->courtier[vt_lowest(left)] - 1u)->action != VT_NO_ACTION;
        for (unsigned to = upgradable | (acts ? empty : 0); to; to &= to - 1)
            out[n++] = casata_act(VT_A_ENTER, vt_lowest(left), vt_lowest(to), 0);
    }
    n += list_leaving(d, s, seat, extra, out + n);
    return n > others ? n : 1; /* G61 */
}
static void enter_chamber(const struct virtu_data *d, struct virtu *s, int seat, unsigned space,
                          unsigned chamber, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned card = vt_lift_courtier(d, p, space);
    bool under = p->chamber[chamber] != 0;
    (under ? p->upgrade : p->chamber)[chamber] = (uint8_t)(card + 1); /* G7: always under the card there */
    casata_emit(sink, "event.enter", 4, casata_seat(seat), casata_word(&vt_cards, card),
                casata_number((int)chamber + 1), casata_word(&vt_roles, under));
}
/* Returns the courtier space to which the card goes. */
static unsigned leave_chamber(const struct virtu_data *d, struct virtu *s, int seat, casata_action a,
                              struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned chamber = casata_a(a), card;
    if (casata_b(a) == VT_AS_UPGRADE) {
        card = p->upgrade[chamber] - 1u;
    } else { /* G7: an upgrade with an action takes its place */
        card = p->chamber[chamber] - 1u;
        p->chamber[chamber] = p->upgrade[chamber];
    }
    p->upgrade[chamber] = 0;
    casata_emit(sink, "event.leave", 3, casata_seat(seat), casata_word(&vt_cards, card),
                casata_number((int)chamber + 1));
    return vt_put_courtier(d, p, card, casata_c(a), true);
}
/* G57: which free space of an edge holds which card has no meaning; new cards are sorted by id, not by arrival. */
static void settle_edge(struct virtu_player *p, unsigned edge, unsigned arrived) {
    unsigned first = edge * VT_EDGE_SPACES, last = first + VT_EDGE_SPACES, n = 0;
    uint16_t card[VT_EDGE_SPACES]; /* card, exhausted */
    for (unsigned i = first; i < last; i++) {
        if (!(arrived >> i & 1)) continue;
        uint16_t key = (uint16_t)(p->courtier[i] * 2u + (p->courtier_used >> i & 1));
        unsigned at = n++;
        for (; at > 0 && card[at - 1] > key; at--) card[at] = card[at - 1];
        card[at] = key;
        p->courtier[i] = 0;
        p->courtier_used &= (uint8_t) ~(1u << i);
    }
    for (unsigned i = first, k = 0; k < n; i++) {
        if (p->courtier[i]) continue;
        p->courtier[i] = (uint8_t)(card[k] / 2);
        p->courtier_used |= (uint8_t)((card[k++] & 1u) << i);
    }
}
static void reorg_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct vt_reorg *l = casata_locals(vt_reorg, f);
    struct virtu *s = state;
    unsigned space = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_STOP:
        for (unsigned edge = 0; edge < 2; edge++) settle_edge(&s->p[seat], edge, l->arrived);
        vt_leave_step(s, 0);
        casata_pop(s);
        return;
    case VT_A_INDULGE: vt_take_florins(data, s, seat, sink); return;
    case VT_A_SHIFT: {
        unsigned to = vt_shift_courtier(data, s, seat, space, sink);
        l->moved |= (uint8_t)(1u << to); /* from an edge that it leaves unmarked */
        l->arrived |= (uint8_t)(1u << to);
        break;
    }
    case VT_A_DISCARD: vt_discard(data, s, seat, space, sink); break;
    case VT_A_ENTER: enter_chamber(data, s, seat, space, casata_b(a), sink); break;
    default: l->arrived |= (uint8_t)(1u << leave_chamber(data, s, seat, a, sink)); return;
    }
    l->moved &= (uint8_t) ~(1u << space);
    l->arrived &= (uint8_t) ~(1u << space);
}
static bool reorg_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_reorg *l = casata_locals(vt_reorg, f);
    const struct virtu_player *p = &((const struct virtu *)state)->p[f->seat];
    (void)data;
    for (int i = 0; i < VT_SPACE_COUNT; i++)
        if ((l->moved | l->arrived) >> i & 1 && !p->courtier[i]) return false;
    return (l->moved | l->arrived) >> VT_SPACE_COUNT == 0;
}
static void describe_entering(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    unsigned space = casata_a(c->action), chamber = casata_b(c->action), card = p->courtier[space] - 1u;
    vt_touch_card(build, c, casata_slot_at(build, VT_F_COURTIER, seat, space), card,
                  casata_slot_at(build, VT_F_CHAMBER, seat, chamber));
    c->text = casata_message(p->chamber[chamber] ? "act.enter_under" : "act.enter_card", 3,
                             casata_word(&vt_cards, card), casata_number((int)chamber + 1),
                             vt_chamber_arg(build, seat, chamber));
    c->rule = "R12.2";
}
static void describe_leaving(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    unsigned chamber = casata_a(c->action), edge = casata_c(c->action);
    unsigned card = (casata_b(c->action) == VT_AS_ACTION ? p->chamber : p->upgrade)[chamber] - 1u;
    vt_touch_card(build, c, casata_slot_at(build, VT_F_CHAMBER, seat, chamber), card,
                  vt_free_space(build, seat, edge));
    bool alike = p->chamber[chamber] == p->upgrade[chamber]; /* its role says which of the two */
    c->text = casata_message(alike ? "act.leave_card_as" : "act.leave_card", alike ? 4 : 3,
                             casata_word(&vt_cards, card), casata_number((int)chamber + 1),
                             casata_word(&vt_edges, edge), casata_word(&vt_roles, casata_b(c->action)));
    c->rule = "R12.2";
}
static void reorg_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                           struct casata_choice *c) {
    (void)f;
    switch (casata_kind(c->action)) {
    case VT_A_SHIFT:
    case VT_A_DISCARD: vt_describe_courtier(build, c, seat); break;
    case VT_A_ENTER: describe_entering(build, c, seat); break;
    case VT_A_LEAVE: describe_leaving(build, c, seat); break;
    default: vt_describe_usual(build, c, seat);
    }
}
static unsigned reorg_rank(const struct casata_frame *f, casata_action a) {
    switch (casata_kind(a)) {
    case VT_A_SHIFT: return 1;
    case VT_A_STOP: return VT_RANK_BESIDES; /* before the discards, which are seldom wanted */
    default: return vt_rank(f, a);
    }
}
/* Courtiers who are alike, chambers that must not change. */
static void reorg_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    (void)f;
    vt_explain_twins(build, seat);
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        if (is_locked(s, seat, i))
            vt_block(
                build, casata_slot_at(build, VT_F_CHAMBER, seat, i),
                casata_message("act.chamber", 2, casata_number((int)i + 1), vt_chamber_arg(build, seat, i)),
                p->marker == i            ? VT_MARKER_HERE
                : p->indulgences >> i & 1 ? VT_INDULGED
                                          : VT_ENEMY_HERE,
                "R12.4");
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        casata_add_vain(build, casata_slot_at(build, VT_F_CHAMBER, seat, i),
                        p->chamber[i] ? "vain.reorg_stays" : "vain.reorg_empty", "R12.2");
    vt_explain_spaces(build, seat, "vain.space_taken", "vain.reorg_space");
}
const struct casata_phase vt_phase_reorg = {
    .name = "reorganise",
    .locals = CASATA_LOCAL_NAMES(VT_REORG_LOCALS),
    .words = {CASATA_LOCAL_SET(vt_reorg, moved, vt_spaces), CASATA_LOCAL_SET(vt_reorg, arrived, vt_spaces)},
    .parents = CASATA_ON(VT_PH_WINTER),
    .forced = vt_forced_step,
    .legal = reorg_legal,
    .apply = reorg_apply,
    .valid = reorg_valid,
    .ask = "prompt.reorganise",
    .prompt = vt_prompt,
    .describe = reorg_describe,
    .rank = reorg_rank,
    .explain = reorg_explain,
};
