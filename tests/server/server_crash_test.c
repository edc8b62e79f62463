/* server_crash_test.c: the server is killed in the middle of its work, and stopped in order, again and again, while
 * bots of every level think. No decision that was acknowledged may be lost, every table must go on from the position
 * that its players saw, and an orderly stop ends with status 0. Every second time it is a server whose disk is slow:
 * what is acknowledged too early would be lost then.
 *
 *   --kills N   how often it is killed (default 100; 20 with a sanitizer, which looks for other things)
 *   --stops N   how often it is stopped in order (default 10; 5 with a sanitizer) */
#include "casata/ai.h"
#include "server/kit.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEATS = 2,                       /* of people at a table */
    TABLES = 6,                      /* with people; every second one has a bot too */
    BOT_TABLES = CASATA_LEVEL_COUNT, /* three bots of each level */
    PEOPLE = TABLES * SEATS,         /* then a spectator for each table of bots */
    CONNECTIONS = PEOPLE + BOT_TABLES,
    LONGEST_MS = 250,
    LAST_MS = 100, /* a last message may take so long */
};
static long kills = -1, stops = -1;
static const char slow_commit_ms[] = "12";

struct seen { /* the last state that anybody at a table was shown: it is acknowledged */
    int ply, undos;
    char hash[20];
};
struct player {
    struct person person;
    int asked_ply, asked_undos; /* the state in which the last request was made */
};

static struct kit kit;
static struct casata_game game;
static struct casata_rng rng;
static struct player players[CONNECTIONS];
static struct seen seen[TABLES + BOT_TABLES];
static long moves, undos, games, bad_stops;
static int64_t longest_stop; /* ms */

static int table_of(int player) { return player < PEOPLE ? player / SEATS : TABLES + player - PEOPLE; }

static bool is_later(int u1, int p1, int u0, int p0) { return u1 != u0 ? u1 > u0 : p1 > p0; }

/* Two people at a new table, and at every second one a bot that takes its time. */
static bool open_table(int t) {
    struct person *a = &players[t * SEATS].person, *b = &players[t * SEATS + 1].person;
    char seats[200];
    int level = CASATA_CAVALIERE + t / 2 % (CASATA_LEVEL_COUNT - CASATA_CAVALIERE);
    if (t % 2)
        snprintf(seats, sizeof seats,
                 "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'bot','level':'%s'}]",
                 casata_level_words.word[level]);
    else
        snprintf(seats, sizeof seats, "[{'kind':'me','name':'A'},{'kind':'open'}]");
    games++;
    seen[t] = (struct seen){.ply = -1};
    return person_create(a, "signorie", seats) && person_sit(b, a->table, a->any, "B") && person_watch(a) &&
           person_watch(b);
}

/* Three bots of one level. */
static bool open_bot_table(int level) {
    struct person *p = &players[PEOPLE + level].person;
    const char *word = casata_level_words.word[level];
    char seats[200];
    snprintf(seats, sizeof seats,
             "[{'kind':'bot','level':'%s'},{'kind':'bot','level':'%s'},{'kind':'bot','level':'%s'}]", word,
             word, word);
    games++;
    seen[TABLES + level] = (struct seen){.ply = -1};
    return person_create(p, "signorie", seats) && person_watch(p);
}

/* Connects again as the same person. */
static bool come_back(struct person *p) {
    char table[24], token[48];
    int seat = p->seat;
    memcpy(table, p->table, sizeof table);
    memcpy(token, p->token, sizeof token);
    person_close(p);
    bool ok = person_open(p, &kit, &game, casata_rng_next(&rng));
    memcpy(p->table, table, sizeof table);
    memcpy(p->token, token, sizeof token);
    p->seat = seat;
    return ok && person_watch(p);
}

static bool start_again(int number) {
    char seed[24];
    if (number % 2 == 0) return kit_restart(&kit, kit_program("casata"), NULL);
    snprintf(seed, sizeof seed, "%d", number);
    setenv("CASATA_TEST_SEED", seed, 1);
    setenv("CASATA_TEST_COMMIT_MS", slow_commit_ms, 1);
    return kit_restart(&kit, kit_program("rigged_server"), NULL);
}

/* Everything acknowledged is there. */
static bool keeps_what_was_seen(struct person *p, const struct seen *s) {
    if (!CHECK(!is_later(s->undos, s->ply, p->undos, p->ply))) return false;
    if (p->undos != s->undos) return true; /* an undo was stored whose answer came too late */
    json_t *at = person_ask(p, "{'t':'at','table':'%s','ply':%d}", p->table, s->ply);
    bool ok = CHECK_STR(text_of(at, "hash"), s->hash);
    json_decref(at);
    return ok;
}

/* After the restart everybody sees the same, as soon as the bots wait for people. */
static bool check_table(int t) {
    struct person *a = &players[t * SEATS].person, *b = &players[t * SEATS + 1].person;
    while (a->ply != b->ply)
        if (!CHECK(person_reach(a->ply < b->ply ? a : b, a->ply < b->ply ? b->ply : a->ply))) return false;
    return CHECK_STR(a->hash, b->hash) && keeps_what_was_seen(a, &seen[t]);
}

static void note(int i) {
    const struct person *p = &players[i].person;
    struct seen *s = &seen[table_of(i)];
    if (s->ply >= 0 && !is_later(p->undos, p->ply, s->undos, s->ply)) return;
    moves += p->undos == s->undos;
    undos += p->undos != s->undos;
    s->ply = p->ply;
    s->undos = p->undos;
    memcpy(s->hash, p->hash, sizeof s->hash);
}

/* Whoever has to decide sends a move, at times an undo, and does not wait. */
static void act(int i) {
    struct player *x = &players[i];
    struct person *p = &x->person;
    char text[CASATA_ACTION_TEXT];
    if (p->over || (x->asked_ply == p->ply && x->asked_undos == p->undos)) return;
    bool back = p->undo < p->ply && casata_rng_below(&rng, 8) == 0;
    if (!back && !person_choose(p, text)) return;
    x->asked_ply = p->ply;
    x->asked_undos = p->undos;
    if (back)
        person_say(p, "{'t':'undo','table':'%s','ply':%d}", p->table, p->undo);
    else
        person_say(p, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", p->table, p->ply, text);
}

static void play(int64_t ms) {
    int64_t end = kit_ms() + ms;
    struct pollfd fd[CONNECTIONS];
    while (kit_ms() < end) {
        for (int i = 0; i < PEOPLE; i++) act(i);
        for (int i = 0; i < CONNECTIONS; i++) fd[i] = (struct pollfd){players[i].person.ws.fd, POLLIN, 0};
        if (poll(fd, CONNECTIONS, 1) < 1) continue;
        for (int i = 0; i < CONNECTIONS; i++) {
            if (!fd[i].revents) continue;
            person_listen(&players[i].person, 0);
            note(i);
        }
    }
}

/* Messages that the server sent before it ended still count. */
static void hear_the_rest(void) {
    for (int i = 0; i < CONNECTIONS; i++) {
        person_listen(&players[i].person, LAST_MS);
        note(i);
    }
}

/* Everybody leaves as soon as the server says that it stops, as browsers do: nothing but bots keeps it. */
static void stop_in_order(int signal) {
    int64_t start = kit_ms();
    kill(kit.process.pid, signal);
    hear_the_rest();
    for (int i = 0; i < CONNECTIONS; i++) ws_end(&players[i].person.ws);
    int status = kit_stop(&kit, 0);
    if (kit_ms() - start > longest_stop) longest_stop = kit_ms() - start;
    if (!CHECK_INT(status, 0)) bad_stops++;
}

/* Everybody is back and finds what was there; the tables of bots last, because they think as soon as they are
 * watched. */
static bool come_back_all(void) {
    for (int i = 0; i < PEOPLE; i++)
        if (!CHECK(come_back(&players[i].person))) return false;
    for (int t = 0; t < TABLES; t++)
        if (!check_table(t)) return false;
    for (int i = 0; i < BOT_TABLES; i++) {
        struct person *p = &players[PEOPLE + i].person;
        if (!CHECK(come_back(p)) || !keeps_what_was_seen(p, &seen[TABLES + i])) return false;
    }
    return true;
}

static bool begin_all(bool only_what_is_over) {
    for (int t = 0; t < TABLES; t++)
        if ((!only_what_is_over || players[t * SEATS].person.over) && !CHECK(open_table(t))) return false;
    for (int i = 0; i < BOT_TABLES; i++)
        if ((!only_what_is_over || players[PEOPLE + i].person.over) && !CHECK(open_bot_table(i)))
            return false;
    return true;
}

/* The signals that end round `number`: orderly ones are spread evenly among the kills. */
static int signal_of(long number) {
    long before = number * stops / (kills + stops), after = (number + 1) * stops / (kills + stops);
    return after == before ? SIGKILL : after % 2 ? SIGTERM : SIGINT;
}

static bool one_round(int number) {
    if (number > 0 && !(CHECK(start_again(number)) && come_back_all() && begin_all(true))) return false;
    for (int i = 0; i < CONNECTIONS; i++) {
        players[i].asked_ply = -1;
        note(i);
    }
    play(1 + (int64_t)casata_rng_below(&rng, LONGEST_MS));
    int signal = signal_of(number);
    if (signal != SIGKILL) {
        stop_in_order(signal);
        return true;
    }
    kit_stop(&kit, SIGKILL);
    hear_the_rest();
    return true;
}

static void read_counts(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--kills") == 0) kills = atol(argv[i + 1]);
        if (strcmp(argv[i], "--stops") == 0) stops = atol(argv[i + 1]);
    }
    if (kills < 0) kills = kit_is_slow() ? 20 : 100;
    if (stops < 0) stops = kit_is_slow() ? 5 : 10;
}

int main(int argc, char **argv) {
    kit_options(argc, argv);
    read_counts(argc, argv);
    kit_on_disk = true;
    casata_rng_seed(&rng, 17);
    casata_find("signorie", &game);
    test_begin("the server and its tables");
    bool ok = CHECK(kit_start(&kit, kit_program("casata"), NULL));
    for (int i = 0; ok && i < CONNECTIONS; i++)
        ok = CHECK(person_open(&players[i].person, &kit, &game, (uint64_t)i));
    ok = ok && begin_all(false);
    test_end();
    for (int i = 0; ok && i < kills + stops; i++) {
        test_begin(signal_of(i) == SIGKILL ? "nothing acknowledged is lost" : "stopped in order");
        ok = one_round(i);
        test_end();
    }
    test_begin("after all that");
    ok = ok && CHECK(kit_restart(&kit, kit_program("casata"), NULL)) && come_back_all();
    stop_in_order(SIGTERM);
    CHECK(moves > kills);
    CHECK(undos > 0);
    test_end();
    printf("%ld decisions and %ld undos acknowledged in %ld games, %ld kills\n", moves, undos, games, kills);
    printf("%ld orderly stops, %ld of them with another status than 0, the longest %lld ms\n", stops + 1,
           bad_stops, (long long)longest_stop);
    for (int i = 0; i < CONNECTIONS; i++) person_close(&players[i].person);
    if (test_failed())
        printf("folder: %s\n", kit.dir);
    else
        kit_remove(&kit);
    return test_report();
}
