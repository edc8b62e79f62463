/* columns.c: widths, wrapping and blocks of lines. Knows no game and no language. */
#include "terminal/columns.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the unit at p: an escape sequence (width 0) or a code point (width 1). */
static size_t unit(const char *p, int *width) {
    *width = 0;
    if (p[0] == '\033' && p[1] == '[') {
        size_t n = 2;
        while (p[n] && p[n] != 'm') n++;
        return p[n] ? n + 1 : n;
    }
    *width = 1;
    size_t n = 1;
    while ((p[n] & 0xc0) == 0x80) n++;
    return n;
}

int columns_width(const char *text) {
    int sum = 0, w;
    for (; *text; sum += w) text += unit(text, &w);
    return sum;
}

void columns_pad(FILE *out, const char *text, int width) {
    fprintf(out, "%s%*s", text, width > columns_width(text) ? width - columns_width(text) : 0, "");
}

/* Bytes of the longest prefix of text that fits into width columns. */
static size_t fitting(const char *text, int width) {
    size_t n = 0;
    int w;
    while (text[n]) {
        size_t step = unit(text + n, &w);
        if (w > width) break;
        width -= w;
        n += step;
    }
    return n;
}

static void wrap_line(FILE *out, const char *text, int width, int used, int indent) {
    for (;;) {
        size_t n = fitting(text, width - used);
        if (!text[n]) break;
        size_t cut = n;
        while (cut > 0 && text[cut] != ' ') cut--;
        if (cut == 0 && used > indent) {
            n = 0; /* the first word may fit on a line of its own */
        } else if (cut > 0) {
            n = cut;
        } else if (n == 0) {
            int w;
            n = unit(text, &w); /* a hopelessly narrow terminal */
        }
        fprintf(out, "%.*s\n%*s", (int)n, text, indent, "");
        text += n;
        text += strspn(text, " ");
        used = indent;
    }
    fprintf(out, "%s\n", text);
}

void columns_wrap(FILE *out, const char *text, int width, int used, int indent) {
    const char *end;
    while ((end = strchr(text, '\n'))) {
        char *line = strndup(text, (size_t)(end - text));
        wrap_line(out, line, width, used, indent);
        free(line);
        text = end + 1;
        used = 0;
    }
    wrap_line(out, text, width, used, indent);
}

void sheet_open(struct sheet *s) {
    s->f = open_memstream(&s->text, &s->size);
    if (!s->f) abort();
}

char *sheet_close(struct sheet *s) {
    if (fclose(s->f)) abort();
    return s->text;
}

void block_add(struct block *b, char *line) {
    b->line = realloc(b->line, (size_t)(b->n + 1) * sizeof *b->line);
    if (!b->line) abort();
    b->line[b->n++] = line;
    int w = columns_width(line);
    if (w > b->width) b->width = w;
}

void block_free(struct block *b) {
    for (int i = 0; i < b->n; i++) free(b->line[i]);
    free(b->line);
    *b = (struct block){0};
}

void block_add_wrapped(struct block *b, const char *text, int width, int indent) {
    struct sheet sheet;
    sheet_open(&sheet);
    columns_wrap(sheet.f, text, width, 0, indent);
    char *wrapped = sheet_close(&sheet);
    for (const char *p = wrapped; *p;) {
        size_t n = strcspn(p, "\n");
        block_add(b, strndup(p, n));
        p += n + (p[n] == '\n');
    }
    free(wrapped);
}

static void set_shelf(struct block *out, const struct block *in, int from, int to, int gap) {
    int height = 0, last = to - 1;
    for (int i = from; i < to; i++)
        if (in[i].n > height) height = in[i].n;
    for (int y = 0; y < height; y++) {
        struct sheet sheet;
        sheet_open(&sheet);
        for (int i = from; i < to; i++) {
            if (in[i].n == 0) continue;
            const char *text = y < in[i].n ? in[i].line[y] : "";
            if (i < last)
                columns_pad(sheet.f, text, in[i].width + gap);
            else
                fputs(text, sheet.f);
        }
        char *line = sheet_close(&sheet);
        for (size_t n = strlen(line); n > 0 && line[n - 1] == ' '; n--) line[n - 1] = 0;
        block_add(out, line);
    }
}

void block_shelve(struct block *out, struct block *in, int n, int width, int gap) {
    for (int from = 0, to; from < n; from = to) {
        int used = in[from].width;
        for (to = from + 1; to < n && used + gap + in[to].width <= width; to++)
            if (in[to].n) used += gap + in[to].width;
        set_shelf(out, in, from, to, gap);
    }
    for (int i = 0; i < n; i++) block_free(&in[i]);
}

void block_print(FILE *out, const struct block *b) {
    for (int i = 0; i < b->n; i++) fprintf(out, "%s\n", b->line[i]);
}
