/* address.c: counters and rates for each network address (address.h). */
#include "server/address.h"

#include "casata/game.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET_MS = 3600 * 1000, CHAINS = sizeof((struct addresses *)0)->chain / sizeof(struct address *) };
static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255}; /* IPv4 inside IPv6 */

static int64_t each_of(int64_t per_hour) {
    int64_t each = INT64_C(3600000000) / per_hour;
    return each < 1 ? 1 : each;
}

static bool has(const struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst) {
    int64_t now = now_ms * 1000, each = each_of(per_hour);
    return (b->due > now ? b->due : now) + each <= now + burst * each;
}

void bucket_charge(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t n) {
    if (b->due < now_ms * 1000) b->due = now_ms * 1000;
    b->due += n * each_of(per_hour);
}

bool bucket_owes(const struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst) {
    return b->due > now_ms * 1000 + burst * each_of(per_hour);
}

bool bucket_take(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst) {
    if (!has(b, now_ms, per_hour, burst)) return false;
    bucket_charge(b, now_ms, per_hour, 1);
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

static struct address *find_or_add(struct addresses *all, const uint8_t key[16], int64_t now_ms) {
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

struct address *address_get(struct addresses *all, const uint8_t key[16], int64_t now_ms) {
    struct address *a = find_or_add(all, key, now_ms);
    uint8_t group[16] = {0};
    if (!a || a->group || memcmp(key, mapped, sizeof mapped) == 0) return a;
    memcpy(group, key, 7);
    group[15] = 1; /* no key of a /64 network ends so */
    a->group = find_or_add(all, group, now_ms);
    if (a->group) a->group->members++;
    return a;
}

bool address_take(struct address *a, enum address_rate which, int64_t now_ms, int64_t per_hour,
                  int64_t burst) {
    if (!has(&a->rate[which], now_ms, per_hour, burst)) return false;
    if (a->group &&
        !bucket_take(&a->group->rate[which], now_ms, ADDRESS_GROUP * per_hour, ADDRESS_GROUP * burst))
        return false;
    bucket_charge(&a->rate[which], now_ms, per_hour, 1);
    return true;
}

void address_charge(struct address *a, enum address_rate which, int64_t now_ms, int64_t per_hour, int64_t n) {
    bucket_charge(&a->rate[which], now_ms, per_hour, n);
    if (a->group) bucket_charge(&a->group->rate[which], now_ms, ADDRESS_GROUP * per_hour, n);
}

bool address_has_room(const struct address *a, enum address_kind kind, int most) {
    return a->count[kind] < most && (!a->group || a->group->count[kind] < ADDRESS_GROUP * most);
}

void address_count(struct address *a, enum address_kind kind, int more) {
    a->count[kind] += more;
    if (a->group) a->group->count[kind] += more;
}

static int all_of(const struct address *a) { return a->count[ADDRESS_HTTP] + a->count[ADDRESS_WEBSOCKET]; }

int address_weight(const struct address *a) {
    int own = all_of(a), group = a->group ? all_of(a->group) / ADDRESS_GROUP : 0;
    return own > group ? own : group;
}

static bool is_needed(const struct address *a, int64_t before) {
    return a->members > 0 || all_of(a) > 0 || a->seen > before;
}

static void sweep_chain(struct addresses *all, struct address **at, int64_t before) {
    while (*at) {
        struct address *a = *at;
        if (is_needed(a, before)) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        if (a->group) a->group->members--;
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
