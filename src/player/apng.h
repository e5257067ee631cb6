/* Writes animated PNG: opaque frames of one size; only the changed rectangle of each frame
 * is stored. The animation loops. */
#ifndef OISIN_PLAYER_APNG_H
#define OISIN_PLAYER_APNG_H

#include "base/stream.h"
#include "base/image/image.h"

typedef struct Apng {
    Writer writer;
    Image last; /* previous frame */
    uint32_t frames, chunks;
    uint16_t delay, rate; /* a frame is shown for delay / rate seconds */
    Arena *arena;
} Apng;

Apng apng_begin(uint32_t w, uint32_t h, uint16_t delay, uint16_t rate, Arena *arena);
void apng_frame(Apng *apng, const Image *frame);
/* Returns the whole file; at least one frame is required. */
Bytes apng_end(Apng *apng);

#endif
