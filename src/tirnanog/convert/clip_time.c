/* Converts milliseconds to a number of repeated frames, rounded to nearest. If all frames of a
 * clip last equally long, each is stored once: its speed changes, but no frames are repeated.
 * */
#include "tirnanog/convert/clip_time.h"

enum { FRAME_MS = 125 };

uint32_t clip_repeats(uint32_t ms, bool even)
{
    return even || ms < FRAME_MS ? 1 : (ms + FRAME_MS / 2) / FRAME_MS;
}
