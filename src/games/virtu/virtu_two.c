/* virtu_two.c: two players, "The Italian Wars": Influence and the Major Cities (R20). A reconstruction: most of its
 * figures are designed. */
#include "games/virtu/virtu_scene.h"

enum { CROWN_OR_CROSS = 1 << VT_CROWN | 1 << VT_CROSS };

static bool is_france(const struct virtu *s, int seat) { return s->p[seat].power == VT_MILAN; }

/* --- the Influence action (R20.6, R20.7) -------------------------------------------------------------------------- */
static struct vt_cost influence_cost(const struct virtu_data *d, const struct virtu *s, int seat,
                                     unsigned major, unsigned spaces) {
    struct vt_cost cost = {.set = {CROWN_OR_CROSS}, .with = VT_WITH_EMPIRE | VT_WITH_INDULGENCE};
    bool france = is_france(s, seat);
    unsigned agent = s->agent[d->major_cities_2p[major].capital], space = s->influence[major];
    for (unsigned i = 0; i < spaces; i++) {
        space = france ? space - 1 : space + 1;
        unsigned n = france ? d->influence_track_2p[space].cost_CX_france
                            : d->influence_track_2p[space].cost_CX_naples;
        if (agent == seat + 1u && n) n--;
        if (agent && agent != seat + 1u) n++;
        cost.need[0] = (uint8_t)(cost.need[0] + n);
        cost.florins = (uint8_t)(cost.florins + (france ? d->influence_track_2p[space].cost_F_france
                                                        : d->influence_track_2p[space].cost_F_naples));
    }
    return cost;
}
static unsigned spaces_left(const struct virtu *s, int seat, unsigned major) {
    if (s->influence[major] == VT_TRACK_CLOSED) return 0;
    return is_france(s, seat) ? s->influence[major] : VT_INFLUENCE_SPACES - 1u - s->influence[major];
}
#define VT_INFLUENCE_LOCALS(X) X(major) X(spaces) /* being paid: Major City + 1, spaces */
CASATA_LOCALS(vt_influence, VT_INFLUENCE_LOCALS);
static int influence_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = vt_list_stop(d, s, seat, out);
    (void)f;
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++)
        for (unsigned k = 1; k <= 2 && k <= spaces_left(s, seat, m); k++)
            if (vt_can_pay(d, s, seat, influence_cost(d, s, seat, m, k)))
                out[n++] = casata_act(VT_A_INFLUENCE, m, k, 0);
    return n;
}
static void influence_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct vt_influence *l = casata_locals(vt_influence, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (vt_stopped(d, s, seat, a, sink)) return;
    l->major = (uint8_t)(casata_a(a) + 1);
    l->spaces = (uint8_t)casata_b(a);
    vt_begin_pay(s, seat, influence_cost(d, s, seat, casata_a(a), casata_b(a)), sink);
}
/* R20.8, G49: the cards of the Major City are offered one after the other. */
static void begin_friendship(const struct virtu_data *d, struct virtu *s, int seat, unsigned major,
                             struct casata_sink *sink) {
    static const uint8_t power[VT_MAJOR_COUNT] = {VT_FLORENCE, VT_VENICE, VT_ROME};
    uint32_t cities =
        vt_bit(d->major_cities_2p[major].capital) | vt_bit(d->major_cities_2p[major].dependency);
    s->influence[major] = VT_TRACK_CLOSED;
    s->friend_of[major] = (uint8_t)(seat + 1);
    cities &= vt_friendly(d, s, seat);
    s->spent &= ~cities;
    for (; cities; cities &= cities - 1) vt_more(&s->p[seat], vt_city_symbols(d, s, vt_lowest(cities)));
    casata_emit(sink, "event.friend", 2, casata_seat(seat), casata_word(&vt_majors, major));
    for (unsigned i = VT_HOUSE_2P_COUNT; i-- > 0;) {
        if (d->house_cards_2p[i].owner != power[major]) continue;
        if (d->house_cards_2p[i].agent) vt_gain_agent(d, s, seat, sink);
        struct vt_place *l = casata_begin(vt_place, s, VT_PH_PLACE, (unsigned)seat);
        l->card = (uint8_t)(VT_K_CHARLES + i);
        l->may_forgo = 1;
    }
}
static bool influence_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_influence *l = casata_locals(vt_influence, f);
    struct virtu *s = state;
    if (!l->major) return false;
    unsigned major = l->major - 1u, spaces = l->spaces;
    int seat = f->seat;
    bool last = spaces == spaces_left(s, seat, major);
    casata_pop(s);
    s->influence[major] =
        (uint8_t)(is_france(s, seat) ? s->influence[major] - spaces : s->influence[major] + spaces);
    casata_emit(sink, "event.influence", 3, casata_seat(seat), casata_word(&vt_majors, major),
                casata_number((int)spaces));
    if (last) begin_friendship(data, s, seat, major, sink);
    return true;
}
static bool influence_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_influence *l = casata_locals(vt_influence, f);
    const struct virtu *s = state;
    (void)data;
    if (!vt_two(s) || l->major > VT_MAJOR_COUNT || (l->major != 0) != vt_pays_above(s, f)) return false;
    if (s->p[f->seat].marker >= VT_CHAMBER_COUNT) return false;
    return l->major ? l->spaces >= 1 && l->spaces <= 2 && l->spaces <= spaces_left(s, f->seat, l->major - 1u)
                    : !l->spaces;
}
static struct casata_msg influence_prompt(const struct casata_scene_builder *build,
                                          const struct casata_frame *f, int seat) {
    return vt_or_vain(build, vt_prompt(build, f, seat), "prompt.influence_vain");
}
static void influence_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                               int seat, struct casata_choice *c) {
    const struct virtu *s = build->state;
    unsigned major = casata_a(c->action), spaces = casata_b(c->action);
    (void)f;
    if (casata_kind(c->action) != VT_A_INFLUENCE) {
        vt_describe_usual(build, c, seat);
        return;
    }
    c->slot =
        (int16_t)casata_slot_at(build, VT_F_INFLUENCE, -1, major * VT_INFLUENCE_SPACES + s->influence[major]);
    struct vt_cost cost = influence_cost(build->data, s, seat, major, spaces);
    vt_add_costs(c, cost);
    vt_warn_of_indulgence(build, c, seat, cost);
    c->rule = "R20.7";
}
static const struct casata_vain influence_vain[] = {
    {VT_F_INFLUENCE, "vain.influence_space", "R20.7"},
    {0},
};
const struct casata_phase vt_phase_influence = {
    .name = "influence",
    .vain = influence_vain,
    .locals = CASATA_LOCAL_NAMES(VT_INFLUENCE_LOCALS),
    .words = {CASATA_LOCAL_OR_NONE(vt_influence, major, vt_majors)},
    .parents = CASATA_ON(VT_PH_SPRING),
    .forced = vt_forced_vain,
    .legal = influence_legal,
    .apply = influence_apply,
    .step = influence_step,
    .valid = influence_valid,
    .ask = "prompt.influence",
    .prompt = influence_prompt,
    .describe = influence_describe,
    .rank = vt_rank,
};

/* --- a city of a Major City is conquered (R20.10 to R20.12) --------------------------------------------------------- */
static void remove_cards_of(const struct virtu_data *d, struct virtu *s, int seat, unsigned power,
                            struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    for (unsigned i = 0; i < VT_HOUSE_2P_COUNT; i++) {
        if (d->house_cards_2p[i].owner != power) continue;
        unsigned card = VT_K_CHARLES + i + 1;
        for (unsigned k = 0; k < VT_SPACE_COUNT; k++)
            if (p->courtier[k] == card) vt_discard(d, s, seat, k, sink); /* G9: its florins are collected */
        for (unsigned k = 0; k < VT_CHAMBER_COUNT; k++) {
            if (p->upgrade[k] == card) p->upgrade[k] = 0;
            if (p->chamber[k] != card) continue;
            p->chamber[k] = p->upgrade[k]; /* G60: the card under it stays if it shows an action */
            p->upgrade[k] = 0;
        }
    }
}
/* G60: a card without action that is left alone in a chamber leaves the game; a dignitary goes to the supply. */
static void drop_lone_upgrades(const struct virtu_data *d, struct virtu *s, int seat) {
    struct virtu_player *p = &s->p[seat];
    for (unsigned k = 0; k < VT_CHAMBER_COUNT; k++) {
        unsigned card = p->chamber[k] - 1u;
        if (!p->chamber[k] || vt_card(d, card)->action != VT_NO_ACTION) continue;
        if (card >= VT_K_ADVISOR && card < VT_K_MACHIAVELLI) s->supply[card - VT_K_ADVISOR]++;
        p->chamber[k] = 0;
    }
}
static void end_friendship(const struct virtu_data *d, struct virtu *s, unsigned major,
                           struct casata_sink *sink) {
    static const uint8_t power[VT_MAJOR_COUNT] = {VT_FLORENCE, VT_VENICE, VT_ROME};
    int ally = s->friend_of[major] - 1;
    unsigned other = d->major_cities_2p[major].dependency;
    if (s->owner[other] == VT_MAJOR_OWNER + major) {
        vt_lose_tile(d, s, ally, other, sink);
        s->spent &= ~vt_bit(other); /* its tile goes back next to the board */
        if (s->soldiers[ally][other]) s->p[ally].routed |= vt_bit(other); /* R20.12 */
    }
    s->friend_of[major] = 0;
    remove_cards_of(d, s, ally, power[major], sink);
    drop_lone_upgrades(d, s, ally);
    casata_emit(sink, "event.friend_lost", 2, casata_seat(ally), casata_word(&vt_majors, major));
    if (vt_is_crowded(d, s, ally)) casata_push(s, VT_PH_CROWDED, (unsigned)ally);
}
void vt_major_falls(const struct virtu_data *d, struct virtu *s, unsigned city, int seat,
                    struct casata_sink *sink) {
    unsigned major = (unsigned)vt_major_of(d, city);
    if (city == d->major_cities_2p[major].capital) { /* R20.11 */
        s->influence[major] = VT_TRACK_CLOSED;
        if (s->friend_of[major]) end_friendship(d, s, major, sink);
        return;
    }
    if (s->influence[major] == VT_TRACK_CLOSED) return;
    if (is_france(s, seat) ? s->influence[major] + 1 < VT_INFLUENCE_SPACES - 1 : s->influence[major] > 1)
        s->influence[major] =
            (uint8_t)(is_france(s, seat) ? s->influence[major] + 1 : s->influence[major] - 1);
}
