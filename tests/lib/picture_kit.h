/* Image files for tests: an image of eight opaque colours and transparent pixels as a file of
 * each format of picture_formats.def. */
#ifndef OISIN_TESTS_PICTURE_KIT_H
#define OISIN_TESTS_PICTURE_KIT_H

#include "base/stream.h"
#include "base/image/image.h"

/* The file of `image` in the format `name`; without alpha in JPEG and BMP of 24 bits. GIF and
 * XCF get its visible form: alpha 0 or 255. */
Bytes picture_file(const char *name, const Image *image, Arena *arena);

Bytes gif_file(const Image *image, bool interlaced, int images, Arena *arena);
Bytes jpeg_file(const Image *image, int quality, bool progressive, Arena *arena);
Bytes bmp_file(const Image *image, bool from_top, Arena *arena);
Bytes tga_file(const Image *image, bool rle, unsigned origin, Arena *arena);

#endif
