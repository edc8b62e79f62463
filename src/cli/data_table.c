/* data_table.c: cells of a table. Knows no command. */
#include "cli/data_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char data_codes[] = "SPKID";

const char *data_code_word(char code) {
    static const char *const word[] = {"stated", "public", "known", "inferred", "designed"};
    return word[strchr(data_codes, code) - data_codes];
}

bool data_table_open(struct data_table *s, const struct casata_csv_table *table,
                     const struct casata_csv_text *text) {
    size_t width = table->n_columns + 1u, n = table->rows * width;
    *s = (struct data_table){table, calloc(n, sizeof *s->cell)};
    if (!s->cell) return false;
    struct casata_csv csv = casata_csv_on(text->text, text->len);
    int absent = casata_table_absent(table, &csv), there = 0;
    for (int row = 0; row < table->rows; row++) {
        if (row >= there) there = casata_table_row(table, &csv, row); /* earlier rows are not in the text */
        for (int c = 0; c <= table->n_columns; c++) {
            char field[CASATA_MAX_FIELD] = "";
            if (row >= there && c != absent) casata_csv_next(&csv, field);
            if (!(s->cell[(size_t)row * width + (size_t)c] = strdup(field))) return false;
        }
    }
    return true;
}

void data_table_close(struct data_table *s) {
    if (s->cell)
        for (int i = 0; i < s->table->rows * (s->table->n_columns + 1); i++) free(s->cell[i]);
    free(s->cell);
    s->cell = NULL;
}

const char *data_text(const struct data_table *s, int row, int column) {
    return s->cell[row * (s->table->n_columns + 1) + column];
}

bool data_mark(const struct data_table *s, int row, int column, struct casata_mark *mark) {
    const char *src = data_text(s, row, s->table->n_columns);
    return casata_mark_of(src, strlen(src), s->table->column[column].name, mark);
}

bool data_is_key(const struct data_table *s, int column) {
    const struct casata_column *c = &s->table->column[column];
    return c->size == 0 && (c->type == CASATA_COL_INDEX || c->type == CASATA_COL_KEY);
}

/* The column that identifies a row by itself: a word, else a number; -1: it takes several columns. */
static int name_column(const struct data_table *s) {
    int number = -1;
    for (int c = s->table->n_columns - 1; c >= 0; c--) {
        const struct casata_column *column = &s->table->column[c];
        if (!data_is_key(s, c) || column->of || column->each > 1) continue;
        if (column->type == CASATA_COL_KEY) return c;
        number = c;
    }
    return number;
}

void data_key(const struct data_table *s, int row, char key[DATA_KEY]) {
    int name = name_column(s);
    size_t n = 0;
    for (int c = 0; c < s->table->n_columns && n < DATA_KEY; c++)
        if (name < 0 ? data_is_key(s, c) : c == name)
            n += (size_t)snprintf(key + n, DATA_KEY - n, n ? " %s" : "%s", data_text(s, row, c));
}

bool data_is_figure(const struct data_table *s, int row, int column, struct casata_mark *mark) {
    if (!data_mark(s, row, column, mark)) return false;
    if (*mark->columns != '*') return true;
    bool index = s->table->column[column].type == CASATA_COL_INDEX;
    return s->table->member ? s->table->column[column].size > 0 && !data_is_key(s, column) : !index;
}

void data_name(const struct casata_csv_table *table, char name[DATA_KEY]) {
    snprintf(name, DATA_KEY, "%.*s", (int)strcspn(table->file, "."), table->file);
}

bool data_equal(const struct data_table *a, const struct data_table *b, int row, int column) {
    const char *x = data_text(a, row, column), *y = data_text(b, row, column);
    bool number = column < a->table->n_columns && (a->table->column[column].type == CASATA_COL_INT ||
                                                   a->table->column[column].type == CASATA_COL_INDEX);
    return number ? atoi(x) == atoi(y) : strcmp(x, y) == 0;
}
