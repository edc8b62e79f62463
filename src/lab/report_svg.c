/* report_svg.c: a review of a match as a picture: the curve of each seat, distinguished by colour, line and mark, and
 * the text next to it (report.h). Knows no game by name. */
#include "lab/report.h"

#include "casata/lang.h"
#include "terminal/columns.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 960,
    LEFT = 64,
    RIGHT = 30,
    WIDTH = PAGE - LEFT - RIGHT,
    TOP = 110,
    HEIGHT = 300,
    LINE = 20,
    COLUMNS = 118, /* of the text below, at its font size */
    MARKS = 6      /* on a curve */
};
static const char *const hue[CASATA_MAX_SEATS] = {"#2b6cb0", "#c05621", "#2f855a",
                                                  "#97266d", "#7b5e00", "#4a5568"};
static const char *const dash[CASATA_MAX_SEATS] = {"none", "9 4", "2 4", "12 4 2 4", "16 5", "5 3"};
/* A mark around 0 0. */
static const char *const mark[CASATA_MAX_SEATS] = {"M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
                                                   "M-5-5h10v10h-10z",
                                                   "M0-6l6 11h-12z",
                                                   "M0-6l6 6l-6 6l-6-6z",
                                                   "M0 6l6-11h-12z",
                                                   "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z"};

struct frame { /* values at the bottom and at the top */
    double low, high;
};

static void put_escaped(FILE *out, const char *text) {
    for (; *text; text++) switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*text, out);
        }
}

static void put_text(FILE *out, double x, double y, const char *more, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, more);
    put_escaped(out, text);
    fputs("</text>\n", out);
}

/* Wrapped lines of a text from y on; returns the y of the next line. */
static double put_wrapped(FILE *out, double y, const char *text) {
    struct block b = {0};
    block_add_wrapped(&b, text, COLUMNS, 4);
    for (int i = 0; i < b.n; i++, y += LINE)
        put_text(out, i ? LEFT + 22 : LEFT, y, "", b.line[i] + (i ? strspn(b.line[i], " ") : 0));
    block_free(&b);
    return y;
}

static double x_of(const struct casata_review *r, int ply) {
    return LEFT + (double)WIDTH * ply / r->match->n_log;
}
static double y_of(const struct frame *f, double height) {
    return TOP + HEIGHT * (1 - (height - f->low) / (f->high - f->low));
}

/* The full range for chances; for points the range that occurs, in steps of ten. */
static struct frame frame_of(const struct casata_review *r) {
    struct frame f = {0, 100};
    if (r->match->seats > 1) return f;
    int low = 0, high = 0;
    for (int i = 0; i < r->n_points; i++) {
        int h = (int)report_height(r, i, 0) / 10 * 10;
        if (h < 0) h -= 10;
        if (i == 0 || h < low) low = h;
        if (i == 0 || h + 10 > high) high = h + 10;
    }
    return (struct frame){low, high};
}

static void put_axes(FILE *out, const struct casata_review *r, const struct frame *f, int lang) {
    char text[REPORT_TEXT];
    for (int p = 0; p <= 4; p++) {
        double height = f->low + (f->high - f->low) * p / 4, y = y_of(f, height);
        snprintf(text, sizeof text, r->match->seats > 1 ? "%.0f%%" : "%.0f", height);
        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"%s\"/>\n", LEFT, y, WIDTH, p ? "#ddd" : "#888");
        put_text(out, LEFT - 8, y + 4, "text-anchor=\"end\"", text);
        snprintf(text, sizeof text, "%d", r->match->n_log * p / 4);
        put_text(out, x_of(r, r->match->n_log * p / 4), TOP + HEIGHT + 18, "text-anchor=\"middle\"", text);
    }
    put_text(out, LEFT + WIDTH / 2.0, TOP + HEIGHT + 36, "text-anchor=\"middle\" fill=\"#555\"",
             casata_ui(lang, "ui.report.axis"));
}

static void put_mark(FILE *out, double x, double y, int seat) {
    fprintf(out, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\" stroke=\"white\"/>\n", x, y,
            mark[seat], hue[seat]);
}

static void put_curve(FILE *out, const struct casata_review *r, const struct frame *f, int seat) {
    fprintf(out,
            "<path fill=\"none\" stroke-width=\"2.2\" stroke-linejoin=\"round\" stroke=\"%s\" "
            "stroke-dasharray=\"%s\" d=\"",
            hue[seat], dash[seat]);
    for (int i = 0; i < r->n_points; i++)
        fprintf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(r, r->point[i].ply),
                y_of(f, report_height(r, i, seat)));
    fputs("\"/>\n", out);
    for (int k = 0; k <= MARKS; k++) {
        int i = (r->n_points - 1) * k / MARKS;
        put_mark(out, x_of(r, r->point[i].ply), y_of(f, report_height(r, i, seat)), seat);
    }
}

static void put_legend(FILE *out, const struct casata_review *r) {
    double step = (double)WIDTH / r->match->seats;
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME];
        double x = LEFT + step * s;
        report_seat(r, s, name);
        fprintf(out, "<path d=\"M%.1f 84h34\" stroke=\"%s\" stroke-width=\"2.2\" stroke-dasharray=\"%s\"/>\n",
                x, hue[s], dash[s]);
        put_mark(out, x + 17, 84, s);
        put_text(out, x + 42, 88, "font-weight=\"bold\"", name);
    }
}

static double put_seats(FILE *out, const struct casata_review *r, int lang, double y) {
    enum { NAMES = 190, COLUMN = (WIDTH - NAMES) / REPORT_FIGURES };
    for (int k = 0; k < REPORT_FIGURES; k++)
        put_text(out, LEFT + NAMES + COLUMN * (k + 1), y, "text-anchor=\"end\" fill=\"#555\"",
                 report_figure_name(k, lang));
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME], figure[REPORT_FIGURES][40];
        y += LINE + 2;
        report_seat(r, s, name);
        report_figures(r, s, lang, figure);
        put_mark(out, LEFT + 6, y - 4, s);
        put_text(out, LEFT + 22, y, "font-weight=\"bold\"", name);
        for (int k = 0; k < REPORT_FIGURES; k++)
            put_text(out, LEFT + NAMES + COLUMN * (k + 1), y, "text-anchor=\"end\"", figure[k]);
    }
    return y + LINE;
}

/* The list, and its numbers on the curves. */
static double put_costly(FILE *out, const struct casata_review *r, const struct frame *f, int lang,
                         double y) {
    int index[REPORT_SHOWN], n = casata_review_costliest(r, index, REPORT_SHOWN);
    y += LINE;
    put_text(out, LEFT, y, "font-weight=\"bold\"", casata_ui(lang, "ui.report.costly"));
    y += LINE;
    if (n == 0) y = put_wrapped(out, y, casata_ui(lang, "ui.report.none"));
    for (int i = 0; i < n; i++) {
        const struct casata_review_decision *d = &r->decision[index[i]];
        char line[REPORT_TEXT], text[16];
        int point = r->n_points - 1;
        while (point > 0 && r->point[point].ply > d->ply) point--;
        double x = x_of(r, d->ply), at = y_of(f, report_height(r, point, d->seat));
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"white\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                x, at, hue[d->seat]);
        snprintf(text, sizeof text, "%d", i + 1);
        put_text(out, x, at + 4, "text-anchor=\"middle\" font-size=\"11\"", text);
        report_costly(r, d, lang, line);
        fprintf(out,
                "<circle cx=\"%d\" cy=\"%.1f\" r=\"9\" fill=\"white\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                LEFT - 16, y - 4, hue[d->seat]);
        put_text(out, LEFT - 16, y, "text-anchor=\"middle\" font-size=\"11\"", text);
        y = put_wrapped(out, y, line);
    }
    return y;
}

static double put_lucky(FILE *out, const struct casata_review *r, int lang, double y) {
    int index[REPORT_SHOWN], n = casata_review_luckiest(r, index, REPORT_SHOWN);
    y += LINE;
    put_text(out, LEFT, y, "font-weight=\"bold\"", casata_ui(lang, "ui.report.lucky"));
    y += LINE;
    if (n == 0) y = put_wrapped(out, y, casata_ui(lang, "ui.report.no_luck"));
    for (int i = 0; i < n; i++) {
        char line[REPORT_TEXT];
        report_lucky(r, &r->draw[index[i]], lang, line);
        y = put_wrapped(out, y, line);
    }
    return y;
}

void report_svg(FILE *out, const struct casata_review *r, int lang) {
    struct frame f = frame_of(r);
    struct sheet body;
    char title[REPORT_TEXT];
    sheet_open(&body);
    report_title(r, lang, title);
    put_text(body.f, LEFT, 34, "font-size=\"17\" font-weight=\"bold\"", title);
    put_text(body.f, LEFT, 58, "fill=\"#555\"", report_curve(r, lang));
    put_legend(body.f, r);
    put_axes(body.f, r, &f, lang);
    for (int s = 0; s < r->match->seats; s++) put_curve(body.f, r, &f, s);
    double y = put_seats(body.f, r, lang, TOP + HEIGHT + 70);
    y = put_wrapped(body.f, y + 4, casata_ui(lang, "ui.report.note"));
    y = put_costly(body.f, r, &f, lang, y);
    y = put_lucky(body.f, r, lang, y);
    char *text = sheet_close(&body);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<title>",
            PAGE, y + 10, PAGE, y + 10);
    put_escaped(out, title);
    fprintf(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n%s</svg>\n", text);
    free(text);
}
