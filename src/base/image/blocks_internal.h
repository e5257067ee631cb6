/* Internal declarations of the block codec. */
#ifndef OISIN_BASE_IMAGE_BLOCKS_INTERNAL_H
#define OISIN_BASE_IMAGE_BLOCKS_INTERNAL_H

#include "base/image/blocks.h"

/* Expands 5 and 6 bits to 8: round(v * 255 / 31) and round(v * 255 / 63). */
static inline unsigned blocks_wide5(unsigned v) { return (v * 527 + 23) >> 6; }
static inline unsigned blocks_wide6(unsigned v) { return (v * 259 + 33) >> 6; }

/* The eight alpha values of a DXT5 block. */
void blocks_alphas(unsigned first, unsigned second, uint8_t alphas[8]);

/* The same for a block of BC7. */
void bc7_decode(const uint8_t *block, Pixel out[BLOCK_PIXELS]);

/* The 16 pixels of a block, in stored order. */
void block_decode(BlockKind kind, const uint8_t *block, Pixel out[BLOCK_PIXELS]);

#endif
