/* test_balance.c: what `casata balance` counts, on the example game: every ware that was offered, against the logs. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdlib.h>

#include "casata/rules.h"
#include "example/example.h"
#include "harness.h"
#include "lab/balance.h"

enum { GAMES = 24, SEATS = 3, WARES = 16 };

static struct {
    struct balance balance;
    struct balance_game game[GAMES];
    int offered[WARES][GAMES], points; /* how often in which game; points of all */
} seen;

static void count(struct arena_run *run, uint64_t i, const struct arena_game *game,
                  const struct casata_match *m) {
    char text[CASATA_ACTION_TEXT];
    balance_count(run->user, i, game, m, &run->lock);
    pthread_mutex_lock(&run->lock);
    for (int s = 0; s < SEATS; s++) seen.points += game->score[s];
    for (int e = 0; e < m->n_log; e++) {
        casata_action_text(m->game.rules, m->log[e].action, text);
        if (strncmp(text, "offer ", 6) == 0) seen.offered[casata_a(m->log[e].action)][i]++;
    }
    pthread_mutex_unlock(&run->lock);
}

static bool play(struct arena *a) {
    *a = (struct arena){.seats = 0, .seed = 5};
    memset(&seen, 0, sizeof seen);
    if (!CHECK(casata_find("fiera", &a->game))) return false;
    if (!CHECK(arena_bots("test", "--bot", "paggio/nodes=20", SEATS, a))) return false;
    seen.balance = (struct balance){.arena = a, .games = GAMES, .game = seen.game};
    struct arena_run run = {.arena = a, .games = GAMES, .jobs = 2, .each = count, .user = &seen.balance};
    return CHECK(arena_run(&run));
}

static void counted(void) {
    struct arena a;
    struct balance_result r;
    double wins = 0;
    int points = 0, offers = 0;
    if (!play(&a) || !CHECK(balance_sum_up(&seen.balance, &r))) return;
    CHECK_INT(100 * r.fair, 33);
    for (int i = 0; i < r.n; i++) {
        const struct balance_line *l = &r.line[i];
        if (strcmp(l->group, "seat") == 0) {
            CHECK_INT(l->wins.games, GAMES);
            wins += l->wins.wins;
            points += (int)(l->points.mean * GAMES + 0.5);
            CHECK(l->points.low <= l->points.mean && l->points.mean <= l->points.high);
        }
        if (!l->verb || strcmp(l->verb, "offer") != 0) continue;
        char text[CASATA_ACTION_TEXT];
        int times = 0;
        snprintf(text, sizeof text, "offer %s", l->value);
        casata_action offer = casata_action_parse(a.game.rules, text);
        if (!CHECK(offer && casata_a(offer) < WARES)) continue;
        unsigned ware = casata_a(offer);
        for (int g = 0; g < GAMES; g++) times += seen.offered[ware][g];
        /* a ware that is the last of a hand is no choice: it does not count */
        CHECK(l->times <= (uint64_t)times);
        CHECK(l->taken.wins <= l->taken.games);
        CHECK_INT(l->taken.wins, l->times); /* each ware is there once */
        offers += (int)l->times;
    }
    CHECK_INT(wins * 60 + 0.5, 60 * GAMES);
    CHECK_INT(points, seen.points);
    CHECK_INT(r.course.games, GAMES);
    CHECK_INT(r.course.rounds.mean, r.course.most_rounds); /* the fair has a fixed number of days */
    CHECK(offers >= GAMES * SEATS * (r.course.most_rounds - 1));
    free(r.line);
}

/* A second reader understands the JSON. */
static void json(void) {
    struct arena a;
    struct balance_result r;
    char *text = NULL;
    size_t size;
    if (!play(&a) || !CHECK(balance_sum_up(&seen.balance, &r))) return;
    FILE *f = open_memstream(&text, &size);
    if (CHECK(f != NULL)) {
        balance_json(f, &(struct balance_output){&seen.balance, &r, 0});
        fclose(f);
        json_t *o = json_loads(text, 0, NULL);
        CHECK_STR(json_string_value(json_object_get(o, "game")), "fiera");
        CHECK_INT(json_array_size(json_object_get(o, "seats_by")),
                  2 * SEATS); /* seats and places, no traits */
        CHECK(json_array_size(json_object_get(o, "things")) > 5);
        json_decref(o);
    }
    free(text);
    free(r.line);
}

static const struct test tests[] = {
    {"seats, things and the course are counted", counted},
    {"the JSON is JSON", json},
};
TEST_SUITE(balance, tests);
