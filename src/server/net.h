/* net.h: the network: a loop, WebSockets at /ws, the files of the client by HTTP. Hides libuv, HTTP and frames;
 * knows nothing of the messages on the sockets. Everything happens on the thread that calls net_run(), except
 * net_wake(). */
#ifndef CASATA_SERVER_NET_H
#define CASATA_SERVER_NET_H

#include "server/address.h"
#include "server/files.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    NET_MESSAGE_MAX = 16 * 1024, /* bytes of a message from a client */
    NET_QUEUE_MAX = 1 << 20,     /* bytes that may wait for one client */
    NET_QUEUES_MAX = 256 << 20,  /* bytes waiting for all clients, and of partly received messages */
    NET_STALL_MS = 15000,        /* a client must take some of its queue in this time */
    NET_TICK_MS = 200,
    NET_ERROR = 320,
};
/* Codes of net_close, from the WebSocket standard. */
enum {
    NET_NORMAL = 1000,
    NET_GOING_AWAY = 1001,
    NET_PROTOCOL = 1002,
    NET_NOT_TEXT = 1003,
    NET_NOT_UTF8 = 1007,
    NET_POLICY = 1008,
    NET_TOO_BIG = 1009,
    NET_TRY_LATER = 1013,
};

struct net;
struct net_conn; /* one WebSocket */

/* How much a WebSocket is used, least first: when there is no room for a newcomer, the least used gives way. */
enum net_use { NET_USE_NONE, NET_USE_WATCHES, NET_USE_PLAYS };

struct net_config {
    const char *listen;         /* an address: "127.0.0.1", "::1", "0.0.0.0", "::" */
    int port;                   /* 0: a free one */
    const char *metrics_listen; /* NULL: 127.0.0.1 */
    int metrics_port;           /* /metrics is served there and nowhere else; 0: not at all */
    const struct files *files;  /* NULL: none are served */
    const char *const *origin;  /* origins besides the server's own: "https://table.example" */
    int n_origin;
    bool behind_proxy;   /* the client's address is the last one of X-Forwarded-For */
    int sockets;         /* at most this many WebSockets, ... */
    int address_sockets; /* ... and this many for one address */
    int address_rate;    /* file requests a second of one address; each 16 KiB counts as one */
};
struct net_hooks {
    void (*opened)(void *arg, struct net_conn *c);
    void (*message)(void *arg, struct net_conn *c, const char *text, size_t n);
    void (*frame)(void *arg, struct net_conn *c);  /* not a message: ping, pong, part of a message */
    void (*closed)(void *arg, struct net_conn *c); /* c ends with the call */
    void (*woken)(void *arg);                      /* after net_wake */
    void (*tick)(void *arg);                       /* every NET_TICK_MS */
    void (*stopping)(void *arg);                   /* SIGTERM or SIGINT came */
    enum net_use (*use)(void *arg, struct net_conn *c);
    const char *(*health)(void *arg); /* for /health: NULL: all is well; else one word for the trouble */
    bool (*is_waiting)(void *arg);    /* no WebSockets are accepted now */
    char *(*metrics)(void *arg,
                     size_t *n); /* for /metrics: a text, which is freed; NULL: there is no memory */
};

/* Listens. NULL after a message in err. */
struct net *net_open(const struct net_config *config, const struct net_hooks *hooks, void *arg,
                     char err[NET_ERROR]);
int net_port(const struct net *n);
void net_run(struct net *n);    /* until net_stop */
void net_stop(struct net *n);   /* ends net_run soon */
void net_refuse(struct net *n); /* takes no new connections from now on */
void net_close_all(struct net *n, int code, const char *why);
int net_count(const struct net *n);     /* open WebSockets */
void net_free(struct net *n);           /* calls no hook but `closed` */
void net_wake(struct net *n);           /* from any thread; never waits for another */
uint64_t net_sent(const struct net *n); /* bytes of all messages ever queued by net_send */

/* Queues a text message. A client with too much queued is dropped (later, with `closed`). */
void net_send(struct net_conn *c, const char *text, size_t n);
/* Closes after the queue has been sent. */
void net_close(struct net_conn *c, int code, const char *why);
void net_set_user(struct net_conn *c, void *user);
void *net_user(const struct net_conn *c);
struct address *net_address(const struct net_conn *c);

#endif
