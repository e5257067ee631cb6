/* CAM files of Evil Islands: a camera path, 36 bytes per frame until the end of the file
 * (specs/evil_islands.md). There is no magic, so the format is detected by suffix. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_CAM_H
#define OISIN_FORMATS_EVIL_ISLANDS_CAM_H

#include "base/record.h"

#define RECORD_FILE "formats/evil_islands/cam.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* An empty file is a path without frames. */
bool cam_read(Bytes file, CamFile *out, Arena *arena, Report *report);

#endif
