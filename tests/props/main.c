/* main.c: the property tests over every registered game, at all seat counts and option values. It must not know any
 * game. */
#include "casata/rules.h"
#include "harness.h"
#include "props/props.h"
#include "props/props_native.h"

#include <stdio.h>
#include <stdlib.h>

/* --- runs ---------------------------------------------------------------------------------------------- */
struct run {
    int games; /* for each game and seat count, spread over the combinations of options */
    uint64_t seed;
    uint64_t order;   /* positions with steps in any order, for each game: as many games as they take */
    const char *only; /* id of the one game to run, or NULL */
    struct props_config config;
};

static void run_table(const struct run *run, const struct casata_game *g, int seats) {
    struct props_failure failure;
    char name[100];
    snprintf(name, sizeof name, "%s with %d seats", g->rules->id, seats);
    test_begin(name);
    if (!props_games(g, seats, run->games, run->seed, &run->config, &failure))
        test_fail(__FILE__, __LINE__, failure.detail);
    test_end();
}

static void run_rules(const struct run *run, const struct casata_rules *rules) {
    struct casata_game g = casata_edition(rules, rules->data);
    if (run->only && strcmp(run->only, rules->id) != 0) return;
    uint64_t before = props_order_positions();
    struct run round = *run;
    do {
        for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) run_table(&round, &g, seats);
        round.seed += 1000000;
    } while (props_order_positions() > before && props_order_positions() - before < run->order);
    if (props_order_positions() > before)
        printf("%s: %llu positions with steps in any order\n", rules->id,
               (unsigned long long)(props_order_positions() - before));
}

static int usage(FILE *to, int status) {
    fputs("usage: props_test [-v] [--games N] [--heavy K] [--order P] [--seed S] [--game ID]\n"
          "Plays N random games of each game and seat count, with all combinations of options in turn, and "
          "checks\n"
          "the properties of tests/props/props.h on every step, the costly ones on one step of K (0: never). "
          "--order goes\n"
          "on until P positions of each game had steps that may be taken in any order.\n"
          "example: props_test --games 200 --heavy 20 --game signorie\n"
          "         props_test --heavy 0 --order 10000        the long run of steps in any order\n",
          to);
    return status;
}

int main(int argc, char **argv) {
    struct run run = {100, 1, 0, NULL, {20, 32, props_native}};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "-v") == 0) {
            test_verbose = true;
            continue;
        }
        if (strcmp(argv[i], "--help") == 0) return usage(stdout, 0);
        if (!value) return usage(stderr, 2);
        if (strcmp(argv[i], "--games") == 0)
            run.games = atoi(value);
        else if (strcmp(argv[i], "--heavy") == 0)
            run.config.heavy = (uint32_t)atoi(value);
        else if (strcmp(argv[i], "--order") == 0)
            run.order = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            run.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--game") == 0)
            run.only = value;
        else
            return usage(stderr, 2);
        i++;
    }
    for (int i = 0; casata_all_rules[i]; i++) run_rules(&run, casata_all_rules[i]);
    return test_report();
}
