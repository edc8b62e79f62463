/* engine_coach.c: the coach's comment before a decision (docs/coach.md, docs/protocol.md). Changes nothing. */
#include "engine/engine_int.h"
#include "casata/rules.h"

#include <string.h>

enum { COACH_MS = 10, COACH_MS_MAX = 10000 };

/* --- the request --- */

static bool want_manners(struct request *r, const struct casata_rules *rules, struct casata_manners *m) {
    const char *text = "";
    if (!engine_want_text(r, "said", &text)) return false;
    casata_manners_read(m, rules, text);
    return true;
}

bool engine_want_coaching(struct request *r, const struct subject *s, struct engine_coaching *coaching) {
    struct casata_manners manners;
    *coaching = (struct engine_coaching){0};
    if (!engine_want_truth(r, "coach", &coaching->on) || !coaching->on) return !r->code;
    if (!want_manners(r, s->game->rules, &manners)) return false;
    coaching->silent = casata_manners_silent(&manners, s->game, s->state ? s->state : r->e->match.state);
    return true;
}

static bool want_level(struct request *r, enum casata_coach_level *level) {
    const char *text = casata_coach_level_words.word[CASATA_COACH_BLUNDERS];
    if (!engine_want_text(r, "level", &text)) return false;
    int found = casata_word_find(&casata_coach_level_words, text, strlen(text));
    *level = found < 0 ? CASATA_COACH_OFF : (enum casata_coach_level)found;
    return found >= 0 ||
           engine_refuse(r, "bad_request", "\"level\" must be \"off\", \"blunders\" or \"mistakes\"");
}

/* --- the comment --- */

static void put_said(struct request *r, const struct casata_rules *rules, const struct casata_manners *m) {
    char text[64 * CASATA_MAX_NOTES];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_manners_write(m, rules, &w);
    text[w.len] = 0;
    casata_w_key_str(&r->e->w, "said", text);
}

/* The better option, with its words in the scene of the seat. */
static void put_better(struct request *r, const struct casata_game *g, const void *state, int seat,
                       casata_action a) {
    struct casata_scene *scene = &r->e->tools->scene;
    struct casata_msg text = casata_action_msg(g->rules, a);
    char action[CASATA_ACTION_TEXT];
    casata_scene_build(g, state, seat, scene);
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].action == a) text = scene->choice[i].text;
    casata_action_text(g->rules, a, action);
    casata_w_key_str(&r->e->w, "better_action", action);
    casata_w_key(&r->e->w, "better");
    engine_put_msg(r, g->rules, &text);
}

static void write_note(struct request *r, const struct casata_rules *rules, const struct casata_note *note) {
    struct casata_writer *w = &r->e->w;
    casata_w_key_str(w, "kind", note->kind == CASATA_STOP ? "stop" : "tip");
    casata_w_key_str(w, "name", note->name);
    casata_w_key_str(w, "rule", note->rule);
    casata_w_key(w, "says");
    engine_put_msg(r, rules, &note->text);
}

void engine_put_note(struct request *r, const struct casata_game *g, const void *state, int seat,
                     casata_action a, uint32_t silent) {
    struct casata_writer *w = &r->e->w;
    struct casata_note note;
    char action[CASATA_ACTION_TEXT];
    if (!casata_coach(g, state, seat, a, silent, &note)) return;
    casata_w_key(w, "note");
    casata_w_open(w, '{');
    write_note(r, g->rules, &note);
    if (note.better) {
        casata_action_text(g->rules, note.better, action);
        casata_w_key_str(w, "better_action", action);
    }
    casata_w_close(w, '}');
}

/* After the thought: nothing, or the cost of the action, the better one and why. */
bool engine_put_verdict(struct request *r, struct casata_mind *mind) {
    struct engine_thought *t = &r->e->thought;
    struct casata_writer *w = &r->e->w;
    const struct casata_rules *rules = t->game.rules;
    struct casata_verdict verdict;
    casata_mind_verdict(mind, t->action, &verdict);
    if (!casata_coach_speaks(t->level, rules, verdict.cost)) return true;
    if (!engine_reserve(r->e, ITEM_MAX)) return engine_no_memory(r);
    casata_w_key(w, "note");
    casata_w_open(w, '{');
    casata_w_key_str(w, "kind", casata_grade_words.word[casata_grade(rules, verdict.cost)]);
    casata_w_key(w, "cost");
    engine_put_decimal(w, verdict.cost, 2);
    put_better(r, &t->game, t->state, t->seat, verdict.better.action);
    engine_put_reasons(r, rules, &verdict.better);
    casata_w_close(w, '}');
    return true;
}

/* --- the command --- */

static bool keep_anyway(struct request *r, const struct casata_rules *rules, struct casata_manners *m) {
    const char *name = NULL;
    if (!engine_want_text(r, "kept", &name)) return false;
    for (unsigned i = 0; rules->coach && rules->coach[i].id; i++)
        if (strcmp(strchr(rules->coach[i].id, '.') + 1, name) == 0) casata_manners_kept(m, i);
    put_said(r, rules, m);
    return true;
}

/* A person chooses an action: any comment before it is played? A standing note, or a verdict. */
bool engine_do_coach(struct request *r) {
    struct engine *e = r->e;
    struct subject s;
    struct casata_manners manners;
    struct casata_note note;
    enum casata_coach_level level;
    int64_t ms = COACH_MS, ply = 0;
    casata_action a;
    int seat;
    if (!engine_want_subject(r, &s) || !want_manners(r, s.game->rules, &manners)) return false;
    if (engine_has(r, "kept")) return keep_anyway(r, s.game->rules, &manners);
    if (!engine_want_thinker(r, &s, &seat) || !engine_want_action(r, s.game->rules, &a)) return false;
    if (!want_level(r, &level) || !engine_want_int(r, "ms", 1, COACH_MS_MAX, &ms)) return false;
    if (!engine_want_int(r, "ply", 0, INT32_MAX, &ply)) return false;
    if (!casata_is_legal(s.game, s.state, seat, a))
        return engine_refuse(r, "illegal_action", "the action is not legal now");
    casata_action legal[CASATA_MAX_CHOICES];
    bool choice = casata_legal(s.game, s.state, seat, legal) > 1;
    if (level == CASATA_COACH_OFF || !choice) return true;
    if (casata_coach(s.game, s.state, seat, a, casata_manners_silent(&manners, s.game, s.state), &note)) {
        casata_w_key(&e->w, "note");
        casata_w_open(&e->w, '{');
        write_note(r, s.game->rules, &note);
        if (note.better) put_better(r, s.game, s.state, seat, note.better);
        casata_w_close(&e->w, '}');
        casata_manners_said(&manners, s.game, s.state, &note);
        put_said(r, s.game->rules, &manners);
        return true;
    }
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL);
    skill.think = (uint32_t)ms * 1000;
    skill.alone = 1;
    e->thought.action = a;
    e->thought.level = level;
    return engine_begin_thought(r, THOUGHT_COACH, &s, seat, &skill,
                                s.match ? (uint64_t)s.match->n_log : (uint64_t)ply);
}
