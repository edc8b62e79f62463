/* virtu_board.c: the map: roads, seas, owners, soldiers and agents, City track (R1, R8, R9, R11). */
#include "games/virtu/virtu.h"

/* G54: the own port with the fewest seas. */
unsigned vt_nearest_port(const struct virtu_data *d, uint32_t ports, unsigned to) {
    for (unsigned n = 0; n < VT_SEA_COUNT; n++)
        if (d->facts.reach[n][to] & ports) return n + 1;
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

uint32_t vt_stationed(const struct virtu *s, int seat) {
    return vt_some(VT_BYTES(s, soldiers) + seat * VT_CITY_COUNT);
}
unsigned vt_soldiers_of(const struct virtu *s, int seat) {
    uint64_t word[4]; /* eight cities at a time */
    memcpy(word, VT_BYTES(s, soldiers) + seat * VT_CITY_COUNT, sizeof word);
    word[3] &= UINT64_C(0xffffffffffff);
    return (unsigned)((word[0] + word[1] + word[2] + word[3]) * UINT64_C(0x0101010101010101) >> 56);
}
unsigned vt_soldiers_in(const struct virtu *s, int seat, uint32_t cities) {
    unsigned n = 0;
    for (cities &= vt_stationed(s, seat); cities; cities &= cities - 1)
        n += s->soldiers[seat][vt_lowest(cities)];
    return n;
}

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

void vt_lose_tile(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                  struct casata_sink *sink) {
    if (s->spent >> city & 1) return;
    if (vt_city_symbols(d, s, city)[VT_FLORIN])
        vt_collect(d, s, seat, VT_S_CITY + city, sink);
    else
        vt_use_source(d, s, seat, VT_S_CITY + city, sink);
}

/* The loser gives up the city with its tile and cathedral (R10.8, R11.1). */
static void lose_city(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                      struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned before = vt_count(p->cities);
    vt_lose_tile(d, s, seat, city, sink);
    p->cities &= ~vt_bit(city);
    if (s->cathedral >> city &
        1) { /* G30: an exhausted tile goes first, all are alike and arrive exhausted */
        p->cathedrals--;
        if (p->cathedrals_used)
            p->cathedrals_used--;
        else
            vt_less(p, vt_tile_symbols(d, p, VT_T_CATHEDRAL));
    }
    move_city_marker(s, seat, before);
}

/* R8.11, R10.8: control, tile and place on the City track. An agent stays (R9.3). */
void vt_take_city(const struct virtu_data *d, struct virtu *s, int seat, unsigned city, bool used,
                  struct casata_sink *sink) {
    struct virtu_player *p = &s->p[seat];
    unsigned owner = s->owner[city], before = vt_count(p->cities);
    int friend = owner >= VT_MAJOR_OWNER ? s->friend_of[owner - VT_MAJOR_OWNER] - 1 : -1;
    if (owner && owner < VT_MAJOR_OWNER) lose_city(d, s, (int)owner - 1, city, sink);
    if (friend >= 0) vt_lose_tile(d, s, friend, city, sink);
    if (used && s->cathedral >> city & 1) p->cathedrals++, p->cathedrals_used++;
    s->owner[city] = (uint8_t)(seat + 1);
    p->cities |= vt_bit(city);
    s->spent = used ? s->spent | vt_bit(city) : s->spent & ~vt_bit(city); /* R3.9 */
    if (!used) vt_more(p, vt_city_symbols(d, s, city));
    move_city_marker(s, seat, before);
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
