/* cmd_arena.c: `casata arena`: bots against each other on all cores. Knows no game by name. */
#include "casata/rules.h"
#include "lab/arena.h"
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: casata arena --game ID --bots A,B,... [--seats N] [--games N] [--seed S] [--opening N]\n"
    "                    [--jobs N] [--stop] [--time MS] [--blunders] [--keep DIR] [--net FILE]...\n"
    "                    [--json | --csv | --svg] [--data DIR]\n"
    "\n"
    "Plays bots against each other and reports the results: each bot's share of wins, in total and for\n"
    "each seat, with 95% intervals (a shared win counts as a fraction), Elo, scores, lead over the others\n"
    "in points, and thinking time.\n"
    "The games of a round share the same dice and cards; after each game everybody moves on by one seat.\n"
    "The seed determines all results but the times, regardless of the number of threads, except with "
    "--time.\n"
    "\n"
    "  --game ID        the game\n"
    "  --bots A,B,...   levels: paggio, scudiero, cavaliere, conte, duca. 3xconte takes three seats; if\n"
    "                   there are more seats than names, the last one takes the rest. duca*4 thinks four\n"
    "                   times as long; duca/think=500/noise=10 changes numbers of a level (docs/bots.md)\n"
    "  --seats N        seats at the table (default: one for each bot, at least the minimum of the game)\n"
    "  --games N        number of games (default 100)\n"
    "  --seed S         random seed (default 1)\n"
    "  --opening N      draw the first N decisions at random, the same for all games of a round: in games\n"
    "                   with little chance bots would otherwise repeat the same game (default 0)\n"
    "  --jobs N         threads (default: one for each core)\n"
    "  --stop           stop as soon as it is clear (5% error) whether the first bot wins at least 1.5\n"
    "                   times its fair share (with two seats: 65%) or only its fair share\n"
    "  --time MS        processor time for a decision instead of a fixed amount of thought\n"
    "  --blunders       also check every decision for blunders (docs/bots.md); fail if there are any\n"
    "  --keep DIR       write every game into DIR, for replay or report: DIR/0.json and so on. Games that "
    "the\n"
    "                   same command already left there are not played again, so it can be interrupted;\n"
    "                   thinking times are those of the others\n"
    "  --net FILE       a learned evaluation from casata train instead of the built-in one, for all bots;\n"
    "                   given several times, for the bots in the order of --bots, so that nets can meet.\n"
    "                   Bots with /hand=1 use the hand-written evaluation\n"
    "  --json, --csv, --svg   print the results in another format\n"
    "  --data DIR       play with the corrected figures in DIR\n"
    "\n"
    "examples:\n"
    "  casata arena --game signorie --bots duca,conte --games 200 --stop\n"
    "  casata arena --game zhanguo --seats 4 --bots cavaliere,scudiero --games 400 --svg > levels.svg\n"
    "  casata arena --game virtu --bots cavaliere,cavaliere --net new.net --net data/virtu/net_2.bin\n";

struct request {
    struct arena_request all;
    const char *bots, *net[ARENA_MAX_BOTS];
    int n_nets;
    int64_t ms;
    bool stop, blunders;
};

/* --- the games ---------------------------------------------------------------------------------------------- */
struct course {
    struct arena_game *game;
    bool stop_early;
    uint64_t in_order; /* all games before this one are done */
    double llr;        /* of those games */
    enum arena_verdict verdict;
};

/* The test takes the games in order, so that it ends at the same one however the threads share them. */
static void test_on(struct arena_run *run, struct course *c) {
    while (c->verdict == ARENA_OPEN && c->in_order < run->games && c->game[c->in_order].done) {
        c->llr += arena_llr(run->arena, &c->game[c->in_order++]);
        if (c->in_order % (unsigned)run->arena->seats) continue; /* whole rounds */
        if (c->llr >= arena_bound) c->verdict = ARENA_BETTER;
        if (c->llr <= -arena_bound) c->verdict = ARENA_NOT_BETTER;
    }
    if (c->verdict != ARENA_OPEN && c->stop_early) atomic_store(&run->stop, true);
}

static void note(struct arena_run *run, uint64_t i, const struct arena_game *game,
                 const struct casata_match *m) {
    struct course *c = run->user;
    (void)m;
    pthread_mutex_lock(&run->lock);
    c->game[i] = *game;
    test_on(run, c);
    pthread_mutex_unlock(&run->lock);
}

static int hold(const char *command, const struct request *q, const struct arena *a) {
    static void (*const print[])(FILE *, const struct arena_output *) = {arena_text, arena_json, arena_csv,
                                                                         arena_svg};
    struct course c = {.stop_early = q->stop};
    struct arena_run run = {
        .arena = a, .games = (uint64_t)q->all.games, .jobs = (int)q->all.jobs, .each = note, .user = &c};
    struct arena_result result;
    double start = cli_seconds();
    c.game = calloc((size_t)q->all.games, sizeof *c.game);
    if (!c.game) return cli_fail(CLI_FAILED, command, "%s", arena_no_memory);
    bool played = arena_run(&run);
    /* Which games follow the end of the test depends on the threads: they do not count. */
    uint64_t n = q->stop && c.verdict != ARENA_OPEN ? c.in_order : run.games;
    if (played && !arena_sum_up(a, c.game, n, &result))
        snprintf(run.wrong, sizeof run.wrong, "%s", arena_no_memory);
    if (!run.wrong[0])
        print[q->all.format](stdout, &(struct arena_output){a, c.game, &result, run.clock, c.verdict,
                                                            cli_seconds() - start, q->stop});
    free(c.game);
    if (run.wrong[0]) return cli_fail(CLI_FAILED, command, "%s", run.wrong);
    uint64_t blunders = 0;
    for (int b = 0; b < a->n_bots; b++) blunders += result.bot[b].blunders;
    return blunders ? cli_fail(CLI_FAILED, command, "bots made %llu blunders", (unsigned long long)blunders)
                    : CLI_OK;
}

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {ARENA_OPTIONS,
                                            {"bots", required_argument, NULL, 'b'},
                                            {"stop", no_argument, NULL, 'x'},
                                            {"time", required_argument, NULL, 't'},
                                            {"blunders", no_argument, NULL, 'v'},
                                            {"net", required_argument, NULL, 'e'},
                                            {0}};
    int status = -1;
    for (int o; status < 0 && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'b': q->bots = optarg; break;
        case 't':
            if (!cli_number(argv[0], "--time", optarg, 1, 3600000, &q->ms)) return CLI_USAGE;
            break;
        case 'v': q->blunders = true; break;
        case 'x': q->stop = true; break;
        case 'e':
            if (q->n_nets == ARENA_MAX_BOTS)
                return cli_fail(CLI_USAGE, argv[0], "--net: at most %d bots can sit at a table",
                                ARENA_MAX_BOTS);
            q->net[q->n_nets++] = optarg;
            break;
        default: status = arena_option(argv[0], help, o, &q->all);
        }
    }
    if (status >= 0) return status;
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    if (!q->all.id || !q->bots) return cli_fail(CLI_USAGE, argv[0], "--game and --bots are needed");
    return -1;
}

/* Gives one net to all bots, several to one bot each. `net` is to be freed by the caller. */
static int read_nets(const char *command, const struct request *q, struct arena *a,
                     struct casata_net *net[ARENA_MAX_BOTS]) {
    if (q->n_nets > a->n_bots)
        return cli_fail(CLI_USAGE, command, "%d nets for %d bots", q->n_nets, a->n_bots);
    for (int i = 0; i < q->n_nets; i++)
        if (!(net[i] = cli_net(command, q->net[i], &a->game, a->seats))) return CLI_FAILED;
    for (int b = 0; b < a->n_bots; b++) a->bot[b].net = net[q->n_nets == 1 ? 0 : b];
    return CLI_OK;
}

int cmd_arena(int argc, char **argv) {
    struct request q = {.all = arena_defaults()};
    struct arena a = {0};
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_game(argv[0], q.all.id, q.all.data, &a.game)) return CLI_FAILED;
    if (!arena_bots(argv[0], "--bots", q.bots, (int)q.all.seats, &a)) return CLI_USAGE;
    a.seed = (uint64_t)q.all.seed;
    a.opening = (int)q.all.opening;
    a.ms = (double)q.ms;
    a.blunders = q.blunders;
    if (!arena_keep(argv[0], q.all.keep, &a)) return CLI_FAILED;
    struct casata_net *net[ARENA_MAX_BOTS] = {0};
    status = read_nets(argv[0], &q, &a, net);
    if (status == CLI_OK) status = hold(argv[0], &q, &a);
    for (int i = 0; i < q.n_nets; i++) free(net[i]);
    return status;
}
