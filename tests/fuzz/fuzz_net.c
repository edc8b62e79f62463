/* fuzz_net.c: bytes as what a client sends: the head of a request, and frames of a WebSocket. However they arrive
 * in pieces, the same is read from them. */
#include "fuzz/fuzz.h"

#include "server/frame.h"
#include "server/http.h"

#include <string.h>

enum { MOST = 4096 };

struct reading { /* what came, as one text */
    uint8_t bytes[3 * MOST];
    size_t n;
};

static void note(struct reading *r, const void *bytes, size_t n) {
    fuzz_require(r->n + n <= sizeof r->bytes, "more was read than sent", NULL);
    if (n) memcpy(r->bytes + r->n, bytes, n);
    r->n += n;
}

static void read_frames(struct reading *out, const uint8_t *bytes, size_t n, size_t step) {
    uint8_t copy[MOST];
    struct frame_reader reader = {0};
    struct frame_piece piece;
    memcpy(copy, bytes, n);
    for (size_t from = 0; from < n; from += step) {
        uint8_t *at = copy + from, *end = copy + (from + step < n ? from + step : n);
        for (enum frame_event e; (e = frame_read(&reader, &at, end, &piece)) != FRAME_NOTHING;) {
            if (e == FRAME_WRONG) return;
            fuzz_require(e == FRAME_PART || piece.n <= FRAME_CONTROL_MAX, "a long control frame", NULL);
            note(out, piece.bytes, piece.n);
            if (piece.ends_frame) note(out, piece.ends_message ? "." : "/", 1);
        }
        fuzz_require(at == end, "bytes were left", NULL);
    }
}

static void check_frames(const uint8_t *bytes, size_t n) {
    static struct reading whole, parts;
    whole.n = parts.n = 0;
    read_frames(&whole, bytes, n, n ? n : 1);
    read_frames(&parts, bytes, n, 1 + n % 7);
    fuzz_require(whole.n == parts.n && memcmp(whole.bytes, parts.bytes, whole.n) == 0,
                 "pieces read otherwise", NULL);
    frame_utf8(bytes, n);
}

static void check_request(const char *text, size_t n) {
    struct http_request r;
    char out[64], accept[FRAME_ACCEPT_TEXT];
    int used = http_read(text, n, &r);
    fuzz_require(used >= -1 && used <= (int)n, "a length", NULL);
    if (used <= 0) return;
    fuzz_require(r.path[0] == '/' && memchr(r.path, 0, sizeof r.path), "a path", r.path);
    for (int i = 0; i < HTTP_HEADERS; i++) {
        struct http_text h = r.header[i];
        fuzz_require(!h.p || (h.p >= text && h.p + h.n <= text + used), "a header outside", NULL);
        http_copy(h, out, sizeof out);
        http_lists(h, "upgrade");
        if (h.p) frame_accept(h.p, h.n, accept);
    }
    fuzz_require(http_read(text, (size_t)used - 1, &r) == 0, "an end before the end", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    if (n > MOST) return 0;
    check_request((const char *)bytes, n);
    check_frames(bytes, n);
    return 0;
}
