/* WebSocket (RFC 6455) without a network: frames, and the keys of the opening handshake.
 *
 * The messages are a stream of bytes, as TLS has it: the borders of messages and fragments have
 * no meaning, and what was received of a message is passed on at once. So nothing is collected,
 * however long a message is. Extensions and text messages are errors. */
#ifndef OISIN_SERVER_TRANSPORT_WEBSOCKET_H
#define OISIN_SERVER_TRANSPORT_WEBSOCKET_H

#include "base/text.h"

enum {
    WEBSOCKET_MESSAGE_MAX = 1 << 20, /* bytes of a received message */
    /* received frames without data after each other: PING, PONG, empty ones */
    WEBSOCKET_IDLE_MAX = 64,
    WEBSOCKET_HEAD_MAX = 14,     /* bytes of the header of a frame */
    WEBSOCKET_CONTROL_MAX = 125, /* bytes of the data of PING, PONG and CLOSE */
    WEBSOCKET_ACCEPT_SIZE = 28,
};

typedef enum WebSocketOpcode {
    WEBSOCKET_CONTINUATION = 0,
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10,
} WebSocketOpcode;

typedef enum WebSocketCode { /* of CLOSE */
                             WEBSOCKET_NORMAL = 1000,
                             WEBSOCKET_MALFORMED = 1002,
                             WEBSOCKET_UNSUPPORTED = 1003,
                             WEBSOCKET_NO_TEXT = 1007,
                             WEBSOCKET_FLOOD = 1008,
                             WEBSOCKET_TOO_LARGE = 1009,
} WebSocketCode;

/* Zero at the start, except for `masked`. */
typedef struct WebSocketReader {
    bool masked; /* frames must be masked: those of clients */
    bool final, in_message;
    uint8_t opcode, head_size, control_size;
    unsigned idle;
    uint8_t head[WEBSOCKET_HEAD_MAX], mask[4], control[WEBSOCKET_CONTROL_MAX];
    bool in_frame;
    uint64_t left, masked_count; /* bytes of the frame: not received yet; received */
    uint64_t message;            /* bytes of the message */
    WebSocketCode code;          /* of WEBSOCKET_WRONG */
    const char *why;             /* of WEBSOCKET_WRONG */
} WebSocketReader;

typedef enum WebSocketEvent {
    WEBSOCKET_MORE,  /* all bytes are read */
    WEBSOCKET_DATA,  /* `*out`: bytes of a message */
    WEBSOCKET_ASKED, /* PING: `*out` is to be returned in a PONG */
    WEBSOCKET_ENDED, /* CLOSE: `*out` is to be returned in a CLOSE; then the connection ends */
    WEBSOCKET_WRONG, /* the connection ends with `code` */
} WebSocketEvent;

/* Reads from `*bytes`, and removes from there what was read. The bytes are unmasked in place;
 * `*out` is part of them, or of the reader. */
WebSocketEvent websocket_read(WebSocketReader *reader, uint8_t **bytes, size_t *size,
                              Bytes *out);

/* Writes the header of a whole message, or of a control frame. `mask` NULL: for a client.
 * Returns its size. */
size_t websocket_head(WebSocketOpcode opcode, size_t size, const uint8_t *mask,
                      uint8_t out[WEBSOCKET_HEAD_MAX]);
/* Masks or unmasks bytes that begin at `at` of the data of a frame. */
void websocket_mask(uint8_t *bytes, size_t size, const uint8_t mask[4], uint64_t at);

/* Sec-WebSocket-Accept for a Sec-WebSocket-Key. False if the key is not one. */
bool websocket_accept(Text key, char out[WEBSOCKET_ACCEPT_SIZE + 1]);

#endif
