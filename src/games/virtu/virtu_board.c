/* virtu_board.c: the map: roads, seas, who holds what, soldiers and agents, City track (R1, R8, R9, R11). */
#include "games/virtu/virtu.h"

/* R1.8, R2.2, G2: the roads of the side in use, between cities that exist. */
void vt_link_roads(const struct virtu_data *d, struct virtu *s) {
    bool side25 = d->setup[s->head.seats - 2].board_side == 25;
    s->board = 0;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) {
        s->road[i] = 0;
        bool there = side25 ? d->cities[i].side25 : d->cities[i].side34; /* R2.3 */
        if (there && !(s->head.seats == 3 && d->cities[i].star3)) s->board |= vt_bit(i);
    }
    for (int i = 0; i < VT_ROADS; i++) {
        unsigned a = d->roads[i].city_a, b = d->roads[i].city_b;
        if (!(side25 ? d->roads[i].side25 : d->roads[i].side34)) continue;
        if (!(s->board >> a & 1) || !(s->board >> b & 1)) continue;
        s->road[a] |= vt_bit(b);
        s->road[b] |= vt_bit(a);
    }
}

unsigned vt_seas_of(const struct virtu_data *d, unsigned city) {
    const uint8_t *sea = &d->cities[city].LIG; /* five columns side by side */
    return sea[0] | (unsigned)sea[1] << 1 | (unsigned)sea[2] << 2 | (unsigned)sea[3] << 3 |
           (unsigned)sea[4] << 4;
}

static unsigned widen(const struct virtu_data *d, unsigned seas) {
    unsigned wide = seas;
    for (int i = 0; i < VT_SEA_LINKS; i++) {
        unsigned a = 1u << d->sea_adjacency[i].sea_a, b = 1u << d->sea_adjacency[i].sea_b;
        if (seas & a) wide |= b;
        if (seas & b) wide |= a;
    }
    return wide;
}

/* R8.13, G17: zones on the shortest chain, both ends counted. */
unsigned vt_seas_crossed(const struct virtu_data *d, unsigned from, unsigned to) {
    unsigned seas = vt_seas_of(d, from), target = vt_seas_of(d, to);
    if (!seas || !target) return 0;
    for (unsigned n = 1; n <= VT_SEA_COUNT; n++) {
        if (seas & target) return n;
        seas = widen(d, seas);
    }
    return 0;
}

uint32_t vt_ports(const struct virtu_data *d, uint32_t cities) {
    uint32_t ports = 0;
    for (uint32_t left = cities; left; left &= left - 1)
        if (d->cities[vt_lowest(left)].port) ports |= left & -left;
    return ports;
}

/* G54: the own port with the fewest seas. */
unsigned vt_nearest_port(const struct virtu_data *d, uint32_t ports, unsigned to) {
    unsigned seas = 0, target = vt_seas_of(d, to);
    for (uint32_t left = ports; left; left &= left - 1) seas |= vt_seas_of(d, vt_lowest(left));
    if (!seas || !target) return 0;
    for (unsigned n = 1; n <= VT_SEA_COUNT; n++) {
        if (seas & target) return n;
        seas = widen(d, seas);
    }
    return 0;
}

int vt_major_of(const struct virtu_data *d, unsigned city) {
    for (int m = 0; m < VT_MAJOR_COUNT; m++)
        if (d->major_cities_2p[m].capital == city || d->major_cities_2p[m].dependency == city) return m;
    return -1;
}

/* R20.9: cities of an allied Major City that nobody took from it. */
uint32_t vt_allied(const struct virtu_data *d, const struct virtu *s, int seat) {
    uint32_t cities = 0;
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++) {
        if (s->friend_of[m] != seat + 1) continue;
        if (s->owner[d->major_cities_2p[m].capital] == VT_MAJOR_OWNER + m)
            cities |= vt_bit(d->major_cities_2p[m].capital);
        if (s->owner[d->major_cities_2p[m].dependency] == VT_MAJOR_OWNER + m)
            cities |= vt_bit(d->major_cities_2p[m].dependency);
    }
    return cities;
}

unsigned vt_soldiers_in(const struct virtu *s, int seat, uint32_t cities) {
    unsigned n = 0;
    for (; cities; cities &= cities - 1) n += s->soldiers[vt_lowest(cities)][seat];
    return n;
}
unsigned vt_soldiers_of(const struct virtu *s, int seat) { return vt_soldiers_in(s, seat, s->board); }

/* R1.5, R12.11, R20.2 */
unsigned vt_max_soldiers(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    return vt_two(s) ? d->setup_2p[p->power == VT_MILAN ? 0 : 1].max_soldiers
                     : d->powers[p->power].max_soldiers;
}

unsigned vt_agents_placed(const struct virtu *s, int seat) {
    unsigned n = 0, own = (unsigned)seat + 1;
    for (int i = 0; i < VT_CITY_COUNT; i++) n += s->agent[i] == own;
    for (int i = 0; i < s->head.seats; i++)
        for (int k = 0; k < VT_CHAMBER_COUNT; k++) n += s->p[i].agent[k] == own;
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++) n += s->ally_agent[i] == own;
    return n;
}

unsigned vt_reserve(const struct virtu *s, int seat) { return s->p[seat].agents - vt_agents_placed(s, seat); }

/* R8.8, R9.4: an agent in a neutral city helps its owner and hinders everybody else. */
unsigned vt_modified_value(const struct virtu_data *d, const struct virtu *s, int seat, unsigned city) {
    unsigned value = d->cities[city].value;
    if (!s->agent[city]) return value;
    return s->agent[city] == seat + 1 ? value - 1 : value + 1;
}

/* R11.1, G25: the marker is moved for every single change and goes on top; beyond the last space it stays. */
static void move_city_marker(struct virtu *s, int seat, unsigned before) {
    unsigned now = vt_count(s->p[seat].cities), last = vt_two(s) ? VT_CITY_TRACK_2P - 1 : VT_CITY_TRACK - 1;
    if (before >= last && now >= last) return;
    int n = s->head.seats, i = 0;
    while (s->pile[i] != seat) i++;
    for (; i + 1 < n; i++) s->pile[i] = s->pile[i + 1];
    s->pile[n - 1] = (uint8_t)seat;
}

/* The loser gives the city, with its tile and cathedral, away (R10.8, R11.1). */
static void lose_city(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                      struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    if (!(s->spent >> city & 1)) { /* G9: the owner collects what would be lost */
        unsigned florins = vt_city_symbols(d, s, city)[VT_FLORIN];
        if (florins) {
            vt_gain_florins(s, seat, florins);
            casata_emit(sink, "event.collect", 3, casata_seat(seat),
                        casata_word(&vt_sources, VT_S_CITY + city),
                        casata_count(&vt_units, VT_U_FLORIN, (int)florins));
        }
    }
    unsigned before = vt_count(p->cities);
    p->cities &= ~vt_bit(city);
    if (s->cathedral >> city &
        1) { /* G30: an exhausted tile goes first, all are alike and arrive exhausted */
        p->cathedrals--;
        if (p->cathedrals_used) p->cathedrals_used--;
    }
    move_city_marker(s, seat, before);
}

/* R8.11, R10.8: control, tile and place on the City track. An agent stays (R9.3). */
void vt_take_city(const struct virtu_data *d, struct virtu *s, int seat, unsigned city, bool used,
                  struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned owner = s->owner[city], before = vt_count(p->cities);
    if (owner && owner < VT_MAJOR_OWNER) lose_city(d, s, (int)owner - 1, city, sink);
    if (used && s->cathedral >> city & 1) p->cathedrals++, p->cathedrals_used++;
    s->owner[city] = (uint8_t)(seat + 1);
    p->cities |= vt_bit(city);
    s->spent = used ? s->spent | vt_bit(city) : s->spent & ~vt_bit(city); /* R3.9 */
    move_city_marker(s, seat, before);
    casata_emit(sink, "event.city", 2, casata_seat(seat), casata_word(&vt_cities, city));
    if (owner >= VT_MAJOR_OWNER) vt_major_falls(d, s, city, seat, sink);
    if (owner && owner < VT_MAJOR_OWNER && vt_is_crowded(d, s, (int)owner - 1))
        casata_push(s, VT_PH_CROWDED, owner - 1); /* R3.5, G6 */
}

/* R9.1, R12.10, G37: at most five; G38: it comes after the only action of the Year. */
void vt_gain_agent(const struct virtu_data *d, struct virtu *s, int seat, struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    if (p->agents >= d->powers[p->power].max_agents) return;
    p->agents++;
    casata_emit(sink, "event.agent", 1, casata_seat(seat));
}

/* R11.2: most cities first, ties by the height of the markers; R20.5: fixed for two. */
void vt_new_order(struct virtu *s) {
    uint8_t order[VT_MAX_SEATS];
    if (vt_two(s)) return;
    int n = 0;
    for (int i = s->head.seats - 1; i >= 0; i--) { /* from the top of the pile down */
        uint8_t seat = s->pile[i];
        int at = n++;
        for (; at > 0 && vt_count(s->p[order[at - 1]].cities) < vt_count(s->p[seat].cities); at--)
            order[at] = order[at - 1];
        order[at] = seat;
    }
    memcpy(s->order, order, (size_t)n);
}
