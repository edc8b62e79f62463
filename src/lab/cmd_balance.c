/* cmd_balance.c: `casata balance`: how fair the figures of a game are. Knows no game by name. */
#include "casata/rules.h"
#include "cli/cli.h"
#include "lab/balance.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: casata balance --game ID [--seats N] [--bot LEVEL] [--games N] [--seed S] [--options A=B,...]\n"
    "                      [--opening N] [--jobs N] [--keep DIR] [--net FILE] [--json | --csv | --svg]\n"
    "                      [--data DIR]\n"
    "\n"
    "Plays bots of one level against each other and measures how fair the figures of a game are:\n"
    "- share of wins and points by seat, by place in the first round and by other traits of a seat (power,\n"
    "  board, head, patron), with 95% intervals;\n"
    "- for everything that can be taken (cards, tiles, bonuses): how many seats could take it at least once\n"
    "  in a game, how many did, how often in total, and how much better those that did ended than the rest;\n"
    "- the course: rounds, scores of winners, leads, and how often the leader at half time wins.\n"
    "docs/balance.md explains the columns.\n"
    "\n"
    "  --game ID        the game\n"
    "  --seats N        seats at the table (default: the maximum of the game)\n"
    "  --bot LEVEL      the bot, as in casata arena: conte, duca*2, duca/think=40000\n"
    "                   (default duca/think=10000: 10 ms per turn)\n"
    "  --games N        number of games (default 100); an interval of 5 points needs about 400 per value\n"
    "  --seed S         random seed (default 1); equal seeds give equal results on any number of threads\n"
    "  --options A=B    options of the table, separated by commas; A=any draws a value for each game\n"
    "  --opening N      draw the first N decisions at random (default 0)\n"
    "  --jobs N         threads (default: one for each core)\n"
    "  --keep DIR       write every game into DIR: DIR/0.json and so on. Games that the same command, or\n"
    "                   casata arena with one bot, already left there are counted and not played again, so\n"
    "                   a measurement can be interrupted, and more games can be added\n"
    "  --net FILE       a learned evaluation instead of the built-in one\n"
    "  --json, --csv, --svg   print the results in another format\n"
    "  --data DIR       play with the figures in DIR\n"
    "\n"
    "examples:\n"
    "  casata balance --game virtu --seats 5 --games 400\n"
    "  casata balance --game zhanguo --options boards=any --bot conte --games 1000 --csv > boards.csv\n"
    "  casata balance --game legacy --data my-legacy --svg > legacy.svg\n";

struct request {
    struct arena_request all;
    const char *bot, *net, *options;
};

static void count(struct arena_run *run, uint64_t i, const struct arena_game *game,
                  const struct casata_match *m) {
    balance_count(run->user, i, game, m, &run->lock);
}

static int measure(const char *command, const struct request *q, const struct arena *a) {
    static void (*const print[])(FILE *, const struct balance_output *) = {balance_text, balance_json,
                                                                           balance_csv, balance_svg};
    struct balance *b = calloc(1, sizeof *b);
    struct arena_run run = {
        .arena = a, .games = (uint64_t)q->all.games, .jobs = (int)q->all.jobs, .each = count, .user = b};
    struct balance_result result = {0};
    double start = cli_seconds();
    bool enough = b && (b->game = calloc((size_t)q->all.games, sizeof *b->game));
    if (enough) {
        b->arena = a;
        b->games = run.games;
        if (arena_run(&run)) enough = balance_sum_up(b, &result);
    }
    if (enough && !run.wrong[0])
        print[q->all.format](stdout, &(struct balance_output){b, &result, cli_seconds() - start});
    free(result.line);
    if (b) free(b->game);
    free(b);
    if (!enough) return cli_fail(CLI_FAILED, command, "%s", arena_no_memory);
    return run.wrong[0] ? cli_fail(CLI_FAILED, command, "%s", run.wrong) : CLI_OK;
}

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {
        ARENA_OPTIONS, {"bot", required_argument, NULL, 'b'}, {"options", required_argument, NULL, 'O'}, {0}};
    int status = -1;
    for (int o; status < 0 && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        if (o == 'b')
            q->bot = optarg;
        else if (o == 'O')
            q->options = optarg;
        else if (o == 'e')
            q->net = optarg;
        else
            status = arena_option(argv[0], help, o, &q->all);
    }
    if (status >= 0) return status;
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    if (!q->all.id) return cli_fail(CLI_USAGE, argv[0], "--game is needed");
    if (strchr(q->bot, ',')) return cli_fail(CLI_USAGE, argv[0], "--bot: one level plays on all seats");
    return -1;
}

int cmd_balance(int argc, char **argv) {
    struct request q = {.all = arena_defaults(), .bot = "duca/think=10000"};
    struct arena a = {0};
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_game(argv[0], q.all.id, q.all.data, &a.game)) return CLI_FAILED;
    int seats = q.all.seats ? (int)q.all.seats : a.game.rules->max_seats;
    if (!arena_bots(argv[0], "--bot", q.bot, seats, &a)) return CLI_USAGE;
    if (!cli_options(argv[0], q.options, a.game.rules, a.option, &a.any)) return CLI_USAGE;
    if (!cli_options_fit(argv[0], a.game.rules, seats, a.option)) return CLI_USAGE;
    a.seed = (uint64_t)q.all.seed;
    a.opening = (int)q.all.opening;
    if (!arena_keep(argv[0], q.all.keep, &a)) return CLI_FAILED;
    void *net = NULL;
    if (q.net && !(net = cli_net(argv[0], q.net, &a.game, a.seats))) return CLI_FAILED;
    a.bot[0].net = net;
    status = measure(argv[0], &q, &a);
    free(net);
    return status;
}
