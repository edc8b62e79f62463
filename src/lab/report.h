/* report.h: a review of a match (casata/review.h), for people and programs. Knows no game by name. */
#ifndef CASATA_LAB_REPORT_H
#define CASATA_LAB_REPORT_H

#include "casata/review.h"

#include <stdio.h>

/* Reviews the whole match, thinking the given microseconds about each decision; false: out of memory. */
bool report_make(struct casata_review *r, const struct casata_match *m, uint32_t think);

void report_text(FILE *out, const struct casata_review *r, int lang);
void report_json(FILE *out, const struct casata_review *r, int lang);
void report_svg(FILE *out, const struct casata_review *r, int lang);

/* --- shared by the three (report_words.c) --- */
enum {
    REPORT_TEXT = 1000,
    REPORT_NAME = 96, /* of a seat, as in a match */
    REPORT_SHOWN = 6, /* decisions and draws as text */
};
void report_title(const struct casata_review *r, int lang, char out[REPORT_TEXT]);
/* The seat's name, or its letter. */
void report_seat(const struct casata_review *r, int seat, char out[REPORT_NAME]);
/* An action in words, as its seat saw it at that position. */
void report_action(const struct casata_review *r, int ply, int seat, casata_action a, int lang,
                   char out[REPORT_TEXT]);
/* Full lines about a costly decision and about an outcome of chance. */
void report_costly(const struct casata_review *r, const struct casata_review_decision *d, int lang,
                   char out[REPORT_TEXT]);
void report_lucky(const struct casata_review *r, const struct casata_review_draw *d, int lang,
                  char out[REPORT_TEXT]);
/* The values of the curve: the chance to win in percent, or for a single seat its expected points. */
double report_height(const struct casata_review *r, int point, int seat);
const char *report_curve(const struct casata_review *r, int lang); /* its title */
/* The figures of a seat: points, chance to win, best decisions, points given away, luck. */
enum { REPORT_FIGURES = 5 };
void report_figures(const struct casata_review *r, int seat, int lang, char figure[REPORT_FIGURES][40]);
const char *report_figure_name(int figure, int lang);

#endif
