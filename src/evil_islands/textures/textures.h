/* Conversions of Evil Islands textures; see conversions.def.
 *
 * NAME.mmp becomes NAME.png; with --mips its smaller levels become NAME.1.png, NAME.2.png and
 * so on. NAME.png becomes NAME.mmp; with --mips it has all levels down to 1 x 1: each is read
 * from NAME.<number>.png in the same folder if that exists, otherwise it is computed from the
 * previous level. Images are upright: see MmpRows for the effect of --flip and --no-flip.
 *
 * The textures of a .gxt become NAME.png, NAME.1.png and so on. Such images are written over
 * those of a given .gxt; textures without an image stay unchanged.
 *
 * To and from .dds, blocks and pixels are copied unchanged, including the order of rows:
 * textures that the game stores bottom-up appear upside down in programs for .dds. --flip flips
 * them. A PNG becomes the same .dds as by way of an .mmp whose rows are top-down. A PNT3
 * becomes 32 bits per pixel; the reserved words of the .dds record the original format for the
 * conversion back. */
#ifndef OISIN_EVIL_ISLANDS_TEXTURES_TEXTURES_H
#define OISIN_EVIL_ISLANDS_TEXTURES_TEXTURES_H

#include "evil_islands/textures/texture_settings.h"

/* The number of pixels that an image (.mmp, .png) will have; 0 if it is damaged. A few bytes
 * can describe many pixels, and many files can share their bytes: check this before decoding.
 */
uint64_t texture_pixels(Bytes file);

#endif
