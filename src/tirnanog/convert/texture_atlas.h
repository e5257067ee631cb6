/* Lists of the images in an atlas, in XML: `<TextureAtlas>` with `<SubTexture name="oak.png"
 * x="0" y="0" width="32" height="32"/>`, as Starling, Kenney's packs and TexturePacker have
 * them. An image that was trimmed has a frame: frameWidth and frameHeight are its size before,
 * -frameX and -frameY the place of its pixels in that. Rotated images are refused. */
#ifndef OISIN_TIRNANOG_CONVERT_TEXTURE_ATLAS_H
#define OISIN_TIRNANOG_CONVERT_TEXTURE_ATLAS_H

#include "base/report.h"

enum { TEXTURE_PARTS_MAX = 65535 };

typedef struct TexturePart {
    Text name;
    uint32_t x, y, w, h; /* w and h are at least 1 */
    /* The whole image, and where the part is in it; of images that were not trimmed: the part.
     */
    uint32_t frame_w, frame_h;
    int32_t frame_x, frame_y;
    uint32_t line;
} TexturePart;

typedef struct TextureAtlas {
    TexturePart *parts;
    size_t count;
} TextureAtlas;

/* On failure one error is reported. */
bool texture_atlas_read(Bytes file, TextureAtlas *out, Arena *arena, Report *report);

#endif
