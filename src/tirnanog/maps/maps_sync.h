/* Tilesets for Tiled with everything that can be placed on maps.
 *
 * `maps/tiles.tsx`, `objects.tsx`, `npcs.tsx` and `spawners.tsx` are collections of the images
 * of all sprites, objects, NPCs and spawners; `maps/sheet_NAME.tsx` is a sheet. All maps refer
 * to them. They are files of their own, so that a new sprite changes one file and not every
 * map, and the IDs in maps stay.
 *
 * Syncing adds what is missing and removes what the project does not have any more; every other
 * byte of the maps and of these files stays, whoever wrote it. A tile keeps its ID, also when
 * its image gets another number of frames. Only a map in which a tileset has grown into the
 * numbers of the next is numbered again, with its cells, as Tiled does (map_renumber.h). */
#ifndef OISIN_TIRNANOG_MAPS_MAPS_SYNC_H
#define OISIN_TIRNANOG_MAPS_MAPS_SYNC_H

#include "tirnanog/project/project.h"

typedef struct MapsSync {
    ProjectFiles files; /* those that change, with their new contents */
    size_t added, removed;
} MapsSync;

/* The project must be free of errors. */
bool project_maps_sync(ProjectFiles *files, MapsSync *out, Arena *arena, Report *report);

#endif
