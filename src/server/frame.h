/* frame.h: the frames of a WebSocket (RFC 6455) as a server reads and writes them. Knows no socket. */
#ifndef CASATA_SERVER_FRAME_H
#define CASATA_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
    FRAME_CONTROL_MAX = 125, /* bytes that a close, ping or pong may carry */
    FRAME_HEAD_MAX = 10,     /* of a frame that a server sends */
    FRAME_ACCEPT_TEXT = 29,
};

/* Reader state of a connection. Starts zeroed. */
struct frame_reader {
    uint8_t head[14]; /* of the frame, as far as read */
    uint8_t n_head;
    uint8_t kind;  /* of the frame */
    uint8_t first; /* kind of the message whose parts are coming; 0: none is open */
    bool final;    /* the frame ends its message */
    bool in_payload;
    uint64_t at, size; /* bytes of the payload: read, and all */
    uint8_t control[FRAME_CONTROL_MAX];
};

enum frame_event {
    FRAME_NOTHING, /* all bytes consumed */
    FRAME_PART,    /* some bytes of a message, perhaps none */
    FRAME_WHOLE,   /* a close, ping or pong: reader->kind */
    FRAME_WRONG,   /* no client may send this */
};
struct frame_piece {
    uint8_t *bytes; /* unmasked */
    size_t n;
    bool ends_frame, ends_message;
};
/* Reads from *at, advancing it and unmasking in place; call it until FRAME_NOTHING. */
enum frame_event frame_read(struct frame_reader *r, uint8_t **at, uint8_t *end, struct frame_piece *piece);

/* Writes the head of a whole message of n bytes; returns its length. */
size_t frame_head(uint8_t head[FRAME_HEAD_MAX], int kind, size_t n);
/* The answer to a client's key. */
void frame_accept(const char *key, size_t n, char out[FRAME_ACCEPT_TEXT]);
bool frame_utf8(const uint8_t *text, size_t n); /* is it valid? */

#endif
