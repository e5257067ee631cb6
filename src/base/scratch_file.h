/* A file in the folder for temporary files, for libraries that write only to named files. */
#ifndef OISIN_BASE_SCRATCH_FILE_H
#define OISIN_BASE_SCRATCH_FILE_H

#include "base/report.h"

/* Creates an empty file in TMPDIR, or in /tmp; NULL after an error. The arena owns the path,
 * and removes the file when it is released, with arena_release at the latest. */
const char *scratch_file(Arena *arena, Report *report);
/* Reads the file of such a path. */
bool scratch_file_read(const char *path, Bytes *out, Arena *arena, Report *report);

#endif
