/* address.h: usage and limits of each network address. Knows no protocol. */
#ifndef CASATA_SERVER_ADDRESS_H
#define CASATA_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

/* A rate with a burst: `due` is the time (us) up to which the allowance is used. */
struct bucket {
    int64_t due;
};
/* Takes one of `per_hour` an hour, up to `burst` at once; false: none left now. */
bool bucket_take(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst);
/* Takes n more, into debt if need be; debt means a longer wait. */
void bucket_charge(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t n);
bool bucket_owes(const struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst);

/* The rate limits and the counters of each address. */
enum address_rate {
    ADDRESS_MESSAGES,
    ADDRESS_TABLES,
    ADDRESS_CHATS,
    ADDRESS_FILES,
    ADDRESS_ARRIVALS,
    ADDRESS_RATES
};
enum address_kind { ADDRESS_HTTP, ADDRESS_WEBSOCKET, ADDRESS_KINDS };
enum { ADDRESS_GROUP = 4 }; /* a /56 network may have this many times the share of one of its /64 */

/* One address: an IPv4 address, or a /64 network of IPv6. A household may get a whole /56 of those, so each
 * belongs to a group that is limited too. */
struct address {
    struct address *next;
    struct address *group; /* the /56 network; NULL: this is one, or IPv4 */
    uint8_t key[16];
    int members;              /* of a group: addresses that point to it */
    int count[ADDRESS_KINDS]; /* connections; of a group: of all its members */
    struct bucket rate[ADDRESS_RATES];
    int64_t seen; /* ms; last use */
};
struct addresses {
    struct address *chain[1024];
    uint64_t salt; /* so that nobody can fill one chain */
    int n;
};

void address_key(const struct sockaddr *from, uint8_t key[16]);
bool address_parse(const char *text, uint8_t key[16]); /* "192.0.2.7", "2001:db8::1" */
/* The entry of an address, created if need be; NULL: out of memory. */
struct address *address_get(struct addresses *all, const uint8_t key[16], int64_t now_ms);
/* Takes from the address and from its group, or from neither. */
bool address_take(struct address *a, enum address_rate which, int64_t now_ms, int64_t per_hour,
                  int64_t burst);
void address_charge(struct address *a, enum address_rate which, int64_t now_ms, int64_t per_hour, int64_t n);
/* Is there room for one more under a limit of `most`? */
bool address_has_room(const struct address *a, enum address_kind kind, int most);
void address_count(struct address *a, enum address_kind kind, int more);
/* Connections of the address, or its group's share if that is more: the largest gives way first. */
int address_weight(const struct address *a);
/* Forgets addresses without connections that have been idle for an hour. */
void address_sweep(struct addresses *all, int64_t now_ms);
void address_free(struct addresses *all);

#endif
