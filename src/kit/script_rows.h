/* The functions of scripts.def. */
#ifndef OISIN_KIT_SCRIPT_ROWS_H
#define OISIN_KIT_SCRIPT_ROWS_H

#include "kit/jobs.h"

#define SCRIPTS(has, write)                                                                    \
    bool has(const char *path, ScriptOutput face);                                             \
    bool write(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena);
#include "kit/scripts.def"

#endif
