/* Finds the decoder of an animated image. */
#include "base/image/picture_frames.h"

#include "base/text.h"
#include "base/image/picture_frames_internal.h"

static const struct {
    const char *suffix;
    bool (*is_animated)(Bytes file);
    bool (*read)(Bytes file, PictureFrames *out, Arena *arena, Report *report);
} kinds[] = {{"gif", gif_is_animated, gif_frames_read},
             {"webp", webp_is_animated, webp_frames_read}};

bool picture_is_animated(Text suffix, Bytes file)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is_caseless(suffix, kinds[i].suffix))
            return kinds[i].is_animated(file);
    return false;
}

bool picture_frames_read(Text suffix, Bytes file, PictureFrames *out, Arena *arena,
                         Report *report)
{
    *out = (PictureFrames){0};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is_caseless(suffix, kinds[i].suffix))
            return kinds[i].read(file, out, arena, report);
    return report_error(report, "only GIF and WebP are read as animations");
}
