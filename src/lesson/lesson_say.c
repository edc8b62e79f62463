/* lesson_say.c: the texts and highlights of a lesson (docs/lessons.md). Knows no game. */
#include "lesson/lesson_int.h"
#include "casata/lang.h"
#include "casata/writer.h"

#include <string.h>

void lesson_message(const struct casata_lesson *l, const char *name, char out[160]) {
    const char *lesson = l->course->lesson[l->index].block.name;
    if (strchr(name, '.'))
        casata_print(out, 160, "lesson.%s", name);
    else
        casata_print(out, 160, "lesson.%s.%s", lesson, name);
}

size_t lesson_say(struct casata_lesson *l, int lang, const char *name, const char *args, char *out,
                  size_t cap) {
    struct lesson_args a;
    const char *seat[CASATA_MAX_SEATS] = {0};
    if (cap) out[0] = 0;
    if (!lesson_args(l, args, &a)) return 0;
    lesson_message(l, name, a.id);
    for (int i = 0; i < l->match->seats; i++)
        seat[i] = l->match->seat[i].name[0] ? l->match->seat[i].name : NULL;
    return casata_say(lang, l->game.rules, &a.msg, seat, out, cap);
}

size_t casata_lesson_text(struct casata_lesson *l, int lang, char *out, size_t cap) {
    const struct lesson_line *heading = lesson_heading(l);
    struct lesson_clause c;
    if (cap) out[0] = 0;
    if (!heading || !lesson_clause(heading->rest, &l->vars, &c)) return 0;
    return lesson_say(l, lang, c.head, c.args, out, cap);
}

size_t casata_lesson_reply(struct casata_lesson *l, int lang, char *out, size_t cap) {
    struct lesson_clause c;
    if (cap) out[0] = 0;
    if (!l->reply[0] || !lesson_clause(l->course->line[l->reply_line].rest, &l->reply_vars, &c)) return 0;
    return lesson_say(l, lang, l->reply, c.args, out, cap);
}

size_t casata_course_about(const struct casata_course *c, const struct casata_game *g, int lang,
                           const char *word, int k, char *out, size_t cap) {
    struct casata_match m = {0};
    size_t n = 0;
    if (cap) out[0] = 0;
    for (int i = c->course.first; i < c->course.end; i++) {
        struct lesson_clause clause;
        if (strcmp(c->line[i].word, word) || k-- > 0) continue;
        lesson_clause(c->line[i].rest, NULL, &clause);
        if (!clause.args) return casata_course_say(lang, g->rules, "course", clause.head, out, cap);
        if (c->n_lessons == 0) return 0;
        struct casata_lesson l = {0}; /* with the figures at the start of the first lesson */
        if (!casata_lesson_begin(&l, c, g, 0, &m)) return 0;
        char name[64];
        casata_print(name, sizeof name, "course.%s", clause.head);
        n = lesson_say(&l, lang, name, clause.args, out, cap);
        casata_lesson_end(&l);
        casata_match_free(&m);
        return n;
    }
    return 0;
}

/* --- highlights ------------------------------------------------------------------------------------------------- */

static void add(int16_t *list, int *n, int what) {
    for (int i = 0; i < *n; i++)
        if (list[i] == what) return;
    if (*n < CASATA_LESSON_LIGHTS) list[(*n)++] = (int16_t)what;
}

/* Where a person would touch the board for the accepted decisions. */
static void light_choices(struct casata_lesson *l, struct casata_lesson_lights *lit) {
    const struct casata_scene *s = casata_lesson_scene(l);
    for (int i = 0; i < s->n_choices; i++) {
        const struct casata_choice *c = &s->choice[i];
        if (!lesson_accepts(l, c->action, NULL)) continue;
        if (c->piece >= 0)
            add(lit->piece, &lit->n_pieces, c->piece);
        else if (c->slot >= 0)
            add(lit->slot, &lit->n_slots, c->slot);
    }
}

static void light_unit(struct casata_lesson *l, const char *unit, struct casata_lesson_lights *lit) {
    int index = casata_word_find(l->game.rules->units, unit, strlen(unit));
    if (index >= 0 && lit->n_counters < CASATA_LESSON_LIGHTS)
        lit->counter[lit->n_counters++] = (uint8_t)index;
}

static void light(struct casata_lesson *l, char *name, struct casata_lesson_lights *lit) {
    const struct casata_scene *s = casata_lesson_scene(l);
    char *face = strchr(name, ':');
    if (strcmp(name, "choices") == 0) {
        light_choices(l, lit);
        return;
    }
    if (face) *face++ = 0;
    if (face && strcmp(name, "counter") == 0) {
        light_unit(l, face, lit);
        return;
    }
    for (int i = 0; !face && i < s->n_slots; i++)
        if (lesson_slot_is(l, i, name, strlen(name))) add(lit->slot, &lit->n_slots, i);
    for (int i = 0; face && i < s->n_pieces; i++)
        if (lesson_slot_is(l, s->piece[i].slot, name, strlen(name)) && lesson_piece_is(l, i, face))
            add(lit->piece, &lit->n_pieces, i);
}

void casata_lesson_lit(struct casata_lesson *l, struct casata_lesson_lights *lit) {
    const struct lesson_block *b = lesson_step(l);
    *lit = (struct casata_lesson_lights){0};
    for (int i = b ? b->first : 0; b && i < b->end; i++) {
        struct lesson_clause c;
        if (strcmp(l->course->line[i].word, "lit") || !lesson_clause(l->course->line[i].rest, &l->vars, &c))
            continue;
        if (!lesson_true(l, c.when)) continue;
        char *rest = c.head;
        for (char *name; (name = lesson_word(&rest));) light(l, name, lit);
    }
}
