/* Image fonts: a description of BMFont (`.fnt`, as text or XML) and the images of its glyphs
 * beside it, which Hiero, GlyphDesigner, LibGDX and others write, too.
 *
 * A pixel belongs to a glyph if its alpha is at least 128, or in an image without alpha, if it
 * is rather white than black. Kerning is left out.
 *
 * Source: "Bitmap Font Generator - File format" of AngelCode. */
#ifndef OISIN_TIRNANOG_CONVERT_IMAGE_FONT_H
#define OISIN_TIRNANOG_CONVERT_IMAGE_FONT_H

#include "kit/convert/conversion.h"

typedef struct FontSettings {
#define SETTINGS_FILE "tirnanog/convert/font_options.def"
#include "kit/convert/setting_members.h"
} FontSettings;
SETTINGS_OF(font, FontSettings)

/* Replaces `*file`, the input of the job, by BDF if it is such a description. False: it is
 * damaged, or an image is missing. */
bool image_font_to_bdf(const ConversionJob *job, Bytes *file, Arena *arena, Report *report);

#endif
