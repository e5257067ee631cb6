/* Templates of Tiled (.tx): objects of a map that have their name, rotation or shape in a file
 * of the project. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_TEMPLATES_H
#define OISIN_TIRNANOG_MAPS_MAP_TEMPLATES_H

#include "tirnanog/maps/tmx.h"
#include "kit/formats/file_list.h"

#include "base/hash.h"

/* Completes the objects of a map that refer to templates; those that are not polygons or
 * polylines are removed, with a warning. `path`: of the map. `reported`: the files that have
 * been reported to `report` before, whose messages are not repeated; or NULL. */
bool templates_load(const ProjectFiles *files, Text path, TmxMap *map, Table *reported,
                    Arena *arena, Report *report);

#endif
