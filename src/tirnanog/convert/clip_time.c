/* Converts milliseconds to a number of repeated frames, rounded to nearest. If all frames of a
 * clip last equally long, each is stored once: its speed changes, but no frames are repeated.
 * */
#include "tirnanog/convert/clip_time.h"

enum { FRAME_MS = 125 };

uint32_t clip_repeats(uint32_t ms, bool even)
{
    return even || ms < FRAME_MS ? 1 : (ms + FRAME_MS / 2) / FRAME_MS;
}

static bool add_frame(uint32_t frame, uint32_t repeats, uint32_t *frames, size_t max,
                      size_t *count)
{
    if (*count + repeats > max)
        return false;
    for (uint32_t i = 0; i < repeats; i++)
        frames[(*count)++] = frame;
    return true;
}

bool clip_tag_frames(const ClipTag *tag, const ClipDurations *durations, uint32_t *frames,
                     size_t max, size_t *count, char *loop)
{
    const uint32_t length = tag->to - tag->from + 1, times = tag->repeat ? tag->repeat : 1;
    const uint32_t last = durations->ms(durations->context, tag->to);
    bool back = tag->back, even = true;
    *count = 0;
    for (uint32_t i = tag->from; i < tag->to; i++)
        even &= durations->ms(durations->context, i) == last;
    for (uint32_t n = 0; n < times; n++) {
        const bool skip = tag->turns && n;
        if (skip && length == 1)
            break;
        for (uint32_t i = skip; i < length; i++) {
            const uint32_t frame = back ? tag->to - i : tag->from + i;
            const uint32_t ms = durations->ms(durations->context, frame);
            if (!add_frame(frame, clip_repeats(ms, even), frames, max, count))
                return false;
        }
        back ^= tag->turns;
    }
    *loop = tag->repeat || *count == 1 ? 'o' : tag->turns ? 'f' : 'l';
    return true;
}
