/* arena_stat.c: statistics of many games: shares with intervals, Elo, a sequential test (arena.h). Knows no game. */
#include "lab/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double arena_bound = 2.944438979166440; /* log(0.95 / 0.05) */
enum { RESAMPLES = 200, FIT_STEPS = 200 };
static const double z95 = 1.959963984540054, elo_unit = 173.717792761; /* 400 / log(10) */

/* --- shares ------------------------------------------------------------------------------------------------ */
void arena_finish_share(struct arena_share *s) {
    double n = s->games, z2 = z95 * z95;
    if (n <= 0) return;
    double p = s->wins / n, middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    s->share = p;
    s->low = fmax(0, middle - half);
    s->high = fmin(1, middle + half);
}

double arena_win(const struct arena *a, const struct arena_game *game, int seat) {
    int winners = 0;
    if (game->rank[seat] != 1) return 0;
    for (int i = 0; i < a->seats; i++) winners += game->rank[i] == 1;
    return 1.0 / winners;
}

double arena_target(const struct arena *a, int bot) {
    double fair = (double)a->bot[bot].seats / a->seats;
    return a->seats == 2 && fair < 1 ? 0.65 : fmin(1.5 * fair, 1 - (1 - fair) / 2);
}

double arena_llr(const struct arena *a, const struct arena_game *game) {
    double fair = (double)a->bot[0].seats / a->seats, target = arena_target(a, 0), won = 0;
    if (fair == 1) return 0; /* no opponents */
    for (int seat = 0; seat < a->seats; seat++)
        if (game->bot[seat] == 0) won += arena_win(a, game, seat);
    return won * log(target / fair) + (1 - won) * log((1 - target) / (1 - fair));
}

/* --- Elo ---------------------------------------------------------------------------------------------------
 * Every two seats of different bots are a duel by rank; strengths by Bradley and Terry, fitted by Zermelo's
 * iteration. Half a draw against everybody keeps those who never lost finite. */
struct duels {
    double won[ARENA_MAX_BOTS][ARENA_MAX_BOTS];
};

static void add_duels(const struct arena *a, const struct arena_game *game, struct duels *d) {
    for (int i = 0; i < a->seats; i++)
        for (int j = 0; j < a->seats; j++)
            if (game->bot[i] != game->bot[j])
                d->won[game->bot[i]][game->bot[j]] += game->rank[i] < game->rank[j]    ? 1
                                                      : game->rank[i] == game->rank[j] ? 0.5
                                                                                       : 0;
}

static void fit_elo(const struct arena *a, const struct duels *d, double *elo) {
    double strength[ARENA_MAX_BOTS], mean = 0;
    for (int i = 0; i < a->n_bots; i++) strength[i] = 1;
    for (int step = 0; step < FIT_STEPS; step++)
        for (int i = 0; i < a->n_bots; i++) {
            double won = 0, expected = 0;
            for (int j = 0; j < a->n_bots; j++) {
                if (i == j) continue;
                double games = d->won[i][j] + d->won[j][i] + 0.5;
                won += d->won[i][j] + 0.25;
                expected += games / (strength[i] + strength[j]);
            }
            if (expected > 0) strength[i] = won / expected;
        }
    for (int i = 0; i < a->n_bots; i++) mean += log(strength[i]) / a->n_bots;
    for (int i = 0; i < a->n_bots; i++) elo[i] = elo_unit * (log(strength[i]) - mean);
}

static int by_value(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Bootstrap interval, resampling whole rounds since their games share the dice. */
static void elo_intervals(const struct arena *a, const struct arena_game *game, uint64_t n,
                          struct arena_result *r) {
    static double elo[RESAMPLES][ARENA_MAX_BOTS];
    uint64_t rounds = (n + (unsigned)a->seats - 1) / (unsigned)a->seats;
    struct casata_rng rng;
    casata_rng_seed(&rng, a->seed);
    for (int k = 0; k < RESAMPLES; k++) {
        struct duels d = {0};
        for (uint64_t i = 0; i < rounds; i++) {
            uint64_t first = casata_rng_next(&rng) % rounds * (unsigned)a->seats;
            for (uint64_t g = first; g < first + (unsigned)a->seats && g < n; g++) add_duels(a, &game[g], &d);
        }
        fit_elo(a, &d, elo[k]);
    }
    for (int b = 0; b < a->n_bots; b++) {
        double value[RESAMPLES];
        for (int k = 0; k < RESAMPLES; k++) value[k] = elo[k][b];
        qsort(value, RESAMPLES, sizeof *value, by_value);
        r->bot[b].elo.low = value[RESAMPLES / 40];
        r->bot[b].elo.high = value[RESAMPLES - 1 - RESAMPLES / 40];
    }
}

/* --- scores ------------------------------------------------------------------------------------------------ */
static int by_score(const void *x, const void *y) {
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

static void sum_scores(const struct arena *a, const struct arena_game *game, uint64_t n, int bot,
                       int32_t *score, struct arena_line *line) {
    uint64_t m = 0;
    double sum = 0, squares = 0, ranks = 0, won = 0, wins = 0;
    for (uint64_t g = 0; g < n; g++)
        for (int seat = 0; seat < a->seats; seat++) {
            if (game[g].bot[seat] != bot) continue;
            score[m++] = game[g].score[seat];
            sum += game[g].score[seat];
            squares += (double)game[g].score[seat] * game[g].score[seat];
            ranks += game[g].rank[seat];
            won += arena_win(a, &game[g], seat) * game[g].score[seat];
            wins += arena_win(a, &game[g], seat);
        }
    if (m == 0) return;
    qsort(score, m, sizeof *score, by_score);
    line->mean = sum / (double)m;
    line->deviation = sqrt(fmax(0, squares / (double)m - line->mean * line->mean));
    line->rank = ranks / (double)m;
    line->winner_mean = wins > 0 ? won / wins : 0;
    line->lowest = score[0];
    line->highest = score[m - 1];
    for (int q = 0; q < 3; q++) line->quartile[q] = score[(m - 1) * (unsigned)(q + 1) / 4];
}

/* Points of a bot's seats above those of the others. */
static double lead_of(const struct arena *a, const struct arena_game *game, int bot) {
    double own = 0, others = 0;
    for (int seat = 0; seat < a->seats; seat++)
        *(game->bot[seat] == bot ? &own : &others) += game->score[seat];
    return own / a->bot[bot].seats - others / (a->seats - a->bot[bot].seats);
}

static void sum_leads(const struct arena *a, const struct arena_game *game, uint64_t n, int bot,
                      struct arena_line *line) {
    double rounds = (double)(n / (unsigned)a->seats), sum = 0, squares = 0;
    line->leads = a->bot[bot].seats < a->seats && rounds > 1;
    if (!line->leads) return;
    for (uint64_t first = 0; first + (unsigned)a->seats <= n; first += (unsigned)a->seats) {
        double lead = 0;
        for (int g = 0; g < a->seats; g++) lead += lead_of(a, &game[first + (unsigned)g], bot) / a->seats;
        sum += lead;
        squares += lead * lead;
    }
    double mean = sum / rounds, variance = fmax(0, squares - rounds * mean * mean) / (rounds - 1);
    double half = z95 * sqrt(variance / rounds);
    line->lead = (struct arena_mean){mean, mean - half, mean + half};
}

bool arena_sum_up(const struct arena *a, const struct arena_game *game, uint64_t n, struct arena_result *r) {
    int32_t *score = malloc((size_t)(n ? n : 1) * (unsigned)a->seats * sizeof *score);
    struct duels d = {0};
    double winners = 0, elo[ARENA_MAX_BOTS];
    if (!score) return false;
    *r = (struct arena_result){.games = n};
    for (uint64_t g = 0; g < n; g++) {
        for (int seat = 0; seat < a->seats; seat++) {
            double won = arena_win(a, &game[g], seat);
            struct arena_line *line = &r->bot[game[g].bot[seat]];
            line->seat[seat].games++;
            line->seat[seat].wins += won;
            line->all.wins += won;
            winners += won * game[g].score[seat];
        }
        add_duels(a, &game[g], &d);
        r->llr += arena_llr(a, &game[g]);
        for (int b = 0; b < a->n_bots; b++) r->bot[b].blunders += game[g].blunders[b];
    }
    r->winner_mean = n ? winners / (double)n : 0;
    for (int b = 0; b < a->n_bots; b++) {
        struct arena_line *line = &r->bot[b];
        line->all.games = (double)n;
        line->fair = (double)a->bot[b].seats / a->seats;
        arena_finish_share(&line->all);
        for (int seat = 0; seat < a->seats; seat++) arena_finish_share(&line->seat[seat]);
        sum_scores(a, game, n, b, score, line);
        sum_leads(a, game, n, b, line);
    }
    fit_elo(a, &d, elo);
    for (int b = 0; b < a->n_bots; b++) r->bot[b].elo.mean = elo[b];
    if (n) elo_intervals(a, game, n, r);
    free(score);
    return true;
}
