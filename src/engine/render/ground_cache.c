/* ground_update compares the view with that of the last frame: it redraws everything if the
 * signature has changed, otherwise the strips that scrolled into view and the blocks whose
 * animations have moved. ground_draw copies the cache to the frame. */
#include "engine/render/ground_cache.h"

#include "base/hash.h"
#include "engine/render/beyond.h"

/* A part of the cache to redraw, in pixels of the map. */
typedef struct Piece {
    Image image;
    Spot at; /* of its top left corner */
} Piece;

typedef struct Blocks {
    int32_t w, h;           /* pixels of a block */
    int32_t left, top;      /* position of the first one, in blocks of the map */
    int32_t columns, lines; /* number of visible ones */
    uint8_t *dirty;         /* a flag per block, line by line */
} Blocks;

static void draw_cell(const Renderer *renderer, const SpriteFrame *picture, Spot box,
                      Spot shift, const Piece *piece)
{
    picture_draw(&piece->image, box.x + shift.x - piece->at.x,
                 box.y + shift.y + renderer->content->grid.tile_h - picture->h - piece->at.y,
                 picture);
}

static void draw_layer(Renderer *renderer, uint32_t tick, size_t slot, unsigned layer,
                       bool hides, const Piece *piece)
{
    const Grid *grid = &renderer->content->grid;
    const ShownMap *shown = &renderer->shown[slot];
    const uint16_t *cells = shown_layer(renderer, slot, layer);
    const Rect area = {piece->at.x - shown->shift.x, piece->at.y - shown->shift.y,
                       (int32_t)piece->image.w, (int32_t)piece->image.h};
    CellWalk walk = cell_walk(grid, area, renderer->max_w, renderer->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t index = (uint32_t)(cell.y * grid->side + cell.x);
        if (cells[index] == TNG_NO_SPRITE || (hides && roof_hidden(renderer, slot, index)))
            continue;
        const SpriteFrame *picture =
            picture_at(&renderer->pictures, SPRITE_OBJECT, cells[index], 0, tick);
        if (picture)
            draw_cell(renderer, picture, grid_box(grid, cell), shown->shift, piece);
    }
}

static void draw_beyond(Renderer *renderer, uint32_t tick, const Piece *piece)
{
    const Rect area = {piece->at.x, piece->at.y, (int32_t)piece->image.w,
                       (int32_t)piece->image.h};
    BeyondWalk walk = beyond_walk(renderer, area);
    uint32_t sprite;
    for (Cell cell; beyond_next(&walk, &cell, &sprite);) {
        const SpriteFrame *picture =
            picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, tick);
        if (picture)
            draw_cell(renderer, picture, grid_box(&renderer->content->grid, cell), (Spot){0, 0},
                      piece);
    }
}

static int32_t floor_div(int32_t a, int32_t b) { return a / b - (a % b < 0); }

static int32_t wrapped(int32_t value, uint32_t period)
{
    const int32_t rest = value % (int32_t)period;
    return rest < 0 ? rest + (int32_t)period : rest;
}

/* The next part of a rectangle, from (x, y) on, that does not wrap around. */
static Piece piece_at(const Ground *ground, Rect area, int32_t x, int32_t y)
{
    const uint32_t px = (uint32_t)wrapped(x, ground->kept.w);
    const uint32_t py = (uint32_t)wrapped(y, ground->kept.h);
    uint32_t w = (uint32_t)(area.x + area.w - x), h = (uint32_t)(area.y + area.h - y);
    w = w < ground->kept.w - px ? w : ground->kept.w - px;
    h = h < ground->kept.h - py ? h : ground->kept.h - py;
    return (Piece){image_part(&ground->kept, px, py, w, h), {x, y}};
}

static void redraw_piece(Renderer *renderer, uint32_t tick, const Ground *ground,
                         const Piece *piece)
{
    const Pixel under = ground->solid ? PIXEL(0, 0, 0, 255) : 0;
    for (uint32_t y = 0; y < piece->image.h; y++) {
        Pixel *row = image_at(&piece->image, 0, y);
        for (uint32_t x = 0; x < piece->image.w; x++)
            row[x] = under;
    }
    if (ground->solid)
        draw_beyond(renderer, tick, piece);
    const bool hides = renderer->roofs.any && ground->first == LAYER_ROOFS;
    for (unsigned layer = ground->first; layer < ground->first + GROUND_LAYERS; layer++)
        for (size_t i = 0; i < renderer->shown_count; i++)
            draw_layer(renderer, tick, i, layer, hides, piece);
}

static void redraw(Renderer *renderer, uint32_t tick, const Ground *ground, Rect area)
{
    int32_t h;
    for (int32_t y = area.y; y < area.y + area.h; y += h) {
        int32_t w;
        h = (int32_t)piece_at(ground, area, area.x, y).image.h;
        for (int32_t x = area.x; x < area.x + area.w; x += w) {
            const Piece piece = piece_at(ground, area, x, y);
            redraw_piece(renderer, tick, ground, &piece);
            w = (int32_t)piece.image.w;
        }
    }
}

/* ---- changes ---- */

static Rect view_of(const Renderer *renderer)
{
    return (Rect){renderer->camera.x, renderer->camera.y, (int32_t)renderer->w,
                  (int32_t)renderer->h};
}

/* A hash of what the cache depends on in addition to camera and tick. */
static uint64_t signature(const Renderer *renderer, const Ground *ground)
{
    uint64_t hash = hash_mix(renderer->shown_count, ground->solid);
    for (size_t i = 0; i < renderer->shown_count; i++) {
        hash = hash_mix(hash, (uintptr_t)renderer->shown[i].map->cells);
        hash = hash_mix(hash, (uint64_t)(uint32_t)renderer->shown[i].shift.x << 32 |
                                  (uint32_t)renderer->shown[i].shift.y);
    }
    return hash_mix(hash, ground->first == LAYER_ROOFS ? renderer->roofs.changes : 0);
}

/* The strips that scrolled into view; false if the views do not overlap. */
static bool redraw_strips(Renderer *renderer, uint32_t tick, const Ground *ground)
{
    const Rect view = view_of(renderer);
    const int32_t dx = view.x - ground->at.x, dy = view.y - ground->at.y;
    if (dx >= view.w || -dx >= view.w || dy >= view.h || -dy >= view.h)
        return false;
    if (dx)
        redraw(
            renderer, tick, ground,
            (Rect){dx > 0 ? view.x + view.w - dx : view.x, view.y, dx > 0 ? dx : -dx, view.h});
    if (dy)
        redraw(
            renderer, tick, ground,
            (Rect){view.x, dy > 0 ? view.y + view.h - dy : view.y, view.w, dy > 0 ? dy : -dy});
    return true;
}

static Rect clipped(Rect a, Rect b)
{
    const int32_t left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
    const int32_t right = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    const int32_t bottom = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    return (Rect){left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
}

/* Divides the view into blocks about as large as cells, aligned to the map like orthogonal
 * cells, so that an area is redrawn once even if several layers have changed. */
static Blocks blocks_of(const Renderer *renderer, const Ground *ground)
{
    enum { MIN = 16 };
    const Grid *grid = &renderer->content->grid;
    Blocks blocks = {.w = grid->tile_w > MIN ? grid->tile_w : MIN,
                     .h = grid->tile_h > MIN ? grid->tile_h : MIN,
                     .dirty = ground->dirty};
    blocks.left = floor_div(renderer->camera.x, blocks.w);
    blocks.top = floor_div(renderer->camera.y, blocks.h);
    blocks.columns =
        floor_div(renderer->camera.x + (int32_t)renderer->w - 1, blocks.w) - blocks.left + 1;
    blocks.lines =
        floor_div(renderer->camera.y + (int32_t)renderer->h - 1, blocks.h) - blocks.top + 1;
    return blocks;
}

static void mark(const Blocks *blocks, Rect rect)
{
    const int32_t right = floor_div(rect.x + rect.w - 1, blocks->w) - blocks->left;
    const int32_t bottom = floor_div(rect.y + rect.h - 1, blocks->h) - blocks->top;
    for (int32_t y = floor_div(rect.y, blocks->h) - blocks->top; y <= bottom; y++)
        for (int32_t x = floor_div(rect.x, blocks->w) - blocks->left; x <= right; x++)
            blocks->dirty[y * blocks->columns + x] = 1;
}

/* Marks an animated tile in a cell's box if it has another frame than before. */
static bool mark_tile(Renderer *renderer, uint32_t tick, const Ground *ground, uint32_t sprite,
                      Spot box, const Blocks *blocks)
{
    const SpriteFrame *old =
        picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, ground->tick);
    const SpriteFrame *now = picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, tick);
    const int32_t bottom = box.y + renderer->content->grid.tile_h;
    const Rect seen =
        clipped((Rect){box.x, bottom - now->h, now->w, now->h}, view_of(renderer));
    if (old == now || !seen.w || !seen.h)
        return false;
    mark(blocks, seen);
    return true;
}

/* Marks cells with another frame of their animation than before; returns whether any. */
static bool mark_moved(Renderer *renderer, uint32_t tick, const Ground *ground, size_t slot,
                       unsigned layer, const Blocks *blocks)
{
    const Grid *grid = &renderer->content->grid;
    const Spot shift = renderer->shown[slot].shift;
    const Rect view = view_of(renderer);
    const uint16_t *cells = shown_layer(renderer, slot, layer);
    bool found = false;
    CellWalk walk = cell_walk(grid, (Rect){view.x - shift.x, view.y - shift.y, view.w, view.h},
                              renderer->max_w, renderer->max_h);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        const uint32_t sprite = cells[cell.y * grid->side + cell.x];
        if (sprite >= renderer->tile_count || !renderer->tiles[sprite].moves)
            continue;
        const Spot box = grid_box(grid, cell);
        found |= mark_tile(renderer, tick, ground, sprite,
                           (Spot){box.x + shift.x, box.y + shift.y}, blocks);
    }
    return found;
}

/* The same for what is beyond the maps. */
static bool mark_beyond(Renderer *renderer, uint32_t tick, const Ground *ground,
                        const Blocks *blocks)
{
    BeyondWalk walk = beyond_walk(renderer, view_of(renderer));
    bool found = false;
    uint32_t sprite;
    for (Cell cell; beyond_next(&walk, &cell, &sprite);)
        if (sprite < renderer->tile_count && renderer->tiles[sprite].moves)
            found |= mark_tile(renderer, tick, ground, sprite,
                               grid_box(&renderer->content->grid, cell), blocks);
    return found;
}

/* Redraws the marked blocks, combining adjacent ones. */
static void redraw_marked(Renderer *renderer, uint32_t tick, const Ground *ground,
                          const Blocks *blocks)
{
    for (int32_t y = 0; y < blocks->lines; y++) {
        const uint8_t *line = blocks->dirty + y * blocks->columns;
        for (int32_t x = 0; x < blocks->columns; x++) {
            const int32_t from = x;
            while (x < blocks->columns && line[x])
                x++;
            if (x > from)
                redraw(renderer, tick, ground,
                       clipped((Rect){(blocks->left + from) * blocks->w,
                                      (blocks->top + y) * blocks->h, (x - from) * blocks->w,
                                      blocks->h},
                               view_of(renderer)));
        }
    }
}

static void redraw_moved(Renderer *renderer, uint32_t tick, const Ground *ground)
{
    const uint32_t pictures = renderer->content->picture_ticks;
    if (!renderer->tiles_move || tick / pictures == ground->tick / pictures)
        return;
    const Blocks blocks = blocks_of(renderer, ground);
    bool found = false;
    memset(blocks.dirty, 0, (size_t)blocks.columns * (size_t)blocks.lines);
    for (unsigned layer = ground->first; layer < ground->first + GROUND_LAYERS; layer++)
        for (size_t i = 0; i < renderer->shown_count; i++)
            found |= mark_moved(renderer, tick, ground, i, layer, &blocks);
    if (ground->solid)
        found |= mark_beyond(renderer, tick, ground, &blocks);
    if (found)
        redraw_marked(renderer, tick, ground, &blocks);
}

/* ---- the frame ---- */

void ground_update(Renderer *renderer, const World *world, Ground *ground, bool solid)
{
    ground->solid = solid;
    const uint64_t now = signature(renderer, ground);
    if (!ground->valid || ground->signature != now ||
        !redraw_strips(renderer, world->tick, ground))
        redraw(renderer, world->tick, ground, view_of(renderer));
    else
        redraw_moved(renderer, world->tick, ground);
    ground->valid = true;
    ground->signature = now;
    ground->at = renderer->camera;
    ground->tick = world->tick;
}

void ground_draw(const Renderer *renderer, const Ground *ground, const Band *band)
{
    const Rect view = {renderer->camera.x, renderer->camera.y + band->top,
                       (int32_t)band->image.w, (int32_t)band->image.h};
    int32_t h;
    for (int32_t y = view.y; y < view.y + view.h; y += h) {
        int32_t w;
        h = (int32_t)piece_at(ground, view, view.x, y).image.h;
        for (int32_t x = view.x; x < view.x + view.w; x += w) {
            const Piece piece = piece_at(ground, view, x, y);
            blit(&band->image, x - view.x, y - view.y, &piece.image,
                 ground->solid ? PICTURE_OPAQUE : PICTURE_MIXED);
            w = (int32_t)piece.image.w;
        }
    }
}
