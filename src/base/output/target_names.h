/* Names of results that cannot be files, and what is reported then.
 *
 * Some are one file on systems that ignore case (FAT, exFAT, NTFS, ext4 with casefold): of two
 * results, the second would replace the first. Folders whose names differ in case are one
 * folder there, with the files of both, and no failure. Others are refused by Windows, which
 * would write to a device or into a hidden stream of another file. */
#ifndef OISIN_BASE_OUTPUT_TARGET_NAMES_H
#define OISIN_BASE_OUTPUT_TARGET_NAMES_H

#include "base/report.h"

/* Whether this system can have a file with this path; otherwise reports why not. Paths that
 * lead to streams (NUL, /dev/stdout) are allowed. */
bool target_name_check(Text path, Report *report);

/* Reports that a staged file cannot be created, since its name, or that of a folder on its
 * path, is in use (EEXIST, ENOTDIR in errno). `folder` is the staging folder, `name` the file
 * in it, `shown` the target in messages. Returns false. */
bool name_in_use(int folder, const char *name, const char *shown, Report *report);
/* Reports two targets that are one file. Returns false. */
bool same_file_failed(Text one, Text other, Report *report);

#endif
