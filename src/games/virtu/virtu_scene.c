/* virtu_scene.c: what lies on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/games.h"
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
bool vt_on_map(const struct vt_builder *b, unsigned city) {
    const struct virtu_data *d = b->d;
    return d->setup[b->s->head.seats - 2].board_side == 25 ? d->cities[city].side25 : d->cities[city].side34;
}
int vt_city_slot(const struct vt_builder *b, unsigned city) {
    unsigned before = 0;
    for (unsigned i = 0; i < city; i++) before += vt_on_map(b, i);
    return vt_on_map(b, city) ? vt_slot(b, VT_F_CITY, -1, before) : -1;
}

/* R8.8, R9.4: the value as it is for the viewer. */
static int value_for(const struct vt_builder *b, int viewer, unsigned city) {
    if (viewer >= b->s->head.seats) return b->d->cities[city].value;
    if (!b->s->owner[city]) return (int)vt_modified_value(b->d, b->s, viewer, city);
    return b->d->cities[city].value - (b->s->owner[city] != viewer + 1 && b->s->agent[city] == viewer + 1);
}
/* R12.5: what is for sale, without what is being bought. */
static unsigned copies_shown(const struct vt_builder *b, unsigned item) {
    unsigned n = vt_copies_left(b->d, b->s, item);
    return n && b->s->basket >> item & 1 ? n - 1 : n;
}
static void add_common_slots(struct vt_builder *b, int viewer) {
    const struct virtu_data *d = b->d;
    const struct virtu *s = b->s;
    unsigned track = vt_two(s) ? VT_CITY_TRACK_2P : VT_CITY_TRACK;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++)
        if (vt_on_map(b, i))
            casata_add_slot(&b->stage, VT_F_CITY, -1, i, -1, value_for(b, viewer, i))->open = true;
    for (int i = 0; i < s->head.seats; i++) casata_add_slot(&b->stage, VT_F_ORDER, -1, 0, i + 1, -1);
    for (unsigned i = 0; i < track; i++)
        casata_add_slot(&b->stage, VT_F_CITY_TRACK, -1, 0, (int)i,
                        vt_two(s) ? d->city_track_2p[i].pp : d->city_track[i].pp);
    for (int i = 0; !vt_two(s) && i < VT_PATRONAGE_SPACES; i++)
        casata_add_slot(&b->stage, VT_F_PATRONAGE, -1, 0, i, d->patronage_track[i].pp);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        for (int k = 0; k < 2; k++) {
            struct casata_slot *slot = casata_add_slot(&b->stage, VT_F_ALLIANCE, -1, i, k, -1);
            if (k == 0) slot->print = casata_word(&vt_boons, i); /* R13.6 */
        }
    for (unsigned i = 0; vt_two(s) && i < VT_MAJOR_COUNT; i++)
        for (int k = 0; k < VT_INFLUENCE_SPACES; k++)
            casata_add_slot(&b->stage, VT_F_INFLUENCE, -1, i, k, -1);
    if (!vt_two(s)) casata_add_slot(&b->stage, VT_F_BONUSES, -1, 0, -1, -1);
    for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
        casata_add_slot(&b->stage, VT_F_MARKET, -1, i, -1, (int)copies_shown(b, i))->open = true;
}
static void add_player_slots(struct vt_builder *b, int seat) {
    struct casata_slot *power = casata_add_slot(&b->stage, VT_F_POWER, seat, 0, -1, -1);
    power->print = casata_word(&vt_powers, b->s->p[seat].power);
    power->open = true;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        struct casata_slot *slot = casata_add_slot(&b->stage, VT_F_CHAMBER, seat, 0, (int)i + 1, -1);
        slot->print = casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, i));
        slot->open = true;
    }
    for (unsigned family = VT_F_COURTIER; family <= VT_F_AREA; family++)
        casata_add_rows(&b->stage, family, seat);
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
static void add_piece(struct vt_builder *b, unsigned kind, int seat, int slot) {
    casata_add_piece(&b->stage, kind, seat, slot);
}
static void add_faced(struct vt_builder *b, unsigned kind, int seat, int slot, struct casata_arg face) {
    casata_add_faced(&b->stage, kind, seat, slot, face, 1);
}
static void add_card(struct vt_builder *b, bool used, int seat, int slot, unsigned card) {
    add_faced(b, used ? VT_KIND_CARD_USED : VT_KIND_CARD, seat, slot, casata_word(&vt_cards, card));
}
static void add_tile(struct vt_builder *b, bool used, int seat, struct casata_arg face) {
    add_faced(b, used ? VT_KIND_TILE_USED : VT_KIND_TILE, seat, vt_slot(b, VT_F_ZONE, seat, 0), face);
}

static void add_city(struct vt_builder *b, unsigned city) {
    const struct virtu *s = b->s;
    int slot = vt_city_slot(b, city);
    if (slot < 0) return;
    if (!(vt_board(b->d, s) >> city & 1)) {
        add_piece(b, VT_KIND_FORBIDDEN, -1, slot); /* R2.2 */
        return;
    }
    if (s->owner[city] >= VT_MAJOR_OWNER)
        add_faced(b, VT_KIND_CONTROL, -1, slot,
                  casata_word(&vt_majors, s->owner[city] - VT_MAJOR_OWNER + 0u));
    else if (s->owner[city])
        add_piece(b, VT_KIND_CONTROL, s->owner[city] - 1, slot);
    if (s->garrison >> city & 1) add_piece(b, VT_KIND_GARRISON, -1, slot);
    for (int seat = 0; seat < s->head.seats; seat++)
        casata_add_pile(&b->stage, s->p[seat].routed >> city & 1 ? VT_KIND_ROUTED : VT_KIND_SOLDIER, seat,
                        slot, s->soldiers[seat][city]);
    if (s->agent[city]) add_piece(b, VT_KIND_AGENT, s->agent[city] - 1, slot);
    if (s->cathedral >> city & 1) add_piece(b, VT_KIND_CATHEDRAL, -1, slot);
}
static struct casata_arg item_face(unsigned item) {
    return item < VT_I_TITLE ? casata_word(&vt_cards, VT_K_ADVISOR + item)
           : item < VT_I_CATHEDRAL
               ? casata_word(&vt_tiles, item - VT_I_TITLE) /* ORDER tile: the guild follows */
               : casata_word(&vt_tiles, VT_T_CATHEDRAL);
}
static void add_market(struct vt_builder *b) {
    for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
        if (copies_shown(b, i))
            add_faced(b, i < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE, -1, vt_slot(b, VT_F_MARKET, -1, i),
                      item_face(i));
}
static void add_common_pieces(struct vt_builder *b) {
    const struct virtu *s = b->s;
    unsigned taken = 0, last = vt_two(s) ? VT_CITY_TRACK_2P - 1 : VT_CITY_TRACK - 1;
    for (unsigned city = 0; city < VT_CITY_COUNT; city++) add_city(b, city);
    for (unsigned i = 0; i < s->head.seats; i++) {
        int seat = s->pile[i]; /* lowest of a pile first */
        unsigned n = vt_count(s->p[seat].cities);
        add_piece(b, VT_KIND_CONTROL, s->order[i], vt_slot(b, VT_F_ORDER, -1, i));
        add_piece(b, VT_KIND_CONTROL, seat, vt_slot(b, VT_F_CITY_TRACK, -1, n < last ? n : last));
        if (!vt_two(s))
            add_piece(b, VT_KIND_CONTROL, seat, vt_slot(b, VT_F_PATRONAGE, -1, s->p[seat].patronage));
        taken |= s->p[i].bonuses;
    }
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++) { /* R13.7 */
        int left = vt_slot(b, VT_F_ALLIANCE, -1, 2 * i);
        if (vt_two(s) && i == VT_FRANCE) add_piece(b, VT_KIND_FORBIDDEN, -1, left); /* R20.4 */
        if (s->ally[i]) add_piece(b, VT_KIND_CONTROL, s->ally[i] - 1, left + s->ally_used[i]);
        if (!s->ally_agent[i]) continue;
        bool own = s->ally_agent[i] == s->ally[i];
        add_piece(b, VT_KIND_AGENT, s->ally_agent[i] - 1,
                  !s->ally[i] ? left
                  : own       ? left + s->ally_used[i]
                              : left + 1);
    }
    for (unsigned i = 0; vt_two(s) && i < VT_MAJOR_COUNT; i++)
        if (s->influence[i] < VT_INFLUENCE_SPACES)
            add_piece(b, VT_KIND_INFLUENCE, -1,
                      vt_slot(b, VT_F_INFLUENCE, -1, i * VT_INFLUENCE_SPACES + s->influence[i]));
        else
            add_piece(
                b, VT_KIND_INFLUENCE, s->friend_of[i] - 1,
                vt_slot(b, VT_F_INFLUENCE, -1,
                        i * VT_INFLUENCE_SPACES +
                            (s->friend_of[i] && s->p[s->friend_of[i] - 1].power == VT_MILAN ? 0u : 6u)));
    add_market(b);
    for (unsigned i = 0; !vt_two(s) && i < VT_BONUS_COUNT; i++)
        if (!(taken >> i & 1))
            add_faced(b, VT_KIND_BONUS, -1, vt_slot(b, VT_F_BONUSES, -1, 0), casata_word(&vt_bonuses, i));
}
static void add_chamber(struct vt_builder *b, int seat, unsigned i) {
    const struct virtu_player *p = &b->s->p[seat];
    int slot = vt_slot(b, VT_F_CHAMBER, seat, i);
    if (p->upgrade[i]) add_card(b, false, seat, slot, p->upgrade[i] - 1u);
    if (p->chamber[i]) add_card(b, false, seat, slot, p->chamber[i] - 1u);
    if (p->indulgences >> i & 1) add_piece(b, VT_KIND_INDULGENCE, -1, slot);
    if (p->agent[i]) add_piece(b, VT_KIND_AGENT, p->agent[i] - 1, slot);
    if (p->marker == i) add_piece(b, VT_KIND_MARKER, seat, slot);
}
/* R1.1, R1.7: there are two tiles of Rome and two of kings. */
struct casata_arg vt_city_face(const struct virtu_data *d, const struct virtu *s, unsigned city) {
    return city == VT_C_ROME && !(vt_board(d, s) >> VT_C_PERUGIA & 1) ? casata_word(&vt_faces, VT_FACE_ROME)
                                                                      : casata_word(&vt_cities, city);
}
struct casata_arg vt_tile_face(const struct virtu *s, int seat, unsigned tile) {
    if (tile != VT_T_SPECIAL) return casata_word(&vt_tiles, tile);
    return casata_word(&vt_faces, s->p[seat].power == VT_MILAN ? VT_FACE_FRANCE : VT_FACE_ARAGON);
}
/* What waits for its place: the house cards at the start, what is being bought, the card that is being placed. */
static void add_waiting(struct vt_builder *b, int seat) {
    const struct virtu *s = b->s;
    int slot = vt_slot(b, VT_F_AREA, seat, 0);
    for (unsigned i = 0; i < s->head.depth; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        uint32_t house = f->phase == VT_PH_HOUSE ? vt_house_left(b->d, s, seat) : 0;
        for (; house; house &= house - 1) add_card(b, false, seat, slot, vt_lowest(house));
        if (f->seat != seat) continue;
        for (uint32_t left = f->phase == VT_PH_BUY ? s->basket : 0; left; left &= left - 1)
            add_faced(b, vt_lowest(left) < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE, seat, slot,
                      item_face(vt_lowest(left)));
        if (f->phase == VT_PH_PLACE) add_card(b, false, seat, slot, f->a);
    }
}
/* R4.1: symbols that exist for the action in progress. */
static void add_pool(struct vt_builder *b) {
    const struct virtu *s = b->s;
    if (!s->head.depth) return;
    int seat = casata_top_of(s)->seat;
    for (unsigned i = 0; i < VT_SYMBOL_COUNT; i++)
        casata_add_faced(&b->stage, VT_KIND_SYMBOL, seat, vt_slot(b, VT_F_AREA, seat, 0),
                         casata_word(&vt_symbols, i), s->pool[i]);
}
static void add_player_pieces(struct vt_builder *b, int seat) {
    const struct virtu_player *p = &b->s->p[seat];
    int area = vt_slot(b, VT_F_AREA, seat, 0);
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) add_chamber(b, seat, i);
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i])
            add_card(b, p->courtier_used >> i & 1, seat, vt_slot(b, VT_F_COURTIER, seat, i),
                     p->courtier[i] - 1u);
    for (uint32_t left = vt_friendly(b->d, b->s, seat); left; left &= left - 1)
        add_tile(b, b->s->spent & left & -left, seat, vt_city_face(b->d, b->s, vt_lowest(left)));
    for (uint32_t left = p->tiles; left; left &= left - 1)
        add_tile(b, p->tiles_used & left & -left, seat, vt_tile_face(b->s, seat, vt_lowest(left)));
    for (unsigned i = 0; i < p->cathedrals; i++)
        add_tile(b, i < p->cathedrals_used, seat, casata_word(&vt_tiles, VT_T_CATHEDRAL));
    for (uint32_t left = p->bonuses; left; left &= left - 1)
        add_faced(b, VT_KIND_BONUS, seat, area, casata_word(&vt_bonuses, vt_lowest(left)));
    for (uint32_t left = p->trophies; left; left &= left - 1)
        add_faced(b, VT_KIND_TROPHY, seat, area, casata_word(&vt_powers, vt_lowest(left)));
    casata_add_pile(&b->stage, VT_KIND_TOKEN, seat, area, p->tokens);
    add_waiting(b, seat);
}
static void add_counters(struct vt_builder *b, int seat) {
    const struct virtu_player *p = &b->s->p[seat];
    int32_t part[VT_PART_COUNT], points = 0;
    vt_parts_of(b->d, b->s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    /* R17.1, G33: all of it is open */
    casata_add_counter(&b->stage, seat, VT_U_POINT, points);
    casata_add_counter(&b->stage, seat, VT_U_FLORIN, p->florins);
    casata_add_counter(&b->stage, seat, VT_U_CITY, (int)vt_count(p->cities));
    casata_add_counter(&b->stage, seat, VT_U_SOLDIER_LEFT,
                       (int)(vt_max_soldiers(b->d, b->s, seat) - vt_soldiers_of(b->s, seat)));
    casata_add_counter(&b->stage, seat, VT_U_AGENT_LEFT, (int)vt_reserve(b->s, seat));
    casata_add_counter(&b->stage, seat, VT_U_CROSS, (int)vt_crosses(b->d, b->s, seat));
    unsigned spaces = vt_extra_spaces(b->d, b->s, seat);
    if (spaces) casata_add_counter(&b->stage, seat, VT_U_SPACE, (int)spaces);
}

void vt_scene(const void *data, const void *state, int viewer, struct casata_scene *scene) {
    struct vt_builder b = {.d = data, .s = state};
    casata_stage_begin(&b.stage, &virtu_rules, scene);
    add_common_slots(&b, viewer);
    for (int seat = 0; seat < b.s->head.seats; seat++) add_player_slots(&b, seat);
    add_common_pieces(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) {
        add_player_pieces(&b, seat);
        add_counters(&b, seat);
    }
    add_pool(&b);
    vt_scene_choices(&b, viewer);
}
