/* A folder that is written in a staging folder and appears when it is complete. */
#ifndef OISIN_BASE_OUTPUT_WHOLE_FOLDER_H
#define OISIN_BASE_OUTPUT_WHOLE_FOLDER_H

#include "base/output/output.h"
#include "base/output/staging.h"
#include "base/system/files.h"

typedef struct WholeFolder {
    char path[PATH_SIZE - 300];
    const FolderMark *mark;
    Staging staging;      /* files are staged in its folder STAGING_NEW */
    bool exists, replace; /* the folder exists; and is not empty */
} WholeFolder;

/* See `output_folder`. */
bool whole_folder_begin(WholeFolder *whole, const char *folder, bool force,
                        const FolderMark *mark, Report *report);
bool whole_folder_commit(WholeFolder *whole, Report *report);

#endif
