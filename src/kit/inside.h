/* Files inside files: the members of archives, and the files of the project that a game can be
 * unpacked into. */
#ifndef OISIN_KIT_INSIDE_H
#define OISIN_KIT_INSIDE_H

#include "formats/archive.h"
#include "project/names.h"

/* How the files inside are read: for games, only `read`, `name` and `content` are set. NULL if
 * there are none. */
const ArchiveKind *inside_of_bytes(Bytes file);

/* A sound, movie or font of a game, by its path in the project ("sounds/door.ogg",
 * "speech/teller_de.ogg"), without unpacking the game. Returns false, without a report, if
 * there is none. */
bool game_file_bytes(const TngFile *game, const Names *names, Text path, Bytes *out);

#endif
