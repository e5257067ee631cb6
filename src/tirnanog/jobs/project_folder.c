/* Uses no table of projects, so that a program without projects can ask. */
#include "tirnanog/jobs/project_folder.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

bool project_is_in(const char *folder)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/config", folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}
