/* sql.h: blocking access to any kind of database from one thread: plain SQL with the same parameters and rows
 * everywhere, and rows as bytes, to carry them from one kind to another. For the maintenance of whole databases
 * (maintain.h); a server uses store.h. */
#ifndef CASATA_STORE_SQL_H
#define CASATA_STORE_SQL_H

#include "store/rows.h"

enum sql_mode {
    SQL_LOOK,   /* reads, alongside a running server */
    SQL_CHANGE, /* reads and writes; a SQLite file must have no server */
    SQL_CREATE, /* the same, and creates a missing database */
};

/* --- columns ------------------------------------------------------------------------------------------------------ */

enum sql_type { SQL_ID, SQL_INT2, SQL_INT4, SQL_INT8, SQL_TEXT, SQL_BYTES };
struct sql_column {
    const char *name;
    enum sql_type type;
};
struct sql_table {
    const char *name, *order; /* its primary key */
    int n;
    struct sql_column column[MAX_PARAMS];
};
/* Everything a database stores; the first is `tables`. */
enum { SQL_TABLES = 6 };
extern const struct sql_table sql_tables[SQL_TABLES];

/* Rows as bytes, in the layout of PostgreSQL's binary COPY: number of columns 2, then for each its length 4 (-1: NULL) and
 * the value; numbers are big-endian and as wide as their type. */
struct sql_bytes {
    uint8_t *bytes;
    size_t n, cap;
    int rows;
};
void sql_bytes_put(struct sql_bytes *b, const void *bytes, size_t n);
void sql_bytes_int(struct sql_bytes *b, int64_t number, int width);
/* Appends a row with the columns of the table; false: a value does not match its type, and `why` says which. */
bool sql_bytes_row(struct sql_bytes *b, const struct sql_table *t, const struct row *r,
                   char why[STORE_ERROR]);
/* Parses a row that sql_bytes_row wrote at `at`; the parameters point into it. Returns its end. */
const uint8_t *sql_bytes_params(const uint8_t *at, const struct sql_table *t, struct params *p);

/* --- a database ------------------------------------------------------------------------------------------------------ */

typedef void sql_row(void *arg, const struct row *row);
struct sql_kind {
    void *(*open)(const char *where, enum sql_mode mode, char err[STORE_ERROR]);
    void (*close)(void *db);
    /* Runs one statement to its end; `each` NULL: ignores rows. False after a message in err. */
    bool (*run)(void *db, const char *text, const struct params *p, sql_row *each, void *arg,
                char err[STORE_ERROR]);
    /* Rows as bytes into a table. */
    bool (*insert)(void *db, const struct sql_table *t, const struct sql_bytes *rows, char err[STORE_ERROR]);
    const char *begin_look;   /* a transaction that sees one moment */
    const char *begin_change; /* one that writes, ... */
    const char *hold_changes; /* ... and a statement in it after which no server can add changes, or NULL */
    const char *shrink;       /* gives unused space back; NULL: the database does so itself */
};
extern const struct sql_kind sql_sqlite, sql_postgres;

struct sql {
    const struct sql_kind *kind;
    void *db;
    char error[STORE_ERROR]; /* of the last failure */
};
/* False after a message in `error`. */
bool sql_open(struct sql *q, const char *where, enum sql_mode mode);
void sql_close(struct sql *q);
bool sql_run(struct sql *q, const char *text, const struct params *p, sql_row *each, void *arg);
/* The first number of the first row; `otherwise` if there is none. */
bool sql_number(struct sql *q, const char *text, const struct params *p, int64_t *number, int64_t otherwise);

#endif
