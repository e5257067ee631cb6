/* Which maps of a game are joined: those that one can walk between without a door. */
#ifndef OISIN_SERVER_ZONE_MAP_H
#define OISIN_SERVER_ZONE_MAP_H

#include "formats/tirnanog/tng.h"

typedef struct ZoneMap {
    uint32_t *of_map; /* by a map's ordinal: the number of its land, from 0 */
    uint32_t map_count, zone_count;
} ZoneMap;

/* Lands are numbered in the order of their first maps. False and a report if the game has no
 * map. */
bool zone_map(const TngFile *game, ZoneMap *out, Arena *arena, Report *report);
/* Of a map; one that is not there is of land 0. */
uint32_t zone_map_get(const ZoneMap *zones, uint32_t map);

#endif
