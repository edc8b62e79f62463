/* test_zhanguo.c: what scenarios cannot show of ZhanGuo: what a search leaves out loses no result (G47, G50), no two options
 * lead to the same position, and what is dealt again for a viewer is all that the viewer cannot know. */
#include "casata/rules.h"
#include "games/zhanguo/zhanguo.h"
#include "harness.h"

/* --- free order -------------------------------------------------------------------------------------------------- */
enum { MAX_KNOWN = 1 << 17 };
struct known { /* a set of hashes */
    uint64_t hash[MAX_KNOWN];
    int n;
};
static struct known places, results, offered;
static uint16_t turn; /* that is looked at */

static bool add(struct known *k, uint64_t hash) { /* false: it is there already */
    uint32_t i = (uint32_t)hash & (MAX_KNOWN - 1);
    hash |= !hash;
    for (; k->hash[i]; i = (i + 1) & (MAX_KNOWN - 1))
        if (k->hash[i] == hash) return false;
    k->hash[i] = hash;
    k->n++;
    return true;
}

/* All ends of the turn; in any order (`free`) or only by what a search looks at. A card that was chosen is kept. */
static void explore(const struct casata_game *g, const struct zhanguo *s, int seat, bool free) {
    casata_action a[CASATA_MAX_CHOICES];
    struct zhanguo from = *s;
    if (places.n > MAX_KNOWN / 2) return;
    if (free || s->head.turn != turn) casata_forget_order(g, &from);
    if (s->head.turn != turn) {
        add(free ? &results : &offered, casata_hash(g, &from));
        return;
    }
    if (free && !add(&places, casata_hash(g, &from))) return;
    int n = free ? casata_legal(g, &from, seat, a) : casata_legal_distinct(g, &from, seat, a);
    for (int i = 0; i < n; i++) {
        struct zhanguo to = from;
        if (casata_kind(a[i]) == ZG_A_PLAY) continue;
        casata_apply(g, &to, seat, a[i], NULL);
        explore(g, &to, seat, free);
    }
}

/* A random position at the beginning of a movement of this number of points, or in another decision; the seat, -1: this game had
 * none. */
static int find_decision(const struct casata_game *g, struct zhanguo *s, uint64_t seed, unsigned phase,
                         unsigned points) {
    struct casata_rng rng;
    const uint8_t option[ZG_OPTION_COUNT] = {(uint8_t)(seed % 3), 0, 0, (uint8_t)(seed / 3 % 2)};
    casata_rng_seed(&rng, seed);
    casata_init(g, s, 2 + (int)(seed % 3), option);
    for (;;) {
        unsigned to_act = casata_to_act(g, s);
        if (!to_act) return -1;
        if (to_act >> CASATA_CHANCE & 1) {
            casata_apply(g, s, CASATA_CHANCE, casata_sample(g, s, &rng), NULL);
            continue;
        }
        casata_action a[CASATA_MAX_CHOICES];
        int seat = __builtin_ctz(to_act), n = casata_legal(g, s, seat, a);
        const struct casata_frame *f = casata_top_of(s);
        if (f->phase == phase && (!points || zg_points_left(casata_locals(zg_move, f)) == points) &&
            casata_rng_below(&rng, 4) == 0)
            return seat;
        casata_apply(g, s, seat, a[casata_rng_below(&rng, (uint32_t)n)], NULL);
    }
}
static int find_movement(const struct casata_game *g, struct zhanguo *s, uint64_t seed, unsigned points) {
    return find_decision(g, s, seed, ZG_PH_MOVE, points);
}

static void all_results(unsigned phase, unsigned points, int games) {
    struct casata_game g;
    struct zhanguo s;
    int positions = 0;
    casata_find("zhanguo", &g);
    for (uint64_t seed = 1; positions < games && seed < 400; seed++) {
        int seat = find_decision(&g, &s, seed, phase, points);
        if (seat < 0) continue;
        memset(&places, 0, sizeof places);
        memset(&results, 0, sizeof results);
        memset(&offered, 0, sizeof offered);
        turn = s.head.turn;
        casata_forget_order(&g, &s);
        explore(&g, &s, seat, true);
        if (places.n > MAX_KNOWN / 2) continue; /* too many for this test */
        explore(&g, &s, seat, false);
        CHECK_INT(offered.n, results.n);
        for (int i = 0; i < MAX_KNOWN; i++)
            if (results.hash[i]) CHECK(!add(&offered, results.hash[i]));
        positions++;
    }
    CHECK_INT(positions, games);
}
static void one_point(void) { all_results(ZG_PH_MOVE, 1, 30); }
static void two_points(void) { all_results(ZG_PH_MOVE, 2, 20); }
static void three_points(void) { all_results(ZG_PH_MOVE, 3, 8); }
static void hiring(void) { all_results(ZG_PH_HIRE, 0, 20); }
static void recruiting(void) { all_results(ZG_PH_RECRUIT, 0, 8); }
static void installing(void) { all_results(ZG_PH_INSTALL, 0, 5); }
static void abilities(void) { all_results(ZG_PH_ABILITIES, 0, 20); }
static void cards(void) { all_results(ZG_PH_CARD, 0, 5); }

/* The example of zhanguo_move.c: both orders are legal; a search looks at one, and at the other only where the first step
 * makes the second possible. */
static bool follows(const struct casata_game *g, const struct zhanguo *s, int seat, casata_action first,
                    casata_action then, bool searched) {
    casata_action a[CASATA_MAX_CHOICES];
    struct zhanguo to = *s;
    casata_apply(g, &to, seat, first, NULL);
    int n = searched ? casata_legal_distinct(g, &to, seat, a) : casata_legal(g, &to, seat, a), i = 0;
    while (i < n && a[i] != then) i++;
    return i < n;
}
static void one_order(void) {
    const casata_action red = casata_act(ZG_A_MOVE, ZG_RED, ZG_R1, ZG_R2),
                        white = casata_act(ZG_A_MOVE, ZG_WHITE, ZG_R3, ZG_R4),
                        back = casata_act(ZG_A_MOVE, ZG_WHITE, ZG_R3, ZG_R2),
                        further = casata_act(ZG_A_MOVE, ZG_WHITE, ZG_R2, ZG_R1),
                        enter = casata_act(ZG_A_WALK, ZG_RED, ZG_R1, ZG_R2),
                        leave = casata_act(ZG_A_WALK, ZG_WHITE, ZG_R2, ZG_R3);
    struct casata_game g;
    struct zhanguo s;
    int seat = -1;
    casata_find("zhanguo", &g);
    for (uint64_t seed = 1; seat < 0; seed++) seat = find_movement(&g, &s, seed, 2);
    struct zhanguo_player *p = &s.p[seat];
    casata_forget_order(&g, &s);
    memset(zg_spots(p), 0, ZG_SPOTS);
    p->up[ZG_R1][ZG_RED] = p->up[ZG_R3][ZG_WHITE] = 1;
    CHECK(follows(&g, &s, seat, red, white, false) && follows(&g, &s, seat, white, red, false));
    CHECK(follows(&g, &s, seat, red, white, true));
    CHECK(!follows(&g, &s, seat, white, red, true));
    CHECK(follows(&g, &s, seat, back, further, true));
    p->down[ZG_R1][ZG_RED] = p->down[ZG_R2][ZG_WHITE] = p->down[ZG_R2][ZG_GREY] = 1;
    CHECK(follows(&g, &s, seat, leave, enter, true));
}

/* --- options ------------------------------------------------------------------------------------------------ */
/* Two options of a decision never lead to the same position. */
static void different_options(void) {
    static uint64_t hash[CASATA_MAX_CHOICES];
    struct casata_game g;
    struct zhanguo s;
    casata_find("zhanguo", &g);
    for (unsigned seed = 1; seed <= 48; seed++) {
        const uint8_t option[ZG_OPTION_COUNT] = {(uint8_t)(seed % 3), seed / 3 % 2, seed / 6 % 2,
                                                 seed / 12 % 2};
        struct casata_rng rng;
        casata_rng_seed(&rng, seed);
        casata_init(&g, &s, 2 + (int)(seed % 3), option);
        for (unsigned to_act; (to_act = casata_to_act(&g, &s)) != 0;) {
            casata_action a[CASATA_MAX_CHOICES];
            int seat = __builtin_ctz(to_act);
            if (seat == CASATA_CHANCE) {
                casata_apply(&g, &s, CASATA_CHANCE, casata_sample(&g, &s, &rng), NULL);
                continue;
            }
            int n = casata_legal(&g, &s, seat, a);
            for (int i = 0; i < n; i++) {
                struct zhanguo next = s;
                casata_apply(&g, &next, seat, a[i], NULL);
                casata_forget_order(&g, &next);
                hash[i] = casata_hash(&g, &next);
                for (int k = 0; k < i; k++)
                    if (hash[k] == hash[i]) CHECK_INT(a[k], a[i]);
            }
            casata_apply(&g, &s, seat, a[casata_rng_below(&rng, (uint32_t)n)], NULL);
        }
    }
}

/* --- hidden hands ---------------------------------------------------------------------------------------------- */
/* R4.3, R24.1: of another hand the colours are known; each card of the colour that was not seen may be in it, no
 * other. */
static void hidden_hands(void) {
    enum { DRAWS = 600, VIEWER = 1 };
    struct casata_game g;
    struct zhanguo s;
    struct casata_rng rng;
    uint8_t held[ZG_MAX_SEATS][ZG_CARDS + 1] = {0};
    casata_find("zhanguo", &g);
    casata_rng_seed(&rng, 5);
    casata_init(&g, &s, 4, NULL);
    while (!(s.round == 2 && s.stage == ZG_STAGE_PLAY && zg_hand_size(&s.p[0]) == 4)) {
        casata_action a[CASATA_MAX_CHOICES];
        int seat = __builtin_ctz(casata_to_act(&g, &s));
        int n = seat == CASATA_CHANCE ? 0 : casata_legal(&g, &s, seat, a);
        casata_apply(&g, &s, seat, n ? a[casata_rng_below(&rng, (uint32_t)n)] : casata_sample(&g, &s, &rng),
                     NULL);
    }
    for (int i = 0; i < DRAWS; i++) {
        struct zhanguo other = s;
        casata_resample(&g, &other, VIEWER, &rng);
        CHECK(memcmp(other.p[VIEWER].hand, s.p[VIEWER].hand, sizeof s.p[VIEWER].hand) == 0);
        for (int seat = 0; seat < 4; seat++) {
            CHECK_INT(zg_hand_size(&other.p[seat]), zg_hand_size(&s.p[seat]));
            for (unsigned k = 0; k < zg_hand_size(&s.p[seat]); k++) {
                CHECK_INT(zg_colour_of(other.p[seat].hand[k]), zg_colour_of(s.p[seat].hand[k]));
                held[seat][other.p[seat].hand[k]] = 1;
            }
        }
    }
    for (int seat = 0; seat < 4; seat++)
        for (unsigned card = 1; card <= ZG_CARDS; card++) {
            bool own = memchr(s.p[VIEWER].hand, (int)card, ZG_MAX_HAND) != NULL, colour = false;
            for (unsigned k = 0; k < zg_hand_size(&s.p[seat]); k++)
                colour = colour || zg_colour_of(s.p[seat].hand[k]) == zg_colour_of(card);
            bool possible = colour && s.card[card - 1] != ZG_CARD_PLAYED && !own;
            if (seat != VIEWER) CHECK_INT(held[seat][card], possible);
        }
}

static const struct test tests[] = {
    {"movement: no result of one point is lost", one_point},
    {"movement: no result of two points is lost", two_points},
    {"movement: no result of three points is lost", three_points},
    {"movement: steps that commute are searched in one order", one_order},
    {"hiring: no result is lost by what a search leaves out", hiring},
    {"recruiting: no result is lost by what a search leaves out", recruiting},
    {"installing: no result is lost by what a search leaves out", installing},
    {"abilities: no result is lost by what a search leaves out", abilities},
    {"cards: no result is lost by what a search leaves out", cards},
    {"no two options lead to the same position", different_options},
    {"hands of others: every card of the colour that was not seen, no other", hidden_hands},
};
TEST_SUITE(zhanguo, tests);
