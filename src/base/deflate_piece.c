/* Parts, in order: reading bits and Huffman codes; finding the last block; pieces; joining
 * checksums of Adler-32. libdeflate always ends its stream. A piece is such a stream whose
 * "last block" flag is cleared, followed by an empty block, which pads it to a whole byte. */
#include "base/deflate_piece.h"

#include <assert.h>

/* The compressor sets the "last block" flag and pads the last byte with zeros. To append
 * another piece, the first and last bit of that block must be known: this walks through the
 * stream without decompressing it. The stream is our own, so it is not validated. */
typedef struct Walk {
    Bytes bytes;
    size_t at; /* in bits */
} Walk;

enum { CODE_BITS = 15, LITERALS = 288, DISTANCES = 32, LENGTH_CODES = 19, BLOCK_ENDS = 256 };

/* Lookup table indexed by the next bits of the stream: symbol * 16 + code length. */
typedef struct Codes {
    unsigned bits;
    uint16_t symbols[1 << CODE_BITS];
} Codes;

/* At least 48 bits from the current position; zeros after the end. */
static inline uint64_t peek(const Walk *walk)
{
    const size_t byte = walk->at / 8;
    uint64_t value = 0;
    if (byte + 8 <= walk->bytes.size)
        memcpy(&value, walk->bytes.data + byte, 8);
    else if (byte < walk->bytes.size)
        memcpy(&value, walk->bytes.data + byte, walk->bytes.size - byte);
    return value >> walk->at % 8;
}

static inline unsigned take(Walk *walk, unsigned bits)
{
    const unsigned value = (unsigned)(peek(walk) & ((1u << bits) - 1));
    walk->at += bits;
    return value;
}

/* RFC 1951, 3.2.2: codes follow from their lengths. In the stream, the first bit of a code is
 * the lowest. */
static void codes_build(Codes *codes, const uint8_t *lengths, unsigned count)
{
    unsigned counts[CODE_BITS + 1] = {0}, next[CODE_BITS + 2] = {0};
    for (unsigned i = 0; i < count; i++)
        counts[lengths[i]]++;
    counts[0] = 0;
    codes->bits = 1;
    for (unsigned length = 1; length <= CODE_BITS; length++) {
        next[length + 1] = (next[length] + counts[length]) << 1;
        if (counts[length])
            codes->bits = length;
    }
    for (unsigned symbol = 0; symbol < count; symbol++) {
        const unsigned length = lengths[symbol];
        if (!length)
            continue;
        unsigned code = next[length]++, turned = 0;
        for (unsigned i = 0; i < length; i++, code >>= 1)
            turned = turned << 1 | (code & 1);
        for (unsigned i = turned; i < 1u << codes->bits; i += 1u << length)
            codes->symbols[i] = (uint16_t)(symbol << 4 | length);
    }
}

static inline unsigned symbol_next(Walk *walk, const Codes *codes)
{
    const uint16_t entry = codes->symbols[peek(walk) & ((1u << codes->bits) - 1)];
    walk->at += entry & 15;
    return entry >> 4;
}

static void codes_fixed(Codes *literals, Codes *distances)
{
    uint8_t lengths[LITERALS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    codes_build(literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    codes_build(distances, lengths, DISTANCES);
}

/* RFC 1951, 3.2.7 */
static void codes_dynamic(Walk *walk, Codes *literals, Codes *distances)
{
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES] = {0}, first[LENGTH_CODES] = {0};
    const unsigned literal_count = take(walk, 5) + 257, distance_count = take(walk, 5) + 1;
    const unsigned count = take(walk, 4) + 4;
    for (unsigned i = 0; i < count; i++)
        first[order[i]] = (uint8_t)take(walk, 3);
    codes_build(literals, first, LENGTH_CODES);
    for (unsigned i = 0; i < literal_count + distance_count;) {
        const unsigned symbol = symbol_next(walk, literals);
        uint8_t length = 0;
        unsigned times = 1;
        if (symbol < 16)
            length = (uint8_t)symbol;
        else if (symbol == 16) {
            length = lengths[i - 1];
            times = take(walk, 2) + 3;
        } else
            times = symbol == 17 ? take(walk, 3) + 3 : take(walk, 7) + 11;
        while (times--)
            lengths[i++] = length;
    }
    codes_build(literals, lengths, literal_count);
    codes_build(distances, lengths + literal_count, distance_count);
}

/* Moves to the end of a block with Huffman codes. */
static void walk_codes(Walk *walk, const Codes *literals, const Codes *distances)
{
    for (;;) {
        const unsigned symbol = symbol_next(walk, literals);
        if (symbol < BLOCK_ENDS)
            continue;
        if (symbol == BLOCK_ENDS)
            return;
        /* Extra bits: for length symbols from 265, one more every four symbols; 285 has none.
         * For distance symbols from 4, one more every two. */
        walk->at += symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
        const unsigned distance = symbol_next(walk, distances);
        walk->at += distance < 4 ? 0 : (distance - 2) / 2;
    }
}

/* Returns the bit offset of the last block; the walk ends after its last bit. */
static size_t walk_last_block(Walk *walk, Arena *arena)
{
    Codes *literals = arena_alloc_raw(arena, 1, sizeof *literals);
    Codes *distances = arena_alloc_raw(arena, 1, sizeof *distances);
    for (;;) {
        const size_t start = walk->at;
        const bool last = take(walk, 1);
        const unsigned type = take(walk, 2);
        assert(walk->at <= walk->bytes.size * 8 && type < 3);
        if (type == 0) {
            walk->at = (walk->at + 7) / 8 * 8;
            walk->at += 32 + 8 * (size_t)(peek(walk) & 0xFFFF);
        } else {
            if (type == 1)
                codes_fixed(literals, distances);
            else
                codes_dynamic(walk, literals, distances);
            walk_codes(walk, literals, distances);
        }
        if (last)
            return start;
    }
}

Bytes deflate_piece(Bytes bytes, int level, Arena *arena)
{
    const Bytes whole = deflate_bytes(bytes, WRAPPING_RAW, level, arena);
    Walk walk = {whole, 0};
    const size_t start = walk_last_block(&walk, arena);
    /* An empty stored block: three zero bits, padding to the next byte, its size twice. */
    const size_t header = (walk.at + 3 + 7) / 8;
    uint8_t *piece = arena_alloc(arena, header + 4, 1);
    memcpy(piece, whole.data, whole.size < header ? whole.size : header);
    piece[start / 8] &= (uint8_t) ~(1u << start % 8);
    piece[header + 2] = piece[header + 3] = 0xFF;
    return (Bytes){piece, header + 4};
}

uint32_t adler32_join(uint32_t a, uint32_t b, uint64_t b_size)
{
    enum { BASE = 65521 };
    const uint32_t size = (uint32_t)(b_size % BASE);
    const uint32_t a_low = a & 0xFFFF, b_low = b & 0xFFFF;
    const uint32_t low = (a_low + b_low + BASE - 1) % BASE;
    const uint32_t high =
        (uint32_t)(((a >> 16) + (b >> 16) + (uint64_t)size * a_low + (uint64_t)BASE - size) %
                   BASE);
    return high << 16 | low;
}
