/* Files that a job has read, by device and inode: they are not to be written over, by whatever
 * name or link. */
#ifndef OISIN_KIT_INPUTS_H
#define OISIN_KIT_INPUTS_H

#include "base/report.h"

#include <sys/types.h>

typedef struct FileId {
    dev_t device;
    ino_t inode;
} FileId;

typedef struct InputFiles {
    FileId *items;
    size_t count;
    Arena *arena;
} InputFiles;

/* What is not there is passed over; of a path into an archive the archive is noted. */
void input_files_note(InputFiles *inputs, const char *path);
/* A file, or all files of a folder but for hidden ones. */
void input_files_note_below(InputFiles *inputs, const char *path);
/* Files, folders and lists of them with commas between, as options name them; NULL is none. */
void input_files_note_list(InputFiles *inputs, const char *list);
/* Whether `path` may be written; false and a message if it is one of these files. */
bool input_files_spare(const InputFiles *inputs, const char *path, Report *report);

#endif
