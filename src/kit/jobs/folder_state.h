/* The files of a folder before a job reads them, and again before it writes its result: if one
 * has changed meanwhile, the result could be made of the old bytes, the new ones, or both. */
#ifndef OISIN_KIT_JOBS_FOLDER_STATE_H
#define OISIN_KIT_JOBS_FOLDER_STATE_H

#include "base/report.h"
#include "kit/jobs/file_state.h"

typedef struct FolderEntry {
    Text path; /* below the folder */
    FileState state;
} FolderEntry;

typedef struct FolderState {
    const char *folder;
    FolderEntry *items; /* ordered by path; without hidden files at the top */
    size_t count;
    Arena *arena;
} FolderState;

bool folder_state_take(const char *folder, FolderState *out, Arena *arena, Report *report);
/* Reports an error and returns false if a file was added, removed or changed since then. */
bool folder_state_holds(const FolderState *before, Report *report);

#endif
