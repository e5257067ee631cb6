/* Calls of the C library that only tests make, with the behaviour of POSIX systems: paths are
 * UTF-8. See windows/library_calls.c. */
#include "test_calls.h"

#include "base/system/folders.h"
#include "base/system/windows_internal.h"

#include <errno.h>
#include <stdlib.h>

int __wrap_unlink(const char *path);
int __wrap_unlink(const char *path) { return file_remove(FOLDER_CURRENT, path) ? 0 : -1; }

int __wrap_rmdir(const char *path);
int __wrap_rmdir(const char *path) { return folder_remove(FOLDER_CURRENT, path) ? 0 : -1; }

int __wrap_chdir(const char *path);
int __wrap_chdir(const char *path)
{
    wchar_t *wide = wide_text(path);
    const int status = wide ? _wchdir(wide) : -1;
    free(wide);
    return status;
}

int symlink(const char *target, const char *path)
{
    (void)target, (void)path;
    errno = EPERM;
    return -1;
}

int setenv(const char *name, const char *value, int replaces)
{
    wchar_t *wide = wide_text(name), *text = wide_text(value);
    const bool ok = wide && text &&
                    ((!replaces && GetEnvironmentVariableW(wide, NULL, 0)) ||
                     SetEnvironmentVariableW(wide, text));
    free(wide);
    free(text);
    return ok ? 0 : -1;
}

int mkfifo(const char *path, unsigned mode)
{
    (void)path, (void)mode;
    errno = ENOSYS;
    return -1;
}
