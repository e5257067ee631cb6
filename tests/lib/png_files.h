/* What the tests of reading and of writing PNG share. */
#ifndef OISIN_TESTS_PNG_FILES_H
#define OISIN_TESTS_PNG_FILES_H

#include "shared_kit.h"

#include "base/image/png.h"

#include <png.h>

Image random_image(uint32_t w, uint32_t h, uint32_t colours, bool opaque);
Image library_reads(Bytes file);

/* Messages are in the kit. */
bool read_file(Bytes file, Image *out, PngInfo *info);
Image png_read_good(Bytes file);
void pixels_equal(const Image *a, const Image *b);

#endif
