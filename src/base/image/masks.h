/* Uncompressed pixels of 1 to 4 bytes, whose channels are described by masks. */
#ifndef OISIN_BASE_IMAGE_MASKS_H
#define OISIN_BASE_IMAGE_MASKS_H

#include "base/image/image.h"

/* The bits of each channel in the little-endian number that is a pixel. Without a mask alpha is
 * 255, other channels are 0. */
typedef struct PixelMasks {
    uint32_t r, g, b, a;
} PixelMasks;

/* Decodes all pixels of `out` from its width * height * `bytes` bytes. Channels are expanded to
 * 8 bits with rounding to nearest; of wider ones the upper bits are used. `bottom_up`: the
 * first stored row is the bottom row of the image. */
void masks_decode(const PixelMasks *masks, unsigned bytes, const uint8_t *data, bool bottom_up,
                  const Image *out);

/* The number `old` with the channels of a pixel, rounded to the nearest; bits without a channel
 * are unchanged. */
uint32_t masks_encode(const PixelMasks *masks, Pixel pixel, uint32_t old);

#endif
