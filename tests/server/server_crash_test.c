/* server_crash_test.c: the server is killed in the middle of its work, again and again. No move that was
 * acknowledged may be lost, and every table must go on from the position that its players saw. Every second time
 * it is a server whose disk is slow: what is acknowledged too early would be lost then. */
#include "server/kit.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 6, SEATS = 2, PEOPLE = TABLES * SEATS, LONGEST_MS = 250 };
static int kills = 100; /* fewer with a sanitizer, which looks for other things */
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
static struct player players[PEOPLE];
static struct seen seen[TABLES];
static long moves, undos, games;

static bool is_later(int u1, int p1, int u0, int p0) { return u1 != u0 ? u1 > u0 : p1 > p0; }

/* Two people at a new table. */
static bool open_table(int t) {
    struct person *a = &players[t * SEATS].person, *b = &players[t * SEATS + 1].person;
    games++;
    seen[t] = (struct seen){.ply = -1};
    return person_create(a, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]") &&
           person_sit(b, a->table, a->any, "B") && person_watch(a) && person_watch(b);
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
    return kit_restart(&kit, kit_program("toy_server"), NULL);
}

/* After the restart: what was acknowledged is there, and everybody sees the same. */
static bool check_table(int t) {
    struct person *a = &players[t * SEATS].person, *b = &players[t * SEATS + 1].person;
    const struct seen *s = &seen[t];
    if (!CHECK_STR(a->hash, b->hash) || !CHECK_INT(a->ply, b->ply)) return false;
    if (!CHECK(!is_later(s->undos, s->ply, a->undos, a->ply))) return false;
    if (a->undos != s->undos) return true; /* an undo was stored whose answer came too late */
    json_t *at = person_ask(a, "{'t':'at','table':'%s','ply':%d}", a->table, s->ply);
    bool ok = CHECK_STR(text_of(at, "hash"), s->hash);
    json_decref(at);
    return ok;
}

static void note(int i) {
    const struct person *p = &players[i].person;
    struct seen *s = &seen[i / SEATS];
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

/* Plays at all tables until the time comes, then kills; what was sent before that still counts. */
static void play_and_kill(int64_t ms) {
    int64_t end = kit_ms() + ms;
    struct pollfd fd[PEOPLE];
    while (kit_ms() < end) {
        for (int i = 0; i < PEOPLE; i++) act(i);
        for (int i = 0; i < PEOPLE; i++) fd[i] = (struct pollfd){players[i].person.ws.fd, POLLIN, 0};
        if (poll(fd, PEOPLE, 1) < 1) continue;
        for (int i = 0; i < PEOPLE; i++) {
            if (!fd[i].revents) continue;
            person_listen(&players[i].person, 0);
            note(i);
        }
    }
    kit_stop(&kit, SIGKILL);
    for (int i = 0; i < PEOPLE; i++) {
        person_listen(&players[i].person, 100);
        note(i);
    }
}

static bool one_round(int number) {
    if (number > 0 && !CHECK(start_again(number))) return false;
    for (int i = 0; number > 0 && i < PEOPLE; i++)
        if (!CHECK(come_back(&players[i].person))) return false;
    for (int t = 0; t < TABLES; t++) {
        if (number > 0 && !check_table(t)) return false;
        if (players[t * SEATS].person.over && !CHECK(open_table(t))) return false;
    }
    for (int i = 0; i < PEOPLE; i++) {
        players[i].asked_ply = -1;
        note(i);
    }
    play_and_kill(1 + (int64_t)casata_rng_below(&rng, LONGEST_MS));
    return true;
}

int main(int argc, char **argv) {
    kit_options(argc, argv);
    kit_on_disk = true;
    if (kit_is_slow()) kills = 20;
    casata_rng_seed(&rng, 17);
    casata_find("signorie", &game);
    test_begin("the server and its tables");
    bool ok = CHECK(kit_start(&kit, kit_program("casata"), NULL));
    for (int i = 0; ok && i < PEOPLE; i++)
        ok = CHECK(person_open(&players[i].person, &kit, &game, (uint64_t)i));
    for (int t = 0; ok && t < TABLES; t++) ok = CHECK(open_table(t));
    test_end();
    for (int i = 0; ok && i < kills; i++) {
        test_begin("nothing acknowledged is lost");
        ok = one_round(i);
        test_end();
    }
    test_begin("after all that");
    ok = ok && CHECK(kit_restart(&kit, kit_program("casata"), NULL));
    for (int i = 0; ok && i < PEOPLE; i++) ok = CHECK(come_back(&players[i].person));
    for (int t = 0; ok && t < TABLES; t++) ok = check_table(t);
    CHECK_INT(kit_stop(&kit, SIGTERM), 0);
    CHECK(moves > kills);
    CHECK(undos > 0);
    test_end();
    printf("%ld moves and %ld undos acknowledged in %ld games, %d kills\n", moves, undos, games, kills);
    for (int i = 0; i < PEOPLE; i++) person_close(&players[i].person);
    if (test_failed())
        printf("folder: %s\n", kit.dir);
    else
        kit_remove(&kit);
    return test_report();
}
