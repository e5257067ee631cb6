/* Sheets as tilesets of maps: the tile at the upper left corner of a sprite's first frame means
 * that sprite. */
#ifndef OISIN_TIRNANOG_MAPS_TILESET_SHEETS_H
#define OISIN_TIRNANOG_MAPS_TILESET_SHEETS_H

#include "tirnanog/maps/tilesets.h"

/* Where the first frame of a sprite is in the image of a sheet, in pixels. */
typedef struct SheetPlace {
    uint32_t x, y;
    uint16_t number; /* of the sprite */
} SheetPlace;

typedef struct SheetPlaces {
    Text image; /* its path */
    uint32_t image_w;
    SheetPlace *items; /* in the order of the layout, of which the first has precedence */
    size_t count;
} SheetPlaces;

/* The sprites of a sheet; false: the image is not a sheet of the project. Errors of the sheet
 * have been reported before. */
bool tileset_sheet_places(const Names *names, const ProjectFiles *files, Text path,
                          SheetPlaces *out, Arena *arena);

/* Adds the meanings of the tiles of a tileset; false: its image is not a sheet. */
bool tileset_sheet(const Names *names, const ProjectFiles *files, const TmxTileset *tileset,
                   TileMeanings *out, Arena *arena);

#endif
