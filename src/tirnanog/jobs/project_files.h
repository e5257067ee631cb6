/* The files of a project's folder. */
#ifndef OISIN_TIRNANOG_JOBS_PROJECT_FILES_H
#define OISIN_TIRNANOG_JOBS_PROJECT_FILES_H

#include "kit/jobs/files.h"
#include "tirnanog/jobs/project_folder.h"

/* A folder without a config file is not a project; for limits and links see folder_walk.h. */
bool project_list_files(const char *folder, FolderList *out, Arena *arena, Report *report);
/* project_load_files, but a folder without a config file is not a project, and nothing is
 * loaded. */
bool project_open_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report);

/* Writes all files below DIR/GAME, all or none. An existing folder is an error unless
 * `force` is set; then its content is replaced, except data of git. */
bool project_save_files(const char *folder, const ProjectFiles *files, bool force,
                        Report *report);

#endif
