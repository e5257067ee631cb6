/* Names of files: parts of a path, as slices of it. Folders are separated by `/`; in names that
 * come from games' archives by `\` too. */
#ifndef OISIN_BASE_PATH_H
#define OISIN_BASE_PATH_H

#include "base/bytes.h"

/* What stands behind the folders. */
Text path_base(Text path);
/* The same of a game's name. */
Text path_game_base(Text path);

/* Behind the last dot of that, without it; empty if there is none. */
Text path_suffix(Text path);
/* The path without dot and suffix. */
Text path_without_suffix(Text path);
/* The base of a game's name without dot and suffix; a name that begins with its only dot is
 * one. */
Text path_game_stem(Text path);

/* What jobs keep on the disk while they write (kit/staging.h): a folder that begins so and has
 * six more characters, and in it a file. */
#define PATH_STAGING_START ".oisin."
#define STAGING_MARKER ".oisin-staging"
/* Whether one part of a path is named like such a folder. */
bool path_is_staging(Text part);

/* Whether it ends with the suffix (".sec") in any case, and has something before it. */
bool path_has_suffix(Text path, const char *suffix);

#endif
