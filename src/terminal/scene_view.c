/* scene_view.c: prints the words of a scene: seats, pieces, cells of a board, messages and choices (scene_view.h). */
#include "terminal/scene_view.h"

#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "terminal/columns.h"
#include "terminal/scene_view_int.h"

/* --- colours and names --------------------------------------------------------------------------------- */

static const char *const seat_colours[CASATA_MAX_SEATS] = {"\033[36m", "\033[33m", "\033[35m",
                                                           "\033[32m", "\033[34m", "\033[31m"};

static const char *escape(const struct scene_view *v, const char *code) { return v->colour ? code : ""; }
const char *scene_view_bold(const struct scene_view *v) { return escape(v, "\033[1m"); }
const char *scene_view_dim(const struct scene_view *v) { return escape(v, "\033[2m"); }
const char *scene_view_plain(const struct scene_view *v) { return escape(v, "\033[0m"); }

/* The letter stands before the name unless the name ends with it ("Scudiero B"). */
void scene_view_seat(const struct scene_view *v, int seat, char out[SCENE_TEXT]) {
    const char *name = v->seat_name && v->seat_name[seat] ? v->seat_name[seat] : "";
    char letter[3] = {scene_view_letter(seat), *name ? ' ' : 0, 0};
    size_t n = strlen(name);
    if (n > 2 && name[n - 2] == ' ' && name[n - 1] == letter[0]) letter[0] = 0;
    snprintf(out, SCENE_TEXT, "%s%s%s%s%s", scene_view_bold(v), escape(v, seat_colours[seat]), letter, name,
             scene_view_plain(v));
}

void scene_board_word(const struct scene_view *v, const struct casata_words *words, unsigned index,
                      char out[SHORT]) {
    char id[160];
    snprintf(id, sizeof id, "%s.short.%s.%s", v->rules->id, words->name, words->word[index]);
    const char *t = casata_template(v->lang, id, 1);
    if (t)
        snprintf(out, SHORT, "%s", t);
    else
        casata_say_word(v->lang, v->rules, words, index, out, SHORT);
}

void scene_family_title(const struct scene_view *v, int family, char out[SHORT]) {
    char id[160];
    snprintf(id, sizeof id, "slot.%s", v->rules->families[family].name);
    struct casata_msg m = {.id = id};
    casata_say(v->lang, v->rules, &m, v->seat_name, out, SHORT);
}

/* --- pieces and cells ---------------------------------------------------------------------------------- */

bool scene_is_choice(const struct casata_scene *s, int slot, int piece) {
    for (int i = 0; i < s->n_choices; i++) {
        if (piece >= 0 && s->choice[i].piece == piece) return true;
        if (slot >= 0 && s->choice[i].piece < 0 && s->choice[i].slot == slot) return true;
    }
    return false;
}

/* The words and the figure printed in a slot, "": none. */
void scene_slot_print(const struct scene_view *v, const struct casata_slot *slot, char out[SHORT]) {
    char also[SHORT];
    out[0] = 0;
    if (slot->print.words) scene_board_word(v, slot->print.words, slot->print.index, out);
    if (slot->also.words) {
        size_t n = strlen(out);
        scene_board_word(v, slot->also.words, slot->also.index, also);
        snprintf(out + n, SHORT - n, " %s", also);
    }
    size_t n = strlen(out);
    if (slot->value >= 0) snprintf(out + n, SHORT - n, n ? "(%d)" : "%d", slot->value);
}

static const char *glyph_of(const struct scene_view *v, unsigned kind, char id[160]) {
    snprintf(id, 160, "%s.glyph.%s", v->rules->id, v->rules->kinds->word[kind]);
    return casata_template(v->lang, id, 1);
}

static void print_glyph(FILE *f, const char *t, int seat, int value, const char *face) {
    for (; *t; t++) {
        char key = t[0] == '{' && t[1] && t[2] == '}' ? t[1] : 0;
        if (key == 's' && seat >= 0) fputc(scene_view_letter(seat), f);
        if (key == 'v' && value >= 0) fprintf(f, "%d", value);
        if (key == 'f') fputs(face, f);
        if (key)
            t += 2;
        else
            fputc(*t, f);
    }
}

static void print_piece(FILE *f, const struct scene_view *v, const struct casata_scene *s, int piece) {
    const struct casata_piece *p = &s->piece[piece];
    char id[160], face[SHORT] = "";
    const char *t = glyph_of(v, p->index, id);
    if (p->face.words) scene_board_word(v, p->face.words, p->face.index, face);
    if (p->seat >= 0) fputs(escape(v, seat_colours[p->seat]), f);
    if (scene_is_choice(s, -1, piece)) fputs(escape(v, "\033[1;4m"), f);
    if (t)
        print_glyph(f, t, p->seat, p->value, face);
    else
        fprintf(f, "⟨%s⟩", id);
    if (p->count != 1) fprintf(f, "×%d", p->count);
    fputs(scene_view_plain(v), f);
}

bool scene_view_numbered(const struct scene_view *v, const struct casata_piece *piece, char name[SCENE_TEXT],
                         char drawn[SCENE_TEXT]) {
    struct sheet sheet;
    char id[160], face[SHORT], kind[SHORT];
    const char *t = glyph_of(v, piece->index, id);
    if (!piece->face.words || piece->value < 0 || !t || !strstr(t, "{v}:{f}")) return false;
    scene_board_word(v, piece->face.words, piece->face.index, face);
    sheet_open(&sheet);
    print_glyph(sheet.f, t, piece->seat, piece->value, face);
    char *text = sheet_close(&sheet);
    snprintf(drawn, SCENE_TEXT, "%s", text);
    free(text);
    casata_say_word(v->lang, v->rules, v->rules->kinds, piece->index, kind, sizeof kind);
    snprintf(name, SCENE_TEXT, "%s %d", kind, piece->value);
    return true;
}

/* Adjacent pieces need a blank between them unless they are in brackets or on a track. */
static bool needs_blank(const struct scene_view *v, const struct casata_piece *p, bool track) {
    char id[160];
    const char *t = glyph_of(v, p->index, id);
    return !track && !(t && *t && t[strlen(t) - 1] == ']' && p->count == 1);
}

void scene_view_legend(const struct scene_view *v) {
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

/* A single piece named like its row, where the printed figure stays visible: the row says it all. */
static bool named_by_row(const struct scene_view *v, const struct casata_scene *s,
                         const struct casata_piece *p) {
    char face[SHORT], row[SHORT];
    const struct casata_slot *place = &s->slot[p->slot];
    const struct casata_words *rows = v->rules->families[place->family].rows;
    if (!place->open || place->value < 0 || !rows || !p->face.words || p->seat >= 0 || p->count != 1)
        return false;
    scene_board_word(v, p->face.words, p->face.index, face);
    scene_board_word(v, rows, place->row, row);
    return !strcmp(face, row);
}

/* The pieces in a slot; an empty one shows its printed figure or word unless that is above its
 * column. On a track, and where a slot says so, it stays visible. */
char *scene_cell_text(const struct scene_view *v, const struct casata_scene *s, int slot, bool print_above) {
    struct sheet sheet;
    sheet_open(&sheet);
    FILE *f = sheet.f;
    const struct casata_slot *place = &s->slot[slot];
    bool track = v->rules->families[place->family].layout == CASATA_TRACK, blank = false;
    char print[SHORT];
    int n = 0;
    bool choice = scene_is_choice(s, slot, -1);
    for (int i = 0; i < s->n_pieces; i++) {
        if (s->piece[i].slot != slot) continue;
        if (named_by_row(v, s, &s->piece[i]))
            choice |= scene_is_choice(s, -1, i);
        else
            n++;
    }
    scene_slot_print(v, place, print);
    if (print_above) print[0] = 0;
    if (n == 0 || ((track || place->open) && *print)) {
        const char *mark = choice ? escape(v, "\033[1;4m") : scene_view_dim(v);
        fprintf(f, "%s%s%s%s", mark, *print ? print : "·", scene_view_plain(v),
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

/* --- messages and choices ------------------------------------------------------------------------------ */

void scene_view_say(const struct scene_view *v, const struct casata_msg *msg, int indent) {
    char text[SCENE_TEXT];
    casata_say(v->lang, v->rules, msg, v->seat_name, text, sizeof text);
    columns_wrap(v->out, text, v->width, 0, indent);
}

static void add_units(const struct scene_view *v, const char *sign, const struct casata_arg *arg, int n,
                      char out[SCENE_TEXT]) {
    char text[SHORT];
    for (int i = 0; i < n; i++) {
        size_t used = strlen(out);
        struct casata_arg amount = arg[i];
        if (amount.n < 0) amount.n = -amount.n; /* negative: a burden taken on */
        casata_say_arg(v->lang, v->rules, &amount, v->seat_name, text, sizeof text);
        snprintf(out + used, SCENE_TEXT - used, "%s%s%s", used ? ", " : "", arg[i].n < 0 ? "+" : sign, text);
    }
}

bool scene_view_price(const struct scene_view *v, const struct casata_choice *c, char out[SCENE_TEXT]) {
    out[0] = 0;
    add_units(v, "−", c->cost, c->n_cost, out);
    add_units(v, "+", c->gain, c->n_gain, out);
    return out[0] != 0;
}

/* Numbers of pieces of one kind are grouped: "brown card 91, 106". */
bool scene_view_lights(const struct scene_view *v, const struct casata_scene *s,
                       const struct casata_choice *c, char out[SCENE_TEXT]) {
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
        snprintf(out + used, SCENE_TEXT - used, "%s%s", i ? ", " : "", p->index == last ? "" : kind);
        used = strlen(out);
        if (p->value >= 0)
            snprintf(out + used, SCENE_TEXT - used, "%s%d", p->index == last ? "" : " ", p->value);
        last = p->index;
    }
    return c->n_lights != 0;
}

static void print_lights(FILE *f, const struct scene_view *v, const struct casata_scene *s,
                         const struct casata_choice *c) {
    char how[SCENE_TEXT], what[SCENE_TEXT];
    const struct casata_msg m = {.id = "lights"};
    if (!scene_view_lights(v, s, c, what)) return;
    casata_say(v->lang, v->rules, &m, v->seat_name, how, sizeof how);
    fprintf(f, " %s[%s: %s]%s", scene_view_dim(v), how, what, scene_view_plain(v));
}

void scene_view_choices(const struct scene_view *v, const struct casata_scene *s) {
    struct block *block = calloc((size_t)s->n_choices + 1, sizeof *block), all = {0};
    if (!block) abort();
    int number = s->n_choices > 9 ? s->n_choices > 99 ? 3 : 2 : 1, widest = 0;
    for (int i = 0; i < s->n_choices; i++) {
        char text[SCENE_TEXT], price[SCENE_TEXT];
        struct sheet sheet;
        const struct casata_choice *c = &s->choice[i];
        casata_say(v->lang, v->rules, &c->text, v->seat_name, text, sizeof text);
        sheet_open(&sheet);
        fprintf(sheet.f, "%s%*d%s  %s", scene_view_bold(v), number + 1, i + 1, scene_view_plain(v), text);
        if (scene_view_price(v, c, price))
            fprintf(sheet.f, " %s(%s)%s", scene_view_dim(v), price, scene_view_plain(v));
        print_lights(sheet.f, v, s, c);
        char *line = sheet_close(&sheet);
        block_add_wrapped(&block[i], line, v->width, number + 3);
        free(line);
        if (block[i].width > widest) widest = block[i].width;
    }
    /* Long lists of short choices go into several columns. */
    if (s->n_choices > 8)
        for (int i = 0; i < s->n_choices; i++) block[i].width = widest;
    block_shelve(&all, block, s->n_choices, s->n_choices > 8 ? v->width : 1, GAP);
    block_print(v->out, &all);
    block_free(&all);
    free(block);
}
