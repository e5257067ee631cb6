/* pack and unpack for archives: a folder of files on one side, one file on the other. */
#ifndef OISIN_KIT_ARCHIVES_H
#define OISIN_KIT_ARCHIVES_H

#include "kit/job.h"
#include "formats/archive.h"

/* Into `folder`, which appears only when all is well; it must be new or empty, or
 * with --force one that this made. */
bool archive_unpack_into(Job *job, const ArchiveKind *kind, Bytes file, const char *folder);

/* The archive that the folder is to become: by the output's suffix, else by the
 * folder's recipe; NULL if none. */
const ArchiveKind *archive_of_folder(const char *folder, const char *output);
bool archive_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);

#endif
