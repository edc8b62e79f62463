/* test_exports.c: the tests for a WebAssembly host: unit suites, properties of every game, the
 * signature and the speed. Output is gathered in one buffer; nothing is imported. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "harness.h"
#include "props/props.h"
#include "props/signature.h"
#include "wasm/exports.h"

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
    test_run(test_suites, n_test_suites, NULL);
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

/* For tests/wasm/online.mjs: data as a server sends it, for every game in the tests; the games as JSON at buffer(). */
static char buffer_bytes[1 << 16];
char *EXPORT(buffer)(void) { return buffer_bytes; }
int EXPORT(games)(void) {
    struct casata_writer w = casata_writer_on(buffer_bytes, sizeof buffer_bytes);
    casata_w_open(&w, '[');
    for (int i = 0; casata_all_rules[i]; i++) {
        casata_w_open(&w, '{');
        casata_w_key_str(&w, "id", casata_all_rules[i]->id);
        casata_w_key(&w, "seats");
        casata_w_open(&w, '[');
        casata_w_int(&w, casata_all_rules[i]->min_seats);
        casata_w_int(&w, casata_all_rules[i]->max_seats);
        casata_w_close(&w, ']');
        casata_w_key_bool(&w, "hidden", casata_all_rules[i]->redact != NULL);
        casata_w_close(&w, '}');
    }
    casata_w_close(&w, ']');
    return (int)w.len;
}
/* The table of a game for a viewer, from n bytes that a server sent and that lie at buffer(): leaves the JSON there and
 * returns its length, -1: refused. */
int EXPORT(look)(int game, uint32_t n, int viewer) {
    static struct casata_scene scene;
    struct casata_game g = casata_edition(casata_all_rules[game], casata_all_rules[game]->data);
    CASATA_STATE_BUFFER(view);
    if (n > sizeof buffer_bytes || casata_snapshot_view(&g, (uint8_t *)buffer_bytes, n, view)) return -1;
    struct casata_writer w = casata_writer_on(buffer_bytes, sizeof buffer_bytes);
    casata_scene_build(&g, view, viewer, &scene);
    casata_scene_json(&g, &scene, &w);
    return casata_writer_ok(&w) ? (int)w.len : -1;
}
