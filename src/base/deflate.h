/* Deflate in its three wrappings, whole buffers, through libdeflate.
 *
 * Inflating takes a limit: it guards against bombs, a stream that would give
 * more is refused. Sizes are bytes. */
#ifndef OISIN_BASE_DEFLATE_H
#define OISIN_BASE_DEFLATE_H

#include "base/report.h"

typedef enum Wrapping {
    WRAPPING_RAW,  /* RFC 1951 */
    WRAPPING_ZLIB, /* RFC 1950 */
    WRAPPING_GZIP, /* RFC 1952 */
} Wrapping;

/* 6 is the default for what is written often, 4 for what somebody waits for, 8 for what is
 * written once; from 9 on libdeflate gets slow on repetitive data (dependencies.md). */
enum {
    DEFLATE_NONE = 0,
    DEFLATE_FAST = 1,
    DEFLATE_QUICK = 4,
    DEFLATE_NORMAL = 6,
    DEFLATE_BEST = 8
};

Bytes deflate_bytes(Bytes bytes, Wrapping wrapping, int level, Arena *arena);

/* What came of it: `used` is how much of the input the stream took. */
typedef struct Inflated {
    Bytes bytes;
    size_t used;
    const char *problem; /* NULL, or what is wrong, in words */
} Inflated;

/* At most `limit` bytes come out. `expected` is a hint for the first buffer; 0 if unknown.
 * A gzip stream's trailer is not verified, and may be missing. */
Inflated inflate_bytes(Bytes bytes, Wrapping wrapping, size_t expected, size_t limit,
                       Arena *arena);

/* A zlib or a raw stream, whichever it is: zlib is tried first if the first two
 * bytes look like its header. `*wrapping` tells what it was (may be NULL). */
Inflated inflate_any(Bytes bytes, size_t expected, size_t limit, Wrapping *wrapping,
                     Arena *arena);

/* CRC-32 (IEEE 802.3) and Adler-32, chained: start from 0 and 1. */
uint32_t crc32_of(uint32_t crc, Bytes bytes);
uint32_t adler32_of(uint32_t adler, Bytes bytes);

#endif
