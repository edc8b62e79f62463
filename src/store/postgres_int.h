/* postgres_int.h: the structs of the PostgreSQL backend, for its files only.
 *
 *   postgres.c         opening, trouble, the backend's table
 *   postgres_array.c   lists as parameters
 *   postgres_link.c    one connection: statements in a pipeline, time-outs, connecting again
 *   postgres_schema.c  the schema and its history
 *   postgres_read.c    tables out of their rows
 *   postgres_write.c   batches of changes, chat and snapshots; the fate of a batch whose COMMIT got no answer
 *   postgres_feed.c    news of other servers: LISTEN and NOTIFY
 *   postgres_sql.c     the database for maintenance (sql.h) */
#ifndef CASATA_STORE_POSTGRES_INT_H
#define CASATA_STORE_POSTGRES_INT_H

#include "store/rows.h"
#include "store/statements.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>

struct postgres;

/* --- postgres_array.c --------------------------------------------------------------------------------------------- */

/* A list of values as a parameter, in binary. */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_UUID = 2950 };
struct array {
    uint8_t *bytes;
    size_t n, cap;
};
void array_begin(struct array *a, int oid, int count);
void array_bytes(struct array *a, const void *bytes, size_t n);
void array_int(struct array *a, int64_t number, int bytes); /* 2, 4 or 8 */

/* --- postgres_link.c --------------------------------------------------------------------------------------------- */

enum link_failure {
    LINK_FINE,
    LINK_REFUSED, /* the database refused the request for good */
    LINK_LATER,   /* for now: a deadlock, a lock */
    LINK_BROKEN,  /* the connection is gone, or silent for too long */
};
struct link {
    struct postgres *all;
    const char *name; /* for the database's list of connections */
    bool writes;      /* its statements may take effect later */
    const char *const *sql;
    int n_sql;
    PGconn *c;      /* NULL: none */
    bool was_ready; /* there was one */
    int64_t try_at; /* ms: the next attempt to connect */
    int delay;      /* ms, after that */
    bool in_round;
    int64_t began;             /* ms: start of the current round, ... */
    int64_t until;             /* ... which must be answered by then */
    int pid;                   /* of the process at the other end, ... */
    char since[48];            /* ... and when it began: together they name it */
    bool may_be_alive;         /* the last connection's process, which may still execute statements */
    enum link_failure failure; /* of the round */
    char state[6];             /* SQLSTATE of it */
};
/* Connects if need be; waits before retrying, but not long. False: no connection. */
bool link_ready(struct link *l);
void link_drop(struct link *l);
/* A round: sends statements, with one wait for all their answers. After a failure the rest of the round does nothing,
 * and link_end returns the failure. */
void link_begin(struct link *l);
/* Parameters as libpq wants them; they live as long as `params`. */
struct link_values {
    int n;
    const char *value[MAX_PARAMS];
    int size[MAX_PARAMS], binary[MAX_PARAMS];
    char number[MAX_PARAMS][24];
};
void link_values(const struct params *params, struct link_values *v);
void link_send(struct link *l, int statement, const struct params *p); /* p NULL: none */
void link_send_arrays(struct link *l, int statement, const struct array *a, int n);
void link_sync(struct link *l);
PGresult *link_result(struct link *l); /* of the next statement; NULL: the round has failed */
void link_skip(struct link *l);        /* the same, discarded */
enum link_failure link_end(struct link *l);
/* Rows of a result. */
struct row link_row(PGresult *r, int at, struct damage *damage);
/* Runs a statement without a result on a connection outside of rounds; false: it failed, or there was no answer. */
bool link_run(PGconn *c, const char *sql);
/* A new connection; NULL after a message in err. */
PGconn *link_connect(const char *where, const char *name, char err[STORE_ERROR]);

/* --- postgres.c ----------------------------------------------------------------------------------------------------- */

struct feed;
struct postgres {
    char *where;
    struct link writer, reader;
    struct feed *feed;
    _Atomic int64_t latest;        /* ms: nothing waits longer than this */
    _Atomic int64_t away_since;    /* ms; 0: the database is there */
    _Atomic int64_t asked_since;   /* ms: the writer waits for an answer; 0: it does not */
    _Atomic(const char *) trouble; /* of the last write */
    _Atomic int64_t skew;          /* ms: how far the database's clock is ahead */
    _Atomic uint64_t reconnects, unknown_stored, unknown_lost; /* store_stats */
    struct damage damage;                                      /* of the rows being read */
    pthread_mutex_t lock;                                      /* error */
    char error[STORE_ERROR];                                   /* the last one of any connection */
};
void postgres_note_error(struct postgres *q, const char *text);
void postgres_note_away(struct postgres *q, int64_t since); /* ms */

/* --- postgres_schema.c ----------------------------------------------------------------------------------------------- */
/* Brings the schema up to date; false after a message in err. */
int postgres_schema_version(void);
bool postgres_prepare_schema(PGconn *c, char err[STORE_ERROR]);

/* --- postgres_read.c, postgres_write.c --------------------------------------------------------------------------------- */
extern const char *const postgres_read_sql[], *const postgres_write_sql[];
extern const int postgres_n_read_sql, postgres_n_write_sql;
void postgres_read(void *db, struct store_job *first);
void postgres_write(void *db, struct store_job *first);
void postgres_probe(void *db);

/* --- postgres_feed.c --------------------------------------------------------------------------------------------------- */
/* NULL: no thread could be started. */
struct feed *feed_open(struct postgres *q, const struct store_feed *to);
void feed_close(struct feed *f);
/* From any thread: announces this to the other servers. */
void feed_tell(struct feed *f, const struct store_news *news);

#endif
