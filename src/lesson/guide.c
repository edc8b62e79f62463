/* guide.c: how to play a game, on one page, and worked examples (docs/guide.md). Knows no game. */
#include "casata/guide.h"
#include "casata/lang.h"
#include "lesson/guide_int.h"

#include <stdlib.h>
#include <string.h>

const struct lesson_block *guide_block(const struct lesson_blocks *b, const char *name) {
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->block[i].name, name) == 0) return &b->block[i];
    return NULL;
}

bool guide_is_text(const char *word) {
    return !strcmp(word, "text") || !strcmp(word, "item") || !strcmp(word, "point") || !strcmp(word, "row") ||
           !strcmp(word, "mark") || !strcmp(word, "note");
}

/* --- positions ------------------------------------------------------------------------------------------------ */

bool guide_place(struct guide_place *p, const struct casata_course *c, const struct casata_game *g,
                 const struct lesson_block *b, struct casata_match *m) {
    *p = (struct guide_place){.block = b};
    for (int i = b->first; i < b->end; i++) p->there |= lesson_is_start(c->line[i].word);
    if (!lesson_outside(&p->l, c, g, m ? m : &p->match)) return false;
    if (!p->there) return true;
    if (!lesson_start(&p->l, b->first, b->end)) return false;
    memcpy(p->l.before, p->l.match->state, g->rules->state_size);
    return true;
}

void guide_leave(struct guide_place *p) {
    casata_lesson_end(&p->l);
    casata_match_free(&p->match);
}

/* --- texts ---------------------------------------------------------------------------------------------------- */

void guide_message(const struct lesson_block *b, bool picture, const char *name, char out[160]) {
    casata_print(out, 160, picture ? "guide.picture.%s.%s" : "guide.%s.%s", b->name, name);
}

size_t guide_say(struct guide_place *p, int lang, const char *id, const char *args, char *out, size_t cap) {
    struct lesson_args a;
    if (cap) out[0] = 0;
    if (args && !p->there) return lesson_fault(&p->l, "figures without a position: %s", args);
    if (!lesson_args(&p->l, args, &a)) return 0;
    casata_print(a.id, sizeof a.id, "%s", id);
    return casata_say(lang, p->l.game.rules, &a.msg, NULL, out, cap);
}

/* A text of a line as a member "text". */
static bool put_text(struct guide_place *p, int lang, const struct lesson_line *line,
                     const struct lesson_clause *c, bool picture, struct casata_writer *w) {
    char id[160], text[CASATA_LESSON_TEXT];
    char *rest = (char *)c->head, *name = lesson_word(&rest);
    guide_message(p->block, picture, name ? name : "", id);
    if (!guide_say(p, lang, id, c->args, text, sizeof text))
        return lesson_fault(&p->l, "line %d: %s", line->number, p->l.fault[0] ? p->l.fault : id);
    casata_w_key_str(w, "text", text);
    return true;
}

static bool put_title(struct guide_place *p, int lang, bool picture, struct casata_writer *w) {
    char id[160], text[CASATA_LESSON_TEXT];
    struct lesson_clause c;
    lesson_clause(p->l.course->line[p->block->heading].rest, NULL, &c);
    guide_message(p->block, picture, picture ? "caption" : "title", id);
    casata_w_key_str(w, "id", p->block->name);
    if (!guide_say(p, lang, id, c.args, text, sizeof text)) return false;
    casata_w_key_str(w, picture ? "text" : "title", text);
    return true;
}

/* --- sections -------------------------------------------------------------------------------------------------- */

/* Pictures next to a row: "icon SYMBOL ..." after its name. */
static void put_icons(char *rest, struct casata_writer *w) {
    char *word = lesson_word(&rest);
    if (!word || strcmp(word, "icon")) return;
    casata_w_key(w, "icons");
    casata_w_open(w, '[');
    while ((word = lesson_word(&rest))) casata_w_str(w, word);
    casata_w_close(w, ']');
}

static bool put_line(struct guide_place *p, int lang, const struct lesson_line *line,
                     struct casata_writer *w) {
    struct lesson_clause c;
    if (lesson_is_start(line->word)) return true;
    lesson_clause(line->rest, NULL, &c);
    casata_w_open(w, '{');
    casata_w_key_str(w, "is", line->word);
    bool ok = true;
    if (strcmp(line->word, "show") == 0) {
        casata_w_key_str(w, "picture", c.head);
    } else {
        char copy[LESSON_LINE], *rest = copy;
        casata_print(copy, sizeof copy, "%s", c.head);
        lesson_word(&rest);
        put_icons(rest, w);
        ok = put_text(p, lang, line, &c, false, w);
    }
    casata_w_close(w, '}');
    return ok;
}

static bool put_section(struct guide_place *p, int lang, struct casata_writer *w) {
    const struct casata_course *c = p->l.course;
    bool ok = put_title(p, lang, false, w);
    casata_w_key(w, "lines");
    casata_w_open(w, '[');
    for (int i = p->block->first; ok && i < p->block->end; i++) ok = put_line(p, lang, &c->line[i], w);
    casata_w_close(w, ']');
    return ok;
}

/* --- pictures --------------------------------------------------------------------------------------------------- */

/* The slot names, or piece numbers, for patterns: "track.politics.*", "p0.hand:62". */
static void put_named(struct guide_place *p, char *names, struct casata_writer *w) {
    const struct casata_scene *s = casata_lesson_scene(&p->l);
    char name[64];
    for (char *one; (one = lesson_word(&names));) {
        char *face = strchr(one, ':');
        if (face) *face++ = 0;
        for (int i = 0; !face && i < s->n_slots; i++) {
            if (!lesson_slot_is(&p->l, i, one, strlen(one))) continue;
            casata_slot_name(p->l.game.rules, &s->slot[i], name);
            casata_w_str(w, name);
        }
        for (int i = 0; face && i < s->n_pieces; i++)
            if (lesson_slot_is(&p->l, s->piece[i].slot, one, strlen(one)) && lesson_piece_is(&p->l, i, face))
                casata_w_int(w, s->piece[i].id);
    }
}

/* "common", "p0" or "pieces", and the part of it to show. */
static void put_crop(struct guide_place *p, const struct lesson_line *line, struct casata_writer *w) {
    char copy[LESSON_LINE], *rest = copy;
    casata_print(copy, sizeof copy, "%s", line->rest);
    casata_w_key_str(w, "of", lesson_word(&rest));
    casata_w_key(w, "crop");
    casata_w_open(w, '[');
    put_named(p, rest, w);
    casata_w_close(w, ']');
}

static bool put_mark(struct guide_place *p, int lang, const struct lesson_line *line,
                     struct casata_writer *w) {
    struct lesson_clause c;
    char copy[LESSON_LINE], *rest = copy;
    lesson_clause(line->rest, NULL, &c);
    casata_print(copy, sizeof copy, "%s", c.head);
    lesson_word(&rest);
    casata_w_open(w, '{');
    bool ok = put_text(p, lang, line, &c, true, w);
    casata_w_key(w, "at");
    casata_w_open(w, '[');
    put_named(p, rest, w);
    casata_w_close(w, ']');
    casata_w_close(w, '}');
    return ok;
}

static bool put_picture(struct guide_place *p, int lang, struct casata_writer *w) {
    const struct casata_course *c = p->l.course;
    bool ok = put_title(p, lang, true, w);
    for (int i = p->block->first; i < p->block->end; i++)
        if (!strcmp(c->line[i].word, "crop")) put_crop(p, &c->line[i], w);
    casata_w_key(w, "marks");
    casata_w_open(w, '[');
    for (int i = p->block->first; ok && i < p->block->end; i++)
        if (!strcmp(c->line[i].word, "mark")) ok = put_mark(p, lang, &c->line[i], w);
    casata_w_close(w, ']');
    return ok;
}

/* --- the legend -------------------------------------------------------------------------------------------------- */

/* Symbols, or families of places. */
static void put_signs(const struct lesson_line *line, struct casata_writer *w) {
    char copy[LESSON_LINE], *rest = copy;
    casata_print(copy, sizeof copy, "%s", line->rest);
    char *on = strstr(copy, " on ");
    if (on) *on = 0;
    if (on) casata_w_key_str(w, "on", on + 4 + strspn(on + 4, " "));
    casata_w_key(w, strcmp(line->word, "place") ? "symbols" : "places");
    casata_w_open(w, '[');
    for (char *word; (word = lesson_word(&rest));) casata_w_str(w, word);
    casata_w_close(w, ']');
}
static bool put_sign(struct guide_place *p, int lang, const struct lesson_line *line,
                     struct casata_writer *w) {
    struct lesson_clause c;
    bool ok = true;
    casata_w_open(w, '{');
    casata_w_key_str(w, "is", line->word);
    if (strcmp(line->word, "note")) {
        put_signs(line, w);
    } else {
        lesson_clause(line->rest, NULL, &c);
        ok = put_text(p, lang, line, &c, false, w);
    }
    casata_w_close(w, '}');
    return ok;
}

static bool put_legend(struct guide_place *p, int lang, struct casata_writer *w) {
    const struct casata_course *c = p->l.course;
    bool ok = put_title(p, lang, false, w);
    casata_w_key(w, "signs");
    casata_w_open(w, '[');
    for (int i = p->block->first; ok && i < p->block->end; i++) ok = put_sign(p, lang, &c->line[i], w);
    casata_w_close(w, ']');
    return ok;
}

/* --- the whole guide ---------------------------------------------------------------------------------------------- */

typedef bool put_block(struct guide_place *p, int lang, struct casata_writer *w);

static bool put_blocks(const struct casata_course *c, const struct casata_game *g,
                       const struct lesson_blocks *b, const char *key, int lang, put_block *put,
                       struct casata_writer *w, char fault[200]) {
    bool ok = true;
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; ok && i < b->n; i++) {
        struct guide_place *p = malloc(sizeof *p);
        if (!p) return false;
        casata_w_open(w, '{');
        ok = guide_place(p, c, g, &b->block[i], NULL) && put(p, lang, w);
        casata_w_close(w, '}');
        if (!ok) casata_print(fault, 200, "%.40s: %.150s", b->block[i].name, p->l.fault);
        guide_leave(p);
        free(p);
    }
    casata_w_close(w, ']');
    return ok;
}

bool casata_guide_write(const struct casata_course *c, const struct casata_game *g, int lang,
                        struct casata_writer *w, char fault[200]) {
    return put_blocks(c, g, &c->section, "sections", lang, put_section, w, fault) &&
           put_blocks(c, g, &c->picture, "pictures", lang, put_picture, w, fault) &&
           put_blocks(c, g, &c->legend, "legend", lang, put_legend, w, fault);
}

static bool go_to(const struct casata_course *c, const struct casata_game *g, const struct lesson_blocks *b,
                  const char *name, struct casata_match *m, char fault[200]) {
    const struct lesson_block *block = guide_block(b, name);
    struct guide_place *p = malloc(sizeof *p);
    bool ok = false;
    casata_print(fault, 200, p ? "there is no \"%.40s\"" : "out of memory", name);
    if (p && block) {
        ok = guide_place(p, c, g, block, m);
        casata_print(fault, 200, "%s", p->l.fault);
        guide_leave(p);
    }
    free(p);
    return ok;
}

bool casata_guide_picture(const struct casata_course *c, const struct casata_game *g, const char *picture,
                          struct casata_match *m, char fault[200]) {
    return go_to(c, g, &c->picture, picture, m, fault);
}

/* --- worked examples --------------------------------------------------------------------------------------------------- */

void casata_guide_examples(const struct casata_course *c, struct casata_writer *w) {
    casata_w_key(w, "examples");
    casata_w_open(w, '[');
    for (int i = 0; i < c->example.n; i++) {
        const struct lesson_block *b = &c->example.block[i];
        casata_w_open(w, '{');
        casata_w_key_str(w, "id", b->name);
        casata_w_key(w, "rules");
        casata_w_open(w, '[');
        for (int k = b->first; k < b->end; k++) {
            char copy[LESSON_LINE], *rest = copy;
            if (strcmp(c->line[k].word, "rules")) continue;
            casata_print(copy, sizeof copy, "%s", c->line[k].rest);
            for (char *rule; (rule = lesson_word(&rest));) casata_w_str(w, rule);
        }
        casata_w_close(w, ']');
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

static bool is_decision(const struct lesson_line *line) {
    return !strcmp(line->word, "play") || !strcmp(line->word, "chance");
}

/* The subject of the example: the decisions after the lines that set up its position. */
static int first_decision(const struct casata_course *c, const struct lesson_block *b) {
    int at = b->first;
    for (int i = b->first; i < b->end; i++)
        if (lesson_is_start(c->line[i].word) && !is_decision(&c->line[i])) at = i + 1;
    return at;
}

static bool play_on(struct casata_match *m, const struct lesson_line *line, char fault[200]) {
    bool chance = !strcmp(line->word, "chance");
    if (chance && !strcmp(line->rest, "*")) {
        for (casata_action a; (a = lesson_first_outcome(&m->game, m->state));)
            if (casata_match_play(m, CASATA_CHANCE, a, NULL)) break;
        return true;
    }
    const char *text = chance ? line->rest : line->rest + 2;
    casata_action a = casata_action_parse(m->game.rules, text);
    if (a && !casata_match_play(m, chance ? CASATA_CHANCE : line->rest[0] - '0', a, NULL)) return true;
    casata_print(fault, 200, "line %d: not legal: %s", line->number, line->rest);
    return false;
}

bool casata_guide_example(const struct casata_course *c, const struct casata_game *g, const char *example,
                          struct casata_match *m, char fault[200]) {
    const struct lesson_block *b = guide_block(&c->example, example);
    struct lesson_blocks *one = calloc(1, sizeof *one);
    bool ok = b && one;
    if (!ok) casata_print(fault, 200, "there is no \"%.40s\"", example);
    if (ok) {
        *one = (struct lesson_blocks){.n = 1, .block = {*b}};
        one->block[0].end = first_decision(c, b);
        ok = go_to(c, g, one, example, m, fault);
        for (int i = one->block[0].end; ok && i < b->end; i++)
            if (is_decision(&c->line[i])) ok = play_on(m, &c->line[i], fault);
    }
    free(one);
    return ok;
}
