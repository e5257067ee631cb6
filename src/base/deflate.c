/* Parts, in order: compressors that are kept for reuse; compression; decompression; checksums.
 * libdeflate has no streams: input and output are whole buffers. Of gzip, the header is skipped
 * here and the rest is decompressed as a raw stream, so that the trailer may be missing. */
#include "base/deflate.h"

#include <libdeflate.h>

#include <stdatomic.h>

/* By level: a compressor that nobody uses now. To make one takes longer than to compress a few
 * hundred bytes. One of a higher level needs megabytes and is not kept. */
static struct libdeflate_compressor *_Atomic spare[DEFLATE_BEST + 1];

static struct libdeflate_compressor *take_compressor(int level)
{
    struct libdeflate_compressor *one =
        level <= DEFLATE_BEST ? atomic_exchange(&spare[level], NULL) : NULL;
    return one ? one : libdeflate_alloc_compressor(level);
}

static void give_compressor(struct libdeflate_compressor *one, int level)
{
    libdeflate_free_compressor(level <= DEFLATE_BEST ? atomic_exchange(&spare[level], one)
                                                     : one);
}

/* Allocate from the arena before the compressor: an allocation may jump out of this function,
 * which must not leak the compressor. */
Bytes deflate_bytes(Bytes bytes, Wrapping wrapping, int level, Arena *arena)
{
    size_t (*const bound)(struct libdeflate_compressor *, size_t) =
        wrapping == WRAPPING_ZLIB   ? libdeflate_zlib_compress_bound
        : wrapping == WRAPPING_GZIP ? libdeflate_gzip_compress_bound
                                    : libdeflate_deflate_compress_bound;
    size_t (*const compress)(struct libdeflate_compressor *, const void *, size_t, void *,
                             size_t) = wrapping == WRAPPING_ZLIB ? libdeflate_zlib_compress
                                       : wrapping == WRAPPING_GZIP
                                           ? libdeflate_gzip_compress
                                           : libdeflate_deflate_compress;
    const size_t capacity = bound(NULL, bytes.size);
    uint8_t *data = arena_alloc_raw(arena, capacity, 1);
    struct libdeflate_compressor *compressor = take_compressor(level);
    if (!compressor)
        memory_out(SIZE_MAX);
    const size_t size = compress(compressor, bytes.data, bytes.size, data, capacity);
    give_compressor(compressor, level);
    arena_shrink(arena, data, capacity, size);
    return (Bytes){data, size};
}

/* RFC 1952: the size of the header; 0 if it is invalid. */
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

/* libdeflate needs the whole output buffer in advance: enlarge it until the output fits or the
 * limit is reached. */
Inflated inflate_bytes(Bytes bytes, Wrapping wrapping, size_t expected, size_t limit,
                       Arena *arena)
{
    Inflated result = {0};
    const size_t header = wrapping == WRAPPING_GZIP ? gzip_header(bytes) : 0;
    if (wrapping == WRAPPING_GZIP && !header)
        return (Inflated){.problem = "invalid gzip header"};
    const Bytes stream = bytes_slice(bytes, header, bytes.size - header);
    size_t capacity = expected ? expected : stream.size * 4 + 64;
    for (;;) {
        capacity = capacity < limit ? capacity : limit;
        uint8_t *data = arena_alloc_raw(arena, capacity, 1);
        struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
        if (!decompressor)
            memory_out(SIZE_MAX);
        size_t size = 0;
        const enum libdeflate_result status =
            (wrapping == WRAPPING_ZLIB ? libdeflate_zlib_decompress_ex
                                       : libdeflate_deflate_decompress_ex)(
                decompressor, stream.data, stream.size, data, capacity, &result.used, &size);
        libdeflate_free_decompressor(decompressor);
        arena_shrink(arena, data, capacity, status == LIBDEFLATE_SUCCESS ? size : 0);
        if (status == LIBDEFLATE_SUCCESS) {
            result.bytes = (Bytes){data, size};
            result.used += header;
            return result;
        }
        if (status != LIBDEFLATE_INSUFFICIENT_SPACE)
            return (Inflated){.problem = "the deflate stream is damaged or truncated"};
        if (capacity == limit)
            return (Inflated){.problem = "decompressed data exceed the limit"};
        capacity *= 4;
    }
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
    return (Inflated){.problem = "not a deflate stream"};
}

uint32_t crc32_of(uint32_t crc, Bytes bytes)
{
    return libdeflate_crc32(crc, bytes.data, bytes.size);
}

uint32_t adler32_of(uint32_t adler, Bytes bytes)
{
    return libdeflate_adler32(adler, bytes.data, bytes.size);
}
