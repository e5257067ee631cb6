#include "prove_writer_internal.h"

#include <string.h>

#include <zlib.h>

void put(Buffer *buffer, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++, value >>= 8)
        buffer->data[buffer->size++] = (uint8_t)value;
}

void put_raw(Buffer *buffer, const void *data, size_t size)
{
    if (size)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
}

void set(Buffer *buffer, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++, value >>= 8)
        buffer->data[at + i] = (uint8_t)value;
}

void put_unset(Buffer *buffer, unsigned count)
{
    while (count--)
        put(buffer, 0xFFFF00, 3);
}

/* ---- compression ---- */

/* One stored block: as valid as any other stream, and made at once. */
static void put_stored(Buffer *out, const uint8_t *data, size_t size)
{
    put(out, 1, 1);
    put(out, size, 2);
    put(out, ~size, 2);
    put_raw(out, data, size);
}

void put_stream(Buffer *out, const Buffer *in, int raw, int level)
{
    z_stream stream = {0};
    if (!level) {
        if (!raw)
            put(out, 0x0178, 2);
        put_stored(out, in->data, in->size);
        const uint32_t adler = (uint32_t)adler32(1, in->data, (uInt)in->size);
        for (unsigned i = 4; !raw && i--;)
            put(out, adler >> 8 * i, 1);
        return;
    }
    deflateInit2(&stream, level, Z_DEFLATED, raw ? -15 : 15, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = (uint8_t *)(uintptr_t)in->data;
    stream.avail_in = (uInt)in->size;
    stream.next_out = out->data + out->size;
    stream.avail_out = (uInt)(WRITER_MAX - out->size);
    deflate(&stream, Z_FINISH);
    out->size += stream.total_out;
    deflateEnd(&stream);
}

void put_block(Buffer *out, const Buffer *in, int raw, unsigned checksum, int level, int big)
{
    const size_t start = out->size;
    put_stream(out, in, raw, level);
    uint32_t value = (uint32_t)crc32(0, in->data, (uInt)in->size);
    if (checksum == 1)
        value = (uint32_t)crc32(0, out->data + start, (uInt)(out->size - start));
    if (checksum == 2) {
        if (!raw)
            return; /* the stream ends with it */
        value = (uint32_t)adler32(1, in->data, (uInt)in->size);
        if (big)
            value = value >> 24 | (value >> 8 & 0xFF00) | (value << 8 & 0xFF0000) | value << 24;
    }
    put(out, value, 4);
}

uint32_t crc32c(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0x82F63B78u : crc >> 1;
    }
    return ~crc;
}

/* ---- records without open questions ---- */

void put_ogg(Buffer *out, uint32_t rate)
{
    put_raw(out, "OggS", 4);
    put(out, 0, 8);
    put(out, 0, 8);
    put(out, 0, 6);
    put(out, 1, 1); /* segments */
    put(out, 30, 1);
    put_raw(out, "\1vorbis", 7);
    put(out, 0, 4);
    put(out, 2, 1);
    put(out, rate, 4);
    put(out, 0, 8);
    put(out, 0, 6);
    put_raw(out, WRITER_NAME, 6);
}

void put_sprite(Buffer *out)
{
    put(out, 16, 2);
    put(out, 16, 2);
    put(out, 0, 1);
    put(out, 1, 1);
    put(out, 0, 8); /* atlas, x, y, w */
    put(out, 0, 6);
}

void put_attributes(Buffer *out, uint32_t name)
{
    put(out, 0, 4);
    put(out, 4, 1);
    put(out, 0, 8);
    put(out, 0, 4);
    put(out, 1, 2);
    put(out, 0, 1); /* primary */
    put(out, name, 3);
    put(out, 1, 3);
}
