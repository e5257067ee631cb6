/* Parts, in order: opening and cells; names; masks and doors; drawing. Cells are a copy that
 * the page changes; masks are computed again from them at each request. */
#include "engine/render/map_view.h"

#include "engine/state/content.h"
#include "engine/render/blit.h"
#include "engine/render/visible_cells.h"
#include "engine/render/sprite_frames.h"

enum { LAYER_OBJECTS = 4, LAYER_NPCS, LAYER_SPAWNERS, EMPTY = 65535 };
/* Types of masks (docs/project/masks.md). */
enum { WALKABLE, BLOCKING, SWIMMABLE, FLYABLE, TYPE_OF_MASK = 7 };

struct MapView {
    Content *content;
    Pictures pictures;
    TngNames names;
    uint16_t *cells;
    uint8_t *masks;
    bool shown;
    int32_t max_w, max_h; /* of all sprites of tiles and characters */
};

/* The walk over cells looks as far as the largest sprite reaches. */
static void measure(MapView *view)
{
    static const unsigned categories[] = {1, 2}; /* tiles, characters */
    for (size_t i = 0; i < COUNT_OF(categories); i++) {
        const unsigned category = categories[i];
        const size_t count =
            content_count(view->content, category == 1 ? SECTION_TILES : SECTION_CHARS);
        for (uint32_t sprite = 0; sprite < count; sprite++) {
            const TngSprite *known = content_sprite(view->content, category, sprite);
            const TngAnimation *animation = known ? sprite_direction(known, 0) : NULL;
            if (!animation)
                continue;
            view->max_w = animation->w > view->max_w ? animation->w : view->max_w;
            view->max_h = animation->h > view->max_h ? animation->h : view->max_h;
        }
    }
}

MapView *map_view_new(const TngFile *game, Arena *arena, Report *report)
{
    MapView *view = ARENA_ALLOC(arena, MapView, 1);
    view->content = content_new(game, 0, arena, report);
    view->pictures = pictures_of(view->content, arena, report);
    view->names = tng_names(game, arena);
    const size_t count = grid_cells(&view->content->grid);
    view->cells = arena_alloc_raw(arena, count * TNG_LAYERS, sizeof *view->cells);
    view->masks = ARENA_ALLOC(arena, uint8_t, count);
    measure(view);
    return view;
}

const Grid *map_view_grid(const MapView *view) { return &view->content->grid; }

bool map_view_select(MapView *view, uint32_t map, Report *report)
{
    const TngMap *record = content_record(view->content, SECTION_MAPS, map);
    view->shown =
        record && tng_map_layers_read(&view->content->game->header,
                                      (Bytes){record->layers, record->layers_size}, view->cells,
                                      grid_cells(map_view_grid(view)), report);
    return view->shown;
}

uint16_t *map_view_cells(MapView *view) { return view->shown ? view->cells : NULL; }

/* ---- names ---- */

static Text name_of(const MapView *view, unsigned section, uint32_t index)
{
    return tng_string(view->content->game, content_name(view->content, section, index));
}

uint32_t map_view_maps(const MapView *view)
{
    return (uint32_t)content_count(view->content, SECTION_MAPS);
}

Text map_view_map_name(const MapView *view, uint32_t map)
{
    return name_of(view, SECTION_MAPS, map);
}

static unsigned section_of(unsigned layer)
{
    return layer == LAYER_NPCS       ? SECTION_NPCS
           : layer == LAYER_SPAWNERS ? SECTION_SPAWNERS
                                     : SECTION_TILES;
}

uint32_t map_view_things(const MapView *view, unsigned layer)
{
    return (uint32_t)content_count(view->content, section_of(layer));
}

Text map_view_thing_name(const MapView *view, unsigned layer, uint32_t number)
{
    const unsigned section = section_of(layer);
    return section == SECTION_TILES ? tng_sprite_name(&view->names, 1, number)
                                    : name_of(view, section, number);
}

void map_view_reach(const MapView *view, uint32_t *w, uint32_t *h)
{
    *w = (uint32_t)view->max_w;
    *h = (uint32_t)view->max_h;
}

/* ---- masks and doors ---- */

static void add_cell(MapView *view, Cell cell, uint8_t value)
{
    const Grid *grid = map_view_grid(view);
    if (grid_inside(grid, cell))
        view->masks[(size_t)cell.y * (size_t)grid->side + (size_t)cell.x] |= value;
}

static void add_mask(MapView *view, Cell at, uint32_t sprite, const TngObject *object)
{
    const int32_t w = object->mask_width, h = object->mask_height;
    if (!w || !h)
        add_cell(view, content_usual_mask(view->content, sprite, at), MASK_USUAL);
    for (int32_t row = 0; row < h; row++)
        for (int32_t column = 0; column < w; column++)
            add_cell(view, grid_mask_cell(map_view_grid(view), at, column, row, h),
                     object->mask[row * w + column]);
}

/* As a type of a mask: what the topmost tile with a speed lets pass (map_speed of the rules).
 */
static uint8_t ground_type(MapView *view, size_t cell)
{
    enum { WALKING, SWIMMING, FLYING, WAYS };
    const size_t count = grid_cells(map_view_grid(view));
    uint32_t speeds[WAYS] = {1, 1, 1};
    for (unsigned layer = 0; layer <= LAYER_OBJECTS; layer++) {
        const uint16_t sprite = view->cells[layer * count + cell];
        const TngTile *tile = sprite == EMPTY ? NULL : content_tile(view->content, sprite);
        for (uint32_t i = 0; tile && i < WAYS && i < tile->transport_count; i++)
            speeds[i] = tile->speeds[i].speed;
    }
    return speeds[WALKING]    ? WALKABLE
           : speeds[SWIMMING] ? SWIMMABLE
           : speeds[FLYING]   ? FLYABLE
                              : BLOCKING;
}

const uint8_t *map_view_masks(MapView *view)
{
    const Grid *grid = map_view_grid(view);
    const size_t count = grid_cells(grid);
    memset(view->masks, 0, count);
    for (size_t i = 0; view->shown && i < count; i++) {
        const uint16_t sprite = view->cells[LAYER_OBJECTS * count + i];
        const TngObject *object =
            sprite == EMPTY ? NULL : content_object(view->content, sprite, NULL);
        if (object)
            add_mask(
                view,
                (Cell){(int32_t)(i % (size_t)grid->side), (int32_t)(i / (size_t)grid->side)},
                sprite, object);
    }
    for (size_t i = 0; view->shown && i < count; i++)
        if ((view->masks[i] & TYPE_OF_MASK) == 0)
            view->masks[i] |= ground_type(view, i);
    return view->masks;
}

uint8_t map_view_mask_at(const MapView *view, uint32_t sprite, Cell at, Cell cell)
{
    const TngObject *object = content_object(view->content, sprite, NULL);
    const int32_t w = object ? object->mask_width : 0, h = object ? object->mask_height : 0;
    if (object && (!w || !h))
        return cell_is(content_usual_mask(view->content, sprite, at), cell) ? MASK_USUAL : 0;
    for (int32_t i = 0; i < w * h; i++)
        if (cell_is(grid_mask_cell(map_view_grid(view), at, i % w, i / w, h), cell))
            return object->mask[i];
    return 0;
}

void map_view_mask_size(const MapView *view, uint32_t sprite, uint16_t *w, uint16_t *h)
{
    const TngObject *object = content_object(view->content, sprite, NULL);
    *w = object ? object->mask_width : 0;
    *h = object ? object->mask_height : 0;
}

bool map_view_door(MapView *view, uint32_t sprite, uint32_t *map, Cell *cell)
{
    const TngObject *object = content_object(view->content, sprite, NULL);
    for (size_t i = 0; object && i < object->event_count; i++) {
        const Bytes code = {object->events[i].script, object->events[i].script_size};
        CodeLocation found;
        size_t at = 0;
        if (!code_next_location(code, &at, &found))
            continue;
        *map = content_find(view->content, SECTION_MAPS, found.map);
        *cell = (Cell){found.x, found.y};
        return *map != NONE;
    }
    return false;
}

/* ---- drawing ---- */

/* The first sprite of an NPC, which is idle; of a spawner the animation with which its NPCs
 * appear, or the first NPC. */
static SpriteRef sprite_of_actor(MapView *view, uint32_t npc)
{
    const TngNpc *record = content_record(view->content, SECTION_NPCS, npc);
    return record && record->sprite_count ? record->sprites[0] : (SpriteRef){0, TNG_NO_SPRITE};
}

static SpriteRef sprite_of(MapView *view, unsigned layer, uint32_t number)
{
    if (layer == LAYER_NPCS)
        return sprite_of_actor(view, number);
    if (layer != LAYER_SPAWNERS)
        return (SpriteRef){1, (u16)number};
    const TngSpawner *spawner = content_record(view->content, SECTION_SPAWNERS, number);
    for (size_t i = 0; spawner && i < spawner->kind_count; i++) {
        const SpriteRef shown = sprite_of_actor(view, spawner->kinds[i].npc.index);
        if (shown.index != TNG_NO_SPRITE)
            return shown;
    }
    return (SpriteRef){0, TNG_NO_SPRITE};
}

static void draw_thing(MapView *view, const Image *out, int32_t x, int32_t bottom,
                       unsigned layer, uint32_t number)
{
    const SpriteFrame *picture = picture_of(&view->pictures, sprite_of(view, layer, number), 0);
    if (picture)
        picture_draw(out, x, bottom - picture->h, picture);
}

static void draw_layer(MapView *view, const Image *out, int32_t left, int32_t top,
                       unsigned layer)
{
    const Grid *grid = map_view_grid(view);
    const uint16_t *cells = view->cells + layer * grid_cells(grid);
    const Rect area = {left, top, (int32_t)out->w, (int32_t)out->h};
    CellWalk walk = cell_walk(grid, area, view->max_w, view->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t number = cells[(size_t)cell.y * (size_t)grid->side + (size_t)cell.x];
        const Spot box = grid_box(grid, cell);
        if (number != EMPTY)
            draw_thing(view, out, box.x - left, box.y + grid->tile_h - top, layer, number);
    }
}

static void clear(const Image *out, Pixel colour)
{
    for (uint32_t y = 0; y < out->h; y++)
        for (uint32_t x = 0; x < out->w; x++)
            *image_at(out, x, y) = colour;
}

void map_view_draw(MapView *view, const Image *out, int32_t left, int32_t top, uint32_t layers)
{
    clear(out, PIXEL(40, 42, 44, 255));
    for (unsigned layer = 0; view->shown && layer < TNG_LAYERS; layer++)
        if (layers >> layer & 1)
            draw_layer(view, out, left, top, layer);
}

void map_view_thing(MapView *view, const Image *out, unsigned layer, uint32_t number)
{
    clear(out, 0);
    draw_thing(view, out, 0, (int32_t)out->h, layer, number);
    image_unpremultiply(out);
}

bool map_view_covers(MapView *view, uint32_t tile, Arena *scratch)
{
    const Grid *grid = map_view_grid(view);
    const Cell cell = {1, 1};
    const Spot box = grid_box(grid, cell);
    const Image image = image_new((uint32_t)grid->tile_w, (uint32_t)grid->tile_h, scratch);
    draw_thing(view, &image, 0, grid->tile_h, 0, tile);
    for (int32_t y = 0; y < grid->tile_h; y++)
        for (int32_t x = 0; x < grid->tile_w; x++) {
            const Cell at = grid_cell_at(grid, (Spot){box.x + x, box.y + y});
            const Pixel pixel = *image_at(&image, (uint32_t)x, (uint32_t)y);
            if (at.x == cell.x && at.y == cell.y && PIXEL_A(pixel) != 255)
                return false;
        }
    return true;
}
