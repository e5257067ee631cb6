/* Decompression of CRILAYLA. Compression is not needed: packing keeps the stream of a file that
 * was not edited, and stores other files uncompressed. */
#include "mages/archives/crilayla.h"

#include "base/stream.h"

bool crilayla_is(Bytes file)
{
    return file.size >= CRILAYLA_HEAD + CRILAYLA_PLAIN && !memcmp(file.data, "CRILAYLA", 8);
}

uint64_t crilayla_size(Bytes file) { return uint_of(file.data + 8, 4, false) + CRILAYLA_PLAIN; }

/* Bits from the end of the packed bytes; zeros after the first byte, with `failed` set. */
typedef struct Bits {
    const uint8_t *start, *next;
    uint64_t pool;
    unsigned count; /* of bits in the pool */
    bool failed;
} Bits;

static unsigned take(Bits *bits, unsigned count)
{
    while (bits->count < count) {
        bits->failed |= bits->next == bits->start;
        bits->pool = bits->pool << 8 | (bits->next > bits->start ? *--bits->next : 0);
        bits->count += 8;
    }
    bits->count -= count;
    return (unsigned)(bits->pool >> bits->count) & ((1u << count) - 1);
}

static size_t take_length(Bits *bits)
{
    static const unsigned levels[] = {2, 3, 5, 8};
    size_t length = 3;
    for (size_t level = 0; !bits->failed;) {
        const unsigned more = take(bits, levels[level]);
        length += more;
        if (more != (1u << levels[level]) - 1)
            break;
        level += level + 1 < COUNT_OF(levels);
    }
    return length;
}

const char *crilayla_unpack(Bytes file, Bytes *out, Arena *arena)
{
    const size_t packed = (size_t)uint_of(file.data + 12, 4, false);
    const size_t size = (size_t)crilayla_size(file);
    if (packed > file.size - CRILAYLA_HEAD - CRILAYLA_PLAIN)
        return "its compressed part is longer than the file";
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    memcpy(data, file.data + CRILAYLA_HEAD + packed, CRILAYLA_PLAIN);
    Bits bits = {.start = file.data + CRILAYLA_HEAD,
                 .next = file.data + CRILAYLA_HEAD + packed};
    size_t at = size; /* the byte before it is written next */
    while (at > CRILAYLA_PLAIN) {
        if (!take(&bits, 1)) {
            data[--at] = (uint8_t)take(&bits, 8);
        } else {
            const size_t distance = take(&bits, 13) + 3, length = take_length(&bits);
            if (distance > size - at)
                return "it copies bytes from behind its end";
            if (length > at - CRILAYLA_PLAIN)
                return "it is longer than its header says";
            for (size_t i = 0; i < length; i++, at--)
                data[at - 1] = data[at - 1 + distance];
        }
        if (bits.failed)
            return "it ends too early";
    }
    *out = (Bytes){data, size};
    return NULL;
}
