/* virtu_scene.c: what lies on the table: slots, pieces, counters. Draws nothing and decides nothing. */
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
    [VT_F_CHAMBER] = {"chamber", CASATA_FIXED, NULL, "R3.1"},
    [VT_F_COURTIER] = {"courtier", CASATA_FIXED, &vt_spaces, "R3.3"},
    [VT_F_ZONE] = {"zone", CASATA_ROW, NULL, "R3.9"},
    [VT_F_AREA] = {"area", CASATA_ROW, NULL, "R8.5"},
};

/* --- slots ---------------------------------------------------------------------------------------------------- */
static struct casata_slot *add_slot(struct vt_builder *b, unsigned family, int seat, unsigned row, int col,
                                    int value) {
    struct casata_slot *slot = &b->scene->slot[b->scene->n_slots];
    assert(b->scene->n_slots < CASATA_MAX_SLOTS);
    *slot = (struct casata_slot){.family = (uint8_t)family,
                                 .row = (uint8_t)row,
                                 .col = (int8_t)col,
                                 .seat = (int8_t)seat,
                                 .value = (int16_t)value};
    int16_t *first = &b->first[family][seat + 1];
    if (*first < 0) *first = (int16_t)b->scene->n_slots;
    b->scene->n_slots++;
    return slot;
}
int vt_slot(const struct vt_builder *b, unsigned family, int seat, unsigned offset) {
    int first = b->first[family][seat + 1];
    return first < 0 ? -1 : first + (int)offset;
}

/* R8.8, R9.4: the value as it is for the viewer. */
static int value_for(const struct vt_builder *b, int viewer, unsigned city) {
    if (viewer >= b->s->head.seats) return b->d->cities[city].value;
    if (!b->s->owner[city]) return (int)vt_modified_value(b->d, b->s, viewer, city);
    return b->d->cities[city].value - (b->s->owner[city] != viewer + 1 && b->s->agent[city] == viewer + 1);
}
static void add_common_slots(struct vt_builder *b, int viewer) {
    const struct virtu_data *d = b->d;
    const struct virtu *s = b->s;
    unsigned track = vt_two(s) ? VT_CITY_TRACK_2P : VT_CITY_TRACK;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) add_slot(b, VT_F_CITY, -1, i, -1, value_for(b, viewer, i));
    for (int i = 0; i < s->head.seats; i++) add_slot(b, VT_F_ORDER, -1, 0, i + 1, -1);
    for (unsigned i = 0; i < track; i++)
        add_slot(b, VT_F_CITY_TRACK, -1, 0, (int)i, vt_two(s) ? d->city_track_2p[i].pp : d->city_track[i].pp);
    for (int i = 0; !vt_two(s) && i < VT_PATRONAGE_SPACES; i++)
        add_slot(b, VT_F_PATRONAGE, -1, 0, i, d->patronage_track[i].pp);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        for (int k = 0; k < 2; k++) add_slot(b, VT_F_ALLIANCE, -1, i, k, -1);
    for (unsigned i = 0; vt_two(s) && i < VT_MAJOR_COUNT; i++)
        for (int k = 0; k < VT_INFLUENCE_SPACES; k++) add_slot(b, VT_F_INFLUENCE, -1, i, k, -1);
    if (!vt_two(s)) add_slot(b, VT_F_BONUSES, -1, 0, -1, -1);
    for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
        add_slot(b, VT_F_MARKET, -1, i, -1, i < VT_I_TITLE ? s->supply[i] : -1);
}
static void add_player_slots(struct vt_builder *b, int seat) {
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++)
        add_slot(b, VT_F_CHAMBER, seat, 0, (int)i + 1, -1)->print =
            casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, i));
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) add_slot(b, VT_F_COURTIER, seat, i, -1, -1);
    add_slot(b, VT_F_ZONE, seat, 0, -1, -1);
    add_slot(b, VT_F_AREA, seat, 0, -1, -1);
}

/* --- pieces --------------------------------------------------------------------------------------------------- */
static struct casata_piece *add_piece(struct vt_builder *b, unsigned kind, int seat, int slot) {
    struct casata_scene *scene = b->scene;
    struct casata_piece *piece = &scene->piece[scene->n_pieces];
    assert(scene->n_pieces < CASATA_MAX_PIECES && slot >= 0);
    *piece = (struct casata_piece){
        .id = (uint16_t)((kind * 8u + (unsigned)(seat + 1)) * 64u + b->alike[kind][seat + 1]++),
        .slot = (uint16_t)slot,
        .seat = (int8_t)seat,
        .index = (uint8_t)kind,
        .value = -1,
        .count = 1};
    scene->n_pieces++;
    return piece;
}
static void add_faced(struct vt_builder *b, unsigned kind, int seat, int slot,
                      const struct casata_words *words, unsigned face) {
    add_piece(b, kind, seat, slot)->face = casata_word(words, face);
}

static void add_city(struct vt_builder *b, unsigned city) {
    const struct virtu *s = b->s;
    int slot = vt_slot(b, VT_F_CITY, -1, city);
    if (!(s->board >> city & 1)) {
        add_piece(b, VT_KIND_FORBIDDEN, -1, slot); /* R2.2, R2.3 */
        return;
    }
    if (s->owner[city] >= VT_MAJOR_OWNER)
        add_faced(b, VT_KIND_CONTROL, -1, slot, &vt_majors, s->owner[city] - VT_MAJOR_OWNER + 0u);
    else if (s->owner[city])
        add_piece(b, VT_KIND_CONTROL, s->owner[city] - 1, slot);
    if (s->garrison >> city & 1) add_piece(b, VT_KIND_GARRISON, -1, slot);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->soldiers[city][seat])
            add_piece(b, s->p[seat].routed >> city & 1 ? VT_KIND_ROUTED : VT_KIND_SOLDIER, seat, slot)
                ->count = s->soldiers[city][seat];
    if (s->agent[city]) add_piece(b, VT_KIND_AGENT, s->agent[city] - 1, slot);
    if (s->cathedral >> city & 1) add_piece(b, VT_KIND_CATHEDRAL, -1, slot);
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
    for (unsigned i = 0; !vt_two(s) && i < VT_BONUS_COUNT; i++)
        if (!(taken >> i & 1))
            add_faced(b, VT_KIND_BONUS, -1, vt_slot(b, VT_F_BONUSES, -1, 0), &vt_bonuses, i);
}
static void add_chamber(struct vt_builder *b, int seat, unsigned i) {
    const struct virtu_player *p = &b->s->p[seat];
    int slot = vt_slot(b, VT_F_CHAMBER, seat, i);
    if (p->upgrade[i]) add_faced(b, VT_KIND_CARD, seat, slot, &vt_cards, p->upgrade[i] - 1u);
    if (p->chamber[i]) add_faced(b, VT_KIND_CARD, seat, slot, &vt_cards, p->chamber[i] - 1u);
    if (p->indulgences >> i & 1) add_piece(b, VT_KIND_INDULGENCE, -1, slot);
    if (p->agent[i]) add_piece(b, VT_KIND_AGENT, p->agent[i] - 1, slot);
    if (p->marker == i) add_piece(b, VT_KIND_MARKER, seat, slot);
}
static void add_player_pieces(struct vt_builder *b, int seat) {
    const struct virtu_player *p = &b->s->p[seat];
    int zone = vt_slot(b, VT_F_ZONE, seat, 0), area = vt_slot(b, VT_F_AREA, seat, 0);
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) add_chamber(b, seat, i);
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i])
            add_faced(b, p->courtier_used >> i & 1 ? VT_KIND_CARD_USED : VT_KIND_CARD, seat,
                      vt_slot(b, VT_F_COURTIER, seat, i), &vt_cards, p->courtier[i] - 1u);
    for (uint32_t left = vt_friendly(b->d, b->s, seat); left; left &= left - 1)
        add_faced(b, b->s->spent & left & -left ? VT_KIND_TILE_USED : VT_KIND_TILE, seat, zone, &vt_cities,
                  vt_lowest(left));
    for (uint32_t left = p->tiles; left; left &= left - 1)
        add_faced(b, p->tiles_used & left & -left ? VT_KIND_TILE_USED : VT_KIND_TILE, seat, zone, &vt_tiles,
                  vt_lowest(left));
    for (unsigned i = 0; i < p->cathedrals; i++)
        add_faced(b, i < p->cathedrals_used ? VT_KIND_TILE_USED : VT_KIND_TILE, seat, zone, &vt_tiles,
                  VT_T_CATHEDRAL);
    for (uint32_t left = p->bonuses; left; left &= left - 1)
        add_faced(b, VT_KIND_BONUS, seat, area, &vt_bonuses, vt_lowest(left));
    for (uint32_t left = p->trophies; left; left &= left - 1)
        add_faced(b, VT_KIND_TROPHY, seat, area, &vt_powers, vt_lowest(left));
    if (p->tokens) add_piece(b, VT_KIND_TOKEN, seat, area)->count = p->tokens;
}
static void add_counters(struct vt_builder *b, int seat) {
    const struct virtu_player *p = &b->s->p[seat];
    int32_t part[VT_PART_COUNT], points = 0;
    vt_parts_of(b->d, b->s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    const struct {
        uint8_t unit;
        int32_t n;
    } counter[] = {/* R17.1, G33: all of it is open */
                   {VT_U_POINT, points},
                   {VT_U_FLORIN, p->florins},
                   {VT_U_CITY, (int32_t)vt_count(p->cities)},
                   {VT_U_SOLDIER, (int32_t)(vt_max_soldiers(b->d, b->s, seat) - vt_soldiers_of(b->s, seat))},
                   {VT_U_AGENT, (int32_t)vt_reserve(b->s, seat)},
                   {VT_U_CROSS, (int32_t)vt_crosses(b->d, b->s, seat)},
                   {VT_U_SPACE, (int32_t)vt_extra_spaces(b->d, b->s, seat)}};
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        b->scene->counter[b->scene->n_counters++] =
            (struct casata_counter){(uint8_t)seat, counter[i].unit, counter[i].n};
}

void vt_scene(const void *data, const void *state, int viewer, struct casata_scene *scene) {
    struct vt_builder b = {.d = data, .s = state, .scene = scene};
    memset(b.first, -1, sizeof b.first);
    add_common_slots(&b, viewer);
    for (int seat = 0; seat < b.s->head.seats; seat++) add_player_slots(&b, seat);
    add_common_pieces(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) {
        add_player_pieces(&b, seat);
        add_counters(&b, seat);
    }
    vt_scene_choices(&b, viewer);
}
