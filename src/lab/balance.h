/* balance.h: how fair the figures are, by games between equal bots. Knows no game by name: the balance sheet of the
 * rules lists what to count. */
#ifndef CASATA_LAB_BALANCE_H
#define CASATA_LAB_BALANCE_H

#include "lab/arena.h"

enum { BALANCE_TRAITS = 8, BALANCE_THINGS = 16, BALANCE_VALUES = 256, BALANCE_ROUNDS = 256 };

/* Sums of whole numbers, so that the order of the games does not matter. */
struct balance_cell {
    uint64_t seats;
    uint64_t wins; /* in 1/60: a win is shared by up to six seats */
    int64_t points, points_squares;
    int64_t ahead, ahead_squares; /* points times seats at the table, less the total points of the table */
};
struct balance_taken {
    struct balance_cell could, took; /* seats that could take it at least once in a game; that did */
    uint64_t times;
};
struct balance_game {
    int32_t winner, lead, points; /* score of the winner, how far ahead of the next, of all seats together */
    uint16_t rounds;
    double half; /* mean fraction of the win of those leading at half time */
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
};
struct balance {
    const struct arena *arena;
    uint64_t games;
    struct balance_game *game;
    struct balance_cell seat[CASATA_MAX_SEATS], place[CASATA_MAX_SEATS];
    struct balance_cell trait[BALANCE_TRAITS][BALANCE_VALUES];
    struct balance_taken thing[BALANCE_THINGS][BALANCE_VALUES];
};
/* Adds a finished game, read from its log; `lock` guards the sums. */
void balance_count(struct balance *b, uint64_t i, const struct arena_game *game, const struct casata_match *m,
                   pthread_mutex_t *lock);

/* --- results ------------------------------------------------------------------------------------------------ */
/* One value of a seat, or one thing that can be taken. */
struct balance_line {
    const char *verb;  /* of a thing; NULL: the line is about seats */
    const char *group; /* "seat", "place", a trait, the kind of the thing */
    char value[64];
    struct arena_share wins; /* of seats with it; for a thing: of seats that took it */
    struct arena_mean points;
    struct arena_mean ahead;  /* points above those of the others, on average */
    struct arena_share taken; /* for a thing: of the seats that could, those that did (wins) */
    uint64_t times;
    bool compared;           /* some took it and some could but did not: */
    struct arena_mean worth; /* lead of the former over the latter */
};
/* Is the share of wins more than 5 percentage points off the fair one, and significantly so? */
bool balance_unfair(const struct balance_line *line, double fair);
/* NULL; or "rare", "always": hardly anybody or nearly everybody takes it. */
const char *balance_odd(const struct balance_line *line);

struct balance_course {
    uint64_t games;
    struct arena_mean rounds, winner, lead, points;  /* points: of a seat */
    int32_t fewest_rounds, most_rounds, quartile[3]; /* of the scores of winners */
    struct arena_share half;                         /* wins of the leaders at half time */
};
struct balance_result {
    double fair;
    int n;
    struct balance_line *line; /* to be freed */
    struct balance_course course;
};
bool balance_sum_up(const struct balance *b, struct balance_result *r); /* false: out of memory */
/* Course of the games with a given value of an option; option -1: all games. false: out of memory. */
bool balance_course_of(const struct balance *b, int option, int value, struct balance_course *c);

struct balance_output {
    const struct balance *balance;
    const struct balance_result *result;
    double seconds;
};
void balance_text(FILE *out, const struct balance_output *o);
void balance_json(FILE *out, const struct balance_output *o);
void balance_csv(FILE *out, const struct balance_output *o);
void balance_svg(FILE *out, const struct balance_output *o);

#endif
