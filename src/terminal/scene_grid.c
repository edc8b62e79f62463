/* scene_grid.c: families of slots with rows, as a grid with a line for each row and a cell for each column; families with
 * the same rows share one grid. */
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "terminal/columns.h"
#include "terminal/scene_view_int.h"

enum { FOLD = 5, MAX_COLUMNS = 64 };

struct column {
    uint8_t family;
    int8_t col;
    char head[SHORT]; /* the print shared by all its cells, shown above them; "": none, or they differ */
    int width;
};
struct grid {
    int seat;
    const struct casata_words *rows;
    struct column column[MAX_COLUMNS];
    int n_columns;
    bool row[256];
    int n_rows, across; /* rows side by side on one line */
    int label;          /* width of the row names */
};

static int find_slot(const struct casata_scene *s, int seat, const struct column *c, int row) {
    for (int i = 0; i < s->n_slots; i++) {
        const struct casata_slot *t = &s->slot[i];
        if (t->seat == seat && t->family == c->family && t->col == c->col && t->row == row) return i;
    }
    return -1;
}

static void add_slot(struct grid *g, const struct casata_slot *t) {
    g->n_rows += !g->row[t->row];
    g->row[t->row] = true;
    for (int i = 0; i < g->n_columns; i++)
        if (g->column[i].family == t->family && g->column[i].col == t->col) return;
    if (g->n_columns < MAX_COLUMNS) g->column[g->n_columns++] = (struct column){t->family, t->col, "", 1};
}

/* Does a new family begin in this column? The first one names the rows. */
static bool begins_family(const struct grid *g, int c) {
    return c > 0 && g->column[c].family != g->column[c - 1].family;
}

/* Moves a print shared by all cells of a column above it, unless a row has no such cell. */
static void lift_prints(const struct scene_view *v, struct grid *g, const struct casata_scene *s) {
    for (int c = 0; c < g->n_columns && g->n_rows > 1; c++) {
        struct column *k = &g->column[c];
        bool same = true, first = true;
        for (int row = 0; row < 256 && same; row++) {
            char print[SHORT];
            if (!g->row[row]) continue;
            int slot = find_slot(s, g->seat, k, row);
            if (slot < 0) {
                same = false;
                break;
            }
            scene_slot_print(v, &s->slot[slot], print);
            if (first) snprintf(k->head, sizeof k->head, "%s", print);
            same = !strcmp(print, k->head);
            first = false;
        }
        if (!same) k->head[0] = 0;
    }
}

static char *grid_cell(const struct scene_view *v, const struct casata_scene *s, const struct grid *g, int c,
                       int row) {
    int slot = find_slot(s, g->seat, &g->column[c], row);
    return slot < 0 ? strdup("") : scene_cell_text(v, s, slot, g->column[c].head[0]);
}

static int wider(int width, const char *text) {
    int w = columns_width(text);
    return w > width ? w : width;
}

/* Number of columns from c on of the same family, and their total width. */
static int family_span(const struct grid *g, int c, int *width) {
    int n = 1;
    *width = g->column[c].width;
    for (; c + n < g->n_columns && g->column[c + n].family == g->column[c].family; n++)
        *width += 1 + g->column[c + n].width;
    return n;
}

/* The title of a family goes above its columns if nothing else does. */
static bool has_title(const struct grid *g, int c, int span) {
    bool heads = false;
    for (int i = c; i < c + span; i++) heads |= g->column[i].head[0] != 0;
    return g->column[c].family != g->column[0].family && !heads;
}

static void measure(const struct scene_view *v, const struct casata_scene *s, struct grid *g) {
    char text[SHORT];
    scene_family_title(v, g->column[0].family, text);
    g->label = g->across == 1 ? columns_width(text) : 0;
    for (int row = 0; row < 256; row++) {
        if (!g->row[row]) continue;
        scene_board_word(v, g->rows, (unsigned)row, text);
        g->label = wider(g->label, text);
        for (int c = 0; c < g->n_columns; c++) {
            char *cell = grid_cell(v, s, g, c, row);
            g->column[c].width = wider(g->column[c].width, cell);
            free(cell);
        }
    }
    for (int c = 0; c < g->n_columns; c++) g->column[c].width = wider(g->column[c].width, g->column[c].head);
    for (int c = 0, span, width; c < g->n_columns; c += span) {
        span = family_span(g, c, &width);
        scene_family_title(v, g->column[c].family, text);
        int more = has_title(g, c, span) ? columns_width(text) - width : 0;
        if (more > 0) g->column[c + span - 1].width += more;
    }
}

/* Above the columns: the print of all their cells, or the title of the family; the first family's title
 * is the label of the rows. */
static char *title_line(const struct scene_view *v, const struct grid *g) {
    struct sheet sheet;
    char text[SHORT];
    sheet_open(&sheet);
    scene_family_title(v, g->column[0].family, text);
    fputs(scene_view_bold(v), sheet.f);
    columns_pad(sheet.f, text, g->label);
    fputs(scene_view_plain(v), sheet.f);
    for (int c = 0, span, width; c < g->n_columns && g->across == 1; c += span) {
        span = family_span(g, c, &width);
        fputc(' ', sheet.f);
        if (has_title(g, c, span)) {
            scene_family_title(v, g->column[c].family, text);
            fprintf(sheet.f, " %s", scene_view_bold(v));
            columns_pad(sheet.f, text, width);
        } else {
            fputs(scene_view_dim(v), sheet.f);
            for (int i = c; i < c + span; i++) {
                fputc(' ', sheet.f);
                columns_pad(sheet.f, g->column[i].head, g->column[i].width);
            }
        }
        fputs(scene_view_plain(v), sheet.f);
    }
    return sheet_close(&sheet);
}

static void print_row(FILE *f, const struct scene_view *v, const struct casata_scene *s, const struct grid *g,
                      int row) {
    char name[SHORT];
    scene_board_word(v, g->rows, (unsigned)row, name);
    columns_pad(f, name, g->label);
    for (int c = 0; c < g->n_columns; c++) {
        char *cell = grid_cell(v, s, g, c, row);
        fputs(g->across == 1 && (c == 0 || begins_family(g, c)) ? "  " : " ", f);
        columns_pad(f, cell, g->column[c].width);
        free(cell);
    }
}

static void draw_grid(const struct scene_view *v, const struct casata_scene *s, struct grid *g,
                      struct block *out) {
    lift_prints(v, g, s);
    /* Folds a long list of single places: enough rows side by side to be no higher than other grids. */
    g->across = g->n_columns == 1 && !g->column[0].head[0] ? (g->n_rows + FOLD - 1) / FOLD : 1;
    measure(v, s, g);
    block_add(out, title_line(v, g));
    struct sheet sheet;
    int n = 0;
    for (int row = 0; row < 256; row++) {
        if (!g->row[row]) continue;
        if (n % g->across == 0)
            sheet_open(&sheet);
        else
            fputs("  ", sheet.f);
        print_row(sheet.f, v, s, g, row);
        if (++n % g->across == 0 || n == g->n_rows) block_add(out, sheet_close(&sheet));
    }
}

/* The same grid as wrapped lines, where it would be too wide: a line with the titles, then the
 * rows, families separated by semicolons. */
static void list_grid(const struct scene_view *v, const struct casata_scene *s, struct grid *g, int width,
                      struct block *out) {
    char text[SHORT];
    struct sheet sheet;
    sheet_open(&sheet);
    for (int c = 0; c < g->n_columns; c++) {
        if (c > 0 && !begins_family(g, c)) continue;
        scene_family_title(v, g->column[c].family, text);
        fprintf(sheet.f, "%s%s%s%s", c ? "; " : "", scene_view_bold(v), text, scene_view_plain(v));
    }
    char *line = sheet_close(&sheet);
    block_add_wrapped(out, line, width, 2);
    free(line);
    for (int row = 0; row < 256; row++) {
        if (!g->row[row]) continue;
        sheet_open(&sheet);
        scene_board_word(v, g->rows, (unsigned)row, text);
        fprintf(sheet.f, "%s:", text);
        for (int c = 0; c < g->n_columns; c++) {
            if (begins_family(g, c)) fputc(';', sheet.f);
            int slot = find_slot(s, g->seat, &g->column[c], row);
            if (slot < 0) continue;
            char *cell = scene_cell_text(v, s, slot, false);
            fprintf(sheet.f, " %s", cell);
            free(cell);
        }
        line = sheet_close(&sheet);
        block_add_wrapped(out, line, width, 2);
        free(line);
    }
}

void scene_draw_rows(const struct scene_view *v, const struct casata_scene *s, int seat, int from, int to,
                     int width, struct block *out) {
    struct grid *g = calloc(1, sizeof *g);
    if (!g) abort();
    g->seat = seat;
    g->rows = v->rules->families[from].rows;
    for (int i = from; i < to; i++)
        for (int k = 0; k < s->n_slots; k++)
            if (s->slot[k].seat == seat && s->slot[k].family == i) add_slot(g, &s->slot[k]);
    draw_grid(v, s, g, out);
    if (out->width > width) {
        block_free(out);
        list_grid(v, s, g, width, out);
    }
    free(g);
}
