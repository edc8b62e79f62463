/* net_int.h: shared by the files of the network only:
 *
 *   net.c        the loop, the listening socket, the life of a connection
 *   net_limit.c  limits on number and duration of connections, and which gives way to a newcomer
 *   net_http.c   requests and answers (http.c reads a request)
 *   net_ws.c     WebSockets: opening, receiving, sending (frame.c reads and writes frames)
 *
 * A connection begins with an HTTP request and may become a WebSocket. It is never closed in the middle of anything:
 * net_drop() only marks it, and the loop closes it before waiting again. */
#ifndef CASATA_SERVER_NET_INT_H
#define CASATA_SERVER_NET_INT_H

#include "server/frame.h"
#include "server/http.h"
#include "server/net.h"

#include <uv.h>

enum {
    NET_HTTP_SOCKETS = 512,       /* simultaneous connections besides WebSockets, ... */
    NET_HTTP_ADDRESS = 32,        /* ... of one address */
    NET_OTHER_DESCRIPTORS = 256,  /* of the process, besides connections */
    NET_HEAD_MS = 10000,          /* a request must arrive in this time */
    NET_KEEP_MS = 20000,          /* the next one must begin in this time */
    NET_LINGER_MS = 2000,         /* time for a client to agree to a close */
    NET_PING_MS = 30000,          /* a WebSocket silent for this long is pinged, ... */
    NET_SILENT_MS = 45000,        /* ... and dropped */
    NET_EVICTIONS = 50,           /* WebSockets that may be evicted a second */
    NET_READ_BYTES = 64 * 1024,   /* at once from one connection */
    NET_ANSWER_BYTES = 16 * 1024, /* of a file count as one request */
};

struct listener {
    struct net *net;
    uv_poll_t poll;
    int fd, port; /* fd -1: none */
    bool metrics; /* for these only */
};
enum { NET_LISTENERS = 2 }; /* for everybody, and for metrics */

struct net {
    struct net_config config;
    struct net_hooks hooks;
    void *arg;
    uv_loop_t loop;
    struct listener listener[NET_LISTENERS];
    uv_poll_t waking;
    uv_prepare_t before_waiting;
    uv_timer_t timer;
    uv_signal_t signal[2];
    struct addresses addresses;
    struct net_conn *conns;
    struct net_conn *to_do;   /* those with something to send or to close */
    int count[ADDRESS_KINDS]; /* connections that count towards the limits */
    int n_open;               /* WebSockets, including those being closed */
    int wake_fd;
    size_t held; /* bytes queued for clients, or partly received */
    uint64_t sent;
    struct bucket evictions;
    int64_t swept;
    bool refusing, accepts;
    uint8_t buffer[NET_READ_BYTES];
};

/* ORDER net_phase: what gives way first */
enum net_phase {
    NET_HEAD,   /* no request yet, or only part of one */
    NET_LINGER, /* sent its last answer; further input is discarded */
    NET_KEPT,   /* answered; the next request has not begun */
    NET_ANSWER, /* is being answered */
    NET_WEBSOCKET,
};
struct packet {
    struct packet *next;
    size_t n;
    uint8_t bytes[];
};
struct net_conn {
    struct net_conn *next, **prev, *next_to_do;
    struct net *net;
    uv_poll_t poll;
    int fd, events; /* events: those it waits for */
    enum net_phase phase;
    struct address *address;
    enum address_kind kind;
    bool counted; /* in the counts of the address and the net */
    bool is_to_do, dropped;
    int64_t since;    /* ms: start of the phase; of a WebSocket: when something last came */
    int64_t progress; /* ms: when something was last sent, or began to wait */
    int64_t waiting;  /* ms: since when the queue has never been empty */
    struct packet *first, **last;
    size_t first_sent, queued; /* of the first packet; bytes of all */
    /* HTTP */
    char *in; /* the request so far */
    size_t n_in;
    bool metrics;        /* came in on the metrics listener */
    char *text;          /* an answer of its own; NULL: none */
    const uint8_t *body; /* the rest of the answer */
    size_t left;
    bool keep_alive;
    bool unpaid, paused; /* the answer is not in the address's allowance yet; waits for that */
    /* a WebSocket */
    void *user;
    struct frame_reader frame;
    char *partial; /* a message received in part */
    size_t n_partial;
    int short_reads; /* that completed no frame */
    int close_code;  /* 0: open */
    bool close_heard, deaf, pinged;
};

/* --- net.c --------------------------------------------------------------------------------------------------- */
void net_drop(struct net_conn *c);               /* closes it soon */
void net_mark(struct net_conn *c);               /* it has something to send */
void net_listen(struct net_conn *c, int events); /* UV_READABLE, UV_WRITABLE */
void net_enter(struct net_conn *c, enum net_phase phase);
/* Appends bytes to the client's queue; false: it was dropped instead. */
bool net_queue(struct net_conn *c, const void *head, size_t n_head, const void *body, size_t n_body);
/* Sends the queue; false: the client takes no more now, or is gone. */
bool net_flush(struct net_conn *c);
void net_accept_again(struct net *n);

/* --- net_limit.c --------------------------------------------------------------------------------------------- */
void net_count_in(struct net_conn *c, struct address *a, enum address_kind kind);
void net_count_out(struct net_conn *c);
/* May another connection of this address be accepted? Others may have to give way. */
bool net_admit(struct net *n, struct address *a);
/* 0, or the status for refusing another WebSocket of this address. */
int net_admit_websocket(struct net *n, struct address *a);
/* Evicts some of the least needed connections. */
void net_evict_idle(struct net *n);
/* More bytes are held; if that is too much, drops the connection that holds most for longest. */
void net_hold(struct net *n, size_t bytes);
void net_check_times(struct net *n);

/* --- net_http.c ---------------------------------------------------------------------------------------------- */
void net_http_readable(struct net_conn *c);
void net_http_writable(struct net_conn *c);
void net_http_resume(struct net_conn *c); /* after a pause */
/* An answer without a body, the last one of its connection. */
void net_http_end(struct net_conn *c, unsigned status);
/* The entry of the client's address; behind a proxy, that of the client it speaks for. */
struct address *net_client_address(struct net_conn *c, const struct http_request *r);

/* --- net_ws.c ------------------------------------------------------------------------------------------------ */
void net_ws_open(struct net_conn *c, const struct http_request *r);
void net_ws_readable(struct net_conn *c);
void net_ws_receive(struct net_conn *c, uint8_t *bytes, size_t n);
void net_ws_writable(struct net_conn *c);
void net_ws_ping(struct net_conn *c);

#endif
