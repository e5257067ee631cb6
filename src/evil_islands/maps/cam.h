/* CAM files of Evil Islands: a camera path, 36 bytes per frame until the end of the file
 * (specs/evil_islands.md). There is no magic, so the format is detected by suffix. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_CAM_H
#define OISIN_EVIL_ISLANDS_MAPS_CAM_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/maps/cam.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* An empty file is a path without frames. */
bool cam_read(Bytes file, CamFile *out, Arena *arena, Report *report);

#endif
