/* kit.h: what the tests of the server share: a real server process with a real database in a folder of its
 * own, and people who sit at its tables over real WebSockets. */
#ifndef TESTS_SERVER_KIT_H
#define TESTS_SERVER_KIT_H

#include "casata/game.h"
#include "harness.h"
#include "load/process.h"
#include "load/ws.h"

#include <jansson.h>

enum { KIT_MS = 60000 }; /* how long an answer may take, on a machine that is busy with other things */

/* --- the server ------------------------------------------------------------------------------------------- */

struct kit {
    struct process process;
    char dir[64], db[200], log[100];
};

/* Reads --server FILE (the program to test; default: casata next to the test), --postgres (its databases are those of a
 * PostgreSQL of the test's own) and a filter of test names. */
void kit_options(int argc, char **argv);
const char *kit_filter(void);
const char *kit_program(const char *name); /* next to the test; --server names another "casata" */
bool kit_is_slow(void);                    /* the server was built with a sanitizer */

extern bool kit_on_disk;    /* databases on a real disk, not in memory */
extern bool kit_own_limits; /* the server's own limits, not wide ones */
/* A new folder, and in it a server; extra options end with NULL. The tests' own limits are wide. */
bool kit_start(struct kit *k, const char *program, const char *const *extra);
/* The same on a database that is there already. */
bool kit_start_at(struct kit *k, const char *program, const char *where, const char *const *extra);
/* The same folder and database again. */
bool kit_restart(struct kit *k, const char *program, const char *const *extra);
int kit_stop(struct kit *k, int signal); /* exit status; the folder stays */
void kit_remove(struct kit *k);          /* the folder too */
void kit_end(struct kit *k);             /* stopped in order, removed */
int64_t kit_ms(void);
/* The whole answer to a GET, headers included; kept until the next call. */
const char *kit_get(int port, const char *host, const char *path);
/* A port of 127.0.0.1 that nobody listens on, and that the system gives to no connection by itself; 0: none found. */
int kit_free_port(void);
/* Runs SQL on a database; the first number that it gives, -1: none. */
long long kit_sql(const char *path, const char *text);
/* The body of /health, lives until the next call; *status: of the answer, 0: there was none. */
const char *kit_health(const struct kit *k, int *status);
/* Waits until /health says that with status 200 ("ok\n") or 503. */
bool kit_reach_health(const struct kit *k, const char *body);
/* From now on the server can write no file beyond that size, as on a full disk; KIT_UNLIMITED: it can again. */
enum { KIT_UNLIMITED = -1 };
void kit_limit_files(const struct kit *k, int64_t bytes);
int64_t kit_file_size(const struct kit *k,
                      const char *ending); /* of the database ("") or a file next to it ("-wal") */
/* Runs the tests whose name contains the filter. */
void kit_run(const struct test *test, size_t n);

/* --- a person --------------------------------------------------------------------------------------------- */

struct person {
    struct ws ws;
    struct casata_game game;
    struct casata_rng rng;
    unsigned last_id;
    char table[24], any[24], token[48];
    json_t *invites;
    int seat;
    /* of the last state */
    int ply, undo, undos;
    int question; /* number of an open takeback, 0: none */
    unsigned to_act;
    bool over;
    char hash[20];
    CASATA_STATE_BUFFER(state);
    /* everything that came, one message a line; NULL: not kept */
    char *transcript;
    size_t n_transcript;
    bool keep;
};

bool person_open(struct person *p, const struct kit *k, const struct casata_game *g, uint64_t seed);
/* From one of the addresses of this machine: "127.0.0.7". */
bool person_open_from(struct person *p, const struct kit *k, const struct casata_game *g, uint64_t seed,
                      const char *from);
void person_close(struct person *p);
/* The same person at the same table with a new connection. */
bool person_come_back(struct person *p, const struct kit *k);
/* Sends JSON (printf); "'" stands for '"' in the format. */
__attribute__((format(printf, 2, 3))) void person_say(struct person *p, const char *format, ...);
/* The next message of that type (NULL: of any; others on the way are noted), the caller releases it; NULL: none in time. */
json_t *person_hear(struct person *p, const char *type, int timeout_ms);
/* Sends a message with an id of its own and returns the answer that carries it. */
__attribute__((format(printf, 2, 3))) json_t *person_ask(struct person *p, const char *format, ...);
/* The same; the answer's type, or the code if it is an error; lives until the next call. */
__attribute__((format(printf, 2, 3))) const char *person_try(struct person *p, const char *format, ...);
/* Takes in everything that is there now. */
void person_listen(struct person *p, int timeout_ms);

/* seats: text of the JSON list, with "'" for '"'. */
bool person_create(struct person *p, const char *game, const char *seats);
bool person_sit(struct person *p, const char *table, const char *code, const char *name);
bool person_watch(struct person *p); /* with the token, if there is one */
/* A random legal action as text; false: it is not their turn. */
bool person_choose(struct person *p, char text[CASATA_ACTION_TEXT]);
/* Plays one; the answer's type or error code, "" if it is not their turn. */
const char *person_play(struct person *p);
/* Waits until the state has at least that ply. */
bool person_reach(struct person *p, int ply);

/* Two people at a new table, Anna the host and Bela: both watch, or Bela has not looked at it yet. */
bool kit_two(const struct kit *k, const struct casata_game *g, struct person *anna, struct person *bela);
bool kit_two_seated(const struct kit *k, const struct casata_game *g, struct person *anna,
                    struct person *bela);
void kit_part(struct person *a, struct person *b); /* both close their connections */
/* Plays random moves at one table until it is over or `moves` are made; returns how many. */
int kit_play(struct person *const *people, int n, int moves);

const char *text_of(const json_t *msg, const char *key); /* "" if there is none */
int int_of(const json_t *msg, const char *key);          /* -1 */

#endif
