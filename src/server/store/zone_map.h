/* Zones: groups of maps that are adjacent to each other (their neighbours, as set in Tiled), so
 * that a player sees and walks from one onto the next. Doors and scripts that move a player do
 * not join maps. Also what the zones share.
 *
 * The land of a large game may be one group. Then each map can be its own zone ("split"),
 * so that several servers share the land. A player who walks over a border is handed over as at
 * a door, and sees the ground beyond it, but not who is there. The state has only one of the
 * two kinds of zones, from its beginning. */
#ifndef OISIN_SERVER_ZONE_MAP_H
#define OISIN_SERVER_ZONE_MAP_H

#include "tirnanog/container/tng.h"
#include "server/store/store.h"

typedef struct ZoneMap {
    uint32_t *of_map; /* by map ordinal: the number of its zone, from 0 */
    uint32_t map_count, zone_count;
    /* Ordinals of the attributes that all zones share. */
    uint32_t *globals;
    uint32_t global_count;
} ZoneMap;

/* The row of STORE_META that says whether the zones are split. */
#define STORE_ZONES_KEY "zones"

/* Zones are numbered by their first maps. On failure (no maps), returns false and reports an
 * error. */
bool zone_map(const TngFile *game, bool split, ZoneMap *out, Arena *arena, Report *report);
/* Whether the zones of a state are split; in a new state, they will be as `wanted`. On failure,
 * for example if it is wanted and the state is not split, returns false and reports an error.
 */
bool zone_map_is_split(Store *store, bool wanted, bool *out, Report *report);
/* The zones of a state, without changing it: if another build of the game has saved it, those
 * of that build, without the attributes. On failure, returns false and reports an error. */
bool zone_map_of_state(Store *store, const TngFile *game, ZoneMap *out, Arena *arena,
                       Report *report);
/* The zone of a map; 0 for an invalid map. */
uint32_t zone_map_get(const ZoneMap *zones, uint32_t map);

#endif
