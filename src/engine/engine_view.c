/* engine_view.c: the commands that show a position and its history (docs/protocol.md). They change nothing. */
#include "casata/rules.h"
#include "casata/scene.h"
#include "engine/engine_int.h"

#include <string.h>

bool engine_do_position(struct request *r) {
    struct engine *e = r->e;
    if (!engine_want_match(r)) return false;
    if (!engine_reserve(e, SCENE_MAX)) return engine_no_memory(r);
    casata_w_key(&e->w, "position");
    casata_position_json(&e->match.game, e->match.state, &e->w);
    return true;
}

/* --- scores --------------------------------------------------------------------------------------------- */

static void put_parts(struct casata_writer *w, const char *key, const struct subject *s, const void *view,
                      bool projected) {
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int seat = 0; seat < s->seats; seat++) {
        int32_t part[CASATA_MAX_PARTS] = {0};
        s->game->rules->parts_of(s->game->data, view, seat, projected, part);
        casata_w_open(w, '[');
        for (int i = 0; i < s->game->rules->n_parts; i++) casata_w_int(w, part[i]);
        casata_w_close(w, ']');
    }
    casata_w_close(w, ']');
}

static void put_ranks(struct casata_writer *w, const struct casata_game *g, const void *state,
                      const int *resigned) {
    int seats = ((const struct casata_head *)state)->seats;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    casata_ranks(g, state, resigned, rank);
    casata_w_key(w, "ranks");
    casata_w_open(w, '[');
    for (int i = 0; i < seats; i++) casata_w_int(w, rank[i]);
    casata_w_close(w, ']');
    casata_w_key(w, "resigned");
    casata_w_open(w, '[');
    for (int i = 0; i < seats; i++) casata_w_int(w, resigned[i] - 1);
    casata_w_close(w, ']');
}

static void put_out(struct casata_writer *w, const char *key, const struct casata_game *g, const void *state,
                    bool projected) {
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < ((const struct casata_head *)state)->seats; i++)
        casata_w_bool(w, casata_out(g, state, i, projected));
    casata_w_close(w, ']');
}

/* As known to the viewer. */
static void put_scores(struct casata_writer *w, const struct subject *s, int viewer) {
    CASATA_STATE_BUFFER(view);
    const struct casata_rules *rules = s->game->rules;
    memcpy(view, s->state, rules->state_size);
    casata_redact(s->game, view, viewer);
    casata_w_key(w, "scores");
    casata_w_open(w, '{');
    casata_w_key(w, "parts");
    casata_w_open(w, '[');
    for (int i = 0; i < rules->n_parts; i++) casata_w_str(w, rules->parts->word[i]);
    casata_w_close(w, ']');
    put_parts(w, "now", s, view, false);
    put_parts(w, "projected", s, view, true);
    put_ranks(w, s->game, view, s->resigned);
    put_out(w, "out", s->game, view, false);
    put_out(w, "out_projected", s->game, view, true);
    casata_w_close(w, '}');
}

bool engine_do_scores(struct request *r) {
    const struct casata_match *m = &r->e->match;
    const struct casata_rules *rules = m->game.rules;
    struct casata_writer *w = &r->e->w;
    bool projected = false;
    if (!engine_want_truth(r, "projected", &projected) || !engine_want_match(r)) return false;
    casata_w_key_bool(w, "over", casata_match_to_act(m) < 0);
    casata_w_key(w, "scores");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) casata_w_int(w, casata_score(&m->game, m->state, i, projected));
    casata_w_close(w, ']');
    int resigned[CASATA_MAX_SEATS];
    casata_match_resigned(m, resigned);
    put_ranks(w, &m->game, m->state, resigned);
    put_out(w, "out", &m->game, m->state, projected);
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

/* --- the scene ------------------------------------------------------------------------------------------ */

/* Lengths of the log to which the viewer may undo freely, the nearest first, and the length before the last decision of
 * a person, even if something was revealed since; -1: none. */
static void put_ways_back(struct casata_writer *w, const struct casata_match *m, int viewer) {
    int last = m->n_log;
    while (last > 0 &&
           (m->log[last - 1].seat >= m->seats || m->seat[m->log[last - 1].seat].kind == CASATA_BOT))
        last--;
    casata_w_key(w, "undo");
    casata_w_open(w, '[');
    for (int n = m->n_log, end = casata_match_undo_limit(m, viewer); n > end; n--) casata_w_int(w, n - 1);
    casata_w_close(w, ']');
    casata_w_key_int(w, "previous", last - 1);
}

/* The coach's notes on the options of the viewer. */
static bool put_notes(struct request *r, const struct subject *s, int viewer, uint32_t silent) {
    struct engine *e = r->e;
    const struct casata_scene *scene = &e->tools->scene;
    struct casata_note note;
    casata_w_key(&e->w, "notes");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < scene->n_choices; i++) {
        if (!casata_coach(s->game, s->state, viewer, scene->choice[i].action, silent, &note)) continue;
        if (!engine_reserve(e, ITEM_MAX)) return engine_no_memory(r);
        casata_w_open(&e->w, '{');
        engine_put_action(&e->w, s->game->rules, scene->choice[i].action);
        engine_put_note(r, s->game, s->state, viewer, scene->choice[i].action, silent);
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    return true;
}

bool engine_do_view(struct request *r) {
    struct engine *e = r->e;
    struct subject s;
    struct engine_coaching coaching;
    int viewer;
    if (!engine_want_subject(r, &s) || !engine_want_viewer(r, &s, &viewer)) return false;
    if (!engine_want_coaching(r, &s, &coaching)) return false;
    if (!engine_reserve(e, SCENE_MAX)) return engine_no_memory(r);
    if (s.match) {
        engine_put_status(e);
        put_ways_back(&e->w, s.match, viewer);
    } else {
        casata_w_key_hex64(&e->w, "hash", casata_hash(s.game, s.state));
    }
    casata_w_key(&e->w, "seat");
    if (viewer == CASATA_SPECTATOR)
        casata_w_str(&e->w, "spectator");
    else
        casata_w_int(&e->w, viewer);
    put_scores(&e->w, &s, viewer);
    (s.between ? casata_scene_between : casata_scene_build)(s.game, s.state, viewer, &e->tools->scene);
    engine_put_said(r, s.game->rules, "prompt", &e->tools->scene.prompt);
    casata_w_key(&e->w, "view");
    casata_scene_json(s.game, &e->tools->scene, &e->w);
    return !coaching.on || put_notes(r, &s, viewer, coaching.silent);
}

/* --- the log -------------------------------------------------------------------------------------------- */

static bool put_entry(struct request *r, void *state, int i, int viewer) {
    struct engine *e = r->e;
    const struct casata_match *m = &e->match;
    const struct casata_entry *entry = &m->log[i];
    struct event_sink sink = {{.emit = engine_put_event}, r, viewer};
    if (!engine_reserve(e, ITEM_MAX)) return engine_no_memory(r);
    casata_w_open(&e->w, '{');
    casata_w_key_int(&e->w, "entry", i + 1);
    casata_w_key(&e->w, "seat");
    casata_decider_json(entry->seat, &e->w);
    casata_w_key_int(&e->w, "turn", ((const struct casata_head *)state)->turn);
    casata_w_key(&e->w, "events");
    casata_w_open(&e->w, '[');
    casata_apply(&m->game, state, entry->seat, entry->action, &sink.sink);
    casata_w_close(&e->w, ']');
    casata_w_close(&e->w, '}');
    return true;
}

bool engine_do_log(struct request *r) {
    struct engine *e = r->e;
    const struct casata_match *m = &e->match;
    CASATA_STATE_BUFFER(state);
    struct subject s;
    int64_t from = 0;
    int viewer;
    if (!engine_want_subject(r, &s)) return false;
    if (!s.match) return engine_refuse(r, "bad_request", "only the match itself has a log");
    if (!engine_want_viewer(r, &s, &viewer) || !engine_want_int(r, "from", 0, m->n_log, &from)) return false;
    casata_match_state_at(m, (int)from, state, NULL);
    casata_w_key_int(&e->w, "from", from);
    casata_w_key(&e->w, "log");
    casata_w_open(&e->w, '[');
    for (int i = (int)from; i < m->n_log; i++)
        if (!put_entry(r, state, i, viewer)) return false;
    casata_w_close(&e->w, ']');
    return true;
}
