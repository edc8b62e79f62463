/* data_table.h: the text of a checked table cut into cells, for printing and comparing. Knows schemas, no
 * game. */
#ifndef CASATA_DATA_TABLE_H
#define CASATA_DATA_TABLE_H

#include "core/csv.h"

enum { DATA_KEY = 96 };
struct data_table {
    const struct casata_csv_table *table;
    char **cell; /* n_columns + 1 for each row, the last is src */
};
/* text must have passed casata_csv_read. False: out of memory. */
bool data_table_open(struct data_table *s, const struct casata_csv_table *table,
                     const struct casata_csv_text *text);
void data_table_close(struct data_table *s);

const char *data_text(const struct data_table *s, int row, int column);
/* The mark of a cell; false: the column needs none and has none. */
bool data_mark(const struct data_table *s, int row, int column, struct casata_mark *mark);
/* Is this one of the columns that identify the row? */
bool data_is_key(const struct data_table *s, int column);
/* Is the cell a figure with its own source, rather than the name of its row or a note? */
bool data_is_figure(const struct data_table *s, int row, int column, struct casata_mark *mark);
/* The name of the row: the cell, or several joined by blanks, that identify it. */
void data_key(const struct data_table *s, int row, char key[DATA_KEY]);
/* The name of the table: its file without the extension. */
void data_name(const struct casata_csv_table *table, char name[DATA_KEY]);
bool data_equal(const struct data_table *a, const struct data_table *b, int row, int column);

/* Codes in the order of certainty, and their words ("stated"). */
extern const char data_codes[];
const char *data_code_word(char code);

#endif
