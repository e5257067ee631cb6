/* Jobs that were killed are undone before the next one reads their files: otherwise it would
 * read files of which some are new, and some are not (base/output/output.h). */
#ifndef OISIN_KIT_JOBS_JOB_RECOVERY_H
#define OISIN_KIT_JOBS_JOB_RECOVERY_H

#include "base/report.h"

#include <stddef.h>

/* Paths are what a user has given: files and folders, existing or not, members of archives;
 * also words that are not paths, for which the current folder is searched. */
typedef struct GivenPaths {
    const char *const *arguments;
    size_t argument_count;
    const char *const
        *values; /* of options; NULL and "": none. Lists are separated by commas */
    size_t value_count;
} GivenPaths;

/* Undoes killed jobs in the folders of all these paths, in those above them, and in those below
 * folders: the output of unpack is a folder in the one that is given. What was undone is
 * reported.
 *
 * If a file was kept, because somebody had changed it since, files of two states are beside
 * each other. Then a command that writes returns false after an error, once: it would make its
 * output of both states, or replace what was just kept. */
bool recover_before(const char *command, const GivenPaths *given, Report *report);

#endif
