/* The eleven layers of a map, by name and by number.
 *
 * The format numbers layers by Tiled's ID, and names do not matter (seeds/proj_format.txt). But
 * the ID cannot be changed in Tiled: the first layer that is added to a map with the layers 1,
 * 5 and 6 gets the ID 7, that of the spawners. So the ID decides in maps whose layers have
 * exactly the IDs 1 to 11, as the original editor writes them. In others a known name decides,
 * and the ID of layers with any other name. Where name and ID disagree, there is a warning. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_LAYERS_H
#define OISIN_TIRNANOG_MAPS_MAP_LAYERS_H

#include "base/report.h"
#include "tirnanog/maps/tmx.h"

enum {
    MAP_LAYER_OBJECTS = 4,
    MAP_LAYER_NPCS = 5,
    MAP_LAYER_SPAWNERS = 6,
    MAP_LAYERS = 11, /* as TNG_LAYERS */
    MAP_LAYER_NONE = MAP_LAYERS,
};

extern const char *const map_layer_names[MAP_LAYERS];

/* The number of a layer's name, from 0; MAP_LAYER_NONE: unknown. Case and separators do not
 * matter ("Ground-2"), and the singular of "objects", "NPCs" and "spawners" is accepted.
 * "ground" and "roof" are unknown, because there are four of each. */
unsigned map_layer_of_name(Text name);

/* The number of each layer of a map, or MAP_LAYER_NONE with a warning. Two layers with the same
 * number are an error. `numbers` has map->layer_count elements. */
bool map_layers_number(const TmxMap *map, uint8_t *numbers, Report *report);

/* Names a layer in messages: `layer 7 "ground 2"`. */
Text map_layer_label(const TmxLayer *layer, Arena *arena);

#endif
