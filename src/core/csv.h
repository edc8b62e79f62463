/* csv.h: CSV tables of figures into a flat data struct, by a schema; the same reader serves the
 * generator at build time and --data at run time, so both reject the same mistakes. No allocation, no I/O. */
#ifndef CASATA_CSV_H
#define CASATA_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct casata_words;

/* The type of a field. A stored number takes `size` bytes, 1 or 2, at `offset` of its row; size 0: only
 * checked. INDEX and KEY prove that every row is there and in its place: with i = row / each % of the number
 * they require is min + i or, with a pattern, min + pattern[i]. each 0 means 1, of 0 means no end. */
enum casata_column_type {
    CASATA_COL_INT,   /* a whole number in min..max */
    CASATA_COL_WORD,  /* one of words, stored as its index; an empty field is allowed if min < 0 and stored as
                         255 */
    CASATA_COL_TEXT,  /* anything, not stored */
    CASATA_COL_INDEX, /* the number required of this row */
    CASATA_COL_KEY,   /* the word with the number required of this row */
    CASATA_COL_NAME,  /* the word with the number in the column before; not stored */
    CASATA_COL_LATER, /* a number in min..max, or empty, stored as 255. Older tables have no such column: all is empty */
};
struct casata_column {
    const char *name;
    uint8_t type;
    uint8_t size;
    uint16_t offset;
    int16_t min, max;
    const struct casata_words *words;
    uint16_t each, of;
    const uint8_t *pattern; /* `of` entries */
};
struct casata_csv_table {
    const char *file;   /* "cities.csv" */
    const char *member; /* of the data struct: an array of rows; NULL: nothing is stored */
    uint16_t offset, row_size, rows;
    uint8_t n_columns; /* without the last one, which is always `src` */
    const struct casata_column *column;
    /* Groups of rows, as long as an edition wants: of each `group` of rows (0: there are none) only the first `least`
     * must be there. The first column names the thing, or there is one group. Missing values stay 0. */
    uint16_t group, least;
};
struct casata_schema {
    const char *id;        /* the game */
    const char *data_type; /* "struct signorie_data", for the generator */
    const char *header;    /* "games/signorie/signorie_data.h", for the generator */
    uint8_t n_tables;
    uint16_t data_size;
    const struct casata_csv_table *table;
    /* Consistency between tables: NULL, or a sentence that names the file and the figure. */
    const char *(*check)(const void *data);
    /* Derived from the tables for speed: derive fills it, after the check. NULL: nothing. The generator
     * writes its bytes into the member `derived`, an array of bytes. */
    void (*derive)(void *data);
    const char *derived;
    uint16_t derived_offset, derived_size;
};
struct casata_csv_error {
    const char *file;
    int line;           /* 1 = header; 0: the file as a whole */
    const char *column; /* NULL: the line as a whole */
    char message[160];
};
/* Reads the text of one table into data. False: err has place and fault. Checks the header line, the number
 * of rows, every field and the provenance column: its marks are well formed, name columns of this table, no
 * column twice, and leave no stored column without one (docs/data.md). */
bool casata_csv_read(const struct casata_csv_table *table, const char *text, size_t len, void *data,
                     struct casata_csv_error *err);

struct casata_csv;
/* Number of the later column that a header line lacks, -1: none; reads the line. */
int casata_table_absent(const struct casata_csv_table *table, struct casata_csv *csv);
/* Row of the next line, if the one before it was row - 1: a later one where a group ends early; table->rows or more at
 * the end. */
int casata_table_row(const struct casata_csv_table *table, const struct casata_csv *csv, int row);

/* One mark of a provenance column: "vp+rank=S:003:525" or "*=D". */
struct casata_mark {
    const char *columns, *detail; /* not terminated */
    size_t columns_len, detail_len;
    char code; /* S stated, P public, K known, I inferred, D designed; S, P and I have a detail */
};
/* Reads the next mark of *text (n bytes left) and moves on; false at the end or, with *text unchanged, at an
 * error. */
bool casata_mark_next(const char **text, size_t *n, struct casata_mark *mark);
/* The mark of a column: the one naming it, else that of "*". False: none, or src is bad. */
bool casata_mark_of(const char *src, size_t n, const char *column, struct casata_mark *mark);

/* The fields of a CSV text one after the other: a byte order mark, quoted fields, CRLF and, if the first line
 * has no comma, semicolons as separators are understood. */
enum { CASATA_MAX_FIELD = 1024 };
struct casata_csv {
    const char *at, *end;
    int line; /* of the field read last, 1 = header */
    char separator;
    bool fresh;          /* the next field begins a line */
    const char *mistake; /* set with CASATA_CSV_BAD */
};
enum casata_csv_kind {
    CASATA_CSV_FIELD, /* more fields of the same line follow */
    CASATA_CSV_LAST,  /* the last field of its line */
    CASATA_CSV_END,   /* no more lines; empty lines at the end do not count */
    CASATA_CSV_BAD,
};
struct casata_csv casata_csv_on(const char *text, size_t len);
/* Writes the field into buf (CASATA_MAX_FIELD bytes, 0-terminated). */
enum casata_csv_kind casata_csv_next(struct casata_csv *csv, char *buf);

/* The raw text of a built-in table, made by the generator; a list of them ends with file NULL. */
struct casata_csv_text {
    const char *file, *text;
    size_t len;
};

#endif
