/* Names what other programs made, for people who wonder why a file is not read. */
#ifndef OISIN_KIT_JOBS_FOREIGN_H
#define OISIN_KIT_JOBS_FOREIGN_H

#include "base/arena.h"
#include "base/text.h"

/* "this is a WAV sound; projects use ...", or that the format is not known. */
Text foreign_file(Text path, Bytes file, Arena *arena);
/* The same for a folder; an empty text if it is not known. */
Text foreign_folder(const char *path, Arena *arena);

#endif
