/* test_movement.c: G50 of ZhanGuo, the order in which movement is asked for, loses no result: what can be reached step by
 * step in any order can be reached in the order that is offered. */
#include "games/games.h"
#include "games/zhanguo/zhanguo.h"
#include "harness.h"

enum { MAX_KNOWN = 1 << 16 };
struct known { /* a set of hashes */
    uint64_t hash[MAX_KNOWN];
    int n;
};
static struct known places, results, offered;
static int depth; /* of the frame of the movement */

static bool add(struct known *k, uint64_t hash) { /* false: it is there already */
    uint32_t i = (uint32_t)hash & (MAX_KNOWN - 1);
    hash |= !hash;
    for (; k->hash[i]; i = (i + 1) & (MAX_KNOWN - 1))
        if (k->hash[i] == hash) return false;
    k->hash[i] = hash;
    k->n++;
    return true;
}
static uint64_t hash_of(const struct zhanguo *s, int seat, uint64_t seed) {
    return casata_hash_bytes(zg_spots_of(&s->p[seat]), ZG_SPOTS, seed);
}
static bool moves_on(const struct zhanguo *s) {
    return s->head.depth == depth && s->head.frame[depth - 1].phase == ZG_PH_MOVE;
}

/* All results; in any order (`free`): the steps so far are forgotten, and no place is looked at twice. */
static void explore(const struct casata_game *g, const struct zhanguo *s, int seat, bool free) {
    casata_action a[CASATA_MAX_CHOICES];
    struct zhanguo from = *s;
    if (places.n > MAX_KNOWN / 2) return;
    if (!moves_on(s)) {
        add(free ? &results : &offered, hash_of(s, seat, 0));
        return;
    }
    if (free) {
        const struct casata_frame *f = &s->head.frame[depth - 1];
        memset(from.step, 0, sizeof from.step);
        from.onward = 0;
        if (!add(&places, hash_of(s, seat, 1u + f->a + f->b * 256u))) return;
    }
    int n = casata_legal(g, &from, seat, a);
    for (int i = 0; i < n; i++) {
        struct zhanguo to = from;
        casata_apply(g, &to, seat, a[i], NULL);
        explore(g, &to, seat, free);
    }
}

/* What free shifts alone reach. A single point that must be spent is not spent in vain for that: the shifts are offered
 * without it too. */
static void explore_shifts(const struct casata_game *g, const struct zhanguo *s, int seat) {
    casata_action a[CASATA_MAX_CHOICES];
    struct zhanguo from = *s;
    uint64_t hash = hash_of(s, seat, 0);
    memset(from.step, 0, sizeof from.step);
    add(&results, hash);
    add(&offered, hash);
    int n = casata_legal(g, &from, seat, a);
    for (int i = 0; i < n; i++) {
        struct zhanguo to = from;
        if (casata_kind(a[i]) != ZG_A_SHIFT) continue;
        casata_apply(g, &to, seat, a[i], NULL);
        explore_shifts(g, &to, seat);
    }
}

/* A random position at the beginning of a movement of so many points; the seat, -1: this game had none. */
static int find_movement(const struct casata_game *g, struct zhanguo *s, uint64_t seed, unsigned points) {
    struct casata_rng rng;
    const uint8_t option[ZG_OPTION_COUNT] = {(uint8_t)(seed % 3), 0, 0, 0};
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
        const struct casata_frame *f = &s->head.frame[s->head.depth - 1];
        if (f->phase == ZG_PH_MOVE && (f->a & 15u) == points && !s->step[0] && casata_rng_below(&rng, 2))
            return seat;
        casata_apply(g, s, seat, a[casata_rng_below(&rng, (uint32_t)n)], NULL);
    }
}

static void all_results(unsigned points, int games) {
    struct casata_game g;
    struct zhanguo s;
    int positions = 0;
    casata_find("zhanguo", &g);
    for (uint64_t seed = 1; positions < games && seed < 400; seed++) {
        int seat = find_movement(&g, &s, seed, points);
        if (seat < 0) continue;
        memset(&places, 0, sizeof places);
        memset(&results, 0, sizeof results);
        memset(&offered, 0, sizeof offered);
        depth = s.head.depth;
        explore(&g, &s, seat, true);
        if (places.n > MAX_KNOWN / 2) continue; /* too many for this test */
        explore(&g, &s, seat, false);
        if (points == 1) explore_shifts(&g, &s, seat);
        CHECK_INT(offered.n, results.n);
        for (int i = 0; i < MAX_KNOWN; i++)
            if (results.hash[i]) CHECK(!add(&offered, results.hash[i]));
        positions++;
    }
    CHECK_INT(positions, games);
}
static void one_point(void) { all_results(1, 30); }
static void two_points(void) { all_results(2, 30); }
static void three_points(void) { all_results(3, 12); }

static const struct test tests[] = {
    {"movement: no result of one point is lost", one_point},
    {"movement: no result of two points is lost", two_points},
    {"movement: no result of three points is lost", three_points},
};
TEST_SUITE(movement, tests);
