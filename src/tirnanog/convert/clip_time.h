/* How long frames of an animation last, as frames of a sprite, which last 1/8 s each. */
#ifndef OISIN_TIRNANOG_CONVERT_CLIP_TIME_H
#define OISIN_TIRNANOG_CONVERT_CLIP_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* How often a frame is in the strip, at least once; `even`: all frames of the animation last as
 * long as this one, so that each is there once. */
uint32_t clip_repeats(uint32_t ms, bool even);

#endif
