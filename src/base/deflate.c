#include "base/deflate.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <zlib.h>

Bytes deflate_bytes(Bytes bytes, Wrapping wrapping, int level, Arena *arena)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    if (!compressor) {
        arena_take_raw(arena, SIZE_MAX, 1); /* leaves by the arena's exit */
        abort();
    }
    size_t (*const bound)(struct libdeflate_compressor *, size_t) =
        wrapping == WRAPPING_ZLIB   ? libdeflate_zlib_compress_bound
        : wrapping == WRAPPING_GZIP ? libdeflate_gzip_compress_bound
                                    : libdeflate_deflate_compress_bound;
    size_t (*const compress)(struct libdeflate_compressor *, const void *, size_t, void *,
                             size_t) = wrapping == WRAPPING_ZLIB   ? libdeflate_zlib_compress
                                       : wrapping == WRAPPING_GZIP ? libdeflate_gzip_compress
                                                                   : libdeflate_deflate_compress;
    /* Into scratch memory first: the bound is larger than the result, and an
     * arena gives nothing back. */
    const size_t room = bound(compressor, bytes.size);
    uint8_t *scratch = malloc(room);
    if (!scratch) {
        libdeflate_free_compressor(compressor);
        arena_take_raw(arena, SIZE_MAX, 1);
        abort();
    }
    const size_t size = compress(compressor, bytes.data, bytes.size, scratch, room);
    libdeflate_free_compressor(compressor);
    const Bytes result = arena_copy(arena, (Bytes){scratch, size});
    free(scratch);
    return result;
}

/* zlib's windowBits name the wrapping: negative raw, +16 gzip. */
static Inflated inflate_streaming(Bytes bytes, Wrapping wrapping, size_t expected, size_t limit,
                                  Arena *arena)
{
    z_stream stream = {.next_in = (Bytef *)bytes.data, .avail_in = (uInt)bytes.size};
    if (bytes.size > UINT32_MAX)
        return (Inflated){.problem = "a stream over 4 GiB"};
    if (inflateInit2(&stream, wrapping == WRAPPING_ZLIB ? 15 : -15) != Z_OK)
        return (Inflated){.problem = "no memory to inflate"};
    size_t room = expected ? expected : bytes.size * 4 + 64;
    if (room > limit)
        room = limit;
    uint8_t *data = malloc(room + 1);
    size_t size = 0;
    const char *problem = data ? NULL : "no memory to inflate";
    while (!problem) {
        stream.next_out = data + size;
        stream.avail_out = (uInt)(room + 1 - size < UINT32_MAX ? room + 1 - size : UINT32_MAX);
        const int status = inflate(&stream, Z_NO_FLUSH);
        size = (size_t)(stream.next_out - data);
        if (size > limit)
            problem = "more data comes out than may";
        else if (status == Z_STREAM_END)
            break;
        else if (status == Z_BUF_ERROR || (status == Z_OK && stream.avail_in == 0 &&
                                           stream.avail_out > 0))
            problem = "the deflate stream is cut";
        else if (status != Z_OK)
            problem = "the deflate stream is damaged";
        else if (size == room + 1) { /* one byte beyond the room tells that more is coming */
            room = room > limit / 2 ? limit : room * 2;
            uint8_t *larger = realloc(data, room + 1);
            if (larger)
                data = larger;
            else
                problem = "no memory to inflate";
        }
    }
    const size_t used = bytes.size - stream.avail_in;
    inflateEnd(&stream);
    Inflated result = {.problem = problem, .used = used};
    if (!problem)
        result.bytes = arena_copy(arena, (Bytes){data, size});
    free(data);
    return result;
}

/* RFC 1952: how long the header is; 0 if it is none. */
static size_t gzip_header(Bytes bytes)
{
    enum { FHCRC = 2, FEXTRA = 4, FNAME = 8, FCOMMENT = 16 };
    const uint8_t *data = bytes.data;
    if (bytes.size < 10 || data[0] != 0x1f || data[1] != 0x8b || data[2] != 8)
        return 0;
    size_t at = 10;
    if (data[3] & FEXTRA) {
        if (bytes.size - at < 2)
            return 0;
        at += 2 + (size_t)(data[at] | data[at + 1] << 8);
    }
    for (int flag = FNAME; flag <= FCOMMENT; flag *= 2)
        if (data[3] & flag) {
            while (at < bytes.size && data[at])
                at++;
            at++;
        }
    if (data[3] & FHCRC)
        at += 2;
    return at < bytes.size ? at : 0;
}

Inflated inflate_bytes(Bytes bytes, Wrapping wrapping, size_t expected, size_t limit,
                       Arena *arena)
{
    if (wrapping == WRAPPING_GZIP) {
        const size_t header = gzip_header(bytes);
        if (!header)
            return (Inflated){.problem = "no gzip header"};
        Inflated inflated =
            inflate_streaming(bytes_slice(bytes, header, bytes.size - header), WRAPPING_RAW,
                              expected, limit, arena);
        inflated.used += header;
        return inflated;
    }
    /* libdeflate wants the size; where it is known and right this is the fast way. */
    if (expected && expected <= limit) {
        struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
        uint8_t *data = malloc(expected);
        Inflated result = {0};
        size_t size = 0;
        if (decompressor && data &&
            (wrapping == WRAPPING_ZLIB ? libdeflate_zlib_decompress_ex
                                       : libdeflate_deflate_decompress_ex)(
                decompressor, bytes.data, bytes.size, data, expected, &result.used, &size) ==
                LIBDEFLATE_SUCCESS) {
            result.bytes = arena_copy(arena, (Bytes){data, size});
            libdeflate_free_decompressor(decompressor);
            free(data);
            return result;
        }
        libdeflate_free_decompressor(decompressor);
        free(data);
    }
    return inflate_streaming(bytes, wrapping, expected, limit, arena);
}

Inflated inflate_any(Bytes bytes, size_t expected, size_t limit, Wrapping *wrapping,
                     Arena *arena)
{
    const bool looks_like_zlib = bytes.size >= 2 && (bytes.data[0] & 15) == 8 &&
                                 (bytes.data[0] << 8 | bytes.data[1]) % 31 == 0;
    for (int i = 0; i < 2; i++) {
        const Wrapping way = (i == 0) == looks_like_zlib ? WRAPPING_ZLIB : WRAPPING_RAW;
        const Inflated inflated = inflate_bytes(bytes, way, expected, limit, arena);
        if (wrapping)
            *wrapping = way;
        if (!inflated.problem || i == 1 || !looks_like_zlib)
            return inflated;
    }
    return (Inflated){.problem = "no deflate stream"};
}

uint32_t crc32_of(uint32_t crc, Bytes bytes)
{
    return libdeflate_crc32(crc, bytes.data, bytes.size);
}

uint32_t adler32_of(uint32_t adler, Bytes bytes)
{
    return libdeflate_adler32(adler, bytes.data, bytes.size);
}
