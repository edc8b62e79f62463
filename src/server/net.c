/* net.c: the loop, the listening socket and the WebSockets (net.h). Knows no message of the protocol.
 *
 * We accept connections ourselves and hand them to libwebsockets: so a busy port is told by name, the server
 * listens exactly where it was told to, and a flood from one address ends before it costs anything. */
#define _GNU_SOURCE
#include "server/clock.h"
#include "server/net_int.h"
#include "server/secret.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    ACCEPTS = 64,           /* at most in one turn of the loop */
    FILES_BESIDE = 32,      /* connections of an address beside its WebSockets */
    OTHER_DESCRIPTORS = 96, /* of the process, beside connections */
    SWEEP_MS = 60000,
    CLOSE_ANSWER_S = 2, /* a client has so long to agree to a close */
};

struct packet {
    struct packet *next;
    size_t n;
    uint8_t bytes[]; /* LWS_PRE bytes for the header, then the text */
};
struct net_conn {
    struct net_conn *next, **prev;
    struct net *net;
    struct lws *wsi;
    struct address *address;
    void *user;
    struct packet *first, **last;
    size_t queued;
    int64_t progress; /* ms: when something was sent last, or began to wait */
    char *partial;    /* a message of which not all has come */
    size_t n_partial;
    int close_code; /* 0: open */
    bool close_sent, dropped;
    char close_why[64];
};

/* --- sending ---------------------------------------------------------------------------------------------- */

/* Ends a connection that does not read; there is no way to tell it why. */
static void drop(struct net_conn *c) {
    if (c->dropped) return;
    c->dropped = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void free_queue(struct net_conn *c) {
    for (struct packet *p = c->first, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    c->net->queued -= c->queued;
    c->queued = 0;
    c->first = NULL;
    c->last = &c->first;
}

void net_send(struct net_conn *c, const char *text, size_t n) {
    if (c->dropped || c->close_code) return;
    struct packet *p = NULL;
    if (c->queued + n <= NET_QUEUE_MAX && c->net->queued + n <= NET_QUEUES_MAX)
        p = malloc(sizeof *p + LWS_PRE + n);
    if (!p) {
        free_queue(c);
        drop(c);
        return;
    }
    memcpy(p->bytes + LWS_PRE, text, n);
    p->n = n;
    p->next = NULL;
    if (!c->first) c->progress = clock_now();
    *c->last = p;
    c->last = &p->next;
    c->queued += n;
    c->net->queued += n;
    lws_callback_on_writable(c->wsi);
}

void net_close(struct net_conn *c, int code, const char *why) {
    if (c->close_code) return;
    c->close_code = code;
    snprintf(c->close_why, sizeof c->close_why, "%s", why);
    c->progress = clock_now();
    lws_callback_on_writable(c->wsi);
}

/* The close frame; the client answers with its own, or the connection ends without one. We write it ourselves:
 * what lws_close_reason() prepares is not sent when the writable callback ends a connection. */
static int close_now(struct net_conn *c) {
    uint8_t buf[LWS_PRE + 4 + sizeof c->close_why], *p = buf + LWS_PRE;
    size_t n = strlen(c->close_why);
    if (c->close_sent) return 0;
    c->close_sent = true;
    p[0] = 0x88;
    p[1] = (uint8_t)(2 + n);
    p[2] = (uint8_t)(c->close_code >> 8);
    p[3] = (uint8_t)c->close_code;
    memcpy(p + 4, c->close_why, n);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_ANSWER_S);
    return lws_write(c->wsi, p, n + 4, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

static int send_some(struct net_conn *c) {
    while (c->first) {
        struct packet *p = c->first;
        if (lws_write(c->wsi, p->bytes + LWS_PRE, p->n, LWS_WRITE_TEXT) < (int)p->n) return -1;
        c->progress = clock_now();
        c->first = p->next;
        if (!c->first) c->last = &c->first;
        c->queued -= p->n;
        c->net->queued -= p->n;
        free(p);
        if (c->first && lws_send_pipe_choked(c->wsi)) {
            lws_callback_on_writable(c->wsi);
            return 0;
        }
    }
    return c->close_code ? close_now(c) : 0;
}

/* --- receiving -------------------------------------------------------------------------------------------- */

static bool keep_part(struct net_conn *c, const char *in, size_t n) {
    if (!c->partial) c->partial = malloc(NET_MESSAGE_MAX);
    if (!c->partial) return false;
    memcpy(c->partial + c->n_partial, in, n);
    c->n_partial += n;
    return true;
}

static int receive(struct net_conn *c, const char *in, size_t n) {
    struct net *net = c->net;
    bool whole = lws_is_final_fragment(c->wsi) && lws_remaining_packet_payload(c->wsi) == 0;
    if (c->close_code || c->dropped || net->ended) return 0;
    if (lws_frame_is_binary(c->wsi))
        net_close(c, NET_NOT_TEXT, "text only");
    else if (c->n_partial + n > NET_MESSAGE_MAX)
        net_close(c, NET_TOO_BIG, "message too long");
    if (c->close_code) return 0;
    if (whole && !c->n_partial) {
        net->hooks.message(net->arg, c, in, n);
        return 0;
    }
    if (!keep_part(c, in, n)) return -1;
    if (!whole) return 0;
    char *message = c->partial;
    size_t size = c->n_partial;
    c->partial = NULL;
    c->n_partial = 0;
    net->hooks.message(net->arg, c, message, size);
    free(message);
    return 0;
}

/* --- life of a connection ----------------------------------------------------------------------------------- */

static struct net_conn *open_conn(struct net *n, struct lws *wsi) {
    struct net_conn *c = n->ended ? NULL : calloc(1, sizeof *c);
    if (!c) return NULL;
    c->net = n;
    c->wsi = wsi;
    c->last = &c->first;
    c->address = net_client_address(n, wsi);
    c->next = n->conns;
    c->prev = &n->conns;
    if (c->next) c->next->prev = &c->next;
    n->conns = c;
    n->n_conns++;
    if (c->address) c->address->sockets++;
    n->hooks.opened(n->arg, c);
    return c;
}

static void close_conn(struct net_conn *c) {
    struct net *n = c->net;
    n->hooks.closed(n->arg, c);
    *c->prev = c->next;
    if (c->next) c->next->prev = c->prev;
    n->n_conns--;
    if (c->address) {
        c->address->sockets--;
        c->address->seen = clock_now();
    }
    free_queue(c);
    free(c->partial);
    free(c);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    struct net *n = lws_context_user(lws_get_context(wsi));
    struct net_session *s = user;
    struct address *a;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return net_http_request(n, wsi, s, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return net_http_writable(wsi, s);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        if (strcasecmp(in, "websocket") != 0) return -1; /* nothing else is spoken here */
        return net_http_refuses(n, wsi) ? 1 : 0;
    case LWS_CALLBACK_ESTABLISHED: return (s->conn = open_conn(n, wsi)) ? 0 : -1;
    case LWS_CALLBACK_RECEIVE: return s->conn ? receive(s->conn, in, len) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return s->conn ? send_some(s->conn) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return s->conn && s->conn->close_sent ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        if (s && s->conn) close_conn(s->conn);
        if (s) s->conn = NULL;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if ((a = lws_get_opaque_user_data(wsi))) a->connections--;
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    default: return 0;
    }
}

/* --- listening -------------------------------------------------------------------------------------------- */

static void adopt(struct net *n, int fd, const struct sockaddr *from) {
    uint8_t key[16];
    int on = 1;
    address_key(from, key);
    struct address *a = address_get(&n->addresses, key, clock_now());
    int most = n->config.behind_proxy ? n->config.sockets : n->config.address_sockets;
    if (!a || a->connections >= most + FILES_BESIDE) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct lws *wsi = lws_adopt_socket_vhost(n->vhost, fd);
    if (!wsi) return; /* it has closed the descriptor */
    lws_set_opaque_user_data(wsi, a);
    a->connections++;
}

static void on_accept(uv_poll_t *poll, int status, int events) {
    struct net *n = poll->data;
    (void)events;
    for (int i = 0; status == 0 && i < ACCEPTS; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(n->listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) return;
        adopt(n, fd, (struct sockaddr *)&from);
    }
}

static bool is_numeric(const struct addrinfo *a) {
    return a->ai_family == AF_INET || a->ai_family == AF_INET6;
}

static bool start_listening(struct net *n, char err[NET_ERROR]) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char port[16];
    int on = 1;
    snprintf(port, sizeof port, "%d", n->config.port);
    if (getaddrinfo(n->config.listen, port, &hints, &found) != 0 || !is_numeric(found)) {
        snprintf(err, NET_ERROR, "\"%.60s\" is not an address to listen on; try 127.0.0.1", n->config.listen);
        return false;
    }
    n->listener = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool ok = n->listener >= 0 && setsockopt(n->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
              bind(n->listener, found->ai_addr, found->ai_addrlen) == 0 && listen(n->listener, 1024) == 0 &&
              getsockname(n->listener, (struct sockaddr *)&bound, &size) == 0;
    int wrong = errno;
    freeaddrinfo(found);
    if (ok) {
        n->port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                    : ((struct sockaddr_in *)&bound)->sin_port);
        return true;
    }
    if (wrong == EADDRINUSE)
        snprintf(err, NET_ERROR, "port %d of %.60s is in use: another server runs there, or try --port",
                 n->config.port, n->config.listen);
    else
        snprintf(err, NET_ERROR, "port %d of %.60s cannot be opened: %s", n->config.port, n->config.listen,
                 strerror(wrong));
    return false;
}

/* --- the loop --------------------------------------------------------------------------------------------- */

static void check_stalls(struct net *n) {
    int64_t now = clock_now();
    for (struct net_conn *c = n->conns; c; c = c->next)
        if ((c->first || c->close_code) && now - c->progress > NET_STALL_MS) drop(c);
    if (now - n->swept < SWEEP_MS) return;
    n->swept = now;
    address_sweep(&n->addresses, now);
}

static void on_tick(uv_timer_t *timer) {
    struct net *n = timer->data;
    if (n->ended) return;
    check_stalls(n);
    n->hooks.tick(n->arg);
}

static void on_wake(uv_async_t *async) {
    struct net *n = async->data;
    if (!n->ended) n->hooks.woken(n->arg);
}

static void on_signal(uv_signal_t *signal, int number) {
    struct net *n = signal->data;
    (void)number;
    if (!n->ended) n->hooks.stopping(n->arg);
}

static void start_loop(struct net *n) {
    uv_loop_init(&n->loop);
    uv_timer_init(&n->loop, &n->timer);
    uv_async_init(&n->loop, &n->async, on_wake);
    n->timer.data = n->async.data = n;
    uv_timer_start(&n->timer, on_tick, NET_TICK_MS, NET_TICK_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&n->loop, &n->signal[i]);
        n->signal[i].data = n;
        uv_signal_start(&n->signal[i], on_signal, i ? SIGINT : SIGTERM);
    }
}

static void log_line(int level, const char *line) {
    (void)level;
    fprintf(stderr, "casata serve: %s", line);
}

static bool start_websockets(struct net *n) {
    static const struct lws_protocols protocols[] = {{.name = "casata",
                                                      .callback = on_event,
                                                      .per_session_data_size = sizeof(struct net_session),
                                                      .rx_buffer_size = 4096},
                                                     {0}};
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 45};
    void *loops[] = {&n->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .foreign_loops = loops,
        .user = n,
        .timeout_secs = 10,
        .keepalive_timeout = 20,
        .max_http_header_pool = 128,
        .retry_and_idle_policy = &idle,
        .vhost_name = "casata",
    };
    lws_set_log_level(LLL_ERR, log_line);
    /* libwebsockets unloads its libuv plugin before the loop has closed the plugin's handles: it must stay. */
    dlopen("libwebsockets-evlib_uv.so", RTLD_NOW | RTLD_NODELETE);
    n->context = lws_create_context(&info);
    if (n->context) n->vhost = lws_get_vhost_by_name(n->context, "casata");
    return n->vhost != NULL;
}

/* As many descriptors as are needed, not more: libwebsockets keeps a table of all that there could be. */
static bool raise_descriptors(const struct net_config *config, char err[NET_ERROR]) {
    struct rlimit limit;
    rlim_t need = (rlim_t)config->sockets + FILES_BESIDE + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max >= need) {
        limit.rlim_cur = need;
        if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return true;
    }
    snprintf(err, NET_ERROR, "the system does not allow %d open files: raise its limit or lower --sockets",
             (int)need);
    return false;
}

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks, void *arg,
                     char err[NET_ERROR]) {
    struct net *n = calloc(1, sizeof *n);
    if (!n) {
        snprintf(err, NET_ERROR, "out of memory");
        return NULL;
    }
    *n = (struct net){.config = *config, .hooks = *hooks, .arg = arg, .listener = -1, .swept = clock_now()};
    secret_bytes(&n->addresses.salt, sizeof n->addresses.salt);
    if (!raise_descriptors(config, err) || !start_listening(n, err)) {
        if (n->listener >= 0) close(n->listener);
        free(n);
        return NULL;
    }
    start_loop(n);
    uv_poll_init(&n->loop, &n->accepting, n->listener);
    n->accepting.data = n;
    uv_poll_start(&n->accepting, UV_READABLE, on_accept);
    if (start_websockets(n)) return n;
    snprintf(err, NET_ERROR,
             "libwebsockets with libuv cannot be started (is libwebsockets-evlib-uv installed?)");
    net_free(n);
    return NULL;
}

int net_port(const struct net *n) { return n->port; }
void net_run(struct net *n) { uv_run(&n->loop, UV_RUN_DEFAULT); }
void net_stop(struct net *n) { uv_stop(&n->loop); }
void net_wake(struct net *n) { uv_async_send(&n->async); }
int net_count(const struct net *n) { return n->n_conns; }

void net_refuse(struct net *n) {
    if (n->refusing) return;
    n->refusing = true;
    uv_poll_stop(&n->accepting);
    close(n->listener);
    n->listener = -1;
}

void net_close_all(struct net *n, int code, const char *why) {
    for (struct net_conn *c = n->conns; c; c = c->next) net_close(c, code, why);
}

static void close_handle(uv_handle_t *handle, void *arg) {
    (void)arg;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void net_free(struct net *n) {
    n->ended = true;
    net_refuse(n);
    if (n->context) {
        lws_context_destroy(n->context);
        uv_run(&n->loop, UV_RUN_NOWAIT); /* lets libwebsockets close its handles, ... */
        lws_context_destroy(n->context); /* ... and then itself */
    }
    uv_walk(&n->loop, close_handle, NULL);
    while (uv_run(&n->loop, UV_RUN_DEFAULT) != 0) continue;
    uv_loop_close(&n->loop);
    address_free(&n->addresses);
    free(n);
}

void net_set_user(struct net_conn *c, void *user) { c->user = user; }
void *net_user(const struct net_conn *c) { return c->user; }
struct address *net_address(const struct net_conn *c) {
    return c->address;
}
