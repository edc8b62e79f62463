/* signorie_features.c: a position as named numbers from the view of a seat, for learning. Judges nothing.
 *
 * The seat itself comes first, then the others in turn order from there; absent seats are zeros. */
#include "games/signorie/signorie.h"

/* ORDER feature: names and, below, the functions that write the numbers use the same blocks. */
#define FIVE_COLOURS(what) what " yellow", what " red", what " purple", what " grey", what " turquoise"
#define FIVE_CITIES(what)  what " Milano", what " Venezia", what " Firenze", what " Roma", what " Napoli"
#define FOUR_ROWS(what)    what " politics", what " church", what " military", what " marriage"
#define THREE_TRACKS(what) what " politics", what " church", what " military"
#define RIVAL(n)                                                                                       \
    n " points", n " florins", n " men", n " women", n " brides", n " initiative", n " place",         \
        n " actions left", n " dice room", n " helpers", n " men on careers", n " best career points", \
        n " trained points", n " row points", n " men in cities", n " women in cities"
static const char *const name[] = {
    /* table */
    "round", "stage", "seats", "tiles in stack", "helpers in supply", "rounds left", "reward mission",
    "reward marriage", "reward two men", "reward two women", "reward career points",
    "reward initiative points", "reward secret alliance", "reward free helper", "reward bonus die",
    "reward per helper", "reward per city of men", "reward per city of women", "reward per man",
    "reward per woman", "ahead per helper", "ahead per city of men", "ahead per city of women",
    "ahead per man", "ahead per woman", FIVE_COLOURS("lowest die"), FIVE_COLOURS("highest die"),
    FIVE_CITIES("value of"),
    /* self */
    "points", "florins", "men", "women", "men in supply", "women in supply", "brides", "initiative", "place",
    "actions left", "dice room", "passed", "helper HY1", "helper HY2", "helper HY3", "helper HR1",
    "helper HR2", "helper HR3", "helper HP1", "helper HP2", "helper HP3", "helper HG1", "helper HG2",
    "helper HG3", "helper HT1", "helper HT2", "helper HT3", FIVE_COLOURS("used"), "men on space 1",
    "men on space 2", "men on space 3", "men on space 4", "men on space 5", "men on space 6",
    "men on space 7", "men on space 8", THREE_TRACKS("men in"), THREE_TRACKS("furthest in"),
    FOUR_ROWS("tiles in"), FOUR_ROWS("points in"), FOUR_ROWS("free shields in"), FIVE_CITIES("mission tile"),
    FIVE_CITIES("marriage tile"), "men in cities", "women in cities", "cities with men", "cities with women",
    /* others */
    RIVAL("next"), RIVAL("second"), RIVAL("third")};
_Static_assert(sizeof name / sizeof *name == SIG_FEATURES, "ORDER feature");

const char *sig_feature_name(int i) { return name[i]; }

/* Numbers are written one after the other. */
struct out {
    int16_t *next;
};
static void put(struct out *o, int n) { *o->next++ = (int16_t)(n > INT16_MAX ? INT16_MAX : n); }

static int points_of(const struct signorie_player *p) {
    int sum = 0;
    for (int i = 0; i < SIG_PART_COUNT; i++) sum += p->vp[i];
    return sum;
}
static int actions_left(const struct signorie_data *d, const struct signorie *s,
                        const struct signorie_player *p) {
    if (s->stage == SIG_STAGE_REWARDS || p->passed) return 0;
    return (int)sig_setup_of(d, s, SIG_MAX_DICE) - (int)sig_dice_on_board(p);
}
static int place_of(const struct signorie *s, int seat) {
    int i = 0;
    while (s->order[i] != seat) i++;
    return i;
}
static int tiles_in(const struct signorie_player *p, unsigned row) {
    int n = p->down[row];
    for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) n += p->shield[i] != 0;
    return n;
}
static int points_in(const struct signorie_data *d, const struct signorie_player *p, unsigned row) {
    int sum = p->down[row] * d->alliance_tiles[0].vp_back;
    for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) sum += p->shield[i];
    return sum;
}

static void put_table(struct out *o, const struct signorie_data *d, const struct signorie *s) {
    unsigned now = s->round ? s->reward[s->round - 1] : 0;
    put(o, s->round), put(o, s->stage), put(o, s->head.seats), put(o, s->stack), put(o, s->helper_supply);
    put(o, (int)sig_setup_of(d, s, SIG_ROUNDS) - s->round);
    for (unsigned tile = 0; tile < SIG_REWARD_COUNT; tile++) put(o, now == tile + 1);
    for (unsigned tile = SIG_RW_VP_HELPER; tile < SIG_REWARD_COUNT; tile++) {
        int ahead = 0;
        for (unsigned r = s->round; r < SIG_ROUND_COUNT; r++) ahead += s->reward[r] == tile + 1;
        put(o, ahead);
    }
    for (int highest = 0; highest < 2; highest++)
        for (int colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
            int value = highest ? 6 : 1;
            while (value >= 1 && value <= 6 && !s->area[colour][value - 1]) value += highest ? -1 : 1;
            put(o, value > 6 ? 0 : value);
        }
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) put(o, (int)sig_city_value(d, s, city));
}

static void put_careers(struct out *o, const struct signorie_player *p) {
    for (int x = 0; x < SIG_CAREER_SPACES; x++) put(o, p->track[0][x] + p->track[1][x] + p->track[2][x]);
    for (int t = 0; t < SIG_CAREER_COUNT; t++) {
        int men = 0;
        for (int x = 0; x < SIG_CAREER_SPACES; x++) men += p->track[t][x];
        put(o, men);
    }
    for (int t = 0; t < SIG_CAREER_COUNT; t++) {
        int x = SIG_CAREER_SPACES;
        while (x > 0 && !p->track[t][x - 1]) x--;
        put(o, x);
    }
}

/* Points of the tile that a mission or a marriage in the city would bring, whichever pawn goes; 0: none fits. */
static int tile_for(const struct signorie_data *d, const struct signorie *s, const struct signorie_player *p,
                    unsigned city, unsigned space) {
    if (!s->tile_house[city][space]) return 0;
    unsigned first = space == SIG_FOR_MARRIAGE ? SIG_ROW_MARRIAGE : SIG_ROW_POLITICS;
    unsigned last = space == SIG_FOR_MARRIAGE ? SIG_ROW_MARRIAGE : SIG_ROW_MILITARY;
    for (unsigned row = first; row <= last; row++)
        if (sig_fit(d, p, row, s->tile_house[city][space] - 1u) >= 0) return s->tile_vp[city][space];
    return 0;
}

static void put_self(struct out *o, const struct signorie_data *d, const struct signorie *s, int seat) {
    const struct signorie_player *p = &s->p[seat];
    put(o, points_of(p)), put(o, p->florins), put(o, p->reserve[SIG_MAN]), put(o, p->reserve[SIG_WOMAN]);
    put(o, p->supply[SIG_MAN]), put(o, p->supply[SIG_WOMAN]), put(o, p->brides), put(o, p->initiative);
    put(o, place_of(s, seat)), put(o, actions_left(d, s, p));
    put(o, (int)sig_threshold(d, s, seat) - (int)sig_dice_sum(p)), put(o, p->passed);
    for (int h = 0; h < SIG_HELPER_COUNT; h++) put(o, p->helpers >> h & 1);
    for (int colour = 0; colour < SIG_COLOUR_COUNT; colour++) put(o, p->dice[colour] != 0);
    put_careers(o, p);
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) put(o, tiles_in(p, row));
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) put(o, points_in(d, p, row));
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++)
        put(o, sig_row_start[row + 1] - sig_row_start[row] - tiles_in(p, row) + p->down[row]);
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) put(o, tile_for(d, s, p, city, SIG_FOR_MISSION));
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) put(o, tile_for(d, s, p, city, SIG_FOR_MARRIAGE));
    for (unsigned gender = 0; gender < 2; gender++) put(o, (int)sig_pawns_in_cities(s, seat, gender));
    for (unsigned gender = 0; gender < 2; gender++) put(o, (int)sig_cities_with(s, seat, gender));
}

static void put_rival(struct out *o, const struct signorie_data *d, const struct signorie *s, int seat) {
    const struct signorie_player *p = &s->p[seat];
    int men = 0, best = 0, trained = 0, rows = 0;
    for (int i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++) {
        int n = p->track[i / SIG_CAREER_SPACES][i % SIG_CAREER_SPACES], vp = d->career_tracks[i].vp;
        men += n;
        trained += n * (vp / 2);
        if (n && vp > best) best = vp;
    }
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) rows += points_in(d, p, row);
    put(o, points_of(p)), put(o, p->florins), put(o, p->reserve[SIG_MAN]), put(o, p->reserve[SIG_WOMAN]);
    put(o, p->brides), put(o, p->initiative), put(o, place_of(s, seat)), put(o, actions_left(d, s, p));
    put(o, (int)sig_threshold(d, s, seat) - (int)sig_dice_sum(p)), put(o, __builtin_popcount(p->helpers));
    put(o, men), put(o, best), put(o, trained), put(o, rows);
    for (unsigned gender = 0; gender < 2; gender++) put(o, (int)sig_pawns_in_cities(s, seat, gender));
}

void sig_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct signorie *s = state;
    struct out o = {out};
    memset(out, 0, SIG_FEATURES * sizeof *out);
    put_table(&o, data, s);
    put_self(&o, data, s, seat);
    for (int i = 1, me = place_of(s, seat); i < s->head.seats; i++)
        put_rival(&o, data, s, s->order[(me + i) % s->head.seats]);
    assert(o.next <= out + SIG_FEATURES);
}
