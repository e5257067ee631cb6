/* Reads a layout for an image: the sprites that it names, or one for each block of the grid.
 * Blocks are numbered before transparent ones are left out, so their numbers are those of
 * Tiled's tiles. */
#include "tirnanog/sprites/sprite_sheets.h"

#include "base/path.h"
#include "base/text.h"

const ProjectFile *sprite_sheet_layout_file(const ProjectFiles *files, Text image_path,
                                            Arena *arena)
{
    const Text stem = path_without_suffix(image_path);
    return project_file(files, arena_join(arena, stem, TEXT(".lyt")));
}

static bool is_transparent(const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            if (PIXEL_A(*image_at(image, x, y)))
                return false;
    return true;
}

/* Number of blocks that fit into the rest of a side. */
static uint32_t blocks_of(uint32_t side, uint32_t margin, uint32_t block, uint32_t padding)
{
    return side < margin + block ? 0 : (side - margin - block) / (block + padding) + 1;
}

void sprite_sheet_size(const SheetLayout *layout, const Image *image, uint32_t *columns,
                       uint32_t *rows)
{
    *columns = blocks_of(image->w, layout->left, layout->w, layout->hpad);
    *rows = blocks_of(image->h, layout->top, layout->h, layout->vpad);
}

static bool fill_grid(SheetLayout *layout, const Image *image, Arena *arena, Report *report)
{
    enum { BLOCKS_MAX = 65535 }; /* as sprites of a category */
    uint32_t columns, rows;
    sprite_sheet_size(layout, image, &columns, &rows);
    if ((uint64_t)columns * rows > BLOCKS_MAX)
        return report_error_at(report, (SourcePosition){.line = 2},
                               "a grid of %u x %u blocks; the maximum is %d blocks", columns,
                               rows, BLOCKS_MAX);
    for (uint32_t i = 0; i < columns * rows; i++) {
        const uint16_t x = (uint16_t)(i % columns), y = (uint16_t)(i / columns);
        SheetSprite sprite = {.loop = 'o', .block_count = 1, .line = 2};
        sprite.blocks = ARENA_ALLOC(arena, SheetBlock, 1);
        sprite.blocks[0] = (SheetBlock){.x1 = x, .y1 = y, .x2 = x, .y2 = y};
        uint32_t left, top;
        sprite_sheet_position(layout, &sprite, &left, &top);
        const Image block = image_part(image, left, top, layout->w, layout->h);
        if (is_transparent(&block))
            continue;
        sprite.suffix = arena_format(arena, "%u", i);
        *ARENA_PUSH(arena, layout->sprites, layout->sprite_count) = sprite;
    }
    return true;
}

bool sprite_sheet_read(const ProjectFile *layout_file, const char *category, const Image *image,
                       SheetLayout *out, Arena *arena, Report *report)
{
    Report about = report_child(report, layout_file->path);
    if (!sheet_layout_read(text_of_bytes(layout_file->bytes), out, arena, &about))
        return false;
    if (out->category.size && !text_is(out->category, category))
        return report_error_at(&about, (SourcePosition){.line = 2},
                               "the category is \"%.*s\", but the sheet is in the folder %s/",
                               (int)out->category.size, out->category.at, category);
    return out->sprite_count || fill_grid(out, image, arena, &about);
}

void sprite_sheet_position(const SheetLayout *layout, const SheetSprite *sprite, uint32_t *x,
                           uint32_t *y)
{
    *x = layout->left + sprite->blocks->x1 * ((uint32_t)layout->w + layout->hpad);
    *y = layout->top + sprite->blocks->y1 * ((uint32_t)layout->h + layout->vpad);
}
