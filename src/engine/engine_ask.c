/* engine_ask.c: reads and checks the parameters of a request (engine_int.h). Changes nothing. */
#include "casata/rules.h"
#include "engine/engine_int.h"

#include <string.h>

static struct casata_json get(const struct request *r, const char *key) {
    return casata_json_get(r->root, key);
}

bool engine_has(const struct request *r, const char *key) { return get(r, key).at != NULL; }

bool engine_is(const struct request *r, const char *key, const char *word) {
    return casata_json_is(get(r, key), word, strlen(word));
}

/* A whole number in min..max; absent: *out stays. */
bool engine_want_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out) {
    struct casata_json v = get(r, key);
    if (!v.at) return true;
    if (casata_json_type(v) != CASATA_JSON_WHOLE)
        return engine_refuse(r, "bad_request", "\"%s\" must be a whole number", key);
    int64_t n = casata_json_whole(v);
    if (n < min || n > max)
        return engine_refuse(r, "bad_request", "\"%s\" must be from %lld to %lld", key, (long long)min,
                             (long long)max);
    *out = n;
    return true;
}

const char *engine_text(struct request *r, struct casata_json v) {
    char *text = r->texts;
    size_t n = casata_json_text(v, text, r->room);
    if (n >= r->room) return NULL;
    r->texts += n + 1;
    r->room -= n + 1;
    return text;
}

/* A text; absent: *out stays. */
bool engine_want_text(struct request *r, const char *key, const char **out) {
    struct casata_json v = get(r, key);
    if (!v.at) return true;
    if (casata_json_type(v) != CASATA_JSON_TEXT)
        return engine_refuse(r, "bad_request", "\"%s\" must be a text", key);
    *out = engine_text(r, v);
    return *out ? true : engine_no_memory(r);
}

/* true or false; absent: *out stays. */
bool engine_want_truth(struct request *r, const char *key, bool *out) {
    struct casata_json v = get(r, key);
    if (!v.at) return true;
    if (casata_json_type(v) != CASATA_JSON_TRUTH)
        return engine_refuse(r, "bad_request", "\"%s\" must be true or false", key);
    *out = casata_json_true(v);
    return true;
}

bool engine_want_match(struct request *r) {
    return r->e->running
               ? true
               : engine_refuse(r, "no_match", "there is no match yet: send new, setup or load first");
}

bool engine_want_decision(struct request *r) {
    if (!engine_want_match(r)) return false;
    return casata_match_to_act(&r->e->match) >= 0 ? true : engine_refuse(r, "over", "the game is over");
}

/* --- the subject of a request ----------------------------------------------------------------------------- */

static int base64_value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* Decodes base64 in place; returns the number of bytes, SIZE_MAX: bad input. */
static size_t read_base64(char *text) {
    uint32_t bits = 0;
    size_t n = 0;
    int have = 0;
    for (const char *p = text; *p && *p != '='; p++) {
        int value = base64_value(*p);
        if (value < 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)value;
        have += 6;
        if (have < 8) continue;
        have -= 8;
        text[n++] = (char)(bits >> have);
    }
    return n;
}

/* Who has resigned at the table of a snapshot: one number per seat, the length of the log then, or -1. */
static bool want_resigned(struct request *r, struct subject *s) {
    struct casata_json list = get(r, "resigned");
    bool ok = !list.at || (casata_json_type(list) == CASATA_JSON_LIST && casata_json_count(list) == s->seats);
    for (int i = 0; i < s->seats; i++) {
        struct casata_json v = list.at && ok ? casata_json_at(list, i) : list;
        int64_t at = list.at && ok ? casata_json_whole(v) : -1;
        if (list.at && ok) ok = casata_json_type(v) == CASATA_JSON_WHOLE && at >= -1 && at < INT32_MAX;
        s->resigned[i] = ok ? (int)at + 1 : 0;
    }
    return ok ? true
              : engine_refuse(r, "bad_request", "\"resigned\" must be a list of numbers from -1, one a seat");
}

/* A snapshot of a redacted state, as a server sent it to a viewer. */
static bool want_snapshot(struct request *r, struct subject *s) {
    const char *text = NULL;
    if (!engine_want_game(r, &s->game) || !engine_want_text(r, "snapshot", &text)) return false;
    size_t n = read_base64((char *)(uintptr_t)text); /* in the memory of the request */
    if (n == SIZE_MAX) return engine_refuse(r, "bad_request", "\"snapshot\" must be base64");
    s->of_snapshot = *s->game;
    s->game = &s->of_snapshot;
    casata_use_edition(&s->of_snapshot, casata_snapshot_edition((const uint8_t *)text, n));
    const char *wrong = casata_snapshot_view(s->game, (const uint8_t *)text, n, s->buffer);
    if (wrong) return engine_refuse(r, "bad_position", "%s", wrong);
    s->state = s->buffer;
    s->seats = ((const struct casata_head *)(const void *)s->buffer)->seats;
    s->match = NULL;
    s->between = false;
    return want_resigned(r, s);
}

bool engine_want_subject(struct request *r, struct subject *s) {
    const struct casata_match *m = &r->e->match;
    int64_t entries = -1;
    if (engine_has(r, "snapshot")) return want_snapshot(r, s);
    if (!engine_want_match(r) || !engine_want_int(r, "entries", 0, m->n_log, &entries)) return false;
    s->game = &m->game;
    s->state = m->state;
    s->seats = m->seats;
    s->match = m;
    casata_match_resigned(m, s->resigned);
    s->between = entries < 0 && r->e->lesson.course && r->e->lesson.between;
    if (s->between) s->state = r->e->lesson.shown;
    if (entries < 0) return true;
    casata_match_state_at(m, (int)entries, s->buffer, NULL);
    s->state = s->buffer;
    s->match = NULL;
    s->between = false;
    return true;
}

bool engine_want_viewer(struct request *r, const struct subject *s, int *viewer) {
    int64_t seat = CASATA_SPECTATOR;
    if (engine_is(r, "seat", "person")) {
        if (!s->match) return engine_refuse(r, "bad_request", "\"person\" is of the match as it is now");
        *viewer = casata_match_person(s->match);
        return true;
    }
    if (engine_has(r, "seat") && !engine_is(r, "seat", "spectator")) {
        if (casata_json_type(get(r, "seat")) != CASATA_JSON_WHOLE)
            return engine_refuse(r, "bad_request", "\"seat\" must be a whole number or \"spectator\"");
        if (!engine_want_int(r, "seat", 0, s->seats - 1, &seat)) return false;
    }
    *viewer = (int)seat;
    return true;
}

bool engine_want_action(struct request *r, const struct casata_rules *rules, casata_action *a) {
    const char *text = NULL;
    if (!engine_want_text(r, "action", &text)) return false;
    if (!text) return engine_refuse(r, "bad_request", "\"action\" is missing");
    *a = casata_action_parse(rules, text);
    return *a ? true
              : engine_refuse(r, "illegal_action", "\"%.60s\" is not an action of %s", text, rules->id);
}

/* --- who decides ------------------------------------------------------------------------------------------ */

/* Who decides: "seat" of the request, else the first due. Must be due. */
bool engine_want_seat_due(struct request *r, int *seat) {
    const struct casata_match *m = &r->e->match;
    if (!engine_want_decision(r)) return false;
    *seat = casata_match_to_act(m);
    if (!engine_has(r, "seat")) return true;
    int64_t n = CASATA_CHANCE;
    if (!engine_is(r, "seat", "chance")) {
        if (casata_json_type(get(r, "seat")) != CASATA_JSON_WHOLE)
            return engine_refuse(r, "bad_request", "\"seat\" must be a whole number or \"chance\"");
        if (!engine_want_int(r, "seat", 0, m->seats - 1, &n)) return false;
    }
    *seat = (int)n;
    if (casata_match_deciders(m) >> n & 1) return true;
    if (n == CASATA_CHANCE) return engine_refuse(r, "not_your_turn", "no decision of chance is due");
    return engine_refuse(r, "not_your_turn", "seat %d has nothing to decide now", (int)n);
}

bool engine_want_level(struct request *r, enum casata_level *level) {
    const char *text = NULL;
    if (!engine_want_text(r, "level", &text)) return false;
    if (!text) return true;
    int found = casata_word_find(&casata_level_words, text, strlen(text));
    if (found >= 0) {
        *level = (enum casata_level)found;
        return true;
    }
    char levels[160];
    struct casata_writer w = casata_writer_on(levels, sizeof levels);
    for (int i = 0; i < casata_level_words.n; i++) {
        casata_w_text(&w, i ? ", " : " ");
        casata_w_text(&w, casata_level_words.word[i]);
    }
    return engine_refuse(r, "bad_request", "there is no level \"%.40s\"; the levels are%s", text, levels);
}

const struct casata_game *engine_find_game(const struct engine *e, const char *id) {
    for (int i = 0; i < e->n_games; i++)
        if (strcmp(e->game[i].rules->id, id) == 0) return &e->game[i];
    return NULL;
}

bool engine_want_game(struct request *r, const struct casata_game **g) {
    const char *id = NULL;
    if (!engine_want_text(r, "game", &id)) return false;
    if (!id) return engine_refuse(r, "bad_request", "\"game\" is missing");
    *g = engine_find_game(r->e, id);
    return *g ? true : engine_refuse(r, "unknown_game", "there is no game \"%.40s\"", id);
}

/* How chance is played: as asked, else as in the running match, else by the engine. */
bool engine_want_chance(struct request *r, bool inherit, bool *manual) {
    const char *text = NULL;
    if (!engine_want_text(r, "chance", &text)) return false;
    *manual = text ? strcmp(text, "manual") == 0 : inherit && r->e->running && r->e->match.manual_chance;
    if (text && !*manual && strcmp(text, "auto") != 0)
        return engine_refuse(r, "bad_request", "\"chance\" must be \"auto\" or \"manual\"");
    return true;
}

bool engine_want_options(struct request *r, const struct casata_rules *rules, int seats, uint8_t *option) {
    struct casata_json object = get(r, "options"), v;
    int known = 0;
    if (!object.at) return true;
    if (casata_json_type(object) != CASATA_JSON_OBJECT)
        return engine_refuse(r, "bad_request", "\"options\" must be an object");
    for (int i = 0; i < rules->n_options; i++) {
        if (!(v = casata_json_get(object, rules->options[i].id)).at) continue;
        char word[80];
        size_t n = casata_json_text(v, word, sizeof word);
        int value = n < sizeof word ? casata_word_find(rules->options[i].values, word, n) : -1;
        if (value < 0)
            return engine_refuse(r, "bad_request", "option \"%s\" has no such value", rules->options[i].id);
        option[i] = (uint8_t)value;
        known++;
    }
    if (known != casata_json_count(object))
        return engine_refuse(r, "bad_request", "%s has no such option", rules->id);
    const struct casata_game_option *unfit = casata_option_unfit(rules, seats, option);
    if (unfit) return engine_refuse(r, "bad_request", "option \"%s\" is not for %d seats", unfit->id, seats);
    return true;
}
