/* test_scene.c: scenes and positions as JSON, shown on the example; the texts are whole, so any change of the
 * form is seen here. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "core/scene_build.h"
#include "harness.h"
#include "example/example.h"

/* Seat 0 holds straw, salt and oil, seat 1 wool, wine and honey; seat 1 has offered honey. */
static void set_up(struct fiera *s) {
    struct casata_game g = example_game();
    casata_init(&g, s, 2, NULL);
    for (unsigned ware = 0; ware < 6; ware++)
        casata_play(&g, s, CASATA_CHANCE, casata_act(FIERA_A_DEAL, ware / 3, ware, 0), NULL);
    casata_play(&g, s, CASATA_CHANCE, casata_act(FIERA_A_ROLL, 0, 0x23, 0), NULL);
    CHECK_INT(casata_play(&g, s, 1, casata_act(FIERA_A_OFFER, 5, 0, 0), NULL), CASATA_OK);
}

static const char *scene_of(const struct fiera *s, int viewer) {
    static char text[8192];
    static struct casata_scene scene;
    struct casata_game g = example_game();
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_scene_build(&g, s, viewer, &scene);
    casata_scene_json(&g, &scene, &w);
    CHECK(casata_writer_ok(&w));
    return text;
}

static void views(void) {
    struct fiera s;
    set_up(&s);
    const char *own = scene_of(&s, 0);
    CHECK_PART("\"seat\":0", own);
    CHECK_PART("\"slots\":[\"p0.hand\",", own);
    CHECK_PART("\"deck\",\"spent\",[\"purse\",5]]", own);
    CHECK_PART("\"action\":\"offer straw\"", own);
    CHECK_PART("\"action\":\"offer oil\"", own);
    CHECK(!strstr(own, "\"value\":6")); /* the ware that seat 1 offered */
    const char *spectator = scene_of(&s, CASATA_SPECTATOR);
    CHECK_PART("\"choices\":[]", spectator);
    CHECK(!strstr(spectator, "\"kind\":\"ware\""));
    const char *waiting = scene_of(&s, 1);
    CHECK_PART("\"value\":6", waiting);
    CHECK_PART("\"choices\":[]", waiting);
}

static void undecorated(void) {
    struct fiera s;
    struct casata_game g = example_game();
    static struct casata_scene scene;
    set_up(&s);
    casata_play(&g, &s, 0, casata_act(FIERA_A_OFFER, 0, 0, 0), NULL);
    s.p[1].coins = 2;
    casata_scene_build(&g, &s, 1,
                       &scene); /* the prize: to give is bound to no place, the core adds the words */
    CHECK_INT(scene.n_choices, 4);
    CHECK_INT(scene.choice[3].slot, -1);
    CHECK_STR(scene.choice[3].text.id, "act.give");
    CHECK_INT(scene.choice[3].text.arg[0].n, 2);
}

/* Two words printed in a slot, and pieces that come into play with a choice: each once, and not too many. */
static void lights(void) {
    struct fiera s;
    struct casata_game g = example_game();
    static struct casata_scene scene;
    static char text[8192];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    set_up(&s);
    casata_scene_build(&g, &s, 0, &scene);
    scene.slot[1].print = casata_word(fiera_rules.kinds, 0);
    scene.slot[1].also = casata_word(fiera_rules.kinds, 1);
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
    CHECK_PART(",-1,\"kind.ware\",\"kind.back\"]", text);
    for (int i = 0; i < 2 * CASATA_MAX_LIGHTS; i++) casata_add_light(c, i);
    CHECK_INT(c->n_lights, CASATA_MAX_LIGHTS);
}

static void positions(void) {
    struct fiera s;
    struct casata_game g = example_game();
    char text[2048];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    set_up(&s);
    casata_position_json(&g, &s, &w);
    CHECK_STR(text,
              "{\"game\":\"fiera\",\"seats\":2,\"turn\":4,\"options\":{\"hand\":\"three\",\"dice\":\"red\"},"
              "\"frames\":[{\"phase\":\"fair\",\"seat\":0,\"mask\":[],\"dealt\":2,\"part\":2},"
              "{\"phase\":\"offer\",\"seat\":0,\"mask\":[0]}],"
              "\"deck\":[\"linen\",\"glass\",\"spice\",\"silk\",\"silver\",\"pearl\"],\"hidden\":[],"
              "\"spent\":[],\"day\":0,\"purse\":5,\"players\":["
              "{\"hand\":[\"straw\",\"salt\",\"oil\"],\"offer\":0,\"held\":3,\"coins\":0,\"won\":0,\"gifts\":"
              "0,\"days\":0},"
              "{\"hand\":[\"wool\",\"wine\"],\"offer\":6,\"held\":2,\"coins\":0,\"won\":0,\"gifts\":0,"
              "\"days\":0}]}");
}

static const struct test tests[] = {
    {"scene: each viewer sees only what they may", views},
    {"scene: a choice lights pieces, a slot shows two words", lights},
    {"scene: the core adds what the game did not bind", undecorated},
    {"position: whole text", positions},
};
TEST_SUITE(scene, tests);
