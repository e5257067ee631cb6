/* The settings of conversions of maps. Files that were not given have data NULL; lists are
 * NULL. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_SETTINGS_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_SETTINGS_H

#include "kit/convert/conversion.h"

/* The layer of a map that is converted to or from an image; see map_images.h. */
typedef enum MapLayer {
    MAP_HEIGHTS,
    MAP_TILES,
    MAP_LIQUID, /* heights of the liquid */
    MAP_LIQUID_TILES,
    MAP_MATERIALS,
    MAP_PICTURE,
    MAP_PROJECT, /* the whole map, as a project: see map_project.h */
    MAP_CHOICES
} MapLayer;

typedef struct MapSettings {
#define SETTINGS_FILE "evil_islands/maps/map_options.def"
#include "kit/convert/setting_members.h"
    MapLayer layer;
} MapSettings;
SETTINGS_OF(map, MapSettings)

#endif
