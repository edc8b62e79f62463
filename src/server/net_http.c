/* net_http.c: the HTTP side: files with their headers, and who may open a WebSocket (net_int.h). Knows no
 * message of the protocol. */
#include "server/clock.h"
#include "server/net_int.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK = 16 * 1024 };

/* Nothing but our own files, no script or style inside pages; pages are told to nobody and framed by nobody.
 * Invitations are in addresses, so no referrer leaves. */
static const struct {
    const char *name, *value;
} security[] = {
    {"content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; object-src 'none'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-embedder-policy:", "require-corp"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

const char *net_http_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap) {
    if (lws_hdr_copy(wsi, out, (int)cap, which) <= 0) out[0] = 0;
    return out;
}

/* --- answers ---------------------------------------------------------------------------------------------- */

struct answer {
    unsigned status;
    const char *type, *cache, *etag, *encoding; /* NULL: no such header */
    const uint8_t *body;
    size_t size;
    bool head; /* only the headers */
    bool vary;
};

struct head { /* headers being written */
    struct lws *wsi;
    uint8_t *p, *end;
    bool ok;
};

static void add(struct head *h, const char *name, const char *value) {
    h->ok = h->ok &&
            lws_add_http_header_by_name(h->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), &h->p, h->end) == 0;
}

static bool write_head(struct lws *wsi, const struct answer *a) {
    uint8_t buf[LWS_PRE + 3000], *start = buf + LWS_PRE;
    struct head h = {wsi, start, buf + sizeof buf - 1, true};
    h.ok = lws_add_http_header_status(wsi, a->status, &h.p, h.end) == 0;
    if (a->type) add(&h, "content-type:", a->type);
    if (a->cache) add(&h, "cache-control:", a->cache);
    if (a->etag) add(&h, "etag:", a->etag);
    if (a->encoding) add(&h, "content-encoding:", a->encoding);
    if (a->vary) add(&h, "vary:", "accept-encoding");
    if (a->status == 405) add(&h, "allow:", "GET, HEAD");
    for (size_t i = 0; i < sizeof security / sizeof *security; i++)
        add(&h, security[i].name, security[i].value);
    if (a->status != 304 && lws_add_http_header_content_length(wsi, a->size, &h.p, h.end) != 0) h.ok = false;
    return h.ok && lws_finalize_write_http_header(wsi, start, &h.p, h.end) == 0;
}

static int respond(struct lws *wsi, struct net_session *s, const struct answer *a) {
    if (!write_head(wsi, a)) return -1;
    if (a->head || a->size == 0 || a->status == 304) return lws_http_transaction_completed(wsi) ? -1 : 0;
    s->body = a->body;
    s->left = a->size;
    lws_callback_on_writable(wsi);
    return 0;
}

static int respond_text(struct lws *wsi, struct net_session *s, unsigned status, const char *text,
                        bool head) {
    struct answer a = {.status = status,
                       .type = "text/plain; charset=utf-8",
                       .cache = "no-store",
                       .body = (const uint8_t *)text,
                       .size = strlen(text),
                       .head = head};
    return respond(wsi, s, &a);
}

static int respond_file(struct lws *wsi, struct net_session *s, const struct file *file, bool head) {
    static const char *const names[FILE_ENCODINGS] = {"br", "gzip", NULL}; /* ORDER encoding */
    char accept[256], etag[64];
    enum file_encoding e =
        files_encoding(file, net_http_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept));
    struct answer a = {.status = 200,
                       .type = file->type,
                       .cache = file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                       .etag = file->etag,
                       .encoding = names[e],
                       .body = file->body[e],
                       .size = file->size[e],
                       .head = head,
                       .vary = file->body[FILE_BR] || file->body[FILE_GZIP]};
    net_http_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, etag, sizeof etag);
    if (strstr(etag, file->etag)) a.status = 304;
    return respond(wsi, s, &a);
}

static int respond_health(struct net *n, struct lws *wsi, struct net_session *s, bool head) {
    const char *wrong = n->ended ? "stopping" : n->hooks.health(n->arg);
    return respond_text(wsi, s, wrong ? 503 : 200, wrong ? wrong : "ok\n", head);
}

int net_http_request(struct net *n, struct lws *wsi, struct net_session *s, const char *path) {
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    *s = (struct net_session){0};
    if (!head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0) {
        /* A body may follow that nobody wants to read. */
        respond_text(wsi, s, 405, "", true);
        return -1;
    }
    if (strcmp(path, "/health") == 0) return respond_health(n, wsi, s, head);
    if (strcmp(path, "/ws") == 0) return respond_text(wsi, s, 426, "this is a WebSocket\n", head);
    const struct file *file = n->config.files ? files_find(n->config.files, path) : NULL;
    return file ? respond_file(wsi, s, file, head) : respond_text(wsi, s, 404, "not found\n", head);
}

int net_http_writable(struct lws *wsi, struct net_session *s) {
    uint8_t buf[LWS_PRE + CHUNK];
    size_t size = s->left < CHUNK ? s->left : CHUNK;
    if (!s->left) return 0;
    memcpy(buf + LWS_PRE, s->body, size);
    enum lws_write_protocol how = size == s->left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (lws_write(wsi, buf + LWS_PRE, size, how) < (int)size) return -1;
    s->body += size;
    s->left -= size;
    if (!s->left) return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_callback_on_writable(wsi);
    return 0;
}

/* --- who may open a WebSocket ------------------------------------------------------------------------------- */

/* The host part of "https://host:port" equals the Host header that the browser (or a proxy) sends. */
static bool is_own_origin(const char *origin, const char *host) {
    const char *at = strstr(origin, "://");
    return at && *host && strcasecmp(at + 3, host) == 0;
}

/* Programs send no Origin; browsers always do. */
static bool origin_is_welcome(const struct net *n, struct lws *wsi) {
    char origin[300], host[300];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) return true;
    net_http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    net_http_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (is_own_origin(origin, host)) return true;
    for (int i = 0; i < n->config.n_origin; i++)
        if (strcasecmp(origin, n->config.origin[i]) == 0) return true;
    return false;
}

struct address *net_client_address(struct net *n, struct lws *wsi) {
    struct address *direct = lws_get_opaque_user_data(wsi);
    char list[600];
    uint8_t key[16];
    if (!n->config.behind_proxy) return direct;
    net_http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    if (!address_parse(last, key)) return direct;
    struct address *client = address_get(&n->addresses, key, clock_now());
    return client ? client : direct;
}

int net_http_refuses(struct net *n, struct lws *wsi) {
    char path[64];
    unsigned status = 0;
    const struct address *a = net_client_address(n, wsi);
    net_http_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (strcmp(path, "/ws") != 0)
        status = 404;
    else if (!origin_is_welcome(n, wsi))
        status = 403;
    else if (n->refusing || n->n_conns >= n->config.sockets)
        status = 503;
    else if (!a || a->sockets >= n->config.address_sockets)
        status = 429;
    if (status) write_head(wsi, &(struct answer){.status = status, .cache = "no-store"});
    return (int)status;
}
