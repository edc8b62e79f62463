/* cmd_check.c: `casata check`: invariants, over a file or over random games on all cores. Knows no game
 * by name. */
#include "casata/match.h"
#include "casata/rules.h"
#include "cli/cli.h"
#include "terminal/file.h"
#include "lab/check_coach.h"
#include "lab/check_lessons.h"
#include "lab/verify.h"

#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: casata check FILE [--data DIR]\n"
    "       casata check --random N [--game ID] [--seats N] [--seed S] [--jobs N] [--data DIR]\n"
    "       casata check --lessons [--game ID [FILE]] [--lang LANG] [--data DIR]\n"
    "       casata check --coach N [--game ID] [--seats N] [--seed S] [--data DIR]\n"
    "\n"
    "Checks every position: that the invariants of the game hold; that legal actions exist,\n"
    "ascend and do not repeat; and, at some positions, that texts, positions and snapshots can be\n"
    "read back unchanged. It checks every step of a match file, a position file, or N random games\n"
    "of each game, spread over all numbers of seats and all values of the options. The last line\n"
    "lists the checks; status 0 only if all passed.\n"
    "With --lessons it plays every path through the lessons of the games, or of FILE, instead\n"
    "(docs/lessons.md). With --coach it counts the coach's notes in N random games and some games of\n"
    "strong play, and checks that warnings come in time (docs/coach.md).\n"
    "\n"
    "  --random N  play N random games\n"
    "  --lessons   check lessons\n"
    "  --coach N   check the coach over N random games\n"
    "  --lang LANG only the texts of this language (en, pl, hu)\n"
    "  --game ID   only this game\n"
    "  --seats N   only with this many seats\n"
    "  --seed S    seed of the first game; each further game takes the next one (default 1)\n"
    "  --jobs N    threads (default: one for each core)\n"
    "  --data DIR  play with the corrected figures in DIR\n"
    "\n"
    "example:\n"
    "  casata check --game signorie --random 100000\n";

enum { DEEP_EVERY = 256, MAX_JOBS = 256 };

struct request {
    const char *path, *id, *data;
    int64_t random, coach, seats, seed, jobs;
    bool lessons;
    int lang; /* -1: all */
};

/* --- random games -------------------------------------------------------------------------------------- */

/* Shared by all threads. */
struct run {
    struct casata_game game;
    int seats; /* 0: all */
    uint64_t seed, games;
    atomic_uint_fast64_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock;  /* guards the fields below */
    uint64_t seats_played; /* bit set */
    uint64_t decisions, chances;
    uint32_t longest, options_max;
    char failure[800]; /* "": none */
};
struct tally {
    uint64_t decisions, chances;
    uint32_t longest, options_max;
    uint64_t seats_played;
};

/* A game is determined by its seed, so that one number reproduces it. */
static int choose_table(const struct run *run, uint64_t seed, uint8_t option[CASATA_MAX_GAME_OPTIONS]) {
    const struct casata_rules *rules = run->game.rules;
    uint64_t span = (uint64_t)(rules->max_seats - rules->min_seats + 1), left = seed / span;
    int seats = run->seats ? run->seats : rules->min_seats + (int)(seed % span);
    for (int i = 0; i < rules->n_options; i++) {
        unsigned values = (unsigned)casata_option_values(&rules->options[i], seats);
        option[i] = (uint8_t)(left % values);
        left /= values;
    }
    return seats;
}

static void fail_game(struct run *run, uint64_t seed, int seats, uint32_t step, const char *wrong) {
    pthread_mutex_lock(&run->lock);
    if (!run->failure[0])
        snprintf(run->failure, sizeof run->failure,
                 "%s with %d seats, seed %llu, after %u decisions: %s\nto repeat: casata check --game %s "
                 "--random 1 "
                 "--seats %d --seed %llu",
                 run->game.rules->id, seats, (unsigned long long)seed, step, wrong, run->game.rules->id,
                 seats, (unsigned long long)seed);
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->stop, true);
}

/* A random decision of the lowest seat due to act, or of chance. */
static void play_random(const struct casata_game *g, void *state, struct casata_rng *rng, struct tally *t) {
    casata_action out[CASATA_MAX_CHOICES];
    int seat = casata_first_seat(casata_to_act(g, state));
    if (seat == CASATA_CHANCE) {
        t->chances++;
        casata_apply(g, state, seat, casata_sample(g, state, rng), NULL);
        return;
    }
    uint32_t n = (uint32_t)casata_legal(g, state, seat, out);
    t->decisions++;
    if (n > t->options_max) t->options_max = n;
    casata_apply(g, state, seat, out[casata_rng_below(rng, n)], NULL);
}

static void check_game(struct run *run, struct verifier *v, uint64_t seed, struct tally *t) {
    const struct casata_game *g = &run->game;
    CASATA_STATE_BUFFER(state);
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int seats = choose_table(run, seed, option);
    struct casata_rng rng;
    uint32_t step = 0;
    const char *wrong = NULL;
    casata_rng_seed(&rng, seed);
    casata_init(g, state, seats, option);
    for (;; step++) {
        bool deep = (step + seed) % DEEP_EVERY == 0;
        if ((wrong = verify_position(v, g, state, deep)) || !casata_to_act(g, state)) break;
        if (step >= g->rules->max_decisions) {
            wrong = "the game has more decisions than its bound";
            break;
        }
        play_random(g, state, &rng, t);
    }
    if (!wrong) wrong = verify_result(v, g, state);
    if (wrong) fail_game(run, seed, seats, step, wrong);
    if (step > t->longest) t->longest = step;
    t->seats_played |= 1u << seats;
}

static void *work(void *arg) {
    struct run *run = arg;
    struct tally t = {0};
    struct verifier *v = verifier_new();
    uint64_t i;
    if (!v) fail_game(run, run->seed, run->seats, 0, "there is not enough memory to check it");
    while (v && !atomic_load(&run->stop) && (i = atomic_fetch_add(&run->next, 1)) < run->games) {
        check_game(run, v, run->seed + i, &t);
        atomic_fetch_add(&run->done, 1);
    }
    verifier_free(v);
    pthread_mutex_lock(&run->lock);
    run->decisions += t.decisions;
    run->chances += t.chances;
    run->seats_played |= t.seats_played;
    if (t.longest > run->longest) run->longest = t.longest;
    if (t.options_max > run->options_max) run->options_max = t.options_max;
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void print_seats(uint64_t played) {
    int shown = 0, n = __builtin_popcountll(played);
    for (int i = 0; i < 64; i++)
        if (played >> i & 1) {
            printf("%s%d", shown == 0 ? "" : shown == n - 1 ? " and " : ", ", i);
            shown++;
        }
}

static int check_random(const char *command, const struct request *q, const struct casata_game *g) {
    struct run run = {
        .game = *g, .seats = (int)q->seats, .seed = (uint64_t)q->seed, .games = (uint64_t)q->random};
    pthread_t thread[MAX_JOBS];
    int jobs = 0;
    double start = cli_seconds();
    pthread_mutex_init(&run.lock, NULL);
    while (jobs < q->jobs && pthread_create(&thread[jobs], NULL, work, &run) == 0) jobs++;
    if (jobs == 0) work(&run);
    while (!atomic_load(&run.stop) && atomic_load(&run.done) < run.games) {
        cli_progress(g->rules->id, atomic_load(&run.done), run.games, start);
        usleep(2000);
    }
    for (int i = 0; i < jobs; i++) pthread_join(thread[i], NULL);
    cli_progress(g->rules->id, run.games, run.games, start);
    pthread_mutex_destroy(&run.lock);
    if (run.failure[0]) return cli_fail(CLI_FAILED, command, "%s", run.failure);
    printf("checked %llu random games of %s with ", (unsigned long long)run.games, g->rules->id);
    print_seats(run.seats_played);
    printf(" seats, %llu decisions and %llu outcomes of chance, at most %u in a game (bound %d), at most %u "
           "options: "
           "all invariants held (%.1f s)\n",
           (unsigned long long)run.decisions, (unsigned long long)run.chances, run.longest,
           g->rules->max_decisions, run.options_max, cli_seconds() - start);
    return CLI_OK;
}

static int check_random_games(const char *command, const struct request *q) {
    struct casata_game games[CLI_MAX_GAMES];
    int n = cli_games(command, q->id, q->data, games), checked = 0;
    if (n < 0) return CLI_FAILED;
    for (int i = 0; i < n; i++) {
        const struct casata_rules *rules = games[i].rules;
        if (q->id && strcmp(q->id, rules->id) != 0) continue;
        if (q->seats && (q->seats < rules->min_seats || q->seats > rules->max_seats)) continue;
        if (check_random(command, q, &games[i]) != CLI_OK) return CLI_FAILED;
        checked++;
    }
    return checked ? CLI_OK : cli_fail(CLI_USAGE, command, "no game is played with %d seats", (int)q->seats);
}

/* --- files --------------------------------------------------------------------------------------------- */

static int check_match(const char *command, const struct request *q, struct verifier *v) {
    CASATA_STATE_BUFFER(state);
    struct casata_match m;
    if (!cli_match(command, q->path, q->data, &m)) return CLI_FAILED;
    const char *wrong = NULL;
    int i = 0;
    memcpy(state, m.start, m.game.rules->state_size);
    for (;; i++) {
        if ((wrong = verify_position(v, &m.game, state, true)) || i == m.n_log) break;
        casata_apply(&m.game, state, m.log[i].seat, m.log[i].action, NULL);
    }
    if (!wrong && !casata_to_act(&m.game, state)) wrong = verify_result(v, &m.game, state);
    int status = CLI_OK;
    if (wrong)
        status = cli_fail(CLI_FAILED, command, "%s: after log entry %d: %s", q->path, i, wrong);
    else
        printf(
            "checked %s: a match of %s with %d seats, %d log entries with their hashes and %d positions: all "
            "invariants held\n",
            q->path, m.game.rules->id, m.seats, m.n_log, m.n_log + 1);
    casata_match_free(&m);
    return status;
}

static int check_position(const char *command, const struct request *q, struct verifier *v, const char *text,
                          size_t n, const char *id) {
    CASATA_STATE_BUFFER(state);
    struct casata_game g;
    char err[200];
    if (!cli_game(command, id, q->data, &g)) return CLI_FAILED;
    if (!casata_position_read(&g, text, n, state, err))
        return cli_fail(CLI_FAILED, command, "%s: %s", q->path, err);
    const char *wrong = verify_position(v, &g, state, true);
    if (wrong) return cli_fail(CLI_FAILED, command, "%s: %s", q->path, wrong);
    printf("checked %s: a position of %s, hash %016llx: all invariants held\n", q->path, id,
           (unsigned long long)casata_hash(&g, state));
    return CLI_OK;
}

static int check_file(const char *command, const struct request *q) {
    char err[256], id[32];
    size_t n;
    char *text = file_read(q->path, CLI_MAX_FILE, &n, err);
    if (!text) return cli_fail(CLI_FAILED, command, "%s", err);
    struct verifier *v = verifier_new();
    int status = CLI_FAILED;
    if (!v)
        cli_fail(CLI_FAILED, command, "there is not enough memory");
    else if (casata_file_peek(text, n, id) == CASATA_FILE_POSITION)
        status = check_position(command, q, v, text, n, id);
    else
        status = check_match(command, q, v);
    verifier_free(v);
    free(text);
    return status;
}

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {{"random", required_argument, NULL, 'r'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"seats", required_argument, NULL, 'n'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"data", required_argument, NULL, 'd'},
                                            {"coach", required_argument, NULL, 'c'},
                                            {"lessons", no_argument, NULL, 'l'},
                                            {"lang", required_argument, NULL, 'L'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    bool ok = true;
    for (int o; ok && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'r': ok = cli_number(argv[0], "--random", optarg, 1, INT64_C(1) << 40, &q->random); break;
        case 'g': q->id = optarg; break;
        case 'n': ok = cli_number(argv[0], "--seats", optarg, 1, CASATA_MAX_SEATS, &q->seats); break;
        case 's': ok = cli_number(argv[0], "--seed", optarg, 0, INT64_MAX, &q->seed); break;
        case 'j': ok = cli_number(argv[0], "--jobs", optarg, 1, MAX_JOBS, &q->jobs); break;
        case 'd': q->data = optarg; break;
        case 'l': q->lessons = true; break;
        case 'c': ok = cli_number(argv[0], "--coach", optarg, 1, 1000000, &q->coach); break;
        case 'L': ok = cli_lang(argv[0], optarg, &q->lang); break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (!ok) return CLI_USAGE;
    if (q->lessons && (q->random || optind + (q->id != NULL) < argc))
        return cli_fail(CLI_USAGE, argv[0], "--lessons goes with --game ID and a file of its lessons");
    if (q->coach && (q->random || q->lessons))
        return cli_fail(CLI_USAGE, argv[0], "--coach goes with neither --random nor --lessons");
    if (q->lessons ? false : q->random || q->coach ? optind < argc : optind + 1 != argc)
        return cli_fail(CLI_USAGE, argv[0], "either one file or --random N is needed");
    q->path = argv[optind];
    return -1;
}

int cmd_check(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {.seed = 1, .lang = -1, .jobs = cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : cores};
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (q.lessons) return check_lessons(argv[0], q.id, q.data, q.path, q.lang);
    if (q.coach) return check_coach(argv[0], q.id, q.data, q.coach, q.seats, q.seed);
    return q.random ? check_random_games(argv[0], &q) : check_file(argv[0], &q);
}
