/* pg.h: a PostgreSQL of the tests' own: in a folder of its own, reached by a socket there, gone with the test. */
#ifndef TESTS_SERVER_PG_H
#define TESTS_SERVER_PG_H

#include "server/kit.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pg {
    char dir[64], bin[256];
    pid_t pid;
    int databases;
};
/* False if this was built without libpq, after a line that says that PostgreSQL is not checked; a program that has tested
 * nothing else before ends with it. */
bool pg_has_libpq(void);
/* Makes and starts one; on_disk: with every wait for the disk, otherwise in memory and without. It refuses to run as root,
 * so that root becomes another user for it. False after a message. */
bool pg_start(struct pg *p, bool on_disk);
/* Starts it again after pg_stop. */
bool pg_restart(struct pg *p);
/* Waits until it answers; false after a message. */
bool pg_wait(const struct pg *p);
void pg_stop(struct pg *p, int signal); /* SIGINT: in order; SIGQUIT: at once, as in a crash; SIGKILL */
/* The signal to every process of it: SIGSTOP, and it hangs until SIGCONT. */
void pg_signal_all(const struct pg *p, int signal);
void pg_remove(struct pg *p);
/* A second one that follows the first by streaming, in a folder of its own. */
bool pg_start_standby(struct pg *standby, struct pg *primary);
/* The standby takes writes from now on. */
bool pg_promote(struct pg *standby);
/* The address of a database that is either here or there, whichever takes writes. Lives until the next call. */
const char *pg_either(const struct pg *p, const struct pg *other, const char *where);
/* A new database; its address. Lives until the next call. */
const char *pg_database(struct pg *p);
/* A whole test program about one database, with the game that it plays. */
int pg_main(int argc, char **argv, const struct test *tests, size_t n, struct pg *pg,
            struct casata_game *game);
/* Runs SQL; the first number that it gives, -1: none. */
long long pg_sql(const char *where, const char *text);

#endif
