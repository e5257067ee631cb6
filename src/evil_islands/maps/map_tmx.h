/* Export of the tiles of an Evil Islands map for Tiled (.tmx): an orthogonal map of 64-pixel
 * tiles, north up, with a layer "land" and, if there is one, "liquid". Textures become
 * NAME.000.png etc. next to NAME.tmx, each a tileset of 8 x 8 tiles. Quarter turns use Tiled's
 * flags. The game draws only the inner three quarters of a tile; Tiled shows all of it. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_TMX_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_TMX_H

#include "kit/convert/conversion.h"

/* Used by conversions.def: .mpr and .mp. */
bool map_to_tmx(ConversionJob *job, Arena *arena, Report *report);

#endif
