/* play.h: a game at the terminal: shared by its parts (cmd_play.c arguments, play_course.c course,
 * play_command.c input lines, play_coach.c the coach, play_save.c match files, cmd_learn.c lessons). Knows no game. */
#ifndef CASATA_PLAY_H
#define CASATA_PLAY_H

#include <limits.h>

#include "casata/coach.h"
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/scene.h"
#include "terminal/scene_view.h"

struct play {
    struct casata_match match;
    struct scene_view view;
    const char *seat_name[CASATA_MAX_SEATS];
    struct casata_scene *scene; /* of the pending decision */
    char path[PATH_MAX];        /* where the match is saved after each decision */
    const char *data;           /* folder of the figures, NULL: built in */
    int told[CASATA_MAX_SEATS]; /* log entries this seat has read */
    int board_turn, board_seat; /* turn and seat at the last print of the board */
    enum casata_coach_level coach;
    bool guided;                                     /* a first game: longer words in the first rounds */
    struct casata_manners manners[CASATA_MAX_SEATS]; /* of the coach, for each person */
    bool edit; /* standard input is a terminal: line editing and history */
    bool quit;
};

/* --- output: messages ui.* with arguments, wrapped ----------------------------------------------------- */
#define PLAY_TEXT(s) \
    { (s), 0 }
#define PLAY_NUM(i) \
    { NULL, (i) }
#define PLAY_TELL(p, id, ...)                                                                         \
    play_tell(p, id, (int)(sizeof((struct casata_text[]){__VA_ARGS__}) / sizeof(struct casata_text)), \
              (struct casata_text[]){__VA_ARGS__})
void play_tell(const struct play *p, const char *id, int n, const struct casata_text *arg);
void play_line(const struct play *p, const char *id);

/* --- cmd_play.c ---------------------------------------------------------------------------------------- */
int play_default_lang(void); /* of the system */
/* Sets output, width and colour. */
void play_set_view(struct play *p, int lang, bool plain);
/* Continues the match of a lesson as a first game: against bots of the lowest level, with coach and longer words. */
int play_on(struct play *p, const char *command);

/* --- play_course.c ------------------------------------------------------------------------------------- */
/* Plays to the end or until the person quits; returns the exit status. */
int play_run(struct play *p);
/* Prints the events of log entries from..to-1 that the viewer may know, a paragraph per turn or (lines)
 * a line each; returns their number. */
int play_events(const struct play *p, int from, int to, int viewer, bool lines);
char *play_read_line(const struct play *p); /* malloc'ed; NULL: end of input */
void play_scores(const struct play *p, int viewer, bool final);
void play_board(struct play *p, unsigned seats, bool common);
void play_prompt(const struct play *p);
int play_turn(const struct play *p); /* number of the turn, to know when the board is due */

/* --- play_command.c: one line of input of `seat`, whose decision is in p->scene ------------------------ */
enum play_result {
    PLAY_AGAIN,
    PLAY_DECIDED,
    PLAY_CHANGED
}; /* nothing happened; an action; undo or language */
enum play_result play_command(struct play *p, int seat, char *line, casata_action *decided);

/* --- play_coach.c --------------------------------------------------------------------------------------- */
struct play_doubt {
    casata_action action; /* that the coach objected to, 0: none */
    int row;              /* of the note, -1: a verdict */
};
/* May the decision be played? The coach has nothing to say about it, or has said it already (in *doubt). */
bool play_coach(struct play *p, int seat, casata_action a, struct play_doubt *doubt);
/* Does the line insist on the action that the coach objected to? */
bool play_insists(const struct play *p, const char *line, const struct play_doubt *doubt);
bool play_coach_level(const char *word, enum casata_coach_level *level); /* false: no such level */
void play_coach_command(struct play *p, const char *rest);

/* --- play_save.c --------------------------------------------------------------------------------------- */
bool play_save(struct play *p, const char *path); /* false after a message */
/* A file in the folder of saved games, created if needed; false: that failed. */
bool play_state_path(const char *name, char out[PATH_MAX]);
/* A fresh file name for a match of this game into p->path; false after a message. */
bool play_new_path(struct play *p, const char *command);
/* Loads a match file; path NULL: lists the unfinished ones and loads the most recent. game NULL:
 * the built-in figures of the game named in the file. False after a message. */
bool play_resume(struct play *p, const char *command, const char *path, const struct casata_game *game);

#endif
