/* test_position_read.c: position JSON there and back, and each way in which it can be wrong. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "example/example.h"
#include "match_test.h"

static char json[1 << 16];

static size_t write_position(const struct casata_game *g, const void *state) {
    struct casata_writer w = casata_writer_on(json, sizeof json);
    casata_position_json(g, state, &w);
    CHECK(casata_writer_ok(&w));
    return w.len;
}

static void test_round_trip(void) {
    CASATA_STATE_BUFFER(state);
    char err[200];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct casata_match m;
        new_match(&m, seed);
        do {
            size_t n = write_position(&m.game, m.state);
            if (!CHECK(casata_position_read(&m.game, json, n, state, err)))
                test_fail(__FILE__, __LINE__, err);
            CHECK(memcmp(state, m.state, m.game.rules->state_size) == 0);
            if (casata_match_to_act(&m) >= 0) play_any(&m);
        } while (casata_match_to_act(&m) >= 0);
        casata_match_free(&m);
    }
}

/* `old` in a position is replaced by `new`; the message must begin with the path. */
static const struct {
    const char *old, *new, *message;
} mistakes[] = {
    {"\"game\":\"fiera\"", "\"game\":\"go\"", "game: "},
    {"\"game\":\"fiera\"", "\"game\":1", "game: "},
    {"\"game\":\"fiera\",", "", "\"game\" is missing"},
    {"\"seats\":3", "\"seats\":9", "seats: 9 is above 3"},
    {"\"seats\":3", "\"seats\":1", "seats: 1 is below 2"},
    {"\"seats\":3", "\"seats\":\"3\"", "seats: a whole number is needed"},
    {"\"seats\":3", "\"seats\":3.0", "seats: a whole number is needed"},
    {"\"turn\":", "\"turn\":99999", "turn: 9999"},
    {"\"turn\":", "\"turn\":-", "turn: -"},
    {"\"turn\":", "\"turns\":", "\"turn\" is missing"},
    {"\"turn\":", "\"x\":1,\"turn\":", "unknown key \"x\""},
    {"\"hand\":\"three\"", "\"hand\":\"four\"", "options.hand: \"four\" is not one of"},
    {"\"hand\":\"three\"", "\"hand\":0", "options.hand: a text is needed"},
    {"\"hand\":\"three\"", "\"arm\":\"three\"", "options: unknown key \"arm\""},
    {"\"options\":{", "\"options\":{\"x\":1,", "options: unknown key \"x\""},
    {"\"frames\":[", "\"frames\":[7,", "frames[0]: an object is needed"},
    {"\"frames\":[", "\"frames\":[{},", "frames[0]: \"phase\" is missing"},
    {"\"phase\":\"fair\"", "\"phase\":\"lunch\"", "frames[0].phase: \"lunch\" is not a phase"},
    {"\"phase\":\"fair\"", "\"phase\":null", "frames[0].phase: a text is needed, not null"},
    {"\"dealt\":3", "\"dealt\":300", "frames[0].dealt: 300 is above 255"},
    {"\"dealt\":3", "\"dealt\":true", "frames[0].dealt: a whole number is needed"},
    {"\"dealt\":3", "\"dealt\":9", "the position cannot be: "},
    {"\"frames\":[", "\"frames\":[{},{},{},{},{},{},{},{},{},{},{},{},", "frames: 1"},
    {"\"coins\":", "\"coins\":70000", ".coins: 70000"},
    {"\"coins\":", "\"gold\":", "\"coins\" is missing"},
    {"\"coins\":", "\"coins\":1,\"coins\":", "a key is repeated"},
    {"\"turn\":", "\"turn\":01", "not JSON: line 1, column "},
    {"\"turn\":", "\"turn\":99999999999999999999", ": a whole number is too large"},
    {"\"turn\":", "\"turn\":9999999999999999", "turn: 99999999999999"},
    {"\"turn\":", "\"turn\":1e", "turn: a whole number is needed, not a number with a fraction"},
};

static void test_mistakes_are_named(void) {
    struct casata_match m;
    CASATA_STATE_BUFFER(state) = {42};
    new_match(&m, 1);
    write_position(&m.game, m.state);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char err[200] = "";
        char *bad = replaced(json, mistakes[i].old, mistakes[i].new);
        if (!CHECK(!casata_position_read(&m.game, bad, strlen(bad), state, err)))
            test_fail(__FILE__, __LINE__, mistakes[i].new);
        else
            CHECK_PART(mistakes[i].message, err);
        CHECK_INT(state[0], 42); /* untouched */
        free(bad);
    }
    casata_match_free(&m);
}

static void test_not_json(void) {
    static const char *const texts[] = {"", "{", "[]", "7", "\"x\"", "{}", "{\"game\":\"fiera\"} x", "\xff"};
    struct casata_game g = example_game();
    CASATA_STATE_BUFFER(state);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char err[200] = "";
        CHECK(!casata_position_read(&g, texts[i], strlen(texts[i]), state, err));
        CHECK(err[0] != 0);
    }
}

/* Members in another order and blanks between everything: the same position. */
static void test_written_otherwise(void) {
    static char spaced[1 << 17];
    struct casata_match m;
    CASATA_STATE_BUFFER(state);
    char err[200] = "";
    size_t at = 0;
    new_match(&m, 3);
    write_position(&m.game, m.state);
    for (const char *p = json; *p; p++) {
        if (strchr("{}[]:,", *p)) spaced[at++] = ' ';
        spaced[at++] = *p;
        if (strchr("{}[]:,", *p)) spaced[at++] = '\n';
    }
    spaced[at] = 0;
    if (!CHECK(casata_position_read(&m.game, spaced, at, state, err))) test_fail(__FILE__, __LINE__, err);
    CHECK(memcmp(state, m.state, m.game.rules->state_size) == 0);
    char *moved = replaced(json, "{\"game\":\"fiera\",", "{");
    moved[strlen(moved) - 1] = 0;
    snprintf(spaced, sizeof spaced, "%s,\"game\":\"fiera\"}", moved);
    if (!CHECK(casata_position_read(&m.game, spaced, strlen(spaced), state, err)))
        test_fail(__FILE__, __LINE__, err);
    CHECK(memcmp(state, m.state, m.game.rules->state_size) == 0);
    free(moved);
    casata_match_free(&m);
}

static const struct test tests[] = {
    {"a position reads back as it was", test_round_trip},
    {"a position may be written otherwise", test_written_otherwise},
    {"a mistake in a position is named with its path", test_mistakes_are_named},
    {"what is no position is refused", test_not_json},
};
TEST_SUITE(position_read, tests);
