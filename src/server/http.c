/* http.c: reads the head of a request (http.h). Strict: anything another server might read differently is refused. */
#define _GNU_SOURCE
#include "server/http.h"

#include <string.h>
#include <strings.h>

static const char *const header_name[HTTP_HEADERS] = {
    /* ORDER http header */
    "host",
    "origin",
    "connection",
    "upgrade",
    "accept-encoding",
    "if-none-match",
    "content-length",
    "transfer-encoding",
    "x-forwarded-for",
    "sec-websocket-key",
    "sec-websocket-version",
};

bool http_equals(struct http_text text, const char *word) {
    return text.p && strlen(word) == text.n && strncasecmp(text.p, word, text.n) == 0;
}

const char *http_copy(struct http_text text, char *out, size_t cap) {
    size_t n = text.p && text.n < cap ? text.n : 0;
    if (n) memcpy(out, text.p, n);
    out[n] = 0;
    return out;
}

static struct http_text trim(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t')) end--;
    return (struct http_text){p, (size_t)(end - p)};
}

bool http_lists(struct http_text list, const char *word) {
    if (!list.p) return false;
    const char *p = list.p, *end = list.p + list.n;
    while (p) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        if (http_equals(trim(p, comma ? comma : end), word)) return true;
        p = comma ? comma + 1 : NULL;
    }
    return false;
}

static bool is_token(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path of "/path?query", decoded. */
static bool read_path(struct http_text target, char out[HTTP_PATH_MAX]) {
    size_t n = 0;
    if (!target.n || target.p[0] != '/') return false;
    for (size_t i = 0; i < target.n && target.p[i] != '?' && target.p[i] != '#'; i++) {
        char c = target.p[i];
        if (c == '%') {
            int high = i + 2 < target.n ? hex(target.p[i + 1]) : -1,
                low = high >= 0 ? hex(target.p[i + 2]) : -1;
            if (low < 0) return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (!c || n + 1 >= HTTP_PATH_MAX) return false;
        out[n++] = c;
    }
    out[n] = 0;
    return true;
}

/* "GET /path HTTP/1.1" */
static bool read_first_line(const char *p, const char *end, struct http_request *r) {
    const char *space = memchr(p, ' ', (size_t)(end - p));
    if (!space || space == p) return false;
    r->method = (struct http_text){p, (size_t)(space - p)};
    for (size_t i = 0; i < r->method.n; i++)
        if (!is_token(r->method.p[i])) return false;
    const char *target = space + 1, *version = memchr(target, ' ', (size_t)(end - target));
    if (!version || end - version != 9 || memcmp(version, " HTTP/1.", 8) != 0) return false;
    for (const char *c = target; c < version; c++)
        if (*c <= ' ' || *c == 127) return false;
    r->keep_alive = version[8] == '1';
    return (version[8] == '0' || version[8] == '1') &&
           read_path((struct http_text){target, (size_t)(version - target)}, r->path);
}

static bool read_header(const char *p, const char *end, struct http_request *r) {
    const char *colon = memchr(p, ':', (size_t)(end - p));
    if (!colon || colon == p) return false;
    for (const char *c = p; c < colon; c++)
        if (!is_token(*c)) return false;
    for (const char *c = colon; c < end; c++)
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127) return false;
    struct http_text name = {p, (size_t)(colon - p)};
    for (int i = 0; i < HTTP_HEADERS; i++) {
        if (!http_equals(name, header_name[i])) continue;
        if (r->header[i].p && i != HTTP_X_FORWARDED_FOR && i != HTTP_CONNECTION) return false;
        r->header[i] = trim(colon + 1, end);
    }
    return true;
}

static void read_course(struct http_request *r) {
    struct http_text length = r->header[HTTP_CONTENT_LENGTH];
    r->has_body = r->header[HTTP_TRANSFER_ENCODING].p || (length.p && !http_equals(length, "0"));
    if (http_lists(r->header[HTTP_CONNECTION], "close") || r->has_body) r->keep_alive = false;
}

int http_read(const char *text, size_t n, struct http_request *request) {
    const char *end = memmem(text, n, "\r\n\r\n", 4), *p = text;
    if (!end) return 0;
    *request = (struct http_request){0};
    for (bool first = true; p < end + 2; first = false) {
        const char *line = memmem(p, (size_t)(end + 2 - p), "\r\n", 2);
        if (!(first ? read_first_line : read_header)(p, line, request)) return -1;
        p = line + 2;
    }
    read_course(request);
    return (int)(end + 4 - text);
}
