/* maps paint: applies the automap rules to the maps of a project (.tmx), as terrain_rules.h
 * does.
 *
 * Only cells change. If a tileset has grown since Tiled has numbered the map, and a new tile is
 * needed, the map is numbered again, as Tiled does when it saves it. */
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
