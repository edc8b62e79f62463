/* lesson_run.c: the course of a lesson: steps, decisions accepted or answered, the script of chance and
 * opponents, going back (docs/lessons.md). Knows no game. */
#include "lesson/lesson_int.h"
#include "casata/lang.h"
#include "casata/writer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool lesson_fault(struct casata_lesson *l, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    casata_vprint(l->fault, sizeof l->fault, format, ap);
    va_end(ap);
    return false;
}

/* --- where the lesson is ------------------------------------------------------------------------------------- */

static const struct lesson_part *part_of(const struct casata_lesson *l) {
    return &l->course->lesson[l->index];
}

bool casata_lesson_over(const struct casata_lesson *l) { return l->step >= l->n_steps; }

const struct lesson_block *lesson_step(const struct casata_lesson *l) {
    return casata_lesson_over(l) ? NULL : &part_of(l)->step[l->step];
}

const struct lesson_line *lesson_find(const struct casata_lesson *l, const struct lesson_block *b,
                                      const char *word, int from) {
    for (int i = b->first > from ? b->first : from; i < b->end; i++)
        if (strcmp(l->course->line[i].word, word) == 0) return &l->course->line[i];
    return NULL;
}
static bool has(const struct casata_lesson *l, const char *word) {
    const struct lesson_block *b = lesson_step(l);
    return b && lesson_find(l, b, word, 0);
}

bool casata_lesson_waits(const struct casata_lesson *l) { return has(l, "next"); }

const struct casata_scene *casata_lesson_scene(struct casata_lesson *l) {
    if (l->scene_ready) return l->scene;
    if (l->between)
        casata_scene_between(&l->game, l->shown, CASATA_LEARNER, l->scene);
    else
        casata_scene_build(&l->game, l->match->state, CASATA_LEARNER, l->scene);
    l->scene_ready = true;
    return l->scene;
}

/* The condition of a heading or of another line holds; variables are filled in. */
static bool applies(struct casata_lesson *l, const struct lesson_line *line) {
    struct lesson_clause c;
    return lesson_clause(line->rest, &l->vars, &c) && lesson_true(l, c.when);
}

const struct lesson_line *lesson_heading(struct casata_lesson *l) {
    const struct lesson_part *part = part_of(l);
    if (!casata_lesson_over(l)) return &l->course->line[lesson_step(l)->heading];
    for (int i = l->n_steps; i < part->n_steps; i++)
        if (applies(l, &l->course->line[part->step[i].heading]))
            return &l->course->line[part->step[i].heading];
    return NULL;
}

/* --- accepted decisions, and answers to others -------------------------------------------------------------------- */

bool lesson_accepts(struct casata_lesson *l, casata_action a, struct casata_lesson_vars *vars) {
    const struct lesson_block *b = lesson_step(l);
    char text[CASATA_ACTION_TEXT];
    casata_action_text(l->game.rules, a, text);
    for (int i = b ? b->first : 0; b && i < b->end; i++) {
        struct lesson_clause c;
        struct casata_lesson_vars bound = l->vars;
        if (strcmp(l->course->line[i].word, "accept")) continue;
        lesson_clause(l->course->line[i].rest, NULL, &c);
        if (!lesson_match_any(c.head, text, &bound)) continue;
        if (c.when && (!lesson_clause(l->course->line[i].rest, &bound, &c) || !lesson_true(l, c.when)))
            continue;
        if (vars) *vars = bound;
        return true;
    }
    return false;
}

int casata_lesson_accepted(struct casata_lesson *l, casata_action out[CASATA_MAX_CHOICES]) {
    if (casata_lesson_over(l) || casata_lesson_waits(l)) return 0;
    int n = casata_legal(&l->game, l->match->state, CASATA_LEARNER, out), kept = 0;
    for (int i = 0; i < n; i++)
        if (lesson_accepts(l, out[i], NULL)) out[kept++] = out[i];
    return kept;
}

/* Matches "at slot" or "at slot:face" against the touched slot and piece. */
static bool touches(struct casata_lesson *l, const char *pattern, int slot, int piece) {
    char name[96], *face;
    casata_print(name, sizeof name, "%s", pattern);
    if ((face = strchr(name, ':'))) *face++ = 0;
    if (piece >= 0) slot = l->scene->piece[piece].slot;
    if (slot < 0 || !lesson_slot_is(l, slot, name, strlen(name))) return false;
    return !face || (piece >= 0 && lesson_piece_is(l, piece, face));
}

static bool answers(struct casata_lesson *l, const struct lesson_line *line, const char *action, int slot,
                    int piece, struct casata_lesson_vars *vars) {
    struct lesson_clause c;
    char *rest;
    lesson_clause(line->rest, NULL, &c);
    for (rest = c.head; rest;) {
        const char *pattern = lesson_until(&rest, '|');
        struct casata_lesson_vars bound = l->vars;
        bool at = strncmp(pattern, "at ", 3) == 0;
        if (at ? !touches(l, pattern + 3, slot, piece) : !action || !lesson_match(pattern, action, &bound))
            continue;
        struct lesson_clause filled;
        if (c.when && (!lesson_clause(line->rest, &bound, &filled) || !lesson_true(l, filled.when))) continue;
        *vars = bound;
        return true;
    }
    return false;
}

const struct lesson_line *lesson_answer(struct casata_lesson *l, const char *action, int slot, int piece,
                                        struct casata_lesson_vars *vars) {
    const struct lesson_part *part = part_of(l);
    const struct lesson_block *step = lesson_step(l);
    const int range[3][2] = {{step ? step->first : 0, step ? step->end : 0},
                             {part->block.first, part->begin},
                             {l->course->course.first, l->course->course.end}};
    casata_lesson_scene(l);
    for (int k = 0; k < 3; k++)
        for (int i = range[k][0]; i < range[k][1]; i++) {
            const struct lesson_line *line = &l->course->line[i];
            if (!strcmp(line->word, "wrong") && answers(l, line, action, slot, piece, vars)) return line;
        }
    return NULL;
}

/* The answer of a line becomes the reply. */
static void reply_with(struct casata_lesson *l, const struct lesson_line *line,
                       const struct casata_lesson_vars *vars) {
    struct lesson_clause c;
    l->wrong++;
    l->reply[0] = 0;
    if (!line || !lesson_clause(line->rest, NULL, &c) || !c.name) return;
    const struct lesson_block *course = &l->course->course;
    bool general = line >= &l->course->line[course->first] && line < &l->course->line[course->end];
    casata_print(l->reply, sizeof l->reply, general ? "course.%s" : "%s", c.name);
    l->reply_line = (int)(line - l->course->line);
    l->reply_vars = *vars;
}

static void reply_to(struct casata_lesson *l, casata_action a) {
    const struct casata_scene *s = casata_lesson_scene(l);
    struct casata_lesson_vars vars = l->vars;
    char text[CASATA_ACTION_TEXT];
    int slot = -1, piece = -1;
    for (int i = 0; i < s->n_choices; i++)
        if (s->choice[i].action == a) {
            slot = s->choice[i].slot;
            piece = s->choice[i].piece;
        }
    casata_action_text(l->game.rules, a, text);
    const struct lesson_line *line = lesson_answer(l, text, slot, piece, &vars);
    reply_with(l, line, &vars);
}

bool casata_lesson_touch(struct casata_lesson *l, int slot, int piece) {
    struct casata_lesson_vars vars = l->vars;
    const struct lesson_line *line = lesson_answer(l, NULL, slot, piece, &vars);
    if (line) reply_with(l, line, &vars);
    return line != NULL;
}

/* --- the script ------------------------------------------------------------------------------------------------------- */

casata_action lesson_scripted(struct casata_lesson *l, char *text, int *seat) {
    casata_action legal[CASATA_MAX_CHOICES];
    struct casata_outcome outcome[CASATA_MAX_CHOICES];
    char *word = lesson_word(&text);
    int n = 0;
    *seat = word ? lesson_seat(word) : -1;
    if (*seat < 0) return 0;
    if (*seat == CASATA_CHANCE) {
        n = casata_outcomes(&l->game, l->match->state, outcome);
        for (int i = 0; i < n; i++) legal[i] = outcome[i].action;
    } else {
        n = casata_legal(&l->game, l->match->state, *seat, legal);
    }
    while (text) {
        const char *pattern = lesson_until(&text, '|');
        for (int i = 0; i < n; i++) {
            struct casata_lesson_vars vars = l->vars;
            char action[CASATA_ACTION_TEXT];
            casata_action_text(l->game.rules, legal[i], action);
            if (lesson_match(pattern, action, &vars)) return legal[i];
        }
    }
    return 0;
}

static bool run_script(struct casata_lesson *l, const struct lesson_block *b) {
    for (int i = b->first; i < b->end; i++) {
        const struct lesson_line *line = &l->course->line[i];
        struct lesson_clause c;
        int seat;
        if (strcmp(line->word, "then") || !applies(l, line)) continue;
        lesson_clause(line->rest, &l->vars, &c);
        casata_action a = lesson_scripted(l, c.head, &seat);
        if (!a || casata_match_play(l->match, seat, a, NULL))
            return lesson_fault(l, "line %d: the script is not legal: then %s", line->number, line->rest);
        l->scene_ready = false;
    }
    return true;
}

/* --- from step to step ------------------------------------------------------------------------------------------------- */

struct stopper {
    struct casata_sink sink;
    const char *id;
    bool seen;
};
static void stop_at(struct casata_sink *sink, const struct casata_msg *event) {
    struct stopper *to = (struct stopper *)sink;
    const char *id = strncmp(event->id, "event.", 6) ? event->id : event->id + 6;
    if (to->seen || strcmp(id, to->id)) return;
    to->seen = sink->pause = true;
}

/* The position on the way since the last decision, at the boundary of frames after an event. */
static bool stop_between(struct casata_lesson *l, const struct lesson_line *line) {
    const struct casata_match *m = l->match;
    struct stopper to = {.sink = {.emit = stop_at}, .id = line->rest};
    casata_match_state_at(m, l->mark, l->shown, NULL);
    for (int i = l->mark; i < m->n_log && !to.seen; i++)
        casata_apply(&l->game, l->shown, m->log[i].seat, m->log[i].action, &to.sink);
    l->between = to.seen;
    return to.seen
               ? true
               : lesson_fault(l, "line %d: no event %s since the last decision", line->number, line->rest);
}

static bool starts_over(const struct casata_lesson *l, const struct lesson_block *b) {
    return lesson_find(l, b, "new", 0) || lesson_find(l, b, "use", 0);
}

static bool enter(struct casata_lesson *l) {
    size_t size = l->game.rules->state_size;
    l->wrong = 0;
    l->reply[0] = 0;
    l->between = l->scene_ready = false;
    for (; !casata_lesson_over(l); l->step++) {
        const struct lesson_block *b = lesson_step(l);
        casata_action accepted[CASATA_MAX_CHOICES];
        if (!applies(l, &l->course->line[b->heading])) continue;
        if (starts_over(l, b)) {
            if (!lesson_start(l, b->first, b->end)) return false;
            l->scene_ready = false;
            l->mark = 0;
            memcpy(l->before, l->match->state, size);
        }
        if (!has(l, "optional") || casata_lesson_accepted(l, accepted)) break;
    }
    memcpy(l->entry, l->match->state, size);
    l->entry_mark = l->match->n_log;
    const struct lesson_line *during =
        casata_lesson_over(l) ? NULL : lesson_find(l, lesson_step(l), "during", 0);
    return !during || stop_between(l, during);
}

static enum casata_lesson_result finish_step(struct casata_lesson *l, bool happened) {
    if (happened) {
        memcpy(l->before, l->entry, l->game.rules->state_size);
        l->mark = l->entry_mark;
    }
    if (!run_script(l, lesson_step(l))) return CASATA_LESSON_FAULT;
    l->step++;
    return enter(l) ? CASATA_LESSON_ON : CASATA_LESSON_FAULT;
}

/* Records a decision, or a Next (0). */
static bool note(struct casata_lesson *l, casata_action a) {
    if (l->n_moves == CASATA_LESSON_MOVES) return lesson_fault(l, "the lesson is too long");
    l->move[l->n_moves++] = a;
    return true;
}

enum casata_lesson_result casata_lesson_act(struct casata_lesson *l, casata_action a) {
    casata_action accepted[CASATA_MAX_CHOICES];
    struct casata_lesson_vars vars = l->vars;
    if (casata_lesson_over(l) || casata_lesson_waits(l) || !lesson_accepts(l, a, &vars)) {
        reply_to(l, a);
        return CASATA_LESSON_WRONG;
    }
    const char *wrong = casata_match_play(l->match, CASATA_LEARNER, a, NULL);
    if (wrong) {
        lesson_fault(l, "%s", wrong);
        return CASATA_LESSON_FAULT;
    }
    l->vars = vars;
    l->scene_ready = false;
    l->wrong = 0;
    l->reply[0] = 0;
    if (!note(l, a)) return CASATA_LESSON_FAULT;
    if (has(l, "repeat") && casata_lesson_accepted(l, accepted)) return CASATA_LESSON_ON;
    return finish_step(l, true);
}

enum casata_lesson_result casata_lesson_next(struct casata_lesson *l) {
    if (!casata_lesson_waits(l)) return CASATA_LESSON_WRONG;
    if (!note(l, 0)) return CASATA_LESSON_FAULT;
    return finish_step(l, has(l, "then"));
}

enum casata_lesson_result casata_lesson_move(struct casata_lesson *l, const char *text) {
    if (strcmp(text, "next") == 0) return casata_lesson_next(l);
    casata_action a = casata_action_parse(l->game.rules, text);
    if (!a || !casata_is_legal(&l->game, l->match->state, CASATA_LEARNER, a) || !lesson_accepts(l, a, NULL))
        return CASATA_LESSON_WRONG;
    return casata_lesson_act(l, a);
}

void casata_lesson_move_text(const struct casata_lesson *l, int i, char out[CASATA_ACTION_TEXT]) {
    if (l->move[i])
        casata_action_text(l->game.rules, l->move[i], out);
    else
        casata_print(out, CASATA_ACTION_TEXT, "next");
}

/* Begins the steps of a lesson in which everything but the position is set. */
static bool begin_steps(struct casata_lesson *l) {
    const struct lesson_part *part = part_of(l);
    size_t size = l->game.rules->state_size;
    l->step = l->n_moves = l->mark = l->vars.n = 0;
    if (l->start) {
        const char *wrong = lesson_set_match(l, l->start);
        if (wrong) return lesson_fault(l, "%s", wrong);
    } else {
        if (!lesson_start(l, part->block.first, part->begin)) return false;
        if (!(l->start = malloc(size))) return lesson_fault(l, "out of memory");
        memcpy(l->start, l->match->state, size);
    }
    memcpy(l->before, l->match->state, size);
    return enter(l);
}

bool casata_lesson_back(struct casata_lesson *l) {
    casata_action move[CASATA_LESSON_MOVES];
    int n = l->n_moves - 1;
    if (n < 0) return false;
    memcpy(move, l->move, sizeof move);
    if (!begin_steps(l)) return false;
    for (int i = 0; i < n; i++)
        if ((move[i] ? casata_lesson_act(l, move[i]) : casata_lesson_next(l)) != CASATA_LESSON_ON)
            return false;
    return true;
}

/* Allocates room for the positions that a lesson keeps. */
static bool make_room(struct casata_lesson *l) {
    size_t size = l->game.rules->state_size;
    l->before = calloc(1, size);
    l->entry = calloc(1, size);
    l->shown = calloc(1, size);
    l->scene = calloc(1, sizeof *l->scene);
    return l->before && l->entry && l->shown && l->scene ? true : lesson_fault(l, "out of memory");
}

bool lesson_outside(struct casata_lesson *l, const struct casata_course *c, const struct casata_game *g,
                    struct casata_match *m) {
    *l = (struct casata_lesson){.course = c, .game = *g, .index = -1, .match = m};
    return make_room(l);
}

bool casata_lesson_begin(struct casata_lesson *l, const struct casata_course *c, const struct casata_game *g,
                         int lesson, struct casata_match *m) {
    const struct lesson_part *part = &c->lesson[lesson];
    *l = (struct casata_lesson){.course = c, .game = *g, .index = lesson, .match = m};
    while (l->n_steps < part->n_steps && strcmp(c->line[part->step[l->n_steps].heading].word, "close"))
        l->n_steps++;
    bool ok = make_room(l) && begin_steps(l);
    if (!ok) casata_lesson_end(l);
    return ok;
}

void casata_lesson_end(struct casata_lesson *l) {
    free(l->before);
    free(l->entry);
    free(l->shown);
    free(l->start);
    free(l->scene);
    l->before = l->entry = l->shown = l->start = NULL;
    l->scene = NULL;
    l->course = NULL;
}
