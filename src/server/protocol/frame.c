/* Finds packets in a stream. A frame that was received whole stays where it is; only the bytes
 * of an incomplete one are copied. */
#include "server/protocol/frame.h"

#include <assert.h>

enum { TYPE_BITS = 5 };

uint16_t frame_header(unsigned type, size_t body)
{
    assert(type < FRAME_TYPES && body <= FRAME_BODY);
    return (uint16_t)((body + FRAME_HEADER) << TYPE_BITS | type);
}

static size_t frame_size(const uint8_t *header)
{
    return (size_t)uint_of(header, FRAME_HEADER, false) >> TYPE_BITS;
}

static Frame frame_at(const uint8_t *bytes, size_t size)
{
    return (Frame){bytes[0] & (FRAME_TYPES - 1), {bytes + FRAME_HEADER, size - FRAME_HEADER}};
}

void frame_part_free(FramePart *part)
{
    if (part->arena)
        arena_free(part->arena);
    *part = (FramePart){0};
}

/* Copies bytes until `part` has `wanted` of them. */
static bool fill(FramePart *part, Bytes *rest, size_t wanted)
{
    const size_t missing = wanted > part->size ? wanted - part->size : 0;
    const size_t count = missing < rest->size ? missing : rest->size;
    if (count && !part->arena) {
        part->arena = arena_new();
        part->bytes = arena_alloc_raw(part->arena, FRAME_MAX, 1);
    }
    if (count)
        memcpy(part->bytes + part->size, rest->data, count);
    part->size = (uint16_t)(part->size + count);
    *rest = bytes_slice(*rest, count, rest->size - count);
    return part->size >= wanted;
}

FrameFound frame_next(FramePart *part, Bytes *rest, Frame *frame)
{
    if (part->size == 0 && part->arena) /* the last frame was in it */
        frame_part_free(part);
    if (part->size == 0 && rest->size >= FRAME_HEADER) {
        const size_t size = frame_size(rest->data);
        if (size < FRAME_HEADER)
            return FRAME_BROKEN;
        if (size <= rest->size) {
            *frame = frame_at(rest->data, size);
            *rest = bytes_slice(*rest, size, rest->size - size);
            return FRAME_WHOLE;
        }
    }
    if (!fill(part, rest, FRAME_HEADER))
        return FRAME_INCOMPLETE;
    const size_t size = frame_size(part->bytes);
    if (size < FRAME_HEADER)
        return FRAME_BROKEN;
    if (!fill(part, rest, size))
        return FRAME_INCOMPLETE;
    *frame = frame_at(part->bytes, size);
    part->size = 0;
    return FRAME_WHOLE;
}
