/* Sheets as tilesets of maps: the tile at the upper left corner of a sprite's first frame means
 * that sprite. */
#ifndef OISIN_PROJECT_TILESET_SHEETS_H
#define OISIN_PROJECT_TILESET_SHEETS_H

#include "project/tilesets.h"

/* Adds the meanings of the tiles of a sheet; false: the image is not a sheet of the project.
 * Errors of the sheet have been reported before. */
bool tileset_sheet(const Names *names, const ProjectFiles *files, const TmxTileset *tileset,
                   TileMeanings *out, Arena *arena);

#endif
