/* Internal declarations of the conversions of layouts and sprites: a layout with its sheet,
 * from a folder or an archive. */
#ifndef OISIN_MAGES_SPRITES_LAY_UNIT_H
#define OISIN_MAGES_SPRITES_LAY_UNIT_H

#include "mages/sprites/lay_convert.h"

typedef struct Unit {
    ConversionJob *job;
    Text name;   /* prefix of the image names */
    Text suffix; /* of the layout: "lay", "mvl"; anything else: by content */
    Bytes layout, picture;
    Text picture_path;
    uint64_t work, pixels; /* cost of the plan, and of faces */
    Arena *arena;
    Report *report;
} Unit;

/* Inspecting a pixel costs this fraction of compressing one. */
enum { LOOKS_PER_WORK = 4 };

/* "CRS_ALA" for "data/CRS_ALA_.lay" */
Text lay_unit_name(Text path);

bool lay_unit_read_picture(const Unit *unit, Image *out);

/* Writes all files of a layout, or none of them. */
bool lay_unit_convert(Unit *unit, const Image *image);

#endif
