/* Deflate compression of whole buffers through libdeflate, in three formats: raw, zlib and
 * gzip.
 *
 * Decompression requires a limit, as protection against decompression bombs: a stream with more
 * output is rejected. Sizes are in bytes. */
#ifndef OISIN_BASE_DEFLATE_H
#define OISIN_BASE_DEFLATE_H

#include "base/report.h"

typedef enum Wrapping {
    WRAPPING_RAW,  /* RFC 1951 */
    WRAPPING_ZLIB, /* RFC 1950 */
    WRAPPING_GZIP, /* RFC 1952 */
} Wrapping;

/* Level 6 is the default for files that are written often, 4 for interactive work, 8 for files
 * that are written once. From level 9 on, libdeflate is slow on repetitive data. */
enum {
    DEFLATE_NONE = 0,
    DEFLATE_FAST = 1,
    DEFLATE_QUICK = 4,
    DEFLATE_NORMAL = 6,
    DEFLATE_BEST = 8
};

Bytes deflate_bytes(Bytes bytes, Wrapping wrapping, int level, Arena *arena);

/* The result of decompression; `used` is the size of the compressed stream in the input. */
typedef struct Inflated {
    Bytes bytes;
    size_t used;
    const char *problem; /* NULL, or a description of the error */
} Inflated;

/* Returns at most `limit` bytes. `expected` is a hint for the size of the first buffer; 0 if
 * unknown. The trailer of a gzip stream is not verified and may be missing. */
Inflated inflate_bytes(Bytes bytes, Wrapping wrapping, size_t expected, size_t limit,
                       Arena *arena);

/* Decompresses a zlib or raw stream: zlib is tried first if the first two bytes look like its
 * header. `*wrapping`, which may be NULL, is the format found. */
Inflated inflate_any(Bytes bytes, size_t expected, size_t limit, Wrapping *wrapping,
                     Arena *arena);

/* CRC-32 (IEEE 802.3) and Adler-32; may be chained. Initial values: 0 and 1. */
uint32_t crc32_of(uint32_t crc, Bytes bytes);
uint32_t adler32_of(uint32_t adler, Bytes bytes);

#endif
