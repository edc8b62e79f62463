/* scenario_step.c: the lines of a scenario that make a position or change it. Knows no game. */
#include "scenario.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "scenario_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- making a position --------------------------------------------------------------------------------- */
static int option_index(const struct casata_rules *rules, const char *id) {
    for (int i = 0; i < rules->n_options; i++)
        if (strcmp(rules->options[i].id, id) == 0) return i;
    return -1;
}

/* "seats=3 boards=in_order" into a new game. */
static bool begin_game(struct run *r, char *rest, enum casata_status *status) {
    const struct casata_rules *rules = r->g->rules;
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int seats = 0;
    while (*rest) {
        char *word = scenario_word(&rest), *value = strchr(word, '=');
        if (!value) return scenario_fail(r, "\"%s\" is not option=value", word);
        *value++ = 0;
        if (strcmp(word, "seats") == 0) {
            seats = atoi(value);
            value[-1] = '=';
            continue;
        }
        int i = option_index(rules, word);
        int v = i < 0 ? -1 : casata_word_find(rules->options[i].values, value, strlen(value));
        value[-1] = '=';
        if (v < 0) return scenario_fail(r, "%s has no option %s", rules->id, word);
        option[i] = (uint8_t)v;
    }
    *status = casata_init(r->g, r->state.bytes, seats, option);
    return true;
}

static bool do_start(struct run *r, char *rest) {
    enum casata_status status;
    if (!begin_game(r, rest, &status)) return false;
    if (status != CASATA_OK) return scenario_fail(r, "no game can be started so");
    r->started = true;
    return true;
}

static bool do_refuse_start(struct run *r, char *rest) {
    enum casata_status status;
    if (!begin_game(r, rest, &status)) return false;
    r->checks++;
    return status != CASATA_OK ? true : scenario_fail(r, "a game was started");
}

bool scenario_load_edit(struct run *r, const char *broken) {
    char err[200] = "";
    if (!r->edit) return broken ? scenario_fail(r, "no set line before it") : true;
    char *text = json_dumps(r->edit, JSON_COMPACT);
    json_decref(r->edit);
    r->edit = NULL;
    unsigned char loaded[CASATA_MAX_STATE];
    bool ok = casata_position_read(r->g, text, strlen(text), loaded, err);
    free(text);
    if (broken) {
        const char *tail = strstr(err, broken); /* the last part of "where: what" */
        while (tail && tail[strlen(broken)]) tail = strstr(tail + 1, broken);
        if (ok) return scenario_fail(r, "the position was accepted, not refused for \"%s\"", broken);
        bool whole = tail && (tail == err || (tail - err > 1 && tail[-1] == ' ' && tail[-2] == ':'));
        return whole ? true : scenario_fail(r, "refused, but for: %s", err);
    }
    if (!ok) return scenario_fail(r, "%s", err);
    memcpy(r->state.bytes, loaded, r->g->rules->state_size);
    memcpy(r->before.bytes, loaded, r->g->rules->state_size);
    return true;
}

static bool do_broken(struct run *r, char *rest) {
    r->checks++;
    return scenario_load_edit(r, rest);
}

static bool do_set(struct run *r, char *rest) {
    char *path, *text, op = scenario_split(rest, &path, &text);
    if (!op || op == '!') return scenario_fail(r, "not of the form: set path = value");
    json_t *value = path_value(text);
    if (!value) return scenario_fail(r, "not JSON: %s", text);
    if (!r->edit) r->edit = scenario_position(r, r->state.bytes);
    if (op != '=') {
        const json_t *old = path_get(r->edit, path);
        json_int_t n = json_integer_value(value) * (op == '-' ? -1 : 1);
        json_decref(value);
        value = json_integer(json_integer_value(old) + n);
    }
    return path_set(r->edit, path, value) == 0 ? true : scenario_fail(r, "a position has no value %s", path);
}

/* --- decisions ----------------------------------------------------------------------------------------- */
struct recorder {
    struct casata_sink sink;
    struct run *r;
};

static void print_arg(const struct casata_arg *a, char *out, size_t n) {
    switch (a->type) {
    case CASATA_ARG_NUMBER: snprintf(out, n, " %d", a->n); break;
    case CASATA_ARG_WORD: snprintf(out, n, " %s", a->words->word[a->index]); break;
    case CASATA_ARG_COUNT: snprintf(out, n, " %s*%d", a->words->word[a->index], a->n); break;
    case CASATA_ARG_SEAT: snprintf(out, n, " seat:%d", a->n); break;
    }
}

void scenario_message(const struct casata_msg *m, char text[SCENARIO_EVENT_TEXT]) {
    snprintf(text, SCENARIO_EVENT_TEXT, "%s", m->id);
    for (int i = 0; i < m->n; i++) {
        size_t len = strlen(text);
        print_arg(&m->arg[i], text + len, SCENARIO_EVENT_TEXT - len);
    }
}
static void record(struct casata_sink *sink, const struct casata_msg *m) {
    struct run *r = ((struct recorder *)(void *)sink)->r;
    if (r->n_events < SCENARIO_EVENTS) scenario_message(m, r->event[r->n_events++]);
}

static bool decide(struct run *r, int who, casata_action a) {
    struct recorder rec = {{.emit = record}, r};
    unsigned char old[CASATA_MAX_STATE];
    memcpy(old, r->state.bytes, r->g->rules->state_size);
    r->n_events = 0;
    enum casata_status status = casata_play(r->g, r->state.bytes, who, a, &rec.sink);
    if (status == CASATA_NOT_YOUR_TURN) return scenario_fail(r, "it is not for this seat to decide now");
    if (status != CASATA_OK) return scenario_fail(r, "not legal: %s", scenario_action(r, a));
    memcpy(r->before.bytes, old, r->g->rules->state_size);
    const char *broken = casata_check(r->g, r->state.bytes);
    return broken ? scenario_fail(r, "after it the position is broken: %s", broken) : true;
}

static bool do_play_of(struct run *r, int who, char *text) {
    casata_action a = casata_action_parse(r->g->rules, text);
    return a ? decide(r, who, a) : scenario_fail(r, "not an action: %s", text);
}

static bool do_play(struct run *r, char *rest) {
    int who = scenario_who(r, &rest);
    return who < 0 ? false : do_play_of(r, who, rest);
}

static bool do_chance(struct run *r, char *rest) { return do_play_of(r, CASATA_CHANCE, rest); }

/* Whatever chance has to decide now, its first outcome. */
static bool do_any_chance(struct run *r, char *rest) {
    struct choices c;
    if (*rest) return scenario_fail(r, "any-chance has no operand");
    if (casata_to_act(r->g, r->state.bytes) != 1u << CASATA_CHANCE)
        return scenario_fail(r, "nothing is left to chance here");
    while (casata_to_act(r->g, r->state.bytes) == 1u << CASATA_CHANCE) {
        scenario_choices(r, CASATA_CHANCE, &c);
        if (!decide(r, CASATA_CHANCE, c.it[0].action)) return false;
    }
    return true;
}

static bool do_refuse(struct run *r, char *rest) {
    int who = scenario_who(r, &rest);
    if (who < 0) return false;
    r->checks++;
    casata_action a = casata_action_parse(r->g->rules, rest);
    uint64_t hash = casata_hash(r->g, r->state.bytes);
    if (a && casata_play(r->g, r->state.bytes, who, a, NULL) == CASATA_OK)
        return scenario_fail(r, "it is legal: %s", rest);
    return casata_hash(r->g, r->state.bytes) == hash ? true
                                                     : scenario_fail(r, "the refusal changed the position");
}

const struct verb scenario_steps[] = {
    {"start:", do_start, VERB_NEW},
    {"refuse-start:", do_refuse_start, VERB_NEW | VERB_CHECK},
    {"set", do_set, VERB_KEEP},
    {"broken:", do_broken, VERB_KEEP | VERB_CHECK},
    {"chance", do_chance, 0},
    {"any-chance", do_any_chance, 0},
    {"play", do_play, 0},
    {"refuse", do_refuse, VERB_CHECK},
    {NULL, NULL, 0},
};
