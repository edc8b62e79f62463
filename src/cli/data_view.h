/* data_view.h: the tables of an edition side by side with the built-in ones: designed cells, differences,
 * origins, and all of it as JSON. Prints nothing. Knows schemas, no game. */
#ifndef CASATA_DATA_VIEW_H
#define CASATA_DATA_VIEW_H

#include "casata/game.h"
#include "casata/writer.h"
#include "cli/data_table.h"

struct data_view {
    struct casata_game game;
    int n;
    struct data_table *shown; /* the edition shown */
    struct data_table *base;  /* the built-in tables in the same order; NULL: they are shown */
};
enum data_status { DATA_OK, DATA_NO_TABLE, DATA_FAILED };
/* v->game is set. dir NULL: the built-in edition; table NULL: all tables. DATA_FAILED: err says why. */
enum data_status data_open(struct data_view *v, const char *dir, const char *table, char err[256]);
void data_close(struct data_view *v);

/* Lists are malloc'ed (free them even when empty) and in the order of the tables. */
struct data_cell {
    const struct data_table *shown, *base;
    int row, column; /* column n_columns: src */
};
int data_designed(const struct data_view *v, struct data_cell **cell);
int data_differences(const struct data_view *v, struct data_cell **cell);

/* A mark and the rows that carry it. */
enum { DATA_ORIGIN_ROWS = 3 };
struct data_origin {
    struct casata_mark mark;
    bool alone; /* the only mark of its rows */
    int n_rows, row[DATA_ORIGIN_ROWS];
};
int data_origins(const struct data_table *s, struct data_origin **origin);

int data_marks(const struct data_view *v, char code); /* number of marks with the code, over all rows */
uint64_t data_columns(const struct data_table *s, char code); /* bit set of the columns with such a figure */

void data_json(const struct data_view *v, bool designed, struct casata_writer *w);

#endif
