/* upkeep.h: the tables of a database that no server is using: checks all of them, and adds snapshots missing after a
 * crash. For `casata store`. */
#ifndef CASATA_SERVER_UPKEEP_H
#define CASATA_SERVER_UPKEEP_H

#include <stdbool.h>

enum { UPKEEP_ERROR = 320 };

struct upkeep {
    bool repair; /* in: stores the snapshots that are missing or older than their logs */
    /* Called for each table that cannot be played. */
    void (*unplayable)(const char *table, const char *why);
    /* out */
    int tables;
    int lacking; /* tables without a snapshot of their last position; if repair: which got one */
    int bad;     /* tables that cannot be played */
};

/* Goes through a database that exists. False after a message in err; then the counts are those so far. */
bool upkeep_run(struct upkeep *u, const char *db, char err[UPKEEP_ERROR]);

#endif
