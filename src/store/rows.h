/* rows.h: rows of any kind of database into structs and back. Rows are not trusted: a number, text or list that this
 * program would not have written makes its table STORE_DAMAGED. Knows no SQL. */
#ifndef CASATA_STORE_ROWS_H
#define CASATA_STORE_ROWS_H

#include "store/backend.h"

/* --- out of the database --------------------------------------------------------------------------------------- */

struct damage {
    bool found;
    char text[STORE_ERROR]; /* the first one found: it says most */
};
struct row {
    int64_t (*number)(const struct row *r, int column);
    /* NULL: nothing is there, or it is empty. */
    const void *(*bytes)(const struct row *r, int column, size_t *n);
    bool (*is_null)(const struct row *r, int column);
    const char *(*name)(const struct row *r, int column);
    void *result; /* of the database */
    int at;       /* which of its rows */
    struct damage *damage;
};
__attribute__((format(printf, 2, 3))) void rows_damage(struct damage *d, const char *format, ...);
int64_t row_int(const struct row *r, int column, int64_t min, int64_t max);
/* NULL leaves zeroes. */
void row_blob(const struct row *r, int column, uint8_t *out, size_t n);

/* Whole rows, with the columns of statements.h. */
void row_table(const struct row *r, struct store_table *t);
void row_seat(const struct row *r, struct store_table *t, int *n); /* n: seats found */
void row_chat(const struct row *r, struct store_loaded *l);
void row_scanned(const struct row *r, struct store_scanned *s);
void row_last(const struct row *r, struct store_found *f);
void rows_check_seats(struct damage *d, const struct store_table *t, int n);
void rows_sort_found(struct store_found *found, int n); /* latest first */
void rows_oldest_first(struct store_loaded *l);         /* chat was read latest first */

/* Reads the log from its changes: packed ones first, then one by one. */
struct log_reader {
    struct store_loaded *l;
    struct damage *damage;
    int ply;             /* length of the log so far; -1: not known */
    bool any;            /* there was a change */
    bool packed;         /* up to the version, from one row */
    int64_t snapshot_n;  /* the change that the snapshot belongs to, -1: none */
    bool known_is_there; /* of a tail: the known change */
};
struct log_reader log_reader_on(struct store_loaded *l, struct damage *d);
void log_read_position(struct log_reader *g, const struct row *r);
void log_read_packed(struct log_reader *g, const struct row *r);
void log_read_change(struct log_reader *g, const struct row *r);
/* The first row of a tail is the change already known. */
void log_read_tail(struct log_reader *g, const struct row *r, const struct store_version *known);
void log_end(struct log_reader *g);

/* --- into the database ----------------------------------------------------------------------------------------- */

enum { PACKED_ENTRY = 22, MAX_PARAMS = 24 };
/* Entries as they are in databases: big-endian hash 8, time 8, action 4, seat 1, to_act 1. */
void entry_pack(const struct store_entry *e, int n, uint8_t *out);
void entry_unpack(const uint8_t *bytes, int n, struct store_entry *out);

enum { CHANGE_BOT = 1, CHANGE_TABLE = 2 }; /* flags: a bot decides next; tables or seats changed too */
int change_flags(const struct store_change *c);

struct params {
    int n;
    struct param {
        enum param_kind { PARAM_NULL, PARAM_INT, PARAM_TEXT, PARAM_BYTES } kind;
        int64_t number;
        const void *bytes;
        size_t size;
    } p[MAX_PARAMS];
};
void params_int(struct params *p, int64_t number);
void params_text(struct params *p, const char *text);
void params_bytes(struct params *p, const void *bytes, size_t n);
void params_id(struct params *p, const struct store_id *id);    /* NULL if there is none */
void params_key(struct params *p, const struct store_key *key); /* NULL if there is none */
void params_table(struct params *p, const struct store_table *t);
void params_seat(struct params *p, const struct store_table *t, int seat);
void params_chat(struct params *p, const struct store_id *id, uint64_t by, const struct store_chat *c);
void params_position(struct params *p, const struct store_id *id, const char *kind, int ply, uint32_t n,
                     const char *text);

/* A list that grows by doubling: room for `more` elements after n. Aborts if there is no memory. */
void *rows_grow(void *list, int n, int more, size_t size);
void *rows_must(void *p);
int64_t rows_now_ms(void); /* of the clock that never jumps */

#endif
