/* Files themselves, not members of archives: for both of these see files.h. */
#ifndef OISIN_KIT_JOBS_PLAIN_FILE_H
#define OISIN_KIT_JOBS_PLAIN_FILE_H

#include "base/folders.h"
#include "base/report.h"

enum { FILE_MAPPED_FROM = 64 << 10 }; /* bytes; smaller files are read into the arena */

/* Loads a file into the arena. Large files are mapped if the program allows it
 * (base/mapped_file.h). If it cannot be opened, `*opened` is false, and errno says why: that is
 * not reported. */
bool plain_file_load(const char *path, bool *opened, Bytes *out, Arena *arena, Report *report);

#endif
