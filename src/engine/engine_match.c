/* engine_match.c: the commands that begin, save and show a match (docs/protocol.md). */
#include "casata/rules.h"
#include "casata/scene.h"
#include "engine/engine_int.h"

#include <stdlib.h>
#include <string.h>

/* The new match replaces the old one. */
static void take_match(struct engine *e, const struct casata_match *m) {
    engine_stop_thinking(e);
    if (e->tools->mind && !e->tools->thinker)
        casata_mind_play(e->tools->mind, 0); /* it knows another match */
    engine_end_lesson(e);
    casata_match_free(&e->match);
    e->match = *m;
    e->running = true;
}

bool engine_do_new(struct request *r) {
    const struct casata_game *g;
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int64_t seats = 0, seed = 0;
    bool manual;
    struct casata_match m;
    if (!engine_want_game(r, &g)) return false;
    if (!engine_has(r, "seats")) return engine_refuse(r, "bad_request", "\"seats\" is missing");
    if (!engine_want_int(r, "seats", g->rules->min_seats, g->rules->max_seats, &seats)) return false;
    if (!engine_want_int(r, "seed", INT64_MIN, INT64_MAX, &seed)) return false;
    if (!engine_want_options(r, g->rules, (int)seats, option)) return false;
    if (!engine_want_chance(r, false, &manual)) return false;
    if (casata_match_new(&m, g, (int)seats, option, (uint64_t)seed)) return engine_no_memory(r);
    m.manual_chance = manual;
    if (!manual) casata_match_chance(&m, NULL);
    take_match(r->e, &m);
    engine_put_status(r->e);
    return true;
}

bool engine_do_setup(struct request *r) {
    const struct casata_game *g;
    CASATA_STATE_BUFFER(state);
    char err[200];
    int64_t seed = 0;
    bool manual;
    struct casata_match m;
    struct casata_json position = casata_json_get(r->root, "position");
    if (!engine_want_game(r, &g)) return false;
    if (casata_json_type(position) != CASATA_JSON_OBJECT)
        return engine_refuse(r, "bad_request", "\"position\" must be an object");
    if (!engine_want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !engine_want_chance(r, true, &manual))
        return false;
    if (!casata_position_read(g, position.at, casata_json_size(position), state, err))
        return engine_refuse(r, "bad_position", "%s", err);
    if (casata_match_from_position(&m, g, state, (uint64_t)seed)) return engine_no_memory(r);
    m.manual_chance = manual;
    take_match(r->e, &m);
    engine_put_status(r->e);
    return true;
}

/* A separate match from a viewer's position, with its hidden parts guessed. */
bool engine_do_try(struct request *r) {
    CASATA_STATE_BUFFER(state);
    struct subject s;
    struct casata_rng rng;
    struct casata_match m;
    int64_t seed = 0;
    int viewer;
    if (!engine_want_subject(r, &s) || !engine_want_viewer(r, &s, &viewer)) return false;
    if (!engine_want_int(r, "seed", INT64_MIN, INT64_MAX, &seed)) return false;
    casata_view(s.game, s.state, viewer, state);
    casata_rng_seed(&rng, (uint64_t)seed);
    casata_resample(s.game, state, viewer, &rng);
    if (casata_match_from_position(&m, s.game, state, (uint64_t)seed)) return engine_no_memory(r);
    take_match(r->e, &m);
    engine_put_status(r->e);
    return true;
}

/* The match file of a request: an object, a text, or the bytes handed over. */
static bool want_file(struct request *r, const char **text, size_t *n) {
    struct casata_json file = casata_json_get(r->root, "match");
    *text = NULL;
    if (!engine_want_text(r, "file", text)) return false;
    if (!*text && !file.at && r->e->data) {
        *text = r->e->data;
        *n = r->e->n_data;
        return true;
    }
    if (!*text && casata_json_type(file) != CASATA_JSON_OBJECT)
        return engine_refuse(r, "bad_request", "\"match\" must be an object");
    *n = *text ? strlen(*text) : casata_json_size(file);
    if (!*text) *text = file.at;
    return true;
}

bool engine_do_load(struct request *r) {
    char err[200], id[32];
    const char *text;
    size_t n = 0;
    int64_t seed = 0;
    bool manual, brief = false;
    struct casata_match m;
    if (!want_file(r, &text, &n) || !engine_want_truth(r, "short", &brief)) return false;
    if (!engine_want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !engine_want_chance(r, true, &manual))
        return false;
    casata_file_peek(text, n, id);
    const struct casata_game *g = engine_find_game(r->e, id);
    if (!(brief ? casata_match_load_short : casata_match_load)(&m, text, n, g, err))
        return engine_refuse(r, "bad_match", "%s", err);
    m.manual_chance = manual;
    if (engine_has(r, "seed")) casata_rng_seed(&m.rng, (uint64_t)seed);
    take_match(r->e, &m);
    engine_put_status(r->e);
    casata_w_key_int(&r->e->w, "past", m.n_past);
    return true;
}

bool engine_do_save(struct request *r) {
    struct casata_writer *w = &r->e->w;
    bool as_text = false;
    if (!engine_want_truth(r, "text", &as_text) || !engine_want_match(r)) return false;
    char *text = casata_match_save(&r->e->match);
    if (!text) return engine_no_memory(r);
    bool ok = engine_reserve(r->e, 2 * strlen(text) + ITEM_MAX);
    if (ok && as_text) {
        casata_w_key_str(w, "file", text);
    } else if (ok) {
        casata_w_key(w, "match");
        casata_json_write((struct casata_json){text}, w);
    }
    free(text);
    return ok ? true : engine_no_memory(r);
}

bool engine_do_status(struct request *r) {
    if (!engine_want_match(r)) return false;
    engine_put_status(r->e);
    return true;
}

static void put_seat(struct casata_writer *w, const struct casata_seat_info *seat) {
    casata_w_open(w, '{');
    casata_w_key_str(w, "kind", seat->kind == CASATA_BOT ? "bot" : "human");
    if (seat->kind == CASATA_BOT) casata_w_key_str(w, "level", casata_level_words.word[seat->level]);
    casata_w_key_str(w, "name", seat->name);
    if (seat->resigned) casata_w_key_int(w, "resigned", seat->resigned - 1);
    casata_w_close(w, '}');
}

bool engine_do_about(struct request *r) {
    const struct casata_match *m = &r->e->match;
    struct casata_writer *w = &r->e->w;
    if (!engine_want_match(r)) return false;
    casata_w_key_str(w, "game", m->game.rules->id);
    casata_match_options_json(m, w);
    casata_w_key(w, "people");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) put_seat(w, &m->seat[i]);
    casata_w_close(w, ']');
    casata_w_key_int(w, "past", m->n_past);
    return true;
}

bool engine_do_seat(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t seat = -1;
    const char *name = NULL;
    if (!engine_want_match(r) || !engine_want_int(r, "seat", 0, m->seats - 1, &seat)) return false;
    if (seat < 0) return engine_refuse(r, "bad_request", "\"seat\" is missing");
    struct casata_seat_info info = m->seat[seat];
    if (!engine_want_level(r, &info.level) || !engine_want_text(r, "name", &name)) return false;
    if (engine_has(r, "kind") && !engine_is(r, "kind", "bot") && !engine_is(r, "kind", "human"))
        return engine_refuse(r, "bad_request", "\"kind\" must be \"human\" or \"bot\"");
    if (engine_has(r, "kind")) info.kind = engine_is(r, "kind", "bot") ? CASATA_BOT : CASATA_HUMAN;
    if (name && strlen(name) >= sizeof info.name)
        return engine_refuse(r, "bad_request", "\"name\" has more than %d bytes", (int)sizeof info.name - 1);
    if (name) memcpy(info.name, name, strlen(name) + 1);
    bool gives_up = false;
    if (!engine_want_truth(r, "resigned", &gives_up)) return false;
    const char *wrong = gives_up ? casata_match_resign(m, (int)seat) : NULL;
    if (wrong) return engine_refuse(r, "over", "%s", wrong);
    info.resigned = m->seat[seat].resigned;
    m->seat[seat] = info;
    engine_put_status(r->e);
    return true;
}

static void put_game(struct casata_writer *w, const struct casata_game *g) {
    const struct casata_rules *rules = g->rules;
    casata_w_open(w, '{');
    casata_w_key_str(w, "id", rules->id);
    casata_w_key_str(w, "name", rules->name);
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    for (int i = rules->min_seats; i <= rules->max_seats; i++) casata_w_int(w, i);
    casata_w_close(w, ']');
    casata_w_key(w, "options");
    casata_w_open(w, '[');
    for (int i = 0; i < rules->n_options; i++) {
        const struct casata_words *values = rules->options[i].values;
        casata_w_open(w, '{');
        casata_w_key_str(w, "id", rules->options[i].id);
        casata_w_key(w, "values");
        casata_w_open(w, '[');
        for (int k = 0; k < values->n; k++) casata_w_str(w, values->word[k]);
        casata_w_close(w, ']');
        casata_w_key_str(w, "default", values->word[0]);
        casata_w_key_str(w, "list", values->name);
        casata_w_key(w, "seats");
        casata_w_open(w, '[');
        for (int seats = rules->min_seats; seats <= rules->max_seats; seats++)
            if (casata_option_values(&rules->options[i], seats) > 1) casata_w_int(w, seats);
        casata_w_close(w, ']');
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    casata_w_key_int(w, "rules_version", rules->rules_version);
    casata_w_key_hex64(w, "edition", g->edition);
    casata_w_key_bool(w, "hidden", rules->redact != NULL);
    if (rules->round_event) casata_w_key_str(w, "round", rules->round_event);
    if (rules->out_event) casata_w_key_str(w, "out", rules->out_event);
    casata_w_close(w, '}');
}

void engine_games_json(const struct casata_game *games, int n, struct casata_writer *w) {
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) put_game(w, &games[i]);
    casata_w_close(w, ']');
}

bool engine_do_games(struct request *r) {
    struct casata_writer *w = &r->e->w;
    if (!engine_reserve(r->e, SCENE_MAX)) return engine_no_memory(r);
    casata_w_key(w, "games");
    engine_games_json(r->e->game, r->e->n_games, w);
    casata_w_key(w, "levels");
    casata_w_open(w, '[');
    for (int i = 0; i < casata_level_words.n; i++) casata_w_str(w, casata_level_words.word[i]);
    casata_w_close(w, ']');
    return true;
}
