/* props_int.h: shared by the files of the property tests. */
#ifndef TESTS_PROPS_INT_H
#define TESTS_PROPS_INT_H

#include "props/props.h"

/* Room for a state twice, so that a copy can lie at another address modulo any small number. */
union props_state {
    uint64_t align;
    unsigned char bytes[CASATA_MAX_STATE + 16];
};
struct props_run {
    const struct casata_game *g;
    const struct props_config *config;
    struct props_failure *failure;
    struct casata_rng rng;
    uint64_t seed;
    int seats, ply;
    const void *state; /* the position that is looked at */
};
/* Records the failure; always false. */
bool props_fail(struct props_run *r, const char *property, const char *detail, int64_t n);

/* props_view.c: what each viewer may know, on every step and on heavy ones. */
bool props_hidden(struct props_run *r);
bool props_scenes(struct props_run *r);

/* props_order.c: steps in any order. */
bool props_order(struct props_run *r);

#endif
