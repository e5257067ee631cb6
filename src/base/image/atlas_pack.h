/* Rectangle packing, for atlas.c. */
#ifndef OISIN_BASE_IMAGE_ATLAS_PACK_H
#define OISIN_BASE_IMAGE_ATLAS_PACK_H

#include "base/image/atlas.h"

/* Sets atlas, x and y of every cell; w and h are inputs of at most 2^side_log2. Sets the sizes
 * of the atlases; does not reorder the cells. */
bool cells_pack(AtlasCell *cells, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report);

#endif
