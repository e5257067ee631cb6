/* Cells of a map: their numbers, what is on each layer, the speed on their tiles. */
#include "engine/rules/rules.h"

uint32_t map_cell_index(const World *world, Cell cell)
{
    return (uint32_t)cell.y * (uint32_t)world->content->grid.side + (uint32_t)cell.x;
}

Cell map_cell_of(const World *world, uint32_t index)
{
    const uint32_t side = (uint32_t)world->content->grid.side;
    return (Cell){(int32_t)(index % side), (int32_t)(index / side)};
}

uint16_t map_cell(const World *world, const MapState *map, unsigned layer, Cell cell)
{
    if (!grid_inside(&world->content->grid, cell))
        return TNG_NO_SPRITE;
    return map->cells[layer * grid_cells(&world->content->grid) + map_cell_index(world, cell)];
}

uint32_t map_speed(World *world, const MapState *map, Cell cell, uint32_t transport,
                   uint32_t *sound)
{
    uint32_t percent = 100;
    if (sound)
        *sound = 0;
    /* The topmost tile with metadata is used. */
    for (unsigned layer = 0; layer <= LAYER_OBJECTS; layer++) {
        const uint16_t sprite = map_cell(world, map, layer, cell);
        const TngTile *tile =
            sprite == TNG_NO_SPRITE ? NULL : content_tile(world->content, sprite);
        if (!tile || transport >= tile->transport_count)
            continue;
        percent = tile->speeds[transport].speed;
        if (sound && tile->speeds[transport].sound)
            *sound = tile->speeds[transport].sound;
    }
    return percent > 1000 ? 1000 : percent;
}
