/* Lists of the frames in a sheet that Aseprite has exported ("Export Sprite Sheet", JSON Data):
 * an object of frames ("Hash") or a list ("Array"), each with its place in the image, its place
 * in the frame if it was trimmed, and its duration; and tags, the animations.
 * Source: https://www.aseprite.org/docs/cli/ (--data, --format, --list-tags). */
#ifndef OISIN_TIRNANOG_CONVERT_ASEPRITE_LIST_H
#define OISIN_TIRNANOG_CONVERT_ASEPRITE_LIST_H

#include "base/report.h"
#include "base/image/image.h"
#include "kit/formats/file_list.h"

/* Whether a file seems to be such a list. */
bool aseprite_list_is(Bytes file, Arena *arena);

/* A strip STEM_TAG for each tag, named and timed as those of an Aseprite file
 * (aseprite_sprites.c). */
bool aseprite_list_sprites(Bytes file, const Image *sheet, Text stem, const char *category,
                           ProjectFiles *out, Arena *arena, Report *report);

#endif
