/* cmd_store.c: `casata store`: maintains the database of servers. Knows no game and no SQL. */
#include "cli/store_tables.h"
#include "server/upkeep.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: casata store check DB\n"
    "       casata store snapshot DB\n"
    "       casata store copy DB NEW\n"
    "       casata store list DB [FILTER]... [--json]\n"
    "       casata store pack DB [--days N]\n"
    "       casata store delete DB [FILTER]... [TABLE]... [--yes]\n"
    "\n"
    "Maintains the database of a server: DB is a SQLite file or postgres://USER@HOST/NAME. Stop\n"
    "the server of a SQLite file first, except for list. Servers on PostgreSQL may keep running.\n"
    "\n"
    "  check     replays every table and names those that cannot be played, with the reason;\n"
    "            status 1 if there are any\n"
    "  snapshot  stores the last position of every table whose server was killed before it\n"
    "            could, so that newer rules can continue from there. Run it before an upgrade,\n"
    "            with the program that the tables were played with (docs/operations.md)\n"
    "  copy      copies all tables into an empty database of either kind, then compares every\n"
    "            row. An interrupted copy leaves the new database empty\n"
    "  list      prints the tables, those changed last first\n"
    "  pack      packs the log of each table that ended at least 30 days ago (--days N: N\n"
    "            days) into one row: a third of the space in SQLite, a sixth in PostgreSQL;\n"
    "            nothing else changes\n"
    "  delete    deletes tables for good; asks first unless --yes is given. At least one FILTER\n"
    "            or TABLE is required; a table is deleted only if it matches all of them\n"
    "\n"
    "filters:\n"
    "  --game ID       tables of this game\n"
    "  --state STATE   waiting (for somebody to sit down), playing or over; may be repeated\n"
    "  --older DAYS    not changed for that many days\n"
    "  --newer DAYS    changed within that many days\n"
    "\n"
    "examples:\n"
    "  casata store check /var/lib/casata/tables.db\n"
    "  casata store copy /var/lib/casata/tables.db postgres://casata@db.example/casata\n"
    "  casata store list /var/lib/casata/tables.db --state playing --older 90\n"
    "  casata store delete /var/lib/casata/tables.db --older 365\n";

static void print_unplayable(const char *table, const char *why) { printf("%s: %s\n", table, why); }

static int keep_up(const char *command, bool repair, const char *db) {
    struct upkeep u = {.repair = repair, .unplayable = print_unplayable};
    char err[UPKEEP_ERROR];
    if (!upkeep_run(&u, db, err)) return cli_fail(CLI_FAILED, command, "%s", err);
    printf("%d tables, %d cannot be played\n", u.tables, u.bad);
    printf("%d %s\n", u.lacking, repair ? "snapshots stored" : "without a snapshot of their last position");
    return u.bad > 0 && !repair ? CLI_FAILED : CLI_OK;
}

static int run_check(int argc, char **argv) {
    if (argc != 3) return cli_fail(CLI_USAGE, argv[0], "%s needs one database", argv[1]);
    return keep_up(argv[0], strcmp(argv[1], "snapshot") == 0, argv[2]);
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[1] is the name */
} actions[] = {
    {"check", run_check},        {"snapshot", run_check},     {"copy", store_tables_copy},
    {"list", store_tables_list}, {"pack", store_tables_pack}, {"delete", store_tables_delete},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

int cmd_store(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        fputs(help, stdout);
        return CLI_OK;
    }
    for (int i = 0; argc > 1 && i < ACTIONS; i++)
        if (strcmp(argv[1], actions[i].name) == 0) return actions[i].run(argc, argv);
    return cli_fail(CLI_USAGE, argv[0], "check, snapshot, copy, list, pack or delete?");
}
