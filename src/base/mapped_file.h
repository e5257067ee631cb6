/* Maps large files into memory instead of reading them, so that unused parts cost nothing.
 *
 * If another process truncates a mapped file, reading the mapping ends the program with
 * SIGBUS. Therefore only short-lived programs map files, after `file_mapping_enable`, which
 * installs a handler: it replaces the missing pages by zeros, the parser reports whatever it
 * finds, nothing is written any more, and the job fails with the file's name. Long-running
 * commands (play, serve) and the library read their files. The editor, which holds a whole
 * project, maps only media. */
#ifndef OISIN_BASE_MAPPED_FILE_H
#define OISIN_BASE_MAPPED_FILE_H

#include "base/report.h"

/* For the whole process; installs a SIGBUS handler. */
void file_mapping_enable(void);
/* Only files with one of these suffixes are mapped from now on, and a truncated one is no
 * failure: for a program that runs long and makes nothing of their contents. NULL ends the
 * list, which must stay valid; NULL instead of it: all files again. */
void file_mapping_only(const char *const *suffixes);
/* Files are read from now on; existing mappings stay protected. */
void file_mapping_disable(void);

/* Maps an open file; the arena owns the mapping. Returns false and errno = 0 if the file
 * should be read instead. */
bool file_map(int file, const char *path, size_t size, Bytes *out, Arena *arena);

/* Returns false and reports an error if a mapped file was truncated: results made from it
 * must not be written. */
bool inputs_are_whole(Report *report);

#endif
