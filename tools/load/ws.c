/* ws.c: a small WebSocket client (ws.h). */
#define _GNU_SOURCE
#include "load/ws.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_CAP = 8192, MAX_MESSAGE = 4 << 20 };

/* Binds to a local address; the port is chosen on connect, so that each address has all ports. */
static bool bind_to(int fd, const char *from) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    int on = 1;
    if (!from) return true;
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    return inet_pton(AF_INET, from, &own.sin_addr) == 1 && bind(fd, (struct sockaddr *)&own, sizeof own) == 0;
}

int ws_tcp_from(const char *from, const char *host, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0 || !bind_to(fd, from) || inet_pton(AF_INET, host, &to.sin_addr) != 1 ||
        connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        if (fd >= 0) close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

int ws_tcp(const char *host, int port) { return ws_tcp_from(NULL, host, port); }

static bool write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t put = send(fd, bytes, n, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0 && errno == EAGAIN) {
            struct pollfd p = {fd, POLLOUT, 0};
            if (poll(&p, 1, 5000) != 1) return false;
            continue;
        }
        if (put <= 0) return false;
        bytes += put;
        n -= (size_t)put;
    }
    return true;
}

static bool make_room(struct ws *ws) {
    if (ws->at == ws->n_in) ws->at = ws->n_in = 0;
    if (ws->n_in < ws->cap) return true;
    if (ws->at > ws->cap / 2) {
        memmove(ws->in, ws->in + ws->at, ws->n_in - ws->at);
        ws->n_in -= ws->at;
        ws->at = 0;
        return true;
    }
    size_t cap = ws->cap ? 2 * ws->cap : FIRST_CAP;
    char *in = cap <= MAX_MESSAGE ? realloc(ws->in, cap) : NULL;
    if (!in) return false;
    ws->in = in;
    ws->cap = cap;
    return true;
}

bool ws_read(struct ws *ws) {
    if (ws->fd < 0 || !make_room(ws)) return false;
    ssize_t got = recv(ws->fd, ws->in + ws->n_in, ws->cap - ws->n_in, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got <= 0) {
        if (!ws->close_code) ws->close_code = -1;
        return false;
    }
    ws->n_in += (size_t)got;
    return true;
}

bool ws_open_from(struct ws *ws, const char *from, const char *host, int port, const char *headers) {
    char request[1200], *end = NULL;
    struct timeval patience = {10, 0};
    *ws = (struct ws){.fd = ws_tcp_from(from, host, port)};
    if (ws->fd < 0) return false;
    setsockopt(ws->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    int n = snprintf(request, sizeof request,
                     "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                     host, port, headers);
    if (n < 0 || (size_t)n >= sizeof request || !write_all(ws->fd, request, (size_t)n)) return false;
    while (!end && ws_read(ws) && ws->n_in > 0) end = memmem(ws->in, ws->n_in, "\r\n\r\n", 4);
    if (ws->n_in > 12 && memcmp(ws->in, "HTTP/1.", 7) == 0) ws->status = atoi(ws->in + 9);
    if (!end || ws->status != 101) return false;
    ws->at = (size_t)(end + 4 - ws->in);
    return true;
}

bool ws_open(struct ws *ws, const char *host, int port, const char *headers) {
    return ws_open_from(ws, NULL, host, port, headers);
}

void ws_end(struct ws *ws) {
    if (ws->fd >= 0) close(ws->fd);
    free(ws->in);
    free(ws->message);
    *ws = (struct ws){.fd = -1, .close_code = ws->close_code, .status = ws->status};
}

bool ws_frame(struct ws *ws, int first, const void *bytes, size_t n) {
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char small[512], *frame = n + 14 <= sizeof small ? small : malloc(n + 14);
    size_t at = 0;
    if (!frame || ws->fd < 0) return false;
    frame[at++] = (unsigned char)first;
    if (n < 126) {
        frame[at++] = (unsigned char)(128 | n);
    } else if (n < 65536) {
        frame[at++] = 128 | 126;
        frame[at++] = (unsigned char)(n >> 8);
        frame[at++] = (unsigned char)n;
    } else {
        frame[at++] = 128 | 127;
        for (int shift = 56; shift >= 0; shift -= 8) frame[at++] = (unsigned char)((uint64_t)n >> shift);
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < n; i++) frame[at + i] = ((const unsigned char *)bytes)[i] ^ mask[i & 3];
    bool ok = write_all(ws->fd, (const char *)frame, at + n);
    if (frame != small) free(frame);
    return ok;
}

bool ws_send(struct ws *ws, const char *text, size_t n) { return ws_frame(ws, WS_FINAL | WS_TEXT, text, n); }

/* Length of the frame's header and of its payload; false: the header is incomplete. */
static bool frame_size(const struct ws *ws, size_t *header, uint64_t *n) {
    const unsigned char *p = (const unsigned char *)ws->in + ws->at;
    size_t have = ws->n_in - ws->at, more;
    if (have < 2) return false;
    more = (p[1] & 127) == 126 ? 2 : (p[1] & 127) == 127 ? 8 : 0;
    if (have < 2 + more) return false;
    *n = more ? 0 : p[1] & 127;
    for (size_t i = 0; i < more; i++) *n = *n << 8 | p[2 + i];
    *header = 2 + more;
    return true;
}

static const char *keep_message(struct ws *ws, const char *bytes, size_t n) {
    if (n + 1 > ws->cap_message) {
        char *more = realloc(ws->message, n + 1);
        if (!more) return NULL;
        ws->message = more;
        ws->cap_message = n + 1;
    }
    memcpy(ws->message, bytes, n);
    ws->message[n] = 0;
    return ws->message;
}

const char *ws_next(struct ws *ws, size_t *n) {
    size_t header;
    uint64_t size;
    while (frame_size(ws, &header, &size) && ws->n_in - ws->at >= header + size) {
        int kind = ws->in[ws->at] & 15;
        const char *body = ws->in + ws->at + header;
        ws->at += header + (size_t)size;
        if (kind == WS_TEXT) { /* the server sends whole messages */
            *n = (size_t)size;
            return keep_message(ws, body, (size_t)size);
        }
        if (kind == WS_PING) ws_frame(ws, WS_FINAL | WS_PONG, body, (size_t)size);
        if (kind == WS_CLOSE)
            ws->close_code = size >= 2 ? (unsigned char)body[0] << 8 | (unsigned char)body[1] : -1;
    }
    return NULL;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

const char *ws_wait(struct ws *ws, size_t *n, int timeout_ms) {
    int64_t end = now_ms() + timeout_ms;
    for (;;) {
        const char *message = ws_next(ws, n);
        int64_t left = end - now_ms();
        struct pollfd p = {ws->fd, POLLIN, 0};
        if (message || ws->fd < 0 || left < 0 || ws->close_code) return message;
        if (poll(&p, 1, (int)left) == 1 && !ws_read(ws)) return ws_next(ws, n);
    }
}
