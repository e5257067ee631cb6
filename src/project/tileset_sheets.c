#include "project/tileset_sheets.h"
#include "project/build.h"
#include "project/sprite_atlas.h"
#include "project/sprite_sheets.h"

#include "base/text.h"

/* The tile that begins at a pixel of the image. */
static bool tile_at(const TmxTileset *tileset, uint32_t image_w, uint32_t x, uint32_t y,
                    uint32_t *id)
{
    const uint32_t margin = tileset->margin, spacing = tileset->spacing;
    const uint32_t step_x = tileset->w + spacing, step_y = tileset->h + spacing;
    if (!tileset->w || !tileset->h || x < margin || y < margin || (x - margin) % step_x ||
        (y - margin) % step_y)
        return false;
    const uint32_t columns =
        tileset->columns ? tileset->columns : (image_w - margin + spacing) / step_x;
    const uint32_t column = (x - margin) / step_x;
    *id = (y - margin) / step_y * columns + column;
    return column < columns;
}

/* A sprite's directions begin at several tiles, each of which means the sprite. */
static void add(const Names *names, const TmxTileset *tileset, uint32_t image_w, Text name,
                uint32_t x, uint32_t y, TileMeanings *out, Arena *arena)
{
    uint32_t id, number;
    if (!tile_at(tileset, image_w, x, y, &id) ||
        !names_find(&names->sprites[CATEGORY_TILES], name, &number))
        return;
    for (size_t i = 0; i < out->count; i++)
        if (out->items[i].id == tileset->first + id)
            return; /* the first line of the layout has precedence */
    *ARENA_PUSH(arena, out->items, out->count) =
        (TileMeaning){tileset->first + id, CONTENT_TILES, (uint16_t)number};
}

static void add_layout(const Names *names, const ProjectFile *layout_file,
                       const TmxTileset *tileset, const Image *image, TileMeanings *out,
                       Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    SheetLayout layout;
    const Text base = picture_name(tileset->image);
    if (!sprite_sheet_read(layout_file, category_folders[CATEGORY_TILES], image, &layout, arena,
                           &silent))
        return;
    for (size_t i = 0; i < layout.sprite_count; i++) {
        const SheetSprite *sprite = &layout.sprites[i];
        uint32_t x, y;
        if (!sprite->block_count)
            continue;
        sprite_sheet_position(&layout, sprite, &x, &y);
        const Text name = arena_format(arena, "%.*s%s%.*s", (int)base.size, base.at,
                                       sprite->suffix.size ? "_" : "", (int)sprite->suffix.size,
                                       sprite->suffix.size ? sprite->suffix.at : "");
        add(names, tileset, image->w, name, x, y, out, arena);
    }
}

static void add_atlas(const Names *names, const ProjectFile *file, const TmxTileset *tileset,
                      TileMeanings *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    PngInfo info;
    Image image;
    AtlasPart *parts;
    size_t count;
    if (!png_read(file->bytes, &image, &info, arena, &silent) ||
        !sprite_atlas_read(sprite_atlas_list(&info), &image, &parts, &count, arena, &silent))
        return;
    for (size_t i = 0; i < count; i++)
        add(names, tileset, image.w, sprite_base_name(parts[i].name), parts[i].x, parts[i].y,
            out, arena);
}

bool tileset_sheet(const Names *names, const ProjectFiles *files, const TmxTileset *tileset,
                   TileMeanings *out, Arena *arena)
{
    const ProjectFile *file = project_file(files, tileset->image);
    Report silent = report_to(NULL, NULL);
    Image image;
    if (!file || picture_category(file->path) != CATEGORY_TILES)
        return false;
    if (text_ends(file->path, "_atls.png")) {
        add_atlas(names, file, tileset, out, arena);
        return true;
    }
    const ProjectFile *layout = sprite_sheet_layout_file(files, file->path, arena);
    if (!layout)
        return false;
    if (picture_read(file->path, file->bytes, &image, arena, &silent))
        add_layout(names, layout, tileset, &image, out, arena);
    return true;
}
