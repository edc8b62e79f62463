/* engine_match.c: the commands that begin, save and show a match (docs/protocol.md). */
#include "casata/rules.h"
#include "casata/scene.h"
#include "engine/engine_int.h"

#include <stdlib.h>
#include <string.h>

/* The new match takes the place of the old one. */
static void take_match(struct engine *e, const struct casata_match *m) {
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

bool engine_do_load(struct request *r) {
    char err[200];
    int64_t seed = 0;
    bool manual;
    struct casata_match m;
    struct casata_json file = casata_json_get(r->root, "match");
    if (casata_json_type(file) != CASATA_JSON_OBJECT)
        return engine_refuse(r, "bad_request", "\"match\" must be an object");
    if (!engine_want_int(r, "seed", INT64_MIN, INT64_MAX, &seed) || !engine_want_chance(r, true, &manual))
        return false;
    char id[32];
    casata_json_text(casata_json_get(file, "game"), id, sizeof id);
    if (!casata_match_load(&m, file.at, casata_json_size(file), engine_find_game(r->e, id), err))
        return engine_refuse(r, "bad_match", "%s", err);
    m.manual_chance = manual;
    if (engine_has(r, "seed")) casata_rng_seed(&m.rng, (uint64_t)seed);
    take_match(r->e, &m);
    engine_put_status(r->e);
    casata_w_key_int(&r->e->w, "past", m.n_past);
    return true;
}

bool engine_do_save(struct request *r) {
    if (!engine_want_match(r)) return false;
    char *text = casata_match_save(&r->e->match);
    if (!text) return engine_no_memory(r);
    size_t n = 0;
    for (const char *p = text; *p; p++) /* a reply is one line; inside texts newlines are escaped */
        if (*p != '\n') text[n++] = *p;
    bool ok = engine_reserve(r->e, n + ITEM_MAX);
    if (ok) {
        casata_w_key(&r->e->w, "match");
        casata_w_json(&r->e->w, text, n);
    }
    free(text);
    return ok ? true : engine_no_memory(r);
}

bool engine_do_status(struct request *r) {
    if (!engine_want_match(r)) return false;
    engine_put_status(r->e);
    return true;
}

bool engine_do_position(struct request *r) {
    struct engine *e = r->e;
    if (!engine_want_match(r)) return false;
    if (!engine_reserve(e, SCENE_MAX)) return engine_no_memory(r);
    casata_w_key(&e->w, "position");
    casata_position_json(&e->match.game, e->match.state, &e->w);
    return true;
}

bool engine_do_view(struct request *r) {
    struct engine *e = r->e;
    const struct casata_match *m = &e->match;
    int64_t viewer = CASATA_SPECTATOR;
    if (!engine_want_match(r)) return false;
    if (engine_has(r, "seat") && !engine_is(r, "seat", "spectator")) {
        if (casata_json_type(casata_json_get(r->root, "seat")) != CASATA_JSON_WHOLE)
            return engine_refuse(r, "bad_request", "\"seat\" must be a whole number or \"spectator\"");
        if (!engine_want_int(r, "seat", 0, m->seats - 1, &viewer)) return false;
    }
    if (!engine_reserve(e, SCENE_MAX)) return engine_no_memory(r);
    casata_scene_build(&m->game, m->state, (int)viewer, &e->scene);
    engine_put_said(r, "prompt", &e->scene.prompt);
    casata_w_key(&e->w, "view");
    casata_scene_json(&m->game, &e->scene, &e->w);
    return true;
}

bool engine_do_scores(struct request *r) {
    const struct casata_match *m = &r->e->match;
    const struct casata_rules *rules = m->game.rules;
    struct casata_writer *w = &r->e->w;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    bool projected = false;
    if (!engine_want_truth(r, "projected", &projected) || !engine_want_match(r)) return false;
    casata_w_key_bool(w, "over", casata_match_to_act(m) < 0);
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
        for (int k = 0; k < rules->n_parts; k++) casata_w_key_int(w, rules->parts->word[k], part[k]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
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
