/* cli.h: the commands of `casata` and the functions they share. Knows no game. */
#ifndef CASATA_CLI_H
#define CASATA_CLI_H

#include "casata/match.h"

#ifndef CASATA_VERSION
#define CASATA_VERSION "0.1"
#endif

/* Status of a command. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* argv[0] is "casata <command>", for messages. Every command knows --help. */
int cmd_games(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_learn(int argc, char **argv);
int cmd_engine(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_balance(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_store(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_data(int argc, char **argv);

/* "casata bench: message" to standard error; returns status. */
__attribute__((format(printf, 3, 4))) int cli_fail(int status, const char *command, const char *format, ...);
/* The text as a whole number in min..max; false after a message that names the option. */
bool cli_number(const char *command, const char *option, const char *text, int64_t min, int64_t max,
                int64_t *out);
/* Parses --lang; false after a message. */
bool cli_lang(const char *command, const char *text, int *lang);
/* The game with its built-in figures or, if data is not NULL, with those of that folder; false after a message. */
bool cli_game(const char *command, const char *id, const char *data, struct casata_game *g);
/* The options of a table, "boards=B,draw=three" (NULL: none); with `any` a value may also be "any", which sets the
 * option's bit there. Options not named keep their `value`. False after a message. */
bool cli_options(const char *command, const char *text, const struct casata_rules *r,
                 uint8_t value[CASATA_MAX_GAME_OPTIONS], uint8_t *any);
/* Do the options allow this number of seats? False after a message. */
bool cli_options_fit(const char *command, const struct casata_rules *r, int seats, const uint8_t *value);
/* All games; `data` replaces the figures of the game `id` (NULL: of every game that the folder covers). Returns their
 * number, -1 after a message. */
enum { CLI_MAX_GAMES = 32 };
int cli_games(const char *command, const char *id, const char *data, struct casata_game g[CLI_MAX_GAMES]);

enum { CLI_MAX_FILE = 16 << 20 }; /* bytes of a match or position file */
/* Loads and verifies a match file; figures as above. False after a message. */
bool cli_match(const char *command, const char *path, const char *data, struct casata_match *m);

/* Arguments shared by commands on a saved match: FILE, --lang LANG ('L'), --data DIR ('d'), --help ('h'). */
struct cli_saved {
    const char *path, *data;
    int lang;
};
/* Takes one of these options, or a non-option. -1: go on; otherwise the exit status. */
int cli_saved_option(const char *command, const char *help, int option, struct cli_saved *saved);
/* Takes the argument after the options: one file. The same result. */
int cli_saved_file(int argc, char **argv, struct cli_saved *saved);

/* Loads a learned evaluation for a game and number of seats, to be freed; NULL after a message. */
struct casata_net *cli_net(const char *command, const char *path, const struct casata_game *g, int seats);

double cli_seconds(void); /* monotonic */
/* A progress line with the time left on standard error, at most four times a second and only on a terminal;
 * done == total erases it. */
void cli_progress(const char *what, uint64_t done, uint64_t total, double started);

#endif
