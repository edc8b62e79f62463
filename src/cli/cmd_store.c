/* cmd_store.c: `casata store`: the database of a server that does not run. Knows no game and no SQL. */
#include "cli/cli.h"
#include "server/upkeep.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: casata store check DB\n"
    "       casata store snapshot DB\n\n"
    "Looks after the database of a server while the server does not run.\n\n"
    "  check     replays every table and names those that cannot be played, and why;\n"
    "            status 1 if there are any\n"
    "  snapshot  stores the last position of every table whose server was killed before it\n"
    "            could: later rules go on from there. Run it with the program that the tables\n"
    "            were played with, before an upgrade (docs/operations.md)\n\n"
    "examples:\n"
    "  casata store check /var/lib/casata/tables.db\n"
    "  casata store snapshot /var/lib/casata/tables.db\n";

static void print_unplayable(const char *table, const char *why) { printf("%s: %s\n", table, why); }

static int run(const char *command, bool repair, const char *db) {
    struct upkeep u = {.repair = repair, .unplayable = print_unplayable};
    char err[UPKEEP_ERROR];
    if (!upkeep_run(&u, db, err)) return cli_fail(CLI_FAILED, command, "%s", err);
    printf("%d tables, %d cannot be played\n", u.tables, u.bad);
    printf("%d %s\n", u.lacking, repair ? "snapshots stored" : "without a snapshot of their last position");
    return u.bad > 0 && !repair ? CLI_FAILED : CLI_OK;
}

int cmd_store(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        fputs(help, stdout);
        return CLI_OK;
    }
    bool check = argc > 1 && strcmp(argv[1], "check") == 0;
    if (!check && (argc < 2 || strcmp(argv[1], "snapshot") != 0))
        return cli_fail(CLI_USAGE, argv[0], "check or snapshot?");
    if (argc != 3) return cli_fail(CLI_USAGE, argv[0], "%s needs one database", argv[1]);
    return run(argv[0], !check, argv[2]);
}
