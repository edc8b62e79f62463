/* nodes.h: several real servers on one PostgreSQL of the tests' own, and people at them. */
#ifndef TESTS_SERVER_NODES_H
#define TESTS_SERVER_NODES_H

#include "server/kit.h"
#include "server/pg.h"

enum { NODES = 3 };

extern struct pg nodes_pg;
extern struct kit node[NODES];
extern struct casata_game nodes_game;
extern const char two_people[], two_people_and_bot[]; /* seats: Anna, and Bela's, which is open */

/* The first n servers, on a new database or on that one; extra options end with NULL. */
bool nodes_start(int n, const char *const *extra);
bool nodes_start_at(const char *where, int n, const char *const *extra);
void nodes_stop(int n); /* those that run, in order; the rest is removed */

/* Anna at the first server makes a table, Bela at the second sits down; both watch. */
bool nodes_two(struct person *a, struct person *b, const char *seats);
/* The same person at another server, with what they know of the table; `p` has no connection. */
bool person_move(struct person *p, const struct kit *k, const struct person *as);
/* Both see the same, however long it takes. */
bool nodes_same_view(struct person *a, struct person *b);
/* A message of that type with that text in it comes. */
bool person_hears(struct person *p, const char *type, const char *text);

/* A decision is sent; what the answer to it is comes later: its type, or the code of an error. */
bool person_begin_move(struct person *p);
const char *person_end_move(struct person *p);
/* Whoever of two has to decide. */
struct person *person_to_move(struct person *a, struct person *b);

/* Runs the tests that are wanted, some of them at once, each group with a PostgreSQL of its own: the exit status. */
int nodes_main(int argc, char **argv, const struct test *test, size_t n);

#endif
