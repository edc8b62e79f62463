/* cmd_train.c: `casata train`: trains an evaluation by self-play of bots. Knows no game by name. */
#include "casata/rules.h"
#include "cli/cli.h"
#include "lab/train_play.h"
#include "lab/train_school.h"
#include "lab/train_share.h"

#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "usage: casata train --game ID --seats N --out FILE [--games N] [--seed S]\n"
    "                    [--resume | --from NET] [--think US] [--hidden N] [--jobs N]\n"
    "       casata train --game ID --seats N --worker DIR [--games N] [--seed S] [--think US] [--jobs N]\n"
    "       casata train --game ID --seats N --learn DIR [--games N] [--seed S] [--from NET] [--hidden N]\n"
    "\n"
    "Trains an evaluation from self-play by temporal differences. After every round of games it writes\n"
    "the net to FILE, the state of the training to FILE.train, and the learning curve to FILE.csv: the\n"
    "error of the net on games it has not yet learned from, next to that of the hand-written evaluation.\n"
    "The same command with the same seed gives the same net on any number of threads. A training that\n"
    "was interrupted and resumed gives a different net, because it continues with new games.\n"
    "\n"
    "With --worker and --learn many processes, also on several machines, train one net through a shared\n"
    "folder. Workers play with the newest net in DIR and write each game to DIR/new. One learner takes\n"
    "the games, learns, and writes DIR/net, DIR/net.train and DIR/net.csv. Any of them can be stopped at\n"
    "any time; the same command goes on. Files that are damaged or of another game, edition or number of\n"
    "seats are moved to DIR/damaged. From the same games in the same order, the learner makes the same\n"
    "net, interrupted or not. Workers stop when the learner has all its games.\n"
    "\n"
    "  --game ID     the game\n"
    "  --seats N     seats at the table; each number of seats has its own net\n"
    "  --out FILE    the net; data/<game>/net_<seats>.bin is built into the program, any other can be\n"
    "                tried with casata arena --net FILE\n"
    "  --worker DIR  play games for the learner of DIR\n"
    "  --learn DIR   learn from the games of the workers of DIR\n"
    "  --games N     number of games, including earlier ones (default 4000, at least 64); of a worker: "
    "games\n"
    "                that it plays (default: until the learner has finished)\n"
    "  --seed S      random seed (default 1; of a worker: a different one each time)\n"
    "  --resume      continue the training of FILE\n"
    "  --from NET    start from the weights of another net, for example one in data/, in smaller steps\n"
    "  --think US    microseconds for each decision, counted in positions (default 1500)\n"
    "  --hidden N    hidden units of the net (default 32, or as in --from; at most 64)\n"
    "  --jobs N      threads that play (default: one for each core)\n"
    "\n"
    "examples:\n"
    "  casata train --game signorie --seats 2 --games 4000 --out data/signorie/net_2.bin\n"
    "  casata train --game virtu --seats 4 --learn /srv/virtu-4 --games 20000 &\n"
    "  casata train --game virtu --seats 4 --worker /srv/virtu-4\n";

enum {
    MAX_JOBS = 64,
    HIDDEN = 32,    /* hidden units of a net, by default */
    GAMES = 4000,   /* per training, by default */
    PAUSE = 100000, /* microseconds between polls of the shared folder */
};

struct request {
    const char *id, *out, *from, *worker, *learn;
    int64_t seats, games, seed, think, hidden, jobs;
    bool resume, seeded;
};

static struct casata_skill player_of(const struct request *q, const struct casata_rules *rules) {
    struct casata_skill skill = train_player;
    skill.noise = rules->bots->noise[CASATA_CONTE];
    skill.think = (uint32_t)q->think;
    return skill;
}

/* Runs `work` in the requested number of threads. */
static void in_threads(int jobs, void *(*work)(void *), void *arg) {
    pthread_t thread[MAX_JOBS];
    int n = 0;
    while (n < jobs && pthread_create(&thread[n], NULL, work, arg) == 0) n++;
    if (n == 0) work(arg);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
}

/* --- a training in one process: a round of games, shared out to threads ------------------------------------------------ */
struct round {
    struct school *school;
    const struct casata_net *net;
    struct casata_skill skill;
    atomic_int next;
    atomic_bool failed;
};

static void *work(void *arg) {
    struct round *r = arg;
    const struct trainer *t = &r->school->t;
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    if (!memory) atomic_store(&r->failed, true);
    for (int i; memory && (i = atomic_fetch_add(&r->next, 1)) < SCHOOL_ROUND;) {
        uint64_t number = t->games + (uint64_t)i;
        struct casata_match m;
        if (!train_play(&t->game, t->seats, r->net, &r->skill,
                        casata_hash_bytes(&number, sizeof number, t->seed),
                        casata_mind_on(memory, CASATA_MIND_USUAL), &m)) {
            atomic_store(&r->failed, true);
            break;
        }
        train_read(t, &m, &r->school->next[i]);
        casata_match_free(&m);
    }
    free(memory);
    return NULL;
}

static int train(const char *command, const struct request *q, struct school *s) {
    struct trainer *t = &s->t;
    double start = cli_seconds();
    while (t->games < (uint64_t)q->games) {
        struct round r = {.school = s, .skill = player_of(q, s->t.game.rules)};
        size_t size;
        void *net = t->scaled ? trainer_net(t, &size) : NULL;
        r.net = net;
        cli_progress(q->id, t->games, (uint64_t)q->games, start);
        in_threads((int)q->jobs, work, &r);
        free(net);
        const char *wrong = atomic_load(&r.failed)
                                ? school_no_memory
                                : school_learn(s, (uint64_t)q->games, cli_seconds() - start);
        if (wrong) return cli_fail(CLI_FAILED, command, "%s", wrong);
    }
    cli_progress(q->id, 1, 1, start);
    printf("%s: a net for %s with %d seats after %u games (%.0f s); learning curve: %s\n", s->path[0], q->id,
           t->seats, t->games, cli_seconds() - start, s->path[2]);
    return CLI_OK;
}

/* --- the learner of a folder ------------------------------------------------------------------------------------------ */
/* Reloads the games that the ring held when the training was saved. */
static const char *remember(struct school *s, const struct share *share) {
    uint32_t games = s->t.games;
    for (s->played = games > SCHOOL_KEPT ? games - SCHOOL_KEPT : 0; s->played < games;) {
        struct casata_match m;
        if (!share_again(share, &s->t, s->played, &m))
            return "a game that it learned from is missing or damaged";
        train_read(&s->t, &m, &s->next[0]);
        casata_match_free(&m);
        if (!school_remember(s, &s->next[0])) return school_no_memory;
    }
    return NULL;
}

static int learn(const char *command, const struct request *q, struct school *s, const struct share *share) {
    struct trainer *t = &s->t;
    double start = cli_seconds();
    const char *wrong;
    for (uint32_t n = 0; t->games < (uint64_t)q->games;) {
        struct casata_match m;
        cli_progress(q->id, t->games + n, (uint64_t)q->games, start);
        enum share_took took = share_take(share, t, t->games + n, &m, &wrong);
        if (took == SHARE_FAILED) return cli_fail(CLI_FAILED, command, "%s", wrong);
        if (took == SHARE_NONE) {
            usleep(PAUSE);
            continue;
        }
        train_read(t, &m, &s->next[n]);
        casata_match_free(&m);
        if (++n < SCHOOL_ROUND) continue;
        const char *why = school_learn(s, (uint64_t)q->games, cli_seconds() - start);
        if (why) return cli_fail(CLI_FAILED, command, "%s", why);
        n = 0;
    }
    const char *why = share_finish(share, true);
    if (why) return cli_fail(CLI_FAILED, command, "%s", why);
    cli_progress(q->id, 1, 1, start);
    printf("%s: a net for %s with %d seats after %u games (%.0f s); learning curve: %s\n", s->path[0], q->id,
           t->seats, t->games, cli_seconds() - start, s->path[2]);
    return CLI_OK;
}

/* --- a worker of a folder --------------------------------------------------------------------------------------------- */
struct worker {
    const char *command;
    const struct request *q;
    const struct casata_game *game;
    struct share share;
    uint64_t seed;
    double start;
    atomic_uint_fast64_t next, done;
    atomic_bool stop, failed;
};

/* The newest net of the learner, read again when its file has changed. */
struct newest {
    struct casata_net *net;
    struct stat file;
};
static void look_for_net(const struct worker *w, struct newest *n) {
    char path[SHARE_PATH];
    struct stat now;
    share_path(&w->share, "net", path);
    if (stat(path, &now) != 0) return; /* the first games are played without a net */
    if (n->net && now.st_ino == n->file.st_ino && now.st_mtim.tv_sec == n->file.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == n->file.st_mtim.tv_nsec)
        return;
    struct casata_net *net = cli_net(w->command, path, w->game, (int)w->q->seats);
    if (!net) return; /* the previous one will do */
    free(n->net);
    n->net = net;
    n->file = now;
}

/* Waits while the learner's queue is full; false: time to stop. */
static bool may_go_on(struct worker *w) {
    while (!atomic_load(&w->stop) && !share_finished(&w->share)) {
        if (share_waiting(&w->share) < SHARE_AHEAD) return true;
        usleep(PAUSE);
    }
    return false;
}

static const char *play_one(struct worker *w, uint64_t i, const struct casata_net *net, void *memory) {
    struct casata_skill skill = player_of(w->q, w->game->rules);
    struct casata_match m;
    if (!train_play(w->game, (int)w->q->seats, net, &skill, casata_hash_bytes(&i, sizeof i, w->seed),
                    casata_mind_on(memory, CASATA_MIND_USUAL), &m))
        return school_no_memory;
    const char *wrong = share_leave(&w->share, w->seed, i, &m);
    casata_match_free(&m);
    return wrong;
}

static void *work_on(void *arg) {
    struct worker *w = arg;
    struct newest newest = {0};
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    const char *wrong = memory ? NULL : school_no_memory;
    uint64_t i, all = w->q->games ? (uint64_t)w->q->games : UINT64_MAX;
    while (!wrong && may_go_on(w) && (i = atomic_fetch_add(&w->next, 1)) < all) {
        look_for_net(w, &newest);
        wrong = play_one(w, i, newest.net, memory);
        if (!wrong) atomic_fetch_add(&w->done, 1);
    }
    if (wrong && !atomic_exchange(&w->failed, true)) cli_fail(CLI_FAILED, w->command, "%s", wrong);
    if (wrong) atomic_store(&w->stop, true);
    free(newest.net);
    free(memory);
    return NULL;
}

static int play_for(const char *command, const struct request *q, const struct casata_game *g) {
    struct worker w = {
        .command = command, .q = q, .game = g, .seed = (uint64_t)q->seed, .start = cli_seconds()};
    if (!q->seeded && getrandom(&w.seed, sizeof w.seed, 0) != sizeof w.seed)
        return cli_fail(CLI_FAILED, command, "there are no random numbers: --seed is needed");
    const char *wrong = share_open(&w.share, q->worker);
    if (wrong) return cli_fail(CLI_FAILED, command, "%s", wrong);
    in_threads((int)q->jobs, work_on, &w);
    if (atomic_load(&w.failed)) return CLI_FAILED;
    printf("%s: %llu games of %s with %d seats (%.0f s)\n", q->worker,
           (unsigned long long)atomic_load(&w.done), q->id, (int)q->seats, cli_seconds() - w.start);
    return CLI_OK;
}

/* --- the command ----------------------------------------------------------------------------------------------------- */
/* Are the options consistent? -1, or the exit status after a message. */
static int fits(const char *command, struct request *q) {
    int places = !!q->out + !!q->worker + !!q->learn;
    if (!q->id || !q->seats || places != 1)
        return cli_fail(CLI_USAGE, command,
                        "--game, --seats and --out are needed, or --worker or --learn for --out");
    if (q->from && (q->resume || q->hidden))
        return cli_fail(CLI_USAGE, command, "--from goes with neither --resume nor --hidden");
    if (q->resume && !q->out)
        return cli_fail(CLI_USAGE, command, "--resume is for --out; in a folder the same command goes on");
    if (q->worker && (q->from || q->hidden))
        return cli_fail(CLI_USAGE, command, "--from and --hidden are for the learner, not for a worker");
    if (q->worker) return -1;
    if (!q->games) q->games = GAMES;
    if (q->games >= SCHOOL_SCALED) return -1;
    return cli_fail(CLI_USAGE, command, "--games: at least %d are needed", SCHOOL_SCALED);
}

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {
        {"game", required_argument, NULL, 'g'},   {"seats", required_argument, NULL, 'n'},
        {"out", required_argument, NULL, 'o'},    {"games", required_argument, NULL, 'N'},
        {"seed", required_argument, NULL, 's'},   {"resume", no_argument, NULL, 'r'},
        {"from", required_argument, NULL, 'f'},   {"think", required_argument, NULL, 't'},
        {"hidden", required_argument, NULL, 'H'}, {"jobs", required_argument, NULL, 'j'},
        {"worker", required_argument, NULL, 'w'}, {"learn", required_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},         {0}};
    bool ok = true;
    for (int o; ok && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'g': q->id = optarg; break;
        case 'o': q->out = optarg; break;
        case 'n': ok = cli_number(argv[0], "--seats", optarg, 2, CASATA_MAX_SEATS, &q->seats); break;
        case 'N': ok = cli_number(argv[0], "--games", optarg, 1, 10000000, &q->games); break;
        case 's': ok = cli_number(argv[0], "--seed", optarg, 0, INT64_MAX, &q->seed), q->seeded = true; break;
        case 't': ok = cli_number(argv[0], "--think", optarg, 1, 10000000, &q->think); break;
        case 'H': ok = cli_number(argv[0], "--hidden", optarg, 1, NET_HIDDEN, &q->hidden); break;
        case 'j': ok = cli_number(argv[0], "--jobs", optarg, 1, MAX_JOBS, &q->jobs); break;
        case 'w': q->worker = optarg; break;
        case 'l': q->learn = optarg; break;
        case 'r': q->resume = true; break;
        case 'f': q->from = optarg; break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (!ok) return CLI_USAGE;
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    return fits(argv[0], q);
}

/* Creates a trainer, from an existing net if requested; false after a message. */
static bool open_trainer(const char *command, const struct request *q, const struct casata_game *g,
                         struct school *s) {
    struct casata_net *from = q->from ? cli_net(command, q->from, g, (int)q->seats) : NULL;
    if (q->from && !from) return false;
    int hidden = from ? from->head.hidden : q->hidden ? (int)q->hidden : HIDDEN;
    bool room = trainer_open(&s->t, g, (int)q->seats, hidden, (uint64_t)q->seed);
    s->first_rate = from ? 3e-4 : 1e-3;
    if (room && from) trainer_from(&s->t, from);
    free(from);
    if (!room) cli_fail(CLI_FAILED, command, "%s", school_no_memory);
    return room;
}

static int run_alone(const char *command, const struct request *q, struct school *s) {
    const char *wrong = school_open(s, q->out);
    if (!wrong && q->resume) wrong = school_resume(s);
    return wrong ? cli_fail(CLI_FAILED, command, "%s", wrong) : train(command, q, s);
}

/* The same command starts or resumes, depending on whether there is a training. */
static int run_learner(const char *command, const struct request *q, struct school *s) {
    struct share share;
    char out[SHARE_PATH];
    const char *wrong = share_open(&share, q->learn);
    if (!wrong) wrong = share_lock(&share);
    if (!wrong) wrong = share_finish(&share, false);
    share_path(&share, "net", out);
    if (!wrong) wrong = school_open(s, out);
    if (!wrong && access(s->path[1], F_OK) == 0) {
        wrong = school_resume(s);
        if (!wrong) wrong = remember(s, &share);
    }
    return wrong ? cli_fail(CLI_FAILED, command, "%s", wrong) : learn(command, q, s, &share);
}

int cmd_train(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {.seed = 1,
                        .think = train_player.think,
                        .jobs = cores < 1          ? 1
                                : cores > MAX_JOBS ? MAX_JOBS
                                                   : cores};
    struct casata_game g;
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_game(argv[0], q.id, NULL, &g)) return CLI_FAILED;
    if (q.seats < g.rules->min_seats || q.seats > g.rules->max_seats)
        return cli_fail(CLI_USAGE, argv[0], "%s is not for %d seats", q.id, (int)q.seats);
    if (net_inputs(g.rules) > NET_INPUTS)
        return cli_fail(CLI_FAILED, argv[0], "%s has too many features", q.id);
    if (q.worker) return play_for(argv[0], &q, &g);
    struct school *s = calloc(1, sizeof *s);
    if (!s) return cli_fail(CLI_FAILED, argv[0], "%s", school_no_memory);
    status = !open_trainer(argv[0], &q, &g, s) ? CLI_FAILED
             : q.learn                         ? run_learner(argv[0], &q, s)
                                               : run_alone(argv[0], &q, s);
    school_close(s);
    free(s);
    return status;
}
