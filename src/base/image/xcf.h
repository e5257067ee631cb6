/* Reading of XCF images, the files of GIMP, flattened to the image that GIMP shows.
 *
 * Supported are versions 0 to 12 (GIMP 0.99 to 2.10): RGB, greyscale and indexed images with 8
 * or 16 bits per sample, integer, with gamma or linear; tiles that are not compressed,
 * run-length encoded, or compressed with zlib; layers with offset, opacity, visibility and
 * mask; groups. Layers are blended with the mode "normal", either the one since GIMP 2.10 or
 * the legacy one, in each of their composite spaces and modes. Everything else that would
 * change pixels is an error that names it: other layer modes, 32 and more bits, floating point
 * samples, a floating selection.
 *
 * The result has the pixels of GIMP's own merging of visible layers followed by its conversion
 * to 8 bits with gamma: 16-bit samples are divided by 257 and rounded to nearest. Colour
 * profiles are not applied; a file with one is reported with a warning.
 *
 * Layers are decoded row of tiles by row of tiles while they are blended, and only the tiles
 * inside the canvas, so memory is the result and 64 rows of each visible layer. */
#ifndef OISIN_BASE_IMAGE_XCF_H
#define OISIN_BASE_IMAGE_XCF_H

#include "base/report.h"
#include "base/image/image.h"

/* Visible layers; pixels of all of them together inside the canvas; bytes of their tiles in
 * memory; groups inside each other. */
enum {
    XCF_LAYERS_MAX = 10000,
    XCF_PIXELS_MAX = 1 << 28,
    XCF_STRIPS_MAX = 1 << 28,
    XCF_DEPTH_MAX = 32,
    XCF_SIDE_MAX = 524288, /* of a layer, as in GIMP */
};

/* The image is allocated from the arena. On failure one error is reported. */
bool xcf_read(Bytes file, Image *out, Arena *arena, Report *report);

/* Reads width and height from the header only, with the limits of png.h. */
bool xcf_size(Bytes file, uint32_t *w, uint32_t *h, Report *report);

/* Pixels of whole rows for all items together: seconds. */
#define XCF_WORK_MAX (UINT64_C(16) * XCF_PIXELS_MAX)

#endif
