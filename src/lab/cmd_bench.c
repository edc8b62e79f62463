/* cmd_bench.c: `casata bench`: how fast the games run on one core. Knows no game by name. */
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "cli/cli.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "usage: casata bench [--game ID] [--seats N] [--seconds S] [--json] [--data DIR]\n"
    "\n"
    "Plays random games on one core and reports, for each game and number of seats, totals over its\n"
    "processor time: decisions of seats and of chance per second, games per second, the number of\n"
    "options, the size of a state and the time to copy it, to replay a finished match from its log,\n"
    "to load and verify its file, and to build the scene of a position.\n"
    "\n"
    "  --game ID    only this game\n"
    "  --seats N    only with this many seats\n"
    "  --seconds S  time of random play for each row (default 2)\n"
    "  --json       print JSON (docs/protocol.md)\n"
    "  --data DIR   play with the corrected figures in DIR\n"
    "\n"
    "example:\n"
    "  casata bench --game signorie --seats 4 --seconds 5\n";

struct result {
    const struct casata_rules *rules;
    int seats;
    double seconds;
    uint64_t games, decisions, chances, options;
    uint32_t options_max;
    double copy_ns, replay_ms, load_ms, scene_us;
};

/* Processor time of this thread: other programs on a busy machine do not count. */
static double core_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Random games until the time is up; the clock is read once per batch. False: a game does not end.
 */
static bool measure_play(const struct casata_game *g, double seconds, struct result *r) {
    CASATA_STATE_BUFFER(first);
    CASATA_STATE_BUFFER(state);
    struct casata_rng rng;
    double start = core_seconds(), wall = cli_seconds();
    casata_rng_seed(&rng, 1);
    casata_init(g, first, r->seats, NULL);
    do {
        for (int i = 0; i < 16; i++) {
            struct casata_playout count = {0};
            memcpy(state, first, g->rules->state_size);
            if (!casata_playout(g, state, &rng, g->rules->max_decisions, &count)) return false;
            r->games++;
            r->decisions += count.decisions;
            r->chances += count.chances;
            r->options += count.options;
            if (count.options_max > r->options_max) r->options_max = count.options_max;
        }
        r->seconds = core_seconds() - start;
        cli_progress(g->rules->id, (uint64_t)(1000 * r->seconds), (uint64_t)(1000 * seconds), wall);
    } while (r->seconds < seconds);
    return true;
}

/* Makes the compiler believe that these bytes are used. */
static void look_at(const void *bytes) { __asm__ volatile("" : : "r"(bytes) : "memory"); }

static double measure_copy(const struct casata_game *g, int seats) {
    enum { COPIES = 1 << 20 };
    CASATA_STATE_BUFFER(a);
    CASATA_STATE_BUFFER(b);
    casata_init(g, a, seats, NULL);
    double start = core_seconds();
    for (int i = 0; i < COPIES; i += 2) {
        memcpy(b, a, g->rules->state_size);
        look_at(b);
        memcpy(a, b, g->rules->state_size);
        look_at(a);
    }
    return 1e9 * (core_seconds() - start) / COPIES;
}

static bool play_random_match(const struct casata_game *g, int seats, struct casata_match *m) {
    casata_action out[CASATA_MAX_CHOICES];
    if (casata_match_new(m, g, seats, NULL, 1)) return false;
    casata_match_chance(m, NULL);
    for (int seat; (seat = casata_match_to_act(m)) >= 0;) {
        int n = seat < CASATA_CHANCE ? casata_legal(g, m->state, seat, out) : 0;
        if (n == 0 || casata_match_play(m, seat, out[casata_rng_below(&m->rng, (uint32_t)n)], NULL)) {
            casata_match_free(m);
            return false;
        }
    }
    return true;
}

static double measure_scene(const struct casata_match *m, struct casata_scene *scene) {
    enum { ROUNDS = 200 };
    static char text[1 << 20];
    CASATA_STATE_BUFFER(state);
    casata_match_state_at(m, m->n_log / 2, state, NULL);
    double start = core_seconds();
    for (int i = 0; i < ROUNDS; i++) {
        struct casata_writer w = casata_writer_on(text, sizeof text);
        casata_scene_build(&m->game, state, i % m->seats, scene);
        casata_scene_json(&m->game, scene, &w);
        look_at(text);
    }
    return 1e6 * (core_seconds() - start) / ROUNDS;
}

/* Measured on one finished match. */
static bool measure_match(const struct casata_game *g, struct result *r) {
    enum { ROUNDS = 20 };
    CASATA_STATE_BUFFER(state);
    char err[200];
    struct casata_match m, again;
    if (!play_random_match(g, r->seats, &m)) return false;
    char *file = casata_match_save(&m);
    struct casata_scene *scene = calloc(1, sizeof *scene);
    bool ok = file && scene;
    double start = core_seconds();
    for (int i = 0; i < ROUNDS; i++) casata_match_state_at(&m, m.n_log, state, NULL);
    ok = ok && casata_hash(g, state) == casata_hash(g, m.state);
    r->replay_ms = 1e3 * (core_seconds() - start) / ROUNDS;
    start = core_seconds();
    for (int i = 0; ok && i < ROUNDS; i++) {
        ok = casata_match_load(&again, file, strlen(file), g, err);
        if (ok) casata_match_free(&again);
    }
    r->load_ms = 1e3 * (core_seconds() - start) / ROUNDS;
    if (ok) r->scene_us = measure_scene(&m, scene);
    free(scene);
    free(file);
    casata_match_free(&m);
    return ok;
}

static void print_json_row(const struct result *r, bool first) {
    printf("%s{\"game\":\"%s\",\"seats\":%d,\"decisions_per_s\":%.0f,\"games_per_s\":%.1f,"
           "\"decisions_per_game\":%.2f,\"options_mean\":%.2f,\"options_max\":%u,\"state_bytes\":%d,"
           "\"copy_ns\":%.1f,\"replay_ms\":%.3f,\"chances_per_s\":%.0f,\"chances_per_game\":%.2f,"
           "\"load_ms\":%.3f,\"scene_us\":%.1f,\"seconds\":%.2f}",
           first ? "" : ",\n ", r->rules->id, r->seats, (double)r->decisions / r->seconds,
           (double)r->games / r->seconds, (double)r->decisions / (double)r->games,
           (double)r->options / (double)(r->decisions ? r->decisions : 1), r->options_max,
           r->rules->state_size, r->copy_ns, r->replay_ms, (double)r->chances / r->seconds,
           (double)r->chances / (double)r->games, r->load_ms, r->scene_us, r->seconds);
}

static void print_row(const struct result *r, bool first) {
    if (first)
        puts("game       seats  decisions/s  chances/s  games/s  decisions  options     state   copy  replay"
             "    load  scene\n"
             "                                                     per game  mean  max   bytes     ns      ms"
             "      ms     us");
    printf("%-10s %5d %12.0f %10.0f %8.0f %10.1f %5.1f %4u %7d %6.1f %7.3f %7.2f %6.1f\n", r->rules->id,
           r->seats, (double)r->decisions / r->seconds, (double)r->chances / r->seconds,
           (double)r->games / r->seconds, (double)r->decisions / (double)r->games,
           (double)r->options / (double)(r->decisions ? r->decisions : 1), r->options_max,
           r->rules->state_size, r->copy_ns, r->replay_ms, r->load_ms, r->scene_us);
    fflush(stdout);
}

struct request {
    const char *id, *data;
    int64_t seats; /* 0: all */
    double seconds;
    bool json;
};

/* Usage or failure: the exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {{"game", required_argument, NULL, 'g'},
                                            {"seats", required_argument, NULL, 'n'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"data", required_argument, NULL, 'd'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    char *end;
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'g': q->id = optarg; break;
        case 'd': q->data = optarg; break;
        case 'j': q->json = true; break;
        case 'n':
            if (!cli_number(argv[0], "--seats", optarg, 1, CASATA_MAX_SEATS, &q->seats)) return CLI_USAGE;
            break;
        case 's':
            q->seconds = strtod(optarg, &end);
            if (end == optarg || *end || !(q->seconds >= 0.01 && q->seconds <= 86400))
                return cli_fail(CLI_USAGE, argv[0],
                                "--seconds: a time from 0.01 to 86400 is needed, not \"%s\"", optarg);
            break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    return -1;
}

static bool is_asked(const struct request *q, const struct casata_game *g, int seats) {
    if (q->id && strcmp(q->id, g->rules->id) != 0) return false;
    return !q->seats || q->seats == seats;
}

int cmd_bench(int argc, char **argv) {
    struct request q = {.seconds = 2};
    struct casata_game games[CLI_MAX_GAMES];
    int status = read_request(argc, argv, &q), rows = 0;
    if (status >= 0) return status;
    int n = cli_games(argv[0], q.id, q.data, games);
    if (n < 0) return CLI_FAILED;
    for (int i = 0; i < n; i++) {
        for (int seats = games[i].rules->min_seats; seats <= games[i].rules->max_seats; seats++) {
            if (!is_asked(&q, &games[i], seats)) continue;
            struct result r = {.rules = games[i].rules, .seats = seats};
            if (!measure_play(&games[i], q.seconds, &r))
                return cli_fail(CLI_FAILED, argv[0], "a game of %s does not end", games[i].rules->id);
            r.copy_ns = measure_copy(&games[i], seats);
            if (!measure_match(&games[i], &r))
                return cli_fail(CLI_FAILED, argv[0], "a match of %s does not replay", games[i].rules->id);
            if (q.json && rows == 0) fputs("{\"results\":[", stdout);
            (q.json ? print_json_row : print_row)(&r, rows++ == 0);
        }
    }
    if (rows == 0) return cli_fail(CLI_USAGE, argv[0], "no game is played with %d seats", (int)q.seats);
    if (q.json) puts("]}");
    return CLI_OK;
}
