/* sqlite_int.h: the structs of the SQLite backend, for its files only.
 *
 *   sqlite.c         opening, locks of other programs, the files in their place, transactions
 *   sqlite_schema.c  the schema and its history
 *   sqlite_read.c    tables out of their rows
 *   sqlite_write.c   changes, chat and snapshots
 *   sqlite_sql.c     the file for maintenance (sql.h) */
#ifndef CASATA_STORE_SQLITE_INT_H
#define CASATA_STORE_SQLITE_INT_H

#include "store/rows.h"
#include "store/statements.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/types.h>

/* Writes a page whatever is in it: an UPDATE that changes nothing would not. The number is used for nothing else. */
#define SMALL_WRITE "PRAGMA user_version=0"

#define STATEMENTS(X)                                                                               \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE")                                                               \
    X(BEGIN_READ, "BEGIN")                                                                          \
    X(PROBE, SMALL_WRITE)                                                                           \
    X(COMMIT, "COMMIT")                                                                             \
    X(ROLLBACK, "ROLLBACK")                                                                         \
    X(APPEND, "INSERT INTO change VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9) ON CONFLICT DO NOTHING")       \
    X(WHOSE, SQL_WHOSE)                                                                             \
    X(INSERT_TABLE, SQL_INSERT_TABLE)                                                               \
    X(UPDATE_TABLE, SQL_UPDATE_TABLE)                                                               \
    X(PUT_SEAT, SQL_PUT_SEAT)                                                                       \
    X(PUT_POSITION, SQL_PUT_POSITION)                                                               \
    X(PUT_CHAT, "INSERT INTO chat(id, n, seat, name, text, time, by)"                               \
                " VALUES($1, coalesce((SELECT max(n)+1 FROM chat WHERE id=$1), 0), $2,$3,$4,$5,$6)" \
                " RETURNING n")                                                                     \
    X(CUT_CHAT, SQL_CUT_CHAT)                                                                       \
    X(GET_TABLE, SQL_GET_TABLE)                                                                     \
    X(GET_SEATS, SQL_GET_SEATS)                                                                     \
    X(GET_POSITIONS, SQL_GET_POSITIONS)                                                             \
    X(GET_PACKED, SQL_GET_PACKED)                                                                   \
    X(GET_CHANGES, SQL_GET_CHANGES)                                                                 \
    X(GET_CHAT, SQL_GET_CHAT)                                                                       \
    X(FIND, SQL_FIND)                                                                               \
    X(LAST, SQL_LAST)                                                                               \
    X(SCAN, SQL_SCAN(" AND length(t.id)=16"))

#define STATEMENT_ENUM(name, sql) name,
enum statement { STATEMENTS(STATEMENT_ENUM) N_STATEMENTS };

/* A file that must keep its name. */
struct place {
    char name[PATH_MAX];
    dev_t dev;
    ino_t ino;
};
enum { PLACES = 3 }; /* the database, its WAL and the index of that */

struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *statement[N_STATEMENTS];
    int lock; /* descriptor of the lock file: this database has a server */
    int file; /* and one of the database itself, locked too, whatever its name */
    struct place place[PLACES];
    int64_t until;                 /* ms: waits for locks end then, ... */
    _Atomic int64_t latest;        /* ... and then at the latest */
    struct damage damage;          /* of the rows being read */
    const char *failure;           /* word for the last failure; NULL: a request was wrong */
    _Atomic(const char *) trouble; /* of the last write */
    char error[STORE_ERROR];
};

/* --- sqlite.c ------------------------------------------------------------------------------------------------- */
void sqlite_note_error(struct sqlite *q);
/* Begins and ends a transaction; both fail if the database is no longer in its place: then nothing may be acknowledged.
 * False after a failure, which `error` and `failure` describe. */
bool sqlite_begin(struct sqlite *q, bool to_write);
bool sqlite_commit(struct sqlite *q);
void sqlite_rollback(struct sqlite *q);
void sqlite_bind(struct sqlite *q, enum statement which, const struct params *p);
void sqlite_bind_params(sqlite3_stmt *st, const struct params *p);
struct row sqlite_row_of(sqlite3_stmt *st, struct damage *damage); /* the current row of a statement */
/* Ends a statement that gives no rows. */
bool sqlite_finish(struct sqlite *q, enum statement which);
/* Steps through the rows of a statement; the caller's loop body handles one. */
bool sqlite_row(struct sqlite *q, enum statement which, struct row *row, bool *failed);

/* --- sqlite_schema.c ------------------------------------------------------------------------------------------- */
/* NULL, or the fault of the database; sqlite3_errmsg says more if it is "". */
const char *sqlite_prepare_schema(sqlite3 *db);
int sqlite_schema_version(void);
/* The same for a database that is only read. */
const char *sqlite_check_schema(sqlite3 *db);

/* --- sqlite_read.c, sqlite_write.c ------------------------------------------------------------------------------ */
void sqlite_read(void *db, struct store_job *first);
void sqlite_write(void *db, struct store_job *first);

#endif
