/* net_int.h: what net.c and net_http.c share. For these two only. */
#ifndef CASATA_SERVER_NET_INT_H
#define CASATA_SERVER_NET_INT_H

#include "server/net.h"

#include <libwebsockets.h>
#include <uv.h>

struct net {
    struct net_config config;
    struct net_hooks hooks;
    void *arg;
    uv_loop_t loop;
    uv_poll_t accepting;
    uv_timer_t timer;
    uv_async_t async;
    uv_signal_t signal[2];
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct addresses addresses;
    struct net_conn *conns;
    int listener, port, n_conns;
    size_t queued; /* bytes waiting for all clients */
    int64_t swept;
    bool refusing;
    bool ended; /* net_free has begun */
};

/* What libwebsockets keeps for each connection: an HTTP exchange, later perhaps a WebSocket. */
struct net_session {
    struct net_conn *conn;
    const uint8_t *body; /* of the answer, what is left of it */
    size_t left;
};

/* Callbacks of HTTP. The values are those that libwebsockets wants to be returned. */
int net_http_request(struct net *n, struct lws *wsi, struct net_session *s, const char *path);
int net_http_writable(struct lws *wsi, struct net_session *s);
/* May this request become a WebSocket? 0, or the status with which it was refused. */
int net_http_refuses(struct net *n, struct lws *wsi);
/* A header of the request, "" if there is none or it does not fit. */
const char *net_http_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap);
/* The entry of the client's address, behind a proxy that of the client it speaks for. */
struct address *net_client_address(struct net *n, struct lws *wsi);

#endif
