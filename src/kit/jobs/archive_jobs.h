/* Packing and unpacking of archives: a folder of files on one side, one file on the other. */
#ifndef OISIN_KIT_JOBS_ARCHIVE_JOBS_H
#define OISIN_KIT_JOBS_ARCHIVE_JOBS_H

#include "kit/jobs/job.h"
#include "kit/formats/archive.h"

/* Unpacks into `folder`, which appears only after success; it must be new or empty or, with
 * --force, one made by this function. */
bool archive_unpack_into(Job *job, const ArchiveKind *kind, Bytes file, const char *folder,
                         Report *report);

/* The kind of archive to make of a folder: by the output's suffix, otherwise by the folder's
 * recipe; NULL if there is none. */
const ArchiveKind *archive_of_folder(const char *folder, const char *output);
bool archive_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);

#endif
