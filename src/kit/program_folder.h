/* The folder of the program `oisin`, from which its other files are found: share/, libexec/. */
#ifndef OISIN_KIT_PROGRAM_FOLDER_H
#define OISIN_KIT_PROGRAM_FOLDER_H

#include "base/arena.h"

/* For all programs of the kit the same: the build folder, or PREFIX/bin if it is installed,
 * where the others are in PREFIX/libexec/oisin. Empty if the system does not say. */
Text program_folder(Arena *arena);

#endif
