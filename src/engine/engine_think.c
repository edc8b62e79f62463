/* engine_think.c: the commands that think: hints, bots, reviews (docs/protocol.md). Each begins a thought, continues
 * it in portions and turns it into a reply: at once, or with "later" when the host has called engine_think() often
 * enough. Engines that share tools share one mind: a new thought replaces the one before. */
#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "engine/engine_int.h"

#include <stdlib.h>
#include <string.h>

enum {
    NODES_PER_MS = 400, /* hints of a level without search: states per millisecond requested */
    HINT_MS = 500,
    HINT_MS_MAX = 600000,
    REVIEW_MS = 10,
    REVIEW_MS_MAX = 10000,
    REVIEW_SHOWN = 6, /* decisions of a seat, and draws */
    PORTION = 256,
};

/* --- the mind ------------------------------------------------------------------------------------------- */

/* Smaller in WebAssembly, where memory never shrinks. */
#ifdef __wasm__
enum { MIND_BYTES = 24 << 20 };
#else
enum { MIND_BYTES = CASATA_MIND_USUAL };
#endif

static struct casata_mind *mind_of(struct engine *e) {
    struct engine_tools *tools = e->tools;
    if (tools->mind) return tools->mind;
    void *memory = aligned_alloc(16, MIND_BYTES);
    return memory ? tools->mind = casata_mind_on(memory, MIND_BYTES) : NULL;
}

const struct casata_net *engine_net(struct engine *e, const struct casata_rules *rules, int seats) {
    for (int i = 0; i < e->tools->n_nets; i++)
        if (e->tools->net[i].rules == rules && e->tools->net[i].seats == seats) return e->tools->net[i].bytes;
    return casata_net_find(rules, seats);
}

void engine_stop_thinking(struct engine *e) {
    if (e->thought.kind == THOUGHT_REVIEW) casata_review_free(&e->thought.review);
    e->thought.kind = THOUGHT_NONE;
    if (e->tools->thinker == e) e->tools->thinker = NULL;
}

/* The mind is this engine's from now on. NULL: out of memory. */
static struct casata_mind *take_mind(struct engine *e, enum engine_thought_kind kind) {
    engine_stop_thinking(e);
    struct casata_mind *mind = mind_of(e);
    if (!mind) return NULL;
    e->tools->thinker = e;
    e->thought.kind = kind;
    e->thought.more = true;
    return mind;
}

bool engine_think(struct engine *e, uint32_t paths) {
    struct engine_thought *t = &e->thought;
    if (e->tools->thinker != e || !t->more) return false;
    t->more = t->kind == THOUGHT_REVIEW ? casata_review_run(&t->review, paths)
                                        : casata_mind_run(e->tools->mind, paths);
    return t->more;
}

/* --- beginning ------------------------------------------------------------------------------------------ */

static bool reply_now_or_later(struct request *r) {
    bool later = false;
    if (!engine_want_truth(r, "later", &later)) return false;
    if (!later) return engine_do_thought(r);
    casata_w_key_bool(&r->e->w, "thinking", true);
    return true;
}

/* Begins a thought of a seat about a position, from its view. */
bool engine_begin_thought(struct request *r, enum engine_thought_kind kind, const struct subject *s, int seat,
                          const struct casata_skill *skill, uint64_t seed) {
    struct engine *e = r->e;
    CASATA_STATE_BUFFER(view);
    struct casata_mind *mind = take_mind(e, kind);
    if (!mind) return engine_no_memory(r);
    e->thought.seat = seat;
    e->thought.game = *s->game;
    memcpy(e->thought.state, s->state, s->game->rules->state_size);
    memcpy(view, s->state, s->game->rules->state_size);
    casata_redact(s->game, view, seat);
    if (kind == THOUGHT_TALLY)
        casata_mind_play(mind, e->thought.action);
    else if (kind != THOUGHT_BOT)
        casata_mind_play(mind, 0); /* independent of earlier thoughts */
    casata_mind_net(mind, engine_net(e, s->game->rules, s->seats));
    if (kind == THOUGHT_HINT || kind == THOUGHT_TALLY) seed += casata_hash(s->game, view);
    casata_mind_begin(mind, s->game, view, seat, skill, seed);
    return reply_now_or_later(r);
}

/* A decision of a seat, not of chance. */
bool engine_want_thinker(struct request *r, const struct subject *s, int *seat) {
    if (s->match) {
        if (!engine_want_seat_due(r, seat)) return false;
    } else {
        if (!engine_want_viewer(r, s, seat)) return false;
        if (!(casata_to_act(s->game, s->state) >> *seat & 1))
            return engine_refuse(r, "not_your_turn", "that seat has nothing to decide now");
    }
    return *seat != CASATA_CHANCE ? true : engine_refuse(r, "not_your_turn", "chance is due: play it first");
}

bool engine_do_hint(struct request *r) {
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    struct subject s;
    int64_t ms = HINT_MS;
    int seat;
    if (!engine_want_level(r, &level) || !engine_want_int(r, "ms", 1, HINT_MS_MAX, &ms)) return false;
    if (!engine_want_subject(r, &s) || !engine_want_thinker(r, &s, &seat)) return false;
    struct casata_skill skill = casata_skill_of(level, NULL);
    skill.nodes = (uint32_t)ms * NODES_PER_MS;
    if (skill.think) skill.think = (uint32_t)ms * 1000;
    skill.alone = 1;
    return engine_begin_thought(r, THOUGHT_HINT, &s, seat, &skill, 0);
}

bool engine_do_bot(struct request *r) {
    struct casata_match *m = &r->e->match;
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    int seat;
    bool share = false;
    struct subject s = {.game = &m->game, .match = m};
    if (!engine_want_level(r, &level) || !engine_want_truth(r, "share", &share)) return false;
    if (!engine_want_decision(r) || !engine_want_thinker(r, &s, &seat)) return false;
    s.state = m->state;
    s.seats = m->seats;
    struct casata_skill skill = casata_skill_of(level, m->game.rules);
    if (!engine_begin_thought(r, THOUGHT_BOT, &s, seat, &skill, casata_rng_next(&m->rng))) return false;
    if (share && skill.think && r->e->thought.kind == THOUGHT_BOT) engine_put_share(r, &s, seat, level);
    return true;
}

bool engine_do_review(struct request *r) {
    struct engine *e = r->e;
    int64_t ms = REVIEW_MS;
    if (!engine_want_match(r) || !engine_want_int(r, "ms", 1, REVIEW_MS_MAX, &ms)) return false;
    struct casata_mind *mind = take_mind(e, THOUGHT_REVIEW);
    const struct casata_match *m = &e->match;
    if (!mind || !casata_review_open(&e->thought.review, m, (uint32_t)ms * 1000, mind,
                                     engine_net(e, m->game.rules, m->seats))) {
        e->thought.kind = THOUGHT_NONE;
        return engine_no_memory(r);
    }
    return reply_now_or_later(r);
}

/* --- replies -------------------------------------------------------------------------------------------- */

/* Each term of a hint's reasons by its id. */
static void put_terms(struct casata_writer *w, const struct casata_rules *rules,
                      const struct casata_hint *hint) {
    casata_w_key(w, "terms");
    casata_w_open(w, '[');
    for (int i = 0; i < hint->n_reasons; i++) {
        casata_w_open(w, '{');
        casata_w_key_str(w, "term", rules->bots->terms->word[hint->reason[i].term]);
        casata_w_key(w, "value");
        engine_put_decimal(w, hint->reason[i].value, 2);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

/* The reasons of a hint: in words, and each term by its id. */
void engine_put_reasons(struct request *r, const struct casata_rules *rules, const struct casata_hint *hint) {
    char text[600];
    casata_hint_text(r->lang, rules, hint, text, sizeof text);
    if (casata_lang_ready(r->lang)) casata_w_key_str(&r->e->w, "reason", text);
    put_terms(&r->e->w, rules, hint);
}

static bool put_hints(struct request *r) {
    struct engine *e = r->e;
    struct engine_tools *tools = e->tools;
    const struct casata_rules *rules = e->thought.game.rules;
    struct casata_hint hint[CASATA_HINTS];
    int hints = casata_mind_hints(tools->mind, hint);
    casata_mind_advice(tools->mind, &tools->advice);
    casata_scene_build(&e->thought.game, e->thought.state, e->thought.seat, &tools->scene);
    casata_w_key_int(&e->w, "seat", e->thought.seat);
    casata_w_key(&e->w, "best");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < tools->advice.n; i++) {
        if (!engine_put_choice(r, rules, tools->advice.line[i].action, NULL)) return false;
        e->w.len--; /* open the object again */
        casata_w_key(&e->w, "value");
        engine_put_decimal(&e->w, tools->advice.line[i].value, 2);
        if (i < hints) engine_put_reasons(r, rules, &hint[i]);
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    casata_w_key_int(&e->w, "nodes", (int64_t)tools->advice.nodes);
    return true;
}

static bool play_thought(struct request *r) {
    struct engine *e = r->e;
    const struct casata_match *m = &e->match;
    if (memcmp(m->state, e->thought.state, m->game.rules->state_size) != 0)
        return engine_refuse(r, "no_thought", "the match has moved on");
    engine_add_tallies(r);
    casata_action a = casata_mind_best(e->tools->mind);
    casata_mind_advice(e->tools->mind, &e->tools->advice);
    casata_w_key_int(&e->w, "nodes", (int64_t)e->tools->advice.nodes);
    casata_w_key_int(&e->w, "seat", e->thought.seat);
    engine_put_action(&e->w, m->game.rules, a);
    return engine_play(r, e->thought.seat, a);
}

/* --- the reply of a review --- */

static void put_list(struct casata_writer *w, const char *key, const int32_t *n, int seats, int digits) {
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < seats; i++) engine_put_decimal(w, n[i], digits);
    casata_w_close(w, ']');
}

static bool put_curve(struct request *r, const struct casata_review *review) {
    struct casata_writer *w = &r->e->w;
    int seats = review->match->seats;
    casata_w_key(w, "curve");
    casata_w_open(w, '[');
    for (int i = 0; i < review->n_points; i++) {
        if (!engine_reserve(r->e, ITEM_MAX)) return engine_no_memory(r);
        casata_w_open(w, '{');
        casata_w_key_int(w, "entries", review->point[i].ply);
        put_list(w, "win", review->point[i].win, seats, 4);
        put_list(w, "margin", review->point[i].margin, seats, 2);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    return true;
}

static void put_choice_made(struct request *r, const char *key, const char *action_key,
                            const struct casata_review_decision *d, casata_action a) {
    struct engine *e = r->e;
    struct casata_msg msg = casata_review_msg(&e->thought.review, d->ply, d->seat, a, &e->tools->scene);
    casata_w_key(&e->w, key);
    engine_put_msg(r, e->match.game.rules, &msg);
    char text[CASATA_ACTION_TEXT];
    casata_action_text(e->match.game.rules, a, text);
    casata_w_key_str(&e->w, action_key, text);
}

/* The costliest decisions of each seat, all sorted by cost. */
static bool put_costly(struct request *r, const struct casata_review *review) {
    struct casata_writer *w = &r->e->w;
    int shown[CASATA_MAX_SEATS] = {0};
    int *index = malloc(((size_t)review->n_decisions + 1) * sizeof *index);
    if (!index) return engine_no_memory(r);
    int n = casata_review_costliest(review, index, review->n_decisions);
    casata_w_key(w, "costly");
    casata_w_open(w, '[');
    for (int i = 0; i < n && engine_reserve(r->e, 2 * ITEM_MAX); i++) {
        const struct casata_review_decision *d = &review->decision[index[i]];
        if (shown[d->seat]++ >= REVIEW_SHOWN) continue;
        casata_w_open(w, '{');
        casata_w_key_int(w, "entries", d->ply);
        casata_w_key_int(w, "seat", d->seat);
        casata_w_key(w, "cost");
        engine_put_decimal(w, d->verdict.cost, 2);
        casata_w_key_str(w, "grade",
                         casata_grade_words.word[casata_grade(review->match->game.rules, d->verdict.cost)]);
        put_choice_made(r, "played", "played_action", d, d->played);
        put_choice_made(r, "better", "better_action", d, d->verdict.better.action);
        put_terms(w, review->match->game.rules, &d->verdict.better);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    free(index);
    return true;
}

static bool put_lucky(struct request *r, const struct casata_review *review) {
    struct engine *e = r->e;
    int index[REVIEW_SHOWN], n = casata_review_luckiest(review, index, REVIEW_SHOWN);
    casata_w_key(&e->w, "lucky");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < n; i++) {
        const struct casata_review_draw *d = &review->draw[index[i]];
        if (!engine_reserve(e, ITEM_MAX)) return engine_no_memory(r);
        struct casata_msg msg = casata_review_msg(review, d->ply, CASATA_CHANCE, d->action, &e->tools->scene);
        casata_w_open(&e->w, '{');
        casata_w_key_int(&e->w, "entries", d->ply);
        casata_w_key(&e->w, "event");
        engine_put_msg(r, e->match.game.rules, &msg);
        put_list(&e->w, "luck", d->luck, e->match.seats, 2);
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    return true;
}

static bool put_review(struct request *r) {
    struct casata_writer *w = &r->e->w;
    const struct casata_review *review = &r->e->thought.review;
    casata_w_key_int(w, "entries", review->match->n_log);
    if (!put_curve(r, review) || !put_costly(r, review) || !put_lucky(r, review)) return false;
    if (!engine_reserve(r->e, ITEM_MAX)) return engine_no_memory(r);
    casata_w_key(w, "people");
    casata_w_open(w, '[');
    for (int s = 0; s < review->match->seats; s++) {
        casata_w_open(w, '{');
        casata_w_key(w, "cost");
        engine_put_decimal(w, review->cost[s], 2);
        casata_w_key(w, "luck");
        engine_put_decimal(w, review->luck[s], 2);
        casata_w_key_int(w, "choices", review->choices[s]);
        casata_w_key_int(w, "best", review->best[s]);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    return true;
}

/* The progress of the thought, in %. */
static int part_of(const struct engine *e) {
    const struct engine_thought *t = &e->thought;
    if (t->kind != THOUGHT_REVIEW) return casata_mind_part(e->tools->mind);
    return t->review.match->n_log ? (int)(100 * (int64_t)t->review.ply / t->review.match->n_log) : 0;
}

/* Finishes the thought. With "part" it only reports the progress. */
bool engine_do_thought(struct request *r) {
    struct engine *e = r->e;
    struct engine_thought *t = &e->thought;
    bool part = false, ok = true;
    if (!engine_want_truth(r, "part", &part)) return false;
    if (t->kind == THOUGHT_NONE || e->tools->thinker != e)
        return engine_refuse(r, "no_thought", "nothing was begun, or another thought took its place");
    if (!engine_take_tallies(r)) return false;
    if (part) {
        casata_w_key(&e->w, "part");
        engine_put_decimal(&e->w, part_of(e), 2);
        return t->kind == THOUGHT_TALLY ? engine_put_tally(r) : true;
    }
    while (t->more) engine_think(e, PORTION);
    switch (t->kind) {
    case THOUGHT_HINT: ok = put_hints(r); break;
    case THOUGHT_REVIEW: ok = put_review(r); break;
    case THOUGHT_COACH: ok = engine_put_verdict(r, e->tools->mind); break;
    case THOUGHT_TALLY: ok = engine_put_tally(r); break;
    default: ok = play_thought(r); break;
    }
    engine_stop_thinking(e);
    return ok;
}

/* --- learned evaluations ---------------------------------------------------------------------------------- */

bool engine_do_net(struct request *r) {
    struct engine *e = r->e;
    struct engine_tools *tools = e->tools;
    const struct casata_game *g;
    int64_t seats = 0;
    if (!engine_want_game(r, &g)) return false;
    if (!engine_want_int(r, "seats", g->rules->min_seats, g->rules->max_seats, &seats)) return false;
    if (!e->data) return engine_refuse(r, "no_data", "no bytes were handed over");
    if (tools->n_nets == MAX_NETS)
        return engine_refuse(r, "bad_request", "there are %d nets already", MAX_NETS);
    void *bytes = aligned_alloc(16, (e->n_data + 15) / 16 * 16);
    if (!bytes) return engine_no_memory(r);
    memcpy(bytes, e->data, e->n_data);
    const char *wrong = casata_net_check(bytes, e->n_data, g->rules, (int)seats);
    if (wrong) {
        free(bytes);
        return engine_refuse(r, "bad_data", "%s", wrong);
    }
    tools->net[tools->n_nets++] = (struct engine_net){g->rules, (int)seats, bytes};
    return true;
}
