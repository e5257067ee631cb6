/* Animated images, GIF and WebP: their frames, as a viewer shows them one after another.
 *
 * Each frame is the whole canvas, RGBA, not premultiplied: what frames before it leave is in
 * it. */
#ifndef OISIN_BASE_IMAGE_PICTURE_FRAMES_H
#define OISIN_BASE_IMAGE_PICTURE_FRAMES_H

#include "base/report.h"
#include "base/image/image.h"

enum { PICTURE_FRAMES_MAX = 32 }; /* of a sprite: seeds/tng_format.txt, Sprites */

typedef struct PictureFrames {
    uint32_t w, h;
    size_t count;
    Image images[PICTURE_FRAMES_MAX];
    uint32_t durations[PICTURE_FRAMES_MAX]; /* ms */
    uint32_t times;                         /* that it plays; 0: without end */
} PictureFrames;

/* Whether a file with this suffix has more than one frame; false for damaged files. */
bool picture_is_animated(Text suffix, Bytes file);

/* The frames of an animated file. On failure one error is reported. */
bool picture_frames_read(Text suffix, Bytes file, PictureFrames *out, Arena *arena,
                         Report *report);

#endif
