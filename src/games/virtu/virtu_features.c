/* virtu_features.c: named numbers for learning, from the view of a seat: the table, the map, then every player beginning
 * with that seat in turn order. Judges nothing. */
#include "games/virtu/virtu.h"

/* clang-format off */
#define TABLE(X) \
    X("seats") X("year") X("spring") X("sieges") X("winter") X("last winter") X("place in turn order") X("owed symbols") \
    X("France held") X("Ottoman Empire held") X("Holy Roman Empire held") \
    X("France used") X("Ottoman Empire used") X("Holy Roman Empire used") \
    X("France agent") X("Ottoman Empire agent") X("Holy Roman Empire agent") \
    X("influence Florence") X("influence Venice") X("influence Rome") X("bonuses left")
#define ONE_PLAYER(X, who) \
    X(who "points") X(who "city points") X(who "patronage points") X(who "points of cards and tiles") X(who "religion points") \
    X(who "trophies") X(who "florins") X(who "cities") X(who "soldiers") X(who "soldiers besieging") X(who "soldiers routed") \
    X(who "tokens") X(who "agents ready") X(who "agents placed") X(who "patronage") X(who "bonuses") X(who "crosses") X(who "crowns") \
    X(who "extra spaces") X(who "titles") X(who "guild") X(who "cathedrals") X(who "cathedrals exhausted") X(who "tiles exhausted") \
    X(who "courtiers left") X(who "courtiers right") X(who "exhausted left") X(who "exhausted right") X(who "indulged") \
    X(who "ready florins") X(who "ready crowns") X(who "ready crosses") X(who "ready cavalry") X(who "ready ships") \
    X(who "ready masks") X(who "ready war") X(who "ready arrows") X(who "allied Major Cities") \
    X(who "steps to Govern") X(who "steps to Patronage") X(who "steps to Trade") X(who "steps to Annex") \
    X(who "steps to Maneuver") X(who "steps to Intrigue") X(who "steps to Influence") \
    X(who "best Govern") X(who "best Patronage") X(who "best Trade") X(who "best Annex") X(who "best Maneuver") \
    X(who "best Intrigue") X(who "best Influence") X(who "chambers blocked") X(who "indulgences")
#define NAME(text) text,
#define CONTROL_OF(id, word) "control " word,
#define AGENT_OF(id, word) "agent " word,
#define DEFENCE_OF(id, word) "defence " word,
/* clang-format on */
static const char *const names[] = {TABLE(NAME) VT_CITIES(CONTROL_OF) VT_CITIES(AGENT_OF)
                                        VT_CITIES(DEFENCE_OF) ONE_PLAYER(NAME, "") ONE_PLAYER(NAME, "next ")
                                            ONE_PLAYER(NAME, "second ") ONE_PLAYER(NAME, "third ")
                                                ONE_PLAYER(NAME, "fourth ")};
enum { TABLE_FEATURES = 21, PLAYER_FEATURES = 54 };
_Static_assert(sizeof names / sizeof *names == VT_FEATURES, "names of the features");
_Static_assert(TABLE_FEATURES + 3 * VT_CITY_COUNT + VT_MAX_SEATS * PLAYER_FEATURES == VT_FEATURES,
               "number of features");

/* 0: nobody, 1: the seat itself, 2: the next in turn order ..., 9: a Major City. */
static int relative(const struct virtu *s, int seat, unsigned holder) {
    int mine = 0, theirs = 0;
    if (!holder) return 0;
    if (holder >= VT_MAJOR_OWNER) return 9;
    for (int i = 0; i < s->head.seats; i++) {
        if (s->order[i] == seat) mine = i;
        if (s->order[i] == holder - 1) theirs = i;
    }
    return 1 + (theirs - mine + s->head.seats) % s->head.seats;
}
static int16_t *describe_table(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *out) {
    unsigned taken = 0;
    const struct casata_frame *top = &s->head.frame[s->head.depth ? s->head.depth - 1 : 0];
    int place = 0, owed = top->phase == VT_PH_PAY ? casata_locals(vt_pay, top)->missing : 0;
    while (s->order[place] != seat) place++;
    for (int i = 0; i < s->head.seats; i++) taken |= s->p[i].bonuses;
    const int n[] = {s->head.seats,
                     s->year,
                     s->season == VT_SPRING,
                     s->season == VT_SIEGES,
                     s->season == VT_WINTER,
                     s->ending,
                     place,
                     owed};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) *out++ = (int16_t)n[i];
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++) *out++ = (int16_t)relative(s, seat, s->ally[i]);
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++) *out++ = s->ally_used[i];
    for (int i = 0; i < VT_ALLIANCE_COUNT; i++) *out++ = (int16_t)relative(s, seat, s->ally_agent[i]);
    for (int i = 0; i < VT_MAJOR_COUNT; i++) *out++ = s->influence[i];
    *out++ = (int16_t)(vt_two(s) ? 0 : VT_BONUS_COUNT - (int)vt_count(taken));
    for (unsigned c = 0; c < VT_CITY_COUNT; c++) *out++ = (int16_t)relative(s, seat, s->owner[c]);
    for (unsigned c = 0; c < VT_CITY_COUNT; c++) *out++ = (int16_t)relative(s, seat, s->agent[c]);
    for (unsigned c = 0; c < VT_CITY_COUNT; c++)
        *out++ = (int16_t)(vt_board(d, s) >> c & 1 ? vt_defence(d, s, seat, c) : 0);
    return out;
}

/* The symbols that a chamber's own cards, or its print, give to its action. */
static int strength_of(const struct virtu_data *d, const struct virtu *s, int seat, unsigned i,
                       unsigned action) {
    static const uint8_t kinds[VT_NO_ACTION] = {/* ORDER action */
                                                1 << VT_CROWN | 1 << VT_CROSS,
                                                1 << VT_CROWN | 1 << VT_CROSS,
                                                1 << VT_SHIP,
                                                1 << VT_CROWN,
                                                1 << VT_CAVALRY | 1 << VT_SHIP,
                                                1 << VT_MASK,
                                                1 << VT_CROWN | 1 << VT_CROSS};
    const struct virtu_player *p = &s->p[seat];
    int sum = 0;
    for (unsigned role = 0; role < 2; role++) {
        unsigned card = role ? p->upgrade[i] : p->chamber[i], best = 0;
        for (unsigned left = card ? kinds[action] : 0; left; left &= left - 1) {
            unsigned n = vt_card(d, card - 1)->symbol[vt_lowest(left)];
            if (n > best) best = n;
        }
        sum += (int)best;
    }
    unsigned row = vt_palace_row(s, p) * VT_CHAMBER_COUNT + i;
    if (!p->chamber[i] && d->palaces[row].symbol < VT_SYMBOL_COUNT &&
        kinds[action] >> d->palaces[row].symbol & 1)
        sum += d->palaces[row].symbol_count;
    return sum;
}
static int16_t *describe_chambers(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *out) {
    enum { NO_WAY = 9 };
    const struct virtu_player *p = &s->p[seat];
    int blocked = 0;
    for (unsigned action = 0; action < VT_NO_ACTION; action++)
        out[action] = NO_WAY, out[VT_NO_ACTION + action] = 0;
    for (unsigned i = 0; i < VT_CHAMBER_COUNT; i++) {
        unsigned action = vt_chamber_action(d, s, seat, i);
        int steps = p->marker == VT_NO_CHAMBER ? 0 : (int)((i + 4u - p->marker) % VT_CHAMBER_COUNT) + 1;
        int strength = strength_of(d, s, seat, i, action);
        bool enemy = p->agent[i] && p->agent[i] != seat + 1;
        blocked += enemy || p->indulgences >> i & 1;
        if (steps < out[action]) out[action] = (int16_t)steps;
        if (strength > out[VT_NO_ACTION + action]) out[VT_NO_ACTION + action] = (int16_t)strength;
    }
    out += 2 * VT_NO_ACTION;
    *out++ = (int16_t)blocked;
    *out++ = (int16_t)vt_count(p->indulgences);
    return out;
}
static int16_t *describe_player(const struct virtu_data *d, const struct virtu *s, int seat, int16_t *out) {
    const struct virtu_player *p = &s->p[seat];
    int32_t part[VT_PART_COUNT], points = 0;
    int placed = (int)vt_agents_placed(s, seat), friends = 0;
    vt_parts_of(d, s, seat, true, part);
    for (int i = 0; i < VT_PART_COUNT; i++) points += part[i];
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++) friends += s->friend_of[m] == seat + 1;
    unsigned court = 0;
    for (unsigned i = 0; i < VT_SPACE_COUNT; i++) court |= (unsigned)(p->courtier[i] != 0) << i;
    const int n[] = {points,
                     part[VT_PP_CITIES] + part[VT_PP_MOST_CITIES],
                     part[VT_PP_PATRONAGE] + part[VT_PP_MOST_PATRONAGE],
                     part[VT_PP_CARDS] + part[VT_PP_TILES] + part[VT_PP_BONUSES],
                     part[VT_PP_RELIGION],
                     (int)vt_count(p->trophies),
                     p->florins,
                     (int)vt_count(p->cities),
                     (int)vt_soldiers_of(s, seat),
                     (int)vt_soldiers_in(s, seat, vt_sieges_of(d, s, seat)),
                     (int)vt_soldiers_in(s, seat, p->routed),
                     p->tokens,
                     p->agents - placed,
                     placed,
                     p->patronage,
                     (int)vt_count(p->bonuses),
                     (int)vt_crosses(d, s, seat),
                     (int)vt_crowns(d, s, seat),
                     (int)vt_extra_spaces(d, s, seat),
                     (int)vt_count(p->tiles & ((1u << VT_TITLE_COUNT) - 1)),
                     p->tiles >> VT_T_GUILD & 1,
                     p->cathedrals,
                     p->cathedrals_used,
                     (int)(vt_count(p->tiles_used) + vt_count(s->spent & vt_friendly(d, s, seat))),
                     (int)vt_count(court & 7),
                     (int)vt_count(court >> 3),
                     (int)vt_count(p->courtier_used & 7u),
                     (int)vt_count(p->courtier_used >> 3),
                     p->indulged};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) *out++ = (int16_t)n[i];
    for (unsigned i = 0; i < VT_SYMBOL_COUNT; i++) *out++ = p->ready[i];
    *out++ = (int16_t)friends;
    return describe_chambers(d, s, seat, out);
}
void vt_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct virtu *s = state;
    int n = s->head.seats, place = 0;
    memset(out, 0, VT_FEATURES * sizeof *out);
    while (s->order[place] != seat) place++;
    out = describe_table(data, s, seat, out);
    for (int i = 0; i < n; i++) out = describe_player(data, s, s->order[(place + i) % n], out);
}
const char *vt_feature_name(int i) { return names[i]; }
