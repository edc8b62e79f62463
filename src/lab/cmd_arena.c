/* cmd_arena.c: `casata arena`: bots against each other on all cores. Knows no game by name. */
#include "casata/rules.h"
#include "lab/arena.h"
#include "cli/cli.h"
#include "terminal/file.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "usage: casata arena --game ID --bots A,B,... [--seats N] [--games N] [--seed S] [--opening N]\n"
    "                    [--jobs N] [--stop] [--time MS] [--blunders] [--keep DIR] [--net FILE]\n"
    "                    [--json | --csv | --svg] [--data DIR]\n\n"
    "Lets bots play against each other and tells how they did: share of wins of each bot in all and at\n"
    "each seat with 95% intervals (a shared win counts as a part), Elo, scores, how many points ahead of\n"
    "the others, and how long they thought.\n"
    "The games of a round have the same dice and cards; between them everybody moves on by one seat. All\n"
    "but the times follows from the seed, whatever the number of threads; --time alone gives that up.\n\n"
    "  --game ID        the game\n"
    "  --bots A,B,...   levels: paggio, scudiero, cavaliere, conte, duca. 3xconte takes three seats; with\n"
    "                   fewer names than seats the last one takes the rest. duca*4 thinks four times as\n"
    "                   long; duca/think=500/noise=10 changes numbers of a level (docs/bots.md)\n"
    "  --seats N        at the table (default: as many as bots are named, at least the fewest of the game)\n"
    "  --games N        how many (default 100)\n"
    "  --seed S         of everything (default 1)\n"
    "  --opening N      the first N decisions are drawn, alike for all games of a round: where chance is "
    "rare,\n"
    "                   bots would play the same game again and again (default 0)\n"
    "  --jobs N         threads (default: one for each core)\n"
    "  --stop           ends as soon as it is clear (5% error) whether the first bot wins at least 1.5\n"
    "                   times its fair share (one of two seats: 65%) rather than its fair share\n"
    "  --time MS        processor time for a decision instead of a fixed amount of thought\n"
    "  --blunders          also checks every decision for blunders (docs/bots.md), and fails if there was "
    "one\n"
    "  --keep DIR       writes every game into that folder, to be replayed or reported: DIR/0.json and on\n"
    "  --net FILE       a learned evaluation of casata train instead of the one that is built in; bots with\n"
    "                   /hand=1 judge by the one made by hand\n"
    "  --json, --csv, --svg   another form of the result\n"
    "  --data DIR       with the corrected figures of that folder\n\n"
    "examples:\n  casata arena --game signorie --bots duca,conte --games 200 --stop\n"
    "  casata arena --game zhanguo --seats 4 --bots cavaliere,scudiero --games 400 --svg > levels.svg\n";

static const char no_memory[] = "there is not enough memory";
enum { MAX_JOBS = 256, MAX_GAMES = 10000000 };
enum format { TEXT, JSON, CSV, SVG };

struct request {
    const char *id, *bots, *net, *data, *keep;
    int64_t seats, games, seed, opening, jobs, ms;
    bool stop, blunders;
    enum format format;
};

/* --- who plays ---------------------------------------------------------------------------------------------- */
/* One name of the list: "3xconte", "duca*4/noise=10". */
static bool read_bot(const char *command, const char *text, size_t n, struct arena_bot *bot) {
    char word[sizeof bot->name];
    bot->seats = 1;
    if (n >= 2 && text[0] >= '1' && text[0] <= '9' && text[1] == 'x') {
        bot->seats = text[0] - '0';
        text += 2;
        n -= 2;
    }
    if (n >= sizeof word) {
        cli_fail(CLI_USAGE, command, "--bots: \"%.*s\" is too long", (int)n, text);
        return false;
    }
    memcpy(word, text, n);
    word[n] = 0;
    memcpy(bot->name, word, n + 1);
    const char *wrong = casata_skill_parse(word, &bot->skill);
    if (!wrong) return true;
    cli_fail(CLI_USAGE, command, "--bots: \"%s\": %s", word, wrong);
    return false;
}

static bool read_bots(const char *command, const struct request *q, struct arena *a) {
    const struct casata_rules *rules = a->game.rules;
    int named = 0;
    for (const char *text = q->bots; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
        if (a->n_bots == ARENA_MAX_BOTS) {
            cli_fail(CLI_USAGE, command, "--bots: at most %d can sit at a table", ARENA_MAX_BOTS);
            return false;
        }
        if (!read_bot(command, text, strcspn(text, ","), &a->bot[a->n_bots])) return false;
        named += a->bot[a->n_bots++].seats;
    }
    int fewest = rules->min_seats < 2 ? 2 : rules->min_seats;
    a->seats = q->seats ? (int)q->seats : named < fewest ? fewest : named;
    if (a->seats < fewest || a->seats > rules->max_seats) {
        cli_fail(CLI_USAGE, command, "%s is played with %d to %d seats, not %d", rules->id, fewest,
                 rules->max_seats, a->seats);
        return false;
    }
    if (named > a->seats) {
        cli_fail(CLI_USAGE, command, "--bots: %d bots and %d seats", named, a->seats);
        return false;
    }
    a->bot[a->n_bots - 1].seats += a->seats - named;
    return true;
}

/* --- the games ---------------------------------------------------------------------------------------------- */
struct run {
    const struct arena *arena;
    struct arena_game *game;
    uint64_t games;
    bool stop_early;
    const char *keep; /* folder for the games; NULL: none */
    atomic_uint_fast64_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock; /* of what is below */
    char wrong[300];      /* why it cannot go on; "": it can */
    struct arena_clock clock[ARENA_MAX_BOTS];
    uint64_t in_order; /* games before this one are all done */
    double llr;        /* over them */
    enum arena_verdict verdict;
};

/* The test goes through the games in their order, so that it ends at the same one however they were shared out. */
static void test_on(struct run *run) {
    while (run->verdict == ARENA_OPEN && run->in_order < run->games && run->game[run->in_order].done) {
        run->llr += arena_llr(run->arena, &run->game[run->in_order++]);
        if (run->in_order % (unsigned)run->arena->seats) continue; /* whole rounds */
        if (run->llr >= arena_bound) run->verdict = ARENA_BETTER;
        if (run->llr <= -arena_bound) run->verdict = ARENA_NOT_BETTER;
    }
    if (run->verdict != ARENA_OPEN && run->stop_early) atomic_store(&run->stop, true);
}

static void add_clock(struct arena_times *to, const struct arena_times *from) {
    for (int i = 0; i < ARENA_TIMES; i++) to->count[i] += from->count[i];
    if (from->longest > to->longest) to->longest = from->longest;
}

static void give_up(struct run *run, const char *wrong) {
    pthread_mutex_lock(&run->lock);
    if (!run->wrong[0]) snprintf(run->wrong, sizeof run->wrong, "%s", wrong);
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->stop, true);
}

/* NULL, or why not. */
static const char *keep_game(const struct run *run, uint64_t i, const struct casata_match *m) {
    char path[4096];
    if (!run->keep) return NULL;
    if (snprintf(path, sizeof path, "%s/%" PRIu64 ".json", run->keep, i) >= (int)sizeof path)
        return "the name of the folder is too long";
    char *text = casata_match_save(m);
    const char *wrong = text ? file_write_atomic(path, text) : no_memory;
    free(text);
    return wrong;
}

static void *work(void *arg) {
    struct run *run = arg;
    void *memory = aligned_alloc(16, arena_memory(run->arena));
    struct arena_clock *clock = calloc(ARENA_MAX_BOTS, sizeof *clock);
    uint64_t i;
    if (!memory || !clock) give_up(run, no_memory);
    while (!atomic_load(&run->stop) && (i = atomic_fetch_add(&run->next, 1)) < run->games) {
        struct arena_game game;
        struct casata_match match;
        if (!arena_play(run->arena, i, memory, &game, clock, &match)) {
            give_up(run, no_memory);
            break;
        }
        const char *wrong = keep_game(run, i, &match);
        if (wrong) give_up(run, wrong);
        casata_match_free(&match);
        pthread_mutex_lock(&run->lock);
        run->game[i] = game;
        test_on(run);
        pthread_mutex_unlock(&run->lock);
        atomic_fetch_add(&run->done, 1);
    }
    pthread_mutex_lock(&run->lock);
    for (int b = 0; clock && b < run->arena->n_bots; b++) {
        add_clock(&run->clock[b].decision, &clock[b].decision);
        add_clock(&run->clock[b].turn, &clock[b].turn);
    }
    pthread_mutex_unlock(&run->lock);
    free(memory);
    free(clock);
    return NULL;
}

static void play_all(struct run *run, int jobs) {
    pthread_t thread[MAX_JOBS];
    int n = 0;
    double start = cli_seconds();
    while (n < jobs && pthread_create(&thread[n], NULL, work, run) == 0) n++;
    if (n == 0) work(run);
    while (!atomic_load(&run->stop) && atomic_load(&run->done) < run->games) {
        cli_progress(run->arena->game.rules->id, atomic_load(&run->done), run->games, start);
        usleep(5000);
    }
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    cli_progress(run->arena->game.rules->id, run->games, run->games, start);
}

static int hold(const char *command, const struct request *q, const struct arena *a) {
    static void (*const print[])(FILE *, const struct arena_output *) = {arena_text, arena_json, arena_csv,
                                                                         arena_svg};
    struct run run = {.arena = a, .games = (uint64_t)q->games, .stop_early = q->stop, .keep = q->keep};
    struct arena_result result;
    double start = cli_seconds();
    run.game = calloc((size_t)q->games, sizeof *run.game);
    if (!run.game) return cli_fail(CLI_FAILED, command, "%s", no_memory);
    pthread_mutex_init(&run.lock, NULL);
    play_all(&run, (int)q->jobs);
    pthread_mutex_destroy(&run.lock);
    /* Games behind the one at which the test ended depend on the threads: they do not count. */
    uint64_t n = q->stop && run.verdict != ARENA_OPEN ? run.in_order : run.games;
    if (!run.wrong[0] && !arena_sum_up(a, run.game, n, &result))
        snprintf(run.wrong, sizeof run.wrong, "%s", no_memory);
    if (!run.wrong[0])
        print[q->format](stdout, &(struct arena_output){a, run.game, &result, run.clock, run.verdict,
                                                        cli_seconds() - start, q->stop});
    free(run.game);
    if (run.wrong[0]) return cli_fail(CLI_FAILED, command, "%s", run.wrong);
    uint64_t blunders = 0;
    for (int b = 0; b < a->n_bots; b++) blunders += result.bot[b].blunders;
    return blunders ? cli_fail(CLI_FAILED, command, "bots made %llu blunders", (unsigned long long)blunders)
                    : CLI_OK;
}

/* The status to end with; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {
        {"game", required_argument, NULL, 'g'},  {"bots", required_argument, NULL, 'b'},
        {"seats", required_argument, NULL, 'n'}, {"games", required_argument, NULL, 'N'},
        {"seed", required_argument, NULL, 's'},  {"opening", required_argument, NULL, 'o'},
        {"jobs", required_argument, NULL, 'j'},  {"stop", no_argument, NULL, 'x'},
        {"time", required_argument, NULL, 't'},  {"blunders", no_argument, NULL, 'v'},
        {"keep", required_argument, NULL, 'k'},  {"net", required_argument, NULL, 'e'},
        {"json", no_argument, NULL, 'J'},        {"csv", no_argument, NULL, 'C'},
        {"svg", no_argument, NULL, 'S'},         {"data", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},        {0}};
    bool ok = true;
    for (int o; ok && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'g': q->id = optarg; break;
        case 'b': q->bots = optarg; break;
        case 'n': ok = cli_number(argv[0], "--seats", optarg, 1, CASATA_MAX_SEATS, &q->seats); break;
        case 'N': ok = cli_number(argv[0], "--games", optarg, 1, MAX_GAMES, &q->games); break;
        case 's': ok = cli_number(argv[0], "--seed", optarg, 0, INT64_MAX, &q->seed); break;
        case 'o': ok = cli_number(argv[0], "--opening", optarg, 0, 1000, &q->opening); break;
        case 'j': ok = cli_number(argv[0], "--jobs", optarg, 1, MAX_JOBS, &q->jobs); break;
        case 't': ok = cli_number(argv[0], "--time", optarg, 1, 3600000, &q->ms); break;
        case 'v': q->blunders = true; break;
        case 'x': q->stop = true; break;
        case 'k': q->keep = optarg; break;
        case 'e': q->net = optarg; break;
        case 'J': q->format = JSON; break;
        case 'C': q->format = CSV; break;
        case 'S': q->format = SVG; break;
        case 'd': q->data = optarg; break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (!ok) return CLI_USAGE;
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "what is \"%s\"?", argv[optind]);
    if (!q->id || !q->bots) return cli_fail(CLI_USAGE, argv[0], "--game and --bots are needed");
    return -1;
}

int cmd_arena(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {.games = 100, .seed = 1, .jobs = cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : cores};
    struct arena a = {0};
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_game(argv[0], q.id, q.data, &a.game)) return CLI_FAILED;
    if (!read_bots(argv[0], &q, &a)) return CLI_USAGE;
    a.seed = (uint64_t)q.seed;
    a.opening = (int)q.opening;
    a.ms = (double)q.ms;
    a.blunders = q.blunders;
    if (q.keep && mkdir(q.keep, 0777) != 0 && errno != EEXIST)
        return cli_fail(CLI_FAILED, argv[0], "%s: %s", q.keep, strerror(errno));
    void *net = NULL;
    if (q.net && !(net = cli_net(argv[0], q.net, &a.game, a.seats))) return CLI_FAILED;
    a.net = net;
    status = hold(argv[0], &q, &a);
    free(net);
    return status;
}
