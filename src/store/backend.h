/* backend.h: what a kind of database has to do for store.c, always on one thread. */
#ifndef CASATA_STORE_BACKEND_H
#define CASATA_STORE_BACKEND_H

#include "store/store.h"

enum { STORE_MAX_FOUND = 256 }; /* tables of one store_find */

struct store_backend {
    /* Opens, and brings an older schema up to date. NULL after a message in err. */
    void *(*open)(const char *path, char err[STORE_ERROR]);
    void (*close)(void *db);
    /* How long everything from now on may wait for locks of other programs, all together. */
    void (*patience)(void *db, int ms);
    /* From any thread: no wait for a lock goes on longer than this from now on, whatever the patience. */
    void (*hurry)(void *db, int ms);
    /* All false after a failure, which error() describes. A failed change or commit is followed by rollback. begin and
     * commit also fail if the database is no longer in its place; then nothing may be acknowledged. */
    bool (*begin)(void *db, bool to_write);
    bool (*commit)(void *db);
    void (*rollback)(void *db);
    bool (*change)(void *db, const struct store_change *change);
    bool (*probe)(void *db); /* a small write, within a transaction */
    /* The parts of *loaded are malloc'ed, also when it fails. */
    enum store_status (*load)(void *db, const struct store_id *id, struct store_loaded *loaded);
    /* Tables of the tokens, latest decision first; n out: how many. */
    enum store_status (*find)(void *db, const struct store_key *token, int n_token, struct store_found *found,
                              int *n);
    /* The tables behind `after` in the order of their ids, at most STORE_SCAN. */
    enum store_status (*scan)(void *db, const struct store_id *after, struct store_scanned *scanned, int *n);
    const char *(*error)(void *db);
    const char *(*trouble)(
        void *db); /* word for the last failure, of store_trouble(); NULL: a request was wrong */
};
extern const struct store_backend store_sqlite;

#endif
