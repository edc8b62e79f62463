/* postgres_array.c: lists as parameters of a statement (postgres_int.h), as PostgreSQL sends them: the number of
 * dimensions, whether there are NULLs, the type, the length, the first index; then each value with its length. */
#include "store/postgres_int.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *room_for(struct array *a, size_t more) {
    if (a->n + more > a->cap) {
        a->cap = 2 * (a->n + more);
        a->bytes = rows_must(realloc(a->bytes, a->cap));
    }
    uint8_t *at = a->bytes + a->n;
    a->n += more;
    return at;
}

static void put(struct array *a, uint64_t number, int bytes) {
    uint8_t *at = room_for(a, (size_t)bytes);
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(number >> 8 * (bytes - 1 - i));
}

void array_begin(struct array *a, int oid, int count) {
    a->n = 0;
    put(a, 1, 4);
    put(a, 0, 4);
    put(a, (uint64_t)oid, 4);
    put(a, (uint64_t)count, 4);
    put(a, 1, 4);
}

void array_bytes(struct array *a, const void *bytes, size_t n) {
    put(a, n, 4);
    if (n) memcpy(room_for(a, n), bytes, n);
}

void array_int(struct array *a, int64_t number, int bytes) {
    put(a, (uint64_t)bytes, 4);
    put(a, (uint64_t)number, bytes);
}
