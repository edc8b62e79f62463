/* scenario.h: a running scenario and the kinds of lines it may have; private to the scenario driver
 * (docs/testing.md). Knows no game. */
#ifndef TESTS_SCENARIO_H
#define TESTS_SCENARIO_H

#include "casata/game.h"

#include <jansson.h>

enum { SCENARIO_EVENTS = 256, SCENARIO_EVENT_TEXT = 160, SCENARIO_FAILURES = 8 };

struct line {
    char *text; /* without blanks around it and without comment */
    int number;
};
struct file {
    char path[512];
    char *text;
    struct line *line;
    int n;
};
/* A part of a file: the lines of one scenario or base, without its heading. */
struct block {
    const struct file *file;
    const char *name;
    int first, end;
};

struct run {
    const struct casata_game *g;
    const struct block *block; /* whose line is being run; a base's while it is built */
    int at;                    /* line of the file */
    union {
        unsigned char bytes[CASATA_MAX_STATE];
        uint64_t align;
    } state, before, marked; /* now; before the last play, chance or loaded edit; at the last `mark` */
    bool started;
    json_t *edit; /* the position with the `set` lines collected so far; NULL: none */
    int n_events;
    char event[SCENARIO_EVENTS][SCENARIO_EVENT_TEXT];
    int failures, checks, rules, depth;
    /* Messages of failures that must occur (`fails:`), and a bit for each that did. */
    char expected[SCENARIO_FAILURES][200];
    int n_expected;
    unsigned occurred;
    int shown_at; /* line at which the situation was printed last */
};

/* The words a line may begin with; the rest of the line may be overwritten. False after a failure. */
struct verb {
    const char *name;
    bool (*run)(struct run *r, char *rest);
    unsigned flags;
};
enum {
    VERB_NEW = 1,   /* needs no position */
    VERB_KEEP = 2,  /* leaves collected edits alone */
    VERB_CHECK = 4, /* after a failure the rest still makes sense */
};
extern const struct verb scenario_steps[], scenario_checks[]; /* the last has no name */

/* Reports a failure at the line that is being run; always false. */
__attribute__((format(printf, 2, 3))) bool scenario_fail(struct run *r, const char *format, ...);

/* --- scenario_step.c ----------------------------------------------------------------------------------- */
/* Loads the collected edits; `broken` says what must be wrong with them, NULL: nothing. */
bool scenario_load_edit(struct run *r, const char *broken);

/* "event.pay seat:1 florin*2" */
void scenario_message(const struct casata_msg *m, char text[SCENARIO_EVENT_TEXT]);

/* --- scenario_text.c ----------------------------------------------------------------------------------- */
char *scenario_trim(char *text);
/* Takes the first word off *rest (which then begins with the next one). */
char *scenario_word(char **rest);
/* Takes a seat's number or "chance" off *rest; -1 after a failure. */
int scenario_who(struct run *r, char **rest);
/* Splits "path = value", also with += -= !=, and returns '=', '+', '-', '!'; 0: there is no operator. */
char scenario_split(char *text, char **path, char **value);
/* The text form of an action, good until the next call. */
const char *scenario_action(const struct run *r, casata_action a);
/* The position as JSON, to be released by the caller. */
json_t *scenario_position(const struct run *r, const void *state);
/* The decisions now open to seats (weight 0) or chance. */
struct choices {
    int n;
    struct casata_outcome it[CASATA_MAX_CHOICES];
};
void scenario_choices(const struct run *r, int who, struct choices *c);
/* Phase, legal actions, events and position on standard output. */
void scenario_print(const struct run *r);

#endif
