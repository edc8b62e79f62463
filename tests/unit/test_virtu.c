/* test_virtu.c: what scenarios cannot show of Virtù: how choices are listed for people, and that what is not possible is
 * told at the right place of the map. */
#include "casata/scene.h"
#include "casata/writer.h"
#include "games/virtu/virtu.h"
#include "harness.h"

static struct casata_scene scene;
typedef void look(const struct virtu *s, unsigned phase);

/* Looks at every decision of some random games. */
static void look_at_games(look *at) {
    struct casata_game g;
    struct virtu s;
    casata_find("virtu", &g);
    for (unsigned seed = 1; seed <= 12; seed++) {
        const uint8_t option[VT_OPTION_COUNT] = {0};
        struct casata_rng rng;
        casata_rng_seed(&rng, seed);
        casata_init(&g, &s, 2 + (int)(seed % 4), option);
        for (unsigned to_act; (to_act = casata_to_act(&g, &s)) != 0 && s.year < 9;) {
            casata_action a[CASATA_MAX_CHOICES];
            int seat = __builtin_ctz(to_act);
            if (seat == CASATA_CHANCE) {
                casata_apply(&g, &s, CASATA_CHANCE, casata_sample(&g, &s, &rng), NULL);
                continue;
            }
            casata_scene_build(&g, &s, seat, &scene);
            at(&s, s.head.frame[s.head.depth - 1].phase);
            int n = casata_legal(&g, &s, seat, a);
            casata_apply(&g, &s, seat, a[casata_rng_below(&rng, (uint32_t)n)], NULL);
        }
    }
}
static int place_of(unsigned kind) /* of the first choice of a kind; -1: none */ {
    for (int i = 0; i < scene.n_choices; i++)
        if (casata_kind(scene.choice[i].action) == kind) return i;
    return -1;
}

static void check_order(const struct virtu *s, unsigned phase) {
    int stop = place_of(VT_A_STOP), bought = -1;
    (void)s;
    (void)phase;
    if (place_of(VT_A_PAYDAY) >= 0) CHECK_INT(place_of(VT_A_PAYDAY), 0);
    if (place_of(VT_A_PLACE) >= 0) CHECK_INT(place_of(VT_A_PLACE), 0);
    if (stop >= 0) CHECK_INT(stop, scene.n_choices - 1);
    if (place_of(VT_A_PASS) >= 0) CHECK_INT(place_of(VT_A_PASS), scene.n_choices - 1);
    for (int i = 0; i < scene.n_choices; i++) {
        if (casata_kind(scene.choice[i].action) != VT_A_BUY) continue;
        int rank = (int)vt_buy_rank(casata_a(scene.choice[i].action));
        CHECK(rank > bought);
        bought = rank;
    }
}
static void order_of_choices(void) { look_at_games(check_order); }

static int told_cities; /* blocked things that name a city */
static void check_blocked(const struct virtu *s, unsigned phase) {
    (void)s, (void)phase;
    for (int i = 0; i < scene.n_blocked; i++) {
        const struct casata_blocked *b = &scene.blocked[i];
        if (!b->text.n || b->text.arg[0].words != &vt_cities) continue;
        told_cities++;
        CHECK_INT(scene.slot[b->slot].row, b->text.arg[0].index);
    }
}
static void blocked_places(void) {
    told_cities = 0;
    look_at_games(check_blocked);
    CHECK(told_cities > 100);
}

/* Position JSON with "spent":[] replaced. */
static bool read_with_spent(const char *spent, struct virtu *out, char err[200]) {
    static char text[32768], edited[32768];
    struct casata_game g;
    struct virtu s;
    casata_find("virtu", &g);
    casata_init(&g, &s, 3, (const uint8_t[VT_OPTION_COUNT]){VT_POWERS_IN_ORDER});
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_position_json(&g, &s, &w);
    const char *at = strstr(text, "\"spent\":[]");
    if (!CHECK(casata_writer_ok(&w) && at)) return false;
    w = casata_writer_on(edited, sizeof edited);
    casata_w_raw(&w, text, (size_t)(at - text));
    casata_w_text(&w, "\"spent\":");
    casata_w_text(&w, spent);
    casata_w_text(&w, at + strlen("\"spent\":[]"));
    return casata_position_read(&g, edited, strlen(edited), out, err);
}
/* Sets are lists of words, in any order; the numbers of older positions are still read. */
static void sets_in_positions(void) {
    struct virtu by_words, by_number;
    char err[200] = "";
    CHECK(read_with_spent("[\"Pisa\",\"Florence\"]", &by_words, err));
    CHECK(read_with_spent("6144", &by_number, err));
    CHECK(by_words.spent == (vt_bit(VT_C_FLORENCE) | vt_bit(VT_C_PISA)));
    CHECK(memcmp(&by_words, &by_number, sizeof by_words) == 0);
    CHECK(!read_with_spent("[\"Pisa\",\"Pisa\"]", &by_words, err) && strstr(err, "twice"));
    CHECK(!read_with_spent("[\"Paris\"]", &by_words, err) &&
          strstr(err, "spent[0]: \"Paris\" is not a city"));
    CHECK(!read_with_spent("[3]", &by_words, err) && !read_with_spent("\"Pisa\"", &by_words, err));
    CHECK(!read_with_spent("4294967296", &by_words, err));
}

/* R2.6: whoever has a power has its colour, however the powers were divided up. */
static unsigned powers_seen; /* bit set */
static void check_colours(const struct virtu *s, unsigned phase) {
    static const char *const colour[VT_POWER_COUNT] = {
        [VT_MILAN] = "blue",   [VT_FLORENCE] = "red", [VT_NAPLES] = "yellow",
        [VT_VENICE] = "green", [VT_ROME] = "white",
    };
    (void)phase;
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct casata_arg *shown = &scene.colour[seat];
        if (!CHECK(shown->words)) continue;
        CHECK_STR(shown->words->word[shown->index], colour[s->p[seat].power]);
        powers_seen |= 1u << s->p[seat].power;
    }
}
static void colours_of_powers(void) {
    look_at_games(check_colours);
    CHECK_INT(powers_seen, (1 << VT_POWER_COUNT) - 1);
}

/* R4.5, G62: the kinds of a cost are paid one after the other; with the first two exchanged a payment can end in the same
 * positions. */
enum { MOST_ENDS = 4096 };
struct ends {
    uint64_t hash[MOST_ENDS];
    int n, depth; /* depth: of the stack when both are paid */
};
static bool find_ends(const struct casata_game *g, const struct virtu *s, struct ends *e) {
    casata_action a[CASATA_MAX_CHOICES];
    int seat = s->head.frame[s->head.depth - 1].seat, n = casata_legal_distinct(g, s, seat, a);
    for (int i = 0; i < n; i++) {
        struct virtu next = *s;
        casata_apply(g, &next, seat, a[i], NULL);
        if (next.head.depth > e->depth && next.head.frame[e->depth].phase == VT_PH_PAY) {
            if (!find_ends(g, &next, e)) return false;
        } else if (e->n == MOST_ENDS)
            return false;
        else
            e->hash[e->n++] = casata_hash(g, &next);
    }
    return true;
}
static bool all_in(const struct ends *some, const struct ends *all) {
    for (int i = 0; i < some->n; i++) {
        int k = 0;
        while (k < all->n && all->hash[k] != some->hash[i]) k++;
        if (k == all->n) return false;
    }
    return true;
}
static int payments_seen;
static void check_kinds(const struct virtu *s, unsigned phase) {
    static struct ends one, other;
    unsigned top = s->head.depth - 1u;
    struct casata_game g;
    if (phase != VT_PH_PAY || s->head.frame[top - 1].phase != VT_PH_PAY) return;
    casata_find("virtu", &g);
    struct virtu start = *s, swapped;
    casata_forget_order(&g, &start);
    swapped = start;
    swapped.head.frame[top] = start.head.frame[top - 1];
    swapped.head.frame[top - 1] = start.head.frame[top];
    /* Sources that can still give symbols count while florins are paid first. */
    casata_locals(vt_pay, &swapped.head.frame[top])->with |=
        casata_locals(vt_pay, &swapped.head.frame[top - 1])->with;
    one.n = other.n = 0;
    one.depth = other.depth = (int)top - 1;
    if (!find_ends(&g, &start, &one) || !find_ends(&g, &swapped, &other)) return;
    payments_seen++;
    CHECK(all_in(&one, &other) && all_in(&other, &one));
}
static void order_of_kinds(void) {
    look_at_games(check_kinds);
    CHECK(payments_seen > 10);
}

static const struct test tests[] = {
    {"payment: which kind of symbol comes first changes nothing", order_of_kinds},
    {"a seat has the colour of its power", colours_of_powers},
    {"position: sets are lists of words, and numbers are still read", sets_in_positions},
    {"choices: what one usually wants first, the end last", order_of_choices},
    {"what is not possible in a city is explained at that city", blocked_places},
};
TEST_SUITE(virtu, tests);
