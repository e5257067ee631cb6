/* Sprites of a game: an image for each direction. */
#include "tirnanog/project/unbuild.h"

#include "base/tasks.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png_write.h"

typedef struct Strip {
    const TngAnimation *animation;
    Text path;
    Bytes file;
    Arena *arena;
    Messages messages;
} Strip;

typedef struct Drawing {
    TngAtlases *atlases;
    Strip *strips;
} Drawing;

/* All atlases are decoded first; tasks only read them. */
static void draw(void *context, size_t index)
{
    Drawing *drawing = context;
    Strip *strip = &drawing->strips[index];
    Arena *scratch = arena_new();
    Image image;
    strip->arena = strip->messages.arena = arena_new();
    Report all = report_to(messages_sink, &strip->messages);
    Report report = report_child(&all, strip->path);
    if (tng_strip(drawing->atlases, strip->animation, &image, scratch, &report))
        strip->file = arena_copy(strip->arena, png_write(&image, NULL, scratch));
    arena_free(scratch);
}

static bool add_strips(Unbuild *unbuild, unsigned category, size_t index, Strip **strips,
                       size_t *count)
{
    const TngSection *section = tng_section(unbuild->game, SECTION_UI + category);
    const Text name = unbuild->names.sprites[category].items[index];
    const TngSprite *sprite =
        unbuild_asset(unbuild, section, index, unbuild->arena, unbuild->report);
    if (!sprite)
        return false;
    unsigned seen = 0;
    for (size_t i = 0; i < sprite->directions_count; i++) {
        const TngAnimation *animation = &sprite->directions[i];
        const unsigned direction = animation->type & 63;
        if (direction > 7 || seen >> direction & 1)
            return report_error(unbuild->report,
                                "sprite %.*s: invalid or duplicate direction %u",
                                (int)name.size, name.at, direction);
        seen |= 1u << direction;
        if (!quota_take(&unbuild->pixels,
                        (uint64_t)animation->w * animation->frame_count * animation->h,
                        unbuild->report))
            return false;
        *ARENA_PUSH(unbuild->arena, *strips, *count) =
            (Strip){.animation = animation,
                    .path = arena_format(unbuild->arena, "%s/%.*s_%s%c%c.png",
                                         category_folders[category], (int)name.size, name.at,
                                         tng_direction_names[direction],
                                         tng_loop_letters[animation->type >> 6],
                                         tng_frame_letter(animation->frame_count))};
    }
    return true;
}

bool unbuild_sprites(Unbuild *unbuild)
{
    TngAtlases atlases = tng_atlases(unbuild->game, unbuild->arena);
    Strip *strips = NULL;
    size_t count = 0;
    if (!tng_atlases_read(&atlases, unbuild->report))
        return false;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        for (size_t i = 0; i < unbuild->names.sprites[c].count; i++)
            if (!add_strips(unbuild, c, i, &strips, &count))
                return false;
    Drawing drawing = {&atlases, strips};
    tasks_run(draw, &drawing, count);
    const size_t errors = unbuild->report->errors;
    for (size_t i = 0; i < count; i++) {
        if (unbuild->report->errors == errors) /* a missing atlas is reported once */
            messages_replay(&strips[i].messages, unbuild->report);
        arena_adopt(unbuild->arena, strips[i].arena);
        unbuild_add(unbuild, strips[i].path, strips[i].file);
    }
    return unbuild->report->errors == errors;
}
