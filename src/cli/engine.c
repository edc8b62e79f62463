/* engine.c: one request of docs/protocol.md into one reply. Checks everything before it changes anything;
 * does no input or output of its own and knows no game. */
#include "cli/engine.h"
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/writer.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAY_MAX = 2048,       /* bytes of one text for people; a longer one is cut */
    ITEM_MAX = 16 * 1024, /* reply bytes of one action or event, escaped */
    SCENE_MAX = 4 << 20,  /* reply bytes of a scene or a position */
    NODES_PER_MS =
        400, /* states that a hint of a level without search looks at for each millisecond asked for */
    HINT_MS = 500,
    HINT_MS_MAX = 600000
};

struct engine {
    struct casata_game game[32];
    int n_games;
    struct casata_match match;
    bool running; /* there is a match */
    bool done;
    struct casata_scene scene;
    struct casata_advice advice;
    struct casata_writer w; /* the reply that is being written */
};
struct request {
    struct engine *e;
    const json_t *root;
    int lang;
    const char *code; /* of the refusal; NULL: none */
    char message[256];
};

/* --- replies ------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static bool refuse(struct request *r, const char *code,
                                                         const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(r->message, sizeof r->message, format, ap);
    va_end(ap);
    r->code = code;
    return false;
}

/* Makes room for n more bytes. False: out of memory. */
static bool reserve(struct engine *e, size_t n) {
    size_t need = e->w.len + n + 1;
    if (need <= e->w.cap) return true;
    char *buf = realloc(e->w.buf, 2 * need);
    if (!buf) return false;
    e->w.buf = buf;
    e->w.cap = 2 * need;
    return true;
}

static bool no_memory(struct request *r) { return refuse(r, "out_of_memory", "there is not enough memory"); }

/* Bytes of the UTF-8 character at p, 0 if it is none. */
static int utf8_length(const unsigned char *p) {
    int n = 0;
    if (p[0] < 0x80)
        n = 1;
    else if (p[0] >= 0xc2 && p[0] < 0xe0)
        n = 2;
    else if (p[0] >= 0xe0 && p[0] < 0xf0)
        n = 3;
    else if (p[0] >= 0xf0 && p[0] < 0xf5)
        n = 4;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && p[0] == 0xe0 && p[1] < 0xa0) return 0;
    if (n == 3 && p[0] == 0xed && p[1] >= 0xa0) return 0;
    if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))) return 0;
    return n;
}

/* Messages quote what was sent, cut where they are full: what is no character becomes '?'. */
static void make_utf8(char *text) {
    unsigned char *p = (unsigned char *)text;
    while (*p) {
        int n = utf8_length(p);
        if (n == 0) *p = '?';
        p += n ? n : 1;
    }
}

static void put_key_str(struct casata_writer *w, const char *key, const char *text) {
    casata_w_key(w, key);
    casata_w_str(w, text);
}

static void put_key_int(struct casata_writer *w, const char *key, int64_t n) {
    casata_w_key(w, key);
    casata_w_int(w, n);
}

static void put_action(struct casata_writer *w, const struct casata_rules *rules, casata_action a) {
    char text[CASATA_ACTION_TEXT];
    casata_action_text(rules, a, text);
    put_key_str(w, "action", text);
}

static void put_decider(struct casata_writer *w, int seat) {
    if (seat == CASATA_CHANCE)
        casata_w_str(w, "chance");
    else
        casata_w_int(w, seat);
}

/* What a person reads of a message, in the language of the request. */
static void say(const struct request *r, const struct casata_msg *msg, char out[SAY_MAX]) {
    const struct casata_match *m = &r->e->match;
    const char *name[CASATA_MAX_SEATS] = {0};
    out[0] = 0;
    if (!msg->id) return;
    for (int i = 0; i < m->seats; i++) name[i] = m->seat[i].name[0] ? m->seat[i].name : NULL;
    casata_say(r->lang, m->game.rules, msg, name, out, SAY_MAX);
    make_utf8(out);
}

static void put_said(const struct request *r, const char *key, const struct casata_msg *msg) {
    char text[SAY_MAX];
    say(r, msg, text);
    put_key_str(&r->e->w, key, text);
}

/* Decisions that `undo` can take back: those of seats and, with manual chance, those of chance too. */
static int count_plies(const struct casata_match *m) {
    int n = 0;
    for (int i = 0; i < m->n_log; i++) n += m->manual_chance || m->log[i].seat != CASATA_CHANCE;
    return n;
}

static void put_status(struct engine *e) {
    const struct casata_match *m = &e->match;
    struct casata_writer *w = &e->w;
    unsigned to_act = casata_to_act(&m->game, m->state);
    put_key_str(w, "game", m->game.rules->id);
    put_key_int(w, "seats", m->seats);
    put_key_int(w, "ply", count_plies(m));
    put_key_int(w, "entries", m->n_log);
    casata_w_key(w, "over");
    casata_w_bool(w, to_act == 0);
    casata_w_key(w, "to_act");
    casata_w_open(w, '[');
    for (int seat = 0; to_act >> seat; seat++)
        if (to_act >> seat & 1) put_decider(w, seat);
    casata_w_close(w, ']');
    put_key_str(w, "phase", casata_phase_name(&m->game, m->state));
    casata_w_key(w, "hash");
    casata_w_hex64(w, casata_hash(&m->game, m->state));
}

/* Events go into the reply as they happen. */
struct event_sink {
    struct casata_sink sink;
    const struct request *r;
};

static void put_event(struct casata_sink *sink, const struct casata_msg *event) {
    const struct request *r = ((struct event_sink *)sink)->r;
    struct engine *e = r->e;
    if (!reserve(e, ITEM_MAX)) return; /* the event is left out; the decision stands */
    casata_msg_json(event, &e->w);
    e->w.len--; /* open the object again for the prose */
    put_said(r, "text", event);
    casata_w_close(&e->w, '}');
}

/* --- reading requests ---------------------------------------------------------------------------------- */

static bool has(const struct request *r, const char *key) { return json_object_get(r->root, key) != NULL; }

/* A whole number in min..max; absent: *out stays. */
static bool want_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out) {
    const json_t *v = json_object_get(r->root, key);
    if (!v) return true;
    if (!json_is_integer(v)) return refuse(r, "bad_request", "\"%s\" must be a whole number", key);
    int64_t n = json_integer_value(v);
    if (n < min || n > max)
        return refuse(r, "bad_request", "\"%s\" must be from %lld to %lld", key, (long long)min,
                      (long long)max);
    *out = n;
    return true;
}

/* A text; absent: *out stays. */
static bool want_text(struct request *r, const char *key, const char **out) {
    const json_t *v = json_object_get(r->root, key);
    if (v && !json_is_string(v)) return refuse(r, "bad_request", "\"%s\" must be a text", key);
    if (v) *out = json_string_value(v);
    return true;
}

static bool want_match(struct request *r) {
    return r->e->running ? true
                         : refuse(r, "no_match", "there is no match yet: send new, setup or load first");
}

static bool want_decision(struct request *r) {
    if (!want_match(r)) return false;
    return casata_match_to_act(&r->e->match) >= 0 ? true : refuse(r, "over", "the game is over");
}

/* Who decides: "seat" of the request, else the first who has to. Must be due. */
static bool want_seat_due(struct request *r, int *seat) {
    const struct casata_match *m = &r->e->match;
    const json_t *v = json_object_get(r->root, "seat");
    if (!want_decision(r)) return false;
    *seat = casata_match_to_act(m);
    if (!v) return true;
    int64_t n = CASATA_CHANCE;
    if (!json_is_string(v) || strcmp(json_string_value(v), "chance") != 0) {
        if (!json_is_integer(v))
            return refuse(r, "bad_request", "\"seat\" must be a whole number or \"chance\"");
        if (!want_int(r, "seat", 0, m->seats - 1, &n)) return false;
    }
    *seat = (int)n;
    if (casata_to_act(&m->game, m->state) >> n & 1) return true;
    if (n == CASATA_CHANCE) return refuse(r, "not_your_turn", "no decision of chance is due");
    return refuse(r, "not_your_turn", "seat %d has nothing to decide now", (int)n);
}

static bool want_level(struct request *r, enum casata_level *level) {
    const char *text = NULL;
    if (!want_text(r, "level", &text)) return false;
    if (!text) return true;
    int found = casata_word_find(&casata_level_words, text, strlen(text));
    if (found >= 0) {
        *level = (enum casata_level)found;
        return true;
    }
    refuse(r, "bad_request", "there is no level \"%.40s\"; the levels are", text);
    size_t len = strlen(r->message);
    for (int i = 0; i < casata_level_words.n && len < sizeof r->message; i++)
        len += (size_t)snprintf(r->message + len, sizeof r->message - len, "%s %s", i ? "," : "",
                                casata_level_words.word[i]);
    return false;
}

static const struct casata_game *find_game(const struct engine *e, const char *id) {
    for (int i = 0; i < e->n_games; i++)
        if (strcmp(e->game[i].rules->id, id) == 0) return &e->game[i];
    return NULL;
}

static bool want_game(struct request *r, const struct casata_game **g) {
    const char *id = NULL;
    if (!want_text(r, "game", &id)) return false;
    if (!id) return refuse(r, "bad_request", "\"game\" is missing");
    *g = find_game(r->e, id);
    return *g ? true : refuse(r, "unknown_game", "there is no game \"%.40s\"", id);
}

/* How chance is played: as asked, else as in the running match, else by the engine. */
static bool want_chance(struct request *r, bool inherit, bool *manual) {
    const char *text = NULL;
    if (!want_text(r, "chance", &text)) return false;
    *manual = text ? strcmp(text, "manual") == 0 : inherit && r->e->running && r->e->match.manual_chance;
    if (text && !*manual && strcmp(text, "auto") != 0)
        return refuse(r, "bad_request", "\"chance\" must be \"auto\" or \"manual\"");
    return true;
}

static bool want_options(struct request *r, const struct casata_rules *rules, uint8_t *option) {
    const json_t *object = json_object_get(r->root, "options"), *v;
    size_t known = 0;
    if (!object) return true;
    if (!json_is_object(object)) return refuse(r, "bad_request", "\"options\" must be an object");
    for (int i = 0; i < rules->n_options; i++) {
        if (!(v = json_object_get(object, rules->options[i].id))) continue;
        const struct casata_words *values = rules->options[i].values;
        int value =
            json_is_string(v) ? casata_word_find(values, json_string_value(v), json_string_length(v)) : -1;
        if (value < 0)
            return refuse(r, "bad_request", "option \"%s\" has no such value", rules->options[i].id);
        option[i] = (uint8_t)value;
        known++;
    }
    if (known != json_object_size(object))
        return refuse(r, "bad_request", "%s has no such option", rules->id);
    return true;
}

/* --- matches ------------------------------------------------------------------------------------------- */

/* The new match takes the place of the old one. */
static void take_match(struct engine *e, const struct casata_match *m) {
    casata_match_free(&e->match);
    e->match = *m;
    e->running = true;
}

static bool do_new(struct request *r) {
    const struct casata_game *g;
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int64_t seats = 0, seed = 0;
    bool manual;
    struct casata_match m;
    if (!want_game(r, &g)) return false;
    if (!has(r, "seats")) return refuse(r, "bad_request", "\"seats\" is missing");
    if (!want_int(r, "seats", g->rules->min_seats, g->rules->max_seats, &seats)) return false;
    if (!want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !want_options(r, g->rules, option)) return false;
    if (!want_chance(r, false, &manual)) return false;
    if (casata_match_new(&m, g, (int)seats, option, (uint64_t)seed)) return no_memory(r);
    m.manual_chance = manual;
    if (!manual) casata_match_chance(&m, NULL);
    take_match(r->e, &m);
    put_status(r->e);
    return true;
}

static bool do_setup(struct request *r) {
    const struct casata_game *g;
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
    char err[200];
    int64_t seed = 0;
    bool manual;
    struct casata_match m;
    const json_t *position = json_object_get(r->root, "position");
    if (!want_game(r, &g)) return false;
    if (!json_is_object(position)) return refuse(r, "bad_request", "\"position\" must be an object");
    if (!want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !want_chance(r, true, &manual)) return false;
    char *json = json_dumps(position, JSON_COMPACT);
    if (!json) return no_memory(r);
    bool ok = casata_position_read(g, json, strlen(json), state, err);
    free(json);
    if (!ok) return refuse(r, "bad_position", "%s", err);
    if (casata_match_from_position(&m, g, state, (uint64_t)seed)) return no_memory(r);
    m.manual_chance = manual;
    take_match(r->e, &m);
    put_status(r->e);
    return true;
}

static bool do_load(struct request *r) {
    char err[200];
    int64_t seed = 0;
    bool manual;
    struct casata_match m;
    const json_t *file = json_object_get(r->root, "match");
    if (!json_is_object(file)) return refuse(r, "bad_request", "\"match\" must be an object");
    if (!want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !want_chance(r, true, &manual)) return false;
    const char *id = json_string_value(json_object_get(file, "game"));
    const struct casata_game *g = id ? find_game(r->e, id) : NULL;
    char *json = json_dumps(file, JSON_COMPACT);
    if (!json) return no_memory(r);
    bool ok = casata_match_load(&m, json, strlen(json), g, err);
    free(json);
    if (!ok) return refuse(r, "bad_match", "%s", err);
    m.manual_chance = manual;
    if (has(r, "seed")) casata_rng_seed(&m.rng, (uint64_t)seed);
    take_match(r->e, &m);
    put_status(r->e);
    put_key_int(&r->e->w, "past", m.n_past);
    return true;
}

static bool do_save(struct request *r) {
    if (!want_match(r)) return false;
    char *text = casata_match_save(&r->e->match);
    if (!text) return no_memory(r);
    size_t n = 0;
    for (const char *p = text; *p; p++) /* a reply is one line; inside texts newlines are escaped */
        if (*p != '\n') text[n++] = *p;
    bool ok = reserve(r->e, n + ITEM_MAX);
    if (ok) {
        casata_w_key(&r->e->w, "match");
        casata_w_json(&r->e->w, text, n);
    }
    free(text);
    return ok ? true : no_memory(r);
}

static bool do_status(struct request *r) {
    if (!want_match(r)) return false;
    put_status(r->e);
    return true;
}

static bool do_position(struct request *r) {
    struct engine *e = r->e;
    if (!want_match(r)) return false;
    if (!reserve(e, SCENE_MAX)) return no_memory(r);
    casata_w_key(&e->w, "position");
    casata_position_json(&e->match.game, e->match.state, &e->w);
    return true;
}

/* --- decisions ----------------------------------------------------------------------------------------- */

static const struct casata_msg *choice_text(const struct casata_scene *scene, casata_action a) {
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].action == a) return &scene->choice[i].text;
    return NULL;
}

static bool put_choice(struct request *r, casata_action a, const uint32_t *weight) {
    struct engine *e = r->e;
    const struct casata_msg *decorated = choice_text(&e->scene, a);
    struct casata_msg text = decorated ? *decorated : casata_action_msg(e->match.game.rules, a);
    if (!reserve(e, ITEM_MAX)) return no_memory(r);
    casata_w_open(&e->w, '{');
    put_action(&e->w, e->match.game.rules, a);
    if (weight) put_key_int(&e->w, "weight", *weight);
    put_said(r, "text", &text);
    casata_w_close(&e->w, '}');
    return true;
}

static bool put_outcomes(struct request *r) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    const struct casata_match *m = &r->e->match;
    int n = casata_outcomes(&m->game, m->state, out);
    r->e->scene.n_choices = 0;
    casata_w_open(&r->e->w, '[');
    for (int i = 0; i < n; i++)
        if (!put_choice(r, out[i].action, &out[i].weight)) return false;
    casata_w_close(&r->e->w, ']');
    return true;
}

static bool do_legal(struct request *r) {
    struct engine *e = r->e;
    casata_action out[CASATA_MAX_CHOICES];
    int seat;
    if (!want_seat_due(r, &seat)) return false;
    casata_scene_build(&e->match.game, e->match.state, seat == CASATA_CHANCE ? CASATA_SPECTATOR : seat,
                       &e->scene);
    casata_w_key(&e->w, "seat");
    put_decider(&e->w, seat);
    put_said(r, "prompt", &e->scene.prompt);
    casata_w_key(&e->w, "actions");
    if (seat == CASATA_CHANCE) return put_outcomes(r);
    int n = casata_legal(&e->match.game, e->match.state, seat, out);
    casata_w_open(&e->w, '[');
    for (int i = 0; i < n; i++)
        if (!put_choice(r, out[i], NULL)) return false;
    casata_w_close(&e->w, ']');
    return true;
}

static bool do_outcomes(struct request *r) {
    if (!want_decision(r)) return false;
    if (casata_match_to_act(&r->e->match) != CASATA_CHANCE)
        return refuse(r, "not_your_turn", "no decision of chance is due");
    casata_w_key(&r->e->w, "outcomes");
    return put_outcomes(r);
}

/* Plays for a seat that has to decide, with the events and the status in the reply. */
static bool play_checked(struct request *r, int seat, casata_action a) {
    struct engine *e = r->e;
    struct event_sink sink = {{put_event, false}, r};
    casata_w_key(&e->w, "events");
    casata_w_open(&e->w, '[');
    if (casata_match_play(&e->match, seat, a, &sink.sink)) return no_memory(r);
    casata_w_close(&e->w, ']');
    put_status(e);
    return true;
}

/* Asked before the reply begins to tell of events. */
static bool is_legal(const struct casata_match *m, int seat, casata_action a) {
    _Alignas(8) unsigned char copy[CASATA_MAX_STATE];
    memcpy(copy, m->state, m->game.rules->state_size);
    return a && casata_play(&m->game, copy, seat, a, NULL) == CASATA_OK;
}

static bool do_play(struct request *r) {
    const struct casata_match *m = &r->e->match;
    const char *text = NULL;
    int seat;
    if (!want_text(r, "action", &text)) return false;
    if (!text) return refuse(r, "bad_request", "\"action\" is missing");
    if (!want_seat_due(r, &seat)) return false;
    casata_action a = casata_action_parse(m->game.rules, text);
    if (!a) return refuse(r, "illegal_action", "\"%.60s\" is not an action of %s", text, m->game.rules->id);
    if (!is_legal(m, seat, a)) return refuse(r, "illegal_action", "\"%.60s\" is not legal now", text);
    return play_checked(r, seat, a);
}

/* One random decision; chance by its weights. */
static bool play_random(struct casata_match *m) {
    casata_action out[CASATA_MAX_CHOICES], a;
    int seat = casata_match_to_act(m);
    if (seat == CASATA_CHANCE) {
        a = casata_sample(&m->game, m->state, &m->rng);
    } else {
        int n = casata_legal(&m->game, m->state, seat, out);
        a = out[casata_rng_below(&m->rng, (uint32_t)n)];
    }
    return casata_match_play(m, seat, a, NULL) == NULL;
}

static bool do_random(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = INT32_MAX;
    if (!want_match(r) || !want_int(r, "plies", 0, INT32_MAX, &plies)) return false;
    if (plies > 0 && !m->manual_chance) casata_match_chance(m, NULL);
    for (; plies > 0 && casata_match_to_act(m) >= 0; plies--)
        if (!play_random(m)) return no_memory(r);
    put_status(r->e);
    return true;
}

static bool do_undo(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = 1;
    if (!want_match(r) || !want_int(r, "plies", 1, INT32_MAX, &plies)) return false;
    int n = m->n_log, there = count_plies(m);
    if (there == 0) return refuse(r, "nothing_to_undo", "no decision is left to undo");
    if (plies > there) return refuse(r, "nothing_to_undo", "only %d decisions can be undone", there);
    for (; plies > 0; plies--) {
        while (!m->manual_chance && m->log[n - 1].seat == CASATA_CHANCE) n--;
        n--;
    }
    casata_match_undo(m, n);
    put_status(r->e);
    return true;
}

/* --- bots ---------------------------------------------------------------------------------------------- */

/* A decision of a seat, not of chance. */
static bool want_seat_to_think(struct request *r, int *seat) {
    if (!want_seat_due(r, seat)) return false;
    if (*seat != CASATA_CHANCE) return true;
    return refuse(r, "not_your_turn", "chance is due: play it first");
}

static void put_value(struct casata_writer *w, const char *key, int32_t hundredths) {
    char text[32];
    int64_t v = hundredths, abs = v < 0 ? -v : v;
    int n = snprintf(text, sizeof text, "%s%lld.%02lld", v < 0 ? "-" : "", (long long)(abs / 100),
                     (long long)(abs % 100));
    casata_w_key(w, key);
    casata_w_json(w, text, (size_t)n);
}

/* The reasons of a hint: in words, and each term by its id. */
static void put_reasons(struct request *r, const struct casata_hint *hint) {
    const struct casata_rules *rules = r->e->match.game.rules;
    struct casata_writer *w = &r->e->w;
    char text[600];
    casata_hint_text(r->lang, rules, hint, text, sizeof text);
    casata_w_key(w, "reason");
    casata_w_str(w, text);
    casata_w_key(w, "terms");
    casata_w_open(w, '[');
    for (int i = 0; i < hint->n_reasons; i++) {
        casata_w_open(w, '{');
        casata_w_key(w, "term");
        casata_w_str(w, rules->terms->word[hint->reason[i].term]);
        put_value(w, "value", hint->reason[i].value);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

static bool put_hints(struct request *r, struct casata_mind *mind) {
    struct engine *e = r->e;
    struct casata_hint hint[CASATA_HINTS];
    int hints = casata_mind_hints(mind, hint);
    casata_mind_advice(mind, &e->advice);
    casata_w_key(&e->w, "best");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < e->advice.n; i++) {
        if (!put_choice(r, e->advice.line[i].action, NULL)) return false;
        e->w.len--; /* open the object again */
        put_value(&e->w, "value", e->advice.line[i].value);
        if (i < hints) put_reasons(r, &hint[i]);
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    put_key_int(&e->w, "nodes", (int64_t)e->advice.nodes);
    return true;
}

static bool do_hint(struct request *r) {
    struct engine *e = r->e;
    struct casata_match *m = &e->match;
    _Alignas(8) unsigned char view[CASATA_MAX_STATE];
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    int64_t ms = HINT_MS;
    int seat;
    if (!want_level(r, &level) || !want_int(r, "ms", 1, HINT_MS_MAX, &ms) || !want_seat_to_think(r, &seat))
        return false;
    struct casata_skill skill = casata_skill_of(level);
    skill.noise = 0;
    skill.nodes = (uint32_t)ms * NODES_PER_MS;
    if (skill.think) skill.think = (uint32_t)ms * 1000;
    struct casata_team *team = casata_match_team(m);
    if (!team) return no_memory(r);
    memcpy(view, m->state, m->game.rules->state_size);
    casata_redact(&m->game, view, seat);
    /* The rng of the match is left alone: a hint must not change what chance draws later. */
    struct casata_mind *mind = casata_team_mind(team);
    casata_mind_play(mind, 0);
    casata_team_think(team, &m->game, view, seat, &skill, casata_hash(&m->game, view));
    casata_scene_build(&m->game, m->state, seat, &e->scene);
    put_key_int(&e->w, "seat", seat);
    return put_hints(r, mind);
}

static bool do_bot(struct request *r) {
    struct engine *e = r->e;
    struct casata_match *m = &e->match;
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    int seat;
    if (!want_level(r, &level) || !want_seat_to_think(r, &seat)) return false;
    casata_action a = casata_match_bot(m, seat, level);
    if (!a) return no_memory(r);
    put_key_int(&e->w, "seat", seat);
    put_action(&e->w, m->game.rules, a);
    return play_checked(r, seat, a);
}

/* --- looking ------------------------------------------------------------------------------------------- */

static bool do_view(struct request *r) {
    struct engine *e = r->e;
    const struct casata_match *m = &e->match;
    const json_t *v = json_object_get(r->root, "seat");
    int64_t viewer = CASATA_SPECTATOR;
    if (!want_match(r)) return false;
    if (v && (!json_is_string(v) || strcmp(json_string_value(v), "spectator") != 0)) {
        if (!json_is_integer(v))
            return refuse(r, "bad_request", "\"seat\" must be a whole number or \"spectator\"");
        if (!want_int(r, "seat", 0, m->seats - 1, &viewer)) return false;
    }
    if (!reserve(e, SCENE_MAX)) return no_memory(r);
    casata_scene_build(&m->game, m->state, (int)viewer, &e->scene);
    put_said(r, "prompt", &e->scene.prompt);
    casata_w_key(&e->w, "view");
    casata_scene_json(&m->game, &e->scene, &e->w);
    return true;
}

static bool do_scores(struct request *r) {
    const struct casata_match *m = &r->e->match;
    const struct casata_rules *rules = m->game.rules;
    struct casata_writer *w = &r->e->w;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    const json_t *v = json_object_get(r->root, "projected");
    if (v && !json_is_boolean(v)) return refuse(r, "bad_request", "\"projected\" must be true or false");
    bool projected = v && json_is_true(v);
    if (!want_match(r)) return false;
    casata_w_key(w, "over");
    casata_w_bool(w, casata_match_to_act(m) < 0);
    casata_w_key(w, "scores");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) casata_w_int(w, casata_score(&m->game, m->state, i, projected));
    casata_w_close(w, ']');
    rules->ranks(m->game.data, m->state, rank);
    casata_w_key(w, "ranks");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) casata_w_int(w, rank[i]);
    casata_w_close(w, ']');
    casata_w_key(w, "breakdown");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) {
        int32_t part[CASATA_MAX_PARTS] = {0};
        rules->parts_of(m->game.data, m->state, i, projected, part);
        casata_w_open(w, '{');
        for (int k = 0; k < rules->n_parts; k++) put_key_int(w, rules->parts->word[k], part[k]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    return true;
}

static void put_game(struct casata_writer *w, const struct casata_game *g) {
    const struct casata_rules *rules = g->rules;
    casata_w_open(w, '{');
    put_key_str(w, "id", rules->id);
    put_key_str(w, "name", rules->name);
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    for (int i = rules->min_seats; i <= rules->max_seats; i++) casata_w_int(w, i);
    casata_w_close(w, ']');
    casata_w_key(w, "options");
    casata_w_open(w, '[');
    for (int i = 0; i < rules->n_options; i++) {
        const struct casata_words *values = rules->options[i].values;
        casata_w_open(w, '{');
        put_key_str(w, "id", rules->options[i].id);
        casata_w_key(w, "values");
        casata_w_open(w, '[');
        for (int k = 0; k < values->n; k++) casata_w_str(w, values->word[k]);
        casata_w_close(w, ']');
        put_key_str(w, "default", values->word[0]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    put_key_int(w, "rules_version", rules->rules_version);
    casata_w_key(w, "edition");
    casata_w_hex64(w, g->edition);
    casata_w_close(w, '}');
}

void engine_games_json(const struct casata_game *games, int n, struct casata_writer *w) {
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) put_game(w, &games[i]);
    casata_w_close(w, ']');
}

static bool do_games(struct request *r) {
    struct casata_writer *w = &r->e->w;
    if (!reserve(r->e, SCENE_MAX)) return no_memory(r);
    casata_w_key(w, "games");
    engine_games_json(r->e->game, r->e->n_games, w);
    casata_w_key(w, "levels");
    casata_w_open(w, '[');
    for (int i = 0; i < casata_level_words.n; i++) casata_w_str(w, casata_level_words.word[i]);
    casata_w_close(w, ']');
    return true;
}

static bool do_quit(struct request *r) {
    r->e->done = true;
    return true;
}

/* --- dispatch ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    bool (*run)(struct request *r);
} commands[] = {
    {"play", do_play},         {"legal", do_legal},   {"status", do_status}, {"new", do_new},
    {"games", do_games},       {"random", do_random}, {"undo", do_undo},     {"outcomes", do_outcomes},
    {"view", do_view},         {"scores", do_scores}, {"setup", do_setup},   {"save", do_save},
    {"position", do_position}, {"load", do_load},     {"hint", do_hint},     {"bot", do_bot},
    {"quit", do_quit},
};

static bool run_request(struct request *r) {
    const char *cmd = NULL, *lang = "en";
    if (!json_is_object(r->root)) return refuse(r, "bad_request", "a request is a JSON object");
    if (!want_text(r, "cmd", &cmd)) return false;
    if (!cmd) return refuse(r, "bad_request", "\"cmd\" is missing");
    if (!want_text(r, "lang", &lang)) return false;
    if ((r->lang = casata_lang_find(lang)) < 0)
        return refuse(r, "bad_request", "there is no language \"%.20s\"", lang);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, cmd) == 0) return commands[i].run(r);
    return refuse(r, "unknown_command", "there is no command \"%.40s\"", cmd);
}

static void begin_reply(struct engine *e, bool ok) {
    char *buf = e->w.buf;
    e->w = casata_writer_on(buf, e->w.cap);
    casata_w_open(&e->w, '{');
    casata_w_key(&e->w, "ok");
    casata_w_bool(&e->w, ok);
}

static char *end_reply(struct engine *e, const json_t *id) {
    char *id_text = id ? json_dumps(id, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (id_text && reserve(e, strlen(id_text) + 16)) {
        casata_w_key(&e->w, "id");
        casata_w_json(&e->w, id_text, strlen(id_text));
    }
    free(id_text);
    casata_w_close(&e->w, '}');
    return casata_writer_ok(&e->w) ? strdup(e->w.buf) : NULL;
}

static char *refusal(struct engine *e, const json_t *id, const char *code, char *message) {
    make_utf8(message);
    begin_reply(e, false);
    casata_w_key(&e->w, "error");
    casata_w_open(&e->w, '{');
    put_key_str(&e->w, "code", code);
    put_key_str(&e->w, "message", message);
    casata_w_close(&e->w, '}');
    return end_reply(e, id);
}

char *engine_line(struct engine *e, const char *line, size_t n) {
    struct request r = {.e = e};
    json_error_t where;
    e->w.len = 0;
    if (!reserve(e, ITEM_MAX)) return NULL;
    if (n > ENGINE_MAX_LINE) {
        refuse(&r, "too_long", "a line has at most %d bytes", ENGINE_MAX_LINE);
        return refusal(e, NULL, r.code, r.message);
    }
    json_t *root = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!root) {
        refuse(&r, "bad_json", "column %d: %.160s", where.column, where.text);
        return refusal(e, NULL, r.code, r.message);
    }
    r.root = root;
    const json_t *id = json_object_get(root, "id");
    begin_reply(e, true);
    char *reply = run_request(&r) ? end_reply(e, id) : refusal(e, id, r.code, r.message);
    json_decref(root);
    return reply;
}

bool engine_done(const struct engine *e) { return e->done; }

struct engine *engine_new(const struct casata_game *games, int n) {
    struct engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    for (; e->n_games < n && e->n_games < (int)(sizeof e->game / sizeof *e->game); e->n_games++)
        e->game[e->n_games] = games[e->n_games];
    return e;
}

void engine_free(struct engine *e) {
    if (!e) return;
    if (e->running) casata_match_free(&e->match);
    free(e->w.buf);
    free(e);
}
