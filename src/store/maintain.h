/* maintain.h: whole databases: copied into another kind, finished tables packed, tables listed and deleted. For
 * `casata store`; every function blocks until done. A SQLite file being written must have no server; a PostgreSQL
 * database may have any number. Knows no rules. */
#ifndef CASATA_STORE_MAINTAIN_H
#define CASATA_STORE_MAINTAIN_H

#include "store/store.h"

/* Called now and then; NULL: not wanted. */
typedef void maintain_progress(const char *what, int64_t done, int64_t total);

/* --- copying ------------------------------------------------------------------------------------------------------ */

struct maintain_copied {
    int64_t tables, rows; /* rows: of everything that belongs to the tables */
};
/* Copies all tables of one database into another that has none, in one transaction: an aborted copy leaves nothing.
 * Then every row is read again from both and compared. */
bool maintain_copy(const char *from, const char *to, maintain_progress *progress, struct maintain_copied *out,
                   char err[STORE_ERROR]);

/* --- listing, deleting, packing ------------------------------------------------------------------------------------ */

/* ORDER maintain_state */
enum maintain_state { MAINTAIN_WAITING, MAINTAIN_PLAYING, MAINTAIN_OVER }; /* waiting: a seat is open */
enum { MAINTAIN_STATES = 3 };
struct maintain_table {
    struct store_id id;
    char game[STORE_WORD];
    enum maintain_state state;
    int seats, people, bots;
    int ply;
    int64_t created, time; /* ms; time: of the last change */
    int64_t changes;       /* rows of the log; 1 if it is packed */
};
struct maintain_filter {
    const char *game;          /* NULL: any */
    unsigned states;           /* bit set of enum maintain_state; 0: any */
    int64_t before, after;     /* ms: the last change was before, after; 0: any time */
    const struct store_id *id; /* only these; NULL: any */
    int n_id;
};
struct maintain;
/* to_change: tables will be packed or deleted. NULL after a message in err. */
struct maintain *maintain_open(const char *where, bool to_change, char err[STORE_ERROR]);
void maintain_close(struct maintain *m);
/* The tables that pass the filter, latest change first; to be freed. False after a message. */
bool maintain_list(struct maintain *m, const struct maintain_filter *f, struct maintain_table **list, int *n,
                   char err[STORE_ERROR]);
/* Deletes tables with everything that belongs to them, unless they no longer pass the filter; *done: how many.
 * Leftovers of deleted tables go as well. */
bool maintain_delete(struct maintain *m, const struct maintain_filter *f, const struct maintain_table *list,
                     int n, maintain_progress *progress, int *done, char err[STORE_ERROR]);
/* Packs the log of each table into one row, next to its last change. Tables whose log makes no sense stay as they
 * are. */
bool maintain_pack(struct maintain *m, const struct maintain_table *list, int n, maintain_progress *progress,
                   int *done, char err[STORE_ERROR]);
/* Returns the space of deleted and packed rows to the system. */
bool maintain_shrink(struct maintain *m, char err[STORE_ERROR]);

#endif
