/* test_scene.c: scenes and positions as JSON, shown on the toy; the texts are whole, so any change of the
 * form is seen here. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "core/stage.h"
#include "harness.h"
#include "toy/toy.h"

static struct casata_game toy(void) { return casata_edition(&toy_rules, toy_rules.data); }

/* Seat 0 holds the cards 0..2, seat 1 the cards 3..5; seat 1 has bid 5. */
static void set_up(struct toy_state *s) {
    struct casata_game g = toy();
    casata_init(&g, s, 2, NULL);
    for (unsigned card = 0; card < 6; card++)
        casata_play(&g, s, CASATA_CHANCE, casata_act(TOY_DO_DEAL, card / 3, card, 0), NULL);
    casata_play(&g, s, CASATA_CHANCE, casata_act(TOY_DO_ROLL, 0, 0x23, 0), NULL);
    CHECK_INT(casata_play(&g, s, 1, casata_act(TOY_DO_BID, 5, 0, 0), NULL), CASATA_OK);
}

static const char *scene_of(const struct toy_state *s, int viewer) {
    static char text[8192];
    static struct casata_scene scene;
    struct casata_game g = toy();
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_scene_build(&g, s, viewer, &scene);
    casata_scene_json(&g, &scene, &w);
    CHECK(casata_writer_ok(&w));
    return text;
}

static void views(void) {
    struct toy_state s;
    set_up(&s);
    const char *own = scene_of(&s, 0);
    CHECK_PART("\"seat\":0", own);
    CHECK_PART("\"slots\":[\"p0.hand\",", own);
    CHECK_PART("\"deck\",\"spent\"]", own);
    CHECK_PART("\"action\":\"bid 0\"", own);
    CHECK_PART("\"action\":\"bid 2\"", own);
    CHECK(!strstr(own, "\"value\":6")); /* the card that seat 1 bid */
    const char *spectator = scene_of(&s, CASATA_SPECTATOR);
    CHECK_PART("\"choices\":[]", spectator);
    CHECK(!strstr(spectator, "\"kind\":\"card\""));
    const char *waiting = scene_of(&s, 1);
    CHECK_PART("\"value\":6", waiting);
    CHECK_PART("\"choices\":[]", waiting);
}

static void undecorated(void) {
    struct toy_state s;
    struct casata_game g = toy();
    static struct casata_scene scene;
    set_up(&s);
    casata_play(&g, &s, 0, casata_act(TOY_DO_BID, 0, 0, 0), NULL);
    casata_scene_build(&g, &s, 1, &scene); /* the prize: the game binds nothing, the core adds all */
    CHECK_INT(scene.n_choices, 2);
    CHECK_INT(scene.choice[0].slot, -1);
    CHECK_STR(scene.choice[0].text.id, "act.take");
    CHECK_INT(scene.choice[0].text.arg[0].n, 5);
}

/* Two words printed in a slot, and pieces that come into play with a choice: each once, and not too many. */
static void lights(void) {
    struct toy_state s;
    struct casata_game g = toy();
    static struct casata_scene scene;
    static char text[8192];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    set_up(&s);
    casata_scene_build(&g, &s, 0, &scene);
    scene.slot[1].print = casata_word(toy_rules.kinds, 0);
    scene.slot[1].also = casata_word(toy_rules.kinds, 1);
    struct casata_choice *c = &scene.choice[0];
    CHECK_INT(c->n_lights, 0);
    casata_add_light(c, 2);
    casata_add_light(c, -1);
    casata_add_light(c, 0);
    casata_add_light(c, 2);
    CHECK_INT(c->n_lights, 2);
    casata_scene_json(&g, &scene, &w);
    CHECK(casata_writer_ok(&w));
    CHECK_PART("\"lights\":[2,0]", text);
    CHECK_PART(",-1,\"kind.card\",\"kind.back\"]", text);
    for (int i = 0; i < 2 * CASATA_MAX_LIGHTS; i++) casata_add_light(c, i);
    CHECK_INT(c->n_lights, CASATA_MAX_LIGHTS);
}

static void positions(void) {
    struct toy_state s;
    struct casata_game g = toy();
    char text[2048];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    set_up(&s);
    casata_position_json(&g, &s, &w);
    CHECK_STR(text,
              "{\"game\":\"toy\",\"seats\":2,\"turn\":4,\"options\":{\"hand\":\"three\",\"dice\":\"red\"},"
              "\"frames\":[{\"phase\":\"round\",\"seat\":0,\"mask\":0,\"dealt\":2,\"part\":2},"
              "{\"phase\":\"bid\",\"seat\":0,\"mask\":1}],"
              "\"deck\":4032,\"hidden\":0,\"spent\":0,\"round\":0,\"stake\":5,\"players\":["
              "{\"hand\":7,\"bid\":0,\"held\":3,\"coins\":0,\"gifts\":0,\"won\":0},"
              "{\"hand\":24,\"bid\":6,\"held\":2,\"coins\":0,\"gifts\":0,\"won\":0}]}");
}

static const struct test tests[] = {
    {"scene: each viewer sees what he may", views},
    {"scene: a choice lights pieces, a slot shows two words", lights},
    {"scene: the core adds what the game did not bind", undecorated},
    {"position: whole text", positions},
};
TEST_SUITE(scene, tests);
