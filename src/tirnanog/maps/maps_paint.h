/* maps paint: applies the automap rules to the maps of a project (.tmx).
 *
 * A map is painted in two steps, so that it may be painted again after every change:
 *
 * 1. Each tile that a rule places becomes its terrain again: the tile in the middle of the
 *    rule. What is left is the map as it was drawn.
 * 2. The rules are applied to that, as `build --automap` does.
 *
 * Only cells change. If a tileset has grown since Tiled has numbered the map, and a new tile is
 * needed, the map is numbered again, as Tiled does when it saves it.
 *
 * For this a tile must have one terrain. Rules for which this is not so are errors: without a
 * tile in the middle, of two terrains that place the same tile, and masks that look for a tile
 * which the rules place. */
#ifndef OISIN_TIRNANOG_MAPS_MAPS_PAINT_H
#define OISIN_TIRNANOG_MAPS_MAPS_PAINT_H

#include "tirnanog/project/project.h"

typedef struct PaintedMap {
    Text path;
    size_t cells; /* number of changed cells; may be 0 */
} PaintedMap;

typedef struct MapsPaint {
    bool has_rules;     /* a tile of the project has automap rules */
    ProjectFiles files; /* maps that change, with their new contents */
    PaintedMap *maps;   /* all maps that were looked at */
    size_t map_count;
} MapsPaint;

/* Paints the maps with these names, or all. The project must be free of errors. */
bool project_maps_paint(ProjectFiles *files, const char *const *maps, size_t count,
                        MapsPaint *out, Arena *arena, Report *report);

#endif
