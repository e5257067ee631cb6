/* The folder of the program `oisin`, from which its other files are found: share/, libexec/. */
#ifndef OISIN_KIT_JOBS_PROGRAM_FOLDER_H
#define OISIN_KIT_JOBS_PROGRAM_FOLDER_H

#include "base/arena.h"

/* For all programs of the kit the same: the build folder, or PREFIX/bin if it is installed,
 * where the others are in PREFIX/libexec/oisin. Empty if it cannot be found. */
Text program_folder(Arena *arena);

/* The first of these folders that has the file; NULL: none has. A relative place is below
 * program_folder, "" is that itself: so parts are found of an installed program, of one that
 * was unpacked anywhere, and in a build folder. What `variable` of the environment says counts
 * alone; NULL: there is no variable. */
const char *program_part(const char *variable, const char *const *places, size_t count,
                         const char *file, Arena *arena);

/* The sources of that folder, in this order; each may be NULL. In a chroot or a container
 * without /proc the system does not say which file a program was started from. */
typedef struct ProgramSources {
    const char *running; /* the program's file, as the system says it */
    const char *called;  /* argv[0]: with a slash the file, otherwise its name in `path` */
    const char *path;    /* $PATH. Relative folders do not count: others may write there */
    const char *const *prefixes; /* of installations, ending with NULL */
} ProgramSources;
Text program_folder_from(const ProgramSources *sources, Arena *arena);

#endif
