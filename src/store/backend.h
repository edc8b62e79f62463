/* backend.h: what a kind of database has to do for store.c, always on one thread. */
#ifndef CASATA_STORE_BACKEND_H
#define CASATA_STORE_BACKEND_H

#include "store/store.h"

enum { STORE_MAX_FOUND = 256 }; /* tables of one store_find */

struct store_backend {
    /* Opens, and brings an older schema up to date. NULL after a message in err. */
    void *(*open)(const char *path, char err[STORE_ERROR]);
    void (*close)(void *db);
    /* All false after a failure, which error() describes. A failed change or commit is followed by rollback. */
    bool (*begin)(void *db);
    bool (*commit)(void *db);
    void (*rollback)(void *db);
    bool (*change)(void *db, const struct store_change *change);
    /* The parts of *loaded are malloc'ed, also when it fails. */
    enum store_status (*load)(void *db, const struct store_id *id, struct store_loaded *loaded);
    /* Tables of the tokens, latest decision first; n out: how many. */
    enum store_status (*find)(void *db, const struct store_key *token, int n_token, struct store_found *found,
                              int *n);
    const char *(*error)(void *db);
};
extern const struct store_backend store_sqlite;

#endif
