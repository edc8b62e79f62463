/* table_view.c: prints scenes. A family of slots is a grid with a line for each row and a cell for each
 * column; families with the same rows share one grid. Knows slots, pieces and messages, no game. */
#include "terminal/table_view.h"

#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "terminal/columns.h"

enum { GAP = 3, FOLD = 5, LINE_WIDTH = 60, MAX_COLUMNS = 64, MAX_BLOCKS = 64, SHORT = 256 };

/* --- colours and names --------------------------------------------------------------------------------- */

static const char *const seat_colours[CASATA_MAX_SEATS] = {"\033[36m", "\033[33m", "\033[35m",
                                                           "\033[32m", "\033[34m", "\033[31m"};

static const char *escape(const struct table_view *v, const char *code) { return v->colour ? code : ""; }
const char *table_view_bold(const struct table_view *v) { return escape(v, "\033[1m"); }
const char *table_view_dim(const struct table_view *v) { return escape(v, "\033[2m"); }
const char *table_view_plain(const struct table_view *v) { return escape(v, "\033[0m"); }

/* The letter stands before the name unless the name ends with it ("Scudiero B"). */
void table_view_seat(const struct table_view *v, int seat, char out[TABLE_TEXT]) {
    const char *name = v->seat_name && v->seat_name[seat] ? v->seat_name[seat] : "";
    char letter[3] = {table_view_letter(seat), *name ? ' ' : 0, 0};
    size_t n = strlen(name);
    if (n > 2 && name[n - 2] == ' ' && name[n - 1] == letter[0]) letter[0] = 0;
    snprintf(out, TABLE_TEXT, "%s%s%s%s%s", table_view_bold(v), escape(v, seat_colours[seat]), letter, name,
             table_view_plain(v));
}

/* "<game>.<list>.<word>", short if there is a short form. */
static void board_word(const struct table_view *v, const struct casata_words *words, unsigned index,
                       char out[SHORT]) {
    char id[160];
    snprintf(id, sizeof id, "%s.short.%s.%s", v->rules->id, words->name, words->word[index]);
    const char *t = casata_template(v->lang, id, 1);
    if (t)
        snprintf(out, SHORT, "%s", t);
    else
        casata_say_word(v->lang, v->rules, words, index, out, SHORT);
}

static void family_title(const struct table_view *v, int family, char out[SHORT]) {
    char id[160];
    snprintf(id, sizeof id, "slot.%s", v->rules->families[family].name);
    struct casata_msg m = {.id = id};
    casata_say(v->lang, v->rules, &m, v->seat_name, out, SHORT);
}

/* --- pieces and cells ---------------------------------------------------------------------------------- */

static bool is_choice(const struct casata_scene *s, int slot, int piece) {
    for (int i = 0; i < s->n_choices; i++) {
        if (piece >= 0 && s->choice[i].piece == piece) return true;
        if (slot >= 0 && s->choice[i].piece < 0 && s->choice[i].slot == slot) return true;
    }
    return false;
}

/* The words and the figure printed in a slot, "": none. */
static void slot_print(const struct table_view *v, const struct casata_slot *slot, char out[SHORT]) {
    char also[SHORT];
    out[0] = 0;
    if (slot->print.words) board_word(v, slot->print.words, slot->print.index, out);
    if (slot->also.words) {
        size_t n = strlen(out);
        board_word(v, slot->also.words, slot->also.index, also);
        snprintf(out + n, SHORT - n, " %s", also);
    }
    size_t n = strlen(out);
    if (slot->value >= 0) snprintf(out + n, SHORT - n, n ? "(%d)" : "%d", slot->value);
}

static const char *glyph_of(const struct table_view *v, unsigned kind, char id[160]) {
    snprintf(id, 160, "%s.glyph.%s", v->rules->id, v->rules->kinds->word[kind]);
    return casata_template(v->lang, id, 1);
}

static void print_glyph(FILE *f, const char *t, int seat, int value, const char *face) {
    for (; *t; t++) {
        char key = t[0] == '{' && t[1] && t[2] == '}' ? t[1] : 0;
        if (key == 's' && seat >= 0) fputc(table_view_letter(seat), f);
        if (key == 'v' && value >= 0) fprintf(f, "%d", value);
        if (key == 'f') fputs(face, f);
        if (key)
            t += 2;
        else
            fputc(*t, f);
    }
}

static void print_piece(FILE *f, const struct table_view *v, const struct casata_scene *s, int piece) {
    const struct casata_piece *p = &s->piece[piece];
    char id[160], face[SHORT] = "";
    const char *t = glyph_of(v, p->index, id);
    if (p->face.words) board_word(v, p->face.words, p->face.index, face);
    if (p->seat >= 0) fputs(escape(v, seat_colours[p->seat]), f);
    if (is_choice(s, -1, piece)) fputs(escape(v, "\033[1;4m"), f);
    if (t)
        print_glyph(f, t, p->seat, p->value, face);
    else
        fprintf(f, "⟨%s⟩", id);
    if (p->count != 1) fprintf(f, "×%d", p->count);
    fputs(table_view_plain(v), f);
}

bool table_view_numbered(const struct table_view *v, const struct casata_piece *piece, char name[TABLE_TEXT],
                         char drawn[TABLE_TEXT]) {
    struct sheet sheet;
    char id[160], face[SHORT], kind[SHORT];
    const char *t = glyph_of(v, piece->index, id);
    if (!piece->face.words || piece->value < 0 || !t || !strstr(t, "{v}:{f}")) return false;
    board_word(v, piece->face.words, piece->face.index, face);
    sheet_open(&sheet);
    print_glyph(sheet.f, t, piece->seat, piece->value, face);
    char *text = sheet_close(&sheet);
    snprintf(drawn, TABLE_TEXT, "%s", text);
    free(text);
    casata_say_word(v->lang, v->rules, v->rules->kinds, piece->index, kind, sizeof kind);
    snprintf(name, TABLE_TEXT, "%s %d", kind, piece->value);
    return true;
}

/* Pieces side by side need a blank between them unless they stand in brackets or on a track. */
static bool needs_blank(const struct table_view *v, const struct casata_piece *p, bool track) {
    char id[160];
    const char *t = glyph_of(v, p->index, id);
    return !track && !(t && *t && t[strlen(t) - 1] == ']' && p->count == 1);
}

void table_view_legend(const struct table_view *v) {
    struct sheet sheet;
    char id[160], kind[SHORT];
    sheet_open(&sheet);
    for (unsigned i = 0; i < v->rules->kinds->n; i++) {
        const char *t = glyph_of(v, i, id);
        casata_say_word(v->lang, v->rules, v->rules->kinds, i, kind, sizeof kind);
        fputs(i ? " · " : "", sheet.f);
        print_glyph(sheet.f, t ? t : id, 0, 3, "…");
        fprintf(sheet.f, " %s", kind);
    }
    char *text = sheet_close(&sheet);
    columns_wrap(v->out, text, v->width, 0, 2);
    free(text);
}

/* A single piece named like its row, where the figure printed there stays in sight: the row says it all. */
static bool named_by_row(const struct table_view *v, const struct casata_scene *s,
                         const struct casata_piece *p) {
    char face[SHORT], row[SHORT];
    const struct casata_slot *place = &s->slot[p->slot];
    const struct casata_words *rows = v->rules->families[place->family].rows;
    if (!place->open || place->value < 0 || !rows || !p->face.words || p->seat >= 0 || p->count != 1)
        return false;
    board_word(v, p->face.words, p->face.index, face);
    board_word(v, rows, place->row, row);
    return !strcmp(face, row);
}

/* What lies in a slot; an empty one shows the figure or word printed there unless that stands above its
 * column. On a track, and where a slot says so, it stays visible. */
static char *cell_text(const struct table_view *v, const struct casata_scene *s, int slot, bool print_above) {
    struct sheet sheet;
    sheet_open(&sheet);
    FILE *f = sheet.f;
    const struct casata_slot *place = &s->slot[slot];
    bool track = v->rules->families[place->family].layout == CASATA_TRACK, blank = false;
    char print[SHORT];
    int n = 0;
    bool choice = is_choice(s, slot, -1);
    for (int i = 0; i < s->n_pieces; i++) {
        if (s->piece[i].slot != slot) continue;
        if (named_by_row(v, s, &s->piece[i]))
            choice |= is_choice(s, -1, i);
        else
            n++;
    }
    slot_print(v, place, print);
    if (print_above) print[0] = 0;
    if (n == 0 || ((track || place->open) && *print)) {
        const char *mark = choice ? escape(v, "\033[1;4m") : table_view_dim(v);
        fprintf(f, "%s%s%s%s", mark, *print ? print : "·", table_view_plain(v),
                n == 0  ? ""
                : track ? ":"
                        : " ");
    }
    for (int i = 0; i < s->n_pieces; i++) {
        if (s->piece[i].slot != slot || named_by_row(v, s, &s->piece[i])) continue;
        if (blank) fputc(' ', f);
        print_piece(f, v, s, i);
        blank = needs_blank(v, &s->piece[i], track);
    }
    return sheet_close(&sheet);
}

/* --- grids --------------------------------------------------------------------------------------------- */

struct column {
    uint8_t family;
    int8_t col;
    char head[SHORT]; /* what is printed in all its cells, shown above them; "": nothing, or it differs */
    int width;
};
struct grid {
    int seat;
    const struct casata_words *rows;
    struct column column[MAX_COLUMNS];
    int n_columns;
    bool row[256];
    int n_rows, across; /* rows side by side on one line */
    int label;          /* width of the names of the rows */
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

/* A new family begins in this column; the first one gives its name to the rows. */
static bool begins_family(const struct grid *g, int c) {
    return c > 0 && g->column[c].family != g->column[c - 1].family;
}

/* What is printed alike in all cells of a column stands above the column; not where rows have no such cell. */
static void lift_prints(const struct table_view *v, struct grid *g, const struct casata_scene *s) {
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
            slot_print(v, &s->slot[slot], print);
            if (first) snprintf(k->head, sizeof k->head, "%s", print);
            same = !strcmp(print, k->head);
            first = false;
        }
        if (!same) k->head[0] = 0;
    }
}

static char *grid_cell(const struct table_view *v, const struct casata_scene *s, const struct grid *g, int c,
                       int row) {
    int slot = find_slot(s, g->seat, &g->column[c], row);
    return slot < 0 ? strdup("") : cell_text(v, s, slot, g->column[c].head[0]);
}

static int wider(int width, const char *text) {
    int w = columns_width(text);
    return w > width ? w : width;
}

/* Columns from c on that belong to the same family, and the width they have together. */
static int family_span(const struct grid *g, int c, int *width) {
    int n = 1;
    *width = g->column[c].width;
    for (; c + n < g->n_columns && g->column[c + n].family == g->column[c].family; n++)
        *width += 1 + g->column[c + n].width;
    return n;
}

/* The title of a family stands over its columns if nothing else does. */
static bool has_title(const struct grid *g, int c, int span) {
    bool heads = false;
    for (int i = c; i < c + span; i++) heads |= g->column[i].head[0] != 0;
    return g->column[c].family != g->column[0].family && !heads;
}

static void measure(const struct table_view *v, const struct casata_scene *s, struct grid *g) {
    char text[SHORT];
    family_title(v, g->column[0].family, text);
    g->label = g->across == 1 ? columns_width(text) : 0;
    for (int row = 0; row < 256; row++) {
        if (!g->row[row]) continue;
        board_word(v, g->rows, (unsigned)row, text);
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
        family_title(v, g->column[c].family, text);
        int more = has_title(g, c, span) ? columns_width(text) - width : 0;
        if (more > 0) g->column[c + span - 1].width += more;
    }
}

/* Above the columns: what is printed in all their cells, or the title of the family; the first family's title
 * is the label of the rows. */
static char *title_line(const struct table_view *v, const struct grid *g) {
    struct sheet sheet;
    char text[SHORT];
    sheet_open(&sheet);
    family_title(v, g->column[0].family, text);
    fputs(table_view_bold(v), sheet.f);
    columns_pad(sheet.f, text, g->label);
    fputs(table_view_plain(v), sheet.f);
    for (int c = 0, span, width; c < g->n_columns && g->across == 1; c += span) {
        span = family_span(g, c, &width);
        fputc(' ', sheet.f);
        if (has_title(g, c, span)) {
            family_title(v, g->column[c].family, text);
            fprintf(sheet.f, " %s", table_view_bold(v));
            columns_pad(sheet.f, text, width);
        } else {
            fputs(table_view_dim(v), sheet.f);
            for (int i = c; i < c + span; i++) {
                fputc(' ', sheet.f);
                columns_pad(sheet.f, g->column[i].head, g->column[i].width);
            }
        }
        fputs(table_view_plain(v), sheet.f);
    }
    return sheet_close(&sheet);
}

static void print_row(FILE *f, const struct table_view *v, const struct casata_scene *s, const struct grid *g,
                      int row) {
    char name[SHORT];
    board_word(v, g->rows, (unsigned)row, name);
    columns_pad(f, name, g->label);
    for (int c = 0; c < g->n_columns; c++) {
        char *cell = grid_cell(v, s, g, c, row);
        fputs(g->across == 1 && (c == 0 || begins_family(g, c)) ? "  " : " ", f);
        columns_pad(f, cell, g->column[c].width);
        free(cell);
    }
}

static void draw_grid(const struct table_view *v, const struct casata_scene *s, struct grid *g,
                      struct block *out) {
    lift_prints(v, g, s);
    /* A long list of single places is folded: as many rows side by side as make it no higher than others. */
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

/* The same grid as wrapped lines, for places that are too narrow for it: a line with the titles, then the
 * rows, families separated by semicolons. */
static void list_grid(const struct table_view *v, const struct casata_scene *s, struct grid *g, int width,
                      struct block *out) {
    char text[SHORT];
    struct sheet sheet;
    sheet_open(&sheet);
    for (int c = 0; c < g->n_columns; c++) {
        if (c > 0 && !begins_family(g, c)) continue;
        family_title(v, g->column[c].family, text);
        fprintf(sheet.f, "%s%s%s%s", c ? "; " : "", table_view_bold(v), text, table_view_plain(v));
    }
    char *line = sheet_close(&sheet);
    block_add_wrapped(out, line, width, 2);
    free(line);
    for (int row = 0; row < 256; row++) {
        if (!g->row[row]) continue;
        sheet_open(&sheet);
        board_word(v, g->rows, (unsigned)row, text);
        fprintf(sheet.f, "%s:", text);
        for (int c = 0; c < g->n_columns; c++) {
            if (begins_family(g, c)) fputc(';', sheet.f);
            int slot = find_slot(s, g->seat, &g->column[c], row);
            if (slot < 0) continue;
            char *cell = cell_text(v, s, slot, false);
            fprintf(sheet.f, " %s", cell);
            free(cell);
        }
        line = sheet_close(&sheet);
        block_add_wrapped(out, line, width, 2);
        free(line);
    }
}

/* --- families without rows: a line each ---------------------------------------------------------------- */

static bool has_slots(const struct casata_scene *s, int seat, int family) {
    for (int i = 0; i < s->n_slots; i++)
        if (s->slot[i].seat == seat && s->slot[i].family == family) return true;
    return false;
}

/* Places of a player's board that only have their names printed on them: nothing lies there, nothing can be done. */
static bool only_names(const struct table_view *v, const struct casata_scene *s, int seat, int family) {
    if (seat < 0 || v->rules->families[family].layout != CASATA_FIXED) return false;
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        if (!s->slot[i].print.words || s->slot[i].value >= 0 || s->slot[i].open || is_choice(s, i, -1))
            return false;
        for (int k = 0; k < s->n_pieces; k++)
            if (s->piece[k].slot == i) return false;
    }
    return true;
}

static char *family_line(const struct table_view *v, const struct casata_scene *s, int seat, int family) {
    char title[SHORT];
    struct sheet sheet;
    int n = 0;
    sheet_open(&sheet);
    family_title(v, family, title);
    fprintf(sheet.f, "%s%s%s", table_view_bold(v), title, table_view_plain(v));
    for (int i = 0; i < s->n_slots; i++) n += s->slot[i].seat == seat && s->slot[i].family == family;
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        char *cell = cell_text(v, s, i, false);
        fprintf(sheet.f, n > 1 ? "  %s" : " %s", cell);
        free(cell);
    }
    return sheet_close(&sheet);
}

/* A family tree: a line for each slot, indented by how many slots it hangs on. */
static void draw_tree(const struct table_view *v, const struct casata_scene *s, int seat, int family,
                      int width, struct block *out) {
    char title[SHORT];
    struct sheet sheet;
    sheet_open(&sheet);
    family_title(v, family, title);
    fprintf(sheet.f, "%s%s%s", table_view_bold(v), title, table_view_plain(v));
    block_add(out, sheet_close(&sheet));
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        int depth = 1;
        for (int up = s->slot[i].above; up; up = s->slot[up - 1].above) depth++;
        char *cell = cell_text(v, s, i, false);
        sheet_open(&sheet);
        fprintf(sheet.f, "%*s%d %s", 2 * depth, "", s->slot[i].col, cell);
        free(cell);
        char *line = sheet_close(&sheet);
        block_add_wrapped(out, line, width, 2 * depth + 2);
        free(line);
    }
}

/* The families from..to-1, which have no rows, as lines; short ones share a line. */
static void draw_lines(const struct table_view *v, const struct casata_scene *s, int seat, int from, int to,
                       int width, struct block *out) {
    struct block line[MAX_BLOCKS];
    int n = 0;
    for (int i = from; i < to && n < MAX_BLOCKS; i++) {
        if (!has_slots(s, seat, i) || only_names(v, s, seat, i)) continue;
        line[n] = (struct block){0};
        if (v->rules->families[i].layout == CASATA_TREE) {
            draw_tree(v, s, seat, i, width, &line[n]);
            line[n++].width = width; /* nothing beside it */
            continue;
        }
        char *text = family_line(v, s, seat, i);
        block_add_wrapped(&line[n++], text, width, 2);
        free(text);
    }
    block_shelve(out, line, n, width < LINE_WIDTH ? width : LINE_WIDTH, GAP);
}

/* --- boards -------------------------------------------------------------------------------------------- */

/* Families from..to-1 share their rows. */
static void draw_rows(const struct table_view *v, const struct casata_scene *s, int seat, int from, int to,
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

/* The board of a seat, or the common one (seat -1), as blocks. */
static int draw_families(const struct table_view *v, const struct casata_scene *s, int seat, int width,
                         struct block *block) {
    const struct casata_family *family = v->rules->families;
    int n = 0, families = v->rules->n_families;
    for (int from = 0, to; from < families && n < MAX_BLOCKS; from = to) {
        to = from + 1;
        if (!has_slots(s, seat, from)) continue;
        while (to < families && (family[to].rows == family[from].rows || !has_slots(s, seat, to))) to++;
        block[n] = (struct block){0};
        if (family[from].rows)
            draw_rows(v, s, seat, from, to, width, &block[n++]);
        else
            draw_lines(v, s, seat, from, to, width, &block[n++]);
    }
    return n;
}

static void draw_counters(const struct table_view *v, const struct casata_scene *s, int seat, int width,
                          struct block *out) {
    char name[TABLE_TEXT], text[TABLE_TEXT];
    struct sheet sheet;
    sheet_open(&sheet);
    table_view_seat(v, seat, name);
    fprintf(sheet.f, "%s%s", name, s->seat == seat ? " ◀" : "");
    for (int i = 0; i < s->n_counters; i++) {
        if (s->counter[i].seat != seat) continue;
        struct casata_arg a = casata_count(v->rules->units, s->counter[i].index, s->counter[i].n);
        casata_say_arg(v->lang, v->rules, &a, v->seat_name, text, sizeof text);
        fprintf(sheet.f, " · %s", text);
    }
    char *line = sheet_close(&sheet);
    block_add_wrapped(out, line, width, 2);
    free(line);
}

static void draw_panel(const struct table_view *v, const struct casata_scene *s, int seat, int width,
                       struct block *out) {
    struct block part[MAX_BLOCKS];
    draw_counters(v, s, seat, width, out);
    int n = draw_families(v, s, seat, width, part);
    block_shelve(out, part, n, width, GAP);
}

/* Panels in `across` columns of equal width. */
static void draw_panels(const struct table_view *v, const struct casata_scene *s, unsigned seats, int across,
                        struct block *out) {
    struct block panel[CASATA_MAX_SEATS];
    int width = (v->width - GAP * (across - 1)) / across, n = 0;
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        if (!(seats >> seat & 1)) continue;
        panel[n] = (struct block){0};
        draw_panel(v, s, seat, width, &panel[n]);
        if (panel[n].width < width && across > 1) panel[n].width = width;
        n++;
    }
    block_shelve(out, panel, n, v->width, GAP);
}

void table_view_board(const struct table_view *v, const struct casata_scene *s, unsigned seats, bool common) {
    struct block best = {0}, board = {0}, part[MAX_BLOCKS];
    if (common) {
        int n = draw_families(v, s, -1, v->width, part);
        block_shelve(&board, part, n, v->width, GAP);
        block_print(v->out, &board);
        block_free(&board);
        if (seats) fputc('\n', v->out);
    }
    for (int across = 1; across <= 3; across++) { /* the lowest arrangement wins */
        struct block b = {0};
        draw_panels(v, s, seats, across, &b);
        if (across == 1 || (b.n < best.n && b.width <= v->width)) {
            block_free(&best);
            best = b;
        } else {
            block_free(&b);
        }
    }
    block_print(v->out, &best);
    block_free(&best);
}

/* --- messages and choices ------------------------------------------------------------------------------ */

void table_view_say(const struct table_view *v, const struct casata_msg *msg, int indent) {
    char text[TABLE_TEXT];
    casata_say(v->lang, v->rules, msg, v->seat_name, text, sizeof text);
    columns_wrap(v->out, text, v->width, 0, indent);
}

static void add_units(const struct table_view *v, const char *sign, const struct casata_arg *arg, int n,
                      char out[TABLE_TEXT]) {
    char text[SHORT];
    for (int i = 0; i < n; i++) {
        size_t used = strlen(out);
        struct casata_arg amount = arg[i];
        if (amount.n < 0) amount.n = -amount.n; /* a cost that is taken on */
        casata_say_arg(v->lang, v->rules, &amount, v->seat_name, text, sizeof text);
        snprintf(out + used, TABLE_TEXT - used, "%s%s%s", used ? ", " : "", arg[i].n < 0 ? "+" : sign, text);
    }
}

bool table_view_price(const struct table_view *v, const struct casata_choice *c, char out[TABLE_TEXT]) {
    out[0] = 0;
    add_units(v, "−", c->cost, c->n_cost, out);
    add_units(v, "+", c->gain, c->n_gain, out);
    return out[0] != 0;
}

/* Numbers of pieces of one kind stand together: "brown card 91, 106". */
bool table_view_lights(const struct table_view *v, const struct casata_scene *s,
                       const struct casata_choice *c, char out[TABLE_TEXT]) {
    const struct casata_piece *lit[CASATA_MAX_LIGHTS];
    char kind[SHORT];
    int last = -1;
    out[0] = 0;
    for (int i = 0; i < c->n_lights; i++) { /* by kind and number */
        const struct casata_piece *p = &s->piece[c->light[i]];
        int k = i;
        for (; k > 0 && (lit[k - 1]->index > p->index ||
                         (lit[k - 1]->index == p->index && lit[k - 1]->value > p->value));
             k--)
            lit[k] = lit[k - 1];
        lit[k] = p;
    }
    for (int i = 0; i < c->n_lights; i++) {
        const struct casata_piece *p = lit[i];
        size_t used = strlen(out);
        casata_say_word(v->lang, v->rules, v->rules->kinds, p->index, kind, sizeof kind);
        snprintf(out + used, TABLE_TEXT - used, "%s%s", i ? ", " : "", p->index == last ? "" : kind);
        used = strlen(out);
        if (p->value >= 0)
            snprintf(out + used, TABLE_TEXT - used, "%s%d", p->index == last ? "" : " ", p->value);
        last = p->index;
    }
    return c->n_lights != 0;
}

static void print_lights(FILE *f, const struct table_view *v, const struct casata_scene *s,
                         const struct casata_choice *c) {
    char how[TABLE_TEXT], what[TABLE_TEXT];
    const struct casata_msg m = {.id = "lights"};
    if (!table_view_lights(v, s, c, what)) return;
    casata_say(v->lang, v->rules, &m, v->seat_name, how, sizeof how);
    fprintf(f, " %s[%s: %s]%s", table_view_dim(v), how, what, table_view_plain(v));
}

void table_view_choices(const struct table_view *v, const struct casata_scene *s) {
    struct block *block = calloc((size_t)s->n_choices + 1, sizeof *block), all = {0};
    if (!block) abort();
    int number = s->n_choices > 9 ? s->n_choices > 99 ? 3 : 2 : 1, widest = 0;
    for (int i = 0; i < s->n_choices; i++) {
        char text[TABLE_TEXT], price[TABLE_TEXT];
        struct sheet sheet;
        const struct casata_choice *c = &s->choice[i];
        casata_say(v->lang, v->rules, &c->text, v->seat_name, text, sizeof text);
        sheet_open(&sheet);
        fprintf(sheet.f, "%s%*d%s  %s", table_view_bold(v), number + 1, i + 1, table_view_plain(v), text);
        if (table_view_price(v, c, price))
            fprintf(sheet.f, " %s(%s)%s", table_view_dim(v), price, table_view_plain(v));
        print_lights(sheet.f, v, s, c);
        char *line = sheet_close(&sheet);
        block_add_wrapped(&block[i], line, v->width, number + 3);
        free(line);
        if (block[i].width > widest) widest = block[i].width;
    }
    /* Long lists of short choices stand in several columns. */
    if (s->n_choices > 8)
        for (int i = 0; i < s->n_choices; i++) block[i].width = widest;
    block_shelve(&all, block, s->n_choices, s->n_choices > 8 ? v->width : 1, GAP);
    block_print(v->out, &all);
    block_free(&all);
    free(block);
}
