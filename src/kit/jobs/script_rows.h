/* The functions of script_job.def. */
#ifndef OISIN_KIT_JOBS_SCRIPT_ROWS_H
#define OISIN_KIT_JOBS_SCRIPT_ROWS_H

#include "kit/jobs/jobs.h"

#define SCRIPTS(has, write)                                                                    \
    bool has(const char *path, ScriptOutput face);                                             \
    bool write(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena);
#define SCRIPTS_USUAL(write)                                                                   \
    bool write(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena);
#include "kit/jobs/script_job.def"

#endif
