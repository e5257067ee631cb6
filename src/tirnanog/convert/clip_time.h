/* How long frames of an animation last, as frames of a sprite, which last 1/8 s each. */
#ifndef OISIN_TIRNANOG_CONVERT_CLIP_TIME_H
#define OISIN_TIRNANOG_CONVERT_CLIP_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often a frame is in the strip, at least once; `even`: all frames of the animation last as
 * long as this one, so that each is there once. */
uint32_t clip_repeats(uint32_t ms, bool even);

/* A part of an animation, as Aseprite's tags: frames `from` to `to`, perhaps backwards at
 * first, perhaps forth and back, `repeat` times; 0: for ever. */
typedef struct ClipTag {
    uint32_t from, to, repeat;
    bool back, turns;
} ClipTag;

typedef struct ClipDurations {
    uint32_t (*ms)(const void *context, uint32_t frame);
    const void *context;
} ClipDurations;

/* The frames of its strip, and how it is repeated: 'o', 'f', 'l'. A tag that plays a limited
 * number of times is written out; after the first time, one that turns does not repeat the
 * frame at which it does. False: there are more than `max`. */
bool clip_tag_frames(const ClipTag *tag, const ClipDurations *durations, uint32_t *frames,
                     size_t max, size_t *count, char *loop);

#endif
