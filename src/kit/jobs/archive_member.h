/* Members of archives as files: maps.res/zone1.mpr/zone1.mp is the member zone1.mp of the
 * member zone1.mpr of the file maps.res.
 *
 * The files of a game's project are its members, too: game.tng/sounds/door.ogg.
 *
 * `file_load` supports paths that continue after a file, so every command that reads a file
 * can read members, to any depth. Parts are separated by `/` or `\`; ASCII letters match in
 * either case, as in the game. */
#ifndef OISIN_KIT_JOBS_ARCHIVE_MEMBER_H
#define OISIN_KIT_JOBS_ARCHIVE_MEMBER_H

#include "base/report.h"

/* Whether the path continues after a file; `*size` is the length of that file's path. */
bool member_path(const char *path, size_t *size);

/* Loads the member that the path names; `size` as from `member_path`. */
bool member_load(const char *path, size_t size, Bytes *out, Arena *arena, Report *report);

#endif
