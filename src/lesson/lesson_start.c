/* lesson_start.c: the starting position of a lesson: a new game, decisions, and changes of position JSON
 * (docs/lessons.md). Knows no game. */
#include "lesson/lesson_int.h"
#include "casata/json.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

/* --- paths of position JSON ---------------------------------------------------------------------------------- */

/* The member whose key is the longest prefix of the path, so that keys may contain dots. */
static struct casata_json find_member(struct casata_json object, const char **path) {
    struct casata_json found = {NULL};
    size_t best = 0;
    struct casata_json_walk walk = casata_json_members(object);
    while (casata_json_next(&walk)) {
        char key[100];
        size_t n = casata_json_text(walk.key, key, sizeof key);
        bool whole = n < sizeof key && n > best && strncmp(*path, key, n) == 0 &&
                     ((*path)[n] == 0 || (*path)[n] == '.' || (*path)[n] == '[');
        if (!whole) continue;
        best = n;
        found = walk.element;
    }
    *path += best;
    return found;
}

static struct casata_json find_value(struct casata_json value, const char *path) {
    while (*path && value.at) {
        if (*path == '[') {
            int index = 0;
            for (path++; *path >= '0' && *path <= '9' && index < 100000; path++)
                index = 10 * index + *path - '0';
            if (*path++ != ']') return (struct casata_json){NULL};
            value = casata_json_at(value, index);
        } else {
            path += *path == '.';
            value = find_member(value, &path);
        }
    }
    return value;
}

const char *lesson_path(const char *json, const char *path, size_t *n) {
    struct casata_json root, value;
    struct casata_json_error error;
    if (!casata_json_read(json, strlen(json), &root, &error)) return NULL;
    value = find_value(root, path);
    if (value.at) *n = casata_json_size(value);
    return value.at;
}

char *lesson_position(const struct casata_game *g, const void *state) {
    size_t cap = 1 << 16;
    for (;;) {
        char *buf = malloc(cap);
        if (!buf) return NULL;
        struct casata_writer w = casata_writer_on(buf, cap);
        casata_position_json(g, state, &w);
        if (casata_writer_ok(&w)) return buf;
        free(buf);
        cap = w.len + 1;
    }
}

/* --- changes ----------------------------------------------------------------------------------------------------- */

/* The result of the start lines so far. */
struct start {
    struct casata_lesson *l;
    CASATA_STATE_BUFFER(state);
    bool ready; /* there is a state */
    char *edit; /* the position with the changes so far; NULL: none */
    int depth;  /* of bases */
};

static bool load_edit(struct start *s) {
    char err[200];
    if (!s->edit) return true;
    bool ok = casata_position_read(&s->l->game, s->edit, strlen(s->edit), s->state, err);
    free(s->edit);
    s->edit = NULL;
    return ok ? true : lesson_fault(s->l, "%s", err);
}

static char *splice(const char *json, const char *at, size_t old, const char *value) {
    size_t n = strlen(json), len = strlen(value), head = (size_t)(at - json);
    char *out = malloc(n - old + len + 1);
    if (!out) return NULL;
    memcpy(out, json, head);
    memcpy(out + head, value, len);
    memcpy(out + head + len, at + old, n - head - old + 1);
    return out;
}

static bool run_set(struct start *s, const char *line) {
    char copy[LESSON_LINE], number[24], *value;
    struct casata_json_error error;
    struct casata_json list;
    size_t n;
    casata_print(copy, sizeof copy, "%s", line);
    if (!(value = strstr(copy, " = ")) && !(value = strstr(copy, "= ")))
        return lesson_fault(s->l, "no \" = \"");
    char how = value > copy ? value[-1] : ' ';
    how = how == '+' || how == '-' ? how : ' ';
    *(how == ' ' ? value : value - 1) = 0;
    value = strchr(value + 1, ' ');
    for (size_t end = strlen(copy); end > 0 && copy[end - 1] == ' '; end--) copy[end - 1] = 0;
    value += value ? strspn(value, " ") : 0;
    if (!s->edit && !(s->edit = lesson_position(&s->l->game, s->state)))
        return lesson_fault(s->l, "out of memory");
    const char *at = lesson_path(s->edit, copy, &n);
    if (!at) return lesson_fault(s->l, "no such place: %s", copy);
    if (how != ' ') {
        int64_t old = casata_json_whole((struct casata_json){at}), by = strtoll(value, NULL, 10);
        casata_print(number, sizeof number, "%lld", (long long)(how == '+' ? old + by : old - by));
        value = number;
    }
    char *edit = splice(s->edit, at, n, value);
    if (!edit) return lesson_fault(s->l, "out of memory");
    free(s->edit);
    s->edit = edit;
    return casata_json_read(edit, strlen(edit), &list, &error) ? true
                                                               : lesson_fault(s->l, "not JSON: %s", value);
}

/* --- decisions ------------------------------------------------------------------------------------------------------ */

static bool run_decision(struct start *s, int seat, const char *text) {
    casata_action a = casata_action_parse(s->l->game.rules, text);
    if (!load_edit(s)) return false;
    if (!a || casata_play(&s->l->game, s->state, seat, a, NULL) != CASATA_OK)
        return lesson_fault(s->l, "not legal: %s", text);
    return true;
}

static bool run_play(struct start *s, const char *text) {
    if (text[0] < '0' || text[0] > '9' || text[1] != ' ') return lesson_fault(s->l, "play SEAT ACTION");
    return run_decision(s, text[0] - '0', text + 2);
}

casata_action lesson_first_outcome(const struct casata_game *g, const void *state) {
    struct casata_outcome outcome[CASATA_MAX_CHOICES];
    if (casata_to_act(g, state) != 1u << CASATA_CHANCE) return 0;
    return casata_outcomes(g, state, outcome) > 0 ? outcome[0].action : 0;
}

/* "chance *": the first outcome of every chance event, until a seat has to decide. */
static bool run_chance(struct start *s, const char *text) {
    if (strcmp(text, "*")) return run_decision(s, CASATA_CHANCE, text);
    if (!load_edit(s)) return false;
    for (casata_action a; (a = lesson_first_outcome(&s->l->game, s->state));)
        if (casata_play(&s->l->game, s->state, CASATA_CHANCE, a, NULL) != CASATA_OK)
            return lesson_fault(s->l, "chance has no outcome");
    return true;
}

/* seats=2 option=value ... */
static bool run_new(struct start *s, const char *text) {
    char copy[LESSON_LINE], *rest = copy, err[200];
    const struct casata_rules *rules = s->l->game.rules;
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int seats = 0;
    casata_print(copy, sizeof copy, "%s", text);
    for (char *word; (word = lesson_word(&rest));) {
        char *value = strchr(word, '=');
        if (!value) return lesson_fault(s->l, "new seats=N option=value ...");
        *value++ = 0;
        int i = 0;
        while (i < rules->n_options && strcmp(rules->options[i].id, word)) i++;
        if (strcmp(word, "seats") == 0) {
            seats = atoi(value);
        } else {
            int k =
                i < rules->n_options ? casata_option_find(&rules->options[i], value, strlen(value), err) : -1;
            if (k < 0) return lesson_fault(s->l, "no such option: %s=%s", word, value);
            option[i] = (uint8_t)k;
        }
    }
    free(s->edit);
    s->edit = NULL;
    s->ready = casata_init(&s->l->game, s->state, seats, option) == CASATA_OK;
    return s->ready ? true : lesson_fault(s->l, "the game has no table of that many seats");
}

static bool run_lines(struct start *s, int first, int end);

static bool run_part(struct start *s, int first, int end) {
    if (s->depth == 8) return lesson_fault(s->l, "bases use each other");
    s->depth++;
    bool ok = run_lines(s, first, end);
    s->depth--;
    return ok;
}

/* A base, or the beginning of a lesson. */
static bool run_use(struct start *s, const char *name) {
    const struct casata_course *c = s->l->course;
    for (int i = 0; i < c->n_bases; i++)
        if (strcmp(c->base[i].name, name) == 0) return run_part(s, c->base[i].first, c->base[i].end);
    for (int i = 0; i < c->n_lessons; i++)
        if (strcmp(c->lesson[i].block.name, name) == 0)
            return run_part(s, c->lesson[i].block.first, c->lesson[i].begin);
    return lesson_fault(s->l, "there is no base %s", name);
}

bool lesson_is_start(const char *word) {
    return !strcmp(word, "new") || !strcmp(word, "use") || !strcmp(word, "set") || !strcmp(word, "chance") ||
           !strcmp(word, "play");
}

static bool run_line(struct start *s, const struct lesson_line *line) {
    if (strcmp(line->word, "new") == 0) return run_new(s, line->rest);
    if (strcmp(line->word, "use") == 0) return run_use(s, line->rest);
    if (!s->ready) return lesson_fault(s->l, "no \"new\" before it");
    if (strcmp(line->word, "set") == 0) return run_set(s, line->rest);
    return strcmp(line->word, "chance") ? run_play(s, line->rest) : run_chance(s, line->rest);
}

static bool run_lines(struct start *s, int first, int end) {
    for (int i = first; i < end; i++) {
        const struct lesson_line *line = &s->l->course->line[i];
        if (!lesson_is_start(line->word)) continue;
        if (run_line(s, line)) continue;
        char why[200];
        if (strncmp(s->l->fault, "line ", 5) == 0) return false; /* of a base */
        casata_print(why, sizeof why, "%s", s->l->fault);
        return lesson_fault(s->l, "line %d: %s", line->number, why);
    }
    return true;
}

const char *lesson_set_match(struct casata_lesson *l, const void *state) {
    struct casata_match m;
    const char *wrong = casata_match_from_position(&m, &l->game, state, 1);
    if (wrong) return wrong;
    m.manual_chance = true;
    memcpy(m.seat, l->match->seat, sizeof m.seat);
    casata_match_free(l->match);
    *l->match = m;
    return NULL;
}

bool lesson_start(struct casata_lesson *l, int first, int end) {
    struct start *s = calloc(1, sizeof *s);
    if (!s) return lesson_fault(l, "out of memory");
    s->l = l;
    bool ok = run_lines(s, first, end) && load_edit(s);
    if (ok && !s->ready) ok = lesson_fault(l, "the lesson begins no game");
    if (ok) {
        const char *wrong = lesson_set_match(l, s->state);
        if (wrong) ok = lesson_fault(l, "%s", wrong);
    }
    free(s->edit);
    free(s);
    return ok;
}
