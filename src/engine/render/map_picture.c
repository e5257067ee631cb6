/* Draws the map in bands of 64 lines, one task each: bands share no pixels, so threads need no
 * locks. Sprites are decoded before the tasks start, since the cache of sprites is not safe for
 * threads. */
#include "engine/render/map_picture.h"

#include "base/tasks.h"
#include "engine/render/visible_cells.h"
#include "engine/render/sprite_frames.h"

enum { BAND = 64, LAYER_NPCS_AT = 5, LAYER_SPAWNERS_AT = 6 };

typedef struct MapDrawing {
    const Grid *grid;
    const uint16_t *cells;
    unsigned layers;
    const SpriteFrame **pictures; /* by sprite */
    uint32_t picture_count;
    int32_t max_w, max_h;
    const Image *out;
} MapDrawing;

static void draw_layer(const MapDrawing *drawing, const Image *band, int32_t top,
                       const uint16_t *cells)
{
    const Grid *grid = drawing->grid;
    const Rect area = {0, top, (int32_t)band->w, (int32_t)band->h};
    CellWalk walk = cell_walk(grid, area, drawing->max_w, drawing->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t sprite = cells[(size_t)cell.y * (size_t)grid->side + (size_t)cell.x];
        const SpriteFrame *picture =
            sprite < drawing->picture_count ? drawing->pictures[sprite] : NULL;
        if (!picture)
            continue;
        const Spot box = grid_box(grid, cell);
        picture_draw(band, box.x, box.y + grid->tile_h - picture->h - top, picture);
    }
}

static void draw_band(void *context, size_t index)
{
    const MapDrawing *drawing = context;
    const uint32_t top = (uint32_t)index * BAND, left = drawing->out->h - top;
    const Image band =
        image_part(drawing->out, 0, top, drawing->out->w, left < BAND ? left : BAND);
    const size_t count = (size_t)drawing->grid->side * (size_t)drawing->grid->side;
    for (unsigned layer = 0; layer < drawing->layers; layer++)
        if (layer != LAYER_NPCS_AT && layer != LAYER_SPAWNERS_AT)
            draw_layer(drawing, &band, (int32_t)top, drawing->cells + layer * count);
    image_unpremultiply(&band);
}

/* The sprites in use, fetched before threads read them. */
static void fetch(MapDrawing *drawing, Content *content, Arena *arena, Report *report)
{
    Pictures *pictures = ARENA_ALLOC(arena, Pictures, 1);
    *pictures = pictures_of(content, arena, report);
    const size_t count = (size_t)drawing->grid->side * (size_t)drawing->grid->side;
    drawing->picture_count = (uint32_t)content_count(content, SECTION_TILES);
    drawing->pictures = ARENA_ALLOC(arena, const SpriteFrame *, drawing->picture_count + 1);
    bool *seen = ARENA_ALLOC(arena, bool, 65536);
    for (unsigned layer = 0; layer < drawing->layers; layer++) {
        if (layer == LAYER_NPCS_AT || layer == LAYER_SPAWNERS_AT)
            continue;
        for (size_t i = 0; i < count; i++)
            seen[drawing->cells[layer * count + i]] = true;
    }
    for (uint32_t i = 0; i < drawing->picture_count; i++) {
        const SpriteFrame *picture = seen[i] ? picture_at(pictures, 1, i, 0, 0) : NULL;
        drawing->pictures[i] = picture;
        if (picture && picture->w > drawing->max_w)
            drawing->max_w = picture->w;
        if (picture && picture->h > drawing->max_h)
            drawing->max_h = picture->h;
    }
}

static bool draw_map(Content *content, const TngMap *map, Image *out, Arena *arena,
                     Arena *scratch, Report *report)
{
    uint32_t w, h;
    grid_picture_size(&content->grid, &w, &h);
    if (!w || !h || (uint64_t)w * h > MAP_PICTURE_MAX)
        return report_error(report, "a map of %u x %u pixels is too large to render", w, h);
    MapDrawing drawing = {.grid = &content->grid, .layers = TNG_LAYERS, .out = out};
    const size_t count = grid_cells(&content->grid);
    uint16_t *cells = arena_alloc_raw(scratch, count * TNG_LAYERS, sizeof *cells);
    if (!tng_map_layers_read(&content->game->header, (Bytes){map->layers, map->layers_size},
                             cells, count, report))
        return false;
    drawing.cells = cells;
    fetch(&drawing, content, scratch, report);
    *out = image_new(w, h, arena);
    tasks_run(draw_band, &drawing, (h + BAND - 1) / BAND);
    return true;
}

bool render_map(const TngFile *game, size_t map, Image *out, Arena *arena, Report *report)
{
    Arena *scratch = arena_new();
    Content *content = content_new(game, 0, scratch, report);
    const TngMap *record = content_record(content, SECTION_MAPS, (uint32_t)map);
    const bool done = record ? draw_map(content, record, out, arena, scratch, report)
                             : report_error(report, "the game has no map %zu", map);
    arena_free(scratch);
    return done;
}
