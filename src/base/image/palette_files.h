/* Palettes in files of several formats: the rows of palette_formats.def.
 *
 * Only colours that are defined without a colour profile are read: RGB, HSB and greyscale.
 * CMYK, Lab and the books of ink makers have no colours on a screen without one, and are
 * rejected by name. Alpha is ignored, so all colours are opaque; the transparent index of a
 * colour table stays a colour.
 *
 * An indexed PNG has the colours of its PLTE chunk, in its order. Other images have those of
 * all pixels that are not fully transparent, in the order of their first appearance, row by
 * row. More than 256 colours are rejected. */
#ifndef OISIN_BASE_IMAGE_PALETTE_FILES_H
#define OISIN_BASE_IMAGE_PALETTE_FILES_H

#include "base/image/palette.h"

typedef struct PaletteFormat {
    const char *suffix, *magic, *doc;
    bool (*read)(Bytes file, Palette *out, Arena *arena, Report *report);
} PaletteFormat;

extern const PaletteFormat palette_formats[]; /* terminated by a row without suffix */

/* By suffix, without the dot, ignoring case; NULL if there is none. */
const PaletteFormat *palette_format_of_suffix(Text suffix);

/* Reads a palette by its magic number, otherwise by `suffix`. Texts are slices of `file`, or
 * allocated from the arena. On failure one error is reported. */
bool palette_load(Text suffix, Bytes file, Palette *out, Arena *arena, Report *report);

#define PALETTE_FORMAT(id, suffix, magic, doc)                                                 \
    bool palette_read_##id(Bytes file, Palette *out, Arena *arena, Report *report);
#include "base/image/palette_formats.def"
#undef PALETTE_FORMAT

#endif
