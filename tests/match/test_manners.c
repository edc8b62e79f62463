/* test_manners.c: how often the coach speaks, and what the engine says of it. */
#include "casata/coach.h"
#include "casata/rules.h"
#include "casata/writer.h"
#include "engine/engine.h"
#include "harness.h"

#include <jansson.h>
#include <string.h>

static struct casata_game signorie(void) {
    struct casata_game g;
    CHECK(casata_find("signorie", &g));
    return g;
}

/* The first turn of a game, when nobody has a die: a pass is noted. */
static casata_action first_turn(const struct casata_game *g, void *state, struct casata_note *note) {
    struct casata_rng rng;
    casata_rng_seed(&rng, 7);
    CHECK_INT(casata_init(g, state, 3, NULL), CASATA_OK);
    while (casata_to_act(g, state) >> CASATA_CHANCE & 1)
        casata_apply(g, state, CASATA_CHANCE, casata_sample(g, state, &rng), NULL);
    casata_action pass = casata_action_parse(g->rules, "pass");
    CHECK(casata_coach(g, state, casata_first_seat(casata_to_act(g, state)), pass, 0, note));
    return pass;
}

static void read(struct casata_manners *m, const struct casata_game *g, const char *text, const char *back) {
    char out[400];
    struct casata_writer w = casata_writer_on(out, sizeof out);
    casata_manners_read(m, g->rules, text);
    casata_manners_write(m, g->rules, &w);
    CHECK_STR(out, back);
}

static void test_manners(void) {
    struct casata_game g = signorie();
    CASATA_STATE_BUFFER(state);
    struct casata_note note, other;
    struct casata_manners m = {0};
    casata_action pass = first_turn(&g, state, &note);
    int seat = casata_first_seat(casata_to_act(&g, state));
    CHECK_STR(note.name, "pass");
    CHECK_INT(casata_manners_silent(&m, &g, state), 0);
    casata_manners_said(&m, &g, state, &note);
    uint32_t silent = casata_manners_silent(&m, &g, state);
    CHECK_INT(silent, 1u << note.row); /* once a round */
    CHECK(!casata_coach(&g, state, seat, pass, silent, &other));
    m.note[note.row].when = 0; /* as if in another round */
    CHECK_INT(casata_manners_silent(&m, &g, state), 0);
    m.note[note.row].said = 3; /* three times a match */
    CHECK_INT(casata_manners_silent(&m, &g, state), 1u << note.row);
    m = (struct casata_manners){0};
    casata_manners_kept(&m, note.row);
    CHECK_INT(casata_manners_silent(&m, &g, state), 0);
    casata_manners_kept(&m, note.row); /* twice passed over: not again */
    CHECK_INT(casata_manners_silent(&m, &g, state), 1u << note.row);
}

/* A warning about losing the game appears every time. */
static void test_stops(void) {
    struct casata_game g;
    CASATA_STATE_BUFFER(state);
    struct casata_manners m;
    CHECK(casata_find("legacy", &g));
    CHECK_INT(casata_init(&g, state, 2, NULL), CASATA_OK);
    memset(&m, 200, sizeof m);
    uint32_t silent = casata_manners_silent(&m, &g, state);
    for (unsigned i = 0; g.rules->coach[i].id; i++) {
        const struct casata_coach_row *row = &g.rules->coach[i];
        CHECK_INT(silent >> i & 1, !(row->kind == CASATA_STOP && row->often == CASATA_EVERY_TIME));
    }
}

static void test_text(void) {
    struct casata_game g = signorie();
    struct casata_manners m;
    read(&m, &g, "", "");
    read(&m, &g, "over:1:0:3 pass:2:1:5", "over:1:0:3 pass:2:1:5");
    read(&m, &g, "pass:999999:0:99999999", "pass:255:0:65535");
    read(&m, &g, "nobody:1:1:1 over", "");
    read(&m, &g, ":::: over:: pass:x:1:2", "");
}

static void test_grades(void) {
    struct casata_game g = signorie(); /* 20 points decide a game */
    CHECK_INT(casata_grade(g.rules, 0), CASATA_SOUND);
    CHECK_INT(casata_grade(g.rules, 199), CASATA_SOUND);
    CHECK_INT(casata_grade(g.rules, 200), CASATA_MISTAKE);
    CHECK_INT(casata_grade(g.rules, 499), CASATA_MISTAKE);
    CHECK_INT(casata_grade(g.rules, 500), CASATA_BLUNDER);
    CHECK(!casata_coach_speaks(CASATA_COACH_OFF, g.rules, 500));
    CHECK(!casata_coach_speaks(CASATA_COACH_BLUNDERS, g.rules, 499));
    CHECK(casata_coach_speaks(CASATA_COACH_BLUNDERS, g.rules, 500));
    CHECK(casata_coach_speaks(CASATA_COACH_MISTAKES, g.rules, 200));
}

static json_t *ask(struct engine *e, const char *line) {
    char *reply = engine_line(e, line, strlen(line));
    json_t *json = reply ? json_loads(reply, JSON_REJECT_DUPLICATES, NULL) : NULL;
    CHECK(json_is_object(json));
    free(reply);
    return json;
}
static const char *kind_of(const json_t *reply) {
    const char *kind = json_string_value(json_object_get(json_object_get(reply, "note"), "kind"));
    return kind ? kind : "";
}

/* Over the line protocol: a note, silence after it, then what a thought finds. */
static void test_engine_coach(void) {
    struct casata_game g = signorie();
    struct engine *e = engine_new(&g, 1, NULL);
    json_decref(ask(e, "{\"cmd\":\"new\",\"game\":\"signorie\",\"seats\":3,\"seed\":7}"));
    json_t *reply = ask(e, "{\"cmd\":\"coach\",\"action\":\"pass\",\"said\":\"\"}");
    CHECK_STR(kind_of(reply), "tip");
    const char *said = json_string_value(json_object_get(reply, "said"));
    CHECK(said && strncmp(said, "pass:1:0:", 9) == 0);
    char line[300];
    snprintf(line, sizeof line, "{\"cmd\":\"coach\",\"action\":\"pass\",\"said\":\"%s\",\"ms\":20}",
             said ? said : "");
    json_decref(reply);
    reply = ask(e, line);
    CHECK_STR(kind_of(reply), "blunder");
    CHECK(json_is_string(json_object_get(json_object_get(reply, "note"), "better_action")));
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"coach\",\"action\":\"pass\",\"level\":\"off\"}");
    CHECK_STR(kind_of(reply), "");
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"coach\",\"kept\":\"pass\",\"said\":\"pass:1:0:2\"}");
    CHECK_STR(json_string_value(json_object_get(reply, "said")), "pass:1:1:2");
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"coach\",\"action\":\"take red 9\"}");
    CHECK(json_is_false(json_object_get(reply, "ok")));
    json_decref(reply);
    /* In lists only where it is asked for. */
    reply = ask(e, "{\"cmd\":\"legal\"}");
    CHECK(!json_object_get(json_array_get(json_object_get(reply, "actions"), 0), "note"));
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"legal\",\"coach\":true}");
    CHECK(json_object_get(json_array_get(json_object_get(reply, "actions"), 0), "note"));
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"view\",\"seat\":\"person\"}");
    CHECK(!json_object_get(reply, "notes"));
    json_decref(reply);
    reply = ask(e, "{\"cmd\":\"view\",\"seat\":\"person\",\"coach\":true}");
    CHECK(json_array_size(json_object_get(reply, "notes")) > 0);
    json_decref(reply);
    engine_free(e);
}

static const struct test tests[] = {
    {"how often a note is said", test_manners},
    {"stops are said every time", test_stops},
    {"manners as text", test_text},
    {"blunders and mistakes", test_grades},
    {"the coach over the protocol", test_engine_coach},
};
TEST_SUITE(manners, tests);
