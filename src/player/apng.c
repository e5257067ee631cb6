/* Writes chunks of PNG directly, because libpng has no frames. The number of frames is known at
 * the end only and is written into the chunk at the start, with its CRC. */
#include "player/apng.h"

#include "base/deflate.h"

/* Offset of the number of frames: after signature, IHDR and the chunk's header. */
enum { COUNT_AT = 8 + 25 + 8, HEADER_SIZE = 13, CONTROL_SIZE = 8 };

static void put_be(Writer *writer, uint32_t value, unsigned bytes)
{
    while (bytes-- > 0)
        write_u8(writer, (uint8_t)(value >> 8 * bytes));
}

static void chunk(Writer *writer, const char *type, Bytes data)
{
    put_be(writer, (uint32_t)data.size, 4);
    uint32_t crc = crc32_of(0, (Bytes){(const uint8_t *)type, 4});
    if (data.size) /* crc32_of returns 0 for no bytes */
        crc = crc32_of(crc, data);
    write_bytes(writer, (Bytes){(const uint8_t *)type, 4});
    write_bytes(writer, data);
    put_be(writer, crc, 4);
}

Apng apng_begin(uint32_t w, uint32_t h, uint16_t delay, uint16_t rate, Arena *arena)
{
    Apng apng = {.writer = writer_to(arena), .delay = delay, .rate = rate, .arena = arena};
    apng.last = image_new(w, h, arena);
    write_bytes(&apng.writer, (Bytes){(const uint8_t *)"\x89PNG\r\n\x1a\n", 8});
    Arena *scratch = arena_new();
    Writer header = writer_to(scratch), control = writer_to(scratch);
    put_be(&header, w, 4);
    put_be(&header, h, 4);
    write_bytes(&header, (Bytes){(const uint8_t *)"\x08\x02\0\0\0", 5}); /* 8-bit RGB */
    chunk(&apng.writer, "IHDR", writer_bytes(&header));
    put_be(&control, 0, 4); /* number of frames: set at the end */
    put_be(&control, 0, 4); /* loop forever */
    chunk(&apng.writer, "acTL", writer_bytes(&control));
    arena_free(scratch);
    return apng;
}

/* The rectangle that differs from the previous frame; for the first frame, all. */
static Rect changed(const Apng *apng, const Image *frame)
{
    Rect box = {0, 0, (int32_t)frame->w, (int32_t)frame->h};
    if (!apng->frames)
        return box;
    int32_t left = box.w, right = -1, top = -1, bottom = -1;
    for (int32_t y = 0; y < box.h; y++) {
        const Pixel *a = image_at(frame, 0, (uint32_t)y);
        const Pixel *b = image_at(&apng->last, 0, (uint32_t)y);
        if (!memcmp(a, b, frame->w * sizeof *a))
            continue;
        int32_t first = 0, last = box.w - 1;
        while (a[first] == b[first])
            first++;
        while (a[last] == b[last])
            last--;
        left = first < left ? first : left;
        right = last > right ? last : right;
        top = top < 0 ? y : top;
        bottom = y;
    }
    /* A frame of an APNG has at least one pixel. */
    return right < 0 ? (Rect){0, 0, 1, 1}
                     : (Rect){left, top, right - left + 1, bottom - top + 1};
}

static void rgb_row(uint8_t *out, const Pixel *row, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        out[3 * i] = PIXEL_R(row[i]);
        out[3 * i + 1] = PIXEL_G(row[i]);
        out[3 * i + 2] = PIXEL_B(row[i]);
    }
}

/* Rows as differences from the row above (PNG filter 2), which is efficient for maps. */
static Bytes packed(const Image *frame, Rect box, Arena *arena)
{
    const size_t size = (size_t)box.w * 3;
    uint8_t *rows = arena_alloc_raw(arena, (size_t)box.h, size + 1);
    uint8_t *now = arena_alloc(arena, 1, size), *above = arena_alloc(arena, 1, size);
    for (int32_t y = 0; y < box.h; y++) {
        uint8_t *out = rows + (size_t)y * (size + 1);
        rgb_row(now, image_at(frame, (uint32_t)box.x, (uint32_t)(box.y + y)), box.w);
        *out++ = 2;
        for (size_t i = 0; i < size; i++)
            out[i] = (uint8_t)(now[i] - above[i]);
        uint8_t *swap = above;
        above = now;
        now = swap;
    }
    return deflate_bytes((Bytes){rows, (size + 1) * (size_t)box.h}, WRAPPING_ZLIB,
                         DEFLATE_NORMAL, arena);
}

void apng_frame(Apng *apng, const Image *frame)
{
    const Rect box = changed(apng, frame);
    Arena *scratch = arena_new();
    Writer control = writer_to(scratch), data = writer_to(scratch);
    put_be(&control, apng->chunks++, 4);
    put_be(&control, (uint32_t)box.w, 4);
    put_be(&control, (uint32_t)box.h, 4);
    put_be(&control, (uint32_t)box.x, 4);
    put_be(&control, (uint32_t)box.y, 4);
    put_be(&control, apng->delay, 2);
    put_be(&control, apng->rate, 2);
    put_be(&control, 0, 2); /* dispose: none; blend: source */
    chunk(&apng->writer, "fcTL", writer_bytes(&control));
    if (apng->frames)
        put_be(&data, apng->chunks++, 4);
    write_bytes(&data, packed(frame, box, scratch));
    chunk(&apng->writer, apng->frames ? "fdAT" : "IDAT", writer_bytes(&data));
    arena_free(scratch);
    image_copy(&apng->last, 0, 0, frame);
    apng->frames++;
}

Bytes apng_end(Apng *apng)
{
    chunk(&apng->writer, "IEND", (Bytes){NULL, 0});
    uint8_t *data = apng->writer.data + COUNT_AT;
    for (unsigned i = 0; i < 4; i++)
        data[i] = (uint8_t)(apng->frames >> 8 * (3 - i));
    const uint32_t crc = crc32_of(0, (Bytes){data - 4, 4 + CONTROL_SIZE});
    for (unsigned i = 0; i < 4; i++)
        data[CONTROL_SIZE + i] = (uint8_t)(crc >> 8 * (3 - i));
    return writer_bytes(&apng->writer);
}
