/* lesson_check.c: plays every way through the lessons of a course and checks them (docs/lessons.md).
 * Knows no game. */
#include "lesson/lesson_int.h"
#include "casata/lang.h"
#include "casata/writer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 40000, TABLE = 1 << 17, MOST_WORDS = 25 * 180, MOST_FIRST = 90 };

struct node { /* a step in a position, already visited */
    uint64_t key;
    int words[CASATA_LANG_COUNT]; /* of the longest way from here to the end */
};
struct checker {
    struct casata_lesson_report *report;
    const struct casata_course *course;
    struct casata_game game;
    struct casata_lesson l;
    struct casata_match match;
    struct node *node; /* open addressing, key 0: free */
    int n_nodes;
    uint32_t *used;     /* of a line: a bit for each pattern reached */
    bool *failed;       /* of a line: already reported */
    bool order_matters; /* conditions depend on the moves played */
    int acted;          /* decisions on the way here */
    int said[CASATA_LANG_COUNT];
};

__attribute__((format(printf, 3, 4))) static bool fail(struct checker *k, const struct lesson_line *line,
                                                       const char *format, ...) {
    char what[300], text[420];
    va_list ap;
    va_start(ap, format);
    casata_vprint(what, sizeof what, format, ap);
    va_end(ap);
    if (line && k->failed[line - k->course->line]) return false; /* once is enough */
    if (line) k->failed[line - k->course->line] = true;
    const char *lesson = k->l.course ? casata_course_name(k->course, k->l.index) : "course";
    if (line)
        casata_print(text, sizeof text, "lesson %s, line %d: %s", lesson, line->number, what);
    else
        casata_print(text, sizeof text, "lesson %s: %s", lesson, what);
    k->report->failed++;
    k->report->fail(k->report, text);
    return false;
}

static void check(struct checker *k, bool ok, const struct lesson_line *line, const char *what,
                  const char *which) {
    if (ok)
        k->report->passed++;
    else
        fail(k, line, "%s %s", what, which);
}

/* --- texts ---------------------------------------------------------------------------------------------------- */

static bool has_digit(const char *template) {
    for (int depth = 0; *template; template ++) {
        depth += (*template == '{') - (*template == '}');
        if (!depth && *template >= '0' && *template <= '9') return true;
    }
    return false;
}

/* Every placeholder has its argument, and every argument its placeholder. */
static bool arguments_fit(const char *template, int n) {
    unsigned there = 0;
    for (; *template; template ++)
        if (*template == '{' && template[1] >= '0' && template[1] <= '9') there |= 1u << (template[1] - '0');
    return there == (1u << n) - 1;
}

const char *lesson_text_fault(const struct casata_rules *rules, const char *id, int lang, int n_args) {
    static const long counts[] = {1, 2, 5};
    char full[200];
    casata_print(full, sizeof full, "%s.%s", rules->id, id);
    for (int i = 0; i < 3; i++) {
        const char *template = casata_template(lang, full, counts[i]);
        if (!template) return "no text";
        if (has_digit(template)) return "a digit in the text";
        if (!arguments_fit(template, n_args)) return "arguments do not fit the text";
    }
    return NULL;
}

/* No form of the message has a figure as a word. */
static void check_number_words(struct checker *k, const struct lesson_line *line, const char *id, int lang) {
    static const long counts[] = {1, 2, 5};
    char full[200], word[32] = "";
    casata_print(full, sizeof full, "%s.%s", k->game.rules->id, id);
    bool there = false;
    for (int i = 0; i < 3 && !there; i++)
        there = lesson_number_word(lang, casata_template(lang, full, counts[i]), word);
    casata_print(full, sizeof full, "%s.%s (%s): %s", k->game.rules->id, id, casata_lang_code(lang), word);
    check(k, !there, line, "a figure as a word in the text", full);
}

/* A message of the lesson exists in every language, without figures of its own. */
static void check_message(struct checker *k, const struct lesson_line *line, const char *id, int n_args) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++) {
        if (k->report->lang >= 0 && lang != k->report->lang) continue;
        const char *fault = lesson_text_fault(k->game.rules, id, lang, n_args);
        char what[300];
        casata_print(what, sizeof what, "%s.%s (%s)", k->game.rules->id, id, casata_lang_code(lang));
        check(k, !fault, line, fault ? fault : "", what);
        if (fault) return;
        check_number_words(k, line, id, lang);
    }
}

bool lesson_args_known(const char *args) {
    char copy[LESSON_LINE], *rest = copy;
    casata_print(copy, sizeof copy, "%s", args ? args : "a");
    while (rest) {
        const char *one = lesson_until(&rest, ';');
        if (one[strspn(one, "0123456789 +-*/()")] == 0) return false;
    }
    return true;
}

/* NAME with ARGS: its present text in each language; words[] gets the word counts. */
static void check_text(struct checker *k, const struct lesson_line *line, const char *name, const char *args,
                       int words[CASATA_LANG_COUNT]) {
    char out[CASATA_LESSON_TEXT];
    struct lesson_args a;
    struct lesson_clause written;
    lesson_clause(line->rest, NULL, &written);
    check(k, lesson_args_known(written.args), line, "a figure that comes from nowhere:", args ? args : "");
    if (!lesson_args(&k->l, args, &a)) {
        fail(k, line, "%s", k->l.fault);
        return;
    }
    lesson_message(&k->l, name, a.id);
    check_message(k, line, a.id, a.msg.n);
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++) {
        if (k->report->lang >= 0 && lang != k->report->lang) continue;
        lesson_say(&k->l, lang, name, args, out, sizeof out);
        check(k, !strstr(out, "⟨"), line, "a word that does not exist:", out);
        if (words) words[lang] = lesson_count_words(out);
    }
}

/* --- a step -------------------------------------------------------------------------------------------------------- */

static void check_light(struct checker *k, const struct lesson_line *line, const char *name) {
    struct casata_lesson *l = &k->l;
    const struct casata_scene *s = casata_lesson_scene(l);
    char copy[96], *face;
    bool found = strcmp(name, "choices") == 0;
    casata_print(copy, sizeof copy, "%s", name);
    if ((face = strchr(copy, ':'))) *face++ = 0;
    if (face && strcmp(copy, "counter") == 0) {
        int unit = casata_word_find(l->game.rules->units, face, strlen(face));
        for (int i = 0; i < s->n_counters; i++)
            found |= s->counter[i].seat == CASATA_LEARNER && s->counter[i].index == unit;
    }
    for (int i = 0; !face && i < s->n_slots; i++) found |= lesson_slot_is(l, i, copy, strlen(copy));
    for (int i = 0; face && i < s->n_pieces; i++)
        found |= lesson_slot_is(l, s->piece[i].slot, copy, strlen(copy)) && lesson_piece_is(l, i, face);
    check(k, found, line, "nothing there to light:", name);
}

static void check_lights(struct checker *k, const struct lesson_line *line) {
    struct lesson_clause c;
    if (!lesson_clause(line->rest, &k->l.vars, &c)) {
        fail(k, line, "a variable without a value: %s", line->rest);
        return;
    }
    if (!lesson_true(&k->l, c.when)) return;
    char *rest = c.head;
    for (char *name; (name = lesson_word(&rest));) check_light(k, line, name);
}

static void check_holds(struct checker *k, const struct lesson_line *line) {
    struct lesson_clause c;
    int64_t value = 0;
    if (!lesson_clause(line->rest, &k->l.vars, &c))
        fail(k, line, "a variable without a value: %s", line->rest);
    else if (!lesson_true(&k->l, c.when))
        return;
    else if (!lesson_value(&k->l, c.head, &value))
        fail(k, line, "%s", k->l.fault);
    else
        check(k, value != 0, line, "does not hold:", c.head);
}

/* Bit set of the patterns of a line that fit the action. */
static uint32_t patterns_met(struct checker *k, const struct lesson_line *line, const char *action) {
    struct lesson_clause c;
    uint32_t met = 0, bit = 1;
    lesson_clause(line->rest, NULL, &c);
    for (char *rest = c.head; rest; bit <<= 1) {
        const char *pattern = lesson_until(&rest, '|');
        struct casata_lesson_vars vars = k->l.vars;
        struct lesson_clause filled;
        if (!lesson_match(pattern, action, &vars)) continue;
        if (c.when && (!lesson_clause(line->rest, &vars, &filled) || !lesson_true(&k->l, filled.when)))
            continue;
        met |= bit;
    }
    return met;
}

static void check_answer(struct checker *k, const struct lesson_line *line,
                         const struct casata_lesson_vars *vars) {
    struct lesson_clause c;
    char name[64];
    const struct lesson_block *course = &k->course->course;
    int at = (int)(line - k->course->line);
    if (!lesson_clause(line->rest, vars, &c) || !c.name) {
        fail(k, line, "an answer is PATTERN -> NAME, and its variables have values: %s", line->rest);
        return;
    }
    casata_print(name, sizeof name, at >= course->first && at < course->end ? "course.%s" : "%s", c.name);
    check_text(k, line, name, c.args, NULL);
}

/* The bit of the pattern that a touch meets first. */
static uint32_t touch_met(struct checker *k, const struct lesson_line *line, int slot, int piece) {
    struct lesson_clause c;
    uint32_t bit = 1;
    lesson_clause(line->rest, NULL, &c);
    for (char *rest = c.head; rest; bit <<= 1) {
        char name[96], *face;
        const char *pattern = lesson_until(&rest, '|');
        if (strncmp(pattern, "at ", 3)) continue;
        casata_print(name, sizeof name, "%s", pattern + 3);
        if ((face = strchr(name, ':'))) *face++ = 0;
        if (lesson_slot_is(&k->l, slot, name, strlen(name)) &&
            (!face || (piece >= 0 && lesson_piece_is(&k->l, piece, face))))
            return bit;
    }
    return 0;
}

/* Answers to touches that decide nothing. */
static void check_touches(struct checker *k) {
    const struct casata_scene *s = casata_lesson_scene(&k->l);
    for (int i = 0; i < s->n_slots + s->n_pieces; i++) {
        int piece = i < s->n_slots ? -1 : i - s->n_slots;
        int slot = piece < 0 ? i : s->piece[piece].slot;
        struct casata_lesson_vars vars = k->l.vars;
        const struct lesson_line *line = lesson_answer(&k->l, NULL, slot, piece, &vars);
        if (!line) continue;
        k->used[line - k->course->line] |= touch_met(k, line, slot, piece);
        check_answer(k, line, &vars);
    }
}

/* The possible decisions in this step: accepted, or with an answer. */
static int check_decisions(struct checker *k, casata_action accepted[CASATA_MAX_CHOICES]) {
    struct casata_lesson *l = &k->l;
    const struct lesson_block *b = lesson_step(l);
    const struct lesson_line *heading = lesson_heading(l);
    casata_action legal[CASATA_MAX_CHOICES];
    int n = casata_legal(&l->game, l->match->state, CASATA_LEARNER, legal);
    check(k, n > 0, heading, "the learner has nothing to decide in", b->name);
    for (int i = 0; i < n; i++) {
        char text[CASATA_ACTION_TEXT];
        struct casata_lesson_vars vars = l->vars;
        casata_action_text(l->game.rules, legal[i], text);
        for (int at = b->first; at < b->end; at++)
            if (!strcmp(k->course->line[at].word, "accept"))
                k->used[at] |= patterns_met(k, &k->course->line[at], text);
        if (lesson_accepts(l, legal[i], NULL)) continue;
        int slot = -1, piece = -1;
        const struct casata_scene *s = casata_lesson_scene(l);
        for (int c = 0; c < s->n_choices; c++)
            if (s->choice[c].action == legal[i]) slot = s->choice[c].slot, piece = s->choice[c].piece;
        const struct lesson_line *line = lesson_answer(l, text, slot, piece, &vars);
        check(k, line != NULL, heading, "no answer to", text);
        if (!line) continue;
        k->used[line - k->course->line] |= patterns_met(k, line, text);
        check_answer(k, line, &vars);
    }
    check_touches(k);
    return casata_lesson_accepted(l, accepted);
}

/* The text, lights and figures of the step or the close; its words go to words[]. */
static bool check_step(struct checker *k, int words[CASATA_LANG_COUNT]) {
    struct casata_lesson *l = &k->l;
    const struct lesson_line *heading = lesson_heading(l);
    const struct lesson_block *b = lesson_step(l);
    struct lesson_clause c;
    if (!heading) return fail(k, NULL, "no close applies");
    k->used[heading - k->course->line] |= 1;
    if (!lesson_clause(heading->rest, &l->vars, &c))
        return fail(k, heading, "a variable without a value: %s", heading->rest);
    check_text(k, heading, c.head, c.args, words);
    int first = b ? b->first : (int)(heading - k->course->line) + 1, end = b ? b->end : first;
    for (; !b && end < k->course->n_lines && !strcmp(k->course->line[end].word, "holds");) end++;
    for (int i = first; i < end; i++) {
        const struct lesson_line *line = &k->course->line[i];
        if (!strcmp(line->word, "lit")) check_lights(k, line);
        if (!strcmp(line->word, "holds")) check_holds(k, line);
    }
    return true;
}

/* --- all ways through a lesson --------------------------------------------------------------------------------------- */

/* The node of the lesson's present state: step, position, variables and, if they count, the moves played. */
static struct node *find_node(struct checker *k) {
    const struct casata_lesson *l = &k->l;
    uint64_t key = casata_hash(&l->game, l->match->state) + (uint64_t)l->step * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < l->vars.n; i++)
        key = casata_hash_bytes(l->vars.var[i].value, strlen(l->vars.var[i].value), key);
    if (k->order_matters) key = casata_hash_bytes(l->move, (size_t)l->n_moves * sizeof *l->move, key);
    key |= 1;
    size_t at = key % TABLE;
    while (k->node[at].key && k->node[at].key != key) at = (at + 1) % TABLE;
    if (!k->node[at].key) {
        k->n_nodes++;
        k->node[at] = (struct node){.key = key, .words = {-1, -1, -1}};
    }
    return &k->node[at];
}

static bool walk(struct checker *k, int longest[CASATA_LANG_COUNT]);

/* Takes one way on from here and comes back. */
static bool follow(struct checker *k, casata_action a, int longest[CASATA_LANG_COUNT]) {
    int words[CASATA_LANG_COUNT] = {0};
    const struct lesson_line *heading = lesson_heading(&k->l);
    enum casata_lesson_result result = a ? casata_lesson_act(&k->l, a) : casata_lesson_next(&k->l);
    if (result != CASATA_LESSON_ON) return fail(k, heading, "%s", k->l.fault);
    k->acted += a != 0;
    bool ok = walk(k, words);
    k->acted -= a != 0;
    for (int i = 0; i < CASATA_LANG_COUNT; i++)
        if (words[i] > longest[i]) longest[i] = words[i];
    return ok && (casata_lesson_back(&k->l) || fail(k, heading, "going back: %s", k->l.fault));
}

static void note_first_move(struct checker *k, const int words[CASATA_LANG_COUNT]) {
    for (int i = 0; i < CASATA_LANG_COUNT; i++)
        if (k->l.index == 0 && k->acted == 0 && k->said[i] + words[i] > k->report->first[i])
            k->report->first[i] = k->said[i] + words[i];
}

/* False: going on makes no sense. longest: words of the longest way to the end. */
static bool walk(struct checker *k, int longest[CASATA_LANG_COUNT]) {
    casata_action accepted[CASATA_MAX_CHOICES];
    int words[CASATA_LANG_COUNT] = {0};
    struct node *node = find_node(k);
    if (node->words[0] >= 0) {
        memcpy(longest, node->words, sizeof node->words);
        return true;
    }
    if (k->n_nodes > MOST_NODES) return fail(k, NULL, "more than %d ways", MOST_NODES);
    if (!check_step(k, words)) return false;
    bool ok = true;
    if (casata_lesson_over(&k->l)) {
        ;
    } else if (casata_lesson_waits(&k->l)) {
        for (int i = 0; i < CASATA_LANG_COUNT; i++) k->said[i] += words[i];
        ok = follow(k, 0, longest);
        for (int i = 0; i < CASATA_LANG_COUNT; i++) k->said[i] -= words[i];
    } else {
        note_first_move(k, words);
        int n = check_decisions(k, accepted);
        if (n == 0) ok = fail(k, lesson_heading(&k->l), "nothing that is accepted is legal");
        for (int i = 0; ok && i < n; i++) ok = follow(k, accepted[i], longest);
    }
    node = find_node(k);
    for (int i = 0; i < CASATA_LANG_COUNT; i++) node->words[i] = longest[i] += words[i];
    return ok;
}

/* Every step, pattern and answer of the lesson was reached on some way. */
static void check_used(struct checker *k, int first, int end) {
    for (int i = first; i < end; i++) {
        const struct lesson_line *line = &k->course->line[i];
        struct lesson_clause c;
        uint32_t bit = 1;
        bool step = !strcmp(line->word, "step") || !strcmp(line->word, "close");
        if (step) check(k, k->used[i], line, "no way leads to", line->rest);
        if (step && !k->used[i]) { /* never reached */
            while (i + 1 < end && strcmp(line[1].word, "step") && strcmp(line[1].word, "close")) i++, line++;
            continue;
        }
        if (strcmp(line->word, "accept") && strcmp(line->word, "wrong")) continue;
        lesson_clause(line->rest, NULL, &c);
        for (char *rest = c.head; rest; bit <<= 1) {
            const char *pattern = lesson_until(&rest, '|');
            if (strcmp(pattern, "*"))
                check(k, k->used[i] & bit, line, "never legal, or answered before:", pattern);
        }
    }
}

static bool says_played(const struct casata_course *c, const struct lesson_part *part) {
    for (int i = part->block.first; i < part->block.end; i++)
        if (strstr(c->line[i].rest, "played(")) return true;
    return false;
}

static void check_lesson(struct checker *k, int lesson) {
    const struct lesson_part *part = &k->course->lesson[lesson];
    int words[CASATA_LANG_COUNT] = {0};
    char id[160];
    memset(k->node, 0, TABLE * sizeof *k->node);
    k->n_nodes = k->acted = 0;
    k->order_matters = says_played(k->course, part);
    if (!casata_lesson_begin(&k->l, k->course, &k->game, lesson, &k->match)) {
        char why[200];
        casata_print(why, sizeof why, "%s", k->l.fault);
        k->l.course = k->course;
        fail(k, &k->course->line[part->block.heading], "%s", why);
        return;
    }
    for (int i = 0; i < 2; i++) {
        casata_print(id, sizeof id, "lesson.%s.%s", part->block.name, i ? "idea" : "title");
        check_message(k, &k->course->line[part->block.heading], id, 0);
    }
    if (walk(k, words)) check_used(k, part->block.first, part->block.end);
    for (int i = 0; i < CASATA_LANG_COUNT; i++) k->report->words[i] += words[i];
    casata_lesson_end(&k->l);
    casata_match_free(&k->match);
}

static void check_about(struct checker *k) {
    if (!casata_lesson_begin(&k->l, k->course, &k->game, 0, &k->match)) return; /* reported already */
    for (int i = k->course->course.first; i < k->course->course.end; i++) {
        const struct lesson_line *line = &k->course->line[i];
        struct lesson_clause c;
        char name[64];
        int words[CASATA_LANG_COUNT];
        if (strcmp(line->word, "about") && strcmp(line->word, "miss")) continue;
        lesson_clause(line->rest, NULL, &c);
        casata_print(name, sizeof name, "course.%s", c.head);
        check_text(k, line, name, c.args, words);
    }
    casata_lesson_end(&k->l);
    casata_match_free(&k->match);
}

void casata_course_check(const struct casata_course *c, const struct casata_game *g,
                         struct casata_lesson_report *r) {
    struct checker *k = calloc(1, sizeof *k);
    struct node *node = calloc(TABLE, sizeof *node);
    uint32_t *used = calloc((size_t)c->n_lines, sizeof *used);
    bool *failed = calloc((size_t)c->n_lines, sizeof *failed);
    if (k && node && used && failed) {
        *k = (struct checker){
            .report = r, .course = c, .game = *g, .node = node, .used = used, .failed = failed};
        for (int i = 0; i < c->n_lessons; i++) check_lesson(k, i);
        check_about(k);
        check_used(k, c->course.first, c->course.end);
        for (int i = 0; i < CASATA_LANG_COUNT; i++) {
            check(k, r->words[i] <= MOST_WORDS, NULL, "longer than 25 minutes of reading in",
                  casata_lang_code(i));
            check(k, r->first[i] <= MOST_FIRST, NULL, "first own decision later than after 30 seconds in",
                  casata_lang_code(i));
        }
    } else {
        r->failed++;
        r->fail(r, "out of memory");
    }
    free(k);
    free(node);
    free(used);
    free(failed);
}
