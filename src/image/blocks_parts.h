/* What the files that read and write blocks share; not for others. */
#ifndef OISIN_IMAGE_BLOCKS_PARTS_H
#define OISIN_IMAGE_BLOCKS_PARTS_H

#include "image/blocks.h"

/* 5 and 6 bits to 8, round(v * 255 / 31) and round(v * 255 / 63). */
static inline unsigned blocks_wide5(unsigned v) { return (v * 527 + 23) >> 6; }
static inline unsigned blocks_wide6(unsigned v) { return (v * 259 + 33) >> 6; }

/* The eight alphas of a DXT5 block. */
void blocks_alphas(unsigned first, unsigned second, uint8_t alphas[8]);

/* The 16 pixels of a block, row by row as stored. */
void block_decode(BlockKind kind, const uint8_t *block, Pixel out[BLOCK_PIXELS]);

#endif
