/* thinking.c: attacks while bots think: clean stops, and strong bots that make a person wait (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* --- stop ------------------------------------------------------------------------------------------------------------ */

enum { STOP_TABLES = 4, STOP_WAIT_MS = 300 };

struct tries {
    int n, bad;
    double longest; /* ms */
};

static void note_stop(struct tries *t, int status, double ms) {
    t->n++;
    t->bad += status != 0;
    if (ms > t->longest) t->longest = ms;
}

/* Four tables, three bots each, are thinking. */
static void stop_bots(struct tries *t, const char *level, int signal, struct casata_rng *rng) {
    struct kit k;
    struct person p;
    double ms;
    target_start(&k, NULL);
    person_open(&p, &k, NULL, 1);
    for (int i = 0; i < STOP_TABLES; i++) person_create(&p, "signorie", seats_of_bots("", 3, level));
    pause_ms(casata_rng_below(rng, STOP_WAIT_MS));
    note_stop(t, target_stop(&k, signal, &p, &ms), ms);
    target_end(&k);
}

/* A person has just ended a turn, after some turns. */
static void stop_person(struct tries *t, const char *level, int signal, struct casata_rng *rng) {
    struct kit k;
    struct person p;
    double ms;
    target_start(&k, NULL);
    person_open(&p, &k, &attack_game, casata_rng_next(rng));
    person_create(&p, "signorie", seats_of_bots("{'kind':'me','name':'A'}", 2, level));
    person_watch(&p);
    for (uint32_t turns = 1 + casata_rng_below(rng, 2); turns > 0 && !p.over; turns--) {
        while (!(p.to_act >> p.seat & 1) && person_reach(&p, p.ply + 1)) continue;
        while (p.to_act >> p.seat & 1 && strcmp(person_play(&p), "state") == 0) continue;
    }
    pause_ms(casata_rng_below(rng, 20));
    note_stop(t, target_stop(&k, signal, &p, &ms), ms);
    target_end(&k);
}

void attack_stop(void) {
    static void (*const how[])(struct tries *, const char *, int, struct casata_rng *) = {stop_bots,
                                                                                          stop_person};
    static const char *const name[] = {"bots", "person"};
    struct casata_rng rng;
    casata_rng_seed(&rng, 5);
    for (int h = 0; h < 2; h++)
        for (int level = 0; level < CASATA_LEVEL_COUNT; level++) {
            const char *word = casata_level_words.word[level];
            struct tries t = {0};
            for (int i = 0; i < attack_count; i++) {
                how[h](&t, word, SIGTERM, &rng);
                how[h](&t, word, SIGINT, &rng);
            }
            figure(t.n, "%s_%s_stops", name[h], word);
            figure(t.bad, "%s_%s_bad_status", name[h], word);
            figure(t.longest, "%s_%s_ms_max", name[h], word);
        }
}

/* --- bots ------------------------------------------------------------------------------------------------------------- */

enum {
    BOTS_NET = 1, /* 127.0.1.x */
    TABLES_PER_ADDRESS = 10,
    MOST_TABLES = 200,
    ANSWERS = 100,  /* measured per bot, ... */
    ANSWERS_S = 20, /* ... within this time */
    SETTLE_MS = 2000,
    THINK_MS = 40, /* by the person: stays within the rate limits */
};
static struct kit bots_kit;
static int bots_tables;
static struct person gang_person[MOST_TABLES / TABLES_PER_ADDRESS];

/* Every second address watches its tables. */
static long create_bot_tables(void) {
    long created = 0;
    for (int i = 0; i < bots_tables; i++) {
        int address = i / TABLES_PER_ADDRESS;
        struct person *p = &gang_person[address];
        if (i % TABLES_PER_ADDRESS == 0 &&
            !person_open_from(p, &bots_kit, NULL, 1, address_of(BOTS_NET, 1 + address)))
            continue;
        bool made = person_create(p, "signorie", seats_of_bots("", 3, "duca"));
        created += made;
        if (made && address % 2) person_say(p, "{'t':'watch','table':'%s'}", p->table);
    }
    return created;
}

static void listen_to_bots(void) {
    for (;;) {
        for (int i = 0; i * TABLES_PER_ADDRESS < bots_tables; i++)
            if (gang_person[i].ws.fd > 0) person_listen(&gang_person[i], 0);
        pause_ms(20);
    }
}

/* Plays on and measures each bot's time. An answer that does not come in time counts as the time waited. */
static int measure_answers(struct person *p, const char *level, double *ms) {
    double end = now_ms() + 1000 * ANSWERS_S;
    int n = 0;
    p->over = true;
    while (n < ANSWERS && now_ms() < end) {
        if (p->over && !(person_create(p, "signorie", seats_of_bots("{'kind':'me','name':'A'}", 2, level)) &&
                         person_watch(p)))
            break;
        if (p->to_act >> p->seat & 1) {
            pause_ms(THINK_MS);
            person_play(p);
            continue;
        }
        double start = now_ms();
        int ply = p->ply;
        while (p->ply == ply && now_ms() < end && !p->ws.close_code)
            json_decref(person_hear(p, "state", (int)(end - now_ms()) + 1));
        ms[n++] = now_ms() - start;
    }
    return n;
}

static void measure_beside(int tables) {
    static const char *const levels[] = {"paggio", "scudiero"};
    struct gang gang = {0};
    struct person p;
    char name[60];
    double ms[ANSWERS];
    bots_tables = tables;
    target_start(&bots_kit, NULL);
    if (tables) figure((double)gang_start(&gang, create_bot_tables, listen_to_bots), "%d_created", tables);
    pause_ms(SETTLE_MS);
    for (int i = 0; i < 2; i++) {
        person_open(&p, &bots_kit, &attack_game, 7);
        int n = measure_answers(&p, levels[i], ms);
        snprintf(name, sizeof name, "%d_%s", tables, levels[i]);
        figure_times(ms, n, name);
        person_close(&p);
    }
    gang_end(&gang);
    target_end(&bots_kit);
}

void attack_bots(void) {
    measure_beside(0);
    measure_beside(20);
    measure_beside(MOST_TABLES);
}
