/* server.h: `casata serve`: tables for people and bots over the network. Protocol: docs/protocol.md; operation:
 * docs/operations.md. */
#ifndef CASATA_SERVER_H
#define CASATA_SERVER_H

#include <stdbool.h>

enum { SERVER_ERROR = 320, SERVER_ORIGINS = 16 };

struct server_config {
    const char *listen;
    int port;                           /* 0: a free one */
    const char *metrics_listen;         /* address of /metrics, NULL: 127.0.0.1; ... */
    int metrics_port;                   /* ... 0: not served */
    const char *node;                   /* name of this server for its operator; NULL: a random one */
    bool log_json;                      /* lines of the log are JSON objects */
    const char *version;                /* of the program */
    const char *db;                     /* the database: a file, or postgres://... */
    const char *web;                    /* folder of the built client; NULL: serve no files */
    int threads;                        /* processors on which bots may think */
    const char *origin[SERVER_ORIGINS]; /* pages of these origins may connect too */
    int n_origin;
    bool behind_proxy;   /* believe X-Forwarded-For */
    int sockets;         /* WebSockets at once, ... */
    int address_sockets; /* ... and from one address */
    int rate;            /* messages a second of one connection, ... */
    int address_rate;    /* ... and of one address */
    int address_tables;  /* new tables an hour of one address */
    int idle_s;          /* a table nobody watches leaves memory after this long */
    int alone_s;         /* how long bots play on at a table of bots that nobody watches */
    int store_wait_s;    /* how long a request waits for a database that is away */
    int away_s;          /* a seat may go to a bot after its player was away this long */
};
/* Everything but db and web. */
struct server_config server_defaults(void);

/* Runs until SIGTERM or SIGINT. ready is called when connections are accepted. 0, or not 0 after a message
 * in err. */
int server_run(const struct server_config *config, void (*ready)(const char *listen, int port),
               char err[SERVER_ERROR]);

#endif
