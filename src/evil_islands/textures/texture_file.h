/* The file of a texture (.mmp) inside the PNG that shows it, so that a texture which nobody has
 * edited comes back from a scene with the same bytes: its blocks and its smaller levels cannot
 * be made again from pixels.
 *
 * The PNG has the chunk "oiMP" before its first IDAT: a zlib stream. By its name it is for this
 * program only, other programs ignore it, and editors that change the image must not copy it.
 * Blender exports images that it has not changed as they were. */
#ifndef OISIN_EVIL_ISLANDS_TEXTURES_TEXTURE_FILE_H
#define OISIN_EVIL_ISLANDS_TEXTURES_TEXTURE_FILE_H

#include "base/report.h"

/* `png` with the chunk. */
Bytes texture_file_put(Bytes png, Bytes mmp, Arena *arena);

/* The file in a PNG that still has its pixels; false: there is none, or the image was edited.
 */
bool texture_file_take(Bytes png, Bytes *mmp, Arena *arena);

#endif
