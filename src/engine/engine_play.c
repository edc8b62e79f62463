/* engine_play.c: the commands that decide: of people, of chance, of bots; and going back (docs/protocol.md). */
#include "engine/engine_int.h"
#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"

#include <string.h>

enum {
    NODES_PER_MS = 400, /* of a hint of a level without search: states for each millisecond asked for */
    HINT_MS = 500,
    HINT_MS_MAX = 600000,
};

static const struct casata_msg *choice_text(const struct casata_scene *scene, casata_action a) {
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].action == a) return &scene->choice[i].text;
    return NULL;
}

static bool put_choice(struct request *r, casata_action a, const uint32_t *weight) {
    struct engine *e = r->e;
    const struct casata_msg *decorated = choice_text(&e->scene, a);
    struct casata_msg text = decorated ? *decorated : casata_action_msg(e->match.game.rules, a);
    if (!engine_reserve(e, ITEM_MAX)) return engine_no_memory(r);
    casata_w_open(&e->w, '{');
    engine_put_action(&e->w, e->match.game.rules, a);
    if (weight) casata_w_key_int(&e->w, "weight", *weight);
    engine_put_said(r, "text", &text);
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

bool engine_do_legal(struct request *r) {
    struct engine *e = r->e;
    casata_action out[CASATA_MAX_CHOICES];
    int seat;
    if (!engine_want_seat_due(r, &seat)) return false;
    casata_scene_build(&e->match.game, e->match.state, seat == CASATA_CHANCE ? CASATA_SPECTATOR : seat,
                       &e->scene);
    casata_w_key(&e->w, "seat");
    engine_put_decider(&e->w, seat);
    engine_put_said(r, "prompt", &e->scene.prompt);
    casata_w_key(&e->w, "actions");
    if (seat == CASATA_CHANCE) return put_outcomes(r);
    int n = casata_legal(&e->match.game, e->match.state, seat, out);
    casata_w_open(&e->w, '[');
    for (int i = 0; i < n; i++)
        if (!put_choice(r, out[i], NULL)) return false;
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

/* Plays for a seat that has to decide, with the events and the status in the reply. */
static bool play_checked(struct request *r, int seat, casata_action a) {
    struct engine *e = r->e;
    struct event_sink sink = {{engine_put_event, false}, r};
    casata_w_key(&e->w, "events");
    casata_w_open(&e->w, '[');
    if (casata_match_play(&e->match, seat, a, &sink.sink)) return engine_no_memory(r);
    casata_w_close(&e->w, ']');
    engine_put_status(e);
    return true;
}

bool engine_do_play(struct request *r) {
    const struct casata_match *m = &r->e->match;
    const char *text = NULL;
    int seat;
    if (!engine_want_text(r, "action", &text)) return false;
    if (!text) return engine_refuse(r, "bad_request", "\"action\" is missing");
    if (!engine_want_seat_due(r, &seat)) return false;
    casata_action a = casata_action_parse(m->game.rules, text);
    if (!a)
        return engine_refuse(r, "illegal_action", "\"%.60s\" is not an action of %s", text,
                             m->game.rules->id);
    if (!casata_is_legal(&m->game, m->state, seat, a)) /* before the reply begins with events */
        return engine_refuse(r, "illegal_action", "\"%.60s\" is not legal now", text);
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

bool engine_do_random(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = INT32_MAX;
    if (!engine_want_match(r) || !engine_want_int(r, "plies", 0, INT32_MAX, &plies)) return false;
    if (plies > 0 && !m->manual_chance) casata_match_chance(m, NULL);
    for (; plies > 0 && casata_match_to_act(m) >= 0; plies--)
        if (!play_random(m)) return engine_no_memory(r);
    engine_put_status(r->e);
    return true;
}

bool engine_do_undo(struct request *r) {
    struct casata_match *m = &r->e->match;
    int64_t plies = 1;
    if (!engine_want_match(r) || !engine_want_int(r, "plies", 1, INT32_MAX, &plies)) return false;
    int n = m->n_log, there = engine_count_plies(m);
    if (there == 0) return engine_refuse(r, "nothing_to_undo", "no decision is left to undo");
    if (plies > there) return engine_refuse(r, "nothing_to_undo", "only %d decisions can be undone", there);
    for (; plies > 0; plies--) {
        while (!m->manual_chance && m->log[n - 1].seat == CASATA_CHANCE) n--;
        n--;
    }
    casata_match_undo(m, n);
    engine_put_status(r->e);
    return true;
}

/* --- bots ---------------------------------------------------------------------------------------------- */

/* A decision of a seat, not of chance. */
static bool want_seat_to_think(struct request *r, int *seat) {
    if (!engine_want_seat_due(r, seat)) return false;
    if (*seat != CASATA_CHANCE) return true;
    return engine_refuse(r, "not_your_turn", "chance is due: play it first");
}

static void put_value(struct casata_writer *w, const char *key, int32_t hundredths) {
    int64_t v = hundredths, abs = v < 0 ? -v : v;
    casata_w_key(w, key);
    casata_w_json(w, v < 0 ? "-" : "", v < 0);
    casata_w_dec(w, abs / 100);
    casata_w_text(w, (char[]){'.', (char)('0' + abs / 10 % 10), (char)('0' + abs % 10), 0});
}

/* The reasons of a hint: in words, and each term by its id. */
static void put_reasons(struct request *r, const struct casata_hint *hint) {
    const struct casata_rules *rules = r->e->match.game.rules;
    struct casata_writer *w = &r->e->w;
    char text[600];
    casata_hint_text(r->lang, rules, hint, text, sizeof text);
    casata_w_key_str(w, "reason", text);
    casata_w_key(w, "terms");
    casata_w_open(w, '[');
    for (int i = 0; i < hint->n_reasons; i++) {
        casata_w_open(w, '{');
        casata_w_key_str(w, "term", rules->bots->terms->word[hint->reason[i].term]);
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
    casata_w_key_int(&e->w, "nodes", (int64_t)e->advice.nodes);
    return true;
}

bool engine_do_hint(struct request *r) {
    struct engine *e = r->e;
    struct casata_match *m = &e->match;
    CASATA_STATE_BUFFER(view);
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    int64_t ms = HINT_MS;
    int seat;
    if (!engine_want_level(r, &level) || !engine_want_int(r, "ms", 1, HINT_MS_MAX, &ms) ||
        !want_seat_to_think(r, &seat))
        return false;
    struct casata_skill skill = casata_skill_of(level);
    skill.noise = 0;
    skill.nodes = (uint32_t)ms * NODES_PER_MS;
    if (skill.think) skill.think = (uint32_t)ms * 1000;
    skill.alone = 1;
    struct casata_team *team = casata_match_team(m);
    if (!team) return engine_no_memory(r);
    casata_view(&m->game, m->state, seat, view);
    /* The rng of the match is left alone: a hint must not change what chance draws later. */
    struct casata_mind *mind = casata_team_mind(team);
    casata_mind_play(mind, 0);
    casata_team_think(team, &m->game, view, seat, &skill, casata_hash(&m->game, view));
    casata_scene_build(&m->game, m->state, seat, &e->scene);
    casata_w_key_int(&e->w, "seat", seat);
    return put_hints(r, mind);
}

bool engine_do_bot(struct request *r) {
    struct engine *e = r->e;
    struct casata_match *m = &e->match;
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    int seat;
    if (!engine_want_level(r, &level) || !want_seat_to_think(r, &seat)) return false;
    casata_action a = casata_match_bot(m, seat, level);
    if (!a) return engine_no_memory(r);
    casata_w_key_int(&e->w, "seat", seat);
    engine_put_action(&e->w, m->game.rules, a);
    return play_checked(r, seat, a);
}
