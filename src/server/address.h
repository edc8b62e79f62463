/* address.h: how much each network address uses, and what it may. Knows no protocol. */
#ifndef CASATA_SERVER_ADDRESS_H
#define CASATA_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

/* A rate with a burst: `due` is the time (us) up to which the allowance is used. */
struct bucket {
    int64_t due;
};
/* Takes one of `per_hour` an hour, of which `burst` may come at once; false: there is none left now. */
bool bucket_take(struct bucket *b, int64_t now_ms, int64_t per_hour, int64_t burst);

/* One address: an IPv4 address, or the /64 network that a household gets of IPv6. */
struct address {
    struct address *next;
    uint8_t key[16];
    int connections; /* of TCP */
    int sockets;     /* WebSockets */
    struct bucket messages, tables;
    int64_t seen; /* ms; when it was used last */
};
struct addresses {
    struct address *chain[1024];
    uint64_t salt; /* so that nobody can fill one chain */
    int n;
};

void address_key(const struct sockaddr *from, uint8_t key[16]);
bool address_parse(const char *text, uint8_t key[16]); /* "192.0.2.7", "2001:db8::1" */
/* The entry of an address, made if need be; NULL: out of memory. */
struct address *address_get(struct addresses *all, const uint8_t key[16], int64_t now_ms);
/* Forgets those without connections that were not used for an hour. */
void address_sweep(struct addresses *all, int64_t now_ms);
void address_free(struct addresses *all);

#endif
