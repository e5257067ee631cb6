/* Files that a job has read, by device and identity: they must not be overwritten, by any name
 * or link. */
#ifndef OISIN_KIT_JOBS_JOB_INPUTS_H
#define OISIN_KIT_JOBS_JOB_INPUTS_H

#include "base/report.h"
#include "base/system/files.h"

typedef struct FileId {
    uint64_t device, identity;
} FileId;

typedef struct InputFiles {
    FileId *items;
    size_t count;
    Arena *arena;
} InputFiles;

/* Ignores paths that do not exist; for a path into an archive, notes the archive. */
void input_files_note(InputFiles *inputs, const char *path);
/* Notes a file of which the status is known. */
void input_files_add(InputFiles *inputs, const FileInfo *status);
/* Notes a file, or all files of a folder except hidden ones. */
void input_files_note_below(InputFiles *inputs, const char *path);
/* Notes files, folders and lists of them separated by commas, as in options; NULL: none. */
void input_files_note_list(InputFiles *inputs, const char *list);
/* Whether `path` may be written; if it is one of these files, reports an error and returns
 * false. */
bool input_files_check_output(const InputFiles *inputs, const char *path, Report *report);

#endif
