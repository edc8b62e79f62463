/* arena.h: many games between bots and their statistics. Knows no game by name. */
#ifndef CASATA_LAB_ARENA_H
#define CASATA_LAB_ARENA_H

#include "casata/match.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum {
    ARENA_MAX_BOTS = CASATA_MAX_SEATS,
    ARENA_TIMES = 400, /* steps of the time scale */
    ARENA_WRONG = 800, /* room for a file name (512) and a reason (256) */
};

struct arena_bot {
    char name[64]; /* as given */
    struct casata_skill skill;
    int seats;                    /* it takes at each table */
    const struct casata_net *net; /* evaluation; NULL: the built-in one */
};
struct arena {
    struct casata_game game;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    uint8_t any; /* bit set of the options drawn at random, the same in all games of a round */
    int seats, n_bots;
    struct arena_bot bot[ARENA_MAX_BOTS];
    uint64_t seed;
    int opening;      /* random decisions at the start, the same in all games of a round */
    double ms;        /* processor time per search decision; 0: as many iterations as its skill says */
    bool blunders;    /* check every decision for blunders */
    const char *keep; /* folder of kept games, which are not played again; NULL: none */
};
struct arena_times { /* histogram of durations */
    uint32_t count[ARENA_TIMES];
    double longest; /* ms */
};
struct arena_game {
    int8_t bot[CASATA_MAX_SEATS]; /* by seat */
    uint8_t rank[CASATA_MAX_SEATS];
    int32_t score[CASATA_MAX_SEATS];
    uint32_t decisions;
    uint64_t path; /* hash over all decisions: equal games have equal paths */
    bool done;
    uint16_t blunders[ARENA_MAX_BOTS]; /* by bot */
    char case_of[320];                 /* description of the first; "": none */
};

/* Plays game number i, or takes it from the folder of kept games; clock: durations of decisions and turns
 * played now are added, by bot. `memory` has arena_memory() bytes; m is to be freed by the caller unless the result is
 * false, when `wrong` says why. Everything but the times is determined by the arena and i. */
struct arena_clock {
    struct arena_times decision, turn;
};
size_t arena_memory(const struct arena *a);
bool arena_play(const struct arena *a, uint64_t i, void *memory, struct arena_game *game,
                struct arena_clock clock[ARENA_MAX_BOTS], struct casata_match *m, char wrong[ARENA_WRONG]);

/* All games on several threads. */
enum { ARENA_MAX_JOBS = 256, ARENA_MAX_GAMES = 10000000 };
extern const char arena_no_memory[];
struct arena_run {
    const struct arena *arena;
    uint64_t games;
    int jobs;
    /* Called after each game, concurrently from several threads. */
    void (*each)(struct arena_run *run, uint64_t i, const struct arena_game *game,
                 const struct casata_match *m);
    void *user;              /* for `each` */
    atomic_bool stop;        /* set by `each`: start no new games */
    pthread_mutex_t lock;    /* guards the fields below and the data of `each` */
    char wrong[ARENA_WRONG]; /* reason of a failure; "": none */
    struct arena_clock clock[ARENA_MAX_BOTS];
    atomic_uint_fast64_t next, done;
};
/* false: run->wrong says why it stopped early. */
bool arena_run(struct arena_run *run);
int arena_jobs(void); /* one per core */

/* --- the arguments of commands that play many games ------------------------------------------------------------ */
enum arena_format { ARENA_TEXT, ARENA_JSON, ARENA_CSV, ARENA_SVG };
struct arena_request {
    const char *id, *data, *keep;
    int64_t seats, games, seed, opening, jobs;
    enum arena_format format;
};
/* Rows for getopt_long; the command's own options use other letters. */
/* clang-format off */
#define ARENA_OPTIONS \
    {"game", required_argument, NULL, 'g'}, {"seats", required_argument, NULL, 'n'}, \
    {"games", required_argument, NULL, 'N'}, {"seed", required_argument, NULL, 's'}, \
    {"opening", required_argument, NULL, 'o'}, {"jobs", required_argument, NULL, 'j'}, \
    {"data", required_argument, NULL, 'd'}, {"keep", required_argument, NULL, 'k'}, {"json", no_argument, NULL, 'J'}, \
    {"csv", no_argument, NULL, 'C'}, {"svg", no_argument, NULL, 'S'}, {"help", no_argument, NULL, 'h'}
/* clang-format on */
struct arena_request arena_defaults(void);
/* Takes one of these options. -1: go on; otherwise the exit status. */
int arena_option(const char *command, const char *help, int option, struct arena_request *q);
/* Creates the folder of kept games if one is wanted; false after a message. */
bool arena_keep(const char *command, const char *dir, struct arena *a);
/* The bots of `text` ("duca,3xconte/noise=10") at a table of `seats`, 0: as many as named; false after a message. */
bool arena_bots(const char *command, const char *option, const char *text, int seats, struct arena *a);

/* --- statistics of the games ---------------------------------------------------------------------------------- */
struct arena_share { /* of wins (a tie counts as a fraction), with its 95% interval */
    double games, wins, share, low, high;
};
struct arena_mean { /* with its 95% interval */
    double mean, low, high;
};
struct arena_line {
    struct arena_share all, seat[CASATA_MAX_SEATS];
    double fair; /* share if all bots were equal */
    double mean, deviation, winner_mean;
    int32_t lowest, quartile[3], highest;
    struct arena_mean elo; /* mean of all bots: 0 */
    double rank;           /* mean */
    bool leads;            /* there are other bots, and enough rounds for an interval of the lead */
    /* Points of its seats above those of the others; a round of games with the same luck counts as one sample. */
    struct arena_mean lead;
    uint64_t blunders; /* decisions and endings */
};
struct arena_result {
    uint64_t games;
    struct arena_line bot[ARENA_MAX_BOTS];
    double winner_mean; /* score of the winners */
    double llr;         /* of the sequential test: first bot clearly better than its fair share? */
};
enum arena_verdict { ARENA_OPEN, ARENA_BETTER, ARENA_NOT_BETTER };
extern const double arena_bound; /* of the log likelihood ratio, both ways */
/* The share that counts as "better" in the sequential test: 1.5 times the fair one, 0.65 for one of two seats. */
double arena_target(const struct arena *a, int bot);
double arena_llr(const struct arena *a, const struct arena_game *game);
bool arena_sum_up(const struct arena *a, const struct arena_game *game, uint64_t n, struct arena_result *r);
/* Wilson's 95% interval, from games and (possibly fractional) wins. */
void arena_finish_share(struct arena_share *s);
/* The seat's fraction of the win. */
double arena_win(const struct arena *a, const struct arena_game *game, int seat);
double arena_time(const struct arena_times *times, double part); /* quantile `part` in ms */

/* --- printing ---------------------------------------------------------------------------------------------- */
struct arena_output {
    const struct arena *arena;
    const struct arena_game *game;
    const struct arena_result *result;
    const struct arena_clock *clock;
    enum arena_verdict verdict;
    double seconds;
    bool stopping; /* the sequential test was on */
};
void arena_text(FILE *out, const struct arena_output *o);
void arena_json(FILE *out, const struct arena_output *o);
void arena_csv(FILE *out, const struct arena_output *o);
void arena_svg(FILE *out, const struct arena_output *o);

#endif
