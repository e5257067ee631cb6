/* Frames: where a packet begins and ends in the bytes of a connection.
 *
 * A packet has a header of 2 bytes, little-endian: its type in bits 0-4, its length, header
 * included, in bits 5-15. So one is at most 2,047 bytes long; there is nothing to refuse but a
 * length below 2. */
#ifndef OISIN_NET_FRAME_H
#define OISIN_NET_FRAME_H

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

/* The beginning of a frame whose rest has not come yet. All zero: nothing. */
typedef struct FramePart {
    uint16_t size;
    uint8_t bytes[FRAME_MAX];
} FramePart;

typedef enum FrameFound { FRAME_WHOLE, FRAME_INCOMPLETE, FRAME_BROKEN } FrameFound;

/* Takes the next frame off `part` and `*rest`, the bytes that came. A whole frame's body lies
 * in one of them: it is valid until the next call and as long as the bytes are. When it is
 * unfinished, `*rest` is empty and its bytes are in `part`. After a broken one there is no way
 * to go on. */
FrameFound frame_next(FramePart *part, Bytes *rest, Frame *frame);

/* The header of a packet with so many bytes behind it; at most FRAME_BODY. */
uint16_t frame_header(unsigned type, size_t body);

#endif
