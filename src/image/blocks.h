/* Textures in blocks of 4 x 4 pixels: DXT1, DXT3 and DXT5 (S3TC; BC1 to BC3).
 *
 * A block of DXT1 is 8 bytes: two colours of 5, 6, 5 bits and 16 indices of 2 bits. DXT3 has
 * 8 bytes of alpha before that, 4 bits a pixel; DXT5 two alphas and indices of 3 bits. Blocks
 * follow each other in rows; a level whose sides are no multiples of 4 has blocks that
 * stick out, and has at least one.
 *
 * Colours are as specs/evil_islands.md says: stretched to 8 bits rounding to nearest, mixed
 * rounding down. All is reckoned in integers: the same bytes on each machine. */
#ifndef OISIN_IMAGE_BLOCKS_H
#define OISIN_IMAGE_BLOCKS_H

#include "image/image.h"

typedef enum BlockKind { BLOCK_DXT1, BLOCK_DXT3, BLOCK_DXT5 } BlockKind;

enum { BLOCK_SIDE = 4, BLOCK_PIXELS = 16 };

static inline size_t block_size(BlockKind kind) { return kind == BLOCK_DXT1 ? 8 : 16; }

/* Bytes of a whole level. */
size_t blocks_size(BlockKind kind, uint32_t w, uint32_t h);

/* All pixels of `out`, from `blocks_size` bytes. `bottom_up`: the first stored row is the
 * lowest of the picture. */
void blocks_decode(BlockKind kind, const uint8_t *blocks, bool bottom_up, const Image *out);

/* The blocks that come closest to the picture: colours along the principal axis, then least
 * squares, then single steps. In DXT1 pixels with alpha below 128 become transparent; what is
 * transparent does not count for its block's colours, and a block of nothing else is zero
 * but for its indices. */
void blocks_encode(BlockKind kind, const Image *image, bool bottom_up, uint8_t *out);

/* Whether encoding would keep every drawn pixel as it is. */
bool blocks_hold(BlockKind kind, const Image *image, bool bottom_up);

/* Turns a level upside down without touching its colours. False if that cannot be: its height
 * is over 4 and no multiple of 4. The two must not overlap in memory. */
bool blocks_flip(BlockKind kind, const uint8_t *blocks, uint32_t w, uint32_t h, uint8_t *out);

#endif
