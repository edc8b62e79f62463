/* attack.h: what the attacks share: figures, a server to attack, and gangs of clients in processes of their own.
 * Everything stays on this machine: servers are started by the tool, listen on 127.0.0.1 and get a database of their
 * own; clients come from addresses of 127.0.0.0/8. */
#ifndef CASATA_ATTACK_H
#define CASATA_ATTACK_H

#include "casata/ai.h"
#include "server/kit.h"

/* --- figures: printed as attack.name=value, or collected for --json --------------------------------------------- */
__attribute__((format(printf, 2, 3))) void figure(double value, const char *name, ...);
__attribute__((format(printf, 2, 3))) void figure_text(const char *value, const char *name, ...);
/* p50, p99 and the longest of some times as three figures. Sorts them. */
void figure_times(double *ms, int n, const char *name);

/* --- the server ---------------------------------------------------------------------------------------------------- */
/* A new server with the limits that it has by default; further options end with NULL. Ends the tool if it does not
 * start. */
void target_start(struct kit *k, const char *const *extra);
void target_end(struct kit *k); /* kills it and removes its folder */
bool target_lives(const struct kit *k);
/* Asks /health from an address: "ok", "failing", or "no answer" after `ms`. */
const char *target_health(const struct kit *k, const char *from, int ms);
/* Asks it to stop, leaves as soon as it says so (NULL: nobody is there), and waits: the exit status. */
int target_stop(struct kit *k, int signal, struct person *there, double *ms);
/* The share of one core that the server uses during n seconds, in percent. */
double target_cpu(const struct kit *k, double seconds);

/* --- clients ------------------------------------------------------------------------------------------------------- */
extern struct casata_game attack_game; /* the game of most tables */
extern int attack_count;               /* --count: how often a thing is tried */

/* 127.0.NET.N, in a static buffer that the next call uses again. */
const char *address_of(int net, int n);
const char *seats_of_bots(const char *first, int n, const char *level); /* text for person_create; static */
/* A visitor from an address: connects, creates a table and sees it; how long that took in ms, -1: not within `ms`. */
double visit_table(const struct kit *k, const char *from, int ms);
double visit_page(const struct kit *k, const char *from, int ms);
double now_ms(void);
void pause_ms(double ms);

/* Clients in a process of their own. */
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
