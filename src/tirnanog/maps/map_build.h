/* Converts one map of Tiled to the container's records (maps.c builds all of them). Properties
 * and paths look up names and change the project's lists; cells do neither. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_BUILD_H
#define OISIN_TIRNANOG_MAPS_MAP_BUILD_H

#include "tirnanog/maps/automap.h"
#include "tirnanog/maps/map_positions.h"
#include "tirnanog/maps/tilesets.h"
#include "tirnanog/maps/tmx.h"
#include "tirnanog/project/build.h"

typedef struct MapBuild {
    Project *project;
    const TmxMap *tmx;
    Text file;
    MapProperty property; /* the one that is read */
    TngMap map;
    const Automap *automap; /* or NULL */
    Arena *arena;
    Report *report; /* about the map, while its names are looked up */
} MapBuild;

/* Whether the orientation is that of the game. After an error in config its values are
 * defaults, and would give wrong errors here. */
bool map_build_shape(MapBuild *build);
bool map_build_property(MapBuild *build, const TmxProperty *property);
bool map_build_paths(MapBuild *build);
bool map_build_cells(MapBuild *build, const TileMeanings *meanings, Report *report);

#endif
