/* server_unit_test.c: parts of the server by themselves: texts, rates, addresses, files, secrets, chance and
 * options. */
#include "harness.h"
#include "server/address.h"
#include "server/files.h"
#include "server/plain.h"
#include "server/secret.h"
#include "server/server_int.h"
#include "server/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_plain(void) {
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"Anna", "Anna"},
        {"  Anna \t M.\n", "Anna M."},
        {"a\x01"
         "b\x7f"
         "c\x1b[31m",
         "abc[31m"},
        {"\xc2\x85x\xc2\xa0y", "x y"}, /* C1 control, hard blank */
        {"\xe2\x80\xae"
         "evil\xe2\x80\xac \xe2\x81\xa6x\xe2\x81\xa9",
         "evil x"},                           /* direction overrides */
        {"\xe2\x80\x8bz\xef\xbb\xbfw", "zw"}, /* zero width */
        {"\xf0\x9f\x8e\xb2 \xc5\x81\xc5\x91", "\xf0\x9f\x8e\xb2 \xc5\x81\xc5\x91"},
        {"<b>&\"'", "<b>&\"'"}, /* data, not markup */
        {"0123456789012345678901234567890123", "0123456789012345678901234567890"},
        {"\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81"
         "\xc5\x81"
         "\xc5\x81\xc5\x81\xc5\x81",
         "\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81"
         "\xc5\x81"
         "\xc5\x81\xc5\x81"}, /* cut between characters */
    };
    char out[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(plain_text(cases[i].in, out, sizeof out));
        CHECK_STR(out, cases[i].out);
    }
    CHECK(!plain_text("", out, sizeof out));
    CHECK(!plain_text(" \x02\xe2\x80\x8b ", out, sizeof out));
    CHECK_INT(plain_count("a\xc5\x81\xf0\x9f\x8e\xb2"), 3);
}

static void test_bucket(void) {
    struct bucket b = {0};
    int taken = 0;
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, 1000, 3600, 10); /* one a second, ten at once */
    CHECK_INT(taken, 10);
    CHECK(!bucket_take(&b, 1900, 3600, 10));
    CHECK(bucket_take(&b, 2000, 3600, 10));
    CHECK(!bucket_take(&b, 2000, 3600, 10));
    taken = 0;
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, 3600000, 3600, 10); /* never more than the burst */
    CHECK_INT(taken, 10);
    struct bucket fast = {0};
    CHECK(bucket_take(&fast, 1, INT64_C(4000000000000), 5));
}

static void test_addresses(void) {
    struct addresses all = {.salt = 5};
    uint8_t a[16], b[16];
    CHECK(address_parse("192.0.2.1", a) && address_parse("::ffff:192.0.2.1", b));
    CHECK(memcmp(a, b, 16) == 0);
    CHECK(address_parse("2001:db8::1", a) && address_parse("2001:db8::ffff", b));
    CHECK(memcmp(a, b, 16) == 0); /* one network */
    CHECK(address_parse("2001:db8:0:1::1", b) && memcmp(a, b, 16) != 0);
    CHECK(!address_parse("table.example", a) && !address_parse("", a) && !address_parse("1.2.3", a));
    for (unsigned i = 0; i < 5000; i++) {
        memcpy(a, &i, sizeof i);
        struct address *x = address_get(&all, a, 10);
        CHECK(x && x == address_get(&all, a, 10));
        x->sockets = i == 7;
    }
    CHECK_INT(all.n, 5000);
    address_sweep(&all, 3600 * 1000);
    CHECK_INT(all.n, 5000);
    address_sweep(&all, 3600 * 1000 + 11);
    CHECK_INT(all.n, 1); /* the one with a connection */
    address_free(&all);
}

static void test_encodings(void) {
    uint8_t x = 0;
    struct file f = {.body = {&x, &x, &x}}, plain = {.body = {NULL, NULL, &x}};
    CHECK_INT(files_encoding(&f, "gzip, deflate, br"), FILE_BR);
    CHECK_INT(files_encoding(&f, "gzip"), FILE_GZIP);
    CHECK_INT(files_encoding(&f, "x-gzip"), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, "brotli"), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, ""), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, "br; q=0, gzip; q=0.5"), FILE_GZIP);
    CHECK_INT(files_encoding(&f, "br;q=0.000,gzip;q=0.001"), FILE_GZIP);
    CHECK_INT(files_encoding(&plain, "gzip, br"), FILE_PLAIN);
}

static void test_secrets(void) {
    char a[SECRET_TOKEN_TEXT], b[SECRET_TOKEN_TEXT];
    struct store_key x, y, none = {{0}};
    struct store_id id, again;
    char text[SECRET_ID_TEXT];
    secret_token(a, &x);
    secret_token(b, &y);
    CHECK_INT(strlen(a), 43);
    CHECK(strcmp(a, b) != 0 && !secret_equal(&x, &y));
    secret_hash(a, &y);
    CHECK(secret_equal(&x, &y));
    CHECK(!secret_equal(&none, &none)); /* no secret opens nothing */
    secret_id(&id);
    secret_id_text(&id, text);
    CHECK(secret_id_parse(text, &again) && memcmp(&id, &again, sizeof id) == 0);
    CHECK(!secret_id_parse("", &again) && !secret_id_parse("AAAAAAAAAAAAAAAAAAAAA", &again));
    CHECK(!secret_id_parse("AAAAAAAAAAAAAAAAAAAA+A", &again)); /* only letters, digits, - and _ */
    CHECK(!secret_id_parse("AAAAAAAAAAAAAAAAAAAAAAA", &again));
}

static void test_below(void) {
    int count[3] = {0};
    for (int i = 0; i < 30000; i++) count[secret_below(3)]++;
    for (int i = 0; i < 3; i++) CHECK(count[i] > 9600 && count[i] < 10400);
    CHECK_INT(secret_below(1), 0);
    int high = 0; /* where a remainder would favour the low half two to one */
    for (int i = 0; i < 20000; i++) high += secret_below(UINT64_C(3) << 62) >= UINT64_C(3) << 61;
    CHECK(high > 9600 && high < 10400);
}

/* Draws of chance follow the weights: chi-square over the outcomes of the first draws of every game. */
static void check_chance(const struct casata_game *g, const void *state) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int count[CASATA_MAX_CHOICES] = {0}, n = casata_outcomes(g, state, out), draws = 200 * n;
    double weights = 0, chi = 0;
    for (int i = 0; i < n; i++) weights += out[i].weight;
    for (int k = 0; k < draws; k++) {
        casata_action a = secret_chance(g, state);
        int i = 0;
        while (i < n && out[i].action != a) i++;
        if (!CHECK(i < n)) return;
        count[i]++;
    }
    for (int i = 0; i < n; i++) {
        double expected = draws * (out[i].weight / weights), off = count[i] - expected;
        chi += off * off / expected;
    }
    double free = n - 1, bound = free + 6 * (free > 0 ? free : 1); /* far beyond six deviations for any n */
    CHECK(chi <= bound + 20);
}

static void test_chance(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        _Alignas(8) unsigned char state[CASATA_MAX_STATE];
        if (!CHECK_INT(casata_init(&g, state, g.rules->min_seats, NULL), CASATA_OK)) return;
        for (int k = 0; k < 6 && casata_to_act(&g, state) == 1u << CASATA_CHANCE; k++) {
            check_chance(&g, state);
            casata_apply(&g, state, CASATA_CHANCE, secret_chance(&g, state), NULL);
        }
    }
}

/* Options of a stored table: whole words, each known and at most once. */
static void test_options(void) {
    static const char *const boards_text[] = {"random", "in_order"}, *const order_text[] = {"track",
                                                                                            "clockwise"};
    static const struct casata_words boards = {"boards", 2, boards_text}, order = {"order", 2, order_text};
    static const struct casata_game_option options[] = {{"boards", &boards, 0, 0}, {"order", &order, 0, 0}};
    static const struct casata_rules rules = {.n_options = 2, .options = options};
    static const struct {
        const char *text;
        int boards, order; /* -1: refused */
    } cases[] = {
        {"", 0, 0},
        {"boards=random order=track", 0, 0},
        {"boards=in_order order=clockwise", 1, 1},
        {"order=clockwise boards=random", 0, 1},
        {"order=clockwise", 0, 1},
        {"in_order=clockwise", -1, -1},
        {"border=clockwise", -1, -1},
        {"boards=in_order=clockwise", -1, -1},
        {"boards=random order=clockwisely", -1, -1},
        {"boards=random boards=in_order", -1, -1},
        {"boards=random unknown=1", -1, -1},
        {"boards", -1, -1},
        {"boards=", -1, -1},
        {"boards=random ", -1, -1},
        {" boards=random", -1, -1},
        {"boards=random  order=track", -1, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t option[CASATA_MAX_GAME_OPTIONS];
        bool ok = restore_options(&rules, cases[i].text, option);
        if (!CHECK_INT(ok, cases[i].boards >= 0)) test_fail(__FILE__, __LINE__, cases[i].text);
        if (!ok) continue;
        CHECK_INT(option[0], cases[i].boards);
        CHECK_INT(option[1], cases[i].order);
    }
}

static const struct test tests[] = {
    {"plain text", test_plain},
    {"rates", test_bucket},
    {"addresses", test_addresses},
    {"encodings", test_encodings},
    {"secrets", test_secrets},
    {"numbers below", test_below},
    {"chance by its weights", test_chance},
    {"options of a stored table", test_options},
};
static TEST_SUITE(server_unit, tests);

int main(int argc, char **argv) {
    const struct test_suite *suites[] = {&suite_server_unit};
    test_verbose = argc > 1 && strcmp(argv[1], "--verbose") == 0;
    if (!secret_start()) return 1;
    test_run(suites, 1, NULL);
    return test_report();
}
