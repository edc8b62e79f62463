/* ws.h: a small WebSocket client for the load tool and the tests of the server. Knows nothing of Casata; can also
 * misbehave and send frames that no browser would. */
#ifndef CASATA_LOAD_WS_H
#define CASATA_LOAD_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10, WS_FINAL = 128 };

struct ws {
    int fd; /* -1: not connected */
    char *in;
    size_t n_in, at, cap; /* bytes received, used of them */
    char *message;        /* the last one returned by ws_next */
    size_t cap_message;
    int status;     /* of the HTTP response */
    int close_code; /* 0: none yet; -1: the connection ended without one */
};

/* Connects and opens the WebSocket at /ws. headers: further lines, each with "\r\n"; "" for none. False: see
 * ws->status. */
bool ws_open(struct ws *ws, const char *host, int port, const char *headers);
/* The same from one of this machine's own addresses ("127.0.0.7"). */
bool ws_open_from(struct ws *ws, const char *from, const char *host, int port, const char *headers);
void ws_end(struct ws *ws); /* closes without a close frame and frees */
/* One text message. False: the connection is gone. */
bool ws_send(struct ws *ws, const char *text, size_t n);
/* One raw frame: first is WS_FINAL and the kind. */
bool ws_frame(struct ws *ws, int first, const void *bytes, size_t n);
/* Reads the available bytes (waits on a blocking socket). False: the connection is gone. */
bool ws_read(struct ws *ws);
/* The next complete message read, 0-terminated, valid until the next call; answers pings. NULL: none yet. */
const char *ws_next(struct ws *ws, size_t *n);
/* The same, with a timeout. */
const char *ws_wait(struct ws *ws, size_t *n, int timeout_ms);

/* A plain TCP connection, -1: refused. */
int ws_tcp(const char *host, int port);
int ws_tcp_from(const char *from, const char *host, int port); /* from NULL: any local address */

#endif
