/* net_http.c: the HTTP side: files with their headers, paced where an address asks for much (net_int.h). Knows no
 * message of the protocol. */
#include "server/clock.h"
#include "server/net_int.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { PIECES = 16 }; /* of a file per turn of the loop */

/* Only our own files, no inline script or style, no framing. No referrer: addresses contain invitations. */
static const struct {
    const char *name, *value;
} security[] = {
    {"content-security-policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; object-src 'none'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options", "nosniff"},
    {"x-frame-options", "DENY"},
    {"referrer-policy", "no-referrer"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-embedder-policy", "require-corp"},
    {"cross-origin-resource-policy", "same-origin"},
    {"permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

/* --- answers ---------------------------------------------------------------------------------------------- */

struct answer {
    unsigned status;
    const char *type, *cache, *etag, *encoding; /* NULL: no such header */
    const uint8_t *body;
    size_t size;
    bool head; /* only the headers */
    bool vary;
};

static const char *phrase(unsigned status) {
    static const struct {
        unsigned status;
        const char *phrase;
    } known[] = {{200, "OK"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {503, "Service Unavailable"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status) return known[i].phrase;
    return "";
}

struct head { /* headers being written */
    char text[3000];
    size_t n;
};

__attribute__((format(printf, 2, 3))) static void add(struct head *h, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(h->text + h->n, sizeof h->text - h->n, format, ap);
    va_end(ap);
    if (n > 0) h->n += (size_t)n;
    if (h->n >= sizeof h->text) h->n = sizeof h->text - 1; /* all names and values are ours and fit */
}

static void add_if(struct head *h, const char *name, const char *value) {
    if (value) add(h, "%s: %s\r\n", name, value);
}

static void respond(struct net_conn *c, const struct answer *a) {
    struct head h = {.n = 0};
    bool body = !a->head && a->status != 304;
    add(&h, "HTTP/1.1 %u %s\r\n", a->status, phrase(a->status));
    add_if(&h, "content-type", a->type);
    add_if(&h, "cache-control", a->cache);
    add_if(&h, "etag", a->etag);
    add_if(&h, "content-encoding", a->encoding);
    if (a->vary) add_if(&h, "vary", "accept-encoding");
    if (a->status == 405) add_if(&h, "allow", "GET, HEAD");
    if (a->status == 426) add_if(&h, "upgrade", "websocket");
    for (size_t i = 0; i < sizeof security / sizeof *security; i++)
        add_if(&h, security[i].name, security[i].value);
    if (a->status != 304) add(&h, "content-length: %zu\r\n", a->size);
    add_if(&h, "connection", c->keep_alive ? NULL : "close");
    add(&h, "\r\n");
    net_enter(c, NET_ANSWER);
    net_listen(c, 0);
    c->body = a->body;
    c->left = body ? a->size : 0;
    c->unpaid = true;
    net_queue(c, h.text, h.n, NULL, 0);
    c->progress = clock_now();
}

void net_http_end(struct net_conn *c, unsigned status) {
    c->keep_alive = false;
    respond(c, &(struct answer){.status = status, .cache = "no-store"});
}

static void respond_text(struct net_conn *c, unsigned status, const char *text, bool head) {
    respond(c, &(struct answer){.status = status,
                                .type = "text/plain; charset=utf-8",
                                .cache = "no-store",
                                .body = (const uint8_t *)text,
                                .size = strlen(text),
                                .head = head});
}

static void respond_health(struct net_conn *c, bool head) {
    const struct net *n = c->net;
    const char *wrong = n->hooks.health ? n->hooks.health(n->arg) : NULL;
    respond_text(c, wrong ? 503 : 200, wrong ? wrong : "ok\n", head);
}

/* A text written for this answer. */
static void respond_metrics(struct net_conn *c, const struct http_request *r, bool head) {
    const struct net *n = c->net;
    size_t size = 0;
    if (strcmp(r->path, "/metrics") != 0) {
        respond_text(c, 404, "not found\n", head);
        return;
    }
    free(c->text);
    c->text = n->hooks.metrics ? n->hooks.metrics(n->arg, &size) : NULL;
    respond(c, &(struct answer){.status = c->text ? 200 : 503,
                                .type = "text/plain; version=0.0.4; charset=utf-8",
                                .cache = "no-store",
                                .body = (const uint8_t *)c->text,
                                .size = size,
                                .head = head});
}

static void respond_file(struct net_conn *c, const struct http_request *r, const struct file *file,
                         bool head) {
    static const char *const names[FILE_ENCODINGS] = {"br", "gzip", NULL}; /* ORDER encoding */
    char accept[256], etag[64];
    enum file_encoding e =
        files_encoding(file, http_copy(r->header[HTTP_ACCEPT_ENCODING], accept, sizeof accept));
    struct answer a = {.status = 200,
                       .type = file->type,
                       .cache = file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                       .etag = file->etag,
                       .encoding = names[e],
                       .body = file->body[e],
                       .size = file->size[e],
                       .head = head,
                       .vary = file->body[FILE_BR] || file->body[FILE_GZIP]};
    if (strstr(http_copy(r->header[HTTP_IF_NONE_MATCH], etag, sizeof etag), file->etag)) a.status = 304;
    respond(c, &a);
}

/* --- requests --------------------------------------------------------------------------------------------- */

static struct address *peer_address(const struct net_conn *c) {
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    uint8_t key[16];
    if (getpeername(c->fd, (struct sockaddr *)&peer, &size) != 0) return c->address;
    address_key((struct sockaddr *)&peer, key);
    return address_get(&c->net->addresses, key, clock_now());
}

struct address *net_client_address(struct net_conn *c, const struct http_request *r) {
    struct net *n = c->net;
    char list[600];
    uint8_t key[16];
    if (!n->config.behind_proxy) return c->address;
    if (!r->header[HTTP_X_FORWARDED_FOR].p) return peer_address(c);
    http_copy(r->header[HTTP_X_FORWARDED_FOR], list, sizeof list);
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    return address_parse(last, key) ? address_get(&n->addresses, key, clock_now()) : peer_address(c);
}

static void answer(struct net_conn *c, const struct http_request *r) {
    const struct net *n = c->net;
    bool head = http_equals(r->method, "HEAD");
    c->keep_alive = r->keep_alive;
    if (!head && !http_equals(r->method, "GET"))
        net_http_end(c, 405);
    else if (c->metrics)
        respond_metrics(c, r, head);
    else if (strcmp(r->path, "/health") == 0)
        respond_health(c, head);
    else if (r->header[HTTP_UPGRADE].p)
        net_http_end(c, 400); /* the only protocol besides HTTP is WebSocket */
    else if (strcmp(r->path, "/ws") == 0)
        respond_text(c, 426, "this is a WebSocket\n", head);
    else {
        const struct file *file = n->config.files ? files_find(n->config.files, r->path) : NULL;
        if (file)
            respond_file(c, r, file, head);
        else
            respond_text(c, 404, "not found\n", head);
    }
}

/* Another WebSocket's frames may follow its request at once. */
static void become_websocket(struct net_conn *c, const struct http_request *r, size_t used) {
    const struct net *net = c->net;
    if (net->hooks.is_waiting && net->hooks.is_waiting(net->arg)) {
        net_http_end(c, 503);
        return;
    }
    net_ws_open(c, r);
    if (c->phase != NET_WEBSOCKET) return;
    char *in = c->in;
    size_t n = c->n_in - used;
    c->in = NULL;
    c->n_in = 0;
    if (n) net_ws_receive(c, (uint8_t *)in + used, n);
    free(in);
}

/* Behind a proxy a connection serves clients in turn: it counts for the current one. */
static void count_for(struct net_conn *c, struct address *a) {
    if (a && a != c->address) net_count_in(c, a, ADDRESS_HTTP);
}

static void take_request(struct net_conn *c) {
    struct http_request r;
    int used = c->n_in ? http_read(c->in, c->n_in, &r) : 0;
    if (used < 0 || (used == 0 && c->n_in == HTTP_HEAD_MAX)) {
        net_http_end(c, used < 0 ? 400 : 431);
        return;
    }
    if (!used) return;
    if (http_equals(r.method, "GET") && http_lists(r.header[HTTP_UPGRADE], "websocket") && !c->metrics) {
        become_websocket(c, &r, (size_t)used);
        return;
    }
    count_for(c, net_client_address(c, &r));
    answer(c, &r);
    c->n_in -= (size_t)used;
    memmove(c->in, c->in + used, c->n_in);
}

void net_http_readable(struct net_conn *c) {
    if (!c->in) c->in = malloc(HTTP_HEAD_MAX);
    bool keep = c->phase == NET_HEAD || c->phase == NET_KEPT;
    if (!c->in) {
        net_drop(c);
        return;
    }
    if (!keep) c->n_in = 0;
    ssize_t got = recv(c->fd, c->in + c->n_in, HTTP_HEAD_MAX - c->n_in, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        net_drop(c);
        return;
    }
    if (!keep) return;
    c->n_in += (size_t)got;
    if (c->phase == NET_KEPT) net_enter(c, NET_HEAD);
    take_request(c);
}

/* --- sending ---------------------------------------------------------------------------------------------- */

/* The answer is sent: the next request, or the end. */
static void finish(struct net_conn *c) {
    net_listen(c, UV_READABLE);
    if (!c->keep_alive) { /* closing with unread bytes would discard the answer */
        shutdown(c->fd, SHUT_WR);
        net_enter(c, NET_LINGER);
        return;
    }
    net_enter(c, c->n_in ? NET_HEAD : NET_KEPT);
    if (c->n_in) {
        take_request(c);
        return;
    }
    free(c->in);
    c->in = NULL;
}

/* Takes one request or piece of a file from the allowance; false: it is used up, the answer waits. */
static bool pay(struct net_conn *c) {
    int64_t rate = c->net->config.address_rate;
    if (address_take(c->address, ADDRESS_FILES, clock_now(), rate * 3600, 2 * rate)) return true;
    c->paused = true;
    net_listen(c, 0);
    return false;
}

/* Sends a piece of the body; false: not now. */
static bool send_piece(struct net_conn *c) {
    if (!pay(c)) return false;
    ssize_t put = send(c->fd, c->body, c->left < NET_ANSWER_BYTES ? c->left : NET_ANSWER_BYTES, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) return true;
    if (put <= 0) {
        if (put < 0 && errno == EAGAIN)
            net_listen(c, UV_WRITABLE);
        else
            net_drop(c);
        return false;
    }
    c->body += put;
    c->left -= (size_t)put;
    c->progress = clock_now();
    return true;
}

void net_http_writable(struct net_conn *c) {
    if (c->phase != NET_ANSWER || c->paused || (c->unpaid && !pay(c))) return;
    c->unpaid = false;
    if (!net_flush(c)) {
        net_listen(c, UV_WRITABLE);
        return;
    }
    for (int i = 0; c->left && i < PIECES; i++)
        if (!send_piece(c)) return;
    if (c->left)
        net_listen(c, UV_WRITABLE);
    else
        finish(c);
}

void net_http_resume(struct net_conn *c) {
    c->paused = false;
    c->progress = clock_now();
    net_http_writable(c);
}
