/* The limits of an image's size, and of an animation's frames, which all decoders check before
 * they allocate. */
#include "base/image/picture.h"

#include "base/image/picture_frames_internal.h"
#include "base/image/png.h"

bool picture_size_check(uint32_t w, uint32_t h, Report *report)
{
    if (!w || !h)
        return report_error(report, "invalid size: %u x %u pixels", w, h);
    if (w > PNG_SIDE_MAX || h > PNG_SIDE_MAX || (uint64_t)w * h > PNG_PIXELS_MAX)
        return report_error(report,
                            "%u x %u pixels are too many (maximum: %d per side, %d in total)",
                            w, h, PNG_SIDE_MAX, PNG_PIXELS_MAX);
    return true;
}

bool picture_frames_new(PictureFrames *frames, Arena *arena, Report *report)
{
    if (frames->count > PICTURE_FRAMES_MAX)
        return report_error(report, "it has %zu frames; a sprite has at most %d", frames->count,
                            PICTURE_FRAMES_MAX);
    if ((uint64_t)frames->w * frames->h * frames->count > PNG_PIXELS_MAX)
        return report_error(report, "%zu frames of %u x %u pixels are too many", frames->count,
                            frames->w, frames->h);
    for (size_t i = 0; i < frames->count; i++)
        frames->images[i] = image_new(frames->w, frames->h, arena);
    return true;
}
