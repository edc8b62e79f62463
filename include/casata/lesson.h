/* lesson.h: learning by playing: a course of lessons (docs/lessons.md) over matches. A lesson is a position and steps:
 * a text, highlights, the accepted decisions and answers to others. Knows no game and no front end. It allocates. */
#ifndef CASATA_LESSON_H
#define CASATA_LESSON_H

#include "casata/match.h"
#include "casata/scene.h"

/* --- a course: the file data/<game>/lessons.txt --------------------------------------------------------- */
struct casata_course;
/* The built-in file of a game; NULL: none (always in WebAssembly, where the host hands it over). */
const char *casata_course_file(const char *game, size_t *n);
/* NULL: err names the fault and its line. The text is copied. */
struct casata_course *casata_course_read(const char *text, size_t n, char err[200]);
void casata_course_free(struct casata_course *c);
int casata_course_count(const struct casata_course *c);               /* of lessons */
const char *casata_course_name(const struct casata_course *c, int i); /* "first_move" */
int casata_course_find(const struct casata_course *c,
                       const char *id); /* by name or number from 1; -1: none */

/* Texts are messages "<game>.lesson.<lesson>.<name>". Lengths are as of snprintf. */
enum { CASATA_LESSON_TEXT = 4096 };
/* A text about a lesson: "title", "idea". */
size_t casata_course_say(int lang, const struct casata_rules *rules, const char *lesson, const char *name,
                         char *out, size_t cap);
/* A text about the whole game: number k of those after a word of the file, "about" or "miss"; 0: none. */
size_t casata_course_about(const struct casata_course *c, const struct casata_game *g, int lang,
                           const char *word, int k, char *out, size_t cap);
/* Minutes that a lesson takes at 180 words a minute. */
int casata_course_minutes(const struct casata_course *c, const struct casata_rules *rules, int lang,
                          int lesson);

/* --- a lesson in progress --------------------------------------------------------------------------------- */
enum { CASATA_LESSON_MOVES = 64, CASATA_LESSON_VARS = 8, CASATA_LESSON_LIGHTS = 96, CASATA_LESSON_SHOW = 3 };
enum { CASATA_LEARNER = 0 }; /* the learner's seat */
struct casata_lesson_var {
    char name[16], value[48];
};
struct casata_lesson_vars {
    int n;
    struct casata_lesson_var var[CASATA_LESSON_VARS];
};
struct casata_lesson {
    const struct casata_course *course;
    struct casata_game game;
    int index; /* of the lesson */
    int step;  /* of the lesson, from 0; n_steps: it is over */
    int n_steps;
    struct casata_match *match; /* the caller's; rebuilt whenever the lesson sets up a position */
    casata_action move[CASATA_LESSON_MOVES]; /* the learner's moves; 0: Next */
    int n_moves;
    int wrong;      /* wrong choices in this step */
    char reply[48]; /* message of the answer to the last one, "": none */
    int reply_line; /* line of the file it comes from */
    struct casata_lesson_vars vars, reply_vars;
    unsigned char *before; /* the position when the last step with a decision was entered */
    unsigned char *entry;  /* the position when this step was entered */
    int mark, entry_mark;  /* length of the log then */
    unsigned char *shown;  /* the position to look at where the step stops in between */
    bool between;
    unsigned char *start;       /* the position of the lesson's beginning, once it is known */
    struct casata_scene *scene; /* of the position on view */
    bool scene_ready;
    char fault[200]; /* the fault of the lesson, for its author */
};
/* Begins the lesson; m is a match or zeroed, its seats keep their names. False: l->fault has the error. */
bool casata_lesson_begin(struct casata_lesson *l, const struct casata_course *c, const struct casata_game *g,
                         int lesson, struct casata_match *m);
void casata_lesson_end(struct casata_lesson *l); /* frees its memory, not the match */
bool casata_lesson_over(const struct casata_lesson *l);
/* Is it a step without a decision, ended by casata_lesson_next? */
bool casata_lesson_waits(const struct casata_lesson *l);
enum casata_lesson_result {
    CASATA_LESSON_ON,    /* the lesson went on */
    CASATA_LESSON_WRONG, /* not played: casata_lesson_reply says why */
    CASATA_LESSON_FAULT, /* l->fault: the file does not fit the game */
};
enum casata_lesson_result casata_lesson_act(struct casata_lesson *l, casata_action a);
enum casata_lesson_result casata_lesson_next(struct casata_lesson *l);
/* A move as text, "next" or a decision, to resume a lesson; WRONG, without an answer: it does not fit the step. */
enum casata_lesson_result casata_lesson_move(struct casata_lesson *l, const char *text);
void casata_lesson_move_text(const struct casata_lesson *l, int i,
                             char out[CASATA_ACTION_TEXT]); /* of l->move */
/* Takes back the last decision or Next; false: there is none. */
bool casata_lesson_back(struct casata_lesson *l);
/* An answer to the touch of a slot or piece (-1: none) of l's scene that decides nothing; false: the file has none. */
bool casata_lesson_touch(struct casata_lesson *l, int slot, int piece);

/* The scene on view, with the choices of the learner. */
const struct casata_scene *casata_lesson_scene(struct casata_lesson *l);
/* The accepted decisions, in the order of the file. */
int casata_lesson_accepted(struct casata_lesson *l, casata_action out[CASATA_MAX_CHOICES]);
/* The text of the step or of the close; the answer to the last wrong choice. */
size_t casata_lesson_text(struct casata_lesson *l, int lang, char *out, size_t cap);
size_t casata_lesson_reply(struct casata_lesson *l, int lang, char *out, size_t cap);
struct casata_lesson_lights {
    int n_slots, n_pieces, n_counters;
    int16_t slot[CASATA_LESSON_LIGHTS], piece[CASATA_LESSON_LIGHTS]; /* indices of l's scene */
    uint8_t counter[CASATA_LESSON_LIGHTS];                           /* units of the learner */
};
void casata_lesson_lit(struct casata_lesson *l, struct casata_lesson_lights *lit);

/* --- the checker -------------------------------------------------------------------------------------------- */
struct casata_lesson_report {
    void (*fail)(struct casata_lesson_report *r, const char *what); /* "lesson first_move, line 52: ..." */
    int lang;           /* only the texts of this language; -1: of all */
    int passed, failed; /* checks */
    int words[3];       /* of the longest way through all lessons in each language; ORDER lang */
    int first[3];       /* words until the first own decision of the first lesson */
};
/* Plays every way through every lesson (docs/lessons.md has the rules). */
void casata_course_check(const struct casata_course *c, const struct casata_game *g,
                         struct casata_lesson_report *r);

#endif
