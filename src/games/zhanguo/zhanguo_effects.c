/* zhanguo_effects.c: counts, preconditions of actions, and the small effects shared by several phases. Decides
 * nothing. */
#include "games/zhanguo/zhanguo.h"

/* --- counts ---------------------------------------------------------------------------------------------- */
unsigned zg_near(const struct zhanguo_data *d, unsigned region) {
    static const uint8_t pair[ZG_REGION_COUNT][ZG_REGION_COUNT] = {
        {0, 0, 1, 2, 3}, {0, 0, 4, 5, 6}, {1, 4, 0, 7, 8}, {2, 5, 7, 0, 9}, {3, 6, 8, 9, 0}};
    unsigned near = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        near |= (unsigned)(r != region && d->adjacency[pair[region][r]].adjacent) << r;
    return near;
}

unsigned zg_officials_left(const struct zhanguo_data *d, const struct zhanguo *s,
                           const struct zhanguo_player *p, unsigned colour) {
    const uint8_t *spot = zg_spots_of(p);
    unsigned n = 0;
    for (unsigned i = colour; i < ZG_SPOTS; i += ZG_OFFICIAL_COUNT) n += spot[i];
    return zg_supply_of(d, s, ZG_S_OFF_R + colour) - n;
}

bool zg_has_officials(const struct zhanguo_player *p) {
    uint64_t a[3], b;
    memcpy(a, zg_spots_of(p), sizeof a);
    memcpy(&b, zg_spots_of(p) + ZG_SPOTS - 8, sizeof b);
    return (a[0] | a[1] | a[2] | b) != 0;
}

unsigned zg_um1_left(const struct zhanguo_data *d, const struct zhanguo *s, unsigned colour) {
    unsigned n = 0;
    for (int i = 0; i < s->head.seats; i++) n += s->p[i].um1[colour];
    return zg_supply_of(d, s, ZG_S_UM1_I + colour) - n; /* R2.5 */
}

unsigned zg_governors_in(const struct zhanguo *s, int seat, unsigned region) {
    unsigned n = s->p[seat].beside[region];
    for (int i = 0; i < ZG_SQUARES; i++) n += s->square[region][i] == seat + 1;
    return n;
}
unsigned zg_governors_placed(const struct zhanguo *s, int seat) {
    unsigned n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) n += zg_governors_in(s, seat, r);
    return n;
}
unsigned zg_palaces_in(const struct zhanguo *s, unsigned region) {
    unsigned n = 0;
    for (int i = 0; i < s->head.seats; i++) n += s->p[i].palaces[region];
    return n;
}
unsigned zg_palace_spaces(const struct zhanguo_data *d, const struct zhanguo *s, unsigned region) {
    return s->head.seats == 2   ? d->regions[region].palace_spaces_2p /* R13.3 */
           : s->head.seats == 3 ? d->regions[region].palace_spaces_3p
                                : d->regions[region].palace_spaces_4p;
}
unsigned zg_palaces_placed(const struct zhanguo *s, int seat) {
    unsigned n = 0;
    for (int r = 0; r < ZG_REGION_COUNT; r++) n += s->p[seat].palaces[r];
    return n;
}
bool zg_has_wall(const struct zhanguo *s, int seat, unsigned section) {
    const uint8_t *w = s->wall[section];
    return w[0] == seat + 1 || w[1] == seat + 1 || w[2] == seat + 1;
}
unsigned zg_walls_placed(const struct zhanguo *s, int seat) {
    unsigned n = 0;
    for (unsigned i = 0; i < ZG_SECTION_COUNT; i++) n += zg_has_wall(s, seat, i);
    return n;
}
unsigned zg_tableau_size(const struct zhanguo_player *p) {
    unsigned n = 0;
    for (int i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++) n += ZG_FLAT(p->tableau)[i] != 0;
    return n;
}
unsigned zg_tableau_colour(const struct zhanguo_player *p, unsigned colour) {
    unsigned n = 0, low = colour * ZG_CARDS_OF_COLOUR;
    for (int i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++)
        n += ZG_FLAT(p->tableau)[i] - 1u - low < ZG_CARDS_OF_COLOUR;
    return n;
}

/* R18.2: the total value of the markers. */
unsigned zg_strength(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned colour) {
    return s->p[seat].um1[colour] + (s->um3[colour] == seat + 1 ? zg_constant(d, ZG_K_UM_HIGH) : 0);
}

/* R18.6, G16: the discs on the Reward track from the top, then those in the column of the round from the top.
 * A disc stands on the last reward that its player took (R18.7). */
void zg_tie_order(const struct zhanguo *s, uint8_t out[ZG_MAX_SEATS]) {
    unsigned moved = 0;
    int n = 0, low = s->head.seats;
    uint8_t last[ZG_ASPECT_COUNT];
    int n_last = 0;
    for (int aspect = ZG_ASPECT_COUNT; aspect-- > 0;) {
        unsigned seat = s->taken[aspect];
        if (!seat || moved >> (seat - 1) & 1) continue;
        moved |= 1u << (seat - 1);
        last[n_last++] = (uint8_t)(seat - 1);
    }
    for (int i = 0; i < s->head.seats; i++)
        if (!(moved >> s->order[i] & 1)) out[n++] = s->order[i];
    for (int i = 0; i < n_last; i++) out[--low] = last[i];
    for (int i = s->head.seats; i < ZG_MAX_SEATS; i++) out[i] = 0;
}

/* R8.3, R15.1 b, R15.3, G2: on the empty Court the condition is met either way. R15.6: numbers are never equal. */
bool zg_relation(const struct zhanguo_data *d, const struct zhanguo *s, unsigned card, unsigned court) {
    unsigned compare = d->court_actions[court].compare;
    if (compare == ZG_NEITHER) return false; /* R10.8, R15.4 */
    return s->court == 0 || (compare == ZG_HIGHER ? card > s->court : card < s->court);
}

unsigned zg_reward_regions(const struct zhanguo_data *d, unsigned row) {
    return d->rewards[row].region_1 | (unsigned)d->rewards[row].region_2 << 1 |
           (unsigned)d->rewards[row].region_3 << 2 | (unsigned)d->rewards[row].region_4 << 3 |
           (unsigned)d->rewards[row].region_5 << 4;
}

unsigned zg_region_set(unsigned index) {
    unsigned set = 0;
    for (const char *c = zg_region_sets.word[index]; *c; c++) set |= 1u << (*c - '1');
    return set;
}

int zg_next_of(const struct zhanguo *s, unsigned mask, int seat) {
    do seat = (seat + 1) % s->head.seats;
    while (!(mask >> seat & 1));
    return seat;
}

/* --- preconditions of actions ---------------------------------------------------------------------------- */
/* R6.1, R6.4, R6.5, R7.5; only the own level counts (R7.3); G45: the first card of a region adds no unrest. */
unsigned zg_need_unify(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned n = zg_cards_in(p, region);
    if (n >= d->regions[region].cards_cap) return ZG_REGION_FULL;
    return p->level[region] + zg_constant(d, ZG_K_UNREST_1 + n) > zg_max_level(d, s, p, region)
               ? ZG_UNREST_HIGH
               : ZG_FINE;
}

unsigned zg_need_recruit(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    const uint8_t *spot = zg_spots_of(&s->p[seat]);
    unsigned on_board = 0, all = 0;
    for (int i = 0; i < ZG_SPOTS; i++) on_board += spot[i];
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        all += zg_supply_of(d, s, ZG_S_OFF_R + colour);
    return on_board < all ? ZG_FINE : ZG_NO_SUPPLY; /* R9.3 */
}

unsigned zg_need_move(const struct zhanguo *s, int seat) {
    return zg_has_officials(&s->p[seat]) ? ZG_FINE : ZG_NOBODY; /* R10.5 */
}

unsigned zg_hire_unrest(const struct zhanguo_data *d, const struct zhanguo *s, unsigned n) {
    return zg_per_worker(s) ? n * zg_constant(d, ZG_K_UNREST_WORKER) : zg_constant(d, ZG_K_HIRE_UNREST);
}
/* R12.1, R12.3, R7.5; per worker G32. */
unsigned zg_need_hire(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                      unsigned more) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned n = zg_officials_below(p, region) + more;
    if (n == 0) return ZG_NOBODY_HERE;
    return p->level[region] + zg_hire_unrest(d, s, n) > zg_max_level(d, s, p, region) ? ZG_UNREST_HIGH
                                                                                      : ZG_FINE;
}

/* R11.1, R11.4; gift: the governor of a reward, for which a free square is not needed (G14). */
unsigned zg_need_install(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                         bool gift) {
    const struct zhanguo_player *p = &s->p[seat];
    bool trio = p->up[region][ZG_RED] && p->up[region][ZG_GREY] && p->up[region][ZG_WHITE];
    if (!gift && !trio) return ZG_NO_TRIO;
    return zg_governors_placed(s, seat) < zg_supply_of(d, s, ZG_S_GOVERNOR) ? ZG_FINE : ZG_NO_GOVERNOR;
}

/* R13.1, R7.7; gift: the palace of a reward (G11). */
unsigned zg_need_palace(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                        bool gift) {
    const struct zhanguo_player *p = &s->p[seat];
    if (!gift && p->workers[region] < zg_constant(d, ZG_K_PALACE_HERE)) return ZG_NO_WORKERS;
    if (zg_palaces_placed(s, seat) >= zg_supply_of(d, s, ZG_S_PALACE)) return ZG_NO_PALACE;
    if (zg_palaces_in(s, region) >= zg_palace_spaces(d, s, region)) return ZG_NO_PALACE_SPACE;
    if (p->level[region] >= d->unrest_tracks[zg_track(s, p, region)].palace_block_from)
        return ZG_PALACE_BLOCK;
    if (gift) return ZG_FINE;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (r != region && p->workers[r] >= zg_constant(d, ZG_K_PALACE_OTHER)) return ZG_FINE; /* G10 */
    return ZG_NO_OTHER_WORKER;
}

/* R14.1 to R14.3; gift: the wall of a reward (G13). */
static unsigned need_wall(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned section,
                          unsigned space, unsigned regions) {
    if (zg_has_wall(s, seat, section)) return ZG_WALL_OWN;
    if (s->wall[section][space]) return ZG_WALL_TAKEN;
    return regions >= d->wall_spaces[section * ZG_WALL_SPACES + space].workers ? ZG_FINE : ZG_NO_WALL_WORKERS;
}
/* Regions that can give a worker; for a free wall as many as ever needed. */
static unsigned regions_with_workers(const struct zhanguo_player *p, bool gift) {
    const uint8_t *n = p->workers;
    if (gift) return ZG_REGION_COUNT;
    return (n[0] > 0) + (n[1] > 0) + (n[2] > 0) + (n[3] > 0) + (unsigned)(n[4] > 0);
}
unsigned zg_need_wall(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned section,
                      unsigned space, bool gift) {
    if (zg_walls_placed(s, seat) >= zg_supply_of(d, s, ZG_S_WALL)) return ZG_NO_WALL;
    return need_wall(d, s, seat, section, space, regions_with_workers(&s->p[seat], gift));
}
unsigned zg_open_walls(const struct zhanguo_data *d, const struct zhanguo *s, int seat, bool gift) {
    unsigned open = 0, regions = regions_with_workers(&s->p[seat], gift);
    if (zg_walls_placed(s, seat) >= zg_supply_of(d, s, ZG_S_WALL)) return 0;
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++)
        open |= (unsigned)(need_wall(d, s, seat, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES, regions) == ZG_FINE)
                << i;
    return open;
}
static unsigned need_wall_anywhere(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                                   bool gift) {
    unsigned worst = ZG_FINE, regions = regions_with_workers(&s->p[seat], gift);
    if (regions == 0) return ZG_NO_WALL_WORKERS;
    if (zg_walls_placed(s, seat) >= zg_supply_of(d, s, ZG_S_WALL)) return ZG_NO_WALL;
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++) {
        unsigned need = need_wall(d, s, seat, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES, regions);
        if (need == ZG_FINE) return ZG_FINE;
        if (need > worst) worst = need;
    }
    return worst;
}

/* R10.6, R12.1: officials of the governors area may be shifted down before they are counted. */
static unsigned need_hire_anywhere(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    unsigned worst = ZG_NOBODY_HERE;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned below = zg_officials_below(&s->p[seat], r);
        if (below == 0 && zg_officials_above(&s->p[seat], r) == 0) continue;
        unsigned need = zg_need_hire(d, s, seat, r, below ? 0 : 1);
        if (need == ZG_FINE) return ZG_FINE;
        worst = need;
    }
    return worst;
}

/* The reason to report is that of the place that came closest, which is the later one in ORDER reason. */
unsigned zg_need_court(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned court) {
    unsigned worst = ZG_FINE, need;
    switch (court) {
    case ZG_DO_RECRUIT: return zg_need_recruit(d, s, seat);
    case ZG_DO_MOVE: return zg_need_move(s, seat);
    case ZG_DO_HIRE: return need_hire_anywhere(d, s, seat);
    case ZG_DO_WALL: return need_wall_anywhere(d, s, seat, false);
    default:
        for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
            need = court == ZG_DO_PALACE ? zg_need_palace(d, s, seat, r, false)
                                         : zg_need_install(d, s, seat, r, false);
            if (need == ZG_FINE) return ZG_FINE;
            if (need > worst) worst = need;
        }
        return worst;
    }
}

/* R18.4, R19, G14, R25: can the reward be carried out in full? */
unsigned zg_need_reward(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned row) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned worst = ZG_FINE, need;
    switch (d->rewards[row].type) {
    case ZG_RW_OFF_ANY: return zg_need_recruit(d, s, seat);
    case ZG_RW_OFF_RED:
        return zg_officials_left(d, s, p, ZG_RED) >= d->rewards[row].amount ? ZG_FINE : ZG_NO_TWO;
    case ZG_RW_OFF_GREY:
        return zg_officials_left(d, s, p, ZG_GREY) >= d->rewards[row].amount ? ZG_FINE : ZG_NO_TWO;
    case ZG_RW_WORKERS: return ZG_FINE;
    case ZG_RW_GOVERNOR: return zg_need_install(d, s, seat, 0, true);
    case ZG_RW_WALL: return need_wall_anywhere(d, s, seat, true);
    default:
        for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
            if ((need = zg_need_palace(d, s, seat, r, true)) == ZG_FINE) return ZG_FINE;
            if (need > worst) worst = need;
        }
        return worst;
    }
}

/* G54 */
bool zg_only_way(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                 struct casata_sink *sink) {
    (void)data, (void)state, (void)only;
    casata_emit(sink, "event.only", 1, casata_seat(f->seat));
    return true;
}

/* --- effects ---------------------------------------------------------------------------------------------- */
static struct casata_arg region_arg(unsigned region) { return casata_word(&zg_regions, region); }

/* R3.4: points that are gained at once; G35: without an upper limit that a game could reach. */
void zg_gain_vp(struct zhanguo *s, int seat, unsigned part, unsigned n, struct casata_sink *sink) {
    unsigned sum = s->p[seat].vp[part] + n;
    s->p[seat].vp[part] = (uint16_t)(sum < ZG_MAX_VP ? sum : ZG_MAX_VP);
    if (n)
        casata_emit(sink, "event.vp", 3, casata_seat(seat), casata_count(&zg_units, ZG_U_VP, (int)n),
                    casata_word(&zg_parts, part));
}

void zg_gain_workers(struct zhanguo *s, int seat, unsigned region, unsigned n, struct casata_sink *sink) {
    s->p[seat].workers[region] = (uint8_t)(s->p[seat].workers[region] + n); /* R1.8: never run out */
    casata_emit(sink, "event.workers", 3, casata_seat(seat), casata_count(&zg_units, ZG_U_WORKER, (int)n),
                region_arg(region));
}

/* R17.2, G31: the additional worker of the circle, unless unrest that counts each worker would rise too far. */
unsigned zg_extra_worker(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                         unsigned n) {
    const struct zhanguo_player *p = &s->p[seat];
    if (d->player_boards[zg_side(s) * ZG_BOARD_COUNT + p->board - 1u].ability != ZG_AB_CIRCLE) return 0;
    return !zg_per_worker(s) ||
           p->level[region] + zg_hire_unrest(d, s, n + 1) <= zg_max_level(d, s, p, region);
}

void zg_place_official(struct zhanguo *s, int seat, unsigned colour, unsigned region, unsigned n,
                       struct casata_sink *sink) {
    s->p[seat].up[region][colour] = (uint8_t)(s->p[seat].up[region][colour] + n); /* R9.2: no limit */
    zg_mark_fresh(s, 1u << (colour * ZG_REGION_COUNT + region));
    casata_emit(sink, "event.official", 3, casata_seat(seat),
                casata_count(&zg_units, ZG_U_RED + colour, (int)n), region_arg(region));
}

static void set_level(struct zhanguo *s, int seat, unsigned region, unsigned level,
                      struct casata_sink *sink) {
    if (s->p[seat].level[region] == level) return;
    s->p[seat].level[region] = (uint8_t)level;
    casata_emit(sink, "event.unrest", 3, casata_seat(seat), region_arg(region), casata_number((int)level));
}
void zg_raise(struct zhanguo *s, int seat, unsigned region, unsigned n, struct casata_sink *sink) {
    set_level(s, seat, region, s->p[seat].level[region] + n, sink); /* R7.4 */
}
void zg_lower(struct zhanguo *s, int seat, unsigned region, struct casata_sink *sink) {
    assert(s->p[seat].level[region] > 0); /* R7.6 */
    set_level(s, seat, region, s->p[seat].level[region] - 1u, sink);
}
void zg_pacify(struct zhanguo *s, int seat, unsigned region, struct casata_sink *sink) {
    set_level(s, seat, region, 0, sink);
}

/* R6.2, R6.3, G43, R25: markers of this colour missing in the supply are paid in points. */
void zg_take_markers(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned colour, unsigned n,
                     struct casata_sink *sink) {
    unsigned left = zg_um1_left(d, s, colour), taken = n < left ? n : left;
    s->p[seat].um1[colour] = (uint8_t)(s->p[seat].um1[colour] + taken);
    if (taken)
        casata_emit(sink, "event.markers", 2, casata_seat(seat),
                    casata_count(&zg_units, ZG_U_IVORY + colour, (int)taken));
    zg_gain_vp(s, seat, ZG_VP_MARKERS, (n - taken) * zg_constant(d, ZG_K_VP_MISSING_UM), sink);
}

/* R13.3, R13.5, G10, G11 */
void zg_build_palace(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned region,
                     struct casata_sink *sink) {
    struct zhanguo_player *p = &s->p[seat];
    p->palaces[region]++;
    casata_emit(sink, "event.palace", 2, casata_seat(seat), region_arg(region));
    zg_gain_vp(s, seat, ZG_VP_PALACES, zg_tableau_size(p) * zg_constant(d, ZG_K_PALACE_VP), sink);
}

void zg_build_wall(struct zhanguo *s, int seat, unsigned section, unsigned space, struct casata_sink *sink) {
    s->wall[section][space] = (uint8_t)(seat + 1); /* R14.1 */
    casata_emit(sink, "event.wall", 3, casata_seat(seat), casata_word(&zg_sections, section),
                casata_number((int)space + 1));
}

/* --- tasks (R20) ------------------------------------------------------------------------------------------ */
/* How many of an area's two walls, or whether the region's piece, are there. */
static int there(const struct zhanguo *s, int seat, unsigned kind, unsigned i) {
    return kind == ZG_TK_WALL     ? zg_has_wall(s, seat, i * 2) + zg_has_wall(s, seat, i * 2 + 1)
           : kind == ZG_TK_PALACE ? s->p[seat].palaces[i] > 0
                                  : zg_governors_in(s, seat, i) > 0;
}

int zg_task_missing(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned tile,
                    unsigned *lacking) {
    unsigned kind = tile / ZG_TASKS_OF_KIND, n = kind == ZG_TK_WALL ? ZG_AREA_COUNT : ZG_REGION_COUNT;
    const uint8_t *need = kind == ZG_TK_WALL ? d->task_tiles[tile].area : d->task_tiles[tile].region;
    int missing = 0;
    *lacking = 0;
    for (unsigned i = 0; i < n; i++) {
        int more = need[i] ? need[i] - there(s, seat, kind, i) : 0;
        if (more <= 0) continue;
        missing += more;
        *lacking |= 1u << i;
    }
    return missing;
}

/* R20.1 to R20.3, G33, G34: claimed as soon as possible, on the leftmost free space. */
void zg_claim_tasks(const struct zhanguo_data *d, struct zhanguo *s, int seat, struct casata_sink *sink) {
    unsigned places[ZG_TASK_KIND_COUNT] = {zg_walls_placed(s, seat), 0, 0}; /* where the seat has pieces */
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        places[ZG_TK_PALACE] += s->p[seat].palaces[r] > 0;
        places[ZG_TK_GOVERNOR] += zg_governors_in(s, seat, r) > 0;
    }
    if (places[0] + places[1] + places[2] == 0) return;
    for (unsigned place = 0; place < ZG_TASK_PLACE_COUNT; place++) {
        unsigned i = 0, lacking;
        if (places[place % ZG_TASK_KIND_COUNT] < d->task_tiles[s->task_tile[place] - 1].n_symbols) continue;
        while (i < ZG_TASK_SPACES && s->disc[place][i] && s->disc[place][i] != seat + 1) i++;
        if (i == ZG_TASK_SPACES || s->disc[place][i] ||
            zg_task_missing(d, s, seat, s->task_tile[place] - 1u, &lacking))
            continue;
        s->disc[place][i] = (uint8_t)(seat + 1);
        casata_emit(sink, "event.task", 3, casata_seat(seat), casata_word(&zg_task_places, place),
                    casata_count(&zg_units, ZG_U_VP, d->task_spaces[place * ZG_TASK_SPACES + i].vp));
    }
}
