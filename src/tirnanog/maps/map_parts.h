/* Changes of a map's properties and patrol paths (.tmx), and new maps. What is not changed
 * keeps its bytes. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_PARTS_H
#define OISIN_TIRNANOG_MAPS_MAP_PARTS_H

#include "base/json.h"
#include "tirnanog/maps/tmx.h"
#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_records.h"

/* A patrol path: cells of the map, through which NPCs walk. */
typedef struct MapPath {
    Text name; /* its number, 0 to 98 */
    MapPoint *cells;
    size_t count;
} MapPath;

/* The cell of a point of Tiled's objects, and the point in the middle of a cell, 1/1000 pixels.
 * Tiled's isometric x is in half tiles. */
MapPoint map_path_cell(const ProjectConfig *config, TmxPoint point);
/* Whether a point is in a cell of the map; otherwise its cell is the nearest at the edge. */
bool map_has_point(const ProjectConfig *config, TmxPoint point);
TmxPoint map_path_point(const ProjectConfig *config, MapPoint cell);

/* Puts "known": [{"name", "doc", "example", "members"}], the properties that maps of such a
 * grid can have; members are as in schema.h. */
void map_properties_put(JsonWriter *json, unsigned grid);

/* Sets all properties of the map; a name may occur more than once. False: reported. */
bool map_set_properties(Text text, const TmxProperty *wanted, size_t count, Text *out,
                        Arena *arena, Report *report);
/* Sets all its patrol paths, in all object layers; new ones are added to the first. `path`: of
 * the map, in which templates may be relative to it. */
bool map_set_paths(const ProjectConfig *config, const ProjectFiles *files, Text path, Text text,
                   const MapPath *wanted, size_t count, Text *out, Arena *arena,
                   Report *report);

/* An empty map with all layers. */
Text map_new_text(const ProjectConfig *config, Text title, Arena *arena);

#endif
