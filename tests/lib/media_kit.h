/* Movies and sounds made in memory. */
#ifndef OISIN_TESTS_MEDIA_KIT_H
#define OISIN_TESTS_MEDIA_KIT_H

#include "kit.h"

#include "base/stream.h"

#include <math.h>
#include <stdio.h>
#include <theora/theoraenc.h>
#include <vorbis/vorbisenc.h>

typedef struct MediaMovie {
    uint32_t w, h, rate, frames;
    uint32_t key_every; /* a key frame; 0: only the first */
    th_pixel_fmt pixels;
} MediaMovie;

/* What the upper three quarters of frame n are: a grey of this luma. Below is a pattern that
 * does not change, so that frames between key frames are worth it. */
uint8_t media_luma(uint32_t frame);
Bytes media_movie(Kit *kit, MediaMovie wanted);

typedef struct MediaSound {
    uint32_t rate, channels, frames;
    double hertz, amplitude;
} MediaSound;

Bytes media_sound(Kit *kit, MediaSound wanted);

/* The size of the page at the start of these bytes. */
size_t media_page_size(Bytes bytes);

/* Both in one file: first pages first, then in turns. */
Bytes media_together(Kit *kit, Bytes movie, Bytes sound);

/* The whole file below the repository. */
Bytes media_file(Kit *kit, const char *path);

/* A page's checksum as RFC 3533 wants it, after it was changed. */
void media_seal(uint8_t *page, size_t size);

#endif
