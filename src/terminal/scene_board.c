/* scene_board.c: the common board and a panel for each seat, from grids (scene_grid.c), lines and trees. */
#include <stdlib.h>

#include "casata/lang.h"
#include "terminal/columns.h"
#include "terminal/scene_view_int.h"

enum { LINE_WIDTH = 60, MAX_BLOCKS = 64 };

/* --- families without rows: a line each ---------------------------------------------------------------- */

static bool has_slots(const struct casata_scene *s, int seat, int family) {
    for (int i = 0; i < s->n_slots; i++)
        if (s->slot[i].seat == seat && s->slot[i].family == family) return true;
    return false;
}

/* Places of a player's board that only show their printed names: no pieces, no choices. */
static bool only_names(const struct scene_view *v, const struct casata_scene *s, int seat, int family) {
    if (seat < 0 || v->rules->families[family].layout != CASATA_FIXED) return false;
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        if (!s->slot[i].print.words || s->slot[i].value >= 0 || s->slot[i].open || scene_is_choice(s, i, -1))
            return false;
        for (int k = 0; k < s->n_pieces; k++)
            if (s->piece[k].slot == i) return false;
    }
    return true;
}

static char *family_line(const struct scene_view *v, const struct casata_scene *s, int seat, int family) {
    char title[SHORT];
    struct sheet sheet;
    int n = 0;
    sheet_open(&sheet);
    scene_family_title(v, family, title);
    fprintf(sheet.f, "%s%s%s", scene_view_bold(v), title, scene_view_plain(v));
    for (int i = 0; i < s->n_slots; i++) n += s->slot[i].seat == seat && s->slot[i].family == family;
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        char *cell = scene_cell_text(v, s, i, false);
        fprintf(sheet.f, n > 1 ? "  %s" : " %s", cell);
        free(cell);
    }
    return sheet_close(&sheet);
}

/* A family tree: a line for each slot, indented by its depth. */
static void draw_tree(const struct scene_view *v, const struct casata_scene *s, int seat, int family,
                      int width, struct block *out) {
    char title[SHORT];
    struct sheet sheet;
    sheet_open(&sheet);
    scene_family_title(v, family, title);
    fprintf(sheet.f, "%s%s%s", scene_view_bold(v), title, scene_view_plain(v));
    block_add(out, sheet_close(&sheet));
    for (int i = 0; i < s->n_slots; i++) {
        if (s->slot[i].seat != seat || s->slot[i].family != family) continue;
        int depth = 1;
        for (int up = s->slot[i].above; up; up = s->slot[up - 1].above) depth++;
        char *cell = scene_cell_text(v, s, i, false);
        sheet_open(&sheet);
        fprintf(sheet.f, "%*s%d %s", 2 * depth, "", s->slot[i].col, cell);
        free(cell);
        char *line = sheet_close(&sheet);
        block_add_wrapped(out, line, width, 2 * depth + 2);
        free(line);
    }
}

/* The families from..to-1, which have no rows, as lines; short ones share a line. */
static void draw_lines(const struct scene_view *v, const struct casata_scene *s, int seat, int from, int to,
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

/* The board of a seat, or the common one (seat -1), as blocks. */
static int draw_families(const struct scene_view *v, const struct casata_scene *s, int seat, int width,
                         struct block *block) {
    const struct casata_family *family = v->rules->families;
    int n = 0, families = v->rules->n_families;
    for (int from = 0, to; from < families && n < MAX_BLOCKS; from = to) {
        to = from + 1;
        if (!has_slots(s, seat, from)) continue;
        while (to < families && (family[to].rows == family[from].rows || !has_slots(s, seat, to))) to++;
        block[n] = (struct block){0};
        if (family[from].rows)
            scene_draw_rows(v, s, seat, from, to, width, &block[n++]);
        else
            draw_lines(v, s, seat, from, to, width, &block[n++]);
    }
    return n;
}

static void draw_counters(const struct scene_view *v, const struct casata_scene *s, int seat, int width,
                          struct block *out) {
    char name[SCENE_TEXT], text[SCENE_TEXT];
    struct sheet sheet;
    sheet_open(&sheet);
    scene_view_seat(v, seat, name);
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

static void draw_panel(const struct scene_view *v, const struct casata_scene *s, int seat, int width,
                       struct block *out) {
    struct block part[MAX_BLOCKS];
    draw_counters(v, s, seat, width, out);
    int n = draw_families(v, s, seat, width, part);
    block_shelve(out, part, n, width, GAP);
}

/* Panels in `across` columns of equal width. */
static void draw_panels(const struct scene_view *v, const struct casata_scene *s, unsigned seats, int across,
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

void scene_view_board(const struct scene_view *v, const struct casata_scene *s, unsigned seats, bool common) {
    struct block best = {0}, board = {0}, part[MAX_BLOCKS];
    if (common) {
        int n = draw_families(v, s, -1, v->width, part);
        block_shelve(&board, part, n, v->width, GAP);
        block_print(v->out, &board);
        block_free(&board);
        if (seats) fputc('\n', v->out);
    }
    for (int across = 1; across <= 3; across++) { /* the arrangement with the fewest lines wins */
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
