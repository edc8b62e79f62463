/* cmd_train.c: `casata train`: a learned evaluation from games of bots against themselves. Knows no game by name. */
#include "casata/rules.h"
#include "cli/cli.h"
#include "lab/train.h"

#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char unwritable[] = "%s or a file next to it cannot be written";

static const char help[] =
    "usage: casata train --game ID --seats N --out FILE [--games N] [--seed S]\n"
    "                    [--resume | --from NET] [--think US] [--hidden N] [--jobs N]\n"
    "\n"
    "Trains an evaluation from self-play by temporal differences. After every round of games it writes\n"
    "the net to FILE, the state of the training to FILE.train, and the learning curve to FILE.csv: the\n"
    "error of the net on games it has not yet learned from, next to that of the hand-written evaluation.\n"
    "The same command with the same seed gives the same net on any number of threads. A training that\n"
    "was interrupted and resumed gives a different net, because it continues with new games.\n"
    "\n"
    "  --game ID    the game\n"
    "  --seats N    seats at the table; each number of seats has its own net\n"
    "  --out FILE   the net; data/<game>/net_<seats>.bin is built into the program, any other can be\n"
    "               tried with casata arena --net FILE\n"
    "  --games N    number of games, including earlier ones (default 4000, at least 64)\n"
    "  --seed S     random seed (default 1)\n"
    "  --resume     continue the training of FILE\n"
    "  --from NET   start from the weights of another net, for example one in data/, in smaller steps\n"
    "  --think US   microseconds for each decision, counted in positions (default 1500)\n"
    "  --hidden N   hidden units of the net (default 32, or as in --from; at most 64)\n"
    "  --jobs N     threads (default: one for each core)\n"
    "\n"
    "example:\n"
    "  casata train --game signorie --seats 2 --games 4000 --out data/signorie/net_2.bin\n";

enum {
    ROUND = 32,         /* games with the same net */
    SCALED = 2 * ROUND, /* games before the first net: they give the scale of its inputs */
    KEPT = 832,         /* games to learn from */
    PASSES = 6,         /* how often a game is learned from, about */
    AT_ONCE = 4,        /* games for a step */
    MAX_JOBS = 64,
    HIDDEN = 32,      /* numbers of a net, if nothing else is said */
    POSITIONS = 1200, /* most of a game */
};
static const struct casata_skill player = {.think = 1500,
                                           .noise = 8,
                                           .explore = 100,
                                           .temper = 12,
                                           .squash = 100,
                                           .spread = 15,
                                           .win = 50,
                                           .alone = 1};
static const uint32_t random_part = 40; /* one decision of this many is made at random */

struct request {
    const char *id, *out, *from;
    int64_t seats, games, seed, think, hidden, jobs;
    bool resume;
};

/* --- one game ---------------------------------------------------------------------------------------------------- */
struct recorder {
    const struct trainer *t;
    struct train_game *game;
};

static void record(struct recorder *r, const void *state) {
    const struct trainer *t = r->t;
    int16_t in[CASATA_MAX_SEATS][NET_INPUTS];
    if (r->game->n == POSITIONS) return;
    size_t seats = (size_t)t->seats, inputs = (size_t)t->inputs, at = (size_t)r->game->n++ * seats;
    net_read(&t->game, state, in, r->game->margin + at);
    for (size_t s = 0; s < seats; s++)
        memcpy(r->game->in + (at + s) * inputs, in[s], inputs * sizeof in[0][0]);
}

static void finish(const struct trainer *t, const void *state, struct train_game *game) {
    int32_t value[CASATA_MAX_SEATS];
    casata_eval(&t->game, state, value);
    for (int s = 0; s < t->seats; s++) game->result[s] = (float)ai_margin(value, t->seats, s);
    ai_win_shares(&t->game, state, game->won);
}

/* Plays a game and records the positions at the ends of turns, as a search judges them. */
static void play(const struct trainer *t, const struct casata_net *net, const struct casata_skill *skill,
                 uint64_t seed, struct casata_mind *mind, struct train_game *game) {
    CASATA_STATE_BUFFER(state);
    CASATA_STATE_BUFFER(view);
    const struct casata_head *h = (const struct casata_head *)(const void *)state;
    casata_action option[CASATA_MAX_CHOICES];
    struct recorder r = {t, game};
    struct casata_rng rng;
    unsigned turn = 0, to_act;
    int actor = -1;
    casata_rng_seed(&rng, seed);
    casata_mind_net(mind, net);
    game->n = 0;
    casata_init(&t->game, state, t->seats, NULL);
    while ((to_act = casata_to_act(&t->game, state)) != 0) {
        int seat = casata_first_seat(to_act);
        if (actor >= 0 && (h->turn != turn || (seat != actor && seat != CASATA_CHANCE)))
            record(&r, state), actor = -1;
        if (seat == CASATA_CHANCE) {
            casata_apply(&t->game, state, seat, casata_sample(&t->game, state, &rng), NULL);
            continue;
        }
        actor = seat;
        turn = h->turn;
        casata_action a;
        if (casata_rng_below(&rng, random_part) == 0)
            a = option[casata_rng_below(&rng,
                                        (uint32_t)casata_legal_distinct(&t->game, state, seat, option))];
        else {
            casata_view(&t->game, state, seat, view);
            a = casata_decide(mind, &t->game, view, seat, skill, casata_rng_next(&rng));
        }
        casata_apply(&t->game, state, seat, a, NULL);
    }
    finish(t, state, game);
}

/* --- a round of games, shared out to threads ------------------------------------------------------------------------ */
struct round {
    const struct trainer *t;
    const struct casata_net *net;
    struct casata_skill skill;
    struct train_game *game; /* [ROUND] */
    uint64_t first;
    atomic_int next;
    atomic_bool failed;
};

static void *work(void *arg) {
    struct round *r = arg;
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    if (!memory) atomic_store(&r->failed, true);
    for (int i; memory && (i = atomic_fetch_add(&r->next, 1)) < ROUND;) {
        uint64_t number = r->first + (uint64_t)i;
        struct casata_mind *mind = casata_mind_on(memory, CASATA_MIND_USUAL);
        play(r->t, r->net, &r->skill, casata_hash_bytes(&number, sizeof number, r->t->seed), mind,
             &r->game[i]);
    }
    free(memory);
    return NULL;
}

static bool play_round(struct round *r, int jobs) {
    pthread_t thread[MAX_JOBS];
    int n = 0;
    atomic_store(&r->next, 0);
    while (n < jobs && pthread_create(&thread[n], NULL, work, r) == 0) n++;
    if (n == 0) work(r);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    return !atomic_load(&r->failed);
}

/* --- learning ------------------------------------------------------------------------------------------------------- */
struct school {
    struct trainer t;
    struct train_game game[KEPT]; /* a ring */
    uint32_t played;              /* games of this run, in the ring as far as it reaches */
    char path[3][4096];           /* net, training, curve */
    double first_rate;            /* of learning */
};

static bool make_room(struct school *s) {
    size_t seats = (size_t)s->t.seats, inputs = (size_t)s->t.inputs;
    for (int i = 0; i < KEPT; i++) {
        s->game[i].in = NULL;
        s->game[i].margin = NULL;
    }
    /* The first ROUND places have room for the longest game, the others are cut to size. */
    for (int i = 0; i < ROUND; i++) {
        s->game[i].in = malloc(POSITIONS * seats * inputs * sizeof(int16_t));
        s->game[i].margin = malloc(POSITIONS * seats * sizeof(int32_t));
        if (!s->game[i].in || !s->game[i].margin) return false;
    }
    return true;
}

static bool copy_game(const struct school *s, const struct train_game *from, struct train_game *to) {
    size_t n = (size_t)from->n * (size_t)s->t.seats, inputs = (size_t)s->t.inputs;
    free(to->in);
    free(to->margin);
    *to = *from;
    to->in = malloc(n * inputs * sizeof(int16_t) + 1);
    to->margin = malloc(n * sizeof(int32_t) + 1);
    if (!to->in || !to->margin) return false;
    memcpy(to->in, from->in, n * inputs * sizeof(int16_t));
    memcpy(to->margin, from->margin, n * sizeof(int32_t));
    return true;
}

/* Steps get smaller, down to 5e-5 at the end. */
static void learn(struct school *s, double part) {
    struct trainer *t = &s->t;
    struct casata_rng rng;
    uint32_t kept = s->played < KEPT - ROUND ? s->played : KEPT - ROUND;
    uint64_t mark = t->games;
    casata_rng_seed(&rng, casata_hash_bytes(&mark, sizeof mark, t->seed ^ 0x7ea5));
    t->rate = (float)(s->first_rate * pow(5e-5 / s->first_rate, part));
    for (int k = 0, n = 0; k < ROUND * PASSES; k++) {
        trainer_learn(t, &s->game[ROUND + casata_rng_below(&rng, kept)], &n);
        if (k % AT_ONCE == AT_ONCE - 1) trainer_step(t, n), n = 0;
    }
}

static bool write_file(const char *path, const struct trainer *t, bool net) {
    char part[4200];
    size_t size = 0;
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "wb");
    if (!out) return false;
    void *bytes = net ? trainer_net(t, &size) : NULL;
    bool ok = net ? bytes && fwrite(bytes, 1, size, out) == size : trainer_save(t, out);
    free(bytes);
    ok = fclose(out) == 0 && ok;
    return ok && rename(part, path) == 0;
}

/* A line for the games of a round, as the net saw them before it learned from them; the first ones only scale it. */
static bool note_curve(const struct school *s, const struct train_error *e, double seconds) {
    bool first = s->t.games == ROUND;
    FILE *out = fopen(s->path[2], first ? "w" : "a");
    if (!out) return false;
    if (first) fputs("games,win_error,margin_error,hand_margin_error,seconds\n", out);
    if (e->positions > 0)
        fprintf(out, "%u,%.4f,%.2f,%.2f,%.1f\n", s->t.games, e->win * s->t.seats / e->positions,
                e->margin / e->positions, e->hand / e->positions, seconds);
    return fclose(out) == 0;
}

static int train(const char *command, const struct request *q, struct school *s) {
    struct trainer *t = &s->t;
    struct round r = {.t = t, .skill = player, .game = s->game};
    double start = cli_seconds();
    r.skill.think = (uint32_t)q->think;
    while (t->games < (uint64_t)q->games) {
        struct train_error e = {0};
        size_t size;
        void *net = t->scaled ? trainer_net(t, &size) : NULL;
        r.net = net;
        r.first = t->games;
        cli_progress(q->id, t->games, (uint64_t)q->games, start);
        bool ok = play_round(&r, (int)q->jobs);
        free(net);
        for (int i = 0; ok && i < ROUND; i++) {
            if (t->scaled) trainer_test(t, &s->game[i], &e);
            ok = copy_game(s, &s->game[i], &s->game[ROUND + s->played++ % (KEPT - ROUND)]);
        }
        if (!ok) return cli_fail(CLI_FAILED, command, "there is not enough memory");
        t->games += ROUND;
        if (!t->scaled && s->played >= SCALED) trainer_scale(t, s->game + ROUND, SCALED);
        if (t->scaled) learn(s, (double)t->games / (double)q->games);
        ok = note_curve(s, &e, cli_seconds() - start);
        if (ok && t->scaled) ok = write_file(s->path[0], t, true) && write_file(s->path[1], t, false);
        if (!ok) return cli_fail(CLI_FAILED, command, unwritable, q->out);
    }
    cli_progress(q->id, 1, 1, start);
    printf("%s: a net for %s with %d seats after %u games (%.0f s); learning curve: %s\n", q->out, q->id,
           t->seats, t->games, cli_seconds() - start, s->path[2]);
    return CLI_OK;
}

/* --- the command ----------------------------------------------------------------------------------------------------- */
/* The status to end with; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {
        {"game", required_argument, NULL, 'g'},   {"seats", required_argument, NULL, 'n'},
        {"out", required_argument, NULL, 'o'},    {"games", required_argument, NULL, 'N'},
        {"seed", required_argument, NULL, 's'},   {"resume", no_argument, NULL, 'r'},
        {"from", required_argument, NULL, 'f'},   {"think", required_argument, NULL, 't'},
        {"hidden", required_argument, NULL, 'H'}, {"jobs", required_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},         {0}};
    bool ok = true;
    for (int o; ok && (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'g': q->id = optarg; break;
        case 'o': q->out = optarg; break;
        case 'n': ok = cli_number(argv[0], "--seats", optarg, 2, CASATA_MAX_SEATS, &q->seats); break;
        case 'N': ok = cli_number(argv[0], "--games", optarg, SCALED, 10000000, &q->games); break;
        case 's': ok = cli_number(argv[0], "--seed", optarg, 0, INT64_MAX, &q->seed); break;
        case 't': ok = cli_number(argv[0], "--think", optarg, 1, 10000000, &q->think); break;
        case 'H': ok = cli_number(argv[0], "--hidden", optarg, 1, NET_HIDDEN, &q->hidden); break;
        case 'j': ok = cli_number(argv[0], "--jobs", optarg, 1, MAX_JOBS, &q->jobs); break;
        case 'r': q->resume = true; break;
        case 'f': q->from = optarg; break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (!ok) return CLI_USAGE;
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    if (!q->id || !q->out || !q->seats)
        return cli_fail(CLI_USAGE, argv[0], "--game, --seats and --out are needed");
    if (q->from && (q->resume || q->hidden))
        return cli_fail(CLI_USAGE, argv[0], "--from goes with neither --resume nor --hidden");
    return -1;
}

/* Goes on with an earlier training; false after a message. */
static bool resume(const char *command, struct school *s) {
    FILE *in = fopen(s->path[1], "rb");
    if (!in) {
        cli_fail(CLI_FAILED, command, "%s cannot be read", s->path[1]);
        return false;
    }
    const char *wrong = trainer_load(&s->t, in);
    fclose(in);
    if (wrong) cli_fail(CLI_FAILED, command, "%s: %s", s->path[1], wrong);
    return !wrong;
}

static bool can_write(const char *path) {
    FILE *out = fopen(path, "a");
    if (out) fclose(out);
    return out;
}

static int run(const char *command, const struct request *q, const struct casata_game *g, struct school *s) {
    static const char *const ending[] = {"", ".train", ".csv"};
    for (int i = 0; i < 3; i++) snprintf(s->path[i], sizeof s->path[i], "%s%s", q->out, ending[i]);
    if (net_inputs(g->rules) > NET_INPUTS)
        return cli_fail(CLI_FAILED, command, "%s has too many features", q->id);
    struct casata_net *from = q->from ? cli_net(command, q->from, g, (int)q->seats) : NULL;
    if (q->from && !from) return CLI_FAILED;
    int hidden = from ? from->head.hidden : q->hidden ? (int)q->hidden : HIDDEN;
    bool room = trainer_open(&s->t, g, (int)q->seats, hidden, (uint64_t)q->seed) && make_room(s);
    s->first_rate = from ? 3e-4 : 1e-3;
    if (room && from) trainer_from(&s->t, from);
    free(from);
    if (!room) return cli_fail(CLI_FAILED, command, "there is not enough memory");
    if (q->resume && !resume(command, s)) return CLI_FAILED;
    if (!can_write(s->path[2]))
        return cli_fail(CLI_FAILED, command, unwritable, q->out); /* before hours of play */
    return train(command, q, s);
}

int cmd_train(int argc, char **argv) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {.games = 4000,
                        .seed = 1,
                        .think = player.think,
                        .jobs = cores < 1          ? 1
                                : cores > MAX_JOBS ? MAX_JOBS
                                                   : cores};
    struct casata_game g;
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_game(argv[0], q.id, NULL, &g)) return CLI_FAILED;
    if (q.seats < g.rules->min_seats || q.seats > g.rules->max_seats)
        return cli_fail(CLI_USAGE, argv[0], "%s is not for %d seats", q.id, (int)q.seats);
    struct school *s = calloc(1, sizeof *s);
    if (!s) return cli_fail(CLI_FAILED, argv[0], "there is not enough memory");
    status = run(argv[0], &q, &g, s);
    for (int i = 0; i < KEPT; i++) free(s->game[i].in), free(s->game[i].margin);
    trainer_close(&s->t);
    free(s);
    return status;
}
