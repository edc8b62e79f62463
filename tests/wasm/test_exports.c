/* test_exports.c: the tests for a WebAssembly host: unit suites, properties of the toy and of every game, the
 * signature and the speed. Output is gathered in one buffer; nothing is imported. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "harness.h"
#include "props/props.h"
#include "props/signature.h"
#include "toy/toy.h"
#include "wasm/exports.h"

extern const struct test_suite *const unit_suites[];
extern const int n_unit_suites;

static char output[1 << 16];
static size_t used;

static void gather(const char *text) {
    for (; *text && used < sizeof output - 1; text++) output[used++] = *text;
    output[used] = 0;
}

static void run_properties(const struct casata_rules *rules, int games) {
    const struct props_config config = {4, 2, NULL};
    struct casata_game g = casata_edition(rules, rules->data);
    struct props_failure failure;
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) {
        test_begin(rules->name);
        if (!props_games(&g, seats, games, 0, &config, &failure))
            test_fail(__FILE__, __LINE__, failure.detail);
        test_end();
    }
}

/* Runs everything once; the text of output() ends with "N passed, N failed". */
const char *EXPORT(run_tests)(int games) {
    test_print = gather;
    test_run(unit_suites, n_unit_suites, NULL);
    run_properties(&toy_rules, games);
    for (int i = 0; casata_all_rules[i]; i++) run_properties(casata_all_rules[i], games);
    test_report();
    return output;
}

static uint64_t last;
/* Lower half of the signature; signature_high() gives the other half of the same run. */
uint32_t EXPORT(signature_low)(uint32_t games) {
    last = signature(games);
    return (uint32_t)last;
}
uint32_t EXPORT(signature_high)(void) { return (uint32_t)(last >> 32); }

uint32_t EXPORT(speed)(uint32_t games, uint32_t seed) { return speed_run(games, seed); }

/* The table of the toy for a viewer, from n bytes that a server sent and that lie at toy_buffer(): leaves the
 * JSON there and returns its length, -1: refused. tests/wasm/online.mjs. */
static char toy_bytes[1 << 16];
char *EXPORT(toy_buffer)(void) { return toy_bytes; }
int EXPORT(toy_look)(uint32_t n, int viewer) {
    static struct casata_scene scene;
    struct casata_game g = casata_edition(&toy_rules, toy_rules.data);
    struct toy_state view;
    if (n > sizeof toy_bytes || casata_snapshot_view(&g, (uint8_t *)toy_bytes, n, &view)) return -1;
    struct casata_writer w = casata_writer_on(toy_bytes, sizeof toy_bytes);
    casata_scene_build(&g, &view, viewer, &scene);
    casata_scene_json(&g, &scene, &w);
    return casata_writer_ok(&w) ? (int)w.len : -1;
}
