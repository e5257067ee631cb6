/* The quantities of objects on the ground, of which more than one are in a cell. */
#include "engine/rules/rules.h"

Loot *loot_at(World *world, Location location)
{
    for (uint32_t i = 0; i < world->loot_count; i++) {
        Loot *loot = &world->loot[i];
        if (loot->place.map == location.map && loot->place.cell.x == location.cell.x &&
            loot->place.cell.y == location.cell.y)
            return loot;
    }
    return NULL;
}

/* Another object is on the ground there now. */
void loot_clear(World *world, const MapState *map, Cell cell)
{
    for (uint32_t i = 0; i < world->loot_count; i++) {
        const Location *location = &world->loot[i].place;
        if (world->maps[location->map] == map && location->cell.x == cell.x &&
            location->cell.y == cell.y)
            world->loot[i--] = world->loot[--world->loot_count];
    }
}
