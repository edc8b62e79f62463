/* virtu_check.c: the state described field by field, and the invariants of every state. Survives any bytes. */
#include "games/virtu/virtu.h"

/* --- fields for position JSON ------------------------------------------------------------------------------- */
static const char *const card_text[] = {"none", VT_CARDS(CASATA_WORD)};
static const char *const holder_text[] = {"none", "0", "1", "2", "3", "4", "florence", "venice", "rome"};
static const char *const chamber_text[] = {"0", "1", "2", "3", "4", "none"};
static const struct casata_words chamber_set = {"chamber", VT_CHAMBER_COUNT, chamber_text};
static const struct casata_words card_or_none = {"card", VT_CARD_COUNT + 1, card_text};
static const struct casata_words holders = {"holder", 9, holder_text};
static const struct casata_words seats_or_none = {"holder", 6, holder_text};
static const struct casata_words chambers = {"chamber", 6, chamber_text};

#define P(member)        offsetof(struct virtu_player, member)
#define S(member)        offsetof(struct virtu, member)
#define ONE              {0, 0}, {NULL, NULL}, NULL
#define PLAIN            {NULL, NULL}, NULL
#define SET(size, words) size + CASATA_SET, {0, 0}, {NULL, NULL}, &words
static const struct casata_field player_fields[] = {
    {"routed", P(routed), SET(4, vt_cities)},
    {"florins", P(florins), 2, ONE},
    {"bonuses", P(bonuses), SET(2, vt_bonuses)},
    {"power", P(power), 1, {0, 0}, {NULL, NULL}, &vt_powers},
    {"patronage", P(patronage), 1, ONE},
    {"agents", P(agents), 1, ONE},
    {"marker", P(marker), 1, {0, 0}, {NULL, NULL}, &chambers},
    {"tokens", P(tokens), 1, ONE},
    {"trophies", P(trophies), SET(1, vt_powers)},
    {"indulged", P(indulged), 1, ONE},
    {"indulgences", P(indulgences), SET(1, chamber_set)},
    {"tiles", P(tiles), SET(1, vt_tiles)},
    {"tiles_used", P(tiles_used), SET(1, vt_tiles)},
    {"cathedrals", P(cathedrals), 1, ONE},
    {"cathedrals_used", P(cathedrals_used), 1, ONE},
    {"chambers", P(chamber), 1, {VT_CHAMBER_COUNT, 0}, {NULL, NULL}, &card_or_none},
    {"upgrades", P(upgrade), 1, {VT_CHAMBER_COUNT, 0}, {NULL, NULL}, &card_or_none},
    {"courtiers", P(courtier), 1, {VT_SPACE_COUNT, 0}, {&vt_spaces, NULL}, &card_or_none},
    {"courtiers_used", P(courtier_used), SET(1, vt_spaces)},
    {"agent", P(agent), 1, {VT_CHAMBER_COUNT, 0}, {NULL, NULL}, &seats_or_none},
};
static const struct casata_field table_fields[] = {
    {"spent", S(spent), SET(4, vt_cities)},
    {"cathedral", S(cathedral), SET(4, vt_cities)},
    {"garrison", S(garrison), SET(4, vt_cities)},
    {"basket", S(basket), SET(4, vt_items)},
    {"paid_cities", S(paid_cities), SET(4, vt_cities)},
    {"marched", S(marched), SET(4, vt_cities)},
    {"paid_tiles", S(paid_tiles), SET(1, vt_tiles)},
    {"paid_cathedrals", S(paid_cathedrals), 1, ONE},
    {"paid_alliances", S(paid_alliances), SET(1, vt_alliances)},
    {"year", S(year), 1, ONE},
    {"season", S(season), 1, {0, 0}, {NULL, NULL}, &vt_seasons},
    {"ending", S(ending), 1, ONE},
    {"conqueror", S(conqueror), 1, {0, 0}, {NULL, NULL}, &seats_or_none},
    {"order", S(order), 1, {VT_MAX_SEATS, 0}, PLAIN},
    {"pile", S(pile), 1, {VT_MAX_SEATS, 0}, PLAIN},
    {"owner", S(owner), 1, {VT_CITY_COUNT, 0}, {&vt_cities, NULL}, &holders},
    {"agents", S(agent), 1, {VT_CITY_COUNT, 0}, {&vt_cities, NULL}, &seats_or_none},
    {"soldiers", S(soldiers), 1, {VT_MAX_SEATS, VT_CITY_COUNT}, {NULL, &vt_cities}, NULL},
    {"alliances", S(ally), 1, {VT_ALLIANCE_COUNT, 0}, {&vt_alliances, NULL}, &seats_or_none},
    {"alliance_used", S(ally_used), 1, {VT_ALLIANCE_COUNT, 0}, {&vt_alliances, NULL}, NULL},
    {"alliance_agents", S(ally_agent), 1, {VT_ALLIANCE_COUNT, 0}, {&vt_alliances, NULL}, &seats_or_none},
    {"influence", S(influence), 1, {VT_MAJOR_COUNT, 0}, {&vt_majors, NULL}, NULL},
    {"friend_of", S(friend_of), 1, {VT_MAJOR_COUNT, 0}, {&vt_majors, NULL}, &seats_or_none},
    {"pool", S(pool), 1, {VT_SYMBOL_COUNT, 0}, {&vt_symbols, NULL}, NULL},
};
const struct casata_fields vt_fields[VT_FIELD_GROUPS] = {
    {"players", S(p), sizeof(struct virtu_player), sizeof player_fields / sizeof *player_fields,
     player_fields},
    {NULL, 0, 0, sizeof table_fields / sizeof *table_fields, table_fields},
};

/* --- invariants ------------------------------------------------------------------------------------------------ */
static bool is_permutation(const uint8_t *x, unsigned n) {
    unsigned seen = 0;
    for (unsigned i = 0; i < VT_MAX_SEATS; i++) {
        if (i < n ? x[i] >= n : x[i] != 0) return false;
        if (i < n) seen |= 1u << x[i];
    }
    return seen == (1u << n) - 1;
}
static bool has_frame(const struct virtu *s, unsigned phase, int seat) {
    for (int i = 0; i < s->head.depth; i++)
        if (s->head.frame[i].phase == phase && (seat < 0 || s->head.frame[i].seat == seat)) return true;
    return false;
}

/* --- ranges: everything below may use these numbers as indices ------------------------------------------------------ */
static const char *check_time(const struct virtu *s) {
    unsigned n = s->head.seats;
    if (s->season >= VT_SEASON_COUNT || (s->season == VT_SETUP) != (s->year == 0) ||
        s->year > vt_last_year(s))
        return "year and season";
    if (s->ending > 1 || s->conqueror > n || (s->conqueror && (s->head.depth || !vt_two(s))))
        return "end of the game";
    if (s->head.depth == 0 && (s->season != VT_WINTER || (!s->ending && !s->conqueror)))
        return "end of the game";
    if (s->ending && s->season != VT_WINTER) return "end of the game";
    if (s->season == VT_WINTER && s->year == vt_last_year(s) && !s->ending && !s->conqueror)
        return "year and season"; /* R14.1, G58 */
    if (s->unused[0] || s->unused[1]) return "bytes not in use";
    if (!is_permutation(s->order, n)) return "turn order";
    return is_permutation(s->pile, n) ? NULL : "pile of the City track";
}
static const char *check_player_ranges(const struct virtu_data *d, const struct virtu *s, unsigned seat) {
    const struct virtu_player *p = &s->p[seat];
    if (p->power >= VT_POWER_COUNT || !d->powers[p->power].in[s->head.seats - 2]) return "power"; /* R2.1 */
    for (unsigned i = 0; i < seat; i++)
        if (s->p[i].power == p->power) return "two players with one power";
    if (p->cities >> VT_CITY_COUNT || p->routed >> VT_CITY_COUNT) return "unknown city";
    if (p->marker > VT_NO_CHAMBER || p->patronage >= VT_PATRONAGE_SPACES) return "marker";
    for (int i = 0; i < VT_CHAMBER_COUNT; i++)
        if (p->chamber[i] > VT_CARD_COUNT || p->upgrade[i] > VT_CARD_COUNT || p->agent[i] > s->head.seats)
            return "chamber";
    for (int i = 0; i < VT_SPACE_COUNT; i++)
        if (p->courtier[i] > VT_CARD_COUNT) return "courtier";
    if (p->tiles >> VT_T_CATHEDRAL || p->cathedrals > VT_MAX_CATHEDRALS) return "tiles of a zone";
    if (p->courtier_used >> VT_SPACE_COUNT || p->bonuses >> VT_BONUS_COUNT ||
        p->indulgences >> VT_CHAMBER_COUNT)
        return "bit set of a player";
    return NULL;
}
static bool is_owner(const struct virtu *s, unsigned owner) {
    return owner <= s->head.seats ||
           (vt_two(s) && owner >= VT_MAJOR_OWNER && owner < VT_MAJOR_OWNER + VT_MAJOR_COUNT);
}
static const char *check_map_ranges(const struct virtu *s) {
    unsigned n = s->head.seats;
    for (unsigned i = 0; i < VT_CITY_COUNT; i++) {
        if (!is_owner(s, s->owner[i])) return "owner of a city";
        if (s->agent[i] > n) return "agent in a city";
        for (unsigned k = 0; k < VT_MAX_SEATS; k++)
            if (s->soldiers[k][i] > (k < n ? 8 : 0)) return "soldiers in a city";
    }
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++)
        if (s->ally[i] > n || s->ally_used[i] > (s->ally[i] ? 1 : 0) || s->ally_agent[i] > n)
            return "alliance";
    for (int i = 0; i < VT_SYMBOL_COUNT; i++)
        if (s->pool[i] > (s->head.depth ? VT_MAX_POOL : 0)) return "symbols at hand";
    return NULL;
}
static const char *check_ranges(const struct virtu_data *d, const struct virtu *s) {
    const char *broken = check_time(s);
    for (unsigned seat = 0; !broken && seat < s->head.seats; seat++) broken = check_player_ranges(d, s, seat);
    return broken ? broken : check_map_ranges(s);
}

/* --- derived fields ----------------------------------------------------------------------------------------------- */
/* Cards of the palaces, and those that are about to be placed. */
static void count_cards(const struct virtu *s, uint8_t seen[VT_CARD_COUNT + 1]) {
    memset(seen, 0, VT_CARD_COUNT + 1);
    for (int i = 0; i < s->head.seats && i < VT_MAX_SEATS; i++) {
        const struct virtu_player *p = &s->p[i];
        for (int k = 0; k < VT_CHAMBER_COUNT; k++) {
            if (p->chamber[k] <= VT_CARD_COUNT) seen[p->chamber[k]]++;
            if (p->upgrade[k] <= VT_CARD_COUNT) seen[p->upgrade[k]]++;
        }
        for (int k = 0; k < VT_SPACE_COUNT; k++)
            if (p->courtier[k] <= VT_CARD_COUNT) seen[p->courtier[k]]++;
    }
    for (int i = 0; i < s->head.depth && i < CASATA_MAX_FRAMES; i++) {
        const struct casata_frame *f = &s->head.frame[i];
        unsigned card = casata_locals(vt_place, f)->card;
        if (f->phase == VT_PH_PLACE && card < VT_CARD_COUNT) seen[card + 1]++;
    }
}
void vt_derive(const void *data, void *state) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    uint8_t seen[VT_CARD_COUNT + 1];
    int seats = s->head.seats < VT_MAX_SEATS ? s->head.seats : VT_MAX_SEATS;
    for (unsigned c = 0; c < VT_CITY_COUNT; c++)
        if (s->owner[c] && s->owner[c] <= seats) s->p[s->owner[c] - 1].cities |= vt_bit(c);
    count_cards(s, seen);
    for (unsigned i = 0; i < VT_DIGNITARY_COUNT; i++) {
        unsigned copies = d->dignitaries[i].copies, n = seen[VT_K_ADVISOR + i + 1];
        s->supply[i] = (uint8_t)(n < copies ? copies - n : 0);
    }
    if (seats >= 2 && !check_ranges(d, s)) /* else it is refused anyway */
        for (int i = 0; i < seats; i++) vt_count_ready(d, s, i);
}

static const char *check_map(const struct virtu_data *d, const struct virtu *s) {
    uint32_t board = vt_board(d, s);
    uint32_t held = 0, owned = 0;
    for (int i = 0; i < s->head.seats; i++) {
        for (unsigned c = 0; c < VT_CITY_COUNT; c++)
            if ((s->owner[c] == i + 1) != (s->p[i].cities >> c & 1)) return "cities of a player";
        owned |= s->p[i].cities;
        held |= vt_friendly(d, s, i);
    }
    for (unsigned c = 0; c < VT_CITY_COUNT; c++) {
        bool gone = !(board >> c & 1);
        if (gone && (s->owner[c] || s->agent[c])) return "something in a city out of play"; /* G2 */
        for (int k = 0; gone && k < VT_MAX_SEATS; k++)
            if (s->soldiers[k][c]) return "something in a city out of play";
        if (s->owner[c] >= VT_MAJOR_OWNER && vt_major_of(d, c) != s->owner[c] - VT_MAJOR_OWNER)
            return "city of a Major City";
        if (s->garrison >> c & 1 && s->owner[c] < VT_MAJOR_OWNER) return "garrison"; /* R20.12 */
        if (s->cathedral >> c & 1 && d->cities[c].value < d->cathedrals[0].min_city_value)
            return "cathedral in a small city"; /* R12.9 */
    }
    if ((s->spent | s->cathedral | s->garrison) >> VT_CITY_COUNT) return "unknown city";
    if (s->spent & ~held) return "exhausted tile in the supply";
    if (s->cathedral & ~owned || vt_count(s->cathedral) > d->components[VT_N_CATHEDRALS].count)
        return "cathedrals"; /* R18.1 */
    return NULL;
}

static const char *check_major(const struct virtu_data *d, const struct virtu *s) {
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++) {
        if (!vt_two(s)) {
            if (s->influence[m] || s->friend_of[m]) return "Major Cities are for two players";
            continue;
        }
        if (s->influence[m] > VT_TRACK_CLOSED || s->friend_of[m] > 2) return "Influence track";
        if (s->friend_of[m] && s->influence[m] != VT_TRACK_CLOSED) return "Influence track";
        bool standing = s->owner[d->major_cities_2p[m].capital] == VT_MAJOR_OWNER + m;
        if (s->friend_of[m] && !standing) return "friend of a conquered city"; /* R20.11 */
        if (s->influence[m] == VT_TRACK_CLOSED && standing && !s->friend_of[m]) return "Influence track";
        if (s->influence[m] != VT_TRACK_CLOSED &&
            (!standing || s->influence[m] == 0 || s->influence[m] == VT_INFLUENCE_SPACES - 1))
            return "Influence track";
    }
    return NULL;
}

/* May this player have the card at all? */
static bool may_have(const struct virtu_data *d, const struct virtu *s, int seat, unsigned card) {
    const struct virtu_player *p = &s->p[seat];
    static const uint8_t power[VT_MAJOR_COUNT] = {VT_FLORENCE, VT_VENICE, VT_ROME};
    if (card < VT_HOUSE_COUNT) return !vt_two(s) && card / 3 == p->power;
    if (card >= VT_K_MACHIAVELLI) return vt_has(p, VT_B_MACHIAVELLI);
    if (card >= VT_K_ADVISOR) return true;
    if (!vt_two(s)) return false;
    unsigned owner = d->house_cards_2p[card - VT_K_CHARLES].owner;
    if (owner == p->power) return true;
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++)
        if (power[m] == owner) return s->friend_of[m] == seat + 1;
    return false;
}
static const char *check_palace(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    for (int k = 0; k < VT_CHAMBER_COUNT; k++) {
        if (p->upgrade[k] && !p->chamber[k]) return "upgrade without action card"; /* R3.8 */
        if (p->chamber[k] && vt_card(d, p->chamber[k] - 1u)->action == VT_NO_ACTION)
            return "action card without action";
        if ((p->chamber[k] && !may_have(d, s, seat, p->chamber[k] - 1u)) ||
            (p->upgrade[k] && !may_have(d, s, seat, p->upgrade[k] - 1u)))
            return "card of somebody else";
    }
    for (int k = 0; k < VT_SPACE_COUNT; k++) {
        if (p->courtier[k] && !may_have(d, s, seat, p->courtier[k] - 1u)) return "card of somebody else";
        if (p->courtier_used >> k & 1 && !p->courtier[k]) return "exhausted card that is not there";
    }
    for (unsigned k = 0; k < VT_DIGNITARY_COUNT; k++)
        if (d->dignitaries[k].limit1 && vt_owned(p, VT_K_ADVISOR + k) > 1)
            return "two of a card that is limited to one"; /* R12.7 */
    if (vt_is_crowded(d, s, seat) != has_frame(s, VT_PH_CROWDED, seat))
        return "too many cards on lighter spaces"; /* R3.3 */
    return NULL;
}
static const char *check_cards(const struct virtu_data *d, const struct virtu *s) {
    uint8_t seen[VT_CARD_COUNT + 1];
    const char *broken;
    for (int i = 0; i < s->head.seats; i++)
        if ((broken = check_palace(d, s, i)) != NULL) return broken;
    count_cards(s, seen);
    for (unsigned k = 0; k < VT_CARD_COUNT; k++) {
        bool dignitary = k >= VT_K_ADVISOR && k < VT_K_MACHIAVELLI;
        if (!dignitary && seen[k + 1] > 1) return "a card twice";
        if (dignitary && seen[k + 1] + s->supply[k - VT_K_ADVISOR] != d->dignitaries[k - VT_K_ADVISOR].copies)
            return "number of dignitaries"; /* R1.2, R18.1 */
    }
    return NULL;
}

static const char *check_soldiers(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    uint32_t home = vt_friendly(d, s, seat);
    if (vt_soldiers_of(s, seat) > vt_max_soldiers(d, s, seat)) return "number of soldiers"; /* R1.5 */
    for (unsigned c = 0; c < VT_CITY_COUNT; c++)
        if (s->soldiers[seat][c] && !(home >> c & 1) && s->season != VT_SPRING && s->season != VT_SIEGES)
            return "siege out of season";
    if (p->routed && s->season != VT_SIEGES) return "retreat out of season";
    if (p->routed >> VT_CITY_COUNT || p->routed & home) return "retreat";
    for (uint32_t left = p->routed; left; left &= left - 1)
        if (!s->soldiers[seat][vt_lowest(left)]) return "retreat without soldiers";
    return NULL;
}
static const char *check_zone(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned types = 0;
    if (p->tiles_used & ~p->tiles) return "tiles of a zone";
    if ((p->tiles >> VT_T_CANNONS & 1) != vt_has(p, VT_B_CANNONS) ||
        (p->tiles >> VT_T_SPECIAL & 1) != vt_two(s))
        return "tiles of a zone";
    if (p->tiles >> VT_T_REPUBLIC & 1 && p->tiles >> VT_T_MONARCHY & 1)
        return "two forms of government"; /* R12.8 */
    if (p->cathedrals != vt_count(p->cities & s->cathedral) || p->cathedrals_used > p->cathedrals)
        return "cathedral tiles"; /* G30 */
    for (uint32_t left = p->bonuses; left; left &= left - 1) {
        unsigned type = 1u << d->patronage_bonuses[vt_lowest(left)].type;
        if (types & type) return "two bonuses of a type"; /* R8.4 */
        types |= type;
    }
    if (vt_two(s) && (p->bonuses || p->patronage)) return "patronage with two players"; /* R20.4 */
    return NULL;
}
static const char *check_player(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    if (p->florins > VT_MAX_FLORINS) return "florins out of range";
    if (p->indulged > 1 || p->unused[0] || p->unused[1]) return "bytes not in use";
    if (p->agents > d->powers[p->power].max_agents || vt_agents_placed(s, seat) > p->agents)
        return "number of agents"; /* R9.1 */
    if (p->tokens > (s->season == VT_SPRING || s->season == VT_SIEGES ? 20 : 0))
        return "war tokens"; /* R10.14 */
    if (p->trophies >> VT_POWER_COUNT || p->trophies >> p->power & 1) return "trophies";
    if (p->marker == VT_NO_CHAMBER && s->year > (s->season == VT_SPRING ? 1 : 0))
        return "marker next to the palace"; /* R2.11 */
    if (p->marker != VT_NO_CHAMBER && s->year == 0) return "marker before the first Spring";
    struct virtu fresh = *s;
    vt_count_ready(d, &fresh, seat);
    if (memcmp(fresh.p[seat].ready, p->ready, sizeof p->ready) != 0) return "symbols at hand";
    const char *broken = check_zone(d, s, seat);
    return broken ? broken : check_soldiers(d, s, seat);
}

static const char *check_players(const struct virtu_data *d, const struct virtu *s) {
    static const struct virtu_player absent;
    const char *broken;
    unsigned taken = 0, indulgences = 0, owners[2] = {0, 0};
    for (int seat = 0; seat < VT_MAX_SEATS; seat++) {
        if (seat >= s->head.seats) {
            if (memcmp(&s->p[seat], &absent, sizeof absent) != 0) return "an absent player has something";
            continue;
        }
        if ((broken = check_player(d, s, seat)) != NULL) return broken;
        if (taken & s->p[seat].bonuses) return "a bonus twice";
        taken |= s->p[seat].bonuses;
        indulgences += vt_count(s->p[seat].indulgences);
        for (int i = 0; i < 2; i++) owners[i] += s->p[seat].tiles >> (VT_T_REPUBLIC + i) & 1;
    }
    if (indulgences > d->components[VT_N_INDULGENCES].count) return "number of indulgences"; /* R18.1 */
    return owners[0] > 2 || owners[1] > 2 ? "number of titles" : NULL;
}
/* Notes of an action in progress: only while it lasts. */
static const char *check_notes(const struct virtu_data *d, const struct virtu *s) {
    if (s->basket && !has_frame(s, VT_PH_BUY, -1)) return "basket";
    if (s->marched && !has_frame(s, VT_PH_MANEUVER, -1)) return "soldiers on the march";
    bool governing = has_frame(s, VT_PH_GOVERN, -1) || has_frame(s, VT_PH_TURN, -1);
    if (!governing && (s->paid_cities || s->paid_tiles || s->paid_cathedrals || s->paid_alliances))
        return "tiles that paid";
    if (!governing) return NULL;
    int seat = s->head.frame[s->head.depth > 2 ? 2 : 0].seat;
    if (s->paid_cities & ~(s->spent & vt_friendly(d, s, seat)) || s->paid_tiles & ~s->p[seat].tiles_used ||
        s->paid_cathedrals > s->p[seat].cathedrals_used || s->paid_alliances > 7)
        return "tiles that paid";
    return NULL;
}

const char *vt_check(const void *data, const void *state) {
    const char *broken = check_ranges(data, state);
    if (!broken) broken = check_major(data, state);
    if (!broken) broken = check_map(data, state);
    if (!broken) broken = check_cards(data, state);
    if (!broken) broken = check_players(data, state);
    return broken ? broken : check_notes(data, state);
}
