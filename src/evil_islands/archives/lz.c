/* Parts, in order: the codes; decoding; encoding; documentation. */
#include "evil_islands/archives/lz.h"

#include <assert.h>

typedef struct LzCode {
    uint8_t code, width;
    uint16_t base;
    uint8_t extra;
} LzCode;

static const LzCode lengths[] = {
#define LZ_LENGTH(code, width, base, extra) {code, width, base, extra},
#define LZ_DISTANCE(code, width, base, extra)
#include "evil_islands/archives/lz_codes.def"
};

static const LzCode distances[] = {
#define LZ_LENGTH(code, width, base, extra)
#define LZ_DISTANCE(code, width, base, extra) {code, width, base, extra},
#include "evil_islands/archives/lz_codes.def"
};

/* The last code whose base is not above the value. The first base is the lowest value. */
static const LzCode *code_of_value(const LzCode *codes, size_t count, uint32_t value)
{
    while (codes[--count].base > value)
        ;
    return &codes[count];
}

/* The longest match has 226 bytes; its codes have 13 bits and, with the shortest distance, 6.
 */
enum { MATCH_BITS_MIN = 19 };

/* An upper limit, so that a wrong size in a file does not allocate memory without bounds. */
uint64_t lz_size_max(size_t packed)
{
    return ((uint64_t)packed * 8 / MATCH_BITS_MIN + 1) * LZ_MATCH_MAX;
}

/* ---- decoding ---- */

typedef struct Decoder {
    Reader *reader;
    uint32_t bits; /* not used yet, lowest first */
    unsigned count;
} Decoder;

/* After the end, the reader gives zeros and remembers the error. */
static uint32_t take_bits(Decoder *decoder, unsigned count)
{
    while (decoder->count < count) {
        decoder->bits |= (uint32_t)read_u8(decoder->reader) << decoder->count;
        decoder->count += 8;
    }
    const uint32_t value = decoder->bits & ((1u << count) - 1);
    decoder->bits >>= count;
    decoder->count -= count;
    return value;
}

static uint32_t take_value(Decoder *decoder, const LzCode *codes, size_t count)
{
    uint32_t bits = 0;
    for (unsigned width = 1;; width++) {
        bits |= take_bits(decoder, 1) << (width - 1);
        for (size_t i = 0; i < count; i++)
            if (codes[i].width == width && codes[i].code == bits)
                return codes[i].base + take_bits(decoder, codes[i].extra);
        assert(width < 6); /* the codes are complete: every sequence of six bits has one */
    }
}

/* A match may reach before the start, where bytes count as zero, and may overlap itself. */
static bool take_match(Decoder *decoder, uint32_t length, uint8_t *out, size_t at, size_t size)
{
    const size_t start = decoder->reader->at;
    const uint32_t distance =
        (take_value(decoder, distances, COUNT_OF(distances)) & (LZ_WINDOW - 1)) + 1;
    if (!reader_ok(decoder->reader))
        return false;
    if (length > size - at) {
        decoder->reader->at = start;
        return reader_fail(decoder->reader,
                           "a match of %u bytes exceeds the %zu bytes that are missing", length,
                           size - at);
    }
    for (size_t i = at; i < at + length; i++)
        out[i] = i < distance ? 0 : out[i - distance];
    return true;
}

/* Literal bytes stand between the bytes of codes, as they are needed. */
bool lz_decode(Reader *reader, size_t size, Bytes *out, Arena *arena)
{
    *out = (Bytes){0};
    if (!reader_ok(reader))
        return false;
    if (size > lz_size_max(reader_left(reader)))
        return reader_fail(reader, "%zu packed bytes cannot contain %zu bytes",
                           reader_left(reader), size);
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    Decoder decoder = {reader, 0, 0};
    for (size_t at = 0; at < size;) {
        const uint32_t length = take_value(&decoder, lengths, COUNT_OF(lengths));
        if (length == 1)
            data[at] = read_u8(reader);
        else if (!take_match(&decoder, length, data, at, size))
            return false;
        if (!reader_ok(reader))
            return false;
        at += length;
    }
    *out = (Bytes){data, size};
    return true;
}

/* ---- encoding ---- */

typedef struct Encoder {
    Writer *writer;
    size_t slot; /* offset of the byte that receives the next bits */
    unsigned used;
} Encoder;

/* Reserves the byte for codes when its first bit is written: literals follow it in the
 * output. */
static void put_bits(Encoder *encoder, uint32_t bits, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (encoder->used == 8) {
            encoder->slot = encoder->writer->size;
            encoder->used = 0;
            write_u8(encoder->writer, 0);
        }
        encoder->writer->data[encoder->slot] |= (uint8_t)((bits >> i & 1) << encoder->used++);
    }
}

static void put_value(Encoder *encoder, const LzCode *codes, size_t count, uint32_t value)
{
    const LzCode *code = code_of_value(codes, count, value);
    put_bits(encoder, code->code, code->width);
    put_bits(encoder, value - code->base, code->extra);
}

/* The cheapest way to a byte: the token that ends before it. Its match, if `length` > 1, is
 * `back` bytes back. */
typedef struct LzStep {
    uint32_t cost; /* bits from the start of the piece */
    uint16_t back;
    uint8_t length;
} LzStep;

/* Data is encoded in pieces, so that the steps stay in the cache and costs fit; matches reach
 * back into earlier pieces, but end with their own. */
enum { PIECE = 1 << 16, LITERAL_COST = 9 };

typedef struct Finder {
    Bytes data;
    uint32_t *heads;           /* position + 1 of the latest pair of these two bytes */
    uint32_t chain[LZ_WINDOW]; /* the one before each, by position modulo the window */
    uint8_t length_cost[LZ_MATCH_MAX + 1], distance_cost[LZ_WINDOW];
} Finder;

static void fill_costs(Finder *finder)
{
    for (uint32_t i = 1; i <= LZ_MATCH_MAX; i++) {
        const LzCode *code = code_of_value(lengths, COUNT_OF(lengths), i);
        finder->length_cost[i] = (uint8_t)(code->width + code->extra);
    }
    for (uint32_t i = 0; i < LZ_WINDOW; i++) {
        const LzCode *code = code_of_value(distances, COUNT_OF(distances), i);
        finder->distance_cost[i] = (uint8_t)(code->width + code->extra);
    }
}

/* The cheaper way to a byte wins; of equal ones the first. */
static void improve(LzStep *step, uint32_t cost, uint32_t length, uint32_t back)
{
    if (cost < step->cost)
        *step = (LzStep){cost, (uint16_t)back, (uint8_t)length};
}

/* Offers all matches at `at`, up to `max` bytes long. Nearer ones cost less, so that each
 * length is offered once, with the nearest match that has it. */
static void offer_matches(const Finder *finder, size_t at, size_t max, LzStep *steps)
{
    const uint8_t *data = finder->data.data;
    size_t known = LZ_MATCH_MIN - 1;
    for (uint32_t next = finder->heads[data[at] | data[at + 1] << 8]; next && known < max;) {
        const size_t from = next - 1;
        if (at - from > LZ_WINDOW)
            return;
        if (data[from + known] == data[at + known]) {
            size_t length = 0;
            while (length < max && data[from + length] == data[at + length])
                length++;
            for (; known < length; known++)
                improve(&steps[known + 1],
                        steps->cost + finder->length_cost[known + 1] +
                            finder->distance_cost[at - from - 1],
                        (uint32_t)known + 1, (uint32_t)(at - from));
        }
        next = finder->chain[from % LZ_WINDOW];
    }
}

/* Only positions within the window can be found again; older entries of the chain are stale. */
static void remember(Finder *finder, size_t at)
{
    uint32_t *head = &finder->heads[finder->data.data[at] | finder->data.data[at + 1] << 8];
    finder->chain[at % LZ_WINDOW] = *head;
    *head = (uint32_t)at + 1;
}

/* Dynamic programming: each byte is reached by the cheapest sequence of tokens. */
static void find_steps(Finder *finder, size_t from, size_t size, LzStep *steps)
{
    for (size_t i = 1; i <= size; i++)
        steps[i].cost = UINT32_MAX;
    steps[0].cost = 0;
    for (size_t i = 0; i < size; i++) {
        const size_t left = size - i;
        improve(&steps[i + 1], steps[i].cost + LITERAL_COST, 1, 0);
        if (left >= LZ_MATCH_MIN)
            offer_matches(finder, from + i, left < LZ_MATCH_MAX ? left : LZ_MATCH_MAX,
                          &steps[i]);
        if (from + i + 1 < finder->data.size)
            remember(finder, from + i);
    }
}

/* Reverses the steps, which lead from the end to the start, so that each stands where its token
 * begins; then writes them. */
static void put_steps(Encoder *encoder, const uint8_t *data, size_t size, LzStep *steps)
{
    LzStep next = steps[size];
    for (size_t at = size; at;) {
        at -= next.length;
        const LzStep before = steps[at];
        steps[at] = next;
        next = before;
    }
    for (size_t at = 0; at < size; at += steps[at].length) {
        put_value(encoder, lengths, COUNT_OF(lengths), steps[at].length);
        if (steps[at].length == 1)
            write_u8(encoder->writer, data[at]);
        else
            put_value(encoder, distances, COUNT_OF(distances), steps[at].back - 1u);
    }
}

void lz_encode(Bytes data, Writer *writer)
{
    Arena *scratch = arena_new();
    Finder *finder = ARENA_ALLOC(scratch, Finder, 1);
    LzStep *steps = ARENA_ALLOC(scratch, LzStep, PIECE + 1);
    Encoder encoder = {writer, 0, 8};
    finder->data = data;
    finder->heads = ARENA_ALLOC(scratch, uint32_t, 1 << 16);
    fill_costs(finder);
    for (size_t at = 0; at < data.size; at += PIECE) {
        const size_t size = data.size - at < PIECE ? data.size - at : PIECE;
        find_steps(finder, at, size, steps);
        put_steps(&encoder, data.data + at, size, steps);
    }
    arena_free(scratch);
}

/* ---- documentation ---- */

static void describe_codes(const char *title, const LzCode *codes, size_t count, Writer *writer)
{
    write_format(writer, "| %s | code, first bit first | bits that follow |\n|--:|---|--:|\n",
                 title);
    for (size_t i = 0; i < count; i++) {
        write_format(writer, "| %u | ", codes[i].base);
        for (unsigned bit = 0; bit < codes[i].width; bit++)
            write_u8(writer, (uint8_t)('0' + (codes[i].code >> bit & 1)));
        write_format(writer, " | %u |\n", codes[i].extra);
    }
    write_u8(writer, '\n');
}

void lz_describe(Writer *writer)
{
    write_text(writer,
               TEXT("Compression: a stream of tokens. A length of 1 stands for a byte that is "
                    "copied; a greater length is followed by a distance, and repeats that many "
                    "bytes from `distance` + 1 bytes back (modulo 1,024; zeros before the "
                    "data). Bits are read from the lowest up; their byte is taken from the "
                    "stream when a bit is needed and none is left, a copied byte is the next "
                    "whole byte. A value is the code's number plus the bits that follow "
                    "it.\n\n"));
    describe_codes("length", lengths, COUNT_OF(lengths), writer);
    describe_codes("distance", distances, COUNT_OF(distances), writer);
}
