/* Puts the chunk into a PNG, and takes it out again if the pixels are still those of the
 * texture. The PNG is not decoded to add it: the first chunk, IHDR, always has the same size,
 * and the new one is inserted after it. */
#include "evil_islands/textures/texture_file.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "evil_islands/textures/mmp.h"
#include "base/image/png.h"

static const char name[] = "oiMP";

/* A chunk is its size, its name, its data, and a CRC of name and data; sizes are big-endian.
 * The first one, IHDR, follows the signature. */
enum { SIGNATURE = 8, AROUND = 12, FIRST = SIGNATURE + AROUND + 13, FILE_MAX = 64 << 20 };

static void put_big(Writer *out, uint32_t number)
{
    for (unsigned i = 4; i--;)
        write_u8(out, (uint8_t)(number >> 8 * i));
}

Bytes texture_file_put(Bytes png, Bytes mmp, Arena *arena)
{
    Writer out = writer_to(arena);
    const Bytes packed = deflate_bytes(mmp, WRAPPING_ZLIB, DEFLATE_NORMAL, arena);
    const Bytes start = {(const uint8_t *)name, 4};
    if (png.size < FIRST)
        return png;
    write_bytes(&out, bytes_slice(png, 0, FIRST));
    put_big(&out, (uint32_t)packed.size);
    write_bytes(&out, start);
    write_bytes(&out, packed);
    put_big(&out, crc32_of(crc32_of(0, start), packed));
    write_bytes(&out, bytes_slice(png, FIRST, png.size - FIRST));
    return writer_bytes(&out);
}

/* The data of the chunk; empty: there is none. */
static Bytes find_chunk(Bytes png)
{
    for (size_t at = SIGNATURE; at + AROUND <= png.size;) {
        const uint64_t size = uint_of(png.data + at, 4, true);
        if (size > png.size - at - AROUND)
            break;
        if (!memcmp(png.data + at + 4, name, 4))
            return bytes_slice(png, at + 8, (size_t)size);
        at += (size_t)size + AROUND;
    }
    return (Bytes){0};
}

static bool has_pixels_of(Bytes png, Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Mmp mmp;
    Image shown, stored;
    if (!mmp_is(file) || !mmp_read(file, &mmp, arena, &silent) ||
        !mmp_picture(&mmp, 0, MMP_ROWS_USUAL, &stored, arena, &silent) ||
        !png_read(png, &shown, NULL, arena, &silent) || shown.w != stored.w ||
        shown.h != stored.h)
        return false;
    for (uint32_t y = 0; y < shown.h; y++)
        if (memcmp(image_at(&shown, 0, y), image_at(&stored, 0, y), shown.w * sizeof(Pixel)))
            return false;
    return true;
}

bool texture_file_take(Bytes png, Bytes *mmp, Arena *arena)
{
    const Bytes packed = find_chunk(png);
    if (!packed.size)
        return false;
    Arena *scratch = arena_new();
    const Inflated file = inflate_bytes(packed, WRAPPING_ZLIB, 0, FILE_MAX, scratch);
    const bool same = !file.problem && has_pixels_of(png, file.bytes, scratch);
    if (same)
        *mmp = arena_copy(arena, file.bytes);
    arena_free(scratch);
    return same;
}
