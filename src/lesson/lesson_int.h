/* lesson_int.h: internal to the lessons and their checker. */
#ifndef CASATA_LESSON_INT_H
#define CASATA_LESSON_INT_H

#include "casata/lesson.h"
#include "casata/rules.h"

/* A line of the file: its first word and the rest, both terminated. */
struct lesson_line {
    const char *word, *rest;
    int number;
};
/* A part of it: lines first..end-1, without the heading. */
struct lesson_block {
    char name[40]; /* of a base, lesson or step; "course"; "": none */
    int first, end;
    int heading; /* line with the heading */
};
enum { MAX_BASES = 64, MAX_LESSONS = 32, MAX_STEPS = 32, MAX_PARTS = 40, LESSON_LINE = 512 };
/* Blocks of one kind, in the order of the file. */
struct lesson_blocks {
    int n;
    struct lesson_block block[MAX_PARTS];
};
struct lesson_part {
    struct lesson_block block;
    int begin; /* lines before the first step: the start and answers */
    int n_steps;
    struct lesson_block step[MAX_STEPS]; /* the last ones are closes */
};
struct casata_course {
    char *text;
    struct lesson_line *line;
    int n_lines, n_bases, n_lessons;
    struct lesson_block base[MAX_BASES], course;
    struct lesson_part lesson[MAX_LESSONS];
    struct lesson_blocks section, picture, legend, example; /* of a guide (casata/guide.h) */
};

/* The built-in files; the last has no game. Made by cmake/lessons.cmake. */
struct lesson_text {
    const char *game;
    const unsigned char *text;
    const size_t *size;
};

/* The parts of a line: HEAD [with ARGS] [when CONDITION], and for answers HEAD -> NAME. NULL: it is not there. */
struct lesson_clause {
    char copy[LESSON_LINE];
    char *head, *name, *args, *when;
};
/* Fills in variables first (vars NULL: leaves them); false: one has no value. */
bool lesson_clause(const char *text, const struct casata_lesson_vars *vars, struct lesson_clause *c);

int lesson_count_words(const char *text);

/* Cuts the first word, or the text before a separator, off *rest; NULL: nothing left. */
char *lesson_word(char **rest);
char *lesson_until(char **rest, char separator);

/* --- patterns: words of an action; "*" is any word, as the last one any rest, "$name" a word to be remembered --- */
bool lesson_match(const char *pattern, const char *text, struct casata_lesson_vars *vars);
/* Is it one of the patterns of a list, a | b? */
bool lesson_match_any(const char *patterns, const char *text, struct casata_lesson_vars *vars);
/* Replaces $name by its value; false: it has none or the room is too small. */
bool lesson_fill(const char *text, const struct casata_lesson_vars *vars, char *out, size_t cap);
const char *lesson_var(const struct casata_lesson_vars *vars, const char *name, size_t n);

/* --- figures: lesson_value.c ----------------------------------------------------------------------------- */
/* The value of an expression in the lesson's position; false: l->fault says why not. */
bool lesson_value(struct casata_lesson *l, const char *text, int64_t *value);
/* A condition; NULL is true. */
bool lesson_true(struct casata_lesson *l, const char *text);
/* The number of a seat, or chance; -1: neither. */
int lesson_seat(const char *text);
/* "a; b" as arguments of a message. */
struct lesson_args {
    struct casata_msg msg;
    char id[160];
    char text[CASATA_MAX_ARGS][96];
    const char *word[CASATA_MAX_ARGS];
    struct casata_words words[CASATA_MAX_ARGS];
};
bool lesson_args(struct casata_lesson *l, const char *text, struct lesson_args *out);
/* Is it this slot? "track.politics.*" is every slot with that prefix. */
bool lesson_slot_is(struct casata_lesson *l, int slot, const char *name, size_t n);
/* Does the piece show the word, "kind", "list.word", "word" or a number? */
bool lesson_piece_is(struct casata_lesson *l, int piece, const char *face);

/* --- positions: lesson_start.c ------------------------------------------------------------------------------ */
/* Runs the start lines (new, use, set, chance, play) among first..end-1; false: l->fault. */
bool lesson_start(struct casata_lesson *l, int first, int end);
bool lesson_is_start(const char *word);
/* 0: chance is not due. */
casata_action lesson_first_outcome(const struct casata_game *g, const void *state);
/* Restarts the match there, its seats keep their names. NULL, or the error. */
const char *lesson_set_match(struct casata_lesson *l, const void *state);
/* The value at a path of position JSON, as JSON text; NULL: none. */
const char *lesson_path(const char *json, const char *path, size_t *n);
/* The position as JSON, to be freed; NULL: out of memory. */
char *lesson_position(const struct casata_game *g, const void *state);

/* --- places outside a lesson: a course's own, with a position of its own ---------------------------------------- */
/* Prepares l for the positions, figures and texts of a block outside any lesson; false: out of memory. */
bool lesson_outside(struct casata_lesson *l, const struct casata_course *c, const struct casata_game *g,
                    struct casata_match *m);
/* The fault of the message "<game>.<id>": missing in the language, figures of its own, or placeholders that do not
 * match n arguments. NULL: none. */
const char *lesson_text_fault(const struct casata_rules *rules, const char *id, int lang, int n_args);
/* The first figure that is written as a word: lesson_words.c. */
bool lesson_number_word(int lang, const char *text, char word[32]);
/* Is every argument derived from the position, not a bare number? */
bool lesson_args_known(const char *args);

/* --- the course of a lesson: lesson_run.c ---------------------------------------------------------------------- */
__attribute__((format(printf, 2, 3))) bool lesson_fault(struct casata_lesson *l, const char *format, ...);
const struct lesson_block *lesson_step(const struct casata_lesson *l); /* in progress; NULL: over */
const struct lesson_line *lesson_find(const struct casata_lesson *l, const struct lesson_block *b,
                                      const char *word, int from);
/* Message "lesson.<lesson>.<name>"; a name with a dot has its lesson in it. */
void lesson_message(const struct casata_lesson *l, const char *name, char out[160]);
/* The line with the answer to an action that is not accepted; NULL: none. */
const struct lesson_line *lesson_answer(struct casata_lesson *l, const char *action, int slot, int piece,
                                        struct casata_lesson_vars *vars);
/* Is the action accepted now? Stores its bindings in vars. */
bool lesson_accepts(struct casata_lesson *l, casata_action a, struct casata_lesson_vars *vars);
/* Writes the text of "NAME with ARGS"; 0: an argument has no value. */
size_t lesson_say(struct casata_lesson *l, int lang, const char *name, const char *args, char *out,
                  size_t cap);
/* The heading of the step, or of the close that applies; NULL: none. */
const struct lesson_line *lesson_heading(struct casata_lesson *l);
/* The decision of a line "then SEAT A | B" in this position; 0: none of them is legal. */
casata_action lesson_scripted(struct casata_lesson *l, char *line, int *seat);

#endif
