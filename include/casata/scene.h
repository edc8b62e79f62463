/* scene.h: draw a game: the pieces on the table, the prompt and the choices, for every front end. */
#ifndef CASATA_SCENE_H
#define CASATA_SCENE_H

#include "casata/game.h"

/* --- the scene: everything on the table, for every front end -----------------------------------------
 * A slot is a named place "<family>[.<row>][.<col>]"; a piece lies in one slot. Front ends know slots and
 * pieces, not games: the browser places slots by name, the terminal prints a family as a grid with a line
 * for each row and a cell for each column. */
enum casata_layout {
    CASATA_FIXED, /* one place on a board */
    CASATA_ROW,   /* container: pieces side by side */
    CASATA_STACK, /* container: pieces on top of each other */
    CASATA_FAN,   /* container: a hand */
    CASATA_TRACK, /* one space of a track */
    CASATA_TREE   /* container: a family tree */
};
struct casata_family {               /* all slots of one kind; rules->families lists them */
    const char *name;                /* "city": title in message "slot.city", explanation in "help.city" */
    uint8_t layout;                  /* enum casata_layout */
    const struct casata_words *rows; /* words of the row part, NULL: none */
    const char *rule;                /* rule number: "R8.6" */
};
struct casata_slot {
    uint8_t family; /* index into rules->families */
    uint8_t row;    /* index into the family's rows */
    int8_t col;     /* column part, -1: none */
    int8_t seat;    /* whose board it is on, -1: the common board; otherwise the name begins "p<seat>." */
    int16_t value;  /* figure printed there, -1: none */
    uint16_t above; /* of a tree: 1 + index of the parent slot, which comes before it; 0: none */
    struct casata_arg print; /* word printed there; words NULL: none */
    struct casata_arg also;  /* a second word, only with the first; words NULL: none */
    bool open;               /* the print stays in sight, whatever lies there (on tracks always) */
};
struct casata_piece {
    uint16_t id;   /* unique in the scene; stable through the game for pieces that can be distinguished. Alike
                      pieces of one owner (pawns) are matched by kind, seat and face when a move is animated */
    uint16_t slot; /* index into slots */
    int8_t seat;   /* owner, -1: none */
    uint8_t index; /* kind, in the words list `kinds` of the rules */
    int16_t value; /* number shown on it, -1: none */
    int16_t count; /* identical pieces that this one stands for, normally 1 */
    struct casata_arg face; /* a word printed on it; words NULL: none */
};
struct casata_counter {
    uint8_t seat;
    uint8_t index; /* word of the rules' `units` list */
    int32_t n;
};
/* No option of a game may reach the first two: one amount more would be lost. */
enum { CASATA_MAX_COSTS = 4, CASATA_MAX_GAINS = 7, CASATA_MAX_LIGHTS = 16 };
struct casata_choice {
    casata_action action;
    int16_t slot, piece; /* where a person would touch, -1: only a button */
    uint8_t n_cost, n_gain, n_lights;
    /* Known before acting, as counts of units. A negative cost is something unwanted taken on. */
    struct casata_arg cost[CASATA_MAX_COSTS], gain[CASATA_MAX_GAINS];
    /* Pieces that come into play with it, to be shown before acting; message "lights" explains how. */
    int16_t light[CASATA_MAX_LIGHTS];
    struct casata_msg text;
    const char *rule;
};
/* Consecutive options, offered as one touch: a piece that moves on and on. A front end plays them one by one. */
enum { CASATA_MAX_RUNS = 96, CASATA_MAX_RUN_STEPS = 12 };
struct casata_run {
    struct casata_choice whole; /* its action is the first step; slot: where the last one ends */
    uint8_t n;                  /* at least 2 */
    casata_action step[CASATA_MAX_RUN_STEPS];
};
struct casata_blocked { /* something a person might try, and why it cannot be done */
    int16_t slot, piece;
    struct casata_msg text, reason;
    const char *rule;
};
/* Why a place carries no option, for touches on it: not worth being listed with the options that are blocked. */
struct casata_vain_at {
    int16_t slot;
    const char *reason, *rule; /* message id */
};
/* The same for the other places of a family in a phase. */
struct casata_vain {
    uint8_t family;
    const char *reason, *rule; /* message id; NULL: the end of the list */
};
enum {
    CASATA_MAX_SLOTS = 640,
    CASATA_MAX_PIECES = 768,
    CASATA_MAX_COUNTERS = 96,
    CASATA_MAX_BLOCKED = 64,
    CASATA_MAX_VAIN = 96
};
struct casata_scene {
    int n_slots, n_pieces, n_counters, n_choices, n_runs, n_blocked, n_vain_at;
    int seat; /* the seat that `choices` are for; CASATA_CHANCE while chance is due; -1: over */
    struct casata_msg prompt;                   /* the question, in one sentence */
    struct casata_arg colour[CASATA_MAX_SEATS]; /* of each seat; words NULL: none */
    struct casata_slot slot[CASATA_MAX_SLOTS];
    struct casata_piece piece[CASATA_MAX_PIECES];
    struct casata_counter counter[CASATA_MAX_COUNTERS];
    struct casata_choice choice[CASATA_MAX_CHOICES];
    struct casata_run run[CASATA_MAX_RUNS];
    struct casata_blocked blocked[CASATA_MAX_BLOCKED];
    struct casata_vain_at vain_at[CASATA_MAX_VAIN];
    const struct casata_vain *vain; /* of the phase, while the viewer decides; NULL: none */
};

/* --- the coach: a word about an option before it is chosen --------------------------------------------- */
/* A stop can cost the game or much of it; a tip is a habit worth having. */
enum casata_note_kind { CASATA_TIP, CASATA_STOP };
/* How often a person wants to hear it (casata_manners in match.h). */
enum casata_note_often { CASATA_ONCE_A_ROUND, CASATA_ONCE_A_TURN, CASATA_ONCE_A_GAME, CASATA_EVERY_TIME };
enum { CASATA_MAX_NOTES = 24 }; /* rows of a game */
struct casata_note {
    const char *name;    /* of the row, as a word: "no_child" */
    uint8_t row;         /* in rules->coach */
    uint8_t kind, often; /* enum casata_note_kind, casata_note_often */
    struct casata_msg text;
    casata_action better; /* a better option; 0: none named */
    const char *rule;
};
/* The first note that applies if the seat chooses the action, without the rows of the bit set `silent`. false: none, or
 * the seat has no choice. Judged from the seat's view. */
bool casata_coach(const struct casata_game *g, const void *state, int seat, casata_action a, uint32_t silent,
                  struct casata_note *note);

/* --- building and writing one ---------------------------------------------------------------------------- */
/* Redacts a copy for the viewer, lets the game draw it and adds every legal action of `viewer`
 * (of the seat to act for a spectator: none). */
void casata_scene_build(const struct casata_game *g, const void *state, int viewer,
                        struct casata_scene *scene);
/* The same for a state whose automatic steps a sink has paused: it has no prompt and no choices. Such a state is only
 * for display. */
void casata_scene_between(const struct casata_game *g, const void *state, int viewer,
                          struct casata_scene *scene);
void casata_scene_json(const struct casata_game *g, const struct casata_scene *scene,
                       struct casata_writer *w);
int casata_slot_name(const struct casata_rules *rules, const struct casata_slot *slot, char out[64]);

#endif
