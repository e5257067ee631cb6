/* Renders a whole map to one image, exactly like Tiled's tmxrasterizer: the first frame of
 * every sprite, all layers in the file's order except NPCs and spawners, no light. */
#ifndef OISIN_ENGINE_RENDER_MAP_PICTURE_H
#define OISIN_ENGINE_RENDER_MAP_PICTURE_H

#include "tirnanog/container/tng.h"
#include "base/image/image.h"

/* Maximum number of pixels: 16384 x 16384 need 1 GiB. */
enum { MAP_PICTURE_MAX = 1 << 28 };

/* `map` is its ordinal. The image has straight alpha and is allocated in `arena`. Bands of
 * it are drawn in parallel. */
bool render_map(const TngFile *game, size_t map, Image *out, Arena *arena, Report *report);

#endif
