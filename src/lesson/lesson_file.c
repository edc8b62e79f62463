/* lesson_file.c: the file of a course cut into bases, lessons and steps (docs/lessons.md). Knows no game and plays nothing. */
#include "lesson/lesson_int.h"
#include "casata/guide.h"
#include "casata/lang.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

/* --- words and patterns ---------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static char *trim(char *text) {
    while (is_blank(*text)) text++;
    for (size_t n = strlen(text); n > 0 && is_blank(text[n - 1]); n--) text[n - 1] = 0;
    return text;
}

char *lesson_word(char **rest) {
    char *word = *rest;
    while (is_blank(*word)) word++;
    if (!*word) return NULL;
    char *end = word;
    while (*end && !is_blank(*end)) end++;
    *rest = end + (*end != 0);
    *end = 0;
    return word;
}

char *lesson_until(char **rest, char separator) {
    char *part = *rest;
    if (!part) return NULL;
    char *end = strchr(part, separator);
    *rest = end ? end + 1 : NULL;
    if (end) *end = 0;
    return trim(part);
}

const char *lesson_var(const struct casata_lesson_vars *vars, const char *name, size_t n) {
    for (int i = 0; i < vars->n; i++)
        if (strlen(vars->var[i].name) == n && memcmp(vars->var[i].name, name, n) == 0)
            return vars->var[i].value;
    return NULL;
}

static bool remember(struct casata_lesson_vars *vars, const char *name, size_t n, const char *value,
                     size_t len) {
    const char *known = lesson_var(vars, name, n);
    if (known) return strlen(known) == len && memcmp(known, value, len) == 0;
    if (vars->n == CASATA_LESSON_VARS || n >= sizeof vars->var->name || len >= sizeof vars->var->value)
        return false;
    struct casata_lesson_var *v = &vars->var[vars->n++];
    memcpy(v->name, name, n);
    memcpy(v->value, value, len);
    v->name[n] = v->value[len] = 0;
    return true;
}

bool lesson_match(const char *pattern, const char *text, struct casata_lesson_vars *vars) {
    struct casata_lesson_vars bound = *vars;
    for (;;) {
        while (is_blank(*pattern)) pattern++;
        while (is_blank(*text)) text++;
        size_t p = strcspn(pattern, " \t"), t = strcspn(text, " \t");
        bool any = p == 1 && *pattern == '*';
        if (any && !pattern[1]) break; /* any rest, or none */
        if (!p || !t) {
            if (p || t) return false;
            break;
        }
        if (*pattern == '$') {
            if (!remember(&bound, pattern + 1, p - 1, text, t)) return false;
        } else if (!any && (p != t || memcmp(pattern, text, p) != 0)) {
            return false;
        }
        pattern += p;
        text += t;
    }
    *vars = bound;
    return true;
}

bool lesson_match_any(const char *patterns, const char *text, struct casata_lesson_vars *vars) {
    char copy[LESSON_LINE], *rest = copy;
    casata_print(copy, sizeof copy, "%s", patterns);
    while (rest) {
        const char *pattern = lesson_until(&rest, '|');
        if (lesson_match(pattern, text, vars)) return true;
    }
    return false;
}

bool lesson_fill(const char *text, const struct casata_lesson_vars *vars, char *out, size_t cap) {
    size_t n = 0;
    while (*text) {
        const char *from = text;
        size_t len = 1;
        if (*text == '$') {
            size_t name = 0;
            while (is_name(text[1 + name])) name++;
            if (!(from = lesson_var(vars, text + 1, name))) return false;
            len = strlen(from);
            text += name;
        }
        text++;
        if (n + len >= cap) return false;
        memcpy(out + n, from, len);
        n += len;
    }
    out[n] = 0;
    return true;
}

/* Cuts the text at a word between blanks; returns the text after it. */
static char *cut_at(char *text, const char *word) {
    char *at = strstr(text, word);
    if (!at) return NULL;
    *at = 0;
    return trim(at + strlen(word));
}

bool lesson_clause(const char *text, const struct casata_lesson_vars *vars, struct lesson_clause *c) {
    if (!vars)
        casata_print(c->copy, sizeof c->copy, "%s", text);
    else if (!lesson_fill(text, vars, c->copy, sizeof c->copy))
        return false;
    c->when = cut_at(c->copy, " when ");
    c->args = cut_at(c->copy, " with ");
    c->name = cut_at(c->copy, "->");
    c->head = trim(c->copy);
    return true;
}

/* --- the file ---------------------------------------------------------------------------------------------- */

static bool bad_line(char err[200], int line, const char *what, const char *which) {
    casata_print(err, 200, "line %d: %s \"%s\"", line, what, which);
    return false;
}

/* Comments begin a line or follow a blank. */
static void cut_comment(char *text) {
    for (char *c = strchr(text, '#'); c; c = strchr(c + 1, '#'))
        if (c == text || is_blank(c[-1])) {
            *c = 0;
            return;
        }
}

static void split_lines(struct casata_course *c) {
    int number = 0;
    for (char *at = c->text, *next; at; at = next) {
        next = strchr(at, '\n');
        if (next) *next++ = 0;
        number++;
        cut_comment(at);
        char *rest = trim(at), *word = lesson_word(&rest);
        if (word) c->line[c->n_lines++] = (struct lesson_line){word, trim(rest), number};
    }
}

/* The first words of lines, and where they may stand. */
enum {
    IN_BASE = 1,
    IN_COURSE = 2,
    IN_LESSON = 4,
    IN_STEP = 8,
    IN_SECTION = 16,
    IN_PICTURE = 32,
    IN_LEGEND = 64,
    IN_EXAMPLE = 128,
    HAS_START = IN_BASE | IN_COURSE | IN_LESSON | IN_STEP | IN_SECTION | IN_PICTURE | IN_EXAMPLE,
};
static const struct {
    const char *word;
    int where;
    bool bare; /* nothing follows it */
} words[] = {
    {"new", HAS_START, false},    {"use", HAS_START, false},
    {"set", HAS_START, false},    {"chance", HAS_START, false},
    {"play", HAS_START, false},   {"about", IN_COURSE, false},
    {"miss", IN_COURSE, false},   {"wrong", IN_COURSE | IN_LESSON | IN_STEP, false},
    {"lit", IN_STEP, false},      {"accept", IN_STEP, false},
    {"next", IN_STEP, true},      {"optional", IN_STEP, true},
    {"repeat", IN_STEP, true},    {"during", IN_STEP, false},
    {"holds", IN_STEP, false},    {"then", IN_STEP, false},
    {"text", IN_SECTION, false},  {"item", IN_SECTION, false},
    {"point", IN_SECTION, false}, {"row", IN_SECTION, false},
    {"show", IN_SECTION, false},  {"crop", IN_PICTURE, false},
    {"mark", IN_PICTURE, false},  {"sign", IN_LEGEND, false},
    {"each", IN_LEGEND, false},   {"bare", IN_LEGEND, false},
    {"place", IN_LEGEND, false},  {"note", IN_LEGEND, false},
    {"rules", IN_EXAMPLE, false},
};

static bool known_word(const struct lesson_line *line, int where, char err[200]) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, line->word) == 0) {
            if (!(words[i].where & where)) return bad_line(err, line->number, "not here:", line->word);
            if (words[i].bare != !*line->rest)
                return bad_line(err, line->number,
                                words[i].bare ? "nothing follows" : "something must follow", line->word);
            return true;
        }
    return bad_line(err, line->number, "unknown word", line->word);
}

static bool good_name(const struct lesson_line *line, char err[200]) {
    size_t n = strcspn(line->rest, " \t");
    for (size_t i = 0; i < n; i++)
        if (!is_name(line->rest[i])) return bad_line(err, line->number, "not a name:", line->rest);
    return n > 0 && n < 40 ? true : bad_line(err, line->number, "a name must follow", line->word);
}

static bool begin_block(struct lesson_block *b, const char *name, int at) {
    *b = (struct lesson_block){.first = at + 1, .end = at + 1, .heading = at};
    memcpy(b->name, name, strcspn(name, " \t"));
    return true;
}

/* A step or close begins. */
static bool take_step(struct casata_course *c, struct lesson_part *part, int at, char err[200]) {
    const struct lesson_line *line = &c->line[at];
    if (part->n_steps == MAX_STEPS) return bad_line(err, line->number, "too many steps:", line->rest);
    if (part->n_steps == 0) part->begin = at;
    return good_name(line, err) && begin_block(&part->step[part->n_steps++], line->rest, at);
}

/* The blocks of a guide, by the word that begins them. */
static struct lesson_blocks *blocks_of(struct casata_course *c, const char *word, int *where) {
    const struct {
        const char *word;
        int where;
        struct lesson_blocks *blocks;
    } kind[] = {{"section", IN_SECTION, &c->section},
                {"picture", IN_PICTURE, &c->picture},
                {"legend", IN_LEGEND, &c->legend},
                {"example", IN_EXAMPLE, &c->example}};
    for (int i = 0; i < 4; i++)
        if (strcmp(kind[i].word, word) == 0) {
            *where = kind[i].where;
            return kind[i].blocks;
        }
    return NULL;
}

static bool take_block(struct casata_course *c, struct lesson_blocks *b, int at, char err[200]) {
    const struct lesson_line *line = &c->line[at];
    if (!good_name(line, err)) return false;
    if (b->n == MAX_PARTS) return bad_line(err, line->number, "too many of these:", line->word);
    begin_block(&b->block[b->n], line->rest, at);
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->block[i].name, b->block[b->n].name) == 0)
            return bad_line(err, line->number, "there already:", line->rest);
    b->n++;
    return true;
}

static bool take_heading(struct casata_course *c, int at, int *where, char err[200]) {
    const struct lesson_line *line = &c->line[at];
    struct lesson_blocks *blocks = blocks_of(c, line->word, where);
    if (blocks) return take_block(c, blocks, at, err);
    if (strcmp(line->word, "course") == 0) {
        if (c->course.name[0] || *line->rest)
            return bad_line(err, line->number, "twice, or with a name:", "course");
        *where = IN_COURSE;
        return begin_block(&c->course, "course", at);
    }
    if (!good_name(line, err)) return false;
    if (strcmp(line->word, "base") == 0) {
        if (c->n_bases == MAX_BASES) return bad_line(err, line->number, "too many bases:", line->rest);
        *where = IN_BASE;
        return begin_block(&c->base[c->n_bases++], line->rest, at);
    }
    if (c->n_lessons == MAX_LESSONS) return bad_line(err, line->number, "too many lessons:", line->rest);
    if (casata_course_find(c, line->rest) >= 0 || strcmp(line->rest, "course") == 0)
        return bad_line(err, line->number, "a lesson of this name is there already:", line->rest);
    *where = IN_LESSON;
    c->lesson[c->n_lessons].begin = at + 1;
    return begin_block(&c->lesson[c->n_lessons++].block, line->rest, at);
}

static bool is_heading(const char *word) {
    static const char *const heading[] = {"base",    "course", "lesson", "section",
                                          "picture", "legend", "example"};
    for (size_t i = 0; i < sizeof heading / sizeof *heading; i++)
        if (strcmp(heading[i], word) == 0) return true;
    return false;
}

/* One line; `where` is the kind of the block it stands in. */
static bool take_line(struct casata_course *c, int at, int *where, char err[200]) {
    const struct lesson_line *line = &c->line[at];
    struct lesson_part *part = c->n_lessons ? &c->lesson[c->n_lessons - 1] : NULL;
    if (is_heading(line->word)) return take_heading(c, at, where, err);
    bool step = !strcmp(line->word, "step") || !strcmp(line->word, "close");
    if (step) {
        if (!(*where & (IN_LESSON | IN_STEP))) return bad_line(err, line->number, "not here:", line->word);
        *where = IN_STEP;
        if (!take_step(c, part, at, err)) return false;
    } else if (!*where) {
        return bad_line(err, line->number, "a base, a course or a lesson must begin before", line->word);
    } else if (!known_word(line, *where, err)) {
        return false;
    }
    if (*where == IN_BASE) c->base[c->n_bases - 1].end = at + 1;
    if (*where == IN_COURSE) c->course.end = at + 1;
    if (*where == IN_LESSON) part->begin = at + 1;
    if (*where & (IN_LESSON | IN_STEP)) part->block.end = at + 1;
    if (*where == IN_STEP) part->step[part->n_steps - 1].end = at + 1;
    struct lesson_blocks *const block[] = {&c->section, &c->picture, &c->legend, &c->example};
    for (int i = 0; i < 4; i++)
        if (*where == IN_SECTION << i) block[i]->block[block[i]->n - 1].end = at + 1;
    return true;
}

/* Closes come last, and there is one; a step ends by a decision or by Next, not by both. */
static bool good_lesson(const struct casata_course *c, const struct lesson_part *part, char err[200]) {
    bool closed = false;
    for (int i = 0; i < part->n_steps; i++) {
        const struct lesson_block *b = &part->step[i];
        const struct lesson_line *heading = &c->line[b->heading];
        bool close = !strcmp(heading->word, "close");
        int next = 0, accept = 0;
        if (closed && !close) return bad_line(err, heading->number, "a step after the close:", heading->rest);
        closed = close;
        for (int k = b->first; k < b->end; k++) {
            next += !strcmp(c->line[k].word, "next");
            accept += !strcmp(c->line[k].word, "accept");
        }
        if (!close && (next > 0) == (accept > 0))
            return bad_line(err, heading->number, "needs either \"next\" or \"accept\": step", heading->rest);
    }
    return closed ? true : bad_line(err, c->line[part->block.heading].number, "no close:", part->block.name);
}

struct casata_course *casata_course_read(const char *text, size_t n, char err[200]) {
    struct casata_course *c = calloc(1, sizeof *c);
    char *copy = malloc(n + 1);
    struct lesson_line *lines = calloc(n + 1, sizeof *lines);
    bool ok = c && copy && lines;
    casata_print(err, 200, "out of memory");
    if (ok) {
        memcpy(copy, text, n);
        copy[n] = 0;
        c->text = copy;
        c->line = lines;
        int where = 0;
        split_lines(c);
        for (int i = 0; ok && i < c->n_lines; i++) ok = take_line(c, i, &where, err);
        for (int i = 0; ok && i < c->n_lessons; i++) ok = good_lesson(c, &c->lesson[i], err);
        if (ok && c->n_lessons + c->section.n + c->example.n == 0)
            ok = bad_line(err, 1, "no lesson in", "the file");
        if (ok) return c;
    }
    free(copy);
    free(lines);
    free(c);
    return NULL;
}

void casata_course_free(struct casata_course *c) {
    if (!c) return;
    free(c->text);
    free(c->line);
    free(c);
}

int casata_course_count(const struct casata_course *c) { return c->n_lessons; }
const char *casata_course_name(const struct casata_course *c, int i) { return c->lesson[i].block.name; }

int casata_course_find(const struct casata_course *c, const char *id) {
    int number = 0;
    for (const char *p = id; *p >= '0' && *p <= '9' && number < 1000; p++) number = 10 * number + *p - '0';
    for (int i = 0; i < c->n_lessons; i++)
        if (strcmp(c->lesson[i].block.name, id) == 0) return i;
    return number >= 1 && number <= c->n_lessons ? number - 1 : -1;
}

#ifdef __wasm__ /* the host hands the file over */
const char *casata_course_file(const char *game, size_t *n) { return (void)game, (void)n, NULL; }
const char *casata_guide_file(const char *game, size_t *n) { return (void)game, (void)n, NULL; }
#else
extern const struct lesson_text lesson_texts[], guide_texts[];
static const char *find_file(const struct lesson_text *t, const char *game, size_t *n) {
    for (; t->game; t++)
        if (strcmp(t->game, game) == 0) {
            *n = *t->size;
            return (const char *)t->text;
        }
    return NULL;
}
const char *casata_course_file(const char *game, size_t *n) { return find_file(lesson_texts, game, n); }
const char *casata_guide_file(const char *game, size_t *n) { return find_file(guide_texts, game, n); }
#endif

/* --- texts about lessons -------------------------------------------------------------------------------------- */

size_t casata_course_say(int lang, const struct casata_rules *rules, const char *lesson, const char *name,
                         char *out, size_t cap) {
    char id[160];
    struct casata_msg msg = {.id = id};
    casata_print(id, sizeof id, "lesson.%s.%s", lesson, name);
    return casata_say(lang, rules, &msg, NULL, out, cap);
}

int lesson_count_words(const char *text) {
    int n = 0;
    for (bool in = false; text && *text; text++) {
        bool blank = *text == ' ' || *text == '\n';
        n += !blank && !in;
        in = !blank;
    }
    return n;
}

int casata_course_minutes(const struct casata_course *c, const struct casata_rules *rules, int lang,
                          int lesson) {
    enum { WORDS = 180, DECISION = 12 }; /* a minute; words as long to read as a decision takes */
    const struct lesson_part *part = &c->lesson[lesson];
    int words = 0;
    for (int i = 0; i < part->n_steps; i++) {
        char id[160];
        casata_print(id, sizeof id, "%s.lesson.%s.%s", rules->id, part->block.name, part->step[i].name);
        words += lesson_count_words(casata_template(lang, id, 1)) + DECISION;
    }
    return (words + WORDS - 1) / WORDS;
}

struct casata_course *casata_guide_load(const char *game, char err[200]) {
    size_t n_guide = 0, n_course = 0;
    const char *guide = casata_guide_file(game, &n_guide), *course = casata_course_file(game, &n_course);
    casata_print(err, 200, "there is neither a guide nor a course of %s", game);
    if (!guide && !course) return NULL;
    char *both = malloc(n_guide + n_course + 1);
    if (!both) return NULL;
    if (guide) memcpy(both, guide, n_guide);
    both[n_guide] = '\n';
    if (course) memcpy(both + n_guide + 1, course, n_course);
    struct casata_course *c = casata_course_read(both, n_guide + n_course + 1, err);
    free(both);
    return c;
}
