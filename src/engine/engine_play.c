/* engine_play.c: the commands that decide: of people, of chance, of bots; and going back (docs/protocol.md). */
#include "engine/engine_int.h"
#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"

#include <string.h>

/* The option as described by the scene; NULL: it is not. */
static const struct casata_choice *described(const struct casata_scene *scene, casata_action a) {
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].action == a) return &scene->choice[i];
    return NULL;
}

/* Where a person would touch the board for it: the slot of the piece, or the slot itself. */
static void put_place(struct casata_writer *w, const struct casata_rules *rules,
                      const struct casata_scene *scene, const struct casata_choice *c) {
    char name[64];
    int slot = c->piece >= 0 ? scene->piece[c->piece].slot : c->slot;
    if (slot < 0) return;
    casata_slot_name(rules, &scene->slot[slot], name);
    casata_w_key_str(w, "at", name);
}

/* Cost, gain and place of an option, in addition to its words. */
static void put_details(struct request *r, const struct casata_rules *rules, const struct casata_choice *c) {
    engine_put_amounts(r, rules, "cost", c->cost, c->n_cost);
    engine_put_amounts(r, rules, "gain", c->gain, c->n_gain);
    put_place(&r->e->w, rules, &r->e->tools->scene, c);
}

bool engine_put_choice(struct request *r, const struct casata_rules *rules, casata_action a,
                       const uint32_t *weight) {
    struct engine *e = r->e;
    const struct casata_choice *choice = described(&e->tools->scene, a);
    struct casata_msg text = choice ? choice->text : casata_action_msg(rules, a);
    if (!engine_reserve(e, ITEM_MAX)) return engine_no_memory(r);
    casata_w_open(&e->w, '{');
    engine_put_action(&e->w, rules, a);
    if (weight) casata_w_key_int(&e->w, "weight", *weight);
    engine_put_said(r, rules, "text", &text);
    if (choice) put_details(r, rules, choice);
    casata_w_close(&e->w, '}');
    return true;
}

static bool put_outcomes(struct request *r) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    const struct casata_match *m = &r->e->match;
    int n = casata_outcomes(&m->game, m->state, out);
    r->e->tools->scene.n_choices = 0;
    casata_w_open(&r->e->w, '[');
    for (int i = 0; i < n; i++)
        if (!engine_put_choice(r, m->game.rules, out[i].action, &out[i].weight)) return false;
    casata_w_close(&r->e->w, ']');
    return true;
}

bool engine_do_legal(struct request *r) {
    struct engine *e = r->e;
    casata_action out[CASATA_MAX_CHOICES];
    struct subject s = {.game = &e->match.game};
    struct engine_coaching coaching;
    int seat;
    if (!engine_want_seat_due(r, &seat) || !engine_want_coaching(r, &s, &coaching)) return false;
    casata_scene_build(&e->match.game, e->match.state, seat == CASATA_CHANCE ? CASATA_SPECTATOR : seat,
                       &e->tools->scene);
    casata_w_key(&e->w, "seat");
    casata_decider_json(seat, &e->w);
    engine_put_said(r, e->match.game.rules, "prompt", &e->tools->scene.prompt);
    casata_w_key(&e->w, "actions");
    if (seat == CASATA_CHANCE) return put_outcomes(r);
    int n = casata_legal(&e->match.game, e->match.state, seat, out);
    casata_w_open(&e->w, '[');
    for (int i = 0; i < n; i++) {
        if (!engine_put_choice(r, e->match.game.rules, out[i], NULL)) return false;
        if (!coaching.on) continue;
        e->w.len--; /* open the object again */
        engine_put_note(r, &e->match.game, e->match.state, seat, out[i], coaching.silent);
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    return true;
}

bool engine_do_outcomes(struct request *r) {
    if (!engine_want_decision(r)) return false;
    if (casata_match_to_act(&r->e->match) != CASATA_CHANCE)
        return engine_refuse(r, "not_your_turn", "no decision of chance is due");
    casata_w_key(&r->e->w, "outcomes");
    return put_outcomes(r);
}

/* Legality is checked before anything happens, so that a refused action has no events. */
bool engine_play(struct request *r, int seat, casata_action a) {
    struct engine *e = r->e;
    struct event_sink sink = {{.emit = engine_put_event}, r, -1};
    casata_w_key(&e->w, "events");
    casata_w_open(&e->w, '[');
    const char *wrong = casata_match_play(&e->match, seat, a, &sink.sink);
    if (wrong && strcmp(wrong, "out of memory") == 0) return engine_no_memory(r);
    if (wrong) {
        char text[CASATA_ACTION_TEXT];
        casata_action_text(e->match.game.rules, a, text);
        return engine_refuse(r, "illegal_action", "\"%.60s\" is not legal now", text);
    }
    engine_end_lesson(e);
    casata_w_close(&e->w, ']');
    engine_put_status(e);
    return true;
}

bool engine_do_play(struct request *r) {
    casata_action a;
    int seat;
    if (!engine_want_seat_due(r, &seat) || !engine_want_action(r, r->e->match.game.rules, &a)) return false;
    return engine_play(r, seat, a);
}

bool engine_do_chance(struct request *r) {
    struct engine *e = r->e;
    struct event_sink sink = {{.emit = engine_put_event}, r, -1};
    if (!engine_want_match(r)) return false;
    engine_end_lesson(e);
    casata_w_key(&e->w, "events");
    casata_w_open(&e->w, '[');
    casata_match_chance(&e->match, &sink.sink);
    casata_w_close(&e->w, ']');
    engine_put_status(e);
    return true;
}

/* Judged from the seat's view; changes nothing. */
static bool ends_turn(const struct subject *s, int seat, casata_action a) {
    CASATA_STATE_BUFFER(view);
    struct casata_rng draw;
    casata_rng_seed(&draw, 0);
    memcpy(view, s->state, s->game->rules->state_size);
    casata_redact(s->game, view, seat);
    casata_resample(s->game, view, seat, &draw);
    return casata_play(s->game, view, seat, a, NULL) == CASATA_OK &&
           casata_to_act(s->game, view) != 1u << seat;
}

bool engine_do_ends_turn(struct request *r) {
    struct subject s;
    casata_action a;
    int seat;
    if (!engine_want_subject(r, &s) || !engine_want_viewer(r, &s, &seat)) return false;
    if (!engine_want_action(r, s.game->rules, &a)) return false;
    if (!casata_is_legal(s.game, s.state, seat, a))
        return engine_refuse(r, "illegal_action", "the action is not legal now");
    casata_w_key_bool(&r->e->w, "ends_turn", ends_turn(&s, seat, a));
    return true;
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

bool engine_do_random(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = INT32_MAX;
    if (!engine_want_match(r) || !engine_want_int(r, "plies", 0, INT32_MAX, &plies)) return false;
    engine_end_lesson(r->e);
    if (plies > 0 && !m->manual_chance) casata_match_chance(m, NULL);
    for (; plies > 0 && casata_match_to_act(m) >= 0; plies--)
        if (!play_random(m)) return engine_no_memory(r);
    engine_put_status(r->e);
    return true;
}

static bool go_back(struct request *r, int entries) {
    engine_stop_thinking(r->e);
    engine_end_lesson(r->e);
    casata_match_undo(&r->e->match, entries);
    engine_put_status(r->e);
    return true;
}

bool engine_do_undo(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = 1, entries = -1;
    if (!engine_want_match(r) || !engine_want_int(r, "plies", 1, INT32_MAX, &plies)) return false;
    if (!engine_want_int(r, "entries", 0, m->n_log, &entries)) return false;
    if (entries >= 0) return go_back(r, (int)entries);
    int n = m->n_log, there = engine_count_plies(m);
    if (there == 0) return engine_refuse(r, "nothing_to_undo", "no decision is left to undo");
    if (plies > there) return engine_refuse(r, "nothing_to_undo", "only %d decisions can be undone", there);
    for (; plies > 0; plies--) {
        while (!m->manual_chance && m->log[n - 1].seat == CASATA_CHANCE) n--;
        n--;
    }
    return go_back(r, n);
}
