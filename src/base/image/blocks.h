/* Textures in blocks of 4 x 4 pixels: DXT1, DXT3 and DXT5 (S3TC; BC1 to BC3), which are read
 * and written; BC4, BC5 and BC7, which are only read.
 *
 * A DXT1 block has 8 bytes: two colours of 5, 6, 5 bits and 16 indices of 2 bits. DXT3 has 8
 * bytes of alpha before that, 4 bits per pixel; DXT5 has two alpha values and indices of 3
 * bits. BC4 has only such values, which become grey; BC5 has them for red, then for green.
 * BC7 has eight modes (blocks_bc7.c); a block without a mode is transparent.
 * Blocks are stored row by row. A level whose sides are not multiples of 4 has partial
 * blocks at its edges, and every level has at least one block.
 *
 * Colours are computed as specified in specs/evil_islands.md: expanded to 8 bits with rounding
 * to nearest, interpolated with rounding down. All arithmetic uses integers, so results are the
 * same on every machine. */
#ifndef OISIN_BASE_IMAGE_BLOCKS_H
#define OISIN_BASE_IMAGE_BLOCKS_H

#include "base/image/image.h"

typedef enum BlockKind {
    BLOCK_DXT1,
    BLOCK_DXT3,
    BLOCK_DXT5,
    BLOCK_BC4,
    BLOCK_BC5,
    BLOCK_BC7
} BlockKind;

enum { BLOCK_SIDE = 4, BLOCK_PIXELS = 16 };

static inline size_t block_size(BlockKind kind)
{
    return kind == BLOCK_DXT1 || kind == BLOCK_BC4 ? 8 : 16;
}

/* Size of a whole level in bytes. */
size_t blocks_size(BlockKind kind, uint32_t w, uint32_t h);

/* Decodes all pixels of `out` from `blocks_size` bytes. `bottom_up`: the first stored row is
 * the bottom row of the image. */
void blocks_decode(BlockKind kind, const uint8_t *blocks, bool bottom_up, const Image *out);

/* Encodes the image to DXT1, DXT3 or DXT5 with a small error: colours along the principal axis,
 * then least squares, then single steps. In DXT1, pixels with alpha below 128 become
 * transparent. Transparent pixels do not affect the colours of their block; a block of only
 * such pixels is zero except for its indices. */
void blocks_encode(BlockKind kind, const Image *image, bool bottom_up, uint8_t *out);

/* Whether encoding to DXT1, DXT3 or DXT5 would preserve every drawn pixel exactly. */
bool blocks_hold(BlockKind kind, const Image *image, bool bottom_up);

/* Flips a level of DXT1, DXT3 or DXT5 vertically without changing its colours. Returns false if
 * that is impossible: its height is over 4 and not a multiple of 4. The two buffers must not
 * overlap. */
bool blocks_flip(BlockKind kind, const uint8_t *blocks, uint32_t w, uint32_t h, uint8_t *out);

#endif
