/* The folders of a user's files: settings in $XDG_CONFIG_HOME/oisin (or ~/.config/oisin), a
 * game's saved games in $XDG_DATA_HOME/oisin/GAME (or ~/.local/share/oisin/GAME); or both below
 * one folder given by the user. */
#ifndef OISIN_CLI_USER_PATHS_H
#define OISIN_CLI_USER_PATHS_H

#include "base/bytes.h"
#include "base/system/files.h"

#include <limits.h>

typedef struct UserPaths {
    char settings[PATH_SIZE / 2], game[PATH_SIZE / 2];
} UserPaths;

/* `home` NULL: the default folders. Returns false if there are none; creates none. */
bool user_paths_find(UserPaths *out, const char *home, Text game_id);

#endif
