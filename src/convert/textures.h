/* Conversions of Evil Islands textures; see conversions.def.
 *
 * NAME.mmp becomes NAME.png, and with --mips its smaller levels become NAME.1.png, NAME.2.png
 * and so on beside it. NAME.png becomes NAME.mmp; with --mips all levels down to 1 x 1 are
 * in it: each is NAME.<number>.png beside the picture if there is one, else made of the level
 * before. Pictures stand upright: see MmpRows for what --flip and --no-flip change.
 *
 * From and to .dds blocks and pixels are copied as they are, rows too: what the game stores
 * from the bottom up looks upside down in programs for .dds. --flip turns them over. A PNT3
 * becomes 32 bits a pixel; the .dds says in its reserved words what it was, so that the way
 * back knows. */
#ifndef OISIN_CONVERT_TEXTURES_H
#define OISIN_CONVERT_TEXTURES_H

#include "convert/conversion.h"

/* How many pixels a picture (.mmp, .png) will have; 0 if it is damaged. A few bytes can stand
 * for many pixels, and many files be the same bytes: ask before they are read. */
uint64_t texture_pixels(Bytes file);

bool mmp_to_png(ConversionJob *job, Arena *arena, Report *report);
bool png_to_mmp(ConversionJob *job, Arena *arena, Report *report);
bool mmp_to_dds(ConversionJob *job, Arena *arena, Report *report);
bool dds_to_mmp(ConversionJob *job, Arena *arena, Report *report);

#endif
