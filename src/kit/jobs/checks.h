/* The functions of checks.def: a new check is a row, and a function in the file of its subject.
 */
#ifndef OISIN_KIT_JOBS_CHECKS_H
#define OISIN_KIT_JOBS_CHECKS_H

#include "kit/jobs/jobs.h"

#define CHECK_TEXT(suffix, check) bool check(Bytes file, Arena *arena, Report *report);
#define CHECK_FORMAT(format, check) bool check(Bytes file, Arena *arena, Report *report);
#define CHECK_FOLDER(check) bool check(Job *job, const char *path);
#define CHECK_INPUTS(fits, check)                                                              \
    bool fits(Job *job);                                                                       \
    bool check(Job *job);
#include "kit/jobs/checks.def"

#endif
