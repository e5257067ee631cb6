/* DirectDraw surfaces (.dds): textures with their levels, as Direct3D stores them. Source:
 * Microsoft's reference of DDS_HEADER and DDS_PIXELFORMAT. */
#ifndef OISIN_FORMATS_OPEN_DDS_H
#define OISIN_FORMATS_OPEN_DDS_H

#include "base/record.h"

#define RECORD_FILE "formats/open/dds.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    DDS_PIXELS_ALPHA = 1,
    DDS_PIXELS_FOURCC = 4,
    DDS_PIXELS_MASKS = 64,
    DDS_FOURCC_DX10 = 0x30315844,
};

/* One flat texture; cubes, volumes and arrays are refused. Nothing is known yet of whether
 * its levels are there. */
bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report);

/* Sizes, pixels, level count and data are given; what follows from them is set here. */
Bytes dds_write(DdsFile file, Arena *arena);

#endif
