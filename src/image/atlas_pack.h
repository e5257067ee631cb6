/* Packing rectangles, for atlas.c. */
#ifndef OISIN_IMAGE_ATLAS_PACK_H
#define OISIN_IMAGE_ATLAS_PACK_H

#include "image/atlas.h"

/* Gives every cell its atlas, x and y; w and h are given, at most 2^side_log2.
 * Sets the atlases' sizes; sorts nothing. */
bool cells_pack(AtlasCell *cells, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report);

#endif
