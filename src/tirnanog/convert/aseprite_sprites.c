/* The animations of an Aseprite file as sprites of a project: a strip for each tag.
 *
 * Frames of a project last 1/8 s. Frames of a tag that all last the same time become one frame
 * each; otherwise each is repeated, at least once. Parts, in order: the frames of a tag;
 * slices; strips. */
#include "tirnanog/convert/picture_conversions.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/clip_names.h"
#include "tirnanog/convert/clip_time.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/aseprite.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "tirnanog/sprites/sheet_cut.h"

typedef struct Clip {
    Text tag; /* for messages; empty: the file has none */
    ClipName name;
    char loop; /* 'o', 'f', 'l' */
    uint32_t frames[SHEET_FRAMES_MAX];
    size_t count;
} Clip;

typedef struct Cutting {
    ConversionJob *job;
    Aseprite aseprite;
    Text stem;
    Table seen;      /* sprites with their direction */
    uint64_t pixels; /* of all strips */
    Image frame;     /* the one that was drawn last */
    size_t frame_number;
    bool *is_of_tag; /* per slice */
    Arena *frame_arena;
    Arena *arena;
    Report *report;
} Cutting;

/* ---- the frames of a tag ---- */

static uint32_t frame_ms(const void *aseprite, uint32_t frame)
{
    return aseprite_duration(aseprite, frame);
}

static bool clip_fill(Clip *clip, const Cutting *cutting, const AsepriteTag *tag)
{
    const ClipTag part = {.from = tag->from,
                          .to = tag->to,
                          .repeat = tag->repeat,
                          .back = tag->direction == ASEPRITE_REVERSE ||
                                  tag->direction == ASEPRITE_PING_PONG_REVERSE,
                          .turns = tag->direction >= ASEPRITE_PING_PONG};
    const ClipDurations durations = {frame_ms, &cutting->aseprite};
    return clip_tag_frames(&part, &durations, clip->frames, SHEET_FRAMES_MAX, &clip->count,
                           &clip->loop) ||
           report_error(cutting->report, "tag \"%.*s\" needs more than %d frames of 1/8 s",
                        (int)clip->tag.size, clip->tag.at, SHEET_FRAMES_MAX);
}

/* ---- slices ---- */

/* The part of each frame of a clip; false without a report if the slice is hidden in all. */
static bool slice_fits(const Cutting *cutting, const Clip *clip, const AsepriteSlice *slice,
                       bool *hidden)
{
    const AsepriteSliceKey *first = aseprite_slice_at(slice, clip->frames[0]);
    *hidden = true;
    for (size_t i = 0; i < clip->count; i++)
        *hidden &= !aseprite_slice_at(slice, clip->frames[i]);
    for (size_t i = 0; !*hidden && i < clip->count; i++) {
        const AsepriteSliceKey *key = aseprite_slice_at(slice, clip->frames[i]);
        if (!key || !first)
            return report_error(
                cutting->report, "slice \"%.*s\" is hidden in a frame of \"%.*s\"",
                (int)slice->name.size, slice->name.at, (int)clip->tag.size, clip->tag.at);
        if (key->w != first->w || key->h != first->h)
            return report_error(cutting->report,
                                "slice \"%.*s\" has different sizes in the frames of \"%.*s\": "
                                "%u x %u and %u x %u",
                                (int)slice->name.size, slice->name.at, (int)clip->tag.size,
                                clip->tag.at, first->w, first->h, key->w, key->h);
    }
    return true;
}

/* ---- strips ---- */

static const Image *frame_draw(Cutting *cutting, size_t number)
{
    if (cutting->frame_number != number) {
        arena_reset(cutting->frame_arena);
        cutting->frame_number = SIZE_MAX;
        if (!aseprite_draw(&cutting->aseprite, number, &cutting->frame, cutting->frame_arena,
                           cutting->report))
            return NULL;
        cutting->frame_number = number;
    }
    return &cutting->frame;
}

static bool strip_size(Cutting *cutting, const Clip *clip, const AsepriteSlice *slice,
                       uint32_t *w, uint32_t *h)
{
    const AsepriteSliceKey *key = slice ? aseprite_slice_at(slice, clip->frames[0]) : NULL;
    *w = key ? key->w : cutting->aseprite.w;
    *h = key ? key->h : cutting->aseprite.h;
    const uint64_t wide = (uint64_t)*w * clip->count;
    if (wide > PNG_SIDE_MAX || *h > PNG_SIDE_MAX ||
        (cutting->pixels += wide * *h) > PNG_PIXELS_MAX)
        return report_error(cutting->report,
                            "the sprites become too large: %zu x %u x %u pixels", clip->count,
                            *w, *h);
    return true;
}

static bool strip_draw(Cutting *cutting, const Clip *clip, const AsepriteSlice *slice,
                       const Image *strip, uint32_t w, uint32_t h)
{
    for (size_t i = 0; i < clip->count; i++) {
        const AsepriteSliceKey *key = slice ? aseprite_slice_at(slice, clip->frames[i]) : NULL;
        const Image part = image_part(strip, (uint32_t)i * w, 0, w, h);
        const Image *frame = frame_draw(cutting, clip->frames[i]);
        if (!frame)
            return false;
        /* Slices may be anywhere: what is outside the canvas is transparent. */
        const int64_t x = key ? -(int64_t)key->x : 0, y = key ? -(int64_t)key->y : 0;
        if (x > -PNG_SIDE_MAX && x < PNG_SIDE_MAX && y > -PNG_SIDE_MAX && y < PNG_SIDE_MAX)
            image_copy(&part, (int32_t)x, (int32_t)y, frame);
    }
    return true;
}

static Text joined(Text a, Text b, Arena *arena)
{
    return b.size ? arena_format(arena, "%.*s_%.*s", (int)a.size, a.at, (int)b.size, b.at) : a;
}

static bool strip_write(Cutting *cutting, const Clip *clip, const AsepriteSlice *slice,
                        Text part)
{
    Arena *arena = cutting->arena;
    const Text name = joined(joined(cutting->stem, part, arena), clip->name.name, arena);
    const Text key = arena_format(arena, "%.*s_%s", (int)name.size, name.at,
                                  tng_direction_names[clip->name.direction]);
    const Text path =
        arena_format(arena, "%s/%.*s%c%c.png", sprites_folder(cutting->job), (int)key.size,
                     key.at, clip->loop, tng_frame_letter((unsigned)clip->count));
    bool hidden = false;
    uint32_t w, h;
    if (slice && (!slice_fits(cutting, clip, slice, &hidden) || hidden))
        return hidden;
    if (*table_put(&cutting->seen, key, (uint32_t)cutting->job->files_out.count) !=
        cutting->job->files_out.count)
        return report_error(cutting->report, "two tags or slices become the sprite %.*s",
                            (int)key.size, key.at);
    if (!strip_size(cutting, clip, slice, &w, &h))
        return false;
    Arena *scratch = arena_new();
    const Image strip = image_new((uint32_t)(w * clip->count), h, scratch);
    const bool ok = strip_draw(cutting, clip, slice, &strip, w, h);
    if (ok)
        *ARENA_PUSH(arena, cutting->job->files_out.items, cutting->job->files_out.count) =
            (ProjectFile){path, png_write(&strip, NULL, arena)};
    arena_free(scratch);
    return ok;
}

/* Which slices have the name of a tag. */
static bool find_slices_of_tags(Cutting *cutting)
{
    enum { PAIRS_MAX = 1 << 20 };
    const Aseprite *aseprite = &cutting->aseprite;
    cutting->is_of_tag = ARENA_ALLOC(cutting->arena, bool, aseprite->slice_count + 1);
    if (aseprite->slice_count && aseprite->tag_count > PAIRS_MAX / aseprite->slice_count)
        return report_error(cutting->report, "%zu tags and %zu slices are too many",
                            aseprite->tag_count, aseprite->slice_count);
    for (size_t i = 0; i < aseprite->slice_count; i++)
        for (size_t k = 0; k < aseprite->tag_count && !cutting->is_of_tag[i]; k++)
            cutting->is_of_tag[i] =
                text_equal_caseless(aseprite->tags[k].name, aseprite->slices[i].name);
    return true;
}

/* A slice with the name of the tag trims it. A single other slice trims all; several are
 * separate sprites. */
static bool clip_write(Cutting *cutting, const Clip *clip)
{
    const Aseprite *aseprite = &cutting->aseprite;
    const AsepriteSlice *single = NULL;
    size_t others = 0;
    for (size_t i = 0; i < aseprite->slice_count; i++) {
        const AsepriteSlice *slice = &aseprite->slices[i];
        if (clip->tag.size && text_equal_caseless(slice->name, clip->tag))
            return strip_write(cutting, clip, slice, TEXT(""));
        if (!cutting->is_of_tag[i]) {
            others++;
            single = slice;
        }
    }
    if (others < 2)
        return strip_write(cutting, clip, single, TEXT(""));
    for (size_t i = 0; i < aseprite->slice_count; i++) {
        const AsepriteSlice *slice = &aseprite->slices[i];
        Clip part = *clip;
        ClipName name;
        if (cutting->is_of_tag[i])
            continue;
        if (!clip_name_parse(slice->name, &name, cutting->arena))
            return report_error(cutting->report,
                                "slice \"%.*s\": the name of a sprite has letters and digits",
                                (int)slice->name.size, slice->name.at);
        if (name.direction)
            part.name.direction = name.direction;
        if (!strip_write(cutting, &part, slice, name.name))
            return false;
    }
    return true;
}

static bool tags_write(Cutting *cutting)
{
    const Aseprite *aseprite = &cutting->aseprite;
    const AsepriteTag all = {.name = TEXT(""), .to = (uint32_t)aseprite->frame_count - 1};
    const AsepriteTag *tags = aseprite->tag_count ? aseprite->tags : &all;
    for (size_t i = 0; i < (aseprite->tag_count ? aseprite->tag_count : 1); i++) {
        Clip clip = {.tag = tags[i].name};
        if (!clip_name_parse(clip.tag, &clip.name, cutting->arena))
            return report_error(cutting->report,
                                "tag \"%.*s\": the name of a sprite has letters and digits",
                                (int)clip.tag.size, clip.tag.at);
        if (!clip_fill(&clip, cutting, &tags[i]) || !clip_write(cutting, &clip))
            return false;
    }
    return true;
}

bool aseprite_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    Cutting cutting = {.job = job,
                       .stem = path_without_suffix(path_base(job->path)),
                       .seen = table_new(arena),
                       .frame_number = SIZE_MAX,
                       .arena = arena,
                       .report = report};
    if (!sheet_name_ok(cutting.stem, report) ||
        !aseprite_open(job->input, &cutting.aseprite, arena, report) ||
        !find_slices_of_tags(&cutting))
        return false;
    cutting.frame_arena = arena_new();
    const bool ok = tags_write(&cutting);
    arena_free(cutting.frame_arena);
    return ok;
}

bool is_aseprite(const char *from, const ConversionJob *job)
{
    (void)from;
    return aseprite_is(job->input);
}
