/* must.h: memory that the server cannot go on without. */
#ifndef CASATA_SERVER_MUST_H
#define CASATA_SERVER_MUST_H

#include <stdio.h>
#include <stdlib.h>

/* The memory allocated; ends the program if NULL: everything acknowledged is in the store. */
static inline void *must(void *p) {
    if (p) return p;
    fputs("casata: out of memory\n", stderr);
    abort();
}

#endif
