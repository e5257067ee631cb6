/* The functions of new_job.def: they make the files of the folder `game` in memory. */
#ifndef OISIN_KIT_JOBS_NEW_JOB_H
#define OISIN_KIT_JOBS_NEW_JOB_H

#include "base/report.h"
#include "kit/formats/file_list.h"

/* `value`: the argument of the option; NULL: none. */
typedef bool NewMake(const char *value, Text game, ProjectFiles *files, Arena *arena,
                     Report *report);

#define NEW(option, make) NewMake make;
#define NEW_USUAL(make) NewMake make;
#include "kit/jobs/new_job.def"

#endif
