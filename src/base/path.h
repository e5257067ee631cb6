/* Parts of paths, as slices of the path. Folders are separated by `/`; in names from games'
 * archives also by `\`. */
#ifndef OISIN_BASE_PATH_H
#define OISIN_BASE_PATH_H

#include "base/arena.h"

/* The file name: the part after the last folder. */
Text path_base(Text path);
/* The path without slashes at its end; "/" remains. */
Text path_without_slashes(Text path);
/* The path of what a folder has by that name: "a/b", and "/b" in "/". */
Text path_join(Text folder, Text name, Arena *arena);
/* A copy with `/` instead of `\`, as names of archives are shown and searched. */
Text path_with_slashes(Text name, Arena *arena);
/* The file name of a path from a game's archive. */
Text path_game_base(Text path);

/* The part of the file name after its last dot; empty if there is none. */
Text path_suffix(Text path);
/* The path without the dot and the suffix. */
Text path_without_suffix(Text path);
/* The file name of a game's path without dot and suffix. If the only dot is the first
 * character, the whole name is the stem. */
Text path_game_stem(Text path);

/* What jobs keep on the disk while they write (base/output/output.h): a folder that begins so
 * and has six more characters, and in it a file. */
#define PATH_STAGING_START ".oisin."
#define STAGING_MARKER ".oisin-staging"
/* Whether one part of a path is named like such a folder. */
bool path_is_staging(Text part);

/* The older file that recovery has put beside a changed one: NAME.before, NAME.before2 ... */
#define PATH_OLDER_SUFFIX ".before"
/* Whether a part of a path is named like such a file, or like a folder of such files. */
bool path_is_older(Text path);

/* Whether it ends with the suffix (".sec") in any case, and has something before it. */
bool path_has_suffix(Text path, const char *suffix);

#endif
