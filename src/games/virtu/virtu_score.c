/* virtu_score.c: points, their parts, ranks (R15, R20.15). */
#include "games/virtu/virtu.h"

enum { POINTS_PER_TROPHY = 2, POINTS_PER_FRIEND = 3 };

/* Sum of a symbol over the cards in the palace and the tiles in the zone, on either face. */
static unsigned shown(const struct virtu_data *d, const struct virtu *s, int seat, unsigned symbol) {
    const struct virtu_player *p = &s->p[seat];
    unsigned n = p->cathedrals * d->cathedrals[0].symbol[symbol];
    for (int i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i]) n += vt_card(d, p->courtier[i] - 1u)->symbol[symbol];
    for (int i = 0; i < VT_CHAMBER_COUNT; i++) {
        if (p->chamber[i]) n += vt_card(d, p->chamber[i] - 1u)->symbol[symbol];
        if (p->upgrade[i]) n += vt_card(d, p->upgrade[i] - 1u)->symbol[symbol];
    }
    for (uint32_t left = vt_friendly(d, s, seat); left; left &= left - 1)
        n += vt_city_symbols(d, s, vt_lowest(left))[symbol];
    for (uint32_t left = p->tiles; left; left &= left - 1)
        n += vt_tile_symbols(d, p, vt_lowest(left))[symbol];
    return n;
}
static bool alliance_counts(const struct virtu *s, int seat, unsigned alliance) /* R13.5, R15.6, G43, G44 */ {
    return s->ally[alliance] == seat + 1 && (!s->ally_agent[alliance] || s->ally_agent[alliance] == seat + 1);
}
/* R15.4, R13.6, R8.5 */
unsigned vt_crosses(const struct virtu_data *d, const struct virtu *s, int seat) {
    unsigned n = shown(d, s, seat, VT_CROSS);
    if (alliance_counts(s, seat, VT_EMPIRE)) n += d->alliances[VT_EMPIRE].bonus_n;
    for (uint32_t left = s->p[seat].bonuses; left; left &= left - 1)
        n += d->patronage_bonuses[vt_lowest(left)].final_crosses;
    return n;
}
unsigned vt_crowns(const struct virtu_data *d, const struct virtu *s, int seat) {
    return shown(d, s, seat, VT_CROWN);
}

/* R15.4, G32: tied players get the reward of the next lower rank. */
static int religion(const struct virtu_data *d, const struct virtu *s, int seat) {
    static const uint8_t first_row[] = {12, 0, 3, 7}; /* 2, 3, 4, 5 players */
    unsigned mine = vt_crosses(d, s, seat), ahead = 0, tied = 0, n = s->head.seats;
    for (unsigned i = 0; i < n; i++) {
        unsigned theirs = (int)i == seat ? mine : vt_crosses(d, s, (int)i);
        ahead += theirs > mine;
        tied += theirs == mine && (int)i != seat;
    }
    if (vt_two(s) && tied) return 1; /* R20.15 */
    unsigned rank = ahead + (tied != 0);
    return rank < n ? d->religious_rewards[first_row[n - 2] + rank].pp : 0;
}
static unsigned on_city_track(const struct virtu *s, int seat) {
    unsigned n = vt_count(s->p[seat].cities), last = vt_two(s) ? VT_CITY_TRACK_2P - 1 : VT_CITY_TRACK - 1;
    return n < last ? n : last;
}
static void track_points(const struct virtu_data *d, const struct virtu *s, int seat, int32_t *part) {
    unsigned space = on_city_track(s, seat);
    bool most_cities = true, most_patronage = !vt_two(s);
    for (int i = 0; i < s->head.seats; i++) {
        most_cities &= on_city_track(s, i) <= space;
        most_patronage &= s->p[i].patronage <= s->p[seat].patronage;
    }
    part[VT_PP_CITIES] = vt_two(s) ? d->city_track_2p[space].pp : d->city_track[space].pp; /* R15.1 */
    part[VT_PP_MOST_CITIES] = most_cities;
    part[VT_PP_PATRONAGE] = vt_two(s) ? 0 : d->patronage_track[s->p[seat].patronage].pp; /* R15.2 */
    part[VT_PP_MOST_PATRONAGE] = most_patronage;
}
static void card_points(const struct virtu_data *d, const struct virtu *s, int seat,
                        int32_t *part) /* R15.3 */ {
    const struct virtu_player *p = &s->p[seat];
    for (int i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i]) part[VT_PP_CARDS] += vt_card(d, p->courtier[i] - 1u)->pp;
    for (int i = 0; i < VT_CHAMBER_COUNT; i++) {
        if (p->chamber[i]) part[VT_PP_CARDS] += vt_card(d, p->chamber[i] - 1u)->pp;
        if (p->upgrade[i]) part[VT_PP_CARDS] += vt_card(d, p->upgrade[i] - 1u)->pp;
    }
    part[VT_PP_TILES] = p->cathedrals * d->cathedrals[0].pp;
    for (unsigned title = 0; title < VT_TITLE_COUNT; title++)
        if (p->tiles >> title & 1) part[VT_PP_TILES] += d->titles[vt_title_row(p, title)].pp;
    if (p->tiles >> VT_T_GUILD & 1) part[VT_PP_TILES] += d->guilds[0].pp;
    for (uint32_t left = p->bonuses & ~vt_bit(VT_B_MACHIAVELLI); left; left &= left - 1)
        part[VT_PP_BONUSES] += d->patronage_bonuses[vt_lowest(left)].pp;
}
void vt_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    memset(part, 0, VT_PART_COUNT * sizeof *part);
    if (!projected && s->head.depth) return; /* nothing counts before the end (R14.2) */
    track_points(d, s, seat, part);
    card_points(d, s, seat, part);
    part[VT_PP_RELIGION] = religion(d, s, seat);
    part[VT_PP_TROPHIES] = POINTS_PER_TROPHY * (int)vt_count(p->trophies); /* R15.5 */
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (alliance_counts(s, seat, i)) part[VT_PP_ALLIANCES] += d->alliances[i].pp; /* R15.6 */
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++)
        if (s->friend_of[m] == seat + 1) part[VT_PP_MAJORS] += POINTS_PER_FRIEND;
    part[VT_PP_INDULGENCES] = -(int)(vt_count(p->indulgences) * d->indulgences[0].penalty); /* R15.7 */
    if (s->conqueror == seat + 1) part[VT_PP_CONQUEST] = VT_CONQUEST_POINTS; /* R20.14 a, G59 */
}

/* R15.8: points, then crowns, then shared. R15.9 only rates a score. */
void vt_ranks(const void *data, const void *state, uint8_t *rank) {
    const struct virtu *s = state;
    int32_t key[VT_MAX_SEATS], part[VT_PART_COUNT];
    for (int i = 0; i < s->head.seats; i++) {
        vt_parts_of(data, s, i, true, part);
        key[i] = (int32_t)vt_crowns(data, s, i);
        for (int k = 0; k < VT_PART_COUNT; k++) key[i] += 1000 * part[k];
    }
    for (int i = 0; i < s->head.seats; i++) {
        rank[i] = 1;
        for (int j = 0; j < s->head.seats; j++) rank[i] = (uint8_t)(rank[i] + (key[j] > key[i]));
    }
}
