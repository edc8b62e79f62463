/* check_coach.c: `casata check --coach`: how often each note applies in random and in strong play, whether every seat
 * that goes out was warned, and whether the warnings about blunders agree with the report. Knows no game by name. */
#include "lab/check_coach.h"
#include "casata/coach.h"
#include "casata/review.h"
#include "casata/rules.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRONG_US = 4000,   /* thinking time per decision in strong play */
    JUDGED_MS = 10,     /* thinking time of the coach and of the report */
    JUDGED_GAMES = 2,   /* by the weakest level, for the report */
    RESCUES = 400,      /* random continuations tried before a seat counts as lost */
    QUIET_PART = 20,    /* at most one needless warning in this many decisions */
    LEAST_OUT = 50,     /* least number of seats gone out, in games where they can */
    MOST_RANDOM = 1000, /* random games at most, to reach LEAST_OUT */
};

struct run {
    struct casata_game game;
    int64_t seats;
    struct casata_mind *mind;
    uint64_t seed;
    int passed, failed;
};
/* Totals for one way of playing. */
struct count {
    uint64_t players, decisions; /* players: of all games */
    uint64_t applies[CASATA_MAX_NOTES];
    uint64_t extinctions, warned; /* seats that went out; that were warned while they could still be saved */
    uint64_t calm, alarms;        /* decisions of seats that never went out; those with a warning */
};
/* One seat in one game. */
struct seat {
    bool warned, out;
    uint64_t calm, alarms;
};

static void expect(struct run *run, bool holds, const char *what) {
    holds ? run->passed++ : run->failed++;
    if (!holds) printf("FAIL %s: %s\n", run->game.rules->id, what);
}

/* Could the seat still stay in if all play on at random? It is safe once it would stay in if the game ended now. */
static bool can_be_rescued(const struct run *run, const void *state, int seat, struct casata_rng *rng) {
    const struct casata_game *g = &run->game;
    CASATA_STATE_BUFFER(way);
    casata_action legal[CASATA_MAX_CHOICES];
    for (int i = 0; i < RESCUES; i++) {
        memcpy(way, state, g->rules->state_size);
        for (unsigned to_act; (to_act = casata_to_act(g, way)) && !casata_out(g, way, seat, false);) {
            int who = casata_first_seat(to_act);
            casata_action a = who == CASATA_CHANCE
                                  ? casata_sample(g, way, rng)
                                  : legal[casata_rng_below(rng, (uint32_t)casata_legal(g, way, who, legal))];
            casata_apply(g, way, who, a, NULL);
            if (!casata_out(g, way, seat, true)) return true;
        }
    }
    return false;
}

/* All notes that apply to a decision, independently. */
static bool count_notes(const struct run *run, const void *state, int seat, casata_action a,
                        struct count *c) {
    const struct casata_coach_row *row = run->game.rules->coach;
    struct casata_note note;
    uint32_t silent = 0;
    bool out = false;
    while (casata_coach(&run->game, state, seat, a, silent, &note)) {
        silent |= UINT32_C(1) << note.row;
        c->applies[note.row]++;
        out |= row[note.row].out;
    }
    return out;
}

static casata_action choose(const struct run *run, const void *state, int seat, bool strong,
                            struct casata_rng *rng) {
    const struct casata_game *g = &run->game;
    casata_action legal[CASATA_MAX_CHOICES];
    if (!strong) return legal[casata_rng_below(rng, (uint32_t)casata_legal(g, state, seat, legal))];
    CASATA_STATE_BUFFER(view);
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL);
    skill.think = STRONG_US;
    skill.alone = 1;
    casata_view(g, state, seat, view);
    return casata_decide(run->mind, g, view, seat, &skill, casata_rng_next(rng));
}

static void play_game(const struct run *run, int seats, bool strong, uint64_t seed, struct count *c) {
    const struct casata_game *g = &run->game;
    CASATA_STATE_BUFFER(state);
    struct seat of[CASATA_MAX_SEATS] = {0};
    struct casata_rng rng, aside;
    casata_rng_seed(&rng, seed);
    casata_rng_seed(&aside, ~seed);
    casata_init(g, state, seats, NULL);
    for (unsigned to_act; (to_act = casata_to_act(g, state));) {
        int seat = casata_first_seat(to_act);
        if (seat == CASATA_CHANCE) {
            casata_apply(g, state, seat, casata_sample(g, state, &rng), NULL);
        } else {
            casata_action a = choose(run, state, seat, strong, &rng);
            bool warned = count_notes(run, state, seat, a, c);
            if (warned && !of[seat].warned)
                of[seat].warned = strong || can_be_rescued(run, state, seat, &aside);
            of[seat].calm++;
            of[seat].alarms += warned;
            c->decisions++;
            casata_apply(g, state, seat, a, NULL);
        }
        for (int i = 0; i < seats; i++) {
            if (!casata_out(g, state, i, true))
                of[i].warned = false; /* the danger is over; a new one needs a new warning */
            if (of[i].out || !casata_out(g, state, i, false)) continue;
            of[i].out = true;
            c->extinctions++;
            c->warned += of[i].warned;
        }
    }
    for (int i = 0; i < seats; i++) {
        if (of[i].out) continue;
        c->calm += of[i].calm;
        c->alarms += of[i].alarms;
    }
    c->players += (uint64_t)seats;
}

static int seats_of(const struct run *run, uint64_t i) {
    const struct casata_rules *r = run->game.rules;
    unsigned span = (unsigned)(r->max_seats - (r->min_seats < 2 ? 2 : r->min_seats) + 1);
    return run->seats ? (int)run->seats : (r->min_seats < 2 ? 2 : r->min_seats) + (int)(i % span);
}

static void print_rows(const struct run *run, const struct count *random, const struct count *strong) {
    const struct casata_coach_row *row = run->game.rules->coach;
    printf("%s: notes for each player and game, %llu players of random play, %llu of strong play\n",
           run->game.rules->id, (unsigned long long)random->players, (unsigned long long)strong->players);
    for (int i = 0; row[i].id; i++)
        printf("  %-24s %7.2f %7.2f   (at most %.2f)\n", row[i].id,
               (double)random->applies[i] / (double)random->players,
               (double)strong->applies[i] / (double)strong->players, row[i].rare / 100.0);
}

/* No note is more frequent than its measured bound, with slack for a small sample. */
static void check_rows(struct run *run, const struct count *strong) {
    const struct casata_coach_row *row = run->game.rules->coach;
    char what[160];
    for (int i = 0; row[i].id; i++) {
        double most = row[i].rare / 100.0 * (double)strong->players, slack = 2;
        while (slack * slack < 9 * most) slack += 0.5;
        snprintf(what, sizeof what, "%s applies %llu times to %llu strong players, at most %.1f are expected",
                 row[i].id, (unsigned long long)strong->applies[i], (unsigned long long)strong->players,
                 most);
        expect(run, (double)strong->applies[i] <= most + slack, what);
    }
}

static void check_danger(struct run *run, const struct count *c) {
    char what[160];
    printf("%s: %llu of %llu seats that went out were warned in time; warnings without need: %llu of %llu "
           "decisions\n",
           run->game.rules->id, (unsigned long long)c->warned, (unsigned long long)c->extinctions,
           (unsigned long long)c->alarms, (unsigned long long)c->calm);
    snprintf(what, sizeof what, "%llu seats went out unwarned",
             (unsigned long long)(c->extinctions - c->warned));
    expect(run, c->warned == c->extinctions, what);
    snprintf(what, sizeof what, "only %llu seats went out, at least %d are needed",
             (unsigned long long)c->extinctions, LEAST_OUT);
    expect(run, c->extinctions >= LEAST_OUT, what);
    expect(run, c->alarms * QUIET_PART <= c->calm, "warnings without need in more than one decision of 20");
}

/* --- warnings and the report ----------------------------------------------------------------------------------- */

static casata_action weak_choice(const struct run *run, const void *state, int seat, struct casata_rng *rng) {
    CASATA_STATE_BUFFER(view);
    struct casata_skill skill = casata_skill_of(0, run->game.rules);
    skill.noise *= 2; /* for enough blunders to judge the report */
    casata_view(&run->game, state, seat, view);
    return casata_decide(run->mind, &run->game, view, seat, &skill, casata_rng_next(rng));
}
/* A match of bots that err more than the lowest level; false: out of memory. */
static bool weak_match(const struct run *run, int seats, uint64_t seed, struct casata_match *m) {
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    if (casata_match_new(m, &run->game, seats, NULL, seed)) return false;
    casata_match_chance(m, NULL);
    for (int seat; (seat = casata_match_to_act(m)) >= 0;)
        if (casata_match_play(m, seat, weak_choice(run, m->state, seat, &rng), NULL)) return false;
    return true;
}
/* The coach's verdict on a decision of the report, computed alone as at the table. */
static int32_t cost_alone(const struct run *run, const struct casata_match *m,
                          const struct casata_review_decision *d) {
    CASATA_STATE_BUFFER(state);
    CASATA_STATE_BUFFER(view);
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL);
    struct casata_verdict verdict = {0};
    casata_match_state_at(m, d->ply, state, NULL);
    casata_view(&run->game, state, d->seat, view);
    skill.think = JUDGED_MS * 1000;
    skill.alone = 1;
    casata_mind_play(run->mind, 0);
    if (!casata_mind_begin(run->mind, &run->game, view, d->seat, &skill, (uint64_t)d->ply)) return 0;
    while (casata_mind_run(run->mind, 64)) {
    }
    casata_mind_verdict(run->mind, d->played, &verdict);
    return verdict.cost;
}
/* Every warning about a blunder must be marked in the report, at least as a mistake. */
static void check_report(struct run *run, int64_t games) {
    const struct casata_rules *rules = run->game.rules;
    int grades[CASATA_GRADE_COUNT] = {0}, warned = 0, marked = 0, decisions = 0;
    for (int64_t i = 0; i < games; i++) {
        struct casata_match m;
        struct casata_review review;
        if (!weak_match(run, seats_of(run, (uint64_t)i), run->seed + (uint64_t)i, &m)) break;
        if (!casata_review_open(&review, &m, JUDGED_MS * 1000, run->mind, NULL)) break;
        while (casata_review_run(&review, 64)) {
        }
        for (int k = 0; k < review.n_decisions; k++) {
            const struct casata_review_decision *d = &review.decision[k];
            decisions++;
            enum casata_grade alone = casata_grade(rules, cost_alone(run, &m, d));
            grades[alone]++;
            if (alone != CASATA_BLUNDER) continue;
            warned++;
            marked += casata_grade(rules, d->verdict.cost) >= CASATA_MISTAKE;
        }
        casata_review_free(&review);
        casata_match_free(&m);
    }
    printf("%s: of %d decisions of weak bots %d are mistakes and %d blunders; the report marks %d of %d "
           "warnings\n",
           rules->id, decisions, grades[CASATA_MISTAKE], grades[CASATA_BLUNDER], marked, warned);
    expect(run, marked * 10 >= warned * 9,
           "the report marks fewer than nine in ten of the warnings about blunders");
}

/* Have too few seats gone out so far? */
static bool needs_more(const struct run *run, const struct count *c, int64_t games) {
    return run->game.rules->out && c->extinctions < LEAST_OUT && games < MOST_RANDOM;
}
static void check_game(struct run *run, int64_t games) {
    struct count random = {0}, strong = {0};
    double start = cli_seconds();
    for (int64_t i = 0; i < games || needs_more(run, &random, i); i++) {
        play_game(run, seats_of(run, (uint64_t)i), false, run->seed + (uint64_t)i, &random);
        cli_progress(run->game.rules->id, (uint64_t)(i < games ? i : games), (uint64_t)games * 2, start);
    }
    int64_t few = games / 10 + 1;
    for (int64_t i = 0; i < few; i++) {
        play_game(run, seats_of(run, (uint64_t)i), true, run->seed + (uint64_t)i, &strong);
        cli_progress(run->game.rules->id, (uint64_t)(games + i * 10), (uint64_t)games * 2, start);
    }
    cli_progress(run->game.rules->id, 1, 1, start);
    print_rows(run, &random, &strong);
    check_rows(run, &strong);
    if (run->game.rules->out) check_danger(run, &random);
    check_report(run, games / 20 + JUDGED_GAMES);
}

int check_coach(const char *command, const char *id, const char *data, int64_t games, int64_t seats,
                int64_t seed) {
    struct casata_game game[CLI_MAX_GAMES];
    struct run run = {.seats = seats, .seed = (uint64_t)seed};
    int n = cli_games(command, id, data, game);
    void *memory = n < 0 ? NULL : aligned_alloc(16, CASATA_MIND_USUAL);
    if (n >= 0 && !memory) return cli_fail(CLI_FAILED, command, "there is not enough memory");
    if (n < 0) return CLI_FAILED;
    for (int i = 0; i < n; i++) {
        const struct casata_rules *rules = game[i].rules;
        if ((id && strcmp(id, rules->id) != 0) || !rules->coach) continue;
        if (seats && (seats < rules->min_seats || seats > rules->max_seats)) continue;
        run.game = game[i];
        run.mind = casata_mind_on(memory, CASATA_MIND_USUAL);
        check_game(&run, games);
    }
    free(memory);
    printf("%d passed, %d failed\n", run.passed, run.failed);
    return run.failed || !run.passed ? CLI_FAILED : CLI_OK;
}
