/* Zones: groups of maps that are adjacent to each other (their neighbours, as set in Tiled), so
 * that a player sees and walks from one onto the next. Doors and scripts that move a player do
 * not join maps. Also what the zones share. */
#ifndef OISIN_SERVER_ZONE_MAP_H
#define OISIN_SERVER_ZONE_MAP_H

#include "formats/tirnanog/tng.h"

typedef struct ZoneMap {
    uint32_t *of_map; /* by map ordinal: the number of its zone, from 0 */
    uint32_t map_count, zone_count;
    /* Ordinals of the attributes that all zones share. */
    uint32_t *globals;
    uint32_t global_count;
} ZoneMap;

/* Zones are numbered by their first maps. On failure (no maps), returns false and reports an
 * error. */
bool zone_map(const TngFile *game, ZoneMap *out, Arena *arena, Report *report);
/* The zone of a map; 0 for an invalid map. */
uint32_t zone_map_get(const ZoneMap *zones, uint32_t map);

#endif
