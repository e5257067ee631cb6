/* Framing: the boundaries of packets in the byte stream of a connection.
 *
 * A packet has a header of 2 bytes, little-endian: its type in bits 0-4, its length,
 * including the header, in bits 5-15. So a packet has at most 2,047 bytes, and the only
 * invalid headers are those with a length below 2. */
#ifndef OISIN_SERVER_PROTOCOL_FRAME_H
#define OISIN_SERVER_PROTOCOL_FRAME_H

#include "base/stream.h"

enum {
    FRAME_HEADER = 2,                      /* bytes */
    FRAME_MAX = 2047,                      /* bytes, with the header */
    FRAME_BODY = FRAME_MAX - FRAME_HEADER, /* bytes */
    FRAME_TYPES = 32,
};

typedef struct Frame {
    unsigned type;
    Bytes body;
} Frame;

/* The received part of an incomplete frame. All zero: empty. Frames mostly arrive whole, so the
 * memory exists only as long as it is needed. */
typedef struct FramePart {
    uint16_t size;
    uint8_t *bytes; /* FRAME_MAX of them */
    Arena *arena;   /* has them; NULL: none */
} FramePart;

void frame_part_free(FramePart *part);

typedef enum FrameFound { FRAME_WHOLE, FRAME_INCOMPLETE, FRAME_BROKEN } FrameFound;

/* Removes the next frame from `part` and `*rest`, the received bytes. The body of a whole
 * frame points into one of them: it is valid until the next call and as long as the bytes
 * are. If the frame is incomplete, `*rest` is empty and its bytes are in `part`. After
 * FRAME_BROKEN the stream cannot be continued. */
FrameFound frame_next(FramePart *part, Bytes *rest, Frame *frame);

/* The header of a packet with a body of `body` bytes; at most FRAME_BODY. */
uint16_t frame_header(unsigned type, size_t body);

#endif
