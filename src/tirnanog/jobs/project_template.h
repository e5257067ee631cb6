/* Templates of projects: zip files with all files of a project, at the top or in one folder.
 *
 * A template comes from anywhere, so everything is checked before the first file is unpacked:
 * the number of files, their sizes, alone and together, and their names. Absolute paths, `..`,
 * links, names that differ only in case, encrypted files, and names that some system cannot
 * have are errors. Folders and hidden files of systems (`__MACOSX/`, `.DS_Store`) are left out.
 */
#ifndef OISIN_TIRNANOG_JOBS_PROJECT_TEMPLATE_H
#define OISIN_TIRNANOG_JOBS_PROJECT_TEMPLATE_H

#include "kit/formats/file_list.h"
#include "base/report.h"

enum {
    TEMPLATE_FILES_MAX = 20000,
    TEMPLATE_FILE_SIZE_MAX = 256 << 20,
    TEMPLATE_SIZE_MAX = 1 << 30, /* of all files together */
};

/* Paths are relative to the project; `out->game` is not set. */
bool project_template_read(Bytes zip, ProjectFiles *out, Arena *arena, Report *report);

#endif
