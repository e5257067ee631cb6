/* Roofs over the player: those whose sprites cover the feet, and all roof cells connected to
 * them, also across borders of maps. */
#include "engine/render/render_internal.h"

#include "base/hash.h"

static size_t words_of(const Renderer *renderer)
{
    return (grid_cells(&renderer->content->grid) + 31) / 32;
}

bool roof_hidden(const Renderer *renderer, size_t slot, uint32_t index)
{
    return renderer->roofs.bits[slot * words_of(renderer) + index / 32] >> (index % 32) & 1;
}

/* Hides a cell of a visible map and queues its neighbours. */
static void hide(Renderer *renderer, size_t slot, uint32_t index)
{
    Roofs *roofs = &renderer->roofs;
    if (roof_hidden(renderer, slot, index))
        return;
    roofs->bits[slot * words_of(renderer) + index / 32] |= 1u << (index % 32);
    if (roofs->count == roofs->space) {
        roofs->space *= 2;
        RoofCell *more = ARENA_ALLOC(renderer->arena, RoofCell, roofs->space);
        memcpy(more, roofs->cells, roofs->count * sizeof *more);
        roofs->cells = more;
    }
    roofs->cells[roofs->count++] = (RoofCell){(uint32_t)slot, index};
}

static bool has_roof(const Renderer *renderer, size_t slot, uint32_t index)
{
    for (unsigned layer = LAYER_ROOFS; layer < LAYER_ROOFS + GROUND_LAYERS; layer++)
        if (shown_layer(renderer, slot, layer)[index] != TNG_NO_SPRITE)
            return true;
    return false;
}

/* The cells of a layer whose sprites cover the feet. */
static void add_seeds(Renderer *renderer, size_t slot, unsigned layer, Spot feet)
{
    const Grid *grid = &renderer->content->grid;
    Roofs *roofs = &renderer->roofs;
    const uint16_t *cells = shown_layer(renderer, slot, layer);
    const Spot on = {feet.x - renderer->shown[slot].shift.x,
                     feet.y - renderer->shown[slot].shift.y};
    CellWalk walk = cell_walk(grid, (Rect){on.x, on.y, 1, 1}, renderer->max_w, renderer->max_h);
    for (Cell cell; roofs->seed_count < SEEDS_MAX && cell_walk_next(&walk, &cell);) {
        const uint32_t index = (uint32_t)(cell.y * grid->side + cell.x);
        const SpriteFrame *picture =
            picture_at(&renderer->pictures, SPRITE_OBJECT, cells[index], 0, 0);
        const Spot box = grid_box(grid, cell);
        const int32_t bottom = box.y + grid->tile_h;
        if (picture && on.x >= box.x && on.x < box.x + picture->w && on.y < bottom &&
            on.y >= bottom - picture->h)
            roofs->seeds[roofs->seed_count++] = (RoofCell){(uint32_t)slot, index};
    }
}

/* The map beyond the border, if it is visible; otherwise SHOWN_MAX. */
static size_t slot_beyond(const Renderer *renderer, size_t slot, int neighbour)
{
    const uint32_t name = renderer->shown[slot].map->record->neighbours[neighbour];
    const uint32_t index = content_find(renderer->content, SECTION_MAPS, name);
    for (size_t i = 0; i < renderer->shown_count; i++)
        if (renderer->shown[i].index == index)
            return i;
    return SHOWN_MAX;
}

static void hide_around(Renderer *renderer, RoofCell from)
{
    const Grid *grid = &renderer->content->grid;
    const Cell cell = {(int32_t)(from.index % (uint32_t)grid->side),
                       (int32_t)(from.index / (uint32_t)grid->side)};
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        Cell next = grid_step(grid, cell, (Direction)i);
        size_t slot = from.slot;
        const int neighbour = grid_neighbour(grid, &next);
        if (neighbour >= 0)
            slot = slot_beyond(renderer, slot, neighbour);
        const uint32_t index = (uint32_t)(next.y * grid->side + next.x);
        if (slot < SHOWN_MAX && grid_inside(grid, next) && has_roof(renderer, slot, index))
            hide(renderer, slot, index);
    }
}

static void clear_roofs(Renderer *renderer)
{
    Roofs *roofs = &renderer->roofs;
    for (size_t i = 0; i < roofs->count; i++)
        roofs->bits[roofs->cells[i].slot * words_of(renderer) + roofs->cells[i].index / 32] = 0;
    roofs->count = roofs->parts = 0;
    roofs->any = false;
}

/* A hash of all hidden cells, independent of their order. */
static uint64_t sum_of(const Renderer *renderer)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < renderer->roofs.count; i++)
        sum += hash_mix(renderer->roofs.cells[i].slot + 1, renderer->roofs.cells[i].index);
    return sum;
}

/* Whether the same is hidden as before: a single roof that contains all seeds. */
static bool same_roof(const Renderer *renderer, uint64_t maps)
{
    const Roofs *roofs = &renderer->roofs;
    if (roofs->maps != maps || roofs->parts != (roofs->seed_count > 0))
        return false;
    for (size_t i = 0; i < roofs->seed_count; i++)
        if (!roof_hidden(renderer, roofs->seeds[i].slot, roofs->seeds[i].index))
            return false;
    return true;
}

static uint64_t maps_of(const Renderer *renderer)
{
    uint64_t hash = renderer->shown_count;
    for (size_t i = 0; i < renderer->shown_count; i++)
        hash = hash_mix(hash, (uintptr_t)renderer->shown[i].map->cells);
    return hash;
}

void roofs_find(Renderer *renderer, PlayerContext ctx)
{
    enum { FIRST = 256 };
    Roofs *roofs = &renderer->roofs;
    const Actor *player = context_actor(ctx);
    const Spot feet = {player->at.x / SUB, player->at.y / SUB};
    const bool there = ctx.player->scene.map == NONE && player->map == renderer->shown[0].index;
    const uint64_t maps = maps_of(renderer);
    if (!roofs->bits) {
        roofs->bits = ARENA_ALLOC(renderer->arena, uint32_t, SHOWN_MAX * words_of(renderer));
        roofs->space = FIRST;
        roofs->cells = ARENA_ALLOC(renderer->arena, RoofCell, FIRST);
    }
    roofs->seed_count = 0;
    for (size_t slot = 0; there && slot < renderer->shown_count; slot++)
        for (unsigned layer = LAYER_ROOFS; layer < LAYER_ROOFS + GROUND_LAYERS; layer++)
            add_seeds(renderer, slot, layer, feet);
    if (same_roof(renderer, maps))
        return;
    clear_roofs(renderer);
    size_t done = 0;
    for (size_t i = 0; i < roofs->seed_count; i++) {
        roofs->parts += !roof_hidden(renderer, roofs->seeds[i].slot, roofs->seeds[i].index);
        hide(renderer, roofs->seeds[i].slot, roofs->seeds[i].index);
        while (done < roofs->count)
            hide_around(renderer, roofs->cells[done++]);
    }
    roofs->maps = maps;
    roofs->any = roofs->count > 0;
    roofs->changes = sum_of(renderer);
}
