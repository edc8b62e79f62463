/* arena_play.c: one game between bots, and how long they took (arena.h). */
#include "casata/rules.h"
#include "lab/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLICE = 16 /* ways between two looks at the clock */ };

/* Of the bot that needs most. */
static size_t seat_memory(const struct arena *a) {
    size_t most = 0;
    for (int i = 0; i < a->n_bots; i++) {
        size_t size = casata_mind_size(&a->bot[i].skill);
        if (size > most) most = size;
    }
    return most;
}
size_t arena_memory(const struct arena *a) { return (size_t)a->seats * seat_memory(a); }

/* Of this thread alone, so that other work on the machine does not count. */
static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Ten steps double the time, the first ends at 1 microsecond. */
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

/* A table has each bot as often as it has seats; the games of a round differ only in where everybody sits: all move on
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
    const struct casata_match *match;
    CASATA_STATE_BUFFER(view);
    double turn_ms; /* of the seat that was last */
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
    if (a->blunders) {
        casata_action better = 0;
        enum casata_blunder what = casata_blunder_check(&a->game, state, seat, action, &better);
        note_blunder(t, what, seat, action, better);
    }
    return action;
}

/* A decision of the opening: any legal one. */
static casata_action draw(const struct table *t, int seat, struct casata_rng *rng) {
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal_distinct(&t->a->game, t->match->state, seat, option);
    return option[casata_rng_below(rng, (uint32_t)n)];
}

/* The options of a round: what was asked for, and what is drawn. */
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

bool arena_play(const struct arena *a, uint64_t i, void *memory, struct arena_game *game,
                struct arena_clock clock[ARENA_MAX_BOTS], struct casata_match *m) {
    struct table t = {.a = a, .game = game, .clock = clock, .turn_seat = -1, .match = m};
    /* a bot among its likes gains nothing from moving on: each game is a round of its own */
    uint64_t round = a->n_bots > 1 ? i / (unsigned)a->seats : i;
    struct casata_rng chance;
    int drawn = 0;
    *game = (struct arena_game){0};
    seat_bots(a, round, (int)(i % (unsigned)a->seats), game->bot);
    const size_t each = seat_memory(a);
    for (int seat = 0; seat < a->seats; seat++) {
        t.mind[seat] = casata_mind_on((char *)memory + (size_t)seat * each,
                                      casata_mind_size(&a->bot[game->bot[seat]].skill));
        casata_mind_net(t.mind[seat], a->bot[(int)game->bot[seat]].net);
    }
    t.seed = casata_hash_bytes(&i, sizeof i, a->seed);
    casata_rng_seed(&chance, casata_hash_bytes(&round, sizeof round, a->seed));
    if (!sit_down(a, game, round, m)) return false;
    for (int seat; (seat = casata_match_to_act(m)) >= 0;) {
        casata_action action;
        if (seat == CASATA_CHANCE)
            action = casata_sample(&a->game, m->state, &chance);
        else if (drawn < a->opening)
            action = draw(&t, seat, &chance), drawn++;
        else
            action = decide(&t, seat);
        const char *wrong = casata_match_play(m, seat, action, NULL);
        if (wrong) {
            fprintf(stderr, "casata arena: a bot played an illegal action in game %llu: %s\n",
                    (unsigned long long)i, wrong);
            abort();
        }
        game->path = casata_hash_bytes(&action, sizeof action, game->path);
        game->decisions++;
    }
    end_turn(&t);
    for (int seat = 0; seat < a->seats; seat++) {
        game->score[seat] = casata_score(&a->game, m->state, seat, false);
        if (a->blunders) note_blunder(&t, casata_blunder_at_end(&a->game, m->state, seat), seat, 0, 0);
    }
    a->game.rules->ranks(a->game.data, m->state, game->rank);
    game->done = true;
    return true;
}
