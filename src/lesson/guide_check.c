/* guide_check.c: checks a guide: positions, names, texts, figures (docs/guide.md). Knows no game. */
#include "casata/guide.h"
#include "casata/lang.h"
#include "lesson/guide_int.h"

#include <stdlib.h>
#include <string.h>

struct checker {
    struct casata_lesson_report *report;
    const struct casata_course *course;
    const struct casata_game *game;
    struct guide_place place; /* of the block being checked */
    bool picture;             /* it is one */
};

static void check(struct checker *k, bool ok, const struct lesson_line *line, const char *what,
                  const char *which) {
    char text[420];
    if (ok) {
        k->report->passed++;
        return;
    }
    casata_print(text, sizeof text, "guide, line %d: %s %s", line->number, what, which);
    k->report->failed++;
    k->report->fail(k->report, text);
}

/* --- texts ---------------------------------------------------------------------------------------------------- */

static void check_message(struct checker *k, const struct lesson_line *line, const char *name,
                          const char *args) {
    struct lesson_args a;
    char id[160], what[220], out[CASATA_LESSON_TEXT];
    guide_message(k->place.block, k->picture, name, id);
    check(k, lesson_args_known(args), line, "a figure that comes from nowhere:", args ? args : "");
    if (args && !k->place.there) {
        check(k, false, line, "figures without a position:", args);
        return;
    }
    bool known = lesson_args(&k->place.l, args, &a);
    check(k, known, line, known ? "" : k->place.l.fault, "");
    for (int lang = 0; known && lang < CASATA_LANG_COUNT; lang++) {
        if (k->report->lang >= 0 && lang != k->report->lang) continue;
        const char *fault = lesson_text_fault(k->game->rules, id, lang, a.msg.n);
        casata_print(what, sizeof what, "%s.%s (%s)", k->game->rules->id, id, casata_lang_code(lang));
        check(k, !fault, line, fault ? fault : "", what);
        guide_say(&k->place, lang, id, args, out, sizeof out);
        check(k, fault || !strstr(out, "⟨"), line, "a word that does not exist:", out);
    }
}

/* --- names ---------------------------------------------------------------------------------------------------- */

/* Every name matches something in the position. */
static void check_names(struct checker *k, const struct lesson_line *line, char *names) {
    struct casata_lesson *l = &k->place.l;
    const struct casata_scene *s = casata_lesson_scene(l);
    for (char *one; (one = lesson_word(&names));) {
        char *face = strchr(one, ':');
        size_t n = face ? (size_t)(face - one) : strlen(one);
        bool found = false;
        for (int i = 0; !face && i < s->n_slots; i++) found |= lesson_slot_is(l, i, one, n);
        for (int i = 0; face && i < s->n_pieces; i++)
            found |= lesson_slot_is(l, s->piece[i].slot, one, n) && lesson_piece_is(l, i, face + 1);
        check(k, found, line, "not there:", one);
    }
}

static bool is_board(const struct casata_lesson *l, const char *of) {
    bool seat = of[0] == 'p' && of[1] >= '0' && of[1] < '0' + l->match->seats && !of[2];
    return seat || !strcmp(of, "common") || !strcmp(of, "pieces");
}

static void check_cut(struct checker *k, const struct lesson_line *line, bool crop) {
    struct lesson_clause c;
    lesson_clause(line->rest, NULL, &c);
    char *rest = c.head, *of = lesson_word(&rest);
    if (!of) return;
    if (crop) check(k, is_board(&k->place.l, of), line, "neither common nor a seat's board nor pieces:", of);
    check_names(k, line, rest);
}

/* Families of places; each has a name and an explanation (messages slot.*, help.*). */
static void check_places(struct checker *k, const struct lesson_line *line) {
    const struct casata_rules *rules = k->game->rules;
    char copy[LESSON_LINE], *rest = copy;
    casata_print(copy, sizeof copy, "%s", line->rest);
    for (char *one; (one = lesson_word(&rest));) {
        bool found = false;
        for (int i = 0; i < rules->n_families; i++) found |= !strcmp(rules->families[i].name, one);
        check(k, found, line, "no family of places:", one);
    }
}

/* --- blocks --------------------------------------------------------------------------------------------------- */

static bool shown(const struct casata_course *c, const char *picture) {
    for (int i = 0; i < c->section.n; i++)
        for (int k = c->section.block[i].first; k < c->section.block[i].end; k++)
            if (!strcmp(c->line[k].word, "show") && !strcmp(c->line[k].rest, picture)) return true;
    return false;
}

static void check_line(struct checker *k, const struct lesson_line *line) {
    struct lesson_clause c;
    if (!strcmp(line->word, "show"))
        check(k, guide_block(&k->course->picture, line->rest) != NULL, line, "there is no picture",
              line->rest);
    if (!strcmp(line->word, "crop")) check_cut(k, line, true);
    if (!strcmp(line->word, "mark")) check_cut(k, line, false);
    if (!strcmp(line->word, "place")) check_places(k, line);
    if (!guide_is_text(line->word)) return;
    lesson_clause(line->rest, NULL, &c);
    char *rest = c.head, *name = lesson_word(&rest);
    check(k, name != NULL, line, "a name must follow", line->word);
    if (name) check_message(k, line, name, c.args);
}

static void check_block(struct checker *k, const struct lesson_block *b, bool picture) {
    const struct lesson_line *heading = &k->course->line[b->heading];
    struct lesson_clause c;
    int crops = 0;
    lesson_clause(heading->rest, NULL, &c);
    k->picture = picture;
    bool ok = guide_place(&k->place, k->course, k->game, b, NULL);
    check(k, ok, heading, ok ? "" : k->place.l.fault, "");
    if (ok) {
        check_message(k, heading, picture ? "caption" : "title", c.args);
        if (picture) check(k, k->place.there, heading, "a picture without a position:", b->name);
        for (int i = b->first; i < b->end && (k->place.there || !picture); i++) {
            crops += !strcmp(k->course->line[i].word, "crop");
            check_line(k, &k->course->line[i]);
        }
        if (picture) check(k, crops == 1, heading, "one \"crop\" in each picture:", b->name);
        if (picture) check(k, shown(k->course, b->name), heading, "no section shows", b->name);
    }
    guide_leave(&k->place);
}

void casata_guide_check(const struct casata_course *c, const struct casata_game *g,
                        struct casata_lesson_report *r) {
    struct checker *k = calloc(1, sizeof *k);
    if (!k) {
        r->failed++;
        r->fail(r, "out of memory");
        return;
    }
    *k = (struct checker){.report = r, .course = c, .game = g};
    for (int i = 0; i < c->section.n; i++) check_block(k, &c->section.block[i], false);
    for (int i = 0; i < c->picture.n; i++) check_block(k, &c->picture.block[i], true);
    for (int i = 0; i < c->legend.n; i++) check_block(k, &c->legend.block[i], false);
    free(k);
}
