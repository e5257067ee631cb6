/* Pictures made smaller: for portraits and contact sheets. */
#ifndef OISIN_CONVERT_PICTURE_REDUCE_H
#define OISIN_CONVERT_PICTURE_REDUCE_H

#include "image/image.h"

/* A copy of w x h pixels, both at least 1 and at most the source's. A pixel is the mean of what
 * it covers, colours weighted by their alpha. Integers only: the same on every machine. */
Image picture_reduced(const Image *source, uint32_t w, uint32_t h, Arena *arena);

/* The largest size of the source's shape within `side` x `side`, never larger than it. */
void picture_fit(uint32_t *w, uint32_t *h, uint32_t side);

#endif
