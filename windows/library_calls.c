/* Calls of libraries with paths, which for the C library of Windows are in the code page of the
 * system: a user of another name has a folder for temporary files that it cannot open. The
 * linker puts these functions, whose paths are UTF-8, in the place of those (--wrap). */
#include "base/system/process.h"
#include "base/system/windows_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Line ends stay unchanged, as on other systems. */
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
    char binary[8];
    snprintf(binary, sizeof binary, strchr(mode, 'b') ? "%s" : "%sb", mode);
    wchar_t *wide = wide_path(FOLDER_CURRENT, path), *how = wide_text(binary);
    FILE *file = wide && how ? _wfopen(wide, how) : NULL;
    free(how);
    end_path(wide, file != NULL);
    return file;
}

/* libxlsxwriter's: a file that is gone when it is closed. It never asks for the path, or for a
 * file that stays. */
FILE *__wrap_tmpfileplus(const char *folder, const char *prefix, char **path, int keep);
FILE *__wrap_tmpfileplus(const char *folder, const char *prefix, char **path, int keep)
{
    char name[PATH_SIZE];
    (void)folder, (void)prefix, (void)path, (void)keep;
    snprintf(name, sizeof name, "%.4000s/oisin-XXXXXX", temporary_folder());
    const int made = file_temporary(name);
    return made >= 0 && file_close(made) ? __wrap_fopen(name, "w+bTD") : NULL;
}
