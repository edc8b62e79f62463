/* watch.c: watched tables, found by their ids (watch.h). */
#include "store/watch.h"
#include "store/rows.h"

#include <stdlib.h>
#include <string.h>

static int *chain_of(const struct watch *w, const struct store_id *id) {
    uint64_t bits; /* ids are random */
    memcpy(&bits, id->b, sizeof bits);
    return &w->first[bits % (uint64_t)w->cap];
}

static int *link_to(const struct watch *w, const struct store_id *id) {
    int *at = chain_of(w, id);
    while (*at >= 0 && memcmp(&w->known[*at].id, id, sizeof *id) != 0) at = &w->chain[*at];
    return at;
}

static void grow(struct watch *w) {
    w->cap = w->cap ? 2 * w->cap : 64;
    w->known = rows_must(realloc(w->known, (size_t)w->cap * sizeof *w->known));
    w->chain = rows_must(realloc(w->chain, (size_t)w->cap * sizeof *w->chain));
    w->first = rows_must(realloc(w->first, (size_t)w->cap * sizeof *w->first));
    for (int i = 0; i < w->cap; i++) w->first[i] = -1;
    for (int i = 0; i < w->n; i++) {
        int *first = chain_of(w, &w->known[i].id);
        w->chain[i] = *first;
        *first = i;
    }
}

struct store_known *watch_find(const struct watch *w, const struct store_id *id) {
    int i = w->n ? *link_to(w, id) : -1;
    return i < 0 ? NULL : &w->known[i];
}

void watch_put(struct watch *w, const struct store_known *known) {
    struct store_known *old = watch_find(w, &known->id);
    if (old) {
        *old = *known;
        return;
    }
    if (w->n == w->cap) grow(w);
    int *first = chain_of(w, &known->id);
    w->known[w->n] = *known;
    w->chain[w->n] = *first;
    *first = w->n++;
}

/* Moves the last one into the gap. */
void watch_remove(struct watch *w, const struct store_id *id) {
    if (!watch_find(w, id)) return;
    int *at = link_to(w, id), free_place = *at, last = w->n - 1;
    *at = w->chain[free_place];
    if (free_place != last) {
        *link_to(w, &w->known[last].id) = free_place;
        w->known[free_place] = w->known[last];
        w->chain[free_place] = w->chain[last];
    }
    w->n = last;
}

int watch_next(struct watch *w, struct store_known *out, int n) {
    int i = 0;
    for (; i < n && i < w->n; i++) {
        if (w->next >= w->n) w->next = 0;
        out[i] = w->known[w->next++];
    }
    return i;
}

void watch_free(struct watch *w) {
    free(w->known);
    free(w->chain);
    free(w->first);
    *w = (struct watch){0};
}
