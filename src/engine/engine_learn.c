/* engine_learn.c: the commands of lessons (docs/protocol.md). They drive the engine's match by the file of a course. */
#include "casata/guide.h"
#include "casata/lang.h"
#include "engine/engine_int.h"

#include <string.h>

void engine_end_lesson(struct engine *e) {
    if (e->lesson.course) casata_lesson_end(&e->lesson);
}

/* --- the course ------------------------------------------------------------------------------------------------ */

/* Reads the course of a game, its guide and its lessons: from the bytes handed over, or the built-in one. */
bool engine_want_course(struct request *r, const struct casata_game *g) {
    struct engine *e = r->e;
    char err[200];
    if (!e->data && e->course && e->course_game.rules == g->rules) return true;
    struct casata_course *c =
        e->data ? casata_course_read(e->data, e->n_data, err) : casata_guide_load(g->rules->id, err);
    if (!c && !e->data) return engine_refuse(r, "no_lessons", "there are no lessons of %s", g->rules->id);
    if (!c) return engine_refuse(r, "bad_data", "%s", err);
    engine_end_lesson(e);
    casata_course_free(e->course);
    e->course = c;
    e->course_game = *g;
    return true;
}

static void put_about(struct request *r, const char *key, const char *word) {
    struct engine *e = r->e;
    char text[CASATA_LESSON_TEXT];
    casata_w_key(&e->w, key);
    casata_w_open(&e->w, '[');
    for (int k = 0;; k++) {
        if (!casata_course_about(e->course, &e->course_game, r->lang, word, k, text, sizeof text)) break;
        if (engine_reserve(e, 6 * sizeof text)) casata_w_str(&e->w, text);
    }
    casata_w_close(&e->w, ']');
}

static void put_said(struct request *r, const struct casata_rules *rules, const char *lesson,
                     const char *name) {
    char text[CASATA_LESSON_TEXT];
    casata_course_say(r->lang, rules, lesson, name, text, sizeof text);
    casata_w_key_str(&r->e->w, name, text);
}

void engine_put_about(struct request *r) {
    put_about(r, "about", "about");
    put_about(r, "misses", "miss");
}

bool engine_do_lessons(struct request *r) {
    struct engine *e = r->e;
    const struct casata_game *g;
    if (!engine_want_game(r, &g) || !engine_want_course(r, g)) return false;
    if (!engine_reserve(e, SCENE_MAX)) return engine_no_memory(r);
    engine_put_about(r);
    casata_w_key(&e->w, "lessons");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < casata_course_count(e->course); i++) {
        const char *id = casata_course_name(e->course, i);
        casata_w_open(&e->w, '{');
        casata_w_key_str(&e->w, "id", id);
        put_said(r, g->rules, id, "title");
        put_said(r, g->rules, id, "idea");
        casata_w_key_int(&e->w, "minutes", casata_course_minutes(e->course, g->rules, r->lang, i));
        casata_w_close(&e->w, '}');
    }
    casata_w_close(&e->w, ']');
    return true;
}

/* --- where a lesson is ------------------------------------------------------------------------------------------- */

static void put_lit(struct engine *e) {
    struct casata_lesson *l = &e->lesson;
    struct casata_lesson_lights lit;
    const struct casata_scene *s = casata_lesson_scene(l);
    char name[64];
    casata_lesson_lit(l, &lit);
    casata_w_key(&e->w, "lit");
    casata_w_open(&e->w, '{');
    casata_w_key(&e->w, "slots");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < lit.n_slots; i++) {
        casata_slot_name(l->game.rules, &s->slot[lit.slot[i]], name);
        casata_w_str(&e->w, name);
    }
    casata_w_close(&e->w, ']');
    casata_w_key(&e->w, "pieces");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < lit.n_pieces; i++) casata_w_int(&e->w, s->piece[lit.piece[i]].id);
    casata_w_close(&e->w, ']');
    casata_w_key(&e->w, "counters");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < lit.n_counters; i++) casata_w_str(&e->w, l->game.rules->units->word[lit.counter[i]]);
    casata_w_close(&e->w, ']');
    casata_w_close(&e->w, '}');
}

/* The accepted decisions; after some wrong choices the first one is offered by name. */
static bool put_accepted(struct request *r) {
    struct engine *e = r->e;
    struct casata_lesson *l = &e->lesson;
    casata_action out[CASATA_MAX_CHOICES];
    int n = casata_lesson_accepted(l, out);
    casata_w_key(&e->w, "accepted");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < n; i++) {
        char text[CASATA_ACTION_TEXT];
        casata_action_text(l->game.rules, out[i], text);
        casata_w_str(&e->w, text);
    }
    casata_w_close(&e->w, ']');
    if (n == 0 || l->wrong < CASATA_LESSON_SHOW) return true;
    casata_scene_build(&e->match.game, e->match.state, CASATA_LEARNER, &e->tools->scene);
    casata_w_key(&e->w, "show");
    return engine_put_choice(r, l->game.rules, out[0], NULL);
}

/* The learner's moves, to resume later. */
static void put_moves(struct engine *e) {
    const struct casata_lesson *l = &e->lesson;
    casata_w_key(&e->w, "moves");
    casata_w_open(&e->w, '[');
    for (int i = 0; i < l->n_moves; i++) {
        char text[CASATA_ACTION_TEXT];
        casata_lesson_move_text(l, i, text);
        casata_w_str(&e->w, text);
    }
    casata_w_close(&e->w, ']');
}

static bool put_lesson(struct request *r) {
    struct engine *e = r->e;
    struct casata_lesson *l = &e->lesson;
    char text[CASATA_LESSON_TEXT];
    const char *id = casata_course_name(l->course, l->index);
    if (!engine_reserve(e, 32 * sizeof text)) return engine_no_memory(r);
    engine_put_status(e);
    if (casata_lesson_reply(l, r->lang, text, sizeof text)) casata_w_key_str(&e->w, "reply", text);
    casata_w_key(&e->w, "lesson");
    casata_w_open(&e->w, '{');
    casata_w_key_str(&e->w, "id", id);
    casata_w_key_int(&e->w, "number", l->index + 1);
    casata_w_key_int(&e->w, "count", casata_course_count(l->course));
    put_said(r, l->game.rules, id, "title");
    casata_w_key_int(&e->w, "step", l->step + 1);
    casata_w_key_int(&e->w, "steps", l->n_steps);
    casata_w_key_bool(&e->w, "over", casata_lesson_over(l));
    casata_w_key_bool(&e->w, "next", casata_lesson_waits(l));
    casata_w_key_bool(&e->w, "back", l->n_moves > 0);
    casata_w_key_int(&e->w, "wrong", l->wrong);
    casata_lesson_text(l, r->lang, text, sizeof text);
    casata_w_key_str(&e->w, "text", text);
    put_lit(e);
    if (!put_accepted(r)) return false;
    put_moves(e);
    casata_w_close(&e->w, '}');
    return true;
}

/* --- playing it ---------------------------------------------------------------------------------------------------- */

static bool faulty(struct request *r) {
    char why[200];
    memcpy(why, r->e->lesson.fault, sizeof why);
    engine_end_lesson(r->e);
    return engine_refuse(r, "bad_lesson", "%s", why);
}

/* Resumes a lesson, as far as the moves still fit it. */
static bool replay(struct request *r) {
    struct casata_lesson *l = &r->e->lesson;
    struct casata_json_walk walk = casata_json_members(casata_json_get(r->root, "moves"));
    while (casata_json_next(&walk)) {
        const char *text = engine_text(r, walk.element);
        enum casata_lesson_result result = text ? casata_lesson_move(l, text) : CASATA_LESSON_WRONG;
        if (result == CASATA_LESSON_FAULT) return faulty(r);
        if (result == CASATA_LESSON_WRONG) return true;
    }
    return true;
}

bool engine_do_learn(struct request *r) {
    struct engine *e = r->e;
    const struct casata_game *g;
    const char *id = "1";
    if (!engine_want_game(r, &g) || !engine_want_text(r, "lesson", &id) || !engine_want_course(r, g))
        return false;
    int lesson = casata_course_find(e->course, id);
    if (lesson < 0) return engine_refuse(r, "bad_request", "there is no lesson \"%.40s\"", id);
    engine_stop_thinking(e);
    engine_end_lesson(e);
    if (!casata_lesson_begin(&e->lesson, e->course, g, lesson, &e->match)) return faulty(r);
    e->running = true;
    return replay(r) && put_lesson(r);
}

/* Passes the touch of a slot or piece on to the lesson. */
static bool touch(struct request *r) {
    struct casata_lesson *l = &r->e->lesson;
    const struct casata_scene *s = casata_lesson_scene(l);
    const char *slot = NULL;
    int64_t id = -1;
    int at = -1, piece = -1;
    char name[64];
    if (!engine_want_text(r, "slot", &slot) || !engine_want_int(r, "piece", 0, UINT16_MAX, &id)) return false;
    for (int i = 0; slot && i < s->n_slots; i++) {
        casata_slot_name(l->game.rules, &s->slot[i], name);
        if (strcmp(name, slot) == 0) at = i;
    }
    for (int i = 0; id >= 0 && i < s->n_pieces; i++)
        if (s->piece[i].id == id) piece = i;
    casata_lesson_touch(l, at, piece);
    return put_lesson(r);
}

/* The match continues as a free game. */
static bool leave(struct request *r) {
    struct engine *e = r->e;
    engine_end_lesson(e);
    e->match.manual_chance = false;
    casata_match_chance(&e->match, NULL);
    engine_put_status(e);
    return true;
}

bool engine_do_lesson(struct request *r) {
    struct casata_lesson *l = &r->e->lesson;
    enum casata_lesson_result result = CASATA_LESSON_ON;
    casata_action a;
    if (!l->course) return engine_refuse(r, "no_lesson", "no lesson has begun");
    if (engine_is(r, "do", "leave")) return leave(r);
    if (engine_has(r, "slot") || engine_has(r, "piece")) return touch(r);
    if (engine_is(r, "do", "next")) {
        result = casata_lesson_next(l);
    } else if (engine_is(r, "do", "back")) {
        if (l->n_moves && !casata_lesson_back(l)) result = CASATA_LESSON_FAULT;
    } else if (engine_has(r, "action")) {
        if (!engine_want_action(r, l->game.rules, &a)) return false;
        if (casata_lesson_over(l) || casata_lesson_waits(l) ||
            !casata_is_legal(&l->game, l->match->state, CASATA_LEARNER, a))
            return engine_refuse(r, "illegal_action", "the action is not legal now");
        result = casata_lesson_act(l, a);
    }
    return result == CASATA_LESSON_FAULT ? faulty(r) : put_lesson(r);
}
