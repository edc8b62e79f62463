/* test_snapshot.c: snapshots: written, read, and refused for every byte that is not as it was. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "harness.h"
#include "example/example.h"

enum { SIZE = CASATA_SNAPSHOT_HEADER + sizeof(struct fiera) };

static void write_sample(struct fiera *s, uint8_t bytes[SIZE]) {
    struct casata_game g = example_game();
    struct casata_rng rng;
    casata_rng_seed(&rng, 4);
    casata_init(&g, s, 3, NULL);
    casata_playout(&g, s, &rng, 12, NULL);
    CHECK_INT(casata_snapshot_write(&g, s, bytes), SIZE);
}

static void round_trip(void) {
    struct casata_game g = example_game();
    struct fiera s, t;
    uint8_t bytes[SIZE];
    write_sample(&s, bytes);
    memset(&t, 0xee, sizeof t);
    CHECK(casata_snapshot_read(&g, bytes, SIZE, &t) == NULL);
    CHECK(memcmp(&s, &t, sizeof s) == 0);
}

/* Every bit of every byte, and every length but the right one. */
static void damage(void) {
    struct casata_game g = example_game();
    struct fiera s, t, before;
    uint8_t bytes[SIZE + 8] = {0};
    write_sample(&s, bytes);
    memset(&t, 0xee, sizeof t);
    before = t;
    for (size_t bit = 0; bit < 8 * (size_t)SIZE; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(casata_snapshot_read(&g, bytes, SIZE, &t) != NULL);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t n = 0; n < sizeof bytes; n++)
        if (n != SIZE) CHECK(casata_snapshot_read(&g, bytes, n, &t) != NULL);
    CHECK(memcmp(&t, &before, sizeof t) == 0); /* refused: nothing written */
}

static void says_what(void) {
    struct casata_game g = example_game(), other = example_game();
    struct fiera s, t;
    uint8_t bytes[SIZE];
    struct casata_rules renamed = fiera_rules, newer = fiera_rules;
    struct fiera_data figures = *(const struct fiera_data *)fiera_rules.data;
    write_sample(&s, bytes);
    renamed.id = "yot";
    newer.rules_version++;
    figures.wares[0].value++;
    CHECK_PART("cut off", casata_snapshot_read(&g, bytes, 10, &t));
    other.rules = &renamed;
    CHECK_PART("another game", casata_snapshot_read(&other, bytes, SIZE, &t));
    other.rules = &newer;
    CHECK_PART("version", casata_snapshot_read(&other, bytes, SIZE, &t));
    other = casata_edition(&fiera_rules, &figures);
    CHECK_PART("edition", casata_snapshot_read(&other, bytes, SIZE, &t));
    CHECK_PART("length", casata_snapshot_read(&g, bytes, SIZE - 1, &t));
    bytes[SIZE - 1] ^= 1;
    CHECK_PART("damaged", casata_snapshot_read(&g, bytes, SIZE, &t));
    bytes[0] ^= 1;
    CHECK_PART("not a snapshot", casata_snapshot_read(&g, bytes, SIZE, &t));
}

/* A sound header around a broken state: the invariant is named. */
static void broken_state(void) {
    struct casata_game g = example_game();
    struct fiera s, t;
    uint8_t bytes[SIZE];
    write_sample(&s, bytes);
    s.deck ^= 1;
    casata_snapshot_write(&g, &s, bytes);
    CHECK_STR(casata_snapshot_read(&g, bytes, SIZE, &t), "every ware once");
}

static char of_truth[1 << 16], of_view[1 << 16];
static void write_scene(const struct casata_game *g, const void *state, int viewer, char out[1 << 16]) {
    static struct casata_scene scene;
    struct casata_writer w = casata_writer_on(out, 1 << 16);
    casata_scene_build(g, state, viewer, &scene);
    casata_scene_json(g, &scene, &w);
    CHECK(casata_writer_ok(&w));
}

/* A redacted snapshot is not a whole state, but it can be viewed; damage is refused all the same. */
static void views(void) {
    struct casata_game g = example_game();
    struct fiera s, t, seen;
    uint8_t bytes[SIZE];
    write_sample(&s, bytes);
    CHECK(casata_snapshot_view(&g, bytes, SIZE, &t) == NULL); /* the truth is a view too */
    for (int viewer = 0; viewer <= CASATA_SPECTATOR; viewer++) {
        if (viewer >= s.head.seats && viewer != CASATA_SPECTATOR) continue;
        seen = s;
        casata_redact(&g, &seen, viewer);
        casata_snapshot_write(&g, &seen, bytes);
        memset(&t, 0xee, sizeof t);
        CHECK(casata_snapshot_read(&g, bytes, SIZE, &t) != NULL);
        CHECK(casata_snapshot_view(&g, bytes, SIZE, &t) == NULL);
        CHECK(memcmp(&seen, &t, sizeof t) == 0);
        write_scene(&g, &s, viewer, of_truth);
        write_scene(&g, &t, viewer, of_view);
        CHECK_STR(of_view, of_truth);
        bytes[SIZE - 1] ^= 1;
        CHECK_PART("damaged", casata_snapshot_view(&g, bytes, SIZE, &t));
    }
    s.head.frame[0].seat = s.head.seats;
    casata_snapshot_write(&g, &s, bytes);
    CHECK_STR(casata_snapshot_view(&g, bytes, SIZE, &t), "seat of a frame");
}

static const struct test tests[] = {
    {"snapshot: round trip", round_trip},
    {"snapshot: every damaged bit and length is refused", damage},
    {"snapshot: says what is wrong", says_what},
    {"snapshot: a broken state is refused", broken_state},
    {"snapshot: what a viewer may know can be read", views},
};
TEST_SUITE(snapshot, tests);
