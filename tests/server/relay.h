/* relay.h: a network between a server and its PostgreSQL that can be cut, stand still, or lose an answer. */
#ifndef TESTS_SERVER_RELAY_H
#define TESTS_SERVER_RELAY_H

#include <stdbool.h>
#include <stddef.h>

enum relay_mode {
    RELAY_PASS,
    RELAY_STALL, /* nothing arrives, on either side; no connection ends */
    RELAY_CUT,   /* connections end, new ones too */
    RELAY_DEAF,  /* the first request of a new connection does not arrive; then RELAY_PASS */
    RELAY_LOSE_ANSWER, /* the next COMMIT of a change arrives; its answer does not, and the connection ends; then RELAY_PASS */
    RELAY_LOSE_REQUEST, /* the next COMMIT of a change does not arrive, and the connection ends; then RELAY_PASS */
};
struct relay;
/* Listens on a port of 127.0.0.1 for the database that lives in that folder. NULL after a message. */
struct relay *relay_start(const char *folder);
void relay_set(struct relay *r, enum relay_mode mode);
enum relay_mode relay_mode(struct relay *r);
/* The address of a database through the relay. */
void relay_address(const struct relay *r, const char *where, char *out, size_t n);
void relay_stop(struct relay *r);

#endif
