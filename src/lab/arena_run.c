/* arena_run.c: who plays, and all games of an arena on several threads (arena.h). Knows no game. */
#include "casata/rules.h"
#include "cli/cli.h"
#include "lab/arena.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char arena_no_memory[] = "there is not enough memory";

/* --- who plays ---------------------------------------------------------------------------------------------- */
/* One entry of the list: "3xconte", "duca*4/noise=10". */
static bool read_bot(const char *command, const char *option, const char *text, size_t n,
                     const struct casata_rules *rules, struct arena_bot *bot) {
    char word[sizeof bot->name];
    bot->seats = 1;
    if (n >= 2 && text[0] >= '1' && text[0] <= '9' && text[1] == 'x') {
        bot->seats = text[0] - '0';
        text += 2;
        n -= 2;
    }
    if (n >= sizeof word) {
        cli_fail(CLI_USAGE, command, "%s: \"%.*s\" is too long", option, (int)n, text);
        return false;
    }
    memcpy(word, text, n);
    word[n] = 0;
    memcpy(bot->name, word, n + 1);
    const char *wrong = casata_skill_parse(word, rules, &bot->skill);
    if (!wrong) return true;
    cli_fail(CLI_USAGE, command, "%s: \"%s\": %s", option, word, wrong);
    return false;
}

bool arena_bots(const char *command, const char *option, const char *text, int seats, struct arena *a) {
    const struct casata_rules *rules = a->game.rules;
    int named = 0;
    for (; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
        if (a->n_bots == ARENA_MAX_BOTS) {
            cli_fail(CLI_USAGE, command, "%s: at most %d can sit at a table", option, ARENA_MAX_BOTS);
            return false;
        }
        if (!read_bot(command, option, text, strcspn(text, ","), rules, &a->bot[a->n_bots])) return false;
        named += a->bot[a->n_bots++].seats;
    }
    int fewest = rules->min_seats < 2 ? 2 : rules->min_seats;
    a->seats = seats ? seats : named < fewest ? fewest : named;
    if (a->seats < fewest || a->seats > rules->max_seats) {
        cli_fail(CLI_USAGE, command, "%s is played with %d to %d seats, not %d", rules->id, fewest,
                 rules->max_seats, a->seats);
        return false;
    }
    if (named > a->seats) {
        cli_fail(CLI_USAGE, command, "%s: %d bots and %d seats", option, named, a->seats);
        return false;
    }
    a->bot[a->n_bots - 1].seats += a->seats - named;
    return true;
}

/* --- the games ---------------------------------------------------------------------------------------------- */
int arena_jobs(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > ARENA_MAX_JOBS ? ARENA_MAX_JOBS : (int)cores;
}

struct arena_request arena_defaults(void) {
    return (struct arena_request){.games = 100, .seed = 1, .jobs = arena_jobs()};
}

int arena_option(const char *command, const char *help, int option, struct arena_request *q) {
    bool ok = true;
    switch (option) {
    case 'g': q->id = optarg; break;
    case 'n': ok = cli_number(command, "--seats", optarg, 1, CASATA_MAX_SEATS, &q->seats); break;
    case 'N': ok = cli_number(command, "--games", optarg, 1, ARENA_MAX_GAMES, &q->games); break;
    case 's': ok = cli_number(command, "--seed", optarg, 0, INT64_MAX, &q->seed); break;
    case 'o': ok = cli_number(command, "--opening", optarg, 0, 1000, &q->opening); break;
    case 'j': ok = cli_number(command, "--jobs", optarg, 1, ARENA_MAX_JOBS, &q->jobs); break;
    case 'd': q->data = optarg; break;
    case 'k': q->keep = optarg; break;
    case 'J': q->format = ARENA_JSON; break;
    case 'C': q->format = ARENA_CSV; break;
    case 'S': q->format = ARENA_SVG; break;
    case 'h': fputs(help, stdout); return CLI_OK;
    default: return CLI_USAGE;
    }
    return ok ? -1 : CLI_USAGE;
}

static void add_clock(struct arena_times *to, const struct arena_times *from) {
    for (int i = 0; i < ARENA_TIMES; i++) to->count[i] += from->count[i];
    if (from->longest > to->longest) to->longest = from->longest;
}

static void give_up(struct arena_run *run, const char *wrong) {
    pthread_mutex_lock(&run->lock);
    if (!run->wrong[0]) snprintf(run->wrong, sizeof run->wrong, "%s", wrong);
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->stop, true);
}

static void *work(void *arg) {
    struct arena_run *run = arg;
    void *memory = aligned_alloc(16, arena_memory(run->arena));
    struct arena_clock *clock = calloc(ARENA_MAX_BOTS, sizeof *clock);
    uint64_t i;
    if (!memory || !clock) give_up(run, arena_no_memory);
    while (!atomic_load(&run->stop) && (i = atomic_fetch_add(&run->next, 1)) < run->games) {
        struct arena_game game;
        struct casata_match match;
        char wrong[ARENA_WRONG];
        if (!arena_play(run->arena, i, memory, &game, clock, &match, wrong)) {
            give_up(run, wrong);
            break;
        }
        run->each(run, i, &game, &match);
        casata_match_free(&match);
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

bool arena_run(struct arena_run *run) {
    pthread_t thread[ARENA_MAX_JOBS];
    int n = 0;
    double start = cli_seconds();
    pthread_mutex_init(&run->lock, NULL);
    while (n < run->jobs && pthread_create(&thread[n], NULL, work, run) == 0) n++;
    if (n == 0) work(run);
    while (!atomic_load(&run->stop) && atomic_load(&run->done) < run->games) {
        cli_progress(run->arena->game.rules->id, atomic_load(&run->done), run->games, start);
        usleep(5000);
    }
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    cli_progress(run->arena->game.rules->id, run->games, run->games, start);
    pthread_mutex_destroy(&run->lock);
    return !run->wrong[0];
}
