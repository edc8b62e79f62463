/* schema.h: shorthand for the tables of a game, for <id>_schema.c alone. A schema names its figures first:
 *
 *     #define SCHEMA_DATA struct signorie_data
 *     #include "core/schema.h"
 *
 * A table `cities` is the array `static const struct casata_column cities[]` here, the member `cities` of the figures and
 * the file cities.csv; its columns are made with the macros below. */
#ifndef CASATA_SCHEMA_H
#define CASATA_SCHEMA_H

#include "core/csv.h"

#ifndef SCHEMA_DATA
#error "define SCHEMA_DATA, the struct that the tables fill"
#endif

#define LEN(array)       (sizeof(array) / sizeof *(array))
#define ROWS(table)      (((SCHEMA_DATA *)0)->table)
#define AT(table, field) (uint16_t)(offsetof(SCHEMA_DATA, table[0].field) - offsetof(SCHEMA_DATA, table))

enum { NONE = UINT8_MAX }; /* stored for an empty field */

/* --- stored columns: the field is named like the column -------------------------------------------------------- */
#define INT(table, field, low, high) \
    { #field, CASATA_COL_INT, 1, AT(table, field), low, high, NULL, 0, 0, NULL }
/* A number that may be left empty, in a column that older tables do not have. */
#define LATER_INT(table, field, low, high) \
    { #field, CASATA_COL_LATER, 1, AT(table, field), low, high, NULL, 0, 0, NULL }
#define FLAG(table, field) INT(table, field, 0, 1)
#define WORD(table, field, list) \
    { #field, CASATA_COL_WORD, 1, AT(table, field), 0, 0, &(list), 0, 0, NULL }
#define WORD_OR_NONE(table, field, list) \
    { #field, CASATA_COL_WORD, 1, AT(table, field), -1, 0, &(list), 0, 0, NULL }
/* A word that every edition must have in its row, since the row is named after it, but that the rules read. */
#define FIXED(table, field, list, pattern) \
    { #field, CASATA_COL_KEY, 1, AT(table, field), 0, 0, &(list), 1, LEN(pattern), pattern }

/* --- columns that are only checked ----------------------------------------------------------------------------- */
#define TEXT(name) \
    { name, CASATA_COL_TEXT, 0, 0, 0, 0, NULL, 0, 0, NULL }
#define NUMBER(name, low, high) \
    { name, CASATA_COL_INT, 0, 0, low, high, NULL, 0, 0, NULL }
#define NAME(name, list) \
    { name, CASATA_COL_NAME, 0, 0, 0, 0, &(list), 0, 0, NULL }

/* --- columns that say which row it is; see csv.h for first (there: min), each and of ------------------------- */
#define INDEX(name, first, each, of, pattern) \
    { name, CASATA_COL_INDEX, 0, 0, first, 0, NULL, each, of, pattern }
#define KEY(name, list, first, each, of, pattern) \
    { name, CASATA_COL_KEY, 0, 0, first, 0, &(list), each, of, pattern }

/* --- tables: those that fill a member of the figures, and those that only name things --------------------------- */
#define COLUMNS(name) .n_columns = LEN(name), .column = name
#define STORED(name)  .offset = offsetof(SCHEMA_DATA, name), .row_size = sizeof ROWS(name)[0]
#define TABLE(name) \
    { .file = #name ".csv", .member = #name, STORED(name), .rows = LEN(ROWS(name)), COLUMNS(name) }
/* The same with groups of `size` rows, each as long as the edition says, but at least `few` rows. */
#define GROUPED(name, size, few)                                                                     \
    {                                                                                                \
        .file = #name ".csv", .member = #name, STORED(name), .rows = LEN(ROWS(name)), COLUMNS(name), \
        .group = size, .least = few                                                                  \
    }
#define LABELS(name, n) \
    { .file = #name ".csv", .rows = n, COLUMNS(name) }

#endif
