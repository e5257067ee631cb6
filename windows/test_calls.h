/* Calls of the C library for POSIX systems that tests use and that for Windows lacks. Included
 * before everything else in each file of tests that is compiled for Windows. */
#ifndef OISIN_WINDOWS_TEST_CALLS_H
#define OISIN_WINDOWS_TEST_CALLS_H

/* Always fails with EPERM, as for a user who may make no links. */
int symlink(const char *target, const char *path);
/* Always fails with ENOSYS. */
int mkfifo(const char *path, unsigned mode);
/* Of this process, as environment (base/system/process.h) sees it: the value may be empty. */
int setenv(const char *name, const char *value, int replaces);

#endif
