/* Large files are mapped into memory rather than read: what is not looked at costs nothing.
 *
 * The price is that a mapping reads zeros, or ends the program with SIGBUS, when somebody makes
 * the file shorter meanwhile. So only programs that run for a moment map files, and only after
 * `file_mapping_enable`: it guards all mappings. When a page of one is gone, zeros are put in
 * its place, the parser that reads them reports what it likes, nothing is written any more, and
 * the job fails with the file's name. What runs long (play, serve) and the library read their
 * files. */
#ifndef OISIN_KIT_MAPPED_FILE_H
#define OISIN_KIT_MAPPED_FILE_H

#include "base/arena.h"

/* For the whole process; installs a handler of SIGBUS. */
void file_mapping_enable(void);
/* Files are read from now on; those that are mapped stay guarded. */
void file_mapping_disable(void);

/* Maps a file that is open; the arena owns the mapping. False and errno = 0 if files are to be
 * read. */
bool file_map(int file, const char *path, size_t size, Bytes *out, Arena *arena);

/* The path of a file that became shorter while it was mapped; NULL if none did. */
const char *file_mapping_broken(void);

#endif
