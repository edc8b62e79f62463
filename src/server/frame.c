/* frame.c: the frames of a WebSocket (frame.h). */
#include "server/frame.h"

#include <sodium.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------------------ */

/* Bytes of the whole head, from its first two. */
static size_t head_size(const uint8_t *head) {
    unsigned length = head[1] & 127;
    return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

static uint64_t payload_size(const uint8_t *head) {
    size_t more = head_size(head) - 6;
    uint64_t n = 0;
    if (!more) return head[1] & 127;
    for (size_t i = 0; i < more; i++) n = n << 8 | head[2 + i];
    return n;
}

/* May a client begin this frame? By its first two bytes: masked, no reserved bits, parts in order. */
static bool head_is_legal(const struct frame_reader *r) {
    unsigned kind = r->head[0] & 15, length = r->head[1] & 127;
    bool final = r->head[0] & 128;
    if (r->head[0] & 0x70 || !(r->head[1] & 128)) return false;
    if (kind >= FRAME_CLOSE) return kind <= FRAME_PONG && final && length <= FRAME_CONTROL_MAX;
    return kind == 0 ? r->first != 0 : kind <= FRAME_BINARY && r->first == 0;
}

static enum frame_event read_head(struct frame_reader *r, uint8_t **at, uint8_t *end) {
    while (r->n_head < 2 || r->n_head < head_size(r->head)) {
        if (*at == end) return FRAME_NOTHING;
        r->head[r->n_head++] = *(*at)++;
        if (r->n_head == 2 && !head_is_legal(r)) return FRAME_WRONG;
    }
    r->size = payload_size(r->head);
    r->at = 0;
    r->kind = r->head[0] & 15;
    r->final = r->head[0] & 128;
    r->in_payload = true;
    return r->size >> 63 ? FRAME_WRONG : FRAME_PART;
}

static void end_frame(struct frame_reader *r) {
    r->n_head = 0;
    r->in_payload = false;
    if (r->kind >= FRAME_CLOSE) return;
    if (r->final)
        r->first = 0;
    else if (r->kind)
        r->first = r->kind;
}

enum frame_event frame_read(struct frame_reader *r, uint8_t **at, uint8_t *end, struct frame_piece *piece) {
    if (!r->in_payload) {
        enum frame_event e = read_head(r, at, end);
        if (e != FRAME_PART) return e;
    }
    if (*at == end && r->at < r->size) return FRAME_NOTHING;
    const uint8_t *mask = r->head + head_size(r->head) - 4;
    uint64_t left = r->size - r->at;
    *piece = (struct frame_piece){.bytes = *at,
                                  .n = (uint64_t)(end - *at) < left ? (size_t)(end - *at) : (size_t)left};
    for (size_t i = 0; i < piece->n; i++) piece->bytes[i] ^= mask[(r->at + i) & 3];
    if (r->kind >= FRAME_CLOSE && piece->n) memcpy(r->control + r->at, piece->bytes, piece->n);
    *at += piece->n;
    r->at += piece->n;
    piece->ends_frame = r->at == r->size;
    piece->ends_message = piece->ends_frame && r->final;
    if (!piece->ends_frame) return r->kind >= FRAME_CLOSE ? FRAME_NOTHING : FRAME_PART;
    end_frame(r);
    if (r->kind < FRAME_CLOSE) return FRAME_PART;
    *piece = (struct frame_piece){.bytes = r->control, .n = (size_t)r->size, .ends_frame = true};
    return FRAME_WHOLE;
}

bool frame_utf8(const uint8_t *s, size_t n) {
    for (size_t i = 0; i < n;) {
        if (s[i] < 0x80) {
            i++;
            continue;
        }
        size_t more = s[i] >= 0xf0 ? 3 : s[i] >= 0xe0 ? 2 : 1;
        if (s[i] < 0xc2 || s[i] > 0xf4 || n - i <= more) return false;
        uint8_t low = s[i] == 0xe0 ? 0xa0 : s[i] == 0xf0 ? 0x90 : 0x80;  /* no overlong form, ... */
        uint8_t high = s[i] == 0xed ? 0x9f : s[i] == 0xf4 ? 0x8f : 0xbf; /* ... no surrogate, none beyond */
        if (s[i + 1] < low || s[i + 1] > high) return false;
        for (size_t k = 2; k <= more; k++)
            if ((s[i + k] & 0xc0) != 0x80) return false;
        i += more + 1;
    }
    return true;
}

/* --- writing ------------------------------------------------------------------------------------------------ */

size_t frame_head(uint8_t head[FRAME_HEAD_MAX], int kind, size_t n) {
    size_t more = n < 126 ? 0 : n < 65536 ? 2 : 8;
    head[0] = (uint8_t)(128 | kind);
    head[1] = (uint8_t)(more == 0 ? n : more == 2 ? 126 : 127);
    for (size_t i = 0; i < more; i++) head[2 + i] = (uint8_t)((uint64_t)n >> (8 * (more - 1 - i)));
    return 2 + more;
}

/* --- the handshake ------------------------------------------------------------------------------------------ */

static uint32_t rotate(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void sha1_block(uint32_t h[5], const uint8_t *p) {
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 |
               p[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                     : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                     : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                              : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t next = rotate(a, 5) + f + e + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* Of a short text: the handshake requires SHA-1, which protects no secret here. */
static void sha1(const uint8_t *text, size_t n, uint8_t out[20]) {
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t last[128] = {0};
    size_t whole = n / 64 * 64, rest = n - whole, size = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < whole; i += 64) sha1_block(h, text + i);
    memcpy(last, text + whole, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++) last[size - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> (8 * i));
    for (size_t i = 0; i < size; i += 64) sha1_block(h, last + i);
    for (int i = 0; i < 20; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void frame_accept(const char *key, size_t n, char out[FRAME_ACCEPT_TEXT]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t text[128], hash[20];
    if (n > sizeof text - sizeof guid) n = sizeof text - sizeof guid;
    memcpy(text, key, n);
    memcpy(text + n, guid, sizeof guid - 1);
    sha1(text, n + sizeof guid - 1, hash);
    sodium_bin2base64(out, FRAME_ACCEPT_TEXT, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}
