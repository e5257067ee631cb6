/* Cells of a map: what is on each layer, the speed on their tiles. */
#include "engine/rules/rules.h"

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
