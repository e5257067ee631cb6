/* Image files of several formats: the rows of picture_formats.def.
 *
 * All are converted to 8-bit RGBA. Of each, width and height are read from the header and
 * checked against the limits of png.h before anything is decoded. */
#ifndef OISIN_BASE_IMAGE_PICTURE_H
#define OISIN_BASE_IMAGE_PICTURE_H

#include "base/report.h"
#include "base/image/image.h"

typedef struct PictureFormat {
    const char *name, *suffixes /* separated by spaces */, *title;
    bool (*read)(Bytes file, Image *out, Arena *arena, Report *report);
    bool (*size)(Bytes file, uint32_t *w, uint32_t *h, Report *report);
} PictureFormat;

extern const PictureFormat picture_formats[]; /* terminated by a row without name */

/* By the suffix of a path, or by a suffix without the dot; ignoring case. NULL if there is
 * none. */
const PictureFormat *picture_format_of(Text path);
const PictureFormat *picture_format_of_suffix(Text suffix);

/* Reads a file by the suffix of `path`; other suffixes are read as PNG, so that its reader
 * reports the error. On failure one error is reported. */
bool picture_read(Text path, Bytes file, Image *out, Arena *arena, Report *report);

/* Reports sides above the limits of png.h, or of 0. */
bool picture_size_check(uint32_t w, uint32_t h, Report *report);

#define PICTURE_FORMAT(id, suffixes, title)                                                    \
    bool picture_read_##id(Bytes file, Image *out, Arena *arena, Report *report);              \
    bool picture_size_##id(Bytes file, uint32_t *w, uint32_t *h, Report *report);
#include "base/image/picture_formats.def"
#undef PICTURE_FORMAT

#endif
