/* server_leak_test.c: nobody receives what they may not know. The same games are played twice on a server with the
 * same luck; in the second run everything hidden from a viewer is dealt again before anything is sent to that viewer.
 * Every byte that any socket receives must be the same in both. The same through two servers on one PostgreSQL, where the
 * seats of a table are at different ones: who is online where is heard sooner or later, and left out.
 *
 *   --nodes N   only this, N games of each (otherwise one)
 *   --games N   N games of each at one server (otherwise 25), and a tenth of them with all seats */
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    VIEWERS = CASATA_MAX_SEATS + 2, /* all seats, a spectator, and one with the hand of the first seat */
    LONGEST = 4000,                 /* moves: to the end of any game */
    STRETCH = 50,
};

struct plan {
    const char *game;
    int seats, games;
    int nodes; /* servers */
};
struct run {
    char *heard[VIEWERS]; /* everything, of all games */
    long changed_positions, changed_entries;
    int finished; /* games */
};

static struct pg pg;
static int at_two; /* games through two servers; 0: one of each, and all the others */
static int at_one = 25;

/* With the hand of the first seat watches somebody at the same server: how soon the others hear of it differs. */
static int viewers_of(const struct plan *plan) { return plan->seats + (plan->nodes > 1 ? 1 : 2); }

/* Everybody's server knows of every seat, and nothing of that is on the way any more. */
static void settle(struct person *person, int seats) {
    int64_t end = kit_ms() + KIT_MS;
    for (int i = 0; i <= seats; i++)
        for (bool open = true; open && kit_ms() < end;) {
            json_t *msg = person_ask(&person[i], "{'t':'watch','table':'%s','token':%s%s%s}", person[0].table,
                                     i < seats ? "\"" : "", i < seats ? person[i].token : "null",
                                     i < seats ? "\"" : "");
            json_decref(msg);
            open = person[i].n_transcript == 0 || strstr(person[i].transcript, "\"kind\":\"open\"") != NULL;
            person[i].n_transcript = 0;
            person[i].last_id = 1000; /* however often they had to ask */
            usleep(10000);
        }
}

/* Leaves out who is online: messages of their own, and a part of the table. */
static void leave_presence_out(char *text) {
    char *out = text;
    for (const char *in = text; *in;) {
        if (strncmp(in, "{\"t\":\"presence\"", 15) == 0)
            in += strcspn(in, "\n") + 1;
        else if (strncmp(in, "\"online\":", 9) == 0 || strncmp(in, "\"away\":", 7) == 0)
            in += strcspn(in, ",}");
        else
            *out++ = *in++;
    }
    *out = 0;
}

/* The first seat opens its hand to the guest, who sees what the seat sees; or closes it, and the guest sees what the
 * spectator sees. */
static void turn_hand(struct person *seat, struct person *guest, bool open) {
    json_t *msg = person_ask(
        seat, open ? "{'t':'hand_link','table':'%s'}" : "{'t':'hand_close','table':'%s'}", seat->table);
    if (open)
        CHECK_STR(
            person_try(guest, "{'t':'watch','table':'%s','hand':'%s'}", seat->table, text_of(msg, "code")),
            "state");
    json_decref(msg);
}

static void play_game(const struct kit *k, const struct casata_game *g, const struct plan *plan, int number,
                      struct run *run) {
    static struct person person[VIEWERS];
    struct person *at[VIEWERS];
    char seats[200] = "[{'kind':'me','name':'A'}";
    for (int i = 1; i < plan->seats; i++) strcat(seats, ",{'kind':'open'}");
    strcat(seats, "]");
    int viewers = viewers_of(plan);
    struct person *spectator = &person[plan->seats],
                  *guest = viewers > plan->seats + 1 ? spectator + 1 : NULL;
    for (int i = 0; i < viewers; i++) {
        CHECK(person_open(&person[i], &k[i % plan->nodes], g, (uint64_t)(1000 * number + i)));
        person[i].keep = true;
        at[i] = &person[i];
    }
    CHECK(person_create(&person[0], plan->game, seats));
    for (int i = 1; i < plan->seats; i++) CHECK(person_sit(&person[i], person[0].table, person[0].any, "B"));
    for (int i = plan->seats; i < viewers; i++)
        memcpy(person[i].table, person[0].table, sizeof person[0].table);
    if (plan->nodes > 1) settle(person, plan->seats);
    for (int i = 0; i < viewers; i++) CHECK(person_watch(&person[i]));
    bool open = false;
    for (int moves = 0; moves < LONGEST && !person[0].over; moves += STRETCH) {
        if (guest) turn_hand(&person[0], guest, open = !open);
        kit_play(at, plan->seats, STRETCH);
        for (int i = plan->seats; i < viewers; i++)
            person_reach(&person[i], person[0].ply); /* who never listens is disconnected */
        if (guest) CHECK_STR(guest->hash, open ? person[0].hash : spectator->hash);
    }
    run->finished += person[0].over;
    for (int i = 0; i < viewers; i++) { /* an earlier position, and the whole log once more */
        person_reach(&person[i], person[0].ply);
        CHECK_STR(
            person_try(&person[i], "{'t':'at','table':'%s','ply':%d}", person[0].table, person[0].ply / 2),
            "at");
        if (&person[i] != guest) CHECK(person_watch(&person[i]));
    }
    if (guest) { /* with what the hand has shown until the end, and without it */
        turn_hand(&person[0], guest, true);
        turn_hand(&person[0], guest, false);
        CHECK(person_watch(guest));
        CHECK_STR(guest->hash, spectator->hash);
    }
    for (int i = 0; i < viewers; i++) {
        CHECK_STR(person_try(&person[i], "{'t':'ping'}"), "pong"); /* nothing is on the way any more */
        if (plan->nodes > 1) {
            leave_presence_out(person[i].transcript);
            person[i].n_transcript = strlen(person[i].transcript);
        }
        size_t had = run->heard[i] ? strlen(run->heard[i]) : 0;
        run->heard[i] = realloc(run->heard[i], had + person[i].n_transcript + 1);
        memcpy(run->heard[i] + had, person[i].transcript, person[i].n_transcript + 1);
    }
    for (int i = 0; i < viewers; i++) person_close(&person[i]);
}

/* How much of the truth the server has changed, as it says at its end. */
static void note_changed(const struct kit *k, struct run *run) {
    char line[200] = "";
    long positions = 0, entries = 0;
    FILE *f = fopen(k->log, "r");
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f)) /* other messages may come before it */
        found = sscanf(line, "changed %ld of %*d positions and %ld of", &positions, &entries) == 2;
    CHECK(found);
    if (f) fclose(f);
    run->changed_positions += positions;
    run->changed_entries += entries;
}

/* Each server has a luck of its own, the same in every run. */
static bool start_all(struct kit *k, int n) {
    char where[200] = "", seed[12];
    if (n > 1) snprintf(where, sizeof where, "%s", pg_database(&pg));
    for (int i = 0; i < n; i++) {
        snprintf(seed, sizeof seed, "%d", 7 + i);
        setenv("CASATA_TEST_SEED", seed, 1);
        if (!CHECK(kit_start_at(&k[i], kit_program("rigged_server"), n > 1 ? where : NULL, NULL)))
            return false;
    }
    return true;
}

static void play_all(const struct plan *plan, const char *resample, const char *leak, struct run *run) {
    struct kit k[2] = {0};
    struct casata_game g;
    *run = (struct run){0};
    if (!CHECK(casata_find(plan->game, &g))) return;
    if (plan->nodes > 1 && !pg.pid && !CHECK(pg_start(&pg, false))) return;
    setenv("CASATA_TEST_RESAMPLE", resample, 1);
    setenv("CASATA_TEST_LEAK", leak, 1);
    if (start_all(k, plan->nodes)) {
        for (int i = 0; i < plan->games && test_failed() == 0; i++) play_game(k, &g, plan, i, run);
        for (int i = 0; i < plan->nodes; i++) {
            if (plan->nodes > 1) kill(k[i].process.pid, SIGTERM); /* twice: there is no proxy */
            CHECK_INT(kit_stop(&k[i], SIGTERM), 0);
            note_changed(&k[i], run);
        }
    }
    for (int i = 0; i < plan->nodes; i++) kit_remove(&k[i]);
}

/* The number of viewers who heard the same in both runs; the first difference is shown if it is one too many. */
static int same(const struct plan *plan, const struct run *a, const struct run *b, bool show) {
    int n = 0;
    for (int i = 0; i < viewers_of(plan); i++) {
        const char *x = a->heard[i] ? a->heard[i] : "", *y = b->heard[i] ? b->heard[i] : "?";
        size_t at = 0;
        while (x[at] && x[at] == y[at]) at++;
        if (x[at] == y[at])
            n++;
        else if (show)
            printf("viewer %d: %.160s\n     then: %.160s\n", i, x + at, y + at);
    }
    return n;
}

static void free_run(struct run *r) {
    for (int i = 0; i < VIEWERS; i++) free(r->heard[i]);
}

/* Is anything hidden from anybody in games with this number of seats? */
static bool hides_something(const struct casata_rules *rules, int seats) {
    struct casata_game g = casata_edition(rules, rules->data);
    CASATA_STATE_BUFFER(state);
    CASATA_STATE_BUFFER(view);
    struct casata_rng rng;
    casata_rng_seed(&rng, 1);
    CHECK_INT(casata_init(&g, state, seats, NULL), CASATA_OK);
    while (casata_to_act(&g, state)) {
        casata_view(&g, state, CASATA_SPECTATOR, view);
        if (memcmp(view, state, rules->state_size) != 0) return true;
        casata_playout(&g, state, &rng, 1, NULL);
    }
    return false;
}

static void compare(const struct plan *plan, bool hides) {
    struct run truth, other;
    if (!at_two && kit_filter() && strcmp(kit_filter(), plan->game) != 0)
        return; /* only this game is wanted */
    play_all(plan, "0", "0", &truth);
    play_all(plan, "11", "0", &other);
    CHECK_INT(truth.finished, plan->games);
    CHECK_INT(same(plan, &truth, &other, true), viewers_of(plan));
    CHECK_INT(truth.changed_positions + truth.changed_entries, 0);
    if (test_verbose)
        printf("%s for %d: %ld positions and %ld entries were others\n", plan->game, plan->seats,
               other.changed_positions, other.changed_entries);
    CHECK((other.changed_positions > 10 * plan->games) == hides);
    CHECK((other.changed_entries > 3 * plan->games) == hides);
    free_run(&truth);
    free_run(&other);
}

/* All of them where it counts. With a sanitizer, which is slow and looks for other things, a few of them. */
static int games(int n) { return kit_is_slow() ? (n + 24) / 25 : n; }

/* Two people or the fewest among whom something is hidden, and as many as can play. Where nothing is hidden a few
 * games show that the two runs are alike at all. */
static void test_games(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        int few = r->min_seats < 2 ? 2 : r->min_seats;
        while (r->redact && few < r->max_seats && !hides_something(r, few)) few++;
        bool hides = r->redact != NULL;
        compare(&(struct plan){r->id, few, games(hides ? at_one : 5), 1}, hides);
        compare(&(struct plan){r->id, r->max_seats, games(hides ? (at_one + 9) / 10 : 1), 1}, hides);
    }
}

/* The same with the seats at two servers. */
static void test_two_servers(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        int few = r->min_seats < 2 ? 2 : r->min_seats;
        while (r->redact && few < r->max_seats && !hides_something(r, few)) few++;
        if (r->redact || at_two)
            compare(&(struct plan){r->id, few, at_two ? at_two : 1, 2}, r->redact != NULL);
    }
}

/* A server that leaks must not pass, shown on the shortest game that hides something. */
static void find_leak(int games, int nodes) {
    const struct casata_rules *shortest = NULL;
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        if (r->redact && (!shortest || r->max_decisions < shortest->max_decisions)) shortest = r;
    }
    if (!CHECK(shortest != NULL)) return;
    struct plan plan = {shortest->id, shortest->max_seats, games, nodes};
    struct run truth, other;
    play_all(&plan, "0", "1", &truth);
    play_all(&plan, "11", "1", &other);
    CHECK_INT(same(&plan, &truth, &other, false), 0);
    free_run(&truth);
    free_run(&other);
}

static void test_leak_is_found(void) { find_leak(games(5), 1); }
static void test_leak_is_found_at_two(void) { find_leak(1, 2); }

static const struct test tests[] = {
    {"all sockets hear the same when hidden things are dealt again", test_games},
    {"a leak is found", test_leak_is_found},
};
static const struct test tests_of_two[] = {
    {"the same through two servers", test_two_servers},
    {"a leak is found through two servers", test_leak_is_found_at_two},
};
static TEST_SUITE(leak, tests);
static TEST_SUITE(two_servers, tests_of_two);

int main(int argc, char **argv) {
    const struct test_suite *suites[] = {&suite_two_servers, &suite_leak};
    int others = 1;
    for (int i = 1; i < argc; i++) {
        int *number = strcmp(argv[i], "--nodes") == 0   ? &at_two
                      : strcmp(argv[i], "--games") == 0 ? &at_one
                                                        : NULL;
        if (number && i + 1 < argc)
            *number = atoi(argv[++i]);
        else
            argv[others++] = argv[i];
    }
    kit_options(others, argv);
    test_run(suites, at_two ? 1 : 2, NULL);
    pg_remove(&pg);
    return test_report();
}
