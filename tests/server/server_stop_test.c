/* server_stop_test.c: an orderly stop while bots think: every level, with both signals, at tables of bots and against a
 * person. The server must end with status 0, soon, and without losing a decision that anybody was shown.
 * CASATA_STOPS=N makes N stops under load with all levels (default: a few). */
#include "server/kit.h"

#include "casata/ai.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TABLES = 10, /* under load: two for each level */
    STOP_MS =
        30000, /* on a machine that is busy with other things; a quiet one takes a fraction of a second */
    THINKING_MS = 40, /* a strong bot is well in the middle of a thought by then */
};
static struct casata_game game;
static struct casata_rng rng;

static void pause_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }

static const char *level_name(int level) { return casata_level_words.word[level]; }

static void stop_in_order(struct kit *k, int sig) {
    int64_t begin = kit_ms();
    CHECK_INT(kit_stop(k, sig), 0);
    CHECK(kit_ms() - begin < STOP_MS);
}

/* In the middle of a thought. Nobody is connected, so that nothing but the bots can delay the end. */
static void stop_thoughts(struct kit *k, struct person *p, int sig) {
    pause_ms(THINKING_MS);
    person_close(p);
    stop_in_order(k, sig);
    kit_remove(k);
}

/* --- one level ------------------------------------------------------------------------------------------------ */

static void stop_bot_table(int level, int sig) {
    struct kit k;
    struct person p;
    char seats[200];
    snprintf(seats, sizeof seats,
             "[{'kind':'bot','level':'%s'},{'kind':'bot','level':'%s'},{'kind':'bot','level':'%s'}]",
             level_name(level), level_name(level), level_name(level));
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !CHECK(person_open(&p, &k, &game, 1))) return;
    for (int i = 0; i < 3; i++) CHECK(person_create(&p, "signorie", seats) && person_watch(&p));
    stop_thoughts(&k, &p, sig);
}

/* A person's move is answered, so it is the bot's turn or will be after the next. */
static void stop_against(int level, int sig) {
    struct kit k;
    struct person p;
    char seats[200];
    snprintf(seats, sizeof seats, "[{'kind':'me','name':'A'},{'kind':'bot','level':'%s'}]",
             level_name(level));
    if (!CHECK(kit_start(&k, kit_program("casata"), NULL)) || !CHECK(person_open(&p, &k, &game, 1))) return;
    CHECK(person_create(&p, "signorie", seats) && person_watch(&p));
    while (!p.over) {
        if (p.to_act & 1u)
            CHECK_STR(person_play(&p), "state");
        else if (p.ply > 6)
            break;
        else if (!CHECK(person_reach(&p, p.ply + 1)))
            break;
    }
    stop_thoughts(&k, &p, sig);
}

/* --- all levels at once ------------------------------------------------------------------------------------- */

/* Everybody watches a table of bots; levels and numbers of seats differ. */
static bool open_tables(struct person *people) {
    for (int i = 0; i < TABLES; i++) {
        char seats[300] = "";
        int n = 2 + i % 3, at = 0;
        for (int seat = 0; seat < n; seat++)
            at += snprintf(seats + at, sizeof seats - (size_t)at, "%s{'kind':'bot','level':'%s'}",
                           seat ? "," : "[", level_name((i + seat) % CASATA_LEVEL_COUNT));
        snprintf(seats + at, sizeof seats - (size_t)at, "]");
        if (!CHECK(person_create(&people[i], "signorie", seats))) return false;
    }
    return true;
}

static bool watch_all(struct kit *k, struct person *people) {
    for (int i = 0; i < TABLES; i++) {
        char table[24];
        memcpy(table, people[i].table, sizeof table);
        person_close(&people[i]);
        if (!CHECK(person_open(&people[i], k, &game, (uint64_t)i))) return false;
        memcpy(people[i].table, table, sizeof table);
        if (!CHECK(person_watch(&people[i]))) return false;
    }
    return true;
}

/* True: the table has at least what was seen before the stop. */
static bool nothing_lost(struct person *p, int ply, const char *hash) {
    if (!CHECK(p->ply >= ply)) return false;
    json_t *at = person_ask(p, "{'t':'at','table':'%s','ply':%d}", p->table, ply);
    bool ok = CHECK_STR(text_of(at, "hash"), hash);
    json_decref(at);
    return ok;
}

static bool stop_under_load(struct kit *k, struct person *people, int round) {
    struct {
        int ply;
        char hash[20];
    } seen[TABLES];
    pause_ms(20 + (long)casata_rng_below(&rng, 400));
    int64_t begin = kit_ms();
    bool ok = CHECK_INT(kit_stop(k, round % 2 ? SIGINT : SIGTERM), 0) && CHECK(kit_ms() - begin < STOP_MS);
    for (int i = 0; i < TABLES; i++) { /* what was still sent counts as seen */
        person_listen(&people[i], 100);
        seen[i].ply = people[i].ply;
        memcpy(seen[i].hash, people[i].hash, sizeof seen[i].hash);
    }
    if (!ok || !CHECK(kit_restart(k, kit_program("casata"), NULL)) || !watch_all(k, people)) return false;
    for (int i = 0; i < TABLES; i++)
        if (!nothing_lost(&people[i], seen[i].ply, seen[i].hash)) return false;
    return true;
}

static void test_load(int rounds) {
    struct kit k;
    struct person people[TABLES];
    bool ok = CHECK(kit_start(&k, kit_program("casata"), NULL));
    for (int i = 0; ok && i < TABLES; i++) ok = CHECK(person_open(&people[i], &k, &game, (uint64_t)i));
    if (!ok) return;
    ok = open_tables(people) && watch_all(&k, people);
    for (int i = 0; ok && i < rounds; i++) ok = stop_under_load(&k, people, i);
    stop_in_order(&k, SIGTERM);
    for (int i = 0; i < TABLES; i++) person_close(&people[i]);
    kit_remove(&k);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(int level, int sig);
    } kinds[] = {{"bots alone", stop_bot_table}, {"against a person", stop_against}};
    kit_options(argc, argv);
    casata_find("signorie", &game);
    casata_rng_seed(&rng, 3);
    const char *stops = getenv("CASATA_STOPS");
    char name[80];
    for (int i = 0; i < 2 * 2 * CASATA_LEVEL_COUNT; i++) {
        int level = i / 4, sig = i % 2 ? SIGINT : SIGTERM;
        snprintf(name, sizeof name, "%s: %s, %s", level_name(level), kinds[i / 2 % 2].name,
                 sig == SIGINT ? "SIGINT" : "SIGTERM");
        if (kit_filter() && !strstr(name, kit_filter())) continue;
        test_begin(name);
        kinds[i / 2 % 2].run(level, sig);
        test_end();
    }
    if (!kit_filter() || strstr("under load", kit_filter())) {
        test_begin("under load");
        test_load(stops ? atoi(stops) : kit_is_slow() ? 3 : 8);
        test_end();
    }
    return test_report();
}
