/* Blocks of BC7 (BPTC), as described by the Khronos Data Format Specification 1.3 and the
 * documentation of Direct3D.
 *
 * A block has 128 bits, lowest first: the mode, which is as many zeros as its number and a one;
 * the partition, which divides the pixels into subsets; the rotation, which exchanges alpha
 * with a colour; the choice of indices; two end points of each subset, all reds first, then
 * greens, blues and alphas; their common lowest bits; one or two lists of indices. */
#include "base/image/blocks_internal.h"

#include "base/bits.h"
#include "base/stream.h"

enum { MODES = 8, SUBSETS_MAX = 3, ENDS_MAX = 2 * SUBSETS_MAX, CHANNELS = 4 };

/* Numbers of bits of a mode's fields. */
typedef struct Mode {
    uint8_t subsets, partition, rotation, choice, colour, alpha;
    uint8_t own, shared; /* a lowest bit for each end point, or for each subset */
    uint8_t index, second;
} Mode;

static const Mode modes[MODES] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
    {3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
    {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

typedef struct Partition {
    uint32_t subsets;
    uint8_t anchors[SUBSETS_MAX];
} Partition;

#define THREE(subsets, second, third)
#define TWO(subsets, anchor) {subsets, {0, anchor, 0}},
static const Partition twos[64] = {
#include "base/image/bc7_partitions.def"
};
#define TWO(subsets, anchor)
#define THREE(subsets, second, third) {subsets, {0, second, third}},
static const Partition threes[64] = {
#include "base/image/bc7_partitions.def"
};

/* How much of the second end point there is, in 64ths, by index. */
static const uint8_t weights2[] = {0, 21, 43, 64};
static const uint8_t weights3[] = {0, 9, 18, 27, 37, 46, 55, 64};
static const uint8_t weights4[] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
static const uint8_t *const weights[] = {NULL, NULL, weights2, weights3, weights4};

/* The rest of the block. */
typedef struct Bits {
    uint64_t low, high;
} Bits;

/* 1 to 8 bits; 0 of none. */
static inline unsigned take(Bits *bits, unsigned count)
{
    if (!count)
        return 0;
    const unsigned value = (unsigned)(bits->low & ((1u << count) - 1));
    bits->low = bits->low >> count | bits->high << (64 - count);
    bits->high >>= count;
    return value;
}

typedef struct Block {
    const Mode *mode;
    uint32_t subsets; /* 2 bits per pixel */
    uint8_t anchors[SUBSETS_MAX];
    unsigned rotation, choice;
    uint8_t ends[ENDS_MAX][CHANNELS];
    uint8_t first[BLOCK_PIXELS], second[BLOCK_PIXELS]; /* indices */
} Block;

static void partition_take(Block *block, Bits *bits)
{
    const unsigned number = take(bits, block->mode->partition);
    if (block->mode->subsets == 1)
        return;
    const bool two = block->mode->subsets == 2;
    const Partition *partition = two ? &twos[number] : &threes[number];
    block->subsets = two ? bits_spread(partition->subsets) : partition->subsets;
    memcpy(block->anchors, partition->anchors, sizeof block->anchors);
}

/* Expands to 8 bits by repeating the highest bits below the lowest one. */
static inline uint8_t widened(unsigned value, unsigned bits)
{
    value <<= 8 - bits;
    return (uint8_t)(value | value >> bits);
}

static void ends_take(Block *block, Bits *bits)
{
    const Mode *mode = block->mode;
    const unsigned count = 2u * mode->subsets, more = mode->own | mode->shared;
    unsigned lowest[ENDS_MAX] = {0};
    for (unsigned k = 0; k < CHANNELS; k++)
        for (unsigned i = 0; i < count; i++)
            block->ends[i][k] = (uint8_t)take(bits, k < 3 ? mode->colour : mode->alpha);
    for (unsigned i = 0; i < count; i++)
        lowest[i] = mode->own || (mode->shared && i % 2 == 0) ? take(bits, 1)
                    : mode->shared                            ? lowest[i - 1]
                                                              : 0;
    for (unsigned k = 0; k < CHANNELS; k++) {
        const unsigned width = (k < 3 ? mode->colour : mode->alpha) + more;
        for (unsigned i = 0; i < count; i++)
            block->ends[i][k] =
                k == 3 && !mode->alpha
                    ? 255
                    : widened((unsigned)block->ends[i][k] << more | lowest[i], width);
    }
}

static inline unsigned subset_of(const Block *block, unsigned pixel)
{
    return block->subsets >> 2 * pixel & 3;
}

static void indices_take(const Block *block, Bits *bits, unsigned width,
                         uint8_t out[BLOCK_PIXELS])
{
    for (unsigned i = 0; i < BLOCK_PIXELS; i++)
        out[i] = (uint8_t)take(bits, width - (block->anchors[subset_of(block, i)] == i));
}

static bool block_read(const uint8_t *data, Block *out)
{
    Bits bits = {uint_of(data, 8, false), uint_of(data + 8, 8, false)};
    const unsigned number = data[0] ? (unsigned)__builtin_ctz(data[0]) : MODES;
    *out = (Block){0};
    if (number == MODES)
        return false;
    const Mode *mode = out->mode = &modes[number];
    take(&bits, number + 1);
    partition_take(out, &bits);
    out->rotation = take(&bits, mode->rotation);
    out->choice = take(&bits, mode->choice);
    ends_take(out, &bits);
    indices_take(out, &bits, mode->index, out->first);
    if (mode->second)
        indices_take(out, &bits, mode->second, out->second);
    return true;
}

static inline unsigned mixed(unsigned a, unsigned b, unsigned weight)
{
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

static Pixel pixel_of(const Block *block, unsigned i)
{
    const Mode *mode = block->mode;
    const uint8_t *a = block->ends[2 * subset_of(block, i)], *b = a + CHANNELS;
    unsigned colour = weights[mode->index][block->first[i]], alpha = colour;
    if (mode->second) {
        const unsigned second = weights[mode->second][block->second[i]];
        alpha = block->choice ? colour : second;
        colour = block->choice ? second : colour;
    }
    unsigned channels[CHANNELS];
    for (unsigned k = 0; k < CHANNELS; k++)
        channels[k] = mixed(a[k], b[k], k < 3 ? colour : alpha);
    if (block->rotation) {
        const unsigned kept = channels[block->rotation - 1];
        channels[block->rotation - 1] = channels[3];
        channels[3] = kept;
    }
    return PIXEL(channels[0], channels[1], channels[2], channels[3]);
}

void bc7_decode(const uint8_t *data, Pixel out[BLOCK_PIXELS])
{
    Block block;
    const bool known = block_read(data, &block);
    for (unsigned i = 0; i < BLOCK_PIXELS; i++)
        out[i] = known ? pixel_of(&block, i) : 0;
}
