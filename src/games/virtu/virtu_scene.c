/* virtu_scene.c: things on the table: slots, pieces, counters; and how options that several phases offer are
 * shown. Draws nothing and decides nothing. */
#include "games/virtu/virtu_scene.h"

const struct casata_family vt_families[VT_FAMILY_COUNT] = {
    /* ORDER family */
    [VT_F_CITY] = {"city", CASATA_FIXED, &vt_cities, "R8.8"},
    [VT_F_ORDER] = {"order", CASATA_TRACK, NULL, "R11.2"},
    [VT_F_CITY_TRACK] = {"city_track", CASATA_TRACK, NULL, "R11.1"},
    [VT_F_PATRONAGE] = {"patronage", CASATA_TRACK, NULL, "R8.3"},
    [VT_F_ALLIANCE] = {"alliance", CASATA_FIXED, &vt_alliances, "R13.5"},
    [VT_F_INFLUENCE] = {"influence", CASATA_TRACK, &vt_majors, "R20.6"},
    [VT_F_BONUSES] = {"bonuses", CASATA_ROW, NULL, "R8.4"},
    [VT_F_MARKET] = {"market", CASATA_FIXED, &vt_items, "R12.5"},
    [VT_F_POWER] = {"power", CASATA_FIXED, NULL, "R2.1"},
    [VT_F_CHAMBER] = {"chamber", CASATA_FIXED, NULL, "R3.1"},
    [VT_F_COURTIER] = {"courtier", CASATA_FIXED, &vt_spaces, "R3.3"},
    [VT_F_ZONE] = {"zone", CASATA_ROW, NULL, "R3.9"},
    [VT_F_AREA] = {"area", CASATA_ROW, NULL, "R8.5"},
};

/* --- slots ---------------------------------------------------------------------------------------------------- */
/* R1.8, R2.3: the other side of the map has no such place. */
static bool is_on_map(const struct casata_scene_builder *build, unsigned city) {
    const struct virtu *s = build->state;
    const struct virtu_data *d = build->data;
    return d->setup[s->head.seats - 2].board_side == 25 ? d->cities[city].side25 : d->cities[city].side34;
}
int vt_city_slot(const struct casata_scene_builder *build, unsigned city) {
    unsigned before = 0;
    for (unsigned i = 0; i < city; i++) before += is_on_map(build, i);
    return is_on_map(build, city) ? casata_slot_at(build, VT_F_CITY, -1, before) : -1;
}

/* R8.8, R9.4: the value for the viewer. */
static int value_shown(const struct casata_scene_builder *build, unsigned city) {
    int viewer = build->viewer;
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    if (viewer >= s->head.seats) return d->cities[city].value;
    if (!s->owner[city]) return (int)vt_modified_value(d, s, viewer, city);
    return d->cities[city].value - (s->owner[city] != viewer + 1 && s->agent[city] == viewer + 1);
}
/* R12.5: copies for sale, without the one in the basket. */
static unsigned copies_shown(const struct casata_scene_builder *build, unsigned item) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    unsigned n = vt_copies_left(d, s, item);
    return n && s->basket >> item & 1 ? n - 1 : n;
}
static void add_common_slots(struct casata_scene_builder *build) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    unsigned track = vt_two(s) ? VT_CITY_TRACK_2P : VT_CITY_TRACK;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++)
        if (is_on_map(build, i))
            casata_add_slot(build, VT_F_CITY, -1, i, -1, value_shown(build, i))->open = true;
    for (int i = 0; i < s->head.seats; i++) casata_add_slot(build, VT_F_ORDER, -1, 0, i + 1, -1);
    for (unsigned i = 0; i < track; i++)
        casata_add_slot(build, VT_F_CITY_TRACK, -1, 0, (int)i,
                        vt_two(s) ? d->city_track_2p[i].pp : d->city_track[i].pp);
    for (int i = 0; !vt_two(s) && i < VT_PATRONAGE_SPACES; i++)
        casata_add_slot(build, VT_F_PATRONAGE, -1, 0, i, d->patronage_track[i].pp);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        for (int k = 0; k < 2; k++) {
            struct casata_slot *slot = casata_add_slot(build, VT_F_ALLIANCE, -1, i, k, -1);
            if (k == 0) slot->print = casata_word(&vt_boons, i); /* R13.6 */
        }
    for (unsigned i = 0; vt_two(s) && i < VT_MAJOR_COUNT; i++)
        for (int k = 0; k < VT_INFLUENCE_SPACES; k++) casata_add_slot(build, VT_F_INFLUENCE, -1, i, k, -1);
    if (!vt_two(s)) casata_add_slot(build, VT_F_BONUSES, -1, 0, -1, -1);
    for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
        casata_add_slot(build, VT_F_MARKET, -1, i, -1, (int)copies_shown(build, i))->open = true;
}
static void add_player_slots(struct casata_scene_builder *build, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    struct casata_slot *power = casata_add_slot(build, VT_F_POWER, seat, 0, -1, -1);
    power->print = casata_word(&vt_powers, s->p[seat].power);
    power->open = true;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        struct casata_slot *slot = casata_add_slot(build, VT_F_CHAMBER, seat, 0, (int)i + 1, -1);
        slot->print = casata_word(&vt_actions, vt_chamber_action(d, s, seat, i));
        slot->open = true;
    }
    for (unsigned family = VT_F_COURTIER; family <= VT_F_AREA; family++) casata_add_rows(build, family, seat);
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
static void add_piece(struct casata_scene_builder *build, unsigned kind, int seat, int slot) {
    casata_add_piece(build, kind, seat, slot);
}
static void add_faced(struct casata_scene_builder *build, unsigned kind, int seat, int slot,
                      struct casata_arg face) {
    casata_add_faced(build, kind, seat, slot, face, 1);
}
static void add_card(struct casata_scene_builder *build, bool used, int seat, int slot, unsigned card) {
    add_faced(build, used ? VT_KIND_CARD_USED : VT_KIND_CARD, seat, slot, casata_word(&vt_cards, card));
}
static void add_tile(struct casata_scene_builder *build, bool used, int seat, struct casata_arg face) {
    add_faced(build, used ? VT_KIND_TILE_USED : VT_KIND_TILE, seat, casata_slot_at(build, VT_F_ZONE, seat, 0),
              face);
}

static void add_city(struct casata_scene_builder *build, unsigned city) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    int slot = vt_city_slot(build, city);
    if (slot < 0) return;
    if (!(vt_board(d, s) >> city & 1)) {
        add_piece(build, VT_KIND_FORBIDDEN, -1, slot); /* R2.2 */
        return;
    }
    if (s->owner[city] >= VT_MAJOR_OWNER)
        add_faced(build, VT_KIND_CONTROL, -1, slot,
                  casata_word(&vt_majors, s->owner[city] - VT_MAJOR_OWNER + 0u));
    else if (s->owner[city])
        add_piece(build, VT_KIND_CONTROL, s->owner[city] - 1, slot);
    if (s->garrison >> city & 1) add_piece(build, VT_KIND_GARRISON, -1, slot);
    for (int seat = 0; seat < s->head.seats; seat++)
        casata_add_pile(build, s->p[seat].routed >> city & 1 ? VT_KIND_ROUTED : VT_KIND_SOLDIER, seat, slot,
                        s->soldiers[seat][city]);
    if (s->agent[city]) add_piece(build, VT_KIND_AGENT, s->agent[city] - 1, slot);
    if (s->cathedral >> city & 1) add_piece(build, VT_KIND_CATHEDRAL, -1, slot);
}
static struct casata_arg item_face(unsigned item) {
    return item < VT_I_TITLE ? casata_word(&vt_cards, VT_K_ADVISOR + item)
           : item < VT_I_CATHEDRAL
               ? casata_word(&vt_tiles, item - VT_I_TITLE) /* ORDER tile: the guild follows */
               : casata_word(&vt_tiles, VT_T_CATHEDRAL);
}
static void add_market(struct casata_scene_builder *build) {
    for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
        if (copies_shown(build, i))
            add_faced(build, i < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE, -1,
                      casata_slot_at(build, VT_F_MARKET, -1, i), item_face(i));
}
static void add_common_pieces(struct casata_scene_builder *build) {
    const struct virtu *s = build->state;
    unsigned taken = 0, last = vt_two(s) ? VT_CITY_TRACK_2P - 1 : VT_CITY_TRACK - 1;
    for (unsigned city = 0; city < VT_CITY_COUNT; city++) add_city(build, city);
    for (unsigned i = 0; i < s->head.seats; i++) {
        int seat = s->pile[i]; /* lowest of a pile first */
        unsigned n = vt_count(s->p[seat].cities);
        add_piece(build, VT_KIND_CONTROL, s->order[i], casata_slot_at(build, VT_F_ORDER, -1, i));
        add_piece(build, VT_KIND_CONTROL, seat,
                  casata_slot_at(build, VT_F_CITY_TRACK, -1, n < last ? n : last));
        if (!vt_two(s))
            add_piece(build, VT_KIND_CONTROL, seat,
                      casata_slot_at(build, VT_F_PATRONAGE, -1, s->p[seat].patronage));
        taken |= s->p[i].bonuses;
    }
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++) { /* R13.7 */
        int left = casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * i);
        if (vt_two(s) && i == VT_FRANCE) add_piece(build, VT_KIND_FORBIDDEN, -1, left); /* R20.4 */
        if (s->ally[i]) add_piece(build, VT_KIND_CONTROL, s->ally[i] - 1, left + s->ally_used[i]);
        if (!s->ally_agent[i]) continue;
        bool own = s->ally_agent[i] == s->ally[i];
        add_piece(build, VT_KIND_AGENT, s->ally_agent[i] - 1,
                  !s->ally[i] ? left
                  : own       ? left + s->ally_used[i]
                              : left + 1);
    }
    for (unsigned i = 0; vt_two(s) && i < VT_MAJOR_COUNT; i++)
        if (s->influence[i] < VT_INFLUENCE_SPACES)
            add_piece(build, VT_KIND_INFLUENCE, -1,
                      casata_slot_at(build, VT_F_INFLUENCE, -1, i * VT_INFLUENCE_SPACES + s->influence[i]));
        else
            add_piece(build, VT_KIND_INFLUENCE, s->friend_of[i] - 1,
                      casata_slot_at(
                          build, VT_F_INFLUENCE, -1,
                          i * VT_INFLUENCE_SPACES +
                              (s->friend_of[i] && s->p[s->friend_of[i] - 1].power == VT_MILAN ? 0u : 6u)));
    add_market(build);
    for (unsigned i = 0; !vt_two(s) && i < VT_BONUS_COUNT; i++)
        if (!(taken >> i & 1))
            add_faced(build, VT_KIND_BONUS, -1, casata_slot_at(build, VT_F_BONUSES, -1, 0),
                      casata_word(&vt_bonuses, i));
}
static void add_chamber(struct casata_scene_builder *build, int seat, unsigned i) {
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    int slot = casata_slot_at(build, VT_F_CHAMBER, seat, i);
    if (p->upgrade[i]) add_card(build, false, seat, slot, p->upgrade[i] - 1u);
    if (p->chamber[i]) add_card(build, false, seat, slot, p->chamber[i] - 1u);
    if (p->indulgences >> i & 1) add_piece(build, VT_KIND_INDULGENCE, -1, slot);
    if (p->agent[i]) add_piece(build, VT_KIND_AGENT, p->agent[i] - 1, slot);
    if (p->marker == i) add_piece(build, VT_KIND_MARKER, seat, slot);
}
/* R1.1, R1.7: there are two tiles of Rome and two of kings. */
static struct casata_arg city_face(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    return city == VT_C_ROME && !(vt_board(d, s) >> VT_C_PERUGIA & 1) ? casata_word(&vt_faces, VT_FACE_ROME)
                                                                      : casata_word(&vt_cities, city);
}
static struct casata_arg tile_face(const struct virtu *s, int seat, unsigned tile) {
    if (tile != VT_T_SPECIAL) return casata_word(&vt_tiles, tile);
    return casata_word(&vt_faces, s->p[seat].power == VT_MILAN ? VT_FACE_FRANCE : VT_FACE_ARAGON);
}
/* Things without a place yet: the house cards at the start, the basket, a card that is being placed. */
static void add_waiting(struct casata_scene_builder *build, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    int slot = casata_slot_at(build, VT_F_AREA, seat, 0);
    for (unsigned i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        uint32_t house = f->phase == VT_PH_HOUSE ? vt_house_left(d, s, seat) : 0;
        for (; house; house &= house - 1) add_card(build, false, seat, slot, vt_lowest(house));
        if (f->seat != seat) continue;
        for (uint32_t left = f->phase == VT_PH_BUY ? s->basket : 0; left; left &= left - 1)
            add_faced(build, vt_lowest(left) < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE, seat, slot,
                      item_face(vt_lowest(left)));
        if (f->phase == VT_PH_PLACE) add_card(build, false, seat, slot, casata_locals(vt_place, f)->card);
    }
}
/* R4.1: symbols that exist for the action in progress. */
static void add_pool(struct casata_scene_builder *build) {
    const struct virtu *s = build->state;
    if (!s->head.depth) return;
    int seat = casata_top_of(s)->seat;
    for (unsigned i = 0; i < VT_SYMBOL_COUNT; i++)
        casata_add_faced(build, VT_KIND_SYMBOL, seat, casata_slot_at(build, VT_F_AREA, seat, 0),
                         casata_word(&vt_symbols, i), s->pool[i]);
}
static void add_player_pieces(struct casata_scene_builder *build, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    int area = casata_slot_at(build, VT_F_AREA, seat, 0);
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) add_chamber(build, seat, i);
    unsigned cards_used = p->courtier_used, tiles_used = p->tiles_used;
    const struct vt_winter *winter = vt_winter_of(s);
    if (winter && s->order[winter->place] ==
                      seat) /* R12.6: bought now, it lies available, though it pays nothing yet */
        cards_used &= (unsigned)~winter->new_cards, tiles_used &= (unsigned)~winter->new_tiles;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i])
            add_card(build, cards_used >> i & 1, seat, casata_slot_at(build, VT_F_COURTIER, seat, i),
                     p->courtier[i] - 1u);
    for (uint32_t left = vt_friendly(d, s, seat); left; left &= left - 1)
        add_tile(build, s->spent & left & -left, seat, city_face(d, s, vt_lowest(left)));
    for (uint32_t left = p->tiles; left; left &= left - 1)
        add_tile(build, tiles_used & left & -left, seat, tile_face(s, seat, vt_lowest(left)));
    for (unsigned i = 0; i < p->cathedrals; i++)
        add_tile(build, i < p->cathedrals_used, seat, casata_word(&vt_tiles, VT_T_CATHEDRAL));
    for (uint32_t left = p->bonuses; left; left &= left - 1)
        add_faced(build, VT_KIND_BONUS, seat, area, casata_word(&vt_bonuses, vt_lowest(left)));
    for (uint32_t left = p->trophies; left; left &= left - 1)
        add_faced(build, VT_KIND_TROPHY, seat, area, casata_word(&vt_powers, vt_lowest(left)));
    casata_add_pile(build, VT_KIND_TOKEN, seat, area, p->tokens);
    add_waiting(build, seat);
}
static void add_counters(struct casata_scene_builder *build, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    const struct virtu_player *p = &s->p[seat];
    int32_t part[VT_PART_COUNT], points = 0;
    vt_parts_of(d, s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    /* R17.1, G33: all of it is public */
    casata_add_counter(build, seat, VT_U_POINT, points);
    casata_add_counter(build, seat, VT_U_FLORIN, p->florins);
    casata_add_counter(build, seat, VT_U_CITY, (int)vt_count(p->cities));
    casata_add_counter(build, seat, VT_U_SOLDIER_LEFT,
                       (int)(vt_max_soldiers(d, s, seat) - vt_soldiers_of(s, seat)));
    casata_add_counter(build, seat, VT_U_AGENT_LEFT, (int)vt_reserve(s, seat));
    casata_add_counter(build, seat, VT_U_CROSS, (int)vt_crosses(d, s, seat));
    unsigned spaces = vt_extra_spaces(d, s, seat);
    if (spaces) casata_add_counter(build, seat, VT_U_SPACE, (int)spaces);
}

void vt_scene(struct casata_scene_builder *build) {
    const struct virtu *s = build->state;
    add_common_slots(build);
    for (int seat = 0; seat < s->head.seats; seat++) add_player_slots(build, seat);
    add_common_pieces(build);
    for (int seat = 0; seat < s->head.seats; seat++) {
        add_player_pieces(build, seat);
        add_counters(build, seat);
        casata_set_colour(build, seat, casata_word(&vt_colours, s->p[seat].power)); /* R2.6 */
    }
    add_pool(build);
}

/* --- prompts ---------------------------------------------------------------------------------------------------- */
struct casata_msg vt_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                            int seat) {
    const struct virtu *s = build->state;
    return casata_message(build->rules->phases[f->phase]->ask, 2, casata_seat(seat), casata_number(s->year));
}
struct casata_msg vt_or_vain(const struct casata_scene_builder *build, struct casata_msg prompt,
                             const char *vain) {
    const struct casata_scene *scene = build->scene;
    for (int i = 0; i < scene->n_choices; i++) {
        unsigned kind = casata_kind(scene->choice[i].action);
        if (kind != VT_A_STOP && kind != VT_A_INDULGE && kind != VT_A_COLLECT) return prompt;
    }
    if (scene->n_choices) prompt.id = vain; /* others do not see the choices */
    return prompt;
}

/* --- bills ------------------------------------------------------------------------------------------------------ */
void vt_add_costs(struct casata_choice *c, struct vt_cost cost) {
    for (int i = 0; i < 2; i++)
        if (cost.need[i]) casata_add_cost(c, vt_amount(vt_unit_of(cost.set[i]), cost.need[i]));
    casata_add_cost(c, vt_amount(VT_U_FLORIN, cost.florins));
}
void vt_warn_of_indulgence(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                           struct vt_cost cost) {
    if (!(cost.with & VT_WITH_INDULGENCE)) return;
    cost.with &= (uint8_t)~VT_WITH_INDULGENCE;
    if (!vt_can_pay(build->data, build->state, seat, cost)) vt_add_burden(c);
}
static bool goes_on(const casata_action *legal, int n) {
    while (n-- > 0) {
        unsigned kind = casata_kind(legal[n]);
        if (kind != VT_A_STOP && kind != VT_A_INDULGE && kind != VT_A_COLLECT) return true;
    }
    return false;
}
/* The position after a decision, and what is legal there. */
static int list_after(const struct casata_scene_builder *build, int seat, casata_action a, struct virtu *s,
                      casata_action *out) {
    struct casata_game g = casata_edition(build->rules, build->data);
    memcpy(s, build->state, sizeof *s);
    casata_apply(&g, s, seat, a, NULL);
    return casata_legal(&g, s, seat, out);
}
bool vt_stop_leads_on(const struct casata_scene_builder *build, int seat) {
    struct virtu s;
    casata_action out[CASATA_MAX_CHOICES];
    int n = list_after(build, seat, casata_act(VT_A_STOP, 0, 0, 0), &s, out);
    return s.head.turn == ((const struct virtu *)build->state)->head.turn && goes_on(out, n);
}
bool vt_leads_on(const struct casata_scene_builder *build, int seat, casata_action a) {
    struct virtu s;
    casata_action out[CASATA_MAX_CHOICES];
    int n = list_after(build, seat, a, &s, out);
    const struct casata_frame *action = &s.head.frame[2],
                              *before = &((const struct virtu *)build->state)->head.frame[2];
    if (action->seat != seat || (action->phase != before->phase && action->phase != VT_PH_TURN)) return false;
    return goes_on(out, n);
}
/* Would it spoil an action that can still be done? */
static bool spoils(const struct casata_scene_builder *build, int seat, casata_action a) {
    struct casata_game g = casata_edition(build->rules, build->data);
    const struct virtu *s = build->state;
    casata_action out[CASATA_MAX_CHOICES];
    if (s->season != VT_SPRING || vt_action_of(s->head.frame[2].phase) >= VT_NO_ACTION) return false;
    return goes_on(out, casata_legal(&g, s, seat, out)) && !vt_leads_on(build, seat, a);
}

/* --- touch targets ---------------------------------------------------------------------------------------------- */
int16_t vt_piece_with_face(const struct casata_scene_builder *build, int slot, struct casata_arg face) {
    for (int i = 0; i < build->scene->n_pieces; i++) {
        const struct casata_piece *p = &build->scene->piece[i];
        if (p->slot == slot && p->face.words == face.words && p->face.index == face.index) return (int16_t)i;
    }
    return -1;
}
int vt_free_space(const struct casata_scene_builder *build, int seat, unsigned edge) {
    const struct virtu *s = build->state;
    unsigned i = edge * VT_EDGE_SPACES, last = i + VT_EDGE_SPACES - 1;
    while (i < last && s->p[seat].courtier[i]) i++;
    return casata_slot_at(build, VT_F_COURTIER, seat, i);
}
void vt_touch_card(const struct casata_scene_builder *build, struct casata_choice *c, int from, unsigned card,
                   int to) {
    c->piece = vt_piece_with_face(build, from, casata_word(&vt_cards, card));
    c->slot = (int16_t)to;
}
void vt_touch_source(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                     unsigned source) {
    const struct virtu *s = build->state;
    int zone = casata_slot_at(build, VT_F_ZONE, seat, 0);
    c->slot = (int16_t)zone;
    if (source < VT_S_CITY) {
        int space = casata_slot_at(build, VT_F_COURTIER, seat, source);
        vt_touch_card(build, c, space, s->p[seat].courtier[source] - 1u, space);
    } else if (source < VT_S_TILE)
        c->piece = vt_piece_with_face(build, zone, city_face(build->data, s, source - VT_S_CITY));
    else if (source < VT_S_ALLIANCE)
        c->piece = vt_piece_with_face(build, zone, tile_face(s, seat, source - VT_S_TILE));
    else if (source < VT_S_INDULGENCE) {
        unsigned alliance = source - VT_S_ALLIANCE;
        c->slot = (int16_t)casata_slot_at(build, VT_F_ALLIANCE, -1, 2 * alliance + s->ally_used[alliance]);
    } else
        c->slot = (int16_t)casata_slot_at(build, VT_F_AREA, seat, 0);
}
struct casata_arg vt_chamber_arg(const struct casata_scene_builder *build, int seat, unsigned chamber) {
    return casata_word(&vt_actions, vt_chamber_action(build->data, build->state, seat, chamber));
}

/* --- options that several phases offer -------------------------------------------------------------------------- */
void vt_describe_usual(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    unsigned source = casata_a(c->action);
    switch (casata_kind(c->action)) {
    case VT_A_COLLECT:
        vt_touch_source(build, c, seat, source);
        c->text = casata_message("act.collect", 1, vt_source_arg(s, seat, source));
        casata_add_gain(c, vt_amount(VT_U_FLORIN, vt_gives(d, s, seat, source, 1u << VT_FLORIN)));
        c->rule = "R4.2";
        break;
    case VT_A_INDULGE:
        casata_add_gain(c, vt_amount(VT_U_FLORIN, d->indulgences[0].gain_F));
        vt_add_burden(c);
        if (spoils(build, seat, c->action)) c->text = casata_message("act.indulge_vain", 0);
        c->rule = "R7.3";
        break;
    case VT_A_STOP:
        if (s->season == VT_WINTER) c->text = casata_message("act.go_on", 0);
        break;
    default: break;
    }
}
void vt_describe_pay(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                     unsigned symbols) {
    unsigned source = casata_a(c->action);
    vt_touch_source(build, c, seat, source);
    c->text = casata_message("act.pay", 1, vt_source_arg(build->state, seat, source));
    casata_add_gain(
        c, vt_amount(vt_unit_of(symbols), vt_gives(build->data, build->state, seat, source, symbols)));
    if (source == VT_S_INDULGENCE) vt_add_burden(c);
    c->rule = source == VT_S_INDULGENCE ? "R7.3" : "R4.3";
}
unsigned vt_rank(const struct casata_frame *f, casata_action a) {
    (void)f;
    switch (casata_kind(a)) {
    case VT_A_COLLECT: return VT_RANK_BESIDES;
    case VT_A_INDULGE: return VT_RANK_BESIDES + 1;
    case VT_A_DISBAND:
    case VT_A_DISCARD: return VT_RANK_LOSS;
    case VT_A_STOP:
    case VT_A_KEEP:
    case VT_A_PASS:
    case VT_A_FORGO: return VT_RANK_END;
    default: return 0;
    }
}

/* --- blocked options, and why ----------------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    VT_REASONS(REASON_ID)};

bool vt_is_listed(const struct casata_scene_builder *build, unsigned kind, unsigned operand) {
    for (int i = 0; i < build->scene->n_choices; i++) {
        casata_action a = build->scene->choice[i].action;
        if (casata_kind(a) == kind && casata_a(a) == operand) return true;
    }
    return false;
}
bool vt_is_touched(const struct casata_scene_builder *build, int slot) {
    for (int i = 0; i < build->scene->n_choices; i++)
        if (build->scene->choice[i].slot == slot) return true;
    return false;
}
/* R4.3, R4.7, R10.4, G64: why a courtier gives none of these symbols; VT_CAN: it could, for more than one has. */
static unsigned why_not_courtier(const struct casata_scene_builder *build, int seat, unsigned space,
                                 unsigned symbols) {
    const struct virtu *s = build->state;
    const struct vt_winter *winter = vt_winter_of(s);
    if (winter && winter->new_cards >> space & 1) return VT_JUST_BOUGHT;
    if (s->p[seat].courtier_used >> space & 1) return VT_EXHAUSTED;
    const uint8_t *symbol = vt_card(build->data, s->p[seat].courtier[space] - 1u)->symbol;
    for (unsigned left = symbols; left; left &= left - 1)
        if (symbol[vt_lowest(left)]) return VT_CAN;
    return symbols == 1u << VT_WAR ? VT_NO_WAR : VT_NO_SYMBOL;
}
void vt_explain_courtiers(struct casata_scene_builder *build, int seat, unsigned symbols) {
    const struct virtu *s = build->state;
    for (unsigned space = 0; space < VT_SPACE_COUNT; space++) {
        int slot = casata_slot_at(build, VT_F_COURTIER, seat, space);
        if (!s->p[seat].courtier[space] || vt_is_touched(build, slot)) continue;
        unsigned reason = why_not_courtier(build, seat, space, symbols);
        if (reason == VT_CAN && vt_is_twin(&s->p[seat], space)) reason = VT_TWIN;
        if (reason == VT_CAN && symbols != 1u << VT_WAR) continue; /* it is needed otherwise */
        vt_block(build, slot, casata_message("act.pay", 1, vt_source_arg(s, seat, space)), reason, "R4.3");
    }
}
void vt_explain_twins(struct casata_scene_builder *build, int seat) {
    const struct virtu_player *p = &((const struct virtu *)build->state)->p[seat];
    for (unsigned space = 0; space < VT_SPACE_COUNT; space++) {
        int slot = casata_slot_at(build, VT_F_COURTIER, seat, space);
        if (p->courtier[space] && vt_is_twin(p, space) && !vt_is_touched(build, slot))
            vt_block(build, slot,
                     casata_message("act.discard_card", 1, casata_word(&vt_cards, p->courtier[space] - 1u)),
                     VT_TWIN, "R3.3");
    }
}
void vt_block(struct casata_scene_builder *build, int slot, struct casata_msg text, unsigned reason,
              const char *rule) {
    casata_add_blocked(build, slot, text,
                       casata_message(reason_id[reason == VT_CAN ? VT_TOO_DEAR : reason], 0), rule);
}
