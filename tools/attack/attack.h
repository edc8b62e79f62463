/* attack.h: shared by the attacks: figures, a server to attack, and gangs of clients in separate processes.
 * Everything stays on this machine: the tool starts its own servers, on 127.0.0.1 with databases of their
 * own; clients use addresses of 127.0.0.0/8. */
#ifndef CASATA_ATTACK_H
#define CASATA_ATTACK_H

#include "casata/ai.h"
#include "server/kit.h"

/* --- figures: printed as attack.name=value, or collected for --json --------------------------------------------- */
__attribute__((format(printf, 2, 3))) void figure(double value, const char *name, ...);
__attribute__((format(printf, 2, 3))) void figure_text(const char *value, const char *name, ...);
/* p50, p99 and maximum of the times as three figures. Sorts them. */
void figure_times(double *ms, int n, const char *name);

/* --- the server ---------------------------------------------------------------------------------------------------- */
/* A new server with default limits; extra: further options, ended by NULL. Exits if it does not
 * start. */
void target_start(struct kit *k, const char *const *extra);
void target_end(struct kit *k); /* kills it and removes its folder */
bool target_lives(const struct kit *k);
/* Asks /health from an address: "ok", "failing", or "no answer" after `ms`. */
const char *target_health(const struct kit *k, const char *from, int ms);
/* Signals it to stop, disconnects `there` (or NULL) once it announces that, and waits: the exit status. */
int target_stop(struct kit *k, int signal, struct person *there, double *ms);
/* Percentage of one core used by the server over some seconds. */
double target_cpu(const struct kit *k, double seconds);

/* --- clients ------------------------------------------------------------------------------------------------------- */
extern struct casata_game attack_game; /* the game of most tables */
extern int attack_count;               /* --count: number of attempts */

/* 127.0.NET.N, in a static buffer reused by the next call. */
const char *address_of(int net, int n);
const char *seats_of_bots(const char *first, int n, const char *level); /* text for person_create; static */
/* A visitor from an address: connects, creates a table and sees it; returns the time in ms, -1: not within `ms`. */
double visit_table(const struct kit *k, const char *from, int ms);
double visit_page(const struct kit *k, const char *from, int ms);
double now_ms(void);
void pause_ms(double ms);

/* Clients in a separate process. */
struct gang {
    pid_t pid;
};
/* `prepare` runs there first and its number is returned here; then `go_on` until gang_end. */
long gang_start(struct gang *g, long (*prepare)(void), void (*go_on)(void));
void gang_end(struct gang *g);

/* --- the attacks ---------------------------------------------------------------------------------------------------- */
void attack_stop(void);
void attack_chat(void);
void attack_bots(void);
void attack_headers(void);
void attack_idle(void);
void attack_pings(void);
void attack_fragments(void);
void attack_watch(void);
void attack_slow(void);
void attack_seats(void);
void attack_store(void);

#endif
