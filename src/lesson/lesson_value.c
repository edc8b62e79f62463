/* lesson_value.c: the figures in the texts of lessons: small expressions over a position, its scene, its scores and
 * recent events (docs/lessons.md). Knows no game. */
#include "lesson/lesson_int.h"
#include "casata/json.h"
#include "casata/lang.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

/* An expression being read. */
struct reader {
    struct casata_lesson *l;
    const char *at;
    const void *state; /* the position it refers to */
    bool past;         /* that is the previous one */
    int depth;
};

static bool condition(struct reader *r, int64_t *value);

static void skip(struct reader *r) { r->at += strspn(r->at, " \t"); }
static bool take(struct reader *r, const char *text) {
    skip(r);
    if (strncmp(r->at, text, strlen(text))) return false;
    r->at += strlen(text);
    return true;
}

/* --- the scene ------------------------------------------------------------------------------------------------- */

static const struct casata_scene *scene_of(struct reader *r) {
    struct casata_lesson *l = r->l;
    if (!r->past) return casata_lesson_scene(l);
    l->scene_ready = false;
    casata_scene_build(&l->game, r->state, CASATA_LEARNER, l->scene);
    return l->scene;
}

bool lesson_slot_is(struct casata_lesson *l, int slot, const char *name, size_t n) {
    char full[64];
    size_t len = (size_t)casata_slot_name(l->game.rules, &l->scene->slot[slot], full);
    if (n > 0 && name[n - 1] == '*') return len >= n - 1 && memcmp(full, name, n - 1) == 0;
    return len == n && memcmp(full, name, n) == 0;
}

bool lesson_piece_is(struct casata_lesson *l, int piece, const char *face) {
    const struct casata_piece *p = &l->scene->piece[piece];
    const struct casata_words *words = p->face.words;
    char number[16];
    if (strcmp(l->game.rules->kinds->word[p->index], face) == 0) return true;
    casata_print(number, sizeof number, "%d", p->value);
    if (p->value >= 0 && strcmp(number, face) == 0) return true;
    if (!words) return false;
    const char *word = words->word[p->face.index], *dot = strchr(face, '.');
    if (strcmp(word, face) == 0) return true;
    return dot && strlen(words->name) == (size_t)(dot - face) &&
           memcmp(words->name, face, (size_t)(dot - face)) == 0 && strcmp(word, dot + 1) == 0;
}

/* "slot" or "slot:face" into both; face NULL: any piece. */
static size_t split_name(char *name, char **face) {
    char *colon = strchr(name, ':');
    *face = colon ? colon + 1 : NULL;
    if (colon) *colon = 0;
    while (*face && **face == ' ') ++*face;
    return strlen(name);
}

static bool slot_figure(struct reader *r, char *arg, int64_t *value) {
    const struct casata_scene *s = scene_of(r);
    for (int i = 0; i < s->n_slots; i++)
        if (lesson_slot_is(r->l, i, arg, strlen(arg)) && s->slot[i].value >= 0) {
            *value = s->slot[i].value;
            return true;
        }
    return lesson_fault(r->l, "no slot with a figure: %s", arg);
}

static bool pieces_figure(struct reader *r, char *arg, int64_t *count, int64_t *shown) {
    const struct casata_scene *s = scene_of(r);
    char *face;
    size_t n = split_name(arg, &face);
    bool slot = false, found = false;
    *count = *shown = 0;
    for (int i = 0; i < s->n_slots; i++) slot |= lesson_slot_is(r->l, i, arg, n);
    if (!slot) return lesson_fault(r->l, "no such slot: %s", arg);
    for (int i = 0; i < s->n_pieces; i++) {
        const struct casata_piece *p = &s->piece[i];
        if (!lesson_slot_is(r->l, p->slot, arg, n) || (face && !lesson_piece_is(r->l, i, face))) continue;
        *count += p->count;
        if (p->value >= 0 && !found) {
            found = true;
            *shown = p->value;
        }
    }
    return true;
}

static int64_t count_slots(struct reader *r, const char *name) {
    const struct casata_scene *s = scene_of(r);
    int64_t n = 0;
    for (int i = 0; i < s->n_slots; i++) n += lesson_slot_is(r->l, i, name, strlen(name));
    return n;
}

static int unit_of(struct reader *r, const char *word) {
    const struct casata_words *units = r->l->game.rules->units;
    return casata_word_find(units, word, strlen(word));
}

static bool counter_figure(struct reader *r, int seat, const char *unit, int64_t *value) {
    const struct casata_scene *s = scene_of(r);
    int index = unit_of(r, unit);
    for (int i = 0; i < s->n_counters; i++)
        if (s->counter[i].seat == seat && s->counter[i].index == index) {
            *value = s->counter[i].n;
            return true;
        }
    return lesson_fault(r->l, "no counter %s of seat %d", unit, seat);
}

/* A decision before it is made. */
static bool price_figure(struct reader *r, bool cost, const char *action, const char *unit, int64_t *value) {
    const struct casata_scene *s = scene_of(r);
    for (int i = 0; i < s->n_choices; i++) {
        const struct casata_choice *c = &s->choice[i];
        struct casata_lesson_vars none = {0};
        char text[CASATA_ACTION_TEXT];
        casata_action_text(r->l->game.rules, c->action, text);
        if (!lesson_match(action, text, &none)) continue;
        const struct casata_arg *list = cost ? c->cost : c->gain;
        bool named = false;
        *value = 0;
        for (int k = 0; k < (cost ? c->n_cost : c->n_gain); k++) {
            if (!list[k].words || strcmp(list[k].words->word[list[k].index], unit)) continue;
            named = true;
            *value += list[k].n;
        }
        return named || lesson_fault(r->l, "no %s in the %s of %s", unit, cost ? "cost" : "gain", action);
    }
    return lesson_fault(r->l, "not a choice now: %s", action);
}

/* --- events ------------------------------------------------------------------------------------------------------- */

struct listener {
    struct casata_sink sink;
    const char *id;
    int arg;
    bool found;
    int64_t n;
};
static void listen(struct casata_sink *sink, const struct casata_msg *event) {
    struct listener *to = (struct listener *)sink;
    const char *id = strncmp(event->id, "event.", 6) ? event->id : event->id + 6;
    if (strcmp(id, to->id) || to->arg >= event->n) return;
    to->found = true;
    to->n = event->arg[to->arg].n;
}

/* An argument of the last event of that name since the previous step. */
static bool event_figure(struct reader *r, const char *id, int arg, int64_t *value) {
    const struct casata_match *m = r->l->match;
    struct listener to = {.sink = {.emit = listen}, .id = id, .arg = arg};
    CASATA_STATE_BUFFER(state);
    casata_match_state_at(m, r->l->mark, state, NULL);
    for (int i = r->l->mark; i < m->n_log; i++)
        casata_apply(&m->game, state, m->log[i].seat, m->log[i].action, &to.sink);
    *value = to.n;
    return to.found ? true : lesson_fault(r->l, "no such event: %s", id);
}

int lesson_seat(const char *text) {
    if (strcmp(text, "chance") == 0) return CASATA_CHANCE;
    return *text >= '0' && *text < '0' + CASATA_MAX_SEATS && !text[1] ? *text - '0' : -1;
}

static int64_t count_played(const struct casata_lesson *l, const char *pattern) {
    int64_t n = 0;
    for (int i = 0; i < l->n_moves; i++) {
        struct casata_lesson_vars none = {0};
        char text[CASATA_ACTION_TEXT];
        if (!l->move[i]) continue;
        casata_action_text(l->game.rules, l->move[i], text);
        n += lesson_match(pattern, text, &none);
    }
    return n;
}

static int64_t count_legal(struct reader *r, const char *pattern) {
    casata_action out[CASATA_MAX_CHOICES];
    int64_t found = 0;
    for (int i = casata_legal(&r->l->game, r->state, CASATA_LEARNER, out); i-- > 0;) {
        struct casata_lesson_vars none = {0};
        char text[CASATA_ACTION_TEXT];
        casata_action_text(r->l->game.rules, out[i], text);
        found += lesson_match(pattern, text, &none);
    }
    return found;
}

/* --- scores --------------------------------------------------------------------------------------------------------- */

static bool score_figure(struct reader *r, int seat, bool projected, const char *part, int64_t *value) {
    const struct casata_rules *rules = r->l->game.rules;
    int32_t parts[CASATA_MAX_PARTS] = {0};
    if (seat < 0 || seat >= ((const struct casata_head *)r->state)->seats)
        return lesson_fault(r->l, "no seat %d", seat);
    *value = casata_score(&r->l->game, r->state, seat, projected);
    if (!part) return true;
    int index = casata_word_find(rules->parts, part, strlen(part));
    if (index < 0) return lesson_fault(r->l, "no part of the score: %s", part);
    rules->parts_of(r->l->game.data, r->state, seat, projected, parts);
    *value = parts[index];
    return true;
}

/* --- functions -------------------------------------------------------------------------------------------------------- */

static bool nested(struct reader *r, const char *text, bool past, int64_t *value) {
    struct reader inner = *r;
    inner.at = text;
    inner.past = past || r->past;
    if (inner.past) inner.state = r->l->before;
    if (++inner.depth > 8) return lesson_fault(r->l, "too deep: %s", text);
    if (!condition(&inner, value)) return false;
    skip(&inner);
    bool whole = !*inner.at;
    if (past) r->l->scene_ready = false; /* the scene was of the past */
    return whole ? true : lesson_fault(r->l, "not understood: %s", inner.at);
}

static bool call(struct reader *r, const char *name, char *text, int64_t *value) {
    char *rest = text, *a = lesson_until(&rest, ','), *b = lesson_until(&rest, ',');
    int64_t other;
    if (!strcmp(name, "slot")) return slot_figure(r, a, value);
    if (!strcmp(name, "pieces")) return pieces_figure(r, a, value, &other);
    if (!strcmp(name, "value")) return pieces_figure(r, a, &other, value);
    if (!strcmp(name, "score")) return score_figure(r, atoi(a), false, b, value);
    if (!strcmp(name, "projected")) return score_figure(r, atoi(a), true, b, value);
    if (!strcmp(name, "slots")) {
        *value = count_slots(r, a);
        return *value > 0 || lesson_fault(r->l, "no such slot: %s", a);
    }
    if (!strcmp(name, "counter") && b) return counter_figure(r, atoi(a), b, value);
    if (!strcmp(name, "cost") && b) return price_figure(r, true, a, b, value);
    if (!strcmp(name, "gain") && b) return price_figure(r, false, a, b, value);
    if (!strcmp(name, "event") && b) return event_figure(r, a, atoi(b), value);
    if (!strcmp(name, "played")) *value = count_played(r->l, a);
    if (!strcmp(name, "legal")) *value = count_legal(r, a);
    if (!strcmp(name, "due")) *value = casata_to_act(&r->l->game, r->state) >> (lesson_seat(a) & 31) & 1;
    if (!strcmp(name, "played") || !strcmp(name, "legal") || !strcmp(name, "due")) return true;
    return lesson_fault(r->l, "no such function: %s", name);
}

/* The text between brackets, from after the opening one. */
static bool inside(struct reader *r, char *out, size_t cap) {
    int depth = 1;
    size_t n = 0;
    for (; *r->at; r->at++) {
        depth += (*r->at == '(') - (*r->at == ')');
        if (!depth) break;
        if (n + 1 < cap) out[n++] = *r->at;
    }
    out[n] = 0;
    if (!*r->at) return lesson_fault(r->l, "no closing bracket: %s", out);
    r->at++;
    return true;
}

static bool function(struct reader *r, const char *name, int64_t *value) {
    char text[LESSON_LINE];
    int64_t before;
    if (!inside(r, text, sizeof text)) return false;
    if (strcmp(name, "before") == 0) return nested(r, text, true, value);
    if (strcmp(name, "change") == 0) {
        if (!nested(r, text, true, &before) || !nested(r, text, false, value)) return false;
        *value -= before;
        return true;
    }
    return call(r, name, text, value);
}

/* --- places of the position ----------------------------------------------------------------------------------------- */

/* Texts become numbers that are equal if the texts are. */
static int64_t text_number(const char *text, size_t n) {
    return (int64_t)(casata_hash_bytes(text, n, 1) >> 2);
}

static bool place(struct reader *r, const char *path, int64_t *value) {
    char *json = lesson_position(&r->l->game, r->state), text[100];
    size_t n = 0;
    const char *at = json ? lesson_path(json, path, &n) : NULL;
    struct casata_json found = {at};
    bool ok = at != NULL;
    if (ok && casata_json_type(found) == CASATA_JSON_TEXT)
        *value = text_number(text, casata_json_text(found, text, sizeof text));
    else if (ok && casata_json_type(found) == CASATA_JSON_WHOLE)
        *value = casata_json_whole(found);
    else if (ok && casata_json_type(found) == CASATA_JSON_TRUTH)
        *value = casata_json_true(found);
    else
        ok = false;
    free(json);
    return ok ? true : lesson_fault(r->l, "no such place, or no figure there: %s", path);
}

static bool name_char(const char *at, bool first) {
    char c = *at;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return true;
    if (first) return false;
    if ((c >= '0' && c <= '9') || c == '.' || c == '[' || c == ']') return true;
    return c == '-' && name_char(at + 1, true);
}

static bool atom(struct reader *r, int64_t *value) {
    char name[100];
    size_t n = 0;
    skip(r);
    if (take(r, "-")) {
        if (!atom(r, value)) return false;
        *value = -*value;
        return true;
    }
    if (take(r, "(")) {
        char text[LESSON_LINE];
        return inside(r, text, sizeof text) && nested(r, text, false, value);
    }
    if (*r->at == '"') {
        size_t len = strcspn(r->at + 1, "\"");
        *value = text_number(r->at + 1, len);
        r->at += len + 1 + (r->at[len + 1] == '"');
        return true;
    }
    if (*r->at >= '0' && *r->at <= '9') {
        *value = strtoll(r->at, (char **)&r->at, 10);
        return true;
    }
    for (; name_char(r->at, n == 0) && n + 1 < sizeof name; r->at++) name[n++] = *r->at;
    name[n] = 0;
    if (!n) return lesson_fault(r->l, "not understood: %s", r->at);
    if (*r->at == '(') {
        r->at++;
        return function(r, name, value);
    }
    return place(r, name, value);
}

static bool product(struct reader *r, int64_t *value) {
    int64_t other;
    if (!atom(r, value)) return false;
    for (;;) {
        skip(r);
        char c = *r->at;
        if (c != '*' && c != '/') return true;
        r->at++;
        if (!atom(r, &other)) return false;
        if (c == '/' && other == 0) return lesson_fault(r->l, "a division by zero");
        *value = c == '*' ? *value * other : *value / other;
    }
}

static bool sum(struct reader *r, int64_t *value) {
    int64_t other;
    if (!product(r, value)) return false;
    for (;;) {
        skip(r);
        char c = *r->at;
        if (c != '+' && c != '-') return true;
        r->at++;
        if (!product(r, &other)) return false;
        *value += c == '+' ? other : -other;
    }
}

static bool comparison(struct reader *r, int64_t *value) {
    static const char *const ops[] = {"!=", "<=", ">=", "=", "<", ">"};
    int64_t other;
    if (!sum(r, value)) return false;
    for (int i = 0; i < 6; i++) {
        if (!take(r, ops[i])) continue;
        if (!sum(r, &other)) return false;
        bool is[] = {*value != other, *value <= other, *value >= other, *value == other,
                     *value<other, *value> other};
        *value = is[i];
        return true;
    }
    return true;
}

static bool condition(struct reader *r, int64_t *value) {
    int64_t other;
    if (!comparison(r, value)) return false;
    for (;;) {
        bool and = take(r, "and "), or = !and&&take(r, "or ");
        if (!and&&! or) return true;
        if (!comparison(r, &other)) return false;
        *value = and? *value && other : *value || other;
    }
}

bool lesson_value(struct casata_lesson *l, const char *text, int64_t *value) {
    struct reader r = {.l = l, .at = text, .state = l->between ? l->shown : l->match->state};
    return nested(&r, text, false, value);
}

bool lesson_true(struct casata_lesson *l, const char *text) {
    int64_t value = 1;
    return !text || (lesson_value(l, text, &value) && value);
}

/* --- arguments of texts ------------------------------------------------------------------------------------------------- */

/* "@list.word" is a word, "@list.word EXPRESSION" a count of it, "@seat N" the name of a seat. */
static bool word_arg(struct casata_lesson *l, char *text, struct lesson_args *out) {
    int k = out->msg.n;
    char *rest = text + 1, *name = lesson_word(&rest), *dot = name ? strchr(name, '.') : NULL;
    int64_t n = 0;
    bool counted = rest[strspn(rest, " ")] != 0;
    if (!name) return lesson_fault(l, "not understood: %s", text);
    if (counted && !lesson_value(l, rest, &n)) return false;
    if (strcmp(name, "seat") == 0) {
        out->msg.arg[k] = casata_seat((int)n);
        return true;
    }
    if (!dot) return lesson_fault(l, "a word is @list.word, not %s", name);
    casata_print(out->text[k], sizeof *out->text, "%s", name);
    dot = strchr(out->text[k], '.');
    *dot = 0;
    out->word[k] = dot + 1;
    out->words[k] = (struct casata_words){.name = out->text[k], .n = 1, .word = &out->word[k]};
    out->msg.arg[k] = counted ? casata_count(&out->words[k], 0, (int)n) : casata_word(&out->words[k], 0);
    return true;
}

bool lesson_args(struct casata_lesson *l, const char *text, struct lesson_args *out) {
    char copy[LESSON_LINE], *rest = copy;
    int64_t value;
    out->msg = (struct casata_msg){.id = out->id};
    casata_print(copy, sizeof copy, "%s", text ? text : "");
    if (!text) return true;
    while (rest) {
        char *one = lesson_until(&rest, ';');
        if (out->msg.n == CASATA_MAX_ARGS) return lesson_fault(l, "too many arguments: %s", text);
        if (*one == '@') {
            if (!word_arg(l, one, out)) return false;
        } else {
            if (!lesson_value(l, one, &value)) return false;
            out->msg.arg[out->msg.n] = casata_number((int)value);
        }
        out->msg.n++;
    }
    return true;
}
