/* Uses no table of projects, so that a program without projects can ask. */
#include "tirnanog/jobs/project_folder.h"

#include "base/system/files.h"

#include <limits.h>
#include <stdio.h>

bool project_is_in(const char *folder)
{
    char path[PATH_SIZE];
    return snprintf(path, sizeof path, "%s/config", folder) < (int)sizeof path &&
           file_exists(path);
}
