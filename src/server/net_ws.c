/* net_ws.c: WebSockets: opening, receiving and sending (net_int.h). Knows no message of the protocol. */
#include "server/clock.h"
#include "server/net_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    SHORT_READS =
        16, /* reads that complete nothing count as one frame: a message sent byte by byte is work */
};

/* --- sending ---------------------------------------------------------------------------------------------- */

static bool queue_frame(struct net_conn *c, int kind, const void *bytes, size_t n) {
    uint8_t head[FRAME_HEAD_MAX];
    return net_queue(c, head, frame_head(head, kind, n), bytes, n);
}

void net_send(struct net_conn *c, const char *text, size_t n) {
    if (c->dropped || c->close_code) return;
    c->net->sent += n;
    queue_frame(c, FRAME_TEXT, text, n);
}

void net_close(struct net_conn *c, int code, const char *why) {
    uint8_t bytes[FRAME_CONTROL_MAX] = {(uint8_t)(code >> 8), (uint8_t)code};
    size_t n = strlen(why) < sizeof bytes - 2 ? strlen(why) : sizeof bytes - 2;
    if (c->close_code) return;
    memcpy(bytes + 2, why, n);
    queue_frame(c, FRAME_CLOSE, bytes, n + 2);
    c->close_code = code;
}

void net_ws_ping(struct net_conn *c) {
    c->pinged = true;
    queue_frame(c, FRAME_PING, NULL, 0);
}

void net_ws_writable(struct net_conn *c) {
    bool all = net_flush(c);
    net_listen(c, all ? UV_READABLE : UV_READABLE | UV_WRITABLE);
    if (all && c->close_code && c->close_heard) net_drop(c);
}

/* --- receiving -------------------------------------------------------------------------------------------- */

static bool keep_part(struct net_conn *c, const uint8_t *bytes, size_t n) {
    if (!c->n_partial) c->waiting = clock_now();
    char *more = realloc(c->partial, c->n_partial + n + 1);
    if (!more) return false;
    c->partial = more;
    if (n) memcpy(c->partial + c->n_partial, bytes, n);
    c->n_partial += n;
    net_hold(c->net, n);
    return !c->dropped;
}

static void take_message(struct net_conn *c, const char *text, size_t n) {
    struct net *net = c->net;
    if (frame_utf8((const uint8_t *)text, n))
        net->hooks.message(net->arg, c, text, n);
    else
        net_close(c, NET_NOT_UTF8, "the text is not UTF-8");
}

static void take_partial(struct net_conn *c) {
    char *text = c->partial;
    size_t n = c->n_partial;
    c->partial = NULL;
    c->n_partial = 0;
    c->net->held -= n;
    take_message(c, text, n);
    free(text);
}

static void take_part(struct net_conn *c, const struct frame_piece *piece) {
    struct net *net = c->net;
    if (c->close_code) return;
    if (c->frame.kind == FRAME_BINARY) {
        net_close(c, NET_NOT_TEXT, "text only");
        return;
    }
    if (c->n_partial + piece->n > NET_MESSAGE_MAX) {
        net_close(c, NET_TOO_BIG, "message too long");
        return;
    }
    if (piece->ends_frame && !piece->ends_message) net->hooks.frame(net->arg, c);
    if (piece->ends_message && !c->n_partial)
        take_message(c, (const char *)piece->bytes, piece->n);
    else if (!keep_part(c, piece->bytes, piece->n))
        net_drop(c);
    else if (piece->ends_message)
        take_partial(c);
}

static void take_control(struct net_conn *c, const struct frame_piece *piece) {
    struct net *net = c->net;
    if (c->frame.kind == FRAME_CLOSE) {
        c->close_heard = true;
        net_close(c, piece->n >= 2 ? piece->bytes[0] << 8 | piece->bytes[1] : NET_NORMAL, "");
        net_mark(c);
        return;
    }
    if (c->close_code) return;
    net->hooks.frame(net->arg, c);
    if (c->frame.kind == FRAME_PING && !c->close_code) queue_frame(c, FRAME_PONG, piece->bytes, piece->n);
}

void net_ws_receive(struct net_conn *c, uint8_t *bytes, size_t n) {
    uint8_t *at = bytes, *end = bytes + n;
    struct frame_piece piece = {0};
    bool completed = false;
    while (!c->dropped && !c->deaf && !c->close_heard) {
        enum frame_event e = frame_read(&c->frame, &at, end, &piece);
        if (e == FRAME_NOTHING) break;
        if (e == FRAME_PART) take_part(c, &piece);
        if (e == FRAME_WHOLE) take_control(c, &piece);
        if (e == FRAME_WRONG) {
            net_close(c, NET_PROTOCOL, "not a frame");
            c->deaf = true;
        }
        completed = completed || e == FRAME_WHOLE || piece.ends_frame;
    }
    if (completed || c->dropped || c->close_code) return;
    if (++c->short_reads % SHORT_READS == 0) c->net->hooks.frame(c->net->arg, c);
}

void net_ws_readable(struct net_conn *c) {
    struct net *n = c->net;
    ssize_t got = recv(c->fd, n->buffer, sizeof n->buffer, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        net_drop(c);
        return;
    }
    c->since = clock_now();
    c->pinged = false;
    net_ws_receive(c, n->buffer, (size_t)got);
}

/* --- opening ---------------------------------------------------------------------------------------------- */

/* The host part of "https://host:port" equals the Host header that the browser (or a proxy) sends. */
static bool is_own_origin(const char *origin, struct http_text host) {
    const char *at = strstr(origin, "://");
    return at && host.n && http_equals(host, at + 3);
}

/* Programs send no Origin; browsers always do. */
static bool origin_is_welcome(const struct net *n, const struct http_request *r) {
    char origin[300];
    if (!r->header[HTTP_ORIGIN].p) return true;
    http_copy(r->header[HTTP_ORIGIN], origin, sizeof origin);
    if (is_own_origin(origin, r->header[HTTP_HOST])) return true;
    for (int i = 0; i < n->config.n_origin; i++)
        if (http_equals(r->header[HTTP_ORIGIN], n->config.origin[i])) return true;
    return false;
}

/* 0, or the status for refusing the request. */
static int refuses(struct net *n, const struct http_request *r, struct address *a) {
    if (strcmp(r->path, "/ws") != 0) return 404;
    if (!http_lists(r->header[HTTP_CONNECTION], "upgrade") || r->has_body || !r->header[HTTP_WS_KEY].n)
        return 400;
    if (!http_equals(r->header[HTTP_WS_VERSION], "13")) return 426;
    if (!origin_is_welcome(n, r)) return 403;
    return a ? net_admit_websocket(n, a) : 503;
}

void net_ws_open(struct net_conn *c, const struct http_request *r) {
    struct net *n = c->net;
    struct address *a = net_client_address(c, r);
    char accept[FRAME_ACCEPT_TEXT], head[200];
    int status = refuses(n, r, a);
    if (status) {
        net_http_end(c, (unsigned)status);
        return;
    }
    frame_accept(r->header[HTTP_WS_KEY].p, r->header[HTTP_WS_KEY].n, accept);
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    if (!net_queue(c, head, (size_t)size, NULL, 0)) return;
    net_count_in(c, a, ADDRESS_WEBSOCKET);
    net_enter(c, NET_WEBSOCKET);
    n->n_open++;
    n->hooks.opened(n->arg, c);
}
