/* Images of any kind that games use as sheets of sprites: PNG, WebP and textures. */
#ifndef OISIN_MAGES_SPRITES_SHEET_IMAGE_H
#define OISIN_MAGES_SPRITES_SHEET_IMAGE_H

#include "base/report.h"
#include "base/image/image.h"

/* Reads an image by its content; what is not detected, by the suffix of `path`, otherwise as
 * PNG. */
bool sheet_image_read(Text path, Bytes file, Image *out, Arena *arena, Report *report);
/* Its size; of a PNG without decoding it. */
bool sheet_image_size(Text path, Bytes file, uint32_t *w, uint32_t *h, Arena *arena,
                      Report *report);

#endif
