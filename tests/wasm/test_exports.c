/* test_exports.c: the tests for a WebAssembly host: unit suites, properties of the toy and of every game, the
 * signature and the speed. Output is gathered in one buffer; nothing is imported. */
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
    const struct props_config config = {4, NULL};
    struct casata_game g = casata_edition(rules, rules->data);
    struct props_failure failure;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++)
        for (int k = 0; props_options(rules, k, option); k++) {
            test_begin(rules->name);
            for (int i = 0; i < games; i++)
                if (!props_game(&g, seats, option, (uint64_t)i, &config, &failure)) {
                    test_fail(__FILE__, __LINE__, failure.detail);
                    break;
                }
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
