/* balance_sum.c: shares and means with their intervals from the sums of many games (balance.h). Knows no game. */
#include "casata/rules.h"
#include "lab/balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double z95 = 1.959963984540054;
enum { WHOLE_WIN = 60 };

static struct arena_mean around(double mean, double error) {
    return (struct arena_mean){mean, mean - z95 * error, mean + z95 * error};
}

/* The square of the standard error of a mean. */
static double error_squared(double n, double sum, double squares) {
    return n > 1 ? fmax(0, squares - sum * sum / n) / (n - 1) / n : 0;
}

static struct arena_mean mean_of(double n, double sum, double squares, double unit) {
    if (n <= 0) return (struct arena_mean){0};
    return around(sum / n / unit, sqrt(error_squared(n, sum, squares)) / unit);
}

static struct arena_share share_of(double n, double wins) {
    struct arena_share s = {.games = n, .wins = wins};
    arena_finish_share(&s);
    return s;
}

/* --- lines -------------------------------------------------------------------------------------------------- */
static void fill(const struct balance *b, const struct balance_cell *c, struct balance_line *line) {
    double n = (double)c->seats;
    line->wins = share_of(n, (double)c->wins / WHOLE_WIN);
    line->points = mean_of(n, (double)c->points, (double)c->points_squares, 1);
    line->ahead = mean_of(n, (double)c->ahead, (double)c->ahead_squares, b->arena->seats - 1);
}

static void name_value(const struct casata_words *words, int value, struct balance_line *line) {
    if (words && value < words->n)
        snprintf(line->value, sizeof line->value, "%s", words->word[value]);
    else
        snprintf(line->value, sizeof line->value, "%d", value);
}

static void seat_lines(const struct balance *b, const char *group, const struct balance_cell *cell,
                       struct balance_result *r) {
    for (int i = 0; i < b->arena->seats; i++) {
        struct balance_line *line = &r->line[r->n++];
        line->group = group;
        snprintf(line->value, sizeof line->value, "%d", i + 1);
        fill(b, &cell[i], line);
    }
}

static void trait_lines(const struct balance *b, int k, struct balance_result *r) {
    const struct casata_words *words = b->arena->game.rules->balance->traits[k].words;
    for (int v = 0; v < BALANCE_VALUES; v++) {
        if (!b->trait[k][v].seats) continue;
        struct balance_line *line = &r->line[r->n++];
        line->group = words->name;
        name_value(words, v, line);
        fill(b, &b->trait[k][v], line);
    }
}

/* Among seats that could take it: the lead of those that did over those that did not. */
static void compare(const struct balance *b, const struct balance_taken *t, struct balance_line *line) {
    double n = (double)t->took.seats, m = (double)(t->could.seats - t->took.seats);
    double sum = (double)(t->could.ahead - t->took.ahead);
    double squares = (double)(t->could.ahead_squares - t->took.ahead_squares);
    line->compared = n > 1 && m > 1;
    if (!line->compared) return;
    double unit = b->arena->seats - 1;
    double difference = (double)t->took.ahead / n - sum / m;
    double error = error_squared(n, (double)t->took.ahead, (double)t->took.ahead_squares) +
                   error_squared(m, sum, squares);
    line->worth = around(difference / unit, sqrt(error) / unit);
}

/* The list of names for the things of a kind; NULL: they are numbered. */
static const struct casata_words *words_of(const struct casata_rules *rules, const struct casata_thing *t) {
    if (t->words) return t->words;
    for (int kind = 1; kind < rules->n_forms; kind++)
        if (strcmp(rules->forms[kind].verb, t->verb) == 0)
            return rules->forms[kind].operand[t->operand].words;
    return NULL;
}

static void thing_lines(const struct balance *b, int k, struct balance_result *r) {
    const struct casata_thing *t = &b->arena->game.rules->balance->things[k];
    const struct casata_words *words = words_of(b->arena->game.rules, t);
    for (int v = 0; v < BALANCE_VALUES; v++) {
        const struct balance_taken *taken = &b->thing[k][v];
        if (!taken->could.seats) continue;
        struct balance_line *line = &r->line[r->n++];
        line->verb = t->verb;
        line->group = words ? words->name : "";
        name_value(words, v, line);
        fill(b, &taken->took, line);
        line->taken = share_of((double)taken->could.seats, (double)taken->took.seats);
        line->times = taken->times;
        compare(b, taken, line);
    }
}

bool balance_unfair(const struct balance_line *line, double fair) {
    return fabs(line->wins.share - fair) > 0.05 && (line->wins.low > fair || line->wins.high < fair);
}

const char *balance_odd(const struct balance_line *line) {
    return line->taken.share < 0.02 ? "rare" : line->taken.share > 0.95 ? "always" : NULL;
}

/* --- the course --------------------------------------------------------------------------------------------- */
static int by_score(const void *x, const void *y) {
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

struct sums {
    double sum, squares;
};
static void add(struct sums *s, double x) {
    s->sum += x;
    s->squares += x * x;
}

bool balance_course_of(const struct balance *b, int option, int value, struct balance_course *c) {
    int32_t *winner = malloc((size_t)(b->games ? b->games : 1) * sizeof *winner);
    struct sums rounds = {0}, best = {0}, lead = {0}, points = {0};
    double half = 0, n = 0;
    if (!winner) return false;
    *c = (struct balance_course){.fewest_rounds = INT32_MAX};
    for (uint64_t i = 0; i < b->games; i++) {
        const struct balance_game *g = &b->game[i];
        if (option >= 0 && g->option[option] != value) continue;
        winner[c->games++] = g->winner;
        add(&rounds, g->rounds);
        add(&best, g->winner);
        add(&lead, g->lead);
        add(&points, (double)g->points / b->arena->seats);
        half += g->half;
        if (g->rounds < c->fewest_rounds) c->fewest_rounds = g->rounds;
        if (g->rounds > c->most_rounds) c->most_rounds = g->rounds;
    }
    n = (double)c->games;
    c->rounds = mean_of(n, rounds.sum, rounds.squares, 1);
    c->winner = mean_of(n, best.sum, best.squares, 1);
    c->lead = mean_of(n, lead.sum, lead.squares, 1);
    c->points = mean_of(n, points.sum, points.squares, 1);
    c->half = share_of(n, half);
    qsort(winner, c->games, sizeof *winner, by_score);
    for (int q = 0; q < 3 && c->games; q++) c->quartile[q] = winner[(c->games - 1) * (unsigned)(q + 1) / 4];
    free(winner);
    return true;
}

bool balance_sum_up(const struct balance *b, struct balance_result *r) {
    const struct casata_balance_sheet *sheet = b->arena->game.rules->balance;
    size_t most = 2 * CASATA_MAX_SEATS + (BALANCE_TRAITS + BALANCE_THINGS) * (size_t)BALANCE_VALUES;
    *r = (struct balance_result){.fair = 1.0 / b->arena->seats, .line = calloc(most, sizeof *r->line)};
    if (!r->line || !balance_course_of(b, -1, 0, &r->course)) return false;
    seat_lines(b, "seat", b->seat, r);
    seat_lines(b, "place", b->place, r);
    for (int k = 0; k < BALANCE_TRAITS && sheet->traits && sheet->traits[k].words; k++) trait_lines(b, k, r);
    for (int k = 0; k < BALANCE_THINGS && sheet->things && sheet->things[k].verb; k++) thing_lines(b, k, r);
    return true;
}
