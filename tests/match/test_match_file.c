/* test_match_file.c: match files saved, resumed, and refused when something in them is wrong. */
#include "casata/rules.h"
#include "example/example.h"
#include "match_test.h"

static void make_match(struct casata_match *m, uint64_t seed, int decisions) {
    new_match(m, seed);
    m->seat[1].kind = CASATA_BOT;
    m->seat[1].level = CASATA_SCUDIERO;
    strcpy(m->seat[0].name, "Zażółć \"x\"");
    while (decisions-- > 0 && casata_match_to_act(m) >= 0) play_any(m);
}

static void check_same(const struct casata_match *a, const struct casata_match *b) {
    CHECK_INT(a->n_log, b->n_log);
    CHECK_INT(a->seats, b->seats);
    CHECK_HEX(casata_hash(&a->game, a->state), casata_hash(&b->game, b->state));
    CHECK(memcmp(a->start, b->start, a->game.rules->state_size) == 0);
    CHECK(memcmp(a->seat, b->seat, sizeof a->seat) == 0);
    CHECK(memcmp(a->option, b->option, sizeof a->option) == 0);
    CHECK_INT(a->from_position, b->from_position);
    for (int i = 0; i < a->n_log && i < b->n_log; i++) {
        CHECK_HEX(a->log[i].action, b->log[i].action);
        CHECK_HEX(a->log[i].hash, b->log[i].hash);
        CHECK_INT(a->log[i].reveals, b->log[i].reveals);
    }
}

static void test_round_trip(void) {
    for (int decisions = 0; decisions < 40; decisions += 3) {
        struct casata_match m, again;
        char err[200];
        make_match(&m, 11 + (uint64_t)decisions, decisions);
        char *text = casata_match_save(&m);
        if (!CHECK(casata_match_load(&again, text, strlen(text), &m.game, err)))
            test_fail(__FILE__, __LINE__, err);
        else {
            check_same(&m, &again);
            char *twice = casata_match_save(&again);
            CHECK_STR(twice, text);
            free(twice);
            play_to_end(&again); /* resumed */
            casata_match_free(&again);
        }
        free(text);
        casata_match_free(&m);
    }
}

static void test_from_position_round_trip(void) {
    struct casata_match m, from, again;
    char err[200];
    make_match(&m, 4, 5);
    CHECK(casata_match_from_position(&from, &m.game, m.state, 1) == NULL);
    play_to_end(&from);
    char *text = casata_match_save(&from);
    if (CHECK(casata_match_load(&again, text, strlen(text), &m.game, err))) {
        check_same(&from, &again);
        casata_match_free(&again);
    }
    free(text);
    casata_match_free(&from);
    casata_match_free(&m);
}

static void test_one_line_an_entry(void) {
    struct casata_match m;
    make_match(&m, 4, 100);
    char *text = casata_match_save(&m);
    int lines = 0;
    for (const char *p = text; (p = strstr(p, "\n  [")); p++) lines++;
    CHECK_INT(lines, m.n_log);
    free(text);
    casata_match_free(&m);
}

/* Newer rules go on from the snapshot: the old log is only shown, and stays in the file. */
static void test_older_rules(void) {
    struct casata_match m, next, again;
    struct casata_rules newer = fiera_rules;
    char err[200];
    make_match(&m, 6, 5);
    newer.rules_version++;
    struct casata_game g = casata_edition(&newer, newer.data);
    char *text = casata_match_save(&m);
    if (CHECK(casata_match_load(&next, text, strlen(text), &g, err))) {
        CHECK_INT(next.n_past, m.n_log);
        CHECK_INT(next.n_log, 0);
        CHECK(next.from_position);
        CHECK(memcmp(next.state, m.state, newer.state_size) == 0);
        CHECK_STR(next.seat[0].name, m.seat[0].name);
        play_to_end(&next);
        char *later = casata_match_save(&next);
        if (CHECK(casata_match_load(&again, later, strlen(later), &g, err))) {
            CHECK_INT(again.n_past, m.n_log);
            CHECK_STR(again.past[0].text, next.past[0].text);
            CHECK_INT(again.past[0].seat, CASATA_CHANCE);
            check_same(&next, &again);
            casata_match_free(&again);
        }
        CHECK(!casata_match_load(&again, later, strlen(later), &m.game, err)); /* older program, newer file */
        CHECK_PART("rules version", err);
        free(later);
        casata_match_free(&next);
    }
    free(text);
    casata_match_free(&m);
}

static const struct {
    const char *old, *new, *message;
} corruptions[] = {
    {"{\"casata_match\":1", "{\"casata_match\":2", "casata_match"},
    {"{\"casata_match\":1", "{\"casata\":1", "casata_match"},
    {"{\"casata_match\":1", "{\"casata_match\":1,\"extra\":1", "extra"},
    {"\"game\":\"fiera\"", "\"game\":\"chess\"", "chess"},
    {"\"game\":\"fiera\"", "\"game\":7", "game"},
    {"\"rules_version\":", "\"rules_version\":9", "rules_version"},
    {"\"rules_version\":", "\"rules_version\":-", "rules_version"},
    {"\"edition\":\"", "\"edition\":\"0", "edition"},
    {"\"kind\":\"bot\"", "\"kind\":\"cat\"", "seats[1].kind"},
    {"\"level\":\"scudiero\"", "\"level\":\"x\"", "seats[1].level"},
    {"\"level\":\"scudiero\",", "", "seats[1].level"},
    {"\"name\":\"Za",
     "\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "seats[0].name"},
    {"\"kind\":\"human\"", "\"kind\":\"human\",\"x\":0", "seats[0]"},
    {"[\"chance\",", "[0,", "log entry 1"},
    {"[\"chance\",", "[\"nobody\",", "log entry 1"},
    {"[\"chance\",", "[\"chance\",1,", "log entry 1"},
    {"\"deal 0 ", "\"deal 9 ", "log entry 1"},
    {"\"deal 0 ", "\"teal 0 ", "is not an action"},
    {"\n  [0,\"", "\n  [0,\"x", "is not an action"},
    {"\n  [0,", "\n  [2,", "log entry 11"},
    {"\"log\":[", "\"log\":{},\"past\":[", "log"},
    {"\"ply\":", "\"ply\":1", "snapshot.ply"},
    {"\"snapshot\":{", "\"snapshot\":{\"x\":{}},\"past\":{", "past"},
    {"\"position\":{", "\"position\":{\"x\":0,", "snapshot.position"},
    {"\"options\":{", "\"options\":{\"x\":0,", "options"},
    {"\"options\":{", "\"options\":[],\"past\":{", "options"},
    {"{", "", "not JSON"},
    {"{\"casata_match\":1", "{\"game\":\"fiera\",\"casata_match\":1", "not JSON"}, /* a key twice */
};

static void test_corrupted_files(void) {
    struct casata_match m, again = {.seats = 55};
    make_match(&m, 8, 100);
    char *text = casata_match_save(&m);
    for (size_t i = 0; i < sizeof corruptions / sizeof *corruptions; i++) {
        char err[200] = "";
        char *bad = replaced(text, corruptions[i].old, corruptions[i].new);
        if (!CHECK(!casata_match_load(&again, bad, strlen(bad), &m.game, err))) {
            test_fail(__FILE__, __LINE__, corruptions[i].new);
            casata_match_free(&again);
            again.seats = 55;
        } else
            CHECK_PART(corruptions[i].message, err);
        CHECK_INT(again.seats, 55); /* untouched */
        free(bad);
    }
    free(text);
    casata_match_free(&m);
}

/* A changed hash or action is named at the first entry that differs. */
static void test_first_difference(void) {
    struct casata_match m, again;
    char err[200], want[32];
    make_match(&m, 8, 100);
    for (int i = 0; i < m.n_log; i++) {
        uint64_t hash = m.log[i].hash;
        m.log[i].hash ^= 1;
        char *bad = casata_match_save(&m);
        m.log[i].hash = hash;
        CHECK(!casata_match_load(&again, bad, strlen(bad), &m.game, err));
        snprintf(want, sizeof want, "log entry %d:", i + 1);
        CHECK_PART(want, err);
        free(bad);
    }
    casata_match_free(&m);
}

/* Cut anywhere, flipped anywhere: refused or equal, never worse. */
static void test_damaged_bytes(void) {
    struct casata_match m, again;
    char err[200];
    make_match(&m, 8, 30);
    char *text = casata_match_save(&m);
    size_t n = strlen(text);
    for (size_t cut = 0; cut + 2 < n; cut += 7) CHECK(!casata_match_load(&again, text, cut, &m.game, err));
    for (size_t i = 0; i < n; i += 3) {
        char old = text[i];
        text[i] ^= 1;
        if (casata_match_load(&again, text, n, &m.game, err)) {
            CHECK_HEX(casata_hash(&again.game, again.state), casata_hash(&m.game, m.state));
            casata_match_free(&again);
        }
        text[i] = old;
    }
    free(text);
    casata_match_free(&m);
}

static void test_other_edition(void) {
    struct casata_match m, again;
    struct fiera_data data = *(const struct fiera_data *)fiera_rules.data;
    char err[200];
    data.wares[0].value++;
    struct casata_game g = casata_edition(&fiera_rules, &data);
    make_match(&m, 8, 4);
    char *text = casata_match_save(&m);
    CHECK(!casata_match_load(&again, text, strlen(text), &g, err));
    CHECK_PART("edition", err);
    free(text);
    casata_match_free(&m);
}

static void test_peek(void) {
    struct casata_match m;
    char id[32];
    make_match(&m, 8, 4);
    char *text = casata_match_save(&m), *position = strstr(text, "\"position\":") + 11;
    CHECK_INT(casata_file_peek(text, strlen(text), id), CASATA_FILE_MATCH);
    CHECK_STR(id, "fiera");
    CHECK_INT(casata_file_peek(position, strlen(position) - 4, id), CASATA_FILE_POSITION);
    CHECK_STR(id, "fiera");
    CHECK_INT(casata_file_peek("{}", 2, id), CASATA_FILE_NEITHER);
    CHECK_INT(casata_file_peek("", 0, id), CASATA_FILE_NEITHER);
    CHECK_STR(id, "");
    free(text);
    casata_match_free(&m);
}

/* Who gave up stands in the file; older rules cut the log, and it stays so. */
static void test_resigned(void) {
    struct casata_match m, again, next;
    struct casata_rules newer = fiera_rules;
    char err[200];
    make_match(&m, 6, 5);
    newer.rules_version++;
    struct casata_game g = casata_edition(&newer, newer.data);
    CHECK(casata_match_resign(&m, 2) == NULL);
    int at = m.n_log;
    play_any(&m);
    char *text = casata_match_save(&m);
    if (CHECK(casata_match_load(&again, text, strlen(text), &m.game, err))) {
        check_same(&m, &again);
        CHECK_INT(again.seat[2].resigned, at + 1);
        CHECK(casata_match_undo(&again, at - 1) == NULL);
        CHECK_INT(again.seat[2].resigned, 0);
        casata_match_free(&again);
    }
    if (CHECK(casata_match_load(&next, text, strlen(text), &g, err))) {
        CHECK_INT(next.seat[2].resigned, 1);
        casata_match_free(&next);
    }
    static const char *const wrong[] = {"999999", "-1", "\"1\"", "1.5", "null"};
    char key[40], bad[8000];
    snprintf(key, sizeof key, "\"resigned\":%d", at);
    char *place = strstr(text, key);
    for (size_t i = 0; CHECK(place != NULL) && i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(bad, sizeof bad, "%.*s\"resigned\":%s%s", (int)(place - text), text, wrong[i],
                 place + strlen(key));
        CHECK(!casata_match_load(&again, bad, strlen(bad), &m.game, err));
        CHECK_PART("seats[2].resigned", err);
    }
    free(text);
    casata_match_free(&m);
}

static const struct test tests[] = {
    {"a match is saved and resumed", test_round_trip},
    {"a match from a position too", test_from_position_round_trip},
    {"the file has one line for each entry", test_one_line_an_entry},
    {"a match of older rules goes on from its snapshot", test_older_rules},
    {"who gave up stands in the file", test_resigned},
    {"a corrupted file is refused with the place", test_corrupted_files},
    {"the first entry that differs is named", test_first_difference},
    {"damaged bytes are refused", test_damaged_bytes},
    {"another edition is refused", test_other_edition},
    {"a file says what it is", test_peek},
};
TEST_SUITE(match_file, tests);
