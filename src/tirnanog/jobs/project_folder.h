/* What is enough to tell a project from other folders, also for the wings of old games. */
#ifndef OISIN_TIRNANOG_JOBS_PROJECT_FOLDER_H
#define OISIN_TIRNANOG_JOBS_PROJECT_FOLDER_H

#include <stdbool.h>

/* Whether a folder has a config file. */
bool project_is_in(const char *folder);

#endif
