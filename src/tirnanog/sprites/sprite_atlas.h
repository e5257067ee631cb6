/* The list of sprites in the comment of an `_atls` image:
 *
 *     TirNanoG Atlas
 *     x y width height NAME_soo0
 *     ...
 */
#ifndef OISIN_TIRNANOG_SPRITES_SPRITE_ATLAS_H
#define OISIN_TIRNANOG_SPRITES_SPRITE_ATLAS_H

#include "base/image/image.h"
#include "base/image/png.h"

typedef struct AtlasPart {
    Text name; /* with its suffix; a slice of the list */
    uint32_t x, y, w, h;
} AtlasPart;

/* The list, from the first text "Comment" with this title; empty if there is none. Drawing
 * programs may have written other comments before it. */
Text sprite_atlas_list(const PngInfo *info);

/* Reads the parts, which must be inside the image, and whose names must be valid names of
 * sprites. All errors are reported; false if there was any. */
bool sprite_atlas_read(Text list, const Image *image, AtlasPart **out, size_t *count,
                       Arena *arena, Report *report);

#endif
