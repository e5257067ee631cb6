/* The contents of a project's small files, kept in the build cache.
 *
 * To open, read and close a thousand small files takes longer than to compile the one that has
 * changed. So their contents are kept together (kit/formats/result_bundle.h), each under the
 * state of its file (file_state.h), and only files with another state are opened.
 *
 * The library has no such cache: it gets files in memory (kit/formats/file_list.h). */
#ifndef OISIN_TIRNANOG_JOBS_KEPT_FILES_H
#define OISIN_TIRNANOG_JOBS_KEPT_FILES_H

#include "kit/jobs/files.h"
#include "kit/formats/result_cache.h"

enum {
    KEPT_FILE_MAX = 64 << 10
}; /* bytes; to read a larger file takes longer than to open it */

/* Like project_load_list; `cache` may be NULL. `folder` is the project's. */
bool project_load_kept(const char *folder, const FolderList *list, const BuildCache *cache,
                       ProjectFiles *out, Arena *arena, Report *report);

#endif
