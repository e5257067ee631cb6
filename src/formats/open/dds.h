/* DirectDraw surfaces (.dds): textures with their levels, as stored by Direct3D. Source:
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

/* Reads a single 2D texture; cube maps, volumes and arrays are errors. Does not check whether
 * the levels are complete. */
bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report);

/* Writes a file from its sizes, pixel format, level count and data; computes all other fields.
 */
Bytes dds_write(DdsFile file, Arena *arena);

#endif
