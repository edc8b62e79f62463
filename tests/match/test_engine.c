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

static const struct test tests[] = {
    {"several seats decide at once", test_several_at_once},
    {"views hide what a seat may not know", test_views_hide},
    {"options of a game", test_options},
    {"a position with chance due is set up exactly", test_setup_with_chance_due},
    {"with manual chance every entry is a ply", test_manual_plies},
};
TEST_SUITE(engine, tests);
