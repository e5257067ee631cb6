/* What is inside of archives, and of other files that contain files (insides.def). */
#ifndef OISIN_KIT_JOBS_INSIDE_H
#define OISIN_KIT_JOBS_INSIDE_H

#include "kit/formats/archive.h"

/* How the files inside are read: for rows of insides.def, only `read`, `name` and `content` are
 * set. NULL if there are none. */
const ArchiveKind *inside_of_bytes(Bytes file);
/* The same of a file whose format is given. */
const ArchiveKind *inside_of_format(Text format, Bytes file);

/* A file inside, by its path, if that is faster than reading the others, too. Returns false,
 * without a report, if there is none. */
bool inside_member(Bytes file, Text path, Bytes *out, Arena *arena);

#endif
