/* watch.h: the tables a server wants news of, and how far it knows them. */
#ifndef CASATA_STORE_WATCH_H
#define CASATA_STORE_WATCH_H

#include "store/backend.h"

struct watch {
    struct store_known *known; /* n of them, ... */
    int *chain;                /* ... the next with the same hash, -1: none */
    int n, cap;
    int *first; /* of each hash; as many as there is room for tables */
    int next;   /* the round over all of them continues here */
};
/* Adds it, or notes how far it is known. */
void watch_put(struct watch *w, const struct store_known *known);
void watch_remove(struct watch *w, const struct store_id *id);
struct store_known *watch_find(const struct watch *w,
                               const struct store_id *id); /* NULL: it is not watched */
/* The next ones of the round, at most n; returns how many. */
int watch_next(struct watch *w, struct store_known *out, int n);
void watch_free(struct watch *w);

#endif
