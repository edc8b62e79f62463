/* main.c: the property tests over the toy and every registered game, at all seat counts and option values;
 * and over the broken toys, whose faults must be found. Native: adds the position and bot properties. It must
 * not know any game but the toy. */
#include "casata/ai.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"
#include "harness.h"
#include "props/props.h"
#include "toy/toy.h"

#include <stdio.h>
#include <stdlib.h>

/* --- properties that need more than the engine --------------------------------------------------------- */

static const char *position_round_trip(const struct casata_game *g, const void *state, char detail[200]) {
    static char json[CASATA_MAX_STATE * 16];
    static CASATA_STATE_BUFFER(copy);
    struct casata_writer w = casata_writer_on(json, sizeof json);
    casata_position_json(g, state, &w);
    if (!casata_writer_ok(&w)) return "position";
    if (!casata_position_read(g, json, w.len, copy, detail)) return "position";
    if (casata_hash(g, copy) == casata_hash(g, state)) return NULL;
    snprintf(detail, 200, "read back with another hash");
    return "position";
}

/* Bots of every level choose a legal action from what their seat may see, and the same one again. */
enum { MOST = 300 /* microseconds */ };
static _Alignas(16) unsigned char memory[CASATA_MIND_MIN];
static const char *bots_legal(const struct casata_game *g, const void *state, uint64_t seed,
                              char detail[200]) {
    casata_action legal[CASATA_MAX_CHOICES];
    unsigned to_act = casata_to_act(g, state);
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        if (!(to_act >> seat & 1)) continue;
        CASATA_STATE_BUFFER(view);
        casata_view(g, state, seat, view);
        int n = casata_legal(g, view, seat, legal);
        for (int level = 0; level < CASATA_LEVEL_COUNT; level++) {
            casata_action a[2];
            for (int i = 0; i < 2; i++) {
                struct casata_skill skill = casata_skill_of((enum casata_level)level);
                if (skill.think > MOST) skill.think = MOST;
                a[i] = casata_decide(casata_mind_on(memory, sizeof memory), g, view, seat, &skill, seed);
            }
            bool found = false;
            for (int i = 0; i < n; i++) found |= legal[i] == a[0];
            if (found && a[0] == a[1]) continue;
            snprintf(detail, 200, "%s chose %08x, then %08x", casata_level_words.word[level], (unsigned)a[0],
                     (unsigned)a[1]);
            return "bots";
        }
    }
    return NULL;
}

static const char *native_properties(const struct casata_game *g, const void *state, struct casata_rng *rng,
                                     char detail[200]) {
    const char *broken = position_round_trip(g, state, detail);
    if (broken || casata_rng_below(rng, 8) != 0) return broken;
    return bots_legal(g, state, casata_rng_next(rng), detail);
}

/* --- runs ---------------------------------------------------------------------------------------------- */
struct run {
    int games; /* for each game and seat count, spread over the combinations of options */
    uint64_t seed;
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
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) run_table(run, &g, seats);
    if (props_order_positions() > before)
        printf("%s: %llu positions with steps in any order\n", rules->id,
               (unsigned long long)(props_order_positions() - before));
}

/* A fault counts as found if the property that must find it fails within a few games. */
static void run_variant(const struct run *run, const struct toy_variant *v) {
    struct casata_game g = casata_edition(&v->rules, v->rules.data);
    struct props_config config = {1, 0, run->config.more};
    struct props_failure failure = {0};
    char text[500];
    test_begin(v->name);
    for (int i = 0; i < 60 && !failure.property; i++)
        props_game(&g, 2 + i % 2, NULL, (uint64_t)i, &config, &failure);
    snprintf(text, sizeof text, "must be found by '%s': %s", v->property,
             failure.property ? failure.detail : "nothing was found");
    if (!failure.property || strcmp(failure.property, v->property) != 0) test_fail(__FILE__, __LINE__, text);
    test_end();
}

static int usage(FILE *to, int status) {
    fputs("usage: props_test [-v] [--games N] [--heavy K] [--seed S] [--game ID]\n"
          "Plays N random games of each game and seat count, with all combinations of options in turn, and "
          "checks\n"
          "the properties of tests/props/props.h on every step, the costly ones on one step of K.\n"
          "example: props_test --games 200 --heavy 20 --game signorie\n",
          to);
    return status;
}

int main(int argc, char **argv) {
    struct run run = {100, 1, NULL, {20, 32, native_properties}};
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
        else if (strcmp(argv[i], "--seed") == 0)
            run.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--game") == 0)
            run.only = value;
        else
            return usage(stderr, 2);
        i++;
    }
    run_rules(&run, &toy_rules);
    for (int i = 0; casata_all_rules[i]; i++) run_rules(&run, casata_all_rules[i]);
    static struct toy_variant v;
    for (int i = 0; !run.only && toy_variant(i, &v); i++) run_variant(&run, &v);
    return test_report();
}
