/* main.c: the `casata` command: finds the subcommand and hands over. Knows no game. */
#include "casata/rules.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"games", "list the games", cmd_games},
    {"play", "play in the terminal, against bots or with others on this computer", cmd_play},
    {"learn", "learn a game through playable lessons", cmd_learn},
    {"serve", "serve tables to browsers, alone or with friends through a link", cmd_serve},
    {"store", "maintain the database of a server", cmd_store},
    {"engine", "play over a line protocol, one JSON object per line", cmd_engine},
    {"bench", "measure how fast the games run", cmd_bench},
    {"arena", "play bots against each other", cmd_arena},
    {"balance", "measure how fair the figures of a game are", cmd_balance},
    {"train", "train an evaluation from self-play", cmd_train},
    {"replay", "replay a saved match and verify every step", cmd_replay},
    {"report", "review a match: win chances, costly decisions, luck", cmd_report},
    {"check", "check the invariants of a file or of random games", cmd_check},
    {"data", "show the figures of a game and where they come from", cmd_data},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "Casata: heavy board games on the computer.\n\n"
                 "usage: casata COMMAND [OPTION]...\n\ncommands:\n");
    for (int i = 0; i < N_COMMANDS; i++) fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fprintf(out,
            "  %-8s explain a command\n"
            "\noptions:\n"
            "  --help     print this text\n"
            "  --version  print the version\n"
            "\nexample:\n"
            "  casata play signorie --seats 3\n",
            "help");
}

static int find(const char *name) {
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return i;
    return -1;
}

static int unknown(const char *name) {
    fprintf(stderr, "casata: there is no command \"%s\"\nTry: casata --help\n", name);
    return CLI_USAGE;
}

/* Flush and check stdout: a full disk is a failure. */
static int finish(const char *name, int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    perror(name);
    return CLI_FAILED;
}

static int run(int command, int argc, char **argv) {
    char name[32];
    snprintf(name, sizeof name, "casata %s", commands[command].name);
    argv[0] = name;
    return finish(name, commands[command].run(argc, argv));
}

static int help(int argc, char **argv) {
    if (argc < 2) {
        print_help(stdout);
        return finish("casata", CLI_OK);
    }
    int command = find(argv[1]);
    if (command < 0) return unknown(argv[1]);
    char *ask[] = {argv[0], "--help", NULL};
    return run(command, 2, ask);
}

/* Reports an incompletely registered game at once, instead of failing later. */
static bool games_are_whole(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        const char *fault = casata_rules_fault(casata_all_rules[i]);
        if (!fault) continue;
        fprintf(stderr, "casata: the rules table of %s is not complete: %s\n",
                casata_all_rules[i]->id ? casata_all_rules[i]->id : "a game", fault);
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    if (!games_are_whole()) return CLI_FAILED;
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return help(1, argv);
    if (strcmp(argv[1], "help") == 0) return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--version") == 0) {
        printf("casata %s\n", CASATA_VERSION);
        return finish("casata", CLI_OK);
    }
    int command = find(argv[1]);
    return command < 0 ? unknown(argv[1]) : run(command, argc - 1, argv + 1);
}
