/* Animated PNG: frames of one size, opaque, written one after the other; only
 * what changed since the frame before is stored. Shown in a loop. */
#ifndef OISIN_PLAYER_APNG_H
#define OISIN_PLAYER_APNG_H

#include "base/stream.h"
#include "image/image.h"

typedef struct Apng {
    Writer writer;
    Image last; /* the frame before */
    uint32_t frames, chunks;
    uint16_t delay, rate; /* a frame is shown delay / rate seconds */
    Arena *arena;
} Apng;

Apng apng_begin(uint32_t w, uint32_t h, uint16_t delay, uint16_t rate, Arena *arena);
void apng_frame(Apng *apng, const Image *frame);
/* The whole file; there must have been a frame. */
Bytes apng_end(Apng *apng);

#endif
