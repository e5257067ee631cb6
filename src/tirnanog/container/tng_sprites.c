/* Parts, in order: frames; atlases; strips. Pixels of atlases are charged
 * to a quota before they are decoded, so that a small file cannot claim any amount of memory.
 * Atlases that are decoded in parallel keep their messages, which are then reported in the
 * order of the file. */
#include "tirnanog/container/tng_sprites.h"

#include "base/tasks.h"
#include "base/image/atlas.h"
#include "base/image/png.h"

static unsigned operation_of(const TngFrame *frame) { return frame->atlas >> 12; }

bool tng_frame_fits(const TngFrame *frame, const TngAnimation *animation, uint32_t atlas_w,
                    uint32_t atlas_h)
{
    const unsigned operation = operation_of(frame);
    const bool turned = operation == ATLAS_TURN_RIGHT || operation == ATLAS_TURN_LEFT;
    const uint32_t w = turned ? frame->h : frame->w, h = turned ? frame->w : frame->h;
    return operation < ATLAS_OPERATION_COUNT && (uint32_t)frame->x + frame->w <= atlas_w &&
           (uint32_t)frame->y + frame->h <= atlas_h && frame->left + w <= animation->w &&
           frame->top + h <= animation->h;
}

bool tng_frame_draw(const TngFrame *frame, const TngAnimation *animation, const Image *atlas,
                    const Image *target, uint32_t x, uint32_t y)
{
    if (!tng_frame_fits(frame, animation, atlas->w, atlas->h))
        return false;
    if (!frame->w || !frame->h)
        return true;
    const Image cell = image_part(atlas, frame->x, frame->y, frame->w, frame->h);
    const int32_t left = (int32_t)(x + frame->left), top = (int32_t)(y + frame->top);
    if (operation_of(frame) == ATLAS_COPY) {
        image_copy(target, left, top, &cell);
        return true;
    }
    Arena *scratch = arena_new();
    const Image turned = image_turned(&cell, atlas_way(operation_of(frame)), scratch);
    image_copy(target, left, top, &turned);
    arena_free(scratch);
    return true;
}

TngAtlases tng_atlases(const TngFile *game, Arena *arena)
{
    const TngSection *section = tng_section(game, SECTION_ATLASES);
    const size_t count = section ? section->count : 0;
    TngAtlases atlases = {.game = game,
                          .first = ARENA_ALLOC(arena, uint32_t, count),
                          .images = ARENA_ALLOC(arena, Image, count),
                          .count = count,
                          .pixels = quota_of(TNG_ATLAS_PIXELS_MAX, "pixels of atlases"),
                          .arena = arena};
    if (count)
        tng_same_assets(section, atlases.first, arena);
    return atlases;
}

static bool read_atlas(const TngAtlases *atlases, size_t index, Arena *arena, Report *report)
{
    const TngSection *section = tng_section(atlases->game, SECTION_ATLASES);
    if (png_read(section->entries[index].stored, &atlases->images[index], NULL, arena, report))
        return true;
    return report_error(report, "section 6 (atlases), number %zu cannot be read", index);
}

/* Charges the pixels claimed by the header; png_read reports invalid headers. */
static bool claim_atlas(TngAtlases *atlases, size_t index, Report *report)
{
    const TngSection *section = tng_section(atlases->game, SECTION_ATLASES);
    Report silent = report_to(NULL, NULL);
    uint32_t w, h;
    return !png_size(section->entries[index].stored, &w, &h, &silent) ||
           quota_take(&atlases->pixels, (uint64_t)w * h, report);
}

const Image *tng_atlas(TngAtlases *atlases, size_t index, Report *report)
{
    if (index >= atlases->count) {
        report_error(report, "no atlas %zu; there are %zu", index, atlases->count);
        return NULL;
    }
    index = atlases->first[index];
    Image *image = &atlases->images[index];
    if (!image->pixels && (!claim_atlas(atlases, index, report) ||
                           !read_atlas(atlases, index, atlases->arena, report)))
        return NULL;
    return image;
}

typedef struct Reading {
    TngAtlases *atlases;
    Arena **arenas;
    Messages *messages;
    bool keep; /* keep the pixels */
} Reading;

static void read_task(void *context, size_t index)
{
    Reading *reading = context;
    TngAtlases *atlases = reading->atlases;
    if (atlases->images[index].pixels || atlases->first[index] != index)
        return;
    reading->arenas[index] = reading->messages[index].arena = arena_new();
    Report report = report_to(messages_sink, &reading->messages[index]);
    Arena *arena = reading->keep ? reading->arenas[index] : arena_new();
    read_atlas(atlases, index, arena, &report);
    if (reading->keep)
        return;
    atlases->images[index].pixels = NULL;
    arena_free(arena);
}

static bool read_all(TngAtlases *atlases, bool keep, Report *report)
{
    const size_t errors = report->errors;
    Reading reading = {atlases, ARENA_ALLOC(atlases->arena, Arena *, atlases->count),
                       ARENA_ALLOC(atlases->arena, Messages, atlases->count), keep};
    for (size_t i = 0; i < atlases->count; i++)
        if (!atlases->images[i].pixels && atlases->first[i] == i &&
            !claim_atlas(atlases, i, report))
            return false;
    tasks_run(read_task, &reading, atlases->count);
    for (size_t i = 0; i < atlases->count; i++)
        if (reading.arenas[i]) {
            messages_replay(&reading.messages[i], report);
            arena_adopt(atlases->arena, reading.arenas[i]);
        }
    return report->errors == errors;
}

bool tng_atlases_read(TngAtlases *atlases, Report *report)
{
    return read_all(atlases, true, report);
}

bool tng_atlases_measure(TngAtlases *atlases, Report *report)
{
    return read_all(atlases, false, report);
}

bool tng_strip(TngAtlases *atlases, const TngAnimation *animation, Image *out, Arena *arena,
               Report *report)
{
    if (!animation->w || !animation->h || animation->w > TNG_SPRITE_MAX ||
        animation->h > TNG_SPRITE_MAX || !animation->frame_count ||
        animation->frame_count > TNG_FRAMES_MAX)
        return report_error(report, "a sprite of %u x %u pixels with %u frames", animation->w,
                            animation->h, animation->frame_count);
    const uint32_t w = (uint32_t)animation->w * animation->frame_count;
    if (w > PNG_SIDE_MAX || (uint64_t)w * animation->h > PNG_PIXELS_MAX)
        return report_error(
            report,
            "a picture of %u x %u pixels for %u frames is too large (at most %d a "
            "side, %d in all)",
            w, animation->h, animation->frame_count, PNG_SIDE_MAX, PNG_PIXELS_MAX);
    *out = image_new((uint32_t)animation->w * animation->frame_count, animation->h, arena);
    for (uint32_t i = 0; i < animation->frame_count; i++) {
        const TngFrame *frame = &animation->frames[i];
        if (!frame->w || !frame->h)
            continue;
        const Image *atlas = tng_atlas(atlases, frame->atlas & 0xFFF, report);
        if (!atlas)
            return false;
        if (!tng_frame_draw(frame, animation, atlas, out, i * animation->w, 0))
            return report_error(report, "frame %u is outside its atlas or its sprite", i);
    }
    return true;
}
