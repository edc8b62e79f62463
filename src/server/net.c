/* net.c: the loop, the listening socket and the life of a connection (net_int.h). Knows no message of the protocol. */
#define _GNU_SOURCE
#include "server/clock.h"
#include "server/net_int.h"
#include "server/secret.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    ACCEPTS = 64, /* at most per turn of the loop */
    AT_ONCE = 32, /* packets in one system call */
    SWEEP_MS = 60000,
    SEND_BUFFER =
        256 * 1024, /* kernel's send buffer for a slow client; without a bound it may take megabytes */
};

/* --- sending ---------------------------------------------------------------------------------------------- */

void net_mark(struct net_conn *c) {
    if (c->is_to_do) return;
    c->is_to_do = true;
    c->next_to_do = c->net->to_do;
    c->net->to_do = c;
}

/* All the memory a packet takes: its size rounded up, and the allocator's bookkeeping. For a small one, or one with
 * pages of its own, this may be much more than requested. */
static size_t memory_of(struct packet *p) { return malloc_usable_size(p) + 2 * sizeof(size_t); }

static void forget_first(struct net_conn *c) {
    struct packet *p = c->first;
    c->first = p->next;
    if (!c->first) c->last = &c->first;
    c->first_sent = 0;
    c->queued -= memory_of(p);
    c->net->held -= memory_of(p);
    free(p);
}

void net_drop(struct net_conn *c) {
    if (c->dropped) return;
    c->dropped = true;
    while (c->first) forget_first(c);
    c->net->held -= c->n_partial;
    c->n_partial = 0;
    net_mark(c);
}

bool net_queue(struct net_conn *c, const void *head, size_t n_head, const void *body, size_t n_body) {
    size_t n = n_head + n_body;
    if (c->dropped) return false;
    struct packet *p = c->queued + n <= NET_QUEUE_MAX ? malloc(sizeof *p + n) : NULL;
    if (!p) {
        net_drop(c);
        return false;
    }
    memcpy(p->bytes, head, n_head);
    if (n_body) memcpy(p->bytes + n_head, body, n_body);
    p->n = n;
    p->next = NULL;
    if (!c->first) c->progress = c->waiting = clock_now();
    *c->last = p;
    c->last = &p->next;
    c->queued += memory_of(p);
    net_mark(c);
    net_hold(c->net, memory_of(p));
    return !c->dropped;
}

static void note_sent(struct net_conn *c, size_t n) {
    c->progress = clock_now();
    while (n > 0 && n >= c->first->n - c->first_sent) {
        n -= c->first->n - c->first_sent;
        forget_first(c);
    }
    c->first_sent += n;
}

bool net_flush(struct net_conn *c) {
    while (c->first && !c->dropped) {
        struct iovec part[AT_ONCE];
        struct packet *p = c->first;
        int n = 0;
        for (; p && n < AT_ONCE; p = p->next, n++)
            part[n] = (struct iovec){.iov_base = p->bytes, .iov_len = p->n};
        part[0].iov_base = c->first->bytes + c->first_sent;
        part[0].iov_len -= c->first_sent;
        ssize_t put = writev(c->fd, part, n);
        if (put > 0) note_sent(c, (size_t)put);
        if (put >= 0 || errno == EINTR) continue;
        if (errno != EAGAIN) net_drop(c);
        return false;
    }
    return !c->dropped;
}

/* --- life of a connection ----------------------------------------------------------------------------------- */

static void on_event(uv_poll_t *poll, int status, int events) {
    struct net_conn *c = poll->data;
    bool open = c->phase == NET_WEBSOCKET;
    if (c->dropped) return;
    if (status < 0) {
        net_drop(c);
        return;
    }
    if (events & UV_WRITABLE) (open ? net_ws_writable : net_http_writable)(c);
    if (events & UV_READABLE && !c->dropped) (open ? net_ws_readable : net_http_readable)(c);
}

void net_listen(struct net_conn *c, int events) {
    if (events == c->events || c->dropped) return;
    c->events = events;
    if (!events)
        uv_poll_stop(&c->poll);
    else if (uv_poll_start(&c->poll, events, on_event) != 0)
        net_drop(c);
}

void net_enter(struct net_conn *c, enum net_phase phase) {
    c->phase = phase;
    c->since = clock_now();
}

static void open_conn(struct net *n, int fd, struct address *a, bool metrics) {
    struct net_conn *c = calloc(1, sizeof *c);
    int on = 1, room = SEND_BUFFER;
    if (!c || uv_poll_init(&n->loop, &c->poll, fd) != 0) {
        free(c);
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    c->net = n;
    c->fd = fd;
    c->metrics = metrics;
    c->poll.data = c;
    c->last = &c->first;
    c->next = n->conns;
    c->prev = &n->conns;
    if (c->next) c->next->prev = &c->next;
    n->conns = c;
    net_count_in(c, a, ADDRESS_HTTP);
    net_enter(c, NET_HEAD);
    net_listen(c, UV_READABLE);
}

static void free_conn(uv_handle_t *poll) { free(poll->data); }

static void close_conn(struct net_conn *c) {
    struct net *n = c->net;
    net_drop(c);
    if (c->phase == NET_WEBSOCKET) {
        n->n_open--;
        n->hooks.closed(n->arg, c);
    }
    *c->prev = c->next;
    if (c->next) c->next->prev = c->prev;
    net_count_out(c);
    free(c->in);
    free(c->text);
    free(c->partial);
    uv_close((uv_handle_t *)&c->poll, free_conn);
    close(c->fd);
}

/* Before the loop waits: sends queued data together, and closes dropped connections. */
static void before_waiting(uv_prepare_t *handle) {
    struct net *n = handle->data;
    for (struct net_conn *c; (c = n->to_do);) {
        n->to_do = c->next_to_do;
        c->is_to_do = false;
        if (!c->dropped) (c->phase == NET_WEBSOCKET ? net_ws_writable : net_http_writable)(c);
        if (!c->dropped) continue;
        if (c->is_to_do) continue; /* only just dropped: it is back in the list */
        close_conn(c);
    }
}

/* --- listening -------------------------------------------------------------------------------------------- */

static void on_accept(uv_poll_t *poll, int status, int events);

/* Retrying an accept that cannot succeed would take all of the processor's time. */
static void rest_from_accepting(struct net *n) {
    n->accepts = false;
    for (int i = 0; i < NET_LISTENERS; i++)
        if (n->listener[i].fd >= 0) uv_poll_stop(&n->listener[i].poll);
    net_evict_idle(n);
}

void net_accept_again(struct net *n) {
    if (n->accepts || n->refusing) return;
    n->accepts = true;
    for (int i = 0; i < NET_LISTENERS; i++)
        if (n->listener[i].fd >= 0 && uv_poll_start(&n->listener[i].poll, UV_READABLE, on_accept) != 0)
            n->accepts = false;
}

static void admit(struct net *n, int fd, const struct sockaddr *from, bool metrics) {
    uint8_t key[16];
    address_key(from, key);
    struct address *a = address_get(&n->addresses, key, clock_now());
    if (a && net_admit(n, a))
        open_conn(n, fd, a, metrics);
    else
        close(fd);
}

static void on_accept(uv_poll_t *poll, int status, int events) {
    const struct listener *l = poll->data;
    struct net *n = l->net;
    (void)events;
    for (int i = 0; status == 0 && i < ACCEPTS; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(l->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            admit(n, fd, (struct sockaddr *)&from, l->metrics);
        else if (errno == EAGAIN)
            return;
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            status = -errno;
    }
    if (status < 0) rest_from_accepting(n);
}

static bool is_numeric(const struct addrinfo *a) {
    return a->ai_family == AF_INET || a->ai_family == AF_INET6;
}

static bool start_listening(struct listener *l, const char *address, int wanted, char err[NET_ERROR]) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char port[16];
    int on = 1;
    snprintf(port, sizeof port, "%d", wanted);
    if (getaddrinfo(address, port, &hints, &found) != 0 || !is_numeric(found)) {
        snprintf(err, NET_ERROR, "\"%.60s\" is not an address to listen on; try 127.0.0.1", address);
        return false;
    }
    l->fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool ok = l->fd >= 0 && setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
              bind(l->fd, found->ai_addr, found->ai_addrlen) == 0 && listen(l->fd, 1024) == 0 &&
              getsockname(l->fd, (struct sockaddr *)&bound, &size) == 0;
    int wrong = errno;
    freeaddrinfo(found);
    if (ok) {
        l->port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                    : ((struct sockaddr_in *)&bound)->sin_port);
        return true;
    }
    if (wrong == EADDRINUSE)
        snprintf(err, NET_ERROR, "port %d of %.60s is in use: another server runs there, or try --port",
                 wanted, address);
    else
        snprintf(err, NET_ERROR, "port %d of %.60s cannot be opened: %s", wanted, address, strerror(wrong));
    return false;
}

static bool start_listeners(struct net *n, char err[NET_ERROR]) {
    const struct net_config *c = &n->config;
    return start_listening(&n->listener[0], c->listen, c->port, err) &&
           (c->metrics_port == 0 ||
            start_listening(&n->listener[1], c->metrics_listen ? c->metrics_listen : "127.0.0.1",
                            c->metrics_port, err));
}

static void stop_listening(struct net *n) {
    for (int i = 0; i < NET_LISTENERS; i++) {
        if (n->listener[i].fd >= 0) close(n->listener[i].fd);
        n->listener[i].fd = -1;
    }
}

/* --- the loop --------------------------------------------------------------------------------------------- */

static void on_tick(uv_timer_t *timer) {
    struct net *n = timer->data;
    int64_t now = clock_now();
    net_check_times(n);
    net_accept_again(n);
    if (now - n->swept >= SWEEP_MS) {
        n->swept = now;
        address_sweep(&n->addresses, now);
    }
    n->hooks.tick(n->arg);
}

static void on_wake(uv_poll_t *poll, int status, int events) {
    struct net *n = poll->data;
    uint64_t times;
    (void)status, (void)events;
    if (read(n->wake_fd, &times, sizeof times) == sizeof times) n->hooks.woken(n->arg);
}

static void on_signal(uv_signal_t *signal, int number) {
    struct net *n = signal->data;
    (void)number;
    n->hooks.stopping(n->arg);
}

static bool start_loop(struct net *n) {
    n->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (n->wake_fd < 0) return false;
    uv_loop_init(&n->loop);
    uv_timer_init(&n->loop, &n->timer);
    uv_prepare_init(&n->loop, &n->before_waiting);
    uv_poll_init(&n->loop, &n->waking, n->wake_fd);
    for (int i = 0; i < NET_LISTENERS; i++)
        if (n->listener[i].fd >= 0) uv_poll_init(&n->loop, &n->listener[i].poll, n->listener[i].fd);
    n->timer.data = n->before_waiting.data = n->waking.data = n;
    uv_timer_start(&n->timer, on_tick, NET_TICK_MS, NET_TICK_MS);
    uv_prepare_start(&n->before_waiting, before_waiting);
    uv_poll_start(&n->waking, UV_READABLE, on_wake);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&n->loop, &n->signal[i]);
        n->signal[i].data = n;
        uv_signal_start(&n->signal[i], on_signal, i ? SIGINT : SIGTERM);
    }
    net_accept_again(n);
    return true;
}

static bool raise_descriptors(const struct net_config *config, char err[NET_ERROR]) {
    struct rlimit limit;
    rlim_t need = (rlim_t)config->sockets + NET_HTTP_SOCKETS + NET_OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max >= need) {
        if (limit.rlim_cur >= need) return true;
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
    n->config = *config;
    n->hooks = *hooks;
    n->arg = arg;
    for (int i = 0; i < NET_LISTENERS; i++) {
        struct listener *l = &n->listener[i];
        *l = (struct listener){.net = n, .fd = -1, .metrics = i == 1};
        l->poll.data = l;
    }
    n->swept = clock_now();
    secret_bytes(&n->addresses.salt, sizeof n->addresses.salt);
    if (raise_descriptors(config, err) && start_listeners(n, err)) {
        if (start_loop(n)) return n;
        snprintf(err, NET_ERROR, "the system does not allow another open file");
    }
    stop_listening(n);
    free(n);
    return NULL;
}

int net_port(const struct net *n) { return n->listener[0].port; }
void net_run(struct net *n) { uv_run(&n->loop, UV_RUN_DEFAULT); }
void net_stop(struct net *n) { uv_stop(&n->loop); }
int net_count(const struct net *n) { return n->n_open; }
uint64_t net_sent(const struct net *n) { return n->sent; }

/* Not uv_async_send: there the loop waits for a thread preempted in the middle of it, and a thread thinking at the
 * lowest priority may be preempted for long. */
void net_wake(struct net *n) {
    uint64_t once = 1;
    ssize_t put = write(n->wake_fd, &once, sizeof once);
    (void)put; /* fails only if very many wakes are pending */
}

void net_refuse(struct net *n) {
    if (n->refusing) return;
    n->refusing = true;
    for (int i = 0; i < NET_LISTENERS; i++)
        if (n->listener[i].fd >= 0) uv_poll_stop(&n->listener[i].poll);
    stop_listening(n);
}

void net_close_all(struct net *n, int code, const char *why) {
    for (struct net_conn *c = n->conns; c; c = c->next)
        if (c->phase == NET_WEBSOCKET) net_close(c, code, why);
}

static void close_handle(uv_handle_t *handle, void *arg) {
    (void)arg;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* The loop no longer handles signals: one more must not kill the program before it is done. */
static void ignore_signals(void) {
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGTERM);
    sigaddset(&both, SIGINT);
    pthread_sigmask(SIG_BLOCK, &both,
                    NULL); /* closing a handle brings the default action back for a moment */
}

void net_free(struct net *n) {
    ignore_signals();
    net_refuse(n);
    while (n->conns) close_conn(n->conns);
    uv_walk(&n->loop, close_handle, NULL);
    while (uv_run(&n->loop, UV_RUN_DEFAULT) != 0) continue;
    uv_loop_close(&n->loop);
    signal(SIGTERM, SIG_IGN); /* for all threads */
    signal(SIGINT, SIG_IGN);
    close(n->wake_fd);
    address_free(&n->addresses);
    free(n);
}

void net_set_user(struct net_conn *c, void *user) { c->user = user; }
void *net_user(const struct net_conn *c) { return c->user; }
struct address *net_address(const struct net_conn *c) {
    return c->address;
}
