/* The functions that the page calls to show and edit maps. Results with several values are
 * packed into integers or static arrays, because the page reads the module's memory. */
#include "player/web/web_map.h"

#include "tirnanog/container/tng.h"
#include "player/web/web.h"
#include "engine/render/blit.h"
#include "engine/render/map_view.h"

#include <stdlib.h>

static struct {
    Arena *arena;
    uint8_t *bytes;
    TngFile game;
    MapView *view;
    Report report;
    Arena *drawn; /* the last image */
} map;

static void say(void *context, const Message *message)
{
    (void)context;
    if (message->severity != SEVERITY_ERROR)
        return;
    Arena *scratch = arena_new();
    browser_message(arena_text(scratch, message->text).at, false);
    arena_free(scratch);
}

bool web_map_open(uint8_t *game, size_t size)
{
    arena_free(map.arena);
    arena_free(map.drawn);
    free(map.bytes);
    map.arena = arena_new();
    map.drawn = arena_new();
    map.bytes = game;
    map.view = NULL;
    map.report = report_to(say, NULL);
    if (!tng_read((Bytes){game, size}, &map.game, map.arena, &map.report))
        return false;
    map.view = map_view_new(&map.game, map.arena, &map.report);
    return true;
}

bool web_map_select(uint32_t which)
{
    return map.view && map_view_select(map.view, which, &map.report);
}

uint32_t web_map_side(void) { return map.view ? (uint32_t)map_view_grid(map.view)->side : 0; }

uint32_t web_map_layers(void) { return TNG_LAYERS; }

uint16_t *web_map_cells(void) { return map.view ? map_view_cells(map.view) : NULL; }

uint32_t web_map_size(void)
{
    uint32_t w = 0, h = 0;
    if (map.view)
        grid_picture_size(map_view_grid(map.view), &w, &h);
    return (w + 3) / 4 | (h + 3) / 4 << 16;
}

/* A frame of a window at most. */
static bool make_image(uint32_t w, uint32_t h, Image *out)
{
    enum { SIDE_MAX = 8192 };
    if (!map.view || !w || !h || w > SIDE_MAX || h > SIDE_MAX)
        return false;
    arena_reset(map.drawn);
    *out = image_new(w, h, map.drawn);
    return true;
}

const void *web_map_draw(int32_t left, int32_t top, uint32_t w, uint32_t h, uint32_t layers)
{
    Image image;
    if (!make_image(w, h, &image))
        return NULL;
    map_view_draw(map.view, &image, left, top, layers);
    return image.pixels;
}

const void *web_map_thing(uint32_t layer, uint32_t number, uint32_t w, uint32_t h)
{
    Image image;
    if (!make_image(w, h, &image))
        return NULL;
    map_view_thing(map.view, &image, layer, number);
    image_unpremultiply(&image);
    return image.pixels;
}

uint32_t web_map_cell_at(int32_t x, int32_t y)
{
    const Grid *grid = map.view ? map_view_grid(map.view) : NULL;
    const Cell cell = grid ? grid_cell_at(grid, (Spot){x, y}) : (Cell){-1, -1};
    return grid && grid_inside(grid, cell) ? (uint32_t)cell.x | (uint32_t)cell.y << 16
                                           : UINT32_MAX;
}

int32_t web_map_box_x(uint32_t x, uint32_t y)
{
    return map.view ? grid_box(map_view_grid(map.view), (Cell){(int32_t)x, (int32_t)y}).x : 0;
}

int32_t web_map_box_y(uint32_t x, uint32_t y)
{
    return map.view ? grid_box(map_view_grid(map.view), (Cell){(int32_t)x, (int32_t)y}).y : 0;
}

const uint8_t *web_map_masks(void) { return map.view ? map_view_masks(map.view) : NULL; }

const uint32_t *web_map_door(uint32_t sprite)
{
    static uint32_t door[3];
    Cell cell;
    if (!map.view || !map_view_door(map.view, sprite, &door[0], &cell))
        return NULL;
    door[1] = (uint32_t)cell.x;
    door[2] = (uint32_t)cell.y;
    return door;
}
