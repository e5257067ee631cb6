/* An animated GIF or WebP as a sprite of a project: a strip of its frames. The name of the file
 * is that of the sprite, with the direction in it, if there is one: "hero_walk_left.gif". */
#include "tirnanog/convert/picture_conversions.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/clip_names.h"
#include "tirnanog/convert/clip_time.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/picture_frames.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "tirnanog/sprites/sheet_cut.h"

typedef struct Strip {
    uint8_t frames[SHEET_FRAMES_MAX];
    size_t count;
} Strip;

/* Animations that play a number of times are written out; others play in a loop. */
static bool strip_fill(const PictureFrames *frames, Strip *out, Report *report)
{
    const uint32_t times = frames->times ? frames->times : 1;
    bool even = true;
    for (size_t i = 1; i < frames->count; i++)
        even &= frames->durations[i] == frames->durations[0];
    for (uint32_t n = 0; n < times; n++)
        for (size_t i = 0; i < frames->count; i++)
            for (uint32_t k = clip_repeats(frames->durations[i], even); k; k--) {
                if (out->count == SHEET_FRAMES_MAX)
                    return report_error(report, "it needs more than %d frames of 1/8 s",
                                        SHEET_FRAMES_MAX);
                out->frames[out->count++] = (uint8_t)i;
            }
    return true;
}

static bool strip_write(const PictureFrames *frames, const Strip *strip, Bytes *out,
                        Arena *arena, Report *report)
{
    const uint64_t wide = (uint64_t)frames->w * strip->count;
    if (wide > PNG_SIDE_MAX || wide * frames->h > PNG_PIXELS_MAX)
        return report_error(report, "the sprite becomes too large: %zu x %u x %u pixels",
                            strip->count, frames->w, frames->h);
    const Image image = image_new((uint32_t)wide, frames->h, arena);
    for (size_t i = 0; i < strip->count; i++)
        image_copy(&image, (int32_t)(i * frames->w), 0, &frames->images[strip->frames[i]]);
    *out = png_write(&image, NULL, arena);
    return true;
}

bool animation_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    PictureFrames frames;
    Strip strip = {.count = 0};
    ClipName name;
    Bytes png;
    const Text stem = path_without_suffix(path_base(job->path));
    const Text suffix = job->format ? text_of(job->format) : path_suffix(job->path);
    if (!clip_name_parse(stem, &name, arena) || !name.name.size)
        name = (ClipName){.name = stem};
    if (!sheet_name_ok(name.name, report) ||
        !picture_frames_read(suffix, job->input, &frames, arena, report) ||
        !strip_fill(&frames, &strip, report) ||
        !strip_write(&frames, &strip, &png, arena, report))
        return false;
    *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) = (ProjectFile){
        arena_format(arena, "%s/%.*s_%s%c%c.png", sprites_folder(job), (int)name.name.size,
                     name.name.at, tng_direction_names[name.direction],
                     frames.times ? 'o' : 'l', tng_frame_letter((unsigned)strip.count)),
        png};
    return true;
}

bool is_animated(const char *from, const ConversionJob *job)
{
    return picture_is_animated(text_of(from), job->input);
}
