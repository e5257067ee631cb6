/* Lists where the sprites of a sheet or an atlas begin, and finds the tiles of a tileset at
 * these pixels. Errors of sheets are not reported here: the build has already reported them. */
#include "tirnanog/maps/tileset_sheets.h"
#include "tirnanog/sprites/picture_names.h"
#include "tirnanog/sprites/sprite_atlas.h"
#include "tirnanog/sprites/sprite_sheets.h"

#include "base/image/picture.h"

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

typedef struct SheetReading {
    const Names *names;
    SheetPlaces *out;
    Arena *arena;
} SheetReading;

static void add(const SheetReading *reading, Text name, uint32_t x, uint32_t y)
{
    uint32_t number;
    if (names_find(&reading->names->sprites[CATEGORY_TILES], name, &number))
        *ARENA_PUSH(reading->arena, reading->out->items, reading->out->count) =
            (SheetPlace){x, y, (uint16_t)number};
}

static void add_layout(const SheetReading *reading, const ProjectFile *layout_file,
                       Text image_path, const Image *image)
{
    Report silent = report_to(NULL, NULL);
    Arena *arena = reading->arena;
    SheetLayout layout;
    const Text base = picture_name(image_path);
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
        add(reading, name, x, y);
    }
}

static void add_atlas(const SheetReading *reading, const ProjectFile *file)
{
    Report silent = report_to(NULL, NULL);
    PngInfo info;
    Image image;
    AtlasPart *parts;
    size_t count;
    if (!png_read(file->bytes, &image, &info, reading->arena, &silent) ||
        !sprite_atlas_read(sprite_atlas_list(&info), &image, &parts, &count, reading->arena,
                           &silent))
        return;
    reading->out->image_w = image.w;
    for (size_t i = 0; i < count; i++)
        add(reading, sprite_base_name(parts[i].name), parts[i].x, parts[i].y);
}

bool tileset_sheet_places(const Names *names, const ProjectFiles *files, Text path,
                          SheetPlaces *out, Arena *arena)
{
    const ProjectFile *file = project_file(files, path);
    const SheetReading reading = {names, out, arena};
    Report silent = report_to(NULL, NULL);
    Image image;
    *out = (SheetPlaces){.image = path};
    if (!file || picture_category(file->path) != CATEGORY_TILES)
        return false;
    if (text_ends(file->path, "_atls.png")) {
        add_atlas(&reading, file);
        return true;
    }
    const ProjectFile *layout = sprite_sheet_layout_file(files, file->path, arena);
    if (!layout)
        return false;
    if (picture_read(file->path, file->bytes, &image, arena, &silent)) {
        out->image_w = image.w;
        add_layout(&reading, layout, path, &image);
    }
    return true;
}

/* A sprite's directions begin at several tiles, each of which means the sprite. */
bool tileset_sheet(const Names *names, const ProjectFiles *files, const TmxTileset *tileset,
                   TileMeanings *out, Arena *arena)
{
    SheetPlaces places;
    if (!tileset_sheet_places(names, files, tileset->image, &places, arena))
        return false;
    for (size_t i = 0; i < places.count; i++) {
        const SheetPlace *place = &places.items[i];
        uint32_t id;
        if (!tile_at(tileset, places.image_w, place->x, place->y, &id))
            continue;
        bool known = false; /* the first line of the layout has precedence */
        for (size_t j = 0; j < out->count && !known; j++)
            known = out->items[j].id == tileset->first + id;
        if (!known)
            *ARENA_PUSH(arena, out->items, out->count) =
                (TileMeaning){tileset->first + id, CONTENT_TILES, place->number};
    }
    return true;
}
