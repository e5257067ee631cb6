/* Changes of single cells of a map (.tmx): every other byte of the file stays (map_cells.h). */
#ifndef OISIN_TIRNANOG_MAPS_MAP_EDIT_H
#define OISIN_TIRNANOG_MAPS_MAP_EDIT_H

#include "tirnanog/maps/tmx.h"
#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"

/* What a cell gets: an item by its name; empty: nothing. */
typedef struct MapChange {
    uint32_t x, y;
    Text name;
} MapChange;

typedef enum MapEditResult {
    MAP_EDIT_DONE,
    MAP_EDIT_UNKNOWN, /* no tileset of the map has one of the items: project_maps_sync adds it
                       */
    MAP_EDIT_FAILED   /* reported */
} MapEditResult;

/* Changes cells of the layer with this number (map_layers.h) in the text of the map `path`. The
 * first name that the map has no tile for is `*unknown` then. */
MapEditResult map_edit(const Names *names, const ProjectFiles *files, Text path, Text text,
                       unsigned layer, const MapChange *changes, size_t count, Text *out,
                       Text *unknown, Arena *arena, Report *report);

#endif
