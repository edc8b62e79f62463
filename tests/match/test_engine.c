/* test_engine.c: what of the protocol needs a game with hidden cards and decisions of several seats at once;
 * the rest is tested over a real process (tests/protocol). */
#include "engine/engine.h"
#include "example/example.h"
#include "match_test.h"

#include <jansson.h>

static struct engine *e;

static json_t *ask(const char *line) {
    char *reply = engine_line(e, line, strlen(line));
    json_t *json = reply ? json_loads(reply, JSON_REJECT_DUPLICATES, NULL) : NULL;
    CHECK(json_is_object(json));
    CHECK(reply && !strchr(reply, '\n'));
    free(reply);
    return json;
}

static void start(const char *new) {
    struct casata_game g = example_game();
    e = engine_new(&g, 1, NULL);
    json_t *reply = ask(new);
    CHECK(json_is_true(json_object_get(reply, "ok")));
    json_decref(reply);
}

static void expect_code(const char *line, const char *code) {
    json_t *reply = ask(line);
    CHECK_STR(json_string_value(json_object_get(json_object_get(reply, "error"), "code")), code);
    json_decref(reply);
}

static int count(const json_t *reply, const char *key) {
    return (int)json_array_size(json_object_get(reply, key));
}

/* Plays the first legal action of a seat; the reply. */
static json_t *play_first(int seat) {
    char line[200];
    snprintf(line, sizeof line, "{\"cmd\":\"legal\",\"seat\":%d}", seat);
    json_t *legal = ask(line);
    const json_t *first = json_array_get(json_object_get(legal, "actions"), 0);
    const char *action = json_string_value(json_object_get(first, "action"));
    CHECK_INT(json_integer_value(json_object_get(legal, "seat")), seat);
    snprintf(line, sizeof line, "{\"cmd\":\"play\",\"seat\":%d,\"action\":\"%s\"}", seat,
             action ? action : "");
    json_decref(legal);
    return ask(line);
}

static void test_several_at_once(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":3,\"seed\":4}");
    json_t *reply = ask("{\"cmd\":\"status\"}");
    CHECK_INT(count(reply, "to_act"), 3);
    json_decref(reply);
    reply = play_first(2); /* in any order */
    CHECK_INT(count(reply, "to_act"), 2);
    CHECK_INT(count(reply, "events"), 1);
    json_decref(reply);
    expect_code("{\"cmd\":\"legal\",\"seat\":2}", "not_your_turn");
    expect_code("{\"cmd\":\"bot\",\"seat\":2}", "not_your_turn");
    expect_code("{\"cmd\":\"hint\",\"seat\":2}", "not_your_turn");
    json_decref(play_first(0));
    reply = ask("{\"cmd\":\"bot\",\"seat\":1}");
    CHECK_INT(json_integer_value(json_object_get(reply, "seat")), 1);
    CHECK_INT(json_integer_value(json_object_get(reply, "ply")), 3);
    json_decref(reply);
    reply = ask("{\"cmd\":\"undo\",\"plies\":3}");
    CHECK_INT(count(reply, "to_act"), 3);
    json_decref(reply);
    engine_free(e);
}

static void test_views_hide(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_t *own = ask("{\"cmd\":\"view\",\"seat\":0}"), *other = ask("{\"cmd\":\"view\",\"seat\":1}");
    json_t *spectator = ask("{\"cmd\":\"view\",\"seat\":\"spectator\"}"), *absent = ask("{\"cmd\":\"view\"}");
    CHECK(!json_equal(own, other));
    CHECK(!json_equal(own, spectator));
    CHECK(json_equal(spectator, absent));
    CHECK_INT(count(json_object_get(own, "view"), "choices"), 3);
    CHECK_INT(count(json_object_get(spectator, "view"), "choices"), 0);
    json_decref(own);
    json_decref(other);
    json_decref(spectator);
    json_decref(absent);
    engine_free(e);
}

static void test_options(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"options\":{\"hand\":\"two\"}}");
    json_t *reply = ask("{\"cmd\":\"position\"}");
    const json_t *options = json_object_get(json_object_get(reply, "position"), "options");
    CHECK_STR(json_string_value(json_object_get(options, "hand")), "two");
    CHECK_STR(json_string_value(json_object_get(options, "dice")), "red");
    json_decref(reply);
    expect_code("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"options\":{\"hand\":\"nine\"}}",
                "bad_request");
    expect_code("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"options\":{\"hand\":2}}", "bad_request");
    engine_free(e);
}

/* A position in which chance is due comes exactly as it is, also where the engine draws chance. */
static void test_setup_with_chance_due(void) {
    char *line, *position;
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"chance\":\"manual\"}");
    json_t *reply = ask("{\"cmd\":\"position\"}"), *status = ask("{\"cmd\":\"status\"}");
    position = json_dumps(json_object_get(reply, "position"), JSON_COMPACT);
    line = malloc(strlen(position) + 200);
    sprintf(line, "{\"cmd\":\"setup\",\"game\":\"fiera\",\"chance\":\"auto\",\"position\":%s}", position);
    json_decref(reply);
    reply = ask(line);
    CHECK(json_equal(json_object_get(reply, "hash"), json_object_get(status, "hash")));
    CHECK_STR(json_string_value(json_array_get(json_object_get(reply, "to_act"), 0)), "chance");
    json_decref(reply);
    expect_code("{\"cmd\":\"bot\"}", "not_your_turn");
    reply = ask("{\"cmd\":\"legal\"}");
    CHECK_STR(json_string_value(json_object_get(reply, "seat")), "chance");
    CHECK_INT(count(reply, "actions"), FIERA_WARE_COUNT);
    json_decref(reply);
    reply = ask("{\"cmd\":\"play\",\"action\":\"deal 0 glass\"}"); /* then the engine draws the rest */
    CHECK_INT(count(reply, "to_act"), 2);
    CHECK_INT(json_integer_value(json_object_get(reply, "entries")), 7);
    CHECK_INT(json_integer_value(json_object_get(reply, "ply")), 0);
    json_decref(reply);
    expect_code("{\"cmd\":\"undo\"}", "nothing_to_undo");
    json_decref(status);
    free(line);
    free(position);
    engine_free(e);
}

/* With manual chance every entry is a ply. */
static void test_manual_plies(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"chance\":\"manual\",\"seed\":3}");
    json_t *reply = ask("{\"cmd\":\"random\",\"plies\":7}");
    CHECK_INT(json_integer_value(json_object_get(reply, "ply")), 7);
    CHECK_INT(json_integer_value(json_object_get(reply, "entries")), 7);
    json_decref(reply);
    reply = ask("{\"cmd\":\"undo\",\"plies\":2}");
    CHECK_STR(json_string_value(json_array_get(json_object_get(reply, "to_act"), 0)), "chance");
    CHECK_INT(json_integer_value(json_object_get(reply, "ply")), 5);
    json_decref(reply);
    reply = ask("{\"cmd\":\"outcomes\"}");
    CHECK_INT(count(reply, "outcomes"), FIERA_WARE_COUNT - 5);
    json_decref(reply);
    engine_free(e);
}

/* --- requests of front ends --- */

static const json_t *get(const json_t *reply, const char *key) { return json_object_get(reply, key); }
static const char *text_of(const json_t *reply, const char *key) {
    return json_string_value(get(reply, key));
}
static int int_of(const json_t *reply, const char *key) { return (int)json_integer_value(get(reply, key)); }

static void test_seats(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_decref(ask("{\"cmd\":\"seat\",\"seat\":0,\"name\":\"Ad\\u00e1\"}"));
    json_decref(ask("{\"cmd\":\"seat\",\"seat\":1,\"kind\":\"bot\",\"level\":\"duca\"}"));
    expect_code("{\"cmd\":\"seat\",\"kind\":\"bot\"}", "bad_request");
    expect_code("{\"cmd\":\"seat\",\"seat\":2}", "bad_request");
    expect_code("{\"cmd\":\"seat\",\"seat\":0,\"kind\":\"cat\"}", "bad_request");
    expect_code("{\"cmd\":\"seat\",\"seat\":0,\"level\":\"god\"}", "bad_request");
    json_t *reply = ask("{\"cmd\":\"about\"}");
    const json_t *people = get(reply, "people");
    CHECK_STR(text_of(reply, "game"), "fiera");
    CHECK_STR(text_of(json_array_get(people, 0), "name"), "Ad\xc3\xa1");
    CHECK_STR(text_of(json_array_get(people, 0), "kind"), "human");
    CHECK_STR(text_of(json_array_get(people, 1), "level"), "duca");
    json_decref(reply);
    engine_free(e);
}

/* A viewer gets fewer events of the log than happened. */
static void test_log(void) {
    struct casata_game g;
    CHECK(casata_find("zhanguo", &g));
    e = engine_new(&g, 1, NULL);
    json_decref(ask("{\"cmd\":\"new\",\"game\":\"zhanguo\",\"seats\":3,\"seed\":4}"));
    json_decref(ask("{\"cmd\":\"random\",\"plies\":40}"));
    json_t *status = ask("{\"cmd\":\"status\"}"), *own = ask("{\"cmd\":\"log\",\"seat\":1}");
    json_t *all = ask("{\"cmd\":\"log\"}"), *late = ask("{\"cmd\":\"log\",\"from\":3,\"seat\":1}");
    int n = int_of(status, "entries");
    CHECK_INT(count(own, "log"), n);
    CHECK_INT(count(all, "log"), n);
    CHECK_INT(count(late, "log"), n - 3);
    CHECK_INT(int_of(json_array_get(get(late, "log"), 0), "entry"), 4);
    CHECK(json_equal(json_array_get(get(late, "log"), 0), json_array_get(get(own, "log"), 3)));
    CHECK(!json_equal(get(own, "log"), get(all, "log")));
    expect_code("{\"cmd\":\"log\",\"from\":9999}", "bad_request");
    json_decref(status);
    json_decref(own);
    json_decref(all);
    json_decref(late);
    engine_free(e);
}

static void test_earlier_positions(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_t *before = ask("{\"cmd\":\"view\",\"seat\":\"person\"}");
    char line[100];
    json_decref(ask("{\"cmd\":\"random\",\"plies\":4}"));
    snprintf(line, sizeof line, "{\"cmd\":\"view\",\"seat\":0,\"entries\":%d}", int_of(before, "entries"));
    json_t *again = ask(line);
    CHECK_INT(int_of(before, "seat"), 0);
    CHECK_INT(int_of(before, "previous"), -1);
    CHECK(json_equal(get(before, "view"), get(again, "view")));
    CHECK(json_equal(get(before, "scores"), get(again, "scores")));
    CHECK_STR(text_of(again, "hash"), text_of(before, "hash"));
    snprintf(line, sizeof line, "{\"cmd\":\"undo\",\"entries\":%d}", int_of(before, "entries"));
    json_decref(again);
    again = ask(line);
    CHECK_STR(text_of(again, "hash"), text_of(before, "hash"));
    expect_code("{\"cmd\":\"view\",\"seat\":\"person\",\"entries\":0}", "bad_request");
    expect_code("{\"cmd\":\"undo\",\"entries\":9999}", "bad_request");
    json_decref(before);
    json_decref(again);
    engine_free(e);
}

/* A thought in portions is the one that is thought at once. */
static void test_thinking_later(void) {
    static const char new[] = "{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}";
    start(new);
    json_t *at_once = ask("{\"cmd\":\"bot\",\"level\":\"conte\"}");
    engine_free(e);
    start(new);
    expect_code("{\"cmd\":\"thought\"}", "no_thought");
    json_t *begun = ask("{\"cmd\":\"bot\",\"level\":\"conte\",\"later\":true}");
    CHECK(json_is_true(get(begun, "thinking")));
    while (engine_think(e, 3)) continue;
    json_t *later = ask("{\"cmd\":\"thought\"}");
    CHECK(json_equal(at_once, later));
    expect_code("{\"cmd\":\"thought\"}", "no_thought");
    json_decref(ask("{\"cmd\":\"bot\",\"later\":true}"));
    json_decref(ask("{\"cmd\":\"undo\"}")); /* what was thought about is gone */
    expect_code("{\"cmd\":\"thought\"}", "no_thought");
    json_decref(at_once);
    json_decref(begun);
    json_decref(later);
    engine_free(e);
}

static void test_review(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_decref(ask("{\"cmd\":\"random\"}"));
    json_t *at_once = ask("{\"cmd\":\"review\",\"ms\":1}"), *status = ask("{\"cmd\":\"status\"}");
    json_decref(ask("{\"cmd\":\"review\",\"ms\":1,\"later\":true}"));
    engine_think(e, 1);
    json_t *part = ask("{\"cmd\":\"thought\",\"part\":true}");
    while (engine_think(e, 5)) continue;
    json_t *later = ask("{\"cmd\":\"thought\"}");
    CHECK(json_is_real(get(part, "part")));
    CHECK(json_equal(at_once, later));
    CHECK_INT(count(at_once, "people"), 2);
    CHECK(count(at_once, "curve") > 1);
    CHECK_INT(int_of(at_once, "entries"), int_of(status, "entries"));
    json_decref(at_once);
    json_decref(status);
    json_decref(part);
    json_decref(later);
    engine_free(e);
}

/* A file as text; its mistakes are placed. */
static void test_files_as_text(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_decref(ask("{\"cmd\":\"random\",\"plies\":3}"));
    json_t *saved = ask("{\"cmd\":\"save\",\"text\":true}"), *status = ask("{\"cmd\":\"status\"}");
    json_t *load = json_pack("{s:s, s:O}", "cmd", "load", "file", get(saved, "file"));
    char *line = json_dumps(load, JSON_COMPACT);
    json_t *loaded = ask(line);
    CHECK_STR(text_of(loaded, "hash"), text_of(status, "hash"));
    json_t *bad = ask("{\"cmd\":\"load\",\"file\":\"{\\n x}\"}");
    CHECK_STR(text_of(get(bad, "error"), "message"), "not JSON: line 2, column 2: a text is needed");
    expect_code("{\"cmd\":\"load\"}", "bad_request");
    /* The same as bytes that were handed over, for one request. */
    const char *file = text_of(saved, "file");
    engine_data(e, file, strlen(file));
    json_t *given = ask("{\"cmd\":\"load\"}");
    CHECK_STR(text_of(given, "hash"), text_of(status, "hash"));
    expect_code("{\"cmd\":\"load\"}", "bad_request");
    engine_data(e, "{\"a\":\"\xff\"}", 8);
    json_t *raw = ask("{\"cmd\":\"load\"}");
    CHECK_STR(text_of(get(raw, "error"), "message"), "not JSON: line 1, column 7: a text is not UTF-8");
    free(line);
    json_decref(saved);
    json_decref(status);
    json_decref(load);
    json_decref(loaded);
    json_decref(bad);
    json_decref(given);
    json_decref(raw);
    engine_free(e);
}

/* Entries without hashes and without a snapshot. */
static void test_short_files(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_decref(ask("{\"cmd\":\"random\",\"plies\":3}"));
    json_t *saved = ask("{\"cmd\":\"save\"}"), *status = ask("{\"cmd\":\"status\"}");
    json_t *match = json_object_get(saved, "match"), *entry;
    size_t i;
    json_object_del(match, "snapshot");
    json_array_foreach(json_object_get(match, "log"), i, entry) json_array_remove(entry, 2);
    json_t *load = json_pack("{s:s, s:O, s:b}", "cmd", "load", "match", match, "short", 1);
    char *line = json_dumps(load, JSON_COMPACT);
    json_t *loaded = ask(line);
    CHECK_STR(text_of(loaded, "hash"), text_of(status, "hash"));
    free(line);
    json_object_del(load, "short");
    line = json_dumps(load, JSON_COMPACT);
    expect_code(line, "bad_match");
    free(line);
    json_decref(saved);
    json_decref(status);
    json_decref(load);
    json_decref(loaded);
    engine_free(e);
}

/* A view of seat 1 asked for with a snapshot. */
static void view_request(const struct casata_game *g, const void *state, char *line) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t bytes[CASATA_MAX_STATE + 64];
    char *p = line;
    size_t n = casata_snapshot_write(g, state, bytes);
    p += sprintf(p, "{\"cmd\":\"view\",\"game\":\"fiera\",\"seat\":1,\"snapshot\":\"");
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 | (i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (i + 2 < n ? bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++) *p++ = i + (size_t)k <= n ? digit[three >> (18 - 6 * k) & 63] : '=';
    }
    strcpy(p, "\"}");
}

/* Data from a server is viewed without a match, also for a table with earlier figures. */
static void test_snapshots(void) {
    struct casata_game g = example_game(), earlier = g, unknown = g;
    CASATA_STATE_BUFFER(state);
    char line[4096];
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_t *want = ask("{\"cmd\":\"view\",\"seat\":1}"), *position = ask("{\"cmd\":\"position\"}");
    char *json = json_dumps(get(position, "position"), JSON_COMPACT), err[200];
    CHECK(casata_position_read(&g, json, strlen(json), state, err));
    casata_redact(&g, state, 1);
    CHECK(casata_use_edition(&earlier, fiera_rules.older->edition));
    view_request(&earlier, state, line);
    json_t *then = ask(line);
    CHECK(get(then, "view") != NULL);
    json_decref(then);
    unknown.edition = 1;
    view_request(&unknown, state, line);
    expect_code(line, "bad_position");
    view_request(&g, state, line);
    json_t *seen = ask(line);
    CHECK(json_equal(get(seen, "view"), get(want, "view")));
    CHECK(json_equal(get(seen, "scores"), get(want, "scores")));
    expect_code("{\"cmd\":\"view\",\"game\":\"fiera\",\"seat\":1,\"snapshot\":\"AAAA\"}", "bad_position");
    expect_code("{\"cmd\":\"view\",\"game\":\"fiera\",\"seat\":1,\"snapshot\":\"?\"}", "bad_request");
    free(json);
    json_decref(want);
    json_decref(position);
    json_decref(seen);
    engine_free(e);
}

static void test_end_of_turn(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":2,\"seed\":4}");
    json_t *before = ask("{\"cmd\":\"view\",\"seat\":0}"), *legal = ask("{\"cmd\":\"legal\",\"seat\":0}");
    char line[200];
    snprintf(line, sizeof line, "{\"cmd\":\"ends_turn\",\"seat\":0,\"action\":\"%s\"}",
             text_of(json_array_get(get(legal, "actions"), 0), "action"));
    json_t *reply = ask(line), *after = ask("{\"cmd\":\"view\",\"seat\":0}");
    CHECK(json_is_true(get(reply, "ends_turn")));
    CHECK(json_equal(before, after));
    expect_code("{\"cmd\":\"ends_turn\",\"seat\":0,\"action\":\"fly\"}", "illegal_action");
    json_decref(before);
    json_decref(legal);
    json_decref(reply);
    json_decref(after);
    engine_free(e);
}

static void expect_text(const char *line, const char *text) {
    json_t *reply = ask(line);
    CHECK_STR(text_of(reply, "text"), text);
    json_decref(reply);
}

static void test_sentences(void) {
    struct casata_game g;
    CHECK(casata_find("signorie", &g));
    e = engine_new(&g, 1, NULL);
    expect_text(
        "{\"cmd\":\"say\",\"game\":\"signorie\",\"arg\":{\"seat\":1},\"names\":[\"A\",\"B\\u00e9la\"]}",
        "B\xc3\xa9la");
    expect_text("{\"cmd\":\"say\",\"game\":\"signorie\",\"arg\":{\"seat\":2}}", "C");
    expect_text("{\"cmd\":\"say\",\"game\":\"signorie\",\"arg\":-12}", "−12");
    expect_text("{\"cmd\":\"say\",\"game\":\"signorie\",\"msg\":{\"id\":\"nope\"}}",
                "\xe2\x9f\xa8signorie.nope\xe2\x9f\xa9");
    expect_text("{\"cmd\":\"say\",\"message\":\"web.nope\"}", "\xe2\x9f\xa8web.nope\xe2\x9f\xa9");
    expect_code("{\"cmd\":\"say\",\"game\":\"signorie\"}", "bad_request");
    expect_code("{\"cmd\":\"say\",\"msg\":{}}", "bad_request");
    expect_code("{\"cmd\":\"words\",\"lang\":\"pl\"}", "no_data");
    engine_data(e, "x", 1);
    expect_code("{\"cmd\":\"words\",\"lang\":\"pl\"}", "bad_data"); /* they are built in */
    engine_data(e, "x", 1);
    expect_code("{\"cmd\":\"net\",\"game\":\"signorie\",\"seats\":3}", "bad_data");
    expect_code("{\"cmd\":\"net\",\"game\":\"signorie\",\"seats\":3}", "no_data");
    json_t *reply = ask("{\"cmd\":\"template\",\"message\":\"nope\"}");
    CHECK(json_is_null(get(reply, "template")));
    json_decref(reply);
    engine_free(e);
}

/* One of three gives up, then another: the match is over, and everything says so. */
static void test_resigned(void) {
    start("{\"cmd\":\"new\",\"game\":\"fiera\",\"seats\":3,\"seed\":7}");
    json_t *reply = ask("{\"cmd\":\"seat\",\"seat\":1,\"resigned\":true}");
    CHECK(json_is_false(json_object_get(reply, "over")));
    json_decref(reply);
    expect_code("{\"cmd\":\"seat\",\"seat\":1,\"resigned\":true}", "over");
    expect_code("{\"cmd\":\"seat\",\"seat\":2,\"resigned\":1}", "bad_request");
    reply = ask("{\"cmd\":\"scores\"}");
    CHECK_INT(json_integer_value(json_array_get(json_object_get(reply, "ranks"), 1)), 3);
    CHECK_INT(json_integer_value(json_array_get(json_object_get(reply, "resigned"), 0)), -1);
    json_decref(reply);
    reply = ask("{\"cmd\":\"about\"}");
    CHECK(json_object_get(json_array_get(json_object_get(reply, "people"), 1), "resigned") != NULL);
    json_decref(reply);
    reply = ask("{\"cmd\":\"seat\",\"seat\":0,\"resigned\":true}");
    CHECK(json_is_true(json_object_get(reply, "over")));
    CHECK_INT(count(reply, "to_act"), 0);
    json_decref(reply);
    expect_code("{\"cmd\":\"legal\"}", "over");
    expect_code("{\"cmd\":\"bot\"}", "over");
    reply = ask("{\"cmd\":\"view\"}");
    const json_t *scores = json_object_get(reply, "scores");
    CHECK_INT(json_integer_value(json_array_get(json_object_get(scores, "ranks"), 2)), 1);
    json_decref(reply);
    engine_free(e);
}

static const struct test tests[] = {
    {"giving up", test_resigned},
    {"several seats decide at once", test_several_at_once},
    {"views hide what a seat may not know", test_views_hide},
    {"options of a game", test_options},
    {"a position with chance due is set up exactly", test_setup_with_chance_due},
    {"with manual chance every entry is a ply", test_manual_plies},
    {"who sits where", test_seats},
    {"the log as a viewer may know it", test_log},
    {"earlier positions", test_earlier_positions},
    {"a thought in portions", test_thinking_later},
    {"looking back", test_review},
    {"match files as text", test_files_as_text},
    {"short match files", test_short_files},
    {"positions that a server sent", test_snapshots},
    {"the end of a turn", test_end_of_turn},
    {"sentences", test_sentences},
};
TEST_SUITE(engine, tests);
