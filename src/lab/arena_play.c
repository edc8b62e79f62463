/* arena_play.c: one game between bots, timed (arena.h). */
#include "casata/rules.h"
#include "lab/arena.h"
#include "cli/cli.h"
#include "terminal/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE = 16 /* iterations between two reads of the clock */,
    KEPT_MAX = 1 << 24 /* bytes of a kept game */
};

/* The most that any bot needs. */
static size_t seat_memory(const struct arena *a) {
    size_t most = 0;
    for (int i = 0; i < a->n_bots; i++) {
        size_t size = casata_mind_size(&a->bot[i].skill);
        if (size > most) most = size;
    }
    return most;
}
size_t arena_memory(const struct arena *a) { return (size_t)a->seats * seat_memory(a); }

/* Processor time of this thread, so that other load on the machine does not count. */
static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Ten steps per doubling; the first ends at 1 microsecond. */
static double step_end(int step) { return 0.001 * pow(2, step / 10.0); }
static void add_time(struct arena_times *times, double ms) {
    int step = ms <= 0.001 ? 0 : (int)ceil(10 * log2(ms / 0.001));
    times->count[step < ARENA_TIMES ? step : ARENA_TIMES - 1]++;
    if (ms > times->longest) times->longest = ms;
}
double arena_time(const struct arena_times *times, double part) {
    uint64_t all = 0, below = 0;
    for (int i = 0; i < ARENA_TIMES; i++) all += times->count[i];
    for (int i = 0; i < ARENA_TIMES; i++)
        if ((below += times->count[i]) >= part * (double)all && below)
            return step_end(i) < times->longest ? step_end(i) : times->longest;
    return 0;
}

/* A table has each bot as often as it has seats; the games of a round differ only in the seating, which rotates
 * by one seat. */
static void seat_bots(const struct arena *a, uint64_t round, int shift, int8_t bot[CASATA_MAX_SEATS]) {
    int8_t order[CASATA_MAX_SEATS];
    struct casata_rng rng;
    int n = 0;
    for (int b = 0; b < a->n_bots; b++)
        for (int k = 0; k < a->bot[b].seats; k++) order[n++] = (int8_t)b;
    casata_rng_seed(&rng, casata_hash_bytes(&round, sizeof round, a->seed ^ 0x5ea7));
    for (int i = n - 1; i > 0; i--) {
        int j = (int)casata_rng_below(&rng, (uint32_t)i + 1);
        int8_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    for (int i = 0; i < n; i++) bot[(i + shift) % n] = order[i];
}

struct table {
    const struct arena *a;
    struct casata_mind *mind[CASATA_MAX_SEATS];
    struct arena_game *game;
    struct arena_clock *clock;
    uint64_t seed;
    struct casata_match *match;
    struct casata_match kept; /* the same game, played before; log is NULL: there is none */
    struct casata_rng chance;
    int drawn; /* decisions of the opening */
    CASATA_STATE_BUFFER(view);
    double turn_ms; /* of turn_seat */
    int turn_seat;
    unsigned turn;
};

static void end_turn(struct table *t) {
    if (t->turn_seat >= 0) add_time(&t->clock[t->game->bot[t->turn_seat]].turn, t->turn_ms);
    t->turn_seat = -1;
    t->turn_ms = 0;
}

/* Notes a blunder; played, better: 0 for the end of the game. */
static void note_blunder(struct table *t, enum casata_blunder what, int seat, casata_action played,
                         casata_action better) {
    char done[CASATA_ACTION_TEXT] = "", missed[CASATA_ACTION_TEXT] = "";
    if (what == CASATA_BLUNDER_COUNT) return;
    t->game->blunders[t->game->bot[seat]]++;
    if (t->game->case_of[0]) return;
    if (played) {
        casata_action_text(t->a->game.rules, played, done);
        casata_action_text(t->a->game.rules, better, missed);
    }
    snprintf(t->game->case_of, sizeof t->game->case_of, "decision %u, seat %d (%s) %s%s%.60s%s%.60s",
             t->game->decisions, seat, t->a->bot[(int)t->game->bot[seat]].name,
             casata_blunder_words.word[what], played ? ": " : "", done, played ? ", better " : "", missed);
}

static casata_action decide(struct table *t, int seat) {
    const struct arena *a = t->a;
    int bot = t->game->bot[seat];
    const void *state = t->match->state;
    unsigned turn = ((const struct casata_head *)state)->turn;
    casata_view(&a->game, state, seat, t->view);
    if (seat != t->turn_seat || turn != t->turn) end_turn(t);
    uint64_t mark[2] = {t->seed, t->game->decisions};
    double start = now_ms(), took;
    struct casata_skill skill = a->bot[bot].skill;
    bool timed = a->ms > 0 && skill.think > 0;
    if (timed) skill.think = UINT32_MAX / 2, skill.alone = 1;
    casata_mind_begin(t->mind[seat], &a->game, t->view, seat, &skill,
                      casata_hash_bytes(mark, sizeof mark, a->seed));
    while (casata_mind_run(t->mind[seat], SLICE))
        if (timed && now_ms() - start >= a->ms) break;
    casata_action action = casata_mind_best(t->mind[seat]);
    took = now_ms() - start;
    add_time(&t->clock[bot].decision, took);
    t->turn_ms += took;
    t->turn_seat = seat;
    t->turn = turn;
    return action;
}

static void check(struct table *t, int seat, casata_action action) {
    casata_action better = 0;
    enum casata_blunder what = casata_blunder_check(&t->a->game, t->match->state, seat, action, &better);
    note_blunder(t, what, seat, action, better);
}

/* A decision of the opening: any legal one. */
static casata_action draw(struct table *t, int seat) {
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal_distinct(&t->a->game, t->match->state, seat, option);
    t->drawn++;
    return option[casata_rng_below(&t->chance, (uint32_t)n)];
}

/* The options of a round: the requested and the drawn ones. */
static void draw_options(const struct arena *a, uint64_t round, uint8_t option[CASATA_MAX_GAME_OPTIONS]) {
    struct casata_rng rng;
    casata_rng_seed(&rng, casata_hash_bytes(&round, sizeof round, a->seed ^ 0x0471));
    memcpy(option, a->option, sizeof a->option);
    for (int i = 0; i < a->game.rules->n_options; i++)
        if (a->any >> i & 1)
            option[i] = (uint8_t)casata_rng_below(
                &rng, (uint32_t)casata_option_values(&a->game.rules->options[i], a->seats));
}

/* A match for the game; false: out of memory. */
static bool sit_down(const struct arena *a, const struct arena_game *game, uint64_t round,
                     struct casata_match *m) {
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    draw_options(a, round, option);
    if (casata_match_new(m, &a->game, a->seats, option, 0)) return false;
    m->manual_chance = true;
    for (int seat = 0; seat < a->seats; seat++) {
        const char *name = a->bot[(int)game->bot[seat]].name;
        m->seat[seat].kind = CASATA_BOT;
        m->seat[seat].level =
            (enum casata_level)casata_word_find(&casata_level_words, name, strcspn(name, "*/"));
        snprintf(m->seat[seat].name, sizeof m->seat[seat].name, "%.31s", name);
    }
    return true;
}

/* --- kept games --------------------------------------------------------------------------------------------- */
bool arena_keep(const char *command, const char *dir, struct arena *a) {
    a->keep = dir;
    if (!dir || mkdir(dir, 0777) == 0 || errno == EEXIST) return true;
    cli_fail(CLI_FAILED, command, "%s: %s", dir, strerror(errno));
    return false;
}

static bool kept_path(const struct arena *a, uint64_t i, char path[512], char wrong[ARENA_WRONG]) {
    if (snprintf(path, 512, "%s/%" PRIu64 ".json", a->keep, i) < 512) return true;
    snprintf(wrong, ARENA_WRONG, "the name of the folder is too long");
    return false;
}

/* Are figures, options and players those of this table? Luck is compared entry by entry. */
static bool same_table(const struct casata_match *m, const struct casata_match *kept) {
    if (kept->game.edition != m->game.edition || kept->seats != m->seats || kept->from_position) return false;
    if (memcmp(kept->option, m->option, sizeof m->option) != 0) return false;
    for (int seat = 0; seat < m->seats; seat++)
        if (strcmp(kept->seat[seat].name, m->seat[seat].name) != 0) return false;
    return casata_match_to_act(kept) < 0;
}

static bool not_this_game(const char *path, char wrong[ARENA_WRONG]) {
    snprintf(wrong, ARENA_WRONG, "%s is not a game of these bots with these figures, options and seed", path);
    return false;
}

/* Looks for the game among the kept ones; false: it is there but unusable. */
static bool read_kept(struct table *t, uint64_t i, char wrong[ARENA_WRONG]) {
    char path[512], err[256] = "";
    size_t n;
    if (!t->a->keep) return true;
    if (!kept_path(t->a, i, path, wrong)) return false;
    if (access(path, F_OK) != 0) return true;
    char *text = file_read(path, KEPT_MAX, &n, err);
    bool ok = text && casata_match_load(&t->kept, text, n, &t->a->game, err);
    free(text);
    if (!ok) {
        t->kept.log = NULL;
        snprintf(wrong, ARENA_WRONG, "%s: %s", path, err);
        return false;
    }
    return same_table(t->match, &t->kept) || not_this_game(path, wrong);
}

static bool write_kept(const struct table *t, uint64_t i, char wrong[ARENA_WRONG]) {
    char path[512];
    if (!t->a->keep || t->kept.log) return true;
    if (!kept_path(t->a, i, path, wrong)) return false;
    char *text = casata_match_save(t->match);
    const char *why = text ? file_write_atomic(path, text) : arena_no_memory;
    free(text);
    if (why) snprintf(wrong, ARENA_WRONG, "%s", why);
    return !why;
}

/* --- a game -------------------------------------------------------------------------------------------------- */
/* The next step: luck, a decision of the opening or of a bot; 0: the kept game continues differently. */
static casata_action next(struct table *t, int seat) {
    int at = t->match->n_log;
    casata_action action = seat == CASATA_CHANCE ? casata_sample(&t->a->game, t->match->state, &t->chance)
                           : t->drawn < t->a->opening ? draw(t, seat)
                           : !t->kept.log             ? decide(t, seat)
                           : at < t->kept.n_log       ? t->kept.log[at].action
                                                      : 0;
    if (!t->kept.log) return action;
    bool same = at < t->kept.n_log && t->kept.log[at].seat == seat && t->kept.log[at].action == action;
    return same ? action : 0;
}

static bool play_on(struct table *t, uint64_t i, char wrong[ARENA_WRONG]) {
    const struct arena *a = t->a;
    for (int seat; (seat = casata_match_to_act(t->match)) >= 0;) {
        bool of_bot = seat != CASATA_CHANCE && t->drawn >= a->opening;
        casata_action action = next(t, seat);
        if (action == 0) {
            char path[512];
            return kept_path(a, i, path, wrong) && not_this_game(path, wrong);
        }
        if (of_bot && a->blunders) check(t, seat, action);
        const char *illegal = casata_match_play(t->match, seat, action, NULL);
        if (illegal) {
            fprintf(stderr, "casata arena: a bot played an illegal action in game %llu: %s\n",
                    (unsigned long long)i, illegal);
            abort();
        }
        t->game->path = casata_hash_bytes(&action, sizeof action, t->game->path);
        t->game->decisions++;
    }
    end_turn(t);
    return write_kept(t, i, wrong);
}

static void note_end(struct table *t) {
    const struct arena *a = t->a;
    for (int seat = 0; seat < a->seats; seat++) {
        t->game->score[seat] = casata_score(&a->game, t->match->state, seat, false);
        if (a->blunders) note_blunder(t, casata_blunder_at_end(&a->game, t->match->state, seat), seat, 0, 0);
    }
    a->game.rules->ranks(a->game.data, t->match->state, t->game->rank);
    t->game->done = true;
}

bool arena_play(const struct arena *a, uint64_t i, void *memory, struct arena_game *game,
                struct arena_clock clock[ARENA_MAX_BOTS], struct casata_match *m, char wrong[ARENA_WRONG]) {
    struct table t = {.a = a, .game = game, .clock = clock, .turn_seat = -1, .match = m};
    /* nothing to rotate with a single bot: each game is a round of its own */
    uint64_t round = a->n_bots > 1 ? i / (unsigned)a->seats : i;
    *game = (struct arena_game){0};
    seat_bots(a, round, (int)(i % (unsigned)a->seats), game->bot);
    const size_t each = seat_memory(a);
    for (int seat = 0; seat < a->seats; seat++) {
        t.mind[seat] = casata_mind_on((char *)memory + (size_t)seat * each,
                                      casata_mind_size(&a->bot[game->bot[seat]].skill));
        casata_mind_net(t.mind[seat], a->bot[(int)game->bot[seat]].net);
    }
    t.seed = casata_hash_bytes(&i, sizeof i, a->seed);
    casata_rng_seed(&t.chance, casata_hash_bytes(&round, sizeof round, a->seed));
    if (!sit_down(a, game, round, m)) {
        snprintf(wrong, ARENA_WRONG, "%s", arena_no_memory);
        return false;
    }
    bool ok = read_kept(&t, i, wrong) && play_on(&t, i, wrong);
    if (ok) note_end(&t);
    if (t.kept.log) casata_match_free(&t.kept);
    if (!ok) casata_match_free(m);
    return ok;
}
