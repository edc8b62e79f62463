/* scenario_check.c: the lines of a scenario that say what must be legal and what must hold. Knows no game. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "scenario.h"
#include "scenario_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANGES = 256 };

/* --- what is legal ------------------------------------------------------------------------------------- */
/* Reads "a; b *weight; c"; false after a failure. */
static bool read_choices(struct run *r, char *text, struct choices *c) {
    c->n = 0;
    for (char *next; text && *text; text = next) {
        next = strchr(text, ';');
        if (next) *next++ = 0;
        char *star = strchr(text, '*');
        unsigned weight = star ? (unsigned)strtoul(star + 1, NULL, 10) : 0;
        if (star) *star = 0;
        casata_action a = casata_action_parse(r->g->rules, scenario_trim(text));
        if (!a) return scenario_fail(r, "not an action: %s", scenario_trim(text));
        if (c->n == CASATA_MAX_CHOICES) return scenario_fail(r, "too many actions");
        c->it[c->n++] = (struct casata_outcome){a, weight};
    }
    return true;
}

static const struct casata_outcome *find_choice(const struct choices *in, casata_action a) {
    for (int i = 0; i < in->n; i++)
        if (in->it[i].action == a) return &in->it[i];
    return NULL;
}

/* "1: a; b": the seat and the actions written. */
static bool read_named(struct run *r, char *rest, int *who, struct choices *written) {
    char *colon = strchr(rest, ':');
    if (!colon) return scenario_fail(r, "a colon is missing");
    *colon = 0;
    *who = scenario_who(r, &rest);
    r->checks++;
    return *who >= 0 && read_choices(r, colon + 1, written);
}

static bool offered(struct run *r, const struct choices *written, const struct choices *legal) {
    bool ok = true;
    for (int i = 0; i < written->n; i++) {
        const struct casata_outcome *found = find_choice(legal, written->it[i].action);
        if (!found)
            ok = scenario_fail(r, "not legal: %s", scenario_action(r, written->it[i].action));
        else if (written->it[i].weight && found->weight != written->it[i].weight)
            ok = scenario_fail(r, "weight %u: %s", found->weight, scenario_action(r, found->action));
    }
    return ok;
}

static bool do_offers(struct run *r, char *rest) {
    struct choices written, legal;
    int who;
    if (!read_named(r, rest, &who, &written)) return false;
    scenario_choices(r, who, &legal);
    return offered(r, &written, &legal);
}

static bool do_legal(struct run *r, char *rest) {
    struct choices written, legal;
    int who;
    if (!read_named(r, rest, &who, &written)) return false;
    scenario_choices(r, who, &legal);
    bool ok = offered(r, &written, &legal);
    for (int i = 0; i < legal.n; i++)
        if (!find_choice(&written, legal.it[i].action))
            ok = scenario_fail(r, "legal but not listed: %s", scenario_action(r, legal.it[i].action));
    return ok;
}

static bool do_lacks(struct run *r, char *rest) {
    struct choices written, legal;
    int who;
    bool ok = true;
    if (!read_named(r, rest, &who, &written)) return false;
    scenario_choices(r, who, &legal);
    if (legal.n == 0) return scenario_fail(r, "it is not for %d to decide now, so this proves nothing", who);
    for (int i = 0; i < written.n; i++)
        if (find_choice(&legal, written.it[i].action))
            ok = scenario_fail(r, "it is legal: %s", scenario_action(r, written.it[i].action));
    return ok;
}

/* "count 1 = 5", "count chance take = 3": legal actions, of one verb or all. */
static bool do_count(struct run *r, char *rest) {
    char *what, *value, op = scenario_split(rest, &what, &value);
    struct choices legal;
    if (op != '=') return scenario_fail(r, "not of the form: count who [verb] = n");
    int who = scenario_who(r, &what), n = 0;
    if (who < 0) return false;
    scenario_choices(r, who, &legal);
    for (int i = 0; i < legal.n; i++) {
        const char *text = scenario_action(r, legal.it[i].action);
        size_t len = strlen(what);
        n += len == 0 || (strncmp(text, what, len) == 0 && strchr(" ", text[len]));
    }
    r->checks++;
    return n == atoi(value) ? true : scenario_fail(r, "%d, not %s", n, value);
}

/* --- what holds after a step --------------------------------------------------------------------------- */
static bool do_expect(struct run *r, char *rest) {
    char *path, *text, op = scenario_split(rest, &path, &text);
    if (op != '=' && op != '!') return scenario_fail(r, "not of the form: expect path = value");
    json_t *position = scenario_position(r, r->state.bytes), *want = path_value(text);
    const json_t *got = path_get(position, path);
    bool ok = true;
    r->checks++;
    if (!want)
        ok = scenario_fail(r, "not JSON: %s", text);
    else if (!got)
        ok = scenario_fail(r, "a position has no value %s", path);
    else if (json_equal(got, want) != (op == '=')) {
        char *is = json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT);
        ok = scenario_fail(r, "%s is %s", path, is);
        free(is);
    }
    json_decref(want);
    json_decref(position);
    return ok;
}

static bool do_expect_change(struct run *r, char *rest) {
    char *path = scenario_word(&rest), *end;
    long want = strtol(rest, &end, 10);
    if (end == rest || *end) return scenario_fail(r, "not of the form: expect-change path +n");
    json_t *now = scenario_position(r, r->state.bytes), *then = scenario_position(r, r->before.bytes);
    const json_t *a = path_get(then, path), *b = path_get(now, path);
    bool ok = true;
    r->checks++;
    if (!json_is_integer(a) || !json_is_integer(b))
        ok = scenario_fail(r, "a position has no number %s", path);
    else if (json_integer_value(b) - json_integer_value(a) != want)
        ok = scenario_fail(r, "%s went from %lld to %lld", path, (long long)json_integer_value(a),
                           (long long)json_integer_value(b));
    json_decref(now);
    json_decref(then);
    return ok;
}

/* One entry of a `changes:` list: a path, then "+n", "-n" or "= value". */
struct change {
    char *path, *value;
    char op;
    bool found;
};
struct change_list {
    struct run *r;
    int n;
    bool ok;
    struct change it[MAX_CHANGES];
};

static bool change_is(const struct change *c, const json_t *before, const json_t *after) {
    if (c->op == '=') {
        json_t *want = path_value(c->value);
        bool same = want && json_equal(after, want);
        json_decref(want);
        return same;
    }
    return json_is_integer(before) && json_is_integer(after) &&
           json_integer_value(after) - json_integer_value(before) == strtol(c->value, NULL, 10);
}

static void check_difference(void *context, const char *path, json_t *before, json_t *after) {
    struct change_list *list = context;
    struct change *c = NULL;
    if (strcmp(path, "turn") == 0 || strncmp(path, "frames", 6) == 0) return;
    for (int i = 0; i < list->n; i++)
        if (strcmp(list->it[i].path, path) == 0) c = &list->it[i];
    if (c) c->found = true;
    if (c && change_is(c, before, after)) return;
    char *a = json_dumps(before, JSON_ENCODE_ANY | JSON_COMPACT),
         *b = json_dumps(after, JSON_ENCODE_ANY | JSON_COMPACT);
    list->ok = scenario_fail(list->r, "%s went from %s to %s", path, a, b);
    free(a);
    free(b);
}

/* "changes: path +1; path = value": all that is different since before the last step, but frames and turn. */
static bool do_changes(struct run *r, char *rest) {
    struct change_list list = {.r = r, .n = 0, .ok = true};
    r->checks++;
    for (char *next; rest && *rest; rest = next) {
        next = strchr(rest, ';');
        if (next) *next++ = 0;
        struct change *c = &list.it[list.n];
        if (list.n++ == MAX_CHANGES - 1) return scenario_fail(r, "too many changes");
        c->path = scenario_word(&rest);
        c->op = *rest == '=' ? '=' : '+';
        c->value = c->op == '=' ? scenario_trim(rest + 1) : rest;
        if (!*c->value) return scenario_fail(r, "%s: a change by +n, -n or to = value is missing", c->path);
    }
    json_t *now = scenario_position(r, r->state.bytes), *then = scenario_position(r, r->before.bytes);
    path_compare(then, now, check_difference, &list);
    json_decref(now);
    json_decref(then);
    for (int i = 0; i < list.n; i++)
        if (!list.it[i].found) list.ok = scenario_fail(r, "%s did not change", list.it[i].path);
    return list.ok;
}

static bool do_to_act(struct run *r, char *rest) {
    unsigned got = casata_to_act(r->g, r->state.bytes), want = 0;
    r->checks++;
    while (*rest && strcmp(rest, "over") != 0) {
        int who = scenario_who(r, &rest);
        if (who < 0) return false;
        want |= 1u << who;
    }
    if (got == want) return true;
    char text[64] = "";
    for (int who = 0; who <= CASATA_CHANCE; who++)
        if (got >> who & 1)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     who == CASATA_CHANCE ? " chance" : " %d", who);
    return scenario_fail(r, "to act:%s", *text ? text : " nobody, it is over");
}

static bool do_phase(struct run *r, char *rest) {
    const char *name = casata_phase_name(r->g, r->state.bytes);
    r->checks++;
    return strcmp(name, rest) == 0 ? true : scenario_fail(r, "the phase is %s", name);
}

/* Remembers the position; `same` compares every byte, which other ways must lead to. */
static bool do_mark(struct run *r, char *rest) {
    if (*rest) return scenario_fail(r, "mark has no operand");
    r->marked = r->state;
    return true;
}
static bool do_same(struct run *r, char *rest) {
    r->checks++;
    if (*rest) return scenario_fail(r, "same has no operand");
    if (memcmp(r->marked.bytes, r->state.bytes, r->g->rules->state_size) == 0) return true;
    return scenario_fail(r, "another position than the marked one");
}

static bool compare_number(struct run *r, const char *what, long got, const char *want) {
    char *end;
    long n = strtol(want, &end, 10);
    r->checks++;
    if (end == want || *end) return scenario_fail(r, "not a number: %s", want);
    return got == n ? true : scenario_fail(r, "%s is %ld", what, got);
}

/* score 1 = 32; projected 1 = 40 (as if the game ended now); rank 0 = 1 */
static bool score_line(struct run *r, char *rest, bool projected) {
    char *who, *value;
    if (scenario_split(rest, &who, &value) != '=') return scenario_fail(r, "not of the form: score seat = n");
    int seat = scenario_who(r, &who);
    if (seat < 0 || seat == CASATA_CHANCE) return false;
    return compare_number(r, "the score", casata_score(r->g, r->state.bytes, seat, projected), value);
}
static bool do_score(struct run *r, char *rest) { return score_line(r, rest, false); }
static bool do_projected(struct run *r, char *rest) { return score_line(r, rest, true); }

static bool do_part(struct run *r, char *rest) {
    char *what, *value;
    int32_t part[CASATA_MAX_PARTS] = {0};
    if (scenario_split(rest, &what, &value) != '=')
        return scenario_fail(r, "not of the form: part seat name = n");
    int seat = scenario_who(r, &what);
    if (seat < 0 || seat == CASATA_CHANCE) return false;
    int i = casata_word_find(r->g->rules->parts, what, strlen(what));
    if (i < 0) return scenario_fail(r, "the score has no part %s", what);
    r->g->rules->parts_of(r->g->data, r->state.bytes, seat, false, part);
    return compare_number(r, what, part[i], value);
}

static bool do_rank(struct run *r, char *rest) {
    char *who, *value;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    if (scenario_split(rest, &who, &value) != '=') return scenario_fail(r, "not of the form: rank seat = n");
    int seat = scenario_who(r, &who);
    if (seat < 0 || seat == CASATA_CHANCE) return false;
    r->g->rules->ranks(r->g->data, r->state.bytes, rank);
    return compare_number(r, "the rank", rank[seat], value);
}

/* out 1 = 0: in the game; 1: it would be out if the game ended now; 2: it is */
static bool do_out(struct run *r, char *rest) {
    char *who, *value;
    if (scenario_split(rest, &who, &value) != '=') return scenario_fail(r, "not of the form: out seat = n");
    int seat = scenario_who(r, &who);
    if (seat < 0 || seat == CASATA_CHANCE) return false;
    bool now = casata_out(r->g, r->state.bytes, seat, false),
         soon = casata_out(r->g, r->state.bytes, seat, true);
    return compare_number(r, "out", now ? 2 : soon, value);
}

static struct casata_scene shown;
/* colour 1 = purple: in which the pieces of the seat are drawn. */
static bool do_colour(struct run *r, char *rest) {
    char *who, *value;
    if (scenario_split(rest, &who, &value) != '=')
        return scenario_fail(r, "not of the form: colour seat = word");
    int seat = scenario_who(r, &who);
    if (seat < 0 || seat == CASATA_CHANCE) return false;
    r->checks++;
    casata_scene_build(r->g, r->state.bytes, CASATA_SPECTATOR, &shown);
    const struct casata_arg *have = &shown.colour[seat];
    const char *word = have->words ? have->words->word[have->index] : "none";
    return strcmp(word, value) == 0 ? true : scenario_fail(r, "the colour is %s", word);
}

static bool event_happened(const struct run *r, const char *text) {
    size_t n = strlen(text);
    for (int i = 0; i < r->n_events; i++)
        if (strncmp(r->event[i], text, n) == 0 && strchr(" ", r->event[i][n])) return true;
    return false;
}
static bool do_event(struct run *r, char *rest) {
    r->checks++;
    return event_happened(r, rest) ? true : scenario_fail(r, "no such event");
}
static bool do_no_event(struct run *r, char *rest) {
    r->checks++;
    return event_happened(r, rest) ? scenario_fail(r, "there was such an event") : true;
}

/* "1 chamber.0.3: text": the place in the scene of the seat; -1 after a failure. */
static struct casata_scene scene;
static int shown_place(struct run *r, char *rest, const char **want) {
    char *colon = strchr(rest, ':'), name[64];
    if (!colon) return scenario_fail(r, "a colon is missing"), -1;
    *colon = 0;
    int who = scenario_who(r, &rest);
    const char *slot = scenario_trim(rest);
    *want = scenario_trim(colon + 1);
    if (who < 0 || who == CASATA_CHANCE) return -1;
    casata_scene_build(r->g, r->state.bytes, who, &scene);
    int at = scene.n_slots - 1;
    while (at >= 0 && (casata_slot_name(r->g->rules, &scene.slot[at], name), strcmp(name, slot) != 0)) at--;
    r->checks++;
    if (at < 0) scenario_fail(r, "there is no place %s", slot);
    return at;
}
/* "figure 1 p1.hire.red: 3": the number printed on the place; "none". */
static bool do_figure(struct run *r, char *rest) {
    const char *want;
    char have[16] = "none";
    int at = shown_place(r, rest, &want);
    if (at < 0) return false;
    if (scene.slot[at].value >= 0) snprintf(have, sizeof have, "%d", scene.slot[at].value);
    return strcmp(have, want) == 0 ? true : scenario_fail(r, "the figure is %s", have);
}
/* "why 1 chamber.0.3: reason.marker_here": what the seat gets as the reason when it touches the place. */
static bool do_why(struct run *r, char *rest) {
    const char *want, *first = NULL;
    int at = shown_place(r, rest, &want);
    if (at < 0) return false;
    for (int i = 0; i < scene.n_blocked; i++) {
        if (scene.blocked[i].slot != at) continue;
        if (strcmp(scene.blocked[i].reason.id, want) == 0) return true;
        if (!first) first = scene.blocked[i].reason.id;
    }
    for (int i = 0; i < scene.n_vain_at; i++)
        if (scene.vain_at[i].slot == at) first = scene.vain_at[i].reason;
    for (const struct casata_vain *v = first ? NULL : scene.vain; v && v->reason; v++)
        if (v->family == scene.slot[at].family) first = v->reason;
    if (first && strcmp(first, want) == 0) return true;
    return scenario_fail(r, "the reason is %s", first ? first : "not given");
}

/* --- what is shown of an option ---------------------------------------------------------------------------- */
/* "1 marry 3: gold*3": takes the seat and the action off, and finds the option in the scene. NULL after a failure. */
static const struct casata_choice *shown_option(struct run *r, char *rest, const char **want) {
    char *colon = strchr(rest, ':');
    if (!colon) return scenario_fail(r, "a colon is missing"), NULL;
    *colon = 0;
    int who = scenario_who(r, &rest);
    *want = scenario_trim(colon + 1);
    if (who < 0 || who == CASATA_CHANCE) return NULL;
    casata_action a = casata_action_parse(r->g->rules, scenario_trim(rest));
    casata_scene_build(r->g, r->state.bytes, who, &shown);
    r->checks++;
    for (int i = 0; i < shown.n_choices; i++)
        if (a && shown.choice[i].action == a) return &shown.choice[i];
    return scenario_fail(r, "not legal: %s", rest), NULL;
}
/* Exactly these amounts, in their order: "gold*3 card*1", "nothing". */
static bool compare_amounts(struct run *r, const struct casata_arg *amount, int n, const char *want) {
    struct casata_msg m = {.id = "", .n = (uint8_t)n};
    char text[SCENARIO_EVENT_TEXT];
    memcpy(m.arg, amount, (size_t)n * sizeof *amount);
    scenario_message(&m, text);
    const char *have = n ? text + 1 : "nothing";
    return strcmp(have, want) == 0 ? true : scenario_fail(r, "shown: %s", have);
}
static bool do_cost(struct run *r, char *rest) {
    const char *want;
    const struct casata_choice *c = shown_option(r, rest, &want);
    return c && compare_amounts(r, c->cost, c->n_cost, want);
}
static bool do_gain(struct run *r, char *rest) {
    const char *want;
    const struct casata_choice *c = shown_option(r, rest, &want);
    return c && compare_amounts(r, c->gain, c->n_gain, want);
}
/* Do these words, or some of the first ones, make the message? */
static bool begins(const struct casata_msg *m, const char *want, char text[SCENARIO_EVENT_TEXT]) {
    size_t n = strlen(want);
    scenario_message(m, text);
    return strncmp(text, want, n) == 0 && strchr(" ", text[n]);
}
/* "says 1 marry 3: act.marry_to son 2": the words of the option begin so. */
static bool do_says(struct run *r, char *rest) {
    const char *want;
    const struct casata_choice *c = shown_option(r, rest, &want);
    char text[SCENARIO_EVENT_TEXT];
    if (!c) return false;
    return begins(&c->text, want, text) ? true : scenario_fail(r, "it says %s", text);
}
/* "asks 1: prompt.buy 3": the prompt of the seat begins so. */
static bool do_asks(struct run *r, char *rest) {
    char *colon = strchr(rest, ':'), text[SCENARIO_EVENT_TEXT];
    if (!colon) return scenario_fail(r, "a colon is missing");
    *colon = 0;
    int who = scenario_who(r, &rest);
    if (who < 0 || who == CASATA_CHANCE) return false;
    casata_scene_build(r->g, r->state.bytes, who, &shown);
    r->checks++;
    return begins(&shown.prompt, scenario_trim(colon + 1), text) ? true
                                                                 : scenario_fail(r, "the prompt is %s", text);
}
/* "at 1 grow gossip: p1.tree.3": the place that a person touches for it; "nowhere": it is a button only. */
static bool do_at(struct run *r, char *rest) {
    const char *want;
    const struct casata_choice *c = shown_option(r, rest, &want);
    char name[64] = "nowhere";
    if (!c) return false;
    if (c->slot >= 0) casata_slot_name(r->g->rules, &shown.slot[c->slot], name);
    return strcmp(name, want) == 0 ? true : scenario_fail(r, "it is at %s", name);
}

/* --- the coach ------------------------------------------------------------------------------------------ */
/* "1 take red 4: over 17 13": the notes that apply to the action; is one of them as written? */
static bool find_note(struct run *r, char *rest, bool *found, char first[SCENARIO_EVENT_TEXT]) {
    char *colon = strchr(rest, ':'), text[SCENARIO_EVENT_TEXT];
    struct casata_note note;
    if (!colon) return scenario_fail(r, "a colon is missing");
    *colon = 0;
    int who = scenario_who(r, &rest);
    casata_action a = who < 0 ? 0 : casata_action_parse(r->g->rules, scenario_trim(rest));
    if (!a || !casata_is_legal(r->g, r->state.bytes, who, a)) return scenario_fail(r, "not legal: %s", rest);
    const char *want = scenario_trim(colon + 1);
    size_t n = strlen(want);
    *found = false;
    snprintf(first, SCENARIO_EVENT_TEXT, "nothing");
    r->checks++;
    for (uint32_t silent = 0; casata_coach(r->g, r->state.bytes, who, a, silent, &note);
         silent |= UINT32_C(1) << note.row) {
        scenario_message(&note.text, text);
        const char *said = strchr(text, '.') + 1;
        if (!silent) snprintf(first, SCENARIO_EVENT_TEXT, "%s", said);
        *found |= strncmp(said, want, n) == 0 && strchr(" ", said[n]);
    }
    return true;
}
static bool do_coach(struct run *r, char *rest) {
    char first[SCENARIO_EVENT_TEXT];
    bool found;
    if (!find_note(r, rest, &found, first)) return false;
    return found ? true : scenario_fail(r, "the coach says %s", first);
}
static bool do_no_coach(struct run *r, char *rest) {
    char first[SCENARIO_EVENT_TEXT];
    bool found;
    if (!find_note(r, rest, &found, first)) return false;
    return found ? scenario_fail(r, "the coach says so") : true;
}

const struct verb scenario_checks[] = {
    {"legal", do_legal, VERB_CHECK},
    {"offers", do_offers, VERB_CHECK},
    {"lacks", do_lacks, VERB_CHECK},
    {"count", do_count, VERB_CHECK},
    {"expect", do_expect, VERB_CHECK},
    {"expect-change", do_expect_change, VERB_CHECK},
    {"changes:", do_changes, VERB_CHECK},
    {"to_act:", do_to_act, VERB_CHECK},
    {"phase:", do_phase, VERB_CHECK},
    {"score", do_score, VERB_CHECK},
    {"projected", do_projected, VERB_CHECK},
    {"part", do_part, VERB_CHECK},
    {"rank", do_rank, VERB_CHECK},
    {"out", do_out, VERB_CHECK},
    {"colour", do_colour, VERB_CHECK},
    {"event", do_event, VERB_CHECK},
    {"no-event", do_no_event, VERB_CHECK},
    {"why", do_why, VERB_CHECK},
    {"figure", do_figure, VERB_CHECK},
    {"cost", do_cost, VERB_CHECK},
    {"gain", do_gain, VERB_CHECK},
    {"says", do_says, VERB_CHECK},
    {"asks", do_asks, VERB_CHECK},
    {"at", do_at, VERB_CHECK},
    {"coach", do_coach, VERB_CHECK},
    {"no-coach", do_no_coach, VERB_CHECK},
    {"mark", do_mark, VERB_CHECK},
    {"same", do_same, VERB_CHECK},
    {NULL, NULL, 0},
};
