/* report_print.c: a review of a match as text for people and as JSON for programs (report.h). Knows no game by name. */
#include "lab/report.h"

#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/writer.h"
#include "terminal/columns.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, CURVE_LINES = 12, SPARKS = 60 };

/* --- text ---------------------------------------------------------------------------------------------------------- */
static void right(FILE *out, const char *text, int width) {
    int own = columns_width(text);
    fprintf(out, "%*s%s", width > own ? width - own : 0, "", text);
}

static int name_width(const struct casata_review *r) {
    int most = 1;
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME];
        report_seat(r, s, name);
        if (columns_width(name) > most) most = columns_width(name);
    }
    return most;
}

static void text_seats(FILE *out, const struct casata_review *r, int lang) {
    int names = name_width(r);
    fprintf(out, "%*s", names, "");
    for (int k = 0; k < REPORT_FIGURES; k++) fprintf(out, "   %s", report_figure_name(k, lang));
    fputc('\n', out);
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME], figure[REPORT_FIGURES][40];
        report_seat(r, s, name);
        report_figures(r, s, lang, figure);
        columns_pad(out, name, names);
        for (int k = 0; k < REPORT_FIGURES; k++)
            right(out, figure[k], 3 + columns_width(report_figure_name(k, lang)));
        fputc('\n', out);
    }
    columns_wrap(out, casata_ui(lang, "ui.report.note"), WIDTH, 0, 0);
}

/* The point of the curve in force after n entries. */
static int point_at(const struct casata_review *r, int ply) {
    int i = r->n_points - 1;
    while (i > 0 && r->point[i].ply > ply) i--;
    return i;
}

/* A sparkline for each seat, from the lowest to the highest height. */
static void text_sparks(FILE *out, const struct casata_review *r) {
    static const char *const spark[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int names = name_width(r), seats = r->match->seats;
    double low = 0, high = 100;
    for (int i = 0; seats == 1 && i < r->n_points; i++) {
        double h = report_height(r, i, 0);
        if (i == 0 || h < low) low = h;
        if (i == 0 || h > high) high = h;
    }
    for (int s = 0; s < seats; s++) {
        char name[REPORT_NAME];
        report_seat(r, s, name);
        columns_pad(out, name, names + 2);
        for (int k = 0; k < SPARKS; k++) {
            double h = report_height(r, point_at(r, r->match->n_log * k / (SPARKS - 1)), s);
            int step = high > low ? (int)((h - low) / (high - low) * 7.999) : 0;
            fputs(spark[step < 0 ? 0 : step > 7 ? 7 : step], out);
        }
        fputc('\n', out);
    }
}

static void text_curve(FILE *out, const struct casata_review *r, int lang) {
    const char *entry = casata_ui(lang, "ui.report.entry");
    int wide = columns_width(entry) > 6 ? columns_width(entry) : 6, column = name_width(r) + 3;
    if (column < 8) column = 8;
    fprintf(out, "\n%s\n", report_curve(r, lang));
    text_sparks(out, r);
    fputc('\n', out);
    right(out, entry, wide);
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME];
        report_seat(r, s, name);
        right(out, name, column);
    }
    fputc('\n', out);
    int lines = r->n_points < CURVE_LINES ? r->n_points : CURVE_LINES, last = -1;
    for (int k = 0; k < lines; k++) { /* spread over the match, including the end */
        int i = lines > 1 ? point_at(r, r->match->n_log * k / (lines - 1)) : 0;
        if (i == last) continue;
        last = i;
        fprintf(out, "%*d", wide, r->point[i].ply);
        for (int s = 0; s < r->match->seats; s++) {
            char text[40];
            snprintf(text, sizeof text, r->match->seats > 1 ? "%.0f%%" : "%.1f", report_height(r, i, s));
            right(out, text, column);
        }
        fputc('\n', out);
    }
}

void report_text(FILE *out, const struct casata_review *r, int lang) {
    int index[REPORT_SHOWN], n;
    char line[REPORT_TEXT];
    report_title(r, lang, line);
    columns_wrap(out, line, WIDTH, 0, 0);
    fputc('\n', out);
    text_seats(out, r, lang);
    text_curve(out, r, lang);
    fprintf(out, "\n%s\n", casata_ui(lang, "ui.report.costly"));
    n = casata_review_costliest(r, index, REPORT_SHOWN);
    if (n == 0) fprintf(out, "  %s\n", casata_ui(lang, "ui.report.none"));
    for (int i = 0; i < n; i++) {
        report_costly(r, &r->decision[index[i]], lang, line);
        fputs("  ", out);
        columns_wrap(out, line, WIDTH, 2, 6);
    }
    fprintf(out, "\n%s\n", casata_ui(lang, "ui.report.lucky"));
    n = casata_review_luckiest(r, index, REPORT_SHOWN);
    if (n == 0) fprintf(out, "  %s\n", casata_ui(lang, "ui.report.no_luck"));
    for (int i = 0; i < n; i++) {
        report_lucky(r, &r->draw[index[i]], lang, line);
        fputs("  ", out);
        columns_wrap(out, line, WIDTH, 2, 6);
    }
}

/* --- JSON ---------------------------------------------------------------------------------------------------------- */
static void put_text(FILE *out, const char *key, const char *text) {
    char quoted[6 * REPORT_TEXT + 3];
    struct casata_writer w = casata_writer_on(quoted, sizeof quoted);
    casata_w_str(&w, text);
    fprintf(out, "\"%s\":%s", key, quoted);
}

static void put_list(FILE *out, const char *key, const int32_t *value, int n, int unit) {
    fprintf(out, "\"%s\":[", key);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%.*f", i ? "," : "", unit == 100 ? 2 : 4, (double)value[i] / unit);
    fputc(']', out);
}

static void put_action(FILE *out, const struct casata_review *r, int ply, int seat, const char *key,
                       casata_action a, int lang) {
    char text[REPORT_TEXT], form[CASATA_ACTION_TEXT], name[24];
    report_action(r, ply, seat, a, lang, text);
    casata_action_text(r->match->game.rules, a, form);
    put_text(out, key, form);
    fputc(',', out);
    snprintf(name, sizeof name, "%s_text", key);
    put_text(out, name, text);
}

static void put_decision(FILE *out, const struct casata_review *r, const struct casata_review_decision *d,
                         int lang) {
    const struct casata_hint *better = &d->verdict.better;
    const char *grade = casata_grade_words.word[casata_grade(r->match->game.rules, d->verdict.cost)];
    fprintf(out, "{\"entry\":%d,\"seat\":%d,\"cost\":%.2f,\"grade\":\"%s\",", d->ply + 1, d->seat,
            d->verdict.cost / 100.0, grade);
    put_action(out, r, d->ply, d->seat, "action", d->played, lang);
    if (d->verdict.cost) {
        char why[REPORT_TEXT];
        fputc(',', out);
        put_action(out, r, d->ply, d->seat, "better", better->action, lang);
        fputs(",\"terms\":[", out);
        for (int i = 0; i < better->n_reasons; i++)
            fprintf(out, "%s{\"term\":\"%s\",\"value\":%.2f}", i ? "," : "",
                    r->match->game.rules->bots->terms->word[better->reason[i].term],
                    better->reason[i].value / 100.0);
        fputs("],", out);
        casata_hint_text(lang, r->match->game.rules, better, why, sizeof why);
        put_text(out, "reason", why);
    }
    fputc('}', out);
}

static void put_seats(FILE *out, const struct casata_review *r) {
    fputs("\"seats\":[", out);
    for (int s = 0; s < r->match->seats; s++) {
        char name[REPORT_NAME];
        report_seat(r, s, name);
        fputs(s ? ",{" : "{", out);
        put_text(out, "name", name);
        fprintf(out,
                ",\"score\":%d,\"out\":%s,\"resigned\":%s,\"decisions\":%d,\"best\":%d,\"cost\":%.2f,"
                "\"luck\":%.2f}",
                (int)casata_score(&r->match->game, r->match->state, s, true),
                casata_out(&r->match->game, r->match->state, s, false) ? "true" : "false",
                r->match->seat[s].resigned ? "true" : "false", r->choices[s], r->best[s],
                (double)r->cost[s] / 100, (double)r->luck[s] / 100);
    }
    fputs("]", out);
}

void report_json(FILE *out, const struct casata_review *r, int lang) {
    const struct casata_match *m = r->match;
    fprintf(out, "{\"game\":\"%s\",\"entries\":%d,\"over\":%s,\"think_ms\":%u,", m->game.rules->id, m->n_log,
            r->over ? "true" : "false", (unsigned)r->think / 1000);
    put_seats(out, r);
    fputs(",\n\"curve\":[", out);
    for (int i = 0; i < r->n_points; i++) {
        fprintf(out, "%s\n{\"entries\":%d,", i ? "," : "", r->point[i].ply);
        put_list(out, "win", r->point[i].win, m->seats, 10000);
        fputc(',', out);
        put_list(out, "margin", r->point[i].margin, m->seats, 100);
        fputc('}', out);
    }
    fputs("],\n\"decisions\":[", out);
    for (int i = 0; i < r->n_decisions; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_decision(out, r, &r->decision[i], lang);
    }
    fputs("],\n\"luck\":[", out);
    for (int i = 0; i < r->n_draws; i++) {
        fprintf(out, "%s\n{\"entry\":%d,", i ? "," : "", r->draw[i].ply + 1);
        put_action(out, r, r->draw[i].ply, CASATA_CHANCE, "action", r->draw[i].action, lang);
        fputc(',', out);
        put_list(out, "luck", r->draw[i].luck, m->seats, 100);
        fputc('}', out);
    }
    fputs("]}\n", out);
}
