/* address.c: counters and rates for each network address (address.h). */
#include "server/address.h"

#include "casata/game.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_MS = 3600 * 1000, CHAINS = sizeof((struct addresses *)0)->chain / sizeof(struct address *) };
static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255}; /* IPv4 inside IPv6 */

bool bucket_take(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst) {
    int64_t now = now_ms * 1000, each = INT64_C(3600000000) / per_hour;
    if (each < 1) each = 1;
    if (b->due < now) b->due = now;
    if (b->due + each > now + burst * each) return false;
    b->due += each;
    return true;
}

static void key_of_v6(const uint8_t bytes[16], uint8_t key[16]) {
    memcpy(key, bytes, 16);
    if (memcmp(bytes, mapped, sizeof mapped) != 0) memset(key + 8, 0, 8);
}

void address_key(const struct sockaddr *from, uint8_t key[16]) {
    memset(key, 0, 16);
    if (from->sa_family == AF_INET6) {
        key_of_v6(((const struct sockaddr_in6 *)from)->sin6_addr.s6_addr, key);
    } else if (from->sa_family == AF_INET) {
        memcpy(key, mapped, sizeof mapped);
        memcpy(key + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
    }
}

bool address_parse(const char *text, uint8_t key[16]) {
    uint8_t v6[16];
    memcpy(key, mapped, sizeof mapped);
    if (inet_pton(AF_INET, text, key + 12) == 1) return true;
    if (inet_pton(AF_INET6, text, v6) != 1) return false;
    key_of_v6(v6, key);
    return true;
}

struct address *address_get(struct addresses *all, const uint8_t key[16], int64_t now_ms) {
    struct address **chain = &all->chain[casata_hash_bytes(key, 16, all->salt) % CHAINS], *a = *chain;
    while (a && memcmp(a->key, key, 16) != 0) a = a->next;
    if (!a) {
        a = calloc(1, sizeof *a);
        if (!a) return NULL;
        memcpy(a->key, key, 16);
        a->next = *chain;
        *chain = a;
        all->n++;
    }
    a->seen = now_ms;
    return a;
}

static void sweep_chain(struct addresses *all, struct address **at, int64_t before) {
    while (*at) {
        struct address *a = *at;
        if (a->connections > 0 || a->sockets > 0 || a->seen > before) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        free(a);
        all->n--;
    }
}

void address_sweep(struct addresses *all, int64_t now_ms) {
    for (int i = 0; i < (int)CHAINS; i++) sweep_chain(all, &all->chain[i], now_ms - FORGET_MS);
}

void address_free(struct addresses *all) {
    for (int i = 0; i < (int)CHAINS; i++)
        for (struct address *a = all->chain[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    memset(all, 0, sizeof *all);
}
