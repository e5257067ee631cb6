/* Reduction of images, for portraits and contact sheets. */
#ifndef OISIN_KIT_OPEN_PICTURE_REDUCE_H
#define OISIN_KIT_OPEN_PICTURE_REDUCE_H

#include "base/image/image.h"

/* Returns a copy of w x h pixels, both at least 1 and at most the source's. A pixel is the mean
 * of the area it covers, with colours weighted by alpha. Integers only, so the result is the
 * same on every machine. */
Image picture_reduced(const Image *source, uint32_t w, uint32_t h, Arena *arena);

/* Computes the largest size with the source's aspect ratio within `side` x `side`, at most the
 * source's size. */
void picture_fit(uint32_t *w, uint32_t *h, uint32_t side);

#endif
