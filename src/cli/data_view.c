/* data_view.c: queries on the tables of an edition. Knows no command. */
#include "casata/rules.h"
#include "cli/data_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/edition.h"

static bool is_called(const struct casata_csv_table *t, const char *name) {
    char short_name[DATA_KEY];
    data_name(t, short_name);
    return strcmp(t->file, name) == 0 || strcmp(short_name, name) == 0;
}

/* Opens the wanted tables of one edition. */
static struct data_table *open_tables(const struct casata_schema *schema, const struct casata_csv_text *text,
                                      const char *table, int *n) {
    struct data_table *shown = calloc(schema->n_tables, sizeof *shown);
    *n = 0;
    for (int i = 0; shown && i < schema->n_tables; i++) {
        if (table && !is_called(&schema->table[i], table)) continue;
        if (data_table_open(&shown[(*n)++], &schema->table[i], &text[i])) continue;
        while (*n > 0) data_table_close(&shown[--*n]);
        free(shown);
        return NULL;
    }
    return shown;
}

enum data_status data_open(struct data_view *v, const char *dir, const char *table, char err[256]) {
    const struct casata_schema *schema = edition_schema(v->game.rules->id);
    snprintf(err, 256, "out of memory");
    struct data_table *own = open_tables(schema, edition_builtin(schema->id), table, &v->n);
    if (!own) return DATA_FAILED;
    v->shown = own;
    v->base = NULL;
    if (dir) {
        struct casata_csv_text *text = edition_read(schema, dir, NULL, err);
        v->shown = text ? open_tables(schema, text, table, &v->n) : NULL;
        v->base = own;
        edition_free(text);
    }
    enum data_status status = !v->shown ? DATA_FAILED : v->n == 0 ? DATA_NO_TABLE : DATA_OK;
    if (status != DATA_OK) data_close(v);
    return status;
}

static void close_tables(struct data_table *shown, int n) {
    for (int i = 0; shown && i < n; i++) data_table_close(&shown[i]);
    free(shown);
}

void data_close(struct data_view *v) {
    close_tables(v->shown, v->n);
    close_tables(v->base, v->n);
    v->shown = v->base = NULL;
}

/* --- lists --------------------------------------------------------------------------------------------- */

static bool is_designed(const struct data_cell *c) {
    struct casata_mark mark;
    return c->column < c->shown->table->n_columns && data_is_figure(c->shown, c->row, c->column, &mark) &&
           mark.code == 'D';
}

static bool is_different(const struct data_cell *c) {
    return c->base && !data_equal(c->base, c->shown, c->row, c->column);
}

static int select_cells(const struct data_view *v, bool (*wanted)(const struct data_cell *),
                        struct data_cell **cell) {
    int n = 0, most = 0;
    for (int i = 0; i < v->n; i++) most += v->shown[i].table->rows * (v->shown[i].table->n_columns + 1);
    *cell = calloc((size_t)most, sizeof **cell);
    for (int i = 0; *cell && i < v->n; i++) {
        const struct casata_csv_table *t = v->shown[i].table;
        for (int row = 0; row < t->rows; row++) {
            for (int c = 0; c <= t->n_columns; c++) {
                (*cell)[n] = (struct data_cell){&v->shown[i], v->base ? &v->base[i] : NULL, row, c};
                n += wanted(&(*cell)[n]);
            }
        }
    }
    return n;
}

int data_designed(const struct data_view *v, struct data_cell **cell) {
    return select_cells(v, is_designed, cell);
}

int data_differences(const struct data_view *v, struct data_cell **cell) {
    return select_cells(v, is_different, cell);
}

static bool same_text(const char *a, size_t n, const char *b, size_t m) {
    return n == m && memcmp(a, b, n) == 0;
}

static bool same_mark(const struct casata_mark *a, const struct casata_mark *b) {
    return a->code == b->code && same_text(a->columns, a->columns_len, b->columns, b->columns_len) &&
           a->detail_len == b->detail_len &&
           (!a->detail_len || memcmp(a->detail, b->detail, a->detail_len) == 0);
}

/* Reads the next mark of a row; src advances from the start of the cell. */
static bool next_mark(const char **src, struct casata_mark *mark) {
    size_t n = strlen(*src);
    return casata_mark_next(src, &n, mark);
}

int data_origins(const struct data_table *s, struct data_origin **origin) {
    struct data_origin *o = NULL;
    int n = 0;
    for (int row = 0; row < s->table->rows; row++) {
        const char *begin = data_text(s, row, s->table->n_columns), *src = begin;
        struct casata_mark mark;
        while (next_mark(&src, &mark)) {
            bool alone = mark.columns == begin && !*src;
            int i = 0;
            while (i < n && !(same_mark(&o[i].mark, &mark) && o[i].alone == alone)) i++;
            if (i == n) {
                struct data_origin *more = realloc(o, (size_t)(n + 1) * sizeof *o);
                if (!more) break;
                o = more;
                o[n++] = (struct data_origin){.mark = mark, .alone = alone};
            }
            if (o[i].n_rows < DATA_ORIGIN_ROWS) o[i].row[o[i].n_rows] = row;
            o[i].n_rows++;
        }
    }
    *origin = o;
    return n;
}

int data_marks(const struct data_view *v, char code) {
    int n = 0;
    for (int i = 0; i < v->n; i++) {
        const struct data_table *s = &v->shown[i];
        for (int row = 0; row < s->table->rows; row++) {
            const char *src = data_text(s, row, s->table->n_columns);
            struct casata_mark mark;
            while (next_mark(&src, &mark)) n += mark.code == code;
        }
    }
    return n;
}

uint64_t data_columns(const struct data_table *s, char code) {
    uint64_t set = 0;
    struct casata_mark mark;
    for (int row = 0; row < s->table->rows; row++)
        for (int c = 0; c < s->table->n_columns; c++)
            if (data_is_figure(s, row, c, &mark) && mark.code == code) set |= (uint64_t)1 << c;
    return set;
}

/* --- JSON ---------------------------------------------------------------------------------------------- */

static void json_value(const struct data_table *s, int row, int column, struct casata_writer *w) {
    const char *text = data_text(s, row, column);
    bool number = column < s->table->n_columns && (s->table->column[column].type == CASATA_COL_INT ||
                                                   s->table->column[column].type == CASATA_COL_INDEX);
    if (number)
        casata_w_int(w, atoi(text));
    else
        casata_w_str(w, text);
}

static void json_mark(const struct casata_mark *mark, struct casata_writer *w) {
    char code[2] = {mark->code, 0};
    casata_w_open(w, '{');
    casata_w_key_str(w, "code", code);
    if (mark->detail_len) {
        casata_w_key(w, "detail");
        casata_w_strn(w, mark->detail, mark->detail_len);
    }
    casata_w_close(w, '}');
}

static void json_row(const struct data_table *s, int row, struct casata_writer *w) {
    struct casata_mark mark;
    casata_w_open(w, '{');
    casata_w_key(w, "values");
    casata_w_open(w, '{');
    for (int c = 0; c < s->table->n_columns; c++) {
        casata_w_key(w, s->table->column[c].name);
        json_value(s, row, c, w);
    }
    casata_w_close(w, '}');
    casata_w_key(w, "provenance");
    casata_w_open(w, '{');
    for (int c = 0; c < s->table->n_columns; c++) {
        if (!data_is_figure(s, row, c, &mark)) continue;
        casata_w_key(w, s->table->column[c].name);
        json_mark(&mark, w);
    }
    casata_w_close(w, '}');
    casata_w_close(w, '}');
}

static void json_tables(const struct data_view *v, struct casata_writer *w) {
    char name[DATA_KEY];
    casata_w_key(w, "tables");
    casata_w_open(w, '{');
    for (int i = 0; i < v->n; i++) {
        data_name(v->shown[i].table, name);
        casata_w_key(w, name);
        casata_w_open(w, '[');
        for (int row = 0; row < v->shown[i].table->rows; row++) json_row(&v->shown[i], row, w);
        casata_w_close(w, ']');
    }
    casata_w_close(w, '}');
}

static void json_cells(const char *key, const struct data_cell *cell, int n, struct casata_writer *w) {
    char text[DATA_KEY];
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) {
        const struct casata_csv_table *t = cell[i].shown->table;
        casata_w_open(w, '{');
        data_name(t, text);
        casata_w_key_str(w, "table", text);
        data_key(cell[i].shown, cell[i].row, text);
        casata_w_key_str(w, "row", text);
        casata_w_key_str(w, "column", cell[i].column < t->n_columns ? t->column[cell[i].column].name : "src");
        casata_w_key(w, "value");
        json_value(cell[i].shown, cell[i].row, cell[i].column, w);
        if (is_different(&cell[i])) {
            casata_w_key(w, "builtin");
            json_value(cell[i].base, cell[i].row, cell[i].column, w);
        }
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

void data_json(const struct data_view *v, bool designed, struct casata_writer *w) {
    struct data_cell *cell;
    casata_w_open(w, '{');
    casata_w_key_str(w, "game", v->game.rules->id);
    casata_w_key_hex64(w, "edition", v->game.edition);
    casata_w_key(w, "marks");
    casata_w_open(w, '{');
    for (const char *c = data_codes; *c; c++) {
        casata_w_key(w, data_code_word(*c));
        casata_w_int(w, data_marks(v, *c));
    }
    casata_w_close(w, '}');
    if (designed) {
        int n = data_designed(v, &cell);
        json_cells("designed", cell, n, w);
        free(cell);
    } else {
        json_tables(v, w);
    }
    if (v->base) {
        int n = data_differences(v, &cell);
        json_cells("differences", cell, n, w);
        free(cell);
    }
    casata_w_close(w, '}');
}
