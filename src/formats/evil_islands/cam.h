/* CAM files of Evil Islands: the way of a camera, 36 bytes a frame to the end of the
 * file (specs/evil_islands.md). There is no magic: such a file is known by its suffix. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_CAM_H
#define OISIN_FORMATS_EVIL_ISLANDS_CAM_H

#include "base/record.h"

#define RECORD_FILE "formats/evil_islands/cam.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* An empty file is a way of no frames. */
bool cam_read(Bytes file, CamFile *out, Arena *arena, Report *report);

#endif
